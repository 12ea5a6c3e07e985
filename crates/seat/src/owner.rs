//! The thread that owns a seat: it handles the screens' intents, advances the match and the network, and
//! publishes snapshots of both.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{self, Receiver, RecvTimeoutError, TryRecvError},
    },
    thread,
    time::Duration,
};

use engine::Seat;

use crate::{
    Answer, AuditShown, Config, Cursor, EndView, Failure, FailureShown, HomeView, Intent,
    PersonShown, Refused, ResultShown, SeatEventKind, SeatState, Settings, Setup, Snapshot,
    TableLine,
    asks::{PendingPrompts, When},
    autoplay,
    bots::BotConfig,
    client::{Hub, Wanted},
    data,
    hand::{self, Hand},
    here,
    lan::LanMatch,
    local::{Agreement, LocalMatch},
    network::{Network, game_lines},
    notes,
    person::Person,
    playing::{Clocks, Pace, Playing, Progress, called, seat_at},
    reel::Reel,
    session::{self, Match, Record, Update},
    shown::Text,
    terms::{self, Agreed},
};

/// How long a closed seat keeps its last match for those who have not seen its end.
const STAY: Duration = Duration::from_secs(10);
/// As above, for a bot, where no person waits for it to close.
const BOT_STAY: Duration = Duration::from_secs(30);
/// The interval at which a match that waits for somebody is polled.
const MATCH_PACE: Duration = Duration::from_millis(10);
/// The interval at which the network is polled.
const NETWORK_PACE: Duration = Duration::from_millis(40);
/// How many events are taken at once before they are published.
const AT_ONCE: usize = 64;
/// The interval of polling where only intents can change anything.
const IDLE_PACE: Duration = Duration::from_millis(500);

/// The state of a seat, on its own thread.
pub(crate) struct Owner {
    pub(crate) config: Config,
    settings: Settings,
    hub: Arc<Hub>,
    pub(crate) network: Network,
    pub(crate) place: Location,
    /// Events since the last published snapshot.
    told: Vec<SeatEventKind>,
    changed: bool,
    /// The setup of a match that is played on this machine alone.
    setup: Option<Setup>,
    /// The clocks as they were last published.
    clocks: Clocks,
    /// The channel for results of background work, such as an audit, and how many are still to come.
    pub(crate) jobs: (mpsc::Sender<Done>, Receiver<Done>),
    working: usize,
    /// How many events are taken at once before they are published.
    at_once: usize,
}

/// What the person is doing.
pub(crate) enum Location {
    Home(AtHome),
    Lobby,
    Match(Box<Playing>),
    End(Box<Ended>),
    /// With the end of the match from which it was opened.
    Replay(Box<Reel>, Option<Box<Ended>>),
}

/// At home: what is in progress, and what failed last.
#[derive(Default)]
pub(crate) struct AtHome {
    pub busy: Option<String>,
    pub asks_code: Option<TableLine>,
    pub failed: Option<FailureShown>,
}

impl Location {
    /// At home, after a failure.
    pub(crate) fn failed(failure: &Failure) -> Self {
        let failed = FailureShown { text: failure.to_string(), status: failure.status() };
        Self::Home(AtHome { failed: Some(failed), ..AtHome::default() })
    }

    /// At home, while something is in progress.
    pub(crate) fn busy(what: &str) -> Self {
        Self::Home(AtHome { busy: Some(what.into()), ..AtHome::default() })
    }
}

/// A match that is over, and its replay once it was audited.
pub(crate) struct Ended {
    view: EndView,
    reel: Option<Box<Reel>>,
}

/// The result of background work.
pub(crate) enum Done {
    Audited(String, Result<Box<Reel>, Failure>),
    Opened(Result<Box<Reel>, Failure>),
    /// A match over real connections on this machine has begun, or failed to; with its setup.
    Begun(Setup, Box<Result<LanMatch, Failure>>),
    /// A bot of this process has failed: why.
    BotFailed(String),
}

