//! Draws a board: a game's description of what lies where becomes cards, seats around a middle, mats and
//! sheets. It knows no game, and nothing of menus but which cards can be chosen.

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
    /// By glyph and letters, unless the game has too many faces for that.
    Short,
    /// By their full names.
    Full,
}

/// What can be done with one of the person's own cards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lead {
    /// What a click on it means.
    pub target: Target,
    /// The number by which it is chosen, if one entry is about it alone.
    pub number: Option<usize>,
    /// Whether it cannot be chosen now.
    pub refused: bool,
}

/// What can be done with each card.
pub(super) type Leads<'a> = &'a dyn Fn(u32) -> Option<Lead>;

/// Draws a board for one viewer.
#[derive(Clone, Copy)]
pub(super) struct Drawer<'a> {
    /// The fixed properties of the game.
    pub catalogue: &'a Catalogue,
    /// The match as the viewer sees it.
    pub view: &'a MatchView,
    /// The seat that is drawn nearest.
    pub near: usize,
    /// Whether what was just decided is shown in place of what came after it.
    pub held: bool,
    /// The styles.
    pub theme: Theme,
}

impl<'a> Drawer<'a> {
    /// A player's name.
    pub(super) fn player(&self, seat: usize) -> &'a str {
        self.view.players.get(seat).map_or("?", |player| player.name.as_str())
    }

    /// A player's name, marked if it is the viewer.
    pub(super) fn name(&self, seat: usize) -> String {
        let name = self.player(seat);
        if self.view.me == Some(seat) { format!("{name} (you)") } else { name.into() }
    }

    /// All seats in order, beginning with the nearest.
    fn lap(&self) -> impl Iterator<Item = usize> {
        let (near, count) = (self.near, self.view.board.seats.len());
        (0..count).map(move |step| (near + step) % count.max(1))
    }

    /// All seats but the nearest, in order after it.
    pub(super) fn others(&self) -> impl Iterator<Item = usize> {
        self.lap().skip(1)
    }

    /// A face of the game.
    pub(super) fn info(&self, face: u8) -> Option<&'a FaceShown> {
        self.catalogue.faces.get(&face)
    }

    /// Whether cards of the own hand can be chosen where they are drawn: only if there is always room for
    /// them.
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

    /// Whether cards are shown by name, because the game has too many faces for letters.
    fn by_name(&self) -> bool {
        self.catalogue.faces.len() > MANY
    }
}

/// The most faces that can be told apart by a glyph and some letters.
const MANY: usize = 40;

/// The importance of things, as in [`seat::shown`].
const DECIDES: u8 = 2;
const HELPS: u8 = 1;
const BACKGROUND: u8 = 0;
