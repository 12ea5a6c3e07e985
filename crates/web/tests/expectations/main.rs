//! What people expect of a card table in a browser, each tried in a real one. The numbers are those of the
//! list in `crates/web/README.md`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod answers;
mod guide;
mod keys;
mod motion;
mod pace;
mod replays;
mod sizes;
mod tables;
mod talk;
mod trust;
mod windows;

#[path = "../common/mod.rs"]
mod common;

use common::page::Page;

const ESCAPE: &str = "\u{E00C}";
const ENTER: &str = "\u{E007}";
const DOWN: &str = "\u{E015}";
const RIGHT: &str = "\u{E014}";

/// Plays on until a card of the own hand can be played by a click.
fn until_a_card_can_be_played(page: &Page) {
    for _ in 0..60 {
        page.settled();
        if page.count(".own .lies-hand .piece.can") > 0 {
            return;
        }
        page.seat.play_on(1);
    }
    panic!("no card can be played");
}

/// Whether an element is in sight, and nothing lies over it.
fn in_sight(page: &Page, css: &str) -> bool {
    page.browser.run(&format!(
        "const element = document.querySelector('{css}'), box = element.getBoundingClientRect();
         const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
         return box.top >= 0 && box.bottom <= innerHeight && element.contains(seen)"
    )) == true
}
