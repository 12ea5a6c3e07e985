//! The hard bot: it imagines deals that agree with all it has seen, plays each of them out with normal
//! bots in every seat, once for each entry it could choose, and picks the entry that did best.
//!
//! Its effort is counted in playouts, never in time, so a seed reproduces it. It sees no more than a
//! person in its seat would: deals are made from its own knowledge and the public log alone.

use core::{any::Any, cmp::Reverse, marker::PhantomData};

use crate::{
    Ask, Bot, BySeat, Deal, Face, Handle, Knowledge, Line, Player, Request, Rules, Seat,
    chance::Chance,
    clear::{ClearDealer, ClearGame},
    deals::{Deals, History},
};

/// Looks ahead with normal players `P` in all seats.
pub(crate) struct Thinker<R, P> {
    normal: P,
    chance: Chance,
    /// Every face that it has ever seen, including those of cards that have left the game.
    memory: Knowledge,
    history: Option<History>,
    rules: PhantomData<fn() -> R>,
}

/// The value of a win, in the unit of [`Rules::estimate`].
const WIN: i64 = 1000;
/// The most steps of a playout.
const LONGEST: usize = 5000;
/// How many deals are imagined at most to find one that fits what everybody has done.
const PATIENCE: usize = 12;
/// The fewest playouts for each entry: a longer menu is cut down to the entries that look best.
const LEAST: usize = 4;

impl<R: Rules, P: Player<R::State> + Clone> Thinker<R, P> {
    pub(crate) fn new(mut normal: P, seed: u64) -> Self {
        normal.sharpen();
        let chance = Chance::new(seed ^ 0x7417_4e1e);
        Self { normal, chance, memory: Knowledge::new(), history: None, rules: PhantomData }
    }

    fn choose(&mut self, ask: &Ask<'_>, state: &R::State) -> usize {
        let sensible = ask.settle(Some(self.normal.pick(ask, state)));
        if R::PLAYOUTS == 0 || !R::worth_thinking(state) || ask.menu.is_aside() {
            return sensible;
        }
        let entries = self.promising(ask, state, sensible);
        let before = self.history.take().or_else(|| History::new(ask.log));
        let Some(history) = before.and_then(|before| before.follow(ask.log)) else {
            return sensible;
        };
        let window = history.request().is_none_or(Request::is_window);
        let entries = match (&entries[..], window) {
            (_, true) if !R::THINKS_IN_WINDOWS => None,
            // The time that somebody takes in a window must not tell what they hold: a seat that could
            // only pass runs all playouts as well.
            ([only], true) => Some(vec![*only; 2]),
            ([] | [_], false) => None,
            _ => Some(entries),
        };
        let best = entries.and_then(|entries| {
            let deals = Deals::new(&history, &self.memory);
            self.search(ask, state, &deals, &entries)
        });
        self.history = Some(history);
        best.unwrap_or(sensible)
    }

    /// The entries to look ahead from: the normal bot's pick first, then those that look best.
    fn promising(&self, ask: &Ask<'_>, state: &R::State, sensible: usize) -> Vec<usize> {
        let mut entries = distinct(ask, sensible);
        let most = (R::PLAYOUTS / LEAST).clamp(2, R::CANDIDATES);
        if entries.len() > most {
            let looks = self.normal.glance(ask, state);
            let look = |entry: &usize| Reverse(looks.get(*entry).copied().unwrap_or(i64::MIN));
            entries[1..].sort_by_key(look);
            entries.truncate(most);
        }
        entries
    }

