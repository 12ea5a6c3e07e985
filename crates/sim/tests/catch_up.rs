//! Whoever is behind catches up as fast as its connections carry it, and what that takes of others is bounded.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use proto::{Message, Status, codec, limits};
use sim::{World, run::DEADLINE};
use support::{seat, with_options};

fn step(world: &World, of: u8) -> u64 {
    world.node(seat(of)).map_or(0, |node| node.play().step())
}

/// A match of five seats that has come to this step for all of them.
fn played(until: u64) -> World {
    let mut world = World::new(with_options("knives", 5, 5, &[("target", "40")])).unwrap();
    let early = |world: &World| (0..5).any(|of| step(world, of) < until);
    assert!(world.run_while(DEADLINE, early));
    world
}

#[test]
fn a_seat_that_is_hundreds_of_steps_behind_catches_up_before_the_next_status() {
    let mut world = played(20);
    world.peers[0].copy = Some(world.peers[0].disk.clone());
    let early = |world: &World| (0..5).any(|of| step(world, of) < 600);
    assert!(world.run_while(DEADLINE, early));
    world.set_back(seat(0), 1);
    let set_back = world.now;
    assert!(world.run_while(DEADLINE, |world| step(world, 0) < 600));
    let took = world.now - set_back;
    let status = world.config().timing.status;
    assert!(took < status, "it took {took} ms, with a status every {status} ms");
}

/// What a seat says that has come as far as another one.
fn as_far_as(world: &World, of: u8) -> Vec<u8> {
    let play = world.node(seat(of)).unwrap().play();
    let (match_id, step, head) = (play.id(), play.step(), play.head());
    codec::encode(&Message::Status(Status { match_id, step, head, have: 0, proven: 0, ask: 0 }))
}

/// A match that has come to step 600, and what seats say that are at two steps far before it.
fn with_two_behind() -> (World, [Vec<u8>; 2]) {
    let mut world = played(20);
    let first = as_far_as(&world, 0);
    assert!(world.run_while(DEADLINE, |world| step(world, 0) < 200));
    let second = as_far_as(&world, 0);
    assert!(world.run_while(DEADLINE, |world| step(world, 0) < 600));
    (world, [first, second])
}

#[test]
fn whoever_asks_for_everything_again_and_again_gets_it_once_and_then_within_the_limit() {
    let (mut world, asks) = with_two_behind();
    let (history, bytes) = (world.node(seat(0)).unwrap().steps().len() as u64, world.bytes);
    for ask in asks.iter().cycle().take(1_000) {
        world.inject(seat(2), seat(0), ask);
    }
    let sent = world.bytes - bytes;
    assert!(sent > limits::REPLY as u64 / 2, "only {sent} bytes were sent");
    assert!(sent <= history + limits::REPLY as u64, "{sent} bytes, of {history}");
}

#[test]
fn what_is_opened_ahead_is_genuine_and_of_this_match_and_of_a_step_that_is_still_to_come() {
    let mut world = played(20);
    let (behind, first) = (world.node(seat(0)).unwrap().opener(), step(&world, 0));
    assert!(world.run_while(DEADLINE, |world| step(world, 0) < 120));
    let node = world.node(seat(0)).unwrap();
    let (entries, _) = table::journal::read(&world.peers[0].disk.bytes).unwrap();
    let said = entries.iter().filter_map(|entry| match entry {
        table::journal::Entry::Contribution(said) => Some(said),
        _ => None,
    });
    for said in said {
        let message = said.message();
        let near = (first..=first + limits::AHEAD).contains(&said.step());
        assert_eq!(behind.open(&message).is_some(), near, "step {}", said.step());
        assert_eq!(node.opener().open(&message).is_some(), said.step() >= node.play().step());
        let mut forged = message.clone();
        *forged.last_mut().unwrap() ^= 1;
        assert!(behind.open(&forged).is_none());
        let mut foreign = message;
        foreign[4] ^= 1;
        assert!(behind.open(&foreign).is_none());
    }
}

#[test]
fn a_part_that_is_on_its_way_is_not_sent_again() {
    let (mut world, [ask, _]) = with_two_behind();
    let [first, second] = [(); 2].map(|()| {
        let before = world.bytes;
        world.inject(seat(2), seat(0), &ask);
        world.bytes - before
    });
    assert!(second < first / 10, "{first} bytes at first, then {second}");
}

#[test]
fn a_seat_that_catches_up_waits_for_its_disk_no_more_often_than_it_speaks() {
    let mut world = played(20);
    world.peers[0].copy = Some(world.peers[0].disk.clone());
    let early = |world: &World| (0..5).any(|of| step(world, of) < 600);
    assert!(world.run_while(DEADLINE, early));
    world.set_back(seat(0), 1);
    assert!(world.run_while(DEADLINE, |world| world.node(seat(0)).is_none()));
    let before = world.peers[0].disk.syncs;
    assert!(world.run_while(DEADLINE, |world| step(world, 0) < 600));
    let syncs = world.peers[0].disk.syncs - before;
    assert!(syncs < 40, "{syncs} times for 580 steps");
}
