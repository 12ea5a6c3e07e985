//! Any number of seats and cards, any order of messages.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Table, ctx, face};
use mental::{
    Card, Dealing, NoneOf, Received, RecoveredShares, Remask, Seal, Share, StrippedCard, combine,
    open, open_private,
};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn masked_and_remasked_cards_open_to_their_faces(
        seats in 1usize..7,
        faces in prop::collection::vec(any::<u8>(), 0..9),
        seed in any::<u64>(),
    ) {
        let mut table = Table::new(seats, seed);
        let cards = table.masked(&faces);
        let again = Remask::new(&ctx(4, 0), &table.joint, &cards, &mut table.rng);
        let again = again.verify(&ctx(4, 0), &table.joint, &cards).unwrap();
        let mut shares = table.shares(again.cards(), &[]);
        for (card, (shares, f)) in again.cards().iter().zip(shares.iter_mut().zip(&faces)) {
            shares.reverse();
            prop_assert_eq!(open(card, &table.joint, shares), Ok(face(*f)));
            let mine = shares.remove(0);
            prop_assert!(open(card, &table.joint, shares).is_err());
            let owner = table.secrets.iter().find(|s| s.public() == *mine.key()).unwrap();
            prop_assert_eq!(open_private(card, &table.joint, shares, owner), Ok(face(*f)));
        }
    }

    #[test]
    fn absence_is_proven_exactly_of_what_is_absent(
        seats in 1usize..5,
        hand in prop::collection::vec(0u8..12, 0..6),
        asked in prop::collection::vec(0u8..12, 0..6),
        seed in any::<u64>(),
    ) {
        let mut table = Table::new(seats, seed);
        let owner = seats - 1;
        let cards = table.masked(&hand);
        let shares = table.shares(&cards, &[owner]);
        let stripped: Vec<_> = cards
            .iter()
            .zip(&shares)
            .map(|(card, shares)| StrippedCard::new(card, &table.joint, shares, owner).unwrap())
            .collect();
        let faces: Vec<_> = asked.iter().map(|f| face(*f)).collect();
        let (ctx, secret) = (ctx(5, owner as u16), &table.secrets[owner]);
        let proof = NoneOf::new(&ctx, secret, &stripped, &faces, &mut table.rng);
        let absent = hand.iter().all(|f| !asked.contains(f));
        prop_assert_eq!(proof.is_some(), absent);
        if let Some(proof) = proof {
            prop_assert!(proof.verify(&ctx, &table.keys[owner], &stripped, &faces).is_ok());
        }
    }

    #[test]
    fn any_leavers_are_replaced_by_all_who_stay(
        (seats, leavers) in (3usize..7).prop_flat_map(|n| (Just(n), 1..n - 1)),
        first in 0usize..7,
        faces in prop::collection::vec(any::<u8>(), 1..4),
        seed in any::<u64>(),
    ) {
        let mut table = Table::new(seats, seed);
        let cards = table.masked(&faces);
        let gone: Vec<usize> = (0..leavers).map(|i| (first + i) % seats).collect();
        let shares = shares_of_all(&mut table, &cards, &gone);
        for (card, (shares, f)) in cards.iter().zip(shares.iter().zip(&faces)) {
            prop_assert_eq!(open(card, &table.joint, shares), Ok(face(*f)));
        }
    }

    #[test]
    fn what_any_leavers_have_sealed_is_opened_by_all_who_stay(
        (seats, leavers) in (3usize..7).prop_flat_map(|n| (Just(n), 1..n - 1)),
        first in 0usize..7,
        entry in 0u16..50,
        seed in any::<u64>(),
    ) {
        let mut table = Table::new(seats, seed);
        let gone: Vec<usize> = (0..leavers).map(|i| (first + i) % seats).collect();
        let mut seals = Vec::new();
        for (seat, entry) in gone.iter().zip(entry..) {
            let ctx = ctx(5, *seat as u16);
            let (seal, opening) = Seal::new(&ctx, &table.joint, entry, &mut table.rng);
            let seal = seal.verify(&ctx, &table.joint).unwrap();
            prop_assert_eq!(opening.publish().verify(&seal), Ok(entry));
            seals.push(seal);
        }
        let cards: Vec<_> = seals.iter().map(|seal| *seal.card()).collect();
        let shares = shares_of_all(&mut table, &cards, &gone);
        for (entry, (seal, shares)) in (entry..).zip(seals.iter().zip(&shares)) {
            prop_assert_eq!(seal.open(shares, usize::from(entry) + 1), Ok(Some(entry)));
            prop_assert_eq!(seal.open(shares, usize::from(entry)), Ok(None));
        }
    }
}

/// The shares of all seats, one list for each card: those of the seats that are `gone` are recovered by
/// all others, who are just enough.
fn shares_of_all(table: &mut Table, cards: &[Card], gone: &[usize]) -> Vec<Vec<Share>> {
    let (seats, mut shares) = (table.secrets.len(), table.shares(cards, gone));
    for leaver in gone {
        let dealt = ctx(2, *leaver as u16);
        let secret = &table.secrets[*leaver];
        let t = seats - gone.len();
        let dealing = Dealing::new(&dealt, secret, &table.joint, t, &mut table.rng).unwrap();
        let escrow = dealing.verify_shape(&dealt, &table.joint, t).unwrap();
        let mut parts = Vec::new();
        for seat in (0..seats).rev().filter(|seat| !gone.contains(seat)) {
            let here = ctx(9, seat as u16);
            let received = escrow.receive(&here, &table.secrets[seat], &mut table.rng);
            let Ok(Received::Share(share)) = received else { unreachable!("honest dealing") };
            let part = RecoveredShares::new(&here, &share, cards, &mut table.rng);
            parts.push(part.verify(&here, &escrow, cards).unwrap());
        }
        let recovered = combine(&escrow, cards, &parts).unwrap();
        shares.iter_mut().zip(recovered).for_each(|(list, share)| list.push(share));
        parts.pop();
        assert!(combine(&escrow, cards, &parts).is_err());
    }
    shares
}
