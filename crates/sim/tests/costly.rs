//! One seat signs as much as it can of what is long to look at and changes nothing. None of it costs another node much more
//! than to check signatures.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use ed25519_dalek::{Signature, SigningKey};
use engine::Seat;
use proto::{
    Accept, Ballot, Consent, Contradiction, Contribution, Decided, Evidence, Header, Message,
    Promise, Proposal, Signed, Statement, Status, Value, Word, codec, limits,
};
use rustix::time::{ClockId, clock_gettime};
use sim::{World, charter::identity, run::DEADLINE, world::Scenario};
use support::{config, seat};
use table::{Dropped, Millis};

const STATUS: Millis = 500;
/// So many messages.
const MANY: u32 = 512;
/// The seat that listens, and the one in whose name the test speaks.
const VICTIM: u8 = 0;
const LIAR: u8 = 3;

struct Flood {
    world: World,
    key: SigningKey,
    /// The longest thing that the liar has said.
    long: Contribution,
}

/// The processor time of this thread, in nanoseconds.
fn time() -> i128 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    i128::from(now.tv_sec) * 1_000_000_000 + i128::from(now.tv_nsec)
}

impl Flood {
    fn new() -> Self {
        let trouble = Scenario { dishonest: Some(seat(LIAR)), ..Scenario::default() };
        let mut world = World::troubled(config("suspicion", 4, 1), trouble).unwrap();
        let early = |world: &World| world.node(seat(VICTIM)).unwrap().play().step() < 30;
        assert!(world.run_while(DEADLINE, early));
        let said = (1..30).filter_map(|step| world.monitor.said(step, seat(LIAR)));
        let long = said.max_by_key(|said| codec::encode(*said).len()).unwrap().clone();
        let key = identity(world.config().seed, seat(LIAR));
        Self { world, key, long }
    }

    /// The liar was proven to cheat before.
    fn proven() -> Self {
        let mut flood = Self::new();
        let said = |i: u8| Box::new(flood.sign(flood.other(flood.long.step, i.into())));
        let evidence = Message::Evidence(Evidence::Equivocation(said(0), said(1)));
        (0..3).for_each(|to| flood.world.inject(seat(LIAR), seat(to), &codec::encode(&evidence)));
        flood
    }

    fn sign<T: Statement>(&self, statement: T) -> Signed<T> {
        Signed::new(statement, &self.key)
    }

    /// What the liar has said, to another step and over another history.
    fn other(&self, step: u64, number: u32) -> Contribution {
        let mut head = [7; 32];
        head[..4].copy_from_slice(&number.to_le_bytes());
        Contribution { step, head, ..self.long.clone() }
    }

    fn step(&self) -> u64 {
        self.world.node(seat(VICTIM)).unwrap().play().step()
    }

    /// The place in which the victim is, as the liar names it.
    fn at(&self) -> Header {
        let play = self.world.node(seat(VICTIM)).unwrap().play();
        Header { match_id: play.id(), step: play.step(), seat: LIAR, head: play.head() }
    }

    fn is_cheap(&mut self, message: impl Fn(&Self, u32) -> Message) {
        self.is_cheap_from(Some(seat(LIAR)), message);
    }

    fn is_cheap_from(&mut self, from: Option<Seat>, message: impl Fn(&Self, u32) -> Message) {
        self.is_handled_cheaply(from, message, Ok(()));
    }

    /// The victim's node handles each of these messages in the time of a few checks of signatures.
    fn is_handled_cheaply(
        &mut self,
        from: Option<Seat>,
        message: impl Fn(&Self, u32) -> Message,
        result: Result<(), Dropped>,
    ) {
        let messages: Vec<_> = (0..MANY).map(|i| codec::encode(&message(self, i))).collect();
        let now = self.world.now + 1_000_000_000;
        let node = self.world.peers[usize::from(VICTIM)].node.as_mut().unwrap();
        let begun = time();
        for bytes in &messages {
            assert_eq!(node.handle(from, bytes, now), result);
        }
        let handled = time() - begun;
        let begun = time();
        let said = self.sign(Contribution::common_head([0; 32], 1, LIAR, [0; 32]));
        let keys = vec![self.key.verifying_key(); 4];
        (0..MANY).for_each(|_| assert!(said.is_genuine(&keys)));
        let cost = handled / (time() - begun).max(1);
        // To decode what holds no points costs less than one for each kilobyte.
        let most = 4 + messages[0].len() as i128 / 1024;
        assert!(cost <= most, "as much as {cost} signatures");
    }
}

