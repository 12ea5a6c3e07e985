//! Rigged luck, and games played by words.

use engine::{
    Duty, Entry, Face, Menu, Playable, Request, Seat,
    clear::Fate,
    parts,
    rig::{Rig, Rigged},
};

use crate::common::{A, B, C, DECK, FACES};

const UNORDERED: [Option<Face>; 4] = [Some(Face(1)), Some(Face(2)), Some(Face(2)), Some(Face(3))];

fn order(rigged: &mut Rigged) -> Vec<u8> {
    rigged.order(&UNORDERED).iter().filter_map(|&i| UNORDERED[i].map(|f| f.0)).collect()
}

#[test]
fn a_stacked_pile_begins_as_wanted() {
    let mut rigged = Rigged::new(1).stack([Face(2), Face(3), Face(2)]);
    assert_eq!(order(&mut rigged), [2, 3, 2, 1]);
}

#[test]
fn a_stack_is_used_once() {
    let orders: Vec<_> = (0..20)
        .map(|seed| {
            let mut rigged = Rigged::new(seed).stack([Face(3)]);
            order(&mut rigged);
            order(&mut rigged)
        })
        .collect();
    assert!(orders.iter().any(|order| order[0] != 3));
}

#[test]
fn a_face_that_is_not_there_is_left_out() {
    let mut order = order(&mut Rigged::new(1).stack([Face(9), Face(3)]));
    assert_eq!(order[0], 3);
    order.sort_unstable();
    assert_eq!(order, [1, 2, 2, 3]);
}

#[test]
fn prepared_numbers_come_in_order_and_below_their_bound() {
    let mut rigged = Rigged::new(1).roll(4).roll(9);
    assert_eq!((rigged.number(6), rigged.number(6)), (4, 5));
}

rules!(Show, |t| {
    let cards = t.create(DECK, FACES);
    t.deck = t.shuffle(cards).await;
    for seat in Seat::all(3) {
        t.hands[seat] = t.deck.drain(..1).collect();
    }
    let dealt: Vec<_> = t.hands.iter().map(|(seat, hand)| (seat, hand[0])).collect();
    t.deal(dealt.clone()).await;
    let low = [Face(1), Face(2)].into_iter().collect();
    let menu = |card| {
        Menu::new("Show?", "R-1").with(Entry::pass("Hide")).with(Entry::show(
            "Show",
            card,
            Duty::Only(low, "too high".into()),
        ))
    };
    let choices = t.ask_all(dealt.iter().map(|&(seat, card)| (seat, menu(card))).collect()).await;
    t.say("R-2", parts![B, " chose ", choices[1].entry]);
    t.roll(2).await;
});

static GAME: Playable<Show> = Playable::new();

fn rig() -> Rig {
    Rig::new(&GAME, 3, &[], Rigged::new(1).stack([Face(1), Face(2), Face(3)])).unwrap()
}

#[test]
fn a_rig_runs_to_the_first_menu() {
    let rig = rig();
    assert!(matches!(rig.clear.driver.request(), Some(Request::Ask(..))));
    assert_eq!(rig.asked().len(), 3);
}

#[test]
fn the_stack_decides_the_deal() {
    let rig = rig();
    let hands = rig.state::<crate::common::State>().unwrap().hands.clone();
    assert_eq!([A, B, C].map(|s| rig.faces(&hands[s])), [[Face(1)], [Face(2)], [Face(3)]]);
}

#[test]
fn seats_that_are_not_named_pass() {
    let mut rig = rig();
    rig.pick(A, "Show").unwrap();
    assert!(rig.said("B chose 0") && rig.said("R-2"));
    assert!(rig.clear.driver.outcome().is_some());
}

#[test]
fn words_that_no_entry_has_are_an_error() {
    assert!(rig().pick(A, "Sing").unwrap_err().to_string().contains("has no entry \"Sing\""));
}

#[test]
fn what_is_not_allowed_is_an_error_with_its_reason() {
    let mut rig = rig();
    assert_eq!(rig.why_not(C, "Show").unwrap().as_deref(), Some("too high"));
    assert_eq!(rig.pick(C, "Show").unwrap_err().to_string(), "C may not choose \"Show\": too high");
    assert_eq!(rig.asked().len(), 3, "nothing has changed");
}
