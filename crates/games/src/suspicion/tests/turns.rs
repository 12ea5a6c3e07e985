use engine::{
    Ask, Board, BySeat, Face, FaceInfo, GameInfo, Options, Outcome, Playable, Player, Rules, Table,
};

use super::*;
use crate::suspicion::{Suspicion, draw, turn};

#[test]
fn sus_05_a_turn_offers_to_play_or_discard_each_card() {
    let rig = deal(&["rbg r*p", "rbo ppp"], "");
    let offered = [
        "Play Red evidence",
        "Play Wild",
        "Play Pink evidence",
        "Discard Red evidence",
        "Discard Wild",
        "Discard Pink evidence",
    ];
    assert_eq!(rig.entries(A), offered);
}

#[test]
fn sus_05_one_discard_is_the_whole_turn() {
    let mut rig = deal(&["rbg rbg", "rbo ppp"], "o");
    run(&mut rig, &[(A, "Discard Red evidence")]);
    assert!(has_turn(&rig, B));
    assert_eq!((discards(&rig), hand(&rig, A)), ("r".into(), "bgo".into()));
}

#[test]
fn sus_06_evidence_lies_face_up_beside_its_colour() {
    let mut rig = deal(&["rbg gpp", "rbo ppp"], "");
    run(&mut rig, &[(A, "Play Green evidence")]);
    assert_eq!(laid(&rig, A), "..g");
    let open = desk(&rig, A).laid[2].unwrap();
    assert_eq!(rig.clear.driver.faces().face(open.handle), Some(card('g').face()));
}

#[test]
fn s_a11_evidence_of_no_own_colour_can_only_be_discarded() {
    let rig = deal(&["rbg opP", "rbo ppp"], "");
    assert_eq!(refusal(&rig, A, "Play Orange evidence"), "your suspect shows no orange");
    assert_eq!(refusal(&rig, A, "Play Pink counter"), "your suspect shows no pink");
    assert_eq!(refusal(&rig, A, "Discard Orange evidence"), "");
}

#[test]
fn s_a10_a_covered_colour_takes_no_second_card() {
    let mut rig = deal(&["rbg rrR", "rbo ppp"], "o");
    run(&mut rig, &[(A, "Play Red evidence"), (B, "-"), (B, "Discard")]);
    let reason = "your red is covered already";
    assert_eq!(refusal(&rig, A, "Play Red evidence"), reason);
    assert_eq!(refusal(&rig, A, "Play Red counter"), reason);
}

#[test]
fn sus_07_a_counter_can_be_laid_as_evidence() {
    let mut rig = deal(&["rbg Rpp", "rbo ppp"], "");
    run(&mut rig, &[(A, "Play Red counter"), (B, "-")]);
    assert_eq!(laid(&rig, A), "R..");
}

#[test]
fn sus_08_the_hand_is_drawn_back_to_three_after_playing() {
    let mut rig = deal(&["rbg rpp", "rbo ppp"], "o");
    run(&mut rig, &[(A, "Play Red evidence"), (B, "-")]);
    assert_eq!(hand(&rig, A), "opp");
    assert!(rig.said("A draws a card"));
}

#[test]
fn sus_09_moving_a_wild_draws_nothing() {
    let mut rig = deal(&["rbg *pp", "rbo ppp"], "oo");
    run(&mut rig, &[(A, "Play Wild"), (A, "red"), (B, "-"), (B, "Discard")]);
    let (pile, before) = (state(&rig).pile.clone(), desk(&rig, A).hand.clone());
    run(&mut rig, &[(A, "Move your Wild from red to blue"), (B, "-")]);
    assert_eq!((&state(&rig).pile, &desk(&rig, A).hand), (&pile, &before));
}

#[test]
fn sus_09_discarding_a_block_draws_nothing() {
    let mut rig = deal(&["rbg xpp", "rbo ppo"], "gg");
    let before = desk(&rig, B).hand.clone();
    run(&mut rig, &[(A, "Play Block"), (B, "-")]);
    assert!(has_turn(&rig, A));
    assert_eq!(desk(&rig, B).hand, before);
    assert_eq!(state(&rig).pile.len(), 72 - 6 - 1);
}

