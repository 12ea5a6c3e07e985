//! The group is that of RFC 9496: all vectors of its appendices A.1 to A.3 hold.
#![allow(clippy::unwrap_used)]

use std::sync::LazyLock;

use curve25519_dalek::{Scalar, ristretto::RistrettoPoint};
use mental::Point;
use serde_json::Value;

static PUBLISHED: LazyLock<Value> = LazyLock::new(|| {
    let all = include_str!("../../../proto/vectors/published.json");
    serde_json::from_str::<Value>(all).unwrap()["ristretto255"].clone()
});

fn hex<const N: usize>(text: &Value) -> [u8; N] {
    let text = text.as_str().unwrap();
    assert_eq!(text.len(), 2 * N);
    core::array::from_fn(|i| u8::from_str_radix(&text[2 * i..][..2], 16).unwrap())
}

#[test]
fn multiples_of_the_base_point_have_the_encodings_of_the_rfc() {
    let multiples = PUBLISHED["multiples"].as_array().unwrap();
    assert_eq!(multiples.len(), 16);
    for (i, multiple) in (0u8..).zip(multiples) {
        let point = Point::new(RistrettoPoint::mul_base(&Scalar::from(i)));
        assert_eq!(*point.as_bytes(), hex(multiple));
        assert_eq!(Point::decode(hex(multiple)), Some(point));
    }
}

#[test]
fn the_bad_encodings_of_the_rfc_do_not_decode() {
    let bad: Vec<_> = PUBLISHED["invalid"].as_object().unwrap().values().collect();
    let bad: Vec<_> = bad.into_iter().flat_map(|list| list.as_array().unwrap()).collect();
    assert_eq!(bad.len(), 29);
    for bad in bad {
        assert_eq!(Point::decode(hex(bad)), None, "{bad}");
    }
}

#[test]
fn hashing_to_the_group_is_that_of_the_rfc() {
    let uniform = PUBLISHED["uniform"].as_array().unwrap();
    // Seven of their own, and four that make one point.
    assert_eq!(uniform.len(), 7 + 4);
    for pair in uniform {
        let hashed = Point::new(RistrettoPoint::from_uniform_bytes(&hex(&pair[0])));
        assert_eq!(*hashed.as_bytes(), hex(&pair[1]));
    }
}
