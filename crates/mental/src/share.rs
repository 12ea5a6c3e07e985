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
//! proof      Dleq of (X, P, S) in the same transcript: (c, z)
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
    card::{Card, MaskedCard, masked},
    dleq::{Dleq, vartime_sum},
    keys::{JointKey, PublicKey, SecretKey},
    point::{Point, half},
    transcript::{Context, Domain, TranscriptProtocol, label},
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
        cards: &[Card],
        rng: &mut impl CryptoRng,
    ) -> Self {
        let mut t = ctx.open(Domain::Shares);
        let (shares, proof) = prove(&mut t, secret.scalar(), &secret.public(), &masked(cards), rng);
        Self { shares, proof }
    }

    /// Checks that these are the shares of exactly these cards by the owner of `key`, whose seat
    /// `ctx` must be of.
    pub fn verify(
        &self,
        ctx: &Context,
        key: &PublicKey,
        cards: &[Card],
    ) -> Result<Vec<Share>, ShareError> {
        let claimed = self.claimed(ctx, key, cards)?;
        let mut t = ctx.open(Domain::Shares);
        verify(&mut t, key.point(), &masked(cards), &self.shares, &self.proof)?;
        Ok(claimed)
    }

    /// What [`verify`](Self::verify) returns if the proof holds, without checking it: see [the
    /// crate](crate#claims).
    pub fn claimed(
        &self,
        ctx: &Context,
        key: &PublicKey,
        cards: &[Card],
    ) -> Result<Vec<Share>, ShareError> {
        if !key.speaks_in(ctx) {
            return Err(ShareError::Seat);
        }
        let (expected, found) = (cards.len(), self.shares.len());
        if found != expected {
            return Err(ShareError::Length { expected, found });
        }
        let share = |(card, d): (&Card, &Point)| Share { key: *key.point(), a: card.a, d: *d };
        Ok(cards.iter().zip(&self.shares).map(share).collect())
    }
}

/// A verified share: of one key, for one card. Only verification makes one, or a [claim](crate#claims).
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
    let weights = draw_weights(t, key, cards, &shares);
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
    let weights = draw_weights(t, key, cards, shares);
    let p = vartime_sum(&weights, cards.iter().map(|card| card.a.point()));
    let s = vartime_sum(weights, shares.iter().map(Point::point));
    if proof.holds(t, key.point(), &p, &s) { Ok(()) } else { Err(ShareError::Proof) }
}

/// Appends the statement and draws its weights.
fn draw_weights(
    t: &mut Transcript,
    key: &Point,
    cards: &[MaskedCard],
    shares: &[Point],
) -> Vec<Scalar> {
    t.point(label::X, key);
    t.cards(cards);
    t.points(label::D, shares.iter());
    t.weights(label::WEIGHT, cards.len())
}

/// The face point of `card`, once the shares of all keys are there.
pub fn open(card: &Card, joint: &JointKey, shares: &[Share]) -> Result<Point, OpenError> {
    Ok(Point::new(strip(card, joint, shares, None)?))
}

/// The face point of `card` for the owner of `secret`, once the shares of all others are there.
/// It is not wiped from memory: like the face on the owner's screen, it is the caller's to forget.
pub fn open_private(
    card: &Card,
    joint: &JointKey,
    shares: &[Share],
    secret: &SecretKey,
) -> Result<Point, OpenError> {
    let owner = joint.keys().iter().position(|key| *key.point() == secret.public());
    let stripped = strip(card, joint, shares, Some(owner.ok_or(OpenError::Owner)?))?;
    let own = Zeroizing::new(secret.scalar() * card.a.point());
    Ok(Point::new(stripped - *own))
}

