//! Plans, trades, gifts.

use super::*;
use crate::no_honor::turn::TALKS;
use Character::{Acrobat, Enforcer, Ghost, Locksmith, Mastermind, Shyster, Veteran};

const GUARDS: &str = "Against Ceremonial Guards with 2 Muscle: Enforcer";
const WALL: &str = "Against High Wall with 1 Stealth: Acrobat";

/// A plans with B, who has the Acrobat; the Merchant holds 6.
fn plan() -> Rig {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).play();
    rig.go(&[(A, "Wealthy"), (A, "With B")]);
    rig
}

fn finish(rig: &mut Rig) -> (i64, i64) {
    rig.send(A, &[GUARDS]);
    rig.send(B, &[WALL]);
    rig.pass();
    (rig.coins(A) - 5, rig.coins(B) - 5)
}

#[test]
fn nhat_45_partners_and_shares_are_agreed_before_characters_are_committed() {
    let mut rig = plan();
    rig.pick(A, "3 Coins for each").unwrap();
    assert!(rig.s().heist.is_none());
    assert!(rig.said("A proposes a heist on the Wealthy Merchant: 3 Coins to B, the rest to A"));
    rig.pick(B, "Accept").unwrap();
    assert_eq!(rig.s().heist.as_ref().unwrap().terms.sums, [(B, 3)]);
}

#[test]
fn h_a8_the_recorded_split_is_executed() {
    let mut rig = plan();
    rig.go(&[(A, "the rest for A")]);
    rig.pick(B, "Accept").unwrap();
    assert_eq!(finish(&mut rig), (3, 3));
    let mut rig = plan();
    rig.go(&[(A, "Other sums; the rest for B"), (A, "2 Coins for A"), (B, "Accept")]);
    assert_eq!(finish(&mut rig), (2, 4));
}

#[test]
fn fixed_sums_are_paid_in_order_while_coins_last() {
    let terms =
        crate::no_honor::state::Terms { sums: vec![(B, 5), (C, 4)], rest: A, treasures: vec![] };
    assert_eq!(terms.shares(7), [(B, 5), (C, 2), (A, 0)]);
    assert_eq!(terms.shares(10), [(B, 5), (C, 4), (A, 1)]);
}

#[test]
fn a_declined_proposal_can_be_made_anew_a_few_times() {
    let mut rig = plan();
    for left in (0..TALKS).rev() {
        rig.pick(A, "3 Coins for each").unwrap();
        rig.pick(B, "Decline").unwrap();
        assert_eq!(rig.s().talks, left);
        if left > 0 {
            rig.pick(A, "With B").unwrap();
        }
    }
    assert_eq!(rig.refused(A, "With B"), "you have made all your proposals this turn");
    rig.pick(A, "Drop the plan").unwrap();
    assert_eq!(rig.s().actions, 3);
    assert_eq!(rig.refused(A, "Exchange"), "you have made all your proposals this turn");
}

#[test]
fn a_partner_may_ask_for_more_and_the_active_player_may_grant_it() {
    let mut rig = plan();
    rig.go(&[(A, "3 Coins for each"), (B, "Ask for 5 Coins"), (A, "Grant it")]);
    assert_eq!(finish(&mut rig), (1, 5));
    let mut rig = plan();
    rig.go(&[(A, "3 Coins for each"), (B, "Ask for 5 Coins"), (A, "No")]);
    assert!(rig.s().heist.is_none());
}

#[test]
fn a_partner_who_loses_by_a_counter_offer_is_asked_again() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).crew(C, &[Ghost]).play();
    rig.go(&[
        (A, "Wealthy"),
        (A, "With B and C"),
        (A, "Other sums; the rest for C"),
        (A, "1 Coins for A"),
        (A, "1 Coins for B"),
    ]);
    rig.act(&[(B, "Ask for 4 Coins"), (C, "Accept")]);
    rig.pick(A, "Grant it").unwrap();
    assert_eq!(rig.who(), [C]);
    rig.pick(C, "Accept").unwrap();
    assert_eq!(rig.s().heist.as_ref().unwrap().terms.sums, [(A, 1), (B, 4)]);
}

