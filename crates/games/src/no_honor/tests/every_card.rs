//! Facts that hold for every card of a kind, written out once more and held against play.

use super::*;
use crate::no_honor::{
    cards::{Skill, Skills, skills_in_words},
    characters::Ability,
    schemes::Type,
};
use Character::{
    Acrobat, Cutpurse, Enforcer, Fence, Ghost, Locksmith, Mastermind, Shyster, StickUpCrew, Veteran,
};

/// What the failure tables say for X, blank, one, two and three daggers: K kills, A arrests, E exhausts
/// one Character or all there, P takes Coins. NHAT-75
const FAILURES: [(Objective, &str); 14] = [
    (Objective::WealthyMerchant, "K1 A1 E1 E1 -"),
    (Objective::MasterGoldsmith, "A1 A1 E1 P2 -"),
    (Objective::DocksideWarehouse, "K1 EA E1 E1 -"),
    (Objective::TaxWagon, "AA A1 A1 E1 P2"),
    (Objective::ApothecarysShop, "K1 EA E1 - -"),
    (Objective::Countinghouse, "AA A1 A1 E1 P2"),
    (Objective::LordsManor, "K1 A1 EA E1 -"),
    (Objective::RiverYacht, "EA E1 A1 P2 -"),
    (Objective::DuelistsGuild, "K1 K1 E1 E1 -"),
    (Objective::OperaHouse, "AA A1 EA E1 P2"),
    (Objective::KingsPalace, "KA AA A1 EA E1"),
    (Objective::WizardsTower, "KA K1 K1 EA E1"),
    (Objective::AncientTemple, "KA K1 EA EA E1"),
    (Objective::HiddenVault, "AA K1 A1 EA P4"),
];
const JAIL: &str = "AA A1 A1 EA E1";
/// A number for each row of a table; one dagger is on two sides.
const ROLLS: [u32; 5] = [0, 1, 2, 4, 5];

/// A's Enforcer and Veteran fail against one Defense of an Objective; B bypasses all others.
fn fail_at(objective: Objective, failing: Defense, roll: u32) -> Rig {
    let others = [Defense::HighWall, Defense::BarredDoor, Defense::NosyServants];
    let drawn = objective.card().slots - usize::from(objective.fixed().is_some());
    let defenses = [&[failing], &others[..drawn - 1]].concat();
    let scene = scene(3)
        .crew(A, &[Enforcer, Veteran, Cutpurse])
        .coins(A, 9)
        .crew(B, &[Acrobat, Locksmith, StickUpCrew])
        .equipped(B, Shyster, &[Scheme::CourtFinery])
        .mat(1, other_than(objective), &[Defense::GuardDogs, Defense::WatchPatrol])
        .rolls(&[roll]);
    let mut rig = if objective.hides_defenses() {
        scene.mat(0, objective, &[]).next_defenses(&defenses).play()
    } else {
        scene.mat(0, objective, &defenses).play()
    };
    let mine =
        ["Enforcer", "Veteran"].map(|who| format!("Against {} with 2 Lies: {who}", failing.name()));
    let wall = "Against High Wall with 1 Stealth: Acrobat";
    let door = "Against Barred Door with 1 Tinker: Locksmith";
    let servants = "Against Nosy Servants with 1 Lies: Shyster";
    let theirs = match (objective.fixed(), drawn) {
        (Some(Defense::TheDuel), _) => vec!["Against The Duel with 3 Muscle: Stick", wall],
        (Some(_), _) => vec!["Against Palace Guard with 3 Lies: Shyster", wall, door],
        (None, 2) => vec![wall],
        (None, 3) => vec![wall, door],
        (None, _) => vec![wall, door, servants],
    };
    rig.shared(objective.name(), &[&mine[0], &mine[1]], &theirs);
    rig.pass();
    if rig.asked()[0].1.rule == "NHAT-78" {
        rig.pick(A, "Enforcer").unwrap();
    }
    rig
}

fn other_than(objective: Objective) -> Objective {
    if objective == Objective::TaxWagon { Objective::WealthyMerchant } else { Objective::TaxWagon }
}

/// What became of A's Enforcer and Veteran, in the words of a table.
fn outcome(rig: &Rig, coins: i64) -> String {
    let count = |fate: &str, hit: Vec<Character>| match hit.as_slice() {
        [] => None,
        [Enforcer] => Some(format!("{fate}1")),
        [Enforcer, Veteran] => Some(format!("{fate}A")),
        other => Some(format!("{fate}? {other:?}")),
    };
    let jail = rig.jail().into_iter().filter(|who| *who != Ghost).collect();
    let fates = [count("K", rig.dead()), count("A", jail), count("E", rig.tired(A))];
    let paid = coins - rig.coins(A);
    let paid = (paid != 0).then(|| format!("P{paid}"));
    let all: Vec<_> = fates.into_iter().flatten().chain(paid).collect();
    if all.is_empty() { "-".into() } else { all.join("+") }
}

