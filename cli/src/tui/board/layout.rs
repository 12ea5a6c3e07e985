//! The layout of a table: the richest way of drawing it for which there is room.

use ratatui::{layout::Rect, style::Style};
use seat::shown::LayoutShown;

use super::{
    Drawer, Naming,
    middle::InWords,
    own::Own,
    sketch::{PLANS, Parts, Plan, Sketch},
};
use crate::tui::{
    fit::{Thing, fit, rows_for},
    keys::Act,
    paint::{Canvas, Text, atom, below, height, top, words},
    seats::{NARROW, Seats, Spot},
};

/// How many rows the part below a table needs.
#[derive(Clone, Copy)]
pub(crate) struct Below {
    /// The fewest it can do with.
    pub least: u16,
    /// Enough to show everything.
    pub better: u16,
    /// The most it can use.
    pub wish: u16,
}

impl Drawer<'_> {
    /// Draws the table: what is happening, the seats, the middle, the nearest place. Returns the area
    /// below.
    pub(crate) fn draw_table(
        &self,
        canvas: &mut Canvas<'_>,
        area: Rect,
        own: &Own,
        below_it: Below,
    ) -> Rect {
        let bare = below_it.better.min(below_it.least + 1);
        let room = |below: u16| area.height.saturating_sub(below);
        let parts = Parts::new(self);
        let mut with_less = None;
        for plan in PLANS.into_iter().filter(|plan| area.width >= NARROW && self.is_for(*plan)) {
            let sketch = parts.sketch(plan);
            if plan.ring && !sketch.can_ring(area.width) {
                continue;
            }
            let need = sketch.rows(area.width) + 1 + self.own_rows(own, plan, area.width).0;
            if need <= room(below_it.better) {
                return self.draw_sketch(canvas, area, own, &sketch, (below_it, below_it.better));
            }
            if with_less.is_none() && need <= room(bare) {
                with_less = Some(sketch);
            }
        }
        if let Some(sketch) = with_less {
            return self.draw_sketch(canvas, area, own, &sketch, (below_it, bare));
        }
        self.draw_column(canvas, area, own, below_it)
    }

    /// Whether a plan could make a difference at this table: seats sit around what they have laid, and cards
    /// that go by their names have one size.
    fn is_for(&self, plan: Plan) -> bool {
        let board = &self.view.board;
        let laid = board.piles.iter().any(|pile| pile.layout == LayoutShown::BySeat);
        (!plan.ring || laid && board.mats.is_empty())
            && (!plan.big || self.size(true) != self.size(false))
    }

    /// How many rows the nearest place takes, and how many more would show everything there.
    fn own_rows(&self, own: &Own, plan: Plan, width: u16) -> (u16, u16) {
        own.rows(plan.own, self.size(plan.big), width, self.theme.quiet())
    }

    /// The title line with the game, its phase and public facts; and what is happening.
    pub(crate) fn titles(&self) -> (Text, Text) {
        let board = &self.view.board;
        let mut title = vec![atom(self.view.game_name.clone(), self.theme.strong())];
        if !board.phase.is_empty() {
            title.push(atom(format!("· {}", board.phase), Style::new()));
        }
        // On another player's turn, that the reader is asked comes first.
        let others = board.turn.is_some() && board.turn != self.view.me;
        let asked = others && self.view.me.is_some() && self.view.menu.is_some();
        let headline = match board.headline.to(self.view.me) {
            line if line.is_empty() => Vec::new(),
            line if asked => words(&format!("» You are asked · {line}"), self.theme.mark()),
            line => words(&format!("» {line}"), self.theme.mark()),
        };
        (title, headline)
    }

    /// The heading of the nearest place.
    fn near_title(&self) -> String {
        let turn = self.view.board.turn == Some(self.near);
        let place = self.view.board.seats.get(self.near);
        let badges = place.into_iter().flat_map(|place| &place.badges);
        let badges: String = badges.map(|badge| format!(" {}", self.badge(badge))).collect();
        format!("{}{}{badges}", if turn { "▶ " } else { "" }, self.name(self.near))
    }

    /// Draws a sketch, with at least so many rows left for the part below.
    fn draw_sketch(
        &self,
        canvas: &mut Canvas<'_>,
        area: Rect,
        own: &Own,
        sketch: &Sketch<'_>,
        (below_it, at_least): (Below, u16),
    ) -> Rect {
        let plan = sketch.plan;
        let (own_rows, own_more) = self.own_rows(own, plan, area.width);
        let need = sketch.rows(area.width);
        let mut spare = area.height - need - 1 - own_rows - at_least;
        let mut take = |most: u16| {
            let taken = spare.min(most);
            spare -= taken;
            taken
        };
        take(below_it.better - at_least);
        // Spare rows first show what would be hidden, then they go to the part below, then they spread the
        // table.
        let more = take(sketch.more_rows(area.width));
        let own_rows = 1 + own_rows + take(own_more);
        take(below_it.wish.saturating_sub(below_it.better));
        let body = top(area, need + more + spare);
        let (used, more) = sketch.draw_title(canvas, body, more);
        sketch.draw_body(canvas, below(body, used), more);
        self.draw_own(canvas, below(area, body.height), own, plan, own_rows)
    }

    fn draw_own(
        &self,
        canvas: &mut Canvas<'_>,
        area: Rect,
        own: &Own,
        plan: Plan,
        rows: u16,
    ) -> Rect {
        let title = self.near_title();
        let place = top(canvas.rule(area, &title, false), rows.saturating_sub(1));
        canvas.aside(area, &title, &WHOLE, Act::Whole);
        own.draw(canvas, place, plan.own, self.size(plan.big));
        below(area, rows)
    }

    /// Draws everything in one column, where there is no room for more.
    fn draw_column(&self, canvas: &mut Canvas<'_>, area: Rect, own: &Own, below_it: Below) -> Rect {
        let (title, headline) = self.titles();
        let mut middle = self.facts(Naming::Short);
        let wide = area.width >= NARROW;
        let in_words = InWords { by_seat: false, mats: !wide, ..InWords::ALL };
        middle.extend(self.middle(Naming::Short, in_words));
        // What decides above all is named even on the smallest screen.
        let named = usize::from(!wide && middle.first().is_some_and(Thing::is_major));
        let middle = Spot::new(Vec::new(), middle).naming(named);
        let mats = if wide { self.mats_in_words(Naming::Short) } else { Vec::new() };
        let mut mats =
            mats.into_iter().map(|(head, things, slots)| Spot::new(head, things).naming(slots));
        let seat = |seat| {
            let (head, mut things) = self.seat(seat, Naming::Short);
            things.splice(0..0, self.laid_by(seat));
            Spot::new(head, things)
        };
        // A mat with something going on matters most, and comes first.
        let busy = if wide { self.busy_mats() } else { 0 };
        let tried: Vec<Spot> = mats.by_ref().take(busy).collect();
        let spots = tried.into_iter().chain([middle]).chain(self.others().map(seat)).chain(mats);
        let seats = Seats(spots.collect());
        let mut mine = own.words(self.theme.quiet());
        mine.extend(self.laid_by(self.near));
        let rows = share_rows(area, &seats, &mine, below_it);
        let mut rest = top(area, rows.title);
        let long = u16::from(!headline.is_empty()) * height(&headline, area.width, 2);
        if rest.height > long {
            canvas.cut(top(rest, 1), &title);
            rest = below(rest, 1);
        }
        canvas.text(rest, &headline, 2);
        let body = below(area, rows.title);
        seats.draw(canvas, top(body, rows.seats));
        let rest = below(body, rows.seats);
        let title = self.near_title();
        let place = top(canvas.rule(rest, &title, false), rows.own - 1);
        canvas.aside(rest, &title, &WHOLE, Act::Whole);
        canvas.text(place, &fit(self.theme, &Vec::new(), &mine, (place.width, place.height)), 2);
        below(rest, rows.own)
    }
}

