//! The home screen: games and tables to join, matches to resume or replay, and settings.

use std::{collections::BTreeMap, rc::Rc, time::Duration};

use ratatui::{layout::Rect, style::Style};
use seat::{
    GameLine, HomeView, Intent, SeatEvent, SeatEventKind, SeatState, Settings, Setup, Snapshot,
    TableLine, about, asks::When, shown::Catalogue,
};

use super::{
    keys::{Act, DIGIT, KeyHint, can},
    overlay::{What, Write},
    paint::{Canvas, Target, Text, Theme, atom, below, height, top, words},
    pick::Pick,
    screen::{Screen, ScreenRequest},
};
use crate::plain::table_line;

/// How many transcripts are listed; `nodealer replay FILE` opens any.
const OFFERED: usize = 6;

/// The home screen.
pub(super) struct Home {
    items: Vec<HomeEntry>,
    pick: Pick,
    games: Vec<GameLine>,
    /// The fixed properties of each game, by its id.
    catalogues: BTreeMap<String, Rc<Catalogue>>,
    /// Why tables on the network cannot be seen; `None` if they can.
    offline: Option<String>,
    /// The person's name.
    name: String,
    settings: Settings,
    /// What went wrong last.
    notice: Option<String>,
}

/// Something to choose.
#[derive(Clone)]
enum HomeEntry {
    /// Play a game with this many seats.
    Play(GameLine, usize),
    /// Open a table for a game.
    Host(GameLine),
    /// Sit down at a table by its code or address.
    Seek,
    /// Sit down at a visible table.
    Table(Box<TableLine>),
    /// Resume a match: its name, and a description.
    Resume(String, String),
    /// Replay a match: its name, and a description.
    Replay(String, String),
    /// Change a setting.
    Set(Setting),
}

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setting {
    /// The person's name.
    Name,
    /// Ring when it is the person's turn.
    Bell,
    /// When to ask about windows.
    Asks,
    /// Whether moves that everybody knows to be forced are made without asking.
    Forced,
    /// Show hints.
    Hints,
    /// How long to pause after each event.
    Pace,
    /// How long what was just decided stays visible.
    Linger,
    /// Use colour.
    Colour,
}

/// How long a finished trick may stay, in milliseconds; 0: until a key is pressed.
const LINGER: [u32; 5] = [0, 1500, 2500, 5000, 10_000];

impl Setting {
    const ALL: [Self; 8] = [
        Self::Name,
        Self::Bell,
        Self::Asks,
        Self::Forced,
        Self::Hints,
        Self::Pace,
        Self::Linger,
        Self::Colour,
    ];

    /// Sets the next value; false if the value has to be typed.
    fn change(self, settings: &mut Settings) -> bool {
        match self {
            Self::Name => return false,
            Self::Bell => settings.sound = !settings.sound,
            Self::Forced => settings.play_forced = !settings.play_forced,
            Self::Hints => settings.hints = !settings.hints,
            Self::Pace => settings.pace = settings.pace.next(),
            Self::Linger => {
                let longer = LINGER.into_iter().find(|time| *time > settings.linger_ms);
                settings.linger_ms = longer.unwrap_or(LINGER[0]);
            }
            Self::Colour => settings.colour = !settings.colour,
            Self::Asks => settings.asks = settings.asks.next(),
        }
        true
    }

