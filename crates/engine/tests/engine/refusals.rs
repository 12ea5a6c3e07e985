//! An answer that does not fit is refused, says why, and changes nothing.

use engine::{
    Answer, Choice, Duty, Entry, Face, FaceSet, Handle, Menu, Part, Refusal, Request, Seat,
    clear::ClearGame,
};

use crate::common::{A, B, DECK, FACES, begin, refusal, until};

const LOW: [Face; 4] = [Face(1), Face(2), Face(3), Face(4)];

// Passes through every kind of request.
rules!(Tour, |t| {
    let cards = t.create(DECK, FACES);
    t.deck = t.shuffle(cards).await;
    for seat in Seat::all(3) {
        t.hands[seat] = t.deck.drain(..2).collect();
    }
    let mine = t.hands[A].clone();
    t.deal([(A, mine[0]), (A, mine[1])]).await;
    let up = [t.deck[0], t.deck[1]];
    t.reveal(&up).await;
    t.hands[A] = t.remix(vec![(A, mine)]).await.remove(0);
    let hand = t.hands[A].clone();
    t.peek(vec![(B, hand[0])]).await;
    let low: FaceSet = LOW.into_iter().collect();
    let menu = Menu::new("Which?", "")
        .with(Entry::pass("none"))
        .with(Entry::new("never").refuse_if(true, "not in March"))
        .with(Entry::show("any", hand[0], Duty::Any))
        .with(Entry::show("low", hand[0], Duty::Only(low, "only low".into())))
        .with(Entry::show("open", up[0], Duty::Any));
    t.choose(A, menu.clone()).await;
    t.ask_all(vec![(A, menu.clone()), (B, menu.clone())]).await;
    t.ask_until(vec![(A, menu.clone()), (B, menu)]).await;
    t.demand(low, vec![(A, hand), (B, up.to_vec())]).await;
    t.roll_all(&[6, 6]).await;
});

fn at(kind: impl FnMut(&Request) -> bool) -> ClearGame {
    let mut game = begin::<Tour>(2);
    until(&mut game, kind);
    game
}

fn choosing() -> ClearGame {
    at(|r| matches!(r, Request::Choose(..)))
}

fn pick(entry: usize, face: Option<Face>) -> Choice {
    Choice { entry, face }
}

fn reason(refusal: Refusal) -> String {
    let Refusal::NotAllowed(reason) = refusal else { panic!("{refusal:?}") };
    reason.render(&Part::plain)
}

#[test]
fn an_answer_of_another_kind_is_stale_at_every_request() {
    let mut game = begin::<Tour>(2);
    let mut kinds = 0;
    while game.driver.outcome().is_none() {
        let right = game.dealer.clone().answer(&game.driver, |ask| ask.settle(None)).unwrap();
        for wrong in [
            Answer::Done,
            Answer::Faces(vec![Face(1); 2]),
            Answer::Choice(pick(0, None)),
            Answer::Choices(vec![pick(0, None); 2]),
            Answer::Shown(vec![None; 2]),
            Answer::Rolled(vec![0; 2]),
        ] {
            if core::mem::discriminant(&wrong) != core::mem::discriminant(&right) {
                assert_eq!(refusal(&mut game, wrong), Refusal::Stale);
            }
        }
        kinds += 1;
        assert!(game.step(|ask, _| ask.settle(None)));
    }
    assert_eq!(kinds, 10);
}

#[test]
fn nothing_is_taken_once_the_game_is_over() {
    let mut game = begin::<Tour>(2);
    while game.step(|ask, _| ask.settle(None)) {}
    assert_eq!(refusal(&mut game, Answer::Done), Refusal::Over);
}

#[test]
fn an_entry_that_is_not_there_is_refused() {
    assert_eq!(refusal(&mut choosing(), Answer::Choice(pick(5, None))), Refusal::NoSuchEntry);
}

#[test]
fn a_refused_entry_is_refused_with_its_reason() {
    let refused = refusal(&mut choosing(), Answer::Choice(pick(1, None)));
    assert_eq!(refused.to_string(), "not allowed: not in March");
}

#[test]
fn a_card_chosen_to_be_shown_must_be_shown() {
    let refused = refusal(&mut choosing(), Answer::Choice(pick(2, None)));
    assert_eq!(reason(refused), "a card that is chosen to be shown must be shown");
}

