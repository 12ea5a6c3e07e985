//! The chapter on exhaustion, arrest and death.

use engine::{Entry, Handle, Seat, Table, parts};

use super::{
    cards::{Kind, Seen},
    characters,
    end::{Flow, Over, Walk},
    moves::{Ballot, Move, settle},
    state::{MARTIAL_LAW, State, Thief},
    windows::{self, Response, Trigger},
};

/// Where a Character goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Jail,
    Graveyard,
    DeckBottom,
}

/// An effect exhausts a Character. Exhausted twice it is arrested, or killed once the code is broken.
/// NHAT-102
pub fn exhaust(t: &mut Table<State>, actor: Seat, card: Handle) -> Walk<'_, ()> {
    Box::pin(async move {
        let Some((_, thief)) = t.thief(card) else { return Ok(()) };
        let twice = thief.exhausted;
        if fatal(t, card) {
            kill(t, actor, card).await
        } else if twice {
            arrest(t, actor, card).await
        } else {
            wear(t, actor, card).await
        }
    })
}

/// A Character is exhausted by using its own ability: a price, not an effect. NHAT-105, NHAT-108
pub async fn tire(t: &mut Table<State>, actor: Seat, card: Handle) -> Flow<()> {
    if drowns(t, card) { kill(t, actor, card).await } else { wear(t, actor, card).await }
}

/// Exhausts a Character, for whatever cause, and opens the window for reactions.
async fn wear(t: &mut Table<State>, actor: Seat, card: Handle) -> Flow<()> {
    set_exhausted(t, card);
    match windows::open(t, actor, Trigger::Exhausted(card)).await? {
        Some(Response::Kill) => kill(t, actor, card).await,
        _ => Ok(()),
    }
}

/// Whether an effect that exhausts a Character would kill it now. NHAT-86, NHAT-102, H-A21
pub fn fatal(state: &State, card: Handle) -> bool {
    let tired = || state.thief(card).is_some_and(|(_, thief)| thief.exhausted);
    drowns(state, card) || state.broken && tired()
}

/// River Yacht: exhaustion while committed kills. NHAT-86, H-A21
fn drowns(state: &State, card: Handle) -> bool {
    state.committed(card) && state.objective().is_some_and(|objective| objective.drowns())
}

fn set_exhausted(t: &mut Table<State>, card: Handle) {
    if let Some(thief) = t.thief_mut(card) {
        thief.exhausted = true;
        let who = thief.who;
        t.say("NHAT-57", parts![who.face(), " is exhausted"]);
    }
}

/// A Character is unexhausted.
pub fn rouse(t: &mut Table<State>, card: Handle) {
    if let Some(thief) = t.thief_mut(card) {
        thief.exhausted = false;
        let who = thief.who;
        t.say("NHAT-36", parts![who.face(), " is unexhausted"]);
    }
}

/// A Character is arrested, unless somebody reacts. NHAT-103, C4
pub fn arrest(t: &mut Table<State>, actor: Seat, card: Handle) -> Walk<'_, ()> {
    Box::pin(strike(t, actor, card, Trigger::Arrested(card), Fate::Jail))
}

/// A Character is killed, unless somebody reacts. NHAT-104, C4
pub fn kill(t: &mut Table<State>, actor: Seat, card: Handle) -> Walk<'_, ()> {
    Box::pin(strike(t, actor, card, Trigger::Killed(card), Fate::Graveyard))
}

/// One event, which can be replaced once. C4
async fn strike(
    t: &mut Table<State>,
    actor: Seat,
    card: Handle,
    trigger: Trigger,
    place: Fate,
) -> Flow<()> {
    if t.thief(card).is_none() {
        return Ok(());
    }
    match windows::open(t, actor, trigger).await? {
        // C6: this is not a second exhaustion, and does not kill on the River Yacht.
        Some(Response::Stay) => {
            set_exhausted(t, card);
            Ok(())
        }
        Some(Response::Instead(other)) => remove(t, other, place).await,
        _ => remove(t, card, place).await,
    }
}

