//! What the board tells.

use engine::{Part, Seat};

use super::kit::{A, B, C, D, F, Fight, Q};

/// Whose roles a seat has looked at, as everybody reads it.
fn looked(fight: &Fight, seat: Seat) -> String {
    let place = fight.rig.clear.driver.board().seats[seat].clone();
    let fact = place.facts.into_iter().find(|fact| fact.name == "has looked at");
    fact.map_or(String::new(), |fact| fact.value.render(&Part::plain))
}

/// Six players; A has Intel in the stack.
fn intel() -> Fight {
    let mut fight = Fight::new("CKCKCKKC", &[&["IGAM", F, F, Q, Q, Q]]);
    fight.round();
    fight
}

#[test]
fn who_has_looked_at_whom_is_on_the_board() {
    let mut fight = intel();
    assert_eq!((looked(&fight, A), looked(&fight, B)), ("seat 2".into(), "seat 3".into()));
    fight.pick(A, "Look at D's role");
    assert_eq!(looked(&fight, A), "seat 2, seat 4");
    let fight = Fight::with_mode("hard", "CKCKKC", &[&[F, F, Q, Q]]);
    assert_eq!(looked(&fight, A), "", "nobody has looked at anything");
}

#[test]
fn what_a_look_showed_stays_on_ones_own_board_with_an_eye() {
    let mut fight = intel();
    fight.pick(A, "Look at D's role");
    let role = fight.fighter(D).role.unwrap();
    let view = |seat| {
        let clear = &fight.rig.clear;
        clear.driver.view(Some(seat), clear.dealer.knowledge(seat))
    };
    assert!(view(A).faces.contains_key(&role) && view(A).peeked(role));
    assert!(!view(B).faces.contains_key(&role));
    assert!(!view(D).peeked(role), "it is D's own");
}

#[test]
fn a_role_that_was_seen_is_marked_as_known_and_others_are_not() {
    let mut fight = intel();
    let entries = fight.rig.entries(A);
    let known: Vec<_> = entries.iter().filter(|entry| entry.ends_with("(known)")).collect();
    assert_eq!(known, ["Look at B's role (known)", "Look at your own role (known)"]);
    fight.pick(A, "Look at C's role");
    assert!(fight.state().has_seen(A, fight.fighter(C).role));
}

#[test]
fn a_role_that_a_mole_has_moved_is_still_known_where_it_lies() {
    let mut fight = Fight::eight("normal", "CKCKCKCKKC", "WGGA");
    assert_eq!(looked(&fight, A), "seat 2");
    fight.round();
    assert!(fight.rig.said("B swaps roles with the boss"));
    assert_eq!(looked(&fight, A), "the boss", "A knew what B had");
}

#[test]
fn discards_lie_open_for_all_to_look_at() {
    let mut fight = Fight::new("CKCKKC", &[&["GGMM", F, Q, Q], &[F, F, Q, Q]]);
    fight.round();
    fight.decline();
    let board = fight.rig.clear.driver.board();
    let pile = board.piles.iter().find(|pile| pile.name == "discards").unwrap();
    assert!(!pile.is_closed() && pile.size() > 2);
    assert!(pile.cards().all(|card| fight.public(card).is_some()));
}
