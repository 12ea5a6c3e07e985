use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{Args, ValueEnum};
use engine::{Game, Seat};
use seat::{Answer, Config, Intent};

use super::{Common, Setup, here::Here, reach, web::InBrowserHere};
use crate::{
    Failure,
    asks::Asks,
    autoplay, data, games, lobby,
    local::{Agreement, LocalMatch},
    person::Person,
    plain::{self, Input, screen},
    tui::{self, First, Match},
};

pub use seat::{SEEDED, terms::names};

/// How long a match may take to begin on a busy machine.
const BEGINS: Duration = Duration::from_secs(60);

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
    #[command(flatten)]
    browser: InBrowserHere,
}

impl Play {
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let game = game_or_first(self.game)?;
        if let Some(page) = self.browser.page() {
            let setup = seat::Setup { seed: self.seed, ..self.setup.wanted(game)? };
            let config = Config { out: self.out.clone(), ..Config::default() };
            return page.show(common, config, Some(Intent::PlayHere(setup)));
        }
        let carried = self.transport.carried(self.seed)?;
        // A folder that cannot be written is better known before the match than after it.
        match &self.out {
            Some(out) => data::try_write(out.parent().unwrap_or(Path::new("")))?,
            None => {
                data::try_write(&data::folder(common.data_dir.as_deref())?.join("transcripts"))?
            }
        }
        if carried == Carried::Memory && (self.plain || !tui::is_possible()) {
            return self.in_lines(game, common);
        }
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

impl Play {
    /// Plays through a seat on a thread of its own, to which other screens can be attached.
    fn in_lines(&self, game: &'static dyn Game, common: &Common) -> Result<(), Failure> {
        let setup = seat::Setup { seed: self.seed, ..self.setup.wanted(game)? };
        warn_of_seed(self.seed);
        let folder = data::folder(common.data_dir.as_deref())?;
        // Another process may be this person; a game on this machine needs nobody's key.
        let person = Person::of(&folder, &common.name());
        let alone = person.is_ok();
        let person = person.or_else(|_| Person::stranger(&common.name()))?;
        let config = Config {
            asks: common.settings().asks,
            folder: Some(folder.clone()),
            out: self.out.clone(),
            program: self.setup.bots.config().program,
            ..Config::default()
        };
        let client = seat::open(person, config).map_err(|e| Failure::Usage(format!("{e}.")))?;
        #[cfg(unix)]
        let _door = alone.then(|| seat::attach::serve(client.clone(), &folder));
        let answer = client.send(Intent::PlayHere(setup)).wait(BEGINS);
        if let Some(Answer::Refused { text, .. }) = answer {
            return Err(Failure::Usage(text));
        }
        let mut out = BufWriter::new(io::stdout());
        let options =
            screen::Options { once: true, verbose: common.verbose, ..screen::Options::default() };
        screen::run(&client, &mut Input::stdin(), &mut out, options)?;
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
        let begun = autoplay::loopback(terms, Some(&common.name()), &setup.bots.config())?;
        let asks = Asks::new(begun, Duration::ZERO);
        return Ok(Box::new(asks.usually(common.settings().asks)));
    }
    let me = Seat::new(0);
    let names = names(seats, Some((me, &common.name())));
    let agreed = Agreement { game, names, options: &options, survive, seed };
    let local = LocalMatch::with_bots(&agreed, Some(me), &setup.bots.config())?;
    let asks = Asks::new(local, Duration::ZERO);
    Ok(Box::new(asks.usually(common.settings().asks)))
}

/// The game asked for, or the one that is offered first.
pub fn game_or_first(game: Option<&'static dyn Game>) -> Result<&'static dyn Game, Failure> {
    let game = game.or_else(|| games::all().first().copied());
    game.ok_or_else(|| Failure::Usage("There is no game to play.".into()))
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
