//! A finished match, step by step, as the public saw it. Loading one audits it.

use std::{
    io::BufReader,
    path::{Path, PathBuf},
};

use engine::{BySeat, Knowledge, View};
use ratatui::{layout::Rect, style::Style};
use table::{
    Effect, Play,
    audit::{self, Audited, Verdict},
};

use super::{
    keys::{Act, Can, can},
    paint::{Canvas, Text, Theme, atom, below, beside, height, top, words},
    scene::{Below, Said, Scene, with_log},
    seats::NARROW,
};
use crate::{
    Failure, games,
    session::{proof, with_faces},
};

/// A match to step through.
#[derive(Clone)]
pub struct Replay {
    scene: Scene,
    frames: Vec<Frame>,
    /// Where we are.
    at: usize,
    audit: Audit,
    /// Where the transcript lies.
    pub path: PathBuf,
}

/// The table after something has happened.
#[derive(Clone)]
struct Frame {
    step: u64,
    view: View,
    /// How many lines of the log there are by now.
    said: usize,
    /// What was proven to get here.
    proven: Vec<String>,
}

/// What an audit has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// Whether the match was played fairly to its end.
    pub fair: bool,
    /// The verdict in a sentence.
    pub verdict: String,
    /// The step at which something was wrong.
    pub fault: Option<u64>,
    /// Whether that is the file's own fault, and nobody's who played.
    pub damaged: bool,
    /// What was checked, and how many of each.
    pub checks: Vec<(&'static str, u64)>,
    /// The words that every player's screen shows.
    pub fingerprint: Option<String>,
}

impl Replay {
    /// Reads and audits a transcript or a piece of evidence.
    ///
    /// # Errors
    /// If the file cannot be read or is something else.
    pub fn load(path: &Path) -> Result<Self, Failure> {
        let cannot = |e: &dyn std::fmt::Display| {
            Failure::Usage(format!("Cannot replay {}: {e}.", path.display()))
        };
        let file = net::storage::open(path).map_err(|e| cannot(&e))?;
        let mut tape: Option<(Scene, Vec<Frame>)> = None;
        let audited = audit::audit(BufReader::new(file), games::find, |play, effects| {
            let now = play.driver().view(None, &Knowledge::new());
            let (scene, frames) =
                tape.get_or_insert_with(|| (opened(play, now.clone()), Vec::new()));
            record(scene, frames, play.step(), now, effects);
        })
        .map_err(|e| cannot(&e))?;
        let audit = Audit::new(&audited);
        // Evidence from the very first step has nothing before it to show.
        let (scene, frames) = tape.unwrap_or_else(|| {
            let view = audited.play.driver().view(None, &Knowledge::new());
            let frame = Frame {
                step: audited.play.step(),
                view: view.clone(),
                said: 0,
                proven: Vec::new(),
            };
            (opened(&audited.play, view), vec![frame])
        });
        let mut replay = Self { scene, frames, at: 0, audit, path: path.to_owned() };
        replay.go(0);
        Ok(replay)
    }

    /// What the audit has found.
    pub fn audit(&self) -> &Audit {
        &self.audit
    }

    /// Every line of the log, with the step it belongs to.
    pub fn told(&self) -> impl Iterator<Item = (u64, &Said)> {
        let step = |line| self.frames.iter().find(|f| f.said > line).map_or(0, |frame| frame.step);
        self.scene.log.iter().enumerate().map(move |(line, said)| (step(line), said))
    }

