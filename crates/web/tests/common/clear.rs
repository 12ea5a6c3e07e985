//! A seat whose matches are dealt in the clear and are over in no time: what the page makes of a match can
//! be tried without waiting for proofs.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard},
    time::Duration,
};

use engine::{
    Bot, BotKind, BySeat, Eyes, Game, Options, Seat, Words,
    clear::{ClearGame, bots},
};
use seat::{
    Answer, Cursor, EndView, GameLine, Gap, HomeView, Intent, LobbyView, MatchView, PersonShown,
    PlayerShown, Refused, ReplayView, ResultShown, SeatEvent, SeatEventKind, SeatState, Settings,
    Setup, SitterShown, Snapshot, TermsShown,
    shown::{BoardShown, Catalogue, MenuShown, Text},
};
use web::Screen;

const ME: Seat = Seat::new(0);

/// A person at home, or in a match against bots that is dealt in the clear.
pub(crate) struct ClearSeat {
    inner: Mutex<Inner>,
    changed: Condvar,
}

struct Inner {
    name: String,
    /// Whether the person has not said what their name is.
    unnamed: bool,
    settings: Settings,
    events: Vec<SeatEvent>,
    /// Events before this one are not kept.
    oldest: u64,
    game: Option<Match>,
    /// A state that a test wants to see shown, whatever is played.
    shown: Option<SeatState>,
    sent: Vec<Intent>,
}

struct Match {
    rules: &'static dyn Game,
    clear: ClearGame,
    bots: BySeat<Box<dyn Bot>>,
    names: BySeat<String>,
    notes: Vec<String>,
    log: Vec<(u64, Text, String)>,
}

impl ClearSeat {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            inner: Mutex::new(Inner {
                name: "Ada".into(),
                unnamed: false,
                settings: Settings { sound: false, ..Settings::default() },
                events: Vec::new(),
                oldest: 0,
                game: None,
                shown: None,
                sent: Vec::new(),
            }),
            changed: Condvar::new(),
        })
    }

    /// Everything that was wanted so far.
    pub(crate) fn sent(&self) -> Vec<Intent> {
        self.lock().sent.clone()
    }

    /// Something happens.
    pub(crate) fn happen(&self, kind: SeatEventKind) {
        self.lock().tell(kind);
        self.changed.notify_all();
    }

    /// Shows a state of a test's own making from now on.
    pub(crate) fn show(&self, state: SeatState) {
        let mut inner = self.lock();
        inner.shown = Some(state);
        inner.tell(SeatEventKind::Changed);
        drop(inner);
        self.changed.notify_all();
    }

    /// The person is here for the first time.
    pub(crate) fn is_new_here(&self) {
        self.lock().unnamed = true;
        self.happen(SeatEventKind::Changed);
    }

    /// Forgets all events but the newest ones.
    pub(crate) fn forget(&self, keep: usize) {
        let mut inner = self.lock();
        inner.oldest = (inner.events.len().saturating_sub(keep)) as u64;
    }

    /// Plays so many choices as a bot would.
    pub(crate) fn play_on(&self, choices: usize) {
        for _ in 0..choices {
            let mut inner = self.lock();
            inner.pick_as_a_bot();
            drop(inner);
            self.changed.notify_all();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap()
    }
}

impl Screen for ClearSeat {
    fn snapshot(&self) -> Arc<Snapshot> {
        let inner = self.lock();
        Arc::new(Snapshot {
            at: Cursor(inner.events.len() as u64),
            person: PersonShown {
                name: inner.name.clone(),
                words: "amber-otter-lamp".into(),
                caution: None,
                unnamed: inner.unnamed,
            },
            settings: inner.settings.clone(),
            state: inner.state(),
        })
    }

    fn since(&self, at: Cursor) -> Result<Vec<SeatEvent>, Gap> {
        let inner = self.lock();
        if at.0 < inner.oldest {
            return Err(Gap { oldest: Cursor(inner.oldest) });
        }
        Ok(inner.events.iter().skip(at.0 as usize).cloned().collect())
    }

    fn wait(&self, at: Cursor, most: Duration) {
        let inner = self.lock();
        if inner.events.len() as u64 <= at.0 {
            drop(self.changed.wait_timeout(inner, most).unwrap());
        }
    }

    fn send(&self, intent: Intent) -> Answer {
        let mut inner = self.lock();
        let at = Cursor(inner.events.len() as u64);
        inner.sent.push(intent.clone());
        let answer = match inner.act(intent) {
            Ok(()) => Answer::Taken { at },
            Err(why) => Answer::Refused { text: why.to_string(), why },
        };
        inner.tell(SeatEventKind::Changed);
        drop(inner);
        self.changed.notify_all();
        answer
    }

    fn catalogue(&self, game: &str) -> Option<Catalogue> {
        games::GAMES.iter().find(|known| known.info().id == game).map(|game| Catalogue::of(*game))
    }
}

