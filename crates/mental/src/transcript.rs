//! Every label that enters a challenge, and the context every proof is bound to.
//!
//! A proof's transcript is always opened through a [`Context`], so that it commits to the match,
//! the step and the seat before anything else; the proof only appends its statement and its
//! messages. All labels are named here and nowhere else.

use chacha20::ChaCha20Rng;
use curve25519_dalek::Scalar;
use merlin::Transcript;
use rand_core::{CryptoRng, SeedableRng};
use zeroize::Zeroizing;

use crate::{card::MaskedCard, point::Point};

/// Every label of a hash, and of what enters a transcript or leaves it.
pub(crate) mod label {
    /// The version of every equation in this crate; a change to any of them changes this label.
    pub(crate) const PROTOCOL: &[u8] = b"nodealer/mental/1";

    /// Separates key commitments from every other hash.
    pub(crate) const KEY_COMMITMENT: &[u8] = b"nodealer/mental/1/key-commitment";
    /// Separates the hash that makes face points from every other hash.
    pub(crate) const FACE: &[u8] = b"nodealer/mental/1/face";
    /// Separates the hash that makes entry points from every other hash.
    pub(crate) const ENTRY: &[u8] = b"nodealer/mental/1/entry";
    /// Separates the hash that makes vector generators from every other hash.
    pub(crate) const GENERATOR: &[u8] = b"nodealer/mental/1/generator";

    // Labels that open every transcript, and labels that several use.
    pub(crate) const DOMAIN: &[u8] = b"domain";
    pub(crate) const MATCH: &[u8] = b"match";
    pub(crate) const STEP: &[u8] = b"step";
    pub(crate) const SEAT: &[u8] = b"seat";
    pub(crate) const LENGTH: &[u8] = b"length";
    pub(crate) const A: &[u8] = b"A";
    pub(crate) const B: &[u8] = b"B";
    pub(crate) const D: &[u8] = b"D";
    pub(crate) const H: &[u8] = b"H";
    pub(crate) const X: &[u8] = b"X";
    pub(crate) const WEIGHT: &[u8] = b"weight";

    // What a prover's randomness is made of; no verifier ever sees a transcript with these.
    pub(crate) const SECRET: &[u8] = b"secret";
    pub(crate) const FRESH: &[u8] = b"fresh";
    pub(crate) const NONCE: &[u8] = b"nonce";

    pub(crate) mod key {
        pub(crate) const R: &[u8] = b"R";
        pub(crate) const E: &[u8] = b"e";
    }

    pub(crate) mod dleq {
        pub(crate) const K_G: &[u8] = b"K_G";
        pub(crate) const K_P: &[u8] = b"K_P";
        pub(crate) const C: &[u8] = b"c";
    }

    pub(crate) mod shuffle {
        pub(crate) const PILES: &[u8] = b"piles";
        pub(crate) const C: &[u8] = b"c";
        pub(crate) const T: &[u8] = b"t";
        pub(crate) const C_B: &[u8] = b"c_b";
        pub(crate) const LAMBDA: &[u8] = b"lambda";
        pub(crate) const X: &[u8] = b"x";
        pub(crate) const C_S: &[u8] = b"c_s";
        pub(crate) const C_ALPHA: &[u8] = b"c_alpha";
        pub(crate) const C_BETA: &[u8] = b"c_beta";
        pub(crate) const E_A: &[u8] = b"E_A";
        pub(crate) const E_B: &[u8] = b"E_B";
        pub(crate) const E: &[u8] = b"e";
        pub(crate) const G: &[u8] = b"g";
        pub(crate) const H: &[u8] = b"h";
        pub(crate) const Z_RHO: &[u8] = b"Z";
        pub(crate) const Z: &[u8] = b"z";
        pub(crate) const Y: &[u8] = b"y";
        pub(crate) const DIGEST: &[u8] = b"digest";
        /// The domain of a transcript that weighs several proofs, not of a proof.
        pub(crate) const BATCH: &[u8] = b"batch";
        pub(crate) const W: &[u8] = b"w";
    }

    pub(crate) mod none_of {
        pub(crate) const M: &[u8] = b"M";
        pub(crate) const T: &[u8] = b"T";
        pub(crate) const V: &[u8] = b"V";
        pub(crate) const Q: &[u8] = b"Q";
        pub(crate) const K_V: &[u8] = b"K_V";
        pub(crate) const K_Q: &[u8] = b"K_Q";
        pub(crate) const K_X: &[u8] = b"K_X";
        pub(crate) const K_T: &[u8] = b"K_T";
        pub(crate) const C: &[u8] = b"c";
    }

    pub(crate) mod known_mask {
        pub(crate) const K: &[u8] = b"K";
        pub(crate) const C: &[u8] = b"c";
    }

    pub(crate) mod beacon {
        pub(crate) const R: &[u8] = b"R";
        pub(crate) const DRAW: &[u8] = b"draw";
    }

