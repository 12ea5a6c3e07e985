//! Places and piles as things in words, ranked by importance.

use ratatui::style::Style;
use seat::shown::{
    BadgeShown, CardShown, FactShown, LatelyShown, LayoutShown, PileShown, PlaceShown, Span,
    Text as Line, TokenShown,
};

use super::{
    BACKGROUND, DECIDES, Drawer, HELPS, Naming,
    card::{Group, Size, Tile},
};
use crate::tui::{
    fit::{Rank, Thing},
    paint::{Atom, Text, atom, words},
};

impl Drawer<'_> {
    /// The name of a face.
    pub(crate) fn face(&self, face: u8, naming: Naming) -> &str {
        let Some(info) = self.info(face) else { return "?" };
        if naming == Naming::Full || self.by_name() { &info.name } else { &info.short }
    }

    fn tint(&self, face: u8) -> Style {
        self.info(face).map_or_else(Style::new, |info| self.theme.tint(&info.tint))
    }

    /// How big this game's cards are drawn: bigger where there is room, if they go by letters.
    pub(crate) fn size(&self, big: bool) -> Size {
        match (self.by_name(), big) {
            (true, _) => Size::NAMED,
            (false, true) => Size::BIG,
            (false, false) => Size::SMALL,
        }
    }

    /// What lies before a seat: whose it is, then what matters.
    pub(crate) fn seat(&self, seat: usize, naming: Naming) -> (Text, Vec<Thing>) {
        let Some(place) = self.view.board.seats.get(seat) else { return Default::default() };
        let help = place.badges.iter().filter(|badge| badge.importance < DECIDES);
        let help = help.map(|badge| {
            Thing::new(Rank::Minor(0), vec![self.badge(badge)]).called(badge.text.plain())
        });
        (self.seat_head(seat), help.chain(self.place(place, naming)).collect())
    }

    /// Whose a seat is, with the badges that decide.
    pub(crate) fn seat_head(&self, seat: usize) -> Text {
        let badges = self.view.board.seats.get(seat).into_iter().flat_map(|place| &place.badges);
        let decide = badges.filter(|badge| badge.importance == DECIDES);
        self.head(seat).into_iter().chain(decide.map(|badge| self.badge(badge))).collect()
    }

    /// The name and state of a seat's player.
    pub(crate) fn head(&self, seat: usize) -> Text {
        let turn = self.view.board.turn == Some(seat);
        let style = if turn { self.theme.mark() } else { self.theme.strong() };
        let mark = if turn { "▶" } else { "▷" };
        let mut text = vec![atom(format!("{mark} {}", self.name(seat)), style)];
        if let Some(player) = self.view.players.get(seat) {
            let away = player.away_s.map(for_so_long).filter(|_| !player.gone);
            let gone = player.gone.then(|| "(autopilot)".into());
            text.extend(gone.or(away).map(|what| atom(what, self.theme.bad())));
        }
        text
    }

    /// What lies at a place, without its badges. Known cards come before unknown ones.
    pub(crate) fn place(&self, place: &PlaceShown, naming: Naming) -> Vec<Thing> {
        let mut things: Vec<Thing> = Vec::new();
        let mut add = |importance, name: &str, full: Text, brief: Text| {
            if !full.is_empty() {
                let rank = rank(importance, things.len());
                things.push(Thing::new(rank, full).or(brief).called(name));
            }
        };
        for token in &place.tokens {
            let (full, brief) = (vec![self.token(token)], vec![self.brief_token(token)]);
            add(token.importance, &token.plural, full, brief);
        }
        // Tokens already tell how many lie in a heap.
        let told = |pile: &&PileShown| {
            let heap = is_closed(pile) && pile.importance == BACKGROUND;
            !(heap && naming == Naming::Short && !place.tokens.is_empty())
        };
        let piles = place.piles.iter().filter(told).map(|pile| {
            let hidden = pile.importance == DECIDES && !tells(pile);
            (if hidden { HELPS } else { pile.importance }, Told::Pile(pile))
        });
        let facts = place.facts.iter().map(|fact| (fact.importance, Told::Fact(fact)));
        let mut told: Vec<_> = piles.chain(facts).collect();
        told.sort_by_key(|(importance, _)| std::cmp::Reverse(*importance));
        for (importance, told) in told {
            match told {
                Told::Fact(fact) => {
                    let text = self.fact(fact, naming);
                    add(importance, &fact.name, text.clone(), text);
                }
                Told::Pile(pile) => {
                    add(importance, &pile.name, self.pile(pile, naming), self.brief(pile));
                }
            }
        }
        things
    }

    /// A token in as few letters as possible.
    fn brief_token(&self, token: &TokenShown) -> Atom {
        let text = match (token.limit, engine::symbols::glyph(&token.symbol)) {
            (Some(limit), _) if limit <= 5 => dots(token.count, limit),
            (_, Some(glyph)) => format!("{}{glyph}", token.count),
            (_, None) => token.counted(),
        };
        atom(text, Style::new())
    }

    /// A token, such as "4 coins" or "●●○ wounds".
    pub(crate) fn token(&self, token: &TokenShown) -> Atom {
        let text = match token.limit {
            Some(limit) if limit <= 5 => format!("{} {}", dots(token.count, limit), token.plural),
            _ => token.counted(),
        };
        atom(text, Style::new())
    }

    /// A state, such as "banker".
    pub(crate) fn badge(&self, badge: &BadgeShown) -> Atom {
        let style =
            if badge.importance == DECIDES { self.theme.mark() } else { self.theme.quiet() };
        atom(format!("‹{}›", badge.text.plain()), style)
    }

    /// A line, with faces named in this way.
    pub(crate) fn line(&self, line: &Line, naming: Naming) -> String {
        let told = |span: &Span| match span {
            Span::Face { face, .. } => self.face(*face, naming).to_owned(),
            other => other.text().to_owned(),
        };
        line.0.iter().map(told).collect()
    }

    /// What was decided lately, as told to the reader.
    pub(crate) fn lately(&self, lately: &LatelyShown, naming: Naming) -> String {
        self.line(&lately.title.addressed(self.view.me), naming)
    }

    /// A named value.
    pub(crate) fn fact(&self, fact: &FactShown, naming: Naming) -> Text {
        let value = self.line(&fact.value, naming);
        let value = if value.is_empty() { "–" } else { &value };
        // A number stays beside its name.
        if value.chars().all(|c| c.is_ascii_digit()) {
            return vec![atom(format!("{} {value}", fact.name), Style::new())];
        }
        [words(&fact.name, self.theme.quiet()), words(value, Style::new())].concat()
    }

    /// A pile in words; equal cards are counted. Empty if nothing lies there.
    pub(crate) fn pile(&self, pile: &PileShown, naming: Naming) -> Text {
        if lies_bare(pile) {
            return Vec::new();
        }
        let mut text = words(&pile.name, self.theme.quiet());
        if is_closed(pile) {
            text.push(atom(format!("▒×{}", pile.count), Style::new()));
            return text;
        }
        let separate =
            pile.layout == LayoutShown::Slots || naming == Naming::Full || self.by_name();
        let names: Vec<(String, Style)> =
            pile.cards.iter().filter_map(|laid| self.laid(laid, naming)).collect();
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

    /// A pile without its name, or by the number of its cards if there are many.
    pub(crate) fn brief(&self, pile: &PileShown) -> Text {
        let mut short = PileShown { name: String::new(), ..pile.clone() };
        for card in &mut short.cards {
            // What a place needs is shown only where there is room.
            if self.line(&card.label, Naming::Short).chars().count() > LABEL {
                card.label = Line::default();
            }
            card.badges.clear();
        }
        let open = self.pile(&short, Naming::Short);
        let laid = pile.cards.len().max(if is_closed(pile) { pile.count } else { 0 });
        let many = laid > FEW || self.by_name() && laid > 1;
        if pile.layout == LayoutShown::Slots || !many && tells(pile) {
            return open;
        }
        let mut text = words(&pile.name, self.theme.quiet());
        text.push(atom(format!("×{laid}"), Style::new()));
        text
    }

    /// Something that lies in a pile, with what is on it.
    fn laid(&self, laid: &CardShown, naming: Naming) -> Option<(String, Style)> {
        if is_empty(laid) {
            let label = self.line(&laid.label, naming);
            return (!label.is_empty()).then(|| (format!("–{label}"), self.theme.quiet()));
        }
        let (mut name, style) = (self.card(laid, naming), self.card_style(laid));
        let mut on: Vec<String> = Vec::new();
        let label = self.line(&laid.label, naming);
        if !label.is_empty() && !self.says(laid, &label) {
            on.push(label);
        }
        on.extend(laid.badges.iter().map(|badge| self.line(&badge.text, naming)));
        on.extend(laid.tokens.iter().map(TokenShown::counted));
        if !on.is_empty() {
            name = format!("{name} ({})", on.join(", "));
        }
        for under in &laid.under {
            let Some((what, _)) = self.laid(under, naming) else { continue };
            name = match under.seat {
                Some(seat) => format!("{name} ← {what} of {}", self.player(seat)),
                None => format!("{name} + {what}"),
            };
        }
        Some((name, style))
    }

    /// Whether the card's name already contains the label of its place.
    fn says(&self, laid: &CardShown, label: &str) -> bool {
        let info = laid.face.and_then(|face| self.info(face));
        info.is_some_and(|info| info.name.to_lowercase().contains(label))
    }

    /// A card, or the back of one.
    pub(crate) fn card(&self, card: &CardShown, naming: Naming) -> String {
        let Some(face) = card.face else { return HIDDEN.into() };
        let name = self.face(face, naming);
        // An eye marks a face-down card that was looked at.
        if self.peeked(card) { format!("{name}◉") } else { name.into() }
    }

    /// Whether the viewer has looked at a card that is not their own.
    fn peeked(&self, card: &CardShown) -> bool {
        let own = self.view.me.and_then(|me| self.view.board.seats.get(me));
        let mut own = own.into_iter().flat_map(|place| &place.piles).flat_map(|pile| &pile.cards);
        card.private && card.card.is_some() && !own.any(|other| other.card == card.card)
    }

    fn card_style(&self, card: &CardShown) -> Style {
        card.face.map_or(self.theme.quiet(), |face| self.tint(face))
    }

    /// Something that lies in a pile, as a box.
    pub(crate) fn tile(&self, laid: &CardShown) -> Tile {
        let mut tile = match self.card(laid, Naming::Short) {
            _ if is_empty(laid) => Tile { empty: true, ..Tile::new("", self.theme.quiet()) },
            name if name == HIDDEN => Tile::new(HIDDEN.repeat(6), self.card_style(laid)),
            name => Tile::new(name, self.card_style(laid)),
        };
        if let Some(face) = laid.face.filter(|_| !self.by_name()) {
            tile.full = self.face(face, Naming::Full).into();
        }
        let label = self.line(&laid.label, Naming::Short);
        if !label.is_empty() && !self.says(laid, &label) {
            tile.above = label;
        }
        let badges = laid.badges.iter().map(|badge| self.line(&badge.text, Naming::Short));
        let tokens = laid.tokens.iter().map(TokenShown::counted);
        let mut edges: Vec<String> = badges.chain(tokens).collect();
        if edges.len() > 1 && tile.above.is_empty() {
            tile.above = edges.remove(0);
        }
        tile.below = edges.join(" ");
        for under in laid.under.iter().filter(|under| under.seat.is_none()) {
            if under.card.is_some() {
                tile.name = format!("{} +{}", tile.name, self.card(under, Naming::Short));
            }
        }
        tile
    }

    /// The decisive things before a seat as boxes; and the place without them.
    pub(crate) fn drawn(&self, seat: usize) -> (Vec<Group>, PlaceShown) {
        let Some(place) = self.view.board.seats.get(seat) else { return Default::default() };
        let shown = |pile: &&PileShown| {
            let open = !is_closed(pile) && pile.layout != LayoutShown::Hand;
            open && !pile.cards.is_empty() && pile.importance == DECIDES && tells(pile)
        };
        let groups = place.piles.iter().filter(shown).map(|pile| {
            let caption = String::new();
            Group { caption, ..self.group(pile) }
        });
        let piles = place.piles.iter().filter(|pile| !shown(pile)).cloned().collect();
        (groups.collect(), PlaceShown { piles, ..place.clone() })
    }

    /// A pile as boxes.
    pub(crate) fn group(&self, pile: &PileShown) -> Group {
        let caption = pile.name.clone();
        Group { caption, tiles: pile.cards.iter().map(|laid| self.tile(laid)).collect() }
    }
}

