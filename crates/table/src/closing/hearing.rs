//! How a node processes statements on closing a step.

use std::collections::BTreeMap;

use engine::Seat;
use proto::{
    Accept, Ballot, Certificate, Consent, Contradiction, Header, Prepare, Promise, Proposal,
    Signed, Value, Word, hides, limits,
};

use super::Closing;
use crate::Seats;

/// What a statement has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// It is new, and is stored.
    New,
    /// It is known, too old to matter, or not admissible.
    Nothing,
    /// It contradicts another statement of its seat.
    Contradiction(Box<Contradiction>),
}

impl Closing {
    /// Processes a statement whose signatures are genuine.
    pub(crate) fn hear(&mut self, word: Word) -> Heard {
        if !word.at().is_some_and(|at| self.scope.covers(at)) {
            return Heard::Nothing;
        }
        match word {
            Word::Consent(signed) => self.hear_consent(signed),
            Word::Prepare(signed) => self.hear_prepare(signed),
            Word::Promise(signed, named) => self.hear_promise(signed, named),
            Word::Proposal(chain) => self.hear_proposal(chain),
            Word::Accept(signed) => self.hear_accept(signed),
            Word::Decided(certificate) => self.hear_decided(*certificate),
        }
    }

    fn is_mine(&self, at: &Header) -> bool {
        self.me == Some(Seat::new(at.seat))
    }

    fn hear_consent(&mut self, signed: Signed<Consent>) -> Heard {
        let seat = Seat::new(signed.statement.at.seat);
        let set = self.scope.leavable(signed.statement.without);
        let Some(set) = set.filter(|set| !set.contains(seat)) else { return Heard::Nothing };
        let given = self.consents.entry(seat).or_default();
        if given.len() >= limits::CONSENTS || given.contains_key(&set) {
            return Heard::Nothing;
        }
        given.insert(set, signed);
        Heard::New
    }

    /// Whether the round of a ballot is not too far ahead; otherwise one seat could use up the numbers,
    /// so that nobody could begin a later one. This node's own statements always count. Notes how far the
    /// seat has come, since enough seats together vouch for a round.
    fn is_near(&mut self, round: u32, at: &Header) -> bool {
        let near = |closing: &Self| {
            let most = closing.vouched().saturating_add(limits::ROUNDS_AHEAD);
            round <= most || closing.is_mine(at)
        };
        if near(self) {
            return true;
        }
        let far = self.far.entry(Seat::new(at.seat)).or_default();
        *far = round.max(*far);
        near(self)
    }

    fn hear_prepare(&mut self, signed: Signed<Prepare>) -> Heard {
        let seat = Seat::new(signed.statement.at.seat);
        let round = signed.statement.round;
        let last = self.prepares.get(&seat).map_or(0, |prepare| prepare.statement.round);
        if round <= last {
            return Heard::Nothing;
        }
        if !self.is_near(round, &signed.statement.at) {
            let far = self.begun_far.entry(seat).or_insert(signed);
            if far.statement.round < round {
                *far = signed;
            }
            return Heard::Nothing;
        }
        self.prepares.insert(seat, signed);
        Heard::New
    }

    fn hear_promise(&mut self, signed: Signed<Promise>, named: Vec<Signed<Proposal>>) -> Heard {
        let promise = &signed.statement;
        let seat = Seat::new(promise.at.seat);
        let hidden = self.accepts.get(&seat).into_iter().flat_map(BTreeMap::values);
        if let Some(accept) = hidden.copied().find(|accept| hides(promise, &accept.statement)) {
            return contradiction(Contradiction::HiddenAccept(signed, accept));
        }
        let last = self.promises.get(&seat).map(|(last, _)| *last);
        if let Some(last) = last.filter(|last| last.statement.ballot == promise.ballot) {
            let both = Contradiction::TwoPromises(last, signed);
            return if both.holds() { contradiction(both) } else { Heard::Nothing };
        }
        let later = last.is_none_or(|last| last.statement.ballot < promise.ballot);
        let near = self.is_near(promise.ballot.round, &promise.at);
        if !later || !near || !self.is_shown(promise, &named) {
            return Heard::Nothing;
        }
        self.promises.insert(seat, (signed, named));
        Heard::New
    }

    /// Whether what a promise names as accepted is the proposal that comes with it, of an earlier ballot: nobody
    /// could make a proposal from anything else.
    fn is_shown(&self, promise: &Promise, named: &[Signed<Proposal>]) -> bool {
        match (promise.accepted, named.first()) {
            (None, None) => true,
            (Some(accepted), Some(first)) => {
                (first.statement.ballot(), first.statement.value) == accepted
                    && accepted.0 < promise.ballot
                    && self.is_admissible(named)
            }
            _ => false,
        }
    }