impl Inner {
    fn tell(&mut self, kind: SeatEventKind) {
        let at = Cursor(self.events.len() as u64);
        self.events.push(SeatEvent { at, kind });
    }

    fn act(&mut self, intent: Intent) -> Result<(), Refused> {
        match intent {
            Intent::PlayHere(setup) => self.begin(&setup),
            Intent::Choose { step, entry } => self.choose(step, entry),
            Intent::Leave => {
                (self.game, self.shown) = (None, None);
                Ok(())
            }
            Intent::Set(settings) => {
                self.settings = settings;
                Ok(())
            }
            Intent::Rename { name } => {
                (self.name, self.unnamed) = (name, false);
                Ok(())
            }
            Intent::Hurry => Ok(()),
            Intent::Note { seat, text } => {
                let game = self.game.as_mut().ok_or(Refused::NotHere)?;
                *game.notes.get_mut(seat).ok_or(Refused::NotHere)? = text;
                Ok(())
            }
            Intent::Say { to, text } => {
                let whispered = to.is_some();
                let from = self.name.clone();
                self.tell(SeatEventKind::Chat { from, seat: Some(0), whispered, text, to: None });
                Ok(())
            }
            _ => Err(Refused::NotHere),
        }
    }

    fn begin(&mut self, setup: &Setup) -> Result<(), Refused> {
        let rules = games::find(&setup.game)
            .ok_or_else(|| Refused::Unknown { what: format!("game {}", setup.game) })?;
        let seats = setup.seats.map_or(rules.info().usual_seats, usize::from);
        let seed = setup.seed.unwrap_or(7);
        let pairs = setup.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let options = Options::parse(rules.info().options, pairs)
            .map_err(|why| Refused::Impossible { reason: why.to_string() })?;
        let clear = ClearGame::new(rules, seats, &options, seed)
            .map_err(|why| Refused::Impossible { reason: why.to_string() })?;
        let others = ["Bo", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hal"];
        let me = self.name.clone();
        self.game = Some(Match {
            rules,
            clear,
            bots: bots(rules, BotKind::NORMAL, seats, seed),
            names: BySeat::new(seats, |seat| match seat.index() {
                0 => me.clone(),
                other => others[other - 1].into(),
            }),
            notes: vec![String::new(); seats],
            log: Vec::new(),
        });
        self.tell(SeatEventKind::Began);
        self.run(None);
        Ok(())
    }

    fn choose(&mut self, step: u64, entry: usize) -> Result<(), Refused> {
        let game = self.game.as_mut().ok_or(Refused::NotHere)?;
        let menu = game.menu().ok_or(Refused::NotAsked)?;
        if menu.step != step {
            return Err(Refused::OtherStep { now: menu.step });
        }
        let wanted = menu.entries.iter().find(|known| known.entry == entry);
        match wanted {
            None => Err(Refused::Unknown { what: "such entry".into() }),
            Some(known) if !known.allowed => {
                Err(Refused::NotAllowed { reason: known.reason.clone().unwrap_or_default() })
            }
            Some(_) => {
                self.run(Some(entry));
                Ok(())
            }
        }
    }

    fn pick_as_a_bot(&mut self) {
        let Some(game) = &mut self.game else { return };
        let Match { clear, bots, .. } = game;
        let ask = engine::Ask::of(&clear.driver, ME, clear.dealer.knowledge(ME));
        let Some(ask) = ask else { return };
        let state: &dyn std::any::Any = clear.driver.state();
        let entry = bots[ME].pick(&ask, state);
        self.run(Some(entry));
    }

    /// Plays on until this seat is asked, or it is over.
    fn run(&mut self, mut chosen: Option<usize>) {
        loop {
            let Some(game) = &mut self.game else { return };
            let asked = game.menu().is_some();
            if asked && chosen.is_none() {
                let step = game.step();
                self.tell(SeatEventKind::Asked { step });
                return;
            }
            let entry = chosen.take();
            let Match { clear, bots, .. } = game;
            let went_on = clear.step(|ask, state| match entry {
                Some(entry) if ask.seat == ME => entry,
                _ => bots[ask.seat].pick(&ask, state),
            });
            let lines = game.take_log();
            for (step, text, rule) in lines {
                self.tell(SeatEventKind::Said { text, rule, step });
            }
            if !went_on {
                self.tell(SeatEventKind::Over);
                return;
            }
        }
    }

    fn state(&self) -> SeatState {
        if let Some(shown) = &self.shown {
            return shown.clone();
        }
        let Some(game) = &self.game else { return SeatState::Home(home()) };
        match game.clear.driver.outcome() {
            None => SeatState::Match(Box::new(game.view(Some(ME)))),
            Some(outcome) => SeatState::End(Box::new(EndView {
                last: game.view(Some(ME)),
                result: Some(ResultShown {
                    winners: outcome.winners.iter().map(|seat| seat.index()).collect(),
                    scores: outcome.scores.values().copied().collect(),
                    summary: Text::of(&game.words(Some(ME)), &outcome.summary),
                }),
                fingerprint: Some("cedar maple violin tiger".into()),
                audit: Some(seat::AuditShown {
                    verdict: "fair".into(),
                    text: "The match was fair.".into(),
                    checks: vec![seat::CheckShown {
                        name: "signatures".into(),
                        count: 12,
                        ok: true,
                    }],
                }),
                summary: format!(
                    "{}: {}",
                    game.rules.info().name,
                    game.words(None).line(&outcome.summary)
                ),
                ..EndView::default()
            })),
        }
    }
}

impl Match {
    fn step(&self) -> u64 {
        self.clear.answers().len() as u64
    }

