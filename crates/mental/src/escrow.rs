//! Escrow: how a table goes on when somebody leaves.
//!
//! In setup each seat `j` shares its secret `x_j` among the others, so that any `t ≥ 2` of them can
//! later make its *shares* of cards. What they publish for that tells nobody its key, which at
//! `t = 1` each of them would hold alone; but `t` helpers who *collude* can put their shares
//! together and have it. Seat `i` (from 0) stands at `i + 1`.
//!
//! ```text
//! dealing    f(v) = x_j + a_1·v + … + a_{t−1}·v^{t−1},  a_k ← random
//!            C_0 = X_j,  C_k = a_k·G                                       (Feldman)
//!            e_i = f(i + 1) + pad_i  for every seat i ≠ j, in seat order; the dealer has no entry
//! pad_i      S = x_j·X_i = x_i·X_j
//!            transcript in the dealer's context, domain "escrow"; length t; "C" C_0 … C_{t−1};
//!            "i" i (8 bytes, little-endian); "X_i" X_i; "S" S
//!            pad_i = challenge "pad" (64 bytes mod ℓ)
//! receiving  s_i = e_i − pad_i, good if s_i·G = Y_i,  Y_i = Σ (i + 1)^k·C_k
//! complaint  (S, proof): in the complainer's context, domain "complaint"; then the dealer's context
//!            ("match", "step", "seat"); length t; "C" C_0 … C_{t−1}; "i" i; "X_i" X_i; "e" e_i;
//!            "S" S; and a Dleq of (X_i, X_j, S) with the secret x_i
//! recovery   helper i publishes D_{i,c} = s_i·A_c for every card c, with the batched proof of
//!            Shares under the key Y_i, in the helper's context, domain "recovered", the statement
//!            of Shares being preceded by "X_j" X_j, "i" i
//! combining  x_j·A_c = Σ λ_i·D_{i,c},  λ_i = Π_{m ≠ i} (m + 1)/(m − i), over t helpers
//! ```
//!
//! The pad is hashed ElGamal with the dealer's own key as the ephemeral one: the proof of
//! possession of `X_j` says that the dealer knows `S` anyway, so a complaint tells it nothing, and
//! nobody can make a receiver decrypt a foreign ciphertext by copying it into a dealing. The pad
//! depends on the commitments, so two dealings never share one.
//!
//! A complaint blames exactly one side: `S` proven right and the share bad, the dealer; anything
//! else, the complainer. `S` being the same in both directions, it also opens what the complainer
//! dealt to the other side; by then one of them is a proven cheat, and a match whose setup failed
//! must not go on with its keys.

use curve25519_dalek::{Scalar, ristretto::RistrettoPoint};
use merlin::Transcript;
use rand_core::CryptoRng;
use serde::{Deserialize, Serialize};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::{
    card::{Card, masked},
    dleq::{Dleq, vartime_sum},
    keys::{JointKey, SecretKey},
    point::{Point, half},
    share::{self, Share, ShareError},
    transcript::{
        Context, Domain, TranscriptProtocol,
        label::{self, escrow},
    },
};

/// One seat's secret, shared among all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dealing {
    /// `C_0 … C_{t−1}`.
    pub commitments: Vec<Point>,
    /// `e_i` for every seat but the dealer's, in seat order.
    pub sealed: Vec<Scalar>,
}