#[test]
fn the_one_with_the_rest_may_ask_for_a_fixed_sum_instead() {
    let mut rig = plan();
    rig.go(&[
        (A, "Other sums; the rest for B"),
        (A, "6 Coins for A"),
        (B, "Ask for 2 Coins"),
        (A, "Grant it"),
    ]);
    assert_eq!(finish(&mut rig), (4, 2));
}

#[test]
fn groups_that_cannot_man_every_defense_are_not_offered() {
    let mut rig = scene(3)
        .crew(A, &[Enforcer])
        .crew(B, &[Acrobat])
        .crew(C, &[Ghost])
        .mat(
            0,
            Objective::Countinghouse,
            &[Defense::BarredDoor, Defense::HighWall, Defense::GuardDogs],
        )
        .play();
    rig.pick(A, "Countinghouse").unwrap();
    assert_eq!(rig.entries(A), ["Alone", "With B and C", "Drop the plan"]);
    assert_eq!(rig.refused(A, "Alone"), "3 Defenses need a Character each; you have 1 ready");
}

/// A trades with B, who agrees.
fn trade(scene: Scene, steps: &[&str]) -> Rig {
    let mut rig = scene.play();
    rig.go(&[(A, "Exchange"), (A, "With B")]);
    for step in steps {
        rig.pick(A, step).unwrap();
    }
    rig.go(&[(A, "Propose it"), (B, "Agree")]);
    rig
}

#[test]
fn nhat_38_characters_schemes_and_treasures_are_traded_with_consent_and_agendas_never() {
    let scene = scene(3)
        .crew(A, &[Enforcer])
        .crew(B, &[Ghost])
        .hand(A, &[Scheme::Betrayal])
        .hand(B, &[Scheme::SideJob])
        .owns(B, Treasure::MasterKey)
        .agenda(A, Agenda::Ace);
    let mut rig = trade(
        scene,
        &[
            "Give Enforcer",
            "Give a Scheme: Betrayal!",
            "Give 1 Coins",
            "Ask for Ghost",
            "Ask for Master Key",
            "Ask for a Scheme",
        ],
    );
    rig.pick(B, "Hand over Side Job").unwrap();
    assert_eq!((rig.crew(A), rig.crew(B)), (vec![Ghost], vec![Enforcer]));
    assert_eq!((rig.hand(A), rig.hand(B)), (vec![Scheme::SideJob], vec![Scheme::Betrayal]));
    assert!(rig.s().owns(A, Treasure::MasterKey));
    assert_eq!((rig.coins(A), rig.coins(B)), (4, 6));
    assert!(!rig.events.iter().any(|e| format!("{:?}", e.text).contains("Ace")));
}

#[test]
fn agendas_are_not_among_the_goods() {
    let mut rig = scene(3).crew(A, &[Enforcer]).agenda(A, Agenda::Ace).play();
    rig.go(&[(A, "Exchange"), (A, "With B")]);
    assert!(!rig.entries(A).iter().any(|e| e.contains("Ace")));
}

#[test]
fn a_refused_trade_changes_nothing_and_costs_no_action() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Ghost]).play();
    rig.go(&[
        (A, "Exchange"),
        (A, "With B"),
        (A, "Ask for Ghost"),
        (A, "Propose it"),
        (B, "Refuse"),
        (A, "Nobody"),
    ]);
    assert_eq!((rig.crew(B), rig.s().actions, rig.s().talks), (vec![Ghost], 3, TALKS - 1));
}

#[test]
fn one_exchange_trades_with_several_players() {
    let mut rig =
        trade(scene(3).crew(A, &[Enforcer, Shyster]).crew(B, &[Ghost]), &["Give Enforcer"]);
    rig.go(&[(A, "With C"), (A, "Give Shyster"), (A, "Propose it"), (C, "Agree"), (A, "Nobody")]);
    assert_eq!((rig.crew(C), rig.s().actions), (vec![Shyster], 2));
}

