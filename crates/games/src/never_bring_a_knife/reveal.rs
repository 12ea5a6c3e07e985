//! The Reveal: stacks are mixed, then opened and resolved one after another.

use engine::{Entry, Menu, Part, Seat, Table, parts, text};

use super::{Card, Move, Opened, State, choose, money_talks::pay};

/// The price of a Hit and of healing, with any number of players.
pub(super) const PRICE: usize = 3;

pub(super) async fn reveal(t: &mut Table<State>) {
    t.phase = "Reveal";
    t.opened.clear();
    mix(t).await;
    // NBAK-26, NBAK-27: one after another, each with all its choices.
    for seat in t.lap() {
        t.turn = Some(seat);
        open(t, seat).await;
    }
    t.turn = None;
}

/// NBAK-25: everybody mixes every stack, so that not even its owner can follow a card.
async fn mix(t: &mut Table<State>) {
    t.say("NBAK-25", "The stacks are mixed: nobody can tell who played which hidden card");
    let stacks = t.fighters.values().map(|f| f.stack.clone()).collect();
    let mixed = t.shuffle_all(stacks).await;
    for ((_, fighter), stack) in t.fighters.iter_mut().zip(mixed) {
        fighter.stack = stack;
    }
}

/// Opens a stack and resolves it as one group. N-A7: the order is Guns and Armor, Money, Crime, Mole,
/// Intel, Hit. NBAK-28: all choices are the owner's.
async fn open(t: &mut Table<State>, seat: Seat) {
    let stack = t.fighters[seat].stack.clone();
    let faces = t.reveal(&stack).await;
    t.fighters[seat].shown.clear();
    let mut what = text![seat, " opens"];
    for (i, &face) in faces.iter().enumerate() {
        what.extend([Part::from(if i == 0 { " " } else { ", " }), Part::from(face)]);
    }
    t.say("NBAK-26", what);

    let count = |card: Card| faces.iter().filter(|&&face| face == card.face()).count();
    // NBAK-29; NBAK-30: surplus Armor counts for nothing.
    let wounds = count(Card::Gun).saturating_sub(count(Card::Armor)) / 2;
    t.opened.push(Opened { seat, faces: faces.clone(), wounds });
    wound(t, seat, wounds).await;
    bank_money(t, seat);
    suffer_crime(t, seat, count(Card::Crime));
    if count(Card::Mole) > 0 {
        swap_roles(t, seat).await;
    }
    for _ in 0..count(Card::Intel) {
        use_intel(t, seat).await;
    }
    if count(Card::Hit) > 0 {
        use_hit(t, seat).await;
    }
    // NBAK-38: banked cards have left the stack by now.
    let done = std::mem::take(&mut t.fighters[seat].stack);
    t.discards.extend(done);
}

/// Wounds somebody. NBAK-57, N-A13: in hard mode the first wound shows their role, as it is now, to the
/// neighbour on their right.
pub(super) async fn wound(t: &mut Table<State>, seat: Seat, wounds: usize) {
    if wounds == 0 {
        return;
    }
    let fighter = &mut t.fighters[seat];
    fighter.wounds += wounds;
    let first = !std::mem::replace(&mut fighter.was_wounded, true);
    let total = fighter.wounds;
    let takes = if wounds == 1 { " takes a wound" } else { " takes two wounds" };
    t.say("NBAK-29", parts![seat, takes, " and has ", total]);
    if first && t.hard {
        look(t, "NBAK-57", seat.right(t.seats()), Some(seat)).await;
    }
}

/// Lets one seat look at a role; everybody knows that it does.
pub(super) async fn look(
    t: &mut Table<State>,
    rule: &'static str,
    seat: Seat,
    whose: Option<Seat>,
) {
    let Some(role) = t.role(whose) else { return };
    let what = match whose {
        None => text![seat, " looks at the boss"],
        Some(own) if own == seat => text![seat, " looks at their own role"],
        Some(other) => text![seat, " looks at ", other, "'s role"],
    };
    t.say(rule, what);
    if !t.has_seen(seat, Some(role)) {
        t.looks.push((seat, role));
    }
    t.peek(vec![(seat, role)]).await;
}

