//! The loop around the application: keys, the session, and whatever takes longer.

use std::{
    fmt::Display,
    io,
    path::{Path, PathBuf},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use ratatui::{
    Terminal,
    backend::Backend,
    crossterm::event::{Event, KeyCode},
};

use net::{Code, Started};

use super::{
    app::{App, Effect},
    end::{Again, How, Kept},
    house::{House, Reading},
    lobby::{Deed, Sight},
    overlay::{Reader, Whom},
    replay::Replay,
};
use crate::{
    Failure, games,
    lobby::{Lobby, News as Heard, Table, Wanted},
    session::{self, Match, Update},
};

/// How long a table that somebody names is looked for.
const PATIENCE: Duration = Duration::from_secs(10);
/// So many lines are told one after the other; whoever has more to catch up with scrolls through it.
const AT_ONCE: u32 = 12;
/// What comes up by itself is not confirmed before somebody can have seen it.
const SEEN: Duration = Duration::from_millis(300);

fn no_network() -> Failure {
    Failure::Network("There is no network here. `nodealer doctor` looks for the reason.".into())
}

/// Runs an application on any terminal.
pub struct Runner<'a, B: Backend> {
    /// The application.
    pub app: App,
    terminal: Terminal<B>,
    house: &'a mut dyn House,
    session: Option<Box<dyn Match>>,
    /// The network before, between and after matches on it; a match on it takes it along.
    lobby: Option<Lobby>,
    /// A table that is looked for, and until when.
    seeking: Option<(Wanted, Instant)>,
    /// A transcript that is read, for the person to look back at.
    opening: Option<PathBuf>,
    /// Since when one thing is told after the other.
    telling: Option<Instant>,
    /// When something to confirm came up by itself.
    came_up: Option<Instant>,
    /// The transcripts of the matches that were played.
    kept: Vec<PathBuf>,
    /// When the match began; nothing if nobody is to be told how long things take.
    began: Option<Instant>,
    news: mpsc::Receiver<News>,
    sender: mpsc::Sender<News>,
    /// How many threads have not reported yet.
    working: usize,
    changed: bool,
    bell: bool,
    left: Option<Left>,
    failure: Option<Failure>,
    /// How to come back to the match that was left last.
    way_back: Option<String>,
}

/// How somebody left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// As one does.
    Quit,
    /// By an interrupt.
    Interrupted,
}

/// What a thread has found out.
enum News {
    Opened(PathBuf, Result<Replay, Failure>),
    Audited(PathBuf, Result<Replay, Failure>),
}

/// What the loop may do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// More is there at once.
    Busy,
    /// Something was said: time to read it.
    Read,
    /// The session or a thread may have something in a moment.
    Soon,
    /// The network may have something some time.
    Quiet,
    /// Nothing happens before a key is pressed.
    Asleep,
}

impl Pace {
    /// How long to wait for keys before looking again, for somebody who reads like this.
    pub fn wait(self, reading: Reading) -> Duration {
        match self {
            Self::Busy => Duration::ZERO,
            Self::Read => reading.time(),
            Self::Soon => Duration::from_millis(50),
            Self::Quiet => Duration::from_millis(250),
            Self::Asleep => Duration::from_secs(3600),
        }
    }
}

impl<'a, B: Backend> Runner<'a, B> {
    /// An application on a terminal.
    pub fn new(app: App, terminal: Terminal<B>, house: &'a mut dyn House) -> Self {
        let (sender, news) = mpsc::channel();
        Self {
            app,
            terminal,
            house,
            session: None,
            lobby: None,
            seeking: None,
            opening: None,
            telling: None,
            came_up: None,
            kept: Vec::new(),
            began: Some(Instant::now()),
            news,
            sender,
            working: 0,
            changed: true,
            bell: false,
            left: None,
            failure: None,
            way_back: None,
        }
    }

    /// Tells no times, so that the same match looks the same every time.
    #[must_use]
    pub fn untimed(mut self) -> Self {
        self.began = None;
        self
    }

    /// Sits down at a match.
    pub fn sit_down(&mut self, session: Box<dyn Match>) {
        (self.opening, self.failure) = (None, None);
        self.way_back = None;
        self.app.sit_down(&*session, self.house.caution());
        self.session = Some(session);
        self.came_up();
        self.began = self.began.map(|_| Instant::now());
        self.changed = true;
    }

