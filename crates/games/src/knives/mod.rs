//! Knives: five players, six tricks, one banker with a secret partner.
//!
//! Each hand somebody takes the bank and becomes the banker; whoever plays one particular Ghost turns
//! out to be the banker's shadow, and the rest defend. Cards carry coins, and the banker's side needs
//! 13 of the 25. Knives always beat everything, a declared strong suit beats the other three.
//!
//! The files follow a hand: [`setup`], [`auction`], [`banker`], [`tricks`], [`specials`], [`scoring`].
//!
//! ```
//! use engine::{BotKind, Game, Options, check};
//! use games::knives::GAME;
//!
//! let options = Options::parse(GAME.info().options, [("target", "10")])?;
//! let end = check::play(&GAME, 5, &options, 1, BotKind::NORMAL, |_| Ok(()))?;
//! assert!(end.driver.outcome().is_some_and(|outcome| !outcome.winners.is_empty()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use engine::{
    Ask, Board, BySeat, Choice, Deck, Face, FaceInfo, FaceSet, GameInfo, Handle, Line, OptionSpec,
    Options, Outcome, Playable, Player, Rules, Seat, Table, Values,
};

pub mod auction;
pub mod banker;
mod board;
mod bot;
pub mod cards;
mod lessons;
pub mod scoring;
pub mod setup;
pub mod specials;
#[cfg(test)]
mod tests;
pub mod tricks;

pub use cards::{Card, Rank, Suit};

/// The game.
pub static GAME: Playable<Knives> = Playable::new();

/// The rules of Knives.
pub struct Knives;

/// The deck that is made anew for each hand.
pub(crate) const DECK: Deck = Deck(0);

/// All that is public in a match.
#[derive(Clone, Debug)]
pub struct State {
    /// The options agreed on beforehand.
    pub house: House,
    /// Points so far.
    pub points: BySeat<i64>,
    /// The hand being played, counted from 1; 0 before the first.
    pub number: u32,
    /// That hand.
    pub round: Round,
    /// The result of the hand before it.
    pub counted: Option<Counted>,
}

/// The result of a hand.
#[derive(Clone, Debug)]
pub struct Counted {
    /// Its number.
    pub number: u32,
    /// How it was decided.
    pub how: Line,
    /// The coins that each seat won in tricks.
    pub coins: BySeat<i64>,
    /// Who put cards down whose coins count, and which.
    pub put_down: Option<(Seat, Vec<Card>)>,
    /// The points for it.
    pub points: BySeat<i64>,
}

/// The options agreed on.
#[derive(Clone, Copy, Debug)]
pub struct House {
    /// How many points end the match (KNV-46, K-A15).
    pub target: i64,
    /// The simplified rules (KNV-47 to KNV-52).
    pub simplified: bool,
    /// Whether a banker may go for broke (K-A13: the host may switch it off).
    pub broke: bool,
    /// Whether a hand is played on though its points are decided (K-A20).
    pub play_on: bool,
}

/// One hand, from the deal to the count.
#[derive(Clone, Debug)]
pub struct Round {
    /// Who deals.
    pub dealer: Seat,
    /// How far the hand is.
    pub phase: Phase,
    /// Whose turn it is.
    pub turn: Option<Seat>,
    /// The cards in each hand.
    pub hands: BySeat<Vec<Handle>>,
    /// The two bank cards, until somebody takes or discards them.
    pub bank: Vec<Handle>,
    /// The two cards that the banker put down.
    pub put_down: Vec<Handle>,
    /// What each seat last declared.
    pub calls: BySeat<Option<Declaration>>,
    /// The declaration in force.
    pub declared: Option<Declaration>,
    /// What is played for, once the auction is over.
    pub contract: Option<Contract>,
    /// The trick on the table.
    pub trick: Vec<Play>,
    /// The tricks before it.
    pub past: Vec<Vec<Play>>,
    /// Who leads the trick on the table, or is about to.
    pub leader: Option<Seat>,
    /// The cards each seat has won.
    pub won: BySeat<Vec<Handle>>,
    /// The coins on them.
    pub coins: BySeat<i64>,
    /// Who has played the Ghost that names the shadow banker, or has shown it after a hand that ended
    /// early.
    pub ghost_played_by: Option<Seat>,
    /// Who has danced with whom, and in which trick.
    pub dances: Vec<Dance>,
    /// Cards that each seat has shown and must still hold.
    pub shown: BySeat<Vec<Card>>,
}

