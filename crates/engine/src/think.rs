//! The hard bot: it imagines deals that agree with all it has seen, plays each of them on with normal
//! bots in every seat, once for each entry it could choose, and takes the entry that went best.
//!
//! Its thinking is counted in playouts, never in time, so a seed reproduces it. It sees no more than
//! anybody in its seat does: its own eyes and the public log are all that deals are made from.

use core::{any::Any, marker::PhantomData};

use crate::{
    Ask, Bot, BySeat, Deal, Face, Handle, Knowledge, Line, Player, Request, Rules,
    chance::Chance,
    clear::{ClearDealer, ClearGame},
    deals::{Deals, History},
};

/// Looks ahead with normal players `P` in all seats.
pub(crate) struct Thinker<R, P> {
    normal: P,
    chance: Chance,
    /// Every face its eyes have ever seen, also of cards that have left the game.
    memory: Knowledge,
    history: Option<History>,
    rules: PhantomData<fn() -> R>,
}

/// What winning is worth, as [`Rules::estimate`] counts.
const WIN: i64 = 1000;
/// No playout goes on for longer.
const LONGEST: usize = 5000;
/// So many deals are imagined at most for one that goes well with what everybody has done.
const PATIENCE: usize = 12;

impl<R: Rules, P: Player<R::State> + Clone> Thinker<R, P> {
    pub fn new(normal: P, seed: u64) -> Self {
        let chance = Chance::new(seed ^ 0x7417_4e1e);
        Self { normal, chance, memory: Knowledge::new(), history: None, rules: PhantomData }
    }

    fn choose(&mut self, ask: &Ask<'_>, state: &R::State) -> usize {
        let sensible = ask.settle(Some(self.normal.pick(ask, state)));
        let entries = distinct(ask, sensible);
        if entries.len() < 2 {
            return sensible;
        }
        let before = self.history.take().or_else(|| History::new(ask.log));
        let Some(history) = before.and_then(|before| before.follow(ask.log)) else {
            return sensible;
        };
        // How long somebody thinks in a window must not tell what they hold.
        let window = history.request().is_none_or(Request::is_window);
        let best = (!window).then(|| {
            let deals = Deals::new(&history, &self.memory);
            self.search(ask, state, &deals, entries)
        });
        self.history = Some(history);
        best.flatten().unwrap_or(sensible)
    }

    /// The entry that does best. Half of the entries fall out again and again, so that playouts are spent
    /// on those that could be best; entries are compared in the same deals, with the same luck.
    fn search(
        &mut self,
        ask: &Ask<'_>,
        state: &R::State,
        deals: &Deals<'_>,
        entries: Vec<usize>,
    ) -> Option<usize> {
        let mut left: Vec<Trial> =
            entries.into_iter().map(|entry| Trial { entry, worth: 0 }).collect();
        let rounds = left.len().next_power_of_two().ilog2() as usize;
        let each = R::PLAYOUTS / rounds.max(1);
        while left.len() > 1 {
            for _ in 0..(each / left.len()).max(1) {
                let deal = self.likely(state, deals)?;
                let knowledge = deals.knowledge(&deal);
                let luck = self.chance.bits();
                for trial in &mut left {
                    let start = (&deal, &knowledge, luck);
                    trial.worth += self.playout(ask, state, start, trial.entry)?;
                }
            }
            // All have had the same number of playouts. What is first stays first among equals.
            left.sort_by_key(|trial| -trial.worth);
            left.truncate(left.len().div_ceil(2));
        }
        left.first().map(|trial| trial.entry)
    }

    /// A deal that goes well with what everybody has done.
    fn likely(&mut self, state: &R::State, deals: &Deals<'_>) -> Option<Deal> {
        let mut best: Option<(u32, Deal)> = None;
        for _ in 0..PATIENCE {
            let deal = deals.deal(&mut self.chance)?;
            let likelihood = self.normal.likelihood(state, &deal);
            if self.chance.below(100) < likelihood {
                return Some(deal);
            }
            if best.as_ref().is_none_or(|(most, _)| likelihood > *most) {
                best = Some((likelihood, deal));
            }
        }
        best.map(|(_, deal)| deal)
    }

