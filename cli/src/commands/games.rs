use std::io::{self, Write};

use clap::Args;

use crate::Failure;

/// The games
#[derive(Args)]
pub struct Games {}

impl Games {
    pub fn run(&self) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        for game in games::GAMES {
            let info = game.info();
            let players = super::players(info.seats);
            writeln!(out, "{:<21} {players:<16} {}: {}", info.id, info.name, info.blurb)?;
        }
        Ok(())
    }
}
