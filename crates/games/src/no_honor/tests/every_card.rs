//! Facts that hold for every card of a kind, written out once more and held against play.

use super::*;
use crate::no_honor::{
    cards::{Skill, Skills, skills_in_words},
    characters::Ability,
    schemes::Type,
};
use Character::*;

/// Slots, Coins, Treasures, and what the failure tables say for X, blank, one, two and three daggers: K kills, A arrests, E exhausts
/// one Character or all there, P takes Coins. NHAT-75
const OBJECTIVES: [(Objective, usize, i64, usize, &str); 14] = [
    (Objective::WealthyMerchant, 2, 6, 0, "K1 A1 E1 E1 -"),
    (Objective::MasterGoldsmith, 2, 5, 1, "A1 A1 E1 P2 -"),
    (Objective::DocksideWarehouse, 2, 7, 0, "K1 EA E1 E1 -"),
    (Objective::TaxWagon, 2, 8, 0, "AA A1 A1 E1 P2"),
    (Objective::ApothecarysShop, 2, 5, 1, "K1 EA E1 - -"),
    (Objective::Countinghouse, 3, 13, 0, "AA A1 A1 E1 P2"),
    (Objective::LordsManor, 3, 10, 1, "K1 A1 EA E1 -"),
    (Objective::RiverYacht, 3, 12, 1, "EA E1 A1 P2 -"),
    (Objective::DuelistsGuild, 3, 11, 1, "K1 K1 E1 E1 -"),
    (Objective::OperaHouse, 3, 12, 0, "AA A1 EA E1 P2"),
    (Objective::KingsPalace, 4, 22, 1, "KA AA A1 EA E1"),
    (Objective::WizardsTower, 3, 18, 2, "KA K1 K1 EA E1"),
    (Objective::AncientTemple, 4, 20, 2, "KA K1 EA EA E1"),
    (Objective::HiddenVault, 4, 25, 0, "AA K1 A1 EA P4"),
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
    for (objective, _, _, _, row) in OBJECTIVES {
        for (cell, roll) in row.split(' ').zip(ROLLS) {
            let rig = fail_at(objective, Defense::CeremonialGuards, roll);
            // On the River Yacht exhaustion kills. H-A21
            let cell = if objective.drowns() { cell.replace('E', "K") } else { cell.into() };
            assert_eq!(outcome(&rig, 9), cell, "{}, roll {roll}", objective.name());
        }
    }
    assert_eq!(OBJECTIVES.map(|row| row.0).as_slice(), Objective::ALL);
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
fn every_objective_pays_its_coins_and_treasures_to_whoever_bypasses_all_its_defenses() {
    for (objective, slots, coins, treasures, _) in OBJECTIVES {
        let mut rig = man(objective, slots, &[]);
        let defenses = [Defense::CeremonialGuards, Defense::HighWall, Defense::BarredDoor];
        assert!(defenses.iter().all(|defense| defense.card().coins == 0));
        let fixed = match objective.fixed() {
            Some(Defense::TheDuel) => "Against The Duel with 3 Muscle: Stick",
            _ => "Against Palace Guard with 3 Lies: Shyster",
        };
        let sends = [
            "Against Ceremonial Guards with 2 Muscle: Enforcer",
            "Against High Wall with 1 Stealth: Acrobat",
            "Against Barred Door with 1 Tinker: Locksmith",
            "Against Nosy Servants with 1 Lies: Shyster",
        ];
        let printed = usize::from(objective.fixed().is_some());
        let sends = [&[fixed][..printed], &sends[..slots - printed]].concat();
        rig.solo(objective.name(), &sends);
        rig.pass();
        let player = &rig.s().players[A];
        let got = (player.coins - 5, player.treasures.len());
        assert_eq!(got, (coins, treasures), "{}", objective.name());
    }
}

#[test]
fn no_objective_is_tried_with_fewer_characters_than_it_has_defenses() {
    for (objective, slots, _, _, _) in OBJECTIVES {
        let all = [Enforcer, Acrobat, Locksmith, StickUpCrew];
        let rig = man(objective, slots, &all[slots - 1..]);
        let mine = slots - 1;
        let why = format!("it takes {slots} ready Characters; all crews have {mine}");
        assert_eq!(rig.refused(A, objective.name()), why);
    }
}

/// A before an Objective with easy Defenses, and a crew for all of them but for those who stay away.
fn man(objective: Objective, slots: usize, away: &[Character]) -> Rig {
    let drawn = slots - usize::from(objective.fixed().is_some());
    let defenses =
        [Defense::CeremonialGuards, Defense::HighWall, Defense::BarredDoor, Defense::NosyServants];
    let mut scene = scene(3)
        .mat(1, other_than(objective), &[Defense::GuardDogs, Defense::WatchPatrol])
        .next_treasures(&[Treasure::DuskCloak, Treasure::MasterKey]);
    for who in [Enforcer, Acrobat, Locksmith, StickUpCrew] {
        if !away.contains(&who) {
            scene = scene.crew(A, &[who]);
        }
    }
    if away.is_empty() {
        scene = scene.equipped(A, Shyster, &[Scheme::CourtFinery]);
    }
    if objective.hides_defenses() {
        scene.mat(0, objective, &[]).next_defenses(&defenses[..drawn]).play()
    } else {
        scene.mat(0, objective, &defenses[..drawn]).play()
    }
}

/// Copies, cost, printed skills. NHAT-04
const CHARACTERS: [(Character, usize, i64, &str); 30] = [
    (Enforcer, 3, 2, "M2"),
    (Shyster, 2, 3, "L2"),
    (SecondStoryMan, 2, 2, "S1"),
    (Locksmith, 2, 2, "T2"),
    (Cutpurse, 1, 2, "S1"),
    (Veteran, 1, 4, "M2"),
    (Ghost, 1, 4, "S2"),
    (GraveRobber, 1, 2, "S1"),
    (CrookedWatchman, 1, 2, "M1"),
    (Courtier, 1, 3, "L1"),
    (Alchemist, 1, 3, "T1"),
    (Magus, 1, 5, "L1+T1"),
    (CrookedMagistrate, 1, 4, "L2"),
    (DashingStranger, 1, 4, "L1+M1"),
    (JackOfAllTrades, 1, 4, "L1+S1+M1+T1"),
    (Traitor, 1, 2, "L1+S1"),
    (Mastermind, 1, 3, ""),
    (Lookout, 1, 2, "S1"),
    (Engineer, 1, 4, "M1+T2"),
    (StickUpCrew, 1, 3, "M3"),
    (Fence, 1, 2, "L1"),
    (Forger, 1, 3, "L1+T1"),
    (Acrobat, 1, 4, "S2"),
    (Poisoner, 1, 3, "S1"),
    (StreetUrchin, 1, 1, "S1"),
    (Bodyguard, 1, 3, "M2"),
    (Smuggler, 1, 3, "S1+T1"),
    (Playactor, 1, 3, "L1"),
    (Quartermaster, 1, 3, "M1+T1"),
    (Spymaster, 1, 4, "L1+S1"),
];

/// Copies, and when it may be played. NHAT-06
const SCHEMES: [(Scheme, usize, Type); 31] = [
    (Scheme::Betrayal, 7, Type::MomentOfTruth),
    (Scheme::TraitorCard, 4, Type::MomentOfTruth),
    (Scheme::SideJob, 4, Type::MomentOfTruth),
    (Scheme::InsurancePolicy, 3, Type::MomentOfTruth),
    (Scheme::HiddenBlade, 3, Type::MomentOfTruth),
    (Scheme::MarkedCoin, 2, Type::MomentOfTruth),
    (Scheme::HousebreakerKit, 3, Type::Logistics),
    (Scheme::WeaponsCache, 3, Type::Logistics),
    (Scheme::CourtFinery, 3, Type::Logistics),
    (Scheme::SoftBoots, 3, Type::Logistics),
    (Scheme::FakedDeath, 3, Type::Logistics),
    (Scheme::BribedWarden, 3, Type::Logistics),
    (Scheme::WordOnTheStreet, 2, Type::Logistics),
    (Scheme::AnonymousTip, 2, Type::Logistics),
    (Scheme::CalledInFavors, 2, Type::Logistics),
    (Scheme::OnAlert, 4, Type::Complication),
    (Scheme::ChangedLocks, 3, Type::Complication),
    (Scheme::Reinforcements, 3, Type::Complication),
    (Scheme::SecondWind, 3, Type::Complication),
    (Scheme::ThinkFast, 4, Type::Complication),
    (Scheme::Distraction, 3, Type::Complication),
    (Scheme::TripUp, 3, Type::Complication),
    (Scheme::RaiseTheAlarm, 2, Type::Complication),
    (Scheme::ImprovisedPlan, 3, Type::Active),
    (Scheme::Pickpocket, 3, Type::Active),
    (Scheme::SmellingSalts, 3, Type::Active),
    (Scheme::LooseLips, 2, Type::Active),
    (Scheme::TakingItPersonally, 3, Type::Reaction),
    (Scheme::PlayDead, 4, Type::Reaction),
    (Scheme::CoverStory, 3, Type::Reaction),
    (Scheme::NotSoFast, 3, Type::Reaction),
];

#[test]
fn nhat_04_every_character_costs_and_can_do_what_is_printed_on_it() {
    for (who, copies, cost, printed) in CHARACTERS {
        let name = who.name();
        assert_eq!(who.copies(), copies, "{name}");
        let pool = |coins| scene(3).coins(A, coins).pool(&[who]).play();
        let recruit = |rig: &Rig| rig.entries(A).into_iter().find(|e| e.ends_with(name)).unwrap();
        let words = recruit(&pool(cost));
        assert!(words.starts_with(&format!("Recruit for {cost} ")), "{words}");
        let why = format!("the price is {cost}; you have {}", cost - 1);
        assert_eq!(pool(cost - 1).refused(A, &words), why);
        let mut rig = pool(cost);
        rig.pick(A, &words).unwrap();
        assert_eq!((rig.crew(A), rig.coins(A)), (vec![who], 0));
        let other = if who == Acrobat { Ghost } else { Acrobat };
        let mut rig = scene(3).crew(A, &[who, other]).play();
        rig.go(&[(A, "Wealthy"), (A, "Alone")]);
        rig.pick(A, &format!("Against Ceremonial Guards with 2 Lies: {name}")).unwrap();
        let card = rig.s().players[A].crew[0].card;
        let power = Skill::ALL.map(|skill| rig.s().power(card, skill));
        let skills = if printed.is_empty() { [0; 4] } else { skills(printed) };
        assert_eq!(power, skills.map(i64::from), "{name}");
    }
    assert_eq!(CHARACTERS.map(|row| row.0).as_slice(), Character::ALL);
}

#[test]
fn nhat_06_every_scheme_is_refused_outside_its_time() {
    let refused =
        |rig: &Rig, seat: Seat, scheme: Scheme| !rig.refused(seat, scheme.name()).is_empty();
    // Somebody to aim each of them at, tired and fresh, jailed and dead, rich and armed.
    let full = |scheme: Scheme| {
        let scene = scene(3).crew(A, &[Enforcer, Acrobat]).hand(A, &[scheme]).coins(B, 9);
        let scene = scene.tired(B, &[Shyster]).hand(B, &[Scheme::SideJob]);
        scene.jail(&[Fence]).graveyard(&[Cutpurse])
    };
    assert_eq!(SCHEMES.map(|row| row.0).as_slice(), Scheme::ALL);
    for (scheme, copies, kind) in SCHEMES {
        let name = scheme.name();
        assert_eq!(scheme.copies(), copies, "{name}");
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
            assert_eq!(rig.refused(A, &words), "it is exhausted until you rest");
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
