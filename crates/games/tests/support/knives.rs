//! Knives: what must hold at every step, and who may know what.

use engine::{
    Handle, Request, Seat,
    check::{self, Fault},
    clear::ClearGame,
};
use games::knives::{Card, Phase, Round, State, cards::FACES, scoring::COINS, setup::HAND};

use super::state;

/// 32 different cards, 25 coins, six cards a hand, and an end exactly at the target.
pub(super) fn sound(game: &ClearGame) -> Result<(), Fault> {
    let s: &State = state(game)?;
    let over = s.points.values().any(|&points| points >= s.house.target);
    if over != game.driver.outcome().is_some() {
        return Err("a match ends exactly when the target is reached".into());
    }
    if over || s.number == 0 {
        return Ok(());
    }
    let census = check::census(game);
    if !FACES.iter().all(|face| census.get(face) == Some(&1)) {
        return Err(format!("not every card once: {census:?}").into());
    }
    if s.round.phase == Phase::Deal {
        return Ok(());
    }
    coins(game, &s.round)?;
    hands(&s.round)
}

fn coins(game: &ClearGame, round: &Round) -> Result<(), Fault> {
    let worth = |cards: &[Handle]| -> i64 {
        let faces = cards.iter().filter_map(|&card| game.dealer.face(&game.driver, card));
        faces.map(|face| Card::of(face).coins()).sum()
    };
    for (seat, won) in round.won.iter() {
        if worth(won) != round.coins[seat] {
            return Err(
                format!("{seat} has {} coins, not {}", worth(won), round.coins[seat]).into()
            );
        }
    }
    let trick: i64 = round.trick.iter().map(|play| play.card.coins()).sum();
    let hands: i64 = round.hands.values().map(|hand| worth(hand)).sum();
    let won: i64 = round.coins.values().sum();
    let all = won + trick + hands + worth(&round.bank) + worth(&round.put_down);
    if all == COINS { Ok(()) } else { Err(format!("{all} coins").into()) }
}

fn hands(round: &Round) -> Result<(), Fault> {
    for (seat, hand) in round.hands.iter() {
        let plays = round.past.iter().flatten().chain(&round.trick);
        let played = plays.filter(|play| play.seat == seat).count();
        // A banker holds the bank until it is put down again.
        let bank = match round.phase {
            Phase::Bank if round.banker() == Some(seat) => 2 - round.put_down.len(),
            _ => 0,
        };
        if hand.len() + played != HAND + bank {
            return Err(format!("{seat} has {} cards after {played}", hand.len()).into());
        }
    }
    Ok(())
}

/// Who may know a card.
pub(super) fn secret(game: &ClearGame) -> Result<(), Fault> {
    let s: &State = state(game)?;
    let round = &s.round;
    let leaving = check::leaving(&game.driver);
    // Until a swap is mixed in, both dancers know the cards they gave.
    let swapping = |seat: Seat, card| match game.driver.request() {
        Some(Request::Remix(hands)) => {
            hands.iter().any(|(s, _)| *s == seat)
                && hands.iter().any(|(_, change)| change.from.contains(&card))
        }
        _ => false,
    };
    check::secret(game, |who, card| match who {
        Some(seat) => {
            round.hands[seat].contains(&card)
                || (round.banker() == Some(seat) && round.put_down.contains(&card))
                || swapping(seat, card)
        }
        None => {
            let face = game.driver.faces().face(card).map(Card::of);
            // What Hound and Snitch show stays open until the hand is mixed.
            let shown = |(seat, hand): (Seat, &Vec<Handle>)| {
                hand.contains(&card) && face.is_some_and(|c| round.shown[seat].contains(&c))
            };
            (round.phase == Phase::Deal && leaving.contains(&card))
                || round.trick.iter().any(|play| play.handle == card)
                || round.won.values().any(|won| won.contains(&card))
                || (leaving.contains(&card) && round.hands.iter().any(shown))
        }
    })
}
