//! Every Scheme: what it does, at what, when, and when not.

use super::*;
use crate::no_honor::cards::Skill;
use Character::{Acrobat, Bodyguard, Enforcer, Ghost, Locksmith, Mastermind, Shyster};
use Scheme::*;

const GUARDS: &str = "Against Ceremonial Guards with 2 Muscle: Enforcer";
const WALL: &str = "Against High Wall with 1 Stealth: Acrobat";
const POOR: &str = "it costs 2 Coins and you have 1";
const FULL: &str = "your crew is full: fire somebody first";

/// A alone against the Merchant, about to see Complications.
fn heist(hands: &[(Seat, &[Scheme])]) -> Rig {
    heist_from(scene(3), hands)
}

fn heist_from(scene: Scene, hands: &[(Seat, &[Scheme])]) -> Rig {
    let mut scene = scene.crew(A, &[Enforcer, Acrobat]);
    for (seat, hand) in hands {
        scene = scene.hand(*seat, hand);
    }
    let mut rig = scene.play();
    rig.solo("Wealthy", &[GUARDS, WALL]);
    rig
}

fn need(rig: &Rig, post: usize, skill: Skill) -> i64 {
    rig.s().heist.as_ref().unwrap().posts[post].needs[skill.index()]
}

fn power(rig: &Rig, thief: usize, skill: Skill) -> i64 {
    rig.s().power(rig.s().players[A].crew[thief].card, skill)
}

#[test]
fn attachments_add_one_of_their_skill() {
    let gear = [
        (HousebreakerKit, Skill::Tinker),
        (WeaponsCache, Skill::Muscle),
        (CourtFinery, Skill::Lies),
        (SoftBoots, Skill::Stealth),
    ];
    for (scheme, skill) in gear {
        let mut rig = scene(3).crew(A, &[Mastermind]).hand(A, &[scheme]).play();
        rig.go(&[(A, "Logistics"), (A, scheme.name())]);
        let thief = &rig.s().players[A].crew[0];
        assert_eq!(thief.skills()[skill.index()], 1, "{}", scheme.name());
        assert_eq!(rig.discards(), []); // it stays in play
    }
}

#[test]
fn attachments_go_to_own_characters_with_room_only() {
    for scheme in [HousebreakerKit, WeaponsCache, CourtFinery, SoftBoots] {
        let mut rig = scene(3)
            .equipped(A, Enforcer, &[SoftBoots, SoftBoots])
            .crew(B, &[Shyster])
            .hand(A, &[scheme])
            .play();
        rig.pick(A, "Logistics").unwrap();
        assert_eq!(rig.refused(A, scheme.name()), "your Characters carry two attachments each");
    }
}

#[test]
fn faked_death_brings_back_the_dead_for_two_coins() {
    let mut rig = scene(3).graveyard(&[Shyster]).hand(A, &[FakedDeath]).play();
    rig.go(&[(A, "Logistics"), (A, "Faked Death")]);
    assert_eq!((rig.crew(A), rig.dead(), rig.coins(A)), (vec![Shyster], vec![], 3));
}

#[test]
fn faked_death_needs_a_corpse_two_coins_and_room() {
    let full = [Enforcer, Enforcer, Locksmith, Ghost];
    let scenes = [
        scene(3),
        scene(3).graveyard(&[Shyster]).coins(A, 1),
        scene(3).graveyard(&[Shyster]).crew(A, &full),
    ];
    for (scene, why) in scenes.into_iter().zip(["the Graveyard is empty", POOR, FULL]) {
        let mut rig = scene.hand(A, &[FakedDeath]).play();
        rig.pick(A, "Logistics").unwrap();
        assert_eq!(rig.refused(A, "Faked Death"), why);
    }
}

#[test]
fn bribed_warden_takes_a_prisoner_for_two_coins() {
    let mut rig = scene(3).jail(&[Shyster, Ghost]).hand(A, &[BribedWarden]).play();
    rig.go(&[(A, "Logistics"), (A, "Bribed Warden"), (A, "Ghost")]);
    assert_eq!((rig.crew(A), rig.jail(), rig.coins(A)), (vec![Ghost], vec![Shyster], 3));
}

#[test]
fn bribed_warden_needs_a_prisoner_two_coins_and_room() {
    let full = [Enforcer, Enforcer, Locksmith, Ghost];
    let scenes =
        [scene(3), scene(3).jail(&[Shyster]).coins(A, 1), scene(3).jail(&[Shyster]).crew(A, &full)];
    for (scene, why) in scenes.into_iter().zip(["the Jail is empty", POOR, FULL]) {
        let mut rig = scene.hand(A, &[BribedWarden]).play();
        rig.pick(A, "Logistics").unwrap();
        assert_eq!(rig.refused(A, "Bribed Warden"), why);
    }
}

