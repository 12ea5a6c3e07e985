use super::*;

/// A has laid a Wild as red; it is A's turn again.
fn wild_on_red(a: &str, b: &str, draws: &str) -> Rig {
    let mut rig = deal(&[a, b], draws);
    run(&mut rig, &[(A, "Play Wild"), (A, "red"), (B, "-"), (B, "Discard")]);
    assert_eq!(laid(&rig, A), "*..");
    rig
}

#[test]
fn sus_28_a_wild_is_laid_as_an_open_colour_that_is_named() {
    let mut rig = deal(&["rbg r*p", "rbo ppp"], "");
    run(&mut rig, &[(A, "Play Red"), (B, "-"), (B, "Discard"), (A, "Play Wild")]);
    assert_eq!(rig.entries(A), ["blue", "green"]);
    run(&mut rig, &[(A, "green")]);
    assert_eq!(laid(&rig, A), "r.*");
    assert!(rig.said("A lays a Wild as green [SUS-28]"));
}

#[test]
fn sus_28_the_last_open_colour_needs_no_naming() {
    let mut rig = deal(&["rbg rb*", "rbo ppp"], "");
    red_and_blue(&mut rig, "Discard");
    run(&mut rig, &[(A, "Play Wild")]);
    assert_eq!((asked(&rig), laid(&rig, A)), (vec![B], "rb*".into()));
}

#[test]
fn sus_29_a_wild_counters_nothing_not_even_a_wild() {
    let mut rig = deal(&["rbg *pp", "rbo *pp"], "");
    run(&mut rig, &[(A, "Play Wild"), (A, "red")]);
    assert_eq!(refusal(&rig, B, "Counter with Wild"), "a Wild counters nothing");
}

#[test]
fn sus_30_a_wild_keeps_its_colour() {
    let mut rig = wild_on_red("rbg *pp", "rbo ppp", "rooo");
    run(&mut rig, &[(A, "Discard Pink"), (B, "Discard")]);
    assert_eq!(laid(&rig, A), "*..");
    assert_eq!(refusal(&rig, A, "Play Red"), "your red is covered already");
}

#[test]
fn sus_31_a_turn_can_move_a_wild_to_another_open_colour() {
    let mut rig = wild_on_red("rbg *pp", "rbo ppp", "oooo");
    let moves: Vec<String> = rig.entries(A).split_off(6);
    assert_eq!(moves, ["Move your Wild from red to blue", "Move your Wild from red to green"]);
    run(&mut rig, &[(A, "Move your Wild from red to green"), (B, "-")]);
    assert_eq!(laid(&rig, A), "..*");
    assert!(has_turn(&rig, B));
}

#[test]
fn sus_31_only_wilds_can_be_moved() {
    let mut rig = deal(&["rbg rpp", "rbo ppp"], "");
    run(&mut rig, &[(A, "Play Red"), (B, "-"), (B, "Discard")]);
    assert_eq!(rig.entries(A).len(), 6);
}

#[test]
fn sus_31_a_moved_wild_is_countered_in_its_new_colour_only() {
    let mut rig = wild_on_red("rbg *pp", "rbo pRB", "oooo");
    run(&mut rig, &[(A, "Move your Wild from red to blue")]);
    assert_eq!(refusal(&rig, B, "Counter with Red counter"), "red does not counter blue");
    assert_eq!(refusal(&rig, B, "Counter with Blue counter"), "");
}

#[test]
fn s_a12_a_countered_move_discards_wild_and_counter() {
    let mut rig = wild_on_red("rbg *pp", "rbo pRB", "oog");
    run(&mut rig, &[(A, "Move your Wild from red to blue"), (B, "Counter with Blue counter")]);
    run(&mut rig, &[(A, "-")]);
    assert_eq!((laid(&rig, A), discards(&rig)), ("...".into(), "p*B".into()));
    // Only B has used a card, so only B draws.
    assert_eq!((hand(&rig, A), hand(&rig, B)), ("opp".into(), "goR".into()));
}

#[test]
fn s_a12_the_owner_answers_with_a_counter_of_the_new_colour() {
    let mut rig = wild_on_red("rbg *BR", "rbo pRB", "oogg");
    run(&mut rig, &[(A, "Move your Wild from red to blue"), (B, "Counter with Blue counter")]);
    assert_eq!(refusal(&rig, A, "Answer with Red counter"), "red does not counter blue");
    run(&mut rig, &[(A, "Answer with Blue counter")]);
    assert_eq!(laid(&rig, A), ".*.");
}

#[test]
fn s_a13_a_moved_wild_loses_its_safety() {
    let mut rig = deal(&["rbg *Rp", "rbo RBp"], "oooo");
    run(&mut rig, &[(A, "Play Wild"), (A, "red"), (B, "Counter with Red counter")]);
    run(&mut rig, &[(A, "Answer with Red counter"), (B, "Discard Pink")]);
    run(&mut rig, &[(A, "Move your Wild from red to blue"), (B, "Counter with Blue counter")]);
    run(&mut rig, &[(A, "-")]);
    assert_eq!(laid(&rig, A), "...");
}

#[test]
fn sus_32_burn_takes_wilds_too() {
    let mut rig = deal(&["rbg *pp", "rbo fpp"], "");
    run(&mut rig, &[(A, "Play Wild"), (A, "red"), (B, "-"), (B, "Play Burn"), (A, "-")]);
    assert_eq!((laid(&rig, A), discards(&rig)), ("...".into(), "*f".into()));
}

#[test]
fn s_a17_tamper_takes_a_wild() {
    let mut rig = deal(&["rbg *pp", "rbo tpp"], "");
    run(&mut rig, &[(A, "Play Wild"), (A, "red"), (B, "-"), (B, "Play Tamper"), (A, "-")]);
    assert_eq!((laid(&rig, A), discards(&rig)), ("...".into(), "*t".into()));
}
