//! How the seats of a match close a step together when somebody is missing: consents, and one decision
//! by single-decree Paxos. Everything here is a signed [`Statement`].

use ed25519_dalek::{Signature, VerifyingKey};
use serde::{Deserialize, Serialize};

use crate::{Digest, Signed, Statement, digest};

/// What every statement is bound to: the match, the step, who makes it, and over which history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Header {
    /// The match.
    pub match_id: Digest,
    /// The step that is being closed.
    pub step: u64,
    /// The seat that speaks.
    pub seat: u8,
    /// The digest of everything before this step.
    pub head: Digest,
}

/// A seat's consent to go on without exactly these seats. It is never taken back, and a seat that has
/// given it never closes this step by contributions alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Consent {
    /// What it is bound to.
    pub at: Header,
    /// The seats to go on without, as a bit mask.
    pub without: u16,
}

/// The number of a ballot. Each seat has ballots of its own, so that no two seats propose in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Ballot {
    /// Counted from 1; greater than that of every ballot that its seat knew.
    pub round: u32,
    /// The seat that proposes in it.
    pub seat: u8,
}

/// How a step can be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Value {
    /// By all contributions that are owed; the digest names them.
    Contributions(Digest),
    /// Without these seats, as a bit mask.
    Without(u16),
}

/// The beginning of a ballot: asks everybody for a promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Prepare {
    /// What it is bound to. Its seat is that of the ballot.
    pub at: Header,
    /// The round of the ballot.
    pub round: u32,
}

/// The promise to accept nothing in an earlier ballot, and what was accepted last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Promise {
    /// What it is bound to.
    pub at: Header,
    /// The ballot that it is for.
    pub ballot: Ballot,
    /// The ballot and value that its seat accepted last, if it did.
    pub accepted: Option<(Ballot, Value)>,
}

/// A value to close the step by, with everything that makes it admissible.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Proposal {
    /// What it is bound to. Its seat is that of the ballot.
    pub at: Header,
    /// The round of the ballot.
    pub round: u32,
    /// The value.
    pub value: Value,
    /// The promises of a quorum for this ballot, in the order of seats.
    pub promises: Vec<Signed<Promise>>,
    /// For a value without some seats: the consents of all others, in the order of seats. Their
    /// statements follow from the header and the value.
    pub consents: Vec<Signature>,
}

/// A seat's acceptance of a ballot's proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Accept {
    /// What it is bound to.
    pub at: Header,
    /// The ballot.
    pub ballot: Ballot,
    /// The value of its proposal.
    pub value: Value,
}

/// A decision: a proposal, and a quorum that has accepted it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Certificate {
    /// What was decided.
    pub proposal: Signed<Proposal>,
    /// Who has accepted it, in the order of seats. The statements follow from the proposal.
    pub accepts: Vec<(u8, Signature)>,
}

/// A decision to close a step by contributions. A seat that had consented shows it in its next
/// contribution.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Decided {
    /// The step.
    pub step: u64,
    /// The head before it.
    pub head: Digest,
    /// The ballot.
    pub ballot: Ballot,
    /// The digest of the contributions.
    pub contributions: Digest,
    /// Who has accepted it, in the order of seats.
    pub accepts: Vec<(u8, Signature)>,
}

/// A seat's statement that it leaves the match, or that it is back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Leave {
    /// What it is bound to: the step is the first that is not closed for its seat.
    pub at: Header,
    /// How many such statements its seat has made by now. The last one counts, in whatever order they
    /// arrive.
    pub count: u32,
    /// Whether the seat is back.
    pub back: bool,
}

/// How a seat has closed a step: stated when a seat that was present in it is proven to cheat, and may
/// have told others something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Standing {
    /// What it is bound to: the step is the one that was closed.
    pub at: Header,
    /// How it was closed.
    pub value: Value,
}

/// The statement of a seat that stays: so many have left that no quorum can come back, and the match ends
/// unfinished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Unfinished {
    /// What it is bound to.
    pub at: Header,
    /// The seats that have said that they leave, as a bit mask.
    pub left: u16,
}

macro_rules! statement {
    ($type:ty, $label:literal) => {
        impl Statement for $type {
            const LABEL: &'static str = $label;
            fn seat(&self) -> u8 {
                self.at.seat
            }
        }
    };
}
statement!(Consent, "consent");
statement!(Prepare, "prepare");
statement!(Promise, "promise");
statement!(Proposal, "proposal");
statement!(Accept, "accept");
statement!(Leave, "leave");
statement!(Standing, "standing");
statement!(Unfinished, "unfinished");

impl Prepare {
    /// The ballot that it begins.
    pub fn ballot(&self) -> Ballot {
        Ballot { round: self.round, seat: self.at.seat }
    }
}

