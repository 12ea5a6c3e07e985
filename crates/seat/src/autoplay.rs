//! Seats that bots play over the network.
//!
//! Such a seat differs from others only in its [`Config::bot`](crate::Config::bot). [`attend`] takes the
//! place of its screen: it says that the bot is ready, at once and again before every further match. Bots
//! of a host's process are attended the same way, each on a thread of its own.

use std::{
    path::{Path, PathBuf},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use net::{Invitation, Reach};

use crate::{
    Answer, Config, Cursor, EndView, Failure, Intent, LobbyView, SeatClient, SeatEventKind,
    SeatState, Setup,
    bots::BotConfig,
    lan::{LanMatch, SeatConfig},
    lobby::{Lobby, Wanted},
    owner::Done,
    person::{BOTS, Person},
};

/// How long a bot looks for the table of its own process, in seconds.
const FIND: u64 = 30;
/// How long the answer to an intent may take on a busy machine.
const ANSWERED: Duration = Duration::from_secs(60);
/// The interval between two looks at a seat where nothing happens.
const WAIT: Duration = Duration::from_millis(200);
/// A bot that is still not ready after this long says it again: the terms have changed, or it was lost.
const AGAIN: Duration = Duration::from_secs(1);

/// What the caller of [`attend`] is told.
pub enum Attended<'a> {
    /// The bot sits at this table.
    Seated(&'a LobbyView),
    /// Something has happened at the table.
    Event(&'a SeatEventKind),
    /// A match is over.
    Over(&'a EndView),
}

/// Sends a first intent, such as to join a table, to a seat that a bot plays, and keeps the bot ready there
/// until the table closes, or until one match is over if `once`.
///
/// # Errors
/// If the intent is refused, the table is lost before a match was played, or a match could not go on.
pub fn attend(
    client: &SeatClient,
    first: Intent,
    once: bool,
    tell: &mut dyn FnMut(Attended<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut at = client.snapshot().at;
    match client.send(first).wait(ANSWERED) {
        Some(Answer::Taken { .. }) => {}
        Some(Answer::Refused { why, .. }) => return Err(why.into()),
        None => return Err(Failure::Network("The bot's seat does not answer any more. Start it again; `nodealer resume` takes up a match.".into())),
    }
    let (mut seated, mut over, mut matches) = (false, false, 0);
    let mut ready: Option<Instant> = None;
    loop {
        let events = client.told_since(at);
        let now = client.snapshot();
        let outside = matches!(now.state, SeatState::Home(_));
        for event in &events {
            at = Cursor(event.at.0 + 1);
            over &= event.kind != SeatEventKind::Began;
            // At no table, the events only say why; the result of this function says so too.
            if !outside {
                tell(Attended::Event(&event.kind))?;
            }
        }
        let table = match &now.state {
            SeatState::Home(home) => match (&home.failed, &home.asks_code, &home.busy) {
                (Some(_), ..) if matches > 0 => return Ok(()),
                (Some(failed), ..) => return Err(failed.clone().into()),
                (None, Some(_), _) => return Err(Failure::Usage(NO_CODE.into())),
                (None, None, Some(_)) => None,
                (None, None, None) => return Ok(()),
            },
            SeatState::Lobby(lobby) => Some(lobby),
            SeatState::End(end) => {
                if !std::mem::replace(&mut over, true) {
                    matches += 1;
                    tell(Attended::Over(end))?;
                    if let Some(failure) = end.failed() {
                        return Err(failure);
                    }
                }
                if once || end.table.is_none() {
                    return Ok(());
                }
                end.table.as_ref()
            }
            SeatState::Match(_) | SeatState::Replay(_) => None,
        };
        if let Some(table) = table.filter(|table| table.seated) {
            if !std::mem::replace(&mut seated, true) {
                tell(Attended::Seated(table))?;
            }
            if !table.ready && ready.is_none_or(|said| said.elapsed() >= AGAIN) {
                ready = Some(Instant::now());
                // Whether it was taken shows in the next snapshot.
                let _ = client.send(Intent::Ready { ready: true }).wait(ANSWERED);
            }
        } else {
            ready = None;
        }
        if client.is_closed() {
            return Ok(());
        }
        client.wait(at, WAIT);
    }
}

/// A bot cannot be asked for a table's code.
const NO_CODE: &str = "The table is for invited people, and no code was given. Write the code instead of the table's name, as in `nodealer bot K7QD-3WX9PA`.";

/// Bots for the table of this process, each a node of its own.
pub(crate) struct Bots<'a> {
    /// The data folder they belong to; without one they store nothing.
    pub folder: Option<&'a Path>,
    /// Names that they must not use.
    pub taken: Vec<String>,
    /// From where they can be reached.
    pub reach: Reach,
    /// How they play.
    pub bots: BotConfig,
    /// How long somebody has to be away before they consent to go on without them.
    pub grace: Duration,
    /// Where it is reported that a bot has failed.
    pub failed: mpsc::Sender<Done>,
}

impl Bots<'_> {
    /// Lets `count` bots sit down at the table of this invitation.
    ///
    /// # Errors
    /// If there are not that many free bots.
    pub(crate) fn send(mut self, count: usize, to: &Invitation) -> Result<(), Failure> {
        for _ in 0..count {
            let bot = match self.folder {
                Some(folder) => Person::bot(folder, &self.taken)?,
                None => self.nameless()?,
            };
            self.taken.push(bot.name.clone());
            let (wanted, patience_s) = (to.to_string(), Some(FIND));
            self.spawn(bot, Intent::Join { wanted, watch: false, patience_s }, false)?;
        }
        Ok(())
    }

    /// Resumes the match of these journals, each with the bot it belongs to. Bots that already play it,
    /// here or in another process, are skipped.
    ///
    /// # Errors
    /// If a bot's folder cannot be used.
    pub(crate) fn resume(self, journals: &[(String, PathBuf)], game: &str) -> Result<(), Failure> {
        let Some(folder) = self.folder else { return Ok(()) };
        for (name, _) in journals {
            if let Some(bot) = Person::named_bot(folder, name)? {
                self.spawn(bot, Intent::Resume { game: game.into(), at: Vec::new() }, true)?;
            }
        }
        Ok(())
    }

    /// Runs and attends the seat of a bot. The seat beside it stores the transcripts.
    fn spawn(&self, bot: Person, first: Intent, once: bool) -> Result<(), Failure> {
        let (name, failed) = (bot.name.clone(), self.failed.clone());
        let client = crate::open(bot, self.config()).map_err(|e| Failure::Usage(e.to_string()))?;
        thread::Builder::new().name(format!("bot {name}")).spawn(move || {
            if let Err(failure) = attend(&client, first, once, &mut |_| Ok(())) {
                // Nobody receives this once the seat beside it is closed.
                let _ = failed.send(Done::BotFailed(format!("{name}: {failure}")));
            }
        })?;
        Ok(())
    }

    fn config(&self) -> Config {
        Config {
            reach: Some(self.reach),
            grace: self.grace,
            bot: Some(self.bots.clone()),
            program: self.bots.program.clone(),
            keeps: false,
            audits: false,
            ..Config::default()
        }
    }

    fn nameless(&self) -> Result<Person, Failure> {
        let free = BOTS.iter().find(|bot| !self.taken.iter().any(|name| name == **bot));
        Person::stranger(
            free.ok_or_else(|| Failure::Usage("There are not that many names for bots.".into()))?,
        )
    }
}

/// A match on this machine over real connections, with bots at the other seats; without a `person` bots
/// play all seats, and the match is seen as a spectator sees it. Waits until the match has begun.
///
/// # Errors
/// If it cannot begin.
pub(crate) fn loopback(
    setup: &Setup,
    person: Option<&str>,
    bots: &BotConfig,
    failed: mpsc::Sender<Done>,
) -> Result<LanMatch, Failure> {
    let terms = setup.terms()?;
    let name = person.unwrap_or(BOTS[0]);
    let others = usize::from(terms.seats).saturating_sub(1);
    let Config { grace, patience, .. } = Config::default();
    let taken = vec![name.to_owned()];
    let (reach, bots) = (Reach::Loopback, bots.clone());
    let hands = SeatConfig { bot: false, bots: bots.clone(), grace, patience };
    let bots = Bots { folder: None, taken, reach, bots, grace, failed };
    let Some(person) = person else {
        let invitation = bots.host(setup, others)?;
        let mut spectator = Lobby::enter(Person::stranger("spectator")?, reach, None)?;
        let table = spectator.find(&Wanted::At(invitation), Duration::from_secs(FIND))?;
        let started = spectator.watch_begun(&table, None)?;
        return LanMatch::begin(spectator, *started, hands);
    };
    let mut host = Lobby::enter(Person::stranger(person)?, reach, None)?;
    host.open(HERE, terms, false)?;
    let invitation = host.invitation().ok_or_else(not_open)?;
    bots.send(others, &invitation)?;
    host.ready(true)?;
    let started = host.begun()?;
    LanMatch::begin(host, *started, hands)
}

/// The name of the table, which nobody else looks for.
const HERE: &str = "This machine";

fn not_open() -> Failure {
    Failure::Network("The table could not be opened.".into())
}

impl Bots<'_> {
    /// Lets a bot open a table for `others` further players.
    fn host(&self, setup: &Setup, others: usize) -> Result<Invitation, Failure> {
        let bot = Person::stranger(BOTS[0])?;
        let name = Some(HERE.to_owned());
        let bots = u8::try_from(others).unwrap_or(u8::MAX);
        let client = crate::open(bot, self.config()).map_err(|e| Failure::Usage(e.to_string()))?;
        let (seated, table) = mpsc::channel();
        let first = Intent::Host(Setup { name, bots, ..setup.clone() });
        let failed = self.failed.clone();
        thread::spawn(move || {
            let attended = attend(&client, first, true, &mut |told| {
                if let Attended::Seated(lobby) = told {
                    // The receiver may have gone meanwhile.
                    let _ = seated.send(lobby.invitation.clone());
                }
                Ok(())
            });
            if let Err(failure) = attended {
                let _ = failed.send(Done::BotFailed(failure.to_string()));
            }
        });
        let invitation = table.recv_timeout(ANSWERED).ok().flatten().ok_or_else(not_open)?;
        Invitation::read(&invitation).map_err(|_| not_open())
    }
}
