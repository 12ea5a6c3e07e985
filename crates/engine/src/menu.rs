//! Menus: every question to a seat, as a finite, ordered, labelled list.
//!
//! A menu is public and the same on every node. What depends on hidden cards, namely which hand cards may
//! legally be played, is computed beside it by [`Entry::allowed`].
//!
//! To choose several cards at once, there is one entry for each set of them ([`sets`], [`Entry::cards`]).
//! A screen need not list them all: it can let a person mark cards and find the entry for the marked ones
//! ([`Menu::parts`], [`Menu::entry_of`]).

use core::ops::RangeInclusive;
use std::sync::Arc;

use serde::{Serialize, Serializer};

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
    /// What choosing it means; its card, if it has one, is named after it.
    pub label: Line,
    /// The card it is about.
    pub card: Option<Handle>,
    /// The cards it is about together, if there are several or could be; `card` is `None` then.
    pub cards: Vec<Handle>,
    /// If set, choosing the entry shows `card` to everybody, and the card must satisfy this duty.
    pub shows: Option<Duty>,
    /// The rule that allows or forbids it; empty if it is the menu's.
    pub rule: &'static str,
    /// Why nobody could choose it now, by public knowledge.
    pub refused: Option<Line>,
    /// Whether choosing it means doing nothing; [`ask_until`](crate::Table::ask_until) goes on past it.
    pub pass: bool,
    /// Whether a person should be asked to confirm it.
    pub weight: Weight,
    /// Whether it is an *aside*: possible at many moments and wanted at few, so that nobody is asked for
    /// its sake alone. A player who wants it says so beforehand. A menu has at most one aside.
    pub aside: bool,
    /// Whether it takes back what the same player chose just before, such as which card to play. A screen
    /// chooses it for whoever wants to go back.
    pub back: bool,
}

/// Whether a person should be asked to confirm an entry.
///
/// An entry is heavy if choosing it by mistake would cost what an ordinary move does not, and cannot be
/// undone: it gives cards or money to somebody, tells a secret that could have been kept, throws away or
/// renounces what comes but once, or binds its player beyond the move itself. Playing a card is an
/// ordinary move: people who are asked too often confirm without reading.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Weight {
    /// An ordinary move.
    #[default]
    Light,
    /// To be confirmed.
    Heavy,
    /// To be confirmed if its card has one of these faces, which only those who see the card can tell.
    With(FaceSet),
}

/// What a card shown from hand must satisfy. Claims about hidden cards are proven, not trusted.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Duty {
    /// Any card will do.
    Any,
    /// The card has one of these faces.
    Only(FaceSet, Reasons),
    /// The card has one of these faces, or no card of a hand has.
    Follow(#[serde(serialize_with = "shared")] Arc<Follow>),
}

/// A duty that the entries of a menu share.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Follow {
    /// The faces that satisfy it.
    pub faces: FaceSet,
    /// The hand. If no card of it has one of the faces, any card will do.
    pub hand: Vec<Handle>,
    /// Why another card may not be shown.
    pub reason: Line,
}

fn shared<S: Serializer>(follow: &Arc<Follow>, serializer: S) -> Result<S::Ok, S::Error> {
    (follow.faces, &follow.hand, &follow.reason).serialize(serializer)
}

impl Duty {
    /// The card has one of these faces, or no card of this hand has.
    pub fn follow(faces: FaceSet, hand: &[Handle], reason: impl Into<Line>) -> Self {
        Self::Follow(Arc::new(Follow { faces, hand: hand.to_vec(), reason: reason.into() }))
    }
}

/// Why cards may not be shown, by face.
///
/// A menu is the same on every node, so it holds the reasons for all faces; those who see the card are
/// shown the one for its face.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reasons(Arc<[(FaceSet, Line)]>);

impl Reasons {
    /// Why a card with this face may not be shown: the first reason that applies.
    pub fn about(&self, face: Face) -> Line {
        let about = self.0.iter().find(|(faces, _)| faces.contains(face));
        about.map_or_else(|| text!["not that card now"], |(_, reason)| reason.clone())
    }
}

impl FromIterator<(FaceSet, Line)> for Reasons {
    fn from_iter<I: IntoIterator<Item = (FaceSet, Line)>>(reasons: I) -> Self {
        Self(reasons.into_iter().collect())
    }
}

