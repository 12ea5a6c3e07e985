//! "None of these": a seat proves that none of its cards has a face of a set, and shows no card.
//!
//! With everybody else's layers removed, the owner's card is `(A_i, B_i)` with `B_i = M + x·A_i`.
//! Write `P_j = B_i − M_s` for the pair `j = i·|S| + s` of card `i` and face `s` (both from 0, so
//! `j` runs through the faces of card 0, then of card 1, …), and `m` for the number of pairs. The
//! card has the face exactly if `P_j − x·A_i = 0`. The owner shows that difference blinded,
//! `T_j = w_j·(P_j − x·A_i)`; whoever sees `T_j ≠ 0` and knows it is made that way knows that the
//! difference is not 0.
//!
//! ```text
//! statement  X = x·G;  T_j = w_j·(P_j − x·A_i)  for all j
//! transcript domain "none-of"; "X" X; length; for each card: "A" A_i, "B" B_i;
//!            length; "M" M_s for each face; length; "T" T_j for each pair; "V" V
//!            ρ_0 … ρ_{m−1} = challenge "weight" (16·m bytes, 16 for each, little-endian)
//!            "Q" Q; "K_V" K_V; "K_Q" K_Q; "K_X" K_X; "K_T" K_T;  c = challenge "c"
//! relations  V          = r·G_0 + Σ w_j·G_{j+1}                            (V)
//!            Q          = u·G + Σ ρ_j·w_j·A_i                              (Q)
//!            X          = x·G                                              (X)
//!            Σ ρ_j·T_j  = u·X + Σ ρ_j·w_j·P_j − x·Q                        (T)
//! proof      (T, V, Q, c, z): the K are the right-hand sides for random (k_w, k_r, k_u, k_x),
//!            z_w = k_w + c·w and so on; the verifier recomputes each K as the right-hand side
//!            for z minus c times the left-hand side, and compares c
//! ```
//!
//! `G_0, G_1, …` are the crate's vector generators. Sound: `V` fixes all `w_j`, and `T` is
//! fixed, before the `ρ_j` are drawn. Putting (Q) into (T), the two `u` terms cancel and
//! `Σ ρ_j·(T_j − w_j·(P_j − x·A_i)) = 0` remains, so each bracket is 0 but with probability 2⁻¹²⁸.
//! Hiding: for `w_j`, `r`, `u` uniform, `T_j` (where the difference is not 0), `V` and `Q` are
//! uniform whatever the faces are, and the rest can be made from them without any secret.
//!
//! A pair costs 64 bytes, one multiplication and two terms of a multiscalar multiplication for the
//! prover, two terms for the verifier: the sums in (Q) and (T) collapse to one term per card and
//! per face. A proof pair by pair would cost 96 bytes and twice the multiplications. There is no second method
//! over the complement: a one-of-many proof costs at least as much for each face that the card may
//! still have as this one for each face that it must not have, so that it pays only where the set
//! is more than half of the deck's faces. The rules here ask for a suit or for a single face.

#[cfg(test)]
mod tests;

use curve25519_dalek::{
    Scalar, constants::RISTRETTO_BASEPOINT_POINT as G, ristretto::RistrettoPoint,
};
use merlin::Transcript;
use rand_core::CryptoRng;
use serde::{Deserialize, Serialize};
use subtle::{Choice, ConstantTimeEq};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::{
    card::{Card, MaskedCard},
    dleq::{secret_sum, vartime_sum},
    generators::generators,
    keys::{JointKey, PublicKey, SecretKey},
    point::{Point, half},
    share::{OpenError, Share, strip},
    transcript::{
        Context, Domain, TranscriptProtocol,
        label::{self, none_of},
    },
};

/// A card from which all layers but its owner's are removed: `(A, M + x·A)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrippedCard {
    owner: Point,
    card: MaskedCard,
}

