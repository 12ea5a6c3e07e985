//! Drawing: styles that work without colour, text that flows, and areas that can be clicked.

use std::{borrow::Borrow, collections::BTreeSet};

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::{Color, Modifier, Style},
    text::Span,
};

use super::keys::Act;

/// Styles. Whatever a colour tells is also told by a letter, a glyph or a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Theme {
    /// Whether to use the terminal's sixteen colours at all.
    pub colour: bool,
}

impl Theme {
    fn coloured(self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    /// The colour of a card.
    pub(super) fn tint(self, tint: &str) -> Style {
        match tint {
            "red" => self.coloured(Color::Red),
            "green" => self.coloured(Color::Green),
            "yellow" => self.coloured(Color::Yellow),
            "blue" => self.coloured(Color::Blue),
            "magenta" => self.coloured(Color::Magenta),
            "cyan" => self.coloured(Color::Cyan),
            _ => Style::new(),
        }
    }

    /// For what matters less.
    pub(super) fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// For what matters more.
    pub(super) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// For what is selected.
    pub(super) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// For what is right.
    pub(super) fn good(self) -> Style {
        self.coloured(Color::Green)
    }

    /// For what is wrong.
    pub(super) fn bad(self) -> Style {
        self.coloured(Color::Red).add_modifier(Modifier::BOLD)
    }

    /// For what a player should look at. Yellow would be invisible on white, blue on black.
    pub(super) fn mark(self) -> Style {
        self.coloured(Color::Magenta).add_modifier(Modifier::BOLD)
    }
}

/// What a click on an area means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// An entry of the list that is shown: of a menu, or of the home screen.
    Entry(usize),
    /// A line of the log.
    Log(usize),
    /// A key that is named on the screen.
    Act(Act),
    /// The area of the log, for the mouse wheel.
    LogPane,
}

/// A piece of text that is not broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Atom {
    text: String,
    /// Its width in columns, measured once.
    wide: u16,
    style: Style,
    target: Option<Target>,
    /// Whether it follows the piece before without a space.
    close: bool,
    /// Whether later rows are indented to the right of it.
    hangs: bool,
}

/// Text that flows into any width.
pub(super) type Text = Vec<Atom>;

/// A piece of text that is not broken.
pub(super) fn atom(text: impl Into<String>, style: Style) -> Atom {
    let text = text.into();
    Atom { wide: columns(&text), text, style, target: None, close: false, hangs: false }
}

/// How many columns a text takes.
fn columns(text: &str) -> u16 {
    let wide = if text.is_ascii() { text.len() } else { Span::raw(text).width() };
    u16::try_from(wide).unwrap_or(u16::MAX)
}

impl Atom {
    /// Makes it clickable.
    #[must_use]
    pub(super) fn leading_to(mut self, target: Target) -> Self {
        self.target = Some(target);
        self
    }

    /// The same in another style.
    #[must_use]
    pub(crate) fn in_style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    /// The same with something that must not be parted from it.
    #[must_use]
    pub(super) fn followed_by(mut self, more: &str) -> Self {
        self.text.push_str(more);
        self.wide = columns(&self.text);
        self
    }

    /// Indents all later rows to the right of it.
    #[must_use]
    pub(super) fn hanging(mut self) -> Self {
        self.hangs = true;
        self
    }

    /// Its width in columns.
    pub(super) fn width(&self) -> u16 {
        self.wide
    }
}

impl std::fmt::Display for Atom {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// A sentence that may be broken between its words.
pub(super) fn words(text: &str, style: Style) -> Text {
    text.split_whitespace().map(|word| atom(word, style)).collect()
}

/// A long text without spaces, such as a path, which may be broken after slashes and wherever a part is
/// longer than `PIECE`.
pub(super) fn long(text: &str, style: Style) -> Text {
    let letters: Vec<char> = text.chars().collect();
    let parts =
        letters.split_inclusive(|letter| *letter == '/').flat_map(|part| part.chunks(PIECE));
    let piece = |(i, part): (usize, &[char])| Atom {
        close: i > 0,
        ..atom(part.iter().collect::<String>(), style)
    };
    parts.enumerate().map(piece).collect()
}

/// The longest piece of such a text: it fits into the smallest window.
const PIECE: usize = 20;

/// Pieces in a row, each after its column.
pub(super) type Row<'a> = Vec<(u16, &'a Atom)>;

