//! Views: the public board, and what one seat knows beside it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::{Board, Entry, Face, FaceSet, Handle, Menu, Pile, Seat, What, table::Faces};

/// The hidden cards that one seat has been shown, with their faces.
pub type Knowledge = BTreeMap<Handle, Face>;

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
    pub faces: BTreeMap<Handle, Face>,
    /// Those of them that are not public.
    pub private: BTreeSet<Handle>,
}

impl View {
    /// The board as seen with this knowledge.
    pub fn new(seat: Option<Seat>, board: Board, eyes: Eyes<'_>) -> Self {
        let faces: BTreeMap<_, _> =
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
fn rank(faces: &BTreeMap<Handle, Face>, card: Handle) -> (bool, Option<Face>) {
    let face = faces.get(&card).copied();
    (face.is_none(), face)
}
