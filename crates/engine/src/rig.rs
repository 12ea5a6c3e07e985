//! Rigged games for rule tests: the test decides how the cards fall, and answers menus by their words.

use std::collections::VecDeque;

use thiserror::Error;

use crate::{
    BySeat, Event, Eyes, Face, Game, Handle, Menu, OptionError, Options, Request, Seat, Words,
    chance::Chance,
    clear::{ClearGame, Fate},
};

/// Shuffles and rolls that a test has prepared, and random ones after these.
#[derive(Clone, Debug)]
pub struct Rigged {
    stacks: VecDeque<Vec<Face>>,
    numbers: VecDeque<u32>,
    chance: Chance,
}

impl Rigged {
    /// Nothing prepared: everything is random.
    pub fn new(seed: u64) -> Self {
        Self { stacks: VecDeque::new(), numbers: VecDeque::new(), chance: Chance::new(seed) }
    }

    /// The next pile that is shuffled begins with these faces; the rest is random. With an empty list the
    /// whole pile is random.
    #[must_use]
    pub fn stack(mut self, faces: impl IntoIterator<Item = Face>) -> Self {
        self.stacks.push_back(faces.into_iter().collect());
        self
    }

    /// The next number rolled.
    #[must_use]
    pub fn roll(mut self, number: u32) -> Self {
        self.numbers.push_back(number);
        self
    }
}

impl Fate for Rigged {
    fn order(&mut self, faces: &[Option<Face>]) -> Vec<usize> {
        let mut rest = self.chance.permutation(faces.len());
        let mut order = Vec::new();
        for wanted in self.stacks.pop_front().unwrap_or_default() {
            if let Some(at) = rest.iter().position(|&i| faces[i] == Some(wanted)) {
                order.push(rest.remove(at));
            }
        }
        order.extend(rest);
        order
    }

    fn number(&mut self, sides: u32) -> u32 {
        let number = self.numbers.pop_front().unwrap_or_else(|| self.chance.below(sides));
        number.min(sides.saturating_sub(1))
    }
}

/// Why a test cannot go on. Players are named as the rig names them.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RigFault {
    /// The options or the number of seats are refused.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// No entry has these words.
    #[error("{player} has no entry {words:?} (asked: {asked:?}, entries: {entries:?})")]
    NoEntry {
        /// Whose menu.
        player: String,
        /// The words.
        words: String,
        /// Who is asked now.
        asked: Vec<String>,
        /// What that player is asked.
        entries: Vec<String>,
    },
    /// The rules do not allow that entry.
    #[error("{player} may not choose {words:?}: {reason}")]
    NotAllowed {
        /// Whose menu.
        player: String,
        /// The words of the entry.
        words: String,
        /// Why not.
        reason: String,
    },
    /// A player whom the test does not name cannot pass.
    #[error("{player} has no pass; entries: {entries:?}")]
    NoPass {
        /// Whose menu.
        player: String,
        /// What that player is asked.
        entries: Vec<String>,
    },
    /// The game refuses the choice.
    #[error("the choice was refused")]
    Refused,
    /// The game's state has another type.
    #[error("the state is of another type")]
    OtherState,
}

/// A game in the clear that a test plays by words. Players are named A, B, C and so on.
pub struct Rig {
    /// The game so far.
    pub clear: ClearGame<Rigged>,
    /// All events so far.
    pub events: Vec<Event>,
    /// Whether the players are asked about asides; they pass otherwise.
    pub asides: bool,
    game: &'static dyn Game,
    names: BySeat<String>,
}

impl Rig {
    /// Starts a game and runs it to the first menu.
    pub fn new(
        game: &'static dyn Game,
        seats: usize,
        options: &[(&str, &str)],
        fate: Rigged,
    ) -> Result<Self, RigFault> {
        let options = Options::parse(game.info().options, options.iter().copied())?;
        let clear = ClearGame::with_fate(game, seats, &options, fate)?;
        let names = BySeat::new(seats, |seat| char::from(b'A' + seat.index() as u8).to_string());
        let mut rig = Self { clear, events: Vec::new(), asides: false, game, names };
        rig.run();
        Ok(rig)
    }

    /// The seats that are asked now, with their menus.
    pub fn asked(&self) -> Vec<(Seat, Menu)> {
        match self.clear.driver.request() {
            Some(Request::Choose(seat, menu)) => vec![(*seat, menu.clone())],
            Some(Request::Ask(_, menus)) => menus.clone(),
            _ => Vec::new(),
        }
    }

    /// The entries of a seat's menu in words, as that seat reads them.
    pub fn entries(&self, seat: Seat) -> Vec<String> {
        self.menu(seat)
            .map(|m| m.entries.iter().map(|e| self.words(seat).entry(e)).collect())
            .unwrap_or_default()
    }