    fn label(self, settings: &Settings, name: &str) -> String {
        let switch = |on: bool, what: &str| format!("{} {what}", if on { "[x]" } else { "[ ]" });
        match self {
            Self::Name => format!("Your name: {name}"),
            Self::Bell => switch(settings.sound, "Ring when it is my turn"),
            Self::Forced => switch(settings.play_forced, "Do for me what must be done"),
            Self::Hints => switch(settings.hints, "Hints for the first games"),
            Self::Pace => format!("Reading pace: {}", settings.pace.words()),
            Self::Linger => match settings.linger_ms {
                0 => "A finished trick stays: until a key".into(),
                time => format!("A finished trick stays: {} s", f64::from(time) / 1000.0),
            },
            Self::Colour => switch(settings.colour, "Colour"),
            Self::Asks => {
                let when = match settings.asks {
                    When::Able => "when I could use a card",
                    When::Always => "every time",
                    When::Never => "never, I pass",
                };
                format!("Ask whether I react: {when}")
            }
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::Name => "What the others see. Enter to write another.",
            Self::Bell => {
                "The terminal's bell. Where everybody may react it is silent, and tells nobody who can."
            }
            Self::Asks => {
                "Often everybody is asked whether they react. Your answer is sent at the same moment whatever you set here. In a match, a changes it for one kind of question."
            }
            Self::Forced => {
                "Where one answer alone is possible and everybody knows it, it is given without asking. What only your own cards force is always asked."
            }
            Self::Hints => "A line that says what to do next.",
            Self::Pace => {
                "How long each line of what others do stands before the next; a key skips it."
            }
            Self::Linger => {
                "What was just decided is shown for so long before what comes after it; a key goes on."
            }
            Self::Colour => {
                "Sixteen colours of your terminal, or none. NO_COLOR turns them off too."
            }
        }
    }
}

impl HomeEntry {
    fn heading(&self) -> &'static str {
        match self {
            Self::Play(..) => "Play, with bots in the other seats",
            Self::Host(_) | Self::Seek | Self::Table(_) => "Play with others on this network",
            Self::Resume(..) => "Take your seat again",
            Self::Replay(..) => "Look back at a match",
            Self::Set(_) => "Settings",
        }
    }

    /// Whether it is the same item, even if its content has changed.
    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Play(a, _), Self::Play(b, _)) => a.id == b.id,
            (Self::Host(_), Self::Host(_)) | (Self::Seek, Self::Seek) => true,
            (Self::Table(a), Self::Table(b)) => a.id == b.id,
            (Self::Resume(a, _), Self::Resume(b, _)) | (Self::Replay(a, _), Self::Replay(b, _)) => {
                a == b
            }
            (Self::Set(a), Self::Set(b)) => a == b,
            _ => false,
        }
    }

    fn does(&self) -> &'static str {
        match self {
            Self::Play(..) => "play",
            Self::Host(_) => "open a table",
            Self::Seek => "join",
            Self::Table(table) if table.playing => "watch",
            Self::Table(_) => "sit down",
            Self::Resume(..) => "go on",
            Self::Replay(..) => "look back",
            Self::Set(_) => "change",
        }
    }

    fn label(&self, settings: &Settings, name: &str) -> String {
        match self {
            Self::Play(game, seats) => {
                let arrows = match game.seats.0 < game.seats.1 {
                    true => format!("‹ {seats} seats ›"),
                    false => format!("{seats} seats"),
                };
                format!("{:<22} {arrows}", game.name)
            }
            Self::Host(game) => format!("Open a table for ‹ {} ›", game.name),
            Self::Seek => "Join by code, name or address".into(),
            Self::Table(table) => {
                let state = match (table.playing, table.invited) {
                    (true, _) => ", being played",
                    (false, true) => ", by invitation",
                    (false, false) => "",
                };
                let TableLine { name, taken, terms, .. } = &**table;
                format!("{name}: {}, {taken} of {}{state}", terms.game_name, terms.seats)
            }
            Self::Resume(_, told) | Self::Replay(_, told) => told.clone(),
            Self::Set(setting) => setting.label(settings, name),
        }
    }
}