    /// Goes onto the network, if there is a way.
    pub fn go_online(&mut self) {
        if let Some(network) = self.house.network() {
            match network.enter() {
                Ok(lobby) => {
                    let caution = lobby.person().caution();
                    self.lobby = Some(lobby);
                    caution.into_iter().for_each(|what| self.app.caution(what));
                }
                Err(failure) => {
                    let why = failure.to_string();
                    self.app.home_mut().into_iter().for_each(|home| home.offline(why.clone()));
                }
            }
        }
        self.offer();
    }

    /// The network, on which somebody is already: at a table, or looking for one.
    pub fn on_network(&mut self, lobby: Lobby, wanted: Option<(Wanted, Duration)>) {
        self.lobby = Some(lobby);
        match wanted {
            Some((wanted, patience)) => self.seek(wanted, patience),
            None => self.enter(true),
        }
    }

    /// The network, once the person has left.
    pub fn into_lobby(self) -> Option<Lobby> {
        let played = self.session.and_then(Match::lobby);
        played.or(self.lobby)
    }

    /// Reads, audits and shows a transcript.
    fn open(&mut self, path: PathBuf) {
        self.opening = Some(path.clone());
        self.work(move || {
            let read = Replay::load(&path);
            News::Opened(path, read)
        });
    }

    /// Something to confirm has come up without being asked for. Where no times are told, keys come from
    /// somebody who has seen it.
    fn came_up(&mut self) {
        self.came_up = self.began.map(|_| Instant::now());
    }

    /// The transcripts of the matches that were played, the last one last.
    pub fn kept(&self) -> &[PathBuf] {
        &self.kept
    }

    /// How to come back to the match that the person is in, or has left, and that goes on.
    pub fn way_back(&self) -> Option<String> {
        let now = self.session.as_ref().and_then(|session| session.way_back());
        now.or_else(|| self.way_back.clone())
    }

    /// The terminal, to look at.
    pub fn terminal(&self) -> &Terminal<B> {
        &self.terminal
    }

    /// The terminal.
    pub fn terminal_mut(&mut self) -> &mut Terminal<B> {
        &mut self.terminal
    }

    /// Whether to ring, once.
    pub fn take_bell(&mut self) -> bool {
        std::mem::take(&mut self.bell)
    }

    /// How the person left, and what ended the match they came for; nothing while they are here.
    pub fn left(&mut self) -> Option<Result<Left, Failure>> {
        let left = self.left?;
        Some(self.failure.take().map_or(Ok(left), Err))
    }

    /// Whether nothing is being worked on beside the session.
    pub fn is_idle(&self) -> bool {
        self.working == 0
    }

    /// Takes in a key, the mouse, or another size.
    pub fn event(&mut self, event: &Event) {
        let unseen = self.came_up.is_some_and(|at| at.elapsed() < SEEN) && !self.app.is_writing();
        let effects = match event {
            Event::Key(key) if unseen && key.code == KeyCode::Enter => return,
            Event::Key(key) => self.app.key(*key),
            Event::Mouse(mouse) => self.app.mouse(*mouse),
            Event::Resize(width, height) => {
                self.app.resize(*width, *height);
                Vec::new()
            }
            _ => return,
        };
        self.changed = true;
        effects.into_iter().for_each(|effect| self.carry_out(effect));
    }

    /// Looks once at everything else that may have happened.
    pub fn look(&mut self) -> Pace {
        if let Ok(news) = self.news.try_recv() {
            self.working = self.working.saturating_sub(1);
            self.changed = true;
            self.hear(news);
        }
        self.hear_lobby();
        let Some(session) = &mut self.session else {
            return match &self.lobby {
                _ if self.working > 0 || self.seeking.is_some() => Pace::Soon,
                Some(lobby) if lobby.room().is_some() => Pace::Soon,
                Some(_) => Pace::Quiet,
                None => Pace::Asleep,
            };
        };
        let update = session.next(Duration::ZERO);
        let now = self.began.map_or(Duration::ZERO, |began| began.elapsed());
        let (changed, effects) = self.app.update(&update, &**session, now);
        self.changed |= changed;
        effects.into_iter().for_each(|effect| self.carry_out(effect));
        match update {
            Update::Over(outcome) => self.over(How::Over(outcome)),
            Update::Failed(failure) => {
                let how = How::Failed(failure.to_string());
                self.failure = Some(failure);
                self.over(how);
            }
            Update::Idle => {
                self.telling = None;
                return Pace::Soon;
            }
            Update::Said(_) => {
                let since = self.telling.get_or_insert_with(Instant::now).elapsed();
                if since < AT_ONCE * self.app.settings().pace.time() {
                    return Pace::Read;
                }
            }
            Update::Ask => {
                self.telling = None;
                self.came_up();
            }
            _ => {}
        }
        Pace::Busy
    }

