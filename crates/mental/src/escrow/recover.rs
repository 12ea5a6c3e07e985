//! Recovery: a leaver's shares out of the parts of its helpers.

use curve25519_dalek::Scalar;
use merlin::Transcript;
use rand_core::CryptoRng;
use serde::{Deserialize, Serialize};

use super::{Escrow, EscrowShare, at};
use crate::{
    card::{Card, masked},
    dleq::{Dleq, vartime_sum},
    point::{Point, half},
    share::{self, Share, ShareError},
    transcript::{Context, Domain, TranscriptProtocol, label::escrow},
};

/// One helper's part of a leaver's shares of some cards, with one proof for all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecoveredShares {
    /// `D_{i,c} = s_i·A_c`, in the order of the cards.
    pub shares: Vec<Point>,
    pub(super) proof: Dleq,
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
    pub(super) shares: Vec<(Point, Point)>,
}

/// The leaver's shares of `cards` out of the parts of at least `t` helpers.
#[expect(clippy::indexing_slicing, reason = "a part that fits has a share of every card")]
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
pub(super) fn lagrange(seats: &[usize], i: usize) -> Scalar {
    let others = || seats.iter().filter(|m| **m != i);
    let numerator: Scalar = others().map(|m| at(*m)).product();
    let denominator: Scalar = others().map(|m| at(*m) - at(i)).product();
    numerator * denominator.invert()
}

/// The transcript of what seat `i` recovers for the owner of `leaver`.
fn recovery(ctx: &Context, leaver: &Point, i: usize) -> Transcript {
    let mut t = ctx.open(Domain::Recovered);
    t.point(escrow::X_J, leaver);
    t.append_u64(escrow::I, i as u64);
    t
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
