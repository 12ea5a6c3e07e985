//! Ways of drawing a table, and how much room each takes.

use std::cell::OnceCell;

use ratatui::layout::Rect;

use super::{
    Drawer, Naming,
    card::{Group, Size, Spread, Tile},
    middle::{BEFORE, Columns, InWords, MatBox, draw_mats, draw_sheets, mats_rows, sheets_rows},
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

/// What plans draw: each part is made once, when the first plan needs it.
pub(super) struct Parts<'a> {
    drawer: &'a Drawer<'a>,
    title: Text,
    /// What is told about all.
    facts: Vec<Thing>,
    headline: Text,
    /// The cards laid in the middle, and what was decided by them if they are not of now.
    trick: Option<(String, Vec<(usize, Tile)>)>,
    seats: Vec<SeatParts>,
    groups: OnceCell<Vec<Group>>,
    mats: OnceCell<Vec<MatBox>>,
    sheets: OnceCell<Vec<Columns>>,
    /// What is told in words, for each of the ways in which that depends on the plan.
    told: [OnceCell<Vec<Thing>>; 16],
}

/// The parts of a seat.
struct SeatParts {
    seat: usize,
    head: Text,
    things: OnceCell<Vec<Thing>>,
    /// With what it has laid in the middle.
    with_laid: OnceCell<Vec<Thing>>,
    /// Decisive things as boxes, and the others in words.
    drawn: OnceCell<(Vec<Group>, Vec<Thing>)>,
}

/// A seat as it is drawn.
struct Station<'a> {
    head: &'a Text,
    things: &'a [Thing],
    tile: Option<&'a Tile>,
    groups: &'a [Group],
}

impl Station<'_> {
    fn rows(&self, width: u16, brief: bool) -> u16 {
        rows_for(self.head, self.things, width, brief)
    }
}

/// Everything that a plan draws, and the rows it takes.
pub(crate) struct Sketch<'a> {
    pub plan: Plan,
    parts: &'a Parts<'a>,
    stations: Vec<Station<'a>>,
    own_tile: Option<&'a Tile>,
    /// How big cards in the middle are drawn.
    size: Size,
    /// How big cards before the other seats are drawn.
    seat_size: Size,
    groups: &'a [Group],
    mats: &'a [MatBox],
    sheets: &'a [Columns],
    told: &'a [Thing],
}

impl<'a> Parts<'a> {
    /// The parts of a table.
    pub(super) fn new(drawer: &'a Drawer<'a>) -> Self {
        let (title, headline) = drawer.titles();
        let seat = |seat: usize| SeatParts {
            seat,
            head: drawer.seat_head(seat),
            things: OnceCell::new(),
            with_laid: OnceCell::new(),
            drawn: OnceCell::new(),
        };
        Self {
            drawer,
            title,
            facts: drawer.facts(Naming::Short),
            headline,
            trick: drawer.trick(),
            seats: drawer.others().map(seat).collect(),
            groups: OnceCell::new(),
            mats: OnceCell::new(),
            sheets: OnceCell::new(),
            told: Default::default(),
        }
    }

    /// What a plan draws.
    pub(super) fn sketch(&'a self, plan: Plan) -> Sketch<'a> {
        let drawer = self.drawer;
        Sketch {
            plan,
            parts: self,
            stations: self.seats.iter().map(|seat| self.station(seat, plan)).collect(),
            own_tile: self.laid(drawer.near).filter(|_| plan.tiles),
            size: drawer.size(plan.big),
            seat_size: drawer.size(false),
            groups: if plan.tiles { self.groups.get_or_init(|| drawer.groups()) } else { &[] },
            mats: if plan.mats { self.mats.get_or_init(|| drawer.mats()) } else { &[] },
            sheets: if plan.sheets { self.sheets.get_or_init(|| drawer.sheets()) } else { &[] },
            told: self.told(plan),
        }
    }

    fn station(&'a self, parts: &'a SeatParts, plan: Plan) -> Station<'a> {
        let (drawer, seat) = (self.drawer, parts.seat);
        let things = || parts.things.get_or_init(|| drawer.seat(seat, Naming::Short).1);
        let (groups, things): (&[Group], _) = if plan.seat_tiles && !drawer.by_name() {
            let (groups, things) = parts.drawn.get_or_init(|| {
                let (drawn, rest) = drawer.drawn(seat);
                (drawn, drawer.place(&rest, Naming::Short))
            });
            (groups, things)
        } else if plan.tiles {
            (&[], things())
        } else {
            let laid = || drawer.laid_by(seat).into_iter().chain(things().iter().cloned());
            (&[], parts.with_laid.get_or_init(|| laid().collect()))
        };
        let tile = self.laid(seat).filter(|_| plan.tiles);
        Station { head: &parts.head, things, tile, groups }
    }

