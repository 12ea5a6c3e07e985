//! The bot: it deals the unseen cards at random many times, counts how often its hand wins, and pays what
//! that is worth. Now and then it bluffs.

use engine::{
    Ask, Face, FaceSet, Player, Seat,
    chance::Chance,
    french::{self, Card},
};

use crate::{Move, State, strength::Strength};

/// How many random deals are played for one question.
const DEALS: u32 = 40;
/// From this many wins in a thousand, against one rival, a hand is worth a raise.
const GOOD: u32 = 620;
/// It bluffs once in this many times.
const BLUFF: u32 = 12;

#[derive(Clone)]
pub(crate) struct Regular {
    chance: Chance,
    /// Whether it bluffs: not as a part of a hard bot, which decides for itself.
    bluffs: bool,
}

impl Regular {
    pub(crate) fn new(seat: Seat, seed: u64) -> Self {
        Self { chance: Chance::new(seed ^ (seat.index() as u64) << 32), bluffs: true }
    }

    /// How many times in a thousand the hand wins against its rivals; a draw counts as a share of a win.
    fn wins(&mut self, ask: &Ask<'_>, state: &State) -> u32 {
        let own = ask.faces(&state.gamblers[ask.seat].hand);
        let middle = ask.faces(&state.middle);
        let seen: FaceSet = own.iter().chain(&middle).copied().collect();
        let unseen: Vec<Face> =
            french::FACES.into_iter().filter(|face| !seen.contains(*face)).collect();
        let rivals = state.in_hand().len().saturating_sub(1).max(1);
        let mut won = 0;
        for _ in 0..DEALS {
            let mut deck = self.chance.permutation(unseen.len()).into_iter().map(|i| unseen[i]);
            let missing = 5 - middle.len().min(5);
            let middle: Vec<Face> =
                middle.iter().copied().chain(deck.by_ref().take(missing)).collect();
            let strength = |hand: Vec<Face>| {
                let cards = hand.into_iter().chain(middle.iter().copied());
                Strength::of(&cards.map(Card::of).collect::<Vec<_>>())
            };
            let mine = strength(own.clone());
            let best = (0..rivals).map(|_| strength(deck.by_ref().take(2).collect())).max();
            won += match best.map(|best| mine.cmp(&best)) {
                Some(core::cmp::Ordering::Less) => 0,
                Some(core::cmp::Ordering::Equal) => 500,
                _ => 1000,
            };
        }
        won / DEALS
    }
}

impl Player<State> for Regular {
    fn pick(&mut self, ask: &Ask<'_>, state: &State) -> usize {
        let at = |wanted: Move| state.moves.iter().position(|&found| found == wanted);
        let wins = self.wins(ask, state);
        let rivals = state.in_hand().len().saturating_sub(1).max(1) as u32;
        // Against more rivals a smaller share is already good.
        let good = GOOD * 2 / (rivals + 1);
        let bluffs = self.bluffs && self.chance.below(BLUFF) == 0;
        let call = state.to_call(ask.seat);
        if at(Move::Raise).is_none() {
            // How much: more for a better hand, and everything only with the best.
            let amounts = state.moves.iter().filter(|found| matches!(found, Move::To(_))).count();
            let entry = match wins {
                950.. => amounts.saturating_sub(1),
                800.. => amounts.saturating_sub(2).min(2),
                _ => 0,
            };
            return ask.settle(Some(entry));
        }
        // After several raises only better hands are worth another.
        let raises = state.round.bets.saturating_sub(1).min(5) * 60;
        if wins >= (good + raises).min(960) || (bluffs && call <= state.big_blind()) {
            let raise =
                at(Move::Raise).filter(|&entry| ask.menu.entries[entry].is_allowed(ask.eyes));
            return ask.settle(raise.or(at(Move::Stay)));
        }
        let worth = call == 0 || wins * (state.pot() + call) >= 1000 * call;
        ask.settle(at(if worth { Move::Stay } else { Move::Fold }))
    }

    fn sharpen(&mut self) {
        self.bluffs = false;
    }
}