/// How far a hand is; each phase is a chapter of the rules text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Phase {
    Deal,
    Auction,
    Bank,
    Tricks,
    Specials,
    Scoring,
}

/// Which suit stands between Knives and the fail suits, if any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Declaration {
    /// This suit is strong.
    Strong(Suit),
    /// No suit is.
    KnivesOnly,
}

/// What a hand is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contract {
    /// Somebody has taken the bank.
    Bank {
        /// Who.
        banker: Seat,
        /// Whether the banker tries to win no coin at all.
        broke: bool,
    },
    /// Everybody alone, most coins win.
    Assets,
    /// Everybody alone, fewest coins win.
    Liabilities,
}

/// A card played to a trick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Play {
    /// Who played it.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// Its handle.
    pub handle: Handle,
}

/// Two players have swapped a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dance {
    /// The number of the trick, from 1.
    pub trick: usize,
    /// The one who played the card, and the one who was picked.
    pub pair: [Seat; 2],
}

impl Declaration {
    /// All five, in the order in which menus offer them.
    pub const ALL: [Self; 5] = [
        Self::Strong(Suit::Clubs),
        Self::Strong(Suit::Diamonds),
        Self::Strong(Suit::Hearts),
        Self::Strong(Suit::Spades),
        Self::KnivesOnly,
    ];

    /// The declaration in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strong(suit) => suit.name(),
            Self::KnivesOnly => "Knives only",
        }
    }

    /// The strong suit, if there is one (KNV-23).
    pub const fn strong(self) -> Option<Suit> {
        match self {
            Self::Strong(suit) => Some(suit),
            Self::KnivesOnly => None,
        }
    }

    /// The Ghost whose player is the shadow banker: the strong suit's (KNV-15; in simplified play
    /// that is always Spades', KNV-48), or with "Knives only" that of Knives (KNV-16).
    pub const fn ghost(self) -> Card {
        match self {
            Self::Strong(suit) => Card::new(suit, Rank::Ghost),
            Self::KnivesOnly => Card::new(Suit::Knives, Rank::Ghost),
        }
    }
}

impl Round {
    fn new(dealer: Seat) -> Self {
        let seats = setup::SEATS;
        Self {
            dealer,
            phase: Phase::Deal,
            turn: None,
            hands: BySeat::new(seats, |_| Vec::new()),
            bank: Vec::new(),
            put_down: Vec::new(),
            calls: BySeat::new(seats, |_| None),
            declared: None,
            contract: None,
            trick: Vec::new(),
            past: Vec::new(),
            leader: None,
            won: BySeat::new(seats, |_| Vec::new()),
            coins: BySeat::new(seats, |_| 0),
            ghost_played_by: None,
            dances: Vec::new(),
            shown: BySeat::new(seats, |_| Vec::new()),
        }
    }

    /// Who took the bank.
    pub fn banker(&self) -> Option<Seat> {
        match self.contract? {
            Contract::Bank { banker, .. } => Some(banker),
            Contract::Assets | Contract::Liabilities => None,
        }
    }

    /// The Ghost that reveals the shadow banker; without a banker there is none (KNV-45).
    pub fn telling_ghost(&self) -> FaceSet {
        let declared = self.declared.filter(|_| self.banker().is_some());
        declared.map_or(FaceSet::EMPTY, |d| FaceSet::only(d.ghost().face()))
    }

    /// The shadow banker, once known (KNV-17). A banker who plays the Ghost has none (KNV-19).
    pub fn shadow(&self) -> Option<Seat> {
        let banker = self.banker()?;
        self.ghost_played_by.filter(|&seat| seat != banker)
    }

    /// The strong suit, if there is one.
    pub fn strong(&self) -> Option<Suit> {
        self.declared?.strong()
    }

