//! Setup: roles, the left-hand look, the deck, the first dealer.

use engine::{Face, Seat, Table, parts};

use super::{
    State,
    cards::{CARDS, Card, ROLES, Role},
};

pub(super) async fn setup(t: &mut Table<State>) {
    let seats = t.seats();
    // NBAK-02
    let roles = Role::ALL.iter().flat_map(|role| vec![role.face(); Role::copies(seats)]);
    t.roles = t.create(ROLES, roles);
    // NBAK-10; NBAK-09: Hit and Mole wait among the discards for the first reshuffle.
    let (discards, deck): (Vec<_>, Vec<_>) =
        Card::ALL.iter().partition(|card| matches!(card, Card::Hit | Card::Mole));
    let easy = t.easy;
    let faces = |cards: Vec<Card>| -> Vec<Face> {
        cards.iter().flat_map(|card| vec![card.face(); card.copies(seats, easy)]).collect()
    };
    t.deck = t.create(CARDS, faces(deck));
    t.discards = t.create(CARDS, faces(discards));
    t.say(
        "NBAK-02",
        parts![
            "The roles are shuffled: ",
            Role::copies(seats),
            " Cops and ",
            Role::copies(seats),
            " Criminals"
        ],
    );

    let piles = vec![t.roles.clone(), t.deck.clone()];
    let mut piles = t.shuffle_all(piles).await.into_iter();
    t.roles = piles.next().unwrap_or_default();
    t.deck = piles.next().unwrap_or_default();

    deal_roles(t).await;
    // NBAK-11
    t.dealer = t.random_seat().await;
    let dealer = t.dealer;
    t.say("NBAK-11", parts![dealer, " deals first"]);
}

async fn deal_roles(t: &mut Table<State>) {
    let seats = t.seats();
    let mut roles = std::mem::take(&mut t.roles).into_iter();
    // NBAK-03
    for seat in Seat::all(seats) {
        t.fighters[seat].role = roles.next();
    }
    t.boss = roles.next();
    // NBAK-04
    t.retire(roles.as_slice());
    // NBAK-05
    let own: Vec<_> = t.fighters.iter().filter_map(|(seat, f)| Some((seat, f.role?))).collect();
    t.looks.extend(&own);
    t.deal(own.clone()).await;
    t.say("NBAK-05", "Everybody looks at their role; the boss lies in the middle, unseen");
    // NBAK-06; NBAK-57: not in hard mode.
    if !t.hard {
        let looks: Vec<_> = own.into_iter().map(|(seat, role)| (seat.right(seats), role)).collect();
        t.looks.extend(&looks);
        t.peek(looks).await;
        t.say("NBAK-06", "Everybody looks at the role of the neighbour on their left");
    }
}
