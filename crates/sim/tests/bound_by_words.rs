//! What a seat has said on how to close a step binds it for good, however old the step is and whatever others make of it;
//! and what others say makes nobody say more than once.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::collections::BTreeMap;

use engine::Eyes;
use proto::{
    Ballot, Contribution, Digest, Header, Message, Prepare, Promise, Proposal, Signed, Statement,
    Status, Value, Word, codec, contributions_digest, limits,
};
use sim::{World, charter::identity, run::DEADLINE, world::Scenario};
use support::{at_a_choice, config, seat, words};
use table::{
    AutoConsent, Millis,
    journal::{self, Entry},
};

const STATUS: Millis = 500;
/// The seat that is lied to, and two honest ones.
const VICTIM: u8 = 0;
const ONE: u8 = 1;
const TWO: u8 = 2;
/// The seat in whose name the test speaks.
const LIAR: u8 = 3;

fn sign<T: Statement>(world: &World, statement: T) -> Signed<T> {
    Signed::new(statement, &identity(world.config().seed, seat(LIAR)))
}

fn tell(world: &mut World, to: u8, word: &Word) {
    world.inject(seat(LIAR), seat(to), &codec::encode(&Message::Word(word.clone())));
}

/// The promise of a seat for a ballot in a step, as its journal has it.
fn promised(world: &World, by: u8, step: u64, ballot: Ballot) -> Option<Signed<Promise>> {
    words(world, by).into_iter().find_map(|word| match word {
        Word::Promise(signed, _)
            if (signed.statement.at.step, signed.statement.at.seat) == (step, by)
                && signed.statement.ballot == ballot =>
        {
            Some(signed)
        }
        _ => None,
    })
}

fn has_accepted(world: &World, by: u8, step: u64) -> bool {
    words(world, by).iter().any(|word| {
        let at = word.at().unwrap();
        matches!(word, Word::Accept(_)) && (at.step, at.seat) == (step, by)
    })
}

/// The head before each closed step, and the digest of the contributions that closed it, as a seat's journal has them.
fn closed_steps(world: &World, of: u8) -> BTreeMap<u64, (Digest, Digest)> {
    let (entries, _) = journal::read(&world.peers[usize::from(of)].disk.bytes).unwrap();
    let mut steps: BTreeMap<u64, (Digest, BTreeMap<u8, Digest>)> = BTreeMap::new();
    for entry in &entries {
        let Entry::Contribution(said) = entry else { continue };
        let head = said.decode().unwrap().statement.head;
        let step = steps.entry(said.step()).or_insert((head, BTreeMap::new()));
        step.1.insert(said.seat(), said.digest());
    }
    let digest =
        |said: BTreeMap<u8, Digest>| contributions_digest(&said.into_values().collect::<Vec<_>>());
    steps.into_iter().map(|(step, (head, said))| (step, (head, digest(said)))).collect()
}

/// A match of four in which many steps are over, and that waits for a choice of the liar.
fn late_in_a_match(steps: u64) -> World {
    let liar = seat(LIAR);
    let trouble = Scenario { dishonest: Some(liar), thinking: vec![liar], ..Scenario::default() };
    let mut world = World::troubled(config("suspicion", 4, 1), trouble).unwrap();
    loop {
        let asked = |world: &World| world.node(liar).unwrap().menu().is_some();
        assert!(world.run_while(DEADLINE, |world| !asked(world)));
        let node = world.node(liar).unwrap();
        if node.play().step() > steps {
            return world;
        }
        let knowledge = node.knowledge();
        let eyes = Eyes::new(node.play().driver().faces(), &knowledge);
        let entry = node.menu().unwrap().allowed(eyes)[0];
        assert!(world.choose_for(liar, entry));
    }
}

