//! Complications.

use super::*;
use Character::{Acrobat, Enforcer, Ghost, Shyster, Veteran};

const GUARDS: &str = "Against Ceremonial Guards with 2 Muscle: Enforcer";
const WALL: &str = "Against High Wall with 1 Stealth: Acrobat";

fn heist(scene: Scene) -> Rig {
    let mut rig = scene.crew(A, &[Enforcer, Acrobat]).play();
    rig.solo("Wealthy", &[GUARDS, WALL]);
    rig
}

#[test]
fn the_books_example_the_enforcer_fails_against_guards_on_alert() {
    let scene = scene(3).hand(B, &[Scheme::OnAlert]).rolls(&[2, 1, 5]);
    let mut rig = heist(scene);
    rig.act(&[(B, "Play On Alert")]); // A has passed before B
    rig.go(&[(B, "Muscle at the Ceremonial"), (B, "Count 1 dagger")]);
    assert_eq!(rig.who(), [C, A, B]); // C passes, then it is A's turn again
    rig.pass();
    assert!(rig.said("The heist fails"));
}

#[test]
fn nhat_52_no_character_is_moved_or_added() {
    let rig = heist(scene(3).crew(B, &[Ghost]));
    assert!(!rig.entries(A).iter().any(|e| e.contains("Against")));
    assert!(!rig.entries(B).iter().any(|e| e.contains("Against")));
}

#[test]
fn nhat_53_everybody_gets_a_slot_from_the_active_player_clockwise() {
    let rig = heist(scene(4));
    assert_eq!(rig.who(), [A, B, C, Seat::new(3)]);
}

#[test]
fn nhat_53_an_earlier_slot_comes_before_a_later_one() {
    let mut rig = heist(scene(3).hand(A, &[Scheme::ThinkFast]).hand(B, &[Scheme::TripUp]));
    rig.act(&[(A, "Play Think Fast"), (B, "Play Trip Up")]);
    rig.pick(A, "Enforcer of A for Muscle").unwrap();
    rig.pass(); // B could answer the Scheme
    assert_eq!((rig.hand(B), rig.who()), (vec![Scheme::TripUp], vec![B, C, A]));
}

#[test]
fn nhat_54_what_is_played_aims_at_players_or_characters_of_the_heist() {
    let scene = scene(3)
        .hand(B, &[Scheme::SmellingSalts])
        .tired(C, &[Shyster])
        .crew(B, &[Veteran])
        .broken();
    let rig = heist(scene);
    assert_eq!(rig.refused(B, "Smelling Salts"), "nobody on this heist is exhausted");
    assert_eq!(rig.refused(B, "Use Veteran"), "no rival's Character here is exhausted");
}

#[test]
fn nhat_55_a_pass_bars_nothing_and_a_full_round_of_passes_ends_the_phase() {
    let mut rig = heist(
        scene(3)
            .hand(A, &[Scheme::ThinkFast])
            .hand(B, &[Scheme::TripUp])
            .hand(C, &[Scheme::Betrayal]),
    );
    rig.act(&[(B, "Play Trip Up")]); // A has passed
    rig.pick(B, "Enforcer of A").unwrap();
    rig.pass();
    rig.act(&[(A, "Play Think Fast")]);
    rig.pick(A, "Enforcer of A for Muscle").unwrap();
    rig.pass();
    assert_eq!(rig.who(), [B, C, A]);
    rig.pass();
    assert!(rig.said("Everybody has passed"));
}

#[test]
fn nhat_56_outsiders_may_help_or_hinder_and_be_paid() {
    let mut rig = heist(scene(3).hand(C, &[Scheme::ThinkFast]));
    rig.act(&[(A, "Give Coins away")]);
    rig.go(&[(A, "Pay C"), (A, "2 Coins")]);
    assert_eq!((rig.coins(C), rig.who()), (7, vec![A, B, C])); // the slot is still A's
    rig.act(&[(C, "Play Think Fast")]);
    assert_eq!(rig.who(), [C]);
}

#[test]
fn gifts_in_a_heist_are_bounded() {
    let mut rig = heist(scene(3));
    for _ in 0..2 {
        rig.act(&[(A, "Give Coins away")]);
        rig.go(&[(A, "Pay C"), (A, "1 Coin")]);
    }
    assert!(!rig.entries(A).iter().any(|e| e.contains("Give")));
}

#[test]
fn whoever_goes_back_from_a_gift_may_still_make_it() {
    let mut rig = heist(scene(3));
    for _ in 0..3 {
        rig.act(&[(A, "Give Coins away")]);
        rig.pick(A, "Back").unwrap();
    }
    rig.act(&[(A, "Give Coins away")]);
    rig.go(&[(A, "Pay C"), (A, "1 Coin")]);
    assert_eq!(rig.coins(C), 6);
}

#[test]
fn nhat_57_a_character_exhausted_on_a_heist_still_counts() {
    let mut rig = heist(scene(3).hand(B, &[Scheme::TripUp]));
    rig.act(&[(B, "Play Trip Up")]);
    rig.pick(B, "Enforcer of A").unwrap();
    rig.pass();
    assert_eq!((rig.coins(A), rig.tired(A)), (11, vec![Enforcer]));
}

#[test]
fn nhat_58_one_who_is_arrested_leaves_no_longer_counts_and_suffers_no_penalty() {
    let mut rig = heist(scene(3).hand(B, &[Scheme::TripUp, Scheme::RaiseTheAlarm]).rolls(&[0]));
    rig.act(&[(B, "Play Trip Up")]);
    rig.pick(B, "Enforcer of A").unwrap();
    rig.act(&[(B, "Play Raise the Alarm")]);
    assert_eq!(
        (rig.jail(), rig.s().heist.as_ref().unwrap().posts[0].sent.len()),
        (vec![Enforcer], 0)
    );
    rig.pass();
    assert!(rig.said("The heist fails"));
    assert_eq!((rig.dead(), rig.coins(A)), (vec![], 7));
}

#[test]
fn whoever_goes_back_from_an_ability_still_has_the_slot() {
    let stranger = Character::DashingStranger;
    let mut rig = heist(scene(3).crew(B, &[stranger]));
    rig.act(&[(B, "Use Dashing")]);
    rig.pick(B, "Back").unwrap();
    assert_eq!(rig.who()[0], B);
    assert!(rig.tired(B).is_empty());
}
