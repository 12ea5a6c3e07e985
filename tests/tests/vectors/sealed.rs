//! Seals and openings of seals that a verifier refuses, in the place of those of a match.

use proto::{Body, Contribution, Record, Signed, codec};

use crate::{
    played::records,
    verdicts::{again, transcript},
};

const OF: &str = "unsealed";

/// Files of the match in which a leaver's seal is opened.
pub(crate) fn files() -> Vec<(String, &'static str, Vec<u8>)> {
    let all = records(OF);
    let is = |wanted: fn(&Body) -> bool| move |record: &Record| matches!(record, Record::Contribution(s) if wanted(&s.statement.body));
    let seal = all.iter().position(is(|body| matches!(body, Body::Seal(_)))).unwrap();
    let open = all.iter().position(is(|body| matches!(body, Body::Open { .. }))).unwrap();
    let said = |at: usize| match &all[at] {
        Record::Contribution(signed) => signed,
        _ => panic!("no contribution"),
    };
    let copied = again(said(seal + 1), |c| c.body = said(seal).statement.body.clone());
    let changed = |at: usize, change: fn(&mut Vec<u8>)| {
        again(said(at), |c: &mut Contribution| match &mut c.body {
            Body::Seal(seal) => *seal = altered(seal, change),
            Body::Open { opened, .. } => *opened = altered(opened, change),
            _ => panic!("no seal"),
        })
    };
    let another_entry = changed(open, |bytes| bytes[0] ^= 1);
    let another_mask = changed(open, |bytes| bytes[2] ^= 1);
    let another_proof = changed(seal, |bytes| bytes[96] ^= 1);
    let then = |at: usize, signed: Signed<Contribution>| {
        transcript(&[&all[..at], &[Record::Contribution(signed)]].concat())
    };
    [
        ("somebody else's seal", then(seal + 1, copied)),
        ("a seal with another proof", then(seal, another_proof)),
        ("another entry than was sealed", then(open, another_entry)),
        ("the sealed entry with another mask", then(open, another_mask)),
    ]
    .map(|(name, file)| (name.to_owned(), OF, file))
    .to_vec()
}

/// A value whose bytes are changed.
fn altered<T: serde::Serialize + serde::de::DeserializeOwned>(
    value: &T,
    change: impl Fn(&mut Vec<u8>),
) -> T {
    let mut bytes = codec::encode(value);
    change(&mut bytes);
    codec::decode(&bytes).unwrap()
}
