//! Decides which windows a person is asked about, and answers the others for them.
//!
//! A window is a question to whoever might react, to one seat or to all (`Request::is_window`). Most of the
//! time a person can only pass, and being asked again and again is a nuisance; but an answer that comes at
//! once, or late, tells the others something. So a person may have windows passed for them, and *every*
//! answer to a window, given by hand or not, leaves the node when the window's time is over and not before.
//! The setting stays on this machine.
//!
//! An aside (`Menu::is_aside`), such as an offer to pay somebody on another player's turn, is always
//! answered at once: with a pass, or with the offer if the person has said beforehand that they want it.
//! Only then are they asked for the rest. So nobody waits, and the time of the answer tells nothing.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use engine::{BySeat, Game, Menu, Seat, View};
use proto::Charter;
use serde::{Deserialize, Serialize};
use table::Seats;

use crate::{
    Refused,
    lobby::Lobby,
    session::{self, Match, Record, Session, Standing, Update},
};

/// How long answers to a window are held back among people: enough to read what happened and to think, and
/// short beside a turn. Not used among bots of one process.
pub const WINDOW: Duration = Duration::from_secs(WINDOW_S as u64);
/// [`WINDOW`] in seconds.
pub const WINDOW_S: u8 = 4;

/// When a person is asked about windows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum When {
    /// When there is something they could do.
    #[default]
    Able,
    /// Every time.
    Always,
    /// Never: windows are passed for them.
    Never,
}

impl When {
    /// The next setting, when a key cycles through them.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Able => Self::Always,
            Self::Always => Self::Never,
            Self::Never => Self::Able,
        }
    }

    /// What it means, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Able => "you are asked when there is something you could do, and pass otherwise",
            Self::Always => "you are asked every time",
            Self::Never => "you pass every time without being asked",
        }
    }
}

/// A session that asks its person about some windows only, and answers the others for them.
pub struct PendingPrompts<S> {
    session: S,
    /// How long answers to a window are held back.
    hold: Duration,
    /// The setting for windows of rules for which the person has chosen none.
    usual: When,
    /// The person's settings, by the rule that opens the window.
    when: BTreeMap<&'static str, When>,
    /// The rule of the last window.
    last: Option<&'static str>,
    /// Whether the person wants the next aside; `None` if none has been offered yet.
    aside: Option<bool>,
    /// Whether the person was told of the present question. Before that they do not see it and cannot
    /// answer, and its time has not begun.
    told: bool,
    /// When the present window opened.
    opened: Instant,
    /// The answer to the present window, to be sent when its time is over.
    answer: Option<usize>,
    /// Whether moves that everybody knows to be forced are made without asking.
    forced: bool,
    /// Whether a window that is not answered in time is passed.
    time_up: bool,
}

impl<S: Session> PendingPrompts<S> {
    /// A session that holds back answers to windows for this long.
    pub fn new(session: S, hold: Duration) -> Self {
        let (when, opened) = (BTreeMap::new(), Instant::now());
        let usual = When::default();
        let (last, aside, answer) = (None, None, None);
        let (told, forced, time_up) = (false, false, false);
        Self { session, hold, usual, when, last, aside, told, opened, answer, forced, time_up }
    }

    /// Sets when the person is asked about windows, unless they say otherwise.
    #[must_use]
    pub fn usually(mut self, usual: When) -> Self {
        self.usual = usual;
        self
    }

    /// Sets whether moves that everybody knows to be forced are made without asking. A move that is forced
    /// only by cards others cannot see is not: an immediate answer would give that away.
    #[must_use]
    pub fn playing_forced(mut self, forced: bool) -> Self {
        self.forced = forced;
        self
    }

    /// Sets whether a window that is not answered in time is passed, as it is for those who cannot react: a
    /// later answer would tell that there was something to think about.
    #[must_use]
    pub fn passing_in_time(mut self, time_up: bool) -> Self {
        self.time_up = time_up;
        self
    }

    /// The only entry that can be chosen, if everybody knows that, and its words.
    fn only_one(&self) -> Option<(usize, String)> {
        let menu = self.session.menu().filter(|_| self.forced && !self.session.is_window())?;
        let mut open = menu.entries.iter().enumerate().filter(|(_, entry)| entry.refused.is_none());
        let (at, entry) = open.next().filter(|_| open.next().is_none())?;
        let view = self.session.view();
        entry.allowed(session::eyes(&view)).ok()?;
        Some((at, session::words(&self.session, &view).entry(entry)))
    }

