//! The whole application on a test backend, with injected keys.

use std::{
    fs,
    path::{Path, PathBuf},
};

use engine::{BySeat, Game, Options, Seat};
use nodealer::{
    Failure,
    local::{Agreement, LocalMatch},
    tui::{App, Home, House, Match, Pace, Record, Runner, Settings},
};
use ratatui::{
    Terminal,
    backend::TestBackend,
    buffer::Buffer,
    crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers},
    layout::Rect,
};

/// The sizes at which every screen is looked at.
pub const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (40, 20)];

/// Where tests may write; examples are told no such place.
const TMP: &str = match option_env!("CARGO_TARGET_TMPDIR") {
    Some(folder) => folder,
    None => ".",
};

/// Matches from a seed, kept in a folder.
pub struct Seeded {
    pub folder: PathBuf,
    pub settings: Settings,
}

impl Seeded {
    /// A folder of its own, by a path that reads the same on every machine.
    pub fn new(name: &str) -> Self {
        std::env::set_current_dir(TMP).unwrap();
        Self::in_folder(name.into())
    }

    /// This folder, emptied.
    pub fn in_folder(folder: PathBuf) -> Self {
        seat::games::offer(games::GAMES);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self { folder, settings: Settings::default() }
    }
}

/// A match whose cards everybody could work out.
pub fn seeded(game: &'static dyn Game, seats: usize) -> Result<LocalMatch, Failure> {
    let given = std::iter::empty::<(&str, &str)>();
    let options = Options::parse(game.info().options, given).unwrap();
    let names = ["Ann", "Ada", "Bruno", "Cleo", "Dario", "Edda", "Finn", "Greta"];
    let names: BySeat<String> = names.iter().take(seats).map(ToString::to_string).collect();
    let agreed = Agreement { game, names, options: &options, survive: 1, seed: Some(3) };
    LocalMatch::new(&agreed, Some(Seat::new(0)))
}

impl House for Seeded {
    fn sit_down(
        &mut self,
        game: &'static dyn Game,
        seats: usize,
    ) -> Result<Box<dyn Match>, Failure> {
        Ok(Box::new(seeded(game, seats)?))
    }

    fn keep(&mut self, record: &Record) -> Result<PathBuf, Failure> {
        let path = self.folder.join("match.nodealer");
        fs::write(&path, &record.transcript)?;
        Ok(path)
    }

    fn transcripts(&self) -> Vec<PathBuf> {
        nodealer::tui::transcripts(&self.folder)
    }

    fn settings(&self) -> Settings {
        self.settings.clone()
    }

    fn remember(&mut self, settings: Settings) -> Result<(), Failure> {
        settings.write(Path::new(&self.folder))?;
        self.settings = settings;
        Ok(())
    }
}

pub type Screens<'a> = Runner<'a, TestBackend>;

/// The application at its home screen.
pub fn screens(house: &mut Seeded) -> Screens<'_> {
    let home = Home::new(&house.transcripts());
    let app = App::new(house.settings(), true, Some(home), Rect::new(0, 0, 80, 24));
    Runner::new(app, Terminal::new(TestBackend::new(80, 24)).unwrap(), house).untimed()
}

/// Presses a key.
pub fn press(screens: &mut Screens<'_>, code: KeyCode) {
    screens.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

/// Types characters, each a key.
pub fn type_keys(screens: &mut Screens<'_>, keys: &str) {
    keys.chars().for_each(|key| press(screens, KeyCode::Char(key)));
}

/// Lets everything happen until the person is asked or nothing is left to happen.
pub fn settle(screens: &mut Screens<'_>) {
    loop {
        match screens.look() {
            Pace::Asleep | Pace::Quiet => return,
            Pace::Soon if screens.is_idle() => return,
            Pace::Soon => std::thread::sleep(std::time::Duration::from_millis(5)),
            Pace::Busy | Pace::Read => {}
        }
    }
}

/// What a screen of this size shows.
pub fn picture(app: &App, (width, height): (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// The characters of a picture.
pub fn text(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width);
    let row = |row: &[ratatui::buffer::Cell]| {
        row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>().trim_end().to_owned()
    };
    buffer.content().chunks(width).map(row).collect::<Vec<_>>().join("\n")
}

/// What a screen shows at 80×24.
pub fn shown(screens: &Screens<'_>) -> String {
    text(&picture(&screens.app, SIZES[0]))
}
