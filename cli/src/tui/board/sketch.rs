//! Ways of drawing a table, and how much room each takes.

use ratatui::layout::Rect;

use super::{
    Drawer, Naming,
    card::{Group, Size, Spread, Tile},
    middle::{Columns, InWords, MatBox, draw_mats, draw_sheets, mats_rows, sheets_rows},
    own::OwnBoxes,
    things::has_nothing,
};
use crate::tui::{
    fit::{Thing, fit, rows_for},
    paint::{Canvas, Text, below, beside, top},
};

/// A way of drawing a table.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// What has boxes at the nearest place.
    pub own: OwnBoxes,
    /// Whether seats are drawn around the middle; otherwise side by side above it.
    pub ring: bool,
    /// Boxes for cards laid in the middle, and for other piles there.
    tiles: bool,
    mats: bool,
    sheets: bool,
    /// Boxes for decisive things before each seat.
    seat_tiles: bool,
    /// Only the decisive things of each seat.
    brief: bool,
    /// Cards in the middle and of the nearest place have room for their full names.
    pub big: bool,
}

const RICH: Plan = Plan {
    own: OwnBoxes::All,
    ring: true,
    tiles: true,
    mats: true,
    sheets: true,
    seat_tiles: false,
    brief: false,
    big: false,
};
const BOXES: Plan = Plan { ring: false, seat_tiles: true, ..RICH };
const ROW: Plan = Plan { ring: false, ..RICH };
const HAND: Plan = Plan { own: OwnBoxes::Hand, ..ROW };
const SPARE: Plan = Plan { tiles: false, sheets: false, brief: true, ..HAND };

/// From the richest to the plainest.
pub(super) const PLANS: [Plan; 21] = [
    Plan { big: true, ..RICH },
    Plan { big: true, sheets: false, ..RICH },
    RICH,
    Plan { sheets: false, ..RICH },
    Plan { own: OwnBoxes::Hand, ..RICH },
    Plan { own: OwnBoxes::Hand, sheets: false, ..RICH },
    Plan { own: OwnBoxes::Hand, sheets: false, brief: true, ..RICH },
    Plan { big: true, ..BOXES },
    Plan { big: true, sheets: false, ..BOXES },
    BOXES,
    Plan { sheets: false, ..BOXES },
    Plan { own: OwnBoxes::Hand, sheets: false, ..BOXES },
    Plan { own: OwnBoxes::Hand, sheets: false, brief: true, ..BOXES },
    ROW,
    Plan { sheets: false, ..ROW },
    HAND,
    Plan { sheets: false, brief: true, ..HAND },
    Plan { own: OwnBoxes::None, sheets: false, brief: true, ..ROW },
    SPARE,
    Plan { own: OwnBoxes::None, ..SPARE },
    Plan { mats: false, ..SPARE },
];

/// The least width of a seat.
const STATION: u16 = 18;
/// The width of seats at the sides.
const SIDE: u16 = 21;

/// A seat as it is drawn.
struct Station {
    head: Text,
    things: Vec<Thing>,
    tile: Option<Tile>,
    groups: Vec<Group>,
}

impl Station {
    fn rows(&self, width: u16, brief: bool) -> u16 {
        rows_for(&self.head, &self.things, width, brief)
    }
}

/// Everything that a plan draws, and the rows it takes.
pub(crate) struct Sketch {
    pub plan: Plan,
    title: Text,
    /// What is told about all.
    facts: Vec<Thing>,
    headline: Text,
    stations: Vec<Station>,
    own_tile: Option<Tile>,
    /// How big cards in the middle are drawn.
    size: Size,
    /// How big cards before the other seats are drawn.
    seat_size: Size,
    groups: Vec<Group>,
    mats: Vec<MatBox>,
    sheets: Vec<Columns>,
    told: Vec<Thing>,
}

