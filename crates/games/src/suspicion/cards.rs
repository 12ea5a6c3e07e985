//! The cards: 72 evidence cards and ten suspects.
//!
//! No published list says how many there are of each. This deck is ours and fits everything that the
//! rules do say: five colours, three of them on each suspect, some evidence with the counter symbol, four
//! kinds of special card.

use engine::{Art, ArtRow, Deck, Face, FaceInfo, Tint, symbols};

/// The evidence deck.
pub const EVIDENCE: Deck = Deck(0);
/// The suspect deck.
pub const SUSPECTS: Deck = Deck(1);
/// The faces of the evidence deck.
pub const EVIDENCE_FACES: [Face; 14] = Face::row(0);
/// The faces of the suspect deck.
pub const SUSPECT_FACES: [Face; 10] = Face::row(FIRST_SUSPECT);

const FIRST_SUSPECT: u8 = 14;

/// A colour of evidence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Orange.
    Orange,
    /// Pink.
    Pink,
}

/// A card of the evidence deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// Evidence without the counter symbol.
    Plain(Colour),
    /// Evidence with the counter symbol: it serves as evidence or as a counter.
    Counter(Colour),
    /// Evidence of any colour; no counter.
    Wild,
    /// Takes one laid card from a rival.
    Tamper,
    /// Costs a rival the next turn.
    Block,
    /// Takes all laid cards from a rival.
    Burn,
}

/// A suspect, by its number from 0: one for each choice of three colours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Suspect(u8);

impl Colour {
    /// All colours.
    pub const ALL: [Self; 5] = [Self::Red, Self::Blue, Self::Green, Self::Orange, Self::Pink];

    /// The colour in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Blue => "blue",
            Self::Green => "green",
            Self::Orange => "orange",
            Self::Pink => "pink",
        }
    }

    /// The shape that goes with the colour, so that nobody has to distinguish colours.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Red => symbols::CIRCLE,
            Self::Blue => symbols::SQUARE,
            Self::Green => symbols::TRIANGLE,
            Self::Orange => symbols::RHOMB,
            Self::Pink => symbols::PENTAGON,
        }
    }
}

impl Card {
    /// Every kind of card once, in the order of their faces.
    pub const ALL: [Self; 14] = {
        use Colour::{Blue, Green, Orange, Pink, Red};
        [
            Self::Plain(Red),
            Self::Plain(Blue),
            Self::Plain(Green),
            Self::Plain(Orange),
            Self::Plain(Pink),
            Self::Counter(Red),
            Self::Counter(Blue),
            Self::Counter(Green),
            Self::Counter(Orange),
            Self::Counter(Pink),
            Self::Wild,
            Self::Tamper,
            Self::Block,
            Self::Burn,
        ]
    };

    /// The card with this face; `None` for a suspect's.
    pub fn of(face: Face) -> Option<Self> {
        Self::ALL.get(usize::from(face.0)).copied()
    }

    /// The face of the card.
    pub const fn face(self) -> Face {
        Face(match self {
            Self::Plain(colour) => colour as u8,
            Self::Counter(colour) => 5 + colour as u8,
            Self::Wild => 10,
            Self::Tamper => 11,
            Self::Block => 12,
            Self::Burn => 13,
        })
    }

    /// How many there are in the deck; 72 in all.
    pub const fn copies(self) -> usize {
        match self {
            Self::Plain(_) => 7,
            Self::Counter(_) => 3,
            Self::Wild | Self::Tamper | Self::Block => 6,
            Self::Burn => 4,
        }
    }

    /// The colour printed on the card.
    pub const fn colour(self) -> Option<Colour> {
        match self {
            Self::Plain(colour) | Self::Counter(colour) => Some(colour),
            Self::Wild | Self::Tamper | Self::Block | Self::Burn => None,
        }
    }
}

impl Suspect {
    /// The suspect with this face; `None` for evidence.
    pub fn of(face: Face) -> Option<Self> {
        let number = face.0.checked_sub(FIRST_SUSPECT)?;
        (usize::from(number) < COLOURS.len()).then_some(Self(number))
    }

    /// The face of the card.
    pub const fn face(self) -> Face {
        Face(FIRST_SUSPECT + self.0)
    }

    /// The three colours that prove the case.
    pub const fn colours(self) -> [Colour; 3] {
        COLOURS[self.0 as usize]
    }
}

const COLOURS: [[Colour; 3]; 10] = {
    use Colour::{Blue, Green, Orange, Pink, Red};
    [
        [Red, Blue, Green],
        [Red, Blue, Orange],
        [Red, Blue, Pink],
        [Red, Green, Orange],
        [Red, Green, Pink],
        [Red, Orange, Pink],
        [Blue, Green, Orange],
        [Blue, Green, Pink],
        [Blue, Orange, Pink],
        [Green, Orange, Pink],
    ]
};