#[test]
fn nhat_39_after_an_exchange_nobody_is_over_the_limit() {
    let full = [Ghost, Shyster, Locksmith, Veteran];
    let mut rig = scene(3).crew(A, &[Enforcer, Mastermind]).crew(B, &full).play();
    rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Give Enforcer")]);
    assert_eq!(rig.refused(A, "Propose it"), "B's crew would be too large");
    rig.pick(A, "Ask for Ghost").unwrap();
    assert_eq!(rig.refused(A, "Propose it"), "");
    // A Mastermind brings its own room.
    let mut rig = scene(3).crew(A, &[Enforcer, Mastermind]).crew(B, &full).play();
    rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Give Mastermind")]);
    assert_eq!(rig.refused(A, "Propose it"), "");
}

#[test]
fn h_a2_treasures_are_tradable_in_an_exchange_only() {
    let mut rig = trade(scene(3).owns(A, Treasure::DuskCloak), &["Give Dusk Cloak"]);
    assert!(rig.s().owns(B, Treasure::DuskCloak));
    rig.pick(A, "Nobody").unwrap();
    rig.pick(A, "Give Coins away").unwrap();
    assert_eq!(rig.entries(A), ["To B", "To C", "Nobody"]);
}

#[test]
fn h_a33_exhausted_characters_stay_exhausted_and_nothing_is_traded_during_a_heist() {
    let rig = trade(scene(3).tired(A, &[Enforcer]), &["Give Enforcer"]);
    assert_eq!(rig.tired(B), [Enforcer]);
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).play();
    rig.solo("Wealthy", &[GUARDS, WALL]);
    assert!(!rig.entries(A).iter().any(|e| e.contains("Exchange")));
}

#[test]
fn attachments_stay_through_trades() {
    let rig = trade(scene(3).equipped(A, Enforcer, &[Scheme::SoftBoots]), &["Give Enforcer"]);
    assert_eq!(rig.s().players[B].crew[0].gear.len(), 1);
}

#[test]
fn more_coins_than_one_has_cannot_be_offered() {
    let mut rig = scene(3).coins(A, 6).play();
    rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Give 5 Coins"), (A, "Give 1 Coins")]);
    assert!(!rig.entries(A).iter().any(|e| e.starts_with("Give")));
}

#[test]
fn nhat_41_on_ones_turn_coins_can_be_asked_for() {
    let mut rig = scene(3).coins(A, 1).coins(B, 4).coins(C, 0).play();
    rig.go(&[(A, "Ask somebody for Coins"), (A, "From B"), (A, "3 Coins"), (B, "Give A 3 Coins")]);
    assert_eq!((rig.coins(A), rig.coins(B), rig.s().actions), (4, 1, 3));
    rig.go(&[(A, "Ask somebody"), (A, "From B"), (A, "1 Coins"), (B, "Refuse")]);
    assert_eq!((rig.coins(A), rig.s().talks), (4, TALKS - 2));
    assert!(rig.said("A asks B for 3 Coins") && rig.said("B refuses"));
}

#[test]
fn nobody_is_asked_for_coins_who_has_none_or_too_often() {
    let rig = scene(3).coins(B, 0).coins(C, 0).play();
    assert_eq!(rig.refused(A, "Ask somebody"), "no rival has a Coin");
    let mut rig = scene(3).coins(B, 9).coins(C, 0).play();
    for _ in 0..TALKS {
        rig.go(&[(A, "Ask somebody"), (A, "From B"), (A, "1 Coins"), (B, "Refuse")]);
    }
    assert_eq!(rig.refused(A, "Ask somebody"), "you have made all your proposals this turn");
}

#[test]
fn a_trade_can_be_answered_by_another_trade() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Ghost]).play();
    rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Give Enforcer"), (A, "Ask for Ghost")]);
    rig.go(&[(A, "Propose it"), (B, "Propose something else")]);
    rig.go(&[
        (B, "Give Ghost"),
        (B, "Ask for Enforcer"),
        (B, "Ask for 1 Coins"),
        (B, "Propose it"),
    ]);
    assert!(rig.pick(A, "Propose something else").is_err()); // one answer is enough
    rig.pick(A, "Agree").unwrap();
    assert_eq!((rig.crew(A), rig.crew(B)), (vec![Ghost], vec![Enforcer]));
    assert_eq!((rig.coins(A), rig.coins(B)), (4, 6));
}