impl StrippedCard {
    /// Strips `card` of everybody's layers but that of the seat at index `owner` of `joint`.
    pub fn new(
        card: &Card,
        joint: &JointKey,
        shares: &[Share],
        owner: usize,
    ) -> Result<Self, OpenError> {
        let key = joint.keys().get(owner).ok_or(OpenError::Owner)?;
        let b = Point::new(strip(card, joint, shares, Some(owner))?);
        Ok(Self { owner: *key.point(), card: MaskedCard { a: card.a, b } })
    }

    /// A card of unknown origin that is to be taken as stripped: see [`Card::unverified`].
    #[cfg(any(test, feature = "unverified"))]
    pub fn unverified(card: Card, owner: &PublicKey) -> Self {
        Self { owner: *owner.point(), card: *card }
    }
}

/// The proof that none of a seat's cards has one of some faces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoneOf {
    blinded: Vec<Point>,
    v: Point,
    q: Point,
    c: Scalar,
    z_w: Vec<Scalar>,
    z_r: Scalar,
    z_u: Scalar,
    z_x: Scalar,
}

impl NoneOf {
    /// Proves that no card of `cards` has a face of `faces`; `None` if one has, or is not the owner's.
    pub fn new(
        ctx: &Context,
        secret: &SecretKey,
        cards: &[StrippedCard],
        faces: &[Point],
        rng: &mut impl CryptoRng,
    ) -> Option<Self> {
        let claim = Claim::new(secret.public(), cards, faces)?;
        let differences = claim.differences(secret.scalar())?;
        let rng = &mut claim.open(ctx).hedge(&[secret.scalar()], rng);
        let w = Witness::random(claim.pairs(), Some(secret.scalar()), rng);
        let halves: Vec<_> =
            w.w.iter().zip(&*differences).map(|(w, d)| *Zeroizing::new(w * half()) * d).collect();
        Some(Self::prove(ctx, &claim, &w, Point::batch_doubles(&halves), rng))
    }

    /// The proof that `blinded` was made with `w`; it holds only if that is so.
    fn prove(
        ctx: &Context,
        claim: &Claim<'_>,
        w: &Witness,
        blinded: Vec<Point>,
        rng: &mut impl CryptoRng,
    ) -> Self {
        let k = Witness::random(claim.pairs(), None, rng);
        let generators = generators(claim.pairs() + 1);
        let v = Point::new(claim.row_v(&generators, w).secret());
        let mut t = claim.open(ctx);
        let weights = claim.draw_weights(&mut t, &blinded, &v);
        let q = Point::new(claim.row_q(&w.sums(&weights, claim.faces.len())).secret());
        let rows = claim.rows(&generators, &weights, &q, &k);
        let c = challenge(&mut t, &q, rows.map(Row::secret));
        Self {
            z_w: w.w.iter().zip(&k.w).map(|(w, k)| k + c * w).collect(),
            z_r: k.r + c * w.r,
            z_u: k.u + c * w.u,
            z_x: k.x + c * w.x,
            blinded,
            v,
            q,
            c,
        }
    }

    /// Checks that no card of `cards`, all of them `key`'s, has a face of `faces`; `ctx` must be of
    /// the key's seat.
    pub fn verify(
        &self,
        ctx: &Context,
        key: &PublicKey,
        cards: &[StrippedCard],
        faces: &[Point],
    ) -> Result<(), NoneOfError> {
        if !key.speaks_in(ctx) {
            return Err(NoneOfError::Seat);
        }
        let claim = Claim::new(*key.point(), cards, faces).ok_or(NoneOfError::Owner)?;
        if [self.blinded.len(), self.z_w.len()] != [claim.pairs(); 2] {
            return Err(NoneOfError::Length);
        }
        if let Some(j) = self.blinded.iter().position(Point::is_identity) {
            return Err(NoneOfError::Zero { card: j / faces.len(), face: j % faces.len() });
        }
        let mut t = claim.open(ctx);
        let weights = claim.draw_weights(&mut t, &self.blinded, &self.v);
        let generators = generators(claim.pairs() + 1);
        let z = Witness { w: self.z_w.clone(), r: self.z_r, u: self.z_u, x: self.z_x };
        let [mut v, mut q, mut x, mut b] = claim.rows(&generators, &weights, &self.q, &z);
        v.push(-self.c, self.v.point());
        q.push(-self.c, self.q.point());
        x.push(-self.c, claim.key.point());
        weights.iter().zip(&self.blinded).for_each(|(rho, p)| b.push(-self.c * rho, p.point()));
        let c = challenge(&mut t, &self.q, [v, q, x, b].map(Row::public));
        if c == self.c { Ok(()) } else { Err(NoneOfError::Proof) }
    }
}

