//! How time and size are measured.

use serde::Serialize;

/// Microseconds this thread has computed, which other work on the machine does not change.
#[cfg(unix)]
pub fn now() -> f64 {
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

/// Bytes on the wire.
pub fn size(message: &impl Serialize) -> usize {
    let config = bincode::config::standard().with_fixed_int_encoding();
    bincode::serde::encode_to_vec(message, config).unwrap().len()
}
