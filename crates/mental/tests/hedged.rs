//! A generator that was set back: whatever is said with it once more, in another place, has other
//! randomness.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Table, ctx, face};
use mental::{BeaconPart, NoneOf, Point, Remask, Seal, Shuffle, StrippedCard};
use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;
use serde::Serialize;

fn rng() -> ChaCha12Rng {
    ChaCha12Rng::seed_from_u64(1)
}

/// The first point of a message, after so many bytes.
fn point(message: &impl Serialize, skip: usize) -> Point {
    let config = bincode::config::standard().with_fixed_int_encoding();
    let bytes = bincode::serde::encode_to_vec(message, config).unwrap();
    Point::decode(bytes[skip..skip + 32].try_into().unwrap()).unwrap()
}

/// The same place gives the same point, two places give two.
fn depends_on_the_place(make: impl Fn(u64) -> Point) {
    assert_eq!(make(1), make(1));
    assert_ne!(make(1), make(2));
}

#[test]
fn a_proof_of_possession_in_another_step_has_another_nonce() {
    let table = Table::new(1, 61);
    depends_on_the_place(|step| point(&table.secrets[0].prove(&ctx(step, 0), &mut rng()), 0));
}

#[test]
fn a_beacon_part_in_another_step_has_another_mask() {
    let table = Table::new(1, 62);
    depends_on_the_place(|step| {
        point(&BeaconPart::new(&ctx(step, 0), &table.joint, &mut rng()), 0)
    });
}

#[test]
fn a_seal_in_another_step_or_of_another_entry_has_another_mask() {
    let table = Table::new(1, 66);
    let mask = |step, entry| {
        let (seal, _) = Seal::new(&ctx(step, 0), &table.joint, entry, &mut rng());
        point(&seal, 0)
    };
    depends_on_the_place(|step| mask(step, 1));
    depends_on_the_place(|entry| mask(1, entry as u16));
}

#[test]
fn a_remasking_in_another_step_or_of_other_cards_has_other_layers() {
    let mut table = Table::new(1, 63);
    let cards = table.masked(&[1, 2]);
    let layer = |step, card: usize| {
        let input = &cards[card..=card];
        let remask = Remask::new(&ctx(step, 0), &table.joint, input, &mut rng());
        Point::new(remask.cards[0].a.point() - input[0].a.point())
    };
    depends_on_the_place(|step| layer(step, 0));
    depends_on_the_place(|card| layer(1, card as usize - 1));
}

#[test]
fn a_shuffle_in_another_step_or_of_other_cards_has_other_layers() {
    let mut table = Table::new(1, 64);
    let cards = table.masked(&[1, 2]);
    let layer = |step, card: usize| {
        let input = [vec![cards[card]]];
        let shuffle = Shuffle::new(&ctx(step, 0), &table.joint, &input, &mut rng()).unwrap();
        Point::new(shuffle.piles[0][0].a.point() - cards[card].a.point())
    };
    depends_on_the_place(|step| layer(step, 0));
    depends_on_the_place(|card| layer(1, card as usize - 1));
}

#[test]
fn a_proof_of_absence_in_another_step_has_another_blinding() {
    let mut table = Table::new(1, 65);
    let card = StrippedCard::new(&table.masked(&[1])[0], &table.joint, &[], 0).unwrap();
    depends_on_the_place(|step| {
        let secret = &table.secrets[0];
        // After the length, T_0 = w_0·D of one and the same difference D.
        point(&NoneOf::new(&ctx(step, 0), secret, &[card], &[face(2)], &mut rng()).unwrap(), 8)
    });
}
