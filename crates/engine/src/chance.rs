//! Seeded numbers for the clear dealer and for bots. Rules cannot reach them.

/// A small deterministic generator (SplitMix64): the same seed gives the same numbers everywhere.
/// It keeps no secrets and must never touch a real match.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, all equally likely; 0 if there is none.
    pub fn below(&mut self, bound: u32) -> u32 {
        let Some(zone) = u64::MAX.checked_div(u64::from(bound)) else { return 0 };
        loop {
            let quotient = self.bits() / zone;
            if quotient < u64::from(bound) {
                return quotient as u32;
            }
        }
    }

    /// A permutation of `0..n`, all equally likely.
    pub fn permutation(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<_> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, self.below(i as u32 + 1) as usize);
        }
        order
    }
}
