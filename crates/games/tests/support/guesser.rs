//! Somebody who watches Never Bring a Knife and guesses who is with whom, by what everybody sees.
//!
//! Nothing public tells Cops from Criminals: both do the same. What a player could give away is whether
//! it is with the left neighbour, the one other role that it knows from the start; to that neighbour, or to
//! anybody who knows one of the two, it gives away its side. So that is what is guessed, from all that a
//! player did in its first round, and the side itself beside it.

use std::collections::BTreeMap;

use engine::{
    BotKind, Face, Seat,
    chance::Chance,
    check::Fault,
    clear::{ClearGame, bots},
};
use games::never_bring_a_knife::{GAME, Move, State};

/// What somebody did with one card of the first round, as everybody saw it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Deed {
    /// Which of its cards it was.
    lap: usize,
    on: On,
    shown: Option<Face>,
}

/// On whom a card was played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum On {
    Left,
    Oneself,
    Another,
}

/// A player's first round, and what is to be guessed.
struct Round {
    deeds: Vec<Deed>,
    /// Whether it is with its left neighbour, and whether it is a Cop.
    truths: [bool; 2],
}

/// How many guesses of a hundred are right: of who is with the left neighbour, and of who is a Cop.
/// Likelihoods come from the first half of the games, guesses are made in the second.
pub(crate) fn percent_right(seats: usize, kind: BotKind, games: u64) -> Result<[f64; 2], Fault> {
    let mut rounds = Vec::new();
    for seed in 0..games {
        rounds.extend(first_round(seats, kind, seed)?);
    }
    let (known, new) = rounds.split_at(rounds.len() / 2);
    Ok([0, 1].map(|question| {
        let right = new.iter().filter(|r| guess(known, question, &r.deeds) == r.truths[question]);
        100.0 * right.count() as f64 / new.len().max(1) as f64
    }))
}

/// The more likely answer, taking deeds as independent of each other.
fn guess(known: &[Round], question: usize, deeds: &[Deed]) -> bool {
    let score = |answer: bool| {
        let such: Vec<&Round> = known.iter().filter(|r| r.truths[question] == answer).collect();
        let mut counts: BTreeMap<Deed, f64> = BTreeMap::new();
        such.iter()
            .flat_map(|r| &r.deeds)
            .for_each(|deed| *counts.entry(*deed).or_default() += 1.0);
        let all = such.len() as f64;
        let likely = |deed: &Deed| (counts.get(deed).copied().unwrap_or(0.0) + 0.5) / (all + 1.0);
        all.ln() + deeds.iter().map(|deed| likely(deed).ln()).sum::<f64>()
    };
    score(true) > score(false)
}

fn first_round(seats: usize, kind: BotKind, seed: u64) -> Result<Vec<Round>, Fault> {
    let options = super::usual(&GAME)?;
    let mut clear = ClearGame::new(&GAME, seats, &options, seed)?;
    let mut players = bots(&GAME, kind, seats, Chance::new(seed).bits());
    let mut deeds: BTreeMap<Seat, Vec<Deed>> = BTreeMap::new();
    loop {
        let state: &State = super::state(&clear)?;
        if !matches!(state.phase, "Setup" | "Deal" | "Play") {
            break;
        }
        let went_on = clear.step(|ask, state| {
            let entry = players[ask.seat].pick(&ask, state);
            let moves = state.downcast_ref::<State>().map(|s| &s.moves);
            if let Some(&Move::Place { card, on, up }) = moves.and_then(|m| m.get(entry)) {
                let done = deeds.entry(ask.seat).or_default();
                let on = match on {
                    on if on == ask.seat => On::Oneself,
                    on if on == ask.seat.left(seats) => On::Left,
                    _ => On::Another,
                };
                done.push(Deed { lap: done.len(), on, shown: ask.face(card).filter(|_| up) });
            }
            entry
        });
        if !went_on {
            return Err(format!("seed {seed} got stuck").into());
        }
    }
    let state: &State = super::state(&clear)?;
    let role = |seat: Seat| {
        let card = state.fighters[seat].role?;
        clear.dealer.face(&clear.driver, card)
    };
    let cop = Some(games::never_bring_a_knife::Role::Cop.face());
    let round = |(seat, deeds): (Seat, Vec<Deed>)| {
        let with_left = role(seat) == role(seat.left(seats));
        Round { deeds, truths: [with_left, role(seat) == cop] }
    };
    Ok(deeds.into_iter().map(round).collect())
}
