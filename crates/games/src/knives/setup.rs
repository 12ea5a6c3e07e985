//! Setting up a hand: a full deck, six cards each, two to the bank.

use engine::{Seat, Table, parts};

use super::{DECK, State, cards::FACES};

/// KNV-01: exactly five players.
pub const SEATS: usize = 5;

/// KNV-02: cards in each hand, and so tricks to play (KNV-24).
pub const HAND: usize = 6;

/// Shuffles a new deck and deals it at an empty table. The joint shuffle is the cut as well (KNV-02).
pub(super) async fn deal(t: &mut Table<State>, dealer: Seat) {
    t.number += 1;
    t.round.dealer = dealer;
    let number = t.number;
    t.say("KNV-02", parts!["Hand ", number, ": ", dealer, " deals"]);
    let deck = t.create(DECK, FACES);
    let mut deck = t.shuffle(deck).await.into_iter();
    for seat in dealer.others(SEATS).chain([dealer]) {
        t.round.hands[seat] = deck.by_ref().take(HAND).collect();
    }
    t.round.bank = deck.collect();
    let mut dealt = Vec::with_capacity(SEATS * HAND);
    dealt.extend(t.round.hands.iter().flat_map(|(s, hand)| hand.iter().map(move |&c| (s, c))));
    t.deal(dealt).await;
}
