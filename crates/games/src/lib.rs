//! The games, one folder each, one file per chapter of the rule book.
//!
//! The id of every numbered rule (`KNV-26`, `NBAK-17` …) is in a comment where the rule is implemented,
//! and in the name of at least one test.
//!
//! A choice must be the same on every node, bit by bit, so nothing here uses floats; `clippy.toml` lists
//! what else rules must not use.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]
#![cfg_attr(
    test,
    allow(clippy::disallowed_types, clippy::disallowed_macros, reason = "tests deal in the clear")
)]
#![cfg_attr(not(test), deny(clippy::float_arithmetic))]

use engine::{BySeat, Game, Line, text};

pub mod knives;
pub mod never_bring_a_knife;
pub mod no_honor;
pub mod suspicion;

/// Every game, in the order in which they are offered.
pub static GAMES: &[&dyn Game] =
    &[&knives::GAME, &never_bring_a_knife::GAME, &suspicion::GAME, &no_honor::GAME];

/// Who has most of what a game counts, such as "Ann and Bob, 2 of 3"; that nobody has any yet otherwise.
fn most(of: &BySeat<i64>, goal: i64) -> Line {
    match leaders(of) {
        (_, most) if most <= 0 => text!["nobody yet, 0 of ", goal],
        (who, most) => who.then(text![", ", most, " of ", goal]),
    }
}

/// Who has most of something, and how much that is.
fn leaders(of: &BySeat<i64>) -> (Line, i64) {
    let most = of.values().copied().max().unwrap_or(0);
    let who = match &of.seats_where(|&has| has == most)[..] {
        [one] => text![*one],
        [one, other] => text![*one, " and ", *other],
        several => text![several.len(), " players"],
    };
    (who, most)
}

/// The game with this id, or the only one whose id begins so.
pub fn find(prefix: &str) -> Option<&'static dyn Game> {
    engine::find(GAMES, prefix)
}
