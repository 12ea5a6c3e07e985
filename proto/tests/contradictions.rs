//! Words on how to close a step that contradict each other, and words that only look like it.
#![allow(clippy::unwrap_used, missing_docs)]

use ed25519_dalek::{SigningKey, VerifyingKey};
use proto::{
    Accept, Ballot, Contradiction, Header, Promise, Proposal, Signed, Standing, Statement, Value,
    hides,
};

const MATCH: [u8; 32] = [1; 32];
/// Two ballots of each of two seats, in their order.
const B: [Ballot; 4] = [
    Ballot { round: 1, seat: 0 },
    Ballot { round: 1, seat: 1 },
    Ballot { round: 2, seat: 0 },
    Ballot { round: 2, seat: 1 },
];
const C: Value = Value::Contributions([3; 32]);
const OTHER_C: Value = Value::Contributions([4; 32]);
const W: Value = Value::Without(0b100);

fn identity(seat: u8) -> SigningKey {
    SigningKey::from_bytes(&[seat + 1; 32])
}

fn keys() -> Vec<VerifyingKey> {
    (0..3).map(|seat| identity(seat).verifying_key()).collect()
}

fn sign<T: Statement>(statement: T) -> Signed<T> {
    let identity = identity(statement.seat());
    Signed::new(statement, &identity)
}

/// The same statement with a signature of another seat.
fn forged<T: Statement + Clone>(signed: &Signed<T>) -> Signed<T> {
    Signed::new(signed.statement.clone(), &identity(2))
}

fn at(seat: u8) -> Header {
    Header { match_id: MATCH, step: 9, seat, head: [2; 32] }
}

/// The same place but for one thing, each in turn.
fn elsewhere() -> [Header; 3] {
    let here = at(1);
    [Header { match_id: [5; 32], ..here }, Header { step: 10, ..here }, Header { seat: 0, ..here }]
}

/// Over another history, which is no other place.
fn other_head() -> Header {
    Header { head: [6; 32], ..at(1) }
}

fn promise(ballot: Ballot, accepted: Option<(Ballot, Value)>) -> Promise {
    Promise { at: at(1), ballot, accepted }
}

fn accept(ballot: Ballot, value: Value) -> Accept {
    Accept { at: at(1), ballot, value }
}

/// In the second ballot of the second seat.
fn proposal(value: Value, promises: &[Promise]) -> Proposal {
    let promises = promises.iter().map(|promise| sign(*promise)).collect();
    Proposal { at: at(1), round: 2, value, promises, consents: Vec::new() }
}

fn two_promises(one: Promise, two: Promise) -> Contradiction {
    Contradiction::TwoPromises(sign(one), sign(two))
}

fn two_accepts(one: Accept, two: Accept) -> Contradiction {
    Contradiction::TwoAccepts(sign(one), sign(two))
}

fn two_proposals(one: Proposal, two: Proposal) -> Contradiction {
    Contradiction::TwoProposals(Box::new(sign(one)), Box::new(sign(two)))
}

fn forbidden(proposal: Proposal) -> Contradiction {
    Contradiction::ForbiddenProposal(Box::new(sign(proposal)))
}

fn hidden(promise: Promise, accept: Accept) -> Contradiction {
    Contradiction::HiddenAccept(sign(promise), sign(accept))
}

fn convicts(found: &Contradiction) {
    assert!(found.holds(), "{found:?}");
    assert_eq!(found.convicts(&MATCH, &keys()), Some((1, 9)), "{found:?}");
    assert_eq!(found.convicts(&[5; 32], &keys()), None, "in another match: {found:?}");
    assert_eq!(found.convicts(&MATCH, &keys()[..1]), None, "a seat without a key: {found:?}");
}

fn proves_nothing(found: &Contradiction) {
    assert!(!found.holds(), "{found:?}");
    assert_eq!(found.convicts(&MATCH, &keys()), None, "{found:?}");
}

/// The words are what they must be, and yet are not of one seat on one step, or not genuine.
fn convicts_nobody(found: &Contradiction) {
    assert!(found.holds(), "{found:?}");
    assert_eq!(found.convicts(&MATCH, &keys()), None, "{found:?}");
}

#[test]
fn two_promises_for_one_ballot_convict() {
    convicts(&two_promises(promise(B[2], None), promise(B[2], Some((B[0], C)))));
    convicts(&two_promises(promise(B[2], Some((B[0], W))), promise(B[2], Some((B[0], C)))));
    convicts(&two_promises(promise(B[2], Some((B[0], C))), promise(B[2], Some((B[1], C)))));
}

#[test]
fn two_promises_over_two_histories_convict() {
    let one = promise(B[2], None);
    convicts(&two_promises(one, Promise { at: other_head(), ..one }));
}

#[test]
fn promises_that_do_not_contradict_each_other_prove_nothing() {
    let one = promise(B[2], None);
    proves_nothing(&two_promises(one, one));
    proves_nothing(&two_promises(one, promise(B[3], Some((B[0], C)))));
    proves_nothing(&two_promises(one, promise(B[1], None)));
}

