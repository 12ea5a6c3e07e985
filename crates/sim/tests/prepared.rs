//! Shuffles that are prepared before their turn: no nonces are ever used for two decks.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use engine::Seat;
use proto::{Body, codec};
use sim::{World, run::DEADLINE};
use support::{config, seat};

/// The seat that shuffles second in the setup of a match.
const SECOND: u8 = 1;

/// A match in which the first seat is about to shuffle, and the second has prepared what it can.
fn about_to_shuffle(seed: u64) -> World {
    let mut world = World::new(config("suspicion", 3, seed)).unwrap();
    let shuffling = |world: &World| {
        let second = world.node(seat(SECOND)).unwrap().play();
        second.round_name() == "shuffle" && second.owed().contains(Seat::new(0))
    };
    assert!(world.run_while(DEADLINE, |world| !shuffling(world)));
    world
}

/// The elements of the second seat's first shuffle: its cards, and its proof.
fn second_shuffle(mut world: World) -> (u64, Vec<[u8; 32]>) {
    let said = |world: &World| {
        let mut said = (1..40).filter_map(|step| world.monitor.said(step, seat(SECOND)));
        said.find_map(|said| match &said.body {
            Body::Shuffle(shuffle) => Some((said.step, codec::encode(&shuffle.proof))),
            _ => None,
        })
    };
    assert!(world.run_while(DEADLINE, |world| said(world).is_none()));
    let (step, proof) = said(&world).unwrap();
    (step, proof.as_chunks().0.to_vec())
}

#[test]
fn a_seat_prepares_for_its_turn_once() {
    let mut world = about_to_shuffle(1);
    let second = world.peers[usize::from(SECOND)].node.as_mut().unwrap();
    assert!(!second.prepare(), "it draws the same twice");
}

#[test]
fn a_resumed_seat_prepares_nothing() {
    let mut world = about_to_shuffle(2);
    world.kill(seat(SECOND));
    world.revive(seat(SECOND)).unwrap();
    let second = world.peers[usize::from(SECOND)].node.as_mut().unwrap();
    assert!(!second.prepare());
}

/// A disk that is set back forgets a shuffle that was sent. Should the seat shuffle again in that step, whatever
/// cards, all nonces must be others: each of them is in one element of the proof or more.
#[test]
fn a_resumed_seat_shuffles_with_other_nonces_in_the_same_step() {
    let never_resumed = second_shuffle(about_to_shuffle(3));
    let mut world = about_to_shuffle(3);
    world.kill(seat(SECOND));
    world.revive(seat(SECOND)).unwrap();
    let resumed = second_shuffle(world);
    assert_eq!(never_resumed.0, resumed.0);
    let shared = never_resumed.1.iter().filter(|element| resumed.1.contains(element)).count();
    assert_eq!(shared, 0, "elements of both proofs");
}

#[test]
fn the_same_first_life_gives_the_same_shuffle_again() {
    assert_eq!(second_shuffle(about_to_shuffle(4)), second_shuffle(about_to_shuffle(4)));
}
