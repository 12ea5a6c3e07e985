//! What both benches measure, and the floor they measure it against.
#![allow(missing_docs, clippy::unwrap_used)]

use curve25519_dalek::{
    Scalar,
    ristretto::{CompressedRistretto, RistrettoBasepointTable, RistrettoPoint},
};
use mental::{Card, Context, JointKey, PublicKey, SecretKey, Shuffle, face_point, key_commitment};
use rand_chacha::{ChaCha12Rng, rand_core::SeedableRng};

pub(crate) struct Bench {
    pub rng: ChaCha12Rng,
    pub joint: JointKey,
    pub piles: Vec<Vec<Card>>,
    table: RistrettoBasepointTable,
    scalars: Vec<Scalar>,
}

pub(crate) fn ctx(seat: usize) -> Context {
    Context::new([7; 32], 1, seat as u16)
}

impl Bench {
    /// A deck of `n` cards in one pile that two seats have shuffled already.
    pub(crate) fn new(n: usize) -> Self {
        let mut rng = ChaCha12Rng::seed_from_u64(n as u64);
        let keys = [0, 1].map(|seat| {
            let secret = SecretKey::generate(&mut rng);
            let proof = secret.prove(&ctx(seat), &mut rng);
            let (key, blind) = (secret.public(), [9; 32]);
            let commitment = key_commitment(&key, &blind);
            PublicKey::verify(&ctx(seat), &commitment, &key, &blind, &proof).unwrap()
        });
        let joint = JointKey::new(&keys).unwrap();
        let table = RistrettoBasepointTable::create(joint.point().point());
        let scalars = (0..n).map(|_| Scalar::random(&mut rng)).collect();
        let deck = [(0..n).map(|i| Card::open(face_point("bench", 0, i as u8))).collect()];
        let shuffle = Shuffle::new(&ctx(0), &joint, &deck, &mut rng).unwrap();
        let piles = shuffle.verify(&ctx(0), &joint, &deck).unwrap().into_piles();
        Self { rng, joint, piles, table, scalars }
    }

    /// What masking alone must cost: `ρ_i·G` and `ρ_i·H` by tables, all encoded in one batch.
    pub(crate) fn floor(&self) -> Vec<CompressedRistretto> {
        let mut points: Vec<_> = self.scalars.iter().map(RistrettoPoint::mul_base).collect();
        points.extend(self.scalars.iter().map(|rho| &self.table * rho));
        RistrettoPoint::double_and_compress_batch(&points)
    }

    pub(crate) fn shuffle(&mut self) -> Shuffle {
        Shuffle::new(&ctx(0), &self.joint, &self.piles, &mut self.rng).unwrap()
    }

    /// `k` shuffles, each of what the one before made.
    pub(crate) fn chain(&mut self, k: usize) -> Vec<(Context, Shuffle)> {
        let mut links: Vec<(Context, Shuffle)> = Vec::new();
        let mut piles = self.piles.clone();
        for seat in 0..k {
            let shuffle = Shuffle::new(&ctx(seat), &self.joint, &piles, &mut self.rng).unwrap();
            piles = shuffle.verify(&ctx(seat), &self.joint, &piles).unwrap().into_piles();
            links.push((ctx(seat), shuffle));
        }
        links
    }
}

pub(crate) fn links(chain: &[(Context, Shuffle)]) -> Vec<(Context, &Shuffle)> {
    chain.iter().map(|(ctx, shuffle)| (*ctx, shuffle)).collect()
}
