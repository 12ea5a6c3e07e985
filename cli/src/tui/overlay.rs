//! What lies over a screen: texts to read, and questions to confirm.

use ratatui::{layout::Rect, style::Style};

use super::{
    app::Effect,
    keys::{Act, Can, can},
    paint::{Canvas, Text, flow, words},
};

/// Something over the screen.
pub enum Overlay {
    /// Something to read.
    Pages(Pages),
    /// Something to confirm.
    Sure(Sure),
}

/// Something to read.
pub struct Pages {
    title: &'static str,
    texts: Vec<Text>,
    scroll: usize,
}

/// Something to confirm.
pub struct Sure {
    /// What is asked.
    pub question: String,
    /// What a yes means.
    pub then: Effect,
}

impl Sure {
    /// Whether it is about an entry of a menu.
    pub fn about_menu(&self) -> bool {
        matches!(self.then, Effect::Choose(_))
    }
}

impl Pages {
    /// Texts under a title.
    pub fn new(title: &'static str, texts: Vec<Text>) -> Self {
        Self { title, texts, scroll: 0 }
    }

    /// Moves through the texts; false if they are to be closed.
    pub fn act(&mut self, act: Act, screen: Rect) -> bool {
        let area = inside(place(screen));
        let rows: usize = self.texts.iter().map(|text| flow(text, area.width, 2).len()).sum();
        let (most, page) =
            (rows.saturating_sub(area.height.into()), usize::from(area.height.max(2)) - 1);
        self.scroll = match act {
            Act::Up => self.scroll.saturating_sub(1),
            Act::Down => self.scroll + 1,
            Act::PageUp => self.scroll.saturating_sub(page),
            Act::PageDown => self.scroll + page,
            Act::First => 0,
            Act::Last => most,
            _ => return false,
        }
        .min(most);
        true
    }
}

/// Where an overlay lies on a screen: some of what is below stays in sight, if there is room.
fn place(screen: Rect) -> Rect {
    let body = Rect { height: screen.height.saturating_sub(1), ..screen };
    let (x, y) = (body.width / 16, body.height / 12);
    let wide = (body.width - 2 * x).min(100);
    Rect::new(body.x + (body.width - wide) / 2, body.y + y, wide, body.height - 2 * y)
}

fn inside(area: Rect) -> Rect {
    Rect::new(area.x + 2, area.y + 1, area.width.saturating_sub(4), area.height.saturating_sub(2))
}

impl Overlay {
    /// What can be done.
    pub fn can(&self) -> Vec<Can> {
        match self {
            Self::Pages(_) => vec![
                can(&[Act::Back, Act::Quit], "back"),
                can(&[Act::Up, Act::Down], "scroll"),
                can(&[Act::PageUp, Act::PageDown], "page"),
                can(&[Act::First, Act::Last], "ends"),
                can(&[Act::Go], "close"),
            ],
            Self::Sure(_) => {
                vec![can(&[Act::Go, Act::Yes], "yes"), can(&[Act::Back, Act::No], "no")]
            }
        }
    }

    /// Draws it over a screen without its footer.
    pub fn draw(&self, canvas: &mut Canvas<'_>, body: Rect) {
        let screen = Rect { height: body.height + 1, ..body };
        match self {
            Self::Pages(pages) => {
                let inner = canvas.frame(place(screen), pages.title);
                let rows = pages.texts.iter().flat_map(|text| flow(text, inner.width, 2));
                for (y, row) in (inner.y..inner.bottom()).zip(rows.skip(pages.scroll)) {
                    canvas.row(Rect { y, height: 1, ..inner }, &row);
                }
            }
            Self::Sure(sure) => {
                let wide = body.width.saturating_sub(4).min(60);
                let text = words(&sure.question, Style::new());
                let rows = flow(&text, wide.saturating_sub(4), 0).len() as u16;
                let area = Rect::new(
                    body.x + (body.width - wide) / 2,
                    body.y + body.height.saturating_sub(rows + 4) / 2,
                    wide,
                    (rows + 4).min(body.height),
                );
                let inner = canvas.frame(area, "Once more");
                let used = canvas.text(inner, &text, 0);
                let rest = super::paint::below(inner, used + 1);
                canvas.text(
                    rest,
                    &words("Enter or y: yes · Esc or n: no", canvas.theme.strong()),
                    0,
                );
            }
        }
    }
}
