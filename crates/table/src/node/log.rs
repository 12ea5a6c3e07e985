//! The log of closed steps. Nothing in it is ever dropped or changed; contributions are kept as bytes.

use engine::Seat;
use proto::{Certificate, Digest, Encoded, Message, Record, Value, Word, codec, file};

use crate::{
    Seats,
    closing::{Closing, Scope},
};

/// The steps that are closed here, from the first on.
#[derive(Default)]
pub(super) struct Log(Vec<Closed>);

/// A step that is closed here.
pub(super) struct Closed {
    /// The digest of everything before it.
    pub head: Digest,
    /// Who was present in it.
    pub present: Seats,
    /// How many of those decide.
    pub quorum: usize,
    pub by: ClosedBy,
}

/// What closed a step.
pub(super) enum ClosedBy {
    /// All contributions that were owed, in the order of seats; and the decision, if there was one.
    Contributions(Vec<Encoded>, Option<Box<Certificate>>),
    /// The decision to go on without some seats.
    Decision(Box<Certificate>),
}

impl Log {
    pub(super) fn push(&mut self, closed: Closed) {
        self.0.push(closed);
    }

    /// The number of the first step that is not closed.
    pub(super) fn next_step(&self) -> u64 {
        self.0.len() as u64 + 1
    }

    pub(super) fn get(&self, step: u64) -> Option<&Closed> {
        self.0.get(usize::try_from(step.checked_sub(1)?).ok()?)
    }

    /// The steps from one on.
    pub(super) fn since(&self, step: u64) -> impl Iterator<Item = &Closed> {
        let before = usize::try_from(step.saturating_sub(1)).unwrap_or(usize::MAX);
        self.0.iter().skip(before)
    }

    /// The contribution of a seat to a closed step.
    pub(super) fn said(&self, step: u64, seat: Seat) -> Option<&Encoded> {
        self.get(step)?.said(seat)
    }

    /// The first contribution of a seat after a step, if it has made one since.
    pub(super) fn next_said(&self, step: u64, seat: Seat) -> Option<&Encoded> {
        self.since(step.checked_add(1)?).find_map(|closed| closed.said(seat))
    }

    /// The framed records of all steps before one, as in a transcript.
    pub(super) fn frames_before(&self, step: u64) -> impl Iterator<Item = Vec<u8>> {
        let before = usize::try_from(step.saturating_sub(1)).unwrap_or(usize::MAX);
        self.0.iter().take(before).map(Closed::frames)
    }

    /// The decisions to go on without somebody.
    pub(super) fn decisions(&self) -> impl Iterator<Item = &Certificate> {
        self.0.iter().filter_map(|closed| match &closed.by {
            ClosedBy::Decision(certificate) => Some(&**certificate),
            ClosedBy::Contributions(..) => None,
        })
    }
}

impl Closed {
    fn said(&self, seat: Seat) -> Option<&Encoded> {
        let ClosedBy::Contributions(said, _) = &self.by else { return None };
        said.iter().find(|said| usize::from(said.seat()) == seat.index())
    }

    /// The decision that closed it, if there was one.
    pub(super) fn decision(&self) -> Option<&Certificate> {
        match &self.by {
            ClosedBy::Contributions(_, decided) => decided.as_deref(),
            ClosedBy::Decision(decided) => Some(decided),
        }
    }

    pub(super) fn is_by_contributions(&self) -> bool {
        matches!(self.by, ClosedBy::Contributions(..))
    }

    /// Whether everybody present has contributed: they all have closed every step before it.
    pub(super) fn is_by_all(&self) -> bool {
        match &self.by {
            ClosedBy::Contributions(said, _) => said.len() == self.present.len(),
            ClosedBy::Decision(_) => false,
        }
    }

    /// Its framed records, as in a transcript.
    fn frames(&self) -> Vec<u8> {
        match &self.by {
            ClosedBy::Contributions(said, _) => Encoded::frames_of_step(said),
            ClosedBy::Decision(certificate) => {
                let consents = certificate.proposal.statement.signed_consents(self.present.mask());
                let records = consents.into_iter().map(Record::Consent);
                records.flat_map(|record| file::frame(&record)).collect()
            }
        }
    }

    /// The messages that let somebody else close it, encoded.
    pub(super) fn messages(&self) -> Vec<Vec<u8>> {
        let decided = |certificate: &Certificate| {
            codec::encode(&Message::Word(Word::Decided(Box::new(certificate.clone()))))
        };
        match &self.by {
            ClosedBy::Contributions(said, certificate) => {
                let said = said.iter().map(Encoded::message);
                said.chain(certificate.as_deref().map(decided)).collect()
            }
            ClosedBy::Decision(certificate) => vec![decided(certificate)],
        }
    }

    /// The scope in which it was closed: its head, who was present, and the quorum.
    pub(super) fn scope(&self, match_id: Digest, step: u64) -> Scope {
        let Self { head, present, quorum, .. } = *self;
        Scope { match_id, step, head, present, quorum }
    }

    /// Its closing, rebuilt for a seat that is still in it.
    pub(super) fn reopened(&self, match_id: Digest, step: u64, me: Option<Seat>) -> Closing {
        let mut closing = Closing::new(self.scope(match_id, step), me);
        if let Value::Contributions(digest) = self.value() {
            closing.have(digest);
        }
        closing
    }

    /// How it was closed.
    pub(super) fn value(&self) -> Value {
        match &self.by {
            ClosedBy::Contributions(said, _) => Value::Contributions(digest_of(said)),
            ClosedBy::Decision(certificate) => certificate.proposal.statement.value,
        }
    }
}

/// The digest that names contributions, given in the order of seats.
fn digest_of(said: &[Encoded]) -> Digest {
    let digests: Vec<Digest> = said.iter().map(Encoded::digest).collect();
    proto::contributions_digest(&digests)
}
