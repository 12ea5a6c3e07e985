//! The table while a match is played: seats, own cards, the menu, the log, and proofs.

use std::{rc::Rc, time::Duration};

use ratatui::{layout::Rect, style::Style};
use seat::{
    Intent, MatchView, SeatEvent, SeatEventKind, SeatState, Settings, Snapshot,
    shown::{Catalogue, EntryShown, MenuShown},
    words,
};

use super::{
    board::menu::{self, Listing, Row},
    keys::{Act, DIGIT, KeyHint, can},
    overlay::{Confirmation, Reader, Write},
    paint::{Canvas, Target, Text, Theme, atom, below, beside, height, top, words},
    pick::Pick,
    scene::{Below, Lead, Own, Said, Scene, markdown, with_log},
    screen::{self, Screen, ScreenRequest},
    seats::NARROW,
    signs,
};
use crate::tell;

/// A match being played.
pub(super) struct TableScreen {
    /// The board and the log.
    scene: Scene,
    settings: Settings,
    /// The menu as it is listed, and the longest text about one of its entries.
    listing: Listing,
    longest: String,
    pick: Pick,
    /// The step in which the person has last chosen.
    chosen: Option<u64>,
    proofs: Vec<Proof>,
    at_log: bool,
    /// How many lines of the log lie below the visible ones.
    back: usize,
    /// The answer to the last choice, if it was refused.
    notice: Option<String>,
    /// Whether there has been a window yet.
    windows: bool,
    /// Whether the open window has had a time limit.
    clocked: bool,
    /// Whether the person has consented about those who delay the match now.
    voted: bool,
    /// How long what was just decided stays visible.
    held: Held,
}

/// How long what was just decided is shown in place of what came after it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Held {
    /// It is no longer shown.
    #[default]
    Not,
    /// It has just been decided.
    New,
    /// Until this time since the screens were opened, or until a key is pressed.
    Until(Duration),
}

/// A proof that was verified.
struct Proof {
    /// What was proven, by whom and in which step, in words.
    what: String,
    /// The same without the step.
    brief: String,
    /// Who has shuffled how many cards, if it is about a shuffle.
    shuffled: Option<(usize, usize)>,
    /// The time since the proof before.
    took: Duration,
    at: Duration,
}

impl TableScreen {
    /// The table when somebody sits down.
    pub(super) fn new(catalogue: Rc<Catalogue>, view: &MatchView, settings: &Settings) -> Self {
        let mut table = Self {
            scene: Scene::new(catalogue, MatchView { menu: None, ..view.clone() }),
            settings: settings.clone(),
            listing: Listing::default(),
            longest: String::new(),
            pick: Pick::default(),
            chosen: None,
            proofs: Vec::new(),
            at_log: false,
            back: 0,
            notice: None,
            windows: false,
            clocked: false,
            voted: false,
            held: Held::Not,
        };
        table.look(view);
        table
    }

    /// Takes in the new state of the board and the menu.
    fn look(&mut self, view: &MatchView) {
        self.windows |= view.window;
        self.clocked = view.window_left_ms.is_some() || self.clocked && view.window;
        self.voted &= view.may_go_on_without == self.scene.view.may_go_on_without;
        let before = std::mem::replace(&mut self.scene.view, view.clone());
        if before.board.lately != view.board.lately {
            self.hold(if view.board.lately.is_some() { Held::New } else { Held::Not });
        }
        let step = |menu: &Option<MenuShown>| menu.as_ref().map(|menu| menu.step);
        let (was, is) = (step(&before.menu), step(&view.menu));
        if was.is_none() && before.step != view.step {
            // It was about a question of an earlier step.
            self.notice = None;
        }
        let entries = |menu: &Option<MenuShown>| menu.as_ref().map(|menu| menu.entries.len());
        if was == is && entries(&before.menu) == entries(&view.menu) {
            return;
        }
        if was.is_some() && is.is_none() && self.chosen != was {
            self.notice = Some("That is no longer asked.".into());
        }
        let rules = &self.scene.catalogue.rules;
        let menu = view.menu.as_ref();
        self.listing = menu.map_or_else(Listing::default, |menu| Listing::new(view, menu, rules));
        let told = self.listed().filter_map(|entry| self.told_of(entry));
        self.longest = told.max_by_key(|told| told.chars().count()).unwrap_or_default();
        let open = self.listed().position(|entry| entry.allowed);
        self.pick = Pick::new(open.unwrap_or(0));
        if view.menu.is_some() {
            self.notice = None;
            self.at_log = false;
        }
    }

