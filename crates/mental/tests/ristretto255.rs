//! The group is that of RFC 9496: its test vectors hold.
#![allow(clippy::unwrap_used)]

use curve25519_dalek::{Scalar, ristretto::RistrettoPoint};
use mental::Point;

fn hex<const N: usize>(text: &str) -> [u8; N] {
    assert_eq!(text.len(), 2 * N);
    core::array::from_fn(|i| u8::from_str_radix(&text[2 * i..][..2], 16).unwrap())
}

#[test]
fn multiples_of_the_base_point_have_the_encodings_of_the_rfc() {
    let multiples = [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
        "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919",
        "94741f5d5d52755ece4f23f044ee27d5d1ea1e2bd196b462166b16152a9d0259",
    ];
    for (i, multiple) in (0u8..).zip(multiples) {
        let point = Point::new(RistrettoPoint::mul_base(&Scalar::from(i)));
        assert_eq!(*point.as_bytes(), hex(multiple));
        assert_eq!(Point::decode(hex(multiple)), Some(point));
    }
}

#[test]
fn the_bad_encodings_of_the_rfc_do_not_decode() {
    for bad in [
        // Not canonical.
        "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        // Negative.
        "0100000000000000000000000000000000000000000000000000000000000000",
        "01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ed57ffd8c914fb201471d1c3d245ce3c746fcbe63a3679d51b6a516ebebe0e20",
        // No square.
        "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
    ] {
        assert_eq!(Point::decode(hex(bad)), None, "{bad}");
    }
}

#[test]
fn hashing_to_the_group_is_that_of_the_rfc() {
    for (uniform, point) in [
        (
            "5d1be09e3d0c82fc538112490e35701979d99e06ca3e2b5b54bffe8b4dc772c1\
             4d98b696a1bbfb5ca32c436cc61c16563790306c79eaca7705668b47dffe5bb6",
            "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46",
        ),
        (
            "f116b34b8f17ceb56e8732a60d913dd10cce47a6d53bee9204be8b44f6678b27\
             0102a56902e2488c46120e9276cfe54638286b9e4b3cdb470b542d46c2068d38",
            "f26e5b6f7d362d2d2a94c5d0e7602cb4773c95a2e5c31a64f133189fa76ed61b",
        ),
    ] {
        let hashed = Point::new(RistrettoPoint::from_uniform_bytes(&hex(uniform)));
        assert_eq!(*hashed.as_bytes(), hex(point));
    }
}
