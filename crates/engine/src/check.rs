//! Checks that every game must pass, for the games' tests.

use std::{
    collections::{BTreeMap, BTreeSet},
    hash::{DefaultHasher, Hash, Hasher},
};

pub use crate::fault::Fault;
use crate::{
    Ask, Audience, Bot, BotKind, BySeat, Change, Driver, Face, Game, Handle, Knowledge, Options,
    Request, Seat,
    chance::Chance,
    clear::{ClearGame, Fate, bots, replay},
};

/// A digest of all that is public: the request, the board, the faces in the open, and who has won.
pub fn digest(driver: &Driver) -> u64 {
    let mut hasher = DefaultHasher::new();
    driver.request().hash(&mut hasher);
    driver.board().hash(&mut hasher);
    driver.faces().hash(&mut hasher);
    driver.outcome().hash(&mut hasher);
    hasher.finish()
}

/// How often each face occurs among the cards in play, hidden or not.
pub fn census<F: Fate>(clear: &ClearGame<F>) -> BTreeMap<Face, usize> {
    let mut faces = BTreeMap::new();
    for card in clear.driver.faces().live() {
        if let Some(face) = clear.dealer.face(&clear.driver, card) {
            *faces.entry(face).or_insert(0) += 1;
        }
    }
    faces
}

/// The cards that leave the game when the waiting request mixes them.
pub fn leaving(driver: &Driver) -> BTreeSet<Handle> {
    match driver.request() {
        Some(Request::Shuffle(piles)) => piles.iter().flat_map(|c| &c.from).copied().collect(),
        Some(Request::Remix(hands)) => hands.iter().flat_map(|(_, c)| &c.from).copied().collect(),
        _ => BTreeSet::new(),
    }
}

/// Nobody knows a card that they should not. `may_know` is the game's own rule, which must not look at
/// what anybody does know: whether this seat, or with `None` everybody, may know this card now.
pub fn secret<F: Fate>(
    clear: &ClearGame<F>,
    mut may_know: impl FnMut(Option<Seat>, Handle) -> bool,
) -> Result<(), Fault> {
    let public = clear.driver.faces();
    let open: Vec<Handle> = public.live().filter(|&card| public.face(card).is_some()).collect();
    if let Some(card) = open.iter().find(|&&card| !may_know(None, card)) {
        return Err(Fault::EverybodyKnows(*card));
    }
    let spectator = clear.driver.view(None, &Knowledge::new());
    if spectator.faces.iter().any(|(&card, &face)| public.face(card) != Some(face)) {
        return Err(Fault::SpectatorSees);
    }
    for (seat, known) in clear.dealer.everybody().iter() {
        for (&card, &face) in known.iter().filter(|(card, _)| !open.contains(card)) {
            if clear.dealer.face(&clear.driver, card) != Some(face) {
                return Err(Fault::Mistaken(seat, card));
            }
            if !may_know(Some(seat), card) {
                return Err(Fault::Knows(seat, card));
            }
        }
    }
    Ok(())
}

/// Every card in play lies in exactly one pile of the board.
pub fn conserved(driver: &Driver) -> Result<(), Fault> {
    let board = driver.board();
    let mut seen = BTreeSet::new();
    if let Some(twice) = board.cards().find(|&card| !seen.insert(card)) {
        return Err(Fault::Twice(twice));
    }
    let live: BTreeSet<Handle> = driver.faces().live().collect();
    // Cards that the waiting request replaces may be on the board or not.
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
    let lost = expected.difference(&seen).copied().collect();
    let stray = seen.difference(&expected).copied().collect();
    Err(Fault::Misplaced { lost, stray })
}

/// Every seat that is asked has an entry that it may choose.
fn answerable(clear: &ClearGame) -> Result<(), Fault> {
    let asked = clear.dealer.everybody().iter();
    let mut asks = asked.filter_map(|(seat, known)| Ask::of(&clear.driver, seat, known));
    match asks.find(|ask| ask.allowed().is_empty()) {
        Some(ask) => Err(Fault::NothingToChoose(ask.seat, Box::new(ask.menu.clone()))),
        None => Ok(()),
    }
}