    fn hold(&mut self, held: Held) {
        self.held = held;
        self.scene.held = matches!(held, Held::Until(_));
    }

    fn menu(&self) -> Option<&MenuShown> {
        self.scene.view.menu.as_ref()
    }

    /// How many seconds the open window stays open, rounded up.
    fn clock(&self) -> Option<u64> {
        self.scene.view.window_left_ms.map(|left| left / 1000 + 1)
    }

    /// Whom the table waits for and what the person may do about it, unless they have consented already.
    fn late(&self) -> Option<&str> {
        Some(self.scene.view.late.as_str()).filter(|late| !late.is_empty() && !self.voted)
    }

    fn add_proof(&mut self, proof: Proof) {
        self.proofs.push(proof);
    }

    /// Adds a line to the log that only this person sees.
    fn note(&mut self, text: String) {
        self.tell(Said::beside(text));
    }

    fn tell(&mut self, said: Said) {
        self.scene.log.push(said);
        // Somebody who has scrolled up is not pulled down.
        self.back += usize::from(self.back > 0);
    }

    /// The selected entry.
    fn entry(&self) -> Option<&EntryShown> {
        self.at(self.pick.at)
    }

    /// The entry at this place of the list.
    fn at(&self, at: usize) -> Option<&EntryShown> {
        self.listing.entry(self.menu()?, at)
    }

    /// The entries in the order of their numbers on the screen.
    fn listed(&self) -> impl Iterator<Item = &EntryShown> {
        self.menu().into_iter().flat_map(|menu| self.listing.entries(menu))
    }

    /// Whether the selected entry is refused.
    fn is_closed(&self) -> bool {
        self.entry().is_some_and(|entry| !entry.allowed)
    }

    /// Moves the selection or the log.
    fn go(&mut self, act: Act) {
        let entries = self.listing.len();
        if act == Act::Pane {
            self.at_log = !self.at_log;
        } else if entries > 0 && !self.at_log {
            self.notice = None;
            self.pick.act(act, entries);
        } else {
            self.scroll(act);
        }
    }

    /// Chooses the selected entry; asks for a confirmation if it is heavy.
    fn confirm(&mut self) -> Vec<ScreenRequest> {
        let (Some(entry), Some(menu)) = (self.entry(), self.menu()) else { return Vec::new() };
        if !entry.allowed {
            let reason = entry.reason.clone().unwrap_or_default();
            self.notice = Some(format!("You cannot choose that: {reason}."));
            return Vec::new();
        }
        let choose = Intent::Choose { step: menu.step, entry: entry.entry };
        if entry.heavy {
            let question = format!("{}: are you sure? It cannot be taken back.", entry.words);
            return vec![ScreenRequest::Sure(Confirmation::new(question, choose))];
        }
        vec![ScreenRequest::Want(choose)]
    }

    /// Asks whether to go on without those who delay the match now.
    fn vote(&self) -> Vec<ScreenRequest> {
        let view = &self.scene.view;
        let (step, without) = (view.step, view.may_go_on_without.clone());
        let consent = Intent::Consent { step, without };
        vec![ScreenRequest::Sure(Confirmation::new(view.consent_question.clone(), consent))]
    }
}

impl Screen for TableScreen {
    fn see(&mut self, now: &Snapshot) -> bool {
        let SeatState::Match(view) = &now.state else { return false };
        if view.began != self.scene.view.began {
            return false;
        }
        self.settings = now.settings.clone();
        self.look(view);
        true
    }