#[test]
fn promises_of_two_matches_steps_or_seats_convict_nobody() {
    for at in elsewhere() {
        let (one, two) = (promise(B[2], None), promise(B[2], Some((B[0], C))));
        convicts_nobody(&two_promises(one, Promise { at, ..two }));
    }
}

#[test]
fn forged_promises_convict_nobody() {
    let (one, two) = (sign(promise(B[2], None)), sign(promise(B[2], Some((B[0], C)))));
    convicts_nobody(&Contradiction::TwoPromises(forged(&one), two));
    convicts_nobody(&Contradiction::TwoPromises(one, forged(&two)));
}

#[test]
fn two_acceptances_in_one_ballot_convict() {
    convicts(&two_accepts(accept(B[2], C), accept(B[2], W)));
    convicts(&two_accepts(accept(B[2], C), accept(B[2], OTHER_C)));
    convicts(&two_accepts(accept(B[2], W), accept(B[2], Value::Without(0b101))));
}

#[test]
fn one_value_accepted_over_two_histories_convicts() {
    let one = accept(B[2], C);
    convicts(&two_accepts(one, Accept { at: other_head(), ..one }));
}

#[test]
fn acceptances_that_do_not_contradict_each_other_prove_nothing() {
    proves_nothing(&two_accepts(accept(B[2], C), accept(B[2], C)));
    proves_nothing(&two_accepts(accept(B[2], C), accept(B[3], W)));
    proves_nothing(&two_accepts(accept(B[0], C), accept(B[1], W)));
}

#[test]
fn acceptances_of_two_matches_steps_or_seats_convict_nobody() {
    for at in elsewhere() {
        convicts_nobody(&two_accepts(accept(B[2], C), Accept { at, ..accept(B[2], W) }));
    }
}

#[test]
fn forged_acceptances_convict_nobody() {
    let (one, two) = (sign(accept(B[2], C)), sign(accept(B[2], W)));
    convicts_nobody(&Contradiction::TwoAccepts(forged(&one), two));
    convicts_nobody(&Contradiction::TwoAccepts(one, forged(&two)));
}

#[test]
fn two_values_proposed_in_one_ballot_convict() {
    convicts(&two_proposals(proposal(C, &[]), proposal(W, &[])));
    convicts(&two_proposals(proposal(C, &[]), proposal(OTHER_C, &[])));
}

#[test]
fn one_value_proposed_over_two_histories_convicts() {
    let two = Proposal { at: other_head(), ..proposal(C, &[]) };
    convicts(&two_proposals(proposal(C, &[]), two));
}

#[test]
fn proposals_that_do_not_contradict_each_other_prove_nothing() {
    let one = || proposal(C, &[]);
    proves_nothing(&two_proposals(one(), one()));
    proves_nothing(&two_proposals(one(), proposal(C, &[promise(B[3], None)])));
    proves_nothing(&two_proposals(one(), Proposal { round: 3, ..proposal(W, &[]) }));
}

#[test]
fn proposals_of_two_matches_steps_or_seats_convict_nobody() {
    for at in elsewhere() {
        convicts_nobody(&two_proposals(proposal(C, &[]), Proposal { at, ..proposal(W, &[]) }));
    }
}

#[test]
fn forged_proposals_convict_nobody() {
    let (one, two) = (sign(proposal(C, &[])), sign(proposal(W, &[])));
    let both = |one: Signed<Proposal>, two: Signed<Proposal>| {
        Contradiction::TwoProposals(Box::new(one), Box::new(two))
    };
    convicts_nobody(&both(forged(&one), two.clone()));
    convicts_nobody(&both(one, forged(&two)));
}

#[test]
fn a_proposal_of_another_value_than_its_promises_name_convicts() {
    let named = promise(B[3], Some((B[0], C)));
    convicts(&forbidden(proposal(W, &[named])));
    convicts(&forbidden(proposal(OTHER_C, &[promise(B[3], None), named])));
}

#[test]
fn a_proposal_of_what_was_accepted_before_the_last_convicts() {
    let (first, last) = (promise(B[3], Some((B[0], C))), promise(B[3], Some((B[2], W))));
    convicts(&forbidden(proposal(C, &[first, last])));
    convicts(&forbidden(proposal(C, &[last, first])));
}

#[test]
fn a_proposal_of_what_was_accepted_last_proves_nothing() {
    let (first, last) = (promise(B[3], Some((B[0], C))), promise(B[3], Some((B[2], W))));
    proves_nothing(&forbidden(proposal(C, &[first])));
    proves_nothing(&forbidden(proposal(W, &[first, last])));
    proves_nothing(&forbidden(proposal(W, &[last, promise(B[3], None)])));
}

#[test]
fn a_proposal_that_was_free_to_choose_proves_nothing() {
    proves_nothing(&forbidden(proposal(C, &[])));
    proves_nothing(&forbidden(proposal(W, &[promise(B[3], None)])));
}