/// Breaks a text into rows of at most `width` columns; all rows but the first are indented.
pub(super) fn flow(text: &[Atom], width: u16, indent: u16) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = vec![Vec::new()];
    let mut atoms = text.iter();
    lay(text.iter().map(|atom| (atom, 0)), width, indent, |new, at| {
        if new {
            rows.push(Vec::new());
        }
        if let (Some(row), Some(atom)) = (rows.last_mut(), atoms.next()) {
            row.push((at, atom));
        }
    });
    rows
}

/// How many rows a text takes.
pub(super) fn height(text: &[Atom], width: u16, indent: u16) -> u16 {
    height_of(text.iter().map(|atom| (atom, 0)), width, indent)
}

/// How many rows pieces take, each with so many more columns after it.
pub(super) fn height_of<'a>(
    pieces: impl Iterator<Item = (&'a Atom, u16)>,
    width: u16,
    indent: u16,
) -> u16 {
    let mut rows = 1;
    lay(pieces, width, indent, |new, _| rows += u16::from(new));
    rows
}

/// Computes the position of each piece: whether it begins a new row, and its column.
fn lay<'a>(
    pieces: impl Iterator<Item = (&'a Atom, u16)>,
    width: u16,
    indent: u16,
    mut put: impl FnMut(bool, u16),
) {
    let (width, mut indent) = (width.max(1), indent.min(width / 2));
    let mut end = 0_u16;
    let mut empty = true;
    for (atom, more) in pieces {
        let wide = atom.wide.saturating_add(more);
        let mut at = if empty || atom.close { end } else { end.saturating_add(1) };
        let new = !empty && at.saturating_add(wide) > width;
        if new {
            at = indent;
        }
        put(new, at);
        empty = false;
        end = at.saturating_add(wide);
        if atom.hangs {
            indent = end.saturating_add(1).min(width / 2);
        }
    }
}

/// Where a screen is drawn.
pub(super) struct Canvas<'a> {
    buffer: &'a mut Buffer,
    /// The areas that can be clicked; later ones lie over earlier ones.
    pub zones: Vec<(Rect, Target)>,
    /// The styles.
    pub theme: Theme,
}

impl<'a> Canvas<'a> {
    /// An empty canvas.
    pub(super) fn new(buffer: &'a mut Buffer, theme: Theme) -> Self {
        Self { buffer, zones: Vec::new(), theme }
    }

    /// The whole area.
    pub(super) fn area(&self) -> Rect {
        self.buffer.area
    }

    /// What a click at a place means.
    pub(super) fn target(&self, at: Position) -> Option<Target> {
        self.zones.iter().rev().find(|(area, _)| area.contains(at)).map(|(_, target)| *target)
    }

    /// The letters beyond ASCII that are on the canvas.
    pub(super) fn signs(&self) -> BTreeSet<char> {
        let symbols = self.buffer.content.iter().map(|cell| cell.symbol());
        symbols.filter(|symbol| !symbol.is_ascii()).flat_map(str::chars).collect()
    }

    /// Makes an area clickable.
    pub(super) fn zone(&mut self, area: Rect, target: Target) {
        self.zones.push((area, target));
    }

    /// Sets the style of an area.
    pub(super) fn style(&mut self, area: Rect, style: Style) {
        self.buffer.set_style(area, style);
    }

    /// Writes text, unless the position is outside: a window may be too small for anything.
    pub(super) fn put(
        &mut self,
        x: u16,
        y: u16,
        text: impl AsRef<str>,
        width: usize,
        style: Style,
    ) {
        if self.buffer.area.contains(Position::new(x, y)) {
            self.buffer.set_stringn(x, y, text, width, style);
        }
    }

