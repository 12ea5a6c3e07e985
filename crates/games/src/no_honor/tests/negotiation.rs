//! Plans, trades, gifts.

use super::*;
use crate::no_honor::{negotiation::proposals, state::Terms};
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
    rig.send(&[(A, GUARDS), (B, WALL)]);
    rig.pass();
    (rig.coins(A) - 5, rig.coins(B) - 5)
}

#[test]
fn nhat_45_partners_and_shares_are_agreed_before_characters_are_committed() {
    let mut rig = plan();
    rig.pick(A, "Propose: 3").unwrap();
    assert!(rig.s().heist.is_none());
    assert!(rig.said("A proposes a heist on the Wealthy Merchant: 3 Coins to B, the rest to A"));
    rig.pick(B, "Accept").unwrap();
    assert_eq!(rig.s().heist.as_ref().unwrap().terms.sums, [(B, 3)]);
}

#[test]
fn h_a8_the_recorded_split_is_executed() {
    let mut rig = plan();
    rig.go(&[(A, "the rest to A")]);
    rig.pick(B, "Accept").unwrap();
    assert_eq!(finish(&mut rig), (3, 3));
    let mut rig = plan();
    rig.go(&[(A, "Other terms"), (A, "The rest for B"), (A, "Another sum for A"), (A, "2 Coins")]);
    rig.go(&[(A, "Propose this"), (B, "Accept")]);
    assert_eq!(finish(&mut rig), (2, 4));
}

#[test]
fn fixed_sums_are_paid_in_order_while_coins_last() {
    let terms = Terms { sums: vec![(B, 5), (C, 4)], ..Terms::alone(A, 0) };
    assert_eq!(terms.shares(7), [(B, 5), (C, 2), (A, 0)]);
    assert_eq!(terms.shares(10), [(B, 5), (C, 4), (A, 1)]);
}

#[test]
fn a_declined_proposal_can_be_made_anew_a_few_times() {
    let mut rig = plan();
    for left in (0..proposals(3)).rev() {
        rig.pick(A, "Propose: 3").unwrap();
        rig.pick(B, "Decline").unwrap();
        assert_eq!(rig.s().talks, left);
        if left > 0 {
            rig.pick(A, "With B").unwrap();
        }
    }
    assert_eq!(rig.refused(A, "With B"), "you have sent all your proposals this turn");
    rig.pick(A, "Drop the plan").unwrap();
    assert_eq!(rig.s().actions, 3);
    assert_eq!(rig.refused(A, "Exchange"), "you have sent all your proposals this turn");
}

#[test]
fn only_proposals_that_were_sent_count() {
    let mut rig = plan();
    let all = proposals(3);
    rig.go(&[(A, "Other terms"), (A, "Another sum for B"), (A, "5 Coins"), (A, "Back")]);
    rig.go(&[(A, "Back"), (A, "Drop the plan")]);
    assert_eq!(rig.s().talks, all, "a plan that was dropped is no proposal");
    rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Give 1 Coin"), (A, "Drop it"), (A, "Nobody")]);
    assert_eq!(rig.s().talks, all, "nor is a trade that was never proposed");
    rig.go(&[(A, "Give Coins away"), (A, "Pay B"), (A, "Back"), (A, "Back")]);
    assert_eq!(rig.s().talks, all, "nor is a gift");
    rig.go(&[(A, "Wealthy"), (A, "With B"), (A, "Propose: 3"), (B, "Decline")]);
    assert_eq!(rig.s().talks, all - 1);
}

#[test]
fn the_number_of_proposals_grows_with_the_seats_and_is_shown() {
    assert_eq!([3, 4, 5, 6].map(proposals), [4, 6, 8, 10]);
    for seats in 3..=6 {
        let mut rig = scene(seats).crew(A, &[Enforcer]).crew(B, &[Acrobat]).play();
        let shown = format!("{0} of {0} proposals left this turn", proposals(seats));
        assert!(rig.entries(A).iter().any(|entry| entry.contains(&shown)), "{seats}");
        rig.pick(A, "Wealthy").unwrap();
        let title = rig.asked()[0].1.title.render(&engine::Part::plain);
        assert!(title.ends_with(&shown), "{title}");
    }
}