impl Owner {
    /// The snapshot before the seat has done anything.
    pub(crate) fn first_snapshot(person: &Person, settings: &Settings) -> Snapshot {
        Snapshot {
            at: Cursor::default(),
            person: person_shown(person),
            settings: settings.clone(),
            state: SeatState::Home(HomeView { games: game_lines(), ..HomeView::default() }),
        }
    }

    pub(crate) fn new(person: Person, config: Config, settings: Settings, hub: Arc<Hub>) -> Self {
        Self {
            config,
            settings,
            hub,
            network: Network::new(person),
            place: Location::Home(AtHome::default()),
            told: Vec::new(),
            changed: true,
            setup: None,
            clocks: Clocks::default(),
            jobs: mpsc::channel(),
            working: 0,
            at_once: AT_ONCE,
        }
    }

    /// From now on publishes events one at a time.
    pub(crate) fn one_at_a_time(&mut self) {
        self.at_once = 1;
    }

    /// Whether work is going on in the background.
    pub(crate) fn is_working(&self) -> bool {
        self.working > 0
    }

    /// Runs until the last screen is gone.
    pub(crate) fn run(mut self, wanted: &Receiver<Wanted>) {
        self.network.go_online(&self.config);
        self.show();
        'open: loop {
            loop {
                match wanted.try_recv() {
                    Ok(wanted) => self.answer(wanted),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => break 'open,
                }
            }
            let busy = self.look();
            self.show();
            if busy {
                continue;
            }
            match wanted.recv_timeout(self.pace()) {
                Ok(wanted) => self.answer(wanted),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        if let Location::Match(playing) = std::mem::replace(&mut self.place, Location::Lobby) {
            drop(playing);
        }
        self.network.linger(if self.config.bot.is_some() { BOT_STAY } else { STAY });
        // The folder's lock is released first: whoever waits for the closing may open the folder at once.
        let hub = self.hub.clone();
        drop(self);
        hub.close();
    }

    fn pace(&self) -> Duration {
        match (&self.place, self.network.lobby()) {
            (Location::Match(playing), _) if playing.rests() => IDLE_PACE,
            (Location::Match(_), _) => MATCH_PACE,
            (Location::Lobby, _) | (_, Some(_)) => NETWORK_PACE,
            _ => IDLE_PACE,
        }
    }

    pub(crate) fn answer(&mut self, Wanted { intent, reply }: Wanted) {
        let at = self.hub.next();
        let answer = match self.take(intent) {
            Ok(()) => Answer::Taken { at },
            Err(why) => Answer::refused(why),
        };
        self.changed = true;
        // The changes are published before the answer.
        self.show();
        // Whoever asked may no longer wait for the answer.
        let _ = reply.try_send(answer);
    }

    fn take(&mut self, intent: Intent) -> Result<(), Refused> {
        match intent {
            Intent::Choose { step, entry } => self.playing()?.choose(step, entry),
            Intent::Consent { step, without } => self.playing()?.consent(step, &without),
            Intent::Say { to, text } => self.say(to.as_deref(), &text),
            Intent::AskOtherwise => {
                let said = self.playing()?.session.ask_otherwise();
                let reason = "you have not been asked to react yet".into();
                self.notice(said.ok_or(Refused::NotAllowed { reason })?);
                Ok(())
            }
            Intent::WantAside { wanted } => self.want_aside(wanted),
            Intent::Note { seat, text } => self.note(seat, &text),
            Intent::PlayHere(setup) => self.play_here(&setup),
            Intent::Open { file, hands } => self.open(&file, hands),
            Intent::Seek { step, seat } => self.go_to_step(step, seat),
            Intent::Set(settings) => self.set(settings),
            Intent::Leave => self.leave(),
            Intent::Hurry => {
                self.playing()?.hurry();
                Ok(())
            }
            other => self.take_on_network(other),
        }
    }

    fn playing(&mut self) -> Result<&mut Playing, Refused> {
        match &mut self.place {
            Location::Match(playing) => Ok(playing),
            _ => Err(Refused::NotHere),
        }
    }

    fn note(&mut self, seat: usize, text: &str) -> Result<(), Refused> {
        let folder = self.folder();
        let playing = self.playing()?;
        let id = playing.id();
        let notes = playing.note(seat, text)?;
        match folder {
            Some(folder) => notes::write(&folder, &id, notes).map_err(impossible),
            None => Ok(()),
        }
    }

    pub(crate) fn notice(&mut self, text: String) {
        self.told.push(SeatEventKind::Notice { text });
    }

    /// The visible tables have changed.
    pub(crate) fn tables_changed(&mut self) {
        self.changed = true;
    }

    pub(crate) fn tell(&mut self, told: SeatEventKind) {
        self.told.push(told);
    }

    fn want_aside(&mut self, wanted: bool) -> Result<(), Refused> {
        let session = &mut self.playing()?.session;
        let Some(now) = session.wants_aside() else { return Err(Refused::NotAsked) };
        if now != wanted {
            let said = session.want_aside();
            said.into_iter().for_each(|said| self.notice(said));
        }
        Ok(())
    }

    fn set(&mut self, settings: Settings) -> Result<(), Refused> {
        if let Some(folder) = self.network.folder() {
            settings.write(&folder).map_err(impossible)?;
        }
        self.settings = settings;
        let pace = self.reading();
        if let Location::Match(playing) = &mut self.place {
            playing.set_pace(pace);
        }
        Ok(())
    }

    /// How much time the person wants for reading what happens in a match.
    fn reading(&self) -> Pace {
        if !self.config.paced {
            return Pace::default();
        }
        // A screen that shows it until a key does so beside the match, which waits for no key.
        let usual = Settings::default().linger_ms;
        let linger = Some(self.settings.linger_ms).filter(|time| *time > 0).unwrap_or(usual);
        let decided = Duration::from_millis(linger.into());
        Pace { event: self.settings.pace.time(), decided }
    }

    /// Whether another match may begin now.
    pub(crate) fn is_free(&self) -> Result<(), Refused> {
        match self.place {
            Location::Home(_) | Location::End(_) | Location::Replay(..) => Ok(()),
            Location::Lobby | Location::Match(_) => Err(Refused::NotHere),
        }
    }

    fn play_here(&mut self, setup: &Setup) -> Result<(), Refused> {
        self.is_free()?;
        self.leave_table();
        let Agreed { game, seats, options, survive, level } = setup.agree().map_err(impossible)?;
        // It is better to find out that the disk is full before the match than after it.
        self.try_folder().map_err(impossible)?;
        let me = (!setup.watch).then_some(Seat::new(0));
        let name = self.network.name();
        let bots = BotConfig { level, program: self.config.program.clone() };
        if setup.loopback {
            let (setup, failed) = (setup.clone(), self.jobs.0.clone());
            self.place = Location::busy("The others sit down …");
            self.work(move || {
                let person = me.map(|_| name.as_str());
                let begun = autoplay::loopback(&setup, person, &bots, failed);
                Done::Begun(setup, Box::new(begun))
            });
            return Ok(());
        }
        let names = terms::names(seats, me.map(|me| (me, name.as_str())));
        let agreed = Agreement { game, names, options: &options, survive, seed: setup.seed };
        let local = match self.folder().filter(|_| me.is_some()) {
            Some(folder) => LocalMatch::kept_in(&folder, setup, &agreed, me, &bots),
            None => LocalMatch::with_bots(&agreed, me, &bots),
        };
        self.begin_here(local.map_err(impossible)?, setup);
        Ok(())
    }

    /// Resumes an unfinished match on this machine.
    pub(crate) fn resume_here(&mut self, folder: &Path) -> Result<(), Refused> {
        self.leave_table();
        let left = here::Kept::open(folder).map_err(impossible)?;
        let setup = left.origin.setup.clone();
        let level = setup.agree().map_err(impossible)?.level;
        let bots = BotConfig { level, program: self.config.program.clone() };
        let local = LocalMatch::resume(left, Seat::new(0), &bots).map_err(impossible)?;
        self.begin_here(local, &setup);
        Ok(())
    }

    /// Begins a match on this machine.
    fn begin_here(&mut self, begun: impl Match + 'static, setup: &Setup) {
        let session = self.as_liked(PendingPrompts::new(begun, Duration::ZERO));
        self.begin(Box::new(session), Some(setup.clone()));
        if let (true, Location::Match(playing)) = (setup.guided, &mut self.place) {
            playing.guide();
        }
        if setup.seed.is_some() {
            self.notice(SEEDED.into());
        }
    }

    /// Applies the person's settings for windows to a match.
    pub(crate) fn as_liked<S: Match>(&self, asks: PendingPrompts<S>) -> PendingPrompts<S> {
        let usual = if self.settings.ask_all_windows { When::Always } else { self.settings.asks };
        asks.usually(usual)
            .playing_forced(self.settings.play_forced)
            .passing_in_time(!self.settings.wait_in_windows)
    }

    /// Checks that transcripts can be written.
    fn try_folder(&self) -> Result<(), Failure> {
        let Some(folder) = self.transcripts() else { return Ok(()) };
        data::try_write(&folder)
    }

    /// Where the person's files are stored, if anywhere.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        self.network.folder().or_else(|| self.config.folder.clone())
    }

