//! Overlays: texts to read, confirmations, and lines to type.

use net::Code;
use ratatui::{layout::Rect, style::Style};
use seat::{Intent, TableLine, person::sound_name, slash::Slash};

use super::{
    keys::{Act, KeyHint, can},
    paint::{Atom, Canvas, Target, Text, atom, below, height, inside, top, words},
    scroll::{Rows, Scroll, rows},
};

/// Why a message cannot be sent where there is nobody to write to.
const UNREAD: &str = "Nobody here would read it.";

/// Something that covers the screen.
pub(super) enum Overlay {
    /// Something to read.
    Pages(Pages),
    /// Something to confirm.
    Sure(Confirmation),
    /// A line to write.
    Write(Write),
}

/// Something to read.
pub(super) struct Pages {
    title: &'static str,
    /// The act that opened them.
    by: Act,
    texts: Vec<Text>,
    /// A picture with the same content; shown where it fits as a whole.
    picture: Vec<String>,
    scroll: Scroll,
}

/// A question to confirm.
#[derive(Clone, Debug)]
pub(super) struct Confirmation {
    /// What is asked.
    pub question: String,
    /// The intent that a yes sends.
    pub then: Intent,
    /// The person it is about, if it is about one.
    pub whom: Option<Reader>,
}

impl Confirmation {
    /// A confirmation of this intent.
    pub(super) fn new(question: String, then: Intent) -> Self {
        Self { question, then, whom: None }
    }
}

/// A line to type.
#[derive(Debug)]
pub(super) struct Write {
    text: String,
    /// The cursor: how many letters are before it.
    at: usize,
    what: What,
    /// People to write to, and the one who is selected; everybody at first.
    others: Vec<Reader>,
    to: Option<Reader>,
    /// Why the line was refused.
    refused: Option<String>,
}

/// Somebody to write to. Another person may have the name by the time the line is sent, but not the key's
/// words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reader {
    /// Their name.
    pub name: String,
    /// The words of their key.
    pub words: String,
}

impl Reader {
    /// Somebody by name and words.
    pub(super) fn new(name: &str, words: &str) -> Self {
        Self { name: name.into(), words: words.into() }
    }
}

/// What a line is for.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// A chat message.
    Say,
    /// A table to look for.
    Seek,
    /// The code of a table.
    Code(Box<TableLine>),
    /// The person's new name.
    Name,
}

impl Write {
    /// A line for a purpose, with an initial text.
    pub(super) fn new(what: What, text: String) -> Self {
        let at = text.chars().count();
        Self { text, at, what, others: Vec::new(), to: None, refused: None }
    }

    /// A chat line.
    pub(super) fn say(others: Vec<Reader>) -> Self {
        Self { others, ..Self::new(What::Say, String::new()) }
    }

    /// Updates the people to write to. A selected person who has left stays selected.
    pub(super) fn among(&mut self, others: Vec<Reader>) {
        self.others = others;
    }

    /// Moves the line to another screen with these people. The selected person is found again by name.
    pub(super) fn move_to(&mut self, others: Vec<Reader>) {
        if let Some(to) = &self.to
            && let Some(same) = others.iter().find(|other| other.name == to.name)
        {
            self.to = Some(same.clone());
        }
        self.others = others;
    }

    /// The purpose of the line.
    pub(super) fn what(&self) -> &What {
        &self.what
    }

    /// Why the line cannot be sent; `None` if it can.
    pub(super) fn why_not(&self) -> Option<String> {
        match (&self.what, Slash::read(self.text())) {
            (_, None) => {}
            (What::Say, Some(Err(why))) => return Some(why.to_string()),
            (What::Say, _) if self.others.is_empty() => return Some(UNREAD.into()),
            (What::Say, Some(Ok(Slash::Whisper { name, .. }))) if self.called(name).is_none() => {
                return Some(format!("Nobody here is called {name}."));
            }
            (What::Say, Some(Ok(_))) => {}
            (_, Some(_)) => return Some("Commands with a slash are for the chat.".into()),
        }
        match &self.what {
            What::Name => sound_name(self.text()).err().map(|failure| failure.to_string()),
            What::Code(_) => match self.text().parse::<Code>() {
                Ok(code) if code.secret().is_some() => None,
                _ => Some("That is not the code of an invitation: it has ten letters, such as K7QD-3WX9PA.".into()),
            },
            What::Say if self.text().len() > net::limits::CHAT => {
                Some(format!("That is too long: at most {} bytes go at once.", net::limits::CHAT))
            }
            What::Say => match &self.to {
                Some(to) if !self.others.contains(to) => {
                    Some(format!("{} has left the table.", to.name))
                }
                _ if self.others.is_empty() => Some(UNREAD.into()),
                _ => None,
            },
            What::Seek => None,
        }
    }

    /// Shows why the line was refused.
    pub(super) fn refuse(&mut self, why: String) {
        self.refused = Some(why);
    }

    /// Inserts a letter.
    pub(super) fn letter(&mut self, letter: char) {
        self.refused = None;
        self.text.insert(self.place(self.at), letter);
        self.at += 1;
    }