#[test]
fn s_a16_all_discards_stay_open() {
    let mut rig = deal(&["rbg ppp", "rbo ppg", "rbp ggg"], "oooooo");
    run(&mut rig, &[(A, "Discard"), (B, "Discard Green"), (C, "Discard")]);
    let faces = rig.clear.driver.faces();
    assert!(state(&rig).discards.iter().all(|d| faces.face(d.handle) == Some(d.card.face())));
    let board = rig.clear.driver.board();
    let pile = board.piles.iter().find(|pile| pile.name == "discards").unwrap();
    assert!(!pile.is_closed());
    // The newest lies on top.
    assert_eq!(pile.cards().next(), state(&rig).discards.last().map(|open| open.handle));
}

#[test]
fn s_a14_an_empty_pile_is_made_anew_from_the_discards() {
    let mut rig = deal(&["rbg ppp", "rbo ppp"], "");
    let mut turns = [A, B].into_iter().cycle();
    while !state(&rig).pile.is_empty() {
        rig.pick(turns.next().unwrap(), "Discard").unwrap();
    }
    assert_eq!(state(&rig).discards.len(), 66);
    rig.pick(turns.next().unwrap(), "Discard").unwrap();
    assert!(state(&rig).discards.is_empty());
    assert_eq!(state(&rig).pile.len(), 67 - 1);
    assert!(rig.said("S-A14"));
}

/// The same game where all cards are gone: but two in the hand of A, and then those too.
struct Dry;

impl Rules for Dry {
    type State = State;
    const INFO: GameInfo = Suspicion::INFO;

    fn start(seats: usize, options: &Options) -> State {
        Suspicion::start(seats, options)
    }

    async fn play(t: &mut Table<State>) -> Outcome {
        let cards = t.create(crate::suspicion::cards::EVIDENCE, [card('r').face(); 2]);
        t.desks[A].hand = cards.clone();
        draw::refill(t, A).await;
        let held = t.desks[A].hand == cards;
        t.desks[A].hand.clear();
        turn::take(t, A).await;
        draw::refill(t, A).await;
        Outcome { scores: BySeat::new(2, |_| i64::from(held)), ..Outcome::default() }
    }

    fn board(state: &State) -> Board {
        Suspicion::board(state)
    }

    fn face(face: Face) -> FaceInfo {
        Suspicion::face(face)
    }

    fn bot(seat: Seat, seed: u64) -> impl Player<State> + Clone {
        Suspicion::bot(seat, seed)
    }

    fn autopilot(ask: &Ask<'_>, state: &State) -> usize {
        Suspicion::autopilot(ask, state)
    }
}

#[test]
fn s_a14_with_neither_pile_nor_discards_play_goes_on_without_drawing() {
    let mut driver = Playable::<Dry>::new().start(2, &options()).unwrap();
    // Nothing was asked for: no shuffle, no card, no menu without entries.
    let outcome = driver.outcome().expect("the game got stuck").clone();
    assert_eq!(outcome.scores[A], 1, "the hand stays as it is");
    let said = driver.take_events();
    assert_eq!(said.iter().map(|event| event.rule).collect::<Vec<_>>(), ["S-A14"]);
}

#[test]
fn sus_33_the_first_with_three_colours_wins() {
    let mut rig = deal(&["rbg rbg", "rbo ppp"], "");
    red_and_blue(&mut rig, "Discard");
    run(&mut rig, &[(A, "Play Green evidence"), (B, "-")]);
    let outcome = rig.clear.driver.outcome().unwrap();
    assert_eq!(outcome.winners, [A]);
    assert_eq!(outcome.scores.values().copied().collect::<Vec<_>>(), [3, 0]);
    assert!(rig.said("A arrests Suspect 1 (red, blue, green)"));
}
