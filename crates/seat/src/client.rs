//! A screen's access to a seat: snapshots, events, and a way to send intents.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel},
    },
    time::{Duration, Instant},
};

use crate::{
    Answer, Cursor, Gap, Intent, Refused, SeatEvent, SeatEventKind, Snapshot, games,
    shown::Catalogue,
};

/// How many events are kept for screens that come late: more than the longest match of any game has.
pub const KEPT_EVENTS: usize = 1 << 14;
/// What a screen is told in the place of events that are not kept.
const NOT_KEPT: &str = "… (what happened before is not kept any more)";
/// How many intents may be queued; nobody types faster than they are handled.
pub const WAITING_INTENTS: usize = 64;

/// A screen's handle of a seat. Clones are further screens of the same seat, which closes when the last one
/// is dropped.
#[derive(Clone)]
pub struct SeatClient {
    hub: Arc<Hub>,
    intents: SyncSender<Wanted>,
}

/// An intent on its way to the seat, and where its answer goes.
pub(crate) struct Wanted {
    pub intent: Intent,
    pub reply: SyncSender<Answer>,
}

/// A pending answer to an intent.
pub struct Ticket {
    answer: Receiver<Answer>,
}

/// What the seat shows to all its screens.
pub(crate) struct Hub {
    shown: Mutex<Shown>,
    changed: Condvar,
}

struct Shown {
    snapshot: Arc<Snapshot>,
    events: VecDeque<SeatEvent>,
    /// The number of the next event.
    next: u64,
    /// Events with this number or a higher one are still kept, apart from superseded `Changed` ones.
    oldest: u64,
    closed: bool,
}

impl SeatClient {
    pub(crate) fn new(snapshot: Snapshot) -> (Self, Arc<Hub>, Receiver<Wanted>) {
        let (intents, wanted) = sync_channel(WAITING_INTENTS);
        let shown = Shown {
            snapshot: Arc::new(snapshot),
            events: VecDeque::new(),
            next: 0,
            oldest: 0,
            closed: false,
        };
        let hub = Arc::new(Hub { shown: Mutex::new(shown), changed: Condvar::new() });
        (Self { hub: hub.clone(), intents }, hub, wanted)
    }

    /// Everything the person may see now.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.hub.lock().snapshot.clone()
    }

    /// The events from this cursor on, in order. The next cursor is one after the last event.
    ///
    /// # Errors
    /// If events after the cursor are no longer kept.
    pub fn since(&self, at: Cursor) -> Result<Vec<SeatEvent>, Gap> {
        let shown = self.hub.lock();
        if at.0 < shown.oldest {
            return Err(Gap { oldest: Cursor(shown.oldest) });
        }
        let first = shown.events.partition_point(|event| event.at < at);
        Ok(shown.events.iter().skip(first).cloned().collect())
    }

    /// As [`Self::since`]; where events are no longer kept, a notice that says so stands before the oldest of
    /// those that are.
    pub fn told_since(&self, at: Cursor) -> Vec<SeatEvent> {
        let oldest = match self.since(at) {
            Ok(events) => return events,
            Err(gap) => gap.oldest,
        };
        let kind = SeatEventKind::Notice { text: NOT_KEPT.into() };
        let lost = SeatEvent { at: Cursor(oldest.0.saturating_sub(1)), kind };
        [lost].into_iter().chain(self.since(oldest).unwrap_or_default()).collect()
    }

    /// Waits until there is an event from this cursor on, or the seat is closed, but no longer than `most`.
    /// True if there is such an event.
    pub fn wait(&self, at: Cursor, most: Duration) -> bool {
        let until = Instant::now() + most;
        let mut shown = self.hub.lock();
        while shown.next <= at.0 && !shown.closed {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            let waited = self.hub.changed.wait_timeout(shown, left);
            shown = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        shown.next > at.0
    }

    /// Sends an intent without waiting for its answer.
    pub fn send(&self, intent: Intent) -> Ticket {
        let (reply, answer) = sync_channel(1);
        let refused = match self.intents.try_send(Wanted { intent, reply }) {
            Ok(()) => return Ticket { answer },
            Err(TrySendError::Full(wanted)) => (wanted.reply, Refused::Busy),
            Err(TrySendError::Disconnected(wanted)) => (wanted.reply, Refused::Closed),
        };
        // The channel has room for one answer, and the seat did not get the intent.
        let _ = refused.0.try_send(Answer::refused(refused.1));
        Ticket { answer }
    }

    /// Drops this handle. If it was the last one, waits until the seat has closed, but no longer than
    /// `most`: a seat stays a while for players who have not seen the end of a match.
    pub fn close(self, most: Duration) {
        let hub = self.hub.clone();
        drop(self);
        let until = Instant::now() + most;
        let mut shown = hub.lock();
        while !shown.closed && Instant::now() < until {
            let left = until.saturating_duration_since(Instant::now());
            let waited = hub.changed.wait_timeout(shown, left);
            shown = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Whether the seat has been closed.
    pub fn is_closed(&self) -> bool {
        self.hub.lock().closed
    }

    /// The fixed properties of a game; `None` for one that is not known here.
    pub fn catalogue(&self, game: &str) -> Option<Catalogue> {
        games::find(game).map(Catalogue::of)
    }
}

impl Ticket {
    /// The answer to the intent; `None` if there is none within `most`.
    pub fn wait(&self, most: Duration) -> Option<Answer> {
        match self.answer.recv_timeout(most) {
            Ok(answer) => Some(answer),
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => None,
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => {
                Some(Answer::refused(Refused::Closed))
            }
        }
    }

    /// The answer to the intent, if there is one yet.
    pub fn poll(&self) -> Option<Answer> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Answer::refused(Refused::Closed)),
        }
    }
}

