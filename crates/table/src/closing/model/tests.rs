//! What is tried.

use std::time::Instant;

use engine::Seat;
use stateright::{Checker, Model};

use super::{Memo, Pool, Trial, memory::Dice};
use crate::Seats;

/// Walks through all states and says how many there were.
fn walk(name: &str, mut trial: Trial) {
    trial.renamings = trial.all_renamings();
    let begun = Instant::now();
    let checker = trial.checker().threads(2).spawn_dfs().join();
    let (states, seconds) = (checker.unique_state_count(), begun.elapsed().as_secs());
    println!("{name}: {states} states in {seconds} s");
    for (property, path) in checker.discoveries() {
        println!("not so: {property}");
        let actions = path.into_actions();
        actions.iter().for_each(|action| println!("  {}", checker.model().tell(action)));
    }
    checker.assert_properties();
}

fn trial(seats: usize, survive: usize, ballots: usize) -> Trial {
    Trial {
        seats,
        survive,
        left: Seats::all(seats),
        ballots,
        broken: false,
        liar: None,
        lies: 1,
        lively: false,
        words: Pool::default(),
        machines: Pool::default(),
        events: Pool::default(),
        choices: Pool::default(),
        next: Memo::default(),
        outcomes: Memo::default(),
        networks: Memo::default(),
        told: Memo::default(),
        ended: Memo::default(),
        roles: Memo::default(),
        renamings: Vec::new(),
        renamed: Memo::default(),
    }
}

#[test]
fn three_seats_and_one_ballot_close_a_step_in_one_way() {
    walk("3 seats, 1 ballot", Trial { lively: true, ..trial(3, 1, 1) });
}

#[test]
#[ignore = "takes one to three minutes: cargo test -p nodealer-table --lib -- --ignored close_a_step_in_one_way"]
fn three_seats_and_two_ballots_close_a_step_in_one_way() {
    walk("3 seats, 2 ballots", Trial { lively: true, ..trial(3, 1, 2) });
}

#[test]
#[ignore = "takes one to three minutes: cargo test -p nodealer-table --lib -- --ignored close_a_step_in_one_way"]
fn four_seats_and_one_ballot_close_a_step_in_one_way() {
    walk("4 seats, 1 ballot", Trial { lively: true, ..trial(4, 1, 1) });
}

#[test]
#[should_panic(expected = "one decision")]
fn a_consenter_that_closes_by_contributions_alone_is_found_out() {
    walk("3 seats, broken", Trial { broken: true, ..trial(3, 1, 1) });
}

#[test]
fn a_liar_on_the_first_seat_is_convicted_where_one_is_enough() {
    let liar = Some(Seat::new(0));
    walk("3 seats, the first a liar", Trial { liar, ..trial(3, 1, 1) });
}

#[test]
fn a_liar_on_the_middle_seat_is_convicted_where_one_is_enough() {
    let liar = Some(Seat::new(1));
    walk("3 seats, the middle a liar", Trial { liar, ..trial(3, 1, 1) });
}

#[test]
fn a_liar_on_the_last_seat_is_convicted_where_one_is_enough() {
    let liar = Some(Seat::new(2));
    walk("3 seats, the last a liar", Trial { liar, ..trial(3, 1, 1) });
}

#[test]
#[ignore = "takes minutes: cargo test -p nodealer-table --lib -- --ignored closing"]
fn a_liar_makes_no_second_decision_where_one_is_not_enough() {
    for (liar, ballots, lies) in [(0, 0, 1), (3, 0, 1), (0, 1, 0), (3, 1, 0)] {
        let name = format!("4 seats, seat {liar} a liar, {ballots} ballots and {lies} of the liar");
        walk(&name, Trial { liar: Some(Seat::new(liar)), lies, ..trial(4, 1, ballots) });
    }
}

#[test]
#[ignore = "takes minutes: cargo test -p nodealer-table --lib -- --ignored closing"]
fn a_liar_and_an_honest_ballot_make_one_decision_where_one_seat_is_not_enough() {
    let left: Seats = [Seat::new(1), Seat::new(2)].into_iter().collect();
    for liar in [0, 3] {
        let name =
            format!("4 seats, seat {liar} a liar, 1 ballot and 1 of the liar, 2 can be left");
        walk(&name, Trial { liar: Some(Seat::new(liar)), left, ..trial(4, 1, 1) });
    }
}

#[test]
fn machines_that_remember_do_nothing_that_is_not_tried() {
    for (seats, survive, ballots) in [(3, 1, 2), (4, 1, 2)] {
        let trial = trial(seats, survive, ballots);
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
        let changes: usize = (0..300).map(|_| trial.wander(&mut dice, 200)).sum();
        println!("{seats} seats, {ballots} ballots: {changes} changes");
        assert!(changes > 3_000);
    }
}
