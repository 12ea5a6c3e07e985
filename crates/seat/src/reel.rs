//! A match to look back at, step by step. Reading one audits it.

use std::{io::BufReader, path::Path};

use engine::{BySeat, Knowledge, Seat, View, Words};
use table::{
    Effect, Play,
    audit::{Audited, Verdict, audit},
};

use crate::{
    AuditShown, CheckShown, Failure, MatchView, PlayerShown, ReplayView, games,
    session::{eyes, proof, with_faces},
    shown::{BoardShown, Text},
};

/// A transcript, read and audited.
pub struct Reel {
    /// What the audit finds, and at which step something was wrong.
    pub audit: AuditShown,
    pub(crate) fault: Option<u64>,
    fingerprint: Option<String>,
    match_id: String,
    game: &'static dyn engine::Game,
    names: BySeat<String>,
    words: Vec<String>,
    frames: Vec<Frame>,
    log: Vec<(u64, Text, String)>,
    at: u64,
}

/// The table after something has happened.
struct Frame {
    step: u64,
    view: View,
    gone: table::Seats,
    /// How many lines of the log there are by now.
    said: usize,
    /// What was proven to get here.
    proven: Vec<String>,
}

impl Reel {
    /// Reads and audits a transcript or a piece of evidence.
    ///
    /// # Errors
    /// If the file cannot be read or is something else.
    pub fn load(path: &Path) -> Result<Self, Failure> {
        let cannot = |e: &dyn std::fmt::Display| {
            Failure::Usage(format!("Cannot replay {}: {e}.", path.display()))
        };
        let file = net::storage::open(path).map_err(|e| cannot(&e))?;
        let mut reel: Option<Self> = None;
        let audited = audit(BufReader::new(file), games::find, |play, effects| {
            reel.get_or_insert_with(|| Self::new(play)).record(play, effects);
        })
        .map_err(|e| cannot(&e))?;
        let mut reel = reel.unwrap_or_else(|| {
            let mut reel = Self::new(&audited.play);
            // Evidence from the very first step has nothing before it to show.
            reel.record(&audited.play, &[]);
            reel
        });
        reel.audit = AuditShown::of(&audited);
        reel.fault = match &audited.verdict {
            Verdict::Fair | Verdict::Unfinished => None,
            Verdict::Cheated(blame) => Some(blame.step),
            Verdict::TwoHistories { step, .. } | Verdict::Damaged { step, .. } => Some(*step),
        };
        let fair = audited.verdict == Verdict::Fair;
        reel.fingerprint = audited.play.fingerprint().filter(|_| fair);
        Ok(reel)
    }

    fn new(play: &Play) -> Self {
        let places = &play.charter().seats;
        Self {
            audit: AuditShown::default(),
            fault: None,
            fingerprint: None,
            match_id: proto::words(&play.id()),
            game: play.game(),
            names: places.iter().map(|place| place.name.clone()).collect(),
            words: places.iter().map(|p| net::Identity(p.identity).fingerprint()).collect(),
            frames: Vec::new(),
            log: Vec::new(),
            at: 0,
        }
    }

    fn record(&mut self, play: &Play, effects: &[Effect]) {
        let (step, view) = (play.step(), play.driver().view(None, &Knowledge::new()));
        let mut proven = Vec::new();
        for effect in effects {
            match effect {
                Effect::Said(event) => {
                    let before = self.frames.last().map_or(&view, |frame| &frame.view);
                    let event = with_faces(event, before, &view);
                    let words = Words { game: self.game, names: &self.names, eyes: eyes(&view) };
                    let text = Text::of(&words, &event.text);
                    self.log.push((step, text, event.rule.into()));
                }
                Effect::Proven(seat, step, what) => {
                    proven.push(proof(&self.names, *seat, *step, *what));
                }
                Effect::Gone(seats) => {
                    for seat in seats.iter().filter_map(|seat| self.names.get(seat)) {
                        let text = format!("The table goes on without {seat}.");
                        self.log.push((step, Text::from(text.as_str()), String::new()));
                    }
                }
                _ => {}
            }
        }
        let (said, gone) = (self.log.len(), play.gone());
        match self.frames.last_mut() {
            Some(last) if last.said == said && last.view == view => {
                last.step = step;
                last.proven.append(&mut proven);
            }
            _ => self.frames.push(Frame { step, view, gone, said, proven }),
        }
    }

    /// Goes to a step.
    pub fn seek(&mut self, step: u64) {
        self.at = step;
    }

    /// What a screen sees of it.
    pub fn view(&self) -> ReplayView {
        let at = self.frames.partition_point(|frame| frame.step < self.at);
        let frame = self.frames.get(at).or(self.frames.last());
        let steps = self.frames.last().map_or(0, |frame| frame.step);
        let Some(frame) = frame else { return ReplayView::default() };
        let before = self.frames.iter().take(at);
        let words = Words { game: self.game, names: &self.names, eyes: eyes(&frame.view) };
        let info = self.game.info();
        let player = |(seat, name): (Seat, &String)| PlayerShown {
            name: name.clone(),
            words: self.words.get(seat.index()).cloned().unwrap_or_default(),
            gone: frame.gone.contains(seat),
            ..PlayerShown::default()
        };
        ReplayView {
            shown: MatchView {
                game: info.id.into(),
                game_name: info.name.into(),
                id: self.match_id.clone(),
                step: frame.step,
                players: self.names.iter().map(player).collect(),
                board: BoardShown::of(words, &frame.view),
                ..MatchView::default()
            },
            steps,
            seat: None,
            open_seats: Vec::new(),
            log: self.log.iter().take(frame.said).cloned().collect(),
            proven: frame.proven.clone(),
            audit: Some(self.audit.clone()),
            stops: self.frames.iter().map(|frame| frame.step).collect(),
            ahead: self.log.iter().skip(frame.said).cloned().collect(),
            proven_before: before.flat_map(|frame| frame.proven.iter().cloned()).collect(),
            fault: self.fault,
            fingerprint: self.fingerprint.clone(),
        }
    }
}

impl AuditShown {
    /// What an audit has found, in words.
    pub fn of(audited: &Audited) -> Self {
        let play = &audited.play;
        let name = |seat: Seat| {
            let place = play.charter().seats.get(seat.index());
            place.map_or("Somebody", |place| place.name.as_str())
        };
        let (verdict, text) = match &audited.verdict {
            Verdict::Fair => ("fair", "The match was fair.".into()),
            Verdict::Unfinished => {
                ("unfinished", "The match is not finished; what there is of it was fair.".into())
            }
            Verdict::Cheated(blame) => (
                "violation",
                format!("{} cheated in step {}: {}.", name(blame.seat), blame.step, blame.misdeed),
            ),
            Verdict::TwoHistories { seat, step } => (
                "two-histories",
                format!(
                    "{} signed another history in step {step}; that names nobody.",
                    name(*seat)
                ),
            ),
            Verdict::Damaged { step, damage } => {
                ("damaged", format!("The file is damaged or was changed: step {step}: {damage}."))
            }
        };
        let ok = matches!(audited.verdict, Verdict::Fair | Verdict::Unfinished);
        let checks = audited.checks.iter().filter(|(_, count)| *count > 0);
        let check = |(name, count): (&str, u64)| CheckShown { name: name.into(), count, ok };
        Self { verdict: verdict.into(), text, checks: checks.map(check).collect() }
    }
}