    fn transcripts(&self) -> Option<PathBuf> {
        self.folder().map(|folder| folder.join("transcripts"))
    }

    /// The person has opened a table or sat down at one.
    pub(crate) fn come_to_table(&mut self) {
        // What is still to be published happened before.
        self.network.since = Cursor(self.hub.next().0 + self.told.len() as u64);
        self.place = Location::Lobby;
        self.changed = true;
    }

    /// Begins a match; `setup` is given for one on this machine alone.
    pub(crate) fn begin(&mut self, session: Box<dyn Match>, setup: Option<Setup>) {
        // Earlier events are published before the match begins.
        self.show();
        let playing = Playing::new(session, self.hub.next(), self.reading());
        let notes = self.folder().map(|folder| notes::read(&folder, &playing.id()));
        self.place = Location::Match(Box::new(playing.with_notes(notes.unwrap_or_default())));
        self.setup = setup;
        self.clocks = Clocks::default();
        self.told.push(SeatEventKind::Began);
        self.changed = true;
    }

    fn open(&mut self, file: &str, hands: Vec<String>) -> Result<(), Refused> {
        self.is_free()?;
        let path = self.folder().and_then(|folder| data::transcript(&folder, file));
        let path = path.unwrap_or_else(|| PathBuf::from(file));
        if let Location::End(ended) = &mut self.place
            && ended.view.transcript.as_deref() == path.to_str()
            && hands.is_empty()
            && let Some(reel) = ended.reel.take()
        {
            self.look_back(reel);
            return Ok(());
        }
        if !path.is_file() {
            return Err(Refused::Unknown { what: format!("match or file {file}") });
        }
        if let Location::Home(_) = &self.place {
            self.place = Location::busy("The match is being read and audited …");
        }
        let folder = self.folder();
        self.work(move || {
            let hands = hands.iter().map(|path| Hand::read(path.as_ref())).collect();
            let read = |hands: Vec<_>| Reel::load(&path, folder.as_deref(), &hands);
            Done::Opened(Result::and_then(hands, read).map(Box::new))
        });
        Ok(())
    }

