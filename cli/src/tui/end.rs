//! The end of a match: the result, what everybody was, and what it rests on.

use std::path::PathBuf;

use engine::{Outcome, Seat};
use ratatui::{layout::Rect, style::Style};

use super::{
    keys::{Act, Can, DIGIT, can},
    paint::{Canvas, Target, Text, Theme, atom, below, long, top, words},
    pick::Pick,
    replay::Replay,
    scene::{Naming, Scene},
    scroll::{Rows, Scroll, rows},
};
use crate::session::list;

/// So much of what the others said since is shown.
const NEWS: usize = 3;

/// A match that is over.
pub struct End {
    /// The table as it was left.
    pub scene: Scene,
    how: How,
    /// What was told beside the game, such as where evidence lies.
    notices: Vec<String>,
    /// Where the transcript lies, and the fingerprint; or why there is none.
    pub kept: Result<Kept, String>,
    /// The transcript, read and audited once more, or why it cannot be; nothing before that is done.
    pub audit: Option<Result<Replay, String>>,
    /// Whether others could play again with this person.
    again: Again,
    /// What the others said or did since.
    news: Vec<String>,
    pick: Pick,
    scroll: Scroll,
}

/// Who could play again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// This person, with bots.
    Here,
    /// Everybody at the table.
    Table,
    /// Nobody: this person has only watched.
    Nobody,
}

/// What is left of a match.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The words that every player's screen shows.
    pub fingerprint: Option<String>,
    /// Where the transcript lies.
    pub path: PathBuf,
}

/// How a match ended.
pub enum How {
    /// By the rules.
    Over(Outcome),
    /// Otherwise, as told.
    Failed(String),
}

/// What can be chosen at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The same again.
    Again,
    /// Look back.
    Replay,
    /// Away from here.
    Leave,
}

impl End {
    /// The end of a match.
    pub fn new(
        scene: Scene,
        how: How,
        notices: Vec<String>,
        kept: Result<Kept, String>,
        again: Again,
    ) -> Self {
        let (pick, scroll) = (Pick::default(), Scroll::default());
        Self { scene, how, notices, kept, audit: None, again, news: Vec::new(), pick, scroll }
    }

    /// The others said or did something since.
    pub fn hear(&mut self, news: String) {
        self.news.push(news);
    }

    /// Whether the match was played at a table with others.
    pub fn is_at_table(&self) -> bool {
        self.again == Again::Table
    }

    /// The choices, in their order.
    fn choices(&self) -> Vec<(Then, &'static str)> {
        let again = match self.again {
            Again::Here => Some((Then::Again, "Play again, with bots")),
            Again::Table => Some((Then::Again, "Rematch at the same table")),
            Again::Nobody => None,
        };
        let others = [(Then::Replay, "Look back, step by step"), (Then::Leave, "Leave")];
        again.into_iter().chain(others).collect()
    }

    /// The match to look back at, once it was audited.
    pub fn replay(&self) -> Option<&Replay> {
        self.audit.as_ref()?.as_ref().ok()
    }

    /// Why one cannot look back; `None` if one can.
    pub fn why_no_replay(&self) -> Option<String> {
        match (&self.kept, &self.audit) {
            (Err(_), _) => Some("there is no transcript of it".into()),
            (_, None) => Some("the transcript is being audited once more".into()),
            (_, Some(Err(why))) => Some(why.clone()),
            (_, Some(Ok(_))) => None,
        }
    }

    /// What is chosen.
    pub fn then(&self) -> Then {
        self.choices().get(self.pick.at).map_or(Then::Leave, |(then, _)| *then)
    }

    /// What can be done.
    pub fn can(&self) -> Vec<Can> {
        let mut list = vec![can(&[Act::Go], "confirm")];
        if self.replay().is_some_and(|replay| replay.audit().fault.is_some()) {
            list.push(can(&[Act::Fault], "what went wrong"));
        }
        list.extend([
            can(&[Act::Up, Act::Down], "move"),
            can(&[DIGIT], "by number"),
            can(&[Act::PageUp, Act::PageDown], "scroll"),
            can(&[Act::Trust], "proofs"),
            can(&[Act::Whole], "whole table"),
            can(&[Act::Help], "help"),
            can(&[Act::Rules], "rules"),
            can(&[Act::Cards], "cards"),
            can(&[Act::Back, Act::Quit], "leave"),
        ]);
        list
    }

    /// Moves about on a screen of this size.
    pub fn act(&mut self, act: Act, screen: Rect) {
        if matches!(act, Act::PageUp | Act::PageDown) {
            let body = Rect { height: screen.height.saturating_sub(1), ..screen };
            let room = self.room(below(body, 1));
            let rows = self.rows(Theme { colour: false }, room).len();
            self.scroll.act(act, rows, room.height);
        } else {
            self.pick.act(act, self.choices().len());
        }
    }