    fn words(&self, seat: Option<Seat>) -> Words<'_> {
        static NOTHING: std::sync::LazyLock<engine::Knowledge> =
            std::sync::LazyLock::new(engine::Knowledge::new);
        let knows = seat.map_or(&*NOTHING, |seat| self.clear.dealer.knowledge(seat));
        let eyes = Eyes::new(self.clear.driver.faces(), knows);
        Words { game: self.rules, names: &self.names, eyes }
    }

    fn menu(&self) -> Option<MenuShown> {
        let driver = &self.clear.driver;
        let request = driver.request()?;
        let menu = request.menu_of(ME)?;
        let window = matches!(request, engine::Request::Ask(..));
        let view = driver.view(Some(ME), self.clear.dealer.knowledge(ME));
        Some(MenuShown::of(self.words(Some(ME)), &view, menu, self.step(), window))
    }

    fn view(&self, seat: Option<Seat>) -> MatchView {
        let info = self.rules.info();
        let nothing = engine::Knowledge::new();
        let knows = seat.map_or(&nothing, |seat| self.clear.dealer.knowledge(seat));
        let view = self.clear.driver.view(seat, knows);
        MatchView {
            game: info.id.into(),
            game_name: info.name.into(),
            id: "quiet-river".into(),
            step: self.step(),
            me: seat.map(|seat| seat.index()),
            players: self
                .names
                .values()
                .map(|name| PlayerShown { name: name.clone(), ..PlayerShown::default() })
                .collect(),
            board: BoardShown::of(self.words(seat), &view),
            menu: if seat.is_some() { self.menu() } else { None },
            talks: true,
            leave_question: "Leave the match? It ends for everybody.".into(),
            notes: self.notes.clone(),
            ..MatchView::default()
        }
    }

    fn take_log(&mut self) -> Vec<(u64, Text, String)> {
        let step = self.step();
        let said = self.clear.driver.take_events();
        let words = self.words(Some(ME));
        let lines: Vec<_> = said
            .iter()
            .map(|event| (step, Text::of(&words, &event.text), event.rule.to_owned()))
            .collect();
        self.log.extend(lines.iter().cloned());
        lines
    }
}

/// A replay of a match that stands at some step, to be shown.
pub(crate) fn replay(game: &str, choices: usize) -> ReplayView {
    let seat = ClearSeat::new();
    let setup = Setup { game: game.into(), ..Setup::default() };
    seat.send(Intent::PlayHere(setup));
    seat.play_on(choices);
    let inner = seat.lock();
    let game = inner.game.as_ref().unwrap();
    ReplayView {
        shown: game.view(None),
        steps: 90,
        seat: None,
        open_seats: vec![0],
        log: game.log.clone(),
        proven: vec!["Bo shuffled 52 cards and proved that none was changed.".into()],
        ..ReplayView::default()
    }
}

pub(crate) fn home() -> HomeView {
    let games = games::GAMES.iter().map(|game| GameLine::of(*game)).collect();
    HomeView { games, ..HomeView::default() }
}

/// A table on the network that waits for three more.
pub(crate) fn lobby() -> LobbyView {
    let sitter = |name: &str, me| SitterShown {
        name: name.into(),
        words: "amber-otter-lamp".into(),
        me,
        here: true,
        known: if me { "you".into() } else { "new here".into() },
        ..SitterShown::default()
    };
    LobbyView {
        table: "Ada's table".into(),
        code: "K7QX".into(),
        host: true,
        people: vec![
            sitter("Ada", true),
            SitterShown { bot: true, ready: true, ..sitter("Bo", false) },
        ],
        waiting: "Waiting for three more.".into(),
        addresses: vec!["192.0.2.7:4100".into()],
        terms: TermsShown {
            game: "knives".into(),
            game_name: "Knives".into(),
            seats: 5,
            options: vec![("target".into(), "15".into())],
            ..TermsShown::default()
        },
        ..LobbyView::default()
    }
}
