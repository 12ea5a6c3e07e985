//! Suspicion: No-Bluff: every detective collects evidence of three colours against a
//! suspect, and the first whose case is complete makes the arrest.
//!
//! A turn is one action: lay evidence, discard, play a special card, or move a Wild ([`turn`]). Whatever
//! is placed or played can be answered, and the answer answered once more; evidence and special cards use
//! the same chain ([`counter`]). Then everybody draws back to three ([`draw`]).
//!
//! # What stays hidden
//!
//! Hands and the order of the draw pile, for ever: rules only ever see cards that were shown. Nobody has
//! to say what they do *not* hold, since every answer is voluntary.
//!
//! Answers to evidence are sealed and opened clockwise until one is a counter, so that losing counters
//! stay unseen in their hands. A window is opened whenever an answering card could still be hidden
//! somewhere, whoever holds it, and for every rival who is not blocked; it is skipped only if all copies
//! of that card lie face up.
//!
//! Handles would reveal more than that. If a counter played today had the handle it had in an earlier
//! window of its colour, everybody would know that its owner kept it back then (or had lost the opening);
//! with real cards, players rearrange their hands out of sight. So a card is drawn by mixing it into the
//! hand (`remix` of hand and new card, instead of `deal`): then nobody can tell which card was drawn
//! when. Between two draws nothing needs mixing, because every card that left the hand was shown.
#[cfg(test)]
mod tests;

pub mod board;
mod bot;
pub mod cards;
pub mod counter;
pub mod draw;
pub mod evidence;
mod lessons;
pub mod setup;
pub mod specials;
pub mod turn;

use engine::{
    Ask, Board, BySeat, Face, FaceInfo, GameInfo, Handle, Options, Outcome, Playable, Player,
    Rules, Seat, Table, text,
};

use self::{
    cards::{Card, Colour, Suspect},
    counter::Stake,
};

/// The game.
pub static GAME: Playable<Suspicion> = Playable::new();

/// The rules of Suspicion: No-Bluff.
pub struct Suspicion;

/// All that is public.
#[derive(Clone, Debug)]
pub struct State {
    /// The draw pile, the top card first.
    pub pile: Vec<Handle>,
    /// The discards, the oldest first; all of them may be looked at (S-A16).
    pub discards: Vec<Open>,
    /// Special cards and answers that have been played and not yet settled.
    pub played: Vec<Open>,
    /// The suspects that have not been dealt.
    pub suspects: Vec<Handle>,
    /// What lies before each seat.
    pub desks: BySeat<Desk>,
    /// Whose turn it is.
    pub turn: Seat,
    /// How many turns have begun.
    pub turns: usize,
    /// What is going on in the turn.
    pub stage: Stage,
}

/// What lies before one seat.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    /// The hidden hand.
    pub hand: Vec<Handle>,
    /// The suspect, once dealt.
    pub suspect: Option<(Handle, Suspect)>,
    /// The evidence beside each of the suspect's colours, at most one card each (S-A10).
    pub laid: [Option<Open>; 3],
    /// The Block that lies before the seat; it is no part of the hand (S-A6).
    pub block: Option<Open>,
}

/// A card that lies face up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open {
    /// Which card.
    pub handle: Handle,
    /// What it is.
    pub card: Card,
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Cards are being dealt.
    Setup,
    /// The seat whose turn it is decides what to do.
    Turn,
    /// It names the colour of the Wild it lays.
    Colour,
    /// It picks the target of a special card.
    Aim(Card),
    /// What it did may be answered.
    Answer(Stake),
    /// It may answer the answer.
    Reply(Stake),
    /// Hands are filled up.
    Draw,
    /// It has made the arrest.
    Over,
}

impl Desk {
    /// The colours of the suspect.
    pub fn colours(&self) -> impl Iterator<Item = Colour> {
        self.suspect.into_iter().flat_map(|(_, suspect)| suspect.colours())
    }

    /// The colours that are not covered yet.
    pub fn open_colours(&self) -> impl Iterator<Item = Colour> {
        self.colours().zip(self.laid).filter(|(_, laid)| laid.is_none()).map(|(colour, _)| colour)
    }

    /// The laid cards with the colours they cover.
    pub fn evidence(&self) -> impl Iterator<Item = (Colour, Open)> {
        self.colours().zip(self.laid).filter_map(|(colour, laid)| Some((colour, laid?)))
    }

