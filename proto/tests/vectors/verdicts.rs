//! Short files, and what a verifier says about each.

use engine::Seat;
use mental::{Context, SecretKey, key_commitment};
use proto::{
    Body, Contribution, Evidence, Record, Settled, Signed, SignedCharter, Statement, Vote,
    file::{Kind, frame},
};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use serde_json::{Value, json};
use table::audit::{Verdict, audit};

use crate::{
    pin_json,
    played::{identity, records},
    verify::hex,
};

/// The charter and the first step of the match of the vectors: two keys.
struct Beginning {
    charter: SignedCharter,
    keys: [Signed<Contribution>; 2],
    next: Record,
}

fn beginning() -> Beginning {
    let mut records = records().into_iter();
    let Some(Record::Charter(charter)) = records.next() else { panic!("no charter") };
    let mut key = || match records.next() {
        Some(Record::Contribution(signed)) => signed,
        _ => panic!("no key"),
    };
    Beginning { charter, keys: [key(), key()], next: records.next().unwrap() }
}

fn file(kind: Kind, frames: &[Vec<u8>]) -> Vec<u8> {
    [&kind.header()[..], &frames.concat()].concat()
}

fn transcript(records: &[Record]) -> Vec<u8> {
    let frames: Vec<_> = records.iter().map(frame).collect();
    file(Kind::Transcript, &frames)
}

/// The same statement, changed, signed by its seat.
fn again<T: Statement + Clone>(signed: &Signed<T>, change: impl FnOnce(&mut T)) -> Signed<T> {
    let mut statement = signed.statement.clone();
    change(&mut statement);
    let seat = Seat::new(statement.seat());
    Signed::new(statement, &identity(seat))
}

/// Two seats that have one key, each with a commitment of its own.
fn one_key(b: &Beginning) -> Vec<u8> {
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    let secret = SecretKey::generate(&mut rng);
    let key = secret.public();
    let mut charter = b.charter.charter.clone();
    for (seat, place) in (0..).zip(&mut charter.seats) {
        place.key = key_commitment(&key, &[seat; 32]);
    }
    let match_id = charter.id();
    let said = |seat: u8| {
        let proof = secret.prove(&Context::new(match_id, 1, seat.into()), &mut rng.clone());
        let body = Body::Key { key, blind: [seat; 32], proof };
        let key = Contribution { match_id, step: 1, seat, head: match_id, body };
        Record::Contribution(Signed::new(key, &identity(Seat::new(seat))))
    };
    let signatures = [0, 1].map(|seat| charter.sign(&identity(Seat::new(seat)))).to_vec();
    let [one, two] = [0, 1].map(said);
    transcript(&[Record::Charter(SignedCharter { charter, signatures }), one, two])
}

fn transcripts(b: &Beginning) -> Vec<(&'static str, Vec<u8>)> {
    let charter = || Record::Charter(b.charter.clone());
    let [one, two] = b.keys.each_ref().map(|key| Record::Contribution(key.clone()));
    let attests = again(&b.keys[0], |c| c.body = Body::Attest([0; 32]));
    let other_blind = again(&b.keys[0], |c| {
        if let Body::Key { blind, .. } = &mut c.body {
            blind[0] ^= 1;
        }
    });
    let mut forged = b.keys[0].clone();
    forged.signature = b.keys[1].signature;
    let elsewhere = again(&b.keys[0], |c| c.step = 2);
    let Contribution { match_id, step, head, .. } = b.keys[0].statement;
    let other = identity(Seat::new(1));
    let vote = Signed::new(Vote { match_id, step, seat: 1, head, ballot: 1, without: 1 }, &other);
    let no_ballot = again(&vote, |v| v.ballot = 0);
    let without_nobody = again(&vote, |v| v.without = 0);
    let another_history = again(&b.keys[0], |c| c.head[0] ^= 1);
    let of_oneself = again(&vote, |v| v.without = 2);
    let beyond = again(&vote, |v| v.without = 0b101);
    let mut unsigned = b.charter.clone();
    unsigned.signatures.swap(0, 1);
    let mut torn = transcript(&[charter(), one.clone(), two.clone()]);
    torn.truncate(torn.len() - 1);
    let mut foreign = transcript(&[charter()]);
    foreign[0] = b'N';
    let said = |signed: Signed<Contribution>| Record::Contribution(signed);
    vec![
        ("the charter alone", transcript(&[charter()])),
        ("the first step", transcript(&[charter(), one.clone(), two.clone()])),
        ("a step that is not complete", transcript(&[charter(), one.clone()])),
        ("one more", transcript(&[charter(), one.clone(), two.clone(), b.next.clone()])),
        ("a second charter", transcript(&[charter(), charter()])),
        ("the same twice", transcript(&[charter(), one.clone(), one.clone()])),
        ("out of order", transcript(&[charter(), two.clone(), one.clone()])),
        ("a record of a step before", transcript(&[charter(), one.clone(), two, one.clone()])),
        ("a forged signature", transcript(&[charter(), said(forged)])),
        ("a contribution to another step", transcript(&[charter(), said(elsewhere)])),
        ("torn", torn),
        ("something else than is owed", transcript(&[charter(), said(attests)])),
        ("another key than was committed to", transcript(&[charter(), said(other_blind)])),
        ("two seats with one key", one_key(b)),
        ("abandoned by a vote", transcript(&[charter(), Record::Vote(vote.clone())])),
        ("after the end", transcript(&[charter(), Record::Vote(vote.clone()), one.clone()])),
        ("a vote and a contribution", transcript(&[charter(), one, Record::Vote(vote)])),
        ("a vote in no ballot", transcript(&[charter(), Record::Vote(no_ballot)])),
        ("a vote against nobody", transcript(&[charter(), Record::Vote(without_nobody)])),
        ("another history", transcript(&[charter(), said(another_history)])),
        ("a vote against oneself", transcript(&[charter(), Record::Vote(of_oneself)])),
        ("a vote against a seat that is not there", transcript(&[charter(), Record::Vote(beyond)])),
        ("a charter that is not signed", transcript(&[Record::Charter(unsigned)])),
        ("no charter", transcript(&[])),
        ("another header", foreign),
    ]
}

