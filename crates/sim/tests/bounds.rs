//! One seat says as much as it can. What another node keeps of it stays within its limits.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use ed25519_dalek::{Signer as _, SigningKey};
use engine::Seat;
use proto::{
    Accept, Ballot, Body, Certificate, Consent, Contribution, Decided, Header, Leave, Message,
    Prepare, Promise, Proposal, Signed, Standing, Statement, Status, Value, Word, codec, limits,
};
use sim::{World, charter::identity, run::DEADLINE, world::Scenario};
use support::{config, seat};

/// So many of each.
const MANY: u64 = 10_000;

/// A match in which the last of four seats may say whatever it likes, some steps after the setup.
struct Flood {
    world: World,
    liar: Seat,
    key: SigningKey,
    at: Header,
}

impl Flood {
    fn new() -> Self {
        let liar = seat(3);
        let trouble = Scenario { dishonest: Some(liar), ..Scenario::default() };
        let mut world = World::troubled(config("suspicion", 4, 1), trouble).unwrap();
        let early = |world: &World| world.node(seat(0)).unwrap().play().step() < 12;
        assert!(world.run_while(DEADLINE, early));
        let play = world.node(seat(0)).unwrap().play();
        let (match_id, step, head) = (play.id(), play.step(), play.head());
        let at = Header { match_id, step, seat: 3, head };
        let key = identity(world.config().seed, liar);
        Self { world, liar, key, at }
    }

    fn say(&mut self, message: &Message) {
        self.world.inject(self.liar, seat(0), &codec::encode(message));
    }

    fn word<T: Statement>(&mut self, statement: T, word: impl Fn(Signed<T>) -> Word) {
        let word = word(Signed::new(statement, &self.key));
        self.say(&Message::Word(word));
    }

    fn journal(&self) -> usize {
        self.world.peers[0].disk.bytes.len()
    }

    fn words(&self) -> usize {
        self.world.node(seat(0)).unwrap().kept().words
    }

    fn promise(&self, round: u32) -> Promise {
        Promise { at: self.at, ballot: Ballot { round, seat: 3 }, accepted: None }
    }

    fn proposal(&self, round: u32) -> Proposal {
        let promises = vec![Signed::new(self.promise(round), &self.key)];
        let value = Value::Without(1);
        Proposal { at: self.at, round, value, promises, consents: Vec::new() }
    }
}

/// What one seat may have kept of its words in one step: its consents, a prepare, a promise with the
/// proposals that it rests on, acceptances, and as many proposals.
const WORDS_OF_A_SEAT: usize =
    limits::CONSENTS + 1 + 1 + limits::PROPOSALS + 2 * limits::ACCEPTS * limits::PROPOSALS;

#[test]
fn ten_thousand_consents_leave_no_more_than_their_limit() {
    let mut flood = Flood::new();
    let (before, journal) = (flood.words(), flood.journal());
    for i in 0..MANY {
        flood.word(Consent { at: flood.at, without: i as u16 }, Word::Consent);
    }
    assert!(flood.words() - before <= limits::CONSENTS);
    assert_eq!(flood.journal(), journal);
}

#[test]
fn ten_thousand_ballots_begun_at_once_get_one_promise() {
    let mut flood = Flood::new();
    let journal = flood.journal();
    for round in 1..=MANY as u32 {
        flood.word(Prepare { at: flood.at, round }, Word::Prepare);
    }
    assert!(flood.words() <= WORDS_OF_A_SEAT);
    assert!(flood.journal() - journal <= 2 * limits::STATEMENT);
}

#[test]
fn ten_thousand_promises_and_acceptances_leave_the_latest() {
    let mut flood = Flood::new();
    let (before, journal) = (flood.words(), flood.journal());
    for round in 1..=MANY as u32 {
        let (at, ballot) = (flood.at, Ballot { round, seat: 3 });
        flood.word(flood.promise(round), |signed| Word::Promise(signed, Vec::new()));
        flood.word(Accept { at, ballot, value: Value::Without(1) }, Word::Accept);
    }
    // One more is this node's own: it consents to go on without the liar.
    assert!(flood.words() - before <= 1 + limits::ACCEPTS + 1);
    // A promise that hides an acceptance is evidence, which is kept once, with that consent.
    assert!(flood.journal() - journal <= 4 * limits::STATEMENT);
}

#[test]
fn ten_thousand_forged_proposals_and_decisions_leave_nothing() {
    let mut flood = Flood::new();
    let (before, journal) = (flood.words(), flood.journal());
    for round in 1..=MANY as u32 {
        let proposal = Signed::new(flood.proposal(round), &flood.key);
        let accepts = vec![(1, proposal.signature), (2, proposal.signature)];
        flood.say(&Message::Word(Word::Proposal(vec![proposal.clone()])));
        let certificate = Certificate { proposal, accepts };
        flood.say(&Message::Word(Word::Decided(Box::new(certificate))));
    }
    assert_eq!(flood.words(), before);
    assert_eq!(flood.journal(), journal);
}

