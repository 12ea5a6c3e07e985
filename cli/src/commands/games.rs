use std::io::{self, Write};

use clap::Args;

use super::rules::About;
use crate::{Failure, games};

/// The games
#[derive(Args)]
pub(super) struct Games {
    /// One JSON document on standard output and nothing else there
    #[arg(long)]
    json: bool,
}

impl Games {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        if self.json {
            let all: Vec<_> = games::all().iter().map(|game| About::short(*game)).collect();
            let text = serde_json::to_string_pretty(&all).map_err(io::Error::other)?;
            return Ok(writeln!(out, "{text}")?);
        }
        for game in games::all() {
            let info = game.info();
            let players = super::players(info.seats);
            writeln!(out, "{:<21} {players:<16} {}: {}", info.id, info.name, info.blurb)?;
        }
        Ok(())
    }
}