    /// Draws one row of a text that was broken into rows.
    pub(super) fn row(&mut self, area: Rect, row: &[(u16, impl Borrow<Atom>)]) {
        if area.height == 0 {
            return;
        }
        for (at, atom) in row.iter().filter(|(at, _)| *at < area.width) {
            let atom = atom.borrow();
            let room = area.width - at;
            let (x, y, wide) = (area.x + at, area.y, atom.width());
            self.put(x, y, &atom.text, room.into(), atom.style);
            if wide > room {
                self.put(area.right() - 1, y, "…", 1, atom.style);
            }
            if let Some(target) = atom.target {
                self.zone(Rect::new(x, y, wide.min(room), 1), target);
            }
        }
    }

    /// Draws a text in one row, cut off at its end.
    pub(super) fn cut(&mut self, area: Rect, text: &[Atom]) {
        let mut at = 0_u16;
        let row = text.iter().map(|atom| {
            let here = if atom.close { at.saturating_sub(1) } else { at };
            at = here.saturating_add(atom.width()).saturating_add(1);
            (here, atom)
        });
        let row: Vec<_> = row.collect();
        self.row(area, &row);
    }

    /// Draws a text in as many rows as it needs and there are; returns the rows used. A text that does not
    /// fit ends in an ellipsis.
    pub(super) fn text(&mut self, area: Rect, text: &[Atom], indent: u16) -> u16 {
        let rows = flow(text, area.width, indent);
        let shown = rows.len().min(area.height.into());
        for (y, row) in (area.y..).zip(&rows[..shown]) {
            self.row(Rect { y, height: 1, ..area }, row);
        }
        if shown < rows.len() && shown > 0 {
            let y = area.y + shown as u16 - 1;
            self.put(area.right().saturating_sub(1), y, "…", 1, Style::new());
        }
        shown as u16
    }

    /// Draws texts below each other until the area is full; returns the rows used.
    pub(super) fn texts<'t>(
        &mut self,
        area: Rect,
        texts: impl IntoIterator<Item = &'t Text>,
        indent: u16,
    ) -> u16 {
        let mut used = 0;
        for text in texts {
            let rest = below(area, used);
            used += self.text(rest, text, indent);
        }
        used
    }

    /// Draws a horizontal line with a title; returns the area below.
    pub(super) fn rule(&mut self, area: Rect, title: &str, focused: bool) -> Rect {
        if area.height == 0 {
            return area;
        }
        let (line, style) = match focused {
            true => ("━", self.theme.strong()),
            false => ("─", self.theme.quiet()),
        };
        let width = usize::from(area.width);
        self.put(area.x, area.y, line.repeat(width), width, style);
        if !title.is_empty() {
            let title = format!(" {title} ");
            let style = if focused { self.theme.strong() } else { Style::new() };
            self.put(area.x + 1, area.y, title, width.saturating_sub(2), style);
        }
        below(area, 1)
    }

    /// Draws a note for a key at the right end of such a line: the first for which there is room beside the
    /// title.
    pub(super) fn aside(&mut self, area: Rect, title: &str, notes: &[&str], act: Act) {
        let room = usize::from(area.width).saturating_sub(title.chars().count() + 6);
        let mut notes = notes.iter().map(|note| atom(format!(" {note} "), self.theme.quiet()));
        if let Some(note) = notes.find(|note| usize::from(note.width()) <= room) {
            let at = area.width - note.width() - 1;
            self.row(top(area, 1), &[(at, note.leading_to(Target::Act(act)))]);
        }
    }

    /// Draws a box over everything else, with a title above and a note below; returns its inside.
    pub(super) fn frame(&mut self, area: Rect, title: &str, note: &str) -> Rect {
        for position in area.positions() {
            if let Some(cell) = self.buffer.cell_mut(position) {
                cell.reset();
            }
        }
        self.zones.retain(|(zone, _)| !zone.intersects(area));
        let across = "─".repeat(usize::from(area.width.saturating_sub(2)));
        let width = usize::from(area.width);
        self.put(area.x, area.y, format!("┌{across}┐"), width, Style::new());
        for y in area.y + 1..area.bottom().saturating_sub(1) {
            self.put(area.x, y, "│", 1, Style::new());
            self.put(area.right().saturating_sub(1), y, "│", 1, Style::new());
        }
        let bottom = area.bottom().saturating_sub(1);
        self.put(area.x, bottom, format!("└{across}┘"), width, Style::new());
        let strong = self.theme.strong();
        let room = width.saturating_sub(4);
        self.put(area.x + 2, area.y, format!(" {title} "), room, strong);
        if !note.is_empty() {
            let note = format!(" {note} ");
            let at = area.right().saturating_sub(note.chars().count() as u16 + 2).max(area.x + 2);
            self.put(at, bottom, note, room, strong);
        }
        inside(area)
    }
}

