//! A person on the network before, between and after matches: finding a table or opening one, the
//! people at it, who is ready, what they say to each other, and the start.
//!
//! A [`Lobby`] knows no screen. A screen asks it for [`News`], shows [`Lobby::tables`] or
//! [`Lobby::sitting`], and passes on what the person wants. When the news is that a match
//! [begins](News::Begins), [`LanMatch::begin`](crate::lan::LanMatch::begin) takes the lobby along as a
//! [`Session`](crate::session::Session), and gives it back when the match is over.

mod finding;
mod played;

pub use finding::NO_TABLE;
pub(crate) use finding::{SeenTable, Wanted, places};
pub(crate) use played::{describe, playable, survival, terms};

use std::{
    collections::{BTreeSet, VecDeque},
    fs,
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use net::{
    Acquaintance, Code, Config, Event, Identity, Invitation, Multiaddr, Net, NetError, Reach,
    Started,
    lobby::{Introduction, LobbyEvent, Refusal, Room, Sitter, Terms, Wish},
};
use proto::Digest;

use crate::{
    Failure, Refused,
    live::{self, Live},
    person::Person,
};

/// The interval at which a typed address that does not answer is dialled again, and a match that has not
/// begun is asked for again.
const REDIAL: Duration = Duration::from_secs(1);
/// How long the last message needs to arrive.
const HEARD: Duration = Duration::from_millis(300);
/// How many people of one name can sit at one table.
const MOST_NAMESAKES: u8 = 9;
/// Somebody else has this person's key, and was there first.
const COPIED: &str = "Somebody plays with the same key already: this data folder is in use in another place, too. End the nodealer there, or play from a folder of your own with --data-dir.";
/// Message: another process uses this person's key, and came later.
const COPY: &str = "Another nodealer wants to play with your key and is refused: this data folder was copied. Let everybody play from a folder of their own.";

/// Something that happened.
pub enum News {
    /// The tables that can be seen have changed: see [`Lobby::tables`].
    Tables,
    /// Somebody answers at an address that was dialled.
    Reached(Identity),
    /// The person's table was entered or has changed: see [`Lobby::room`].
    Room(Vec<Change>),
    /// The person must say again that they are ready: the terms have changed, or somebody did not sign.
    NotReady,
    /// Somebody at the table wrote something.
    Chat {
        /// Who.
        from: Identity,
        /// Whether to this person alone.
        whispered: bool,
        /// What.
        text: String,
    },
    /// Somebody has fetched the whole transcript of a match.
    Fetched(Identity, Digest),
    /// Information that changes nothing here, in a sentence.
    Notice(String),
    /// Everybody is ready and has signed.
    Begins(Box<Started>),
    /// The person is at no table any more, and why.
    Lost(Failure),
    /// Nothing has happened.
    Idle,
}

/// A change at the person's table.
pub enum Change {
    /// Somebody sits down.
    Sat(Identity),
    /// The person of that name leaves.
    Rose(String),
    /// Somebody is ready, or no longer ready.
    Ready(Identity, bool),
    /// The terms have changed.
    Terms,
    /// The match is over and the table is open for another one.
    Again,
}

/// Somebody at the table, as a person sees them.
pub struct Sitting<'a> {
    /// Who.
    pub who: Identity,
    /// Their name.
    pub name: &'a str,
    /// Whether it is this person.
    pub me: bool,
    /// Whether they can be reached now.
    pub here: bool,
    /// Whether they say that a bot plays.
    pub bot: bool,
    /// Whether they are ready.
    pub ready: bool,
    /// Whether their name and key are known.
    pub known: Acquaintance,
}

impl Sitting<'_> {
    /// The words of their key, and whether the key is known.
    pub fn of_whom(&self) -> String {
        let words = self.who.fingerprint();
        match self.known {
            _ if self.me => format!("{words}, you"),
            Acquaintance::New => format!("{words}, new here"),
            Acquaintance::Known => format!("{words}, known"),
            Acquaintance::Changed(before) => format!(
                "{words}. CAUTION: another key than the {} you know, {}",
                self.name,
                before.fingerprint()
            ),
        }
    }
}

