//! What must be refused: everything that differs from a vector in one thing.

use curve25519_dalek::{RistrettoPoint, Scalar, ristretto::CompressedRistretto};
use proto::codec;
use serde_json::{Value, json};

use crate::{
    cases::{PROOFS, ctx, p},
    encoded, forged,
    hand::{self, Field, Kind, hash_to_group},
    pin_json,
    verify::{Table, hex, unhex, verify},
};

/// `ℓ`, little-endian.
const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

/// `p + 2`, little-endian: a second form of the field element 2.
const ABOVE_P: [u8; 32] = {
    let mut bytes = [0xff; 32];
    (bytes[0], bytes[31]) = (0xef, 0x7f);
    bytes
};

/// The other values that a field is given, and what is wrong with them.
fn others(field: &Field, old: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let element = || old.try_into().unwrap();
    match field.kind {
        Kind::Point => {
            let point = CompressedRistretto(element()).decompress().unwrap();
            let moved = (point + RistrettoPoint::mul_base(&Scalar::ONE)).compress();
            let mut negative: [u8; 32] = element();
            negative[0] ^= 1;
            vec![
                ("another point", moved.to_bytes().to_vec()),
                ("the neutral element", vec![0; 32]),
                ("no canonical point: negative", negative.to_vec()),
                ("no canonical point: not below p", ABOVE_P.to_vec()),
            ]
        }
        Kind::Scalar => {
            let scalar = Scalar::from_canonical_bytes(element()).unwrap();
            vec![
                ("another scalar", (scalar + Scalar::ONE).to_bytes().to_vec()),
                ("zero", vec![0; 32]),
                ("no canonical scalar: the same plus ℓ", plus_order(&element()).to_vec()),
            ]
        }
        Kind::Length => Vec::new(),
        Kind::Entry => {
            let entry = u16::from_le_bytes(old.try_into().unwrap());
            let bytes = |entry: u16| entry.to_le_bytes().to_vec();
            vec![
                ("another entry", bytes(entry.wrapping_add(1))),
                ("its bytes exchanged", bytes(entry.swap_bytes())),
                ("the first entry", bytes(0)),
                ("the last number there is", bytes(u16::MAX)),
            ]
        }
    }
}

fn plus_order(scalar: &[u8; 32]) -> [u8; 32] {
    let mut carry = 0;
    core::array::from_fn(|i| {
        let sum = u16::from(scalar[i]) + u16::from(ORDER[i]) + carry;
        carry = sum >> 8;
        sum as u8
    })
}

/// Parts of a dealing on which only its receivers have a say: a complaint is how they do.
fn only_receivers_can_tell(field: &Field, what: &str) -> bool {
    matches!(what, "another scalar" | "zero") && field.name.starts_with("e_")
        || what == "another point" && matches!(&*field.name, "C_1" | "C_2")
}

fn in_message(case: &Value, fields: &[Field]) -> Vec<Value> {
    let message = unhex(&case["message"]).unwrap();
    let mut refused = Vec::new();
    let mut push = |why: String, patch: Value| {
        let mut entry = json!({ "base": case["name"], "why": why });
        entry.as_object_mut().unwrap().extend(patch.as_object().unwrap().clone());
        refused.push(entry);
    };
    for field in fields {
        let (name, at) = (&field.name, field.at);
        if field.kind == Kind::Length {
            let length = u64::from_le_bytes(message[at..at + 8].try_into().unwrap());
            for other in [length + 1, length.wrapping_sub(1), 1 << 40] {
                let patch = json!({ "at": at, "bytes": hex(other.to_le_bytes()) });
                push(format!("{name}: {other}"), patch);
            }
            continue;
        }
        let old = &message[at..at + field.kind.size()];
        for (what, bytes) in others(field, old) {
            let open = case["kind"] == "dealing" && only_receivers_can_tell(field, what);
            if bytes != old && !open {
                push(format!("{name}: {what}"), json!({ "at": at, "bytes": hex(bytes) }));
            }
        }
    }
    let cut = hex(&message[..message.len() - 1]);
    push("the last byte is missing".into(), json!({ "message": cut }));
    push("a byte follows".into(), json!({ "message": hex(&message) + "00" }));
    push("nothing".into(), json!({ "message": "" }));
    refused
}

/// Contexts that differ from one in one thing each, and which.
fn other_contexts(old: &Value) -> Vec<(&'static str, Value)> {
    let (step, seat) = (old["step"].as_u64().unwrap(), old["seat"].as_u64().unwrap());
    let changes = [
        ("match_id", json!(hex([0x55; 32]))),
        ("step", json!(step + 1)),
        ("seat", json!((seat + 1) % 4)),
    ];
    let change = |(name, value): (&'static str, Value)| {
        let mut context = old.clone();
        context[name] = value;
        (name, context)
    };
    changes.into_iter().map(change).collect()
}

