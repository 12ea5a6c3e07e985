//! The wire format: what nodes send each other and write to files, byte by byte.
//!
//! `PROTOCOL.md` beside this crate describes every byte and every equation; `vectors/` pins them.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

pub mod charter;
pub mod closing;
pub mod codec;
pub mod contribution;
mod encoded;
pub mod file;
pub mod limits;
pub mod message;

use sha2::Digest as _;

pub use charter::{Charter, CharterError, OnCheat, SeatEntry, SignedCharter};
pub use closing::{
    Accept, Ballot, Certificate, Consent, Contradiction, Decided, Header, Leave, Prepare, Promise,
    Proposal, Standing, Unfinished, Value, Word, contributions_digest, hides,
};
pub use contribution::{Body, Contribution, Shown, Signed, Statement};
pub use encoded::Encoded;
pub use message::{Evidence, Message, Probe, Record, Status, Told};

/// The version of the protocol.
pub const VERSION: u16 = 3;

/// A SHA-256 digest.
pub type Digest = [u8; 32];

/// SHA-256 over a label and parts, each preceded by its length as a `u64`.
pub fn digest(label: &str, parts: &[&[u8]]) -> Digest {
    let mut hash = sha2::Sha256::new();
    for part in [b"nodealer/1".as_slice(), label.as_bytes()].iter().chain(parts) {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// Bytes in lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A digest as four words that can be read aloud and compared: 64 bits, each word two consonant-vowel
/// pairs and a consonant that spell 16 of them.
///
/// ```
/// assert_eq!(proto::words(&[0; 32]), "babab-babab-babab-babab");
/// ```
#[expect(clippy::indexing_slicing, reason = "shifts and masks keep every index in its table")]
pub fn words(digest: &Digest) -> String {
    const CONSONANTS: [char; 16] =
        ['b', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'z'];
    const VOWELS: [char; 4] = ['a', 'i', 'o', 'u'];
    let word = |bytes: &[u8]| {
        let bits = usize::from(bytes[0]) << 8 | usize::from(bytes[1]);
        [
            CONSONANTS[bits >> 12],
            VOWELS[bits >> 10 & 3],
            CONSONANTS[bits >> 6 & 15],
            VOWELS[bits >> 4 & 3],
            CONSONANTS[bits & 15],
        ]
    };
    let words: Vec<String> =
        digest[..8].chunks_exact(2).map(|two| word(two).iter().collect()).collect();
    words.join("-")
}

/// The head after a step: the head before it, the step's number, how it was closed (by contributions
/// or by consents), and the digests of what closed it, in the order of seats.
pub fn next_head(head: &Digest, step: u64, how: &str, closed_by: &[Digest]) -> Digest {
    let step = step.to_le_bytes();
    let mut parts: Vec<&[u8]> = vec![head, &step, how.as_bytes()];
    parts.extend(closed_by.iter().map(Digest::as_slice));
    digest("head", &parts)
}