#[test]
fn there_is_a_way_back_from_every_question_of_a_plan() {
    let mut rig = plan();
    for steps in [
        &["Other terms", "Another sum for B"][..],
        &["Other terms", "Coins from a stash"],
        &["Other terms", "Coins from a stash", "A pays B"],
        &["Other terms", "Coins from a stash", "A pays B", "2 Coins"],
        &["Other terms", "Cards of yours"],
        &["Other terms", "Cards of yours", "B gets Enforcer"],
    ] {
        steps.iter().for_each(|step| rig.pick(A, step).unwrap());
        while !rig.entries(A).iter().any(|entry| entry == "Drop the plan") {
            rig.pick(A, "Back").unwrap();
        }
        rig.pick(A, "With B").unwrap();
    }
    assert_eq!((rig.s().actions, rig.s().talks), (3, proposals(3)));
}

#[test]
fn nobody_changes_their_mind_for_ever() {
    let mut rig = plan();
    rig.pick(A, "Other terms").unwrap();
    for _ in 0..30 {
        rig.go(&[(A, "The rest for B"), (A, "The rest for A")]);
    }
    let why = "you have changed your mind too often this turn";
    assert_eq!(rig.refused(A, "The rest for B"), why);
    rig.go(&[(A, "Back"), (A, "Back"), (A, "Drop the plan")]);
    assert_eq!(rig.refused(A, "Wealthy"), why);
    assert_eq!(rig.refused(A, "End your turn"), "");
}

#[test]
fn a_partner_may_ask_for_more_and_the_active_player_may_grant_it() {
    let mut rig = plan();
    rig.go(&[(A, "Propose: 3"), (B, "Ask for 5 Coins"), (A, "Grant it")]);
    assert_eq!(finish(&mut rig), (1, 5));
    let mut rig = plan();
    rig.go(&[(A, "Propose: 3"), (B, "Ask for 5 Coins"), (A, "No"), (B, "Decline")]);
    assert!(rig.s().heist.is_none());
}

#[test]
fn a_counter_that_is_not_granted_leaves_the_first_offer() {
    let mut rig = plan();
    rig.go(&[(A, "Propose: 3"), (B, "Ask for 5 Coins"), (A, "No: the first offer stands")]);
    assert_eq!(rig.who(), [B]);
    assert_eq!(rig.entries(B), ["Accept", "Decline"]);
    rig.pick(B, "Accept").unwrap();
    assert_eq!(rig.s().heist.as_ref().unwrap().terms.sums, [(B, 3)]);
    assert_eq!(rig.s().talks, proposals(3) - 1, "it was one proposal");
}

#[test]
fn a_partner_who_loses_by_a_counter_offer_is_asked_again() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).crew(C, &[Ghost]).play();
    rig.go(&[
        (A, "Wealthy"),
        (A, "With B"),
        (A, "Ask another partner: C"),
        (A, "Other terms"),
        (A, "The rest for C"),
        (A, "Another sum for A"),
        (A, "1 Coin"),
        (A, "Another sum for B"),
        (A, "1 Coin"),
        (A, "Propose this"),
    ]);
    rig.act(&[(B, "Ask for 4 Coins"), (C, "Accept")]);
    rig.pick(A, "Grant it").unwrap();
    assert_eq!(rig.who(), [C]);
    rig.pick(C, "Accept").unwrap();
    assert_eq!(rig.s().heist.as_ref().unwrap().terms.sums, [(B, 4), (A, 1)]);
}

#[test]
fn the_one_with_the_rest_may_ask_for_a_fixed_sum_instead() {
    let mut rig = plan();
    rig.go(&[
        (A, "Other terms"),
        (A, "The rest for B"),
        (A, "Another sum for A"),
        (A, "6 Coins"),
        (A, "Propose this"),
        (B, "Ask for 2 Coins"),
        (A, "Grant it"),
    ]);
    assert_eq!(finish(&mut rig), (4, 2));
}