/// How the key that shows the whole table is told, in many columns or few.
const WHOLE: [&str; 2] = ["v: whole table", "v: all"];

/// The rows of the parts of a table.
struct Rows {
    title: u16,
    seats: u16,
    /// Including the line above it.
    own: u16,
}

/// Distributes a screen's rows. The question to the player comes first, then the own cards, then the most
/// important things of all others; spare rows spread the seats.
fn share_rows(area: Rect, seats: &Seats, own: &[Thing], below_it: Below) -> Rows {
    let Below { least, better, wish } = below_it;
    let mine = rows_for(&Vec::new(), own, area.width, false);
    let mut left = area.height.saturating_sub(1);
    let mut give = |part: &mut u16, until: u16| {
        let more = until.saturating_sub(*part).min(left);
        left -= more;
        *part += more;
    };
    let mut shares = Rows { title: 0, seats: 0, own: 1 };
    let mut rest = 0;
    give(&mut shares.title, 1);
    give(&mut rest, least);
    give(&mut shares.own, 2);
    give(&mut shares.seats, seats.least(area.width));
    give(&mut shares.own, mine.min(2) + 1);
    give(&mut rest, better.min(least + 1));
    give(&mut shares.own, mine.min(3) + 1);
    give(&mut shares.seats, seats.better(area.width));
    give(&mut rest, better);
    give(&mut shares.title, 2);
    give(&mut shares.seats, seats.rows(area.width));
    give(&mut shares.own, mine + 1);
    give(&mut rest, wish.max(12));
    shares.seats += left * 2 / 3;
    shares
}
