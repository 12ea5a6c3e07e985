//! What is kept on disk: the journal of a match, where its players were, and who is known by which name.

use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Seek as _, Write as _},
    path::{Path, PathBuf},
};

use libp2p::Multiaddr;
use table::journal::{self, Entry, JournalError};

use crate::{
    Identity,
    identity::create_private,
    lobby::{folded, is_name},
};

/// The largest journal that is read: a long match takes a few megabytes.
const LARGEST: u64 = 256 * 1024 * 1024;

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// The file cannot be read or written.
    #[error("{path}: {error}", path = .0.display(), error = .1)]
    Io(PathBuf, io::Error),
    /// The file holds something else.
    #[error("{path}: {error}", path = .0.display(), error = .1)]
    Journal(PathBuf, JournalError),
    /// Another process has this match open.
    #[error("{path}: another nodealer plays this match already", path = .0.display())]
    Busy(PathBuf),
}

/// A journal file: only ever appended to, readable by its owner only, used by one process at a time.
#[derive(Debug)]
pub struct JournalFile {
    path: PathBuf,
    file: File,
}

impl JournalFile {
    /// Makes a new journal; an existing file is refused.
    ///
    /// # Errors
    /// If the file cannot be made.
    pub fn create(path: &Path) -> Result<Self, StorageError> {
        let file = create_private(path).map_err(|e| StorageError::Io(path.into(), e))?;
        let journal = Self { path: path.into(), file };
        journal.lock()?;
        Ok(journal)
    }

    /// Opens a journal to take its match up again. A tail torn by a crash is cut off.
    ///
    /// # Errors
    /// If the file cannot be used, holds something else, or is damaged before its end.
    pub fn resume(path: &Path) -> Result<(Self, Vec<Entry>), StorageError> {
        let io = |e| StorageError::Io(path.into(), e);
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(io)?;
        let mut journal = Self { path: path.into(), file };
        journal.lock()?;
        let mut bytes = Vec::new();
        (&journal.file).take(LARGEST).read_to_end(&mut bytes).map_err(io)?;
        let (entries, good) =
            journal::read(&bytes).map_err(|e| StorageError::Journal(path.into(), e))?;
        if good < bytes.len() {
            tracing::info!(lost = bytes.len() - good, "cut off what a crash had torn");
            journal.file.set_len(good as u64).map_err(io)?;
            journal.file.sync_all().map_err(io)?;
        }
        journal.file.seek(io::SeekFrom::Start(good as u64)).map_err(io)?;
        Ok((journal, entries))
    }

    /// Appends; with `sync`, it is on disk when this returns.
    ///
    /// # Errors
    /// If the disk is full, or gone.
    pub fn append(&mut self, bytes: &[u8], sync: bool) -> Result<(), StorageError> {
        let written = self.file.write_all(bytes);
        let written = written.and_then(|()| if sync { self.file.sync_data() } else { Ok(()) });
        written.map_err(|e| StorageError::Io(self.path.clone(), e))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn lock(&self) -> Result<(), StorageError> {
        self.file.try_lock().map_err(|e| match e {
            fs::TryLockError::WouldBlock => StorageError::Busy(self.path.clone()),
            fs::TryLockError::Error(e) => StorageError::Io(self.path.clone(), e),
        })
    }
}

/// Where the players of a match were last reached, in a file beside its journal: one line for each
/// address. It is a help, no more: what cannot be read is left out.
pub(crate) struct Whereabouts(PathBuf);

impl Whereabouts {
    pub fn beside(journal: &Path) -> Self {
        Self(peers_file(journal))
    }

    pub fn read(&self) -> Vec<(Identity, Vec<Multiaddr>)> {
        let mut found: BTreeMap<Identity, Vec<Multiaddr>> = BTreeMap::new();
        for line in fs::read_to_string(&self.0).unwrap_or_default().lines().take(1000) {
            let Some((who, at)) = line.split_once(' ') else { continue };
            if let (Some(who), Ok(at)) = (Identity::from_hex(who), at.parse()) {
                found.entry(who).or_default().push(at);
            }
        }
        found.into_iter().collect()
    }

    pub fn write(&self, known: &[(Identity, Vec<Multiaddr>)]) -> io::Result<()> {
        let lines = known.iter().flat_map(|(who, at)| {
            at.iter().map(move |address| format!("{} {address}\n", who.to_hex()))
        });
        replace(&self.0, &lines.collect::<String>())
    }
}

/// Where a journal's neighbour is: the file that says where the players were last reached.
pub fn peers_file(journal: &Path) -> PathBuf {
    beside(journal, ".peers")
}

/// A file beside another, whose name goes on.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Puts a text in the place of a file, at once or not at all.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let fresh = beside(path, ".new");
    fs::write(&fresh, text)?;
    fs::rename(&fresh, path)
}

/// What is known of somebody who comes under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acquaintance {
    /// Nobody of that name was met before.
    New,
    /// The same key as before.
    Known,
    /// Another key than before: somebody else, or the same person with a new key. Ask them.
    Changed(Identity),
}

/// Who was met, by name; a small text file.
#[derive(Debug)]
pub struct Players {
    path: PathBuf,
    by_name: BTreeMap<String, Identity>,
}

