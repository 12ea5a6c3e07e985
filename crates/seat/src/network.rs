//! A seat's part on the network: visible tables, the table the person sits at, and the beginning of a
//! match.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use net::{Acquaintance, Code, Identity, Invitation, Reach, Resumption, Started};

use crate::{
    Config, Cursor, Failure, GameLine, HomeView, Intent, LobbyView, MatchLine, PersonShown,
    Refused, SeatEventKind, Setup, SitterShown, TableLine, TermsEdit, TermsShown, about,
    asks::PendingPrompts,
    autoplay::Bots,
    bots::BotConfig,
    data, games, here,
    lan::{LanMatch, SeatConfig},
    lobby::{self, Lobby, News, SeenTable, Sitting, Wanted},
    owner::{AtHome, Location, Owner, impossible, person_shown},
    person::{Person, sound_name},
    resuming::{self, Resumable},
    session::Match,
    words,
};

/// How long a table is looked for by default.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest that a table is looked for.
const LONGEST_SEARCH: Duration = Duration::from_secs(60 * 60);
/// The interval of requests to watch a match that has not begun.
const ASK_AGAIN: Duration = Duration::from_secs(1);
/// How many finished matches are listed.
const LISTED: usize = 50;

/// A person, and their connection to the network.
pub(crate) struct Network {
    line: Connection,
    /// Why the person is offline, although a network is wanted.
    offline: Option<String>,
    /// The table that is being looked for.
    seeking: Option<Seeking>,
    /// The code that the person typed to find a table.
    code: Option<Code>,
    /// A match to be watched once it has begun, and when it was last asked for.
    watching: Option<(Identity, Option<Code>, Option<Instant>)>,
    name: String,
    folder: Option<PathBuf>,
    /// Where the journals are: for a bot that is not where its transcripts go.
    home: Option<PathBuf>,
    /// How bots play that join the person's own table.
    bots: BotConfig,
    /// The unfinished and finished matches in the person's folder, as last read.
    matches: Option<(Vec<MatchLine>, Vec<MatchLine>)>,
    /// The number of the first event since the person came to the table.
    pub(crate) since: Cursor,
}

/// A table that is being looked for.
struct Seeking {
    wanted: Wanted,
    until: Instant,
    then: Then,
}

/// What to do with the table once it is found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    /// Report that it is visible.
    Tell,
    Sit,
    Watch,
}

enum Connection {
    Off(Person),
    On(Box<Lobby>),
    /// A running match has the lobby.
    Away,
}

impl Network {
    pub(crate) fn new(person: Person) -> Self {
        Self {
            offline: None,
            seeking: None,
            code: None,
            watching: None,
            name: person.name.clone(),
            folder: person.data().map(Path::to_owned),
            home: person.home().map(Path::to_owned),
            bots: BotConfig::default(),
            matches: None,
            since: Cursor::default(),
            line: Connection::Off(person),
        }
    }

    /// Goes onto the network, if the configuration says so.
    pub(crate) fn go_online(&mut self, config: &Config) {
        self.enter(config, None);
    }

    fn enter(&mut self, config: &Config, before: Option<u16>) {
        let Some(reach) = config.reach else {
            self.offline.clone_from(&config.offline);
            return;
        };
        self.line = match std::mem::replace(&mut self.line, Connection::Away) {
            Connection::Off(person) => {
                match Lobby::enter_or_back(person, reach, config.port, before) {
                    Ok(lobby) => {
                        self.offline = None;
                        Connection::On(Box::new(lobby))
                    }
                    Err(back) => {
                        let (person, failure) = *back;
                        self.offline = Some(failure.to_string());
                        Connection::Off(person)
                    }
                }
            }
            other => other,
        };
    }

    pub(crate) fn lobby(&self) -> Option<&Lobby> {
        match &self.line {
            Connection::On(lobby) => Some(lobby),
            _ => None,
        }
    }

    fn lobby_mut(&mut self) -> Result<&mut Lobby, Refused> {
        match &mut self.line {
            Connection::On(lobby) => Ok(lobby),
            _ => Err(impossible(no_network(self.offline.as_deref()))),
        }
    }

