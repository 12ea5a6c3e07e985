//! What a person is asked to confirm.

use super::*;
use Character::{Acrobat, Enforcer, Ghost, Locksmith};

#[test]
fn on_a_turn_only_ending_it_weighs() {
    let scene = scene(3).crew(A, &[Enforcer, Acrobat, Ghost]).hand(A, &[Scheme::Pickpocket]);
    assert_eq!(scene.play().weighty(A), ["End your turn"]);
}

#[test]
fn a_heist_that_cannot_be_dropped_weighs() {
    let crew = [Enforcer, Acrobat, Locksmith];
    let scene = scene(3).crew(A, &crew).crew(B, &[Ghost]);
    let mut rig = scene.mat(0, Objective::WizardsTower, &[]).play();
    rig.pick(A, "Tower").unwrap();
    assert_eq!(rig.weighty(A), ["Declare it, alone"]);
    rig.pick(A, "With B").unwrap();
    assert!(rig.weighty(A).iter().all(|entry| entry.starts_with("Propose: ")));
    assert_eq!(rig.weighty(A).len(), 2);
}

#[test]
fn firing_and_giving_coins_away_weigh() {
    let mut rig = scene(3).crew(A, &[Enforcer]).coins(A, 2).play();
    rig.pick(A, "Fire a Character").unwrap();
    assert_eq!(rig.weighty(A), ["Fire Enforcer"]);
    rig.go(&[(A, "Back"), (A, "Give Coins away"), (A, "Pay B")]);
    assert_eq!(rig.weighty(A), ["1 Coin", "2 Coins"]);
    rig.go(&[(A, "Back"), (A, "Back"), (A, "Ask somebody"), (A, "Ask B"), (A, "3 Coins")]);
    assert_eq!(rig.weighty(B), ["Give A 3 Coins"]);
}

#[test]
fn a_trade_weighs_once_it_binds() {
    let mut rig =
        scene(3).crew(A, &[Enforcer]).hand(B, &[Scheme::SideJob, Scheme::Betrayal]).play();
    rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Give Enforcer"), (A, "Ask for a Scheme")]);
    assert_eq!(rig.weighty(A), ["Propose it"]);
    rig.pick(A, "Propose it").unwrap();
    assert_eq!(rig.weighty(B), ["Agree"]);
    rig.pick(B, "Agree").unwrap();
    assert_eq!(rig.weighty(B).len(), 2);
}

#[test]
fn granting_a_larger_share_weighs() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).play();
    rig.go(&[(A, "Wealthy"), (A, "With B"), (A, "Propose: 3"), (B, "Ask for 5 Coins")]);
    assert_eq!(rig.weighty(A), ["Grant it"]);
}

#[test]
fn the_moment_of_truth_weighs() {
    let hand = [Scheme::Betrayal, Scheme::SideJob];
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).hand(A, &hand).play();
    rig.shared(
        "Wealthy",
        &["Against Ceremonial Guards with 2 Muscle: Enforcer"],
        &["Against High Wall with 1 Stealth: Acrobat"],
    );
    rig.pass();
    assert_eq!(rig.weighty(A), ["Play Betrayal!", "Play Side Job"]);
}

#[test]
fn losing_a_character_for_good_weighs_and_exhaustion_does_not() {
    // The Wealthy Merchant's table: an X kills one, a dagger exhausts one.
    for (roll, weighty) in [(0, 2), (2, 0)] {
        let crew = [Enforcer, Ghost, Acrobat];
        let mut rig = scene(3).crew(A, &crew).rolls(&[roll]).play();
        rig.solo(
            "Wealthy",
            &[
                "Against Ceremonial Guards with 2 Lies: Enforcer",
                "Against Ceremonial Guards with 2 Lies: Ghost",
                "Against High Wall with 1 Stealth: Acrobat",
            ],
        );
        rig.pass();
        assert_eq!(rig.entries(A), ["Enforcer", "Ghost"]);
        assert_eq!(rig.weighty(A).len(), weighty);
    }
}
