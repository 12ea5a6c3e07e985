//! Whatever is done to a transcript, its audit neither panics nor calls it fair.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::io::Cursor;

use std::cell::Cell;

use proto::{
    Record, codec,
    file::{FileError, Kind as FileKind},
};
use sim::{
    Kind, Leaver, Moment, World,
    run::{DEADLINE, trouble},
};
use support::{config, leave, play, seat};
use table::audit::{AuditError, Auditor, Report, Verdict, audit};

/// A transcript cut into its header and its framed records.
fn records(game: &str, seats: usize, seed: u64) -> Vec<Vec<u8>> {
    let world = play(config(game, seats, seed), sim::world::Scenario::default());
    split(&world.node(seat(0)).unwrap().transcript())
}

fn split(transcript: &[u8]) -> Vec<Vec<u8>> {
    let (header, mut rest) = transcript.split_at(FileKind::Transcript.header().len());
    let mut records = vec![header.to_vec()];
    while let Some((length, _)) = rest.split_first_chunk::<4>() {
        let (record, after) = rest.split_at(4 + u32::from_le_bytes(*length) as usize);
        records.push(record.to_vec());
        rest = after;
    }
    records
}

/// Whether the audit says that somebody has cheated, or that the file is no match as it was played.
fn is_violation(bytes: &[u8]) -> bool {
    match audit(Cursor::new(bytes), games::find, |_, _| {}) {
        Ok(audited) => !matches!(audited.verdict, Verdict::Fair | Verdict::Unfinished),
        // These are said to be violations, too: the file claims to be ours.
        Err(AuditError::Charter(_) | AuditError::NoCharter) => true,
        Err(AuditError::File(e)) => matches!(e, FileError::Torn | FileError::Damaged(_)),
        Err(_) => false,
    }
}

fn is_fair(records: &[Vec<u8>]) -> bool {
    let audited = audit(Cursor::new(records.concat()), games::find, |_, _| {});
    audited.is_ok_and(|audited| audited.verdict == Verdict::Fair)
}

#[test]
fn the_transcript_itself_is_fair() {
    assert!(is_fair(&records("suspicion", 2, 1)));
}

#[test]
fn no_byte_of_header_and_charter_can_be_changed() {
    let good = records("suspicion", 2, 1);
    for byte in 0..good[0].len() {
        let mut bad = good[0].clone();
        bad[byte] ^= 1 << (byte % 8);
        assert!(!is_fair(&[&[bad], &good[1..]].concat()), "byte {byte} of the header");
    }
    for byte in 0..good[1].len() {
        let mut bad = good[1].clone();
        bad[byte] ^= 1 << (byte % 8);
        assert!(is_violation(&[&good[0][..], &bad].concat()), "byte {byte} of the charter");
    }
}

/// Changes one bit of every byte of every record, and expects a violation each time.
fn no_byte_can_be_changed(records: &[Vec<u8>], which: impl Fn(&Record) -> bool) {
    let Record::Charter(charter) = codec::decode(&records[1][4..]).unwrap() else { panic!() };
    let game = games::find(&charter.charter.game).unwrap();
    let mut auditor = Auditor::new(&charter, game).unwrap();
    for (part, record) in records.iter().enumerate().skip(2) {
        let good: Record = codec::decode(&record[4..]).unwrap();
        let bytes = if which(&good) { 4..record.len() } else { 0..0 };
        for byte in bytes {
            let mut bad = record[4..].to_vec();
            bad[byte - 4] ^= 1 << (byte % 8);
            // What does not decode is corrupt; what does must be refused.
            if let Ok(bad) = codec::decode::<Record>(&bad) {
                let refused = auditor.try_follow(&bad);
                assert!(refused.is_err(), "byte {byte} of part {part}");
            }
        }
        assert_eq!(auditor.try_follow(&good), Ok(()));
    }
}

#[test]
fn no_byte_of_a_short_match_can_be_changed() {
    no_byte_can_be_changed(&records("suspicion", 2, 1), |_| true);
}

#[test]
fn no_byte_of_a_vote_can_be_changed() {
    let leaver = Leaver::new(seat(1), Moment::Step(7));
    let world = leave(config("suspicion", 3, 1), vec![leaver]);
    let parts = split(&world.node(seat(0)).unwrap().transcript());
    let seen = Cell::new(0);
    no_byte_can_be_changed(&parts, |record| {
        let vote = matches!(record, Record::Consent(_));
        seen.set(seen.get() + u32::from(vote));
        vote
    });
    assert_eq!(seen.get(), 2);
}