    /// Takes the lobby out, for a match.
    fn take_lobby(&mut self) -> Result<Lobby, Refused> {
        match std::mem::replace(&mut self.line, Connection::Away) {
            Connection::On(lobby) => Ok(*lobby),
            other => {
                self.line = other;
                Err(impossible(no_network(self.offline.as_deref())))
            }
        }
    }

    pub(crate) fn name(&self) -> String {
        self.name.clone()
    }

    /// The person's name at the table, where somebody else may have theirs already.
    pub(crate) fn name_at_table(&self) -> String {
        let sitting = self.lobby().map_or_else(Vec::new, Lobby::sitting);
        let me = sitting.iter().find(|sitting| sitting.me);
        me.map_or_else(|| self.name(), |sitting| sitting.name.to_owned())
    }

    pub(crate) fn folder(&self) -> Option<PathBuf> {
        self.folder.clone()
    }

    /// The person; as shown `before` while a match has the lobby.
    pub(crate) fn person(&self, before: &PersonShown) -> PersonShown {
        match &self.line {
            Connection::Off(person) => person_shown(person),
            Connection::On(lobby) => person_shown(lobby.person()),
            Connection::Away => before.clone(),
        }
    }

    /// The match is over, and gives back the lobby if it had it.
    pub(crate) fn back_from_match(&mut self, lobby: Option<Lobby>) {
        self.matches = None;
        if let Some(lobby) = lobby {
            self.line = Connection::On(Box::new(lobby));
        }
    }

    /// The person has left a match. Starts a new node for them.
    pub(crate) fn left_match(&mut self, lobby: Option<Lobby>, config: &Config) {
        self.matches = None;
        if let Some(lobby) = lobby {
            self.line = Connection::Off(lobby.into_person());
            self.enter(config, None);
        }
    }

    pub(crate) fn leave_table(&mut self) {
        (self.seeking, self.watching, self.matches) = (None, None, None);
        if let Connection::On(lobby) = &mut self.line
            && (lobby.room().is_some() || lobby.is_host() || lobby.is_seated())
        {
            // If the network part has stopped, the next event says so.
            let _ = lobby.leave();
        }
    }

    pub(crate) fn stop_seeking(&mut self) {
        (self.seeking, self.watching) = (None, None);
    }

    pub(crate) fn is_at_table(&self) -> bool {
        self.lobby().is_some_and(|lobby| lobby.room().is_some())
    }

    pub(crate) fn linger(&mut self, patience: Duration) {
        if let Connection::On(lobby) = &mut self.line {
            lobby.linger(patience);
        }
    }

    pub(crate) fn say(&mut self, to: Option<&str>, text: &str) -> Result<(), Refused> {
        let lobby = self.lobby_mut()?;
        let to = to.map(|name| sitter(lobby, name)).transpose()?;
        lobby.say(to, text)
    }

    /// The full name of somebody at the table, from the beginning of it.
    pub(crate) fn whole_name(&self, beginning: &str) -> Option<String> {
        let lobby = self.lobby()?;
        lobby.called(beginning).map(|who| lobby.name_of(&who))
    }

    /// What the home screen shows.
    pub(crate) fn home(&mut self, home: &AtHome, folder: Option<&Path>) -> HomeView {
        let (unfinished, finished) = self.matches(folder).clone();
        let tables = self.lobby().map_or_else(Vec::new, Lobby::tables);
        HomeView {
            games: game_lines(),
            tables: tables.iter().map(TableLine::of).collect(),
            unfinished,
            finished,
            busy: home.busy.clone(),
            offline: self.offline.clone(),
            asks_code: home.asks_code.clone(),
            failed: home.failed.clone(),
        }
    }

    fn matches(&mut self, folder: Option<&Path>) -> &(Vec<MatchLine>, Vec<MatchLine>) {
        self.matches.get_or_insert_with(|| {
            let Some(folder) = folder else { return Default::default() };
            let lines = |paths: Vec<PathBuf>| {
                paths.iter().take(LISTED).filter_map(|path| about::line(path)).collect()
            };
            let finished = data::newest(&folder.join("transcripts"), "nodealer");
            let mut unfinished: Vec<MatchLine> = lines(lobby::journals(folder));
            unfinished.extend(here::lines(folder));
            unfinished.sort_by_key(|line| std::cmp::Reverse(line.when));
            (unfinished, lines(finished))
        })
    }

