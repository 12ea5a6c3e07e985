//! Checks that every game must pass, for the games' tests.

use std::{
    collections::BTreeSet,
    hash::{DefaultHasher, Hash, Hasher},
};

use crate::{
    BotKind, BySeat, Change, Driver, Game, Handle, Knowledge, Options, Request, Seat,
    chance::Chance,
    clear::{ClearGame, bots, replay},
};

/// A digest of all that is public: the request, the board, and who has won.
pub fn digest(driver: &Driver) -> u64 {
    let mut hasher = DefaultHasher::new();
    driver.request().hash(&mut hasher);
    driver.board().hash(&mut hasher);
    driver.outcome().hash(&mut hasher);
    hasher.finish()
}

/// Every card in play lies in exactly one pile of the board.
pub fn conserved(driver: &Driver) -> Result<(), String> {
    let board = driver.board();
    let mut seen = BTreeSet::new();
    if let Some(twice) = board.cards().find(|&card| !seen.insert(card)) {
        return Err(format!("{twice:?} lies in two places"));
    }
    let live: BTreeSet<Handle> = driver.faces().live().collect();
    // Cards that a waiting request exchanges may lie on the board or be on their way.
    let moving: BTreeSet<Handle> = match driver.request() {
        Some(Request::Shuffle(piles)) => piles.iter().flat_map(Change::cards).collect(),
        Some(Request::Remix(hands)) => hands.iter().flat_map(|(_, c)| c.cards()).collect(),
        _ => BTreeSet::new(),
    };
    let seen: BTreeSet<Handle> = seen.difference(&moving).copied().collect();
    let expected: BTreeSet<Handle> = live.difference(&moving).copied().collect();
    if seen == expected {
        return Ok(());
    }
    let lost: Vec<_> = expected.difference(&seen).collect();
    let stray: Vec<_> = seen.difference(&expected).collect();
    Err(format!("not on the board: {lost:?}; on the board but not in play: {stray:?}"))
}

/// Plays one game with bots of a kind, calling `inspect` at every step and at the end.
///
/// # Errors
/// Says at which step `inspect` failed or the game got stuck, and with which seed.
pub fn play(
    game: &dyn Game,
    seats: usize,
    options: &Options,
    seed: u64,
    kind: BotKind,
    mut inspect: impl FnMut(&ClearGame) -> Result<(), String>,
) -> Result<ClearGame, String> {
    let at = |step: usize, what: String| {
        format!("{} with {seats} seats, seed {seed}, step {step}: {what}", game.info().id)
    };
    let mut players = bots(game, kind, seats, seed);
    let mut clear = ClearGame::new(game, seats, options, seed).map_err(|e| at(0, e.to_string()))?;
    loop {
        inspect(&clear).map_err(|e| at(clear.answers.len(), e))?;
        if clear.driver.outcome().is_some() {
            return Ok(clear);
        }
        if !clear.step(|ask, state| players[ask.seat].pick(&ask, state)) {
            return Err(at(clear.answers.len(), format!("stuck at {:?}", clear.driver.request())));
        }
    }
}

/// The same seed gives the same game, and replaying its answers gives the same public state at every
/// step.
pub fn deterministic(
    game: &dyn Game,
    seats: usize,
    options: &Options,
    seed: u64,
) -> Result<(), String> {
    let mut digests = Vec::new();
    let note = |clear: &ClearGame, digests: &mut Vec<u64>| {
        digests.push(digest(&clear.driver));
        Ok(())
    };
    let first = play(game, seats, options, seed, BotKind::Sensible, |c| note(c, &mut digests))?;
    let mut again = Vec::new();
    let second = play(game, seats, options, seed, BotKind::Sensible, |c| note(c, &mut again))?;
    if digests != again || first.answers != second.answers {
        return Err(format!("seed {seed}: two runs of one seed differ"));
    }
    let mut driver = game.start(seats, options).map_err(|e| e.to_string())?;
    for (step, answer) in first.answers.iter().enumerate() {
        if digest(&driver) != digests[step] {
            return Err(format!("seed {seed}: the replay differs at step {step}"));
        }
        driver.answer(answer.clone()).map_err(|e| e.to_string())?;
    }
    let whole = replay(game, seats, options, &first.answers).ok_or("the replay was refused")?;
    if digests.last() != Some(&digest(&driver)) || digest(&whole) != digest(&driver) {
        return Err(format!("seed {seed}: the replay ends differently"));
    }
    Ok(())
}

