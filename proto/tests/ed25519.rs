//! Signatures are those of RFC 8032: all test vectors of its section 7.1 hold, and nothing near them.
#![allow(clippy::unwrap_used, missing_docs)]

use ed25519_dalek::{Signature, Signer, SigningKey};
use serde_json::Value;

fn hex(text: &Value) -> Vec<u8> {
    let text = text.as_str().unwrap();
    let byte = |i| u8::from_str_radix(&text[i..i + 2], 16).unwrap();
    (0..text.len()).step_by(2).map(byte).collect()
}

#[test]
fn the_vectors_of_rfc_8032_hold() {
    let published: Value = serde_json::from_str(include_str!("../vectors/published.json")).unwrap();
    let vectors = published["ed25519"].as_array().unwrap();
    let names: Vec<_> = vectors.iter().map(|vector| vector["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["TEST 1", "TEST 2", "TEST 3", "TEST 1024", "TEST SHA(abc)"]);
    for vector in vectors {
        let key = SigningKey::from_bytes(&hex(&vector["secret"]).try_into().unwrap());
        let message = hex(&vector["message"]);
        let signature: [u8; 64] = hex(&vector["signature"]).try_into().unwrap();
        assert_eq!(key.verifying_key().to_bytes(), *hex(&vector["public"]));
        assert_eq!(key.sign(&message).to_bytes(), signature);
        let holds = |bytes: &[u8; 64], message: &[u8]| {
            let signature = Signature::from_bytes(bytes);
            key.verifying_key().verify_strict(message, &signature).is_ok()
        };
        assert!(holds(&signature, &message));
        assert!(!holds(&signature, &[&message[..], &[0]].concat()));
        for i in 0..64 {
            let mut bent = signature;
            bent[i] ^= 1;
            assert!(!holds(&bent, &message), "{i}");
        }
    }
}
