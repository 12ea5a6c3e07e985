//! A seat that has left and come back is present. Its old word that it leaves, told to somebody who has slept meanwhile,
//! ends no match.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use proto::{Header, Leave, Message, Signed, codec};
use sim::{World, charter::identity, run::DEADLINE, world::Scenario};
use support::{config, seat};
use table::{Ending, Output};

/// The seat that sleeps, the one that leaves and is back at once, and the liar.
const VICTIM: u8 = 0;
const BACK: u8 = 1;
const LIAR: u8 = 3;

/// What the node of the seat that comes back says, to all who are awake.
fn said(world: &mut World) -> Vec<Vec<u8>> {
    let node = world.peers[usize::from(BACK)].node.as_mut().unwrap();
    let outputs = node.take_outputs();
    let mut all = Vec::new();
    for output in outputs {
        match output {
            Output::Keep(bytes, _) => world.peers[usize::from(BACK)].disk.bytes.extend(bytes),
            Output::Broadcast(bytes) => {
                [2, LIAR].iter().for_each(|to| world.inject(seat(BACK), seat(*to), &bytes));
                all.push(bytes);
            }
            _ => {}
        }
    }
    all
}

#[test]
fn an_old_word_of_leaving_ends_no_match_for_somebody_who_has_slept() {
    let trouble = Scenario { dishonest: Some(seat(LIAR)), ..Scenario::default() };
    let mut world = World::troubled(config("suspicion", 4, 1), trouble).unwrap();
    let before = |world: &World| world.node(seat(VICTIM)).unwrap().play().step() < 18;
    assert!(world.run_while(DEADLINE, before));
    // The victim's machine is off for some seconds.
    let disk = &mut world.peers[usize::from(VICTIM)].disk;
    disk.synced = disk.bytes.len();
    world.kill(seat(VICTIM));
    let now = world.now;
    world.peers[usize::from(BACK)].node.as_mut().unwrap().leave(now);
    let old = said(&mut world);
    world.peers[usize::from(BACK)].node.as_mut().unwrap().come_back(now);
    assert_eq!(said(&mut world).len(), 1);
    world.run_until(world.now + 3_000);
    assert_eq!(old.len(), 1);
    assert!(!world.node(seat(2)).unwrap().away().contains(seat(BACK)));
    world.revive(seat(VICTIM)).unwrap();
    let play = world.node(seat(VICTIM)).unwrap().play();
    let at = Header { match_id: play.id(), step: play.step(), seat: LIAR, head: play.head() };
    let key = identity(world.config().seed, seat(LIAR));
    let leave = Signed::new(Leave { at, count: 1, back: false }, &key);
    assert!(world.node(seat(VICTIM)).unwrap().is_asking());
    let leave = codec::encode(&Message::Leave(leave));
    for word in [&old[0], &leave] {
        world.inject(seat(LIAR), seat(VICTIM), word);
    }
    world.run(world.now + 200_000);
    let ends: Vec<_> =
        (0..4).map(|s| world.node(seat(s)).unwrap().play().ending().cloned()).collect();
    let gone = world.node(seat(2)).unwrap().play().gone();
    assert!(ends[..3].iter().all(|e| *e == Some(Ending::Finished)), "{ends:?}, gone {gone:?}");
}
