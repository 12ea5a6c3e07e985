//! The Moment of Truth, betrayals, and how hauls are split.

use super::*;
use crate::no_honor::moment_of_truth::split;
use Character::{Acrobat, Enforcer, Ghost, GraveRobber, Locksmith, Shyster};
use Scheme::*;

const GUARDS: &str = "Against Ceremonial Guards with 2 Muscle: Enforcer";
const WALL: &str = "Against High Wall with 1 Stealth: Acrobat";

/// A and B heist the Tax Wagon (8 Coins) together and succeed; each gets 4 if nobody betrays.
fn truth(scene: Scene) -> Rig {
    let mats = [Defense::CeremonialGuards, Defense::HighWall];
    let scene = scene.crew(A, &[Enforcer]).crew(B, &[Acrobat]);
    let mut rig = scene.mat(0, Objective::TaxWagon, &mats).play();
    rig.shared("Tax Wagon", &[GUARDS], &[WALL]);
    rig.pass();
    rig
}

fn both(mine: Scheme, theirs: Scheme) -> Rig {
    both_in(scene(3), mine, theirs)
}

fn both_in(scene: Scene, mine: Scheme, theirs: Scheme) -> Rig {
    let mut rig = truth(scene.hand(A, &[mine]).hand(B, &[theirs]));
    rig.act(&[(A, mine.name()), (B, theirs.name())]);
    rig
}

#[test]
fn the_books_example_side_job_pays_two_and_faked_death_goes_back() {
    let rig = both(FakedDeath, SideJob);
    assert_eq!((rig.coins(A), rig.coins(B)), (5 + 4, 5 + 4 + 2));
    assert_eq!(
        (rig.hand(A), rig.hand(B), rig.discards()),
        (vec![FakedDeath], vec![], vec![SideJob])
    );
}

#[test]
fn nhat_59_a_success_by_one_player_skips_the_moment_of_truth() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).hand(A, &[Betrayal]).play();
    rig.solo("Wealthy", &[GUARDS, WALL]);
    rig.pass();
    assert_eq!((rig.coins(A), rig.hand(A)), (11, vec![Betrayal]));
}

#[test]
fn nhat_60_each_plays_one_scheme_sealed_and_all_open_together() {
    let rig = truth(scene(3).hand(A, &[Betrayal, OnAlert]).hand(B, &[SideJob]));
    assert_eq!(rig.who(), [A, B]);
    assert_eq!(rig.entries(A), ["Play Betrayal!", "Play On Alert"]);
    assert!(matches!(
        rig.clear.driver.request(),
        Some(engine::Request::Ask(engine::Opening::All, _))
    ));
}

#[test]
fn nhat_61_whoever_has_a_scheme_must_play_one_and_an_empty_hand_plays_none() {
    let rig = truth(scene(3).hand(A, &[Betrayal]));
    assert_eq!(rig.who(), [A]);
    assert!(rig.asked()[0].1.entries.iter().all(|entry| !entry.pass));
}

#[test]
fn nhat_62_moment_of_truth_cards_are_discarded_and_others_return() {
    let rig = both(PlayDead, MarkedCoin);
    assert_eq!(
        (rig.hand(A), rig.hand(B), rig.discards()),
        (vec![PlayDead], vec![], vec![MarkedCoin])
    );
}

#[test]
fn nhat_96_moment_of_truth_cards_work_in_that_phase_only() {
    let rig = both(SideJob, PlayDead);
    assert_eq!(rig.coins(A), 5 + 4 + 2);
    let rig = scene(3).crew(A, &[Enforcer]).hand(A, &[SideJob]).play();
    assert!(!rig.refused(A, "Side Job").is_empty());
}

