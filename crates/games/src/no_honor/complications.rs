//! The chapter on Complications: everybody at the table may help or hinder.

use engine::{Entry, Seat, Table, text};

use super::{
    cards::Kind,
    characters::{self, Ability},
    end::Flow,
    exchange,
    moves::{Ballot, Move, until},
    schemes::{self, Scheme, Type},
    state::{State, Thief},
    terms::{FIDDLES, TOO_MANY_CHANGES},
    turn,
};

/// Gifts of Coins that one player may make during a heist.
const GIFTS: usize = 2;

/// Slots go round from the active player until everybody has passed in a row. NHAT-53, NHAT-55
///
/// One round is asked sealed and opened in order up to the first seat that acts: a later seat answers for
/// the case that all before it pass, which is all it would know if it were asked in turn.
pub async fn complications(t: &mut Table<State>) -> Flow<()> {
    if let Some(heist) = &mut t.heist {
        heist.complications = true;
    }
    let mut from = t.active;
    loop {
        let able = t.lap(from).filter(|&seat| could_act(t, seat));
        let ballots = able.map(|seat| (seat, slot(t, seat))).collect();
        let Some((seat, (choice, face))) = until(t, ballots).await else { break };
        from = seat.left(t.seats());
        match choice {
            Move::Play(card) => {
                if let Some(scheme) = face.and_then(Scheme::of) {
                    schemes::play(t, seat, card, scheme).await?;
                }
            }
            // A player who goes back keeps the slot.
            Move::Use(card) if !turn::use_ability(t, seat, card).await? => from = seat,
            Move::Use(_) => {}
            _ => {
                // A gift takes no slot. NHAT-41, NHAT-56
                let given = exchange::give(t, seat).await;
                t.players[seat].gifts += usize::from(given);
                t.changes_of_mind += usize::from(!given);
                from = seat;
            }
        }
    }
    if let Some(heist) = &mut t.heist {
        heist.complications = false;
    }
    t.say("NHAT-55", "Everybody has passed: the heist is decided");
    Ok(())
}

/// The types of Schemes that a slot is for. NHAT-93, NHAT-94
const TYPES: [Type; 2] = [Type::Active, Type::Complication];

/// Whether a seat could do anything in its slot, by what everybody knows; otherwise it is not asked.
fn could_act(t: &State, seat: Seat) -> bool {
    let usable = |thief: &Thief| {
        thief.who.card().ability == Ability::Active && characters::usable(t, seat, thief).is_ok()
    };
    t.players[seat].crew.iter().any(usable)
        || schemes::may_play(t, seat, &TYPES)
        || may_give(t, seat)
}

/// Whether a seat may give Coins away in its slot.
fn may_give(t: &State, seat: Seat) -> bool {
    t.players[seat].coins > 0 && t.players[seat].gifts < GIFTS
}

/// A slot: one Active Scheme, one Complication, one ability, or a pass; nothing that would move or add a
/// Character. NHAT-52, NHAT-53, NHAT-93, NHAT-94
fn slot(t: &Table<State>, seat: Seat) -> Ballot {
    let mut ballot = Ballot::new(text!["Complications: help, hinder or pass"], "NHAT-53")
        .with(Move::Pass, Entry::pass("Pass: you change nothing"))
        .with_all(turn::abilities(t, seat))
        .with_all(schemes::entries(t, seat, &TYPES));
    if may_give(t, seat) {
        let give = Entry::new("Give Coins away").rule("NHAT-41").aside();
        let tired = t.changes_of_mind >= FIDDLES;
        ballot = ballot.with(Move::Give(None), give.refuse_if(tired, TOO_MANY_CHANGES));
    }
    ballot
}
