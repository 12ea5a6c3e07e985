//! Seats that bots play over the network.
//!
//! Such a seat is one like any other, but for its [`Config::bot`](crate::Config::bot). [`attend`] is all that it needs of a screen:
//! it is ready at once, and again for every next match. The bots beside a host are attended so too, each on
//! a thread of the host's process.

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
    lan::{Hands, LanMatch},
    lobby::{Lobby, Wanted},
    owner::Done,
    person::{BOTS, Person},
};

/// How long a bot looks for the table of its own process, in seconds.
const FIND: u64 = 30;
/// How long something that is wanted may take to be answered on a busy machine.
const ANSWERED: Duration = Duration::from_secs(60);
/// Between two looks at a seat where nothing happens.
const WAIT: Duration = Duration::from_millis(200);
/// Whoever is not ready after so long says it again: the terms have changed, or it was not heard.
const AGAIN: Duration = Duration::from_secs(1);

/// What whoever attends a seat is told of it.
pub enum Attended<'a> {
    /// The bot sits at this table.
    Seated(&'a LobbyView),
    /// Something has happened at the table.
    Event(&'a SeatEventKind),
    /// A match is over.
    Over(&'a EndView),
}

/// Wants something of a seat that a bot plays, such as to join a table, and is ready there at once, until
/// the table closes; or until one match is over, if it is `once`.
///
/// # Errors
/// If what was wanted is refused, the table is lost before a match was played, or a match could not go on.
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
        None => return Err(Failure::Network("The seat does not answer.".into())),
    }
    let (mut seated, mut over, mut matches) = (false, false, 0);
    let mut ready: Option<Instant> = None;
    loop {
        // What was told before is in the snapshot.
        let events = client.since(at).unwrap_or_default();
        let now = client.snapshot();
        let outside = matches!(now.state, SeatState::Home(_));
        for event in &events {
            at = Cursor(event.at.0 + 1);
            over &= event.kind != SeatEventKind::Began;
            // Why it is at no table any more is what it ends with.
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
                // What came between shows in the next snapshot.
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

/// Nobody can type the code of a table for a bot.
const NO_CODE: &str = "The table is for invited people, and no code was given. Write the code instead of the table's name, as in `nodealer bot K7QD-3WX9PA`.";

/// Bots for the table of this process, each a node of its own.
pub(crate) struct Bots<'a> {
    /// Whose bots they are; without a folder they keep nothing.
    pub folder: Option<&'a Path>,
    /// Names that they may not have.
    pub taken: Vec<String>,
    /// Who can reach them.
    pub reach: Reach,
    /// How they play.
    pub bots: BotConfig,
    /// How patient they are.
    pub grace: Duration,
    /// Where it is told why one of them plays no more.
    pub failed: mpsc::Sender<Done>,
}

impl Bots<'_> {
    /// Lets so many bots sit down at the table of this invitation.
    ///
    /// # Errors
    /// If there are not so many.
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

    /// Takes up the match of these journals again, each by the bot whose it is; those that play already,
    /// here or in another process, are left to it.
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

    /// Attends the seat of a bot; what happens there is kept by whoever sits beside it.
    fn spawn(&self, bot: Person, first: Intent, once: bool) -> Result<(), Failure> {
        let (name, failed) = (bot.name.clone(), self.failed.clone());
        let client = crate::open(bot, self.config()).map_err(|e| Failure::Usage(e.to_string()))?;
        thread::Builder::new().name(format!("bot {name}")).spawn(move || {
            if let Err(failure) = attend(&client, first, once, &mut |_| Ok(())) {
                // Nobody listens any more once the seat beside it is closed.
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
        Person::stranger(free.ok_or_else(|| Failure::Usage("There are not so many bots.".into()))?)
    }
}

/// A match on this machine over real connections: bots at the other seats, and at this one too if nobody
/// is to sit there; then the match is seen as a spectator sees it. It waits until the match has begun.
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
    let hands = Hands { bot: false, bots: bots.clone(), grace, patience };
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

/// The name of a table that nobody looks for.
const HERE: &str = "This machine";

fn not_open() -> Failure {
    Failure::Network("The table could not be opened.".into())
}

impl Bots<'_> {
    /// Lets a bot open a table for so many others.
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
                    // Whoever wanted to watch has gone.
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
