//! The Play: everybody puts four cards in front of players, one a turn.
//!
//! Card and target are asked in one menu if that fits on a small screen. If not, the card comes first and
//! then where it goes, with a way back: eight targets, face up or down, for each of four cards would be
//! 64 lines. The first of two menus tells the others nothing, since a place in a hand means nothing.

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

/// As many lines as a small screen has for a menu.
const FITS: usize = 26;
/// How often a player may go back to choosing the card in one turn: each step costs everybody time.
const BACKS: usize = 3;

async fn turn(t: &mut Table<State>, seat: Seat) {
    t.backs = 0;
    let mut hand = t.fighters[seat].hand.clone();
    while !hand.is_empty() {
        let mut moves = places(t, seat, &hand);
        if moves.len() > FITS {
            hand = pick(t, seat).await;
            moves = places(t, seat, &hand);
        }
        let title = match hand[..] {
            [card] => text!["Play ", card, " on whom?"],
            _ => text!["Play which card, and on whom?"],
        };
        if hand.len() < t.fighters[seat].hand.len() {
            let back = Entry::new("Choose a different card").takes_back();
            let often = text!["you have gone back ", BACKS, " times"];
            moves.push((Move::Back, back.refuse_if(t.backs >= BACKS, often)));
        }
        match choose(t, seat, Menu::new(title, "NBAK-15"), moves).await {
            Some(Move::Place { card, on, up }) => return lay(t, seat, card, on, up),
            _ => {
                t.backs += 1;
                hand = t.fighters[seat].hand.clone();
            }
        }
    }
}

/// Puts the card before somebody.
fn lay(t: &mut Table<State>, seat: Seat, card: Handle, on: Seat, up: bool) {
    t.fighters[seat].hand.retain(|&held| held != card);
    t.fighters[on].stack.push(card);
    let target = if on == seat { text!["themself"] } else { text![on] };
    match t.face(card).filter(|_| up) {
        Some(face) => show(t, seat, on, face, target),
        None => say(t, "NBAK-20", text![seat, " plays a card face down on "], target),
    }
}

/// Which card to play.
async fn pick(t: &mut Table<State>, seat: Seat) -> Vec<Handle> {
    let hand = t.fighters[seat].hand.clone();
    let moves = hand.iter().map(|&card| (Move::Pick(card), Entry::card("", card))).collect();
    match choose(t, seat, Menu::new("Play which card?", "NBAK-15"), moves).await {
        Some(Move::Pick(card)) => vec![card],
        _ => hand,
    }
}

/// Everywhere these cards could go; where none may, the reason is listed once. N-A4, N-A5: there is
/// always a place, since there are as many places as cards, and another player's stack has room for a
/// first card.
fn places(s: &State, seat: Seat, cards: &[Handle]) -> Vec<(Move, Entry)> {
    let mut moves = Vec::new();
    let Some(&any) = cards.first() else { return moves };
    for on in seat.others(s.seats()).chain([seat]) {
        for up in [false, true] {
            let label = text!["On ", whom(seat, on), if up { ", face up" } else { ", face down" }];
            if let Some((rule, reason)) = refusal(s, seat, on, up) {
                let closed = Entry::new(label).rule(rule).refuse_if(true, reason);
                moves.push((Move::Place { card: any, on, up }, closed));
                continue;
            }
            let label = label.with(":");
            // Showing a card that could be hidden gives information away.
            let gives_away = up && !s.fighters[on].stack.is_empty();
            moves.extend(cards.iter().map(|&card| {
                // NBAK-21: a card that may be hidden may be shown.
                let entry = match up {
                    true => Entry::show(label.clone(), card, Duty::Any).rule("NBAK-21"),
                    false => Entry::card(label.clone(), card).rule("NBAK-20"),
                };
                let entry = if gives_away { entry.weighty() } else { entry };
                (Move::Place { card, on, up }, entry)
            }));
        }
    }
    moves
}

/// Why a card may not be played there.
pub(super) fn refusal(s: &State, seat: Seat, on: Seat, up: bool) -> Option<(&'static str, Line)> {
    let stack = s.fighters[on].stack.len();
    // NBAK-17; NBAK-18: only the first card of a round, that is while the hand is complete.
    if on == seat && s.fighters[seat].hand.len() == STACK {
        return Some(("NBAK-17", "your first card of a round goes to somebody else".into()));
    }
    // NBAK-22; NBAK-24: banked cards and wounds do not count.
    if stack >= STACK {
        let full = if on == seat { text!["you have"] } else { text![on, " has"] };
        return Some(("NBAK-22", full.with(" four cards already")));
    }
    // NBAK-19; N-A3: the first card may not be hidden.
    if stack == 0 && !up {
        return Some(("NBAK-19", text!["the first card on ", whom(seat, on), " goes face up"]));
    }
    None
}

/// How `seat` reads a target.
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
    text.extend(target.parts().iter().cloned());
    t.say(rule, text);
}
