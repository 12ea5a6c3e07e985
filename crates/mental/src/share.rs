//! Shares: how seats open a card together.
//!
//! A seat's share of the card `(A, B)` is `D = x·A`. All shares of one message have one proof:
//!
//! ```text
//! statement  X = x·G,  D_i = x·A_i  for i = 1 … n
//! transcript domain "shares"; "X" X; length n; for each card: "A" A_i, "B" B_i;
//!            length n; "D" D_i for each i
//!            ρ_1 … ρ_n = challenge "weight" (16·n bytes, 16 for each, little-endian)
//!            P = Σ ρ_i·A_i,  S = Σ ρ_i·D_i
//! proof      [`dleq`](crate::dleq) of (X, P, S) in the same transcript: (c, z)
//! ```
//!
//! Sound: with `D_i = x·A_i + E_i`, `S = x·P` says `Σ ρ_i·E_i = 0`; the `E_i` are fixed before the
//! `ρ_i` are drawn, so any `E_i ≠ 0` survives with probability 2⁻¹²⁸ only.
//!
//! A card opens to `M = B − Σ_j D_j`, over the shares of all keys in the joint key.

use curve25519_dalek::{Scalar, ristretto::RistrettoPoint};
use merlin::Transcript;
use rand_core::CryptoRng;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::{
    card::MaskedCard,
    dleq::{Dleq, vartime_sum},
    keys::{JointKey, PublicKey, SecretKey},
    point::{Point, half},
    transcript::{Context, Domain, TranscriptProtocol},
};

/// One seat's shares of some cards, with one proof for all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shares {
    /// `D_i = x·A_i`, in the order of the cards.
    pub shares: Vec<Point>,
    proof: Dleq,
}

impl Shares {
    /// The shares of `cards` under `secret`.
    pub fn new(
        ctx: &Context,
        secret: &SecretKey,
        cards: &[MaskedCard],
        rng: &mut impl CryptoRng,
    ) -> Self {
        let mut t = ctx.open(Domain::Shares);
        let (shares, proof) = prove(&mut t, secret.scalar(), &secret.public(), cards, rng);
        Self { shares, proof }
    }

    /// Checks that these are the shares of exactly these cards by the owner of `key`.
    pub fn verify(
        &self,
        ctx: &Context,
        key: &PublicKey,
        cards: &[MaskedCard],
    ) -> Result<Vec<Share>, ShareError> {
        let mut t = ctx.open(Domain::Shares);
        verify(&mut t, key.point(), cards, &self.shares, &self.proof)?;
        let share = |(card, d): (&MaskedCard, &Point)| Share { key: *key.point(), a: card.a, d: *d };
        Ok(cards.iter().zip(&self.shares).map(share).collect())
    }
}

/// A verified share: of one key, for one card. Only verification makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    key: Point,
    a: Point,
    d: Point,
}

impl Share {
    /// A share that is right by construction or by a check of the caller's.
    pub(crate) fn trusted(key: Point, a: Point, d: Point) -> Self {
        Self { key, a, d }
    }

    /// The key whose layer this share removes.
    pub fn key(&self) -> &Point {
        &self.key
    }
}

/// The shares of `cards` under any secret `x` with `key = x·G`, and their proof.
pub(crate) fn prove(
    t: &mut Transcript,
    x: &Scalar,
    key: &Point,
    cards: &[MaskedCard],
    rng: &mut impl CryptoRng,
) -> (Vec<Point>, Dleq) {
    let half_x = Zeroizing::new(half() * x);
    let halves: Vec<RistrettoPoint> = cards.iter().map(|card| *half_x * card.a.point()).collect();
    let shares = Point::batch_doubles(&halves);
    let weights = weigh(t, key, cards, &shares);
    let p = vartime_sum(weights, cards.iter().map(|card| card.a.point()));
    let proof = Dleq::new(t, x, &p, rng);
    (shares, proof)
}

/// Whether `shares` are those of `cards` under the secret of `key`.
pub(crate) fn verify(
    t: &mut Transcript,
    key: &Point,
    cards: &[MaskedCard],
    shares: &[Point],
    proof: &Dleq,
) -> Result<(), ShareError> {
    if shares.len() != cards.len() {
        return Err(ShareError::Length { expected: cards.len(), found: shares.len() });
    }
    let weights = weigh(t, key, cards, shares);
    let p = vartime_sum(weights.iter().copied(), cards.iter().map(|card| card.a.point()));
    let s = vartime_sum(weights, shares.iter().map(Point::point));
    if proof.holds(t, key.point(), &p, &s) { Ok(()) } else { Err(ShareError::Proof) }
}

/// Appends the statement and draws its weights.
fn weigh(t: &mut Transcript, key: &Point, cards: &[MaskedCard], shares: &[Point]) -> Vec<Scalar> {
    t.point(b"X", key);
    t.cards(cards);
    t.points(b"D", shares.iter());
    t.weights(b"weight", cards.len())
}

/// The face point of `card`, once the shares of all keys are there.
pub fn open(card: &MaskedCard, joint: &JointKey, shares: &[Share]) -> Result<Point, OpenError> {
    Ok(Point::new(strip(card, joint, shares, None)?))
}

/// The face point of `card` for the owner of `secret`, once the shares of all others are there.
pub fn open_private(
    card: &MaskedCard,
    joint: &JointKey,
    shares: &[Share],
    secret: &SecretKey,
) -> Result<Point, OpenError> {
    let owner = joint.keys().iter().position(|key| *key.point() == secret.public());
    let stripped = strip(card, joint, shares, Some(owner.ok_or(OpenError::Owner)?))?;
    Ok(Point::new(stripped - secret.scalar() * card.a.point()))
}

/// `B − Σ D_j` over all keys of `joint` but that of `owner`.
pub(crate) fn strip(
    card: &MaskedCard,
    joint: &JointKey,
    shares: &[Share],
    owner: Option<usize>,
) -> Result<RistrettoPoint, OpenError> {
    let keys = joint.keys();
    let fits = |s: &Share| s.a == card.a && keys.iter().any(|key| *key.point() == s.key);
    if let Some(index) = shares.iter().position(|s| !fits(s)) {
        return Err(OpenError::Foreign(index));
    }
    let (mut stripped, mut missing) = (*card.b.point(), Vec::new());
    for (j, key) in keys.iter().enumerate().filter(|(j, _)| Some(*j) != owner) {
        match shares.iter().find(|s| s.key == *key.point()) {
            Some(share) => stripped -= share.d.point(),
            None => missing.push(j),
        }
    }
    if missing.is_empty() { Ok(stripped) } else { Err(OpenError::Missing(missing)) }
}

/// Why a message of shares is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShareError {
    /// Another number of shares than of cards.
    #[error("{found} shares were sent for {expected} cards")]
    Length {
        /// How many cards there are.
        expected: usize,
        /// How many shares there are.
        found: usize,
    },
    /// At least one share is not the key's share of its card.
    #[error("the proof that the shares are right does not hold")]
    Proof,
}

/// Why a card cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// These keys, by index in the joint key, have given no share.
    #[error("the card still has the layers of seats {0:?}")]
    Missing(Vec<usize>),
    /// The share at this index is of another card, or of a key outside the joint key.
    #[error("share {0} belongs to another card or another table")]
    Foreign(usize),
    /// The owner's key is not in the joint key.
    #[error("the owner of the card has no seat at this table")]
    Owner,
}
