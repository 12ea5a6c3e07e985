//! One secret in two places (Chaum–Pedersen), in the compact form.
//!
//! Statement: `Q = x·G` and `S = x·P`. The caller has already appended everything that determines
//! `Q`, `P` and `S` to the transcript; the proof goes on from there.
//!
//! ```text
//! prover    k ← random (out of the transcript, x and fresh bytes),  K_G = k·G,  K_P = k·P
//!           append "K_G" K_G, append "K_P" K_P
//!           c = challenge "c" (64 bytes mod ℓ),  z = k + c·x
//! proof     (c, z)
//! verifier  K_G = z·G − c·Q,  K_P = z·P − c·S
//!           append "K_G" K_G, append "K_P" K_P, accept if challenge "c" = c
//! ```
//!
//! Every proof in this crate that is about one message only is sent in this form: challenge and
//! responses, without commitments. It is half the size, leaves the verifier no equation to forget
//! (a wrong commitment changes the challenge), and needs no weights of the verifier's own; what it
//! gives up, batching over *many* messages, matters for chains of shuffles only.

use core::borrow::Borrow;

use curve25519_dalek::{
    Scalar,
    ristretto::RistrettoPoint,
    traits::{MultiscalarMul, VartimeMultiscalarMul},
};
use merlin::Transcript;
use rand_core::CryptoRng;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::{
    point::Point,
    transcript::{TranscriptProtocol, label::dleq},
};

/// Knowledge of an `x` with `Q = x·G` and `S = x·P`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Dleq {
    pub(crate) c: Scalar,
    pub(crate) z: Scalar,
}

impl Dleq {
    /// Proves that `x` is the secret of both `x·G` and `x·P`; constant time in `x`.
    pub(crate) fn new(
        t: &mut Transcript,
        x: &Scalar,
        p: &RistrettoPoint,
        rng: &mut impl CryptoRng,
    ) -> Self {
        let k = Zeroizing::new(Scalar::random(&mut t.hedge(&[x], rng)));
        let c = challenge(t, RistrettoPoint::mul_base(&k), *k * p);
        Self { c, z: *k + c * x }
    }

    /// Whether one secret takes `G` to `q` and `p` to `s`.
    pub(crate) fn holds(
        &self,
        t: &mut Transcript,
        q: &RistrettoPoint,
        p: &RistrettoPoint,
        s: &RistrettoPoint,
    ) -> bool {
        let k_g = RistrettoPoint::vartime_double_scalar_mul_basepoint(&-self.c, q, &self.z);
        let k_p = vartime_sum([self.z, -self.c], [p, s]);
        challenge(t, k_g, k_p) == self.c
    }
}

pub(crate) fn challenge(t: &mut Transcript, k_g: RistrettoPoint, k_p: RistrettoPoint) -> Scalar {
    t.point(dleq::K_G, &Point::new(k_g));
    t.point(dleq::K_P, &Point::new(k_p));
    t.challenge(dleq::C)
}

/// `Σ s_i·P_i` over public values.
pub(crate) fn vartime_sum<'a>(
    scalars: impl IntoIterator<Item: Borrow<Scalar>, IntoIter: ExactSizeIterator>,
    points: impl IntoIterator<Item = &'a RistrettoPoint, IntoIter: ExactSizeIterator>,
) -> RistrettoPoint {
    RistrettoPoint::vartime_multiscalar_mul(scalars, points)
}

/// `Σ s_i·P_i` where the `s_i` are secret.
pub(crate) fn secret_sum<'a>(
    scalars: impl IntoIterator<Item: Borrow<Scalar>, IntoIter: ExactSizeIterator>,
    points: impl IntoIterator<Item = &'a RistrettoPoint, IntoIter: ExactSizeIterator>,
) -> RistrettoPoint {
    RistrettoPoint::multiscalar_mul(scalars, points)
}

