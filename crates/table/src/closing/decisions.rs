//! Decisions on one step, side by side: whoever made two of them has lied, and these are the words.

use std::collections::{
    BTreeMap,
    btree_map::Entry::{Occupied, Vacant},
};

use proto::{Accept, Ballot, Certificate, Contradiction, Promise, Proposal, Signed, hides};

use super::Closing;

/// The words that decisions on one step are made of, by who has said them and in which ballot. Their signatures are
/// checked before they come here.
#[derive(Default)]
pub(crate) struct Decisions {
    proposals: BTreeMap<Ballot, Signed<Proposal>>,
    promises: BTreeMap<(u8, Ballot), Signed<Promise>>,
    accepts: BTreeMap<(u8, Ballot), Signed<Accept>>,
    found: Vec<Contradiction>,
}

impl Decisions {
    /// Adds a decision.
    pub(crate) fn add(&mut self, decided: &Certificate) {
        self.add_proposal(&decided.proposal);
        self.add_accepts(decided.accepted());
    }

    /// Adds what a node has heard on the step, whether it decides or not.
    pub(crate) fn add_heard(&mut self, closing: &Closing) {
        closing.proposals.values().flatten().for_each(|proposal| self.add_proposal(proposal));
        self.add_promises(closing.promises.values().map(|(promise, _)| promise));
        self.add_accepts(closing.accepts.values().flat_map(BTreeMap::values).copied());
    }

    fn add_proposal(&mut self, proposal: &Signed<Proposal>) {
        let at = proposal.statement.at;
        self.find(Contradiction::ForbiddenProposal(Box::new(proposal.clone())));
        match self.proposals.entry(proposal.statement.ballot()) {
            Vacant(none) => drop(none.insert(proposal.clone())),
            Occupied(other) => {
                let (one, two) = (Box::new(other.get().clone()), Box::new(proposal.clone()));
                self.find(Contradiction::TwoProposals(one, two));
            }
        }
        // A certificate may carry anybody's promise on another step, and is one all the same.
        let here = |promise: &&Signed<Promise>| {
            let other = promise.statement.at;
            (other.match_id, other.step) == (at.match_id, at.step)
        };
        self.add_promises(proposal.statement.promises.iter().filter(here));
    }

    fn add_promises<'a>(&mut self, promises: impl Iterator<Item = &'a Signed<Promise>>) {
        for promise in promises {
            match self.promises.entry((promise.statement.at.seat, promise.statement.ballot)) {
                Vacant(none) => drop(none.insert(*promise)),
                Occupied(other) => {
                    let one = *other.get();
                    self.find(Contradiction::TwoPromises(one, *promise));
                }
            }
        }
    }

    /// Adds acceptances.
    pub(crate) fn add_accepts(&mut self, accepts: impl Iterator<Item = Signed<Accept>>) {
        for accept in accepts {
            match self.accepts.entry((accept.statement.at.seat, accept.statement.ballot)) {
                Vacant(none) => drop(none.insert(accept)),
                Occupied(other) => {
                    let one = *other.get();
                    self.find(Contradiction::TwoAccepts(one, accept));
                }
            }
        }
    }

    fn find(&mut self, contradiction: Contradiction) {
        if contradiction.holds() {
            self.found.push(contradiction);
        }
    }

    /// The words that contradict each other.
    pub(crate) fn contradictions(mut self) -> Vec<Contradiction> {
        for ((seat, ballot), promise) in &self.promises {
            let first = Ballot { round: 0, seat: 0 };
            let last = self.accepts.range((*seat, first)..(*seat, *ballot)).next_back();
            let named = promise.statement.accepted;
            let named = named.and_then(|(at, _)| self.accepts.get(&(*seat, at)));
            let hidden = last.map(|(_, accept)| accept).into_iter().chain(named);
            let hidden = hidden.copied().find(|one| hides(&promise.statement, &one.statement));
            let both = hidden.map(|accept| Contradiction::HiddenAccept(*promise, accept));
            self.found.extend(both);
        }
        self.found
    }
}
