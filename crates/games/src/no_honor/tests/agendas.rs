//! Every Agenda, met and missed.

use super::*;
use crate::no_honor::agendas::fulfilled;
use Agenda::*;
use Character::*;

/// Whether A fulfils an Agenda in a scene, after `change`.
fn met(scene: Scene, agenda: Agenda, change: impl Fn(&mut State)) -> bool {
    let mut state = scene.play().s().clone();
    change(&mut state);
    fulfilled(&state, A, agenda)
}

fn is(scene: Scene, agenda: Agenda) -> bool {
    met(scene, agenda, |_| {})
}

#[test]
fn the_ace_asks_for_the_character_with_the_most_skills() {
    assert!(is(scene(3).crew(A, &[JackOfAllTrades]).crew(B, &[StickUpCrew]), Ace));
    assert!(!is(scene(3).crew(A, &[Enforcer]).crew(B, &[StickUpCrew]), Ace));
}

#[test]
fn h_a23_a_tie_is_enough_for_the_ace() {
    assert!(is(scene(3).crew(A, &[Enforcer]).crew(B, &[Shyster]), Ace));
}

#[test]
fn the_brute_asks_for_six_muscle() {
    assert!(is(scene(3).crew(A, &[StickUpCrew, Enforcer, CrookedWatchman]), Brute));
    assert!(!is(scene(3).crew(A, &[StickUpCrew, Enforcer]), Brute));
}

#[test]
fn the_charmer_asks_for_five_lies() {
    assert!(is(scene(3).crew(A, &[Shyster, Shyster, Fence]), Charmer));
    assert!(!is(scene(3).crew(A, &[Shyster, Shyster]), Charmer));
}

#[test]
fn the_shadow_asks_for_five_stealth() {
    assert!(is(scene(3).crew(A, &[Ghost, Acrobat, Cutpurse]), Shadow));
    assert!(!is(scene(3).crew(A, &[Ghost, Acrobat]), Shadow));
}

#[test]
fn the_artificer_asks_for_four_tinker() {
    assert!(is(scene(3).crew(A, &[Locksmith, Locksmith]), Artificer));
    assert!(!is(scene(3).crew(A, &[Locksmith, Alchemist]), Artificer));
}

#[test]
fn the_polymath_asks_for_two_of_each() {
    assert!(is(scene(3).crew(A, &[Shyster, Ghost, Enforcer, Locksmith]), Polymath));
    assert!(!is(scene(3).crew(A, &[Shyster, Ghost, Enforcer, Alchemist]), Polymath));
}

#[test]
fn the_captain_asks_for_four_unexhausted_characters() {
    assert!(is(scene(3).crew(A, &[Shyster, Ghost, Enforcer, Locksmith]), Captain));
    assert!(!is(scene(3).crew(A, &[Shyster, Ghost, Enforcer]).tired(A, &[Locksmith]), Captain));
    assert!(!is(scene(3).crew(A, &[Shyster, Ghost, Enforcer]), Captain));
}

#[test]
fn the_planner_asks_for_seven_schemes() {
    assert!(is(scene(3).hand(A, &[Scheme::Betrayal; 7]), Planner));
    assert!(!is(scene(3).hand(A, &[Scheme::Betrayal; 6]), Planner));
}

#[test]
fn the_collector_asks_for_two_treasures() {
    let two = scene(3).owns(A, Treasure::DuskCloak).owns(A, Treasure::MasterKey);
    assert!(is(two, Collector));
    assert!(!is(scene(3).owns(A, Treasure::DuskCloak), Collector));
}

#[test]
fn the_honest_thief_never_betrayed() {
    assert!(is(scene(3), HonestThief));
    assert!(!met(scene(3), HonestThief, |s| s.players[A].betrayals = 1));
}

#[test]
fn the_viper_betrayed_twice() {
    assert!(met(scene(3), Viper, |s| s.players[A].betrayals = 2));
    assert!(!met(scene(3), Viper, |s| s.players[A].betrayals = 1));
}

#[test]
fn the_peacemaker_asks_for_an_unbroken_code() {
    assert!(is(scene(3), Peacemaker));
    assert!(!is(scene(3).broken(), Peacemaker));
}

#[test]
fn the_undertaker_asks_for_six_graves() {
    let six = [Shyster, Ghost, Enforcer, Locksmith, Magus, Fence];
    assert!(is(scene(3).graveyard(&six), Undertaker));
    assert!(!is(scene(3).graveyard(&six[..5]), Undertaker));
}