impl Dealing {
    /// Shares `secret`, that of the seat of `ctx`, among all others at the table so that any
    /// `threshold` of them suffice.
    pub fn new(
        ctx: &Context,
        secret: &SecretKey,
        joint: &JointKey,
        threshold: usize,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, EscrowError> {
        let keys = joint.keys();
        check_threshold(threshold, keys.len())?;
        let dealer = seat_of(joint, ctx, secret)?;
        let mut f = Zeroizing::new(Vec::with_capacity(threshold));
        f.push(*secret.scalar());
        let rng = &mut coefficients(ctx, joint, threshold).hedge(&[secret.scalar()], rng);
        f.extend((1..threshold).map(|_| Scalar::random(rng)));
        let commitments: Vec<Point> =
            f.iter().map(|a| Point::new(RistrettoPoint::mul_base(a))).collect();
        let seal = |i: usize| {
            let to = keys[i].point();
            let s = Zeroizing::new(Point::new(secret.scalar() * to.point()));
            let value = Zeroizing::new(f.iter().rev().fold(Scalar::ZERO, |v, a| v * at(i) + a));
            *value + *pad(ctx, &commitments, i, to, &s)
        };
        let sealed = (0..keys.len()).filter(|i| *i != dealer).map(seal).collect();
        Ok(Self { commitments, sealed })
    }

    /// Checks all that everybody can check: it shares the secret of the seat of `ctx`, at this
    /// threshold, with everybody else at the table. Whether each share is good, its receiver says.
    pub fn verify_shape(
        &self,
        ctx: &Context,
        joint: &JointKey,
        threshold: usize,
    ) -> Result<Escrow, EscrowError> {
        let keys = joint.keys();
        check_threshold(threshold, keys.len())?;
        let dealer = joint.seat_of(ctx).ok_or(EscrowError::Seat)?;
        if self.commitments.len() != threshold || self.sealed.len() + 1 != keys.len() {
            return Err(EscrowError::Length);
        }
        if self.commitments[0] != *keys[dealer].point() {
            return Err(EscrowError::Key);
        }
        if self.commitments.iter().any(Point::is_identity) {
            return Err(EscrowError::Identity);
        }
        Ok(Escrow { ctx: *ctx, dealer, joint: joint.clone(), dealing: self.clone() })
    }
}

fn check_threshold(threshold: usize, seats: usize) -> Result<(), EscrowError> {
    let others = seats.saturating_sub(1);
    // At 1 every share would be the secret itself.
    if (2..=others).contains(&threshold) {
        Ok(())
    } else {
        Err(EscrowError::Threshold { threshold, others })
    }
}

/// The seat of `ctx`, whose secret this must be.
fn seat_of(joint: &JointKey, ctx: &Context, secret: &SecretKey) -> Result<usize, EscrowError> {
    let seat = joint.seat_of(ctx).ok_or(EscrowError::Seat)?;
    let own = *joint.keys()[seat].point() == secret.public();
    if own { Ok(seat) } else { Err(EscrowError::Seat) }
}

/// Where seat `i` stands on the polynomial: never at 0, where the secret is.
fn at(i: usize) -> Scalar {
    Scalar::from(i as u64 + 1)
}

/// What the coefficients are drawn from, beside the secret and fresh bytes.
fn coefficients(ctx: &Context, joint: &JointKey, threshold: usize) -> Transcript {
    let mut t = ctx.open(Domain::Escrow);
    t.point(label::H, joint.point());
    t.append_u64(label::LENGTH, threshold as u64);
    t
}

fn pad(
    ctx: &Context,
    commitments: &[Point],
    i: usize,
    receiver: &Point,
    s: &Point,
) -> Zeroizing<Scalar> {
    let mut t = Zeroizing::new(ctx.open(Domain::Escrow));
    append_edge(&mut t, commitments, i, receiver);
    t.point(escrow::S, s);
    Zeroizing::new(t.challenge(escrow::PAD))
}

/// Who shares what with whom; the dealer is in it as `C_0 = X_j`.
fn append_edge(t: &mut Transcript, commitments: &[Point], i: usize, receiver: &Point) {
    t.points(escrow::C, commitments.iter());
    t.append_u64(escrow::I, i as u64);
    t.point(escrow::X_I, receiver);
}

/// A dealing whose public part is in order. Only verification makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Escrow {
    ctx: Context,
    dealer: usize,
    joint: JointKey,
    dealing: Dealing,
}

impl Escrow {
    /// Opens the share dealt to the seat of `ctx`; a bad one becomes a complaint there.
    pub fn receive(
        &self,
        ctx: &Context,
        secret: &SecretKey,
        rng: &mut impl CryptoRng,
    ) -> Result<Received, EscrowError> {
        let i = seat_of(&self.joint, ctx, secret)?;
        let edge = self.edge(i).ok_or(EscrowError::Seat)?;
        let s = Zeroizing::new(Point::new(secret.scalar() * self.key().point()));
        let value = Zeroizing::new(edge.open(&s));
        if RistrettoPoint::mul_base(&value) == *edge.public.point() {
            let public = edge.public;
            return Ok(Received::Share(EscrowShare {
                value: *value,
                i,
                dealer: *self.key(),
                public,
            }));
        }
        let mut t = edge.complaint(ctx, &s);
        let proof = Dleq::new(&mut t, secret.scalar(), self.key().point(), rng);
        Ok(Received::Bad(Complaint { s: *s, proof }))
    }

    /// The key whose secret is shared: `X_j`.
    pub fn key(&self) -> &Point {
        self.joint.keys()[self.dealer].point()
    }

    /// How many helpers it takes.
    pub fn threshold(&self) -> usize {
        self.dealing.commitments.len()
    }

    /// The edge from the dealer to seat `i`, if `i` is a receiver.
    fn edge(&self, i: usize) -> Option<Edge<'_>> {
        let receiver = self.joint.keys().get(i)?.point();
        let entry = match i {
            i if i < self.dealer => i,
            i if i > self.dealer => i - 1,
            _ => return None,
        };
        let powers = core::iter::successors(Some(Scalar::ONE), |p| Some(p * at(i)));
        let c = self.dealing.commitments.iter().map(Point::point);
        let powers: Vec<Scalar> = powers.take(self.threshold()).collect();
        let public = Point::new(vartime_sum(powers, c));
        Some(Edge { escrow: self, i, receiver, sealed: self.dealing.sealed.get(entry)?, public })
    }
}

/// One share on its way: `e_i` from the dealer to seat `i`, and the `Y_i` it must answer to.
struct Edge<'a> {
    escrow: &'a Escrow,
    i: usize,
    receiver: &'a Point,
    sealed: &'a Scalar,
    public: Point,
}

