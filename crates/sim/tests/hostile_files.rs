//! Whatever is done to a transcript, its audit neither panics nor calls it fair.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use proto::file::Kind;
use support::{config, play, seat};
use table::audit::{Verdict, audit};

/// A transcript cut into its header and its framed records.
fn records(game: &str, seats: usize, seed: u64) -> Vec<Vec<u8>> {
    let world = play(config(game, seats, seed), sim::world::Trouble::default());
    let transcript = world.node(seat(0)).unwrap().transcript();
    let (header, mut rest) = transcript.split_at(Kind::Transcript.header().len());
    let mut records = vec![header.to_vec()];
    while let Some((length, _)) = rest.split_first_chunk::<4>() {
        let (record, after) = rest.split_at(4 + u32::from_le_bytes(*length) as usize);
        records.push(record.to_vec());
        rest = after;
    }
    records
}

fn is_fair(records: &[Vec<u8>]) -> bool {
    let audited = audit(records.concat().as_slice(), games::find, |_, _| {});
    audited.is_ok_and(|audited| audited.verdict == Verdict::Fair)
}

#[test]
fn the_transcript_itself_is_fair() {
    assert!(is_fair(&records("suspicion", 2, 1)));
}

#[test]
fn no_byte_of_header_and_charter_can_be_changed() {
    let good = records("suspicion", 2, 1);
    for part in 0..2 {
        for byte in 0..good[part].len() {
            let mut bad = good.clone();
            bad[part][byte] ^= 1 << (byte % 8);
            assert!(!is_fair(&bad), "byte {byte} of part {part}");
        }
    }
}

#[test]
fn no_record_can_be_changed() {
    let good = records("suspicion", 2, 1);
    for part in 2..good.len() {
        let length = good[part].len();
        for byte in [part * 31 % length, length - 1 - part % 64] {
            let mut bad = good.clone();
            bad[part][byte] ^= 1 << (part % 8);
            assert!(!is_fair(&bad), "byte {byte} of part {part}");
        }
    }
}

#[test]
fn no_record_can_be_taken_out() {
    let good = records("suspicion", 2, 1);
    for part in (0..good.len()).step_by(3) {
        let mut bad = good.clone();
        bad.remove(part);
        assert!(!is_fair(&bad), "part {part}");
    }
}

#[test]
fn no_two_records_can_be_exchanged() {
    let good = records("suspicion", 3, 1);
    for part in (0..good.len() - 1).step_by(3) {
        let mut bad = good.clone();
        bad.swap(part, part + 1);
        assert!(!is_fair(&bad), "part {part}");
    }
}

#[test]
fn no_record_can_be_there_twice() {
    let good = records("suspicion", 2, 1);
    for part in (0..good.len()).step_by(3) {
        let mut bad = good.clone();
        bad.insert(part, good[part].clone());
        assert!(!is_fair(&bad), "part {part}");
    }
}

#[test]
fn no_record_of_another_match_fits() {
    let good = records("suspicion", 2, 1);
    let other = records("suspicion", 2, 2);
    for part in (1..good.len().min(other.len())).step_by(3) {
        let mut bad = good.clone();
        bad[part].clone_from(&other[part]);
        assert!(!is_fair(&bad), "part {part}");
        if part == 1 {
            continue; // The whole of the other match.
        }
        let spliced = [&good[..part], &other[part..]].concat();
        assert!(!is_fair(&spliced), "spliced at part {part}");
    }
}

#[test]
fn a_match_without_its_end_is_not_fair() {
    let good = records("suspicion", 2, 1);
    for part in 0..good.len() {
        assert!(!is_fair(&good[..part]), "part {part}");
        let mut torn = good[..=part].to_vec();
        torn[part].pop();
        assert!(!is_fair(&torn), "torn in part {part}");
    }
}

#[test]
fn nothing_can_follow_the_end() {
    let good = records("suspicion", 2, 1);
    for more in [vec![0], good[1].clone(), good[2].clone(), good[good.len() - 1].clone()] {
        let mut bad = good.clone();
        bad.push(more);
        assert!(!is_fair(&bad));
    }
}

/// Whoever has a seat's key can sign anything, but not prove it.
#[test]
fn a_false_shuffle_is_found_even_where_the_file_ends_before_its_chain_does() {
    let config = config("suspicion", 3, 1);
    let world = play(config.clone(), sim::world::Trouble::default());
    let transcript = world.node(seat(0)).unwrap().transcript();
    let mut reader = proto::file::Reader::new(transcript.as_slice()).unwrap();
    let mut bad = Kind::Transcript.header().to_vec();
    while let Some(record) = reader.entry::<proto::Record>().unwrap() {
        if let proto::Record::Contribution(signed) = &record
            && let proto::Body::Shuffle(shuffle) = &signed.statement.body
        {
            let mut lie = signed.statement.clone();
            let mut cards = shuffle.clone();
            cards.piles[0].swap(0, 1);
            lie.body = proto::Body::Shuffle(cards);
            let key = sim::world::identity(config.seed, seat(lie.seat));
            bad.extend(proto::file::frame(&proto::Record::Contribution(proto::Signed::new(
                lie, &key,
            ))));
            let audited = audit(bad.as_slice(), games::find, |_, _| {}).unwrap();
            assert!(
                matches!(audited.verdict, Verdict::Cheated(fault) if fault.seat == seat(signed.statement.seat))
            );
            return;
        }
        bad.extend(proto::file::frame(&record));
    }
    panic!("nobody shuffled");
}