    /// Whether hearing a statement would change nothing, whoever has signed it: a proposal or a promise that
    /// does not rest on what it must, or a decision that is none. Of a seat that is `proven` to cheat,
    /// another contradiction changes nothing either.
    pub(crate) fn is_useless(&self, word: &Word, cheats: Seats) -> bool {
        let proven = word.at().is_some_and(|at| cheats.contains(Seat::new(at.seat)));
        match word {
            Word::Proposal(chain) => chain.first().is_none_or(|first| {
                let forbidden = Contradiction::ForbiddenProposal(Box::new(first.clone())).holds();
                match self.proposals.get(&first.statement.ballot()).and_then(|c| c.first()) {
                    Some(other) => {
                        let (a, b) = (&other.statement, &first.statement);
                        let same = (a.at, a.value) == (b.at, b.value);
                        proven || same && !forbidden
                    }
                    None if forbidden => proven,
                    None => {
                        !self.is_admissible(chain)
                            && self.hidden_in(&first.statement, cheats).is_none()
                    }
                }
            }),
            Word::Promise(signed, named) => {
                let promise = &signed.statement;
                let last = self.promises.get(&Seat::new(promise.at.seat));
                let again = last.is_some_and(|(last, _)| last.statement.ballot == promise.ballot);
                let accepts = self.accepts.get(&Seat::new(promise.at.seat)).into_iter().flatten();
                let hides = accepts.into_iter().any(|(_, a)| hides(promise, &a.statement));
                if again || hides { proven } else { !self.is_shown(promise, named) }
            }
            Word::Decided(decided) => !self.is_decision(decided),
            Word::Prepare(signed) => {
                let last = self.prepares.get(&Seat::new(signed.statement.at.seat));
                last.is_some_and(|last| signed.statement.round <= last.statement.round)
            }
            Word::Consent(_) | Word::Accept(_) => false,
        }
    }

    fn hear_proposal(&mut self, chain: Vec<Signed<Proposal>>) -> Heard {
        let Some(first) = chain.first() else { return Heard::Nothing };
        let forbidden = Contradiction::ForbiddenProposal(Box::new(first.clone()));
        if forbidden.holds() {
            return contradiction(forbidden);
        }
        let ballot = first.statement.ballot();
        if let Some(other) = self.proposals.get(&ballot).and_then(|chain| chain.first()) {
            let (one, two) = (Box::new(other.clone()), Box::new(first.clone()));
            let both = Contradiction::TwoProposals(one, two);
            return if both.holds() { contradiction(both) } else { Heard::Nothing };
        }
        if let Some(both) = self.hidden_in(&first.statement, Seats::NONE) {
            return contradiction(both);
        }
        if !self.is_admissible(&chain) {
            return Heard::Nothing;
        }
        self.proposals.insert(ballot, chain);
        self.forget_proposals();
        if !self.proposals.contains_key(&ballot) {
            return Heard::Nothing;
        }
        self.decide();
        Heard::New
    }

    /// An acceptance that one of a proposal's promises does not name, other than of these seats.
    fn hidden_in(&self, proposal: &Proposal, but: Seats) -> Option<Contradiction> {
        let by = |promise: &&Signed<Promise>| !but.contains(Seat::new(promise.statement.at.seat));
        proposal.promises.iter().filter(by).find_map(|promise| {
            let accepts = self.accepts.get(&Seat::new(promise.statement.at.seat))?;
            let hidden = accepts.values().find(|a| hides(&promise.statement, &a.statement))?;
            Some(Contradiction::HiddenAccept(*promise, *hidden))
        })
    }

    /// Drops all but the latest proposals, and the one that this node has accepted last, which its
    /// promises name.
    fn forget_proposals(&mut self) {
        let accepted = self.accepted();
        while self.proposals.len() > limits::ACCEPTS {
            let old = self.proposals.keys().find(|ballot| Some(**ballot) != accepted).copied();
            let Some(old) = old else { return };
            self.proposals.remove(&old);
        }
    }

    fn hear_accept(&mut self, signed: Signed<Accept>) -> Heard {
        let Accept { at, ballot, .. } = signed.statement;
        let seat = Seat::new(at.seat);
        if let Some(other) = self.accepts.get(&seat).and_then(|accepts| accepts.get(&ballot)) {
            let both = Contradiction::TwoAccepts(*other, signed);
            return if both.holds() { contradiction(both) } else { Heard::Nothing };
        }
        let promises = self.proposals.values().flatten();
        let promises = promises.flat_map(|proposal| &proposal.statement.promises);
        let mut promises = promises.chain(self.promises.values().map(|(promise, _)| promise));
        let hiding = promises.find(|promise| {
            promise.statement.at.seat == at.seat && hides(&promise.statement, &signed.statement)
        });
        if let Some(promise) = hiding {
            return contradiction(Contradiction::HiddenAccept(*promise, signed));
        }
        if !self.is_near(ballot.round, &at) {
            return Heard::Nothing;
        }
        let accepts = self.accepts.entry(seat).or_default();
        accepts.insert(ballot, signed);
        while accepts.len() > limits::ACCEPTS {
            accepts.pop_first();
        }
        if !accepts.contains_key(&ballot) {
            return Heard::Nothing;
        }
        self.decide();
        Heard::New
    }

