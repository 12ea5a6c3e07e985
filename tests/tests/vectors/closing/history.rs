//! Matches of the vectors that go another way than they were played.

use std::collections::BTreeMap;

use engine::Seat;
use proto::{
    Accept, Ballot, Certificate, Consent, Contribution, Decided, Digest, Evidence, Header,
    Proposal, Record, Signed, Statement, Value, contributions_digest,
};
use table::{Misdeed, audit::Auditor};

use super::{Case, Expected};
use crate::{
    played::{identity, records},
    turns::find,
    verdicts::{again, beside, transcript},
};

/// A match of the vectors, up to some step, and what its seats can say there.
pub(super) struct History {
    of: &'static str,
    auditor: Auditor,
    pub records: Vec<Record>,
    /// The records of each step, as it was played.
    played: BTreeMap<u64, Vec<Record>>,
}

pub(super) fn sign<T: Statement>(statement: T) -> Signed<T> {
    let seat = Seat::new(statement.seat());
    Signed::new(statement, &identity(seat))
}

impl History {
    pub(super) fn of(name: &'static str) -> Self {
        let mut all = records(name).into_iter();
        let Some(Record::Charter(charter)) = all.next() else { panic!("no charter") };
        let auditor = Auditor::new(&charter, find(&charter.charter.game).unwrap()).unwrap();
        let mut played: BTreeMap<u64, Vec<Record>> = BTreeMap::new();
        for record in all {
            let step = match &record {
                Record::Contribution(signed) => signed.statement.step,
                Record::Consent(signed) => signed.statement.at.step,
                _ => played.keys().max().unwrap() + 1,
            };
            played.entry(step).or_default().push(record);
        }
        Self { of: name, auditor, records: vec![Record::Charter(charter)], played }
    }

    pub(super) fn whole(name: &'static str) -> Self {
        let history = Self::of(name);
        let last = *history.played.keys().max().unwrap();
        history.until(last + 1)
    }

    /// As it was played, until this step is the first that is not closed.
    pub(super) fn until(mut self, step: u64) -> Self {
        while self.step() < step {
            let next = self.next();
            self = self.with(next);
        }
        self
    }

    /// With records that are all taken.
    pub(super) fn with(mut self, records: impl IntoIterator<Item = Record>) -> Self {
        for record in records {
            assert!(self.auditor.follow(&record));
            self.records.push(record);
        }
        self
    }

    pub(super) fn step(&self) -> u64 {
        self.auditor.play().step()
    }

    pub(super) fn present(&self) -> Vec<u8> {
        self.auditor.play().present().iter().map(|seat| seat.index() as u8).collect()
    }

    pub(super) fn at(&self, seat: u8) -> Header {
        let play = self.auditor.play();
        Header { match_id: play.id(), step: play.step(), seat, head: play.head() }
    }

    /// What was said to this step when it was played, over this history.
    pub(super) fn next(&self) -> Vec<Record> {
        let head = self.at(0).head;
        let here = |record: &Record| match record {
            Record::Contribution(signed) => {
                Record::Contribution(again(signed, |said| said.head = head))
            }
            Record::Consent(signed) => Record::Consent(again(signed, |said| said.at.head = head)),
            Record::Heads(_) => Record::Heads(
                self.present().iter().map(|seat| self.signs(*seat).signature).collect(),
            ),
            other => other.clone(),
        };
        self.played[&self.step()].iter().map(here).collect()
    }

    /// What a seat contributed to this step when it was played.
    pub(super) fn says(&self, seat: u8) -> Signed<Contribution> {
        let mut all = self.next().into_iter().filter_map(|record| match record {
            Record::Contribution(signed) => Some(signed),
            _ => None,
        });
        all.find(|signed| signed.statement.seat == seat).unwrap()
    }

    /// The same, with decisions shown.
    pub(super) fn shows(&self, seat: u8, decided: &[Decided]) -> Signed<Contribution> {
        again(&self.says(seat), |said| said.decided = decided.to_vec())
    }

    /// The contribution of a seat to a common head.
    pub(super) fn signs(&self, seat: u8) -> Signed<Contribution> {
        self.signs_with(seat, &[])
    }

    pub(super) fn signs_with(&self, seat: u8, decided: &[Decided]) -> Signed<Contribution> {
        let Header { match_id, step, head, .. } = self.at(seat);
        let said = Contribution::common_head(match_id, step, seat, head);
        sign(Contribution { decided: decided.to_vec(), ..said })
    }

