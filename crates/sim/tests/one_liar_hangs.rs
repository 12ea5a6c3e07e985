//! One liar at a table of three, without any power over the network, makes another node accept what nobody can ever show
//! again. All that it needs is that one honest player was away for a while.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use engine::{Eyes, Seat};
use proto::{
    Ballot, Contribution, Header, Message, Prepare, Promise, Proposal, Signed, Statement, Status,
    Value, Word, codec, contributions_digest,
};
use sim::{Config, World, charter::identity, run::DEADLINE, world::Scenario};
use support::{config, seat, words};
use table::{Node, Output, journal};

/// An honest seat that is told two things, one that is away for a while, and the liar.
const VICTIM: u8 = 0;
const AWAY: u8 = 1;
const LIAR: u8 = 2;

fn allowed(node: &Node) -> Vec<usize> {
    let knowledge = node.knowledge();
    let menu = node.menu().unwrap();
    menu.allowed(Eyes::new(node.play().driver().faces(), &knowledge))
}

/// A match in which both others are asked for a sealed choice, and neither has made one.
fn sealed(seed: u64) -> Option<World> {
    let thinking = vec![seat(AWAY), seat(LIAR)];
    let trouble =
        Scenario { dishonest: Some(seat(LIAR)), thinking: thinking.clone(), ..Scenario::default() };
    let mut world =
        World::troubled(Config { survive: 1, ..config("suspicion", 3, seed) }, trouble).unwrap();
    loop {
        let waits = |world: &World| {
            let asked = |s: Seat| world.node(s).unwrap().menu().is_some();
            !asked(seat(AWAY)) && !asked(seat(LIAR)) && !world.node(seat(LIAR)).unwrap().is_over()
        };
        assert!(world.run_while(DEADLINE, waits));
        world.run_until(world.now + 200);
        let asked: Vec<Seat> =
            thinking.iter().copied().filter(|s| world.node(*s).unwrap().menu().is_some()).collect();
        let node = world.node(seat(LIAR)).unwrap();
        if node.is_over() {
            return None;
        }
        if asked.len() == 2 && node.play().round_name() == "seal" && allowed(node).len() > 1 {
            return Some(world);
        }
        for s in asked {
            let entry = allowed(world.node(s).unwrap())[0];
            assert!(world.choose_for(s, entry));
        }
    }
}

struct Table {
    world: World,
    at: Header,
}

impl Table {
    fn sign<T: Statement>(&self, statement: T) -> Signed<T> {
        Signed::new(statement, &identity(self.world.config().seed, seat(LIAR)))
    }

    fn tell(&mut self, to: &[u8], message: &Message) {
        let bytes = codec::encode(message);
        to.iter().for_each(|to| self.world.inject(seat(LIAR), seat(*to), &bytes));
    }

    fn is_heard(&mut self) {
        let Header { match_id, step, head, .. } = self.at;
        let status = Status { match_id, step, head, have: 0xff, proven: 0xff, ask: 0 };
        let there: Vec<u8> =
            [VICTIM, AWAY].into_iter().filter(|s| self.world.node(seat(*s)).is_some()).collect();
        self.tell(&there, &Message::Status(status));
    }

    fn wait(&mut self, most: u64, goes_on: impl Fn(&World) -> bool) {
        let end = self.world.now + most;
        while self.world.now < end && goes_on(&self.world) {
            self.is_heard();
            let next = end.min(self.world.now + 1_000);
            while self.world.now < next && goes_on(&self.world) {
                self.world.step().unwrap();
            }
        }
    }

    /// What the liar could say: its choice is another.
    fn choice(&self, entry: usize) -> Contribution {
        let (entries, _) = journal::read(&self.world.peers[usize::from(LIAR)].disk.bytes).unwrap();
        let config = self.world.config();
        let key = identity(config.seed, seat(LIAR));
        let mut node =
            Node::resume_without_asking(entries, config.game, key, self.world.now).unwrap();
        node.choose(entry, self.world.now).unwrap();
        let said = node.take_outputs().into_iter().find_map(|output| match output {
            Output::Broadcast(bytes) => match Message::decode(&bytes) {
                Ok(Message::Contribution(signed)) if signed.statement.step == self.at.step => {
                    Some(signed.statement)
                }
                _ => None,
            },
            _ => None,
        });
        said.unwrap()
    }
}