    pub(crate) mod escrow {
        pub(crate) const C: &[u8] = b"C";
        pub(crate) const I: &[u8] = b"i";
        pub(crate) const X_I: &[u8] = b"X_i";
        pub(crate) const X_J: &[u8] = b"X_j";
        pub(crate) const S: &[u8] = b"S";
        pub(crate) const PAD: &[u8] = b"pad";
        pub(crate) const E: &[u8] = b"e";
    }
}

/// What a proof is about; each kind has its own domain.
#[derive(Clone, Copy)]
pub(crate) enum Domain {
    /// Possession of a match key.
    Key,
    /// A verifiable shuffle.
    Shuffle,
    /// Shares of an opening.
    Shares,
    /// Cards masked again by one seat.
    Remask,
    /// None of these cards has one of these faces.
    NoneOf,
    /// A sealed choice.
    Seal,
    /// A beacon contribution.
    Beacon,
    /// What the opened beacon is stretched into.
    Roll,
    /// The pad over an escrowed share.
    Escrow,
    /// A complaint about an escrow dealing.
    Complaint,
    /// A leaver's share recovered from escrow.
    Recovered,
}

impl Domain {
    fn label(self) -> &'static [u8] {
        match self {
            Self::Key => b"key",
            Self::Shuffle => b"shuffle",
            Self::Shares => b"shares",
            Self::Remask => b"remask",
            Self::NoneOf => b"none-of",
            Self::Seal => b"seal",
            Self::Beacon => b"beacon",
            Self::Roll => b"roll",
            Self::Escrow => b"escrow",
            Self::Complaint => b"complaint",
            Self::Recovered => b"recovered",
        }
    }
}

/// Where a proof is made: match, step and seat. A proof made in one context fails in every other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    match_id: [u8; 32],
    step: u64,
    seat: u16,
}

impl Context {
    /// The context of `seat` in `step` of the match `match_id`.
    pub fn new(match_id: [u8; 32], step: u64, seat: u16) -> Self {
        Self { match_id, step, seat }
    }

    /// The seat.
    pub(crate) fn seat(&self) -> u16 {
        self.seat
    }

    /// The context of another seat in the same step.
    pub(crate) fn of_seat(self, seat: u16) -> Self {
        Self { seat, ..self }
    }

    /// The match.
    pub(crate) fn match_id(&self) -> &[u8; 32] {
        &self.match_id
    }

    /// Whether both are of the same step of the same match.
    pub(crate) fn same_step(&self, other: &Self) -> bool {
        (self.match_id, self.step) == (other.match_id, other.step)
    }

    /// Opens the transcript of one proof.
    pub(crate) fn open(&self, domain: Domain) -> Transcript {
        let mut t = Transcript::new(label::PROTOCOL);
        t.append_message(label::DOMAIN, domain.label());
        self.append(&mut t);
        t
    }

    /// Appends this context to its own transcript, or to one about another seat's message.
    pub(crate) fn append(&self, t: &mut Transcript) {
        t.append_message(label::MATCH, &self.match_id);
        t.append_u64(label::STEP, self.step);
        t.append_u64(label::SEAT, u64::from(self.seat));
    }
}

/// The transcript that the weights of several proofs verified together come from.
///
/// Each digest must bind one whole statement and proof. The weights of every proof then depend on
/// all of them: were each drawn from its own proof alone, many bad proofs could be tried one by one
/// until some of their weighted errors cancel.
pub(crate) fn batch<'a>(digests: impl ExactSizeIterator<Item = &'a [u8; 32]>) -> Transcript {
    let mut t = Transcript::new(label::PROTOCOL);
    t.append_message(label::DOMAIN, label::shuffle::BATCH);
    t.append_u64(label::LENGTH, digests.len() as u64);
    digests.for_each(|digest| t.append_message(label::shuffle::DIGEST, digest));
    t
}

