use std::{
    io::{self, Write},
    thread,
    time::Duration,
};

use clap::Args;
use net::Invitation;
use seat::{TableLine, lobby::Table, person::Person};
use serde_json::{Value, json};

use super::reach::Reaching;
use crate::{Failure, plain::table_line};

/// Tables seen on the LAN
#[derive(Args)]
pub struct Tables {
    /// How long to look
    #[arg(long = "for", value_name = "SECONDS", default_value_t = 3, value_parser = super::seconds)]
    patience: u64,
    /// Ask at an address too
    #[arg(long, value_name = "ADDRESS")]
    at: Vec<String>,
    #[command(flatten)]
    reaching: Reaching,
    /// One JSON document on standard output and nothing else there
    #[arg(long)]
    json: bool,
}

impl Tables {
    pub fn run(&self) -> Result<(), Failure> {
        // Whoever only looks need not say who they are.
        let lobby = self.reaching.enter(Person::stranger("somebody")?)?;
        for at in &self.at {
            let invitation =
                Invitation::read(at).map_err(|e| Failure::Usage(format!("{at}: {e}.")))?;
            lobby.net().dial(invitation.addresses)?;
        }
        thread::sleep(Duration::from_secs(self.patience));
        let tables = lobby.tables();
        let mut out = io::stdout();
        if self.json {
            let tables: Vec<Value> = tables.iter().map(as_json).collect();
            return Ok(writeln!(out, "{}", json!({ "tables": tables }))?);
        }
        if tables.is_empty() {
            writeln!(
                out,
                "No table was seen on this network. `nodealer host` opens one; `nodealer doctor` looks for the reason."
            )?;
        }
        Ok(tables
            .iter()
            .try_for_each(|table| writeln!(out, "{}", table_line(&TableLine::of(table))))?)
    }
}

fn as_json(table: &Table) -> Value {
    let Table { host, line } = table;
    let options: serde_json::Map<String, Value> =
        line.terms.options.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
    json!({
        "name": line.name,
        "code": table.code().to_string(),
        "host": line.host,
        "fingerprint": host.fingerprint(),
        "game": line.terms.game,
        "rules": line.terms.rules,
        "options": options,
        "seats": line.terms.seats,
        "taken": line.taken,
        "survive": line.terms.survive,
        "spectators": line.terms.spectators,
        "invited": line.invited,
        "playing": line.playing,
        "protocol": line.protocol,
    })
}
