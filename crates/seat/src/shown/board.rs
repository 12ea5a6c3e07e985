//! A board as one person sees it.

use engine::{
    Badge, Board, Fact, Importance, Laid, Layout, Pile, Place, Sheet, Token, View, What, Words,
};
use serde::{Deserialize, Serialize};

use super::Text;

/// The table as one person sees it; see [`engine::Board`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BoardShown {
    /// The phase, which is also a heading of the rules.
    pub phase: String,
    /// One sentence on what is happening.
    pub headline: Text,
    /// Whose turn it is.
    pub turn: Option<usize>,
    /// Facts about the table.
    pub facts: Vec<FactShown>,
    /// Piles in the middle.
    pub piles: Vec<PileShown>,
    /// Areas in the middle with names of their own.
    pub mats: Vec<MatShown>,
    /// What lies before each seat.
    pub seats: Vec<PlaceShown>,
    /// What was just decided and stays visible for a while.
    pub lately: Option<LatelyShown>,
    /// Tables of who gets what.
    pub sheets: Vec<SheetShown>,
}

/// What lies before a seat or on a mat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PlaceShown {
    /// Facts about it.
    pub facts: Vec<FactShown>,
    /// What is counted there.
    pub tokens: Vec<TokenShown>,
    /// Its states.
    pub badges: Vec<BadgeShown>,
    /// Its piles; a seat's hand first.
    pub piles: Vec<PileShown>,
}

/// An area in the middle.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MatShown {
    /// Its name.
    pub title: Text,
    /// What lies there.
    pub place: PlaceShown,
}

/// A named value. `importance` is 0 for what is left out first when room is short, 2 for what is decisive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FactShown {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Text,
    /// How much it matters: 0, 1 or 2.
    pub importance: u8,
}

/// Something that is counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TokenShown {
    /// Its name for one.
    pub name: String,
    /// Its name for several.
    #[serde(default)]
    pub plural: String,
    /// Its symbol.
    pub symbol: String,
    /// How many there are.
    pub count: i64,
    /// How many there can be.
    pub limit: Option<u8>,
    /// How much it matters: 0, 1 or 2.
    pub importance: u8,
}

/// A state of a seat or a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BadgeShown {
    /// What it says.
    pub text: Text,
    /// How much it matters: 0, 1 or 2.
    pub importance: u8,
}

/// How cards lie; see [`engine::Layout`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LayoutShown {
    /// A hand.
    Hand,
    /// Side by side.
    #[default]
    Spread,
    /// Only the number matters.
    Heap,
    /// In slots.
    Slots,
    /// One place for each seat.
    BySeat,
}

/// Cards that lie together.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PileShown {
    /// What it is.
    pub name: String,
    /// How they lie.
    pub layout: LayoutShown,
    /// How many cards there are; those of a heap are not listed.
    pub count: usize,
    /// What lies there.
    pub cards: Vec<CardShown>,
    /// How much it matters: 0, 1 or 2.
    pub importance: u8,
}

/// A card, a printed face or an empty place.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CardShown {
    /// The card's handle; `None` for what is printed, and for an empty place.
    pub card: Option<u32>,
    /// Its face, if the reader knows it; for an empty place neither this nor `card` is given.
    pub face: Option<u8>,
    /// Whether the reader knows a face that not everybody does.
    pub private: bool,
    /// Where it lies, or what its role is there.
    pub label: Text,
    /// Whose it is.
    pub seat: Option<usize>,
    /// Whether it lies sideways.
    pub turned: bool,
    /// Its states.
    pub badges: Vec<BadgeShown>,
    /// Tokens on it.
    pub tokens: Vec<TokenShown>,
    /// Cards attached to it.
    pub under: Vec<CardShown>,
}

/// What was just decided.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LatelyShown {
    /// What it was.
    pub title: Text,
    /// The cards it was about.
    pub pile: PileShown,
}

/// A table of who gets what.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SheetShown {
    /// What it shows.
    pub title: Text,
    /// The headings of its columns.
    pub columns: Vec<Text>,
    /// Its rows; the first value of each is its name.
    pub rows: Vec<Vec<Text>>,
    /// How much it matters: 0, 1 or 2.
    #[serde(default)]
    pub importance: u8,
}

impl TokenShown {
    /// The number of tokens in words: "1 coin", "2 of 3 wounds".
    pub fn counted(&self) -> String {
        let (number, all) = match self.limit {
            Some(limit) => (format!("{} of {limit}", self.count), i64::from(limit)),
            None => (self.count.to_string(), self.count),
        };
        format!("{number} {}", if all == 1 { &self.name } else { &self.plural })
    }
}

