//! A seat is proven to cheat while another is still in setup, where nobody can be left. The others have gone on.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use proto::{Body, Contribution, Evidence, Message, Signed, codec};
use sim::{World, charter::identity, run::DEADLINE, world::Scenario};
use support::{config, seat};
use table::{AutoConsent, Ending};

/// It hears the liar through others alone.
const BEHIND: u8 = 0;
const LIAR: u8 = 3;
/// Keys, dealings, and receipts.
const SETUP: u64 = 3;

fn step(world: &World, of: u8) -> u64 {
    world.node(seat(of)).unwrap().play().step()
}

/// A table of four that survives one. All but one seat have closed the setup. Nobody is left for being late.
fn parted() -> World {
    let votes = (0..=LIAR).map(|of| (seat(of), AutoConsent::Never)).collect();
    let trouble = Scenario { dishonest: Some(seat(LIAR)), votes, ..Scenario::default() };
    let mut world = World::troubled(config("suspicion", 4, 1), trouble).unwrap();
    world.links.cut_one_way(seat(LIAR), seat(BEHIND), u64::MAX);
    assert!(world.run_while(DEADLINE, |world| step(world, BEHIND) < SETUP));
    (1..LIAR).for_each(|of| world.links.cut_one_way(seat(of), seat(BEHIND), u64::MAX));
    assert!(world.run_while(DEADLINE, |world| (1..=LIAR).any(|of| step(world, of) <= SETUP)));
    assert_eq!(step(&world, BEHIND), SETUP);
    world
}

/// Two words of the liar to one step.
fn evidence(world: &World, step: u64) -> Vec<u8> {
    let match_id = world.node(seat(BEHIND)).unwrap().play().id();
    let said = |head| {
        let head = [head; 32];
        let (seat, decided, body) = (LIAR, Vec::new(), Body::CommonHead);
        let statement = Contribution { match_id, step, seat, head, decided, body };
        Box::new(Signed::new(statement, &identity(world.config().seed, support::seat(LIAR))))
    };
    codec::encode(&Message::Evidence(Evidence::Equivocation(said(1), said(2))))
}

/// All hear of two words of the liar to this step, and then can reach each other.
fn heard_of(step: u64) -> World {
    let mut world = parted();
    let evidence = evidence(&world, step);
    (0..LIAR).for_each(|to| world.inject(seat((to + 1) % LIAR), seat(to), &evidence));
    world.run_until(world.now + 5_000);
    world.links.mend();
    world
}

fn go_on_without_the_liar(mut world: World) {
    world.run(DEADLINE);
    for of in 0..LIAR {
        let node = world.node(seat(of)).unwrap();
        let (step, ending, gone) = (node.play().step(), node.play().ending(), node.play().gone());
        assert_eq!(ending, Some(&Ending::Finished), "seat {of} is at step {step}");
        assert_eq!(gone, [seat(LIAR)].into_iter().collect());
    }
}

#[test]
fn a_seat_in_setup_goes_on_with_those_who_heard_of_a_cheat_after_it() {
    go_on_without_the_liar(heard_of(SETUP + 2));
}

#[test]
fn a_seat_in_setup_goes_on_with_those_who_heard_of_a_cheat_in_it() {
    go_on_without_the_liar(heard_of(SETUP));
}

#[test]
fn a_seat_in_setup_that_was_cut_off_for_long_goes_on_with_those_who_heard_of_a_cheat() {
    let mut world = parted();
    world.run_until(world.now + 100_000);
    let evidence = evidence(&world, SETUP + 2);
    world.links.mend();
    (0..LIAR).for_each(|to| world.inject(seat((to + 1) % LIAR), seat(to), &evidence));
    go_on_without_the_liar(world);
}

#[test]
fn a_setup_that_a_cheat_does_not_finish_ends_the_match() {
    let trouble = Scenario { dishonest: Some(seat(LIAR)), ..Scenario::default() };
    let mut world = World::troubled(config("suspicion", 4, 1), trouble).unwrap();
    world.links.cut_off([seat(LIAR)].into_iter().collect(), u64::MAX);
    let evidence = evidence(&world, SETUP + 2);
    (0..LIAR).for_each(|to| world.inject(seat((to + 1) % LIAR), seat(to), &evidence));
    world.run_until(world.now + 40_000);
    assert!((0..LIAR).all(|of| world.node(seat(of)).unwrap().is_over()));
}
