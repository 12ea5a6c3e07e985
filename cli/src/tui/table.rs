//! The table while a match is played: seats, own cards, the menu, the log, and what was proven.

use std::time::Duration;

use engine::{BySeat, Entry, Handle, Menu, Seat};

use ratatui::{layout::Rect, style::Style};
use table::{Proven, Seats};

use super::{
    board::menu::{self, Row},
    keys::{Act, Can, DIGIT, can},
    overlay::{Reader, Whom},
    paint::{Canvas, Target, Text, Theme, atom, below, beside, height, top, words},
    pick::Pick,
    scene::{Below, Lead, Own, Said, Scene, with_log},
    seats::NARROW,
};
use crate::session::{self, Session, Update};

/// A match being played.
pub struct Table {
    /// What is seen of it.
    pub scene: Scene,
    menu: Option<Menu>,
    /// The entries of the menu as they are listed; what stands at a place keeps its number.
    order: Vec<usize>,
    /// Why each entry of the menu cannot be chosen.
    refused: Vec<Option<String>>,
    pick: Pick,
    proofs: Vec<Proof>,
    at_log: bool,
    /// How many lines of the log lie below what is shown.
    back: usize,
    /// What the last choice was answered with.
    notice: Option<String>,
    /// Whether there was a window yet.
    windows: bool,
    /// Whether the person wants to pay at the next chance; `None` where nothing can be paid so far.
    pays: Option<bool>,
    /// Since when players are away.
    away: BySeat<Option<Duration>>,
    /// For how many seconds the window that is open stays so.
    clock: Option<u64>,
    /// Whether there are others to write to.
    talks: bool,
    /// Whether the window that is open has had a clock.
    clocked: bool,
    /// Whom the person may vote to go on without, and what it means.
    waiting: Vec<String>,
    pub without: Seats,
    pub vote: String,
    /// Whether the match goes on without them; it ends otherwise.
    goes_on: bool,
    /// What was told beside the game.
    pub notices: Vec<String>,
}

/// Something that was proven and checked.
pub struct Proof {
    /// What, by whom and in which step, in words.
    pub what: String,
    /// The same without the step.
    brief: String,
    /// Who has shuffled how many cards, if that is what it is about.
    shuffled: Option<(Seat, usize)>,
    /// How long it took since the one before.
    pub took: Duration,
    at: Duration,
}

impl Table {
    /// The table as somebody sits down.
    pub fn new(session: &dyn Session) -> Self {
        Self {
            scene: Scene::new(session.game(), session.names().clone(), session.view()),
            menu: None,
            order: Vec::new(),
            refused: Vec::new(),
            pick: Pick::default(),
            proofs: Vec::new(),
            at_log: false,
            back: 0,
            notice: None,
            windows: false,
            pays: None,
            away: session.names().map(|_, _| None),
            clock: None,
            talks: session.talks(),
            clocked: false,
            waiting: Vec::new(),
            without: Seats::NONE,
            vote: String::new(),
            goes_on: true,
            notices: Vec::new(),
        }
    }