    /// Where the texts stand: all but the choices and the line above them.
    fn room(&self, inner: Rect) -> Rect {
        top(inner, inner.height.saturating_sub(self.choices().len() as u16 + 1))
    }

    fn rows(&self, theme: Theme, room: Rect) -> Rows {
        rows(&self.texts(theme), room.width, 4)
    }

    /// Chooses an entry by pointing at it; says whether it was chosen so already.
    pub fn point(&mut self, entry: usize) -> bool {
        self.pick.point(entry, self.choices().len())
    }

    /// Draws everything but the footer.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let theme = canvas.theme;
        let title = format!("{}: the end", self.scene.game.info().name);
        let inner = canvas.rule(area, &title, true);
        let room = self.room(inner);
        let rows = self.rows(theme, room);
        self.scroll.draw(canvas, room, &rows);
        let more = match self.scroll.note(rows.len(), room.height) {
            note if note.is_empty() => note,
            note => format!("{note} · PgUp/PgDn"),
        };
        let list = canvas.rule(below(inner, room.height), &more, false);
        for (i, (then, label)) in self.choices().iter().enumerate() {
            let row = Rect { y: list.y + i as u16, height: 1, ..list };
            let closed = self.why_no_replay().filter(|_| *then == Then::Replay);
            let mark = match (i == self.pick.at, &closed) {
                (true, None) => " ›",
                (true, Some(_)) => "✗›",
                (false, Some(_)) => "✗",
                (false, None) => "",
            };
            let style = if closed.is_some() { theme.quiet() } else { Style::new() };
            let why = closed.map_or(String::new(), |why| format!(" ({why})"));
            canvas.row(row, &[(0, atom(format!("{mark:<2} {} {label}{why}", i + 1), style))]);
            canvas.zone(row, Target::Entry(i));
            if i == self.pick.at {
                canvas.style(row, theme.chosen());
            }
        }
    }

    fn texts(&self, theme: Theme) -> Vec<Text> {
        let mut texts = match &self.how {
            How::Over(outcome) => self.result(theme, outcome),
            How::Failed(why) => vec![words(why, theme.bad())],
        };
        texts.extend(self.notices.iter().map(|notice| words(notice, Style::new())));
        match &self.kept {
            Ok(kept) => texts.extend(self.record(theme, kept)),
            Err(why) => texts.push(words(why, theme.mark())),
        }
        let latest = self.news.len().saturating_sub(NEWS);
        let news = self.news[latest..].iter();
        texts.extend(news.map(|news| words(&format!("» {news}"), theme.mark())));
        texts.push(Vec::new());
        for seat in Seat::all(self.scene.names.len()) {
            texts.push(self.scene.place(theme, seat, Naming::Full));
        }
        texts
    }

    fn result(&self, theme: Theme, outcome: &Outcome) -> Vec<Text> {
        let told = self.scene.words();
        let names: Vec<String> =
            outcome.winners.iter().map(|seat| self.scene.name(*seat)).collect();
        let won = match names.as_slice() {
            [] => "Nobody wins.".into(),
            [only] => format!("★ {only} wins."),
            several => format!("★ {} win.", list(several)),
        };
        let scores =
            outcome.scores.iter().map(|(seat, score)| format!("{} {score}", told.seat(seat)));
        let scores = scores.collect::<Vec<_>>().join(", ");
        let mut texts =
            vec![words(&won, theme.mark()), words(&told.line(&outcome.summary), Style::new())];
        if !scores.is_empty() {
            texts.push(words(&format!("Scores: {scores}"), Style::new()));
        }
        texts
    }

    fn record(&self, theme: Theme, kept: &Kept) -> Vec<Text> {
        let mut texts = Vec::new();
        if let Some(fingerprint) = &kept.fingerprint {
            let say = "(the same on every player's screen)";
            let text = [
                words("Fingerprint:", theme.quiet()),
                words(fingerprint, theme.strong()),
                words(say, theme.quiet()),
            ];
            texts.push(text.concat());
        }
        match &self.audit {
            None => texts.push(words("… the transcript is being audited once more", theme.quiet())),
            Some(Err(why)) => texts.push(words(why, theme.bad())),
            Some(Ok(replay)) => {
                let audit = replay.audit();
                let check = |(name, number): &(&str, u64)| match number {
                    1 => format!("1 {}", name.trim_end_matches('s')),
                    _ => format!("{number} {name}"),
                };
                let checks: Vec<String> = audit.checks.iter().map(check).collect();
                let mut text = audit.headline(theme);
                text.extend(words(&format!("Verified: {}.", checks.join(", ")), theme.quiet()));
                texts.push(text);
            }
        }
        let path = long(&kept.path.display().to_string(), Style::new());
        texts.push([words("Transcript:", theme.quiet()), path].concat());
        texts
    }
}
