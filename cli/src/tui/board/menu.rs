//! A menu beside a table: which of its entries are picked on their cards, and how the others are listed.

use engine::{Entry, Handle, Layout, Menu, View, Words};

/// A row of a listed menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// What the next entries are about.
    Heading(&'static str),
    /// The entry with this place in the list.
    Entry(usize),
    /// So many that cannot be chosen, of which this is the first.
    Folded(usize, usize),
}

/// The card by which an entry is picked, if it is about one card of the own hand that no other entry names.
pub fn card_of(view: &View, menu: &Menu, entry: &Entry) -> Option<Handle> {
    let mut handles = entry.handles();
    let card = handles.next().filter(|_| handles.next().is_none())?;
    let place = view.seat.and_then(|seat| view.board.seats.get(seat))?;
    let hand = place.piles.iter().find(|pile| pile.layout == Layout::Hand)?;
    let named = menu.entries.iter().filter(|other| other.handles().any(|other| other == card));
    (hand.cards().any(|held| held == card) && named.count() == 1).then_some(card)
}

/// The order in which entries are numbered: as cards lie in the hand, then the others; what cannot be chosen
/// comes last if there is much of it. It never changes while a menu is shown.
pub fn order(view: &View, menu: &Menu, refused: &dyn Fn(usize) -> bool) -> Vec<usize> {
    let on_card = |i: usize| card_of(view, menu, &menu.entries[i]).is_some();
    let mut order = view.order(menu);
    let closed = order.iter().filter(|i| refused(**i) && !on_card(**i)).count();
    order.sort_by_cached_key(|&i| match on_card(i) {
        true => 0,
        false => 1 + u8::from(closed > FOLDED && refused(i)),
    });
    order
}

/// The rows of a list: what cannot be chosen is one row, unless somebody has moved there or it is little.
/// Headings only if there is room for them.
pub fn rows(
    entries: &[(usize, &Entry, bool)],
    picked: usize,
    heading: &dyn Fn(&Entry) -> Option<&'static str>,
    room: usize,
) -> Vec<Row> {
    let closed: Vec<usize> =
        entries.iter().filter(|(.., closed)| *closed).map(|(at, ..)| *at).collect();
    let folds = closed.len() > FOLDED && entries.len() > room && !closed.contains(&picked);
    let open = entries.iter().filter(|(.., closed)| !(folds && *closed));
    let mut rows: Vec<Row> = open.clone().map(|(at, ..)| Row::Entry(*at)).collect();
    if let Some(first) = closed.first().filter(|_| folds) {
        rows.push(Row::Folded(closed.len(), *first));
    }
    let mut headed = Vec::new();
    let mut last = None;
    for (at, entry, _) in open {
        let chapter = heading(entry);
        if chapter != last {
            headed.extend(chapter.map(Row::Heading));
            last = chapter;
        }
        headed.push(Row::Entry(*at));
    }
    headed.extend(rows.last().filter(|row| matches!(row, Row::Folded(..))).copied());
    let several = headed.len() > rows.len() + 1;
    if several && headed.len() <= room { headed } else { rows }
}

/// So many that cannot be chosen are not folded.
const FOLDED: usize = 2;

/// An entry with the name of its card first, where what is done with it takes long to say.
pub fn name_first(words: &Words<'_>, entry: &Entry) -> String {
    let label = words.line(&entry.label);
    match entry.card {
        Some(card) if label.chars().count() > LONG => {
            format!("{} · {}", words.card(card), label.trim_end_matches([':', ' ']))
        }
        _ => words.entry(entry),
    }
}

/// A label that is no longer than this stands before the name.
const LONG: usize = 10;

/// The chapter of the rules in which a rule stands.
pub fn chapter(rules: &'static str, rule: &str) -> Option<&'static str> {
    let item = format!("- {rule}: ");
    let at = rules.lines().position(|line| line.starts_with(&item))?;
    let before = rules.lines().take(at);
    before.filter_map(|line| line.strip_prefix("## ")).last()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(closed: &[bool]) -> Vec<(usize, Entry, bool)> {
        closed.iter().enumerate().map(|(i, c)| (i, Entry::new("x"), *c)).collect()
    }

    fn listed(closed: &[bool], picked: usize, room: usize) -> Vec<Row> {
        let all = entries(closed);
        let all: Vec<_> = all.iter().map(|(at, entry, c)| (*at, entry, *c)).collect();
        rows(&all, picked, &|_| None, room)
    }

    #[test]
    fn what_cannot_be_chosen_is_one_row_where_there_is_no_room_for_all() {
        let closed = [false, false, true, true, true];
        let folded = [Row::Entry(0), Row::Entry(1), Row::Folded(3, 2)];
        assert_eq!(listed(&closed, 0, 3), folded);
        assert_eq!(listed(&closed, 0, 5).len(), 5, "there is room");
    }

    #[test]
    fn whoever_moves_to_what_cannot_be_chosen_opens_it() {
        let closed = [false, false, true, true, true];
        assert_eq!(listed(&closed, 2, 3).len(), 5);
    }

    #[test]
    fn a_rule_is_found_in_its_chapter() {
        let rules = "# G\n\n## Setup\n- G-1: Deal.\n\n## Play\n- G-2: Play.\n";
        assert_eq!(chapter(rules, "G-2"), Some("Play"));
        assert_eq!(chapter(rules, "G-1"), Some("Setup"));
        assert_eq!(chapter(rules, "G-3"), None);
    }
}
