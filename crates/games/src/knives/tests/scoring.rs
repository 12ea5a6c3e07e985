use engine::{BotKind, BySeat, Game, Options, check};

use super::*;
use crate::knives::scoring::Tally;

const BANK: Contract = Contract::Bank { banker: A, broke: false };
const BROKE: Contract = Contract::Bank { banker: A, broke: true };

fn tally(contract: Contract, shadow: Option<Seat>, coins: [i64; 5], put_down: i64) -> Tally {
    let coins: BySeat<i64> = coins.into_iter().collect();
    Tally { contract, shadow, coins, put_down, simplified: false }
}

fn points(contract: Contract, shadow: Option<Seat>, coins: [i64; 5], put_down: i64) -> Vec<i64> {
    tally(contract, shadow, coins, put_down).points().values().copied().collect()
}

/// A's side holds so many coins, 2 of them put down.
fn side_of_a(shadow: Option<Seat>, coins: i64) -> Vec<i64> {
    points(BANK, shadow, [coins - 2, 0, 0, 25 - coins, 0], 2)
}

#[test]
fn knv_13_coins_put_down_are_the_bankers() {
    assert_eq!(points(BANK, Some(B), [10, 0, 12, 0, 0], 3), [1, 1, 0, 0, 0]);
}

#[test]
fn knv_18_banker_and_shadow_pool_their_coins() {
    assert_eq!(points(BANK, Some(B), [6, 7, 12, 0, 0], 0), [1, 1, 0, 0, 0]);
    assert_eq!(points(BANK, Some(C), [6, 7, 5, 7, 0], 0), [0, 1, 0, 1, 1]);
}

#[test]
fn knv_20_three_defend_or_four_against_a_lone_banker() {
    assert_eq!(side_of_a(Some(B), 12), [0, 0, 1, 1, 1]);
    assert_eq!(side_of_a(None, 12), [0, 1, 1, 1, 1]);
}

#[test]
fn knv_38_13_to_16_coins_are_worth_1_each() {
    assert_eq!(side_of_a(Some(B), 13), [1, 1, 0, 0, 0]);
    assert_eq!(side_of_a(Some(B), 16), [1, 1, 0, 0, 0]);
}

#[test]
fn knv_38_17_to_20_coins_are_worth_2_each() {
    assert_eq!(side_of_a(Some(B), 17), [2, 2, 0, 0, 0]);
    assert_eq!(side_of_a(Some(B), 20), [2, 2, 0, 0, 0]);
}

#[test]
fn knv_38_21_coins_or_more_are_worth_3_each() {
    assert_eq!(side_of_a(Some(B), 21), [3, 3, 0, 0, 0]);
    assert_eq!(side_of_a(Some(B), 25), [3, 3, 0, 0, 0]);
}

#[test]
fn knv_39_a_lone_banker_gets_double() {
    for (coins, points) in [(13, 2), (16, 2), (17, 4), (20, 4), (21, 6), (25, 6)] {
        assert_eq!(side_of_a(None, coins), [points, 0, 0, 0, 0]);
    }
}

#[test]
fn knv_40_with_13_coins_or_more_the_defenders_get_1_each() {
    for coins in 0..=12 {
        assert_eq!(side_of_a(Some(B), coins.max(2)), [0, 0, 1, 1, 1]);
    }
}

#[test]
fn k_a16_against_a_lone_banker_four_defenders_get_1_each() {
    assert_eq!(side_of_a(None, 2), [0, 1, 1, 1, 1]);
}

#[test]
fn knv_41_broke_without_a_coin_is_worth_2_each_or_4_alone() {
    assert_eq!(points(BROKE, Some(B), [0, 9, 16, 0, 0], 0), [2, 2, 0, 0, 0]);
    assert_eq!(points(BROKE, None, [0, 9, 16, 0, 0], 0), [4, 0, 0, 0, 0]);
}

#[test]
fn knv_42_broke_with_a_coin_is_worth_1_to_each_defender() {
    assert_eq!(points(BROKE, Some(B), [1, 9, 15, 0, 0], 0), [0, 0, 1, 1, 1]);
    assert_eq!(points(BROKE, None, [25, 0, 0, 0, 0], 0), [0, 1, 1, 1, 1]);
}

#[test]
fn knv_43_broke_ignores_the_shadows_coins() {
    assert_eq!(points(BROKE, Some(B), [0, 25, 0, 0, 0], 0), [2, 2, 0, 0, 0]);
}

#[test]
fn knv_14_broke_ignores_the_discarded_coins() {
    assert_eq!(points(BROKE, None, [0, 19, 0, 0, 0], 6), [4, 0, 0, 0, 0]);
}

#[test]
fn knv_44_k_a1_assets_go_to_the_most_coins() {
    assert_eq!(points(Contract::Assets, None, [3, 9, 5, 4, 4], 0), [0, 2, 0, 0, 0]);
}

#[test]
fn knv_44_k_a1_liabilities_go_to_the_fewest_coins() {
    assert_eq!(points(Contract::Liabilities, None, [3, 9, 5, 4, 4], 0), [2, 0, 0, 0, 0]);
}