    /// Goes to a step of a replay, from the view of a seat or of everybody.
    fn go_to_step(&mut self, step: u64, seat: Option<usize>) -> Result<(), Refused> {
        let Location::Replay(reel, _) = &mut self.place else { return Err(Refused::NotHere) };
        let eyes = seat.and_then(seat_at);
        if eyes.map(Seat::index) != seat || !reel.look_from(eyes) {
            let reason = "that hand is not open: `nodealer reveal` publishes it".into();
            return Err(Refused::NotAllowed { reason });
        }
        reel.seek(step);
        Ok(())
    }

    fn look_back(&mut self, reel: Box<Reel>) {
        let before = std::mem::replace(&mut self.place, Location::Lobby);
        let ended = match before {
            Location::End(ended) | Location::Replay(_, Some(ended)) => Some(ended),
            _ => None,
        };
        self.place = Location::Replay(reel, ended);
    }

    fn work(&mut self, job: impl FnOnce() -> Done + Send + 'static) {
        let sender = self.jobs.0.clone();
        self.working += 1;
        // Nobody receives this once the seat is closed.
        thread::spawn(move || drop(sender.send(job())));
    }

    fn leave(&mut self) -> Result<(), Refused> {
        match std::mem::replace(&mut self.place, Location::Home(AtHome::default())) {
            Location::Home(AtHome { busy: None, asks_code: None, failed: None }) => {
                Err(Refused::NotHere)
            }
            Location::Home(_) => {
                self.network.stop_seeking();
                Ok(())
            }
            Location::Match(playing) => {
                playing.session.way_back().into_iter().for_each(|how| self.notice(how));
                let lobby = playing.session.lobby();
                self.network.left_match(lobby, &self.config);
                Ok(())
            }
            Location::Lobby | Location::End(_) => {
                self.leave_table();
                Ok(())
            }
            Location::Replay(reel, Some(mut ended)) => {
                if ended.reel.is_none() && ended.view.audit.is_some() {
                    ended.reel = Some(reel);
                }
                self.place = Location::End(ended);
                Ok(())
            }
            Location::Replay(_, None) => Ok(()),
        }
    }

