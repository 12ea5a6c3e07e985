//! The Play.

use engine::{Request, Seat};

use super::{
    super::{Card, Move, STACK},
    kit::{A, B, C, D, F, Fight, Q, place, watch},
};

fn fight() -> Fight {
    Fight::new("CKCKKC", &[&["GMGG", F, Q, "AMCG"], &["GMGG", Q, Q, "GAMM"]])
}

#[test]
fn nbak_12_a_round_is_deal_play_reveal_money_talks() {
    for seed in 0..5 {
        let mut phases = Vec::new();
        watch(6, "normal", seed, |state, _, _| {
            if phases.last() != Some(&state.phase) {
                phases.push(state.phase);
            }
        });
        // Money Talks is not seen when nobody can pay for anything.
        phases.retain(|&phase| phase != "Money Talks");
        let (setup, rounds) = phases.split_first().unwrap();
        let (end, rounds) = rounds.split_last().unwrap();
        assert_eq!((*setup, *end), ("Setup", "End"));
        assert!(rounds.chunks(3).all(|round| round == ["Deal", "Play", "Reveal"]), "{rounds:?}");
    }
}

#[test]
fn nbak_12_money_talks_after_the_last_stack() {
    for seed in 0..10 {
        let mut opened = 0;
        watch(6, "normal", seed, |state, request, _| match (state.phase, request) {
            ("Reveal", Request::Show(_)) => opened += 1,
            ("Money Talks", _) => assert_eq!(opened, 6),
            ("Deal", _) => opened = 0,
            _ => {}
        });
    }
}

#[test]
fn nbak_15_play_runs_clockwise_from_the_dealers_left_one_card_a_turn() {
    let mut fight = fight();
    for turn in 0..16 {
        let seat = Seat::new(turn % 4);
        assert_eq!(fight.asked(), Some(seat));
        let before = fight.fighter(seat).hand.len();
        // On the next seat with room: everybody plays on their left as long as that works.
        let on = seat.lap(4).skip(1).find(|&on| fight.fighter(on).stack.len() < 4).unwrap();
        let hand = fight.rig.faces(&fight.fighter(seat).hand);
        let letter = "GAMC".chars().find(|&l| hand.contains(&super::kit::card(l).face())).unwrap();
        fight.play(letter, on);
        if turn < 15 {
            assert_eq!(fight.fighter(seat).hand.len(), before - 1);
        }
    }
    assert_ne!((fight.state().phase, fight.state().round), ("Play", 1));
}

#[test]
fn nbak_16_the_dealer_makes_the_last_play() {
    for seed in 0..5 {
        let mut last = None;
        watch(7, "normal", seed, |state, request, _| match (state.phase, request) {
            ("Play", Request::Choose(seat, _)) => last = Some(*seat),
            ("Reveal", _) => assert_eq!(last, Some(state.dealer)),
            _ => {}
        });
    }
}

#[test]
fn nbak_17_the_first_card_may_not_go_on_oneself() {
    let mut fight = fight();
    fight.take("Gun");
    let why = fight.why_not(A, &place(A, A, true)).unwrap();
    assert_eq!(why, "your first card of a round goes to somebody else");
}

#[test]
fn nbak_18_the_second_card_may_go_on_oneself() {
    let mut fight = fight();
    for on in [B, C, D, A] {
        let letter = if fight.asked() == Some(C) { 'A' } else { 'G' };
        fight.play(letter, on);
    }
    fight.take("Gun");
    assert_eq!(fight.why_not(A, &place(A, A, false)), None);
}

#[test]
fn nbak_19_the_first_card_on_a_target_is_face_up() {
    let mut fight = fight();
    fight.play('G', B);
    let stack = fight.fighter(B).stack.clone();
    assert_eq!(
        stack.iter().map(|&c| fight.public(c)).collect::<Vec<_>>(),
        [Some(Card::Gun.face())]
    );
    assert!(fight.rig.said("A plays Gun face up on B"));
}

#[test]
fn n_a3_the_first_card_on_a_target_cannot_be_hidden() {
    let mut fight = fight();
    fight.take("Gun");
    let why = fight.why_not(A, &place(A, B, false)).unwrap();
    assert_eq!(why, "the first card on B goes face up");
}

#[test]
fn nbak_20_later_cards_are_hidden_from_all_but_their_player() {
    let mut fight = fight();
    fight.play('G', D);
    fight.play('G', D);
    let hidden = fight.fighter(D).stack[1];
    assert_eq!(fight.public(hidden), None);
    for seat in Seat::all(4) {
        let knows = fight.rig.clear.dealer.knowledge(seat).contains_key(&hidden);
        assert_eq!(knows, seat == B, "{seat}");
    }
    assert!(fight.rig.said("B plays a card face down on D"));
}