/// A and two others have one Character each, and the Countinghouse has three Defenses.
fn three_of_us() -> Rig {
    let guards = [Defense::BarredDoor, Defense::HighWall, Defense::GuardDogs];
    let scene = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).crew(C, &[Ghost]);
    let mut rig = scene.mat(0, Objective::Countinghouse, &guards).play();
    rig.pick(A, "Countinghouse").unwrap();
    rig
}

#[test]
fn partners_are_picked_one_by_one() {
    let mut rig = three_of_us();
    assert_eq!(rig.entries(A), ["Alone", "With B", "With C", "Drop the plan"]);
    assert_eq!(rig.refused(A, "Alone"), "3 Defenses need a Character each; you have 1 ready");
    rig.pick(A, "With C").unwrap();
    assert_eq!(rig.s().partners(), [C]);
    rig.pick(A, "Ask another partner: B").unwrap();
    assert_eq!(rig.s().partners(), [B, C], "clockwise");
}

#[test]
fn a_group_that_cannot_man_every_defense_proposes_nothing_yet() {
    let mut rig = three_of_us();
    rig.pick(A, "With C").unwrap();
    let few = "3 Defenses need a Character each; together you have 2";
    assert_eq!(rig.refused(A, "Propose:"), few);
    assert_eq!(rig.refused(A, "Other terms"), few);
    rig.pick(A, "Ask another partner: B").unwrap();
    assert_eq!(rig.refused(A, "Propose:"), "");
}

/// A and B plan the Temple, which holds 20 Coins and two Treasures.
fn temple() -> Rig {
    let easy =
        [Defense::BarredDoor, Defense::HighWall, Defense::CeremonialGuards, Defense::GuardDogs];
    let scene = scene(3).crew(A, &[Enforcer, Locksmith, Ghost]).crew(B, &[Acrobat]).coins(A, 9);
    let mut rig = scene.mat(0, Objective::AncientTemple, &easy).play();
    rig.go(&[(A, "Ancient Temple"), (A, "With B")]);
    rig
}

fn terms(rig: &Rig) -> &Terms {
    &rig.s().heist.as_ref().unwrap().terms
}

#[test]
fn h_a8_terms_may_give_one_of_two_treasures() {
    let mut rig = temple();
    rig.go(&[(A, "Other terms"), (A, "Another owner for the second Treasure"), (A, "B")]);
    rig.go(&[(A, "Propose this"), (B, "Accept")]);
    assert_eq!(terms(&rig).treasures, [A, B]);
}

#[test]
fn h_a8_a_partner_may_ask_for_coins_and_treasures_together() {
    let mut rig = temple();
    rig.go(&[(A, "Treasures to A"), (B, "Ask for other terms")]);
    assert_eq!(rig.refused(B, "Ask for this"), "that is what is offered");
    rig.go(&[(B, "A sum of the haul"), (B, "4 Coins"), (B, "One Treasure"), (B, "Ask for this")]);
    assert!(rig.said("B asks for: 4 Coins to B, the rest to A; Treasures to B and A"));
    rig.pick(A, "Grant it").unwrap();
    let (sums, owners) = (terms(&rig).sums.clone(), terms(&rig).treasures.clone());
    assert_eq!((sums, owners), (vec![(B, 4)], vec![B, A]));
}

#[test]
fn h_a8_a_partner_may_ask_for_the_rest() {
    let mut rig = plan();
    rig.go(&[(A, "Propose: 3"), (B, "Ask for other terms"), (B, "The rest of the haul")]);
    rig.go(&[(B, "2 Coins"), (B, "Ask for this"), (A, "Grant it")]);
    assert_eq!((terms(&rig).rest, terms(&rig).sums.clone()), (B, vec![(A, 2)]));
    assert_eq!(finish(&mut rig), (2, 4));
}

