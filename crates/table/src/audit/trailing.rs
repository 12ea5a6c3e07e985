//! The records after the last step of a transcript: decisions, and statements by which seats leave or end
//! the match.

use proto::{Certificate, Digest, Leave, Signed, Statement, Unfinished, Value};

use super::{Auditor, Damage, GoingOn, Verdict};
use crate::{Seats, closing::Closing};

impl Auditor {
    /// Takes a decision to go on without somebody, beside the consents that closed the step.
    pub(super) fn decided(&mut self, certificate: &Certificate) -> Result<(), Verdict> {
        let proposal = &certificate.proposal.statement;
        let at = self.went_on.iter().position(|one| one.went_on.step == proposal.at.step);
        let Some((at, GoingOn { went_on, scope, .. })) =
            at.and_then(|at| Some((at, *self.went_on.get(at)?)))
        else {
            return Err(self.damaged(Damage::DecisionOfNoStep));
        };
        let present = scope.present.mask();
        let fits = proposal.value == Value::Without(went_on.without.mask())
            && Closing::new(scope, None).is_decision(certificate);
        let genuine = certificate.proposal.is_genuine(&self.keys)
            && proposal.is_genuine(&self.keys, present)
            && certificate.accepted().all(|accept| accept.is_genuine(&self.keys));
        if !fits || !genuine {
            return Err(self.damaged(Damage::NoDecision));
        }
        self.went_on.get_mut(at).into_iter().for_each(|one| one.went_on.decided = true);
        self.checks.decision(1 + proposal.promises.len() + certificate.accepts.len());
        Ok(())
    }

    pub(super) fn leave(&mut self, signed: &Signed<Leave>) -> Result<(), Verdict> {
        self.closing_word(signed, signed.statement.at.match_id)
    }

    pub(super) fn unfinished(&mut self, signed: &Signed<Unfinished>) -> Result<(), Verdict> {
        self.closing_word(signed, signed.statement.at.match_id)?;
        let left = Seats::from_mask(signed.statement.left, self.play.seats()).unwrap_or_default();
        if self.play.ending().is_none() {
            self.play.end_unfinished(left);
        }
        Ok(())
    }

    fn closing_word<T: Statement>(
        &self,
        signed: &Signed<T>,
        match_id: Digest,
    ) -> Result<(), Verdict> {
        match match_id == self.play.id && signed.is_genuine(&self.keys) {
            true => Ok(()),
            false => Err(self.damaged(Damage::Forged)),
        }
    }
}
