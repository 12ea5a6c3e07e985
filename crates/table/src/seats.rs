//! Sets of seats, encoded as bit masks.

use engine::Seat;

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Seats(u16);

impl Seats {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// All seats of a table.
    pub fn all(seats: usize) -> Self {
        Seat::all(seats).collect()
    }

    /// The set of a bit mask from outside; `None` if it names seats beyond the table.
    pub fn from_mask(mask: u16, seats: usize) -> Option<Self> {
        (u32::from(mask) < 1 << seats).then_some(Self(mask))
    }

    /// The bit mask.
    pub fn mask(self) -> u16 {
        self.0
    }

    /// Whether the seat is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & bit(seat) != 0
    }

    /// Puts a seat into the set.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= bit(seat);
    }

    /// The seats of both sets.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The seats of this set that are not in the other.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The seats that are in both sets.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether every seat of this set is in the other.
    pub fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether there is no seat in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats, in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..16).map(Seat::new).filter(move |seat| self.contains(*seat))
    }
}

/// The bit of a seat. A seat beyond every table, which a hostile file may name, has none and is in no
/// set.
fn bit(seat: Seat) -> u16 {
    1u16.checked_shl(seat.index() as u32).unwrap_or(0)
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::NONE;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_beyond_every_table_is_in_no_set() {
        let all = Seats(u16::MAX);
        assert!((0..16).all(|seat| all.contains(Seat::new(seat))));
        assert!(!(16..=u8::MAX).any(|seat| all.contains(Seat::new(seat))));
        assert_eq!((16..=u8::MAX).map(Seat::new).collect::<Seats>(), Seats::NONE);
    }
}
