//! Views: the public board, and what one seat knows beside it.

use core::fmt;
use std::collections::BTreeSet;

use serde::{Serialize, Serializer};

use crate::{Board, Entry, Face, FaceSet, Handle, Menu, Pile, Seat, What, table::Faces};

/// Cards with the faces that somebody has seen, above all the hidden cards that one seat has been shown: a
/// map of few entries, to which cards are mostly added in the order of their handles.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Knowledge(Vec<(Handle, Face)>);

impl Knowledge {
    /// Of a seat that has been shown nothing.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The face of a card, if the seat has been shown it.
    pub fn get(&self, card: &Handle) -> Option<&Face> {
        self.place(*card).ok().map(|at| &self.0[at].1)
    }

    /// Whether the seat has been shown this card.
    pub fn contains_key(&self, card: &Handle) -> bool {
        self.place(*card).is_ok()
    }

    /// Adds a card, or changes its face.
    pub fn insert(&mut self, card: Handle, face: Face) {
        match self.place(card) {
            Ok(at) => self.0[at].1 = face,
            Err(at) => self.0.insert(at, (card, face)),
        }
    }

    /// Forgets a card.
    pub fn remove(&mut self, card: &Handle) {
        if let Ok(at) = self.place(*card) {
            self.0.remove(at);
        }
    }

    /// Forgets every card that `keep` does not want kept.
    pub fn retain(&mut self, mut keep: impl FnMut(&Handle) -> bool) {
        self.0.retain(|(card, _)| keep(card));
    }

    /// The cards with their faces, in the order of their handles.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Handle, &Face)> {
        self.0.iter().map(|(card, face)| (card, face))
    }

    /// The cards, in the order of their handles.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Handle> {
        self.0.iter().map(|(card, _)| card)
    }

    /// The faces, in the order of their cards.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Face> {
        self.0.iter().map(|(_, face)| face)
    }

    /// How many cards there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the seat has been shown nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Where a card is, or where it would be.
    fn place(&self, card: Handle) -> Result<usize, usize> {
        self.0.binary_search_by_key(&card, |(known, _)| *known)
    }
}

impl fmt::Debug for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl Serialize for Knowledge {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl Extend<(Handle, Face)> for Knowledge {
    fn extend<I: IntoIterator<Item = (Handle, Face)>>(&mut self, cards: I) {
        cards.into_iter().for_each(|(card, face)| self.insert(card, face));
    }
}

impl FromIterator<(Handle, Face)> for Knowledge {
    fn from_iter<I: IntoIterator<Item = (Handle, Face)>>(cards: I) -> Self {
        let mut knowledge = Self::new();
        knowledge.extend(cards);
        knowledge
    }
}

/// Everything that one seat knows: the public faces together with its own knowledge.
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

    /// The face of a card, if it is known.
    pub fn face(&self, card: Handle) -> Option<Face> {
        self.public.face(card).or_else(|| self.private.get(&card).copied())
    }

    /// What is known beyond what everybody knows.
    pub fn private(&self) -> &'a Knowledge {
        self.private
    }

    /// Whether no card of a hand has one of these faces; false if a face is unknown.
    pub fn none_of(&self, hand: &[Handle], faces: FaceSet) -> bool {
        hand.iter().all(|&card| self.face(card).is_some_and(|face| !faces.contains(face)))
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
    pub faces: Knowledge,
    /// Those of them that are not public.
    pub private: BTreeSet<Handle>,
}

impl View {
    /// The board as seen with this knowledge.
    pub fn new(seat: Option<Seat>, board: Board, eyes: Eyes<'_>) -> Self {
        let faces: Knowledge =
            board.cards().filter_map(|card| Some((card, eyes.face(card)?))).collect();
        let hidden = |card: &Handle| eyes.public.face(*card).is_none();
        let private = faces.keys().copied().filter(hidden).collect();
        Self { seat, board, faces, private }
    }

    /// Whether this seat has looked at a card that lies face down somewhere else than before itself: a
    /// screen marks it with an eye, since it would otherwise look like a public one.
    pub fn peeked(&self, card: Handle) -> bool {
        let own = self.seat.and_then(|seat| self.board.seats.get(seat));
        let own =
            own.is_some_and(|place| place.piles.iter().any(|p| p.cards().any(|own| own == card)));
        self.private.contains(&card) && !own
    }

    /// The same view with the seat's own hand sorted by faces, for a screen. Nothing else may depend on
    /// this order: it would tell the faces to the others.
    #[must_use]
    pub fn arranged(mut self) -> Self {
        let faces = &self.faces;
        let place = self.seat.and_then(|seat| self.board.seats.get_mut(seat));
        if let Some(hand) = place.and_then(|place| place.piles.first_mut()) {
            hand.laid.sort_by_key(|laid| match laid.what {
                What::Card(card) => rank(faces, card),
                What::Printed(_) | What::Empty => (true, None),
            });
        }
        self
    }

    /// The order in which a screen lists the entries of a menu: as they are, except that neighbours that
    /// do the same with cards of the seat's own hand are sorted by faces. A choice is still the index in
    /// the menu.
    pub fn order(&self, menu: &Menu) -> Vec<usize> {
        let hand: Vec<Handle> = self.hand().collect();
        let held = |entry: &Entry| {
            entry.handles().next().is_some() && entry.handles().all(|c| hand.contains(&c))
        };
        let alike = |a: &usize, b: &usize| {
            let (a, b) = (&menu.entries[*a], &menu.entries[*b]);
            held(a) && held(b) && a.label == b.label
        };
        let mut order: Vec<usize> = (0..menu.entries.len()).collect();
        for run in order.chunk_by_mut(alike) {
            run.sort_by_cached_key(|i| {
                let mut ranks: Vec<_> =
                    menu.entries[*i].handles().map(|card| rank(&self.faces, card)).collect();
                ranks.sort_unstable();
                (ranks.len(), ranks)
            });
        }
        order
    }

    /// The seat's own hand.
    fn hand(&self) -> impl Iterator<Item = Handle> {
        let place = self.seat.and_then(|seat| self.board.seats.get(seat));
        place.and_then(|place| place.piles.first()).into_iter().flat_map(Pile::cards)
    }
}

/// The place of a card in a sorted hand; an unknown one comes last.
fn rank(faces: &Knowledge, card: Handle) -> (bool, Option<Face>) {
    let face = faces.get(&card).copied();
    (face.is_none(), face)
}
