//! The end: Agendas, ties, the last round.

use super::*;
use Character::{Acrobat, Enforcer, Locksmith};

const EASY: [Defense; 3] = [Defense::BarredDoor, Defense::HighWall, Defense::CeremonialGuards];
const SENDS: [&str; 3] = [
    "Against Barred Door with 1 Tinker: Locksmith",
    "Against High Wall with 1 Stealth: Acrobat",
    "Against Ceremonial Guards with 2 Muscle: Enforcer",
];

/// A wins the Tower: 18 Coins and two Treasures on top of what there was.
fn last(scene: Scene) -> Rig {
    let scene = scene.crew(A, &[Locksmith, Acrobat, Enforcer]);
    let scene = scene.mat(0, Objective::WizardsTower, &[]).next_defenses(&EASY);
    let mut rig = scene.next_treasures(&[Treasure::DuskCloak, Treasure::MasterKey]).play();
    rig.solo("Wizard's Tower", &SENDS);
    rig.pass();
    rig
}

#[test]
fn nhat_01_most_coins_after_agendas_win() {
    let scene = scene(3).coins(A, 0).coins(B, 14).agenda(B, Agenda::Peacemaker);
    let end = last(scene).over().unwrap();
    assert_eq!((end.winners, end.scores[A], end.scores[B]), (vec![B], 18, 22));
}

#[test]
fn nhat_02_the_game_ends_with_a_stage_three_heist_whatever_else_is_there() {
    let rig = last(scene(3));
    assert!(rig.over().is_some());
    assert_eq!(rig.s().mats.len(), 1);
}

#[test]
fn nhat_110_agendas_are_revealed_and_a_missed_one_costs_nothing() {
    let scene = scene(3).agenda(B, Agenda::Viper).agenda(B, Agenda::HonestThief);
    let rig = last(scene);
    assert_eq!(rig.over().unwrap().scores[B], 5 + 5);
    assert!(rig.said("B had The Viper: 0 Coins") && rig.said("B had The Honest Thief: 5 Coins"));
}

#[test]
fn nhat_112_a_tie_goes_to_more_treasures_and_is_else_shared() {
    let end = last(scene(3).coins(A, 0).coins(B, 18).coins(C, 18)).over().unwrap();
    assert_eq!(end.winners, [A]);
    let end = last(scene(3).coins(A, 0).coins(B, 30).coins(C, 30)).over().unwrap();
    assert_eq!(end.winners, [B, C]);
}

#[test]
fn scheme_hands_stay_hidden_at_the_end() {
    let rig = last(scene(3).hand(B, &[Scheme::Betrayal]));
    let card = rig.s().players[B].hand[0];
    assert_eq!(rig.clear.driver.faces().face(card), None);
}

#[test]
fn the_last_round_ends_a_game_that_nothing_else_ends() {
    use crate::no_honor::{GAME, end::LAST_ROUND};
    let mut rig = Rig::new(&GAME, 3, &[("agendas", "dealt")], Rigged::new(3)).unwrap();
    while rig.over().is_none() {
        let seat = rig.who()[0];
        if rig.pick(seat, "End your turn").is_err() {
            rig.pick(seat, &rig.entries(seat)[0].clone()).unwrap();
        }
    }
    assert_eq!(rig.s().turn, 3 * LAST_ROUND);
    assert!(rig.said("The last round is over"));
}

/// The round on the board of a scene after so many turns of three players.
fn round(turns: usize) -> String {
    let board = scene(3).after(turns).play().clear.driver.board();
    let fact = board.facts.iter().find(|fact| fact.name == "round").unwrap();
    fact.value.render(&engine::Part::plain)
}

#[test]
fn h_a36_the_round_is_on_the_board() {
    assert_eq!([0, 2, 3, 33].map(round), ["1 of 30", "1 of 30", "2 of 30", "12 of 30"]);
}

#[test]
fn h_a36_the_last_rounds_are_announced_once_each() {
    let said = |turns, words: &str| scene(3).after(turns).play().said(words);
    assert!(said(3 * 24, "5 rounds are left after this one [H-A36]"));
    assert!(!said(3 * 24 + 1, "rounds are left"), "it is not the first turn of that round");
    assert!(said(3 * 29, "This is the last round"));
    assert!(!said(3 * 23, "[H-A36]"));
}

#[test]
fn h_a36_the_rules_say_why_there_is_a_last_round() {
    let told = INFO.rules.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("After thirty rounds the game ends as it stands and is counted."));
    assert!(told.contains("could neither heist nor end"));
}
