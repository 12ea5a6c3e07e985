//! A table to look at: seats in their order, the middle, and the log.

use engine::{BySeat, Event, Game, Handle, Seat, View, Words};
use ratatui::{layout::Rect, style::Style};

pub use super::board::{Below, Lead, Leads, Naming, Own};
use super::{
    board::Drawer,
    fit::all,
    paint::{Canvas, Target, Text, Theme, atom, below, beside, height, top, words},
};
use crate::session::eyes;

/// What lies on a table, and what has been said there.
#[derive(Clone)]
pub struct Scene {
    /// The game.
    pub game: &'static dyn Game,
    /// The players' names.
    pub names: BySeat<String>,
    /// The table through somebody's eyes, their hand sorted.
    pub view: View,
    /// Whose place is nearest.
    pub near: Seat,
    /// Which players cannot be reached, and for how many seconds by now.
    pub away: BySeat<Option<u64>>,
    /// What has happened.
    pub log: Vec<Said>,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// What happened, in words.
    pub text: String,
    /// The rule at work; may be empty.
    pub rule: &'static str,
}

/// From this width on, the log has a column of its own.
const WIDE: u16 = 110;

/// A screen, cut into the table and the log where both have room side by side.
pub fn with_log(area: Rect) -> (Rect, Option<Rect>) {
    if area.width < WIDE {
        return (area, None);
    }
    let (table, log) = beside(area, area.width * 2 / 3 - 1, 1);
    (table, Some(log))
}

impl Scene {
    /// A table before anything has happened.
    pub fn new(game: &'static dyn Game, names: BySeat<String>, view: View) -> Self {
        let away = names.map(|_, _| None);
        let near = view.seat.unwrap_or(Seat::new(0));
        Self { game, names, view: view.arranged(), near, away, log: Vec::new() }
    }

    /// The table looks so now.
    pub fn see(&mut self, view: View) {
        self.view = view.arranged();
    }

    /// Words for whoever sees this.
    pub fn words(&self) -> Words<'_> {
        Words { game: self.game, names: &self.names, eyes: eyes(&self.view) }
    }

    /// A line of the log; whoever sees this is "you" in it.
    pub fn said(&self, event: &Event) -> Said {
        Said { text: self.words().line_to(self.view.seat, &event.text), rule: event.rule }
    }

    /// What the players are called where they sit.
    pub fn name(&self, seat: Seat) -> String {
        let name = self.words().seat(seat);
        if self.view.seat == Some(seat) { format!("{name} (you)") } else { name }
    }

    fn drawer(&self, theme: Theme) -> Drawer<'_> {
        let Self { game, names, view, near, away, .. } = self;
        Drawer { game: *game, names, view, near: *near, away, theme }
    }

    /// The table: what is happening, the seats, the nearest place. Gives what lies below.
    pub fn draw_table(
        &self,
        canvas: &mut Canvas<'_>,
        area: Rect,
        own: &Own,
        below_it: Below,
    ) -> Rect {
        self.drawer(canvas.theme).draw_table(canvas, area, own, below_it)
    }

    /// A seat: whose it is, and what lies before it.
    pub fn place(&self, theme: Theme, seat: Seat, naming: Naming) -> Text {
        let (head, things) = self.drawer(theme).seat(seat, naming);
        all(&head, &things)
    }

    /// The nearest place, its cards one by one; those `marked` stand out.
    pub fn own(&self, theme: Theme, marked: &[Handle], leads: Leads<'_>) -> Own {
        Own::new(&self.drawer(theme), marked, leads)
    }

    /// Whether cards of the own hand can be picked where they are drawn, in a window of this width.
    pub fn picks_cards(&self, width: u16) -> bool {
        self.drawer(Theme { colour: false }).picks_cards(width)
    }

    /// The log, with line `last` at the bottom if it fills the area; `marked` stands out.
    pub fn draw_log(
        &self,
        canvas: &mut Canvas<'_>,
        area: Rect,
        last: usize,
        marked: Option<usize>,
    ) {
        draw_log(canvas, area, &self.log, last, marked);
    }

    /// The whole table, a text for each place.
    pub fn whole(&self, theme: Theme) -> Vec<Text> {
        self.drawer(theme).whole()
    }

    /// What every card in sight does; `first` comes first.
    pub fn cards(&self, theme: Theme, first: Option<Handle>) -> Vec<Text> {
        let own = self.view.board.seats.get(self.near).into_iter().flat_map(|place| &place.piles);
        let own = own.flat_map(|pile| pile.cards());
        let all = first.into_iter().chain(own).chain(self.view.board.cards());
        let mut faces = Vec::new();
        let known = all.filter_map(|card| self.view.faces.get(&card).copied());
        for face in known.chain(self.view.board.printed()) {
            if !faces.contains(&face) {
                faces.push(face);
            }
        }
        let tell = |face: &engine::Face| {
            let info = self.game.face(*face);
            let name = vec![
                atom(info.short, theme.tint(info.tint)),
                atom(format!("{}:", info.name), theme.strong()),
            ];
            [name, words(info.help, Style::new())].concat()
        };
        faces.iter().map(tell).collect()
    }
}

/// Draws a log, with line `last` at the bottom if it fills the area; `marked` stands out.
pub fn draw_log(
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
        let rows = height(&text, area.width, 2);
        if rows > room {
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

/// A rules text, or any other in Markdown, to be read on a terminal.
pub fn markdown(theme: Theme, text: &str) -> Vec<Text> {
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
