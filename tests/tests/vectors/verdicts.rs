//! Files, and what a verifier says about each.

use std::io::Cursor;

use curve25519_dalek::{RistrettoPoint, Scalar};
use ed25519_dalek::Signature;
use engine::Seat;
use mental::{Point, key_commitment};
use proto::{
    Ballot, Body, Consent, Contribution, Decided, Evidence, Header, Leave, Message, Record, Signed,
    SignedCharter, Statement, Unfinished,
    codec::{self, DecodeError},
    file::{Kind, frame},
    limits,
};
use serde_json::{Value, json};
use table::{
    MatchState,
    audit::{Audited, Verdict},
};

use crate::{
    charters::{self, without_nonce},
    closing, complaints, corners,
    hand::Proof,
    illegal, in_parts, pin_json,
    played::{identity, records},
    sealed, signatures,
    turns::find,
    verify::hex,
};

/// The match of the vectors: its charter, its first step (two keys), and everything.
struct Beginning {
    charter: SignedCharter,
    keys: [Signed<Contribution>; 2],
    next: Record,
    all: Vec<Record>,
}

fn beginning() -> Beginning {
    let all = records("match");
    let Record::Charter(charter) = all[0].clone() else { panic!("no charter") };
    let keys = [1, 2].map(|i| said(&all[i]).clone());
    Beginning { charter, keys, next: all[3].clone(), all }
}

fn said(record: &Record) -> &Signed<Contribution> {
    match record {
        Record::Contribution(signed) => signed,
        _ => panic!("no contribution"),
    }
}

fn is_shuffle(record: &Record) -> bool {
    matches!(record, Record::Contribution(s) if matches!(s.statement.body, Body::Shuffle(_)))
}

impl Beginning {
    /// The first step to which one seat alone owes something, a shuffle: where it stands.
    fn first_shuffle(&self) -> usize {
        self.all.iter().position(is_shuffle).unwrap()
    }

    /// The first common head: where it stands.
    fn first_head(&self) -> usize {
        self.all.iter().position(|record| matches!(record, Record::Heads(_))).unwrap()
    }

    /// What the seats say to it, with this body.
    fn at_head(&self, body: Body) -> [Signed<Contribution>; 2] {
        let play = after(&self.all[..self.first_head()]);
        [0, 1].map(|seat| {
            let said = Contribution::common_head(play.id(), play.step(), seat, play.head());
            let said = Contribution { body: body.clone(), ..said };
            Signed::new(said, &identity(Seat::new(seat)))
        })
    }

    /// What the seat says to that step that owes nothing to it.
    fn out_of_turn(&self) -> Signed<Contribution> {
        let shuffle = said(&self.all[self.first_shuffle()]);
        again(shuffle, |c| (c.seat, c.body) = (1 - c.seat, Body::Attest([0; 32])))
    }
}

/// Something else than a key, in a contribution of so many bytes.
pub(crate) fn of_size(signed: &Signed<Contribution>, size: usize) -> Signed<Contribution> {
    let body = |shares: usize, recovered: usize| {
        let (tag, zeros) = (4u32.to_le_bytes(), |count| vec![0; count]);
        let lengths = [shares, recovered].map(|length| (length as u64).to_le_bytes());
        let own = [&[1], &lengths[0][..], &zeros(32 * shares + 64)].concat();
        let bytes = [&tag[..], &own, &lengths[1], &zeros(73 * recovered)].concat();
        codec::decode::<Body>(&bytes).unwrap()
    };
    let sized = |shares, recovered| again(signed, |c| c.body = body(shares, recovered));
    let least = codec::encode(&sized(0, 0).statement).len();
    let left = |recovered: &usize| size - least - 73 * recovered;
    let recovered = (0..32).find(|recovered| left(recovered) % 32 == 0).unwrap();
    let made = sized(left(&recovered) / 32, recovered);
    assert_eq!(codec::encode(&made.statement).len(), size);
    made
}

pub(crate) fn audit(file: &[u8]) -> Option<Audited> {
    table::audit::audit(Cursor::new(file), find, |_, _| {}).ok()
}

/// The match behind these records.
fn after(records: &[Record]) -> MatchState {
    audit(&transcript(records)).unwrap().play
}

