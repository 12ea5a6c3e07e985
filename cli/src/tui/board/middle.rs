//! The middle of a table: public facts, piles, mats, what was just decided, and sheets of who gets what.

use ratatui::{layout::Rect, style::Style};
use seat::shown::{
    CardShown, LatelyShown, LayoutShown, MatShown, PileShown, PlaceShown, SheetShown, Text as Line,
};

use super::{
    BACKGROUND, DECIDES, Drawer, HELPS, Naming,
    card::{Group, Tile},
    things::{has_nothing, is_closed, tells},
};
use crate::tui::{
    fit::{Rank, Thing},
    paint::{Canvas, Text, atom, below, beside, height, top, words},
};

/// A mat as a box.
pub(crate) struct MatBox {
    title: String,
    lines: Vec<Text>,
}

impl MatBox {
    /// How many rows it takes in a box of this width.
    fn rows(&self, width: u16) -> u16 {
        let inner = width.saturating_sub(4);
        2 + self.lines.iter().map(|line| height(line, inner, 2)).sum::<u16>()
    }
}

/// A sheet of who gets what, in columns.
pub(crate) struct Columns {
    title: String,
    /// The rows, headings first, with cells padded to the width of their column.
    rows: Vec<String>,
}

/// Which parts of the middle are shown in words, because they are not drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct InWords {
    /// The cards that seats have laid in the middle.
    pub by_seat: bool,
    /// Mats.
    pub mats: bool,
    /// Decisive piles, and what was just decided.
    pub piles: bool,
    /// Sheets.
    pub sheets: bool,
}

impl InWords {
    /// Everything.
    pub(crate) const ALL: Self = Self { by_seat: true, mats: true, piles: true, sheets: true };
}

