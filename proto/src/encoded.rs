//! Signed contributions as bytes: the form in which a node keeps closed steps.
//!
//! A decoded point takes six times the bytes of an encoded one, and history is sent, written and hashed
//! far more often than it is computed with. So a contribution is encoded once, when it is received or
//! made.

use std::sync::Arc;

use ed25519_dalek::{Signature, VerifyingKey};
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::SerializeTuple as _};

use crate::{
    Body, Contribution, Digest, Header, Signed, codec, codec::DecodeError, digest, file, limits,
};

/// A signed contribution, encoded.
#[derive(Clone)]
pub struct Encoded {
    /// The statement, then the signature.
    bytes: Arc<[u8]>,
    digest: Digest,
    signature: Signature,
    seat: u8,
    /// Whether it is a common head without decisions: see [`Contribution::common_head`].
    bare: bool,
    fits: bool,
}

impl Encoded {
    /// Encodes a contribution.
    pub fn new(signed: &Signed<Contribution>) -> Self {
        let Signed { statement, signature } = signed;
        let mut bytes = codec::encode(statement);
        let fits = bytes.len() <= limits::CONTRIBUTION;
        let digest = digest(<Contribution as crate::Statement>::LABEL, &[&bytes]);
        bytes.extend(codec::encode(signature));
        Self {
            bytes: bytes.into(),
            digest,
            signature: *signature,
            seat: statement.seat,
            bare: statement.body == Body::CommonHead && statement.decided.is_empty(),
            fits,
        }
    }

    /// Wraps the bytes of a statement and its signature. Only step, seat and signature are read; the rest
    /// is decoded when it is needed.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (statement, signature) = bytes.split_at_checked(bytes.len().checked_sub(SIGNATURE)?)?;
        let (length, signature) = signature.split_first_chunk()?;
        let signature: &[u8; 64] = signature.try_into().ok()?;
        if u64::from_le_bytes(*length) != 64 {
            return None;
        }
        let (match_id, step, seat, rest) = place(statement)?;
        let bare = Contribution::common_head(match_id, step, seat, *rest.first_chunk()?);
        Some(Self {
            bytes: bytes.into(),
            digest: digest(<Contribution as crate::Statement>::LABEL, &[statement]),
            signature: Signature::from_bytes(signature),
            seat,
            bare: codec::encode(&bare) == statement,
            fits: statement.len() <= limits::CONTRIBUTION,
        })
    }

    /// Decodes the contribution.
    ///
    /// # Errors
    /// Never for one that came from a peer or from the rounds: it has been decoded or encoded before.
    pub fn decode(&self) -> Result<Signed<Contribution>, DecodeError> {
        codec::decode(&self.bytes)
    }

    /// The digest of the statement.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The step that it is to.
    pub fn step(&self) -> u64 {
        place(&self.bytes).map_or(0, |(_, step, ..)| step)
    }

    /// The seat that made it.
    pub fn seat(&self) -> u8 {
        self.seat
    }

    /// Whether it is within the size limit.
    pub fn fits(&self) -> bool {
        self.fits
    }

    /// Whether the seat has signed it, given the keys of all seats.
    pub fn is_genuine(&self, keys: &[VerifyingKey]) -> bool {
        let key = keys.get(usize::from(self.seat));
        key.is_some_and(|key| key.verify_strict(&self.digest, &self.signature).is_ok())
    }

    /// The bytes of it as a [`Message`](crate::Message).
    pub fn message(&self) -> Vec<u8> {
        self.variant(0)
    }

    /// Whether these are the bytes of it as a message.
    pub fn is_message(&self, bytes: &[u8]) -> bool {
        bytes.strip_prefix(&[0; 4]).is_some_and(|signed| *signed == *self.bytes)
    }

    /// What a message that is a contribution is bound to; nothing else is decoded.
    pub fn place(message: &[u8]) -> Option<Header> {
        Self::place_after(&[0; 4], message)
    }

    /// What the contribution is bound to that follows these bytes.
    pub fn place_after(before: &[u8], message: &[u8]) -> Option<Header> {
        let (match_id, step, seat, rest) = place(message.strip_prefix(before)?)?;
        Some(Header { match_id, step, seat, head: *rest.first_chunk()? })
    }

    /// The bytes of an enum variant with this number that holds the signed contribution.
    pub fn variant(&self, number: u32) -> Vec<u8> {
        [&number.to_le_bytes(), &*self.bytes].concat()
    }

    /// The framed [`Record`](crate::Record)s of a step that was closed by these, in the order of seats. Of a
    /// common head only the signatures are kept.
    pub fn frames_of_step(closed_by: &[Self]) -> Vec<u8> {
        if !closed_by.is_empty() && closed_by.iter().all(|said| said.bare) {
            let signatures = closed_by.iter().map(|said| said.signature).collect();
            return file::frame(&crate::Record::Heads(signatures));
        }
        closed_by.iter().flat_map(|said| file::frame_bytes(&said.variant(1))).collect()
    }
}

