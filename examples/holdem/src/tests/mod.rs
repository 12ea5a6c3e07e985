//! Each rule by its number, with cards that fall as the test wants them.

mod betting;
mod pots;
mod strength;

use engine::{
    Face, Game, Seat,
    french::{Card, Rank, Suit},
    rig::{Rig, Rigged},
};

use crate::{GAME, State};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);
const C: Seat = Seat::new(2);

/// Cards by their letters: `card("Kh")`.
fn card(text: &str) -> Card {
    let rank = "23456789TJQKA".find(&text[..1]).unwrap();
    let suit = "cdhs".find(&text[1..]).unwrap();
    Card { rank: Rank::ALL[rank], suit: Suit::ALL[suit] }
}

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(card).collect()
}

fn faces(text: &str) -> impl Iterator<Item = Face> {
    cards(text).into_iter().map(Card::face)
}

/// A hand in which the last seat has the button, so that A pays the small blind (with two players B does). Two cards
/// each, those of the button first, then the middle.
fn rig(seats: usize, options: &[(&str, &str)], deck: &str) -> Rig {
    let before = seats as u32 - 2;
    Rig::new(&GAME, seats, options, Rigged::new(1).roll(before).stack(faces(deck))).unwrap()
}

fn state(rig: &Rig) -> &State {
    rig.state().unwrap()
}

fn chips(rig: &Rig) -> Vec<u32> {
    state(rig).gamblers.values().map(|gambler| gambler.chips).collect()
}

#[test]
fn every_rule_that_the_code_names_is_in_the_rules() {
    let code = [
        include_str!("../lib.rs"),
        include_str!("../hand.rs"),
        include_str!("../betting.rs"),
        include_str!("../pots.rs"),
        include_str!("../strength.rs"),
    ];
    for id in code.concat().split("HE-").skip(1).map(|rest| format!("HE-{}", &rest[..2])) {
        assert!(GAME.info().rule(&id).is_some(), "{id}");
    }
}

#[test]
fn he_01_the_match_ends_after_the_agreed_hands_and_the_most_chips_win() {
    let mut rig = rig(2, &[("hands", "1")], "Ah Ad Kh Kd 2c 3d 7h 8s Js");
    rig.pick(B, "Call 1").unwrap();
    rig.drift(|_| false);
    let outcome = rig.clear.driver.outcome().unwrap();
    assert_eq!(outcome.winners, [B]);
    assert_eq!(outcome.scores.values().copied().sum::<i64>(), 200);
}

#[test]
fn he_02_the_button_moves_left() {
    let mut rig = rig(3, &[], "");
    assert_eq!(state(&rig).button, Some(C));
    rig.pick(C, "Fold").unwrap();
    rig.pick(A, "Fold").unwrap();
    assert_eq!(state(&rig).button, Some(A));
}

#[test]
fn he_03_blinds_are_paid_left_of_the_button_and_by_the_button_among_two() {
    assert_eq!(chips(&rig(3, &[("blind", "5")], "")), [95, 90, 100]);
    assert_eq!(chips(&rig(2, &[("blind", "5")], "")), [90, 95]);
}

#[test]
fn he_04_everybody_gets_two_cards_and_knows_no_others() {
    let rig = rig(3, &[], "Ah Ad");
    let own = &state(&rig).gamblers[C].hand;
    assert_eq!(rig.faces(own), faces("Ah Ad").collect::<Vec<_>>());
    assert_eq!(rig.clear.dealer.knowledge(C).len(), 2);
}

#[test]
fn he_11_who_is_left_alone_shows_nothing() {
    let mut rig = rig(2, &[], "Ah Ad Kh Kd");
    rig.pick(B, "Raise").unwrap();
    rig.pick(B, "Raise to 4").unwrap();
    rig.pick(A, "Fold").unwrap();
    assert!(rig.said("wins 2 chips") && !rig.said("shows"));
}

#[test]
fn he_12_he_13_the_middle_is_laid_and_hands_are_shown() {
    let mut rig = rig(2, &[("hands", "1")], "Ah Ad Kh Kd 2c 3d 7h 8s Js");
    rig.pick(B, "Call 1").unwrap();
    rig.drift(|_| false);
    for said in ["The flop: Two of Clubs", "The turn: Eight of Spades", "The river: Jack of Spades"]
    {
        assert!(rig.said(said), "{said}");
    }
    assert!(rig.said("a pair of Aces") && rig.said("a pair of Kings"));
}