    pub(crate) fn leave_table(&mut self) {
        self.network.leave_table();
    }

    fn say(&mut self, to: Option<&str>, text: &str) -> Result<(), Refused> {
        let text = text.trim();
        match &mut self.place {
            Location::Match(playing) => playing.say(to, text)?,
            Location::Lobby | Location::End(_) => self.network.say(to, text)?,
            _ => return Err(Refused::NotHere),
        }
        let from = self.network_name();
        let seat = match &self.place {
            Location::Match(playing) => playing.session.seat().map(Seat::index),
            _ => None,
        };
        let to = to.map(|name| self.whole_name(name));
        let text = match &to {
            Some(name) => format!("(to {name}) {text}"),
            None => text.to_owned(),
        };
        self.told.push(SeatEventKind::Chat { from, seat, whispered: to.is_some(), text, to });
        Ok(())
    }

    /// The full name of somebody, from the beginning of it.
    fn whole_name(&self, beginning: &str) -> String {
        let found = match &self.place {
            Location::Match(playing) => {
                let names = playing.session.names().values();
                called(names.map(|name| (name.clone(), name.as_str())), beginning)
            }
            _ => self.network.whole_name(beginning),
        };
        found.unwrap_or_else(|| beginning.to_owned())
    }

    fn network_name(&self) -> String {
        match &self.place {
            Location::Match(playing) => {
                let seat = playing.session.seat();
                let name = seat.and_then(|seat| playing.session.names().get(seat).cloned());
                name.unwrap_or_else(|| self.network.name())
            }
            _ => self.network.name_at_table(),
        }
    }

    /// Advances everything as far as possible without waiting; true if there is more to do.
    pub(crate) fn look(&mut self) -> bool {
        while let Ok(done) = self.jobs.1.try_recv() {
            self.working = self.working.saturating_sub(1);
            self.done(done);
        }
        let Location::Match(playing) = &mut self.place else {
            self.hear_network();
            return false;
        };
        match playing.go_on(self.at_once) {
            Progress::Nowhere => {
                let clocks = playing.clocks();
                if clocks != self.clocks {
                    (self.clocks, self.changed) = (clocks, true);
                }
                false
            }
            Progress::On(told) => {
                self.told.extend(told);
                self.changed = true;
                true
            }
            Progress::Over(told, end) => {
                self.told.extend(told);
                self.over(end);
                false
            }
        }
    }

