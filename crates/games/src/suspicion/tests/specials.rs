use super::*;

/// A has laid red and blue; it is B's turn.
fn two_laid(b: &str, draws: &str) -> Rig {
    let mut rig = deal(&["rbg rbp", b, "rbp ppg"], draws);
    run(&mut rig, &[(A, "Play Red"), (B, "-"), (B, "Discard Orange"), (C, "Discard Pink")]);
    run(&mut rig, &[(A, "Play Blue"), (B, "-")]);
    assert_eq!(laid(&rig, A), "rb.");
    rig
}

#[test]
fn sus_19_burn_takes_all_laid_evidence() {
    let mut rig = two_laid("rbo fot", "");
    run(&mut rig, &[(B, "Play Burn"), (A, "-")]);
    assert_eq!((laid(&rig, A), discards(&rig)), ("...".into(), "oprbf".into()));
}

#[test]
fn sus_20_tamper_takes_the_card_the_attacker_picked() {
    let mut rig = two_laid("rbo fot", "");
    run(&mut rig, &[(B, "Play Tamper"), (B, "A: blue"), (A, "-")]);
    assert_eq!((laid(&rig, A), discards(&rig)), ("r..".into(), "opbt".into()));
}

#[test]
fn s_a9_tampers_card_is_named_before_the_victim_decides() {
    let mut rig = two_laid("rbo fot", "");
    run(&mut rig, &[(B, "Play Tamper")]);
    assert_eq!(rig.entries(B), ["A: red", "A: blue"]);
    run(&mut rig, &[(B, "A: red")]);
    assert_eq!(asked(&rig), [A]);
    assert!(rig.said("B plays Tamper on A's red evidence [SUS-20]"));
}

#[test]
fn sus_21_a_blocked_rival_spends_the_next_turn_discarding_the_block() {
    let mut rig = deal(&["rbg xpp", "rbo rrr", "rbp ppg"], "");
    run(&mut rig, &[(A, "Play Block"), (A, "B"), (B, "-")]);
    assert!(has_turn(&rig, C));
    assert!(rig.said("B spends the turn discarding the Block"));
    assert_eq!((discards(&rig), hand(&rig, B)), ("x".into(), "rrr".into()));
    assert!(desk(&rig, B).block.is_none());
}

#[test]
fn sus_22_a_blocked_player_is_asked_nothing_until_the_block_is_gone() {
    let mut rig = deal(&["rbg xpp", "rbo rrr", "rbp tfR"], "Rr");
    run(&mut rig, &[(A, "Play Block"), (A, "C"), (C, "-")]);
    run(&mut rig, &[(B, "Play Red evidence")]);
    assert_eq!(asked(&rig), [A]);
    run(&mut rig, &[(A, "-")]);
    // C's turn went by with the Block; now C is free again.
    assert!(has_turn(&rig, A));
    run(&mut rig, &[(A, "Discard Pink"), (B, "Discard")]);
    assert!(has_turn(&rig, C));
}

#[test]
fn s_a5_a_blocked_victim_cannot_answer_burn() {
    let mut rig = deal(&["rbg rfp", "rbo xfo", "rbp fgg"], "");
    run(&mut rig, &[(A, "Play Red"), (B, "-"), (B, "Play Block"), (B, "A"), (A, "-")]);
    run(&mut rig, &[(C, "Play Burn")]);
    // A holds a Burn and is not asked; A's next turn goes by with the Block.
    assert_eq!(laid(&rig, A), "...");
    assert!(has_turn(&rig, B));
}

#[test]
fn sus_23_a_blocked_player_cannot_be_blocked_again() {
    let mut rig = deal(&["rbg xpp", "rbo xpp", "rbp ggg"], "");
    run(&mut rig, &[(A, "Play Block"), (A, "C"), (C, "-"), (B, "Play Block")]);
    // A is the only target left, so B is not asked.
    assert!(rig.said("B plays Block on A"));
}

#[test]
fn s_a7_a_blocked_rival_is_no_target_for_a_block() {
    let mut rig = deal(&["rbg xpp", "rbo xpp", "rbp ggg", "rgo ooo"], "");
    run(&mut rig, &[(A, "Play Block"), (A, "D"), (D, "-"), (B, "Play Block")]);
    assert_eq!(rig.entries(B), ["C", "A"]);
}

#[test]
fn sus_24_only_the_victim_may_answer_and_only_with_the_same_name() {
    let mut rig = two_laid("rbo fot", "t");
    run(&mut rig, &[(B, "Play Burn")]);
    assert_eq!(asked(&rig), [A]);
    assert_eq!(refusal(&rig, A, "Answer with Tamper"), "only Burn answers Burn");
}

