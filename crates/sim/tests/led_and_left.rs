//! One liar at a table of five that survives two leads a seat far ahead in ballots, while two others cannot be reached. Another
//! follows it. Then the first is away for good, and the two are back: with the one who has followed they are a quorum, and come
//! to a decision. The liar has no power over the network, and says nothing more.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use proto::{Contribution, Header, Message, Prepare, Signed, Statement, Word, codec};
use sim::{World, charter::identity, world::Scenario};
use support::{at_a_choice, seat, words};
use table::AutoConsent;

/// They consent as soon as they may; the last two cannot be reached for a while.
const FOLLOWS: u8 = 0;
const BACK: [u8; 2] = [1, 3];
/// Its player consents to nothing, and its machine stops for good.
const LED: u8 = 2;
const LIAR: u8 = 4;

fn sign<T: Statement>(world: &World, statement: T) -> Signed<T> {
    Signed::new(statement, &identity(world.config().seed, seat(LIAR)))
}

fn tell(world: &mut World, to: u8, message: &Message) {
    world.inject(seat(LIAR), seat(to), &codec::encode(message));
}

/// The highest round that a seat has promised in, or begun.
fn round(world: &World, of: u8, step: u64) -> u32 {
    let rounds = words(world, of).into_iter().filter_map(|word| match word {
        Word::Promise(signed, _)
            if (signed.statement.at.seat, signed.statement.at.step) == (of, step) =>
        {
            Some(signed.statement.ballot.round)
        }
        Word::Prepare(signed)
            if (signed.statement.at.seat, signed.statement.at.step) == (of, step) =>
        {
            Some(signed.statement.round)
        }
        _ => None,
    });
    rounds.max().unwrap_or_default()
}

fn consents(world: &World, of: u8) -> bool {
    words(world, of)
        .iter()
        .any(|word| matches!(word, Word::Consent(signed) if signed.statement.at.seat == of))
}

fn stop(world: &mut World, of: u8) {
    let disk = &mut world.peers[usize::from(of)].disk;
    disk.synced = disk.bytes.len();
    world.kill(seat(of));
}

/// One is led by so many ballots, and stops once another has followed that far.
fn attack(pushes: u32, followed: u32, restart: bool) {
    let votes = vec![(seat(LED), AutoConsent::Never)];
    let trouble = || Scenario { votes: votes.clone(), ..Scenario::default() };
    let found = (0..40).find_map(|seed| at_a_choice(5, seed, (2, trouble()), 1));
    let (mut world, choices) = found.unwrap();
    world.run_until(world.now + 200);
    let choice = choices[0].clone();
    let Contribution { match_id, step, head, .. } = choice;
    let at = Header { match_id, step, seat: LIAR, head };
    // From here on the test speaks for the liar.
    world.links.cut_off([seat(LIAR)].into_iter().collect(), u64::MAX);
    let end = world.now + 400_000;
    while ![FOLLOWS, BACK[0], BACK[1]].iter().all(|of| consents(&world, *of)) {
        assert!(world.now < end, "nobody consents");
        world.run_until(world.now + 10);
    }
    let back: table::Seats = BACK.iter().map(|of| seat(*of)).collect();
    world.links.cut_off(back, u64::MAX);
    let said = sign(&world, choice);
    tell(&mut world, FOLLOWS, &Message::Contribution(said));
    let mut pushed = 1;
    while pushed <= pushes {
        let begun = sign(&world, Prepare { at, round: pushed * 60_000 });
        tell(&mut world, LED, &Message::Word(Word::Prepare(begun)));
        pushed += u32::from(round(&world, LED, step) == pushed * 60_000);
        world.run_until(world.now + 10);
    }
    let end = world.now + 600_000;
    while round(&world, FOLLOWS, step) < followed {
        assert!(world.now < end, "it follows to {} only", round(&world, FOLLOWS, step));
        world.run_until(world.now + 10);
    }
    stop(&mut world, LED);
    if restart {
        stop(&mut world, FOLLOWS);
        world.revive(seat(FOLLOWS)).unwrap();
    }
    world.links.mend();
    world.links.cut_off([seat(LIAR)].into_iter().collect(), u64::MAX);
    world.run_until(world.now + 1_200_000);
    let ends = [FOLLOWS, BACK[0], BACK[1]]
        .map(|of| world.node(seat(of)).unwrap())
        .map(|node| (node.play().step(), node.is_over(), node.play().gone(), node.blames().len()));
    let rounds = [FOLLOWS, BACK[0], BACK[1]].map(|of| round(&world, of, step));
    assert!(
        ends.iter().all(|(s, over, ..)| *s > step + 1 || *over),
        "the table hangs at {step}: {ends:?} {rounds:?}"
    );
}

#[test]
fn whoever_has_followed_halfway_is_followed() {
    attack(6, 200_000, false);
}

#[test]
fn whoever_has_followed_all_the_way_is_followed_after_a_restart() {
    attack(6, 360_000, true);
}