impl Edge<'_> {
    /// `s_i = e_i − pad_i`.
    fn open(&self, s: &Point) -> Scalar {
        let Escrow { ctx, dealing, .. } = self.escrow;
        self.sealed - *pad(ctx, &dealing.commitments, self.i, self.receiver, s)
    }

    /// The transcript of a complaint about this share.
    fn complaint(&self, ctx: &Context, s: &Point) -> Transcript {
        let mut t = ctx.open(Domain::Complaint);
        self.escrow.ctx.append(&mut t);
        append_edge(&mut t, &self.escrow.dealing.commitments, self.i, self.receiver);
        t.scalar(escrow::E, self.sealed);
        t.point(escrow::S, s);
        t
    }
}

/// The transcript of what seat `i` recovers for the owner of `leaver`.
fn recovery(ctx: &Context, leaver: &Point, i: usize) -> Transcript {
    let mut t = ctx.open(Domain::Recovered);
    t.point(escrow::X_J, leaver);
    t.append_u64(escrow::I, i as u64);
    t
}

/// What a receiver finds in a dealing.
pub enum Received {
    /// A good share, to be kept.
    Share(EscrowShare),
    /// A bad one, and the complaint that proves it, to be published.
    Bad(Complaint),
}

/// A seat's good share of another's secret, wiped from memory when dropped.
///
/// It is never stored: the dealing and the receiver's own secret give it again.
#[derive(Zeroize, ZeroizeOnDrop)]
pub struct EscrowShare {
    value: Scalar,
    #[zeroize(skip)]
    i: usize,
    #[zeroize(skip)]
    dealer: Point,
    #[zeroize(skip)]
    public: Point,
}

/// A receiver's claim that its share is bad, with what everybody needs to see for themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complaint {
    s: Point,
    proof: Dleq,
}

impl Complaint {
    /// Who is to blame: the dealer, or the complaining seat, that of `ctx`. A complaint always has
    /// a culprit.
    pub fn verify(&self, ctx: &Context, escrow: &Escrow) -> Blame {
        let Some(edge) = escrow.joint.seat_of(ctx).and_then(|i| escrow.edge(i)) else {
            return Blame::Complainer(ComplaintError::Seat);
        };
        let mut t = edge.complaint(ctx, &self.s);
        let (x_i, x_j) = (edge.receiver.point(), escrow.key().point());
        if !self.proof.holds(&mut t, x_i, x_j, self.s.point()) {
            return Blame::Complainer(ComplaintError::Proof);
        }
        let value = edge.open(&self.s);
        if RistrettoPoint::mul_base(&value) == *edge.public.point() {
            return Blame::Complainer(ComplaintError::GoodShare);
        }
        Blame::Dealer
    }
}

/// Whom a complaint convicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Blame {
    /// The share is bad.
    Dealer,
    /// The complaint is.
    Complainer(ComplaintError),
}

/// One helper's part of a leaver's shares of some cards, with one proof for all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecoveredShares {
    /// `D_{i,c} = s_i·A_c`, in the order of the cards.
    pub shares: Vec<Point>,
    proof: Dleq,
}

impl RecoveredShares {
    /// The part of the seat that holds `share`.
    pub fn new(
        ctx: &Context,
        share: &EscrowShare,
        cards: &[Card],
        rng: &mut impl CryptoRng,
    ) -> Self {
        let mut t = recovery(ctx, &share.dealer, share.i);
        let (shares, proof) =
            share::prove(&mut t, &share.value, &share.public, &masked(cards), rng);
        Self { shares, proof }
    }

    /// Checks that this is the part of the seat of `ctx`, for exactly these cards.
    pub fn verify(
        &self,
        ctx: &Context,
        escrow: &Escrow,
        cards: &[Card],
    ) -> Result<Recovered, PartError> {
        let helper = escrow.joint.seat_of(ctx).ok_or(PartError::Seat)?;
        let edge = escrow.edge(helper).ok_or(PartError::Seat)?;
        let mut t = recovery(ctx, escrow.key(), helper);
        share::verify(&mut t, &edge.public, &masked(cards), &self.shares, &self.proof)?;
        let shares = cards.iter().zip(&self.shares).map(|(card, d)| (card.a, *d)).collect();
        Ok(Recovered { helper, public: edge.public, shares })
    }
}

/// A verified part of one helper. Only verification makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    helper: usize,
    public: Point,
    shares: Vec<(Point, Point)>,
}

