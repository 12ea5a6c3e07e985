//! The end of a match: the result, everybody's roles, and what was verified.

use std::{rc::Rc, time::Duration};

use ratatui::{layout::Rect, style::Style};
use seat::{
    EndView, Intent, ResultShown, SeatEvent, SeatEventKind, SeatState, Snapshot, shown::Catalogue,
    words,
};

use super::{
    keys::{Act, DIGIT, KeyHint, can},
    overlay::Reader,
    paint::{Canvas, Target, Text, Theme, atom, below, long, top, words},
    pick::Pick,
    replay,
    scene::{Naming, Said, Scene},
    screen::{self, Screen, ScreenRequest},
    scroll::{Rows, Scroll, rows},
};

/// How many of the latest chat lines and events are shown.
const NEWS: usize = 3;

/// A match that is over.
pub(super) struct End {
    /// The table at the end.
    scene: Scene,
    view: EndView,
    /// Notices that are not part of the game, such as where evidence is stored.
    notices: Vec<String>,
    /// What the others have said or done since.
    news: Vec<Said>,
    pick: Pick,
    scroll: Scroll,
    /// Why the replay could not be opened.
    refused: Option<String>,
}

/// What can be chosen at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    /// Play again.
    Again,
    /// Open the replay.
    Replay,
    /// Leave.
    Leave,
}

impl End {
    /// The end of a match, with the notices and the log of the match.
    pub(super) fn new(
        catalogue: Rc<Catalogue>,
        view: &EndView,
        notices: Vec<String>,
        log: Vec<Said>,
    ) -> Self {
        Self {
            scene: Scene { log, ..Scene::new(catalogue, view.last.clone()) },
            view: view.clone(),
            notices,
            news: Vec::new(),
            pick: Pick::default(),
            scroll: Scroll::default(),
            refused: None,
        }
    }

    /// The choices, in their order.
    fn choices(&self) -> Vec<(Then, &'static str)> {
        let again = match (self.view.rematch, &self.view.setup) {
            (true, _) => Some((Then::Again, "Rematch at the same table")),
            (false, Some(_)) => Some((Then::Again, "Play again, with bots")),
            (false, None) => None,
        };
        let others = [(Then::Replay, "Look back, step by step"), (Then::Leave, "Leave")];
        again.into_iter().chain(others).collect()
    }

    /// Why there is no replay; `None` if there is one.
    fn why_no_replay(&self) -> Option<String> {
        match (&self.view.transcript, &self.view.audit) {
            (None, _) => Some("there is no transcript of it".into()),
            (_, None) => Some("the transcript is being audited once more".into()),
            (_, Some(_)) => self.refused.clone(),
        }
    }

    /// The selected choice.
    fn then(&self) -> Then {
        self.choices().get(self.pick.at).map_or(Then::Leave, |(then, _)| *then)
    }

    fn replay(&self) -> Vec<ScreenRequest> {
        match (self.why_no_replay(), &self.view.transcript) {
            (None, Some(file)) => {
                vec![ScreenRequest::Want(Intent::Open { file: file.clone(), hands: Vec::new() })]
            }
            _ => Vec::new(),
        }
    }

    fn again(&self) -> Vec<ScreenRequest> {
        let want = match (self.view.rematch, &self.view.setup) {
            (true, _) => Some(Intent::Ready { ready: true }),
            (false, Some(setup)) => {
                // The same seed would give the same cards.
                let seed = setup.seed.map(|seed| seed.wrapping_add(1));
                Some(Intent::PlayHere(seat::Setup { seed, ..setup.clone() }))
            }
            (false, None) => None,
        };
        want.map(ScreenRequest::Want).into_iter().collect()
    }
}

impl Screen for End {
    fn see(&mut self, now: &Snapshot) -> bool {
        let SeatState::End(view) = &now.state else { return false };
        if view.last.began != self.view.last.began {
            return false;
        }
        self.view = (**view).clone();
        true
    }

    fn hear(&mut self, event: &SeatEvent, now: &Snapshot, _: Duration) {
        let people = self.view.table.iter().flat_map(|table| &table.people);
        let me = people.filter(|sitter| sitter.me).map(|sitter| sitter.name.as_str()).next();
        let me = me.unwrap_or(&now.person.name);
        match &event.kind {
            SeatEventKind::Chat { .. } | SeatEventKind::Notice { .. } => {
                self.news.extend(screen::line(&event.kind, None, me));
            }
            _ => {}
        }
    }

    fn answered(&mut self, intent: &Intent, refused: Option<&str>) {
        match (intent, refused) {
            (Intent::Open { .. }, refused) => self.refused = refused.map(Into::into),
            (_, Some(why)) => self.news.push(Said::beside(format!("That was refused: {why}."))),
            (_, None) => {}
        }
    }

