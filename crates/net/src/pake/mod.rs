//! Proof that both ends know a table's secret, without showing it: CPace as in `draft-irtf-cfrg-cpace`, with
//! ristretto255 and SHA-512, and the explicit key confirmation that the draft suggests. The guest is the
//! initiator A, the host the responder B; nothing is sent as associated data.
//!
//! ```text
//! g     = hash-to-group(lv(DSI) ‖ lv(secret) ‖ lv(zeros) ‖ lv(CI) ‖ lv(sid))
//! Y_a   = y_a · g,  Y_b = y_b · g                      each with a fresh scalar
//! K     = y_a · Y_b = y_b · Y_a                        equal exactly if both used the same g
//! ISK   = SHA-512(lv(DSI_ISK) ‖ lv(sid) ‖ lv(K) ‖ lv(Y_a) ‖ lv(AD_a) ‖ lv(Y_b) ‖ lv(AD_b))
//! k     = SHA-512("CPaceMac" ‖ sid ‖ ISK)
//! tag_a = HMAC-SHA-512(k, lv(Y_a) ‖ lv(AD_a)),  tag_b likewise
//! ```
//!
//! The channel identifier `CI` names host and guest, the session identifier `sid` is the table's id, so a
//! run cannot be relayed to another table or person. Whoever does not know the secret learns from one run
//! whether one guess was right, and nothing that helps to test further guesses offline: a point is uniform
//! whatever the secret, and a tag depends on `K`.

use core::fmt;

use curve25519_dalek::{
    RistrettoPoint, Scalar, ristretto::CompressedRistretto, traits::IsIdentity,
};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha512};
use subtle::ConstantTimeEq;
use zeroize::Zeroize;

/// The draft's name for this group and hash.
const DSI: &[u8] = b"CPaceRistretto255";
const DSI_ISK: &[u8] = b"CPaceRistretto255_ISK";
/// The block size of SHA-512: zeros fill the first block up after the secret.
const BLOCK: usize = 128;
/// No associated data is sent with the points.
const NO_DATA: &[u8] = b"";

/// What a run is bound to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context {
    /// The table.
    pub table: [u8; 16],
    /// The host's key.
    pub host: [u8; 32],
    /// The guest's key.
    pub guest: [u8; 32],
}

/// One end of a run: its secret scalar and its point.
pub struct Half {
    sid: Vec<u8>,
    scalar: Scalar,
    point: [u8; 32],
}

/// What both ends share if they used the same secret.
pub struct Shared {
    mac_key: [u8; 64],
    guest: [u8; 32],
    host: [u8; 32],
}

/// The key confirmation by which one end proves that it knows the secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tag(pub(crate) [u8; 32], pub(crate) [u8; 32]);

impl Context {
    fn channel(&self) -> Vec<u8> {
        prefixed(&[b"nodealer", &self.host, &self.guest])
    }
}

impl Half {
    /// Begins a run; `entropy` must be fresh and unpredictable.
    pub fn new(secret: &str, context: &Context, mut entropy: [u8; 64]) -> Self {
        let generator = generator(secret.as_bytes(), &context.channel(), &context.table);
        let scalar = Scalar::from_bytes_mod_order_wide(&entropy);
        entropy.zeroize();
        Self::with(&context.table, generator, scalar)
    }

    fn with(sid: &[u8], generator: RistrettoPoint, scalar: Scalar) -> Self {
        Self { sid: sid.to_vec(), scalar, point: (scalar * generator).compress().to_bytes() }
    }

    /// The point to send.
    pub fn point(&self) -> [u8; 32] {
        self.point
    }

    /// Ends the run at the guest. `None` if the host's point is invalid.
    pub fn finish_as_guest(self, host: [u8; 32]) -> Option<Shared> {
        let guest = self.point;
        self.finish(host, guest, host)
    }

    /// Ends the run at the host. `None` if the guest's point is invalid.
    pub fn finish_as_host(self, guest: [u8; 32]) -> Option<Shared> {
        let host = self.point;
        self.finish(guest, guest, host)
    }

