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

    /// The text as it is told to somebody who sits there: they are "you" in it.
    pub fn to(&self, you: Option<usize>) -> String {
        let Some(you) = you else { return self.plain() };
        let is_you = |span: &Span| matches!(span, Span::Seat { seat, .. } if *seat == you);
        let mut said = String::new();
        let mut after_you = false;
        for (at, span) in self.0.iter().enumerate() {
            match span {
                Span::Seat { .. } if is_you(span) => {
                    said.push_str(if at == 0 { "You" } else { "you" })
                }
                Span::Words(words) if after_you => said.push_str(&engine::to_you(words)),
                other => said.push_str(other.text()),
            }
            after_you = is_you(span);
        }
        said
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_reads_of_themselves_is_you() {
        let seat = |seat, text: &str| Span::Seat { seat, text: text.into() };
        let words = |text: &str| Span::Words(text.into());
        let text = Text(vec![seat(0, "Ann"), words(" plays her card to "), seat(1, "Bob")]);
        assert_eq!(text.to(Some(0)), "You play her card to Bob");
        assert_eq!(text.to(Some(1)), "Ann plays her card to you");
        assert_eq!(text.to(None), "Ann plays her card to Bob");
    }
}
