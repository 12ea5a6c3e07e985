//! Taking seats again by their journals: a person's, and those of the bots that play from the same folder.

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
};

use net::Reach;

use crate::{
    Failure,
    autoplay::{self, Bots},
    lan::{Hands, LanMatch},
    lobby::{self, Lobby},
};

/// Takes a seat again by its journal, and lets the bots that play from the same folder do so too.
///
/// # Errors
/// If a journal cannot be used.
pub fn take_up(
    lobby: Lobby,
    journal: &Path,
    folder: &Path,
    reach: Reach,
    hands: Hands,
) -> Result<LanMatch, Failure> {
    for bot in bots_of(&name_of(journal), folder, reach, hands.clone())? {
        thread::spawn(move || autoplay::stay(bot));
    }
    LanMatch::resume(lobby, journal, hands)
}

/// The seats of bots in a match.
///
/// # Errors
/// If a journal cannot be used.
pub fn bots_of(
    name: &str,
    folder: &Path,
    reach: Reach,
    hands: Hands,
) -> Result<Vec<LanMatch>, Failure> {
    let bots = Bots {
        folder: Some(folder),
        taken: Vec::new(),
        reach,
        bots: hands.bots,
        grace: hands.grace,
    };
    let journals = bots_journals(folder).into_iter().filter(|(_, path)| name_of(path) == name);
    bots.resume(journals.collect())
}

/// The journals of bots, with the bots' names.
pub fn bots_journals(folder: &Path) -> Vec<(String, PathBuf)> {
    let journals = |(name, home): (String, PathBuf)| {
        lobby::journals(&home).into_iter().map(move |path| (name.clone(), path))
    };
    bots_homes(folder).into_iter().flat_map(journals).collect()
}

/// The bots of a data folder, by their names, and their own folders.
pub fn bots_homes(folder: &Path) -> Vec<(String, PathBuf)> {
    let bots = fs::read_dir(folder.join("bots")).into_iter().flatten().flatten();
    bots.map(|bot| (bot.file_name().to_string_lossy().into_owned(), bot.path())).collect()
}

/// The name of a match, by a file of it.
pub fn name_of(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}