/// Plays one game with bots of a kind, calling `inspect` at every step and at the end.
///
/// # Errors
/// Says at which step `inspect` failed, a menu had nothing to choose or the game got stuck, and with
/// which seed.
pub fn play(
    game: &dyn Game,
    seats: usize,
    options: &Options,
    seed: u64,
    kind: BotKind,
    mut inspect: impl FnMut(&ClearGame) -> Result<(), Fault>,
) -> Result<ClearGame, Fault> {
    let at = |step: usize, fault: Fault| {
        fault.at(format!("{} with {seats} seats, seed {seed}", game.info().id), step)
    };
    let mut players = bots(game, kind, seats, seed);
    let mut clear = ClearGame::new(game, seats, options, seed).map_err(|e| at(0, e.into()))?;
    loop {
        let sound = answerable(&clear).and_then(|()| inspect(&clear));
        sound.map_err(|e| at(clear.answers().len(), e))?;
        if clear.driver.outcome().is_some() {
            return Ok(clear);
        }
        if !clear.step(|ask, state| players[ask.seat].pick(&ask, state)) {
            let stuck = Fault::Stuck(Box::new(clear.driver.request().cloned()));
            return Err(at(clear.answers().len(), stuck));
        }
    }
}

/// The same seed gives the same game, and replaying its answers gives the same public state and the same
/// events at every step.
pub fn deterministic(
    game: &dyn Game,
    seats: usize,
    options: &Options,
    seed: u64,
) -> Result<(), Fault> {
    let mut digests = Vec::new();
    let note = |clear: &ClearGame, digests: &mut Vec<u64>| {
        digests.push(digest(&clear.driver));
        Ok(())
    };
    let mut first = play(game, seats, options, seed, BotKind::NORMAL, |c| note(c, &mut digests))?;
    let mut again = Vec::new();
    let mut second = play(game, seats, options, seed, BotKind::NORMAL, |c| note(c, &mut again))?;
    let said = first.driver.take_events();
    if digests != again
        || first.answers() != second.answers()
        || said != second.driver.take_events()
    {
        return Err(Fault::RunsDiffer(seed));
    }
    let mut driver = game.start(seats, options)?;
    for (step, answer) in first.answers().iter().enumerate() {
        if digest(&driver) != digests[step] {
            return Err(Fault::ReplayDiffers { seed, step });
        }
        driver.answer(answer.clone())?;
    }
    let step = first.answers().len();
    let differs = Fault::ReplayDiffers { seed, step };
    let mut whole = replay(game, seats, options, first.answers()).ok_or(differs.clone())?;
    if digests.last() != Some(&digest(&driver))
        || digest(&whole) != digest(&driver)
        || said != driver.take_events()
        || said != whole.take_events()
    {
        return Err(differs);
    }
    Ok(())
}

/// What a seat or a spectator sees, reads and is asked, and what a bot in that seat chooses, does not
/// depend on cards that the seat has not been shown. Returns at how many steps that was checked.
///
/// At a random step two hidden cards that `seat` does not know change faces. Both games then get the
/// same choices; until one of the two cards is shown to the seat or to all, or mixed with others, the
/// seat must see the same in both. Whether the rules *should* have shown a card is for [`secret`].
pub fn no_leak(
    game: &dyn Game,
    seats: usize,
    options: &Options,
    seed: u64,
) -> Result<usize, Fault> {
    let mut chance = Chance::new(seed ^ 0x1eaf);
    let seat = Seat::new(chance.below(seats as u32) as u8);
    let kind = if chance.below(2) == 0 { BotKind::Random } else { BotKind::NORMAL };
    let whole = play(game, seats, options, seed, kind, |_| Ok(()))?;
    let cut = chance.below(whole.answers().len() as u32) as usize;
    let twin = || Twin::new(game, seats, options, seed, (kind, cut));
    compare(game, [twin()?, twin()?], (seat, own_eyes), usize::MAX, &mut chance)
}

