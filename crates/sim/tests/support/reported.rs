//! What was once seen at tables: each must never come again.

use engine::{Eyes, Seat};
use proto::{Body, Contribution, Message, OnCheat, Signed, codec};
use sim::{
    Attack, Blackout, Config, Leaver, Moment, Parting, Partition, Restore, World,
    charter::identity, run::DEADLINE, world::Scenario,
};
use table::{Millis, Seats};

use crate::{
    named_by,
    support::{config, play, seat},
};

const STATUS: Millis = 500;

fn set(seats: &[u8]) -> Seats {
    seats.iter().map(|index| seat(*index)).collect()
}

/// One seat is away for a little longer than the others wait; while they decide, the network falls apart
/// into other pairs, and then once more.
#[test]
fn partitions_while_the_table_decides_never_make_two_fair_files() {
    for seed in [101, 0, 1, 2] {
        let apart = |moment, side: &[u8], lasts| Partition { moment, side: set(side), lasts };
        let partitions = vec![
            apart(Moment::Step(6), &[0], 31_620),
            apart(Moment::Deciding(0), &[0, 3], 44_500),
            apart(Moment::Deciding(11), &[1, 3], 84_000),
        ];
        let table = Config { survive: 2, ..config("suspicion", 4, seed) };
        let world = play(table, Scenario { partitions, ..Scenario::default() });
        let problem = world.outcome().err();
        assert!(problem.is_none(), "{problem:?}");
    }
}

#[test]
fn an_old_copy_of_a_journal_makes_its_owner_no_cheat() {
    for seed in 0..6 {
        let restore = Restore {
            seat: seat((seed % 3) as u8),
            copied: Moment::Step(8),
            put_back: Moment::Step(20 + seed),
            lasts: 2 * STATUS,
        };
        let trouble = Scenario { restores: vec![restore], ..Scenario::default() };
        let world = play(config("suspicion", 3, seed), trouble);
        let problem = world.outcome().err();
        assert!(problem.is_none(), "{problem:?}");
    }
}

/// Only the second seat holds what the first has said since its disk was copied, and cannot be reached for a
/// while when the first is back and asks.
#[test]
fn an_old_copy_waits_for_those_who_may_hold_what_it_lacks() {
    for seed in 0..3 {
        let (owner, holder) = (seat(0), seat(1));
        let trouble = Scenario { thinking: vec![owner], ..Scenario::default() };
        let mut world = World::troubled(config("suspicion", 4, seed), trouble).unwrap();
        let asked = |world: &World| world.node(owner).is_some_and(|node| node.menu().is_some());
        assert!(world.run_while(DEADLINE, |world| !asked(world)), "nobody asked the first seat");
        world.peers[0].copy = Some(world.peers[0].disk.clone());
        let until = world.now + 20 * STATUS;
        for others in [seat(2), seat(3)] {
            world.links.cut(owner, others, world.now + STATUS);
            world.links.cut(holder, others, until);
        }
        let node = world.node(owner).unwrap();
        let knowledge = node.knowledge();
        let eyes = Eyes::new(node.play().driver().faces(), &knowledge);
        let entries = node.menu().unwrap().allowed(eyes);
        assert!(world.choose_for(owner, entries[0]));
        world.run_until(world.now + 100);
        world.links.cut(owner, holder, until);
        world.set_back(owner, STATUS);
        // All this time the others answer, and the player would rather say something else.
        while world.now < until + 10 * STATUS {
            world.run_until(world.now + 50);
            world.choose_for(owner, *entries.last().unwrap());
        }
        assert_eq!(world.monitor.named, [""; 0], "seed {seed}");
        assert!(world.node(owner).unwrap().play().step() > 1);
    }
}

/// The last of five seats says one thing to the fourth and another to the first three, who come two steps
/// further before the fourth hears of it.
#[test]
fn an_equivocator_has_nobody_put_out() {
    let (attacker, victim) = (seat(4), seat(3));
    let mut tried = 0;
    for seed in 0..4 {
        let attack = Attack::each(attacker, 5, Parting::Round("choose", seed as u32 % 2))
            .among(vec![set(&[0, 1, 2]), set(&[3])])
            .cut(None)
            .without_relay();
        let table = Config {
            survive: 2,
            on_cheat: OnCheat::GoOn,
            ..config("never-bring-a-knife", 5, seed)
        };
        let trouble = Scenario { attack: Some(attack), ..Scenario::default() };
        let mut world = World::troubled(table, trouble).unwrap();
        world.run_while(DEADLINE, |world| world.parted().is_none() && !world.is_over());
        // After its first lie the attacker is silent towards the one that it wants out.
        world.links.cut_one_way(attacker, victim, Millis::MAX);
        world.run(DEADLINE);
        if world.parted().is_none() {
            continue;
        }
        tried += 1;
        for (seat, peer) in world.honest() {
            let gone = peer.node.as_ref().unwrap().play().gone();
            assert!(!gone.contains(victim), "seed {seed}: {seat} went on without {victim}");
        }
        // Where the others were faster the lie reached nobody, and all ended alike.
        let ended_alike = world.outcome().is_ok();
        assert!(named_by(&world, attacker) == 4 || ended_alike, "seed {seed}");
    }
    assert!(tried > 0);
}

