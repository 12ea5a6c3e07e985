//! A seat that was told something else in its last step, and was then left behind, takes the end of those who went on.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use proto::{Message, Signed, codec};
use sim::{World, charter::identity, run::DEADLINE, world::Scenario};
use support::{at_a_choice, seat};
use table::Ending;

const VICTIM: u8 = 0;
const LIAR: u8 = 4;

/// A table of five that survives two. The victim was told something else by the liar, and cut off; the others went on
/// without it.
fn left() -> impl Iterator<Item = World> {
    let worlds = (0..20).filter_map(|seed| {
        let (mut world, choices) = at_a_choice(5, seed, (2, Scenario::default()), 2)?;
        let key = identity(seed, seat(LIAR));
        world.run_until(world.now + 200);
        let said =
            |i: usize| codec::encode(&Message::Contribution(Signed::new(choices[i].clone(), &key)));
        world.links.cut_off([seat(VICTIM)].into_iter().collect(), u64::MAX);
        world.inject(seat(LIAR), seat(VICTIM), &said(0));
        assert!(world.node(seat(VICTIM)).unwrap().play().step() > choices[0].step);
        (1..5).for_each(|to| world.inject(seat(LIAR), seat(to), &said(1)));
        let with =
            |world: &World| !world.node(seat(1)).unwrap().play().gone().contains(seat(VICTIM));
        assert!(world.run_while(world.now + 400_000, with), "seed {seed}: the others do not go on");
        Some(world)
    });
    worlds.take(3)
}

#[test]
fn it_takes_the_end_of_those_who_went_on() {
    for mut world in left() {
        let going =
            |world: &World| (1..4).any(|s| world.node(seat(s)).unwrap().play().ending().is_none());
        assert!(world.run_while(DEADLINE, going));
        let other = world.node(seat(1)).unwrap();
        assert_eq!(other.play().ending(), Some(&Ending::Finished));
        let (transcript, now) = (other.transcript(), world.now);
        let node = world.peers[usize::from(VICTIM)].node.as_mut().unwrap();
        let taken = node.take_transcript(&transcript, now).is_some();
        assert!(taken || node.is_over(), "the victim refuses the end, and waits for ever");
    }
}
