//! Texas hold'em, written against `engine` alone. Match, audit, simulator, terminal and page need no
//! change: the binary beside this file only hands the game to `nodealer::main`.
//!
//! [`hand`] plays a hand, [`betting`] a round of betting; [`pots`] shares out the chips, [`strength`]
//! ranks the cards.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod betting;
mod board;
mod bot;
mod hand;
pub mod pots;
pub mod strength;
#[cfg(test)]
mod tests;

use engine::{
    Ask, Board, BySeat, Deck, Face, FaceInfo, Game, GameInfo, Handle, Line, OptionSpec, Options,
    Outcome, Playable, Player, Rules, Seat, Table, Values, french, text,
};

/// The game.
pub static GAME: Playable<Holdem> = Playable::new();

/// The list of games of the binary.
pub static GAMES: &[&dyn Game] = &[&GAME];

/// The only deck.
const DECK: Deck = Deck(0);

/// The rules of Texas hold'em.
pub struct Holdem;

/// The public state.
#[derive(Clone, Debug)]
pub struct State {
    /// The options agreed on.
    pub house: House,
    /// The number of the present hand, from 1.
    pub hand: u32,
    /// Who has the dealer's button, once chance has decided.
    pub button: Option<Seat>,
    /// The cards that have not been dealt, the top one first.
    pub deck: Vec<Handle>,
    /// The cards in the middle.
    pub middle: Vec<Handle>,
    /// The cards of those who have folded, which are never shown.
    pub folded: Vec<Handle>,
    /// Everybody at the table.
    pub gamblers: BySeat<Gambler>,
    /// The present round of betting.
    pub round: Round,
    /// The present phase.
    pub phase: Phase,
    /// The move behind each entry of the menu that is being asked.
    pub moves: Vec<Move>,
    /// How the last hand ended, with the cards that won it.
    pub lately: Option<(Line, Vec<Face>)>,
}

/// The options agreed on before the match.
#[derive(Clone, Copy, Debug)]
pub struct House {
    /// The small blind; the big one is twice that.
    pub blind: u32,
    /// How many hands are played.
    pub hands: u32,
    /// Whether raises have fixed limits.
    pub fixed: bool,
}

/// One player.
#[derive(Clone, Debug, Default)]
pub struct Gambler {
    /// The two cards, face down until a showdown.
    pub hand: Vec<Handle>,
    /// The chips left.
    pub chips: u32,
    /// The chips paid in this hand.
    pub paid: u32,
    /// The chips paid in this round of betting.
    pub bet: u32,
    /// Whether the player has folded.
    pub folded: bool,
    /// Whether the player has acted since the last full raise.
    pub spoken: bool,
}

/// A round of betting.
#[derive(Clone, Copy, Debug, Default)]
pub struct Round {
    /// The highest bet.
    pub high: u32,
    /// The least amount of the next raise.
    pub raise: u32,
    /// How many bets and raises there were.
    pub bets: u32,
    /// Who is asked.
    pub turn: Option<Seat>,
}

/// The present phase; the names are chapters of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Cards are shuffled and dealt, blinds are paid.
    Blinds,
    /// Somebody is asked.
    Betting,
    /// Cards are laid in the middle.
    Middle,
    /// Hands are shown and pots taken.
    Showdown,
}

/// A player's move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// Give the hand up.
    Fold,
    /// Check, or call.
    Stay,
    /// Raise, by an amount that is asked next.
    Raise,
    /// Raise the bet to this many chips.
    To(u32),
}

impl State {
    /// The big blind.
    pub fn big_blind(&self) -> u32 {
        2 * self.house.blind
    }

    /// All chips paid in this hand.
    pub fn pot(&self) -> u32 {
        self.gamblers.values().map(|gambler| gambler.paid).sum()
    }

    /// The seats that still have cards in this hand.
    pub fn in_hand(&self) -> Vec<Seat> {
        self.gamblers.seats_where(Gambler::is_in)
    }

    /// What a seat has to pay to stay in.
    pub fn to_call(&self, seat: Seat) -> u32 {
        let gambler = &self.gamblers[seat];
        self.round.high.saturating_sub(gambler.bet).min(gambler.chips)
    }

    /// The seats with chips.
    fn solvent(&self) -> Vec<Seat> {
        self.gamblers.seats_where(|gambler| gambler.chips > 0)
    }
}