/// The cards that a bot in a seat is given to see.
pub type VisibleCards = fn(&ClearGame, Seat) -> Knowledge;

/// The cards that the seat has been shown, which are all that its bot may see.
pub fn own_eyes(clear: &ClearGame, seat: Seat) -> Knowledge {
    clear.dealer.knowledge(seat).clone()
}

/// Every card in play, as a cheating bot would see them. [`no_leak_by`] must detect it.
pub fn all_cards(clear: &ClearGame, _: Seat) -> Knowledge {
    let live = clear.driver.faces().live();
    live.filter_map(|card| Some((card, clear.dealer.face(&clear.driver, card)?))).collect()
}

/// As [`no_leak`], for a bot of one kind that takes the seat just when the cards are exchanged and is
/// watched for at most this many steps: one that thinks is too slow to be asked more often. `sight` is
/// what it is given to see.
pub fn no_leak_by(
    game: &dyn Game,
    seats: usize,
    options: &Options,
    seed: u64,
    (kind, sight): (BotKind, VisibleCards),
    steps: usize,
) -> Result<usize, Fault> {
    let mut chance = Chance::new(seed ^ 0x1eaf);
    let seat = Seat::new(chance.below(seats as u32) as u8);
    let whole = play(game, seats, options, seed, BotKind::NORMAL, |_| Ok(()))?;
    let cut = chance.below(whole.answers().len() as u32) as usize;
    let twin = || {
        let mut twin = Twin::new(game, seats, options, seed, (BotKind::NORMAL, cut))?;
        twin.players[seat] = game.bot(kind, seat, seed);
        Ok::<_, Fault>(twin)
    };
    compare(game, [twin()?, twin()?], (seat, sight), steps, &mut chance)
}

/// One of two games that are the same but for two cards.
struct Twin {
    clear: ClearGame,
    players: BySeat<Box<dyn Bot>>,
}

impl Twin {
    /// A game after this many steps among bots of a kind.
    fn new(
        game: &dyn Game,
        seats: usize,
        options: &Options,
        seed: u64,
        (kind, steps): (BotKind, usize),
    ) -> Result<Self, Fault> {
        let mut players = bots(game, kind, seats, seed);
        let mut clear = ClearGame::new(game, seats, options, seed)?;
        for _ in 0..steps {
            clear.step(|ask, state| players[ask.seat].pick(&ask, state));
        }
        Ok(Self { clear, players })
    }

    /// The picks of the bots that are asked now, in the order of the request.
    fn picks(&mut self, (seat, sight): (Seat, VisibleCards)) -> Vec<(Seat, usize)> {
        let clear = &self.clear;
        let asked: Vec<Seat> = match clear.driver.request() {
            Some(Request::Choose(asked, _)) => vec![*asked],
            Some(Request::Ask(_, menus)) => menus.iter().map(|(asked, _)| *asked).collect(),
            _ => Vec::new(),
        };
        let mut pick = |asked: Seat| {
            let eyes = if asked == seat { sight } else { own_eyes };
            let known = eyes(clear, asked);
            let ask = Ask::of(&clear.driver, asked, &known)?;
            Some((asked, self.players[asked].pick(&ask, clear.driver.state())))
        };
        asked.into_iter().filter_map(&mut pick).collect()
    }
}

