use std::path::PathBuf;

use clap::Args;

use super::{
    Common,
    here::Here,
    reach::{self, Reaching, Seeking, Visit},
    web::InBrowser,
};
use crate::{
    Failure,
    lobby::Wanted,
    tui::{self, First},
};

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
    #[command(flatten)]
    browser: InBrowser,
}

impl Join {
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        if let Some(page) = self.browser.page(self.reaching.page_port()) {
            let config = seat::Config { out: self.out.clone(), ..self.reaching.config(true) };
            return page.show(common, config, Some(self.seeking.find()));
        }
        if !self.plain && tui::is_possible() {
            return self.screens(common);
        }
        let mut lobby = self.reaching.enter(reach::person(common)?)?;
        let mut visit = Visit::new(common, &self.reaching, self.out.as_deref());
        let table = self.seeking.table(&mut lobby, &mut visit.input, &mut visit.out)?;
        let Some((table, code)) = table else { return Ok(()) };
        visit.sit(lobby, &table, code.as_ref())
    }

    fn screens(&self, common: &Common) -> Result<(), Failure> {
        let mut here = Here::new(common).on_network(&self.reaching, self.out.as_deref());
        let first = match self.seeking.wanted() {
            Wanted::Any => First::Tables,
            wanted => {
                let lobby = self.reaching.enter(reach::person(common)?)?;
                First::Seek(Box::new(lobby), wanted, self.seeking.patience())
            }
        };
        super::leave(tui::run(first, &mut here)?)
    }
}
