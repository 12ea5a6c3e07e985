use std::{
    io::{self, Write},
    thread,
    time::Duration,
};

use clap::Args;
use net::Invitation;
use seat::{Intent, SeatState, TableLine, person::Person};
use serde_json::{Value, json};

use super::{reach::NetworkArgs, seated::Seated};
use crate::{Failure, plain::table_line};

/// Tables seen on the LAN
#[derive(Args)]
pub(super) struct Tables {
    /// How long to look
    #[arg(long = "for", value_name = "SECONDS", default_value_t = 3, value_parser = super::seconds)]
    patience: u64,
    /// Ask at an address too
    #[arg(long, value_name = "ADDRESS")]
    at: Vec<String>,
    #[command(flatten)]
    reaching: NetworkArgs,
    /// One JSON document on standard output and nothing else there
    #[arg(long)]
    json: bool,
}

impl Tables {
    pub(super) fn run(&self) -> Result<(), Failure> {
        // Listing tables needs no identity.
        let seated = Seated::open(Person::stranger("somebody")?, self.reaching.config(false))?;
        // Fails if there is no network.
        seated.want(Intent::Find { wanted: String::new() })?;
        for at in &self.at {
            Invitation::read(at).map_err(|e| Failure::Usage(format!("{at}: {e}.")))?;
            seated.want(Intent::Find { wanted: at.clone() })?;
        }
        thread::sleep(Duration::from_secs(self.patience));
        let now = seated.client().snapshot();
        let SeatState::Home(home) = &now.state else { return Ok(()) };
        let tables = &home.tables;
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
        Ok(tables.iter().try_for_each(|table| writeln!(out, "{}", table_line(table)))?)
    }
}

fn as_json(table: &TableLine) -> Value {
    let terms = &table.terms;
    let options: serde_json::Map<String, Value> =
        terms.options.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
    json!({
        "name": table.name,
        "code": table.code,
        "host": table.by,
        "fingerprint": table.host,
        "game": terms.game,
        "rules": terms.rules,
        "options": options,
        "seats": terms.seats,
        "taken": table.taken,
        "survive": terms.survive,
        "spectators": terms.spectators,
        "invited": table.invited,
        "playing": table.playing,
        "protocol": table.protocol,
    })
}
