//! What the tests of whole matches share.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use engine::{BotKind, Eyes, Options, Seat};
use proto::{Body, Contribution, OnCheat, Word};
use sim::{Config, Faults, Leaver, World, run::DEADLINE, world::Scenario};
use table::{
    Timing,
    journal::{self, Entry},
};

/// A table of a game with its usual options.
pub(crate) fn config(game: &str, seats: usize, seed: u64) -> Config {
    with_options(game, seats, seed, &[])
}

/// A table of a game with some options.
pub(crate) fn with_options(
    game: &str,
    seats: usize,
    seed: u64,
    options: &[(&str, &str)],
) -> Config {
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
pub(crate) fn play(config: Config, trouble: Scenario) -> World {
    let mut world = World::troubled(config, trouble).unwrap();
    world.run(DEADLINE);
    world
}

/// Plays a match with faults and expects a fair end of it.
pub(crate) fn survives(config: Config, faults: Faults) -> World {
    let world = play(config, Scenario { faults, ..Scenario::default() });
    world.verdict().unwrap_or_else(|problem| panic!("{problem}"));
    world
}

/// Plays a match with leavers.
pub(crate) fn leave(config: Config, leavers: Vec<Leaver>) -> World {
    play(config, Scenario { leavers, ..Scenario::default() })
}

/// A seat by its number.
pub(crate) fn seat(index: u8) -> Seat {
    Seat::new(index)
}

/// A match of Suspicion at the first choice of its last seat, which says only what a test says in its name, among so many
/// things that show no card; and what it could say. `None` if there is no such choice.
pub(crate) fn at_a_choice(
    seats: usize,
    seed: u64,
    (survive, trouble): (u8, Scenario),
    several: usize,
) -> Option<(World, Vec<Contribution>)> {
    let liar = seat(seats as u8 - 1);
    let trouble = Scenario { dishonest: Some(liar), thinking: vec![liar], ..trouble };
    let table = Config { survive, ..config("suspicion", seats, seed) };
    let mut world = World::troubled(table, trouble).unwrap();
    let waits = |world: &World| {
        let node = world.node(liar).unwrap();
        node.menu().is_none() && !node.is_over()
    };
    loop {
        assert!(world.run_while(DEADLINE, waits), "the match does not go on");
        let node = world.node(liar).unwrap();
        let menu = node.menu()?;
        let knowledge = node.knowledge();
        let allowed = menu.allowed(Eyes::new(node.play().driver().faces(), &knowledge));
        let hidden = |entry: &&usize| menu.entries[**entry].shows.is_none();
        let (match_id, step, head) = (node.play().id(), node.play().step(), node.play().head());
        let choice = |entry: &usize| Contribution {
            match_id,
            step,
            seat: liar.index() as u8,
            head,
            decided: Vec::new(),
            body: Body::Choice { entry: *entry as u16, shown: None },
        };
        let choices: Vec<_> = allowed.iter().filter(hidden).map(choice).collect();
        if node.play().round_name() == "choose" && choices.len() >= several {
            return Some((world, choices));
        }
        assert!(world.choose_for(liar, allowed[0]));
    }
}

/// What a seat's own journal holds of words on how to close steps.
pub(crate) fn words(world: &World, of: u8) -> Vec<Word> {
    let (entries, _) = journal::read(&world.peers[usize::from(of)].disk.bytes).unwrap();
    let word = |entry: &Entry| match entry {
        Entry::Word(word) => Some(word.clone()),
        _ => None,
    };
    entries.iter().filter_map(word).collect()
}