    fn hear(&mut self, event: &SeatEvent, now: &Snapshot, at: Duration) {
        if let SeatEventKind::Proven { seat, step, text, shuffled, chosen, .. } = &event.kind {
            let before = self.proofs.last().map_or(at, |proof| proof.at);
            // A choice took the person's time, not the proof's.
            let took = if *chosen { Duration::ZERO } else { at.saturating_sub(before) };
            return self.add_proof(Proof {
                what: format!("Step {step}: {text}; the proof holds"),
                brief: text.clone(),
                shuffled: shuffled.map(|cards| (*seat, cards)),
                took,
                at,
            });
        }
        let said = screen::line(&event.kind, self.scene.view.me, &now.person.name);
        said.into_iter().for_each(|said| self.tell(said));
    }

    fn pass(&mut self, at: Duration) -> bool {
        let (before, linger) = (self.held, self.settings.linger_ms);
        self.hold(match before {
            Held::New if linger == 0 => Held::Until(Duration::MAX),
            Held::New => Held::Until(at + Duration::from_millis(linger.into())),
            Held::Until(end) if end <= at => Held::Not,
            as_before => as_before,
        });
        self.held != before
    }

    fn answered(&mut self, intent: &Intent, refused: Option<&str>) {
        match (intent, refused) {
            (Intent::Choose { .. }, Some(why)) => {
                self.notice = Some(format!("That was refused: {why}."));
            }
            (Intent::Choose { step, .. }, None) => self.chosen = Some(*step),
            (Intent::Consent { .. }, Some(why)) => self.note(format!("You have not voted: {why}.")),
            (Intent::Consent { .. }, None) => {
                self.voted = true;
                self.note(words::voted(self.scene.view.goes_on));
            }
            (Intent::Say { .. }, Some(why)) => self.note(format!("That was not sent: {why}.")),
            (_, Some(why)) => self.note(format!("That was refused: {why}.")),
            (_, None) => {}
        }
    }