/// Where somebody sits.
enum TableRole {
    Nowhere,
    /// At their own table.
    Host(Code),
    /// At another's.
    Guest,
}

/// A person on the network.
pub struct Lobby {
    person: Person,
    net: Running,
    reach: Reach,
    events: Receiver<Event>,
    place: TableRole,
    room: Option<Room>,
    /// Who answered at a typed address.
    reached: Option<Identity>,
    /// Addresses at which nobody answered, and when to dial them again.
    redial: Vec<(Instant, Vec<Multiaddr>)>,
    /// Whether a match was played and the table is not yet open for the next one.
    between: bool,
    /// Whether the person wants to play again once it is open.
    again: bool,
    /// Why the person is at no table any more.
    lost: Option<String>,
    /// Whether another process uses this person's key and was first.
    copied: bool,
    /// News that was set aside, to be returned first.
    unheard: VecDeque<News>,
    last: Option<Last>,
    /// The table at which a seat was asked for, with which code, and how often.
    asked: Option<(Identity, Option<Code>, u8)>,
}

/// The last match, which still answers those who have not seen its end.
pub(crate) struct Last {
    pub live: Live,
    /// Whether everybody who can be reached has seen it.
    pub settled: bool,
    /// The file beside the journal, needed until then in case this process ends.
    pub beside: Option<PathBuf>,
}

impl Last {
    /// Whether everybody has seen the end; waits for that no longer than `timeout`.
    fn settle(&mut self, timeout: Duration) -> bool {
        while !self.settled {
            match self.live.next(timeout) {
                Some(live::Update::Settled) => self.settled = true,
                Some(_) => {}
                None => return false,
            }
        }
        // Best effort: a file left behind does no harm.
        self.beside.take().into_iter().for_each(|path| drop(fs::remove_file(path)));
        true
    }
}

impl Lobby {
    /// Goes onto the network: at this port, or otherwise at the person's last one if that is free.
    ///
    /// # Errors
    /// If the port is taken, or the network cannot be used.
    pub fn enter(person: Person, reach: Reach, port: Option<u16>) -> Result<Self, Failure> {
        Self::enter_again(person, reach, port, None)
    }

    /// As above, for a person whose node was at another port when others last saw it.
    ///
    /// # Errors
    /// If the port is taken, or the network cannot be used.
    pub fn enter_again(
        person: Person,
        reach: Reach,
        port: Option<u16>,
        before: Option<u16>,
    ) -> Result<Self, Failure> {
        Self::enter_or_back(person, reach, port, before).map_err(|back| back.1)
    }

    /// As above; on failure the person is given back.
    ///
    /// # Errors
    /// If the port is taken, or the network cannot be used.
    pub(crate) fn enter_or_back(
        person: Person,
        reach: Reach,
        port: Option<u16>,
        before: Option<u16>,
    ) -> Result<Self, Box<(Person, Failure)>> {
        match started(&person, reach, port, before) {
            Ok((net, events)) => Ok(Self::of(person, reach, net, events)),
            Err(failure) => Err(Box::new((person, failure))),
        }
    }

    fn of(person: Person, reach: Reach, net: Net, events: Receiver<Event>) -> Self {
        Self {
            person,
            net: Running(net),
            reach,
            events,
            place: TableRole::Nowhere,
            room: None,
            reached: None,
            redial: Vec::new(),
            between: false,
            again: false,
            lost: None,
            copied: false,
            unheard: VecDeque::new(),
            last: None,
            asked: None,
        }
    }

    /// Changes the person's name, from the next table on.
    pub(crate) fn rename(&mut self, name: &str) {
        name.clone_into(&mut self.person.name);
    }

    /// Whether the person sits at a table, or has asked to.
    pub(crate) fn is_seated(&self) -> bool {
        !matches!(self.place, TableRole::Nowhere)
    }

    /// Who this is.
    pub fn person(&self) -> &Person {
        &self.person
    }

    /// Leaves the network and returns the person.
    pub fn into_person(self) -> Person {
        self.person
    }