fn in_context(case: &Value) -> Vec<Value> {
    let changed = |(name, context): (&str, Value)| {
        let why = format!("the context has another {name}");
        json!({ "base": case["name"], "why": why, "context": context })
    };
    other_contexts(&case["context"]).into_iter().map(changed).collect()
}

/// Paths to every point of the statement that its proof is bound to.
fn in_statement(case: &Value) -> Vec<Value> {
    let s = &case["statement"];
    let other = p(&mental::Point::new(hash_to_group(&[b"another"])));
    let mut refused = Vec::new();
    let mut push = |why: String, name: &str, value: Value| {
        let statement = json!({ name: value });
        refused.push(json!({ "base": case["name"], "why": why, "statement": statement }));
    };
    if s["X"].is_string() {
        let position = PROOFS["keys"].as_array().unwrap().iter().position(|key| *key == s["X"]);
        let neighbour = &PROOFS["keys"][(position.unwrap() + 1) % 4];
        push("the key of another seat".into(), "X", neighbour.clone());
    }
    if s["H"].is_string() {
        // The joint key of the first three seats.
        let three = (0..3).map(|i| *crate::verify::point(&PROOFS["keys"][i]).unwrap().point());
        push("another joint key".into(), "H", p(&mental::Point::new(three.sum())));
    }
    let lists: Vec<(&str, Value)> = match s["piles"].as_array() {
        Some(_) => vec![("piles", s["piles"].clone())],
        None => vec![("cards", json!([s["cards"]]))],
    };
    for (name, piles) in lists.into_iter().filter(|(_, piles)| piles[0].is_array()) {
        let whole = |piles: Value| if name == "piles" { piles } else { piles[0].clone() };
        for (i, pile) in piles.as_array().unwrap().iter().enumerate() {
            let size = pile.as_array().unwrap().len();
            for (k, half) in (0..size).flat_map(|k| [(k, 0), (k, 1)]) {
                let mut bent = piles.clone();
                bent[i][k][half] = other.clone();
                let letter = ["A", "B"][half];
                push(format!("another {letter} of card {k} of pile {i}"), name, whole(bent));
            }
            let mut bent = piles.clone();
            let cards = bent[i].as_array_mut().unwrap();
            if size > 1 {
                cards.swap(0, 1);
                push(format!("two cards of pile {i} exchanged"), name, whole(bent.clone()));
            }
            if size > 0 {
                let last = bent[i].as_array_mut().unwrap().pop();
                push(format!("pile {i} lacks a card"), name, whole(bent.clone()));
                bent[i].as_array_mut().unwrap().extend([last.clone().unwrap(), last.unwrap()]);
                push(format!("pile {i} has one card more"), name, whole(bent));
            }
        }
        if name == "piles" && piles.as_array().unwrap().len() > 1 {
            let joined: Vec<Value> = piles
                .as_array()
                .unwrap()
                .iter()
                .flat_map(|p| p.as_array().unwrap().clone())
                .collect();
            push("all piles as one".into(), name, json!([joined]));
        }
    }
    for k in 0..s["faces"].as_array().map_or(0, Vec::len) {
        let mut faces = s["faces"].clone();
        faces[k] = other.clone();
        push(format!("another face {k}"), "faces", faces);
        let mut faces = s["faces"].clone();
        faces.as_array_mut().unwrap().remove(k);
        push(format!("face {k} is missing"), "faces", faces);
    }
    match case["kind"].as_str().unwrap() {
        "dealing" => {
            push("another dealer".into(), "dealer", json!(2));
            for threshold in [0, 2, 4] {
                push(format!("a threshold of {threshold}"), "threshold", threshold.into());
            }
        }
        "complaint" | "recovered" => {
            for name in ["receiver", "helper"].into_iter().filter(|name| s[*name].is_number()) {
                for seat in [0, 1, 7] {
                    push(format!("{name} {seat}"), name, seat.into());
                }
            }
            let mut dealing = unhex(&s["dealing"]).unwrap();
            // Bends C_1, which every Y_i depends on.
            let bent = CompressedRistretto(dealing[40..72].try_into().unwrap());
            let bent =
                (bent.decompress().unwrap() + RistrettoPoint::mul_base(&Scalar::ONE)).compress();
            dealing[40..72].copy_from_slice(bent.as_bytes());
            push("another dealing".into(), "dealing", hex(dealing).into());
        }
        _ => {}
    }
    if case["kind"] == "opened-seal" {
        let other = forged::case("seal of no entry");
        assert_eq!(other["context"], s["seal_context"]);
        push("another seal".into(), "seal", other["message"].clone());
        for (name, context) in other_contexts(&s["seal_context"]) {
            push(format!("the seal's context has another {name}"), "seal_context", context);
        }
    }
    if case["kind"] == "complaint" {
        push("the dealing of another step".into(), "dealing_context", ctx(4, 1));
    }
    refused
}

