//! A screen for something that takes a moment.

use ratatui::{layout::Rect, style::Style};
use seat::{Intent, SeatState, Snapshot};

use super::{
    keys::{Act, KeyHint, can},
    paint::{Canvas, below, words},
    screen::{Screen, ScreenRequest},
};

/// Shows what is in progress.
pub(super) struct Wait {
    what: String,
    /// Whether it can be cancelled.
    busy: bool,
    /// Whether there is a home screen to return to.
    homely: bool,
}

impl Wait {
    /// Waits for `what`; if it is `None`, for something that cannot be cancelled.
    pub(super) fn new(what: Option<&str>, homely: bool) -> Self {
        Self { what: what.unwrap_or("One moment…").into(), busy: what.is_some(), homely }
    }
}

impl Screen for Wait {
    fn see(&mut self, now: &Snapshot) -> bool {
        match &now.state {
            SeatState::Home(home) if home.busy.is_some() || !self.homely => {
                *self = Self::new(home.busy.as_deref(), self.homely);
                true
            }
            _ => false,
        }
    }

    fn answered(&mut self, _: &Intent, refused: Option<&str>) {
        if let Some(why) = refused {
            self.what = format!("{why}. q leaves.");
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        canvas.text(below(area, area.height / 3), &words(&self.what, Style::new()), 0);
    }

    fn can(&self) -> Vec<KeyHint> {
        vec![can(&[Act::Back, Act::Quit], if self.homely { "back" } else { "quit" })]
    }

    fn act(&mut self, _: Act, _: Rect) -> Vec<ScreenRequest> {
        if self.busy { vec![ScreenRequest::Want(Intent::Leave)] } else { vec![ScreenRequest::Quit] }
    }
}
