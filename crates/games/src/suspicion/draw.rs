//! Drawing back to three.

use engine::{Seat, Table, parts};

use super::{Stage, State};

/// How many cards a hand has.
pub const HAND: usize = 3;

/// SUS-08, SUS-27: everybody who has fewer draws to three, the seat whose turn it was first, then
/// clockwise (S-A2). A seat that has used no card draws none (SUS-09).
pub async fn refill(t: &mut Table<State>, first: Seat) {
    t.stage = Stage::Draw;
    let mut drawn = Vec::new();
    for seat in first.lap(t.seats()) {
        let short = HAND.saturating_sub(t.desks[seat].hand.len());
        let mut got = 0;
        while got < short && pile_has_cards(t).await {
            let card = t.pile.remove(0);
            t.desks[seat].hand.push(card);
            got += 1;
        }
        match got {
            0 => continue,
            1 => t.say("SUS-08", parts![seat, " draws a card"]),
            _ => t.say("SUS-08", parts![seat, " draws ", got, " cards"]),
        }
        drawn.push(seat);
    }
    // New cards are mixed into the hands unseen: see the module's "What stays hidden".
    let hands = drawn.iter().map(|&seat| (seat, t.desks[seat].hand.clone())).collect();
    let hands = t.remix(hands).await;
    for (seat, hand) in drawn.into_iter().zip(hands) {
        t.desks[seat].hand = hand;
    }
}

/// S-A14: an empty pile is made anew from the discards; if there are none either, nobody draws.
async fn pile_has_cards(t: &mut Table<State>) -> bool {
    if t.pile.is_empty() && !t.discards.is_empty() {
        let discards = std::mem::take(&mut t.discards);
        t.pile = t.shuffle(discards.into_iter().map(|open| open.handle).collect()).await;
        t.say("S-A14", "The discards are shuffled into a new draw pile");
    }
    !t.pile.is_empty()
}
