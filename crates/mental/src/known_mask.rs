//! A masked card whose author proves that it knows the mask: what a beacon's part and a seal are.
//!
//! ```text
//! statement  A = r·G,  A ≠ 0
//! transcript the domain of what it is used for; "H" H; "A" A; "B" B; "K" K = k·G;  c = challenge "c"
//! proof      (c, z = k + c·r); the verifier recomputes K = z·G − c·A and compares c
//! ```
//!
//! Whoever knows `r` knows the plaintext `B − r·H`, so a pair that was made out of somebody else's,
//! whose mask its author does not know, has no proof. `B` is in the challenge although no equation
//! has it: otherwise a proof could be kept while the plaintext is changed. Opening such a card for
//! its author gives nothing away: all shares together are `r·H`, which the author knows already.

use curve25519_dalek::{Scalar, ristretto::RistrettoPoint};
use merlin::Transcript;
use serde::{Deserialize, Serialize};

use crate::{
    card::{Card, MaskedCard},
    keys::JointKey,
    point::Point,
    transcript::{
        Context, Domain, TranscriptProtocol,
        label::{self, known_mask},
    },
};

/// A masked card, and knowledge of an `r` with `A = r·G`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KnownMask {
    pub(crate) card: MaskedCard,
    pub(crate) c: Scalar,
    pub(crate) z: Scalar,
}

/// The transcript that a proof goes on from, and its nonce is drawn from.
pub(crate) fn statement(domain: Domain, ctx: &Context, joint: &JointKey) -> Transcript {
    let mut t = ctx.open(domain);
    t.point(label::H, joint.point());
    t
}

impl KnownMask {
    /// Proves that `r` is the mask of `card`. The nonce `k` must be as fresh and secret as `r`, and
    /// used for nothing else: two answers under one nonce give `r` away.
    pub(crate) fn new(t: Transcript, card: MaskedCard, r: &Scalar, k: &Scalar) -> Self {
        let c = challenge(t, &card, RistrettoPoint::mul_base(k));
        Self { card, c, z: k + c * r }
    }

    /// The card, if its author knows the mask.
    pub(crate) fn verify(&self, t: Transcript) -> Result<Card, MaskError> {
        let claimed = self.claimed()?;
        let a = self.card.a.point();
        let k = RistrettoPoint::vartime_double_scalar_mul_basepoint(&-self.c, a, &self.z);
        if challenge(t, &self.card, k) == self.c { Ok(claimed) } else { Err(MaskError::Proof) }
    }

    /// The card, whether its author knows the mask or not.
    pub(crate) fn claimed(&self) -> Result<Card, MaskError> {
        match self.card.a.is_identity() {
            true => Err(MaskError::Identity),
            false => Ok(Card::trusted(self.card)),
        }
    }
}

pub(crate) fn challenge(mut t: Transcript, card: &MaskedCard, k: RistrettoPoint) -> Scalar {
    t.point(label::A, &card.a);
    t.point(label::B, &card.b);
    t.point(known_mask::K, &Point::new(k));
    t.challenge(known_mask::C)
}

/// Why a masked card is refused.
pub(crate) enum MaskError {
    /// There is no mask.
    Identity,
    /// The author does not know the mask.
    Proof,
}
