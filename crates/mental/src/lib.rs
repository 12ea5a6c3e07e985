//! A mental-poker toolkit on ristretto255.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod card;
mod dleq;
mod generators;
pub mod keys;
pub mod point;
pub mod remask;
pub mod share;
pub mod transcript;

pub use card::{FaceTable, MaskedCard, face_point};
pub use keys::{JointKey, KeyError, KeyProof, PublicKey, SecretKey, key_commitment};
pub use point::Point;
pub use remask::{Remask, RemaskError, Remasked};
pub use share::{OpenError, Share, ShareError, Shares, open, open_private};
pub use transcript::Context;
