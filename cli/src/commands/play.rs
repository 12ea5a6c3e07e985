use std::{
    io::{self, BufWriter, IsTerminal, Write},
    path::{Path, PathBuf},
};

use clap::Args;
use engine::{BySeat, Game, Seat};

use super::{Common, Setup};
use crate::{
    Failure, data,
    local::{Agreement, LocalMatch},
    plain::{self, Input},
};

/// The bots' names, more than any table has seats.
const BOTS: [&str; 12] = [
    "Ada", "Bruno", "Cleo", "Dario", "Edda", "Finn", "Greta", "Hugo", "Ines", "Jonas", "Kira",
    "Lars",
];

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
        let (seats, options) = self.setup.agree(game)?;
        let survive = self.setup.survive(seats)?;
        warn_of_seed(self.seed);
        let me = Seat::new(0);
        let names = names(seats, Some((me, &common.name())));
        let agreed = Agreement { game, names, options: &options, survive, seed: self.seed };
        let mut local = LocalMatch::new(&agreed, Some(me))?;
        let input = Input::new(io::BufReader::new(io::stdin()), io::stdin().is_terminal());
        let mut out = BufWriter::new(io::stdout());
        plain::run(&mut local, input, &mut out, common.verbose)?;
        if let Some(fingerprint) = local.play().fingerprint() {
            let path = save(&local, self.out.as_deref(), common)?;
            writeln!(out, "Fingerprint: {fingerprint}")?;
            writeln!(out, "Transcript: {}", path.display())?;
        }
        Ok(out.flush()?)
    }
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
        let _ = writeln!(io::stderr(), "Played from a seed: whoever knows it knows every card.");
    }
}

/// Keeps the transcript and says where.
pub fn save(local: &LocalMatch, out: Option<&Path>, common: &Common) -> Result<PathBuf, Failure> {
    let path = match out {
        Some(path) => path.to_owned(),
        None => {
            let name = proto::words(&local.play().id());
            data::folder(common.data_dir.as_deref())?
                .join("transcripts")
                .join(format!("{name}.nodealer"))
        }
    };
    data::write(&path, &local.transcript())?;
    Ok(path)
}
