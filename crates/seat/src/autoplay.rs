//! Seats that bots play over the network: no screen, ready at once, and again for every next match.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use net::{Invitation, Reach, Resumption, lobby::Terms};
use table::Timing;

use crate::{
    Failure,
    bots::BotConfig,
    lan::{Hands, LanMatch},
    lobby::{Lobby, News, Wanted},
    person::{BOTS, Person},
    session::{self, Match, Record, Session, Update},
};

/// How long a bot stays for those who have not seen the end of a match.
pub const STAY: Duration = Duration::from_secs(30);
/// How long a bot looks for the table of its own process.
const FIND: Duration = Duration::from_secs(30);
const WAIT: Duration = Duration::from_millis(100);

/// What becomes of a match that is over.
pub trait Keep: FnMut(&Record) -> Result<(), Failure> {}
impl<F: FnMut(&Record) -> Result<(), Failure>> Keep for F {}

/// Plays at a table, seated or about to be, until it closes. A host plays one match and closes it.
///
/// # Errors
/// If the table is lost before a match was played, or a match could not go on.
pub fn run(
    mut lobby: Lobby,
    hands: Hands,
    verbose: bool,
    mut keep: impl Keep,
) -> Result<(), Failure> {
    let mut played = false;
    loop {
        let Some(begun) = wait(lobby, &hands, played)? else { return Ok(()) };
        lobby = play(begun, verbose, &mut keep)?;
        played = true;
        if lobby.is_host() || lobby.lost().is_some() {
            lobby.linger(STAY);
            return Ok(());
        }
        lobby.ready(true)?;
    }
}

/// Waits for the next match; `None` if the table closes after one.
fn wait(mut lobby: Lobby, hands: &Hands, played: bool) -> Result<Option<LanMatch>, Failure> {
    if lobby.is_host() {
        lobby.ready(true)?;
    }
    let mut seated = lobby.room().is_some();
    loop {
        match lobby.next(WAIT) {
            News::Begins(started) => {
                return LanMatch::begin(lobby, *started, hands.clone()).map(Some);
            }
            News::Room(_) if !seated => {
                seated = true;
                lobby.ready(true)?;
            }
            News::NotReady => lobby.ready(true)?,
            News::Notice(what) => aside(&what),
            News::Lost(_) if played && lobby.copied().is_none() => {
                lobby.linger(STAY);
                return Ok(None);
            }
            News::Lost(failure) => return Err(failure),
            _ => {}
        }
    }
}

/// Follows a match that a bot plays to its end; tells of every proof and of who comes and goes if
/// `verbose`.
///
/// # Errors
/// If it cannot go on.
pub fn play(mut begun: LanMatch, verbose: bool, keep: &mut impl Keep) -> Result<Lobby, Failure> {
    loop {
        match begun.next(WAIT) {
            Update::Over(_) => break,
            Update::Failed(failure) => return Err(failure),
            Update::Notice(what) if !verbose && what.starts_with("The program") => aside(&what),
            update if verbose => tell(&begun, &update),
            _ => {}
        }
    }
    if let Some(record) = begun.record() {
        keep(&record)?;
        begun.kept();
    }
    Ok(begun.into_lobby())
}

fn tell(begun: &LanMatch, update: &Update) {
    let told = match update {
        Update::Trust(seat, step, proven) => session::proof(begun.names(), *seat, *step, *proven),
        Update::Presence { seat, here } => {
            let is = if *here { "is back" } else { "is away" };
            format!("{} {is}.", begun.names()[*seat])
        }
        Update::Notice(what) => what.clone(),
        _ => return,
    };
    // Nobody may be reading; the game matters more.
    let _ = writeln!(io::stderr(), "{told}");
}

/// Plays a match that was taken up again to its end, beside a person's, who keeps it.
pub fn stay(begun: LanMatch) {
    match play(begun, false, &mut |_: &Record| Ok(())) {
        Ok(mut lobby) => lobby.linger(STAY),
        Err(failure) => aside(&failure.to_string()),
    }
}

/// Bots for the table of this process, each a node of its own.
pub struct Bots<'a> {
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
}

