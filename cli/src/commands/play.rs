use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{Args, ValueEnum};
use engine::{BySeat, Game, Seat};

use super::{Common, Setup, here::Here, reach};
use crate::{
    Failure,
    asks::Asks,
    autoplay, data, lobby,
    local::{Agreement, LocalMatch},
    person::BOTS,
    plain::{self, Input},
    tui::{self, First, Match},
};

/// What a seed means.
pub const SEEDED: &str = "Played from a seed: whoever knows it knows every card.";

/// How messages travel between nodes of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Carried {
    /// Through queues of this process.
    Memory,
    /// Over real connections on this machine.
    Loopback,
}

/// The choice of how messages travel.
#[derive(Args)]
pub struct Transport {
    /// Queues in this process, or real connections on this machine
    #[arg(long, value_enum, value_name = "WAY", default_value_t = Carried::Memory)]
    transport: Carried,
}

impl Transport {
    /// How messages travel, if that goes together with a seed.
    pub fn carried(&self, seed: Option<u64>) -> Result<Carried, Failure> {
        if self.transport == Carried::Loopback && seed.is_some() {
            return Err(Failure::Usage(
                "A match over connections draws its own randomness. Use --seed with --transport memory.".into(),
            ));
        }
        Ok(self.transport)
    }
}

/// Sit down now, on this machine, with bots in the other seats
#[derive(Args)]
pub struct Play {
    /// A game's name, or enough of its beginning
    #[arg(value_parser = super::game)]
    game: Option<&'static dyn Game>,
    #[command(flatten)]
    setup: Setup,
    /// Make everything reproducible from this number; such a match keeps no secrets
    #[arg(long, value_name = "S", value_parser = super::number::<u64>)]
    seed: Option<u64>,
    #[command(flatten)]
    transport: Transport,
    /// Where the transcript goes; the data folder otherwise
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Append-only lines and numbered menus on standard input; chosen by itself without a terminal
    #[arg(long)]
    plain: bool,
}

impl Play {
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let game = game_or_first(self.game)?;
        let carried = self.transport.carried(self.seed)?;
        let mut local = begin(game, &self.setup, self.seed, carried, common)?;
        if !self.plain && tui::is_possible() {
            let mut here = Here {
                setup: self.setup.clone(),
                seed: self.seed.map(|seed| seed.wrapping_add(1)),
                carried,
                out: self.out.clone(),
                ..Here::new(common)
            };
            return super::leave(tui::run(First::Match(local), &mut here)?);
        }
        warn_of_seed(self.seed);
        let mut input = Input::stdin();
        let mut out = BufWriter::new(io::stdout());
        plain::run(&mut *local, &mut input, &mut out, common.verbose)?;
        if let Some(record) = local.record() {
            reach::keep(&record, self.out.as_deref(), common, &mut out)?;
        }
        Ok(out.flush()?)
    }
}

/// A match on this machine, with bots in the other seats.
pub fn begin(
    game: &'static dyn Game,
    setup: &Setup,
    seed: Option<u64>,
    carried: Carried,
    common: &Common,
) -> Result<Box<dyn Match>, Failure> {
    let (seats, options) = setup.agree(game)?;
    let survive = setup.survive(seats)?;
    if carried == Carried::Loopback {
        let terms = lobby::terms(game, seats, &options, survive);
        let begun = autoplay::loopback(terms, Some(&common.name()), setup.bots.level)?;
        let asks = Asks::new(begun, Duration::ZERO);
        return Ok(Box::new(asks.usually(common.settings().asks)));
    }
    let me = Seat::new(0);
    let names = names(seats, Some((me, &common.name())));
    let agreed = Agreement { game, names, options: &options, survive, seed };
    let local = LocalMatch::with_bots(&agreed, Some(me), setup.bots.level)?;
    let asks = Asks::new(local, Duration::ZERO);
    Ok(Box::new(asks.usually(common.settings().asks)))
}

/// The game asked for, or the one that is offered first.
pub fn game_or_first(game: Option<&'static dyn Game>) -> Result<&'static dyn Game, Failure> {
    let game = game.or_else(|| games::GAMES.first().copied());
    game.ok_or_else(|| Failure::Usage("There is no game to play.".into()))
}

/// Names for all seats: the person's, and bots'.
pub fn names(seats: usize, person: Option<(Seat, &str)>) -> BySeat<String> {
    let mut bots = BOTS.iter().filter(|bot| person.is_none_or(|(_, name)| **bot != name));
    BySeat::new(seats, |seat| match person {
        Some((me, name)) if seat == me => name.to_owned(),
        _ => bots.next().map_or_else(|| seat.to_string(), ToString::to_string),
    })
}

/// Says what a seed means.
pub fn warn_of_seed(seed: Option<u64>) {
    if seed.is_some() {
        let _ = writeln!(io::stderr(), "{SEEDED}");
    }
}

/// Keeps a transcript and says where.
pub fn keep(
    name: &str,
    transcript: &[u8],
    out: Option<&Path>,
    common: &Common,
) -> Result<PathBuf, Failure> {
    let path = match out {
        Some(path) => path.to_owned(),
        None => data::folder(common.data_dir.as_deref())?
            .join("transcripts")
            .join(format!("{name}.nodealer")),
    };
    data::write(&path, transcript)?;
    Ok(path)
}
