//! The standard deck of 52 cards, for games that need no deck of their own.
//!
//! ```
//! use engine::{Face, french::{self, Card, Rank, Suit}};
//!
//! let queen = Card { rank: Rank::Queen, suit: Suit::Hearts };
//! assert_eq!(Card::of(queen.face()), queen);
//! assert_eq!(french::info(queen.face()).name, "Queen of Hearts");
//! assert_eq!(french::info(queen.face()).short, "♥Q");
//! assert_eq!(french::FACES.len(), 52);
//! assert!(queen.face() < Card { rank: Rank::King, suit: Suit::Clubs }.face(), "sorted by rank, then by suit");
//! ```

use crate::{Art, Face, FaceInfo, Tint, symbols};

/// The faces of a whole deck.
pub const FACES: [Face; 52] = Face::row(0);

/// A suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

/// A rank, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Rank {
    Two = 2,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

/// A card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card {
    /// Its rank.
    pub rank: Rank,
    /// Its suit.
    pub suit: Suit,
}

impl Suit {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];
}

impl Rank {
    /// All thirteen, lowest first.
    pub const ALL: [Self; 13] = [
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
    ];

    /// Its name for several, such as "Sixes".
    pub const fn plural(self) -> &'static str {
        [
            "Twos", "Threes", "Fours", "Fives", "Sixes", "Sevens", "Eights", "Nines", "Tens",
            "Jacks", "Queens", "Kings", "Aces",
        ][self as usize - 2]
    }
}

impl Card {
    /// The card with this face; there are 52.
    pub const fn of(face: Face) -> Self {
        let face = face.0 as usize % 52;
        Self { rank: Rank::ALL[face / 4], suit: Suit::ALL[face % 4] }
    }

    /// Its face.
    pub const fn face(self) -> Face {
        Face((self.rank as u8 - 2) * 4 + self.suit as u8)
    }
}

/// How a face of this deck is shown. Games that give a card a meaning replace its `help`.
pub const fn info(face: Face) -> FaceInfo {
    INFOS[face.0 as usize % 52]
}

macro_rules! infos {
    ($($rank:literal $index:literal $picture:expr),* $(,)?) => {
        [$(
            suit!($rank, "Clubs", "♣", $index, Tint::Green, symbols::CLUB, $picture),
            suit!($rank, "Diamonds", "♦", $index, Tint::Yellow, symbols::DIAMOND, $picture),
            suit!($rank, "Hearts", "♥", $index, Tint::Red, symbols::HEART, $picture),
            suit!($rank, "Spades", "♠", $index, Tint::Plain, symbols::SPADE, $picture),
        )*]
    };
}

macro_rules! suit {
    ($rank:literal, $suit:literal, $glyph:literal, $index:literal, $tint:expr, $symbol:expr, $picture:expr) => {
        FaceInfo {
            name: concat!($rank, " of ", $suit),
            short: concat!($glyph, $index),
            tint: $tint,
            help: "",
            art: Art::new($index, $symbol, $picture),
        }
    };
}

const INFOS: [FaceInfo; 52] = infos! {
    "Two" "2" "", "Three" "3" "", "Four" "4" "", "Five" "5" "", "Six" "6" "", "Seven" "7" "", "Eight" "8" "",
    "Nine" "9" "", "Ten" "10" "", "Jack" "J" symbols::JACK, "Queen" "Q" symbols::QUEEN, "King" "K" symbols::KING,
    "Ace" "A" "",
};