/// A player fires a Character: its card goes to the bottom of the deck. NHAT-40
pub async fn fire(t: &mut Table<State>, card: Handle) -> Flow<()> {
    remove(t, card, Fate::DeckBottom).await
}

/// A Character leaves its crew, and the heist if it is on one. NHAT-58, NHAT-103, NHAT-104
async fn remove(t: &mut Table<State>, card: Handle, place: Fate) -> Flow<()> {
    let Some((seat, thief)) = take_out(t, card) else { return Ok(()) };
    let who = thief.who;
    // Attachments are lost with the Character. C3, H-A24
    t.scheme_discard.extend(thief.gear);
    let seen = Seen { card, kind: who };
    match place {
        Fate::Jail => {
            t.say("NHAT-103", parts![who.face(), " of ", seat, " is arrested"]);
            t.jail.push(seen);
        }
        Fate::Graveyard => {
            t.say("NHAT-104", parts![who.face(), " of ", seat, " is killed"]);
            t.graveyard.push(seen);
            for robber in characters::grave_robbers(t) {
                t.say("NHAT-109", parts![robber, " robs the grave for 1 Coin"]);
                t.earn(robber, 1);
            }
        }
        Fate::DeckBottom => {
            t.say("NHAT-40", parts![seat, " fires ", who.face()]);
            t.characters.push(card);
        }
    }
    martial_law(t)?;
    shrink(t, seat).await
}

fn take_out(t: &mut Table<State>, card: Handle) -> Option<(Seat, Thief)> {
    let (seat, _) = t.thief(card)?;
    let crew = &mut t.players[seat].crew;
    let at = crew.iter().position(|thief| thief.card == card)?;
    let thief = crew.remove(at);
    for post in t.heist.iter_mut().flat_map(|h| &mut h.posts) {
        post.sent.retain(|&(_, sent)| sent != card);
    }
    Some((seat, thief))
}

/// Too few Characters at large end the game at once. NHAT-113, H-A31
fn martial_law(state: &State) -> Flow<()> {
    if state.at_large() < MARTIAL_LAW { Err(Over::MartialLaw) } else { Ok(()) }
}

/// A crew over its limit, because its Mastermind left, fires until it is not.
async fn shrink(t: &mut Table<State>, seat: Seat) -> Flow<()> {
    while t.players[seat].crew.len() > t.crew_limit(seat) {
        let ballot = Ballot::new("Your crew is too large: whom do you fire?", "NHAT-03")
            .with_all(fire_entries(t, seat));
        let Move::Pick(card) = settle(t, seat, ballot).await else { break };
        if let Some((_, thief)) = take_out(t, card) {
            t.say("NHAT-40", parts![seat, " fires ", thief.who.face()]);
            t.scheme_discard.extend(thief.gear);
            t.characters.push(card);
        }
    }
    Ok(())
}

/// One entry for each Character that could be fired.
pub fn fire_entries(state: &State, seat: Seat) -> Vec<(Move, Entry)> {
    let entry = |thief: &Thief| {
        (Move::Pick(thief.card), Entry::card("Fire", thief.card).rule("NHAT-40").weighty())
    };
    state.players[seat].crew.iter().map(entry).collect()
}

/// A Character comes into a crew from Jail or Graveyard.
pub fn bring_back(t: &mut Table<State>, seat: Seat, card: Handle) {
    let state = &mut **t;
    let found = [&mut state.jail, &mut state.graveyard].into_iter().find_map(|from| {
        let at = from.iter().position(|who| who.card == card)?;
        Some(from.remove(at))
    });
    if let Some(who) = found {
        t.players[seat].crew.push(Thief::new(who.card, who.kind));
        t.say("", parts![who.kind.face(), " joins the crew of ", seat]);
    }
}