    /// The place beside a colour of the suspect.
    pub fn place(&mut self, colour: Colour) -> Option<&mut Option<Open>> {
        let at = self.colours().position(|c| c == colour)?;
        self.laid.get_mut(at)
    }

    /// How many colours are covered.
    pub fn covered(&self) -> usize {
        self.laid.iter().flatten().count()
    }

    /// SUS-33: all three colours are covered.
    pub fn solved(&self) -> bool {
        self.covered() == self.laid.len()
    }
}

impl State {
    /// A card that a seat has just shown leaves its hand; `None` if it showed none.
    fn leave_hand(&mut self, seat: Seat, at: usize, face: Option<Face>) -> Option<Open> {
        let card = Card::of(face?)?;
        let hand = &mut self.desks[seat].hand;
        (at < hand.len()).then(|| Open { handle: hand.remove(at), card })
    }

    /// How many copies of a card lie face up.
    pub fn in_sight(&self, card: Card) -> usize {
        let desks = self.desks.values().flat_map(|desk| desk.laid.iter().chain([&desk.block]));
        let open = self.discards.iter().chain(&self.played).chain(desks.flatten());
        open.filter(|open| open.card == card).count()
    }
}

impl Rules for Suspicion {
    type State = State;

    const INFO: GameInfo = GameInfo {
        id: "suspicion",
        name: "Suspicion: No-Bluff",
        version: 1,
        seats: (2, 7), // SUS-01
        usual_seats: 4,
        blurb: "Lay evidence of your suspect's three colours before your rivals do, and counter theirs.",
        rules: include_str!("rules.md"),
        options: &[],
        decks: &[
            (cards::EVIDENCE, &cards::EVIDENCE_FACES),
            (cards::SUSPECTS, &cards::SUSPECT_FACES),
        ],
    };

    const LESSONS: &'static [engine::Lesson] = lessons::LESSONS;

    fn start(seats: usize, _: &Options) -> State {
        State {
            pile: Vec::new(),
            discards: Vec::new(),
            played: Vec::new(),
            suspects: Vec::new(),
            desks: BySeat::new(seats, |_| Desk::default()),
            turn: Seat::new(0),
            turns: 0,
            stage: Stage::Setup,
        }
    }

    async fn play(t: &mut Table<State>) -> Outcome {
        let before = match t.stage {
            Stage::Setup => setup::deal(t).await,
            _ => t.turn,
        };
        // SUS-04, SUS-17: always clockwise, whoever has answered what.
        let mut seat = before.left(t.seats());
        loop {
            turn::take(t, seat).await;
            // S-A3: the case is complete once the last card can no longer be countered.
            if t.desks[seat].solved() {
                return arrest(t, seat);
            }
            draw::refill(t, seat).await;
            t.milestone();
            seat = seat.left(t.seats());
        }
    }

    fn board(state: &State) -> Board {
        board::board(state)
    }

    fn face(face: Face) -> FaceInfo {
        cards::info(face)
    }

    fn bot(_: Seat, seed: u64) -> impl Player<State> + Clone {
        bot::Detective::new(seed)
    }

    fn autopilot(ask: &Ask<'_>, state: &State) -> usize {
        bot::pick(ask, state)
    }

    const SLIPS: u32 = 50;

    const PLAYOUTS: usize = 1536;

    const CAUTION: i64 = 0;

    /// Whether to answer is half of all decisions.
    const THINKS_IN_WINDOWS: bool = true;

    fn estimate(
        from: &State,
        now: &State,
        seat: Seat,
        face: &dyn Fn(Handle) -> Option<Face>,
    ) -> Option<i64> {
        bot::estimate(from, now, seat, face)
    }
}

/// The game ends; hands and pile stay hidden.
fn arrest(t: &mut Table<State>, seat: Seat) -> Outcome {
    t.stage = Stage::Over;
    let suspect = t.desks[seat].suspect.map(|(_, suspect)| suspect.face());
    let mut summary = text![seat, " arrests "];
    summary.extend(suspect.map(Into::into));
    t.say("SUS-33", summary.clone());
    Outcome { winners: vec![seat], scores: t.desks.map(|_, d| d.covered() as i64), summary }
}