#[test]
fn word_on_the_street_draws_three() {
    let mut rig = scene(3).hand(A, &[WordOnTheStreet]).play();
    rig.go(&[(A, "Logistics"), (A, "Word on the Street")]);
    assert_eq!(rig.hand(A).len(), 3);
}

#[test]
fn anonymous_tip_arrests_an_exhausted_character_of_a_rival() {
    let mut rig = scene(3)
        .hand(A, &[AnonymousTip])
        .tired(A, &[Ghost])
        .tired(B, &[Enforcer])
        .crew(B, &[Shyster])
        .play();
    rig.go(&[(A, "Logistics"), (A, "Anonymous Tip")]);
    assert_eq!(rig.jail(), [Enforcer]);
}

#[test]
fn anonymous_tip_may_kill_once_the_code_is_broken() {
    let mut rig = scene(3).hand(A, &[AnonymousTip]).tired(B, &[Enforcer]).broken().play();
    rig.go(&[(A, "Logistics"), (A, "Anonymous Tip"), (A, "Enforcer of B, to kill")]);
    assert_eq!(rig.dead(), [Enforcer]);
}

#[test]
fn anonymous_tip_needs_an_exhausted_rival() {
    let mut rig = scene(3).hand(A, &[AnonymousTip]).tired(A, &[Ghost]).crew(B, &[Enforcer]).play();
    rig.pick(A, "Logistics").unwrap();
    assert_eq!(rig.refused(A, "Anonymous Tip"), "no rival has an exhausted Character");
}

#[test]
fn called_in_favors_takes_a_coin_from_every_richer_rival() {
    let mut rig = scene(3).hand(A, &[CalledInFavors]).coins(A, 2).coins(B, 3).coins(C, 2).play();
    rig.go(&[(A, "Logistics"), (A, "Called-In Favors")]);
    assert_eq!((rig.coins(A), rig.coins(B), rig.coins(C)), (3, 2, 2));
}

#[test]
fn called_in_favors_needs_a_richer_rival() {
    let mut rig = scene(3).hand(A, &[CalledInFavors]).play();
    rig.pick(A, "Logistics").unwrap();
    assert_eq!(rig.refused(A, "Called-In Favors"), "no rival is richer than you");
}

#[test]
fn on_alert_raises_muscle_or_stealth_by_the_dice_icon() {
    let mut rig = heist_from(scene(3).rolls(&[4, 1]), &[(B, &[OnAlert])]);
    rig.act(&[(B, "Play On Alert")]);
    assert!(!rig.entries(B).iter().any(|e| e.contains("Lies")));
    rig.go(&[(B, "Muscle at the Ceremonial Guards"), (B, "Count 2 daggers")]);
    assert_eq!(need(&rig, 0, Skill::Muscle), 4);
}

#[test]
fn on_alert_is_not_aimed_at_what_no_challenge_that_is_tried_asks_for() {
    let mut rig = heist_from(scene(3).rolls(&[4, 4]), &[(B, &[OnAlert])]);
    rig.act(&[(B, "Play On Alert")]);
    assert_eq!(rig.entries(B), ["Muscle at the Ceremonial Guards", "Stealth at the High Wall"]);
    // Nobody tries Muscle or Stealth: then it cannot be played at all.
    let mut rig = scene(3)
        .crew(A, &[Locksmith, Shyster])
        .hand(B, &[OnAlert])
        .mat(0, Objective::WealthyMerchant, &[Defense::BarredDoor, Defense::CeremonialGuards])
        .play();
    let door = "Against Barred Door with 1 Tinker: Locksmith";
    rig.solo("Wealthy", &[door, "Against Ceremonial Guards with 2 Lies: Shyster"]);
    let why = "no effect: nothing tried here asks for Muscle or Stealth";
    assert_eq!(rig.refused(B, "On Alert"), why);
}

#[test]
fn distraction_is_refused_once_every_number_is_nothing() {
    let scene = scene(3).crew(A, &[Locksmith]).jail(&[Shyster]).rolls(&[5, 5]);
    let mut rig = scene.hand(A, &[Distraction, Distraction]).play();
    rig.solo("Jailbreak", &["Against Jailor with 2 Tinker: Locksmith"]);
    rig.act(&[(A, "Play Distraction")]);
    assert_eq!(need(&rig, 0, Skill::Tinker), 0);
    assert_eq!(rig.refused(A, "Distraction"), "no effect: no number here can fall any further");
}

