//! A replay of a match, step by step. Reading one audits it.

use std::{collections::BTreeMap, io::BufReader, path::Path};

use engine::{BySeat, Knowledge, Seat, View, Words};
use table::{
    Effect, Hindsight, MatchState,
    audit::{Audited, Verdict, audit},
};

use crate::{
    AuditShown, CheckShown, Failure, MatchView, PlayerShown, ReplayView, about, data, games,
    hand::{self, Hand},
    session::{eyes, proof, with_faces},
    shown::{BoardShown, Text},
};

/// A transcript, read and audited.
pub struct Reel {
    /// The result of the audit, and the step at which something was wrong.
    pub audit: AuditShown,
    pub(crate) fault: Option<u64>,
    fingerprint: Option<String>,
    match_id: String,
    game: &'static dyn engine::Game,
    names: BySeat<String>,
    words: Vec<String>,
    /// The public view, and then the views of the seats whose match keys are known.
    sights: Vec<Perspective>,
    /// The seat whose view is shown; the public view if `None`.
    seat: Option<Seat>,
    at: u64,
}

/// A match as it was seen by everybody or by one seat.
#[derive(Default)]
struct Perspective {
    /// What the seat could see, if it is one whose match key is known.
    eyes: Option<Hindsight>,
    frames: Vec<Frame>,
    log: Vec<(u64, Text, String)>,
}

/// The table after an event.
struct Frame {
    step: u64,
    view: View,
    gone: table::Seats,
    /// How many lines of the log there are up to here.
    said: usize,
    /// What was proven since the frame before.
    proven: Vec<String>,
}

impl Reel {
    /// The name of a player.
    pub fn name(&self, seat: Seat) -> Option<&str> {
        self.names.get(seat).map(String::as_str)
    }

    /// Reads and audits a transcript or evidence. Shows the public view, the views of seats whose match
    /// keys are stored in this data folder, and those whose match keys are given.
    ///
    /// # Errors
    /// If the file cannot be read or is of another kind, or a match key is of another match.
    pub fn load(path: &Path, folder: Option<&Path>, given: &[Hand]) -> Result<Self, Failure> {
        let cannot = |e: &dyn std::fmt::Display| {
            Failure::Usage(format!("Cannot replay {}: {e}.", path.display()))
        };
        let id = about::charter(path).map(|charter| charter.id());
        if given.iter().any(|hand| Some(hand.match_id) != id) {
            return Err(cannot(&"the hand is of another match"));
        }
        let own = folder.zip(id).map(|(folder, id)| hand::kept(folder, &proto::words(&id)));
        let own: Vec<Hand> =
            own.into_iter().flatten().filter(|hand| Some(hand.match_id) == id).collect();
        let file = net::storage::open(path).map_err(|e| cannot(&data::reason(&e)))?;
        let mut reel: Option<Self> = None;
        let audited = audit(BufReader::new(file), games::find, |play, effects| {
            reel.get_or_insert_with(|| Self::new(play, own.iter().chain(given)))
                .record(play, effects);
        })
        .map_err(|e| cannot(&e))?;
        let mut reel = reel.unwrap_or_else(|| {
            let mut reel = Self::new(&audited.play, own.iter().chain(given));
            // Evidence from the first step has nothing before it to show.
            reel.record(&audited.play, &[]);
            reel
        });
        // A match may have ended before its keys were published; then one's own key is used unchecked, and
        // others' are not.
        let own_fits = |hand: &&Hand| hand.hindsight().fits(&audited.play) != Some(false);
        let fits = |hand: &&Hand| hand.hindsight().fits(&audited.play) == Some(true);
        let wrong =
            given.iter().find(|hand| !fits(hand)).or(own.iter().find(|hand| !own_fits(hand)));
        if let Some(wrong) = wrong {
            return Err(cannot(&match reel.names.get(wrong.seat) {
                Some(name) => format!("the hand of {name} is not the one they played with"),
                None => "the hand is of a seat that this match does not have".into(),
            }));
        }
        reel.seat = own.first().map(|hand| hand.seat);
        reel.audit = AuditShown::of(&audited);
        reel.fault = match &audited.verdict {
            Verdict::Fair | Verdict::Unfinished => None,
            Verdict::Cheated(blame) => Some(blame.step),
            Verdict::TwoHistories { step, .. } | Verdict::Damaged { step, .. } => Some(*step),
        };
        let fair = audited.verdict == Verdict::Fair;
        reel.fingerprint = audited.play.fingerprint().filter(|_| fair);
        reel.at = reel.opens_at();
        Ok(reel)
    }

    /// The step that is shown first: what was wrong, or else the first turn at a table with cards. Before it there
    /// is only the setup, with nothing to look at.
    fn opens_at(&self) -> u64 {
        let seen = |frame: &&Frame| {
            let board = &frame.view.board;
            board.turn.is_some() && board.cards().next().is_some()
        };
        let first = || Some(self.sight()?.frames.iter().find(seen)?.step);
        self.fault.or_else(first).unwrap_or_default()
    }