    fn can(&self) -> Vec<KeyHint> {
        let choosing = self.menu().is_some() && !self.at_log;
        let mut list = if choosing {
            vec![can(&[Act::Go], "confirm"), can(&[Act::Up, Act::Down], "move")]
        } else {
            vec![can(&[Act::Up, Act::Down], "scroll")]
        };
        let view = &self.scene.view;
        if self.late().is_some() {
            let does = if view.goes_on { "go on without" } else { "end the match" };
            list.insert(0, can(&[Act::GoOn], does));
        }
        if view.talks {
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
        if let Some(wants) = view.wants_aside {
            list.push(can(&[Act::Pay], if wants { "do not pay" } else { "pay" }));
        }
        if choosing {
            list.push(can(&[DIGIT], "by number"));
        }
        list.push(can(&[Act::PageUp, Act::PageDown], "several at once"));
        list.push(can(&[Act::First, Act::Last], "to the first or the last"));
        list
    }

    fn act(&mut self, act: Act, _: Rect) -> Vec<ScreenRequest> {
        let held = self.scene.held;
        self.hold(Held::Not);
        // Nobody confirms what they have not seen.
        if held && act == Act::Go {
            return Vec::new();
        }
        let view = &self.scene.view;
        match act {
            Act::Quit => {
                let question = view.leave_question.clone();
                vec![ScreenRequest::Sure(Confirmation::new(question, Intent::Leave))]
            }
            Act::Say => vec![ScreenRequest::Write(Box::new(Write::say(self.others())))],
            Act::GoOn => self.vote(),
            Act::Go => self.confirm(),
            Act::Asks => vec![ScreenRequest::Want(Intent::AskOtherwise)],
            Act::Pay => {
                let wanted = view.wants_aside != Some(true);
                vec![ScreenRequest::Want(Intent::WantAside { wanted })]
            }
            _ => {
                self.go(act);
                // Somebody who presses a key has read the last event.
                if self.menu().is_none() {
                    vec![ScreenRequest::Want(Intent::Hurry)]
                } else {
                    Vec::new()
                }
            }
        }
    }

    fn confirmed(&mut self, sure: Confirmation) -> Vec<ScreenRequest> {
        // A yes applies only to those whom the question named.
        if let Intent::Consent { without, .. } = &sure.then
            && *without != self.scene.view.may_go_on_without
        {
            if self.late().is_some() {
                return self.vote();
            }
            self.note("You have not voted: who is away has changed.".into());
            return Vec::new();
        }
        if let Intent::Consent { without, .. } = sure.then {
            let step = self.scene.view.step;
            return vec![ScreenRequest::Want(Intent::Consent { step, without })];
        }
        vec![ScreenRequest::Want(sure.then)]
    }

    fn still(&self, sure: &Confirmation) -> bool {
        match &sure.then {
            Intent::Choose { step, .. } => self.menu().is_some_and(|menu| menu.step == *step),
            _ => true,
        }
    }

    fn point(&mut self, entry: usize) -> bool {
        self.at_log = false;
        self.notice = None;
        self.hold(Held::Not);
        self.pick.point(entry, self.listing.len())
    }

    fn scroll(&mut self, act: Act) -> bool {
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
        true
    }

    fn show(&self, act: Act, theme: Theme) -> Option<(&'static str, Vec<Text>)> {
        Some(match act {
            Act::Cards => {
                let first = self.entry().and_then(|entry| entry.cards.first().copied());
                ("What the cards do", self.scene.cards(theme, first))
            }
            Act::Whole => ("The whole table", self.scene.whole(theme)),
            Act::Trust => ("What was proven", self.told_proofs(theme)),
            _ => return None,
        })
    }

    fn subject(&self) -> Option<(&Catalogue, &str)> {
        Some((&self.scene.catalogue, &self.scene.view.board.phase))
    }

    fn asked(&self, theme: Theme) -> Vec<Text> {
        let Some(menu) = self.menu() else { return Vec::new() };
        let mut texts = vec![Vec::new(), words(&menu.title.plain(), theme.strong())];
        texts.extend((1..).zip(self.listed()).map(|(number, entry)| {
            let why = entry.reason.as_ref().map_or(String::new(), |w| format!(" (not now: {w})"));
            words(&format!("{number} {}{why}", entry.words), Style::new())
        }));
        texts
    }

    fn signs(&self, theme: Theme) -> Vec<Text> {
        signs::explained(&self.scene.view.board, theme)
    }

    fn others(&self) -> Vec<Reader> {
        let MatchView { players, me, talks, .. } = &self.scene.view;
        let others = players.iter().enumerate();
        let others = others.filter(|(seat, _)| *talks && *me != Some(*seat));
        others.map(|(_, player)| Reader::new(&player.name, &player.words)).collect()
    }

    fn log(&self) -> &[Said] {
        &self.scene.log
    }

    fn take_log(&mut self) -> Vec<Said> {
        std::mem::take(&mut self.scene.log)
    }

    fn call(&self) -> Option<String> {
        self.menu()?;
        Some(match self.clock() {
            Some(left) => format!("You are asked: {left} s"),
            None => "You are asked".into(),
        })
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        self.draw_all(canvas, area, self.settings.hints);
    }
}

impl TableScreen {
    fn told_proofs(&self, theme: Theme) -> Vec<Text> {
        let intro = "Every card is masked by every player. Each proof below was checked by this node when it came, the latest first.";
        let mut texts = vec![words(intro, theme.quiet()), Vec::new()];
        texts.extend(self.proofs.iter().rev().map(|proof| {
            let mut text = vec![atom("✓", theme.good())];
            text.extend(words(&proof.what, Style::new()));
            let took = took(proof.took).map(|took| format!("({took})"));
            text.extend(took.map(|took| atom(took, theme.quiet())));
            text
        }));
        texts
    }

    fn draw_all(&self, canvas: &mut Canvas<'_>, area: Rect, hints: bool) {
        let (left, log) = with_log(area);
        if let Some(log) = log {
            let inner = canvas.rule(log, "Log", self.at_log);
            self.draw_log(canvas, inner);
        }
        let below_it = self.needs(canvas.theme, left, hints, log.is_none());
        let least = below_it.least;
        let own = self.own(canvas.theme);
        let rest = self.scene.draw_table(canvas, left, &own, below_it);
        let trust = u16::from(rest.height > least);
        self.draw_lower(canvas, top(rest, rest.height - trust), hints, log.is_none());
        let row = below(rest, rest.height - trust);
        canvas.text(row, &self.trust(canvas.theme, row.width), 0);
    }

