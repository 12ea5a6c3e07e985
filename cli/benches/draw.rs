//! What the screens cost, in the CPU time of one thread: milliseconds for a frame of the biggest tables, in
//! the middle of a match with a long log, and how much of a processor waiting takes.
//! `cargo bench -p nodealer --bench draw`
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

#[path = "../../crates/mental/benches/common/clock.rs"]
mod clock;
#[path = "../tests/moments/mod.rs"]
#[allow(dead_code)]
mod moments;
#[path = "../tests/support/mod.rs"]
#[allow(dead_code)]
mod support;

use std::{
    thread,
    time::{Duration, Instant},
};

use clock::now;
use engine::{Event, Game, text};
use moments::moments;
use ratatui::{Terminal, backend::TestBackend, crossterm::event::KeyCode};
use support::{Seeded, press, screens, settle, type_keys};

const FRAMES: usize = 500;
/// Lines of the log, more than any match has.
const LINES: usize = 5000;
/// Milliseconds: no frame should take longer, so that keys are answered at once on any machine.
const MOST: f64 = 5.0;
/// How long somebody thinks.
const THINKS: Duration = Duration::from_secs(5);

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
            let mut times: Vec<f64> = (0..FRAMES)
                .map(|_| {
                    let began = now();
                    terminal.draw(|frame| app.draw(frame)).unwrap();
                    (now() - began) / 1000.0
                })
                .collect();
            times.sort_by(f64::total_cmp);
            let (median, most) = (times[FRAMES / 2], times[FRAMES * 99 / 100]);
            let verdict = if most < MOST { "under 5 ms" } else { "NOT UNDER 5 MS" };
            println!(
                "{} with {seats} seats at {width}×{height}: {median:.3} ms a frame (median), {most:.3} ms (99 %): {verdict}",
                game.info().name,
            );
        }
    }
    wait();
}

/// A person thinks about the first question of a match.
fn wait() {
    let mut house = Seeded::new("idle");
    let mut screens = screens(&mut house);
    type_keys(&mut screens, "1");
    press(&mut screens, KeyCode::Enter);
    settle(&mut screens);
    let (began, until) = (now(), Instant::now() + THINKS);
    while Instant::now() < until {
        let pace = screens.look();
        screens.draw().unwrap();
        thread::sleep(pace.wait(screens.app.settings().pace));
    }
    let share = (now() - began) / 1e6 / THINKS.as_secs_f64();
    println!("waiting for a choice: {:.2} % of a processor", share * 100.0);
}