/// The back of a card.
pub(super) const HIDDEN: &str = "▒";
/// Up to this many backs are drawn one by one.
const HANDFUL: usize = 6;
/// Longer labels are left out where there is little room.
const LABEL: usize = 8;
/// Up to this many cards are named where there is little room.
const FEW: usize = 5;

/// A count out of a limit, such as "●●○".
fn dots(count: i64, limit: u8) -> String {
    let has = usize::try_from(count).unwrap_or(0);
    let lacks = usize::from(limit).saturating_sub(has);
    format!("{}{}", "●".repeat(has.min(9)), "○".repeat(lacks))
}

enum Told<'a> {
    Fact(&'a FactShown),
    Pile(&'a PileShown),
}

/// Whether only the number of its cards matters.
pub(super) fn is_closed(pile: &PileShown) -> bool {
    pile.layout == LayoutShown::Heap
}

/// Whether it is a place with nothing in it.
pub(super) fn is_empty(card: &CardShown) -> bool {
    card.card.is_none() && card.face.is_none()
}

/// Whether nothing lies in any place of a pile.
pub(super) fn has_nothing(pile: &PileShown) -> bool {
    if is_closed(pile) { pile.count == 0 } else { pile.cards.iter().all(is_empty) }
}

/// Whether there is nothing to show of a pile, not even empty slots.
fn lies_bare(pile: &PileShown) -> bool {
    let slots = pile.layout == LayoutShown::Slots && !pile.cards.is_empty();
    has_nothing(pile) && !slots
}

/// Whether anything can be seen of a pile.
pub(super) fn tells(pile: &PileShown) -> bool {
    fn known(card: &CardShown) -> bool {
        card.face.is_some() || card.under.iter().any(known)
    }
    pile.layout == LayoutShown::Slots || pile.cards.iter().any(known)
}

fn rank(importance: u8, i: usize) -> Rank {
    match importance {
        DECIDES => Rank::Major(i),
        HELPS => Rank::Minor(i),
        _ => Rank::Minor(LAST + i),
    }
}

/// A rank after all things that are counted up from 0.
const LAST: usize = 1000;

/// For how long somebody has been away.
fn for_so_long(seconds: u64) -> String {
    match seconds {
        0 => "(away)".into(),
        1..100 => format!("(away {seconds} s)"),
        _ => format!("(away {} min)", seconds / 60),
    }
}
