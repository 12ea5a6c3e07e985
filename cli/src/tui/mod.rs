//! The terminal screens.
//!
//! [`App`] is the whole application without a terminal: keys, snapshots and events of a seat go in, effects
//! come out, and [`App::draw`] draws it. [`Runner`] is a screen of a [`SeatClient`] on any backend,
//! including a test's. Only [`run`] uses a real terminal.

mod app;
mod board;
mod end;
mod fit;
mod home;
mod keys;
mod lobby;
mod overlay;
mod paint;
mod pick;
mod replay;
mod run;
mod scene;
mod screen;
mod scroll;
mod seats;
mod signs;
mod svg;
mod table;
mod wait;

use std::{
    io::{self, IsTerminal, Write},
    panic,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use ratatui::{
    Terminal,
    backend::CrosstermBackend,
    crossterm::{
        cursor, event, execute,
        terminal::{self, EnterAlternateScreen, LeaveAlternateScreen},
    },
    layout::Rect,
};

pub use app::{App, Effect};
pub use board::menu::{name_first as menu_label, order as menu_order};
pub use keys::{Act, KeyHint};
pub use run::{Left, Pace, Runner};
pub use svg::{moving_svg, svg};

use seat::SeatClient;

use crate::Failure;

/// The exit status after a panic.
const PANICKED: i32 = 101;

/// What the screens are opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum For {
    /// Everything, from the home screen on.
    Home,
    /// The tables on the network, on the home screen.
    Tables,
    /// What the seat is doing now: the screens end with it.
    This,
}

/// Whether there is a terminal for screens, and a person in front of it.
pub fn is_possible() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// Shows a seat on this process's terminal until the person leaves.
///
/// # Errors
/// If the terminal fails, or the match that the person came for failed.
pub fn run(client: &SeatClient, what: For) -> Result<Left, Failure> {
    let (width, height) = terminal::size()?;
    let colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let area = Rect::new(0, 0, width, height);
    let app = App::new(client.snapshot(), colour, what != For::This, area);
    let app = if what == For::Tables { app.at_tables() } else { app };
    let raw = Raw::enter()?;
    let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut runner = Runner::new(app, terminal, client.clone());
    let left = follow(&mut runner);
    drop(raw);
    for path in runner.app.kept() {
        writeln!(io::stdout(), "Transcript: {path}")?;
    }
    runner.app.way_back().map_or(Ok(()), |how| writeln!(io::stdout(), "{how}"))?;
    if client.is_closed() {
        // Another screen has left it for all of them.
        writeln!(io::stdout(), "The seat was closed.")?;
    }
    left
}

fn follow(runner: &mut Runner<CrosstermBackend<io::Stdout>>) -> Result<Left, Failure> {
    loop {
        let pace = runner.look();
        show(runner)?;
        if event::poll(pace.wait())? {
            runner.event(&event::read()?);
            while event::poll(Duration::ZERO)? {
                runner.event(&event::read()?);
            }
        }
        if let Some(left) = runner.left() {
            return left;
        }
    }
}

/// Draws and rings, unless the terminal has been restored meanwhile.
fn show(runner: &mut Runner<CrosstermBackend<io::Stdout>>) -> Result<(), Failure> {
    let _drawing = DRAWING.lock().unwrap_or_else(PoisonError::into_inner);
    if !is_up() {
        return Ok(());
    }
    runner.draw()?;
    if runner.take_bell() {
        let mut out = io::stdout();
        out.write_all(b"\x07")?;
        out.flush()?;
    }
    Ok(())
}

/// Held while drawing, and from when the process is told to end: a later frame would take over the terminal
/// again.
static DRAWING: Mutex<()> = Mutex::new(());

/// The terminal in raw mode, until this is dropped or a panic.
struct Raw;

/// Whether the terminal is in raw mode. Restoring it twice would overwrite what was written since.
static OURS: AtomicBool = AtomicBool::new(false);

/// Whether the terminal shows our screens, so that nothing else may write on it.
pub fn is_up() -> bool {
    OURS.load(Ordering::SeqCst)
}

impl Raw {
    fn enter() -> io::Result<Self> {
        let (told, screens) = (panic::take_hook(), thread::current().id());
        panic::set_hook(Box::new(move |info| {
            let behind = is_up() && thread::current().id() != screens;
            // Waits for a frame that is being drawn; nothing is drawn after that.
            let _last = behind.then(|| DRAWING.lock().unwrap_or_else(PoisonError::into_inner));
            restore();
            told(info);
            // A panic on another thread: the screens would go on without what that thread did.
            if behind {
                std::process::exit(PANICKED);
            }
        }));
        #[cfg(unix)]
        restore_when_told_to_end()?;
        terminal::enable_raw_mode()?;
        OURS.store(true, Ordering::SeqCst);
        let raw = Self;
        execute!(io::stdout(), EnterAlternateScreen, event::EnableMouseCapture, cursor::Hide)?;
        Ok(raw)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal when the process is told to end, or the terminal goes away.
#[cfg(unix)]
fn restore_when_told_to_end() -> io::Result<()> {
    use signal_hook::{consts, iterator::Signals, low_level};
    let mut signals = Signals::new([consts::SIGTERM, consts::SIGHUP, consts::SIGINT])?;
    thread::Builder::new().name("signals".into()).spawn(move || {
        for signal in signals.forever() {
            let _last = DRAWING.lock().unwrap_or_else(PoisonError::into_inner);
            restore();
            // Ends the process by the signal, as without a handler.
            let _ = low_level::emulate_default_handler(signal);
        }
    })?;
    Ok(())
}

/// Restores the terminal; errors are ignored, since nothing can be done about them.
fn restore() {
    if !OURS.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = execute!(io::stdout(), event::DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = terminal::disable_raw_mode();
}
