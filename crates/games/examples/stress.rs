//! Plays very many games, by random bots or by normal ones, checking every step, and counts how they end.
//!
//! `cargo run --release -p games --example stress -- [GAME] [--games N] [--seed S] [--normal]`
#![expect(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "games in the clear, with the clock for the table of results alone"
)]

use std::{process::ExitCode, time::Instant};

use engine::{BotKind, check::Fault};

#[path = "../tests/support/mod.rs"]
mod support;

fn main() -> ExitCode {
    support::end("stress", run().map(|()| true))
}

fn run() -> Result<(), Fault> {
    let (mut only, mut games, mut seed) = (None, 10_000_u64, 0_u64);
    let mut kind = BotKind::Random;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || support::number(&arg, &mut args);
        match arg.as_str() {
            "--games" => games = number()?,
            "--seed" => seed = number()?,
            "--normal" => kind = BotKind::NORMAL,
            name => only = Some(support::named(name)?),
        }
    }
    let head = ["game", "seats", "games", "steps", "games/s"];
    println!("{:<22}{:>6}{:>9}{:>12}{:>10}  ends", head[0], head[1], head[2], head[3], head[4]);
    for game in support::all_or(only) {
        for seats in support::seats(game) {
            let begun = Instant::now();
            let tally = support::stress(game, seats, kind, seed..seed + games)?;
            let rate = games as f64 / begun.elapsed().as_secs_f64();
            let (id, steps) = (game.info().id, tally.steps);
            let ends: Vec<_> = tally.ends.iter().map(|(end, n)| format!("{end} {n}")).collect();
            let ends = ends.join(", ");
            println!("{id:<22}{seats:>6}{games:>9}{steps:>12}{rate:>10.0}  {ends}");
        }
    }
    Ok(())
}
