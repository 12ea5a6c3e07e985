//! What a person wants to do.

use serde::{Deserialize, Serialize};

use crate::{Cursor, Settings, Setup};

/// Something a person wants to do. A seat takes or refuses it at once, without waiting for anybody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Intent {
    /// Choose an entry of the menu of a step.
    Choose {
        /// The step.
        step: u64,
        /// The entry.
        entry: usize,
    },
    /// Consent to go on without exactly these seats; ends the match if it cannot go on without them.
    Consent {
        /// The step.
        step: u64,
        /// The seats.
        without: Vec<usize>,
    },
    /// Write to everybody at the table, or to one person.
    Say {
        /// To whom, by their name; `None` for everybody.
        to: Option<String>,
        /// What.
        text: String,
    },
    /// Change how often windows like the last one are asked about.
    AskOtherwise,
    /// Take the next aside that is offered, such as paying; or no longer.
    WantAside {
        /// Whether it is wanted.
        wanted: bool,
    },
    /// Play on this machine, with bots at the other seats.
    PlayHere(Setup),
    /// Open a table on the network.
    Host(Setup),
    /// Look for a table by name, code or address; empty for all.
    Find {
        /// What was typed.
        wanted: String,
    },
    /// Look for a table and sit down there as soon as it is found, or watch it.
    Join {
        /// A name, a code, an address, or the text of a QR code; empty for the only table there is.
        wanted: String,
        /// Whether to watch rather than to sit down.
        #[serde(default)]
        watch: bool,
        /// How long to look for it, in seconds; the default if `None`.
        #[serde(default)]
        patience_s: Option<u64>,
    },
    /// Sit down at a table that can be seen.
    Sit {
        /// The table's id.
        table: String,
        /// The code of an invited table.
        code: Option<String>,
    },
    /// Watch the match of a table.
    Watch {
        /// The table's id.
        table: String,
        /// The code of an invited table.
        code: Option<String>,
    },
    /// Be ready, or no longer be ready.
    Ready {
        /// Whether to be ready.
        ready: bool,
    },
    /// Change the terms of one's own table.
    Change(TermsEdit),
    /// Let a bot sit down at one's own table.
    AddBot {
        /// How well it plays: "easy", "normal" or "hard"; as the last one if `None`.
        #[serde(default)]
        level: Option<String>,
    },
    /// Accept that somebody has another key than before.
    Trust {
        /// Their name.
        name: String,
    },
    /// Remove somebody from one's own table.
    Dismiss {
        /// Their name.
        name: String,
    },
    /// Resume a match from its journal.
    Resume {
        /// The match, by the beginning of its name in words; the one that was played last if empty.
        game: String,
        /// Addresses at which other players may be, beside those that are stored.
        #[serde(default)]
        at: Vec<String>,
    },
    /// Open a transcript.
    Open {
        /// The name of a match played here, or a file's path.
        file: String,
        /// Side files with match keys that others have published.
        #[serde(default)]
        hands: Vec<String>,
    },
    /// Go to a step of the replay.
    Seek {
        /// The step.
        step: u64,
        /// From whose view; `None` for what everybody knows.
        seat: Option<usize>,
    },
    /// Skip the pause that gives time for reading.
    Hurry,
    /// Leave the match, the table or the replay.
    Leave,
    /// Change the person's name.
    Rename {
        /// The new name.
        name: String,
    },
    /// Change the settings.
    Set(Settings),
    /// Write a private note about a seat of the match.
    Note {
        /// The seat.
        seat: usize,
        /// The note; empty to delete it.
        text: String,
    },
}

/// A change of the terms of a table. Fields that are `None` stay as they are.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TermsEdit {
    /// The game.
    pub game: Option<String>,
    /// The number of seats.
    pub seats: Option<u8>,
    /// How many leavers the table survives.
    pub survive: Option<u8>,
    /// An option and its value.
    pub option: Option<(String, String)>,
    /// How many seconds a reaction window lasts.
    pub window_s: Option<u8>,
}

/// Why an intent was refused. A refused intent changes nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum Refused {
    /// The step is over, or has not been reached.
    #[error("that is no longer asked")]
    OtherStep {
        /// The present step.
        now: u64,
    },
    /// Nothing is asked of this seat now.
    #[error("you are not asked anything now")]
    NotAsked,
    /// The entry may not be chosen.
    #[error("{reason}")]
    NotAllowed {
        /// Why, in a sentence.
        reason: String,
    },
    /// It makes no sense here, such as being ready at no table.
    #[error("that cannot be done here")]
    NotHere,
    /// There is no such thing or person.
    #[error("there is no {what}")]
    Unknown {
        /// What does not exist.
        what: String,
    },
    /// It cannot be done, for another reason.
    #[error("{reason}")]
    Impossible {
        /// Why, in a sentence that also says what to do.
        reason: String,
    },
    /// The network or a table cannot be reached, or the table refuses the person.
    #[error("{reason}")]
    Unreachable {
        /// Why, in a sentence that also says what to do.
        reason: String,
    },
    /// Too many intents are queued.
    #[error("too much at once; try again")]
    Busy,
    /// The seat has been closed.
    #[error("this seat has been closed")]
    Closed,
}

impl Refused {
    /// An entry that may not be chosen, for a reason.
    pub fn not_allowed(reason: impl Into<String>) -> Self {
        Self::NotAllowed { reason: reason.into() }
    }

    /// Something that cannot be done, for a reason.
    pub fn impossible(reason: impl Into<String>) -> Self {
        Self::Impossible { reason: reason.into() }
    }
}

/// The answer to an intent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum Answer {
    /// It was taken. Its changes are in the snapshot, and in the events after this cursor.
    Taken {
        /// The cursor before the intent's changes.
        at: Cursor,
    },
    /// It was refused.
    Refused {
        /// Why.
        #[serde(flatten)]
        why: Refused,
        /// The reason in a sentence.
        text: String,
    },
}
