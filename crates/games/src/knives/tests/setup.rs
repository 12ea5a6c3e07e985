use engine::{Game, Options, Tint};

use super::*;

#[test]
fn knv_01_exactly_five_players() {
    let options = Options::parse(GAME.info().options, []).unwrap();
    for seats in 0..12 {
        assert_eq!(GAME.start(seats, &options).is_ok(), seats == 5, "{seats} seats");
    }
}

#[test]
fn knv_02_six_cards_each_and_two_to_the_bank() {
    let rig = dealt(["", "", "", "", "", ""]);
    assert!(round(&rig).hands.values().all(|hand| hand.len() == 6));
    assert_eq!(round(&rig).bank.len(), 2);
}

#[test]
fn knv_02_everybody_sees_their_own_six_and_nothing_else() {
    let rig = dealt(["", "", "", "", "", ""]);
    for seat in Seat::all(5) {
        for other in Seat::all(5) {
            let expected = if seat == other { 6 } else { 0 };
            assert_eq!(knows(&rig, seat, &hand(&rig, other)), expected);
        }
        assert_eq!(knows(&rig, seat, &round(&rig).bank), 0);
    }
}

#[test]
fn k_a18_the_first_dealer_is_rolled() {
    for number in 0..5 {
        let rig = Rig::new(&GAME, 5, &[], Rigged::new(3).roll(number)).unwrap();
        assert_eq!(round(&rig).dealer.index(), number as usize);
    }
}

#[test]
fn knv_10_the_deal_moves_clockwise_after_every_hand() {
    let mut rig = dealt(["", "", "", "", "", ""]);
    for dealer in [E, A, B, C, D, E, A] {
        assert_eq!(round(&rig).dealer, dealer);
        finish_hand(&mut rig, A, None);
    }
}

#[test]
fn there_are_25_coins() {
    let all = Suit::ALL.into_iter().flat_map(Suit::cards);
    assert_eq!(all.map(Card::coins).sum::<i64>(), crate::knives::scoring::COINS);
}

#[test]
fn cards_and_faces_are_the_same_thing() {
    for face in crate::knives::cards::FACES {
        assert_eq!(Card::of(face).face(), face);
        assert!(Card::of(face).suit.faces().contains(face));
    }
    assert_eq!(Suit::ALL.into_iter().flat_map(Suit::cards).count(), 32);
}

#[test]
fn names_and_short_forms_tell_every_card_apart() {
    let infos: Vec<_> = crate::knives::cards::FACES.map(|face| GAME.face(face)).to_vec();
    for (i, info) in infos.iter().enumerate() {
        assert!(info.short.chars().count() <= 6, "{}", info.short);
        assert!(!info.help.is_empty());
        for other in &infos[..i] {
            assert!(info.name != other.name && info.short != other.short);
        }
    }
    assert_eq!(Card::HOUND.info().tint, Tint::Red);
}

#[test]
fn every_phase_is_a_chapter_of_the_rules() {
    let mut rig = dealt(["", "", "", "", "", ""]);
    let rules = GAME.info().rules;
    for _ in 0..400 {
        let phase = rig.clear.driver.board().phase;
        assert!(rules.contains(&format!("\n## {phase}\n")), "{phase}");
        if !rig.clear.step(|ask, _| ask.settle(None)) {
            break;
        }
    }
}