    /// The table that the person sits at.
    pub(crate) fn table(&self) -> LobbyView {
        let Some(lobby) = self.lobby() else { return LobbyView::default() };
        let host = lobby.is_host();
        let (code, invitation) = (lobby.code(), lobby.invitation());
        let people: Vec<SitterShown> = lobby.sitting().iter().map(SitterShown::of).collect();
        let leave_question = words::leaving_table(host).to_owned();
        let Some(room) = lobby.room() else {
            let waiting = "Sitting down …".into();
            let since = self.since;
            return LobbyView { host, waiting, leave_question, since, ..LobbyView::default() };
        };
        // Between matches the room still shows who was ready for the last one.
        let now = |sitter: SitterShown| SitterShown {
            ready: if sitter.me { lobby.is_ready() } else { sitter.ready && !lobby.is_between() },
            ..sitter
        };
        let people: Vec<SitterShown> = people.into_iter().map(now).collect();
        let addresses = invitation.as_ref().map(|i| lobby::places(&i.addresses));
        let addresses = addresses.filter(|places| !places.is_empty());
        LobbyView {
            table: room.line.name.clone(),
            code: code.map_or_else(|| Code::open(&room.line.table).to_string(), Code::to_string),
            addresses: addresses.iter().flat_map(|a| a.split(", ")).map(Into::into).collect(),
            invitation: invitation.map(|invitation| invitation.to_string()),
            host,
            terms: TermsShown::of(&room.line.terms),
            waiting: waiting(&people, usize::from(room.line.terms.seats), lobby.is_between()),
            people,
            ready: lobby.is_ready(),
            again: lobby.is_between(),
            seated: true,
            alone: host && lobby.is_alone(),
            leave_question,
            since: self.since,
        }
    }
}

/// Whom a table waits for, in a sentence.
fn waiting(people: &[SitterShown], seats: usize, between: bool) -> String {
    if between {
        return "The match is over; the host can open the table for another.".into();
    }
    let free = seats.saturating_sub(people.len());
    if free > 0 {
        return format!(
            "{} free.",
            if free == 1 { "1 seat is".into() } else { format!("{free} seats are") }
        );
    }
    let slow = people.iter().filter(|sitter| !sitter.ready);
    let slow: Vec<String> =
        slow.map(|s| if s.me { "you".into() } else { s.name.clone() }).collect();
    match slow.as_slice() {
        [] => "Everybody is ready; the terms are being signed.".into(),
        _ => format!("Waiting for {} to be ready.", words::list(&slow)),
    }
}

impl SitterShown {
    fn of(sitting: &Sitting<'_>) -> Self {
        let words = sitting.who.fingerprint();
        let known = sitting.of_whom();
        let known = known.strip_prefix(&words).unwrap_or(&known);
        Self {
            name: sitting.name.to_owned(),
            known: known.trim_start_matches([',', '.', ' ']).to_owned(),
            words,
            me: sitting.me,
            here: sitting.here,
            ready: sitting.ready,
            changed: matches!(sitting.known, Acquaintance::Changed(_)),
            bot: sitting.bot,
        }
    }
}

impl TableLine {
    /// A visible table.
    pub(crate) fn of(table: &SeenTable) -> Self {
        let SeenTable { host, line } = table;
        let closed = match lobby::playable(&line.terms) {
            Err(failure) => Some(failure.to_string()),
            Ok(_) if line.playing && !line.terms.spectators => {
                Some("A match is being played, and nobody may watch.".into())
            }
            Ok(_) if line.playing => Some("A match is being played.".into()),
            Ok(_) if line.taken >= line.terms.seats => Some("Every seat is taken.".into()),
            Ok(_) => None,
        };
        Self {
            id: host.to_hex(),
            name: line.name.clone(),
            code: table.code().to_string(),
            host: host.fingerprint(),
            by: line.host.clone(),
            terms: TermsShown::of(&line.terms),
            taken: line.taken,
            invited: line.invited,
            playing: line.playing,
            closed,
            protocol: line.protocol,
        }
    }
}

fn no_network(why: Option<&str>) -> Failure {
    Failure::Network(match why {
        Some(why) => why.to_owned(),
        None => "There is no network here. `nodealer doctor` looks for the reason.".into(),
    })
}

