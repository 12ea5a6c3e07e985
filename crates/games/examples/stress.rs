//! Plays very many random games, checking every step.
//!
//! `cargo run --release -p games --example stress -- [GAME] [--games N] [--seed S]`
#![expect(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "games in the clear, with the clock for the table of results alone"
)]

use std::{process::ExitCode, time::Instant};

use engine::BotKind;

#[path = "../tests/support/mod.rs"]
mod support;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("stress: {what}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let (mut only, mut games, mut seed) = (None, 10_000_u64, 0_u64);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || {
            let given = args.next().and_then(|n| n.parse().ok());
            given.ok_or_else(|| format!("{arg} takes a number"))
        };
        match arg.as_str() {
            "--games" => games = number()?,
            "--seed" => seed = number()?,
            name => only = Some(games::find(name).ok_or(format!("there is no game {name}"))?),
        }
    }
    println!("{:<22}{:>6}{:>9}{:>12}{:>10}", "game", "seats", "games", "steps", "games/s");
    let listed = games::GAMES.iter().copied();
    for game in listed.filter(|g| only.is_none_or(|o| o.info().id == g.info().id)) {
        for seats in support::seats(game) {
            let begun = Instant::now();
            let steps = support::stress(game, seats, BotKind::Random, seed..seed + games)?;
            let rate = games as f64 / begun.elapsed().as_secs_f64();
            println!("{:<22}{seats:>6}{games:>9}{steps:>12}{rate:>10.0}", game.info().id);
        }
    }
    Ok(())
}
