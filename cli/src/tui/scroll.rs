//! Scrolling through a text that is longer than its area.

use ratatui::layout::Rect;

use super::{
    keys::Act,
    paint::{Atom, Canvas, Row, Text, flow},
};

/// How far down somebody has scrolled. The area may change its size, so this is only a wish: the last page
/// shown is always full.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scroll(usize);

/// Rows of text, as they are drawn.
pub(super) type Rows = Vec<Vec<(u16, Atom)>>;

/// Texts below each other, as rows.
pub(super) fn rows(texts: &[Text], width: u16, indent: u16) -> Rows {
    let owned = |row: Row<'_>| row.into_iter().map(|(at, atom)| (at, atom.clone())).collect();
    texts.iter().flat_map(|text| flow(text, width, indent)).map(owned).collect()
}

impl Scroll {
    /// Scrolls `rows` rows in an area of this height; false if the act does not scroll.
    pub(super) fn act(&mut self, act: Act, rows: usize, height: u16) -> bool {
        let first = self.first(rows, height);
        let page = usize::from(height.max(2)) - 1;
        self.0 = match act {
            Act::Up => first.saturating_sub(1),
            Act::Down => first + 1,
            Act::PageUp => first.saturating_sub(page),
            Act::PageDown => first + page,
            Act::First => 0,
            Act::Last => rows,
            _ => return false,
        };
        self.0 = self.first(rows, height);
        true
    }

    /// Rows were added at the top: whoever has scrolled down still sees the same.
    pub(super) fn grow(&mut self, rows: usize) {
        if self.0 > 0 {
            self.0 += rows;
        }
    }

    /// The first row that is shown.
    fn first(self, rows: usize, height: u16) -> usize {
        self.0.min(rows.saturating_sub(height.into()))
    }

    /// Says which rows are shown if there are more; empty if all are shown.
    pub(super) fn note(self, rows: usize, height: u16) -> String {
        let first = self.first(rows, height);
        let last = first + usize::from(height);
        match (first, last < rows) {
            (0, false) => String::new(),
            (_, true) => format!("↓ more · {}–{last} of {rows}", first + 1),
            (_, false) => format!("↑ more · {}–{rows} of {rows}", first + 1),
        }
    }

    /// Draws the visible rows.
    pub(super) fn draw(self, canvas: &mut Canvas<'_>, area: Rect, rows: &Rows) {
        let shown = rows.iter().skip(self.first(rows.len(), area.height));
        for (y, row) in (area.y..area.bottom()).zip(shown) {
            canvas.row(Rect { y, height: 1, ..area }, row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_never_ends_before_the_text() {
        let mut scroll = Scroll::default();
        scroll.act(Act::Last, 100, 10);
        assert_eq!(scroll.note(100, 10), "↑ more · 91–100 of 100");
        assert_eq!(scroll.note(100, 40), "↑ more · 61–100 of 100");
        assert_eq!(scroll.note(30, 40), "");
    }

    #[test]
    fn going_down_at_the_end_is_not_remembered() {
        let mut scroll = Scroll::default();
        for _ in 0..20 {
            scroll.act(Act::PageDown, 30, 10);
        }
        scroll.act(Act::Up, 30, 10);
        assert_eq!(scroll.note(30, 10), "↓ more · 20–29 of 30");
    }

    #[test]
    fn whoever_goes_on_in_a_larger_place_begins_where_they_see() {
        let mut scroll = Scroll::default();
        scroll.act(Act::Last, 100, 10);
        scroll.act(Act::Up, 100, 40);
        assert_eq!(scroll.note(100, 40), "↓ more · 60–99 of 100");
    }
}
