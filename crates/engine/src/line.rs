//! Texts for people, in which seats and faces stay references until they are shown.

use core::{
    fmt,
    hash::{Hash, Hasher},
};
use std::{borrow::Cow, sync::Arc};

use serde::{Serialize, Serializer};

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
#[derive(Clone, Default)]
pub struct Line(Parts);

/// Rules make many lines that nobody ever reads: a single part is stored without allocating, and copies
/// of more share their memory.
#[derive(Clone, Default)]
enum Parts {
    #[default]
    None,
    One(Part),
    Several(Arc<[Part]>),
}

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
    /// The part without looking up names: seats by number, faces and cards by kind.
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
    /// Its parts, in order.
    pub fn parts(&self) -> &[Part] {
        match &self.0 {
            Parts::None => &[],
            Parts::One(part) => core::slice::from_ref(part),
            Parts::Several(parts) => parts,
        }
    }

    /// The text, with every part rendered by `show`.
    pub fn render(&self, show: &dyn Fn(&Part) -> String) -> String {
        self.parts().iter().map(show).collect()
    }

    /// Whether there is nothing to read.
    pub fn is_empty(&self) -> bool {
        self.parts().is_empty()
    }

    /// Appends a number and its noun, such as "1 coin" or "2 coins".
    #[must_use]
    pub fn count(self, n: impl Into<Part>, one: &'static str) -> Self {
        let n = n.into();
        let plural = if n == Part::Number(1) { "" } else { "s" };
        self.join([n, " ".into(), one.into(), plural.into()])
    }

    /// Appends another line.
    #[must_use]
    pub fn then(self, more: Self) -> Self {
        self.join(more.parts().iter().cloned())
    }

    /// Appends one more part.
    #[must_use]
    pub fn with(self, part: impl Into<Part>) -> Self {
        self.join([part.into()])
    }

    /// Appends parts, in one allocation.
    fn join(self, more: impl IntoIterator<Item = Part>) -> Self {
        self.parts().iter().cloned().chain(more).collect()
    }
}

impl PartialEq for Line {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl Eq for Line {}

impl Hash for Line {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parts().hash(state);
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Line").field(&self.parts()).finish()
    }
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.parts())
    }
}

impl Extend<Part> for Line {
    fn extend<I: IntoIterator<Item = Part>>(&mut self, parts: I) {
        *self = core::mem::take(self).join(parts);
    }
}

impl FromIterator<Part> for Line {
    fn from_iter<I: IntoIterator<Item = Part>>(parts: I) -> Self {
        let parts: Arc<[Part]> = parts.into_iter().collect();
        match &parts[..] {
            [] => Self::default(),
            [part] => Self(Parts::One(part.clone())),
            _ => Self(Parts::Several(parts)),
        }
    }
}

impl<const N: usize> From<[Part; N]> for Line {
    fn from(parts: [Part; N]) -> Self {
        if N < 2 { parts.into_iter().collect() } else { Self(Parts::Several(Arc::new(parts))) }
    }
}

impl From<Part> for Line {
    fn from(part: Part) -> Self {
        Self(Parts::One(part))
    }
}

/// Makes a [`Line`] from texts, seats, faces, handles and numbers.
#[macro_export]
macro_rules! text {
    ($($part:expr),* $(,)?) => { $crate::Line::from($crate::parts![$($part),*]) };
}

/// Makes the parts of a line, as [`text!`] does, without the line: for [`Table::say`](crate::Table::say).
#[macro_export]
macro_rules! parts {
    ($($part:expr),* $(,)?) => { [$($crate::Part::from($part)),*] };
}

/// What can be said at a table: a line, a single text, or [`parts!`]. What is said is kept part by part, so
/// that parts are said without making a line of them first.
pub trait Sayable {
    /// Appends its parts.
    fn say_to(self, said: &mut Vec<Part>);
}

impl<const N: usize> Sayable for [Part; N] {
    fn say_to(self, said: &mut Vec<Part>) {
        said.extend(self);
    }
}

impl Sayable for &'static str {
    fn say_to(self, said: &mut Vec<Part>) {
        said.push(self.into());
    }
}

impl Sayable for Line {
    fn say_to(self, said: &mut Vec<Part>) {
        said.extend_from_slice(self.parts());
    }
}

impl From<&'static str> for Line {
    fn from(text: &'static str) -> Self {
        Part::from(text).into()
    }
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Part::from(text).into()
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
