//! Audits transcripts and evidence: the same checks that the players made, from the file alone.

mod checks;
mod compare;
mod damage;
mod evidence;
mod file;
mod jobs;
mod record;
mod report;
mod trailing;

use std::collections::BTreeMap;

use ed25519_dalek::{Signature, VerifyingKey};
use engine::{Game, Seat};
use proto::{
    CharterError, Consent, Contribution, Digest, Evidence, Record, Signed, SignedCharter,
    Statement, file::FileError,
};

pub(crate) use self::evidence::convict;
use self::evidence::{FollowedEvidence, Found};
pub use self::{
    checks::Checks,
    compare::{Compared, compare},
    damage::Damage,
    file::{Audited, audit},
    jobs::audit_on,
    record::{RECORD_VERSION, record},
    report::Report,
};
use crate::{
    Blame, Checked, Effect, Ending, GameError, MatchState, Proven, Rejected, Seats, VerifierDuty,
    closing::Scope,
};

/// What an audit found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The match was played to its end, and everything in it was right.
    Fair,
    /// Everything so far was right, but the end is missing or the match was ended without a result.
    Unfinished,
    /// A seat cheated.
    Cheated(Blame),
    /// A seat has signed another history than the others. Either it lies, or another seat told it
    /// something else: only both contributions of that seat would tell, and they are not in this file.
    TwoHistories {
        /// The seat that signed the other history.
        seat: Seat,
        /// The step at which that showed.
        step: u64,
    },
    /// The file is not a match as it was played: damaged or forged.
    Damaged {
        /// The step at which that showed.
        step: u64,
        /// What showed it.
        damage: Damage,
    },
}

/// A step at which a match went on without somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WentOn {
    /// The step that was closed so.
    pub step: u64,
    /// Without whom.
    pub without: Seats,
    /// Who consented.
    pub by: Seats,
    /// Whether the file shows that the table decided this: by the acceptances of a quorum, or because all
    /// who stayed have signed the head that follows from it. If not, there are only the consents, and the
    /// table may have decided otherwise after this file was cut off.
    pub decided: bool,
}

/// A [`WentOn`] while the transcript is still being followed.
#[derive(Clone, Copy)]
struct GoingOn {
    went_on: WentOn,
    /// The scope that a decision about it must fit.
    scope: Scope,
    /// Who has signed a later head since.
    since: Seats,
}

/// Follows a transcript record by record, in memory that does not grow with its length.
pub struct Auditor {
    play: MatchState,
    keys: Vec<VerifyingKey>,
    inbox: BTreeMap<Seat, (Digest, Checked)>,
    consents: BTreeMap<Seat, Signed<Consent>>,
    /// Whether a contribution to this step shows a decision.
    shows_decision: bool,
    /// How the match went on without seats.
    went_on: Vec<GoingOn>,
    /// Whether the records after the last step have begun.
    trailing: bool,
    evidence: Vec<FollowedEvidence>,
    verdict: Option<Verdict>,
    checks: Checks,
}

