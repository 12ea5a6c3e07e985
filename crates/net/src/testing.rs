//! Helpers shared by tests.

use std::path::{Path, PathBuf};

/// A new empty folder for one test of this process.
pub(crate) fn folder(test: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("nodealer-net-{}-{test}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Makes a named pipe.
#[cfg(unix)]
pub(crate) fn pipe(path: &Path) -> PathBuf {
    let made = std::process::Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success());
    path.into()
}