/// All looks: at any player's role, or the boss; N-A15: one's own included. A look at a role seen before
/// would be wasted.
pub(super) fn looks(s: &State, seat: Seat) -> Vec<(Move, Entry)> {
    let look = |whose: Option<Seat>| {
        let label = match whose {
            None => text!["Look at the boss"],
            Some(own) if own == seat => text!["Look at your own role"],
            Some(other) => text!["Look at ", other, "'s role"],
        };
        let entry = match s.has_seen(seat, s.role(whose)) {
            true => Entry::new(label.with(" (known)")).weighty(),
            false => Entry::new(label),
        };
        (Move::Look(whose), entry)
    };
    seat.others(s.seats()).map(Some).chain([None, Some(seat)]).map(look).collect()
}

/// NBAK-31
fn bank_money(t: &mut Table<State>, seat: Seat) {
    let stack = std::mem::take(&mut t.fighters[seat].stack);
    let is_money = |card| t.face(card) == Some(Card::Money.face());
    let (money, rest): (Vec<_>, Vec<_>) = stack.into_iter().partition(|&card| is_money(card));
    let banked = money.len();
    let fighter = &mut t.fighters[seat];
    fighter.stack = rest;
    fighter.money.extend(money);
    if banked > 0 {
        t.say("NBAK-31", parts![seat, " banks ", banked, " Money"]);
    }
}

/// NBAK-32: the stack's Money is in the bank already, so the bank is the total.
fn suffer_crime(t: &mut Table<State>, seat: Seat, crimes: usize) {
    let lost = crimes.min(t.fighters[seat].money.len());
    if lost > 0 {
        pay(t, seat, lost);
        t.say("NBAK-32", parts![seat, " loses ", lost, " Money to Crime"]);
    }
}

/// NBAK-37. The cards move, knowledge does not: a seat that has seen one of them still knows it.
async fn swap_roles(t: &mut Table<State>, seat: Seat) {
    let boss = t.boss;
    t.boss = std::mem::replace(&mut t.fighters[seat].role, boss);
    t.say("NBAK-37", parts![seat, " swaps roles with the boss"]);
    // N-A8: the new role is always delivered.
    look(t, "NBAK-37", seat, Some(seat)).await;
}

/// NBAK-33
async fn use_intel(t: &mut Table<State>, seat: Seat) {
    // The Intel is spent, used or not.
    let mut moves = vec![(Move::Skip, Entry::pass("Look at nothing").weighty())];
    moves.extend(looks(t, seat));
    let menu = Menu::new("Intel: look at which role?", "NBAK-33");
    match choose(t, seat, menu, moves).await {
        Some(Move::Look(whose)) => look(t, "NBAK-33", seat, whose).await,
        _ => t.say("NBAK-33", parts![seat, " does not use the Intel"]),
    }
}

/// NBAK-34, with what Crime has left (NBAK-36).
async fn use_hit(t: &mut Table<State>, seat: Seat) {
    let is_hit = |t: &Table<State>, card| t.face(card) == Some(Card::Hit.face());
    let hit = t.fighters[seat].stack.iter().copied().find(|&card| is_hit(t, card));
    t.fighters[seat].stack.retain(|&card| Some(card) != hit);
    t.fighters[seat].hit = hit;
    if t.fighters[seat].money.len() >= PRICE {
        let mut moves = vec![(Move::Skip, Entry::pass("Bank it for later").rule("NBAK-35"))];
        moves.extend(hits(t, seat));
        let menu = Menu::new("The Hit: pay three Money to wound somebody?", "NBAK-34");
        if let Some(Move::Hit(on)) = choose(t, seat, menu, moves).await {
            return fire(t, "NBAK-34", seat, on).await;
        }
    }
    // NBAK-35; N-A10: never thrown away.
    t.say("NBAK-35", parts![seat, " banks the Hit"]);
}

/// Everybody can be hit; N-A11: oneself and the fallen too.
pub(super) fn hits(s: &State, seat: Seat) -> impl Iterator<Item = (Move, Entry)> + use<> {
    seat.others(s.seats()).chain([seat]).map(move |on| {
        let label = if on == seat { text!["Hit yourself"] } else { text!["Hit ", on] };
        (Move::Hit(on), Entry::new(label).weighty())
    })
}

/// Pays for the Hit, discards it, and wounds somebody: at once, or from the bank.
pub(super) async fn fire(t: &mut Table<State>, rule: &'static str, seat: Seat, on: Seat) {
    pay(t, seat, PRICE);
    let hit = t.fighters[seat].hit.take();
    t.discards.extend(hit);
    t.say(rule, parts![seat, " pays three Money for a Hit on ", on]);
    wound(t, on, 1).await;
}
