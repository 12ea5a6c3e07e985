//! What the commands that go onto the network share.

use std::{
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;
use net::{Reach, Resumption};
use seat::{
    Intent,
    asks::WINDOW,
    autoplay::{self, Bots},
    bots::BotConfig,
    data,
    lan::Hands,
    lobby::{Lobby, Wanted},
    person::Person,
    session::Record,
};

use super::{
    Common,
    seated::{Seated, Shown},
};
use crate::{
    Failure,
    plain::{Pick, Until},
    tui::For,
};

/// How long somebody may be away before the others may go on.
const GRACE: Duration = Duration::from_secs(30);

/// Who can reach this node.
#[derive(Args, Clone)]
pub struct Reaching {
    /// Stay on this machine: no discovery, tables are joined by address
    #[arg(long)]
    loopback: bool,
    /// The port to listen on; any that is free otherwise
    #[arg(long, value_name = "PORT", value_parser = super::number::<u16>)]
    port: Option<u16>,
    /// Seconds until one may vote to go on without somebody who is away; who is there and does not move
    /// may be left behind after five minutes
    #[arg(long, value_name = "SECONDS", default_value_t = GRACE.as_secs(), value_parser = super::seconds)]
    grace: u64,
    /// Seconds that your answers are kept when everybody is asked whether they react, so that nobody
    /// learns from how soon one comes
    #[arg(long, value_name = "SECONDS", default_value_t = WINDOW.as_secs(), value_parser = super::seconds)]
    window: u64,
}

impl Reaching {
    /// Whether nothing was said about it.
    pub fn is_usual(&self) -> bool {
        (self.loopback, self.port, self.grace, self.window)
            == (false, None, GRACE.as_secs(), WINDOW.as_secs())
    }

    /// The port of the page, where a command shows one: the network then uses any that is free.
    pub fn page_port(&self) -> Option<u16> {
        self.port
    }

    /// How a seat is run; with a page, the port is the page's.
    pub fn config(&self, page: bool) -> seat::Config {
        seat::Config {
            reach: Some(self.reach()),
            port: self.port.filter(|_| !page),
            grace: self.grace(),
            window: self.window(),
            ..seat::Config::default()
        }
    }

    pub fn reach(&self) -> Reach {
        if self.loopback { Reach::Loopback } else { Reach::Lan }
    }

    pub fn grace(&self) -> Duration {
        Duration::from_secs(self.grace)
    }

    pub fn hands(&self, bot: bool) -> Hands {
        Hands { bot, bots: BotConfig::default(), grace: self.grace() }
    }

    /// How long answers to windows are kept.
    pub fn window(&self) -> Duration {
        Duration::from_secs(self.window)
    }

    /// Goes onto the network as somebody.
    pub fn enter(&self, person: Person) -> Result<Lobby, Failure> {
        Lobby::enter(person, self.reach(), self.port)
    }

    /// Goes onto the network as somebody who takes a seat again: at the port where the others look for them.
    pub fn enter_again(&self, person: Person, journal: &Path) -> Result<Lobby, Failure> {
        Lobby::enter_again(person, self.reach(), self.port, Resumption::read(journal).port)
    }
}

/// Which table, and how long to look for it.
#[derive(Args, Clone)]
pub struct Seeking {
    /// A table's name or code, an address, or the text of a QR
    table: Option<String>,
    /// How long to look for it
    #[arg(long = "for", value_name = "SECONDS", default_value_t = 10, value_parser = super::seconds)]
    patience: u64,
}

impl Seeking {
    pub fn wanted(&self) -> Wanted {
        Wanted::read(self.table.as_deref())
    }

    /// Looking for the table, in the browser.
    pub fn find(&self) -> Intent {
        Intent::Find { wanted: self.table.clone().unwrap_or_default() }
    }

    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.patience)
    }

    /// Shows a seat at the table that is meant, or lets the person pick one; to watch, if so.
    pub fn visit(
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
            wanted => {
                let wanted = wanted.clone().unwrap_or_default();
                let patience_s = Some(self.patience);
                seated.want(Intent::Join { wanted, watch, patience_s })?;
                (Until::Home(None), For::This)
            }
        };
        seated.show(common, Shown { plain, until, what })
    }
}

/// Keeps a transcript and says so.
pub fn keep(
    record: &Record,
    path: Option<&Path>,
    common: &Common,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let path = super::play::keep(&record.name, &record.transcript, path, common)?;
    if let Some(fingerprint) = &record.fingerprint {
        writeln!(out, "Fingerprint: {fingerprint}")?;
    }
    writeln!(out, "Transcript: {}", path.display())?;
    Ok(out.flush()?)
}

/// Lets so many bots sit down at the person's own table.
pub fn send_bots(
    number: usize,
    bots: BotConfig,
    lobby: &Lobby,
    folder: &Path,
    reaching: &Reaching,
) -> Result<(), Failure> {
    let Some(invitation) = lobby.invitation().filter(|_| number > 0) else { return Ok(()) };
    let sitting = lobby.sitting().into_iter().map(|sitting| sitting.name.to_owned());
    let bots = Bots {
        folder: Some(folder),
        taken: sitting.chain([lobby.person().name.clone()]).collect(),
        reach: reaching.reach(),
        bots,
        grace: reaching.grace(),
    };
    bots.send(number, &invitation)
}

/// The data folder.
pub fn folder(common: &Common) -> Result<PathBuf, Failure> {
    data::folder(common.data_dir.as_deref())
}

/// The person at this machine.
pub fn person(common: &Common) -> Result<Person, Failure> {
    let person = Person::of(&folder(common)?, &common.name())?;
    person.caution().iter().for_each(|what| autoplay::aside(what));
    Ok(person)
}