#[test]
fn nhat_75_every_cell_of_every_failure_table_does_what_it_says() {
    for (objective, row) in FAILURES {
        for (cell, roll) in row.split(' ').zip(ROLLS) {
            let rig = fail_at(objective, Defense::CeremonialGuards, roll);
            // On the River Yacht exhaustion kills. H-A21
            let cell = if objective.drowns() { cell.replace('E', "K") } else { cell.into() };
            assert_eq!(outcome(&rig, 9), cell, "{}, roll {roll}", objective.name());
        }
    }
    assert_eq!(FAILURES.map(|(objective, _)| objective).as_slice(), Objective::ALL);
}

#[test]
fn nhat_76_every_cell_of_the_jails_table_does_what_it_says_there_and_at_the_watch() {
    for (cell, roll) in JAIL.split(' ').zip(ROLLS) {
        let rig = fail_at(Objective::WealthyMerchant, Defense::WatchSergeant, roll);
        assert_eq!(outcome(&rig, 9), cell, "Watch, roll {roll}");
        let scene = scene(3).crew(A, &[Enforcer, Veteran]).jail(&[Ghost]).rolls(&[roll]);
        let mut rig = scene.play();
        let sends = ["Enforcer", "Veteran"].map(|who| format!("Against Jailor with 2 Lies: {who}"));
        rig.solo("Jailbreak", &[&sends[0], &sends[1]]);
        rig.pass();
        if rig.asked()[0].1.rule == "NHAT-78" {
            rig.pick(A, "Enforcer").unwrap();
        }
        assert_eq!(outcome(&rig, 5), cell, "Jail, roll {roll}");
    }
}

/// Copies, challenges (L Lies, S Stealth, M Muscle, T Tinker), Coins, Watch. NHAT-08, NHAT-09, NHAT-10
const DEFENSES: [(Defense, usize, &str, i64, bool); 23] = [
    (Defense::CeremonialGuards, 3, "L2/S2/M2", 0, false),
    (Defense::AlertGuards, 2, "L2/S3/M4", 0, false),
    (Defense::ThiefTaker, 2, "L1+S1+M1", 2, true),
    (Defense::WatchPatrol, 3, "S1/M3", 0, true),
    (Defense::WatchSergeant, 2, "L2/M4", 1, true),
    (Defense::GateCheckpoint, 1, "L1/M2", 0, true),
    (Defense::WatchCaptain, 1, "L2+M1/S4", 3, true),
    (Defense::GuardDogs, 1, "S2/M2", 0, false),
    (Defense::BarredDoor, 3, "T1/M2", 0, false),
    (Defense::PadlockedGrate, 2, "T1/S1+M1", 0, false),
    (Defense::Strongroom, 2, "T2/M5", 2, false),
    (Defense::Tripwires, 2, "T1/S2", 0, false),
    (Defense::ClockworkSentry, 1, "T2/M4", 1, false),
    (Defense::Portcullis, 1, "T2/M3", 0, false),
    (Defense::HighWall, 2, "S1/M3", 0, false),
    (Defense::NosyServants, 1, "L1/S1", 0, false),
    (Defense::HiredBlades, 1, "M4/S2+M1", 1, false),
    (Defense::HouseholdChampion, 1, "M4", 2, false),
    (Defense::ArcaneWard, 1, "T2/S3", 3, false),
    (Defense::PitTrap, 1, "T1/S2/M4", 0, false),
    (Defense::Jailor, 0, "L2/S3/T2/M4", 0, false),
    (Defense::PalaceGuard, 0, "L3/S4/M5", 0, false),
    (Defense::TheDuel, 0, "M3/L1+M1", 0, false),
];

fn skills(challenge: &str) -> Skills {
    let mut skills = [0; 4];
    for part in challenge.split('+') {
        let (letter, number) = part.split_at(1);
        let skill = Skill::ALL.iter().find(|skill| skill.name().starts_with(letter)).unwrap();
        skills[skill.index()] = number.parse().unwrap();
    }
    skills
}

/// Somebody with just these skills: a Character with none or two of the one that is asked for most, and
/// attachments for the rest.
fn with_just(skills: Skills) -> (Character, Vec<Scheme>) {
    let gear =
        [Scheme::CourtFinery, Scheme::SoftBoots, Scheme::WeaponsCache, Scheme::HousebreakerKit];
    let who = match skills {
        [_, stealth, ..] if stealth > 3 => Ghost,
        [_, _, muscle, _] if muscle > 3 => Enforcer,
        _ => Mastermind,
    };
    let more = (0..4).flat_map(|i| {
        let count = skills[i] - who.card().skills[i];
        std::iter::repeat_n(gear[i], count.into())
    });
    (who, more.collect())
}

