//! The whole application without a terminal: keys, snapshots and events of a seat go in, effects come out,
//! and the screen can be drawn at any time.

use std::{collections::BTreeMap, rc::Rc, sync::Arc, time::Duration};

use ratatui::{
    Frame,
    buffer::Buffer,
    crossterm::event::{KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind},
    layout::{Position, Rect},
    style::Style,
};
use seat::{Intent, SeatEvent, SeatEventKind, SeatState, Settings, Snapshot, shown::Catalogue};

use super::{
    end::End,
    home::Home,
    keys::{self, Act, KeyHint},
    lobby::Room,
    overlay::{Overlay, Pages, What, Write},
    paint::{Canvas, Target, Text, Theme, atom, below, top, words},
    replay::Replay,
    scene::{Said, markdown},
    screen::{Screen, ScreenRequest},
    table::TableScreen,
    wait::Wait,
};
use crate::{Failure, games, tell};

/// What the application wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Send an intent to the seat.
    Want(Intent),
    /// Ring the terminal bell.
    Bell,
    /// End the application.
    Quit,
    /// End the application at once, as an interrupt does.
    Interrupt,
}

/// The smallest window in which a game can be played.
const LEAST: (u16, u16) = (30, 10);
/// How many notices of a match are repeated at its end.
const NOTICES: usize = 4;

/// The application.
pub struct App {
    /// Whether colour is allowed at all.
    colour: bool,
    area: Rect,
    /// The seat as it was last seen.
    now: Arc<Snapshot>,
    screen: Box<dyn Screen>,
    /// Whether there is a home screen to return to; otherwise the application ends with what the person
    /// came for.
    homely: bool,
    /// Whether the home screen points at the tables on the network.
    at_tables: bool,
    overlay: Option<Overlay>,
    /// Whether the person was asked something while the overlay covers the screen.
    called: bool,
    /// Whether a confirmation has appeared without a key.
    came_up: bool,
    told: AfterMatch,
    catalogues: BTreeMap<String, Option<Rc<Catalogue>>>,
}

/// What is kept about matches until they are over.
#[derive(Default)]
struct AfterMatch {
    /// The notices of the last match, and whether it is still being played.
    notices: Vec<String>,
    playing: bool,
    /// How to resume the match that was left last.
    way_back: Option<String>,
    /// The paths of the stored transcripts.
    kept: Vec<String>,
    /// What ended the last match, or kept the person from what they came for.
    failure: Option<Failure>,
}

impl App {
    /// A screen of a seat; without a home screen it ends when the person is at no table and in no match.
    pub fn new(now: Arc<Snapshot>, colour: bool, homely: bool, area: Rect) -> Self {
        let playing = matches!(now.state, SeatState::Match(_));
        let mut app = Self {
            colour,
            area,
            now: now.clone(),
            screen: Box::new(Wait::new(None, homely)),
            homely,
            at_tables: false,
            overlay: None,
            called: false,
            came_up: false,
            told: AfterMatch { playing, ..AfterMatch::default() },
            catalogues: BTreeMap::new(),
        };
        app.screen = app.screen_of(&now, Vec::new());
        app
    }

    /// With a home screen that points at the tables on the network.
    #[must_use]
    pub fn at_tables(mut self) -> Self {
        self.at_tables = true;
        self.screen = self.screen_of(&self.now.clone(), Vec::new());
        self
    }

    /// The snapshot that is shown.
    pub(super) fn snapshot(&self) -> Arc<Snapshot> {
        self.now.clone()
    }

    /// The current settings.
    pub fn settings(&self) -> &Settings {
        &self.now.settings
    }

    /// What ended the last match, or kept the person from what they came for; given once.
    pub fn take_failure(&mut self) -> Option<Failure> {
        self.told.failure.take()
    }

    /// Whether a confirmation has appeared without a key; reported once.
    pub fn take_came_up(&mut self) -> bool {
        std::mem::take(&mut self.came_up)
    }

    /// The paths of the stored transcripts, in order.
    pub fn kept(&self) -> &[String] {
        &self.told.kept
    }

    /// How to resume the match that the person is in, or has left.
    pub fn way_back(&self) -> Option<&str> {
        match &self.now.state {
            SeatState::Match(view) => view.way_back.as_deref(),
            _ => self.told.way_back.as_deref(),
        }
    }

