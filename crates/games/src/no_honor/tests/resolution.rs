//! Failure, consequences, cleanup.

use super::*;
use Character::{Acrobat, Enforcer, Ghost, Locksmith, Shyster};

const GUARDS: &str = "Against Ceremonial Guards with 2 Muscle: Enforcer";
const LIES: &str = "Against Ceremonial Guards with 2 Lies: Enforcer";
const WALL: &str = "Against High Wall with 1 Stealth: Acrobat";

/// A fails against the Guards and bypasses the Wall; the die shows `side`.
fn fail(scene: Scene, side: u32) -> Rig {
    let mut rig = scene.crew(A, &[Enforcer, Acrobat]).rolls(&[side]).play();
    rig.solo("Wealthy", &[LIES, WALL]);
    rig.pass();
    rig
}

#[test]
fn nhat_50_one_defense_left_standing_fails_the_whole_heist() {
    let rig = fail(scene(3), 5);
    assert!(rig.said("The heist fails"));
    assert_eq!(rig.s().mats[0].objective, Objective::WealthyMerchant);
}

#[test]
fn nhat_63_surviving_characters_go_home() {
    let rig = fail(scene(3), 5);
    assert_eq!((rig.crew(A), rig.s().heist.is_none()), (vec![Enforcer, Acrobat], true));
}

#[test]
fn nhat_73_a_bypassed_defense_pays_two_after_a_failure() {
    assert_eq!(fail(scene(3), 5).coins(A), 7);
}

#[test]
fn nhat_73_two_players_at_a_bypassed_defense_get_one_each() {
    let mut rig = scene(3).crew(A, &[Acrobat, Shyster]).crew(B, &[Ghost]).rolls(&[5]).play();
    rig.go(&[(A, "Wealthy"), (A, "With B"), (A, "Propose:"), (B, "Accept")]);
    rig.send(&[
        (A, WALL),
        (A, "Against Ceremonial Guards with 2 Muscle: Shyster"),
        (B, "Against High Wall with 1 Stealth: Ghost"),
    ]);
    rig.pass();
    assert_eq!((rig.coins(A), rig.coins(B)), (6, 6));
}

#[test]
fn h_a16_only_players_still_at_a_bypassed_defense_are_paid() {
    let mut rig = scene(3)
        .crew(A, &[Acrobat, Shyster])
        .crew(B, &[Ghost])
        .hand(C, &[Scheme::TripUp, Scheme::RaiseTheAlarm])
        .rolls(&[5])
        .play();
    rig.go(&[(A, "Wealthy"), (A, "With B"), (A, "Propose:"), (B, "Accept")]);
    rig.send(&[
        (A, WALL),
        (A, "Against Ceremonial Guards with 2 Muscle: Shyster"),
        (B, "Against High Wall with 1 Stealth: Ghost"),
    ]);
    rig.act(&[(C, "Trip Up")]);
    rig.pick(C, "Acrobat of A").unwrap();
    rig.pass(); // the Ghost could answer
    rig.act(&[(C, "Raise the Alarm")]);
    rig.pass();
    rig.pass();
    assert_eq!((rig.coins(A), rig.coins(B)), (5, 7));
}

#[test]
fn nhat_74_bypassed_defenses_are_replaced_and_their_coins_stay() {
    let mut rig = scene(3)
        .crew(A, &[Enforcer, Locksmith])
        .mat(0, Objective::WealthyMerchant, &[Defense::CeremonialGuards, Defense::Strongroom])
        .next_defenses(&[Defense::ArcaneWard])
        .rolls(&[5])
        .play();
    rig.solo("Wealthy", &[LIES, "Against Strongroom with 2 Tinker: Locksmith"]);
    rig.pass();
    let mat = &rig.s().mats[0];
    let guards: Vec<_> = mat.slots.iter().map(|slot| slot.defense).collect();
    assert_eq!(guards, [Defense::CeremonialGuards, Defense::ArcaneWard]);
    assert_eq!(mat.coins, 6 + 2 + 3);
    assert_eq!(rig.s().defense_discard.len(), 1);
}

#[test]
fn nhat_75_each_failed_defense_rolls_one_die_on_the_objectives_table() {
    assert_eq!(fail(scene(3), 0).dead(), [Enforcer]); // X: killed
    assert_eq!(fail(scene(3), 1).jail(), [Enforcer]); // blank: arrested
    assert_eq!(fail(scene(3), 2).tired(A), [Enforcer]); // one dagger: exhausted
    assert_eq!(fail(scene(3), 4).tired(A), [Enforcer]); // two: exhausted
    assert_eq!(fail(scene(3), 5).tired(A), []); // three: nothing
}

