//! Rule tests, one fact each. E deals the first hand, so A speaks first.
//!
//! Cards are written as suit and rank: `kA` is the Ace of Knives, `cG` the Ghost of Clubs, `dX` the
//! special card of Diamonds.

use engine::{
    Face, Handle, Seat,
    rig::{Rig, Rigged},
};

use super::{Card, Contract, GAME, Rank, Round, State, Suit, setup::SEATS};

mod auction;
mod banker;
mod bot;
mod scoring;
mod setup;
mod simplified;
mod specials;
mod tricks;
mod weights;
mod whole;

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);
const C: Seat = Seat::new(2);
const D: Seat = Seat::new(3);
const E: Seat = Seat::new(4);

fn card(code: &str) -> Card {
    let (suit, rank) = code.split_at(1);
    let suit = match suit {
        "k" => Suit::Knives,
        "c" => Suit::Clubs,
        "d" => Suit::Diamonds,
        "h" => Suit::Hearts,
        "s" => Suit::Spades,
        _ => panic!("no suit {code}"),
    };
    let rank = match rank {
        "G" => Rank::Ghost,
        "2" => Rank::Two,
        "3" => Rank::Three,
        "4" => Rank::Four,
        "5" => Rank::Five,
        "6" => Rank::Six,
        "7" => Rank::Seven,
        "A" => Rank::Ace,
        "X" => Rank::Special,
        "M" => Rank::Maid,
        "J" => Rank::Jack,
        "Q" => Rank::Queen,
        "K" => Rank::King,
        _ => panic!("no rank {code}"),
    };
    Card::new(suit, rank)
}

fn cards(codes: &str) -> Vec<Card> {
    codes.split_whitespace().map(card).collect()
}

fn name(code: &str) -> &'static str {
    card(code).info().name
}

/// A game in which A to E and the bank get these cards; what is missing is filled with what is left.
fn dealt_with(options: &[(&str, &str)], hands: [&str; 6]) -> Rig {
    let named: Vec<Card> = hands.iter().flat_map(|hand| cards(hand)).collect();
    let all = Suit::ALL.into_iter().flat_map(Suit::cards);
    let mut rest = all.filter(|card| !named.contains(card));
    let mut deck: Vec<Face> = Vec::new();
    for (i, hand) in hands.iter().enumerate() {
        let size = if i < SEATS { 6 } else { 2 };
        let mut hand = cards(hand);
        while hand.len() < size {
            hand.push(rest.next().unwrap());
        }
        deck.extend(hand.iter().map(|card| card.face()));
    }
    let fate = Rigged::new(1).roll(E.index() as u32).stack(deck);
    Rig::new(&GAME, SEATS, options, fate).unwrap()
}

/// The same with hands that are played to their end, also if that changes nothing.
fn dealt(hands: [&str; 6]) -> Rig {
    dealt_with(&[("play-on", "on")], hands)
}

/// Two cards as the menu names them together.
fn both(codes: [&str; 2]) -> String {
    let mut cards = codes.map(card);
    cards.sort_by_key(|card| card.face());
    cards.map(|card| card.info().name).join(", ")
}

/// The dealer declares, A takes, and puts these two cards down.
fn bank_of_a(hands: [&str; 6], declared: &str, down: [&str; 2]) -> Rig {
    let mut rig = dealt(hands);
    rig.pick(E, declared).unwrap();
    rig.pick(A, &format!("Take the bank ({declared})")).unwrap();
    rig.pick(A, &both(down)).unwrap();
    rig
}

/// B to E hold no Ghost of Clubs unless they are given one; A goes for broke and discards two cards.
fn broke_of_a(options: &[(&str, &str)], hands: [&str; 6], discard: [&str; 2]) -> Rig {
    let mut rig = dealt_with(options, hands);
    rig.pick(E, "Clubs").unwrap();
    rig.pick(A, "Take the bank and go for broke (Clubs)").unwrap();
    rig.pick(A, &both(discard)).unwrap();
    rig
}

/// The dancer gives a card to a partner, who gives one back.
fn dance(rig: &mut Rig, dancer: Seat, gives: &str, partner: Seat, answer: &str) {
    let with = ["A", "B", "C", "D", "E"][partner.index()];
    rig.pick(dancer, &format!("Give {with} {}", name(gives))).unwrap();
    rig.pick(partner, &format!("Give {}", name(answer))).unwrap();
}

/// Four passes, and then the dealer's word; `declared` is in force.
fn all_pass(hands: [&str; 6], declared: &str, dealer: &str) -> Rig {
    let mut rig = four_pass(hands, declared);
    rig.pick(E, dealer).unwrap();
    rig
}

/// Four passes; the dealer is asked, and `declared` is in force.
fn four_pass(hands: [&str; 6], declared: &str) -> Rig {
    let mut rig = dealt(hands);
    let other = if declared == "Clubs" { "Hearts" } else { "Clubs" };
    rig.pick(E, declared).unwrap();
    for (seat, call) in [(A, other), (B, declared), (C, other), (D, declared)] {
        rig.pick(seat, &format!("Pass and declare {call}")).unwrap();
    }
    rig
}

/// Plays cards, such as "B cK C cG".
fn play(rig: &mut Rig, plays: &str) {
    let words: Vec<&str> = plays.split_whitespace().collect();
    for pair in words.chunks(2) {
        let seat = Seat::new(pair[0].as_bytes()[0] - b'A');
        rig.pick(seat, name(pair[1])).unwrap();
    }
}

fn state(rig: &Rig) -> &State {
    rig.state().unwrap()
}

fn round(rig: &Rig) -> &Round {
    &state(rig).round
}

fn hand(rig: &Rig, seat: Seat) -> Vec<Handle> {
    round(rig).hands[seat].clone()
}

/// The cards of a hand, in order.
fn holds(rig: &Rig, seat: Seat) -> Vec<Card> {
    let mut cards: Vec<Card> =
        rig.faces(&round(rig).hands[seat]).into_iter().map(Card::of).collect();
    cards.sort();
    cards
}

/// How many of these cards a seat can name, by its own knowledge or because all can.
fn knows(rig: &Rig, seat: Seat, cards: &[Handle]) -> usize {
    let known = rig.clear.dealer.knowledge(seat);
    let public = rig.clear.driver.faces();
    cards.iter().filter(|card| known.contains_key(card) || public.face(**card).is_some()).count()
}

fn asked(rig: &Rig) -> Vec<Seat> {
    rig.asked().into_iter().map(|(seat, _)| seat).collect()
}

/// Plays on with first allowed entries until the hand is over; `seat` keeps `last` to the end.
fn finish_hand(rig: &mut Rig, seat: Seat, last: Option<Card>) {
    let number = state(rig).number;
    while rig.clear.driver.outcome().is_none() && state(rig).number == number {
        rig.clear.step(|ask, _| {
            let kept = |entry: &usize| {
                let card = ask.menu.entries[*entry].card.and_then(|card| ask.face(card));
                ask.seat == seat && card.is_some() && card == last.map(Card::face)
            };
            let allowed = ask.allowed();
            *allowed.iter().find(|entry| !kept(entry)).unwrap_or(&allowed[0])
        });
        let events = rig.clear.driver.take_events();
        rig.events.extend(events);
    }
}