fn file(kind: Kind, frames: &[Vec<u8>]) -> Vec<u8> {
    [&kind.header()[..], &frames.concat()].concat()
}

pub(crate) fn transcript(records: &[Record]) -> Vec<u8> {
    let frames: Vec<_> = records.iter().map(frame).collect();
    file(Kind::Transcript, &frames)
}

/// Evidence, and the transcript beside it.
pub(crate) fn beside(evidence: &Evidence, records: &[Record]) -> Vec<u8> {
    let records = records.iter().map(frame);
    file(Kind::Evidence, &[frame(evidence)].into_iter().chain(records).collect::<Vec<_>>())
}

/// The same statement, changed, signed by its seat.
pub(crate) fn again<T: Statement + Clone>(
    signed: &Signed<T>,
    change: impl FnOnce(&mut T),
) -> Signed<T> {
    let mut statement = signed.statement.clone();
    change(&mut statement);
    let seat = Seat::new(statement.seat());
    Signed::new(statement, &identity(seat))
}

/// The first step with these secrets: each seat has committed to its key and knows its secret.
fn with_keys(charter: &SignedCharter, secrets: &[Scalar]) -> Vec<u8> {
    let key = |seat: u8| Point::new(RistrettoPoint::mul_base(&secrets[usize::from(seat)]));
    let mut charter = charter.charter.clone();
    for (seat, place) in (0..).zip(&mut charter.seats) {
        place.key = key_commitment(&key(seat), &[seat; 32]);
    }
    let match_id = charter.id();
    let said = |seat: u8| {
        let nonce = Scalar::from(u64::from(seat) + 1);
        let nonce_point = RistrettoPoint::mul_base(&nonce);
        let context = json!({ "match_id": hex(match_id), "step": 1, "seat": seat });
        let mut t = Proof::open("key", &context);
        t.point(b"X", key(seat).point());
        t.point(b"R", &nonce_point);
        let z = nonce + t.challenge(b"e") * secrets[usize::from(seat)];
        let proof = [nonce_point.compress().to_bytes(), z.to_bytes()].concat();
        let proof = codec::decode(&proof).unwrap();
        let body = Body::Key { key: key(seat), blind: [seat; 32], proof };
        let said = Contribution::common_head(match_id, 1, seat, match_id);
        let key = Contribution { body, ..said };
        Record::Contribution(Signed::new(key, &identity(Seat::new(seat))))
    };
    let seats = || Seat::all(secrets.len());
    let signatures = seats().map(|seat| charter.sign(&identity(seat))).collect();
    let keys = seats().map(|seat| said(seat.index() as u8)).collect();
    transcript(&[vec![Record::Charter(SignedCharter { charter, signatures })], keys].concat())
}

/// The first step of a match of three with these secrets.
fn of_three(secrets: [Scalar; 3]) -> Vec<u8> {
    let Some(Record::Charter(charter)) = records(OF_THREE).into_iter().next() else {
        panic!("{OF_THREE} has no charter")
    };
    with_keys(&charter, &secrets)
}

const OF_THREE: &str = "turns";

/// Files of which two things are wrong, where the order of checks tells.
fn of_two_faults(b: &Beginning) -> Vec<(String, &'static str, Vec<u8>)> {
    let [one, two] = [7u64, 14].map(Scalar::from);
    let mut larger = of_size(&b.keys[0], limits::CONTRIBUTION + 1);
    larger.signature = b.keys[1].signature;
    let larger = [Record::Charter(b.charter.clone()), Record::Contribution(larger)];
    vec![
        (
            "two of three with one key, and the sum is 0".into(),
            OF_THREE,
            of_three([one, one, -two]),
        ),
        ("a contribution of a byte more, and forged".into(), "match", transcript(&larger)),
    ]
}

