//! What the page needs from a seat.

use std::{sync::Arc, time::Duration};

use seat::{
    Answer, Cursor, Gap, Intent, Refused, SeatClient, SeatEvent, Snapshot, shown::Catalogue,
};

/// A seat as its screens see it. Methods may be called from several threads at once.
pub trait Screen: Send + Sync + 'static {
    /// Everything the person may see now.
    fn snapshot(&self) -> Arc<Snapshot>;

    /// The events since a cursor.
    ///
    /// # Errors
    /// If some of them are no longer kept.
    fn since(&self, at: Cursor) -> Result<Vec<SeatEvent>, Gap>;

    /// Blocks until there are events after `at`, but no longer than `most`.
    fn wait(&self, at: Cursor, most: Duration);

    /// Sends an intent, and returns its answer.
    fn send(&self, intent: Intent) -> Answer;

    /// The fixed properties of a game; `None` for a game that is not known here.
    fn catalogue(&self, game: &str) -> Option<Catalogue>;
}

/// How long the answer to an intent may take. A seat never waits for anybody, so this is long.
const ANSWERED_WITHIN: Duration = Duration::from_secs(5);

impl Screen for SeatClient {
    fn snapshot(&self) -> Arc<Snapshot> {
        Self::snapshot(self)
    }

    fn since(&self, at: Cursor) -> Result<Vec<SeatEvent>, Gap> {
        Self::since(self, at)
    }

    fn wait(&self, at: Cursor, most: Duration) {
        Self::wait(self, at, most);
    }

    fn send(&self, intent: Intent) -> Answer {
        let answer = Self::send(self, intent).wait(ANSWERED_WITHIN);
        answer.unwrap_or_else(|| Answer::refused(Refused::Busy))
    }

    fn catalogue(&self, game: &str) -> Option<Catalogue> {
        Self::catalogue(self, game)
    }
}
