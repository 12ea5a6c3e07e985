//! Golden playthroughs: one game for each number of seats, as it was told when somebody last looked.
//!
//! `UPDATE_GOLDEN=1 cargo test -p games --test golden` writes them anew; read the difference.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]
#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "tests deal in the clear")]

use std::{fs, path::Path};

use engine::golden::{difference, tell};

mod support;

/// So many steps are told in full, with every seat's view; after them only what was said.
const FULL: usize = 60;
/// The same for a game in another mode than the usual.
const BRIEF: usize = 25;
/// Options, as keys and values.
type Set = &'static [(&'static str, &'static str)];
/// Modes that have a shorter playthrough of their own.
const MODES: [(&str, usize, Set); 3] = [
    ("knives", 5, &[("rules", "simplified")]),
    ("never-bring-a-knife", 4, &[("mode", "easy")]),
    ("never-bring-a-knife", 5, &[("mode", "hard")]),
];

#[test]
fn every_game_goes_as_it_went() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let mut changed = Vec::new();
    let mut compare = |name: String, told: String| {
        if update {
            fs::write(folder.join(&name), &told).unwrap();
        }
        let golden = fs::read_to_string(folder.join(&name)).unwrap_or_default();
        changed.extend(difference(&golden, &told).map(|what| format!("{name}, {what}")));
    };
    for game in games::GAMES {
        for seats in support::seats(*game) {
            let told = tell(*game, seats, &[], FULL).unwrap();
            compare(format!("{}-{seats}.txt", game.info().id), told);
        }
    }
    for (id, seats, set) in MODES {
        let words: Vec<_> = set.iter().map(|(_, value)| *value).collect();
        let told = tell(games::find(id).unwrap(), seats, set, BRIEF).unwrap();
        compare(format!("{id}-{seats}-{}.txt", words.join("-")), told);
    }
    assert!(changed.is_empty(), "{}\n(UPDATE_GOLDEN=1 accepts this)", changed.join("\n"));
}
