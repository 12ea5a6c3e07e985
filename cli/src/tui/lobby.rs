//! The table before and between matches: who sits there, on what terms, what they say, and who is
//! ready.

use std::{rc::Rc, time::Duration};

use engine::Level;
use ratatui::{layout::Rect, style::Style};
use seat::{
    Intent, LobbyView, SeatEvent, SeatState, SitterShown, Snapshot, TermsEdit,
    shown::{Catalogue, OptionShown},
};

use super::{
    keys::{Act, DIGIT, KeyHint, can},
    overlay::{Confirmation, Reader, Write},
    paint::{Canvas, Target, Text, Theme, atom, below, beside, height, long, top, words},
    pick::Pick,
    scene::{Said, draw_log, with_log},
    screen::{self, Screen, ScreenRequest},
    seats::NARROW,
};
use crate::qr;

/// Something to choose at the table.
#[derive(Clone, PartialEq, Eq)]
enum LobbyEntry {
    Ready,
    Seats,
    Survive,
    Option(usize),
    Bot,
    Trust(Reader),
    Dismiss(Reader),
}

/// A table before and between matches.
pub(super) struct Room {
    /// The fixed properties of the game that is played.
    catalogue: Option<Rc<Catalogue>>,
    sight: LobbyView,
    said: Vec<Said>,
    pick: Pick,
    at_chat: bool,
    back: usize,
    /// How well the next bot plays; as set when the table was opened if `None`.
    level: Option<Level>,
}

impl Room {
    /// A table, with what was said there before.
    pub(super) fn new(
        catalogue: Option<Rc<Catalogue>>,
        sight: &LobbyView,
        said: Vec<Said>,
    ) -> Self {
        let (sight, pick) = (sight.clone(), Pick::default());
        Self { catalogue, sight, said, pick, at_chat: false, back: 0, level: None }
    }

    /// Takes in the table's new state.
    fn look(&mut self, sight: &LobbyView) {
        let before = self.items();
        let (had_items, chosen) = (!before.is_empty(), before.get(self.pick.at).cloned());
        self.sight = sight.clone();
        let items = self.items();
        let at = chosen.and_then(|item| items.iter().position(|other| *other == item));
        // If the selected item is gone nothing is selected, so that Enter does nothing by mistake.
        self.pick = match at {
            Some(at) => Pick::new(at),
            None if had_items => Pick::nowhere(),
            None => Pick::default(),
        };
    }

    /// Adds a chat line or an event.
    fn say(&mut self, said: Said) {
        self.said.push(said);
        self.back += usize::from(self.back > 0);
    }

    fn free(&self) -> usize {
        usize::from(self.sight.terms.seats).saturating_sub(self.sight.people.len())
    }

    /// Whether somebody is at the table.
    fn is_here(&self, who: &Reader) -> bool {
        self.sight.people.iter().any(|sitter| reader(sitter) == *who)
    }

    fn items(&self) -> Vec<LobbyEntry> {
        if !self.sight.seated {
            return Vec::new();
        }
        let mut items = vec![LobbyEntry::Ready];
        let others = || self.sight.people.iter().filter(|sitter| !sitter.me);
        let changed = others().filter(|sitter| sitter.changed);
        items.extend(changed.map(|sitter| LobbyEntry::Trust(reader(sitter))));
        if self.sight.host && !self.sight.again {
            items.extend((self.free() > 0).then_some(LobbyEntry::Bot));
            items.push(LobbyEntry::Seats);
            items.extend((0..self.sight.terms.options.len()).map(LobbyEntry::Option));
            items.push(LobbyEntry::Survive);
            items.extend(others().map(|sitter| LobbyEntry::Dismiss(reader(sitter))));
        }
        items
    }