#[test]
fn knv_44_everybody_tied_gets_two() {
    assert_eq!(points(Contract::Assets, None, [9, 9, 7, 0, 0], 0), [2, 2, 0, 0, 0]);
    assert_eq!(points(Contract::Liabilities, None, [9, 9, 7, 0, 0], 0), [0, 0, 0, 2, 2]);
}

#[test]
fn knv_46_the_target_is_agreed_beforehand() {
    for (target, fits) in [("9", false), ("10", true), ("15", true), ("20", true)] {
        assert_eq!(Options::parse(GAME.info().options, [("target", target)]).is_ok(), fits);
    }
    assert_eq!(Options::parse(GAME.info().options, []).unwrap().number("target"), 15);
}

#[test]
fn k_a15_any_number_from_10_to_99_is_a_target() {
    for target in 0..120 {
        let text = target.to_string();
        let options = Options::parse(GAME.info().options, [("target", text.as_str())]);
        assert_eq!(options.is_ok(), (10..=99).contains(&target), "{target}");
    }
}

#[test]
fn k_a15_a_long_match_has_a_fixed_target_of_20_or_more() {
    let options = Options::parse(GAME.info().options, [("target", "23")]).unwrap();
    let end = check::play(&GAME, 5, &options, 5, BotKind::Random, |game| {
        let state: &dyn core::any::Any = game.driver.state();
        let state: &State = state.downcast_ref().unwrap();
        let over = state.points.values().any(|&points| points >= 23);
        if over == game.driver.outcome().is_some() { Ok(()) } else { Err("not at 23".into()) }
    });
    end.unwrap();
}

#[test]
fn k_a14_the_highest_total_wins_and_equals_share_it() {
    let options = Options::parse(GAME.info().options, [("target", "10")]).unwrap();
    let mut shared = 0;
    let mut several_across = 0;
    for seed in 0..200 {
        let end = check::play(&GAME, 5, &options, seed, BotKind::Random, |_| Ok(())).unwrap();
        let outcome = end.driver.outcome().unwrap();
        let best = *outcome.scores.values().max().unwrap();
        assert_eq!(outcome.winners, outcome.scores.seats_where(|&points| points == best));
        let across = outcome.scores.seats_where(|&points| points >= 10).len();
        several_across += usize::from(across > outcome.winners.len());
        shared += usize::from(outcome.winners.len() > 1);
    }
    assert!(shared > 0, "no shared win among the seeds");
    assert!(several_across > 0, "nobody crossed the target behind the winner");
}

#[test]
fn a_whole_hand_is_counted_as_played() {
    let mut rig = bank_of_a([KNIVES, "", "cG", "", "", "hK sK"], "Clubs", ["hK", "sK"]);
    finish_hand(&mut rig, A, None);
    assert!(rig.said("The cards A put down hold 6 coins"));
    assert!(rig.said("A and C hold 25 coins"));
    assert_eq!(totals(&rig), [3, 0, 3, 0, 0]);
}

/// Wins every trick.
const KNIVES: &str = "kA k7 k6 k5 k4 k3";

fn totals(rig: &Rig) -> Vec<i64> {
    state(rig).points.values().copied().collect()
}

/// A goes for broke with Clubs strong and discards these two; C holds the Ghost of Clubs.
fn broke(hands: [&str; 6], discard: [&str; 2]) -> Rig {
    let mut rig = dealt(hands);
    rig.pick(E, "Clubs").unwrap();
    rig.pick(A, "Take the bank and go for broke (Clubs)").unwrap();
    discard.iter().for_each(|code| rig.pick(A, name(code)).unwrap());
    finish_hand(&mut rig, B, None);
    rig
}

#[test]
fn knv_41_a_hand_for_broke_that_wins_no_coin() {
    let low = ["dX dM hX hM sX sM", "", "cG", "", "", "hK sK"];
    let rig = broke(low, ["hK", "sK"]);
    assert!(rig.said("A holds 0 coins"));
    assert_eq!(totals(&rig), [2, 0, 2, 0, 0]);
}

#[test]
fn knv_42_a_hand_for_broke_that_wins_coins() {
    let rig = broke([KNIVES, "", "cG", "", "", "hM sM"], ["hM", "sM"]);
    assert!(rig.said("A holds 25 coins"));
    assert_eq!(totals(&rig), [0, 1, 0, 1, 1]);
}

#[test]
fn knv_44_a_hand_of_assets_goes_to_who_wins_every_trick() {
    let mut rig = all_pass([KNIVES, "", "", "", "", ""], "Clubs", "Assets");
    finish_hand(&mut rig, B, None);
    assert_eq!(totals(&rig), [2, 0, 0, 0, 0]);
}

#[test]
fn knv_44_a_hand_of_liabilities_goes_to_everybody_without_a_coin() {
    let mut rig = all_pass([KNIVES, "", "", "", "", ""], "Clubs", "Liabilities");
    finish_hand(&mut rig, B, None);
    assert_eq!(totals(&rig), [0, 2, 2, 2, 2]);
}
