//! The main loop: handles keys, and what happens at the seat.

use std::{
    fmt::Display,
    io,
    sync::Arc,
    time::{Duration, Instant},
};

use ratatui::{
    Terminal,
    backend::Backend,
    crossterm::event::{Event, KeyCode},
};
use seat::{Answer, Cursor, Intent, SeatClient, SeatState, Snapshot, Ticket};

use super::app::{App, Effect};
use crate::Failure;

/// How long after a confirmation appears by itself keys are ignored, so that nobody confirms it unseen.
const SEEN: Duration = Duration::from_millis(300);

/// Runs an application on any terminal.
pub struct Runner<B: Backend> {
    /// The application.
    pub app: App,
    terminal: Terminal<B>,
    client: SeatClient,
    /// The next event to take in, and the last snapshot.
    at: Cursor,
    seen: Arc<Snapshot>,
    /// Intents that are not answered yet.
    wanted: Vec<(Intent, Ticket)>,
    /// When a confirmation appeared by itself.
    came_up: Option<Instant>,
    /// When the screens were opened; `None` to show no times.
    began: Option<Instant>,
    changed: bool,
    bell: bool,
    left: Option<Left>,
}

/// How somebody left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// By leaving the screens.
    Quit,
    /// By an interrupt.
    Interrupted,
}

/// How soon the loop has to look again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// At once: there may be more.
    Busy,
    /// In a moment.
    Soon,
    /// Whenever something happens.
    Quiet,
}

impl Pace {
    /// How long to wait for keys before looking again.
    pub fn wait(self) -> Duration {
        match self {
            Self::Busy => Duration::ZERO,
            Self::Soon => Duration::from_millis(40),
            Self::Quiet => Duration::from_millis(250),
        }
    }
}

impl<B: Backend> Runner<B> {
    /// An application on a terminal, as a screen of a seat.
    pub fn new(app: App, terminal: Terminal<B>, client: SeatClient) -> Self {
        // What happens between the first look of the application and this one is still to be taken in.
        let seen = app.snapshot();
        let at = match &seen.state {
            // A screen that comes late shows the match from its beginning.
            SeatState::Match(view) => Cursor(view.began.0 + 1),
            _ => seen.at,
        };
        let began = Some(Instant::now());
        let (wanted, left) = (Vec::new(), None);
        let (changed, bell) = (true, false);
        Self { app, terminal, client, at, seen, wanted, came_up: began, began, changed, bell, left }
    }

    /// Shows no times, so that the same match always looks the same.
    #[must_use]
    pub fn untimed(mut self) -> Self {
        (self.began, self.came_up) = (None, None);
        self
    }

    /// The terminal, to look at.
    pub fn terminal(&self) -> &Terminal<B> {
        &self.terminal
    }

    /// The terminal.
    pub fn terminal_mut(&mut self) -> &mut Terminal<B> {
        &mut self.terminal
    }

    /// The seat of which this is a screen.
    pub fn client(&self) -> &SeatClient {
        &self.client
    }

    /// Whether to ring; reported once.
    pub fn take_bell(&mut self) -> bool {
        std::mem::take(&mut self.bell)
    }

    /// How the person left, or what ended the match they came for; `None` while they are here.
    pub fn left(&mut self) -> Option<Result<Left, Failure>> {
        match self.left? {
            Left::Quit => Some(self.app.take_failure().map_or(Ok(Left::Quit), Err)),
            Left::Interrupted => Some(Ok(Left::Interrupted)),
        }
    }

    /// Handles a key, the mouse, or a change of size.
    pub fn event(&mut self, event: &Event) {
        let unseen = self.came_up.is_some_and(|at| at.elapsed() < SEEN) && !self.app.is_writing();
        let effects = match event {
            Event::Key(key) if unseen && key.code == KeyCode::Enter => return,
            Event::Key(key) => self.app.key(*key),
            Event::Mouse(mouse) => self.app.mouse(*mouse),
            Event::Resize(width, height) => {
                self.app.resize(*width, *height);
                Vec::new()
            }
            _ => return,
        };
        self.changed = true;
        effects.into_iter().for_each(|effect| self.carry_out(effect));
    }

    /// Takes in what has happened at the seat.
    pub fn look(&mut self) -> Pace {
        let answered = self.hear_answers();
        // The snapshot is read after the events, so it is never older than they are.
        let events = self.client.told_since(self.at);
        let now = self.client.snapshot();
        if self.client.is_closed() && self.left.is_none() {
            self.left = Some(Left::Quit);
        }
        if events.is_empty() && Arc::ptr_eq(&now, &self.seen) {
            self.let_time_pass();
            return match (answered, &now.state) {
                (true, _) => Pace::Busy,
                (false, SeatState::Home(home)) if home.busy.is_none() => Pace::Quiet,
                _ => Pace::Soon,
            };
        }
        self.at = events.last().map_or(self.at, |last| Cursor(last.at.0 + 1));
        self.seen = now.clone();
        let since = self.began.map_or(Duration::ZERO, |began| began.elapsed());
        let effects = self.app.take_in(&now, &events, since);
        self.changed = true;
        self.let_time_pass();
        if self.app.take_came_up() {
            self.came_up();
        }
        effects.into_iter().for_each(|effect| self.carry_out(effect));
        Pace::Busy
    }

    /// Passes the time to the screen, if times are shown.
    fn let_time_pass(&mut self) {
        if let Some(began) = self.began {
            self.changed |= self.app.pass(began.elapsed());
        }
    }

    /// A confirmation has appeared by itself. Without times, keys are assumed to come from somebody who has
    /// seen it.
    fn came_up(&mut self) {
        self.came_up = self.began.map(|_| Instant::now());
    }

    fn hear_answers(&mut self) -> bool {
        let mut heard = false;
        for (intent, ticket) in std::mem::take(&mut self.wanted) {
            match ticket.poll() {
                None => self.wanted.push((intent, ticket)),
                Some(answer) => {
                    heard = true;
                    let refused = match &answer {
                        Answer::Taken { .. } => None,
                        Answer::Refused { text, .. } => Some(text.as_str()),
                    };
                    self.app.answered(&intent, refused);
                    self.changed = true;
                }
            }
        }
        heard
    }

    /// Whether all intents have been answered.
    pub fn is_idle(&self) -> bool {
        self.wanted.is_empty()
    }

    /// Draws, if anything looks different.
    ///
    /// # Errors
    /// If the terminal cannot be written to.
    pub fn draw(&mut self) -> Result<bool, Failure>
    where
        B::Error: Display,
    {
        if !std::mem::take(&mut self.changed) {
            return Ok(false);
        }
        let app = &self.app;
        let drawn = self.terminal.draw(|frame| app.draw(frame));
        drawn.map_err(|e| Failure::Io(io::Error::other(e.to_string())))?;
        Ok(true)
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Want(intent) => {
                // A second press of a key counts only if the person could see the effect of the first.
                if matches!(
                    intent,
                    Intent::Ready { .. } | Intent::Change(_) | Intent::AddBot { .. }
                ) {
                    self.came_up();
                }
                let ticket = self.client.send(intent.clone());
                self.wanted.push((intent, ticket));
            }
            Effect::Bell => self.bell = true,
            Effect::Quit => self.left = Some(Left::Quit),
            Effect::Interrupt => self.left = Some(Left::Interrupted),
        }
    }
}
