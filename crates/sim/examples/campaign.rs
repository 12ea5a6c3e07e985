//! Many matches of all games with everything that can go wrong at once: 3 to 8 seats, 0 to 3 leavers survived,
//! faults of every kind, leavers who say so and who do not, old disks; or with `--cheats` one dishonest seat in
//! each. Prints what came of them, and of each failure the command line that shows it again.
//!
//! `cargo run --release -p sim --example campaign -- --matches 2000 [--seed S] [--cheats]`
#![allow(missing_docs)]

use std::{env, process::ExitCode, time::Instant};

use sim::campaign::{Match, Tally};

/// So many matches between two lines of progress.
const TELL: u64 = 50;

fn main() -> ExitCode {
    let (mut matches, mut seed, mut cheats) = (2000, 1, false);
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let number = |text: Option<String>| text.and_then(|text| text.parse::<u64>().ok());
        match argument.as_str() {
            "--cheats" => cheats = true,
            "--matches" => matches = number(arguments.next()).unwrap_or(matches),
            "--seed" => seed = number(arguments.next()).unwrap_or(seed),
            _ => {
                eprintln!("campaign: [--matches M] [--seed S] [--cheats]");
                return ExitCode::FAILURE;
            }
        }
    }
    let (start, mut tally) = (Instant::now(), Tally::default());
    for i in 0..matches {
        let played = match cheats {
            true => Match::cheated(games::GAMES, seed + i),
            false => Match::honest(games::GAMES, seed + i),
        };
        let played = match played {
            Ok(played) => played,
            Err(e) => {
                eprintln!("campaign: {e}");
                return ExitCode::FAILURE;
            }
        };
        let failed = tally.failures.len();
        played.play(&mut tally);
        for (kind, what, line) in &tally.failures[failed..] {
            println!("✗ {kind}: {what}\n  {line}");
        }
        if (i + 1) % TELL == 0 {
            println!("{tally}, {} s", start.elapsed().as_secs());
        }
    }
    println!("{tally}, {} s", start.elapsed().as_secs());
    if tally.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
