//! Whole matches.

use core::any::Any;

use engine::{
    BotKind, Game, Options, Seat, check,
    clear::{ClearGame, bots},
};

use super::*;

fn options() -> Options {
    Options::parse(GAME.info().options, []).unwrap()
}

#[test]
fn every_hand_gives_points_to_somebody() {
    for seed in 0..10 {
        let (mut hand, mut points) = (0, 0);
        let mut counted = 0;
        let end = check::play(&GAME, 5, &options(), seed, BotKind::Random, |game| {
            let state: &dyn Any = game.driver.state();
            let state: &State = state.downcast_ref().unwrap();
            let total: i64 = state.points.values().sum();
            // A new hand has begun, or the match is over: what has the one before brought?
            let over = game.driver.outcome().is_some();
            if hand > 0 && (state.number > hand || over) {
                counted += 1;
                if total <= points {
                    return Err(format!("hand {hand} gave nothing").into());
                }
            }
            (hand, points) = (state.number, total);
            Ok(())
        });
        end.unwrap();
        assert!(counted == hand && hand > 1, "{counted} of {hand}");
    }
}

#[test]
fn one_sensible_player_wins_two_of_three_matches_against_four_random_ones() {
    let games = 200;
    let mut won = 0.0;
    for seed in 0..games {
        let seat = Seat::new((seed % 5) as u8);
        let mut players = bots(&GAME, BotKind::Random, 5, seed);
        players[seat] = GAME.bot(BotKind::NORMAL, seat, seed);
        let mut game = ClearGame::new(&GAME, 5, &options(), seed).unwrap();
        let winners = &game.finish(&mut players).unwrap().winners;
        won += f64::from(u8::from(winners.contains(&seat))) / winners.len() as f64;
    }
    // A fifth would be luck. A shared win counts in part.
    assert!(won > 0.65 * games as f64, "{won} of {games}");
}
