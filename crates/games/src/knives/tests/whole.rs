//! Whole matches, with what must hold at every step.

use core::any::Any;

use engine::{
    BotKind, Game, Options, Seat, check,
    clear::{ClearGame, bots},
};

use super::*;
use crate::knives::Phase;

const SETS: [&[(&str, &str)]; 4] = [
    &[],
    &[("rules", "simplified")],
    &[("broke", "off"), ("target", "10")],
    &[("rules", "simplified"), ("broke", "off"), ("target", "20")],
];

fn options(set: &[(&str, &str)]) -> Options {
    Options::parse(GAME.info().options, set.iter().copied()).unwrap()
}

fn state_of(game: &ClearGame) -> &State {
    let state: &dyn Any = game.driver.state();
    state.downcast_ref().unwrap()
}

fn sound(game: &ClearGame) -> Result<(), String> {
    check::conserved(&game.driver)?;
    let state = state_of(game);
    let round = &state.round;
    let coins: i64 = round.coins.values().sum();
    if coins > 25 {
        return Err(format!("{coins} coins"));
    }
    let playing = matches!(round.phase, Phase::Tricks | Phase::Specials);
    for (seat, hand) in round.hands.iter().filter(|_| playing) {
        let played = round.past.iter().flatten().chain(&round.trick);
        let played = played.filter(|play| play.seat == seat).count();
        if hand.len() + played != 6 {
            return Err(format!("{seat} has {} cards after {played}", hand.len()));
        }
    }
    let over = state.points.values().any(|&points| points >= state.house.target);
    if over != game.driver.outcome().is_some() {
        return Err("a match ends exactly when the target is reached".into());
    }
    Ok(())
}

#[test]
fn random_matches_end_and_stay_sound() {
    for set in SETS {
        for seed in 0..15 {
            check::play(&GAME, 5, &options(set), seed, BotKind::Random, sound).unwrap();
        }
    }
}

#[test]
fn sensible_matches_end_and_stay_sound() {
    for set in SETS {
        for seed in 0..5 {
            check::play(&GAME, 5, &options(set), seed, BotKind::Sensible, sound).unwrap();
        }
    }
}

#[test]
fn the_autopilot_alone_ends_a_match() {
    for set in SETS {
        check::play(&GAME, 5, &options(set), 1, BotKind::Autopilot, sound).unwrap();
    }
}

#[test]
fn every_hand_gives_points_to_somebody() {
    let mut before = (0, 0);
    check::play(&GAME, 5, &options(&[]), 11, BotKind::Random, |game| {
        let state = state_of(game);
        let total = state.points.values().sum();
        if state.number > before.0 + 1 && total <= before.1 {
            return Err(format!("hand {} gave nothing", before.0));
        }
        if state.number > before.0 {
            before = (state.number, total);
        }
        Ok(())
    })
    .unwrap();
}

#[test]
fn the_same_seed_gives_the_same_match() {
    for set in SETS {
        check::deterministic(&GAME, 5, &options(set), 7).unwrap();
    }
}

#[test]
fn nothing_hidden_leaks() {
    for seed in 0..60 {
        let set = SETS[seed as usize % SETS.len()];
        check::no_leak(&GAME, 5, &options(set), seed).unwrap();
    }
}

#[test]
fn one_sensible_player_beats_four_random_ones() {
    let games = 100;
    let mut won = 0.0;
    for seed in 0..games {
        let seat = Seat::new((seed % 5) as u8);
        let mut players = bots(&GAME, BotKind::Random, 5, seed);
        players[seat] = GAME.bot(BotKind::Sensible, seat, seed);
        let mut game = ClearGame::new(&GAME, 5, &options(&[]), seed).unwrap();
        let winners = &game.finish(&mut players).unwrap().winners;
        won += f64::from(u8::from(winners.contains(&seat))) / winners.len() as f64;
    }
    // A fifth would be luck.
    assert!(won > 0.5 * games as f64, "{won} of {games}");
}
