//! Opening a seat.

use std::{path::PathBuf, sync::mpsc::Receiver, thread, time::Duration};

use net::{Reach, storage::reason};
use table::Timing;

use crate::{
    SeatClient, Settings,
    asks::WINDOW,
    bots::{BotConfig, Program},
    client::Wanted,
    owner::Owner,
    person::Person,
    session::Match,
};

/// How a seat is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Who can reach the person; `None` to stay off the network.
    pub reach: Option<Reach>,
    /// Why the person stays off the network, if that is to be said.
    pub offline: Option<String>,
    /// The port to be reached at; any that is free otherwise.
    pub port: Option<u16>,
    /// Until one may vote to go on without somebody who is away.
    pub grace: Duration,
    /// Until one may vote to go on without somebody who is there and does not choose.
    pub patience: Duration,
    /// How long answers to a window are kept among people.
    pub window: Duration,
    /// Where transcripts are kept if the person has no folder of their own; nowhere otherwise.
    pub folder: Option<PathBuf>,
    /// Where the first transcript goes.
    pub out: Option<PathBuf>,
    /// What plays the seats of bots, if not the bots that are built in.
    pub program: Option<Program>,
    /// How a bot plays the person's own seat over the network; the person does if `None`.
    pub bot: Option<BotConfig>,
    /// Whether transcripts are kept. Those of bots beside a person are not: the person keeps them.
    pub keeps: bool,
    /// Whether things happen one after the other, so that they can be read.
    pub paced: bool,
    /// Whether the transcript of a match is audited once more at its end.
    pub audits: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            reach: None,
            offline: None,
            port: None,
            grace: Duration::from_millis(Timing::default().grace),
            patience: Duration::from_millis(Timing::default().patience),
            window: WINDOW,
            folder: None,
            out: None,
            program: None,
            bot: None,
            keeps: true,
            paced: false,
            audits: true,
        }
    }
}

/// Why a seat cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The machine gives no thread to run it.
    #[error("no thread could be started for the seat: {}", reason(.0))]
    Thread(#[from] std::io::Error),
}

/// Opens a person's seat: it runs on a thread of its own until the last client is dropped, whether anybody
/// looks or not.
///
/// # Errors
/// If the machine gives no thread.
pub fn open(who: Person, config: Config) -> Result<SeatClient, OpenError> {
    let settings = settings(&who, &config);
    let (client, hub, wanted) = SeatClient::new(Owner::first_snapshot(&who, &settings));
    let run = move || Owner::new(who, config, settings, hub).run(&wanted);
    thread::Builder::new().name("seat".into()).spawn(run)?;
    Ok(client)
}

/// How somebody likes it: as their folder says, or the one that their transcripts go to.
fn settings(who: &Person, config: &Config) -> Settings {
    let folder = who.data().or(config.folder.as_deref());
    folder.map_or_else(Settings::default, Settings::read)
}

/// A seat that goes on only when it is told to, one thing at a time: what tests of screens are driven by.
pub struct Still {
    owner: Owner,
    wanted: Receiver<Wanted>,
}

impl Still {
    /// Opens a person's seat, and goes onto no network.
    pub fn open(who: Person, config: Config) -> (SeatClient, Self) {
        let settings = settings(&who, &config);
        let (client, hub, wanted) = SeatClient::new(Owner::first_snapshot(&who, &settings));
        let mut owner = Owner::new(who, config, settings, hub);
        owner.one_at_a_time();
        (client, Self { owner, wanted })
    }

    /// The person sits in this match from now on.
    pub fn sit_down(&mut self, session: Box<dyn Match>) {
        self.owner.begin(session, None);
        self.owner.show();
    }

    /// Takes what was wanted, and lets the next thing happen. Whether there may be more at once.
    pub fn go_on(&mut self) -> bool {
        while let Ok(wanted) = self.wanted.try_recv() {
            self.owner.answer(wanted);
        }
        let more = self.owner.look();
        self.owner.show();
        more
    }

    /// Whether something is done beside, such as an audit.
    pub fn is_working(&self) -> bool {
        self.owner.is_working()
    }
}