    /// The node.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// Opens a table of one's own and sits down at it.
    ///
    /// # Errors
    /// If its name cannot be shown, or the network part has stopped.
    pub fn open(&mut self, name: &str, terms: Terms, invited: bool) -> Result<(), Failure> {
        if !net::lobby::is_name(name, net::limits::TABLE_NAME) {
            return Err(Failure::Usage(format!(
                "A table's name has 1 to {} bytes, single spaces, and no characters that cannot be seen.",
                net::limits::TABLE_NAME
            )));
        }
        self.sit_nowhere();
        let code = self.net.open(name, self.person.introduction(), terms, invited)?;
        self.place = TableRole::Host(code);
        // A host's room is shown only after a change; this one changes nothing.
        Ok(self.net.ready(false)?)
    }

    /// Asks for a seat at a visible table; the room or a refusal follows.
    ///
    /// # Errors
    /// If this program cannot play what is played there.
    pub fn sit(
        &mut self,
        SeenTable { host, line }: &SeenTable,
        code: Option<&Code>,
    ) -> Result<(), Failure> {
        playable(&line.terms)?;
        self.join(*host, code, Wish::Sit(self.person.introduction()))?;
        self.asked = Some((*host, code.cloned(), 1));
        Ok(())
    }

    /// Asks for the seat again with a number after the name, if the name was taken.
    fn sit_under_another_name(&mut self) -> Option<News> {
        let (host, code, tried) = self.asked.take().filter(|_| !self.person.is_bot())?;
        let number = tried + 1;
        let name = format!("{} {number}", self.person.name);
        if number > MOST_NAMESAKES || !net::lobby::is_name(&name, proto::limits::NAME) {
            return None;
        }
        let who = Introduction { name: name.clone(), ..self.person.introduction() };
        self.join(host, code.as_ref(), Wish::Sit(who)).ok()?;
        self.asked = Some((host, code, number));
        Some(News::Notice(format!(
            "Somebody at the table is called {} already; you sit down as {name}.",
            self.person.name
        )))
    }

    /// Asks to watch the match at a visible table; its charter or a refusal follows.
    ///
    /// # Errors
    /// If this program cannot follow what is played there.
    pub fn watch(
        &mut self,
        SeenTable { host, line }: &SeenTable,
        code: Option<&Code>,
    ) -> Result<(), Failure> {
        playable(&line.terms)?;
        self.join(*host, code, Wish::Watch)
    }

    /// Waits until a match is played at a visible table, and asks to watch it.
    ///
    /// # Errors
    /// If the table closes first, or takes no spectators.
    pub fn watch_begun(
        &mut self,
        table: &SeenTable,
        code: Option<&Code>,
    ) -> Result<Box<Started>, Failure> {
        let mut asked: Option<Instant> = None;
        loop {
            let Some(table) = self.tables().into_iter().find(|other| other.host == table.host)
            else {
                return Err(Failure::Network("The table was closed before a match began.".into()));
            };
            if table.line.playing && asked.is_none_or(|asked| asked.elapsed() >= REDIAL) {
                asked = Some(Instant::now());
                self.watch(&table, code)?;
            }
            match self.next(Duration::from_millis(50)) {
                News::Begins(started) => return Ok(started),
                News::Lost(failure) => return Err(failure),
                _ => {}
            }
        }
    }

    /// Waits until everybody is ready and has signed.
    ///
    /// # Errors
    /// If the table is lost first.
    pub fn begun(&mut self) -> Result<Box<Started>, Failure> {
        loop {
            match self.next(Duration::from_millis(50)) {
                News::Begins(started) => return Ok(started),
                News::Lost(failure) => return Err(failure),
                News::NotReady => self.ready(true)?,
                _ => {}
            }
        }
    }

    fn join(&mut self, host: Identity, code: Option<&Code>, wish: Wish) -> Result<(), Failure> {
        self.sit_nowhere();
        self.place = TableRole::Guest;
        Ok(self.net.join(host, code.cloned(), wish)?)
    }

    fn sit_nowhere(&mut self) {
        (self.place, self.room, self.between, self.again) =
            (TableRole::Nowhere, None, false, false);
        (self.lost, self.asked) = (None, None);
    }

    /// The person's table; `None` before it was shown.
    pub fn room(&self) -> Option<&Room> {
        self.room.as_ref()
    }