/// Somebody at the table, by the beginning of their name.
fn sitter(lobby: &Lobby, name: &str) -> Result<Identity, Refused> {
    lobby
        .called(name)
        .ok_or_else(|| Refused::Unknown { what: format!("player here called {name}") })
}

/// The intents that concern the network.
impl Owner {
    pub(crate) fn take_on_network(&mut self, intent: Intent) -> Result<(), Refused> {
        let at_table = matches!(self.place, Location::Lobby | Location::End(_));
        match intent {
            Intent::Host(setup) => self.host(&setup),
            Intent::Find { wanted } => self.find(&wanted),
            Intent::Join { wanted, watch, patience_s } => {
                let patience = patience_s.map_or(PATIENCE, Duration::from_secs);
                let then = if watch { Then::Watch } else { Then::Sit };
                self.is_free()?;
                self.seek_table(&wanted, then, patience)
            }
            Intent::Sit { table, code } => self.sit(&table, code.as_deref()),
            Intent::Watch { table, code } => self.watch(&table, code.as_deref()),
            Intent::Resume { game, at } => self.resume(&game, &at),
            Intent::Rename { name } => self.rename(&name),
            _ if !at_table => Err(Refused::NotHere),
            Intent::Ready { ready } => {
                let bot = self.config.bot.is_some();
                let lobby = self.network.lobby_mut()?;
                // A bot always plays again, and need not say so in the chat.
                let said = if bot { lobby.ready(ready) } else { lobby.wish(ready) };
                said.map_err(impossible)?;
                self.place = Location::Lobby;
                Ok(())
            }
            Intent::Change(edit) => self.change(&edit),
            Intent::AddBot { level } => self.add_bot(level.as_deref()),
            Intent::Trust { name } => {
                let lobby = self.network.lobby_mut()?;
                let who = sitter(lobby, &name)?;
                lobby.trust(who).map_err(impossible)
            }
            Intent::Dismiss { name } => {
                let lobby = self.own_table()?;
                let who = sitter(lobby, &name)?;
                lobby.dismiss(who).map_err(impossible)
            }
            _ => Err(Refused::NotHere),
        }
    }

    /// The lobby of a host whose table is open.
    fn own_table(&mut self) -> Result<&mut Lobby, Refused> {
        let lobby = self.network.lobby_mut()?;
        if !lobby.is_host() {
            return Err(Refused::NotHere);
        }
        if lobby.is_between() {
            let reason = "First be ready, so that the table is open again.";
            return Err(Refused::impossible(reason));
        }
        Ok(lobby)
    }

    fn host(&mut self, setup: &Setup) -> Result<(), Refused> {
        self.is_free()?;
        let terms = setup.terms().map_err(impossible)?;
        let level = setup.agree().map_err(impossible)?.level;
        if usize::from(setup.bots) >= usize::from(terms.seats) {
            let reason = format!("Bots can play at most {} seats.", terms.seats.saturating_sub(1));
            return Err(Refused::impossible(reason));
        }
        let name = setup.name.clone().unwrap_or_else(|| format!("{}'s table", self.network.name));
        self.leave_table();
        let lobby = self.network.lobby_mut()?;
        lobby.open(&name, terms, setup.invited).map_err(impossible)?;
        self.network.bots = BotConfig { level, program: self.config.program.clone() };
        self.come_to_table();
        let bots = usize::from(setup.bots);
        if bots > 0 { self.send_bots(bots).map_err(impossible) } else { Ok(()) }
    }

    fn add_bot(&mut self, level: Option<&str>) -> Result<(), Refused> {
        let level = level.map(crate::terms::level).transpose().map_err(impossible)?;
        let lobby = self.own_table()?;
        let free = lobby
            .room()
            .is_some_and(|room| room.sitters.len() < usize::from(room.line.terms.seats));
        if !free {
            return Err(Refused::impossible("No seat is free."));
        }
        self.network.bots.level = level.unwrap_or(self.network.bots.level);
        self.send_bots(1).map_err(impossible)
    }

