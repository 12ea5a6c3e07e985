//! A node that slept through the end of its match takes the transcript of somebody else for it, unless that contradicts
//! what it has closed itself.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use proto::{Contribution, Evidence, Message, Signed, codec};
use sim::{Leaver, Moment, World, charter::identity, run::DEADLINE, world::Scenario};
use support::{config, leave, seat};
use table::{Ending, Node, Output, Seats, journal};

/// A node of the first seat that has come as far as its journal had at a step.
fn slept(world: &mut World, step: u64) -> Node {
    let before = |world: &World| world.node(seat(0)).unwrap().play().step() < step;
    assert!(world.run_while(DEADLINE, before));
    let (entries, _) = journal::read(&world.peers[0].disk.bytes).unwrap();
    let (config, now) = (world.config(), world.now);
    Node::resume(entries, config.game, identity(config.seed, seat(0)), now).unwrap()
}

fn transcript_of(world: &World, of: u8) -> Vec<u8> {
    let node = world.node(seat(of)).unwrap();
    assert_eq!(node.play().ending(), Some(&Ending::Finished));
    node.transcript()
}

fn takes(node: &mut Node, transcript: &[u8], now: u64) -> bool {
    node.take_transcript(transcript, now).is_some()
}

fn named(node: &Node) -> Seats {
    node.blames().iter().map(|blame| blame.seat).collect()
}

#[test]
fn whoever_slept_through_the_end_takes_it_from_another() {
    let mut world = World::new(config("suspicion", 3, 1)).unwrap();
    let mut node = slept(&mut world, 30);
    assert!(world.run(DEADLINE));
    assert!(takes(&mut node, &transcript_of(&world, 1), world.now));
    assert_eq!(named(&node), Seats::NONE);
}

#[test]
fn whoever_was_left_behind_takes_the_end_of_those_who_went_on() {
    for step in [14, 20, 33] {
        let leaver = Leaver::new(seat(0), Moment::Step(step));
        let mut world = leave(config("suspicion", 3, 1), vec![leaver]);
        let (transcript, now) = (transcript_of(&world, 1), world.now);
        let node = world.peers[0].node.as_mut().unwrap();
        assert!(takes(node, &transcript, now), "step {step}");
        assert_eq!(named(node), Seats::NONE);
    }
}

/// Two of three have played on with the first, and then write another end that begins without it, long before.
#[test]
fn an_end_that_was_written_without_a_seat_that_was_there_is_refused_and_names_its_authors() {
    let leaver = Leaver::new(seat(0), Moment::Step(14));
    let written = leave(config("suspicion", 3, 1), vec![leaver]);
    let mut world = World::new(config("suspicion", 3, 1)).unwrap();
    let mut node = slept(&mut world, 40);
    assert!(!takes(&mut node, &transcript_of(&written, 1), world.now));
    assert_eq!(named(&node), [seat(1), seat(2)].into_iter().collect());
}

#[test]
fn a_transcript_of_another_match_or_without_its_end_is_refused() {
    let mut world = World::new(config("suspicion", 3, 1)).unwrap();
    let mut node = slept(&mut world, 30);
    let cut = world.node(seat(1)).unwrap().transcript();
    assert!(!takes(&mut node, &cut, world.now));
    let mut other = World::new(config("suspicion", 3, 2)).unwrap();
    assert!(other.run(DEADLINE));
    assert!(!takes(&mut node, &transcript_of(&other, 1), world.now));
}

/// Somebody is proven to cheat, the others go on without them and finish the match.
#[test]
fn an_end_that_came_after_somebody_had_cheated_is_taken_with_the_name_of_the_cheat() {
    let trouble = Scenario { dishonest: Some(seat(3)), ..Scenario::default() };
    let mut world = World::troubled(config("suspicion", 4, 1), trouble).unwrap();
    let mut node = slept(&mut world, 20);
    node.take_outputs();
    let (id, key) = (node.play().id(), identity(1, seat(3)));
    let said = |head| Box::new(Signed::new(Contribution::common_head(id, 9, 3, [head; 32]), &key));
    let evidence = codec::encode(&Message::Evidence(Evidence::Equivocation(said(1), said(2))));
    (0..3).for_each(|to| world.inject(seat(3), seat(to), &evidence));
    assert!(world.run(DEADLINE));
    assert!(takes(&mut node, &transcript_of(&world, 1), world.now));
    let accused = node.take_outputs().into_iter().find_map(|output| match output {
        Output::Accused(blame, _) => Some(blame.seat),
        _ => None,
    });
    assert_eq!(accused, Some(seat(3)));
}
