//! Coins that pass by the way: after actions and heists, and at the end of a turn. NHAT-41

use super::*;
use Character::{Acrobat, Enforcer};

const WANTS: &str = "Pay somebody, or ask for Coins";

/// A has just rested, and the others may pay or ask.
fn rested(scene: Scene) -> Rig {
    let mut rig = scene.play();
    rig.asides = true;
    rig.pick(A, "Rest without").unwrap();
    rig
}

#[test]
fn nhat_41_after_an_action_everybody_else_may_pay_or_ask() {
    let rig = rested(scene(4));
    assert_eq!(rig.who(), [B, C, Seat::new(3)]); // A can at any moment of the turn
}

#[test]
fn nhat_41_after_a_heist_everybody_else_may_pay_or_ask() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).play();
    rig.asides = true;
    rig.solo(
        "Wealthy",
        &[
            "Against Ceremonial Guards with 2 Muscle: Enforcer",
            "Against High Wall with 1 Stealth: Acrobat",
        ],
    );
    rig.pass(); // Complications
    assert!(rig.s().heist.is_none());
    assert_eq!((rig.who(), rig.entries(B)), (vec![B, C], vec!["Go on".into(), WANTS.into()]));
}

#[test]
fn nhat_41_after_the_last_action_the_active_player_may_pay_or_ask_as_well() {
    let mut rig = rested(scene(3).turns(2));
    rig.pass();
    rig.pick(A, "Rest without").unwrap();
    rig.pass();
    rig.pick(A, "Rest without").unwrap();
    assert_eq!(rig.who(), [A, B, C]);
    rig.pass();
    assert_eq!(rig.s().active, B, "the end of a turn and its last action are one moment");
}

#[test]
fn nhat_41_at_an_early_end_of_a_turn_everybody_may_pay_or_ask() {
    let mut rig = scene(3).turns(2).play();
    rig.asides = true;
    rig.pick(A, "End your turn").unwrap();
    assert_eq!((rig.who(), rig.s().active), (vec![A, B, C], A));
}

#[test]
fn nothing_is_offered_after_what_takes_no_action() {
    let mut rig = scene(3).crew(A, &[Enforcer]).play();
    rig.asides = true;
    rig.go(&[(A, "Fire a Character"), (A, "Fire Enforcer")]);
    assert_eq!(rig.who(), [A]);
}

#[test]
fn nhat_41_on_the_turn_of_a_third_player_coins_are_paid() {
    let mut rig = rested(scene(3));
    rig.act(&[(B, WANTS)]);
    rig.go(&[(B, "Pay C"), (B, "3 Coins")]);
    assert_eq!((rig.coins(B), rig.coins(C), rig.who()), (2, 8, vec![A]));
    assert!(rig.said("B gives C 3 Coins"));
}

#[test]
fn nhat_41_on_the_turn_of_a_third_player_coins_are_asked_for() {
    let mut rig = rested(scene(3));
    rig.act(&[(B, WANTS)]);
    rig.go(&[(B, "Ask C"), (B, "3 Coins"), (C, "Give B 3 Coins")]);
    assert_eq!((rig.coins(B), rig.coins(C), rig.who()), (8, 2, vec![A]));
}

#[test]
fn whoever_is_asked_for_coins_may_refuse() {
    let mut rig = rested(scene(3));
    rig.act(&[(B, WANTS)]);
    rig.go(&[(B, "Ask A"), (B, "5 Coins"), (A, "Refuse")]);
    assert_eq!((rig.coins(A), rig.coins(B)), (5, 5));
    assert!(rig.said("A refuses"));
}

#[test]
fn those_who_want_to_act_clockwise_each_with_what_they_have_by_then() {
    let mut rig = rested(scene(3).coins(A, 0).coins(B, 4).coins(C, 0));
    rig.act(&[(B, WANTS), (C, WANTS)]);
    rig.go(&[(B, "Pay C"), (B, "4 Coins"), (C, "Pay A"), (C, "4 Coins")]);
    assert_eq!((rig.coins(A), rig.coins(B), rig.coins(C)), (4, 0, 0));
}

#[test]
fn nobody_is_asked_where_nobody_has_coins() {
    let rig = rested(scene(3).coins(A, 0).coins(B, 0).coins(C, 0));
    assert_eq!(rig.who(), [A], "the turn goes on");
}