/// Whether somebody with just these skills bypasses a Defense by one of its challenges.
fn bypasses(defense: Defense, challenge: Skills, skills: Skills) -> bool {
    let (who, gear) = with_just(skills);
    let first =
        format!("Against {} with {}: {}", defense.name(), skills_in_words(&challenge), who.name());
    let scene = scene(3).equipped(A, who, &gear).rolls(&[5]);
    let (door, wall, servants) = (Defense::BarredDoor, Defense::HighWall, Defense::NosyServants);
    let to_door = "Against Barred Door with 1 Tinker: Locksmith";
    let to_wall = "Against High Wall with 1 Stealth: Acrobat";
    let mut rig = match defense {
        Defense::Jailor => {
            let mut rig = scene.jail(&[Cutpurse]).play();
            rig.solo("Jailbreak", &[&first]);
            rig
        }
        Defense::TheDuel => {
            let scene = scene.crew(A, &[Locksmith, Acrobat]);
            let mut rig = scene.mat(0, Objective::DuelistsGuild, &[door, wall]).play();
            rig.solo("Duelist's Guild", &[&first, to_door, to_wall]);
            rig
        }
        Defense::PalaceGuard => {
            let scene = scene.crew(A, &[Locksmith, Acrobat, Fence]);
            let mut rig = scene.mat(0, Objective::KingsPalace, &[door, wall, servants]).play();
            let to_servants = "Against Nosy Servants with 1 Lies: Fence";
            rig.solo("King's Palace", &[&first, to_door, to_wall, to_servants]);
            rig
        }
        _ => {
            let second = if defense == servants { wall } else { servants };
            let scene = scene.crew(A, &[Acrobat]);
            let scene = scene.mat(0, Objective::OperaHouse, &[]);
            let scene = scene.mat(1, Objective::WealthyMerchant, &[defense, second]);
            let mut rig = scene.play();
            let second = format!("Against {} with 1 Stealth: Acrobat", second.name());
            rig.solo("Wealthy", &[&first, &second]);
            rig
        }
    };
    rig.pass();
    rig.said("The heist succeeds")
}

#[test]
fn nhat_49_every_challenge_of_every_defense_is_bypassed_at_its_numbers_and_stands_at_one_less() {
    for (defense, copies, challenges, coins, watch) in DEFENSES {
        let name = defense.name();
        let card = defense.card();
        assert_eq!((defense.copies(), card.coins, card.watch), (copies, coins, watch), "{name}");
        assert_eq!(card.challenges.len(), challenges.split('/').count(), "{name}");
        for challenge in challenges.split('/') {
            let needs = skills(challenge);
            assert!(bypasses(defense, needs, needs), "{name} at {challenge}");
            for i in (0..4).filter(|&i| needs[i] > 0) {
                let mut less = needs;
                less[i] -= 1;
                assert!(!bypasses(defense, needs, less), "{name} below {challenge}");
            }
        }
    }
    assert_eq!(DEFENSES.map(|row| row.0).as_slice(), Defense::ALL);
}

#[test]
fn every_scheme_is_refused_outside_its_time() {
    let refused =
        |rig: &Rig, seat: Seat, scheme: Scheme| !rig.refused(seat, scheme.name()).is_empty();
    // Somebody to aim each of them at, tired and fresh, jailed and dead, rich and armed.
    let full = |scheme: Scheme| {
        let scene = scene(3).crew(A, &[Enforcer, Acrobat]).hand(A, &[scheme]).coins(B, 9);
        let scene = scene.tired(B, &[Shyster]).hand(B, &[Scheme::SideJob]);
        scene.jail(&[Fence]).graveyard(&[Cutpurse])
    };
    for &scheme in Scheme::ALL {
        let kind = scheme.card().kind;
        let name = scheme.name();
        let rig = full(scheme).play();
        assert_eq!(refused(&rig, A, scheme), kind != Type::Active, "{name} on a turn");
        let mut rig = full(scheme).play();
        rig.pick(A, "Logistics").unwrap();
        assert_eq!(refused(&rig, A, scheme), kind != Type::Logistics, "{name} in Logistics");
        let mut rig = full(scheme).play();
        rig.solo(
            "Wealthy",
            &[
                "Against Ceremonial Guards with 2 Muscle: Enforcer",
                "Against High Wall with 1 Stealth: Acrobat",
            ],
        );
        if !matches!(kind, Type::Complication | Type::Active) {
            assert!(refused(&rig, A, scheme), "{name} in Complications");
        }
        let mut rig = scene(3).hand(A, &[Scheme::Pickpocket]).hand(B, &[scheme]).play();
        rig.go(&[(A, "Play Pickpocket"), (A, "C")]);
        let answers = scheme == Scheme::NotSoFast;
        assert_eq!(refused(&rig, B, scheme), !answers, "{name} in answer to a Scheme");
    }
}

#[test]
fn every_active_ability_is_refused_to_the_exhausted() {
    for &who in Character::ALL {
        let rig = scene(3).tired(A, &[who]).play();
        let words = format!("Use {}", who.name());
        if who.card().ability == Ability::Active {
            assert_eq!(rig.refused(A, &words), "exhausted Characters use no abilities");
        } else {
            assert!(!rig.entries(A).contains(&words), "{words}");
        }
    }
}

#[test]
fn no_passive_plain_or_reacting_character_is_used_on_a_turn() {
    for &who in Character::ALL.iter().filter(|who| who.card().ability != Ability::Active) {
        let rig = scene(3).crew(A, &[who]).broken().play();
        assert!(!rig.entries(A).iter().any(|e| e.starts_with("Use")), "{}", who.name());
    }
}