/// `B − Σ D_j` over all keys of `joint` but that of `owner`.
pub(crate) fn strip(
    card: &Card,
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
    /// The context is of another seat or another match than the key.
    #[error("the shares are not of the seat that says them")]
    Seat,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dleq::{challenge, forge_after_challenge},
        testing::{Table, ctx, face, other_contexts},
    };

    const N: usize = 4;

    fn table() -> (Table, Vec<Card>) {
        let mut table = Table::new(3, 2);
        let cards = table.masked(&[1, 2, 3, 4]);
        (table, cards)
    }

    /// What a dishonest seat can do: publish `shares` and prove them as well as its secret allows.
    fn forge(table: &mut Table, cards: &[Card], shares: Vec<Point>) -> Shares {
        let secret = &table.secrets[0];
        let mut t = ctx(5, 0).open(Domain::Shares);
        let weights = draw_weights(&mut t, &secret.public(), &masked(cards), &shares);
        let p = vartime_sum(weights, cards.iter().map(|card| card.a.point()));
        let proof = Dleq::new(&mut t, secret.scalar(), &p, &mut table.rng);
        Shares { shares, proof }
    }

    fn honest(table: &mut Table, cards: &[Card]) -> Shares {
        Shares::new(&ctx(5, 0), &table.secrets[0], cards, &mut table.rng)
    }

    #[test]
    fn all_shares_open_a_card() {
        let (mut table, cards) = table();
        let shares = table.shares(&cards, &[]);
        for (i, (card, shares)) in cards.iter().zip(&shares).enumerate() {
            assert_eq!(open(card, &table.joint, shares), Ok(face(i as u8 + 1)));
        }
    }

    #[test]
    fn the_owner_alone_opens_with_the_shares_of_all_others() {
        let (mut table, cards) = table();
        let shares = table.shares(&cards, &[1]);
        let mine = &table.secrets[1];
        assert_eq!(open_private(&cards[0], &table.joint, &shares[0], mine), Ok(face(1)));
        let missing = Err(OpenError::Missing(vec![1]));
        assert_eq!(open(&cards[0], &table.joint, &shares[0]), missing);
        assert_eq!(open_private(&cards[0], &table.joint, &shares[0], &table.secrets[0]), missing);
        let stranger = SecretKey::generate(&mut table.rng);
        let refused = open_private(&cards[0], &table.joint, &shares[0], &stranger);
        assert_eq!(refused, Err(OpenError::Owner));
    }

    #[test]
    fn missing_shares_are_named() {
        let (mut table, cards) = table();
        let shares = table.shares(&cards, &[0, 2]);
        let missing = open(&cards[0], &table.joint, &shares[0]);
        assert_eq!(missing, Err(OpenError::Missing(vec![0, 2])));
        assert_eq!(open(&cards[0], &table.joint, &[]), Err(OpenError::Missing(vec![0, 1, 2])));
    }

    #[test]
    fn a_share_fits_its_own_card_and_table_only() {
        let (mut table, cards) = table();
        let mut shares = table.shares(&cards, &[]);
        let foreign = shares[1][2];
        shares[0][2] = foreign;
        assert_eq!(open(&cards[0], &table.joint, &shares[0]), Err(OpenError::Foreign(2)));
        let mut other = Table::new(3, 3);
        let foreign = other.shares(&cards, &[]);
        assert_eq!(open(&cards[0], &table.joint, &foreign[0]), Err(OpenError::Foreign(0)));
    }

    #[test]
    fn a_share_given_twice_counts_once() {
        let (mut table, cards) = table();
        let mut shares = table.shares(&cards, &[]);
        let again = shares[0][1];
        shares[0].push(again);
        assert_eq!(open(&cards[0], &table.joint, &shares[0]), Ok(face(1)));
    }

    #[test]
    fn shares_hold_in_their_own_context_and_for_their_own_key_only() {
        let (mut table, cards) = table();
        let message = honest(&mut table, &cards);
        assert!(message.verify(&ctx(5, 0), &table.keys[0], &cards).is_ok());
        let [elsewhere, later, next] =
            other_contexts(5, 0).map(|other| message.verify(&other, &table.keys[0], &cards));
        assert_eq!(later, Err(ShareError::Proof));
        assert_eq!([elsewhere, next], [Err(ShareError::Seat), Err(ShareError::Seat)]);
        let refused = message.verify(&ctx(5, 0), &table.keys[1], &cards);
        assert_eq!(refused, Err(ShareError::Seat));
        let refused = message.verify(&ctx(5, 1), &table.keys[1], &cards);
        assert_eq!(refused, Err(ShareError::Proof));
    }

    #[test]
    fn shares_hold_for_exactly_their_cards() {
        let (mut table, cards) = table();
        let message = honest(&mut table, &cards);
        let refused = |cards: &[Card]| message.verify(&ctx(5, 0), &table.keys[0], cards);
        for i in 0..N {
            let (mut a, mut b) = (cards.clone(), cards.clone());
            a[i].a = face(9);
            b[i].b = face(9);
            assert_eq!(refused(&a), Err(ShareError::Proof));
            assert_eq!(refused(&b), Err(ShareError::Proof));
            let mut swapped = cards.clone();
            swapped.swap(i, (i + 1) % N);
            assert_eq!(refused(&swapped), Err(ShareError::Proof));
        }
        assert_eq!(refused(&cards[..3]), Err(ShareError::Length { expected: 3, found: N }));
    }

    #[test]
    fn shares_of_another_number_are_refused() {
        let (mut table, cards) = table();
        let message = honest(&mut table, &cards);
        let mut longer = message.shares.clone();
        longer.push(Point::identity());
        for shares in [vec![], message.shares[..N - 1].to_vec(), longer] {
            let found = shares.len();
            for message in [
                Shares { shares: shares.clone(), ..message.clone() },
                forge(&mut table, &cards, shares),
            ] {
                let refused = message.verify(&ctx(5, 0), &table.keys[0], &cards);
                assert_eq!(refused, Err(ShareError::Length { expected: N, found }));
            }
        }
    }

    #[test]
    fn a_wrong_share_among_right_ones_has_no_proof() {
        let (mut table, cards) = table();
        let right = honest(&mut table, &cards).shares;
        for i in 0..N {
            for wrong in [face(9), Point::identity(), right[(i + 1) % N], cards[i].a] {
                let mut shares = right.clone();
                shares[i] = wrong;
                let refused = forge(&mut table, &cards, shares);
                let refused = refused.verify(&ctx(5, 0), &table.keys[0], &cards);
                assert_eq!(refused, Err(ShareError::Proof));
            }
        }
    }

    #[test]
    fn errors_that_cancel_under_equal_weights_are_caught() {
        let (mut table, cards) = table();
        let mut shares = honest(&mut table, &cards).shares;
        shares[0] = Point::new(shares[0].point() + face(9).point());
        shares[1] = Point::new(shares[1].point() - face(9).point());
        let refused = forge(&mut table, &cards, shares);
        let refused = refused.verify(&ctx(5, 0), &table.keys[0], &cards);
        assert_eq!(refused, Err(ShareError::Proof));
    }

    #[test]
    fn errors_that_cancel_under_the_weights_of_other_shares_are_caught() {
        let (mut table, cards) = table();
        let (secret, key) = (&table.secrets[0], table.keys[0]);
        let mut shares = honest(&mut Table::new(3, 2), &cards).shares;
        let mut t = ctx(5, 0).open(Domain::Shares);
        let rho = draw_weights(&mut t, key.point(), &masked(&cards), &shares);
        shares[0] = Point::new(shares[0].point() + rho[1] * face(9).point());
        shares[1] = Point::new(shares[1].point() - rho[0] * face(9).point());
        let p = vartime_sum(&rho, cards.iter().map(|card| card.a.point()));
        let s = vartime_sum(&rho, shares.iter().map(Point::point));
        assert_eq!(s, secret.scalar() * p, "the forgery is right for the weights it was made for");
        let proof = Dleq::new(&mut t, secret.scalar(), &p, &mut table.rng);
        let refused = Shares { shares, proof }.verify(&ctx(5, 0), &key, &cards);
        assert_eq!(refused, Err(ShareError::Proof));
    }

    #[test]
    fn a_share_cannot_be_chosen_after_the_challenge() {
        let (mut table, cards) = table();
        let key = table.keys[0];
        let mut shares = honest(&mut table, &cards).shares;
        let mut t = ctx(5, 0).open(Domain::Shares);
        let rho = draw_weights(&mut t, key.point(), &masked(&cards), &shares);
        let p = vartime_sum(&rho, cards.iter().map(|card| card.a.point()));
        let x = table.secrets[0].scalar();
        let (proof, s) = forge_after_challenge(&mut t, x, &p, &mut table.rng);
        // Bend the first share so that the weighted sum becomes the S the forger needs.
        shares[0] = Point::new(shares[0].point() + rho[0].invert() * (s - x * p));
        assert_eq!(vartime_sum(&rho, shares.iter().map(Point::point)), s);
        let refused = Shares { shares, proof }.verify(&ctx(5, 0), &key, &cards);
        assert_eq!(refused, Err(ShareError::Proof));
    }

    #[test]
    fn the_key_cannot_be_chosen_after_the_challenge() {
        let (mut table, cards) = table();
        // Shares under s, proven with two nonces; then the key that satisfies both equations.
        let [s, k_g, k_p] = [(); 3].map(|()| Scalar::random(&mut table.rng));
        let shares: Vec<_> = cards.iter().map(|card| Point::new(s * card.a.point())).collect();
        let mut t = ctx(5, 0).open(Domain::Shares);
        let rho = draw_weights(&mut t, table.keys[0].point(), &masked(&cards), &shares);
        let p = vartime_sum(&rho, cards.iter().map(|card| card.a.point()));
        let c = challenge(&mut t, RistrettoPoint::mul_base(&k_g), k_p * p);
        let proof = Dleq { c, z: k_p + c * s };
        let secret = SecretKey::new(c.invert() * (proof.z - k_g));
        let key = table.key(&secret);
        assert!(*secret.scalar() != s);
        let refused = Shares { shares, proof }.verify(&ctx(5, 0), &key, &cards);
        assert_eq!(refused, Err(ShareError::Proof));
    }

    #[test]
    fn a_card_cannot_be_chosen_after_the_challenge() {
        let (mut table, mut cards) = table();
        let message = honest(&mut table, &cards);
        let mut t = ctx(5, 0).open(Domain::Shares);
        let rho = draw_weights(&mut t, table.keys[0].point(), &masked(&cards), &message.shares);
        // Another pair of cards with the same weighted sum P, for which the old equation holds.
        cards[0].a = Point::new(cards[0].a.point() + rho[1] * face(9).point());
        cards[1].a = Point::new(cards[1].a.point() - rho[0] * face(9).point());
        let refused = message.verify(&ctx(5, 0), &table.keys[0], &cards);
        assert_eq!(refused, Err(ShareError::Proof));
    }

    #[test]
    fn shares_under_another_secret_have_no_proof() {
        let (mut table, cards) = table();
        let shares = cards.iter().map(|c| table.secrets[1].scalar() * c.a.point());
        let shares: Vec<_> = shares.map(Point::new).collect();
        let refused = forge(&mut table, &cards, shares);
        let refused = refused.verify(&ctx(5, 0), &table.keys[0], &cards);
        assert_eq!(refused, Err(ShareError::Proof));
    }

    #[test]
    fn no_cards_need_no_shares() {
        let (mut table, _) = table();
        let message = honest(&mut table, &[]);
        assert_eq!(message.verify(&ctx(5, 0), &table.keys[0], &[]), Ok(vec![]));
    }
}