/// The statement: whose cards, and which faces.
struct Claim<'a> {
    key: Point,
    cards: Vec<MaskedCard>,
    faces: &'a [Point],
}

impl<'a> Claim<'a> {
    fn new(key: Point, cards: &[StrippedCard], faces: &'a [Point]) -> Option<Self> {
        let own = cards.iter().all(|card| card.owner == key);
        own.then(|| Self { key, cards: cards.iter().map(|card| card.card).collect(), faces })
    }

    fn pairs(&self) -> usize {
        self.cards.len() * self.faces.len()
    }

    /// `P_j − x·A_i` for all pairs, unless one is 0; takes the same time wherever a 0 is.
    fn differences(&self, x: &Scalar) -> Option<Zeroizing<Vec<RistrettoPoint>>> {
        let mut differences = Zeroizing::new(Vec::with_capacity(self.pairs()));
        let mut hit = Choice::from(0);
        for card in &self.cards {
            let m = Zeroizing::new(card.b.point() - x * card.a.point());
            for face in self.faces {
                hit |= m.ct_eq(face.point());
                differences.push(*m - face.point());
            }
        }
        (!bool::from(hit)).then_some(differences)
    }

    /// The transcript with the statement in it.
    fn open(&self, ctx: &Context) -> Transcript {
        let mut t = ctx.open(Domain::NoneOf);
        t.point(label::X, &self.key);
        t.cards(&self.cards);
        t.points(none_of::M, self.faces.iter());
        t
    }

    fn draw_weights(&self, t: &mut Transcript, blinded: &[Point], v: &Point) -> Vec<Scalar> {
        t.points(none_of::T, blinded.iter());
        t.point(none_of::V, v);
        t.weights(label::WEIGHT, self.pairs())
    }

    /// The right-hand sides of (V), (Q), (X) and (T).
    fn rows<'r>(
        &'r self,
        generators: &'r [RistrettoPoint],
        weights: &[Scalar],
        q: &'r Point,
        w: &Witness,
    ) -> [Row<'r>; 4] {
        let sums = w.sums(weights, self.faces.len());
        let mut x = Row::sized(2);
        x.push(w.x, &G);
        [self.row_v(generators, w), self.row_q(&sums), x, self.row_t(&sums, q, &w.x)]
    }

    fn row_v<'r>(&self, generators: &'r [RistrettoPoint], w: &Witness) -> Row<'r> {
        let mut row = Row::sized(w.w.len() + 2);
        let scalars = core::iter::once(&w.r).chain(&w.w);
        scalars.zip(generators).for_each(|(w, g)| row.push(*w, g));
        row
    }

    fn row_q(&self, sums: &Sums) -> Row<'_> {
        let mut row = Row::sized(self.cards.len() + 2);
        row.push(sums.u, &G);
        sums.cards.iter().zip(&self.cards).for_each(|(y, card)| row.push(*y, card.a.point()));
        row
    }

    fn row_t<'r>(&'r self, sums: &Sums, q: &'r Point, x: &Scalar) -> Row<'r> {
        let mut row = Row::sized(self.cards.len() + self.faces.len() + 2);
        row.push(sums.u, self.key.point());
        sums.cards.iter().zip(&self.cards).for_each(|(y, card)| row.push(*y, card.b.point()));
        sums.faces.iter().zip(self.faces).for_each(|(y, face)| row.push(-y, face.point()));
        row.push(-x, q.point());
        row
    }
}