    /// How many rows are needed to choose: what is asked, some entries, and why one is closed; better, a
    /// hint to its end; at most, everything.
    fn needs(&self, theme: Theme, area: Rect, hints: bool, beside_log: bool) -> Below {
        let wide = area.width >= NARROW;
        let width = if wide && beside_log { self.menu_width(area) } else { area.width };
        let screen = if wide { width.max(NARROW) } else { width };
        let entries = self.rows(screen, 0).len().min(ENTRIES) as u16;
        let told = self.told(theme, hints, screen, width);
        let told: u16 = told.iter().map(|text| height(text, width, 0)).sum();
        let title = self.title().map_or(1, |title| heading_rows(&title, width, self.kept_free()));
        let late = self.late().is_some() || self.scene.view.offline;
        let urgent = self.notice.is_some() || late || self.is_closed();
        let most = match self.scene.view.hints.is_empty() {
            false => 6,
            true if urgent => 4,
            true => 1,
        };
        let least = (title + entries + told.clamp(1, most)).max(5);
        // Whatever is chosen, so that nothing moves with the choice.
        let hint = self.longest_hint(theme, width).min(HINT);
        let better = least.max(title + entries + hint) + 1;
        let all = title + self.rows(screen, usize::MAX).len() as u16 + told + 1;
        let passage = match area.height < TALL {
            true => Vec::new(),
            false => self.passage(theme, hints),
        };
        let passage: u16 = passage.iter().map(|text| height(text, width, 2)).sum();
        // The signs take a row or two.
        let signs = if hints { 3 } else { 0 };
        let passage = passage + u16::from(passage > 0);
        Below { least, better, wish: all.max(better) + signs + passage }
    }

    /// How many rows the longest text about an entry takes.
    fn longest_hint(&self, theme: Theme, width: u16) -> u16 {
        let words = words(&self.longest, theme.quiet());
        // With what the entry says, where that is long or stands on a card.
        let own = u16::from(self.menu().is_some() && !self.longest.is_empty());
        height(&words, width, 0) + own
    }

    fn own(&self, theme: Theme) -> Own {
        let marked = self.entry().map(|entry| entry.cards.clone()).unwrap_or_default();
        let leads = |card| {
            let (at, entry) =
                self.listed().enumerate().find(|(_, entry)| entry.cards.contains(&card))?;
            let number = self.listing.is_on_card(at).then_some(at + 1);
            let refused = number.is_some() && !entry.allowed;
            Some(Lead { target: Target::Entry(at), number, refused })
        };
        self.scene.own(theme, &marked, &leads)
    }

    /// The rows of the list: entries that are not chosen on cards.
    fn rows(&self, width: u16, room: usize) -> Vec<Row> {
        let drawn = self.scene.picks_cards(width);
        let rows = |menu| self.listing.rows(menu, drawn, self.pick.at, room);
        self.menu().map_or_else(Vec::new, rows)
    }

    /// The width of a menu that has the log beside it: more than half, and more still for long entries.
    fn menu_width(&self, area: Rect) -> u16 {
        let rows = self.rows(area.width, usize::MAX);
        let entries = rows.iter().filter_map(|row| match row {
            Row::Entry(at) => self.at(*at),
            _ => None,
        });
        let open = entries.filter(|entry| entry.allowed).map(menu::name_first);
        let widest = open.map(|name| name.chars().count() + MARGIN).max().unwrap_or(0);
        let most = area.width.saturating_sub(LOG + 1);
        (area.width * 11 / 20).max(most.min(widest as u16))
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
        let (left, right) = beside(area, self.menu_width(area), 1);
        self.draw_menu(canvas, left, hints);
        let inner = canvas.rule(right, "Log", self.at_log);
        self.draw_log(canvas, inner);
    }

    fn draw_log(&self, canvas: &mut Canvas<'_>, area: Rect) {
        if let Some(last) = self.scene.log.len().checked_sub(self.back + 1) {
            self.scene.draw_log(canvas, area, last, None);
        }
    }

