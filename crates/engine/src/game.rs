//! What a game is: to its author ([`Rules`]), and to all other code ([`Game`]).

use core::{any::Any, future::Future, marker::PhantomData};

use serde::Serialize;

use crate::{
    Board, Bot, BotKind, BySeat, Deck, Driver, Face, FaceInfo, Handle, Lesson, Level, Line,
    OptionError, OptionSpec, Options, Seat, Table,
    bot::{Ask, Player, RandomBot, SlippingBot, Typed},
    think::Thinker,
};

/// The constant facts of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// Its name on the command line and in charters, such as "knives".
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// Must change whenever the same answers could lead to another game.
    pub version: u16,
    /// The fewest and the most seats.
    pub seats: (usize, usize),
    /// How many seats it usually has.
    pub usual_seats: usize,
    /// One sentence about it.
    pub blurb: &'static str,
    /// The rules in our own words, as Markdown; `## ` headings are the phases that boards name, and an
    /// item `- ID: …` says what the rule with that id says.
    pub rules: &'static str,
    /// The options that can be set before a game.
    pub options: &'static [OptionSpec],
    /// Each deck by its number, with the faces that occur in it.
    pub decks: &'static [(Deck, &'static [Face])],
}

impl GameInfo {
    /// The text of the rule with this id, such as one that an event or a menu names.
    pub fn rule(&self, id: &str) -> Option<String> {
        let head = format!("- {id}: ");
        let mut lines = self.rules.lines().skip_while(|line| !line.starts_with(&head));
        let first = lines.next()?.strip_prefix(&head)?;
        // The indented lines that follow belong to the item.
        let rest = lines.take_while(|line| line.starts_with("  ")).map(str::trim);
        Some([first].into_iter().chain(rest).collect::<Vec<_>>().join(" "))
    }
}

