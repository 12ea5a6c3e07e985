//! What the checks over all games share.
#![allow(dead_code, reason = "each user takes what it needs")]

use std::{
    collections::BTreeMap,
    ops::{Range, RangeInclusive},
    process::ExitCode,
};

use engine::{
    BotKind, Game, OptionSpec, Options, Values,
    check::{self, Fault},
    clear::ClearGame,
};

pub(crate) mod arena;
#[path = "../../../mental/benches/common/clock.rs"]
pub(crate) mod clock;
pub(crate) mod guesser;
mod knives;
mod never_bring_a_knife;
pub(crate) mod no_honor;
pub(crate) mod questions;
mod suspicion;

/// More steps than any game could take.
const ENDLESS: usize = 100_000;

/// The numbers of seats a game can be played with.
pub(crate) fn seats(game: &dyn Game) -> RangeInclusive<usize> {
    game.info().seats.0..=game.info().seats.1
}

/// The game of this name.
pub(crate) fn named(name: &str) -> Result<&'static dyn Game, Fault> {
    Ok(games::find(name).ok_or_else(|| format!("there is no game {name}"))?)
}

/// All games, or only this one.
pub(crate) fn all_or(only: Option<&'static dyn Game>) -> impl Iterator<Item = &'static dyn Game> {
    let listed = games::GAMES.iter().copied();
    listed.filter(move |game| only.is_none_or(|only| only.info().id == game.info().id))
}

/// The number that stands after `flag` at the command line of an example.
pub(crate) fn number(flag: &str, rest: &mut impl Iterator<Item = String>) -> Result<u64, Fault> {
    let given = rest.next().and_then(|text| text.parse().ok());
    Ok(given.ok_or_else(|| format!("{flag} takes a number"))?)
}

/// How an example ends: well, or with what it has found, or with a fault that it prints.
pub(crate) fn end(example: &str, passed: Result<bool, Fault>) -> ExitCode {
    if let Err(fault) = &passed {
        eprintln!("{example}: {fault}");
    }
    if passed.unwrap_or(false) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The defaults.
pub(crate) fn usual(game: &dyn Game) -> Result<Options, Fault> {
    Ok(Options::parse(game.info().options, [])?)
}

/// The `n`th way to set all options, going round: every word with every other; numbers as small as
/// they go and at their default, since a greater one only makes a game longer.
pub(crate) fn rotated(game: &dyn Game, mut n: usize) -> Result<Options, Fault> {
    let mut given = Vec::new();
    for spec in game.info().options {
        let values = values(spec);
        given.push((spec.key, values[n % values.len()].clone()));
        n /= values.len();
    }
    let given = given.iter().map(|(key, value)| (*key, value.as_str()));
    Ok(Options::parse(game.info().options, given)?)
}

fn values(spec: &OptionSpec) -> Vec<String> {
    match spec.values {
        Values::Words(words) => words.iter().map(ToString::to_string).collect(),
        Values::Number(least, _) => vec![spec.default.into(), least.to_string()],
    }
}

/// The middle one of sorted numbers; the lower of two.
pub(crate) fn median(sorted: &[usize]) -> usize {
    sorted.get(sorted.len().saturating_sub(1) / 2).copied().unwrap_or(0)
}

/// A check of one step of a game.
type Check = Box<dyn FnMut(&ClearGame) -> Result<(), Fault>>;

/// What must hold at every step of this game, beyond what holds for all.
fn sound(game: &dyn Game) -> Check {
    match game.info().id {
        "knives" => Box::new(knives::sound),
        "never-bring-a-knife" => Box::new(never_bring_a_knife::sound),
        "no-honor" => Box::new(no_honor::sound),
        "suspicion" => Box::new(suspicion::sound),
        id => Box::new(move |_| Err(format!("nobody has said what is sound in {id}").into())),
    }
}

/// That nobody knows more than they should, at every step of one match of this game.
pub(crate) fn secret(game: &dyn Game) -> Check {
    let mut fighters = never_bring_a_knife::Witness::default();
    let mut thieves = no_honor::Witness::default();
    match game.info().id {
        "knives" => Box::new(knives::secret),
        "never-bring-a-knife" => Box::new(move |clear| fighters.secret(clear)),
        "no-honor" => Box::new(move |clear| thieves.secret(clear)),
        "suspicion" => Box::new(suspicion::secret),
        id => Box::new(move |_| Err(format!("nobody has said who may know what in {id}").into())),
    }
}

/// The public state of a game.
fn state<S: 'static>(clear: &ClearGame) -> Result<&S, Fault> {
    let state: &dyn core::any::Any = clear.driver.state();
    state.downcast_ref().ok_or_else(|| "a state of another game".into())
}

/// How a game ended, in a word, where there is more than one way.
fn ending(game: &dyn Game, clear: &ClearGame) -> Result<&'static str, Fault> {
    match game.info().id {
        "no-honor" => no_honor::ending(clear),
        _ => Ok("played out"),
    }
}

/// What came of some games.
#[derive(Default)]
pub(crate) struct Tally {
    /// The steps played.
    pub steps: usize,
    /// How many games ended in which way.
    pub ends: BTreeMap<&'static str, usize>,
}

/// Plays one game for each seed with bots of a kind and all options in turn. At every step every card
/// lies in exactly one place and the game is sound by its own rules, and the end comes with a score for
/// every seat.
pub(crate) fn stress(
    game: &dyn Game,
    seats: usize,
    kind: BotKind,
    seeds: Range<u64>,
) -> Result<Tally, Fault> {
    let mut tally = Tally::default();
    let mut sound = sound(game);
    for seed in seeds {
        let options = rotated(game, seed as usize)?;
        let end = check::play(game, seats, &options, seed, kind, |clear| {
            if clear.answers().len() > ENDLESS {
                return Err("no end in sight".into());
            }
            check::conserved(&clear.driver)?;
            sound(clear)
        })
        .map_err(|what| Fault::Unsound(format!("{what} ({options:?})")))?;
        let scored = end.driver.outcome().map_or(0, |outcome| outcome.scores.len());
        if scored != seats {
            return Err(format!(
                "seed {seed}: {scored} of {seats} seats have a score ({options:?})"
            )
            .into());
        }
        tally.steps += end.answers().len();
        *tally.ends.entry(ending(game, &end)?).or_default() += 1;
    }
    Ok(tally)
}
