//! The data folder: where keys, journals and transcripts are stored.

use std::{
    env, fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use net::storage;
pub use net::storage::reason;

use crate::Failure;

/// The data folder: the given one, or the user's default.
///
/// # Errors
/// If the user has no home folder.
pub fn folder(given: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(given) = given {
        return Ok(given.to_owned());
    }
    usual().ok_or_else(|| {
        Failure::Usage("There is no home folder to keep data in. Name one with --data-dir.".into())
    })
}

/// Where this system keeps programs' data: `~/.local/share` or `$XDG_DATA_HOME`, `~/Library/Application
/// Support`, or `%APPDATA%`. Earlier versions used the first of these on every system; a folder that exists
/// there is still used.
fn usual() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = set("XDG_DATA_HOME").or_else(|| Some(set("HOME")?.join(".local/share")));
    let earlier = home.map(|home| home.join("nodealer")).filter(|folder| folder.is_dir());
    earlier.or_else(|| Some(choose_native_strategy().ok()?.data_dir().join("nodealer")))
}

/// The command-line option for this data folder, or nothing for the default one.
pub fn option(used: &Path) -> String {
    if folder(None).is_ok_and(|usual| usual == used) {
        return String::new();
    }
    let path = used.display().to_string();
    let plain = path.chars().all(|c| c.is_alphanumeric() || "/._-+:@\\".contains(c));
    let path = if plain { path } else { format!("'{}'", path.replace('\'', r"'\''")) };
    format!(" --data-dir {path}")
}

/// Writes a file atomically, and creates its folder if need be.
///
/// # Errors
/// If the disk is full or the folder cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let cannot = |e: std::io::Error| cannot_write(path, &e);
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(cannot)?;
    }
    storage::replace(path, bytes).map_err(cannot)
}

/// As `write`, for a file that only its owner may read.
///
/// # Errors
/// If the disk is full or the folder cannot be written.
pub(crate) fn write_private(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let cannot = |e: std::io::Error| cannot_write(path, &e);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(cannot)?;
    }
    storage::replace_private(path, bytes).map_err(cannot)
}

/// Checks that a folder can be written to.
///
/// # Errors
/// If the disk is full or the folder cannot be written.
pub fn try_write(folder: &Path) -> Result<(), Failure> {
    let probe = folder.join(format!(".probe-{}", std::process::id()));
    let tried = fs::create_dir_all(folder).and_then(|()| storage::replace(&probe, &[0; 4096]));
    tried.and_then(|()| fs::remove_file(&probe)).map_err(|e| cannot_write(folder, &e))
}

/// The error that a file could not be written, with what to do.
pub fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    let error = reason(error);
    Failure::Usage(format!(
        "Cannot write {}: {error}. Name another place with --out or --data-dir.",
        path.display()
    ))
}

/// How many copies of transcripts written elsewhere are kept for the other players.
const FINISHED: usize = 16;

/// The folders with transcripts of finished matches: the person's own, and copies of those written
/// elsewhere.
pub fn finished(folder: &Path) -> [PathBuf; 2] {
    ["transcripts", "finished"].map(|name| folder.join(name))
}

/// The transcript of a finished match, by its name or the beginning of it.
pub fn transcript(folder: &Path, name: &str) -> Option<PathBuf> {
    let found = finished(folder).into_iter().flat_map(|folder| newest(&folder, "nodealer"));
    found
        .into_iter()
        .find(|path| path.file_stem().is_some_and(|stem| stem.to_string_lossy().starts_with(name)))
}

/// Keeps a copy of a transcript for the other players of the match, unless it is among the person's own.
///
/// # Errors
/// If it cannot be written.
pub fn keep_finished(folder: &Path, name: &str, transcript: &[u8]) -> Result<(), Failure> {
    let [own, copies] = finished(folder);
    let file = format!("{name}.nodealer");
    if own.join(&file).exists() {
        return Ok(());
    }
    write(&copies.join(file), transcript)?;
    for old in newest(&copies, "nodealer").into_iter().skip(FINISHED) {
        // Best effort: an old copy does no harm.
        let _ = fs::remove_file(old);
    }
    Ok(())
}

/// The files with this extension in a folder, newest first.
pub fn newest(folder: &Path, kind: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == kind)).collect();
    found.sort_by_key(|path| (std::cmp::Reverse(written(path)), path.clone()));
    found
}

/// A time in seconds since 1970.
pub(crate) fn seconds(at: SystemTime) -> u64 {
    at.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// When a file was last written.
pub(crate) fn written(path: &Path) -> SystemTime {
    fs::metadata(path).and_then(|meta| meta.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_a_folder_that_cannot_be_written_names_that_folder() {
        let file = env::temp_dir().join(format!("nodealer-no-folder-{}", std::process::id()));
        fs::write(&file, "").unwrap();
        let folder = file.join("transcripts");
        let why = try_write(&folder).unwrap_err().to_string();
        fs::remove_file(&file).unwrap();
        assert!(why.starts_with(&format!("Cannot write {}: ", folder.display())), "{why}");
    }

    #[test]
    fn a_folder_is_named_so_that_a_shell_reads_it_as_one_word() {
        assert_eq!(option(Path::new("/tmp/a-b")), " --data-dir /tmp/a-b");
        assert_eq!(option(Path::new("it's here")), r" --data-dir 'it'\''s here'");
    }
}
