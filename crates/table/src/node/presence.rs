//! Who is present, as far as this node can tell. It decides nothing: it only says which absent seats the
//! player may be asked about.

use std::collections::BTreeMap;

use engine::Seat;
use proto::{Header, Leave, Signed, Unfinished, limits};

use super::{Millis, Timing};
use crate::Seats;

/// The clock, and when each seat was last heard of.
pub(super) struct Presence {
    pub timing: Timing,
    /// What the clock showed last; `now` is how long this node has been awake since it began.
    pub clock: Millis,
    pub now: Millis,
    pub step_began: Millis,
    last_status: Millis,
    heard: BTreeMap<Seat, Millis>,
    /// The seats that have resumed and still ask what others hold of them: they sign nothing yet.
    asking: Seats,
    /// The last statement of each seat that it leaves or is back.
    pub leaves: BTreeMap<Seat, Signed<Leave>>,
    /// The last step to which each seat has contributed.
    spoke: BTreeMap<Seat, u64>,
    /// Since when so many have left that no quorum remains.
    pub no_quorum: Option<Millis>,
    /// Who has said that the match ends without a result.
    pub ended: BTreeMap<Seat, Signed<Unfinished>>,
}

impl Presence {
    pub(super) fn new(clock: Millis) -> Self {
        Self {
            timing: Timing::default(),
            clock,
            now: 0,
            step_began: 0,
            last_status: 0,
            heard: BTreeMap::new(),
            asking: Seats::NONE,
            leaves: BTreeMap::new(),
            spoke: BTreeMap::new(),
            no_quorum: None,
            ended: BTreeMap::new(),
        }
    }

    /// Clocks jump, and a closed lid lets time pass: only time that this node was awake for counts
    /// against anybody.
    pub(super) fn at(&mut self, clock: Millis) {
        let passed = clock.saturating_sub(self.clock);
        self.now += passed.min(4 * self.timing.status);
        self.clock = clock;
    }

    /// Whether it is time to say again what others may have missed.
    pub(super) fn is_status_due(&mut self) -> bool {
        let due = self.now.saturating_sub(self.last_status) >= self.timing.status;
        if due {
            self.last_status = self.now;
        }
        due
    }

    /// Notes that a seat was heard of.
    pub(super) fn heard(&mut self, seat: Seat) {
        self.heard.insert(seat, self.now);
    }

    /// Notes whether a seat's status asks what others hold of it.
    pub(super) fn asks(&mut self, seat: Seat, asks: bool) {
        let one = [seat].into_iter().collect();
        self.asking = if asks { self.asking.union(one) } else { self.asking.without(one) };
    }

    /// How long to wait for a seat that owes what needs no thinking. A resumed seat has three times as
    /// long: it waits once this long for those who do not answer it, and once more to catch up.
    pub(super) fn grace_of(&self, seat: Seat) -> Millis {
        let asks =
            self.asking.contains(seat) && !self.away([seat].into_iter().collect()).contains(seat);
        if asks { self.timing.grace.saturating_mul(3) } else { self.timing.grace }
    }

    /// Records the statement of a seat that it leaves or is back. False if a later one is known, or if it
    /// exceeds the limit.
    pub(super) fn leaves(&mut self, signed: Signed<Leave>) -> bool {
        let Leave { at, count, .. } = signed.statement;
        let seat = Seat::new(at.seat);
        let news = count > self.said(seat) && count <= limits::LEAVES;
        if news {
            self.leaves.insert(seat, signed);
        }
        news
    }

    /// Notes that seats have contributed to a step that is closed now.
    pub(super) fn spoke(&mut self, seats: impl Iterator<Item = Seat>, step: u64) {
        self.spoke.extend(seats.map(|seat| (seat, step)));
    }

    /// Whether a seat has contributed to a step after that of a statement.
    pub(super) fn spoke_since(&self, at: &Header) -> bool {
        self.spoke.get(&Seat::new(at.seat)).is_some_and(|last| *last > at.step)
    }

    /// How many statements of a seat that it leaves or is back are known.
    pub(super) fn said(&self, seat: Seat) -> u32 {
        self.leaves.get(&seat).map_or(0, |signed| signed.statement.count)
    }

    /// Records the statement of a seat that the match ends without a result. False if it is known.
    pub(super) fn ends(&mut self, signed: Signed<Unfinished>) -> bool {
        let seat = Seat::new(signed.statement.at.seat);
        self.ended.insert(seat, signed).is_none()
    }

    /// Who has left and is not back, or has ended the match.
    pub(super) fn left(&self) -> Seats {
        let gone = |leave: &Leave| !leave.back && !self.spoke_since(&leave.at);
        let left = self.leaves.iter().filter(|(_, signed)| gone(&signed.statement));
        let left: Seats = left.map(|(seat, _)| *seat).collect();
        left.union(self.ended.keys().copied().collect())
    }

    /// The seats of a set that were not heard of for the grace period, or have left.
    pub(super) fn away(&self, seats: Seats) -> Seats {
        let silent = |seat: &Seat| {
            let heard = self.heard.get(seat).copied().unwrap_or(self.step_began);
            self.now.saturating_sub(heard) >= self.timing.grace
        };
        seats.iter().filter(|seat| silent(seat) || self.left().contains(*seat)).collect()
    }

    /// How long the current step has lasted.
    pub(super) fn waited(&self) -> Millis {
        self.now.saturating_sub(self.step_began)
    }
}
