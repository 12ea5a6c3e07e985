//! What tests share.

use std::path::PathBuf;

/// An empty folder of this process and this test.
pub(crate) fn folder(test: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("nodealer-net-{}-{test}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}
