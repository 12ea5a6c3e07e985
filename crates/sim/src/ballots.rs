//! False statements about how to close a step, as a cheat with one seat's key can sign them.

use ed25519_dalek::SigningKey;
use engine::Seat;
use proto::{
    Accept, Ballot, Certificate, Contribution, Decided, Header, Promise, Proposal, Signed, Value,
    Word,
};
use table::MatchState;

use crate::{cheats::Kind, verdict::quorum};

/// A digest that belongs to no contributions.
const NO_CONTRIBUTIONS: Value = Value::Contributions([7; 32]);
/// A value by which no step can be closed: the set of seats to go on without is empty.
const NOBODY: Value = Value::Without(0);

/// A statement that contradicts this one of the same seat, in the way that the kind of cheating does.
pub(crate) fn contradiction(
    kind: Kind,
    play: &MatchState,
    word: &Word,
    identity: &SigningKey,
) -> Option<Word> {
    match (kind, word) {
        (Kind::TwoPromises, Word::Promise(signed, _)) => {
            let Promise { at, ballot, accepted } = signed.statement;
            let accepted = if accepted.is_some() { None } else { Some((before(ballot), NOBODY)) };
            let other = Promise { at, ballot, accepted };
            Some(Word::Promise(Signed::new(other, identity), Vec::new()))
        }
        (Kind::TwoAccepts, Word::Accept(signed)) => {
            let other = Accept { value: NO_CONTRIBUTIONS, ..signed.statement };
            Some(Word::Accept(Signed::new(other, identity)))
        }
        (Kind::TwoProposals, Word::Proposal(chain)) => {
            let first = &chain.first()?.statement;
            let other = Proposal { value: NO_CONTRIBUTIONS, consents: Vec::new(), ..first.clone() };
            Some(Word::Proposal(vec![Signed::new(other, identity)]))
        }
        (Kind::HiddenAccept, Word::Promise(signed, _)) => {
            let Promise { at, ballot, .. } = signed.statement;
            let hidden = Accept { at, ballot: before(ballot), value: NO_CONTRIBUTIONS };
            Some(Word::Accept(Signed::new(hidden, identity)))
        }
        (Kind::ForbiddenProposal, Word::Promise(signed, _)) => {
            Some(Word::Proposal(vec![forbidden(play, &signed.statement, identity)?]))
        }
        _ => None,
    }
}

/// A proposal of another value than its seat's own promise names.
fn forbidden(
    play: &MatchState,
    promise: &Promise,
    identity: &SigningKey,
) -> Option<Signed<Proposal>> {
    let Promise { at, ballot, .. } = *promise;
    let mine = Ballot { round: ballot.round.checked_add(1)?, seat: at.seat };
    let value = Value::Without(next_seat(play, at.seat)?);
    let promise = Promise { at, ballot: mine, accepted: Some((ballot, NO_CONTRIBUTIONS)) };
    let promises = vec![Signed::new(promise, identity)];
    let proposal = Proposal { at, round: mine.round, value, promises, consents: Vec::new() };
    Some(Signed::new(proposal, identity))
}

/// A decision to go on without somebody, with everybody's statements made up.
pub(crate) fn certificate(
    play: &MatchState,
    said: &Contribution,
    identity: &SigningKey,
) -> Option<Certificate> {
    let without = victim(play, said)?;
    let Contribution { match_id, step, seat, head, .. } = *said;
    let at = Header { match_id, step, seat, head };
    let value = Value::Without(without);
    let seats = || play.present().iter().map(|seat| seat.index() as u8);
    let staying = || seats().filter(|seat| without >> seat & 1 == 0);
    // What it signs in the name of others is signed with its own key.
    let signature = |seat: u8| {
        let accept = Accept { at: Header { seat, ..at }, ballot: Ballot { round: 1, seat }, value };
        Signed::new(accept, identity).signature
    };
    let consents = staying().map(signature).collect();
    let proposal = Proposal { at, round: 1, value, promises: Vec::new(), consents };
    let accepts = staying().map(|seat| (seat, signature(seat))).collect();
    Some(Certificate { proposal: Signed::new(proposal, identity), accepts })
}

/// A decision to close a step by contributions that nobody but the seat itself has accepted.
pub(crate) fn decided(said: &Contribution, identity: &SigningKey) -> Decided {
    let Contribution { match_id, step, seat, head, .. } = *said;
    let (ballot, at) = (Ballot { round: 1, seat }, Header { match_id, step, seat, head });
    let accept = Signed::new(Accept { at, ballot, value: NO_CONTRIBUTIONS }, identity);
    Decided { step, head, ballot, contributions: [7; 32], accepts: vec![(seat, accept.signature)] }
}

/// The seat that a contribution's author would exclude, as a set, if the table may go on without anybody in
/// that step.
pub(crate) fn victim(play: &MatchState, said: &Contribution) -> Option<u16> {
    let now = (play.step(), play.head()) == (said.step, said.head);
    let enough = quorum(play).is_some_and(|quorum| play.present().len() > quorum);
    if now && enough { next_seat(play, said.seat) } else { None }
}

/// The next present seat, as a set.
fn next_seat(play: &MatchState, seat: u8) -> Option<u16> {
    let seat = Seat::new(seat);
    let others = || play.present().iter().filter(|other| *other != seat);
    let next = others().find(|other| *other > seat).or_else(|| others().next())?;
    Some(1 << next.index())
}

/// The ballot before this one.
fn before(ballot: Ballot) -> Ballot {
    let Ballot { round, seat } = ballot;
    match seat.checked_sub(1) {
        Some(seat) => Ballot { round, seat },
        None => Ballot { round: round.saturating_sub(1), seat: u8::MAX },
    }
}
