//! Match keys: one secret per seat, a proof of possession, and the joint key they add up to.
//!
//! The joint key is `H = Σ X_j`. A seat that could choose its `X_j` as a function of the others'
//! (say `X − Σ X_i`) would know the secret of `H` alone, so three things stand in the way: keys are
//! committed to before any is opened ([`key_commitment`]), each comes with a proof that its owner
//! knows its secret in this context ([`KeyProof`]), and [`JointKey`] is only made of keys that
//! passed that proof ([`PublicKey`]).
//!
//! ```text
//! commitment SHA-256("nodealer/mental/1/key-commitment" ‖ X ‖ blind)
//! statement  X = x·G,  X ≠ 0
//! transcript domain "key"; "X" X; "R" R = k·G;  e = challenge "e" (64 bytes mod ℓ)
//! proof      (R, z = k + e·x); the verifier accepts if z·G = R + e·X
//! ```

use core::fmt;
use std::sync::Arc;

use curve25519_dalek::{
    Scalar,
    constants::RISTRETTO_BASEPOINT_POINT,
    ristretto::{RistrettoBasepointTable, RistrettoPoint},
    traits::VartimeMultiscalarMul,
};
use merlin::Transcript;
use rand_core::CryptoRng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::{
    point::Point,
    transcript::{
        Context, Domain, TranscriptProtocol,
        label::{self, key},
    },
};

/// A seat's secret `x` for one match, wiped from memory when dropped.
#[derive(Zeroize, ZeroizeOnDrop)]
pub struct SecretKey {
    x: Scalar,
    #[zeroize(skip)]
    public: Point,
}

impl SecretKey {
    /// A fresh, uniform, non-zero secret.
    pub fn generate(rng: &mut impl CryptoRng) -> Self {
        loop {
            let x = Scalar::random(rng);
            if x != Scalar::ZERO {
                return Self::new(x);
            }
        }
    }

    pub(crate) fn new(x: Scalar) -> Self {
        Self { x, public: Point::new(RistrettoPoint::mul_base(&x)) }
    }

    /// The secret's bytes, to recompute by hand what it was used for: for tests, never at a table.
    #[cfg(any(test, feature = "unverified"))]
    pub fn expose(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.x.to_bytes())
    }

    /// `X = x·G`.
    pub fn public(&self) -> Point {
        self.public
    }

    /// Proves possession of this secret in `ctx`.
    pub fn prove(&self, ctx: &Context, rng: &mut impl CryptoRng) -> KeyProof {
        let t = statement(ctx, &self.public);
        let k = Zeroizing::new(Scalar::random(&mut t.hedge(&[&self.x], rng)));
        let r = Point::new(RistrettoPoint::mul_base(&k));
        let e = challenge(t, &r);
        KeyProof { r, z: *k + e * self.x }
    }

    pub(crate) fn scalar(&self) -> &Scalar {
        &self.x
    }
}

/// Knowledge of the secret of a key (Schnorr): `R = k·G`, `z = k + e·x`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyProof {
    r: Point,
    z: Scalar,
}

fn statement(ctx: &Context, key: &Point) -> Transcript {
    let mut t = ctx.open(Domain::Key);
    t.point(label::X, key);
    t
}

fn challenge(mut statement: Transcript, r: &Point) -> Scalar {
    statement.point(key::R, r);
    statement.challenge(key::E)
}

/// A match key whose owner proved possession, and the seat and match it did so for: only
/// [`PublicKey::verify`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey {
    point: Point,
    match_id: [u8; 32],
    seat: u16,
}

impl PublicKey {
    /// Accepts `key` if `commitment`, published before any key was opened, is to it and `blind`, if it is
    /// not the identity, and if `z·G = R + e·X`.
    pub fn verify(
        ctx: &Context,
        commitment: &[u8; 32],
        key: &Point,
        blind: &[u8; 32],
        proof: &KeyProof,
    ) -> Result<Self, KeyError> {
        if key_commitment(key, blind) != *commitment {
            return Err(KeyError::Commitment);
        }
        if key.is_identity() {
            return Err(KeyError::Identity);
        }
        let e = challenge(statement(ctx, key), &proof.r);
        let r = RistrettoPoint::vartime_multiscalar_mul(
            [proof.z, -e],
            [RISTRETTO_BASEPOINT_POINT, *key.point()],
        );
        if r != *proof.r.point() {
            return Err(KeyError::Proof);
        }
        Ok(Self { point: *key, match_id: *ctx.match_id(), seat: ctx.seat() })
    }

