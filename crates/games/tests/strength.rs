//! A slice of `cargo run --release -p games --example strength`, where the result is clear-cut.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]
#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "tests deal in the clear")]

use engine::{
    BotKind, Level,
    check::{no_leak_by, own_eyes},
};

mod support;

const EASY: BotKind = BotKind::Level(Level::Easy);
const HARD: BotKind = BotKind::Level(Level::Hard);

fn won(id: &str, seats: usize, kinds: [BotKind; 2], games: u64) -> (f64, f64) {
    let results =
        support::arena::contest(games::find(id).unwrap(), seats, kinds, 0..games).unwrap();
    println!("{id}: {:.3} ± {:.3}", results.mean(), results.margin());
    (results.mean(), results.bar())
}

#[test]
fn normal_bots_beat_easy_ones_in_every_game() {
    for (id, seats, games) in [
        ("knives", 5, 100),
        ("never-bring-a-knife", 6, 100),
        ("suspicion", 2, 600),
        ("suspicion", 3, 600),
        ("suspicion", 4, 1000),
        ("no-honor", 4, 40),
    ] {
        let (won, bar) = won(id, seats, [BotKind::NORMAL, EASY], games);
        assert!(won >= bar, "{id}: {won}");
    }
}

#[test]
fn one_hard_bot_beats_four_normal_ones_in_knives() {
    let (won, bar) = won("knives", 5, [HARD, BotKind::NORMAL], 5);
    assert!(won >= bar, "{won}");
}

#[test]
fn a_hard_bot_beats_a_normal_one_in_suspicion() {
    let (won, bar) = won("suspicion", 2, [HARD, BotKind::NORMAL], 60);
    assert!(won >= bar, "{won}");
}

#[test]
fn three_hard_bots_beat_three_normal_ones_in_never_bring_a_knife() {
    let (won, bar) = won("never-bring-a-knife", 6, [HARD, BotKind::NORMAL], 60);
    assert!(won >= bar, "{won}");
}

#[test]
fn nobody_can_tell_by_a_first_round_who_is_with_the_left_neighbour() {
    for kind in [BotKind::NORMAL, HARD] {
        let [with_left, cop] = support::guesser::percent_right(6, kind, 200).unwrap();
        assert!(with_left <= 65.0 && cop <= 65.0, "{kind:?}: {with_left} %, {cop} %");
    }
}

#[test]
fn what_a_hard_bot_picks_does_not_depend_on_cards_it_was_not_shown() {
    for game in games::GAMES {
        let options = support::usual(*game).unwrap();
        let seats = game.info().usual_seats;
        let look = |seed| no_leak_by(*game, seats, &options, seed, (HARD, own_eyes), 25).unwrap();
        let compared: usize = (0..4).map(look).sum();
        assert!(compared > 4, "{}: only {compared} steps", game.info().id);
    }
}
