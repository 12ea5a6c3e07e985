//! A mental-poker toolkit on ristretto255: shuffled and hidden cards without a trusted dealer.
//!
//! Every seat has a secret key; a card is masked under the sum of all keys, so that it takes a
//! [share](Shares) of every seat to open it. Every seat [shuffles](Shuffle) in turn, so that one honest
//! seat is enough for a fair deck. Every message carries a proof bound to its [`Context`], and what
//! may be used further is a type that only verification makes.
//!
//! Three players draw one card each and the highest wins:
//!
//! ```
//! # use mental::*;
//! # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut rng = ChaCha20Rng::seed_from_u64(1); // real seats seed from the system
//! let ctx = |step, seat| Context::new([0; 32], step, seat);
//!
//! // Step 0: every seat has committed to a key (the blinds are random and secret until now), shows
//! // it and that it knows its secret.
//! let secrets = [(); 3].map(|()| SecretKey::generate(&mut rng));
//! let blinds = [[1; 32], [2; 32], [3; 32]];
//! let said: Vec<_> =
//!     secrets.iter().zip(&blinds).map(|(x, blind)| key_commitment(&x.public(), blind)).collect();
//! let mut keys = Vec::new();
//! for (i, secret) in secrets.iter().enumerate() {
//!     let ctx = ctx(0, i as u16);
//!     let proof = secret.prove(&ctx, &mut rng);
//!     keys.push(PublicKey::verify(&ctx, &said[i], &secret.public(), &blinds[i], &proof)?);
//! }
//! let joint = JointKey::new(&keys)?;
//!
//! // Step 1: every seat in turn shuffles what the one before it left.
//! let faces = FaceTable::new("high card", 0, 1..=13);
//! let mut deck: Vec<Vec<Card>> =
//!     vec![(1..=13).filter_map(|f| faces.point(f)).map(|m| Card::open(*m)).collect()];
//! for seat in 0..3 {
//!     let shuffle = Shuffle::new(&ctx(1, seat), &joint, &deck, &mut rng)?;
//!     deck = shuffle.verify(&ctx(1, seat), &joint, &deck)?.into_piles();
//! }
//!
//! // Step 2: the first three cards go to the three seats: all others publish their shares.
//! // Step 3: they are turned up: the owner publishes its share as well.
//! let mut drawn = Vec::new();
//! for (owner, card) in deck[0].iter().take(3).enumerate() {
//!     let mut share = |step, seat: usize| -> Result<Share, ShareError> {
//!         let ctx = ctx(step, seat as u16);
//!         let message = Shares::new(&ctx, &secrets[seat], &[*card], &mut rng);
//!         Ok(message.verify(&ctx, &keys[seat], &[*card])?[0])
//!     };
//!     let mut shares = Vec::new();
//!     for seat in (0..3).filter(|seat| *seat != owner) {
//!         shares.push(share(2, seat)?);
//!     }
//!     let seen = open_private(card, &joint, &shares, &secrets[owner])?;
//!     assert!(open(card, &joint, &shares).is_err(), "nobody else can open it yet");
//!     shares.push(share(3, owner)?);
//!     assert_eq!(open(card, &joint, &shares)?, seen);
//!     drawn.push(faces.face_of(&seen).ok_or("no card of this deck")?);
//! }
//! let winner = (0..3).max_by_key(|seat| drawn[*seat]);
//! # assert!(winner.is_some() && drawn[0] != drawn[1] && drawn[1] != drawn[2] && drawn[0] != drawn[2]);
//! # Ok(())
//! # }
//! ```
//!
//! # Randomness
//!
//! Every function that takes an `rng` is deterministic but for it, which is what makes seeded tests
//! and vectors possible. The caller's duty: a generator seeded from the operating system. Two
//! proofs of different statements with the same nonce give the secret away, and so does a nonce that
//! somebody can guess. Against a generator that fails at that, as one that was set back by restoring
//! a saved state or copied into a child process, nonces are drawn from context, statement, secret
//! and `rng` together. Three things have no such help. A [`SecretKey`] and a [`PreparedShuffle`] are
//! as good as their `rng` alone; and what has no secret of its own to hide behind, a shuffle, a
//! remasking, a seal or a beacon's part, is safe with a generator that repeats itself, but not with
//! one that can be guessed.
//!
//! # Claims
//!
//! Verification can run apart from what depends on it: on another processor, or earlier, where a node
//! reads again what it verified before it was stored. For that, messages have a function `claimed`, which
//! checks all but the proof and returns what verification would. The caller must make sure that the proof
//! is verified; until it is known to hold, nothing made from the result with a secret may be sent, and
//! nothing may be called fair.
//!
//! # Speed
#![doc = include_str!("../docs/speed.md")]
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod beacon;
pub mod card;
mod dleq;
pub mod escrow;
mod generators;
pub mod keys;
mod known_mask;
pub mod none_of;
pub mod point;
pub mod remask;
pub mod seal;
pub mod share;
pub mod shuffle;
pub mod transcript;

pub use beacon::{Beacon, BeaconCard, BeaconError, BeaconPart, VerifiedPart};
pub use card::{Card, FaceTable, MaskedCard, face_point};
pub use escrow::{
    Blame, Complaint, ComplaintError, Dealing, Escrow, EscrowError, EscrowShare, PartError,
    Received, RecoverError, Recovered, RecoveredShares, combine,
};
pub use keys::{JointKey, KeyError, KeyProof, PublicKey, SecretKey, key_commitment};
pub use none_of::{NoneOf, NoneOfError, StrippedCard};
pub use point::Point;
pub use remask::{Remask, RemaskError, Remasked};
pub use seal::{OpenedSeal, Seal, SealError, SealOpening, VerifiedSeal, entry_point};
pub use share::{OpenError, Share, ShareError, Shares, open, open_private};
pub use shuffle::{ChainError, PreparedShuffle, Shuffle, ShuffleError, ShuffleProof, Shuffled};
pub use transcript::Context;

#[cfg(test)]
extern crate self as mental;
#[cfg(test)]
#[path = "../tests/common/mod.rs"]
mod testing;