#[test]
fn nbak_21_a_card_that_may_be_hidden_may_be_shown() {
    let mut fight = fight();
    fight.play('G', D);
    fight.take("Gun");
    fight.pick(B, &format!("{}: Gun", place(B, D, true)));
    let shown = fight.fighter(D).stack[1];
    assert_eq!(fight.public(shown), Some(Card::Gun.face()));
    assert_eq!(fight.fighter(D).shown, [Card::Gun.face(); 2]);
}

#[test]
fn nbak_22_a_target_with_four_cards_takes_no_more() {
    let mut fight = fight();
    for on in [D, D, D, A, D] {
        let seat = fight.asked().unwrap();
        let hand = fight.rig.faces(&fight.fighter(seat).hand);
        let letter = "GA".chars().find(|&l| hand.contains(&super::kit::card(l).face())).unwrap();
        fight.play(letter, on);
    }
    let seat = fight.asked().unwrap();
    for up in [true, false] {
        let why = fight.why_not(seat, &place(seat, D, up)).unwrap();
        assert_eq!(why, "D has four cards already");
    }
}

#[test]
fn nbak_23_nobody_may_pass_or_keep_a_card() {
    watch(4, "normal", 2, |state, request, _| {
        if let (Request::Choose(_, menu), "Play") = (request, state.phase) {
            let plays = |e: &engine::Entry| !e.pass && (e.card.is_some() || e.refused.is_some());
            assert!(menu.entries.iter().all(plays));
        }
        if state.phase == "Reveal" {
            assert!(state.fighters.values().all(|f| f.hand.is_empty()));
        }
    });
}

#[test]
fn nbak_24_bank_and_wounds_leave_room_for_four() {
    let mut fight = Fight::new("CKCKKC", &[&["GGMM", F, Q, Q], &["GGMM", F, Q, Q]]);
    fight.round();
    assert_eq!((fight.wounds(A), fight.money(A)), (1, 2));
    fight.round();
    fight.decline();
    assert_eq!((fight.wounds(A), fight.money(A)), (2, 4));
}

#[test]
fn n_a4_a_first_card_always_has_a_place() {
    for seed in 0..10 {
        watch(4, "normal", seed, |state, request, _| {
            if let (Request::Choose(seat, menu), "Play") = (request, state.phase) {
                let first = state.fighters[*seat].hand.len() == STACK;
                let places = matches!(state.moves[0], Move::Place { .. });
                let free = |entry: &engine::Entry| entry.refused.is_none();
                assert!(!(first && places) || menu.entries.iter().any(free));
            }
        });
    }
}

#[test]
fn n_a5_every_stack_ends_with_exactly_four_cards() {
    for seed in 0..10 {
        watch(5, "normal", seed, |state, request, _| {
            if let (Request::Shuffle(piles), "Reveal") = (request, state.phase) {
                assert_eq!(piles.len(), 5);
                assert!(piles.iter().all(|pile| pile.from.len() == 4));
            }
        });
    }
}

#[test]
fn card_and_target_are_one_question_where_the_menu_stays_short() {
    for (seats, seed) in [(4, 8), (6, 3), (8, 5)] {
        let (mut one, mut two) = (0, 0);
        watch(seats, "normal", seed, |state, request, _| {
            if let (Request::Choose(seat, menu), "Play") = (request, state.phase) {
                let hand = &state.fighters[*seat].hand;
                match state.moves[0] {
                    Move::Pick(_) => assert_eq!(menu.entries.len(), hand.len()),
                    // Every card everywhere, or one card and the way back.
                    _ if !state.moves.contains(&Move::Back) => one += 1,
                    _ => two += 1,
                }
                assert!(menu.entries.len() <= 26, "{} lines", menu.entries.len());
            }
        });
        assert!(one > 0, "{seats} seats");
        assert_eq!(two > 0, seats > 4, "{seats} seats");
    }
}

/// Eight players: the first card of a round is asked about before its place.
fn eight() -> Fight {
    Fight::new("CKCKCKCKKC", &[&[Q, Q, Q, Q, Q, Q, F, F]])
}

#[test]
fn a_card_that_was_taken_can_be_put_back() {
    let mut fight = eight();
    let seat = fight.asked().unwrap();
    fight.take("Gun");
    assert!(fight.rig.entries(seat).iter().any(|entry| entry.ends_with(": Gun")));
    fight.pick(seat, "Choose a different card");
    fight.take("Armor");
    assert!(fight.rig.entries(seat).iter().all(|entry| !entry.ends_with(": Gun")));
}

#[test]
fn nobody_goes_back_for_ever() {
    let mut fight = eight();
    let seat = fight.asked().unwrap();
    for _ in 0..3 {
        fight.take("Gun");
        fight.pick(seat, "Choose a different card");
    }
    fight.take("Gun");
    let why = fight.why_not(seat, "Choose a different card").unwrap();
    assert_eq!(why, "you have gone back 3 times");
}

#[test]
fn a_round_can_be_played_by_taking_cards_first() {
    let mut fight = eight();
    fight.round();
    assert_eq!(fight.state().phase, "Play", "of the second round");
    assert_eq!(fight.state().round, 2);
}
