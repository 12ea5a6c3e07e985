//! The printed facts.

use std::collections::BTreeSet;

use super::*;
use crate::no_honor::{
    cards::{Skill, info, skills_in_words},
    characters::Ability,
    dice::{SIDES, Side},
    objectives::Consequence,
    schemes::Type,
};

fn copies<K: Kind>() -> usize {
    deck::<K>().count()
}

#[test]
fn the_decks_have_35_96_33_14_12_and_18_cards() {
    let counts = [
        copies::<Character>(),
        copies::<Scheme>(),
        copies::<Defense>(),
        copies::<Objective>(),
        copies::<Treasure>(),
        copies::<Agenda>(),
    ];
    assert_eq!(counts, [35, 96, 33, 14, 12, 18]);
}

#[test]
fn there_are_128_faces_in_six_ranges_without_gaps() {
    let firsts =
        [Character::FIRST, Scheme::FIRST, Defense::FIRST, Objective::FIRST, Treasure::FIRST];
    assert_eq!(firsts, [0, 30, 61, 84, 98]);
    assert_eq!(usize::from(Agenda::FIRST) + Agenda::ALL.len(), 128);
}

#[test]
fn nhat_04_a_character_has_skills_an_ability_and_a_cost() {
    let sum = |skill: Skill| -> usize {
        let each = |who: &Character| usize::from(who.card().skills[skill.index()]) * who.copies();
        Character::ALL.iter().map(each).sum()
    };
    let sums = Skill::ALL.map(sum);
    assert_eq!(sums, [15, 15, 18, 12]); // Lies, Stealth, Muscle, Tinker
    assert!(Character::ALL.iter().all(|who| (1..=5).contains(&who.card().cost)));
    let plain = Character::ALL.iter().filter(|who| who.card().ability == Ability::None).count();
    assert_eq!(plain, 4);
}

#[test]
fn nhat_06_a_schemes_type_says_when_it_is_played() {
    let of = |kind: Type| -> usize {
        Scheme::ALL.iter().filter(|s| s.card().kind == kind).map(|s| s.copies()).sum()
    };
    let types =
        [Type::Complication, Type::Logistics, Type::MomentOfTruth, Type::Reaction, Type::Active];
    assert_eq!(types.map(of), [25, 24, 23, 13, 11]);
}

#[test]
fn eleven_cards_are_betrayals() {
    let betrayals = Scheme::ALL.iter().filter(|s| s.betrayal().is_some());
    assert_eq!(betrayals.map(|s| s.copies()).sum::<usize>(), 11);
}

#[test]
fn h_a22_lies_and_tinker_are_both_rare_and_lies_is_on_one_card_fewer() {
    let listing = |skill: Skill| -> usize {
        let lists = |d: &&Defense| d.card().challenges.iter().any(|c| c[skill.index()] > 0);
        Defense::ALL.iter().filter(lists).map(|d| d.copies()).sum()
    };
    assert_eq!(Skill::ALL.map(listing), [12, 22, 29, 13]);
}

#[test]
fn nhat_07_an_objective_has_coins_slots_treasures_and_a_failure_table() {
    let vault = Objective::HiddenVault.card();
    assert_eq!((vault.stage, vault.slots, vault.coins, vault.treasures), (3, 4, 25, 0));
    assert_eq!(vault.failure[4], Consequence::Pay(4));
    let per_stage =
        [1, 2, 3].map(|stage| Objective::ALL.iter().filter(|o| o.card().stage == stage).count());
    assert_eq!(per_stage, [5, 5, 4]);
    let slots: Vec<_> = Objective::ALL.iter().map(|o| o.card().slots).collect();
    assert_eq!(slots, [2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 3, 4, 4]);
    let coins: Vec<_> = Objective::ALL.iter().map(|o| o.card().coins).collect();
    assert_eq!(coins, [6, 5, 7, 8, 5, 13, 10, 12, 11, 12, 22, 18, 20, 25]);
    let treasures: Vec<_> = Objective::ALL.iter().map(|o| o.card().treasures).collect();
    assert_eq!(treasures, [0, 1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 2, 2, 0]);
}

#[test]
fn the_die_shows_x_blank_one_one_two_three() {
    let daggers = SIDES.map(Side::daggers);
    assert_eq!(daggers, [0, 0, 1, 1, 2, 3]);
    assert_eq!(SIDES.map(Side::duel), [-1, 0, 1, 1, 2, 3]);
    assert_eq!(SIDES.map(Side::row), [0, 1, 2, 2, 3, 4]);
}

#[test]
fn every_face_has_its_own_short_name_of_at_most_six_columns_and_help() {
    let mut shorts = BTreeSet::new();
    for face in (0..128).map(Face) {
        let info = info(face);
        assert!(info.short.chars().count() <= 6, "{}", info.short);
        assert!(shorts.insert(info.short), "{} twice", info.short);
        assert!(!info.help.is_empty() && info.name != "?");
    }
}

#[test]
fn help_on_a_defense_tells_its_challenges() {
    for defense in Defense::ALL {
        let card = defense.card();
        for challenge in card.challenges {
            assert!(card.help.contains(&skills_in_words(challenge)), "{}", defense.name());
        }
        assert_eq!(card.help.contains("Watch."), card.watch);
        let coins = card.help.split(". ").find(|part| part.contains("Coin"));
        let told = coins.and_then(|c| c.split(' ').next()?.parse().ok()).unwrap_or(0);
        assert_eq!(told, card.coins, "{}", defense.name());
    }
}

#[test]
fn help_on_a_character_tells_its_cost_and_skills() {
    for who in Character::ALL {
        let card = who.card();
        assert!(card.help.starts_with(&format!("Cost {}. ", card.cost)), "{}", who.name());
        if *who == Character::JackOfAllTrades {
            continue;
        }
        for skill in Skill::ALL {
            let n = card.skills[skill.index()];
            let told = card.help.split("Passive").next().unwrap_or_default();
            assert!(n == 0 || told.contains(&format!("{n} {}", skill.name())), "{}", who.name());
        }
    }
}
