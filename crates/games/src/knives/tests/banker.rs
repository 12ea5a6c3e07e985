use engine::Request;

use super::*;

const HANDS: [&str; 6] = [
    "cK cQ cJ kA k7 k6",
    "dG dX dM dJ dQ dK",
    "hG hX hM hJ hQ hK",
    "sG sX sM sJ sQ sK",
    "cG cX cM k2 k3 k4",
    "kG k5",
];

fn taken() -> Rig {
    let mut rig = dealt(HANDS);
    rig.pick(E, "Clubs").unwrap();
    rig.pick(A, "Take the bank (Clubs)").unwrap();
    rig
}

#[test]
fn knv_12_the_banker_has_eight_cards_and_keeps_six() {
    let mut rig = taken();
    assert_eq!(holds(&rig, A), cards("kG k5 k6 k7 kA cJ cQ cK"));
    rig.pick(A, &both(["cK", "kG"])).unwrap();
    assert_eq!(holds(&rig, A), cards("k5 k6 k7 kA cJ cQ"));
    assert_eq!(round(&rig).put_down.len(), 2);
}

#[test]
fn knv_12_any_two_cards_can_be_put_down_at_once() {
    let rig = taken();
    for entry in rig.entries(A) {
        assert_eq!(rig.why_not(A, &entry).unwrap(), None);
    }
    assert_eq!(rig.entries(A).len(), 28, "the pairs of eight cards");
    assert_eq!(rig.asked()[0].1.parts().len(), 8);
}

#[test]
fn knv_12_only_the_banker_sees_the_bank_and_nobody_can_tell_its_cards_apart() {
    let mut rig = dealt(HANDS);
    rig.pick(E, "Clubs").unwrap();
    let before: Vec<Handle> = [hand(&rig, A), round(&rig).bank.clone()].concat();
    rig.pick(A, "Take the bank (Clubs)").unwrap();
    let after = hand(&rig, A);
    assert!(after.iter().all(|card| !before.contains(card)), "all eight have new handles");
    assert_eq!(knows(&rig, A, &after), 8);
    for other in A.others(5) {
        assert_eq!(knows(&rig, other, &after), 0);
    }
}

#[test]
fn knv_12_what_is_put_down_stays_hidden_until_the_count() {
    let mut rig = taken();
    rig.pick(A, &both(["cK", "kG"])).unwrap();
    let down = round(&rig).put_down.clone();
    while !round(&rig).put_down.is_empty() {
        for other in A.others(5) {
            assert_eq!(knows(&rig, other, &down), 0);
        }
        if !rig.clear.step(|ask, _| ask.settle(None)) {
            break;
        }
        if round(&rig).phase == crate::knives::Phase::Scoring {
            return;
        }
    }
    panic!("the count was never reached");
}

#[test]
fn knv_13_the_cards_put_down_count_for_the_banker() {
    let mut rig = taken();
    rig.pick(A, &both(["cK", "cQ"])).unwrap();
    finish_hand(&mut rig, A, None);
    assert_eq!(rig.events.iter().filter(|event| event.rule == "KNV-13").count(), 1);
    // The hand was mixed, so either may lie on the left.
    let said = |one, other| {
        format!("A put down the {} and the {}, which hold 5 coins [KNV-13]", name(one), name(other))
    };
    assert!(rig.said(&said("cK", "cQ")) || rig.said(&said("cQ", "cK")));
}

#[test]
fn knv_14_what_a_broke_banker_discards_is_never_shown() {
    let mut rig = broke_of_a(&[("play-on", "on")], HANDS, ["kA", "cK"]);
    let down = round(&rig).put_down.clone();
    let mut steps = 0;
    while state(&rig).number == 1 {
        let shown = match rig.clear.driver.request() {
            Some(Request::Show(cards)) => cards.clone(),
            _ => Vec::new(),
        };
        assert!(!shown.iter().any(|(card, _)| down.contains(card)), "nobody is shown them");
        assert_eq!(round(&rig).put_down, down);
        for other in A.others(5) {
            assert_eq!(knows(&rig, other, &down), 0);
        }
        assert!(rig.clear.step(|ask, _| ask.settle(None)));
        let events = rig.clear.driver.take_events();
        rig.events.extend(events);
        steps += 1;
    }
    assert!(steps > 25, "six tricks were played: {steps}");
    assert!(!rig.said("KNV-13"));
    assert!(rig.said("A discards two cards [KNV-14]"));
}

#[test]
fn k_a6_a_banker_who_buries_the_ghost_is_alone_and_scores_double() {
    // A wins every trick with the six highest Knives.
    let hands = ["kA k7 k6 k5 k4 k3", "", "", "", "", "k2 cG"];
    let mut rig = bank_of_a(hands, "Clubs", ["cG", "k2"]);
    finish_hand(&mut rig, A, None);
    assert!(rig.said("A put the Ghost of Clubs down and was alone [K-A6]"));
    assert_eq!(state(&rig).points[A], 6);
    assert_eq!(state(&rig).points.values().sum::<i64>(), 6);
}

#[test]
fn k_a12_in_assets_nobody_sees_the_bank() {
    let mut rig = all_pass(HANDS, "Clubs", "Assets");
    let bank = round(&rig).bank.clone();
    assert_eq!(bank.len(), 2);
    rig.drift(|rig| round(rig).trick_number() == 6);
    for seat in Seat::all(5) {
        assert_eq!(knows(&rig, seat, &bank), 0);
    }
}

#[test]
fn knv_45_without_a_banker_the_bank_is_out_of_the_hand() {
    let mut rig = all_pass(["", "", "", "", "", "hK sQ"], "Clubs", "Liabilities");
    assert!(rig.said("The bank is discarded unseen [KNV-45]"));
    finish_hand(&mut rig, A, None);
    let tricks = rig.events.iter().filter(|event| event.rule == "KNV-28");
    let coins = tricks.flat_map(|event| event.text.parts()).map(|part| match part {
        engine::Part::Number(coins) => *coins,
        _ => 0,
    });
    assert_eq!(coins.sum::<i64>(), 20, "the five coins in the bank count for nobody");
}

#[test]
fn knv_45_without_a_banker_the_ghost_names_no_shadow() {
    let mut rig = all_pass(HANDS, "Clubs", "Assets");
    finish_hand(&mut rig, A, None);
    assert!(!rig.said("KNV-17") && !rig.said("KNV-19"));
}
