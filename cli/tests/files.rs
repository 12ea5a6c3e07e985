//! Files that are broken, or that somebody has put in the place of ours.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod processes;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    time::{Duration, Instant},
};

use processes::{folder, host, refused, run};

/// How long a refusal may take. What was never to be waited for would be waited for much longer.
const AT_ONCE: Duration = Duration::from_secs(60);

fn pipe(path: &Path) -> PathBuf {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    path.into()
}

/// A file of so many bytes that takes no room.
fn sparse(path: &Path, beginning: &[u8], length: u64) {
    fs::write(path, beginning).unwrap();
    fs::OpenOptions::new().write(true).open(path).unwrap().set_len(length).unwrap();
}

fn nodealer(args: &[&str], path: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nodealer")).args(args).arg(path).output().unwrap()
}

#[test]
fn only_regular_files_are_read() {
    let folder = folder("regular");
    let pipe = pipe(&folder.join("pipe"));
    for command in ["verify", "replay"] {
        for path in [pipe.as_path(), folder.as_path(), Path::new("/dev/zero")] {
            let began = Instant::now();
            refused(&nodealer(&[command], path), 2, "it is ");
            assert!(began.elapsed() < AT_ONCE);
        }
    }
}

#[test]
fn a_pipe_in_the_place_of_any_file_of_the_data_folder_is_refused_or_set_aside() {
    let folder = folder("pipes");
    for name in ["in-use", "key"] {
        let home = folder.join(name);
        fs::create_dir_all(&home).unwrap();
        pipe(&home.join(name));
        let began = Instant::now();
        refused(&run(&folder, name, &["host", "knives", "--plain"]), 2, "not a regular file");
        assert!(began.elapsed() < AT_ONCE);
    }
    for name in ["settings.json", "players"] {
        let home = folder.join("Ann");
        fs::create_dir_all(&home).unwrap();
        pipe(&home.join(name));
    }
    let ann = host(&folder, &["knives", "--plain"]);
    ann.address();
    ann.says("players.broken-1");
}

#[test]
fn a_journal_with_gigabytes_of_nothing_behind_it_is_refused() {
    let folder = folder("sparse");
    let journals = folder.join("Ann/journals");
    fs::create_dir_all(&journals).unwrap();
    let header = [b"nodealer", proto::VERSION.to_le_bytes().as_slice(), b"J"].concat();
    for (length, why) in [(1 << 33, "too large"), (60 << 20, "damaged")] {
        sparse(&journals.join("a.journal"), &header, length);
        refused(&run(&folder, "Ann", &["resume", "--plain"]), 2, why);
    }
    fs::remove_file(journals.join("a.journal")).unwrap();
    pipe(&journals.join("a.journal"));
    refused(&run(&folder, "Ann", &["resume", "--plain"]), 2, "not a regular file");
}

#[test]
fn a_broken_list_of_players_is_said_and_set_aside_and_one_goes_on() {
    let folder = folder("players");
    let home = folder.join("Ann");
    fs::create_dir_all(&home).unwrap();
    fs::write(home.join("players"), b"\xff\xfe").unwrap();
    let mut ann = host(&folder, &["suspicion", "--seats", "3", "--plain"]);
    ann.says("The list of known players, ");
    ann.address();
    assert_eq!(fs::read(home.join("players.broken-1")).unwrap(), b"\xff\xfe");
    ann.types("q\n");
    ann.ends_well();
    let id = nodealer(&["id", "--data-dir"], &home);
    assert!(id.status.success() && id.stderr.is_empty(), "it is said once");
}