/// Exchanges two cards in one of two games, and plays both on for as long as `seat` must not notice.
fn compare(
    game: &dyn Game,
    [mut one, mut two]: [Twin; 2],
    watched: (Seat, VisibleCards),
    steps: usize,
    chance: &mut Chance,
) -> Result<usize, Fault> {
    let seat = watched.0;
    let Some(pair) = hidden_pair(&one.clear, seat, chance) else { return Ok(0) };
    two.clear.dealer.swap(pair[0], pair[1]);
    let at = |step: usize, fault: Fault| fault.at(game.info().id, step);
    for same in 1..=steps {
        let step = one.clear.answers().len();
        let (left, right) = (seen_by(&mut one.clear, seat), seen_by(&mut two.clear, seat));
        if left != right {
            return Err(at(step, Fault::Seen { seat, one: left, other: right }));
        }
        let Some(request) = one.clear.driver.request().cloned() else { return Ok(same) };
        if pair.iter().any(|&card| touches(&request, card, seat)) {
            return Ok(same);
        }
        let (picks, doubles) = (one.picks(watched), two.picks(watched));
        let of_seat = |picks: &[(Seat, usize)]| picks.iter().copied().find(|(s, _)| *s == seat);
        if let (Some((_, pick)), Some((_, double))) = (of_seat(&picks), of_seat(&doubles))
            && pick != double
        {
            return Err(at(step, Fault::BotPeeks { seat, one: pick, other: double }));
        }
        let mut went_on = true;
        for twin in [&mut one, &mut two] {
            let mut picks = picks.iter().map(|(_, entry)| *entry);
            went_on &= twin.clear.step(|_, _| picks.next().unwrap_or(0));
        }
        // A choice that is legal with one deal may be refused with the other: then the two games may
        // differ from here on.
        if !went_on {
            return Ok(same);
        }
        let answers = (one.clear.answers().last(), two.clear.answers().last());
        let (Some(left), Some(right)) = answers else { continue };
        if left != right {
            let opened = [left, right].map(|answer| request.shown(answer)).concat();
            if opened.iter().any(|(card, _)| pair.contains(card)) {
                return Ok(same);
            }
            let answers = Box::new([left.clone(), right.clone()]);
            return Err(at(step, Fault::AnswersDiffer { request: Box::new(request), answers }));
        }
    }
    Ok(steps)
}

/// Two cards of one deck with different faces, both hidden from the public and from `seat`.
fn hidden_pair(clear: &ClearGame, seat: Seat, chance: &mut Chance) -> Option<[Handle; 2]> {
    let faces = clear.driver.faces();
    let known = clear.dealer.knowledge(seat);
    let waiting = |card| clear.driver.request().is_some_and(|r| touches(r, card, seat));
    let mut hidden: Vec<Handle> = faces
        .live()
        .filter(|card| faces.face(*card).is_none() && !known.contains_key(card) && !waiting(*card))
        .collect();
    let order = chance.permutation(hidden.len());
    hidden = order.into_iter().map(|i| hidden[i]).collect();
    let face = |card| clear.dealer.face(&clear.driver, card);
    hidden.iter().enumerate().find_map(|(i, &a)| {
        let mut rest = hidden[i + 1..].iter().copied();
        rest.find(|&b| faces.deck(a) == faces.deck(b) && face(a) != face(b)).map(|b| [a, b])
    })
}

/// All that a seat sees, what a spectator sees, and the events since the last call.
fn seen_by(clear: &mut ClearGame, seat: Seat) -> String {
    let events = clear.driver.take_events();
    let known: &Knowledge = clear.dealer.knowledge(seat);
    let ask = Ask::of(&clear.driver, seat, known);
    format!(
        "{:?} {:?} {:?} {events:?}",
        clear.driver.view(Some(seat), known),
        clear.driver.view(None, &Knowledge::new()),
        ask.map(|a| (a.menu.clone(), a.allowed()))
    )
}

/// Whether answering the request shows the card to this seat or to all, or makes it untraceable. Cards
/// that a choice or a demand may show are noticed when the answers differ.
fn touches(request: &Request, card: Handle, seat: Seat) -> bool {
    match request {
        Request::Shuffle(piles) => piles.iter().any(|c| c.cards().any(|moved| moved == card)),
        Request::Remix(hands) => hands.iter().any(|(_, c)| c.cards().any(|moved| moved == card)),
        Request::Show(cards) => {
            cards.contains(&(card, Audience::All)) || cards.contains(&(card, Audience::Seat(seat)))
        }
        Request::Peek(looks) => looks.contains(&(seat, card)),
        Request::Demand(..) | Request::Choose(..) | Request::Ask(..) | Request::Roll(_) => false,
    }
}
