//! What matches cost in round trips, messages and time, for each game: sensible bots, all nodes on one
//! thread, no faults.
//!
//! A step is a one-way trip. Of the steps so many are common heads, in which everybody's node signs the head
//! before something is given away; no person is waited for in those.
//!
//! A deal is everything from a shuffle to the next question, a move everything from a question to the
//! next question or shuffle, a turn everything until the board says that it is somebody else's.
//!
//! `cargo run --release -p sim --example costs`
#![allow(missing_docs)]

use std::{ops::Range, process::ExitCode, time::Instant};

use engine::{BotKind, Game, Options, Request, Seat};
use proto::{Body, OnCheat, codec};
use sim::{Config, World, run::DEADLINE};
use table::Timing;

/// What a message has beside its statement: the signature with its length, and which kind of message it is.
const AROUND: usize = 8 + 64 + 4;

/// What was spent on something, and how often it was done.
#[derive(Clone, Copy, Default)]
struct Spent {
    times: u64,
    steps: u64,
    /// How many of the steps are common heads.
    heads: u64,
    messages: u64,
    seconds: f64,
}

impl Spent {
    fn add(&mut self, other: Self) {
        self.times += other.times;
        self.steps += other.steps;
        self.heads += other.heads;
        self.messages += other.messages;
        self.seconds += other.seconds;
    }

    /// How often, and for each time: steps, common heads among them, messages, milliseconds.
    fn row(&self) -> String {
        let per = |n: f64| n / self.times.max(1) as f64;
        let [steps, heads] = [self.steps, self.heads].map(|count| per(count as f64));
        let (messages, ms) = (per(self.messages as f64), per(self.seconds * 1000.0));
        format!("{} | {steps:.1} | {heads:.1} | {messages:.1} | {ms:.1}", self.times)
    }
}

/// What the first seat's node is at.
#[derive(Clone, Copy, PartialEq)]
struct At {
    answers: usize,
    step: u64,
    messages: u64,
}

impl At {
    fn of(world: &World) -> Self {
        let step = world.node(Seat::new(0)).map_or(0, |node| node.play().step());
        Self { answers: world.peers[0].answers.len(), step, messages: world.messages }
    }
}

/// How many of these steps are common heads.
fn common_heads(world: &World, steps: Range<u64>) -> u64 {
    let said = steps.filter_map(|step| world.monitor.said(step, Seat::new(0)));
    said.filter(|said| said.body == Body::CommonHead).count() as u64
}

/// What the common heads of a whole match have taken: steps, messages, bytes.
fn extra(world: &World, seats: usize) -> [u64; 3] {
    let last = world.node(Seat::new(0)).map_or(0, |node| node.play().step());
    let steps = common_heads(world, 1..last);
    let said = Seat::all(seats).flat_map(|seat| (1..last).map(move |step| (step, seat)));
    let said = said.filter_map(|(step, seat)| world.monitor.said(step, seat));
    let heads = said.filter(|said| said.body == Body::CommonHead);
    let sizes: Vec<u64> = heads.map(|said| (codec::encode(said).len() + AROUND) as u64).collect();
    let others = seats as u64 - 1;
    [steps, sizes.len() as u64 * others, sizes.iter().sum::<u64>() * others]
}

fn main() -> ExitCode {
    println!("| game | seats | | times | steps | common heads | messages | ms |");
    println!("|---|---|---|---|---|---|---|---|");
    let mut heads = Vec::new();
    for game in games::GAMES {
        let (least, most) = game.info().seats;
        let mut seats = vec![least, game.info().usual_seats, most];
        seats.dedup();
        for seats in seats {
            match costs(*game, seats) {
                Ok(row) => heads.push(row),
                Err(problem) => {
                    eprintln!("costs: {problem}");
                    return ExitCode::FAILURE;
                }
            }
        }
    }
    println!("\n| game | seats | steps | of common heads | messages | of these | kB | of these |");
    println!("|---|---|---|---|---|---|---|---|");
    heads.iter().for_each(|row| println!("{row}"));
    ExitCode::SUCCESS
}

/// Plays a match, prints what it cost, and returns the row that says what of it common heads took.
fn costs(game: &'static dyn Game, seats: usize) -> Result<String, String> {
    let info = game.info();
    let short = if info.id == "knives" { vec![("target", "10")] } else { Vec::new() };
    let config = Config {
        game,
        seats,
        options: Options::parse(info.options, short).map_err(|e| e.to_string())?,
        survive: u8::from(seats > 2),
        on_cheat: OnCheat::End,
        bots: BotKind::NORMAL,
        seed: 1,
        timing: Timing::default(),
    };
    let mut world = World::new(config).map_err(|e| e.to_string())?;
    let [mut keys, mut deal, mut moves, mut turns, mut all] = [Spent::default(); 5];
    keys.times = 1;
    all.times = 1;
    let mut dealing = true;
    let mut turn = None;
    while !world.is_over() {
        let before = At::of(&world);
        let start = Instant::now();
        if world.now > DEADLINE || world.step().is_none() {
            return Err(format!("{} with {seats} seats got stuck", info.name));
        }
        let seconds = start.elapsed().as_secs_f64();
        let after = At::of(&world);
        let (steps, messages) = (after.step - before.step, after.messages - before.messages);
        let heads = common_heads(&world, before.step..after.step);
        let spent = Spent { times: 0, steps, heads, messages, seconds };
        let Some(play) = world.node(Seat::new(0)).map(table::Node::play) else { continue };
        all.add(spent);
        if play.joint_key().is_none() || ["dealings", "receipts"].contains(&play.round_name()) {
            keys.add(spent);
            continue;
        }
        turns.add(spent);
        if dealing { &mut deal } else { &mut moves }.add(spent);
        // A new request: does it begin a deal, a move or a turn?
        if after.answers != before.answers || deal.times == 0 {
            match play.driver().request() {
                Some(Request::Shuffle(_)) => {
                    dealing = true;
                    deal.times += 1;
                }
                Some(Request::Choose(..) | Request::Ask(..)) => {
                    dealing = false;
                    moves.times += 1;
                }
                _ => {}
            }
            let now = play.driver().board().turn;
            turns.times += u64::from(now.is_some() && now != turn);
            turn = now.or(turn);
        }
    }
    for (what, spent) in
        [("keys", keys), ("deal", deal), ("move", moves), ("turn", turns), ("match", all)]
    {
        println!("| {} | {seats} | {what} | {} |", info.name, spent.row());
    }
    let ([steps, messages, bytes], all_bytes) = (extra(&world, seats), world.bytes / 1000);
    let row = [all.steps, steps, all.messages, messages, all_bytes, bytes / 1000];
    let row: Vec<String> = row.iter().map(u64::to_string).collect();
    Ok(format!("| {} | {seats} | {} |", info.name, row.join(" | ")))
}
