//! What the checks find wrong with a game, and the words for it.

use thiserror::Error;

use crate::{Answer, Handle, Menu, OptionError, Refusal, Request, Seat};

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// Everybody knows a card that not everybody may know.
    #[error("everybody knows {0:?}")]
    EverybodyKnows(Handle),
    /// A spectator is shown a card that is not public.
    #[error("a spectator sees more than the public")]
    SpectatorSees,
    /// A seat's knowledge of a card is wrong.
    #[error("{0} is wrong about {1:?}")]
    Mistaken(Seat, Handle),
    /// A seat knows a card that it may not know.
    #[error("{0} knows {1:?}")]
    Knows(Seat, Handle),
    /// The board has a card twice.
    #[error("{0:?} lies in two places")]
    Twice(Handle),
    /// The board and the cards in play differ.
    #[error("not on the board: {lost:?}; on the board but not in play: {stray:?}")]
    Misplaced {
        /// In play, and on no pile.
        lost: Vec<Handle>,
        /// On a pile, and not in play.
        stray: Vec<Handle>,
    },
    /// No entry of a menu is allowed.
    #[error("{0} is asked and may choose nothing: {1:?}")]
    NothingToChoose(Seat, Box<Menu>),
    /// A request that nobody can answer.
    #[error("stuck at {0:?}")]
    Stuck(Box<Option<Request>>),
    /// The options or the number of seats are refused.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// An answer that was accepted once is refused when it is replayed.
    #[error("the replay is refused: {0}")]
    ReplayRefused(#[from] Refusal),
    /// Two runs with the same seed differ: the rules depend on chance or time.
    #[error("seed {0}: two runs of one seed differ")]
    RunsDiffer(u64),
    /// Replaying the same answers gives another state.
    #[error("seed {seed}: the replay differs at step {step}")]
    ReplayDiffers {
        /// The seed of the game.
        seed: u64,
        /// Where the difference was seen first.
        step: usize,
    },
    /// A seat can distinguish two games that differ only in hidden cards.
    #[error("{seat} sees a difference: {one}\n{other}")]
    Seen {
        /// The seat.
        seat: Seat,
        /// What it sees in one game.
        one: String,
        /// What it sees in the other.
        other: String,
    },
    /// A bot's pick depends on cards that it has not been shown.
    #[error("the bot of {seat} picks {one} or {other}")]
    BotPeeks {
        /// The seat.
        seat: Seat,
        /// Its pick in one game.
        one: usize,
        /// Its pick in the other.
        other: usize,
    },
    /// The same choices give different answers in two games that differ only in hidden cards.
    #[error("answers to {request:?} differ: {answers:?}")]
    AnswersDiffer {
        /// What was asked.
        request: Box<Request>,
        /// The answer in one game and in the other.
        answers: Box<[Answer; 2]>,
    },
    /// Found by a check of the game's own.
    #[error("{0}")]
    Unsound(String),
    /// A fault, with the place where it was found.
    #[error("{game}, step {step}: {fault}")]
    At {
        /// The game, its seats and its seed.
        game: String,
        /// The number of answers given before.
        step: usize,
        /// What is wrong.
        fault: Box<Fault>,
    },
}

impl Fault {
    /// This fault, at a step of a game.
    #[must_use]
    pub fn at(self, game: impl Into<String>, step: usize) -> Self {
        Self::At { game: game.into(), step, fault: Box::new(self) }
    }
}

impl From<String> for Fault {
    fn from(what: String) -> Self {
        Self::Unsound(what)
    }
}

impl From<&str> for Fault {
    fn from(what: &str) -> Self {
        Self::Unsound(what.into())
    }
}
