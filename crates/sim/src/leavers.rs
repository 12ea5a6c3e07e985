//! Seats that go silent.

use engine::{Seat, chance::Chance};
use table::Millis;

use crate::{faults::Faults, moments::Moment, world::Config};

/// A seat that goes silent, for good or for a while.
#[derive(Clone, Debug)]
pub struct Leaver {
    /// Who.
    pub seat: Seat,
    /// When.
    pub moment: Moment,
    /// After how long it is back, its node as it was; `None` if never.
    pub back_after: Option<Millis>,
    /// Whether it says that it leaves before it goes.
    pub says_so: bool,
}

impl Leaver {
    /// A seat that goes silent at a moment without a word, and for good.
    pub fn new(seat: Seat, moment: Moment) -> Self {
        Self { seat, moment, back_after: None, says_so: false }
    }

    /// The same, but back after a while.
    #[must_use]
    pub fn back_after(self, time: Millis) -> Self {
        Self { back_after: Some(time), ..self }
    }

    /// The same, but it says that it leaves.
    #[must_use]
    pub fn says_so(self) -> Self {
        Self { says_so: true, ..self }
    }
}

/// Those who leave, if that is among the faults: as many as the table survives at most.
pub(crate) fn by_chance(faults: Faults, config: &Config) -> Vec<Leaver> {
    let many = if faults.leave { config.survive } else { 0 };
    let mut leavers: Vec<Leaver> = Vec::new();
    for i in 0..many {
        let mut chance = Chance::new(config.seed ^ 0x1ea7e ^ u64::from(i) << 32);
        let leaver = leaver(&mut chance, config);
        // Later ones may stay after all, or be the same.
        if i == 0 || chance.below(2) == 0 && leavers.iter().all(|l| l.seat != leaver.seat) {
            leavers.push(Leaver { says_so: chance.below(2) == 0, ..leaver });
        }
    }
    leavers
}

fn leaver(chance: &mut Chance, config: &Config) -> Leaver {
    let seat = Seat::new(chance.below(config.seats as u32) as u8);
    let moment = Moment::Step(u64::from(4 + chance.below(60)));
    let grace = config.timing.grace;
    let back_after = [None, None, Some(grace / 2), Some(grace + 2_000)][chance.below(4) as usize];
    Leaver { seat, moment, back_after, says_so: false }
}
