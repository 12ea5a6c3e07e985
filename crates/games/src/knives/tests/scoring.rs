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
    assert!(rig.said("which hold 6 coins"));
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
    let mut rig = broke_of_a(&[("play-on", "on")], hands, discard);
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

#[test]
fn assets_and_liabilities_tell_what_everybody_has() {
    let mut rig = all_pass([KNIVES, "", "", "", "", "hK sQ"], "Clubs", "Assets");
    finish_hand(&mut rig, B, None);
    assert!(rig.said("Most coins win: A 20, B 0, C 0, D 0, E 0 [KNV-44]"));
    let mut rig = all_pass([KNIVES, "", "", "", "", "hK sQ"], "Clubs", "Liabilities");
    finish_hand(&mut rig, B, None);
    assert!(rig.said("Fewest coins win: A 20, B 0, C 0, D 0, E 0 [KNV-44]"));
}

fn tricks(rig: &Rig) -> usize {
    rig.events.iter().filter(|event| event.rule == "KNV-28").count()
}

/// A wins every trick; the first of them has a coin.
const LOST: [&str; 6] = [KNIVES, "hK", "cG hQ", "hJ", "hG", "hM sM"];

#[test]
fn k_a20_a_hand_for_broke_ends_with_the_bankers_first_coin() {
    let mut rig = broke_of_a(&[], LOST, ["hM", "sM"]);
    play(&mut rig, "B hK C hQ D hJ E hG A k3");
    assert_eq!((state(&rig).number, tricks(&rig)), (2, 1));
    assert!(rig.said("The hand ends here: its points are decided [K-A20]"));
    assert_eq!(totals(&rig), [0, 1, 0, 1, 1]);
}

#[test]
fn k_a20_with_play_on_it_is_played_to_its_end() {
    let mut rig = broke_of_a(&[("play-on", "on")], LOST, ["hM", "sM"]);
    play(&mut rig, "B hK C hQ D hJ E hG A k3");
    assert_eq!((state(&rig).number, tricks(&rig)), (1, 1));
}

#[test]
fn k_a20_who_holds_the_ghost_shows_it_and_the_other_hands_prove_that_they_do_not() {
    let mut rig = broke_of_a(&[], LOST, ["hM", "sM"]);
    play(&mut rig, "B hK C hQ D hJ E hG A k3");
    assert!(rig.said("C shows the Ghost of Clubs and was the shadow banker [K-A20]"));
    let shown = rig.clear.answers().iter().find_map(|answer| match answer {
        engine::Answer::Shown(shown) => Some(shown.iter().map(Option::is_some).collect()),
        _ => None,
    });
    assert_eq!(shown, Some(vec![false, false, true, false, false]), "from the banker on");
}

#[test]
fn k_a20_a_banker_who_has_discarded_the_ghost_was_alone_and_four_defend() {
    let mut rig = broke_of_a(&[], [KNIVES, "hK", "hQ", "hJ", "hG", "cG sM"], ["cG", "sM"]);
    play(&mut rig, "B hK C hQ D hJ E hG A k3");
    assert!(rig.said("A put the Ghost of Clubs down and was alone [K-A6]"));
    assert_eq!(totals(&rig), [0, 1, 1, 1, 1]);
}

#[test]
fn k_a20_a_banker_who_still_holds_the_ghost_was_alone_too() {
    let hands = ["kA k7 k6 k5 k4 cG", "hK", "hQ", "hJ", "hG", "hM sM"];
    let mut rig = broke_of_a(&[], hands, ["hM", "sM"]);
    play(&mut rig, "B hK C hQ D hJ E hG A k4");
    assert!(rig.said("A shows the Ghost of Clubs and was alone [K-A20]"));
    assert_eq!(totals(&rig), [0, 1, 1, 1, 1]);
}

/// A banks with Clubs strong and wins every trick; C holds the Ghost and must play it first.
fn sweep(options: &[(&str, &str)]) -> Rig {
    let hands = ["kA k7 k6 k5 k4 k3", "cK cQ cJ cM", "cG hK hQ hJ sK sQ", "dK", "dQ", "hG sG"];
    let mut rig = dealt_with(options, hands);
    rig.pick(E, "Clubs").unwrap();
    rig.pick(A, "Take the bank (Clubs)").unwrap();
    rig.pick(A, &both(["hG", "sG"])).unwrap();
    rig
}

#[test]
fn k_a20_other_hands_end_once_the_coins_out_of_sight_can_change_nothing() {
    let mut rig = sweep(&[]);
    finish_hand(&mut rig, B, None);
    let early = tricks(&rig);
    let mut whole = sweep(&[("play-on", "on")]);
    finish_hand(&mut whole, B, None);
    assert_eq!(tricks(&whole), 6);
    assert!(early < 6, "{early} tricks");
    assert_eq!(totals(&rig), totals(&whole));
}

#[test]
fn k_a20_nothing_is_decided_before_the_ghost_is_played() {
    let mut rig = dealt_with(&[], [KNIVES, "", "cG", "", "", "hG sG"]);
    rig.pick(E, "Clubs").unwrap();
    rig.pick(A, "Take the bank (Clubs)").unwrap();
    rig.pick(A, &both(["hG", "sG"])).unwrap();
    finish_hand(&mut rig, C, Some(card("cG")));
    assert_eq!(tricks(&rig), 6, "the Ghost came last");
}

#[test]
fn k_a20_whether_a_hand_ends_early_never_changes_its_points() {
    for seed in 0..40 {
        let one = |play_on| {
            let options =
                Options::parse(GAME.info().options, [("target", "10"), ("play-on", play_on)]);
            let mut players = engine::clear::bots(&GAME, BotKind::NORMAL, 5, seed);
            let mut game =
                engine::clear::ClearGame::new(&GAME, 5, &options.unwrap(), seed).unwrap();
            let state = |game: &engine::clear::ClearGame| {
                let state: &dyn core::any::Any = game.driver.state();
                state.downcast_ref::<State>().unwrap().clone()
            };
            while game.driver.outcome().is_none() && state(&game).number < 2 {
                game.step(|ask, state| players[ask.seat].pick(&ask, state));
            }
            state(&game).points
        };
        assert_eq!(one("off"), one("on"), "seed {seed}");
    }
}