/// The forger every caller must withstand: it fixes the challenge first and solves for `S`.
///
/// The proof and the `S` it returns satisfy both equations; only a transcript that had `S` in it
/// before the challenge tells.
#[cfg(test)]
pub(crate) fn forge_after_challenge(
    t: &mut Transcript,
    x: &Scalar,
    p: &RistrettoPoint,
    rng: &mut impl CryptoRng,
) -> (Dleq, RistrettoPoint) {
    let (k, k_p) = (Scalar::random(rng), RistrettoPoint::random(rng));
    let c = challenge(t, RistrettoPoint::mul_base(&k), k_p);
    let z = k + c * x;
    (Dleq { c, z }, c.invert() * (z * p - k_p))
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha12Rng;
    use rand_core::SeedableRng;

    use super::*;

    fn setup() -> (ChaCha12Rng, Scalar, RistrettoPoint, RistrettoPoint) {
        let mut rng = ChaCha12Rng::seed_from_u64(1);
        let (x, p) = (Scalar::random(&mut rng), RistrettoPoint::random(&mut rng));
        (rng, x, p, RistrettoPoint::mul_base(&x))
    }

    fn transcript(statement: &[&RistrettoPoint]) -> Transcript {
        let mut t = Transcript::new(b"test");
        statement.iter().for_each(|s| t.point(b"S", &Point::new(**s)));
        t
    }

    #[test]
    fn one_secret_in_both_places_is_proven() {
        let (mut rng, x, p, q) = setup();
        let proof = Dleq::new(&mut transcript(&[]), &x, &p, &mut rng);
        assert!(proof.holds(&mut transcript(&[]), &q, &p, &(x * p)));
    }

    #[test]
    fn every_part_of_proof_statement_and_transcript_matters() {
        let (mut rng, x, p, q) = setup();
        let proof = Dleq::new(&mut transcript(&[]), &x, &p, &mut rng);
        let (t, s) = (|| transcript(&[]), x * p);
        assert!(!proof.holds(&mut transcript(&[&p]), &q, &p, &s));
        assert!(!proof.holds(&mut t(), &p, &p, &s));
        assert!(!proof.holds(&mut t(), &q, &q, &s));
        assert!(!proof.holds(&mut t(), &q, &p, &q));
        let bent = Dleq { c: proof.c + Scalar::ONE, ..proof };
        assert!(!bent.holds(&mut t(), &q, &p, &s));
        let bent = Dleq { z: proof.z + Scalar::ONE, ..proof };
        assert!(!bent.holds(&mut t(), &q, &p, &s));
        let zero = Dleq { c: Scalar::ZERO, z: Scalar::ZERO };
        assert!(!zero.holds(&mut t(), &q, &p, &s));
    }

    #[test]
    fn two_secrets_have_no_proof() {
        let (mut rng, x, p, q) = setup();
        let s = (x + Scalar::ONE) * p;
        for secret in [x, x + Scalar::ONE] {
            let proof = Dleq::new(&mut transcript(&[&s]), &secret, &p, &mut rng);
            assert!(!proof.holds(&mut transcript(&[&s]), &q, &p, &s));
        }
    }

    #[test]
    fn a_statement_outside_the_transcript_can_be_forged_and_inside_it_cannot() {
        let (mut rng, x, p, q) = setup();
        let (proof, s) = forge_after_challenge(&mut transcript(&[]), &x, &p, &mut rng);
        assert_ne!(s, x * p);
        assert!(proof.holds(&mut transcript(&[]), &q, &p, &s), "the forger is good");
        assert!(!proof.holds(&mut transcript(&[&s]), &q, &p, &s));
    }

    #[test]
    fn two_statements_under_one_state_of_the_generator_have_two_nonces() {
        let (rng, x, p, q) = setup();
        let nonce = |statement: &RistrettoPoint, x: &Scalar| {
            let Dleq { c, z } = Dleq::new(&mut transcript(&[statement]), x, &p, &mut rng.clone());
            z - c * x
        };
        assert_eq!(nonce(&q, &x), nonce(&q, &x));
        assert_ne!(nonce(&q, &x), nonce(&p, &x));
        assert_ne!(nonce(&q, &x), nonce(&q, &(x + Scalar::ONE)));
    }

    #[test]
    fn two_proofs_of_one_statement_have_two_nonces() {
        // Two answers under one nonce give the secret away.
        let (mut rng, x, p, _) = setup();
        let nonces = [(); 2].map(|()| {
            let Dleq { c, z } = Dleq::new(&mut transcript(&[]), &x, &p, &mut rng);
            z - c * x
        });
        assert!(nonces[0] != nonces[1] && !nonces.contains(&Scalar::ZERO));
    }
}
