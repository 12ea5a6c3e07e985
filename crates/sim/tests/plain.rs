//! Matches without faults.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;

use engine::{BotKind, Options};
use proto::OnCheat;
use sim::{Config, World};
use table::{
    Timing,
    audit::{Verdict, audit},
};

#[test]
fn every_game_with_the_fewest_and_the_most_seats_finishes_and_audits_as_fair() {
    for game in games::GAMES {
        let info = game.info();
        for seats in BTreeSet::from([info.seats.0, info.seats.1]) {
            let config = Config {
                game: *game,
                seats,
                options: Options::parse(info.options, []).unwrap(),
                survive: u8::from(seats > 2),
                on_cheat: OnCheat::End,
                bots: BotKind::NORMAL,
                seed: 1,
                timing: Timing::default(),
            };
            let start = std::time::Instant::now();
            let mut world = World::new(config).unwrap();
            let done = world.run(10_000_000);
            let play = world.peers[0].node.as_ref().unwrap().play();
            assert!(
                done,
                "{} {seats}: stuck at step {} faults {:?}",
                info.id,
                play.step(),
                world.node(engine::Seat::new(0)).unwrap().blames()
            );
            assert!(
                world.node(engine::Seat::new(0)).unwrap().blames().is_empty(),
                "{:?}",
                world.node(engine::Seat::new(0)).unwrap().blames()
            );
            let t = start.elapsed();
            let bytes = world.node(engine::Seat::new(0)).unwrap().transcript();
            let steps = play.step();
            let start = std::time::Instant::now();
            let audited = audit(std::io::Cursor::new(&bytes), games::find, |_, _| {}).unwrap();
            eprintln!(
                "{} {seats}: {steps} steps {t:?} {} messages {} bytes; audit {:?} {} ending {:?}",
                info.id,
                world.messages,
                bytes.len(),
                start.elapsed(),
                audited.checks.signatures(),
                play.ending()
            );
            assert_eq!(audited.verdict, Verdict::Fair);
            for peer in &world.peers {
                assert!(peer.node.as_ref().unwrap().transcript() == bytes);
            }
        }
    }
}