impl Bots<'_> {
    /// Lets so many bots sit down at the table of this invitation.
    ///
    /// # Errors
    /// If there are not so many.
    pub fn send(mut self, count: usize, to: &Invitation) -> Result<(), Failure> {
        for _ in 0..count {
            let bot = match self.folder {
                Some(folder) => Person::bot(folder, &self.taken)?,
                None => self.nameless()?,
            };
            self.taken.push(bot.name.clone());
            let (reach, hands, to) = (self.reach, self.hands(), to.clone());
            let name = bot.name.clone();
            thread::Builder::new().name(format!("bot {name}")).spawn(move || {
                let sent = Lobby::enter(bot, reach, None).and_then(|lobby| come(lobby, to, hands));
                if let Err(failure) = sent {
                    aside(&format!("{name}: {failure}"));
                }
            })?;
        }
        Ok(())
    }

    /// Takes up the matches of these journals again, each by the bot whose it is; those that play already,
    /// here or in another process, are left to it.
    ///
    /// # Errors
    /// If a journal cannot be used.
    pub fn resume(self, journals: Vec<(String, PathBuf)>) -> Result<Vec<LanMatch>, Failure> {
        let Some(folder) = self.folder else { return Ok(Vec::new()) };
        let resume = |(name, path): (String, PathBuf)| {
            let Some(bot) = Person::named_bot(folder, &name)? else { return Ok(None) };
            let before = Resumption::read(&path).port;
            let lobby = Lobby::enter_again(bot, self.reach, None, before)?;
            LanMatch::resume(lobby, &path, self.hands()).map(Some)
        };
        journals.into_iter().filter_map(|journal| resume(journal).transpose()).collect()
    }

    fn hands(&self) -> Hands {
        Hands { bot: true, bots: self.bots.clone(), grace: self.grace }
    }

    fn nameless(&self) -> Result<Person, Failure> {
        let free = BOTS.iter().find(|bot| !self.taken.iter().any(|name| name == **bot));
        Person::stranger(free.ok_or_else(|| Failure::Usage("There are not so many bots.".into()))?)
    }
}

/// A match on this machine over real connections: bots at the other seats, and at this one too if nobody
/// is to sit there; then the match is seen as a spectator sees it.
///
/// # Errors
/// If it cannot begin.
pub fn loopback(terms: Terms, person: Option<&str>, bots: &BotConfig) -> Result<LanMatch, Failure> {
    let name = person.unwrap_or(BOTS[0]);
    let others = usize::from(terms.seats).saturating_sub(1);
    let mut host = Lobby::enter(Person::stranger(name)?, Reach::Loopback, None)?;
    host.open("This machine", terms, false)?;
    let Some(invitation) = host.invitation() else {
        return Err(Failure::Network("The table could not be opened.".into()));
    };
    let grace = Duration::from_millis(Timing::default().grace);
    let taken = vec![name.to_owned()];
    let bots = Bots { folder: None, taken, reach: Reach::Loopback, bots: bots.clone(), grace };
    let hands = bots.hands();
    bots.send(others, &invitation)?;
    if person.is_some() {
        host.ready(true)?;
        let started = host.begun()?;
        return LanMatch::begin(host, *started, Hands { bot: false, ..hands });
    }
    let mut spectator = Lobby::enter(Person::stranger("spectator")?, Reach::Loopback, None)?;
    let table = spectator.find(&Wanted::At(invitation), FIND)?;
    let host_hands = hands.clone();
    thread::spawn(move || run(host, host_hands, false, |_: &Record| Ok(())));
    let started = spectator.watch_begun(&table, None)?;
    LanMatch::begin(spectator, *started, Hands { bot: false, ..hands })
}

/// Finds the table and plays there; what happened is kept by the host.
fn come(mut lobby: Lobby, to: Invitation, hands: Hands) -> Result<(), Failure> {
    let code = to.code.clone();
    let table = lobby.find(&Wanted::At(to), FIND)?;
    lobby.sit(&table, code.as_ref())?;
    run(lobby, hands, false, |_| Ok(()))
}

/// Whether screens have the terminal, and nothing else may write on it.
static QUIET: AtomicBool = AtomicBool::new(false);

/// From now on says nothing on standard error, or does so again.
pub fn be_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::SeqCst);
}

/// Says something on standard error, where that is not in the way of screens.
pub fn aside(what: &str) {
    if !QUIET.load(Ordering::SeqCst) {
        // Nobody may be reading; the game matters more.
        let _ = writeln!(io::stderr(), "{what}");
    }
}
