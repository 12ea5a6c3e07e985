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
    /// From where the person's node can be reached; `None` to stay offline.
    pub reach: Option<Reach>,
    /// Why the person stays offline, if that is to be shown.
    pub offline: Option<String>,
    /// The port to listen on; any free one if `None`.
    pub port: Option<u16>,
    /// How long somebody has to be away before the person may consent to go on without them.
    pub grace: Duration,
    /// How long somebody present may take to choose before the person may consent to go on without them.
    pub patience: Duration,
    /// How long a reaction window lasts.
    pub window: Duration,
    /// Where transcripts are stored if the person has no folder; nowhere if `None`.
    pub folder: Option<PathBuf>,
    /// Where the first transcript is written.
    pub out: Option<PathBuf>,
    /// The program that plays bots' seats in place of the built-in bots.
    pub program: Option<Program>,
    /// How a bot plays the person's own seat over the network; the person plays if `None`.
    pub bot: Option<BotConfig>,
    /// Whether transcripts are stored. Bots beside a person store none: the person does.
    pub keeps: bool,
    /// Whether there are pauses between events, so that they can be read.
    pub paced: bool,
    /// Whether the transcript of a match is audited again at its end.
    pub audits: bool,
    /// Whether the person has never said what their name is, so that a screen should ask.
    pub unnamed: bool,
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
            unnamed: false,
        }
    }
}

/// Why a seat cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The operating system gave no thread.
    #[error("no thread could be started for the seat: {}", reason(.0))]
    Thread(#[from] std::io::Error),
}

/// Opens a person's seat. It runs on a thread of its own until the last client is dropped, whether or not a
/// screen is attached.
///
/// # Errors
/// If no thread can be started.
pub fn open(who: Person, config: Config) -> Result<SeatClient, OpenError> {
    let who = who.autoplaying(config.bot.is_some());
    let settings = settings(&who, &config);
    let (client, hub, wanted) = SeatClient::new(Owner::first_snapshot(&who, &settings));
    let run = move || Owner::new(who, config, settings, hub).run(&wanted);
    thread::Builder::new().name("seat".into()).spawn(run)?;
    Ok(client)
}

/// The settings in the person's folder, or in the one for their transcripts.
fn settings(who: &Person, config: &Config) -> Settings {
    let folder = who.data().or(config.folder.as_deref());
    folder.map_or_else(Settings::default, Settings::read)
}

/// A seat that advances only when it is told to, one event at a time; for tests of screens.
pub struct ManualSeat {
    owner: Owner,
    wanted: Receiver<Wanted>,
}

impl ManualSeat {
    /// Opens a person's seat and stays offline.
    pub fn open(who: Person, config: Config) -> (SeatClient, Self) {
        let settings = settings(&who, &config);
        let (client, hub, wanted) = SeatClient::new(Owner::first_snapshot(&who, &settings));
        let mut owner = Owner::new(who, config, settings, hub);
        owner.one_at_a_time();
        (client, Self { owner, wanted })
    }

    /// Puts the person into this match.
    pub fn sit_down(&mut self, session: Box<dyn Match>) {
        self.owner.begin(session, None);
        self.owner.show();
    }

    /// Handles queued intents and lets the next thing happen. True if there may be more at once.
    pub fn go_on(&mut self) -> bool {
        while let Ok(wanted) = self.wanted.try_recv() {
            self.owner.answer(wanted);
        }
        let more = self.owner.look();
        self.owner.show();
        more
    }

    /// Whether work is going on in the background, such as an audit.
    pub fn is_working(&self) -> bool {
        self.owner.is_working()
    }
}
