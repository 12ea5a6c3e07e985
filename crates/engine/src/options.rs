//! Game options: those that a game offers, and the values agreed on.

use std::collections::BTreeMap;

/// An option that a game offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its key, such as "target".
    pub key: &'static str,
    /// What it changes, in a sentence.
    pub help: &'static str,
    /// What it can be set to.
    pub values: Values,
    /// Its value unless somebody sets it.
    pub default: &'static str,
}

/// The values an option can take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A whole number from the first to the second.
    Number(u32, u32),
}

/// Options that a game has accepted: each of its keys has a legal value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Options(BTreeMap<&'static str, String>);

/// Why options were refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionError {
    /// The game has no such option.
    #[error("there is no option `{key}`; this game has: {known}")]
    Unknown {
        /// What was asked for.
        key: String,
        /// The keys there are.
        known: String,
    },
    /// The value is not one of those allowed.
    #[error("`{key}` cannot be `{value}`; it takes {takes}")]
    Value {
        /// The option.
        key: &'static str,
        /// What was asked for.
        value: String,
        /// What is allowed.
        takes: String,
    },
    /// An option has no value at all.
    #[error("`{key}` is not set; it takes {takes}")]
    Missing {
        /// The option.
        key: &'static str,
        /// What is allowed.
        takes: String,
    },
    /// The game does not take this number of players.
    #[error("{game} is for {least} to {most} players, not {asked}")]
    Seats {
        /// The game's name.
        game: &'static str,
        /// The fewest seats.
        least: usize,
        /// The most seats.
        most: usize,
        /// What was asked for.
        asked: usize,
    },
}

impl Values {
    fn allow(self, value: &str) -> bool {
        match self {
            Self::Words(words) => words.contains(&value),
            // Only the canonical spelling, so that equal options are equal bytes.
            Self::Number(least, most) => value
                .parse()
                .is_ok_and(|n: u32| (least..=most).contains(&n) && n.to_string() == value),
        }
    }

    /// The allowed values, as text.
    pub fn describe(self) -> String {
        match self {
            Self::Words(words) => words.join(", "),
            Self::Number(least, most) => format!("a number from {least} to {most}"),
        }
    }
}

impl Options {
    /// The defaults of `specs`, changed by `given`.
    pub fn parse<'a>(
        specs: &[OptionSpec],
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, OptionError> {
        let mut values: BTreeMap<_, _> =
            specs.iter().map(|s| (s.key, s.default.to_owned())).collect();
        for (key, value) in given {
            let spec = specs.iter().find(|s| s.key == key).ok_or_else(|| OptionError::Unknown {
                key: key.to_owned(),
                known: specs.iter().map(|s| s.key).collect::<Vec<_>>().join(", "),
            })?;
            if !spec.values.allow(value) {
                let takes = spec.values.describe();
                return Err(OptionError::Value { key: spec.key, value: value.to_owned(), takes });
            }
            values.insert(spec.key, value.to_owned());
        }
        Ok(Self(values))
    }

    /// Whether these are options of a game with these `specs`: every key set, every value legal, no
    /// other key.
    pub(crate) fn check(&self, specs: &[OptionSpec]) -> Result<(), OptionError> {
        Self::parse(specs, self.0.iter().map(|(key, value)| (*key, value.as_str())))?;
        match specs.iter().find(|spec| !self.0.contains_key(spec.key)) {
            None => Ok(()),
            Some(s) => Err(OptionError::Missing { key: s.key, takes: s.values.describe() }),
        }
    }

    /// The value of an option as a word; empty for a key the game does not have.
    pub fn word(&self, key: &str) -> &str {
        self.0.get(key).map_or("", String::as_str)
    }

    /// Whether an option has this value.
    pub fn is(&self, key: &str, value: &str) -> bool {
        self.word(key) == value
    }

    /// The value of a number option; 0 for a key the game does not have.
    pub fn number(&self, key: &str) -> u32 {
        self.word(key).parse().unwrap_or_default()
    }

    /// All options with their values, in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(key, value)| (*key, value.as_str()))
    }
}
