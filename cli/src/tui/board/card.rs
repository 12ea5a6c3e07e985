//! Cards on a table: small boxes, or a word each where there is no room for boxes.

use ratatui::{layout::Rect, style::Style};

use super::things::HIDDEN;
use crate::tui::paint::{Atom, Canvas, Target, Text, atom, flow, words};

/// A card, or an empty place for one, as it is drawn.
#[derive(Clone)]
pub(crate) struct Tile {
    /// What is printed on it.
    pub name: String,
    /// Its full name, for where there is room for it below the other; may be empty.
    pub full: String,
    /// The style of that.
    pub style: Style,
    /// A word in its upper edge: its number, or what its place means.
    pub above: String,
    /// A word in its lower edge, such as "led".
    pub below: String,
    /// Whether there is a card at all.
    pub empty: bool,
    /// Whether it is the chosen one.
    pub chosen: bool,
    /// Whether it cannot be chosen.
    pub refused: bool,
    /// What a click on it means.
    pub target: Option<Target>,
}

/// Cards that lie together, with a caption.
#[derive(Clone)]
pub(crate) struct Group {
    /// The caption; may be empty.
    pub caption: String,
    /// The cards.
    pub tiles: Vec<Tile>,
}

/// The size of a table's boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Size {
    /// Columns of a box, with its edges.
    pub width: u16,
    /// Rows of a box, with its edges.
    pub height: u16,
}

impl Size {
    /// As low as these cards allow, if they go by names.
    fn for_names(self, groups: &[Group]) -> Self {
        let room = usize::from(self.width.saturating_sub(2));
        let mut tiles = groups.iter().flat_map(|group| &group.tiles);
        match self == Self::NAMED && tiles.all(|tile| tile.name.chars().count() <= room) {
            true => Self { height: self.height - 1, ..self },
            false => self,
        }
    }

    /// Boxes for glyph and letters.
    pub(crate) const SMALL: Self = Self { width: 8, height: 3 };
    /// Boxes for glyph and letters, and the full name below.
    pub(crate) const BIG: Self = Self { width: 10, height: 5 };
    /// Boxes for names of two words.
    pub(crate) const NAMED: Self = Self { width: 16, height: 4 };
}

impl Tile {
    /// A card with this name.
    pub(crate) fn new(name: impl Into<String>, style: Style) -> Self {
        Self {
            name: name.into(),
            full: String::new(),
            style,
            above: String::new(),
            below: String::new(),
            empty: false,
            chosen: false,
            refused: false,
            target: None,
        }
    }

    /// The card as a word, where there is no room for a box.
    pub(crate) fn word(&self) -> Atom {
        let number = if self.above.is_empty() { String::new() } else { format!("{} ", self.above) };
        let below = if self.below.is_empty() { String::new() } else { format!(" {}", self.below) };
        let name = if self.empty { "–" } else { &self.name };
        let words = format!("{number}{name}{below}");
        let (text, style) = match (self.chosen, self.refused) {
            (true, _) => (format!("›{words}‹"), self.style.patch(chosen())),
            (false, true) => (format!("✗{words}"), self.style.patch(faint())),
            (false, false) => (format!("[{words}]"), self.style),
        };
        let atom = atom(text, style);
        self.target.map_or(atom.clone(), |target| atom.leading_to(target))
    }

