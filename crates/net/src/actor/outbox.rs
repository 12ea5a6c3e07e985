//! What handles receive: events in order, and state that can be read at any time.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{SyncSender, TrySendError},
    },
};

use crate::{
    limits,
    net::{Event, Seen},
};

pub(super) struct Outbox {
    events: SyncSender<Event>,
    /// Events that did not fit into the application's channel yet.
    untaken: VecDeque<Event>,
    seen: Arc<Mutex<Seen>>,
}

impl Outbox {
    pub(super) fn new(events: SyncSender<Event>, seen: Arc<Mutex<Seen>>) -> Self {
        Self { events, untaken: VecDeque::new(), seen }
    }

    /// The state that handles can read at any time, for updating it.
    pub(super) fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn emit(&mut self, event: Event) {
        self.untaken.push_back(event);
        self.hand_over();
        // When the application does not receive its events, those go first that a later one makes up for.
        if self.untaken.len() > limits::EVENTS {
            let spare = self.untaken.iter().position(|event| !event.is_control());
            self.untaken.remove(spare.unwrap_or(0));
            tracing::debug!("nobody takes events; one was dropped");
        }
    }

    /// Moves waiting events into the application's channel while it has room.
    pub(super) fn hand_over(&mut self) {
        while let Some(event) = self.untaken.pop_front() {
            match self.events.try_send(event) {
                Ok(()) => {}
                Err(TrySendError::Full(event)) => return self.untaken.push_front(event),
                Err(TrySendError::Disconnected(_)) => return self.untaken.clear(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Identity;

    #[test]
    fn what_cannot_be_asked_for_again_is_told_however_many_events_wait() {
        let (events, taken) = std::sync::mpsc::sync_channel(2);
        let mut outbox = Outbox::new(events, Arc::default());
        outbox.emit(Event::HostLost);
        for _ in 0..3 * limits::EVENTS {
            outbox.emit(Event::TableGone(Identity([2; 32])));
        }
        outbox.emit(Event::Rival { heard: true });
        assert!(outbox.untaken.len() <= limits::EVENTS);
        let mut told = Vec::new();
        while let Ok(event) = taken.try_recv() {
            told.push(event);
            outbox.hand_over();
        }
        assert!(matches!(told.first(), Some(Event::HostLost)));
        assert!(matches!(told.last(), Some(Event::Rival { heard: true })));
    }
}
