//! Plays a seat carefully: passes where it may, and takes the first allowed entry otherwise.
//!
//! `cargo build --release -p nodealer-seat --example careful_bot`, then
//! `nodealer bot --exec target/release/examples/careful_bot`. `docs/bots.md` has every field.

use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};

/// What is read of a question; other fields are left alone.
#[derive(Deserialize)]
struct Question {
    v: u8,
    menu: Menu,
}

#[derive(Deserialize)]
struct Menu {
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    entry: usize,
    allowed: bool,
    pass: bool,
}

#[derive(Serialize)]
struct Answer {
    entry: usize,
}

fn choose(menu: &Menu) -> usize {
    let allowed = || menu.entries.iter().filter(|entry| entry.allowed);
    let best = allowed().find(|entry| entry.pass).or_else(|| allowed().next());
    best.map_or(0, |entry| entry.entry)
}

/// Answers every line until there are no more.
pub(crate) fn answer(questions: impl BufRead, mut answers: impl Write) -> io::Result<()> {
    for line in questions.lines() {
        let question: Question = serde_json::from_str(&line?)?;
        if question.v != 1 {
            return Err(io::Error::other("this bot knows version 1 of the lines"));
        }
        serde_json::to_writer(&mut answers, &Answer { entry: choose(&question.menu) })?;
        writeln!(answers)?;
        answers.flush()?;
    }
    Ok(())
}

fn main() -> io::Result<()> {
    answer(io::stdin().lock(), io::stdout())
}
