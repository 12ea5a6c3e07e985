use engine::{BotKind, Options, check, clear::ClearGame};

use super::*;
use crate::suspicion::Stage;

fn state_of(game: &ClearGame) -> Option<&State> {
    let state: &dyn core::any::Any = game.driver.state();
    state.downcast_ref()
}

/// What must hold at every step.
fn sound(game: &ClearGame) -> Result<(), String> {
    check::conserved(&game.driver)?;
    let s = state_of(game).ok_or("no state")?;
    let cards = s.pile.len() + s.discards.len() + s.played.len();
    let on_desks = |d: &Desk| d.hand.len() + d.covered() + usize::from(d.block.is_some());
    let cards = cards + s.desks.values().map(on_desks).sum::<usize>();
    if s.stage == Stage::Turn && game.driver.request().is_some_and(|r| r.menu_of(s.turn).is_some())
    {
        if cards != 72 || s.desks.values().any(|desk| desk.hand.len() != 3) {
            return Err(format!("a turn begins with {cards} cards or hands that are not three"));
        }
        if s.desks.values().any(Desk::solved) || s.desks[s.turn].block.is_some() {
            return Err("a turn that should not be".into());
        }
    }
    let fits = |(colour, open): (Colour, Open)| {
        open.card == Card::Wild || open.card.colour() == Some(colour)
    };
    if s.desks.values().any(|desk| !desk.evidence().all(fits)) {
        return Err("evidence beside a colour that it does not have".into());
    }
    Ok(())
}

#[test]
fn random_games_stay_sound_and_end_with_one_winner() {
    for seats in 2..=7 {
        for seed in 0..40 {
            let end = check::play(&GAME, seats, &Options::default(), seed, BotKind::Random, sound);
            let end = end.unwrap();
            let outcome = end.driver.outcome().unwrap();
            assert_eq!(outcome.winners.len(), 1, "{seats} seats, seed {seed}");
            assert_eq!(outcome.scores[outcome.winners[0]], 3);
            assert_eq!(outcome.scores.values().filter(|&&score| score == 3).count(), 1);
        }
    }
}

#[test]
fn sensible_and_autopilot_games_stay_sound_and_end() {
    for seats in 2..=7 {
        for seed in 0..30 {
            for kind in [BotKind::Sensible, BotKind::Autopilot] {
                check::play(&GAME, seats, &Options::default(), seed, kind, sound).unwrap();
            }
        }
    }
}

#[test]
fn the_same_answers_give_the_same_game() {
    for seats in 2..=7 {
        (0..5).for_each(|s| check::deterministic(&GAME, seats, &Options::default(), s).unwrap());
    }
}

#[test]
fn no_seat_sees_what_it_was_not_shown() {
    for seats in 2..=7 {
        (0..40).for_each(|s| check::no_leak(&GAME, seats, &Options::default(), s).unwrap());
    }
}