    /// The code of the person's own table.
    pub fn code(&self) -> Option<&Code> {
        match &self.place {
            TableRole::Host(code) => Some(code),
            _ => None,
        }
    }

    /// The content of a QR code that invites to the person's own table.
    pub fn invitation(&self) -> Option<Invitation> {
        self.code().map(|code| self.net.invitation(code))
    }

    /// Whether this node should be reachable and is not, because the machine is on no network.
    pub fn is_alone(&self) -> bool {
        let local = |at: &Multiaddr| net::code::socket(at).is_some_and(|s| s.ip().is_loopback());
        self.reach == Reach::Lan && self.net.addresses().iter().all(local)
    }

    /// How somebody who leaves a match can resume it, in a sentence.
    pub fn way_back(&self, id: &Digest) -> String {
        let name = proto::words(id);
        let folder = self.person.data().map_or_else(String::new, crate::data::option);
        let loopback = if self.reach == Reach::Loopback { " --loopback" } else { "" };
        format!(
            "You have left the match, and the others may go on without you. `nodealer resume {name}{loopback}{folder}` takes your seat again."
        )
    }

    /// How long a reaction window lasts at this table.
    pub fn window(&self) -> Option<Duration> {
        self.room.as_ref().map(|room| Duration::from_secs(room.line.terms.window.into()))
    }

    /// Whether the person is the host.
    pub fn is_host(&self) -> bool {
        matches!(self.place, TableRole::Host(_))
    }

    /// Whether a match was played here and the table is not yet open for the next one.
    pub fn is_between(&self) -> bool {
        self.between
    }

    /// Why the person is at no table any more; that may have happened during a match.
    pub fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    /// The failure that another process uses this person's key and was first, if so.
    pub fn copied(&self) -> Option<Failure> {
        self.copied.then(|| Failure::Network(COPIED.into()))
    }

