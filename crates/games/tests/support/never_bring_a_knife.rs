//! Never Bring a Knife: what must hold at every step, and who may know what.

use std::collections::BTreeSet;

use engine::{
    Answer, Handle, Request, Seat,
    check::{self, Fault},
    clear::ClearGame,
};
use games::never_bring_a_knife::{Card, FALL, Fighter, Move, Role, STACK, State};

use super::state;

/// Every card as often as it should be, banks of Money and Hits, stacks of four, an end with a winner.
pub(super) fn sound(game: &ClearGame) -> Result<(), Fault> {
    let s: &State = state(game)?;
    let census = check::census(game);
    for card in Card::ALL {
        let count = census.get(&card.face()).copied().unwrap_or(0);
        if count != card.copies(s.seats(), s.easy) {
            return Err(format!("{count} times {card:?}").into());
        }
    }
    let face = |card: Handle| game.dealer.face(&game.driver, card);
    let banked = |f: &Fighter| {
        f.money.iter().all(|&card| face(card) == Some(Card::Money.face()))
            && f.hit.is_none_or(|card| face(card) == Some(Card::Hit.face()))
    };
    if !s.fighters.values().all(banked) {
        return Err("something else is banked".into());
    }
    if s.fighters.values().any(|f| f.hand.len() > STACK || f.stack.len() > STACK) {
        return Err("more than four cards".into());
    }
    if s.phase != "Setup" && roles(game, s) != s.seats() + 1 {
        return Err("not one role for everybody and the boss".into());
    }
    match s.phase {
        "Play" => dealt(s)?,
        "Reveal" => revealed(game, s)?,
        _ => {}
    }
    ended(game, s)
}

fn roles(game: &ClearGame, s: &State) -> usize {
    let role = |card: &Handle| game.dealer.face(&game.driver, *card).and_then(Role::of).is_some();
    s.fighters.values().filter_map(|f| f.role).chain(s.boss).filter(role).count()
}

/// Four cards each are in hands or stacks.
fn dealt(s: &State) -> Result<(), Fault> {
    let held: usize = s.fighters.values().map(|f| f.hand.len() + f.stack.len()).sum();
    if held == STACK * s.seats() { Ok(()) } else { Err(format!("{held} cards in the Play").into()) }
}

/// Hands are empty; those whose stack is still to be opened have exactly four.
fn revealed(game: &ClearGame, s: &State) -> Result<(), Fault> {
    let opening = matches!(game.driver.request(), Some(Request::Show(_)));
    let mut done = s.turn.is_some();
    for seat in s.lap() {
        let wanted = match s.turn == Some(seat) {
            true if opening => Some(STACK),
            true => None,
            false if done => Some(0),
            false => Some(STACK),
        };
        done &= s.turn != Some(seat);
        let f = &s.fighters[seat];
        if !f.hand.is_empty() || wanted.is_some_and(|wanted| f.stack.len() != wanted) {
            return Err(format!("{seat} has a stack of {} in the Reveal", f.stack.len()).into());
        }
    }
    Ok(())
}

fn ended(game: &ClearGame, s: &State) -> Result<(), Fault> {
    let Some(outcome) = game.driver.outcome() else { return Ok(()) };
    let fallen = s.fighters.values().any(|f| f.wounds >= FALL);
    let won = (1..s.seats()).contains(&outcome.winners.len());
    if fallen && won { Ok(()) } else { Err(format!("an end like this: {outcome:?}").into()) }
}

/// Who may know a card, from what everybody has held, placed, chosen to look at and suffered.
#[derive(Default)]
pub(super) struct Witness {
    /// Who has had a card in hand, owned a role or looked at one.
    seen: BTreeSet<(Seat, Handle)>,
    /// Cards played face up.
    up: BTreeSet<Handle>,
    /// The seat that was asked last, what it could do, and the roles as they lay then.
    asked: Option<(Seat, State)>,
    wounded: BTreeSet<Seat>,
}

impl Witness {
    /// Looks at one step.
    pub(super) fn secret(&mut self, game: &ClearGame) -> Result<(), Fault> {
        let s: &State = state(game)?;
        self.note_choice(game);
        self.note_state(s);
        self.asked = match game.driver.request() {
            Some(Request::Choose(seat, _)) => Some((*seat, s.clone())),
            _ => None,
        };
        let leaving = check::leaving(&game.driver);
        check::secret(game, |who, card| match who {
            Some(seat) => self.seen.contains(&(seat, card)),
            None => {
                let open = |(seat, f): (Seat, &Fighter)| {
                    f.money.contains(&card)
                        || f.hit == Some(card)
                        || (s.phase == "Reveal" && s.turn == Some(seat) && f.stack.contains(&card))
                };
                let role = s.fighters.values().filter_map(|f| f.role).chain(s.boss);
                self.up.contains(&card)
                    || s.discards.contains(&card)
                    || s.fighters.iter().any(open)
                    || (["Setup", "Deal"].contains(&s.phase) && leaving.contains(&card))
                    || (s.phase == "End" && role.into_iter().any(|role| role == card))
            }
        })
    }

    fn note_choice(&mut self, game: &ClearGame) {
        let Some((seat, before)) = self.asked.take() else { return };
        let Some(Answer::Choice(choice)) = game.answers().last() else { return };
        match before.moves.get(choice.entry) {
            Some(Move::Look(whose)) => {
                self.seen.extend(before.role(*whose).map(|role| (seat, role)));
            }
            Some(Move::Place { card, up: true, .. }) => {
                self.up.insert(*card);
            }
            _ => {}
        }
    }

    fn note_state(&mut self, s: &State) {
        for (seat, f) in s.fighters.iter() {
            self.seen.extend(f.hand.iter().chain(&f.role).map(|&card| (seat, card)));
            // The neighbour's role: at the start, or in hard mode as it lies at the first wound.
            let first_wound = f.was_wounded && self.wounded.insert(seat);
            if if s.hard { first_wound } else { s.round == 0 } {
                self.seen.extend(f.role.map(|role| (seat.right(s.seats()), role)));
            }
        }
    }
}
