//! How many questions a game puts to a person, in the middle of some games of normal bots.
//!
//! `cargo run -p games --example questions -- [GAME] [--seats N] [--games N] [--from N] [--rules]`
#![expect(clippy::disallowed_types, clippy::disallowed_methods, reason = "games in the clear")]

use std::{ops::Range, process::ExitCode};

use engine::{Game, check::Fault};

#[path = "../tests/support/mod.rs"]
mod support;

use support::questions::{Asked, asked, counts};

fn main() -> ExitCode {
    support::end("questions", run().map(|()| true))
}

fn run() -> Result<(), Fault> {
    let (mut only, mut seats, mut games, mut from, mut by_rule) = (None, None, 400, 0, false);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || support::number(&arg, &mut args);
        match arg.as_str() {
            "--games" => games = number()?,
            "--from" => from = number()?,
            "--seats" => seats = Some(number()? as usize),
            "--rules" => by_rule = true,
            name => only = Some(support::named(name)?),
        }
    }
    println!(
        "{:<22}{:>6}{:>7}{:>8}{:>8}{:>6}",
        "game", "seats", "games", "median", "least", "most"
    );
    for game in support::all_or(only) {
        let seats = seats.unwrap_or(game.info().usual_seats);
        report(game, seats, from..from + games, by_rule)?;
    }
    Ok(())
}

fn report(game: &dyn Game, seats: usize, seeds: Range<u64>, by_rule: bool) -> Result<(), Fault> {
    let asked = asked(game, seats, seeds)?;
    let (counts, games) = (counts(&asked), asked.len());
    let (Some(least), Some(most)) = (counts.first(), counts.last()) else { return Ok(()) };
    let (id, median) = (game.info().id, support::median(&counts));
    println!("{id:<22}{seats:>6}{games:>7}{median:>8}{least:>8}{most:>6}");
    if by_rule {
        let mut rules = Asked::new();
        for (rule, count) in asked.iter().flatten() {
            *rules.entry(rule).or_default() += count;
        }
        for (rule, count) in rules {
            println!("    {rule:<12}{:>6}.{} a game", count / games, count * 10 / games % 10);
        }
    }
    Ok(())
}
