//! What a screen holds of a seat: snapshots, events, and a way to want something.

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

/// So many events are kept for screens that come late: the longest match of any game has fewer.
pub const KEPT_EVENTS: usize = 1 << 14;
/// So many intents may wait; nobody types faster than they are taken.
pub const WAITING_INTENTS: usize = 64;

/// One screen's hold on a seat. Clones are further screens of the same seat, which closes with the last
/// of them.
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

/// What will become of an intent.
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
    /// Every event with this number or a higher one that told something is still there.
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

    /// All that the person may see now.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.hub.lock().snapshot.clone()
    }

    /// What has happened from this cursor on, in order. The next cursor is one after the last event.
    ///
    /// # Errors
    /// If events after the cursor are not kept any more.
    pub fn since(&self, at: Cursor) -> Result<Vec<SeatEvent>, Gap> {
        let shown = self.hub.lock();
        if at.0 < shown.oldest {
            return Err(Gap { oldest: Cursor(shown.oldest) });
        }
        let first = shown.events.partition_point(|event| event.at < at);
        Ok(shown.events.iter().skip(first).cloned().collect())
    }

    /// Waits until something has happened from this cursor on, or the seat was closed, but no longer than
    /// `most`. Says whether anything has happened.
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

    /// Wants something; does not wait for what becomes of it.
    pub fn send(&self, intent: Intent) -> Ticket {
        let (reply, answer) = sync_channel(1);
        let refused = match self.intents.try_send(Wanted { intent, reply }) {
            Ok(()) => return Ticket { answer },
            Err(TrySendError::Full(wanted)) => (wanted.reply, Refused::Busy),
            Err(TrySendError::Disconnected(wanted)) => (wanted.reply, Refused::Closed),
        };
        // There is room for one answer, and nobody else gives it.
        let _ = refused.0.try_send(Answer::refused(refused.1));
        Ticket { answer }
    }

    /// Gives this hold on the seat up. If it was the last one, waits until the seat has been closed, which
    /// stays a while for others who have not seen the end of a match; but no longer than `most`.
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

    /// Whether the seat has been closed: nothing more will happen.
    pub fn is_closed(&self) -> bool {
        self.hub.lock().closed
    }

    /// What never changes about a game; `None` for one that is not known here.
    pub fn catalogue(&self, game: &str) -> Option<Catalogue> {
        games::find(game).map(Catalogue::of)
    }
}

impl Ticket {
    /// What became of the intent; `None` if that is not known within `most`.
    pub fn wait(&self, most: Duration) -> Option<Answer> {
        match self.answer.recv_timeout(most) {
            Ok(answer) => Some(answer),
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => None,
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => {
                Some(Answer::refused(Refused::Closed))
            }
        }
    }

    /// What became of the intent, if that is known by now.
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

    /// Whether it was taken.
    pub fn is_taken(&self) -> bool {
        matches!(self, Self::Taken { .. })
    }
}

impl Hub {
    fn lock(&self) -> MutexGuard<'_, Shown> {
        // Nothing that holds it can leave it half done.
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of the next event.
    pub(crate) fn next(&self) -> Cursor {
        Cursor(self.lock().next)
    }

    /// Shows another snapshot, and tells what has happened.
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

    /// Shows what a seat elsewhere shows: its snapshot, and its events under their own numbers.
    #[cfg(unix)]
    pub(crate) fn mirror(&self, snapshot: Snapshot, events: Vec<SeatEvent>) {
        let mut shown = self.lock();
        if let (true, Some(first)) = (shown.events.is_empty(), events.first()) {
            // What was not kept there is not here either.
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

    /// The snapshot that is shown.
    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        self.lock().snapshot.clone()
    }

    /// Nothing more will happen.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }
}

impl Shown {
    fn push(&mut self, kind: SeatEventKind) {
        let at = Cursor(self.next);
        self.next += 1;
        // Whoever has missed one change of the snapshot sees the next.
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
