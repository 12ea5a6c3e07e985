//! How a card game with hidden information is written.
//!
//! A game is an `async fn` over a [`Table`]: rules are control flow, and each `.await` on a verb parks
//! them with a [`Request`]. Whoever runs the game (a match between nodes, an audit, the dealer in
//! the clear) gives an [`Answer`] and the rules go on. Requests and answers are public: rules never see a
//! face that not everybody has seen, so they run the same on every node.
//!
//! The [`french`] deck is here for games that need no deck of their own. With the feature `testing` come the checks that
//! every game must pass (`check`), rigged games (`rig`), golden playthroughs (`golden`) and the dealer in the clear
//! (`clear`).
//!
//! What only one seat knows stays beside the rules, in its [`Knowledge`]; together with the public
//! faces it makes the seat's [`Eyes`], which decide what the seat may honestly choose from a [`Menu`]
//! and what its [`View`] shows.
//!
//! # A whole game
//!
//! Everybody gets one card of nine and may fold; the highest card shown wins.
//!
//! ```
//! use engine::*;
//!
//! struct HighCard;
//!
//! #[derive(Clone)]
//! struct State {
//!     deck: Vec<Handle>,
//!     hands: BySeat<Vec<Handle>>,
//! }
//!
//! const FACES: [Face; 9] = [Face(1), Face(2), Face(3), Face(4), Face(5), Face(6), Face(7), Face(8), Face(9)];
//! const NAMES: [&str; 10] = ["", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
//!
//! impl Rules for HighCard {
//!     type State = State;
//!     const INFO: GameInfo = GameInfo {
//!         id: "high-card", name: "High Card", version: 1, seats: (2, 5), usual_seats: 3,
//!         blurb: "The highest card wins.", rules: "## Play\nFold or show.", options: &[],
//!         decks: &[(Deck(0), &FACES)],
//!     };
//!
//!     fn start(seats: usize, _: &Options) -> State {
//!         State { deck: Vec::new(), hands: BySeat::new(seats, |_| Vec::new()) }
//!     }
//!
//!     async fn play(t: &mut Table<State>) -> Outcome {
//!         t.deck = t.create(Deck(0), FACES);
//!         let deck = std::mem::take(&mut t.deck);
//!         t.deck = t.shuffle(deck).await;
//!         for seat in Seat::all(t.seats()) {
//!             let card = t.deck.remove(0);
//!             t.hands[seat] = vec![card];
//!         }
//!         let dealt: Vec<_> = t.hands.iter().map(|(seat, hand)| (seat, hand[0])).collect();
//!         t.deal(dealt.clone()).await;
//!         let menu = |card| Menu::new("Fold, or show your card?", "HC-1")
//!             .with(Entry::pass("Fold"))
//!             .with(Entry::show("Show", card, Duty::Any));
//!         let choices = t.ask_all(dealt.iter().map(|&(seat, card)| (seat, menu(card))).collect()).await;
//!         let scores: BySeat<i64> = choices.iter().map(|c| c.face.map_or(0, |f| f.0.into())).collect();
//!         let best = scores.values().copied().max().unwrap_or(0);
//!         let winners = scores.seats_where(|&score| score == best && best > 0);
//!         t.say("HC-2", parts!["The best card was ", best]);
//!         Outcome { winners, scores, summary: text!["highest card: ", best] }
//!     }
//!
//!     fn board(s: &State) -> Board {
//!         Board {
//!             phase: "Play",
//!             piles: vec![Pile::heap("deck", &s.deck)],
//!             seats: s.hands.map(|_, hand| Place { piles: vec![Pile::hand(hand)], ..Place::default() }),
//!             ..Board::default()
//!         }
//!     }
//!
//!     fn face(face: Face) -> FaceInfo {
//!         let name = NAMES[face.0 as usize];
//!         FaceInfo { name, short: name, tint: Tint::Plain, help: "Higher is better.", art: Art::NONE }
//!     }
//!
//!     fn bot(_: Seat, _: u64) -> impl Player<State> + Clone { Cautious }
//!
//!     fn autopilot(_: &Ask<'_>, _: &State) -> usize { 0 }
//! }
//!
//! #[derive(Clone)]
//! struct Cautious;
//!
//! impl Player<State> for Cautious {
//!     fn pick(&mut self, ask: &Ask<'_>, s: &State) -> usize {
//!         usize::from(ask.faces(&s.hands[ask.seat])[0] >= Face(5))
//!     }
//! }
//!
//! let game = Playable::<HighCard>::new();
//! let options = Options::parse(game.info().options, []).unwrap();
//! let end = check::play(&game, 3, &options, 7, BotKind::NORMAL, |g| check::conserved(&g.driver)).unwrap();
//! assert!(end.driver.outcome().is_some());
//! check::deterministic(&game, 3, &options, 7).unwrap();
//! let compared: usize = (0..20).map(|seed| check::no_leak(&game, 3, &options, seed).unwrap()).sum();
//! assert!(compared > 0);
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod board;
pub mod bot;
mod card;
pub mod chance;
#[cfg(feature = "testing")]
pub mod check;
#[cfg(feature = "testing")]
pub mod clear;
#[cfg(not(feature = "testing"))]
#[allow(dead_code, unreachable_pub, reason = "hard bots need a part of it")]
mod clear;
mod deals;
mod driver;
#[cfg(feature = "testing")]
mod fault;
pub mod french;
mod game;
#[cfg(feature = "testing")]
pub mod golden;
mod lesson;
mod level;
mod line;
mod menu;
mod options;
mod request;
#[cfg(feature = "testing")]
pub mod rig;
mod seat;
pub mod symbols;
mod table;
mod think;
mod told;
mod view;
mod words;

pub use board::{
    Badge, Board, Fact, Importance, Laid, Lately, Layout, Mat, Pile, Place, Sheet, Token, What,
};
pub use bot::{Ask, Bot, KeptAsk, Player};
pub use card::{Art, ArtRow, Deck, Face, FaceInfo, FaceSet, Handle, Tint};
pub use deals::Deal;
pub use driver::{Driver, Log, Refusal};
pub use game::{Game, GameInfo, Outcome, Playable, Rules, find};
pub use lesson::{Lesson, Moment};
pub use level::{BotKind, Level, UnknownLevel};
pub use line::{Line, Part, Sayable};
pub use menu::{Choice, Duty, Entry, Follow, Menu, Reasons, Weight, sets};
pub use options::{OptionError, OptionSpec, Options, Values};
pub use request::{Answer, Audience, Change, Opening, Request};
pub use seat::{BySeat, Seat};
pub use table::{Event, Faces, Table};
pub use think::win_chance;
pub use told::{Described, counted, told};
pub use view::{Eyes, Knowledge, View};
pub use words::{Words, Yours};