impl Gambler {
    /// Whether it still has cards in this hand.
    pub fn is_in(&self) -> bool {
        !self.hand.is_empty() && !self.folded
    }

    /// Whether it can still bet in this hand.
    pub fn can_bet(&self) -> bool {
        self.is_in() && self.chips > 0
    }

    /// Puts up to `amount` chips into the pot.
    fn pay(&mut self, amount: u32) {
        let amount = amount.min(self.chips);
        self.chips -= amount;
        self.bet += amount;
        self.paid += amount;
    }
}

impl Rules for Holdem {
    type State = State;

    const INFO: GameInfo = GameInfo {
        id: "holdem",
        name: "Texas Hold'em",
        version: 1,
        seats: (2, 8), // HE-01
        usual_seats: 5,
        blurb: "Two cards of your own, five for everybody, and chips to say what you think of them.",
        rules: include_str!("rules.md"),
        options: &[
            OptionSpec {
                key: "limit",
                help: "Whether raises are free or fixed.",
                values: Values::Words(&["none", "fixed"]),
                default: "none",
            },
            OptionSpec {
                key: "stack",
                help: "Chips to begin with.",
                values: Values::Number(20, 1000),
                default: "100",
            },
            OptionSpec {
                key: "blind",
                help: "The small blind; the big one is twice that.",
                values: Values::Number(1, 50),
                default: "1",
            },
            OptionSpec {
                key: "hands",
                help: "How many hands are played.",
                values: Values::Number(1, 100),
                default: "12",
            },
        ],
        decks: &[(DECK, &french::FACES)],
    };

    fn start(seats: usize, options: &Options) -> State {
        let chips = options.number("stack");
        State {
            house: House {
                blind: options.number("blind"),
                hands: options.number("hands"),
                fixed: options.is("limit", "fixed"),
            },
            hand: 0,
            button: None,
            deck: Vec::new(),
            middle: Vec::new(),
            folded: Vec::new(),
            gamblers: BySeat::new(seats, |_| Gambler { chips, ..Gambler::default() }),
            round: Round::default(),
            phase: Phase::Blinds,
            moves: Vec::new(),
            lately: None,
        }
    }

    async fn play(t: &mut Table<State>) -> Outcome {
        if t.button.is_none() {
            // HE-02: the first hand begins by moving the button to its left.
            let before = t.random_seat().await;
            t.button = Some(before);
        }
        while t.hand < t.house.hands && t.solvent().len() > 1 {
            hand::play(t).await;
            t.milestone();
        }
        outcome(t)
    }

    fn board(state: &State) -> Board {
        board::board(state)
    }

    fn face(face: Face) -> FaceInfo {
        FaceInfo {
            help: "The best five of your two and those in the middle count.",
            ..french::info(face)
        }
    }

    fn bot(seat: Seat, seed: u64) -> impl Player<State> + Clone {
        bot::Regular::new(seat, seed)
    }

    /// HE-17.
    fn autopilot(ask: &Ask<'_>, state: &State) -> usize {
        let wanted = if state.to_call(ask.seat) == 0 { Move::Stay } else { Move::Fold };
        ask.settle(state.moves.iter().position(|&found| found == wanted))
    }

    const PLAYOUTS: usize = 128;

    /// The result of a hand is worth more than guesses about the next ones.
    fn estimate(
        from: &State,
        now: &State,
        seat: Seat,
        _: &dyn Fn(Handle) -> Option<Face>,
    ) -> Option<i64> {
        let all: u32 = now.gamblers.values().map(|gambler| gambler.chips + gambler.paid).sum();
        let share = i64::from(now.gamblers[seat].chips) * 1000 / i64::from(all.max(1));
        (now.hand > from.hand).then_some(share)
    }
}

/// HE-01: the most chips win.
fn outcome(t: &mut Table<State>) -> Outcome {
    let scores = t.gamblers.map(|_, gambler| i64::from(gambler.chips));
    let most = scores.values().copied().max().unwrap_or(0);
    let winners = scores.seats_where(|&chips| chips == most);
    let mut summary = Line::default();
    for (i, seat) in winners.iter().enumerate() {
        summary.extend([(if i == 0 { "" } else { " and " }).into(), (*seat).into()]);
    }
    let verb = if winners.len() == 1 { " wins with " } else { " share the lead with " };
    let summary = summary.with(verb).count(most, "chip").then(text![" after hand ", t.hand]);
    t.say("HE-01", summary.clone());
    Outcome { winners, scores, summary }
}
