//! Who cheated: what proves it, saying it until everybody has heard, and leaving the evidence.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Cursor,
};

use engine::Seat;
use proto::{Contribution, Encoded, Evidence, Message, Signed};

use super::{Dropped, Node, Output, log::Closed};
use crate::{
    Blame, Seats,
    audit::{Audited, Verdict, audit, convict},
    journal::Entry,
};

/// What is proven, and what is feared.
#[derive(Default)]
pub(super) struct Suspicions {
    proven: Vec<(Blame, Option<Evidence>)>,
    /// Who has acknowledged which proofs.
    heard: BTreeMap<Seat, Seats>,
    /// Which void contributions were judged: of each seat in each step one by itself, and one beside a
    /// consent.
    judged: BTreeSet<(Seat, u64, bool)>,
    /// Whether a cheat has told different nodes different things, and they have gone different ways: no
    /// common history is left.
    pub split: bool,
    /// The last step to which everybody contributed: up to its head all histories are the same.
    pub common: u64,
}

impl Suspicions {
    pub fn blames(&self) -> impl Iterator<Item = &Blame> {
        self.proven.iter().map(|(blame, _)| blame)
    }

    pub fn evidence(&self) -> impl Iterator<Item = &Evidence> {
        self.proven.iter().filter_map(|(_, evidence)| evidence.as_ref())
    }

    /// The seats that are proven to have cheated.
    pub fn seats(&self) -> Seats {
        self.blames().map(|blame| blame.seat).collect()
    }

    /// What the transcript proves by itself.
    pub fn own(&mut self, blame: Blame) {
        self.proven.push((blame, None));
    }

    /// A node has said whose cheating it knows of.
    pub fn acknowledged(&mut self, by: Seat, proven: Seats) {
        self.heard.insert(by, proven);
    }

    /// The evidence that some of these seats have not acknowledged.
    fn unheard(&self, seats: Seats) -> Vec<Evidence> {
        let lacks = |of: Seat| {
            let mut others = seats.iter().filter(|seat| *seat != of);
            others.any(|seat| !self.heard.get(&seat).is_some_and(|known| known.contains(of)))
        };
        let unheard = self.proven.iter().filter(|(blame, _)| lacks(blame.seat));
        unheard.filter_map(|(_, evidence)| evidence.clone()).collect()
    }

    pub fn next_step(&mut self, closed: &Closed, step: u64) {
        if closed.is_by_all() {
            self.common = step;
        }
    }
}

impl Node {
    pub(super) fn on_evidence(&mut self, evidence: Evidence) -> Result<(), Dropped> {
        match evidence {
            Evidence::Invalid(ref said) | Evidence::BrokenConsent(_, ref said)
                if self.is_void(said) =>
            {
                self.genuine(said)?;
                self.judge_void(&evidence, Seat::new(said.statement.seat), said.statement.step);
                Ok(())
            }
            Evidence::Invalid(signed) => self.on_contribution(*signed, None),
            Evidence::BrokenConsent(consent, said) => {
                self.genuine(&consent)?;
                self.known_seat(&consent.statement.at.match_id, consent.statement.at.seat)?;
                let known = self.log.said(said.statement.step, Seat::new(said.statement.seat));
                if known == Some(&Encoded::new(&said))
                    && consent.statement.at.seat == said.statement.seat
                {
                    let word = proto::Word::Consent(consent);
                    return self.on_word(word);
                }
                Ok(())
            }
            contradiction => {
                self.accuse_of_contradiction(contradiction);
                Ok(())
            }
        }
    }

    /// Whether a contribution is of a step that was closed without somebody.
    fn is_void(&self, said: &Signed<Contribution>) -> bool {
        let Contribution { match_id, step, seat, head, .. } = &said.statement;
        let closed = self.log.get(*step);
        let void = |closed: &Closed| !closed.is_by_contributions() && closed.head == *head;
        self.known_seat(match_id, *seat).is_ok() && closed.is_some_and(void)
    }

    /// Judges a contribution that nobody needs any more as an auditor would, by the steps before it.
    fn judge_void(&mut self, evidence: &Evidence, seat: Seat, step: u64) {
        let alone = matches!(evidence, Evidence::Invalid(_));
        let judged = &mut self.suspicions.judged;
        if self.suspicions.proven.iter().any(|(blame, _)| blame.seat == seat)
            || !judged.insert((seat, step, alone))
        {
            return;
        }
        let (file, game) = (self.evidence_file(evidence, step), self.play.game);
        let audited = audit(Cursor::new(file), |_| Some(game), |_, _| {});
        if let Ok(Audited { verdict: Verdict::Cheated(blame), .. }) = audited {
            self.accuse(blame, evidence.clone());
        }
    }

    /// Accuses a seat that has said two things in one step.
    pub(super) fn accuse_of_two(&mut self, one: Signed<Contribution>, two: Signed<Contribution>) {
        self.accuse_of_contradiction(Evidence::Equivocation(Box::new(one), Box::new(two)));
    }

    /// Accuses a seat whose words contradict each other.
    pub(super) fn accuse_of_contradiction(&mut self, evidence: Evidence) {
        if let Some(blame) = convict(&evidence, &self.play.id, &self.keys) {
            self.accuse(blame, evidence);
        }
    }

    /// Names a cheat, tells everybody, and leaves the evidence.
    pub(super) fn accuse(&mut self, blame: Blame, evidence: Evidence) {
        if self.suspicions.seats().contains(blame.seat) {
            return;
        }
        self.suspicions.proven.push((blame.clone(), Some(evidence.clone())));
        self.keep(&Entry::Evidence(evidence.clone()), true);
        let file = self.evidence_file(&evidence, blame.step);
        self.out.push(Output::Accused(blame, file));
        self.broadcast(&Message::Evidence(evidence));
        self.look_for_split();
    }

    /// Passes evidence on until everybody who is there has acknowledged it.
    pub(super) fn rebroadcast_evidence(&mut self) {
        let there = self.others().without(self.away());
        let unheard = self.suspicions.unheard(there);
        unheard.into_iter().for_each(|evidence| self.broadcast(&Message::Evidence(evidence)));
    }
}
