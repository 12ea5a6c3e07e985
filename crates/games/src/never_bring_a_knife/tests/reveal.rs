//! The Reveal and every card in it.

use engine::{Audience, Request, Seat};

use super::{
    super::{Card, Role},
    kit::{A, B, C, D, F, Fight, Q, watch},
};

const TEAM: &str = "CKCKKC";
/// Eight seats, then boss and the role left over.
const EIGHT: &str = "CKCKCKCKKC";

#[test]
fn nbak_25_all_stacks_are_mixed_in_one_request_before_anything_is_opened() {
    let mut mixes = 0;
    watch(6, "normal", 1, |state, request, _| {
        if let (Request::Shuffle(piles), "Reveal") = (request, state.phase) {
            mixes += 1;
            let stacks: Vec<_> = state.fighters.values().map(|f| f.stack.clone()).collect();
            let mixed: Vec<_> = piles.iter().map(|pile| pile.from.clone()).collect();
            assert_eq!(mixed, stacks);
        }
    });
    assert!(mixes > 0);
}

#[test]
fn nbak_25_nobody_knows_a_card_of_a_mixed_stack() {
    let mut looked = 0;
    for seed in 0..5 {
        let mut mixed = false;
        watch(5, "normal", seed, |state, request, clear| {
            mixed &= state.phase == "Reveal";
            if let (Request::Show(cards), "Reveal", false) = (request, state.phase, mixed) {
                mixed = true;
                looked += 1;
                let stacks = state.fighters.values().flat_map(|f| &f.stack);
                for card in stacks {
                    assert_eq!(clear.driver.faces().face(*card), None);
                    for seat in Seat::all(5) {
                        assert!(!clear.dealer.knowledge(seat).contains_key(card));
                    }
                }
                assert_eq!(cards.len(), 4);
            }
        });
    }
    assert!(looked >= 5, "{looked}");
}

#[test]
fn nbak_26_stacks_open_one_after_another_from_the_dealers_left() {
    let mut opened = 0;
    watch(6, "normal", 4, |state, request, _| {
        if let (Request::Show(cards), "Reveal", Some(seat)) = (request, state.phase, state.turn) {
            opened += 1;
            let handles: Vec<_> = cards.iter().map(|(card, _)| *card).collect();
            assert_eq!(handles, state.fighters[seat].stack);
            assert!(cards.iter().all(|(_, to)| *to == Audience::All));
            // Those before are done with, those after still lie there.
            let mut done = true;
            for other in state.lap() {
                done &= other != seat;
                assert_eq!(state.fighters[other].stack.is_empty(), done);
            }
        }
    });
    assert!(opened > 0 && opened % 6 == 0, "{opened}");
}

#[test]
fn nbak_27_a_stack_is_finished_before_the_next_is_opened() {
    let mut fight = Fight::eight("normal", EIGHT, "HMMM");
    fight.round();
    assert_eq!((fight.asked(), fight.state().phase), (Some(B), "Reveal"));
    let next = fight.fighter(C).stack.clone();
    assert_eq!(next.len(), 4);
    assert!(next.iter().all(|&card| fight.public(card).is_none()));
}

#[test]
fn nbak_28_the_owner_of_the_stack_chooses() {
    // F plays the fourth card on B.
    let mut fight = Fight::eight("normal", EIGHT, "MMMH");
    fight.round();
    assert_eq!(fight.asked(), Some(B));
    assert!(fight.rig.asked()[0].1.rule == "NBAK-34");
}

#[test]
fn nbak_29_two_uncancelled_guns_are_a_wound() {
    for (stack, wounds) in
        [("GGGG", 2), ("GGGM", 1), ("GGGA", 1), ("GGCM", 1), ("GGAM", 0), ("GACM", 0), ("GGAA", 0)]
    {
        let mut fight = Fight::new(TEAM, &[&[stack, F, Q, Q]]);
        fight.round();
        assert_eq!(fight.wounds(A), wounds, "{stack}");
    }
}

#[test]
fn nbak_30_spare_armor_is_of_no_use_later() {
    let mut fight = Fight::new(TEAM, &[&["AAAA", Q, Q, Q], &["GGMM", "GGAC", "GGAC", "GGAC"]]);
    fight.round();
    fight.round();
    assert_eq!(fight.wounds(A), 1);
}

#[test]
fn nbak_31_revealed_money_is_banked_face_up() {
    let mut fight = Fight::new(TEAM, &[&["GMMA", F, Q, Q]]);
    fight.round();
    let bank = fight.fighter(A).money.clone();
    assert_eq!(bank.len(), 2);
    assert!(bank.iter().all(|&card| fight.public(card) == Some(Card::Money.face())));
}

