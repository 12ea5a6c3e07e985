//! What a person is asked to confirm.

use super::kit::{A, B, F, Fight, Q, place};

#[test]
fn showing_what_could_be_hidden_weighs() {
    let mut fight = Fight::new("CKCKKC", &[&["GGMM", F, Q, Q]]);
    fight.play('G', B);
    let seat = fight.asked().unwrap();
    let first = fight.rig.entries(seat)[0].clone();
    fight.pick(seat, &first);
    let weighty = fight.rig.weighty(seat);
    // On anybody else the first card is shown anyhow.
    assert!(weighty.iter().all(|entry| entry.starts_with(&place(seat, B, true))), "{weighty:?}");
}

#[test]
fn an_intel_that_is_wasted_weighs() {
    let mut fight = Fight::new("CKCKCKKC", &[&["IGAM", F, F, Q, Q, Q]]);
    fight.round();
    assert_eq!(fight.rig.weighty(A), ["Look at nothing", "Look at your own role"]);
}

#[test]
fn money_spent_on_others_or_for_nothing_weighs() {
    let mut fight = Fight::new("CKCKKC", &[&["MMMM", "GGGG", F, F]]);
    fight.round();
    let weighty = ["Heal B (3)", "Heal C (3)", "Heal D (3)", "Look at your own role (3)"];
    assert_eq!(fight.rig.weighty(A), weighty);
}

#[test]
fn a_hit_weighs_and_banking_it_does_not() {
    let mut fight = Fight::eight("normal", "CKCKCKCKKC", "HMMM");
    fight.round();
    let weighty = fight.rig.weighty(B);
    assert_eq!(weighty.len(), 8);
    assert!(weighty.iter().all(|entry| entry.starts_with("Hit")));
}
