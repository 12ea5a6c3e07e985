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
        let weights = claim.weigh(&mut t, &blinded, &v);
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
        let weights = claim.weigh(&mut t, &self.blinded, &self.v);
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

    fn weigh(&self, t: &mut Transcript, blinded: &[Point], v: &Point) -> Vec<Scalar> {
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
        row.push(w.r, &generators[0]);
        w.w.iter().zip(&generators[1..]).for_each(|(w, g)| row.push(*w, g));
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
    /// The proof is said in the place of another seat, or in another match, than the key's.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Table, ctx, face, other_contexts};

    const HAND: [u8; 3] = [1, 2, 2];
    const ABSENT: [u8; 4] = [5, 6, 7, 8];

    fn faces(faces: &[u8]) -> Vec<Point> {
        faces.iter().map(|f| face(*f)).collect()
    }

    /// Seat 0 and a hand of its own, stripped of the layers of the others.
    fn table(hand: &[u8]) -> (Table, Vec<StrippedCard>) {
        let mut table = Table::new(3, 7);
        let cards = table.masked(hand);
        let shares = table.shares(&cards, &[0]);
        let strip = |(card, shares): (&Card, &Vec<Share>)| {
            StrippedCard::new(card, &table.joint, shares, 0).unwrap()
        };
        let stripped = cards.iter().zip(&shares).map(strip).collect();
        (table, stripped)
    }

    fn honest(table: &mut Table, hand: &[StrippedCard], absent: &[Point]) -> Option<NoneOf> {
        NoneOf::new(&ctx(5, 0), &table.secrets[0], hand, absent, &mut table.rng)
    }

    fn verify(
        table: &Table,
        proof: &NoneOf,
        hand: &[StrippedCard],
        absent: &[Point],
    ) -> Result<(), NoneOfError> {
        proof.verify(&ctx(5, 0), &table.keys[0], hand, absent)
    }

    fn copy(w: &Witness) -> Witness {
        Witness { w: w.w.clone(), r: w.r, u: w.u, x: w.x }
    }

    /// A prover that commits to one witness, sees the weights, and goes on with another, and
    /// with a `Q` of its own if `adapt` gives one.
    fn forge(
        table: &mut Table,
        claim: &Claim<'_>,
        w: &Witness,
        blinded: Vec<Point>,
        adapt: impl Fn(&[Scalar], &mut Witness) -> Option<RistrettoPoint>,
        recommit: bool,
    ) -> NoneOf {
        let g = generators(claim.pairs() + 1);
        let mut v = Point::new(claim.row_v(&g, w).secret());
        let mut t = claim.open(&ctx(5, 0));
        let rho = claim.weigh(&mut t, &blinded, &v);
        let mut w = copy(w);
        let q = adapt(&rho, &mut w);
        if recommit {
            v = Point::new(claim.row_v(&g, &w).secret());
        }
        let sums = w.sums(&rho, claim.faces.len());
        let q = Point::new(q.unwrap_or_else(|| claim.row_q(&sums).secret()));
        let [.., sum] = claim.rows(&g, &rho, &q, &w);
        let sent = vartime_sum(&rho, blinded.iter().map(Point::point));
        assert_eq!(sum.secret(), sent, "the forgery satisfies (T) for the weights it saw");
        let k = Witness::random(claim.pairs(), None, &mut table.rng);
        let c = challenge(&mut t, &q, claim.rows(&g, &rho, &q, &k).map(Row::secret));
        NoneOf {
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

    #[test]
    fn absent_faces_are_proven_absent() {
        let (mut table, hand) = table(&HAND);
        for absent in [&ABSENT[..], &ABSENT[..1], &[5, 5], &[]] {
            let absent = faces(absent);
            for hand in [&hand[..], &hand[..1], &[]] {
                let proof = honest(&mut table, hand, &absent).unwrap();
                assert_eq!(verify(&table, &proof, hand, &absent), Ok(()));
            }
        }
    }

    #[test]
    fn a_face_that_is_there_has_no_proof() {
        let (mut table, hand) = table(&HAND);
        for held in [[1, 5], [5, 1], [2, 2], [6, 2]] {
            assert_eq!(honest(&mut table, &hand, &faces(&held)), None);
        }
    }

    #[test]
    fn only_the_owner_can_prove() {
        let (mut table, hand) = table(&HAND);
        let absent = faces(&ABSENT);
        let secret = &table.secrets[1];
        assert!(NoneOf::new(&ctx(5, 0), secret, &hand, &absent, &mut table.rng).is_none());
        let proof = honest(&mut table, &hand, &absent).unwrap();
        let refused = proof.verify(&ctx(5, 0), &table.keys[1], &hand, &absent);
        assert_eq!(refused, Err(NoneOfError::Seat));
        let refused = proof.verify(&ctx(5, 1), &table.keys[1], &hand, &absent);
        assert_eq!(refused, Err(NoneOfError::Owner));
        // The same cards, claimed for the other seat.
        let claimed: Vec<_> = hand
            .iter()
            .map(|card| StrippedCard { owner: table.secrets[1].public(), ..*card })
            .collect();
        let refused = proof.verify(&ctx(5, 1), &table.keys[1], &claimed, &absent);
        assert_eq!(refused, Err(NoneOfError::Proof));
    }

    #[test]
    fn a_card_is_stripped_of_everybody_but_its_owner() {
        let mut table = Table::new(3, 7);
        let cards = table.masked(&[1]);
        let shares = table.shares(&cards, &[0, 1]);
        let strip = |owner| StrippedCard::new(&cards[0], &table.joint, &shares[0], owner);
        assert_eq!(strip(0), Err(OpenError::Missing(vec![1])));
        assert_eq!(strip(2), Err(OpenError::Missing(vec![0, 1])));
        assert_eq!(strip(3), Err(OpenError::Owner));
    }

    #[test]
    fn a_proof_holds_in_its_own_context_only() {
        let (mut table, hand) = table(&HAND);
        let absent = faces(&ABSENT);
        let proof = honest(&mut table, &hand, &absent).unwrap();
        let [elsewhere, later, next] =
            other_contexts(5, 0).map(|other| proof.verify(&other, &table.keys[0], &hand, &absent));
        assert_eq!(later, Err(NoneOfError::Proof));
        assert_eq!([elsewhere, next], [Err(NoneOfError::Seat); 2]);
    }

    #[test]
    fn a_proof_holds_for_its_own_cards_and_faces_only() {
        let (mut table, hand) = table(&HAND);
        let absent = faces(&ABSENT);
        let proof = honest(&mut table, &hand, &absent).unwrap();
        for i in 0..hand.len() {
            let (mut a, mut b) = (hand.clone(), hand.clone());
            a[i].card.a = face(9);
            b[i].card.b = face(9);
            assert_eq!(verify(&table, &proof, &a, &absent), Err(NoneOfError::Proof));
            assert_eq!(verify(&table, &proof, &b, &absent), Err(NoneOfError::Proof));
        }
        let mut swapped = hand.clone();
        swapped.swap(0, 1);
        assert_eq!(verify(&table, &proof, &swapped, &absent), Err(NoneOfError::Proof));
        for s in 0..absent.len() {
            let mut other = absent.clone();
            other[s] = face(1);
            assert_eq!(verify(&table, &proof, &hand, &other), Err(NoneOfError::Proof));
        }
        let shorter = verify(&table, &proof, &hand, &absent[1..]);
        assert_eq!(shorter, Err(NoneOfError::Length));
        assert_eq!(verify(&table, &proof, &hand[1..], &absent), Err(NoneOfError::Length));
    }

    #[test]
    fn the_shape_of_cards_times_faces_is_bound() {
        // 2 cards × 3 faces and 3 cards × 2 faces have as many pairs.
        let (mut table, hand) = table(&HAND);
        let absent = faces(&ABSENT);
        let proof = honest(&mut table, &hand[..2], &absent[..3]).unwrap();
        assert_eq!(verify(&table, &proof, &hand, &absent[..2]), Err(NoneOfError::Proof));
    }

    #[test]
    fn a_proof_of_another_size_is_refused() {
        let (mut table, hand) = table(&HAND);
        let absent = faces(&ABSENT);
        let proof = honest(&mut table, &hand, &absent).unwrap();
        let pairs = hand.len() * absent.len();
        for size in [0, pairs - 1, pairs + 1] {
            let (mut t, mut z) = (proof.clone(), proof.clone());
            t.blinded.resize(size, face(9));
            z.z_w.resize(size, Scalar::ONE);
            let mut both = t.clone();
            both.z_w = z.z_w.clone();
            for proof in [t, z, both] {
                assert_eq!(verify(&table, &proof, &hand, &absent), Err(NoneOfError::Length));
            }
        }
    }

    #[test]
    fn a_difference_of_zero_is_the_card() {
        let (mut table, hand) = table(&HAND);
        let absent = faces(&[5, 2, 6]);
        let secret = &table.secrets[0];
        let claim = Claim::new(secret.public(), &hand, &absent).unwrap();
        // All relations hold: w is right, only T is 0 where the card has the face.
        let w = Witness::random(claim.pairs(), Some(secret.scalar()), &mut table.rng);
        let mut blinded = Vec::new();
        for (j, w) in w.w.iter().enumerate() {
            let card = &claim.cards[j / 3];
            let m = card.b.point() - secret.scalar() * card.a.point();
            blinded.push(Point::new(w * (m - absent[j % 3].point())));
        }
        let proof = NoneOf::prove(&ctx(5, 0), &claim, &w, blinded, &mut table.rng);
        let refused = verify(&table, &proof, &hand, &absent);
        assert_eq!(refused, Err(NoneOfError::Zero { card: 1, face: 1 }));
    }

    /// One card with the face in question, and one without; the honest part of a false claim.
    fn false_claim(table: &mut Table, x: &Scalar, claim: &Claim<'_>) -> (Witness, Vec<Point>) {
        let w = Witness::random(claim.pairs(), Some(x), &mut table.rng);
        let card = &claim.cards[1];
        let d = card.b.point() - x * card.a.point() - claim.faces[0].point();
        // T_0 should be 0; it is made from the other card instead.
        let blinded = vec![Point::new(w.w[0] * d), Point::new(w.w[1] * d)];
        (w, blinded)
    }

    fn false_table() -> (Table, Vec<StrippedCard>, Vec<Point>, Scalar) {
        let (table, hand) = table(&[1, 2]);
        let x = *table.secrets[0].scalar();
        (table, hand, faces(&[1]), x)
    }

    #[test]
    fn a_difference_taken_from_another_card_has_no_proof() {
        let (mut table, hand, absent, x) = false_table();
        let claim = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
        let (w, blinded) = false_claim(&mut table, &x, &claim);
        let proof = NoneOf::prove(&ctx(5, 0), &claim, &w, blinded, &mut table.rng);
        assert_eq!(verify(&table, &proof, &hand, &absent), Err(NoneOfError::Proof));
    }

    #[test]
    fn a_random_difference_has_no_proof() {
        let (mut table, hand, absent, x) = false_table();
        let claim = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
        let (w, mut blinded) = false_claim(&mut table, &x, &claim);
        blinded[0] = Point::new(RistrettoPoint::random(&mut table.rng));
        let proof = NoneOf::prove(&ctx(5, 0), &claim, &w, blinded, &mut table.rng);
        assert_eq!(verify(&table, &proof, &hand, &absent), Err(NoneOfError::Proof));
    }

    #[test]
    fn another_secret_has_no_proof() {
        // With x' ≠ x the difference is not 0, and (V), (Q), (T) hold; (X) does not, whether or not
        // the u terms are made to cancel under x'.
        let (mut table, hand, absent, x) = false_table();
        let claim = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
        let other = x + Scalar::ONE;
        for u in [None, Some(Scalar::ZERO)] {
            let mut w = Witness::random(claim.pairs(), Some(&other), &mut table.rng);
            w.u = u.unwrap_or(w.u);
            let blind = |(w, card): (&Scalar, &MaskedCard)| {
                Point::new(w * (card.b.point() - other * card.a.point() - absent[0].point()))
            };
            let blinded: Vec<_> = w.w.iter().zip(&claim.cards).map(blind).collect();
            assert!(blinded.iter().all(|t| !t.is_identity()));
            let proof = NoneOf::prove(&ctx(5, 0), &claim, &w, blinded, &mut table.rng);
            assert_eq!(verify(&table, &proof, &hand, &absent), Err(NoneOfError::Proof));
        }
    }

    #[test]
    fn blinding_factors_cannot_be_chosen_after_the_weights() {
        let (mut table, hand, absent, x) = false_table();
        let claim = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
        for recommit in [false, true] {
            let (w, blinded) = false_claim(&mut table, &x, &claim);
            // Σ ρ·T is a multiple of the second difference: let w_1 account for all of it.
            let adapt = |rho: &[Scalar], w: &mut Witness| {
                let taken = rho[0] * rho[1].invert() * w.w[0];
                w.w[1] += taken;
                None
            };
            let proof = forge(&mut table, &claim, &w, blinded, adapt, recommit);
            assert_eq!(verify(&table, &proof, &hand, &absent), Err(NoneOfError::Proof));
        }
    }

    #[test]
    fn the_sum_over_all_cards_cannot_be_chosen_freely() {
        let (mut table, hand, absent, x) = false_table();
        let claim = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
        let (w, blinded) = false_claim(&mut table, &x, &claim);
        // (T) alone is satisfied by the right Q, whatever T is.
        let adapt = |rho: &[Scalar], w: &mut Witness| {
            let sums = w.sums(rho, 1);
            let rest = claim.row_t(&sums, &Point::identity(), &x).secret();
            Some(x.invert() * (rest - vartime_sum(rho, blinded.iter().map(Point::point))))
        };
        let proof = forge(&mut table, &claim, &w, blinded.clone(), adapt, false);
        assert_eq!(verify(&table, &proof, &hand, &absent), Err(NoneOfError::Proof));
    }

    #[test]
    fn cards_and_faces_cannot_be_chosen_after_the_challenge() {
        let (mut table, hand) = table(&HAND);
        let absent = faces(&ABSENT);
        let proof = honest(&mut table, &hand, &absent).unwrap();
        let claim = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
        let rho = claim.weigh(&mut claim.open(&ctx(5, 0)), &proof.blinded, &proof.v);
        let z = Witness { w: proof.z_w.clone(), r: proof.z_r, u: proof.z_u, x: proof.z_x };
        let sums = z.sums(&rho, absent.len());
        // Two points moved against each other: what the verifier recomputes stays what it was.
        let bend = |[one, two]: [&mut Point; 2], y: &[Scalar]| {
            *one = Point::new(one.point() + y[1] * face(9).point());
            *two = Point::new(two.point() - y[0] * face(9).point());
        };
        let (mut a, mut b, mut other) = (hand.clone(), hand.clone(), absent.clone());
        let [one, two, ..] = &mut a[..] else { unreachable!() };
        bend([&mut one.card.a, &mut two.card.a], &sums.cards);
        let [one, two, ..] = &mut b[..] else { unreachable!() };
        bend([&mut one.card.b, &mut two.card.b], &sums.cards);
        let [one, two, ..] = &mut other[..] else { unreachable!() };
        bend([one, two], &sums.faces);
        for (hand, absent) in [(&a, &absent), (&b, &absent), (&hand, &other)] {
            assert_eq!(verify(&table, &proof, hand, absent), Err(NoneOfError::Proof));
        }
    }

    #[test]
    fn a_difference_cannot_be_chosen_after_the_weights() {
        let (mut table, hand) = table(&HAND);
        let absent = faces(&ABSENT);
        let mut proof = honest(&mut table, &hand, &absent).unwrap();
        let claim = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
        let mut t = claim.open(&ctx(5, 0));
        let rho = claim.weigh(&mut t, &proof.blinded, &proof.v);
        // Σ ρ·T stays what it was.
        proof.blinded[0] = Point::new(proof.blinded[0].point() + rho[1] * face(9).point());
        proof.blinded[1] = Point::new(proof.blinded[1].point() - rho[0] * face(9).point());
        assert_eq!(verify(&table, &proof, &hand, &absent), Err(NoneOfError::Proof));
    }

    #[test]
    fn errors_that_cancel_under_equal_weights_are_caught() {
        let (mut table, hand) = table(&HAND);
        let absent = faces(&ABSENT);
        let x = *table.secrets[0].scalar();
        let claim = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
        let w = Witness::random(claim.pairs(), Some(&x), &mut table.rng);
        let d = claim.differences(&x).unwrap();
        let mut blinded: Vec<_> = w.w.iter().zip(&*d).map(|(w, d)| Point::new(w * d)).collect();
        blinded[0] = Point::new(blinded[0].point() + face(9).point());
        blinded[1] = Point::new(blinded[1].point() - face(9).point());
        let proof = NoneOf::prove(&ctx(5, 0), &claim, &w, blinded, &mut table.rng);
        assert_eq!(verify(&table, &proof, &hand, &absent), Err(NoneOfError::Proof));
    }

    #[test]
    fn blinded_points_show_nothing_that_repeats() {
        let (mut table, hand) = table(&[2, 2]);
        let absent = faces(&[5, 5]);
        let x = *table.secrets[0].scalar();
        let bare = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
        let bare = bare.differences(&x).unwrap();
        let proofs = [(); 2].map(|()| honest(&mut table, &hand, &absent).unwrap());
        // Equal cards, equal faces, equal proofs: yet no two points agree.
        let mut seen: Vec<Point> = bare.iter().take(1).map(|d| Point::new(*d)).collect();
        seen.extend(proofs.iter().flat_map(|p| p.blinded.iter().chain([&p.v, &p.q])));
        assert_eq!(seen.len(), 1 + 2 * (4 + 2));
        seen.sort_unstable();
        assert!(seen.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn commitments_and_answers_are_blinded_by_nonces_that_never_repeat() {
        let (mut table, hand) = table(&[2, 2]);
        let absent = faces(&[5, 6]);
        let x = *table.secrets[0].scalar();
        let claim = Claim::new(table.secrets[0].public(), &hand, &absent).unwrap();
        let differences = claim.differences(&x).unwrap();
        let g = generators(claim.pairs() + 1);
        let (mut points, mut nonces) =
            (vec![Point::identity(), Point::new(G)], vec![Scalar::ZERO, Scalar::ONE, -Scalar::ONE]);
        for _ in 0..2 {
            // The witness is what the proof draws first.
            let rng = &mut claim.open(&ctx(5, 0)).hedge(&[&x], &mut table.rng.clone());
            let w = Witness::random(claim.pairs(), Some(&x), rng);
            let proof = honest(&mut table, &hand, &absent).unwrap();
            for ((t, w), d) in proof.blinded.iter().zip(&w.w).zip(&*differences) {
                assert_eq!(*t.point(), w * d);
            }
            let rho = claim.weigh(&mut claim.open(&ctx(5, 0)), &proof.blinded, &proof.v);
            let bare_v = vartime_sum(&w.w, &g[1..=claim.pairs()]);
            let sums = w.sums(&rho, absent.len());
            let bare_q = vartime_sum(&sums.cards, claim.cards.iter().map(|card| card.a.point()));
            points.push(Point::new(proof.v.point() - bare_v));
            points.push(Point::new(proof.q.point() - bare_q));
            let c = proof.c;
            nonces.extend(proof.z_w.iter().zip(&w.w).map(|(z, w)| z - c * w));
            nonces.extend([proof.z_r - c * w.r, proof.z_u - c * w.u, proof.z_x - c * w.x]);
            nonces.extend(w.w.iter().chain([&w.r, &w.u]));
        }
        points.sort_unstable();
        assert!(points.windows(2).all(|pair| pair[0] != pair[1]));
        let mut nonces: Vec<_> = nonces.iter().map(Scalar::to_bytes).collect();
        nonces.sort_unstable();
        assert!(nonces.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
