//! A match as the screens of its seat see it.

use std::time::{Duration, Instant};

use engine::{BySeat, Lately, Moment, Seat, View};
use net::Identity;
use proto::Charter;
use table::{Proven, Seats};

use crate::{
    Cursor, MatchView, PlayerShown, Refused, SeatEventKind,
    coach::Coach,
    learning::Learning,
    session::{self, Match, Standing, Update},
    shown::{BoardShown, MenuShown, Text},
    words,
};

/// The longest that others wait until somebody has read what was just decided.
const MOST_HELD: Duration = Duration::from_secs(3);

/// How many events in a row are paced so that they can be read; with more to catch up on, the person
/// scrolls through the log.
const READ: u32 = 12;

/// A match that is being played or watched.
pub(crate) struct Playing {
    pub session: Box<dyn Match>,
    /// The cursor of its first event.
    began: Cursor,
    away: BySeat<Option<Instant>>,
    notes: Vec<String>,
    /// The explanations of a guided match.
    coach: Option<Coach>,
    /// What the person knew when they were last told.
    learning: Learning,
    /// Whether the person is asked something.
    asked: bool,
    pace: Pace,
    /// Since when events have been paced, and until when the pause after the last one lasts.
    telling: Option<(Instant, Instant)>,
    /// What was decided last, as the person has seen it, and whether it is to stay before the match goes on.
    lately: (Option<Lately>, bool),
    /// The end of the match, which is told once what came before it was read.
    end: Option<Update>,
}

/// How much time a person wants for reading.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pace {
    /// The pause after each event; without one nothing is held.
    pub event: Duration,
    /// How long what was just decided stays, such as a finished trick.
    pub decided: Duration,
}

/// The result of advancing a match.
pub(crate) enum Progress {
    /// Nothing has happened.
    Nowhere,
    /// These events have happened.
    On(Vec<SeatEventKind>),
    /// It is over, after these events.
    Over(Vec<SeatEventKind>, Update),
}

impl Playing {
    pub(crate) fn new(session: Box<dyn Match>, began: Cursor, pace: Pace) -> Self {
        let seats = session.names().len();
        let away = BySeat::new(seats, |_| None);
        Self {
            session,
            began,
            away,
            notes: vec![String::new(); seats],
            coach: None,
            learning: Learning::default(),
            asked: false,
            pace,
            telling: None,
            lately: (None, false),
            end: None,
        }
    }

