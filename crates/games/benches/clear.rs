//! How fast rules run in the clear, on one core: `cargo bench -p games -- [GAME]`. Times are CPU time of this
//! thread, which other work on the machine changes little: the median of the rounds, and in brackets
//! the best one.
#![allow(
    clippy::disallowed_types,
    clippy::disallowed_methods,
    reason = "games in the clear, measured by a clock"
)]

use std::hint::black_box;

use engine::{
    BotKind, Game, Options, Request,
    clear::{ClearGame, bots, replay},
};

#[path = "../tests/support/mod.rs"]
mod support;

const ROUNDS: usize = 15;

fn main() {
    println!("{ROUNDS} rounds, random bots, thread CPU time: median (best)");
    let only = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    for game in games::GAMES.iter().filter(|g| only.as_ref().is_none_or(|id| g.info().id == *id)) {
        let most = *support::seats(*game).end();
        let Ok(options) = support::usual(*game) else { continue };
        measure(*game, most, &options);
    }
}

fn measure(game: &dyn Game, seats: usize, options: &Options) {
    // As many games as take some tens of milliseconds.
    let once = time(|| drop(play(game, seats, options, 0)));
    let games = ((0.05 / once) as u64).clamp(1, 1000);

    let finished: Vec<(ClearGame, usize)> =
        (0..games).filter_map(|seed| play(game, seats, options, seed)).collect();
    let steps: usize = finished.iter().map(|(clear, _)| clear.answers().len()).sum();
    let decks: usize = finished.iter().map(|(_, decks)| decks).sum();

    let (playing, played) =
        rounds(|| (0..games).for_each(|s| drop(black_box(play(game, seats, options, s)))));
    let (replaying, replayed) = rounds(|| {
        finished
            .iter()
            .for_each(|(clear, _)| drop(black_box(replay(game, seats, options, clear.answers()))));
    });
    println!("{}, {seats} seats:", game.info().id);
    let rate = |what: &str, count: f64| {
        println!("  {:>9.0} ({:>7.0})  {what}", count / playing, count / played);
    };
    rate("games/s", games as f64);
    rate("shuffles/s (a hand of Knives has one)", decks as f64);
    rate("steps/s", steps as f64);
    let each = 1e6 / steps as f64;
    println!("  {:>9.2} ({:>7.2})  µs/step replaying a log", replaying * each, replayed * each);
    println!(
        "  {:>9.2} ({:>7.2})  times as fast as playing",
        playing / replaying,
        played / replayed
    );
}

/// Plays one game to its end, and counts how often something was shuffled.
fn play(game: &dyn Game, seats: usize, options: &Options, seed: u64) -> Option<(ClearGame, usize)> {
    let mut players = bots(game, BotKind::Random, seats, seed);
    let mut decks = 0;
    let mut clear = ClearGame::new(game, seats, options, seed).ok()?;
    loop {
        decks += usize::from(matches!(clear.driver.request(), Some(Request::Shuffle(_))));
        if !clear.step(|ask, state| players[ask.seat].pick(&ask, state)) {
            return Some((clear, decks));
        }
    }
}

/// The median time and the best.
fn rounds(mut run: impl FnMut()) -> (f64, f64) {
    let mut times: Vec<f64> = (0..ROUNDS).map(|_| time(&mut run)).collect();
    times.sort_by(f64::total_cmp);
    (times[ROUNDS / 2], times[0])
}

/// Seconds of this thread's CPU time.
fn time(run: impl FnOnce()) -> f64 {
    let begun = support::clock::now();
    run();
    (support::clock::now() - begun) / 1e6
}
