//! How values become bytes, for the whole project.
//!
//! Little-endian, fixed-size integers, lengths as `u64`, enum variants as `u32`; no trailing bytes.
//! Decoding accepts exactly the bytes that encoding produces: whatever decodes is encoded again and
//! compared, so that every message has one encoding.

use bincode::config::{Configuration, Fixint, Limit, LittleEndian};
use serde::{Serialize, de::DeserializeOwned};

use crate::limits;

type Config = Configuration<LittleEndian, Fixint, Limit<{ limits::MESSAGE }>>;

const CONFIG: Config =
    bincode::config::standard().with_little_endian().with_fixed_int_encoding().with_limit();

/// Why bytes are not a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// More bytes than any message of its kind has.
    #[error("the message is larger than any of its kind")]
    TooLarge,
    /// Not the encoding of a message.
    #[error("the bytes are not a message")]
    Malformed,
    /// Not the canonical encoding of a message.
    #[error("the bytes are not the canonical form of a message")]
    NotCanonical,
}

/// The bytes of a value.
///
/// Every value of this project's types has an encoding: bincode only fails where an implementation of
/// `Serialize` reports a failure of its own or does not know a sequence's length, and ours are derived
/// from integers, arrays, vectors, options and text. There is no limit here: what is longer than
/// [`limits::MESSAGE`] is refused when it is decoded.
///
/// # Panics
/// For a type whose `Serialize` fails. That is a bug, which no input can cause; to hash or sign something
/// else instead of the value would be worse.
pub fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    match bincode::serde::encode_to_vec(value, CONFIG) {
        Ok(bytes) => bytes,
        Err(error) => unreachable!("a type that has no bytes: {error}"),
    }
}

/// Decodes a value from exactly these bytes.
pub fn decode<T: Serialize + DeserializeOwned>(bytes: &[u8]) -> Result<T, DecodeError> {
    if bytes.len() > limits::MESSAGE {
        return Err(DecodeError::TooLarge);
    }
    let (value, used) = bincode::serde::decode_from_slice::<T, _>(bytes, CONFIG)
        .map_err(|_| DecodeError::Malformed)?;
    if used != bytes.len() {
        return Err(DecodeError::Malformed);
    }
    match bincode::serde::encode_to_vec(&value, CONFIG) {
        Ok(again) if again == bytes => Ok(value),
        _ => Err(DecodeError::NotCanonical),
    }
}
