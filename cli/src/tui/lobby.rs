//! The table before and between matches: who sits there, on what terms, what they say, and who is
//! ready.

use engine::{Game, Options, Values};
use net::{Acquaintance, Code, Identity, lobby::Terms};
use ratatui::{layout::Rect, style::Style};

use super::{
    keys::{Act, Can, DIGIT, can},
    overlay::{Reader, Whom},
    paint::{Canvas, Target, Text, Theme, atom, below, beside, flow, long, top, words},
    pick::Pick,
    scene::{Said, draw_log, with_log},
    seats::NARROW,
};
use crate::{
    games,
    lobby::{self, Lobby},
    qr,
};

/// What a lobby shows of the table one sits at.
#[derive(Clone, Default)]
pub struct Sight {
    /// The table's name.
    pub name: String,
    /// What is played; nothing before one is let in.
    pub terms: Option<Terms>,
    /// Who sits there.
    pub chairs: Vec<Chair>,
    /// Whether the person is the host.
    pub host: bool,
    /// Whether the person is ready.
    pub ready: bool,
    /// Whether a match was played and the table is not open for the next one.
    pub between: bool,
    /// The table's code.
    pub code: String,
    /// How to invite others: addresses as people write them, and the text of a QR.
    pub invitation: Option<(String, String)>,
}

/// Somebody at the table.
#[derive(Clone)]
pub struct Chair {
    /// Who.
    pub who: Identity,
    /// Their name.
    pub name: String,
    /// Whether it is the person.
    pub me: bool,
    /// Whether they can be reached.
    pub here: bool,
    /// Whether they are ready.
    pub ready: bool,
    /// Whether they are known by this name.
    pub known: Acquaintance,
}

impl Sight {
    /// The table that a lobby shows.
    pub fn of(lobby: &Lobby) -> Self {
        let chairs = lobby.sitting().into_iter().map(|sitting| Chair {
            who: sitting.who,
            name: sitting.name.to_owned(),
            me: sitting.me,
            here: sitting.here,
            // What the room showed before a match is over with it.
            ready: if sitting.me { lobby.is_ready() } else { sitting.ready && !lobby.is_between() },
            known: sitting.known,
        });
        let line = lobby.room().map(|room| &room.line);
        let code = lobby.code().cloned().or_else(|| line.map(|line| Code::open(&line.table)));
        let invitation = lobby.invitation();
        Self {
            name: line.map_or_else(String::new, |line| line.name.clone()),
            terms: line.map(|line| line.terms.clone()),
            chairs: chairs.collect(),
            host: lobby.is_host(),
            ready: lobby.is_ready(),
            between: lobby.is_between(),
            code: code.map_or_else(String::new, |code| code.to_string()),
            invitation: invitation.map(|i| (lobby::places(&i.addresses), i.to_string())),
        }
    }

    fn game(&self) -> Option<&'static dyn Game> {
        games::find(&self.terms.as_ref()?.game)
    }

    fn free(&self) -> usize {
        let seats = self.terms.as_ref().map_or(0, |terms| usize::from(terms.seats));
        seats.saturating_sub(self.chairs.len())
    }
}

/// What the person wants at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// To be ready, or not any more.
    Ready(bool),
    /// Other terms.
    Terms(Terms),
    /// A bot on a free seat.
    Bot,
    /// To know somebody by the key they have now.
    Trust(Identity),
    /// To send somebody away.
    Dismiss(Identity),
}

/// Something to choose at the table.
#[derive(Clone, PartialEq, Eq)]
enum Item {
    Ready,
    Seats,
    Survive,
    Option(usize),
    Bot,
    Trust(Identity),
    Dismiss(Identity),
}

/// The table before a match.
#[derive(Default)]
pub struct Room {
    sight: Sight,
    said: Vec<Said>,
    pick: Pick,
    at_chat: bool,
    back: usize,
}

impl Room {
    /// The table is seen anew.
    pub fn look(&mut self, sight: Sight) {
        let before = self.items();
        let (had_items, chosen) = (!before.is_empty(), before.get(self.pick.at).cloned());
        self.sight = sight;
        let items = self.items();
        let at = chosen.and_then(|item| items.iter().position(|other| *other == item));
        // What was chosen and is gone leads to nothing that Enter could do by mistake.
        self.pick = match at {
            Some(at) => Pick::new(at),
            None if had_items => Pick::nowhere(),
            None => Pick::default(),
        };
    }