    /// The card that a seat has laid in the middle, or its place there.
    fn laid(&self, seat: usize) -> Option<&Tile> {
        let (_, tiles) = self.trick.as_ref()?;
        tiles.iter().find(|(by, _)| *by == seat).map(|(_, tile)| tile)
    }

    /// What a plan tells in words.
    fn told(&self, plan: Plan) -> &[Thing] {
        let asks = [plan.mats, plan.tiles, plan.sheets, plan.ring];
        let place = asks.into_iter().fold(0, |place, ask| 2 * place + usize::from(ask));
        self.told[place].get_or_init(|| self.tell(plan))
    }

    fn tell(&self, plan: Plan) -> Vec<Thing> {
        let drawer = self.drawer;
        let in_words =
            InWords { by_seat: false, mats: !plan.mats, piles: !plan.tiles, sheets: !plan.sheets };
        let mut told = drawer.middle(Naming::Short, in_words);
        let lately = self.trick.as_ref().map_or("", |(lately, _)| lately);
        if plan.tiles && self.trick.is_some() {
            let title = match &drawer.view.board.lately {
                _ if !lately.is_empty() => Some(drawer.decided(lately)),
                // It is shown in words with the rest of the middle.
                Some(lately) if has_nothing(&lately.pile) => None,
                Some(lately) => Some(drawer.decided(&drawer.lately(lately, Naming::Short))),
                None => None,
            };
            told.splice(
                0..0,
                title.map(|title| Thing::new(drawer.rank_of_decided(), title).called(BEFORE)),
            );
        }
        if !plan.ring {
            // In rows nobody is drawn above the own place, so the card laid from there is shown in words.
            told.splice(0..0, drawer.laid_by(drawer.near).filter(|_| lately.is_empty()));
        }
        told
    }
}