/// Why something cannot be audited at all.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// The file cannot be read, or is something else.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file begins with something other than a charter.
    #[error("it does not begin with a charter")]
    NoCharter,
    /// The charter is not in order.
    #[error(transparent)]
    Charter(#[from] CharterError),
    /// This program does not know the game.
    #[error("the game `{0}` is not known here")]
    UnknownGame(String),
    /// This program's rules of the game are not those of the match.
    #[error(transparent)]
    Game(#[from] GameError),
    /// Two files that were to be compared are of two matches.
    #[error("the two files are of different matches")]
    OtherMatch,
}

impl Verdict {
    /// The verifier's duty that was violated, by its number in PROTOCOL.md.
    pub fn duty(&self) -> Option<VerifierDuty> {
        match self {
            Self::Fair | Self::Unfinished => None,
            Self::Cheated(blame) => Some(blame.misdeed.duty()),
            Self::TwoHistories { .. } => Some(VerifierDuty(3)),
            Self::Damaged { damage, .. } => Some(damage.duty()),
        }
    }

    /// The step at which something was wrong.
    pub fn step(&self) -> Option<u64> {
        match self {
            Self::Fair | Self::Unfinished => None,
            Self::Cheated(blame) => Some(blame.step),
            Self::TwoHistories { step, .. } | Self::Damaged { step, .. } => Some(*step),
        }
    }
}

impl Auditor {
    /// Begins an audit with the charter.
    pub fn new(charter: &SignedCharter, game: &'static dyn Game) -> Result<Self, AuditError> {
        let keys = charter.verify()?;
        let play = MatchState::new(charter.charter.clone(), game)?.chained();
        Ok(Self {
            play,
            keys,
            inbox: BTreeMap::new(),
            consents: BTreeMap::new(),
            shows_decision: false,
            went_on: Vec::new(),
            trailing: false,
            evidence: Vec::new(),
            verdict: None,
            checks: Checks::NONE,
        })
    }

    /// Adds evidence, to be judged while the match is followed: some of it is about a step that must not
    /// have passed.
    fn add_evidence(&mut self, evidence: Evidence) {
        let followed = FollowedEvidence::new(evidence, self);
        self.evidence.push(followed);
    }

    /// The match as far as it has been followed.
    pub fn play(&self) -> &MatchState {
        &self.play
    }

    /// What has been checked.
    pub fn checks(&self) -> Checks {
        self.checks
    }

    /// The steps at which the match went on without somebody.
    pub fn went_on(&self) -> impl Iterator<Item = WentOn> {
        self.went_on.iter().map(|one| one.went_on)
    }

    /// The effects of the records followed since this was last called.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        self.play.take_effects()
    }

    /// Follows one more record. False once there is a verdict.
    pub fn follow(&mut self, record: &Record) -> bool {
        if self.verdict.is_none() {
            self.verdict = self.try_follow(record).err();
        }
        self.verdict.is_none()
    }

    /// Follows one more record, or says why it is refused. Another record may then be tried in its place,
    /// except where contributions are checked together: a false shuffle is accepted until its chain is
    /// complete, and after a refused chain, or a refused last key, nothing more can be followed.
    ///
    /// # Errors
    /// What the verdict on a file with this record would be, as far as it is known here.
    pub fn try_follow(&mut self, record: &Record) -> Result<(), Verdict> {
        let between = self.inbox.is_empty() && self.consents.is_empty();
        let of_step =
            matches!(record, Record::Contribution(_) | Record::Consent(_) | Record::Heads(_));
        if of_step && (self.trailing || self.play.ending().is_some()) {
            return Err(self.damaged(Damage::AfterTheEnd));
        }
        if !of_step && !between {
            return Err(self.damaged(Damage::WithinStep));
        }
        if between {
            self.each_evidence(|evidence, auditor| evidence.at_step(auditor));
        }
        self.trailing |= !of_step;
        match record {
            Record::Charter(_) => Err(self.damaged(Damage::SecondCharter)),
            Record::Contribution(signed) => self.contribution(signed),
            Record::Consent(signed) => self.consent(signed),
            Record::Heads(signatures) => self.heads(signatures),
            Record::Decided(certificate) => self.decided(certificate),
            // Evidence was judged while the match was followed.
            Record::Evidence(_) => Ok(()),
            Record::Leave(signed) => self.leave(signed),
            Record::Unfinished(signed) => self.unfinished(signed),
        }
    }

    fn each_evidence(&mut self, mut see: impl FnMut(&mut FollowedEvidence, &Self)) {
        let mut evidence = core::mem::take(&mut self.evidence);
        evidence.iter_mut().for_each(|one| see(one, self));
        self.evidence = evidence;
    }

    /// The verdict on what was followed.
    pub fn verdict(&mut self) -> Verdict {
        // Shuffles are checked at the end of their chain. A false one comes before whatever was refused
        // after it.
        if let Err(Rejected::Cheat(blame)) = self.play.check_pending() {
            return Verdict::Cheated(blame);
        }
        if let Some(verdict) = &self.verdict {
            return verdict.clone();
        }
        let mut found = Vec::new();
        self.each_evidence(|evidence, auditor| found.push(evidence.at_end(auditor)));
        match found.into_iter().next() {
            Some(Found::Cheated(blame)) => Verdict::Cheated(blame),
            Some(Found::TwoHistories(seat, step)) => Verdict::TwoHistories { seat, step },
            Some(Found::Nothing(reason)) => self.damaged(Damage::Evidence(reason)),
            None if self.play.ending() == Some(&Ending::Finished) => Verdict::Fair,
            None => Verdict::Unfinished,
        }
    }

    fn damaged(&self, damage: Damage) -> Verdict {
        Verdict::Damaged { step: self.play.step, damage }
    }

    fn contribution(&mut self, signed: &Signed<Contribution>) -> Result<(), Verdict> {
        let statement = &signed.statement;
        let seat = Seat::new(statement.seat);
        // A contribution to another match or step is not its author's fault, but that of whoever made the
        // file.
        if statement.match_id != self.play.id || statement.step != self.play.step {
            return Err(self.damaged(Damage::ForeignContribution));
        }
        // A seat that owes nothing has no place in the order: checking its contribution rejects it.
        let owed = self.play.owed();
        let next = owed.iter().find(|seat| !self.inbox.contains_key(seat));
        if !self.consents.is_empty() || owed.contains(seat) && next != Some(seat) {
            return Err(self.damaged(Damage::ContributionOutOfOrder));
        }
        if !statement.fits() {
            return Err(self.damaged(Damage::TooLarge));
        }
        self.genuine(signed)?;
        // A transcript has one history: whoever made this file has mixed two.
        if statement.head != self.play.head {
            return Err(self.damaged(Damage::OtherHistory));
        }
        let last = owed.contains(seat) && self.inbox.len() + 1 == owed.len();
        let shows = self.shows_decision || !statement.decided.is_empty();
        if self.play.is_common_head() && last && !shows {
            return Err(self.damaged(Damage::HeadsWrittenOut));
        }
        self.take(signed)
    }

    /// Takes everybody's signatures under a common head. What they have signed follows from the match.
    fn heads(&mut self, signatures: &[Signature]) -> Result<(), Verdict> {
        if !self.play.is_common_head() || !self.consents.is_empty() || !self.inbox.is_empty() {
            return Err(self.damaged(Damage::NoCommonHead));
        }
        if signatures.len() != self.play.present().len() {
            return Err(self.damaged(Damage::NumberOfHeads));
        }
        let contributions = self.signed_heads(signatures);
        contributions.iter().try_for_each(|signed| self.genuine(signed))?;
        contributions.iter().try_for_each(|signed| self.take(signed))
    }

    /// The contributions of present seats to a common head, with these signatures.
    fn signed_heads(&self, signatures: &[Signature]) -> Vec<Signed<Contribution>> {
        let Scope { match_id, step, head, present, .. } = self.play.scope();
        let signed = |(seat, signature): (Seat, &Signature)| {
            let statement = Contribution::common_head(match_id, step, seat.index() as u8, head);
            Signed { statement, signature: *signature }
        };
        present.iter().zip(signatures).map(signed).collect()
    }

    /// Checks the signature of a contribution, now or deferred, as its proofs are.
    fn genuine(&self, signed: &Signed<Contribution>) -> Result<(), Verdict> {
        let forged = || self.damaged(Damage::Forged);
        let key = *self.keys.get(usize::from(signed.statement.seat)).ok_or_else(forged)?;
        let (digest, signature) = (signed.statement.digest(), signed.signature);
        let verify = move || key.verify_strict(&digest, &signature).map_err(drop);
        self.play.checking.proofs().hold(Ok(()), verify).map_err(|()| forged())
    }

    /// Accepts a genuine contribution, and closes the step with the last.
    fn take(&mut self, signed: &Signed<Contribution>) -> Result<(), Verdict> {
        let statement = &signed.statement;
        let seat = Seat::new(statement.seat);
        let owed = self.play.owed();
        let checked = match self.play.check(statement) {
            Ok(checked) => checked,
            Err(Rejected::Cheat(blame)) => return Err(Verdict::Cheated(blame)),
            // A bug here is no seat's fault.
            Err(Rejected::Bug(bug)) => {
                self.play.give_up(bug);
                return Err(Verdict::Unfinished);
            }
        };
        self.checks.contribution(&statement.body);
        self.shows_decision |= !statement.decided.is_empty();
        self.each_evidence(|evidence, _| evidence.said(statement.seat));
        self.play
            .note(Proven::of(&statement.body).map(|p| Effect::Proven(seat, statement.step, p)));
        self.inbox.insert(seat, (statement.digest(), checked));
        let present = self.play.present();
        for one in &mut self.went_on {
            one.since.insert(seat);
            one.went_on.decided |= one.went_on.by.intersection(present).within(one.since);
        }
        if owed.iter().all(|seat| self.inbox.contains_key(&seat)) {
            if self.play.is_common_head() {
                self.checks.common_head();
            }
            let (step, head) = (self.play.step, self.play.head);
            let inbox = core::mem::take(&mut self.inbox);
            self.shows_decision = false;
            self.play.close(inbox).map_err(Verdict::Cheated)?;
            self.each_evidence(|evidence, _| evidence.step_closed(step, &head));
        }
        Ok(())
    }

    fn consent(&mut self, signed: &Signed<Consent>) -> Result<(), Verdict> {
        let Consent { at, without } = signed.statement;
        let (scope, seat) = (self.play.scope(), Seat::new(at.seat));
        if at != scope.header(seat) {
            return Err(self.damaged(Damage::ForeignConsent));
        }
        if !signed.is_genuine(&self.keys) {
            return Err(self.damaged(Damage::Forged));
        }
        let Some(set) = scope.leavable(without) else {
            return Err(self.damaged(Damage::CannotGoOn));
        };
        let by = scope.present.without(set);
        let same = self.consents.values().all(|other| other.statement.without == without);
        let next = by.iter().find(|seat| !self.consents.contains_key(seat));
        if !self.inbox.is_empty() || !same || next != Some(seat) {
            return Err(self.damaged(Damage::ConsentOutOfOrder));
        }
        self.checks.consent();
        self.consents.insert(seat, *signed);
        if self.consents.len() == by.len() {
            let consents = core::mem::take(&mut self.consents);
            let digests: Vec<_> = consents.values().map(|one| one.statement.digest()).collect();
            let went_on = WentOn { step: scope.step, without: set, by, decided: false };
            self.went_on.push(GoingOn { went_on, scope, since: Seats::NONE });
            self.play.go_on_without(set, &digests).map_err(Verdict::Cheated)?;
        }
        Ok(())
    }
}