    /// The table as it stands at this point.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    fn go(&mut self, frame: usize) {
        self.at = frame.min(self.frames.len().saturating_sub(1));
        if let Some(frame) = self.frames.get(self.at) {
            self.scene.view = frame.view.clone();
        }
    }

    /// Jumps to where a line of the log was said.
    pub fn jump(&mut self, line: usize) {
        let frame = self.frames.iter().position(|frame| frame.said > line);
        self.go(frame.unwrap_or(self.frames.len()));
    }

    fn line(&self) -> Option<usize> {
        self.frames.get(self.at)?.said.checked_sub(1)
    }

    /// What can be done.
    pub fn can(&self) -> Vec<Can> {
        let mut list = vec![
            can(&[Act::Left, Act::Right], "one step"),
            can(&[Act::Up, Act::Down], "by log line"),
            can(&[Act::PageUp, Act::PageDown], "ten steps"),
            can(&[Act::First, Act::Last], "to the beginning or the end"),
            can(&[Act::Seat], "another seat"),
            can(&[Act::Trust], "proofs"),
            can(&[Act::Help], "help"),
            can(&[Act::Rules], "rules"),
            can(&[Act::Cards], "cards"),
            can(&[Act::Whole], "whole table"),
            can(&[Act::Back, Act::Quit], "leave"),
        ];
        if self.audit.fault.is_some() {
            list.insert(0, can(&[Act::Fault], "to the ✗"));
        }
        list
    }

    /// Moves through the match.
    pub fn act(&mut self, act: Act) {
        let line = self.line();
        match act {
            Act::Left => self.go(self.at.saturating_sub(1)),
            Act::Right => self.go(self.at + 1),
            Act::Up => self.jump(line.unwrap_or(0).saturating_sub(1)),
            Act::Down => self.jump(line.map_or(0, |line| line + 1)),
            Act::PageUp => self.go(self.at.saturating_sub(10)),
            Act::PageDown => self.go(self.at + 10),
            Act::First => self.go(0),
            Act::Last => self.go(self.frames.len()),
            Act::Seat => self.scene.near = self.scene.near.left(self.scene.names.len().max(1)),
            Act::Fault => self.jump_to_fault(),
            _ => {}
        }
    }

    fn jump_to_fault(&mut self) {
        if let Some(step) = self.audit.fault {
            let frame = self.frames.iter().rposition(|frame| frame.step <= step);
            self.go(frame.unwrap_or(0));
        }
    }

    /// What was proven up to here, the latest first, after what the audit says.
    pub fn proofs(&self, theme: Theme) -> Vec<Text> {
        let mut texts = self.audit.texts(theme);
        let until = self.frames.iter().take(self.at + 1).rev();
        if until.clone().any(|frame| !frame.proven.is_empty()) {
            let heading = words("Proven up to here, the latest first:", theme.strong());
            texts.extend([Vec::new(), heading]);
        }
        texts.extend(
            until.flat_map(|f| f.proven.iter().rev()).map(|what| words(what, Style::new())),
        );
        texts
    }

    /// Draws everything but the footer.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let (left, log) = with_log(area);
        let own = self.scene.own(canvas.theme, &[], &|_| None);
        let least = if log.is_some() { 5 } else { 8 };
        let below_it = Below { least, better: least, wish: 8 };
        let rest = self.scene.draw_table(canvas, left, &own, below_it);
        if let Some(log) = log {
            self.draw_status(canvas, rest);
            self.draw_log(canvas, log);
        } else if area.width < NARROW {
            // What was found wrong is told whole.
            let verdict = height(&self.audit.headline(canvas.theme), rest.width, 2);
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
        let step = self.frames.get(self.at).map_or(0, |frame| frame.step);
        let title = format!("Step {step} ({} of {})", self.at + 1, self.frames.len());
        let inner = canvas.rule(area, &title, true);
        let proven = self.frames.get(self.at).and_then(|frame| frame.proven.last());
        let proven = proven.map(|what| words(&format!("✓ {what}"), theme.quiet()));
        let texts: Vec<Text> = [self.audit.headline(theme)].into_iter().chain(proven).collect();
        canvas.texts(inner, &texts, 2);
    }

    fn draw_log(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let inner = canvas.rule(area, "Log", false);
        let line = self.line();
        // What comes next is in sight too.
        let ahead = usize::from(inner.height / 3);
        let last = line.map_or(ahead, |line| line + ahead);
        self.scene.draw_log(canvas, inner, last, line);
    }
}