fn consents(world: &World, of: u8, step: u64, without: u16) -> bool {
    words(world, of).iter().any(|word| matches!(word, Word::Consent(signed) if signed.statement.at.step == step && signed.statement.at.seat == of && signed.statement.without == without))
}

fn attack(shows_first_again: bool) {
    let world = (0..60).find_map(sealed).unwrap();
    let play = world.node(seat(VICTIM)).unwrap().play();
    let at = Header { match_id: play.id(), step: play.step(), seat: LIAR, head: play.head() };
    let mut table = Table { world, at };
    let step = at.step;
    let entries = allowed(table.world.node(seat(LIAR)).unwrap());
    let (first, other) = (table.choice(entries[0]), table.choice(entries[1]));
    assert!(first != other);
    // From here on the test speaks for the liar.
    table.world.links.cut_off([seat(LIAR)].into_iter().collect(), u64::MAX);
    // A lid is closed for a minute.
    let disk = &mut table.world.peers[usize::from(AWAY)].disk;
    disk.synced = disk.bytes.len();
    table.world.kill(seat(AWAY));
    table.wait(60_000, |_| true);
    assert!(
        consents(&table.world, VICTIM, step, 1 << AWAY),
        "no consent to go on without who is away"
    );
    table.world.revive(seat(AWAY)).unwrap();
    table.wait(60_000, |_| true);
    let entry = allowed(table.world.node(seat(AWAY)).unwrap())[0];
    assert!(table.world.choose_for(seat(AWAY), entry));
    table.wait(400_000, |world| !consents(world, VICTIM, step, 1 << LIAR));
    assert!(consents(&table.world, VICTIM, step, 1 << LIAR));
    assert!(!consents(&table.world, AWAY, step, 1 << LIAR));
    // The liar begins a ballot, which is answered.
    let (round, ballot) = (1_000, Ballot { round: 1_000, seat: LIAR });
    let begun = table.sign(Prepare { at, round });
    table.tell(&[VICTIM], &Message::Word(Word::Prepare(begun)));
    let promise = words(&table.world, VICTIM).into_iter().find_map(|word| match word {
        Word::Promise(signed, _) if signed.statement.ballot == ballot => Some(signed),
        _ => None,
    });
    let own = table.sign(Promise { at, ballot, accepted: None });
    let promises = vec![promise.unwrap(), own];
    // It waits until the other one has consented too.
    table.wait(400_000, |world| !consents(world, AWAY, step, 1 << LIAR));
    assert!(consents(&table.world, AWAY, step, 1 << LIAR));
    let said = table.world.monitor.said(step, seat(AWAY)).unwrap().digest();
    let value = Value::Contributions(contributions_digest(&[said, other.digest()]));
    let proposal = table.sign(Proposal { at, round, value, promises, consents: Vec::new() });
    let (first, other) =
        (Message::Contribution(table.sign(first)), Message::Contribution(table.sign(other)));
    table.tell(&[VICTIM, AWAY], &first);
    table.tell(&[VICTIM], &other);
    table.tell(&[VICTIM], &Message::Word(Word::Proposal(vec![proposal])));
    let accepted = words(&table.world, VICTIM)
        .iter()
        .any(|word| matches!(word, Word::Accept(signed) if signed.statement.value == value));
    assert!(accepted, "the attack has no effect");
    if shows_first_again {
        table.tell(&[VICTIM], &first);
    }
    table.world.run_until(table.world.now + 1_200_000);
    let ends: Vec<_> = [VICTIM, AWAY]
        .map(|of| table.world.node(seat(of)).unwrap())
        .map(|n| (n.play().step(), n.is_over(), n.play().gone()))
        .to_vec();
    assert!(ends.iter().all(|(s, over, _)| *s > step || *over), "the table hangs: {ends:?}");
}

#[test]
fn control() {
    attack(false);
}

#[test]
fn one_liar_hangs_a_table_of_three() {
    attack(true);
}