#[test]
fn a_face_without_a_card_to_show_is_refused() {
    assert!(matches!(
        refusal(&mut choosing(), Answer::Choice(pick(0, Some(Face(1))))),
        Refusal::NotAllowed(_)
    ));
}

#[test]
fn a_shown_face_outside_the_duty_is_refused_with_its_reason() {
    let refused = refusal(&mut choosing(), Answer::Choice(pick(3, Some(Face(9)))));
    assert_eq!(reason(refused), "only low");
}

#[test]
fn a_public_card_cannot_be_shown_with_another_face() {
    let mut game = choosing();
    let Some(Request::Choose(_, menu)) = game.driver.request() else { panic!("no menu") };
    let real = game.driver.faces().face(menu.entries[4].card.unwrap()).unwrap();
    let other = FACES.into_iter().find(|face| *face != real);
    assert_eq!(refusal(&mut game, Answer::Choice(pick(4, other))), Refusal::Stale);
}

#[test]
fn too_few_or_too_many_faces_are_stale() {
    let mut game = at(|r| matches!(r, Request::Show(c) if c[0].1 == engine::Audience::All));
    for faces in [vec![], vec![Face(1)], vec![Face(1); 3]] {
        assert_eq!(refusal(&mut game, Answer::Faces(faces)), Refusal::Stale);
    }
}

/// Faces that no card of the deck has; the last would be a 1 if only seven bits counted.
const STRANGE: [Face; 3] = [Face(0), Face(10), Face(129)];

#[test]
fn a_face_of_no_card_in_the_deck_is_stale_when_cards_are_shown() {
    let mut game = at(|r| matches!(r, Request::Show(c) if c[0].1 == engine::Audience::All));
    for face in STRANGE {
        assert_eq!(refusal(&mut game, Answer::Faces(vec![Face(1), face])), Refusal::Stale);
    }
}

#[test]
fn a_face_of_no_card_in_the_deck_is_stale_when_it_is_chosen() {
    for face in STRANGE {
        let answer = Answer::Choice(pick(2, Some(face)));
        assert_eq!(refusal(&mut choosing(), answer), Refusal::Stale);
        let mut game = at(|r| matches!(r, Request::Ask(..)));
        let answer = Answer::Choices(vec![pick(2, Some(face)), pick(0, None)]);
        assert_eq!(refusal(&mut game, answer), Refusal::Stale);
    }
}

#[test]
fn a_face_of_no_card_in_the_deck_is_stale_when_it_is_demanded() {
    for face in STRANGE {
        let (mut game, mine, _) = demanded();
        let answer = Answer::Shown(vec![Some((mine[0], face)), None]);
        assert_eq!(refusal(&mut game, answer), Refusal::Stale);
    }
}

// A follows suit to a low lead.
rules!(Follow, |t| {
    let cards = t.create(DECK, FACES);
    t.deck = t.shuffle(cards).await;
    t.hands[A] = t.deck.drain(..3).collect();
    let hand = t.hands[A].clone();
    t.deal(hand.iter().map(|&card| (A, card))).await;
    let duty = Duty::follow(LOW.into_iter().collect(), &hand, "follow low");
    let entries = hand.iter().map(|&card| Entry::show("play", card, duty.clone()));
    t.choose(A, Menu::new("Play", "").with_all(entries)).await;
});

#[test]
fn in_the_clear_a_revoke_is_refused_and_leaves_no_mark() {
    let mut revokes = 0;
    for seed in 0..20 {
        let mut game = begin::<Follow>(seed);
        until(&mut game, |r| matches!(r, Request::Choose(..)));
        let before = engine::check::digest(&game.driver);
        let revoke = |ask: &engine::Ask<'_>| (0..3).find(|entry| !ask.allowed().contains(entry));
        let mut tried = false;
        let taken = game.step(|ask, _| {
            tried = revoke(&ask).is_some();
            revoke(&ask).unwrap_or(0)
        });
        assert_eq!(taken, !tried);
        if tried {
            revokes += 1;
            assert_eq!(engine::check::digest(&game.driver), before);
            assert!(game.step(|ask, _| ask.settle(None)), "and the right card is still taken");
        }
    }
    assert!(revokes > 0);
}

