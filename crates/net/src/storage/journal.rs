//! The journal of a match.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek as _, Write as _},
    path::{Path, PathBuf},
};

use table::journal::{self, Entry, JournalError};

use super::files::{beside, create_private, open_with, reason, remove_old, sync_folder_of};

/// The largest journal that is read: a long match takes a few megabytes.
const LARGEST: u64 = 64 * 1024 * 1024;
/// The longest torn tail that a crash can leave: what was written since the last sync. A longer one is
/// damage, and is not searched for entries.
const TORN: usize = 1024 * 1024;

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// The file cannot be read or written.
    #[error("{path}: {error}", path = .0.display(), error = reason(.1))]
    Io(PathBuf, io::Error),
    /// The file is not a journal, or is damaged.
    #[error("{path}: {error}", path = .0.display(), error = .1)]
    Journal(PathBuf, JournalError),
    /// The file is larger than any journal.
    #[error("{path}: it is too large for a journal", path = .0.display())]
    TooLarge(PathBuf),
    /// Another process has this match open.
    #[error("{path}: another nodealer plays this match already", path = .0.display())]
    Busy(PathBuf),
}

/// A journal file: only ever appended to, readable by its owner only, used by one process at a time.
#[derive(Debug)]
pub struct JournalFile {
    path: PathBuf,
    file: File,
    /// What the file is called until its first entry is in it: a crash leaves no journal without a match.
    fresh: Option<PathBuf>,
    /// Whether something was appended that must reach the disk, and has not.
    due: bool,
}

impl JournalFile {
    /// Creates a new journal, which is found under its name from its first entry on; an existing file is refused.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn create(path: &Path) -> Result<Self, StorageError> {
        let io = |e| StorageError::Io(path.into(), e);
        if fs::symlink_metadata(path).is_ok() {
            return Err(io(io::ErrorKind::AlreadyExists.into()));
        }
        let fresh = beside(path, ".new");
        let file = remove_old(&fresh).and_then(|()| create_private(&fresh)).map_err(io)?;
        let journal = Self { path: path.into(), file, fresh: Some(fresh), due: false };
        journal.lock()?;
        Ok(journal)
    }

    /// Opens a journal to resume its match. A tail torn by a crash is cut off.
    ///
    /// # Errors
    /// If the file cannot be used, is not a journal, or is damaged before its end.
    pub fn resume(path: &Path) -> Result<(Self, Vec<Entry>), StorageError> {
        let io = |e| StorageError::Io(path.into(), e);
        let file = open_with(path, OpenOptions::new().read(true).write(true)).map_err(io)?;
        let mut journal = Self { path: path.into(), file, fresh: None, due: false };
        journal.lock()?;
        let bytes = journal.bytes()?;
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

    /// Appends; with `must`, it is on disk after the next [`JournalFile::sync`].
    ///
    /// # Errors
    /// If the disk is full, or gone.
    pub fn append(&mut self, bytes: &[u8], must: bool) -> Result<(), StorageError> {
        self.due |= must;
        self.write(bytes).map_err(|e| StorageError::Io(self.path.clone(), e))
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        let Some(fresh) = self.fresh.take() else { return Ok(()) };
        if self.due {
            self.file.sync_data()?;
        }
        fs::rename(fresh, &self.path)?;
        sync_folder_of(&self.path);
        Ok(())
    }

    /// Puts everything on disk, if something must be there; true if that was so.
    ///
    /// # Errors
    /// If the disk is full, or gone.
    pub fn sync(&mut self) -> Result<bool, StorageError> {
        let due = self.due;
        if due {
            self.file.sync_data().map_err(|e| StorageError::Io(self.path.clone(), e))?;
            self.due = false;
        }
        Ok(due)
    }

    /// The journal's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The whole content, unless it is too large for a journal.
    fn bytes(&self) -> Result<Vec<u8>, StorageError> {
        let io = |e| StorageError::Io(self.path.clone(), e);
        if self.file.metadata().map_err(io)?.len() > LARGEST {
            return Err(StorageError::TooLarge(self.path.clone()));
        }
        let (bytes, good) = until_damaged((&self.file).take(LARGEST)).map_err(io)?;
        if bytes.starts_with(&journal::HEADER) && bytes.len() - good > TORN {
            return Err(StorageError::Journal(self.path.clone(), JournalError::Damaged(good)));
        }
        Ok(bytes)
    }

    fn lock(&self) -> Result<(), StorageError> {
        self.file.try_lock().map_err(|e| match e {
            fs::TryLockError::WouldBlock => StorageError::Busy(self.path.clone()),
            fs::TryLockError::Error(e) => StorageError::Io(self.path.clone(), e),
        })
    }
}

