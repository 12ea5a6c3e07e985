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
use nodealer::tui::{App, Pace, Runner};
use ratatui::{Terminal, backend::TestBackend, layout::Rect};
use seat::{Config, Intent, person::Person};
use support::{folder, seeded};

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

/// A person thinks about the first question of a match: the thread that draws, and that of the seat.
fn wait() {
    let config = Config { folder: Some(folder("idle")), ..Config::default() };
    let client = seat::open(Person::stranger("Ann").unwrap(), config).unwrap();
    client.send(Intent::PlayHere(seeded("knives"))).wait(THINKS).unwrap();
    thread::sleep(THINKS);
    let app = App::new(client.snapshot(), true, false, Rect::new(0, 0, 80, 24));
    let terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    let mut runner = Runner::new(app, terminal, client);
    while runner.look() == Pace::Busy {}
    let (began, all, until) = (now(), whole(), Instant::now() + THINKS);
    while Instant::now() < until {
        let pace = runner.look();
        runner.draw().unwrap();
        thread::sleep(pace.wait());
    }
    let share = |used: f64| used / 1e6 / THINKS.as_secs_f64() * 100.0;
    println!(
        "waiting for a choice: {:.2} % of a processor to draw, {:.2} % with the seat",
        share(now() - began),
        share(whole() - all)
    );
}

/// The CPU time of all threads, in microseconds.
fn whole() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e6 + time.tv_nsec as f64 / 1e3
}