#[test]
fn whoever_proposed_first_may_leave_the_other_trade() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Ghost]).play();
    rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Give Enforcer"), (A, "Propose it")]);
    rig.go(&[(B, "Propose something else"), (B, "Ask for 5 Coins"), (B, "Propose it")]);
    rig.pick(A, "Refuse").unwrap();
    assert_eq!((rig.crew(A), rig.coins(A)), (vec![Enforcer], 5));
    assert!(rig.said("A refuses"));
}

#[test]
fn whoever_would_no_longer_be_paid_in_full_is_asked_again() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).crew(C, &[Ghost]).play();
    rig.go(&[(A, "Wealthy"), (A, "With B and C"), (A, "2 Coins for each")]);
    rig.act(&[(B, "Ask for 5 Coins"), (C, "Accept")]);
    rig.pick(A, "Grant it").unwrap();
    assert_eq!(rig.who(), [C]); // of 6 Coins, 5 and then 1 are left for the sum of 2
    rig.pick(C, "Decline").unwrap();
    assert!(rig.said("A grants it") && rig.said("C declines") && rig.s().heist.is_none());
}

#[test]
fn whoever_asked_for_more_and_would_get_less_of_it_is_asked_again() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).crew(C, &[Ghost]).play();
    rig.go(&[(A, "Wealthy"), (A, "With B and C"), (A, "2 Coins for each")]);
    rig.act(&[(B, "Ask for 5 Coins"), (C, "Ask for 3 Coins")]);
    rig.pick(A, "Grant it").unwrap();
    assert_eq!(rig.who(), [C]); // of 6 Coins B has 5, and C only 1 of the 3
    rig.pick(C, "Accept").unwrap();
    assert_eq!(rig.s().heist.as_ref().unwrap().terms.sums, [(B, 5), (C, 3)]);
}

#[test]
fn whoever_asked_for_the_treasures_and_would_not_get_them_is_asked_again() {
    let mut rig = scene(3)
        .crew(A, &[Enforcer])
        .crew(B, &[Acrobat])
        .crew(C, &[Ghost])
        .mat(0, Objective::MasterGoldsmith, &[Defense::CeremonialGuards, Defense::HighWall])
        .play();
    rig.go(&[(A, "Goldsmith"), (A, "With B and C"), (A, "Treasures for A")]);
    rig.act(&[(B, "Ask for the Treasures"), (C, "Ask for the Treasures")]);
    rig.pick(A, "Grant it").unwrap();
    assert_eq!(rig.who(), [B]);
    rig.pick(B, "Decline").unwrap();
    assert!(rig.s().heist.is_none());
}

#[test]
fn schemes_of_a_deal_that_falls_through_cannot_be_followed() {
    for end in [[(A, "Propose it"), (B, "Refuse")], [(A, "Drop"), (A, "Nobody")]] {
        let hand = [Scheme::Betrayal, Scheme::SideJob];
        let mut rig = scene(3).hand(A, &hand).play();
        let before = rig.s().players[A].hand.clone();
        rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Give a Scheme: Betrayal!")]);
        rig.go(&end);
        let after = &rig.s().players[A].hand;
        assert_eq!(after.len(), 2);
        assert!(after.iter().all(|card| !before.contains(card)));
    }
}

#[test]
fn every_word_of_a_bargain_is_in_the_log() {
    let mut rig = plan();
    rig.go(&[(A, "3 Coins for each"), (B, "Ask for 5 Coins"), (A, "No"), (A, "Drop the plan")]);
    for said in ["A proposes", "B asks for 5", "A does not grant it", "A drops the plan"] {
        assert!(rig.said(said), "{said}");
    }
}