    /// The log of the match as the screen shows it, with rule ids.
    pub fn log(&self) -> Vec<String> {
        let told = |Said { text, rule }: &Said| match rule.as_str() {
            "" => text.clone(),
            rule => format!("{text} [{rule}]"),
        };
        self.screen.log().iter().map(told).collect()
    }

    fn catalogue(&mut self, game: &str) -> Option<Rc<Catalogue>> {
        let known = || games::find(game).map(|game| Rc::new(Catalogue::of(game)));
        self.catalogues.entry(game.to_owned()).or_insert_with(known).clone()
    }

    /// The screen for the person's state; `said` is what was said at their table before.
    fn screen_of(&mut self, now: &Snapshot, said: Vec<Said>) -> Box<dyn Screen> {
        let unknown = || Box::new(Wait::new(Some("This nodealer does not know that game."), true));
        match &now.state {
            SeatState::Home(home) if home.busy.is_some() || !self.homely => {
                Box::new(Wait::new(home.busy.as_deref(), self.homely))
            }
            SeatState::Home(home) => {
                let mut screen = Home::new(home, now, &mut |game| self.catalogue(game));
                if self.at_tables {
                    screen.at_tables();
                }
                if self.told.way_back.is_some() {
                    screen.at_unfinished();
                }
                Box::new(screen)
            }
            SeatState::Lobby(lobby) => {
                let catalogue = self.catalogue(&lobby.terms.game);
                Box::new(Room::new(catalogue, lobby, said))
            }
            SeatState::Match(view) => match self.catalogue(&view.game) {
                Some(catalogue) => Box::new(TableScreen::new(catalogue, view, &now.settings)),
                None => unknown(),
            },
            SeatState::End(end) => match self.catalogue(&end.last.game) {
                Some(catalogue) => {
                    let notices = self.told.notices.iter().rev().take(NOTICES).rev();
                    Box::new(End::new(catalogue, end, notices.cloned().collect(), said))
                }
                None => unknown(),
            },
            SeatState::Replay(replay) => match self.catalogue(&replay.shown.game) {
                Some(catalogue) => Box::new(Replay::new(catalogue, replay)),
                None => unknown(),
            },
        }
    }

    /// Takes in events and the snapshot after them; `at` is the time since the screens were opened.
    pub fn take_in(
        &mut self,
        now: &Arc<Snapshot>,
        events: &[SeatEvent],
        at: Duration,
    ) -> Vec<Effect> {
        let mut effects = Vec::new();
        for event in events {
            if let (SeatState::Home(_), SeatState::Lobby(lobby)) = (&self.now.state, &now.state)
                && event.at >= lobby.since
            {
                // What happened since the person came to the table is told there.
                self.see(now);
            }
            match &event.kind {
                SeatEventKind::Began => {
                    (self.told.playing, self.told.failure) = (true, None);
                    (self.told.notices, self.told.way_back) = (Vec::new(), None);
                    self.see(now);
                }
                SeatEventKind::Over => {
                    self.told.playing = false;
                    self.over(now);
                    self.see(now);
                }
                SeatEventKind::Notice { text } if self.told.playing => {
                    self.told.notices.push(text.clone());
                }
                SeatEventKind::Asked { step } => effects.extend(self.asked(now, *step)),
                _ => {}
            }
            self.screen.hear(event, now, at);
        }
        self.see(now);
        self.renew();
        effects.extend(self.ends());
        effects
    }

    /// Takes in the time since the screens were opened; true if anything looks different.
    pub fn pass(&mut self, at: Duration) -> bool {
        self.screen.pass(at)
    }

    /// The person is asked something new.
    fn asked(&mut self, now: &Snapshot, step: u64) -> Option<Effect> {
        let SeatState::Match(view) = &now.state else { return None };
        let menu = view.menu.as_ref().filter(|menu| menu.step == step)?;
        self.called = self.overlay.is_some();
        self.came_up = true;
        // No bell in a window: only those who could react are asked, and others in the room would hear who
        // can.
        (now.settings.sound && !menu.window).then_some(Effect::Bell)
    }

    /// The match is over.
    fn over(&mut self, now: &Snapshot) {
        let SeatState::End(end) = &now.state else { return };
        self.told.kept.extend(end.transcript.clone());
        self.told.failure = end.failed();
    }

