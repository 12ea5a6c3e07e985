//! Faces, sets of faces, and handles.

use core::{fmt, ops};

use serde::{Deserialize, Serialize};

/// What is printed on a card, as a number below 128 within its game. Games number their faces in the
/// order in which people would sort a hand.
///
/// Two cards with the same face are the same to everybody: nothing tells two Guns apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Face(pub u8);

/// A card without its face: a place in the public order of things.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Handle(pub u32);

/// Which deck a card belongs to; cards of different decks have different backs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Deck(pub u8);

/// A set of faces of one game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct FaceSet(u128);

impl FaceSet {
    /// The set without faces.
    pub const EMPTY: Self = Self(0);
    /// The set of all faces.
    pub const ALL: Self = Self(u128::MAX);

    /// The set with this face alone; empty if it is none of the 128.
    pub const fn only(face: Face) -> Self {
        Self(if face.0 < 128 { 1 << face.0 } else { 0 })
    }

    /// Whether the face is in the set.
    pub const fn contains(self, face: Face) -> bool {
        self.0 & Self::only(face).0 != 0
    }

    /// Whether no face is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The faces of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The faces in the set, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Face> {
        (0..128).map(Face).filter(move |f| self.contains(*f))
    }
}

impl FromIterator<Face> for FaceSet {
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Self {
        faces.into_iter().fold(Self::EMPTY, |set, face| set.union(Self::only(face)))
    }
}

impl ops::BitOr for FaceSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl fmt::Debug for FaceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|face| face.0)).finish()
    }
}

/// How a face is shown to people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FaceInfo {
    /// The full name, such as "Queen of Hearts".
    pub name: &'static str,
    /// At most six columns: a glyph and letters, such as "♥Q"; tells all without colour.
    pub short: &'static str,
    /// One of the sixteen terminal colours, as a hint only.
    pub tint: Tint,
    /// What the card does, in a sentence or two.
    pub help: &'static str,
}

/// A hint of colour; every meaning it carries is also carried by letters or glyphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tint {
    /// The terminal's own colour.
    #[default]
    Plain,
    /// Red.
    Red,
    /// Green.
    Green,
    /// Yellow (orange things too).
    Yellow,
    /// Blue.
    Blue,
    /// Magenta (pink things too).
    Magenta,
    /// Cyan.
    Cyan,
}
