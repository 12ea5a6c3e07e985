//! How well bots play.

use core::{fmt, str::FromStr};

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Level {
    /// Plays like the normal one and makes slips.
    Easy,
    /// Plays sensibly.
    #[default]
    Normal,
    /// Thinks ahead.
    Hard,
}

/// Who picks for a seat that has no person.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BotKind {
    /// A bot of this level.
    Level(Level),
    /// Picks any allowed entry.
    Random,
    /// The deterministic player that replaces leavers.
    Autopilot,
}

impl BotKind {
    /// A bot of the normal level.
    pub const NORMAL: Self = Self::Level(Level::Normal);
}

/// There is no level of that name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("bots are easy, normal or hard")]
pub struct UnknownLevel;

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Normal, Self::Hard];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Hard => "hard",
        }
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Self, UnknownLevel> {
        Self::ALL.into_iter().find(|level| level.name() == name).ok_or(UnknownLevel)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_read_as_it_is_written() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!("Hard".parse::<Level>(), Err(UnknownLevel));
    }
}
