//! Who is asked to react, when, and in which order.

use super::*;
use crate::no_honor::windows::{Trigger, asks};
use Character::{Bodyguard, CrookedMagistrate, Enforcer, Ghost, Locksmith, Veteran};
use Scheme::*;

#[test]
fn nhat_95_a_reaction_comes_at_once_after_its_trigger() {
    let mut rig =
        scene(3).crew(A, &[Veteran]).tired(B, &[Enforcer]).hand(B, &[PlayDead]).broken().play();
    rig.pick(A, "Use Veteran").unwrap();
    assert_eq!(rig.who(), [B]);
    rig.pass();
    assert_eq!((rig.dead(), rig.who()), (vec![Enforcer], vec![A]));
    assert!(!rig.refused(A, "End").contains("react"));
}

#[test]
fn nhat_108_a_reaction_ability_exhausts_its_user_and_answers_nothing_aimed_at_it() {
    let mut rig = scene(3)
        .hand(A, &[AnonymousTip])
        .tired(B, &[Enforcer])
        .crew(C, &[CrookedMagistrate])
        .play();
    rig.go(&[(A, "Logistics"), (A, "Anonymous Tip")]);
    rig.act(&[(C, "Use Crooked Magistrate")]);
    assert_eq!(rig.tired(C), [CrookedMagistrate]);
    let mut rig = scene(3).crew(A, &[Character::DashingStranger]).crew(B, &[Ghost]).play();
    rig.pick(A, "Use Dashing").unwrap();
    assert_eq!(rig.tired(B), [Ghost]);
}

#[test]
fn h_a26_reactions_are_polled_clockwise_from_the_player_who_acted() {
    let mut rig = scene(4)
        .hand(A, &[Pickpocket])
        .hand(B, &[NotSoFast])
        .hand(C, &[NotSoFast])
        .hand(Seat::new(3), &[Betrayal])
        .play();
    rig.go(&[(A, "Pickpocket"), (A, "B")]);
    assert_eq!(rig.who(), [B, C, Seat::new(3)]);
    rig.act(&[(B, "Not So Fast"), (C, "Not So Fast")]);
    rig.pass(); // nobody answers B's
    assert_eq!((rig.hand(B), rig.hand(C)), (vec![], vec![NotSoFast]));
}

#[test]
fn h_a27_a_reaction_can_be_reacted_to() {
    let mut rig = scene(3).hand(A, &[Pickpocket, NotSoFast]).hand(B, &[NotSoFast]).play();
    rig.go(&[(A, "Pickpocket"), (A, "C")]);
    rig.act(&[(B, "Not So Fast")]);
    assert_eq!(rig.who(), [A]);
    rig.act(&[(A, "Not So Fast")]);
    assert_eq!((rig.coins(A), rig.coins(C)), (7, 3)); // the first Scheme takes effect after all
    assert_eq!(rig.discards(), [NotSoFast, NotSoFast, Pickpocket]);
}

#[test]
fn after_a_cancelled_reaction_the_window_goes_on() {
    let mut rig = scene(3)
        .hand(A, &[Pickpocket, NotSoFast])
        .hand(B, &[NotSoFast])
        .hand(C, &[NotSoFast])
        .play();
    rig.go(&[(A, "Pickpocket"), (A, "C")]);
    rig.act(&[(B, "Not So Fast")]);
    rig.act(&[(A, "Not So Fast")]);
    rig.pass(); // C lets A's reaction stand
    assert_eq!(rig.who(), [C]); // and is asked about the Pickpocket again
    rig.act(&[(C, "Not So Fast")]);
    assert_eq!(rig.coins(C), 5);
}

#[test]
fn windows_of_different_triggers_have_different_rules() {
    let rule = |rig: &Rig| rig.asked()[0].1.rule;
    let mut rig =
        scene(3).hand(A, &[AnonymousTip]).tired(B, &[Enforcer]).hand(B, &[Betrayal]).play();
    rig.go(&[(A, "Logistics"), (A, "Anonymous Tip")]);
    assert_eq!(rule(&rig), "NHAT-95");
    rig.pass();
    assert_eq!(rule(&rig), "NHAT-103");
    let tired = scene(3).crew(A, &[Veteran]).tired(B, &[Enforcer]).hand(B, &[Betrayal]).broken();
    let mut rig = tired.crew(C, &[Character::Poisoner]).play();
    rig.pick(A, "Use Veteran").unwrap();
    assert_eq!(rule(&rig), "NHAT-102");
    rig.pass();
    assert_eq!(rule(&rig), "NHAT-104");
    let card = Handle(0);
    let aim = crate::no_honor::moves::Aim::Nothing;
    let rules = [
        Trigger::Played { by: A, aim },
        Trigger::Exhausted(card),
        Trigger::Arrested(card),
        Trigger::Killed(card),
        Trigger::FailureDie(0),
        Trigger::Shared,
    ]
    .map(|trigger| trigger.rule());
    assert_eq!(std::collections::BTreeSet::from(rules).len(), 6);
    assert!(rules.into_iter().all(asks));
}