#[test]
fn nhat_64_without_betrayal_everybody_gets_the_agreed_share_and_treasure() {
    let mut rig = scene(3)
        .crew(A, &[Locksmith])
        .crew(B, &[Acrobat])
        .mat(0, Objective::MasterGoldsmith, &[Defense::BarredDoor, Defense::HighWall])
        .next_treasures(&[Treasure::MasterKey])
        .play();
    rig.go(&[(A, "Goldsmith"), (A, "With B"), (A, "the rest to A; Treasures to B"), (B, "Accept")]);
    rig.send(&[(A, "Against Barred Door with 1 Tinker: Locksmith"), (B, WALL)]);
    rig.pass();
    assert_eq!((rig.coins(A), rig.coins(B)), (5 + 3, 5 + 2));
    assert!(rig.s().owns(B, Treasure::MasterKey));
}

#[test]
fn nhat_11_a_treasure_icon_is_a_draw_bargained_over_unseen() {
    let mut rig = scene(3)
        .crew(A, &[Locksmith])
        .crew(B, &[Acrobat])
        .mat(0, Objective::MasterGoldsmith, &[Defense::BarredDoor, Defense::HighWall])
        .play();
    rig.go(&[(A, "Goldsmith"), (A, "With B")]);
    assert!(rig.entries(A).iter().any(|e| e.contains("Treasures to B")));
    let top = rig.s().treasures[0];
    assert_eq!(rig.clear.driver.faces().face(top), None);
}

#[test]
fn nhat_65_every_loyal_player_gets_one_coin_first() {
    assert_eq!(split(5, &[A, B, C], &[(B, 6)]), [(A, 1), (B, 3), (C, 1)]);
}

#[test]
fn nhat_66_betrayers_take_up_to_the_value_of_their_cards() {
    assert_eq!(split(7, &[A, B], &[(B, 6)]), [(A, 1), (B, 6)]);
    assert_eq!(split(4, &[A, B], &[(B, 6)]), [(A, 1), (B, 3)]);
}

#[test]
fn nhat_67_the_rest_is_split_evenly_and_the_indivisible_goes_to_the_bank() {
    assert_eq!(split(12, &[A, B], &[(B, 6)]), [(A, 3), (B, 8)]); // 5 left: 2 each, 1 lost
    let mut rig = truth(scene(3).hand(B, &[Betrayal]).mat(
        1,
        Objective::WealthyMerchant,
        &[Defense::BarredDoor, Defense::WatchPatrol],
    ));
    let all = |rig: &Rig| {
        rig.s().bank
            + rig.s().mats.iter().map(|m| m.coins).sum::<i64>()
            + rig.coins(A)
            + rig.coins(B)
            + rig.coins(C)
    };
    let before = all(&rig);
    rig.pick(B, "Betrayal!").unwrap();
    assert_eq!((rig.coins(A), rig.coins(B), all(&rig)), (6, 11, before)); // 8: 1, 6, and 1 lost
}

#[test]
fn nhat_68_unequal_betrayals_first_take_their_excess_over_the_lowest() {
    assert_eq!(split(9, &[A, B], &[(A, 8), (B, 6)]), [(A, 5), (B, 3)]);
}

#[test]
fn nhat_69_ten_coins_between_eight_and_six_are_six_and_four() {
    assert_eq!(split(10, &[A, B], &[(A, 8), (B, 6)]), [(A, 6), (B, 4)]);
}

#[test]
fn nhat_70_fourteen_coins_between_six_eight_and_loyal_are_five_seven_and_one() {
    let shares = split(14, &[A, B, C], &[(A, 6), (B, 8)]);
    assert_eq!(shares, [(A, 5), (B, 7), (C, 1)]);
    assert_eq!(shares.iter().map(|(_, coins)| coins).sum::<i64>(), 13);
}

#[test]
fn h_a11_too_small_a_haul_is_handed_out_clockwise_while_it_lasts() {
    assert_eq!(split(1, &[A, B, C], &[(B, 6)]), [(A, 1), (B, 0), (C, 0)]);
    assert_eq!(split(3, &[A, B, C], &[(A, 10), (B, 6), (C, 8)]), [(A, 2), (B, 0), (C, 1)]);
    assert_eq!(split(0, &[A, B], &[(A, 6)]), [(A, 0), (B, 0)]);
}

