//! Places and piles as things that can be told in words, by how much they matter.

use engine::{
    Badge, Face, Fact, Handle, Importance, Laid, Layout, Line, Part, Pile, Place, Seat, Token, What,
};
use ratatui::style::Style;

use super::{
    Drawer, Naming,
    card::{Group, Size, Tile},
};
use crate::tui::{
    fit::{Rank, Thing},
    paint::{Atom, Text, atom, words},
};

impl Drawer<'_> {
    /// How a face is called.
    pub fn face(&self, face: Face, naming: Naming) -> &'static str {
        let info = self.game.face(face);
        if naming == Naming::Full || self.by_name() { info.name } else { info.short }
    }

    /// How big this game's cards are drawn.
    pub fn size(&self) -> Size {
        if self.by_name() { Size::NAMED } else { Size::SMALL }
    }

    /// What lies before a seat: whose it is, then what matters.
    pub fn seat(&self, seat: Seat, naming: Naming) -> (Text, Vec<Thing>) {
        let Some(place) = self.view.board.seats.get(seat) else { return Default::default() };
        let mut head = self.head(seat);
        let (decide, help): (Vec<_>, Vec<_>) =
            place.badges.iter().partition(|badge| badge.importance == Importance::Decides);
        head.extend(decide.into_iter().map(|badge| self.badge(badge)));
        let help =
            help.into_iter().map(|badge| Thing::new(Rank::Minor(0), vec![self.badge(badge)]));
        (head, help.chain(self.place(place, naming)).collect())
    }

    /// Whose a seat is.
    pub fn head(&self, seat: Seat) -> Text {
        let turn = self.view.board.turn == Some(seat);
        let style = if turn { self.theme.mark() } else { self.theme.strong() };
        let mark = if turn { "▶" } else { "○" };
        let mut text = vec![atom(format!("{mark} {}", self.name(seat)), style)];
        if let Some(Some(seconds)) = self.away.get(seat) {
            text.push(atom(for_so_long(*seconds), self.theme.bad()));
        }
        text
    }

    /// What lies at a place, but for its badges. What is known comes before what is not.
    pub fn place(&self, place: &Place, naming: Naming) -> Vec<Thing> {
        let mut things: Vec<Thing> = Vec::new();
        let mut add = |importance, full: Text, brief: Text| {
            if !full.is_empty() {
                let rank = rank(importance, things.len());
                things.push(Thing::new(rank, full).or(brief));
            }
        };
        for token in &place.tokens {
            add(token.importance, vec![self.token(token)], vec![self.brief_token(token)]);
        }
        // Tokens say how many lie in a heap.
        let told = |pile: &&Pile| {
            let heap = pile.is_closed() && pile.importance == Importance::Background;
            !(heap && naming == Naming::Short && !place.tokens.is_empty())
        };
        let piles = place.piles.iter().filter(told).map(|pile| {
            let hidden = pile.importance == Importance::Decides && !self.tells(pile);
            (if hidden { Importance::Helps } else { pile.importance }, Told::Pile(pile))
        });
        let facts = place.facts.iter().map(|fact| (fact.importance, Told::Fact(fact)));
        let mut told: Vec<_> = piles.chain(facts).collect();
        told.sort_by_key(|(importance, _)| std::cmp::Reverse(*importance));
        for (importance, told) in told {
            match told {
                Told::Fact(fact) => {
                    let text = self.fact(fact, naming);
                    add(importance, text.clone(), text);
                }
                Told::Pile(pile) => add(importance, self.pile(pile, naming), self.brief(pile)),
            }
        }
        things
    }

    /// Whether anything can be seen of a pile.
    fn tells(&self, pile: &Pile) -> bool {
        let known = pile.cards().any(|card| self.view.faces.contains_key(&card));
        known || pile.printed().next().is_some() || pile.layout == Layout::Slots
    }

    /// The same in as few letters as can be.
    fn brief_token(&self, token: &Token) -> Atom {
        let text = match (token.limit, engine::symbols::glyph(token.symbol)) {
            (Some(limit), _) if limit <= 5 => dots(token.count, limit),
            (_, Some(glyph)) => format!("{}{glyph}", token.count),
            (_, None) => engine::counted(token),
        };
        atom(text, Style::new())
    }

    /// Something that is counted, such as "4 coins" or "●●○ wounds".
    pub fn token(&self, token: &Token) -> Atom {
        let text = match token.limit {
            Some(limit) if limit <= 5 => format!("{} {}", dots(token.count, limit), token.plural),
            _ => engine::counted(token),
        };
        atom(text, Style::new())
    }

    /// A state, such as "banker".
    pub fn badge(&self, badge: &Badge) -> Atom {
        let style = match badge.importance {
            Importance::Decides => self.theme.mark(),
            Importance::Helps | Importance::Background => self.theme.quiet(),
        };
        atom(format!("‹{}›", self.words().line(&badge.text)), style)
    }

    /// A line, with faces named as here.
    pub fn line(&self, line: &Line, naming: Naming) -> String {
        let told = self.words();
        line.render(&|part| match part {
            Part::Face(face) => self.face(*face, naming).into(),
            _ => told.line(&part.clone().into()),
        })
    }

    /// A named value.
    pub fn fact(&self, fact: &Fact, naming: Naming) -> Text {
        let value = self.line(&fact.value, naming);
        let value = if value.is_empty() { "–" } else { &value };
        // A number stays beside what it counts.
        if value.chars().all(|c| c.is_ascii_digit()) {
            return vec![atom(format!("{} {value}", fact.name), Style::new())];
        }
        [words(fact.name, self.theme.quiet()), words(value, Style::new())].concat()
    }

    /// A pile in words; cards that cannot be told apart are counted. Empty if nothing lies there.
    pub fn pile(&self, pile: &Pile, naming: Naming) -> Text {
        if pile.laid.is_empty() || pile.is_empty() && pile.layout != Layout::Slots {
            return Vec::new();
        }
        let mut text = words(pile.name, self.theme.quiet());
        if pile.is_closed() {
            text.push(atom(format!("▒×{}", pile.size()), Style::new()));
            return text;
        }
        let separate = pile.layout == Layout::Slots || naming == Naming::Full || self.by_name();
        let names: Vec<(String, Style)> =
            pile.laid.iter().filter_map(|laid| self.laid(laid, naming)).collect();
        let runs: Vec<_> = names.chunk_by(|a, b| a.0 == b.0).collect();
        for (i, run) in runs.iter().enumerate() {
            let (name, style) = &run[0];
            let hidden = name == HIDDEN && run.len() <= HANDFUL;
            let mut name = match run.len() {
                1 => name.clone(),
                many if hidden => HIDDEN.repeat(many),
                many => format!("{name}×{many}"),
            };
            if separate && i + 1 < runs.len() {
                name.push(',');
            }
            // A name may be broken between its words.
            text.extend(words(&name, *style));
        }
        text
    }

    /// A pile without its name, or by the number of its cards if they are many.
    fn brief(&self, pile: &Pile) -> Text {
        let mut short = Pile { name: "", ..pile.clone() };
        for laid in &mut short.laid {
            // What a place asks for is told where there is room.
            if self.line(&laid.label, Naming::Short).chars().count() > LABEL {
                laid.label = Line::default();
            }
            laid.badges.clear();
        }
        let open = self.pile(&short, Naming::Short);
        let many = pile.laid.len() > FEW || self.by_name() && pile.laid.len() > 1;
        if pile.layout == Layout::Slots || !many && self.tells(pile) {
            return open;
        }
        let mut text = words(pile.name, self.theme.quiet());
        text.push(atom(format!("×{}", pile.laid.len()), Style::new()));
        text
    }

    /// Something that lies in a pile, with what is on it.
    fn laid(&self, laid: &Laid, naming: Naming) -> Option<(String, Style)> {
        let (mut name, style) = match laid.what {
            What::Card(card) => (self.card(card, naming), self.card_style(card)),
            What::Printed(face) => {
                (self.face(face, naming).into(), self.theme.tint(self.game.face(face).tint))
            }
            What::Empty if laid.label.is_empty() => return None,
            What::Empty => {
                let label = self.line(&laid.label, naming);
                return Some((format!("–{label}"), self.theme.quiet()));
            }
        };
        let mut on: Vec<String> = Vec::new();
        let label = self.line(&laid.label, naming);
        if !label.is_empty() && !self.says(laid.what, &label) {
            on.push(label);
        }
        on.extend(laid.badges.iter().map(|badge| self.line(&badge.text, naming)));
        on.extend(laid.tokens.iter().map(engine::counted));
        if !on.is_empty() {
            name = format!("{name} ({})", on.join(", "));
        }
        for under in &laid.under {
            let Some((what, _)) = self.laid(under, naming) else { continue };
            name = match under.seat {
                Some(seat) => format!("{name} ← {what} of {}", self.words().seat(seat)),
                None => format!("{name} + {what}"),
            };
        }
        Some((name, style))
    }

    /// Whether what lies there says itself what its place means.
    fn says(&self, what: What, label: &str) -> bool {
        let face = match what {
            What::Card(card) => self.view.faces.get(&card).copied(),
            What::Printed(face) => Some(face),
            What::Empty => None,
        };
        face.is_some_and(|face| self.game.face(face).name.to_lowercase().contains(label))
    }

    /// A card, or the back of one.
    pub fn card(&self, card: Handle, naming: Naming) -> String {
        let Some(face) = self.view.faces.get(&card) else { return HIDDEN.into() };
        let name = self.face(*face, naming);
        // An eye on what lies face down and was looked at.
        if self.view.peeked(card) { format!("{name}◉") } else { name.into() }
    }

    fn card_style(&self, card: Handle) -> Style {
        let face = self.view.faces.get(&card);
        face.map_or(self.theme.quiet(), |face| self.theme.tint(self.game.face(*face).tint))
    }

    /// Something that lies in a pile as a box.
    pub fn tile(&self, laid: &Laid) -> Tile {
        let mut tile = match laid.what {
            What::Card(card) => {
                let name = self.card(card, Naming::Short);
                let name = if name == HIDDEN { HIDDEN.repeat(6) } else { name };
                Tile::new(name, self.card_style(card))
            }
            What::Printed(face) => {
                let style = self.theme.tint(self.game.face(face).tint);
                Tile::new(self.face(face, Naming::Short), style)
            }
            What::Empty => Tile { empty: true, ..Tile::new("", self.theme.quiet()) },
        };
        let label = self.line(&laid.label, Naming::Short);
        if !label.is_empty() && !self.says(laid.what, &label) {
            tile.above = label;
        }
        let badges = laid.badges.iter().map(|badge| self.line(&badge.text, Naming::Short));
        let tokens = laid.tokens.iter().map(engine::counted);
        let mut edges: Vec<String> = badges.chain(tokens).collect();
        if edges.len() > 1 && tile.above.is_empty() {
            tile.above = edges.remove(0);
        }
        tile.below = edges.join(" ");
        for under in laid.under.iter().filter(|under| under.seat.is_none()) {
            if let What::Card(card) = under.what {
                tile.name = format!("{} +{}", tile.name, self.card(card, Naming::Short));
            }
        }
        tile
    }

    /// What lies before a seat and decides, as boxes; and the place without it.
    pub fn drawn(&self, seat: Seat) -> (Vec<Group>, Place) {
        let Some(place) = self.view.board.seats.get(seat) else { return Default::default() };
        let shown = |pile: &&Pile| {
            let open = !pile.is_closed() && pile.layout != Layout::Hand && !pile.laid.is_empty();
            open && pile.importance == Importance::Decides && self.tells(pile)
        };
        let groups = place.piles.iter().filter(shown).map(|pile| {
            let caption = String::new();
            Group { caption, ..self.group(pile) }
        });
        let piles = place.piles.iter().filter(|pile| !shown(pile)).cloned().collect();
        (groups.collect(), Place { piles, ..place.clone() })
    }

    /// A pile as boxes.
    pub fn group(&self, pile: &Pile) -> Group {
        let caption = pile.name.into();
        Group { caption, tiles: pile.laid.iter().map(|laid| self.tile(laid)).collect() }
    }
}

/// The back of a card.
pub const HIDDEN: &str = "▒";
/// So many backs are drawn one by one.
const HANDFUL: usize = 6;
/// A longer label is left out where there is little room.
const LABEL: usize = 8;
/// So many cards are named where there is little room.
const FEW: usize = 5;

/// So many of so many, such as "●●○".
fn dots(count: i64, limit: u8) -> String {
    let has = usize::try_from(count).unwrap_or(0);
    let lacks = usize::from(limit).saturating_sub(has);
    format!("{}{}", "●".repeat(has.min(9)), "○".repeat(lacks))
}

enum Told<'a> {
    Fact(&'a Fact),
    Pile(&'a Pile),
}

fn rank(importance: Importance, i: usize) -> Rank {
    match importance {
        Importance::Decides => Rank::Major(i),
        Importance::Helps => Rank::Minor(i),
        Importance::Background => Rank::Minor(LAST + i),
    }
}

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
