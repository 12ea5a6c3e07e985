//! How time is measured.

/// Microseconds this thread has computed, which other work on the machine does not change.
#[cfg(unix)]
pub(crate) fn now() -> f64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e6 + time.tv_nsec as f64 / 1e3
}

/// Microseconds since the first call.
#[cfg(not(unix))]
pub fn now() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed().as_secs_f64() * 1e6
}