    /// What is asked, for how long, and by which rule.
    fn title(&self) -> Option<String> {
        let menu = self.menu()?;
        let rule = if menu.rule.is_empty() { String::new() } else { format!(" [{}]", menu.rule) };
        let clock = match self.clock() {
            Some(left) => format!("{left} s · "),
            None if self.clocked => "time is up · ".into(),
            None => String::new(),
        };
        Some(format!("{clock}{}{rule}", menu.title.plain()))
    }

    /// How many columns beside the title are kept free to tell which entries are shown.
    fn kept_free(&self) -> u16 {
        let listed = self.rows(NARROW, usize::MAX).len();
        if listed > ENTRIES { 13 } else { 0 }
    }

    fn draw_menu(&self, canvas: &mut Canvas<'_>, area: Rect, hints: bool) {
        let theme = canvas.theme;
        let screen = canvas.area().width;
        let detail = self.told(theme, hints, screen, area.width);
        let Some(title) = self.title() else {
            let title = match self.clock() {
                Some(left) => format!("Everybody may react: {left} s"),
                None if self.scene.view.me.is_none() => "You are watching".into(),
                None => "Waiting".into(),
            };
            let inner = canvas.rule(area, &title, false);
            let used = canvas.texts(inner, &detail, 0);
            return self.draw_passage(canvas, below(inner, used), hints);
        };
        let inner = heading(canvas, area, &title, self.kept_free(), !self.at_log);
        let fewest = self.rows(screen, 0).len();
        // The text about the selected entry leaves room for some others; for fewer if it says why one is
        // refused.
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
                    canvas.row(row, &[(0, atom(chapter.clone(), theme.quiet()))]);
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
            let Some(entry) = self.at(at) else { continue };
            let closed = entry.reason.as_ref().filter(|_| !entry.allowed);
            let mark = match (at == self.pick.at, closed.is_some()) {
                (true, false) => "›",
                (true, true) => "✗›",
                (false, true) => "✗",
                (false, false) => " ",
            };
            let why = closed.map_or(String::new(), |why| format!(" ({why})"));
            let name = menu::name_first(entry);
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
        let used = shown + canvas.texts(below(inner, shown), &detail, 0);
        self.draw_passage(canvas, below(inner, used), hints);
    }

    /// What the signs mean and what the rules say about the phase, where rows would be empty; on a narrow screen, which has no other
    /// place for it, what has happened last.
    fn draw_passage(&self, canvas: &mut Canvas<'_>, area: Rect, hints: bool) {
        if canvas.area().width < NARROW {
            return self.draw_log(canvas, area);
        }
        let mut area = below(area, 1);
        if hints && area.height > 0 {
            let used = self.draw_signs(canvas, area);
            area = below(area, used);
        }
        // A few words of them say nothing.
        if area.height > PASSAGE {
            canvas.texts(area, &self.passage(canvas.theme, hints), 2);
        }
    }

    /// What the signs on the screen mean, if there is room to tell it. Returns the rows used.
    fn draw_signs(&self, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
        let seen = canvas.signs();
        let board = &self.scene.view.board;
        let legend = signs::legend(board, canvas.theme, |sign| seen.contains(&sign));
        if legend.is_empty() || height(&legend, area.width, 2) > area.height {
            return 0;
        }
        canvas.text(area, &legend, 2) + 1
    }

    /// What the rules say about the phase, after a heading.
    fn passage(&self, theme: Theme, hints: bool) -> Vec<Text> {
        let phase = &self.scene.view.board.phase;
        let chapter = tell::chapter(&self.scene.catalogue.rules, phase).filter(|_| hints);
        let Some(chapter) = chapter else { return Vec::new() };
        let heading = words(&format!("The rules now · {phase}"), theme.strong());
        let told = markdown(theme, chapter).into_iter().skip(1).filter(|text| !text.is_empty());
        let told = told.map(|text| text.into_iter().map(|word| word.in_style(theme.quiet())));
        [heading].into_iter().chain(told.map(Iterator::collect)).collect()
    }

    /// What is told below the list in so many columns of a screen.
    fn told(&self, theme: Theme, hints: bool, screen: u16, width: u16) -> Vec<Text> {
        let mut told = self.detail(theme, hints);
        // What is chosen can be read to its end somewhere.
        if let Some(entry) = self.entry().filter(|_| self.notice.is_none()) {
            let on_card = self.scene.picks_cards(screen) && self.listing.is_on_card(self.pick.at);
            let long = entry.words.chars().count() + 5 > width.into();
            if long || on_card && !entry.label.is_empty() && entry.allowed {
                told.insert(0, words(&menu::name_first(entry), theme.strong()));
            }
        }
        told
    }

