//! Rate limits.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

/// Admits a burst, and then one in every interval.
pub(crate) struct Rate {
    burst: u32,
    every: Duration,
    /// When the burst will be fully available again.
    whole: Mutex<Option<Instant>>,
}

impl Rate {
    pub(crate) const fn new(burst: u32, every: Duration) -> Self {
        Self { burst, every, whole: Mutex::new(None) }
    }

    /// Whether one more is admitted at this time.
    pub(crate) fn admits(&self, now: Instant) -> bool {
        let Ok(mut whole) = self.whole.lock() else { return false };
        let from = whole.map_or(now, |whole| whole.max(now)) + self.every;
        let admitted = from <= now + self.every * self.burst;
        if admitted {
            *whole = Some(from);
        }
        admitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_then_one_for_each_span_of_time() {
        let rate = Rate::new(3, Duration::from_secs(1));
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        assert_eq!([0, 0, 0, 0].map(|ms| rate.admits(at(ms))), [true, true, true, false]);
        assert_eq!([900, 1100, 1200].map(|ms| rate.admits(at(ms))), [false, true, false]);
        assert_eq!(
            [9000, 9000, 9000, 9000].map(|ms| rate.admits(at(ms))),
            [true, true, true, false]
        );
    }
}