impl Home {
    /// The home screen of a seat.
    pub(super) fn new(
        home: &HomeView,
        now: &Snapshot,
        catalogue: &mut dyn FnMut(&str) -> Option<Rc<Catalogue>>,
    ) -> Self {
        let games = home.games.iter();
        let known = games.filter_map(|game| Some((game.id.clone(), catalogue(&game.id)?)));
        let mut new = Self {
            items: Vec::new(),
            pick: Pick::default(),
            games: home.games.clone(),
            catalogues: known.collect(),
            offline: None,
            name: String::new(),
            settings: Settings::default(),
            notice: now.person.caution.clone(),
        };
        let play = |game: &GameLine| HomeEntry::Play(game.clone(), game.seats.2);
        new.items.extend(home.games.iter().map(play));
        new.items.extend(home.games.first().cloned().map(HomeEntry::Host));
        new.items.push(HomeEntry::Seek);
        new.items.extend(Setting::ALL.map(HomeEntry::Set));
        new.look(home, now);
        new.pick = Pick::default();
        new
    }

    fn look(&mut self, home: &HomeView, now: &Snapshot) {
        self.name.clone_from(&now.person.name);
        self.settings = now.settings.clone();
        self.offline.clone_from(&home.offline);
        if let Some(failed) = &home.failed {
            self.notice = Some(failed.text.clone());
        }
        let tables = home.tables.iter().map(|table| HomeEntry::Table(Box::new(table.clone())));
        let resume = |line: &seat::MatchLine| HomeEntry::Resume(line.id.clone(), about::told(line));
        let replay = |line: &seat::MatchLine| HomeEntry::Replay(line.id.clone(), about::told(line));
        let unfinished = home.unfinished.iter().map(resume);
        let finished = home.finished.iter().take(OFFERED).map(replay);
        self.put(tables.chain(unfinished).chain(finished).collect(), |item| {
            matches!(item, HomeEntry::Table(_) | HomeEntry::Resume(..) | HomeEntry::Replay(..))
        });
    }

    /// Replaces the items of one kind. The selected item stays selected; if it is gone, nothing is
    /// selected.
    fn put(&mut self, new: Vec<HomeEntry>, kind: fn(&HomeEntry) -> bool) {
        let chosen = self.item().cloned();
        self.items.retain(|item| !kind(item));
        let order = |item: &HomeEntry| match item {
            HomeEntry::Play(..) => 0,
            HomeEntry::Host(_) | HomeEntry::Seek => 1,
            HomeEntry::Table(_) => 2,
            HomeEntry::Resume(..) => 3,
            HomeEntry::Replay(..) => 4,
            HomeEntry::Set(_) => 5,
        };
        self.items.extend(new);
        self.items.sort_by_key(order);
        let at = chosen.and_then(|item| self.items.iter().position(|other| other.is(&item)));
        self.pick = at.map_or_else(Pick::nowhere, Pick::new);
    }

    /// Selects joining a table.
    pub(super) fn at_tables(&mut self) {
        self.at(|item| matches!(item, HomeEntry::Seek));
    }

    /// Selects the match that can be resumed, if there is one.
    pub(super) fn at_unfinished(&mut self) {
        self.at(|item| matches!(item, HomeEntry::Resume(..)));
    }

    fn at(&mut self, kind: fn(&HomeEntry) -> bool) {
        if let Some(at) = self.items.iter().position(kind) {
            self.pick = Pick::new(at);
        }
    }

    /// The selected item.
    fn item(&self) -> Option<&HomeEntry> {
        self.items.get(self.pick.at)
    }

    /// The game of the selected item.
    fn game(&self) -> Option<&str> {
        match self.item()? {
            HomeEntry::Play(game, _) | HomeEntry::Host(game) => Some(&game.id),
            HomeEntry::Table(table) => Some(&table.terms.game),
            _ => None,
        }
    }

