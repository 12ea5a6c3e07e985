//! Puts lines, entries and events into words for one reader.

use crate::{BySeat, Entry, Event, Eyes, Game, Handle, Line, Part, Seat};

/// Who reads: the game's names for faces, the players' names, and what the reader has seen.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// The players' names.
    pub names: &'a BySeat<String>,
    /// What the reader has seen.
    pub eyes: Eyes<'a>,
}

impl Words<'_> {
    /// A line.
    pub fn line(&self, line: &Line) -> String {
        line.render(&|part| self.part(part))
    }

    /// A menu entry, with its card named after it, or its cards as a sorted hand has them.
    pub fn entry(&self, entry: &Entry) -> String {
        let mut cards: Vec<Handle> = entry.handles().collect();
        cards.sort_by_key(|&card| (self.eyes.face(card).is_none(), self.eyes.face(card)));
        let cards: Vec<String> = cards.into_iter().map(|card| self.card(card)).collect();
        let parts = [self.line(&entry.label), cards.join(", ")];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Something that happened, with the rule behind it.
    pub fn event(&self, event: &Event) -> String {
        let text = self.line(&event.text);
        if event.rule.is_empty() { text } else { format!("{text} [{}]", event.rule) }
    }

    /// A card by its face, if the reader has seen it.
    pub fn card(&self, card: Handle) -> String {
        self.eyes
            .face(card)
            .map_or_else(|| "a hidden card".into(), |f| self.game.face(f).name.into())
    }

    /// A player's name.
    pub fn seat(&self, seat: Seat) -> String {
        self.names.get(seat).cloned().unwrap_or_else(|| seat.to_string())
    }

    fn part(&self, part: &Part) -> String {
        match part {
            Part::Seat(seat) => self.seat(*seat),
            Part::Face(face) => self.game.face(*face).name.into(),
            Part::Card(card) => self.card(*card),
            Part::Text(_) | Part::Number(_) => part.plain(),
        }
    }
}
