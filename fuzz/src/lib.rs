//! The bodies of the fuzz targets: they feed every decoder and every verifier of a match with hostile
//! bytes. The lobby's decoder is fuzzed in the tests of `net`, since the network library would have to be
//! built once more here.
//!
//! A decoder must refuse, or return a value that encodes to those very bytes. A verifier must accept the
//! proofs of `proto/vectors` and nothing that differs from them.
#![forbid(unsafe_code)]

mod bend;
#[path = "../../tests/tests/vectors/verify.rs"]
#[allow(dead_code, clippy::unwrap_used)]
mod verify;

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use ed25519_dalek::SigningKey;
use engine::Game;
use mental::{Blame, Received, SecretKey};
use proto::{
    Accept, Ballot, Body, Consent, Contradiction, Contribution, Evidence, Header, Leave, Message,
    Prepare, Promise, Record, Signed, SignedCharter, Standing, Statement, Status, Unfinished,
    Word,
    codec::{self, DecodeError},
    digest,
    file::{Kind, Reader},
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use serde::Serialize;
use serde_json::{Value, json};
use table::{
    Node, MatchState,
    audit::{Auditor, audit},
    journal,
};

/// Decodes a value and encodes it again; the first byte selects the type.
pub fn message(data: &[u8]) {
    let Some((kind, bytes)) = data.split_first() else { return };
    match kind % 5 {
        0 => canonical(bytes, Message::decode),
        1 => canonical(bytes, codec::decode::<Record>),
        2 => canonical(bytes, codec::decode::<Evidence>),
        3 => canonical(bytes, codec::decode::<SignedCharter>),
        _ => canonical(bytes, codec::decode::<Contribution>),
    }
}

fn canonical<T: Serialize>(bytes: &[u8], decode: impl Fn(&[u8]) -> Result<T, DecodeError>) {
    if let Ok(value) = decode(bytes) {
        assert!(codec::encode(&value) == bytes, "a second form of one value");
    }
}

/// Audits a file of any content, often with a good header.
pub fn transcript(data: &[u8]) {
    let Some((kind, rest)) = data.split_first() else { return };
    let file = match kind % 3 {
        0 => rest.to_vec(),
        1 => [&Kind::Transcript.header(), rest].concat(),
        _ => [&Kind::Evidence.header(), rest].concat(),
    };
    let _ = audit(std::io::Cursor::new(&file[..]), games::find, |_, _| {});
}

/// Reads a journal of any content: encoding what was read must give the same bytes.
pub fn journal(data: &[u8]) {
    let bytes = [&journal::HEADER, data].concat();
    if let Ok((entries, good)) = journal::read(&bytes) {
        let mut again = journal::HEADER.to_vec();
        entries.iter().for_each(|entry| again.extend(journal::frame(entry)));
        assert!(bytes[..good] == again);
    }
    let _ = journal::read(data);
}

/// A contribution or a consent of a match of `proto/vectors`, mutated and signed again by its own seat:
/// whatever it says, there is a verdict and no panic.
pub fn resigned(data: &[u8]) {
    // After refusing a record an auditor can be given another, so most auditors are used many times.
    thread_local! {
        static AUDITORS: RefCell<BTreeMap<u8, Auditor>> = const { RefCell::new(BTreeMap::new()) };
    }
    let Some((which, data)) = data.split_first() else { return };
    let place = Moment::of(*which);
    let Some(bent) = place.bent(data) else { return };
    let mut auditor =
        AUDITORS.with_borrow_mut(|all| all.remove(&place.which)).unwrap_or_else(|| place.auditor());
    let refused = auditor.try_follow(&bent).is_err();
    // Keys and shuffles are checked together with those of other seats.
    let alone = !matches!(&bent, Record::Contribution(signed)
        if matches!(signed.statement.body, Body::Key { .. } | Body::Shuffle(_)));
    if refused && alone {
        AUDITORS.with_borrow_mut(|all| all.insert(place.which, auditor));
    }
}

/// A node that has followed a match of `proto/vectors` for a while receives what lying seats might send:
/// whatever it is, there is no panic.
pub fn node(data: &[u8]) {
    let Some((which, data)) = data.split_first() else { return };
    let place = Moment::of(*which);
    let Ok(mut node) = Node::new(place.charter.clone(), place.game(), None, 0) else { return };
    // A node follows consents only when it is told that they have closed the step; an auditor does at
    // once.
    let Ok(mut auditor) = Auditor::new(place.charter, place.game()) else { return };
    for record in place.before {
        for message in messages(auditor.play(), record) {
            assert!(node.handle(None, &codec::encode(&message), 0).is_ok());
        }
        assert!(auditor.follow(record));
    }
    for (now, lie) in (1..).zip(data.chunks_exact(8).take(24)) {
        let message = place.lie(&node, lie);
        let _ = node.handle(None, &codec::encode(&message), 1000 * now);
        node.tick(1000 * now);
        node.take_outputs();
    }
}

/// A moment in a match of `proto/vectors`.
struct Moment {
    which: u8,
    charter: &'static SignedCharter,
    before: &'static [Record],
    next: &'static Record,
}

impl Moment {
    /// The moment before the first record of some kind in some match.
    fn of(which: u8) -> Self {
        static MATCHES: LazyLock<Vec<(SignedCharter, Vec<Record>)>> = LazyLock::new(read_matches);
        static PLACES: LazyLock<Vec<(usize, usize)>> = LazyLock::new(|| {
            let places = |(i, (_, records)): (usize, &(_, Vec<Record>))| {
                let mut kinds = BTreeSet::new();
                let new = |(_, record): &(usize, &Record)| kinds.insert(kind(record));
                let places = records.iter().enumerate().filter(new).map(|(at, _)| (i, at));
                places.collect::<Vec<_>>()
            };
            MATCHES.iter().enumerate().flat_map(places).collect()
        });
        let which = usize::from(which) % PLACES.len();
        let (game, at) = PLACES[which];
        let (charter, records) = &MATCHES[game];
        Self { which: which as u8, charter, before: &records[..at], next: &records[at] }
    }

    fn game(&self) -> &'static dyn Game {
        games::find(&self.charter.charter.game).expect("the vectors are in order")
    }

    fn auditor(&self) -> Auditor {
        let mut auditor =
            Auditor::new(self.charter, self.game()).expect("the vectors are in order");
        assert!(self.before.iter().all(|record| auditor.follow(record)));
        auditor
    }

    /// The next record, mutated; the first byte may put another seat into it.
    fn bent(&self, data: &[u8]) -> Option<Record> {
        let (seat, data) = data.split_first()?;
        Some(match self.next {
            Record::Contribution(signed) => {
                let mut said = signed.statement.clone();
                said.body = codec::decode(&bend::bend(&codec::encode(&said.body), data)).ok()?;
                said.seat = seat.checked_sub(128).unwrap_or(said.seat);
                Record::Contribution(sign(said))
            }
            Record::Consent(signed) => {
                let bent = bend::bend(&codec::encode(&signed.statement), data);
                Record::Consent(sign(codec::decode(&bent).ok()?))
            }
            Record::Heads(signatures) => {
                let bent = bend::bend(&codec::encode(signatures), data);
                Record::Heads(codec::decode(&bent).ok()?)
            }
            _ => return None,
        })
    }

    /// A message that a seat might send to a node of this match although it is no part of it.
    fn lie(&self, node: &Node, lie: &[u8]) -> Message {
        let (match_id, head, now) = (node.play().id(), node.play().head(), node.play().step());
        let number = |i: usize| u64::from(lie[i]);
        let far =
            |i: usize| [number(i) % 4, number(i), u64::MAX - number(i) % 4][lie[i] as usize % 3];
        let step = [now, now, now + 1, now.saturating_sub(1), far(1)][lie[1] as usize % 5];
        let seat =
            if lie[2] < 200 { lie[2] % self.charter.charter.seats.len() as u8 } else { lie[2] };
        let (ballot, last) = (far(3) as u32, far(4) as u32);
        let without = u16::from_le_bytes([lie[5], if lie[6] < 200 { 0 } else { lie[6] }]);
        let at = Header { match_id, step, seat, head };
        let (ballot, last) = (Ballot { round: ballot, seat }, Ballot { round: last, seat: lie[6] });
        let promise = |accepted| sign(Promise { at, ballot, accepted });
        let accept = |ballot, value| sign(Accept { at, ballot, value });
        let value = proto::Value::Without(without);
        let said = |byte| {
            let body = Body::Attest([byte; 32]);
            let decided = Vec::new();
            Box::new(sign(Contribution { match_id, step, seat, head, decided, body }))
        };
        let evidence = Message::Evidence;
        let word = Message::Word;
        match (lie[0] % 15, self.next) {
            (0, _) => {
                let (have, proven, ask) = (without, without, number(4));
                Message::Status(Status { match_id, step, head, have, proven, ask })
            }
            (1, _) => word(Word::Consent(sign(Consent { at, without }))),
            (2, _) => word(Word::Prepare(sign(Prepare { at, round: ballot.round }))),
            (9, _) => word(Word::Promise(promise(Some((last, value))), Vec::new())),
            (10, _) => word(Word::Accept(accept(ballot, value))),
            (11, _) => {
                let (count, back) = (u32::from(lie[7]), lie[6] % 2 == 1);
                Message::Leave(sign(Leave { at, count, back }))
            }
            (13, _) => Message::Standing(sign(Standing { at, value })),
            (12, _) => Message::Unfinished(sign(Unfinished { at, left: without })),
            (3, Record::Contribution(next)) => Message::Contribution(next.clone()),
            (3 | 4, _) => Message::Contribution(*said(lie[7])),
            (5, _) => evidence(Evidence::Closing(Contradiction::TwoAccepts(
                accept(ballot, value),
                accept(ballot, proto::Value::Contributions([lie[7]; 32])),
            ))),
            (6, _) => evidence(Evidence::Closing(Contradiction::HiddenAccept(
                promise(None),
                accept(last, value),
            ))),
            (7, _) => {
                evidence(Evidence::BrokenConsent(sign(Consent { at, without }), said(lie[7])))
            }
            _ if lie[7] % 2 == 0 => evidence(Evidence::Invalid(said(lie[7]))),
            _ => evidence(Evidence::Equivocation(said(lie[7]), said(lie[6]))),
        }
    }
}