    /// Something was said, or has happened.
    pub fn hear(&mut self, text: String) {
        self.said.push(Said { text, rule: "" });
        self.back += usize::from(self.back > 0);
    }

    /// The game that is played.
    pub fn game(&self) -> Option<&'static dyn Game> {
        self.sight.game()
    }

    /// Whether the person is the host.
    pub fn is_host(&self) -> bool {
        self.sight.host
    }

    /// Everybody else.
    pub fn others(&self) -> Vec<Reader> {
        let others = self.sight.chairs.iter().filter(|chair| !chair.me);
        others.map(|chair| (Whom::Person(chair.who), chair.name.clone())).collect()
    }

    /// Somebody at the table.
    fn chair(&self, who: &Identity) -> Option<&Chair> {
        self.sight.chairs.iter().find(|chair| chair.who == *who)
    }

    fn items(&self) -> Vec<Item> {
        let Some(terms) = &self.sight.terms else { return Vec::new() };
        let mut items = vec![Item::Ready];
        let chairs = || self.sight.chairs.iter().filter(|chair| !chair.me);
        let changed = |chair: &&Chair| matches!(chair.known, Acquaintance::Changed(_));
        items.extend(chairs().filter(changed).map(|chair| Item::Trust(chair.who)));
        if self.sight.host && !self.sight.between {
            items.extend((self.sight.free() > 0).then_some(Item::Bot));
            items.push(Item::Seats);
            items.extend((0..terms.options.len()).map(Item::Option));
            items.push(Item::Survive);
            items.extend(chairs().map(|chair| Item::Dismiss(chair.who)));
        }
        items
    }

    fn label(&self, item: &Item, terms: &Terms) -> String {
        let name = |who| self.chair(who).map_or("", |chair| chair.name.as_str());
        match item {
            Item::Ready => {
                let mark = if self.sight.ready { "[x]" } else { "[ ]" };
                let again = if self.sight.between { " to play again" } else { "" };
                format!("{mark} I am ready{again}")
            }
            Item::Seats if self.is_fixed(item) => format!("Seats: {}", terms.seats),
            Item::Seats => format!("Seats ‹ {} ›", terms.seats),
            Item::Survive => {
                let leavers = if terms.survive == 1 { "leaver" } else { "leavers" };
                format!("Survives ‹ {} › {leavers}", terms.survive)
            }
            Item::Option(i) => {
                let (key, value) = &terms.options[*i];
                format!("{key} ‹ {value} ›")
            }
            Item::Bot => "Let a bot sit down".into(),
            Item::Trust(who) => format!("Know {} by the new key", name(who)),
            Item::Dismiss(who) => format!("Send {} away", name(who)),
        }
    }

    fn about(&self, terms: &Terms) -> String {
        match self.items().get(self.pick.at) {
            Some(Item::Ready) => match (self.sight.ready, self.sight.free()) {
                (true, 0) if self.sight.between && !self.sight.host => {
                    "As soon as the host is, you play again.".into()
                }
                (true, 0) => "The match begins when everybody is ready.".into(),
                (true, free) => {
                    format!(
                        "The match begins when {} more {} sat down and all are ready.",
                        free,
                        if free == 1 { "has" } else { "have" }
                    )
                }
                (false, _) => "Enter when you are; nothing begins before.".into(),
            },
            Some(Item::Seats) if self.is_fixed(&Item::Seats) => match self.game() {
                Some(game) if game.info().seats.0 == game.info().seats.1 => {
                    format!("{} is for {} players.", game.info().name, terms.seats)
                }
                _ => "Everybody who sits here needs a seat.".into(),
            },
            Some(Item::Seats) => "← → change it; everybody has to be ready anew.".into(),
            Some(Item::Survive) => lobby::survival(terms.survive, terms.seats),
            Some(Item::Option(i)) => self.spec(*i).map_or("", |spec| spec.help).into(),
            Some(Item::Bot) => "A node of its own on this machine takes a free seat.".into(),
            Some(Item::Trust(_)) => "Only after they have told you the words of their key.".into(),
            Some(Item::Dismiss(_)) => {
                "They can come again unless the table is by invitation.".into()
            }
            None => String::new(),
        }
    }

    fn spec(&self, option: usize) -> Option<&'static engine::OptionSpec> {
        let (key, _) = self.sight.terms.as_ref()?.options.get(option)?;
        self.game()?.info().options.iter().find(|spec| spec.key == key)
    }

    /// What can be done.
    pub fn can(&self) -> Vec<Can> {
        if self.sight.terms.is_none() {
            return vec![can(&[Act::Help], "help"), can(&[Act::Quit], "leave")];
        }
        let items = self.items();
        let at = items.get(self.pick.at);
        let mut list = Vec::new();
        match at {
            Some(Item::Ready) if self.sight.ready => list.push(can(&[Act::Go], "not ready")),
            Some(Item::Ready) => list.push(can(&[Act::Go], "ready")),
            Some(Item::Bot | Item::Trust(_) | Item::Dismiss(_)) => {
                list.push(can(&[Act::Go], "confirm"));
            }
            Some(item) if !self.is_fixed(item) => {
                list.push(can(&[Act::Left, Act::Right], "change"));
            }
            _ => {}
        }
        if !self.others().is_empty() {
            list.push(can(&[Act::Say], "say"));
        }
        list.push(can(&[Act::Up, Act::Down], if self.at_chat { "scroll" } else { "move" }));
        list.extend([
            can(&[Act::Invite], "invite"),
            can(&[Act::Help], "help"),
            can(&[Act::Rules], "rules"),
            can(&[Act::Pane], if self.at_chat { "menu" } else { "chat" }),
            can(&[Act::Quit], "leave"),
            can(&[Act::Whole], "whole table"),
            can(&[DIGIT], "by number"),
        ]);
        list
    }

    /// Moves about; says what the person wants, if they want anything.
    pub fn act(&mut self, act: Act) -> Option<Deed> {
        let items = self.items();
        if act == Act::Pane {
            self.at_chat = !self.at_chat;
        } else if self.at_chat && matches!(act, Act::Up | Act::Down) {
            self.scroll(act);
        } else if act == Act::Go {
            return self.go(items.get(self.pick.at)?);
        } else if matches!(act, Act::Left | Act::Right) {
            return self.change(items.get(self.pick.at)?, act == Act::Right).map(Deed::Terms);
        } else {
            self.pick.act(act, items.len());
        }
        None
    }

    /// What is to be asked once more before it is done, since it cannot be undone.
    pub fn question(&self, deed: &Deed) -> Option<String> {
        match deed {
            Deed::Trust(who) => {
                let name = &self.chair(who)?.name;
                let words = who.fingerprint();
                Some(format!(
                    "Know {name} by {words} from now on? The key you knew {name} by is forgotten."
                ))
            }
            Deed::Dismiss(who) => {
                Some(format!("Send {} away from the table?", self.chair(who)?.name))
            }
            Deed::Ready(_) | Deed::Terms(_) | Deed::Bot => None,
        }
    }

    /// Moves through what was said.
    pub fn scroll(&mut self, act: Act) {
        let most = self.said.len().saturating_sub(1);
        let back = if act == Act::Up { self.back + 1 } else { self.back.saturating_sub(1) };
        self.back = back.min(most);
    }

    fn go(&self, item: &Item) -> Option<Deed> {
        match item {
            Item::Ready => Some(Deed::Ready(!self.sight.ready)),
            Item::Bot => Some(Deed::Bot),
            Item::Trust(who) => Some(Deed::Trust(*who)),
            Item::Dismiss(who) => Some(Deed::Dismiss(*who)),
            Item::Seats | Item::Survive | Item::Option(_) => {
                self.change(item, true).map(Deed::Terms)
            }
        }
    }

    /// Whether something in the terms can be neither more nor less.
    fn is_fixed(&self, item: &Item) -> bool {
        [true, false].into_iter().all(|more| self.change(item, more).is_none())
    }

    /// The terms with one thing more or less; nothing if it cannot be had.
    fn change(&self, item: &Item, more: bool) -> Option<Terms> {
        let game = self.game()?;
        let mut terms = self.sight.terms.clone()?;
        let step = |n: u8| if more { n.checked_add(1) } else { n.checked_sub(1) };
        match item {
            Item::Seats => {
                let (least, most) = game.info().seats;
                terms.seats = step(terms.seats)?;
                let seats = usize::from(terms.seats);
                if seats < least.max(self.sight.chairs.len()) || seats > most {
                    return None;
                }
                terms.survive = terms.survive.min(terms.seats.saturating_sub(2));
            }
            Item::Survive => {
                terms.survive = step(terms.survive)?;
                if terms.survive > terms.seats.saturating_sub(2) {
                    return None;
                }
            }
            Item::Option(i) => {
                let values = self.spec(*i)?.values;
                let (_, value) = terms.options.get_mut(*i)?;
                *value = other(values, value, more)?;
            }
            _ => return None,
        }
        let given = terms.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        Options::parse(game.info().options, given).ok().map(|_| terms)
    }

    /// Chooses an entry by pointing at it; says whether it was chosen so already.
    pub fn point(&mut self, entry: usize) -> bool {
        self.at_chat = false;
        self.pick.point(entry, self.items().len())
    }

    /// Code and addresses.
    pub fn invitation(&self, theme: Theme) -> Vec<Text> {
        let code = [words("Code:", theme.quiet()), words(&self.sight.code, theme.strong())];
        let mut texts = vec![code.concat()];
        let Some((places, text)) = &self.sight.invitation else {
            let whom = "Whoever sees this network finds the table by its code; the host has its address and a QR.";
            texts.push(words(whom, Style::new()));
            return texts;
        };
        texts.push([words("Address:", theme.quiet()), words(places, Style::new())].concat());
        let how = "The others type `nodealer join` and the code, or the address where the code finds nothing; or they choose the table on their home screen. This says it all:";
        texts.push(words(how, Style::new()));
        texts.push(long(text, theme.quiet()));
        texts
    }

    /// The same as a QR, if there is something to put into one.
    pub fn picture(&self) -> Vec<String> {
        self.sight.invitation.as_ref().map_or_else(Vec::new, |(_, text)| qr::lines(text))
    }

    /// Everything there is to know about the table.
    pub fn whole(&self, theme: Theme) -> Vec<Text> {
        let mut texts = vec![words(&self.sight.name, theme.strong())];
        let terms = self.sight.terms.iter().flat_map(lobby::describe);
        texts.extend(terms.map(|line| words(&line, Style::new())));
        texts.push(Vec::new());
        texts.extend(self.sight.chairs.iter().map(|chair| chair.text(theme, true)));
        texts.push(Vec::new());
        let why = "Every player has a key; its words are the same on every screen. Compare them aloud once, and nodealer knows the player from then on.";
        texts.push(words(why, theme.quiet()));
        texts
    }

    /// Draws everything but the footer.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let Some(terms) = &self.sight.terms else {
            let wait = match self.sight.host {
                true => "Your table is being opened…",
                false => "You have asked to sit down; the table answers in a moment…",
            };
            canvas.text(below(area, area.height / 3), &words(wait, Style::new()), 0);
            return;
        };
        let (left, chat) = with_log(area);
        if let Some(chat) = chat {
            self.draw_chat(canvas, chat);
        }
        let body = below(left, self.draw_title(canvas, left, terms));
        let (left, chat) = match chat {
            None if area.width >= NARROW => {
                let (left, chat) = beside(body, body.width * 11 / 20, 1);
                (left, Some(chat))
            }
            _ => (body, None),
        };
        if let Some(chat) = chat {
            self.draw_chat(canvas, chat);
        }
        let menu = self.items().len() as u16 + 3;
        let rows = self.draw_chairs(canvas, left, left.height.saturating_sub(menu.min(8)));
        let rest = below(left, rows);
        let narrow = area.width < NARROW;
        if narrow && self.at_chat {
            self.draw_chat(canvas, rest);
            return canvas.aside(rest, "Chat", "Tab: menu", Act::Pane);
        }
        let used = self.draw_menu(canvas, rest, terms, narrow);
        let free = below(rest, used);
        match narrow && !self.said.is_empty() {
            true if free.height > 1 => self.draw_chat(canvas, free),
            true => {}
            false => self.draw_code(canvas, below(free, 1)),
        }
    }

    /// The name, what is played, and what leaving means; says how many rows that took.
    fn draw_title(&self, canvas: &mut Canvas<'_>, area: Rect, terms: &Terms) -> u16 {
        let theme = canvas.theme;
        let mut lines = lobby::describe(terms).into_iter();
        let played = lines.next().unwrap_or_default();
        let mut title = vec![atom(&*self.sight.name, theme.strong())];
        title.extend(words(&format!("· code {} ·", self.sight.code), theme.quiet()));
        title.extend(words(&played, Style::new()));
        let mut used = canvas.text(top(area, 3), &title, 2);
        for line in lines {
            used += canvas.text(top(below(area, used), 3), &words(&line, theme.quiet()), 2);
        }
        used
    }

    /// Says how many rows they took.
    fn draw_chairs(&self, canvas: &mut Canvas<'_>, area: Rect, room: u16) -> u16 {
        let theme = canvas.theme;
        let (taken, free) = (self.sight.chairs.len(), self.sight.free());
        let title = format!("Seats: {taken} of {} taken", taken + free);
        let inner = canvas.rule(top(area, room), &title, false);
        let texts: Vec<Text> = self.sight.chairs.iter().map(|c| c.text(theme, true)).collect();
        let need: usize = texts.iter().map(|text| flow(text, inner.width, 4).len()).sum();
        let in_full = need + usize::from(free > 0) <= inner.height.into();
        let shown = match in_full {
            true => vec![true; taken],
            false => self.in_sight(inner.height.into()),
        };
        let mut used = 0;
        let people = self.sight.chairs.iter().zip(&texts).zip(&shown);
        for ((chair, text), _) in people.filter(|(_, shown)| **shown) {
            let rest = below(inner, used);
            used += match in_full {
                true => canvas.text(rest, text, 4),
                false => canvas.text(top(rest, 1), &chair.text(theme, false), 4),
            };
        }
        let mut last = Vec::new();
        let hidden = shown.iter().filter(|shown| !**shown).count();
        if hidden > 0 {
            let mark = atom(format!("+{hidden}"), theme.strong());
            last.push(mark.leading_to(Target::Act(Act::Whole)));
        }
        if free > 0 {
            last.extend(words(&format!("○ {} free", seats(free)), theme.quiet()));
        }
        if !last.is_empty() {
            used += canvas.text(top(below(inner, used), 1), &last, 4);
        }
        1 + used
    }

    /// Who is in sight in so many rows, if each takes one and the last says how many are not: before all
    /// others those whose key has changed, and those who are waited for.
    fn in_sight(&self, rows: usize) -> Vec<bool> {
        let chairs = &self.sight.chairs;
        let all = chairs.len() + usize::from(self.sight.free() > 0) <= rows;
        let room = if all { rows } else { rows.saturating_sub(1) };
        let mut order: Vec<usize> = (0..chairs.len()).collect();
        order.sort_by_key(|i| match &chairs[*i] {
            Chair { known: Acquaintance::Changed(_), me: false, .. } => 0,
            Chair { here, ready, .. } if !here || !ready => 1,
            _ => 2,
        });
        let mut shown = vec![false; chairs.len()];
        order.into_iter().take(room).for_each(|i| shown[i] = true);
        shown
    }

    /// The menu, which names the key to the chat if that has no place of its own; says how many rows
    /// that took.
    fn draw_menu(&self, canvas: &mut Canvas<'_>, area: Rect, terms: &Terms, alone: bool) -> u16 {
        let theme = canvas.theme;
        let inner = canvas.rule(area, "What now?", !self.at_chat);
        let items = self.items();
        let about = words(&self.about(terms), theme.quiet());
        let spare = (flow(&about, inner.width, 0).len() as u16).clamp(1, 3);
        let shown = inner.height.saturating_sub(spare).min(items.len() as u16);
        let first = self.pick.first_shown(items.len(), shown.into());
        let last = first + usize::from(shown);
        let more = match last - first < items.len() {
            true => format!(" {}–{last} of {}", first + 1, items.len()),
            false => String::new(),
        };
        let at = area.width.saturating_sub(more.chars().count() as u16);
        canvas.row(top(area, 1), &[(at, atom(more, theme.quiet()))]);
        if alone {
            let rule = Rect { width: at, ..area };
            canvas.aside(rule, "What now?", "Tab: chat", Act::Pane);
        }
        let entries = items.iter().enumerate().skip(first).take(shown.into());
        for (y, (i, item)) in (inner.y..).zip(entries) {
            let row = Rect { y, height: 1, ..inner };
            let mark = if i == self.pick.at { "›" } else { " " };
            let label = format!("{mark}{:>2} {}", i + 1, self.label(item, terms));
            canvas.row(row, &[(0, atom(label, Style::new()))]);
            canvas.zone(row, Target::Entry(i));
            if i == self.pick.at {
                canvas.style(row, theme.chosen());
            }
        }
        1 + shown + canvas.text(below(inner, shown), &about, 0)
    }

    /// The QR, where there is room for it.
    fn draw_code(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let Some((places, text)) = self.sight.invitation.as_ref() else { return };
        let lines = qr::lines(text);
        let width = lines.first().map_or(0, |line| line.chars().count());
        if lines.len() + 1 > area.height.into() || width > area.width.into() {
            return;
        }
        canvas.cut(area, &words(&format!("Join at {places}"), canvas.theme.quiet()));
        for (row, line) in (1..).zip(lines) {
            canvas.cut(top(below(area, row), 1), &[atom(line, Style::new())]);
        }
    }

    fn draw_chat(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let inner = canvas.rule(area, "Chat", self.at_chat);
        match self.said.len().checked_sub(self.back + 1) {
            Some(last) => draw_log(canvas, inner, &self.said, last, None),
            None => {
                let nothing = words("Nothing was said yet.", canvas.theme.quiet());
                canvas.text(inner, &nothing, 0);
            }
        }
    }
}