    /// Passes the window if its time is over and the person has not answered.
    fn pass_in_time(&mut self) -> bool {
        let late = self.time_up && self.told && self.answer.is_none() && !self.hold.is_zero();
        if !late || !self.session.is_window() || self.opened.elapsed() < self.hold {
            return false;
        }
        self.session.menu().and_then(pass).is_some_and(|entry| self.send(entry).is_ok())
    }

    /// The session itself.
    #[cfg(test)]
    fn session(&self) -> &S {
        &self.session
    }

    /// The answer to a window that the person is not to be asked about.
    fn spared(&mut self) -> Option<usize> {
        let menu = self.session.menu().filter(|_| self.session.is_window())?;
        let rule = menu.rule;
        let pass = pass(menu)?;
        let view = self.session.view();
        let able = menu.asks(session::eyes(&view));
        let wanted = self.aside == Some(true) && menu.aside().is_some();
        self.last = Some(rule);
        let asked = match self.when.get(rule).copied().unwrap_or(self.usual) {
            When::Able => able,
            When::Always => true,
            When::Never => false,
        };
        (!asked && !wanted).then_some(pass)
    }

    /// The answer to an aside, which is given at once.
    fn by_the_way(&mut self) -> Option<usize> {
        let menu = self.session.menu()?;
        let aside = menu.aside()?;
        let wanted = *self.aside.get_or_insert(false);
        if self.session.is_window() || !menu.is_aside() {
            return None;
        }
        let refused = menu.entries[aside].refused.is_some();
        if wanted && !refused { Some(aside) } else { pass(menu) }
    }

    /// Sends an answer. Choosing an aside ends the person's wish for one.
    fn send(&mut self, entry: usize) -> Result<(), Refused> {
        let aside = self.session.menu().and_then(Menu::aside);
        self.session.choose(entry)?;
        if aside == Some(entry) {
            self.aside = Some(false);
        }
        self.told = false;
        Ok(())
    }
}

/// The entry that passes, if it may be chosen.
fn pass(menu: &Menu) -> Option<usize> {
    menu.entries.iter().position(|entry| entry.pass && entry.refused.is_none())
}