#[test]
fn a_window_asks_every_hand_that_might_hold_an_answer() {
    let mut rig =
        scene(3).hand(A, &[Pickpocket]).hand(B, &[Betrayal]).hand(C, &[SideJob, SideJob]).play();
    rig.go(&[(A, "Pickpocket"), (A, "B")]);
    assert_eq!(rig.who(), [B, C]);
    assert_eq!((rig.entries(B).len(), rig.entries(C).len()), (2, 3));
}

#[test]
fn a_window_that_nothing_could_use_is_not_opened() {
    let spent = [NotSoFast, NotSoFast, NotSoFast];
    let mut rig = scene(3).hand(A, &[Pickpocket]).hand(B, &[Betrayal]).discarded(&spent).play();
    rig.go(&[(A, "Pickpocket"), (A, "B")]);
    assert_eq!((rig.who(), rig.coins(A)), (vec![A], 7));
}

#[test]
fn only_the_owner_is_asked_about_an_arrest_and_whoever_has_the_magistrate() {
    let mut rig = scene(4)
        .hand(A, &[AnonymousTip])
        .tired(B, &[Enforcer])
        .crew(B, &[Bodyguard])
        .hand(B, &[Betrayal])
        .hand(C, &[Betrayal])
        .crew(Seat::new(3), &[CrookedMagistrate])
        .play();
    rig.go(&[(A, "Logistics"), (A, "Anonymous Tip")]);
    rig.pass(); // the Scheme
    assert_eq!(rig.who(), [B, Seat::new(3)]);
}

#[test]
fn an_exhausted_ghost_answers_nothing() {
    let mut rig = scene(3).hand(A, &[Pickpocket]).tired(B, &[Ghost]).crew(C, &[Locksmith]).play();
    rig.go(&[(A, "Pickpocket"), (A, "B")]);
    assert_eq!(rig.coins(A), 7);
}

#[test]
fn c5_a_window_that_nobody_can_use_by_what_all_know_is_not_opened() {
    // All copies of Not So Fast lie open, and nobody has the Ghost.
    let rig = |discarded: &[Scheme]| {
        let scene = scene(3).hand(A, &[Pickpocket]).hand(B, &[Betrayal]).hand(C, &[Betrayal]);
        let mut rig = scene.discarded(discarded).play();
        rig.go(&[(A, "Pickpocket"), (A, "B")]);
        rig
    };
    assert_eq!(rig(&[NotSoFast, NotSoFast]).who(), [B, C]);
    assert_eq!(rig(&[NotSoFast; 3]).coins(B), 3, "it took effect at once");
}

#[test]
fn c5_one_seat_is_asked_alone_if_all_know_that_it_alone_could_react() {
    // An arrest: only its owner could have a Cover Story for it, and no Magistrate lies open.
    let scene = scene(3).hand(A, &[AnonymousTip]).tired(B, &[Enforcer]);
    let mut rig =
        scene.hand(B, &[Betrayal]).hand(C, &[CoverStory]).discarded(&[NotSoFast; 3]).play();
    rig.go(&[(A, "Logistics"), (A, "Anonymous Tip")]);
    assert_eq!(rig.who(), [B], "C holds one and could not use it");
    let (_, menu) = &rig.asked()[0];
    assert_eq!(menu.entries.len(), 2, "B holds none and is asked all the same");
}

#[test]
fn nhat_53_whoever_could_do_nothing_in_complications_is_not_asked() {
    let guards = "Against Ceremonial Guards with 2 Muscle: Enforcer";
    let wall = "Against High Wall with 1 Stealth: Acrobat";
    let mut rig = scene(3)
        .crew(A, &[Enforcer, Character::Acrobat])
        .coins(B, 0)
        .hand(C, &[Betrayal])
        .coins(C, 0)
        .play();
    rig.solo("Wealthy", &[guards, wall]);
    assert_eq!(rig.who(), [A, C], "B has neither Schemes nor Coins nor an ability");
}
