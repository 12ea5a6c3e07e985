//! What has happened at a seat, in order.

use serde::{Deserialize, Serialize};

use crate::shown::Text;

/// A position in the sequence of a seat's events: how many came before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cursor(pub u64);

/// The events after a cursor are no longer kept. The screen has to start again from a snapshot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("events before number {oldest:?} are not kept any more")]
pub struct Gap {
    /// The oldest event that is kept.
    pub oldest: Cursor,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatEvent {
    /// Its number.
    pub at: Cursor,
    /// What happened.
    #[serde(flatten)]
    pub kind: SeatEventKind,
}

/// What happened. The [`Snapshot`](crate::Snapshot) already contains the change when the event is seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SeatEventKind {
    /// Only the snapshot has changed.
    Changed,
    /// The rules told everybody something.
    Said {
        /// What, with the cards that the person knows named.
        text: Text,
        /// The rule at work; may be empty.
        rule: String,
        /// The step in which it happened.
        step: u64,
    },
    /// The person has learnt something that not everybody has.
    Learnt {
        /// What.
        text: Text,
        /// The step in which they did.
        step: u64,
    },
    /// The person is asked something new.
    Asked {
        /// The step that an answer is for.
        step: u64,
    },
    /// A proof was checked.
    Proven {
        /// Whose.
        seat: usize,
        /// Of which step.
        step: u64,
        /// Who has proven what, in words.
        text: String,
        /// How many cards were shuffled, if it is about a shuffle.
        shuffled: Option<usize>,
        /// Whether the proof is about a choice, which takes a person's time.
        #[serde(default)]
        chosen: bool,
        /// Off how many cards a share took a layer, if it is about shares.
        opened: Option<usize>,
    },
    /// A player went away or came back.
    Presence {
        /// Who.
        seat: usize,
        /// Whether they can be reached.
        here: bool,
        /// `here` in words.
        text: String,
    },
    /// Somebody wrote something.
    Chat {
        /// Their name.
        from: String,
        /// Where they sit, in a match.
        seat: Option<usize>,
        /// Whether to this person alone.
        whispered: bool,
        /// What they wrote.
        text: String,
        /// To whom, if this person whispered it; `text` then begins with that name.
        #[serde(default)]
        to: Option<String>,
    },
    /// Information that is not part of the game.
    Notice {
        /// In a sentence.
        text: String,
    },
    /// A match has begun.
    Began,
    /// The match is over: the snapshot says how.
    Over,
}
