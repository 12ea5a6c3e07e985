//! The board as JSON: everything is named, and only faces have to be looked up.

use engine::{Badge, Board, Face, Fact, Game, Laid, Line, Pile, Place, Token, View, What, Words};
use serde_json::{Value, json};

/// The faces of a game, by their numbers.
pub(crate) fn faces(game: &dyn Game) -> Value {
    let faces = game.info().decks.iter().flat_map(|(_, faces)| *faces);
    let face = |face: &Face| {
        let info = game.face(*face);
        (
            face.0.to_string(),
            json!({ "name": info.name, "tint": info.tint.name(), "help": info.help }),
        )
    };
    faces.map(face).collect()
}

/// A board as one reader sees it.
pub(crate) struct Shown<'a> {
    pub words: Words<'a>,
    pub view: &'a View,
}

impl Shown<'_> {
    pub(crate) fn board(&self) -> Value {
        let Board { phase, headline, turn, facts, piles, mats, seats, .. } = &self.view.board;
        let mats = mats.iter().map(|mat| {
            let mut shown = self.place(&mat.place);
            shown["name"] = self.text(&mat.title).into();
            shown
        });
        json!({
            "phase": phase,
            "headline": self.text(headline),
            "turn": turn.map(|seat| seat.index()),
            "facts": self.facts(facts),
            "piles": self.piles(piles),
            "mats": mats.collect::<Value>(),
            "seats": seats.values().map(|place| self.place(place)).collect::<Value>(),
        })
    }

    fn text(&self, line: &Line) -> String {
        self.words.line(line)
    }

    fn place(&self, place: &Place) -> Value {
        let token = |token: &Token| json!([token.name, token.count]);
        json!({
            "facts": self.facts(&place.facts),
            "tokens": place.tokens.iter().map(token).collect::<Value>(),
            "badges": self.badges(&place.badges).collect::<Value>(),
            "piles": self.piles(&place.piles),
        })
    }

    fn facts(&self, facts: &[Fact]) -> Value {
        facts.iter().map(|fact| json!([fact.name, self.text(&fact.value)])).collect()
    }

    fn badges(&self, badges: &[Badge]) -> impl Iterator<Item = String> {
        badges.iter().map(|badge| self.text(&badge.text))
    }

    fn piles(&self, piles: &[Pile]) -> Value {
        let pile = |pile: &Pile| {
            let laid = if pile.is_closed() { &[][..] } else { &pile.laid };
            let cards: Value = laid.iter().map(|laid| self.laid(laid)).collect();
            json!({ "name": pile.name, "count": pile.size(), "cards": cards })
        };
        piles.iter().map(pile).collect()
    }

    /// A card: its face, or none if it is hidden; and what is on it and under it, if there is anything.
    fn laid(&self, laid: &Laid) -> Value {
        let face = match laid.what {
            What::Card(card) => self.view.faces.get(&card).copied(),
            What::Printed(face) => Some(face),
            What::Empty => None,
        };
        let tokens = laid.tokens.iter().map(|token| format!("{} {}", token.count, token.name));
        let on = [self.text(&laid.label)].into_iter().chain(self.badges(&laid.badges));
        let on: Vec<String> = on.chain(tokens).filter(|text| !text.is_empty()).collect();
        let mut shown = json!({ "face": face.map(|face| face.0) });
        if !on.is_empty() {
            shown["on"] = on.join(", ").into();
        }
        if laid.what == What::Empty {
            shown["empty"] = true.into();
        }
        if !laid.under.is_empty() {
            shown["under"] = laid.under.iter().map(|laid| self.laid(laid)).collect();
        }
        shown
    }
}
