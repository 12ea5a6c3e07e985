//! The public table as data: what lies where, and what it is. A screen decides how that looks.
//!
//! A game that names only facts and piles gets a usable table; the rest makes it look better.

use serde::Serialize;

use crate::{BySeat, Face, Handle, Line, Seat};

/// The table as everybody sees it. Cards are handles: a board cannot hold a hidden face.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Board {
    /// The phase, as the heading of the chapter of the rules text that tells about it.
    pub phase: &'static str,
    /// One sentence on what is happening.
    pub headline: Line,
    /// Whose turn it is.
    pub turn: Option<Seat>,
    /// Facts about the table as a whole, such as the strong suit.
    pub facts: Vec<Fact>,
    /// Piles in the middle.
    pub piles: Vec<Pile>,
    /// Areas in the middle that have a name of their own, such as an Objective with its Defenses.
    pub mats: Vec<Mat>,
    /// What lies before each seat.
    pub seats: BySeat<Place>,
    /// What has just been decided and stays to be read, such as the last trick. Its cards lie elsewhere by
    /// now, so it holds faces alone.
    pub lately: Option<Lately>,
    /// Tables of who gets what, such as a score sheet or a proposal.
    pub sheets: Vec<Sheet>,
}

/// What lies before one seat, or on one mat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Place {
    /// Facts, such as the crew limit.
    pub facts: Vec<Fact>,
    /// What is counted in tokens, such as wounds or coins.
    pub tokens: Vec<Token>,
    /// States of the seat, such as "banker" or "blocked".
    pub badges: Vec<Badge>,
    /// Its piles; a seat's hand first.
    pub piles: Vec<Pile>,
}

/// An area in the middle with a name of its own.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Mat {
    /// Its name.
    pub title: Line,
    /// What lies on it.
    pub place: Place,
}

/// How much something matters for deciding. When room is short, the least important is dropped first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
pub enum Importance {
    /// Good to know; dropped first.
    Background,
    /// Helps to decide.
    #[default]
    Helps,
    /// Decides the game or the present move; always shown.
    Decides,
}

/// A named value.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Fact {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: Line,
    /// How much it matters.
    pub importance: Importance,
}

/// Something that is counted.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Token {
    /// Its name for one, such as "coin".
    pub name: &'static str,
    /// Its name for several, such as "coins".
    pub plural: &'static str,
    /// The [symbol](crate::Art::symbol) that stands for it.
    pub symbol: &'static str,
    /// How many there are.
    pub count: i64,
    /// How many there can be, or are needed, where that matters, as with three wounds.
    pub limit: Option<u8>,
    /// How much it matters.
    pub importance: Importance,
}

/// A state of a seat or a card.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Badge {
    /// What it says, in a word or two.
    pub text: Line,
    /// How much it matters.
    pub importance: Importance,
}

/// How cards lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Layout {
    /// A hand, held by its seat.
    Hand,
    /// Side by side.
    #[default]
    Spread,
    /// In a heap of which only the number matters.
    Heap,
    /// In slots that have a meaning each; a slot can be empty.
    Slots,
    /// One place for each seat, in the order of the seats.
    BySeat,
}

/// Cards that lie together.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Pile {
    /// What it is, such as "hand" or "discards".
    pub name: &'static str,
    /// How its cards lie.
    pub layout: Layout,
    /// What lies there, the top (or left) one first.
    pub laid: Vec<Laid>,
    /// How much it matters.
    pub importance: Importance,
}

/// Something in a pile, with what is on it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Laid {
    /// What it is.
    pub what: What,
    /// Where it lies or what it is there, such as "left"; may be empty.
    pub label: Line,
    /// Whose it is, where cards of several seats lie together.
    pub seat: Option<Seat>,
    /// Whether it is turned sideways, which marks an exhausted card.
    pub turned: bool,
    /// States of it now, such as "led" or "wins".
    pub badges: Vec<Badge>,
    /// Tokens that lie on it.
    pub tokens: Vec<Token>,
    /// Cards attached to it, such as gear under its bearer.
    pub under: Vec<Laid>,
}

/// What lies in a place of a pile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum What {
    /// A card.
    Card(Handle),
    /// A face that is printed on the table, or a card that lies elsewhere by now: shown and explained
    /// like a card.
    Printed(Face),
    /// Nothing yet.
    Empty,
}

/// What has just been decided.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Lately {
    /// What it was, in a sentence.
    pub title: Line,
    /// What was seen, as [printed](What::Printed) faces.
    pub pile: Pile,
}

/// A table of who gets what.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Sheet {
    /// What it shows.
    pub title: Line,
    /// The headings of its columns; the first is above the rows' names.
    pub columns: Vec<Line>,
    /// Its rows: a name, and a value for each further column.
    pub rows: Vec<Vec<Line>>,
    /// How much it matters.
    pub importance: Importance,
}

impl Fact {
    /// A named value of importance [`Helps`](Importance::Helps).
    pub fn new(name: &'static str, value: impl Into<Line>) -> Self {
        Self { name, value: value.into(), importance: Importance::Helps }
    }

    /// Sets the importance.
    #[must_use]
    pub fn importance(mut self, importance: Importance) -> Self {
        self.importance = importance;
        self
    }

    /// Sets the importance to [`Decides`](Importance::Decides).
    #[must_use]
    pub fn decides(self) -> Self {
        self.importance(Importance::Decides)
    }

    /// Sets the importance to [`Background`](Importance::Background).
    #[must_use]
    pub fn background(self) -> Self {
        self.importance(Importance::Background)
    }
}

impl Token {
    /// This many of something whose name is the same for one and for several.
    pub fn new(name: &'static str, symbol: &'static str, count: impl Into<i64>) -> Self {
        let importance = Importance::Decides;
        Self { name, plural: name, symbol, count: count.into(), limit: None, importance }
    }

