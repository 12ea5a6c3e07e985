//! What the commands that go onto the network share.

use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;
use net::{Code, Reach, Resumption};
use seat::bots::BotConfig;

use super::Common;
use crate::{
    Failure,
    asks::{Asks, WINDOW},
    autoplay::{self, Bots},
    data,
    lan::{Hands, LanMatch},
    lobby::{self, Lobby, Table, Wanted},
    person::Person,
    plain::{self, End, Input},
    tui::{Match, Record},
};

/// How long somebody who leaves stays for the others to see the end of a match.
const STAY: Duration = Duration::from_secs(10);

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
    pub fn find(&self) -> seat::Intent {
        seat::Intent::Find { wanted: self.table.clone().unwrap_or_default() }
    }

    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.patience)
    }

    /// The table that is meant, by a list if none is named; `None` if the person leaves.
    pub fn table(
        &self,
        lobby: &mut Lobby,
        input: &mut Input,
        out: &mut dyn Write,
    ) -> Result<Option<(Table, Option<Code>)>, Failure> {
        let wanted = self.wanted();
        let table = match &wanted {
            Wanted::Any => plain::lobby::pick(lobby, input, out, self.patience())?,
            wanted => Some(lobby.find(wanted, self.patience())?),
        };
        let Some(table) = table else { return Ok(None) };
        let code = wanted.code().filter(|code| code.secret().is_some()).cloned();
        if !table.line.invited || code.is_some() {
            return Ok(Some((table, code)));
        }
        Ok(plain::lobby::ask_code(input, out)?.map(|code| (table, Some(code))))
    }
}

/// A person's way through lobby, matches and rematches in plain mode.
pub struct Visit<'a> {
    pub common: &'a Common,
    pub reaching: &'a Reaching,
    pub input: Input,
    pub out: BufWriter<io::Stdout>,
    /// Where the first transcript goes.
    pub path: Option<PathBuf>,
}

impl<'a> Visit<'a> {
    pub fn new(common: &'a Common, reaching: &'a Reaching, path: Option<&Path>) -> Self {
        let out = BufWriter::new(io::stdout());
        Self { common, reaching, input: Input::stdin(), out, path: path.map(Path::to_owned) }
    }

    /// Sits down at a table, and on from there.
    pub fn sit(
        mut self,
        mut lobby: Lobby,
        table: &Table,
        code: Option<&Code>,
    ) -> Result<(), Failure> {
        writeln!(self.out, "{}", plain::lobby::in_a_line(&table.line))?;
        let survival = lobby::survival(table.line.terms.survive, table.line.terms.seats);
        writeln!(self.out, "{survival}")?;
        lobby.sit(table, code)?;
        self.run(lobby)
    }

    /// From the lobby on.
    pub fn run(mut self, mut lobby: Lobby) -> Result<(), Failure> {
        let mut played = false;
        let (folder, reaching) = (folder(self.common)?, self.reaching);
        let mut send_bot =
            |lobby: &Lobby| send_bots(1, BotConfig::default(), lobby, &folder, reaching);
        loop {
            match plain::lobby::run(&mut lobby, &mut self.input, &mut self.out, &mut send_bot) {
                Ok(Some(started)) => {
                    match self.play(LanMatch::begin(
                        lobby,
                        *started,
                        self.reaching.hands(false),
                    )?)? {
                        Some(back) => lobby = back,
                        None => return Ok(()),
                    }
                }
                Ok(None) => break,
                Err(Failure::Network(why)) if played => {
                    writeln!(self.out, "{why}")?;
                    break;
                }
                Err(failure) => return Err(failure),
            }
            played = true;
        }
        self.out.flush()?;
        lobby.linger(STAY);
        Ok(())
    }

    /// A match that was taken up again, to its end.
    pub fn finish(&mut self, begun: LanMatch) -> Result<(), Failure> {
        if let Some(mut lobby) = self.play(begun)? {
            lobby.linger(STAY);
        }
        Ok(())
    }

    /// A match to its end; `None` if the person has left it before.
    pub fn play(&mut self, begun: LanMatch) -> Result<Option<Lobby>, Failure> {
        let asks = Asks::new(begun, self.reaching.window());
        let mut begun = asks.usually(self.common.settings().asks);
        let end = plain::run(&mut begun, &mut self.input, &mut self.out, self.common.verbose)?;
        if end == End::Left {
            begun.way_back().map_or(Ok(()), |how| writeln!(self.out, "{how}"))?;
            self.out.flush()?;
            return Ok(None);
        }
        if let Some(record) = begun.record() {
            keep(&record, self.path.take().as_deref(), self.common, &mut self.out)?;
            begun.kept();
        }
        Ok(Box::new(begun).lobby())
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

/// What somebody's table is called unless they name it.
pub fn table_name(lobby: &Lobby) -> String {
    format!("{}'s table", lobby.person().name)
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
