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
enum Carried {
    /// Through queues of this process.
    Memory,
    /// Over real connections on this machine.
    Loopback,
}

/// A match on this machine, as `play` and `demo` take it.
#[derive(Args)]
pub(super) struct Here {
    /// A game's name, or enough of its beginning
    #[arg(value_parser = super::game)]
    game: Option<&'static dyn Game>,
    #[command(flatten)]
    pub setup: Setup,
    /// Make everything reproducible from this number; such a match keeps no secrets
    #[arg(long, value_name = "S", value_parser = super::number::<u64>)]
    pub seed: Option<u64>,
    /// Queues in this process, or real connections on this machine
    #[arg(long, value_enum, value_name = "WAY", default_value_t = Carried::Memory)]
    transport: Carried,
    /// Where the transcript goes; the data folder otherwise
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

impl Here {
    /// The given game, or the first one.
    pub(super) fn game(&self) -> Result<&'static dyn Game, Failure> {
        let game = self.game.or_else(|| games::all().first().copied());
        game.ok_or_else(|| Failure::Usage("There is no game to play.".into()))
    }

    /// The match that is wanted, if its options can be combined.
    pub(super) fn wanted(&self) -> Result<seat::Setup, Failure> {
        let loopback = self.transport == Carried::Loopback;
        if loopback && self.seed.is_some() {
            return Err(Failure::Usage(
                "A match over connections draws its own randomness. Use --seed with --transport memory.".into(),
            ));
        }
        let wanted = self.setup.wanted(self.game()?)?;
        Ok(seat::Setup { seed: self.seed, loopback, ..wanted })
    }
}

/// Sit down now, on this machine, with bots in the other seats
#[derive(Args)]
pub(super) struct Play {
    #[command(flatten)]
    here: Here,
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
        let Here { setup, seed, out, .. } = &self.here;
        let wanted = seat::Setup { guided: self.guided, ..self.here.wanted()? };
        if let Some(page) = self.browser.page() {
            let config = Config { out: out.clone(), ..Config::default() };
            return page.show(common, config, Some(Intent::PlayHere(wanted)));
        }
        if let Some(out) = out {
            // It is better to find out that the folder cannot be written before the match than after it.
            data::try_write(out.parent().unwrap_or(Path::new("")))?;
        }
        warn_of_seed(seed.filter(|_| !Shown::on_screens(self.plain)));
        let folder = data::folder(common.data_dir.as_deref())?;
        let config = Config {
            folder: Some(folder),
            out: out.clone(),
            program: setup.bots.config().program,
            paced: Shown::on_screens(self.plain),
            ..Config::default()
        };
        let seated = Seated::open(person(common)?, config)?;
        seated.want(Intent::PlayHere(wanted))?;
        seated.show(common, Shown { plain: self.plain, until: Until::Over, what: For::This })
    }
}

/// Who plays on this machine. If another process uses this person's key, a new one will do.
pub(super) fn person(common: &Common) -> Result<Person, Failure> {
    let folder = data::folder(common.data_dir.as_deref())?;
    Person::of(&folder, &common.name()).or_else(|_| Person::stranger(&common.name()))
}

/// Warns what a seed means.
pub(super) fn warn_of_seed(seed: Option<u64>) {
    if seed.is_some() {
        let _ = writeln!(io::stderr(), "{SEEDED}");
    }
}