impl<S: Session> Session for PendingPrompts<S> {
    fn game(&self) -> &'static dyn Game {
        self.session.game()
    }

    fn names(&self) -> &BySeat<String> {
        self.session.names()
    }

    fn seat(&self) -> Option<Seat> {
        self.session.seat()
    }

    fn view(&self) -> View {
        self.session.view()
    }

    fn menu(&self) -> Option<&Menu> {
        self.session.menu().filter(|_| self.told && self.answer.is_none())
    }

    fn is_window(&self) -> bool {
        self.session.is_window()
    }

    fn advice(&mut self) -> Option<usize> {
        self.session.advice()
    }

    fn choose(&mut self, entry: usize) -> Result<(), Refused> {
        if self.answer.is_some() {
            return Err(Refused::not_allowed("you have answered that"));
        }
        if !self.told {
            return Err(Refused::NotAsked);
        }
        if !self.session.is_window() || self.opened.elapsed() >= self.hold {
            return self.send(entry);
        }
        if let Some(reason) = session::why_not(&self.session, &self.session.view(), entry) {
            return Err(reason);
        }
        self.answer = Some(entry);
        Ok(())
    }

    fn has_news(&self) -> bool {
        self.session.has_news()
    }

    fn next(&mut self, timeout: Duration) -> Update {
        loop {
            if self.opened.elapsed() >= self.hold
                && let Some(entry) = self.answer.take()
            {
                // It may fail: a window that was withdrawn meanwhile needs no answer.
                let _ = self.send(entry);
                self.told = false;
            }
            if self.pass_in_time() {
                let what =
                    "Your time to react was over, so you passed, like everybody who could not.";
                return Update::Notice(what.into());
            }
            match self.session.next(timeout) {
                Update::Ask => {
                    self.answer = None;
                    if let Some((entry, what)) = self.only_one()
                        && self.send(entry).is_ok()
                    {
                        let what =
                            format!("Done for you, since nothing else was possible: {what}.");
                        return Update::Notice(what);
                    }
                    if let Some(entry) = self.by_the_way()
                        && self.send(entry).is_ok()
                    {
                        continue;
                    }
                    self.told = true;
                    self.opened = Instant::now();
                    self.answer = self.spared();
                    if self.answer.is_none() {
                        return Update::Ask;
                    }
                }
                update => return update,
            }
        }
    }

    fn ask_otherwise(&mut self) -> Option<String> {
        let rule = self.last?;
        let when = self.when.entry(rule).or_insert(self.usual);
        *when = when.next();
        Some(format!("About questions like the last one [{rule}]: {}.", when.words()))
    }

    fn wants_aside(&self) -> Option<bool> {
        self.aside
    }

    fn want_aside(&mut self) -> Option<String> {
        let wants = self.aside.as_mut()?;
        *wants = !*wants;
        Some(match *wants {
            true => "You want to pay, or to be paid: you are asked at the next chance, and nobody knows before.",
            false => "You no longer want to pay, or to be paid.",
        }.into())
    }

    fn window_left(&self) -> Option<Duration> {
        let left = self.hold.checked_sub(self.opened.elapsed()).filter(|left| !left.is_zero())?;
        self.session.menu().filter(|_| self.told && self.session.is_window()).map(|_| left)
    }

    fn rests(&self) -> bool {
        // A window has its time.
        self.menu().is_some() && !self.session.is_window() && self.session.rests()
    }

    fn talks(&self) -> bool {
        self.session.talks()
    }

    fn say(&mut self, to: Option<Seat>, text: &str) -> Result<(), Refused> {
        self.session.say(to, text)
    }

    fn standing(&self) -> Standing {
        self.session.standing()
    }

    fn charter(&self) -> Option<&Charter> {
        self.session.charter()
    }

    fn may_go_on_without(&self) -> Seats {
        self.session.may_go_on_without()
    }

    fn goes_on(&self) -> bool {
        self.session.goes_on()
    }

    fn go_on(&mut self, without: Seats) -> bool {
        self.session.go_on(without)
    }
}

impl<S: Match> Match for PendingPrompts<S> {
    fn record(&self) -> Option<Record> {
        self.session.record()
    }

    fn kept(&mut self) {
        self.session.kept();
    }

    fn way_back(&self) -> Option<String> {
        self.session.way_back()
    }

    fn lobby(self: Box<Self>) -> Option<Lobby> {
        Box::new(self.session).lobby()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use engine::{Entry, Handle};

    use super::*;

    /// Asks a list of questions, and remembers the answers.
    struct Script {
        names: BySeat<String>,
        menus: VecDeque<Menu>,
        fresh: bool,
        /// How many events come before each question.
        said: usize,
        answers: Vec<usize>,
    }

    fn script(menus: impl IntoIterator<Item = Menu>) -> Script {
        let names = BySeat::new(2, |seat| seat.to_string());
        let menus = menus.into_iter().collect();
        Script { names, menus, fresh: true, said: 0, answers: Vec::new() }
    }

    impl Session for Script {
        fn game(&self) -> &'static dyn Game {
            games::GAMES[0]
        }

        fn names(&self) -> &BySeat<String> {
            &self.names
        }

        fn seat(&self) -> Option<Seat> {
            Some(Seat::new(0))
        }

        fn view(&self) -> View {
            let board = engine::Board::default();
            View {
                seat: self.seat(),
                board,
                faces: Default::default(),
                private: Default::default(),
            }
        }

        fn menu(&self) -> Option<&Menu> {
            self.menus.front()
        }

        fn is_window(&self) -> bool {
            self.menu().is_some_and(|menu| menu.rule == "W-1")
        }

        fn choose(&mut self, entry: usize) -> Result<(), Refused> {
            self.answers.push(entry);
            self.menus.pop_front();
            self.fresh = true;
            Ok(())
        }

        fn rests(&self) -> bool {
            !self.fresh
        }

        fn next(&mut self, _: Duration) -> Update {
            if self.fresh && self.said > 0 {
                self.said -= 1;
                return Update::Waiting;
            }
            let asks = std::mem::take(&mut self.fresh) && self.menu().is_some();
            if asks { Update::Ask } else { Update::Idle }
        }
    }

