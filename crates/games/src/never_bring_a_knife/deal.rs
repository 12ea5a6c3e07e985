//! The Deal: four hidden cards for everybody.

use engine::{Table, parts};

use super::{STACK, State};

pub(super) async fn deal(t: &mut Table<State>) {
    t.phase = "Deal";
    t.turn = None;
    let (round, dealer) = (t.round, t.dealer);
    t.say("NBAK-12", parts!["Round ", round, ": ", dealer, " deals"]);
    // N-A17: one card at a time, four laps from the dealer's left.
    let order: Vec<_> = (0..STACK).flat_map(|_| t.lap()).collect();
    let mut dealt = Vec::new();
    for seat in order {
        if t.deck.is_empty() {
            reshuffle(t).await;
        }
        let card = t.deck.remove(0);
        t.fighters[seat].hand.push(card);
        dealt.push((seat, card));
    }
    // NBAK-13. Nobody looks before all cards are dealt, so one request is enough.
    t.deal(dealt).await;
}

/// NBAK-14. N-A6: hands stay where they are. There are always enough discards: at most 18 cards can be
/// banked, which leaves 42 or more for at most 32 in hands.
async fn reshuffle(t: &mut Table<State>) {
    t.say("NBAK-14", "The deck is empty: the discards are shuffled to be the new deck");
    let discards = std::mem::take(&mut t.discards);
    t.deck = t.shuffle(discards).await;
}
