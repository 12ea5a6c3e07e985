//! Words that know which of them are names and cards.

use engine::{Line, Part, Words};
use serde::{Deserialize, Serialize};

/// A text in pieces. Read one after another they are the whole text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Text(pub Vec<Span>);

/// A piece of a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Span {
    /// The name of a player, by their seat.
    Seat {
        /// Where they sit.
        seat: usize,
        /// Their name.
        text: String,
    },
    /// The name of a card whose face the reader knows.
    Face {
        /// The face, as in the game's catalogue.
        face: u8,
        /// Its name.
        text: String,
    },
    /// Other words.
    Words(String),
}

impl Text {
    /// A line of the rules in words for one reader.
    pub fn of(words: &Words<'_>, line: &Line) -> Self {
        let mut spans: Vec<Span> = Vec::new();
        for part in line.parts() {
            let text = words.line(&Line::from(part.clone()));
            let face = match part {
                Part::Face(face) => Some(*face),
                Part::Card(card) => words.eyes.face(*card),
                _ => None,
            };
            match (part, face, spans.last_mut()) {
                (Part::Seat(seat), ..) => spans.push(Span::Seat { seat: seat.index(), text }),
                (_, Some(face), _) => spans.push(Span::Face { face: face.0, text }),
                (_, None, Some(Span::Words(before))) => before.push_str(&text),
                (_, None, _) => spans.push(Span::Words(text)),
            }
        }
        Self(spans)
    }

    /// The text without its marks.
    pub fn plain(&self) -> String {
        self.0.iter().map(Span::text).collect()
    }

    /// Whether there is nothing to read.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|span| span.text().is_empty())
    }
}

impl Span {
    /// Its words.
    pub fn text(&self) -> &str {
        match self {
            Self::Seat { text, .. } | Self::Face { text, .. } | Self::Words(text) => text,
        }
    }
}

impl From<&str> for Text {
    fn from(words: &str) -> Self {
        Self(vec![Span::Words(words.into())])
    }
}
