//! Objectives with rules of their own.

use super::*;
use Character::{
    Acrobat, Enforcer, Ghost, JackOfAllTrades, Locksmith, Shyster, StreetUrchin, Veteran,
};

const EASY: [Defense; 3] = [Defense::BarredDoor, Defense::HighWall, Defense::CeremonialGuards];
const SENDS: [&str; 3] = [
    "Against Barred Door with 1 Tinker: Locksmith",
    "Against High Wall with 1 Stealth: Acrobat",
    "Against Ceremonial Guards with 2 Muscle: Enforcer",
];

fn yacht(scene: Scene) -> Rig {
    let scene = scene.crew(A, &[Locksmith, Acrobat, Enforcer]);
    let mut rig = scene.mat(0, Objective::RiverYacht, &EASY).play();
    rig.solo("River Yacht", &SENDS);
    rig
}

#[test]
fn nhat_86_exhaustion_on_the_river_yacht_kills() {
    let mut rig = yacht(scene(3).hand(B, &[Scheme::TripUp]));
    rig.act(&[(B, "Trip Up")]);
    rig.pick(B, "Enforcer of A").unwrap();
    assert_eq!(rig.dead(), [Enforcer]);
}

#[test]
fn nhat_86_using_an_ability_on_the_river_yacht_kills_its_user() {
    let mut rig = scene(3)
        .crew(A, &[Locksmith, StreetUrchin, Enforcer])
        .mat(0, Objective::RiverYacht, &EASY)
        .play();
    rig.solo(
        "River Yacht",
        &[SENDS[0], "Against High Wall with 1 Stealth: Street Urchin", SENDS[2]],
    );
    rig.act(&[(A, "Use Street Urchin")]);
    assert_eq!((rig.dead(), rig.hand(A).len()), (vec![StreetUrchin], 1));
}

#[test]
fn exhaustion_at_home_does_not_kill() {
    let mut rig = yacht(scene(3).crew(B, &[StreetUrchin]));
    rig.act(&[(B, "Use Street Urchin")]);
    assert_eq!(rig.tired(B), [StreetUrchin]);
}

#[test]
fn h_a21_exhaustion_by_the_yachts_failure_table_kills() {
    let mut rig = scene(3)
        .crew(A, &[Locksmith, Acrobat, Enforcer])
        .mat(0, Objective::RiverYacht, &EASY)
        .rolls(&[1])
        .play();
    rig.solo(
        "River Yacht",
        &[SENDS[0], SENDS[1], "Against Ceremonial Guards with 2 Lies: Enforcer"],
    );
    rig.pass();
    assert_eq!(rig.dead(), [Enforcer]);
}

fn temple(broken: bool) -> Rig {
    let four = [EASY[0], EASY[1], EASY[2], Defense::NosyServants];
    let mut scene = scene(3)
        .crew(A, &[Locksmith, Acrobat, Enforcer, JackOfAllTrades])
        .hand(B, &[Scheme::TripUp])
        .mat(0, Objective::AncientTemple, &four);
    if broken {
        scene = scene.broken();
    }
    let mut rig = scene.play();
    rig.solo(
        "Ancient Temple",
        &[SENDS[0], SENDS[1], SENDS[2], "Against Nosy Servants with 1 Lies: Jack"],
    );
    rig.act(&[(B, "Trip Up")]);
    rig.pick(B, "Enforcer of A").unwrap();
    rig.pass();
    rig
}

#[test]
fn nhat_87_the_ancient_temple_exhausts_all_and_arrests_the_exhausted() {
    let rig = temple(false);
    assert_eq!(
        (rig.jail(), rig.tired(A)),
        (vec![Enforcer], vec![Locksmith, Acrobat, JackOfAllTrades])
    );
    assert!(rig.over().is_some()); // Stage 3
}

#[test]
fn nhat_87_once_the_code_is_broken_the_temple_kills_the_exhausted() {
    assert_eq!(temple(true).dead(), [Enforcer]);
}

fn tower(scene: Scene) -> Rig {
    scene.mat(0, Objective::WizardsTower, &[]).next_defenses(&EASY).play()
}

#[test]
fn nhat_88_the_tower_gets_its_defenses_with_the_declaration_which_binds() {
    let mut rig = tower(scene(3).crew(A, &[Locksmith, Acrobat, Enforcer]));
    assert!(rig.s().mats[0].slots.is_empty());
    rig.pick(A, "Wizard's Tower").unwrap();
    assert!(rig.s().mats[0].slots.is_empty(), "it is not declared yet");
    rig.pick(A, "Declare it, alone").unwrap();
    assert_eq!((rig.s().mats[0].slots.len(), rig.s().actions), (3, 2));
    assert_eq!(rig.refused(A, "Drop the plan"), "this heist is declared and must be tried");
}

