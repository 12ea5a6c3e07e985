//! What the tests of whole matches share.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use engine::{BotKind, Options, Seat};
use proto::OnCheat;
use sim::{Config, Faults, Leaver, World, run::DEADLINE, world::Trouble};
use table::Timing;

/// A table of a game with its usual options.
pub fn config(game: &str, seats: usize, seed: u64) -> Config {
    with_options(game, seats, seed, &[])
}

/// A table of a game with some options.
pub fn with_options(game: &str, seats: usize, seed: u64, options: &[(&str, &str)]) -> Config {
    let game = games::find(game).unwrap();
    Config {
        game,
        seats,
        options: Options::parse(game.info().options, options.iter().copied()).unwrap(),
        survive: u8::from(seats > 2),
        on_cheat: OnCheat::GoOn,
        bots: BotKind::Random,
        seed,
        timing: Timing::default(),
    }
}

/// Plays a match to its end.
pub fn play(config: Config, trouble: Trouble) -> World {
    let mut world = World::troubled(config, trouble).unwrap();
    world.run(DEADLINE);
    world
}

/// Plays a match with faults and expects a fair end of it.
pub fn survives(config: Config, faults: Faults) -> World {
    let world = play(config, Trouble { faults, ..Trouble::default() });
    world.verdict().unwrap_or_else(|problem| panic!("{problem}"));
    world
}

/// Plays a match with leavers.
pub fn leave(config: Config, leavers: Vec<Leaver>) -> World {
    play(config, Trouble { leavers, ..Trouble::default() })
}

/// A seat by its number.
pub fn seat(index: u8) -> Seat {
    Seat::new(index)
}