    #[test]
    fn only_a_question_without_a_time_of_its_own_can_wait_at_rest() {
        let question = || Menu::new("Play which card?", "P-1").with(Entry::card("Play", Handle(7)));
        let mut asks = PendingPrompts::new(script([question(), able(), able()]), Duration::ZERO);
        assert!(!asks.rests(), "the person was not told yet");
        assert!(matches!(next(&mut asks), Update::Ask));
        assert!(asks.rests());
        asks.choose(0).unwrap();
        assert!(!asks.rests());
        assert!(matches!(next(&mut asks), Update::Ask));
        assert!(!asks.rests(), "a window");
    }

    fn window() -> Menu {
        let pay = Entry::new("Pay").refuse_if(true, "you have nothing to pay with");
        Menu::new("React?", "W-1").with(pay).with(Entry::pass("Pass"))
    }

    fn able() -> Menu {
        window().with(Entry::card("Use", Handle(7)))
    }

    fn next(asks: &mut PendingPrompts<Script>) -> Update {
        asks.next(Duration::ZERO)
    }

    #[test]
    fn a_window_with_nothing_to_do_is_passed_unasked() {
        let mut asks = PendingPrompts::new(script([window(), window()]), Duration::ZERO);
        assert!(matches!(next(&mut asks), Update::Idle));
        assert_eq!(asks.session().answers, [1, 1]);
    }

    #[test]
    fn a_window_with_a_card_to_use_is_asked_about() {
        let mut asks = PendingPrompts::new(script([able()]), Duration::ZERO);
        assert!(matches!(next(&mut asks), Update::Ask));
        asks.choose(2).unwrap();
        assert_eq!(asks.session().answers, [2]);
    }

    /// A window that also offers an aside.
    fn gift() -> Menu {
        window().with(Entry::new("Give Coins away").aside())
    }

    /// An aside, offered to everybody.
    fn coins() -> Menu {
        let pay = Entry::new("Pay somebody, or ask for Coins").aside();
        Menu::new("Coins may pass now", "C-1").with(Entry::pass("Go on")).with(pay)
    }

    /// The question that follows for somebody who wants to pay.
    fn whom() -> Menu {
        Menu::new("Whom do you pay?", "C-1").with(Entry::pass("Back")).with(Entry::new("Pay B"))
    }

    #[test]
    fn what_is_offered_by_the_way_is_passed_at_once_and_unasked() {
        for usual in [When::Able, When::Always, When::Never] {
            let asks = PendingPrompts::new(script([coins()]), Duration::from_secs(9));
            let mut asks = asks.usually(usual);
            assert!(matches!(next(&mut asks), Update::Idle));
            assert_eq!(asks.session().answers, [0]);
        }
    }

    #[test]
    fn whoever_has_said_that_they_want_to_pay_says_so_at_once_and_is_asked_whom() {
        let mut asks =
            PendingPrompts::new(script([coins(), whom(), coins()]), Duration::from_secs(9));
        asks.aside = Some(true);
        assert!(matches!(next(&mut asks), Update::Ask));
        assert_eq!((&asks.session().answers[..], asks.menu()), (&[1][..], Some(&whom())));
        asks.choose(1).unwrap();
        assert!(matches!(next(&mut asks), Update::Idle));
        assert_eq!(asks.session().answers, [1, 1, 0], "a wish is for once");
    }

    #[test]
    fn whoever_no_longer_wants_to_pay_is_not_asked() {
        let mut asks = PendingPrompts::new(script([coins()]), Duration::ZERO);
        assert_eq!(
            (asks.wants_aside(), asks.want_aside()),
            (None, None),
            "nothing was offered yet"
        );
        next(&mut asks);
        assert!(asks.want_aside().unwrap().contains("at the next chance"));
        assert_eq!(asks.wants_aside(), Some(true));
        assert!(asks.want_aside().unwrap().contains("no longer"));
        asks.session.menus.push_back(coins());
        asks.session.fresh = true;
        assert!(matches!(next(&mut asks), Update::Idle));
        assert_eq!(asks.session().answers, [0, 0]);
    }