#[test]
fn second_wind_is_refused_if_nobody_has_a_skill_that_is_asked_for() {
    let scene = scene(3).crew(A, &[Enforcer]).jail(&[Shyster]);
    let mut rig = scene.hand(A, &[SecondWind]).play();
    rig.solo("Jailbreak", &["Against Jailor with 2 Tinker: Enforcer"]);
    let why = "no effect: nobody here has a skill that is asked for";
    assert_eq!(rig.refused(A, "Second Wind"), why);
}

#[test]
fn word_on_the_street_is_refused_if_no_scheme_is_left_to_draw() {
    let mut rig = scene(3).hand(A, &[WordOnTheStreet]).play();
    rig.pick(A, "Logistics").unwrap();
    assert_eq!(rig.refused(A, "Word on the Street"), "");
    let mut state = rig.s().clone();
    (state.schemes, state.scheme_discard) = (Vec::new(), Vec::new());
    assert!(crate::no_honor::schemes::aims(&state, A, WordOnTheStreet).is_empty());
}

#[test]
fn changed_locks_raises_lies_or_tinker_by_the_dice_icon() {
    let scene = scene(3).crew(A, &[Locksmith]).hand(B, &[ChangedLocks]).rolls(&[5, 5]).mat(
        0,
        Objective::WealthyMerchant,
        &[Defense::BarredDoor, Defense::HighWall],
    );
    let mut rig = scene.crew(A, &[Acrobat]).play();
    rig.solo("Wealthy", &["Against Barred Door with 1 Tinker: Locksmith", WALL]);
    rig.act(&[(B, "Play Changed Locks")]);
    assert_eq!(need(&rig, 0, Skill::Tinker), 4); // the only thing it could be aimed at
}

#[test]
fn changed_locks_needs_a_challenge_that_asks_for_lies_or_tinker() {
    let mut rig = scene(3)
        .crew(A, &[Enforcer, Acrobat])
        .hand(B, &[ChangedLocks])
        .mat(0, Objective::WealthyMerchant, &[Defense::GuardDogs, Defense::HighWall])
        .play();
    rig.solo("Wealthy", &["Against Guard Dogs with 2 Muscle: Enforcer", WALL]);
    let why = "no effect: nothing tried here asks for Lies or Tinker";
    assert_eq!(rig.refused(B, "Changed Locks"), why);
}

#[test]
fn reinforcements_raises_every_listed_skill_by_one() {
    let mut rig = heist(&[(B, &[Reinforcements])]);
    rig.act(&[(B, "Play Reinforcements")]);
    rig.pick(B, "High Wall").unwrap();
    assert_eq!((need(&rig, 1, Skill::Stealth), need(&rig, 1, Skill::Muscle)), (2, 0));
    assert!(rig.said("High Wall now needs 2 Stealth"));
}

#[test]
fn second_wind_adds_the_dice_icon_to_a_skill_the_character_has() {
    let mut rig = heist_from(scene(3).rolls(&[0, 5]), &[(A, &[SecondWind])]);
    rig.act(&[(A, "Play Second Wind")]);
    assert!(!rig.entries(A).iter().any(|e| e.contains("Enforcer of A for Stealth")));
    rig.go(&[(A, "Enforcer of A for Muscle"), (A, "Count 3 daggers")]);
    assert_eq!(power(&rig, 0, Skill::Muscle), 5);
}

#[test]
fn think_fast_adds_one_of_any_skill_that_is_asked_for() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).hand(C, &[ThinkFast]).play();
    rig.solo("Wealthy", &["Against Ceremonial Guards with 2 Lies: Enforcer", WALL]);
    rig.act(&[(C, "Play Think Fast")]);
    assert_eq!(rig.entries(C), ["Enforcer of A for Lies", "Acrobat of A for Stealth"]);
    rig.pick(C, "Enforcer of A for Lies").unwrap();
    assert_eq!(power(&rig, 0, Skill::Lies), 1);
}

#[test]
fn distraction_lowers_a_targeted_requirement_by_the_dice_icon() {
    let mut rig = heist_from(scene(3).rolls(&[5, 5]), &[(A, &[Distraction])]);
    rig.act(&[(A, "Play Distraction")]);
    assert!(!rig.entries(A).iter().any(|e| e.contains("Lies")));
    rig.pick(A, "Muscle at the Ceremonial Guards").unwrap();
    assert_eq!(need(&rig, 0, Skill::Muscle), 0); // never below 0
}

