//! The 32 cards: five suits, of which Knives is longer and always trump.

use engine::{Art, Face, FaceInfo, FaceSet, Tint, symbols};

/// How many cards there are.
pub const CARDS: usize = 32;

/// Every face, in the order of [`Card::face`].
pub const FACES: [Face; CARDS] = Face::row(0);

/// A suit. Knives are trump for ever (KNV-21); one of the others may be strong for a hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Suit {
    Knives,
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

/// What a card is within its suit, lowest first. Two to Ace occur in Knives, the rest in the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Rank {
    Ghost,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Ace,
    /// Cat, Dance, Hound or Snitch, by suit.
    Special,
    Maid,
    Jack,
    Queen,
    King,
}

/// A card by suit and rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card {
    /// The suit.
    pub suit: Suit,
    /// The rank within it.
    pub rank: Rank,
}

impl Suit {
    /// The four suits that can be declared strong.
    pub const TRADITIONAL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];
    /// All five suits.
    pub const ALL: [Self; 5] =
        [Self::Knives, Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// The suit in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Knives => "Knives",
            Self::Clubs => "Clubs",
            Self::Diamonds => "Diamonds",
            Self::Hearts => "Hearts",
            Self::Spades => "Spades",
        }
    }

    /// The numbers of the suit's first face and of its cards.
    const fn span(self) -> (u8, u8) {
        match self {
            Self::Knives => (0, 8),
            traditional => (8 + 6 * (traditional as u8 - 1), 6),
        }
    }

    /// The suit's cards, lowest first.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        let (first, count) = self.span();
        (first..first + count).map(|face| Card::of(Face(face)))
    }

    /// The suit's faces.
    pub fn faces(self) -> FaceSet {
        let (first, count) = self.span();
        (first..first + count).map(Face).collect()
    }
}

impl Card {
    /// Clubs' special card.
    pub const CAT: Self = Self::new(Suit::Clubs, Rank::Special);
    /// Diamonds' special card.
    pub const DANCE: Self = Self::new(Suit::Diamonds, Rank::Special);
    /// Hearts' special card.
    pub const HOUND: Self = Self::new(Suit::Hearts, Rank::Special);
    /// Spades' special card.
    pub const SNITCH: Self = Self::new(Suit::Spades, Rank::Special);

    /// The card of a suit and a rank that occurs in it.
    pub const fn new(suit: Suit, rank: Rank) -> Self {
        Self { suit, rank }
    }

    /// The card with this face. Faces of this game are below 32.
    pub const fn of(face: Face) -> Self {
        PRINTED[face.0 as usize % CARDS].0
    }

    /// The face of the card.
    pub const fn face(self) -> Face {
        let (first, _) = self.suit.span();
        let step = match (self.suit, self.rank) {
            (_, Rank::Ghost) => 0,
            (Suit::Knives, rank) => rank as u8,
            (_, rank) => rank as u8 - Rank::Ace as u8,
        };
        Face(first + step)
    }

    /// What the card counts at scoring; all cards together count 25.
    pub const fn coins(self) -> i64 {
        match self.rank {
            Rank::King => 3,
            Rank::Queen => 2,
            Rank::Jack | Rank::Ace => 1,
            _ => 0,
        }
    }

    /// How the card is shown to people.
    pub const fn info(self) -> FaceInfo {
        let (_, name, short, help) = PRINTED[self.face().0 as usize % CARDS];
        let tint = match self.suit {
            Suit::Knives => Tint::Cyan,
            Suit::Clubs => Tint::Green,
            Suit::Diamonds => Tint::Blue,
            Suit::Hearts => Tint::Red,
            Suit::Spades => Tint::Plain,
        };
        FaceInfo { name, short, tint, help, art: self.art() }
    }

    /// What is drawn on it.
    const fn art(self) -> Art {
        let symbol = match self.suit {
            Suit::Knives => symbols::KNIFE,
            Suit::Clubs => symbols::CLUB,
            Suit::Diamonds => symbols::DIAMOND,
            Suit::Hearts => symbols::HEART,
            Suit::Spades => symbols::SPADE,
        };
        let (index, picture) = match (self.rank, self.suit) {
            (Rank::Ghost, _) => ("Gh", symbols::GHOST),
            (Rank::Two, _) => ("2", ""),
            (Rank::Three, _) => ("3", ""),
            (Rank::Four, _) => ("4", ""),
            (Rank::Five, _) => ("5", ""),
            (Rank::Six, _) => ("6", ""),
            (Rank::Seven, _) => ("7", ""),
            (Rank::Ace, _) => ("A", ""),
            (Rank::Special, Suit::Clubs) => ("Ca", symbols::CAT),
            (Rank::Special, Suit::Diamonds) => ("Da", symbols::DANCE),
            (Rank::Special, Suit::Hearts) => ("Ho", symbols::HOUND),
            (Rank::Special, _) => ("Sn", symbols::SNITCH),
            (Rank::Maid, _) => ("M", symbols::MAID),
            (Rank::Jack, _) => ("J", symbols::JACK),
            (Rank::Queen, _) => ("Q", symbols::QUEEN),
            (Rank::King, _) => ("K", symbols::KING),
        };
        Art::new(index, symbol, picture)
    }
}

