//! Words for people, kept apart from names and faces until they are shown.

use std::borrow::Cow;

use serde::Serialize;

use crate::{Face, Handle, Seat};

/// A short text that can mention seats, faces and cards; rendered only where somebody reads it.
///
/// ```
/// use engine::{text, Seat};
/// let l = text![Seat::new(1), " takes the bank for ", 3, " coins"];
/// assert_eq!(l.render(&|p| match p {
///     engine::Part::Seat(_) => "Ann".into(),
///     other => other.plain(),
/// }), "Ann takes the bank for 3 coins");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Line(pub Vec<Part>);

/// A piece of a [`Line`].
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Part {
    /// Words.
    Text(Cow<'static, str>),
    /// A seat, shown by its player's name.
    Seat(Seat),
    /// A face, shown by its name.
    Face(Face),
    /// A card, shown by its face to those who know it and as "a card" to others.
    Card(Handle),
    /// A number.
    Number(i64),
}

impl Part {
    /// The part without any names at hand: seats by number, faces and cards by kind.
    pub fn plain(&self) -> String {
        match self {
            Self::Text(t) => t.to_string(),
            Self::Seat(s) => s.to_string(),
            Self::Face(f) => format!("face {}", f.0),
            Self::Card(_) => "a card".into(),
            Self::Number(n) => n.to_string(),
        }
    }
}

impl Line {
    /// The text, with every part rendered by `show`.
    pub fn render(&self, show: &dyn Fn(&Part) -> String) -> String {
        self.0.iter().map(show).collect()
    }

    /// Whether there is nothing to read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds one more part.
    #[must_use]
    pub fn with(mut self, part: impl Into<Part>) -> Self {
        self.0.push(part.into());
        self
    }
}

/// Makes a [`Line`] from texts, seats, faces, handles and numbers.
#[macro_export]
macro_rules! text {
    ($($part:expr),* $(,)?) => { $crate::Line(vec![$($crate::Part::from($part)),*]) };
}

impl From<&'static str> for Line {
    fn from(text: &'static str) -> Self {
        Self(vec![text.into()])
    }
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Self(vec![text.into()])
    }
}

impl From<&'static str> for Part {
    fn from(text: &'static str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Part {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<Seat> for Part {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

impl From<Face> for Part {
    fn from(face: Face) -> Self {
        Self::Face(face)
    }
}

impl From<Handle> for Part {
    fn from(card: Handle) -> Self {
        Self::Card(card)
    }
}

macro_rules! number {
    ($($t:ty),*) => {$(
        impl From<$t> for Part {
            fn from(n: $t) -> Self {
                Self::Number(n as i64)
            }
        }
    )*};
}
number!(i32, i64, u8, u16, u32, usize);
