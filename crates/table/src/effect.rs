//! The effects of closing steps, for whoever follows a match.

use engine::{Answer, Event, Face, Handle, Seat};
use proto::Body;

use crate::{Seats, cards::Card};

/// An effect of closing a step, for whoever follows the match.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Something happened in the game.
    Said(Event),
    /// The rules were answered: all answers together are all that replaying the game needs.
    Answered(Answer),
    /// A card is dealt to one seat, which takes off the last layer with its own key and reads the card.
    Deliver(Seat, Handle, Card),
    /// A card that everybody at the table knows is shown to a seat.
    Learn(Seat, Handle, Face),
    /// Cards have left the game.
    Retired(Vec<Handle>),
    /// The table goes on without these seats.
    Gone(Seats),
    /// A proof was checked: who made it, in which step, and what it proves.
    Proven(Seat, u64, Proven),
}

/// What a proof proves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proven {
    /// The seat knows the secret of its match key.
    Key,
    /// The seat's key can be recovered if it leaves.
    Dealing,
    /// So many cards were masked and permuted, none exchanged.
    Shuffle(usize),
    /// So many shares are right.
    Shares(usize),
    /// So many cards are the same as before.
    Remask(usize),
    /// The choice is allowed, and the shown card is from the hand.
    Choice,
    /// The hand has no such card.
    NoneOf,
    /// The seat knows the plaintext of its part of a random number, so the part depends on no other.
    Beacon,
}

impl Proven {
    /// What its author has done, to be put after a name: "shuffled 52 cards".
    pub fn words(self) -> String {
        let cards = |number| format!("{number} card{}", if number == 1 { "" } else { "s" });
        match self {
            Self::Key => "knows the secret of their key for this match".into(),
            Self::Dealing => "left their key with the others in case they must leave".into(),
            Self::Shuffle(number) => format!("shuffled {}", cards(number)),
            Self::Shares(number) => format!("took their layer off {}", cards(number)),
            Self::Remask(1) => "looks at 1 card, and it is the same card".into(),
            Self::Remask(number) => {
                format!("looks at {}, and they are the same cards", cards(number))
            }
            Self::Choice => "made an allowed choice with their own cards".into(),
            Self::NoneOf => "has no such card".into(),
            Self::Beacon => "gave their part of a random number".into(),
        }
    }

    /// What a checked contribution has proven; `None` if nothing worth telling. The proof of a seal is
    /// left out: nobody learns anything from it before the seal is opened, and opening it proves the
    /// choice.
    pub(crate) fn of(body: &Body) -> Option<Self> {
        Some(match body {
            Body::Key { .. } => Self::Key,
            Body::Dealing(_) => Self::Dealing,
            Body::Shuffle(shuffle) => Self::Shuffle(shuffle.piles.iter().map(Vec::len).sum()),
            Body::Shares { own, .. } => {
                Self::Shares(own.as_ref().map_or(0, |shares| shares.shares.len()))
            }
            Body::Remask(remask) => Self::Remask(remask.cards.len()),
            Body::Choice { .. } | Body::Open { .. } => Self::Choice,
            Body::Answer { none: Some(_), .. } => Self::NoneOf,
            Body::Beacon(_) => Self::Beacon,
            Body::Receipt(_)
            | Body::Seal(_)
            | Body::Answer { .. }
            | Body::Attest(_)
            | Body::CommonHead => return None,
        })
    }
}
