//! Files of a match on this machine that can be left and resumed: the journals of all its nodes, and the
//! secret their keys are derived from.
//!
//! Nothing is synced. When the process ends, what was appended is kept by the operating system. A power cut
//! may tear off the end of journals; what one has lost the others still have, or all have lost it alike.

use std::{
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

use engine::{BySeat, Seat};
use net::{Identity, JournalFile, StorageError, storage};
use serde::{Deserialize, Serialize};
use table::journal::Entry;
use zeroize::{Zeroize, Zeroizing};

use crate::{Failure, MatchLine, Setup, about, data};

/// How many unfinished matches are kept; beyond that the oldest is deleted.
const KEPT: usize = 16;
/// The largest file about a match that is read.
const LARGEST: u64 = 1 << 16;

/// The open files of a match that is being played.
pub(crate) struct Kept {
    folder: PathBuf,
    journals: BySeat<JournalFile>,
}

/// How a match was set up, and the secret its nodes' keys are derived from.
#[derive(Serialize, Deserialize)]
pub(crate) struct Origin {
    pub setup: Setup,
    secret: String,
}

impl Drop for Origin {
    fn drop(&mut self) {
        self.secret.zeroize();
    }
}

impl Origin {
    pub(crate) fn new(setup: &Setup, secret: &[u8; 32]) -> Self {
        Self { setup: setup.clone(), secret: proto::hex(secret) }
    }

    /// The secret that the keys of all nodes are derived from.
    pub(crate) fn secret(&self) -> Option<Zeroizing<[u8; 32]>> {
        Identity::from_hex(&self.secret).map(|bytes| Zeroizing::new(bytes.0))
    }
}

/// An unfinished match that can be resumed.
pub(crate) struct Left {
    pub origin: Origin,
    pub kept: Kept,
    pub entries: Vec<Vec<Entry>>,
}

impl Kept {
    /// Creates the files of a new match.
    ///
    /// # Errors
    /// If they cannot be created.
    pub(crate) fn create(
        data: &Path,
        name: &str,
        origin: &Origin,
        seats: usize,
    ) -> Result<Self, Failure> {
        for old in folders(data).into_iter().skip(KEPT - 1) {
            // Best effort: an old folder does no harm.
            let _ = fs::remove_dir_all(old);
        }
        let folder = data.join("here").join(name);
        // The same seed gives the same match, whose files are replaced.
        let _ = fs::remove_dir_all(&folder);
        let bytes = serde_json::to_vec(origin).map_err(|e| Failure::Usage(e.to_string()))?;
        data::write_private(&folder.join("origin"), &Zeroizing::new(bytes))?;
        let journals: Result<Vec<_>, _> =
            Seat::all(seats).map(|seat| JournalFile::create(&journal(&folder, seat))).collect();
        let journals = journals.map_err(|e| unusable(&e))?.into_iter().collect();
        Ok(Self { folder, journals })
    }

    /// Opens the files of an unfinished match.
    ///
    /// # Errors
    /// If they cannot be used, or another process uses them.
    pub(crate) fn open(folder: &Path) -> Result<Left, Failure> {
        let bytes = Zeroizing::new(storage::read(&folder.join("origin"), LARGEST)?);
        let origin: Origin = serde_json::from_slice(&bytes).map_err(|_| damaged(folder))?;
        let seats = about::charter(&journal(folder, Seat::new(0)))
            .map(|charter| charter.seats.len())
            .ok_or_else(|| damaged(folder))?;
        let (mut journals, mut entries) = (Vec::new(), Vec::new());
        for seat in Seat::all(seats) {
            let (file, read) =
                JournalFile::resume(&journal(folder, seat)).map_err(|e| unusable(&e))?;
            journals.push(file);
            entries.push(read);
        }
        let kept = Self { folder: folder.to_owned(), journals: journals.into_iter().collect() };
        Ok(Left { origin, kept, entries })
    }

    /// Appends to the journal of a node.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn append(&mut self, seat: Seat, bytes: &[u8]) -> Result<(), Failure> {
        match self.journals.get_mut(seat) {
            Some(journal) => journal.append(bytes, false).map_err(|e| unusable(&e)),
            None => Ok(()),
        }
    }

    /// The data folder.
    pub(crate) fn data(&self) -> Option<&Path> {
        self.folder.parent()?.parent()
    }

    /// The match is over: deletes its files.
    pub(crate) fn remove(self) {
        // Best effort: an old folder does no harm.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn journal(folder: &Path, seat: Seat) -> PathBuf {
    folder.join(format!("{}.journal", seat.index() + 1))
}

/// The folders of unfinished matches, newest first.
fn folders(data: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(data.join("here")).into_iter().flatten().flatten();
    let mut all: Vec<PathBuf> = all.map(|entry| entry.path()).collect();
    // One that another process is just setting up has no journal yet.
    let written =
        |folder: &PathBuf| data::written(&journal(folder, Seat::new(0))).max(data::written(folder));
    all.sort_by_key(|folder| std::cmp::Reverse(written(folder)));
    all
}

/// The unfinished matches, newest first.
pub(crate) fn lines(data: &Path) -> Vec<MatchLine> {
    let line = |folder: PathBuf| {
        let id = folder.file_name()?.to_string_lossy().into_owned();
        Some(MatchLine { id, ..about::line(&journal(&folder, Seat::new(0)))? })
    };
    folders(data).into_iter().filter_map(line).collect()
}

/// The folders of the unfinished matches, and when each was last played.
pub(crate) fn left(data: &Path) -> Vec<(PathBuf, SystemTime)> {
    let left = |folder: PathBuf| {
        let journal = journal(&folder, Seat::new(0));
        about::line(&journal).map(|_| (folder, data::written(&journal)))
    };
    folders(data).into_iter().filter_map(left).collect()
}

fn unusable(error: &StorageError) -> Failure {
    Failure::Usage(match error {
        StorageError::Busy(_) => format!("{error}. End that one first."),
        _ => format!("The match cannot be saved, so it could not be resumed: {error}."),
    })
}

fn damaged(folder: &Path) -> Failure {
    Failure::Usage(format!("There is no match in {} that could be resumed.", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_that_is_just_being_set_up_is_not_deleted_as_an_old_one() {
        let folder = format!("nodealer-here-{}", std::process::id());
        let data = std::env::temp_dir().join(folder);
        let create = |name: &str| {
            let origin = Origin::new(&Setup::default(), &[7; 32]);
            Kept::create(&data, name, &origin, 2).map(drop).unwrap();
        };
        (0..KEPT).for_each(|i| create(&format!("left-{i}")));
        let begun = data.join("here/begun");
        data::write_private(&begun.join("origin"), b"{}").unwrap();
        create("next");
        assert!(begun.exists());
        assert!(!data.join("here/left-0").exists(), "the oldest one gives way");
        fs::remove_dir_all(&data).unwrap();
    }
}
