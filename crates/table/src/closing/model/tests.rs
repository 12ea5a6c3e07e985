//! What is tried.

use engine::Seat;
use stateright::{Checker, Model};

use super::Trial;

/// Walks through all states and says how many there were.
fn walk(name: &str, trial: Trial) -> usize {
    let checker = trial.checker().threads(2).spawn_bfs().join();
    println!("{name}: {} states", checker.unique_state_count());
    checker.assert_properties();
    checker.unique_state_count()
}

fn trial(seats: usize, survive: usize, ballots: usize) -> Trial {
    let owed = [Seat::new(0)].into_iter().collect();
    let (crashes, broken, liar, learns, lively) = (0, false, None, false, false);
    Trial { seats, survive, owed, ballots, crashes, broken, liar, learns, lively }
}

#[test]
fn three_seats_and_one_ballot_close_a_step_in_one_way() {
    walk("3 seats, 1 ballot", trial(3, 1, 1));
}

#[test]
#[should_panic(expected = "one decision")]
fn a_consenter_that_closes_by_contributions_alone_is_found_out() {
    walk("3 seats, broken", Trial { broken: true, ..trial(3, 1, 1) });
}

#[test]
#[ignore = "takes minutes: cargo test -p table --lib -- --ignored closing"]
fn whoever_hears_of_the_decision_closes_the_step_so() {
    walk("3 seats, 1 ballot, decisions heard", Trial { learns: true, ..trial(3, 1, 1) });
}

#[test]
#[ignore = "takes minutes: cargo test -p table --lib -- --ignored closing"]
fn crashes_change_nothing() {
    walk("3 seats, 1 ballot, 2 crashes", Trial { crashes: 2, ..trial(3, 1, 1) });
}

#[test]
#[ignore = "takes minutes: cargo test -p table --lib -- --ignored closing"]
fn a_step_can_always_be_closed() {
    walk("3 seats, 1 ballot, played on", Trial { lively: true, ..trial(3, 1, 1) });
}

#[test]
#[ignore = "takes long and much memory: cargo test -p table --lib -- --ignored closing"]
fn three_seats_and_two_ballots_close_a_step_in_one_way() {
    walk("3 seats, 2 ballots", trial(3, 1, 2));
}

#[test]
#[ignore = "takes long and much memory: cargo test -p table --lib -- --ignored closing"]
fn four_seats_and_one_ballot_close_a_step_in_one_way() {
    walk("4 seats, 1 ballot", trial(4, 1, 1));
}

#[test]
#[ignore = "takes long and much memory: cargo test -p table --lib -- --ignored closing"]
fn a_liar_is_convicted_where_one_is_enough() {
    walk("3 seats, a liar", Trial { liar: Some(Seat::new(2)), ..trial(3, 1, 1) });
}

#[test]
#[ignore = "takes long and much memory: cargo test -p table --lib -- --ignored closing"]
fn a_liar_makes_no_second_decision_where_one_is_not_enough() {
    walk("4 seats, a liar", Trial { liar: Some(Seat::new(1)), ..trial(4, 1, 1) });
}