    /// From now on gives the person this much time.
    pub(crate) fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
    }

    /// From now on explains everything as it happens.
    pub(crate) fn guide(&mut self) {
        self.coach = Some(Coach::new(self.session.game()));
    }

    /// Advances the match as far as possible without waiting, but takes at most `at_once` events.
    pub(crate) fn go_on(&mut self, at_once: usize) -> Progress {
        let mut told = Vec::new();
        let mut changed = false;
        for _ in 0..at_once {
            if self.telling.is_some_and(|(_, until)| Instant::now() < until) {
                break;
            }
            if let Some(end) = self.end.take() {
                return Progress::Over(told, end);
            }
            if self.lately.1 && !self.session.has_news() {
                self.let_see();
                continue;
            }
            match self.session.next(Duration::ZERO) {
                Update::Idle => {
                    self.telling = None;
                    break;
                }
                end @ Update::Over(_) if !self.pace.event.is_zero() => {
                    self.hold();
                    self.end = Some(end);
                }
                end @ (Update::Over(_) | Update::Failed(_)) => return Progress::Over(told, end),
                update => {
                    changed = true;
                    let asks = matches!(update, Update::Ask);
                    self.let_read(&update);
                    let rule = match &update {
                        Update::Said(event) => event.rule,
                        _ => "",
                    };
                    if asks {
                        told.extend(self.learn());
                    }
                    told.extend(self.tell(update));
                    told.extend(self.coach(rule, asks));
                    if asks {
                        break;
                    }
                }
            }
        }
        if changed {
            told.extend(self.learn());
        }
        if self.asked && self.session.menu().is_none() {
            (self.asked, changed) = (false, true);
        }
        if changed { Progress::On(told) } else { Progress::Nowhere }
    }

    /// Whether nothing can happen before the person does something.
    pub(crate) fn rests(&self) -> bool {
        self.telling.is_none() && self.session.rests()
    }

    /// Events for what the person has learnt that not everybody knows.
    fn learn(&mut self) -> Vec<SeatEventKind> {
        let (view, step) = (self.session.view(), self.session.standing().step);
        let names: Vec<String> = self.session.names().values().cloned().collect();
        let learnt = self.learning.notice(self.session.game(), &names, &view);
        let learnt = learnt.into_iter();
        learnt.map(|text| SeatEventKind::Learnt { text: text.as_str().into(), step }).collect()
    }

    /// Lets the person see what was just decided before the match goes on. Whoever is at turn looks as long as
    /// they like.
    fn let_see(&mut self) {
        self.lately.1 = false;
        let turn = self.session.view().board.turn;
        if turn.is_none() || turn != self.session.seat() {
            self.hold();
        }
    }

    /// Starts the pause in which something stays to be looked at.
    fn hold(&mut self) {
        let now = Instant::now();
        // Nobody else waits for long.
        let most = if self.session.talks() { MOST_HELD } else { Duration::MAX };
        self.telling = Some((now, now + self.pace.decided.min(most)));
    }

    /// Starts the pause after an event that is to be read.
    fn let_read(&mut self, update: &Update) {
        match update {
            Update::Said(_) if !self.pace.event.is_zero() => {
                let now = Instant::now();
                let (since, _) = *self.telling.get_or_insert((now, now));
                let pace = self.pace.event;
                let until = if now < since + pace * READ { now + pace } else { now };
                self.telling = Some((since, until));
                let lately = self.session.view().board.lately;
                if lately != self.lately.0 {
                    self.lately = (lately.clone(), lately.is_some());
                }
            }
            Update::Ask => self.telling = None,
            _ => {}
        }
    }

    /// Ends the pause.
    pub(crate) fn hurry(&mut self) {
        (self.telling, self.lately.1) = (None, false);
    }

    fn tell(&mut self, update: Update) -> Option<SeatEventKind> {
        let step = self.session.standing().step;
        let view = || self.session.view();
        Some(match update {
            Update::Said(event) => {
                let view = view();
                let words = session::words(&*self.session, &view);
                let text = Text::of(&words, &event.text);
                SeatEventKind::Said { text, rule: event.rule.into(), step }
            }
            Update::Ask => {
                self.asked = true;
                SeatEventKind::Asked { step }
            }
            Update::Trust(seat, step, proven) => {
                let text = session::proven(self.session.names(), seat, proven);
                let (shuffled, opened) = match proven {
                    Proven::Shuffle(cards) => (Some(cards), None),
                    Proven::Shares(cards) => (None, Some(cards)),
                    _ => (None, None),
                };
                let chosen = matches!(proven, Proven::Choice | Proven::NoneOf);
                SeatEventKind::Proven { seat: seat.index(), step, text, shuffled, opened, chosen }
            }
            Update::Presence { seat, here } => {
                if let Some(away) = self.away.get_mut(seat) {
                    *away = (!here).then(Instant::now);
                }
                let is = if here { "is back" } else { "is away" };
                let text = format!("{} {is}.", self.name(seat));
                SeatEventKind::Presence { seat: seat.index(), here, text }
            }
            Update::Chat { from, whispered, text } => SeatEventKind::Chat {
                from: self.name(from),
                seat: Some(from.index()),
                whispered,
                text,
                to: None,
            },
            Update::Notice(text) => SeatEventKind::Notice { text },
            Update::Waiting => {
                let names = self.names_of(self.session.may_go_on_without());
                let seated = self.session.seat().is_some();
                let text = words::waiting(&names, self.session.goes_on());
                (!names.is_empty() && seated).then_some(SeatEventKind::Notice { text })?
            }
            Update::Over(_) | Update::Failed(_) | Update::Idle => return None,
        })
    }

    /// The explanations that are due after an event under this rule, or after a question to the person.
    fn coach(&mut self, said: &'static str, asked: bool) -> Vec<SeatEventKind> {
        let Some(coach) = &mut self.coach else { return Vec::new() };
        let mut lessons = Vec::new();
        if !said.is_empty() {
            lessons.extend(coach.explain(Moment::Said(said)));
        }
        let view = self.session.view();
        lessons.extend(coach.enter(view.board.phase));
        if asked && let Some(menu) = self.session.menu() {
            lessons.extend(coach.explain(Moment::Asked(menu.rule)));
            if let Some(entry) = self.session.advice()
                && let Some(entry) = self.session.menu().and_then(|menu| menu.entries.get(entry))
            {
                let words = session::words(&*self.session, &view).entry(entry);
                coach.advise(&words);
            }
        }
        let notice = |text: &str| SeatEventKind::Notice { text: text.into() };
        lessons.into_iter().map(notice).collect()
    }

    /// Chooses an entry for the person.
    pub(crate) fn choose(&mut self, step: u64, entry: usize) -> Result<(), Refused> {
        let now = self.session.standing().step;
        if step != now {
            return Err(Refused::OtherStep { now });
        }
        if self.session.menu().is_none() {
            return Err(Refused::NotAsked);
        }
        self.session.choose(entry)?;
        self.asked = self.session.menu().is_some();
        self.coach.iter_mut().for_each(Coach::chosen);
        Ok(())
    }

    /// Consents to go on without these seats.
    pub(crate) fn consent(&mut self, step: u64, without: &[usize]) -> Result<(), Refused> {
        let now = self.session.standing().step;
        if step != now {
            return Err(Refused::OtherStep { now });
        }
        let seats = self.session.names().len();
        let named = without.iter().filter(|seat| **seat < seats).filter_map(|seat| seat_at(*seat));
        let named: Seats = named.collect();
        let may = self.session.may_go_on_without();
        if named.is_empty() || named != may || named.len() != without.len() {
            return Err(Refused::not_allowed("who is away has changed"));
        }
        match self.session.go_on(named) {
            true => Ok(()),
            false => Err(Refused::not_allowed("who is away has changed")),
        }
    }

    /// Writes to everybody, or to one seat by the beginning of the player's name.
    pub(crate) fn say(&mut self, to: Option<&str>, text: &str) -> Result<(), Refused> {
        if !self.session.talks() {
            return Err(Refused::impossible(words::unheard(self.session.seat().is_some())));
        }
        let to = to.map(|name| {
            self.seat_called(name)
                .ok_or_else(|| Refused::Unknown { what: format!("player here called {name}") })
        });
        self.session.say(to.transpose()?, text)
    }

    fn seat_called(&self, name: &str) -> Option<Seat> {
        called(self.session.names().iter().map(|(seat, name)| (seat, name.as_str())), name)
    }

    /// Writes a note about a seat, and returns all notes.
    pub(crate) fn note(&mut self, seat: usize, text: &str) -> Result<&[String], Refused> {
        let unknown = || Refused::Unknown { what: "such seat".into() };
        *self.notes.get_mut(seat).ok_or_else(unknown)? = text.chars().take(MOST_NOTE).collect();
        Ok(&self.notes)
    }

    /// Sets the notes that were written before.
    pub(crate) fn with_notes(mut self, notes: Vec<String>) -> Self {
        self.notes.iter_mut().zip(notes).for_each(|(note, kept)| *note = kept);
        self
    }

    /// The match's name in words.
    pub(crate) fn id(&self) -> String {
        self.session.charter().map_or_else(String::new, |charter| proto::words(&charter.id()))
    }

    fn name(&self, seat: Seat) -> String {
        self.session.names().get(seat).cloned().unwrap_or_else(|| seat.to_string())
    }

    fn names_of(&self, seats: Seats) -> Vec<String> {
        seats.iter().map(|seat| self.name(seat)).collect()
    }

    /// What a screen shows that changes without an event.
    pub(crate) fn clocks(&self) -> Clocks {
        let away_s = self.away.values().map(|since| since.map(|at| at.elapsed().as_secs()));
        Clocks {
            away_s: away_s.collect(),
            window_s: self.session.window_left().map(|left| left.as_secs()),
            standing: self.session.standing(),
        }
    }

    /// The match as a screen gets it.
    pub(crate) fn view(&self) -> MatchView {
        let session = &*self.session;
        let (view, standing, info) = (session.view(), session.standing(), session.game().info());
        let words = session::words(session, &view);
        let may = session.may_go_on_without();
        let menu = session.menu();
        let charter = session.charter();
        let seated = session.seat().is_some();
        MatchView {
            game: info.id.into(),
            game_name: info.name.into(),
            id: self.id(),
            began: self.began,
            options: charter.map_or_else(Vec::new, |charter| unusual(charter, info.options)),
            step: standing.step,
            me: session.seat().map(Seat::index),
            players: self.players(standing, charter),
            board: BoardShown::of(words, &view),
            menu: menu
                .map(|menu| MenuShown::of(words, &view, menu, standing.step, session.is_window())),
            window_left_ms: session.window_left().map(|left| left.as_millis() as u64),
            waiting: self.waiting(standing, menu.is_some(), &view),
            may_go_on_without: match seated {
                true => may.iter().map(Seat::index).collect(),
                false => Vec::new(),
            },
            goes_on: session.goes_on(),
            consent_question: match seated && !may.is_empty() {
                true => words::vote(&self.names_of(may), session.goes_on()),
                false => String::new(),
            },
            wants_aside: session.wants_aside(),
            talks: session.talks(),
            offline: standing.alone,
            left_behind: standing.excluded,
            leave_question: {
                let back = session.way_back().is_some();
                words::leaving(seated, session.talks(), back).into()
            },
            notes: self.notes.clone(),
            window: session.is_window(),
            late: match seated && !may.is_empty() {
                true => words::waiting(&self.names_of(may), session.goes_on()),
                false => String::new(),
            },
            way_back: session.way_back(),
            hints: self.coach.as_ref().map_or_else(Vec::new, |coach| coach.hints().to_vec()),
        }
    }

    fn players(&self, standing: Standing, charter: Option<&Charter>) -> Vec<PlayerShown> {
        let shown = |(seat, name): (Seat, &String)| PlayerShown {
            name: name.clone(),
            words: charter
                .and_then(|charter| charter.seats.get(seat.index()))
                .map_or_else(String::new, |place| Identity(place.identity).fingerprint()),
            // Somebody who is cut off cannot tell who else is away.
            away_s: self.away[seat].filter(|_| !standing.alone).map(|at| at.elapsed().as_secs()),
            gone: standing.gone.contains(seat),
            owes: standing.missing.contains(seat),
        };
        self.session.names().iter().map(shown).collect()
    }

    /// Whom the table waits for, in a sentence.
    fn waiting(&self, standing: Standing, asked: bool, view: &View) -> String {
        if standing.alone {
            return words::OFFLINE.into();
        }
        if asked {
            return match self.session.is_window() {
                true => "Everybody may react now; so may you.".into(),
                false => "It is your turn.".into(),
            };
        }
        let me: Seats = view.seat.into_iter().collect();
        let owing = standing.missing.without(me);
        let away = |seat: &Seat| self.away.get(*seat).and_then(|since| *since);
        let lost: Vec<String> = owing
            .iter()
            .filter_map(|seat| Some((seat, away(&seat)?)))
            .map(|(seat, at)| format!("{}, away {} s", self.name(seat), at.elapsed().as_secs()))
            .collect();
        if !lost.is_empty() {
            return format!("Waiting for {}.", words::list(&lost));
        }
        if self.session.is_window() {
            return "Everybody may react now.".into();
        }
        let unseen = self.names_of(owing.intersection(standing.unseen));
        if !unseen.is_empty() {
            return format!(
                "Waiting for {}, to whom you have no connection.",
                words::list(&unseen)
            );
        }
        let choosing = self.names_of(standing.choosing.without(me));
        match choosing.as_slice() {
            [] if owing.is_empty() => "The cards are being dealt and opened.".into(),
            [] => format!("Waiting for the proofs of {}.", words::list(&self.names_of(owing))),
            [one] => format!("{one} is choosing."),
            several => format!("{} are choosing.", words::list(several)),
        }
    }
}