/// The liar has the others vote again on steps that were closed long ago, in each by what closed it. Each seat opens a few old
/// steps for the words of each other one, so the liar lets each of them speak first in some. Then the victim's machine
/// crashes and starts again, and the liar begins another ballot in each of these steps.
#[test]
fn a_seat_that_has_voted_on_many_old_steps_is_bound_by_that_after_a_crash() {
    let mut world = late_in_a_match(60);
    let steps = closed_steps(&world, VICTIM);
    let each = limits::LATE_STEPS / limits::SEATS;
    let first = [VICTIM, TWO, ONE].into_iter().flat_map(|first| vec![first; each]);
    let old: Vec<(u64, u8)> = (5..).zip(first).collect();
    let header = |world: &World, step: u64| {
        let match_id = world.node(seat(VICTIM)).unwrap().play().id();
        Header { match_id, step, seat: LIAR, head: steps[&step].0 }
    };
    let prepare = |world: &World, step: u64, round: u32| {
        Word::Prepare(sign(world, Prepare { at: header(world, step), round }))
    };
    for &(step, first) in &old {
        let (at, ballot) = (header(&world, step), Ballot { round: 1, seat: LIAR });
        let begun = prepare(&world, step, 1);
        let second = if first == VICTIM { ONE } else { VICTIM };
        for to in [first, second] {
            tell(&mut world, to, &begun);
            world.run_until(world.now + 3 * STATUS);
        }
        let mine = sign(&world, Promise { at, ballot, accepted: None });
        let mut promises = vec![mine];
        promises.extend([first, second].map(|by| promised(&world, by, step, ballot).unwrap()));
        promises.sort_by_key(|promise| promise.statement.at.seat);
        let value = Value::Contributions(steps[&step].1);
        let proposal = Proposal { at, round: 1, value, promises, consents: Vec::new() };
        let proposal = sign(&world, proposal);
        tell(&mut world, VICTIM, &Word::Proposal(vec![proposal]));
        world.run_until(world.now + STATUS);
        assert!(has_accepted(&world, VICTIM, step), "step {step}");
    }
    world.kill(seat(VICTIM));
    world.revive(seat(VICTIM)).unwrap();
    let asks = |world: &World| world.node(seat(VICTIM)).unwrap().is_asking();
    assert!(world.run_while(DEADLINE, asks));
    for &(step, _) in &old {
        let begun = prepare(&world, step, 2);
        for to in [ONE, TWO, VICTIM] {
            tell(&mut world, to, &begun);
            world.run_until(world.now + 3 * STATUS);
        }
    }
    assert_eq!(world.monitor.named, [""; 0]);
}

/// The victim has consented and begins a ballot. The liar begins a later one, of which the victim does not hear, and then
/// says in its promise for the earlier one what was proposed in the later one.
#[test]
fn a_promise_that_names_a_later_ballot_than_its_own_makes_nobody_write_for_ever() {
    use AutoConsent::{Late, Never};
    let votes = [Late, Never, Never].into_iter().zip(0..).map(|(auto, by)| (seat(by), auto));
    let votes: Vec<_> = votes.collect();
    let trouble = || Scenario { votes: votes.clone(), ..Scenario::default() };
    let found = (0..20).find_map(|seed| at_a_choice(4, seed, (1, trouble()), 2));
    let (mut world, choices) = found.unwrap();
    let patience = world.config().timing.patience;
    world.run_until(world.now + patience + 4 * STATUS);
    let Contribution { match_id, step, head, .. } = choices[0];
    let at = Header { match_id, step, seat: LIAR, head };
    // The victim is heard by all, and hears what the test lets it hear.
    for by in [ONE, TWO, LIAR] {
        world.links.cut_one_way(seat(by), seat(VICTIM), Millis::MAX);
    }
    let said = Message::Contribution(sign(&world, choices[0].clone()));
    world.inject(seat(LIAR), seat(VICTIM), &codec::encode(&said));
    let ballot = Ballot { round: 1, seat: VICTIM };
    let begun = |world: &World| promised(world, ONE, step, ballot).is_some();
    assert!(world.run_while(world.now + 100 * STATUS, |world| !begun(world)));
    world.run_until(world.now + 2 * STATUS);
    let later = Ballot { round: 2, seat: LIAR };
    for to in [ONE, TWO] {
        let prepare = sign(&world, Prepare { at, round: 2 });
        tell(&mut world, to, &Word::Prepare(prepare));
    }
    let mut promises = [ONE, TWO].map(|by| promised(&world, by, step, later).unwrap()).to_vec();
    promises.push(sign(&world, Promise { at, ballot: later, accepted: None }));
    let value = {
        let (entries, _) = journal::read(&world.peers[0].disk.bytes).unwrap();
        let said = entries.iter().filter_map(|entry| match entry {
            Entry::Contribution(said) if said.step() == step => Some(said.digest()),
            _ => None,
        });
        Value::Contributions(contributions_digest(&said.collect::<Vec<_>>()))
    };
    let proposal = Proposal { at, round: 2, value, promises, consents: Vec::new() };
    let proposal = sign(&world, proposal);
    let one = promised(&world, ONE, step, ballot).unwrap();
    tell(&mut world, VICTIM, &Word::Promise(one, Vec::new()));
    let lie = sign(&world, Promise { at, ballot, accepted: Some((later, value)) });
    tell(&mut world, VICTIM, &Word::Promise(lie, vec![proposal]));
    let (before, sent) = (world.peers[0].disk.bytes.len(), world.messages);
    for _ in 0..1000 {
        let status = Status { match_id, step, head, have: 0, proven: 0, ask: 0 };
        world.inject(seat(LIAR), seat(VICTIM), &codec::encode(&Message::Status(status)));
    }
    let written = world.peers[0].disk.bytes.len() - before;
    assert!(written <= 4 * limits::STATEMENT, "{written} bytes, {} sent", world.messages - sent);
    world.links.mend();
    let waits =
        |world: &World| (0..3).any(|by| world.node(seat(by)).unwrap().play().step() <= step);
    assert!(world.run_while(world.now + 100 * STATUS, waits), "the step is not closed");
    assert_eq!(world.monitor.named, [""; 0]);
}