    /// Everybody at the table.
    pub fn sitting(&self) -> Vec<Sitting<'_>> {
        let me = self.net.identity();
        let sitters = self.room.iter().flat_map(|room| &room.sitters);
        sitters
            .map(|Sitter { identity: who, name, bot, ready, .. }| Sitting {
                who: *who,
                name,
                me: *who == me,
                here: *who == me || self.net.presence(who).is_some_and(|presence| presence.up),
                bot: *bot,
                ready: ready.is_some(),
                known: match *who == me {
                    true => Acquaintance::Known,
                    false => self.person.knows(name, who),
                },
            })
            .collect()
    }

    /// A change in sentences.
    pub fn tell(&self, change: &Change) -> Vec<String> {
        match change {
            Change::Sat(who) => {
                let sitting = self.sitting().into_iter().find(|s| s.who == *who);
                let told = |s: Sitting<'_>| {
                    let bot = if s.bot { ", a bot" } else { "" };
                    format!("{} sits at the table{bot}: {}.", s.name, s.of_whom())
                };
                sitting.map(told).into_iter().collect()
            }
            Change::Rose(name) => vec![format!("{name} gets up.")],
            Change::Ready(who, ready) => {
                let is = if *ready { "is ready" } else { "is not ready any more" };
                vec![format!("{} {is}.", self.name_of(who))]
            }
            Change::Terms => {
                let terms = self.room.iter().flat_map(|room| describe(&room.line.terms));
                ["The host has changed the terms:".into()].into_iter().chain(terms).collect()
            }
            Change::Again => vec!["The table is open for another match.".into()],
        }
    }

    /// Somebody at the table, by name or by the beginning of it.
    pub fn called(&self, name: &str) -> Option<Identity> {
        let sitters = self.room.iter().flat_map(|room| &room.sitters);
        crate::called(sitters.map(|sitter| (sitter.identity, sitter.name.as_str())), name)
    }

    /// The name of somebody at the table.
    pub fn name_of(&self, who: &Identity) -> String {
        let sitter = self.room.as_ref().and_then(|room| room.sitter(who));
        sitter.map_or_else(|| who.fingerprint(), |sitter| sitter.name.clone())
    }

    /// Whether this person has said that they are ready.
    pub fn is_ready(&self) -> bool {
        let me = self.net.identity();
        let sitter = self.room.as_ref().and_then(|room| room.sitter(&me));
        // Between matches the room still shows who was ready for the last one.
        self.again || !self.between && sitter.is_some_and(|sitter| sitter.ready.is_some())
    }

    /// Says that the person is ready to play on the terms last shown, or is no longer ready. After a match,
    /// a host who is ready opens the table for another; a guest's readiness takes effect when it is open.
    ///
    /// # Errors
    /// If the network part has stopped.
    pub fn ready(&mut self, ready: bool) -> Result<(), Failure> {
        if self.between && !self.is_host() {
            self.again = ready;
            return Ok(());
        }
        if self.between && ready {
            self.between = false;
            self.again = true;
            self.net.rematch()?;
        }
        Ok(self.net.ready(ready)?)
    }

    /// As [`ready`](Self::ready), but requested by the user. Before the host has opened the table again a
    /// room does not show who would play again, so a guest says so in the chat.
    ///
    /// # Errors
    /// If the network part has stopped.
    pub fn wish(&mut self, ready: bool) -> Result<(), Failure> {
        let again = ready && self.between && !self.again && !self.is_host();
        self.ready(ready)?;
        if again {
            self.net.chat(None, "I would like to play again.")?;
        }
        Ok(())
    }

    /// Changes the terms of the person's own table; everybody has to say again that they are ready.
    ///
    /// # Errors
    /// If the network part has stopped.
    pub fn change(&mut self, terms: Terms) -> Result<(), Failure> {
        Ok(self.net.change(terms)?)
    }

    /// Removes somebody from the person's own table.
    ///
    /// # Errors
    /// If the network part has stopped.
    pub fn dismiss(&mut self, who: Identity) -> Result<(), Failure> {
        Ok(self.net.dismiss(who)?)
    }

    /// Sends a chat message to everybody at the table, or to one of them alone.
    ///
    /// # Errors
    /// If it cannot be sent, with the reason.
    pub fn say(&mut self, to: Option<Identity>, text: &str) -> Result<(), Refused> {
        if !net::lobby::printable(&net::lobby::visible(text), net::limits::CHAT) {
            return Err(Refused::impossible(format!("write 1 to {} bytes", net::limits::CHAT)));
        }
        if to == Some(self.net.identity()) {
            return Err(Refused::impossible("that is you"));
        }
        self.net.chat(to, text).map_err(|e| Refused::impossible(e.to_string()))
    }

    /// Remembers the key of somebody at the table under their name, replacing any other.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub fn trust(&mut self, who: Identity) -> Result<(), Failure> {
        let name = self.name_of(&who);
        self.person.remember(&name, who)
    }

    /// Leaves the table; a host's table is closed.
    ///
    /// # Errors
    /// If the network part has stopped.
    pub fn leave(&mut self) -> Result<(), Failure> {
        self.sit_nowhere();
        Ok(self.net.leave()?)
    }

    /// Waits until everybody who played has seen the end of the last match, or cannot be reached.
    pub fn linger(&mut self, patience: Duration) {
        let until = Instant::now() + patience;
        while let Some(last) = &mut self.last
            && !last.settle(Duration::from_millis(50))
            && Instant::now() < until
        {}
        // The others have to learn that this node has seen the end, too.
        if self.last.is_some() {
            thread::sleep(HEARD);
        }
    }

    /// Serves the transcript of a finished match to its other players, until all of them have it or nobody
    /// has fetched it for a while.
    ///
    /// # Errors
    /// If the network part has stopped.
    pub fn give(
        &mut self,
        id: Digest,
        players: &[Identity],
        known: Vec<(Identity, Vec<Multiaddr>)>,
        patience: Duration,
    ) -> Result<(), Failure> {
        // They still send messages of the match, which need no answer.
        self.net.enter(id, players.to_vec(), false, Box::new(|_| true))?;
        known.into_iter().try_for_each(|(who, at)| self.net.at(who, at))?;
        let others = players.iter().filter(|who| **who != self.net.identity());
        let mut without: BTreeSet<Identity> = others.copied().collect();
        let mut until = Instant::now() + patience;
        while !without.is_empty() && Instant::now() < until {
            match self.next(Duration::from_millis(50)) {
                News::Fetched(who, what) if what == id => {
                    without.remove(&who);
                    until = Instant::now() + patience;
                }
                News::Lost(failure) => return Err(failure),
                _ => {}
            }
        }
        // The last piece needs this long to arrive.
        thread::sleep(HEARD);
        Ok(())
    }

    /// A match begins. Remembers the keys of its players; failing to store one is no reason not to play.
    pub(crate) fn depart(&mut self) {
        (self.between, self.again, self.last) = (true, false, None);
        let new: Vec<_> = self
            .sitting()
            .into_iter()
            .filter(|sitting| sitting.known == Acquaintance::New)
            .map(|sitting| (sitting.name.to_owned(), sitting.who))
            .collect();
        let remembered =
            new.into_iter().try_for_each(|(name, who)| self.person.remember(&name, who));
        if let Err(failure) = remembered {
            self.keep(News::Notice(format!(
                "The players of this match will not be recognised next time. {failure}"
            )));
        }
    }

    /// The match is over; it still answers others until the next one begins.
    pub(crate) fn come_back(&mut self, last: Last) {
        self.last = Some(last);
        // If the network part has stopped, the next event says so.
        let _ = self.net.over();
    }

    /// Sets news aside, to be returned by the next call of [`next`](Self::next).
    pub(crate) fn keep(&mut self, news: News) {
        self.unheard.push_back(news);
    }

    /// The next news; waits for it no longer than `timeout`.
    pub fn next(&mut self, timeout: Duration) -> News {
        if let Some(news) = self.unheard.pop_front() {
            return news;
        }
        if let Some(last) = &mut self.last {
            last.settle(Duration::ZERO);
        }
        let due = |(when, _): &mut (Instant, _)| Instant::now() >= *when;
        for (_, addresses) in self.redial.extract_if(.., due) {
            // If the network part has stopped, the next event says so.
            let _ = self.net.dial(addresses);
        }
        match self.events.recv_timeout(timeout) {
            Ok(event) => self.on_event(event),
            Err(RecvTimeoutError::Timeout) => News::Idle,
            Err(RecvTimeoutError::Disconnected) => News::Lost(NetError::Stopped.into()),
        }
    }

    fn on_event(&mut self, event: Event) -> News {
        match event {
            Event::TableSeen(..) | Event::TableGone(_) => News::Tables,
            Event::Lobby(event) => self.on_lobby(event),
            Event::Started(started) => News::Begins(started),
            Event::Chat { from, whispered, text } => News::Chat { from, whispered, text },
            Event::Up(_) | Event::Down(_) => News::Room(Vec::new()),
            Event::HostLost => self.lose("The host of the table cannot be reached any more."),
            Event::Reached(who, _) => {
                self.reached = Some(who);
                News::Reached(who)
            }
            Event::Fetched(who, id) => News::Fetched(who, id),
            Event::Rival { heard: true } => News::Notice(COPY.into()),
            Event::Rival { heard: false } => {
                self.copied = true;
                self.lose(COPIED)
            }
            Event::NobodyAt(addresses) => {
                self.redial.push((Instant::now() + REDIAL, addresses));
                News::Idle
            }
        }
    }

    fn on_lobby(&mut self, event: LobbyEvent) -> News {
        match event {
            LobbyEvent::Room(room) => self.on_room(*room),
            LobbyEvent::NotReady if std::mem::take(&mut self.again) => News::Idle,
            LobbyEvent::NotReady => News::NotReady,
            LobbyEvent::Refused(refusal) => {
                let again = (refusal == Refusal::NameTaken).then(|| self.sit_under_another_name());
                again.flatten().unwrap_or_else(|| self.lose(&sentence(refusal)))
            }
            LobbyEvent::Impostor => self.lose(
                "Whoever answers for that table does not know its code: it is not the table you were invited to.",
            ),
            // Reported by an event of its own, together with this person's secrets.
            LobbyEvent::Started(_) => News::Idle,
        }
    }

    fn lose(&mut self, why: &str) -> News {
        self.sit_nowhere();
        self.lost = Some(why.into());
        News::Lost(Failure::Network(why.into()))
    }

    fn on_room(&mut self, room: Room) -> News {
        let me = self.net.identity();
        let mut changes = Vec::new();
        if self.between && !room.line.playing {
            self.between = false;
            changes.push(Change::Again);
            if !self.is_host() && std::mem::take(&mut self.again) {
                // If it fails, the next thing that is tried reports it.
                let _ = self.net.ready(true);
            }
        }
        let old = self.room.replace(room.clone());
        let before = |who: &Identity| old.as_ref().and_then(|old| old.sitter(who));
        for Sitter { identity, ready, .. } in room.sitters.iter().filter(|s| s.identity != me) {
            match before(identity) {
                None => changes.push(Change::Sat(*identity)),
                Some(was) if was.ready.is_some() != ready.is_some() => {
                    changes.push(Change::Ready(*identity, ready.is_some()));
                }
                Some(_) => {}
            }
        }
        if let Some(old) = &old {
            let left = old.sitters.iter().filter(|sitter| room.sitter(&sitter.identity).is_none());
            changes.extend(left.map(|sitter| Change::Rose(sitter.name.clone())));
            if old.line.terms != room.line.terms {
                changes.push(Change::Terms);
            }
        }
        News::Room(changes)
    }
}