    fn send_bots(&mut self, number: usize) -> Result<(), Failure> {
        let (Some(lobby), Some(reach)) = (self.network.lobby(), self.config.reach) else {
            return Err(no_network(None));
        };
        let Some(invitation) = lobby.invitation() else { return Ok(()) };
        let sitting = lobby.sitting().into_iter().map(|sitting| sitting.name.to_owned());
        let bots = Bots {
            folder: self.network.folder.as_deref(),
            taken: sitting.chain([self.network.name.clone()]).collect(),
            reach,
            bots: self.network.bots.clone(),
            grace: self.config.grace,
            failed: self.jobs.0.clone(),
        };
        bots.send(number, &invitation)
    }

    fn change(&mut self, edit: &TermsEdit) -> Result<(), Refused> {
        let lobby = self.own_table()?;
        let Some(room) = lobby.room() else { return Err(Refused::NotHere) };
        let terms = edit.apply(&room.line.terms, room.sitters.len()).map_err(impossible)?;
        lobby.change(terms).map_err(impossible)
    }

    fn find(&mut self, text: &str) -> Result<(), Refused> {
        let Location::Home(_) = &self.place else { return Err(Refused::NotHere) };
        if text.trim().is_empty() {
            self.place = Location::Home(AtHome::default());
            self.network.seeking = None;
            return self.network.lobby_mut().map(drop);
        }
        self.seek_table(text, Then::Tell, PATIENCE)
    }

    fn seek_table(&mut self, text: &str, then: Then, patience: Duration) -> Result<(), Refused> {
        let text = text.trim();
        let wanted = Wanted::read(Some(text).filter(|text| !text.is_empty()));
        self.network.lobby_mut()?.seek(&wanted).map_err(impossible)?;
        self.place = match text {
            "" => Location::busy("Looking for a table …"),
            text => Location::busy(&format!("Looking for {text} …")),
        };
        self.network.code = wanted.code().cloned();
        let until = Instant::now() + patience.min(LONGEST_SEARCH);
        self.network.seeking = Some(Seeking { wanted, until, then });
        Ok(())
    }

    /// The table with that id, and the code that was typed for it.
    fn table(
        &mut self,
        id: &str,
        code: Option<&str>,
    ) -> Result<(SeenTable, Option<Code>), Refused> {
        self.is_free()?;
        let known = self.network.code.clone();
        let lobby = self.network.lobby_mut()?;
        let table = lobby.tables().into_iter().find(|table| table.host.to_hex() == id);
        let table = table.ok_or_else(|| Refused::Unknown { what: "such table now".into() })?;
        let typed = match code.map(str::trim).filter(|code| !code.is_empty()) {
            Some(code) => {
                Some(code.parse::<Code>().map_err(|e| Refused::impossible(format!("{e}.")))?)
            }
            None => known.filter(|code| code.finds(&table.line.table)),
        };
        let code = typed.filter(|code| code.secret().is_some());
        if table.line.invited && code.is_none() {
            let reason =
                "The table is for invited people: type its whole code, such as K7QD-3WX9PA.";
            return Err(Refused::impossible(reason));
        }
        Ok((table, code))
    }

    fn sit(&mut self, id: &str, code: Option<&str>) -> Result<(), Refused> {
        let (table, code) = self.table(id, code)?;
        self.leave_table();
        self.network.lobby_mut()?.sit(&table, code.as_ref()).map_err(impossible)?;
        self.come_to_table();
        Ok(())
    }

    fn watch(&mut self, id: &str, code: Option<&str>) -> Result<(), Refused> {
        let (table, code) = self.table(id, code)?;
        lobby::playable(&table.line.terms).map_err(impossible)?;
        self.leave_table();
        self.network.watching = Some((table.host, code, None));
        let what = match table.line.playing {
            true => "Asking to watch the match …".into(),
            false => format!("Waiting for the match at {} to begin …", table.line.name),
        };
        self.place = Location::busy(&what);
        Ok(())
    }

    fn resume(&mut self, name: &str, at: &[String]) -> Result<(), Refused> {
        self.is_free()?;
        let all = Resumable::all(self.folder().as_deref(), self.network.home.as_deref());
        let found = all.iter().find(|one| one.name.starts_with(name));
        let found = found.ok_or_else(|| Refused::Unknown {
            what: match name {
                "" => "match to resume".into(),
                _ => format!("match {name} here"),
            },
        })?;
        match found.here {
            true => self.resume_here(&found.path)?,
            false => self.resume_on_network(&found.path, at)?,
        }
        let told = Resumable::first_told(&all).filter(|_| name.is_empty());
        told.into_iter().for_each(|told| self.notice(told));
        Ok(())
    }

