//! The end of the game, expected or not.

use core::{future::Future, pin::Pin};

use engine::{Line, Outcome, Seat, Table, parts, text};

use super::{
    agendas::{self, Agenda},
    cards::Kind,
    state::State,
    treasures,
};

/// Why the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// A Stage 3 Objective was heisted. NHAT-02
    LastHeist,
    /// Too few Characters are at large. NHAT-113
    MartialLaw,
    /// The last round was played without either; see [`LAST_ROUND`].
    Curfew,
}

/// The result of a chapter, or why the game is over at once. H-A31
pub type Flow<T> = Result<T, Over>;

/// The future of a chapter that can recur within itself, such as a reaction to a reaction.
pub type Walk<'a, T> = Pin<Box<dyn Future<Output = Flow<T>> + Send + 'a>>;

/// How many turns everybody has at most. The rule book sets no bound, and a table where everybody has
/// lost both crew and Coins could neither heist nor end; a sensible game takes a fraction of this, a
/// random one all of it (README). H-A36
pub const LAST_ROUND: usize = 30;
/// How many rounds before the last everybody is warned.
const WARNING: usize = 5;

/// Announces at the start of a round that few are left. H-A36
pub fn announce(t: &mut Table<State>) {
    if !t.turn.saturating_sub(1).is_multiple_of(t.seats()) {
        return;
    }
    match LAST_ROUND.saturating_sub(t.round()) {
        0 => t.say("H-A36", "This is the last round: after it the game is counted as it stands"),
        WARNING => t.say("H-A36", parts![WARNING, " rounds are left after this one"]),
        _ => {}
    }
}

/// Coins before Agendas: the stash, and what Treasures are worth now.
pub fn wealth(state: &State, seat: Seat) -> i64 {
    let player = &state.players[seat];
    player.coins + player.treasures.iter().map(|t| treasures::worth(t.kind)).sum::<i64>()
}

/// Counts the result, or lets the Watch win.
pub async fn finish(t: &mut Table<State>, over: Over) -> Outcome {
    t.phase = "End";
    t.over = Some(over);
    t.heist = None;
    if over == Over::MartialLaw {
        let summary = text!["Martial Law: the City Watch wins and everybody loses"];
        t.say("NHAT-113", summary.clone());
        let scores = t.players.map(|seat, _| wealth(t, seat));
        return Outcome { winners: Vec::new(), scores, summary };
    }
    let all: Vec<_> = t.players.values().flat_map(|p| p.agendas.clone()).collect();
    t.reveal(&all).await;
    // Both comparisons of Agendas look at Coins before any Agenda is paid. NHAT-110
    let scores = t.players.map(|seat, _| wealth(t, seat));
    let mut scores: Vec<_> = scores.values().copied().collect();
    for seat in Seat::all(t.seats()) {
        for card in t.players[seat].agendas.clone() {
            let Some(agenda) = t.face(card).and_then(Agenda::of) else { continue };
            let met = agendas::fulfilled(t, seat, agenda);
            let coins = if met { agenda.coins(t.seats()) } else { 0 };
            scores[seat.index()] += coins;
            t.say("NHAT-110", parts![seat, " had ", agenda.face(), ": ", coins, " Coins"]);
        }
    }
    let scores = scores.into_iter().collect();
    let winners = winners(t, &scores);
    let summary = match over {
        Over::Curfew => text!["The last round is over; "],
        _ => text!["The last heist is done; "],
    };
    let best = winners.first().map_or(0, |&seat| scores[seat]);
    let summary = named(summary, &winners).with(" won with ").count(best, "Coin");
    t.say("NHAT-01", summary.clone());
    Outcome { winners, scores, summary }
}

/// Most Coins; then most Treasures; then together. NHAT-01, NHAT-112
fn winners(state: &State, scores: &engine::BySeat<i64>) -> Vec<Seat> {
    let rank = |seat: Seat| (scores[seat], state.players[seat].treasures.len());
    let best = Seat::all(state.seats()).map(rank).max();
    Seat::all(state.seats()).filter(|&seat| Some(rank(seat)) == best).collect()
}

/// Several seats in words.
pub fn named(line: Line, seats: &[Seat]) -> Line {
    seats.iter().enumerate().fold(line, |line, (i, &seat)| {
        let line = if i == 0 { line } else { line.with(" and ") };
        line.with(seat)
    })
}
