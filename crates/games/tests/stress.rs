//! A taste of `cargo run --release -p games --example stress`.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod support;

#[test]
fn random_play_ends_and_loses_no_card_in_every_game_and_number_of_seats() {
    for game in games::GAMES {
        for seats in support::seats(*game) {
            support::stress(*game, seats, 0..24).unwrap();
        }
    }
}