const KNIFE: &str = "Greater trump: beats every card that is not a higher Knife. No coins.";
const ACE: &str = "The highest card of all. Worth 1 coin.";
const KNIFE_GHOST: &str =
    "The lowest Knife. When only Knives are trump, whoever plays it is the shadow banker.";
const GHOST: &str = "Lowest of its suit, but tops it when the King of the suit lies in the same \
    trick (not in the simplified rules). If its suit is strong, whoever plays it is the shadow banker.";
const MAID: &str = "A plain card without coins, above the special card and below the Jack.";
const JACK: &str = "Worth 1 coin.";
const QUEEN: &str = "Worth 2 coins.";
const KING: &str = "Worth 3 coins. Highest of its suit unless its Ghost lies in the same trick (not in \
    the simplified rules).";
const CAT: &str = "You lead the next trick, whoever wins this one. No effect in trick six (nor in the \
    simplified rules).";
const DANCE: &str = "Pick another player: both choose a card and swap them face down. No effect in \
    trick six (nor in the simplified rules).";
const HOUND: &str = "Pick another player, who shows everybody a card of their choice. No effect in \
    trick six (nor in the simplified rules).";
const SNITCH: &str = "Name a card that is not a Ghost: whoever holds it shows it. No effect in trick \
    six (nor in the simplified rules).";

/// Every card with its name, its short form and its help, in the order of the faces.
const PRINTED: [(Card, &str, &str, &str); CARDS] = {
    use Rank::{Ace, Five, Four, Ghost, Jack, King, Maid, Queen, Seven, Six, Special, Three, Two};
    use Suit::{Clubs, Diamonds, Hearts, Knives, Spades};
    [
        (Card::new(Knives, Ghost), "Ghost of Knives", "†Ghost", KNIFE_GHOST),
        (Card::new(Knives, Two), "Two of Knives", "†2", KNIFE),
        (Card::new(Knives, Three), "Three of Knives", "†3", KNIFE),
        (Card::new(Knives, Four), "Four of Knives", "†4", KNIFE),
        (Card::new(Knives, Five), "Five of Knives", "†5", KNIFE),
        (Card::new(Knives, Six), "Six of Knives", "†6", KNIFE),
        (Card::new(Knives, Seven), "Seven of Knives", "†7", KNIFE),
        (Card::new(Knives, Ace), "Ace of Knives", "†A", ACE),
        (Card::new(Clubs, Ghost), "Ghost of Clubs", "♣Ghost", GHOST),
        (Card::new(Clubs, Special), "Cat of Clubs", "♣Cat", CAT),
        (Card::new(Clubs, Maid), "Maid of Clubs", "♣Maid", MAID),
        (Card::new(Clubs, Jack), "Jack of Clubs", "♣J", JACK),
        (Card::new(Clubs, Queen), "Queen of Clubs", "♣Q", QUEEN),
        (Card::new(Clubs, King), "King of Clubs", "♣K", KING),
        (Card::new(Diamonds, Ghost), "Ghost of Diamonds", "♦Ghost", GHOST),
        (Card::new(Diamonds, Special), "Dance of Diamonds", "♦Dance", DANCE),
        (Card::new(Diamonds, Maid), "Maid of Diamonds", "♦Maid", MAID),
        (Card::new(Diamonds, Jack), "Jack of Diamonds", "♦J", JACK),
        (Card::new(Diamonds, Queen), "Queen of Diamonds", "♦Q", QUEEN),
        (Card::new(Diamonds, King), "King of Diamonds", "♦K", KING),
        (Card::new(Hearts, Ghost), "Ghost of Hearts", "♥Ghost", GHOST),
        (Card::new(Hearts, Special), "Hound of Hearts", "♥Hound", HOUND),
        (Card::new(Hearts, Maid), "Maid of Hearts", "♥Maid", MAID),
        (Card::new(Hearts, Jack), "Jack of Hearts", "♥J", JACK),
        (Card::new(Hearts, Queen), "Queen of Hearts", "♥Q", QUEEN),
        (Card::new(Hearts, King), "King of Hearts", "♥K", KING),
        (Card::new(Spades, Ghost), "Ghost of Spades", "♠Ghost", GHOST),
        (Card::new(Spades, Special), "Snitch of Spades", "♠Snit", SNITCH),
        (Card::new(Spades, Maid), "Maid of Spades", "♠Maid", MAID),
        (Card::new(Spades, Jack), "Jack of Spades", "♠J", JACK),
        (Card::new(Spades, Queen), "Queen of Spades", "♠Q", QUEEN),
        (Card::new(Spades, King), "King of Spades", "♠K", KING),
    ]
};
