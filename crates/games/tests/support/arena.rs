//! Bots against bots: who plays better, and how sure that is.

use std::{
    any::Any,
    ops::Range,
    sync::{Arc, Mutex},
    thread,
};

use engine::{
    Ask, Bot, BotKind, BySeat, Game, Seat, chance::Chance, check::Fault, clear::ClearGame,
};
use games::never_bring_a_knife::{Role, State};

use super::clock;

/// What a seat of the stronger kind won of each game, from 0 to 1, and what is a fair share of it.
pub(crate) struct Results {
    /// One number for each game.
    pub won: Vec<f64>,
    /// What bots of one strength would win.
    pub fair: f64,
    /// How long the stronger kind thought.
    pub picks: Picks,
}

/// How long bots thought, in milliseconds of the thread's CPU time.
#[derive(Clone, Copy, Default)]
pub(crate) struct Picks {
    /// How often they were asked.
    pub count: u32,
    /// How long they took together.
    pub total: f64,
    /// How long the longest pick took.
    pub longest: f64,
}

/// A bot with a watch.
struct Timed {
    bot: Box<dyn Bot>,
    picks: Arc<Mutex<Picks>>,
}

impl Bot for Timed {
    fn pick(&mut self, ask: &Ask<'_>, state: &dyn Any) -> usize {
        let begun = clock::now();
        let entry = self.bot.pick(ask, state);
        let took = (clock::now() - begun) / 1e3;
        if let Ok(mut picks) = self.picks.lock() {
            picks.count += 1;
            picks.total += took;
            picks.longest = picks.longest.max(took);
        }
        entry
    }
}

impl Results {
    /// The share of all games that was won.
    pub(crate) fn mean(&self) -> f64 {
        self.won.iter().sum::<f64>() / self.won.len().max(1) as f64
    }

    /// Half of the 95 % interval around it.
    pub(crate) fn margin(&self) -> f64 {
        let (mean, games) = (self.mean(), self.won.len().max(2) as f64);
        let squares: f64 = self.won.iter().map(|won| (won - mean).powi(2)).sum();
        1.96 * (squares / (games - 1.0) / games).sqrt()
    }

    /// What has to be won for one kind to count as stronger: 60 % where two sides meet, and half as much
    /// again as a fair share where one plays against several.
    pub(crate) fn bar(&self) -> f64 {
        if self.fair == 0.5 { 0.6 } else { 1.5 * self.fair }
    }
}

/// Plays one game for each number, on all processors. Where two teams fight, every bot of a team is of one
/// kind, and the next game has the same deal with the kinds exchanged. Elsewhere one bot is of the stronger
/// kind, and sits in each seat in turn of the same deal.
pub(crate) fn contest(
    game: &dyn Game,
    seats: usize,
    kinds: [BotKind; 2],
    numbers: Range<u64>,
) -> Result<Results, Fault> {
    let rotation = if is_of_teams(game) { 2 } else { seats as u64 };
    let picks = Arc::new(Mutex::new(Picks::default()));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let some = |first: usize| {
        let mine = numbers.clone().skip(first).step_by(threads);
        mine.map(|number| one(game, seats, kinds, number, &picks)).collect::<Result<Vec<_>, _>>()
    };
    let played: Result<Vec<Vec<f64>>, Fault> = thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|n| scope.spawn(move || some(n))).collect();
        let ended = |handle: thread::ScopedJoinHandle<'_, _>| {
            handle.join().unwrap_or_else(|_| Err("a game panicked".into()))
        };
        running.into_iter().map(ended).collect()
    });
    let won = played?.concat();
    let picks = picks.lock().map_or_else(|_| Picks::default(), |picks| *picks);
    Ok(Results { won, fair: 1.0 / rotation as f64, picks })
}

fn is_of_teams(game: &dyn Game) -> bool {
    game.info().id == "never-bring-a-knife"
}

/// What the stronger kind won of one game.
fn one(
    game: &dyn Game,
    seats: usize,
    [strong, weak]: [BotKind; 2],
    number: u64,
    picks: &Arc<Mutex<Picks>>,
) -> Result<f64, Fault> {
    let rotation = if is_of_teams(game) { 2 } else { seats as u64 };
    let (seed, turn) = (number / rotation, number % rotation);
    let options = super::usual(game)?;
    let mut clear = ClearGame::new(game, seats, &options, seed)?;
    let heroes: Vec<Seat> = if is_of_teams(game) {
        team(&mut clear, Role::ALL[turn as usize])?
    } else {
        vec![Seat::new(turn as u8)]
    };
    let mut luck = Chance::new(seed ^ 0xa4e4a);
    let mut bots: BySeat<Box<dyn Bot>> = BySeat::new(seats, |seat| {
        let luck = luck.bits();
        if heroes.contains(&seat) {
            Box::new(Timed { bot: game.bot(strong, seat, luck), picks: picks.clone() })
        } else {
            game.bot(weak, seat, luck)
        }
    });
    let end = clear.finish(&mut bots).ok_or(format!("{} got stuck", game.info().id))?;
    let winners = end.winners.iter().filter(|seat| heroes.contains(seat)).count();
    Ok(winners as f64 / end.winners.len().max(1) as f64)
}

/// Who is of a team, once roles are dealt. Nobody is asked anything before that.
fn team(clear: &mut ClearGame, role: Role) -> Result<Vec<Seat>, Fault> {
    while super::state::<State>(clear)?.phase == "Setup" {
        if !clear.step(|_, _| 0) {
            return Err("the setup got stuck".into());
        }
    }
    let face = |card| clear.dealer.face(&clear.driver, card);
    let state: &State = super::state(clear)?;
    Ok(state.fighters.seats_where(|f| f.role.and_then(face) == Some(role.face())))
}
