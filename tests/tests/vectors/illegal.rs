//! Illegal play: a contribution of a match in which one thing was changed, signed again by its seat. Every
//! signature, place and head is right, so that only the check that its misdeed is named after refuses it.

use std::collections::BTreeMap;

use engine::Seat;
use proto::{Body, Contribution, Record, Shown, Signed, codec};
use serde::de::DeserializeOwned;
use table::{Rejected, audit::Auditor};

use crate::{
    played::{identity, records},
    turns::find,
    verdicts::{again, transcript},
};

/// Where they are looked for. Between them these have every kind of contribution.
const MATCHES: [&str; 5] = ["match", "sealed", "leaver", "tricks", "unsealed_all"];

/// A misdeed, and the kind of contribution in which it is found.
type Found = BTreeMap<(&'static str, &'static str), (&'static str, Vec<u8>)>;

/// For every misdeed that can be made so, the first contribution of each kind that is one: its name, the match, the
/// file.
pub(crate) fn files() -> Vec<(String, &'static str, Vec<u8>)> {
    let mut found = Found::new();
    for of in MATCHES {
        look_through(of, &mut found);
    }
    let file =
        |((misdeed, kind), (of, bytes))| (format!("illegal: {misdeed} in {kind}"), of, bytes);
    found.into_iter().map(file).chain(shares_wrong_twice()).collect()
}

/// Shares of which two things are wrong, so that the order of the checks decides what is found.
fn shares_wrong_twice() -> Vec<(String, &'static str, Vec<u8>)> {
    const OF: &str = "remixed";
    let all = records(OF);
    let both = |at: &usize| match &all[*at] {
        Record::Contribution(signed) => match &signed.statement.body {
            Body::Shares { own: Some(own), recovered } if !recovered.is_empty() => {
                Some((*at, signed.clone(), own.clone(), recovered.clone()))
            }
            _ => None,
        },
        _ => None,
    };
    let (at, signed, own, recovered) = (0..all.len()).find_map(|at| both(&at)).unwrap();
    let (false_own, mut false_part, mut for_another) =
        (altered(&own), recovered.clone(), recovered);
    false_part[0].1 = altered(&false_part[0].1);
    for_another[0] = (for_another[0].0 + 1, false_part[0].1.clone());
    [
        ("false shares, and none recovered", Some(false_own.clone()), Vec::new()),
        ("false shares, and false ones recovered", Some(false_own), false_part.clone()),
        ("no shares, and false ones recovered", None, false_part),
        ("false shares recovered for another seat", Some(own), for_another),
    ]
    .map(|(name, own, recovered)| {
        let said = again(&signed, |said| said.body = Body::Shares { own, recovered });
        let records = [&all[..at], &[Record::Contribution(said)]].concat();
        (name.to_owned(), OF, transcript(&records))
    })
    .to_vec()
}

/// A proof with another last scalar.
fn altered<T: DeserializeOwned + serde::Serialize>(proof: &T) -> T {
    let mut bytes = codec::encode(proof);
    let at = bytes.len() - 32;
    bytes[at] ^= 1;
    decoded(&bytes)
}

fn look_through(of: &'static str, found: &mut Found) {
    let all = records(of);
    let Some(Record::Charter(charter)) = all.first() else { panic!("{of} has no charter") };
    let mut auditor = Auditor::new(charter, find(&charter.charter.game).unwrap()).unwrap();
    // What was said before, to be said again in another place.
    let mut earlier: Vec<Body> = Vec::new();
    for (at, record) in all.iter().enumerate().skip(1) {
        if let Record::Contribution(Signed { statement, .. }) = record {
            for body in changed(&statement.body, &earlier) {
                let statement = Contribution { body, ..statement.clone() };
                let Err(Rejected::Cheat(blame)) = auditor.play().check(&statement) else {
                    continue;
                };
                let kind = kind(&statement.body);
                found.entry((blame.misdeed.name(), kind)).or_insert_with(|| {
                    let seat = identity(Seat::new(statement.seat));
                    let changed = Record::Contribution(Signed::new(statement, &seat));
                    (of, transcript(&[&all[..at], &[changed]].concat()))
                });
            }
            earlier.push(statement.body.clone());
        }
        assert!(auditor.follow(record), "{of}");
    }
}

fn kind(body: &Body) -> &'static str {
    match body {
        Body::Key { .. } => "a key",
        Body::Dealing(_) => "a dealing",
        Body::Receipt(_) => "a receipt",
        Body::Shuffle(_) => "a shuffle",
        Body::Shares { .. } => "shares",
        Body::Remask(_) => "a remask",
        Body::Choice { .. } => "a choice",
        Body::Seal(_) => "a seal",
        Body::Open { .. } => "an opened seal",
        Body::Answer { .. } => "an answer",
        Body::Beacon(_) => "a part of a number",
        Body::Attest(_) => "an attestation",
        Body::CommonHead => "a common head",
    }
}

