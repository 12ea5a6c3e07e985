//! The vectors of `proto/vectors` before a verifier that shares no code with their makers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use nodealer_tests::{Run, python, root};
use serde_json::{Value, from_slice, json};

/// A number of the last line, `accepted …, refused …, wrong …`.
fn count(run: &Run, what: &str) -> usize {
    let last = run.output.lines().last().unwrap_or_default();
    let number = last.split(", ").find_map(|part| part.strip_prefix(what));
    let number = number.unwrap_or_else(|| panic!("no count of {what} in {last:?}"));
    number.trim().parse().unwrap()
}

/// The lines that begin so, each a name and its counts: `KIND shares: accepted 2, refused 62`.
fn counted(run: &Run, begin: &str) -> Vec<(String, Vec<usize>)> {
    let counted = |line: &str| {
        let (name, counts) = line.strip_prefix(begin)?.rsplit_once(": ")?;
        let last_word = |count: &str| count.split(' ').next_back()?.parse().ok();
        Some((name.to_owned(), counts.split(", ").map(last_word).collect::<Option<_>>()?))
    };
    run.output.lines().filter_map(counted).collect()
}

/// Runs the verifier over a folder of vectors; nothing if there is no Python 3 here.
fn verify(vectors: &Path, sections: &[&str]) -> Option<Run> {
    let vectors = vectors.to_str().unwrap();
    python("tests/python/verify_vectors.py", &[&[vectors], sections].concat())
}

/// A copy of the vectors in which one file was changed.
fn changed(name: &str, file: &str, change: impl FnOnce(Vec<u8>) -> Vec<u8>) -> PathBuf {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&copy).unwrap();
    for entry in fs::read_dir(root().join("proto/vectors")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, copy.join(path.file_name().unwrap())).unwrap();
    }
    let file = copy.join(file);
    fs::write(&file, change(fs::read(&file).unwrap())).unwrap();
    copy
}

fn changed_json(name: &str, file: &str, change: impl FnOnce(&mut Value)) -> PathBuf {
    changed(name, file, |bytes| {
        let mut vectors = from_slice(&bytes).unwrap();
        change(&mut vectors);
        vectors.to_string().into_bytes()
    })
}

/// Changes the first hex digit of a text.
fn flip(text: &mut Value) {
    let old = text.as_str().unwrap();
    let digit = if old.starts_with('0') { "1" } else { "0" };
    *text = json!(format!("{digit}{}", &old[1..]));
}

/// The verifier must say that something is wrong with this, and with nothing else.
fn finds_one_wrong(vectors: &Path, section: &str, named: &str) {
    let Some(run) = verify(vectors, &[section]) else { return };
    assert!(!run.success);
    assert_eq!(count(&run, "wrong"), 1);
    assert!(run.output.contains(&format!("WRONG {named}")));
}

/// What is worked out and compared: there is nothing in it to refuse.
const COMPUTED: [&str; 25] = [
    "Description",
    "H",
    "Keccak-f",
    "Merlin",
    "STROBE",
    "combining",
    "constants",
    "contributions",
    "digest",
    "entry",
    "face",
    "generator",
    "hash to group",
    "head",
    "header",
    "key commitment",
    "one-way map",
    "open",
    "opening",
    "published",
    "result",
    "roll",
    "square root",
    "statement",
    "unsealing",
];

/// What is accepted or refused.
const JUDGED: [&str; 19] = [
    "Evidence",
    "Message",
    "Record",
    "SignedCharter",
    "beacon",
    "complaint",
    "dealing",
    "evidence",
    "key",
    "none-of",
    "opened-seal",
    "point",
    "recovered",
    "remask",
    "seal",
    "shares",
    "shuffle",
    "signature",
    "transcript",
];

const VERDICTS: [&str; 5] = ["damaged", "fair", "two-histories", "unfinished", "violation"];