#[test]
fn sus_25_an_answered_special_does_nothing_and_both_are_discarded() {
    let mut rig = two_laid("rbo fot", "f");
    run(&mut rig, &[(B, "Play Burn"), (A, "Answer with Burn"), (B, "-")]);
    assert_eq!((laid(&rig, A), discards(&rig)), ("rb.".into(), "opff".into()));
    assert!(rig.said("Nothing happens [SUS-25]"));
}

#[test]
fn sus_26_the_attacker_answers_the_answer_and_the_special_takes_effect() {
    let mut rig = two_laid("rbo fof", "f");
    run(&mut rig, &[(B, "Play Burn"), (A, "Answer with Burn"), (B, "Answer with Burn")]);
    assert_eq!((laid(&rig, A), discards(&rig)), ("...".into(), "oprbfff".into()));
}

#[test]
fn s_a4_the_chain_ends_with_the_attackers_answer() {
    // A holds a second Burn, the fourth of the deck, and is not asked for it.
    let mut rig = two_laid("rbo fof", "foof");
    assert_eq!(hand(&rig, A), "pff");
    run(&mut rig, &[(B, "Play Burn"), (A, "Answer with Burn"), (B, "Answer with Burn")]);
    assert!(has_turn(&rig, C));
    assert_eq!(laid(&rig, A), "...");
}

#[test]
fn sus_27_then_the_turn_ends_and_all_involved_draw_to_three() {
    let mut rig = two_laid("rbo fof", "foog");
    run(&mut rig, &[(B, "Play Burn"), (A, "Answer with Burn"), (B, "Answer with Burn")]);
    assert!(has_turn(&rig, C));
    assert!([A, B, C].into_iter().all(|seat| desk(&rig, seat).hand.len() == 3));
    assert!(rig.said("B draws 2 cards"));
}

#[test]
fn sus_24_a_block_is_answered_with_a_block() {
    let mut rig = deal(&["rbg xpp", "rbo xpp"], "");
    run(&mut rig, &[(A, "Play Block"), (B, "Answer with Block"), (A, "-")]);
    assert!(desk(&rig, B).block.is_none());
    assert!(has_turn(&rig, B));
    assert_eq!(discards(&rig), "xx");
}

#[test]
fn sus_26_a_block_whose_answer_is_answered_lies_before_the_victim() {
    let mut rig = deal(&["rbg xxp", "rbo ppp", "rbp xgg"], "");
    run(&mut rig, &[(A, "Play Block"), (A, "C"), (C, "Answer with Block")]);
    run(&mut rig, &[(A, "Answer with Block")]);
    assert!(desk(&rig, C).block.is_some());
    assert_eq!(discards(&rig), "xx");
}

#[test]
fn s_a6_the_block_is_no_part_of_the_hand() {
    let mut rig = deal(&["rbg xpp", "rbo ppp", "rbp ggg"], "");
    run(&mut rig, &[(A, "Play Block"), (A, "C"), (C, "-")]);
    assert_eq!(hand(&rig, C), "ggg");
    let block = desk(&rig, C).block.unwrap();
    assert_eq!(rig.clear.driver.faces().face(block.handle), Some(Card::Block.face()));
}

#[test]
fn s_a8_burn_and_tamper_need_a_rival_with_evidence() {
    let mut rig = deal(&["rbg ftr", "rbo ppp"], "");
    let reason = "no rival has evidence to burn";
    assert_eq!(refusal(&rig, A, "Play Burn"), reason);
    assert_eq!(refusal(&rig, A, "Play Tamper"), "no rival has evidence to tamper with");
    // Nor do they hit oneself.
    run(&mut rig, &[(A, "Play Red"), (B, "-"), (B, "Discard")]);
    assert_eq!(refusal(&rig, A, "Play Burn"), reason);
}

#[test]
fn s_a8_burn_is_aimed_at_any_rival_with_evidence() {
    let mut rig = deal(&["rbg rpp", "rbo bpp", "rbp fgg"], "");
    run(&mut rig, &[(A, "Play Red"), (B, "-"), (B, "Play Blue"), (A, "-"), (C, "Play Burn")]);
    assert_eq!(rig.entries(C), ["A", "B"]);
}

#[test]
fn a_special_with_one_target_is_not_aimed_by_question() {
    let mut rig = deal(&["rbg xpp", "rbo ppp"], "");
    run(&mut rig, &[(A, "Play Block")]);
    assert_eq!(asked(&rig), [B]);
}

#[test]
fn the_last_block_of_the_deck_cannot_be_answered() {
    let mut rig = deal(&["rbg xxx", "rbo xxx"], "oooooo");
    let throw = [(A, "Discard Block"), (B, "Discard Block")];
    run(&mut rig, &[throw, throw].concat());
    // The fifth is answered with the sixth; nobody asks A for a seventh.
    run(&mut rig, &[(A, "Play Block"), (B, "Answer with Block")]);
    assert!(has_turn(&rig, B));
}