    #[test]
    fn a_window_in_which_one_could_only_give_coins_is_asked_about_once_they_want_to() {
        let mut asks = PendingPrompts::new(script([gift()]), Duration::ZERO);
        assert!(matches!(next(&mut asks), Update::Idle));
        assert!(asks.want_aside().is_some());
        asks.session.menus.extend([gift(), gift()]);
        asks.session.fresh = true;
        assert!(matches!(next(&mut asks), Update::Ask));
        asks.choose(1).unwrap();
        assert!(matches!(next(&mut asks), Update::Ask), "they passed, and want to pay still");
        asks.choose(2).unwrap();
        assert_eq!(
            (&asks.session().answers[..], asks.wants_aside()),
            (&[1, 1, 2][..], Some(false))
        );
    }

    #[test]
    fn an_answer_to_a_window_that_was_withdrawn_is_not_given_after_something_by_the_way() {
        let mut asks = PendingPrompts::new(script([able()]), Duration::from_millis(20));
        next(&mut asks);
        asks.choose(2).unwrap();
        asks.session.menus = [coins(), whom()].into();
        asks.session.fresh = true;
        assert!(matches!(next(&mut asks), Update::Ask));
        std::thread::sleep(Duration::from_millis(30));
        next(&mut asks);
        assert_eq!((&asks.session().answers[..], asks.menu()), (&[0][..], Some(&whom())));
    }

    #[test]
    fn a_window_with_more_than_a_gift_to_make_is_asked_about() {
        let more = gift().with(Entry::card("Use", Handle(7)));
        let mut asks = PendingPrompts::new(script([more]), Duration::ZERO);
        assert!(matches!(next(&mut asks), Update::Ask));
    }

    #[test]
    fn what_everybody_knows_to_be_forced_is_done_unasked_and_told() {
        let last = Menu::new("Play", "T-1").with(Entry::card("Play", Handle(7)));
        let closed = Entry::new("Pay").refuse_if(true, "nobody has any");
        for menu in [last.clone(), last.with(closed)] {
            let mut asks = PendingPrompts::new(script([menu]), Duration::ZERO).playing_forced(true);
            let told = next(&mut asks);
            assert!(matches!(told, Update::Notice(what) if what.contains("nothing else")));
            assert_eq!(asks.session().answers, [0]);
        }
    }

    #[test]
    fn what_could_be_done_otherwise_or_is_a_window_is_not_done_unasked() {
        let window = Menu::new("React?", "W-1").with(Entry::card("Use", Handle(7)));
        for menu in [whom(), window] {
            let mut asks = PendingPrompts::new(script([menu]), Duration::ZERO).playing_forced(true);
            assert!(matches!(next(&mut asks), Update::Ask));
            assert!(asks.session().answers.is_empty());
        }
    }

    #[test]
    fn whoever_has_not_answered_in_time_passes_as_those_do_who_cannot_react() {
        let hold = Duration::from_millis(60);
        let mut asks = PendingPrompts::new(script([able()]), hold).passing_in_time(true);
        assert!(matches!(next(&mut asks), Update::Ask));
        let opened = asks.opened;
        while asks.session().answers.is_empty() {
            next(&mut asks);
        }
        assert!(opened.elapsed() >= hold);
        assert_eq!(asks.session().answers, [1]);
        let mut waits = PendingPrompts::new(script([able()]), hold);
        next(&mut waits);
        std::thread::sleep(2 * hold);
        next(&mut waits);
        assert!(waits.session().answers.is_empty(), "whoever wants to be waited for is");
    }

    #[test]
    fn what_is_no_window_is_always_asked() {
        let turn = Menu { rule: "T-1", ..window() };
        let mut asks = PendingPrompts::new(script([turn]), Duration::ZERO);
        assert!(matches!(next(&mut asks), Update::Ask));
    }

    #[test]
    fn a_person_may_be_asked_always_or_never() {
        let mut asks = PendingPrompts::new(script([window()]), Duration::ZERO);
        assert_eq!(asks.ask_otherwise(), None);
        next(&mut asks);
        asks.session.menus.extend([window(), able()]);
        asks.session.fresh = true;
        assert!(asks.ask_otherwise().unwrap().contains("every time"));
        assert!(matches!(next(&mut asks), Update::Ask));
        asks.choose(1).unwrap();
        assert!(asks.ask_otherwise().unwrap().contains("without being asked"));
        assert!(matches!(next(&mut asks), Update::Idle));
        assert_eq!(asks.session().answers, [1, 1, 1]);
    }