/// How a face is shown; a face that is not of this game has an empty name.
pub fn info(face: Face) -> FaceInfo {
    let printed = PRINTED.get(usize::from(face.0)).copied();
    let (name, short, tint, help) = printed.unwrap_or(("", "", Tint::Plain, ""));
    FaceInfo { name, short, tint, help, art: art(face) }
}

/// What is drawn on a face: every colour has a shape of its own.
fn art(face: Face) -> Art {
    if let Some(suspect) = Suspect::of(face) {
        return Art::new("", symbols::SUSPECT, "").rows(&WANTED[usize::from(suspect.0)]);
    }
    match Card::of(face) {
        Some(Card::Plain(colour)) => Art::new("", colour.symbol(), symbols::FINGERPRINT),
        Some(Card::Counter(colour)) => Art::new("", colour.symbol(), symbols::COUNTER),
        Some(Card::Wild) => Art::new("", symbols::STAR, symbols::FINGERPRINT),
        Some(Card::Tamper) => Art::new("", symbols::TAMPER, ""),
        Some(Card::Block) => Art::new("", symbols::BLOCK, ""),
        Some(Card::Burn) => Art::new("", symbols::BURN, ""),
        None => Art::NONE,
    }
}

/// The shapes of each suspect's colours.
static WANTED: [[ArtRow; 1]; 10] = {
    let mut rows = [[ArtRow::EMPTY]; 10];
    let mut i = 0;
    while i < rows.len() {
        let [a, b, c] = COLOURS[i];
        rows[i] = [ArtRow::new([(a.symbol(), 1), (b.symbol(), 1), (c.symbol(), 1), ("", 0)])];
        i += 1;
    }
    rows
};

macro_rules! colour {
    ($glyph:literal, $kind:literal, $colour:literal, $short:literal, $tint:ident, $help:literal) => {
        (concat!($colour, " ", $kind), concat!($glyph, $short), Tint::$tint, $help)
    };
}

macro_rules! plain {
    ($colour:literal, $short:literal, $tint:ident) => {
        colour!(
            "●",
            "evidence",
            $colour,
            $short,
            $tint,
            "Lay it beside your suspect if the suspect shows its colour and that colour is still open."
        )
    };
}

macro_rules! counter {
    ($colour:literal, $short:literal, $tint:ident) => {
        colour!(
            "⇄",
            "counter",
            $colour,
            $short,
            $tint,
            "Lay it as evidence of its colour, or keep it to throw out evidence of that colour which \
             a rival has just placed, or to answer such a counter."
        )
    };
}

macro_rules! suspect {
    ($number:literal, $colours:literal, $short:literal) => {
        (
            concat!("Suspect ", $number, " (", $colours, ")"),
            concat!("◎", $short),
            Tint::Plain,
            "Cover all three colours with evidence to make the arrest.",
        )
    };
}

/// Every face's name, short form, colour and help.
const PRINTED: [(&str, &str, Tint, &str); 24] = [
    plain!("Red", "RED", Red),
    plain!("Blue", "BLUE", Blue),
    plain!("Green", "GREEN", Green),
    plain!("Orange", "ORNG", Yellow),
    plain!("Pink", "PINK", Magenta),
    counter!("Red", "RED", Red),
    counter!("Blue", "BLUE", Blue),
    counter!("Green", "GREEN", Green),
    counter!("Orange", "ORNG", Yellow),
    counter!("Pink", "PINK", Magenta),
    (
        "Wild",
        "★WILD",
        Tint::Cyan,
        "Lay it as any open colour of your suspect. A later turn can move it to another open \
               colour. It counters nothing.",
    ),
    (
        "Tamper",
        "⊖TAMPR",
        Tint::Plain,
        "A rival loses one laid card of your choice, unless answered with a Tamper.",
    ),
    (
        "Block",
        "⊘BLOCK",
        Tint::Plain,
        "A rival can do nothing and spends the next turn discarding it, unless answered with \
               a Block.",
    ),
    ("Burn", "▲BURN", Tint::Plain, "A rival loses all laid cards, unless answered with a Burn."),
    suspect!(1, "red, blue, green", "RBG"),
    suspect!(2, "red, blue, orange", "RBO"),
    suspect!(3, "red, blue, pink", "RBP"),
    suspect!(4, "red, green, orange", "RGO"),
    suspect!(5, "red, green, pink", "RGP"),
    suspect!(6, "red, orange, pink", "ROP"),
    suspect!(7, "blue, green, orange", "BGO"),
    suspect!(8, "blue, green, pink", "BGP"),
    suspect!(9, "blue, orange, pink", "BOP"),
    suspect!(10, "green, orange, pink", "GOP"),
];
