//! Whole matches of each game through two screens of one seat at once, a terminal and plain lines, of which
//! one is closed in the middle and opened again: both tell the same.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

#[allow(dead_code)]
mod support;

use std::{
    io::{BufReader, PipeWriter, Write},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use nodealer::{
    plain::{self, Input},
    tui::{App, Pace, Runner, menu_order},
};
use ratatui::{
    Terminal,
    backend::TestBackend,
    crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers},
    layout::Rect,
};
use seat::{
    Config, Intent, MatchView, SeatClient, SeatEventKind, SeatState, person::Person,
    shown::MenuShown,
};
use support::{folder, seeded};

/// How long a match may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);
/// After so many answers the plain screen is closed, and opened again.
const MIDDLE: usize = 6;

/// Plain lines on a thread of their own.
struct Lines {
    typed: PipeWriter,
    screen: JoinHandle<String>,
}

impl Lines {
    fn open(client: &SeatClient) -> Self {
        let (reader, typed) = std::io::pipe().unwrap();
        let client = client.clone();
        let screen = thread::spawn(move || {
            let mut input = Input::new(BufReader::new(reader), false);
            let mut out = Vec::new();
            plain::run(&client, &mut input, &mut out, plain::Options::default()).unwrap();
            String::from_utf8(out).unwrap()
        });
        Self { typed, screen }
    }

    /// Closes the screen; gives what it has told.
    fn close(self) -> String {
        drop(self.typed);
        self.screen.join().unwrap()
    }
}

fn terminal(client: &SeatClient) -> Runner<TestBackend> {
    let app = App::new(client.snapshot(), true, false, Rect::new(0, 0, 80, 24));
    Runner::new(app, Terminal::new(TestBackend::new(80, 24)).unwrap(), client.clone()).untimed()
}

fn press(runner: &mut Runner<TestBackend>, code: KeyCode) {
    runner.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

/// Answers by keys: the first entry that can be chosen is chosen already.
fn by_keys(runner: &mut Runner<TestBackend>, view: &MatchView, menu: &MenuShown) {
    while runner.look() == Pace::Busy {}
    let first = menu_order(view, menu).into_iter().map(|i| &menu.entries[i]).find(|e| e.allowed);
    press(runner, KeyCode::Enter);
    if first.unwrap().heavy {
        press(runner, KeyCode::Char('y'));
    }
}

/// Answers by a number: the first entry of the list that can be chosen.
fn by_number(lines: &mut Lines, menu: &MenuShown) {
    let (number, entry) = (1..).zip(&menu.entries).find(|(_, entry)| entry.allowed).unwrap();
    let yes = if entry.heavy { "y\n" } else { "" };
    lines.typed.write_all(format!("{number}\n{yes}").as_bytes()).unwrap();
}

/// Everything that the rules have told, as somebody who sits there reads it.
fn told(client: &SeatClient, view: &MatchView) -> Vec<String> {
    let events = client.since(view.began).unwrap();
    let told = events.into_iter().filter_map(|event| match event.kind {
        SeatEventKind::Said { text, rule, .. } if rule.is_empty() => Some(text.to(view.me)),
        SeatEventKind::Said { text, rule, .. } => Some(format!("{} [{rule}]", text.to(view.me))),
        _ => None,
    });
    told.collect()
}

/// Whether all of these are among the lines, in their order.
fn contains(lines: impl IntoIterator<Item = String>, wanted: &[String]) -> bool {
    let mut wanted = wanted.iter().peekable();
    for line in lines {
        wanted.next_if(|wanted| **wanted == line);
    }
    wanted.peek().is_none()
}

fn whole_match(game: &str) {
    let config = Config { folder: Some(folder(&format!("two-{game}"))), ..Config::default() };
    let client = seat::open(Person::stranger("Ann").unwrap(), config).unwrap();
    let began = client.send(Intent::PlayHere(seeded(game))).wait(PATIENCE).unwrap();
    assert!(began.is_taken(), "{began:?}");
    let (mut runner, mut lines) = (terminal(&client), Lines::open(&client));
    let (mut answers, mut step) = (0, None);
    let until = Instant::now() + PATIENCE;
    let end = loop {
        assert!(Instant::now() < until, "the match of {game} does not end");
        runner.look();
        let now = client.snapshot();
        let view = match &now.state {
            SeatState::Match(view) => view,
            SeatState::End(end) => break end.clone(),
            _ => panic!("neither a match nor its end"),
        };
        let Some(menu) = view.menu.as_ref().filter(|menu| step != Some(menu.step)) else {
            thread::sleep(Duration::from_millis(2));
            continue;
        };
        (step, answers) = (Some(menu.step), answers + 1);
        match answers % 2 {
            0 => by_keys(&mut runner, view, menu),
            _ => by_number(&mut lines, menu),
        }
        if answers == MIDDLE {
            let before = lines.close();
            assert!(before.contains("The input has ended"), "{before}");
            lines = Lines::open(&client);
            // So is the terminal: a new one reads what has happened from the beginning.
            runner = terminal(&client);
        }
    };
    assert!(answers > MIDDLE && end.result.is_some(), "{game}: {answers} answers");
    let wanted = told(&client, &end.last);
    while runner.look() == Pace::Busy {}
    assert!(contains(runner.app.log(), &wanted), "{game}: the terminal\n{wanted:#?}");
    thread::sleep(Duration::from_millis(300));
    let printed = lines.close();
    let all = contains(printed.lines().map(ToOwned::to_owned), &wanted);
    assert!(all, "{game}: plain\n{printed}\n{wanted:#?}");
    assert!(printed.contains(&end.summary), "{printed}");
}

#[test]
fn what_happens_while_a_terminal_is_opened_is_shown_on_it() {
    let (client, mut seat) = support::seat(&folder("opening"));
    seat.go_on();
    let app = App::new(client.snapshot(), true, true, Rect::new(0, 0, 80, 24));
    client.send(Intent::PlayHere(seeded("suspicion")));
    seat.go_on();
    let terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    let mut runner = Runner::new(app, terminal, client).untimed();
    runner.look();
    runner.draw().unwrap();
    let shown = runner.terminal().backend().to_string();
    assert!(shown.contains("Suspicion: No-Bluff ·"), "{shown}");
}

#[test]
fn suspicion_through_two_screens() {
    whole_match("suspicion");
}

#[test]
fn knives_through_two_screens() {
    whole_match("knives");
}

#[test]
fn never_bring_a_knife_through_two_screens() {
    whole_match("never-bring-a-knife");
}

#[test]
fn no_honor_through_two_screens() {
    whole_match("no-honor");
}
