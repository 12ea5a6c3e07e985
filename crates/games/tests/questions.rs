//! How many questions a game puts to a person: `cargo run --release -p games --example questions`.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]
#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "tests deal in the clear")]

mod support;

use support::questions::{asked, counts};

#[test]
fn a_person_is_asked_no_more_than_a_game_is_worth() {
    for (id, seats, most) in [("knives", 5, 100), ("no-honor", 4, 90)] {
        let game = games::find(id).unwrap();
        let counts = counts(&asked(game, seats, 0..400).unwrap());
        let median = support::median(&counts);
        assert!(median <= most, "{id}: {median} questions in the middle of {}", counts.len());
    }
}
