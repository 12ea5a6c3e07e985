//! Signatures and identities that laxer verification than that of section 8 takes, and one that stricter does not.

use curve25519_dalek::{EdwardsPoint, Scalar, constants::EIGHT_TORSION};
use ed25519_dalek::Signature;
use engine::Seat;
use proto::{Charter, Digest, Record, SignedCharter, Statement as _, digest};
use sha2::{Digest as _, Sha512};

use crate::{
    played::{identity, records},
    verdicts::transcript,
};

const OF: &str = "match";

/// Its bytes are those of `p + 1`, so that it is the neutral element, written otherwise.
const NEUTRAL_ABOVE_P: [u8; 32] = {
    let mut bytes = [0xff; 32];
    (bytes[0], bytes[31]) = (0xee, 0x7f);
    bytes
};

/// The neutral element, with the sign of an `x` that is 0.
const NEUTRAL_NEGATIVE: [u8; 32] = {
    let mut bytes = [0; 32];
    (bytes[0], bytes[31]) = (1, 0x80);
    bytes
};

/// `ℓ`, little-endian.
const ORDER: [u8; 32] = {
    let low: [u8; 16] = (27742317777372353535851937790883648493u128).to_le_bytes();
    let mut bytes = [0; 32];
    let mut at = 0;
    while at < low.len() {
        bytes[at] = low[at];
        at += 1;
    }
    bytes[31] = 0x10;
    bytes
};

/// Name, match, file.
pub(crate) fn files() -> Vec<(String, &'static str, Vec<u8>)> {
    contributions()
        .into_iter()
        .chain(charters())
        .map(|(name, file)| (name.into(), OF, file))
        .collect()
}

/// The first key of the match, signed by its seat in another way.
fn contributions() -> Vec<(&'static str, Vec<u8>)> {
    let [charter, key] = [0, 1].map(|at| records(OF).swap_remove(at));
    let Record::Contribution(key) = key else { panic!("no contribution") };
    let (a, signed) = (identity(Seat::new(0)).to_scalar(), key.statement.digest());
    let public = identity(Seat::new(0)).verifying_key().to_bytes();
    let file = |r: [u8; 32], s: [u8; 32]| {
        let mut key = key.clone();
        key.signature = Signature::from_components(r, s);
        transcript(&[charter.clone(), Record::Contribution(key)])
    };
    let with_point = |nonce: Scalar, r: [u8; 32]| {
        file(r, (nonce + challenge(&r, &public, &signed) * a).to_bytes())
    };
    let nonce = Scalar::from(5u64);
    let mixed = EdwardsPoint::mul_base(&nonce) + EIGHT_TORSION[1];
    let good = key.signature;
    vec![
        (
            "a signature whose s is not below the order",
            file(*good.r_bytes(), plus_order(*good.s_bytes())),
        ),
        ("a signature whose R has a part of small order", with_point(nonce, mixed.compress().0)),
        (
            "a signature whose R is of order 1, and not below p",
            with_point(Scalar::ZERO, NEUTRAL_ABOVE_P),
        ),
        ("a signature whose R is minus zero", with_point(Scalar::ZERO, NEUTRAL_NEGATIVE)),
    ]
}

/// The charter of the match with another identity in its first seat. Each identity is a point of the torsion, with the
/// real identity of that seat added to it or not.
fn charters() -> Vec<(&'static str, Vec<u8>)> {
    let a = identity(Seat::new(0)).to_scalar();
    let point = |point: EdwardsPoint| point.compress().0;
    let mixed = point(EdwardsPoint::mul_base(&a) + EIGHT_TORSION[1]);
    let small = point(EIGHT_TORSION[1]);
    let multiple = |k: &Scalar| k.as_bytes()[0] % 8;
    let nonces = || (1u64..).map(Scalar::from);
    // Signed by `s = r + k·a` with the first nonce whose challenge is as it is asked for.
    let signed_with = |identity: [u8; 32], a: Scalar, takes: fn(u8) -> bool| {
        charter(identity, 0, |signed| {
            let mut tries = nonces().map(|r| {
                let point = point(EdwardsPoint::mul_base(&r));
                (r, point, challenge(&point, &identity, signed))
            });
            let (r, point, k) = tries.find(|(.., k)| takes(multiple(k))).unwrap();
            Signature::from_components(point, (r + k * a).to_bytes())
        })
    };
    let anybodys = |identity: [u8; 32]| signed_with(identity, Scalar::ZERO, |_| true);
    vec![
        ("a charter with an identity of mixed order", signed_with(mixed, a, |k| k == 0)),
        (
            "a signature that holds only if it is multiplied by the cofactor",
            signed_with(mixed, a, |k| k != 0),
        ),
        ("a charter with a signature whose R is of order 8", of_order_eight(mixed, a)),
        ("a charter with an identity of order 8", signed_with(small, Scalar::ZERO, |k| k == 0)),
        ("a charter with an identity of order 1, not below p", anybodys(NEUTRAL_ABOVE_P)),
        ("a charter with an identity that is minus zero", anybodys(NEUTRAL_NEGATIVE)),
    ]
}

/// A signature that holds byte by byte under an identity with a part of order 8: `s·B − k·A` is that part alone.
fn of_order_eight(mixed: [u8; 32], a: Scalar) -> Vec<u8> {
    let fits = |nonce: u8| {
        let mut holds = false;
        let file = charter(mixed, nonce, |signed| {
            let small = [1, 3, 5, 7].map(|place: usize| (place, EIGHT_TORSION[place].compress().0));
            let tries = small.map(|(place, r)| (place, r, challenge(&r, &mixed, signed)));
            let found = tries
                .iter()
                .find(|(place, _, k)| (k.as_bytes()[0] as usize + place).is_multiple_of(8));
            holds = found.is_some();
            let (_, r, k) = found.unwrap_or(&tries[0]);
            Signature::from_components(*r, (k * a).to_bytes())
        });
        holds.then_some(file)
    };
    (0..=u8::MAX).find_map(fits).unwrap()
}

/// The charter of the match with this identity and nonce in its first seat, and this signature of it.
fn charter(
    identity_of_first: [u8; 32],
    nonce: u8,
    sign: impl FnOnce(&Digest) -> Signature,
) -> Vec<u8> {
    let Record::Charter(SignedCharter { charter, .. }) = records(OF).swap_remove(0) else {
        panic!("{OF} has no charter")
    };
    let mut charter: Charter = charter;
    charter.seats[0].identity = identity_of_first;
    charter.seats[0].nonce[0] ^= nonce;
    let first = sign(&digest("sign charter", &[&charter.id()]));
    let signatures = vec![first, charter.sign(&identity(Seat::new(1)))];
    transcript(&[Record::Charter(SignedCharter { charter, signatures })])
}

/// The `k` of RFC 8032.
fn challenge(r: &[u8; 32], public: &[u8; 32], signed: &Digest) -> Scalar {
    let mut hash = Sha512::new();
    for part in [r, public, signed] {
        hash.update(part);
    }
    Scalar::from_bytes_mod_order_wide(&hash.finalize().into())
}

/// The number plus `ℓ`.
fn plus_order(s: [u8; 32]) -> [u8; 32] {
    let mut carry = 0;
    let mut sum = [0; 32];
    for ((sum, a), b) in sum.iter_mut().zip(s).zip(ORDER) {
        let total = u16::from(a) + u16::from(b) + carry;
        (*sum, carry) = (total as u8, total >> 8);
    }
    sum
}
