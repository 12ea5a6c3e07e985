//! Shows as much as fits: whole things, the most important first, and a mark that there is more.

use ratatui::style::Style;

use super::{
    keys::Act,
    paint::{Atom, Target, Text, Theme, atom, height, height_of, words},
};

/// Something on a table, or a fact about it.
#[derive(Clone)]
pub(super) struct Thing {
    /// What it is, for where it is left out; may be empty.
    name: String,
    full: Text,
    brief: Text,
    rank: Rank,
}

/// How important something is; lower values matter more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Named before anything else is spelt out.
    Major(usize),
    /// Only where room is left.
    Minor(usize),
}

/// How much of a thing is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    Not,
    Brief,
    Full,
}

impl Thing {
    /// A thing that is shown in full or not at all.
    pub(super) fn new(rank: Rank, full: Text) -> Self {
        Self { name: String::new(), brief: full.clone(), full, rank }
    }

    /// Names it, for where it is left out.
    #[must_use]
    pub(super) fn called(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Adds a shorter form, for where there is no room for the full one.
    #[must_use]
    pub(super) fn or(mut self, brief: Text) -> Self {
        self.brief = brief;
        self
    }

    /// Whether it is named before anything else is spelt out.
    pub(super) fn is_major(&self) -> bool {
        matches!(self.rank, Rank::Major(_))
    }

    /// Lowers its rank by `others` among its kind.
    #[must_use]
    pub(super) fn after(mut self, others: usize) -> Self {
        self.rank = match self.rank {
            Rank::Major(i) => Rank::Major(i + others),
            minor => minor,
        };
        self
    }
}

/// All things in full, after the head.
pub(super) fn all(head: &Text, things: &[Thing]) -> Text {
    told(head, things, |_| Shown::Full)
}

/// How many rows of this width show everything, or everything major.
pub(super) fn rows_for(head: &Text, things: &[Thing], width: u16, only_major: bool) -> u16 {
    let shown = |i: usize| match things[i].rank {
        Rank::Minor(_) if only_major => Shown::Not,
        _ => Shown::Full,
    };
    let left_out = only_major && things.iter().any(|t| matches!(t.rank, Rank::Minor(_)));
    rows(head, things, shown, left_out.then_some(SOME), width)
}

/// How many rows of this width name these things.
pub(super) fn named_rows(
    head: &Text,
    things: &[Thing],
    width: u16,
    named: impl Fn(usize, &Thing) -> bool,
) -> u16 {
    let is_named = |i: usize| named(i, &things[i]);
    let how = |i| if is_named(i) { Shown::Brief } else { Shown::Not };
    let left_out = !(0..things.len()).all(is_named);
    rows(head, things, how, left_out.then_some(SOME), width)
}

/// As many left out things as are assumed where the rows for a part are counted.
const SOME: usize = 9;

/// As many things as fit into rows of this width (all but the first indented by 2), the most important
/// first, with a mark if some are left out.
pub(super) fn fit(theme: Theme, head: &Text, things: &[Thing], (width, rows): (u16, u16)) -> Text {
    let whole = |_| Shown::Full;
    if self::rows(head, things, whole, None, width) <= rows {
        return all(head, things);
    }
    let mut order: Vec<usize> = (0..things.len()).collect();
    order.sort_by_key(|i| things[*i].rank);
    let split = order.partition_point(|i| matches!(things[*i].rank, Rank::Major(_)));
    let (major, minor) = order.split_at(split);
    let mut shown = vec![Shown::Not; things.len()];
    let left_out = |shown: &[Shown]| {
        let count = shown.iter().filter(|how| **how == Shown::Not).count();
        (count > 0).then_some(count)
    };
    let fits =
        |shown: &[Shown]| self::rows(head, things, |i| shown[i], left_out(shown), width) <= rows;
    let stages =
        [(major, Shown::Brief), (major, Shown::Full), (minor, Shown::Full), (minor, Shown::Brief)];
    for (part, how) in stages {
        for &i in part {
            if shown[i] == Shown::Full {
                continue;
            }
            let before = std::mem::replace(&mut shown[i], how);
            if !fits(&shown) {
                shown[i] = before;
            }
        }
    }
    let mut text = told(head, things, |i| shown[i]);
    if let Some(count) = left_out(&shown) {
        text.push(more(theme.strong(), count));
        let names = names(things.iter().zip(&shown).filter(|(_, how)| **how == Shown::Not));
        let named = [text.clone(), words(&names, theme.quiet())].concat();
        if height(&named, width, 2) <= rows {
            return named;
        }
    }
    text
}

/// What is left out, in brackets; nothing if some of it has no name.
fn names<'a>(left_out: impl Iterator<Item = (&'a Thing, &'a Shown)>) -> String {
    let mut names: Vec<&str> = left_out.map(|(thing, _)| thing.name.as_str()).collect();
    if names.iter().any(|name| name.is_empty()) {
        return String::new();
    }
    names.dedup();
    format!("({})", names.join(", "))
}

/// The things, with separators between them.
fn told(head: &Text, things: &[Thing], how: impl Fn(usize) -> Shown) -> Text {
    let texts = texts(head, things, how);
    let pieces = pieces(&texts);
    pieces
        .map(|(atom, more)| match more {
            0 => atom.clone(),
            _ => atom.clone().followed_by(SEPARATOR),
        })
        .collect()
}