    /// Carries out the selected item.
    fn go(&mut self) -> Vec<ScreenRequest> {
        let Some(item) = self.item().cloned() else { return Vec::new() };
        let write = |what, text| ScreenRequest::Write(Box::new(Write::new(what, text)));
        let usual = Setup::default();
        vec![match item {
            HomeEntry::Play(game, seats) => {
                let seats = u8::try_from(seats).ok();
                ScreenRequest::Want(Intent::PlayHere(Setup { game: game.id, seats, ..usual }))
            }
            HomeEntry::Host(game) => {
                ScreenRequest::Want(Intent::Host(Setup { game: game.id, ..usual }))
            }
            HomeEntry::Seek => write(What::Seek, String::new()),
            HomeEntry::Table(table) if table.invited => write(What::Code(table), String::new()),
            HomeEntry::Table(table) if table.playing => {
                ScreenRequest::Want(Intent::Watch { table: table.id, code: None })
            }
            HomeEntry::Table(table) => {
                ScreenRequest::Want(Intent::Sit { table: table.id, code: None })
            }
            HomeEntry::Resume(game, _) => {
                ScreenRequest::Want(Intent::Resume { game, at: Vec::new() })
            }
            HomeEntry::Replay(file, _) => {
                ScreenRequest::Want(Intent::Open { file, hands: Vec::new() })
            }
            HomeEntry::Set(setting) => {
                let mut settings = self.settings.clone();
                match setting.change(&mut settings) {
                    true => ScreenRequest::Want(Intent::Set(settings)),
                    false => write(What::Name, self.name.clone()),
                }
            }
        }]
    }

    /// Moves the selection, or changes the selected item's value.
    fn move_by(&mut self, act: Act) {
        let less = act == Act::Left;
        match (self.items.get_mut(self.pick.at), act) {
            (Some(HomeEntry::Play(game, seats)), Act::Left | Act::Right) => {
                let (least, most, _) = game.seats;
                let wish = if less { seats.saturating_sub(1) } else { *seats + 1 };
                *seats = wish.clamp(least, most);
            }
            (Some(HomeEntry::Host(game)), Act::Left | Act::Right) => {
                let all = &self.games;
                let at = all.iter().position(|other| other.id == game.id);
                let by = if less { all.len() - 1 } else { 1 };
                *game = all[(at.unwrap_or(0) + by) % all.len()].clone();
            }
            _ => drop(self.pick.act(act, self.items.len())),
        }
    }
}

impl Screen for Home {
    fn see(&mut self, now: &Snapshot) -> bool {
        let SeatState::Home(home) = &now.state else { return false };
        // A seat that was just opened does not list its games yet.
        if home.busy.is_some() || home.games != self.games {
            return false;
        }
        self.look(home, now);
        true
    }

    fn hear(&mut self, event: &SeatEvent, _: &Snapshot, _: Duration) {
        if let SeatEventKind::Notice { text } = &event.kind {
            self.notice = Some(text.clone());
        }
    }

    fn answered(&mut self, _: &Intent, refused: Option<&str>) {
        if let Some(why) = refused {
            self.notice = Some(format!("{why}."));
        }
    }

    fn can(&self) -> Vec<KeyHint> {
        let mut list: Vec<KeyHint> =
            self.item().map(|item| can(&[Act::Go], item.does())).into_iter().collect();
        list.extend([can(&[Act::Up, Act::Down], "move"), can(&[DIGIT], "by number")]);
        match self.item() {
            Some(HomeEntry::Play(game, _)) if game.seats.0 < game.seats.1 => {
                list.push(can(&[Act::Left, Act::Right], "seats"));
            }
            Some(HomeEntry::Host(_)) => list.push(can(&[Act::Left, Act::Right], "game")),
            _ => {}
        }
        if self.game().is_some() {
            list.push(can(&[Act::Rules], "rules"));
        }
        list.push(can(&[Act::Help], "help"));
        list.push(can(&[Act::Quit], "quit"));
        list
    }

    fn act(&mut self, act: Act, _: Rect) -> Vec<ScreenRequest> {
        self.notice = None;
        match act {
            Act::Quit => vec![ScreenRequest::Quit],
            Act::Go => self.go(),
            _ => {
                self.move_by(act);
                Vec::new()
            }
        }
    }

    fn point(&mut self, entry: usize) -> bool {
        self.notice = None;
        self.pick.point(entry, self.items.len())
    }

    fn subject(&self) -> Option<(&Catalogue, &str)> {
        Some((self.catalogues.get(self.game()?)?, ""))
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        self.draw_all(canvas, area, &self.settings);
    }
}

