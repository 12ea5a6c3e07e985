//! The links between machines, under a test's control: any of them can be cut for any time.

use engine::Seat;
use table::{Millis, Seats};

/// Until when each link is down, by sender and receiver.
pub struct Links {
    down: Vec<Vec<Millis>>,
}

impl Links {
    pub(crate) fn new(seats: usize) -> Self {
        Self { down: vec![vec![0; seats]; seats] }
    }

    /// Whether what one seat sends reaches the other now.
    pub fn is_up(&self, from: Seat, to: Seat, now: Millis) -> bool {
        let link = self.down.get(from.index()).and_then(|row| row.get(to.index()));
        link.is_some_and(|until| now >= *until)
    }

    /// Drops what one seat sends to the other until then; 0 restores the link.
    pub fn cut_one_way(&mut self, from: Seat, to: Seat, until: Millis) {
        if let Some(link) = self.down.get_mut(from.index()).and_then(|row| row.get_mut(to.index()))
        {
            *link = until;
        }
    }

    /// Drops what two seats send each other until then; 0 restores the link.
    pub fn cut(&mut self, one: Seat, other: Seat, until: Millis) {
        self.cut_one_way(one, other, until);
        self.cut_one_way(other, one, until);
    }

    /// Cuts every link between a seat in the set and one outside it.
    pub fn cut_off(&mut self, side: Seats, until: Millis) {
        let seats = self.down.len();
        for one in Seat::all(seats).filter(|seat| side.contains(*seat)) {
            for other in Seat::all(seats).filter(|seat| !side.contains(*seat)) {
                self.cut(one, other, until);
            }
        }
    }

    /// Restores every link.
    pub fn mend(&mut self) {
        self.down.iter_mut().flatten().for_each(|until| *until = 0);
    }

    /// The seats of a set that a seat can communicate with, directly or through others of the set: nodes
    /// pass contributions on.
    pub fn reach(&self, from: Seat, among: Seats, now: Millis) -> Seats {
        let mut reached: Seats = [from].into_iter().collect();
        loop {
            let both = |a: Seat, b: Seat| self.is_up(a, b, now) && self.is_up(b, a, now);
            let near = |seat: &Seat| reached.iter().any(|there| both(there, *seat));
            let next: Seats = among.without(reached).iter().filter(near).collect();
            if next.is_empty() {
                return reached;
            }
            reached = reached.union(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(seats: &[u8]) -> Seats {
        seats.iter().copied().map(Seat::new).collect()
    }

    #[test]
    fn a_link_is_down_until_its_time_and_up_from_then_on() {
        let mut links = Links::new(2);
        links.cut_one_way(Seat::new(0), Seat::new(1), 10);
        assert!(!links.is_up(Seat::new(0), Seat::new(1), 9));
        assert!(links.is_up(Seat::new(0), Seat::new(1), 10));
        assert!(links.is_up(Seat::new(1), Seat::new(0), 9));
    }

    #[test]
    fn seats_reach_each_other_through_a_third() {
        let mut links = Links::new(4);
        links.cut(Seat::new(0), Seat::new(1), 10);
        assert_eq!(links.reach(Seat::new(0), set(&[0, 1, 2]), 5), set(&[0, 1, 2]));
        assert_eq!(links.reach(Seat::new(0), set(&[0, 1]), 5), set(&[0]));
        links.cut_off(set(&[2, 3]), 10);
        assert_eq!(links.reach(Seat::new(0), set(&[0, 1, 2, 3]), 5), set(&[0]));
        links.mend();
        assert_eq!(links.reach(Seat::new(0), set(&[0, 1, 2, 3]), 5), set(&[0, 1, 2, 3]));
    }
}
