//! How far long work has come: a bar on standard error, on a terminal only. It leaves nothing behind.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for so many of something, such as matches.
pub(crate) fn bar(all: u64, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(all).with_message(what);
    bar.with_style(style("{wide_bar} {pos} of {len} {msg}, {eta} left"))
}

/// A bar for a file that is read.
pub(crate) fn reading(bytes: u64) -> ProgressBar {
    ProgressBar::new(bytes).with_style(style("{wide_bar} {bytes} of {total_bytes}"))
}

/// A bar that has come to its end, or was given up, clears itself: what it counted has its own words.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
