use std::io::{self, Write};

use clap::Args;
use engine::Game;

use crate::Failure;

/// A game's rules in our own words, with the rulings and the options
#[derive(Args)]
pub struct Rules {
    /// A game's name, or enough of its beginning
    #[arg(value_parser = super::game)]
    game: &'static dyn Game,
}

impl Rules {
    pub fn run(&self) -> Result<(), Failure> {
        let info = self.game.info();
        let mut out = io::stdout().lock();
        writeln!(out, "{}", info.rules.trim_end())?;
        writeln!(out, "\n## At the command line\n")?;
        writeln!(
            out,
            "`nodealer play {}`: {}, usually {} (`--seats N`).",
            info.id,
            super::players(info.seats),
            info.usual_seats
        )?;
        for option in info.options {
            let takes = option.values.describe();
            writeln!(out, "\n`--option {}={}`", option.key, option.default)?;
            writeln!(out, ":   {} It takes {takes}.", option.help)?;
        }
        Ok(())
    }
}