#[test]
fn a_partner_who_words_a_wish_may_take_the_offer_or_decline_after_all() {
    let mut rig = plan();
    rig.go(&[(A, "Propose: 3"), (B, "Ask for other terms"), (B, "Take the offer as it is")]);
    assert_eq!(terms(&rig).sums, [(B, 3)]);
    let mut rig = plan();
    rig.go(&[(A, "Propose: 3"), (B, "Ask for other terms"), (B, "Decline")]);
    assert!(rig.said("B declines") && rig.s().heist.is_none());
}

#[test]
fn h_a37_coins_from_a_stash_are_paid_when_the_heist_begins() {
    let mut rig = plan();
    rig.go(&[(A, "Other terms"), (A, "Coins from a stash"), (A, "A pays B"), (A, "2 Coins")]);
    rig.go(&[(A, "When the heist begins"), (A, "Propose this"), (B, "Accept")]);
    assert!(rig.said("A gives B 2 Coins when it begins"), "it is part of the terms");
    rig.send(&[(A, GUARDS), (B, WALL)]);
    assert_eq!((rig.s().phase, rig.coins(A), rig.coins(B)), ("Complications", 3, 7));
}

/// A promises B 2 Coins of the stash if the heist on the Merchant succeeds.
fn promised(scene: Scene) -> Rig {
    let mut rig = scene.crew(A, &[Enforcer]).crew(B, &[Acrobat]).play();
    rig.go(&[(A, "Wealthy"), (A, "With B"), (A, "Other terms"), (A, "Coins from a stash")]);
    rig.go(&[(A, "A pays B"), (A, "2 Coins"), (A, "Only if the heist succeeds")]);
    rig.go(&[(A, "Propose this"), (B, "Accept")]);
    rig
}

#[test]
fn h_a37_coins_may_be_paid_only_if_the_heist_succeeds() {
    let mut rig = promised(scene(3));
    assert_eq!((rig.coins(A), rig.coins(B)), (5, 5), "not yet");
    assert_eq!(finish(&mut rig), (3 - 2, 3 + 2));
    let mut rig = promised(scene(3).rolls(&[5]));
    rig.send(&[(A, "Against Ceremonial Guards with 2 Lies: Enforcer"), (B, WALL)]);
    rig.pass();
    assert!(rig.said("The heist fails"));
    assert_eq!((rig.coins(A), rig.coins(B)), (5, 5 + 2), "only for the Defense B bypassed");
}

#[test]
fn h_a37_a_betrayer_gets_nothing_of_what_was_promised() {
    let mut rig = promised(scene(3).hand(B, &[Scheme::Betrayal]));
    rig.send(&[(A, GUARDS), (B, WALL)]);
    rig.pass();
    rig.pick(B, "Betrayal!").unwrap();
    assert!(rig.said("B has betrayed and gets nothing of what was promised [H-A37]"));
    assert_eq!((rig.coins(A), rig.coins(B)), (6, 10));
}

#[test]
fn h_a37_the_partners_of_a_jailbreak_can_be_paid() {
    let scene = scene(3).crew(A, &[Shyster]).crew(B, &[Locksmith]).jail(&[Ghost]);
    let mut rig = scene.play();
    rig.go(&[(A, "Jailbreak"), (A, "With B"), (A, "Other terms"), (A, "Coins from a stash")]);
    rig.go(&[(A, "A pays B"), (A, "3 Coins"), (A, "Only if the heist succeeds")]);
    rig.go(&[(A, "Propose this"), (B, "Accept")]);
    rig.send(&[
        (A, "Against Jailor with 2 Lies: Shyster"),
        (B, "Against Jailor with 2 Lies: Locksmith"),
    ]);
    rig.pass();
    assert_eq!((rig.crew(A), rig.coins(A), rig.coins(B)), (vec![Shyster, Ghost], 2, 8));
}