/// Whoever has lied is somebody who promised, and not the one who proposes.
#[test]
fn a_proposal_of_one_of_two_values_named_in_one_ballot_proves_nothing() {
    let (one, two) = (promise(B[3], Some((B[0], C))), promise(B[3], Some((B[0], W))));
    proves_nothing(&forbidden(proposal(C, &[one, two])));
    proves_nothing(&forbidden(proposal(W, &[one, two])));
    convicts(&forbidden(proposal(OTHER_C, &[one, two])));
}

#[test]
fn a_proposal_with_a_promise_for_another_ballot_proves_nothing() {
    let (named, other) = (promise(B[3], Some((B[0], C))), promise(B[2], Some((B[0], C))));
    proves_nothing(&forbidden(proposal(W, &[other])));
    proves_nothing(&forbidden(proposal(W, &[named, other])));
}

#[test]
fn a_proposal_with_a_forged_promise_convicts_nobody() {
    let named = forged(&sign(promise(B[3], Some((B[0], C)))));
    let proposal = Proposal { promises: vec![named], ..proposal(W, &[]) };
    convicts_nobody(&forbidden(proposal));
}

#[test]
fn a_forged_proposal_that_is_forbidden_convicts_nobody() {
    let proposal = sign(proposal(W, &[promise(B[3], Some((B[0], C)))]));
    convicts_nobody(&Contradiction::ForbiddenProposal(Box::new(forged(&proposal))));
}

#[test]
fn a_promise_that_does_not_name_an_earlier_acceptance_convicts() {
    convicts(&hidden(promise(B[2], None), accept(B[0], C)));
    convicts(&hidden(promise(B[2], None), accept(B[1], W)));
    convicts(&hidden(promise(B[3], Some((B[0], C))), accept(B[2], C)));
}

#[test]
fn a_promise_that_names_another_value_than_was_accepted_convicts() {
    convicts(&hidden(promise(B[3], Some((B[2], W))), accept(B[2], C)));
}

#[test]
fn a_promise_that_names_what_was_accepted_or_something_later_proves_nothing() {
    proves_nothing(&hidden(promise(B[3], Some((B[2], C))), accept(B[2], C)));
    proves_nothing(&hidden(promise(B[3], Some((B[2], C))), accept(B[0], W)));
}

#[test]
fn an_acceptance_in_the_ballot_of_a_promise_or_later_proves_nothing() {
    for accepted in [None, Some((B[0], C))] {
        proves_nothing(&hidden(promise(B[2], accepted), accept(B[2], W)));
        proves_nothing(&hidden(promise(B[2], accepted), accept(B[3], W)));
    }
}

#[test]
fn a_promise_and_an_acceptance_of_two_matches_steps_or_seats_convict_nobody() {
    for at in elsewhere() {
        convicts_nobody(&hidden(promise(B[2], None), Accept { at, ..accept(B[0], C) }));
    }
}

#[test]
fn an_acceptance_hidden_over_another_history_convicts() {
    convicts(&hidden(promise(B[2], None), Accept { at: other_head(), ..accept(B[0], C) }));
}

#[test]
fn two_words_on_how_a_step_was_closed_convict() {
    let standing = |at, value| sign(Standing { at, value });
    let two = |one, other| Contradiction::TwoStandings(one, other);
    convicts(&two(standing(at(1), C), standing(at(1), W)));
    convicts(&two(standing(at(1), C), standing(other_head(), C)));
    proves_nothing(&two(standing(at(1), C), standing(at(1), C)));
    convicts_nobody(&two(standing(at(1), C), forged(&standing(at(1), W))));
    for at in elsewhere() {
        convicts_nobody(&two(standing(crate::at(1), C), standing(at, W)));
    }
}

#[test]
fn a_forged_promise_or_acceptance_convicts_nobody() {
    let (promise, accept) = (sign(promise(B[2], None)), sign(accept(B[0], C)));
    convicts_nobody(&Contradiction::HiddenAccept(forged(&promise), accept));
    convicts_nobody(&Contradiction::HiddenAccept(promise, forged(&accept)));
}

/// What an honest seat says in whatever order of ballots: it promises for later ones only, names what it
/// accepted last, and accepts nothing before the ballot that it has promised.
#[test]
fn nothing_that_an_honest_seat_says_hides_anything() {
    let mut said: Vec<(Option<Promise>, Option<Accept>)> = Vec::new();
    let mut accepted = None;
    for (ballot, accepts) in B.into_iter().zip([true, false, true, true]) {
        said.push((Some(promise(ballot, accepted)), None));
        if accepts {
            accepted = Some((ballot, C));
            said.push((None, Some(accept(ballot, C))));
        }
    }
    let promises = || said.iter().filter_map(|(promise, _)| *promise);
    let accepts = || said.iter().filter_map(|(_, accept)| *accept);
    assert!(promises().all(|promise| accepts().all(|accept| !hides(&promise, &accept))));
}