#[test]
fn nhat_71_a_lone_betrayer_takes_the_treasures() {
    let mut rig = scene(3)
        .crew(A, &[Locksmith])
        .crew(B, &[Acrobat])
        .hand(B, &[Betrayal])
        .mat(0, Objective::MasterGoldsmith, &[Defense::BarredDoor, Defense::HighWall])
        .play();
    rig.shared("Goldsmith", &["Against Barred Door with 1 Tinker: Locksmith"], &[WALL]);
    rig.pass();
    rig.pick(B, "Betrayal!").unwrap();
    assert_eq!(rig.s().players[B].treasures.len(), 1);
}

#[test]
fn h_a12_with_several_betrayers_nobody_draws_the_treasures() {
    let mut rig = scene(3)
        .crew(A, &[Locksmith])
        .crew(B, &[Acrobat])
        .hand(A, &[TraitorCard])
        .hand(B, &[Betrayal])
        .mat(0, Objective::MasterGoldsmith, &[Defense::BarredDoor, Defense::HighWall])
        .play();
    rig.shared("Goldsmith", &["Against Barred Door with 1 Tinker: Locksmith"], &[WALL]);
    rig.pass();
    rig.act(&[(A, "Traitor!"), (B, "Betrayal!")]);
    assert_eq!(rig.s().treasures.len(), 12);
}

#[test]
fn nhat_72_the_first_betrayal_breaks_the_code_for_good() {
    let rig = both(PlayDead, Betrayal);
    assert!(rig.s().broken && rig.said("The code of honor is broken"));
}

#[test]
fn h_a13_the_code_breaks_when_values_are_fixed_and_before_anything_else() {
    // Taking It Personally kills at once, and the Grave Robber is paid for it.
    let mut rig = truth(
        scene(3)
            .hand(A, &[PlayDead, TakingItPersonally])
            .hand(B, &[TraitorCard])
            .crew(C, &[GraveRobber]),
    );
    rig.act(&[(A, "Play Dead"), (B, "Traitor!")]);
    rig.act(&[(A, "Taking It Personally")]);
    assert_eq!((rig.dead(), rig.coins(C)), (vec![Acrobat], 6));
    // The Traitor's bonus comes too late for the betrayal that breaks the code.
    let mut rig = truth(scene(3).crew(B, &[Character::Traitor]).hand(B, &[Betrayal]));
    rig.pick(B, "Betrayal!").unwrap();
    assert!(rig.said("B betrays for 6"));
}

#[test]
fn the_books_example_the_grave_robber_earns_only_after_the_first_betrayal() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).crew(C, &[GraveRobber]).rolls(&[0]).play();
    rig.solo("Wealthy", &["Against Ceremonial Guards with 2 Lies: Enforcer", WALL]);
    rig.pass();
    assert_eq!((rig.dead(), rig.coins(C)), (vec![Enforcer], 5));
}

#[test]
fn h_a10_a_partner_whose_characters_are_gone_is_still_in_it() {
    let mut rig = scene(3)
        .crew(A, &[Enforcer, Acrobat])
        .crew(B, &[Shyster])
        .hand(B, &[Betrayal])
        .hand(C, &[TripUp, RaiseTheAlarm])
        .play();
    let mine = [GUARDS, WALL];
    rig.shared("Wealthy", &mine, &["Against Ceremonial Guards with 2 Muscle: Shyster"]);
    rig.act(&[(C, "Trip Up")]);
    rig.pick(C, "Shyster of B").unwrap();
    rig.pass(); // the Scheme stands
    rig.act(&[(C, "Raise the Alarm")]);
    rig.pass(); // the Scheme stands
    rig.pass(); // and so does the arrest
    assert_eq!(rig.jail(), [Shyster]);
    rig.pass();
    assert_eq!((rig.s().phase, rig.who()), ("Moment of Truth", vec![B]));
}

