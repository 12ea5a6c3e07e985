//! The bot.

use engine::{
    BotKind, Game, Seat, check,
    clear::{ClearGame, bots},
};

use super::{State, play::options};
use crate::no_honor::GAME;

#[test]
#[ignore = "a measurement"]
fn measure() {
    for seats in 3..=6 {
        let (mut won, mut ends, mut rounds, mut steps) = (0, [0; 3], 0, 0);
        let games = 60;
        for seed in 0..games {
            let hero = Seat::new((seed % seats as u64) as u8);
            let mut players = bots(&GAME, BotKind::Random, seats, seed);
            players[hero] = GAME.bot(BotKind::Sensible, hero, seed);
            let mut clear = ClearGame::new(&GAME, seats, &options("draft"), seed).unwrap();
            let end = clear.finish(&mut players).unwrap();
            won += u32::from(end.winners.contains(&hero));
            let words = format!("{:?}", end.summary);
            ends[if words.contains("Martial") {
                0
            } else if words.contains("heist is done") {
                1
            } else {
                2
            }] += 1;
            let state: &dyn core::any::Any = clear.driver.state();
            rounds += state.downcast_ref::<State>().unwrap().turn / seats;
            steps += clear.answers.len();
        }
        println!(
            "{seats}: {won} of {games}; martial, last heist, curfew {ends:?}; rounds {} steps {}",
            rounds / games as usize,
            steps / games as usize
        );
        let (mut ends, mut rounds, mut steps, mut betrayals, mut scores) = ([0; 3], 0, 0, 0, 0);
        for seed in 0..30 {
            let clear =
                check::play(&GAME, seats, &options("draft"), seed, BotKind::Sensible, |_| Ok(()))
                    .unwrap();
            let end = clear.driver.outcome().unwrap();
            let words = format!("{:?}", end.summary);
            ends[if words.contains("Martial") {
                0
            } else if words.contains("heist is done") {
                1
            } else {
                2
            }] += 1;
            let state: &dyn core::any::Any = clear.driver.state();
            let s: &State = state.downcast_ref().unwrap();
            rounds += s.turn / seats;
            steps += clear.answers.len();
            betrayals += s.players.values().map(|p| p.betrayals).sum::<usize>();
            scores += end.scores.values().max().unwrap();
        }
        println!(
            "   sensible: {ends:?}; rounds {} steps {} betrayals {betrayals} top score {}",
            rounds / 30,
            steps / 30,
            scores / 30
        );
    }
}
