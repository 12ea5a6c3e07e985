//! A node that resumes takes a long journal as it is, and signs nothing on it that others do not bear out.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use engine::Seat;
use proto::{Body, Encoded, Message, codec};
use sim::{World, charter::identity, world::Scenario};
use support::{config, seat};
use table::{
    Node, Output,
    journal::{self, Entry},
};

const SEED: u64 = 3;
/// Everything before the last step is taken as it is.
const TRUSTING: u64 = 0;
const CHECKING: u64 = u64::MAX;

/// A match in the middle.
fn world() -> World {
    let mut world = World::troubled(config("suspicion", 3, SEED), Scenario::default()).unwrap();
    while world.node(seat(0)).is_some_and(|node| node.play().step() < 60) {
        world.step().unwrap();
    }
    world
}

fn journal_of(world: &World) -> Vec<Entry> {
    journal::read(&world.peers[0].disk.bytes).unwrap().0
}

fn resume(entries: Vec<Entry>, short: u64) -> Node {
    let game = games::find("suspicion").unwrap();
    Node::resume_trusting(entries, game, identity(SEED, seat(0)), 0, short).unwrap()
}

/// The contributions that a node sends of its own seat.
fn own_words(outputs: &[Output]) -> Vec<u64> {
    let sent = outputs.iter().filter_map(|output| match output {
        Output::Broadcast(bytes) | Output::Reply(bytes) => Encoded::place(bytes),
        _ => None,
    });
    sent.filter(|at| at.seat == 0).map(|at| at.step).collect()
}

/// What the two say to each other until both are silent; what the first of them sent.
fn converse(one: &mut Node, other: &mut Node, now: u64) -> Vec<Output> {
    let mut sent = Vec::new();
    loop {
        let said = one.take_outputs();
        let heard = other.take_outputs();
        if said.is_empty() && heard.is_empty() {
            return sent;
        }
        deliver(&said, other, seat(0), now);
        deliver(&heard, one, seat(1), now);
        sent.extend(said);
    }
}

fn deliver(outputs: &[Output], to: &mut Node, from: Seat, now: u64) {
    for output in outputs {
        if let Output::Broadcast(bytes) | Output::Reply(bytes) = output {
            let _ = to.handle(Some(from), bytes, now);
        }
    }
}

/// A journal whose last closed step has shares with a proof that does not hold, signed by nobody.
fn changed(entries: Vec<Entry>) -> Vec<Entry> {
    let shares = |entry: &Entry| match entry {
        Entry::Contribution(said) if said.seat() != 0 => {
            let signed = said.decode().unwrap();
            let own = matches!(signed.statement.body, Body::Shares { own: Some(_), .. });
            own.then_some(said.step())
        }
        _ => None,
    };
    let step = entries.iter().filter_map(shares).max().unwrap();
    let until = |entry: &&Entry| !matches!(entry, Entry::Contribution(s) if s.step() > step);
    let mut kept: Vec<Entry> = entries.iter().take_while(until).cloned().collect();
    let at = kept.iter().rposition(|entry| shares(entry) == Some(step)).unwrap();
    let Entry::Contribution(said) = &kept[at] else { panic!() };
    let mut bytes = said.variant(0).split_off(4);
    // The signature with its length, how many recovered shares there are, and the answer of the proof.
    let answer = bytes.len() - (8 + 64) - 8 - 32;
    bytes[answer] ^= 1;
    kept[at] = Entry::Contribution(Encoded::read(&bytes).unwrap());
    // A step in which nothing is right, so that those before it are old.
    let mut bytes = bytes.clone();
    bytes[32..40].copy_from_slice(&(step + 1).to_le_bytes());
    kept.push(Entry::Contribution(Encoded::read(&bytes).unwrap()));
    kept
}

#[test]
fn a_journal_that_is_trusted_leads_where_a_checked_one_does() {
    let entries = journal_of(&world());
    let (trusting, checking) = (resume(entries.clone(), TRUSTING), resume(entries, CHECKING));
    let [one, other] = [&trusting, &checking].map(|node| (node.play().step(), node.play().head()));
    assert_eq!(one, other);
    assert_eq!(trusting.knowledge(), checking.knowledge());
    assert_eq!(trusting.transcript(), checking.transcript());
}

#[test]
fn what_is_said_again_belongs_to_the_current_step() {
    let mut node = resume(journal_of(&world()), TRUSTING);
    let step = node.play().step();
    let outputs = node.take_outputs();
    assert!(own_words(&outputs).iter().all(|said| *said == step), "{:?}", own_words(&outputs));
    let said = outputs.iter().filter(|output| matches!(output, Output::Broadcast(_))).count();
    assert!(said < 4, "{said} messages");
}

#[test]
fn a_journal_that_all_others_bear_out_is_signed_on_within_seconds() {
    let mut world = world();
    let mut node = resume(journal_of(&world), TRUSTING);
    let mut others = [1, 2].map(|index: usize| world.peers[index].node.take().unwrap());
    others.iter_mut().for_each(|other| drop(other.take_outputs()));
    for round in 0..4 {
        let now = 1 + 500 * round as u64;
        node.tick(now);
        let said = node.take_outputs();
        for (index, other) in others.iter_mut().enumerate() {
            deliver(&said, other, seat(0), world.now + 1_000_000_000 + now);
            deliver(&other.take_outputs(), &mut node, seat(index as u8 + 1), now);
            assert!(round + index > 0 || node.is_asking(), "one alone is not enough");
        }
        if !node.is_asking() {
            return;
        }
    }
    panic!("it still asks");
}

#[test]
fn on_a_changed_journal_nothing_is_signed() {
    let mut world = world();
    let mut node = resume(changed(journal_of(&world)), TRUSTING);
    assert!(node.is_asking());
    let mut other = world.peers[1].node.take().unwrap();
    other.take_outputs();
    let (mut said, mut now) = (Vec::new(), 0);
    while now < 70_000 {
        now += 500;
        node.tick(now);
        other.tick(1_000_000_000 + world.now + now);
        said.extend(converse(&mut node, &mut other, now));
    }
    assert!(said.iter().any(|output| matches!(output, Output::FalseJournal)), "it is noticed");
    assert_eq!(node.seat(), None, "it only watches");
    let signed: Vec<u64> = own_words(&said);
    let old: Vec<u64> = journal_of(&world)
        .iter()
        .filter_map(|entry| match entry {
            Entry::Contribution(said) if said.seat() == 0 => Some(said.step()),
            _ => None,
        })
        .collect();
    assert!(signed.iter().all(|step| old.contains(step)), "{signed:?}");
    let accused = said.iter().any(|output| matches!(output, Output::Accused(..)));
    assert!(!accused, "nobody is accused by a file");
    let evidence = |output: &Output| match output {
        Output::Broadcast(bytes) => matches!(codec::decode(bytes), Ok(Message::Evidence(_))),
        _ => false,
    };
    assert!(!said.iter().any(evidence));
}

#[test]
fn a_journal_that_no_node_can_have_written_is_checked_from_its_beginning() {
    let mut entries = journal_of(&world());
    let own = |entry: &Entry| matches!(entry, Entry::Contribution(said) if said.seat() == 0);
    let missing = entries.iter().rposition(own).unwrap();
    let last = entries.len() - 1;
    entries.remove(missing / 2 + 1);
    let node = resume(entries.clone(), TRUSTING);
    let checked = resume(entries, CHECKING);
    assert!(last > 0 && node.play().step() == checked.play().step());
}