    /// Takes in what has happened; says whether anything looks different.
    pub fn update(&mut self, update: &Update, session: &dyn Session, now: Duration) -> bool {
        let ticked = self.tick(session, now);
        match update {
            Update::Idle if self.menu.as_ref() == session.menu() => return ticked,
            Update::Idle => self.notice = Some("That is no longer asked.".into()),
            Update::Said(event) => {
                self.scene.see(session.view());
                self.log(self.scene.said(event));
            }
            Update::Trust(seat, step, proven) => {
                let before = self.proofs.last().map_or(now, |proof| proof.at);
                // What a person has chosen took their time, not the proof's.
                let took = match proven {
                    Proven::Choice | Proven::NoneOf => Duration::ZERO,
                    _ => now.saturating_sub(before),
                };
                let what = session::proof(session.names(), *seat, *step, *proven);
                let brief = session::proven(session.names(), *seat, *proven);
                let shuffled = match proven {
                    Proven::Shuffle(cards) => Some((*seat, *cards)),
                    _ => None,
                };
                self.proofs.push(Proof { what, brief, shuffled, took, at: now });
            }
            Update::Presence { seat, here } => {
                if self.away.get(*seat).is_some() {
                    self.away[*seat] = (!here).then_some(now);
                }
                self.tick(session, now);
                let verb = if *here { "is back" } else { "is away" };
                self.log(Said { text: format!("{} {verb}.", self.scene.name(*seat)), rule: "" });
            }
            Update::Chat { from, whispered, text } => {
                let text = session::chat(&self.scene.name(*from), *whispered, text);
                self.log(Said { text, rule: "" });
            }
            Update::Waiting => {
                self.without = session.may_go_on_without();
                let away = self.without.iter();
                let away: Vec<String> =
                    away.map(|seat| self.scene.name(seat).to_string()).collect();
                if !away.is_empty() {
                    let text = session::waiting(&away, session.goes_on());
                    self.log(Said { text, rule: "" });
                }
                self.goes_on = session.goes_on();
                self.vote = session::vote(&away, self.goes_on);
                self.waiting = away;
            }
            Update::Notice(text) => {
                self.notices.push(text.clone());
                self.log(Said { text: text.clone(), rule: "" });
            }
            Update::Ask | Update::Over(_) | Update::Failed(_) => {}
        }
        self.look(session);
        true
    }

    /// Looks at the clocks; says whether any of them shows something else.
    fn tick(&mut self, session: &dyn Session, now: Duration) -> bool {
        let away = self.away.map(|_, since| since.map(|since| now.saturating_sub(since).as_secs()));
        // A second that has begun is shown.
        let clock = session.window_left().map(|left| left.as_secs() + 1);
        let changed = (&away, clock) != (&self.scene.away, self.clock);
        (self.scene.away, self.clock) = (away, clock);
        self.clocked = clock.is_some() || self.clocked && session.is_window();
        changed
    }