    /// What choosing an entry leads to in one deal.
    fn playout(
        &self,
        ask: &Ask<'_>,
        from: &R::State,
        (deal, knowledge, luck): (&Deal, &BySeat<Knowledge>, u64),
        entry: usize,
    ) -> Option<i64> {
        let mut chance = Chance::new(luck);
        let mut players = BySeat::new(knowledge.len(), |seat| R::bot(seat, chance.bits()));
        let mut me = self.normal.clone();
        me.note(ask, from, entry);
        let dealer = ClearDealer::resumed(chance, deal.faces.clone(), knowledge.clone());
        let driver = ask.log.replay()?;
        let mut game = ClearGame { driver, dealer, answers: Vec::new() };
        let mut first = Some(entry);
        for _ in 0..LONGEST {
            let went_on = game.step(|asked, state| {
                let Some(state) = state.downcast_ref() else { return 0 };
                if asked.seat != ask.seat {
                    return play(&mut players[asked.seat], &asked, state);
                }
                first.take().unwrap_or_else(|| play(&mut me, &asked, state))
            });
            if let Some(outcome) = game.driver.outcome() {
                let won = outcome.winners.contains(&ask.seat);
                return Some(if won { WIN / outcome.winners.len() as i64 } else { 0 });
            }
            let now: &dyn Any = game.driver.state();
            let face = |card| game.dealer.face(&game.driver, card);
            let estimate =
                now.downcast_ref().and_then(|now| R::estimate(from, now, ask.seat, &face));
            if estimate.is_some() || !went_on {
                return estimate;
            }
        }
        None
    }
}

impl<R: Rules, P: Player<R::State> + Clone> Bot for Thinker<R, P> {
    fn pick(&mut self, ask: &Ask<'_>, state: &dyn Any) -> usize {
        self.memory.extend(ask.eyes.private());
        let Some(state) = state.downcast_ref() else { return ask.settle(None) };
        let entry = self.choose(ask, state);
        self.normal.note(ask, state, entry);
        entry
    }
}

/// An entry, and what its playouts were worth together.
struct Trial {
    entry: usize,
    worth: i64,
}

fn play<S>(player: &mut impl Player<S>, ask: &Ask<'_>, state: &S) -> usize {
    let entry = ask.settle(Some(player.pick(ask, state)));
    player.note(ask, state, entry);
    entry
}

/// The allowed entries, `first` ahead of all others, and of those that do the same with cards of the same
/// face only one.
fn distinct(ask: &Ask<'_>, first: usize) -> Vec<usize> {
    let allowed = ask.allowed();
    let mut kinds = Vec::new();
    let mut entries = Vec::new();
    for &entry in [first].iter().chain(allowed.iter().filter(|&&entry| entry != first)) {
        let kind = Kind::of(ask, entry);
        if allowed.contains(&entry) && !kinds.contains(&kind) {
            kinds.push(kind);
            entries.push(entry);
        }
    }
    entries
}

/// What an entry does, as far as one can tell without its handles.
#[derive(PartialEq)]
struct Kind<'a> {
    label: &'a Line,
    shows: bool,
    faces: Vec<Result<Face, Handle>>,
}

impl<'a> Kind<'a> {
    fn of(ask: &Ask<'a>, entry: usize) -> Option<Self> {
        let entry = ask.menu.entries.get(entry)?;
        let face = |card| ask.face(card).ok_or(card);
        let mut faces: Vec<_> = entry.handles().map(face).collect();
        faces.sort_unstable();
        Some(Self { label: &entry.label, shows: entry.shows.is_some(), faces })
    }
}
