//! Two transcripts of one match: where they part, and whom that convicts.

use std::{
    collections::BTreeMap,
    io::{Read, Seek, SeekFrom},
};

use engine::Game;
use proto::{
    Certificate, Consent, Contribution, Evidence, Record, Signed, Word,
    file::{FileError, Reader},
};

use super::{AuditError, Auditor, begin, convict};
use crate::{
    Blame, Misdeed,
    closing::{Closing, Heard, Scope},
};

/// What two transcripts of one match have in common.
pub struct Compared {
    /// The step on which they part; `None` if one goes on where the other ends, or both are the same.
    pub parted: Option<u64>,
    /// Who has gone both ways, or lied to make that possible.
    pub convicted: Vec<Blame>,
}

/// A transcript behind the point where two part.
#[derive(Default)]
struct Branch {
    said: BTreeMap<(u64, u8), Signed<Contribution>>,
    /// The consents that closed the first step of the branch.
    consents: Vec<Signed<Consent>>,
    decisions: Vec<Certificate>,
}

/// Compares two transcripts of one match.
///
/// # Errors
/// If one of them cannot be read, or they are of different matches.
pub fn compare<R: Read + Seek>(
    mut one: R,
    mut two: R,
    find: impl Fn(&str) -> Option<&'static dyn Game> + Copy,
) -> Result<Compared, AuditError> {
    for input in [&mut one, &mut two] {
        input.seek(SeekFrom::Start(0)).map_err(FileError::Io)?;
    }
    let (mut one, mut two) = (Reader::new(one)?, Reader::new(two)?);
    let (mut auditor, other) = (begin(&mut one, find)?, begin(&mut two, find)?);
    if auditor.play.id != other.play.id {
        return Err(AuditError::OtherMatch);
    }
    let (mut a, mut b): (Option<Record>, Option<Record>);
    loop {
        (a, b) = (one.entry()?.filter(is_of_step), two.entry()?.filter(is_of_step));
        if a != b || a.is_none() || !a.as_ref().is_some_and(|record| auditor.follow(record)) {
            break;
        }
    }
    let (Some(a), Some(b)) = (a, b) else {
        return Ok(Compared { parted: None, convicted: Vec::new() });
    };
    let (a, b) = (Branch::read(a, &mut one, &auditor)?, Branch::read(b, &mut two, &auditor)?);
    Ok(Compared { parted: Some(auditor.play.step), convicted: a.convicts(&b, &auditor) })
}

fn is_of_step(record: &Record) -> bool {
    matches!(record, Record::Contribution(_) | Record::Consent(_) | Record::Heads(_))
}

impl Branch {
    fn read<R: Read>(
        first: Record,
        rest: &mut Reader<R>,
        auditor: &Auditor,
    ) -> Result<Self, AuditError> {
        let mut branch = Self::default();
        let step = auditor.play.step;
        branch.take(first, step);
        while let Some(record) = rest.entry()? {
            branch.take(record, step);
        }
        Ok(branch)
    }

    fn take(&mut self, record: Record, first: u64) {
        match record {
            Record::Contribution(signed) => {
                self.said.insert((signed.statement.step, signed.statement.seat), signed);
            }
            Record::Consent(signed) if signed.statement.at.step == first => {
                self.consents.push(signed);
            }
            Record::Decided(certificate) => self.decisions.push(*certificate),
            _ => {}
        }
    }

    /// Everybody who has contradicted themselves in one branch and the other.
    fn convicts(&self, other: &Self, auditor: &Auditor) -> Vec<Blame> {
        let mut blames: Vec<Blame> = Vec::new();
        let two = self.said.iter().filter_map(|(place, one)| Some((one, other.said.get(place)?)));
        for (one, two) in two {
            let (one, two) = (Box::new(one.clone()), Box::new(two.clone()));
            blames.extend(auditor.convict(&Evidence::Equivocation(one, two)));
        }
        blames.extend(self.broken(other, auditor));
        blames.extend(other.broken(self, auditor));
        blames.extend(self.contradictions(other, auditor));
        blames.sort_by_key(|blame| (blame.seat, blame.step));
        blames.dedup_by_key(|blame| blame.seat);
        blames
    }

    /// Those who have consented here and went on there as if they had not.
    fn broken(&self, other: &Self, auditor: &Auditor) -> Vec<Blame> {
        let step = auditor.play.step;
        let consents = self.consents.iter().filter(|consent| consent.is_genuine(&auditor.keys));
        let next = |consent: &Signed<Consent>| {
            let seat = consent.statement.at.seat;
            let mut later = other.said.range((step + 1, 0)..);
            later.find(|((_, by), _)| *by == seat).map(|(_, said)| said)
        };
        let shown = |said: &Signed<Contribution>| {
            said.statement.decided.iter().any(|decided| decided.step == step)
        };
        let by_contributions = other.consents.is_empty();
        let broken = consents.filter_map(next).filter(|said| by_contributions && !shown(said));
        let broken = broken.filter(|said| said.is_genuine(&auditor.keys));
        broken
            .map(|said| Blame {
                seat: engine::Seat::new(said.statement.seat),
                step: said.statement.step,
                misdeed: Misdeed::BrokenConsent,
            })
            .collect()
    }

    /// Those whose words in two decisions on one step contradict each other.
    fn contradictions(&self, other: &Self, auditor: &Auditor) -> Vec<Blame> {
        let scope = auditor.play.scope();
        let mut closing = Closing::new(scope, None);
        let mut blames = Vec::new();
        for word in self.words(&scope).into_iter().chain(other.words(&scope)) {
            if !word.is_genuine(&auditor.keys, scope.present.mask()) {
                continue;
            }
            if let Heard::Contradiction(found) = closing.hear(word) {
                blames.extend(auditor.convict(&Evidence::Closing(*found)));
            }
        }
        blames
    }

    /// The proposals and acceptances of this branch on the step at which it begins.
    fn words(&self, scope: &Scope) -> Vec<Word> {
        let here =
            |certificate: &&Certificate| certificate.proposal.statement.at.step == scope.step;
        let mut words = Vec::new();
        for certificate in self.decisions.iter().filter(here) {
            words.push(Word::Proposal(vec![certificate.proposal.clone()]));
            words.extend(certificate.accepted().map(Word::Accept));
        }
        let shown = self.said.values().flat_map(|said| &said.statement.decided);
        for decided in shown.filter(|decided| decided.step == scope.step) {
            words.extend(decided.accepted(scope.match_id).map(Word::Accept));
        }
        words
    }
}

impl Auditor {
    fn convict(&self, evidence: &Evidence) -> Option<Blame> {
        convict(evidence, &self.play.id, &self.keys)
    }
}
