//! What every screen of the terminal is: a value that draws, says what can be done now, and acts.

use std::time::Duration;

use ratatui::layout::Rect;
use seat::{Intent, SeatEvent, SeatEventKind, Snapshot, shown::Catalogue, words};

use super::{
    keys::{Act, Can},
    overlay::{Reader, Sure, Write},
    paint::{Canvas, Text, Theme},
    scene::Said,
};

/// A screen.
pub(super) trait Screen {
    /// Takes in the seat as it is now; false if that needs another screen.
    fn see(&mut self, now: &Snapshot) -> bool;

    /// Takes in what has happened, so long after the screens were opened.
    fn hear(&mut self, _event: &SeatEvent, _now: &Snapshot, _at: Duration) {}

    /// So much time has passed since the screens were opened: whether anything looks different for that.
    fn pass(&mut self, _at: Duration) -> bool {
        false
    }

    /// What became of something that was wanted here: nothing, or why it was refused.
    fn answered(&mut self, _intent: &Intent, _refused: Option<&str>) {}

    /// Draws everything but the footer.
    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect);

    /// What can be done now: the footer, the help and the keys all follow from this.
    fn can(&self) -> Vec<Can>;

    /// Does what a key means, on a terminal of this size.
    fn act(&mut self, act: Act, area: Rect) -> Vec<Wish>;

    /// What was asked once more is confirmed.
    fn confirmed(&mut self, sure: Sure) -> Vec<Wish> {
        vec![Wish::Want(sure.then)]
    }

    /// Whether what is asked once more can still be done.
    fn still(&self, _sure: &Sure) -> bool {
        true
    }

    /// Chooses an entry by pointing at it; says whether it was chosen so already.
    fn point(&mut self, _entry: usize) -> bool {
        false
    }

    /// Goes to a line of the log.
    fn jump(&mut self, _line: usize) -> Vec<Wish> {
        Vec::new()
    }

    /// Moves through the log; false if there is none to move through.
    fn scroll(&mut self, _act: Act) -> bool {
        false
    }

    /// What a key shows over the screen, with its title.
    fn show(&self, _act: Act, _theme: Theme) -> Option<(&'static str, Vec<Text>)> {
        None
    }

    /// A picture that says the same as an invitation.
    fn picture(&self) -> Vec<String> {
        Vec::new()
    }

    /// The game whose rules are of interest, and the phase it is in.
    fn subject(&self) -> Option<(&Catalogue, &str)> {
        None
    }

    /// What is asked, for the help.
    fn asked(&self, _theme: Theme) -> Vec<Text> {
        Vec::new()
    }

    /// Everybody whom the person could write to.
    fn others(&self) -> Vec<Reader> {
        Vec::new()
    }

    /// What calls somebody back who reads or writes something else, if anything is asked.
    fn call(&self) -> Option<String> {
        None
    }

    /// What has happened in the match, as it is told here.
    fn log(&self) -> &[Said] {
        &[]
    }

    /// What has happened in the match, or at a table with others, for the next screen of it.
    fn take_log(&mut self) -> Vec<Said> {
        Vec::new()
    }
}

/// What a screen wants done.
#[derive(Debug)]
pub(super) enum Wish {
    /// Something of the seat.
    Want(Intent),
    /// Something to be confirmed.
    Sure(Sure),
    /// A line to be written.
    Write(Box<Write>),
    /// The end of all screens.
    Quit,
}

/// What has happened as a line of a log, for somebody who sits there; whoever they are is "you" in it.
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
