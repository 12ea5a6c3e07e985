//! Tests that look at nodealer from outside, through a verifier that has nothing of its code.
//!
//! `python/` is a verifier of transcripts and proofs, written from `proto/PROTOCOL.md` alone, in
//! plain Python with its own field, groups, hashes and codec. `tests/independent_verifier.rs` lets
//! it check all of `proto/vectors`, which `tests/vectors` makes: if page, vectors and code ever say different things, it fails.
//! `tests/records.rs` lets it judge matches that are played anew. [`browser`] is a real browser for the
//! tests of pages. `tests/fuzz_corpus.rs` sees to it that fuzzing begins with these vectors too.

pub mod browser;

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::Command,
};

/// What a program has said.
pub struct Run {
    /// Whether it was content.
    pub success: bool,
    /// What it printed.
    pub output: String,
}

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A free port of this machine, outside of those that systems give away by themselves: nobody takes it while a server is
/// started on it again.
pub fn lasting_port() -> u16 {
    let first = 20_000 + (std::process::id() % 10_000) as u16;
    let free = |port: &u16| std::net::TcpListener::bind(("127.0.0.1", *port)).is_ok();
    (first..30_000).chain(20_000..first).find(free).unwrap_or(first)
}

/// Runs a program of the repository; nothing if there is no Python 3 here.
///
/// # Panics
/// Without Python where `REQUIRE_PYTHON` is set.
pub fn python(program: &str, arguments: &[&str]) -> Option<Run> {
    let run = Command::new("python3")
        .arg(root().join(program))
        .args(arguments)
        .env("PYTHONIOENCODING", "utf-8")
        .output();
    match run {
        Ok(run) => {
            let output = String::from_utf8_lossy(&run.stdout).into_owned();
            println!("{output}{}", String::from_utf8_lossy(&run.stderr));
            Some(Run { success: run.status.success(), output })
        }
        Err(why) => {
            assert!(std::env::var_os("REQUIRE_PYTHON").is_none(), "python3: {why}");
            // Not `eprintln!`: what a passing test prints with it is never seen.
            let skipped = format!("SKIPPED: {program} did not run: python3: {why}\n");
            let _ = io::stderr().write_all(skipped.as_bytes());
            None
        }
    }
}