#[test]
fn h_a38_cards_for_a_partner_take_an_exchange_beside_the_heist() {
    let mut rig = plan();
    rig.go(&[(A, "Other terms"), (A, "Cards of yours"), (A, "B gets Enforcer")]);
    rig.go(&[(A, "Only if the heist succeeds"), (A, "Propose this"), (B, "Accept")]);
    finish(&mut rig);
    assert_eq!(rig.s().actions, 1, "a heist and an Exchange");
    assert_eq!((rig.crew(A), rig.crew(B)), (vec![], vec![Acrobat, Enforcer]));
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).play();
    rig.go(&[(A, "Rest without"), (A, "Rest without"), (A, "Wealthy"), (A, "With B")]);
    rig.pick(A, "Other terms").unwrap();
    assert_eq!(rig.refused(A, "Cards of yours"), "cards take an Exchange: a second action");
}

#[test]
fn h_a38_a_scheme_is_picked_by_its_giver_when_it_changes_hands() {
    let mut rig = scene(3)
        .crew(A, &[Enforcer])
        .crew(B, &[Acrobat])
        .hand(A, &[Scheme::SideJob, Scheme::OnAlert])
        .play();
    rig.go(&[(A, "Wealthy"), (A, "With B"), (A, "Other terms"), (A, "Cards of yours")]);
    rig.go(&[(A, "B gets a Scheme"), (A, "When the heist begins"), (A, "Propose this")]);
    rig.pick(B, "Accept").unwrap();
    rig.send(&[(A, GUARDS), (B, WALL)]);
    rig.pick(A, "Hand over On Alert").unwrap();
    assert_eq!((rig.hand(A), rig.hand(B)), (vec![Scheme::SideJob], vec![Scheme::OnAlert]));
}

#[test]
fn h_a37_nothing_is_given_after_a_failure_if_it_was_promised_for_a_success() {
    let mut rig = plan();
    rig.go(&[(A, "Other terms"), (A, "Cards of yours"), (A, "B gets Enforcer")]);
    rig.go(&[(A, "Only if the heist succeeds"), (A, "Propose this"), (B, "Accept")]);
    rig.send(&[(A, "Against Ceremonial Guards with 2 Lies: Enforcer"), (B, WALL)]);
    rig.pass();
    assert!(rig.said("The heist fails") && rig.crew(B) == [Acrobat]);
}

#[test]
fn coins_from_a_stash_are_refused_where_all_stashes_are_empty() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).coins(A, 0).coins(B, 0).play();
    rig.go(&[(A, "Wealthy"), (A, "With B"), (A, "Other terms")]);
    assert_eq!(rig.refused(A, "Coins from a stash"), "there is no Coin to pay with");
}

#[test]
fn a_promise_can_be_taken_out_before_the_terms_are_proposed() {
    let mut rig = plan();
    rig.go(&[(A, "Other terms"), (A, "Coins from a stash"), (A, "B pays A"), (A, "2 Coins")]);
    rig.go(&[(A, "When the heist begins"), (A, "Take out: B gives A 2 Coins")]);
    rig.go(&[(A, "Propose this"), (B, "Accept")]);
    assert!(terms(&rig).promises.is_empty());
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
            "Give 1 Coin",
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
    assert_eq!(rig.s().talks, proposals(3) - 1);
    assert_eq!((rig.crew(B), rig.s().actions), (vec![Ghost], 3));
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
    assert_eq!(rig.entries(A), ["Pay B", "Pay C", "Back"]);
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
    rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Give 5 Coins"), (A, "Give 1 Coin")]);
    assert!(!rig.entries(A).iter().any(|e| e.starts_with("Give")));
}

#[test]
fn nhat_41_on_ones_turn_coins_can_be_asked_for() {
    let mut rig = scene(3).coins(A, 1).coins(B, 4).coins(C, 0).play();
    rig.go(&[(A, "Ask somebody for Coins"), (A, "Ask B"), (A, "3 Coins"), (B, "Give A 3 Coins")]);
    assert_eq!((rig.coins(A), rig.coins(B), rig.s().actions), (4, 1, 3));
    rig.go(&[(A, "Ask somebody"), (A, "Ask B"), (A, "1 Coin"), (B, "Refuse")]);
    assert_eq!((rig.coins(A), rig.s().talks), (4, proposals(3) - 2));
    assert!(rig.said("A asks B for 3 Coins") && rig.said("B refuses"));
}