/// The leaver's shares of `cards` out of the parts of at least `t` helpers.
pub fn combine(
    escrow: &Escrow,
    cards: &[Card],
    parts: &[Recovered],
) -> Result<Vec<Share>, RecoverError> {
    let fits = |part: &Recovered| {
        escrow.edge(part.helper).is_some_and(|edge| edge.public == part.public)
            && part.shares.len() == cards.len()
            && part.shares.iter().zip(cards).all(|((a, _), card)| *a == card.a)
    };
    if let Some(part) = parts.iter().position(|part| !fits(part)) {
        return Err(RecoverError::Foreign(part));
    }
    let mut helpers: Vec<&Recovered> = parts.iter().collect();
    helpers.sort_by_key(|part| part.helper);
    helpers.dedup_by_key(|part| part.helper);
    if helpers.len() < escrow.threshold() {
        return Err(RecoverError::TooFew { needed: escrow.threshold(), found: helpers.len() });
    }
    helpers.truncate(escrow.threshold());
    let seats: Vec<usize> = helpers.iter().map(|part| part.helper).collect();
    let halves: Vec<Scalar> = seats.iter().map(|i| half() * lagrange(&seats, *i)).collect();
    let share =
        |c: usize| vartime_sum(&halves, helpers.iter().map(|part| part.shares[c].1.point()));
    let shares = Point::batch_doubles(&(0..cards.len()).map(share).collect::<Vec<_>>());
    let share = |(card, d): (&Card, Point)| Share::trusted(*escrow.key(), card.a, d);
    Ok(cards.iter().zip(shares).map(share).collect())
}

/// `λ_i`: the weight of seat `i` when the polynomial is evaluated at 0 from `seats`.
fn lagrange(seats: &[usize], i: usize) -> Scalar {
    let others = || seats.iter().filter(|m| **m != i);
    let numerator: Scalar = others().map(|m| at(*m)).product();
    let denominator: Scalar = others().map(|m| at(*m) - at(i)).product();
    numerator * denominator.invert()
}

/// Why a dealing is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EscrowError {
    /// The threshold is below 2, or more than all the others together.
    #[error("an escrow takes 2 or more helpers of {others} other seats, not {threshold}")]
    Threshold {
        /// The threshold asked for.
        threshold: usize,
        /// How many seats there are beside the dealer's.
        others: usize,
    },
    /// The seat is not at this table, or is the dealer where a receiver is meant.
    #[error("the seat has no part in this escrow")]
    Seat,
    /// Another number of commitments or shares than threshold and seats ask for.
    #[error("the dealing does not fit the threshold and the number of seats")]
    Length,
    /// The dealing shares another secret than that of the dealer's key.
    #[error("the dealing is not of the dealer's own key")]
    Key,
    /// A commitment is the neutral element.
    #[error("a commitment of the dealing is the neutral element")]
    Identity,
}

/// Why a complaint falls back on the complaining seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ComplaintError {
    /// The seat was dealt no share.
    #[error("the complaining seat has no part in this escrow")]
    Seat,
    /// The opened point is not proven to be the one the share was sealed with.
    #[error("the proof of the complaint does not hold")]
    Proof,
    /// The share is good.
    #[error("the share complained about is good")]
    GoodShare,
}

/// Why one helper's part is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartError {
    /// The seat was dealt no share.
    #[error("the helping seat has no part in this escrow")]
    Seat,
    /// The shares are wrong.
    #[error(transparent)]
    Shares(#[from] ShareError),
}

