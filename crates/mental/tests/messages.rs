//! What is true of every message: it survives its bytes, and not one of them can be changed.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Table, ctx, face};
use mental::{
    BeaconPart, Blame, Card, Complaint, Dealing, Escrow, KeyProof, NoneOf, OpenedSeal, Point,
    PublicKey, Received, RecoveredShares, Remask, Seal, Shares, StrippedCard, key_commitment,
};
use serde::{Serialize, de::DeserializeOwned};

fn encode(message: &impl Serialize) -> Vec<u8> {
    let config = bincode::config::standard().with_fixed_int_encoding();
    bincode::serde::encode_to_vec(message, config).unwrap()
}

fn decode<M: DeserializeOwned>(bytes: &[u8]) -> Option<M> {
    let config = bincode::config::standard().with_fixed_int_encoding().with_limit::<65536>();
    let (message, used) = bincode::serde::decode_from_slice(bytes, config).ok()?;
    (used == bytes.len()).then_some(message)
}

/// Accepts the message as it is, and nothing in which any one byte differs.
fn every_byte_matters<M: Serialize + DeserializeOwned>(message: &M, accepts: impl Fn(&M) -> bool) {
    let bytes = encode(message);
    assert!(accepts(&decode(&bytes).unwrap()));
    for i in 0..bytes.len() {
        // A low bit, and the top bit that only a non-canonical encoding has.
        for flip in [1 << (i % 7), 0x80] {
            let mut bent = bytes.clone();
            bent[i] ^= flip;
            let accepted = decode(&bent).is_some_and(|bent| accepts(&bent));
            assert!(!accepted, "byte {i} of {} ^ {flip:#x}", bytes.len());
        }
    }
    assert!(decode::<M>(&bytes[..bytes.len() - 1]).is_none());
}

/// Every 32 bytes from `start` on refuse what is no canonical encoding.
fn refuses_non_canonical<M: Serialize + DeserializeOwned>(message: &M, start: usize) {
    let bytes = encode(message);
    // 2^255 − 18 = p + 1 and ℓ: neither a point nor a scalar.
    let mut above_p = [0xff; 32];
    (above_p[0], above_p[31]) = (0xee, 0x7f);
    let order = [
        0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde,
        0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ];
    for bad in [above_p, [0xff; 32], order] {
        let mut bent = bytes.clone();
        bent[start..start + 32].copy_from_slice(&bad);
        assert!(decode::<M>(&bent).is_none(), "{start}");
    }
}

fn table() -> (Table, Vec<Card>) {
    let mut table = Table::new(3, 21);
    let cards = table.masked(&[1, 2]);
    (table, cards)
}

fn escrow(table: &mut Table, bend: bool) -> (Dealing, Escrow) {
    let mut dealing =
        Dealing::new(&ctx(2, 0), &table.secrets[0], &table.joint, 2, &mut table.rng).unwrap();
    if bend {
        dealing.sealed.swap(0, 1);
    }
    let escrow = dealing.verify_shape(&ctx(2, 0), &table.joint, 2).unwrap();
    (dealing, escrow)
}

#[test]
fn every_byte_of_a_proof_of_possession_matters() {
    let (mut table, _) = table();
    let secret = &table.secrets[0];
    let message = secret.prove(&ctx(1, 0), &mut table.rng);
    let (key, blind) = (secret.public(), [9; 32]);
    let said = key_commitment(&key, &blind);
    let accepts = |m: &KeyProof| PublicKey::verify(&ctx(1, 0), &said, &key, &blind, m).is_ok();
    every_byte_matters(&message, accepts);
    (0..2).for_each(|i| refuses_non_canonical(&message, 32 * i));
}

#[test]
fn every_byte_of_shares_matters() {
    let (mut table, cards) = table();
    let message = Shares::new(&ctx(5, 0), &table.secrets[0], &cards, &mut table.rng);
    every_byte_matters(&message, |m| m.verify(&ctx(5, 0), &table.keys[0], &cards).is_ok());
    // Length, then two shares, then c and z.
    (0..4).for_each(|i| refuses_non_canonical(&message, 8 + 32 * i));
}

#[test]
fn every_byte_of_a_remasking_matters() {
    let (mut table, cards) = table();
    let message = Remask::new(&ctx(5, 0), &table.joint, &cards, &mut table.rng);
    every_byte_matters(&message, |m| m.verify(&ctx(5, 0), &table.joint, &cards).is_ok());
    (0..6).for_each(|i| refuses_non_canonical(&message, 8 + 32 * i));
}