#[test]
fn the_turnkey_asks_for_six_prisoners() {
    let six = [Shyster, Ghost, Enforcer, Locksmith, Magus, Fence];
    assert!(is(scene(3).jail(&six), Turnkey));
    assert!(!is(scene(3).jail(&six[..5]), Turnkey));
}

#[test]
fn the_lone_wolf_won_twice_alone() {
    assert!(met(scene(3), LoneWolf, |s| s.players[A].solo_wins = 2));
    assert!(!met(scene(3), LoneWolf, |s| s.players[A].solo_wins = 1));
}

const GUARDS: &str = "Against Ceremonial Guards with 2 Muscle: Enforcer";
const WALL: &str = "Against High Wall with 1 Stealth: Acrobat";

/// What counts for the Lone Wolf and the Partner.
fn wins(rig: &Rig, seat: Seat) -> (usize, usize) {
    let player = &rig.s().players[seat];
    (player.solo_wins, player.shared_wins)
}

#[test]
fn the_lone_wolf_counts_objectives_heisted_alone_and_no_jailbreak() {
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).play();
    rig.solo("Wealthy", &[GUARDS, WALL]);
    rig.pass();
    assert_eq!(wins(&rig, A), (1, 0));
    assert!(!fulfilled(rig.s(), A, LoneWolf)); // once is not twice
    let mut rig = scene(3).crew(A, &[Shyster]).jail(&[Ghost]).play();
    rig.solo("Jailbreak", &["Against Jailor with 2 Lies: Shyster"]);
    rig.pass();
    assert!(rig.said("The heist succeeds"));
    assert_eq!(wins(&rig, A), (0, 0));
    let mut rig = scene(3).crew(A, &[Enforcer, Acrobat]).rolls(&[5]).play();
    rig.solo("Wealthy", &["Against Ceremonial Guards with 2 Lies: Enforcer", WALL]);
    rig.pass();
    assert_eq!(wins(&rig, A), (0, 0)); // it failed
}

#[test]
fn the_partner_counts_successes_with_partners_only() {
    let mut rig = scene(3).crew(A, &[Enforcer]).crew(B, &[Acrobat]).play();
    rig.shared("Wealthy", &[GUARDS], &[WALL]);
    rig.pass();
    assert_eq!([A, B, C].map(|seat| wins(&rig, seat)), [(0, 1), (0, 1), (0, 0)]);
    assert!(!fulfilled(rig.s(), A, Partner)); // once is not three times
}

#[test]
fn the_partner_was_on_three_shared_successes() {
    assert!(met(scene(3), Partner, |s| s.players[A].shared_wins = 3));
    assert!(!met(scene(3), Partner, |s| s.players[A].shared_wins = 2));
}

#[test]
fn personal_reasons_asks_to_be_richer_than_the_left_neighbour() {
    assert!(is(scene(3).coins(A, 6), PersonalReasons));
    assert!(!is(scene(3).coins(C, 1), PersonalReasons));
}

#[test]
fn the_underdog_asks_that_nobody_is_poorer() {
    assert!(is(scene(3), Underdog));
    assert!(!is(scene(3).coins(C, 4), Underdog));
}

#[test]
fn nhat_13_some_agendas_pay_more_with_five_or_six_players() {
    let more: Vec<_> = Agenda::ALL
        .iter()
        .filter(|agenda| agenda.coins(4) != agenda.coins(5))
        .map(|agenda| (*agenda, agenda.coins(4), agenda.coins(6)))
        .collect();
    let expected = [(Ace, 6, 8), (Collector, 6, 8), (PersonalReasons, 4, 5), (Underdog, 7, 9)];
    assert_eq!(more, expected);
    let coins: Vec<_> = Agenda::ALL.iter().map(|agenda| agenda.coins(3)).collect();
    assert_eq!(coins, [6, 6, 6, 6, 6, 7, 5, 4, 6, 5, 6, 8, 6, 5, 7, 6, 4, 7]);
}

#[test]
fn nhat_111_attached_skills_count_and_conditional_ones_do_not() {
    let gear = [Scheme::HousebreakerKit, Scheme::HousebreakerKit];
    assert!(is(scene(3).equipped(A, Locksmith, &gear), Artificer));
    assert!(!is(scene(3).crew(A, &[Shyster, Shyster, CrookedWatchman]), Charmer));
}

#[test]
fn treasures_do_not_count_as_skills() {
    let scene = scene(3).crew(A, &[Locksmith, Alchemist]).owns(A, Treasure::MasterKey);
    assert!(!is(scene, Artificer));
}
