//! Money Talks: one lap in which Money pays for healing, looks and Hits.

use engine::{Entry, Menu, Seat, Table, parts, text};

use super::{
    Move, State, choose,
    reveal::{PRICE, fire, hits, look, looks},
};

/// NBAK-41; NBAK-42: a look is cheaper at a large table.
pub(super) const fn look_price(seats: usize) -> usize {
    if seats >= 7 { 2 } else { PRICE }
}

/// NBAK-39
pub(super) async fn money_talks(t: &mut Table<State>) {
    t.phase = "Money Talks";
    for seat in t.lap() {
        t.turn = Some(seat);
        // A seat that cannot pay for anything is not asked: banks are public.
        while t.fighters[seat].money.len() >= look_price(t.seats()) {
            let menu = Menu::new("Spend Money?", "NBAK-39");
            let moves = offers(t, seat);
            match choose(t, seat, menu, moves).await {
                Some(Move::Heal(on)) => heal(t, seat, on),
                Some(Move::Look(whose)) => {
                    let price = look_price(t.seats());
                    pay(t, seat, price);
                    look(t, "NBAK-41", seat, whose).await;
                }
                Some(Move::Hit(on)) => fire(t, "NBAK-43", seat, on).await,
                _ => break,
            }
        }
    }
    t.turn = None;
}

/// Discards Money of a seat: spent (NBAK-45) or lost.
pub(super) fn pay(t: &mut Table<State>, seat: Seat, price: usize) {
    let money = &mut t.fighters[seat].money;
    let spent = money.split_off(money.len().saturating_sub(price));
    t.discards.extend(spent);
}

/// NBAK-40
fn heal(t: &mut Table<State>, seat: Seat, on: Seat) {
    pay(t, seat, PRICE);
    let wounds = t.fighters[on].wounds.saturating_sub(1);
    t.fighters[on].wounds = wounds;
    let left = if wounds == 1 { " wound" } else { " wounds" };
    t.say("NBAK-40", parts![seat, " pays three Money to heal ", on, " to ", wounds, left]);
}

/// The uses of Money. N-A16: giving it to somebody is none of them.
fn offers(s: &State, seat: Seat) -> Vec<(Move, Entry)> {
    let fighter = &s.fighters[seat];
    let money = fighter.money.len();
    let affordable = |entry: Entry| {
        entry.refuse_if(money < PRICE, text!["it costs 3 Money and you have ", money])
    };
    let mut moves = vec![(Move::Skip, Entry::pass("Keep the rest"))];
    // NBAK-40; N-A11: anybody, however many wounds they have.
    for on in seat.others(s.seats()).chain([seat]) {
        let (entry, unhurt) = if on == seat {
            (Entry::new("Heal yourself (3)"), text!["you have no wound"])
        } else {
            // The Money helps somebody else.
            (Entry::new(text!["Heal ", on, " (3)"]).weighty(), text![on, " has no wound"])
        };
        let entry = affordable(entry.rule("NBAK-40"));
        moves.push((Move::Heal(on), entry.refuse_if(s.fighters[on].wounds == 0, unhurt)));
    }
    let price = if look_price(s.seats()) == PRICE { " (3)" } else { " (2)" };
    moves.extend(looks(s, seat).into_iter().map(|(look, mut entry)| {
        entry.label = entry.label.with(price);
        (look, entry.rule("NBAK-41"))
    }));
    // NBAK-43; NBAK-44: only here, not in a later Reveal. N-A12: a Hit that a Crime made unaffordable in
    // the Reveal can be fired here for three Money.
    if fighter.hit.is_some() {
        moves.extend(hits(s, seat).map(|(hit, entry)| (hit, affordable(entry.rule("NBAK-43")))));
    }
    moves
}
