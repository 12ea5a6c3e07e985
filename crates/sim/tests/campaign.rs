//! A slice of the campaign (`examples/campaign.rs`): matches of every game with everything that can go
//! wrong at once.
#![allow(clippy::unwrap_used, clippy::panic)]

use sim::campaign::{Match, Tally};

fn come_out_right(matches: impl IntoIterator<Item = Match>) {
    let mut tally = Tally::default();
    matches.into_iter().for_each(|played| played.play(&mut tally));
    assert!(tally.failures.is_empty(), "{:#?}", tally.failures);
}

#[test]
fn matches_with_all_faults_at_once_come_out_right() {
    come_out_right((1..=5).map(|seed| Match::honest(games::GAMES, seed).unwrap()));
}

#[test]
fn more_matches_with_all_faults_at_once_come_out_right() {
    come_out_right((6..=9).map(|seed| Match::honest(games::GAMES, seed).unwrap()));
}

#[test]
fn a_seat_whose_journal_was_put_back_is_not_named() {
    come_out_right(
        [755, 756, 1369, 1550, 40_326].map(|seed| Match::honest(games::GAMES, seed).unwrap()),
    );
}

#[test]
fn matches_with_a_cheat_and_faults_come_out_right() {
    come_out_right([1, 3, 4, 5, 9].map(|seed| Match::cheated(games::GAMES, seed).unwrap()));
}

#[test]
fn a_strict_table_waits_for_a_cheat_that_falls_silent_and_says_so() {
    come_out_right([20_080, 20_133].map(|seed| Match::cheated(games::GAMES, seed).unwrap()));
}

#[test]
fn a_broken_consent_is_heard_of_by_those_who_wait_in_the_step_that_broke_it() {
    come_out_right([20_164, 20_266].map(|seed| Match::cheated(games::GAMES, seed).unwrap()));
}

#[test]
fn what_is_said_out_of_turn_and_lost_is_noticed_by_nobody() {
    come_out_right([Match::cheated(games::GAMES, 110_099).unwrap()]);
}

#[test]
fn a_consent_that_comes_before_its_step_and_is_not_said_again_is_not_kept() {
    come_out_right([Match::cheated(games::GAMES, 130_487).unwrap()]);
}

#[test]
fn a_cheat_is_noticed_by_one_of_two_contradicting_words_where_the_other_was_lost() {
    come_out_right([Match::cheated(games::GAMES, 110_134).unwrap()]);
}

#[test]
fn a_match_is_named_by_the_command_that_plays_it_again() {
    let line = Match::honest(games::GAMES, 1).unwrap().to_string();
    assert!(line.starts_with("nodealer sim ") && line.contains("--seed 1 "), "{line}");
    let line = Match::cheated(games::GAMES, 1).unwrap().to_string();
    assert!(line.contains("--cheat ") && line.contains("--on-cheat "), "{line}");
}