    /// Takes in a snapshot.
    fn see(&mut self, now: &Arc<Snapshot>) {
        self.now = now.clone();
        if !self.screen.see(now) {
            let said = self.screen.take_log();
            self.screen = self.screen_of(now, said);
            self.uncover();
            self.came_up = true;
        }
        if let SeatState::Home(home) = &now.state {
            let asked = matches!(&self.overlay, Some(Overlay::Write(_)));
            if let (Some(table), false) = (&home.asks_code, asked) {
                let write = Write::new(What::Code(Box::new(table.clone())), String::new());
                self.overlay = Some(Overlay::Write(write));
            }
        }
        let others = self.screen.others();
        match &mut self.overlay {
            Some(Overlay::Write(write)) => write.among(others),
            // A confirmation about somebody who has left, or about an earlier menu, is withdrawn.
            Some(Overlay::Sure(sure)) if !self.screen.still(sure) => self.overlay = None,
            _ => {}
        }
    }

    /// Another screen has appeared without a key: closes the overlay of the last one, but not a chat line
    /// that is being written, whose next letters would otherwise act as keys.
    fn uncover(&mut self) {
        let others = self.screen.others();
        match &mut self.overlay {
            Some(Overlay::Write(write)) if matches!(write.what(), What::Say) => {
                write.move_to(others);
            }
            overlay => *overlay = None,
        }
    }

    /// The end of the application, if there is nothing left to show.
    fn ends(&mut self) -> Option<Effect> {
        let SeatState::Home(home) = &self.now.state else { return None };
        if self.homely || home.busy.is_some() || home.asks_code.is_some() {
            return None;
        }
        if let Some(failed) = &home.failed {
            self.told.failure = Some(failed.clone().into());
        }
        Some(Effect::Quit)
    }

    /// The answer to an intent: `None`, or why it was refused.
    pub fn answered(&mut self, intent: &Intent, refused: Option<&str>) {
        if !matches!(intent, Intent::Hurry) {
            self.screen.answered(intent, refused.map(|why| why.trim_end_matches('.')));
        }
    }

