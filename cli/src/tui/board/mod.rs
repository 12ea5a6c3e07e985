//! Draws a board: what a game says about where things lie and what they are becomes cards, seats around a
//! middle, mats and tables. It knows no game, and nothing of menus but which cards can be picked.

mod card;
mod layout;
pub(super) mod menu;
mod middle;
mod own;
mod sketch;
mod things;

pub(super) use layout::Below;
pub(super) use own::Own;

use seat::{
    MatchView,
    shown::{Catalogue, FaceShown},
};

use self::middle::InWords;
use super::{
    fit::all,
    paint::{Target, Text, Theme, words},
};

/// How cards are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Naming {
    /// By glyph and letters, unless the game has more faces than anybody knows by them.
    Short,
    /// By their full names.
    Full,
}

/// What can be done with a card of one's own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lead {
    /// What a click on it means.
    pub target: Target,
    /// The number by which it is picked, if it alone is.
    pub number: Option<usize>,
    /// Whether it cannot be picked now.
    pub refused: bool,
}

/// What can be done with each card.
pub(super) type Leads<'a> = &'a dyn Fn(u32) -> Option<Lead>;

/// A board that is drawn for somebody.
#[derive(Clone, Copy)]
pub(super) struct Drawer<'a> {
    /// What never changes about the game.
    pub catalogue: &'a Catalogue,
    /// The match through somebody's eyes.
    pub view: &'a MatchView,
    /// Whose place is nearest.
    pub near: usize,
    /// Whether what was just decided is shown in the place of what came after it.
    pub held: bool,
    /// The styles.
    pub theme: Theme,
}

impl<'a> Drawer<'a> {
    /// A player's name.
    pub(super) fn player(&self, seat: usize) -> &'a str {
        self.view.players.get(seat).map_or("?", |player| player.name.as_str())
    }

    /// What a player is called where they sit.
    pub(super) fn name(&self, seat: usize) -> String {
        let name = self.player(seat);
        if self.view.me == Some(seat) { format!("{name} (you)") } else { name.into() }
    }

    /// All seats from the nearest on, in their order.
    fn lap(&self) -> impl Iterator<Item = usize> {
        let (near, count) = (self.near, self.view.board.seats.len());
        (0..count).map(move |step| (near + step) % count.max(1))
    }

    /// All seats but the nearest, in their order from it on.
    pub(super) fn others(&self) -> impl Iterator<Item = usize> {
        self.lap().skip(1)
    }

    /// A face of the game.
    pub(super) fn info(&self, face: u8) -> Option<&'a FaceShown> {
        self.catalogue.faces.get(&face)
    }

    /// Whether cards of the own hand can be picked where they are drawn: where they always have room.
    pub(super) fn picks_cards(&self, width: u16) -> bool {
        width >= super::seats::NARROW || !self.by_name()
    }

    /// The whole table, a text for each place.
    pub(super) fn whole(&self) -> Vec<Text> {
        let board = &self.view.board;
        let headline = board.headline.to(self.view.me);
        let mut texts = vec![words(&headline, self.theme.mark()), Vec::new()];
        let mut middle = self.facts(Naming::Full);
        middle.extend(
            self.middle(Naming::Full, InWords { mats: false, sheets: false, ..InWords::ALL }),
        );
        texts.push(all(&words("Table:", self.theme.strong()), &middle));
        for (head, things, _) in self.mats_in_words(Naming::Full) {
            texts.extend([Vec::new(), all(&head, &things)]);
        }
        for seat in self.lap() {
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
        self.catalogue.faces.len() > MANY
    }
}

/// So many faces can be told apart by a glyph and some letters.
const MANY: usize = 40;

/// How much something matters, as [`seat::shown`] says it.
const DECIDES: u8 = 2;
const HELPS: u8 = 1;
const BACKGROUND: u8 = 0;