/// The inside of a box.
pub(super) fn inside(area: Rect) -> Rect {
    Rect::new(area.x + 2, area.y + 1, area.width.saturating_sub(4), area.height.saturating_sub(2))
}

/// An area without its first rows.
pub(super) fn below(area: Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}

/// The first rows of an area.
pub(super) fn top(area: Rect, rows: u16) -> Rect {
    Rect { height: rows.min(area.height), ..area }
}

/// An area split at a column, with a gap between the parts.
pub(super) fn beside(area: Rect, left: u16, gap: u16) -> (Rect, Rect) {
    let left = left.min(area.width);
    let skip = (left + gap).min(area.width);
    let right = Rect { x: area.x + skip, width: area.width - skip, ..area };
    (Rect { width: left, ..area }, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str, width: u16, indent: u16) -> Vec<Vec<u16>> {
        let text = words(text, Style::new());
        flow(&text, width, indent).iter().map(|row| row.iter().map(|(x, _)| *x).collect()).collect()
    }

    #[test]
    fn words_flow_into_rows_and_later_rows_are_indented() {
        assert_eq!(shape("one two three", 8, 2), [vec![0, 4], vec![2]]);
    }

    #[test]
    fn a_word_wider_than_the_area_has_a_row_to_itself() {
        assert_eq!(shape("a indivisible b", 5, 0), [vec![0], vec![0], vec![0]]);
    }

    #[test]
    fn a_path_wider_than_the_area_goes_on_in_the_next_row() {
        let text = long("/home/somebody/matches/knives.nodealer", Style::new());
        let rows = flow(&text, 20, 0);
        let row = |row: &Row<'_>| row.iter().map(|(_, atom)| atom.text.as_str()).collect();
        let rows: Vec<String> = rows.iter().map(row).collect();
        assert_eq!(rows, ["/home/somebody/", "matches/", "knives.nodealer"]);
    }

    #[test]
    fn what_hangs_keeps_later_rows_to_the_right_of_it() {
        let mut text = vec![atom("keys", Style::new()).hanging()];
        text.extend(words("one two three", Style::new()));
        let rows = flow(&text, 12, 2);
        let at: Vec<Vec<u16>> =
            rows.iter().map(|row| row.iter().map(|(at, _)| *at).collect()).collect();
        assert_eq!(at, [vec![0, 5, 9], vec![5]]);
    }

    #[test]
    fn as_many_rows_are_counted_as_there_are() {
        let text = words("the quick brown fox jumps over the lazy dog", Style::new());
        for width in 1..50 {
            assert_eq!(usize::from(height(&text, width, 2)), flow(&text, width, 2).len());
        }
    }

    #[test]
    fn what_a_player_should_look_at_is_read_on_white_and_on_black() {
        let theme = Theme { colour: true };
        for style in [theme.mark(), theme.good(), theme.bad(), theme.strong(), theme.quiet()] {
            let colour = style.fg.unwrap_or(Color::Reset);
            let seen = [Color::Reset, Color::Red, Color::Green, Color::Magenta];
            assert!(seen.contains(&colour), "{colour:?}");
        }
    }

    #[test]
    fn the_topmost_zone_is_clicked() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 4));
        let mut canvas = Canvas::new(&mut buffer, Theme { colour: false });
        canvas.zone(Rect::new(0, 0, 4, 4), Target::LogPane);
        canvas.zone(Rect::new(1, 1, 1, 1), Target::Log(7));
        assert_eq!(canvas.target(Position::new(1, 1)), Some(Target::Log(7)));
        assert_eq!(canvas.target(Position::new(2, 1)), Some(Target::LogPane));
        assert_eq!(canvas.target(Position::new(9, 9)), None);
    }
}
