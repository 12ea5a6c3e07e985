//! The seats of a table and its middle below each other.

use ratatui::layout::Rect;

use super::{
    fit::{Thing, all, fit, share},
    paint::{Canvas, Text, below, height, top},
};

/// Narrower than this, everything stands in one column.
pub const NARROW: u16 = 70;

/// A seat, or the middle.
pub struct Spot {
    head: Text,
    things: Vec<Thing>,
    /// Everything that is told about it.
    whole: Text,
}

impl Spot {
    /// Whose it is, and what lies there.
    pub fn new(head: Text, things: Vec<Thing>) -> Self {
        let whole = all(&head, &things);
        Self { head, things, whole }
    }

    fn rows(&self, width: u16) -> u16 {
        height(&self.whole, width, 2)
    }
}

/// The middle of a table, and everybody but the nearest in their order, below each other.
pub struct Seats(pub Vec<Spot>);

impl Seats {
    /// The fewest rows that show something of each, and how many would show everything.
    pub fn rows(&self, width: u16) -> (u16, u16) {
        let all = self.0.iter().map(|spot| spot.rows(width)).sum();
        (self.0.len() as u16, all)
    }

    /// Draws them.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        // Where there is width, the middle of a table has more to tell than a seat.
        let first = if area.width < NARROW { 1 } else { 2 };
        draw_column(canvas, area, &self.0.iter().collect::<Vec<_>>(), first);
    }
}

/// Draws spots below each other: as they need, with what is left between them; what matters most of
/// each if that is too much. The first counts as much as so many others.
fn draw_column(canvas: &mut Canvas<'_>, area: Rect, spots: &[&Spot], first: u16) {
    let needs: Vec<u16> = spots.iter().map(|spot| spot.rows(area.width)).collect();
    let shares = share(&needs, area.height, first);
    let spare = area.height.saturating_sub(shares.iter().sum());
    let between = spare / spots.len().max(1) as u16;
    let mut rest = area;
    for (spot, rows) in spots.iter().zip(shares) {
        let text = fit(canvas.theme, &spot.head, &spot.things, (area.width, rows));
        canvas.text(top(rest, rows), &text, 2);
        rest = below(rest, rows + between);
    }
}
