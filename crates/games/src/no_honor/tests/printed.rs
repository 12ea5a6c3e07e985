//! What is printed can be read: failure tables, Defenses on mats, and what cards say they do.

use engine::{Board, Fact, Part, What};

use super::*;
use crate::no_honor::objectives::{JAIL_TABLE, table_in_words};
use Character::{Acrobat, Enforcer, Lookout, Poisoner, StreetUrchin};

const BAD: &str = "Against Ceremonial Guards with 2 Lies: Enforcer";
const WALL: &str = "Against High Wall with 1 Stealth: Acrobat";
const FIXED: [Defense; 3] = [Defense::Jailor, Defense::PalaceGuard, Defense::TheDuel];

fn rules() -> String {
    INFO.rules.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn facts<'a>(board: &'a Board, name: &str) -> Vec<String> {
    let mats = board.mats.iter().flat_map(|mat| &mat.place.facts);
    let named = mats.filter(|fact| fact.name == name);
    named.map(|fact: &'a Fact| fact.value.render(&Part::plain)).collect()
}

#[test]
fn a_table_in_words_names_alike_rows_together() {
    let table = Objective::TaxWagon.failure();
    assert_eq!(
        table,
        "X: all arrested; blank or 1: one arrested; 2: one exhausted; 3: each player pays 2"
    );
}

#[test]
fn nhat_07_the_help_of_every_objective_tells_its_failure_table() {
    for &objective in Objective::ALL {
        let help = objective.info().help;
        assert!(help.ends_with(&format!("A failure: {}.", objective.failure())), "{help}");
    }
    let help = Defense::Jailor.info().help;
    assert!(help.ends_with(&format!("A failure: {}.", table_in_words(&JAIL_TABLE))), "{help}");
}

#[test]
fn nhat_07_the_rules_tell_every_objective_with_its_numbers_and_its_table() {
    for &objective in Objective::ALL {
        let mark = objective.card();
        let (name, table) = (objective.name(), objective.failure());
        let (stage, slots, coins) = (mark.stage, mark.slots, mark.coins);
        let row =
            format!("| {stage} | {name} | {slots} | {coins} | {} | {table} |", mark.treasures);
        assert!(INFO.rules.contains(&row), "{row}");
    }
    let jail = format!("| Jail, and the Watch | 1 | 0 | 0 | {} |", table_in_words(&JAIL_TABLE));
    assert!(INFO.rules.contains(&jail), "{jail}");
}

#[test]
fn h_a17_the_rules_tell_the_defenses_that_are_printed_on_mats() {
    for defense in FIXED {
        let line = format!("- **{}**, at the ", defense.name());
        let at = INFO.rules.find(&line).unwrap_or_else(|| panic!("{line}"));
        let line = INFO.rules[at..].lines().next().unwrap();
        assert!(line.contains(&defense.needs()), "{line}");
    }
}

#[test]
fn nhat_75_the_board_shows_the_tables_of_both_objectives_and_of_the_jail() {
    let board = scene(3).crew(A, &[Enforcer]).play().clear.driver.board();
    let tables = facts(&board, "failure");
    assert_eq!(tables.len(), 3);
    for (shown, objective) in
        tables.iter().zip([Objective::WealthyMerchant, Objective::DocksideWarehouse])
    {
        assert!(shown.ends_with(&objective.failure()), "{shown}");
    }
    assert!(tables[2].contains("Watch") && tables[2].ends_with(&table_in_words(&JAIL_TABLE)));
}

#[test]
fn nhat_89_nhat_90_defenses_printed_on_mats_are_on_the_board_before_any_action() {
    let three = [Defense::BarredDoor, Defense::HighWall, Defense::GuardDogs];
    let rig = scene(3)
        .crew(A, &[Enforcer])
        .mat(0, Objective::KingsPalace, &three)
        .mat(1, Objective::DuelistsGuild, &three[..2])
        .play();
    let board = rig.clear.driver.board();
    assert_eq!(rig.s().actions, 3);
    for defense in FIXED {
        let slots = board.mats.iter().flat_map(|mat| &mat.place.piles).flat_map(|pile| &pile.laid);
        let mut slots = slots.filter(|laid| laid.what == What::Printed(defense.face()));
        let label = slots.next().unwrap().label.render(&Part::plain);
        assert_eq!(label, defense.needs(), "its challenges are told in its slot");
        assert!(board.printed().any(|face| face == defense.face()), "a face to be explained");
        let help = defense.info().help;
        let first = defense.needs();
        assert!(help.contains(first.split(" or ").next().unwrap()), "{help}");
    }
}

#[test]
fn nhat_84_a_jailbreak_names_the_jailor_and_what_it_takes() {
    let rig = scene(3).crew(A, &[Enforcer]).jail(&[Acrobat]).play();
    let entry = format!("Jailbreak past the Jailor ({})", Defense::Jailor.needs());
    assert!(rig.entries(A).contains(&entry), "{:?}", rig.entries(A));
}

#[test]
fn nhat_75_the_log_tells_the_row_that_is_applied() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).rolls(&[1]).play();
    rig.solo("Wealthy", &[BAD, WALL]);
    rig.pass();
    assert!(rig.said("Ceremonial Guards: the die shows blank: one arrested [NHAT-75]"));
}

#[test]
fn a_lookout_is_told_what_the_die_would_do_and_the_log_what_the_second_one_does() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat, Lookout]).rolls(&[0, 5]).play();
    rig.solo("Wealthy", &[BAD, WALL]);
    rig.pass();
    let (_, menu) = &rig.asked()[0];
    let title = menu.title.render(&|part| match part {
        Part::Face(face) => crate::no_honor::cards::info(*face).name.into(),
        other => other.plain(),
    });
    assert_eq!(title, "Ceremonial Guards: X, one killed: react?");
    rig.act(&[(A, "Use Lookout")]);
    assert!(rig.said("Rolled again: three daggers: nothing"));
}

#[test]
fn the_poisoners_text_says_what_the_poisoner_does_about_abilities() {
    let mut rig = scene(3).crew(A, &[StreetUrchin]).crew(B, &[Poisoner]).broken().play();
    rig.pick(A, "Use Street Urchin").unwrap();
    rig.act(&[(B, "Use Poisoner")]);
    assert_eq!(rig.dead(), [StreetUrchin]);
    assert!(Poisoner.info().help.contains("becomes exhausted, by its own ability too"));
    let told = "the Poisoner answers every exhaustion of a rival's Character, also one that is the price of an ability";
    assert!(rules().contains(told));
}

#[test]
fn the_royal_pardons_text_says_what_it_does_about_fatal_exhaustion() {
    let yacht = [Defense::BarredDoor, Defense::HighWall, Defense::CeremonialGuards];
    let mut rig = scene(3)
        .crew(A, &[Character::Locksmith, Acrobat, Enforcer])
        .owns(A, Treasure::RoyalPardon)
        .mat(0, Objective::RiverYacht, &yacht)
        .rolls(&[1])
        .play();
    let door = "Against Barred Door with 1 Tinker: Locksmith";
    rig.solo("River Yacht", &[door, WALL, BAD]);
    rig.pass();
    assert_eq!((rig.dead(), rig.jail()), (vec![], vec![Enforcer]));
    assert!(Treasure::RoyalPardon.info().help.contains("outright or by exhausting it"));
    let told = "the Royal Pardon helps against rows of a table that kill, and also against rows that exhaust where that would kill";
    assert!(rules().contains(told));
}