impl Chair {
    /// Who sits here; with the words of their key if `all`, and always with a caution.
    fn text(&self, theme: Theme, all: bool) -> Text {
        let (mark, state, style) = match (self.ready, self.here) {
            (_, false) => ("✗", "away", theme.bad()),
            (true, true) => ("✓", "ready", theme.good()),
            (false, true) => ("…", "not ready", theme.quiet()),
        };
        let you = if self.me { " (you)" } else { "" };
        let mut text =
            vec![atom(mark, style), atom(format!("{}{you}:", self.name), theme.strong())];
        let about = match self.known {
            _ if self.me => Vec::new(),
            Acquaintance::Changed(before) if all => {
                let caution = format!("! ANOTHER KEY than the {} you know", self.name);
                let before = format!("({}), now", before.fingerprint());
                [words(&caution, theme.bad()), words(&before, theme.quiet())].concat()
            }
            Acquaintance::Changed(_) => words("! ANOTHER KEY", theme.bad()),
            Acquaintance::Known => words("known", theme.quiet()),
            Acquaintance::New => words("new here", theme.quiet()),
        };
        let key = all.then(|| atom(self.who.fingerprint(), theme.quiet()));
        let about: Text = about.into_iter().chain(key).collect();
        let comma = if about.is_empty() { "" } else { "," };
        text.push(atom(format!("{state}{comma}"), style));
        [text, about].concat()
    }
}

fn seats(count: usize) -> String {
    if count == 1 { "1 seat".into() } else { format!("{count} seats") }
}

/// The value of an option before or after another.
fn other(values: Values, value: &str, more: bool) -> Option<String> {
    match values {
        Values::Words(all) => {
            let at = all.iter().position(|word| *word == value)?;
            let by = if more { 1 } else { all.len() - 1 };
            Some(all[(at + by) % all.len()].to_owned())
        }
        Values::Number(least, most) => {
            let now: u32 = value.parse().ok()?;
            let next = if more { now.checked_add(1)? } else { now.checked_sub(1)? };
            (least..=most).contains(&next).then(|| next.to_string())
        }
    }
}
