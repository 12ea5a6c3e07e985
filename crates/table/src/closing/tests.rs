//! Single facts about closing a step. Everything that can happen is in `model`.

use ed25519_dalek::{Signature, SigningKey};
use engine::Seat;
use proto::{Ballot, Contradiction, Promise, Signed, Statement, Value, Word};

use super::{Closing, Heard, Scope, Sign};
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

fn key(seat: u8) -> SigningKey {
    SigningKey::from_bytes(&[seat + 1; 32])
}

fn set(seats: &[u8]) -> Seats {
    seats.iter().copied().map(Seat::new).collect()
}

/// The closings of a step of four seats that survive one, as each seat sees it.
fn closings() -> [Closing; 4] {
    let present = set(&[0, 1, 2, 3]);
    let scope = Scope { match_id: [1; 32], step: 9, head: [2; 32], present, quorum: 3 };
    [0, 1, 2, 3].map(|seat| Closing::new(scope, Some(Seat::new(seat))))
}

#[test]
fn a_second_promise_convicts_though_it_does_not_show_what_it_names() {
    let [mut closing, ..] = closings();
    let (at, ballot) = (closing.scope().header(Seat::new(3)), Ballot { round: 1, seat: 1 });
    let promise = |accepted| Signed::new(Promise { at, ballot, accepted }, &key(3));
    let first = promise(None);
    let second = promise(Some((Ballot { round: 1, seat: 0 }, Value::Without(1))));
    assert_eq!(closing.hear(Word::Promise(first, Vec::new())), Heard::New);
    let both = Contradiction::TwoPromises(first, second);
    let heard = closing.hear(Word::Promise(second, Vec::new()));
    assert_eq!(heard, Heard::Contradiction(Box::new(both)));
}

#[test]
fn a_promise_for_a_ballot_far_ahead_keeps_nobody_from_beginning_one() {
    let [mut closing, ..] = closings();
    let at = closing.scope().header(Seat::new(3));
    let promise = Promise { at, ballot: Ballot { round: u32::MAX, seat: 3 }, accepted: None };
    let word = Word::Promise(Signed::new(promise, &key(3)), Vec::new());
    assert_eq!(closing.hear(word), Heard::Nothing);
    let consent = closing.consent(set(&[3]), &key(0)).unwrap();
    closing.hear(consent);
    assert!(closing.begin(&key(0)).is_some());
}

/// What the first seat proposes when all contributions are here and all others would go on without the
/// last seat.
fn proposed(proven: Seats) -> Option<Value> {
    let mut closings = closings();
    closings[0].have([7; 32]);
    closings[0].distrust(proven);
    let consents: Vec<Word> =
        (0u8..3).filter_map(|s| closings[usize::from(s)].consent(set(&[3]), &key(s))).collect();
    for closing in &mut closings {
        consents.iter().for_each(|word| assert_eq!(closing.hear(word.clone()), Heard::New));
    }
    let begun = closings[0].begin(&key(0))?;
    closings.iter_mut().for_each(|closing| drop(closing.hear(begun.clone())));
    for seat in 0u8..3 {
        let promise = closings[usize::from(seat)].due(&key(seat))?;
        closings[0].hear(promise);
    }
    match closings[0].due(&key(0))? {
        Word::Proposal(chain) => Some(chain.first()?.statement.value),
        _ => None,
    }
}

#[test]
fn a_free_proposer_takes_the_contributions_if_they_are_here() {
    assert_eq!(proposed(Seats::NONE), Some(Value::Contributions([7; 32])));
}

#[test]
fn a_free_proposer_rather_goes_on_without_a_proven_cheat() {
    assert_eq!(proposed(set(&[3])), Some(Value::Without(0b1000)));
}
