//! A game in this process: one dealer in the clear, one person, bots in the other seats.

use std::{collections::VecDeque, thread, time::Duration};

use engine::{
    Bot, BotKind, BySeat, Event, Game, Knowledge, Menu, Options, Part, Request, Seat, View,
    clear::{ClearGame, bots},
};

use crate::{
    Failure,
    session::{self, Session, Update},
};

/// A game dealt by this process. It proves nothing to anybody.
pub struct ClearSession {
    game: &'static dyn Game,
    names: BySeat<String>,
    seat: Option<Seat>,
    clear: ClearGame,
    bots: BySeat<Box<dyn Bot>>,
    happened: VecDeque<Update>,
    asked: bool,
    chosen: Option<usize>,
    over: bool,
}

impl ClearSession {
    /// Starts a game; every seat but `seat` is played by a bot. There are as many seats as names.
    ///
    /// # Errors
    /// If the game is not for so many players.
    pub fn new(
        game: &'static dyn Game,
        names: BySeat<String>,
        seat: Option<Seat>,
        options: &Options,
        seed: u64,
    ) -> Result<Self, Failure> {
        let clear = ClearGame::new(game, names.len(), options, seed)
            .map_err(|e| Failure::Usage(e.to_string()))?;
        let bots = bots(game, BotKind::Sensible, names.len(), seed);
        let happened = VecDeque::new();
        let (asked, chosen, over) = (false, None, false);
        let mut session = Self { game, names, seat, clear, bots, happened, asked, chosen, over };
        let view = session.view();
        session.listen(&view);
        Ok(session)
    }

    /// Answers what the rules wait for, unless only the person can.
    fn step(&mut self) {
        if let Some(Request::Shuffle(piles)) = self.clear.driver.request() {
            let cards: usize = piles.iter().map(|pile| pile.from.len()).sum();
            self.happened.push_back(Update::Trust(format!(
                "This process shuffled {cards} cards; nothing was proven."
            )));
        }
        let before = self.view();
        let (me, chosen, bots) = (self.seat, self.chosen.take(), &mut self.bots);
        let stepped = self.clear.step(|ask, state| match chosen {
            Some(entry) if Some(ask.seat) == me => entry,
            _ => bots[ask.seat].pick(&ask, state),
        });
        if !stepped {
            let what = "The rules refused a choice that they had offered; the game cannot go on.";
            self.happened.push_back(Update::Failed(Failure::Violation(what.into())));
            self.over = true;
        }
        self.listen(&before);
    }

    /// Takes what the rules said. A card is told by its face while the person still knows it: by the
    /// time somebody reads the event it may have left the game.
    fn listen(&mut self, before: &View) {
        let after = self.view();
        let told = |part| match part {
            Part::Card(card) => {
                let face = after.faces.get(&card).or_else(|| before.faces.get(&card));
                face.map_or(Part::Card(card), |face| Part::Face(*face))
            }
            other => other,
        };
        for Event { rule, text } in self.clear.driver.take_events() {
            let text = engine::Line(text.0.into_iter().map(told).collect());
            self.happened.push_back(Update::Said(Event { rule, text }));
        }
    }
}

impl Session for ClearSession {
    fn game(&self) -> &'static dyn Game {
        self.game
    }

    fn names(&self) -> &BySeat<String> {
        &self.names
    }

    fn seat(&self) -> Option<Seat> {
        self.seat
    }

    fn view(&self) -> View {
        let nothing = Knowledge::new();
        let known = self.seat.map_or(&nothing, |seat| self.clear.dealer.knowledge(seat));
        self.clear.driver.view(self.seat, known)
    }

    fn menu(&self) -> Option<&Menu> {
        if self.chosen.is_some() {
            return None;
        }
        self.clear.driver.request()?.menu_of(self.seat?)
    }

    fn choose(&mut self, entry: usize) -> Result<(), String> {
        if self.menu().is_none() {
            return Err("nothing is asked of you now".into());
        }
        if let Some(reason) = session::why_not(self, &self.view(), entry) {
            return Err(reason);
        }
        self.chosen = Some(entry);
        self.asked = false;
        Ok(())
    }

    fn next(&mut self, timeout: Duration) -> Update {
        loop {
            if let Some(update) = self.happened.pop_front() {
                return update;
            }
            if !self.over
                && let Some(outcome) = self.clear.driver.outcome()
            {
                self.over = true;
                return Update::Over(outcome.clone());
            }
            if !self.over && self.menu().is_some() && !self.asked {
                self.asked = true;
                return Update::Ask;
            }
            if self.over || self.menu().is_some() {
                thread::sleep(timeout);
                return Update::Idle;
            }
            self.step();
        }
    }
}
