//! A bot.
use engine::{Ask, Player, Seat};

use super::state::State;

/// A bot.
pub struct Sly;

impl Sly {
    pub fn new(_: Seat, _: u64) -> Self {
        Self
    }
}

impl Player<State> for Sly {
    fn pick(&mut self, ask: &Ask<'_>, s: &State) -> usize {
        autopilot(ask, s)
    }
}

pub fn autopilot(ask: &Ask<'_>, _: &State) -> usize {
    ask.settle(None)
}
