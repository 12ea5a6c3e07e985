//! Opening, reading and replacing files.

use std::{
    fmt::Display,
    fs::{self, File, Metadata, OpenOptions},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// Opens a regular file for reading. Anything else is refused without blocking: opening a pipe that nobody
/// writes to would wait for ever.
///
/// # Errors
/// If it is not a regular file, or cannot be opened.
pub fn open(path: &Path) -> io::Result<File> {
    open_with(path, OpenOptions::new().read(true))
}

/// Reads a regular file of at most `largest` bytes.
///
/// # Errors
/// If it is not a regular file, is larger, or cannot be read.
pub fn read(path: &Path, largest: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let mut bytes = Vec::new();
    (&file).take(largest + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > largest {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is too large"));
    }
    Ok(bytes)
}

/// The error's text without the operating system's error number.
pub fn reason(error: &impl Display) -> String {
    let mut text = error.to_string();
    while let Some(at) = text.find(" (os error ") {
        let end = text[at..].find(')').map_or(text.len(), |length| at + length + 1);
        text.replace_range(at..end, "");
    }
    text
}

/// Replaces a file atomically: after a crash either the old or the new content is there. The new content is
/// on disk when this returns.
///
/// # Errors
/// If the disk is full, or the folder cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_by(path, bytes, &mut OpenOptions::new())
}

/// As [`replace`], with a file that only its owner may read.
///
/// # Errors
/// If the disk is full, or the folder cannot be written.
pub fn replace_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_by(path, bytes, private(&mut OpenOptions::new()))
}

fn replace_by(path: &Path, bytes: &[u8], options: &mut OpenOptions) -> io::Result<()> {
    // Two matches may write the same file at the same time: one at a time may use the temporary name.
    static REPLACING: Mutex<()> = Mutex::new(());
    let _alone = REPLACING.lock().unwrap_or_else(PoisonError::into_inner);
    let fresh = beside(path, ".new");
    remove_old(&fresh)?;
    let mut file = options.write(true).create_new(true).open(&fresh)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    let placed = written.and_then(|()| fs::rename(&fresh, path));
    if placed.is_err() {
        // The temporary file is of no use now.
        let _ = fs::remove_file(&fresh);
    }
    placed?;
    sync_folder_of(path);
    Ok(())
}

/// Removes a temporary file that a crash has left behind, or somebody else has put there.
pub(super) fn remove_old(fresh: &Path) -> io::Result<()> {
    match fs::remove_file(fresh) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Opens a file, created if need be, and locks it until it is dropped; `None` if another process holds the
/// lock.
///
/// # Errors
/// If it is not a regular file, or cannot be created.
pub fn lock(path: &Path) -> io::Result<Option<File>> {
    let file = open_with(path, OpenOptions::new().write(true).create(true))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) => Err(error),
    }
}

/// Opens a regular file; anything else is refused without blocking.
pub(super) fn open_with(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // Checked before opening, since opening a device may have effects; and again afterwards, since the name
    // may by then belong to another file.
    match fs::metadata(path) {
        Ok(meta) => regular(&meta)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    #[cfg(unix)]
    {
        let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
        std::os::unix::fs::OpenOptionsExt::custom_flags(options, flags);
    }
    let file = options.open(path)?;
    regular(&file.metadata()?)?;
    Ok(file)
}

fn regular(meta: &Metadata) -> io::Result<()> {
    if meta.is_file() {
        return Ok(());
    }
    let what = if meta.is_dir() { "it is a folder" } else { "it is not a regular file" };
    Err(io::Error::new(io::ErrorKind::InvalidInput, what))
}

/// Creates a file that only its owner may read; an existing one is refused.
pub(crate) fn create_private(path: &Path) -> io::Result<File> {
    let file = private(&mut OpenOptions::new()).write(true).create_new(true).open(path)?;
    sync_folder_of(path);
    Ok(file)
}

/// Makes new files readable by their owner alone.
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// Renames a file that cannot be used, and returns its new name.
pub(super) fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let names = (1..100).map(|number| beside(path, &format!(".broken-{number}")));
    let mut free = names.filter(|name| fs::symlink_metadata(name).is_err());
    let aside = free.next().ok_or_else(|| io::Error::from(io::ErrorKind::AlreadyExists))?;
    fs::rename(path, &aside)?;
    sync_folder_of(path);
    Ok(aside)
}

/// The path with `ending` appended to the file name.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Syncs a file's folder, so that its name is on disk too. Not every system can; the file itself is synced
/// anyway.
pub(super) fn sync_folder_of(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = File::open(folder.unwrap_or(Path::new(".")));
    let _ = folder.and_then(|folder| folder.sync_all());
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::testing::{self, folder};

    #[test]
    fn a_failure_is_told_without_its_number() {
        let missing = fs::read("/nowhere/at/all").unwrap_err();
        assert_eq!(reason(&missing), "No such file or directory");
        let both = format!("tcp: {missing}, udp: {missing}.");
        let told = "tcp: No such file or directory, udp: No such file or directory.";
        assert_eq!(reason(&both), told);
    }

    #[test]
    fn what_was_replaced_is_read_again() {
        let path = folder("replace").join("file");
        replace(&path, b"old").unwrap();
        replace(&path, b"new").unwrap();
        assert_eq!(read(&path, 3).unwrap(), b"new");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_left_behind_by_a_crash_is_no_obstacle() {
        let path = folder("leftover").join("file");
        fs::write(beside(&path, ".new"), b"half of").unwrap();
        replace(&path, b"whole").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"whole");
    }

    #[test]
    fn a_folder_is_not_replaced_and_nothing_is_left_beside_it() {
        let path = folder("folder").join("file");
        fs::create_dir(&path).unwrap();
        assert!(replace(&path, b"new").is_err());
        assert!(path.is_dir() && !beside(&path, ".new").exists());
    }

    #[test]
    fn a_file_that_is_too_large_is_refused() {
        let path = folder("large").join("file");
        fs::write(&path, b"four").unwrap();
        assert_eq!(read(&path, 3).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }

    #[test]
    fn a_folder_is_no_file() {
        let error = open(&folder("no-file")).unwrap_err();
        assert_eq!(error.to_string(), "it is a folder");
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_devices_are_refused_without_waiting() {
        let pipe = testing::pipe(&folder("pipe").join("pipe"));
        let began = Instant::now();
        for path in [pipe.as_path(), Path::new("/dev/zero"), Path::new("/dev/tty")] {
            assert_eq!(open(path).unwrap_err().to_string(), "it is not a regular file");
            assert!(lock(path).is_err());
        }
        assert!(began.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn a_lock_is_held_by_one_at_a_time() {
        let path = folder("lock").join("lock");
        let held = lock(&path).unwrap();
        assert!(held.is_some() && lock(&path).unwrap().is_none());
        drop(held);
        assert!(lock(&path).unwrap().is_some());
    }

    #[test]
    fn a_file_is_set_aside_under_a_name_that_is_free() {
        let path = folder("aside").join("file");
        for number in 1..=2 {
            fs::write(&path, number.to_string()).unwrap();
            let aside = set_aside(&path).unwrap();
            assert!(aside.ends_with(format!("file.broken-{number}")));
            assert_eq!(fs::read_to_string(aside).unwrap(), number.to_string());
        }
    }
}
