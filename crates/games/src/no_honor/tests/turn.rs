//! Turns and actions.

use super::*;
use Character::{
    Acrobat, Alchemist, Enforcer, Fence, Forger, Ghost, Locksmith, Shyster, StreetUrchin, Veteran,
};

#[test]
fn nhat_03_a_crew_holds_at_most_four() {
    let rig = scene(3).crew(A, &[Enforcer]).play();
    assert_eq!(rig.s().crew_limit(A), 4);
    let rig = scene(3).crew(A, &[Enforcer, Enforcer, Shyster, Ghost]).pool(&[Locksmith]).play();
    assert_eq!(rig.refused(A, "Locksmith"), "your crew is full: fire somebody first");
}

#[test]
fn nhat_05_the_hand_limit_is_seven() {
    let mut rig = scene(3).play();
    rig.pick(A, "Legwork").unwrap();
    assert_eq!(rig.hand(A).len(), 7);
}

#[test]
fn nhat_29_a_turn_begins_with_discarding_down_to_seven() {
    let mut rig = scene(3)
        .hand(
            A,
            &[
                Scheme::Betrayal,
                Scheme::SideJob,
                Scheme::OnAlert,
                Scheme::OnAlert,
                Scheme::TripUp,
                Scheme::TripUp,
                Scheme::TripUp,
                Scheme::PlayDead,
                Scheme::PlayDead,
            ],
        )
        .play();
    assert!(rig.entries(A).iter().all(|e| e.starts_with("Discard")));
    assert_eq!(rig.entries(A).len(), 36, "the pairs of nine cards");
    rig.pick(A, "Discard Betrayal!, Side Job").unwrap(); // both at once
    assert_eq!(rig.hand(A).len(), 7);
    assert!(rig.entries(A).iter().any(|e| e.contains("Legwork")));
}

#[test]
fn nhat_30_three_actions_may_repeat() {
    let mut rig = scene(3).play();
    rig.go(&[(A, "Rest without"), (A, "Rest without"), (A, "Rest without")]);
    assert!(rig.over().is_some()); // the scene ends with the turn
}

#[test]
fn nhat_31_one_heist_a_turn() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).crew(B, &[Ghost]).rolls(&[5]).play();
    rig.solo(
        "Wealthy",
        &[
            "Against Ceremonial Guards with 2 Lies: Enforcer",
            "Against High Wall with 1 Stealth: Acrobat",
        ],
    );
    rig.pass();
    assert_eq!(rig.refused(A, "Dockside"), "you have had your heist this turn");
}

#[test]
fn nhat_32_recruiting_pays_takes_and_refills() {
    let mut rig = scene(3)
        .pool(&[Locksmith, Ghost, Fence, Forger, Veteran])
        .next_characters(&[Shyster])
        .play();
    rig.pick(A, "Recruit for 2 (2 Tinker): Locksmith").unwrap();
    assert_eq!((rig.crew(A), rig.coins(A), rig.s().actions), (vec![Locksmith], 3, 2));
    assert_eq!(rig.s().pool.last().unwrap().kind, Shyster);
    assert_eq!(rig.refused(A, "Recruit for 4 (2 Stealth): Ghost"), "the price is 4; you have 3");
}

#[test]
fn nhat_33_nobody_is_recruited_past_the_limit() {
    let rig = scene(3).crew(A, &[Enforcer, Enforcer, Shyster, Ghost]).pool(&[Locksmith]).play();
    assert_eq!(rig.refused(A, "Locksmith"), "your crew is full: fire somebody first");
}

#[test]
fn nhat_34_legwork_discards_any_number_and_draws_to_the_limit() {
    let mut rig = scene(3).hand(A, &[Scheme::Betrayal, Scheme::SideJob]).play();
    rig.go(&[(A, "Legwork"), (A, "Discard Betrayal!")]);
    assert_eq!((rig.hand(A).len(), rig.discards()), (7, vec![Scheme::Betrayal]));
    assert_eq!(rig.s().actions, 2);
}

#[test]
fn nhat_35_a_logistics_action_plays_any_number() {
    let hand = [Scheme::SoftBoots, Scheme::WeaponsCache, Scheme::CourtFinery];
    let mut rig = scene(3).crew(A, &[Enforcer, Shyster]).hand(A, &hand).play();
    rig.go(&[
        (A, "Logistics"),
        (A, "Soft Boots"),
        (A, "Enforcer"),
        (A, "Weapons Cache"),
        (A, "Enforcer"),
        (A, "That is all"),
    ]);
    assert_eq!((rig.s().actions, rig.hand(A)), (2, vec![Scheme::CourtFinery]));
}