    /// Stores the transcript, starts its audit, and returns to the table if there is one.
    fn over(&mut self, end: Update) {
        let Location::Match(mut playing) =
            std::mem::replace(&mut self.place, Location::Home(AtHome::default()))
        else {
            return;
        };
        let last = playing.view();
        // A person the table went on without can play again with the others.
        let left_behind = playing.session.standing().excluded;
        let seated = playing.session.seat().is_some() || left_behind;
        let setup = self.setup.take().filter(|_| seated);
        let mut ended = EndView { last, seated, setup, ..EndView::default() };
        match end {
            Update::Over(outcome) => {
                let view = playing.session.view();
                let words = session::words(&*playing.session, &view);
                ended.result = Some(ResultShown {
                    winners: outcome.winners.iter().map(|seat| seat.index()).collect(),
                    scores: outcome.scores.values().copied().collect(),
                    summary: Text::of(&words, &outcome.summary),
                });
                ended.summary = session::outcome(&*playing.session, &outcome).join("\n");
            }
            Update::Failed(failure) => {
                ended.cheated = matches!(failure, Failure::Violation(_));
                ended.is_ours = matches!(failure, Failure::Usage(_) | Failure::Io(_));
                ended.failure = Some(failure.to_string());
                ended.summary = failure.to_string();
            }
            _ => {}
        }
        if let Some(record) = playing.session.record() {
            ended.fingerprint = record.fingerprint.clone();
            self.keep_hand(&record);
            match self.keep(&record.name, &record.transcript) {
                Ok(None) => playing.session.kept(),
                Ok(Some(path)) => {
                    playing.session.kept();
                    let path = path.display().to_string();
                    ended.transcript = Some(path.clone());
                    if self.config.audits {
                        let folder = self.folder();
                        self.work(move || {
                            let read = Reel::load(path.as_ref(), folder.as_deref(), &[]);
                            let read = read.map(Box::new);
                            Done::Audited(path, read)
                        });
                    }
                }
                Err(failure) => self.notice(failure.to_string()),
            }
        }
        let lobby = playing.session.lobby();
        let lost = lobby.as_ref().and_then(|lobby| lobby.lost().map(str::to_owned));
        lost.into_iter().for_each(|why| self.notice(why));
        self.network.back_from_match(lobby);
        self.place = Location::End(Box::new(Ended { view: ended, reel: None }));
        self.told.push(SeatEventKind::Over);
        self.changed = true;
    }

    /// Stores the person's match key, to replay the match from their view.
    fn keep_hand(&mut self, record: &Record) {
        let folder = self.folder().filter(|_| self.config.keeps);
        let kept = folder.zip(record.hand.as_ref()).map(|(folder, own)| hand::keep(&folder, own));
        if let Some(Err(failure)) = kept {
            self.notice(failure.to_string());
        }
    }

    /// Stores a transcript, if the configuration says so, and returns its path.
    fn keep(&mut self, name: &str, transcript: &[u8]) -> Result<Option<PathBuf>, Failure> {
        if !self.config.keeps {
            return Ok(None);
        }
        let path = match (self.config.out.take(), self.transcripts()) {
            (Some(out), _) => out,
            (None, Some(folder)) => folder.join(format!("{name}.nodealer")),
            (None, None) => {
                let what = "There is no folder to keep the transcript in.";
                return Err(Failure::Usage(what.into()));
            }
        };
        data::write(&path, transcript)?;
        Ok(Some(path))
    }