impl Sketch<'_> {
    /// How many rows everything but the nearest place takes.
    pub(crate) fn rows(&self, width: u16) -> u16 {
        self.rows_with(width, self.plan.brief)
    }

    /// How many rows more would show everything that is left out otherwise.
    pub(crate) fn more_rows(&self, width: u16) -> u16 {
        let body = self.rows_with(width, false).saturating_sub(self.rows(width));
        body + self.title_more(width)
    }

    fn rows_with(&self, width: u16, brief: bool) -> u16 {
        let body = match self.plan.ring {
            true => self.ring_rows(width, brief),
            false => self.row_rows(width, brief),
        };
        self.title_rows(width) + 1 + body
    }

    /// How many rows the title takes with what is told about all, or with what decides of that.
    fn title_rows(&self, width: u16) -> u16 {
        rows_for(&self.parts.title, &self.parts.facts, width, self.plan.brief).min(2)
    }

    /// How many rows more would tell all of it.
    fn title_more(&self, width: u16) -> u16 {
        let all = rows_for(&self.parts.title, &self.parts.facts, width, false);
        all.saturating_sub(self.title_rows(width))
    }

    /// Draws what is told about all, and what is happening, in up to `more` rows more than needed. Returns
    /// the rows used, and what is left of `more`.
    pub(crate) fn draw_title(&self, canvas: &mut Canvas<'_>, area: Rect, more: u16) -> (u16, u16) {
        let taken = more.min(self.title_more(area.width));
        let rows = self.title_rows(area.width) + taken;
        let title = fit(canvas.theme, &self.parts.title, &self.parts.facts, (area.width, rows));
        let used = canvas.text(top(area, rows), &title, 2);
        let said = canvas.text(top(below(area, used), 1), &self.parts.headline, 2).max(1);
        (used + said, more - taken)
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
    fn ring(&self) -> (&[Station<'_>], &[Station<'_>], &[Station<'_>]) {
        let side = self.side();
        let (left, rest) = self.stations.split_at(side);
        let (across, right) = rest.split_at(rest.len() - side);
        (left, across, right)
    }

    /// The width of a seat if `count` are side by side.
    fn each(width: u16, count: usize) -> u16 {
        (width / count.max(1) as u16).saturating_sub(1)
    }

    fn ring_rows(&self, width: u16, brief: bool) -> u16 {
        let (left, across, right) = self.ring();
        let upper = upper_rows(across, width, brief);
        let side = |column: &[Station<'_>]| column.iter().map(|s| s.rows(SIDE, brief)).sum::<u16>();
        let centre = width - 2 * SIDE - 2;
        upper + side(left).max(side(right)).max(self.centre_rows(centre, brief))
    }

    /// How many rows the middle takes between the seats.
    fn centre_rows(&self, width: u16, brief: bool) -> u16 {
        let told = rows_for(&Vec::new(), self.told, width, brief);
        self.trick_rows()
            + Spread::new(self.groups, self.size, width).rows()
            + if self.told.is_empty() { 0 } else { told }
            + sheets_rows(self.sheets, width).unwrap_or(100)
    }

    /// The size of cards laid in the middle: wider, since names are in their edges.
    fn trick_size(&self) -> Size {
        Size { width: self.seat_size.width + 2, ..self.size }
    }

    fn trick_rows(&self) -> u16 {
        if self.own_tile.is_some() { 2 * self.trick_size().height } else { 0 }
    }

    /// The lines of seats side by side, with the rows each takes.
    fn lines(&self, width: u16, brief: bool) -> Vec<(&[Station<'_>], u16)> {
        let most = usize::from(width / STATION).max(1);
        let lines = self.stations.len().div_ceil(most);
        let per = self.stations.len().div_ceil(lines.max(1)).max(1);
        let line = |line: &[Station<'_>]| {
            let each = Self::each(width, per);
            line.iter().map(|s| s.rows(each, brief)).max().unwrap_or(0)
        };
        self.stations.chunks(per).map(|stations| (stations, line(stations))).collect()
    }

    /// How many rows the boxes of a line of seats take.
    fn tile_rows(&self, line: &[Station<'_>], width: u16) -> u16 {
        let trick = if self.own_tile.is_some() { self.trick_size().height } else { 0 };
        let boxes = line.iter().map(|s| Spread::new(s.groups, self.seat_size, width).rows());
        trick.max(boxes.max().unwrap_or(0))
    }

    fn row_rows(&self, width: u16, brief: bool) -> u16 {
        let lines = self.lines(width, brief);
        let each = Self::each(width, lines.first().map_or(1, |(line, _)| line.len()));
        let seats: u16 = lines.iter().map(|(line, rows)| rows + self.tile_rows(line, each)).sum();
        let told = rows_for(&Vec::new(), self.told, width, brief);
        seats
            + if self.told.is_empty() { 0 } else { told }
            + mats_rows(self.mats, width)
            + Spread::new(self.groups, self.size, width).rows()
            + sheets_rows(self.sheets, width).unwrap_or(100)
    }

    /// Draws the seats and the middle; `more` of the rows are to show what is left out otherwise.
    pub(crate) fn draw_body(&self, canvas: &mut Canvas<'_>, area: Rect, more: u16) {
        if self.plan.ring {
            return self.draw_ring(canvas, area, more);
        }
        let (mut rest, mut left) = (area, more);
        let mut lines = self.lines(area.width, self.plan.brief);
        for ((_, rows), (_, all)) in lines.iter_mut().zip(self.lines(area.width, false)) {
            let taken = all.saturating_sub(*rows).min(left);
            *rows += taken;
            left -= taken;
        }
        let per = lines.first().map_or(1, |(line, _)| line.len());
        // Rows that are left over part the seats from each other and from the middle.
        let spare = area.height.saturating_sub(self.row_rows(area.width, self.plan.brief) + more);
        let gap = spare.checked_div(lines.len() as u16 + 1).unwrap_or(0);
        for (line, rows) in lines {
            draw_line(canvas, rest, line, (per, rows));
            rest = below(rest, rows);
            let each = area.width / per.max(1) as u16;
            for (i, station) in line.iter().enumerate() {
                let at = Rect { x: rest.x + i as u16 * each, width: each - 1, ..rest };
                if let Some(tile) = station.tile {
                    tile.draw(canvas, at, self.trick_size());
                }
                Spread::new(station.groups, self.seat_size, at.width).draw(canvas, at);
            }
            rest = below(rest, self.tile_rows(line, each - 1) + gap);
        }
        let rows = mats_rows(self.mats, rest.width);
        draw_mats(canvas, top(rest, rows), self.mats);
        self.draw_rest(canvas, below(rest, rows));
    }

    /// Draws piles, sheets and what is shown in words.
    fn draw_rest(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let spread = Spread::new(self.groups, self.size, area.width);
        spread.draw(canvas, area);
        let rest = below(area, spread.rows());
        let rows = sheets_rows(self.sheets, rest.width).unwrap_or(0);
        draw_sheets(canvas, top(rest, rows), self.sheets);
        let rest = below(rest, rows);
        let told = fit(canvas.theme, &Vec::new(), self.told, (rest.width, rest.height));
        canvas.text(rest, &told, 2);
    }

    fn draw_ring(&self, canvas: &mut Canvas<'_>, area: Rect, more: u16) {
        let (left, across, right) = self.ring();
        let brief = self.plan.brief;
        let upper = upper_rows(across, area.width, brief);
        let upper = upper + (upper_rows(across, area.width, false) - upper).min(more);
        draw_line(canvas, area, across, (across.len(), upper));
        let rest = below(area, upper);
        let (left_area, more) = beside(rest, SIDE, 1);
        let (centre, right_area) = beside(more, more.width.saturating_sub(SIDE + 1), 1);
        let near_last: Vec<&Station<'_>> = left.iter().rev().collect();
        // Centres the middle vertically.
        let down = centre.height.saturating_sub(self.centre_rows(centre.width, brief)) / 2;
        let level = down + self.trick_size().height;
        draw_side(canvas, left_area, &near_last, (level, brief));
        draw_side(canvas, right_area, &right.iter().collect::<Vec<_>>(), (level, brief));
        let centre = below(centre, down);
        let used = self.draw_trick(canvas, centre);
        self.draw_rest(canvas, below(centre, used));
    }

    /// Draws the cards laid in the middle, each towards its seat. Returns the rows used.
    fn draw_trick(&self, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
        let Some(own) = self.own_tile else { return 0 };
        let (left, across, right) = self.ring();
        let size = self.trick_size();
        let across: Vec<&Tile> = across.iter().filter_map(|station| station.tile).collect();
        let gap = area.width / (across.len().max(1) as u16);
        for (i, tile) in across.iter().enumerate() {
            let x = area.x + i as u16 * gap + gap.saturating_sub(size.width) / 2;
            tile.draw(canvas, Rect { x, ..area }, size);
        }
        let lower = below(area, size.height);
        let sides = left.iter().rev().chain(right).filter_map(|station| station.tile);
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

/// How many rows seats across take.
fn upper_rows(across: &[Station<'_>], width: u16, brief: bool) -> u16 {
    let each = Sketch::each(width, across.len());
    across.iter().map(|station| station.rows(each, brief)).max().unwrap_or(0)
}

/// Draws seats side by side.
fn draw_line(canvas: &mut Canvas<'_>, area: Rect, line: &[Station<'_>], (per, rows): (usize, u16)) {
    let each = area.width / per.max(1) as u16;
    for (i, station) in line.iter().enumerate() {
        let x = area.x + i as u16 * each;
        let at = Rect::new(x, area.y, each.saturating_sub(1), rows.min(area.height));
        let text = fit(canvas.theme, station.head, station.things, (at.width, at.height));
        canvas.text(at, &text, 2);
    }
}

/// Draws seats in a column: a single one at this level, several spread over the height; with everything if
/// there is room, or with what decides.
fn draw_side(
    canvas: &mut Canvas<'_>,
    area: Rect,
    column: &[&Station<'_>],
    (level, brief): (u16, bool),
) {
    let needs = |brief| column.iter().map(|station| station.rows(area.width, brief)).sum::<u16>();
    let brief = brief && needs(false) > area.height;
    let needs = needs(brief);
    let spare = area.height.saturating_sub(needs);
    let between = match column.len() {
        1 => level.min(spare),
        several => spare / (several as u16 + 1),
    };
    let mut rest = below(area, between);
    for station in column {
        let rows = station.rows(area.width, brief);
        let text = fit(canvas.theme, station.head, station.things, (area.width, rows));
        canvas.text(top(rest, rows), &text, 2);
        rest = below(rest, rows + between);
    }
}
