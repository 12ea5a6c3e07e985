//! An audit on several processors finds what it finds on one, whatever is done to a transcript.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::{io::Cursor, num::NonZeroUsize};

use engine::{Seat, chance::Chance};
use proto::{Body, Record, Signed, codec, file};
use sim::charter::identity;
use support::{config, play, seat};
use table::audit::{Report, Verdict, audit_on};

const SEED: u64 = 7;

/// A transcript cut into its header and its records, each as its bytes.
fn records(game: &str, seats: usize) -> Vec<Vec<u8>> {
    let world = play(config(game, seats, SEED), sim::world::Scenario::default());
    let transcript = world.node(seat(0)).unwrap().transcript();
    let (header, mut rest) = transcript.split_at(file::Kind::Transcript.header().len());
    let mut records = vec![header.to_vec()];
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (record, after) = after.split_at(u32::from_le_bytes(*length) as usize);
        records.push(record.to_vec());
        rest = after;
    }
    records
}

fn file_of(records: &[Vec<u8>]) -> Vec<u8> {
    let framed = records[1..].iter().flat_map(|record| file::frame_bytes(record));
    records[0].iter().copied().chain(framed).collect()
}

/// What an audit with so many threads says, to the last count; and its verdict, if it came to one.
fn judged(bytes: &[u8], jobs: usize) -> (String, Option<Verdict>) {
    let jobs = NonZeroUsize::new(jobs).unwrap();
    let verdict = audit_on(jobs, Cursor::new(bytes), games::find).ok().map(|a| a.verdict);
    let report = Report::on(jobs, Cursor::new(bytes), games::find);
    let said = report.map_or_else(|e| e.to_string(), |r| r.lines().join("\n"));
    (said, verdict)
}

/// The verdict, which must be the same with one, two and three threads.
fn judged_alike(records: &[Vec<u8>], how: &str) -> Option<Verdict> {
    let bytes = file_of(records);
    let alone = judged(&bytes, 1);
    for jobs in [2, 3] {
        assert_eq!(judged(&bytes, jobs), alone, "{how}, {jobs} jobs");
    }
    alone.1
}

/// Another record in the place of one, signed by whom it names.
fn resigned(record: &[u8], change: impl FnOnce(&mut Body)) -> Option<Vec<u8>> {
    let Record::Contribution(mut signed) = codec::decode(record).ok()? else { return None };
    change(&mut signed.statement.body);
    let by = identity(SEED, Seat::new(signed.statement.seat));
    Some(codec::encode(&Record::Contribution(Signed::new(signed.statement, &by))))
}

fn body(record: &[u8]) -> Option<Body> {
    match codec::decode(record).ok()? {
        Record::Contribution(signed) => Some(signed.statement.body),
        _ => None,
    }
}

#[test]
fn a_fair_match_is_fair_with_any_number_of_threads() {
    for (game, seats) in [("suspicion", 2), ("never-bring-a-knife", 4)] {
        let good = records(game, seats);
        assert_eq!(judged_alike(&good, game), Some(Verdict::Fair));
        let cut = judged_alike(&good[..good.len() / 2], "cut off");
        assert_eq!(cut, Some(Verdict::Unfinished));
    }
}

#[test]
fn damaged_transcripts_are_judged_alike() {
    let (good, mut chance) = (records("suspicion", 2), Chance::new(SEED));
    for round in 0..30 {
        let mut bad = good.clone();
        let at = 2 + chance.below(bad.len() as u32 - 3) as usize;
        match round % 5 {
            0 => drop(bad.remove(at)),
            1 => bad.swap(at, at + 1),
            2 => bad.insert(at, good[at].clone()),
            3 => drop(bad[at].pop()),
            _ => {
                let byte = chance.below(bad[at].len() as u32) as usize;
                bad[at][byte] ^= 1 << (byte % 8);
            }
        }
        judged_alike(&bad, &format!("round {round} at record {at}"));
    }
}

#[test]
fn the_same_cheat_is_named_for_the_same_step_and_duty() {
    let (good, mut chance) = (records("suspicion", 2), Chance::new(SEED));
    let bodies: Vec<Body> = good[1..].iter().filter_map(|record| body(record)).collect();
    let mut cheats = 0;
    for round in 0..30 {
        let at = 2 + chance.below(good.len() as u32 - 2) as usize;
        let Some(was) = body(&good[at]) else { continue };
        // What was right in another step, or from another seat.
        let same = |b: &&Body| std::mem::discriminant(*b) == std::mem::discriminant(&was);
        let others: Vec<&Body> = bodies.iter().filter(same).filter(|b| **b != was).collect();
        let Some(other) = others.get(chance.below(others.len().max(1) as u32) as usize) else {
            continue;
        };
        let mut bad = good.clone();
        bad[at] = resigned(&good[at], |body| *body = (*other).clone()).unwrap();
        let verdict = judged_alike(&bad, &format!("round {round} at record {at}"));
        cheats += usize::from(matches!(verdict, Some(Verdict::Cheated(_))));
    }
    assert!(cheats > 5, "{cheats} cheats");
}