/// The messages that led to a record, in a match that has come to it.
fn messages(play: &MatchState, record: &Record) -> Vec<Message> {
    match record.clone() {
        Record::Contribution(signed) => vec![Message::Contribution(signed)],
        Record::Consent(signed) => vec![Message::Word(Word::Consent(signed))],
        Record::Decided(certificate) => vec![Message::Word(Word::Decided(certificate))],
        Record::Heads(signatures) => {
            let said = |(seat, signature): (engine::Seat, _)| {
                let seat = seat.index() as u8;
                let statement =
                    Contribution::common_head(play.id(), play.step(), seat, play.head());
                Message::Contribution(Signed { statement, signature })
            };
            play.present().iter().zip(signatures).map(said).collect()
        }
        _ => Vec::new(),
    }
}

/// A statement signed by the seat that it names, if the vectors have such a seat.
fn sign<T: Statement>(statement: T) -> Signed<T> {
    let identity = SigningKey::from_bytes(&digest("vector identity", &[&[statement.seat()]]));
    Signed::new(statement, &identity)
}

/// The kind of a record: records of different kinds are judged differently.
fn kind(record: &Record) -> (u32, bool, bool) {
    match record {
        Record::Contribution(signed) => {
            let body = &signed.statement.body;
            let tag = codec::encode(body)[..4].try_into().map_or(0, u32::from_le_bytes);
            let recovers = matches!(body, Body::Shares { recovered, .. } if !recovered.is_empty());
            let denies = matches!(body, Body::Answer { none: Some(_), .. });
            (tag, recovers, denies)
        }
        Record::Heads(_) => (u32::MAX - 1, false, false),
        _ => (u32::MAX, false, false),
    }
}

