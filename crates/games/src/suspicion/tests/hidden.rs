use engine::{Handle, Seat};

use super::*;

fn knows(rig: &Rig, seat: Seat, cards: &[Handle]) -> usize {
    let known = rig.clear.dealer.knowledge(seat);
    let public = rig.clear.driver.faces();
    cards.iter().filter(|card| known.contains_key(card) || public.face(**card).is_some()).count()
}

#[test]
fn a_dealt_hand_is_known_to_its_seat_alone() {
    let rig = deal(&["rbg rpp", "rbo bpp", "rbp ggg"], "");
    let hand = desk(&rig, A).hand.clone();
    assert_eq!([A, B, C].map(|seat| knows(&rig, seat, &hand)), [3, 0, 0]);
}

#[test]
fn nobody_knows_a_card_of_the_pile() {
    let rig = deal(&["rbg rpp", "rbo bpp"], "");
    let pile = state(&rig).pile.clone();
    assert_eq!([A, B].map(|seat| knows(&rig, seat, &pile)), [0, 0]);
}

#[test]
fn a_drawn_card_is_known_to_its_seat_alone() {
    let mut rig = deal(&["rbg rpp", "rbo bpp"], "o");
    run(&mut rig, &[(A, "Discard Red")]);
    let hand = desk(&rig, A).hand.clone();
    assert_eq!([A, B].map(|seat| knows(&rig, seat, &hand)), [3, 0]);
}

#[test]
fn drawing_gives_the_whole_hand_new_handles() {
    let mut rig = deal(&["rbg rpp", "rbo bpp"], "o");
    let (before, top) = (desk(&rig, A).hand.clone(), state(&rig).pile[0]);
    run(&mut rig, &[(A, "Discard Red")]);
    let after = &desk(&rig, A).hand;
    assert!(after.iter().all(|card| !before.contains(card) && *card != top));
}

#[test]
fn hands_that_draw_nothing_keep_their_handles() {
    let mut rig = deal(&["rbg rpp", "rbo bpp"], "o");
    let before = desk(&rig, B).hand.clone();
    run(&mut rig, &[(A, "Discard Red")]);
    assert_eq!(desk(&rig, B).hand, before);
}

#[test]
fn a_losing_counter_stays_hidden() {
    let mut rig = deal(&["rbg rpp", "rbo Rpp", "rbp Rbb"], "oo");
    let hidden = desk(&rig, C).hand.clone();
    run(&mut rig, &[(A, "Play Red evidence")]);
    let counter = "Counter with Red counter";
    rig.pick_all(&[(B, counter), (C, counter)]).unwrap();
    assert_eq!([A, B].map(|seat| knows(&rig, seat, &hidden)), [0, 0]);
}

#[test]
fn hands_and_pile_stay_hidden_at_the_end() {
    let mut rig = deal(&["rbg rbg", "rbo ppp"], "");
    red_and_blue(&mut rig, "Discard");
    run(&mut rig, &[(A, "Play Green evidence"), (B, "-")]);
    assert!(rig.clear.driver.outcome().is_some());
    let s = state(&rig);
    assert_eq!(knows(&rig, A, &s.desks[B].hand) + knows(&rig, B, &s.desks[A].hand), 0);
    assert_eq!(knows(&rig, A, &s.pile) + knows(&rig, B, &s.pile), 0);
}

#[test]
fn after_a_reshuffle_nobody_knows_a_card_of_the_pile() {
    let mut rig = deal(&["rbg ppp", "rbo ppp"], "");
    let mut turns = [A, B].into_iter().cycle();
    while !rig.said("S-A14") {
        rig.pick(turns.next().unwrap(), "Discard").unwrap();
    }
    let pile = state(&rig).pile.clone();
    assert_eq!([A, B].map(|seat| knows(&rig, seat, &pile)), [0, 0]);
}