#[test]
fn contributions_to_old_steps_over_other_histories_are_not_looked_at() {
    let mut flood = Flood::new();
    let quiet = (5..flood.step() - 1)
        .rev()
        .find(|step| flood.world.monitor.said(*step, seat(LIAR)).is_none())
        .unwrap();
    flood.is_cheap(|flood, i| Message::Contribution(flood.sign(flood.other(quiet, i))));
}

#[test]
fn more_contributions_to_an_old_step_are_not_looked_at_once_their_seat_is_proven_to_cheat() {
    let mut flood = Flood::proven();
    let step = flood.long.step;
    flood.is_cheap(|flood, i| Message::Contribution(flood.sign(flood.other(step, i + 7))));
}

#[test]
fn of_contributions_to_the_current_step_a_few_are_looked_at_once_their_seat_is_proven_to_cheat() {
    let mut flood = Flood::proven();
    let (step, head) = (flood.step(), flood.world.node(seat(VICTIM)).unwrap().play().head());
    let shown = |flood: &Flood, i: u32| {
        let said = Contribution {
            head: if i.is_multiple_of(2) { head } else { [7; 32] },
            ..flood.other(step, i)
        };
        // Each shows another decision, so that no two are alike.
        let (ballot, accepts) = (Ballot { round: i, seat: 0 }, Vec::new());
        let decided = Decided { step: 1, head, ballot, contributions: head, accepts };
        Message::Contribution(flood.sign(Contribution { decided: vec![decided], ..said }))
    };
    flood.is_cheap(shown);
}

#[test]
fn more_evidence_against_a_seat_that_is_proven_to_cheat_is_not_looked_at() {
    let mut flood = Flood::proven();
    let two = |flood: &Flood, i: u32| {
        let said = |i| Box::new(flood.sign(flood.other(5, i)));
        Message::Evidence(Evidence::Equivocation(said(2 * i + 10), said(2 * i + 11)))
    };
    flood.is_cheap(two);
}

#[test]
fn contributions_of_a_seat_that_is_gone_are_not_looked_at() {
    let mut flood = Flood::proven();
    let there = |world: &World| world.node(seat(VICTIM)).unwrap().play().gone().is_empty();
    assert!(flood.world.run_while(flood.world.now + 100 * STATUS, there));
    let step = flood.step() + 1;
    flood.is_cheap(|flood, i| Message::Contribution(flood.sign(flood.other(step, i))));
}

/// What is not of this match does not end the connection it came by, as what is forged does.
#[test]
fn contributions_to_another_match_are_not_looked_at() {
    let mut flood = Flood::new();
    let said = |flood: &Flood, i: u32| {
        let said = Contribution { match_id: [7; 32], ..flood.other(flood.step(), i) };
        Message::Contribution(flood.sign(said))
    };
    flood.is_handled_cheaply(Some(seat(LIAR)), said, Err(Dropped::Foreign));
}

/// One statement, signed again and again.
#[test]
fn signatures_under_a_statement_that_is_known_are_not_looked_at() {
    let mut flood = Flood::new();
    let long = flood.long.clone();
    let again = |flood: &Flood, i: u32| {
        let mut said = flood.sign(long.clone());
        let mut number = *said.signature.s_bytes();
        number[..4].copy_from_slice(&i.to_le_bytes());
        said.signature = Signature::from_components(*said.signature.r_bytes(), number);
        Message::Contribution(said)
    };
    flood.is_cheap(again);
}

/// A proposal that rests on as many others as it may, each with promises of the liar alone.
fn proposal(flood: &Flood, round: u32) -> Vec<Signed<Proposal>> {
    let play = flood.world.node(seat(VICTIM)).unwrap().play();
    let at = Header { match_id: play.id(), step: play.step(), seat: LIAR, head: play.head() };
    let chain = (0..limits::PROPOSALS as u32).map(|i| {
        let round = 1000 * round - i;
        let ballot = Ballot { round, seat: LIAR };
        let promises = (0..8).map(|_| flood.sign(Promise { at, ballot, accepted: None }));
        let (promises, value) = (promises.collect(), Value::Contributions([7; 32]));
        flood.sign(Proposal { at, round, value, promises, consents: Vec::new() })
    });
    chain.collect()
}

#[test]
fn proposals_that_nobody_has_promised_anything_for_are_not_looked_at() {
    let mut flood = Flood::new();
    flood.is_cheap(|flood, i| Message::Word(Word::Proposal(proposal(flood, i + 1))));
}

