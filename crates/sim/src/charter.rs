//! The seats of a simulated table: keys, secrets and the charter, all derived from the seed.

use ed25519_dalek::SigningKey;
use engine::Seat;
use proto::{Charter, SignedCharter, digest};
use table::Secrets;

use crate::world::Config;

/// The identity key of a seat in a world.
pub fn identity(seed: u64, seat: Seat) -> SigningKey {
    SigningKey::from_bytes(&digest("sim identity", &[&seed.to_le_bytes(), &[seat.index() as u8]]))
}

/// The secrets of a seat in a world.
pub fn secrets(seed: u64, seat: Seat) -> Secrets {
    let match_seed = digest("sim seed", &[&seed.to_le_bytes(), &[seat.index() as u8]]);
    Secrets::new(identity(seed, seat), match_seed)
}

/// A charter for these players, signed by all.
pub fn charter(config: &Config) -> SignedCharter {
    let secrets: Vec<Secrets> =
        Seat::all(config.seats).map(|seat| secrets(config.seed, seat)).collect();
    let seats = (1..).zip(&secrets).map(|(n, secrets)| secrets.place(&format!("P{n}")));
    let charter = table::charter(config.game, &config.options, seats.collect());
    let (survive, on_cheat) = (config.survive, config.on_cheat);
    table::sign(Charter { survive, on_cheat, ..charter }, &secrets)
}
