//! Faces as group elements, and masked cards.
//!
//! A face is hashed to the group, so that nobody knows a relation between two faces: with `f·G`
//! instead, one could turn a masked card into another without opening it.

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

/// An ElGamal pair `(A, B) = (r·G, M_f + r·H)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MaskedCard {
    /// `r·G`.
    pub a: Point,
    /// `M_f + r·H`.
    pub b: Point,
}

impl MaskedCard {
    /// `(0, M_f)`: a card everybody knows, as a deck starts.
    pub fn open(face: Point) -> Self {
        Self { a: Point::identity(), b: face }
    }

    /// `(A + ρ·G, B + ρ·H)`: the same card under one more layer, in constant time.
    pub(crate) fn mask(&self, joint: &JointKey, rho: &Scalar) -> Self {
        Self {
            a: Point::new(self.a.point() + RistrettoPoint::mul_base(rho)),
            b: Point::new(self.b.point() + joint.mul(rho)),
        }
    }
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
