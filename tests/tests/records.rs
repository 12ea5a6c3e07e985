//! Matches that nobody has seen before, judged twice: by the auditor, and by the verifier in Python that has
//! the file and the record of what the rules asked for.
//!
//! Every run plays other matches; `SEED=…` plays those of a run again. `MUTATIONS=300` makes more of them.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::{
    env, fs,
    io::Cursor,
    path::Path,
    sync::LazyLock,
    time::{SystemTime, UNIX_EPOCH},
};

use engine::{BotKind, Options, Seat, chance::Chance};
use nodealer_tests::{python, root};
use proto::{
    Body, Contribution, OnCheat, Record, Signed, codec, digest,
    file::{Kind as FileKind, Reader, frame},
    hex,
};
use serde_json::{Value, json};
use sim::{Config, Kind, Leaver, Moment, World, charter::identity, run, world::Scenario};
use table::{
    Timing,
    audit::{Report, record},
};

/// Where all matches of this run come from.
static SEED: LazyLock<u64> = LazyLock::new(|| {
    let given = env::var("SEED").ok().and_then(|seed| seed.parse().ok());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    given.unwrap_or(now)
});

fn table(game: &str, seats: usize, seed: u64) -> Config {
    let game = games::find(game).unwrap();
    Config {
        game,
        seats,
        options: Options::parse(game.info().options, []).unwrap(),
        survive: u8::from(seats > 2),
        on_cheat: OnCheat::End,
        bots: BotKind::Random,
        seed,
        timing: Timing::default(),
    }
}

/// Plays a match, and gives the file of the first honest seat that it is over for.
fn played(config: Config, trouble: Scenario) -> World {
    let mut world = World::troubled(config, trouble).unwrap();
    world.run(run::DEADLINE);
    world
}

fn transcript(world: &World) -> Vec<u8> {
    let over = |node: &&table::Node| node.is_over();
    let mut nodes = world.honest().filter_map(|(_, peer)| peer.node.as_ref());
    nodes.find(over).map(table::Node::transcript).unwrap()
}

/// The records of a transcript.
fn records(file: &[u8]) -> Vec<Record> {
    let mut reader = Reader::new(file).unwrap();
    core::iter::from_fn(|| reader.entry().unwrap()).collect()
}

fn file_of(records: &[Record]) -> Vec<u8> {
    let mut file = FileKind::Transcript.header().to_vec();
    records.iter().for_each(|record| file.extend(frame(record)));
    file
}

/// The beginning of a long match.
fn beginning(file: &[u8], length: usize) -> Vec<u8> {
    let all = records(file);
    file_of(&all[..all.len().min(length)])
}

/// What the auditor says, as `verify --json` does: verdict, culprit with seat and step, and the duty that was
/// not met.
fn audited(file: &[u8]) -> (&'static str, Value) {
    let report = Report::of(Cursor::new(file), games::find, |_, _| {}).unwrap();
    let found = serde_json::to_value(&report).unwrap();
    (report.verdict, judgement(&found))
}

/// What both verifiers must agree on.
fn judgement(report: &Value) -> Value {
    let culprit = &report["culprit"];
    let (seat, name, step) = (&culprit["seat"], &culprit["name"], &culprit["step"]);
    json!([report["verdict"], seat, name, step, report["duty"]])
}

/// Writes a file and its record, and gives their paths.
fn written(name: &str, file: &[u8]) -> [String; 2] {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("records");
    fs::create_dir_all(&folder).unwrap();
    let (path, told) = (folder.join(name), folder.join(format!("{name}.json")));
    let recorded = record(Cursor::new(file), games::find).unwrap();
    fs::write(&path, file).unwrap();
    fs::write(&told, recorded.to_string()).unwrap();
    [path, told].map(|path| path.to_str().unwrap().to_owned())
}

/// Both judge the file, and must agree; gives the verdict, or nothing without Python.
fn agree(name: &str, file: &[u8]) -> Option<&'static str> {
    let [path, told] = written(name, file);
    judged_alike(name, file, &[&path, &told])
}

/// The same, where the verifier in Python is given these arguments.
fn judged_alike(name: &str, file: &[u8], arguments: &[&str]) -> Option<&'static str> {
    let run = python("tests/python/verify.py", arguments)?;
    let found: Value = serde_json::from_str(&run.output)
        .unwrap_or_else(|why| panic!("{name}, SEED={}: {why}: {}", *SEED, run.output));
    let (verdict, expected) = audited(file);
    assert_eq!(judgement(&found), expected, "{name}, SEED={}: {}", *SEED, found["why"]);
    Some(verdict)
}

fn fresh(game: &str, seats: usize, length: usize) {
    println!("SEED={}", *SEED);
    let file = transcript(&played(table(game, seats, *SEED), Scenario::default()));
    agree(game, &beginning(&file, length));
}