    fn label(&self, item: &LobbyEntry) -> String {
        let terms = &self.sight.terms;
        match item {
            LobbyEntry::Ready => {
                let mark = if self.sight.ready { "[x]" } else { "[ ]" };
                let again = if self.sight.again { " to play again" } else { "" };
                format!("{mark} I am ready{again}")
            }
            LobbyEntry::Seats if self.is_fixed(item) => format!("Seats: {}", terms.seats),
            LobbyEntry::Seats => format!("Seats ‹ {} ›", terms.seats),
            LobbyEntry::Survive => {
                let leavers = if terms.survive == 1 { "leaver" } else { "leavers" };
                format!("Survives ‹ {} › {leavers}", terms.survive)
            }
            LobbyEntry::Option(i) => {
                let (key, value) = &terms.options[*i];
                format!("{key} ‹ {value} ›")
            }
            LobbyEntry::Bot => match self.level {
                Some(level) => format!("Let a bot sit down ‹ {level} ›"),
                None => "Let a bot sit down".into(),
            },
            LobbyEntry::Trust(who) => format!("Trust the new key of {}", who.name),
            LobbyEntry::Dismiss(who) => format!("Send {} away", who.name),
        }
    }

    fn about(&self) -> String {
        let terms = &self.sight.terms;
        match self.items().get(self.pick.at) {
            Some(LobbyEntry::Ready) => match (self.sight.ready, self.free()) {
                (true, 0) if self.sight.again && !self.sight.host => {
                    "As soon as the host is, you play again.".into()
                }
                (true, 0) => "The match begins when everybody is ready.".into(),
                (true, free) => {
                    let have = if free == 1 { "has" } else { "have" };
                    format!("The match begins when {free} more {have} sat down and all are ready.")
                }
                (false, _) => "Enter when you are; nothing begins before.".into(),
            },
            Some(LobbyEntry::Seats) if self.is_fixed(&LobbyEntry::Seats) => match &self.catalogue {
                Some(game) if game.seats.0 == game.seats.1 => {
                    format!("{} is for {} players.", game.name, terms.seats)
                }
                _ => "Everybody who sits here needs a seat.".into(),
            },
            Some(LobbyEntry::Seats) => "← → change it; everybody has to be ready anew.".into(),
            Some(LobbyEntry::Survive) => terms.survive_words.clone(),
            Some(LobbyEntry::Option(i)) => {
                self.spec(*i).map_or_else(String::new, |spec| spec.help.clone())
            }
            Some(LobbyEntry::Bot) => {
                "A bot on this machine takes a free seat. ← → choose how well it plays.".into()
            }
            Some(LobbyEntry::Trust(_)) => {
                "Only after they have told you the words of their key.".into()
            }
            Some(LobbyEntry::Dismiss(_)) => {
                "They can come again unless the table is by invitation.".into()
            }
            None => String::new(),
        }
    }

    fn spec(&self, option: usize) -> Option<&OptionShown> {
        let (key, _) = self.sight.terms.options.get(option)?;
        self.catalogue.as_ref()?.options.iter().find(|spec| spec.key == *key)
    }

    /// What Enter does with an item.
    fn go(&self, item: &LobbyEntry) -> Option<ScreenRequest> {
        let sure = |question, then, whom: &Reader| {
            ScreenRequest::Sure(Confirmation {
                whom: Some(whom.clone()),
                ..Confirmation::new(question, then)
            })
        };
        Some(match item {
            LobbyEntry::Ready => ScreenRequest::Want(Intent::Ready { ready: !self.sight.ready }),
            LobbyEntry::Bot => {
                let level = self.level.map(|level| level.name().to_owned());
                ScreenRequest::Want(Intent::AddBot { level })
            }
            LobbyEntry::Trust(who) => {
                let Reader { name, words } = who;
                let question = format!(
                    "Trust {words} as the key of {name} from now on? The key you knew is forgotten."
                );
                sure(question, Intent::Trust { name: name.clone() }, who)
            }
            LobbyEntry::Dismiss(who) => {
                let name = who.name.clone();
                sure(format!("Send {name} away from the table?"), Intent::Dismiss { name }, who)
            }
            LobbyEntry::Seats | LobbyEntry::Survive | LobbyEntry::Option(_) => {
                ScreenRequest::Want(Intent::Change(self.change(item, true)?))
            }
        })
    }