    /// Why a seat may not choose the entry with these words; `None` if it may.
    pub fn why_not(&self, seat: Seat, words: &str) -> Result<Option<String>, RigFault> {
        let entry = self.find(seat, words)?;
        let entry = self.menu(seat).and_then(|m| m.entries.get(entry)).ok_or(RigFault::Refused)?;
        Ok(entry.allowed(self.eyes(seat)).err().map(|reason| self.words(seat).line(&reason)))
    }

    /// The entries, in words, that a seat would be asked to confirm.
    pub fn weighty(&self, seat: Seat) -> Vec<String> {
        let entries = self.entries(seat).into_iter().enumerate();
        let weighs = |i| self.menu(seat).is_some_and(|m| m.weighs(i, self.eyes(seat)));
        entries.filter(|(i, _)| weighs(*i)).map(|(_, words)| words).collect()
    }

    /// A seat chooses the entry whose words contain `words`; then the game runs to the next menu.
    pub fn pick(&mut self, seat: Seat, words: &str) -> Result<(), RigFault> {
        self.pick_all(&[(seat, words)])
    }

    /// Answers a sealed window: seats that are not named choose their pass entry.
    pub fn pick_all(&mut self, picks: &[(Seat, &str)]) -> Result<(), RigFault> {
        for (seat, words) in picks {
            if let Some(reason) = self.why_not(*seat, words)? {
                let (player, words) = (self.names[*seat].clone(), (*words).to_owned());
                return Err(RigFault::NotAllowed { player, words, reason });
            }
        }
        let mut entries = Vec::new();
        for (seat, menu) in self.asked() {
            entries.push(match picks.iter().find(|(picker, _)| *picker == seat) {
                Some((_, words)) => self.find(seat, words)?,
                None => menu.entries.iter().position(|e| e.pass).ok_or_else(|| {
                    let (player, entries) = (self.names[seat].clone(), self.entries(seat));
                    RigFault::NoPass { player, entries }
                })?,
            });
        }
        let mut entries = entries.into_iter();
        if !self.clear.step(|_, _| entries.next().unwrap_or(0)) {
            return Err(RigFault::Refused);
        }
        self.run();
        Ok(())
    }

    /// Lets every seat choose its first allowed entry until `stop` or the end.
    pub fn drift(&mut self, mut stop: impl FnMut(&Self) -> bool) {
        while self.clear.driver.outcome().is_none() && !stop(self) {
            if !self.clear.step(|ask, _| ask.settle(None)) {
                break;
            }
            self.run();
        }
    }

    /// The public state.
    pub fn state<S: 'static>(&self) -> Result<&S, RigFault> {
        let state: &dyn core::any::Any = self.clear.driver.state();
        state.downcast_ref().ok_or(RigFault::OtherState)
    }

    /// Whether an event so far contains `words`, or happened under the rule `words`.
    pub fn said(&self, words: &str) -> bool {
        let nothing = Default::default();
        let eyes = Eyes::new(self.clear.driver.faces(), &nothing);
        let reader = Words { game: self.game, names: &self.names, eyes };
        self.events.iter().any(|event| reader.event(event).contains(words))
    }

    /// The faces of cards, hidden or not.
    pub fn faces(&self, cards: &[Handle]) -> Vec<Face> {
        cards.iter().filter_map(|&card| self.clear.dealer.face(&self.clear.driver, card)).collect()
    }

    fn menu(&self, seat: Seat) -> Option<&Menu> {
        self.clear.driver.request()?.menu_of(seat)
    }

    fn eyes(&self, seat: Seat) -> Eyes<'_> {
        Eyes::new(self.clear.driver.faces(), self.clear.dealer.knowledge(seat))
    }

    fn words(&self, seat: Seat) -> Words<'_> {
        Words { game: self.game, names: &self.names, eyes: self.eyes(seat) }
    }

    fn find(&self, seat: Seat, words: &str) -> Result<usize, RigFault> {
        let entries = self.entries(seat);
        entries
            .iter()
            .position(|entry| entry == words)
            .or_else(|| entries.iter().position(|e| e.contains(words)))
            .ok_or_else(|| RigFault::NoEntry {
                player: self.names[seat].clone(),
                words: words.into(),
                asked: self.asked().iter().map(|(s, _)| self.names[*s].clone()).collect(),
                entries: entries.clone(),
            })
    }

    /// Answers every request in which nobody has to be asked.
    fn run(&mut self) {
        self.events.extend(self.clear.driver.take_events());
        while self.clear.driver.request().is_some() && self.nobody_is_asked() {
            let pass = |menu: &Menu| menu.entries.iter().position(|entry| entry.pass);
            if !self.clear.step(|ask, _| pass(ask.menu).unwrap_or(0)) {
                break;
            }
            self.events.extend(self.clear.driver.take_events());
        }
    }

    /// In a reaction window players are always asked: tests are about who may react.
    fn nobody_is_asked(&self) -> bool {
        let window = self.clear.driver.request().is_some_and(Request::is_window);
        self.asked().iter().all(|(_, menu)| !self.asides && !window && menu.is_aside())
    }
}