    /// A common head, written as contributions; the first seat shows decisions.
    pub(super) fn common_head(&self, decided: &[Decided]) -> Vec<Record> {
        let shown =
            |(i, seat): (usize, &u8)| self.signs_with(*seat, if i == 0 { decided } else { &[] });
        self.present().iter().enumerate().map(shown).map(Record::Contribution).collect()
    }

    pub(super) fn consent(&self, seat: u8, without: u16) -> Signed<Consent> {
        sign(Consent { at: self.at(seat), without })
    }

    pub(super) fn consents(&self, seats: &[u8], without: u16) -> Vec<Record> {
        seats.iter().map(|seat| Record::Consent(self.consent(*seat, without))).collect()
    }

    /// The digest of what was contributed to this step.
    pub(super) fn contributions(&self) -> Digest {
        let said = self.next().into_iter().flat_map(|record| match record {
            Record::Contribution(signed) => vec![signed.statement.digest()],
            Record::Heads(_) => {
                self.present().iter().map(|seat| self.signs(*seat).statement.digest()).collect()
            }
            _ => Vec::new(),
        });
        contributions_digest(&said.collect::<Vec<_>>())
    }

    /// The decision of these seats to close this step by what was contributed to it.
    pub(super) fn decided(&self, by: &[u8]) -> Decided {
        decided(self.at(0), self.contributions(), by)
    }

    /// The decision of these seats to close this step without some.
    pub(super) fn decided_without(&self, without: u16, by: &[u8]) -> Certificate {
        self.certificate(self.proposal(0, without), by)
    }

    /// A proposal to close this step without some seats, to which nobody has promised anything.
    pub(super) fn proposal(&self, by: u8, without: u16) -> Proposal {
        let stays = |seat: &u8| without >> seat & 1 == 0;
        let consent = |seat| self.consent(seat, without).signature;
        let consents = self.present().into_iter().filter(stays).map(consent).collect();
        let value = Value::Without(without);
        Proposal { at: self.at(by), round: 1, value, promises: Vec::new(), consents }
    }

    pub(super) fn certificate(&self, proposal: Proposal, by: &[u8]) -> Certificate {
        let accept = |seat: &u8| (*seat, sign(Accept::of(&proposal, *seat)).signature);
        let accepts = by.iter().map(accept).collect();
        Certificate { proposal: sign(proposal), accepts }
    }

    pub(super) fn file(&self, then: impl IntoIterator<Item = Record>) -> Vec<u8> {
        let records: Vec<_> = self.records.iter().cloned().chain(then).collect();
        transcript(&records)
    }

    pub(super) fn good(&self, name: &'static str, then: Vec<Record>) -> Case {
        Case { name, of: self.of, file: self.file(then), expected: Expected::Unfinished }
    }

    pub(super) fn damaged(&self, name: &'static str, then: Vec<Record>, why: &'static str) -> Case {
        Case { name, of: self.of, file: self.file(then), expected: Expected::Damaged(why) }
    }

    /// The last record convicts its seat.
    pub(super) fn cheated(&self, name: &'static str, then: Vec<Record>, misdeed: Misdeed) -> Case {
        let Some(Record::Contribution(last)) = then.last() else { panic!("no contribution") };
        let expected = Expected::Cheated(last.statement.seat, last.statement.step, misdeed);
        Case { name, of: self.of, file: self.file(then), expected }
    }

    pub(super) fn beside(
        &self,
        name: &'static str,
        evidence: &Evidence,
        expected: Expected,
    ) -> Case {
        Case { name, of: self.of, file: beside(evidence, &self.records), expected }
    }
}

pub(super) fn decided(at: Header, contributions: Digest, by: &[u8]) -> Decided {
    let ballot = Ballot { round: 1, seat: 0 };
    let value = Value::Contributions(contributions);
    let accept = |seat: &u8| {
        let accept = Accept { at: Header { seat: *seat, ..at }, ballot, value };
        (*seat, sign(accept).signature)
    };
    let accepts = by.iter().map(accept).collect();
    Decided { step: at.step, head: at.head, ballot, contributions, accepts }
}

/// A signature of the wrong seat.
pub(super) fn forged<T: Statement + Clone>(signed: &Signed<T>) -> Signed<T> {
    let other = Seat::new((signed.statement.seat() + 1) % 3);
    Signed::new(signed.statement.clone(), &identity(other))
}