    /// Resumes an unfinished match on the network from its journal.
    fn resume_on_network(&mut self, path: &Path, at: &[String]) -> Result<(), Refused> {
        let reach = self.config.reach.ok_or_else(|| impossible(no_network(None)))?;
        self.leave_table();
        // The others may look for this node at another port, so it is started anew.
        let person = match std::mem::replace(&mut self.network.line, Connection::Away) {
            Connection::Off(person) => person,
            Connection::On(lobby) => lobby.into_person(),
            Connection::Away => return Err(Refused::NotHere),
        };
        self.network.line = Connection::Off(person);
        self.network.enter(&self.config, Resumption::read(path).port);
        let lobby = self.network.take_lobby()?;
        let begun = self.resume_bots(&resuming::name_of(path), reach).and_then(|()| {
            let begun = LanMatch::resume(lobby, path, self.seat_config())?;
            let places = at.iter().filter_map(|at| Invitation::read(at).ok());
            places.into_iter().try_for_each(|at| begun.look_at(&at.addresses))?;
            Ok(begun)
        });
        self.seated(begun, None)
    }

    /// Lets the bots of this match in the person's folder resume it too.
    fn resume_bots(&self, game: &str, reach: Reach) -> Result<(), Failure> {
        let folder =
            self.network.folder.as_deref().filter(|_| self.network.folder == self.network.home);
        let journals = folder.map_or_else(Vec::new, |folder| resuming::bots_of(folder, game));
        let bots = Bots {
            folder,
            taken: Vec::new(),
            reach,
            bots: self.seat_config().bots,
            grace: self.config.grace,
            failed: self.jobs.0.clone(),
        };
        bots.resume(&journals, game)
    }

    fn seat_config(&self) -> SeatConfig {
        let bots = self.config.bot.clone().unwrap_or_else(|| self.network.bots.clone());
        let Config { grace, patience, .. } = self.config;
        SeatConfig { bot: self.config.bot.is_some(), bots, grace, patience }
    }

    /// Shows the match that has begun, or why it could not.
    fn seated(
        &mut self,
        begun: Result<LanMatch, Failure>,
        window: Option<Duration>,
    ) -> Result<(), Refused> {
        match begun {
            Ok(begun) => {
                let session: Box<dyn Match> = match self.config.bot {
                    Some(_) => Box::new(begun),
                    None => Box::new(self.as_liked(PendingPrompts::new(
                        begun,
                        window.unwrap_or(self.config.window),
                    ))),
                };
                self.begin(session, None);
                Ok(())
            }
            Err(failure) => {
                // The match has consumed the person, who is loaded from their folder again.
                if let Some(folder) = self.network.folder.clone()
                    && self.network.home.as_ref() == Some(&folder)
                    && let Ok(person) = Person::of(&folder, &self.network.name)
                {
                    self.network.line = Connection::Off(person);
                    self.network.go_online(&self.config);
                }
                self.place = Location::failed(&failure);
                Err(impossible(failure))
            }
        }
    }

    fn rename(&mut self, name: &str) -> Result<(), Refused> {
        let Location::Home(_) = self.place else { return Err(Refused::NotHere) };
        let name = sound_name(name).map_err(impossible)?;
        match &mut self.network.line {
            Connection::Off(person) => person.name.clone_from(&name),
            Connection::On(lobby) => lobby.rename(&name),
            Connection::Away => return Err(Refused::NotHere),
        }
        if let Some(folder) = &self.network.folder {
            let named = serde_json::json!({ "name": name });
            crate::settings::remember(folder, &named).map_err(impossible)?;
        }
        self.network.name = name;
        self.config.unnamed = false;
        Ok(())
    }