#[test]
fn nobody_is_asked_for_coins_who_has_none_or_too_often() {
    let rig = scene(3).coins(B, 0).coins(C, 0).play();
    assert_eq!(rig.refused(A, "Ask somebody"), "no rival has a Coin");
    let mut rig = scene(3).coins(B, 9).coins(C, 0).play();
    for _ in 0..proposals(3) {
        rig.go(&[(A, "Ask somebody"), (A, "Ask B"), (A, "1 Coin"), (B, "Refuse")]);
    }
    assert_eq!(rig.refused(A, "Ask somebody"), "you have sent all your proposals this turn");
}

#[test]
fn a_trade_can_be_answered_by_another_trade() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Ghost]).play();
    rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Give Enforcer"), (A, "Ask for Ghost")]);
    rig.go(&[(A, "Propose it"), (B, "Propose something else")]);
    rig.go(&[(B, "Give Ghost"), (B, "Ask for Enforcer"), (B, "Ask for 1 Coin"), (B, "Propose it")]);
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
    rig.go(&[(A, "Wealthy"), (A, "With B"), (A, "Ask another partner: C"), (A, "Propose: 2")]);
    rig.act(&[(B, "Ask for 5 Coins"), (C, "Accept")]);
    rig.pick(A, "Grant it").unwrap();
    assert_eq!(rig.who(), [C]); // of 6 Coins, 5 and then 1 are left for the sum of 2
    rig.pick(C, "Decline").unwrap();
    assert!(rig.said("A grants it") && rig.said("C declines") && rig.s().heist.is_none());
}

#[test]
fn whoever_asked_for_more_and_would_get_less_of_it_is_asked_again() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).crew(C, &[Ghost]).play();
    rig.go(&[(A, "Wealthy"), (A, "With B"), (A, "Ask another partner: C"), (A, "Propose: 2")]);
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
    rig.go(&[
        (A, "Goldsmith"),
        (A, "With B"),
        (A, "Ask another partner: C"),
        (A, "Treasures to A"),
    ]);
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
    rig.go(&[(A, "Propose: 3"), (B, "Ask for 5 Coins"), (A, "No"), (B, "Decline")]);
    rig.pick(A, "Drop the plan").unwrap();
    for said in ["A proposes", "B asks for 5", "A does not grant it", "A drops the plan"] {
        assert!(rig.said(said), "{said}");
    }
}

#[test]
fn nhat_38_several_players_trade_in_one_deal() {
    let mut rig = scene(3)
        .crew(A, &[Enforcer])
        .crew(B, &[Ghost])
        .crew(C, &[Shyster])
        .owns(B, Treasure::MasterKey)
        .play();
    // A circle: A's Enforcer to B, B's Ghost to C, C's Shyster to A.
    rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Give Enforcer"), (A, "Something from B for C")]);
    rig.go(&[(A, "Give Ghost"), (A, "Go on with C"), (A, "Ask for Shyster"), (A, "Propose it")]);
    let told = "A proposes a trade: A gives B Enforcer, B gives C Ghost, C gives A Shyster";
    assert!(rig.said(told));
    assert_eq!(rig.who(), [B, C], "everybody who has a part in it");
    rig.act(&[(B, "Agree"), (C, "Agree")]);
    assert_eq!([A, B, C].map(|s| rig.crew(s)), [vec![Shyster], vec![Enforcer], vec![Ghost]]);
    rig.pick(A, "Nobody").unwrap();
    assert_eq!(rig.s().actions, 2);
}

#[test]
fn one_refusal_ends_a_deal_of_several() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Ghost]).crew(C, &[Shyster]).play();
    rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Give Enforcer"), (A, "Go on with C")]);
    rig.go(&[(A, "Ask for Shyster"), (A, "Propose it")]);
    rig.act(&[(B, "Agree"), (C, "Refuse")]);
    assert_eq!((rig.crew(A), rig.crew(C)), (vec![Enforcer], vec![Shyster]));
    assert!(rig.said("B agrees") && rig.said("C refuses"));
}

