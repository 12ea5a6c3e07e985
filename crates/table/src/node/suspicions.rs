//! Proven cheats: what proves it, telling everybody until they know, and writing the evidence.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Cursor,
};

use engine::Seat;
use proto::{
    Consent, Contradiction, Contribution, Digest, Encoded, Evidence, Header, Message, Signed,
    Status, Word,
};

use super::{Dropped, Millis, Node, Output, log::Closed};
use crate::{
    Blame, Seats,
    audit::{Audited, Verdict, audit, convict},
    journal::Entry,
};

/// How many contributions of one seat to closed steps, signed over other histories, are kept.
const STRANGE: usize = 16;

/// What is proven, and what is suspected.
#[derive(Default)]
pub(super) struct Suspicions {
    proven: Vec<(Blame, Option<Evidence>)>,
    /// When a seat was last proven to cheat.
    pub last: Millis,
    /// Contributions to closed steps that are no part of the log, since these were closed without somebody, or since
    /// they were signed over another history: the first of each seat. A second one proves that its seat has
    /// contradicted itself.
    pub void: BTreeMap<(u64, Seat), Encoded>,
    /// How many of these each seat has made over other histories.
    strange: BTreeMap<Seat, usize>,
    /// Those of them that were checked afterwards.
    judged: BTreeSet<(u64, Seat)>,
    /// Whether a cheat has told different nodes different things, and they have closed a step in
    /// different ways: no common history is left.
    pub split: bool,
    /// Whether the journal that was read holds a statement of this node's own seat over another history.
    pub own_elsewhere: bool,
    /// Since when that is suspected, in a step that everybody may have closed elsewhere.
    pub feared: Option<Millis>,
    /// The last step to which everybody contributed: up to its head all histories are the same.
    pub common: u64,
}

impl Suspicions {
    pub(super) fn blames(&self) -> impl Iterator<Item = &Blame> {
        self.proven.iter().map(|(blame, _)| blame)
    }

    pub(super) fn evidence(&self) -> impl Iterator<Item = &Evidence> {
        self.proven.iter().filter_map(|(_, evidence)| evidence.as_ref())
    }

    /// The seats that are proven to have cheated.
    pub(super) fn seats(&self) -> Seats {
        self.blames().map(|blame| blame.seat).collect()
    }

    /// Whether no more contributions of a seat to closed steps over other histories are kept.
    pub(super) fn has_enough_strange(&self, seat: Seat) -> bool {
        self.strange.get(&seat).is_some_and(|many| *many >= STRANGE)
    }

    /// Keeps a contribution to a closed step that was signed over another history.
    pub(super) fn keep_strange(&mut self, step: u64, seat: Seat, said: Encoded) {
        if !self.has_enough_strange(seat) {
            *self.strange.entry(seat).or_default() += 1;
            self.void.insert((step, seat), said);
        }
    }

    /// Records a misdeed that the transcript proves by itself.
    pub(super) fn own(&mut self, blame: Blame) {
        self.proven.push((blame, None));
    }

    pub(super) fn next_step(&mut self, closed: &Closed, step: u64) {
        self.feared = None;
        if closed.is_by_all() {
            self.common = step;
        }
    }
}

impl Node {
    pub(super) fn on_evidence(&mut self, evidence: Evidence) -> Result<(), Dropped> {
        match evidence {
            Evidence::Invalid(ref said) if self.is_void(said) => {
                self.on_contribution(Signed::clone(said), None)?;
                self.judge_void(&evidence, said);
                Ok(())
            }
            Evidence::Invalid(signed) => self.on_contribution(*signed, None),
            Evidence::BrokenConsent(consent, said) => self.on_broken_consent(consent, *said),
            contradiction => self.on_contradiction(contradiction),
        }
    }

    /// Handles evidence that needs no history. Whoever passes it on has checked it by the same rules.
    fn on_contradiction(&mut self, evidence: Evidence) -> Result<(), Dropped> {
        let (match_id, seat) = accused(&evidence);
        let seat = self.known_seat(&match_id, seat)?;
        if self.suspicions.seats().contains(seat) {
            return Ok(());
        }
        match convict(&evidence, &self.play.id, &self.keys) {
            Some(blame) => self.accuse(blame, evidence),
            None => return Err(Dropped::Forged),
        }
        Ok(())
    }

    /// Handles evidence of a consent, and a contribution of the same seat that breaks it.
    fn on_broken_consent(
        &mut self,
        consent: Signed<Consent>,
        said: Signed<Contribution>,
    ) -> Result<(), Dropped> {
        self.genuine(&consent)?;
        let at = consent.statement.at;
        let seat = self.known_seat(&at.match_id, at.seat)?;
        let (step, digest) = (said.statement.step, Encoded::new(&said).digest());
        if said.statement.seat != at.seat {
            return Ok(());
        }
        if self.is_void(&said) {
            return self.on_void_after_consent(consent, said);
        }
        if step == self.play.step {
            // This may be the first that this node sees of the contribution.
            self.on_contribution(said, None)?;
        }
        let is_here = self.held(step, seat).any(|held| held.digest() == digest);
        if is_here { self.on_word(Word::Consent(consent)) } else { Ok(()) }
    }