/// A match of three in which all have one key, or the last two have.
fn keys_of_three() -> Vec<(String, &'static str, Vec<u8>)> {
    let keys = |secrets: [u64; 3]| of_three(secrets.map(Scalar::from));
    [
        ("three seats with one key", keys([7, 7, 7])),
        ("the last two of three with one key", keys([7, 9, 9])),
    ]
    .map(|(name, file)| (name.to_owned(), OF_THREE, file))
    .to_vec()
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
    let play = after(&b.all[..3]);
    let at = Header { match_id: play.id(), step: play.step(), seat: 1, head: play.head() };
    let me = identity(Seat::new(1));
    let consent = Record::Consent(Signed::new(Consent { at, without: 1 }, &me));
    let leave = Record::Leave(Signed::new(Leave { at, count: 1, back: false }, &me));
    let ends = Record::Unfinished(Signed::new(Unfinished { at, left: 1 }, &me));
    let another_history = again(&b.keys[0], |c| c.head[0] ^= 1);
    let by = |seat| again(&b.keys[0], |c| c.seat = seat);
    let secret = Scalar::from(7u64);
    let mut unsigned = b.charter.clone();
    unsigned.signatures.swap(0, 1);
    let mut torn = transcript(&[charter(), one.clone(), two.clone()]);
    torn.truncate(torn.len() - 1);
    let mut foreign = transcript(&[charter()]);
    foreign[0] = b'N';
    let said = |signed: Signed<Contribution>| Record::Contribution(signed);
    let whole = transcript(&b.all);
    let of_size = |size| transcript(&[charter(), said(of_size(&b.keys[0], size))]);
    let at = b.first_shuffle();
    let then = |signed| transcript(&[&b.all[..at], &[said(signed)]].concat());
    let mut forged_out_of_turn = b.out_of_turn();
    forged_out_of_turn.signature = forged.signature;
    let false_shuffle = again(self::said(&b.all[at]), |c| {
        if let Body::Shuffle(shuffle) = &mut c.body {
            shuffle.piles[0].swap(0, 1);
        }
    });
    let after_it = [&b.all[..at], &[said(false_shuffle)], &b.all[at + 1..at + 2]].concat();
    let wrong = again(&b.keys[1], |c| c.body = Body::Attest([0; 32]));
    let mut weak = b.keys[0].clone();
    weak.signature = without_nonce(&identity(Seat::new(0)), &weak.statement.digest());
    let mut forged_elsewhere = again(&b.keys[0], |c| c.head[0] ^= 1);
    forged_elsewhere.signature = forged.signature;
    let mut forged_later = elsewhere.clone();
    forged_later.signature = forged.signature;
    let mut forged_hole = b.keys[1].clone();
    forged_hole.signature = b.keys[0].signature;
    let of_setup = Decided {
        step: 1,
        head: play.id(),
        ballot: Ballot { round: 1, seat: 0 },
        contributions: [0; 32],
        accepts: Vec::new(),
    };
    let decides_out_of_turn = again(&b.out_of_turn(), |c| c.decided.push(of_setup));
    vec![
        ("the whole match", whole.clone()),
        ("the whole match and an empty frame", [&whole[..], &[0; 4]].concat()),
        ("the whole match and three bytes", [&whole[..], &[0; 3]].concat()),
        ("the largest contribution, of something else", of_size(limits::CONTRIBUTION)),
        ("a contribution of a byte more", of_size(limits::CONTRIBUTION + 1)),
        ("out of turn", then(b.out_of_turn())),
        ("out of turn, over another history", then(again(&b.out_of_turn(), |c| c.head[0] ^= 1))),
        ("out of turn, and forged", then(forged_out_of_turn)),
        ("a false shuffle, and another history after it", transcript(&after_it)),
        ("a hole", transcript(&[charter(), two.clone()])),
        ("a hole, and something else than is owed", transcript(&[charter(), said(wrong)])),
        ("the charter alone", transcript(&[charter()])),
        ("the first step", transcript(&[charter(), one.clone(), two.clone()])),
        ("a step that is not complete", transcript(&[charter(), one.clone()])),
        ("one more", transcript(&[charter(), one.clone(), two.clone(), b.next.clone()])),
        ("a second charter", transcript(&[charter(), charter()])),
        ("the same twice", transcript(&[charter(), one.clone(), one.clone()])),
        ("out of order", transcript(&[charter(), two.clone(), one.clone()])),
        (
            "a record of a step before",
            transcript(&[charter(), one.clone(), two.clone(), one.clone()]),
        ),
        ("a forged signature", transcript(&[charter(), said(forged)])),
        ("a contribution to another step", transcript(&[charter(), said(elsewhere)])),
        ("torn", torn),
        ("something else than is owed", transcript(&[charter(), said(attests)])),
        ("another key than was committed to", transcript(&[charter(), said(other_blind)])),
        ("two seats with one key", with_keys(&b.charter, &[secret, secret])),
        ("two keys whose sum is 0", with_keys(&b.charter, &[secret, -secret])),
        ("two keys that fit", with_keys(&b.charter, &[secret, secret + secret])),
        (
            "a consent at a table that survives no leaver",
            transcript(&[charter(), one.clone(), two.clone(), consent]),
        ),
        (
            "ended without a result",
            transcript(&[charter(), one.clone(), two.clone(), leave.clone(), ends.clone()]),
        ),
        (
            "after it was ended",
            transcript(&[charter(), one.clone(), two.clone(), ends.clone(), b.next.clone()]),
        ),
        ("finished, and words that end it", transcript(&[&b.all[..], &[leave, ends]].concat())),
        ("another history", transcript(&[charter(), said(another_history)])),
        ("a word of the first seat that is not there", transcript(&[charter(), said(by(2))])),
        ("a word of a seat that no set can hold", transcript(&[charter(), said(by(16))])),
        ("a word of the last seat that can be written", transcript(&[charter(), said(by(255))])),
        ("a charter that is not signed", transcript(&[Record::Charter(unsigned)])),
        ("a signature whose R is of order 1", transcript(&[charter(), said(weak)])),
        (
            "a contribution to another step, and forged",
            transcript(&[charter(), said(forged_later)]),
        ),
        ("a hole, and forged", transcript(&[charter(), said(forged_hole)])),
        ("another history, and forged", transcript(&[charter(), said(forged_elsewhere)])),
        ("out of turn, with a decision that was not made", then(decides_out_of_turn)),
        ("no charter", transcript(&[])),
        ("another header", foreign),
    ]
}

