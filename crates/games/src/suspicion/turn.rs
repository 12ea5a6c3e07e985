//! A turn: exactly one of the things that can be done (SUS-05).

use engine::{Duty, Entry, Face, FaceSet, Line, Menu, Reasons, Seat, Table, parts, text};

use super::{
    Stage, State,
    cards::{Card, Colour},
    evidence, specials,
};

/// What a turn can be spent on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Lay or use the card at this place in the hand.
    Play(usize),
    /// Discard the card at this place in the hand.
    Discard(usize),
    /// Move an own Wild from one colour to another.
    Recolour(Colour, Colour),
}

/// The seat does one thing. Afterwards everything is settled, and nobody has drawn yet.
pub async fn take(t: &mut Table<State>, seat: Seat) {
    t.turn = seat;
    t.turns += 1;
    t.stage = Stage::Turn;
    // SUS-21, SUS-22: there is nothing else a blocked seat could do, so it is not asked.
    if let Some(block) = t.desks[seat].block.take() {
        t.say("SUS-21", parts![seat, " spends the turn discarding the Block"]);
        t.discards.push(block);
        return;
    }
    let actions = actions(t, seat);
    if actions.is_empty() {
        // S-A14: a seat that could not draw has nothing to do, and play goes on.
        t.say("S-A14", parts![seat, " has no card to play"]);
        return;
    }
    let choice = t.choose(seat, menu(t, seat, &actions)).await;
    match actions[choice.entry] {
        Action::Play(at) => play(t, seat, at, choice.face).await,
        Action::Discard(at) => discard(t, seat, at, choice.face),
        Action::Recolour(from, to) => evidence::recolour(t, seat, from, to).await,
    }
    let settled = std::mem::take(&mut t.played);
    t.discards.extend(settled);
}

/// The actions of an unblocked seat, as far as the public can tell.
pub fn actions(s: &State, seat: Seat) -> Vec<Action> {
    let desk = &s.desks[seat];
    let hand = 0..desk.hand.len();
    let wilds = desk.evidence().filter(|(_, open)| open.card == Card::Wild);
    let moves =
        wilds.flat_map(|(from, _)| desk.open_colours().map(move |to| Action::Recolour(from, to)));
    hand.clone().map(Action::Play).chain(hand.map(Action::Discard)).chain(moves).collect()
}

fn menu(s: &State, seat: Seat, actions: &[Action]) -> Menu {
    let (faces, reasons) = playable(s, seat);
    let hand = &s.desks[seat].hand;
    let entry = |action: &Action| match *action {
        Action::Play(at) => {
            Entry::show("Play", hand[at], Duty::Only(faces, reasons.clone())).rule("SUS-06")
        }
        // Discarding a card that could be played is seldom intended.
        Action::Discard(at) => Entry::show("Discard", hand[at], Duty::Any).weighty_with(faces),
        // S-A13: the Wild can be countered once more, and nothing is gained that was not there.
        Action::Recolour(from, to) => {
            Entry::new(text!["Move your Wild from ", from.name(), " to ", to.name()])
                .rule("SUS-31")
                .weighty()
        }
    };
    Menu::new("Play or discard a card", "SUS-05").with_all(actions.iter().map(entry))
}

/// The faces that can be played now, and why each of the others cannot.
fn playable(s: &State, seat: Seat) -> (FaceSet, Reasons) {
    let closed: Vec<(Face, Line)> = Card::ALL
        .iter()
        .filter_map(|&card| Some((card.face(), unplayable(s, seat, card)?)))
        .collect();
    let faces = Card::ALL.iter().map(|card| card.face());
    let open = faces.filter(|face| closed.iter().all(|(other, _)| other != face)).collect();
    (open, closed.into_iter().map(|(face, reason)| (FaceSet::only(face), reason)).collect())
}

/// Why a card cannot be played now, whoever holds it.
fn unplayable(s: &State, seat: Seat, card: Card) -> Option<Line> {
    let desk = &s.desks[seat];
    match card {
        // SUS-06, S-A10, S-A11: open colours of the own suspect; SUS-07: with the symbol or without.
        Card::Plain(colour) | Card::Counter(colour) => {
            if desk.open_colours().any(|open| open == colour) {
                None
            } else if desk.colours().any(|shown| shown == colour) {
                Some(text!["your ", colour.name(), " is covered already"])
            } else {
                Some(text!["your suspect shows no ", colour.name()])
            }
        }
        // SUS-28: somebody who has not won has an open colour for a Wild.
        Card::Wild => None,
        Card::Tamper | Card::Block | Card::Burn if !specials::targets(s, card).is_empty() => None,
        // S-A8
        Card::Tamper => Some("no rival has evidence to tamper with".into()),
        Card::Burn => Some("no rival has evidence to burn".into()),
        // SUS-23
        Card::Block => Some("every rival is blocked already".into()),
    }
}

async fn play(t: &mut Table<State>, seat: Seat, at: usize, face: Option<Face>) {
    let Some(open) = t.leave_hand(seat, at, face) else { return };
    match open.card {
        Card::Plain(colour) | Card::Counter(colour) => {
            evidence::lay(t, seat, open, colour).await;
        }
        Card::Wild => evidence::lay_wild(t, seat, open).await,
        Card::Tamper | Card::Block | Card::Burn => specials::play(t, open).await,
    }
}

fn discard(t: &mut Table<State>, seat: Seat, at: usize, face: Option<Face>) {
    if let Some(open) = t.leave_hand(seat, at, face) {
        t.discards.push(open);
        t.say("SUS-05", parts![seat, " discards ", open.card.face()]);
    }
}
