use super::*;
use crate::knives::Declaration;

const ANY: [&str; 6] = ["", "", "", "", "", ""];

#[test]
fn knv_03_the_dealer_declares_first_having_seen_the_hand() {
    let rig = dealt(ANY);
    assert_eq!(asked(&rig), [E]);
    assert_eq!(knows(&rig, E, &hand(&rig, E)), 6);
}

#[test]
fn k_a2_the_dealer_may_declare_any_suit_or_knives_only() {
    let rig = dealt(ANY);
    assert_eq!(rig.entries(E), ["Clubs", "Diamonds", "Hearts", "Spades", "Knives only"]);
    for words in rig.entries(E) {
        assert_eq!(rig.why_not(E, &words).unwrap(), None);
    }
}

#[test]
fn knv_04_the_dealers_left_speaks_first_and_then_clockwise() {
    let mut rig = dealt(ANY);
    rig.pick(E, "Clubs").unwrap();
    for (seat, call) in [(A, "Hearts"), (B, "Spades"), (C, "Diamonds"), (D, "Clubs")] {
        assert_eq!(asked(&rig), [seat]);
        rig.pick(seat, &format!("Pass and declare {call}")).unwrap();
    }
    assert_eq!(asked(&rig), [E]);
}

#[test]
fn knv_05_taking_uses_the_declaration_in_force() {
    let mut rig = dealt(ANY);
    rig.pick(E, "Clubs").unwrap();
    rig.pick(A, "Pass and declare Hearts").unwrap();
    rig.pick(B, "Take the bank (Hearts)").unwrap();
    assert_eq!(round(&rig).strong(), Some(Suit::Hearts));
    assert_eq!(round(&rig).banker(), Some(B));
}

#[test]
fn knv_06_every_pass_makes_a_new_declaration() {
    let mut rig = dealt(ANY);
    rig.pick(E, "Clubs").unwrap();
    let passes = rig.entries(A).into_iter().filter(|entry| entry.starts_with("Pass"));
    assert!(passes.into_iter().all(|entry| entry.starts_with("Pass and declare ")));
    rig.pick(A, "Pass and declare Knives only").unwrap();
    assert_eq!(round(&rig).declared, Some(Declaration::KnivesOnly));
}

#[test]
fn k_a8_a_pass_cannot_repeat_the_suit_in_force() {
    let mut rig = dealt(ANY);
    rig.pick(E, "Clubs").unwrap();
    let reason = rig.why_not(A, "Pass and declare Clubs").unwrap();
    assert_eq!(reason.as_deref(), Some("Clubs is in force: declare another"));
}

#[test]
fn k_a8_a_pass_cannot_repeat_knives_only() {
    let mut rig = dealt(ANY);
    rig.pick(E, "Knives only").unwrap();
    assert!(rig.why_not(A, "Pass and declare Knives only").unwrap().is_some());
    assert!(rig.why_not(A, "Pass and declare Clubs").unwrap().is_none());
}

#[test]
fn knv_07_the_first_taker_ends_the_auction() {
    let mut rig = dealt(ANY);
    rig.pick(E, "Clubs").unwrap();
    rig.pick(A, "Pass and declare Hearts").unwrap();
    rig.pick(B, "Take the bank (Hearts)").unwrap();
    assert_eq!(asked(&rig), [B], "the banker puts cards down, nobody else is asked");
    assert!(rig.said("B takes the bank: Hearts [KNV-07]"));
}

#[test]
fn knv_08_after_four_passes_the_dealer_takes_or_plays_assets_or_liabilities() {
    for (words, contract) in [
        ("Take the bank (Clubs)", Contract::Bank { banker: E, broke: false }),
        ("Assets", Contract::Assets),
        ("Liabilities", Contract::Liabilities),
    ] {
        let rig = all_pass(ANY, "Clubs", words);
        assert_eq!(round(&rig).contract, Some(contract));
    }
}