/// What an audit says of how the match went on, of so many of a transcript's parts.
fn decided_in(parts: &[Vec<u8>]) -> Vec<bool> {
    let audited = audit(Cursor::new(parts.concat()), games::find, |_, _| {}).unwrap();
    audited.went_on.iter().map(|one| one.decided).collect()
}

#[test]
fn consents_at_the_end_of_a_file_do_not_say_that_the_table_decided() {
    let leaver = Leaver::new(seat(1), Moment::Step(7));
    let world = leave(config("suspicion", 3, 1), vec![leaver]);
    let parts = split(&world.node(seat(0)).unwrap().transcript());
    let is = |part: &Vec<u8>, what: fn(&Record) -> bool| {
        codec::decode::<Record>(&part[4..]).is_ok_and(|record| what(&record))
    };
    let consent = |part: &Vec<u8>| is(part, |record| matches!(record, Record::Consent(_)));
    let decided = |part: &Vec<u8>| is(part, |record| matches!(record, Record::Decided(_)));
    let last = parts.iter().rposition(consent).unwrap();
    let decision = parts.iter().find(|part| decided(part)).unwrap();
    let cut = &parts[..=last];
    assert_eq!(decided_in(cut), [false]);
    let report = Report::of(Cursor::new(cut.concat()), games::find, |_, _| {}).unwrap();
    assert!(report.findings().concat().contains("would have gone on without"));
    assert_eq!(decided_in(&[cut, std::slice::from_ref(decision)].concat()), [true]);
    // All who stayed sign the head that follows, and nobody does that before the decision.
    let steps: Vec<_> = parts.iter().filter(|part| !decided(part)).cloned().collect();
    assert_eq!(decided_in(&steps), [true]);
}

#[test]
fn no_length_of_a_record_can_be_changed() {
    let good = records("suspicion", 2, 1);
    for part in (2..good.len()).step_by(5) {
        let mut bad = good.clone();
        bad[part][part % 4] ^= 1 << (part % 8);
        assert!(is_violation(&bad.concat()), "part {part}");
    }
}

#[test]
fn no_byte_of_evidence_can_be_changed() {
    let config = config("suspicion", 4, 1);
    let mut world = World::troubled(config.clone(), trouble(Kind::Equivocation, &config)).unwrap();
    world.run(DEADLINE);
    let (_, file) = &world.peers[0].accusations[0];
    let named = |bytes: &[u8]| match audit(Cursor::new(bytes), games::find, |_, _| {}) {
        Ok(audited) => matches!(audited.verdict, Verdict::Cheated(_)),
        Err(_) => false,
    };
    assert!(named(file));
    let evidence = 15 + u32::from_le_bytes(file[11..15].try_into().unwrap()) as usize;
    for byte in 0..evidence {
        let mut bad = file[..].to_vec();
        bad[byte] ^= 1 << (byte % 8);
        assert!(!named(&bad), "byte {byte}");
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
    let world = play(config.clone(), sim::world::Scenario::default());
    let transcript = world.node(seat(0)).unwrap().transcript();
    let mut reader = proto::file::Reader::new(transcript.as_slice()).unwrap();
    let mut bad = FileKind::Transcript.header().to_vec();
    while let Some(record) = reader.entry::<Record>().unwrap() {
        if let Record::Contribution(signed) = &record
            && let proto::Body::Shuffle(shuffle) = &signed.statement.body
        {
            let mut lie = signed.statement.clone();
            let mut cards = shuffle.clone();
            cards.piles[0].swap(0, 1);
            lie.body = proto::Body::Shuffle(cards);
            let key = sim::charter::identity(config.seed, seat(lie.seat));
            bad.extend(proto::file::frame(&Record::Contribution(proto::Signed::new(lie, &key))));
            let audited = audit(Cursor::new(&bad), games::find, |_, _| {}).unwrap();
            assert!(
                matches!(audited.verdict, Verdict::Cheated(fault) if fault.seat == seat(signed.statement.seat))
            );
            return;
        }
        bad.extend(proto::file::frame(&record));
    }
    panic!("nobody shuffled");
}