/// The secrets `(w, r, u, x)` of the relations; also their masks `k`, and the answers `z`.
#[derive(Zeroize, ZeroizeOnDrop)]
struct Witness {
    w: Vec<Scalar>,
    r: Scalar,
    u: Scalar,
    x: Scalar,
}

impl Witness {
    fn random(pairs: usize, x: Option<&Scalar>, rng: &mut impl CryptoRng) -> Self {
        let mut random = || Scalar::random(rng);
        let w = (0..pairs).map(|_| random()).collect();
        Self { w, r: random(), u: random(), x: x.copied().unwrap_or_else(random) }
    }

    /// `ρ_j·w_j`, summed over the faces of each card and over the cards of each face.
    fn sums(&self, weights: &[Scalar], faces: usize) -> Sums {
        let cards = Vec::with_capacity(self.w.len() / faces.max(1));
        let mut sums = Sums { u: self.u, cards, faces: vec![Scalar::ZERO; faces] };
        let weighted: Zeroizing<Vec<Scalar>> =
            Zeroizing::new(self.w.iter().zip(weights).map(|(w, rho)| w * rho).collect());
        for card in weighted.chunks_exact(faces.max(1)) {
            sums.cards.push(card.iter().sum());
            sums.faces.iter_mut().zip(card).for_each(|(sum, w)| *sum += w);
        }
        sums
    }
}

#[derive(Zeroize, ZeroizeOnDrop)]
struct Sums {
    u: Scalar,
    cards: Vec<Scalar>,
    faces: Vec<Scalar>,
}

/// A sum of multiples, not yet computed: the prover must take constant time, the verifier need not.
struct Row<'a> {
    scalars: Zeroizing<Vec<Scalar>>,
    points: Vec<&'a RistrettoPoint>,
}

impl<'a> Row<'a> {
    /// Room for `terms`, so that growing leaves no secret behind.
    fn sized(terms: usize) -> Self {
        let scalars = Zeroizing::new(Vec::with_capacity(terms));
        Self { scalars, points: Vec::with_capacity(terms) }
    }

    fn push(&mut self, scalar: Scalar, point: &'a RistrettoPoint) {
        self.scalars.push(scalar);
        self.points.push(point);
    }

    fn secret(self) -> RistrettoPoint {
        secret_sum(&*self.scalars, self.points)
    }

    fn public(self) -> RistrettoPoint {
        vartime_sum(&*self.scalars, self.points)
    }
}

fn challenge(t: &mut Transcript, q: &Point, k: [RistrettoPoint; 4]) -> Scalar {
    t.point(none_of::Q, q);
    let [k_v, k_q, k_x, k_t] = k.map(Point::new);
    t.point(none_of::K_V, &k_v);
    t.point(none_of::K_Q, &k_q);
    t.point(none_of::K_X, &k_x);
    t.point(none_of::K_T, &k_t);
    t.challenge(none_of::C)
}

/// Why a proof that some faces are not there is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoneOfError {
    /// The context is of another seat or another match than the key.
    #[error("the proof is not of the seat that says it")]
    Seat,
    /// A card of the statement is another seat's.
    #[error("the proof is about a card of another seat")]
    Owner,
    /// The proof has another size than cards and faces ask for.
    #[error("the proof does not fit the number of cards and faces")]
    Length,
    /// A blinded difference is 0: the card has the face.
    #[error("card {card} has face {face} of the set")]
    Zero {
        /// The index of the card.
        card: usize,
        /// The index of the face in the set.
        face: usize,
    },
    /// The proof does not hold.
    #[error("the proof that none of the cards has such a face does not hold")]
    Proof,
}