    /// `X`.
    pub fn point(&self) -> &Point {
        &self.point
    }

    /// Whether `ctx` is of the seat and match of this key.
    pub(crate) fn speaks_in(&self, ctx: &Context) -> bool {
        (&self.match_id, self.seat) == (ctx.match_id(), ctx.seat())
    }
}

/// Commits to a key before it is opened; `blind` must be fresh, uniform and secret until then.
pub fn key_commitment(key: &Point, blind: &[u8; 32]) -> [u8; 32] {
    Sha256::new()
        .chain_update(label::KEY_COMMITMENT)
        .chain_update(key.as_bytes())
        .chain_update(blind)
        .finalize()
        .into()
}

/// The key every card of a match is masked with: `H = Σ X_j`, its parts in seat order, and a table
/// that makes multiplying by `H` as fast as multiplying by the base point.
#[derive(Clone)]
pub struct JointKey {
    point: Point,
    keys: Arc<[PublicKey]>,
    table: Arc<RistrettoBasepointTable>,
}

impl JointKey {
    /// Adds up the keys of all seats of one match, in seat order.
    pub fn new(keys: &[PublicKey]) -> Result<Self, KeyError> {
        let first = keys.first().ok_or(KeyError::Empty)?;
        let in_order = |(seat, key): (usize, &PublicKey)| {
            usize::from(key.seat) == seat && key.match_id == first.match_id
        };
        if !keys.iter().enumerate().all(in_order) {
            return Err(KeyError::Seats);
        }
        let mut sorted: Vec<&Point> = keys.iter().map(PublicKey::point).collect();
        sorted.sort_unstable();
        if !sorted.is_sorted_by(|key, next| key < next) {
            return Err(KeyError::Repeated);
        }
        let point = Point::new(keys.iter().map(|k| k.point().point()).sum());
        if point.is_identity() {
            return Err(KeyError::Identity);
        }
        let table = Arc::new(RistrettoBasepointTable::create(point.point()));
        Ok(Self { point, keys: keys.into(), table })
    }

    /// `H`.
    pub fn point(&self) -> &Point {
        &self.point
    }

    /// The seat of `ctx`, if it is of this match.
    pub(crate) fn seat_of(&self, ctx: &Context) -> Option<usize> {
        self.keys.iter().position(|key| key.speaks_in(ctx))
    }

    /// The keys it is made of, in seat order.
    pub fn keys(&self) -> &[PublicKey] {
        &self.keys
    }

    /// `s·H` in constant time.
    pub(crate) fn mul(&self, s: &Scalar) -> RistrettoPoint {
        &*self.table * s
    }
}

/// Compares the keys alone: everything else follows from them.
impl PartialEq for JointKey {
    fn eq(&self, other: &Self) -> bool {
        self.keys == other.keys
    }
}

impl Eq for JointKey {}

impl fmt::Debug for JointKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JointKey")
            .field("point", &self.point)
            .field("keys", &self.keys)
            .finish_non_exhaustive()
    }
}

