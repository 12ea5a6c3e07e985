use engine::{Handle, Request};

use super::*;
use crate::knives::{Play, tricks::winner};

/// Who wins these cards, played by A, B, C and so on.
fn wins(trick: &str, strong: Option<Suit>) -> Seat {
    let plays: Vec<Play> = Seat::all(5)
        .zip(cards(trick))
        .map(|(seat, card)| Play { seat, card, handle: Handle(0) })
        .collect();
    winner(&plays, strong, true)
}

/// A banks with Clubs strong; C holds the Ghost of Clubs.
const HANDS: [&str; 6] = [
    "kA k7 k6 cK cQ dK",
    "dG dX dM dJ dQ hK",
    "cG hX hM hJ hQ sM",
    "sG sX cM sJ sQ sK",
    "hG cX k2 k3 k4 k5",
    "kG cJ",
];

fn clubs() -> Rig {
    bank_of_a(HANDS, "Clubs", ["kG", "cJ"])
}

#[test]
fn knv_15_who_plays_the_strong_suits_ghost_is_the_shadow() {
    let mut rig = clubs();
    play(&mut rig, "B hK C hX");
    rig.pick(C, "B").unwrap();
    rig.pick(B, "Show").unwrap();
    play(&mut rig, "D cM E hG A cQ A dK B dM C cG");
    assert_eq!(round(&rig).shadow(), Some(C));
}

#[test]
fn knv_16_with_knives_only_the_ghost_of_knives_names_the_shadow() {
    let mut hands = HANDS;
    (hands[4], hands[5]) = ("kG cX k2 k3 k4 k5", "hG cJ");
    let mut rig = bank_of_a(hands, "Knives only", ["hG", "cJ"]);
    play(&mut rig, "B dM C cG");
    assert_eq!(round(&rig).ghost_played_by, None, "Clubs' Ghost names nobody now");
    play(&mut rig, "D cM E kG");
    assert_eq!(round(&rig).shadow(), Some(E));
}

#[test]
fn knv_17_the_shadow_is_secret_until_the_ghost_is_played() {
    let mut rig = clubs();
    let ghost = *hand(&rig, C).iter().find(|c| rig.faces(&[**c]) == [card("cG").face()]).unwrap();
    for seat in C.others(5) {
        assert_eq!(knows(&rig, seat, &[ghost]), 0);
    }
    play(&mut rig, "B dM");
    assert!(!rig.said("is the shadow banker"));
    play(&mut rig, "C cG");
    assert!(rig.said("C is the shadow banker [KNV-17]"));
}

#[test]
fn knv_19_a_banker_with_the_ghost_plays_alone() {
    let mut hands = HANDS;
    (hands[0], hands[2]) = ("kA k7 k6 cK cQ cG", "dK hX hM hJ hQ sM");
    let mut rig = bank_of_a(hands, "Clubs", ["kG", "cJ"]);
    play(&mut rig, "B dM C dK D cM E cX A cG");
    assert!(rig.said("A plays alone [KNV-19]"));
    assert_eq!(round(&rig).shadow(), None);
}

#[test]
fn knv_21_knives_beat_everything() {
    assert_eq!(wins("cK kG cQ cJ sK", Some(Suit::Clubs)), B);
}

#[test]
fn knv_22_the_strong_suit_beats_fail_suits_and_loses_to_knives() {
    assert_eq!(wins("hK cX hQ hJ hM", Some(Suit::Clubs)), B);
    assert_eq!(wins("hK cX hQ k2 hM", Some(Suit::Clubs)), D);
}

#[test]
fn knv_23_with_knives_only_no_suit_beats_the_led_one() {
    assert_eq!(wins("hX cK sK dK hM", None), E);
}

#[test]
fn knv_24_six_tricks_are_played() {
    let mut rig = clubs();
    finish_hand(&mut rig, A, None);
    let tricks = rig.events.iter().filter(|event| event.rule == "KNV-28").count();
    assert_eq!(tricks, 6);
}

#[test]
fn knv_24_the_bankers_left_leads_first() {
    assert_eq!(asked(&clubs()), [B]);
}

#[test]
fn knv_24_without_a_banker_the_dealers_left_leads_first() {
    assert_eq!(asked(&all_pass(HANDS, "Clubs", "Assets")), [A]);
    assert_eq!(asked(&all_pass(HANDS, "Clubs", "Liabilities")), [A]);
}

#[test]
fn knv_25_a_leader_may_lead_any_card() {
    let rig = clubs();
    assert_eq!(rig.entries(B).len(), 6);
    for entry in rig.entries(B) {
        assert_eq!(rig.why_not(B, &entry).unwrap(), None);
    }
}

#[test]
fn knv_26_others_follow_suit_if_able() {
    let mut rig = clubs();
    play(&mut rig, "B hK");
    let reason = rig.why_not(C, name("sM")).unwrap();
    assert_eq!(reason.as_deref(), Some("you hold Hearts and must follow"));
    assert_eq!(rig.why_not(C, name("hM")).unwrap(), None);
}

#[test]
fn knv_26_k_a19_a_revoke_is_refused_and_changes_nothing() {
    let mut rig = clubs();
    play(&mut rig, "B hK");
    let revoke = rig.entries(C).iter().position(|entry| entry == name("sM")).unwrap();
    let before = engine::check::digest(&rig.clear.driver);
    assert!(!rig.clear.step(|_, _| revoke));
    assert_eq!(engine::check::digest(&rig.clear.driver), before);
    play(&mut rig, "C hM");
}

#[test]
fn knv_26_who_cannot_follow_plays_anything_and_need_not_trump() {
    let mut rig = clubs();
    play(&mut rig, "B dM");
    for entry in rig.entries(C) {
        assert_eq!(rig.why_not(C, &entry).unwrap(), None);
    }
}

