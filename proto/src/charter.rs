//! The charter: what everybody at the table has agreed to and signed.

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use serde::{Deserialize, Serialize};

use crate::{Digest, codec, digest, limits};

/// What all seats agree on before a match. Its digest is the match id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charter {
    /// The version of this protocol.
    pub protocol: u16,
    /// The game's id.
    pub game: String,
    /// The version of the game's rules.
    pub rules: u16,
    /// The digest of what the numbers in a transcript mean: the game's decks, faces and options.
    pub description: Digest,
    /// All options of the game with their values, in the order of their keys.
    pub options: Vec<(String, String)>,
    /// How many leavers the table survives; 0 is the strict table.
    pub survive: u8,
    /// What happens when somebody is proven to have cheated.
    pub on_cheat: OnCheat,
    /// The seats, in their order around the table.
    pub seats: Vec<SeatEntry>,
}

/// One seat in a charter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatEntry {
    /// The player's ed25519 key.
    pub identity: [u8; 32],
    /// The player's name.
    pub name: String,
    /// Random bytes of the player, so that the match id is fresh.
    pub nonce: [u8; 32],
    /// The commitment to the match key, opened in step 1.
    pub key: Digest,
}

/// What happens when somebody is proven to have cheated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OnCheat {
    /// The match ends.
    End,
    /// The match goes on without them, as without a leaver.
    GoOn,
}

/// A charter with everybody's signature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedCharter {
    /// What is signed.
    pub charter: Charter,
    /// One signature for each seat, in order.
    pub signatures: Vec<Signature>,
}

/// Why a charter is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CharterError {
    /// Made by another version of this protocol.
    #[error("the charter is of protocol version {0}, this is version {this}", this = crate::VERSION)]
    Version(u16),
    /// Too many or too few of something, or a text too long.
    #[error("the charter has {0}")]
    Shape(&'static str),
    /// A seat's key is not an ed25519 key.
    #[error("seat {} of the charter has no valid key", .0 + 1)]
    Key(usize),
    /// A seat's signature is missing or wrong.
    #[error("seat {} has not signed the charter", .0 + 1)]
    Signature(usize),
}

impl Charter {
    /// The match id.
    pub fn id(&self) -> Digest {
        digest("charter", &[&codec::encode(self)])
    }

    /// A seat's signature.
    pub fn sign(&self, identity: &SigningKey) -> Signature {
        identity.sign(&signed_bytes(&self.id()))
    }

    /// Checks all that does not depend on a game, and returns the seats' keys.
    pub fn check(&self) -> Result<Vec<VerifyingKey>, CharterError> {
        if self.protocol != crate::VERSION {
            return Err(CharterError::Version(self.protocol));
        }
        let seats = self.seats.len();
        if !(2..=limits::SEATS).contains(&seats) {
            return Err(CharterError::Shape("an impossible number of seats"));
        }
        if usize::from(self.survive) + 2 > seats {
            return Err(CharterError::Shape("too few seats for so many leavers"));
        }
        let word = |w: &String| w.len() <= limits::WORD;
        let words = self.options.iter().all(|(key, value)| word(key) && word(value));
        if !words || !word(&self.game) || self.options.len() > limits::OPTIONS {
            return Err(CharterError::Shape("too long a game id or too many options"));
        }
        if !self.options.is_sorted_by(|a, b| a.0 < b.0) {
            return Err(CharterError::Shape("options out of order"));
        }
        let named = |p: &SeatEntry| !p.name.is_empty() && p.name.len() <= limits::NAME;
        if !self.seats.iter().all(named)
            || self.seats.iter().any(|p| p.name.chars().any(char::is_control))
        {
            return Err(CharterError::Shape("a name that is empty, too long or not printable"));
        }
        let repeated = |i: usize, p: &SeatEntry| {
            self.seats.iter().take(i).any(|q| q.identity == p.identity || q.key == p.key)
        };
        if self.seats.iter().enumerate().any(|(i, p)| repeated(i, p)) {
            return Err(CharterError::Shape("the same player in two seats"));
        }
        let key = |(i, p): (usize, &SeatEntry)| {
            // Decoding also accepts non-canonical encodings of some points.
            let canonical =
                |key: &VerifyingKey| key.to_edwards().compress().to_bytes() == p.identity;
            let key = VerifyingKey::from_bytes(&p.identity).ok();
            key.filter(|key| canonical(key) && !key.is_weak()).ok_or(CharterError::Key(i))
        };
        self.seats.iter().enumerate().map(key).collect()
    }
}

impl SignedCharter {
    /// Checks the charter and everybody's signature, and returns the seats' keys.
    pub fn verify(&self) -> Result<Vec<VerifyingKey>, CharterError> {
        let keys = self.charter.check()?;
        if self.signatures.len() != keys.len() {
            return Err(CharterError::Signature(self.signatures.len().min(keys.len())));
        }
        let message = signed_bytes(&self.charter.id());
        for (seat, (key, signature)) in keys.iter().zip(&self.signatures).enumerate() {
            key.verify_strict(&message, signature).map_err(|_| CharterError::Signature(seat))?;
        }
        Ok(keys)
    }
}

fn signed_bytes(id: &Digest) -> Digest {
    digest("sign charter", &[id])
}
