//! HE-15, HE-16: how the paid chips are shared out.

use engine::{BySeat, Seat};

use crate::strength::Strength;

/// What a seat has paid, and how good its hand is; a seat that has folded has no strength.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stake {
    /// What it has paid.
    pub paid: u32,
    /// How good its hand is.
    pub strength: Option<Strength>,
}

/// What each seat gets back. There is one pot for each amount that a seat still in the hand has paid:
/// everybody's part up to that amount goes to the best of those who paid at least as much. A remainder
/// goes to the first seat left of the button.
pub fn payouts(stakes: &BySeat<Stake>, button: Seat) -> BySeat<u32> {
    let seats = stakes.len();
    let mut won = BySeat::new(seats, |_| 0);
    let mut levels: Vec<u32> =
        stakes.values().filter(|stake| stake.strength.is_some()).map(|stake| stake.paid).collect();
    levels.sort_unstable();
    levels.dedup();
    let mut below = 0;
    for level in levels {
        let pot: u32 =
            stakes.values().map(|stake| stake.paid.min(level) - stake.paid.min(below)).sum();
        below = level;
        let able = |seat: &Seat| stakes[*seat].strength.is_some() && stakes[*seat].paid >= level;
        let able: Vec<Seat> = button.left(seats).lap(seats).filter(able).collect();
        let best = able.iter().filter_map(|&seat| stakes[seat].strength).max();
        let winners: Vec<Seat> =
            able.into_iter().filter(|&seat| stakes[seat].strength == best).collect();
        let share = pot / winners.len() as u32;
        let mut rest = pot % winners.len() as u32;
        for seat in winners {
            won[seat] += share + rest.min(1);
            rest = rest.saturating_sub(1);
        }
    }
    won
}
