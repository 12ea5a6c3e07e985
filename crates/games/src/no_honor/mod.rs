//! No Honor Among Thieves: crews, heists, partners, and the moment of truth.
//!
//! Three to six players hire Characters, heist Objectives alone or together, and may betray each
//! other when a shared heist succeeds; after the first betrayal uglier things are allowed. Most Coins
//! win once a Stage 3 Objective has been heisted.
//!
//! One file is one chapter: [`setup`], [`turn`], [`exchange`], [`heist`], [`negotiation`] with
//! [`terms`], [`team`], [`complications`], [`moment_of_truth`], [`resolution`], [`harm`] (exhaust, arrest, kill), [`windows`] (reactions),
//! [`end`]. What single cards do stands beside their names in [`characters`], [`schemes`],
//! [`objectives`], [`treasures`] and [`agendas`]; the flow of the game asks those, never a card by
//! name. [`state`] is all that is public, [`moves`] all that can be chosen.

pub mod agendas;
mod art;
mod board;
mod bot;
pub mod cards;
pub mod characters;
pub mod complications;
pub mod dice;
pub mod end;
pub mod exchange;
pub mod harm;
pub mod heist;
mod lessons;
pub mod moment_of_truth;
pub mod moves;
pub mod negotiation;
pub mod objectives;
pub mod resolution;
pub mod schemes;
pub mod setup;
pub mod state;
pub mod team;
pub mod terms;
#[cfg(test)]
mod tests;
pub mod treasures;
pub mod turn;
pub mod windows;

use engine::{
    Ask, Board, Face, FaceInfo, GameInfo, Handle, OptionSpec, Options, Outcome, Playable, Player,
    Rules, Seat, Table, Values,
};

pub use state::State;

/// The game.
pub static GAME: Playable<NoHonor> = Playable::new();

/// The rules of No Honor Among Thieves.
pub struct NoHonor;

const CHARACTERS: [Face; 30] = Face::row(0);
const SCHEMES: [Face; 31] = Face::row(30);
const DEFENSES: [Face; 20] = Face::row(61);
const OBJECTIVES: [Face; 14] = Face::row(84);
const TREASURES: [Face; 12] = Face::row(98);
const AGENDAS: [Face; 18] = Face::row(110);

/// The facts of the game.
pub const INFO: GameInfo = GameInfo {
    id: "no-honor",
    name: "No Honor Among Thieves",
    version: 5,
    seats: (3, 6), // H-A1
    usual_seats: 4,
    blurb: "Hire a crew, heist the rich together, and betray your partners when it pays.",
    rules: include_str!("rules.md"),
    options: &[OptionSpec {
        key: "agendas",
        help: "draft: draw three Hidden Agendas and keep two; dealt: get two at random (for beginners).",
        values: Values::Words(&["draft", "dealt"]),
        default: "draft",
    }],
    decks: &[
        (setup::CHARACTERS, &CHARACTERS),
        (setup::SCHEMES, &SCHEMES),
        (setup::DEFENSES, &DEFENSES),
        (setup::OBJECTIVES, &OBJECTIVES),
        (setup::TREASURES, &TREASURES),
        (setup::AGENDAS, &AGENDAS),
    ],
};

impl Rules for NoHonor {
    type State = State;
    const INFO: GameInfo = INFO;

    const LESSONS: &'static [engine::Lesson] = lessons::LESSONS;

    fn start(seats: usize, options: &Options) -> State {
        State::new(seats, options)
    }

    async fn play(t: &mut Table<State>) -> Outcome {
        if t.turn == 0 {
            setup::setup(t).await;
        }
        let over = turn::rounds(t).await;
        end::finish(t, over).await
    }

    fn board(state: &State) -> Board {
        board::board(state)
    }

    fn face(face: Face) -> FaceInfo {
        cards::info(face)
    }

    fn bot(_: Seat, _: u64) -> impl Player<State> + Clone {
        bot::Sly::default()
    }

    fn autopilot(ask: &Ask<'_>, state: &State) -> usize {
        bot::pick(ask, state)
    }

    const PLAYOUTS: usize = 40;

    const CANDIDATES: usize = 5;

    /// Long decisions that matter little are left to the normal bot: who goes where on a heist, and
    /// trades.
    fn worth_thinking(state: &State) -> bool {
        !matches!(state.phase, "Sending in the team" | "Exchange")
    }

    fn estimate(
        from: &State,
        now: &State,
        seat: Seat,
        face: &dyn Fn(Handle) -> Option<Face>,
    ) -> Option<i64> {
        bot::estimate(from, now, seat, face)
    }
}
