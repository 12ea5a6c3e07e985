//! What the fuzz targets do: every decoder and every verifier of a match meets bytes that nobody honest
//! sends. What the lobby reads is bent in the tests of `net`, since the network library would have to be
//! built once more here.
//!
//! A decoder must refuse, or give a value whose encoding is those very bytes. A verifier must accept the
//! proofs of `proto/vectors` and nothing that differs from them.
#![forbid(unsafe_code)]

mod bend;
#[path = "../../proto/tests/vectors/verify.rs"]
#[allow(dead_code, clippy::unwrap_used)]
mod verify;

use std::sync::LazyLock;

use ed25519_dalek::SigningKey;
use mental::{Blame, Received, SecretKey};
use proto::{
    Contribution, Evidence, Message, Record, Signed, SignedCharter, codec, digest,
    file::{Kind, Reader},
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use table::{
    audit::{Auditor, audit},
    journal,
};

/// Bytes to a value and back; the first byte says of which type.
pub fn message(data: &[u8]) {
    let Some((kind, bytes)) = data.split_first() else { return };
    match kind % 5 {
        0 => canonical::<Message>(bytes),
        1 => canonical::<Record>(bytes),
        2 => canonical::<Evidence>(bytes),
        3 => canonical::<SignedCharter>(bytes),
        _ => canonical::<Contribution>(bytes),
    }
}

fn canonical<T: Serialize + DeserializeOwned>(bytes: &[u8]) {
    if let Ok(value) = codec::decode::<T>(bytes) {
        assert!(codec::encode(&value) == bytes, "a second form of one value");
    }
}

/// A file of any content, audited; half of the time with a good header.
pub fn transcript(data: &[u8]) {
    let Some((kind, rest)) = data.split_first() else { return };
    let file = match kind % 3 {
        0 => rest.to_vec(),
        1 => [&Kind::Transcript.header(), rest].concat(),
        _ => [&Kind::Evidence.header(), rest].concat(),
    };
    let _ = audit(&file[..], games::find, |_, _| {});
}

/// The journal of any content: what is read is what was there.
pub fn journal(data: &[u8]) {
    let bytes = [&journal::HEADER, data].concat();
    if let Ok((entries, good)) = journal::read(&bytes) {
        let mut again = journal::HEADER.to_vec();
        entries.iter().for_each(|entry| again.extend(journal::frame(entry)));
        assert!(bytes[..good] == again);
    }
    let _ = journal::read(data);
}

/// A contribution to the match of `proto/vectors`, bent and signed again by its own seat: whatever it
/// says, it is judged, and nothing breaks.
pub fn resigned(data: &[u8]) {
    static MATCH: LazyLock<(SignedCharter, Vec<Record>)> = LazyLock::new(read_match);
    let (charter, records) = &*MATCH;
    let Some((at, data)) = data.split_first() else { return };
    // The first 24: keys, the shuffles, the first deal, some turns.
    let at = usize::from(*at) % records.len().min(24);
    let Record::Contribution(signed) = &records[at] else { return };
    let bent = bend::bend(&codec::encode(&signed.statement), data);
    let Ok(statement) = codec::decode::<Contribution>(&bent) else { return };
    let seat = [statement.seat];
    let identity = SigningKey::from_bytes(&digest("vector identity", &[&seat]));
    let Some(game) = games::find(&charter.charter.game) else { return };
    let Ok(mut auditor) = Auditor::new(charter, game) else { return };
    assert!(records[..at].iter().all(|record| auditor.follow(record)));
    auditor.follow(&Record::Contribution(Signed::new(statement, &identity)));
}

fn read_match() -> (SignedCharter, Vec<Record>) {
    let bytes = include_bytes!("../../proto/vectors/match.transcript");
    let mut reader = Reader::new(&bytes[..]).expect("the vectors are in order");
    let mut records = Vec::new();
    while let Some(record) = reader.entry().expect("the vectors are in order") {
        records.push(record);
    }
    match records.remove(0) {
        Record::Charter(charter) => (charter, records),
        _ => panic!("the match begins with its charter"),
    }
}

/// A proof of `proto/vectors`, bent: it must be refused unless it is the same.
pub fn proof(kind: &str, data: &[u8]) {
    static PROOFS: LazyLock<(verify::Table, Vec<(Value, Vec<u8>)>)> = LazyLock::new(read_proofs);
    let (table, cases) = &*PROOFS;
    let Some((which, data)) = data.split_first() else { return };
    let cases: Vec<_> = cases.iter().filter(|(case, _)| case["kind"] == kind).collect();
    let (case, good) = cases[usize::from(*which) % cases.len()];
    let bent = bend::bend(good, data);
    let holds = verify::holds(table, case, &bent).is_some();
    // What is dealt to whom, only the receivers can check.
    let accepted = holds && (kind != "dealing" || all_receive(table, case, &bent));
    assert!(accepted == (bent == *good), "a bent proof is accepted, or a good one refused");
}

/// Whether all receivers of a dealing find their shares good; whoever does not must be able to prove it.
fn all_receive(table: &verify::Table, case: &Value, dealing: &[u8]) -> bool {
    let ctx = verify::context(&case["context"]).expect("the vectors are in order");
    let dealing = codec::decode(dealing).expect("it holds");
    let escrow = table.accept(&dealing, &ctx, &case["statement"]).expect("it holds");
    // The secrets of the table, from the seed that its vectors are made from.
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let secrets: Vec<_> = table.keys.iter().map(|_| SecretKey::generate(&mut rng)).collect();
    let good = |(seat, secret): (usize, &SecretKey)| {
        let receiver = json!({ "match_id": case["context"]["match_id"], "step": 3, "seat": seat });
        let receiver = verify::context(&receiver).expect("the vectors are in order");
        match escrow.receive(&receiver, secret, &mut rng).expect("a seat of the table") {
            Received::Share(_) => true,
            Received::Bad(complaint) => {
                assert!(complaint.verify(&receiver, &escrow) == Blame::Dealer);
                false
            }
        }
    };
    let others = secrets.iter().enumerate().filter(|(seat, _)| case["context"]["seat"] != *seat);
    others.map(good).filter(|good| !good).count() == 0
}

fn read_proofs() -> (verify::Table, Vec<(Value, Vec<u8>)>) {
    let text = include_str!("../../proto/vectors/proofs.json");
    let all: Value = serde_json::from_str(text).expect("the vectors are in order");
    let table = verify::Table::new(&all["table"]).expect("the vectors are in order");
    let cases = all["proofs"].as_array().expect("the vectors are in order");
    let message = |case: &Value| verify::unhex(&case["message"]).expect("the vectors are in order");
    (table, cases.iter().map(|case| (case.clone(), message(case))).collect())
}
