//! The table before the first turn.

use super::*;
use crate::no_honor::{GAME, state::COINS};

fn start(seats: usize, agendas: &str, fate: Rigged) -> Rig {
    Rig::new(&GAME, seats, &[("agendas", agendas)], fate).unwrap()
}

/// A game after setup, everybody having taken the first thing offered.
fn ready(seats: usize) -> Rig {
    let mut rig = start(seats, "draft", Rigged::new(7).roll(1));
    rig.drift(|rig| rig.s().turn > 0);
    rig
}

#[test]
fn h_a1_three_to_six_play() {
    use engine::Game;
    assert_eq!(GAME.info().seats, (3, 6));
    assert!(GAME.start(2, &options("draft")).is_err());
    assert!(GAME.start(7, &options("draft")).is_err());
    assert!(ready(6).s().turn == 1 && ready(3).s().turn == 1);
}

#[test]
fn nhat_14_three_agendas_are_drawn_and_two_kept() {
    let mut rig = start(3, "draft", Rigged::new(1));
    assert!(rig.s().players.values().all(|p| p.agendas.len() == 3));
    let entries = rig.entries(A);
    assert!(entries.iter().all(|e| e.starts_with("Give up")) && entries.len() == 3);
    rig.pick_all(&[(A, &entries[1]), (B, "Give up"), (C, "Give up")]).unwrap();
    assert!(rig.s().players.values().all(|p| p.agendas.len() == 2));
    let gone = entries[1].trim_start_matches("Give up ").to_owned();
    let kept = rig.faces(&rig.s().players[A].agendas);
    assert!(kept.iter().filter_map(|&f| Agenda::of(f)).all(|agenda| agenda.name() != gone));
}

#[test]
fn nhat_15_beginners_are_dealt_two_agendas() {
    let rig = start(3, "dealt", Rigged::new(1));
    assert!(rig.s().players.values().all(|p| p.agendas.len() == 2));
    assert!(rig.entries(rig.who()[0])[0].starts_with("For ")); // straight to the draft
}

#[test]
fn h_a3_a_given_up_agenda_goes_face_down_and_schemes_go_face_up() {
    let mut rig = start(3, "draft", Rigged::new(1));
    let third: Vec<Handle> = rig.s().players.values().map(|p| p.agendas[0]).collect();
    rig.drift(|rig| rig.s().turn > 0);
    let faces = rig.clear.driver.faces();
    assert!(third.iter().all(|&card| faces.deck(card).is_none() && faces.face(card).is_none()));
}

#[test]
fn nhat_16_stages_one_and_two_are_cut_to_three_unseen_and_stacked() {
    let rig = ready(3);
    let s = rig.s();
    assert_eq!((s.mats.len(), s.objectives.len()), (2, 8));
    assert_eq!(live(&rig, decks::OBJECTIVES), 10);
    let stages: Vec<u8> = rig
        .faces(&s.objectives)
        .into_iter()
        .filter_map(Objective::of)
        .map(|objective| objective.card().stage)
        .collect();
    assert_eq!(stages, [1, 2, 2, 2, 3, 3, 3, 3]);
    assert!(s.objectives.iter().all(|&c| rig.clear.driver.faces().face(c).is_none()));
}

#[test]
fn nhat_17_two_stage_one_objectives_start_on_the_table() {
    assert!(ready(4).s().mats.iter().all(|mat| mat.objective.card().stage == 1));
}

#[test]
fn nhat_18_slots_are_filled_and_coins_laid_out() {
    let rig = ready(4);
    for mat in &rig.s().mats {
        assert_eq!(mat.slots.len(), 2);
        let bonus: i64 = mat.slots.iter().map(|slot| slot.defense.card().coins).sum();
        assert_eq!(mat.coins, mat.objective.card().coins + bonus);
    }
}

#[test]
fn nhat_08_defenses_lie_face_up() {
    let rig = ready(4);
    let cards: Vec<_> =
        rig.s().mats.iter().flat_map(|mat| mat.slots.iter().filter_map(|s| s.card)).collect();
    assert!(cards.iter().all(|&c| rig.clear.driver.faces().face(c).is_some()));
}

#[test]
fn nhat_19_the_code_of_honor_holds_at_first() {
    assert!(!ready(3).s().broken);
}

#[test]
fn nhat_20_everybody_has_five_coins_and_two_characters_each_are_drafted() {
    let rig = start(5, "dealt", Rigged::new(1));
    assert!(rig.s().players.values().all(|p| p.coins == 5));
    assert_eq!(rig.s().pool.len(), 10);
    let s = ready(5).s().clone();
    assert!(s.players.values().all(|p| p.crew.len() == 2));
}

#[test]
fn nhat_21_somebody_is_the_first_player() {
    for number in 0..3 {
        let rig = start(3, "dealt", Rigged::new(1).roll(number));
        assert_eq!(rig.s().active, Seat::new(number as u8));
    }
}

#[test]
fn h_a6_nobody_grabs_dice_over_a_network() {
    let rig = start(3, "dealt", Rigged::new(1).roll(2));
    assert!(rig.said("C grabs the dice"));
}

#[test]
fn nhat_22_the_first_lap_is_paid_and_goes_clockwise() {
    let mut rig = start(3, "dealt", Rigged::new(1).roll(1));
    for seat in [B, C, A] {
        assert_eq!(rig.who(), [seat]);
        let who = rig.s().pool[0].kind;
        rig.pick(seat, who.name()).unwrap();
        assert_eq!(rig.coins(seat), 5 - who.card().cost);
    }
}

#[test]
fn nhat_23_the_second_lap_is_free_and_goes_back() {
    let mut rig = start(3, "dealt", Rigged::new(1).roll(1));
    for _ in 0..3 {
        let seat = rig.who()[0];
        rig.pick(seat, "For").unwrap();
    }
    for seat in [A, C] {
        assert_eq!(rig.who(), [seat]);
        let coins = rig.coins(seat);
        rig.pick(seat, "For 0").unwrap();
        assert_eq!(rig.coins(seat), coins);
    }
}

#[test]
fn nhat_24_unspent_coins_are_kept() {
    let rig = ready(4);
    let s = rig.s();
    for player in s.players.values() {
        assert_eq!(player.coins, 5 - player.crew[0].who.card().cost);
    }
    let mats: i64 = s.mats.iter().map(|mat| mat.coins).sum();
    let stashes: i64 = s.players.values().map(|p| p.coins).sum();
    assert_eq!(s.bank + mats + stashes, COINS);
}

#[test]
fn nhat_25_five_form_the_pool_and_three_go_to_jail() {
    let rig = ready(4);
    assert_eq!((rig.s().pool.len(), rig.s().jail.len()), (5, 3));
    assert_eq!(rig.s().characters.len(), 35 - 8 - 5 - 3);
}

#[test]
fn nhat_26_five_schemes_each() {
    assert!(ready(6).s().players.values().all(|p| p.hand.len() == 5));
}

#[test]
fn nhat_28_the_first_drafter_takes_the_first_turn() {
    let rig = ready(4);
    assert_eq!((rig.s().active, rig.who()), (B, vec![B]));
}
