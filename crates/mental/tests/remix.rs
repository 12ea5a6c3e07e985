//! A hand after one of its cards was shown to somebody: its owner mixes it, and then nobody can
//! follow a card of it by its place.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Table, ctx, face};
use mental::{Card, OpenError, Point, Remask, Share, Shuffle, open_private};

const OWNER: usize = 0;
const VIEWER: usize = 1;

fn see(table: &Table, card: &Card, shares: &[Share], seat: usize) -> Result<Point, OpenError> {
    open_private(card, &table.joint, shares, &table.secrets[seat])
}

#[test]
fn a_shown_card_is_lost_in_the_remixed_hand_and_the_hand_stays_the_same() {
    let mut table = Table::new(3, 41);
    let hand = table.masked(&[1, 2, 3, 4]);
    let dealt = table.shares(&hand, &[OWNER]);

    // The viewer looks at the second card: it masks it, and all others give their shares.
    let peek = Remask::new(&ctx(2, 1), &table.joint, &hand[1..2], &mut table.rng);
    let peek = peek.verify(&ctx(2, 1), &table.joint, &hand[1..2]).unwrap();
    let seen = table.shares(peek.cards(), &[VIEWER]);
    assert_eq!(see(&table, &peek.cards()[0], &seen[0], VIEWER), Ok(face(2)));

    // The owner mixes its hand alone, until the card has moved.
    let old = vec![hand.clone()];
    let new = loop {
        let remix = Shuffle::new(&ctx(3, 0), &table.joint, &old, &mut table.rng).unwrap();
        let new = remix.verify(&ctx(3, 0), &table.joint, &old).unwrap().into_piles().remove(0);
        let shares = table.shares(&new, &[OWNER]);
        let faces: Vec<_> =
            new.iter().zip(&shares).map(|(c, s)| see(&table, c, s, OWNER).unwrap()).collect();
        let mut sorted = faces.clone();
        sorted.sort_unstable();
        let mut same = [1, 2, 3, 4].map(face);
        same.sort_unstable();
        assert_eq!(sorted, same);
        if faces[1] != face(2) {
            break new;
        }
    };

    // Nothing of the old hand, nor of what the viewer saw, is in the new one; the shares that
    // were given of the old cards open none of the new.
    let points =
        |cards: &[Card]| -> Vec<_> { cards.iter().flat_map(|card| [card.a, card.b]).collect() };
    let known = [points(&hand), points(peek.cards())].concat();
    assert!(points(&new).iter().all(|point| !known.contains(point)));
    for card in &new {
        for shares in dealt.iter().chain(&seen) {
            for seat in [OWNER, VIEWER] {
                assert_eq!(see(&table, card, shares, seat), Err(OpenError::Foreign(0)));
            }
        }
    }
}