impl Drawer<'_> {
    /// Facts about the table as a whole.
    pub(crate) fn facts(&self, naming: Naming) -> Vec<Thing> {
        let facts = self.view.board.facts.iter().enumerate();
        facts
            .map(|(i, fact)| {
                let rank = match fact.importance {
                    DECIDES => Rank::Major(i),
                    HELPS => Rank::Minor(i),
                    _ => Rank::Minor(100 + i),
                };
                Thing::new(rank, self.fact(fact, naming)).called(&fact.name)
            })
            .collect()
    }

    /// The mats in words: title, contents with the slots first, and the number of slots. Mats with
    /// something going on come first.
    pub(crate) fn mats_in_words(&self, naming: Naming) -> Vec<(Text, Vec<Thing>, usize)> {
        let mut mats: Vec<&MatShown> = self.view.board.mats.iter().collect();
        mats.sort_by_key(|mat| mat.place.badges.is_empty());
        let mats = mats.into_iter();
        mats.map(|mat| {
            let mut head = words(&self.line(&mat.title, naming), self.theme.strong());
            head.extend(mat.place.badges.iter().map(|badge| self.badge(badge)));
            let (slots, piles): (Vec<_>, Vec<_>) = mat
                .place
                .piles
                .iter()
                .filter(|pile| !self.is_title(mat, pile))
                .cloned()
                .partition(|pile| pile.layout == LayoutShown::Slots);
            // Slots are separate things, so that each is named before another is spelt out.
            let slots = slots.iter().flat_map(|pile| {
                pile.cards.iter().enumerate().map(|(i, laid)| {
                    let name = if i == 0 { pile.name.clone() } else { String::new() };
                    (&pile.name, PileShown { name, cards: vec![laid.clone()], ..pile.clone() })
                })
            });
            let mut things: Vec<Thing> = slots
                .enumerate()
                .map(|(i, (name, slot))| {
                    let thing = Thing::new(Rank::Major(i), self.pile(&slot, naming));
                    thing.or(self.brief(&slot)).called(name)
                })
                .collect();
            let named = things.len();
            let place = PlaceShown { piles, badges: Vec::new(), ..mat.place.clone() };
            things.extend(self.place(&place, naming).into_iter().map(|thing| thing.after(named)));
            (head, things, named)
        })
        .collect()
    }

    /// How many mats have something going on.
    pub(crate) fn busy_mats(&self) -> usize {
        self.view.board.mats.iter().filter(|mat| !mat.place.badges.is_empty()).count()
    }

    /// What lies in the middle, in words.
    pub(crate) fn middle(&self, naming: Naming, in_words: InWords) -> Vec<Thing> {
        let board = &self.view.board;
        let mut things = Vec::new();
        if in_words.mats {
            for (i, mat) in board.mats.iter().enumerate() {
                let mut text = words(&self.line(&mat.title, naming), self.theme.strong());
                text.extend(mat.place.badges.iter().map(|badge| self.badge(badge)));
                // That something is going on there comes before what can be gained there.
                let tried = text.clone();
                text.extend(mat.place.tokens.iter().map(|token| self.token(token)));
                let piles = mat.place.piles.iter().filter(|pile| !self.is_title(mat, pile));
                let brief = if mat.place.badges.is_empty() { text.clone() } else { tried };
                text.extend(piles.flat_map(|pile| self.pile(pile, naming)));
                // A mat with something going on comes first.
                let first = if mat.place.badges.is_empty() { 20 } else { 0 };
                let title = self.line(&mat.title, naming);
                things.push(Thing::new(Rank::Major(first + i), text).or(brief).called(title));
            }
        }
        // A trick from before lies faded in the middle, or is named below the one that is played.
        let drawn = |lately: &&LatelyShown| {
            let trick = lately.pile.layout == LayoutShown::BySeat;
            !in_words.piles && (self.held || trick) && !has_nothing(&lately.pile)
        };
        if let Some(lately) = board.lately.as_ref().filter(|lately| !drawn(lately)) {
            let title = self.decided(&self.lately(lately, naming));
            let cards =
                self.pile(&PileShown { name: String::new(), ..lately.pile.clone() }, naming);
            let cards = match self.held {
                true => cards,
                false => cards.into_iter().map(|card| card.in_style(self.theme.quiet())).collect(),
            };
            let full = [title.clone(), cards].concat();
            things.push(Thing::new(self.rank_of_decided(), full).or(title).called(BEFORE));
        }
        for (i, pile) in board.piles.iter().enumerate() {
            let drawn = match (pile.layout, self.is_drawn(pile)) {
                (LayoutShown::BySeat, _) => !in_words.by_seat,
                (_, true) => !in_words.piles,
                (_, false) => false,
            };
            // Cards laid by seats are shown beside the seats.
            if drawn || pile.layout == LayoutShown::BySeat && naming == Naming::Short {
                continue;
            }
            let rank = match pile.importance {
                DECIDES => Rank::Major(i),
                HELPS => Rank::Minor(10 + i),
                _ => Rank::Minor(1000 + i),
            };
            let text = self.pile(pile, naming);
            if !text.is_empty() {
                things.push(Thing::new(rank, text).called(&pile.name));
            }
        }
        if in_words.sheets {
            for (i, sheet) in board.sheets.iter().enumerate() {
                let rank = match sheet.importance {
                    DECIDES => Rank::Major(100 + i),
                    HELPS => Rank::Minor(100 + i),
                    _ => Rank::Minor(2000 + i),
                };
                let title = self.line(&sheet.title, naming);
                things.push(Thing::new(rank, self.sheet_in_words(sheet)).called(title));
            }
        }
        things
    }

    /// What was just decided, and how to go on; or, once it is held no longer, that it is over.
    pub(crate) fn decided(&self, title: &str) -> Text {
        if !self.held {
            return words(&format!("before: {title}"), self.theme.quiet());
        }
        let mut text = words(title, self.theme.mark());
        text.push(atom("· any key goes on", self.theme.quiet()));
        text
    }

    /// How much it matters.
    pub(crate) fn rank_of_decided(&self) -> Rank {
        if self.held { Rank::Major(0) } else { Rank::Minor(0) }
    }

    /// Whether a pile in the middle is worth boxes: what decides and can be seen, if there are few.
    fn is_drawn(&self, pile: &PileShown) -> bool {
        let few = (1..=FEW).contains(&pile.cards.len());
        let open = !is_closed(pile) && pile.layout != LayoutShown::BySeat && !has_nothing(pile);
        open && few && pile.importance == DECIDES && tells(pile)
    }

    /// Piles in the middle that are drawn as boxes, and what was just decided as long as it is held: what
    /// is over does not lie beside what is played.
    pub(crate) fn groups(&self) -> Vec<Group> {
        let board = &self.view.board;
        let piles = board.piles.iter().filter(|pile| self.is_drawn(pile));
        let mut groups: Vec<Group> = piles.map(|pile| self.group(pile)).collect();
        let lately = board.lately.as_ref().filter(|_| self.held);
        let lately = lately.filter(|lately| !has_nothing(&lately.pile));
        let lately = lately.filter(|lately| lately.pile.layout != LayoutShown::BySeat);
        groups.extend(lately.map(|lately| {
            let caption = self.lately(lately, Naming::Short);
            Group { caption, ..self.group(&lately.pile) }
        }));
        groups
    }

    /// The card that each seat has laid in the middle, with a title: those of the last trick, as long as it
    /// is held or nobody has laid a card since.
    pub(crate) fn trick(&self) -> Option<(String, Vec<(usize, Tile)>)> {
        let board = &self.view.board;
        let pile = board.piles.iter().find(|pile| pile.layout == LayoutShown::BySeat)?;
        let lately =
            board.lately.as_ref().filter(|lately| lately.pile.layout == LayoutShown::BySeat);
        let (title, pile) = match lately {
            Some(lately) if self.held || has_nothing(pile) => {
                (self.lately(lately, Naming::Short), &lately.pile)
            }
            _ => (String::new(), pile),
        };
        let faded = !title.is_empty();
        let tiles = pile.cards.iter().filter_map(|laid| {
            let seat = laid.seat?;
            let mut tile = self.tile(laid);
            let you = self.view.me == Some(seat);
            tile.above = if you { "you".into() } else { self.player(seat).into() };
            let badges = laid.badges.iter().map(|badge| self.line(&badge.text, Naming::Short));
            tile.below = badges.collect::<Vec<_>>().join(" ");
            if faded {
                tile.style = tile.style.patch(self.theme.quiet());
            }
            Some((seat, tile))
        });
        Some((title, tiles.collect()))
    }

    /// What a seat has laid in the middle, in words.
    pub(crate) fn laid_by(&self, seat: usize) -> Option<Thing> {
        let (title, tiles) = self.trick()?;
        let (_, tile) = tiles.into_iter().find(|(by, tile)| *by == seat && !tile.empty)?;
        let now = title.is_empty() || self.held;
        let rank = if now { Rank::Major(0) } else { Rank::Minor(0) };
        // The seat's name is beside it already.
        let tile = Tile { above: String::new(), ..tile };
        Some(Thing::new(rank, vec![tile.word()]).called("laid"))
    }

    /// The mats as boxes.
    pub(crate) fn mats(&self) -> Vec<MatBox> {
        let mat = |mat: &MatShown| {
            let place = &mat.place;
            let title = self.line(&mat.title, Naming::Short);
            let badges = place.badges.iter().map(|badge| self.badge(badge));
            let tokens = place.tokens.iter().map(|token| self.token(token));
            let mut lines = vec![badges.chain(tokens).collect::<Text>()];
            for pile in &place.piles {
                match pile.layout {
                    LayoutShown::Slots => lines.extend(self.slots(pile)),
                    // The card that the mat's title names already.
                    _ if self.is_title(mat, pile) => {}
                    _ => lines.extend(Some(self.pile(pile, Naming::Short))),
                }
            }
            let facts = place.facts.iter().filter(|fact| fact.importance > BACKGROUND);
            lines.extend(facts.map(|fact| self.fact(fact, Naming::Short)));
            lines.retain(|line| !line.is_empty());
            MatBox { title, lines }
        };
        self.view.board.mats.iter().map(mat).collect()
    }

    fn is_title(&self, mat: &MatShown, pile: &PileShown) -> bool {
        let title = self.line(&mat.title, Naming::Full);
        let called =
            |laid: &CardShown| laid.card.is_some() && self.card(laid, Naming::Full) == title;
        !pile.cards.is_empty() && pile.cards.iter().all(called)
    }

    /// A line for each slot.
    fn slots(&self, pile: &PileShown) -> Vec<Text> {
        pile.cards
            .iter()
            .map(|laid| {
                let (name, cards) = (String::new(), vec![laid.clone()]);
                let one = PileShown { name, cards, ..pile.clone() };
                self.pile(&one, Naming::Short)
            })
            .collect()
    }

    /// The sheets that matter now, in columns.
    pub(crate) fn sheets(&self) -> Vec<Columns> {
        let sheets = self.view.board.sheets.iter();
        sheets.filter(|s| s.importance > BACKGROUND).map(|s| self.columns(s)).collect()
    }

    /// A sheet in columns.
    pub(crate) fn columns(&self, sheet: &SheetShown) -> Columns {
        let cell = |line: &Line| self.line(line, Naming::Short);
        let lines = [&sheet.columns].into_iter().chain(&sheet.rows);
        let cells: Vec<Vec<String>> = lines.map(|row| row.iter().map(cell).collect()).collect();
        let wide = |column: usize| {
            let all = cells.iter().filter_map(|row| row.get(column));
            all.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let row = |row: &Vec<String>| {
            let padded = row.iter().enumerate().map(|(i, cell)| {
                let more = wide(i).saturating_sub(cell.chars().count());
                format!("{cell}{}", " ".repeat(more))
            });
            padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        Columns { title: cell(&sheet.title), rows: cells.iter().map(row).collect() }
    }

    fn sheet_in_words(&self, sheet: &SheetShown) -> Text {
        let mut text = words(&self.line(&sheet.title, Naming::Short), self.theme.strong());
        for (i, row) in sheet.rows.iter().enumerate() {
            let cells = sheet.columns.iter().zip(row).skip(1);
            let cells = cells.map(|(column, value)| {
                (self.line(column, Naming::Short), self.line(value, Naming::Short))
            });
            let cells = cells.filter(|(_, value)| !value.is_empty() && value != "0");
            let cells = cells.map(|(column, value)| format!("{column} {value}"));
            let name = row.first().map_or(String::new(), |line| self.line(line, Naming::Short));
            let end = if i + 1 < sheet.rows.len() { ";" } else { "" };
            let told = format!("{name}: {}{end}", cells.collect::<Vec<_>>().join(", "));
            text.extend(words(&told, Style::new()));
        }
        text
    }
}

/// What was decided lately, where it is left out.
pub(super) const BEFORE: &str = "before";

/// Up to this many cards of a pile are drawn one by one.
const FEW: usize = 8;

/// How many rows mats take side by side.
pub(super) fn mats_rows(mats: &[MatBox], width: u16) -> u16 {
    let each = width / mats.len().max(1) as u16;
    mats.iter().map(|mat| mat.rows(each)).max().unwrap_or(0)
}

/// Draws mats side by side.
pub(super) fn draw_mats(canvas: &mut Canvas<'_>, area: Rect, mats: &[MatBox]) {
    let each = area.width / mats.len().max(1) as u16;
    let mut rest = area;
    for mat in mats {
        let (here, more) = beside(rest, each, 0);
        let here = Rect { height: here.height.min(mat.rows(each).max(3)), ..here };
        if here.height > 2 {
            let inner = canvas.frame(here, &mat.title, "");
            canvas.texts(inner, &mat.lines, 2);
        }
        rest = more;
    }
}

/// How many rows sheets take side by side; `None` if they are too wide.
pub(super) fn sheets_rows(sheets: &[Columns], width: u16) -> Option<u16> {
    let wide: usize = sheets.iter().map(|sheet| usize::from(sheet.width()) + 3).sum();
    let rows = sheets.iter().map(|sheet| sheet.rows.len() as u16 + 1).max().unwrap_or(0);
    (wide <= width.into()).then_some(rows)
}

impl Columns {
    fn width(&self) -> u16 {
        let rows = self.rows.iter().map(|row| row.chars().count());
        rows.chain([self.title.chars().count()]).max().unwrap_or(0) as u16
    }
}

/// Draws sheets side by side.
pub(super) fn draw_sheets(canvas: &mut Canvas<'_>, area: Rect, sheets: &[Columns]) {
    let mut rest = area;
    for sheet in sheets {
        let (here, more) = beside(rest, sheet.width(), 3);
        canvas.cut(top(here, 1), &[atom(sheet.title.clone(), canvas.theme.strong())]);
        let theme = canvas.theme;
        for (i, row) in sheet.rows.iter().enumerate() {
            let style = if i == 0 { theme.quiet() } else { Style::new() };
            canvas.cut(top(below(here, i as u16 + 1), 1), &[atom(row.clone(), style)]);
        }
        rest = more;
    }
}

/// A sheet as texts, one for each row.
pub(super) fn sheet_texts(sheet: &Columns, strong: Style) -> Vec<Text> {
    let rows = sheet.rows.iter().map(|row| vec![atom(row.clone(), Style::new())]);
    [vec![atom(sheet.title.clone(), strong)]].into_iter().chain(rows).collect()
}
