//! The auditor as a program of its own, to be compiled to WebAssembly: reads a transcript or evidence from
//! standard input, writes JSON lines to standard output.
//!
//! The page that `nodealer verify --page` writes runs it in a worker. It uses nothing of its system but
//! these two streams, so any WASI runtime can run it, and so can this machine:
//!
//! ```text
//! cargo run -p auditor < FILE
//! ```
//!
//! The lines, each with one key:
//!
//! | key | what it says |
//! |---|---|
//! | `game` | what is played, by whom, and the faces of its cards; first, and once |
//! | `step` | a step, what was said and proven in it, and the table after it if that has changed |
//! | `report` | what was found, as `nodealer verify --json` says it, and in sentences; last |
//! | `error` | that there is no match in the file, and why; last |

mod board;
mod story;

use std::{
    cell::Cell,
    io::{self, BufWriter, Cursor, Read, Seek, SeekFrom, Write},
    rc::Rc,
};

use serde_json::{Value, json};
use story::Story;
use table::audit::Report;

/// The largest transcript; nodes serve no larger one to each other.
const LIMIT: u64 = 64 << 20;

fn main() -> io::Result<()> {
    let mut file = Vec::new();
    io::stdin().lock().take(LIMIT + 1).read_to_end(&mut file)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let mut tell = |line: Value| {
        writeln!(out, "{line}")?;
        out.flush()
    };
    if file.len() as u64 > LIMIT {
        return tell(json!({ "error": "it is larger than any match: more than 64 MiB" }));
    }
    audit(file, &mut tell)
}

/// Audits a file, and reports its steps as they are read.
fn audit(file: Vec<u8>, tell: &mut dyn FnMut(Value) -> io::Result<()>) -> io::Result<()> {
    let at = Rc::new(Cell::new(0));
    let input = Counted { inner: Cursor::new(file), at: at.clone() };
    let mut story = Story::default();
    let mut told = Ok(());
    let report = Report::of(input, games::find, |play, effects| {
        for line in story.follow(play, effects, at.get()) {
            if told.is_ok() {
                told = tell(line);
            }
        }
    });
    told?;
    let fails = report.as_ref().is_ok_and(|report| report.fault.is_some());
    if let Some(line) = story.rest(fails) {
        tell(line)?;
    }
    tell(match report {
        Ok(report) => {
            json!({ "report": report, "lines": report.lines(), "findings": report.findings(),
            "sentence": report.sentence(), "fault": report.fault })
        }
        Err(why) => json!({ "error": why.to_string() }),
    })
}

/// A file that counts how far it has been read.
struct Counted {
    inner: Cursor<Vec<u8>>,
    at: Rc<Cell<u64>>,
}

impl Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into);
        self.at.set(self.inner.position());
        read
    }
}

impl Seek for Counted {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.inner.seek(to)
    }
}