/// How a game is written.
pub trait Rules: Sized + 'static {
    /// The public state: nothing in it may be hidden from anybody.
    type State: Clone + Send + Sync + 'static;

    /// The facts of the game.
    const INFO: GameInfo;

    /// The state before anything has happened.
    fn start(seats: usize, options: &Options) -> Self::State;

    /// The whole game.
    fn play(table: &mut Table<Self::State>) -> impl Future<Output = Outcome> + Send;

    /// The table as everybody sees it.
    fn board(state: &Self::State) -> Board;

    /// How a face is shown.
    fn face(face: Face) -> FaceInfo;

    /// A bot of the normal level. Easy bots are this bot with mistakes; hard bots look ahead with it in
    /// all seats.
    fn bot(seat: Seat, seed: u64) -> impl Player<Self::State> + Clone;

    /// The choice of the autopilot, a deterministic player that takes over the seat of a leaver: it knows
    /// the public state and the seat's cards, and must give the same answer on every node.
    fn autopilot(ask: &Ask<'_>, state: &Self::State) -> usize;

    /// What a guided match explains. It is no part of the rules: nodes with different lessons can play
    /// together.
    const LESSONS: &'static [Lesson] = &[];

    /// So many picks of a hundred are slips of an easy bot. The more a game forgives, the more.
    const SLIPS: u32 = 40;

    /// How many playouts a question may cost a hard bot.
    const PLAYOUTS: usize = 256;

    /// How many entries of a long menu a hard bot considers: those with the best scores by
    /// [`Player::glance`].
    const CANDIDATES: usize = 8;

    /// How sure a hard bot must be to depart from the normal bot's pick: the square of how many standard
    /// errors another entry has to be ahead. The better the normal bot is, the higher this should be.
    const CAUTION: i64 = 2;

    /// Whether a hard bot thinks in reaction windows as well, and then in every one that it is asked in:
    /// the time it takes must not tell what it holds. Otherwise it plays them like a normal one.
    const THINKS_IN_WINDOWS: bool = false;

    /// Whether a question is worth thinking about. If not, a hard bot plays like a normal one.
    fn worth_thinking(state: &Self::State) -> bool {
        let _ = state;
        true
    }

    /// The value of a position to a seat, in thousandths of a win, if playing on would tell little more:
    /// a playout that a hard bot began at `from` ends there. Without it playouts go to the end of the
    /// game, which takes too long in a long game. The cards are those of a deal that the bot has
    /// imagined, so all faces are known.
    fn estimate(
        from: &Self::State,
        now: &Self::State,
        seat: Seat,
        face: &dyn Fn(Handle) -> Option<Face>,
    ) -> Option<i64> {
        let _ = (from, now, seat, face);
        None
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Outcome {
    /// The seats that won; none if everybody lost.
    pub winners: Vec<Seat>,
    /// Points, coins or whatever the game counts, per seat.
    pub scores: BySeat<i64>,
    /// The result in a sentence.
    pub summary: Line,
}

/// A game, with the type of its state erased.
pub trait Game: Send + Sync {
    /// The facts of the game.
    fn info(&self) -> &'static GameInfo;

    /// Starts a game. Options that were not parsed for it are refused.
    fn start(&self, seats: usize, options: &Options) -> Result<Driver, OptionError>;

    /// How a face is shown.
    fn face(&self, face: Face) -> FaceInfo;

    /// A bot for a seat.
    fn bot(&self, kind: BotKind, seat: Seat, seed: u64) -> Box<dyn Bot>;

    /// What a guided match explains.
    fn lessons(&self) -> &'static [Lesson] {
        &[]
    }
}

/// The game with this id, or the only one whose id begins with `prefix`.
pub fn find(games: &[&'static dyn Game], prefix: &str) -> Option<&'static dyn Game> {
    if let Some(game) = games.iter().find(|game| game.info().id == prefix) {
        return Some(*game);
    }
    let mut found =
        games.iter().filter(|game| !prefix.is_empty() && game.info().id.starts_with(prefix));
    let first = found.next()?;
    found.next().is_none().then_some(*first)
}

/// Makes a [`Game`] of [`Rules`].
pub struct Playable<R>(PhantomData<fn() -> R>);

impl<R> Playable<R> {
    /// The game with these rules.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<R> Default for Playable<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Rules> Game for Playable<R> {
    fn info(&self) -> &'static GameInfo {
        &const { R::INFO }
    }

    fn start(&self, seats: usize, options: &Options) -> Result<Driver, OptionError> {
        let GameInfo { name, seats: (least, most), .. } = R::INFO;
        if !(least..=most).contains(&seats) {
            return Err(OptionError::Seats { game: name, least, most, asked: seats });
        }
        options.check(R::INFO.options)?;
        Ok(Driver::start::<R>(seats, R::start(seats, options)))
    }

    fn face(&self, face: Face) -> FaceInfo {
        R::face(face)
    }

    fn lessons(&self) -> &'static [Lesson] {
        R::LESSONS
    }

    fn bot(&self, kind: BotKind, seat: Seat, seed: u64) -> Box<dyn Bot> {
        match kind {
            BotKind::Level(Level::Easy) => {
                Box::new(SlippingBot::new(R::bot(seat, seed), R::SLIPS, seed))
            }
            BotKind::Level(Level::Normal) => Box::new(Typed::new(R::bot(seat, seed))),
            BotKind::Level(Level::Hard) => Box::new(Thinker::<R, _>::new(R::bot(seat, seed), seed)),
            BotKind::Random => Box::new(RandomBot::new(seed)),
            BotKind::Autopilot => Box::new(Autopilot::<R>(PhantomData)),
        }
    }
}

struct Autopilot<R>(PhantomData<fn() -> R>);

impl<R: Rules> Bot for Autopilot<R> {
    fn pick(&mut self, ask: &Ask<'_>, state: &dyn Any) -> usize {
        let picked = state.downcast_ref().map(|state| R::autopilot(ask, state));
        ask.settle(picked)
    }
}
