//! Who knows which face, and which cards cannot be followed.

use super::*;
use crate::no_honor::GAME;
use Character::{Acrobat, Enforcer, Forger, Spymaster};
use Scheme::*;

fn knows(rig: &Rig, seat: Seat, card: Handle) -> bool {
    let public = rig.clear.driver.faces().face(card).is_some();
    public || rig.clear.dealer.knowledge(seat).contains_key(&card)
}

fn handles(rig: &Rig, seat: Seat) -> Vec<Handle> {
    rig.s().players[seat].hand.clone()
}

#[test]
fn nhat_27_a_hand_is_known_to_its_owner_alone() {
    let rig = scene(3).hand(B, &[Betrayal, SideJob]).play();
    for card in handles(&rig, B) {
        assert!(knows(&rig, B, card) && !knows(&rig, A, card) && !knows(&rig, C, card));
    }
}

#[test]
fn the_third_agenda_is_known_to_nobody_else_for_ever() {
    let mut rig = Rig::new(&GAME, 3, &[], Rigged::new(1)).unwrap();
    let given_up = rig.s().players[A].agendas[0];
    rig.drift(|rig| rig.s().turn > 0);
    assert!(!knows(&rig, B, given_up) && !knows(&rig, C, given_up));
    for card in rig.s().players[A].agendas.clone() {
        assert!(knows(&rig, A, card) && !knows(&rig, B, card));
    }
}

#[test]
fn the_spymaster_sees_a_hand_that_is_then_mixed() {
    let mut rig = scene(3).crew(A, &[Spymaster]).hand(B, &[Betrayal, SideJob]).play();
    let before = handles(&rig, B);
    rig.pick(A, "Use Spymaster").unwrap();
    assert!(before.iter().all(|&card| knows(&rig, A, card) && !knows(&rig, C, card)));
    rig.pick(A, "I have seen them").unwrap();
    let after = handles(&rig, B);
    assert!(after.iter().all(|card| !before.contains(card)));
    assert!(after.iter().all(|&card| knows(&rig, B, card) && !knows(&rig, A, card)));
}

#[test]
fn after_loose_lips_the_rest_of_the_hand_is_mixed() {
    let mut rig = scene(3).hand(A, &[LooseLips]).hand(B, &[Betrayal, SideJob, OnAlert]).play();
    rig.pick(A, "Loose Lips").unwrap();
    rig.pass();
    rig.pick(A, "Discard Betrayal!").unwrap();
    assert!(handles(&rig, B).iter().all(|&card| !knows(&rig, A, card) && knows(&rig, B, card)));
}

#[test]
fn a_card_that_returns_from_the_moment_of_truth_cannot_be_followed() {
    let mut rig =
        scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).hand(A, &[PlayDead, CoverStory]).play();
    let before = handles(&rig, A);
    rig.shared(
        "Wealthy",
        &["Against Ceremonial Guards with 2 Muscle: Enforcer"],
        &["Against High Wall with 1 Stealth: Acrobat"],
    );
    rig.pass();
    rig.pick(A, "Play Dead").unwrap();
    let after = handles(&rig, A);
    assert_eq!(after.len(), 2);
    assert!(after.iter().all(|card| !before.contains(card) && !knows(&rig, B, *card)));
}

#[test]
fn h_a28_schemes_are_traded_unseen_and_their_giver_cannot_follow_them() {
    let mut rig = scene(3).hand(A, &[Betrayal]).hand(B, &[SideJob]).play();
    rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Give a Scheme"), (A, "Propose it")]);
    assert!(!rig.said("Betrayal!"));
    rig.pick(B, "Agree").unwrap();
    let after = handles(&rig, B);
    assert_eq!(after.len(), 2);
    assert!(
        after
            .iter()
            .all(|&card| knows(&rig, B, card) && !knows(&rig, A, card) && !knows(&rig, C, card))
    );
}

#[test]
fn what_the_forger_takes_back_cannot_be_followed() {
    let mut rig = scene(3).crew(A, &[Forger]).hand(A, &[SideJob]).discarded(&[OnAlert]).play();
    rig.pick(A, "Use Forger").unwrap();
    assert!(handles(&rig, A).iter().all(|&card| !knows(&rig, B, card) && knows(&rig, A, card)));
}

#[test]
fn h_a29_coins_are_open() {
    let rig = scene(3).coins(B, 9).play();
    let place = &rig.clear.driver.board().seats[B];
    assert!(place.tokens.iter().any(|token| token.name == "Coin" && token.count == 9));
}
