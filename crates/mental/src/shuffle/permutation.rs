//! A secret permutation that is drawn and applied without a secret address or branch.
//!
//! Sorting uniform keys with a sorting network draws a uniform permutation; remembering which of
//! its exchanges took place lets the same permutation be applied to anything later, always
//! touching the same places in the same order.

use rand_core::CryptoRng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeGreater};
use zeroize::{ZeroizeOnDrop, Zeroizing};

use super::shape::Shape;

/// A permutation `π` of each pile within itself, as the exchanges of a sorting network.
#[derive(ZeroizeOnDrop)]
pub(super) struct Permutation {
    #[zeroize(skip)]
    pairs: Vec<(usize, usize)>,
    /// 1 where the pair is exchanged.
    exchanged: Zeroizing<Vec<u8>>,
}

impl Permutation {
    /// Uniform over all permutations that keep every card in its pile.
    #[expect(clippy::indexing_slicing, reason = "the pairs of a sorting network, below N")]
    pub(super) fn random(shape: &Shape, rng: &mut impl CryptoRng) -> Self {
        let pairs: Vec<_> = shape
            .piles()
            .iter()
            .flat_map(|pile| network(pile.len()).map(|(i, j)| (pile.start + i, pile.start + j)))
            .collect();
        loop {
            let mut keys: Zeroizing<Vec<u64>> =
                Zeroizing::new((0..shape.cards()).map(|_| rng.next_u64()).collect());
            let mut exchanged = Zeroizing::new(Vec::with_capacity(pairs.len()));
            for &(i, j) in &pairs {
                let bit = keys[i].ct_gt(&keys[j]);
                exchange(&mut keys, i, j, bit);
                exchanged.push(bit.unwrap_u8());
            }
            // Equal keys would favour some orders: draw again, which happens once in 2⁵⁰ shuffles.
            if shape.steps().all(|i| keys[i] != keys[i + 1]) {
                return Self { pairs, exchanged };
            }
        }
    }

    /// Makes `items[i]` the former `items[π(i)]`.
    pub(super) fn apply<T: ConditionallySelectable>(&self, items: &mut [T]) {
        for (&(i, j), &bit) in self.pairs.iter().zip(self.exchanged.iter()) {
            exchange(items, i, j, bit.into());
        }
    }

    /// Makes `items[π(i)]` the former `items[i]`.
    pub(super) fn undo<T: ConditionallySelectable>(&self, items: &mut [T]) {
        for (&(i, j), &bit) in self.pairs.iter().zip(self.exchanged.iter()).rev() {
            exchange(items, i, j, bit.into());
        }
    }
}

#[expect(clippy::indexing_slicing, reason = "i < j, and j is below the number of items")]
fn exchange<T: ConditionallySelectable>(items: &mut [T], i: usize, j: usize, bit: Choice) {
    let (low, high) = items.split_at_mut(j);
    T::conditional_swap(&mut low[i], &mut high[0], bit);
}

/// Batcher's odd–even merge sort: the pairs `i < j` to compare, in order, for any length.
fn network(n: usize) -> impl Iterator<Item = (usize, usize)> {
    let merges = (0..usize::BITS).map(|bit| 1usize << bit).take_while(move |&p| p < n);
    merges.flat_map(move |p| {
        let gaps = (0..=p.ilog2()).rev().map(|bit| 1usize << bit);
        gaps.flat_map(move |k| {
            let blocks = (k % p..n.saturating_sub(k)).step_by(2 * k);
            blocks.flat_map(move |j| {
                (j..(j + k).min(n - k))
                    .filter(move |i| i / (2 * p) == (i + k) / (2 * p))
                    .map(move |i| (i, i + k))
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha12Rng;
    use rand_core::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn the_network_sorts_every_sequence_of_zeros_and_ones_of_up_to_fourteen() {
        // By the 0–1 principle it then sorts everything of that length.
        for n in 0..=14 {
            let pairs: Vec<_> = network(n).collect();
            for bits in 0u32..1 << n {
                let mut items: Vec<u32> = (0..n).map(|i| bits >> i & 1).collect();
                for &(i, j) in &pairs {
                    assert!(i < j);
                    if items[i] > items[j] {
                        items.swap(i, j);
                    }
                }
                assert!(items.is_sorted(), "{n} {bits:b}");
            }
        }
    }

    #[test]
    fn the_network_sorts_random_sequences_of_every_length() {
        let mut rng = ChaCha12Rng::seed_from_u64(2);
        for n in 15..=256 {
            let mut items: Vec<u64> = (0..n).map(|_| rng.next_u64()).collect();
            for (i, j) in network(n) {
                if items[i] > items[j] {
                    items.swap(i, j);
                }
            }
            assert!(items.is_sorted(), "{n}");
        }
    }

    #[test]
    fn undo_is_the_inverse_of_apply() {
        let shape = Shape::new([5, 0, 1, 8]).unwrap();
        let pi = Permutation::random(&shape, &mut ChaCha12Rng::seed_from_u64(3));
        let mut items: Vec<u64> = (0..14).collect();
        pi.apply(&mut items);
        for pile in shape.piles() {
            let mut pile_items = items[pile.clone()].to_vec();
            pile_items.sort_unstable();
            assert_eq!(pile_items, (pile.start as u64..pile.end as u64).collect::<Vec<_>>());
        }
        pi.undo(&mut items);
        assert_eq!(items, (0..14).collect::<Vec<_>>());
    }

    /// Chi-square of the permutations of piles of these sizes against uniformity, with its degrees
    /// of freedom.
    fn chi_square(sizes: &[usize], per_cell: usize) -> (f64, f64) {
        let shape = Shape::new(sizes.iter().copied()).unwrap();
        let n = shape.cards();
        let mut rng = ChaCha12Rng::seed_from_u64(4);
        let cells: usize = sizes.iter().flat_map(|n| 1..=*n).product();
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..cells * per_cell {
            let mut items: Vec<u64> = (0..n as u64).collect();
            Permutation::random(&shape, &mut rng).apply(&mut items);
            *counts.entry(items).or_insert(0usize) += 1;
        }
        assert_eq!(counts.len(), cells, "every order occurs");
        let expected = per_cell as f64;
        let sum = counts.values().map(|&c| (c as f64 - expected).powi(2) / expected).sum();
        (sum, (cells - 1) as f64)
    }

    #[test]
    fn all_orders_of_all_piles_are_equally_likely_and_independent() {
        // A cell is an order of all piles at once, so piles permuted alike would leave cells empty.
        for sizes in [&[3][..], &[4], &[3, 3], &[2, 1, 0, 3], &[2, 2, 2, 2]] {
            let (sum, freedom) = chi_square(sizes, 2000);
            // Mean `freedom`, deviation `sqrt(2·freedom)`; five deviations either way.
            assert!((sum - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{sizes:?}: {sum}");
        }
    }
}
