//! The thread that owns a seat: it takes what the screens want, lets the match and the network go on, and
//! shows what has become of both.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{self, Receiver, RecvTimeoutError, TryRecvError},
    },
    thread,
    time::Duration,
};

use engine::Seat;

use crate::{
    Answer, AuditShown, Config, Cursor, EndView, Failure, HomeView, Intent, PersonShown, Refused,
    ResultShown, SeatEventKind, SeatState, Settings, Setup, Snapshot,
    asks::{Asks, When},
    bots::BotConfig,
    client::{Hub, Wanted},
    data,
    local::{Agreement, LocalMatch},
    network::Network,
    person::Person,
    playing::{Playing, Went},
    reel::Reel,
    session::{self, Match, Update},
    shown::Text,
    terms::{self, Agreed},
};

/// How long the last match is kept for those who have not seen its end when the seat is closed.
const STAY: Duration = Duration::from_secs(10);
/// Between two looks at a match that waits for somebody.
const MATCH_PACE: Duration = Duration::from_millis(10);
/// Between two looks at the network.
const NETWORK_PACE: Duration = Duration::from_millis(40);
/// Where nothing happens by itself.
const IDLE_PACE: Duration = Duration::from_millis(500);

/// A seat, on its own thread.
pub(crate) struct Owner {
    pub(crate) config: Config,
    settings: Settings,
    hub: Arc<Hub>,
    pub(crate) network: Network,
    pub(crate) place: Place,
    /// What has happened since the screens were last shown something.
    told: Vec<SeatEventKind>,
    changed: bool,
    /// The clocks as they were last shown.
    clocks: (Vec<Option<u64>>, Option<u64>),
    /// What is done beside, such as an audit.
    jobs: (mpsc::Sender<Done>, Receiver<Done>),
}

/// Where the person is.
pub(crate) enum Place {
    Home { busy: Option<String> },
    Lobby,
    Match(Box<Playing>),
    End(Box<EndView>),
    Replay(Box<Reel>),
}

/// Something that was done beside.
enum Done {
    Audited(String, Result<AuditShown, Failure>),
    Opened(Result<Box<Reel>, Failure>),
}

impl Owner {
    /// What is shown before the seat has done anything.
    pub fn first_snapshot(person: &Person, settings: &Settings) -> Snapshot {
        Snapshot {
            at: Cursor::default(),
            person: person_shown(person),
            settings: settings.clone(),
            state: SeatState::Home(HomeView::default()),
        }
    }

    pub fn new(person: Person, config: Config, settings: Settings, hub: Arc<Hub>) -> Self {
        Self {
            config,
            settings,
            hub,
            network: Network::new(person),
            place: Place::Home { busy: None },
            told: Vec::new(),
            changed: true,
            clocks: (Vec::new(), None),
            jobs: mpsc::channel(),
        }
    }

    /// Runs until no screen is left.
    pub fn run(mut self, wanted: &Receiver<Wanted>) {
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
        if let Place::Match(playing) = std::mem::replace(&mut self.place, Place::Lobby) {
            drop(playing);
        }
        self.network.linger(STAY);
        self.hub.close();
    }

    fn pace(&self) -> Duration {
        match (&self.place, self.network.lobby()) {
            (Place::Match(_), _) => MATCH_PACE,
            (Place::Lobby, _) | (_, Some(_)) => NETWORK_PACE,
            _ => IDLE_PACE,
        }
    }

    fn answer(&mut self, Wanted { intent, reply }: Wanted) {
        let at = self.hub.next();
        let answer = match self.take(intent) {
            Ok(()) => Answer::Taken { at },
            Err(why) => Answer::refused(why),
        };
        self.changed = true;
        // What it changed is to be seen when its answer is.
        self.show();
        // Whoever asked may not want to know any more.
        let _ = reply.try_send(answer);
    }

    fn take(&mut self, intent: Intent) -> Result<(), Refused> {
        match intent {
            Intent::Choose { step, entry } => self.playing()?.choose(step, entry),
            Intent::Consent { step, without } => self.playing()?.consent(step, &without),
            Intent::Say { to, text } => self.say(to.as_deref(), &text),
            Intent::AskOtherwise => {
                let said = self.playing()?.session.ask_otherwise();
                self.notice(said.ok_or(Refused::NotAsked)?);
                Ok(())
            }
            Intent::WantAside { wanted } => self.want_aside(wanted),
            Intent::Note { seat, text } => self.playing()?.note(seat, text),
            Intent::PlayHere(setup) => self.play_here(&setup),
            Intent::Open { file } => self.open(&file),
            Intent::Seek { step, seat } => match &mut self.place {
                Place::Replay(reel) if seat.is_none() => {
                    reel.seek(step);
                    Ok(())
                }
                Place::Replay(_) => Err(Refused::Unknown { what: "such seat to look from".into() }),
                _ => Err(Refused::NotHere),
            },
            Intent::Set(settings) => self.set(settings),
            Intent::Leave => self.leave(),
            other => self.take_on_network(other),
        }
    }

