//! The beacon: randomness that no seat alone can predict or bend.
//!
//! Every seat publishes a random point `R` under the joint key and proves that it knows what it
//! encrypted; the sum of all parts is a [`BeaconCard`], opened like any card, with
//! [`Shares`](crate::Shares).
//! Whoever speaks last sees only ciphertexts, knows its own plaintext independently of theirs, and
//! so cannot bend the sum. Two limits remain:
//!
//! - Whoever can open cards can open the parts before it gives its own, and choose the sum: all
//!   seats together, and with escrow any `n − k` of them who collude, `k` being the number of
//!   leavers the table survives. Against fewer it is uniform and unknown until it is opened.
//! - Whoever opens last sees the sum first and can walk away from it. Escrow replaces up to `k`
//!   seats, so that walking away changes nothing; on a table with `k = 0`, or for the last of
//!   more than `k` leavers, it ends the match. It cannot change the number, but it can refuse it.
//!
//! ```text
//! statement  A = r·G,  A ≠ 0  (and so the plaintext R = B − r·H is known to whoever knows r)
//! transcript domain "beacon"; "H" H; "A" A; "B" B; "K" K = k·G;  c = challenge "c"
//! proof      (c, z = k + c·r); the verifier recomputes K = z·G − c·A and compares c
//! ```
//!
//! The opened point `R` becomes rolls through a transcript of its own: domain "roll", the match, the
//! step of the parts, seat 0 (a roll is everybody's), "R" R. A number below `n` is drawn as 8 bytes of challenge "draw",
//! little-endian; numbers from `⌊2⁶⁴/n⌋·n` on are thrown away and drawn again, the rest are reduced
//! modulo `n`. A permutation of `n` is drawn by swapping, for `i = n−1 … 1`, position `i` with
//! a position drawn below `i + 1`, starting from the identity.

use core::num::NonZeroU32;

use curve25519_dalek::{Scalar, ristretto::RistrettoPoint};
use merlin::Transcript;
use rand_core::CryptoRng;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::{
    card::{Card, MaskedCard},
    keys::JointKey,
    known_mask::{KnownMask, MaskError, statement},
    point::Point,
    share::{OpenError, Share, open},
    transcript::{Context, Domain, TranscriptProtocol, label::beacon},
};

/// One seat's part of a beacon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BeaconPart(KnownMask);

impl BeaconPart {
    /// A fresh random point under the joint key.
    pub fn new(ctx: &Context, joint: &JointKey, rng: &mut impl CryptoRng) -> Self {
        let t = statement(Domain::Beacon, ctx, joint);
        let rng = &mut t.hedge(&[], rng);
        let [r, k] = [(); 2].map(|()| Zeroizing::new(Scalar::random(rng)));
        // R is uniform exactly if B = R + r·H is, so drawing B draws R.
        let b = Point::new(RistrettoPoint::random(rng));
        let card = MaskedCard { a: Point::new(RistrettoPoint::mul_base(&r)), b };
        Self(KnownMask::new(t, card, &r, &k))
    }

    /// Checks that the seat knows what it encrypted.
    pub fn verify(&self, ctx: &Context, joint: &JointKey) -> Result<VerifiedPart, BeaconError> {
        let card = self.0.verify(statement(Domain::Beacon, ctx, joint))?;
        Ok(VerifiedPart { ctx: *ctx, card })
    }

    /// What [`verify`](Self::verify) returns if the proof holds, without checking it: see [the
    /// crate](crate#claims).
    pub fn claimed(&self, ctx: &Context) -> Result<VerifiedPart, BeaconError> {
        Ok(VerifiedPart { ctx: *ctx, card: self.0.claimed()? })
    }
}

/// A part whose seat has proven that it knows the plaintext, and where. Only verification makes one, or a
/// [claim](crate#claims).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifiedPart {
    ctx: Context,
    card: Card,
}

/// The sum of the verified parts of one step of one match: a card that opens to a [`Beacon`].
///
/// It is neither `Clone` nor `Copy`, nor is the beacon: one sum is opened once, and no roll of it is
/// drawn twice.
#[derive(Debug, PartialEq, Eq)]
pub struct BeaconCard {
    /// Match and step of the parts; a sum is everybody's, so its seat is 0.
    ctx: Context,
    card: Card,
}

