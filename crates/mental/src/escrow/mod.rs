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

mod recover;
#[cfg(test)]
mod tests;

use curve25519_dalek::{Scalar, ristretto::RistrettoPoint};
use merlin::Transcript;
use rand_core::CryptoRng;
use serde::{Deserialize, Serialize};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

pub use recover::{PartError, RecoverError, Recovered, RecoveredShares, combine};

use crate::{
    dleq::{Dleq, vartime_sum},
    keys::{JointKey, PublicKey, SecretKey},
    point::Point,
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
        let seal = |(i, key): (usize, &PublicKey)| {
            let to = key.point();
            let s = Zeroizing::new(Point::new(secret.scalar() * to.point()));
            let value = Zeroizing::new(f.iter().rev().fold(Scalar::ZERO, |v, a| v * at(i) + a));
            *value + *pad(ctx, &commitments, i, to, &s)
        };
        let sealed = keys.iter().enumerate().filter(|(i, _)| *i != dealer).map(seal).collect();
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
        if self.commitments.first() != keys.get(dealer).map(PublicKey::point) {
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
    let key = joint.keys().get(seat).map(PublicKey::point);
    if key == Some(&secret.public()) { Ok(seat) } else { Err(EscrowError::Seat) }
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
    #[expect(clippy::indexing_slicing, reason = "the dealer was found among the keys")]
    pub(crate) fn key(&self) -> &Point {
        self.joint.keys()[self.dealer].point()
    }

    /// How many helpers it takes.
    pub(crate) fn threshold(&self) -> usize {
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

/// One encrypted share: `e_i` from the dealer to seat `i`, and the `Y_i` that it must match.
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

/// A receiver's claim that its share is bad, with the proof that everybody can check.
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