    fn playing(&mut self) -> Result<&mut Playing, Refused> {
        match &mut self.place {
            Place::Match(playing) => Ok(playing),
            _ => Err(Refused::NotHere),
        }
    }

    pub(crate) fn notice(&mut self, text: String) {
        self.told.push(SeatEventKind::Notice { text });
    }

    /// What is seen of the network is another.
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
        Ok(())
    }

    /// Whether another game may begin here.
    pub(crate) fn is_free(&self) -> Result<(), Refused> {
        match self.place {
            Place::Home { .. } | Place::End(_) | Place::Replay(_) => Ok(()),
            Place::Lobby | Place::Match(_) => Err(Refused::NotHere),
        }
    }

    fn play_here(&mut self, setup: &Setup) -> Result<(), Refused> {
        self.is_free()?;
        self.leave_table();
        let Agreed { game, seats, options, survive, level } = setup.agree().map_err(impossible)?;
        // A full disk is better known before the match than after it.
        self.try_folder().map_err(impossible)?;
        let me = Seat::new(0);
        let names = terms::names(seats, Some((me, &self.network.name())));
        let agreed = Agreement { game, names, options: &options, survive, seed: setup.seed };
        let bots = BotConfig { level, program: self.config.program.clone() };
        let local = LocalMatch::with_bots(&agreed, Some(me), &bots).map_err(impossible)?;
        let asks = Asks::new(local, Duration::ZERO);
        self.begin(Box::new(self.as_liked(asks)));
        if setup.seed.is_some() {
            self.notice(SEEDED.into());
        }
        Ok(())
    }

    /// A match in which the person is asked as they like it.
    pub(crate) fn as_liked<S: Match>(&self, asks: Asks<S>) -> Asks<S> {
        let usual = if self.settings.ask_all_windows { When::Always } else { self.config.asks };
        asks.usually(usual)
            .playing_forced(self.settings.play_forced)
            .passing_in_time(!self.settings.wait_in_windows)
    }

    /// Whether transcripts can be written where they go.
    fn try_folder(&self) -> Result<(), Failure> {
        let Some(folder) = self.transcripts() else { return Ok(()) };
        data::try_write(&folder)
    }

    fn transcripts(&self) -> Option<PathBuf> {
        let folder = self.network.folder().or_else(|| self.config.folder.clone());
        folder.map(|folder| folder.join("transcripts"))
    }

    pub(crate) fn begin(&mut self, session: Box<dyn Match>) {
        // What was told before belongs to what was before.
        self.show();
        self.place = Place::Match(Box::new(Playing::new(session, self.hub.next())));
        self.clocks = (Vec::new(), None);
        self.told.push(SeatEventKind::Began);
        self.changed = true;
    }

    fn open(&mut self, file: &str) -> Result<(), Refused> {
        self.is_free()?;
        let kept = self.network.folder().or_else(|| self.config.folder.clone());
        let path = kept.and_then(|folder| data::transcript(&folder, file));
        let path = path.unwrap_or_else(|| PathBuf::from(file));
        if !path.is_file() {
            return Err(Refused::Unknown { what: format!("match or file {file}") });
        }
        if let Place::Home { busy } = &mut self.place {
            *busy = Some("The match is being read and audited …".into());
        }
        self.work(move || Done::Opened(Reel::load(&path).map(Box::new)));
        Ok(())
    }

    fn work(&self, job: impl FnOnce() -> Done + Send + 'static) {
        let sender = self.jobs.0.clone();
        // Nobody listens any more once the seat is closed.
        thread::spawn(move || drop(sender.send(job())));
    }

    fn leave(&mut self) -> Result<(), Refused> {
        match std::mem::replace(&mut self.place, Place::Home { busy: None }) {
            Place::Home { busy: None } => Err(Refused::NotHere),
            Place::Home { busy: Some(_) } => {
                self.network.stop_seeking();
                Ok(())
            }
            Place::Match(playing) => {
                playing.session.way_back().into_iter().for_each(|how| self.notice(how));
                let lobby = playing.session.lobby();
                self.network.left_match(lobby, &self.config);
                Ok(())
            }
            Place::Lobby | Place::End(_) => {
                self.leave_table();
                Ok(())
            }
            Place::Replay(_) => Ok(()),
        }
    }

    pub(crate) fn leave_table(&mut self) {
        self.network.leave_table();
    }

    fn say(&mut self, to: Option<&str>, text: &str) -> Result<(), Refused> {
        let text = text.trim();
        match &mut self.place {
            Place::Match(playing) => playing.say(to, text)?,
            Place::Lobby | Place::End(_) => self.network.say(to, text)?,
            _ => return Err(Refused::NotHere),
        }
        let from = self.network_name();
        let seat = match &self.place {
            Place::Match(playing) => playing.session.seat().map(Seat::index),
            _ => None,
        };
        let text = match to {
            Some(name) => format!("(to {name}) {text}"),
            None => text.to_owned(),
        };
        self.told.push(SeatEventKind::Chat { from, seat, whispered: to.is_some(), text });
        Ok(())
    }

    fn network_name(&self) -> String {
        match &self.place {
            Place::Match(playing) => {
                let seat = playing.session.seat();
                let name = seat.and_then(|seat| playing.session.names().get(seat).cloned());
                name.unwrap_or_else(|| self.network.name())
            }
            _ => self.network.name(),
        }
    }

    /// Lets everything go on as far as it does without waiting; true if there is more.
    fn look(&mut self) -> bool {
        while let Ok(done) = self.jobs.1.try_recv() {
            self.done(done);
        }
        let Place::Match(playing) = &mut self.place else {
            self.hear_network();
            return false;
        };
        match playing.go_on() {
            Went::Nowhere => {
                let clocks = playing.clocks();
                if clocks != self.clocks {
                    (self.clocks, self.changed) = (clocks, true);
                }
                false
            }
            Went::On(told) => {
                self.told.extend(told);
                self.changed = true;
                true
            }
            Went::Over(told, end) => {
                self.told.extend(told);
                self.over(end);
                false
            }
        }
    }

    /// Keeps the transcript, has it audited once more, and goes back to the table if there is one.
    fn over(&mut self, end: Update) {
        let Place::Match(mut playing) =
            std::mem::replace(&mut self.place, Place::Home { busy: None })
        else {
            return;
        };
        let last = playing.view();
        let seated = playing.session.seat().is_some();
        let mut ended = EndView { last, ..EndView::default() };
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
                ended.failure = Some(failure.to_string());
                ended.summary = failure.to_string();
            }
            _ => {}
        }
        if let Some(record) = playing.session.record() {
            ended.fingerprint = record.fingerprint.clone();
            match self.keep(&record.name, &record.transcript) {
                Ok(path) => {
                    playing.session.kept();
                    let path = path.display().to_string();
                    ended.transcript = Some(path.clone());
                    self.work(move || {
                        let read = Reel::load(path.as_ref()).map(|reel| reel.audit);
                        Done::Audited(path, read)
                    });
                }
                Err(failure) => self.notice(failure.to_string()),
            }
        }
        let lobby = playing.session.lobby();
        self.network.back_from_match(lobby);
        ended.rematch = seated && self.network.is_at_table();
        self.place = Place::End(Box::new(ended));
        self.told.push(SeatEventKind::Over);
        self.changed = true;
    }

    fn keep(&mut self, name: &str, transcript: &[u8]) -> Result<PathBuf, Failure> {
        let path = match (self.config.out.take(), self.transcripts()) {
            (Some(out), _) => out,
            (None, Some(folder)) => folder.join(format!("{name}.nodealer")),
            (None, None) => {
                let what = "There is no folder to keep the transcript in.";
                return Err(Failure::Usage(what.into()));
            }
        };
        data::write(&path, transcript)?;
        Ok(path)
    }

    fn done(&mut self, done: Done) {
        self.changed = true;
        match done {
            Done::Audited(path, read) => {
                if let Place::End(ended) = &mut self.place
                    && ended.transcript.as_ref() == Some(&path)
                {
                    ended.audit = Some(read.unwrap_or_else(|failure| AuditShown {
                        verdict: "damaged".into(),
                        text: failure.to_string(),
                        checks: Vec::new(),
                    }));
                }
            }
            Done::Opened(read) => {
                // Whoever has gone elsewhere meanwhile does not want it any more.
                if self.is_free().is_err() {
                    return;
                }
                if let Place::Home { busy } = &mut self.place {
                    *busy = None;
                }
                match read {
                    Ok(reel) => self.place = Place::Replay(reel),
                    Err(failure) => self.notice(failure.to_string()),
                }
            }
        }
    }

    /// Shows what has changed to all screens.
    fn show(&mut self) {
        if !self.changed && self.told.is_empty() {
            return;
        }
        self.changed = false;
        let told = std::mem::take(&mut self.told);
        let state = match &self.place {
            Place::Home { busy } => {
                let folder = self.network.folder().or_else(|| self.config.folder.clone());
                SeatState::Home(self.network.home(busy.clone(), folder.as_deref()))
            }
            Place::Lobby => SeatState::Lobby(self.network.table()),
            Place::Match(playing) => SeatState::Match(Box::new(playing.view())),
            Place::End(ended) => SeatState::End(ended.clone()),
            Place::Replay(reel) => SeatState::Replay(Box::new(reel.view())),
        };
        let before = self.hub.snapshot();
        let snapshot = Snapshot {
            at: before.at,
            person: self.network.person(&before.person),
            settings: self.settings.clone(),
            state,
        };
        if told.is_empty() && *before == snapshot {
            return;
        }
        self.hub.publish(snapshot, told);
    }
}

/// What a seed means.
pub const SEEDED: &str = "Played from a seed: whoever knows it knows every card.";

/// A failure as a refusal.
pub(crate) fn impossible(failure: Failure) -> Refused {
    Refused::Impossible { reason: failure.to_string() }
}

/// Somebody as they see themselves.
pub(crate) fn person_shown(person: &Person) -> PersonShown {
    PersonShown {
        name: person.name.clone(),
        words: person.identity().fingerprint(),
        caution: person.caution(),
    }
}
