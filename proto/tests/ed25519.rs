//! Signatures are those of RFC 8032: its test vectors hold, and nothing near them does.
#![allow(clippy::unwrap_used, missing_docs)]

use ed25519_dalek::{Signature, Signer, SigningKey};

fn hex<const N: usize>(text: &str) -> [u8; N] {
    assert_eq!(text.len(), 2 * N);
    core::array::from_fn(|i| u8::from_str_radix(&text[2 * i..][..2], 16).unwrap())
}

/// Section 7.1, tests 1 and 2: secret, public key, message, signature.
const VECTORS: [(&str, &str, &[u8], &str); 2] = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        b"",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b\
         d25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        &[0x72],
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c\
         387b2eaeb4302aeeb00d291612bb0c00",
    ),
];

#[test]
fn the_vectors_of_rfc_8032_hold() {
    for (secret, public, message, signature) in VECTORS {
        let key = SigningKey::from_bytes(&hex(secret));
        assert_eq!(key.verifying_key().to_bytes(), hex(public));
        assert_eq!(key.sign(message).to_bytes(), hex(signature));
        let signature = hex::<64>(signature);
        let holds = |bytes: &[u8; 64], message: &[u8]| {
            let signature = Signature::from_bytes(bytes);
            key.verifying_key().verify_strict(message, &signature).is_ok()
        };
        assert!(holds(&signature, message));
        assert!(!holds(&signature, &[message, &[0]].concat()));
        for i in 0..64 {
            let mut bent = signature;
            bent[i] ^= 1;
            assert!(!holds(&bent, message), "{i}");
        }
    }
}
