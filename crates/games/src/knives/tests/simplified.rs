use engine::BySeat;

use super::*;
use crate::knives::{Declaration, scoring::Tally};

const SIMPLE: (&str, &str) = ("rules", "simplified");

/// A takes the bank; B holds the King of Clubs, C its Ghost and every special card but the Cat.
const HANDS: [&str; 6] = [
    "kA k7 k6 sK sQ dK",
    "cK cX dM dJ dQ sM",
    "cG dX hX sX hQ hK",
    "sG cM cJ cQ sJ hM",
    "dG hG k2 k3 k4 k5",
    "kG hJ",
];

fn table() -> Rig {
    let mut rig = dealt_with(&[SIMPLE], HANDS);
    rig.pick(A, "Take the bank (Spades)").unwrap();
    rig.pick(A, &both(["kG", "hJ"])).unwrap();
    rig
}

fn points(shadow: Option<Seat>, coins: i64, broke: bool) -> Vec<i64> {
    let tally = Tally {
        contract: Contract::Bank { banker: A, broke },
        shadow,
        coins: BySeat::from_iter([coins, 0, 25 - coins, 0, 0]),
        put_down: 0,
        simplified: true,
    };
    tally.points().values().copied().collect()
}

#[test]
fn knv_47_spades_is_strong_and_players_only_take_or_pass() {
    let rig = dealt_with(&[SIMPLE, ("broke", "off")], HANDS);
    assert_eq!(round(&rig).declared, Some(Declaration::Strong(Suit::Spades)));
    assert_eq!(asked(&rig), [A]);
    assert_eq!(rig.entries(A), ["Take the bank (Spades)", "Pass"]);
}

#[test]
fn knv_48_the_ghost_of_spades_names_the_shadow() {
    let mut rig = table();
    play(&mut rig, "B sM C sX D sG");
    assert_eq!(round(&rig).shadow(), Some(D));
}

#[test]
fn knv_49_a_ghost_does_not_beat_its_king() {
    let mut rig = table();
    play(&mut rig, "B cK C cG D cM E dG A dK");
    assert_eq!(asked(&rig), [B]);
    assert_eq!(round(&rig).coins[B], 6);
}

#[test]
fn knv_50_the_special_cards_are_plain() {
    let mut rig = table();
    play(&mut rig, "B dM C dX");
    assert_eq!(asked(&rig), [D], "no Dance");
    play(&mut rig, "D hM E dG A dK A k6 B cX C hX");
    assert_eq!(asked(&rig), [D], "no Hound");
    play(&mut rig, "D cM E k2");
    assert_eq!(asked(&rig), [A], "no Cat");
    play(&mut rig, "A sK B sM C sX");
    assert_eq!(asked(&rig), [D], "no Snitch");
}

#[test]
fn knv_49_knv_50_the_cards_say_that_their_powers_are_not_for_the_simplified_rules() {
    for code in ["cG", "dG", "hG", "sG", "cK", "dK", "hK", "sK", "cX", "dX", "hX", "sX"] {
        assert!(card(code).info().help.contains("in the simplified rules)"), "{code}");
    }
}

#[test]
fn knv_51_if_all_others_pass_the_dealer_must_be_banker() {
    let mut rig = dealt_with(&[SIMPLE], HANDS);
    [A, B, C, D].into_iter().for_each(|seat| rig.pick(seat, "Pass").unwrap());
    assert_eq!(
        rig.entries(E),
        ["Take the bank (Spades)", "Take the bank and go for broke (Spades)"]
    );
}

#[test]
fn knv_51_without_broke_the_dealer_is_not_even_asked() {
    let mut rig = dealt_with(&[SIMPLE, ("broke", "off")], HANDS);
    [A, B, C, D].into_iter().for_each(|seat| rig.pick(seat, "Pass").unwrap());
    assert_eq!(round(&rig).banker(), Some(E));
    assert_eq!(asked(&rig), [E], "to put cards down");
}

#[test]
fn knv_52_any_win_is_worth_2_each_or_4_alone() {
    for coins in [13, 16, 17, 20, 21, 25] {
        assert_eq!(points(Some(B), coins, false), [2, 2, 0, 0, 0]);
        assert_eq!(points(None, coins, false), [4, 0, 0, 0, 0]);
    }
}

#[test]
fn knv_52_defenders_score_as_usual() {
    assert_eq!(points(Some(B), 12, false), [0, 0, 1, 1, 1]);
    assert_eq!(points(None, 12, false), [0, 1, 1, 1, 1]);
}

#[test]
fn k_a13_broke_keeps_its_own_scores_in_simplified_play() {
    assert_eq!(points(Some(B), 0, true), [2, 2, 0, 0, 0]);
    assert_eq!(points(None, 0, true), [4, 0, 0, 0, 0]);
    assert_eq!(points(None, 1, true), [0, 1, 1, 1, 1]);
}
