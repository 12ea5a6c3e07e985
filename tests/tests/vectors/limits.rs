//! What has as much as it may have, and what has one more.

use proto::{codec, limits};
use serde_json::{Value, json};

use crate::{
    cases::PROOFS,
    encoded, forged, in_parts, mutated, pin_json,
    verify::{Table, unhex, verify},
};

/// Shuffles of the most cards, and of one more, in piles of one that are all alike.
fn proofs() -> Vec<Value> {
    let table = Table::new(&PROOFS["table"]).unwrap();
    let most = mental::shuffle::MAX_CARDS;
    let judged = |(entry, cards): (Value, usize)| {
        let case = mutated::apply(&entry);
        let piles = case["statement"]["piles"].as_array().unwrap();
        assert!(piles.len() == cards && piles.iter().all(|pile| *pile == piles[0]));
        let piles = json!({ "times": cards, "of": piles[0] });
        let statement = json!({ "H": case["statement"]["H"], "piles": piles });
        let message = in_parts(&unhex(&case["message"]).unwrap(), "match");
        json!({ "name": format!("of {cards} cards"), "kind": case["kind"], "context": case["context"],
            "statement": statement, "message": message, "verdict": verify(&table, &case) })
    };
    let sizes = [most, most + 1];
    forged::many_alike(&sizes).into_iter().zip(sizes).map(judged).collect()
}

/// Charters whose game has a name so long that they have the most bytes of a value, and one more.
fn values() -> Vec<Value> {
    let judged = |size: usize| {
        let mut charter = encoded::charter();
        let rest = codec::encode(&charter).len() - charter.charter.game.len();
        charter.charter.game = "a".repeat(size - rest);
        let bytes = codec::encode(&charter);
        assert_eq!(bytes.len(), size);
        let verdict = encoded::decodes("SignedCharter", &bytes);
        json!({ "name": format!("{size} bytes"), "type": "SignedCharter", "bytes": in_parts(&bytes, "match"),
            "verdict": verdict })
    };
    [limits::MESSAGE, limits::MESSAGE + 1].map(judged).to_vec()
}

#[test]
fn what_is_at_a_limit_is_accepted_and_what_is_beyond_is_not() {
    let (proofs, values) = (proofs(), values());
    for pair in [&proofs, &values] {
        let verdicts: Vec<_> = pair.iter().map(|entry| entry["verdict"] == true).collect();
        assert_eq!(verdicts, [true, false]);
    }
    pin_json("limits.json", &json!({ "proofs": proofs, "values": values }));
}