impl BeaconCard {
    /// The sum of the parts of exactly these `seats` in one step of one match.
    ///
    /// These should be all who are there: a seat can rely on the sum if its own part is in it.
    pub fn new(seats: &[u16], parts: &[VerifiedPart]) -> Result<Self, BeaconError> {
        let first = parts.first().ok_or(BeaconError::Empty)?;
        let mut seen = Vec::new();
        for VerifiedPart { ctx, .. } in parts {
            let seat = ctx.seat();
            if !ctx.same_step(&first.ctx) || !seats.contains(&seat) {
                return Err(BeaconError::Foreign(seat));
            }
            if seen.contains(&seat) {
                return Err(BeaconError::Repeated(seat));
            }
            seen.push(seat);
        }
        if let Some(seat) = seats.iter().find(|seat| !seen.contains(seat)) {
            return Err(BeaconError::Missing(*seat));
        }
        let a = parts.iter().map(|part| part.card.a.point()).sum();
        let b = parts.iter().map(|part| part.card.b.point()).sum();
        let card = Card::trusted(MaskedCard { a: Point::new(a), b: Point::new(b) });
        Ok(Self { ctx: first.ctx.of_seat(0), card })
    }

    /// The card, of which every seat gives its share as of any other.
    pub fn card(&self) -> &Card {
        &self.card
    }

    /// The beacon, once the shares of all keys are there.
    pub fn open(self, joint: &JointKey, shares: &[Share]) -> Result<Beacon, OpenError> {
        Ok(Beacon::from_point(&self.ctx, &open(&self.card, joint, shares)?))
    }
}

/// An opened beacon, stretched into as many rolls as needed. Only a [`BeaconCard`] opens to one:
///
/// ```compile_fail,E0624
/// # use mental::{Beacon, Context, Point};
/// fn wish(ctx: &Context, point: &Point) -> Beacon {
///     Beacon::from_point(ctx, point)
/// }
/// ```
///
/// and it cannot be cloned to roll the same again:
///
/// ```compile_fail,E0599
/// # use mental::Beacon;
/// fn again(beacon: Beacon) -> [Beacon; 2] {
///     [beacon.clone(), beacon]
/// }
/// ```
pub struct Beacon(Transcript);

impl Beacon {
    fn from_point(ctx: &Context, opened: &Point) -> Self {
        let mut t = ctx.open(Domain::Roll);
        t.point(beacon::R, opened);
        Self(t)
    }

