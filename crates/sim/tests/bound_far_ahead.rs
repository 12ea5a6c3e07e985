//! One liar at a table of five that survives two, one of whom is away, lets another seat promise in ballots far ahead. The
//! liar has no power over the network. The others, who are a quorum, come to a decision.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use proto::{Ballot, Contribution, Header, Message, Prepare, Signed, Statement, Word, codec};
use sim::{World, charter::identity, world::Scenario};
use support::{at_a_choice, seat, words};
use table::AutoConsent;

/// They consent as soon as they may.
const READY: [u8; 2] = [0, 1];
/// Its player consents to nothing.
const VICTIM: u8 = 2;
const AWAY: u8 = 3;
const LIAR: u8 = 4;

fn sign<T: Statement>(world: &World, statement: T) -> Signed<T> {
    Signed::new(statement, &identity(world.config().seed, seat(LIAR)))
}

fn tell(world: &mut World, to: u8, message: &Message) {
    world.inject(seat(LIAR), seat(to), &codec::encode(message));
}

fn promised(world: &World, of: u8) -> Option<Ballot> {
    let ballots = words(world, of).into_iter().filter_map(|word| match word {
        Word::Promise(signed, _) if signed.statement.at.seat == of => Some(signed.statement.ballot),
        _ => None,
    });
    ballots.max()
}

fn consents(world: &World, of: u8, without: u16) -> bool {
    words(world, of).iter().any(|word| {
        matches!(word, Word::Consent(signed) if (signed.statement.at.seat, signed.statement.without) == (of, without))
    })
}

fn attack(pushes: u32, apart: u64) {
    let votes = vec![(seat(VICTIM), AutoConsent::Never)];
    let trouble = || Scenario { votes: votes.clone(), ..Scenario::default() };
    let found = (0..40).find_map(|seed| at_a_choice(5, seed, (2, trouble()), 1));
    let (mut world, choices) = found.unwrap();
    world.run_until(world.now + 200);
    let choice = choices[0].clone();
    let Contribution { match_id, step, head, .. } = choice;
    let at = Header { match_id, step, seat: LIAR, head };
    // From here on the test speaks for the liar.
    world.links.cut_off([seat(LIAR)].into_iter().collect(), u64::MAX);
    let disk = &mut world.peers[usize::from(AWAY)].disk;
    disk.synced = disk.bytes.len();
    world.kill(seat(AWAY));
    let (end, both) = (world.now + 400_000, 1 << AWAY | 1 << LIAR);
    while !READY.iter().all(|of| consents(&world, *of, both)) {
        assert!(world.now < end, "nobody consents");
        world.run_until(world.now + 10);
    }
    for push in 1..=pushes {
        let begun = sign(&world, Prepare { at, round: push * 60_000 });
        tell(&mut world, VICTIM, &Message::Word(Word::Prepare(begun)));
        world.run_until(world.now + apart);
    }
    let last = Ballot { round: pushes * 60_000, seat: LIAR };
    assert_eq!(promised(&world, VICTIM), Some(last));
    let said = sign(&world, choice);
    tell(&mut world, VICTIM, &Message::Contribution(said));
    world.run_until(world.now + 1_200_000);
    let ends = [0, 1, 2]
        .map(|of| world.node(seat(of)).unwrap())
        .map(|node| (node.play().step(), node.is_over(), node.play().gone(), node.blames().len()));
    assert!(
        ends.iter().all(|(s, over, ..)| *s > step + 1 || *over),
        "the table hangs at {step}: {ends:?}"
    );
}

#[test]
fn a_ballot_far_ahead_is_followed() {
    attack(1, 0);
}

#[test]
fn ballots_farther_and_farther_ahead_are_followed() {
    attack(4, 2_100);
}

#[test]
fn ballots_farther_and_farther_ahead_in_haste_are_followed() {
    attack(3, 1_100);
}
