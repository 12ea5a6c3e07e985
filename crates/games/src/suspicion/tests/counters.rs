use engine::{Answer, Request};

use super::*;

#[test]
fn sus_10_a_rival_counters_evidence_of_the_same_colour() {
    let mut rig = deal(&["rbg rpp", "rbo Rpp"], "");
    run(&mut rig, &[(A, "Play Red evidence"), (B, "Counter with Red counter")]);
    assert!(rig.said("B counters with Red counter [SUS-10]"));
    run(&mut rig, &[(A, "-")]);
    assert_eq!(laid(&rig, A), "...");
}

#[test]
fn sus_10_a_rival_counters_a_laid_wild_in_its_named_colour() {
    let mut rig = deal(&["rbg *pp", "rbo Bpp"], "");
    run(&mut rig, &[(A, "Play Wild"), (A, "blue"), (B, "Counter with Blue counter"), (A, "-")]);
    assert_eq!((laid(&rig, A), discards(&rig)), ("...".into(), "*B".into()));
}

#[test]
fn sus_11_the_window_is_over_when_the_next_turn_begins() {
    let mut rig = deal(&["rbg rpp", "rbo Rpp"], "oo");
    run(&mut rig, &[(A, "Play Red evidence"), (B, "-")]);
    assert!(has_turn(&rig, B));
    assert!(rig.entries(B).iter().all(|entry| !entry.starts_with("Counter")));
    run(&mut rig, &[(B, "Discard Pink")]);
    assert!(has_turn(&rig, A));
    assert_eq!(laid(&rig, A), "r..");
}

#[test]
fn sus_12_evidence_and_counter_are_discarded_and_both_draw() {
    let mut rig = deal(&["rbg rpp", "rbo Rpp"], "go");
    run(&mut rig, &[(A, "Play Red evidence"), (B, "Counter with Red counter"), (A, "-")]);
    assert_eq!(discards(&rig), "rR");
    assert_eq!((hand(&rig, A), hand(&rig, B)), ("gpp".into(), "opp".into()));
}

#[test]
fn s_a2_the_player_in_turn_draws_first_then_clockwise() {
    // C is in turn and countered by A: C draws green, A draws orange.
    let mut rig = deal(&["rbg Rpp", "rbo ppp", "rbp rbb"], "xxgo");
    run(&mut rig, &[(A, "Discard Pink"), (B, "Discard Pink"), (C, "Play Red")]);
    run(&mut rig, &[(A, "Counter with Red counter"), (C, "-")]);
    assert_eq!((hand(&rig, C), hand(&rig, A)), ("bbg".into(), "opx".into()));
}

#[test]
fn sus_13_one_counter_is_accepted_and_others_keep_theirs() {
    let mut rig = deal(&["rbg rpp", "rbo Rpp", "rbp Rbb"], "oo");
    run(&mut rig, &[(A, "Play Red evidence")]);
    let counter = "Counter with Red counter";
    rig.pick_all(&[(B, counter), (C, counter)]).unwrap();
    run(&mut rig, &[(A, "-")]);
    assert_eq!((discards(&rig), hand(&rig, C)), ("rR".into(), "bbR".into()));
}

#[test]
fn sus_14_the_owner_answers_and_the_evidence_stays() {
    let mut rig = deal(&["rbg rRp", "rbo Rpp"], "");
    run(&mut rig, &[(A, "Play Red evidence"), (B, "Counter with Red counter")]);
    run(&mut rig, &[(A, "Answer with Red counter")]);
    assert_eq!((laid(&rig, A), discards(&rig)), ("r..".into(), "RR".into()));
    assert!(rig.said("A answers with Red counter: the evidence stays [SUS-14]"));
}

#[test]
fn sus_15_after_the_owners_answer_nobody_counters_again() {
    // C holds the third red counter and is not asked again.
    let mut rig = deal(&["rbg rRp", "rbo Rpp", "rbp Rbb"], "");
    run(&mut rig, &[(A, "Play Red evidence"), (B, "Counter with Red counter")]);
    run(&mut rig, &[(A, "Answer with Red counter")]);
    assert!(has_turn(&rig, B));
    assert_eq!(laid(&rig, A), "r..");
}

#[test]
fn sus_16_the_owner_answers_before_drawing() {
    let mut rig = deal(&["rbg rpp", "rbo Rpp"], "RR");
    run(&mut rig, &[(A, "Play Red evidence"), (B, "Counter with Red counter")]);
    assert_eq!(asked(&rig), [A]);
    assert_eq!(hand(&rig, A), "pp");
    assert_eq!(rig.entries(A).len(), 3);
}

#[test]
fn sus_17_the_next_turn_is_left_of_whoever_had_the_turn() {
    let mut rig = deal(&["rbg rpp", "rbo bpp", "rbp Rbb"], "");
    run(&mut rig, &[(A, "Play Red evidence"), (C, "Counter with Red counter"), (A, "-")]);
    assert!(has_turn(&rig, B));
}