    fn finish(self, other: [u8; 32], guest: [u8; 32], host: [u8; 32]) -> Option<Shared> {
        let mut k = multiply(&self.scalar, other)?;
        let mut isk = session_key(&self.sid, &k, (&guest, NO_DATA), (&host, NO_DATA));
        let mac_key = Sha512::new()
            .chain_update(b"CPaceMac")
            .chain_update(&self.sid)
            .chain_update(isk)
            .finalize()
            .into();
        k.zeroize();
        isk.zeroize();
        Some(Shared { mac_key, guest, host })
    }
}

/// The generator derived from a secret. Zeros fill the first block of the hash up after the secret, so that
/// the time of hashing tells nothing about it.
fn generator(secret: &[u8], channel: &[u8], sid: &[u8]) -> RistrettoPoint {
    let mut text = generator_string(secret, channel, sid);
    // Hash-to-group takes 64 uniform bytes.
    let mut wide: [u8; 64] = Sha512::digest(&text).into();
    let point = RistrettoPoint::from_uniform_bytes(&wide);
    text.zeroize();
    wide.zeroize();
    point
}

fn generator_string(secret: &[u8], channel: &[u8], sid: &[u8]) -> Vec<u8> {
    let before = prefixed(&[DSI, secret]).len();
    // The length prefix of the zeros takes one byte.
    let zeros = vec![0; BLOCK.saturating_sub(before + 1)];
    prefixed(&[DSI, secret, &zeros, channel, sid])
}

/// `scalar · point`; `None` for an invalid encoding, and for the identity, which would make the product
/// known to everybody.
fn multiply(scalar: &Scalar, point: [u8; 32]) -> Option<[u8; 32]> {
    let point = CompressedRistretto(point).decompress()?;
    let product = scalar * point;
    (!product.is_identity()).then(|| product.compress().to_bytes())
}

/// The intermediate session key of the draft.
fn session_key(sid: &[u8], k: &[u8], a: (&[u8], &[u8]), b: (&[u8], &[u8])) -> [u8; 64] {
    let mut text = prefixed(&[DSI_ISK, sid, k]);
    text.extend(prefixed(&[a.0, a.1, b.0, b.1]));
    let key = Sha512::digest(&text).into();
    text.zeroize();
    key
}

/// Every part with its length in LEB128 before it.
fn prefixed(parts: &[&[u8]]) -> Vec<u8> {
    let mut text = Vec::new();
    for part in parts {
        let mut length = part.len();
        while length >= 0x80 {
            text.push(length as u8 | 0x80);
            length >>= 7;
        }
        text.push(length as u8);
        text.extend_from_slice(part);
    }
    text
}

impl Drop for Half {
    fn drop(&mut self) {
        self.scalar.zeroize();
    }
}

impl Shared {
    /// The tag that the guest sends.
    pub fn guest_tag(&self) -> Tag {
        self.tag(&self.guest)
    }

    /// The tag that the host sends.
    pub fn host_tag(&self) -> Tag {
        self.tag(&self.host)
    }

    fn tag(&self, point: &[u8; 32]) -> Tag {
        // The key is shorter than a block of the hash, so HMAC pads it with zeros.
        let mut block = [0; BLOCK];
        block[..64].copy_from_slice(&self.mac_key);
        let mut mac = Hmac::<Sha512>::new(&block.into());
        block.zeroize();
        mac.update(&prefixed(&[point, NO_DATA]));
        let tag: [u8; 64] = mac.finalize().into_bytes().into();
        let (mut first, mut second) = ([0; 32], [0; 32]);
        first.copy_from_slice(&tag[..32]);
        second.copy_from_slice(&tag[32..]);
        Tag(first, second)
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.mac_key.zeroize();
    }
}

impl fmt::Debug for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Half")
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shared")
    }
}

/// Whether two tags are the same, in constant time.
pub fn same(one: &Tag, two: &Tag) -> bool {
    (one.0.ct_eq(&two.0) & one.1.ct_eq(&two.1)).into()
}

#[cfg(test)]
mod tests;