    fn new<'a>(play: &MatchState, hands: impl Iterator<Item = &'a Hand>) -> Self {
        let places = &play.charter().seats;
        let mut open: BTreeMap<Seat, Hindsight> = BTreeMap::new();
        for hand in hands.filter(|hand| hand.seat.index() < places.len()) {
            open.entry(hand.seat).or_insert_with(|| hand.hindsight());
        }
        let eyes = open
            .into_values()
            .map(|eyes| Perspective { eyes: Some(eyes), ..Perspective::default() });
        Self {
            audit: AuditShown::default(),
            fault: None,
            fingerprint: None,
            match_id: proto::words(&play.id()),
            game: play.game(),
            names: places.iter().map(|place| place.name.clone()).collect(),
            words: places.iter().map(|p| net::Identity(p.identity).fingerprint()).collect(),
            sights: [Perspective::default()].into_iter().chain(eyes).collect(),
            seat: None,
            at: 0,
        }
    }

    fn record(&mut self, play: &MatchState, effects: &[Effect]) {
        let (game, names) = (self.game, &self.names);
        self.sights.iter_mut().for_each(|sight| sight.record((game, names), play, effects));
    }

    /// Goes to a step.
    pub fn seek(&mut self, step: u64) {
        self.at = step;
    }

    /// Shows the view of a seat whose match key is known, or the public one. False if that key is not
    /// known.
    pub fn look_from(&mut self, seat: Option<Seat>) -> bool {
        let open = seat.is_none() || self.open_seats().any(|open| Some(open) == seat);
        if open {
            self.seat = seat;
        }
        open
    }

    /// The seats whose views can be shown.
    pub fn open_seats(&self) -> impl Iterator<Item = Seat> {
        self.sights.iter().filter_map(|sight| Some(sight.eyes.as_ref()?.seat()))
    }

    fn sight(&self) -> Option<&Perspective> {
        let seat = |sight: &&Perspective| sight.eyes.as_ref().map(Hindsight::seat) == self.seat;
        self.sights.iter().find(seat)
    }

    /// The replay as a screen gets it.
    pub fn view(&self) -> ReplayView {
        let Some(Perspective { frames, log, .. }) = self.sight() else {
            return ReplayView::default();
        };
        let at = frames.partition_point(|frame| frame.step < self.at);
        let frame = frames.get(at).or(frames.last());
        let steps = frames.last().map_or(0, |frame| frame.step);
        let Some(frame) = frame else { return ReplayView::default() };
        let before = frames.iter().take(at);
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
                me: self.seat.map(Seat::index),
                players: self.names.iter().map(player).collect(),
                board: BoardShown::of(words, &frame.view),
                ..MatchView::default()
            },
            steps,
            seat: self.seat.map(Seat::index),
            open_seats: self.open_seats().map(Seat::index).collect(),
            log: log.iter().take(frame.said).cloned().collect(),
            proven: frame.proven.clone(),
            audit: Some(self.audit.clone()),
            stops: frames.iter().map(|frame| frame.step).collect(),
            ahead: log.iter().skip(frame.said).cloned().collect(),
            proven_before: before.flat_map(|frame| frame.proven.iter().cloned()).collect(),
            fault: self.fault,
            fingerprint: self.fingerprint.clone(),
        }
    }
}

impl Perspective {
    fn record(
        &mut self,
        (game, names): (&'static dyn engine::Game, &BySeat<String>),
        play: &MatchState,
        effects: &[Effect],
    ) {
        if let Some(eyes) = &mut self.eyes {
            effects.iter().for_each(|effect| eyes.notice(play, effect));
        }
        let (step, driver) = (play.step(), play.driver());
        let view = match &self.eyes {
            Some(eyes) => driver.view(Some(eyes.seat()), eyes.knowledge()),
            None => driver.view(None, &Knowledge::new()),
        };
        let mut proven = Vec::new();
        for effect in effects {
            match effect {
                Effect::Said(event) => {
                    let before = self.frames.last().map_or(&view, |frame| &frame.view);
                    let event = with_faces(event, before, &view);
                    let words = Words { game, names, eyes: eyes(&view) };
                    let text = Text::of(&words, &event.text);
                    self.log.push((step, text, event.rule.into()));
                }
                Effect::Proven(seat, step, what) => {
                    proven.push(proof(names, *seat, *step, *what));
                }
                Effect::Gone(seats) => {
                    for seat in seats.iter().filter_map(|seat| names.get(seat)) {
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
}

impl AuditShown {
    /// The result of an audit, in words.
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
                    "{} signed another history in step {step}; that alone does not show who lied.",
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
