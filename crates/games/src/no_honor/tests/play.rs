//! Whole games: they end, and nothing is ever lost or made.

use engine::{BotKind, Game, Options, check, clear::ClearGame};

use crate::no_honor::{
    GAME,
    state::{COINS, GEAR_LIMIT, State},
};

pub fn options(agendas: &str) -> Options {
    Options::parse(GAME.info().options, [("agendas", agendas)]).unwrap()
}

/// What must hold at every step.
fn sound(game: &ClearGame) -> Result<(), String> {
    check::conserved(&game.driver)?;
    let state: &dyn core::any::Any = game.driver.state();
    let s: &State = state.downcast_ref().ok_or("another state")?;
    let mats: i64 = s.mats.iter().map(|mat| mat.coins).sum();
    let coins: i64 = s.players.values().map(|p| p.coins).sum();
    if s.bank + mats + coins != COINS {
        return Err(format!("{} Coins in the game", s.bank + mats + coins));
    }
    if s.players.values().any(|p| p.coins < 0) || s.mats.iter().any(|mat| mat.coins < 0) {
        return Err("somebody owes Coins".into());
    }
    if s.turn > 0 && s.at_large() + s.jail.len() + s.graveyard.len() != 35 {
        return Err("a Character is missing".into());
    }
    let equipped = |gear: usize| gear <= GEAR_LIMIT;
    if s.thieves().any(|(_, thief)| !equipped(thief.gear.len())) {
        return Err("a Character carries too much".into());
    }
    if s.mats.iter().any(|mat| mat.slots.len() > mat.objective.card().slots) {
        return Err("a mat has too many Defenses".into());
    }
    Ok(())
}

fn random_games(seats: usize, agendas: &str) {
    for seed in 0..3 {
        let kind = BotKind::Random;
        check::play(&GAME, seats, &options(agendas), seed, kind, sound).unwrap();
    }
}

#[test]
fn random_games_of_three_end() {
    random_games(3, "draft");
}

#[test]
fn random_games_of_four_end() {
    random_games(4, "dealt");
}

#[test]
fn random_games_of_five_end() {
    random_games(5, "draft");
}

#[test]
fn random_games_of_six_end() {
    random_games(6, "draft");
}