impl Drawer<'_> {
    /// What a plan draws.
    pub(crate) fn sketch(&self, plan: Plan) -> Sketch {
        let trick = self.trick();
        let (lately, tiles) = trick.clone().unwrap_or_default();
        let of =
            |seat: usize| tiles.iter().find(|(by, _)| *by == seat).map(|(_, tile)| tile.clone());
        let stations = self.others().map(|seat| {
            let (head, mut things) = self.seat(seat, Naming::Short);
            let mut groups = Vec::new();
            if plan.seat_tiles && !self.by_name() {
                let (drawn, rest) = self.drawn(seat);
                groups = drawn;
                things = self.place(&rest, Naming::Short);
            }
            if !plan.tiles {
                things.splice(0..0, self.laid_by(seat));
            }
            Station { head, things, tile: of(seat).filter(|_| plan.tiles), groups }
        });
        let in_words =
            InWords { by_seat: false, mats: !plan.mats, piles: !plan.tiles, sheets: !plan.sheets };
        let mut told = self.middle(Naming::Short, in_words);
        if plan.tiles && trick.is_some() {
            let title = match &self.view.board.lately {
                _ if !lately.is_empty() => Some(self.decided(&lately)),
                // It is shown in words with the rest of the middle.
                Some(lately) if has_nothing(&lately.pile) => None,
                Some(lately) => Some(self.decided(&self.lately(lately, Naming::Short))),
                None => None,
            };
            told.splice(0..0, title.map(|title| Thing::new(self.rank_of_decided(), title)));
        }
        if !plan.ring {
            // In rows nobody is drawn above the own place, so the card laid from there is shown in words.
            told.splice(0..0, self.laid_by(self.near).filter(|_| lately.is_empty()));
        }
        let (title, headline) = self.titles();
        Sketch {
            plan,
            title,
            facts: self.facts(Naming::Short),
            headline,
            stations: stations.collect(),
            own_tile: of(self.near).filter(|_| plan.tiles),
            size: self.size(plan.big),
            seat_size: self.size(false),
            groups: if plan.tiles { self.groups() } else { Vec::new() },
            mats: if plan.mats { self.mats() } else { Vec::new() },
            sheets: if plan.sheets { self.sheets() } else { Vec::new() },
            told,
        }
    }
}

impl Sketch {
    /// How many rows everything but the nearest place takes.
    pub(crate) fn rows(&self, width: u16) -> u16 {
        self.title_rows(width)
            + 1
            + if self.plan.ring { self.ring_rows(width) } else { self.row_rows(width) }
    }

    /// How many rows the title takes with what is told about all, or with what decides of that.
    fn title_rows(&self, width: u16) -> u16 {
        rows_for(&self.title, &self.facts, width, self.plan.brief).min(2)
    }

    /// Draws what is told about all, and what is happening; says how many rows that took.
    pub(crate) fn draw_title(&self, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
        let rows = self.title_rows(area.width);
        let title = fit(canvas.theme, &self.title, &self.facts, (area.width, rows));
        let used = canvas.text(top(area, rows), &title, 2);
        used + canvas.text(top(below(area, used), 1), &self.headline, 2).max(1)
    }

    /// Whether seats fit at the sides, with enough room left for the middle.
    pub(crate) fn can_ring(&self, width: u16) -> bool {
        let groups: usize = self.groups.iter().map(|group| group.tiles.len()).sum();
        let centre = width.saturating_sub(2 * SIDE + 2);
        let fits = groups as u16 * self.size.width <= centre;
        let trick = self.own_tile.is_some();
        trick && (3..=7).contains(&self.stations.len()) && self.mats.is_empty() && fits
    }

    fn side(&self) -> usize {
        if self.stations.len() > 5 { 2 } else { 1 }
    }

    /// The seats on the left from near to far, those across, and those on the right from far to near.
    fn ring(&self) -> (&[Station], &[Station], &[Station]) {
        let side = self.side();
        let (left, rest) = self.stations.split_at(side);
        let (across, right) = rest.split_at(rest.len() - side);
        (left, across, right)
    }

    /// The width of a seat if `count` are side by side.
    fn each(width: u16, count: usize) -> u16 {
        (width / count.max(1) as u16).saturating_sub(1)
    }

