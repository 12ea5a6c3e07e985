//! Generators for vector commitments: elements nobody knows a relation between.
//!
//! `G_i = hash-to-group(SHA-512("nodealer/mental/1/generator" ‖ i as 8 bytes, little-endian))`, with the
//! 64 bytes mapped as in RFC 9496, section 4.3.4. They come from a fixed label and from nothing a
//! peer could have chosen.

use std::sync::{Arc, Mutex, PoisonError};

use curve25519_dalek::ristretto::RistrettoPoint;
use sha2::{Digest, Sha512};

use crate::transcript::label;

/// `G_0, G_1, …`: at least the first `n`, made once and remembered.
pub(crate) fn generators(n: usize) -> Arc<Vec<RistrettoPoint>> {
    static KNOWN: Mutex<Option<Arc<Vec<RistrettoPoint>>>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    let len = known.len();
    if len < n {
        Arc::make_mut(known).extend((len..n).map(generator));
    }
    Arc::clone(known)
}

fn generator(i: usize) -> RistrettoPoint {
    let hash = Sha512::new().chain_update(label::GENERATOR).chain_update((i as u64).to_le_bytes());
    RistrettoPoint::from_uniform_bytes(&hash.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growing_keeps_what_was_there_and_never_repeats() {
        let few = generators(2);
        let many = generators(50);
        assert!(many.len() >= 50);
        assert!(few.iter().zip(many.iter()).all(|(a, b)| a == b));
        for (i, g) in many.iter().enumerate() {
            assert_eq!(*g, generator(i));
            assert!(many[..i].iter().all(|h| h != g));
        }
    }
}
