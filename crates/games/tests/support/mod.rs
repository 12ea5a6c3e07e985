//! What the checks over all games share.
#![allow(dead_code, reason = "each user takes what it needs")]

use std::ops::{Range, RangeInclusive};

use engine::{BotKind, Game, OptionSpec, Options, Values, check};

/// More steps than any game could take.
const ENDLESS: usize = 100_000;

/// The numbers of seats a game can be played with.
pub fn seats(game: &dyn Game) -> RangeInclusive<usize> {
    game.info().seats.0..=game.info().seats.1
}

/// The defaults.
pub fn usual(game: &dyn Game) -> Result<Options, String> {
    Options::parse(game.info().options, []).map_err(|e| e.to_string())
}

/// The `n`th way to set all options, going round: every word with every other; numbers as small as
/// they go and at their default, since a greater one only makes a game longer.
pub fn rotated(game: &dyn Game, mut n: usize) -> Result<Options, String> {
    let mut given = Vec::new();
    for spec in game.info().options {
        let values = values(spec);
        given.push((spec.key, values[n % values.len()].clone()));
        n /= values.len();
    }
    let given = given.iter().map(|(key, value)| (*key, value.as_str()));
    Options::parse(game.info().options, given).map_err(|e| e.to_string())
}

fn values(spec: &OptionSpec) -> Vec<String> {
    match spec.values {
        Values::Words(words) => words.iter().map(ToString::to_string).collect(),
        Values::Number(least, _) => vec![spec.default.into(), least.to_string()],
    }
}

/// Plays one game for each seed with random bots and all options in turn; at every step every card
/// lies in exactly one place, and the end comes with a score for every seat. Gives the steps played.
pub fn stress(game: &dyn Game, seats: usize, seeds: Range<u64>) -> Result<usize, String> {
    let mut steps = 0;
    for seed in seeds {
        let options = rotated(game, seed as usize)?;
        let end = check::play(game, seats, &options, seed, BotKind::Random, |clear| {
            if clear.answers.len() > ENDLESS {
                return Err("no end in sight".into());
            }
            check::conserved(&clear.driver)
        })
        .map_err(|what| format!("{what} ({options:?})"))?;
        let scored = end.driver.outcome().map_or(0, |outcome| outcome.scores.len());
        if scored != seats {
            return Err(format!(
                "seed {seed}: {scored} of {seats} seats have a score ({options:?})"
            ));
        }
        steps += end.answers.len();
    }
    Ok(steps)
}
