//! Whoever says two things to one step over histories that it makes up is named, also if it was not asked and says the second
//! after the step was closed.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use proto::{Contribution, Message, Signed, codec};
use sim::{World, charter::identity, run::DEADLINE, world::Scenario};
use support::{config, seat};

const LIAR: u8 = 3;

fn lie(world: &World, step: u64, head: u8) -> Vec<u8> {
    let id = world.node(seat(0)).unwrap().play().id();
    let key = identity(world.config().seed, seat(LIAR));
    codec::encode(&Message::Contribution(Signed::new(
        Contribution::common_head(id, step, LIAR, [head; 32]),
        &key,
    )))
}

fn tell(world: &mut World, message: &[u8]) {
    (0..3).for_each(|to| world.inject(seat(LIAR), seat(to), message));
}

/// A match in a step to which the liar owes nothing.
fn idle() -> World {
    let trouble = Scenario { dishonest: Some(seat(LIAR)), ..Scenario::default() };
    let mut world = World::troubled(config("suspicion", 4, 1), trouble).unwrap();
    let busy = |world: &World| {
        let play = |s: u8| world.node(seat(s)).unwrap().play();
        let step = play(0).step();
        step < 20 || (0..3).any(|s| play(s).step() != step) || play(0).owed().contains(seat(LIAR))
    };
    assert!(world.run_while(DEADLINE, busy));
    world
}

fn everybody_names_the_liar(world: &mut World) {
    world.run_until(world.now + 5_000);
    for s in 0..3 {
        let named: Vec<_> = world.node(seat(s)).unwrap().blames().iter().map(|b| b.seat).collect();
        assert_eq!(named, [seat(LIAR)], "seat {s}");
    }
}

#[test]
fn before_and_after_a_step_was_closed() {
    let mut world = idle();
    let step = world.node(seat(0)).unwrap().play().step();
    let one = lie(&world, step, 1);
    tell(&mut world, &one);
    assert!(world.run_while(DEADLINE, |world| {
        (0..3).any(|s| world.node(seat(s)).unwrap().play().step() <= step)
    }));
    for head in 2..30 {
        let two = lie(&world, step, head);
        tell(&mut world, &two);
    }
    everybody_names_the_liar(&mut world);
}

#[test]
fn both_after_a_step_was_closed() {
    let mut world = idle();
    let step = world.node(seat(0)).unwrap().play().step();
    assert!(world.run_while(DEADLINE, |world| {
        (0..3).any(|s| world.node(seat(s)).unwrap().play().step() <= step)
    }));
    for head in 1..30 {
        let two = lie(&world, step, head);
        tell(&mut world, &two);
    }
    everybody_names_the_liar(&mut world);
}

/// For comparison: both while the step is open.
#[test]
fn both_before_a_step_was_closed() {
    let mut world = idle();
    let step = world.node(seat(0)).unwrap().play().step();
    for head in 1..3 {
        let two = lie(&world, step, head);
        tell(&mut world, &two);
    }
    everybody_names_the_liar(&mut world);
}
