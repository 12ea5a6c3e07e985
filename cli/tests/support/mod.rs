//! The whole application on a test backend, with injected keys, as a screen of a seat that goes on step by
//! step.

use std::{
    fs,
    path::{Path, PathBuf},
};

use nodealer::tui::{App, Pace, Runner};
use ratatui::{
    Terminal,
    backend::TestBackend,
    buffer::Buffer,
    crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers},
    layout::Rect,
};
use seat::{
    Config, Intent, ManualSeat, SeatClient, Setup, Snapshot, person::Person, session::Match,
};

/// The sizes at which every screen is looked at.
pub(crate) const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (40, 20)];

/// Where tests may write; examples are told no such place.
const TMP: &str = match option_env!("CARGO_TARGET_TMPDIR") {
    Some(folder) => folder,
    None => ".",
};

/// A folder of its own, emptied, by a path that reads the same on every machine.
pub(crate) fn folder(name: &str) -> PathBuf {
    seat::games::offer(games::GAMES);
    std::env::set_current_dir(TMP).unwrap();
    emptied(Path::new(name))
}

/// This folder, emptied.
pub(crate) fn emptied(folder: &Path) -> PathBuf {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).unwrap();
    folder.to_owned()
}

/// A seat that goes on step by step, and a terminal that shows it.
pub(crate) struct Screens {
    pub runner: Runner<TestBackend>,
    pub seat: ManualSeat,
}

/// Ann's seat, with transcripts in this folder.
pub(crate) fn seat(folder: &Path) -> (SeatClient, ManualSeat) {
    seat::games::offer(games::GAMES);
    let config = Config { folder: Some(folder.to_owned()), ..Config::default() };
    ManualSeat::open(Person::stranger("Ann").unwrap(), config)
}

/// The application at its home screen.
pub(crate) fn screens(folder: &Path) -> Screens {
    let (client, mut seat) = seat(folder);
    seat.go_on();
    Screens::new(&client, seat, true)
}

/// A match whose cards everybody could work out.
pub(crate) fn seeded(game: &str) -> Setup {
    Setup { game: game.into(), seed: Some(3), ..Setup::default() }
}

impl Screens {
    pub(crate) fn new(client: &SeatClient, seat: ManualSeat, homely: bool) -> Self {
        let app = App::new(client.snapshot(), true, homely, Rect::new(0, 0, 80, 24));
        let terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        Self { runner: Runner::new(app, terminal, client.clone()).untimed(), seat }
    }

    /// A terminal on which this match is played.
    pub(crate) fn at(session: Box<dyn Match>) -> Self {
        let (client, mut seat) = seat(Path::new("nowhere"));
        seat.sit_down(session);
        Self::new(&client, seat, false)
    }

    /// Wants something of the seat.
    pub(crate) fn want(&mut self, intent: Intent) {
        let ticket = self.runner.client().send(intent);
        self.step();
        let answer = ticket.poll();
        assert!(answer.as_ref().is_some_and(seat::Answer::is_taken), "{answer:?}");
    }

    /// Lets one thing happen. Whether there may be more at once.
    pub(crate) fn step(&mut self) -> bool {
        let more = self.seat.go_on();
        more | (self.runner.look() == Pace::Busy)
    }

    /// Lets everything happen until the person is asked or nothing is left to happen.
    pub(crate) fn settle(&mut self) {
        while self.step() || !self.runner.is_idle() || self.seat.is_working() {
            if self.seat.is_working() {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        }
    }

    /// Presses a key, and lets the seat answer.
    pub(crate) fn press(&mut self, code: KeyCode) {
        self.runner.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        while !self.runner.is_idle() {
            self.step();
        }
    }

    /// Types characters, each a key.
    pub(crate) fn type_keys(&mut self, keys: &str) {
        keys.chars().for_each(|key| self.press(KeyCode::Char(key)));
    }

    /// What the screen shows at 80×24.
    pub(crate) fn shown(&self) -> String {
        text(&picture(&self.runner.app, SIZES[0]))
    }

    /// What the seat shows.
    pub(crate) fn now(&self) -> std::sync::Arc<Snapshot> {
        self.runner.client().snapshot()
    }
}

/// What a screen of this size shows.
pub(crate) fn picture(app: &App, (width, height): (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// The characters of a picture.
pub(crate) fn text(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width);
    let row = |row: &[ratatui::buffer::Cell]| {
        row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_owned()
    };
    buffer.content().chunks(width).map(row).collect::<Vec<_>>().join("\n")
}
