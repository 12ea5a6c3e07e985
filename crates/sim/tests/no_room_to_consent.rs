//! However many sets of seats somebody names, everybody can still consent to go on without those who are missing in the end.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use proto::{Consent, Header, Leave, Message, Signed, Status, Word, codec};
use sim::{Config, World, charter::identity, run::DEADLINE, world::Scenario};
use support::{config, seat};
use table::AutoConsent;

const VICTIM: u8 = 0;
const SEATS: u8 = 7;
const LIAR: u8 = SEATS - 1;

fn attack(names_sets: bool) {
    let trouble = Scenario {
        dishonest: Some(seat(LIAR)),
        thinking: vec![seat(LIAR)],
        votes: vec![(seat(LIAR), AutoConsent::Never)],
        ..Scenario::default()
    };
    let table = Config { survive: 2, ..config("never-bring-a-knife", usize::from(SEATS), 1) };
    let mut world = World::troubled(table, trouble).unwrap();
    assert!(world.run_while(DEADLINE, |world| world.node(seat(LIAR)).unwrap().menu().is_none()));
    world.run_until(world.now + 300);
    let play = world.node(seat(VICTIM)).unwrap().play();
    let at = Header { match_id: play.id(), step: play.step(), seat: LIAR, head: play.head() };
    let key = identity(world.config().seed, seat(LIAR));
    let tell = |world: &mut World, to: &[u8], message: &Message| {
        let bytes = codec::encode(message);
        to.iter().for_each(|to| world.inject(seat(LIAR), seat(*to), &bytes));
    };
    // The liar is heard of by everybody.
    let wait = |world: &mut World, millis: u64| {
        let end = world.now + millis;
        while world.now < end {
            let Header { match_id, step, head, .. } = at;
            let status = Status { match_id, step, head, have: 0xff, proven: 0xff, ask: 0 };
            (0..LIAR).for_each(|to| tell(world, &[to], &Message::Status(status)));
            world.run_until(end.min(world.now + 1_000));
        }
    };
    // The network falls apart for a while: the victim and the liar are on one side. The test speaks for the liar.
    let sides = [seat(VICTIM), seat(LIAR)];
    sides.into_iter().for_each(|one| world.links.cut_off([one].into_iter().collect(), u64::MAX));
    let leave = Signed::new(Leave { at, count: 1, back: false }, &key);
    wait(&mut world, 40_000);
    tell(&mut world, &[VICTIM], &Message::Leave(leave));
    if names_sets {
        for one in 1..LIAR {
            for two in one..LIAR {
                let consent = Signed::new(Consent { at, without: 1 << one | 1 << two }, &key);
                tell(&mut world, &[VICTIM], &Message::Word(Word::Consent(consent)));
            }
        }
        wait(&mut world, 1_000);
    }
    // All but one are back, and then that one too. Nobody honest is away from now on.
    world.links.mend();
    world.links.cut_off([seat(LIAR)].into_iter().collect(), u64::MAX);
    world.links.cut(seat(VICTIM), seat(1), u64::MAX);
    (2..LIAR).for_each(|other| world.links.cut_one_way(seat(VICTIM), seat(other), u64::MAX));
    wait(&mut world, 2_000);
    world.links.mend();
    world.links.cut_off([seat(LIAR)].into_iter().collect(), u64::MAX);
    wait(&mut world, 900_000);
    let steps: Vec<_> = (0..LIAR)
        .map(|s| world.node(seat(s)).unwrap())
        .map(|n| (n.play().step(), n.is_over()))
        .collect();
    assert!(
        steps.iter().all(|(step, over)| *over || *step > at.step),
        "the table hangs: {steps:?}"
    );
}

#[test]
fn control() {
    attack(false);
}

#[test]
fn a_liar_that_names_many_sets_hangs_nobody() {
    attack(true);
}
