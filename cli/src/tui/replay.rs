//! A replay of a finished match, step by step, from the public view or that of a seat whose match key is
//! known.

use std::rc::Rc;

use ratatui::{layout::Rect, style::Style};
use seat::{AuditShown, Intent, ReplayView, SeatState, Snapshot, shown::Catalogue};

use super::{
    keys::{Act, KeyHint, can},
    paint::{Canvas, Text, Theme, atom, below, beside, height, top, words},
    scene::{Below, Said, Scene, with_log},
    screen::{Screen, ScreenRequest},
    seats::NARROW,
    signs,
};

/// A match to step through.
pub(super) struct Replay {
    scene: Scene,
    view: ReplayView,
    /// How many lines of the log come before the present step.
    said: usize,
}

impl Replay {
    /// A replay as the seat shows it.
    pub(super) fn new(catalogue: Rc<Catalogue>, view: &ReplayView) -> Self {
        let scene = Scene::new(catalogue, view.shown.clone());
        let mut replay = Self { scene, view: view.clone(), said: 0 };
        replay.scene.near = view.seat.unwrap_or(replay.scene.near);
        replay.look(view);
        replay
    }

    fn look(&mut self, view: &ReplayView) {
        if self.view.seat != view.seat {
            self.scene.near = view.seat.unwrap_or(self.scene.near);
        }
        self.scene.view = view.shown.clone();
        let line = |(_, text, rule): &(u64, seat::shown::Text, String)| Said {
            text: text.to(view.seat),
            rule: rule.clone(),
        };
        self.scene.log = view.log.iter().chain(&view.ahead).map(line).collect();
        self.said = view.log.len();
        self.view = view.clone();
    }

    /// The index of the present stop.
    fn at(&self) -> usize {
        let step = self.view.shown.step;
        self.view.stops.partition_point(|stop| *stop < step)
    }

    fn line(&self) -> Option<usize> {
        self.said.checked_sub(1)
    }

    /// Goes to a stop.
    fn go(&self, stop: usize) -> Vec<ScreenRequest> {
        let last = self.view.stops.len().saturating_sub(1);
        match self.view.stops.get(stop.min(last)) {
            Some(step) => vec![self.seek(*step)],
            None => Vec::new(),
        }
    }

    fn seek(&self, step: u64) -> ScreenRequest {
        ScreenRequest::Want(Intent::Seek { step, seat: self.view.seat })
    }

    /// Switches to the next view: the public one, or that of a seat whose match key is known. If there are
    /// none, draws another seat nearest.
    fn other_eyes(&mut self) -> Vec<ScreenRequest> {
        let open = &self.view.open_seats;
        if open.is_empty() {
            let seats = self.view.shown.players.len().max(1);
            self.scene.near = (self.scene.near + 1) % seats;
            return Vec::new();
        }
        let next = match self.view.seat {
            None => open.first().copied(),
            Some(seat) => open.iter().copied().find(|other| *other > seat),
        };
        vec![ScreenRequest::Want(Intent::Seek { step: self.view.shown.step, seat: next })]
    }
}

impl Screen for Replay {
    fn see(&mut self, now: &Snapshot) -> bool {
        let SeatState::Replay(view) = &now.state else { return false };
        if view.shown.id != self.view.shown.id {
            return false;
        }
        self.look(view);
        true
    }

    fn can(&self) -> Vec<KeyHint> {
        let mut list = vec![
            can(&[Act::Left, Act::Right], "one step"),
            can(&[Act::Up, Act::Down], "by log line"),
            can(&[Act::Seat], "another seat"),
            can(&[Act::PageUp, Act::PageDown], "ten steps"),
            can(&[Act::First, Act::Last], "to the beginning or the end"),
            can(&[Act::Trust], "proofs"),
            can(&[Act::Help], "help"),
            can(&[Act::Rules], "rules"),
            can(&[Act::Cards], "cards"),
            can(&[Act::Whole], "whole table"),
            can(&[Act::Back, Act::Quit], "leave"),
        ];
        if self.view.fault.is_some() {
            list.insert(0, can(&[Act::Fault], "to the ✗"));
        }
        list
    }

    fn act(&mut self, act: Act, _: Rect) -> Vec<ScreenRequest> {
        let (at, line) = (self.at(), self.line());
        match act {
            Act::Left => self.go(at.saturating_sub(1)),
            Act::Right => self.go(at + 1),
            Act::Up => self.jump(line.unwrap_or(0).saturating_sub(1)),
            Act::Down => self.jump(line.map_or(0, |line| line + 1)),
            Act::PageUp => self.go(at.saturating_sub(10)),
            Act::PageDown => self.go(at + 10),
            Act::First => self.go(0),
            Act::Last => self.go(usize::MAX),
            Act::Seat => self.other_eyes(),
            Act::Fault => self.view.fault.map(|step| self.seek(step)).into_iter().collect(),
            Act::Back | Act::Quit => vec![ScreenRequest::Want(Intent::Leave)],
            _ => Vec::new(),
        }
    }

