//! What the commands that go onto the network share.

use std::{
    io::{self, Write},
    path::PathBuf,
    time::Duration,
};

use clap::Args;
use net::Reach;
use seat::{Intent, asks::WINDOW, data, person::Person};

use super::{
    Common,
    seated::{Seated, Shown},
    web::InBrowser,
};
use crate::{
    Failure,
    plain::{Pick, Until},
    tui::For,
};

/// How long somebody may be away before the others may go on, in seconds, if nothing else is said.
fn usual_grace() -> u64 {
    seat::Config::default().grace.as_secs()
}

/// Who can reach this node.
#[derive(Args, Clone)]
pub(super) struct NetworkArgs {
    /// Stay on this machine: no discovery, tables are joined by address
    #[arg(long)]
    loopback: bool,
    /// The port to listen on; any that is free otherwise
    #[arg(long, value_name = "PORT", value_parser = super::number::<u16>)]
    port: Option<u16>,
    /// Seconds until one may vote to go on without somebody who is away; who is there and does not move
    /// may be left behind after five minutes
    #[arg(long, value_name = "SECONDS", default_value_t = usual_grace(), value_parser = super::seconds)]
    grace: u64,
    /// Seconds that answers are kept when everybody is asked whether they react, so that nobody learns from
    /// how soon one comes; at a table, what its host says
    #[arg(long, value_name = "SECONDS", default_value_t = WINDOW.as_secs(), value_parser = super::seconds)]
    window: u64,
}

/// How a match on the network is shown, and where its transcript goes.
#[derive(Args, Clone)]
pub(super) struct ScreenArgs {
    /// Where the transcript goes; the data folder otherwise
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Append-only lines and numbered menus on standard input; chosen by itself without a terminal
    #[arg(long)]
    pub(super) plain: bool,
    #[command(flatten)]
    pub(super) browser: InBrowser,
}

impl NetworkArgs {
    /// Whether nothing was said about it.
    pub(super) fn is_usual(&self) -> bool {
        (self.loopback, self.port, self.grace, self.window)
            == (false, None, usual_grace(), WINDOW.as_secs())
    }

    /// The port of the page, where a command shows one: the network then uses any that is free.
    pub(super) fn page_port(&self) -> Option<u16> {
        self.port
    }

    /// How a seat is run; with a page, the port is the page's.
    pub(super) fn config(&self, page: bool) -> seat::Config {
        seat::Config {
            reach: Some(self.reach()),
            port: self.port.filter(|_| !page),
            grace: self.grace(),
            window: self.window(),
            ..seat::Config::default()
        }
    }

    /// How somebody goes onto the network without a seat: who can reach them, and at which port.
    pub(super) fn place(&self) -> (Reach, Option<u16>) {
        (self.reach(), self.port)
    }

    fn reach(&self) -> Reach {
        if self.loopback { Reach::Loopback } else { Reach::Lan }
    }

    fn grace(&self) -> Duration {
        Duration::from_secs(self.grace)
    }

    /// The same as a term of one's own table.
    pub(super) fn window_s(&self) -> Result<Option<u8>, Failure> {
        let many = |_| Failure::Usage("Answers are kept for at most 255 s; see --window.".into());
        u8::try_from(self.window).map(Some).map_err(many)
    }

    /// How long answers to windows are kept.
    fn window(&self) -> Duration {
        Duration::from_secs(self.window)
    }
}

/// Which table, and how long to look for it.
#[derive(Args, Clone)]
pub(super) struct Seeking {
    /// A table's name or code, an address, or the text of a QR
    table: Option<String>,
    /// How long to look for it
    #[arg(long = "for", value_name = "SECONDS", default_value_t = 10, value_parser = super::seconds)]
    patience: u64,
}

impl Seeking {
    /// Sitting down at the table as soon as it is seen, or watching there.
    pub(super) fn join(&self, watch: bool) -> Intent {
        let wanted = self.table.clone().unwrap_or_default();
        Intent::Join { wanted, watch, patience_s: Some(self.patience) }
    }

    /// Looking for the table, in the browser.
    pub(super) fn find(&self) -> Intent {
        Intent::Find { wanted: self.table.clone().unwrap_or_default() }
    }

    pub(super) fn patience(&self) -> Duration {
        Duration::from_secs(self.patience)
    }

    /// Shows a seat at the table that is meant, or lets the person pick one; to watch, if so.
    pub(super) fn visit(
        &self,
        person: Person,
        config: seat::Config,
        common: &Common,
        (plain, watch): (bool, bool),
    ) -> Result<(), Failure> {
        let seated = Seated::open(person, config)?;
        let pick = Pick { watch, patience: self.patience() };
        let (until, what) = match &self.table {
            None if !watch || !Shown::on_screens(plain) => (Until::Home(Some(pick)), For::Tables),
            _ => {
                seated.want(self.join(watch))?;
                (Until::Home(None), For::This)
            }
        };
        seated.show(common, Shown { plain, until, what })
    }
}

/// The data folder.
pub(super) fn folder(common: &Common) -> Result<PathBuf, Failure> {
    data::folder(common.data_dir.as_deref())
}

/// The person at this machine.
pub(super) fn person(common: &Common) -> Result<Person, Failure> {
    let person = Person::of(&folder(common)?, &common.name())?;
    // Nobody may be reading.
    person.caution().iter().for_each(|what| drop(writeln!(io::stderr(), "{what}")));
    Ok(person)
}
