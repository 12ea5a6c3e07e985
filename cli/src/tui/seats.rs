//! The seats of a table and its middle, below each other.

use ratatui::layout::Rect;

use super::{
    fit::{Thing, fit, named_rows, rows_for, share},
    paint::{Canvas, Text, below, top},
};

/// Below this width everything is in one column.
pub(super) const NARROW: u16 = 70;

/// A seat, or the middle.
pub(super) struct Spot {
    head: Text,
    things: Vec<Thing>,
    /// How many of the things, from the first on, are always named, however many rows that takes.
    named: usize,
}

impl Spot {
    /// A spot with a head and things.
    pub(super) fn new(head: Text, things: Vec<Thing>) -> Self {
        Self { head, things, named: 0 }
    }

    /// Sets how many of the things, from the first on, are always named, however many rows that takes.
    #[must_use]
    pub(super) fn naming(mut self, named: usize) -> Self {
        self.named = named;
        self
    }

    /// The fewest rows that show something of it.
    fn least(&self, width: u16) -> u16 {
        match self.named {
            0 => 1,
            named => named_rows(&self.head, &self.things, width, |i, _| i < named),
        }
    }

    /// How many rows name everything that matters, if some of it must be named.
    fn better(&self, width: u16) -> u16 {
        match self.named {
            0 => 1,
            _ => named_rows(&self.head, &self.things, width, |_, thing| thing.is_major()),
        }
    }

    fn rows(&self, width: u16) -> u16 {
        rows_for(&self.head, &self.things, width, false)
    }
}

/// The middle of a table, and all seats but the nearest in order, below each other.
pub(super) struct Seats(pub Vec<Spot>);

impl Seats {
    /// The fewest rows that show something of each.
    pub(super) fn least(&self, width: u16) -> u16 {
        self.0.iter().map(|spot| spot.least(width)).sum()
    }

    /// How many rows would show everything that matters of the middle.
    pub(super) fn better(&self, width: u16) -> u16 {
        self.0.iter().map(|spot| spot.better(width)).sum()
    }

    /// How many rows would show everything.
    pub(super) fn rows(&self, width: u16) -> u16 {
        self.0.iter().map(|spot| spot.rows(width)).sum()
    }

    /// Draws them.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        // Where there is width, the middle of a table has more to show than a seat.
        let first = if area.width < NARROW { 1 } else { 2 };
        draw_column(canvas, area, &self.0.iter().collect::<Vec<_>>(), first);
    }
}

/// Draws spots below each other: with the rows they need and spare rows between them, or with what matters
/// most of each if there are too few. The first one counts as much as `first` others.
fn draw_column(canvas: &mut Canvas<'_>, area: Rect, spots: &[&Spot], first: u16) {
    let needs: Vec<u16> = spots.iter().map(|spot| spot.rows(area.width)).collect();
    let least: Vec<u16> = spots.iter().map(|spot| spot.least(area.width)).collect();
    let better: Vec<u16> = spots.iter().map(|spot| spot.better(area.width)).collect();
    let least = if better.iter().sum::<u16>() <= area.height { better } else { least };
    let shares = share(&needs, &least, area.height, first);
    let spare = area.height.saturating_sub(shares.iter().sum());
    let between = spare / spots.len().max(1) as u16;
    let mut rest = area;
    for (spot, rows) in spots.iter().zip(shares) {
        let text = fit(canvas.theme, &spot.head, &spot.things, (area.width, rows));
        canvas.text(top(rest, rows), &text, 2);
        rest = below(rest, rows + between);
    }
}
