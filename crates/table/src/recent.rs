//! The steps closed since everybody last contributed. A seat that had consented in one of them shows, in
//! its next contribution, the decision by which it closed that step by contributions after all.

use ed25519_dalek::VerifyingKey;
use engine::Seat;
use proto::{Decided, Digest, contributions_digest, limits};

use crate::closing::Scope;

/// Steps closed by contributions, beginning with the last to which everybody present contributed.
#[derive(Clone, Default)]
pub(crate) struct Recent(Vec<(Scope, Digest)>);

impl Recent {
    /// A step was closed by contributions with these digests.
    pub(crate) fn closed(&mut self, scope: &Scope, by_all: bool, contributions: &[Digest]) {
        if by_all {
            self.0.clear();
        }
        self.0.push((*scope, contributions_digest(contributions)));
    }

    /// Whether decisions that a contribution shows are those that closed steps, in their order.
    pub(crate) fn are_decided(
        &self,
        match_id: Digest,
        decided: &[Decided],
        identities: &[VerifyingKey],
    ) -> bool {
        decided.len() <= limits::DECIDED
            && decided.is_sorted_by(|a, b| a.step < b.step)
            && decided.iter().all(|one| self.is_decided(match_id, one, identities))
    }

    fn is_decided(&self, match_id: Digest, one: &Decided, identities: &[VerifyingKey]) -> bool {
        let step = self.0.iter().find(|(scope, _)| scope.step == one.step);
        step.is_some_and(|(scope, contributions)| {
            let present = |(seat, _): &(u8, _)| scope.present.contains(Seat::new(*seat));
            one.head == scope.head
                && one.contributions == *contributions
                && one.accepts.len() >= scope.quorum
                && one.accepts.iter().all(present)
                && one.accepts.is_sorted_by(|a, b| a.0 < b.0)
                && one.accepted(match_id).all(|accept| accept.is_genuine(identities))
        })
    }
}
