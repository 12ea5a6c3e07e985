//! Group elements that remember their canonical encoding.
//!
//! Encoding a ristretto255 point costs a field inversion, and nearly every point here is both
//! computed with and hashed or sent. [`Point`] pays once, in batches where it can, and decodes
//! strictly: a byte string that is not *the* encoding of a point is refused.

use core::fmt;

use curve25519_dalek::{
    Scalar,
    ristretto::{CompressedRistretto, RistrettoPoint},
    traits::Identity,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use zeroize::Zeroize;

/// A ristretto255 element together with its canonical 32-byte encoding.
#[derive(Clone, Copy)]
pub struct Point {
    point: RistrettoPoint,
    bytes: CompressedRistretto,
}

impl Point {
    /// Encodes one element; use [`Point::batch_doubles`] for several.
    pub fn new(point: RistrettoPoint) -> Self {
        Self { point, bytes: point.compress() }
    }

    /// The elements `2·h` for every `h`, encoded together.
    ///
    /// Encoding doubles for free when it is batched, so callers compute halves
    /// (multiplying by `1/2`) and let the encoding double them.
    pub fn batch_doubles(halves: &[RistrettoPoint]) -> Vec<Self> {
        let bytes = RistrettoPoint::double_and_compress_batch(halves);
        halves.iter().zip(bytes).map(|(h, bytes)| Self { point: h + h, bytes }).collect()
    }

    /// Decodes the canonical encoding of an element and nothing else.
    pub fn decode(bytes: [u8; 32]) -> Option<Self> {
        let bytes = CompressedRistretto(bytes);
        bytes.decompress().map(|point| Self { point, bytes })
    }

    /// The neutral element.
    pub fn identity() -> Self {
        Self { point: RistrettoPoint::identity(), bytes: CompressedRistretto::identity() }
    }

    /// Whether this is the neutral element.
    pub fn is_identity(&self) -> bool {
        self.bytes == CompressedRistretto::identity()
    }

    /// The element to compute with.
    pub fn point(&self) -> &RistrettoPoint {
        &self.point
    }

    /// The canonical encoding.
    pub fn as_bytes(&self) -> &[u8; 32] {
        self.bytes.as_bytes()
    }
}

/// `1/2` in the scalar field: multiplying by it turns [`Point::batch_doubles`] into a batch encoder.
pub(crate) fn half() -> Scalar {
    // (ℓ + 1) / 2, little-endian.
    const HALF: [u8; 32] = [
        0xf7, 0xe9, 0x7a, 0x2e, 0x8d, 0x31, 0x09, 0x2c, 0x6b, 0xce, 0x7b, 0x51, 0xef, 0x7c, 0x6f,
        0x0a, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x08,
    ];
    Scalar::from_bytes_mod_order(HALF)
}

impl Zeroize for Point {
    fn zeroize(&mut self) {
        self.point.zeroize();
        self.bytes.zeroize();
    }
}

impl PartialEq for Point {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Point {}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Point {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Point(")?;
        self.as_bytes()[..4].iter().try_for_each(|b| write!(f, "{b:02x}"))?;
        f.write_str("…)")
    }
}

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_bytes().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = <[u8; 32]>::deserialize(deserializer)?;
        Self::decode(bytes)
            .ok_or_else(|| serde::de::Error::custom("not a canonical ristretto255 point"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_doubled_is_one() {
        assert_eq!(half() + half(), Scalar::ONE);
    }

    #[test]
    fn batched_encoding_equals_single_encoding() {
        let halves: Vec<_> = (1u8..6).map(|i| RistrettoPoint::mul_base(&Scalar::from(i))).collect();
        for (h, p) in halves.iter().zip(Point::batch_doubles(&halves)) {
            assert_eq!(p, Point::new(h + h));
            assert_eq!(p.point().compress().as_bytes(), p.as_bytes());
        }
    }
}