/// How many rows of this width show the things, and how many are left out.
fn rows(
    head: &Text,
    things: &[Thing],
    how: impl Fn(usize) -> Shown,
    left_out: Option<usize>,
    width: u16,
) -> u16 {
    let texts = texts(head, things, how);
    let mark = left_out.map(|count| more(Style::new(), count));
    height_of(pieces(&texts).chain(mark.iter().map(|mark| (mark, 0))), width, 2)
}

/// What is between two things.
const SEPARATOR: &str = " ·";

/// The head, and the things as they are shown.
fn texts<'a>(head: &'a Text, things: &'a [Thing], how: impl Fn(usize) -> Shown) -> Vec<&'a Text> {
    let shown = things.iter().enumerate().filter_map(|(i, thing)| match how(i) {
        Shown::Not => None,
        Shown::Brief => Some(&thing.brief),
        Shown::Full => Some(&thing.full),
    });
    [head].into_iter().chain(shown.filter(|text| !text.is_empty())).collect()
}

/// The pieces of texts, and how many columns the separator after each takes.
fn pieces<'a>(texts: &'a [&'a Text]) -> impl Iterator<Item = (&'a Atom, u16)> {
    texts.iter().enumerate().flat_map(move |(i, text)| {
        // There is none after the head.
        let parted = i > 0 && i + 1 < texts.len();
        let last = text.len().saturating_sub(1);
        let width = SEPARATOR.chars().count() as u16;
        let after = move |j: usize| if parted && j == last { width } else { 0 };
        text.iter().enumerate().map(move |(j, atom)| (atom, after(j)))
    })
}

/// The mark that there is more; a click on it shows everything.
fn more(style: Style, left_out: usize) -> Atom {
    // The letter is the key that shows everything.
    atom(format!("+{left_out} v"), style).leading_to(Target::Act(Act::Whole))
}

/// Distributes rows: everybody gets their least if there are enough, then the one with the fewest gets the
/// next row, up to what each needs. The first one counts as much as `first` others.
pub(super) fn share(needs: &[u16], least: &[u16], rows: u16, first: u16) -> Vec<u16> {
    let mut shares = vec![0; needs.len()];
    let enough = rows >= least.iter().sum();
    for _ in 0..rows {
        let wanting = (0..needs.len()).filter(|i| shares[*i] < needs[*i]);
        let short = |i: &usize| enough && shares[*i] < least[*i].min(needs[*i]);
        let wanting: Vec<usize> = match wanting.clone().any(|i| short(&i)) {
            true => wanting.filter(short).collect(),
            false => wanting.collect(),
        };
        let have = |i: &usize| if *i == 0 { shares[*i] } else { first * shares[*i] };
        let Some(next) = wanting.into_iter().min_by_key(have) else { break };
        shares[next] += 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told_in(width: u16, rows: u16) -> String {
        let text = |text| words(text, Style::new());
        let things = [
            Thing::new(Rank::Major(1), text("crew Acrobat Smuggler")).or(text("crew ×2")),
            Thing::new(Rank::Major(0), text("Coins 12")),
            Thing::new(Rank::Minor(0), text("limit 4 of all")).called("limit"),
        ];
        let theme = Theme { colour: false };
        let told = fit(theme, &text("Ada"), &things, (width, rows));
        told.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn everything_is_told_where_it_fits() {
        assert_eq!(told_in(60, 1), "Ada crew Acrobat Smuggler · Coins 12 · limit 4 of all");
        assert_eq!(told_in(30, 2), "Ada crew Acrobat Smuggler · Coins 12 · limit 4 of all");
    }

    #[test]
    fn what_matters_less_is_left_out_whole_and_a_mark_says_so() {
        assert_eq!(told_in(45, 1), "Ada crew Acrobat Smuggler · Coins 12 +1 v");
    }

    #[test]
    fn what_matters_is_told_briefly_before_it_is_left_out() {
        assert_eq!(told_in(30, 1), "Ada crew ×2 · Coins 12 +1 v");
        assert_eq!(told_in(20, 1), "Ada Coins 12 +2 v");
    }

    #[test]
    fn what_is_left_out_is_named_where_there_is_room() {
        assert_eq!(told_in(52, 1), "Ada crew Acrobat Smuggler · Coins 12 +1 v (limit)");
    }

    #[test]
    fn rows_go_to_whoever_has_fewest() {
        assert_eq!(share(&[5, 1, 4], &[1; 3], 2, 2), [1, 1, 0]);
        assert_eq!(share(&[5, 1, 4], &[1; 3], 3, 2), [1, 1, 1]);
        assert_eq!(share(&[5, 1, 4], &[1; 3], 6, 2), [3, 1, 2]);
        assert_eq!(share(&[5, 1, 4], &[1; 3], 20, 2), [5, 1, 4]);
        assert_eq!(share(&[5, 1, 4], &[1; 3], 6, 1), [3, 1, 2]);
        assert_eq!(share(&[5, 1, 4], &[1; 3], 5, 1), [2, 1, 2]);
    }

    #[test]
    fn what_cannot_be_done_without_comes_before_everything_else() {
        assert_eq!(share(&[5, 1, 4], &[1, 1, 3], 5, 2), [1, 1, 3]);
        assert_eq!(share(&[5, 1, 4], &[1, 1, 3], 4, 1), [2, 1, 1], "there is not enough");
    }
}
