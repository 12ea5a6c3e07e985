use std::{
    io::Write,
    path::PathBuf,
    time::{Duration, Instant},
};

use clap::Args;
use net::{Code, Started};

use super::{
    Common,
    reach::{Reaching, Seeking, Visit},
};
use crate::{
    Failure,
    lan::LanMatch,
    lobby::{Lobby, News, Table},
    person::Person,
};

/// Between two questions whether the match has begun.
const ASK: Duration = Duration::from_secs(1);

/// Follow and verify a match as a spectator; public knowledge only
#[derive(Args)]
pub struct Watch {
    #[command(flatten)]
    seeking: Seeking,
    #[command(flatten)]
    reaching: Reaching,
    /// Where the transcript goes; the data folder otherwise
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Append-only lines; chosen by itself without a terminal
    #[arg(long)]
    plain: bool,
}

impl Watch {
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        // Nobody needs to know who watches.
        let mut lobby = self.reaching.enter(Person::stranger("spectator")?)?;
        let mut visit = Visit::new(common, &self.reaching, self.out.as_deref());
        let table = self.seeking.table(&mut lobby, &mut visit.input, &mut visit.out)?;
        let Some((table, code)) = table else { return Ok(()) };
        let started = match begun(&mut lobby, &table, code.as_ref(), &mut visit.out)? {
            Some(started) => started,
            None => return Ok(()),
        };
        visit.play(LanMatch::begin(lobby, *started, self.reaching.hands(false))?)?;
        Ok(())
    }
}

/// Waits for a match at the table.
fn begun(
    lobby: &mut Lobby,
    table: &Table,
    code: Option<&Code>,
    out: &mut dyn Write,
) -> Result<Option<Box<Started>>, Failure> {
    let mut asked: Option<Instant> = None;
    loop {
        let Some(table) = lobby.tables().into_iter().find(|other| other.host == table.host) else {
            return Err(Failure::Network("The table was closed before a match began.".into()));
        };
        if table.line.playing && asked.is_none_or(|asked| asked.elapsed() >= ASK) {
            asked = Some(Instant::now());
            lobby.watch(&table, code)?;
        } else if !table.line.playing && asked.is_none() {
            asked = Some(Instant::now());
            writeln!(out, "Waiting for the match to begin.")?;
            out.flush()?;
        }
        match lobby.next(Duration::from_millis(100)) {
            News::Begins(started) => return Ok(Some(started)),
            News::Lost(failure) => return Err(failure),
            _ => {}
        }
    }
}
