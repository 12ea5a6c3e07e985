use std::path::PathBuf;

use clap::Args;

use super::{
    Common,
    reach::{self, Reaching, Seeking, Visit},
};
use crate::Failure;

/// Sit down at a table: by its name or code, by an address, or from a list
#[derive(Args)]
pub struct Join {
    #[command(flatten)]
    seeking: Seeking,
    #[command(flatten)]
    reaching: Reaching,
    /// Where the transcript goes; the data folder otherwise
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Append-only lines and numbered menus on standard input; chosen by itself without a terminal
    #[arg(long)]
    plain: bool,
}

impl Join {
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let mut lobby = self.reaching.enter(reach::person(common)?)?;
        let mut visit = Visit::new(common, &self.reaching, self.out.as_deref());
        let table = self.seeking.table(&mut lobby, &mut visit.input, &mut visit.out)?;
        let Some((table, code)) = table else { return Ok(()) };
        visit.sit(lobby, &table, code.as_ref())
    }
}
