//! What a person is asked to confirm.

use super::*;

const HANDS: [&str; 6] = [
    "cK cQ cJ kA k7 k6",
    "dG dX dM hX hM cX",
    "hG hJ hQ hK sG sX",
    "sM sJ sQ sK dJ dQ",
    "cG cM dK k2 k3 k4",
    "kG k5",
];

#[test]
fn going_for_broke_weighs_and_other_bids_do_not() {
    let mut rig = dealt(HANDS);
    assert!(rig.weighty(E).is_empty());
    rig.pick(E, "Clubs").unwrap();
    assert_eq!(rig.weighty(A), ["Take the bank and go for broke (Clubs)"]);
}

#[test]
fn doing_without_the_bank_weighs() {
    let weighty = four_pass(HANDS, "Clubs").weighty(E);
    assert_eq!(weighty.len(), 3);
    assert!(weighty[1].starts_with("Assets") && weighty[2].starts_with("Liabilities"));
}

#[test]
fn burying_the_ghost_that_would_name_a_partner_weighs() {
    let mut rig = dealt(HANDS);
    rig.pick(E, "Knives only").unwrap();
    rig.pick(A, "Take the bank (Knives only)").unwrap();
    let weighty = rig.weighty(A);
    assert_eq!(weighty.len(), 7, "with each of the other seven cards");
    assert!(weighty.iter().all(|pair| pair.contains(name("kG"))));
}

#[test]
fn playing_the_ghost_that_tells_the_shadow_weighs() {
    let rig = bank_of_a(HANDS, "Diamonds", ["k5", "k6"]);
    assert_eq!(rig.weighty(B), [name("dG")]);
    // Without a banker there is nobody to tell.
    let rig = all_pass(HANDS, "Diamonds", "Assets");
    assert_eq!((asked(&rig), rig.weighty(A)), (vec![A], vec![]));
}

#[test]
fn a_ghost_that_must_be_played_does_not_weigh() {
    let mut hands = HANDS;
    hands[1] = "dG dX dM hX cM cX";
    hands[4] = "cG hM dK k2 k3 k4";
    let mut rig = bank_of_a(hands, "Clubs", ["k5", "k6"]);
    play(&mut rig, "B cX C hJ D sM");
    assert_eq!((asked(&rig), rig.weighty(E)), (vec![E], vec![]));
}

#[test]
fn what_is_given_or_shown_to_others_weighs() {
    let mut rig = bank_of_a(HANDS, "Clubs", ["k5", "k6"]);
    play(&mut rig, "B dX");
    assert_eq!(rig.weighty(B).len(), 20);
    rig.pick(B, &format!("Give D {}", name("hM"))).unwrap();
    assert_eq!(rig.weighty(D).len(), 6);
    let mut rig = bank_of_a(HANDS, "Clubs", ["k5", "k6"]);
    play(&mut rig, "B hX");
    rig.pick(B, "D").unwrap();
    assert_eq!(rig.weighty(D).len(), 6);
}
