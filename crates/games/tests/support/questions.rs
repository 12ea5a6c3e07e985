//! What a person is asked in a whole game.

use std::collections::BTreeMap;

use engine::{
    BotKind, Game, Seat,
    check::Fault,
    clear::{ClearGame, bots},
};

/// What was asked in one game, by the rule that asks.
pub(crate) type Asked = BTreeMap<&'static str, usize>;

/// What a person is asked in games of these seeds: normal bots at all seats, one of them in the person's
/// place, in each seat in turn.
///
/// A question is a menu that a person would see. A window in which they could do nothing but pass, and
/// what is offered by the way, are passed for them unless they want it otherwise, and are not counted.
pub(crate) fn asked(
    game: &dyn Game,
    seats: usize,
    seeds: std::ops::Range<u64>,
) -> Result<Vec<Asked>, Fault> {
    seeds.map(|seed| play(game, seats, seed)).collect()
}

/// How many questions these games put to a person, sorted.
pub(crate) fn counts(asked: &[Asked]) -> Vec<usize> {
    let mut counts: Vec<usize> = asked.iter().map(|asked| asked.values().sum()).collect();
    counts.sort_unstable();
    counts
}

/// Plays one game; its seed also says where the person sits.
fn play(game: &dyn Game, seats: usize, seed: u64) -> Result<Asked, Fault> {
    let options = super::usual(game)?;
    let person = Seat::new((seed % seats as u64) as u8);
    let mut players = bots(game, BotKind::NORMAL, seats, seed);
    let mut clear = ClearGame::new(game, seats, &options, seed)?;
    let mut asked = Asked::new();
    while clear.driver.outcome().is_none() {
        let window = clear.driver.request().is_some_and(engine::Request::is_window);
        let went_on = clear.step(|ask, state| {
            let spared = (window || ask.menu.is_aside()) && !ask.menu.asks(ask.eyes);
            if ask.seat == person && !spared {
                *asked.entry(ask.menu.rule).or_default() += 1;
            }
            players[ask.seat].pick(&ask, state)
        });
        if !went_on {
            return Err(format!("{} got stuck with seed {seed}", game.info().id).into());
        }
    }
    Ok(asked)
}