fn evidence(b: &Beginning) -> Vec<(&'static str, Vec<u8>)> {
    let charter = frame(&Record::Charter(b.charter.clone()));
    let with = |evidence: Evidence| file(Kind::Evidence, &[frame(&evidence), charter.clone()]);
    let one = || Box::new(b.keys[0].clone());
    let other = Box::new(again(&b.keys[0], |c| c.body = Body::Attest([0; 32])));
    let Contribution { match_id, step, head, .. } = b.keys[0].statement;
    let me = identity(Seat::new(0));
    let vote = Signed::new(Vote { match_id, step, seat: 0, head, ballot: 2, without: 2 }, &me);
    let settled = Settled { match_id, step, seat: 0, head, ballot: 0, without: 0, last: 1 };
    let settled = Signed::new(settled, &me);
    let two_faced = |vote: &Signed<Vote>, settled: &Signed<Settled>| {
        with(Evidence::TwoFaced(vote.clone(), settled.clone()))
    };
    let voted_before = again(&settled, |s| s.last = 2);
    let two_ends = |other| with(Evidence::TwoEnds(settled.clone(), other));
    let two_votes = |other: Signed<Vote>| with(Evidence::TwoVotes(vote.clone(), other));
    let another_history = Box::new(again(&b.keys[0], |c| c.head[0] ^= 1));
    vec![
        ("equivocation", with(Evidence::Equivocation(one(), other.clone()))),
        ("the same said twice", with(Evidence::Equivocation(one(), one()))),
        ("two seats", with(Evidence::Equivocation(one(), Box::new(b.keys[1].clone())))),
        ("a contribution that is wrong", with(Evidence::Invalid(other))),
        ("a contribution that is right", with(Evidence::Invalid(one()))),
        ("a contribution over another history", with(Evidence::Invalid(another_history))),
        ("a vote after closing", two_faced(&vote, &settled)),
        ("a vote before closing", two_faced(&vote, &voted_before)),
        ("two votes in a ballot", two_votes(again(&vote, |v| v.without = 0))),
        ("votes in two ballots", two_votes(again(&vote, |v| v.ballot = 3))),
        ("the same vote twice", two_votes(vote.clone())),
        ("two ends of a step", two_ends(again(&settled, |s| s.last = 0))),
        ("the same end twice", two_ends(settled.clone())),
    ]
}

#[test]
fn verdicts_are_as_written() {
    let b = beginning();
    let files = transcripts(&b).into_iter().chain(evidence(&b));
    let judged: Vec<Value> = files
        .map(|(name, bytes)| {
            let mut found = json!({ "name": name, "file": hex(&bytes) });
            match audit(&bytes[..], games::find, |_, _| {}).map(|audited| audited.verdict) {
                Ok(Verdict::Fair) => found["verdict"] = "fair".into(),
                Ok(Verdict::Unfinished) => found["verdict"] = "unfinished".into(),
                Ok(Verdict::TwoHistories { .. }) => found["verdict"] = "two histories".into(),
                Ok(Verdict::Corrupt { .. }) => found["verdict"] = "corrupt".into(),
                Ok(Verdict::Cheated(fault)) => {
                    found["verdict"] = "cheated".into();
                    found["seat"] = fault.seat.index().into();
                    found["step"] = fault.step.into();
                }
                Err(_) => found["verdict"] = "no match".into(),
            }
            found
        })
        .collect();
    pin_json("verdicts.json", &judged.into());
}
