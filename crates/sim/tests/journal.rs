//! Journals: a torn tail is cut off, anything else that does not fit is refused.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::time::Instant;

use proto::{digest, file::Kind};
use support::{config, play, seat};
use table::journal::{Entry, HEADER, JournalError, frame, read};

/// The first entries of a journal, each as its bytes.
fn entries(count: usize) -> Vec<Vec<u8>> {
    let world = play(config("suspicion", 2, 1), sim::world::Scenario::default());
    let (entries, good) = read(&world.peers[0].disk.bytes).unwrap();
    assert_eq!(good, world.peers[0].disk.bytes.len());
    entries.iter().take(count).map(frame).collect()
}

fn journal(entries: &[Vec<u8>]) -> Vec<u8> {
    [HEADER.to_vec(), entries.concat()].concat()
}

#[test]
fn a_tail_torn_at_any_length_is_cut_off() {
    let entries = entries(5);
    let whole = journal(&entries);
    let last = whole.len() - entries[4].len();
    for length in last..whole.len() {
        let (read, good) = read(&whole[..length]).unwrap();
        assert_eq!((read.len(), good), (4, last), "cut at {length}");
    }
}

#[test]
fn a_tail_written_wrongly_is_cut_off() {
    let entries = entries(5);
    let whole = journal(&entries);
    let last = whole.len() - entries[4].len();
    for byte in last..whole.len() {
        let mut bad = whole.clone();
        bad[byte] ^= 0x10;
        assert_eq!(read(&bad).unwrap().1, last, "byte {byte}");
    }
}

/// Entries that are not synced may reach the disk in any order.
#[test]
fn a_hole_with_nothing_of_its_own_behind_it_is_cut_off() {
    let entries = entries(40);
    let others = |entry: &&Vec<u8>| {
        matches!(&read(&journal(&[entries[0].clone(), entry.to_vec()])).unwrap().0[1],
            Entry::Contribution(said) if said.seat() == 1)
    };
    let others: Vec<_> = entries.iter().filter(others).take(3).cloned().collect();
    let mut hole = others[0].clone();
    hole.fill(0);
    let torn = [entries[0].clone(), others[1].clone(), hole, others[2].clone()];
    let (read, good) = read(&journal(&torn)).unwrap();
    assert_eq!((read.len(), good), (2, journal(&torn[..2]).len()));
}

#[test]
fn a_byte_changed_before_its_own_last_word_is_refused() {
    let entries = entries(40);
    let own = |entry: &Vec<u8>| {
        matches!(&read(&journal(&[entries[0].clone(), entry.clone()])).unwrap().0[1],
            Entry::Contribution(said) if said.seat() == 0)
    };
    let word = (2..40).find(|&i| own(&entries[i])).unwrap();
    let whole = journal(&entries[..=word]);
    let last = whole.len() - entries[word].len();
    for byte in HEADER.len()..last {
        let mut bad = whole.clone();
        bad[byte] ^= 0x10;
        assert!(matches!(read(&bad), Err(JournalError::Damaged(_))), "byte {byte}");
    }
}

#[test]
fn a_foreign_file_is_refused() {
    let whole = journal(&entries(2));
    for byte in 0..HEADER.len() {
        let mut bad = whole.clone();
        bad[byte] ^= 1;
        assert!(matches!(read(&bad), Err(JournalError::Foreign)), "byte {byte}");
    }
    for foreign in [b"".as_slice(), b"a letter", &Kind::Transcript.header()] {
        assert!(matches!(read(foreign), Err(JournalError::Foreign)));
    }
}

#[test]
fn a_transcript_is_no_journal() {
    let world = play(config("suspicion", 2, 1), sim::world::Scenario::default());
    let transcript = world.node(seat(0)).unwrap().transcript();
    assert!(matches!(read(&transcript), Err(JournalError::Foreign)));
}

#[test]
fn a_journal_begins_with_its_match() {
    let bytes = world_start();
    assert!(matches!(read(&bytes).unwrap().0.first(), Some(Entry::Start { .. })));
}

fn world_start() -> Vec<u8> {
    journal(&entries(1))
}

/// Frames within frames: at every fourth byte an entry seems to begin that is 64 kB long. To look at each would
/// take a thousand times as long as what it is measured by here.
#[test]
fn half_a_megabyte_of_frames_behind_a_journal_is_refused_in_a_moment() {
    let noise: Vec<u8> = [0, 0, 1, 0].into_iter().cycle().take(512 * 1024).collect();
    let bytes = [journal(&entries(1)), noise].concat();
    let begun = Instant::now();
    digest("journal", &[&vec![7; 16 * 1024 * 1024]]);
    let hashing = begun.elapsed();
    let begun = Instant::now();
    assert!(matches!(read(&bytes), Err(JournalError::Damaged(_))));
    assert!(begun.elapsed() < 20 * hashing, "{:?}, {hashing:?}", begun.elapsed());
}