/// Reads to the end, or until more has come behind the last plausible entry than a crash can leave there; and where that
/// entry ends.
fn until_damaged(mut from: impl Read) -> io::Result<(Vec<u8>, usize)> {
    let (mut bytes, mut good) = (Vec::new(), 0);
    while bytes.len() - good <= TORN && from.by_ref().take(TORN as u64).read_to_end(&mut bytes)? > 0
    {
        good = framed(&bytes, good);
    }
    Ok((bytes, good))
}

/// Where the last entry ends that has a plausible length: none is empty, or larger than a message may be. Those before
/// `known` have been looked at.
fn framed(bytes: &[u8], known: usize) -> usize {
    let mut rest = bytes.get(known.max(journal::HEADER.len())..).unwrap_or_default();
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let length = u32::from_le_bytes(*length) as usize;
        let sensible = (1..=proto::limits::MESSAGE).contains(&length);
        // A checksum of 8 bytes comes before the entry.
        let Some(after) = after.get(8 + length..).filter(|_| sensible) else { break };
        rest = after;
    }
    bytes.len() - rest.len()
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
    fn a_journal_is_synced_once_for_all_that_must_be_on_disk() {
        let (mut journal, _) = JournalFile::resume(&written("synced", &[])).unwrap();
        let mut append = |must: &[bool]| {
            for must in must {
                journal.append(&journal::frame(&Entry::Picked(4, 0)), *must).unwrap();
            }
            [(); 2].map(|()| journal.sync().unwrap())
        };
        assert_eq!(append(&[false]), [false, false]);
        assert_eq!(append(&[true, true, false]), [true, false]);
    }

    #[test]
    fn a_journal_is_used_by_one_process_at_a_time() {
        let path = written("busy", &[]);
        let (_held, _) = JournalFile::resume(&path).unwrap();
        assert!(matches!(JournalFile::resume(&path), Err(StorageError::Busy(_))));
    }

    #[test]
    fn frames_are_found_by_their_lengths() {
        let frame = journal::frame(&Entry::Picked(3, 1));
        let whole = [journal::HEADER.as_slice(), &frame, &frame].concat();
        assert_eq!(framed(&whole, 0), whole.len());
        let torn = [whole.as_slice(), &frame[..frame.len() - 1]].concat();
        assert_eq!(framed(&torn, 0), whole.len());
    }

    #[test]
    fn a_journal_with_nothing_behind_it_for_miles_is_refused() {
        let path = written("nothing", &[]);
        for length in [1 << 33, LARGEST, 3 * TORN as u64] {
            OpenOptions::new().write(true).open(&path).unwrap().set_len(length).unwrap();
            let refused = JournalFile::resume(&path).map(|_| ()).unwrap_err();
            let damaged = matches!(refused, StorageError::Journal(_, JournalError::Damaged(_)));
            assert!(damaged || matches!(refused, StorageError::TooLarge(_)), "{refused}");
        }
    }

    #[test]
    fn what_comes_long_after_the_damage_is_not_read() {
        let entries = journal::frame(&Entry::Picked(3, 1)).repeat(2 * TORN / 16);
        let whole = [journal::HEADER.as_slice(), &entries].concat();
        assert_eq!(until_damaged(whole.as_slice()).unwrap(), (whole.clone(), whole.len()));
        let read = until_damaged(whole.chain(io::repeat(0))).unwrap().0.len();
        assert!(read <= whole.len() + 3 * TORN, "{read}");
    }

    #[test]
    fn a_little_nothing_at_the_end_is_what_a_crash_leaves() {
        let path = written("zeroes", &[0; 5000]);
        assert!(JournalFile::resume(&path).unwrap().1 == [Entry::Picked(3, 1)]);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_no_journal() {
        let path = crate::testing::pipe(&folder("pipe-journal").join("match.journal"));
        assert!(matches!(JournalFile::resume(&path), Err(StorageError::Io(..))));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_that_names_the_file() {
        let path = PathBuf::from("/dev/full");
        let file = OpenOptions::new().write(true).open(&path).unwrap();
        let mut journal = JournalFile { path, file, fresh: None, due: false };
        let error = journal.append(&[0; 10], true).unwrap_err().to_string();
        assert!(error.starts_with("/dev/full: No space left"), "{error}");
    }

    #[test]
    fn whoever_is_killed_before_the_first_entry_leaves_no_journal_and_can_begin_again() {
        let path = folder("killed-early").join("journal");
        drop(JournalFile::create(&path).unwrap());
        assert!(!path.exists());
        let mut again = JournalFile::create(&path).unwrap();
        again.append(&journal::HEADER, true).unwrap();
        assert!(path.exists() && again.sync().unwrap());
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
}