impl Home {
    fn draw_all(&self, canvas: &mut Canvas<'_>, area: Rect, settings: &Settings) {
        let theme = canvas.theme;
        let mut title = vec![atom("nodealer", theme.strong())];
        title.extend(words("· card games with no server and no dealer", theme.quiet()));
        canvas.text(top(area, 2), &title, 2);
        let about = self.about(theme, settings);
        let about_rows = height(&about, area.width, 0).min(4);
        let body = below(area, 2);
        let list = Rect { height: body.height.saturating_sub(about_rows + 1), ..body };
        let rows = self.rows(theme, settings);
        let chosen = rows.iter().position(|(i, _)| *i == Some(self.pick.at)).unwrap_or(0);
        let first = Pick::new(chosen).first_shown(rows.len(), list.height.into());
        for (y, (item, text)) in (list.y..list.bottom()).zip(rows.iter().skip(first)) {
            let row = Rect { y, height: 1, ..list };
            canvas.cut(row, text);
            if let Some(item) = item {
                canvas.zone(row, Target::Entry(*item));
                if *item == self.pick.at {
                    canvas.style(row, theme.chosen());
                }
            }
        }
        let more = if first + usize::from(list.height) < rows.len() { "more below" } else { "" };
        let foot = canvas.rule(below(body, list.height), more, false);
        canvas.text(foot, &about, 0);
    }

    /// Headings, and items with their numbers.
    fn rows(&self, theme: Theme, settings: &Settings) -> Vec<(Option<usize>, Text)> {
        let mut rows = Vec::new();
        let mut last = "";
        for (i, item) in self.items.iter().enumerate() {
            if item.heading() != last {
                if !last.is_empty() {
                    rows.push((None, Vec::new()));
                }
                last = item.heading();
                rows.push((None, vec![atom(last, theme.strong())]));
            }
            let mark = if i == self.pick.at { "›" } else { " " };
            let label = format!("{mark}{:>2} {}", i + 1, item.label(settings, &self.name));
            rows.push((Some(i), vec![atom(label, Style::new())]));
        }
        rows
    }

    /// The text about the selected item.
    fn about(&self, theme: Theme, settings: &Settings) -> Text {
        if let Some(notice) = &self.notice {
            return words(&format!("! {notice}"), theme.mark());
        }
        let hint = |hint: &str| if settings.hints { format!(" {hint}") } else { String::new() };
        match (self.item(), &self.offline) {
            (Some(HomeEntry::Host(_) | HomeEntry::Seek), Some(why)) => words(why, theme.mark()),
            (Some(HomeEntry::Play(game, _)), _) => {
                let hint = hint("Enter begins, r shows the rules.");
                words(&format!("{}{hint}", game.blurb), Style::new())
            }
            (Some(HomeEntry::Host(game)), _) => {
                let hint = hint("Enter opens it; seats and options are chosen there.");
                words(&format!("{}{hint}", game.blurb), Style::new())
            }
            (Some(HomeEntry::Seek), _) => {
                let seen =
                    match self.items.iter().filter(|i| matches!(i, HomeEntry::Table(_))).count() {
                        0 => {
                            "No table is seen on this network yet; they appear here by themselves."
                        }
                        _ => "Tables that are seen stand below.",
                    };
                words(
                    &format!("{seen}{}", hint("Enter to type a code or an address.")),
                    Style::new(),
                )
            }
            (Some(HomeEntry::Table(table)), _) => {
                let survival = &table.terms.survive_words;
                words(&format!("{}. {survival}", table_line(table)), Style::new())
            }
            (Some(HomeEntry::Resume(..)), _) => {
                words("A match that is not over. The others may be waiting for you.", Style::new())
            }
            (Some(HomeEntry::Replay(id, _)), _) => vec![atom(id.clone(), theme.quiet())],
            (Some(HomeEntry::Set(setting)), _) => words(setting.about(), Style::new()),
            (None, _) => Vec::new(),
        }
    }
}