#[test]
fn a_fresh_match_of_suspicion_is_judged_alike() {
    let seats = 2 + (*SEED % 3) as usize;
    let file = transcript(&played(table("suspicion", seats, *SEED), Scenario::default()));
    assert!(agree("suspicion", &file).is_none_or(|verdict| verdict == "fair"));
}

#[test]
fn a_fresh_match_of_suspicion_is_judged_alike_by_the_rules_in_python() {
    let file = transcript(&played(table("suspicion", 3, *SEED), Scenario::default()));
    let [path, _] = written("suspicion-by-rules", &file);
    let verdict = judged_alike("suspicion-by-rules", &file, &[&path]);
    assert!(verdict.is_none_or(|verdict| verdict == "fair"));
}

/// By what a file of the vectors was judged.
fn judged_by(arguments: &[&str]) -> Option<Value> {
    let folder = root().join("proto/vectors");
    let paths: Vec<_> = arguments.iter().map(|name| folder.join(name)).collect();
    let paths: Vec<&str> = paths.iter().map(|path| path.to_str().unwrap()).collect();
    let run = python("tests/python/verify.py", &paths)?;
    let found: Value = serde_json::from_str(&run.output).unwrap();
    Some(found["rules"].clone())
}

#[test]
fn rules_that_are_in_python_go_before_a_record() {
    assert!(judged_by(&["four.transcript"]).is_none_or(|rules| rules == "python"));
    assert!(judged_by(&["turns.transcript", "turns.json"]).is_none_or(|rules| rules == "record"));
}

/// A match of Suspicion of which all say that another seat has won, and what is told of it.
fn false_result() -> (Vec<u8>, Value) {
    let file = transcript(&played(table("suspicion", 2, *SEED), Scenario::default()));
    let mut told = record(Cursor::new(&file), games::find).unwrap();
    let winner = told["winners"][0].as_u64().unwrap();
    let scores = told["scores"].as_array().unwrap();
    let scores: Vec<u8> = scores.iter().flat_map(|s| s.as_i64().unwrap().to_le_bytes()).collect();
    let result = digest("result", &[&[1 - winner as u8], &scores]);
    told["winners"] = json!([1 - winner]);
    told["result"] = hex(&result).into();
    let attest = |record| match record {
        Record::Contribution(Signed { mut statement, .. })
            if matches!(statement.body, Body::Attest(_)) =>
        {
            statement.body = Body::Attest(result);
            let seat = Seat::new(statement.seat);
            Record::Contribution(Signed::new(statement, &identity(*SEED, seat)))
        }
        other => other,
    };
    let all: Vec<Record> = records(&file).into_iter().map(attest).collect();
    (file_of(&all), told)
}

#[test]
fn a_false_result_that_everybody_attested_is_found_by_the_rules_in_python() {
    let (file, _) = false_result();
    let [path, _] = written("suspicion-false", &file);
    let verdict = judged_alike("suspicion-false", &file, &[&path]);
    assert!(verdict.is_none_or(|verdict| verdict == "violation"));
}

#[test]
fn a_record_that_was_made_to_fit_a_false_result_is_not_believed() {
    let (file, told) = false_result();
    let [path, edited] = written("suspicion-fitted", &file);
    fs::write(&edited, told.to_string()).unwrap();
    let run = python("tests/python/verify.py", &[&path, &edited]);
    assert!(run.is_none_or(|run| !run.success && run.output.is_empty()));
}

#[test]
fn a_record_with_a_field_too_many_is_none() {
    let folder = root().join("proto/vectors");
    let mut told: Value =
        serde_json::from_slice(&fs::read(folder.join("turns.json")).unwrap()).unwrap();
    told["requests"][0]["hint"] = json!(1);
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-record.json");
    fs::write(&path, told.to_string()).unwrap();
    let file = folder.join("turns.transcript");
    let paths = [file.to_str().unwrap(), path.to_str().unwrap()];
    let run = python("tests/python/verify.py", &paths);
    assert!(run.is_none_or(|run| !run.success && run.output.is_empty()));
}

#[test]
fn a_game_whose_rules_are_not_in_python_needs_a_record() {
    let file = root().join("proto/vectors/leaver.transcript");
    let run = python("tests/python/verify.py", &[file.to_str().unwrap()]);
    assert!(run.is_none_or(|run| !run.success && run.output.is_empty()));
}

#[test]
fn the_rules_of_suspicion_in_python_make_the_same_records() {
    println!("SEED={}", *SEED);
    let matches = (2..=7).map(|seats| {
        let file = transcript(&played(table("suspicion", seats, *SEED), Scenario::default()));
        written(&format!("suspicion-{seats}"), &file)
    });
    let paths: Vec<String> = matches.flatten().collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let run = python("tests/python/record.py", &paths);
    assert!(run.is_none_or(|run| run.success));
}

