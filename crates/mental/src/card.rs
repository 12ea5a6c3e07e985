//! Faces as group elements, masked cards as they are sent, and cards that may be used.
//!
//! A face is hashed to the group, so that nobody knows a relation between two faces: with `f·G`
//! instead, one could turn a masked card into another without opening it.

use core::ops::Deref;
use std::collections::BTreeMap;

use curve25519_dalek::{Scalar, ristretto::RistrettoPoint};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha512};

use crate::{keys::JointKey, point::Point, transcript::label};

/// `M_f`: the element that stands for `face` of the deck `deck` of `game`.
pub fn face_point(game: &str, deck: u8, face: u8) -> Point {
    let hash = Sha512::new()
        .chain_update(label::FACE)
        .chain_update((game.len() as u64).to_le_bytes())
        .chain_update(game)
        .chain_update([deck, face]);
    Point::new(RistrettoPoint::from_uniform_bytes(&hash.finalize().into()))
}

/// The faces of one deck and their elements, to look up in both directions.
#[derive(Clone, Debug)]
pub struct FaceTable {
    points: BTreeMap<u8, Point>,
    faces: BTreeMap<Point, u8>,
}

impl FaceTable {
    /// The table of `faces`; a face may be listed more than once.
    pub fn new(game: &str, deck: u8, faces: impl IntoIterator<Item = u8>) -> Self {
        let points: BTreeMap<_, _> =
            faces.into_iter().map(|f| (f, face_point(game, deck, f))).collect();
        let faces = points.iter().map(|(f, p)| (*p, *f)).collect();
        Self { points, faces }
    }

    /// `M_f`, if the deck has that face.
    pub fn point(&self, face: u8) -> Option<&Point> {
        self.points.get(&face)
    }

    /// The face of an opened card; `None` means that it is no card of this deck.
    ///
    /// It searches a tree, so that its time can depend on the face: whoever measures the caches of
    /// the machine a hand is read on could learn something of it. That is no player at the table.
    pub fn face_of(&self, point: &Point) -> Option<u8> {
        self.faces.get(point).copied()
    }
}

/// An ElGamal pair `(A, B) = (r·G, M_f + r·H)`, or whatever a peer claims to be one: the wire form, which
/// becomes a [`Card`] only by verifying the proof that comes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MaskedCard {
    /// `r·G`.
    pub a: Point,
    /// `M_f + r·H`.
    pub b: Point,
}

impl MaskedCard {
    /// `(A + ρ·G, B + ρ·H)`: the same card under one more layer, in constant time.
    pub(crate) fn mask(&self, joint: &JointKey, rho: &Scalar) -> Self {
        Self {
            a: Point::new(self.a.point() + RistrettoPoint::mul_base(rho)),
            b: Point::new(self.b.point() + joint.mul(rho)),
        }
    }
}

/// A masked card of known origin: made from public faces by verified shuffles and remaskings, from a
/// beacon's verified parts, or from a verified seal.
///
/// Everything that uses a match secret takes cards, never wire forms. A share of a pair that a peer made
/// up would decrypt for that peer whatever ciphertext the pair was made from.
///
/// ```
/// # use mental::{Card, face_point};
/// let deck: Vec<Card> = (1..=52).map(|f| Card::open(face_point("a game", 0, f))).collect();
/// ```
///
/// The output of a shuffle becomes cards only by verification:
///
/// ```compile_fail,E0308
/// # use mental::{Context, SecretKey, Shares, Shuffle};
/// # use rand_core::CryptoRng;
/// fn too_early(ctx: &Context, secret: &SecretKey, heard: &Shuffle, rng: &mut impl CryptoRng) {
///     Shares::new(ctx, secret, &heard.piles[0], rng);
/// }
/// ```
///
/// and so does that of a remasking:
///
/// ```compile_fail,E0308
/// # use mental::{JointKey, MaskedCard, OpenError, Point, Remask, SecretKey, open_private};
/// fn too_early(heard: &Remask, joint: &JointKey, secret: &SecretKey) -> Result<Point, OpenError> {
///     open_private(&heard.cards[0], joint, &[], secret)
/// }
/// ```
///
/// The next shuffle is checked against cards, never against an unverified message:
///
/// ```compile_fail,E0308
/// # use mental::{Context, JointKey, Shuffle, ShuffleError, Shuffled};
/// fn unproven(
///     ctx: &Context,
///     joint: &JointKey,
///     heard: &Shuffle,
///     next: &Shuffle,
/// ) -> Result<Shuffled, ShuffleError> {
///     next.verify(ctx, joint, &heard.piles)
/// }
/// ```
///
/// Code outside this crate cannot turn the one into the other:
///
/// ```compile_fail,E0423
/// # use mental::{Card, MaskedCard};
/// fn wish(heard: MaskedCard) -> Card {
///     Card(heard)
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card(MaskedCard);

impl Card {
    /// `(0, M_f)`: a card everybody knows, as in a new deck. Its shares are `0` whatever the point is, so
    /// that they give nothing away.
    pub fn open(face: Point) -> Self {
        Self(MaskedCard { a: Point::identity(), b: face })
    }

    /// A card for which the caller has checked, or knows, where it comes from.
    pub(crate) fn trusted(masked: MaskedCard) -> Self {
        Self(masked)
    }

    /// A card of unknown origin, to check proofs from a file, such as test vectors. Never at a table: a
    /// share of such a card decrypts for whoever made it.
    #[cfg(any(test, feature = "unverified"))]
    pub fn unverified(masked: MaskedCard) -> Self {
        Self(masked)
    }
}

impl Deref for Card {
    type Target = MaskedCard;

    fn deref(&self) -> &MaskedCard {
        &self.0
    }
}

/// Lets tests change a statement.
#[cfg(test)]
impl core::ops::DerefMut for Card {
    fn deref_mut(&mut self) -> &mut MaskedCard {
        &mut self.0
    }
}

/// The wire forms of cards, to compute with and to hash.
pub(crate) fn masked(cards: &[Card]) -> Vec<MaskedCard> {
    cards.iter().map(|card| card.0).collect()
}

/// The wire forms of piles.
pub(crate) fn wire(piles: &[Vec<Card>]) -> Vec<Vec<MaskedCard>> {
    piles.iter().map(|pile| masked(pile)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_found_by_their_points() {
        let table = FaceTable::new("hearts", 0, [1, 2, 2, 250]);
        for face in [1, 2, 250] {
            assert_eq!(table.face_of(table.point(face).unwrap()), Some(face));
        }
        assert_eq!(table.point(3), None);
        assert_eq!(table.face_of(&face_point("hearts", 0, 3)), None);
    }

    #[test]
    fn game_deck_and_face_all_make_the_point() {
        let points = [
            face_point("a", 0, 0),
            face_point("b", 0, 0),
            face_point("a", 1, 0),
            face_point("a", 0, 1),
            face_point("a\0", 0, 0),
            face_point("", 0, 0),
        ];
        for (i, p) in points.iter().enumerate() {
            assert!(points[..i].iter().all(|q| p != q));
            assert!(!p.is_identity());
        }
    }
}
