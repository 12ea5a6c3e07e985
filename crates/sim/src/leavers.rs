//! Seats that go silent.

use engine::Seat;
use table::{Millis, Play};

/// A seat that goes silent, for good or for a while.
#[derive(Clone, Debug)]
pub struct Leaver {
    /// Who.
    pub seat: Seat,
    /// When.
    pub moment: Moment,
    /// After how long it is back, its node as it was; `None` if never.
    pub back_after: Option<Millis>,
}

/// A moment of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The step with this number.
    Step(u64),
    /// The step with this number among those of a kind, such as `shuffle`, counted from 0.
    Round(&'static str, u32),
}

/// Waits for a leaver's moment.
pub(crate) struct Watch {
    pub leaver: Leaver,
    seen: u32,
    last: u64,
    pub done: bool,
}

impl Watch {
    pub fn new(leaver: Leaver) -> Self {
        Self { leaver, seen: 0, last: 0, done: false }
    }

    /// Whether the moment has come.
    pub fn due(&mut self, play: &Play) -> bool {
        if self.done || play.ending().is_some() {
            return false;
        }
        let new = play.step() > self.last;
        self.last = play.step();
        self.done = match self.leaver.moment {
            Moment::Step(step) => play.step() >= step,
            Moment::Round(name, nth) => {
                let here = new && play.round_name() == name;
                self.seen += u32::from(here);
                here && self.seen > nth
            }
        };
        self.done
    }
}
