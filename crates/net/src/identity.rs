//! Who somebody is: one ed25519 key, on the network and at the table.

use core::fmt;
use std::{
    io::{self, Write as _},
    path::Path,
};

use ed25519_dalek::{SigningKey, VerifyingKey};
use libp2p::{PeerId, identity};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::storage;

/// A person's public key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Identity(pub [u8; 32]);

impl Identity {
    /// The identity of a secret key.
    pub fn of(key: &SigningKey) -> Self {
        Self(key.verifying_key().to_bytes())
    }

    /// The identity behind a peer id; `None` for peers with other kinds of keys.
    pub fn from_peer(peer: &PeerId) -> Option<Self> {
        let hash = peer.as_ref();
        // Code 0: the digest is the encoded key itself.
        if hash.code() != 0 {
            return None;
        }
        let key = identity::PublicKey::try_decode_protobuf(hash.digest()).ok()?;
        Some(Self(key.try_into_ed25519().ok()?.to_bytes()))
    }

    /// The peer id of this identity; `None` if the bytes are no key.
    pub fn peer(&self) -> Option<PeerId> {
        let key = identity::ed25519::PublicKey::try_from_bytes(&self.0).ok()?;
        Some(PeerId::from_public_key(&key.into()))
    }

    /// Whether the bytes are a usable public key: a point on the curve, and not a weak one.
    pub fn is_sound(&self) -> bool {
        VerifyingKey::from_bytes(&self.0).is_ok_and(|key| !key.is_weak()) && self.peer().is_some()
    }

    /// The key in hexadecimal.
    pub fn to_hex(&self) -> String {
        proto::hex(&self.0)
    }

    /// Reads a key from hexadecimal.
    pub fn from_hex(text: &str) -> Option<Self> {
        let mut key = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        for (byte, at) in key.iter_mut().zip((0..64).step_by(2)) {
            *byte = u8::from_str_radix(text.get(at..at + 2)?, 16).ok()?;
        }
        Some(Self(key))
    }

    /// A few words that tell apart two keys with the same name.
    pub fn fingerprint(&self) -> String {
        proto::words(&proto::digest("identity", &[&self.0]))
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fingerprint())
    }
}

/// The key in libp2p's form.
pub(crate) fn keypair(key: &SigningKey) -> Option<identity::Keypair> {
    identity::Keypair::ed25519_from_bytes(*Zeroizing::new(key.to_bytes())).ok()
}

/// Random bytes from the operating system.
pub fn random<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}

/// Reads a secret key from a file, or makes one and keeps it there, readable by its owner only.
///
/// # Errors
/// If the file can be neither read nor made, or holds something else (`InvalidData`).
pub fn load_or_create(path: &Path) -> io::Result<SigningKey> {
    let mut bytes = Zeroizing::new([0; 32]);
    match storage::read(path, 32) {
        Ok(read) => {
            let read = Zeroizing::new(read);
            if read.len() != bytes.len() {
                return Err(no_key());
            }
            bytes.copy_from_slice(&read);
            Ok(SigningKey::from_bytes(&bytes))
        }
        Err(e) if e.kind() == io::ErrorKind::FileTooLarge => Err(no_key()),
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            *bytes = random()?;
            let mut file = storage::create_private(path)?;
            file.write_all(&*bytes)?;
            file.sync_all()?;
            Ok(SigningKey::from_bytes(&bytes))
        }
        Err(e) => Err(e),
    }
}

fn no_key() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it is not a key")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn an_identity_and_its_peer_id_name_each_other() {
        let key = SigningKey::from_bytes(&[7; 32]);
        let me = Identity::of(&key);
        let peer = keypair(&key).unwrap().public().to_peer_id();
        assert_eq!(me.peer(), Some(peer));
        assert_eq!(Identity::from_peer(&peer), Some(me));
    }

    #[test]
    fn a_peer_with_a_hashed_key_has_no_identity() {
        assert_eq!(Identity::from_peer(&PeerId::random()), None);
    }

    #[test]
    fn a_key_file_is_made_once_and_is_private() {
        let folder = crate::testing::folder("identity");
        let path = folder.join("key");
        let first = load_or_create(&path).unwrap();
        assert_eq!(load_or_create(&path).unwrap().to_bytes(), first.to_bytes());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn a_file_that_is_longer_or_shorter_than_a_key_is_none() {
        let path = crate::testing::folder("no-key").join("key");
        for length in [0, 31, 33, 1 << 20] {
            fs::write(&path, vec![1; length]).unwrap();
            assert_eq!(load_or_create(&path).unwrap_err().kind(), io::ErrorKind::InvalidData);
        }
    }
}