    /// Whether a card lies in this trick or in one before it.
    pub fn was_played(&self, card: Card) -> bool {
        self.past.iter().flatten().chain(&self.trick).any(|play| play.card == card)
    }

    /// The number of the trick on the table, from 1.
    pub fn trick_number(&self) -> usize {
        self.past.len() + 1
    }
}

impl Rules for Knives {
    type State = State;

    const INFO: GameInfo = GameInfo {
        id: "knives",
        name: "Knives",
        version: 2,
        // KNV-01
        seats: (setup::SEATS, setup::SEATS),
        usual_seats: setup::SEATS,
        blurb: "Take the bank, find your secret partner, and win the coins in six tricks.",
        rules: include_str!("rules.md"),
        options: &[
            OptionSpec {
                key: "target",
                help: "Points that end the match: 10 is quick, 15 standard, 20 to 99 long.",
                // K-A15: any number between the three may be agreed on as well.
                values: Values::Number(10, 99),
                default: "15",
            },
            OptionSpec {
                key: "rules",
                help: "Simplified: Spades always strong, no special powers, flat scores.",
                values: Values::Words(&["standard", "simplified"]),
                default: "standard",
            },
            OptionSpec {
                key: "broke",
                help: "Whether a banker may go for broke.",
                values: Values::Words(&["on", "off"]),
                default: "on",
            },
            OptionSpec {
                key: "play-on",
                help: "Whether a hand is played to its end though its points are decided, as they are once a \
                       banker who goes for broke has won a coin.",
                values: Values::Words(&["on", "off"]),
                default: "off",
            },
        ],
        decks: &[(DECK, &cards::FACES)],
    };

    const LESSONS: &'static [engine::Lesson] = lessons::LESSONS;

    fn start(seats: usize, options: &Options) -> State {
        State {
            house: House {
                target: options.number("target").into(),
                simplified: options.is("rules", "simplified"),
                broke: options.is("broke", "on"),
                play_on: options.is("play-on", "on"),
            },
            points: BySeat::new(seats, |_| 0),
            number: 0,
            round: Round::new(Seat::new(0)),
            counted: None,
        }
    }

    async fn play(t: &mut Table<State>) -> Outcome {
        let mut dealer = match t.number {
            // K-A18: the first dealer is drawn.
            0 => t.random_seat().await,
            _ => t.round.dealer.left(t.seats()),
        };
        loop {
            setup::deal(t, dealer).await;
            auction::auction(t).await;
            banker::open_bank(t).await;
            tricks::six_tricks(t).await;
            scoring::count(t).await;
            if let Some(outcome) = scoring::match_over(t) {
                return outcome;
            }
            // Nothing of the hand matters any more, except who dealt.
            t.round = Round::new(dealer);
            t.milestone();
            // KNV-10
            dealer = dealer.left(t.seats());
        }
    }

    fn board(state: &State) -> Board {
        board::board(state)
    }

    fn face(face: Face) -> FaceInfo {
        Card::of(face).info()
    }

    fn bot(_: Seat, _: u64) -> impl Player<State> + Clone {
        bot::Normal::default()
    }

    fn autopilot(ask: &Ask<'_>, state: &State) -> usize {
        bot::autopilot(ask, state)
    }

    const PLAYOUTS: usize = 128;

    fn estimate(
        from: &State,
        now: &State,
        seat: Seat,
        _: &dyn Fn(Handle) -> Option<Face>,
    ) -> Option<i64> {
        bot::estimate(from, now, seat)
    }
}

/// Gives these hands new handles, so that no card in them can be followed by its place.
async fn remix(t: &mut Table<State>, seats: &[Seat]) {
    let hands = seats.iter().map(|&seat| (seat, t.round.hands[seat].clone())).collect();
    let mixed = t.remix(hands).await;
    for (&seat, hand) in seats.iter().zip(mixed) {
        t.round.hands[seat] = hand;
    }
}

/// The card that a chosen `Entry::show` has shown.
#[expect(
    clippy::expect_used,
    reason = "cannot happen: the driver admits no such choice without its face"
)]
fn shown(choice: Choice) -> Card {
    Card::of(choice.face.expect("an entry that shows a card was chosen"))
}