    /// Handles what has happened on the network.
    pub(crate) fn hear_network(&mut self) {
        self.seek();
        self.ask_to_watch();
        loop {
            let Connection::On(lobby) = &mut self.network.line else { return };
            let told: Vec<SeatEventKind> = match lobby.next(Duration::ZERO) {
                News::Idle => return,
                News::Tables | News::Reached(_) | News::Fetched(..) => {
                    self.tables_changed();
                    continue;
                }
                News::Room(changes) => {
                    let told = changes.iter().flat_map(|change| lobby.tell(change));
                    told.map(|text| SeatEventKind::Notice { text }).collect()
                }
                News::NotReady => {
                    let text = "You are not ready any more: something has changed.".into();
                    vec![SeatEventKind::Notice { text }]
                }
                News::Chat { from, whispered, text } => {
                    let from = lobby.name_of(&from);
                    vec![SeatEventKind::Chat { from, seat: None, whispered, text, to: None }]
                }
                News::Notice(text) => vec![SeatEventKind::Notice { text }],
                News::Begins(started) => return self.started(*started),
                News::Lost(failure) => {
                    (self.network.watching, self.network.seeking) = (None, None);
                    if !matches!(self.place, Location::End(_) | Location::Replay(..)) {
                        self.place = Location::failed(&failure);
                    }
                    vec![SeatEventKind::Notice { text: failure.to_string() }]
                }
            };
            self.tables_changed();
            told.into_iter().for_each(|told| self.tell(told));
        }
    }

    fn started(&mut self, started: Started) {
        self.network.watching = None;
        let Ok(lobby) = self.network.take_lobby() else { return };
        let window = lobby.window();
        let begun = LanMatch::begin(lobby, started, self.seat_config());
        if let Err(why) = self.seated(begun, window) {
            self.notice(why.to_string());
        }
    }

    /// Does what was wanted with the table once it is visible.
    fn seek(&mut self) {
        let (Some(Seeking { wanted, until, then }), Some(lobby)) =
            (&self.network.seeking, self.network.lobby())
        else {
            return;
        };
        let found = match lobby.found(wanted) {
            Ok(None) if Instant::now() < *until => return,
            Ok(None) => Err(lobby.not_found(wanted)),
            found => found,
        };
        let then = *then;
        self.network.seeking = None;
        self.place = Location::Home(AtHome::default());
        self.tables_changed();
        match found {
            Ok(Some(table)) if then == Then::Tell => {
                self.notice(format!("{} is in sight.", table.line.name));
            }
            Ok(Some(table)) => self.go_to(&table, then),
            Ok(None) => {}
            Err(failure) => self.fail(&failure),
        }
    }

    /// Sits down at the table that was looked for, or watches it.
    fn go_to(&mut self, table: &SeenTable, then: Then) {
        let code = self.network.code.as_ref();
        let secret = code.is_some_and(|code| code.secret().is_some());
        if table.line.invited && !secret {
            let asks_code = Some(TableLine::of(table));
            self.place = Location::Home(AtHome { asks_code, ..AtHome::default() });
            return;
        }
        let id = table.host.to_hex();
        let gone = match then {
            Then::Watch => self.watch(&id, None),
            Then::Sit | Then::Tell => self.sit(&id, None),
        };
        if let Err(why) = gone {
            self.fail(&Failure::Network(why.to_string()));
        }
    }

    /// Reports the failure of something that was asked for earlier.
    fn fail(&mut self, failure: &Failure) {
        self.place = Location::failed(failure);
        self.notice(failure.to_string());
    }

    fn ask_to_watch(&mut self) {
        let Some((host, code, asked)) = &mut self.network.watching else { return };
        let Connection::On(lobby) = &mut self.network.line else { return };
        let watched = match lobby.tables().into_iter().find(|table| table.host == *host) {
            None => {
                let why = "The table was closed before a match began.";
                Err(Failure::Network(why.into()))
            }
            Some(table)
                if table.line.playing && asked.is_none_or(|at| at.elapsed() >= ASK_AGAIN) =>
            {
                *asked = Some(Instant::now());
                lobby.watch(&table, code.clone().as_ref())
            }
            Some(_) => Ok(()),
        };
        if let Err(failure) = watched {
            self.network.watching = None;
            self.fail(&failure);
        }
    }
}

/// The games that are offered.
pub(crate) fn game_lines() -> Vec<GameLine> {
    games::all().iter().map(|game| GameLine::of(*game)).collect()
}
