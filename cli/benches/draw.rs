//! What drawing costs: milliseconds for a frame of the biggest tables.
//! `cargo bench -p nodealer --bench draw`
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

#[path = "../tests/support/mod.rs"]
#[allow(dead_code)]
mod support;

use std::time::{Duration, Instant};

use engine::Game;
use nodealer::tui::Pace;
use ratatui::{Terminal, backend::TestBackend, crossterm::event::KeyCode};
use support::{Seeded, press, screens, seeded, settle};

const FRAMES: usize = 500;

fn main() {
    let tables: [(&'static dyn Game, usize); 2] =
        [(&games::never_bring_a_knife::GAME, 8), (&games::no_honor::GAME, 6)];
    for (game, seats) in tables {
        let mut house = Seeded::new("bench");
        let mut screens = screens(&mut house);
        screens.sit_down(Box::new(seeded(game, seats).unwrap()));
        for _ in 0..6 {
            settle(&mut screens);
            press(&mut screens, KeyCode::Enter);
            press(&mut screens, KeyCode::Enter);
        }
        settle(&mut screens);
        for (width, height) in [(80, 24), (120, 40), (250, 80)] {
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            let mut times: Vec<Duration> = (0..FRAMES)
                .map(|_| {
                    let began = Instant::now();
                    terminal.draw(|frame| screens.app.draw(frame)).unwrap();
                    began.elapsed()
                })
                .collect();
            times.sort();
            let millis = |time: Duration| time.as_secs_f64() * 1000.0;
            println!(
                "{} with {seats} seats at {width}×{height}: {:.3} ms a frame (median), {:.3} ms (99 %)",
                game.info().name,
                millis(times[FRAMES / 2]),
                millis(times[FRAMES * 99 / 100]),
            );
        }
        assert_eq!(screens.look(), Pace::Soon, "the match waits for its player");
    }
}
