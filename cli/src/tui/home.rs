//! The first screen: what there is to play, here and on the network, to look back at, and to set.

use std::path::PathBuf;

use engine::Game;
use ratatui::{layout::Rect, style::Style};

use super::{
    house::Settings,
    keys::{Act, Can, DIGIT, can},
    paint::{Canvas, Target, Text, Theme, atom, below, flow, top, words},
    pick::Pick,
};
use crate::{
    about,
    asks::When,
    games,
    lobby::{self, Table},
    plain::lobby::in_a_line,
};

/// How many transcripts are offered; `nodealer replay FILE` opens any.
const OFFERED: usize = 6;

/// The home screen.
pub struct Home {
    items: Vec<Item>,
    pick: Pick,
    /// Why the tables on the network cannot be seen; nothing if they can.
    offline: Option<String>,
    /// What the person is called.
    name: Option<String>,
    /// What went wrong last.
    pub notice: Option<String>,
}

/// Something to choose.
#[derive(Clone)]
pub enum Item {
    /// Play a game with so many seats.
    Play(&'static dyn Game, usize),
    /// Open a table for a game.
    Host(&'static dyn Game),
    /// Sit down at a table by its code or address.
    Seek,
    /// Sit down at a table that is seen.
    Table(Box<Table>),
    /// Take one's seat again, in the match of which this is the journal, told in words.
    Resume(PathBuf, String),
    /// Look back at a match, told in words.
    Replay(PathBuf, String),
    /// Change a setting.
    Set(Setting),
}

/// Something to set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// What the person is called.
    Name,
    /// Ring when it is the person's turn.
    Bell,
    /// When to ask about windows.
    Asks,
    /// Show hints.
    Hints,
    /// How long what happens can be read.
    Pace,
    /// Use colour.
    Colour,
}

impl Setting {
    const ALL: [Self; 6] =
        [Self::Name, Self::Bell, Self::Asks, Self::Hints, Self::Pace, Self::Colour];

    /// Puts the next value in the place of the present one; false if it has to be written.
    pub fn change(self, settings: &mut Settings) -> bool {
        match self {
            Self::Name => return false,
            Self::Bell => settings.bell = !settings.bell,
            Self::Hints => settings.hints = !settings.hints,
            Self::Pace => settings.pace = settings.pace.next(),
            Self::Colour => settings.colour = !settings.colour,
            Self::Asks => settings.asks = settings.asks.next(),
        }
        true
    }

    fn label(self, settings: &Settings, name: Option<&str>) -> String {
        let switch = |on: bool, what: &str| format!("{} {what}", if on { "[x]" } else { "[ ]" });
        match self {
            Self::Name => {
                let name = name.or(settings.name.as_deref());
                let name = name.unwrap_or("as this machine calls you");
                format!("Your name: {name}")
            }
            Self::Bell => switch(settings.bell, "Ring when it is my turn"),
            Self::Hints => switch(settings.hints, "Hints for the first games"),
            Self::Pace => format!("Reading pace: {}", settings.pace.words()),
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
                "Often everybody is asked whether they react. Your answer leaves at the same time whatever you set here. In a match, a changes it for one kind of question."
            }
            Self::Hints => "A line that says what to do next.",
            Self::Pace => {
                "How long each line of what others do stands before the next; a key skips it."
            }
            Self::Colour => {
                "Sixteen colours of your terminal, or none. NO_COLOR turns them off too."
            }
        }
    }
}

impl Item {
    fn heading(&self) -> &'static str {
        match self {
            Self::Play(..) => "Play, with bots in the other seats",
            Self::Host(_) | Self::Seek | Self::Table(_) => "Play with others on this network",
            Self::Resume(..) => "Take your seat again",
            Self::Replay(..) => "Look back at a match",
            Self::Set(_) => "Settings",
        }
    }

    /// Whether it is the same thing, however it may have changed.
    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Play(a, _), Self::Play(b, _)) => a.info().id == b.info().id,
            (Self::Host(_), Self::Host(_)) | (Self::Seek, Self::Seek) => true,
            (Self::Table(a), Self::Table(b)) => a.host == b.host,
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
            Self::Table(table) if table.line.playing => "watch",
            Self::Table(_) => "sit down",
            Self::Resume(..) => "go on",
            Self::Replay(..) => "look back",
            Self::Set(_) => "change",
        }
    }

    fn label(&self, settings: &Settings, name: Option<&str>) -> String {
        match self {
            Self::Play(game, seats) => {
                let info = game.info();
                let arrows = if info.seats.0 < info.seats.1 {
                    format!("‹ {seats} seats ›")
                } else {
                    format!("{seats} seats")
                };
                format!("{:<22} {arrows}", info.name)
            }
            Self::Host(game) => format!("Open a table for ‹ {} ›", game.info().name),
            Self::Seek => "Join by code, name or address".into(),
            Self::Table(table) => {
                let line = &table.line;
                let game = games::find(&line.terms.game).map_or("?", |game| game.info().name);
                let state = match (line.playing, line.invited) {
                    (true, _) => ", being played",
                    (false, true) => ", by invitation",
                    (false, false) => "",
                };
                format!("{}: {game}, {} of {}{state}", line.name, line.taken, line.terms.seats)
            }
            Self::Resume(_, told) | Self::Replay(_, told) => told.clone(),
            Self::Set(setting) => setting.label(settings, name),
        }
    }
}