#[test]
fn whoever_has_the_only_coins_can_only_pay_and_the_others_only_ask() {
    let mut rig = rested(scene(3).coins(A, 0).coins(B, 1).coins(C, 0));
    rig.act(&[(B, WANTS), (C, WANTS)]);
    assert_eq!(rig.entries(B), ["Pay C", "Pay A", "Back"]);
    rig.pick(B, "Back").unwrap();
    assert_eq!(rig.entries(C), ["Ask B", "Back"]);
}

#[test]
fn a_player_asks_by_the_way_twice_in_a_turn() {
    let mut rig = rested(scene(3).turns(2).coins(A, 9).coins(B, 0).coins(C, 0));
    for _ in 0..2 {
        rig.act(&[(B, WANTS)]);
        rig.go(&[(B, "Ask A"), (B, "1 Coin"), (A, "Refuse"), (A, "Rest without")]);
    }
    assert_eq!(rig.who(), [A, C], "B can neither pay nor ask any more");
    rig.pass();
    rig.pick(B, "End your turn").unwrap();
    assert_eq!(rig.who(), [B, C, A], "and in the next turn can again");
}

#[test]
fn whoever_can_do_neither_once_their_turn_comes_is_not_asked() {
    let mut rig = rested(scene(3).coins(A, 9).coins(B, 0).coins(C, 1));
    for _ in 0..2 {
        rig.act(&[(C, WANTS)]);
        rig.go(&[(C, "Ask A"), (C, "1 Coin"), (A, "Refuse"), (A, "Rest without")]);
    }
    rig.act(&[(B, WANTS), (C, WANTS)]);
    rig.go(&[(B, "Ask C"), (B, "1 Coin"), (C, "Give B 1 Coin")]);
    assert!(rig.over().is_some(), "C has neither Coins nor a question left");
}

#[test]
fn whoever_wanted_to_and_goes_back_has_changed_nothing() {
    let mut rig = rested(scene(3));
    let changes_of_mind = rig.s().changes_of_mind;
    rig.act(&[(B, WANTS)]);
    rig.go(&[(B, "Ask C"), (B, "Back"), (B, "Back")]);
    assert_eq!((rig.coins(B), rig.who(), rig.s().players[B].asks), (5, vec![A], 0));
    assert_eq!(
        rig.s().changes_of_mind,
        changes_of_mind,
        "nor does it count against the active player"
    );
}

#[test]
fn going_back_from_how_many_to_whom_comes_to_an_end() {
    let mut rig = rested(scene(3));
    rig.act(&[(B, WANTS)]);
    for _ in 0..5 {
        rig.go(&[(B, "Pay C"), (B, "Back")]);
    }
    assert_eq!(rig.who(), [A]);
}

#[test]
fn whether_somebody_wants_to_is_asked_of_all_in_the_same_words_and_sealed() {
    let rig = rested(scene(4).hand(B, &[Scheme::Betrayal]).coins(C, 0));
    let Some(engine::Request::Ask(engine::Opening::All, menus)) = rig.clear.driver.request() else {
        panic!("they are asked together");
    };
    assert!(menus.iter().all(|(_, menu)| *menu == menus[0].1 && menu.is_aside()));
}

#[test]
fn the_bot_does_not_pay_by_the_way() {
    let mut rig = rested(scene(3));
    rig.clear.step(|ask, state| {
        let state: &dyn core::any::Any = state;
        NoHonor::autopilot(&ask, state.downcast_ref().unwrap())
    });
    assert_eq!(rig.who(), [A]);
}

#[test]
fn nobody_is_asked_about_a_slot_in_which_they_could_only_give_coins() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).hand(B, &[Scheme::Betrayal]).play();
    rig.solo(
        "Wealthy",
        &[
            "Against Ceremonial Guards with 2 Muscle: Enforcer",
            "Against High Wall with 1 Stealth: Acrobat",
        ],
    );
    let asks = |seat: Seat| {
        let (_, menu) = rig.asked().into_iter().find(|(asked, _)| *asked == seat).unwrap();
        let known = rig.clear.dealer.knowledge(seat);
        menu.asks(engine::Eyes::new(rig.clear.driver.faces(), known))
    };
    assert!(rig.entries(B).iter().any(|entry| entry == "Give Coins away"));
    assert_eq!([A, B, C].map(asks), [false; 3]);
}
