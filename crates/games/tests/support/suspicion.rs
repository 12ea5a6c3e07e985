//! Suspicion: what must hold at every step, and who may know what.

use engine::{
    Handle,
    check::{self, Fault},
    clear::ClearGame,
};
use games::suspicion::{
    Desk, Open, Stage, State,
    cards::{Card, Colour},
    draw::HAND,
};

use super::state;

/// Every card as often as it should be, three in a hand when a turn begins, evidence where it belongs.
pub(super) fn sound(game: &ClearGame) -> Result<(), Fault> {
    let s: &State = state(game)?;
    let census = check::census(game);
    // Before the first request is answered there are no cards yet.
    for card in Card::ALL.into_iter().filter(|_| !census.is_empty()) {
        let count = census.get(&card.face()).copied().unwrap_or(0);
        if count != card.copies() {
            return Err(format!("{count} times {card:?}").into());
        }
    }
    let asked = game.driver.request().is_some_and(|r| r.menu_of(s.turn).is_some());
    if s.stage == Stage::Turn && asked {
        if s.desks.values().any(|desk| desk.hand.len() != HAND) {
            return Err("a turn begins with a hand that is not three".into());
        }
        if s.desks.values().any(Desk::solved) || s.desks[s.turn].block.is_some() {
            return Err("a turn that should not be".into());
        }
    }
    let fits = |(colour, open): (Colour, Open)| {
        open.card == Card::Wild || open.card.colour() == Some(colour)
    };
    if s.desks.values().any(|desk| !desk.evidence().all(fits)) {
        return Err("evidence beside a colour that it does not have".into());
    }
    ended(game)
}

/// One winner, the only one with three colours.
fn ended(game: &ClearGame) -> Result<(), Fault> {
    let Some(outcome) = game.driver.outcome() else { return Ok(()) };
    let solved = outcome.scores.seats_where(|&score| score == 3);
    if solved.len() == 1 && solved == outcome.winners {
        Ok(())
    } else {
        Err(format!("an end like this: {outcome:?}").into())
    }
}

/// Who may know a card.
pub(super) fn secret(game: &ClearGame) -> Result<(), Fault> {
    let s: &State = state(game)?;
    let leaving = check::leaving(&game.driver);
    let open: Vec<Handle> = {
        let desks = s.desks.values().flat_map(|desk| desk.laid.iter().chain([&desk.block]));
        let cards = s.discards.iter().chain(&s.played).chain(desks.flatten());
        let suspects = s.desks.values().filter_map(|desk| Some(desk.suspect?.0));
        cards.map(|open| open.handle).chain(suspects).collect()
    };
    check::secret(game, |who, card| match who {
        Some(seat) => s.desks[seat].hand.contains(&card),
        None => {
            let shuffled = matches!(s.stage, Stage::Setup | Stage::Draw) && leaving.contains(&card);
            open.contains(&card) || shuffled
        }
    })
}