#[test]
fn sus_18_only_the_symbol_in_the_right_colour_counters() {
    let mut rig = deal(&["rbg rpp", "rbo rB*"], "");
    run(&mut rig, &[(A, "Play Red evidence")]);
    assert_eq!(refusal(&rig, B, "Counter with Red evidence"), "it bears no counter symbol");
    assert_eq!(refusal(&rig, B, "Counter with Blue counter"), "blue does not counter red");
}

#[test]
fn s_a1_the_nearest_clockwise_counter_is_opened_and_later_ones_stay_sealed() {
    let mut rig = deal(&["rbg rpp", "rbo bpp", "rbp Rbb", "rgo Roo"], "");
    run(&mut rig, &[(A, "Play Red evidence")]);
    let Some(Request::Ask(engine::Opening::UntilOne, _)) = rig.clear.driver.request() else {
        panic!("not sealed")
    };
    assert_eq!(asked(&rig), [B, C, D]);
    let counter = "Counter with Red counter";
    rig.pick_all(&[(D, counter), (C, counter)]).unwrap();
    assert!(rig.said("C counters") && !rig.said("D counters"));
    let Some(Answer::Choices(opened)) = rig.clear.answers().last() else { panic!("no window") };
    assert_eq!(opened.len(), 2);
    assert_eq!(hand(&rig, D), "ooR");
}

#[test]
fn s_a1_everybody_in_a_window_has_the_same_menu_whatever_they_hold() {
    let mut rig = deal(&["rbg rpp", "rbo Rpp", "rbp bbb"], "");
    run(&mut rig, &[(A, "Play Red evidence")]);
    let [(_, b), (_, c)] = &rig.asked()[..] else { panic!("not both asked") };
    let shape = |menu: &engine::Menu| {
        let entries = menu.entries.iter();
        (
            menu.title.clone(),
            entries.map(|e| (e.label.clone(), e.shows.clone())).collect::<Vec<_>>(),
        )
    };
    assert_eq!(shape(b), shape(c));
}

#[test]
fn s_a3_a_third_colour_that_is_countered_does_not_win() {
    let mut rig = deal(&["rbg rbg", "rbo Gpp"], "ppp");
    red_and_blue(&mut rig, "Discard Pink");
    run(&mut rig, &[(A, "Play Green evidence")]);
    assert!(rig.clear.driver.outcome().is_none());
    run(&mut rig, &[(B, "Counter with Green counter"), (A, "-")]);
    assert!(rig.clear.driver.outcome().is_none());
    assert_eq!(laid(&rig, A), "rb.");
}

#[test]
fn s_a3_a_third_colour_whose_counter_is_answered_wins() {
    let mut rig = deal(&["rbg rbg", "rbo Gpp"], "Gpppp");
    red_and_blue(&mut rig, "Discard Pink");
    run(&mut rig, &[(A, "Play Green evidence")]);
    run(&mut rig, &[(B, "Counter with Green counter"), (A, "Answer with Green counter")]);
    assert_eq!(rig.clear.driver.outcome().unwrap().winners, [A]);
}

#[test]
fn s_a5_a_blocked_rival_is_not_asked_for_a_counter() {
    let mut rig = deal(&["rbg xpp", "rbo rpp", "rbp Rbb"], "");
    run(&mut rig, &[(A, "Play Block"), (A, "C"), (C, "-"), (B, "Play Red evidence")]);
    assert_eq!(asked(&rig), [A]);
}

#[test]
fn a_window_opens_though_nobody_holds_a_counter() {
    let mut rig = deal(&["rbg rpp", "rbo bpp", "rbp bbb"], "");
    run(&mut rig, &[(A, "Play Red evidence")]);
    assert_eq!(asked(&rig), [B, C]);
}

#[test]
fn no_window_opens_once_all_counters_of_the_colour_lie_face_up() {
    let mut rig = deal(&["rbg RRr", "rbo Rpp"], "oooooo");
    run(&mut rig, &[(A, "Discard Red counter"), (B, "Discard Red counter")]);
    run(&mut rig, &[(A, "Play Red counter")]);
    assert!(has_turn(&rig, B));
    assert!(rig.said("Every Red counter lies face up: nobody can answer"));
    assert_eq!(laid(&rig, A), "R..");
}

#[test]
fn the_owner_is_not_asked_once_all_counters_of_the_colour_lie_face_up() {
    let mut rig = deal(&["rbg RRr", "rbo Rpp"], "oooooo");
    run(&mut rig, &[(A, "Discard Red counter"), (B, "Discard Pink"), (A, "Play Red counter")]);
    run(&mut rig, &[(B, "Counter with Red counter")]);
    assert!(has_turn(&rig, B));
    assert_eq!(laid(&rig, A), "...");
}

#[test]
fn s_a13_evidence_that_survived_its_counters_can_still_be_tampered_with() {
    let mut rig = deal(&["rbg rRp", "rbo Rtp"], "oo");
    run(&mut rig, &[(A, "Play Red evidence"), (B, "Counter with Red counter")]);
    run(&mut rig, &[(A, "Answer with Red counter"), (B, "Play Tamper"), (A, "-")]);
    assert_eq!(laid(&rig, A), "...");
}
