//! Rigged games in which every hand and every draw is known.

mod bots;
mod counters;
mod hidden;
mod setup;
mod specials;
mod turns;
mod weights;
mod wilds;

use engine::{
    Game, Options, Seat,
    rig::{Rig, Rigged},
};

use super::{
    Desk, GAME, Open, State,
    cards::{Card, Colour, SUSPECT_FACES, Suspect},
};

const A: Seat = Seat::new(0);
const B: Seat = Seat::new(1);
const C: Seat = Seat::new(2);
const D: Seat = Seat::new(3);

fn options() -> Options {
    Options::parse(GAME.info().options, []).unwrap()
}

/// A letter for a card: small for plain evidence, capital for a counter, `*` Wild, `t` Tamper,
/// `x` Block, `f` Burn.
fn card(letter: char) -> Card {
    match letter {
        '*' => Card::Wild,
        't' => Card::Tamper,
        'x' => Card::Block,
        'f' => Card::Burn,
        _ if letter.is_uppercase() => Card::Counter(colour(letter.to_ascii_lowercase())),
        _ => Card::Plain(colour(letter)),
    }
}

fn colour(letter: char) -> Colour {
    Colour::ALL.into_iter().find(|c| c.name().starts_with(letter)).unwrap()
}

fn letter(open: &Open) -> char {
    "rbgopRBGOP*txf".chars().find(|&letter| card(letter) == open.card).unwrap()
}

/// Deals "suspect hand" to each seat, such as "rbg rR*"; then come the draws. A begins.
fn deal(desks: &[&str], draws: &str) -> Rig {
    let (suspects, hands): (Vec<_>, Vec<_>) =
        desks.iter().map(|desk| desk.split_once(' ').unwrap()).unzip();
    let suspect = |colours: &&str| {
        let wanted: Vec<Colour> = colours.chars().map(colour).collect();
        let shows = |s: &Suspect| s.colours()[..] == wanted[..];
        SUSPECT_FACES.into_iter().filter_map(Suspect::of).find(shows).unwrap().face()
    };
    let cards = hands.iter().flat_map(|hand| hand.chars()).chain(draws.chars());
    let fate = Rigged::new(1)
        .roll(desks.len() as u32 - 1)
        .stack(cards.map(|letter| card(letter).face()))
        .stack(suspects.iter().map(suspect));
    Rig::new(&GAME, desks.len(), &[], fate).unwrap()
}

/// Plays choices in order; "-" lets everybody who is asked pass.
fn run(rig: &mut Rig, choices: &[(Seat, &str)]) {
    for &(seat, words) in choices {
        if words == "-" { rig.pick_all(&[]) } else { rig.pick(seat, words) }.unwrap();
    }
}

/// A lays red and blue in two turns while B, the only rival, throws away such cards.
fn red_and_blue(rig: &mut Rig, throw: &str) {
    for lay in ["Play Red evidence", "Play Blue evidence"] {
        run(rig, &[(A, lay), (B, "-"), (B, throw)]);
    }
}

fn state(rig: &Rig) -> &State {
    rig.state().unwrap()
}

fn desk(rig: &Rig, seat: Seat) -> &Desk {
    &state(rig).desks[seat]
}

/// A seat's hand as letters in the order of the alphabet of `card`.
fn hand(rig: &Rig, seat: Seat) -> String {
    let faces = rig.faces(&desk(rig, seat).hand);
    let mut cards: Vec<Card> = faces.into_iter().filter_map(Card::of).collect();
    cards.sort_unstable();
    let handle = engine::Handle(0);
    cards.iter().map(|&card| letter(&Open { handle, card })).collect()
}

/// What a seat has laid beside each colour, such as "r.*".
fn laid(rig: &Rig, seat: Seat) -> String {
    desk(rig, seat).laid.iter().map(|open| open.as_ref().map_or('.', letter)).collect()
}

/// The discards as letters, the oldest first.
fn discards(rig: &Rig) -> String {
    state(rig).discards.iter().map(letter).collect()
}

/// The seats that are asked now, in order.
fn asked(rig: &Rig) -> Vec<Seat> {
    rig.asked().into_iter().map(|(seat, _)| seat).collect()
}

/// Whether a seat has the turn and is asked what to do with it.
fn has_turn(rig: &Rig, seat: Seat) -> bool {
    asked(rig) == [seat] && rig.asked()[0].1.rule == "SUS-05"
}

/// Why a seat may not choose an entry; empty if it may.
fn refusal(rig: &Rig, seat: Seat, words: &str) -> String {
    rig.why_not(seat, words).unwrap().unwrap_or_default()
}
