//! Opening a seat.

use std::{path::PathBuf, thread, time::Duration};

use net::Reach;
use table::Timing;

use crate::{
    SeatClient, Settings,
    asks::{WINDOW, When},
    bots::Program,
    owner::Owner,
    person::Person,
};

/// How a seat is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Who can reach the person; `None` to stay off the network.
    pub reach: Option<Reach>,
    /// The port to be reached at; any that is free otherwise.
    pub port: Option<u16>,
    /// Until one may vote to go on without somebody who is away.
    pub grace: Duration,
    /// How long answers to a window are kept among people.
    pub window: Duration,
    /// When the person is asked about windows.
    pub asks: When,
    /// Where transcripts are kept if the person has no folder of their own; nowhere otherwise.
    pub folder: Option<PathBuf>,
    /// Where the first transcript goes.
    pub out: Option<PathBuf>,
    /// What plays the seats of bots, if not the bots that are built in.
    pub program: Option<Program>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            reach: None,
            port: None,
            grace: Duration::from_millis(Timing::default().grace),
            window: WINDOW,
            asks: When::default(),
            folder: None,
            out: None,
            program: None,
        }
    }
}

/// Why a seat cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The machine gives no thread to run it.
    #[error("no thread could be started for the seat: {0}")]
    Thread(#[from] std::io::Error),
}

/// Opens a person's seat: it runs on a thread of its own until the last client is dropped, whether anybody
/// looks or not.
///
/// # Errors
/// If the machine gives no thread.
pub fn open(who: Person, config: Config) -> Result<SeatClient, OpenError> {
    let settings = who.data().map_or_else(Settings::default, Settings::read);
    let (client, hub, wanted) = SeatClient::new(Owner::first_snapshot(&who, &settings));
    let run = move || Owner::new(who, config, settings, hub).run(&wanted);
    thread::Builder::new().name("seat".into()).spawn(run)?;
    Ok(client)
}