#[test]
fn trip_up_exhausts_a_committed_character() {
    let mut rig = heist(&[(B, &[TripUp])]);
    rig.act(&[(B, "Play Trip Up")]);
    rig.pick(B, "Enforcer of A").unwrap();
    assert_eq!(rig.tired(A), [Enforcer]);
}

#[test]
fn trip_up_may_kill_the_exhausted_once_the_code_is_broken() {
    let mut rig = heist_from(scene(3).broken(), &[(B, &[TripUp]), (C, &[TripUp])]);
    rig.act(&[(B, "Play Trip Up")]);
    rig.pick(B, "Enforcer of A").unwrap();
    rig.pass(); // nobody answers the Scheme
    rig.act(&[(C, "Play Trip Up")]);
    assert!(!rig.entries(C).iter().any(|e| e.contains("Acrobat of A, to kill")));
    rig.pick(C, "Enforcer of A, to kill").unwrap();
    assert_eq!(rig.dead(), [Enforcer]);
}

#[test]
fn raise_the_alarm_arrests_an_exhausted_committed_character() {
    let mut rig = heist(&[(B, &[TripUp]), (C, &[RaiseTheAlarm])]);
    assert_eq!(rig.refused(C, "Raise the Alarm"), "nobody on this heist is exhausted");
    rig.act(&[(B, "Play Trip Up")]);
    rig.pick(B, "Enforcer of A").unwrap();
    rig.pass();
    rig.act(&[(C, "Play Raise the Alarm")]);
    assert_eq!(rig.jail(), [Enforcer]);
}

#[test]
fn improvised_plan_draws_what_it_discards_and_one_more() {
    let mut rig = scene(3).hand(A, &[ImprovisedPlan, OnAlert, SideJob]).play();
    rig.go(&[(A, "Play Improvised Plan"), (A, "Discard On Alert")]);
    assert_eq!(rig.hand(A).len(), 1 + 2);
    assert_eq!(rig.discards(), [OnAlert, ImprovisedPlan]);
}

#[test]
fn improvised_plan_alone_in_hand_draws_one() {
    let mut rig = scene(3).hand(A, &[ImprovisedPlan]).play();
    rig.pick(A, "Play Improvised Plan").unwrap();
    assert_eq!(rig.hand(A).len(), 1);
}

#[test]
fn pickpocket_takes_up_to_two_coins() {
    let mut rig = scene(3).hand(A, &[Pickpocket]).coins(B, 1).coins(C, 0).play();
    rig.pick(A, "Play Pickpocket").unwrap();
    assert_eq!((rig.coins(A), rig.coins(B)), (6, 0));
}

#[test]
fn pickpocket_needs_a_rival_with_coins() {
    let rig = scene(3).hand(A, &[Pickpocket]).coins(B, 0).coins(C, 0).play();
    assert_eq!(rig.refused(A, "Play Pickpocket"), "no rival has a Coin");
}

#[test]
fn pickpocket_in_complications_reaches_players_on_the_heist_only() {
    let mut rig = heist(&[(B, &[Pickpocket])]);
    rig.act(&[(B, "Play Pickpocket")]);
    assert_eq!((rig.coins(A), rig.coins(B), rig.coins(C)), (3, 7, 5));
}

#[test]
fn smelling_salts_unexhausts_anybody() {
    let mut rig = scene(3).hand(A, &[SmellingSalts]).tired(B, &[Enforcer]).play();
    rig.pick(A, "Play Smelling Salts").unwrap();
    assert_eq!(rig.tired(B), []);
}

#[test]
fn smelling_salts_needs_somebody_exhausted() {
    let rig = scene(3).hand(A, &[SmellingSalts]).crew(B, &[Enforcer]).play();
    assert_eq!(rig.refused(A, "Play Smelling Salts"), "nobody is exhausted");
}

#[test]
fn loose_lips_has_a_rival_discard_what_was_picked() {
    let mut rig = scene(3).hand(A, &[LooseLips]).hand(B, &[SideJob, Betrayal]).play();
    rig.go(&[(A, "Play Loose Lips")]);
    rig.pass();
    rig.pick(A, "Discard Betrayal!").unwrap();
    assert_eq!((rig.hand(B), rig.discards()), (vec![SideJob], vec![Betrayal, LooseLips]));
}