    /// What it means to leave now, as a question.
    pub fn leaving(&self) -> &'static str {
        session::leaving(self.scene.view.seat.is_some(), self.talks)
    }

    /// The vote was cast.
    pub fn voted(&mut self) {
        self.waiting.clear();
        self.note(session::voted(self.goes_on));
    }

    /// Everybody else.
    pub fn others(&self) -> Vec<Reader> {
        let others =
            self.scene.names.iter().filter(|(seat, _)| self.scene.view.seat != Some(*seat));
        others.map(|(seat, name)| (Whom::Seat(seat), name.clone())).collect()
    }

    /// Puts something into the log that only this person reads.
    pub fn note(&mut self, text: String) {
        self.log(Said { text, rule: "" });
    }

    fn log(&mut self, said: Said) {
        self.scene.log.push(said);
        // Whoever reads further up is not pulled down.
        self.back += usize::from(self.back > 0);
    }

    /// Looks at the table and the menu again.
    pub fn look(&mut self, session: &dyn Session) {
        self.windows |= session.is_window();
        self.pays = session.wants_aside();
        self.scene.see(session.view());
        if self.menu.as_ref() == session.menu() {
            return;
        }
        self.menu = session.menu().cloned();
        let entries = self.menu.iter().flat_map(|menu| &menu.entries).enumerate();
        self.refused =
            entries.map(|(i, _)| session::why_not(session, &self.scene.view, i)).collect();
        let refused = |i: usize| self.refused.get(i).is_some_and(Option::is_some);
        self.order = self
            .menu
            .as_ref()
            .map_or(Vec::new(), |menu| menu::order(&self.scene.view, menu, &refused));
        let open = self.order.iter().position(|&entry| self.refused[entry].is_none());
        self.pick = Pick::new(open.unwrap_or(0));
        if self.menu.is_some() {
            self.notice = None;
            self.at_log = false;
        }
    }

    /// The choice was refused.
    pub fn refuse(&mut self, reason: &str) {
        self.notice = Some(format!("That was refused: {reason}."));
    }

    /// What was proven so far.
    pub fn proofs(&self) -> &[Proof] {
        &self.proofs
    }

    /// What is asked, if anything is.
    pub fn menu(&self) -> Option<&Menu> {
        self.menu.as_ref()
    }

    /// The chosen entry and its place in the menu, if there is one.
    pub fn entry(&self) -> Option<(usize, &Entry)> {
        self.listed().nth(self.pick.at)
    }

    /// The entries with their places in the menu, in the order of their numbers on the screen.
    pub fn listed(&self) -> impl Iterator<Item = (usize, &Entry)> {
        let entry = |&i: &usize| Some((i, self.menu.as_ref()?.entries.get(i)?));
        self.order.iter().filter_map(entry)
    }

    /// Why an entry cannot be chosen now.
    pub fn why_not(&self, entry: usize) -> Option<&str> {
        self.refused.get(entry)?.as_deref()
    }

    /// Whether the chosen entry cannot be chosen now.
    fn is_closed(&self) -> bool {
        self.entry().is_some_and(|(i, _)| self.why_not(i).is_some())
    }

    /// Whether an entry is to be confirmed.
    pub fn weighs(&self, entry: usize) -> bool {
        self.menu.as_ref().is_some_and(|menu| menu.weighs(entry, session::eyes(&self.scene.view)))
    }

    /// What can be done now.
    pub fn can(&self) -> Vec<Can> {
        let choosing = self.menu.is_some() && !self.at_log;
        let mut list = if choosing {
            vec![can(&[Act::Go], "confirm"), can(&[Act::Up, Act::Down], "move")]
        } else {
            vec![can(&[Act::Up, Act::Down], "scroll")]
        };
        if !self.waiting.is_empty() {
            let does = if self.goes_on { "go on without" } else { "end the match" };
            list.insert(0, can(&[Act::GoOn], does));
        }
        if self.talks {
            list.push(can(&[Act::Say], "message"));
        }
        list.extend([
            can(&[Act::Help], "help"),
            can(&[Act::Rules], "rules"),
            can(&[Act::Whole], "whole table"),
            can(&[Act::Trust], "proofs"),
            can(&[Act::Pane], if self.at_log { "menu" } else { "log" }),
            can(&[Act::Quit], "leave"),
            can(&[Act::Cards], "cards"),
        ]);
        if self.windows {
            list.push(can(&[Act::Asks], "how often to ask"));
        }
        if let Some(wants) = self.pays {
            list.push(can(&[Act::Pay], if wants { "do not pay" } else { "pay" }));
        }
        if choosing {
            list.push(can(&[DIGIT], "by number"));
        }
        list.push(can(&[Act::PageUp, Act::PageDown], "several at once"));
        list.push(can(&[Act::First, Act::Last], "to the first or the last"));
        list
    }

    /// Moves about.
    pub fn act(&mut self, act: Act) {
        let entries = self.menu.as_ref().map_or(0, |menu| menu.entries.len());
        if act == Act::Pane {
            self.at_log = !self.at_log;
        } else if entries > 0 && !self.at_log {
            self.notice = None;
            self.pick.act(act, entries);
        } else {
            self.scroll(act);
        }
    }

    /// Moves through the log.
    pub fn scroll(&mut self, act: Act) {
        let most = self.scene.log.len().saturating_sub(1);
        self.back = match act {
            Act::Up => self.back + 1,
            Act::Down => self.back.saturating_sub(1),
            Act::PageUp => self.back + 10,
            Act::PageDown => self.back.saturating_sub(10),
            Act::First => most,
            Act::Last => 0,
            _ => self.back,
        }
        .min(most);
    }

    /// Chooses an entry by pointing at it; says whether it was chosen so already.
    pub fn point(&mut self, entry: usize) -> bool {
        self.at_log = false;
        self.notice = None;
        let entries = self.menu.as_ref().map_or(0, |menu| menu.entries.len());
        self.pick.point(entry, entries)
    }

    /// Says why the chosen entry cannot be taken.
    pub fn complain(&mut self, reason: &str) {
        self.notice = Some(format!("You cannot choose that: {reason}."));
    }

    /// Draws everything but the footer.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, hints: bool) {
        let (left, log) = with_log(area);
        if let Some(log) = log {
            let inner = canvas.rule(log, "Log", self.at_log);
            self.draw_log(canvas, inner);
        }
        let least = self.least(canvas.theme, left, hints);
        let wish = self.rows(left.width, usize::MAX).len() as u16 + 4;
        let below_it = Below { least, better: least + 1, wish };
        let own = self.own(canvas.theme);
        let rest = self.scene.draw_table(canvas, left, &own, below_it);
        let trust = u16::from(rest.height > least);
        self.draw_lower(canvas, top(rest, rest.height - trust), hints, log.is_none());
        let row = below(rest, rest.height - trust);
        canvas.text(row, &self.trust(canvas.theme, row.width), 0);
    }

    /// How many rows are needed to choose: what is asked, some entries, and why one is closed.
    fn least(&self, theme: Theme, area: Rect, hints: bool) -> u16 {
        let wide = area.width >= NARROW;
        let width = if wide && with_log(area).1.is_none() { menu_width(area) } else { area.width };
        let screen = if wide { width.max(NARROW) } else { width };
        let entries = self.rows(screen, 0).len().min(ENTRIES) as u16;
        let detail: u16 = self.detail(theme, hints).iter().map(|text| height(text, width, 0)).sum();
        let urgent = self.notice.is_some() || !self.waiting.is_empty() || self.is_closed();
        let detail = detail.clamp(1, if urgent { 4 } else { 1 });
        let title = self.title().map_or(1, |title| heading_rows(&title, width, self.kept_free()));
        (title + entries + detail).max(5)
    }

    fn own(&self, theme: Theme) -> Own {
        let handles = |(_, entry): (usize, &Entry)| entry.handles().collect::<Vec<_>>();
        let marked = self.entry().map(handles).unwrap_or_default();
        let cards: Vec<Vec<Handle>> = self.listed().map(handles).collect();
        let leads = |card| {
            let at = cards.iter().position(|set| set.contains(&card))?;
            let (i, _) = self.listed().nth(at)?;
            let number = self.on_card(at).then_some(at + 1);
            let refused = number.is_some() && self.why_not(i).is_some();
            Some(Lead { target: Target::Entry(at), number, refused })
        };
        self.scene.own(theme, &marked, &leads)
    }

    /// Whether an entry, by its place in the list, is picked on its card.
    fn on_card(&self, at: usize) -> bool {
        let entry = self.listed().nth(at);
        let menu = self.menu.as_ref();
        entry.zip(menu).is_some_and(|((_, entry), menu)| {
            menu::card_of(&self.scene.view, menu, entry).is_some()
        })
    }

    /// The rows of the list: what is not picked on cards.
    fn rows(&self, width: u16, room: usize) -> Vec<Row> {
        let drawn = self.scene.picks_cards(width);
        let entries = self.listed().enumerate();
        let entries = entries.filter(|(at, _)| !(drawn && self.on_card(*at)));
        let entries: Vec<_> =
            entries.map(|(at, (i, entry))| (at, entry, self.why_not(i).is_some())).collect();
        let info = self.scene.game.info();
        let heading = |entry: &Entry| menu::chapter(info.rules, entry.rule);
        menu::rows(&entries, self.pick.at, &heading, room)
    }

    fn draw_lower(&self, canvas: &mut Canvas<'_>, area: Rect, hints: bool, with_log: bool) {
        if !with_log {
            return self.draw_menu(canvas, area, hints);
        }
        if area.width < NARROW {
            if self.at_log {
                let inner = canvas.rule(area, "Log", true);
                return self.draw_log(canvas, inner);
            }
            return self.draw_menu(canvas, area, hints);
        }
        let (left, right) = beside(area, menu_width(area), 1);
        self.draw_menu(canvas, left, hints);
        let inner = canvas.rule(right, "Log", self.at_log);
        self.draw_log(canvas, inner);
    }

    fn draw_log(&self, canvas: &mut Canvas<'_>, area: Rect) {
        if let Some(last) = self.scene.log.len().checked_sub(self.back + 1) {
            self.scene.draw_log(canvas, area, last, None);
        }
    }

    /// What is asked, for how long still, and by which rule.
    fn title(&self) -> Option<String> {
        let menu = self.menu.as_ref()?;
        let rule = if menu.rule.is_empty() { String::new() } else { format!(" [{}]", menu.rule) };
        let clock = match self.clock {
            Some(left) => format!("{left} s · "),
            None if self.clocked => "time is up · ".into(),
            None => String::new(),
        };
        Some(format!("{clock}{}{rule}", self.scene.words().line(&menu.title)))
    }

    /// What calls somebody back who reads or writes something else, if anything is asked.
    pub fn call(&self) -> Option<String> {
        self.menu.as_ref()?;
        Some(match self.clock {
            Some(left) => format!("You are asked: {left} s"),
            None => "You are asked".into(),
        })
    }

    /// How many columns are kept free beside the title to say which entries are shown.
    fn kept_free(&self) -> u16 {
        let entries = self.menu.as_ref().map_or(0, |menu| menu.entries.len());
        if entries > ENTRIES { 13 } else { 0 }
    }

    fn draw_menu(&self, canvas: &mut Canvas<'_>, area: Rect, hints: bool) {
        let theme = canvas.theme;
        let mut detail = self.detail(theme, hints);
        let (Some(_), Some(title)) = (&self.menu, self.title()) else {
            let title = match self.clock {
                Some(left) => format!("Everybody may react: {left} s"),
                None => "Waiting".into(),
            };
            let inner = canvas.rule(area, &title, false);
            canvas.texts(inner, &detail, 0);
            return;
        };
        let scene_words = self.scene.words();
        let inner = heading(canvas, area, &title, self.kept_free(), !self.at_log);
        let screen = canvas.area().width;
        // What is chosen can be read to its end somewhere.
        let chosen = self.entry().map_or(String::new(), |(_, entry)| scene_words.entry(entry));
        let on_card = self.scene.picks_cards(screen) && self.on_card(self.pick.at);
        let long = chosen.chars().count() + 5 > inner.width.into();
        let labelled = self.entry().is_some_and(|(_, entry)| !entry.label.is_empty());
        let on_card = on_card && labelled && !self.is_closed();
        if (long || on_card) && self.notice.is_none() {
            detail.insert(0, words(&chosen, theme.strong()));
        }
        let fewest = self.rows(screen, 0).len();
        // What is told about the chosen entry leaves room for some others; for fewer, if it says why not.
        let closed = self.notice.is_some() || self.is_closed();
        let others = fewest.min(if closed { ENTRIES / 2 } else { ENTRIES });
        let told: u16 = detail.iter().map(|text| height(text, inner.width, 0)).sum();
        let told = told.min(inner.height.saturating_sub(others as u16)).max(1);
        let room = inner.height.saturating_sub(told);
        let rows = self.rows(screen, room.into());
        let total = rows.len();
        let shown = room.min(total as u16);
        let is_picked = |row: &Row| *row == Row::Entry(self.pick.at);
        let picked = Pick::new(rows.iter().position(is_picked).unwrap_or(0));
        let first = picked.first_shown(total, shown.into());
        for (y, listed) in (inner.y..).zip(rows.iter().skip(first).take(shown.into())) {
            let row = Rect { y, height: 1, ..inner };
            let at = match listed {
                Row::Heading(chapter) => {
                    canvas.row(row, &[(0, atom(*chapter, theme.quiet()))]);
                    continue;
                }
                Row::Folded(count, at) => {
                    let label = format!(" ✗ {count} more that cannot be chosen now: ↓ shows them");
                    canvas.row(row, &[(0, atom(label, theme.quiet()))]);
                    canvas.zone(row, Target::Entry(*at));
                    continue;
                }
                Row::Entry(at) => *at,
            };
            let Some((i, entry)) = self.listed().nth(at) else { continue };
            let closed = self.why_not(i);
            let mark = match (at == self.pick.at, closed.is_some()) {
                (true, false) => "›",
                (true, true) => "✗›",
                (false, true) => "✗",
                (false, false) => " ",
            };
            let why = closed.map_or(String::new(), |why| format!(" ({why})"));
            let name = menu::name_first(&scene_words, entry);
            let label = format!("{mark:>2}{:>2} {name}{why}", at + 1);
            let style = if closed.is_some() { theme.quiet() } else { Style::new() };
            canvas.row(row, &[(0, atom(label, style))]);
            canvas.zone(row, Target::Entry(at));
            if at == self.pick.at {
                canvas.style(row, theme.chosen());
            }
        }
        if usize::from(shown) < total {
            let last = (first + usize::from(shown)).min(total);
            let more = format!(" {}–{last} of {total}", first + 1);
            let at = area.width.saturating_sub(more.chars().count() as u16);
            canvas.row(top(area, 1), &[(at, atom(more, theme.quiet()))]);
        }
        canvas.texts(below(inner, shown), &detail, 0);
    }

    /// What there is to know now, and about the chosen entry; a hint if there is nothing.
    fn detail(&self, theme: Theme, hints: bool) -> Vec<Text> {
        let mut texts = Vec::new();
        if !self.waiting.is_empty() {
            let text = session::waiting(&self.waiting, self.goes_on);
            let text = format!("! {text} o {}.", session::voting(self.goes_on));
            texts.push(words(&text, theme.mark()));
        }
        if self.clocked && self.clock.is_none() && self.menu.is_some() {
            let text = "! Your time is up: from now on the others can tell that you are thinking.";
            texts.push(words(text, theme.mark()));
        }
        match &self.notice {
            Some(notice) => texts.push(words(&format!("! {notice}"), theme.mark())),
            None => texts.extend(self.about(theme, hints && texts.is_empty())),
        }
        texts
    }

    /// What there is to know about the chosen entry; a hint if there is nothing.
    fn about(&self, theme: Theme, hints: bool) -> Option<Text> {
        let Some((i, entry)) = self.entry() else {
            let hint =
                "The others are choosing. Meanwhile, t shows what was proven, and r the rules.";
            return Some(words(
                if hints { hint } else { "The others are choosing." },
                theme.quiet(),
            ));
        };
        if let Some(reason) = self.why_not(i) {
            let rule =
                if entry.rule.is_empty() { String::new() } else { format!(" [{}]", entry.rule) };
            return Some(words(&format!("✗ Not now: {reason}{rule}"), theme.bad()));
        }
        let face = entry.card.and_then(|card| self.scene.view.faces.get(&card));
        if let Some(face) = face {
            let info = self.scene.game.face(*face);
            return Some(words(&format!("{}: {}", info.name, info.help), theme.quiet()));
        }
        let hint = "Choose with ↑ ↓ or a number; nothing is sent before you press Enter.";
        hints.then(|| words(hint, theme.quiet()))
    }

    /// How many proofs were checked, and the last of them; in a shuffle, who has had a turn.
    fn trust(&self, theme: Theme, width: u16) -> Text {
        let Some(last) = self.proofs.last() else {
            return words("… nothing was shuffled or dealt yet", theme.quiet());
        };
        if let Some(text) = self.shuffle(theme, width) {
            return text;
        }
        let proofs = session::count(self.proofs.len(), "proof");
        let took = took(last.took).map_or(String::new(), |took| format!(", the last took {took}"));
        let checked = format!("✓ {proofs} checked");
        // What there is no room for is left out whole.
        let room = usize::from(width).saturating_sub(last.brief.chars().count() + 1);
        let mut heads = [format!("{checked}{took}:"), format!("{checked}:")].into_iter();
        match heads.find(|head| head.chars().count() <= room) {
            Some(head) => [words(&head, theme.good()), words(&last.brief, theme.quiet())].concat(),
            None => words(&checked, theme.good()),
        }
    }

    /// How far the shuffle is that is going on, and who has had a turn in it, by as many names as there
    /// is room for.
    fn shuffle(&self, theme: Theme, width: u16) -> Option<Text> {
        let (_, cards) = self.proofs.last()?.shuffled?;
        let mut seats: Vec<Seat> = Vec::new();
        let mut time = Duration::ZERO;
        for proof in self.proofs.iter().rev() {
            // Everybody has one turn in a shuffle.
            let Some((seat, _)) = proof.shuffled.filter(|(seat, _)| !seats.contains(seat)) else {
                break;
            };
            seats.push(seat);
            time += proof.took;
        }
        let (done, all) = (seats.len(), self.scene.names.len());
        let have = if done == 1 { "has" } else { "have" };
        let far = format!("✓ {done} of {all} {have} shuffled {}", session::count(cards, "card"));
        let took = took(time).map_or(String::new(), |took| format!(", {took}"));
        let told = format!("{far}, each proof checked{took}");
        let told = if told.chars().count() < width.into() { told } else { format!("{far}{took}") };
        let mut text = vec![atom(format!("{told}:"), theme.good())];
        let room = usize::from(width).saturating_sub(told.chars().count() + 1);
        let turn = |(seat, name): (Seat, &String)| {
            format!("{name} {}", if seats.contains(&seat) { "✓" } else { "…" })
        };
        let names = as_many(&self.scene.names.iter().map(turn).collect::<Vec<_>>(), room);
        match names {
            Some(names) => text.push(atom(names, theme.quiet())),
            None => text = vec![atom(told, theme.good())],
        }
        Some(text)
    }
}

