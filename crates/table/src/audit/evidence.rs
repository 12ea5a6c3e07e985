//! What evidence proves. Live nodes and audits use the same functions.

use ed25519_dalek::VerifyingKey;
use engine::Seat;
use proto::{Consent, Contradiction, Contribution, Digest, Evidence, Signed};

use super::Auditor;
use crate::{Blame, Misdeed, Rejected};

/// The seat that contradicting statements convict; `None` if they do not contradict each other, or are
/// not genuine. Evidence that needs the transcript is judged by an [`Auditor`].
pub(crate) fn convict(
    evidence: &Evidence,
    match_id: &Digest,
    keys: &[VerifyingKey],
) -> Option<Blame> {
    match evidence {
        Evidence::Invalid(_) | Evidence::BrokenConsent(..) => None,
        Evidence::Equivocation(one, two) => {
            let (a, b) = (&one.statement, &two.statement);
            let same = (a.match_id, a.step, a.seat) == (b.match_id, b.step, b.seat);
            let ours = a.match_id == *match_id && one.is_genuine(keys) && two.is_genuine(keys);
            let two = same && ours && a != b && a.fits() && b.fits();
            let blame = |misdeed| Blame { seat: Seat::new(a.seat), step: a.step, misdeed };
            two.then(|| blame(Misdeed::TwoContributions))
        }
        Evidence::Closing(contradiction) => {
            let (seat, step) = contradiction.convicts(match_id, keys)?;
            Some(Blame { seat: Seat::new(seat), step, misdeed: misdeed_of(contradiction) })
        }
    }
}

fn misdeed_of(contradiction: &Contradiction) -> Misdeed {
    match contradiction {
        Contradiction::TwoPromises(..) => Misdeed::TwoPromises,
        Contradiction::TwoAccepts(..) => Misdeed::TwoAccepts,
        Contradiction::TwoProposals(..) => Misdeed::TwoProposals,
        Contradiction::ForbiddenProposal(_) => Misdeed::ForbiddenProposal,
        Contradiction::HiddenAccept(..) => Misdeed::HiddenAccept,
        Contradiction::TwoStandings(..) => Misdeed::TwoStandings,
    }
}

/// Evidence that is judged while a match is followed.
pub(super) struct FollowedEvidence {
    evidence: Evidence,
    /// For a broken consent: whether its step was closed by contributions, over the history that it names.
    armed: bool,
    pub found: Option<Found>,
}

/// What evidence proves.
#[derive(Clone)]
pub(super) enum Found {
    Cheated(Blame),
    TwoHistories(Seat, u64),
    Nothing(&'static str),
}

impl FollowedEvidence {
    pub(super) fn new(evidence: Evidence, auditor: &Auditor) -> Self {
        let found = match &evidence {
            Evidence::Invalid(_) | Evidence::BrokenConsent(..) => None,
            _ => Some(convict(&evidence, &auditor.play.id, &auditor.keys).map_or(
                Found::Nothing("the statements do not contradict each other"),
                Found::Cheated,
            )),
        };
        Self { evidence, armed: false, found }
    }

    /// The auditor stands at the beginning of a step.
    pub(super) fn at_step(&mut self, auditor: &Auditor) {
        if self.found.is_some() {
            return;
        }
        self.found = match &self.evidence {
            Evidence::Invalid(signed) => invalid(signed, auditor),
            Evidence::BrokenConsent(consent, said) if self.armed => broken(consent, said, auditor),
            _ => None,
        };
    }

    /// A step was closed by contributions.
    pub(super) fn step_closed(&mut self, step: u64, head: &Digest) {
        if let Evidence::BrokenConsent(consent, _) = &self.evidence {
            let at = &consent.statement.at;
            self.armed |= at.step == step && at.head == *head;
        }
    }

    /// A contribution was accepted. Its seat has shown in it all decisions that it had to show.
    pub(super) fn said(&mut self, seat: u8) {
        if let (Evidence::BrokenConsent(consent, _), None) = (&self.evidence, &self.found)
            && self.armed
            && consent.statement.at.seat == seat
        {
            self.found = Some(Found::Nothing("that seat has spoken before"));
        }
    }

    /// The file has come to its end.
    pub(super) fn at_end(&mut self, auditor: &Auditor) -> Found {
        self.at_step(auditor);
        self.found.clone().unwrap_or(Found::Nothing("it is not of a step of this match"))
    }
}

/// What evidence of an invalid contribution proves, at the beginning of its step.
fn invalid(signed: &Signed<Contribution>, auditor: &Auditor) -> Option<Found> {
    let (play, statement) = (&auditor.play, &signed.statement);
    if statement.step != play.step {
        return None;
    }
    if statement.match_id != play.id || !statement.fits() {
        return Some(Found::Nothing("the contribution is not of this match"));
    }
    if !signed.is_genuine(&auditor.keys) {
        return Some(Found::Nothing("the contribution is not signed by the seat it names"));
    }
    if statement.head != play.head {
        return Some(Found::TwoHistories(Seat::new(statement.seat), play.step));
    }
    Some(match play.check_fully(statement) {
        Err(Rejected::Cheat(blame)) => Found::Cheated(blame),
        Err(Rejected::Bug(_)) => Found::Nothing("the contribution cannot be checked here"),
        Ok(_) => Found::Nothing("the contribution is right: it proves nothing"),
    })
}

/// What a consent and a later contribution of its seat prove, at the beginning of the contribution's
/// step. The step of the consent was closed by contributions, and that seat has contributed nothing in
/// between.
fn broken(
    consent: &Signed<Consent>,
    said: &Signed<Contribution>,
    auditor: &Auditor,
) -> Option<Found> {
    let (play, at, statement) = (&auditor.play, &consent.statement.at, &said.statement);
    if (statement.step, statement.head) != (play.step, play.head) {
        return None;
    }
    let shown = statement.decided.iter().any(|decided| decided.step == at.step);
    let same = at.seat == statement.seat
        && at.match_id == play.id
        && statement.match_id == play.id
        && statement.fits();
    let genuine = consent.is_genuine(&auditor.keys) && said.is_genuine(&auditor.keys);
    if shown || !same || !genuine {
        return Some(Found::Nothing("the consent was not broken"));
    }
    let seat = Seat::new(statement.seat);
    let (step, misdeed) = (statement.step, Misdeed::BrokenConsent);
    Some(Found::Cheated(Blame { seat, step, misdeed }))
}
