//! What nodes of one match send each other, and what files hold.

use ed25519_dalek::Signature;
use serde::{Deserialize, Serialize};

use crate::{
    Body, Contribution, Digest, Settled, Signed, SignedCharter, Vote,
    codec::{self, DecodeError},
    limits,
};

/// A message between the nodes of one match. Any node may pass on what another has signed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Message {
    /// A contribution.
    Contribution(Signed<Contribution>),
    /// A vote.
    Vote(Signed<Vote>),
    /// A step that a seat has closed while others vote on it.
    Settled(Signed<Settled>),
    /// How far a node has come, so that others can send what it misses.
    Status(Status),
    /// Proof that somebody has cheated.
    Evidence(Evidence),
}

impl Message {
    /// The message of which these are the bytes. Whatever is too long for its kind is refused before
    /// anything of it is decoded: every point in it costs a square root, and nobody has signed yet.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        const SIGNED: usize = limits::CONTRIBUTION + 8 + 64;
        let variant = |at: usize| bytes.get(at..at + 4);
        // Only contributions have points and lists; everything else is short and soon decoded.
        let most = match (variant(0), variant(4)) {
            (Some([0, 0, 0, 0]), _) => 4 + SIGNED,
            (Some([4, 0, 0, 0]), Some([0, 0, 0, 0])) => 8 + 2 * SIGNED,
            (Some([4, 0, 0, 0]), _) => 8 + SIGNED,
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
    /// The digest of everything before that step: who has another history is told so.
    pub head: Digest,
    /// Whose contributions to that step are here, as a bit mask.
    pub have: u16,
    /// Whose votes on that step are here, as a bit mask.
    pub votes: u16,
}

impl Status {
    /// The status that a message is, if it is one; anything else is not looked at.
    pub fn of_message(bytes: &[u8]) -> Option<Self> {
        codec::decode(bytes.strip_prefix(&[3, 0, 0, 0])?).ok()
    }
}

/// One entry of a transcript. A transcript is the charter, then for each step either the
/// contributions in the order of seats, or the votes that closed it. The contributions to a common head
/// are one record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Record {
    /// What was agreed.
    Charter(SignedCharter),
    /// What a seat said in a step.
    Contribution(Signed<Contribution>),
    /// A vote that closed a step.
    Vote(Signed<Vote>),
    /// The signatures of all present seats under their contributions to a common head, in the order of
    /// seats.
    Heads(Vec<Signature>),
}

impl Record {
    /// The records of a step that was closed by these contributions, in the order of seats.
    pub fn of_step(closed_by: Vec<Signed<Contribution>>) -> Vec<Self> {
        let common = |signed: &Signed<Contribution>| signed.statement.body == Body::CommonHead;
        if !closed_by.is_empty() && closed_by.iter().all(common) {
            return vec![Self::Heads(closed_by.iter().map(|signed| signed.signature).collect())];
        }
        closed_by.into_iter().map(Self::Contribution).collect()
    }
}

/// What proves that a seat has cheated; it needs the transcript up to its step beside it only where
/// that says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Evidence {
    /// Two different contributions to one step.
    Equivocation(Box<Signed<Contribution>>, Box<Signed<Contribution>>),
    /// A vote on a step in a later ballot than the one that its signer says has closed it.
    TwoFaced(Signed<Vote>, Signed<Settled>),
    /// A signed contribution that fails verification: needs the transcript up to its step.
    Invalid(Box<Signed<Contribution>>),
    /// Two different votes in one ballot.
    TwoVotes(Signed<Vote>, Signed<Vote>),
    /// Two different words on how a step was closed.
    TwoEnds(Signed<Settled>, Signed<Settled>),
}