/// Why a key, or a set of keys, is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// The key, or the sum of all keys, is the neutral element: it would mask nothing.
    #[error("the key is the neutral element and would hide nothing")]
    Identity,
    /// The key is not the one that was committed to.
    #[error("its match key is not the one it committed to")]
    Commitment,
    /// The owner did not show that it knows the key's secret.
    #[error("the proof of possession of the key does not hold")]
    Proof,
    /// There are no keys to add up.
    #[error("a joint key needs at least one key")]
    Empty,
    /// The keys are not those of the seats 0, 1, … of one match, in this order.
    #[error("the keys are not those of all seats of one match, in seat order")]
    Seats,
    /// Two seats have the same key.
    #[error("two seats have the same key")]
    Repeated,
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha12Rng;
    use rand_core::SeedableRng;

    use super::*;

    fn rng() -> ChaCha12Rng {
        ChaCha12Rng::seed_from_u64(1)
    }

    fn ctx(seat: u16) -> Context {
        Context::new([7; 32], 1, seat)
    }

    /// Verifies a key that was committed to.
    fn verify(ctx: &Context, key: &Point, proof: &KeyProof) -> Result<PublicKey, KeyError> {
        PublicKey::verify(ctx, &key_commitment(key, &[3; 32]), key, &[3; 32], proof)
    }

    fn seat(seat: u16, rng: &mut ChaCha12Rng) -> (SecretKey, PublicKey) {
        let secret = SecretKey::generate(rng);
        let proof = secret.prove(&ctx(seat), rng);
        let key = verify(&ctx(seat), &secret.public(), &proof).unwrap();
        (secret, key)
    }

    #[test]
    fn a_key_with_its_proof_is_accepted() {
        let rng = &mut rng();
        let (secret, key) = seat(0, rng);
        assert_eq!(*key.point(), secret.public());
    }

    #[test]
    fn a_proof_holds_in_its_own_context_only() {
        let rng = &mut rng();
        let secret = SecretKey::generate(rng);
        let proof = secret.prove(&ctx(0), rng);
        for other in [Context::new([8; 32], 1, 0), Context::new([7; 32], 2, 0), ctx(1)] {
            assert_eq!(verify(&other, &secret.public(), &proof), Err(KeyError::Proof));
        }
    }

    #[test]
    fn every_field_of_the_proof_and_the_key_matter() {
        let rng = &mut rng();
        let secret = SecretKey::generate(rng);
        let proof = secret.prove(&ctx(0), rng);
        let verify = |key: &Point, proof: &KeyProof| verify(&ctx(0), key, proof);
        let other = SecretKey::generate(rng).public();
        assert_eq!(verify(&other, &proof), Err(KeyError::Proof));
        assert_eq!(verify(&secret.public(), &KeyProof { r: other, ..proof }), Err(KeyError::Proof));
        let z = proof.z + Scalar::ONE;
        assert_eq!(verify(&secret.public(), &KeyProof { z, ..proof }), Err(KeyError::Proof));
    }

    #[test]
    fn the_identity_is_no_key() {
        // z = k proves the identity's secret 0, so the equation alone would accept it.
        let k = Scalar::random(&mut rng());
        let proof = KeyProof { r: Point::new(RistrettoPoint::mul_base(&k)), z: k };
        assert_eq!(verify(&ctx(0), &Point::identity(), &proof), Err(KeyError::Identity));
    }

    #[test]
    fn a_rogue_key_has_no_proof() {
        let rng = &mut rng();
        let (_, honest) = seat(0, rng);
        let known = SecretKey::generate(rng);
        let rogue = Point::new(known.public().point() - honest.point().point());
        // The best the rogue can do: prove with the secret it knows, or simulate with a guessed challenge.
        let proof = known.prove(&ctx(1), rng);
        assert_eq!(verify(&ctx(1), &rogue, &proof), Err(KeyError::Proof));
        let (e, z) = (Scalar::random(rng), Scalar::random(rng));
        let r = Point::new(RistrettoPoint::mul_base(&z) - e * rogue.point());
        assert_eq!(verify(&ctx(1), &rogue, &KeyProof { r, z }), Err(KeyError::Proof));
    }

    #[test]
    fn a_simulated_proof_cannot_choose_the_key_after_the_challenge() {
        // Were X missing from the challenge, X = (z·G − R)/e would be accepted.
        let rng = &mut rng();
        let (k, z) = (Scalar::random(rng), Scalar::random(rng));
        let r = Point::new(RistrettoPoint::mul_base(&k));
        let e = challenge(statement(&ctx(0), &Point::identity()), &r);
        let key = Point::new(RistrettoPoint::mul_base(&(e.invert() * (z - k))));
        assert_eq!(verify(&ctx(0), &key, &KeyProof { r, z }), Err(KeyError::Proof));
    }

    #[test]
    fn the_commitment_cannot_be_chosen_after_the_challenge() {
        // Were R missing from the challenge, R = z·G − e·X would be accepted for any z and any key.
        let rng = &mut rng();
        let key = Point::new(RistrettoPoint::random(rng));
        let e = challenge(statement(&ctx(0), &key), &Point::identity());
        let z = Scalar::random(rng);
        let r = Point::new(RistrettoPoint::mul_base(&z) - e * key.point());
        assert_eq!(verify(&ctx(0), &key, &KeyProof { r, z }), Err(KeyError::Proof));
    }

    #[test]
    fn a_joint_key_is_the_sum_in_seat_order() {
        let rng = &mut rng();
        let keys: Vec<_> = (0..4).map(|i| seat(i, rng)).collect();
        let joint = JointKey::new(&keys.iter().map(|(_, k)| *k).collect::<Vec<_>>()).unwrap();
        let x: Scalar = keys.iter().map(|(s, _)| s.scalar()).sum();
        assert_eq!(*joint.point(), Point::new(RistrettoPoint::mul_base(&x)));
        assert!(joint.keys().iter().zip(&keys).all(|(a, (_, b))| a == b));
        let s = Scalar::random(rng);
        assert_eq!(joint.mul(&s), s * joint.point().point());
    }

    #[test]
    fn empty_repeated_and_cancelling_keys_make_no_joint_key() {
        let rng = &mut rng();
        assert_eq!(JointKey::new(&[]).err(), Some(KeyError::Empty));
        let (secret, key) = seat(0, rng);
        let proof = secret.prove(&ctx(1), rng);
        let again = verify(&ctx(1), &secret.public(), &proof).unwrap();
        assert_eq!(JointKey::new(&[key, again]).err(), Some(KeyError::Repeated));
        let negative = SecretKey::new(-secret.scalar());
        let proof = negative.prove(&ctx(1), rng);
        let negative = verify(&ctx(1), &negative.public(), &proof).unwrap();
        assert_eq!(JointKey::new(&[key, negative]).err(), Some(KeyError::Identity));
    }

    #[test]
    fn keys_of_other_seats_or_of_two_matches_make_no_joint_key() {
        let rng = &mut rng();
        let [(_, zero), (_, one), (_, two)] = [0, 1, 2].map(|i| seat(i, rng));
        let stranger = SecretKey::generate(rng);
        let elsewhere = Context::new([8; 32], 1, 1);
        let proof = stranger.prove(&elsewhere, rng);
        let stranger = verify(&elsewhere, &stranger.public(), &proof).unwrap();
        assert!(JointKey::new(&[zero, one, two]).is_ok());
        for keys in [&[one][..], &[one, zero], &[zero, two], &[zero, zero], &[zero, stranger]] {
            assert_eq!(JointKey::new(keys).err(), Some(KeyError::Seats));
        }
    }

    #[test]
    fn a_key_commitment_binds_key_and_blind() {
        let rng = &mut rng();
        let (a, b) = (SecretKey::generate(rng).public(), SecretKey::generate(rng).public());
        let commitment = key_commitment(&a, &[1; 32]);
        assert_eq!(commitment, key_commitment(&a, &[1; 32]));
        assert_ne!(commitment, key_commitment(&b, &[1; 32]));
        assert_ne!(commitment, key_commitment(&a, &[2; 32]));
    }

    #[test]
    fn two_proofs_of_one_key_have_two_nonces() {
        let rng = &mut rng();
        let secret = SecretKey::generate(rng);
        let [one, two] = [(); 2].map(|()| secret.prove(&ctx(0), rng).r);
        assert!(one != two && !one.is_identity() && !two.is_identity());
    }

    #[test]
    fn a_key_that_was_not_committed_to_is_refused_however_well_it_is_proven() {
        let rng = &mut rng();
        let [committed, opened] = [(); 2].map(|()| SecretKey::generate(rng));
        let proof = opened.prove(&ctx(0), rng);
        let (key, blind) = (opened.public(), [3; 32]);
        for commitment in
            [key_commitment(&committed.public(), &blind), key_commitment(&key, &[4; 32]), [0; 32]]
        {
            let refused = PublicKey::verify(&ctx(0), &commitment, &key, &blind, &proof);
            assert_eq!(refused, Err(KeyError::Commitment));
        }
    }
}