    /// The rolls that follow from a point of unknown origin, as if the parts of this step summed up to
    /// it: for test vectors, never at a table.
    #[cfg(any(test, feature = "unverified"))]
    pub fn unverified(match_id: [u8; 32], step: u64, opened: &Point) -> Self {
        Self::from_point(&Context::new(match_id, step, 0), opened)
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
            self.0.challenge_bytes(beacon::DRAW, &mut bytes);
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

/// Why a part of a beacon, or a set of parts, is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BeaconError {
    /// The part is not masked at all.
    #[error("the part of the beacon is not masked")]
    Identity,
    /// The seat does not know what it encrypted, or took it from somebody else.
    #[error("the proof of knowledge of the beacon's part does not hold")]
    Proof,
    /// There are no parts, and so nothing random.
    #[error("a beacon needs at least one part")]
    Empty,
    /// This seat's part is of another match or step, or the seat has no part in this beacon.
    #[error("the beacon's part of seat {0} is of another step or seat")]
    Foreign(u16),
    /// This seat's part was given twice.
    #[error("the beacon has the part of seat {0} twice")]
    Repeated(u16),
    /// This seat's part is missing.
    #[error("the beacon lacks the part of seat {0}")]
    Missing(u16),
}

impl From<MaskError> for BeaconError {
    fn from(why: MaskError) -> Self {
        match why {
            MaskError::Identity => Self::Identity,
            MaskError::Proof => Self::Proof,
        }
    }
}

impl BeaconError {
    /// The seat whose part is wrong in a set of parts.
    pub fn seat(&self) -> Option<u16> {
        match self {
            Self::Identity | Self::Proof | Self::Empty => None,
            Self::Foreign(seat) | Self::Repeated(seat) | Self::Missing(seat) => Some(*seat),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        known_mask::challenge,
        testing::{Table, ctx, face, other_contexts},
    };

    fn transcript(seat: u16, joint: &JointKey) -> Transcript {
        statement(Domain::Beacon, &ctx(5, seat), joint)
    }

    fn sides(n: u32) -> NonZeroU32 {
        NonZeroU32::new(n).unwrap()
    }

    #[test]
    fn the_sum_of_all_parts_opens_to_the_sum_of_all_plaintexts() {
        let mut table = Table::new(3, 8);
        let x: Scalar = table.secrets.iter().map(|secret| secret.scalar()).sum();
        let mut sum = RistrettoPoint::default();
        let mut parts = Vec::new();
        for seat in 0..3 {
            let part = BeaconPart::new(&ctx(5, seat), &table.joint, &mut table.rng);
            sum += part.0.card.b.point() - x * part.0.card.a.point();
            parts.push(part.verify(&ctx(5, seat), &table.joint).unwrap());
        }
        let card = BeaconCard::new(&[0, 1, 2], &parts).unwrap();
        let shares = table.shares(&[*card.card()], &[]).remove(0);
        assert_eq!(open(card.card(), &table.joint, &shares), Ok(Point::new(sum)));
        let mut beacon = card.open(&table.joint, &shares).ok().unwrap();
        let mut page = Beacon::unverified([7; 32], 5, &Point::new(sum));
        let rolls = |beacon: &mut Beacon| [(); 16].map(|()| beacon.roll(sides(u32::MAX)));
        assert_eq!(rolls(&mut beacon), rolls(&mut page));
    }

    #[test]
    fn a_beacon_opens_with_the_verified_shares_of_all_seats_only() {
        let mut table = Table::new(3, 8);
        let parts: Vec<_> = [0, 1, 2]
            .map(|seat| {
                let part = BeaconPart::new(&ctx(5, seat), &table.joint, &mut table.rng);
                part.verify(&ctx(5, seat), &table.joint).unwrap()
            })
            .into();
        let sum = || BeaconCard::new(&[0, 1, 2], &parts).unwrap();
        let another = table.masked(&[1]);
        let foreign = table.shares(&another, &[]).remove(0);
        let shares = table.shares(&[*sum().card()], &[]).remove(0);
        let opened = |shares: &[Share]| sum().open(&table.joint, shares).map(drop);
        assert_eq!(opened(&shares), Ok(()));
        assert_eq!(opened(&shares[1..]), Err(OpenError::Missing(vec![0])));
        assert_eq!(opened(&[]), Err(OpenError::Missing(vec![0, 1, 2])));
        assert_eq!(opened(&[shares[0], shares[1], foreign[2]]), Err(OpenError::Foreign(2)));
    }

    #[test]
    fn a_beacon_has_exactly_one_part_of_each_seat_all_of_one_step() {
        let mut table = Table::new(3, 8);
        let mut part = |ctx: Context| {
            BeaconPart::new(&ctx, &table.joint, &mut table.rng).verify(&ctx, &table.joint).unwrap()
        };
        let [zero, one, two] = [0, 1, 2].map(|seat| part(ctx(5, seat)));
        let later = part(ctx(6, 1));
        let elsewhere = part(Context::new([8; 32], 5, 1));
        let sum = |parts: &[VerifiedPart]| BeaconCard::new(&[0, 1], parts);
        assert!(sum(&[zero, one]).is_ok());
        assert_eq!(sum(&[one, zero]), sum(&[zero, one]));
        assert_eq!(sum(&[]), Err(BeaconError::Empty));
        assert_eq!(BeaconCard::new(&[], &[]), Err(BeaconError::Empty));
        assert_eq!(sum(&[zero]), Err(BeaconError::Missing(1)));
        assert_eq!(sum(&[zero, one, one]), Err(BeaconError::Repeated(1)));
        assert_eq!(sum(&[zero, one, two]), Err(BeaconError::Foreign(2)));
        assert_eq!(sum(&[zero, later]), Err(BeaconError::Foreign(1)));
        assert_eq!(sum(&[zero, elsewhere]), Err(BeaconError::Foreign(1)));
    }

    #[test]
    fn a_part_holds_in_its_own_context_and_table_only() {
        let mut table = Table::new(2, 8);
        let part = BeaconPart::new(&ctx(5, 0), &table.joint, &mut table.rng);
        assert!(part.verify(&ctx(5, 0), &table.joint).is_ok());
        for other in other_contexts(5, 0) {
            assert_eq!(part.verify(&other, &table.joint), Err(BeaconError::Proof));
        }
        let other = Table::new(2, 9).joint;
        assert_eq!(part.verify(&ctx(5, 0), &other), Err(BeaconError::Proof));
    }

    #[test]
    fn every_field_of_a_part_matters() {
        let mut table = Table::new(2, 8);
        let part = BeaconPart::new(&ctx(5, 0), &table.joint, &mut table.rng);
        let mut wrong = [(); 4].map(|()| part.clone());
        wrong[0].0.card.a = face(1);
        wrong[1].0.card.b = face(1);
        wrong[2].0.c += Scalar::ONE;
        wrong[3].0.z += Scalar::ONE;
        for part in wrong {
            assert_eq!(part.verify(&ctx(5, 0), &table.joint), Err(BeaconError::Proof));
        }
    }

    #[test]
    fn a_part_made_from_another_seats_part_has_no_proof() {
        // Seat 1 wants the sum to be known: it answers A, B with δ·G − A and its own choice.
        let mut table = Table::new(2, 8);
        let other = BeaconPart::new(&ctx(5, 0), &table.joint, &mut table.rng);
        let delta = Scalar::random(&mut table.rng);
        let (g, h) = (RistrettoPoint::mul_base(&delta), table.joint.mul(&delta));
        for sign in [Scalar::ONE, -Scalar::ONE] {
            let card = MaskedCard {
                a: Point::new(sign * other.0.card.a.point() + g),
                b: Point::new(sign * other.0.card.b.point() + h),
            };
            // The old answer moved along: right for the old challenge, which is no longer asked.
            let (c, z) = (other.0.c, sign * other.0.z + other.0.c * delta);
            let k = RistrettoPoint::mul_base(&other.0.z) - other.0.c * other.0.card.a.point();
            assert_eq!(RistrettoPoint::mul_base(&z) - c * card.a.point(), sign * k);
            for seat in [0, 1] {
                let part = BeaconPart(KnownMask { card, c, z });
                assert_eq!(part.verify(&ctx(5, seat), &table.joint), Err(BeaconError::Proof));
            }
            // Nor does a fresh proof with the layer it does know.
            let k = Scalar::random(&mut table.rng);
            let c = challenge(transcript(1, &table.joint), &card, RistrettoPoint::mul_base(&k));
            let part = BeaconPart(KnownMask { card, c, z: k + c * delta });
            assert_eq!(part.verify(&ctx(5, 1), &table.joint), Err(BeaconError::Proof));
        }
    }

    #[test]
    fn the_plaintext_cannot_be_chosen_after_the_challenge() {
        // B is in the challenge, though no equation has it.
        let mut table = Table::new(2, 8);
        let mut part = BeaconPart::new(&ctx(5, 0), &table.joint, &mut table.rng);
        part.0.card.b = Point::new(part.0.card.b.point() + face(1).point());
        assert_eq!(part.verify(&ctx(5, 0), &table.joint), Err(BeaconError::Proof));
    }

    #[test]
    fn the_mask_cannot_be_chosen_after_the_challenge() {
        // A = (z·G − K)/c satisfies the equation, and nobody knows its r.
        let mut table = Table::new(2, 8);
        let k = RistrettoPoint::random(&mut table.rng);
        let mut card = MaskedCard { a: face(1), b: face(2) };
        let c = challenge(transcript(0, &table.joint), &card, k);
        let z = Scalar::random(&mut table.rng);
        card.a = Point::new(c.invert() * (RistrettoPoint::mul_base(&z) - k));
        assert_eq!(RistrettoPoint::mul_base(&z) - c * card.a.point(), k);
        let part = BeaconPart(KnownMask { card, c, z });
        assert_eq!(part.verify(&ctx(5, 0), &table.joint), Err(BeaconError::Proof));
    }

    #[test]
    fn a_part_without_a_mask_is_refused() {
        let mut table = Table::new(2, 8);
        let card = *Card::open(face(1));
        let k = Scalar::random(&mut table.rng);
        let c = challenge(transcript(0, &table.joint), &card, RistrettoPoint::mul_base(&k));
        let part = BeaconPart(KnownMask { card, c, z: k });
        assert_eq!(part.verify(&ctx(5, 0), &table.joint), Err(BeaconError::Identity));
    }

    #[test]
    fn the_last_incomplete_run_is_thrown_away() {
        const MAX: u64 = u64::MAX;
        assert_eq!(reduce(MAX, 1), Some(0));
        assert_eq!(reduce(MAX, 2), Some(1));
        assert_eq!(reduce(MAX, 1 << 63), Some((1 << 63) - 1));
        // 2⁶⁴ mod 6 = 4: the last four numbers are one too many for some sides.
        assert_eq!(reduce(MAX - 4, 6), Some(5));
        (0..4).for_each(|i| assert_eq!(reduce(MAX - i, 6), None));
        // Just above half: nearly every second draw goes.
        let n = (1 << 63) + 1;
        assert_eq!(reduce(n - 1, n), Some(n - 1));
        assert_eq!(reduce(n, n), None);
        assert_eq!(reduce(MAX - 1, MAX), Some(MAX - 1));
        assert_eq!(reduce(MAX, MAX), None);
    }

    #[test]
    fn rolls_follow_from_match_step_and_point_alone() {
        let rolls = |id, step, f: u8| {
            let mut beacon = Beacon::unverified([id; 32], step, &face(f));
            [(); 16].map(|()| beacon.roll(sides(u32::MAX)))
        };
        let one = rolls(1, 1, 1);
        assert_eq!(one, rolls(1, 1, 1));
        for other in [rolls(2, 1, 1), rolls(1, 2, 1), rolls(1, 1, 2)] {
            assert!(one.iter().zip(other).all(|(a, b)| *a != b));
        }
        assert!(one.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn a_die_shows_every_side_equally_often() {
        const ROLLS: u32 = 60_000;
        let mut beacon = Beacon::unverified([1; 32], 1, &face(1));
        let mut seen = [0u32; 6];
        (0..ROLLS).for_each(|_| seen[beacon.roll(sides(6)) as usize] += 1);
        let expected = f64::from(ROLLS / 6);
        let chi: f64 = seen.iter().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
        // 5 degrees of freedom: above 20.5 once in a thousand; the beacon is fixed, so this is too.
        assert!(chi < 20.5, "χ² = {chi}: {seen:?}");
    }

    #[test]
    fn every_order_comes_up_equally_often() {
        const DRAWS: u32 = 24_000;
        let mut beacon = Beacon::unverified([1; 32], 1, &face(2));
        let mut seen = std::collections::BTreeMap::<Vec<usize>, u32>::new();
        (0..DRAWS).for_each(|_| *seen.entry(beacon.permutation(4)).or_default() += 1);
        assert_eq!(seen.len(), 24);
        let expected = f64::from(DRAWS / 24);
        let chi: f64 = seen.values().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
        // 23 degrees of freedom: above 49.7 once in a thousand.
        assert!(chi < 49.7, "χ² = {chi}");
    }

    #[test]
    fn a_permutation_has_every_place_once() {
        let mut beacon = Beacon::unverified([1; 32], 1, &face(3));
        for n in [0, 1, 2, 52] {
            let mut order = beacon.permutation(n);
            order.sort_unstable();
            assert!(order.into_iter().eq(0..n));
        }
    }

    #[test]
    fn two_parts_share_neither_mask_nor_point_nor_nonce() {
        let mut table = Table::new(2, 8);
        let mut seen = vec![Point::identity()];
        for _ in 0..2 {
            let part = BeaconPart::new(&ctx(5, 0), &table.joint, &mut table.rng);
            let k = RistrettoPoint::mul_base(&part.0.z) - part.0.c * part.0.card.a.point();
            seen.extend([part.0.card.a, part.0.card.b, Point::new(k)]);
        }
        seen.sort_unstable();
        assert!(seen.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
