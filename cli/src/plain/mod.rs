//! Plain mode: append-only lines and numbered menus. It needs no terminal, works with screen readers, and
//! can be played by a script.

pub mod screen;
mod words;

use std::{
    io::{self, BufRead, IsTerminal},
    sync::mpsc,
    thread,
};

pub use screen::{End, Options, Pick, Until, run};
pub use words::table_line;

/// The lines that a person or a script types.
pub struct Input {
    lines: mpsc::Receiver<String>,
    /// Whether a person types; a script's lines wait until something is asked.
    live: bool,
}

impl Input {
    /// The standard input of this process.
    pub fn stdin() -> Self {
        Self::new(io::BufReader::new(io::stdin()), io::stdin().is_terminal())
    }

    /// Reads lines in the background, so that a game can go on meanwhile.
    pub fn new(mut source: impl BufRead + Send + 'static, live: bool) -> Self {
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut line = Vec::new();
            while source.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                if sender.send(text).is_err() {
                    break;
                }
                line.clear();
            }
        });
        Self { lines, live }
    }
}

/// Replaces what would command a terminal or turn the text around it: names, chat and files come from strangers.
pub fn printable(text: &str) -> String {
    let turns = |c| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().map(|c| if c.is_control() || turns(c) { '\u{fffd}' } else { c }).collect()
}
