//! A table to look at: seats in their order, the middle, and the log.

use engine::{BySeat, Event, Fact, Game, Handle, Part, Pile, Seat, View, Words};
use ratatui::{layout::Rect, style::Style};

use super::paint::{Canvas, Target, Text, Theme, atom, below, beside, flow, top, words};
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

/// How cards are named.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// By glyph and letters.
    Short,
    /// By their full names.
    Full,
}

/// Narrower than this, everything stands in one column.
pub const NARROW: u16 = 70;
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

    /// A line of the log.
    pub fn said(&self, event: &Event) -> Said {
        Said { text: self.words().line(&event.text), rule: event.rule }
    }

    /// The nearest place's heading.
    fn near_title(&self) -> String {
        let turn = self.view.board.turn == Some(self.near);
        format!("{}{}", if turn { "▶ " } else { "" }, self.name(self.near))
    }

    /// What the players are called where they sit.
    pub fn name(&self, seat: Seat) -> String {
        let name = self.words().seat(seat);
        if self.view.seat == Some(seat) { format!("{name} (you)") } else { name }
    }

    /// The table: what is happening, the seats, the nearest place. Gives what lies below, of which at
    /// least `least` rows are left and more than `wish` are not needed.
    pub fn draw_table(
        &self,
        canvas: &mut Canvas<'_>,
        area: Rect,
        own: &Text,
        (least, wish): (u16, u16),
    ) -> Rect {
        self.draw_title(canvas, top(area, 2));
        let body = below(area, 2);
        let own_rows = (flow(own, body.width, 2).len() as u16).clamp(1, 4);
        let room = body.height.saturating_sub(own_rows + 1);
        let seats = self.rows_of_seats(canvas.theme, body.width);
        // What neither seats nor the rest need spreads the seats.
        let spare = room.saturating_sub(seats + wish.max(12));
        let seats = (seats + spare * 2 / 3).min(room.saturating_sub(least)).max(1);
        self.draw_seats(canvas, top(body, seats));
        let rest = below(body, seats);
        let place = canvas.rule(rest, &self.near_title(), false);
        canvas.text(top(place, own_rows), own, 2);
        below(rest, own_rows + 1)
    }

    /// The phase and what is happening, in two rows.
    fn draw_title(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let board = &self.view.board;
        let mut title = vec![atom(self.game.info().name, canvas.theme.strong())];
        if !board.phase.is_empty() {
            title.push(atom(format!("· {}", board.phase), Style::new()));
        }
        canvas.cut(top(area, 1), &title);
        let headline = self.words().line(&board.headline);
        if area.height > 1 && !headline.is_empty() {
            let mark = canvas.theme.mark();
            canvas.cut(below(area, 1), &[atom(format!("» {headline}"), mark)]);
        }
    }

    /// How many rows the seats would like to have.
    fn rows_of_seats(&self, theme: Theme, width: u16) -> u16 {
        let cell = |text: &Text, width: u16| flow(text, width, 2).len() as u16;
        if width < NARROW {
            let middle = cell(&self.middle(theme, Naming::Short), width).min(3);
            return middle + self.others().len() as u16;
        }
        let [left, centre, right] = self.ring();
        let thirds = width / 3 - 1;
        let side = |seats: &[Seat]| -> u16 {
            seats.iter().map(|seat| cell(&self.place(theme, *seat, Naming::Short), thirds)).sum()
        };
        let middle = cell(&self.middle(theme, Naming::Short), thirds) + side(&centre);
        side(&left).max(side(&right)).max(middle)
    }

    /// The seats around the table, clockwise from the left of the nearest, and the middle.
    fn draw_seats(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let theme = canvas.theme;
        if area.width < NARROW {
            return self.draw_list(canvas, area);
        }
        let third = area.width / 3;
        let (left, rest) = beside(area, third - 1, 1);
        let (centre, right) = beside(rest, third, 1);
        let [on_left, across, on_right] = self.ring();
        self.draw_side(canvas, left, &on_left);
        let middle = self.middle(theme, Naming::Short);
        let need = flow(&middle, centre.width, 2).len() as u16;
        let used = across.first().map_or(0, |seat| {
            let room = top(centre, area.height.saturating_sub(need).max(2));
            canvas.text(room, &self.place(theme, *seat, Naming::Short), 2)
        });
        canvas.text(below(centre, used), &middle, 2);
        self.draw_side(canvas, right, &on_right);
    }

    /// Seats below each other: as they need, with what is left between them; alike if that is too
    /// much.
    fn draw_side(&self, canvas: &mut Canvas<'_>, area: Rect, seats: &[Seat]) {
        let place = |seat: &Seat| self.place(canvas.theme, *seat, Naming::Short);
        let texts: Vec<Text> = seats.iter().map(place).collect();
        let need: usize = texts.iter().map(|text| flow(text, area.width, 2).len()).sum();
        let spare = usize::from(area.height).checked_sub(need);
        let between = spare.map_or(0, |spare| spare / seats.len().max(1)) as u16;
        let mut rest = area;
        for (i, text) in texts.iter().enumerate() {
            let share = match spare {
                Some(_) => rest.height,
                None => rest.height / (texts.len() - i) as u16,
            };
            let used = canvas.text(top(rest, share), text, 2);
            rest = below(rest, used + between);
        }
    }

    /// All in one column: the middle, then a row for each seat, more where there is room.
    fn draw_list(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let theme = canvas.theme;
        let middle = self.middle(theme, Naming::Short);
        let others = self.others();
        let for_middle = area.height.saturating_sub(others.len() as u16).clamp(1, 3);
        let used = canvas.text(top(area, for_middle), &middle, 2);
        self.draw_side(canvas, below(area, used), &others);
    }

    /// The seats on the left from near to far, across, and on the right from far to near; each
    /// column from top to bottom.
    fn ring(&self) -> [Vec<Seat>; 3] {
        let others = self.others();
        let side = others.len() / 2;
        let left = others[..side].iter().rev().copied().collect();
        let across = others[side..others.len() - side].to_vec();
        [left, across, others[others.len() - side..].to_vec()]
    }

    fn others(&self) -> Vec<Seat> {
        self.near.others(self.view.board.seats.len()).collect()
    }

    /// The middle of the table.
    pub fn middle(&self, theme: Theme, naming: Naming) -> Text {
        let board = &self.view.board;
        self.things(theme, &board.facts, &board.piles, naming)
    }

    /// A seat: whose it is, and what lies before it.
    pub fn place(&self, theme: Theme, seat: Seat, naming: Naming) -> Text {
        let board = &self.view.board;
        let turn = board.turn == Some(seat);
        let style = if turn { theme.mark() } else { theme.strong() };
        let mark = if turn { "▶" } else { "○" };
        let mut text = vec![atom(format!("{mark} {}", self.name(seat)), style)];
        if let Some(Some(seconds)) = self.away.get(seat) {
            text.push(atom(for_so_long(*seconds), theme.bad()));
        }
        if let Some(place) = board.seats.get(seat) {
            text.extend(self.things(theme, &place.facts, &place.piles, naming));
        }
        text
    }

    /// Facts and piles, with what lies face up first: that is what everybody looks for.
    fn things(&self, theme: Theme, facts: &[Fact], piles: &[Pile], naming: Naming) -> Text {
        let up = |pile: &&Pile| {
            !pile.closed && pile.cards.iter().any(|card| self.view.faces.contains_key(card))
        };
        let pile = |pile: &Pile| self.pile(theme, pile, naming);
        let things = piles.iter().filter(up).map(pile);
        let things = things.chain(facts.iter().map(|fact| self.fact(theme, fact, naming)));
        let things = things.chain(piles.iter().filter(|pile| !up(pile)).map(pile));
        separated(things)
    }

    fn fact(&self, theme: Theme, fact: &Fact, naming: Naming) -> Text {
        let told = self.words();
        let value = fact.value.render(&|part| match (part, naming) {
            (Part::Face(face), Naming::Short) => self.game.face(*face).short.into(),
            _ => told.line(&engine::Line(vec![part.clone()])),
        });
        let value = if value.is_empty() { "–" } else { &value };
        [words(fact.name, theme.quiet()), words(value, Style::new())].concat()
    }

    /// A pile; cards that cannot be told apart are counted.
    fn pile(&self, theme: Theme, pile: &Pile, naming: Naming) -> Text {
        if pile.cards.is_empty() {
            return Vec::new();
        }
        let mut text = words(pile.name, theme.quiet());
        if pile.closed {
            text.push(atom(format!("▒×{}", pile.cards.len()), Style::new()));
            return text;
        }
        let alike = |a: &Handle, b: &Handle| self.view.faces.get(a) == self.view.faces.get(b);
        let mut names = 0;
        for run in pile.cards.chunk_by(alike) {
            let name = self.card_name(run[0], naming);
            let name = if run.len() > 1 { format!("{name}×{}", run.len()) } else { name };
            text.push(atom(name, self.card_style(theme, run[0])));
            names += 1;
        }
        if naming == Naming::Full {
            // Names are of several words.
            let first = text.len() - names;
            let last = text.len() - 1;
            for name in &mut text[first..last] {
                *name = name.clone().followed_by(",");
            }
        }
        text
    }

    fn card_name(&self, card: Handle, naming: Naming) -> String {
        let Some(face) = self.view.faces.get(&card) else { return "▒".into() };
        let info = self.game.face(*face);
        match naming {
            Naming::Short => info.short.into(),
            Naming::Full => info.name.into(),
        }
    }

    fn card_style(&self, theme: Theme, card: Handle) -> Style {
        let face = self.view.faces.get(&card);
        face.map_or(theme.quiet(), |face| theme.tint(self.game.face(*face).tint))
    }

    /// The nearest place, its cards one by one; `marked` stands out.
    pub fn own(
        &self,
        theme: Theme,
        marked: Option<Handle>,
        lead: &dyn Fn(Handle) -> Option<Target>,
    ) -> Text {
        let Some(place) = self.view.board.seats.get(self.near) else { return Vec::new() };
        let spread = |pile: &Pile| {
            let mut text = words(pile.name, theme.quiet());
            text.extend(pile.cards.iter().map(|card| {
                let name = self.card_name(*card, Naming::Short);
                let style = self.card_style(theme, *card);
                let shown = match marked == Some(*card) {
                    true => atom(format!("›{name}‹"), style.patch(theme.chosen())),
                    false => atom(format!("[{name}]"), style),
                };
                lead(*card).map_or(shown.clone(), |target| shown.leading_to(target))
            }));
            text
        };
        let laid = place.piles.iter().filter(|pile| !pile.closed && !pile.cards.is_empty());
        let heaps = place.piles.iter().filter(|pile| pile.closed);
        let things = laid.map(spread);
        let things = things.chain(place.facts.iter().map(|f| self.fact(theme, f, Naming::Short)));
        let things = things.chain(heaps.map(|pile| self.pile(theme, pile, Naming::Short)));
        separated(things)
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
        let headline = self.words().line(&self.view.board.headline);
        let mut texts = vec![words(&headline, theme.mark()), Vec::new()];
        let middle = self.middle(theme, Naming::Full);
        texts.push([words("Table:", theme.strong()), middle].concat());
        for seat in self.near.lap(self.view.board.seats.len()) {
            texts.extend([Vec::new(), self.place(theme, seat, Naming::Full)]);
        }
        texts
    }

    /// What every card in sight does; `first` comes first.
    pub fn cards(&self, theme: Theme, first: Option<Handle>) -> Vec<Text> {
        let own = self.view.board.seats.get(self.near).into_iter().flat_map(|place| &place.piles);
        let own = own.flat_map(|pile| pile.cards.iter().copied());
        let all = first.into_iter().chain(own).chain(self.view.board.cards());
        let mut faces = Vec::new();
        for face in all.filter_map(|card| self.view.faces.get(&card)) {
            if !faces.contains(face) {
                faces.push(*face);
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
    let mut room = usize::from(area.height);
    for (i, said) in log.iter().enumerate().take(last + 1).rev() {
        let mark = if marked == Some(i) { "›" } else { "·" };
        let mut text = vec![atom(mark, Style::new())];
        text.extend(words(&said.text, Style::new()));
        if !said.rule.is_empty() {
            text.push(atom(format!("[{}]", said.rule), theme.quiet()));
        }
        let rows = flow(&text, area.width, 2).len();
        if rows > room {
            break;
        }
        room -= rows;
        fitting.push((i, rows as u16, text));
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

/// For how long somebody is away.
fn for_so_long(seconds: u64) -> String {
    match seconds {
        0 => "(away)".into(),
        1..100 => format!("(away {seconds} s)"),
        _ => format!("(away {} min)", seconds / 60),
    }
}

/// Things one after the other, with marks between them.
fn separated(things: impl Iterator<Item = Text>) -> Text {
    let mut all: Text = Vec::new();
    for thing in things.filter(|thing| !thing.is_empty()) {
        if let Some(last) = all.pop() {
            all.push(last.followed_by(" ·"));
        }
        all.extend(thing);
    }
    all
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
