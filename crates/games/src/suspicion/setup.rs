//! Setting up: two decks, three cards and a suspect each.

use engine::{Audience, Seat, Table, parts};

use super::{
    State,
    cards::{Card, EVIDENCE, SUSPECT_FACES, SUSPECTS, Suspect},
    draw::HAND,
};

/// Shuffles and deals; returns the dealer.
pub async fn deal(t: &mut Table<State>) -> Seat {
    // S-A15: anybody may be the first dealer.
    let dealer = t.random_seat().await;
    // SUS-01: evidence and suspects are shuffled apart.
    let cards = Card::ALL.iter().flat_map(|&card| (0..card.copies()).map(move |_| card.face()));
    let evidence = t.create(EVIDENCE, cards);
    let suspects = t.create(SUSPECTS, SUSPECT_FACES);
    let mut decks = t.shuffle_all(vec![evidence, suspects]).await;
    t.suspects = decks.pop().unwrap_or_default();
    t.pile = decks.pop().unwrap_or_default();

    // SUS-02: three hidden cards and an open suspect for everybody, all in one request.
    let mut shown = Vec::new();
    for seat in Seat::all(t.seats()) {
        t.desks[seat].hand = t.pile.drain(..HAND).collect();
        shown.extend(t.desks[seat].hand.iter().map(|&card| (card, Audience::Seat(seat))));
    }
    let seats = t.seats();
    let open: Vec<_> = t.suspects[..seats].to_vec();
    shown.extend(open.iter().map(|&card| (card, Audience::All)));
    t.show(shown).await;
    for (seat, card) in Seat::all(seats).zip(open) {
        t.desks[seat].suspect = t.face(card).and_then(Suspect::of).map(|suspect| (card, suspect));
        if let Some((_, suspect)) = t.desks[seat].suspect {
            t.say("SUS-02", parts![seat, " pursues ", suspect.face()]);
        }
    }
    // SUS-03: the suspects that nobody pursues leave the game unseen.
    let rest = t.suspects.split_off(seats);
    t.retire(&rest);
    t.suspects.clear();
    t.say("SUS-04", parts![dealer, " has dealt, so ", dealer.left(seats), " begins"]);
    dealer
}