    /// The entry that does best, or the normal bot's pick unless another is clearly better: a few
    /// playouts tell little, and that pick is right more often than they are. Half of the other entries
    /// are dropped again and again, so that playouts are spent on those that could be best; entries are
    /// compared in the same deals, with the same randomness.
    fn search(
        &mut self,
        ask: &Ask<'_>,
        state: &R::State,
        deals: &Deals<'_>,
        entries: &[usize],
    ) -> Option<usize> {
        let (&sensible, others) = entries.split_first()?;
        let trial = |&entry: &usize| Trial { entry, lead: Lead::default() };
        let mut left: Vec<Trial> = others.iter().map(trial).collect();
        let rounds = left.len().next_power_of_two().ilog2() as usize + 1;
        loop {
            for _ in 0..(R::PLAYOUTS / rounds / (left.len() + 1)).max(1) {
                let deal = self.likely(state, deals)?;
                let knowledge = deals.knowledge(&deal);
                let start = (&deal, &knowledge, self.chance.bits());
                let usual = self.playout(ask, state, start, sensible)?;
                for trial in &mut left {
                    trial.lead.add(self.playout(ask, state, start, trial.entry)? - usual);
                }
            }
            // All have had the same number of playouts. The sort is stable: the first stays first among
            // equals.
            left.sort_by_key(|trial| -trial.lead.sum);
            if left.len() == 1 {
                break;
            }
            left.truncate(left.len().div_ceil(2));
            left.retain(|trial| trial.lead.sum > 0 || !trial.lead.is_clear(R::CAUTION));
            if left.is_empty() {
                break;
            }
        }
        let clear = |trial: &&Trial| trial.lead.sum > 0 && trial.lead.is_clear(R::CAUTION);
        let best = left.first().filter(clear);
        Some(best.map_or(sensible, |trial| trial.entry))
    }

    /// A deal that fits what everybody has done.
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

    /// The value of choosing an entry in one deal.
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
        let mut game = ClearGame { driver, dealer };
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
        self.memory.extend(ask.eyes.private().iter().map(|(&card, &face)| (card, face)));
        let Some(state) = state.downcast_ref() else { return ask.settle(None) };
        let entry = self.choose(ask, state);
        self.normal.note(ask, state, entry);
        entry
    }
}

/// An entry that is compared with the normal bot's pick.
struct Trial {
    entry: usize,
    lead: Lead,
}

/// By how much one entry did better than another, over some deals.
#[derive(Default)]
struct Lead {
    deals: i64,
    sum: i64,
    squares: i64,
}

impl Lead {
    fn add(&mut self, lead: i64) {
        self.deals += 1;
        self.sum += lead;
        self.squares += lead * lead;
    }

    /// Whether the mean differs from 0 by more than chance explains: its square is more than `times` the
    /// square of its standard error.
    fn is_clear(&self, times: i64) -> bool {
        let square = self.sum * self.sum;
        square * self.deals > times * (self.squares * self.deals - square)
    }
}

/// The chance of a seat to win, in thousandths, as [`Rules::estimate`] counts. `prospects` are
/// thousandths of the logarithm of everybody's chance, up to a common constant.
pub fn win_chance(prospects: &BySeat<i64>, seat: Seat) -> i64 {
    let most = prospects.values().copied().max().unwrap_or(0);
    // A factor of e^(-1/50) for every 20 thousandths that somebody is behind.
    let chance = |of: i64| (0..(most - of) / 20).take(400).fold(1_000_000, |c, _| c * 980 / 1000);
    let all: i64 = prospects.values().map(|&of| chance(of)).sum();
    1000 * chance(prospects[seat]) / all.max(1)
}

fn play<S>(player: &mut impl Player<S>, ask: &Ask<'_>, state: &S) -> usize {
    let entry = ask.settle(Some(player.pick(ask, state)));
    player.note(ask, state, entry);
    entry
}

/// The allowed entries, `first` before all others; of entries that do the same with cards of the same
/// face, only one.
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

/// What an entry does, apart from which handles it names.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn lead(of: &[i64]) -> Lead {
        let mut lead = Lead::default();
        of.iter().for_each(|&by| lead.add(by));
        lead
    }

    #[test]
    fn a_small_lead_that_varies_much_is_not_clear() {
        assert!(!lead(&[100, -90, 100, -90]).is_clear(2));
    }

    #[test]
    fn chances_follow_from_prospects() {
        let chances = |of: &[i64]| {
            let prospects: BySeat<i64> = of.iter().copied().collect();
            Seat::all(of.len()).map(|seat| win_chance(&prospects, seat)).collect::<Vec<_>>()
        };
        assert_eq!(chances(&[5, 5, 5, 5]), [250; 4]);
        let [first, second] = chances(&[693, 0])[..] else { panic!() };
        assert!((650..680).contains(&first) && (320..350).contains(&second), "two to one");
        assert_eq!(chances(&[0, 1_000_000]), [0, 999]);
    }

    #[test]
    fn a_lead_in_nearly_every_deal_is_clear() {
        assert!(lead(&[10, 12, 9, 11]).is_clear(2));
        assert!(lead(&[-10, -12, -9, -11]).is_clear(2), "also if it is one behind");
    }
}
