//! The interface of all terminal screens: a screen draws, says what can be done now, and acts.

use std::time::Duration;

use ratatui::layout::Rect;
use seat::{Intent, SeatEvent, SeatEventKind, Snapshot, shown::Catalogue, words};

use super::{
    keys::{Act, KeyHint},
    overlay::{Confirmation, Reader, Write},
    paint::{Canvas, Text, Theme},
    scene::Said,
};

/// A screen.
pub(super) trait Screen {
    /// Takes in a snapshot; false if it needs another screen.
    fn see(&mut self, now: &Snapshot) -> bool;

    /// Takes in an event; `at` is the time since the screens were opened.
    fn hear(&mut self, _event: &SeatEvent, _now: &Snapshot, _at: Duration) {}

    /// Takes in the time since the screens were opened; true if anything looks different.
    fn pass(&mut self, _at: Duration) -> bool {
        false
    }

    /// Takes in the answer to an intent: `None`, or why it was refused.
    fn answered(&mut self, _intent: &Intent, _refused: Option<&str>) {}

    /// Draws everything but the footer.
    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect);

    /// What can be done now: the footer, the help and the keys are all derived from this.
    fn can(&self) -> Vec<KeyHint>;

    /// Carries out an act, on a terminal of this size.
    fn act(&mut self, act: Act, area: Rect) -> Vec<ScreenRequest>;

    /// Carries out what was confirmed.
    fn confirmed(&mut self, sure: Confirmation) -> Vec<ScreenRequest> {
        vec![ScreenRequest::Want(sure.then)]
    }

    /// Whether what is to be confirmed can still be done.
    fn still(&self, _sure: &Confirmation) -> bool {
        true
    }

    /// Selects an entry with the mouse; true if it was selected that way already.
    fn point(&mut self, _entry: usize) -> bool {
        false
    }

    /// Goes to a line of the log.
    fn jump(&mut self, _line: usize) -> Vec<ScreenRequest> {
        Vec::new()
    }

    /// Moves through the log; false if there is none to move through.
    fn scroll(&mut self, _act: Act) -> bool {
        false
    }

    /// The text that a key shows over the screen, with its title.
    fn show(&self, _act: Act, _theme: Theme) -> Option<(&'static str, Vec<Text>)> {
        None
    }

    /// A picture of the invitation.
    fn picture(&self) -> Vec<String> {
        Vec::new()
    }

    /// The game whose rules can be shown, and its phase.
    fn subject(&self) -> Option<(&Catalogue, &str)> {
        None
    }

    /// What is asked, for the help.
    fn asked(&self, _theme: Theme) -> Vec<Text> {
        Vec::new()
    }

    /// What the signs on the table mean, for the help.
    fn signs(&self, _theme: Theme) -> Vec<Text> {
        Vec::new()
    }

    /// Everybody to whom the person could write.
    fn others(&self) -> Vec<Reader> {
        Vec::new()
    }

    /// Whether a letter begins a line to those people, rather than acting as a key.
    fn takes_letters(&self) -> bool {
        false
    }

    /// The line that calls back somebody who reads or types something else, if anything is asked.
    fn call(&self) -> Option<String> {
        None
    }

    /// The log of the match as it is shown here.
    fn log(&self) -> &[Said] {
        &[]
    }

    /// The log of the match or of the table, to be handed to the next screen.
    fn take_log(&mut self) -> Vec<Said> {
        Vec::new()
    }
}

/// What a screen wants done.
#[derive(Debug)]
pub(super) enum ScreenRequest {
    /// Send an intent to the seat.
    Want(Intent),
    /// Ask for a confirmation.
    Sure(Confirmation),
    /// Open a line to type.
    Write(Box<Write>),
    /// End all screens.
    Quit,
}

/// An event as a line of a log, for the player at `me`, who is "you" in it.
pub(super) fn line(kind: &SeatEventKind, me: Option<usize>, my_name: &str) -> Option<Said> {
    let plain = |text: String| Some(Said { text, rule: String::new() });
    match kind {
        SeatEventKind::Said { text, rule, .. } => {
            Some(Said { text: text.to(me), rule: rule.clone() })
        }
        SeatEventKind::Learnt { text, .. } => plain(text.to(me)),
        SeatEventKind::Presence { text, .. } | SeatEventKind::Notice { text } => {
            plain(text.clone())
        }
        SeatEventKind::Chat { from, seat, whispered, text, to } => {
            let own = seat.is_some() && *seat == me || seat.is_none() && from == my_name;
            plain(match to {
                Some(to) => {
                    let text = text.strip_prefix(&format!("(to {to}) ")).unwrap_or(text);
                    format!("You whisper to {to}: {text}")
                }
                None if own => format!("You say: {text}"),
                None => words::chat(from, *whispered, text),
            })
        }
        SeatEventKind::Changed
        | SeatEventKind::Asked { .. }
        | SeatEventKind::Proven { .. }
        | SeatEventKind::Began
        | SeatEventKind::Over => None,
    }
}
