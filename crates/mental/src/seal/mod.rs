//! Seals: choices that are fixed before they are shown, and that the others can open if their
//! author has left.
//!
//! An entry of a menu is hashed to the group, as a face is, and masked under the joint key; its
//! author proves that it knows the mask. To open the seal, the author publishes entry and mask. If
//! it has left, the seal is opened like any card, with [`Shares`](crate::Shares), those of the
//! leaver recovered from [`escrow`](crate::escrow): leaving does not take a choice back.
//!
//! ```text
//! entry      E_e = hash-to-group(SHA-512("nodealer/mental/1/entry" ‖ e as 2 bytes, little-endian)),
//!            the 64 bytes mapped as in RFC 9496, section 4.3.4
//! seal       A = r·G,  B = E_e + r·H
//! statement  A = r·G,  A ≠ 0
//! transcript domain "seal"; "H" H; "A" A; "B" B; "K" K = k·G;  c = challenge "c"
//! proof      (c, z = k + c·r); the verifier recomputes K = z·G − c·A and compares c
//! opening    (e, r), good if A = r·G and B = E_e + r·H
//! ```
//!
//! Binding: `A` fixes `r`, and `B − r·H` is at most one `E_e`, so nobody can open a seal to two
//! entries, whatever they can compute; nor can the author and the others open it to different ones.
//!
//! Not malleable: a copy of a seal, or one that was made from it, needs a proof in another context,
//! and so a mask that its author knows. Otherwise a seat could copy a choice unseen, or leave after
//! copying it, so that opening the copy shows a choice that is still sealed.
//!
//! Two limits remain:
//!
//! - Whoever can open cards can open a seal early: all seats together, and with escrow any `n − k`
//!   of them who collude, `k` being the number of leavers the table survives. It is hidden from
//!   fewer.
//! - The proof says that the author knows what is sealed, not that it is an entry of the menu. A
//!   seal of anything else has no opening that verifies, and shares open it to `None`: its author
//!   has fixed when it sealed that it can never open it.

use curve25519_dalek::{Scalar, ristretto::RistrettoPoint};
use rand_core::CryptoRng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha512};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::{
    card::Card,
    keys::JointKey,
    known_mask::{KnownMask, MaskError, statement},
    point::Point,
    share::{OpenError, Share, open},
    transcript::{Context, Domain, TranscriptProtocol, label},
};

/// `E_e`: the element that stands for the entry `entry` of any menu.
pub fn entry_point(entry: u16) -> Point {
    let hash = Sha512::new().chain_update(label::ENTRY).chain_update(entry.to_le_bytes());
    Point::new(RistrettoPoint::from_uniform_bytes(&hash.finalize().into()))
}

/// One seat's sealed choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal(KnownMask);

impl Seal {
    /// Seals `entry`, and returns what opens the seal.
    ///
    /// The same arguments and randomness give the same seal and the same opening again.
    pub fn new(
        ctx: &Context,
        joint: &JointKey,
        entry: u16,
        rng: &mut impl CryptoRng,
    ) -> (Self, SealOpening) {
        let t = statement(Domain::Seal, ctx, joint);
        // Hedged with the entry too: a generator that repeats itself then gives two entries neither the
        // same mask, whose difference would show both, nor the same nonce.
        let rng = &mut t.hedge(&[&Scalar::from(entry)], rng);
        let [r, k] = [(); 2].map(|()| Zeroizing::new(Scalar::random(rng)));
        let card = Card::open(entry_point(entry)).mask(joint, &r);
        (Self(KnownMask::new(t, card, &r, &k)), SealOpening { entry, r: *r })
    }

    /// Checks that the seat of `ctx` made this seal itself: it knows what is in it.
    pub fn verify(&self, ctx: &Context, joint: &JointKey) -> Result<VerifiedSeal, SealError> {
        let card = self.0.verify(statement(Domain::Seal, ctx, joint))?;
        Ok(VerifiedSeal { card, joint: joint.clone() })
    }

    /// What [`verify`](Self::verify) returns if the proof holds, without checking it: see [the
    /// crate](crate#claims).
    pub fn claimed(&self, joint: &JointKey) -> Result<VerifiedSeal, SealError> {
        Ok(VerifiedSeal { card: self.0.claimed()?, joint: joint.clone() })
    }
}

/// What opens a seal, secret until then and wiped from memory when dropped.
#[derive(Zeroize, ZeroizeOnDrop)]
pub struct SealOpening {
    entry: u16,
    r: Scalar,
}

impl SealOpening {
    /// The message that shows everybody the sealed entry.
    pub fn publish(self) -> OpenedSeal {
        OpenedSeal { entry: self.entry, r: self.r }
    }
}

/// The author's opening of its seal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenedSeal {
    entry: u16,
    r: Scalar,
}

impl OpenedSeal {
    /// What [`verify`](Self::verify) returns if this opens the seal, without checking it: see [the
    /// crate](crate#claims).
    pub fn claimed(&self) -> u16 {
        self.entry
    }

    /// The entry, if it is the one that was sealed. Whether a menu has it is the caller's to check.
    pub fn verify(&self, seal: &VerifiedSeal) -> Result<u16, SealError> {
        let resealed = Card::open(entry_point(self.entry)).mask(&seal.joint, &self.r);
        if resealed == *seal.card { Ok(self.entry) } else { Err(SealError::Opening) }
    }
}

/// A seal whose author knows what is in it, and the joint key it was made under. Only verification makes
/// one, or a [claim](crate#claims).
///
/// It is a card for those who open it in the author's place. A seal that was not verified is none:
///
/// ```compile_fail,E0599
/// # use mental::{Card, Seal};
/// fn too_early(heard: &Seal) -> &Card {
///     heard.card()
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedSeal {
    card: Card,
    joint: JointKey,
}

impl VerifiedSeal {
    /// The card that every seat gives its share of if the author has left.
    pub fn card(&self) -> &Card {
        &self.card
    }

    /// The sealed entry of a menu of `entries`, once the shares of all keys are there; `None` if it
    /// is no entry of it.
    pub fn open(&self, shares: &[Share], entries: usize) -> Result<Option<u16>, OpenError> {
        let opened = open(&self.card, &self.joint, shares)?;
        Ok((0..=u16::MAX).take(entries).find(|entry| entry_point(*entry) == opened))
    }
}

/// Why a seal, or the opening of one, is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// The choice is not masked at all.
    #[error("the seal has no mask")]
    Identity,
    /// The seat does not know what it sealed, or took it from somebody else.
    #[error("the proof of knowledge of what is sealed does not hold")]
    Proof,
    /// The opening is of another entry or of another seal.
    #[error("the opening does not fit the seal")]
    Opening,
}

impl From<MaskError> for SealError {
    fn from(why: MaskError) -> Self {
        match why {
            MaskError::Identity => Self::Identity,
            MaskError::Proof => Self::Proof,
        }
    }
}

#[cfg(test)]
mod tests;
