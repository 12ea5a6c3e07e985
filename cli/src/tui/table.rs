//! The table while a match is played: seats, own cards, the menu, the log, and what was proven.

use std::time::Duration;

use engine::{BySeat, Entry, Handle, Menu, Seat};

use ratatui::{layout::Rect, style::Style};
use table::Proven;

use super::{
    keys::{Act, Can, DIGIT, can},
    paint::{Canvas, Target, Text, Theme, atom, below, beside, top, words},
    pick::Pick,
    scene::{NARROW, Said, Scene, with_log},
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
    /// Since when players are away.
    away: BySeat<Option<Duration>>,
    /// For how many seconds the window that is open stays so.
    clock: Option<u64>,
    /// Whether there are others to write to.
    talks: bool,
    /// Whom the person may vote to go on without.
    waiting: Vec<String>,
}

/// Something that was proven and checked.
pub struct Proof {
    /// What, and by whom, in words.
    pub what: String,
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
            away: session.names().map(|_, _| None),
            clock: None,
            talks: session.talks(),
            waiting: Vec::new(),
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
                let took = now.saturating_sub(before);
                let what = session::proof(session.names(), *seat, *step, *proven);
                let shuffled = match proven {
                    Proven::Shuffle(cards) => Some((*seat, *cards)),
                    _ => None,
                };
                self.proofs.push(Proof { what, shuffled, took, at: now });
                return true;
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
                let away = session.may_go_on_without().iter();
                let away: Vec<String> =
                    away.map(|seat| self.scene.name(seat).to_string()).collect();
                if !away.is_empty() {
                    let text = session::waiting(&away);
                    self.log(Said { text, rule: "" });
                }
                self.waiting = away;
            }
            Update::Notice(text) => self.log(Said { text: text.clone(), rule: "" }),
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
        changed
    }

    /// Whom the person may vote to go on without.
    pub fn waiting(&self) -> &[String] {
        &self.waiting
    }

    /// The vote was cast.
    pub fn voted(&mut self) {
        self.waiting.clear();
        self.note("You vote to go on; it takes everybody who is here.".into());
    }

    /// What it means to leave now.
    pub fn leaving(&self) -> &'static str {
        match (self.talks, self.scene.view.seat) {
            (_, None) => "Stop watching?",
            (true, _) => {
                "Leave the table? The others are kept waiting, and may go on without you. You can take your seat again from the home screen, or by `nodealer resume`."
            }
            (false, _) => "Leave the table? The match ends here.",
        }
    }

    /// Everybody else, by number and name.
    pub fn others(&self) -> Vec<(usize, String)> {
        let others =
            self.scene.names.iter().filter(|(seat, _)| self.scene.view.seat != Some(*seat));
        others.map(|(seat, name)| (seat.index(), name.clone())).collect()
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
        self.scene.see(session.view());
        if self.menu.as_ref() == session.menu() {
            return;
        }
        self.menu = session.menu().cloned();
        let entries = self.menu.iter().flat_map(|menu| &menu.entries).enumerate();
        self.refused =
            entries.map(|(i, _)| session::why_not(session, &self.scene.view, i)).collect();
        self.order = self.menu.as_ref().map_or(Vec::new(), |menu| self.scene.view.order(menu));
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

    /// Whether an entry is to be confirmed.
    pub fn weighs(&self, entry: usize) -> bool {
        self.menu.as_ref().is_some_and(|menu| menu.weighs(entry, session::eyes(&self.scene.view)))
    }

    /// What can be done now.
    pub fn can(&self) -> Vec<Can> {
        let choosing = self.menu.is_some() && !self.at_log;
        let mut list = if choosing {
            vec![can(&[Act::Go], "confirm"), can(&[Act::Up, Act::Down], "choose")]
        } else {
            vec![can(&[Act::Up, Act::Down], "scroll")]
        };
        if !self.waiting.is_empty() {
            list.insert(0, can(&[Act::GoOn], "go on without"));
        }
        if self.talks {
            list.push(can(&[Act::Say], "message"));
        }
        list.extend([
            can(&[Act::Help], "help"),
            can(&[Act::Rules], "rules"),
            can(&[Act::Trust], "proofs"),
            can(&[Act::Pane], if self.at_log { "menu" } else { "log" }),
            can(&[Act::Quit], "leave"),
            can(&[Act::Cards], "cards"),
            can(&[Act::Whole], "table"),
        ]);
        if self.windows {
            list.push(can(&[Act::Asks], "how often to ask"));
        }
        if choosing {
            list.push(can(&[DIGIT], "by number"));
        }
        list.push(can(&[Act::PageUp, Act::PageDown, Act::First, Act::Last], "far"));
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

    /// Chooses an entry by pointing at it; says whether it was the chosen one already.
    pub fn point(&mut self, entry: usize) -> bool {
        let again = self.pick.at == entry && !self.at_log;
        self.at_log = false;
        self.pick = Pick::new(entry);
        again
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
        let trust = u16::from(area.height >= 16);
        let body = Rect { height: left.height.saturating_sub(trust), ..left };
        let least = if body.width < NARROW { 5 } else { 7 };
        let entries = self.menu.as_ref().map_or(0, |menu| menu.entries.len() as u16);
        let rest =
            self.scene.draw_table(canvas, body, &self.own(canvas.theme), (least, entries + 4));
        self.draw_lower(canvas, rest, hints, log.is_none());
        if trust > 0 {
            let row = Rect { y: left.bottom().saturating_sub(1), height: 1, ..left };
            canvas.cut(row, &self.trust(canvas.theme));
        }
    }

    fn own(&self, theme: Theme) -> Text {
        let marked = self.entry().and_then(|(_, entry)| entry.card);
        let cards: Vec<Option<Handle>> = self.listed().map(|(_, entry)| entry.card).collect();
        let lead = |card| cards.iter().position(|c| *c == Some(card)).map(Target::Entry);
        self.scene.own(theme, marked, &lead)
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
        let (left, right) = beside(area, area.width * 11 / 20, 1);
        self.draw_menu(canvas, left, hints);
        let inner = canvas.rule(right, "Log", self.at_log);
        self.draw_log(canvas, inner);
    }

    fn draw_log(&self, canvas: &mut Canvas<'_>, area: Rect) {
        if let Some(last) = self.scene.log.len().checked_sub(self.back + 1) {
            self.scene.draw_log(canvas, area, last, None);
        }
    }

    fn draw_menu(&self, canvas: &mut Canvas<'_>, area: Rect, hints: bool) {
        let theme = canvas.theme;
        let detail = self.detail(theme, hints);
        let Some(menu) = &self.menu else {
            let title = match self.clock {
                Some(left) => format!("Everybody may react: {left} s"),
                None => "Waiting".into(),
            };
            let inner = canvas.rule(area, &title, false);
            canvas.text(inner, &detail, 0);
            return;
        };
        let scene_words = self.scene.words();
        let rule = if menu.rule.is_empty() { String::new() } else { format!(" [{}]", menu.rule) };
        let clock = self.clock.map_or(String::new(), |left| format!("{left} s · "));
        let title = format!("{clock}{}{rule}", scene_words.line(&menu.title));
        let inner = heading(canvas, area, &title, !self.at_log);
        let (total, room) = (menu.entries.len(), inner.height.saturating_sub(1));
        // What is left below the entries tells about the chosen one: two rows if they can be had.
        let spare = inner.height.saturating_sub(total as u16).clamp(1, 2);
        let shown = inner.height.saturating_sub(spare).min(room);
        let first = self.pick.first_shown(total, shown.into());
        let entries = self.listed().enumerate().skip(first).take(shown.into());
        for (y, (at, (i, entry))) in (inner.y..).zip(entries) {
            let row = Rect { y, height: 1, ..inner };
            let closed = self.why_not(i);
            let mark = match (at == self.pick.at, closed.is_some()) {
                (true, false) => "›",
                (true, true) => "✗›",
                (false, true) => "✗",
                (false, false) => " ",
            };
            let why = closed.map_or(String::new(), |why| format!(" ({why})"));
            let label = format!("{mark:>2}{:>2} {}{why}", at + 1, scene_words.entry(entry));
            let style = if closed.is_some() { theme.quiet() } else { Style::new() };
            canvas.row(row, &[(0, atom(label, style))]);
            canvas.zone(row, Target::Entry(at));
            if at == self.pick.at {
                canvas.style(row, theme.chosen());
            }
        }
        if usize::from(shown) < total {
            let more =
                format!("{}–{} of {total}", first + 1, (first + usize::from(shown)).min(total));
            let at = inner.width.saturating_sub(more.chars().count() as u16);
            let row = Rect { y: area.y, height: 1, ..inner };
            canvas.row(row, &[(at.saturating_sub(1), atom(format!(" {more}"), theme.quiet()))]);
        }
        canvas.text(below(inner, shown.min(total as u16)), &detail, 0);
    }

    /// What there is to know about the chosen entry; a hint if there is nothing.
    fn detail(&self, theme: Theme, hints: bool) -> Text {
        if let Some(notice) = &self.notice {
            return words(&format!("! {notice}"), theme.mark());
        }
        if !self.waiting.is_empty() {
            let text = format!("! {} o votes to go on.", session::waiting(&self.waiting));
            return words(&text, theme.mark());
        }
        let Some((i, entry)) = self.entry() else {
            let hint = "The others are at it. Meanwhile: t shows what was proven, r the rules.";
            return words(if hints { hint } else { "The others are at it." }, theme.quiet());
        };
        if let Some(reason) = self.why_not(i) {
            let rule =
                if entry.rule.is_empty() { String::new() } else { format!(" [{}]", entry.rule) };
            return words(&format!("✗ Not now: {reason}{rule}"), theme.bad());
        }
        let face = entry.card.and_then(|card| self.scene.view.faces.get(&card));
        if let Some(face) = face {
            let info = self.scene.game.face(*face);
            return words(&format!("{}: {}", info.name, info.help), theme.quiet());
        }
        let hint = "Choose with ↑ ↓ or a number; nothing is sent before you press Enter.";
        if hints { words(hint, theme.quiet()) } else { Vec::new() }
    }

    /// The last thing that was proven, and how many there were; in a shuffle, who has had a turn.
    fn trust(&self, theme: Theme) -> Text {
        let Some(last) = self.proofs.last() else {
            return words("… nothing was shuffled or dealt yet", theme.quiet());
        };
        let count = match self.proofs.len() {
            1 => "✓ 1 proof checked.".into(),
            count => format!("✓ {count} proofs checked."),
        };
        let (what, time) = self.shuffle().unwrap_or_else(|| (last.what.clone(), last.took));
        let took = took(time).map_or(String::new(), |took| format!(" {took}"));
        vec![atom(count, theme.good()), atom(format!("{what}{took}"), theme.quiet())]
    }

    /// Who has shuffled in the shuffle that is going on, and how long it took so far.
    fn shuffle(&self) -> Option<(String, Duration)> {
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
        let turn = |(seat, name): (Seat, &String)| {
            format!("{name} {}", if seats.contains(&seat) { "✓" } else { "…" })
        };
        let turns: Vec<String> = self.scene.names.iter().map(turn).collect();
        Some((format!("{cards} cards shuffled by {}", turns.join(", ")), time))
    }
}

/// A line across with a title in it, or with the title below it where it is too long for that.
fn heading(canvas: &mut Canvas<'_>, area: Rect, title: &str, focused: bool) -> Rect {
    if title.chars().count() + 4 <= area.width.into() {
        return canvas.rule(area, title, focused);
    }
    let inner = canvas.rule(area, "", focused);
    let used = canvas.text(top(inner, 2), &words(title, canvas.theme.strong()), 0);
    below(inner, used)
}

/// How long something took, if it is worth telling.
pub fn took(time: Duration) -> Option<String> {
    let millis = time.as_millis();
    (millis > 0).then(|| {
        if millis < 1000 {
            format!("({millis} ms)")
        } else {
            format!("({:.1} s)", time.as_secs_f32())
        }
    })
}
