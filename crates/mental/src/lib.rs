//! A mental-poker toolkit on ristretto255.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod beacon;
pub mod card;
mod dleq;
pub mod escrow;
mod generators;
pub mod keys;
pub mod none_of;
pub mod point;
pub mod remask;
pub mod share;
pub mod shuffle;
pub mod transcript;

pub use beacon::{Beacon, BeaconError, BeaconPart, VerifiedPart, beacon_card};
pub use card::{FaceTable, MaskedCard, face_point};
pub use escrow::{
    Complaint, ComplaintError, Dealing, Escrow, EscrowError, EscrowShare, PartError, Received,
    RecoverError, Recovered, RecoveredShares, combine, recover,
};
pub use keys::{JointKey, KeyError, KeyProof, PublicKey, SecretKey, key_commitment};
pub use none_of::{NoneOf, NoneOfError, StrippedCard};
pub use point::Point;
pub use remask::{Remask, RemaskError, Remasked};
pub use share::{OpenError, Share, ShareError, Shares, open, open_private};
pub use shuffle::{ChainError, PreparedShuffle, Shuffle, ShuffleError, ShuffleProof, Shuffled};
pub use transcript::Context;

#[cfg(test)]
extern crate self as mental;
#[cfg(test)]
#[path = "../tests/common/mod.rs"]
mod testing;