#[test]
fn the_rules_of_suspicion_in_python_go_on_without_somebody_alike() {
    println!("SEED={}", *SEED);
    let matches = (3..=6).map(|seats| {
        let moment = Moment::Round("choose", ((*SEED + seats as u64) % 8) as u32);
        let leavers = vec![Leaver::new(Seat::new(1), moment)];
        let trouble = Scenario { leavers, ..Scenario::default() };
        let world = played(table("suspicion", seats, *SEED), trouble);
        written(&format!("suspicion-{seats}-without"), &transcript(&world))
    });
    let paths: Vec<String> = matches.flatten().collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let run = python("tests/python/record.py", &paths);
    assert!(run.is_none_or(|run| run.success));
}

#[test]
fn whatever_is_taken_out_of_the_rules_in_python_is_missed() {
    let run = python("tests/python/bent.py", &[]);
    assert!(run.is_none_or(|run| run.success));
}

#[test]
fn a_fresh_match_of_never_bring_a_knife_is_judged_alike() {
    let file = transcript(&played(table("never-bring-a-knife", 4, *SEED), Scenario::default()));
    assert!(agree("never-bring-a-knife", &file).is_none_or(|verdict| verdict == "fair"));
}

#[test]
fn the_beginning_of_a_fresh_match_of_knives_is_judged_alike() {
    fresh("knives", 5, 250);
}

#[test]
fn the_beginning_of_a_fresh_match_of_no_honor_is_judged_alike() {
    fresh("no-honor", 3, 300);
}

#[test]
fn a_match_that_somebody_leaves_is_judged_alike() {
    let rounds = ["choose", "seal", "open", "shuffle", "reveal", "deal"];
    let round = rounds[(*SEED % rounds.len() as u64) as usize];
    for (game, seats) in [("suspicion", 4), ("never-bring-a-knife", 4), ("no-honor", 3)] {
        let moment = Moment::Round(round, (*SEED / 6 % 4) as u32);
        let leavers = vec![Leaver::new(Seat::new(1), moment)];
        let world = played(table(game, seats, *SEED), Scenario { leavers, ..Scenario::default() });
        agree(&format!("{game}-left"), &beginning(&transcript(&world), 400));
    }
}

#[test]
fn evidence_is_judged_alike() {
    let kinds = Kind::ALL.iter().copied().filter(|kind| kind.leaves_proof());
    let kinds: Vec<Kind> = kinds.collect();
    let mut chance = Chance::new(*SEED);
    for number in 0..6 {
        let kind = kinds[chance.below(kinds.len() as u32) as usize];
        let config = table("suspicion", 4, *SEED + number);
        let trouble = run::trouble(kind, &config);
        let world = played(config, trouble);
        let evidence = world.honest().find_map(|(_, peer)| peer.accusations.first());
        if let Some((_, file)) = evidence {
            let verdict = agree(&format!("{}-{number}", kind.name()), file);
            assert!(verdict.is_none_or(|verdict| verdict == "violation"), "{}", kind.name());
        }
    }
}

/// A contribution with one byte of its body changed, signed again by its seat; nothing if it is none any
/// more.
fn resigned(
    signed: &Signed<Contribution>,
    seed: u64,
    chance: &mut Chance,
) -> Option<Signed<Contribution>> {
    let mut bytes = codec::encode(&signed.statement);
    let body = bytes.len() - codec::encode(&signed.statement.body).len();
    let at = body + chance.below((bytes.len() - body) as u32) as usize;
    bytes[at] ^= 1 << chance.below(8);
    let statement: Contribution = codec::decode(&bytes).ok()?;
    Some(Signed::new(statement, &identity(seed, Seat::new(signed.statement.seat))))
}

#[test]
fn what_was_changed_and_signed_again_is_judged_alike() {
    let wanted = env::var("MUTATIONS").map_or(12, |number| number.parse().unwrap());
    let mut chance = Chance::new(*SEED ^ 0x5160);
    let world = played(table("suspicion", 3, *SEED), Scenario::default());
    let all = records(&beginning(&transcript(&world), 150));
    let (mut made, mut cheated) = (0, 0);
    while made < wanted {
        let at = chance.below(all.len() as u32) as usize;
        let Record::Contribution(signed) = &all[at] else { continue };
        let Some(changed) = resigned(signed, *SEED, &mut chance) else { continue };
        let file = file_of(&[&all[..at], &[Record::Contribution(changed)]].concat());
        cheated += usize::from(agree(&format!("resigned-{made}"), &file) == Some("violation"));
        made += 1;
    }
    println!("{made} changed, {cheated} of them cheats");
}