#[test]
fn knv_26_not_following_shows_nothing_but_the_card() {
    let mut rig = clubs();
    play(&mut rig, "B dM C sM");
    for other in C.others(5) {
        assert_eq!(knows(&rig, other, &hand(&rig, C)), 0);
    }
}

#[test]
fn knv_27_the_strong_suit_does_not_follow_knives() {
    let mut hands = HANDS;
    (hands[1], hands[4]) = ("k2 dX dM dJ dQ hK", "hG cX dG k3 k4 k5");
    let mut rig = bank_of_a(hands, "Clubs", ["kG", "cJ"]);
    play(&mut rig, "B k2 C cG D cM");
    assert!(rig.why_not(E, name("cX")).unwrap().is_some(), "E holds Knives");
    play(&mut rig, "E k3");
    assert!(rig.why_not(A, name("cK")).unwrap().is_some());
}

#[test]
fn knv_28_highest_knife_then_strong_then_led_suit() {
    assert_eq!(wins("k3 k7 k5 cK hK", Some(Suit::Clubs)), B);
    assert_eq!(wins("hK cX cQ hJ cM", Some(Suit::Clubs)), C);
    assert_eq!(wins("hM hX hQ hJ sK", Some(Suit::Clubs)), C);
}

#[test]
fn knv_29_an_off_suit_fail_card_cannot_win() {
    assert_eq!(wins("hG sK dK sQ dQ", Some(Suit::Clubs)), A);
}

#[test]
fn knv_30_k_a17_the_winner_leads_next() {
    let mut rig = clubs();
    play(&mut rig, "B dM C sM D sG E k2 A dK");
    assert_eq!(asked(&rig), [E]);
    assert_eq!(round(&rig).trick_number(), 2);
}

#[test]
fn knv_31_a_ghost_beats_the_king_of_its_suit() {
    assert_eq!(wins("hK hG sK dK dQ", None), B);
    assert_eq!(wins("hG hK sK dK dQ", None), A);
    assert_eq!(wins("cK cG hK hQ hJ", Some(Suit::Clubs)), B, "among the strong suit too");
}

#[test]
fn knv_31_trump_order_is_not_changed_by_a_ghost() {
    assert_eq!(wins("hK hG cX dK dQ", Some(Suit::Clubs)), C);
    assert_eq!(wins("hK hG k2 dK dQ", None), C);
    assert_eq!(wins("dM hG hK sQ sJ", None), A, "not of the led suit");
}

#[test]
fn knv_31_a_ghost_without_its_king_is_lowest() {
    assert_eq!(wins("hX hG sK cK dK", None), A);
    assert_eq!(wins("kG k2 cK sK hK", None), B);
}

#[test]
fn k_a7_with_king_and_queen_present_the_ghost_tops_the_suit() {
    assert_eq!(wins("hQ hK hG hJ hM", None), C);
}

#[test]
fn k_a5_the_role_goes_with_the_card_when_a_dance_moves_the_ghost() {
    let mut rig = clubs();
    play(&mut rig, "B dX");
    dance(&mut rig, B, "dG", C, "cG");
    play(&mut rig, "C dG D cM E k2 A dK E k3 A k6 B cG");
    assert!(rig.said("B is the shadow banker"));
    assert_eq!(round(&rig).shadow(), Some(B));
}

#[test]
fn k_a5_a_banker_who_gets_the_ghost_and_plays_it_is_alone() {
    let mut hands = HANDS;
    (hands[0], hands[1]) = ("kA k7 k6 cK cQ dX", "dG dK dM dJ dQ hK");
    let mut rig = bank_of_a(hands, "Clubs", ["kG", "cJ"]);
    play(&mut rig, "B dM C sM D sG E hG A dX");
    dance(&mut rig, A, "cQ", C, "cG");
    play(&mut rig, "B hK C hM D sJ E k2 A cG");
    assert!(rig.said("A plays alone"));
    assert_eq!(round(&rig).shadow(), None);
}

#[test]
fn k_a19_not_following_takes_a_proof_over_the_whole_hand() {
    let mut rig = clubs();
    play(&mut rig, "B dM");
    let Some(Request::Choose(_, menu)) = rig.clear.driver.request() else { panic!("no menu") };
    for entry in &menu.entries {
        let Some(engine::Duty::Follow(follow)) = &entry.shows else { panic!("no duty") };
        assert_eq!(follow.faces, Suit::Diamonds.faces());
        assert_eq!(follow.hand, hand(&rig, C));
    }
}

#[test]
fn knv_24_the_last_trick_is_played_without_a_question() {
    let mut rig = clubs();
    rig.drift(|rig| round(rig).trick_number() == 6 || state(rig).number == 2);
    assert_eq!(state(&rig).number, 2, "it was over before anybody was asked");
    let plays = rig.events.iter().filter(|event| event.rule.is_empty()).count();
    assert!(plays >= 30, "all the same, thirty cards were played: {plays}");
}

#[test]
fn who_leads_is_marked_on_the_board() {
    let leaders = |rig: &Rig| -> Vec<Seat> {
        let leads =
            |place: &engine::Place| place.badges.iter().any(|badge| badge.text == "leads".into());
        rig.clear.driver.board().seats.seats_where(leads)
    };
    let mut rig = clubs();
    assert_eq!(leaders(&rig), [B]);
    play(&mut rig, "B dM C sM");
    assert_eq!(leaders(&rig), [B], "also while others play");
    play(&mut rig, "D sG E k2 A dK");
    assert_eq!(leaders(&rig), [E]);
}
