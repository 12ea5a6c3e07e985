//! How many questions a game puts to a person: normal bots at all seats, one of them in the person's
//! place, in each seat in turn.
//!
//! A question is a menu that a person would see. A window in which they could do nothing but pass, and
//! what is offered by the way, are passed for them unless they want it otherwise, and are not counted.
//!
//! `cargo run -p games --example questions -- [GAME] [--seats N] [--games N] [--rules]`
#![expect(clippy::disallowed_types, clippy::disallowed_methods, reason = "games in the clear")]

use std::{collections::BTreeMap, process::ExitCode};

use engine::{
    BotKind, Game, Seat,
    check::Fault,
    clear::{ClearGame, bots},
};

#[path = "../tests/support/mod.rs"]
mod support;

/// What was asked in one game, by the rule that asks.
type Asked = BTreeMap<&'static str, usize>;

fn main() -> ExitCode {
    support::end("questions", run().map(|()| true))
}

fn run() -> Result<(), Fault> {
    let (mut only, mut seats, mut games, mut by_rule) = (None, None, 400_u64, false);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || support::number(&arg, &mut args);
        match arg.as_str() {
            "--games" => games = number()?,
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
        report(game, seats, games, by_rule)?;
    }
    Ok(())
}

fn report(game: &dyn Game, seats: usize, games: u64, by_rule: bool) -> Result<(), Fault> {
    let asked: Vec<Asked> =
        (0..games).map(|seed| play(game, seats, seed)).collect::<Result<_, _>>()?;
    let mut counts: Vec<usize> = asked.iter().map(|asked| asked.values().sum()).collect();
    counts.sort_unstable();
    let (Some(least), Some(most)) = (counts.first(), counts.last()) else { return Ok(()) };
    let (id, median) = (game.info().id, support::median(&counts));
    println!("{id:<22}{seats:>6}{games:>7}{median:>8}{least:>8}{most:>6}");
    if by_rule {
        let mut rules = Asked::new();
        for (rule, count) in asked.iter().flatten() {
            *rules.entry(rule).or_default() += count;
        }
        for (rule, count) in rules {
            println!(
                "    {rule:<12}{:>6}.{} a game",
                count as u64 / games,
                count as u64 * 10 / games % 10
            );
        }
    }
    Ok(())
}

/// Plays one game; its seed also says where the person sits.
fn play(game: &dyn Game, seats: usize, seed: u64) -> Result<Asked, Fault> {
    let options = support::usual(game)?;
    let person = Seat::new((seed % seats as u64) as u8);
    let mut players = bots(game, BotKind::NORMAL, seats, seed);
    let mut clear = ClearGame::new(game, seats, &options, seed)?;
    let mut asked = Asked::new();
    while clear.driver.outcome().is_none() {
        let window = clear.driver.request().is_some_and(engine::Request::is_window);
        let went_on = clear.step(|ask, state| {
            let spared = (window || ask.menu.is_aside()) && !ask.menu.asks(ask.eyes);
            if ask.seat == person && !spared {
                *asked.entry(ask.menu.rule).or_default() += 1;
            }
            players[ask.seat].pick(&ask, state)
        });
        if !went_on {
            return Err(format!("{} got stuck with seed {seed}", game.info().id).into());
        }
    }
    Ok(asked)
}
