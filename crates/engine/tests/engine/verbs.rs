//! What each verb does to cards and to what seats know.

use std::collections::BTreeSet;

use engine::{
    Answer, Audience, Choice, Entry, Face, FaceSet, Handle, Menu, Request, Seat, check::conserved,
    clear::ClearGame,
};

use crate::common::{A, B, C, DECK, FACES, State, begin, note, until};

rules!(Hands, |t| {
    let cards = t.create(DECK, FACES);
    t.deck = t.shuffle(cards).await;
    for seat in Seat::all(3) {
        t.hands[seat] = t.deck.drain(..2).collect();
    }
    let dealt: Vec<_> = t.hands.iter().flat_map(|(s, h)| h.iter().map(move |&c| (s, c))).collect();
    t.deal(dealt).await;
    // A card goes from A to B face down.
    let given = t.hands[A].remove(0);
    t.hands[B].push(given);
    let hand = t.hands[B].clone();
    t.hands[B] = t.remix(vec![(B, hand)]).await.remove(0);
    let look = t.hands[A][0];
    t.peek(vec![(C, look)]).await;
    let up = t.hands[C].clone();
    t.reveal(&up).await;
    let out = t.hands[C].remove(0);
    t.retire(&[out]);
    t.note = format!("{}", t.roll_all(&[2, 3, 5]).await.len());
});

fn state(game: &ClearGame) -> &State {
    (game.driver.state() as &dyn core::any::Any).downcast_ref().unwrap()
}

/// The faces a seat knows among these cards.
fn known(game: &ClearGame, seat: Seat, cards: &[Handle]) -> Vec<Face> {
    let knowledge = game.dealer.knowledge(seat);
    cards.iter().filter_map(|card| knowledge.get(card).copied()).collect()
}

fn at(kind: impl FnMut(&Request) -> bool) -> ClearGame {
    let mut game = begin::<Hands>(4);
    until(&mut game, kind);
    game
}

fn step(game: &mut ClearGame) {
    assert!(game.step(|ask, _| ask.settle(None)));
}

#[test]
fn new_cards_are_face_up() {
    let game = begin::<Hands>(4);
    let Some(Request::Shuffle(piles)) = game.driver.request() else { panic!("no shuffle") };
    let up: Vec<_> = piles[0].from.iter().filter_map(|&c| game.driver.faces().face(c)).collect();
    assert_eq!(up, FACES);
}

#[test]
fn a_shuffle_gives_new_cards_that_nobody_knows() {
    let mut game = begin::<Hands>(4);
    step(&mut game);
    let live: Vec<_> = game.driver.faces().live().collect();
    assert_eq!(live, (9..18).map(Handle).collect::<Vec<_>>());
    assert!(live.iter().all(|&card| game.driver.faces().face(card).is_none()));
    assert!(Seat::all(3).all(|seat| game.dealer.knowledge(seat).is_empty()));
}

#[test]
fn a_shuffle_keeps_the_faces() {
    let mut game = begin::<Hands>(4);
    step(&mut game);
    let faces: BTreeSet<_> =
        game.driver.faces().live().filter_map(|c| game.dealer.face(&game.driver, c)).collect();
    assert_eq!(faces, FACES.into_iter().collect());
}

#[test]
fn dealt_cards_are_known_to_their_seat_alone() {
    let game = at(|r| matches!(r, Request::Remix(_)));
    let hand = &state(&game).hands[C];
    assert_eq!([A, B, C].map(|seat| known(&game, seat, hand).len()), [0, 0, 2]);
}

#[test]
fn a_remixed_hand_is_new_cards_that_its_owner_knows() {
    let mut game = at(|r| matches!(r, Request::Remix(_)));
    let before = state(&game).hands[B].clone();
    step(&mut game);
    let after = &state(&game).hands[B];
    assert!(after.iter().all(|card| !before.contains(card)));
    assert_eq!(known(&game, B, after).len(), 3);
}

#[test]
fn a_card_given_face_down_is_lost_to_its_giver() {
    let mut game = at(|r| matches!(r, Request::Remix(_)));
    step(&mut game);
    assert!(known(&game, A, &state(&game).hands[B]).is_empty());
    assert_eq!(game.dealer.knowledge(A).len(), 1, "what left the game is forgotten");
}

#[test]
fn a_remix_keeps_the_faces_of_the_hand() {
    let mut game = at(|r| matches!(r, Request::Remix(_)));
    let faces = |game: &ClearGame| -> BTreeSet<_> {
        let hand = &state(game).hands[B];
        hand.iter().filter_map(|&c| game.dealer.face(&game.driver, c)).collect()
    };
    let before = faces(&game);
    step(&mut game);
    assert_eq!(faces(&game), before);
}

#[test]
fn a_peek_tells_one_more_seat() {
    let mut game = at(|r| matches!(r, Request::Peek(_)));
    step(&mut game);
    let hand = &state(&game).hands[A];
    assert_eq!([A, B, C].map(|seat| known(&game, seat, hand).len()), [1, 0, 1]);
}

