//! Faces, sets of faces, and handles.

use core::{fmt, ops};

use serde::{Deserialize, Serialize};

/// What is printed on a card, as a number below 128 within its game. Games number their faces in the
/// order in which people would sort a hand.
///
/// Two cards with the same face are the same to everybody: nothing tells two Guns apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Face(pub u8);

impl Face {
    /// `N` faces one after the other, such as all of a deck.
    pub const fn row<const N: usize>(first: u8) -> [Self; N] {
        let mut faces = [Self(first); N];
        let mut i = 0;
        while i < N {
            faces[i] = Self(first + i as u8);
            i += 1;
        }
        faces
    }
}

/// A card without its face: an identifier that everybody knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Handle(pub u32);

/// Which deck a card belongs to; cards of different decks have different backs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Deck(pub u8);

/// A set of faces of one game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(from = "u128", into = "u128")]
pub struct FaceSet {
    /// Faces from 64 on. Two halves take less room in a menu than one `u128`, because of its alignment.
    high: u64,
    /// Faces below 64.
    low: u64,
}

impl From<u128> for FaceSet {
    fn from(bits: u128) -> Self {
        Self { high: (bits >> 64) as u64, low: bits as u64 }
    }
}

impl From<FaceSet> for u128 {
    fn from(set: FaceSet) -> Self {
        Self::from(set.high) << 64 | Self::from(set.low)
    }
}

impl FaceSet {
    /// The set without faces.
    pub const EMPTY: Self = Self { high: 0, low: 0 };
    /// The set of all faces.
    pub const ALL: Self = Self { high: u64::MAX, low: u64::MAX };

    /// The set with this face alone; empty if it is none of the 128.
    pub const fn only(face: Face) -> Self {
        match face.0 {
            low @ ..64 => Self { high: 0, low: 1 << low },
            high @ 64..128 => Self { high: 1 << (high - 64), low: 0 },
            _ => Self::EMPTY,
        }
    }

    /// Whether the face is in the set.
    pub const fn contains(self, face: Face) -> bool {
        let only = Self::only(face);
        (self.high & only.high) | (self.low & only.low) != 0
    }

    /// Whether no face is in the set.
    pub const fn is_empty(self) -> bool {
        self.high | self.low == 0
    }

    /// The faces of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self { high: self.high | other.high, low: self.low | other.low }
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
    /// At most six columns: a glyph and letters, such as "♥Q"; complete without colour.
    pub short: &'static str,
    /// One of the sixteen terminal colours, as a hint only.
    pub tint: Tint,
    /// What the card does, in a sentence or two.
    pub help: &'static str,
    /// What a graphical screen draws.
    pub art: Art,
}

/// What is drawn on a card. Symbols and pictures are named, by [`symbols`](crate::symbols); a screen draws
/// the [short name](FaceInfo::short) in place of what it does not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Art {
    /// What stands in the corner, such as "Q" or "3"; may be empty.
    pub index: &'static str,
    /// The symbol below it, such as "heart"; may be empty.
    pub symbol: &'static str,
    /// The picture in the middle, such as "queen"; empty: the symbol, large.
    pub picture: &'static str,
    /// Rows of small symbols, such as the challenges of which one has to be met.
    pub rows: &'static [ArtRow],
}

/// A row of small symbols, each with its number. It is serialized as a list of pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArtRow([(&'static str, u8); 4]);

impl Art {
    /// Nothing is drawn.
    pub const NONE: Self = Self::new("", "", "");

    /// An index, a symbol and a picture.
    pub const fn new(index: &'static str, symbol: &'static str, picture: &'static str) -> Self {
        Self { index, symbol, picture, rows: &[] }
    }

    /// Adds rows of small symbols.
    #[must_use]
    pub const fn rows(mut self, rows: &'static [ArtRow]) -> Self {
        self.rows = rows;
        self
    }

    /// Every name of a symbol or a picture on it.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let rows = self.rows.iter().flat_map(ArtRow::symbols).map(|(name, _)| name);
        [self.symbol, self.picture].into_iter().filter(|name| !name.is_empty()).chain(rows)
    }
}

impl ArtRow {
    /// A row without symbols.
    pub const EMPTY: Self = Self([("", 0); 4]);

    /// Symbols with their numbers; those with 0 are not drawn.
    pub const fn new(symbols: [(&'static str, u8); 4]) -> Self {
        Self(symbols)
    }

    /// A row of `count` copies of one symbol.
    pub const fn only(symbol: &'static str, count: u8) -> Self {
        Self([(symbol, count), ("", 0), ("", 0), ("", 0)])
    }

    /// The symbols that are drawn, each with its number.
    pub fn symbols(&self) -> impl Iterator<Item = (&'static str, u8)> + use<> {
        self.0.into_iter().filter(|(_, count)| *count > 0)
    }
}

impl Serialize for ArtRow {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.symbols())
    }
}

/// A hint of colour; letters or glyphs always carry the same meaning.
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

impl Tint {
    /// Its name in lower case, as snapshots and records write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Red => "red",
            Self::Green => "green",
            Self::Yellow => "yellow",
            Self::Blue => "blue",
            Self::Magenta => "magenta",
            Self::Cyan => "cyan",
        }
    }
}
