//! Seats, and things that every seat has one of.

use core::{
    fmt,
    ops::{Index, IndexMut},
};

use serde::{Deserialize, Serialize};

/// A player's place at the table, counted clockwise from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this index.
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// The index, for arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise (the left-hand neighbour) at a table of `seats`.
    pub const fn left(self, seats: usize) -> Self {
        Self(((self.0 as usize + 1) % seats) as u8)
    }

    /// The seat before this one (the right-hand neighbour) at a table of `seats`.
    pub const fn right(self, seats: usize) -> Self {
        Self(((self.0 as usize + seats - 1) % seats) as u8)
    }

    /// All seats clockwise, beginning with this one.
    pub fn lap(
        self,
        seats: usize,
    ) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone + use<> {
        (0..seats).map(move |i| Self(((self.index() + i) % seats) as u8))
    }

    /// All the *other* seats clockwise, beginning on the left.
    pub fn others(
        self,
        seats: usize,
    ) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone + use<> {
        self.lap(seats).skip(1)
    }

    /// All seats of a table, in order.
    pub fn all(
        seats: usize,
    ) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone + use<> {
        Self(0).lap(seats)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", u16::from(self.0) + 1)
    }
}

/// One `T` for every seat.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct BySeat<T>(Vec<T>);

impl<T> BySeat<T> {
    /// Makes one value for each of `seats`.
    pub fn new(seats: usize, make: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::all(seats).map(make).collect())
    }

    /// How many seats there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no seat at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a seat, if there is such a seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// The value of a seat, to change it.
    pub fn get_mut(&mut self, seat: Seat) -> Option<&mut T> {
        self.0.get_mut(seat.index())
    }

    /// Seats with their values, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        self.0.iter().enumerate().map(|(i, t)| (Seat(i as u8), t))
    }

    /// Seats with their values, to change them.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (Seat, &mut T)> {
        self.0.iter_mut().enumerate().map(|(i, t)| (Seat(i as u8), t))
    }

    /// The values alone, in seat order.
    pub fn values(&self) -> core::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// A value for every seat computed from this one.
    pub fn map<U>(&self, mut f: impl FnMut(Seat, &T) -> U) -> BySeat<U> {
        BySeat(self.iter().map(|(seat, t)| f(seat, t)).collect())
    }

    /// The seats whose value satisfies `test`, in order.
    pub fn seats_where(&self, mut test: impl FnMut(&T) -> bool) -> Vec<Seat> {
        self.iter().filter(|(_, t)| test(t)).map(|(seat, _)| seat).collect()
    }
}

impl<T> FromIterator<T> for BySeat<T> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self {
        Self(iter.into_iter().collect())
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