#[test]
fn loose_lips_needs_a_rival_with_schemes() {
    let rig = scene(3).hand(A, &[LooseLips]).play();
    assert_eq!(rig.refused(A, "Play Loose Lips"), "no rival holds a Scheme");
}

#[test]
fn play_dead_keeps_a_killed_character_exhausted() {
    let mut rig = scene(3)
        .crew(A, &[Character::Veteran])
        .tired(B, &[Enforcer])
        .hand(B, &[PlayDead])
        .broken()
        .play();
    rig.pick(A, "Use Veteran").unwrap();
    rig.act(&[(B, "Play Play Dead")]);
    assert_eq!(
        (rig.dead(), rig.tired(B), rig.discards()),
        (vec![], vec![Enforcer], vec![PlayDead])
    );
}

#[test]
fn play_dead_answers_neither_arrests_nor_deaths_in_other_crews() {
    let mut rig =
        scene(3).hand(A, &[AnonymousTip]).tired(B, &[Enforcer]).hand(B, &[PlayDead]).play();
    rig.go(&[(A, "Logistics"), (A, "Anonymous Tip")]);
    rig.pass(); // the Scheme itself
    assert_eq!(rig.refused(B, "Play Play Dead"), "it answers a killing in your crew");
    let mut rig = scene(3)
        .crew(A, &[Character::Veteran])
        .tired(B, &[Enforcer])
        .hand(C, &[PlayDead])
        .broken()
        .play();
    rig.pick(A, "Use Veteran").unwrap();
    assert_eq!(rig.dead(), [Enforcer]);
}

#[test]
fn cover_story_keeps_an_arrested_character_exhausted() {
    let mut rig =
        scene(3).hand(A, &[AnonymousTip]).tired(B, &[Enforcer]).hand(B, &[CoverStory]).play();
    rig.go(&[(A, "Logistics"), (A, "Anonymous Tip")]);
    rig.pass();
    rig.act(&[(B, "Play Cover Story")]);
    assert_eq!((rig.jail(), rig.tired(B)), (vec![], vec![Enforcer]));
}

#[test]
fn cover_story_answers_no_death() {
    let mut rig = scene(3)
        .crew(A, &[Character::Veteran])
        .tired(B, &[Enforcer])
        .hand(B, &[CoverStory])
        .broken()
        .play();
    rig.pick(A, "Use Veteran").unwrap();
    assert_eq!(rig.refused(B, "Play Cover Story"), "it answers an arrest in your crew");
}

#[test]
fn not_so_fast_cancels_a_rivals_scheme() {
    let mut rig = scene(3).hand(A, &[Pickpocket]).hand(C, &[NotSoFast]).play();
    rig.go(&[(A, "Play Pickpocket"), (A, "B")]);
    rig.act(&[(C, "Play Not So Fast")]);
    assert_eq!((rig.coins(A), rig.coins(B)), (5, 5));
    assert_eq!(rig.discards(), [NotSoFast, Pickpocket]);
}

#[test]
fn not_so_fast_does_not_answer_abilities() {
    let mut rig = scene(3).crew(A, &[Character::StreetUrchin]).hand(B, &[NotSoFast]).play();
    rig.pick(A, "Use Street Urchin").unwrap();
    assert_eq!(rig.who(), [A]);
}

#[test]
fn reactions_cannot_be_played_without_their_trigger() {
    let rig = scene(3)
        .crew(A, &[Bodyguard])
        .hand(A, &[NotSoFast, PlayDead, CoverStory, TakingItPersonally])
        .play();
    assert_eq!(rig.refused(A, "Not So Fast"), "it answers a Scheme that a rival plays");
    assert_eq!(rig.refused(A, "Play Dead"), "it answers a killing in your crew");
    assert_eq!(rig.refused(A, "Cover Story"), "it answers an arrest in your crew");
    assert_eq!(rig.refused(A, "Taking It"), "it answers a betrayal of you");
}

#[test]
fn moment_of_truth_cards_cannot_be_played_on_a_turn() {
    let hand = [Betrayal, TraitorCard, SideJob, InsurancePolicy, HiddenBlade, MarkedCoin];
    let rig = scene(3).hand(A, &hand).play();
    for scheme in hand {
        assert_eq!(rig.refused(A, scheme.name()), "it waits for a Moment of Truth");
    }
}

