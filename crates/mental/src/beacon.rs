//! The beacon: randomness that nobody could predict or bend.
//!
//! Every seat publishes a random point `R` under the joint key and proves that it knows what it
//! encrypted; the sum of all parts is opened like any card, with [`Shares`](crate::Shares).
//! Whoever speaks last sees only ciphertexts, knows its own plaintext independently of theirs, and
//! so cannot bend the sum; whoever refuses to open is replaced by escrow, so that walking away
//! changes nothing either.
//!
//! ```text
//! statement  A = r·G  (and so the plaintext R = B − r·H is known to whoever knows r)
//! transcript domain "beacon"; "H" H; "A" A; "B" B; "K" K = k·G;  c = challenge "c"
//! proof      (c, z = k + c·r); the verifier recomputes K = z·G − c·A and compares c
//! ```
//!
//! The opened point `R` becomes rolls through a transcript of its own: domain "roll", the match, the
//! step, seat 0 (a roll is everybody's), "R" R. A number below `n` is drawn as 8 bytes of challenge "draw",
//! little-endian; numbers from `⌊2⁶⁴/n⌋·n` on are thrown away and drawn again, the rest are reduced
//! modulo `n`. A permutation of `n` is drawn by swapping, for `i = n−1 … 1`, position `i` with
//! a position drawn below `i + 1`, starting from the identity.

use core::num::NonZeroU32;

use curve25519_dalek::{
    Scalar, constants::RISTRETTO_BASEPOINT_POINT as G, ristretto::RistrettoPoint,
};
use merlin::Transcript;
use rand_core::CryptoRng;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::{
    card::MaskedCard,
    dleq::vartime_sum,
    keys::JointKey,
    point::Point,
    transcript::{Context, Domain, TranscriptProtocol},
};

/// One seat's part of a beacon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BeaconPart {
    card: MaskedCard,
    c: Scalar,
    z: Scalar,
}

impl BeaconPart {
    /// A fresh random point under the joint key.
    pub fn new(ctx: &Context, joint: &JointKey, rng: &mut impl CryptoRng) -> Self {
        let [r, k] = [(); 2].map(|()| Zeroizing::new(Scalar::random(rng)));
        // R is uniform exactly if B = R + r·H is, so drawing B draws R.
        let b = Point::new(RistrettoPoint::random(rng));
        let card = MaskedCard { a: Point::new(RistrettoPoint::mul_base(&r)), b };
        let c = challenge(ctx, joint, &card, RistrettoPoint::mul_base(&k));
        Self { card, c, z: *k + c * *r }
    }

    /// Checks that the seat knows what it encrypted.
    pub fn verify(&self, ctx: &Context, joint: &JointKey) -> Result<VerifiedPart, BeaconError> {
        if self.card.a.is_identity() {
            return Err(BeaconError::Identity);
        }
        let k = vartime_sum([&self.z, &-self.c], [&G, self.card.a.point()]);
        if challenge(ctx, joint, &self.card, k) == self.c {
            Ok(VerifiedPart(self.card))
        } else {
            Err(BeaconError::Proof)
        }
    }
}

fn challenge(ctx: &Context, joint: &JointKey, card: &MaskedCard, k: RistrettoPoint) -> Scalar {
    let mut t = ctx.open(Domain::Beacon);
    t.point(b"H", joint.point());
    t.point(b"A", &card.a);
    t.point(b"B", &card.b);
    t.point(b"K", &Point::new(k));
    t.challenge(b"c")
}

/// A part whose seat knows its plaintext. Only verification makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifiedPart(MaskedCard);

/// The sum of all parts, to be opened like any card.
///
/// It must have a part of *every* seat: it is random for whoever has an honest part in it.
pub fn beacon_card(parts: &[VerifiedPart]) -> MaskedCard {
    let a = parts.iter().map(|part| part.0.a.point()).sum();
    let b = parts.iter().map(|part| part.0.b.point()).sum();
    MaskedCard { a: Point::new(a), b: Point::new(b) }
}

/// The opened beacon, stretched into as many rolls as needed.
#[derive(Clone)]
pub struct Beacon(Transcript);

impl Beacon {
    /// The rolls that follow from the point opened in `step`.
    pub fn new(match_id: [u8; 32], step: u64, opened: &Point) -> Self {
        let mut t = Context::new(match_id, step, 0).open(Domain::Roll);
        t.point(b"R", opened);
        Self(t)
    }

    /// A number from 0 to `sides − 1`, each equally likely.
    pub fn roll(&mut self, sides: NonZeroU32) -> u32 {
        // Fits: it is below `sides`.
        self.below(u64::from(sides.get())) as u32
    }

    /// A permutation of `0 … n−1`, each equally likely.
    pub fn permutation(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, self.below(i as u64 + 1) as usize);
        }
        order
    }

    fn below(&mut self, n: u64) -> u64 {
        loop {
            let mut bytes = [0; 8];
            self.0.challenge_bytes(b"draw", &mut bytes);
            if let Some(number) = reduce(u64::from_le_bytes(bytes), n) {
                return number;
            }
        }
    }
}

/// `draw mod n`, unless `draw` lies in the last, incomplete run of `n` numbers.
fn reduce(draw: u64, n: u64) -> Option<u64> {
    let incomplete = (u64::MAX % n + 1) % n;
    (draw <= u64::MAX - incomplete).then(|| draw % n)
}

/// Why a part of a beacon is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BeaconError {
    /// The part is not encrypted at all.
    #[error("the part of the beacon is not masked")]
    Identity,
    /// The seat does not know what it encrypted, or took it from somebody else.
    #[error("the proof of knowledge of the beacon's part does not hold")]
    Proof,
}
