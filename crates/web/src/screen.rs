//! What the page needs of a seat.

use std::{sync::Arc, time::Duration};

use seat::{
    Answer, Cursor, Gap, Intent, Refused, SeatClient, SeatEvent, Snapshot, shown::Catalogue,
};

/// A seat, as its screens see it. All of it may be called from several threads at once.
pub trait Screen: Send + Sync + 'static {
    /// All that the person may see now.
    fn snapshot(&self) -> Arc<Snapshot>;

    /// What has happened since.
    ///
    /// # Errors
    /// Fails if that is not kept any more.
    fn since(&self, at: Cursor) -> Result<Vec<SeatEvent>, Gap>;

    /// Blocks until there are events after `at`, but no longer than this.
    fn wait(&self, at: Cursor, most: Duration);

    /// What becomes of something that the person wants.
    fn send(&self, intent: Intent) -> Answer;

    /// What never changes about a game; `None` for a game that is not known here.
    fn catalogue(&self, game: &str) -> Option<Catalogue>;
}

/// How long a seat may think about an intent. It never waits for anybody, so this is long.
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