#[test]
fn h_a14_a_shared_jailbreak_has_a_moment_of_truth_with_a_haul_of_nothing() {
    let mut rig = scene(3)
        .crew(A, &[Locksmith])
        .crew(B, &[Shyster])
        .hand(B, &[Betrayal])
        .jail(&[Ghost])
        .play();
    rig.shared(
        "Jailbreak",
        &["Against Jailor with 2 Tinker: Locksmith"],
        &["Against Jailor with 2 Tinker: Shyster"],
    );
    rig.pass();
    rig.pick(B, "Betrayal!").unwrap();
    assert!(rig.s().broken);
    assert_eq!((rig.coins(A), rig.coins(B), rig.crew(A)), (5, 5, vec![Locksmith, Ghost]));
}

#[test]
fn betrayal_counts_six_and_traitor_eight() {
    assert!(both(PlayDead, Betrayal).said("B betrays for 6"));
    assert!(both(PlayDead, TraitorCard).said("B betrays for 8"));
}

#[test]
fn side_job_pays_nothing_if_a_rival_betrays() {
    assert_eq!(both(SideJob, Betrayal).coins(A), 5 + 1);
}

#[test]
fn insurance_policy_pays_four_if_a_rival_betrays() {
    assert_eq!(both(InsurancePolicy, Betrayal).coins(A), 5 + 1 + 4);
    assert_eq!(both(InsurancePolicy, PlayDead).coins(A), 5 + 4);
}

#[test]
fn hidden_blade_kills_or_exhausts_a_character_of_a_betrayer() {
    let mut rig = both(HiddenBlade, Betrayal);
    assert_eq!(rig.entries(A), ["Acrobat of B", "Acrobat of B, to kill"]);
    rig.pick(A, "Acrobat of B, to kill").unwrap();
    assert_eq!(rig.dead(), [Acrobat]);
    let mut rig = both(HiddenBlade, Betrayal);
    rig.pick(A, "Acrobat of B").unwrap();
    assert_eq!(rig.tired(B), [Acrobat]);
}

#[test]
fn hidden_blade_without_a_betrayer_is_just_discarded() {
    let rig = both(HiddenBlade, PlayDead);
    assert_eq!((rig.discards(), rig.tired(B)), (vec![HiddenBlade], vec![]));
}

#[test]
fn marked_coin_takes_three_off_a_rivals_betrayal_which_still_counts() {
    let rig = both(MarkedCoin, Betrayal);
    assert!(rig.said("B betrays for 3") && rig.s().broken);
    // 8: 1 for A, 3 for B, then 2 each
    assert_eq!((rig.coins(A), rig.coins(B)), (5 + 3, 5 + 5));
}

#[test]
fn taking_it_personally_kills_a_character_of_the_betrayer() {
    let mut rig = truth(scene(3).hand(A, &[PlayDead, TakingItPersonally]).hand(B, &[Betrayal]));
    rig.act(&[(A, "Play Dead"), (B, "Betrayal!")]);
    assert_eq!(rig.refused(A, "Play Play Dead"), "it answers a killing in your crew");
    rig.act(&[(A, "Taking It Personally")]);
    assert_eq!(rig.dead(), [Acrobat]);
}

#[test]
fn taking_it_personally_is_not_for_the_betrayer_nor_for_outsiders() {
    let mut rig =
        truth(scene(3).hand(B, &[Betrayal, TakingItPersonally]).hand(C, &[TakingItPersonally]));
    rig.pick(B, "Betrayal!").unwrap();
    assert_eq!(rig.s().phase, "Turn"); // no window: A's hand is empty
}

#[test]
fn two_betrayers_may_take_it_personally_of_each_other() {
    let mut rig = truth(scene(3).hand(A, &[Betrayal, TakingItPersonally]).hand(B, &[Betrayal]));
    rig.act(&[(A, "Betrayal!"), (B, "Betrayal!")]);
    rig.act(&[(A, "Taking It Personally")]);
    assert_eq!(rig.dead(), [Acrobat]);
}

#[test]
fn betrayals_are_remembered() {
    let mut rig = both(PlayDead, Betrayal);
    rig.pass(); // nothing is taken personally
    assert_eq!((rig.s().players[A].betrayals, rig.s().players[B].betrayals), (0, 1));
    assert_eq!((rig.s().players[A].shared_wins, rig.s().players[A].solo_wins), (1, 0));
}
