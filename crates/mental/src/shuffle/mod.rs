#![doc = include_str!("../../docs/shuffle.md")]

mod challenge;
mod commit;
mod permutation;
mod prove;
mod shape;
#[cfg(test)]
mod tests;
mod verify;

use challenge::opened;
use curve25519_dalek::Scalar;
use rand_core::CryptoRng;
use serde::{Deserialize, Serialize};

pub use prove::PreparedShuffle;
pub use verify::{ChainError, Shuffled};

use crate::{
    card::{Card, MaskedCard, wire},
    keys::JointKey,
    point::Point,
    transcript::{Context, TranscriptProtocol},
};

/// The most cards one message can shuffle, all piles together: two and a half times the largest
/// deck of any game here, and few enough to bound what a peer can make others compute.
pub const MAX_CARDS: usize = 256;

/// Piles of cards, each masked again and permuted within itself, with the proof of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shuffle {
    /// The piles after the shuffle, sizes as before.
    pub piles: Vec<Vec<MaskedCard>>,
    /// The proof of that.
    pub proof: ShuffleProof,
}

impl Shuffle {
    /// Shuffles every pile of `input` within itself, uniformly. Piles may be empty; there must be
    /// 1 to [`MAX_CARDS`] cards in all.
    pub fn new(
        ctx: &Context,
        joint: &JointKey,
        input: &[Vec<Card>],
        rng: &mut impl CryptoRng,
    ) -> Result<Self, ShuffleError> {
        let sizes: Vec<usize> = input.iter().map(Vec::len).collect();
        let input = wire(input);
        let opened = opened(ctx, joint, &input);
        let rng = &mut opened.hedge(&[], rng);
        PreparedShuffle::prepare(joint, &sizes, rng)?.shuffle_opened(opened, &input)
    }

    /// [`Shuffle::new`] together with its output. The prover need not verify its own shuffle: that could
    /// only find a fault of this code or machine, and debug builds do it.
    pub fn make(
        ctx: &Context,
        joint: &JointKey,
        input: &[Vec<Card>],
        rng: &mut impl CryptoRng,
    ) -> Result<(Self, Shuffled), ShuffleError> {
        let shuffle = Self::new(ctx, joint, input, rng)?;
        debug_assert_eq!(shuffle.verify(ctx, joint, input), Ok(Shuffled::of(&shuffle)));
        let shuffled = Shuffled::of(&shuffle);
        Ok((shuffle, shuffled))
    }
}

/// The argument, in the order of its rounds; the symbols are those of [the page](self).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShuffleProof {
    /// Commitment to `a = π`, before `t`.
    c: Point,
    /// Commitment to `b = t_π`, before `λ` and `x`.
    c_b: Point,
    /// What is sent before `e`.
    third: Third,
    /// `g_i = e·u_i + s_i`.
    g: Vec<Scalar>,
    /// `h_i = e·α_i + β_i`.
    h: Vec<Scalar>,
    /// `Z = e·Σ u_i·ρ_i + R`.
    z_rho: Scalar,
    /// `z = e·(λ·r + r_b) + r_s`, which opens `g`.
    z: Scalar,
    /// `y = e·r_α + r_β`, which opens `h`.
    y: Scalar,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Third {
    /// Commitment to `s`.
    c_s: Point,
    /// Commitment to `α`.
    c_alpha: Point,
    /// Commitment to `β`.
    c_beta: Point,
    /// `E = Σ s_i·C'_i − Enc(0; R)`.
    e_s: MaskedCard,
}

/// Why a shuffle cannot be made or is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShuffleError {
    /// There is nothing to shuffle, or too much.
    #[error("a shuffle takes 1 to {MAX_CARDS} cards in all")]
    Cards,
    /// The piles do not have the sizes they should have.
    #[error("the piles do not have the sizes of the piles to be shuffled")]
    Sizes,
    /// The proof is not of the length its statement asks for.
    #[error("the proof of the shuffle is not of the length its piles ask for")]
    Length,
    /// A shuffled card contains the neutral element, so it is not masked.
    #[error("a card came out of the shuffle unmasked")]
    Unmasked,
    /// The argument does not hold.
    #[error("the proof of the shuffle does not hold")]
    Proof,
}