/// Common heads that are not as they must be, in the place of the first.
fn heads(b: &Beginning) -> Vec<(&'static str, Vec<u8>)> {
    let at = b.first_head();
    let Record::Heads(good) = b.all[at].clone() else { panic!("no common head") };
    let then = |records: Vec<Record>| transcript(&[&b.all[..at], &records].concat());
    let signed = |signatures: &[Signature]| then(vec![Record::Heads(signatures.to_vec())]);
    let [one, two] = [good[0], good[1]];
    let one_by_one = b.at_head(Body::CommonHead).map(Record::Contribution);
    let something_else = b.at_head(Body::Attest([0; 32])).map(Record::Contribution);
    let over_another_history = b.at_head(Body::CommonHead).map(|signed| {
        let other = again(&signed, |c| c.head[0] ^= 1);
        other.signature
    });
    let word_before = [&b.all[..1], &[b.all[1].clone(), Record::Heads(good.clone())]].concat();
    let too_early = [&b.all[..1], &[Record::Heads(good.clone())]].concat();
    let twice = [&b.all[..=at], &[Record::Heads(good.clone())]].concat();
    let after_all = [&b.all[..], &[Record::Heads(good.clone())]].concat();
    let left_out = [&b.all[..at], &b.all[at + 1..]].concat();
    let [first, mut last] = b.at_head(Body::CommonHead);
    last = again(&last, |c| c.head[0] ^= 1);
    vec![
        ("up to a common head", transcript(&b.all[..=at])),
        ("a common head with a signature missing", signed(&[one])),
        ("a common head with a signature more", signed(&[one, two, two])),
        ("a common head with no signature", signed(&[])),
        ("a common head with signatures out of order", signed(&[two, one])),
        ("a common head with one signature twice", signed(&[one, one])),
        ("a common head over another history", signed(&over_another_history)),
        ("a common head written as contributions", then(one_by_one.to_vec())),
        (
            "a common head written as contributions, the last over another history",
            then([first, last].map(Record::Contribution).to_vec()),
        ),
        ("something else at a common head", then(something_else.to_vec())),
        ("something else at a common head, by the second", then(something_else[1..].to_vec())),
        ("a common head too early", transcript(&too_early)),
        ("a common head in the middle of a step", transcript(&word_before)),
        ("a common head twice", transcript(&twice)),
        ("a common head after the end", transcript(&after_all)),
        ("a common head left out", transcript(&left_out)),
    ]
}