#[test]
fn nhat_99_a_failure_die_is_one_die() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).play();
    rig.solo("Wealthy", &[LIES, WALL]);
    let before = rig.clear.answers().len();
    rig.pass();
    let rolled: Vec<_> = rig.clear.answers()[before..]
        .iter()
        .filter_map(|answer| match answer {
            engine::Answer::Rolled(numbers) => Some(numbers.len()),
            _ => None,
        })
        .collect();
    assert_eq!(rolled, [1]);
}

#[test]
fn a_row_that_says_pay_takes_up_to_so_many_coins() {
    let mut rig = scene(3)
        .crew(A, &[Enforcer, Acrobat])
        .coins(A, 1)
        .mat(0, Objective::MasterGoldsmith, &[Defense::CeremonialGuards, Defense::HighWall])
        .rolls(&[4])
        .play();
    rig.solo("Goldsmith", &[LIES, WALL]);
    rig.pass();
    assert_eq!(rig.coins(A), 1 + 2 - 2);
}

#[test]
fn nhat_76_a_failed_watch_defense_uses_the_jails_table() {
    let mut rig = scene(3)
        .crew(A, &[Enforcer, Acrobat])
        .mat(0, Objective::WealthyMerchant, &[Defense::WatchSergeant, Defense::HighWall])
        .rolls(&[2])
        .play();
    rig.solo("Wealthy", &["Against Watch Sergeant with 2 Lies: Enforcer", WALL]);
    rig.pass();
    assert_eq!(rig.jail(), [Enforcer]); // the Merchant's own table would only exhaust
}

#[test]
fn nhat_77_all_characters_means_those_on_that_defense() {
    let mut rig = scene(3)
        .crew(A, &[Enforcer, Enforcer, Acrobat])
        .mat(0, Objective::DocksideWarehouse, &[Defense::CeremonialGuards, Defense::HighWall])
        .mat(1, Objective::WealthyMerchant, &[Defense::BarredDoor, Defense::WatchPatrol])
        .rolls(&[1])
        .play();
    rig.solo("Dockside", &[WALL, LIES, LIES]);
    rig.pass();
    assert_eq!(rig.tired(A), [Enforcer, Enforcer]);
}

#[test]
fn nhat_78_one_character_is_hit_and_its_player_chooses() {
    let mut rig = scene(3).crew(A, &[Enforcer, Locksmith, Acrobat]).rolls(&[0]).play();
    rig.solo("Wealthy", &[WALL, LIES, "Against Ceremonial Guards with 2 Lies: Locksmith"]);
    rig.pass();
    rig.pick(A, "Locksmith").unwrap();
    assert_eq!(rig.dead(), [Locksmith]);
}

/// A and B fail together at the Guards; the failure die and the roll-off follow.
fn together(rolls: &[u32]) -> Rig {
    let mut rig = scene(3).crew(A, &[Enforcer, Ghost]).crew(B, &[Acrobat]).rolls(rolls).play();
    rig.go(&[(A, "Wealthy"), (A, "With B"), (A, "Propose:"), (B, "Accept")]);
    rig.send(&[
        (A, LIES),
        (A, "Against High Wall with 1 Stealth: Ghost"),
        (B, "Against Ceremonial Guards with 2 Lies: Acrobat"),
    ]);
    rig.pass();
    rig
}

#[test]
fn nhat_79_two_players_roll_off_and_more_daggers_escape() {
    assert_eq!(together(&[1, 5, 2]).jail(), [Acrobat]);
    assert_eq!(together(&[1, 1, 2]).jail(), [Enforcer]);
    assert_eq!(together(&[1, 0, 1]).jail(), [Enforcer]); // X is −1, less than a blank
}

#[test]
fn h_a18_a_tied_roll_off_is_rolled_again() {
    assert_eq!(together(&[1, 2, 3, 5, 1]).jail(), [Acrobat]);
}

#[test]
fn h_a19_a_failed_defense_with_nobody_left_rolls_no_die() {
    let mut rig = scene(3)
        .crew(A, &[Enforcer, Acrobat])
        .hand(B, &[Scheme::TripUp, Scheme::RaiseTheAlarm])
        .play();
    rig.solo("Wealthy", &[GUARDS, WALL]);
    rig.act(&[(B, "Trip Up")]);
    rig.pick(B, "Enforcer of A").unwrap();
    rig.act(&[(B, "Raise the Alarm")]);
    rig.pass();
    assert!(rig.said("The heist fails") && !rig.said("the die shows"));
}

