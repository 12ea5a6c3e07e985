//! What can be wrong with this node itself, or with the rules it runs.

use engine::{Handle, Refusal, Seat};
use mental::{
    BeaconError, EscrowError, KeyError, NoneOfError, OpenError, PartError, RecoverError,
    ShareError, ShuffleError,
};

/// An error that only a bug in this code, or in that of the game, can cause. It ends the match for this
/// node and accuses nobody.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Bug {
    /// The joint key is needed before it exists.
    #[error("there is no joint key yet")]
    NoJointKey,
    /// A seat has no match key.
    #[error("there is no match key of {0}")]
    NoKey(Seat),
    /// A seat's key was never shared.
    #[error("there is no escrow of {0}")]
    NoEscrow(Seat),
    /// This seat has kept no share of another's key.
    #[error("the escrow share of {0} is lost")]
    NoEscrowShare(Seat),
    /// This seat does not know all the cards of its own hand.
    #[error("a card of one's own hand is not known")]
    UnknownHand,
    /// The rules speak of a card that does not exist.
    #[error("card {} is not there", .0.0)]
    NoCard(Handle),
    /// A card was opened to a point that is no face of its deck.
    #[error("card {} was opened and has no face", .0.0)]
    NoFace(Handle),
    /// A round expects a contribution of a seat that it has asked nothing.
    #[error("{0} was not asked")]
    NotAsked(Seat),
    /// No entry of the menu opens this seat's own seal.
    #[error("one's own seal cannot be opened")]
    ForeignSeal,
    /// The rules have come to an end without a result.
    #[error("there is no result")]
    NoResult,
    /// A step is closed with contributions that were not checked for it.
    #[error("the step was closed with contributions that were not checked for it")]
    NotOfThisStep,
    /// The rules refuse the answer to their own request.
    #[error("the rules refuse what came of their request: {0}")]
    Answer(Refusal),
    /// Keys that were verified one by one do not make a joint key.
    #[error(transparent)]
    Keys(KeyError),
    /// A dealing was made or checked for an impossible seat or threshold.
    #[error(transparent)]
    Escrow(EscrowError),
    /// These piles cannot be shuffled.
    #[error(transparent)]
    Shuffle(ShuffleError),
    /// Shares were checked for another seat than the one that gave them.
    #[error(transparent)]
    Shares(ShareError),
    /// Parts of a leaver's shares were checked for another seat than the one that gave them.
    #[error(transparent)]
    Recovered(PartError),
    /// Parts that were checked do not give a leaver's shares.
    #[error(transparent)]
    Recover(RecoverError),
    /// A hand was checked for another seat than its owner.
    #[error(transparent)]
    NoneOf(NoneOfError),
    /// Parts that were checked do not give a random number.
    #[error(transparent)]
    Beacon(BeaconError),
    /// A card does not open with shares that were checked.
    #[error(transparent)]
    Open(#[from] OpenError),
}
