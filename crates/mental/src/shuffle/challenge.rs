//! What enters the challenges, in which order: the same lines serve prover and verifier.

use curve25519_dalek::Scalar;
use merlin::Transcript;

use super::{ShuffleProof, Third};
use crate::{
    card::MaskedCard,
    keys::JointKey,
    point::Point,
    transcript::{
        Context, Domain, TranscriptProtocol,
        label::{self, shuffle},
    },
};

/// The challenges of one shuffle.
#[derive(Clone)]
pub(super) struct Challenges {
    /// One of 128 bits per card.
    pub(super) t: Vec<Scalar>,
    pub(super) lambda: Scalar,
    pub(super) x: Scalar,
    pub(super) e: Scalar,
}

/// The transcript with the input in it.
pub(super) fn opened(ctx: &Context, joint: &JointKey, input: &[Vec<MaskedCard>]) -> Transcript {
    let mut t = ctx.open(Domain::Shuffle);
    t.point(label::H, joint.point());
    t.append_u64(shuffle::PILES, input.len() as u64);
    input.iter().for_each(|pile| t.cards(pile));
    t
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
        Self::new(opened(ctx, joint, input), output)
    }

    /// Continues a transcript that has the input already.
    pub(super) fn new(mut opened: Transcript, output: &[Vec<MaskedCard>]) -> Self {
        output.iter().for_each(|pile| opened.cards(pile));
        Self(opened)
    }

    /// `t_i`, after the commitment to the permutation.
    pub(super) fn t(&mut self, c: &Point, n: usize) -> Vec<Scalar> {
        self.0.point(shuffle::C, c);
        self.0.weights(shuffle::T, n)
    }

    /// `λ` and `x`, after the commitment to `b`.
    pub(super) fn lambda_x(&mut self, c_b: &Point) -> (Scalar, Scalar) {
        self.0.point(shuffle::C_B, c_b);
        (self.0.challenge(shuffle::LAMBDA), self.0.challenge(shuffle::X))
    }

    /// `e`, after everything that the responses depend on.
    pub(super) fn e(&mut self, third: &Third) -> Scalar {
        let Third { c_s, c_alpha, c_beta, e_s } = third;
        self.0.point(shuffle::C_S, c_s);
        self.0.point(shuffle::C_ALPHA, c_alpha);
        self.0.point(shuffle::C_BETA, c_beta);
        self.0.point(shuffle::E_A, &e_s.a);
        self.0.point(shuffle::E_B, &e_s.b);
        self.0.challenge(shuffle::E)
    }

    /// All challenges of a finished proof, and a digest of the statement and the whole proof.
    pub(super) fn replay(mut self, proof: &ShuffleProof, n: usize) -> (Challenges, [u8; 32]) {
        let ShuffleProof { c, c_b, third, g, h, z_rho, z, y } = proof;
        let t = self.t(c, n);
        let (lambda, x) = self.lambda_x(c_b);
        let e = self.e(third);
        self.0.scalars(shuffle::G, g);
        self.0.scalars(shuffle::H, h);
        self.0.scalar(shuffle::Z_RHO, z_rho);
        self.0.scalar(shuffle::Z, z);
        self.0.scalar(shuffle::Y, y);
        let mut digest = [0; 32];
        self.0.challenge_bytes(shuffle::DIGEST, &mut digest);
        (Challenges { t, lambda, x, e }, digest)
    }
}

/// `m_i = λ·i + t_i`, positions counted from one: what the products are made of.
pub(super) fn contents<'a>(
    t: &'a [Scalar],
    lambda: &'a Scalar,
) -> impl Iterator<Item = Scalar> + 'a {
    (1..=t.len() as u64).zip(t).map(move |(i, t)| lambda * Scalar::from(i) + t)
}
