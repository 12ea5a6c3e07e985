//! What drawing costs: milliseconds for a frame of the biggest tables, in the middle of a match with a
//! long log. `cargo bench -p nodealer --bench draw`
//!
//! Where other programs want the processors, the slowest frames tell how long those took theirs.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

#[path = "../tests/moments/mod.rs"]
#[allow(dead_code)]
mod moments;

use std::time::{Duration, Instant};

use engine::{Event, Game, text};
use moments::moments;
use ratatui::{Terminal, backend::TestBackend};

const FRAMES: usize = 500;
/// Lines of the log, more than any match has.
const LINES: usize = 5000;
/// No frame may take longer, so that keys are answered at once on any machine.
const MOST: Duration = Duration::from_millis(5);

fn main() {
    let tables: [(&'static dyn Game, usize); 2] =
        [(&games::no_honor::GAME, 6), (&games::never_bring_a_knife::GAME, 8)];
    for (game, seats) in tables {
        let all = moments(game, seats, 3);
        let mut moment = all[all.len() / 2].clone();
        let old = moment.said.iter().cloned().cycle().take(LINES);
        moment.said = old.chain([Event { rule: "", text: text!["Now"] }]).collect();
        let app = moment.app();
        for (width, height) in [(80, 24), (120, 40), (200, 60)] {
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            let mut times: Vec<Duration> = (0..FRAMES)
                .map(|_| {
                    let began = Instant::now();
                    terminal.draw(|frame| app.draw(frame)).unwrap();
                    began.elapsed()
                })
                .collect();
            times.sort();
            let (median, most) = (times[FRAMES / 2], times[FRAMES * 99 / 100]);
            let millis = |time: Duration| time.as_secs_f64() * 1000.0;
            let verdict = if most < MOST { "under 5 ms" } else { "NOT UNDER 5 MS" };
            println!(
                "{} with {seats} seats at {width}×{height}: {:.3} ms a frame (median), {:.3} ms (99 %): {verdict}",
                game.info().name,
                millis(median),
                millis(most),
            );
        }
    }
}