/// Why a leaver's shares cannot be recovered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecoverError {
    /// The part at this index is of another escrow or of other cards.
    #[error("part {0} of the recovery belongs to another escrow or other cards")]
    Foreign(usize),
    /// Fewer helpers than the threshold.
    #[error("the recovery needs {needed} helpers and has {found}")]
    TooFew {
        /// How many it takes.
        needed: usize,
        /// How many there are.
        found: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dleq::forge_after_challenge,
        share::open,
        testing::{Table, ctx, face},
    };

    const SEATS: usize = 4;
    const T: usize = 3;

    impl Received {
        fn share(self) -> Option<EscrowShare> {
            match self {
                Self::Share(share) => Some(share),
                Self::Bad(_) => None,
            }
        }

        fn complaint(self) -> Option<Complaint> {
            match self {
                Self::Share(_) => None,
                Self::Bad(complaint) => Some(complaint),
            }
        }
    }

    fn deal(table: &mut Table, dealer: usize, threshold: usize) -> Dealing {
        let ctx = ctx(2, dealer as u16);
        Dealing::new(&ctx, &table.secrets[dealer], &table.joint, threshold, &mut table.rng).unwrap()
    }

    fn accept(table: &Table, dealer: usize, dealing: &Dealing) -> Escrow {
        let threshold = dealing.commitments.len();
        dealing.verify_shape(&ctx(2, dealer as u16), &table.joint, threshold).unwrap()
    }

    fn receive(table: &mut Table, escrow: &Escrow, seat: usize) -> Received {
        let ctx = ctx(3, seat as u16);
        escrow.receive(&ctx, &table.secrets[seat], &mut table.rng).unwrap()
    }

    fn part(table: &mut Table, escrow: &Escrow, seat: usize, cards: &[Card]) -> RecoveredShares {
        let share = receive(table, escrow, seat).share().unwrap();
        RecoveredShares::new(&ctx(9, seat as u16), &share, cards, &mut table.rng)
    }

    fn parts(
        table: &mut Table,
        escrow: &Escrow,
        seats: &[usize],
        cards: &[Card],
    ) -> Vec<Recovered> {
        let verified = |seat: &usize| {
            let part = part(table, escrow, *seat, cards);
            part.verify(&ctx(9, *seat as u16), escrow, cards).unwrap()
        };
        seats.iter().map(verified).collect()
    }

    #[test]
    fn any_threshold_of_helpers_opens_a_leavers_layer() {
        let mut table = Table::new(5, 10);
        let cards = table.masked(&[1, 2]);
        let shares = table.shares(&cards, &[2]);
        for (threshold, helpers) in
            [(2, &[0, 4][..]), (2, &[4, 1]), (3, &[4, 0, 1]), (4, &[0, 1, 3, 4]), (2, &[0, 1, 3])]
        {
            let dealing = deal(&mut table, 2, threshold);
            let escrow = accept(&table, 2, &dealing);
            let parts = parts(&mut table, &escrow, helpers, &cards);
            let recovered = combine(&escrow, &cards, &parts).unwrap();
            for i in 0..2 {
                let mut all = shares[i].clone();
                all.push(recovered[i]);
                assert_eq!(open(&cards[i], &table.joint, &all), Ok(face(i as u8 + 1)));
            }
        }
    }

    #[test]
    fn two_leavers_are_replaced_at_once() {
        let mut table = Table::new(5, 11);
        let cards = table.masked(&[1]);
        let mut all = table.shares(&cards, &[1, 3]).remove(0);
        for leaver in [1, 3] {
            let dealing = deal(&mut table, leaver, 3);
            let escrow = accept(&table, leaver, &dealing);
            let parts = parts(&mut table, &escrow, &[0, 2, 4], &cards);
            all.extend(combine(&escrow, &cards, &parts).unwrap());
        }
        assert_eq!(open(&cards[0], &table.joint, &all), Ok(face(1)));
    }

    #[test]
    fn fewer_helpers_than_the_threshold_get_nothing() {
        let mut table = Table::new(SEATS, 12);
        let cards = table.masked(&[1]);
        let dealing = deal(&mut table, 0, T);
        let escrow = accept(&table, 0, &dealing);
        let mut few = parts(&mut table, &escrow, &[1, 2], &cards);
        few.push(few[0].clone());
        let too_few = combine(&escrow, &cards, &few);
        assert_eq!(too_few, Err(RecoverError::TooFew { needed: T, found: 2 }));
        // Not even by interpolating what they have.
        let sum = lagrange(&[1, 2], 1) * few[0].shares[0].1.point()
            + lagrange(&[1, 2], 2) * few[1].shares[0].1.point();
        assert_ne!(sum, table.secrets[0].scalar() * cards[0].a.point());
    }

    #[test]
    fn a_threshold_outside_two_to_all_others_is_refused() {
        let mut table = Table::new(SEATS, 12);
        for threshold in [0, 1, SEATS, SEATS + 1, usize::MAX] {
            let refused = EscrowError::Threshold { threshold, others: SEATS - 1 };
            let dealt = Dealing::new(
                &ctx(2, 0),
                &table.secrets[0],
                &table.joint,
                threshold,
                &mut table.rng,
            );
            assert_eq!(dealt, Err(refused));
            let dealing = deal(&mut table, 0, T);
            let shape = dealing.verify_shape(&ctx(2, 0), &table.joint, threshold);
            assert_eq!(shape, Err(refused));
        }
        for seats in [1, 2] {
            let few = JointKey::new(&table.keys[..seats]).unwrap();
            let too_few = Dealing::new(&ctx(2, 0), &table.secrets[0], &few, 2, &mut table.rng);
            let refused = EscrowError::Threshold { threshold: 2, others: seats - 1 };
            assert_eq!(too_few, Err(refused));
        }
    }

    #[test]
    fn a_dealing_of_another_shape_is_refused() {
        let mut table = Table::new(SEATS, 12);
        let dealing = deal(&mut table, 0, T);
        let shape = |d: &Dealing, t| d.verify_shape(&ctx(2, 0), &table.joint, t);
        assert!(shape(&dealing, T).is_ok());
        assert_eq!(shape(&dealing, T - 1), Err(EscrowError::Length));
        for len in [0, T - 1, T + 1] {
            let mut wrong = dealing.clone();
            wrong.commitments.resize(len, face(9));
            assert_eq!(shape(&wrong, T), Err(EscrowError::Length));
        }
        for len in [0, SEATS - 2, SEATS] {
            let mut wrong = dealing.clone();
            wrong.sealed.resize(len, Scalar::ONE);
            assert_eq!(shape(&wrong, T), Err(EscrowError::Length));
        }
        let mut wrong = dealing.clone();
        wrong.commitments[T - 1] = Point::identity();
        assert_eq!(shape(&wrong, T), Err(EscrowError::Identity));
        assert_eq!(
            dealing.verify_shape(&ctx(2, SEATS as u16), &table.joint, T),
            Err(EscrowError::Seat)
        );
    }

    #[test]
    fn a_dealing_of_another_secret_is_refused() {
        let mut table = Table::new(SEATS, 12);
        let dealing = deal(&mut table, 0, T);
        let copied = dealing.verify_shape(&ctx(2, 1), &table.joint, T);
        assert_eq!(copied, Err(EscrowError::Key));
        let elsewhere = dealing.verify_shape(&Context::new([8; 32], 2, 0), &table.joint, T);
        assert_eq!(elsewhere, Err(EscrowError::Seat));
        let (secret, rng) = (&table.secrets[0], &mut table.rng);
        let dealt = Dealing::new(&ctx(2, 1), secret, &table.joint, T, rng);
        assert_eq!(dealt, Err(EscrowError::Seat));
        let stranger = SecretKey::generate(&mut table.rng);
        let dealt = Dealing::new(&ctx(2, 0), &stranger, &table.joint, T, &mut table.rng);
        assert_eq!(dealt, Err(EscrowError::Seat));
    }

    #[test]
    fn only_receivers_receive() {
        let mut table = Table::new(SEATS, 12);
        let dealing = deal(&mut table, 0, T);
        let escrow = accept(&table, 0, &dealing);
        let stranger = SecretKey::generate(&mut table.rng);
        for secret in [&table.secrets[0], &stranger] {
            let refused = escrow.receive(&ctx(3, 0), secret, &mut table.rng).err();
            assert_eq!(refused, Some(EscrowError::Seat));
        }
        // A receiver, in the place of another and in another match.
        for other in [ctx(3, 2), Context::new([8; 32], 3, 1)] {
            let refused = escrow.receive(&other, &table.secrets[1], &mut table.rng).err();
            assert_eq!(refused, Some(EscrowError::Seat));
        }
    }

    #[test]
    fn a_bad_share_blames_the_dealer_and_only_for_the_seat_that_got_it() {
        let mut table = Table::new(SEATS, 13);
        for (entry, seat) in [(0, 0), (1, 2), (2, 3)] {
            let mut dealing = deal(&mut table, 1, T);
            dealing.sealed[entry] += Scalar::ONE;
            let escrow = accept(&table, 1, &dealing);
            for other in (0..SEATS).filter(|other| ![1, seat].contains(other)) {
                assert!(receive(&mut table, &escrow, other).share().is_some());
            }
            let complaint = receive(&mut table, &escrow, seat).complaint().unwrap();
            assert_eq!(complaint.verify(&ctx(3, seat as u16), &escrow), Blame::Dealer);
        }
    }

    #[test]
    fn a_bent_commitment_blames_the_dealer() {
        let mut table = Table::new(SEATS, 13);
        let mut dealing = deal(&mut table, 0, T);
        dealing.commitments[1] = face(9);
        let escrow = accept(&table, 0, &dealing);
        for seat in 1..SEATS {
            let complaint = receive(&mut table, &escrow, seat).complaint().unwrap();
            assert_eq!(complaint.verify(&ctx(3, seat as u16), &escrow), Blame::Dealer);
        }
    }

    /// A complaint with any point, proven as well as `secret` allows.
    fn complain(table: &mut Table, escrow: &Escrow, seat: usize, s: Point) -> Complaint {
        let mut t = escrow.edge(seat).unwrap().complaint(&ctx(3, seat as u16), &s);
        let x = table.secrets[seat].scalar();
        let proof = Dleq::new(&mut t, x, escrow.key().point(), &mut table.rng);
        Complaint { s, proof }
    }

    #[test]
    fn a_false_complaint_blames_the_complaining_seat() {
        let mut table = Table::new(SEATS, 14);
        let dealing = deal(&mut table, 0, T);
        let escrow = accept(&table, 0, &dealing);
        let s = Point::new(table.secrets[1].scalar() * escrow.key().point());
        let truthful = complain(&mut table, &escrow, 1, s);
        assert_eq!(
            truthful.verify(&ctx(3, 1), &escrow),
            Blame::Complainer(ComplaintError::GoodShare)
        );
        for s in [face(9), Point::identity(), *escrow.key()] {
            let lying = complain(&mut table, &escrow, 1, s);
            assert_eq!(lying.verify(&ctx(3, 1), &escrow), Blame::Complainer(ComplaintError::Proof));
        }
    }

    #[test]
    fn the_point_of_a_complaint_cannot_be_chosen_after_the_challenge() {
        let mut table = Table::new(SEATS, 14);
        let dealing = deal(&mut table, 0, T);
        let escrow = accept(&table, 0, &dealing);
        let mut t = escrow.edge(1).unwrap().complaint(&ctx(3, 1), &face(8));
        let (x, p) = (table.secrets[1].scalar(), escrow.key().point());
        let (proof, s) = forge_after_challenge(&mut t, x, p, &mut table.rng);
        let complaint = Complaint { s: Point::new(s), proof };
        assert_eq!(complaint.verify(&ctx(3, 1), &escrow), Blame::Complainer(ComplaintError::Proof));
    }

    #[test]
    fn a_complaint_holds_in_its_place_only() {
        let mut table = Table::new(SEATS, 15);
        let mut dealing = deal(&mut table, 0, T);
        dealing.sealed.iter_mut().for_each(|e| *e += Scalar::ONE);
        let escrow = accept(&table, 0, &dealing);
        let complaint = receive(&mut table, &escrow, 1).complaint().unwrap();
        assert_eq!(complaint.verify(&ctx(3, 1), &escrow), Blame::Dealer);
        for other in [ctx(4, 1), ctx(3, 2)] {
            assert_eq!(complaint.verify(&other, &escrow), Blame::Complainer(ComplaintError::Proof));
        }
        // Another match, the dealer, a seat that is not there.
        for other in [Context::new([8; 32], 3, 1), ctx(3, 0), ctx(3, SEATS as u16)] {
            assert_eq!(complaint.verify(&other, &escrow), Blame::Complainer(ComplaintError::Seat));
        }
        // Another dealing of the same dealer, and the same one in another step.
        let mut another = deal(&mut table, 0, T);
        another.sealed[0] += Scalar::ONE;
        let another = accept(&table, 0, &another);
        assert_eq!(
            complaint.verify(&ctx(3, 1), &another),
            Blame::Complainer(ComplaintError::Proof)
        );
        let moved = dealing.verify_shape(&ctx(4, 0), &table.joint, T).unwrap();
        assert_eq!(complaint.verify(&ctx(3, 1), &moved), Blame::Complainer(ComplaintError::Proof));
        let mut resealed = dealing.clone();
        resealed.sealed[0] += Scalar::ONE;
        let resealed = accept(&table, 0, &resealed);
        assert_eq!(
            complaint.verify(&ctx(3, 1), &resealed),
            Blame::Complainer(ComplaintError::Proof)
        );
    }

    #[test]
    fn every_field_of_a_complaint_matters() {
        let mut table = Table::new(SEATS, 15);
        let mut dealing = deal(&mut table, 0, T);
        dealing.sealed[0] += Scalar::ONE;
        let escrow = accept(&table, 0, &dealing);
        let good = receive(&mut table, &escrow, 1).complaint().unwrap();
        let other = complain(&mut table, &escrow, 1, good.s);
        let wrong = Complaint { s: face(9), ..good.clone() };
        assert_eq!(wrong.verify(&ctx(3, 1), &escrow), Blame::Complainer(ComplaintError::Proof));
        let wrong = Complaint { s: face(9), proof: other.proof.clone() };
        assert_eq!(wrong.verify(&ctx(3, 1), &escrow), Blame::Complainer(ComplaintError::Proof));
        assert_eq!(other.verify(&ctx(3, 1), &escrow), Blame::Dealer);
    }

    #[test]
    fn pads_depend_on_context_polynomial_and_receiver() {
        // Under one pad, the difference of two e would be that of two shares.
        let mut table = Table::new(SEATS, 16);
        let [one, two] = [(); 2].map(|()| deal(&mut table, 0, T).commitments);
        let s = Point::new(table.secrets[0].scalar() * table.keys[1].point().point());
        let pad = |step, c: &[Point], i| *pad(&ctx(step, 0), c, i, table.keys[1].point(), &s);
        let first = pad(2, &one, 1);
        assert!([pad(3, &one, 1), pad(2, &two, 1), pad(2, &one, 2)].iter().all(|p| *p != first));
    }

    #[test]
    fn a_generator_that_repeats_itself_never_deals_one_polynomial_twice() {
        let table = Table::new(SEATS, 16);
        let few = JointKey::new(&table.keys[..SEATS - 1]).unwrap();
        let deal = |step, seat: u16, joint, t| {
            let mut rng = Table::new(2, 99).rng;
            let secret = &table.secrets[usize::from(seat)];
            Dealing::new(&ctx(step, seat), secret, joint, t, &mut rng).unwrap().commitments
        };
        assert_eq!(deal(2, 0, &table.joint, T), deal(2, 0, &table.joint, T));
        let mut seen = [
            deal(2, 0, &table.joint, T),
            deal(3, 0, &table.joint, T),
            deal(2, 1, &table.joint, T),
            deal(2, 0, &table.joint, 2),
            deal(2, 0, &few, 2),
        ]
        .map(|commitments| commitments[1]);
        seen.sort_unstable();
        assert!(seen.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn a_wrong_part_is_refused() {
        let mut table = Table::new(SEATS, 17);
        let cards = table.masked(&[1, 2]);
        let dealing = deal(&mut table, 0, T);
        let escrow = accept(&table, 0, &dealing);
        let mut message = part(&mut table, &escrow, 2, &cards);
        message.shares[0] = face(9);
        let refused = message.verify(&ctx(9, 2), &escrow, &cards);
        assert_eq!(refused, Err(PartError::Shares(ShareError::Proof)));
        message.shares.pop();
        let refused = message.verify(&ctx(9, 2), &escrow, &cards);
        let error = ShareError::Length { expected: 2, found: 1 };
        assert_eq!(refused, Err(PartError::Shares(error)));
    }

    #[test]
    fn a_part_made_with_another_share_has_no_proof() {
        let mut table = Table::new(SEATS, 17);
        let cards = table.masked(&[1, 2]);
        let dealing = deal(&mut table, 0, T);
        let escrow = accept(&table, 0, &dealing);
        let mut share = receive(&mut table, &escrow, 1).share().unwrap();
        share.value += Scalar::ONE;
        let part = RecoveredShares::new(&ctx(9, 1), &share, &cards, &mut table.rng);
        let refused = part.verify(&ctx(9, 1), &escrow, &cards);
        assert_eq!(refused, Err(PartError::Shares(ShareError::Proof)));
    }

    #[test]
    fn a_part_holds_in_its_place_only() {
        let mut table = Table::new(SEATS, 18);
        let cards = table.masked(&[1, 2]);
        let dealing = deal(&mut table, 0, T);
        let escrow = accept(&table, 0, &dealing);
        let message = part(&mut table, &escrow, 1, &cards);
        let refused = Err(PartError::Shares(ShareError::Proof));
        assert!(message.verify(&ctx(9, 1), &escrow, &cards).is_ok());
        for other in [ctx(10, 1), ctx(9, 2)] {
            assert_eq!(message.verify(&other, &escrow, &cards), refused);
        }
        // Another match, the dealer, a seat that is not there.
        for other in [Context::new([8; 32], 9, 1), ctx(9, 0), ctx(9, SEATS as u16)] {
            assert_eq!(message.verify(&other, &escrow, &cards), Err(PartError::Seat));
        }
        let swapped = [cards[1], cards[0]];
        assert_eq!(message.verify(&ctx(9, 1), &escrow, &swapped), refused);
        let another = deal(&mut table, 0, T);
        let another = accept(&table, 0, &another);
        assert_eq!(message.verify(&ctx(9, 1), &another, &cards), refused);
    }

    #[test]
    fn parts_of_other_cards_or_another_escrow_are_not_combined() {
        let mut table = Table::new(SEATS, 19);
        let cards = table.masked(&[1, 2]);
        let [dealing, another] = [(); 2].map(|()| deal(&mut table, 0, T));
        let escrow = accept(&table, 0, &dealing);
        let another = accept(&table, 0, &another);
        let mut mixed = parts(&mut table, &escrow, &[1, 2, 3], &cards);
        assert_eq!(combine(&another, &cards, &mixed), Err(RecoverError::Foreign(0)));
        assert_eq!(combine(&escrow, &cards[..1], &mixed), Err(RecoverError::Foreign(0)));
        mixed[2] = parts(&mut table, &escrow, &[3], &[cards[1], cards[0]]).remove(0);
        assert_eq!(combine(&escrow, &cards, &mixed), Err(RecoverError::Foreign(2)));
    }

    #[test]
    fn a_recovered_part_is_no_share_and_a_share_no_recovered_part() {
        let mut table = Table::new(3, 20);
        let cards = table.masked(&[1]);
        let dealing = deal(&mut table, 0, 2);
        let escrow = accept(&table, 0, &dealing);
        let message = part(&mut table, &escrow, 1, &cards);
        // Taken for shares of a seat whose key is Y_1: only the domain is another.
        let y = escrow.edge(1).unwrap().public;
        let mut t = ctx(9, 1).open(Domain::Shares);
        let crossed = share::verify(&mut t, &y, &masked(&cards), &message.shares, &message.proof);
        assert_eq!(crossed, Err(ShareError::Proof));
        // And the other way round: the helper's value as a secret of its own.
        let share = receive(&mut table, &escrow, 1).share().unwrap();
        let mut t = ctx(9, 1).open(Domain::Shares);
        let (shares, proof) =
            share::prove(&mut t, &share.value, &y, &masked(&cards), &mut table.rng);
        assert_eq!(shares, message.shares);
        let crossed = RecoveredShares { shares, proof }.verify(&ctx(9, 1), &escrow, &cards);
        assert_eq!(crossed, Err(PartError::Shares(ShareError::Proof)));
    }

    #[test]
    fn no_helper_holds_the_key_and_no_coefficient_repeats() {
        let mut table = Table::new(SEATS, 21);
        let mut seen: Vec<Point> = table.keys.iter().map(|key| *key.point()).collect();
        for _ in 0..2 {
            let dealing = deal(&mut table, 0, T);
            seen.extend(&dealing.commitments[1..]);
            let escrow = accept(&table, 0, &dealing);
            seen.extend((1..SEATS).map(|i| escrow.edge(i).unwrap().public));
        }
        seen.sort_unstable();
        assert!(seen.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
