use std::io::{self, Write};

use clap::Args;
use net::Identity;

use super::{Common, reach};
use crate::{Failure, autoplay, person};

/// Your name, key fingerprint, and known players
#[derive(Args)]
pub struct Id {}

impl Id {
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let folder = reach::folder(common)?;
        std::fs::create_dir_all(&folder).map_err(|e| crate::data::cannot_write(&folder, &e))?;
        let me = Identity::of(&person::key_in(&folder)?);
        let mut out = io::stdout();
        writeln!(out, "Name: {}", common.name())?;
        writeln!(out, "Fingerprint: {}", me.fingerprint())?;
        writeln!(out, "Key: {}", me.to_hex())?;
        writeln!(out, "Data folder: {}", folder.display())?;
        let (players, broken) = person::players_in(&folder);
        broken.iter().for_each(|broken| autoplay::aside(&broken.to_string()));
        let mut known = players.iter().filter(|(_, who)| *who != me).peekable();
        if known.peek().is_none() {
            writeln!(out, "Nobody is known yet: players are remembered when a match begins.")?;
        } else {
            writeln!(out, "Known players:")?;
        }
        Ok(known.try_for_each(|(name, who)| writeln!(out, "  {name}: {}", who.fingerprint()))?)
    }
}
