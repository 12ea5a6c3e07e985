//! Two decisions on one step: whoever made both has signed a contradiction, and is named by whoever sees them together.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::io::Cursor;

use engine::Seat;
use proto::{
    Accept, Ballot, Certificate, Consent, Contribution, Header, Message, Prepare, Promise,
    Proposal, Record, Signed, Statement, Value, Word, codec, contributions_digest, file, limits,
};
use sim::{World, charter::identity, run::DEADLINE, world::Scenario};
use support::{at_a_choice, config, seat, words};
use table::{Millis, audit::compare};

const STATUS: Millis = 500;

fn header(world: &World, by: u8) -> Header {
    let play = world.node(seat(0)).unwrap().play();
    Header { match_id: play.id(), step: play.step(), seat: by, head: play.head() }
}

fn sign<T: Statement>(world: &World, statement: T) -> Signed<T> {
    let key = identity(world.config().seed, Seat::new(statement.seat()));
    Signed::new(statement, &key)
}

fn without(seats: &[u8]) -> Value {
    Value::Without(seats.iter().map(|seat| 1 << seat).sum())
}

/// The decision of two of three seats to go on without the third, in a ballot of the first of them, which names what
/// that one has accepted before.
fn decision(world: &World, round: u32, by: [u8; 2], accepted: Option<Ballot>) -> Certificate {
    let left = 3 - by[0] - by[1];
    let (at, value) = (header(world, by[0]), without(&[left]));
    let mut both = by;
    both.sort_unstable();
    let promise = |seat: u8| {
        let accepted = accepted.filter(|_| seat == by[0]).map(|ballot| (ballot, value));
        let ballot = Ballot { round, seat: by[0] };
        sign(world, Promise { at: Header { seat, ..at }, ballot, accepted })
    };
    let consent =
        |seat: u8| sign(world, Consent { at: Header { seat, ..at }, without: 1 << left }).signature;
    let promises = both.map(promise).to_vec();
    let consents = both.map(consent).to_vec();
    let proposal = sign(world, Proposal { at, round, value, promises, consents });
    let accept = |seat: u8| (seat, sign(world, Accept::of(&proposal.statement, seat)).signature);
    let accepts = both.map(accept).to_vec();
    Certificate { proposal, accepts }
}

/// A transcript that ends with a decision to go on without somebody.
fn transcript(world: &World, decided: &Certificate) -> Vec<u8> {
    let mut bytes = world.node(seat(0)).unwrap().steps();
    for consent in decided.proposal.statement.signed_consents(0b111) {
        bytes.extend(file::frame(&Record::Consent(consent)));
    }
    bytes.extend(file::frame(&Record::Decided(Box::new(decided.clone()))));
    bytes
}

fn convicted(one: &[u8], two: &[u8]) -> Vec<Seat> {
    let compared = compare(Cursor::new(one), Cursor::new(two), games::find).unwrap();
    assert!(compared.parted.is_some());
    compared.convicted.iter().map(|blame| blame.seat).collect()
}

/// The second seat has decided with the third to go on without the first, and hides that from the first in a later ballot,
/// in which the first has proposed again what it had accepted before.
fn hides_a_decision(first_round: u32) {
    let mut world = World::new(config("suspicion", 3, 1)).unwrap();
    let before = |world: &World| world.node(seat(0)).unwrap().play().step() < 12;
    assert!(world.run_while(DEADLINE, before));
    let accepted = Ballot { round: first_round, seat: 0 };
    let hidden = transcript(&world, &decision(&world, first_round + 1, [2, 1], None));
    let hiding = transcript(&world, &decision(&world, first_round + 2, [0, 1], Some(accepted)));
    assert_eq!(convicted(&hidden, &hiding), [seat(1)]);
    assert_eq!(convicted(&hiding, &hidden), [seat(1)]);
}

#[test]
fn whoever_hid_a_decision_is_convicted_by_two_files_in_whatever_order_they_are_given() {
    hides_a_decision(1);
}

#[test]
fn whoever_hid_a_decision_is_convicted_by_two_files_however_far_their_ballots_are() {
    hides_a_decision(2 * limits::ROUNDS_AHEAD);
}

/// A match of three whose first two seats cannot reach each other.
struct Deferred {
    world: World,
    at: Header,
    /// What the liar could say in this step.
    choice: Contribution,
}

const LIAR: u8 = 2;

impl Deferred {
    fn new(seed: u64) -> Option<Self> {
        let (mut world, choices) = at_a_choice(3, seed, (1, Scenario::default()), 2)?;
        for (one, other) in [(0, 1), (0, LIAR), (1, LIAR)] {
            world.links.cut(seat(one), seat(other), Millis::MAX);
        }
        let patience = world.config().timing.patience;
        world.run_until(world.now + patience + 4 * STATUS);
        let choice = choices[0].clone();
        let Contribution { match_id, step, head, .. } = choice;
        let at = Header { match_id, step, seat: LIAR, head };
        Some(Self { world, at, choice })
    }

