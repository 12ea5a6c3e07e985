use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};
use engine::Game;
use seat::{Config, Intent, data, person::Person};

use super::{
    Common, Setup,
    seated::{Seated, Shown},
    web::InBrowserHere,
};
use crate::{Failure, games, plain::Until, tui::For};

pub(super) use seat::SEEDED;

/// How messages travel between nodes of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Carried {
    /// Through queues of this process.
    Memory,
    /// Over real connections on this machine.
    Loopback,
}

/// The choice of how messages travel.
#[derive(Args)]
pub(super) struct Transport {
    /// Queues in this process, or real connections on this machine
    #[arg(long, value_enum, value_name = "WAY", default_value_t = Carried::Memory)]
    transport: Carried,
}

impl Transport {
    /// How messages travel, if that can be combined with the seed.
    pub(super) fn carried(&self, seed: Option<u64>) -> Result<Carried, Failure> {
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
pub(super) struct Play {
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
    /// Explain everything as it comes, for a first match
    #[arg(long)]
    guided: bool,
    #[command(flatten)]
    browser: InBrowserHere,
}

impl Play {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let game = game_or_first(self.game)?;
        let loopback = self.transport.carried(self.seed)? == Carried::Loopback;
        let (seed, guided) = (self.seed, self.guided);
        let setup = seat::Setup { seed, loopback, guided, ..self.setup.wanted(game)? };
        if let Some(page) = self.browser.page() {
            let config = Config { out: self.out.clone(), ..Config::default() };
            return page.show(common, config, Some(Intent::PlayHere(setup)));
        }
        if let Some(out) = &self.out {
            // It is better to find out that the folder cannot be written before the match than after it.
            data::try_write(out.parent().unwrap_or(Path::new("")))?;
        }
        warn_of_seed(self.seed.filter(|_| !Shown::on_screens(self.plain)));
        let folder = data::folder(common.data_dir.as_deref())?;
        let config = Config {
            folder: Some(folder),
            out: self.out.clone(),
            program: self.setup.bots.config().program,
            paced: Shown::on_screens(self.plain),
            ..Config::default()
        };
        let seated = Seated::open(person(common)?, config)?;
        seated.want(Intent::PlayHere(setup))?;
        seated.show(common, Shown { plain: self.plain, until: Until::Over, what: For::This })
    }
}

/// Who plays on this machine. If another process uses this person's key, a new one will do.
pub(super) fn person(common: &Common) -> Result<Person, Failure> {
    let folder = data::folder(common.data_dir.as_deref())?;
    Person::of(&folder, &common.name()).or_else(|_| Person::stranger(&common.name()))
}

/// The given game, or the first one.
pub(super) fn game_or_first(game: Option<&'static dyn Game>) -> Result<&'static dyn Game, Failure> {
    let game = game.or_else(|| games::all().first().copied());
    game.ok_or_else(|| Failure::Usage("There is no game to play.".into()))
}

/// Warns what a seed means.
pub(super) fn warn_of_seed(seed: Option<u64>) {
    if seed.is_some() {
        let _ = writeln!(io::stderr(), "{SEEDED}");
    }
}
