//! Text with player and card names marked.

use engine::{Line, Part, Words};
use serde::{Deserialize, Serialize};

/// A text in pieces; together they are the whole text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Text(pub Vec<Span>);

/// A piece of a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Span {
    /// The name of a player, by their seat.
    Seat {
        /// Their seat.
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
    /// A line of the rules, in words for one reader.
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

    /// The text without marks.
    pub fn plain(&self) -> String {
        self.0.iter().map(Span::text).collect()
    }

    /// The plain text as told to the player at a seat.
    pub fn to(&self, you: Option<usize>) -> String {
        self.addressed(you).plain()
    }

    /// The text as told to the player at a seat: their name becomes "you".
    #[must_use]
    pub fn addressed(&self, you: Option<usize>) -> Self {
        let is_you = |span: &Span| matches!(span, Span::Seat { seat, .. } if Some(*seat) == you);
        let mut yours = engine::Yours::default();
        let mut said: Vec<Span> = Vec::with_capacity(self.0.len());
        for span in &self.0 {
            let told = match span {
                Span::Seat { seat, .. } if is_you(span) => {
                    let first = if said.is_empty() { "You" } else { yours.you() };
                    let text = said.last_mut().and_then(possess).unwrap_or_else(|| first.into());
                    Span::Seat { seat: *seat, text }
                }
                Span::Words(words) => {
                    let mut told = yours.words(words);
                    // "Your" is one word, and marked as one.
                    if let Some(Span::Seat { text, .. }) = said.last_mut()
                        && words.starts_with("'s")
                        && told.starts_with('r')
                    {
                        text.push(told.remove(0));
                    }
                    Span::Words(told)
                }
                other => other.clone(),
            };
            said.push(told);
            yours.passed(is_you(span));
        }
        Self(said)
    }

    /// Whether there is nothing to read.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|span| span.text().is_empty())
    }
}

/// Removes "the turn of " from the end of the words before "you", to make "your turn".
fn possess(before: &mut Span) -> Option<String> {
    let Span::Words(words) = before else { return None };
    let (rest, noun) = words.strip_suffix(" of ")?.rsplit_once(' ')?;
    let text = format!("your {noun}");
    *words = rest.strip_suffix("the")?.to_owned();
    Some(text)
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
        let text = Text(vec![seat(0, "Ann"), words(" shows a card and keeps it")]);
        assert_eq!(text.to(Some(0)), "You show a card and keep it");
        let ghost = Span::Face { face: 3, text: "Ghost".into() };
        let text = Text(vec![ghost, words(" of "), seat(0, "Ann"), words(" is killed")]);
        assert_eq!(text.to(Some(0)), "Ghost of yours is killed");
    }

    #[test]
    fn your_is_marked_as_one_word() {
        let seat = |text: &str| Span::Seat { seat: 0, text: text.into() };
        let words = |text: &str| Span::Words(text.into());
        let text = Text(vec![seat("Ann"), words("'s stack: 1 wound")]);
        assert_eq!(text.addressed(Some(0)).0, [seat("Your"), words(" stack: 1 wound")]);
        assert_eq!(text.addressed(Some(1)), text);
    }

    #[test]
    fn a_sentence_about_you_is_about_you_to_its_end() {
        let seat = |seat, text: &str| Span::Seat { seat, text: text.into() };
        let words = |text: &str| Span::Words(text.into());
        let about_ann = |parts: &[&str]| {
            let parts = parts.iter().map(|part| words(part));
            Text([seat(0, "Ann")].into_iter().chain(parts).collect()).to(Some(0))
        };
        for (parts, told) in [
            (&[" passes and declares ", "Hearts"][..], "You pass and declare Hearts"),
            (&[" shows the ", "Jack", " and keeps it"], "You show the Jack and keep it"),
            (&[" plays a card face down on themself"], "You play a card face down on yourself"),
            (&[" gets 2 Coins and 1 Treasure"], "You get 2 Coins and 1 Treasure"),
        ] {
            assert_eq!(about_ann(parts), told);
        }
        let turn = Text(vec![words("It is the turn of "), seat(0, "Ann")]);
        assert_eq!(turn.to(Some(0)), "It is your turn");
        assert_eq!(turn.to(Some(1)), "It is the turn of Ann");
        let both = Text(vec![seat(0, "Ann"), words(" and "), seat(1, "Bob"), words(" hold 3")]);
        assert_eq!(both.to(Some(0)), "You and Bob hold 3");
    }
}
