//! Compares two transcripts of one match: where they differ, and whom that convicts.

use std::{
    collections::BTreeMap,
    io::{Read, Seek, SeekFrom},
};

use ed25519_dalek::VerifyingKey;
use engine::{Game, Seat};
use proto::{
    Certificate, Consent, Contribution, Evidence, Record, Signed,
    file::{FileError, Reader},
};

use super::{AuditError, Auditor, convict, file::begin};
use crate::{
    Blame, Misdeed,
    closing::{Decisions, Scope},
};

/// The result of comparing two transcripts of one match.
pub struct Compared {
    /// The first step on which they differ; `None` if one is the beginning of the other, or both are the
    /// same.
    pub parted: Option<u64>,
    /// Who has signed contradicting statements in the two, or lied to make that possible.
    pub convicted: Vec<Blame>,
    /// What proves it, for each of them.
    pub(crate) evidence: Vec<Evidence>,
}

/// What one transcript holds from the point on where the two differ.
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
    let (mut follows, mut other) = (begin(&mut one, find)?, begin(&mut two, find)?);
    if follows.play.id != other.play.id {
        return Err(AuditError::OtherMatch);
    }
    let same = Compared { parted: None, convicted: Vec::new(), evidence: Vec::new() };
    let (a, b) = loop {
        let (Some(a), Some(b)) = (one.entry()?, two.entry()?) else { return Ok(same) };
        if !is_of_step(&a) || !is_of_step(&b) {
            return Ok(same);
        }
        if !says_the_same(&a, &b) {
            break (a, b);
        }
        if !follows.follow(&a) || !other.follow(&b) {
            return Ok(same);
        }
    };
    let (keys, scope) = (follows.keys.clone(), follows.play.scope());
    let parted = Parted { keys, scope };
    let a = Branch::read(a, &mut one, follows)?;
    let b = Branch::read(b, &mut two, other)?;
    let (convicted, evidence) = parted.convicts(&a, &b).into_iter().unzip();
    Ok(Compared { parted: Some(parted.scope.step), convicted, evidence })
}

fn is_of_step(record: &Record) -> bool {
    matches!(record, Record::Contribution(_) | Record::Consent(_) | Record::Heads(_))
}

/// Whether two records at one place hold the same statements; their signatures may differ.
fn says_the_same(a: &Record, b: &Record) -> bool {
    match (a, b) {
        (Record::Contribution(a), Record::Contribution(b)) => a.statement == b.statement,
        (Record::Consent(a), Record::Consent(b)) => a.statement == b.statement,
        (Record::Heads(_), Record::Heads(_)) => true,
        _ => false,
    }
}

impl Branch {
    fn read<R: Read>(
        first: Record,
        rest: &mut Reader<R>,
        mut auditor: Auditor,
    ) -> Result<Self, AuditError> {
        let mut branch = Self::default();
        let step = auditor.play.step;
        let mut next = Some(first);
        while let Some(record) = next {
            let heads = match &record {
                Record::Heads(signatures) => auditor.signed_heads(signatures),
                _ => Vec::new(),
            };
            // A record that does not follow from the history before it is no statement on this branch.
            if !auditor.follow(&record) {
                break;
            }
            branch.said(heads);
            branch.take(record, step);
            next = rest.entry()?;
        }
        Ok(branch)
    }

    fn take(&mut self, record: Record, first: u64) {
        match record {
            Record::Contribution(signed) => self.said([signed]),
            Record::Consent(signed) if signed.statement.at.step == first => {
                self.consents.push(signed);
            }
            Record::Decided(certificate) => self.decisions.push(*certificate),
            _ => {}
        }
    }

    fn said(&mut self, contributions: impl IntoIterator<Item = Signed<Contribution>>) {
        let place = |signed: &Signed<Contribution>| (signed.statement.step, signed.statement.seat);
        self.said.extend(contributions.into_iter().map(|signed| (place(&signed), signed)));
    }

    /// Adds the decisions of this branch on the step at which it begins.
    fn decided(&self, scope: &Scope, decisions: &mut Decisions) {
        let here =
            |certificate: &&Certificate| certificate.proposal.statement.at.step == scope.step;
        self.decisions.iter().filter(here).for_each(|decided| decisions.add(decided));
        let shown = self.said.values().flat_map(|said| &said.statement.decided);
        for decided in shown.filter(|decided| decided.step == scope.step) {
            decisions.add_accepts(decided.accepted(scope.match_id));
        }
    }
}

/// The step on which the transcripts first differ.
struct Parted {
    keys: Vec<VerifyingKey>,
    scope: Scope,
}

impl Parted {
    /// Everybody who has contradicted themselves across the two branches.
    fn convicts(&self, one: &Branch, other: &Branch) -> Vec<(Blame, Evidence)> {
        let mut found: Vec<(Blame, Evidence)> = Vec::new();
        let two = one.said.iter().filter_map(|(place, one)| Some((one, other.said.get(place)?)));
        for (one, two) in two {
            let (one, two) = (Box::new(one.clone()), Box::new(two.clone()));
            found.extend(self.convict(Evidence::Equivocation(one, two)));
        }
        found.extend(self.broken(one, other));
        found.extend(self.broken(other, one));
        found.extend(self.contradictions(one, other));
        found.sort_by_key(|(blame, _)| (blame.seat, blame.step));
        found.dedup_by_key(|(blame, _)| blame.seat);
        found
    }

    /// Those who have consented in one branch and contributed in the other as if they had not.
    fn broken(&self, one: &Branch, other: &Branch) -> Vec<(Blame, Evidence)> {
        let step = self.scope.step;
        let consents = one.consents.iter().filter(|consent| consent.is_genuine(&self.keys));
        let next = |consent: &Signed<Consent>| {
            let seat = consent.statement.at.seat;
            let mut later = other.said.range((step + 1, 0)..);
            let (_, said) = later.find(|((_, by), _)| *by == seat)?;
            Some((*consent, said.clone()))
        };
        let shown = |said: &Signed<Contribution>| {
            said.statement.decided.iter().any(|decided| decided.step == step)
        };
        let by_contributions = other.consents.is_empty();
        let broken = consents.filter_map(next).filter(|(_, said)| by_contributions && !shown(said));
        let broken = broken.filter(|(_, said)| said.is_genuine(&self.keys));
        broken
            .map(|(consent, said)| {
                let (seat, step) = (Seat::new(said.statement.seat), said.statement.step);
                let blame = Blame { seat, step, misdeed: Misdeed::BrokenConsent };
                (blame, Evidence::BrokenConsent(consent, Box::new(said)))
            })
            .collect()
    }

    /// Those whose words in two decisions on one step contradict each other.
    fn contradictions(&self, one: &Branch, other: &Branch) -> Vec<(Blame, Evidence)> {
        let mut decisions = Decisions::default();
        [one, other].into_iter().for_each(|branch| branch.decided(&self.scope, &mut decisions));
        let found = decisions.contradictions().into_iter().map(Evidence::Closing);
        found.filter_map(|found| self.convict(found)).collect()
    }

    fn convict(&self, evidence: Evidence) -> Option<(Blame, Evidence)> {
        let blame = convict(&evidence, &self.scope.match_id, &self.keys)?;
        Some((blame, evidence))
    }
}
