//! How the cards of all piles are numbered consecutively, which follows from the sizes of the piles
//! alone.

use std::ops::Range;

use super::{MAX_CARDS, ShuffleError};
use crate::card::MaskedCard;

/// The piles as ranges of positions `0..N`.
pub(super) struct Shape(Vec<Range<usize>>);

impl Shape {
    pub(super) fn new(sizes: impl IntoIterator<Item = usize>) -> Result<Self, ShuffleError> {
        let mut n = 0usize;
        let piles = sizes
            .into_iter()
            .map(|size| {
                let first = n;
                n = n.saturating_add(size);
                first..n
            })
            .collect();
        if (1..=MAX_CARDS).contains(&n) { Ok(Self(piles)) } else { Err(ShuffleError::Cards) }
    }

    pub(super) fn of(piles: &[Vec<MaskedCard>]) -> Result<Self, ShuffleError> {
        Self::new(piles.iter().map(Vec::len))
    }

    pub(super) fn fits(&self, piles: &[Vec<MaskedCard>]) -> bool {
        self.0.len() == piles.len() && self.0.iter().map(Range::len).eq(piles.iter().map(Vec::len))
    }

    /// `N`.
    pub(super) fn cards(&self) -> usize {
        self.0.last().map_or(0, |pile| pile.end)
    }

    pub(super) fn piles(&self) -> &[Range<usize>] {
        &self.0
    }

    /// The positions `i` whose next position `i + 1` is in the same pile, in order: one
    /// multiplication of the product argument each.
    pub(super) fn steps(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().flat_map(|pile| pile.start..pile.end.max(pile.start + 1) - 1)
    }
}