/// A seat's view and menu do not depend on cards it has not been shown.
///
/// At a random step two hidden cards that `seat` does not know change faces. Both games then get the
/// same choices; until one of the two cards is lawfully shown to the seat (or is in a request that
/// mixes it with others), the seat must see the same in both.
pub fn no_leak(game: &dyn Game, seats: usize, options: &Options, seed: u64) -> Result<(), String> {
    let mut chance = Chance::new(seed ^ 0x1eaf);
    let seat = Seat::new(chance.below(seats as u32) as u8);
    let whole = play(game, seats, options, seed, BotKind::Random, |_| Ok(()))?;
    let cut = chance.below(whole.answers.len() as u32) as usize;

    let prefix = || -> Result<(ClearGame, BySeat<Box<dyn crate::Bot>>), String> {
        let mut players = bots(game, BotKind::Random, seats, seed);
        let mut clear = ClearGame::new(game, seats, options, seed).map_err(|e| e.to_string())?;
        for _ in 0..cut {
            clear.step(|ask, state| players[ask.seat].pick(&ask, state));
        }
        Ok((clear, players))
    };
    let (mut one, mut players) = prefix()?;
    let (mut two, _) = prefix()?;
    let Some((a, b)) = hidden_pair(&one, seat, &mut chance) else { return Ok(()) };
    two.dealer.swap(a, b);

    loop {
        let (left, right) = (seen_by(&one, seat), seen_by(&two, seat));
        if left != right {
            let step = one.answers.len();
            return Err(format!(
                "{}, seed {seed}: {seat} sees a difference at step {step}: {left}\n{right}",
                game.info().id
            ));
        }
        if one.driver.outcome().is_some()
            || one.driver.request().is_some_and(|r| touches(r, a) || touches(r, b))
        {
            return Ok(());
        }
        let mut picks = Vec::new();
        one.step(|ask, state| {
            let entry = players[ask.seat].pick(&ask, state);
            picks.push(entry);
            entry
        });
        let mut picks = picks.into_iter();
        // What was chosen honestly with one deal may be refused with the other: then the deals have
        // lawfully come apart.
        if !two.step(|_, _| picks.next().unwrap_or(0)) || one.answers.last() != two.answers.last() {
            return Ok(());
        }
    }
}

/// Two cards of one deck with different faces, both hidden from the public and from `seat`.
fn hidden_pair(clear: &ClearGame, seat: Seat, chance: &mut Chance) -> Option<(Handle, Handle)> {
    let faces = clear.driver.faces();
    let known = clear.dealer.knowledge(seat);
    let waiting: Vec<Handle> =
        faces.live().filter(|&c| clear.driver.request().is_some_and(|r| touches(r, c))).collect();
    let mut hidden: Vec<Handle> = faces
        .live()
        .filter(|card| {
            faces.face(*card).is_none() && !known.contains_key(card) && !waiting.contains(card)
        })
        .collect();
    let order = chance.permutation(hidden.len());
    hidden = order.into_iter().map(|i| hidden[i]).collect();
    let face = |card| clear.dealer.face(&clear.driver, card);
    hidden.iter().enumerate().find_map(|(i, &a)| {
        let mut rest = hidden[i + 1..].iter().copied();
        rest.find(|&b| faces.deck(a) == faces.deck(b) && face(a) != face(b)).map(|b| (a, b))
    })
}

fn seen_by(clear: &ClearGame, seat: Seat) -> String {
    let known: &Knowledge = clear.dealer.knowledge(seat);
    let ask = crate::Ask::of(&clear.driver, seat, known);
    format!(
        "{:?} {:?}",
        clear.driver.view(Some(seat), known),
        ask.map(|a| (a.menu.clone(), a.allowed()))
    )
}

/// Whether answering the request shows the card to somebody, or makes it untraceable.
fn touches(request: &Request, card: Handle) -> bool {
    match request {
        Request::Shuffle(piles) => piles.iter().any(|c| c.cards().any(|moved| moved == card)),
        Request::Remix(hands) => hands.iter().any(|(_, c)| c.cards().any(|moved| moved == card)),
        Request::Show(cards) => cards.iter().any(|&(shown, _)| shown == card),
        Request::Peek(looks) => looks.iter().any(|&(_, shown)| shown == card),
        Request::Demand(_, hands) => hands.iter().any(|(_, hand)| hand.contains(&card)),
        // A menu entry that shows the card is noticed when the answers differ.
        Request::Choose(..) | Request::Ask(..) | Request::Roll(_) => false,
    }
}