    /// Selects another person, moves the cursor, or deletes a letter.
    pub(super) fn act(&mut self, act: Act) {
        let all = self.text.chars().count();
        match act {
            Act::Pane => {
                self.refused = None;
                let at = self.others.iter().position(|other| Some(other) == self.to.as_ref());
                let next = match (&self.to, at) {
                    (None, _) => self.others.first(),
                    (Some(_), Some(at)) => self.others.get(at + 1),
                    (Some(_), None) => None,
                };
                self.to = next.cloned();
            }
            Act::Left => self.at = self.at.saturating_sub(1),
            Act::Right => self.at = all.min(self.at + 1),
            Act::First => self.at = 0,
            Act::Last => self.at = all,
            Act::Erase if self.at > 0 => {
                self.refused = None;
                self.at -= 1;
                self.text.remove(self.place(self.at));
            }
            _ => {}
        }
    }

    /// The byte offset after this many letters.
    fn place(&self, letters: usize) -> usize {
        self.text.char_indices().nth(letters).map_or(self.text.len(), |(place, _)| place)
    }

    /// What was written.
    pub(super) fn text(&self) -> &str {
        self.text.trim()
    }

    /// Somebody by the beginning of their name.
    fn called(&self, name: &str) -> Option<&Reader> {
        seat::called(self.others.iter().map(|other| (other, other.name.as_str())), name)
    }

    /// The chat intent of the line: a command in it overrides the selected person.
    fn said(&self) -> Intent {
        let (to, text) = match Slash::read(self.text()) {
            Some(Ok(Slash::Whisper { name, text })) => (self.called(name), text),
            Some(Ok(Slash::Say(text))) => (None, text),
            _ => (self.to.as_ref(), self.text()),
        };
        Intent::Say { to: to.map(|to| to.name.clone()), text: text.into() }
    }

    /// The intent of the line.
    pub(super) fn wanted(&self) -> Intent {
        let text = self.text().to_owned();
        match &self.what {
            What::Say => self.said(),
            What::Seek => Intent::Join { wanted: text, watch: false, patience_s: None },
            What::Code(table) if table.playing => {
                Intent::Watch { table: table.id.clone(), code: Some(text) }
            }
            What::Code(table) => Intent::Sit { table: table.id.clone(), code: Some(text) },
            What::Name => Intent::Rename { name: text },
        }
    }

    fn title(&self) -> String {
        match (&self.what, &self.to) {
            (What::Say, None) => "To everybody".into(),
            (What::Say, Some(to)) => format!("To {} alone", to.name),
            (What::Seek, _) => "Which table?".into(),
            (What::Code(table), _) => format!("The code of {}", table.name),
            (What::Name, _) => "Your name".into(),
        }
    }

    /// What Enter does with it.
    fn does(&self) -> &'static str {
        match &self.what {
            What::Say => "send",
            What::Seek => "look for it",
            What::Code(_) => "sit down",
            What::Name => "take this name",
        }
    }

    fn hint(&self) -> &'static str {
        match &self.what {
            What::Say if !self.others.is_empty() => "Enter sends it, Tab chooses who reads it.",
            What::Say => "Enter sends it.",
            What::Seek => "A code such as K7QD, a name, or an address such as 192.168.1.20:4100.",
            What::Code(_) => "It is for invited people: ten letters, such as K7QD-3WX9PA.",
            What::Name => "The others see it, and know you by it and your key.",
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, body: Rect) -> Rect {
        let wide = body.width.min(100);
        let hint = match &self.refused {
            Some(why) => words(&format!("! {why}"), canvas.theme.mark()),
            None => words(self.hint(), canvas.theme.quiet()),
        };
        let room = wide.saturating_sub(4);
        let rows = (height(&hint, room, 0) + 3).min(body.height);
        let (x, y) = (body.x + (body.width - wide) / 2, body.bottom() - rows);
        let area = Rect::new(x, y, wide, rows);
        let inner = canvas.frame(area, &self.title(), "");
        let (before, after) = self.text.split_at(self.place(self.at));
        let mut after = after.chars();
        let cursor = atom(after.next().unwrap_or(' ').to_string(), canvas.theme.chosen());
        // The cursor is always visible.
        let fits = |before: &Atom| before.width() + cursor.width() <= room;
        let parts = before.char_indices().map(|(i, _)| &before[i..]).chain([""]);
        let mut parts = parts.map(|part| atom(part, Style::new()));
        let before = parts.find(fits).unwrap_or_else(|| atom("", Style::new()));
        let (at, then) = (before.width(), before.width() + cursor.width());
        let after = atom(after.as_str(), Style::new());
        canvas.row(inner, &[(0, before), (at, cursor), (then, after)]);
        canvas.text(below(inner, 1), &hint, 0);
        area
    }
}

impl Pages {
    /// Texts under a title, opened by an act.
    pub(super) fn new(by: Act, title: &'static str, texts: Vec<Text>) -> Self {
        Self { title, by, texts, picture: Vec::new(), scroll: Scroll::default() }
    }

