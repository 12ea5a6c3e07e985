//! What a person learns that not everybody knows: cards that come into their hand, and cards they look at.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Face, Game, Handle, Layout, Seat, View};

use crate::words;

/// What the person knew when they were last told.
#[derive(Default)]
pub(crate) struct Learning {
    /// How many of each face lay before them.
    own: BTreeMap<Face, usize>,
    /// Whether they have held any card yet.
    dealt: bool,
    /// The cards of their hand.
    hand: BTreeSet<Handle>,
    /// Cards elsewhere that they have looked at.
    peeked: BTreeSet<Handle>,
}

impl Learning {
    /// What the person has learnt since the last call, in sentences.
    pub(crate) fn notice(&mut self, game: &dyn Game, names: &[String], view: &View) -> Vec<String> {
        let Some(me) = view.seat else { return Vec::new() };
        let name = |face: &Face| game.face(*face).name.to_owned();
        let mut told = Vec::new();
        if let Some(own) = own(view, me) {
            let gained: Vec<String> = own
                .iter()
                .flat_map(|(face, count)| {
                    let before = self.own.get(face).copied().unwrap_or(0);
                    std::iter::repeat_n(name(face), count.saturating_sub(before))
                })
                .collect();
            let hand: BTreeSet<Handle> = hand(view, me).collect();
            // A new hand is told as a whole, including faces that were held before; a hand that was only
            // mixed is not.
            let anew = hand.is_disjoint(&self.hand) && 2 * gained.len() > hand.len();
            if !gained.is_empty() {
                let (verb, cards) = match (self.dealt, anew) {
                    (false, _) => ("You hold", gained),
                    (true, false) => ("You received", gained),
                    (true, true) => ("You hold", faces(view, &hand).iter().map(name).collect()),
                };
                told.push(format!("{verb}: {}.", cards.join(", ")));
                self.dealt = true;
            }
            (self.own, self.hand) = (own, hand);
        }
        for (seat, place) in view.board.seats.iter() {
            for pile in &place.piles {
                let new = |card: &Handle| view.peeked(*card) && !self.peeked.contains(card);
                let new: Vec<Handle> = pile.cards().filter(new).collect();
                let faces: Vec<String> =
                    new.iter().filter_map(|card| view.faces.get(card)).map(name).collect();
                if !faces.is_empty() {
                    let who = names.get(seat.index()).map_or("somebody", String::as_str);
                    told.push(format!(
                        "You see the {} of {who}: {}.",
                        pile.name,
                        words::list(&faces)
                    ));
                }
                self.peeked.extend(new);
            }
        }
        told
    }
}

/// The cards that a seat holds.
fn hand(view: &View, me: Seat) -> impl Iterator<Item = Handle> {
    let piles = view.board.seats.get(me).into_iter().flat_map(|place| &place.piles);
    piles.filter(|pile| pile.layout == Layout::Hand).flat_map(|pile| pile.cards())
}

/// The faces of cards, sorted.
fn faces(view: &View, cards: &BTreeSet<Handle>) -> Vec<Face> {
    let mut faces: Vec<Face> =
        cards.iter().filter_map(|card| view.faces.get(card).copied()).collect();
    faces.sort_unstable();
    faces
}

/// The faces before a seat that not everybody knows; `None` while faces there are unknown, as in a hand
/// that is being mixed.
fn own(view: &View, me: Seat) -> Option<BTreeMap<Face, usize>> {
    let mut own = BTreeMap::new();
    let piles = view.board.seats.get(me).into_iter().flat_map(|place| &place.piles);
    for pile in piles {
        for card in pile.cards() {
            match view.faces.get(&card) {
                Some(face) if view.private.contains(&card) => *own.entry(*face).or_insert(0) += 1,
                None if pile.layout == Layout::Hand => return None,
                _ => {}
            }
        }
    }
    Some(own)
}

#[cfg(test)]
mod tests {
    use engine::{Board, Pile, Place};

    use super::*;

    fn view(own: &[(u32, Option<u8>)], theirs: &[(u32, Option<u8>)]) -> View {
        let game = games::GAMES[0];
        let faces = game.info().decks[0].1;
        let mut board = Board::default();
        let handles = |cards: &[(u32, Option<u8>)]| -> Vec<Handle> {
            cards.iter().map(|(card, _)| Handle(*card)).collect()
        };
        board.seats = [Pile::hand(&handles(own)), Pile::spread("role", &handles(theirs))]
            .into_iter()
            .map(|pile| Place { piles: vec![pile], ..Place::default() })
            .collect();
        let known = own.iter().chain(theirs);
        let known: engine::Knowledge = known
            .filter_map(|(card, face)| Some((Handle(*card), faces[usize::from((*face)?)])))
            .collect();
        let private = known.keys().copied().collect();
        View { seat: Some(Seat::new(0)), board, faces: known, private }
    }

    fn told(learning: &mut Learning, view: &View) -> Vec<String> {
        learning.notice(games::GAMES[0], &["Ann".into(), "Bob".into()], view)
    }

    #[test]
    fn a_hand_is_told_once_and_then_what_is_received() {
        let mut learning = Learning::default();
        let name = |at: usize| {
            let game = games::GAMES[0];
            game.face(game.info().decks[0].1[at]).name
        };
        let first = told(&mut learning, &view(&[(1, Some(0)), (2, Some(1))], &[]));
        assert_eq!(first, [format!("You hold: {}, {}.", name(0), name(1))]);
        assert!(told(&mut learning, &view(&[(1, Some(0)), (2, Some(1))], &[])).is_empty());
        let more = told(&mut learning, &view(&[(1, Some(0)), (2, Some(1)), (3, Some(2))], &[]));
        assert_eq!(more, [format!("You received: {}.", name(2))]);
    }

    #[test]
    fn a_hand_that_is_dealt_anew_is_told_whole() {
        let mut learning = Learning::default();
        told(&mut learning, &view(&[(1, Some(0)), (2, Some(1))], &[]));
        let game = games::GAMES[0];
        let name = |at: usize| game.face(game.info().decks[0].1[at]).name;
        let anew = told(&mut learning, &view(&[(5, Some(0)), (6, Some(2)), (7, Some(3))], &[]));
        assert_eq!(anew, [format!("You hold: {}, {}, {}.", name(0), name(2), name(3))]);
    }

    #[test]
    fn a_hand_that_is_mixed_is_not_told_again() {
        let mut learning = Learning::default();
        told(&mut learning, &view(&[(1, Some(0)), (2, Some(1))], &[]));
        assert!(told(&mut learning, &view(&[(7, None), (8, None)], &[])).is_empty());
        assert!(told(&mut learning, &view(&[(7, Some(1)), (8, Some(0))], &[])).is_empty());
    }

    #[test]
    fn a_card_of_somebody_else_that_was_looked_at_is_told_once() {
        let mut learning = Learning::default();
        assert!(told(&mut learning, &view(&[], &[(4, None)])).is_empty());
        let seen = told(&mut learning, &view(&[], &[(4, Some(0))]));
        assert!(seen[0].starts_with("You see the role of Bob: "), "{seen:?}");
        assert!(told(&mut learning, &view(&[], &[(4, Some(0))])).is_empty());
    }
}
