use std::{
    io::{self, Write},
    path::PathBuf,
};

use clap::Args;

use super::{
    Common,
    here::Here,
    reach::{Reaching, Seeking, Visit},
    web::InBrowser,
};
use crate::{
    Failure,
    lan::LanMatch,
    lobby::Lobby,
    person::Person,
    tui::{self, First},
};

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
    #[command(flatten)]
    browser: InBrowser,
}

impl Watch {
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        if let Some(page) = self.browser.page(self.reaching.page_port()) {
            let config = seat::Config { out: self.out.clone(), ..self.reaching.config(true) };
            return page.show(common, config, Some(self.seeking.find()));
        }
        // Nobody needs to know who watches.
        let mut lobby = self.reaching.enter(Person::stranger("spectator")?)?;
        if !self.plain && tui::is_possible() {
            return self.screens(lobby, common);
        }
        let mut visit = Visit::new(common, &self.reaching, self.out.as_deref());
        let table = self.seeking.table(&mut lobby, &mut visit.input, &mut visit.out)?;
        let Some((table, code)) = table else { return Ok(()) };
        if !table.line.playing {
            writeln!(visit.out, "Waiting for the match to begin.")?;
            visit.out.flush()?;
        }
        let started = lobby.watch_begun(&table, code.as_ref())?;
        visit.play(LanMatch::begin(lobby, *started, self.reaching.hands(false))?)?;
        Ok(())
    }

    fn screens(&self, mut lobby: Lobby, common: &Common) -> Result<(), Failure> {
        writeln!(io::stdout(), "Looking for a table to watch. Ctrl-C leaves.")?;
        let wanted = self.seeking.wanted();
        let table = lobby.find(&wanted, self.seeking.patience())?;
        if !table.line.playing {
            writeln!(io::stdout(), "Waiting for the match to begin. Ctrl-C leaves.")?;
        }
        let started = lobby.watch_begun(&table, wanted.code())?;
        let mut here = Here::new(common).on_network(&self.reaching, self.out.as_deref());
        let begun = LanMatch::begin(lobby, *started, self.reaching.hands(false))?;
        let begun = here.seated(begun)?;
        super::leave(tui::run(First::Match(begun), &mut here)?)
    }
}