impl Proposal {
    /// Its ballot.
    pub fn ballot(&self) -> Ballot {
        Ballot { round: self.round, seat: self.at.seat }
    }

    /// The seats whose consents it carries, for a table of these present seats.
    pub fn consenting(&self, present: u16) -> impl Iterator<Item = u8> {
        let without = match self.value {
            Value::Contributions(_) => present,
            Value::Without(seats) => seats,
        };
        seats_of(present & !without)
    }

    /// The consents that it carries, as they were signed.
    pub fn signed_consents(&self, present: u16) -> Vec<Signed<Consent>> {
        let Value::Without(without) = self.value else { return Vec::new() };
        let consent = |seat| Consent { at: Header { seat, ..self.at }, without };
        let signed = |(seat, signature): (u8, &Signature)| Signed {
            statement: consent(seat),
            signature: *signature,
        };
        self.consenting(present).zip(&self.consents).map(signed).collect()
    }

    /// Whether every signature in it but its own is genuine, given the keys of all seats and who was
    /// present.
    pub fn is_genuine(&self, keys: &[VerifyingKey], present: u16) -> bool {
        let consents = self.signed_consents(present);
        consents.len() == self.consents.len()
            && consents.iter().all(|consent| consent.is_genuine(keys))
            && self.promises.iter().all(|promise| promise.is_genuine(keys))
    }
}

impl Accept {
    /// The acceptance of a proposal by a seat.
    pub fn of(proposal: &Proposal, seat: u8) -> Self {
        let at = Header { seat, ..proposal.at };
        Self { at, ballot: proposal.ballot(), value: proposal.value }
    }
}

impl Certificate {
    /// The acceptances, as they were signed.
    pub fn accepted(&self) -> impl Iterator<Item = Signed<Accept>> {
        signed_accepts(&self.accepts, |seat| Accept::of(&self.proposal.statement, seat))
    }
}

impl Decided {
    /// The acceptances, as they were signed in a match.
    pub fn accepted(&self, match_id: Digest) -> impl Iterator<Item = Signed<Accept>> {
        let Self { step, head, ballot, .. } = *self;
        let value = Value::Contributions(self.contributions);
        let accept =
            move |seat| Accept { at: Header { match_id, step, seat, head }, ballot, value };
        signed_accepts(&self.accepts, accept)
    }
}

fn signed_accepts(
    accepts: &[(u8, Signature)],
    statement: impl Fn(u8) -> Accept,
) -> impl Iterator<Item = Signed<Accept>> {
    accepts.iter().map(move |&(seat, signature)| Signed { statement: statement(seat), signature })
}

/// The digest that names the contributions of a step, in the order of seats.
pub fn contributions_digest(contributions: &[Digest]) -> Digest {
    let parts: Vec<&[u8]> = contributions.iter().map(Digest::as_slice).collect();
    digest("contributions", &parts)
}

fn seats_of(mask: u16) -> impl Iterator<Item = u8> {
    (0..16).filter(move |seat| mask >> seat & 1 == 1)
}

/// A statement on how to close a step, as it is sent between nodes. A proposal comes with the chain of
/// those that it rests on: each is followed by the one whose value it adopts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Word {
    /// A consent.
    Consent(Signed<Consent>),
    /// The beginning of a ballot.
    Prepare(Signed<Prepare>),
    /// A promise, and the proposal that it names as accepted.
    Promise(Signed<Promise>, Vec<Signed<Proposal>>),
    /// A proposal.
    Proposal(Vec<Signed<Proposal>>),
    /// An acceptance.
    Accept(Signed<Accept>),
    /// A decision.
    Decided(Box<Certificate>),
}

impl Word {
    /// What it is bound to; `None` if it is empty.
    pub fn at(&self) -> Option<&Header> {
        Some(match self {
            Self::Consent(signed) => &signed.statement.at,
            Self::Prepare(signed) => &signed.statement.at,
            Self::Promise(signed, _) => &signed.statement.at,
            Self::Proposal(chain) => &chain.first()?.statement.at,
            Self::Accept(signed) => &signed.statement.at,
            Self::Decided(certificate) => &certificate.proposal.statement.at,
        })
    }

    /// Whether every signature in it is genuine, given the keys of all seats and who is present.
    pub fn is_genuine(&self, keys: &[VerifyingKey], present: u16) -> bool {
        let proposal = |signed: &Signed<Proposal>| {
            signed.is_genuine(keys) && signed.statement.is_genuine(keys, present)
        };
        match self {
            Self::Consent(signed) => signed.is_genuine(keys),
            Self::Prepare(signed) => signed.is_genuine(keys),
            Self::Promise(signed, accepted) => {
                signed.is_genuine(keys) && accepted.iter().all(proposal)
            }
            Self::Proposal(chain) => chain.iter().all(proposal),
            Self::Accept(signed) => signed.is_genuine(keys),
            Self::Decided(certificate) => {
                proposal(&certificate.proposal)
                    && certificate.accepted().all(|accept| accept.is_genuine(keys))
            }
        }
    }
}

