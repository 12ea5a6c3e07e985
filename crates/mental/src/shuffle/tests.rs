use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;

use super::*;
use crate::card::face_point;
use crate::keys::{PublicKey, SecretKey};

fn joint(rng: &mut ChaCha12Rng) -> JointKey {
    let keys: Vec<_> = (0..3)
        .map(|seat| {
            let ctx = Context::new([7; 32], 0, seat);
            let secret = SecretKey::generate(rng);
            let proof = secret.prove(&ctx, rng);
            PublicKey::verify(&ctx, &secret.public(), &proof).unwrap()
        })
        .collect();
    JointKey::new(&keys).unwrap()
}

#[test]
fn smoke() {
    let rng = &mut ChaCha12Rng::seed_from_u64(1);
    let joint = joint(rng);
    let ctx = Context::new([7; 32], 1, 0);
    for sizes in [vec![1], vec![2], vec![3, 1, 0, 4], vec![52], vec![1, 1], vec![256]] {
        let input: Vec<Vec<_>> = sizes
            .iter()
            .map(|&n| (0..n).map(|i| MaskedCard::open(face_point("g", 0, i as u8))).collect())
            .collect();
        let s = Shuffle::new(&ctx, &joint, &input, rng).unwrap();
        s.verify(&ctx, &joint, &input).unwrap();
    }
}