    /// Sets the name for several.
    #[must_use]
    pub fn plural(mut self, plural: &'static str) -> Self {
        self.plural = plural;
        self
    }

    /// Sets how many there can be, or how many are needed.
    #[must_use]
    pub fn limit(mut self, limit: u8) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Sets the importance.
    #[must_use]
    pub fn importance(mut self, importance: Importance) -> Self {
        self.importance = importance;
        self
    }
}

impl Badge {
    /// A state of importance [`Decides`](Importance::Decides).
    pub fn new(text: impl Into<Line>) -> Self {
        Self { text: text.into(), importance: Importance::Decides }
    }

    /// Sets the importance.
    #[must_use]
    pub fn importance(mut self, importance: Importance) -> Self {
        self.importance = importance;
        self
    }
}

impl Laid {
    /// A card with nothing on it.
    pub fn card(card: Handle) -> Self {
        Self::of(What::Card(card))
    }

    /// A face that is printed there.
    pub fn printed(face: Face) -> Self {
        Self::of(What::Printed(face))
    }

    /// An empty place.
    pub fn empty() -> Self {
        Self::of(What::Empty)
    }

    fn of(what: What) -> Self {
        Self {
            what,
            label: Line::default(),
            seat: None,
            turned: false,
            badges: Vec::new(),
            tokens: Vec::new(),
            under: Vec::new(),
        }
    }

    /// Adds a word on where it lies.
    #[must_use]
    pub fn labelled(mut self, label: impl Into<Line>) -> Self {
        self.label = label.into();
        self
    }

    /// Sets the seat that it belongs to.
    #[must_use]
    pub fn of_seat(mut self, seat: Seat) -> Self {
        self.seat = Some(seat);
        self
    }

    /// Sets whether it is turned sideways.
    #[must_use]
    pub fn turned(mut self, turned: bool) -> Self {
        self.turned = turned;
        self
    }

    /// Adds a badge.
    #[must_use]
    pub fn badge(mut self, text: impl Into<Line>) -> Self {
        self.badges.push(Badge::new(text));
        self
    }

    /// Adds a token.
    #[must_use]
    pub fn token(mut self, token: Token) -> Self {
        self.tokens.push(token);
        self
    }

    /// Attaches cards.
    #[must_use]
    pub fn under(mut self, cards: impl IntoIterator<Item = Self>) -> Self {
        self.under.extend(cards);
        self
    }

    /// It and everything attached to it.
    fn all(&self) -> Box<dyn Iterator<Item = &Self> + '_> {
        Box::new(std::iter::once(self).chain(self.under.iter().flat_map(Self::all)))
    }
}

impl Pile {
    /// A pile with this name and layout.
    pub fn new(name: &'static str, layout: Layout, laid: impl IntoIterator<Item = Laid>) -> Self {
        Self { name, layout, laid: laid.into_iter().collect(), importance: Importance::Helps }
    }

    /// A seat's hand.
    pub fn hand(cards: &[Handle]) -> Self {
        Self::new("hand", Layout::Hand, cards.iter().copied().map(Laid::card))
            .importance(Importance::Decides)
    }

    /// Cards laid out to be seen one by one, face up or face down.
    pub fn spread(name: &'static str, cards: &[Handle]) -> Self {
        Self::new(name, Layout::Spread, cards.iter().copied().map(Laid::card))
    }

    /// Cards in a heap, of which only the number matters.
    pub fn heap(name: &'static str, cards: &[Handle]) -> Self {
        Self::new(name, Layout::Heap, cards.iter().copied().map(Laid::card))
            .importance(Importance::Background)
    }

    /// Sets the importance.
    #[must_use]
    pub fn importance(mut self, importance: Importance) -> Self {
        self.importance = importance;
        self
    }

    /// Puts printed faces before its cards.
    #[must_use]
    pub fn with_printed(mut self, printed: impl IntoIterator<Item = Face>) -> Self {
        self.laid.splice(0..0, printed.into_iter().map(Laid::printed));
        self
    }

    /// Whether only its size matters, as with a draw pile.
    pub fn is_closed(&self) -> bool {
        self.layout == Layout::Heap
    }

    /// Its cards and those attached to them.
    pub fn cards(&self) -> impl Iterator<Item = Handle> {
        self.laid.iter().flat_map(Laid::all).filter_map(|laid| match laid.what {
            What::Card(card) => Some(card),
            What::Printed(_) | What::Empty => None,
        })
    }

    /// The faces that are printed there.
    pub fn printed(&self) -> impl Iterator<Item = Face> {
        self.laid.iter().flat_map(Laid::all).filter_map(|laid| match laid.what {
            What::Printed(face) => Some(face),
            What::Card(_) | What::Empty => None,
        })
    }

    /// How many cards lie there.
    pub fn size(&self) -> usize {
        self.cards().count()
    }

    /// Whether there is nothing to see.
    pub fn is_empty(&self) -> bool {
        self.laid.iter().all(|laid| laid.what == What::Empty)
    }
}

impl Board {
    /// Every card on the board.
    pub fn cards(&self) -> impl Iterator<Item = Handle> {
        self.all_piles().flat_map(Pile::cards)
    }

    /// Every face that is printed on the board.
    pub fn printed(&self) -> impl Iterator<Item = Face> {
        self.all_piles().flat_map(Pile::printed)
    }

    /// Every pile: the middle's, the mats', the seats'.
    pub fn all_piles(&self) -> impl Iterator<Item = &Pile> {
        let mats = self.mats.iter().flat_map(|mat| &mat.place.piles);
        let seats = self.seats.values().flat_map(|place| &place.piles);
        self.piles.iter().chain(mats).chain(seats)
    }
}