impl Answer {
    /// A refusal.
    pub fn refused(why: Refused) -> Self {
        let text = why.to_string();
        Self::Refused { why, text }
    }

    /// Whether the intent was taken.
    pub fn is_taken(&self) -> bool {
        matches!(self, Self::Taken { .. })
    }
}

impl Hub {
    fn lock(&self) -> MutexGuard<'_, Shown> {
        // No code that holds the lock can panic halfway through a change.
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of the next event.
    pub(crate) fn next(&self) -> Cursor {
        Cursor(self.lock().next)
    }

    /// Publishes a snapshot and the events that led to it.
    pub(crate) fn publish(&self, mut snapshot: Snapshot, kinds: Vec<SeatEventKind>) {
        let mut shown = self.lock();
        let kinds = if kinds.is_empty() { vec![SeatEventKind::Changed] } else { kinds };
        for kind in kinds {
            shown.push(kind);
        }
        snapshot.at = Cursor(shown.next);
        shown.snapshot = Arc::new(snapshot);
        self.changed.notify_all();
    }

    /// Publishes what a seat in another process shows: its snapshot, and its events under their own
    /// numbers.
    #[cfg(unix)]
    pub(crate) fn mirror(&self, snapshot: Snapshot, events: Vec<SeatEvent>) {
        let mut shown = self.lock();
        if let (true, Some(first)) = (shown.events.is_empty(), events.first()) {
            // Events that were not kept there are missing here too.
            shown.oldest = first.at.0;
        }
        for SeatEvent { at, kind } in events {
            if at.0 >= shown.next {
                shown.next = at.0;
                shown.push(kind);
            }
        }
        shown.next = shown.next.max(snapshot.at.0);
        shown.snapshot = Arc::new(snapshot);
        self.changed.notify_all();
    }

    /// The snapshot that is shown now.
    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        self.lock().snapshot.clone()
    }

    /// Closes the seat for all screens: nothing more will happen.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }
}

impl Shown {
    fn push(&mut self, kind: SeatEventKind) {
        let at = Cursor(self.next);
        self.next += 1;
        // A `Changed` event is superseded by any later event.
        if self.events.back().is_some_and(|last| last.kind == SeatEventKind::Changed) {
            self.events.pop_back();
        }
        self.events.push_back(SeatEvent { at, kind });
        if self.events.len() > KEPT_EVENTS
            && let Some(dropped) = self.events.pop_front()
        {
            self.oldest = dropped.at.0 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HomeView, PersonShown, SeatState, Settings};

    #[test]
    fn whoever_missed_events_that_are_not_kept_is_told_so_and_goes_on() {
        let snapshot = Snapshot {
            at: Cursor(0),
            person: PersonShown::default(),
            settings: Settings::default(),
            state: SeatState::Home(HomeView::default()),
        };
        let (client, hub, _wanted) = SeatClient::new(snapshot.clone());
        let said = |number: usize| SeatEventKind::Notice { text: number.to_string() };
        hub.publish(snapshot, (0..KEPT_EVENTS + 3).map(said).collect());
        let told = client.told_since(Cursor(1));
        assert_eq!(told[0].kind, SeatEventKind::Notice { text: NOT_KEPT.into() });
        assert_eq!((told[1].kind.clone(), told.len()), (said(3), KEPT_EVENTS + 1));
        let next = Cursor(told.last().unwrap().at.0 + 1);
        assert_eq!(client.told_since(next), []);
    }
}