#[test]
fn in_the_clear_an_entry_that_is_not_there_is_refused() {
    let mut game = choosing();
    let before = engine::check::digest(&game.driver);
    assert!(!game.step(|_, _| 9));
    assert_eq!(engine::check::digest(&game.driver), before);
}

#[test]
fn a_private_show_takes_no_faces() {
    let mut game = at(|r| matches!(r, Request::Show(_)));
    assert_eq!(refusal(&mut game, Answer::Faces(vec![Face(1)])), Refusal::Stale);
}

#[test]
fn every_sealed_choice_must_be_opened() {
    let mut game = at(|r| matches!(r, Request::Ask(..)));
    for count in [0, 1, 3] {
        let answer = Answer::Choices(vec![pick(0, None); count]);
        assert_eq!(refusal(&mut game, answer), Refusal::Stale, "{count} of 2");
    }
}

#[test]
fn one_bad_choice_among_sealed_ones_refuses_them_all() {
    let mut game = at(|r| matches!(r, Request::Ask(..)));
    let answer = Answer::Choices(vec![pick(0, None), pick(9, None)]);
    assert_eq!(refusal(&mut game, answer), Refusal::NoSuchEntry);
}

fn window() -> ClearGame {
    at(|r| matches!(r, Request::Ask(engine::Opening::UntilOne, _)))
}

#[test]
fn a_window_must_not_end_with_a_pass_while_others_are_sealed() {
    assert_eq!(refusal(&mut window(), Answer::Choices(vec![pick(0, None)])), Refusal::Stale);
    assert_eq!(refusal(&mut window(), Answer::Choices(vec![])), Refusal::Stale);
}

#[test]
fn a_window_must_not_be_opened_beyond_the_one_who_acts() {
    let answer = Answer::Choices(vec![pick(2, Some(Face(1))), pick(0, None)]);
    assert_eq!(refusal(&mut window(), answer), Refusal::Stale);
}

fn demanded() -> (ClearGame, Vec<Handle>, Vec<Handle>) {
    let game = at(|r| matches!(r, Request::Demand(..)));
    let Some(Request::Demand(_, hands)) = game.driver.request() else { panic!("no demand") };
    let (mine, open) = (hands[0].1.clone(), hands[1].1.clone());
    (game, mine, open)
}

#[test]
fn every_hand_must_meet_a_demand() {
    let (mut game, ..) = demanded();
    assert_eq!(refusal(&mut game, Answer::Shown(vec![None])), Refusal::Stale);
}

#[test]
fn a_demand_is_met_from_the_hand_alone() {
    let (mut game, _, open) = demanded();
    let answer = Answer::Shown(vec![Some((open[0], Face(1))), None]);
    assert_eq!(refusal(&mut game, answer), Refusal::Stale);
}

#[test]
fn a_demand_is_met_with_a_wanted_face_alone() {
    let (mut game, mine, _) = demanded();
    let answer = Answer::Shown(vec![Some((mine[0], Face(9))), None]);
    assert_eq!(refusal(&mut game, answer), Refusal::Stale);
}

#[test]
fn a_hand_with_a_wanted_card_in_the_open_cannot_deny_it() {
    let denied = (0..).find_map(|seed| {
        let mut game = begin::<Tour>(seed);
        until(&mut game, |r| matches!(r, Request::Demand(..)));
        let Some(Request::Demand(wanted, hands)) = game.driver.request() else { return None };
        let open = |c: &Handle| game.driver.faces().face(*c).is_some_and(|f| wanted.contains(f));
        let wanted_lies_open = hands[1].1.iter().any(open);
        wanted_lies_open.then(|| refusal(&mut game, Answer::Shown(vec![None, None])))
    });
    assert_eq!(denied, Some(Refusal::Stale));
}

#[test]
fn a_roll_stays_below_its_bounds_and_answers_each() {
    let mut game = at(|r| matches!(r, Request::Roll(_)));
    for numbers in [vec![6, 0], vec![0, 6], vec![0], vec![0, 0, 0]] {
        assert_eq!(refusal(&mut game, Answer::Rolled(numbers)), Refusal::Stale);
    }
}

#[test]
fn a_refused_answer_does_not_spoil_the_right_one() {
    let mut game = choosing();
    refusal(&mut game, Answer::Choice(pick(5, None)));
    assert_eq!(game.driver.answer(Answer::Choice(pick(0, None))), Ok(()));
}
