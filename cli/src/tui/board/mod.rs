//! Draws a board: what a game says about where things lie and what they are becomes cards, seats around a
//! middle, mats and tables. It knows no game, and nothing of menus but which cards can be picked.

mod card;
mod layout;
pub mod menu;
mod middle;
mod own;
mod sketch;
mod things;

pub use layout::Below;
pub use own::Own;

use engine::{BySeat, Game, Handle, Seat, View, Words};

use self::middle::InWords;
use super::{
    fit::all,
    paint::{Target, Text, Theme, words},
};
use crate::session::eyes;

/// How cards are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// By glyph and letters, unless the game has more faces than anybody knows by them.
    Short,
    /// By their full names.
    Full,
}

/// What can be done with a card of one's own.
#[derive(Clone, Copy, Debug)]
pub struct Lead {
    /// What a click on it means.
    pub target: Target,
    /// The number by which it is picked, if it alone is.
    pub number: Option<usize>,
    /// Whether it cannot be picked now.
    pub refused: bool,
}

/// What can be done with each card.
pub type Leads<'a> = &'a dyn Fn(Handle) -> Option<Lead>;

/// A board that is drawn for somebody.
#[derive(Clone, Copy)]
pub struct Drawer<'a> {
    /// The game.
    pub game: &'static dyn Game,
    /// The players' names.
    pub names: &'a BySeat<String>,
    /// The table through somebody's eyes.
    pub view: &'a View,
    /// Whose place is nearest.
    pub near: Seat,
    /// Which players cannot be reached, and for how many seconds by now.
    pub away: &'a BySeat<Option<u64>>,
    /// The styles.
    pub theme: Theme,
}

impl<'a> Drawer<'a> {
    /// Words for whoever sees this.
    pub fn words(&self) -> Words<'a> {
        Words { game: self.game, names: self.names, eyes: eyes(self.view) }
    }

    /// What a player is called where they sit.
    pub fn name(&self, seat: Seat) -> String {
        let name = self.words().seat(seat);
        if self.view.seat == Some(seat) { format!("{name} (you)") } else { name }
    }

    /// Whether cards of the own hand can be picked where they are drawn: where they always have room.
    pub fn picks_cards(&self, width: u16) -> bool {
        width >= super::seats::NARROW || !self.by_name()
    }

    /// The whole table, a text for each place.
    pub fn whole(&self) -> Vec<Text> {
        let board = &self.view.board;
        let headline = self.words().line_to(self.view.seat, &board.headline);
        let mut texts = vec![words(&headline, self.theme.mark()), Vec::new()];
        let mut middle = self.facts(Naming::Full);
        middle.extend(
            self.middle(Naming::Full, InWords { mats: false, sheets: false, ..InWords::ALL }),
        );
        texts.push(all(&words("Table:", self.theme.strong()), &middle));
        for (head, things) in self.mats_in_words(Naming::Full) {
            texts.extend([Vec::new(), all(&head, &things)]);
        }
        for seat in self.near.lap(board.seats.len()) {
            let (head, things) = self.seat(seat, Naming::Full);
            texts.extend([Vec::new(), all(&head, &things)]);
        }
        for sheet in &board.sheets {
            texts.push(Vec::new());
            texts.extend(middle::sheet_texts(&self.columns(sheet), self.theme.strong()));
        }
        texts
    }

    /// Whether cards go by their names: letters would tell too little where there are many faces.
    fn by_name(&self) -> bool {
        let faces: usize = self.game.info().decks.iter().map(|(_, faces)| faces.len()).sum();
        faces > MANY
    }
}

/// So many faces can be told apart by a glyph and some letters.
const MANY: usize = 40;