    /// Draws the box at the area's upper left corner.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, size: Size) {
        let area = Rect {
            width: size.width.min(area.width),
            height: size.height.min(area.height),
            ..area
        };
        if area.width < 4 || area.height < 3 {
            return;
        }
        let across = usize::from(area.width) - 2;
        let [corners, side, line] = match (self.empty, self.chosen) {
            (_, true) => ["┏┓┗┛", "┃", "━"],
            (true, false) => ["┌┐└┘", "╎", "╌"],
            (false, false) => ["┌┐└┘", "│", "─"],
        };
        let corner: Vec<char> = corners.chars().collect();
        let edge_style = match (self.chosen, self.empty || self.refused) {
            (true, _) => self.style.patch(chosen()),
            (false, true) => faint(),
            (false, false) => Style::new(),
        };
        let edge = |word: &str, left: char, right: char| {
            let word: String = word.chars().take(across).collect();
            let rest = line.repeat(across - word.chars().count());
            format!("{left}{word}{rest}{right}")
        };
        let above = if self.refused { format!("✗{}", self.above) } else { self.above.clone() };
        let bottom = area.bottom() - 1;
        canvas.put(area.x, area.y, edge(&above, corner[0], corner[1]), across + 2, edge_style);
        canvas.put(area.x, bottom, edge(&self.below, corner[2], corner[3]), across + 2, edge_style);
        let style = if self.refused { self.style.patch(faint()) } else { self.style };
        let style = if self.chosen { style.patch(chosen()) } else { style };
        let (name, full) = (words(&self.name, style), words(&self.full, style));
        let mut rows = flow(&name, area.width - 2, 0);
        let full = flow(&full, area.width - 2, 0);
        let whole = self.full.split_whitespace().all(|word| word.chars().count() <= across);
        if whole && rows.len() + full.len() + 2 <= area.height.into() {
            rows.extend(full);
        }
        for (i, y) in (area.y + 1..bottom).enumerate() {
            canvas.put(area.x, y, side, 1, edge_style);
            // A back covers the whole card.
            let paper = if self.name.starts_with(HIDDEN) { HIDDEN } else { " " };
            canvas.put(area.x + 1, y, paper.repeat(across), across, style);
            canvas.put(area.right() - 1, y, side, 1, edge_style);
            if let Some(row) = rows.get(i) {
                canvas.row(Rect::new(area.x + 1, y, area.width - 2, 1), row);
            }
        }
        if let Some(target) = self.target {
            canvas.zone(area, target);
        }
    }
}

fn chosen() -> Style {
    Style::new().add_modifier(ratatui::style::Modifier::REVERSED)
}

fn faint() -> Style {
    Style::new().add_modifier(ratatui::style::Modifier::DIM)
}

/// Groups of cards side by side, in several rows if need be.
pub(super) struct Spread<'a> {
    groups: &'a [Group],
    size: Size,
    /// The column and the row of each card, group by group.
    places: Vec<Vec<(u16, u16)>>,
    rows: u16,
}

/// Columns between two groups.
const GAP: u16 = 2;

impl<'a> Spread<'a> {
    /// Lays out groups in `width` columns.
    pub(super) fn new(groups: &'a [Group], size: Size, width: u16) -> Self {
        let size = size.for_names(groups);
        let captions = u16::from(groups.iter().any(|group| !group.caption.is_empty()));
        let (mut x, mut y) = (0, captions);
        let mut places = Vec::new();
        for group in groups {
            let whole = size.width.saturating_mul(group.tiles.len() as u16);
            if x > 0 && x + whole.max(group.caption.chars().count() as u16) > width {
                (x, y) = (0, y + size.height + captions);
            }
            let mut here = Vec::new();
            for _ in &group.tiles {
                if x > 0 && x + size.width > width {
                    (x, y) = (0, y + size.height + captions);
                }
                here.push((x, y));
                x += size.width;
            }
            let named = here.first().map_or(0, |(x, _)| *x) + group.caption.chars().count() as u16;
            x = x.max(named) + GAP;
            places.push(here);
        }
        let rows = if places.iter().all(Vec::is_empty) { 0 } else { y + size.height };
        Self { groups, size, places, rows }
    }

    /// How many rows they take.
    pub(super) fn rows(&self) -> u16 {
        self.rows
    }

    /// Draws them.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let quiet = canvas.theme.quiet();
        for (group, places) in self.groups.iter().zip(&self.places) {
            if let Some((x, y)) = places.first()
                && *y > 0
                && *y <= area.height
            {
                let room = usize::from(area.width.saturating_sub(*x));
                canvas.put(area.x + x, area.y + y - 1, &group.caption, room, quiet);
            }
            for (tile, (x, y)) in group.tiles.iter().zip(places) {
                if y + self.size.height <= area.height {
                    let at = Rect::new(area.x + x, area.y + y, self.size.width, self.size.height);
                    tile.draw(canvas, at, self.size);
                }
            }
        }
    }
}

/// The cards of a group as words, after its caption.
pub(super) fn in_words(group: &Group, quiet: Style) -> Text {
    words(&group.caption, quiet).into_iter().chain(group.tiles.iter().map(Tile::word)).collect()
}