    /// Whether a term can be neither raised nor lowered.
    fn is_fixed(&self, item: &LobbyEntry) -> bool {
        [true, false].into_iter().all(|more| self.change(item, more).is_none())
    }

    /// The change that raises or lowers a term; `None` if that is impossible.
    fn change(&self, item: &LobbyEntry, more: bool) -> Option<TermsEdit> {
        let terms = &self.sight.terms;
        let step = |n: u8| if more { n.checked_add(1) } else { n.checked_sub(1) };
        let usual = TermsEdit::default();
        match item {
            LobbyEntry::Seats => {
                let (least, most, _) = self.catalogue.as_ref()?.seats;
                let seats = step(terms.seats)?;
                let least = least.max(self.sight.people.len());
                (least..=most)
                    .contains(&usize::from(seats))
                    .then_some(TermsEdit { seats: Some(seats), ..usual })
            }
            LobbyEntry::Survive => {
                let survive = step(terms.survive)?;
                (survive <= terms.seats.saturating_sub(2))
                    .then_some(TermsEdit { survive: Some(survive), ..usual })
            }
            LobbyEntry::Option(i) => {
                let (key, value) = terms.options.get(*i)?;
                let value = other(self.spec(*i)?, value, more)?;
                Some(TermsEdit { option: Some((key.clone(), value)), ..usual })
            }
            _ => None,
        }
    }
}

/// The level above or below, if there is one.
fn next_level(level: Level, above: bool) -> Level {
    let at = Level::ALL.iter().position(|other| *other == level).unwrap_or(0);
    let at = if above { at + 1 } else { at.saturating_sub(1) };
    Level::ALL.get(at).copied().unwrap_or(level)
}

impl Screen for Room {
    fn see(&mut self, now: &Snapshot) -> bool {
        let SeatState::Lobby(sight) = &now.state else { return false };
        if self.sight.seated && sight.terms.game != self.sight.terms.game
            || !self.sight.seated && sight.seated
        {
            // Another game has other options, so a new screen is needed.
            return false;
        }
        self.look(sight);
        true
    }

    fn hear(&mut self, event: &SeatEvent, now: &Snapshot, _: Duration) {
        let me = self.sight.people.iter().find(|sitter| sitter.me);
        let me = me.map_or(&now.person.name, |sitter| &sitter.name);
        if let Some(said) = screen::line(&event.kind, None, me) {
            self.say(said);
        }
    }

    fn answered(&mut self, intent: &Intent, refused: Option<&str>) {
        if let Some(why) = refused {
            let why = why.trim_end_matches('.');
            self.say(Said::beside(match intent {
                Intent::Say { .. } => format!("That was not sent: {why}."),
                _ => format!("{why}."),
            }));
        }
    }

    fn still(&self, sure: &Confirmation) -> bool {
        sure.whom.as_ref().is_none_or(|who| self.is_here(who))
    }

    fn scroll(&mut self, act: Act) -> bool {
        let most = self.said.len().saturating_sub(1);
        let back = if act == Act::Up { self.back + 1 } else { self.back.saturating_sub(1) };
        self.back = back.min(most);
        true
    }

    fn point(&mut self, entry: usize) -> bool {
        self.at_chat = false;
        self.pick.point(entry, self.items().len())
    }

    fn others(&self) -> Vec<Reader> {
        self.sight.people.iter().filter(|sitter| !sitter.me).map(reader).collect()
    }

    fn takes_letters(&self) -> bool {
        self.at_chat && !self.others().is_empty()
    }

    fn take_log(&mut self) -> Vec<Said> {
        std::mem::take(&mut self.said)
    }

