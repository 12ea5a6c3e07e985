//! Who sits at a table of a world: keys, secrets and the charter, all from the seed.

use ed25519_dalek::SigningKey;
use engine::Seat;
use proto::{Charter, Place, SignedCharter, digest};
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
    let info = config.game.info();
    let place = |seat: Seat| {
        let secrets = secrets(config.seed, seat);
        let (nonce, key) = secrets.commitment();
        let identity = secrets.identity().verifying_key().to_bytes();
        Place { identity, name: format!("P{}", seat.index() + 1), nonce, key }
    };
    let charter = Charter {
        protocol: proto::VERSION,
        game: info.id.into(),
        rules: info.version,
        description: table::Description::of(config.game).digest(),
        options: config.options.iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
        survive: config.survive,
        on_cheat: config.on_cheat,
        seats: Seat::all(config.seats).map(place).collect(),
    };
    let signatures =
        Seat::all(config.seats).map(|seat| charter.sign(&identity(config.seed, seat))).collect();
    SignedCharter { charter, signatures }
}