impl From<&'static str> for Reasons {
    fn from(reason: &'static str) -> Self {
        [(FaceSet::ALL, reason.into())].into_iter().collect()
    }
}

impl Serialize for Reasons {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter())
    }
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

    /// The entries this seat may legally choose, by what it knows.
    pub fn allowed(&self, eyes: Eyes<'_>) -> Vec<usize> {
        let mut allowed = Vec::with_capacity(self.entries.len());
        allowed.extend(self.allowed_entries(eyes));
        allowed
    }

    /// As [`allowed`](Self::allowed), one by one.
    pub fn allowed_entries(&self, eyes: Eyes<'_>) -> impl Iterator<Item = usize> {
        // Most entries share one duty, and so the check of the whole hand.
        let mut last: Option<(&Arc<Follow>, bool)> = None;
        let mut none_of = move |follow| match last {
            Some((before, none)) if Arc::ptr_eq(before, follow) => none,
            _ => {
                let none = eyes.none_of(&follow.hand, follow.faces);
                last = Some((follow, none));
                none
            }
        };
        let entries = self.entries.iter().enumerate();
        entries.filter(move |(_, entry)| entry.admits(eyes, &mut none_of)).map(|(at, _)| at)
    }

    /// Whether a seat with this knowledge could choose anything but a pass or an aside.
    pub fn asks(&self, eyes: Eyes<'_>) -> bool {
        let asks = |e: &Entry| !e.pass && !e.aside && e.is_allowed(eyes);
        self.entries.iter().any(asks)
    }

    /// The aside.
    pub fn aside(&self) -> Option<usize> {
        self.entries.iter().position(|entry| entry.aside)
    }

    /// Whether it has an aside and otherwise only passes.
    pub fn is_aside(&self) -> bool {
        self.aside().is_some() && self.entries.iter().all(|entry| entry.pass || entry.aside)
    }

    /// The cards that occur in entries for sets, in the order in which they first occur.
    pub fn parts(&self) -> Vec<Handle> {
        let mut parts = Vec::new();
        for &card in self.entries.iter().flat_map(|entry| &entry.cards) {
            if !parts.contains(&card) {
                parts.push(card);
            }
        }
        parts
    }

    /// The entry that is about exactly these cards, in whatever order.
    pub fn entry_of(&self, cards: &[Handle]) -> Option<usize> {
        let mut wanted = cards.to_vec();
        wanted.sort_unstable();
        self.entries.iter().position(|entry| {
            let mut set = entry.cards.clone();
            set.sort_unstable();
            !set.is_empty() && set == wanted
        })
    }

    /// Whether a person should be asked to confirm an entry. The only allowed entry needs no
    /// confirmation.
    pub fn weighs(&self, entry: usize, eyes: Eyes<'_>) -> bool {
        self.entries.get(entry).is_some_and(|e| e.weighs(eyes))
            && self.allowed_entries(eyes).nth(1).is_some()
    }
}

impl Entry {
    /// An entry that is about no card.
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

