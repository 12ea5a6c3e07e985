//! One value of every type, as bytes.

use ed25519_dalek::SigningKey;
use mental::{Complaint, Dealing, Point, RecoveredShares, Shares};
use proto::{
    Body, Charter, Contribution, Digest, Evidence, Message, OnCheat, Place, Record, Settled, Shown,
    Signed, SignedCharter, Statement, Status, Vote,
    codec::{decode, encode},
    digest, file,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::{
    cases::{MATCH, PROOFS},
    pin_json,
    verify::{hex, unhex},
};

pub fn identity(seat: u8) -> SigningKey {
    SigningKey::from_bytes(&[seat + 1; 32])
}

pub fn charter() -> SignedCharter {
    let place = |(seat, name): (u8, &str)| Place {
        identity: identity(seat).verifying_key().to_bytes(),
        name: name.into(),
        nonce: [0x10 + seat; 32],
        key: digest("example", &[&[seat]]),
    };
    let charter = Charter {
        protocol: proto::VERSION,
        game: "knives".into(),
        rules: 3,
        options: vec![("rounds".into(), "2".into()), ("target".into(), "60".into())],
        survive: 1,
        on_cheat: OnCheat::GoOn,
        seats: (0..).zip(["Ada", "Bo", "Çiğdem"]).map(place).collect(),
    };
    let signatures = (0..3).map(|seat| charter.sign(&identity(seat))).collect();
    SignedCharter { charter, signatures }
}

/// The message of a proof of `proofs.json`.
fn proof<T: Serialize + DeserializeOwned>(name: &str) -> T {
    let cases = PROOFS["proofs"].as_array().unwrap();
    let case = cases.iter().find(|case| case["name"] == name).unwrap();
    decode(&unhex(&case["message"]).unwrap()).unwrap()
}

fn bodies() -> Vec<(&'static str, Body)> {
    let key = Point::decode(unhex(&PROOFS["keys"][0]).unwrap().try_into().unwrap()).unwrap();
    let share = || Some(proof::<Shares>("share of one"));
    let none = || Some(proof("none of three faces in two cards"));
    let recovered: RecoveredShares = proof("recovered shares");
    let complaint: Complaint = proof("complaint");
    let dealing: Dealing = proof("dealing");
    let shown = Some(Shown { share: share(), none: none() });
    vec![
        ("Key", Body::Key { key, blind: [5; 32], proof: proof("key") }),
        ("Dealing", Body::Dealing(dealing)),
        ("Receipt", Body::Receipt(Vec::new())),
        ("Receipt with a complaint", Body::Receipt(vec![(1, complaint)])),
        ("Shuffle", Body::Shuffle(proof("shuffle of one card"))),
        ("Shares", Body::Shares { own: share(), recovered: Vec::new() }),
        ("Shares recovered", Body::Shares { own: None, recovered: vec![(1, recovered)] }),
        ("Remask", Body::Remask(proof("remask of two cards"))),
        ("Choice", Body::Choice { entry: 513, shown: None }),
        ("Choice of a card", Body::Choice { entry: 2, shown }),
        ("Seal", Body::Seal(proof("seal"))),
        ("Open", Body::Open { opened: proof("opened seal"), shown: None }),
        ("Answer", Body::Answer { shown: Some((4, share())), none: None }),
        ("Answer of a public card", Body::Answer { shown: Some((0, None)), none: None }),
        ("Answer that denies", Body::Answer { shown: None, none: none() }),
        ("Beacon", Body::Beacon(proof("beacon part"))),
        ("Attest", Body::Attest([9; 32])),
        ("CommonHead", Body::CommonHead),
    ]
}

fn contribution(step: u64, body: Body) -> Signed<Contribution> {
    let head = digest("example", &[b"head"]);
    Signed::new(Contribution { match_id: MATCH, step, seat: 2, head, body }, &identity(2))
}

/// Bytes that decode to themselves again.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq>(value: &T) -> String {
    let bytes = encode(value);
    assert!(decode::<T>(&bytes).is_ok_and(|again| again == *value));
    hex(bytes)
}

fn signed<T>(name: &str, signed: &Signed<T>) -> Value
where
    T: Statement + PartialEq + DeserializeOwned,
    Signed<T>: Serialize + DeserializeOwned + PartialEq,
{
    let keys: Vec<_> = (0..3).map(|seat| identity(seat).verifying_key()).collect();
    assert!(signed.is_genuine(&keys));
    json!({ "name": name, "statement": round_trip(&signed.statement),
        "digest": hex(signed.statement.digest()), "key": hex(keys[2].to_bytes()),
        "signature": hex(signed.signature.to_bytes()), "signed": round_trip(signed) })
}