fn evidence(b: &Beginning) -> Vec<(&'static str, Vec<u8>)> {
    let with = |evidence: Evidence| beside(&evidence, &b.all[..1]);
    let one = || Box::new(b.keys[0].clone());
    let other = Box::new(again(&b.keys[0], |c| c.body = Body::Attest([0; 32])));
    let another_history = Box::new(again(&b.keys[0], |c| c.head[0] ^= 1));
    vec![
        ("equivocation", with(Evidence::Equivocation(one(), other.clone()))),
        ("the same said twice", with(Evidence::Equivocation(one(), one()))),
        ("two seats", with(Evidence::Equivocation(one(), Box::new(b.keys[1].clone())))),
        ("a contribution that is wrong", with(Evidence::Invalid(other))),
        ("a contribution that is right", with(Evidence::Invalid(one()))),
        (
            "a contribution of a seat that is not there",
            with(Evidence::Invalid(Box::new(again(&b.keys[0], |c| c.seat = 16)))),
        ),
        ("a contribution over another history", with(Evidence::Invalid(another_history))),
    ]
}

/// Evidence beside transcripts that end here and there.
fn here_and_there(b: &Beginning) -> Vec<(&'static str, Vec<u8>)> {
    let beside = |evidence: Evidence, records: &[Record]| beside(&evidence, records);
    let attests = |signed: &Signed<Contribution>| again(signed, |c| c.body = Body::Attest([0; 32]));
    let equivocation = |one: &Signed<Contribution>, other: &Signed<Contribution>| {
        Evidence::Equivocation(Box::new(one.clone()), Box::new(other.clone()))
    };
    let invalid = |signed: &Signed<Contribution>| Evidence::Invalid(Box::new(signed.clone()));
    let key = &b.keys[0];
    let two_words = || equivocation(key, &attests(key));
    let at_step = |step| {
        let [one, other] = [key, &attests(key)].map(|signed| again(signed, |c| c.step = step));
        equivocation(&one, &other)
    };
    let [largest, larger] = [0, 1].map(|more| of_size(key, limits::CONTRIBUTION + more));
    let shuffle = b.first_shuffle();
    let turn = &b.all[..shuffle];
    let of_another_history = |signed: &Signed<Contribution>| again(signed, |c| c.head[0] ^= 1);
    // A word to the step after the last, by somebody who knows how it all ended.
    let after_all = {
        let play = after(&b.all);
        again(key, |c| (c.step, c.head) = (play.step(), play.head()))
    };
    let Contribution { match_id, step, head, .. } = key.statement;
    let ends = Unfinished { at: Header { match_id, step, seat: 1, head }, left: 0 };
    let ended = [b.all[0].clone(), Record::Unfinished(Signed::new(ends, &identity(Seat::new(1))))];
    let false_word = [b.all[0].clone(), Record::Contribution(attests(key))];
    let hole = [b.all[0].clone(), b.all[2].clone()];
    let alone = &b.all[..1];
    let heads = b.at_head(Body::CommonHead);
    let before_head = &b.all[..b.first_head()];
    let unasked = again(key, |c| c.body = Body::CommonHead);
    vec![
        ("equivocation with the largest contribution", beside(equivocation(key, &largest), alone)),
        ("equivocation with a larger one", beside(equivocation(key, &larger), alone)),
        ("the largest contribution, wrong", beside(invalid(&largest), alone)),
        ("a larger one, wrong", beside(invalid(&larger), alone)),
        ("a larger one over another history", beside(invalid(&of_another_history(&larger)), alone)),
        ("equivocation beside the whole match", beside(two_words(), &b.all)),
        ("equivocation beside later steps", beside(two_words(), &b.all[..6])),
        ("equivocation in a step to come", beside(at_step(999), &b.all[..3])),
        ("equivocation in step 0", beside(at_step(0), alone)),
        (
            "equivocation beside a false word",
            beside(equivocation(&b.keys[1], &attests(&b.keys[1])), &false_word),
        ),
        ("equivocation beside a hole", beside(two_words(), &hole)),
        ("a contribution out of turn", beside(invalid(&b.out_of_turn()), turn)),
        (
            "a contribution out of turn, over another history",
            beside(invalid(&of_another_history(&b.out_of_turn())), turn),
        ),
        ("wrong, beside a part of its step", beside(invalid(&attests(&b.keys[1])), &b.all[..2])),
        ("wrong, beside what its seat has said", beside(invalid(&attests(key)), &b.all[..2])),
        ("wrong, beside the whole match", beside(invalid(&attests(key)), &b.all)),
        ("right, beside the whole match", beside(invalid(key), &b.all)),
        ("a contribution after the end", beside(invalid(&after_all), &b.all)),
        (
            "wrong, beside a match that was ended in its step",
            beside(invalid(&attests(key)), &ended),
        ),
        ("right, beside a match that was ended in its step", beside(invalid(key), &ended)),
        (
            "over another history, beside a match that was ended in its step",
            beside(invalid(&of_another_history(key)), &ended),
        ),
        ("equivocation beside a match that was ended", beside(two_words(), &ended)),
        ("a common head that is right", beside(invalid(&heads[0]), before_head)),
        ("a common head that nobody asked for", beside(invalid(&unasked), alone)),
        (
            "a common head over another history",
            beside(invalid(&of_another_history(&heads[1])), before_head),
        ),
        (
            "two common heads in one step",
            beside(equivocation(&heads[1], &of_another_history(&heads[1])), alone),
        ),
        ("something else at a common head", beside(invalid(&attests(&heads[1])), before_head)),
        ("no evidence", file(Kind::Evidence, &[])),
        ("evidence that does not decode", file(Kind::Evidence, &[vec![1, 0, 0, 0, 0]])),
        ("evidence without a match", beside(two_words(), &[])),
    ]
}

