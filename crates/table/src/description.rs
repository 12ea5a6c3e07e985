//! What a charter commits to about its game, beside the version of its rules: the cards and the options.
//!
//! Two programs that know a game by the same name and version could still number its faces differently, and
//! would find out in the middle of a match, each taking the other for a cheat. So all seats sign a digest of
//! what the numbers in a transcript stand for.

use engine::{Game, Values};
use proto::{Digest, codec, digest};
use serde::Serialize;

/// A game's numbers and what they stand for: PROTOCOL.md, section 9. Its bytes are hashed into every charter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Description {
    /// The game's id.
    pub game: &'static str,
    /// The version of its rules.
    pub rules: u16,
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// Its options, in the order in which the game lists them.
    pub options: Vec<Setting>,
    /// Its decks, in the order in which the game lists them.
    pub decks: Vec<Deck>,
}

/// An option of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Setting {
    /// Its key.
    pub key: &'static str,
    /// Its value unless somebody sets it.
    pub default: &'static str,
    /// What it can be set to.
    pub values: Choices,
}

/// What an option can be set to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Choices {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number from the first to the second.
    Number(u32, u32),
}

/// A deck of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Deck {
    /// Its number.
    pub deck: u8,
    /// The number and the name of each face that occurs in it, by number.
    pub faces: Vec<(u8, &'static str)>,
}

impl Description {
    /// The description of a game.
    pub fn of(game: &dyn Game) -> Self {
        let info = game.info();
        let seats = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
        let setting = |spec: &engine::OptionSpec| Setting {
            key: spec.key,
            default: spec.default,
            values: match spec.values {
                Values::Words(words) => Choices::Words(words),
                Values::Number(from, to) => Choices::Number(from, to),
            },
        };
        let deck = |(deck, faces): &(engine::Deck, &[engine::Face])| {
            let mut faces: Vec<_> =
                faces.iter().map(|face| (face.0, game.face(*face).name)).collect();
            faces.sort_unstable();
            faces.dedup();
            Deck { deck: deck.0, faces }
        };
        Self {
            game: info.id,
            rules: info.version,
            seats: (seats(info.seats.0), seats(info.seats.1)),
            options: info.options.iter().map(setting).collect(),
            decks: info.decks.iter().map(deck).collect(),
        }
    }

    /// The digest of it, which a charter carries.
    pub fn digest(&self) -> Digest {
        digest("game", &[&codec::encode(self)])
    }
}