/// Signed statements of one seat on one step that contradict each other, in whatever order they were
/// made.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Contradiction {
    /// Two promises for one ballot.
    TwoPromises(Signed<Promise>, Signed<Promise>),
    /// Two acceptances in one ballot.
    TwoAccepts(Signed<Accept>, Signed<Accept>),
    /// Two values proposed in one ballot.
    TwoProposals(Box<Signed<Proposal>>, Box<Signed<Proposal>>),
    /// A proposal of another value than its own promises require.
    ForbiddenProposal(Box<Signed<Proposal>>),
    /// A promise that does not name what its seat has accepted in an earlier ballot.
    HiddenAccept(Signed<Promise>, Signed<Accept>),
    /// Two statements on how it has closed the step.
    TwoStandings(Signed<Standing>, Signed<Standing>),
}

impl Contradiction {
    /// The seat that it convicts, and the step; `None` if it proves nothing in this match.
    pub fn convicts(&self, match_id: &Digest, keys: &[VerifyingKey]) -> Option<(u8, u64)> {
        let (one, two) = match self {
            Self::TwoPromises(a, b) => (&a.statement.at, &b.statement.at),
            Self::TwoAccepts(a, b) => (&a.statement.at, &b.statement.at),
            Self::TwoProposals(a, b) => (&a.statement.at, &b.statement.at),
            Self::ForbiddenProposal(a) => (&a.statement.at, &a.statement.at),
            Self::HiddenAccept(a, b) => (&a.statement.at, &b.statement.at),
            Self::TwoStandings(a, b) => (&a.statement.at, &b.statement.at),
        };
        let genuine = match self {
            Self::TwoPromises(a, b) => a.is_genuine(keys) && b.is_genuine(keys),
            Self::TwoAccepts(a, b) => a.is_genuine(keys) && b.is_genuine(keys),
            Self::TwoProposals(a, b) => a.is_genuine(keys) && b.is_genuine(keys),
            Self::ForbiddenProposal(a) => {
                a.is_genuine(keys) && a.statement.promises.iter().all(|p| p.is_genuine(keys))
            }
            Self::HiddenAccept(a, b) => a.is_genuine(keys) && b.is_genuine(keys),
            Self::TwoStandings(a, b) => a.is_genuine(keys) && b.is_genuine(keys),
        };
        let place = |at: &Header| (at.match_id, at.step, at.seat);
        let same = place(one) == place(two) && one.match_id == *match_id;
        (same && genuine && self.holds()).then_some((one.seat, one.step))
    }

    /// Whether the statements contradict each other if one seat has made them on one step.
    pub fn holds(&self) -> bool {
        match self {
            Self::TwoPromises(a, b) => {
                a.statement.ballot == b.statement.ballot && a.statement != b.statement
            }
            Self::TwoAccepts(a, b) => {
                a.statement.ballot == b.statement.ballot && a.statement != b.statement
            }
            Self::TwoProposals(a, b) => {
                let (a, b) = (&a.statement, &b.statement);
                a.round == b.round && (a.at, a.value) != (b.at, b.value)
            }
            Self::ForbiddenProposal(a) => {
                let ballot = a.statement.ballot();
                let ours = |promise: &Signed<Promise>| promise.statement.ballot == ballot;
                let claims = || a.statement.promises.iter().filter_map(|p| p.statement.accepted);
                let last = claims().map(|(ballot, _)| ballot).max();
                let asked = claims().filter(|(ballot, _)| Some(*ballot) == last);
                let allowed =
                    last.is_none() || asked.into_iter().any(|(_, v)| v == a.statement.value);
                a.statement.promises.iter().all(ours) && !allowed
            }
            Self::HiddenAccept(a, b) => hides(&a.statement, &b.statement),
            Self::TwoStandings(a, b) => a.statement != b.statement,
        }
    }
}

/// Whether a promise does not name what its seat has accepted: in an earlier ballot than the promise is
/// for, and in a later one than it names. Whichever came first, one of the two was wrong.
pub fn hides(promise: &Promise, accept: &Accept) -> bool {
    let named = promise.accepted.map(|(ballot, _)| ballot);
    let other = promise
        .accepted
        .is_some_and(|(ballot, value)| ballot == accept.ballot && value != accept.value);
    accept.ballot < promise.ballot && (named < Some(accept.ballot) || other)
}
