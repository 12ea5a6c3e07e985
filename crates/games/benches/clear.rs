//! How fast rules run in the clear, on one core: `cargo bench -p games`.
#![expect(clippy::disallowed_types, reason = "measuring takes a clock")]

use std::{hint::black_box, time::Instant};

use engine::{
    Answer, BotKind, Game, Options, Request,
    clear::{ClearGame, bots, replay},
};

#[path = "../tests/support/mod.rs"]
mod support;

const ROUNDS: usize = 15;

fn main() {
    println!("medians of {ROUNDS} rounds, random bots, one core");
    for game in games::GAMES {
        let most = *support::seats(*game).end();
        let Ok(options) = support::usual(*game) else { continue };
        measure(*game, most, &options);
    }
}

fn measure(game: &dyn Game, seats: usize, options: &Options) {
    // As many games as take some tens of milliseconds.
    let once = time(|| drop(play(game, seats, options, 0)));
    let games = ((0.05 / once) as u64).clamp(1, 1000);

    let finished: Vec<(Vec<Answer>, usize)> =
        (0..games).map(|seed| play(game, seats, options, seed)).collect();
    let steps: usize = finished.iter().map(|(answers, _)| answers.len()).sum();
    let decks: usize = finished.iter().map(|(_, decks)| decks).sum();

    let playing =
        median(|| (0..games).for_each(|s| drop(black_box(play(game, seats, options, s)))));
    let replaying = median(|| {
        finished
            .iter()
            .for_each(|(answers, _)| drop(black_box(replay(game, seats, options, answers))));
    });
    let id = game.info().id;
    println!("{id}, {seats} seats:");
    println!("  {:>12.0} games/s", games as f64 / playing);
    println!("  {:>12.0} shuffled decks/s (a hand of Knives has one)", decks as f64 / playing);
    println!("  {:>12.0} steps/s", steps as f64 / playing);
    println!("  {:>12.2} µs/step replaying a finished log", replaying / steps as f64 * 1e6);
    println!("  {:>12.1} times as fast to replay as to play", playing / replaying);
}

/// Plays one game; gives its answers and how often something was shuffled.
fn play(game: &dyn Game, seats: usize, options: &Options, seed: u64) -> (Vec<Answer>, usize) {
    let mut players = bots(game, BotKind::Random, seats, seed);
    let mut decks = 0;
    let Ok(mut clear) = ClearGame::new(game, seats, options, seed) else { return (vec![], 0) };
    loop {
        decks += usize::from(matches!(clear.driver.request(), Some(Request::Shuffle(_))));
        if !clear.step(|ask, state| players[ask.seat].pick(&ask, state)) {
            return (clear.answers, decks);
        }
    }
}

fn median(mut run: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..ROUNDS).map(|_| time(&mut run)).collect();
    times.sort_by(f64::total_cmp);
    times[ROUNDS / 2]
}

/// Seconds.
fn time(run: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    run();
    begun.elapsed().as_secs_f64()
}
