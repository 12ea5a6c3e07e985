//! A table of seats with their secrets, for the tests of every proof.
#![allow(dead_code, clippy::unwrap_used)]

use mental::{
    Card, Context, JointKey, Point, PublicKey, Remask, SecretKey, Share, Shares, face_point,
    key_commitment,
};
use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;

/// All seats at once: what no player ever has.
pub(crate) struct Table {
    pub secrets: Vec<SecretKey>,
    pub keys: Vec<PublicKey>,
    pub joint: JointKey,
    pub rng: ChaCha12Rng,
}

/// The context of `seat` in `step` of the tests' match.
pub(crate) fn ctx(step: u64, seat: u16) -> Context {
    Context::new([7; 32], step, seat)
}

/// Contexts that each differ from `ctx(step, seat)` in one thing.
pub(crate) fn other_contexts(step: u64, seat: u16) -> [Context; 3] {
    [Context::new([8; 32], step, seat), ctx(step + 1, seat), ctx(step, seat + 1)]
}

/// The face points of the tests' deck.
pub(crate) fn face(face: u8) -> Point {
    face_point("test", 0, face)
}

fn key(seat: u16, secret: &SecretKey, rng: &mut ChaCha12Rng) -> PublicKey {
    let ctx = ctx(0, seat);
    let proof = secret.prove(&ctx, rng);
    let (key, blind) = (secret.public(), [9; 32]);
    PublicKey::verify(&ctx, &key_commitment(&key, &blind), &key, &blind, &proof).unwrap()
}

impl Table {
    pub(crate) fn new(seats: usize, seed: u64) -> Self {
        let mut rng = ChaCha12Rng::seed_from_u64(seed);
        let secrets: Vec<_> = (0..seats).map(|_| SecretKey::generate(&mut rng)).collect();
        let key = |(seat, secret)| key(seat, secret, &mut rng);
        let keys: Vec<_> = (0..).zip(&secrets).map(key).collect();
        let joint = JointKey::new(&keys).unwrap();
        Self { secrets, keys, joint, rng }
    }

    /// The key of some secret in the first seat.
    pub(crate) fn key(&mut self, secret: &SecretKey) -> PublicKey {
        key(0, secret, &mut self.rng)
    }

    /// Cards with these faces, masked.
    pub(crate) fn masked(&mut self, faces: &[u8]) -> Vec<Card> {
        let open: Vec<_> = faces.iter().map(|f| Card::open(face(*f))).collect();
        let remask = Remask::new(&ctx(0, 0), &self.joint, &open, &mut self.rng);
        remask.verify(&ctx(0, 0), &self.joint, &open).unwrap().cards().to_vec()
    }

    /// The verified shares of every seat but those in `without`; one list for each card.
    pub(crate) fn shares(&mut self, cards: &[Card], without: &[usize]) -> Vec<Vec<Share>> {
        let mut by_card = vec![Vec::new(); cards.len()];
        for seat in (0..self.secrets.len()).filter(|seat| !without.contains(seat)) {
            let ctx = ctx(1, seat as u16);
            let message = Shares::new(&ctx, &self.secrets[seat], cards, &mut self.rng);
            let shares = message.verify(&ctx, &self.keys[seat], cards).unwrap();
            by_card.iter_mut().zip(shares).for_each(|(list, share)| list.push(share));
        }
        by_card
    }
}