/// A world that has come to a choice of its last seat, in whose name the test says what it should not.
fn before_a_choice(seed: u64) -> (World, Seat) {
    let liar = seat(3);
    let trouble = Scenario { dishonest: Some(liar), thinking: vec![liar], ..Scenario::default() };
    let mut world = World::troubled(config("suspicion", 4, seed), trouble).unwrap();
    let asked = |world: &World| world.node(liar).is_some_and(|node| node.menu().is_some());
    assert!(world.run_while(DEADLINE, |world| !asked(world)), "nobody asked the last seat");
    (world, liar)
}

fn signed(world: &World, said: Contribution) -> Vec<u8> {
    let key = identity(world.config().seed, Seat::new(said.seat));
    codec::encode(&Message::Contribution(Signed::new(said, &key)))
}

#[test]
fn a_seat_that_signs_over_a_wrong_head_first_and_the_right_one_then_is_named() {
    for seed in 0..3 {
        let (mut world, liar) = before_a_choice(seed);
        let node = world.node(liar).unwrap();
        let (match_id, step, mut head) = (node.play().id(), node.play().step(), node.play().head());
        let knowledge = node.knowledge();
        let eyes = Eyes::new(node.play().driver().faces(), &knowledge);
        let entry = node.menu().unwrap().allowed(eyes)[0];
        head[0] ^= 1;
        let body = Body::Choice { entry: entry as u16, shown: None };
        let right = node.play().head();
        let lie = Contribution { match_id, step, seat: 3, head, decided: Vec::new(), body };
        let truth = signed(&world, Contribution { head: right, ..lie.clone() });
        let lie = signed(&world, lie);
        (0..3).for_each(|to| world.inject(liar, seat(to), &lie));
        world.run_until(world.now + 2 * STATUS);
        (0..3).for_each(|to| world.inject(liar, seat(to), &truth));
        world.run_until(world.now + 20 * STATUS);
        assert_eq!(named_by(&world, liar), 3, "seed {seed}");
    }
}

#[test]
fn a_cheat_that_shows_late_is_known_to_everybody_in_the_end() {
    for seed in 0..3 {
        let liar = seat(3);
        let leavers = vec![Leaver::new(liar, Moment::Step(12 + seed))];
        let trouble = Scenario { dishonest: Some(liar), leavers, ..Scenario::default() };
        let mut world = World::troubled(config("suspicion", 4, seed), trouble).unwrap();
        let gone = |world: &World, by: u8| {
            world.node(seat(by)).is_some_and(|node| node.play().gone().contains(liar))
        };
        assert!(world.run_while(DEADLINE, |world| !(0..3).all(|by| gone(world, by))));
        // A second word on what it said when it was there, to one seat that nobody hears just then.
        let said = (1..12).find_map(|step| world.monitor.said(step, liar).cloned()).unwrap();
        let lie = Contribution { body: Body::Attest([7; 32]), ..said };
        let lie = signed(&world, lie);
        world.links.cut_off(set(&[0]), world.now + 4 * STATUS);
        world.inject(liar, seat(0), &lie);
        world.run(DEADLINE);
        assert_eq!(named_by(&world, liar), 3, "seed {seed}");
    }
}

#[test]
fn a_match_goes_on_though_all_machines_stop_at_once_again_and_again() {
    for seed in 0..8 {
        let leavers = vec![Leaver::new(seat(1), Moment::Step(9 + seed))];
        let dark = |moment| Blackout { moment, lasts: 3 * STATUS };
        let blackouts = vec![
            dark(Moment::Step(2 + seed)),
            dark(Moment::Step(8 + seed)),
            dark(Moment::Deciding(seed)),
            dark(Moment::Deciding(3 + 2 * seed)),
            dark(Moment::Round("attest", 0)),
        ];
        let world = play(
            config("suspicion", 4, seed),
            Scenario { leavers, blackouts, ..Scenario::default() },
        );
        let problem = world.outcome().err();
        assert!(problem.is_none(), "{problem:?}");
    }
}

#[test]
fn a_match_whose_machines_all_stop_near_its_end_ends_as_it_would_have() {
    let whole = play(config("suspicion", 3, 1), Scenario::default());
    let transcript = whole.node(seat(0)).unwrap().transcript();
    for before in 0..6 {
        let mut world = World::new(config("suspicion", 3, 1)).unwrap();
        world.run_until(whole.now - before);
        world.power_cut(3 * STATUS);
        world.run(DEADLINE);
        let problem = world.outcome().err();
        assert!(problem.is_none(), "{before} ms before the end: {problem:?}");
        assert_eq!(world.node(seat(0)).unwrap().transcript(), transcript);
    }
}