    #[test]
    fn every_answer_to_a_window_leaves_when_its_time_is_over() {
        let hold = Duration::from_millis(60);
        for (menu, by_hand) in [(window(), None), (able(), Some(1)), (able(), Some(2))] {
            let mut asks = PendingPrompts::new(script([menu]), hold);
            next(&mut asks);
            let opened = asks.opened;
            if let Some(entry) = by_hand {
                asks.choose(entry).unwrap();
            }
            assert!(asks.menu().is_none(), "it is answered as far as the person can see");
            while asks.session().answers.is_empty() {
                assert!(matches!(next(&mut asks), Update::Idle));
            }
            assert!(opened.elapsed() >= hold);
            assert_eq!(asks.session().answers, [by_hand.unwrap_or(1)]);
        }
    }

    #[test]
    fn a_window_is_neither_seen_nor_answered_before_its_time_has_begun() {
        let hold = Duration::from_millis(60);
        let mut asks = PendingPrompts::new(Script { said: 1, ..script([able()]) }, hold);
        std::thread::sleep(2 * hold);
        assert!(matches!(next(&mut asks), Update::Waiting));
        assert!(asks.menu().is_none() && asks.window_left().is_none());
        assert!(asks.choose(2).is_err(), "there is still something to be told before the question");
        assert!(matches!(next(&mut asks), Update::Ask));
        asks.choose(2).unwrap();
        assert!(asks.session().answers.is_empty());
    }

    #[test]
    fn a_window_that_follows_is_not_seen_before_it_is_asked_about() {
        let mut asks = PendingPrompts::new(script([able(), able()]), Duration::ZERO);
        next(&mut asks);
        asks.choose(2).unwrap();
        assert!(asks.menu().is_none());
        assert!(asks.choose(2).is_err());
        assert!(matches!(next(&mut asks), Update::Ask));
        assert!(asks.menu().is_some());
    }

    #[test]
    fn the_clock_of_a_window_runs_alike_whether_one_can_react_or_not() {
        for menu in [window(), able()] {
            let mut asks = PendingPrompts::new(script([menu]), Duration::from_secs(9));
            next(&mut asks);
            let left = asks.window_left().unwrap();
            assert!(left > Duration::from_secs(8) && left <= Duration::from_secs(9));
        }
        let mut asks =
            PendingPrompts::new(script([Menu { rule: "T-1", ..window() }]), Duration::from_secs(9));
        next(&mut asks);
        assert_eq!(asks.window_left(), None, "only windows have a clock");
    }

    #[test]
    fn how_a_person_likes_it_holds_for_every_window() {
        let mut asks =
            PendingPrompts::new(script([window()]), Duration::ZERO).usually(When::Always);
        assert!(matches!(next(&mut asks), Update::Ask));
        let mut asks = PendingPrompts::new(script([able()]), Duration::ZERO).usually(When::Never);
        assert!(matches!(next(&mut asks), Update::Idle));
    }

    #[test]
    fn what_may_not_be_chosen_is_refused_at_once() {
        let menu = able().with(Entry::new("No").refuse_if(true, "not now"));
        let mut asks = PendingPrompts::new(script([menu]), Duration::from_secs(9));
        next(&mut asks);
        assert_eq!(asks.choose(3), Err(Refused::not_allowed("not now")));
        asks.choose(1).unwrap();
        assert!(asks.choose(1).is_err());
    }

    #[test]
    fn an_answer_is_never_given_to_another_question() {
        let mut asks = PendingPrompts::new(script([able()]), Duration::from_millis(20));
        next(&mut asks);
        asks.choose(2).unwrap();
        asks.session.menus = [Menu { rule: "T-1", ..window() }].into();
        asks.session.fresh = true;
        assert!(matches!(next(&mut asks), Update::Ask));
        std::thread::sleep(Duration::from_millis(30));
        next(&mut asks);
        assert!(asks.session().answers.is_empty() && asks.menu().is_some());
    }
}