#[test]
fn nbak_32_each_crime_takes_one_money_of_stack_and_bank() {
    for (first, second, left) in
        [("MGGA", "CGAA", 0), ("GGAA", "MMCG", 1), ("MMGG", "MCCG", 1), ("GGAA", "CCCM", 0)]
    {
        let mut fight = Fight::new(TEAM, &[&[first, F, F, "GAMC"], &[second, F, "GMCG", "GCMG"]]);
        fight.round();
        fight.decline();
        fight.round();
        assert_eq!(fight.money(A), left, "{first} {second}");
    }
}

#[test]
fn nbak_32_crime_does_nothing_without_money() {
    let mut fight = Fight::new(TEAM, &[&["CCGA", F, Q, Q], &["MGAG", F, Q, Q]]);
    fight.round();
    assert_eq!(fight.money(A), 0);
    fight.round();
    assert_eq!(fight.money(A), 1, "no debt is kept");
}

/// Six players; A has Intel in the stack.
fn intel() -> Fight {
    let mut fight = Fight::new("CKCKCKKC", &[&["IGAM", F, F, Q, Q, Q]]);
    fight.round();
    assert_eq!(fight.asked(), Some(A));
    fight
}

#[test]
fn nbak_33_intel_shows_one_role_to_its_owner_alone() {
    let mut fight = intel();
    assert_eq!(fight.knows(A, Some(D)), None);
    fight.pick(A, "Look at D's role");
    assert_eq!(fight.knows(A, Some(D)), Some(Role::Criminal));
    // C knows D from the left-hand look, D knows itself; nobody else learnt anything.
    let e = Seat::new(4);
    assert_eq!((fight.knows(B, Some(D)), fight.knows(e, Some(D))), (None, None));
    assert!(fight.rig.said("A looks at D's role"));
}

#[test]
fn nbak_33_intel_can_show_the_boss() {
    let mut fight = intel();
    fight.pick(A, "Look at the boss");
    assert_eq!(fight.knows(A, None), Some(Role::Criminal));
}

#[test]
fn nbak_33_intel_is_optional() {
    let mut fight = intel();
    let before =
        fight.rig.clear.dealer.knowledge(A).values().filter(|f| Role::of(**f).is_some()).count();
    fight.pick(A, "Look at nothing");
    let after =
        fight.rig.clear.dealer.knowledge(A).values().filter(|f| Role::of(**f).is_some()).count();
    assert_eq!(before, after);
    assert!(fight.rig.said("A does not use the Intel"));
}

#[test]
fn nbak_33_two_intel_are_two_looks() {
    let mut fight = Fight::with_mode("easy", TEAM, &[&["IIGA", F, Q, Q]]);
    fight.round();
    fight.pick(A, "Look at C's role");
    fight.pick(A, "Look at D's role");
    assert_eq!(fight.knows(A, Some(C)), Some(Role::Cop));
    assert_eq!(fight.knows(A, Some(D)), Some(Role::Criminal));
}

#[test]
fn nbak_34_three_money_and_the_hit_wound_any_player() {
    let mut fight = Fight::eight("normal", EIGHT, "HMMM");
    fight.round();
    fight.pick(B, "Hit D");
    assert_eq!((fight.wounds(D), fight.money(B)), (1, 0));
    assert_eq!(fight.fighter(B).hit, None);
    assert!(fight.rig.said("B pays three Money for a Hit on D [NBAK-34]"));
}

#[test]
fn nbak_34_bank_and_stack_pay_together() {
    let mut fight = Fight::eight_saved(EIGHT, "HMMA");
    assert_eq!(fight.money(B), 1);
    fight.round();
    fight.pick(B, "Hit D");
    assert_eq!((fight.wounds(D), fight.money(B)), (1, 0));
}

#[test]
fn nbak_35_a_hit_not_used_is_banked() {
    let mut fight = Fight::eight("normal", EIGHT, "HMMM");
    fight.round();
    fight.pick(B, "Bank it");
    let hit = fight.fighter(B).hit.unwrap();
    assert_eq!(fight.public(hit), Some(Card::Hit.face()));
    assert_eq!(fight.money(B), 3);
}

#[test]
fn n_a10_a_hit_without_the_money_is_banked_without_a_question() {
    let mut fight = Fight::eight("normal", EIGHT, "HMMA");
    fight.round();
    assert_ne!((fight.asked(), fight.state().phase), (Some(B), "Reveal"));
    assert!(fight.fighter(B).hit.is_some());
    assert!(fight.rig.said("B banks the Hit"));
}

#[test]
fn nbak_36_crime_is_counted_before_the_hit() {
    // One Money banked and two in the stack would do, but for the Crime.
    let mut fight = Fight::eight_saved(EIGHT, "HMMC");
    fight.round();
    assert_ne!((fight.asked(), fight.state().phase), (Some(B), "Reveal"));
    assert_eq!((fight.money(B), fight.fighter(B).hit.is_some()), (2, true));
}