    fn tell(&mut self, to: u8, word: Word) {
        self.world.inject(seat(LIAR), seat(to), &codec::encode(&Message::Word(word)));
    }

    /// The last word of some kind that a seat has said in this step.
    fn said<T>(&mut self, by: u8, what: impl Fn(Word) -> Option<T>) -> T {
        let step = self.at.step;
        let find = |world: &World| {
            let own = |word: &Word| word.at().is_some_and(|at| (at.step, at.seat) == (step, by));
            words(world, by).into_iter().filter(own).filter_map(&what).last()
        };
        let until = self.world.now + 100 * STATUS;
        assert!(self.world.run_while(until, |world| find(world).is_none()));
        find(&self.world).unwrap()
    }

    /// The liar goes on with one of them and without the other.
    fn goes_on_with(&mut self, one: u8) {
        let at = self.at;
        let consent = sign(&self.world, Consent { at, without: 1 << (1 - one) });
        self.tell(one, Word::Consent(consent));
        let ballot = self.said(one, |word| match word {
            Word::Prepare(signed) => Some(signed.statement.ballot()),
            _ => None,
        });
        let promise = sign(&self.world, Promise { at, ballot, accepted: None });
        self.tell(one, Word::Promise(promise, Vec::new()));
        let proposal = self.said(one, |word| match word {
            Word::Proposal(chain) => Some(chain[0].statement.clone()),
            _ => None,
        });
        let accept = sign(&self.world, Accept::of(&proposal, LIAR));
        self.tell(one, Word::Accept(accept));
        let gone = self.world.node(seat(one)).unwrap().play().gone();
        assert_eq!(gone, [seat(1 - one)].into_iter().collect());
    }

    fn meet(&mut self) {
        self.world.links.cut(seat(0), seat(1), 0);
        self.world.run_until(self.world.now + 60 * STATUS);
    }

    fn both_name_the_liar(&self) {
        assert_eq!(self.world.monitor.named, [""; 0]);
        for (by, peer) in self.world.honest() {
            let mut named = peer.accusations.iter().map(|(blame, _)| blame.seat);
            assert!(named.any(|named| named == seat(LIAR)), "{by}");
            // Neither decision counts more than the other, and nobody can go on with the liar.
            let node = peer.node.as_ref().unwrap();
            assert!(node.seat().is_some() && node.is_over(), "{by}");
        }
    }
}

fn apart() -> Deferred {
    let mut apart = (0..20).find_map(Deferred::new).unwrap();
    (0..2).for_each(|one| apart.goes_on_with(one));
    apart
}

/// It says nothing more after the two decisions.
#[test]
fn whoever_decided_with_two_seats_to_go_on_without_each_other_is_named_when_these_meet() {
    let mut apart = apart();
    apart.meet();
    apart.both_name_the_liar();
}

#[test]
fn whoever_made_two_decisions_is_named_by_those_who_know_theirs_from_a_journal() {
    let mut apart = apart();
    for one in 0..2 {
        let disk = &mut apart.world.peers[one].disk;
        disk.synced = disk.bytes.len();
        apart.world.kill(seat(one as u8));
        apart.world.revive(seat(one as u8)).unwrap();
    }
    apart.meet();
    apart.both_name_the_liar();
}

/// The liar goes on with the first and without the second. The second has closed the step by what the liar has said, and
/// decides so with the liar in a later ballot: to it the liar hides what it has accepted.
#[test]
fn whoever_hid_a_decision_from_one_that_had_closed_the_step_is_named_when_the_two_meet() {
    let mut apart = (0..20).find_map(Deferred::new).unwrap();
    apart.goes_on_with(0);
    let (at, said) = (apart.at, apart.choice.clone());
    let contribution = codec::encode(&Message::Contribution(sign(&apart.world, said.clone())));
    apart.world.inject(seat(LIAR), seat(1), &contribution);
    let round = 100;
    let ballot = Ballot { round, seat: LIAR };
    let begun = sign(&apart.world, Prepare { at, round });
    apart.tell(1, Word::Prepare(begun));
    let theirs = apart.said(1, |word| match word {
        Word::Promise(signed, _) => Some(signed),
        _ => None,
    });
    let own = sign(&apart.world, Promise { at, ballot, accepted: None });
    let value = Value::Contributions(contributions_digest(&[said.digest()]));
    let (promises, consents) = (vec![theirs, own], Vec::new());
    let proposal = sign(&apart.world, Proposal { at, round, value, promises, consents });
    let accept = sign(&apart.world, Accept::of(&proposal.statement, LIAR));
    apart.tell(1, Word::Proposal(vec![proposal]));
    apart.tell(1, Word::Accept(accept));
    let accepted = apart.said(1, |word| match word {
        Word::Accept(signed) => Some(signed.statement.value),
        _ => None,
    });
    assert_eq!(accepted, value);
    apart.meet();
    assert_eq!(apart.world.monitor.named, [""; 0]);
    for (by, peer) in apart.world.honest() {
        let mut named = peer.accusations.iter().map(|(blame, _)| blame.seat);
        assert!(named.any(|named| named == seat(LIAR)), "{by}");
    }
}