/// As many names as there is room for, and how many there are beyond them; nothing if there is none
/// for any.
fn as_many(names: &[String], room: usize) -> Option<String> {
    let told = |shown: usize| {
        let beyond = names.len() - shown;
        let more = if beyond > 0 { format!(" +{beyond}") } else { String::new() };
        format!("{}{more}", names[..shown].join(", "))
    };
    (1..=names.len()).rev().map(told).find(|told| told.chars().count() < room)
}

/// So many entries are in sight, or all, before anything else has its wish.
const ENTRIES: usize = 4;

/// How wide a menu is that has the log beside it.
fn menu_width(area: Rect) -> u16 {
    area.width * 11 / 20
}

/// How many rows a menu's heading takes, if so many columns beside it are kept free.
fn heading_rows(title: &str, width: u16, beside: u16) -> u16 {
    match title.chars().count() + usize::from(beside) + 4 <= width.into() {
        true => 1,
        false => 1 + height(&words(title, Style::new()), width, 0).min(3),
    }
}

/// A line across with a title in it, or with the title below it where it is too long for that.
fn heading(canvas: &mut Canvas<'_>, area: Rect, title: &str, beside: u16, focused: bool) -> Rect {
    if heading_rows(title, area.width, beside) == 1 {
        return canvas.rule(area, title, focused);
    }
    let inner = canvas.rule(area, "", focused);
    let used = canvas.text(top(inner, 3), &words(title, canvas.theme.strong()), 0);
    below(inner, used)
}

/// How long something took, if it is worth telling.
pub fn took(time: Duration) -> Option<String> {
    let millis = time.as_millis();
    (millis > 0).then(|| {
        if millis < 1000 { format!("{millis} ms") } else { format!("{:.1} s", time.as_secs_f32()) }
    })
}