#[test]
fn the_largest_contribution_can_be_sent_and_two_of_them_as_evidence() {
    let key = &beginning().keys[0];
    let sent = |more: usize| {
        let one = of_size(key, limits::CONTRIBUTION + more);
        let other = Box::new(again(&one, |c| c.step += 1));
        let two = || Evidence::Equivocation(Box::new(one.clone()), other.clone());
        let invalid = Evidence::Invalid(Box::new(one.clone()));
        let messages = [
            Message::Contribution(one.clone()),
            Message::Evidence(two()),
            Message::Evidence(invalid),
        ];
        messages
            .map(|message| Message::decode(&codec::encode(&message)).map(|found| found == message))
    };
    assert_eq!(sent(0), [Ok(true); 3]);
    assert_eq!(sent(1), [Err(DecodeError::TooLarge); 3]);
}

#[test]
fn verdicts_are_as_written() {
    let b = beginning();
    let files = [transcripts(&b), heads(&b), evidence(&b), here_and_there(&b)].concat();
    let files = files.into_iter().map(|(name, bytes)| (name.to_owned(), "match", bytes));
    let [complained, convicting] = complaints::files();
    let judged: Vec<Value> = files
        .chain(keys_of_three())
        .chain(charters::files())
        .chain(illegal::files())
        .chain(complained)
        .chain(corners::files())
        .chain(closing::files())
        .chain(sealed::files())
        .chain(signatures::files())
        .chain(of_two_faults(&b))
        .chain(convicting)
        .chain([corners::opened_twice()])
        .map(|(name, of, bytes)| {
            let mut found = json!({ "name": name, "match": of, "file": in_parts(&bytes, of) });
            if let Some(description) = charters::description(&bytes) {
                found["description"] = json!(description);
            }
            let verdict = audit(&bytes).map(|audited| audited.verdict);
            if let Some(duty) = verdict.as_ref().and_then(Verdict::duty) {
                found["duty"] = duty.to_string().into();
            }
            match verdict {
                Some(Verdict::Fair) => found["verdict"] = "fair".into(),
                Some(Verdict::Unfinished) => found["verdict"] = "unfinished".into(),
                Some(Verdict::TwoHistories { .. }) => found["verdict"] = "two-histories".into(),
                Some(Verdict::Damaged { .. }) => found["verdict"] = "damaged".into(),
                Some(Verdict::Cheated(blame)) => {
                    found["verdict"] = "violation".into();
                    found["seat"] = (blame.seat.index() + 1).into();
                    found["step"] = blame.step.into();
                }
                None => {
                    found["verdict"] = "damaged".into();
                    found["duty"] = "V-2".into();
                }
            }
            found
        })
        .collect();
    pin_json("verdicts.json", &judged.into());
}