#[test]
fn nhat_36_rest_unexhausts_the_crew_and_may_draw_two() {
    let mut rig = scene(3).tired(A, &[Enforcer, Shyster]).tired(B, &[Ghost]).play();
    rig.pick(A, "draw 2").unwrap();
    assert_eq!((rig.tired(A), rig.tired(B), rig.hand(A).len()), (vec![], vec![Ghost], 2));
    rig.pick(A, "Rest without").unwrap();
    assert_eq!(rig.hand(A).len(), 2);
}

#[test]
fn nhat_37_headhunting_renews_the_pool() {
    let pool = [Locksmith, Ghost, Fence, Forger, Veteran];
    let mut rig = scene(3).pool(&pool).next_characters(&[Shyster]).play();
    rig.pick(A, "Headhunting").unwrap();
    let s = rig.s();
    assert_eq!((s.pool.len(), s.pool[0].kind, s.actions), (5, Shyster, 2));
    assert!(pool.iter().all(|old| s.pool.iter().all(|new| new.kind != *old || *old == Locksmith)));
}

#[test]
fn h_a35_the_left_card_of_the_pool_goes_deepest_and_all_know_it() {
    let pool = [Locksmith, Ghost, Fence, Forger, Veteran];
    let mut rig = scene(3).pool(&pool).play();
    rig.pick(A, "Headhunting").unwrap();
    let deck = &rig.s().characters;
    let bottom: Vec<_> = deck[deck.len() - 5..]
        .iter()
        .filter_map(|&card| Character::of(rig.clear.driver.faces().face(card)?))
        .collect();
    assert_eq!(bottom, [Veteran, Forger, Fence, Ghost, Locksmith]);
}

#[test]
fn nhat_40_firing_active_schemes_and_abilities_cost_no_action() {
    let mut rig = scene(3).crew(A, &[StreetUrchin, Enforcer]).hand(A, &[Scheme::Pickpocket]).play();
    rig.go(&[(A, "Use Street Urchin"), (A, "Play Pickpocket"), (A, "B")]);
    rig.go(&[(A, "Fire a Character"), (A, "Fire Enforcer")]);
    assert_eq!((rig.s().actions, rig.crew(A)), (3, vec![StreetUrchin]));
    let bottom = *rig.s().characters.last().unwrap();
    assert_eq!(rig.clear.driver.faces().face(bottom), Some(Enforcer.face()));
}

#[test]
fn nhat_41_coins_may_be_given_away() {
    let mut rig = scene(3).play();
    rig.go(&[(A, "Give Coins away"), (A, "Pay C"), (A, "3 Coins")]);
    assert_eq!((rig.coins(A), rig.coins(C), rig.s().actions), (2, 8, 3));
}

#[test]
fn nhat_42_after_three_actions_play_passes_left() {
    let mut rig = scene(3).turns(2).play();
    rig.go(&[(A, "Rest without"), (A, "Rest without"), (A, "Rest without")]);
    assert_eq!((rig.who(), rig.s().active, rig.s().actions), (vec![B], B, 3));
}

#[test]
fn h_a5_a_turn_may_end_early() {
    let mut rig = scene(3).turns(2).play();
    rig.pick(A, "End your turn").unwrap();
    assert_eq!(rig.who(), [B]);
}

#[test]
fn h_a4_a_rest_may_pass_the_hand_limit() {
    let hand = [Scheme::Betrayal; 7];
    let mut rig = scene(3).hand(A, &hand).play();
    rig.pick(A, "draw 2").unwrap();
    assert_eq!(rig.hand(A).len(), 9);
    rig.pick(A, "Legwork").unwrap();
    rig.pick(A, "Draw now").unwrap();
    assert_eq!(rig.hand(A).len(), 9); // Legwork draws to the limit, not beyond
}

#[test]
fn nhat_105_an_active_ability_exhausts_its_user_and_costs_no_action() {
    let mut rig = scene(3).crew(A, &[StreetUrchin]).play();
    rig.pick(A, "Use Street Urchin").unwrap();
    assert_eq!((rig.tired(A), rig.s().actions), (vec![StreetUrchin], 3));
}