/// Turns a board into words for one reader.
struct Reader<'a> {
    words: Words<'a>,
    view: &'a View,
}

impl BoardShown {
    /// The table of a view, with the viewer's own hand sorted by faces.
    pub fn of(words: Words<'_>, view: &View) -> Self {
        let view = &view.clone().arranged();
        let reader = Reader { words, view };
        let Board { phase, headline, turn, facts, piles, mats, seats, lately, sheets } =
            &view.board;
        Self {
            phase: (*phase).into(),
            headline: reader.text(headline),
            turn: turn.map(|seat| seat.index()),
            facts: facts.iter().map(|fact| reader.fact(fact)).collect(),
            piles: piles.iter().map(|pile| reader.pile(pile)).collect(),
            mats: mats
                .iter()
                .map(|mat| MatShown {
                    title: reader.text(&mat.title),
                    place: reader.place(&mat.place),
                })
                .collect(),
            seats: seats.values().map(|place| reader.place(place)).collect(),
            lately: lately.as_ref().map(|lately| LatelyShown {
                title: reader.text(&lately.title),
                pile: reader.pile(&lately.pile),
            }),
            sheets: sheets.iter().map(|sheet| reader.sheet(sheet)).collect(),
        }
    }
}

impl Reader<'_> {
    fn text(&self, line: &engine::Line) -> Text {
        Text::of(&self.words, line)
    }

    fn place(&self, place: &Place) -> PlaceShown {
        PlaceShown {
            facts: place.facts.iter().map(|fact| self.fact(fact)).collect(),
            tokens: place.tokens.iter().map(token).collect(),
            badges: place.badges.iter().map(|badge| self.badge(badge)).collect(),
            piles: place.piles.iter().map(|pile| self.pile(pile)).collect(),
        }
    }

    fn fact(&self, Fact { name, value, importance }: &Fact) -> FactShown {
        FactShown { name: (*name).into(), value: self.text(value), importance: degree(*importance) }
    }

    fn badge(&self, Badge { text, importance }: &Badge) -> BadgeShown {
        BadgeShown { text: self.text(text), importance: degree(*importance) }
    }

    fn pile(&self, pile: &Pile) -> PileShown {
        let laid = if pile.is_closed() { &[][..] } else { &pile.laid };
        PileShown {
            name: pile.name.into(),
            layout: match pile.layout {
                Layout::Hand => LayoutShown::Hand,
                Layout::Spread => LayoutShown::Spread,
                Layout::Heap => LayoutShown::Heap,
                Layout::Slots => LayoutShown::Slots,
                Layout::BySeat => LayoutShown::BySeat,
            },
            count: pile.size(),
            cards: laid.iter().map(|laid| self.laid(laid)).collect(),
            importance: degree(pile.importance),
        }
    }

    fn laid(&self, laid: &Laid) -> CardShown {
        let (card, face, private) = match laid.what {
            What::Card(card) => {
                let face = self.view.faces.get(&card);
                (Some(card.0), face.map(|face| face.0), self.view.private.contains(&card))
            }
            What::Printed(face) => (None, Some(face.0), false),
            What::Empty => (None, None, false),
        };
        CardShown {
            card,
            face,
            private,
            label: self.text(&laid.label),
            seat: laid.seat.map(|seat| seat.index()),
            turned: laid.turned,
            badges: laid.badges.iter().map(|badge| self.badge(badge)).collect(),
            tokens: laid.tokens.iter().map(token).collect(),
            under: laid.under.iter().map(|laid| self.laid(laid)).collect(),
        }
    }

    fn sheet(&self, sheet: &Sheet) -> SheetShown {
        let texts = |lines: &Vec<engine::Line>| lines.iter().map(|line| self.text(line)).collect();
        SheetShown {
            title: self.text(&sheet.title),
            columns: texts(&sheet.columns),
            rows: sheet.rows.iter().map(texts).collect(),
            importance: degree(sheet.importance),
        }
    }
}

fn token(Token { name, plural, symbol, count, limit, importance }: &Token) -> TokenShown {
    TokenShown {
        name: (*name).into(),
        plural: (*plural).into(),
        symbol: (*symbol).into(),
        count: *count,
        limit: *limit,
        importance: degree(*importance),
    }
}

fn degree(importance: Importance) -> u8 {
    match importance {
        Importance::Background => 0,
        Importance::Helps => 1,
        Importance::Decides => 2,
    }
}
