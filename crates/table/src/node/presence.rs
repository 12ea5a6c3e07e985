//! Who is there, as far as this node can tell. It never decides anything by itself: it says only whom a
//! player may be asked about.

use std::collections::BTreeMap;

use engine::Seat;
use proto::{Leave, Signed, Unfinished};

use super::{Millis, Timing};
use crate::Seats;

/// Clocks, and when who was heard of.
pub(super) struct Presence {
    pub timing: Timing,
    /// What the clock showed last; `now` is how long this node has been awake since it began.
    pub clock: Millis,
    pub now: Millis,
    pub step_began: Millis,
    last_status: Millis,
    heard: BTreeMap<Seat, Millis>,
    /// Who has said that they leave.
    pub leaves: BTreeMap<Seat, Signed<Leave>>,
    /// Who has said that the match ends without a result.
    pub ended: BTreeMap<Seat, Signed<Unfinished>>,
    /// Of these, who was heard of since, and so is back.
    back: Seats,
}

impl Presence {
    pub fn new(clock: Millis) -> Self {
        Self {
            timing: Timing::default(),
            clock,
            now: 0,
            step_began: 0,
            last_status: 0,
            heard: BTreeMap::new(),
            leaves: BTreeMap::new(),
            ended: BTreeMap::new(),
            back: Seats::NONE,
        }
    }

    /// Clocks jump, and a closed lid lets time pass: only time that this node was awake for counts
    /// against anybody.
    pub fn at(&mut self, clock: Millis) {
        let passed = clock.saturating_sub(self.clock);
        self.now += passed.min(4 * self.timing.status);
        self.clock = clock;
    }

    /// Whether it is time to say again what others may have missed.
    pub fn is_status_due(&mut self) -> bool {
        let due = self.now.saturating_sub(self.last_status) >= self.timing.status;
        if due {
            self.last_status = self.now;
        }
        due
    }

    /// A seat was heard of.
    pub fn heard(&mut self, seat: Seat) {
        self.heard.insert(seat, self.now);
    }

    /// A seat that had said that it leaves is back.
    pub fn is_back(&mut self, seat: Seat) {
        self.back.insert(seat);
    }

    /// Takes in the word of a seat that it leaves. False if it is known.
    pub fn leaves(&mut self, signed: Signed<Leave>) -> bool {
        let seat = Seat::new(signed.statement.at.seat);
        let known = self.leaves.get(&seat);
        let news = known.is_none_or(|known| known.statement.at.step < signed.statement.at.step);
        if news {
            self.leaves.insert(seat, signed);
            self.back = self.back.without([seat].into_iter().collect());
        }
        news
    }

    /// Takes in the word of a seat that the match ends without a result. False if it is known.
    pub fn ends(&mut self, signed: Signed<Unfinished>) -> bool {
        let seat = Seat::new(signed.statement.at.seat);
        self.ended.insert(seat, signed).is_none()
    }

    /// Who has left and is not back, or has ended the match.
    pub fn left(&self) -> Seats {
        let left: Seats = self.leaves.keys().copied().collect();
        left.without(self.back).union(self.ended.keys().copied().collect())
    }

    /// The seats of a set that were not heard of for the grace period, or have left.
    pub fn away(&self, seats: Seats) -> Seats {
        let silent = |seat: &Seat| {
            let heard = self.heard.get(seat).copied().unwrap_or(self.step_began);
            self.now.saturating_sub(heard) >= self.timing.grace
        };
        seats.iter().filter(|seat| silent(seat) || self.left().contains(*seat)).collect()
    }

    /// How long the current step has lasted.
    pub fn waited(&self) -> Millis {
        self.now.saturating_sub(self.step_began)
    }
}
