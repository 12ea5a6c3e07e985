//! How size is measured.

use serde::Serialize;

/// Bytes on the wire.
pub(crate) fn size(message: &impl Serialize) -> usize {
    let config = bincode::config::standard().with_fixed_int_encoding();
    bincode::serde::encode_to_vec(message, config).unwrap().len()
}