impl Players {
    /// Reads the file; there may be none yet.
    ///
    /// # Errors
    /// If there is one that cannot be read.
    pub fn load(path: &Path) -> io::Result<Self> {
        let text = match fs::read_to_string(path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => String::new(),
            read => read?,
        };
        let player = |line: &str| {
            let (who, name) = line.split_once(' ')?;
            Some((name.to_owned(), Identity::from_hex(who)?))
        };
        Ok(Self { path: path.into(), by_name: text.lines().filter_map(player).collect() })
    }

    /// Everybody, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Identity)> {
        self.by_name.iter().map(|(name, who)| (name.as_str(), *who))
    }

    /// What is known of somebody who comes under a name.
    pub fn meet(&self, name: &str, who: &Identity) -> Acquaintance {
        let alike = self.by_name.iter().filter(|(known, _)| folded(known) == folded(name));
        match alike.map(|(_, known)| *known).next() {
            None => Acquaintance::New,
            Some(known) if known == *who => Acquaintance::Known,
            Some(known) => Acquaintance::Changed(known),
        }
    }

    /// Remembers somebody, in place of whoever had that name before.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn remember(&mut self, name: &str, who: Identity) -> io::Result<()> {
        if !is_name(name, proto::limits::NAME) || self.meet(name, &who) == Acquaintance::Known {
            return Ok(());
        }
        self.by_name.retain(|known, _| folded(known) != folded(name));
        self.by_name.insert(name.to_owned(), who);
        let lines = self.by_name.iter().map(|(name, who)| format!("{} {name}\n", who.to_hex()));
        replace(&self.path, &lines.collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::folder;

    fn written(test: &str, tail: &[u8]) -> PathBuf {
        let path = folder(test).join("journal");
        let mut journal = JournalFile::create(&path).unwrap();
        journal.append(&journal::HEADER, true).unwrap();
        journal.append(&journal::frame(&Entry::Picked(3, 1)), false).unwrap();
        journal.append(tail, true).unwrap();
        path
    }

    #[test]
    fn what_was_appended_is_read_again_and_more_follows_it() {
        let path = written("append", &[]);
        let (mut journal, entries) = JournalFile::resume(&path).unwrap();
        assert!(entries == [Entry::Picked(3, 1)]);
        journal.append(&journal::frame(&Entry::Picked(4, 0)), true).unwrap();
        drop(journal);
        let (_, entries) = JournalFile::resume(&path).unwrap();
        assert!(entries == [Entry::Picked(3, 1), Entry::Picked(4, 0)]);
    }

    #[test]
    fn a_torn_tail_is_cut_off_and_overwritten() {
        let path = written("torn", &[40, 0, 0, 0, 1, 2, 3]);
        let (mut journal, entries) = JournalFile::resume(&path).unwrap();
        assert!(entries == [Entry::Picked(3, 1)]);
        journal.append(&journal::frame(&Entry::Picked(4, 0)), true).unwrap();
        drop(journal);
        assert_eq!(JournalFile::resume(&path).unwrap().1.len(), 2);
    }

    #[test]
    fn a_journal_is_used_by_one_process_at_a_time() {
        let path = written("busy", &[]);
        let (_held, _) = JournalFile::resume(&path).unwrap();
        assert!(matches!(JournalFile::resume(&path), Err(StorageError::Busy(_))));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_that_names_the_file() {
        let path = PathBuf::from("/dev/full");
        let file = OpenOptions::new().write(true).open(&path).unwrap();
        let mut journal = JournalFile { path, file };
        let error = journal.append(&[0; 10], true).unwrap_err().to_string();
        assert!(error.starts_with("/dev/full: No space left"), "{error}");
    }

    #[test]
    fn an_existing_file_is_not_overwritten() {
        let path = written("exists", &[]);
        assert!(matches!(JournalFile::create(&path), Err(StorageError::Io(..))));
    }

    #[test]
    fn a_foreign_file_is_refused() {
        let path = folder("foreign").join("journal");
        fs::write(&path, b"something else").unwrap();
        assert!(matches!(JournalFile::resume(&path), Err(StorageError::Journal(..))));
    }

    #[cfg(unix)]
    #[test]
    fn only_its_owner_may_read_a_journal() {
        use std::os::unix::fs::PermissionsExt;
        let path = written("private", &[]);
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn whereabouts_are_read_as_they_were_written() {
        let whereabouts = Whereabouts::beside(&folder("whereabouts").join("match"));
        assert!(whereabouts.read().is_empty());
        let known = vec![(Identity([7; 32]), vec!["/ip4/10.0.0.1/tcp/1".parse().unwrap()])];
        whereabouts.write(&known).unwrap();
        assert_eq!(whereabouts.read(), known);
        fs::write(&whereabouts.0, "rubbish\n07 x\n").unwrap();
        assert!(whereabouts.read().is_empty());
    }

    #[test]
    fn a_known_name_with_another_key_is_called_out() {
        let path = folder("players").join("players");
        let mut players = Players::load(&path).unwrap();
        assert_eq!(players.meet("Ann Bee", &Identity([1; 32])), Acquaintance::New);
        players.remember("Ann Bee", Identity([1; 32])).unwrap();
        let players = Players::load(&path).unwrap();
        assert_eq!(players.meet("Ann Bee", &Identity([1; 32])), Acquaintance::Known);
        let changed = Acquaintance::Changed(Identity([1; 32]));
        assert_eq!(players.meet("Ann Bee", &Identity([2; 32])), changed);
        assert_eq!(players.meet("ann bee", &Identity([2; 32])), changed, "whatever its case");
    }
}