#[test]
fn every_kind_of_vector_is_accepted_and_refused_as_it_must_be() {
    let Some(run) = verify(&root().join("proto/vectors"), &[]) else { return };
    assert!(run.success);
    assert_eq!(count(&run, "wrong"), 0);
    let kinds = counted(&run, "KIND ");
    let (judged, computed): (Vec<_>, Vec<_>) =
        kinds.iter().partition(|(kind, _)| JUDGED.contains(&kind.as_str()));
    assert_eq!(judged.len(), JUDGED.len(), "{judged:?}");
    for (kind, counts) in judged {
        let good = matches!(counts[..], [accepted, refused] if accepted > 0 && refused > 0);
        assert!(good, "{kind}: {counts:?}");
    }
    let computed: Vec<_> = computed.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(computed, COMPUTED);
    let verdicts = counted(&run, "VERDICT ");
    let verdicts: Vec<_> = verdicts.iter().map(|(verdict, _)| verdict.as_str()).collect();
    assert_eq!(verdicts, VERDICTS);
}

#[test]
fn a_corrupted_proof_is_found_out() {
    let vectors = changed_json("corrupted-proof", "proofs.json", |vectors| {
        flip(&mut vectors["proofs"][1]["statement"]["cards"][0][1]);
    });
    finds_one_wrong(&vectors, "proofs", "shares: shares of three cards");
}

#[test]
fn a_corrupted_digest_is_found_out() {
    let vectors = changed_json("corrupted-digest", "hashing.json", |vectors| {
        flip(&mut vectors["heads"][0]["next"]);
    });
    finds_one_wrong(&vectors, "hashing", "head");
}

#[test]
fn a_corrupted_signature_is_found_out() {
    let vectors = changed_json("corrupted-signature", "codec.json", |vectors| {
        flip(&mut vectors["statements"][0]["key"]);
    });
    finds_one_wrong(&vectors, "codec", "statement: consent");
}

#[test]
fn a_corrupted_transcript_is_found_out() {
    let vectors = changed("corrupted-transcript", "match.transcript", |mut bytes| {
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        bytes
    });
    finds_one_wrong(&vectors, "match", "transcript: match");
}

#[test]
fn a_corrupted_decision_is_found_out() {
    let vectors = changed("corrupted-decision", "remixed.transcript", |mut bytes| {
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        bytes
    });
    finds_one_wrong(&vectors, "remixed", "transcript: remixed");
}

#[test]
fn a_good_proof_among_those_that_must_be_refused_is_found_out() {
    let vectors = changed_json("good-among-bad", "mutated.json", |vectors| {
        let proofs = vectors["proofs"].as_array_mut().unwrap();
        proofs.truncate(3);
        proofs.push(json!({"base": "key", "why": "nothing was changed"}));
    });
    finds_one_wrong(&vectors, "mutated", "key: key: nothing was changed");
}

#[test]
fn every_duty_of_a_verifier_has_its_functions_and_a_vector() {
    let run = python("tests/python/duties.py", &["--check"]);
    assert!(run.is_none_or(|run| run.success));
}

#[test]
fn what_pages_programs_and_tests_cite_exists() {
    let run = python("tests/python/citations.py", &[]);
    assert!(run.is_none_or(|run| run.success));
}

#[test]
fn the_records_of_the_vectors_are_as_the_schema_says() {
    let folder = fs::read_dir(root().join("proto/vectors")).unwrap();
    let transcripts = folder.map(|entry| entry.unwrap().path());
    let transcripts =
        transcripts.filter(|path| path.extension().is_some_and(|e| e == "transcript"));
    let records: Vec<PathBuf> = transcripts.map(|path| path.with_extension("json")).collect();
    let records: Vec<&str> = records.iter().map(|path| path.to_str().unwrap()).collect();
    assert_eq!(records.len(), 18);
    let run = python("tests/python/schema.py", &records);
    assert!(run.is_none_or(|run| run.success));
}

#[test]
fn a_check_that_is_taken_out_of_the_verifier_is_missed_by_a_vector() {
    // Some of them; `.ci/long` takes out each.
    let run = python("tests/python/mutate.py", &["--slice", "5/16"]);
    assert!(run.is_none_or(|run| run.success));
}