    fn can(&self) -> Vec<KeyHint> {
        let mut list = vec![can(&[Act::Go], "confirm")];
        if self.view.fault.is_some() {
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

    fn act(&mut self, act: Act, area: Rect) -> Vec<ScreenRequest> {
        let then = match act {
            Act::Go => self.then(),
            Act::Back | Act::Quit => Then::Leave,
            Act::Fault => Then::Replay,
            Act::PageUp | Act::PageDown => {
                let body = Rect { height: area.height.saturating_sub(1), ..area };
                let room = self.room(below(body, 1));
                let rows = self.rows(Theme { colour: false }, room).len();
                self.scroll.act(act, rows, room.height);
                return Vec::new();
            }
            _ => {
                self.pick.act(act, self.choices().len());
                return Vec::new();
            }
        };
        match then {
            Then::Leave => vec![ScreenRequest::Want(Intent::Leave)],
            Then::Again => self.again(),
            Then::Replay => {
                let mut wishes = self.replay();
                // The key that jumps to the fault opens the replay there.
                if let (Act::Fault, Some(step), false) = (act, self.view.fault, wishes.is_empty()) {
                    wishes.push(ScreenRequest::Want(Intent::Seek { step, seat: None }));
                }
                wishes
            }
        }
    }

    fn point(&mut self, entry: usize) -> bool {
        self.pick.point(entry, self.choices().len())
    }

    fn show(&self, act: Act, theme: Theme) -> Option<(&'static str, Vec<Text>)> {
        Some(match act {
            Act::Cards => ("What the cards do", self.scene.cards(theme, None)),
            Act::Whole => ("The whole table", self.scene.whole(theme)),
            Act::Trust => (
                "What was proven",
                match &self.view.audit {
                    Some(audit) => replay::audit_texts(audit, theme),
                    None => vec![words(&self.why_no_replay().unwrap_or_default(), theme.quiet())],
                },
            ),
            _ => return None,
        })
    }

    fn subject(&self) -> Option<(&Catalogue, &str)> {
        Some((&self.scene.catalogue, &self.view.last.board.phase))
    }

    fn others(&self) -> Vec<Reader> {
        let people = self.view.table.iter().flat_map(|table| &table.people);
        let others = people.filter(|sitter| !sitter.me);
        others.map(|sitter| Reader::new(&sitter.name, &sitter.words)).collect()
    }

    fn log(&self) -> &[Said] {
        &self.scene.log
    }

    fn take_log(&mut self) -> Vec<Said> {
        std::mem::take(&mut self.news)
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        self.draw_all(canvas, area);
    }
}

impl End {
    /// The area of the texts: all but the choices and the line above them.
    fn room(&self, inner: Rect) -> Rect {
        top(inner, inner.height.saturating_sub(self.choices().len() as u16 + 1))
    }

    fn rows(&self, theme: Theme, room: Rect) -> Rows {
        rows(&self.texts(theme), room.width, 4)
    }

    fn draw_all(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let theme = canvas.theme;
        let title = format!("{}: the end", self.view.last.game_name);
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
        let mut texts = match (&self.view.result, &self.view.failure) {
            (Some(result), _) => self.result(theme, result),
            (None, Some(why)) => vec![words(why, theme.bad())],
            (None, None) => Vec::new(),
        };
        texts.extend(self.notices.iter().map(|notice| words(notice, Style::new())));
        texts.extend(self.record(theme));
        let latest = self.news.len().saturating_sub(NEWS);
        let news = self.news[latest..].iter();
        texts.extend(news.map(|news| words(&format!("» {}", news.text), theme.mark())));
        texts.push(Vec::new());
        for seat in 0..self.view.last.players.len() {
            texts.push(self.scene.place(theme, seat, Naming::Full));
        }
        texts
    }

    fn result(&self, theme: Theme, result: &ResultShown) -> Vec<Text> {
        let last = &self.view.last;
        let name = |seat: usize| {
            let name = last.players.get(seat).map_or("?", |player| player.name.as_str());
            if last.me == Some(seat) { format!("{name} (you)") } else { name.to_owned() }
        };
        let names: Vec<String> = result.winners.iter().map(|seat| name(*seat)).collect();
        let won = match names.as_slice() {
            [] => "Nobody wins.".into(),
            [only] => format!("★ {only} wins."),
            several => format!("★ {} win.", words::list(several)),
        };
        let scores = last.players.iter().zip(&result.scores);
        let scores: Vec<String> =
            scores.map(|(player, score)| format!("{} {score}", player.name)).collect();
        let mut texts =
            vec![words(&won, theme.mark()), words(&result.summary.to(last.me), Style::new())];
        if !scores.is_empty() {
            texts.push(words(&format!("Scores: {}", scores.join(", ")), Style::new()));
        }
        texts
    }

    fn record(&self, theme: Theme) -> Vec<Text> {
        let mut texts = Vec::new();
        if let Some(fingerprint) = &self.view.fingerprint {
            let say = "(the same on every player's screen)";
            let text = [
                words("Fingerprint:", theme.quiet()),
                words(fingerprint, theme.strong()),
                words(say, theme.quiet()),
            ];
            texts.push(text.concat());
        }
        let Some(path) = &self.view.transcript else {
            texts.push(words("There is no transcript of a whole match.", theme.mark()));
            return texts;
        };
        match &self.view.audit {
            None => texts.push(words("… the transcript is being audited once more", theme.quiet())),
            Some(audit) => {
                let check = |check: &seat::CheckShown| match check.count {
                    1 => format!("1 {}", check.name.trim_end_matches('s')),
                    count => format!("{count} {}", check.name),
                };
                let checks: Vec<String> = audit.checks.iter().map(check).collect();
                let mut text = replay::headline(audit, theme);
                if !checks.is_empty() {
                    let verified = format!("Verified: {}.", checks.join(", "));
                    text.extend(words(&verified, theme.quiet()));
                }
                texts.push(text);
            }
        }
        let path = long(path, Style::new());
        texts.push([words("Transcript:", theme.quiet()), path].concat());
        texts
    }
}
