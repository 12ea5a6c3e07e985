//! The Play: everybody puts four cards in front of people, one a turn.
//!
//! A play is asked in two menus, the card and then where it goes: eight targets, face up or down,
//! for each of four cards would be 64 lines, more than a person wants to read. The first menu says
//! nothing to the others, since a place in a hand means nothing.

use engine::{Duty, Entry, Face, Handle, Line, Menu, Part, Seat, Table, text};

use super::{Move, STACK, State, choose};

pub(super) async fn play(t: &mut Table<State>) {
    t.phase = "Play";
    // NBAK-15; NBAK-16: the dealer is last in each lap, so also in the last one. NBAK-23: nobody can
    // pass, and the laps end when the hands do.
    for _ in 0..STACK {
        for seat in t.lap() {
            t.turn = Some(seat);
            turn(t, seat).await;
        }
    }
    t.turn = None;
}

async fn turn(t: &mut Table<State>, seat: Seat) {
    let Some(card) = pick(t, seat).await else { return };
    let moves = places(t, seat, card);
    let menu = Menu::new("Play it on whom?", "NBAK-15");
    if let Some(Move::Place { card, on, up }) = choose(t, seat, menu, moves).await {
        t.fighters[seat].hand.retain(|&held| held != card);
        t.fighters[on].stack.push(card);
        let target = if on == seat { text!["themself"] } else { text![on] };
        match t.face(card).filter(|_| up) {
            Some(face) => show(t, seat, on, face, target),
            None => say(t, "NBAK-20", text![seat, " plays a card face down on "], target),
        }
    }
}

/// Which card to play; the last one needs no question.
async fn pick(t: &mut Table<State>, seat: Seat) -> Option<Handle> {
    let hand = t.fighters[seat].hand.clone();
    if hand.len() < 2 {
        return hand.first().copied();
    }
    let moves = hand.iter().map(|&card| (Move::Pick(card), Entry::card("", card))).collect();
    match choose(t, seat, Menu::new("Play which card?", "NBAK-15"), moves).await {
        Some(Move::Pick(card)) => Some(card),
        _ => None,
    }
}

/// Everywhere the card could go, with the reason where it may not. N-A4, N-A5: there is always a place,
/// since there are as many places as cards, and another player's stack has room for a first card.
fn places(s: &State, seat: Seat, card: Handle) -> Vec<(Move, Entry)> {
    let mut moves = Vec::with_capacity(2 * s.seats());
    for on in seat.others(s.seats()).chain([seat]) {
        for up in [false, true] {
            let label = text!["On ", whom(seat, on)];
            // NBAK-21: what may be hidden may be shown.
            let entry = if up {
                Entry::show(label.with(", face up:"), card, Duty::Any).rule("NBAK-21")
            } else {
                Entry::card(label.with(", face down:"), card).rule("NBAK-20")
            };
            let entry = match refusal(s, seat, on, up) {
                Some((rule, reason)) => entry.rule(rule).refuse_if(true, reason),
                // Showing what could be hidden gives something away.
                None if up && !s.fighters[on].stack.is_empty() => entry.weighty(),
                None => entry,
            };
            moves.push((Move::Place { card, on, up }, entry));
        }
    }
    moves
}

/// Why a card may not be played there.
pub(super) fn refusal(s: &State, seat: Seat, on: Seat, up: bool) -> Option<(&'static str, Line)> {
    let stack = s.fighters[on].stack.len();
    // NBAK-17; NBAK-18: only the first card of a round, that is while the hand is whole.
    if on == seat && s.fighters[seat].hand.len() == STACK {
        return Some(("NBAK-17", "your first card of a round goes to somebody else".into()));
    }
    // NBAK-22; NBAK-24: banked cards lie elsewhere and wounds are no cards.
    if stack >= STACK {
        let full = if on == seat { text!["you have"] } else { text![on, " has"] };
        return Some(("NBAK-22", full.with(" four cards already")));
    }
    // NBAK-19; N-A3: it may not be hidden.
    if stack == 0 && !up {
        return Some(("NBAK-19", text!["the first card on ", whom(seat, on), " goes face up"]));
    }
    None
}

/// Somebody, as `seat` reads it.
fn whom(seat: Seat, on: Seat) -> Part {
    if on == seat { "yourself".into() } else { on.into() }
}

fn show(t: &mut Table<State>, seat: Seat, on: Seat, face: Face, target: Line) {
    t.fighters[on].shown.push(face);
    let first = t.fighters[on].stack.len() == 1;
    let rule = if first { "NBAK-19" } else { "NBAK-21" };
    say(t, rule, text![seat, " plays ", face, " face up on "], target);
}

fn say(t: &mut Table<State>, rule: &'static str, mut text: Line, target: Line) {
    text.0.extend(target.0);
    t.say(rule, text);
}
