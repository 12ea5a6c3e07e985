//! What the screens need of the world outside: matches to play, a place to keep them, settings.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use engine::Game;
use net::{Started, storage};
use serde::{Deserialize, Serialize};

use crate::{
    Failure,
    asks::When,
    data,
    lobby::Lobby,
    person::sound_name,
    session::{Match, Record},
};

/// The largest file of settings that is read: they take a hundredth of it.
const SETTINGS: u64 = 1 << 16;

/// Where matches come from and where they are kept.
pub trait House {
    /// A match of this game for so many.
    ///
    /// # Errors
    /// If it cannot begin.
    fn sit_down(
        &mut self,
        game: &'static dyn Game,
        seats: usize,
    ) -> Result<Box<dyn Match>, Failure>;

    /// What is to be known about matches from here.
    fn caution(&self) -> Option<&'static str> {
        None
    }

    /// Keeps a transcript and says where.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep(&mut self, record: &Record) -> Result<PathBuf, Failure>;

    /// The transcripts kept here, the newest first.
    fn transcripts(&self) -> Vec<PathBuf>;

    /// How the person likes it.
    fn settings(&self) -> Settings;

    /// Remembers how the person likes it.
    ///
    /// # Errors
    /// If it cannot be written.
    fn remember(&mut self, settings: Settings) -> Result<(), Failure>;

    /// What the person is called now, if that is known.
    fn name(&self) -> Option<String> {
        None
    }

    /// Remembers how the person likes it, and that they are called by that name from now on.
    ///
    /// # Errors
    /// If it cannot be written.
    fn rename(&mut self, settings: Settings) -> Result<(), Failure> {
        self.remember(settings)
    }

    /// The way onto the network, if there is one.
    fn network(&mut self) -> Option<&mut dyn Network> {
        None
    }
}

/// The way onto the network.
pub trait Network {
    /// Goes onto the network as the person.
    ///
    /// # Errors
    /// If the network cannot be used, or another process is this person already.
    fn enter(&mut self) -> Result<Lobby, Failure>;

    /// Opens a table for this game, as it is usually played.
    ///
    /// # Errors
    /// If it cannot be opened.
    fn open(&mut self, lobby: &mut Lobby, game: &'static dyn Game) -> Result<(), Failure>;

    /// Lets a bot sit down at the person's own table.
    ///
    /// # Errors
    /// If there is none left.
    fn send_bot(&mut self, lobby: &Lobby) -> Result<(), Failure>;

    /// The match that everybody in the lobby has signed.
    ///
    /// # Errors
    /// If it cannot begin.
    fn begin(&mut self, lobby: Lobby, started: Started) -> Result<Box<dyn Match>, Failure>;

    /// Takes the person's seat again, by the journal of the match.
    ///
    /// # Errors
    /// If the journal cannot be used.
    fn resume(&mut self, lobby: Lobby, journal: &Path) -> Result<Box<dyn Match>, Failure>;

    /// The journals of matches that are not over, the newest first.
    fn unfinished(&self) -> Vec<PathBuf>;
}

/// How somebody likes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// What the person is called; as the machine calls them if nothing is said.
    pub name: Option<String>,
    /// Whether to ring when it is the person's turn.
    pub bell: bool,
    /// Whether to show hints.
    pub hints: bool,
    /// Whether to use colour.
    pub colour: bool,
    /// When to ask the person about windows.
    pub asks: When,
    /// How long what happens can be read.
    pub pace: Reading,
}

/// How long somebody likes to read what happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reading {
    /// As fast as it can be followed at all.
    Quick,
    /// So that most people can follow.
    #[default]
    Calm,
    /// So that it can be read aloud.
    Slow,
}

impl Reading {
    /// How long a line stands before the next one comes.
    pub fn time(self) -> Duration {
        Duration::from_millis(match self {
            Self::Quick => 60,
            Self::Calm => 250,
            Self::Slow => 1000,
        })
    }

    /// What it means, in a word.
    pub fn words(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Calm => "calm",
            Self::Slow => "slow",
        }
    }

    /// The next in turn.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Quick => Self::Calm,
            Self::Calm => Self::Slow,
            Self::Slow => Self::Quick,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: None,
            bell: true,
            hints: true,
            colour: true,
            asks: When::default(),
            pace: Reading::default(),
        }
    }
}

impl Settings {
    /// What was remembered in a data folder; the usual if nothing was.
    pub fn read(folder: &Path) -> Self {
        let bytes = storage::read(&folder.join("settings.json"), SETTINGS).unwrap_or_default();
        let read: Self = serde_json::from_slice(&bytes).unwrap_or_default();
        // A name that nobody could be called by would be refused wherever it is used.
        Self { name: read.name.filter(|name| sound_name(name).is_ok()), ..read }
    }

    /// Remembers them in a data folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        let text = serde_json::to_vec_pretty(self).map_err(std::io::Error::other)?;
        data::write(&folder.join("settings.json"), &text)
    }
}

/// The transcripts in a folder, the newest first.
pub fn transcripts(folder: &Path) -> Vec<PathBuf> {
    data::newest(folder, "nodealer")
}
