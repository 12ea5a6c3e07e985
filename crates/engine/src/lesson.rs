//! What a guided match explains, and when.

/// A text that is shown the first time its moment comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// When it is shown.
    pub when: Moment,
    /// The text, a few sentences.
    pub text: &'static str,
}

/// A moment of a match, as one seat sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// This phase of the board has begun.
    Phase(&'static str),
    /// The seat is asked something under this rule.
    Asked(&'static str),
    /// An event under this rule has happened.
    Said(&'static str),
}

impl Lesson {
    /// A lesson for the beginning of a phase.
    pub const fn phase(phase: &'static str, text: &'static str) -> Self {
        Self { when: Moment::Phase(phase), text }
    }

    /// A lesson for being asked something under a rule.
    pub const fn asked(rule: &'static str, text: &'static str) -> Self {
        Self { when: Moment::Asked(rule), text }
    }

    /// A lesson for an event under a rule.
    pub const fn said(rule: &'static str, text: &'static str) -> Self {
        Self { when: Moment::Said(rule), text }
    }
}
