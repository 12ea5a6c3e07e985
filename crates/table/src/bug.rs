//! What can be wrong with this node itself, or with the rules it runs.

use engine::{Handle, Refusal, Seat};
use mental::{
    BeaconError, EscrowError, KeyError, NoneOfError, OpenError, PartError, RecoverError,
    ShareError, ShuffleError,
};

/// Something that cannot be unless the code here, or that of the game, is wrong. It ends the match
/// for this node and accuses nobody.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Bug {
    /// Cards are to be masked before there are keys.
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
    /// All shares of a card are there, and it has no face.
    #[error("card {} was opened and has no face", .0.0)]
    NoFace(Handle),
    /// A seat owes something to a round that has nothing for it.
    #[error("{0} was not asked")]
    NotAsked(Seat),
    /// No entry of its menu gives the seal that this seat has made.
    #[error("one's own seal cannot be opened")]
    ForeignSeal,
    /// The rules have come to an end without a result.
    #[error("there is no result")]
    NoResult,
    /// A step is closed with other contributions than it waits for.
    #[error("the step was closed with contributions that were not checked for it")]
    NotOfThisStep,
    /// The rules refuse the answer to their own request.
    #[error("the rules refuse what came of their request: {0}")]
    Answer(Refusal),
    /// Keys that were checked do not fit together.
    #[error(transparent)]
    Keys(KeyError),
    /// A dealing was made or checked for a seat or threshold that cannot be.
    #[error(transparent)]
    Escrow(EscrowError),
    /// Nobody can shuffle these piles.
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