/// How group elements and scalars enter a transcript, and how challenges leave it.
pub(crate) trait TranscriptProtocol {
    /// Appends one element.
    fn point(&mut self, label: &'static [u8], point: &Point);
    /// Appends a sequence of elements, preceded by its length.
    fn points<'a>(
        &mut self,
        label: &'static [u8],
        points: impl ExactSizeIterator<Item = &'a Point>,
    );
    /// Appends a sequence of cards, preceded by its length; each as "A" and "B".
    fn cards(&mut self, cards: &[MaskedCard]);
    /// Appends one scalar.
    fn scalar(&mut self, label: &'static [u8], scalar: &Scalar);
    /// Appends a sequence of scalars, preceded by its length.
    fn scalars(&mut self, label: &'static [u8], scalars: &[Scalar]);
    /// A challenge of 256 bits, uniform in the field up to a negligible bias.
    fn challenge(&mut self, label: &'static [u8]) -> Scalar;
    /// A challenge of 128 bits: enough for soundness, and half the work where it multiplies points.
    fn short_challenge(&mut self, label: &'static [u8]) -> Scalar;
    /// `n` challenges of 128 bits, squeezed as one challenge of `16·n` bytes: the weights of a batch.
    fn weights(&mut self, label: &'static [u8], n: usize) -> Vec<Scalar>;
    /// The prover's randomness for what follows, derived from everything appended so far, the secrets
    /// that the proof is about, and fresh bytes of `rng`.
    ///
    /// A generator that repeats itself then gives no two statements the same nonce; and where a secret
    /// goes in, even a generator that everybody can guess gives no nonce that anybody can. Callers wipe
    /// what they draw, and the generator wipes itself.
    fn hedge(&self, secrets: &[&Scalar], rng: &mut impl CryptoRng) -> ChaCha20Rng;
}

impl TranscriptProtocol for Transcript {
    fn point(&mut self, label: &'static [u8], point: &Point) {
        self.append_message(label, point.as_bytes());
    }

    fn points<'a>(
        &mut self,
        label: &'static [u8],
        points: impl ExactSizeIterator<Item = &'a Point>,
    ) {
        self.append_u64(label::LENGTH, points.len() as u64);
        points.for_each(|p| self.point(label, p));
    }

    fn cards(&mut self, cards: &[MaskedCard]) {
        self.append_u64(label::LENGTH, cards.len() as u64);
        for card in cards {
            self.point(label::A, &card.a);
            self.point(label::B, &card.b);
        }
    }

    fn scalar(&mut self, label: &'static [u8], scalar: &Scalar) {
        self.append_message(label, scalar.as_bytes());
    }

    fn scalars(&mut self, label: &'static [u8], scalars: &[Scalar]) {
        self.append_u64(label::LENGTH, scalars.len() as u64);
        scalars.iter().for_each(|s| self.scalar(label, s));
    }

    fn challenge(&mut self, label: &'static [u8]) -> Scalar {
        let mut wide = [0; 64];
        self.challenge_bytes(label, &mut wide);
        Scalar::from_bytes_mod_order_wide(&wide)
    }

    fn short_challenge(&mut self, label: &'static [u8]) -> Scalar {
        let mut bytes = [0; 32];
        self.challenge_bytes(label, &mut bytes[..16]);
        Scalar::from_bytes_mod_order(bytes)
    }

    fn weights(&mut self, label: &'static [u8], n: usize) -> Vec<Scalar> {
        let mut wide = vec![0; 16 * n];
        self.challenge_bytes(label, &mut wide);
        let weight = |half: &[u8]| {
            let mut bytes = [0; 32];
            bytes[..16].copy_from_slice(half);
            Scalar::from_bytes_mod_order(bytes)
        };
        wide.chunks_exact(16).map(weight).collect()
    }

    fn hedge(&self, secrets: &[&Scalar], rng: &mut impl CryptoRng) -> ChaCha20Rng {
        let mut t = Zeroizing::new(self.clone());
        secrets.iter().for_each(|secret| t.scalar(label::SECRET, secret));
        let mut fresh = Zeroizing::new([0; 32]);
        rng.fill_bytes(&mut *fresh);
        t.append_message(label::FRESH, &*fresh);
        let mut seed = Zeroizing::new([0; 32]);
        t.challenge_bytes(label::NONCE, &mut *seed);
        ChaCha20Rng::from_seed(*seed)
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use rand_chacha::ChaCha12Rng;
    use rand_core::Rng;

    use super::*;

    #[test]
    fn nonces_depend_on_statement_secrets_and_fresh_bytes_each() {
        let draw = |step, secrets: &[&Scalar], seed| {
            let t = Context::new([7; 32], step, 0).open(Domain::Key);
            t.hedge(secrets, &mut ChaCha12Rng::seed_from_u64(seed)).next_u64()
        };
        let [x, y] = [Scalar::ONE, Scalar::from(2u8)];
        let one = draw(1, &[&x], 1);
        assert_eq!(one, draw(1, &[&x], 1));
        for other in [
            draw(2, &[&x], 1),
            draw(1, &[&y], 1),
            draw(1, &[], 1),
            draw(1, &[&x, &y], 1),
            draw(1, &[&x], 2),
        ] {
            assert_ne!(one, other);
        }
    }

    #[test]
    fn nonces_are_no_challenges_and_never_repeat() {
        let mut t = Context::new([7; 32], 1, 0).open(Domain::Key);
        let mut rng = t.hedge(&[], &mut ChaCha12Rng::seed_from_u64(1));
        let mut seen: Vec<_> = (0..64).map(|_| rng.next_u64()).collect();
        let mut seed = [0; 32];
        t.challenge_bytes(label::NONCE, &mut seed);
        seen.push(ChaCha20Rng::from_seed(seed).next_u64());
        seen.sort_unstable();
        assert!(seen.windows(2).all(|pair| pair[0] != pair[1]));
    }

    /// The lines outside tests that have a byte string in them.
    fn literals(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.ends_with("tests") || entry.ends_with("transcript.rs") {
                continue;
            }
            if entry.is_dir() {
                literals(&entry, found);
                continue;
            }
            let source = fs::read_to_string(&entry).unwrap();
            let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap();
            found.extend(code.lines().filter(|line| line.contains("b\"")).map(str::to_owned));
        }
    }

    #[test]
    fn no_label_is_named_anywhere_else() {
        let mut found = Vec::new();
        literals(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
        assert_eq!(found, Vec::<String>::new());
    }
}
