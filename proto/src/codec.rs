//! The one place that knows how values become bytes.
//!
//! Little-endian, fixed-size integers, lengths as `u64`, enum variants as `u32`; nothing may follow.
//! Decoding accepts exactly the bytes that encoding produces: whatever decodes is encoded again and
//! compared, so that no message has a second form.

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
    /// A second form of a message, which is none.
    #[error("the bytes are not the canonical form of a message")]
    NotCanonical,
}

/// The bytes of a value.
///
/// There is no value of this project's types that has none: bincode only fails where an
/// implementation of `Serialize` reports a failure of its own or does not know a sequence's
/// length, and ours are derived from integers, arrays, vectors, options and text. Nor is there a
/// limit here: what is longer than [`limits::MESSAGE`] is refused by whoever decodes it.
///
/// # Panics
/// For a type whose `Serialize` fails. That is a mistake in the program, no input brings it about,
/// and what would be hashed or signed instead of the value would be worse.
pub fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    match bincode::serde::encode_to_vec(value, CONFIG) {
        Ok(bytes) => bytes,
        Err(error) => unreachable!("a type that has no bytes: {error}"),
    }
}

/// The value of which these are the bytes.
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
