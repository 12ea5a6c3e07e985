//! What a node must not have forgotten when it starts again.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use engine::Seat;
use proto::{Message, Signed, Statement, Status, Told, codec};
use sim::{Leaver, Moment, World, charter::identity, run::DEADLINE, world::Scenario};
use support::{at_a_choice, config, seat};
use table::{AutoConsent, Millis, Node, Output, journal};

const STATUS: Millis = 500;
/// What machines' clocks are ahead by.
const EPOCH: Millis = 1_000_000_000;

fn signed<T: Statement>(world: &World, statement: T) -> Signed<T> {
    let key = identity(world.config().seed, Seat::new(statement.seat()));
    Signed::new(statement, &key)
}

fn tell(world: &mut World, by: u8, to: impl IntoIterator<Item = u8>, message: &Message) {
    let bytes = codec::encode(message);
    to.into_iter().for_each(|to| world.inject(seat(by), seat(to), &bytes));
}

fn at(world: &World, by: u8) -> u64 {
    world.node(seat(by)).unwrap().play().step()
}

/// A seat leaves, comes back, and is later set back to before that. When it leaves for good, it says so.
#[test]
fn whoever_leaves_after_its_journal_was_put_back_is_heard() {
    let leavers = vec![Leaver::new(seat(1), Moment::Step(8)).says_so().back_after(2 * STATUS)];
    let patient = (0..4).map(|index| (seat(index), AutoConsent::Never)).collect();
    let trouble = Scenario { leavers, votes: patient, ..Scenario::default() };
    let mut world = World::troubled(config("suspicion", 4, 1), trouble).unwrap();
    assert!(world.run_while(DEADLINE, |world| at(world, 1) < 6));
    let mut copy = world.peers[1].disk.clone();
    copy.synced = copy.bytes.len();
    assert!(world.run_while(DEADLINE, |world| at(world, 1) < 16));
    world.kill(seat(1));
    world.peers[1].disk = copy;
    world.monitor.set_back(seat(1));
    world.run_until(world.now + STATUS);
    world.revive(seat(1)).unwrap();
    assert!(world.run_while(DEADLINE, |world| world.node(seat(1)).unwrap().is_asking()));
    assert!(world.run_while(DEADLINE, |world| at(world, 1) < 20));
    let now = world.now + EPOCH;
    let node = world.peers[1].node.as_mut().unwrap();
    node.leave(now);
    for output in node.take_outputs() {
        if let Output::Broadcast(bytes) = output {
            [0, 2, 3].iter().for_each(|to| world.inject(seat(1), seat(*to), &bytes));
        }
    }
    for by in [0, 2, 3] {
        assert!(world.node(seat(by)).unwrap().away().contains(seat(1)), "{by} does not know");
    }
}

/// The last seat tells the first one thing and the others another, so that the match ends for everybody. Then all but
/// the first start again, and cannot reach it.
#[test]
fn a_match_that_was_split_stays_ended_for_those_who_start_again() {
    let (mut world, choices) =
        (0..20).find_map(|seed| at_a_choice(5, seed, (2, Scenario::default()), 2)).unwrap();
    world.run_until(world.now + 10);
    for (to, said) in [(0..1, &choices[0]), (1..4, &choices[1])] {
        let said = signed(&world, said.clone());
        tell(&mut world, 4, to, &Message::Contribution(said));
    }
    world.run_until(world.now + 100 * STATUS);
    let over = |world: &World, by: u8| world.node(seat(by)).unwrap().is_over();
    assert!((0..4).all(|by| over(&world, by)));
    for by in 0..5 {
        let disk = &mut world.peers[by].disk;
        disk.synced = disk.bytes.len();
    }
    world.links.cut_off([seat(0), seat(4)].into_iter().collect(), Millis::MAX);
    (1..4).for_each(|by| world.kill(seat(by)));
    (1..4).for_each(|by| world.revive(seat(by)).unwrap());
    world.run_until(world.now + 300_000);
    for by in 1..4 {
        let gone = world.node(seat(by)).unwrap().play().gone();
        assert!(!gone.contains(seat(0)), "{by} went on without an honest seat");
        assert!(over(&world, by), "{by}");
    }
}

/// What a node says of its own in answer to a message, or as time passes.
fn said(node: &mut Node) -> Vec<Message> {
    let said = node.take_outputs().into_iter().filter_map(|output| match output {
        Output::Broadcast(bytes) | Output::Reply(bytes) => Message::decode(&bytes).ok(),
        _ => None,
    });
    said.collect()
}

/// A machine is set back to before a choice of the liar, who tells it now that it has chosen something else. It finds out,
/// and falls silent. Then it starts again, and nobody but the liar answers it.
fn a_silent_seat_starts_again(seed: u64) -> bool {
    let Some((mut world, choices)) = at_a_choice(4, seed, (1, Scenario::default()), 2) else {
        return false;
    };
    world.run_until(world.now + 10);
    let step = choices[0].step;
    let mut copy = world.peers[0].disk.clone();
    copy.synced = copy.bytes.len();
    let one = signed(&world, choices[0].clone());
    tell(&mut world, 3, 0..3, &Message::Contribution(one));
    world.run_until(world.now + 2 * STATUS);
    let Some(before) = world.monitor.said(step + 1, seat(0)).cloned() else { return false };
    world.kill(seat(0));
    world.peers[0].disk = copy;
    world.monitor.set_back(seat(0));
    world.run_until(world.now + STATUS);
    world.revive(seat(0)).unwrap();
    let two = signed(&world, choices[1].clone());
    tell(&mut world, 3, [0], &Message::Contribution(two));
    world.run_until(world.now + 3 * world.config().timing.grace);
    if world.node(seat(0)).unwrap().seat().is_some() {
        return false;
    }
    // It starts again.
    let disk = &world.peers[0].disk;
    let (entries, _) = journal::read(&disk.bytes).unwrap();
    let mut now = world.now + EPOCH;
    let key = identity(seed, seat(0));
    let mut node = Node::resume(entries, world.config().game, key, now).unwrap();
    let mut ask = 0;
    let mut all = Vec::new();
    for _ in 0..200 {
        now += STATUS;
        let (match_id, step) = (node.play().id(), node.play().step());
        let told = Message::Told(Told { match_id, ask, step, said: Vec::new() });
        let _ = node.handle(Some(seat(3)), &codec::encode(&told), now);
        node.tick(now);
        for message in said(&mut node) {
            if let Message::Status(Status { ask: asks, .. }) = message {
                ask = asks;
            }
            all.push(message);
        }
    }
    let again = all.iter().filter_map(|message| match message {
        Message::Contribution(signed) if signed.statement.seat == 0 => Some(&signed.statement),
        _ => None,
    });
    for again in again.filter(|again| again.step == before.step) {
        assert_eq!(again.head, before.head, "seed {seed}: it has contradicted itself");
    }
    assert_eq!(node.seat(), None, "seed {seed}: its seat speaks again");
    true
}

#[test]
fn a_seat_that_fell_silent_for_good_stays_silent_when_it_starts_again() {
    let tried = (0..20).filter(|seed| a_silent_seat_starts_again(*seed)).take(2).count();
    assert!(tried > 0);
}