/// The body with one thing changed, in every way that comes to mind.
fn changed(body: &Body, earlier: &[Body]) -> Vec<Body> {
    let mut changed = bent(body);
    match body {
        Body::Dealing(_) => changed.extend(same_kind(body, earlier)),
        Body::Receipt(_) => {
            // A complaint without a ground, about a seat that there is, and about one that there is not.
            let complaint = || decoded(&[0; 96]);
            changed.extend([0, 1, 9].map(|dealer| Body::Receipt(vec![(dealer, complaint())])));
        }
        Body::Shares { own, recovered } => {
            changed.push(Body::Shares { own: None, recovered: recovered.clone() });
            changed.push(Body::Shares { own: own.clone(), recovered: Vec::new() });
        }
        Body::Choice { shown, .. } => {
            let entry = |entry| Body::Choice { entry, shown: shown.clone() };
            let here = |shown| match body {
                Body::Choice { entry, .. } => Body::Choice { entry: *entry, shown },
                _ => body.clone(),
            };
            changed.extend((0..24).chain([u16::MAX]).map(entry));
            changed.extend(other_ways(shown.as_ref(), earlier).into_iter().map(here));
        }
        Body::Open { opened, shown } => {
            let here = |shown| Body::Open { opened: opened.clone(), shown };
            changed.extend(other_ways(shown.as_ref(), earlier).into_iter().map(here));
        }
        Body::Answer { shown, none } => {
            let denial = none.clone().or_else(|| denials(earlier).next());
            let answers = [
                (None, None),
                (shown.clone(), denial.clone()),
                (Some((0, None)), None),
                (Some((u16::MAX, None)), None),
                (None, denial),
            ];
            changed.extend(answers.map(|(shown, none)| Body::Answer { shown, none }));
            let place = |place| Body::Answer {
                shown: shown.clone().map(|(_, share)| (place, share)),
                none: None,
            };
            changed.extend((0..8).map(place));
        }
        Body::Attest(digest) => {
            let mut other = *digest;
            other[0] ^= 1;
            changed.push(Body::Attest(other));
        }
        _ => {}
    }
    changed.retain(|other| other != body);
    changed
}

/// The body with one bit of a scalar or a point near its end changed, where that is still a body.
fn bent(body: &Body) -> Vec<Body> {
    let bytes = codec::encode(body);
    let bend = |back: &usize| {
        let mut bytes = bytes.clone();
        let at = bytes.len().checked_sub(*back)?;
        *bytes.get_mut(at)? ^= 1;
        codec::decode(&bytes).ok()
    };
    [32, 40, 64, 72].iter().filter_map(bend).collect()
}

/// A card shown in another way than it was, or shown where none is.
fn other_ways(shown: Option<&Shown>, earlier: &[Body]) -> Vec<Option<Shown>> {
    let denial = denials(earlier).next();
    let Some(Shown { share, none }) = shown else {
        return vec![Some(Shown { share: None, none: None })];
    };
    vec![
        None,
        Some(Shown { share: None, none: none.clone() }),
        Some(Shown { share: share.clone(), none: None }),
        Some(Shown { share: share.clone(), none: denial }),
    ]
}

/// Proofs that a hand has no such card, said before.
fn denials(earlier: &[Body]) -> impl Iterator<Item = mental::NoneOf> {
    earlier.iter().filter_map(|body| match body {
        Body::Choice { shown: Some(Shown { none, .. }), .. } => none.clone(),
        Body::Answer { none, .. } => none.clone(),
        _ => None,
    })
}

/// What others have said in the same place.
fn same_kind(body: &Body, earlier: &[Body]) -> Vec<Body> {
    let kind = core::mem::discriminant(body);
    let alike = earlier.iter().filter(|other| core::mem::discriminant(*other) == kind);
    alike.cloned().collect()
}

fn decoded<T: DeserializeOwned + serde::Serialize>(bytes: &[u8]) -> T {
    codec::decode(bytes).unwrap()
}