    fn ring_rows(&self, width: u16) -> u16 {
        let (left, across, right) = self.ring();
        let each = Self::each(width, across.len());
        let upper = across.iter().map(|s| s.rows(each, self.plan.brief)).max().unwrap_or(0);
        let side =
            |column: &[Station]| column.iter().map(|s| s.rows(SIDE, self.plan.brief)).sum::<u16>();
        let centre = width - 2 * SIDE - 2;
        upper + side(left).max(side(right)).max(self.centre_rows(centre))
    }

    /// How many rows the middle takes between the seats.
    fn centre_rows(&self, width: u16) -> u16 {
        let told = rows_for(&Vec::new(), &self.told, width, self.plan.brief);
        self.trick_rows()
            + Spread::new(&self.groups, self.size, width).rows()
            + if self.told.is_empty() { 0 } else { told }
            + sheets_rows(&self.sheets, width).unwrap_or(100)
    }

    /// The size of cards laid in the middle: wider, since names are in their edges.
    fn trick_size(&self) -> Size {
        Size { width: self.seat_size.width + 2, ..self.size }
    }

    fn trick_rows(&self) -> u16 {
        if self.own_tile.is_some() { 2 * self.trick_size().height } else { 0 }
    }

    /// The lines of seats side by side, with the rows each takes.
    fn lines(&self, width: u16) -> Vec<(&[Station], u16)> {
        let most = usize::from(width / STATION).max(1);
        let lines = self.stations.len().div_ceil(most);
        let per = self.stations.len().div_ceil(lines.max(1)).max(1);
        let line = |line: &'_ [Station]| {
            let each = Self::each(width, per);
            line.iter().map(|s| s.rows(each, self.plan.brief)).max().unwrap_or(0)
        };
        self.stations.chunks(per).map(|stations| (stations, line(stations))).collect()
    }

    /// How many rows the boxes of a line of seats take.
    fn tile_rows(&self, line: &[Station], width: u16) -> u16 {
        let trick = if self.own_tile.is_some() { self.trick_size().height } else { 0 };
        let boxes = line.iter().map(|s| Spread::new(&s.groups, self.seat_size, width).rows());
        trick.max(boxes.max().unwrap_or(0))
    }

    fn row_rows(&self, width: u16) -> u16 {
        let lines = self.lines(width);
        let each = Self::each(width, lines.first().map_or(1, |(line, _)| line.len()));
        let seats: u16 = lines.iter().map(|(line, rows)| rows + self.tile_rows(line, each)).sum();
        let told = rows_for(&Vec::new(), &self.told, width, self.plan.brief);
        seats
            + if self.told.is_empty() { 0 } else { told }
            + mats_rows(&self.mats, width)
            + Spread::new(&self.groups, self.size, width).rows()
            + sheets_rows(&self.sheets, width).unwrap_or(100)
    }

    /// Draws the seats and the middle.
    pub(crate) fn draw_body(&self, canvas: &mut Canvas<'_>, area: Rect) {
        if self.plan.ring {
            return self.draw_ring(canvas, area);
        }
        let mut rest = area;
        let lines = self.lines(area.width);
        let per = lines.first().map_or(1, |(line, _)| line.len());
        // Rows that are left over part the seats from each other and from the middle.
        let spare = area.height.saturating_sub(self.row_rows(area.width));
        let gap = spare.checked_div(lines.len() as u16 + 1).unwrap_or(0);
        for (line, rows) in lines {
            draw_line(canvas, rest, line, (per, rows));
            rest = below(rest, rows);
            let each = area.width / per.max(1) as u16;
            for (i, station) in line.iter().enumerate() {
                let at = Rect { x: rest.x + i as u16 * each, width: each - 1, ..rest };
                if let Some(tile) = &station.tile {
                    tile.draw(canvas, at, self.trick_size());
                }
                Spread::new(&station.groups, self.seat_size, at.width).draw(canvas, at);
            }
            rest = below(rest, self.tile_rows(line, each - 1) + gap);
        }
        let rows = mats_rows(&self.mats, rest.width);
        draw_mats(canvas, top(rest, rows), &self.mats);
        self.draw_rest(canvas, below(rest, rows));
    }

    /// Draws piles, sheets and what is shown in words.
    fn draw_rest(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let spread = Spread::new(&self.groups, self.size, area.width);
        spread.draw(canvas, area);
        let rest = below(area, spread.rows());
        let rows = sheets_rows(&self.sheets, rest.width).unwrap_or(0);
        draw_sheets(canvas, top(rest, rows), &self.sheets);
        let rest = below(rest, rows);
        let told = fit(canvas.theme, &Vec::new(), &self.told, (rest.width, rest.height));
        canvas.text(rest, &told, 2);
    }

    fn draw_ring(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let (left, across, right) = self.ring();
        let each = Self::each(area.width, across.len());
        let brief = self.plan.brief;
        let upper = across.iter().map(|s| s.rows(each, brief)).max().unwrap_or(0);
        draw_line(canvas, area, across, (across.len(), upper));
        let rest = below(area, upper);
        let (left_area, more) = beside(rest, SIDE, 1);
        let (centre, right_area) = beside(more, more.width.saturating_sub(SIDE + 1), 1);
        let near_last: Vec<&Station> = left.iter().rev().collect();
        // Centres the middle vertically.
        let down = centre.height.saturating_sub(self.centre_rows(centre.width)) / 2;
        let level = down + self.trick_size().height;
        draw_side(canvas, left_area, &near_last, (level, brief));
        draw_side(canvas, right_area, &right.iter().collect::<Vec<_>>(), (level, brief));
        let centre = below(centre, down);
        let used = self.draw_trick(canvas, centre);
        self.draw_rest(canvas, below(centre, used));
    }

    /// Draws the cards laid in the middle, each towards its seat. Returns the rows used.
    fn draw_trick(&self, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
        let Some(own) = &self.own_tile else { return 0 };
        let (left, across, right) = self.ring();
        let size = self.trick_size();
        let across: Vec<&Tile> =
            across.iter().filter_map(|station| station.tile.as_ref()).collect();
        let gap = area.width / (across.len().max(1) as u16);
        for (i, tile) in across.iter().enumerate() {
            let x = area.x + i as u16 * gap + gap.saturating_sub(size.width) / 2;
            tile.draw(canvas, Rect { x, ..area }, size);
        }
        let lower = below(area, size.height);
        let sides = left.iter().rev().chain(right).filter_map(|station| station.tile.as_ref());
        let sides: Vec<&Tile> = sides.collect();
        let (first, last) = sides.split_at(sides.len() / 2);
        let row: Vec<&Tile> =
            first.iter().copied().chain([own]).chain(last.iter().copied()).collect();
        let gap = area.width / row.len() as u16;
        for (i, tile) in row.iter().enumerate() {
            let x = lower.x + i as u16 * gap + gap.saturating_sub(size.width) / 2;
            tile.draw(canvas, Rect { x, ..lower }, size);
        }
        self.trick_rows()
    }
}