#[test]
fn every_byte_of_a_proof_of_absence_matters() {
    let (mut table, cards) = table();
    let shares = table.shares(&cards, &[0]);
    let hand: Vec<_> = cards
        .iter()
        .zip(&shares)
        .map(|(card, shares)| StrippedCard::new(card, &table.joint, shares, 0).unwrap())
        .collect();
    let absent = [face(7), face(8)];
    let message =
        NoneOf::new(&ctx(5, 0), &table.secrets[0], &hand, &absent, &mut table.rng).unwrap();
    let accepts = |m: &NoneOf| m.verify(&ctx(5, 0), &table.keys[0], &hand, &absent).is_ok();
    every_byte_matters(&message, accepts);
    // Length and four blinded points; V, Q, c; length and four answers, and three more.
    (0..7).for_each(|i| refuses_non_canonical(&message, 8 + 32 * i));
    (7..14).for_each(|i| refuses_non_canonical(&message, 16 + 32 * i));
    assert_eq!(encode(&message).len(), 16 + 14 * 32);
}

#[test]
fn every_byte_of_a_beacon_part_matters() {
    let (mut table, _) = table();
    let message = BeaconPart::new(&ctx(5, 0), &table.joint, &mut table.rng);
    every_byte_matters(&message, |m| m.verify(&ctx(5, 0), &table.joint).is_ok());
    (0..4).for_each(|i| refuses_non_canonical(&message, 32 * i));
}

#[test]
fn every_byte_of_a_seal_matters() {
    let (mut table, _) = table();
    let (message, _) = Seal::new(&ctx(5, 0), &table.joint, 3, &mut table.rng);
    every_byte_matters(&message, |m| m.verify(&ctx(5, 0), &table.joint).is_ok());
    (0..4).for_each(|i| refuses_non_canonical(&message, 32 * i));
}

#[test]
fn every_byte_of_an_opened_seal_matters() {
    let (mut table, _) = table();
    let (seal, opening) = Seal::new(&ctx(5, 0), &table.joint, 3, &mut table.rng);
    let seal = seal.verify(&ctx(5, 0), &table.joint).unwrap();
    let message = opening.publish();
    every_byte_matters(&message, |m: &OpenedSeal| m.verify(&seal) == Ok(3));
    // The entry, then r.
    refuses_non_canonical(&message, 2);
    assert_eq!(encode(&message).len(), 2 + 32);
}

#[test]
fn every_byte_of_a_dealing_matters_to_some_receiver() {
    let (mut table, _) = table();
    let (message, _) = escrow(&mut table, false);
    let rng = table.rng.clone();
    every_byte_matters(&message, |m| {
        let Ok(escrow) = m.verify_shape(&ctx(2, 0), &table.joint, 2) else { return false };
        (1..3).all(|seat| {
            let received =
                escrow.receive(&ctx(3, seat), &table.secrets[seat as usize], &mut rng.clone());
            matches!(received, Ok(Received::Share(_)))
        })
    });
    (0..2).for_each(|i| refuses_non_canonical(&message, 8 + 32 * i));
    (2..4).for_each(|i| refuses_non_canonical(&message, 16 + 32 * i));
}

#[test]
fn every_byte_of_a_complaint_matters() {
    let (mut table, _) = table();
    let (_, escrow) = escrow(&mut table, true);
    let received = escrow.receive(&ctx(3, 1), &table.secrets[1], &mut table.rng);
    let Ok(Received::Bad(message)) = received else { unreachable!("the dealing is bent") };
    every_byte_matters(&message, |m: &Complaint| m.verify(&ctx(3, 1), &escrow) == Blame::Dealer);
    (0..3).for_each(|i| refuses_non_canonical(&message, 32 * i));
}

#[test]
fn every_byte_of_recovered_shares_matters() {
    let (mut table, cards) = table();
    let (_, escrow) = escrow(&mut table, false);
    let received = escrow.receive(&ctx(3, 1), &table.secrets[1], &mut table.rng);
    let Ok(Received::Share(share)) = received else { unreachable!("the dealing is good") };
    let message = RecoveredShares::new(&ctx(9, 1), &share, &cards, &mut table.rng);
    every_byte_matters(&message, |m| m.verify(&ctx(9, 1), &escrow, &cards).is_ok());
    (0..4).for_each(|i| refuses_non_canonical(&message, 8 + 32 * i));
}

#[test]
fn a_point_is_thirty_two_bytes() {
    assert_eq!(encode(&face(1)), face(1).as_bytes());
    assert_eq!(decode::<Point>(&[0; 32]), Some(Point::identity()));
}
