//! What commands that use the network share.

use std::{
    io::{self, Write},
    path::PathBuf,
    time::Duration,
};

use clap::Args;
use net::Reach;
use seat::{
    Intent,
    asks::WINDOW,
    data,
    person::{Person, sound_name},
    settings,
};

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

/// The default grace period, in seconds.
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
    /// Whether all options have their defaults.
    pub(super) fn is_usual(&self) -> bool {
        (self.loopback, self.port, self.grace, self.window)
            == (false, None, usual_grace(), WINDOW.as_secs())
    }

    /// The port of the page, for a command that shows one: the network then uses any free port.
    pub(super) fn page_port(&self) -> Option<u16> {
        self.port
    }

    /// The configuration of a seat; with a page, the port is the page's.
    pub(super) fn config(&self, page: bool) -> seat::Config {
        seat::Config {
            reach: Some(self.reach()),
            port: self.port.filter(|_| !page),
            grace: self.grace(),
            window: self.window(),
            ..seat::Config::default()
        }
    }

    /// From where a node without a seat can be reached, and at which port.
    pub(super) fn place(&self) -> (Reach, Option<u16>) {
        (self.reach(), self.port)
    }

    fn reach(&self) -> Reach {
        if self.loopback { Reach::Loopback } else { Reach::Lan }
    }

    fn grace(&self) -> Duration {
        Duration::from_secs(self.grace)
    }

    /// The length of a reaction window as a term of the person's own table.
    pub(super) fn window_s(&self) -> Result<Option<u8>, Failure> {
        let many = |_| Failure::Usage("Answers are kept for at most 255 s; see --window.".into());
        u8::try_from(self.window).map(Some).map_err(many)
    }

    /// How long a reaction window lasts.
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
    /// The intent to sit down at the table as soon as it is found, or to watch there.
    pub(super) fn join(&self, watch: bool) -> Intent {
        let wanted = self.table.clone().unwrap_or_default();
        Intent::Join { wanted, watch, patience_s: Some(self.patience) }
    }

    /// The intent to look for the table, in the browser.
    fn find(&self) -> Intent {
        Intent::Find { wanted: self.table.clone().unwrap_or_default() }
    }

    pub(super) fn patience(&self) -> Duration {
        Duration::from_secs(self.patience)
    }

    /// Shows a seat at the wanted table, or lets the person choose one; to sit down or to watch.
    fn visit(
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

/// A place at a table of somebody else, as `join` and `watch` take it.
#[derive(Args)]
pub(super) struct Visit {
    #[command(flatten)]
    seeking: Seeking,
    #[command(flatten)]
    reaching: NetworkArgs,
    #[command(flatten)]
    screen: ScreenArgs,
}

impl Visit {
    /// Sits down, or watches.
    pub(super) fn run(&self, common: &Common, watch: bool) -> Result<(), Failure> {
        let ScreenArgs { out, plain, browser } = &self.screen;
        if let Some(page) = browser.page(self.reaching.page_port()) {
            let config = seat::Config { out: out.clone(), ..self.reaching.config(true) };
            return page.show(common, config, Some(self.seeking.find()));
        }
        // A spectator needs no identity.
        let (person, folder) = match watch {
            true => (Person::stranger("spectator")?, Some(folder(common)?)),
            false => (person_asked(common, *plain)?, None),
        };
        let config = seat::Config {
            out: out.clone(),
            folder,
            paced: Shown::on_screens(*plain),
            ..self.reaching.config(false)
        };
        self.seeking.visit(person, config, common, (*plain, watch))
    }
}

/// The data folder.
pub(super) fn folder(common: &Common) -> Result<PathBuf, Failure> {
    data::folder(common.data_dir.as_deref())
}

/// The person at this machine; whoever has given no name yet and comes to the screens of a terminal is asked.
pub(super) fn person_asked(common: &Common, plain: bool) -> Result<Person, Failure> {
    if !Shown::on_screens(plain) || is_named(common) {
        return person(common);
    }
    let name = Some(ask_name(common)?);
    person(&Common { name, ..common.clone() })
}

/// Whether the person has said what their name is, now or before.
pub(super) fn is_named(common: &Common) -> bool {
    let known = || folder(common).ok().and_then(|folder| settings::name(&folder));
    common.name.is_some() || known().is_some()
}

/// Asks for a name on the terminal and remembers it.
fn ask_name(common: &Common) -> Result<String, Failure> {
    let usual = common.name();
    loop {
        write!(io::stderr(), "Your name at the table [{usual}]: ")?;
        let mut typed = String::new();
        if io::stdin().read_line(&mut typed)? == 0 {
            return Ok(usual);
        }
        let wanted = if typed.trim().is_empty() { &usual } else { &typed };
        match sound_name(wanted) {
            Ok(name) => {
                // A folder that cannot be written is reported when the seat is opened.
                let _ = settings::remember(&folder(common)?, &serde_json::json!({ "name": name }));
                return Ok(name);
            }
            Err(why) => writeln!(io::stderr(), "{why}")?,
        }
    }
}

/// The person at this machine.
pub(super) fn person(common: &Common) -> Result<Person, Failure> {
    let person = Person::of(&folder(common)?, &common.name())?;
    // Standard error may be closed.
    person.caution().iter().for_each(|what| drop(writeln!(io::stderr(), "{what}")));
    Ok(person)
}
