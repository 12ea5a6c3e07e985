use std::io::{self, Write};

use clap::Args;
use net::Identity;
use seat::{data, person};
use serde_json::{Value, json};

use super::{Common, reach};
use crate::Failure;

/// Your name, key fingerprint, and known players
#[derive(Args)]
pub(super) struct Id {
    /// One JSON document on standard output and nothing else there
    #[arg(long)]
    json: bool,
}

impl Id {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let folder = reach::folder(common)?;
        std::fs::create_dir_all(&folder).map_err(|e| data::cannot_write(&folder, &e))?;
        let me = Identity::of(&person::key_in(&folder)?);
        let (players, broken) = person::players_in(&folder);
        // Standard error may be closed.
        broken.iter().for_each(|broken| drop(writeln!(io::stderr(), "{broken}")));
        let mut known = players.iter().filter(|(_, who)| *who != me).peekable();
        let mut out = io::stdout();
        if self.json {
            let known: Vec<Value> = known.map(|(name, who)| someone(name, &who)).collect();
            let mut all = someone(&common.name(), &me);
            all["data_folder"] = json!(folder);
            all["known"] = json!(known);
            return Ok(writeln!(out, "{all}")?);
        }
        writeln!(out, "Name: {}", common.name())?;
        writeln!(out, "Fingerprint: {}", me.fingerprint())?;
        writeln!(out, "Key: {}", me.to_hex())?;
        writeln!(out, "Data folder: {}", folder.display())?;
        if known.peek().is_none() {
            writeln!(out, "Nobody is known yet: players are remembered when a match begins.")?;
        } else {
            writeln!(out, "Known players:")?;
        }
        Ok(known.try_for_each(|(name, who)| writeln!(out, "  {name}: {}", who.fingerprint()))?)
    }
}

fn someone(name: &str, who: &Identity) -> Value {
    json!({ "name": name, "fingerprint": who.fingerprint(), "key": who.to_hex() })
}