/// A name, the type, and the bytes of values of every type that is framed or sent.
pub fn framed() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    let head = digest("example", &[b"head"]);
    let vote = Signed::new(
        Vote { match_id: MATCH, step: 9, seat: 2, head, ballot: 3, without: 0b1001 },
        &identity(2),
    );
    let settled = Signed::new(
        Settled { match_id: MATCH, step: 9, seat: 2, head, ballot: 2, without: 0b1000, last: 2 },
        &identity(2),
    );
    let status = Status { match_id: MATCH, step: 9, head, have: 0b101, votes: 0b10 };
    let said = |entry| contribution(9, Body::Choice { entry, shown: None });
    let equivocation = || Evidence::Equivocation(Box::new(said(0)), Box::new(said(1)));
    let two_faced = Evidence::TwoFaced(vote.clone(), settled.clone());
    let other_vote = Signed::new(Vote { without: 0, ..vote.statement }, &identity(2));
    let two_votes = Evidence::TwoVotes(vote.clone(), other_vote);
    let other_end = Signed::new(Settled { last: 3, ..settled.statement }, &identity(2));
    let two_ends = Evidence::TwoEnds(settled.clone(), other_end);
    let invalid = Evidence::Invalid(Box::new(said(7)));
    let common_head = |seat| {
        let statement = Contribution::common_head(MATCH, 9, seat, head);
        Signed::new(statement, &identity(seat)).signature
    };
    let heads = Record::Heads((0..3).map(common_head).collect());
    vec![
        ("contribution", "Message", encode(&Message::Contribution(said(0)))),
        ("vote", "Message", encode(&Message::Vote(vote.clone()))),
        ("settled", "Message", encode(&Message::Settled(settled))),
        ("status", "Message", encode(&Message::Status(status))),
        ("evidence", "Message", encode(&Message::Evidence(equivocation()))),
        ("charter", "Record", encode(&Record::Charter(charter()))),
        ("contribution", "Record", encode(&Record::Contribution(said(0)))),
        ("vote", "Record", encode(&Record::Vote(vote))),
        ("common head", "Record", encode(&heads)),
        ("equivocation", "Evidence", encode(&equivocation())),
        ("two-faced", "Evidence", encode(&two_faced)),
        ("two-votes", "Evidence", encode(&two_votes)),
        ("two-ends", "Evidence", encode(&two_ends)),
        ("invalid", "Evidence", encode(&invalid)),
    ]
}

/// Whether bytes are a value of a type.
pub fn decodes(kind: &str, bytes: &[u8]) -> bool {
    match kind {
        "Message" => Message::decode(bytes).is_ok(),
        "Record" => decode::<Record>(bytes).is_ok(),
        "Evidence" => decode::<Evidence>(bytes).is_ok(),
        "SignedCharter" => decode::<SignedCharter>(bytes).is_ok(),
        "Contribution" => decode::<Contribution>(bytes).is_ok(),
        _ => false,
    }
}

#[test]
fn encodings_are_as_written() {
    let charter = charter();
    assert!(charter.verify().is_ok());
    let bodies: Vec<Value> = (1..)
        .zip(bodies())
        .map(|(step, (name, body))| signed(name, &contribution(step, body)))
        .collect();
    let head = digest("example", &[b"head"]);
    let vote = Vote { match_id: MATCH, step: 9, seat: 2, head, ballot: 3, without: 0b1001 };
    let settled =
        Settled { match_id: MATCH, step: 9, seat: 2, head, ballot: 2, without: 0b1000, last: 2 };
    let framed: Vec<Value> = framed()
        .into_iter()
        .map(|(name, kind, bytes)| {
            assert!(decodes(kind, &bytes));
            json!({ "name": name, "type": kind, "bytes": hex(bytes) })
        })
        .collect();
    let scores: Vec<u8> = [3i64, -1, 0].iter().flat_map(|s| s.to_le_bytes()).collect();
    let result = digest("result", &[&[2, 0], &scores]);
    let fingerprint = digest("fingerprint", &[&head, &result]);
    pin_json(
        "codec.json",
        &json!({
            "charter": {
                "charter": round_trip(&charter.charter), "match_id": hex(charter.charter.id()),
                "signed_digest": hex(digest("sign charter", &[&charter.charter.id()])),
                "signed": round_trip(&charter),
            },
            "contributions": bodies,
            "vote": signed("Vote", &Signed::new(vote, &identity(2))),
            "settled": signed("Settled", &Signed::new(settled, &identity(2))),
            "values": framed,
            "result": { "winners": [2, 0], "scores": [3, -1, 0], "digest": hex(result),
                "attested_head": hex(head), "fingerprint": proto::words(&fingerprint) },
            "headers": { "transcript": hex(file::Kind::Transcript.header()),
                "evidence": hex(file::Kind::Evidence.header()) },
        }),
    );
}
