//! Faults of network and machines change nothing: every match ends as one without faults would,
//! and nobody ever says two things. A failing test prints its seed.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use engine::BotKind;
use proto::{codec::DecodeError, limits};
use sim::{Config, Faults, World, run::DEADLINE, world::Scenario};
use support::{config, seat, survives, with_options};
use table::Dropped;

/// Short matches with 2, 3 and 4 seats.
fn matches(faults: &str, seeds: u64) {
    let faults = Faults::parse(faults).unwrap_or_default();
    for seed in 0..seeds {
        survives(config("suspicion", 2 + (seed % 3) as usize, seed), faults);
    }
}

#[test]
fn lost_messages_are_asked_for_again() {
    matches("loss", 6);
}

#[test]
fn doubled_messages_change_nothing() {
    matches("dup", 4);
}

#[test]
fn messages_may_overtake_each_other() {
    matches("reorder", 6);
}

#[test]
fn messages_may_take_long() {
    matches("delay,reorder", 6);
}

#[test]
fn a_network_that_fell_apart_heals() {
    matches("partition", 8);
}

#[test]
fn a_slow_link_only_takes_longer() {
    matches("slow", 3);
}

#[test]
fn clocks_that_jump_make_nobody_late() {
    matches("jump", 6);
}

#[test]
fn a_crashed_node_says_again_what_it_said() {
    matches("crash", 8);
}

#[test]
fn crashes_while_messages_get_lost_lose_nothing() {
    matches("crash,loss,dup,reorder", 6);
}

#[test]
fn all_faults_together_lose_nothing() {
    for seed in 0..12 {
        survives(config("suspicion", 2 + (seed % 3) as usize, seed), Faults::SHORT);
    }
}

#[test]
fn all_faults_together_spare_every_other_game_too() {
    survives(config("never-bring-a-knife", 4, 1), Faults::SHORT);
    // A long match: without crashes, each of which costs the replay of a long journal.
    let faults = Faults { crash: false, ..Faults::SHORT };
    survives(with_options("knives", 5, 1, &[("target", "10")]), faults);
}

#[test]
fn all_faults_together_spare_thieves() {
    for (seats, agendas) in [(3, "draft"), (4, "dealt"), (6, "draft")] {
        let table = with_options("no-honor", seats, 1, &[("agendas", agendas)]);
        let faults = Faults { crash: seats == 3, ..Faults::SHORT };
        survives(Config { bots: BotKind::NORMAL, ..table }, faults);
    }
}

#[test]
fn an_outage_never_gives_a_table_two_histories() {
    for (faults, seeds) in [("partition,outage", 8), ("partition,crash,loss,reorder,outage", 8)] {
        let faults = Faults::parse(faults).unwrap();
        for seed in 0..seeds {
            let seats = 3 + (seed % 4) as usize;
            let survive = (seats as u8 - 1) / 2;
            survives(Config { survive, ..config("suspicion", seats, seed) }, faults);
        }
    }
}

#[test]
fn a_spectator_ends_with_the_history_of_the_table_whoever_tells_it() {
    spectator_follows(0..6);
}

/// Matches in which somebody watches, told by whoever comes.
fn spectator_follows(seeds: core::ops::Range<u64>) {
    let faults = Faults::parse("partition,crash,loss,outage").unwrap();
    for seed in seeds {
        let seats = 3 + (seed % 3) as usize;
        let survive = (seats as u8 - 1) / 2;
        let config = Config { survive, ..config("suspicion", seats, seed) };
        let mut world =
            World::troubled(config, Scenario { faults, ..Scenario::default() }).unwrap();
        let mut events = 0;
        while !world.is_over() && world.now < DEADLINE && world.step().is_some() {
            events += 1;
            let by = seat((events % seats) as u8);
            match world.node(by).map(|node| node.play().step()) {
                Some(_) if world.spectator.is_none() => world.watch(by).unwrap(),
                Some(_) if events % 7 == 0 => world.tell_spectator(by),
                _ => {}
            }
        }
        world.verdict().unwrap_or_else(|problem| panic!("{problem}"));
        // Each answer is bounded, and whoever is far behind needs several.
        for _ in 0..20 {
            (0..seats).for_each(|by| world.tell_spectator(seat(by as u8)));
        }
        let spectator = world.spectator.as_ref().unwrap();
        // Whoever was left behind has no part in it any more; and what follows the last step may differ.
        let nodes = world.honest().filter_map(|(_, peer)| peer.node.as_ref());
        let steps = nodes.filter(|node| !node.is_excluded()).map(|node| node.steps());
        let longest = steps.max_by_key(Vec::len).unwrap();
        let (here, there) = (spectator.steps(), longest);
        assert!(there.starts_with(&here), "seed {seed}: another history");
        assert_eq!(here.len(), there.len(), "seed {seed}: not to its end");
        assert!(spectator.blames().is_empty(), "seed {seed}: {:?}", spectator.blames());
    }
}

#[test]
fn a_seed_gives_the_same_match_again_to_the_byte() {
    let one = survives(config("suspicion", 3, 5), Faults::SHORT);
    let two = survives(config("suspicion", 3, 5), Faults::SHORT);
    assert_eq!(one.counts(), two.counts());
    assert_eq!((one.now, one.messages, one.bytes), (two.now, two.messages, two.bytes));
}

#[test]
fn a_frame_that_is_too_long_for_a_contribution_is_dropped_before_it_is_decoded() {
    let mut world = World::troubled(config("suspicion", 2, 1), Scenario::default()).unwrap();
    let node = world.peers[0].node.as_mut().unwrap();
    // What would be decoded is no message at all, but for the match and the seat that it names.
    let mut noise = vec![0xff; limits::CONTRIBUTION + 77];
    noise[..4].fill(0);
    noise[4..36].copy_from_slice(&node.play().id());
    noise[36..45].fill(0);
    assert_eq!(node.handle(None, &noise, 0), Err(Dropped::Malformed(DecodeError::TooLarge)));
    noise.pop();
    assert_eq!(node.handle(None, &noise, 0), Err(Dropped::Malformed(DecodeError::Malformed)));
}