/// Starts a person's node: at this port, or otherwise at the last one if that is free.
fn started(
    person: &Person,
    reach: Reach,
    port: Option<u16>,
    before: Option<u16>,
) -> Result<(Net, Receiver<Event>), Failure> {
    let start = |port| Net::start(Config { key: person.key().clone(), reach, port });
    let (net, events) = match (port, before.or_else(|| person.port())) {
        (Some(port), _) => start(Some(port))?,
        (None, Some(before)) => start(Some(before)).or_else(|_| start(None))?,
        (None, None) => start(None)?,
    };
    person.listens(net.port());
    net.answer_from(person.finished())?;
    Ok((net, events))
}

/// A node that stops when this is dropped.
struct Running(Net);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl std::ops::Deref for Running {
    type Target = Net;

    fn deref(&self) -> &Net {
        &self.0
    }
}

/// A refusal as a sentence or two.
fn sentence(refusal: Refusal) -> String {
    let text = refusal.to_string();
    let (what, advice) = text.split_once("; ").unwrap_or((&text, ""));
    [what, advice].iter().filter(|part| !part.is_empty()).fold(String::new(), |said, part| {
        let mut letters = part.chars();
        let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        let space = if said.is_empty() { "" } else { " " };
        format!("{said}{space}{first}{}.", letters.as_str())
    })
}

