//! A taste of `cargo run --release -p games --example stress`, and who knows what.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]
#![allow(clippy::disallowed_types, reason = "tests deal in the clear")]

use engine::{BotKind, Game, check};

mod support;

fn every_table(mut play: impl FnMut(&dyn Game, usize)) {
    for game in games::GAMES {
        support::seats(*game).for_each(|seats| play(*game, seats));
    }
}

#[test]
fn random_play_ends_and_stays_sound_in_every_game_and_number_of_seats() {
    every_table(|game, seats| {
        support::stress(game, seats, BotKind::Random, 0..16).unwrap();
    });
}

#[test]
fn sensible_play_ends_by_the_book_and_stays_sound_in_every_game_and_number_of_seats() {
    every_table(|game, seats| {
        let tally = support::stress(game, seats, BotKind::NORMAL, 0..8).unwrap();
        let curfews = tally.ends.get(support::no_honor::CURFEW);
        assert_eq!(curfews, None, "{}, {seats} seats", game.info().id);
    });
}

#[test]
fn the_autopilot_alone_ends_every_game_and_stays_sound() {
    every_table(|game, seats| {
        support::stress(game, seats, BotKind::Autopilot, 0..8).unwrap();
    });
}

#[test]
fn nobody_ever_knows_a_card_they_should_not() {
    every_table(|game, seats| {
        for seed in 0..12 {
            let mut secret = support::secret(game);
            let options = support::rotated(game, seed as usize).unwrap();
            let kind = if seed % 3 == 2 { BotKind::NORMAL } else { BotKind::Random };
            check::play(game, seats, &options, seed, kind, &mut secret).unwrap();
        }
    });
}

#[test]
fn the_same_answers_give_the_same_game_everywhere() {
    every_table(|game, seats| {
        for seed in 0..4 {
            let options = support::rotated(game, seed as usize).unwrap();
            check::deterministic(game, seats, &options, seed).unwrap();
        }
    });
}

#[test]
fn what_a_seat_sees_and_its_bot_does_do_not_depend_on_cards_it_was_not_shown() {
    every_table(|game, seats| {
        let looks = (0..20).map(|seed| {
            let options = support::rotated(game, seed as usize).unwrap();
            check::no_leak(game, seats, &options, seed).unwrap()
        });
        let compared: usize = looks.sum();
        assert!(compared > 20, "{}, {seats} seats: only {compared} steps", game.info().id);
    });
}
