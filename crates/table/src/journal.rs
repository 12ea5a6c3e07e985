//! What a node must keep across a crash: its secrets, what it has signed, and what it has accepted.
//!
//! A journal is a header and framed, checksummed entries. A node's own contributions are in it
//! before they are sent, so that after a crash it says the same thing again. A tail torn by a crash
//! is cut off; anything else that does not fit is refused.

use proto::{
    Digest, Encoded, Evidence, Leave, Signed, SignedCharter, Standing, Statement, Unfinished, Word,
    codec, digest, limits,
};
use serde::{Deserialize, Serialize};
use zeroize::Zeroize;

/// The bytes that a journal begins with.
pub const HEADER: [u8; 11] = *b"nodealer\x03\0J";

/// One entry of a journal. It holds secrets: only its owner may read the file.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Entry {
    /// The match, this node's seat, and its secret seed.
    Start {
        /// What was agreed.
        charter: SignedCharter,
        /// This node's seat.
        seat: u8,
        /// The seed of all its randomness in this match.
        seed: [u8; 32],
    },
    /// An entry that the player has picked in a step, before it is sent or sealed.
    Picked(u64, u16),
    /// A contribution, its own or one it has accepted.
    Contribution(Encoded),
    /// A statement on how to close a step: its own, a proposal that it has accepted, or the decision.
    Word(Word),
    /// What proves that a seat has cheated.
    Evidence(Evidence),
    /// A seat has said that it leaves, or is back.
    Leave(Signed<Leave>),
    /// A seat has ended the match without a result.
    Unfinished(Signed<Unfinished>),
    /// The match was resumed from this journal.
    Resumed,
    /// How this node has closed a step, as it has told others.
    Standing(Signed<Standing>),
}

impl Drop for Entry {
    fn drop(&mut self) {
        if let Self::Start { seed, .. } = self {
            seed.zeroize();
        }
    }
}

/// Why a journal cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// It is something else, or of another version.
    #[error("it is not a journal of this version of nodealer")]
    Foreign,
    /// An entry is damaged that no crash can have touched.
    #[error("it is damaged at byte {0}; restore it from a copy, or take your seat as a spectator")]
    Damaged(usize),
    /// It does not begin with a match.
    #[error("it does not say which match it is of")]
    NoStart,
}

/// The framed bytes of an entry: length, checksum, entry.
pub fn frame(entry: &Entry) -> Vec<u8> {
    frame_bytes(&codec::encode(entry))
}

/// The framed bytes of [`Entry::Contribution`].
pub(crate) fn frame_contribution(said: &Encoded) -> Vec<u8> {
    frame_bytes(&said.variant(CONTRIBUTION))
}

/// The number of [`Entry::Contribution`].
const CONTRIBUTION: u32 = 2;

fn frame_bytes(body: &[u8]) -> Vec<u8> {
    [&(body.len() as u32).to_le_bytes(), checksum(body).as_slice(), body].concat()
}

/// The entries of a journal, and the length of its intact part: the bytes after it were torn by a crash.
pub fn read(bytes: &[u8]) -> Result<(Vec<Entry>, usize), JournalError> {
    let mut rest = bytes.strip_prefix(&HEADER).ok_or(JournalError::Foreign)?;
    let mut entries = Vec::new();
    loop {
        let good = bytes.len() - rest.len();
        let Some((entry, after)) = next(rest) else {
            // A crash can damage what was written after the last sync, and nothing before it.
            return if !rest_holds_synced(rest, entries.first()) {
                Ok((entries, good))
            } else {
                Err(JournalError::Damaged(good))
            };
        };
        entries.push(entry);
        rest = after;
    }
}

fn next(bytes: &[u8]) -> Option<(Entry, &[u8])> {
    let (sum, body, rest) = split(bytes)?;
    Some((decode(sum, body)?, rest))
}

/// The checksum and the body of the first entry, and the bytes after it. No entry is empty, or larger
/// than any message.
fn split(bytes: &[u8]) -> Option<([u8; 8], &[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let (sum, rest) = rest.split_first_chunk::<8>()?;
    let length = u32::from_le_bytes(*length) as usize;
    let (body, rest) = rest.split_at_checked(length)?;
    (1..=limits::MESSAGE).contains(&length).then_some((*sum, body, rest))
}

fn decode(sum: [u8; 8], body: &[u8]) -> Option<Entry> {
    if checksum(body) != sum {
        return None;
    }
    // Points are decoded when they are needed, not all at once.
    match body.strip_prefix(&CONTRIBUTION.to_le_bytes()) {
        Some(said) => Encoded::read(said).map(Entry::Contribution),
        None => codec::decode(body).ok(),
    }
}

/// How much of a journal is searched behind a bad entry: this many bytes are hashed, or a sixteenth as
/// many are decoded. What a crash leaves takes far less; a file that would take more is refused.
const SEARCHED: usize = 16 * 1024 * 1024;

/// Whether a synced entry follows a bad one, which no crash can cause. Also true if the search would
/// exceed [`SEARCHED`].
fn rest_holds_synced(rest: &[u8], start: Option<&Entry>) -> bool {
    let me = match start {
        Some(Entry::Start { seat, .. }) => Some(*seat),
        _ => None,
    };
    let mut left = SEARCHED;
    for at in 1..rest.len() {
        let found = rest.get(at..).and_then(split);
        let Some((sum, body, _)) = found else { continue };
        let entry = decode(sum, body);
        // Each hash has a fixed cost, and decoding points costs as much as many hashes.
        let price = if entry.is_some() { 16 } else { 1 } * (64 + body.len());
        if left < price || entry.is_some_and(|entry| is_synced(&entry, me)) {
            return true;
        }
        left -= price;
    }
    false
}

/// Whether an entry is synced before anything else is written, in the journal of a seat.
fn is_synced(entry: &Entry, me: Option<u8>) -> bool {
    let mine = |seat: u8| me.is_none_or(|me| seat == me);
    match entry {
        Entry::Start { .. } | Entry::Evidence(_) | Entry::Resumed | Entry::Standing(_) => true,
        Entry::Picked(..) | Entry::Leave(_) => false,
        Entry::Contribution(said) => mine(said.seat()),
        Entry::Unfinished(signed) => mine(signed.statement.seat()),
        Entry::Word(Word::Proposal(_) | Word::Decided(_)) => false,
        Entry::Word(word) => word.at().is_some_and(|at| mine(at.seat)),
    }
}

fn checksum(body: &[u8]) -> [u8; 8] {
    let sum: Digest = digest("journal", &[body]);
    [sum[0], sum[1], sum[2], sum[3], sum[4], sum[5], sum[6], sum[7]]
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::SigningKey;
    use proto::Contribution;

    use super::*;

    #[test]
    fn an_encoded_contribution_is_framed_as_its_entry_is() {
        let said = Contribution::common_head([7; 32], 5, 1, [9; 32]);
        let signed = Signed::new(said, &SigningKey::from_bytes(&[1; 32]));
        let said = Encoded::new(&signed);
        assert_eq!(frame_contribution(&said), frame(&Entry::Contribution(said.clone())));
        let body = [&CONTRIBUTION.to_le_bytes()[..], &codec::encode(&signed)].concat();
        assert_eq!(frame_contribution(&said), frame_bytes(&body));
    }
}
