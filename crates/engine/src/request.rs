//! What the rules wait for, and the answers. Both are public.

use serde::Serialize;

use crate::{Choice, Duty, Entry, Face, FaceSet, Handle, Menu, Seat};

/// What the rules wait for. Whoever runs them (a match, the clear dealer, an audit) answers it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Request {
    /// Everyone in turn masks and permutes each pile; nobody knows the order of the new cards.
    Shuffle(Vec<Change>),
    /// Cards become known to one seat or to all.
    Show(Vec<(Handle, Audience)>),
    /// Seats permute their own hands; each learns its new cards, nobody else can follow them.
    Remix(Vec<(Seat, Change)>),
    /// A seat learns a card that others may already know.
    Peek(Vec<(Seat, Handle)>),
    /// One seat picks an entry.
    Choose(Seat, Menu),
    /// Sealed: all pick, then the choices are opened in this order.
    Ask(Opening, Vec<(Seat, Menu)>),
    /// Each hand either shows one card with such a face or proves that it has none.
    Demand(FaceSet, Vec<(Seat, Vec<Handle>)>),
    /// Joint random numbers below each of these bounds.
    Roll(Vec<u32>),
}

/// Cards that are replaced by as many new ones in an unknown order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Change {
    /// The cards that are replaced.
    pub from: Vec<Handle>,
    /// The new cards.
    pub into: Vec<Handle>,
}

impl Change {
    /// The old cards and the new ones.
    pub fn cards(&self) -> impl Iterator<Item = Handle> {
        self.from.iter().chain(&self.into).copied()
    }
}

/// Who gets to see a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Audience {
    /// One seat.
    Seat(Seat),
    /// Everybody, spectators included.
    All,
}

/// How sealed choices are opened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Opening {
    /// All at once.
    All,
    /// In order, until one is not a pass; the rest stay sealed for ever.
    UntilOne,
}

/// The answer to a [`Request`], as everybody sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Answer {
    /// To `Shuffle`, `Remix` and `Peek`.
    Done,
    /// To `Show`: the faces of the cards shown to all, in the order of the request.
    Faces(Vec<Face>),
    /// To `Choose`.
    Choice(Choice),
    /// To `Ask`: as many as were opened, in the order of the request.
    Choices(Vec<Choice>),
    /// To `Demand`: for each hand, the card it showed.
    Shown(Vec<Option<(Handle, Face)>>),
    /// To `Roll`.
    Rolled(Vec<u32>),
}

impl Request {
    /// The menu put to a seat, if it is asked.
    pub fn menu_of(&self, seat: Seat) -> Option<&Menu> {
        match self {
            Self::Choose(asked, menu) => (*asked == seat).then_some(menu),
            Self::Ask(_, menus) => {
                menus.iter().find(|(asked, _)| *asked == seat).map(|(_, menu)| menu)
            }
            _ => None,
        }
    }

    /// Whether it is a reaction window, in which the time that somebody takes could tell what they hold:
    /// sealed choices opened up to the first that is not a pass, or a question to one seat that has a
    /// certain card or passes.
    pub fn is_window(&self) -> bool {
        match self {
            Self::Ask(opening, _) => *opening == Opening::UntilOne,
            Self::Choose(_, menu) => {
                let only = |entry: &Entry| matches!(entry.shows, Some(Duty::Only(..)));
                let entries = || menu.entries.iter();
                entries().any(|e| e.pass) && entries().all(|e| e.pass || only(e))
            }
            _ => false,
        }
    }

    /// The cards that an answer shows to everybody.
    pub fn shown(&self, answer: &Answer) -> Vec<(Handle, Face)> {
        let mut shown = Vec::new();
        self.each_shown(answer, |card, face| shown.push((card, face)));
        shown
    }

    /// As [`shown`](Self::shown), with a callback for each card.
    pub(crate) fn each_shown(&self, answer: &Answer, mut each: impl FnMut(Handle, Face)) {
        let mut by = |menu: &Menu, choice: &Choice| {
            let card = menu.entries.get(choice.entry).and_then(|entry| entry.card);
            if let (Some(card), Some(face)) = (card, choice.face) {
                each(card, face);
            }
        };
        match (self, answer) {
            (Self::Choose(_, menu), Answer::Choice(choice)) => by(menu, choice),
            (Self::Ask(_, menus), Answer::Choices(choices)) => {
                menus.iter().zip(choices).for_each(|((_, menu), choice)| by(menu, choice));
            }
            (Self::Show(cards), Answer::Faces(faces)) => {
                let public = cards.iter().filter(|(_, to)| *to == Audience::All);
                public.zip(faces).for_each(|(&(card, _), &face)| each(card, face));
            }
            (Self::Demand(..), Answer::Shown(shown)) => {
                shown.iter().flatten().for_each(|&(card, face)| each(card, face));
            }
            _ => {}
        }
    }

    /// Who did not pass, if choices were opened until somebody did not.
    pub(crate) fn acted(&self, answer: &Answer) -> Option<(Seat, Choice)> {
        let (Self::Ask(Opening::UntilOne, menus), Answer::Choices(choices)) = (self, answer) else {
            return None;
        };
        let ((seat, menu), &choice) = menus.iter().zip(choices).next_back()?;
        let acted = menu.entries.get(choice.entry).is_some_and(|entry| !entry.pass);
        acted.then_some((*seat, choice))
    }

    /// The answer to an empty request, for which nobody needs to be asked.
    pub(crate) fn trivial(&self) -> Option<Answer> {
        match self {
            Self::Shuffle(piles) => piles.is_empty().then_some(Answer::Done),
            Self::Remix(hands) => hands.is_empty().then_some(Answer::Done),
            Self::Peek(looks) => looks.is_empty().then_some(Answer::Done),
            Self::Show(cards) => cards.is_empty().then(|| Answer::Faces(Vec::new())),
            Self::Ask(_, menus) => menus.is_empty().then(|| Answer::Choices(Vec::new())),
            Self::Demand(_, hands) => hands.is_empty().then(|| Answer::Shown(Vec::new())),
            Self::Roll(sides) => sides.is_empty().then(|| Answer::Rolled(Vec::new())),
            Self::Choose(..) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put_to_one(entry: Entry) -> Request {
        let menu = Menu::new("React?", "W-1").with(Entry::pass("Pass")).with(entry);
        Request::Choose(Seat::new(0), menu)
    }

    #[test]
    fn to_have_a_certain_card_or_to_pass_is_a_window_for_one_seat_too() {
        let only = Duty::Only(FaceSet::only(Face(1)), Default::default());
        assert!(put_to_one(Entry::show("Answer with", Handle(3), only)).is_window());
    }

    #[test]
    fn a_turn_that_may_be_passed_is_no_window() {
        assert!(!put_to_one(Entry::show("Play", Handle(3), Duty::Any)).is_window());
        assert!(!put_to_one(Entry::new("Give Coins away")).is_window());
    }
}
