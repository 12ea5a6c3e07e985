//! What a person is asked to confirm.

use super::kit::{A, B, D, F, Fight, Q, place};

#[test]
fn showing_what_could_be_hidden_weighs() {
    let mut fight = Fight::new("CKCKKC", &[&["GGMM", F, Q, Q]]);
    fight.play('G', D);
    let seat = fight.asked().unwrap();
    fight.take("Gun");
    let weighty = fight.rig.weighty(seat);
    // On anybody else the first card is shown anyhow.
    assert!(!weighty.is_empty());
    assert!(weighty.iter().all(|entry| entry.starts_with(&place(seat, D, true))), "{weighty:?}");
}

#[test]
fn an_intel_that_is_wasted_weighs() {
    let mut fight = Fight::new("CKCKCKKC", &[&["IGAM", F, F, Q, Q, Q]]);
    fight.round();
    let known = ["Look at nothing", "Look at B's role (known)", "Look at your own role (known)"];
    assert_eq!(fight.rig.weighty(A), known);
}

#[test]
fn money_spent_on_others_or_for_nothing_weighs() {
    let mut fight = Fight::new("CKCKKC", &[&["MMMM", "GGGG", F, F]]);
    fight.round();
    let heals = ["Heal B (3)", "Heal C (3)", "Heal D (3)"];
    let known = ["Look at B's role (known) (3)", "Look at your own role (known) (3)"];
    assert_eq!(fight.rig.weighty(A), [&heals[..], &known].concat());
}

#[test]
fn a_hit_weighs_and_banking_it_does_not() {
    let mut fight = Fight::eight("normal", "CKCKCKCKKC", "HMMM");
    fight.round();
    let weighty = fight.rig.weighty(B);
    assert_eq!(weighty.len(), 8);
    assert!(weighty.iter().all(|entry| entry.starts_with("Hit")));
}
