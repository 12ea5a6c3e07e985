//! Remasking: one seat puts a fresh layer over some cards and proves that they are the same cards.
//!
//! ```text
//! statement  A'_i = A_i + r_i·G,  B'_i = B_i + r_i·H  for i = 1 … n
//! transcript domain "remask"; "H" H; length n; for each card: "A" A_i, "B" B_i;
//!            length n; for each card: "A" A'_i, "B" B'_i
//!            ρ_1 … ρ_n = challenge "weight" (16·n bytes, 16 for each, little-endian)
//!            Q = Σ ρ_i·(A'_i − A_i),  S = Σ ρ_i·(B'_i − B_i),  r = Σ ρ_i·r_i
//! proof      [`dleq`](crate::dleq) of (Q, H, S) with the secret r in the same transcript: (c, z)
//! ```
//!
//! Sound: let `A'_i − A_i = r_i·G` and `B'_i − B_i = r_i·H + E_i`; then `S = r·H` says
//! `Σ ρ_i·E_i = 0`, and the `E_i` are fixed before the `ρ_i` are drawn. Answers under `n`
//! independent choices of weights give every single `r_i`, so the seat knows them all and cannot
//! have borrowed a layer from somebody else's card.

use curve25519_dalek::{Scalar, ristretto::RistrettoPoint};
use merlin::Transcript;
use rand_core::CryptoRng;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::{
    card::MaskedCard,
    dleq::{Dleq, vartime_sum},
    keys::JointKey,
    transcript::{Context, Domain, TranscriptProtocol},
};

/// The same cards, masked again, with one proof for all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remask {
    /// `(A'_i, B'_i)`, in the order of the input.
    pub cards: Vec<MaskedCard>,
    proof: Dleq,
}

impl Remask {
    /// Masks every card of `input` again.
    pub fn new(
        ctx: &Context,
        joint: &JointKey,
        input: &[MaskedCard],
        rng: &mut impl CryptoRng,
    ) -> Self {
        let layers: Zeroizing<Vec<Scalar>> =
            Zeroizing::new(input.iter().map(|_| Scalar::random(rng)).collect());
        let cards: Vec<_> = input.iter().zip(&*layers).map(|(c, r)| c.mask(joint, r)).collect();
        let mut t = ctx.open(Domain::Remask);
        let weights = weigh(&mut t, joint, input, &cards);
        let r: Scalar = weights.iter().zip(&*layers).map(|(rho, r)| rho * r).sum();
        let proof = Dleq::new(&mut t, &Zeroizing::new(r), joint.point().point(), rng);
        Self { cards, proof }
    }

    /// Checks that these are exactly the cards of `input`, in order, under one more layer.
    pub fn verify(
        &self,
        ctx: &Context,
        joint: &JointKey,
        input: &[MaskedCard],
    ) -> Result<Remasked, RemaskError> {
        if self.cards.len() != input.len() {
            return Err(RemaskError::Length { expected: input.len(), found: self.cards.len() });
        }
        if let Some(card) = self.cards.iter().position(|card| card.a.is_identity()) {
            return Err(RemaskError::Unmasked(card));
        }
        let mut t = ctx.open(Domain::Remask);
        let weights = weigh(&mut t, joint, input, &self.cards);
        let pairs = || self.cards.iter().zip(input);
        let a: Vec<RistrettoPoint> = pairs().map(|(n, o)| n.a.point() - o.a.point()).collect();
        let b: Vec<RistrettoPoint> = pairs().map(|(n, o)| n.b.point() - o.b.point()).collect();
        let q = vartime_sum(weights.iter().copied(), &a);
        let s = vartime_sum(weights, &b);
        if self.proof.holds(&mut t, &q, joint.point().point(), &s) {
            Ok(Remasked { cards: self.cards.clone() })
        } else {
            Err(RemaskError::Proof)
        }
    }
}

/// Appends the statement and draws its weights.
fn weigh(
    t: &mut Transcript,
    joint: &JointKey,
    input: &[MaskedCard],
    output: &[MaskedCard],
) -> Vec<Scalar> {
    t.point(b"H", joint.point());
    t.cards(input);
    t.cards(output);
    t.weights(b"weight", input.len())
}

/// Verified: the same cards under one more layer. Only verification makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remasked {
    cards: Vec<MaskedCard>,
}

impl Remasked {
    /// The cards, in the order of the input.
    pub fn cards(&self) -> &[MaskedCard] {
        &self.cards
    }
}

/// Why a remasking is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RemaskError {
    /// Another number of cards than before.
    #[error("{found} cards came back for {expected}")]
    Length {
        /// How many cards there were.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The card at this index has no mask at all.
    #[error("card {0} came back without a mask")]
    Unmasked(usize),
    /// At least one card is not the one it was.
    #[error("the proof that the cards are the same does not hold")]
    Proof,
}