#[test]
fn promises_that_name_such_proposals_are_not_looked_at() {
    let mut flood = Flood::new();
    let promise = |flood: &Flood, i: u32| {
        let named = proposal(flood, i + 1);
        let first = &named[0].statement;
        let ballot = Ballot { round: first.round + 1, seat: LIAR };
        let accepted = Some((first.ballot(), first.value));
        let promise = flood.sign(Promise { at: first.at, ballot, accepted });
        Message::Word(Word::Promise(promise, named))
    };
    flood.is_cheap(promise);
}

#[test]
fn evidence_with_hundreds_of_promises_is_looked_at_once() {
    let mut flood = Flood::proven();
    let forbidden = |flood: &Flood, i: u32| {
        let mut first = proposal(flood, i + 1).swap_remove(0).statement;
        let (at, ballot) = (first.at, first.ballot());
        let other = Value::Contributions([8; 32]);
        let accepted = Some((Ballot { round: 1, seat: 0 }, other));
        let promise = flood.sign(Promise { at, ballot, accepted });
        first.promises = vec![promise; 150];
        let found = Contradiction::ForbiddenProposal(Box::new(flood.sign(first)));
        Message::Evidence(Evidence::Closing(found))
    };
    flood.is_cheap(forbidden);
}

/// A consent of a proven cheat beside ever other contributions to the current step.
#[test]
fn broken_consents_of_a_seat_that_is_proven_to_cheat_are_not_looked_at() {
    let mut flood = Flood::proven();
    let at = flood.at();
    let consent = flood.sign(Consent { at: Header { step: 1, ..at }, without: 1 });
    let message = |flood: &Flood, i: u32| {
        let (ballot, accepts) = (Ballot { round: i, seat: 0 }, Vec::new());
        let decided = Decided { step: 1, head: at.head, ballot, contributions: at.head, accepts };
        let said =
            Contribution { head: at.head, decided: vec![decided], ..flood.other(at.step, i) };
        Message::Evidence(Evidence::BrokenConsent(consent, Box::new(flood.sign(said))))
    };
    flood.is_cheap(message);
}

/// Anybody, also a stranger, shows again and again what an honest seat has said, as if it were invalid.
#[test]
fn what_is_known_is_not_looked_at_again_as_evidence() {
    let mut flood = Flood::new();
    let said = (1..30).filter_map(|step| flood.world.monitor.said(step, seat(1)));
    let long = said.max_by_key(|said| codec::encode(*said).len()).unwrap().clone();
    let key = identity(flood.world.config().seed, seat(1));
    let known = Signed::new(long, &key);
    flood.is_cheap_from(None, |_, _| Message::Evidence(Evidence::Invalid(Box::new(known.clone()))));
}

/// The liar has said much to steps that are still to come, and asks what others hold of it.
#[test]
fn statuses_that_ask_are_cheap() {
    let mut flood = Flood::new();
    let at = flood.at();
    for ahead in 1..=20 {
        let said = flood.sign(flood.other(at.step + ahead, 1));
        flood.world.inject(seat(LIAR), seat(VICTIM), &codec::encode(&Message::Contribution(said)));
    }
    let status = |_: &Flood, i: u32| {
        let Header { match_id, step, head, .. } = at;
        Message::Status(Status {
            match_id,
            step,
            head,
            have: 0xf,
            proven: 0xf,
            ask: u64::from(i) + 1,
        })
    };
    flood.is_cheap(status);
}

/// Proposals with promises that hide what a proven cheat has accepted.
#[test]
fn proposals_that_hide_what_is_proven_are_not_looked_at() {
    let mut flood = Flood::proven();
    let at = flood.at();
    let value = Value::Contributions([9; 32]);
    let accept = Accept { at, ballot: Ballot { round: 1, seat: LIAR }, value };
    let accept = Message::Word(Word::Accept(flood.sign(accept)));
    flood.world.inject(seat(LIAR), seat(VICTIM), &codec::encode(&accept));
    let message = |flood: &Flood, i: u32| {
        let round = i + 2;
        let ballot = Ballot { round, seat: LIAR };
        let promise = flood.sign(Promise { at, ballot, accepted: None });
        let promises = vec![promise; 200];
        let value = Value::Contributions([7; 32]);
        let proposal = flood.sign(Proposal { at, round, value, promises, consents: Vec::new() });
        Message::Word(Word::Proposal(vec![proposal]))
    };
    flood.is_cheap(message);
}