    /// What there is to know now, and about the selected entry; a hint if there is nothing.
    fn detail(&self, theme: Theme, hints: bool) -> Vec<Text> {
        let mut texts = Vec::new();
        let view = &self.scene.view;
        if let Some(late) = self.late() {
            let text = format!("! {late} o {}.", words::voting(view.goes_on));
            texts.push(words(&text, theme.mark()));
        }
        if view.offline && view.menu.is_some() {
            texts.push(words(&format!("! {}", words::OFFLINE), theme.mark()));
        }
        if self.clocked && self.clock().is_none() && view.menu.is_some() {
            let text = "! Your time is up: from now on the others can tell that you are thinking.";
            texts.push(words(text, theme.mark()));
        }
        // In a guided match the last lessons are shown here; the log has all of them.
        let lessons = view.hints.iter().rev().take(LESSONS).rev();
        texts.extend(lessons.map(|lesson| words(&format!("☞ {lesson}"), theme.mark())));
        let hints = hints && texts.is_empty() && self.notice.is_none();
        let notice = self.notice.as_ref().map(|notice| format!("! {notice}"));
        texts.extend(notice.map(|notice| words(&notice, theme.mark())));
        // Whoever waits always reads for whom.
        if self.notice.is_none() || self.menu().is_none() {
            texts.extend(self.about(theme, hints));
        }
        texts
    }

    /// What there is to know about the selected entry; a hint if there is nothing.
    fn about(&self, theme: Theme, hints: bool) -> Option<Text> {
        let Some(entry) = self.entry() else {
            let waiting = &self.scene.view.waiting;
            let hint = " Meanwhile, t shows what was proven, and r the rules.";
            let hint = if hints { hint } else { "" };
            return Some(words(&format!("{waiting}{hint}"), theme.quiet()));
        };
        if let Some(told) = self.told_of(entry) {
            return Some(words(&told, if entry.allowed { theme.quiet() } else { theme.bad() }));
        }
        let hint = "Choose with ↑ ↓ or a number; nothing is sent before you press Enter.";
        hints.then(|| words(hint, theme.quiet()))
    }

    /// Why an entry is refused, or what its card does.
    fn told_of(&self, entry: &EntryShown) -> Option<String> {
        if let Some(reason) = entry.reason.as_ref().filter(|_| !entry.allowed) {
            let rule =
                if entry.rule.is_empty() { String::new() } else { format!(" [{}]", entry.rule) };
            return Some(format!("✗ Not now: {reason}{rule}"));
        }
        let info = self.scene.catalogue.faces.get(&self.face_of(entry)?)?;
        Some(format!("{}: {}", info.name, info.help))
    }

    /// The face of the one card that an entry is about, if it is known.
    fn face_of(&self, entry: &EntryShown) -> Option<u8> {
        let [card] = entry.cards[..] else { return None };
        let board = &self.scene.view.board;
        let seats = board.seats.iter().flat_map(|place| &place.piles);
        let mats = board.mats.iter().flat_map(|mat| &mat.place.piles);
        let mut cards = seats.chain(mats).chain(&board.piles).flat_map(|pile| &pile.cards);
        cards.find(|other| other.card == Some(card)).and_then(|card| card.face)
    }

    /// How many proofs were verified, and the last of them; during a shuffle, who has shuffled.
    fn trust(&self, theme: Theme, width: u16) -> Text {
        let Some(last) = self.proofs.last() else {
            return words("… nothing was shuffled or dealt yet", theme.quiet());
        };
        if let Some(text) = self.shuffle(theme, width) {
            return text;
        }
        let proofs = words::count(self.proofs.len(), "proof");
        let took = took(last.took).map_or(String::new(), |took| format!(", the last took {took}"));
        let checked = format!("✓ {proofs} checked");
        // What does not fit is left out as a whole.
        let room = usize::from(width).saturating_sub(last.brief.chars().count() + 1);
        let mut heads = [format!("{checked}{took}:"), format!("{checked}:")].into_iter();
        match heads.find(|head| head.chars().count() <= room) {
            Some(head) => [words(&head, theme.good()), words(&last.brief, theme.quiet())].concat(),
            None => words(&checked, theme.good()),
        }
    }

