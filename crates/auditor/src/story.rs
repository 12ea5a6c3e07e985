//! The public course of a match, step by step.

use engine::{BySeat, Eyes, Knowledge, View, Words};
use serde_json::{Value, json};
use table::{Effect, MatchState};

use crate::board::{self, Shown};

/// A match as reported so far.
#[derive(Default)]
pub(crate) struct Story {
    names: BySeat<String>,
    begun: bool,
    /// The step that is being reported, and its kind.
    step: u64,
    kind: &'static str,
    said: Vec<Value>,
    proven: Vec<String>,
    /// The board as it was last reported.
    view: Option<View>,
    board: Value,
    /// How far the file has been read.
    at: u64,
}

impl Story {
    /// Takes in what has happened and returns complete steps. `at` is how far the file was read.
    pub(crate) fn follow(&mut self, play: &MatchState, effects: &[Effect], at: u64) -> Vec<Value> {
        let mut lines = Vec::new();
        if !self.begun {
            self.begun = true;
            self.step = 1;
            self.kind = "keys";
            self.names = play.charter().seats.iter().map(|place| place.name.clone()).collect();
            lines.push(opened(play));
        }
        self.at = at;
        let after = play.driver().view(None, &Knowledge::new());
        let before = self.view.take().unwrap_or_else(|| after.clone());
        for effect in effects {
            self.note(play, effect, &before, &after);
        }
        let changed = after.board != before.board || after.faces != before.faces;
        if play.step() > self.step {
            let board = Shown { words: self.words(play, &after), view: &after }.board();
            let board = (board != self.board).then(|| {
                self.board = board.clone();
                board
            });
            lines.push(self.close(board));
            self.step = play.step();
            self.kind = play.round_name();
        } else if changed {
            self.board = Value::Null;
        }
        self.view = Some(after);
        lines
    }

    /// What was said and proven in a step that was not closed; the step alone if the file fails in it.
    pub(crate) fn rest(&mut self, fails: bool) -> Option<Value> {
        let something = fails || !self.said.is_empty() || !self.proven.is_empty();
        (self.begun && something).then(|| self.close(None))
    }

    fn close(&mut self, board: Option<Value>) -> Value {
        let (said, proven) = (core::mem::take(&mut self.said), core::mem::take(&mut self.proven));
        let mut told = json!({ "step": self.step, "kind": self.kind, "at": self.at, "said": said, "proven": proven });
        if let Some(board) = board {
            told["board"] = board;
        }
        told
    }

    fn note(&mut self, play: &MatchState, effect: &Effect, before: &View, after: &View) {
        let name = |seat| self.names.get(seat).cloned().unwrap_or_default();
        match effect {
            Effect::Said(event) => {
                let text = self.words(play, after).line(&event.with_faces(before, after).text);
                self.said.push(json!([text, event.rule]));
            }
            Effect::Proven(seat, _, proven) => {
                self.proven.push(format!("{} {}", name(*seat), proven.words()));
            }
            Effect::Gone(seats) => {
                let told = |seat| json!([format!("The table goes on without {}.", name(seat)), ""]);
                let told: Vec<_> = seats.iter().map(told).collect();
                self.said.extend(told);
            }
            Effect::Answered(_) | Effect::Deliver(..) | Effect::Learn(..) | Effect::Retired(_) => {}
        }
    }

    fn words<'a>(&'a self, play: &'a MatchState, view: &'a View) -> Words<'a> {
        let eyes = Eyes::new(play.driver().faces(), &view.faces);
        Words { game: play.game(), names: &self.names, eyes }
    }
}

/// What is played, and by whom.
fn opened(play: &MatchState) -> Value {
    let info = play.game().info();
    let names: Vec<&str> = play.charter().seats.iter().map(|place| place.name.as_str()).collect();
    let faces = board::faces(play.game());
    json!({ "game": { "id": info.id, "name": info.name, "seats": names, "faces": faces } })
}