    /// Adds a picture with the same content.
    #[must_use]
    pub(super) fn with_picture(self, picture: Vec<String>) -> Self {
        Self { picture, ..self }
    }

    /// The act that reopens them with current content, if the content changes by itself. Texts about rules
    /// and cards stay as they are.
    pub(super) fn live(&self) -> Option<Act> {
        matches!(self.by, Act::Whole | Act::Trust).then_some(self.by)
    }

    /// Replaces the texts. The latest proof comes first, and the position that somebody has scrolled to is
    /// kept.
    pub(super) fn renew(&mut self, texts: Vec<Text>, screen: Rect) {
        let area = inside(place(screen));
        let before = self.rows(area).len();
        self.texts = texts;
        if self.by == Act::Trust {
            self.scroll.grow(self.rows(area).len().saturating_sub(before));
        }
    }

    fn rows(&self, area: Rect) -> Rows {
        let mut all = rows(&self.texts, area.width, 2);
        let width = self.picture.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let (wide, high) = (usize::from(area.width), usize::from(area.height));
        if !self.picture.is_empty() && width <= wide && self.picture.len() <= high {
            let says = words("The same as a picture:", Style::new());
            all.extend(rows(&[says], area.width, 2));
            all.extend(self.picture.iter().map(|line| vec![(0, atom(line, Style::new()))]));
        }
        all
    }

    /// Moves through the texts; false if they are to be closed.
    pub(super) fn act(&mut self, act: Act, screen: Rect) -> bool {
        let area = inside(place(screen));
        let rows = self.rows(area).len();
        self.scroll.act(act, rows, area.height)
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) -> Rect {
        let inner = inside(area);
        let rows = self.rows(inner);
        canvas.frame(area, self.title, &self.scroll.note(rows.len(), inner.height));
        self.scroll.draw(canvas, inner, &rows);
        area
    }
}

/// The area of an overlay: some of the screen below stays visible, if there is room.
fn place(screen: Rect) -> Rect {
    let body = Rect { height: screen.height.saturating_sub(1), ..screen };
    let x = if body.width < 50 { 0 } else { body.width / 16 };
    let y = if body.height < 22 { 0 } else { body.height / 12 };
    let wide = (body.width - 2 * x).min(100);
    Rect::new(body.x + (body.width - wide) / 2, body.y + y, wide, body.height - 2 * y)
}

impl Overlay {
    /// What can be done.
    pub(super) fn can(&self) -> Vec<KeyHint> {
        match self {
            Self::Pages(_) => vec![
                can(&[Act::Back, Act::Quit], "back"),
                can(&[Act::Up, Act::Down], "scroll"),
                can(&[Act::PageUp, Act::PageDown], "by page"),
                can(&[Act::First, Act::Last], "to the top or the end"),
                can(&[Act::Go], "close"),
            ],
            Self::Sure(_) => {
                // Not by Enter: pressing it twice by mistake must not confirm.
                vec![can(&[Act::Yes], "yes"), can(&[Act::No, Act::Back], "no")]
            }
            Self::Write(write) => {
                let mut list = vec![can(&[Act::Go], write.does()), can(&[Act::Back], "back")];
                if !write.others.is_empty() {
                    list.push(can(&[Act::Pane], "to whom"));
                }
                list.push(can(&[Act::Erase], "erase"));
                list.push(can(&[Act::Left, Act::Right], "move"));
                list.push(can(&[Act::First, Act::Last], "to its ends"));
                list
            }
        }
    }

    /// Draws it over a screen without its footer, with what calls the person back.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, body: Rect, call: Option<&str>) {
        let screen = Rect { height: body.height + 1, ..body };
        let area = match self {
            Self::Pages(pages) => pages.draw(canvas, place(screen)),
            Self::Write(write) => write.draw(canvas, body),
            Self::Sure(sure) => {
                let wide = body.width.saturating_sub(4).min(60);
                let text = words(&sure.question, Style::new());
                let rows = height(&text, wide.saturating_sub(4), 0);
                let area = Rect::new(
                    body.x + (body.width - wide) / 2,
                    body.y + body.height.saturating_sub(rows + 4) / 2,
                    wide,
                    (rows + 4).min(body.height),
                );
                let inner = canvas.frame(area, "Please confirm", "");
                let used = canvas.text(inner, &text, 0);
                let rest = below(inner, used + 1);
                let mut at = 0;
                for (label, act) in [("y: yes", Act::Yes), ("n or Esc: no", Act::No)] {
                    let wide = label.chars().count() as u16;
                    canvas.row(rest, &[(at, atom(label, canvas.theme.strong()))]);
                    let zone = Rect { x: rest.x + at, width: wide, height: 1, ..rest };
                    canvas.zone(zone, Target::Act(act));
                    at += wide + 3;
                }
                area
            }
        };
        if let Some(call) = call {
            let call = atom(format!(" » {call} "), canvas.theme.mark());
            let at = area.width.saturating_sub(call.width() + 2);
            canvas.row(top(area, 1), &[(at, call)]);
        }
    }
}