impl From<NetError> for Failure {
    fn from(error: NetError) -> Self {
        Self::Network(match error {
            NetError::PortTaken(port) => format!(
                "Port {port} is taken by another program. Choose another with --port, or none to take any that is free."
            ),
            NetError::Start(why) => format!(
                "The network cannot be used: {why}. `nodealer doctor` looks for the reason."
            ),
            NetError::Busy => "Too much was asked of the network at once. Try again in a moment.".into(),
            NetError::Stopped => "The network part of nodealer has stopped. Start it again; `nodealer resume` takes your seat again.".into(),
            NetError::Io(e) => return Self::Io(e),
        })
    }
}

/// The journals of matches that can be resumed from this data folder, newest first.
pub(crate) fn journals(folder: &Path) -> Vec<PathBuf> {
    crate::data::newest(&folder.join("journals"), "journal")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_told_in_sentences() {
        assert_eq!(
            sentence(Refusal::Full),
            "The table is full. Ask its host for another, or open your own."
        );
        assert_eq!(sentence(Refusal::Closed), "The host has closed the table.");
    }

    #[test]
    fn what_was_said_at_the_end_of_a_match_is_heard_after_it() {
        let ann = Person::stranger("Ann").unwrap();
        let mut lobby = Lobby::enter(ann, Reach::Loopback, None).unwrap();
        let from = Identity([2; 32]);
        lobby.keep(News::Chat { from, whispered: false, text: "again?".into() });
        let heard = lobby.next(Duration::ZERO);
        assert!(matches!(heard, News::Chat { text, .. } if text == "again?"));
    }
}