/// The length of an encoded signature, with its length prefix.
const SIGNATURE: usize = 8 + 64;

/// Match, step and seat of a statement, and what follows.
fn place(statement: &[u8]) -> Option<(Digest, u64, u8, &[u8])> {
    let (match_id, rest) = statement.split_first_chunk()?;
    let (step, rest) = rest.split_first_chunk()?;
    let (seat, rest) = rest.split_first()?;
    Some((*match_id, u64::from_le_bytes(*step), *seat, rest))
}

/// Serializes to the same bytes as the signed contribution.
impl Serialize for Encoded {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = serializer.serialize_tuple(self.bytes.len())?;
        self.bytes.iter().try_for_each(|byte| bytes.serialize_element(byte))?;
        bytes.end()
    }
}

impl<'de> Deserialize<'de> for Encoded {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Signed::deserialize(deserializer).map(|signed| Self::new(&signed))
    }
}

impl PartialEq for Encoded {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Encoded {}

#[cfg(test)]
mod tests {
    use ed25519_dalek::SigningKey;

    use super::*;
    use crate::{Message, Record, Statement};

    fn said(seat: u8, body: Body) -> Signed<Contribution> {
        let mut said = Contribution::common_head([7; 32], 5, seat, [9; 32]);
        said.body = body;
        Signed::new(said, &key(seat))
    }

    fn key(seat: u8) -> SigningKey {
        SigningKey::from_bytes(&[seat + 1; 32])
    }

    fn heads() -> [Signed<Contribution>; 2] {
        [said(0, Body::CommonHead), said(1, Body::CommonHead)]
    }

    #[test]
    fn a_kept_contribution_is_the_one_that_was_encoded() {
        let signed = said(1, Body::Attest([3; 32]));
        let kept = Encoded::new(&signed);
        assert_eq!(kept.decode(), Ok(signed.clone()));
        assert_eq!(kept.digest(), signed.statement.digest());
        assert_eq!(kept.message(), codec::encode(&Message::Contribution(signed)));
    }

    #[test]
    fn a_contribution_is_read_from_its_bytes_as_it_was_encoded() {
        for signed in [said(1, Body::Attest([3; 32])), said(0, Body::CommonHead)] {
            let (kept, bytes) = (Encoded::new(&signed), codec::encode(&signed));
            let same = |read: Encoded| {
                read == kept
                    && (read.digest, read.bare, read.fits) == (kept.digest, kept.bare, kept.fits)
                    && (read.seat(), read.step()) == (signed.statement.seat, 5)
                    && read.signature == kept.signature
            };
            assert!(Encoded::read(&bytes).is_some_and(same));
            assert_eq!(codec::encode(&kept), bytes);
            let short =
                (0..bytes.len()).filter(|length| Encoded::read(&bytes[..*length]).is_some());
            assert_eq!(short.count(), 0);
        }
    }

    #[test]
    fn a_message_is_known_by_its_bytes_and_its_place_in_the_match() {
        let [one, other] = heads().each_ref().map(Encoded::new);
        assert!(one.is_message(&one.message()) && !one.is_message(&other.message()));
        assert!(!one.is_message(&one.variant(1)));
        let place = Encoded::place(&other.message()).map(|at| (at.match_id, at.step, at.seat));
        assert_eq!(place, Some(([7; 32], 5, 1)));
        assert_eq!(Encoded::place(&other.variant(1)), None);
    }

    #[test]
    fn a_kept_contribution_is_genuine_if_its_seat_has_signed_it() {
        let mut signed = said(1, Body::Attest([3; 32]));
        let keys = [key(0).verifying_key(), key(1).verifying_key()];
        assert!(Encoded::new(&signed).is_genuine(&keys));
        assert!(!Encoded::new(&signed).is_genuine(&keys[..1]));
        signed.statement.step += 1;
        assert!(!Encoded::new(&signed).is_genuine(&keys));
    }

    #[test]
    fn a_step_of_kept_contributions_has_the_records_of_the_contributions() {
        let signed = [said(0, Body::CommonHead), said(1, Body::Attest([3; 32]))];
        let kept = signed.each_ref().map(Encoded::new);
        let records = signed.map(|signed| file::frame(&Record::Contribution(signed)));
        assert_eq!(Encoded::frames_of_step(&kept), records.concat());
    }

    #[test]
    fn of_a_common_head_the_signatures_are_recorded() {
        let signatures = heads().iter().map(|signed| signed.signature).collect();
        let kept = heads().each_ref().map(Encoded::new);
        assert_eq!(Encoded::frames_of_step(&kept), file::frame(&Record::Heads(signatures)));
    }
}