    fn subject(&self) -> Option<(&Catalogue, &str)> {
        self.catalogue.as_ref().map(|catalogue| (&**catalogue, ""))
    }

    fn show(&self, act: Act, theme: Theme) -> Option<(&'static str, Vec<Text>)> {
        match act {
            Act::Invite => Some(("Invite others", self.invitation(theme))),
            Act::Whole => Some(("The table", self.whole(theme))),
            _ => None,
        }
    }

    fn picture(&self) -> Vec<String> {
        self.sight.invitation.as_ref().map_or_else(Vec::new, |text| qr::lines(text))
    }

    fn act(&mut self, act: Act, _: Rect) -> Vec<ScreenRequest> {
        let act = if act == Act::Go && self.takes_letters() { Act::Say } else { act };
        let items = self.items();
        let chosen = items.get(self.pick.at);
        let wish = match act {
            Act::Quit => {
                let question = self.sight.leave_question.clone();
                Some(ScreenRequest::Sure(Confirmation::new(question, Intent::Leave)))
            }
            Act::Say => Some(ScreenRequest::Write(Box::new(Write::say(self.others())))),
            Act::Go => chosen.and_then(|item| self.go(item)),
            Act::Left | Act::Right if chosen == Some(&LobbyEntry::Bot) => {
                self.level = Some(next_level(self.level.unwrap_or_default(), act == Act::Right));
                None
            }
            Act::Left | Act::Right => {
                let changed = chosen.and_then(|item| self.change(item, act == Act::Right));
                changed.map(|edit| ScreenRequest::Want(Intent::Change(edit)))
            }
            Act::Pane => {
                self.at_chat = !self.at_chat;
                None
            }
            Act::Up | Act::Down if self.at_chat => {
                self.scroll(act);
                None
            }
            _ => {
                self.pick.act(act, items.len());
                None
            }
        };
        wish.into_iter().collect()
    }

