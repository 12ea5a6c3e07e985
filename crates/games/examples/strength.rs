//! How much better the sensible bot plays than chance: one of them among random bots, in each seat in
//! turn, beside what a random bot wins there.
//!
//! `cargo run --release -p games --example strength -- [GAME] [--games N]`
#![expect(clippy::disallowed_types, clippy::disallowed_methods, reason = "games in the clear")]

use std::process::ExitCode;

use engine::{
    BotKind, Game, Seat,
    clear::{ClearGame, bots},
};

#[path = "../tests/support/mod.rs"]
mod support;

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut games = 2000;
    if let Some(at) = args.iter().position(|arg| arg == "--games") {
        games = args.get(at + 1).and_then(|n| n.parse().ok()).unwrap_or(games);
        args.drain(at..args.len().min(at + 2));
    }
    println!(
        "{:<22}{:>6}{:>8}{:>11}{:>9}{:>9}",
        "game", "seats", "games", "sensible", "random", "factor"
    );
    for game in games::GAMES.iter().filter(|g| args.iter().all(|a| g.info().id.starts_with(a))) {
        for seats in support::seats(*game) {
            let (Some(sensible), Some(random)) = (
                won(*game, seats, games, BotKind::Sensible),
                won(*game, seats, games, BotKind::Random),
            ) else {
                eprintln!("strength: a game of {} got stuck", game.info().id);
                return ExitCode::FAILURE;
            };
            println!(
                "{:<22}{seats:>6}{games:>8}{:>10.1}%{:>8.1}%{:>9.2}",
                game.info().id,
                sensible * 100.0,
                random * 100.0,
                sensible / random
            );
        }
    }
    ExitCode::SUCCESS
}

/// The share of games won by a bot of this kind among random ones.
fn won(game: &dyn Game, seats: usize, games: u64, kind: BotKind) -> Option<f64> {
    let options = support::usual(game).ok()?;
    let mut won = 0_u32;
    for seed in 0..games {
        let hero = Seat::new((seed % seats as u64) as u8);
        let mut players = bots(game, BotKind::Random, seats, seed);
        players[hero] = game.bot(kind, hero, seed);
        let mut clear = ClearGame::new(game, seats, &options, seed).ok()?;
        won += u32::from(clear.finish(&mut players)?.winners.contains(&hero));
    }
    Some(f64::from(won) / games as f64)
}
