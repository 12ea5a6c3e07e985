//! Moments of a match at which a test makes something happen.

use engine::{Seat, chance::Chance};
use table::{MatchState, Millis, Seats};

use crate::{faults::Faults, world::Config};

/// A moment of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The step with this number.
    Step(u64),
    /// The step with this number among those of a kind, such as `shuffle`, counted from 0.
    Round(&'static str, u32),
    /// While the table decides how to close a step: after this many statements about that were sent.
    Deciding(u64),
}

/// A partition of the network at a moment.
#[derive(Clone, Copy, Debug)]
pub struct Partition {
    /// When the first seat reaches this moment.
    pub moment: Moment,
    /// One of the two sides.
    pub side: Seats,
    /// After how long it heals.
    pub lasts: Millis,
}

/// All machines stop when the first seat reaches a moment, and restart.
#[derive(Clone, Copy, Debug)]
pub struct Blackout {
    /// When.
    pub moment: Moment,
    /// For how long.
    pub lasts: Millis,
}

/// A machine's disk is replaced by an earlier copy: it stops, gets the copy, and restarts.
#[derive(Clone, Copy, Debug)]
pub struct Restore {
    /// Its seat.
    pub seat: Seat,
    /// When the copy is made.
    pub copied: Moment,
    /// When the copy is restored.
    pub put_back: Moment,
    /// How long the machine is down then.
    pub lasts: Millis,
}

/// The disks that are replaced by old copies, if that is among the faults.
pub(crate) fn restores_by_chance(faults: Faults, config: &Config) -> Vec<Restore> {
    let mut chance = Chance::new(config.seed ^ 0x01d_d15c);
    let copied = 2 + chance.below(60);
    let put_back = copied + 1 + chance.below(40);
    let restore = Restore {
        seat: Seat::new(chance.below(config.seats as u32) as u8),
        copied: Moment::Step(u64::from(copied)),
        put_back: Moment::Step(u64::from(put_back)),
        // Long enough for messages in flight to arrive.
        lasts: Millis::from(1_000 + chance.below(2_000)),
    };
    // In every second match.
    (faults.restore && chance.below(2) == 0).then_some(restore).into_iter().collect()
}

/// Waits for a moment.
pub(crate) struct Watch<T> {
    pub what: T,
    moment: Moment,
    seen: u32,
    last: u64,
    pub done: bool,
}

impl<T> Watch<T> {
    pub(crate) fn new(moment: Moment, what: T) -> Self {
        Self { what, moment, seen: 0, last: 0, done: false }
    }

    /// Whether the moment has come, given how many statements about closing steps were sent.
    pub(crate) fn due(&mut self, play: &MatchState, deciding: u64) -> bool {
        if self.done || play.ending().is_some() {
            return false;
        }
        let new = play.step() > self.last;
        self.last = self.last.max(play.step());
        self.done = match self.moment {
            Moment::Step(step) => play.step() >= step,
            Moment::Round(name, nth) => {
                let here = new && play.round_name() == name;
                self.seen += u32::from(here);
                here && self.seen > nth
            }
            Moment::Deciding(nth) => deciding > nth,
        };
        self.done
    }
}