    /// Draws, if anything looks different.
    ///
    /// # Errors
    /// If the terminal cannot be written to.
    pub fn draw(&mut self) -> Result<bool, Failure>
    where
        B::Error: Display,
    {
        if !std::mem::take(&mut self.changed) {
            return Ok(false);
        }
        let app = &self.app;
        let drawn = self.terminal.draw(|frame| app.draw(frame));
        drawn.map_err(|e| Failure::Io(io::Error::other(e.to_string())))?;
        Ok(true)
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Choose(entry) => {
                if let Some(session) = &mut self.session {
                    let result = session.choose(entry);
                    self.app.chosen(result, &**session);
                }
            }
            Effect::Asks | Effect::Pay => {
                if let Some(session) = &mut self.session {
                    let how = match effect {
                        Effect::Pay => session.want_aside(),
                        _ => session.ask_otherwise(),
                    };
                    how.into_iter().for_each(|how| self.app.asks(how, &**session));
                }
            }
            Effect::Play(game, seats) => self.play(game, seats),
            Effect::Host(game) => self.host(game),
            Effect::Seek(text) => self.seek(Wanted::read(Some(&text)), PATIENCE),
            Effect::Sit(table, code) => self.sit(table, code),
            Effect::Lobby(deed) => self.at_table(deed),
            Effect::Say(to, text) => self.say(to.as_ref(), &text),
            Effect::GoOn(without) => {
                let cast = self.session.as_mut().is_some_and(|session| session.go_on(without));
                self.app.voted(cast);
            }
            Effect::Rematch => {
                self.at_table(Deed::Ready(true));
                self.enter(false);
            }
            Effect::Resume(path) => self.resume(&path),
            Effect::Leave => self.leave(),
            Effect::Open(path) => self.open(path),
            Effect::Remember(settings) => {
                if let Err(failure) = self.house.remember(settings) {
                    self.app.fail(&failure);
                }
            }
            Effect::Rename(settings) => match self.house.rename(settings) {
                Ok(()) => {
                    self.lobby = None;
                    self.go_online();
                }
                Err(failure) => self.app.fail(&failure),
            },
            Effect::Bell => self.bell = true,
            Effect::Quit => self.left = Some(Left::Quit),
            Effect::Interrupt => {
                self.failure = None;
                self.left = Some(Left::Interrupted);
            }
        }
    }

    fn play(&mut self, game: &str, seats: usize) {
        let Some(game) = games::find(game) else { return };
        self.failure = None;
        match self.house.sit_down(game, seats) {
            Ok(session) => self.sit_down(session),
            Err(failure) => self.app.fail(&failure),
        }
    }

    fn host(&mut self, game: &str) {
        let Some(game) = games::find(game) else { return };
        let opened = match (self.house.network(), &mut self.lobby) {
            (Some(network), Some(lobby)) => network.open(lobby, game),
            _ => Err(no_network()),
        };
        match opened {
            Ok(()) => self.enter(true),
            Err(failure) => self.fail(failure),
        }
    }

    fn seek(&mut self, wanted: Wanted, patience: Duration) {
        let sought = self.lobby.as_mut().ok_or_else(no_network).and_then(|l| l.seek(&wanted));
        match sought {
            Ok(()) => self.seeking = Some((wanted, Instant::now() + patience)),
            Err(failure) => self.fail(failure),
        }
    }

    /// Sits down at the table that was looked for, once it is seen.
    fn find(&mut self) {
        let (Some((wanted, until)), Some(lobby)) = (&self.seeking, &self.lobby) else { return };
        let found = match lobby.found(wanted) {
            Ok(None) if Instant::now() < *until => return,
            Ok(None) => Err(lobby.not_found(wanted)),
            Ok(Some(table)) => Ok((Box::new(table), wanted.code().cloned())),
            Err(failure) => Err(failure),
        };
        self.seeking = None;
        self.changed = true;
        match found {
            Ok((table, code)) => self.sit(table, code),
            Err(failure) => self.fail(failure),
        }
    }

    fn sit(&mut self, table: Box<Table>, code: Option<Code>) {
        let Some(lobby) = &mut self.lobby else { return self.fail(no_network()) };
        let code = code.filter(|code| code.secret().is_some());
        if table.line.invited && code.is_none() {
            return self.app.ask_code(table);
        }
        let sat = match table.line.playing {
            true => lobby.watch(&table, code.as_ref()),
            false => lobby.sit(&table, code.as_ref()),
        };
        match sat {
            Ok(()) => self.enter(true),
            Err(failure) => self.fail(failure),
        }
    }

    /// Shows the table before a match.
    fn enter(&mut self, anew: bool) {
        if let Some(lobby) = &self.lobby {
            (self.opening, self.failure) = (None, None);
            self.app.enter(Sight::of(lobby), anew);
            self.changed = true;
            self.came_up();
        }
    }

    fn at_table(&mut self, deed: Deed) {
        // Whoever presses a key twice has changed their mind only if they could see what came of it.
        self.came_up();
        let Some(lobby) = &mut self.lobby else { return };
        let done = match deed {
            Deed::Ready(ready) => lobby.wish(ready),
            Deed::Terms(terms) => lobby.change(terms),
            Deed::Trust(who) => lobby.trust(who),
            Deed::Dismiss(who) => lobby.dismiss(who),
            Deed::Bot => match self.house.network() {
                Some(network) => network.send_bot(lobby),
                None => Err(no_network()),
            },
        };
        let said = done.err().map(|failure| failure.to_string());
        self.app.room(Sight::of(lobby), said.into_iter().collect());
    }

    fn say(&mut self, to: Option<&Reader>, text: &str) {
        let result = match (&mut self.session, &mut self.lobby, to.map(|(whom, _)| *whom)) {
            (Some(session), _, None) => session.say(None, text),
            (Some(session), _, Some(Whom::Seat(seat))) => session.say(Some(seat), text),
            (None, Some(lobby), None) => lobby.say(None, text),
            (None, Some(lobby), Some(Whom::Person(who))) => match lobby.is_sitting(&who) {
                true => lobby.say(Some(who), text),
                false => Err("they have left".into()),
            },
            _ => Err("nobody is there".into()),
        };
        self.app.said(to, text, result);
    }

    fn resume(&mut self, journal: &Path) {
        let begun = match (self.house.network(), self.lobby.take()) {
            (Some(network), Some(lobby)) => network.resume(lobby, journal),
            _ => Err(no_network()),
        };
        self.begun(begun);
    }

    fn begin(&mut self, started: Started) {
        let begun = match (self.house.network(), self.lobby.take()) {
            (Some(network), Some(lobby)) => network.begin(lobby, started),
            _ => Err(no_network()),
        };
        self.begun(begun);
    }

    fn begun(&mut self, begun: Result<Box<dyn Match>, Failure>) {
        match begun {
            Ok(session) => self.sit_down(session),
            Err(failure) => {
                self.fail(failure);
                self.go_online();
            }
        }
    }

    /// Away from the match, or from the table. Whoever has left a match on the network is a new node
    /// there.
    fn leave(&mut self) {
        self.way_back = self.way_back();
        let left = self.session.take().is_some();
        (self.seeking, self.opening) = (None, None);
        if let Some(lobby) = &mut self.lobby {
            if lobby.room().is_some() || lobby.is_host() {
                // If the network part has stopped, the next event says so.
                let _ = lobby.leave();
            }
        } else if left && self.app.has_home() {
            self.go_online();
        }
        self.offer();
        if left && let Some(home) = self.app.home_mut() {
            home.at_unfinished();
        }
    }

    /// Brings the home screen up to date.
    fn offer(&mut self) {
        let transcripts = self.house.transcripts();
        let unfinished = self.house.network().map_or_else(Vec::new, |n| n.unfinished());
        let name = self.house.name();
        if let Some(home) = self.app.home_mut() {
            home.offer(&transcripts, &unfinished);
            if let Some(lobby) = &self.lobby {
                home.tables(lobby.tables());
            }
            name.iter().for_each(|name| home.called(name));
        }
    }

    /// Something that was asked for failed: told at home, and the end where there is none.
    fn fail(&mut self, failure: Failure) {
        self.app.fail(&failure);
        if !self.app.has_home() {
            self.left = Some(Left::Quit);
            self.failure = Some(failure);
        }
    }

    /// What has happened on the network.
    fn hear_lobby(&mut self) {
        self.find();
        let Some(lobby) = &mut self.lobby else { return };
        let mut said = Vec::new();
        let mut looks_other = false;
        loop {
            let news = lobby.next(Duration::ZERO);
            looks_other |= matches!(
                news,
                Heard::Room(_)
                    | Heard::NotReady
                    | Heard::Chat { .. }
                    | Heard::Notice(_)
                    | Heard::Lost(_)
            );
            match news {
                Heard::Idle => break,
                Heard::Tables | Heard::Reached(_) => {
                    let tables = lobby.tables();
                    self.app.home_mut().into_iter().for_each(|home| home.tables(tables.clone()));
                    self.changed = true;
                }
                Heard::Room(changes) => {
                    said.extend(changes.iter().flat_map(|change| lobby.tell(change)));
                }
                Heard::NotReady => {
                    said.push("You are not ready any more: something has changed.".into());
                }
                Heard::Chat { from, whispered, text } => {
                    said.push(session::chat(&lobby.name_of(&from), whispered, &text));
                }
                Heard::Notice(what) => {
                    self.app.caution(what.clone());
                    said.push(what);
                }
                Heard::Fetched(..) => {}
                Heard::Begins(started) => return self.begin(*started),
                Heard::Lost(failure) if self.app.is_in_lobby() || lobby.copied().is_some() => {
                    self.seeking = None;
                    return self.fail(failure);
                }
                Heard::Lost(failure) => said.push(failure.to_string()),
            }
        }
        if looks_other {
            self.changed = true;
            self.app.room(Sight::of(lobby), said);
        }
    }

    /// Keeps the transcript and has it audited once more.
    fn over(&mut self, how: How) {
        let Some(mut session) = self.session.take() else { return };
        let seated = session.seat().is_some();
        let kept =
            match session.record().map(|record| (self.house.keep(&record), record.fingerprint)) {
                Some((Ok(path), fingerprint)) => Ok(Kept { fingerprint, path }),
                Some((Err(failure), _)) => Err(failure.to_string()),
                None => Err("There is no transcript of a whole match.".into()),
            };
        let path = kept.as_ref().ok().map(|kept| kept.path.clone());
        if path.is_some() {
            session.kept();
        }
        let back = session.lobby();
        let at_table = back.as_ref().is_some_and(|lobby| lobby.room().is_some());
        let again = match at_table && self.house.network().is_some() {
            _ if !seated => Again::Nobody,
            true => Again::Table,
            false => Again::Here,
        };
        self.lobby = back.or(self.lobby.take());
        if let Some(lobby) = &self.lobby {
            self.app.room(Sight::of(lobby), Vec::new());
        }
        self.app.end(how, kept, again);
        self.came_up();
        if let Some(path) = path {
            self.kept.push(path.clone());
            self.work(move || {
                let read = Replay::load(&path);
                News::Audited(path, read)
            });
        }
    }

    fn work(&mut self, job: impl FnOnce() -> News + Send + 'static) {
        let sender = self.sender.clone();
        self.working += 1;
        // Nobody listens any more once the application has ended.
        thread::spawn(move || drop(sender.send(job())));
    }

    fn hear(&mut self, news: News) {
        match news {
            // Who has gone elsewhere meanwhile does not want it any more.
            News::Opened(path, read) if self.opening.as_ref() == Some(&path) => {
                self.opening = None;
                match read {
                    Ok(replay) => self.app.open(replay),
                    Err(failure) => {
                        self.fail(failure);
                    }
                }
            }
            News::Opened(..) => {}
            News::Audited(path, read) => self.app.audited(&path, read),
        }
    }
}