#[test]
fn nbak_37_the_mole_swaps_the_owners_role_with_the_boss() {
    let mut fight = Fight::eight("normal", EIGHT, "OGAA");
    let (own, boss) = (fight.fighter(B).role, fight.state().boss);
    fight.round();
    assert_eq!((fight.fighter(B).role, fight.state().boss), (boss, own));
    assert!(fight.public(own.unwrap()).is_none() && fight.public(boss.unwrap()).is_none());
}

#[test]
fn nbak_37_knowledge_sticks_to_the_card_when_a_mole_moves_it() {
    let mut fight = Fight::eight("normal", "CCCKCKCKKK", "OGAA");
    assert_eq!((fight.knows(A, Some(B)), fight.knows(A, None)), (Some(Role::Cop), None));
    fight.round();
    // A has seen what is the boss now, and no longer knows what B is.
    assert_eq!((fight.knows(A, Some(B)), fight.knows(A, None)), (None, Some(Role::Cop)));
    assert_eq!(fight.knows(B, None), Some(Role::Cop));
}

#[test]
fn n_a8_the_new_role_is_always_shown_to_its_owner_alone() {
    let mut fight = Fight::eight("normal", "CCCKCKCKKK", "OGAA");
    fight.round();
    assert_eq!(fight.knows(B, Some(B)), Some(Role::Criminal));
    let others = B.others(8).filter(|&seat| fight.knows(seat, Some(B)).is_some());
    assert_eq!(others.count(), 0);
}

#[test]
fn n_a7_the_mole_comes_before_intel() {
    let mut fight = Fight::eight("normal", EIGHT, "OIGG");
    let own = fight.fighter(B).role;
    fight.round();
    // Asked about the Intel, B has swapped already.
    assert_eq!((fight.asked(), fight.state().boss), (Some(B), own));
    assert!(fight.rig.asked()[0].1.rule == "NBAK-33");
    assert_eq!(fight.wounds(B), 1, "Guns came first");
}

#[test]
fn n_a7_intel_comes_before_the_hit() {
    let mut fight = Fight::eight("normal", EIGHT, "MIMH");
    fight.round();
    assert_eq!(fight.asked(), Some(B));
    assert!(fight.fighter(B).hit.is_none(), "still in the stack");
    fight.pick(B, "Look at nothing");
    assert!(fight.fighter(B).hit.is_some());
}

#[test]
fn nbak_38_what_is_not_banked_is_discarded() {
    let mut fight = Fight::eight("normal", EIGHT, "HMCO");
    let before = fight.state().discards.len();
    fight.round();
    // C's stack comes next and is opened without a question, as all others but those with Intel.
    assert!(fight.fighter(B).stack.is_empty());
    let discards = fight.rig.faces(&fight.state().discards);
    assert!(discards.len() > before && discards.contains(&Card::Mole.face()));
    assert!(!discards.contains(&Card::Hit.face()));
    assert_eq!((fight.money(B), fight.fighter(B).hit.is_some()), (0, true));
}

#[test]
fn nbak_57_hard_mode_shows_the_left_neighbour_at_their_first_wound_only() {
    let mut fight = Fight::with_mode("hard", TEAM, &[&[F, "GGMM", Q, Q], &[F, "GGMM", Q, Q]]);
    assert!(Seat::all(4).all(|seat| fight.knows(seat, Some(seat.left(4))).is_none()));
    fight.round();
    assert_eq!(fight.knows(A, Some(B)), Some(Role::Criminal));
    assert_eq!(fight.knows(C, Some(B)), None);
    assert!(fight.rig.said("A looks at B's role"));
    let looks = |fight: &Fight| fight.rig.events.iter().filter(|e| e.rule == "NBAK-57").count();
    assert_eq!(looks(&fight), 1);
    fight.round();
    assert_eq!((fight.wounds(B), looks(&fight)), (2, 1));
}

#[test]
fn nbak_57_a_hit_counts_as_a_wound_too() {
    let mut fight = Fight::eight("hard", EIGHT, "HMMM");
    fight.round();
    fight.pick(B, "Hit D");
    assert_eq!(fight.knows(C, Some(D)), Some(Role::Criminal));
}

#[test]
fn n_a13_the_hard_look_shows_the_role_that_lies_there_when_the_wound_comes() {
    // Guns come before the Mole: A sees the card that then becomes the boss.
    let mut fight = Fight::eight("hard", "CCCKCKCKKK", "OGGC");
    fight.round();
    assert_eq!(fight.wounds(B), 1);
    assert_eq!((fight.knows(A, None), fight.knows(A, Some(B))), (Some(Role::Cop), None));
}

#[test]
fn nbak_33_a_role_that_is_known_is_marked_and_asked_about_once() {
    let mut fight = intel();
    let known = "Look at B's role (known)";
    assert!(fight.rig.weighty(A).contains(&known.into()), "a person is asked to confirm it");
    fight.pick(A, known);
    assert!(fight.rig.said("A looks at B's role [NBAK-33]"));
    let asked = fight.rig.asked();
    assert!(asked.iter().all(|(_, menu)| menu.rule != "NBAK-33"), "and then it is done");
}