impl Home {
    /// The home screen, with these matches to look back at.
    pub fn new(transcripts: &[PathBuf]) -> Self {
        let mut home = Self {
            items: Vec::new(),
            pick: Pick::default(),
            offline: None,
            name: None,
            notice: None,
        };
        home.items
            .extend(games::all().iter().map(|game| Item::Play(*game, game.info().usual_seats)));
        home.items.extend(games::all().first().map(|game| Item::Host(*game)));
        home.items.push(Item::Seek);
        home.items.extend(Setting::ALL.map(Item::Set));
        home.offer(transcripts, &[]);
        home
    }

    /// Offers other matches to look back at, and to take up again.
    pub fn offer(&mut self, transcripts: &[PathBuf], unfinished: &[PathBuf]) {
        let resume = |path: &PathBuf| Item::Resume(path.clone(), about::describe(path));
        let replay = |path: &PathBuf| Item::Replay(path.clone(), about::describe(path));
        let replays = transcripts.iter().take(OFFERED).map(replay);
        let matches = unfinished.iter().map(resume).chain(replays);
        self.put(matches.collect(), |item| matches!(item, Item::Resume(..) | Item::Replay(..)));
    }

    /// Other tables are seen on the network.
    pub fn tables(&mut self, tables: Vec<Table>) {
        self.offline = None;
        let tables = tables.into_iter().map(|table| Item::Table(Box::new(table)));
        self.put(tables.collect(), |item| matches!(item, Item::Table(_)));
    }

    /// The network cannot be used.
    pub fn offline(&mut self, why: String) {
        self.tables(Vec::new());
        self.offline = Some(why);
    }

    /// The person is called so now.
    pub fn called(&mut self, name: &str) {
        self.name = Some(name.to_owned());
    }

    /// What the person is called, if that is known.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Puts items in the place of others of their kind; what is chosen stays chosen, and if it is gone,
    /// nothing is.
    fn put(&mut self, new: Vec<Item>, kind: fn(&Item) -> bool) {
        let chosen = self.item().cloned();
        self.items.retain(|item| !kind(item));
        let order = |item: &Item| match item {
            Item::Play(..) => 0,
            Item::Host(_) | Item::Seek => 1,
            Item::Table(_) => 2,
            Item::Resume(..) => 3,
            Item::Replay(..) => 4,
            Item::Set(_) => 5,
        };
        self.items.extend(new);
        self.items.sort_by_key(order);
        let at = chosen.and_then(|item| self.items.iter().position(|other| other.is(&item)));
        self.pick = at.map_or_else(Pick::nowhere, Pick::new);
    }

    /// Points at joining, or at the first table that is seen.
    pub fn at_tables(&mut self) {
        self.at(|item| matches!(item, Item::Seek));
    }

    /// Points at the match that somebody may take up again, if there is one.
    pub fn at_unfinished(&mut self) {
        self.at(|item| matches!(item, Item::Resume(..)));
    }

    fn at(&mut self, kind: fn(&Item) -> bool) {
        if let Some(at) = self.items.iter().position(kind) {
            self.pick = Pick::new(at);
        }
    }

    /// What is chosen.
    pub fn item(&self) -> Option<&Item> {
        self.items.get(self.pick.at)
    }