    fn hear_decided(&mut self, certificate: Certificate) -> Heard {
        if self.decided.is_some() || !self.is_decision(&certificate) {
            return Heard::Nothing;
        }
        self.decided = Some(certificate);
        Heard::New
    }

    /// Whether a certificate whose signatures are genuine decides this step.
    pub(crate) fn is_decision(&self, certificate: &Certificate) -> bool {
        let proposal = &certificate.proposal.statement;
        let seats = certificate.accepts.iter().map(|(seat, _)| Seat::new(*seat));
        let present = seats.clone().all(|seat| self.scope.present.contains(seat));
        self.scope.covers(&proposal.at)
            && self.is_possible(proposal)
            && present
            && seats.is_sorted_by(|a, b| a < b)
            && certificate.accepts.len() >= self.scope.quorum
    }

    /// Finds the decision among the acceptances.
    fn decide(&mut self) {
        if self.decided.is_some() {
            return;
        }
        let decided = self.proposals.values().find_map(|chain| {
            let proposal = chain.first()?;
            let ballot = proposal.statement.ballot();
            let accepted =
                |accept: &Signed<Accept>| accept.statement.value == proposal.statement.value;
            let accepts = self.accepts.iter().filter_map(|(seat, accepts)| {
                let accept = accepts.get(&ballot).filter(|accept| accepted(accept))?;
                Some((seat.index() as u8, accept.signature))
            });
            let accepts: Vec<_> = accepts.collect();
            (accepts.len() >= self.scope.quorum)
                .then(|| Certificate { proposal: proposal.clone(), accepts })
        });
        self.decided = decided;
    }

    /// Whether a proposal's value can close the step, promises aside.
    fn is_possible(&self, proposal: &Proposal) -> bool {
        match proposal.value {
            Value::Contributions(_) => proposal.consents.is_empty(),
            Value::Without(mask) => self.scope.leavable(mask).is_some_and(|without| {
                proposal.consents.len() == self.scope.present.without(without).len()
            }),
        }
    }

    /// Whether a proposal has the value that its promises require, and so has each proposal that it rests
    /// on, down to one whose value was free to choose.
    pub(super) fn is_admissible(&self, chain: &[Signed<Proposal>]) -> bool {
        let possible = chain.first().is_some_and(|first| self.is_possible(&first.statement));
        let next = |i: usize| chain.get(i + 1).map(|signed| &signed.statement);
        let rests = |(i, signed): (usize, &Signed<Proposal>)| {
            self.is_founded(&signed.statement)
                && match last_accepted(&signed.statement.promises) {
                    Claim::Nothing => next(i).is_none(),
                    Claim::One(ballot, value) => {
                        signed.statement.value == value
                            && next(i).is_some_and(|n| (n.ballot(), n.value) == (ballot, value))
                    }
                    Claim::Several => false,
                }
        };
        possible && self.is_short(chain) && chain.iter().enumerate().all(rests)
    }

    /// Whether a proposal carries the promises of a quorum for its ballot.
    fn is_founded(&self, proposal: &Proposal) -> bool {
        let ballot = proposal.ballot();
        let promises = || proposal.promises.iter().map(|signed| &signed.statement);
        let good = |promise: &Promise| {
            self.scope.covers(&promise.at)
                && promise.ballot == ballot
                && promise.accepted.is_none_or(|(earlier, _)| earlier < ballot)
        };
        self.scope.covers(&proposal.at)
            && promises().all(good)
            && promises().is_sorted_by(|a, b| a.at.seat < b.at.seat)
            && proposal.promises.len() >= self.scope.quorum
    }
}

fn contradiction(found: Contradiction) -> Heard {
    Heard::Contradiction(Box::new(found))
}

/// What promises name as accepted in the latest ballot.
enum Claim {
    Nothing,
    One(Ballot, Value),
    /// Two values in one ballot.
    Several,
}

fn last_accepted(promises: &[Signed<Promise>]) -> Claim {
    let claims = || promises.iter().filter_map(|promise| promise.statement.accepted);
    let Some((ballot, value)) = claims().max_by_key(|(ballot, _)| *ballot) else {
        return Claim::Nothing;
    };
    match claims().any(|(at, other)| at == ballot && other != value) {
        true => Claim::Several,
        false => Claim::One(ballot, value),
    }
}
