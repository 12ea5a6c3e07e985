//! Single facts about closing a step. Everything that can happen is in `model`.

use ed25519_dalek::Signature;
use engine::Seat;
use proto::{Signed, Statement, Value, Word};

use super::{Closing, Scope, Sign};
use crate::Seats;

/// Signs nothing: signatures are checked before words come to a closing.
struct Unsigned;

impl Sign for Unsigned {
    fn sign<T: Statement>(&self, statement: T) -> Signed<T> {
        Signed { statement, signature: Signature::from_bytes(&[0; 64]) }
    }
}

fn only(seat: u8) -> Seats {
    [Seat::new(seat)].into_iter().collect()
}

/// The machine of a seat at a table of three that survives one leaver.
fn machine(seat: u8) -> Closing {
    let present = Seats::all(3);
    let scope = Scope { match_id: [1; 32], step: 1, head: [2; 32], present, quorum: 2 };
    Closing::new(scope, Some(Seat::new(seat)))
}

/// Everybody hears a word, and all that it makes them say.
fn tell(machines: &mut [Closing], word: Word) {
    let mut words = vec![word];
    while let Some(word) = words.pop() {
        for closing in &mut *machines {
            closing.hear(word.clone());
            while let Some(due) = closing.due(&Unsigned) {
                closing.hear(due.clone());
                words.push(due);
            }
        }
    }
}

#[test]
fn two_seats_that_have_consented_to_leave_each_other_can_still_go_on_without_the_third() {
    let mut machines = [machine(1), machine(2)];
    for (i, left) in [(0, 2), (1, 1), (0, 0), (1, 0)] {
        let consent = machines[i].consent(only(left), &Unsigned);
        tell(&mut machines, consent.expect("a new consent"));
    }
    let ballot = machines[0].begin(&Unsigned);
    tell(&mut machines, ballot.expect("a first ballot"));
    for closing in &machines {
        let decided = closing.decided().map(|decided| decided.proposal.statement.value);
        assert_eq!(decided, Some(Value::Without(only(0).mask())));
    }
}

#[test]
fn a_seat_that_is_to_be_left_gets_no_promise() {
    let mut machines = [machine(0), machine(1)];
    for (i, left) in [(0, 1), (1, 0)] {
        let consent = machines[i].consent(only(left), &Unsigned);
        tell(&mut machines[i..=i], consent.expect("a new consent"));
    }
    let ballot = machines[0].begin(&Unsigned).expect("a first ballot");
    machines[1].hear(ballot);
    assert_eq!(machines[1].due(&Unsigned), None);
}
