//! A menu beside a table: which of its entries are chosen on their cards, and how the others are listed.

use seat::{
    MatchView,
    shown::{EntryShown, LayoutShown, MenuShown},
};

/// A row of a listed menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Row {
    /// A heading for the next entries.
    Heading(String),
    /// The entry at this position in the list.
    Entry(usize),
    /// Refused entries folded into one row: how many, and the position of the first.
    Folded(usize, usize),
}

/// Whether an entry is chosen on its card: if it is about one card of the own hand that no other entry
/// names.
pub(crate) fn is_on_card(view: &MatchView, menu: &MenuShown, entry: &EntryShown) -> bool {
    let [card] = entry.cards[..] else { return false };
    let place = view.me.and_then(|me| view.board.seats.get(me));
    let mut piles = place.into_iter().flat_map(|place| &place.piles);
    let Some(hand) = piles.find(|pile| pile.layout == LayoutShown::Hand) else { return false };
    let named = menu.entries.iter().filter(|other| other.cards.contains(&card));
    hand.cards.iter().any(|held| held.card == Some(card)) && named.count() == 1
}

/// The order in which entries are numbered: as cards lie in the hand, then the others; refused ones come
/// last if there are many. It does not change while a menu is shown.
pub fn order(view: &MatchView, menu: &MenuShown) -> Vec<usize> {
    let on_card: Vec<bool> =
        menu.entries.iter().map(|entry| is_on_card(view, menu, entry)).collect();
    let refused = |i: usize| !menu.entries[i].allowed;
    let mut order: Vec<usize> = (0..menu.entries.len()).collect();
    let closed = order.iter().filter(|i| refused(**i) && !on_card[**i]).count();
    order.sort_by_key(|&i| match on_card[i] {
        true => 0,
        false => 1 + u8::from(closed > FOLDED && refused(i)),
    });
    order
}

/// The rows of a list: refused entries are one row, unless one of them is selected or they are few.
/// Headings only if there is room for them.
pub(crate) fn rows(
    entries: &[(usize, &EntryShown)],
    picked: usize,
    heading: &dyn Fn(&EntryShown) -> Option<String>,
    room: usize,
) -> Vec<Row> {
    let closed: Vec<usize> =
        entries.iter().filter(|(_, entry)| !entry.allowed).map(|(at, _)| *at).collect();
    let folds = closed.len() > FOLDED && entries.len() > room && !closed.contains(&picked);
    let open = entries.iter().filter(|(_, entry)| !folds || entry.allowed);
    let mut rows: Vec<Row> = open.clone().map(|(at, _)| Row::Entry(*at)).collect();
    if let Some(first) = closed.first().filter(|_| folds) {
        rows.push(Row::Folded(closed.len(), *first));
    }
    let mut headed = Vec::new();
    let mut last = None;
    for (at, entry) in open {
        let chapter = heading(entry);
        if chapter != last {
            headed.extend(chapter.clone().map(Row::Heading));
            last = chapter;
        }
        headed.push(Row::Entry(*at));
    }
    headed.extend(rows.last().filter(|row| matches!(row, Row::Folded(..))).cloned());
    let several = headed.len() > rows.len() + 1;
    if several && headed.len() <= room { headed } else { rows }
}

/// Up to this many refused entries are not folded.
const FOLDED: usize = 2;

/// An entry with the name of its card first, if its label is long.
pub fn name_first(entry: &EntryShown) -> String {
    let label = entry.label.plain();
    let name = entry.words.strip_prefix(&label).map_or("", str::trim);
    match entry.cards.len() {
        1 if label.chars().count() > LONG && !name.is_empty() => {
            format!("{name} · {}", label.trim_end_matches([':', ' ']))
        }
        _ => entry.words.clone(),
    }
}

/// A label up to this length comes before the name.
const LONG: usize = 10;

/// The chapter of the rules that contains a rule.
pub(crate) fn chapter<'a>(rules: &'a str, rule: &str) -> Option<&'a str> {
    let item = format!("- {rule}: ");
    let at = rules.lines().position(|line| line.starts_with(&item))?;
    let before = rules.lines().take(at);
    before.filter_map(|line| line.strip_prefix("## ")).last()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(closed: &[bool], picked: usize, room: usize) -> Vec<Row> {
        let entry = |closed: &bool| EntryShown { allowed: !closed, ..EntryShown::default() };
        let all: Vec<EntryShown> = closed.iter().map(entry).collect();
        let all: Vec<_> = all.iter().enumerate().collect();
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
