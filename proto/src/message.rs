//! The messages between nodes of one match, and the records of files.

use ed25519_dalek::Signature;
use serde::{Deserialize, Serialize};

use crate::{
    Certificate, Consent, Contradiction, Contribution, Digest, Leave, Signed, SignedCharter,
    Standing, Unfinished, Word,
    codec::{self, DecodeError},
    limits,
};

/// A message between the nodes of one match. Any node may relay what another has signed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Message {
    /// A contribution.
    Contribution(Signed<Contribution>),
    /// A statement on closing a step to which not everybody contributes.
    Word(Word),
    /// How far a node has come, so that others can send what it lacks.
    Status(Status),
    /// Proof that somebody has cheated.
    Evidence(Evidence),
    /// A step in the search for the first on which two nodes differ.
    Probe(Probe),
    /// The end of the answer to a resumed node.
    Told(Told),
    /// A seat leaves the match, or is back.
    Leave(Signed<Leave>),
    /// A seat ends a match that no quorum can go on with.
    Unfinished(Signed<Unfinished>),
    /// How a seat has closed a step.
    Standing(Signed<Standing>),
}

impl Message {
    /// Decodes a message. One that is too long for its kind is refused before anything of it is decoded:
    /// every point in it costs a square root, and no signature has been checked yet.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        const SIGNED: usize = limits::CONTRIBUTION + 8 + 64;
        let variant = |at: usize| bytes.get(at..at + 4);
        // Only contributions hold points; everything else decodes fast.
        let most = match (variant(0), variant(4)) {
            (Some([0, 0, 0, 0]), _) => 4 + SIGNED,
            (Some([1, 0, 0, 0]), _) => limits::CLOSING,
            (Some([3, 0, 0, 0]), Some([0, 0, 0, 0])) => 8 + 2 * SIGNED,
            (Some([3, 0, 0, 0]), Some([1, 0, 0, 0])) => 8 + SIGNED,
            // Two proposals, each as long as it may come.
            (Some([3, 0, 0, 0]), Some([2, 0, 0, 0])) => 2 * limits::CLOSING,
            (Some([3, 0, 0, 0]), Some([3, 0, 0, 0])) => 8 + limits::STATEMENT + SIGNED,
            (Some([5, 0, 0, 0]), _) => limits::STATEMENT + limits::TOLD * 32,
            _ => limits::STATEMENT,
        };
        if bytes.len() > most { Err(DecodeError::TooLarge) } else { codec::decode(bytes) }
    }
}

/// How far a node has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// The match.
    pub match_id: Digest,
    /// The first step that is not closed here.
    pub step: u64,
    /// The digest of everything before that step: a node with another history tells this one.
    pub head: Digest,
    /// Whose contributions to that step are here, as a bit mask.
    pub have: u16,
    /// Who is known here to have cheated, as a bit mask.
    pub proven: u16,
    /// Not 0 after a resumption: each receiver then sends what it holds of this node's seat, and repeats
    /// this number when all is sent.
    pub ask: u64,
}

impl Status {
    /// The status in a message, if it is one; other messages are not decoded.
    pub fn of_message(bytes: &[u8]) -> Option<Self> {
        codec::decode(bytes.strip_prefix(&[2, 0, 0, 0])?).ok()
    }
}

/// A step in the search for the first on which two nodes differ. They agree on the head before step
/// `agree`, differ on that before step `differ`, and the sender has this head in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// The match.
    pub match_id: Digest,
    /// The last step before which both have the same head, as far as is known.
    pub agree: u64,
    /// The first step before which they have different ones.
    pub differ: u64,
    /// A step between the two.
    pub step: u64,
    /// The head that the sender has before it.
    pub head: Digest,
}

/// Ends the answer to a resumed node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// The match.
    pub match_id: Digest,
    /// The number in the status that asked.
    pub ask: u64,
    /// The step that the answering node has come to.
    pub step: u64,
    /// The digests of the messages that the node's seat has signed: if one is missing, the answer was not
    /// complete.
    pub said: Vec<Digest>,
}

/// One entry of a transcript. A transcript is the charter, then for each step either the
/// contributions in the order of seats, or the consents of all who stayed, in the order of seats. What
/// comes after the last step is in no head, and may differ between the nodes of one match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Record {
    /// The charter.
    Charter(SignedCharter),
    /// A contribution to a step.
    Contribution(Signed<Contribution>),
    /// A consent that closed a step.
    Consent(Signed<Consent>),
    /// The signatures of all present seats under their contributions to a common head, in the order of
    /// seats.
    Heads(Vec<Signature>),
    /// After the last step: the decision by which a step was closed without some seats.
    Decided(Box<Certificate>),
    /// After the last step: what proves that a seat has cheated.
    Evidence(Evidence),
    /// After the last step: a seat has left.
    Leave(Signed<Leave>),
    /// After the last step: the match ends without a result.
    Unfinished(Signed<Unfinished>),
}

/// Proof that a seat has cheated. A variant that needs the transcript up to its step beside it says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Evidence {
    /// Two different contributions to one step, whatever their heads.
    Equivocation(Box<Signed<Contribution>>, Box<Signed<Contribution>>),
    /// A signed contribution that fails verification: needs the transcript up to its step.
    Invalid(Box<Signed<Contribution>>),
    /// Contradicting statements on how to close a step.
    Closing(Contradiction),
    /// A consent to go on without somebody, and the next contribution of its seat after all contributions
    /// had closed that step, without the decision that allowed it to: needs the transcript up to that
    /// contribution.
    BrokenConsent(Signed<Consent>, Box<Signed<Contribution>>),
}
