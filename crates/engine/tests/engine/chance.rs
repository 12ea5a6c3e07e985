use std::collections::BTreeMap;

use engine::chance::Chance;

/// Pearson's statistic of equally likely outcomes.
fn chi_square(counts: impl Iterator<Item = u32>, expected: f64) -> f64 {
    counts.map(|count| (f64::from(count) - expected).powi(2) / expected).sum()
}

#[test]
fn the_same_seed_gives_the_same_numbers() {
    let numbers = |seed| {
        let mut chance = Chance::new(seed);
        (0..50).map(|_| chance.below(1000)).collect::<Vec<_>>()
    };
    assert_eq!(numbers(3), numbers(3));
    assert_ne!(numbers(3), numbers(4));
}

#[test]
fn below_stays_below_every_bound() {
    let mut chance = Chance::new(5);
    for bound in [1, 2, 3, 7, 1 << 31, u32::MAX] {
        assert!((0..200).all(|_| chance.below(bound) < bound));
    }
}

#[test]
fn below_nothing_is_zero() {
    assert_eq!(Chance::new(1).below(0), 0);
}

#[test]
fn numbers_below_a_bound_are_equally_likely() {
    let mut chance = Chance::new(11);
    let mut counts = [0; 13];
    (0..26_000).for_each(|_| counts[chance.below(13) as usize] += 1);
    // 12 degrees of freedom: beyond 36.5 lies one in 3,700.
    assert!(chi_square(counts.into_iter(), 2000.0) < 36.5, "{counts:?}");
}

#[test]
fn permutations_are_equally_likely() {
    let mut chance = Chance::new(12);
    let mut counts = BTreeMap::new();
    (0..24_000).for_each(|_| *counts.entry(chance.permutation(4)).or_insert(0) += 1);
    assert_eq!(counts.len(), 24);
    // 23 degrees of freedom: beyond 53 lies one in 2,700.
    assert!(chi_square(counts.values().copied(), 1000.0) < 53.0, "{counts:?}");
}

#[test]
fn a_permutation_has_every_place_once() {
    let mut order = Chance::new(9).permutation(60);
    order.sort_unstable();
    assert_eq!(order, (0..60).collect::<Vec<_>>());
}