/// The table of a match, as the public sees it.
fn opened(play: &Play, view: View) -> Scene {
    let names: BySeat<String> =
        play.charter().seats.iter().map(|place| place.name.clone()).collect();
    Scene::new(play.game(), names, view)
}

/// Adds what happened in a step, if anybody could see it.
fn record(scene: &mut Scene, frames: &mut Vec<Frame>, step: u64, now: View, effects: &[Effect]) {
    let before = std::mem::replace(&mut scene.view, now);
    let mut proven = Vec::new();
    for effect in effects {
        match effect {
            Effect::Said(event) => {
                let said = scene.said(&with_faces(event, &before, &scene.view));
                scene.log.push(said);
            }
            Effect::Proven(seat, step, what) => {
                proven.push(proof(&scene.names, *seat, *step, *what));
            }
            Effect::Gone(seats) => {
                for seat in seats.iter().filter(|seat| seat.index() < scene.names.len()) {
                    let text = format!("The table goes on without {}.", scene.words().seat(seat));
                    scene.log.push(Said { text, rule: "" });
                }
            }
            _ => {}
        }
    }
    let said = scene.log.len();
    match frames.last_mut() {
        Some(last) if last.said == said && last.view == scene.view => {
            last.step = step;
            last.proven.append(&mut proven);
        }
        _ => frames.push(Frame { step, view: scene.view.clone(), said, proven }),
    }
}

impl Audit {
    fn new(audited: &Audited) -> Self {
        let play = &audited.play;
        let (fault, verdict) = match &audited.verdict {
            Verdict::Fair => (None, "The match was fair.".into()),
            Verdict::Unfinished => {
                (None, "The match is not finished; what there is of it was fair.".into())
            }
            Verdict::Cheated(fault) => {
                let name = play.charter().seats.get(fault.seat.index()).map(|p| p.name.as_str());
                let name = name.unwrap_or("Somebody");
                let what = format!("{name} cheated in step {}: {}.", fault.step, fault.misdeed);
                (Some(fault.step), what)
            }
            Verdict::TwoHistories { seat, step } => {
                let name = play.charter().seats.get(seat.index()).map(|p| p.name.as_str());
                let name = name.unwrap_or("Somebody");
                let what =
                    format!("{name} signed another history in step {step}; that names nobody.");
                (Some(*step), what)
            }
            Verdict::Damaged { step, damage } => {
                (Some(*step), format!("The file is damaged or was changed: step {step}: {damage}."))
            }
        };
        let fair = audited.verdict == Verdict::Fair;
        Self {
            fair,
            verdict,
            fault,
            damaged: matches!(audited.verdict, Verdict::Damaged { .. }),
            checks: audited.checks.iter().filter(|(_, count)| *count > 0).collect(),
            fingerprint: play.fingerprint().filter(|_| fair),
        }
    }

    /// The verdict, with a mark.
    pub fn headline(&self, theme: Theme) -> Text {
        let (mark, style) = match (self.fair, self.fault) {
            (_, Some(_)) => ("✗", theme.bad()),
            (true, None) => ("✓", theme.good()),
            (false, None) => ("…", theme.mark()),
        };
        [vec![atom(mark, style)], words(&self.verdict, style)].concat()
    }

    /// The verdict, and what it rests on.
    pub fn texts(&self, theme: Theme) -> Vec<Text> {
        let check = |(name, count): &(&str, u64)| {
            vec![
                atom("✓", theme.good()),
                atom(*name, Style::new()),
                atom(format!("({count})"), theme.quiet()),
            ]
        };
        let mut texts = vec![self.headline(theme)];
        texts.extend(self.checks.iter().map(check));
        texts
    }
}
