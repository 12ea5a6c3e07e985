//! Limits how fast ballots are begun and answered. The pauses between the ballots of a seat grow, so that
//! a table that cannot decide yet, or a seat that keeps it from deciding, fills nobody's journal. And for
//! a moment after each promise no other ballot is begun or answered.

use std::collections::BTreeMap;

use engine::Seat;

use super::Millis;

/// How often the pause between two ballots of a seat doubles, at most.
const DOUBLINGS: u32 = 6;

/// When ballots were begun and answered.
#[derive(Default)]
pub(super) struct Pace {
    seats: BTreeMap<Seat, Begun>,
    /// When this node last promised something.
    promised: Option<Millis>,
    /// When this node may begin its next ballot, and how many it has begun in this step.
    next: Option<Millis>,
    own: u32,
}

/// The last ballot of a seat that was answered.
struct Begun {
    /// The latest step in which it has begun one.
    step: u64,
    at: Millis,
    /// How many in that step, and since then in earlier ones.
    count: u32,
}

impl Pace {
    /// Resets this node's own turn for the next step.
    pub(super) fn next_step(&mut self) {
        (self.next, self.own) = (None, 0);
    }

    /// Notes that a promise was given, so that for a moment its ballot is the only one.
    pub(super) fn promised(&mut self, now: Millis) {
        self.promised = Some(now);
    }

    fn is_busy(&self, now: Millis, status: Millis) -> bool {
        self.promised.is_some_and(|at| now < at + status)
    }

    /// Whether to answer a ballot of another seat now. The next one of that seat in this step or an
    /// earlier one is answered only after a pause, which doubles each time.
    pub(super) fn allows(&mut self, seat: Seat, step: u64, now: Millis, status: Millis) -> bool {
        let last = self.seats.get(&seat);
        let count = last.filter(|last| step <= last.step).map_or(0, |last| last.count);
        let soon =
            |last: &Begun| now < last.at + (status << count.saturating_sub(1).min(DOUBLINGS));
        if self.is_busy(now, status) || last.is_some_and(soon) {
            return false;
        }
        let step = last.map_or(step, |last| last.step.max(step));
        self.seats.insert(seat, Begun { step, at: now, count: count.saturating_add(1) });
        true
    }

    /// Whether this node may begin a ballot now. Its first waits for the seat's turn, the others for longer each
    /// time, so that the pauses of those who answer are over.
    pub(super) fn may_begin(&mut self, turn: Millis, now: Millis, status: Millis) -> bool {
        let due = *self.next.get_or_insert(now + turn);
        if now < due || self.is_busy(now, status) {
            return false;
        }
        self.next = Some(now + ((4 * status) << self.own.min(DOUBLINGS - 2)) + 2 * turn);
        true
    }

    /// This node has begun a ballot.
    pub(super) fn begun(&mut self) {
        self.own += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATUS: Millis = 500;

    /// How many ballots of a seat are answered that begins one at every such interval for an hour.
    fn answered_in_an_hour(apart: Millis, step: impl Fn(u64) -> u64) -> usize {
        let mut pace = Pace::default();
        let seat = Seat::new(1);
        let asked = (0..3_600_000 / apart).map(|i| (step(i), i * apart));
        asked.filter(|(step, now)| pace.allows(seat, *step, *now, STATUS)).count()
    }

    #[test]
    fn a_seat_that_begins_ballots_all_the_time_is_answered_twice_a_minute() {
        assert!(answered_in_an_hour(501, |_| 9) <= 7 + 2 * 60);
    }

    #[test]
    fn a_seat_that_goes_back_to_earlier_steps_is_not_answered_more_often() {
        assert!(answered_in_an_hour(501, |i| 9 - i % 2) <= 7 + 2 * 60);
    }

    #[test]
    fn whoever_begins_as_often_as_it_may_is_always_answered() {
        let (mut own, mut other) = (Pace::default(), Pace::default());
        for now in (0..3_600_000).step_by(500) {
            if own.may_begin(0, now, STATUS) {
                own.begun();
                assert!(other.allows(Seat::new(1), 9, now, STATUS), "at {now}");
            }
        }
    }

    #[test]
    fn nobody_gets_in_the_way_of_a_ballot_that_was_just_promised() {
        let mut pace = Pace::default();
        assert!(pace.allows(Seat::new(1), 9, 0, STATUS));
        pace.promised(0);
        assert!(!pace.allows(Seat::new(2), 9, STATUS - 1, STATUS));
        assert!(!pace.may_begin(0, STATUS - 1, STATUS));
        assert!(pace.allows(Seat::new(2), 9, STATUS, STATUS));
    }
}
