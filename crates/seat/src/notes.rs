//! Private notes about the seats of a match, kept in the data folder for the match and its replay.

use std::path::{Path, PathBuf};

use net::storage;

use crate::{Failure, data};

/// The largest file that is read: notes about a full table take a tenth of it.
const MOST: u64 = 1 << 16;

fn path(folder: &Path, game: &str) -> PathBuf {
    folder.join("notes").join(format!("{game}.json"))
}

/// The notes about the seats of a match; empty if there are none.
pub(crate) fn read(folder: &Path, game: &str) -> Vec<String> {
    let bytes = storage::read(&path(folder, game), MOST).unwrap_or_default();
    serde_json::from_slice(&bytes).unwrap_or_default()
}

/// Writes the notes.
///
/// # Errors
/// If they cannot be written.
pub(crate) fn write(folder: &Path, game: &str, notes: &[String]) -> Result<(), Failure> {
    let text = serde_json::to_vec(notes).map_err(std::io::Error::other)?;
    data::write(&path(folder, game), &text)
}
