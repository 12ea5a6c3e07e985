//! What every card of the game has: a kind, and a face.
//!
//! Six decks share one range of face numbers. What the cards *do* is beside their names, in the chapters
//! on characters, schemes, objectives, treasures and agendas.

use engine::{Art, Face, FaceInfo, Handle, Tint, symbols};

use super::{
    agendas::Agenda,
    characters::Character,
    objectives::{Defense, Objective},
    schemes::Scheme,
    treasures::Treasure,
};

/// One of the four skills.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Skill {
    /// Deception.
    Lies,
    /// Not being seen.
    Stealth,
    /// Plain force.
    Muscle,
    /// Locks and machines.
    Tinker,
}

/// A number for each skill, in the order of [`Skill::ALL`].
pub type Skills = [u8; 4];

impl Skill {
    /// All skills.
    pub const ALL: [Self; 4] = [Self::Lies, Self::Stealth, Self::Muscle, Self::Tinker];

    /// The skill in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lies => "Lies",
            Self::Stealth => "Stealth",
            Self::Muscle => "Muscle",
            Self::Tinker => "Tinker",
        }
    }

    /// The symbol that stands for it.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Lies => symbols::LIES,
            Self::Stealth => symbols::STEALTH,
            Self::Muscle => symbols::MUSCLE,
            Self::Tinker => symbols::TINKER,
        }
    }

    /// Its place in [`Skills`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The skills in words, such as "2 Lies + 1 Muscle".
pub fn skills_in_words(skills: &Skills) -> String {
    let listed = Skill::ALL.into_iter().filter(|s| skills[s.index()] > 0);
    let words: Vec<_> = listed.map(|s| format!("{} {}", skills[s.index()], s.name())).collect();
    words.join(" + ")
}

/// A card that lies face up, with its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen<K> {
    /// The card.
    pub card: Handle,
    /// What is printed on it.
    pub kind: K,
}

/// A kind of card: printed alike on all its copies.
pub trait Kind: Copy + PartialEq + 'static {
    /// All kinds of the deck, in the order of their faces.
    const ALL: &'static [Self];
    /// The face of the first kind.
    const FIRST: u8;

    /// The kind's place in [`Kind::ALL`].
    fn index(self) -> usize;

    /// How many copies the deck has.
    fn copies(self) -> usize;

    /// Name, short name and help.
    fn info(self) -> FaceInfo;

    /// The face of this kind.
    fn face(self) -> Face {
        Face(Self::FIRST + self.index() as u8)
    }

    /// The kind with this face.
    fn of(face: Face) -> Option<Self> {
        Self::ALL.get(usize::from(face.0.checked_sub(Self::FIRST)?)).copied()
    }
}

/// Defines an enum of kinds and where its faces begin.
macro_rules! kinds {
    ($(#[$doc:meta])* $name:ident from $first:literal: $($variant:ident $words:literal),* $(,)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum $name { $(#[doc = $words] $variant),* }

        impl $name {
            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $words),* }
            }
        }

        impl $crate::no_honor::cards::Kind for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),*];
            const FIRST: u8 = $first;
            fn index(self) -> usize { self as usize }
            fn copies(self) -> usize { self.card().copies }
            fn info(self) -> engine::FaceInfo {
                let card = self.card();
                engine::FaceInfo { name: self.name(), short: card.short, tint: card.tint(), help: card.help, art: self.art() }
            }
        }
    };
}
pub(super) use kinds;

/// All cards of a deck: every kind as often as it has copies.
pub fn deck<K: Kind>() -> impl Iterator<Item = Face> {
    K::ALL.iter().flat_map(|kind| std::iter::repeat_n(kind.face(), kind.copies()))
}

/// How any face of the game is shown.
pub fn info(face: Face) -> FaceInfo {
    Character::of(face)
        .map(Kind::info)
        .or_else(|| Scheme::of(face).map(Kind::info))
        .or_else(|| Defense::of(face).map(Kind::info))
        .or_else(|| Objective::of(face).map(Kind::info))
        .or_else(|| Treasure::of(face).map(Kind::info))
        .or_else(|| Agenda::of(face).map(Kind::info))
        .unwrap_or(FaceInfo { name: "?", short: "?", tint: Tint::Plain, help: "", art: Art::NONE })
}
