//! What a person wants.

use serde::{Deserialize, Serialize};

use crate::{Cursor, Settings, Setup};

/// Something that a person wants. A seat takes it or refuses it, and does not wait for anybody.
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
    /// Consent to go on without exactly these seats, or end the match if it cannot go on without them.
    Consent {
        /// The step.
        step: u64,
        /// Whom.
        without: Vec<usize>,
    },
    /// Write to everybody at the table, or to one person.
    Say {
        /// To whom, by their name; `None` for everybody.
        to: Option<String>,
        /// What.
        text: String,
    },
    /// Ask about windows like the last one more often, or less.
    AskOtherwise,
    /// Offer at the next chance what is offered by the way, such as paying; or no longer.
    WantAside {
        /// Whether it is wanted.
        wanted: bool,
    },
    /// Play on this machine, with bots at the other seats.
    PlayHere(Setup),
    /// Open a table on the network.
    Host(Setup),
    /// Look for a table: a name, a code, an address; empty for all.
    Find {
        /// What was typed.
        wanted: String,
    },
    /// Look for a table and sit down there as soon as it is seen, or watch it.
    Join {
        /// A name, a code, an address, or the text of a QR; empty for the only one in sight.
        wanted: String,
        /// Whether to watch.
        #[serde(default)]
        watch: bool,
        /// How long to look for it, in seconds; as long as usual if `None`.
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
    /// Be ready, or not any more.
    Ready {
        /// Whether.
        ready: bool,
    },
    /// Change the terms of one's own table.
    Change(TermsEdit),
    /// Let a bot sit down at one's own table.
    AddBot {
        /// How well it plays: "easy", "normal" or "hard"; as the last one without.
        #[serde(default)]
        level: Option<String>,
    },
    /// Accept that somebody has another key than before.
    Trust {
        /// Whom, by their name.
        name: String,
    },
    /// Send somebody away from one's own table.
    Dismiss {
        /// Whom, by their name.
        name: String,
    },
    /// Take a seat again from its journal.
    Resume {
        /// The match, by its words.
        game: String,
        /// Where others of it may be, beside where they were.
        #[serde(default)]
        at: Vec<String>,
    },
    /// Look at a transcript.
    Open {
        /// The words of a match that was played here, or a file's path.
        file: String,
        /// Side files with hands of others who have published theirs.
        #[serde(default)]
        hands: Vec<String>,
    },
    /// Go to a step of the replay.
    Seek {
        /// Which.
        step: u64,
        /// Through whose eyes; `None` for what everybody knows.
        seat: Option<usize>,
    },
    /// Let go on what waits only so that it can be read.
    Hurry,
    /// Leave: the match, the table, the replay.
    Leave,
    /// Be called otherwise from now on.
    Rename {
        /// How.
        name: String,
    },
    /// Change the settings.
    Set(Settings),
    /// Keep a private note about a seat of the match.
    Note {
        /// About whom.
        seat: usize,
        /// What; empty to drop it.
        text: String,
    },
}

/// A change of the terms of a table. What is `None` stays.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TermsEdit {
    /// Another game.
    pub game: Option<String>,
    /// How many seats.
    pub seats: Option<u8>,
    /// How many leavers the table survives.
    pub survive: Option<u8>,
    /// An option and its value.
    pub option: Option<(String, String)>,
    /// How long answers are kept when everybody may react, in seconds.
    pub window_s: Option<u8>,
}

/// Why an intent was refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum Refused {
    /// The step is over, or not that far yet.
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
    /// It cannot be done here, such as to be ready at no table.
    #[error("that cannot be done here")]
    NotHere,
    /// There is no such thing or person.
    #[error("there is no {what}")]
    Unknown {
        /// What there is not.
        what: String,
    },
    /// It cannot be done, for another reason.
    #[error("{reason}")]
    Impossible {
        /// Why, in a sentence that also says what to do.
        reason: String,
    },
    /// The network or a table is not there, or does not let the person in.
    #[error("{reason}")]
    Unreachable {
        /// Why, in a sentence that also says what to do.
        reason: String,
    },
    /// Too much is waiting to be done.
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

/// What became of an intent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum Answer {
    /// It was taken. What it changed is in the snapshot, and in the events after this cursor.
    Taken {
        /// The events before it was taken end here.
        at: Cursor,
    },
    /// It was refused.
    Refused {
        /// Why.
        #[serde(flatten)]
        why: Refused,
        /// The same in a sentence.
        text: String,
    },
}
