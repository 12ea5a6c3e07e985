//! A table as it is drawn: seats in order, the middle, and the log.

use std::rc::Rc;

use ratatui::{layout::Rect, style::Style};
use seat::{
    MatchView,
    shown::{CardShown, Catalogue, PileShown},
};

pub(super) use super::board::{Below, Lead, Leads, Naming, Own};
use super::{
    board::Drawer,
    fit::all,
    paint::{Canvas, Target, Text, Theme, atom, below, beside, height, top, words},
};

/// What lies on a table, and what was said there.
#[derive(Clone)]
pub(super) struct Scene {
    /// The fixed properties of the game.
    pub catalogue: Rc<Catalogue>,
    /// The match as somebody sees it.
    pub view: MatchView,
    /// The seat that is drawn nearest.
    pub near: usize,
    /// Whether what was just decided is shown in place of what came after it.
    pub held: bool,
    /// The log.
    pub log: Vec<Said>,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    /// What happened, in words.
    pub text: String,
    /// The rule at work; may be empty.
    pub rule: String,
}

impl Said {
    /// A line that is not part of the game.
    pub(super) fn beside(text: String) -> Self {
        Self { text, rule: String::new() }
    }
}

/// From this width on, the log has a column of its own.
const WIDE: u16 = 110;

/// Splits a screen into the table and the log, if there is room for both side by side.
pub(super) fn with_log(area: Rect) -> (Rect, Option<Rect>) {
    if area.width < WIDE {
        return (area, None);
    }
    let (table, log) = beside(area, area.width * 2 / 3 - 1, 1);
    (table, Some(log))
}

impl Scene {
    /// A table with an empty log.
    pub(super) fn new(catalogue: Rc<Catalogue>, view: MatchView) -> Self {
        let near = view.me.unwrap_or(0);
        Self { catalogue, view, near, held: false, log: Vec::new() }
    }

    fn drawer(&self, theme: Theme) -> Drawer<'_> {
        let Self { catalogue, view, near, held, .. } = self;
        Drawer { catalogue, view, near: *near, held: *held, theme }
    }

    /// Draws the table: what is happening, the seats, the nearest place. Returns the area below.
    pub(super) fn draw_table(
        &self,
        canvas: &mut Canvas<'_>,
        area: Rect,
        own: &Own,
        below_it: Below,
    ) -> Rect {
        self.drawer(canvas.theme).draw_table(canvas, area, own, below_it)
    }

    /// A seat: whose it is, and what lies before it.
    pub(super) fn place(&self, theme: Theme, seat: usize, naming: Naming) -> Text {
        let (head, things) = self.drawer(theme).seat(seat, naming);
        all(&head, &things)
    }

    /// The nearest place, its cards one by one; those `marked` are highlighted.
    pub(super) fn own(&self, theme: Theme, marked: &[u32], leads: Leads<'_>) -> Own {
        Own::new(&self.drawer(theme), marked, leads)
    }

    /// Whether cards of the own hand can be chosen where they are drawn, in a window of this width.
    pub(super) fn picks_cards(&self, width: u16) -> bool {
        self.drawer(Theme { colour: false }).picks_cards(width)
    }

    /// The log, with line `last` at the bottom if it fills the area; `marked` is highlighted.
    pub(super) fn draw_log(
        &self,
        canvas: &mut Canvas<'_>,
        area: Rect,
        last: usize,
        marked: Option<usize>,
    ) {
        draw_log(canvas, area, &self.log, last, marked);
    }

    /// The whole table, a text for each place.
    pub(super) fn whole(&self, theme: Theme) -> Vec<Text> {
        self.drawer(theme).whole()
    }

    /// What every visible card does; `first` comes first, then those of the nearest place.
    pub(super) fn cards(&self, theme: Theme, first: Option<u32>) -> Vec<Text> {
        let board = &self.view.board;
        let near = board.seats.get(self.near).into_iter().flat_map(|place| &place.piles);
        let seats = board.seats.iter().flat_map(|place| &place.piles);
        let mats = board.mats.iter().flat_map(|mat| &mat.place.piles);
        let all: Vec<&PileShown> = near.chain(&board.piles).chain(mats).chain(seats).collect();
        let cards = || all.iter().flat_map(|pile| &pile.cards).flat_map(with_under);
        let chosen = cards().filter(|card| first.is_some() && card.card == first);
        let mut faces = Vec::new();
        for face in chosen.chain(cards()).filter_map(|card| card.face) {
            if !faces.contains(&face) {
                faces.push(face);
            }
        }
        let tell = |face: &u8| {
            let info = self.catalogue.faces.get(face)?;
            let name = vec![
                atom(info.short.clone(), theme.tint(&info.tint)),
                atom(format!("{}:", info.name), theme.strong()),
            ];
            Some([name, words(&info.help, Style::new())].concat())
        };
        faces.iter().filter_map(tell).collect()
    }
}

/// A card and the cards attached to it.
fn with_under(card: &CardShown) -> Vec<&CardShown> {
    std::iter::once(card).chain(card.under.iter().flat_map(with_under)).collect()
}

/// Draws a log, with line `last` at the bottom if it fills the area; `marked` is highlighted.
pub(super) fn draw_log(
    canvas: &mut Canvas<'_>,
    area: Rect,
    log: &[Said],
    last: usize,
    marked: Option<usize>,
) {
    canvas.zone(area, Target::LogPane);
    let theme = canvas.theme;
    let mut fitting = Vec::new();
    let mut room = area.height;
    for (i, said) in log.iter().enumerate().take(last + 1).rev() {
        let mark = if marked == Some(i) { "›" } else { "·" };
        let mut text = vec![atom(mark, Style::new())];
        text.extend(words(&said.text, Style::new()));
        if !said.rule.is_empty() {
            text.push(atom(format!("[{}]", said.rule), theme.quiet()));
        }
        // What does not fit as a whole is shown as far as it does.
        let rows = height(&text, area.width, 2).min(room);
        if rows == 0 {
            break;
        }
        room -= rows;
        fitting.push((i, rows, text));
    }
    let mut rest = area;
    for (i, rows, text) in fitting.iter().rev() {
        let place = top(rest, *rows);
        canvas.text(place, text, 2);
        canvas.zone(place, Target::Log(*i));
        if marked == Some(*i) {
            canvas.style(place, theme.chosen());
        }
        rest = below(rest, *rows);
    }
}

/// Markdown, such as the rules, as text for a terminal.
pub(super) fn markdown(theme: Theme, text: &str) -> Vec<Text> {
    let plain = |line: &str| line.replace("**", "").replace('`', "");
    let mut texts: Vec<Text> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        let line = line.trim_end();
        let bullet = line.trim_start().starts_with("- ") || line.starts_with('|');
        if line.is_empty() {
            texts.push(Vec::new());
            open = false;
        } else if line.starts_with('#') {
            texts.push(words(line.trim_start_matches('#'), theme.strong()));
            open = false;
        } else if let Some(last) = texts.last_mut().filter(|_| open && !bullet) {
            last.extend(words(&plain(line), Style::new()));
        } else {
            texts.push(words(&plain(line), Style::new()));
            open = true;
        }
    }
    texts
}
