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
    come_out_right([756, 1369, 1550].map(|seed| Match::honest(games::GAMES, seed).unwrap()));
}

#[test]
fn matches_with_a_cheat_and_faults_come_out_right() {
    come_out_right([1, 3, 4, 5, 9].map(|seed| Match::cheated(games::GAMES, seed).unwrap()));
}

#[test]
fn a_match_is_named_by_the_command_that_plays_it_again() {
    let line = Match::honest(games::GAMES, 1).unwrap().to_string();
    assert!(line.starts_with("nodealer sim ") && line.contains("--seed 1 "), "{line}");
    let line = Match::cheated(games::GAMES, 1).unwrap().to_string();
    assert!(line.contains("--cheat ") && line.contains("--on-cheat "), "{line}");
}
