use engine::{Audience, Game, Handle, Request, clear::ClearGame};

use super::*;
use crate::suspicion::cards::{EVIDENCE_FACES, info};

#[test]
fn sus_01_the_game_is_for_two_to_seven() {
    let start = |seats| GAME.start(seats, &options()).is_ok();
    assert_eq!((0..10).filter(|&n| start(n)).collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7]);
}

#[test]
fn sus_01_evidence_and_suspects_are_shuffled_apart() {
    let mut clear = ClearGame::new(&GAME, 4, &options(), 1).unwrap();
    clear.step(|_, _| 0);
    let Some(Request::Shuffle(piles)) = clear.driver.request() else { panic!("no shuffle") };
    assert_eq!(piles.iter().map(|pile| pile.from.len()).collect::<Vec<_>>(), [72, 10]);
}

#[test]
fn sus_02_each_gets_three_hidden_cards_and_an_open_suspect() {
    let mut clear = ClearGame::new(&GAME, 4, &options(), 1).unwrap();
    clear.step(|_, _| 0);
    clear.step(|_, _| 0);
    let Some(Request::Show(cards)) = clear.driver.request() else { panic!("no deal") };
    let shown_to = |to| cards.iter().filter(|(_, audience)| *audience == to).count();
    assert!([A, B, C, D].into_iter().all(|seat| shown_to(Audience::Seat(seat)) == 3));
    assert_eq!(shown_to(Audience::All), 4);
}

#[test]
fn sus_03_the_rest_is_the_draw_pile_and_unused_suspects_are_out() {
    let rig = deal(&["rbg rrr", "rbo ppp", "rbp bbb"], "");
    assert_eq!(state(&rig).pile.len(), 72 - 9);
    assert!(state(&rig).discards.is_empty());
    let live = rig.clear.driver.faces().live().count();
    assert_eq!(live, 72 + 3);
}

#[test]
fn sus_04_left_of_the_dealer_starts_and_turns_go_clockwise() {
    let mut rig = deal(&["rbg ppp", "rbo ppg", "rbp ggg"], "oooooo");
    for seat in [A, B, C, A] {
        assert!(has_turn(&rig, seat));
        rig.pick(seat, "Discard").unwrap();
    }
}

#[test]
fn s_a15_the_first_dealer_is_rolled() {
    let clear = ClearGame::new(&GAME, 5, &options(), 1).unwrap();
    assert_eq!(clear.driver.request(), Some(&Request::Roll(vec![5])));
}

#[test]
fn the_deck_has_72_cards_of_14_kinds() {
    assert_eq!(Card::ALL.iter().map(|card| card.copies()).sum::<usize>(), 72);
    assert!(Card::ALL.iter().zip(EVIDENCE_FACES).all(|(card, face)| card.face() == face));
    assert!(Card::ALL.iter().all(|&card| Card::of(card.face()) == Some(card)));
}

#[test]
fn the_suspects_are_all_ten_sets_of_three_colours() {
    let suspects: Vec<Suspect> = SUSPECT_FACES.into_iter().filter_map(Suspect::of).collect();
    assert!(suspects.iter().zip(SUSPECT_FACES).all(|(suspect, face)| suspect.face() == face));
    let sets: std::collections::BTreeSet<_> = suspects.iter().map(|s| s.colours()).collect();
    assert_eq!(sets.len(), 10);
    assert!(sets.iter().all(|[a, b, c]| a < b && b < c));
}

#[test]
fn every_face_has_a_name_a_short_form_of_at_most_six_columns_and_help() {
    for face in EVIDENCE_FACES.into_iter().chain(SUSPECT_FACES) {
        let info = info(face);
        assert!(!info.name.is_empty() && !info.help.is_empty());
        assert!((2..=6).contains(&info.short.chars().count()), "{}", info.short);
    }
}

#[test]
fn suspects_and_evidence_do_not_share_a_face() {
    assert!(SUSPECT_FACES.into_iter().all(|face| Card::of(face).is_none()));
    assert!(EVIDENCE_FACES.into_iter().all(|face| Suspect::of(face).is_none()));
}

#[test]
fn suspect_names_and_short_forms_tell_their_colours() {
    for suspect in SUSPECT_FACES.into_iter().filter_map(Suspect::of) {
        let names = suspect.colours().map(Colour::name);
        let info = info(suspect.face());
        assert!(info.name.ends_with(&format!("({})", names.join(", "))));
        let initials: String = names.iter().map(|name| &name[..1]).collect();
        assert_eq!(info.short, format!("◎{}", initials.to_uppercase()));
    }
}

#[test]
fn every_phase_of_the_board_is_a_heading_of_the_rules() {
    let rules = GAME.info().rules;
    for phase in ["Setup", "Turns", "Counters", "Special cards", "Winning"] {
        assert!(rules.contains(&format!("\n## {phase}\n")), "{phase}");
    }
}

#[test]
fn a_face_of_another_deck_leaves_no_hand() {
    let mut s = state(&deal(&["rbg rrr", "rbo ppp"], "")).clone();
    assert!(s.leave_hand(A, 0, Some(SUSPECT_FACES[0])).is_none());
    assert!(s.leave_hand(A, 7, Some(EVIDENCE_FACES[0])).is_none());
    assert_eq!(s.desks[A].hand.len(), 3);
    assert!(s.desks[A].hand.iter().all(|card| *card != Handle(0)));
}

#[test]
fn the_game_is_called_by_its_full_name() {
    assert_eq!(GAME.info().name, "Suspicion: No-Bluff");
    assert!(GAME.info().rules.starts_with("# Suspicion: No-Bluff\n"));
}

#[test]
fn the_rules_say_that_colours_and_numbers_are_our_own() {
    let told: String = GAME.info().rules.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains(
        "the five colours, the numbers above and the plain names of the suspects are ours"
    ));
}