    fn jump(&mut self, line: usize) -> Vec<ScreenRequest> {
        let (log, ahead) = (&self.view.log, &self.view.ahead);
        match log.iter().chain(ahead).nth(line).or_else(|| ahead.last()) {
            Some((step, ..)) => vec![self.seek(*step)],
            None => Vec::new(),
        }
    }

    fn signs(&self, theme: Theme) -> Vec<Text> {
        signs::explained(&self.scene.view.board, theme)
    }

    fn show(&self, act: Act, theme: Theme) -> Option<(&'static str, Vec<Text>)> {
        Some(match act {
            Act::Cards => ("What the cards do", self.scene.cards(theme, None)),
            Act::Whole => ("The whole table", self.scene.whole(theme)),
            Act::Trust => ("What was proven", self.proofs(theme)),
            _ => return None,
        })
    }

    fn subject(&self) -> Option<(&Catalogue, &str)> {
        Some((&self.scene.catalogue, &self.view.shown.board.phase))
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        self.draw_all(canvas, area);
    }
}

impl Replay {
    /// What the audit found, then what was proven up to here, the latest first.
    fn proofs(&self, theme: Theme) -> Vec<Text> {
        let mut texts =
            self.view.audit.as_ref().map_or_else(Vec::new, |audit| audit_texts(audit, theme));
        let until = self.view.proven.iter().rev().chain(self.view.proven_before.iter().rev());
        if until.clone().next().is_some() {
            let heading = words("Proven up to here, the latest first:", theme.strong());
            texts.extend([Vec::new(), heading]);
        }
        texts.extend(until.map(|what| words(what, Style::new())));
        texts
    }

    fn headline(&self, theme: Theme) -> Text {
        self.view.audit.as_ref().map_or_else(Vec::new, |audit| headline(audit, theme))
    }

    fn draw_all(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let (left, log) = with_log(area);
        let own = self.scene.own(canvas.theme, &[], &|_| None);
        let least = if log.is_some() { 5 } else { 8 };
        let below_it = Below { least, better: least, wish: 8 };
        let rest = self.scene.draw_table(canvas, left, &own, below_it);
        if let Some(log) = log {
            self.draw_status(canvas, rest);
            self.draw_log(canvas, log);
        } else if area.width < NARROW {
            // A fault is shown in full.
            let verdict = height(&self.headline(canvas.theme), rest.width, 2);
            let rows = 1 + verdict.clamp(2, 4);
            self.draw_status(canvas, top(rest, rows));
            self.draw_log(canvas, below(rest, rows));
        } else {
            let (status, log) = beside(rest, rest.width * 2 / 5, 1);
            self.draw_status(canvas, status);
            self.draw_log(canvas, log);
        }
    }

    fn draw_status(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let theme = canvas.theme;
        let step = self.view.shown.step;
        let title = format!("Step {step} ({} of {})", self.at() + 1, self.view.stops.len());
        let inner = canvas.rule(area, &title, true);
        let proven = self.view.proven.last();
        let proven = proven.map(|what| words(&format!("✓ {what}"), theme.quiet()));
        let texts: Vec<Text> = [self.headline(theme)].into_iter().chain(proven).collect();
        canvas.texts(inner, &texts, 2);
    }

    fn draw_log(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let inner = canvas.rule(area, "Log", false);
        let line = self.line();
        // Some of the following lines are visible too.
        let ahead = usize::from(inner.height / 3);
        let last = line.map_or(ahead, |line| line + ahead);
        self.scene.draw_log(canvas, inner, last, line);
    }
}

/// The verdict of an audit, with a mark.
pub(super) fn headline(audit: &AuditShown, theme: Theme) -> Text {
    let (mark, style) = match audit.verdict.as_str() {
        "fair" => ("✓", theme.good()),
        "unfinished" => ("…", theme.mark()),
        _ => ("✗", theme.bad()),
    };
    [vec![atom(mark, style)], words(&audit.text, style)].concat()
}

/// The verdict of an audit, and what was checked.
pub(super) fn audit_texts(audit: &AuditShown, theme: Theme) -> Vec<Text> {
    let check = |check: &seat::CheckShown| {
        vec![
            atom("✓", theme.good()),
            atom(check.name.clone(), Style::new()),
            atom(format!("({})", check.count), theme.quiet()),
        ]
    };
    let mut texts = vec![headline(audit, theme)];
    texts.extend(audit.checks.iter().map(check));
    texts
}