    /// How far the running shuffle is, and who has shuffled, with as many names as there is room for.
    fn shuffle(&self, theme: Theme, width: u16) -> Option<Text> {
        let (_, cards) = self.proofs.last()?.shuffled?;
        let mut seats: Vec<usize> = Vec::new();
        let mut time = Duration::ZERO;
        for proof in self.proofs.iter().rev() {
            // Everybody shuffles once.
            let Some((seat, _)) = proof.shuffled.filter(|(seat, _)| !seats.contains(seat)) else {
                break;
            };
            seats.push(seat);
            time += proof.took;
        }
        let (done, all) = (seats.len(), self.scene.view.players.len());
        let have = if done == 1 { "has" } else { "have" };
        let far = format!("✓ {done} of {all} {have} shuffled {}", words::count(cards, "card"));
        let took = took(time).map_or(String::new(), |took| format!(", {took}"));
        let told = format!("{far}, each proof checked{took}");
        let told = if told.chars().count() < width.into() { told } else { format!("{far}{took}") };
        let mut text = vec![atom(format!("{told}:"), theme.good())];
        let room = usize::from(width).saturating_sub(told.chars().count() + 1);
        let turn = |(seat, player): (usize, &seat::PlayerShown)| {
            format!("{} {}", player.name, if seats.contains(&seat) { "✓" } else { "…" })
        };
        let players = self.scene.view.players.iter().enumerate();
        let names = as_many(&players.map(turn).collect::<Vec<_>>(), room);
        match names {
            Some(names) => text.push(atom(names, theme.quiet())),
            None => text = vec![atom(told, theme.good())],
        }
        Some(text)
    }
}

/// As many names as there is room for, and the number of the others; `None` if there is no room for any.
fn as_many(names: &[String], room: usize) -> Option<String> {
    let told = |shown: usize| {
        let beyond = names.len() - shown;
        let more = if beyond > 0 { format!(" +{beyond}") } else { String::new() };
        format!("{}{more}", names[..shown].join(", "))
    };
    (1..=names.len()).rev().map(told).find(|told| told.chars().count() < room)
}

/// How many lessons of a guided match are shown below the menu: what is new, and what would be sensible.
const LESSONS: usize = 2;

/// So many rows of a hint are kept free.
const HINT: u16 = 4;

/// A table has no rows to spare for the rules below so many.
const TALL: u16 = 30;
/// So many rows are too few for a passage of the rules.
const PASSAGE: u16 = 4;

/// So many entries are in sight, or all, before anything else has its wish.
const ENTRIES: usize = 4;

/// The columns before the words of an entry: its mark and its number.
const MARGIN: usize = 5;

/// A log narrower than this cannot be read.
const LOG: u16 = 24;

/// How many rows a menu's heading takes, if `beside` columns are kept free.
fn heading_rows(title: &str, width: u16, beside: u16) -> u16 {
    match title.chars().count() + usize::from(beside) + 4 <= width.into() {
        true => 1,
        false => 1 + height(&words(title, Style::new()), width, 0).min(3),
    }
}

/// Draws a line with a title in it, or with the title below if it is too long.
fn heading(canvas: &mut Canvas<'_>, area: Rect, title: &str, beside: u16, focused: bool) -> Rect {
    if heading_rows(title, area.width, beside) == 1 {
        return canvas.rule(area, title, focused);
    }
    let inner = canvas.rule(area, "", focused);
    let used = canvas.text(top(inner, 3), &words(title, canvas.theme.strong()), 0);
    below(inner, used)
}

/// How long something took, if that is worth showing.
fn took(time: Duration) -> Option<String> {
    let millis = time.as_millis();
    (millis > 0).then(|| {
        if millis < 1000 { format!("{millis} ms") } else { format!("{:.1} s", time.as_secs_f32()) }
    })
}