#[test]
fn nhat_88_after_a_failure_the_towers_defenses_are_discarded() {
    let mut rig = tower(scene(3).crew(A, &[Locksmith, Acrobat, Enforcer]).rolls(&[5]));
    rig.solo(
        "Wizard's Tower",
        &[SENDS[0], SENDS[1], "Against Ceremonial Guards with 2 Lies: Enforcer"],
    );
    rig.pass();
    assert_eq!((rig.s().mats[0].slots.len(), rig.s().defense_discard.len()), (0, 3));
}

#[test]
fn h_a20_the_tower_is_not_declared_alone_by_whoever_could_not_man_it() {
    let mut rig = tower(scene(3).crew(A, &[Locksmith, Acrobat]).crew(B, &[Enforcer, Ghost]));
    rig.pick(A, "Tower").unwrap();
    let few = "3 Defenses need a Character each; you have 2 ready";
    assert_eq!(rig.refused(A, "Declare it, alone"), few);
    let rig = tower(scene(3).crew(A, &[Locksmith, Acrobat]));
    assert_eq!(rig.refused(A, "Tower"), "it takes 3 ready Characters; all crews have 2");
}

#[test]
fn nhat_89_one_slot_of_the_kings_palace_is_always_the_palace_guard() {
    let rig = scene(3).mat(0, Objective::KingsPalace, &EASY).play();
    let slots = &rig.s().mats[0].slots;
    assert!(slots.len() == 4 && slots[0].defense == Defense::PalaceGuard && slots[0].fixed());
}

fn guild(scene: Scene) -> Rig {
    scene.mat(0, Objective::DuelistsGuild, &EASY[..2]).play()
}

#[test]
fn nhat_90_the_duel_is_for_one_character_only() {
    let mut rig = guild(scene(3).crew(A, &[Locksmith, Acrobat, Enforcer, Veteran]));
    let duel = "Against The Duel with 3 Muscle: Enforcer";
    rig.go(&[(A, "Duelist's Guild"), (A, "Alone"), (A, duel), (A, SENDS[0]), (A, SENDS[1])]);
    let why = rig.refused(A, "Against The Duel with 3 Muscle: Veteran");
    assert_eq!(why, "the Duel is for one Character");
    let mut rig = guild(scene(3).crew(A, &[Locksmith, Ghost, Enforcer, Acrobat]));
    rig.go(&[
        (A, "Duelist's Guild"),
        (A, "Alone"),
        (A, duel),
        (A, SENDS[0]),
        (A, "Against High Wall with 1 Stealth: Ghost"),
    ]);
    assert_eq!(
        rig.refused(A, "Against The Duel with 3 Muscle: Acrobat"),
        "the Duel is for one Character"
    );
}

#[test]
fn h_a17_fixed_defenses_are_never_discarded() {
    let mut rig = guild(
        scene(3)
            .equipped(A, Enforcer, &[Scheme::WeaponsCache])
            .crew(A, &[Locksmith, Shyster])
            .rolls(&[5]),
    );
    rig.solo(
        "Duelist's Guild",
        &[
            "Against The Duel with 3 Muscle: Enforcer",
            SENDS[0],
            "Against High Wall with 1 Stealth: Shyster",
        ],
    );
    rig.pass();
    assert_eq!(rig.coins(A), 5 + 2 + 2); // two bypassed, the Duel among them
    let slots = &rig.s().mats[0].slots;
    assert_eq!((slots[0].defense, slots.len()), (Defense::TheDuel, 3));
}

#[test]
fn nhat_83_a_heisted_stage_three_objective_ends_the_game() {
    let treasures = [Treasure::DuskCloak, Treasure::MasterKey];
    let scene = scene(3).crew(A, &[Locksmith, Acrobat, Enforcer]).next_treasures(&treasures);
    let mut rig = tower(scene);
    rig.solo("Wizard's Tower", &SENDS);
    rig.pass();
    let end = rig.over().unwrap();
    assert_eq!(end.winners, [A]);
    assert_eq!(rig.coins(A), 5 + 18);
}

#[test]
fn nhat_83_a_lower_stage_does_not_end_the_game() {
    let mut rig = yacht(scene(3).next_treasures(&[Treasure::DuskCloak]));
    rig.pass();
    assert!(rig.over().is_none() && rig.coins(A) == 17);
}

#[test]
fn h_a30_the_last_heist_still_has_its_moment_of_truth() {
    let mut rig = tower(
        scene(3)
            .crew(A, &[Locksmith, Acrobat, Enforcer])
            .crew(B, &[Ghost])
            .hand(B, &[Scheme::TraitorCard]),
    );
    rig.shared("Wizard's Tower", &SENDS, &["Against High Wall with 1 Stealth: Ghost"]);
    rig.pass();
    assert!(rig.over().is_none());
    rig.pick(B, "Traitor!").unwrap();
    assert!(rig.over().is_some() && rig.s().broken);
}
