//! A table to look at: seats in their order, the middle, and the log.

use engine::{BySeat, Event, Fact, Game, Handle, Part, Pile, Seat, View, Words};
use ratatui::{layout::Rect, style::Style};

use super::{
    fit::{Rank, Thing, all, fit},
    keys::Act,
    paint::{Canvas, Target, Text, Theme, atom, below, beside, height, top, words},
    seats::{Seats, Spot},
};
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

/// How many rows what lies below a table would have.
#[derive(Clone, Copy)]
pub struct Below {
    /// It cannot do with fewer.
    pub least: u16,
    /// With so many it is whole.
    pub better: u16,
    /// It has no use for more.
    pub wish: u16,
}

/// How many rows the parts of a table have.
struct Rows {
    title: u16,
    seats: u16,
    /// With the line above it.
    own: u16,
}

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

    /// The table: what is happening, the seats, the nearest place. Gives what lies below.
    pub fn draw_table(
        &self,
        canvas: &mut Canvas<'_>,
        area: Rect,
        own: &[Thing],
        below_it: Below,
    ) -> Rect {
        let theme = canvas.theme;
        let seats = self.seats(theme);
        let rows = share_rows(area, &seats, own, below_it);
        self.draw_title(canvas, top(area, rows.title));
        let body = below(area, rows.title);
        seats.draw(canvas, top(body, rows.seats));
        let rest = below(body, rows.seats);
        let title = self.near_title();
        let place = top(canvas.rule(rest, &title, false), rows.own - 1);
        canvas.aside(rest, &title, "v: whole table", Act::Whole);
        canvas.text(place, &fit(theme, &Vec::new(), own, (place.width, place.height)), 2);
        below(rest, rows.own)
    }

    /// The phase and what is happening; only what is happening, where that takes all the rows.
    fn draw_title(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let board = &self.view.board;
        let mark = canvas.theme.mark();
        let headline = match self.words().line(&board.headline) {
            line if line.is_empty() => Vec::new(),
            line => words(&format!("» {line}"), mark),
        };
        let mut rest = area;
        let long = u16::from(!headline.is_empty()) * height(&headline, area.width, 2);
        if area.height > long {
            let mut title = vec![atom(self.game.info().name, canvas.theme.strong())];
            if !board.phase.is_empty() {
                title.push(atom(format!("· {}", board.phase), Style::new()));
            }
            canvas.cut(top(area, 1), &title);
            rest = below(area, 1);
        }
        canvas.text(rest, &headline, 2);
    }

    /// The middle, and everybody but the nearest in their order.
    fn seats(&self, theme: Theme) -> Seats {
        let middle = Spot::new(Vec::new(), self.middle(theme, Naming::Short));
        let others = self.near.others(self.view.board.seats.len());
        let seat = |seat| {
            Spot::new(self.head(theme, seat), self.things_before(theme, seat, Naming::Short))
        };
        Seats(std::iter::once(middle).chain(others.map(seat)).collect())
    }

    /// The middle of the table. What is told about all matters more than what lies there.
    fn middle(&self, theme: Theme, naming: Naming) -> Vec<Thing> {
        let board = &self.view.board;
        self.things(theme, (&board.facts, &board.piles), naming, &Whose::Nobody)
    }

    /// A seat: whose it is, and what lies before it.
    pub fn place(&self, theme: Theme, seat: Seat, naming: Naming) -> Text {
        all(&self.head(theme, seat), &self.things_before(theme, seat, naming))
    }

    /// Whose a seat is.
    fn head(&self, theme: Theme, seat: Seat) -> Text {
        let turn = self.view.board.turn == Some(seat);
        let style = if turn { theme.mark() } else { theme.strong() };
        let mark = if turn { "▶" } else { "○" };
        let mut text = vec![atom(format!("{mark} {}", self.name(seat)), style)];
        if let Some(Some(seconds)) = self.away.get(seat) {
            text.push(atom(for_so_long(*seconds), theme.bad()));
        }
        text
    }

    /// What lies before a seat.
    fn things_before(&self, theme: Theme, seat: Seat, naming: Naming) -> Vec<Thing> {
        let Some(place) = self.view.board.seats.get(seat) else { return Vec::new() };
        self.things(theme, (&place.facts, &place.piles), naming, &Whose::Seat)
    }

    /// Facts and piles, with what lies face up first: that is what everybody looks for.
    fn things(
        &self,
        theme: Theme,
        (facts, piles): (&[Fact], &[Pile]),
        naming: Naming,
        whose: &Whose,
    ) -> Vec<Thing> {
        let up = |pile: &Pile| {
            let seen = pile.cards.iter().any(|card| self.view.faces.contains_key(card));
            !pile.closed && (seen || !pile.printed.is_empty())
        };
        let pile = |(i, pile): (usize, &Pile)| {
            let thing = Thing::new(whose.pile(i, up(pile)), self.pile(theme, pile, naming));
            thing.or(self.count(theme, pile))
        };
        let fact = |(i, fact): (usize, &Fact)| {
            Thing::new(whose.fact(i, fact), self.fact(theme, fact, naming))
        };
        let laid = piles.iter().enumerate().filter(|(_, pile)| !pile.is_empty());
        let things = laid.clone().filter(|(_, pile)| up(pile)).map(pile);
        let things = things.chain(facts.iter().enumerate().map(fact));
        things.chain(laid.filter(|(_, p)| !up(p)).map(pile)).collect()
    }

    fn fact(&self, theme: Theme, fact: &Fact, naming: Naming) -> Text {
        let told = self.words();
        let value = fact.value.render(&|part| match (part, naming) {
            (Part::Face(face), Naming::Short) => self.game.face(*face).short.into(),
            _ => told.line(&engine::Line(vec![part.clone()])),
        });
        let value = if value.is_empty() { "–" } else { &value };
        // A number stays beside what it counts.
        if value.chars().all(|c| c.is_ascii_digit()) {
            return vec![atom(format!("{} {value}", fact.name), Style::new())];
        }
        [words(fact.name, theme.quiet()), words(value, Style::new())].concat()
    }

    /// A pile; cards that cannot be told apart are counted.
    fn pile(&self, theme: Theme, pile: &Pile, naming: Naming) -> Text {
        if pile.is_empty() {
            return Vec::new();
        }
        let mut text = words(pile.name, theme.quiet());
        if pile.closed {
            text.push(atom(format!("▒×{}", pile.cards.len()), Style::new()));
            return text;
        }
        let alike = |a: &Handle, b: &Handle| self.view.faces.get(a) == self.view.faces.get(b);
        let mut names = pile.printed.len();
        text.extend(pile.printed.iter().map(|face| {
            let info = self.game.face(*face);
            let name = if naming == Naming::Short { info.short } else { info.name };
            atom(name, theme.tint(info.tint))
        }));
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

    /// A pile by the number of its cards, if several of them can be told apart.
    fn count(&self, theme: Theme, pile: &Pile) -> Text {
        let unknown = pile.cards.iter().all(|card| !self.view.faces.contains_key(card));
        if unknown || pile.cards.len() + pile.printed.len() == 1 {
            return self.pile(theme, pile, Naming::Short);
        }
        let mut text = words(pile.name, theme.quiet());
        text.push(atom(format!("×{}", pile.cards.len()), Style::new()));
        text
    }

    fn card_name(&self, card: Handle, naming: Naming) -> String {
        let Some(face) = self.view.faces.get(&card) else { return "▒".into() };
        let info = self.game.face(*face);
        let name = match naming {
            Naming::Short => info.short,
            Naming::Full => info.name,
        };
        // An eye on what lies face down and was looked at.
        if self.view.peeked(card) { format!("{name}◉") } else { name.into() }
    }

    fn card_style(&self, theme: Theme, card: Handle) -> Style {
        let face = self.view.faces.get(&card);
        face.map_or(theme.quiet(), |face| theme.tint(self.game.face(*face).tint))
    }

    /// The nearest place, its cards one by one; those `marked` stand out.
    pub fn own(
        &self,
        theme: Theme,
        marked: &[Handle],
        lead: &dyn Fn(Handle) -> Option<Target>,
    ) -> Vec<Thing> {
        let Some(place) = self.view.board.seats.get(self.near) else { return Vec::new() };
        let spread = |(i, pile): (usize, &Pile)| {
            let mut text = words(pile.name, theme.quiet());
            text.extend(pile.cards.iter().map(|card| {
                let name = self.card_name(*card, Naming::Short);
                let style = self.card_style(theme, *card);
                let shown = match marked.contains(card) {
                    true => atom(format!("›{name}‹"), style.patch(theme.chosen())),
                    false => atom(format!("[{name}]"), style),
                };
                lead(*card).map_or(shown.clone(), |target| shown.leading_to(target))
            }));
            Thing::new(Whose::Seat.pile(i, false), text).or(self.count(theme, pile))
        };
        let piles = place.piles.iter().enumerate().filter(|(_, pile)| !pile.cards.is_empty());
        let (heaps, laid): (Vec<_>, Vec<_>) = piles.partition(|(_, pile)| pile.closed);
        let fact = |(i, fact): (usize, &Fact)| {
            Thing::new(Whose::Seat.fact(i, fact), self.fact(theme, fact, Naming::Short))
        };
        let heap = |(i, pile): (usize, &Pile)| {
            Thing::new(Whose::Seat.pile(i, false), self.pile(theme, pile, Naming::Short))
        };
        let things = laid.into_iter().map(spread);
        let things = things.chain(place.facts.iter().enumerate().map(fact));
        things.chain(heaps.into_iter().map(heap)).collect()
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
        texts.push(all(&words("Table:", theme.strong()), &self.middle(theme, Naming::Full)));
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
        let known = all.filter_map(|card| self.view.faces.get(&card).copied());
        for face in known.chain(self.view.board.printed()) {
            if !faces.contains(&face) {
                faces.push(face);
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
    let mut room = area.height;
    for (i, said) in log.iter().enumerate().take(last + 1).rev() {
        let mark = if marked == Some(i) { "›" } else { "·" };
        let mut text = vec![atom(mark, Style::new())];
        text.extend(words(&said.text, Style::new()));
        if !said.rule.is_empty() {
            text.push(atom(format!("[{}]", said.rule), theme.quiet()));
        }
        let rows = height(&text, area.width, 2);
        if rows > room {
            break;
        }
        room -= rows;
        fitting.push((i, rows, text));
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

/// Shares a screen's rows out. What a player has to answer comes first, then the own cards, then
/// everybody else's most important things; what is left over spreads the seats.
fn share_rows(area: Rect, seats: &Seats, own: &[Thing], below_it: Below) -> Rows {
    let Below { least, better, wish } = below_it;
    let mine = height(&all(&Vec::new(), own), area.width, 2);
    let room = area.height.saturating_sub(2 + better + mine.min(3) + 1);
    let (some, everything) = seats.rows(area.width, room);
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
    give(&mut shares.seats, some);
    give(&mut shares.own, mine.min(2) + 1);
    give(&mut rest, better);
    give(&mut shares.title, 2);
    give(&mut shares.own, mine.min(3) + 1);
    give(&mut shares.seats, everything);
    give(&mut shares.own, mine.min(5) + 1);
    give(&mut rest, wish.max(12));
    shares.seats += left * 2 / 3;
    shares
}

/// Before whom something lies.
enum Whose {
    /// In the middle.
    Nobody,
    /// Before a seat.
    Seat,
}

impl Whose {
    /// What is told about all matters most. So does a seat's first fact if it is a number: it is what
    /// players count.
    fn fact(&self, i: usize, fact: &Fact) -> Rank {
        match (self, i, fact.value.0.as_slice()) {
            (Self::Nobody, ..) => Rank::Major(i),
            (Self::Seat, 0, [Part::Number(_)]) => Rank::Major(0),
            (Self::Seat, 0, _) => Rank::Major(LAST),
            (Self::Seat, ..) => Rank::Minor(2 * i),
        }
    }

    /// What lies face up matters more than what does not; between a seat's first such pile and the
    /// others comes how many cards are in hand.
    fn pile(&self, i: usize, up: bool) -> Rank {
        match (self, i, up) {
            (Self::Nobody, _, true) => Rank::Major(LAST + i),
            (Self::Seat, 0, _) => Rank::Major(HAND),
            (Self::Seat, 1, true) => Rank::Major(1),
            (Self::Seat, _, true) => Rank::Major(HAND + i),
            (_, _, false) => Rank::Minor(2 * i + 1),
        }
    }
}

/// Where the hand comes among what matters.
const HAND: usize = 2;
/// After everything that is counted up from the first.
const LAST: usize = 1000;

/// For how long somebody is away.
fn for_so_long(seconds: u64) -> String {
    match seconds {
        0 => "(away)".into(),
        1..100 => format!("(away {seconds} s)"),
        _ => format!("(away {} min)", seconds / 60),
    }
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