#[test]
fn h_a32_failure_tables_kill_while_honor_holds() {
    let rig = fail(scene(3), 0);
    assert_eq!((rig.dead(), rig.s().broken), (vec![Enforcer], false));
}

#[test]
fn nhat_80_after_any_attempt_the_other_objective_gains_a_coin() {
    assert_eq!(fail(scene(3), 5).s().mats[1].coins, 7 + 1);
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).play();
    rig.solo("Wealthy", &[GUARDS, WALL]);
    rig.pass();
    assert_eq!(rig.s().mats[0].coins, 7 + 1);
}

#[test]
fn nhat_81_a_failed_objective_stays() {
    let rig = fail(scene(3).next_defenses(&[Defense::GuardDogs]), 5);
    assert_eq!((rig.s().mats[0].objective, rig.s().mats[0].coins), (Objective::WealthyMerchant, 6));
}

#[test]
fn nhat_82_a_heisted_objective_makes_place_for_the_next() {
    let mut rig = scene(3)
        .crew(A, &[Enforcer, Acrobat])
        .next_objectives(&[Objective::Countinghouse])
        .next_defenses(&[Defense::Strongroom, Defense::GuardDogs, Defense::PitTrap])
        .play();
    rig.solo("Wealthy", &[GUARDS, WALL]);
    rig.pass();
    let s = rig.s();
    assert_eq!(
        (s.mats.len(), s.mats[1].objective, s.heisted.len()),
        (2, Objective::Countinghouse, 1)
    );
    assert_eq!((s.mats[1].slots.len(), s.mats[1].coins, s.defense_discard.len()), (3, 13 + 2, 2));
}

#[test]
fn nhat_10_the_coins_of_a_defense_are_part_of_the_haul() {
    let mut rig = scene(3)
        .crew(A, &[Locksmith, Acrobat])
        .mat(0, Objective::WealthyMerchant, &[Defense::Strongroom, Defense::HighWall])
        .play();
    rig.solo("Wealthy", &["Against Strongroom with 2 Tinker: Locksmith", WALL]);
    rig.pass();
    assert_eq!(rig.coins(A), 5 + 6 + 2);
}

#[test]
fn h_a15_a_jailbreak_adds_no_coin_to_any_objective() {
    let mut rig = scene(3).crew(A, &[Locksmith]).jail(&[Ghost]).play();
    rig.solo("Jailbreak", &["Against Jailor with 2 Tinker: Locksmith"]);
    rig.pass();
    assert_eq!((rig.s().mats[0].coins, rig.s().mats[1].coins), (6, 7));
}

#[test]
fn nhat_98_the_dice_icon_rolls_both_and_uses_either() {
    let play = |rolls: &[u32]| {
        let mut rig =
            scene(3).crew(A, &[Enforcer, Acrobat]).hand(B, &[Scheme::OnAlert]).rolls(rolls).play();
        rig.solo("Wealthy", &[GUARDS, WALL]);
        rig.act(&[(B, "On Alert")]);
        rig.pick(B, "Muscle at the Ceremonial").unwrap();
        rig
    };
    assert_eq!(play(&[5, 2]).entries(B), ["Count 3 daggers", "Count 1 dagger"]);
    // X and blank both count 0: nothing to choose
    assert_eq!(play(&[0, 1]).s().heist.as_ref().unwrap().posts[0].needs[2], 2);
}

#[test]
fn a_third_owner_at_a_bypassed_defense_goes_unpaid_clockwise() {
    let mut rig = scene(3)
        .crew(A, &[Ghost, Shyster])
        .crew(B, &[Acrobat])
        .crew(C, &[Locksmith])
        .rolls(&[5])
        .play();
    rig.go(&[(A, "Wealthy"), (A, "With B"), (A, "Ask another partner: C"), (A, "Propose:")]);
    rig.act(&[(B, "Accept"), (C, "Accept")]);
    rig.send(&[
        (A, "Against High Wall with 1 Stealth: Ghost"),
        (B, WALL),
        (C, "Against High Wall with 1 Stealth: Locksmith"),
        (A, "Against Ceremonial Guards with 2 Muscle: Shyster"),
    ]);
    rig.pass();
    assert_eq!((rig.coins(A), rig.coins(B), rig.coins(C)), (6, 6, 5));
}
