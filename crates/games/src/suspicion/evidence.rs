//! Laying evidence, Wilds among it, and moving a Wild.

use engine::{Entry, Menu, Seat, Table, parts};

use super::{
    Open, Stage, State,
    cards::Colour,
    counter::{self, Stake},
};

/// SUS-06: evidence goes face up beside its colour.
pub async fn lay(t: &mut Table<State>, seat: Seat, open: Open, colour: Colour) {
    t.say("SUS-06", parts![seat, " lays ", open.card.face()]);
    place(t, seat, open, colour).await;
}

/// SUS-28: a Wild is laid as an open colour, named at once.
pub async fn lay_wild(t: &mut Table<State>, seat: Seat, open: Open) {
    t.played.push(open);
    let colours: Vec<Colour> = t.desks[seat].open_colours().collect();
    let colour = match colours[..] {
        [] => return, // SUS-33: nobody with three covered colours has a turn
        [only] => only,
        _ => {
            t.stage = Stage::Colour;
            let menu = Menu::new("Lay the Wild as which colour?", "SUS-28");
            let menu = menu.with_all(colours.iter().map(|colour| Entry::new(colour.name())));
            colours[t.choose(seat, menu).await.entry]
        }
    };
    t.played.pop();
    t.say("SUS-28", parts![seat, " lays a Wild as ", colour.name()]);
    place(t, seat, open, colour).await;
}

/// SUS-31: a turn spent on moving a Wild. Until somebody does, it keeps its colour (SUS-30).
pub async fn recolour(t: &mut Table<State>, seat: Seat, from: Colour, to: Colour) {
    let Some(open) = t.desks[seat].place(from).and_then(Option::take) else { return };
    t.say("SUS-31", parts![seat, " moves a Wild from ", from.name(), " to ", to.name()]);
    // S-A12, S-A13: as if laid afresh, whatever it had survived before.
    place(t, seat, open, to).await;
}

/// Puts evidence beside a colour, where it stays unless it is countered.
async fn place(t: &mut Table<State>, seat: Seat, open: Open, colour: Colour) {
    if let Some(place) = t.desks[seat].place(colour) {
        *place = Some(open);
    }
    if !counter::stands(t, Stake::Evidence(colour)).await {
        remove(t, seat, colour, "SUS-12");
    }
}

/// Discards a laid card, Wild or not (SUS-32, S-A17), under this rule.
pub fn remove(t: &mut Table<State>, seat: Seat, colour: Colour, rule: &'static str) {
    if let Some(open) = t.desks[seat].place(colour).and_then(Option::take) {
        t.discards.push(open);
        t.say(rule, parts![seat, " loses the ", colour.name(), " evidence"]);
    }
}