    /// The game that is chosen.
    pub fn game(&self) -> Option<&'static dyn Game> {
        match self.item() {
            Some(Item::Play(game, _) | Item::Host(game)) => Some(*game),
            Some(Item::Table(table)) => games::find(&table.line.terms.game),
            _ => None,
        }
    }

    /// What can be done.
    pub fn can(&self) -> Vec<Can> {
        let mut list: Vec<Can> =
            self.item().map(|item| can(&[Act::Go], item.does())).into_iter().collect();
        list.extend([can(&[Act::Up, Act::Down], "move"), can(&[DIGIT], "by number")]);
        match self.item() {
            Some(Item::Play(game, _)) if game.info().seats.0 < game.info().seats.1 => {
                list.push(can(&[Act::Left, Act::Right], "seats"));
            }
            Some(Item::Host(_)) => list.push(can(&[Act::Left, Act::Right], "game")),
            _ => {}
        }
        if self.game().is_some() {
            list.push(can(&[Act::Rules], "rules"));
        }
        list.push(can(&[Act::Help], "help"));
        list.push(can(&[Act::Quit], "quit"));
        list
    }

    /// Moves about.
    pub fn act(&mut self, act: Act) {
        self.notice = None;
        let less = act == Act::Left;
        match (self.items.get_mut(self.pick.at), act) {
            (Some(Item::Play(game, seats)), Act::Left | Act::Right) => {
                let (least, most) = game.info().seats;
                let wish = if less { seats.saturating_sub(1) } else { *seats + 1 };
                *seats = wish.clamp(least, most);
            }
            (Some(Item::Host(game)), Act::Left | Act::Right) => {
                let all = games::all();
                let at = all.iter().position(|other| other.info().id == game.info().id);
                let by = if less { all.len() - 1 } else { 1 };
                *game = all[(at.unwrap_or(0) + by) % all.len()];
            }
            _ => drop(self.pick.act(act, self.items.len())),
        }
    }

    /// Chooses an entry by pointing at it; says whether it was chosen so already.
    pub fn point(&mut self, entry: usize) -> bool {
        self.notice = None;
        self.pick.point(entry, self.items.len())
    }

    /// Draws everything but the footer.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, settings: &Settings) {
        let theme = canvas.theme;
        let mut title = vec![atom("nodealer", theme.strong())];
        title.extend(words("· card games with no server and no dealer", theme.quiet()));
        canvas.text(top(area, 2), &title, 2);
        let about = self.about(theme, settings);
        let about_rows = (flow(&about, area.width, 0).len() as u16).min(4);
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

    /// Headings, and items by their number.
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
            let label =
                format!("{mark}{:>2} {}", i + 1, item.label(settings, self.name.as_deref()));
            rows.push((Some(i), vec![atom(label, Style::new())]));
        }
        rows
    }

    /// What there is to know about the chosen item.
    fn about(&self, theme: Theme, settings: &Settings) -> Text {
        if let Some(notice) = &self.notice {
            return words(&format!("! {notice}"), theme.mark());
        }
        let hint = |hint: &str| if settings.hints { format!(" {hint}") } else { String::new() };
        match (self.item(), &self.offline) {
            (Some(Item::Host(_) | Item::Seek), Some(why)) => words(why, theme.mark()),
            (Some(Item::Play(game, _)), _) => {
                let hint = hint("Enter begins, r shows the rules.");
                words(&format!("{}{hint}", game.info().blurb), Style::new())
            }
            (Some(Item::Host(game)), _) => {
                let hint = hint("Enter opens it; seats and options are chosen there.");
                words(&format!("{}{hint}", game.info().blurb), Style::new())
            }
            (Some(Item::Seek), _) => {
                let seen = match self.items.iter().filter(|i| matches!(i, Item::Table(_))).count() {
                    0 => "No table is seen on this network yet; they appear here by themselves.",
                    _ => "Tables that are seen stand below.",
                };
                words(
                    &format!("{seen}{}", hint("Enter to type a code or an address.")),
                    Style::new(),
                )
            }
            (Some(Item::Table(table)), _) => {
                let terms = &table.line.terms;
                let survival = lobby::survival(terms.survive, terms.seats);
                words(&format!("{}. {survival}", in_a_line(&table.line)), Style::new())
            }
            (Some(Item::Resume(..)), _) => {
                words("A match that is not over. The others may be waiting for you.", Style::new())
            }
            (Some(Item::Replay(path, _)), _) => {
                vec![atom(path.display().to_string(), theme.quiet())]
            }
            (Some(Item::Set(setting)), _) => words(setting.about(), Style::new()),
            (None, _) => Vec::new(),
        }
    }
}