fn read_matches() -> Vec<(SignedCharter, Vec<Record>)> {
    let matches: [&[u8]; 6] = [
        include_bytes!("../../proto/vectors/match.transcript"),
        include_bytes!("../../proto/vectors/sealed.transcript"),
        include_bytes!("../../proto/vectors/leaver.transcript"),
        include_bytes!("../../proto/vectors/remixed.transcript"),
        include_bytes!("../../proto/vectors/crew.transcript"),
        include_bytes!("../../proto/vectors/tricks.transcript"),
    ];
    matches.into_iter().map(read_match).collect()
}

fn read_match(bytes: &[u8]) -> (SignedCharter, Vec<Record>) {
    let mut reader = Reader::new(bytes).expect("the vectors are in order");
    let mut records = Vec::new();
    while let Some(record) = reader.entry().expect("the vectors are in order") {
        records.push(record);
    }
    match records.remove(0) {
        Record::Charter(charter) => (charter, records),
        _ => panic!("the match begins with its charter"),
    }
}

/// A proof of `proto/vectors`, mutated: it must be refused unless it is unchanged.
pub fn proof(kind: &str, data: &[u8]) {
    static PROOFS: LazyLock<(verify::Table, Vec<(Value, Vec<u8>)>)> = LazyLock::new(read_proofs);
    let (table, cases) = &*PROOFS;
    let Some((which, data)) = data.split_first() else { return };
    let cases: Vec<_> = cases.iter().filter(|(case, _)| case["kind"] == kind).collect();
    let (case, good) = cases[usize::from(*which) % cases.len()];
    let bent = bend::bend(good, data);
    let holds = verify::holds(table, case, &bent).is_some();
    // Only the receivers can check the shares in a dealing.
    let accepted = holds && (kind != "dealing" || all_receive(table, case, &bent));
    assert!(accepted == (bent == *good), "a bent proof is accepted, or a good one refused");
}

/// Whether all receivers of a dealing find their shares good; one that does not must be able to prove it.
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
