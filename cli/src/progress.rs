//! Progress bars on standard error, on a terminal only. They leave nothing behind.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for a number of things, such as matches.
pub(crate) fn bar(all: u64, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(all).with_message(what);
    bar.with_style(style("{wide_bar} {pos} of {len} {msg}, {eta} left"))
}

/// A bar for reading a file.
pub(crate) fn reading(bytes: u64) -> ProgressBar {
    ProgressBar::new(bytes).with_style(style("{wide_bar} {bytes} of {total_bytes}"))
}

/// A finished or abandoned bar clears itself: the results are printed separately.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