#[test]
fn revealed_cards_are_public() {
    let shown = |r: &Request| matches!(r, Request::Show(c) if c[0].1 == Audience::All);
    let mut game = at(shown);
    let hand = state(&game).hands[C].clone();
    step(&mut game);
    assert!(game.driver.faces().face(hand[1]).is_some());
}

#[test]
fn a_retired_card_leaves_the_game() {
    let game = at(|r| matches!(r, Request::Roll(_)));
    assert_eq!(game.driver.faces().live().count(), 8);
    conserved(&game.driver).unwrap();
}

#[test]
fn every_bound_gets_its_number() {
    let mut game = at(|r| matches!(r, Request::Roll(_)));
    step(&mut game);
    assert_eq!(note(&game), "3");
}

rules!(Nothing, |t| {
    t.shuffle(vec![]).await;
    t.remix(vec![(A, vec![])]).await;
    t.peek(vec![]).await;
    t.reveal(&[]).await;
    t.ask_all(vec![]).await;
    t.demand(FaceSet::ALL, vec![]).await;
    t.roll_all(&[]).await;
    let open = t.create(DECK, [Face(1)]);
    t.deck = open.clone();
    // Everybody has seen it already.
    t.reveal(&open).await;
    t.peek(vec![(A, open[0])]).await;
});

#[test]
fn a_request_for_nothing_asks_nobody() {
    assert!(begin::<Nothing>(1).driver.outcome().is_some());
}

/// Seats C, A, B are asked in this order.
fn window() -> Vec<(Seat, Menu)> {
    let menu = Menu::new("React?", "").with(Entry::pass("no")).with(Entry::new("yes"));
    [C, A, B].map(|seat| (seat, menu.clone())).to_vec()
}

rules!(Until, |t| {
    t.note = match t.ask_until(window()).await {
        Some((seat, choice)) => format!("{seat} chose {}", choice.entry),
        None => "nobody".into(),
    };
});

rules!(All, |t| {
    let choices = t.ask_all(window()).await;
    t.note = format!("{:?}", choices.iter().map(|c| c.entry).collect::<Vec<_>>());
});

fn entries(entries: &[usize]) -> Answer {
    Answer::Choices(entries.iter().map(|&entry| Choice { entry, face: None }).collect())
}

#[test]
fn a_window_stops_at_the_first_who_acts() {
    let mut game = begin::<Until>(1);
    game.driver.answer(entries(&[0, 1])).unwrap();
    assert_eq!(note(&game), "seat 1 chose 1");
}

#[test]
fn a_window_in_which_all_pass_is_nobodys() {
    let mut game = begin::<Until>(1);
    game.driver.answer(entries(&[0, 0, 0])).unwrap();
    assert_eq!(note(&game), "nobody");
}

#[test]
fn the_last_one_asked_can_act() {
    let mut game = begin::<Until>(1);
    game.driver.answer(entries(&[0, 0, 1])).unwrap();
    assert_eq!(note(&game), "seat 2 chose 1");
}

#[test]
fn choices_after_the_one_who_acts_stay_sealed() {
    let mut game = begin::<Until>(1);
    let mut asked = Vec::new();
    game.step(|ask, _| {
        asked.push(ask.seat);
        1
    });
    assert_eq!(asked, [C, A, B], "everybody is asked all the same");
    assert_eq!(game.answers(), [entries(&[1])]);
}

#[test]
fn sealed_choices_come_in_the_order_of_asking() {
    let mut game = begin::<All>(1);
    game.driver.answer(entries(&[1, 0, 1])).unwrap();
    assert_eq!(note(&game), "[1, 0, 1]");
}

rules!(Demand, |t| {
    let cards = t.create(DECK, FACES);
    let cards = t.shuffle(cards).await;
    for seat in Seat::all(3) {
        t.hands[seat] = cards[seat.index() * 3..][..3].to_vec();
    }
    let hands: Vec<_> = t.hands.iter().map(|(s, h)| (s, h.clone())).collect();
    let dealt: Vec<_> = t.hands.iter().flat_map(|(s, h)| h.iter().map(move |&c| (s, c))).collect();
    t.deal(dealt).await;
    let shown = t.demand(FaceSet::only(Face(7)), hands).await;
    let faces: Vec<_> = shown.iter().flatten().map(|&card| t.face(card)).collect();
    t.note = format!("{} {faces:?}", shown.len());
});

#[test]
fn a_demand_turns_up_the_one_card_and_none_from_the_others() {
    for seed in 0..20 {
        let mut game = begin::<Demand>(seed);
        until(&mut game, |r| matches!(r, Request::Demand(..)));
        step(&mut game);
        assert_eq!(note(&game), "3 [Some(Face(7))]", "seed {seed}");
    }
}

rules!(Talk, |t| {
    t.say("R-1", "first");
    t.roll(2).await;
    t.say("R-2", "second");
});

#[test]
fn what_was_said_is_taken_once() {
    let mut game = begin::<Talk>(1);
    let mut said = || game.driver.take_events().iter().map(|e| e.rule).collect::<Vec<_>>();
    assert_eq!(said(), ["R-1"]);
    assert_eq!(said(), [""; 0]);
    step(&mut game);
    assert_eq!(game.driver.take_events().len(), 1);
}