#[test]
fn knv_08_the_dealer_cannot_pass() {
    let mut rig = dealt(ANY);
    rig.pick(E, "Clubs").unwrap();
    for (seat, call) in [(A, "Hearts"), (B, "Spades"), (C, "Diamonds"), (D, "Clubs")] {
        rig.pick(seat, &format!("Pass and declare {call}")).unwrap();
    }
    assert!(!rig.entries(E).iter().any(|entry| entry.starts_with("Pass")));
}

#[test]
fn knv_09_the_last_declaration_before_the_dealer_is_in_force() {
    for dealer in ["Take the bank (Diamonds)", "Assets", "Liabilities"] {
        let mut rig = dealt(ANY);
        rig.pick(E, "Spades").unwrap();
        for (seat, call) in [(A, "Hearts"), (B, "Clubs"), (C, "Knives only"), (D, "Diamonds")] {
            rig.pick(seat, &format!("Pass and declare {call}")).unwrap();
        }
        rig.pick(E, dealer).unwrap();
        assert_eq!(round(&rig).strong(), Some(Suit::Diamonds));
    }
}

#[test]
fn knv_11_broke_is_announced_with_the_taking_while_the_bank_is_closed() {
    let mut rig = dealt(ANY);
    rig.pick(E, "Clubs").unwrap();
    assert_eq!(knows(&rig, A, &round(&rig).bank), 0);
    rig.pick(A, "Take the bank and go for broke (Clubs)").unwrap();
    assert_eq!(round(&rig).contract, Some(Contract::Bank { banker: A, broke: true }));
    assert!(rig.said("A takes the bank and goes for broke: Clubs [KNV-11]"));
}

#[test]
fn knv_11_after_the_bank_is_seen_nobody_can_go_for_broke() {
    let mut rig = dealt(ANY);
    rig.pick(E, "Clubs").unwrap();
    rig.pick(A, "Take the bank (Clubs)").unwrap();
    rig.drift(|rig| {
        let words: Vec<_> = asked(rig).iter().flat_map(|&seat| rig.entries(seat)).collect();
        assert!(!words.iter().any(|entry| entry.contains("broke")));
        round(rig).trick_number() == 5
    });
}

#[test]
fn k_a11_a_dealer_who_takes_may_go_for_broke() {
    let rig = all_pass(ANY, "Clubs", "Take the bank and go for broke (Clubs)");
    assert_eq!(round(&rig).contract, Some(Contract::Bank { banker: E, broke: true }));
}

#[test]
fn k_a13_the_host_may_switch_broke_off() {
    let mut rig = dealt_with(&[("broke", "off")], ANY);
    rig.pick(E, "Clubs").unwrap();
    assert!(!rig.entries(A).iter().any(|entry| entry.contains("broke")));
}

#[test]
fn knv_03_the_dealer_is_told_how_long_the_suit_stands() {
    let rig = dealt(ANY);
    let title = rig.asked()[0].1.title.render(&engine::Part::plain);
    assert_eq!(title, "Name a strong suit; it stands until somebody names another");
}

#[test]
fn declarations_stay_on_the_board_for_the_whole_hand() {
    let declared = |rig: &Rig| -> Vec<String> {
        let facts = rig.clear.driver.board().seats;
        let calls = facts.values().flat_map(|place| &place.facts);
        let calls = calls.filter(|fact| fact.name == "declared");
        calls.map(|fact| fact.value.render(&engine::Part::plain)).collect()
    };
    let mut rig = dealt(ANY);
    rig.pick(E, "Clubs").unwrap();
    rig.pick(A, "Pass and declare Hearts").unwrap();
    rig.pick(B, "Take the bank (Hearts)").unwrap();
    assert_eq!(declared(&rig), ["Hearts", "Clubs"]);
    rig.drift(|rig| round(rig).trick_number() == 4);
    assert_eq!(declared(&rig), ["Hearts", "Clubs"]);
}