    /// An entry that picks several cards together without showing them.
    pub fn cards(label: impl Into<Line>, cards: Vec<Handle>) -> Self {
        Self { cards, ..Self::new(label) }
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

    /// Refuses the entry for everybody, with this reason.
    #[must_use]
    pub fn refuse(mut self, reason: impl Into<Line>) -> Self {
        self.refused = Some(reason.into());
        self
    }

    /// Refuses the entry for everybody, with this reason, if `refused`.
    #[must_use]
    pub fn refuse_if(self, refused: bool, reason: impl Into<Line>) -> Self {
        if refused { self.refuse(reason) } else { self }
    }

    /// Marks the entry as one that a person confirms; see [`Weight`].
    #[must_use]
    pub fn weighty(mut self) -> Self {
        self.weight = Weight::Heavy;
        self
    }

    /// Marks the entry as an aside.
    #[must_use]
    pub fn aside(mut self) -> Self {
        self.aside = true;
        self
    }

    /// Marks the entry as one that takes back what was chosen before.
    #[must_use]
    pub fn takes_back(mut self) -> Self {
        self.back = true;
        self
    }

    /// Marks the entry as one that a person confirms if its card has one of these faces.
    #[must_use]
    pub fn weighty_with(mut self, faces: FaceSet) -> Self {
        self.weight = Weight::With(faces);
        self
    }

    fn weighs(&self, eyes: Eyes<'_>) -> bool {
        match self.weight {
            Weight::Light => false,
            Weight::Heavy => true,
            Weight::With(faces) => {
                self.handles().filter_map(|card| eyes.face(card)).any(|face| faces.contains(face))
            }
        }
    }

    /// The card or the cards it is about.
    pub fn handles(&self) -> impl Iterator<Item = Handle> {
        self.card.into_iter().chain(self.cards.iter().copied())
    }

    /// Whether a seat with this knowledge may choose the entry.
    pub fn is_allowed(&self, eyes: Eyes<'_>) -> bool {
        self.admits(eyes, &mut |follow| eyes.none_of(&follow.hand, follow.faces))
    }

    /// As [`is_allowed`](Self::is_allowed), with another function to look through the hand.
    fn admits<'a>(
        &'a self,
        eyes: Eyes<'_>,
        none_of: &mut impl FnMut(&'a Arc<Follow>) -> bool,
    ) -> bool {
        if self.refused.is_some() {
            return false;
        }
        let (Some(duty), Some(card)) = (&self.shows, self.card) else { return true };
        let Some(face) = eyes.face(card) else { return false };
        match duty {
            Duty::Any => true,
            Duty::Only(faces, _) => faces.contains(face),
            Duty::Follow(follow) => follow.faces.contains(face) || none_of(follow),
        }
    }

    /// Whether a seat with this knowledge may choose the entry, and if not, why.
    pub fn allowed(&self, eyes: Eyes<'_>) -> Result<(), Line> {
        if let Some(reason) = &self.refused {
            return Err(reason.clone());
        }
        let (Some(duty), Some(card)) = (&self.shows, self.card) else { return Ok(()) };
        let face = eyes.face(card).ok_or_else(|| text!["that card is not yours to show"])?;
        match duty {
            Duty::Any => Ok(()),
            Duty::Only(faces, _) if faces.contains(face) => Ok(()),
            Duty::Follow(follow)
                if follow.faces.contains(face) || eyes.none_of(&follow.hand, follow.faces) =>
            {
                Ok(())
            }
            Duty::Only(_, reasons) => Err(reasons.about(face)),
            Duty::Follow(follow) => Err(follow.reason.clone()),
        }
    }
}

/// Every set of these cards with one of these sizes, small ones first, each in the order of the cards.
///
/// There are many: ten cards already have a thousand. Callers must bound the sizes.
pub fn sets(cards: &[Handle], sizes: RangeInclusive<usize>) -> Sets<'_> {
    let most = (*sizes.end()).min(cards.len());
    let first = (*sizes.start() <= most).then(|| (0..*sizes.start()).collect());
    let left =
        (*sizes.start()..=most).map(|size| ways(cards.len(), size)).fold(0, usize::saturating_add);
    Sets { cards, most, next: first, left }
}

/// How many sets of this size there are.
fn ways(cards: usize, size: usize) -> usize {
    (0..size).fold(1, |ways: usize, i| ways.saturating_mul(cards - i) / (i + 1))
}

/// Iterates over sets of cards; see [`sets`].
pub struct Sets<'a> {
    cards: &'a [Handle],
    most: usize,
    /// The positions of the next set's cards.
    next: Option<Vec<usize>>,
    /// How many sets are left.
    left: usize,
}

impl Sets<'_> {
    /// Goes on to the next set.
    fn advance(&mut self) {
        let Some(places) = &mut self.next else { return };
        self.left -= 1;
        let (size, cards) = (places.len(), self.cards.len());
        // The last card that can still move to the right does, and those after it are placed behind it.
        let movable = (0..size).rev().find(|&at| places[at] + size < cards + at);
        if let Some(at) = movable {
            let first = places[at] + 1;
            places[at..].iter_mut().zip(first..).for_each(|(place, to)| *place = to);
        } else if size < self.most {
            *places = (0..=size).collect();
        } else {
            self.next = None;
        }
    }
}

impl Iterator for Sets<'_> {
    type Item = Vec<Handle>;

    fn next(&mut self) -> Option<Vec<Handle>> {
        let set = self.next.as_ref()?.iter().map(|&place| self.cards[place]).collect();
        self.advance();
        Some(set)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    fn nth(&mut self, n: usize) -> Option<Vec<Handle>> {
        (0..n).for_each(|_| self.advance());
        self.next()
    }
}

impl ExactSizeIterator for Sets<'_> {}