#[test]
fn ten_thousand_words_on_old_steps_open_no_more_than_their_limit() {
    let mut flood = Flood::new();
    let journal = flood.journal();
    let steps = flood.at.step;
    for i in 0..MANY {
        let at = Header { step: 1 + i % steps, ..flood.at };
        flood.word(Prepare { at, round: i as u32 }, Word::Prepare);
        flood.word(Consent { at, without: 1 + (i % 7) as u16 }, Word::Consent);
    }
    let kept = flood.world.node(seat(0)).unwrap().kept();
    assert!(kept.closings <= 1 + limits::LATE_STEPS && kept.words <= 8 * WORDS_OF_A_SEAT);
    assert!(flood.journal() - journal <= 2 * limits::STATEMENT);
}

#[test]
fn ten_thousand_statuses_are_answered_within_the_limit_and_leave_nothing() {
    let mut flood = Flood::new();
    let (journal, bytes, words) = (flood.journal(), flood.world.bytes, flood.words());
    for step in 0..MANY {
        let Header { match_id, head, .. } = flood.at;
        let status = Status { match_id, step, head, have: 0, proven: 0, ask: 1 + step };
        flood.say(&Message::Status(status));
    }
    // An answer holds a status, which the other one answers within the same limit.
    assert!(flood.world.bytes - bytes <= 2 * limits::REPLY as u64);
    assert_eq!((flood.journal(), flood.words()), (journal, words));
}

#[test]
fn ten_thousand_words_of_leaving_and_coming_back_leave_no_more_than_their_limit() {
    let mut flood = Flood::new();
    let journal = flood.journal();
    for i in 0..MANY {
        let at = Header { step: i, ..flood.at };
        let leave = Leave { at, count: i as u32, back: i % 2 == 0 };
        flood.say(&Message::Leave(Signed::new(leave, &flood.key)));
    }
    assert!(flood.journal() - journal <= limits::LEAVES as usize * limits::STATEMENT);
}

#[test]
fn ten_thousand_words_on_how_steps_were_closed_leave_no_more_than_their_limit() {
    let mut flood = Flood::new();
    let (kept, journal) = (flood.world.node(seat(0)).unwrap().kept(), flood.journal());
    for i in 0..MANY {
        let at = Header { step: i % (flood.at.step + 2 * limits::AHEAD), ..flood.at };
        let mut digest = [7; 32];
        digest[..8].copy_from_slice(&i.to_le_bytes());
        let standing = Standing { at, value: Value::Contributions(digest) };
        flood.say(&Message::Standing(Signed::new(standing, &flood.key)));
    }
    let now = flood.world.node(seat(0)).unwrap().kept();
    assert!(now.standings - kept.standings <= 2 * limits::STANDINGS);
    // Two of them are evidence, which is kept once, with a consent to go on without the liar.
    assert!(flood.journal() - journal <= 4 * limits::STATEMENT);
}

#[test]
fn ten_thousand_contributions_leave_one_a_step_and_evidence_once() {
    let mut flood = Flood::new();
    let before = flood.world.node(seat(0)).unwrap().kept();
    let journal = flood.journal();
    for i in 0..MANY {
        let Header { match_id, step, seat, mut head } = flood.at;
        head[..8].copy_from_slice(&i.to_le_bytes());
        let step = step + i % (2 * limits::AHEAD);
        let body = Body::Attest([7; 32]);
        let said = Contribution { match_id, step, seat, head, decided: Vec::new(), body };
        flood.say(&Message::Contribution(Signed::new(said, &flood.key)));
    }
    let kept = flood.world.node(seat(0)).unwrap().kept();
    assert!(kept.contributions - before.contributions <= 2 + limits::AHEAD as usize);
    assert_eq!(kept.proven, 1);
    assert!(flood.journal() - journal <= 4 * limits::STATEMENT);
}

/// Contributions to later steps are kept as they are, and their seat is told of them if it asks.
#[test]
fn what_a_seat_is_told_of_itself_stays_within_the_limit() {
    let mut flood = Flood::new();
    let Header { match_id, step, seat, head } = flood.at;
    let accepts = vec![(0, flood.key.sign(b"nothing")); 700];
    let ballot = Ballot { round: 1, seat };
    let shown = Decided { step, head, ballot, contributions: [7; 32], accepts };
    for ahead in 1..limits::AHEAD {
        let (decided, body) = (vec![shown.clone()], Body::Attest([7; 32]));
        let said = Contribution { match_id, step: step + ahead, seat, head, decided, body };
        flood.say(&Message::Contribution(Signed::new(said, &flood.key)));
    }
    flood.world.run_until(flood.world.now + 1000);
    let bytes = flood.world.bytes;
    let status = Status { match_id, step, head, have: u16::MAX, proven: 0, ask: 1 };
    flood.say(&Message::Status(status));
    let told = flood.world.bytes - bytes;
    assert!(told > 0 && told <= limits::REPLY as u64, "{told} bytes");
}
