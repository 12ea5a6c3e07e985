//! The seats of a table and its middle, around it or below each other.

use ratatui::layout::Rect;

use super::{
    fit::{Thing, all, fit, share},
    paint::{Canvas, Text, below, beside, height, top},
};

/// Narrower than this, everything stands in one column.
pub const NARROW: u16 = 70;
/// How many rows the seats may take around a table beyond what they take below each other.
const ROUND: u16 = 4;

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

/// The middle of a table, and everybody but the nearest in their order.
pub struct Seats(pub Vec<Spot>);

impl Seats {
    /// How many rows would show everything, if there is room for them, and the fewest that show
    /// something of each.
    pub fn rows(&self, width: u16, room: u16) -> (u16, u16) {
        let all = self.around(width, room).unwrap_or_else(|| self.rows_below(width));
        (self.0.len() as u16, all)
    }

    /// How many rows they take around the table; nothing if they had better stand below each other,
    /// because of the room or since that takes far less of it.
    fn around(&self, width: u16, room: u16) -> Option<u16> {
        let third = (width / 3).saturating_sub(1);
        let rows = |column: &[&Spot]| column.iter().map(|spot| spot.rows(third)).sum();
        let need: u16 = self.ring().iter().map(|column| rows(column)).max()?;
        let round = width >= NARROW && need <= room.min(self.rows_below(width) + ROUND);
        round.then_some(need)
    }

    fn rows_below(&self, width: u16) -> u16 {
        self.0.iter().map(|spot| spot.rows(width)).sum()
    }

    /// Who sits on the left from near to far, across with the middle, and on the right from far to
    /// near; each column from top to bottom.
    fn ring(&self) -> [Vec<&Spot>; 3] {
        let Some((middle, others)) = self.0.split_first() else { return Default::default() };
        let side = others.len() / 2;
        let (left, rest) = others.split_at(side);
        let (across, right) = rest.split_at(rest.len() - side);
        let centre = across.iter().chain([middle]);
        [left.iter().rev().collect(), centre.collect(), right.iter().collect()]
    }

    /// Draws them around the table, clockwise from the left of the nearest, or below each other.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        if self.around(area.width, area.height).is_none() {
            // Where there is width, the middle of a table has more to tell than a seat.
            let first = if area.width < NARROW { 1 } else { 2 };
            return draw_column(canvas, area, &self.0.iter().collect::<Vec<_>>(), first);
        }
        let third = area.width / 3;
        let (left, rest) = beside(area, third - 1, 1);
        let (centre, right) = beside(rest, third, 1);
        for (area, column) in [left, centre, right].into_iter().zip(self.ring()) {
            draw_column(canvas, area, &column, 1);
        }
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
