//! Which bots play better: hard ones against normal ones, and normal ones against easy ones. And whether
//! somebody who watches Never Bring a Knife could tell sides after the first round.
//!
//! `cargo run --release -p games --example strength -- [GAME] [--games N] [--level LEVEL] [--seats N] [--from N]`
#![expect(clippy::disallowed_types, clippy::disallowed_methods, reason = "games in the clear")]

use std::process::ExitCode;

use engine::{BotKind, Game, Level, check::Fault};

#[path = "../tests/support/mod.rs"]
mod support;

fn main() -> ExitCode {
    support::end("strength", run())
}

/// What to play.
struct Plan {
    only: Option<&'static dyn Game>,
    seats: Option<usize>,
    games: Option<u64>,
    from: u64,
    level: Option<Level>,
}

/// Whether all were as strong as they should be.
fn run() -> Result<bool, Fault> {
    let mut plan = Plan { only: None, seats: None, games: None, from: 0, level: None };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || support::number(&arg, &mut args);
        match arg.as_str() {
            "--games" => plan.games = Some(number()?),
            "--from" => plan.from = number()?,
            "--seats" => plan.seats = Some(number()? as usize),
            "--level" => {
                let level = args.next().ok_or(format!("{arg} takes a level"))?;
                plan.level = Some(level.parse::<Level>().map_err(|e| e.to_string())?);
            }
            name => plan.only = Some(support::named(name)?),
        }
    }
    println!(
        "{:<22}{:>6}  {:<17}{:>6}{:>16}{:>8}{:>8}",
        "game", "seats", "pairing", "games", "won", "fair", "needed"
    );
    let mut passed = true;
    for game in support::all_or(plan.only) {
        for (strong, weak, games) in
            [(Level::Hard, Level::Normal, 100), (Level::Normal, Level::Easy, 1000)]
        {
            if plan.level.is_none_or(|level| level == strong) {
                passed &= report(game, [strong, weak], &plan, plan.games.unwrap_or(games))?;
            }
        }
    }
    if plan.only.is_none_or(|only| only.info().id == "never-bring-a-knife") && plan.level.is_none()
    {
        passed &= guess()?;
    }
    Ok(passed)
}

/// More guesses than this of a hundred tell that bots give themselves away.
const GUESSED: f64 = 65.0;

/// Whether an observer cannot tell sides by the first round.
fn guess() -> Result<bool, Fault> {
    let game = &games::never_bring_a_knife::GAME;
    let mut passed = true;
    for level in Level::ALL {
        let seats = game.info().usual_seats;
        let [with_left, cop] = support::guesser::percent_right(seats, BotKind::Level(level), 1000)?;
        let told = with_left > GUESSED || cop > GUESSED;
        println!(
            "guesses after a first round of {} {level} bots: with the left neighbour or not {with_left:.1}% right, \
             which side {cop:.1}% right  {}",
            game.info().id,
            if told { "MISSED" } else { "PASS" }
        );
        passed &= !told;
    }
    Ok(passed)
}

fn report(game: &dyn Game, levels: [Level; 2], plan: &Plan, games: u64) -> Result<bool, Fault> {
    // Where a game can be played by two, they meet face to face.
    let fewest = game.info().seats.0;
    let usual = if fewest == 2 { fewest } else { game.info().usual_seats };
    let seats = plan.seats.unwrap_or(usual);
    let numbers = plan.from..plan.from + games;
    let results = support::arena::contest(game, seats, levels.map(BotKind::Level), numbers)?;
    let passed = results.mean() >= results.bar();
    println!(
        "{:<22}{seats:>6}  {:<17}{games:>6}{:>8.1}% ±{:>4.1}%{:>7.1}%{:>7.1}%  {}  ({:.1} ms of CPU a pick, {:.0} at most)",
        game.info().id,
        format!("{} - {}", levels[0], levels[1]),
        100.0 * results.mean(),
        100.0 * results.margin(),
        100.0 * results.fair,
        100.0 * results.bar(),
        if passed { "PASS" } else { "MISSED" },
        results.picks.total / f64::from(results.picks.count.max(1)),
        results.picks.longest,
    );
    Ok(passed)
}
