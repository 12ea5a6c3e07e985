//! What enters the challenges, in which order: the same lines serve prover and verifier.

use curve25519_dalek::Scalar;
use merlin::Transcript;

use super::{First, ShuffleProof};
use crate::{
    card::MaskedCard,
    keys::JointKey,
    point::Point,
    transcript::{Context, Domain, TranscriptProtocol},
};

/// The challenges of one shuffle.
pub(super) struct Challenges {
    /// One of 128 bits per card.
    pub(super) t: Vec<Scalar>,
    pub(super) lambda: Scalar,
    pub(super) x: Scalar,
    pub(super) e: Scalar,
}

/// The transcript of one shuffle, opened with its whole statement.
pub(super) struct Rounds(Transcript);

impl Rounds {
    pub(super) fn open(
        ctx: &Context,
        joint: &JointKey,
        input: &[Vec<MaskedCard>],
        output: &[Vec<MaskedCard>],
    ) -> Self {
        let mut t = ctx.open(Domain::Shuffle);
        t.point(b"H", joint.point());
        t.append_u64(b"piles", input.len() as u64);
        for pile in input.iter().chain(output) {
            t.cards(pile);
        }
        Self(t)
    }

    /// `t_i`, after everything that must not depend on it.
    pub(super) fn t(&mut self, first: &First, n: usize) -> Vec<Scalar> {
        let First { c, c_d, c_s, c_beta, e_d } = first;
        self.0.points(b"first", [c, c_d, c_s, c_beta, &e_d.a, &e_d.b].into_iter());
        self.0.weights(b"t", n)
    }

    /// `λ` and `x`, after `f` and `Z`.
    pub(super) fn lambda_x(&mut self, f: &[Scalar], z_rho: &Scalar) -> (Scalar, Scalar) {
        self.0.scalars(b"f", f);
        self.0.scalar(b"Z", z_rho);
        (self.0.challenge(b"lambda"), self.0.challenge(b"x"))
    }

    /// `e`, after the commitment to `α`.
    pub(super) fn e(&mut self, c_alpha: &Point) -> Scalar {
        self.0.point(b"c_alpha", c_alpha);
        self.0.challenge(b"e")
    }

    /// All challenges of a finished proof, and a digest of the statement and the whole proof.
    pub(super) fn replay(mut self, proof: &ShuffleProof, n: usize) -> (Challenges, [u8; 32]) {
        let t = self.t(&proof.first, n);
        let (lambda, x) = self.lambda_x(&proof.f, &proof.z_rho);
        let e = self.e(&proof.c_alpha);
        self.0.scalars(b"g", &proof.g);
        self.0.scalars(b"h", &proof.h);
        self.0.scalars(b"z, y", &[proof.z, proof.y]);
        let mut digest = [0; 32];
        self.0.challenge_bytes(b"digest", &mut digest);
        (Challenges { t, lambda, x, e }, digest)
    }
}