    /// Handles evidence of a consent, and a void contribution of the same seat: it breaks the consent if that
    /// seat has said nothing in between.
    fn on_void_after_consent(
        &mut self,
        consent: Signed<Consent>,
        said: Signed<Contribution>,
    ) -> Result<(), Dropped> {
        self.on_contribution(said.clone(), None)?;
        let Header { step, seat, head, .. } = consent.statement.at;
        let next = self.log.next_said(step, Seat::new(seat)).map(Encoded::step);
        let between = next.is_some_and(|next| next < said.statement.step);
        let same = self.log.get(step).is_some_and(|closed| closed.head == head);
        if same && step < said.statement.step && !between {
            self.accuse_if_broken(consent, &said);
        }
        Ok(())
    }

    /// Whether a contribution is of a step that was closed without somebody.
    fn is_void(&self, said: &Signed<Contribution>) -> bool {
        let Contribution { match_id, step, seat, head, .. } = &said.statement;
        let closed = self.log.get(*step);
        let void = |closed: &Closed| !closed.is_by_contributions() && closed.head == *head;
        self.known_seat(match_id, *seat).is_ok() && closed.is_some_and(void)
    }

    /// Checks a void contribution as an auditor would, by the steps before it. One of each seat and step is
    /// checked, since a second one proves by itself that its seat has cheated.
    fn judge_void(&mut self, evidence: &Evidence, said: &Signed<Contribution>) {
        let Contribution { step, seat, .. } = said.statement;
        let seat = Seat::new(seat);
        if self.suspicions.seats().contains(seat) || !self.suspicions.judged.insert((step, seat)) {
            return;
        }
        let (file, game) = (self.evidence_file(evidence, step), self.play.game);
        let audited = audit(Cursor::new(file), |_| Some(game), |_, _| {});
        if let Ok(Audited { verdict: Verdict::Cheated(blame), .. }) = audited {
            self.accuse(blame, evidence.clone());
        }
    }

    /// Accuses a seat of two contributions to one step.
    pub(super) fn accuse_of_two(&mut self, one: Signed<Contribution>, two: Signed<Contribution>) {
        self.accuse_of_contradiction(Evidence::Equivocation(Box::new(one), Box::new(two)));
    }

    /// Accuses a seat whose statements contradict each other.
    pub(super) fn accuse_of_contradiction(&mut self, evidence: Evidence) {
        if let Some(blame) = convict(&evidence, &self.play.id, &self.keys) {
            self.accuse(blame, evidence);
        }
    }

    /// Accuses a seat, tells everybody, and writes the evidence.
    pub(super) fn accuse(&mut self, blame: Blame, evidence: Evidence) {
        if self.suspicions.seats().contains(blame.seat) {
            return;
        }
        self.suspicions.proven.push((blame.clone(), Some(evidence.clone())));
        self.suspicions.last = self.presence.now;
        self.keep(&Entry::Evidence(evidence.clone()), true);
        let file = self.evidence_file(&evidence, blame.step);
        self.out.push(Output::Accused(blame, file));
        self.broadcast(&Message::Evidence(evidence));
        self.look_for_split();
    }

    /// Shows evidence to a node whose status does not list it: again with each status, until it does. A
    /// node that never lists it causes no messages to others.
    pub(super) fn show_evidence(&mut self, to: Option<Seat>, status: &Status) {
        let known = Seats::from_mask(status.proven, self.play.seats()).unwrap_or_default();
        let news = |blame: &Blame| !known.contains(blame.seat) && to != Some(blame.seat);
        let proven = self.suspicions.proven.iter().filter(|(blame, _)| news(blame));
        let unheard: Vec<_> = proven.filter_map(|(_, evidence)| evidence.clone()).collect();
        unheard.into_iter().for_each(|evidence| self.reply_to(to, &Message::Evidence(evidence)));
    }
}

/// The match and the seat that contradicting statements are of.
fn accused(evidence: &Evidence) -> (Digest, u8) {
    let at = match evidence {
        Evidence::Equivocation(one, _)
        | Evidence::Invalid(one)
        | Evidence::BrokenConsent(_, one) => return (one.statement.match_id, one.statement.seat),
        Evidence::Closing(contradiction) => match contradiction {
            Contradiction::TwoPromises(one, _) | Contradiction::HiddenAccept(one, _) => {
                one.statement.at
            }
            Contradiction::TwoAccepts(one, _) => one.statement.at,
            Contradiction::TwoProposals(one, _) | Contradiction::ForbiddenProposal(one) => {
                one.statement.at
            }
            Contradiction::TwoStandings(one, _) => one.statement.at,
        },
    };
    (at.match_id, at.seat)
}