#[test]
fn nhat_39_crew_limits_count_for_the_end_result_of_a_deal_of_several() {
    let full = [Ghost, Shyster, Locksmith, Veteran];
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &full).crew(C, &[]).play();
    rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Give Enforcer")]);
    assert_eq!(rig.refused(A, "Propose it"), "B's crew would be too large");
    rig.go(&[(A, "Something from B for C"), (A, "Give Veteran")]);
    assert_eq!(rig.refused(A, "Propose it"), "", "one comes and one goes");
    rig.pick(A, "Propose it").unwrap();
    rig.act(&[(B, "Agree"), (C, "Agree")]);
    assert_eq!((rig.crew(B).len(), rig.crew(C)), (4, vec![Veteran]));
}

#[test]
fn nhat_38_whose_exchange_it_is_has_a_part_in_it() {
    let mut rig = scene(3).crew(B, &[Ghost]).crew(C, &[Shyster]).play();
    rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Something from B for C"), (A, "Give Ghost")]);
    assert_eq!(rig.refused(A, "Propose it"), "A, whose Exchange it is, has no part in it");
}

#[test]
fn one_exchange_holds_a_second_deal_with_the_same_player() {
    let mut rig = scene(3).crew(A, &[Enforcer, Shyster]).crew(B, &[Ghost]).play();
    rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Give Enforcer"), (A, "Propose it")]);
    rig.go(&[(B, "Agree"), (A, "With B"), (A, "Ask for Ghost"), (A, "Propose it"), (B, "Agree")]);
    rig.pick(A, "Nobody").unwrap();
    assert_eq!((rig.crew(A), rig.crew(B)), (vec![Shyster, Ghost], vec![Enforcer]));
    assert_eq!((rig.s().actions, rig.s().talks), (2, proposals(3) - 2));
}

#[test]
fn something_can_be_taken_out_of_a_deal_again() {
    let mut rig =
        scene(3).crew(A, &[Enforcer]).hand(A, &[Scheme::SideJob]).crew(B, &[Ghost]).play();
    let before = rig.s().players[A].hand.clone();
    rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Give a Scheme: Side Job"), (A, "Ask for Ghost")]);
    rig.pick(A, "Take out: A gives B a Scheme").unwrap();
    rig.go(&[(A, "Propose it"), (B, "Agree")]);
    assert_ne!(rig.s().players[A].hand, before, "all have seen which card it was");
    assert_eq!((rig.crew(A), rig.hand(A)), (vec![Enforcer, Ghost], vec![Scheme::SideJob]));
}

#[test]
fn coins_of_several_in_one_deal_cannot_exceed_what_each_has() {
    let mut rig = scene(3).coins(B, 6).play();
    rig.go(&[
        (A, "Exchange"),
        (A, "With B"),
        (A, "Ask for 5 Coins"),
        (A, "Something from B for C"),
    ]);
    assert_eq!(rig.entries(A), ["Give 1 Coin more", "Back"]);
}

#[test]
fn taking_one_scheme_out_of_a_deal_leaves_the_other_in_it() {
    let mut rig = scene(3).hand(A, &[Scheme::SideJob, Scheme::OnAlert, Scheme::TripUp]).play();
    rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Give a Scheme: Side Job")]);
    rig.go(&[(A, "Give a Scheme: On Alert"), (A, "Take out: A gives B a Scheme")]);
    rig.go(&[(A, "Propose it"), (B, "Agree")]);
    assert_eq!(rig.hand(B), [Scheme::OnAlert]);
    let mut kept = rig.hand(A);
    kept.sort();
    assert_eq!(kept, [Scheme::SideJob, Scheme::TripUp]);
}

#[test]
fn one_coin_is_no_coins() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).play();
    rig.go(&[(A, "Exchange"), (A, "With B"), (A, "Give 1 Coin more")]);
    let title = rig.asked()[0].1.title.render(&engine::Part::plain);
    assert!(title.ends_with(" 1 Coin"), "{title}");
}