/// Draws seats side by side.
fn draw_line(canvas: &mut Canvas<'_>, area: Rect, line: &[Station], (per, rows): (usize, u16)) {
    let each = area.width / per.max(1) as u16;
    for (i, station) in line.iter().enumerate() {
        let x = area.x + i as u16 * each;
        let at = Rect::new(x, area.y, each.saturating_sub(1), rows.min(area.height));
        let text = fit(canvas.theme, &station.head, &station.things, (at.width, at.height));
        canvas.text(at, &text, 2);
    }
}

/// Draws seats in a column: a single one at this level, several spread over the height; with everything, or
/// with what decides.
fn draw_side(
    canvas: &mut Canvas<'_>,
    area: Rect,
    column: &[&Station],
    (level, brief): (u16, bool),
) {
    let needs: u16 = column.iter().map(|station| station.rows(area.width, brief)).sum();
    let spare = area.height.saturating_sub(needs);
    let between = match column.len() {
        1 => level.min(spare),
        several => spare / (several as u16 + 1),
    };
    let mut rest = below(area, between);
    for station in column {
        let rows = station.rows(area.width, brief);
        let text = fit(canvas.theme, &station.head, &station.things, (area.width, rows));
        canvas.text(top(rest, rows), &text, 2);
        rest = below(rest, rows + between);
    }
}
