//! The loop around the application: keys, the session, and whatever takes longer.

use std::{
    fmt::Display,
    io,
    path::PathBuf,
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use ratatui::{Terminal, backend::Backend, crossterm::event::Event};

use super::{
    app::{App, Effect},
    end::{How, Kept},
    house::{House, Match},
    replay::Replay,
};
use crate::{Failure, session::Update};

/// Runs an application on any terminal.
pub struct Runner<'a, B: Backend> {
    /// The application.
    pub app: App,
    terminal: Terminal<B>,
    house: &'a mut dyn House,
    session: Option<Box<dyn Match>>,
    /// When the match began; nothing if nobody is to be told how long things take.
    began: Option<Instant>,
    news: mpsc::Receiver<News>,
    sender: mpsc::Sender<News>,
    /// How many threads have not reported yet.
    working: usize,
    changed: bool,
    bell: bool,
    left: Option<Left>,
    failure: Option<Failure>,
}

/// How somebody left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// As one does.
    Quit,
    /// By an interrupt.
    Interrupted,
}

/// What a thread has found out.
enum News {
    Opened(Result<Replay, Failure>),
    Audited(Result<Replay, Failure>),
}

/// What the loop may do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// More is there at once.
    Busy,
    /// Something was said: time to read it.
    Read,
    /// The session or a thread may have something in a moment.
    Soon,
    /// Nothing happens before a key is pressed.
    Asleep,
}

impl<'a, B: Backend> Runner<'a, B> {
    /// An application on a terminal.
    pub fn new(app: App, terminal: Terminal<B>, house: &'a mut dyn House) -> Self {
        let (sender, news) = mpsc::channel();
        Self {
            app,
            terminal,
            house,
            session: None,
            began: Some(Instant::now()),
            news,
            sender,
            working: 0,
            changed: true,
            bell: false,
            left: None,
            failure: None,
        }
    }

    /// Tells no times, so that the same match looks the same every time.
    #[must_use]
    pub fn untimed(mut self) -> Self {
        self.began = None;
        self
    }

    /// Sits down at a match.
    pub fn sit_down(&mut self, session: Box<dyn Match>) {
        self.app.sit_down(&*session, self.house.caution());
        self.session = Some(session);
        self.began = self.began.map(|_| Instant::now());
        self.changed = true;
    }

    /// Reads, audits and shows a transcript.
    fn open(&mut self, path: PathBuf) {
        self.work(move || News::Opened(Replay::load(&path)));
    }

    /// The terminal, to look at.
    pub fn terminal(&self) -> &Terminal<B> {
        &self.terminal
    }

    /// The terminal.
    pub fn terminal_mut(&mut self) -> &mut Terminal<B> {
        &mut self.terminal
    }

    /// Whether to ring, once.
    pub fn take_bell(&mut self) -> bool {
        std::mem::take(&mut self.bell)
    }

    /// How the person left, and what ended the match they came for; nothing while they are here.
    pub fn left(&mut self) -> Option<Result<Left, Failure>> {
        let left = self.left?;
        Some(self.failure.take().map_or(Ok(left), Err))
    }

    /// Whether nothing is being worked on beside the session.
    pub fn is_idle(&self) -> bool {
        self.working == 0
    }

    /// Takes in a key, the mouse, or another size.
    pub fn event(&mut self, event: &Event) {
        let effects = match event {
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

    /// Looks once at everything else that may have happened.
    pub fn look(&mut self) -> Pace {
        if let Ok(news) = self.news.try_recv() {
            self.working = self.working.saturating_sub(1);
            self.changed = true;
            self.hear(news);
        }
        let Some(session) = &mut self.session else {
            return if self.working > 0 { Pace::Soon } else { Pace::Asleep };
        };
        let update = session.next(Duration::ZERO);
        let now = self.began.map_or(Duration::ZERO, |began| began.elapsed());
        let (changed, effects) = self.app.update(&update, &**session, now);
        self.changed |= changed;
        effects.into_iter().for_each(|effect| self.carry_out(effect));
        match update {
            Update::Over(outcome) => self.over(How::Over(outcome)),
            Update::Failed(failure) => {
                let how = How::Failed(failure.to_string());
                self.failure = Some(failure);
                self.over(how);
            }
            Update::Idle => return Pace::Soon,
            Update::Said(_) => return Pace::Read,
            _ => {}
        }
        Pace::Busy
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
            Effect::Choose(entry) => {
                if let Some(session) = &mut self.session {
                    let result = session.choose(entry);
                    self.app.chosen(result, &**session);
                }
            }
            Effect::Asks => {
                let how = self.session.as_mut().and_then(|session| session.ask_otherwise());
                how.into_iter().for_each(|how| self.app.asks(how));
            }
            Effect::Play(game, seats) => self.play(game, seats),
            Effect::Leave => {
                self.session = None;
                self.app.offer(&self.house.transcripts());
            }
            Effect::Open(path) => self.open(path),
            Effect::Remember(settings) => {
                if let Err(failure) = self.house.remember(settings) {
                    self.app.fail(&failure);
                }
            }
            Effect::Bell => self.bell = true,
            Effect::Quit => self.left = Some(Left::Quit),
            Effect::Interrupt => {
                self.failure = None;
                self.left = Some(Left::Interrupted);
            }
        }
    }

    fn play(&mut self, game: &str, seats: usize) {
        let Some(game) = games::find(game) else { return };
        self.failure = None;
        match self.house.sit_down(game, seats) {
            Ok(session) => self.sit_down(session),
            Err(failure) => self.app.fail(&failure),
        }
    }

    /// Keeps the transcript and has it audited once more.
    fn over(&mut self, how: How) {
        let record = self.session.take().and_then(|session| session.record());
        let kept = match record.map(|record| (self.house.keep(&record), record.fingerprint)) {
            Some((Ok(path), fingerprint)) => Ok(Kept { fingerprint, path }),
            Some((Err(failure), _)) => Err(failure.to_string()),
            None => Err("There is no transcript of a whole match.".into()),
        };
        let path = kept.as_ref().ok().map(|kept| kept.path.clone());
        self.app.end(how, kept);
        if let Some(path) = path {
            self.work(move || News::Audited(Replay::load(&path)));
        }
    }

    fn work(&mut self, job: impl FnOnce() -> News + Send + 'static) {
        let sender = self.sender.clone();
        self.working += 1;
        // Nobody listens any more once the application has ended.
        thread::spawn(move || drop(sender.send(job())));
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Opened(Ok(replay)) => self.app.open(replay),
            News::Audited(Ok(replay)) => self.app.audited(replay),
            News::Opened(Err(failure)) => {
                self.app.fail(&failure);
                self.failure = Some(failure);
            }
            News::Audited(Err(failure)) => self.app.fail(&failure),
        }
    }
}
