use super::*;

#[test]
fn he_05_left_of_the_big_blind_speaks_first_and_later_left_of_the_button() {
    let mut rig = rig(3, &[], "");
    assert_eq!(rig.asked()[0].0, C);
    for (seat, said) in [(C, "Call 2"), (A, "Call 1"), (B, "Check")] {
        rig.pick(seat, said).unwrap();
    }
    assert_eq!(rig.asked()[0].0, A);
}

#[test]
fn he_06_nobody_folds_when_there_is_nothing_to_call() {
    let mut rig = rig(2, &[], "");
    rig.pick(B, "Call 1").unwrap();
    assert!(rig.why_not(A, "Fold").unwrap().unwrap().contains("check instead"));
    assert_eq!(rig.why_not(A, "Check").unwrap(), None);
}

#[test]
fn he_07_a_raise_is_at_least_as_high_as_the_last_one() {
    let mut rig = rig(2, &[], "");
    rig.pick(B, "Raise").unwrap();
    assert_eq!(rig.entries(B)[0], "Raise to 4");
    rig.pick(B, "Raise to 6").unwrap();
    rig.pick(A, "Raise").unwrap();
    assert_eq!(rig.entries(A)[0], "Raise to 10");
    assert!(rig.entries(A).iter().any(|entry| entry == "All in: 100"));
    assert_eq!(rig.weighty(A), ["All in: 100"]);
}

#[test]
fn he_08_fixed_limits_double_after_the_turn_and_end_after_four_bets() {
    let mut rig = rig(2, &[("limit", "fixed")], "");
    for (seat, said) in [(B, "Raise to 4"), (A, "Raise to 6"), (B, "Raise to 8")] {
        rig.pick(seat, said).unwrap();
    }
    assert!(rig.why_not(A, "Raise").unwrap().unwrap().contains("four bets"));
    rig.pick(A, "Call 2").unwrap();
    rig.pick(A, "Bet 2").unwrap();
    rig.pick(B, "Call 2").unwrap();
    assert_eq!(rig.entries(A)[2], "Bet 4");
}

#[test]
fn he_09_a_short_all_in_does_not_let_others_raise_again() {
    let mut rig = rig(3, &[("stack", "40"), ("blind", "2")], "");
    // The first hand leaves A 38 chips, B 36 and C 46.
    for (seat, said) in [(C, "Raise"), (C, "Raise to 14"), (A, "Fold"), (B, "Fold")] {
        rig.pick(seat, said).unwrap();
    }
    for (seat, said) in [(A, "Raise"), (A, "Raise to 24"), (B, "All in: 36"), (C, "Call 32")] {
        rig.pick(seat, said).unwrap();
    }
    assert!(rig.why_not(A, "All in").unwrap().unwrap().contains("raised in full"));
    rig.pick(A, "Call 12").unwrap();
}

#[test]
fn he_10_without_anybody_to_bet_against_the_cards_are_laid_at_once() {
    let mut rig = rig(2, &[("hands", "1")], "Ah Ad Kh Kd");
    rig.pick(B, "Raise").unwrap();
    rig.pick(B, "All in").unwrap();
    rig.pick(A, "Call 98").unwrap();
    assert!(rig.clear.driver.outcome().is_some());
    assert!(rig.said("The river"));
}

#[test]
fn he_17_whoever_has_left_checks_or_folds() {
    use engine::{Ask, BotKind, Game};
    let rig = rig(2, &[], "");
    let ask = Ask::of(&rig.clear.driver, B, rig.clear.dealer.knowledge(B)).unwrap();
    let pick = GAME.bot(BotKind::Autopilot, B, 1).pick(&ask, rig.clear.driver.state());
    assert_eq!(rig.entries(B)[pick], "Fold");
}