/// The case that an entry describes.
pub(crate) fn apply(entry: &Value) -> Value {
    let cases = PROOFS["proofs"].as_array().unwrap();
    let mut case = cases.iter().find(|case| case["name"] == entry["base"]).unwrap().clone();
    if let Some(at) = entry["at"].as_u64() {
        let mut message = unhex(&case["message"]).unwrap();
        let bytes = unhex(&entry["bytes"]).unwrap();
        message[at as usize..at as usize + bytes.len()].copy_from_slice(&bytes);
        case["message"] = hex(message).into();
    }
    for name in ["context", "message"].into_iter().filter(|name| !entry[*name].is_null()) {
        case[name] = entry[name].clone();
    }
    for (name, value) in entry["statement"].as_object().into_iter().flatten() {
        case["statement"][name] = value.clone();
    }
    case
}

fn proofs() -> Vec<Value> {
    let mut refused = Vec::new();
    for case in PROOFS["proofs"].as_array().unwrap() {
        let (fields, _) = hand::check(case);
        refused.extend(in_message(case, &fields));
        // What a dealing says does not depend on where it is said, its pads do; nor does what opens
        // a seal, whose context is part of the statement.
        if case["kind"] != "dealing" && case["kind"] != "opened-seal" {
            refused.extend(in_context(case));
        }
        refused.extend(in_statement(case));
    }
    refused.extend(forged::entries());
    refused
}

/// Bytes that are no value of a type.
fn bytes() -> Vec<Value> {
    let mut refused = Vec::new();
    let mut push = |kind: &str, why: String, bytes: &[u8]| {
        refused.push(json!({ "type": kind, "why": why, "bytes": hex(bytes) }));
    };
    for (name, kind, good) in encoded::framed() {
        push(kind, format!("{name}: a byte follows"), &[&good[..], &[0]].concat());
        push(kind, format!("{name}: cut"), &good[..good.len() - 1]);
        let mut bent = good.clone();
        bent[0] = 99;
        push(kind, format!("{name}: no such variant"), &bent);
        let mut bent = good.clone();
        bent[3] = 1;
        push(kind, format!("{name}: no such variant, in the highest byte"), &bent);
        // Signatures end every one of these but those that nobody signs, and a list of nothing.
        if !["status", "probe", "told", "promise"].contains(&name) {
            let mut bent = good.clone();
            let length = bent.len() - 72;
            bent[length] = 63;
            push(kind, format!("{name}: a signature of 63 bytes"), &bent);
        }
        let inner = matches!(name, "consent" | "prepare" | "promise" | "proposal" | "accept");
        if kind == "Message" && (inner || name == "decided" || name == "promise, bound") {
            let mut bent = good.clone();
            bent[4] = 6;
            push(kind, format!("{name}: no such word"), &bent);
        }
        if kind == "Evidence" && good[0] == 2 {
            let mut bent = good.clone();
            bent[4] = 6;
            push(kind, format!("{name}: no such contradiction"), &bent);
        }
        if name == "leave" {
            // Whether its seat is back comes before the signature.
            let mut bent = good.clone();
            let back = bent.len() - 73;
            bent[back] = 2;
            push(kind, format!("{name}: neither yes nor no"), &bent);
        }
        if name == "contribution" {
            // The option before the signature: nothing is shown.
            let option = good.len() - 73;
            for tag in [1, 2, 255] {
                let mut bent = good.clone();
                bent[option] = tag;
                push(kind, format!("{name}: option byte {tag}"), &bent);
            }
        }
    }
    let charter = encoded::charter();
    let good = codec::encode(&charter);
    // Protocol, then the game's name.
    let mut bent = good.clone();
    bent[10] = 0xff;
    push("SignedCharter", "a name that is not UTF-8".into(), &bent);
    let mut bent = good.clone();
    bent[9] = 0x7f;
    push("SignedCharter", "a length far beyond the end".into(), &bent);
    push("Message", "nothing".into(), &[]);
    refused
}

#[test]
fn everything_mutated_is_refused_and_as_written() {
    let table = Table::new(&PROOFS["table"]).unwrap();
    let (proofs, bytes) = (proofs(), bytes());
    for entry in &proofs {
        assert!(!verify(&table, &apply(entry)), "{entry}");
    }
    for entry in &bytes {
        let value = unhex(&entry["bytes"]).unwrap();
        assert!(!encoded::decodes(entry["type"].as_str().unwrap(), &value), "{entry}");
    }
    pin_json("mutated.json", &json!({ "proofs": proofs, "bytes": bytes }));
}
