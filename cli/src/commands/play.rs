use std::{
    hash::{BuildHasher, RandomState},
    io::{self, BufWriter, IsTerminal, Write},
};

use clap::Args;
use engine::{BySeat, Game, Seat};

use super::{Common, Setup};
use crate::{
    Failure,
    clear::ClearSession,
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
    /// Append-only lines and numbered menus on standard input; chosen by itself without a terminal
    #[arg(long)]
    plain: bool,
}

impl Play {
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let game = self.game.or_else(|| games::GAMES.first().copied());
        let game = game.ok_or_else(|| Failure::Usage("There is no game to play.".into()))?;
        let (seats, options) = self.setup.agree(game)?;
        if self.seed.is_some() {
            let _ =
                writeln!(io::stderr(), "Played from a seed: whoever knows it knows every card.");
        }
        let seed = self.seed.unwrap_or_else(|| RandomState::new().hash_one(()));
        let (me, name) = (Seat::new(0), common.name());
        let mut bots = BOTS.iter().filter(|bot| **bot != name);
        let names = BySeat::new(seats, |seat| match seat {
            seat if seat == me => name.clone(),
            seat => bots.next().map_or_else(|| seat.to_string(), ToString::to_string),
        });
        let mut session = ClearSession::new(game, names, Some(me), &options, seed)?;
        let input = Input::new(io::BufReader::new(io::stdin()), io::stdin().is_terminal());
        let mut out = BufWriter::new(io::stdout());
        plain::run(&mut session, input, &mut out, common.verbose)
    }
}