    fn can(&self) -> Vec<KeyHint> {
        if !self.sight.seated {
            return vec![can(&[Act::Help], "help"), can(&[Act::Quit], "leave")];
        }
        if self.takes_letters() {
            return vec![
                can(&[Act::Go], "or any letter: write"),
                can(&[Act::Up, Act::Down], "scroll"),
                can(&[Act::Pane], "menu"),
                can(&[Act::Help], "help"),
            ];
        }
        let items = self.items();
        let at = items.get(self.pick.at);
        let mut list = Vec::new();
        match at {
            Some(LobbyEntry::Ready) if self.sight.ready => list.push(can(&[Act::Go], "not ready")),
            Some(LobbyEntry::Ready) => list.push(can(&[Act::Go], "ready")),
            Some(LobbyEntry::Bot) => {
                list.push(can(&[Act::Go], "confirm"));
                list.push(can(&[Act::Left, Act::Right], "change"));
            }
            Some(LobbyEntry::Trust(_) | LobbyEntry::Dismiss(_)) => {
                list.push(can(&[Act::Go], "confirm"))
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

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        self.draw_all(canvas, area);
    }
}

impl Room {
    /// Code and addresses.
    fn invitation(&self, theme: Theme) -> Vec<Text> {
        let code = [words("Code:", theme.quiet()), words(&self.sight.code, theme.strong())];
        let mut texts = vec![code.concat()];
        let Some(text) = &self.sight.invitation else {
            let whom = "Whoever sees this network finds the table by its code; the host has its address and a QR.";
            texts.push(words(whom, Style::new()));
            return texts;
        };
        texts
            .push([words("Address:", theme.quiet()), words(&self.places(), Style::new())].concat());
        let how = "The others type `nodealer join` and the code, or the address where the code finds nothing; or they choose the table on their home screen. This says it all:";
        texts.push(words(how, Style::new()));
        texts.push(long(text, theme.quiet()));
        texts
    }

    fn places(&self) -> String {
        self.sight.addresses.join(", ")
    }

    /// Everything there is to know about the table.
    fn whole(&self, theme: Theme) -> Vec<Text> {
        let mut texts = vec![words(&self.sight.table, theme.strong())];
        let terms = self.sight.terms.lines.iter();
        texts.extend(terms.map(|line| words(line, Style::new())));
        texts.push(Vec::new());
        texts.extend(self.sight.people.iter().map(|sitter| chair(sitter, theme, true)));
        texts.push(Vec::new());
        let why = "Every player has a key; its words are the same on every screen. Compare them aloud once, and nodealer knows the player from then on.";
        texts.push(words(why, theme.quiet()));
        texts
    }

    fn draw_all(&self, canvas: &mut Canvas<'_>, area: Rect) {
        if !self.sight.seated {
            let wait = match self.sight.host {
                true => "Your table is being opened…",
                false => "You have asked to sit down; the table answers in a moment…",
            };
            canvas.text(below(area, area.height / 3), &words(wait, Style::new()), 0);
            return;
        }
        let (left, chat) = with_log(area);
        if let Some(chat) = chat {
            self.draw_chat(canvas, chat);
        }
        let body = below(left, self.draw_title(canvas, left));
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
            return canvas.aside(rest, "Chat", &["Tab: menu"], Act::Pane);
        }
        let used = self.draw_menu(canvas, rest, narrow);
        let free = below(rest, used);
        match narrow && !self.said.is_empty() {
            true if free.height > 1 => self.draw_chat(canvas, free),
            true => {}
            false => self.draw_code(canvas, below(free, 1)),
        }
    }

    /// Draws the table's name, what is played, and what leaving means; returns the rows used.
    fn draw_title(&self, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
        let theme = canvas.theme;
        let mut lines = self.sight.terms.lines.iter();
        let played = lines.next().cloned().unwrap_or_default();
        let mut title = vec![atom(&*self.sight.table, theme.strong())];
        title.extend(words(&format!("· code {} ·", self.sight.code), theme.quiet()));
        title.extend(words(&played, Style::new()));
        let mut used = canvas.text(top(area, 3), &title, 2);
        for line in lines {
            used += canvas.text(top(below(area, used), 3), &words(line, theme.quiet()), 2);
        }
        used
    }

    /// Draws the people at the table; returns the rows used.
    fn draw_chairs(&self, canvas: &mut Canvas<'_>, area: Rect, room: u16) -> u16 {
        let theme = canvas.theme;
        let (taken, free) = (self.sight.people.len(), self.free());
        let title = format!("Seats: {taken} of {} taken", taken + free);
        let inner = canvas.rule(top(area, room), &title, false);
        let texts: Vec<Text> = self.sight.people.iter().map(|c| chair(c, theme, true)).collect();
        let need: usize = texts.iter().map(|text| usize::from(height(text, inner.width, 4))).sum();
        let in_full = need + usize::from(free > 0) <= inner.height.into();
        let shown = match in_full {
            true => vec![true; taken],
            false => self.in_sight(inner.height.into()),
        };
        let mut used = 0;
        let people = self.sight.people.iter().zip(&texts).zip(&shown);
        for ((sitter, text), _) in people.filter(|(_, shown)| **shown) {
            let rest = below(inner, used);
            used += match in_full {
                true => canvas.text(rest, text, 4),
                false => canvas.text(top(rest, 1), &chair(sitter, theme, false), 4),
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

    /// Who is shown in this many rows, one row each with the last one counting the rest: first those whose
    /// key has changed and those who are waited for.
    fn in_sight(&self, rows: usize) -> Vec<bool> {
        let chairs = &self.sight.people;
        let all = chairs.len() + usize::from(self.free() > 0) <= rows;
        let room = if all { rows } else { rows.saturating_sub(1) };
        let mut order: Vec<usize> = (0..chairs.len()).collect();
        order.sort_by_key(|i| match &chairs[*i] {
            SitterShown { changed: true, me: false, .. } => 0,
            SitterShown { here, ready, .. } if !here || !ready => 1,
            _ => 2,
        });
        let mut shown = vec![false; chairs.len()];
        order.into_iter().take(room).for_each(|i| shown[i] = true);
        shown
    }

    /// Draws the menu, which names the key for the chat if the chat has no area of its own; returns the
    /// rows used.
    fn draw_menu(&self, canvas: &mut Canvas<'_>, area: Rect, alone: bool) -> u16 {
        let theme = canvas.theme;
        let inner = canvas.rule(area, "What now?", !self.at_chat);
        let items = self.items();
        let about = words(&self.about(), theme.quiet());
        let spare = height(&about, inner.width, 0).clamp(1, 3);
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
            canvas.aside(rule, "What now?", &["Tab: chat"], Act::Pane);
        }
        let entries = items.iter().enumerate().skip(first).take(shown.into());
        for (y, (i, item)) in (inner.y..).zip(entries) {
            let row = Rect { y, height: 1, ..inner };
            let mark = if i == self.pick.at { "›" } else { " " };
            let label = format!("{mark}{:>2} {}", i + 1, self.label(item));
            canvas.row(row, &[(0, atom(label, Style::new()))]);
            canvas.zone(row, Target::Entry(i));
            if i == self.pick.at {
                canvas.style(row, theme.chosen());
            }
        }
        1 + shown + canvas.text(below(inner, shown), &about, 0)
    }

    /// Draws the QR code, where there is room for it.
    fn draw_code(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let Some(text) = &self.sight.invitation else { return };
        let (lines, places) = (qr::lines(text), self.places());
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

/// Somebody at the table, to write to or to remove.
fn reader(sitter: &SitterShown) -> Reader {
    Reader::new(&sitter.name, &sitter.words)
}

/// Somebody at the table; with the words of their key if `all`, and always with a warning.
fn chair(sitter: &SitterShown, theme: Theme, all: bool) -> Text {
    let (mark, state, style) = match (sitter.ready, sitter.here) {
        (_, false) => ("✗", "away", theme.bad()),
        (true, true) => ("✓", "ready", theme.good()),
        (false, true) => ("…", "not ready", theme.quiet()),
    };
    let you = match (sitter.me, sitter.bot) {
        (true, _) => " (you)",
        (false, true) => " (bot)",
        (false, false) => "",
    };
    let mut text = vec![atom(mark, style), atom(format!("{}{you}:", sitter.name), theme.strong())];
    let about = match (sitter.me, sitter.changed) {
        (true, _) => Vec::new(),
        (false, true) if all => {
            let caution = format!("! ANOTHER KEY than the {} you know", sitter.name);
            let before = format!("({}), now", sitter.known.rsplit(", ").next().unwrap_or_default());
            [words(&caution, theme.bad()), words(&before, theme.quiet())].concat()
        }
        (false, true) => words("! ANOTHER KEY", theme.bad()),
        (false, false) => words(&sitter.known, theme.quiet()),
    };
    let key = all.then(|| atom(sitter.words.clone(), theme.quiet()));
    let about: Text = about.into_iter().chain(key).collect();
    let comma = if about.is_empty() { "" } else { "," };
    text.push(atom(format!("{state}{comma}"), style));
    [text, about].concat()
}

fn seats(count: usize) -> String {
    if count == 1 { "1 seat".into() } else { format!("{count} seats") }
}

/// The value of an option before or after another one.
fn other(spec: &OptionShown, value: &str, more: bool) -> Option<String> {
    if let Some((least, most)) = spec.range {
        let now: u32 = value.parse().ok()?;
        let next = if more { now.checked_add(1)? } else { now.checked_sub(1)? };
        return (least..=most).contains(&next).then(|| next.to_string());
    }
    let at = spec.words.iter().position(|word| word == value)?;
    let by = if more { 1 } else { spec.words.len() - 1 };
    Some(spec.words[(at + by) % spec.words.len()].clone())
}