#[test]
fn complications_cannot_be_played_on_a_turn() {
    let hand = [OnAlert, ChangedLocks, Reinforcements, SecondWind, ThinkFast, Distraction, TripUp];
    let rig = scene(3).crew(A, &[Enforcer]).hand(A, &hand).play();
    for scheme in hand {
        assert_eq!(rig.refused(A, scheme.name()), "it waits for the Complications of a heist");
    }
}

#[test]
fn nhat_92_logistics_are_played_in_a_logistics_action_only() {
    let rig = scene(3).crew(A, &[Enforcer]).hand(A, &[SoftBoots]).play();
    assert_eq!(rig.refused(A, "Soft Boots"), "it takes a Logistics action");
    let rig = heist(&[(A, &[SoftBoots])]);
    assert_eq!(rig.refused(A, "Soft Boots"), "it takes a Logistics action");
}

#[test]
fn nhat_93_complications_are_played_in_complications_at_no_action() {
    let mut rig = heist(&[(A, &[ThinkFast])]);
    let actions = rig.s().actions;
    rig.act(&[(A, "Play Think Fast")]);
    assert_eq!(rig.s().actions, actions);
}

#[test]
fn nhat_94_active_schemes_are_played_on_ones_turn_or_in_ones_slot_at_no_action() {
    let mut rig = scene(3).hand(A, &[ImprovisedPlan]).play();
    rig.pick(A, "Play Improvised Plan").unwrap();
    assert_eq!(rig.s().actions, 3);
    let mut rig = heist(&[(B, &[ImprovisedPlan])]);
    rig.act(&[(B, "Play Improvised Plan")]);
    assert_eq!(rig.hand(B).len(), 1);
}

#[test]
fn nhat_91_used_schemes_are_discarded_face_up_unless_they_stay_in_play() {
    let mut rig = scene(3).crew(A, &[Enforcer]).hand(A, &[SoftBoots, WordOnTheStreet]).play();
    rig.go(&[(A, "Logistics"), (A, "Soft Boots"), (A, "Word on the Street")]);
    assert_eq!(rig.discards(), [WordOnTheStreet]);
    let card = rig.s().scheme_discard[0].card;
    assert_eq!(rig.clear.driver.faces().face(card), Some(WordOnTheStreet.face()));
}

#[test]
fn nhat_97_a_broken_code_effect_is_an_alternative_open_only_after_a_betrayal() {
    let play = |broken: bool| {
        let mut scene = scene(3).hand(A, &[AnonymousTip]).tired(B, &[Enforcer]).tired(C, &[Ghost]);
        if broken {
            scene = scene.broken();
        }
        let mut rig = scene.play();
        rig.go(&[(A, "Logistics"), (A, "Anonymous Tip")]);
        rig.entries(A)
    };
    assert_eq!(play(false), ["Enforcer of B", "Ghost of C"]);
    assert_eq!(
        play(true),
        ["Enforcer of B", "Ghost of C", "Enforcer of B, to kill", "Ghost of C, to kill"]
    );
}

#[test]
fn nhat_100_a_scheme_that_needs_room_or_coins_one_lacks_cannot_be_played() {
    let mut rig = scene(3).jail(&[Shyster]).coins(A, 1).hand(A, &[BribedWarden]).play();
    rig.pick(A, "Logistics").unwrap();
    assert_eq!(rig.refused(A, "Bribed Warden"), POOR);
}

#[test]
fn h_a24_attachments_are_lost_with_the_character() {
    let mut rig = scene(3).equipped(A, Enforcer, &[SoftBoots]).play();
    rig.go(&[(A, "Fire a Character"), (A, "Fire Enforcer")]);
    assert_eq!(rig.discards(), [SoftBoots]);
}

#[test]
fn h_a25_an_empty_scheme_deck_is_made_anew_from_the_discards() {
    let mut rig = scene(3).crew(A, &[Enforcer]).short_deck(1).play();
    rig.pick(A, "draw 2").unwrap();
    assert_eq!(rig.hand(A).len(), 2);
    assert_eq!(rig.s().schemes.len(), 94);
    assert!(rig.discards().is_empty());
}

#[test]
fn a_cancelled_scheme_is_spent_and_its_cost_is_lost() {
    let mut rig =
        scene(3).graveyard(&[Shyster]).hand(A, &[FakedDeath]).hand(B, &[NotSoFast]).play();
    rig.go(&[(A, "Logistics"), (A, "Faked Death")]);
    rig.act(&[(B, "Play Not So Fast")]);
    assert_eq!((rig.coins(A), rig.dead(), rig.crew(A)), (3, vec![Shyster], vec![]));
}
