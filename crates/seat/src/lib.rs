//! One person's place at a table, whatever screen they use.
//!
//! Terminal, plain lines, a browser page and a bot in another language are *screens* of a seat. A screen
//! reads a [`Snapshot`] and the [`SeatEvent`]s since its [`Cursor`], and sends [`Intent`]s. Everything in
//! these is words and numbers that can be serialised: a screen needs neither the rules nor the network.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod about;
pub mod asks;
#[cfg(unix)]
pub mod attach;
mod autoplay;
pub mod bots;
mod client;
mod coach;
pub mod data;
mod event;
mod failure;
pub mod games;
pub mod hand;
mod here;
pub mod history;
mod intent;
mod lan;
mod learning;
pub mod live;
mod lobby;
pub mod local;
mod network;
mod notes;
mod open;
mod owner;
pub mod person;
mod playing;
mod reel;
pub mod resuming;
/// Public for those who implement a match of their own: tests of screens script one, benches and tests
/// drive one without a seat.
pub mod session;
pub mod settings;
pub mod shown;
pub mod slash;
mod snapshot;
mod terms;
pub mod words;

pub use autoplay::{Attended, attend};
pub use client::{KEPT_EVENTS, SeatClient, Ticket, WAITING_INTENTS};
pub use event::{Cursor, Gap, SeatEvent, SeatEventKind};
pub use failure::Failure;
pub use intent::{Answer, Intent, Refused, TermsEdit};
pub use lobby::NO_TABLE;
pub use open::{Config, ManualSeat, OpenError, open};
pub use owner::SEEDED;
pub use playing::called;
pub use reel::Reel;
pub use snapshot::{
    AuditShown, CheckShown, EndView, FailureShown, GameLine, HomeView, LobbyView, MatchLine,
    MatchView, PersonShown, PlayerShown, Reading, ReplayView, ResultShown, SeatState, Settings,
    Setup, SitterShown, Snapshot, TableLine, TermsShown,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_screen_gets_survives_being_written_down() {
        let home = Snapshot {
            at: Cursor(3),
            person: PersonShown::default(),
            settings: Settings::default(),
            state: SeatState::Match(Box::default()),
        };
        let written = serde_json::to_string(&home).unwrap();
        assert_eq!(serde_json::from_str::<Snapshot>(&written).unwrap(), home);
    }
}
