//! What a person is asked to confirm.

use super::*;

#[test]
fn throwing_away_what_could_be_played_weighs_and_playing_does_not() {
    let rig = deal(&["rbg rot", "rbo ppp"], "");
    assert_eq!(rig.weighty(A), ["Discard Red evidence"]);
}

#[test]
fn moving_a_wild_weighs() {
    let mut rig = deal(&["rbg *pp", "rbo ppp"], "p");
    run(&mut rig, &[(A, "Play Wild"), (A, "red"), (B, "-"), (B, "Discard")]);
    let moves = ["Move your Wild from red to blue", "Move your Wild from red to green"];
    assert_eq!(rig.weighty(A), moves);
}

#[test]
fn aiming_and_answering_do_not_weigh() {
    let mut rig = deal(&["rbg Rxp", "rbo Rpp", "rbp ggg"], "");
    run(&mut rig, &[(A, "Play Red")]);
    assert!(rig.weighty(B).is_empty());
    let mut rig = deal(&["rbg Rxp", "rbo Rpp", "rbp ggg"], "");
    run(&mut rig, &[(A, "Play Block")]);
    assert!(rig.weighty(A).is_empty());
}
