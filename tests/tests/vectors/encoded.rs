//! One value of every type, as bytes.

use ed25519_dalek::SigningKey;
use mental::{Complaint, Dealing, Point, RecoveredShares, Shares};
use proto::{
    Accept, Ballot, Body, Certificate, Charter, Consent, Contradiction, Contribution, Decided,
    Digest, Evidence, Header, Leave, Message, OnCheat, Prepare, Probe, Promise, Proposal, Record,
    SeatEntry, Shown, Signed, SignedCharter, Standing, Statement, Status, Told, Unfinished,
    Value as Decision, Word,
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

pub(crate) fn identity(seat: u8) -> SigningKey {
    SigningKey::from_bytes(&[seat + 1; 32])
}

pub(crate) fn charter() -> SignedCharter {
    let place = |(seat, name): (u8, &str)| SeatEntry {
        identity: identity(seat).verifying_key().to_bytes(),
        name: name.into(),
        nonce: [0x10 + seat; 32],
        key: digest("example", &[&[seat]]),
    };
    let charter = Charter {
        protocol: proto::VERSION,
        game: "knives".into(),
        rules: 3,
        description: digest("example", &[b"knives"]),
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
    let said = Contribution { body, ..Contribution::common_head(MATCH, step, 2, head()) };
    Signed::new(said, &identity(2))
}

/// One that shows two decisions.
fn deciding() -> Signed<Contribution> {
    let decided = |step: u64| {
        let value = Decision::Contributions(digest("example", &[&step.to_le_bytes()]));
        let accept = |seat| Accept { at: Header { step, ..at(seat) }, ballot: BALLOT, value };
        let accepts = [0, 2].map(|seat| (seat, sign(accept(seat)).signature)).to_vec();
        let Decision::Contributions(contributions) = value else {
            panic!("it is of contributions")
        };
        Decided { step, head: head(), ballot: BALLOT, contributions, accepts }
    };
    let said = contribution(9, Body::CommonHead).statement;
    sign(Contribution { decided: vec![decided(7), decided(8)], ..said })
}

fn head() -> Digest {
    digest("example", &[b"head"])
}

const BALLOT: Ballot = Ballot { round: 3, seat: 2 };

fn at(seat: u8) -> Header {
    Header { match_id: MATCH, step: 9, seat, head: head() }
}

fn sign<T: Statement>(statement: T) -> Signed<T> {
    let seat = statement.seat();
    Signed::new(statement, &identity(seat))
}

/// The words of the third seat on how to close a step, and of others that they rest on.
struct Words {
    consent: Signed<Consent>,
    prepare: Signed<Prepare>,
    /// It has accepted nothing.
    promise: Signed<Promise>,
    /// It has accepted a proposal of another seat.
    bound: Signed<Promise>,
    /// To go on without a seat.
    proposal: Signed<Proposal>,
    /// To close the step by contributions; it rests on the other.
    adopting: Signed<Proposal>,
    accept: Signed<Accept>,
    certificate: Certificate,
}

impl Words {
    fn new() -> Self {
        let without = Decision::Without(0b10);
        let promise = |seat, accepted| sign(Promise { at: at(seat), ballot: BALLOT, accepted });
        let consents = [0, 2].map(|seat| sign(Consent { at: at(seat), without: 0b10 }));
        let proposal = sign(Proposal {
            at: at(2),
            round: BALLOT.round,
            value: without,
            promises: vec![promise(0, None), promise(2, None)],
            consents: consents.iter().map(|consent| consent.signature).collect(),
        });
        let contributions = Decision::Contributions(digest("example", &[b"contributions"]));
        let earlier = Some((Ballot { round: 2, seat: 0 }, contributions));
        let adopting = sign(Proposal {
            value: contributions,
            promises: vec![promise(0, None), promise(2, earlier)],
            consents: Vec::new(),
            ..proposal.statement.clone()
        });
        let accepts =
            [0, 2].map(|seat| (seat, sign(Accept::of(&proposal.statement, seat)).signature));
        Self {
            consent: consents[1],
            prepare: sign(Prepare { at: at(2), round: BALLOT.round }),
            promise: promise(2, None),
            bound: promise(2, earlier),
            accept: sign(Accept::of(&adopting.statement, 2)),
            certificate: Certificate { proposal: proposal.clone(), accepts: accepts.to_vec() },
            proposal,
            adopting,
        }
    }

    /// One of each kind, all of them true.
    fn contradictions(&self) -> Vec<(&'static str, Contradiction)> {
        let hidden = Accept { ballot: Ballot { round: 2, seat: 0 }, ..self.accept.statement };
        let other = Accept { value: Decision::Without(1), ..self.accept.statement };
        let adopted = Box::new(self.adopting.clone());
        let forbidden = Proposal { value: Decision::Without(1), ..self.adopting.statement.clone() };
        vec![
            ("two promises", Contradiction::TwoPromises(self.promise, self.bound)),
            ("two accepts", Contradiction::TwoAccepts(self.accept, sign(other))),
            (
                "two proposals",
                Contradiction::TwoProposals(Box::new(self.proposal.clone()), adopted),
            ),
            ("forbidden proposal", Contradiction::ForbiddenProposal(Box::new(sign(forbidden)))),
            ("hidden accept", Contradiction::HiddenAccept(self.promise, sign(hidden))),
            (
                "two standings",
                Contradiction::TwoStandings(
                    standing(Decision::Contributions([7; 32])),
                    standing(Decision::Without(1)),
                ),
            ),
        ]
    }

    fn statements(&self) -> Vec<Value> {
        let leave = sign(Leave { at: at(2), count: 1, back: false });
        let back = sign(Leave { at: at(2), count: 2, back: true });
        let unfinished = sign(Unfinished { at: at(2), left: 0b11 });
        vec![
            signed("consent", &self.consent),
            signed("prepare", &self.prepare),
            signed("promise", &self.promise),
            signed("promise, bound", &self.bound),
            signed("proposal", &self.proposal),
            signed("proposal, adopting", &self.adopting),
            signed("accept", &self.accept),
            signed("accept, without", &sign(Accept::of(&self.proposal.statement, 2))),
            signed("leave", &leave),
            signed("leave, back", &back),
            signed("standing", &standing(Decision::Contributions([7; 32]))),
            signed("unfinished", &unfinished),
        ]
    }
}

fn standing(value: Decision) -> Signed<Standing> {
    sign(Standing { at: at(2), value })
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
    json!({ "name": name, "label": T::LABEL, "statement": round_trip(&signed.statement),
        "digest": hex(signed.statement.digest()), "key": hex(keys[2].to_bytes()),
        "signature": hex(signed.signature.to_bytes()), "signed": round_trip(signed) })
}

fn messages(words: &Words) -> Vec<(&'static str, Message)> {
    let (match_id, head) = (MATCH, head());
    let proposed = || vec![words.proposal.clone()];
    let chain = vec![words.adopting.clone(), words.proposal.clone()];
    let status = Status { match_id, step: 9, head, have: 0b101, proven: 0b10, ask: 7 };
    let probe = Probe { match_id, agree: 1, differ: 9, step: 5, head };
    let told = Told { match_id, ask: 7, step: 9, said: vec![head] };
    vec![
        ("contribution", Message::Contribution(said(0))),
        ("deciding", Message::Contribution(deciding())),
        ("consent", Message::Word(Word::Consent(words.consent))),
        ("prepare", Message::Word(Word::Prepare(words.prepare))),
        ("promise", Message::Word(Word::Promise(words.promise, Vec::new()))),
        ("promise, bound", Message::Word(Word::Promise(words.bound, proposed()))),
        ("proposal", Message::Word(Word::Proposal(chain))),
        ("accept", Message::Word(Word::Accept(words.accept))),
        ("decided", Message::Word(Word::Decided(Box::new(words.certificate.clone())))),
        ("status", Message::Status(status)),
        ("evidence", Message::Evidence(equivocation())),
        ("probe", Message::Probe(probe)),
        ("told", Message::Told(told)),
        ("leave", Message::Leave(sign(Leave { at: at(2), count: 1, back: false }))),
        ("unfinished", Message::Unfinished(sign(Unfinished { at: at(2), left: 0b11 }))),
        ("standing", Message::Standing(standing(Decision::Contributions([7; 32])))),
    ]
}

fn records(words: &Words) -> Vec<(&'static str, Record)> {
    let common_head = |seat| {
        let statement = Contribution::common_head(MATCH, 9, seat, head());
        sign(statement).signature
    };
    vec![
        ("charter", Record::Charter(charter())),
        ("contribution", Record::Contribution(said(0))),
        ("consent", Record::Consent(words.consent)),
        ("common head", Record::Heads((0..3).map(common_head).collect())),
        ("decided", Record::Decided(Box::new(words.certificate.clone()))),
        ("evidence", Record::Evidence(equivocation())),
        ("leave", Record::Leave(sign(Leave { at: at(2), count: 1, back: false }))),
        ("unfinished", Record::Unfinished(sign(Unfinished { at: at(2), left: 0b11 }))),
    ]
}

fn evidence(words: &Words) -> Vec<(&'static str, Evidence)> {
    let broken =
        Evidence::BrokenConsent(words.consent, Box::new(contribution(10, Body::CommonHead)));
    let mut all = vec![
        ("equivocation", equivocation()),
        ("invalid", Evidence::Invalid(Box::new(said(7)))),
        ("broken consent", broken),
    ];
    let keys: Vec<_> = (0..3).map(|seat| identity(seat).verifying_key()).collect();
    let closing = |(name, found): (_, Contradiction)| {
        assert_eq!(found.convicts(&MATCH, &keys), Some((2, 9)));
        (name, Evidence::Closing(found))
    };
    all.extend(words.contradictions().into_iter().map(closing));
    all
}

fn said(entry: u16) -> Signed<Contribution> {
    contribution(9, Body::Choice { entry, shown: None })
}

fn equivocation() -> Evidence {
    Evidence::Equivocation(Box::new(said(0)), Box::new(said(1)))
}

/// A name, the type, and the bytes of values of every type that is framed or sent.
pub(crate) fn framed() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    let words = Words::new();
    let messages = messages(&words).into_iter().map(|(name, one)| (name, "Message", encode(&one)));
    let records = records(&words).into_iter().map(|(name, one)| (name, "Record", encode(&one)));
    let evidence = evidence(&words).into_iter().map(|(name, one)| (name, "Evidence", encode(&one)));
    messages.chain(records).chain(evidence).collect()
}

/// Whether bytes are a value of a type.
pub(crate) fn decodes(kind: &str, bytes: &[u8]) -> bool {
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
    let mut contributions: Vec<Value> = (1..)
        .zip(bodies())
        .map(|(step, (name, body))| signed(name, &contribution(step, body)))
        .collect();
    contributions.push(signed("CommonHead that shows decisions", &deciding()));
    let framed: Vec<Value> = framed()
        .into_iter()
        .map(|(name, kind, bytes)| {
            assert!(decodes(kind, &bytes));
            json!({ "name": name, "type": kind, "bytes": hex(bytes) })
        })
        .collect();
    let scores: Vec<u8> = [3i64, -1, 0].iter().flat_map(|s| s.to_le_bytes()).collect();
    let result = digest("result", &[&[0, 2], &scores]);
    let fingerprint = digest("fingerprint", &[&head(), &result]);
    pin_json(
        "codec.json",
        &json!({
            "charter": {
                "charter": round_trip(&charter.charter), "match_id": hex(charter.charter.id()),
                "signed_digest": hex(digest("sign charter", &[&charter.charter.id()])),
                "signed": round_trip(&charter),
            },
            "contributions": contributions,
            "statements": Words::new().statements(),
            "values": framed,
            "result": { "winners": [0, 2], "scores": [3, -1, 0], "digest": hex(result),
                "attested_head": hex(head()), "fingerprint": proto::words(&fingerprint) },
            "headers": { "transcript": hex(file::Kind::Transcript.header()),
                "evidence": hex(file::Kind::Evidence.header()) },
        }),
    );
}
