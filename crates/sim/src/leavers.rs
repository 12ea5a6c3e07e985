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
    /// After how long it is back, with its node as it was; `None` if never.
    pub back_after: Option<Millis>,
    /// Whether it announces that it leaves.
    pub says_so: bool,
}

impl Leaver {
    /// A seat that goes silent at a moment, for good and without announcing it.
    pub fn new(seat: Seat, moment: Moment) -> Self {
        Self { seat, moment, back_after: None, says_so: false }
    }

    /// Comes back after a while.
    #[must_use]
    pub fn back_after(self, time: Millis) -> Self {
        Self { back_after: Some(time), ..self }
    }

    /// Announces that it leaves.
    #[must_use]
    pub fn says_so(self) -> Self {
        Self { says_so: true, ..self }
    }
}

/// The leavers of a match, if leaving is among the faults: at most as many as the table survives.
pub(crate) fn by_chance(faults: Faults, config: &Config) -> Vec<Leaver> {
    let many = if faults.leave { config.survive } else { 0 };
    let mut leavers: Vec<Leaver> = Vec::new();
    for i in 0..many {
        let mut chance = Chance::new(config.seed ^ 0x1ea7e ^ u64::from(i) << 32);
        let leaver = leaver(&mut chance, config);
        // Later ones are added in half of the cases, unless the seat leaves already.
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
