//! What a step waits for. It follows from the rules' request; nobody ever sends it.

use std::collections::BTreeMap;

use engine::{Audience, Choice, Handle, Seat};
use mental::{BeaconCard, Context, Shuffle};
use proto::Digest;

use crate::{cards::Card, seats::Seats};

/// The kind of step.
pub(crate) enum Round {
    /// Everybody opens the commitment to their match key.
    Keys,
    /// Everybody shares their match key among the others.
    Dealings,
    /// Everybody accepts what they were dealt, or proves it bad.
    Receipts,
    /// The next seat that has not shuffled does.
    Shuffle(Chain),
    /// Owners permute their hands.
    Remix,
    /// Viewers mask cards again.
    Remask,
    /// Those who have not given their shares do.
    Opening(Opening),
    /// One seat chooses.
    Choose(Seat),
    /// The asked seats seal their choices.
    Seal,
    /// Sealed choices are opened.
    Open(Sealed),
    /// Hands answer a demand.
    Demand,
    /// Everybody gives a part of a random number.
    Beacon,
    /// Everybody signs the end.
    Attest,
    /// Nothing more is said.
    Over,
}

/// A chain of shuffles, each made from the one before.
pub(crate) struct Chain {
    /// What the last shuffle that was checked left.
    pub piles: Vec<Vec<mental::Card>>,
    pub done: Seats,
    /// Shuffles after it whose proofs are still to be checked, all together at the end of the chain.
    pub links: Vec<(u64, Seat, Context, Shuffle)>,
}

/// Cards on their way to those who may see them.
pub(crate) struct Opening {
    pub items: Vec<Item>,
    pub purpose: Purpose,
}

/// One card on its way.
#[derive(Clone)]
pub(crate) struct Item {
    pub card: Card,
    pub to: Audience,
    /// The card on the board; none for a random number.
    pub handle: Option<Handle>,
}

/// What the opening is for.
pub(crate) enum Purpose {
    Show,
    Remix,
    Peek,
    /// Opens the sum of the parts of a random number.
    Roll(BeaconCard),
    /// Opens the hands of seats that have gone; then the interrupted round goes on.
    Leavers(Box<Round>),
}

/// Sealed choices, and those opened so far.
pub(crate) struct Sealed {
    pub step: u64,
    pub seals: BTreeMap<Seat, Digest>,
    pub choices: Vec<Choice>,
}
