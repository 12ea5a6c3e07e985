//! The first screen: what there is to play, to look back at, and to set.

use std::path::PathBuf;

use engine::Game;
use ratatui::{layout::Rect, style::Style};

use super::{
    house::Settings,
    keys::{Act, Can, DIGIT, can},
    paint::{Canvas, Target, Text, Theme, atom, below, flow, words},
    pick::Pick,
};

/// How many transcripts are offered; `nodealer replay FILE` opens any.
const OFFERED: usize = 6;

/// The home screen.
pub struct Home {
    items: Vec<Item>,
    pick: Pick,
    /// What went wrong last.
    pub notice: Option<String>,
}

/// Something to choose.
#[derive(Clone)]
pub enum Item {
    /// Play a game with so many seats.
    Play(&'static dyn Game, usize),
    /// Look back at a match.
    Replay(PathBuf),
    /// Turn something on or off.
    Toggle(Setting),
}

/// Something to turn on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Ring when it is the person's turn.
    Bell,
    /// Show hints.
    Hints,
    /// Use colour.
    Colour,
}

impl Setting {
    const ALL: [(Self, &str); 3] = [
        (Self::Bell, "Ring when it is my turn"),
        (Self::Hints, "Hints for the first games"),
        (Self::Colour, "Colour"),
    ];

    /// The setting's own switch.
    pub fn of(self, settings: &mut Settings) -> &mut bool {
        match self {
            Self::Bell => &mut settings.bell,
            Self::Hints => &mut settings.hints,
            Self::Colour => &mut settings.colour,
        }
    }
}

impl Home {
    /// The home screen, with these matches to look back at.
    pub fn new(transcripts: &[PathBuf]) -> Self {
        let mut home = Self { items: Vec::new(), pick: Pick::default(), notice: None };
        home.items
            .extend(games::GAMES.iter().map(|game| Item::Play(*game, game.info().usual_seats)));
        home.items.extend(Setting::ALL.map(|(setting, _)| Item::Toggle(setting)));
        home.offer(transcripts);
        home
    }

    /// Offers other matches to look back at.
    pub fn offer(&mut self, transcripts: &[PathBuf]) {
        self.items.retain(|item| !matches!(item, Item::Replay(_)));
        let at = games::GAMES.len().min(self.items.len());
        let offered = transcripts.iter().take(OFFERED).cloned().map(Item::Replay);
        self.items.splice(at..at, offered);
    }

    /// What is chosen.
    pub fn item(&self) -> Option<&Item> {
        self.items.get(self.pick.at)
    }

    /// The game that is chosen.
    pub fn game(&self) -> Option<&'static dyn Game> {
        match self.item() {
            Some(Item::Play(game, _)) => Some(*game),
            _ => None,
        }
    }

    /// What can be done.
    pub fn can(&self) -> Vec<Can> {
        let mut list = vec![match self.item() {
            Some(Item::Play(..)) => can(&[Act::Go], "play"),
            Some(Item::Replay(_)) => can(&[Act::Go], "look back"),
            _ => can(&[Act::Go], "on or off"),
        }];
        list.push(can(&[Act::Up, Act::Down], "choose"));
        list.push(can(&[DIGIT], "by number"));
        if let Some(Item::Play(game, _)) = self.item() {
            let (least, most) = game.info().seats;
            if least < most {
                list.push(can(&[Act::Left, Act::Right], "seats"));
            }
            list.push(can(&[Act::Rules], "rules"));
        }
        list.push(can(&[Act::Help], "help"));
        list.push(can(&[Act::Quit], "quit"));
        list
    }

    /// Moves about.
    pub fn act(&mut self, act: Act) {
        self.notice = None;
        if let (Some(Item::Play(game, seats)), Act::Left | Act::Right) =
            (self.items.get_mut(self.pick.at), act)
        {
            let (least, most) = game.info().seats;
            let wish = if act == Act::Left { seats.saturating_sub(1) } else { *seats + 1 };
            *seats = wish.clamp(least, most);
            return;
        }
        self.pick.act(act, self.items.len());
    }

    /// Chooses an entry by pointing at it; says whether it was the chosen one already.
    pub fn point(&mut self, entry: usize) -> bool {
        let again = self.pick.at == entry;
        self.pick = Pick::new(entry.min(self.items.len().saturating_sub(1)));
        again
    }

    /// Draws everything but the footer.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, settings: Settings) {
        let theme = canvas.theme;
        canvas.cut(
            area,
            &[
                atom("nodealer", theme.strong()),
                atom("· card games with no server and no dealer", theme.quiet()),
            ],
        );
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
        let foot = canvas.rule(below(body, list.height), "", false);
        canvas.text(foot, &about, 0);
    }

    /// Headings, and items by their number.
    fn rows(&self, theme: Theme, settings: Settings) -> Vec<(Option<usize>, Text)> {
        let heading = |item: &Item| match item {
            Item::Play(..) => "Play, with bots in the other seats",
            Item::Replay(_) => "Look back at a match",
            Item::Toggle(_) => "Settings",
        };
        let mut rows = Vec::new();
        let mut last = "";
        for (i, item) in self.items.iter().enumerate() {
            if heading(item) != last {
                if !last.is_empty() {
                    rows.push((None, Vec::new()));
                }
                last = heading(item);
                rows.push((None, vec![atom(last, theme.strong())]));
            }
            let mark = if i == self.pick.at { "›" } else { " " };
            rows.push((
                Some(i),
                vec![atom(format!("{mark}{:>2} {}", i + 1, label(item, settings)), Style::new())],
            ));
        }
        rows
    }

    /// What there is to know about the chosen item.
    fn about(&self, theme: Theme, settings: Settings) -> Text {
        if let Some(notice) = &self.notice {
            return words(&format!("! {notice}"), theme.mark());
        }
        match self.item() {
            Some(Item::Play(game, _)) => {
                let hint = if settings.hints { " Enter begins, r shows the rules." } else { "" };
                words(&format!("{}{hint}", game.info().blurb), Style::new())
            }
            Some(Item::Replay(path)) => vec![atom(path.display().to_string(), theme.quiet())],
            Some(Item::Toggle(Setting::Colour)) => words(
                "Sixteen colours of your terminal, or none. NO_COLOR turns them off too.",
                Style::new(),
            ),
            _ => Vec::new(),
        }
    }
}

fn label(item: &Item, mut settings: Settings) -> String {
    match item {
        Item::Play(game, seats) => {
            let info = game.info();
            let arrows = if info.seats.0 < info.seats.1 {
                format!("‹ {seats} seats ›")
            } else {
                format!("{seats} seats")
            };
            format!("{:<22} {arrows}", info.name)
        }
        Item::Replay(path) => {
            path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
        }
        Item::Toggle(setting) => {
            let on = if *setting.of(&mut settings) { "[x]" } else { "[ ]" };
            let words =
                Setting::ALL.iter().find(|(s, _)| s == setting).map_or("", |(_, words)| words);
            format!("{on} {words}")
        }
    }
}
