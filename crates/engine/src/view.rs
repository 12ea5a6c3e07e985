//! What can be seen: the public board, and what one seat knows beside it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::{BySeat, Entry, Face, FaceSet, Handle, Line, Menu, Seat, table::Faces};

/// What one seat has been shown and the public has not.
pub type Knowledge = BTreeMap<Handle, Face>;

/// The public faces together with one seat's knowledge.
#[derive(Clone, Copy)]
pub struct Eyes<'a> {
    public: &'a Faces,
    private: &'a Knowledge,
}

impl<'a> Eyes<'a> {
    /// The eyes of a seat with this knowledge.
    pub fn new(public: &'a Faces, private: &'a Knowledge) -> Self {
        Self { public, private }
    }

    /// The face of a card, if these eyes have seen it.
    pub fn face(&self, card: Handle) -> Option<Face> {
        self.public.face(card).or_else(|| self.private.get(&card).copied())
    }

    /// What these eyes have seen beyond what everybody has.
    pub fn private(&self) -> &'a Knowledge {
        self.private
    }

    /// Whether no card of a hand has one of these faces; a card never seen counts as one that may.
    pub fn none_of(&self, hand: &[Handle], faces: FaceSet) -> bool {
        hand.iter().all(|&card| self.face(card).is_some_and(|face| !faces.contains(face)))
    }
}

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
    /// What lies before each seat.
    pub seats: BySeat<Place>,
}

/// What lies before one seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Place {
    /// Facts about the seat, such as wounds or coins.
    pub facts: Vec<Fact>,
    /// Its piles; the hand first.
    pub piles: Vec<Pile>,
}

/// A named value.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Fact {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: Line,
}

/// Cards that lie together.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Pile {
    /// What it is, such as "hand" or "discards".
    pub name: &'static str,
    /// Faces printed on the table where it lies: they are no cards, but are seen and explained like
    /// cards.
    pub printed: Vec<Face>,
    /// Its cards, the top (or left) one first.
    pub cards: Vec<Handle>,
    /// Whether only its size matters, as with a draw pile.
    pub closed: bool,
}

impl Fact {
    /// A named value.
    pub fn new(name: &'static str, value: impl Into<Line>) -> Self {
        Self { name, value: value.into() }
    }
}

impl Pile {
    /// Cards laid out to be seen one by one, face up or face down.
    pub fn spread(name: &'static str, cards: &[Handle]) -> Self {
        Self { name, printed: Vec::new(), cards: cards.to_vec(), closed: false }
    }

    /// Cards in a heap, of which only the number matters.
    pub fn heap(name: &'static str, cards: &[Handle]) -> Self {
        Self { name, printed: Vec::new(), cards: cards.to_vec(), closed: true }
    }

    /// The same with faces that are printed there.
    #[must_use]
    pub fn with_printed(mut self, printed: impl IntoIterator<Item = Face>) -> Self {
        self.printed.extend(printed);
        self
    }

    /// Whether nothing is to be seen there.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty() && self.printed.is_empty()
    }
}

/// The table as one seat, or a spectator, sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct View {
    /// Whose view it is; `None` for a spectator.
    pub seat: Option<Seat>,
    /// The public board.
    pub board: Board,
    /// The faces of those cards on the board that this seat has seen.
    pub faces: BTreeMap<Handle, Face>,
    /// Those of them that not everybody has seen.
    pub private: BTreeSet<Handle>,
}

impl View {
    /// The board through these eyes.
    pub fn new(seat: Option<Seat>, board: Board, eyes: Eyes<'_>) -> Self {
        let faces: BTreeMap<_, _> =
            board.cards().filter_map(|card| Some((card, eyes.face(card)?))).collect();
        let hidden = |card: &Handle| eyes.public.face(*card).is_none();
        let private = faces.keys().copied().filter(hidden).collect();
        Self { seat, board, faces, private }
    }

    /// Whether this seat has looked at a card that lies face down elsewhere than before itself: a screen
    /// marks it with an eye, or it would look like one that lies open.
    pub fn peeked(&self, card: Handle) -> bool {
        let own = self.seat.and_then(|seat| self.board.seats.get(seat));
        let own = own.is_some_and(|place| place.piles.iter().any(|p| p.cards.contains(&card)));
        self.private.contains(&card) && !own
    }

    /// The same view with the seat's own hand sorted by faces, for a screen. Nothing else may depend on
    /// this order: to the others it would tell the faces.
    #[must_use]
    pub fn arranged(mut self) -> Self {
        let mut hand = self.hand().to_vec();
        hand.sort_by_key(|card| self.rank(*card));
        if let Some(seat) = self.seat.filter(|_| !hand.is_empty()) {
            self.board.seats[seat].piles[0].cards = hand;
        }
        self
    }

    /// The order in which a screen lists the entries of a menu: as they are, but for neighbours that do
    /// the same with cards of the own hand, which are sorted by faces. A choice is still the entry's
    /// place in the menu.
    pub fn order(&self, menu: &Menu) -> Vec<usize> {
        let held = |entry: &Entry| {
            entry.handles().next().is_some() && entry.handles().all(|c| self.hand().contains(&c))
        };
        let alike = |a: &usize, b: &usize| {
            let (a, b) = (&menu.entries[*a], &menu.entries[*b]);
            held(a) && held(b) && a.label == b.label
        };
        let mut order: Vec<usize> = (0..menu.entries.len()).collect();
        for run in order.chunk_by_mut(alike) {
            run.sort_by_cached_key(|i| {
                let mut ranks: Vec<_> =
                    menu.entries[*i].handles().map(|card| self.rank(card)).collect();
                ranks.sort_unstable();
                (ranks.len(), ranks)
            });
        }
        order
    }

    /// The seat's own hand.
    fn hand(&self) -> &[Handle] {
        let place = self.seat.and_then(|seat| self.board.seats.get(seat));
        place.and_then(|place| place.piles.first()).map_or(&[], |pile| &pile.cards)
    }

    /// Where a card belongs in a sorted hand; one that was never seen comes last.
    fn rank(&self, card: Handle) -> (bool, Option<Face>) {
        let face = self.faces.get(&card).copied();
        (face.is_none(), face)
    }
}

impl Board {
    /// Every card on the board.
    pub fn cards(&self) -> impl Iterator<Item = Handle> {
        self.all_piles().flat_map(|pile| pile.cards.iter().copied())
    }

    /// Every face that is printed on the board.
    pub fn printed(&self) -> impl Iterator<Item = Face> {
        self.all_piles().flat_map(|pile| pile.printed.iter().copied())
    }

    fn all_piles(&self) -> impl Iterator<Item = &Pile> {
        let seats = self.seats.values().flat_map(|place| &place.piles);
        self.piles.iter().chain(seats)
    }
}
