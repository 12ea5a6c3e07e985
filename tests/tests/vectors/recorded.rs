//! Files with a record of their own, and records that are none of the file beside them.

use std::{fs, io::Cursor, path::Path};

use proto::{Body, Record};
use serde_json::{Value, json};
use table::audit::record;

use crate::{
    path, pin_json,
    played::{recorded, records},
    turns::find,
    verdicts::transcript,
    verify::unhex,
};

const FILE: &str = "records.json";

/// The matches in the file as it is.
fn stored(name: &str) -> Vec<u8> {
    let all: Value = serde_json::from_slice(&fs::read(path(FILE)).unwrap()).unwrap();
    let mut all = all.as_array().unwrap().iter();
    unhex(&all.find(|one| one["name"] == name).unwrap()["file"]).unwrap()
}

/// A record that is changed in one place, given as in a path through it: `to` stands there, or nothing.
fn changed(name: &str, of: &str, at: Value, to: Option<Value>) -> Value {
    let mut one = json!({ "name": name, "match": of, "at": at, "verdict": "error" });
    if let Some(to) = to {
        one["to"] = to;
    }
    one
}

fn errors() -> Vec<Value> {
    let turns = |name, at, to| changed(name, "turns", at, to);
    let of_leaver = |name, to: Value| {
        changed(name, "parted_seals", json!(["requests", 3, "answer", 0]), Some(to))
    };
    vec![
        turns("a record of another version", json!(["record"]), Some(json!(3))),
        turns("a record of another match", json!(["match_id"]), Some(json!("00".repeat(32)))),
        turns("a record without a description", json!(["description"]), None),
        turns("a record with a part that it does not have", json!(["more"]), Some(json!(true))),
        turns("a record that lacks the end", json!(["requests", 10]), None),
        turns(
            "a record of another answer",
            json!(["requests", 2, "answer"]),
            Some(json!([0, null])),
        ),
        turns(
            "a record of an answer in another step",
            json!(["requests", 2, "answered_after_step"]),
            Some(json!(7)),
        ),
        turns(
            "a record of a face that no deck can have",
            json!(["description", "decks"]),
            Some(json!([{ "deck": 0, "faces": [[128, "One more"]] }])),
        ),
        of_leaver(
            "a record in which the autopilot chooses an entry that is refused",
            json!([1, null]),
        ),
        of_leaver(
            "a record in which the autopilot chooses an entry that is not there",
            json!([2, null]),
        ),
        changed(
            "a record in which the autopilot shows a face that it may not show",
            "parted_seals",
            json!(["requests", 3, "answer", 1]),
            Some(json!([1, 1])),
        ),
    ]
}

#[test]
fn records_are_as_written() {
    let whole = recorded(stored).into_iter().map(|(name, transcript, record)| {
        json!({ "name": name, "file": crate::verify::hex(transcript), "record": record, "verdict": "fair" })
    });
    pin_json(FILE, &whole.chain(errors()).collect());
}

/// Of a game whose rules are written in Python too: the end of one, and one with a leaver who has sealed a choice.
#[test]
fn the_verifier_in_python_makes_the_same_record_wherever_a_match_is_cut_off() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cut-off");
    fs::create_dir_all(&folder).unwrap();
    let mut written = Vec::new();
    let mut write = |name: String, content: &[u8]| {
        let file = folder.join(name);
        fs::write(&file, content).unwrap();
        written.push(file.to_str().unwrap().to_owned());
    };
    for of in ["match", "unsealed"] {
        let all: Vec<Record> = records(of);
        for cut in (1..all.len()).filter(|cut| !is_setup(&all[cut - 1])) {
            let file = transcript(&all[..cut]);
            let told = record(Cursor::new(&file), find).unwrap();
            write(format!("{of}-{cut}.transcript"), &file);
            write(format!("{of}-{cut}.json"), told.to_string().as_bytes());
        }
    }
    let written: Vec<&str> = written.iter().map(String::as_str).collect();
    let run = nodealer_tests::python("tests/python/record.py", &written);
    assert!(run.is_none_or(|run| run.success));
}

/// In setup the rules in Python are not asked yet.
fn is_setup(record: &Record) -> bool {
    match record {
        Record::Contribution(said) => {
            matches!(said.statement.body, Body::Key { .. } | Body::Dealing(_) | Body::Receipt(_))
        }
        record => matches!(record, Record::Charter(_)),
    }
}
