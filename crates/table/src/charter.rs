//! Makes and signs charters.

use engine::{Game, Options};
use proto::{Charter, OnCheat, SeatEntry, SignedCharter};

use crate::{Description, Secrets};

/// The charter of a game among these players. Its match survives no leaver and ends when somebody cheats,
/// unless these fields are changed before it is signed.
pub fn charter(game: &dyn Game, options: &Options, seats: Vec<SeatEntry>) -> Charter {
    let info = game.info();
    Charter {
        protocol: proto::VERSION,
        game: info.id.into(),
        rules: info.version,
        description: Description::of(game).digest(),
        options: options.iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect(),
        survive: 0,
        on_cheat: OnCheat::End,
        seats,
    }
}

/// A charter signed by all, where one process holds the secrets of all seats.
pub fn sign(charter: Charter, secrets: &[Secrets]) -> SignedCharter {
    let signatures = secrets.iter().map(|secrets| charter.sign(secrets.identity())).collect();
    SignedCharter { charter, signatures }
}

impl Secrets {
    /// The charter's entry for the seat with these secrets.
    pub fn place(&self, name: &str) -> SeatEntry {
        let (nonce, key) = self.commitment();
        let identity = self.identity().verifying_key().to_bytes();
        SeatEntry { identity, name: name.into(), nonce, key }
    }
}