    fn done(&mut self, done: Done) {
        self.changed = true;
        match done {
            Done::Audited(path, read) => self.audited(&path, read),
            Done::BotFailed(why) => self.notice(why),
            // Dropped if the person has left meanwhile.
            Done::Begun(setup, begun) => match (*begun, &self.place) {
                (Ok(begun), Location::Home(AtHome { busy: Some(_), .. })) => {
                    self.begin_here(begun, &setup);
                }
                (Err(failure), Location::Home(AtHome { busy: Some(_), .. })) => {
                    self.place = Location::failed(&failure);
                    self.notice(failure.to_string());
                }
                _ => {}
            },
            Done::Opened(read) => {
                // Dropped if the person is in a match or at a table by now.
                if self.is_free().is_err() {
                    return;
                }
                // Dropped too if the person has asked for something else.
                match (read, &self.place) {
                    (Ok(reel), Location::Home(AtHome { busy: Some(_), .. }) | Location::End(_)) => {
                        self.look_back(reel);
                    }
                    (Ok(_), _) => {}
                    (Err(failure), Location::Home(_)) => {
                        self.place = Location::failed(&failure);
                        self.notice(failure.to_string());
                    }
                    (Err(failure), _) => self.notice(failure.to_string()),
                }
            }
        }
    }

    fn audited(&mut self, path: &str, read: Result<Box<Reel>, Failure>) {
        let (Location::End(ended) | Location::Replay(_, Some(ended))) = &mut self.place else {
            return;
        };
        if ended.view.transcript.as_deref() != Some(path) {
            return;
        }
        match read {
            Ok(reel) => {
                (ended.view.audit, ended.view.fault) = (Some(reel.audit.clone()), reel.fault);
                ended.reel = Some(reel);
            }
            Err(failure) => {
                let text = failure.to_string();
                let verdict = "damaged".into();
                ended.view.audit = Some(AuditShown { verdict, text, checks: Vec::new() });
            }
        }
    }

    /// Publishes what has changed to all screens.
    pub(crate) fn show(&mut self) {
        if !self.changed && self.told.is_empty() {
            return;
        }
        self.changed = false;
        let told = std::mem::take(&mut self.told);
        let state = match &self.place {
            Location::Home(home) => {
                SeatState::Home(self.network.home(home, self.folder().as_deref()))
            }
            Location::Lobby => SeatState::Lobby(self.network.table()),
            Location::Match(playing) => SeatState::Match(Box::new(playing.view())),
            Location::End(ended) => {
                let table = self.network.is_at_table().then(|| self.network.table());
                let rematch = ended.view.seated && table.is_some();
                SeatState::End(Box::new(EndView { rematch, table, ..ended.view.clone() }))
            }
            Location::Replay(reel, _) => {
                let mut replay = reel.view();
                let notes = self.folder().map(|folder| notes::read(&folder, &replay.shown.id));
                replay.shown.notes = notes.unwrap_or_default();
                SeatState::Replay(Box::new(replay))
            }
        };
        let before = self.hub.snapshot();
        let snapshot = Snapshot {
            at: before.at,
            person: PersonShown {
                unnamed: self.config.unnamed,
                ..self.network.person(&before.person)
            },
            settings: self.settings.clone(),
            state,
        };
        if told.is_empty() && *before == snapshot {
            return;
        }
        self.hub.publish(snapshot, told);
    }
}

/// The notice in a match that is played from a seed.
pub const SEEDED: &str = "Played from a seed: whoever knows it knows every card.";

/// A failure as a refusal of an intent.
pub(crate) fn impossible(failure: Failure) -> Refused {
    let reason = failure.to_string();
    match failure {
        Failure::Network(_) => Refused::Unreachable { reason },
        _ => Refused::Impossible { reason },
    }
}

/// A person as their own screens show them.
pub(crate) fn person_shown(person: &Person) -> PersonShown {
    PersonShown {
        name: person.name.clone(),
        words: person.identity().fingerprint(),
        caution: person.caution(),
        unnamed: false,
    }
}