/// What a screen shows of a match that changes without an event.
#[derive(Default, PartialEq, Eq)]
pub(crate) struct Clocks {
    /// The seconds each player has been away.
    away_s: Vec<Option<u64>>,
    /// The seconds left of the window.
    window_s: Option<u64>,
    /// Where the match stands, with who can be reached.
    standing: Standing,
}

/// The longest private note, in characters.
const MOST_NOTE: usize = 200;

/// A seat by its number.
pub(crate) fn seat_at(number: usize) -> Option<Seat> {
    u8::try_from(number).ok().map(Seat::new)
}

/// The options that differ from their defaults.
fn unusual(charter: &Charter, options: &[engine::OptionSpec]) -> Vec<(String, String)> {
    let usual = |key: &str, value: &str| {
        options.iter().any(|spec| spec.key == key && spec.default == value)
    };
    charter.options.iter().filter(|(key, value)| !usual(key, value)).cloned().collect()
}

/// Somebody by their name, or by an unambiguous beginning of it.
pub fn called<'a, T>(all: impl Iterator<Item = (T, &'a str)>, name: &str) -> Option<T> {
    let lower = name.to_lowercase();
    let mut fitting = Vec::new();
    for (who, other) in all {
        let other = other.to_lowercase();
        if other == lower {
            return Some(who);
        }
        if !lower.is_empty() && other.starts_with(&lower) {
            fitting.push(who);
        }
    }
    if fitting.len() == 1 { fitting.pop() } else { None }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use engine::{Board, Game};

    use crate::{
        lobby::Lobby,
        session::{Record, Session},
    };

    use super::*;

    /// A match whose state is set by the test.
    #[derive(Default)]
    struct Stands {
        names: BySeat<String>,
        seat: Option<Seat>,
        standing: Standing,
        late: Seats,
        happens: VecDeque<Update>,
        turn: Option<Seat>,
        /// What was decided, once this many updates are left.
        decided: Option<usize>,
    }

    impl Session for Stands {
        fn game(&self) -> &'static dyn Game {
            games::GAMES[0]
        }

        fn names(&self) -> &BySeat<String> {
            &self.names
        }

        fn seat(&self) -> Option<Seat> {
            self.seat
        }

        fn view(&self) -> View {
            let pile = engine::Pile::new("trick", engine::Layout::Spread, []);
            let lately = Lately { title: "Bob won a trick".into(), pile };
            let decided = self.decided.is_some_and(|left| self.happens.len() <= left);
            let lately = Some(lately).filter(|_| decided);
            let board = Board { turn: self.turn, lately, ..Board::default() };
            let private = Default::default();
            View { seat: self.seat, board, faces: Default::default(), private }
        }

        fn menu(&self) -> Option<&engine::Menu> {
            None
        }

        fn is_window(&self) -> bool {
            false
        }

        fn choose(&mut self, _: usize) -> Result<(), Refused> {
            Err(Refused::NotAsked)
        }

        fn has_news(&self) -> bool {
            matches!(self.happens.front(), Some(Update::Said(_)))
        }

        fn next(&mut self, _: Duration) -> Update {
            self.happens.pop_front().unwrap_or(Update::Idle)
        }

        fn standing(&self) -> Standing {
            self.standing
        }

        fn may_go_on_without(&self) -> Seats {
            self.late
        }
    }

    impl Match for Stands {
        fn record(&self) -> Option<Record> {
            None
        }

        fn lobby(self: Box<Self>) -> Option<Lobby> {
            None
        }
    }

    fn seats(of: &[u8]) -> Seats {
        of.iter().map(|seat| Seat::new(*seat)).collect()
    }

    fn stands(seat: Option<u8>) -> Stands {
        let names = ["Ann", "Bob", "Cyd"].map(String::from).into_iter().collect();
        Stands { names, seat: seat.map(Seat::new), ..Stands::default() }
    }

    fn playing(session: Stands) -> Playing {
        let mut playing = Playing::new(Box::new(session), Cursor::default(), Pace::default());
        playing.go_on(9);
        playing
    }

    #[test]
    fn it_is_said_who_is_choosing_or_proving() {
        let at = |missing: &[u8], choosing: &[u8]| {
            let (missing, choosing) = (seats(missing), seats(choosing));
            let standing = Standing { missing, choosing, ..Standing::default() };
            playing(Stands { standing, ..stands(Some(0)) }).view().waiting
        };
        assert_eq!(at(&[1], &[1]), "Bob is choosing.");
        assert_eq!(at(&[1, 2], &[1, 2]), "Bob and Cyd are choosing.");
        assert_eq!(at(&[2], &[]), "Waiting for the proofs of Cyd.");
    }

    #[test]
    fn whoever_is_away_is_named_with_the_time_and_whoever_is_cut_off_is_told_so_alone() {
        let gone = || Update::Presence { seat: Seat::new(2), here: false };
        let standing = Standing { missing: seats(&[2]), ..Standing::default() };
        let happens = VecDeque::from([gone()]);
        let view = playing(Stands { standing, happens, ..stands(Some(0)) }).view();
        assert_eq!(view.waiting, "Waiting for Cyd, away 0 s.");
        assert!(view.players[2].away_s.is_some());
        let standing = Standing { alone: true, ..standing };
        let happens = VecDeque::from([gone()]);
        let view = playing(Stands { standing, happens, ..stands(Some(0)) }).view();
        assert!(view.offline && view.waiting.starts_with("You are offline"), "{}", view.waiting);
        assert!(view.players.iter().all(|player| player.away_s.is_none()));
    }

    #[test]
    fn nobody_is_said_to_be_choosing_without_a_connection_to_them() {
        let owing = seats(&[1]);
        let standing =
            Standing { missing: owing, choosing: owing, unseen: owing, ..Standing::default() };
        for seat in [Some(0), None] {
            let waiting = playing(Stands { standing, ..stands(seat) }).view().waiting;
            assert_eq!(waiting, "Waiting for Bob, to whom you have no connection.");
        }
    }

    #[test]
    fn somebody_who_watches_is_offered_no_vote() {
        let late = |seat| {
            let happens = VecDeque::from([Update::Waiting]);
            let session = Stands { late: seats(&[1]), happens, ..stands(seat) };
            let mut playing = Playing::new(Box::new(session), Cursor::default(), Pace::default());
            let told = match playing.go_on(9) {
                Progress::On(told) => told,
                _ => Vec::new(),
            };
            let view = playing.view();
            (told.len(), view.may_go_on_without, view.consent_question, view.late)
        };
        assert_eq!(late(None), (0, Vec::new(), String::new(), String::new()));
        let (told, may, question, late) = late(Some(0));
        assert_eq!((told, may), (1, vec![1]));
        assert!(question.contains("without Bob") && late.contains("Bob has kept"), "{late}");
    }

    /// A match with two events, one after the other.
    fn telling(pace: Duration) -> Playing {
        let said = |text: &'static str| Update::Said(engine::Event { text: text.into(), rule: "" });
        let happens = VecDeque::from([said("Bob wins the trick"), said("Cyd leads")]);
        let session = Stands { happens, ..stands(Some(0)) };
        let pace = Pace { event: pace, decided: pace };
        Playing::new(Box::new(session), Cursor::default(), pace)
    }

    fn told(playing: &mut Playing) -> usize {
        match playing.go_on(1) {
            Progress::On(told) => told.len(),
            _ => 0,
        }
    }

    #[test]
    fn what_happens_stands_until_a_key() {
        let mut playing = telling(Duration::from_secs(3600));
        assert_eq!(told(&mut playing), 1);
        assert_eq!(told(&mut playing), 0, "it is still read");
        playing.hurry();
        assert_eq!(told(&mut playing), 1);
    }

    /// A match in which a trick is won, as two events tell, and then Bob leads, or it is over.
    fn deciding(turn: u8, then: Update) -> Playing {
        let said = |text: &'static str| Update::Said(engine::Event { text: text.into(), rule: "" });
        let happens = VecDeque::from([said("Cyd plays"), said("Bob wins the trick"), then]);
        let (turn, decided) = (Some(Seat::new(turn)), Some(2));
        let session = Stands { happens, turn, decided, ..stands(Some(0)) };
        let pace = Pace { event: Duration::from_nanos(1), decided: Duration::from_secs(3600) };
        Playing::new(Box::new(session), Cursor::default(), pace)
    }

    /// Tells what there is, for a while.
    fn all_told(playing: &mut Playing) -> usize {
        (0..9).map(|_| told(playing)).sum()
    }

    #[test]
    fn what_was_decided_stays_once_all_is_told_and_before_the_match_goes_on() {
        let leads = || Update::Said(engine::Event { text: "Bob leads".into(), rule: "" });
        // What comes at once is told together with it.
        let mut playing = deciding(1, leads());
        assert_eq!(all_told(&mut playing), 3);
        let mut playing = deciding(1, Update::Presence { seat: Seat::new(2), here: false });
        assert_eq!(all_told(&mut playing), 2, "the trick is still looked at");
        playing.hurry();
        assert_eq!(all_told(&mut playing), 1);
    }

    #[test]
    fn whoever_is_at_turn_looks_as_long_as_they_like() {
        let mut playing = deciding(0, Update::Presence { seat: Seat::new(2), here: false });
        assert_eq!(all_told(&mut playing), 3);
    }

    #[test]
    fn the_end_comes_when_what_was_before_it_was_seen() {
        let outcome = engine::Outcome {
            winners: vec![Seat::new(1)],
            scores: BySeat::new(3, |_| 0),
            summary: "Bob wins".into(),
        };
        let mut playing = deciding(0, Update::Over(outcome));
        let over = |playing: &mut Playing| matches!(playing.go_on(9), Progress::Over(..));
        assert!((0..9).all(|_| !over(&mut playing)));
        playing.hurry();
        assert!(over(&mut playing));
    }

    #[test]
    fn what_happens_stands_for_the_set_time() {
        let mut playing = telling(Duration::from_millis(20));
        assert_eq!(told(&mut playing), 1);
        std::thread::sleep(Duration::from_millis(30));
        assert_eq!(told(&mut playing), 1);
    }
}