    /// The terminal has another size.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.area = Rect::new(0, 0, width, height);
    }

    /// What can be done now: the footer, the help and the keys are all derived from this.
    pub fn can(&self) -> Vec<KeyHint> {
        let Some(overlay) = &self.overlay else { return self.screen.can() };
        let mut list = overlay.can();
        if matches!(overlay, Overlay::Pages(_)) {
            let fault = self.screen.can().into_iter().find(|can| can.by(Act::Fault));
            list.extend(fault);
        }
        list
    }

    /// Whether a line is being written.
    pub fn is_writing(&self) -> bool {
        matches!(self.overlay, Some(Overlay::Write(_)))
    }

    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        // In a window that is too small no key acts but the one that leaves.
        if too_small(self.area) && keys::act(key) != Some(Act::Interrupt) {
            return Vec::new();
        }
        if let Some(letter) = keys::letter(key).filter(|_| key.kind != KeyEventKind::Release) {
            let at_table = !matches!(self.now.state, SeatState::Home(_) | SeatState::Replay(_));
            // A slash begins a command even where nobody would read a message: the letters after it are no
            // keys.
            let begins = match letter {
                '/' => at_table,
                _ => self.screen.takes_letters() && letter.is_alphanumeric(),
            };
            if begins && self.overlay.is_none() {
                self.overlay = Some(Overlay::Write(Write::say(self.screen.others())));
            }
            if let Some(Overlay::Write(write)) = &mut self.overlay {
                write.letter(letter);
                return Vec::new();
            }
        }
        match keys::act(key) {
            Some(act) if key.kind != KeyEventKind::Release => self.act(act),
            _ => Vec::new(),
        }
    }

    /// The mouse was used.
    pub fn mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        let mut buffer = Buffer::empty(self.area);
        let canvas = self.paint(&mut buffer);
        let target = canvas.target(Position::new(mouse.column, mouse.row));
        let act = match mouse.kind {
            MouseEventKind::ScrollUp => Act::Up,
            MouseEventKind::ScrollDown => Act::Down,
            MouseEventKind::Down(MouseButton::Left) => return self.click(target),
            _ => return Vec::new(),
        };
        match target {
            Some(Target::Log(_) | Target::LogPane)
                if self.overlay.is_none() && self.screen.scroll(act) =>
            {
                Vec::new()
            }
            _ => self.act(act),
        }
    }

    fn click(&mut self, target: Option<Target>) -> Vec<Effect> {
        match target {
            Some(Target::Act(act)) => self.act(act),
            _ if self.overlay.is_some() => Vec::new(),
            Some(Target::Entry(i)) if self.screen.point(i) => self.act(Act::Go),
            Some(Target::Log(line)) => {
                let wishes = self.screen.jump(line);
                self.fulfil(wishes)
            }
            _ => Vec::new(),
        }
    }

    fn act(&mut self, act: Act) -> Vec<Effect> {
        if act == Act::Interrupt {
            return vec![Effect::Interrupt];
        }
        if !self.can().iter().any(|can| can.by(act)) {
            return Vec::new();
        }
        self.called &= self.overlay.is_some();
        match &mut self.overlay {
            // The key that jumps to the fault closes the text that covers it.
            Some(Overlay::Pages(_)) if act == Act::Fault => self.overlay = None,
            Some(Overlay::Pages(pages)) => {
                if !pages.act(act, self.area) {
                    self.overlay = None;
                }
                return Vec::new();
            }
            Some(Overlay::Sure(sure)) => {
                let sure = (act == Act::Yes).then(|| sure.clone());
                self.overlay = None;
                let wishes = sure.map_or_else(Vec::new, |sure| self.screen.confirmed(sure));
                return self.fulfil(wishes);
            }
            Some(Overlay::Write(_)) => return self.write(act),
            None => {}
        }
        if self.show(act) {
            return Vec::new();
        }
        let wishes = self.screen.act(act, self.area);
        self.fulfil(wishes)
    }

    fn fulfil(&mut self, wishes: Vec<ScreenRequest>) -> Vec<Effect> {
        let mut effects = Vec::new();
        for wish in wishes {
            match wish {
                ScreenRequest::Want(intent) => effects.push(self.want(intent)),
                ScreenRequest::Sure(sure) => self.overlay = Some(Overlay::Sure(sure)),
                ScreenRequest::Write(write) => self.overlay = Some(Overlay::Write(*write)),
                ScreenRequest::Quit => effects.push(Effect::Quit),
            }
        }
        effects
    }

    fn want(&mut self, intent: Intent) -> Effect {
        if let (Intent::Leave, SeatState::Match(view)) = (&intent, &self.now.state) {
            self.told.way_back.clone_from(&view.way_back);
        }
        Effect::Want(intent)
    }

    /// Handles a key while a line is written.
    fn write(&mut self, act: Act) -> Vec<Effect> {
        let Some(Overlay::Write(mut write)) = self.overlay.take() else { return Vec::new() };
        match act {
            Act::Back => {
                // Cancelling the line for a table's code gives up joining.
                let asked = matches!(&self.now.state, SeatState::Home(h) if h.asks_code.is_some());
                return if asked { vec![Effect::Want(Intent::Leave)] } else { Vec::new() };
            }
            Act::Go if write.text().is_empty() => return Vec::new(),
            Act::Go => match write.why_not() {
                Some(why) => write.refuse(why),
                None => return vec![Effect::Want(write.wanted())],
            },
            _ => write.act(act),
        }
        self.overlay = Some(Overlay::Write(write));
        Vec::new()
    }

    fn theme(&self) -> Theme {
        Theme { colour: self.colour && self.settings().colour }
    }

    /// Opens what a key shows, if it shows anything.
    fn show(&mut self, act: Act) -> bool {
        let found = self.texts(act);
        let shows = found.is_some();
        if let Some((title, texts)) = found {
            let picture = if act == Act::Invite { self.screen.picture() } else { Vec::new() };
            let pages = Pages::new(act, title, texts).with_picture(picture);
            self.overlay = Some(Overlay::Pages(pages));
        }
        shows
    }

    /// Updates the text that is being read.
    fn renew(&mut self) {
        let Some(Overlay::Pages(pages)) = &self.overlay else { return };
        let found = pages.live().and_then(|by| self.texts(by));
        if let (Some(Overlay::Pages(pages)), Some((_, texts))) = (&mut self.overlay, found) {
            pages.renew(texts, self.area);
        }
    }

    /// The text that a key shows, with its title.
    fn texts(&self, act: Act) -> Option<(&'static str, Vec<Text>)> {
        let theme = self.theme();
        match act {
            Act::Help => Some(("Help", self.help(theme))),
            Act::Rules => {
                let (game, phase) = self.screen.subject()?;
                Some(("Rules", rules(theme, &game.rules, phase)))
            }
            _ => self.screen.show(act, theme),
        }
    }

    /// What can be done now, and the current menu with the reasons why entries are refused.
    fn help(&self, theme: Theme) -> Vec<Text> {
        let mut texts: Vec<Text> = Vec::new();
        let line = |keys: &str, does: &str| {
            let keys = atom(format!("{keys:<16}"), theme.strong()).hanging();
            [vec![keys], words(does, Style::new())].concat()
        };
        texts.extend(self.can().iter().map(|can| line(&can.keys(), &can.explained())));
        texts.push(line("Ctrl-C", "leave at once"));
        texts.push(words(
            "The mouse chooses what it clicks, confirms with a second click, and scrolls.",
            theme.quiet(),
        ));
        texts.extend(self.screen.asked(theme));
        let signs = self.screen.signs(theme);
        if !signs.is_empty() {
            texts.extend([Vec::new(), words("Signs", theme.strong())]);
        }
        texts.extend(signs);
        texts
    }

    /// Draws everything.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        self.paint(frame.buffer_mut());
    }

    fn paint<'b>(&self, buffer: &'b mut Buffer) -> Canvas<'b> {
        let mut canvas = Canvas::new(buffer, self.theme());
        let area = canvas.area();
        if too_small(area) {
            canvas.text(area, &words("A larger window, please.", Style::new()), 0);
            return canvas;
        }
        let body = Rect { height: area.height.saturating_sub(1), ..area };
        self.screen.draw(&mut canvas, body);
        if let Some(overlay) = &self.overlay {
            let call = if self.called { self.screen.call() } else { None };
            overlay.draw(&mut canvas, body, call.as_deref());
        }
        self.footer(&mut canvas, top(below(area, body.height), 1));
        canvas
    }

    /// The keys, as many as there is room for; help and leaving are never left out.
    fn footer(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let theme = canvas.theme;
        let list = self.can();
        let help = list.iter().position(|can| can.by(Act::Help));
        let out = [Act::Quit, Act::Back];
        let out = out.iter().find_map(|act| list.iter().position(|can| can.by(*act)));
        let kept = |i: usize| Some(i) == help || Some(i) == out;
        let width =
            |can: &KeyHint| (can.brief().chars().count() + can.does.chars().count() + 3) as u16;
        let wide: u16 =
            list.iter().enumerate().filter(|(i, _)| kept(*i)).map(|(_, c)| width(c)).sum();
        // There is a gap after each but the last.
        let mut room = (area.width + 2).saturating_sub(wide);
        let mut shown = Vec::new();
        for (i, can) in list.iter().enumerate() {
            let wide = width(can);
            if kept(i) || wide <= room {
                room -= if kept(i) { 0 } else { wide };
                shown.push((Some(i) == help, *can));
            }
        }
        shown.sort_by_key(|(last, _)| *last);
        let mut at = 0;
        for (_, can) in shown {
            self.hint(canvas, area, &mut at, can, theme);
        }
    }

    fn hint(&self, canvas: &mut Canvas<'_>, area: Rect, at: &mut u16, can: KeyHint, theme: Theme) {
        let (keys, wide) = (can.brief(), can.brief().chars().count() as u16);
        let does = atom(can.does, theme.quiet());
        let total = wide + 1 + can.does.chars().count() as u16;
        canvas.row(area, &[(*at, atom(keys, theme.strong())), (*at + wide + 1, does)]);
        if let Some(act) = can.acts.first().filter(|act| !act.moves()) {
            canvas.zone(Rect::new(area.x + *at, area.y, total, 1), Target::Act(*act));
        }
        *at += total + 2;
    }
}

fn too_small(area: Rect) -> bool {
    area.width < LEAST.0 || area.height < LEAST.1
}

/// The rules, with the chapter of the current phase first.
fn rules(theme: Theme, all: &str, phase: &str) -> Vec<Text> {
    let mut texts = Vec::new();
    if let Some(now) = tell::chapter(all, phase) {
        texts.push(words("Now:", theme.mark()));
        texts.extend(markdown(theme, now));
        texts.extend([Vec::new(), words("All the rules:", theme.mark())]);
    }
    texts.extend(markdown(theme, all));
    texts
}