#[test]
fn nhat_101_exhausted_characters_use_no_abilities() {
    let rig = scene(3).tired(A, &[StreetUrchin]).play();
    assert_eq!(rig.refused(A, "Use Street Urchin"), "it is exhausted until you rest");
}

#[test]
fn nhat_106_an_ability_is_used_once_a_turn_even_if_unexhausted() {
    let mut rig = scene(3).crew(A, &[StreetUrchin]).play();
    rig.go(&[(A, "Use Street Urchin"), (A, "Rest without")]);
    assert_eq!(rig.refused(A, "Use Street Urchin"), "it has been used this turn already");
}

#[test]
fn h_a34_the_limit_of_abilities_ends_with_every_players_turn() {
    let mut rig =
        scene(3).turns(2).crew(A, &[StreetUrchin, Acrobat]).crew(B, &[Enforcer, Ghost]).play();
    rig.go(&[(A, "Use Street Urchin"), (A, "Rest without"), (A, "End your turn")]);
    rig.go(&[(B, "Wealthy"), (B, "Alone")]);
    rig.send(&[
        (B, "Against Ceremonial Guards with 2 Muscle: Enforcer"),
        (B, "Against High Wall with 1 Stealth: Ghost"),
    ]);
    assert_eq!(rig.refused(A, "Use Street Urchin"), "");
}

#[test]
fn nhat_109_broken_code_abilities_are_dead_until_honor_is_broken() {
    let rig = scene(3).crew(A, &[Veteran]).tired(B, &[Alchemist]).play();
    assert_eq!(rig.refused(A, "Use Veteran"), "it works only once the code of honor is broken");
    let rig = scene(3).crew(A, &[Veteran]).tired(B, &[Alchemist]).broken().play();
    assert_eq!(rig.refused(A, "Use Veteran"), "");
}

#[test]
fn nhat_107_passive_abilities_apply_to_the_exhausted_too() {
    let rig = scene(3).tired(A, &[Character::Mastermind]).play();
    assert_eq!(rig.s().crew_limit(A), 5);
}

#[test]
fn several_schemes_are_discarded_at_once() {
    let hand = [Scheme::Betrayal, Scheme::SideJob, Scheme::OnAlert, Scheme::TripUp];
    let mut rig = scene(3).hand(A, &hand).play();
    rig.pick(A, "Legwork").unwrap();
    assert_eq!(rig.entries(A).len(), 16, "every set of four cards");
    rig.pick(A, "Discard Betrayal!, On Alert, Trip Up").unwrap();
    assert_eq!(rig.discards().len(), 3);
    assert_eq!((rig.hand(A).len(), rig.s().actions), (7, 2));
}

#[test]
fn the_list_of_sets_stays_readable_and_whoever_wants_more_is_asked_again() {
    let mut rig = scene(3).hand(A, &[Scheme::Betrayal; 7]).play();
    rig.pick(A, "Legwork").unwrap();
    let entries = rig.entries(A);
    assert_eq!(entries.len(), 1 + 7 + 21 + 35 + 1, "up to three, or all seven");
    let three = "Discard Betrayal!, Betrayal!, Betrayal!";
    rig.pick(A, three).unwrap();
    assert_eq!((rig.discards().len(), rig.who()), (3, vec![A]));
    rig.pick(A, "Draw now").unwrap();
    assert_eq!(rig.hand(A).len(), 7);
}

#[test]
fn there_is_a_way_back_from_the_aim_of_an_ability() {
    let mut rig =
        scene(3).crew(A, &[Character::DashingStranger]).crew(B, &[Enforcer, Ghost]).play();
    rig.go(&[(A, "Use Dashing"), (A, "Back")]);
    assert!(rig.tired(A).is_empty() && rig.who() == [A]);
    rig.go(&[(A, "Use Dashing"), (A, "Ghost of B")]);
    assert_eq!((rig.tired(A), rig.tired(B)), (vec![Character::DashingStranger], vec![Ghost]));
}

#[test]
fn there_is_a_way_back_from_firing_and_from_giving() {
    let mut rig = scene(3).crew(A, &[Enforcer]).play();
    rig.go(&[(A, "Fire a Character"), (A, "Back"), (A, "Give Coins away"), (A, "Pay B")]);
    rig.go(&[(A, "Back"), (A, "Back"), (A, "Ask somebody"), (A, "Ask C"), (A, "Back")]);
    rig.pick(A, "Back").unwrap();
    assert_eq!((rig.crew(A), rig.coins(A), rig.s().actions), (vec![Enforcer], 5, 3));
}
