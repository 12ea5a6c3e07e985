//! Menus: everything a seat can be asked, as a finite, ordered, labelled list.
//!
//! A menu is public and the same on every node. What only its seat knows, namely which of the
//! hand cards could honestly be played, is worked out beside it by [`Entry::allowed`].

use serde::Serialize;

use crate::{Face, FaceSet, Handle, Line, text, view::Eyes};

/// A question to one seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Menu {
    /// What is asked, such as "Play a card".
    pub title: Line,
    /// The rule under which it is asked; empty if there is none.
    pub rule: &'static str,
    /// The possible answers.
    pub entries: Vec<Entry>,
}

/// One possible answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Entry {
    /// What choosing it means; a card, where there is one, is named after it.
    pub label: Line,
    /// The card it is about.
    pub card: Option<Handle>,
    /// If set, choosing the entry shows `card` to everybody, and the card must satisfy this.
    pub shows: Option<Duty>,
    /// The rule that allows or forbids it; empty if it is the menu's.
    pub rule: &'static str,
    /// Why nobody could choose it now, from public knowledge.
    pub refused: Option<Line>,
    /// Whether choosing it means doing nothing; [`ask_until`](crate::Table::ask_until) goes on past it.
    pub pass: bool,
    /// Whether a person should be asked once more, since it gives something away or ends something.
    pub weighty: bool,
}

/// What a card shown from hand must satisfy. Honesty about hidden cards is proven, not trusted.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Duty {
    /// Any card will do.
    Any,
    /// The card has one of these faces.
    Only(FaceSet, Line),
    /// The card has one of these faces, or no card of this hand has.
    Follow(FaceSet, Vec<Handle>, Line),
}

/// A seat's answer to a menu: the entry, and the face of the card it showed, if it did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Choice {
    /// The index of the entry.
    pub entry: usize,
    /// The face of the card that the entry shows.
    pub face: Option<Face>,
}

impl Menu {
    /// An empty menu with a title and the rule that asks.
    pub fn new(title: impl Into<Line>, rule: &'static str) -> Self {
        Self { title: title.into(), rule, entries: Vec::new() }
    }

    /// Adds an entry.
    #[must_use]
    pub fn with(mut self, entry: Entry) -> Self {
        self.entries.push(entry);
        self
    }

    /// Adds entries.
    #[must_use]
    pub fn with_all(mut self, entries: impl IntoIterator<Item = Entry>) -> Self {
        self.entries.extend(entries);
        self
    }

    /// The entries this seat may honestly choose, given what it sees.
    pub fn allowed(&self, eyes: Eyes<'_>) -> Vec<usize> {
        let allowed = |e: &Entry| e.allowed(eyes).is_ok();
        self.entries.iter().enumerate().filter(|(_, e)| allowed(e)).map(|(i, _)| i).collect()
    }
}

impl Entry {
    /// An entry that is only words.
    pub fn new(label: impl Into<Line>) -> Self {
        Self { label: label.into(), ..Self::default() }
    }

    /// The entry that declines to act.
    pub fn pass(label: impl Into<Line>) -> Self {
        Self { pass: true, ..Self::new(label) }
    }

    /// An entry that picks a card without showing it.
    pub fn card(label: impl Into<Line>, card: Handle) -> Self {
        Self { card: Some(card), ..Self::new(label) }
    }

    /// An entry that shows a card to everybody.
    pub fn show(label: impl Into<Line>, card: Handle, duty: Duty) -> Self {
        Self { shows: Some(duty), ..Self::card(label, card) }
    }

    /// Names the rule behind this entry.
    #[must_use]
    pub fn rule(mut self, rule: &'static str) -> Self {
        self.rule = rule;
        self
    }

    /// Refuses the entry for everybody, saying why, if `reason` says so.
    #[must_use]
    pub fn refuse_if(mut self, refused: bool, reason: impl Into<Line>) -> Self {
        if refused {
            self.refused = Some(reason.into());
        }
        self
    }

    /// Marks the entry as one that a person confirms.
    #[must_use]
    pub fn weighty(mut self) -> Self {
        self.weighty = true;
        self
    }

    /// Whether a seat with these eyes may choose the entry, and if not, why.
    pub fn allowed(&self, eyes: Eyes<'_>) -> Result<(), Line> {
        if let Some(reason) = &self.refused {
            return Err(reason.clone());
        }
        let (Some(duty), Some(card)) = (&self.shows, self.card) else { return Ok(()) };
        let face = eyes.face(card).ok_or_else(|| text!["that card is not yours to show"])?;
        match duty {
            Duty::Any => Ok(()),
            Duty::Only(faces, _) if faces.contains(face) => Ok(()),
            Duty::Follow(faces, hand, _) if faces.contains(face) || eyes.none_of(hand, *faces) => {
                Ok(())
            }
            Duty::Only(_, reason) | Duty::Follow(_, _, reason) => Err(reason.clone()),
        }
    }
}
