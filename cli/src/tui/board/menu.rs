//! A menu beside a table: which of its entries are chosen on their cards, and how the others are listed.

use std::collections::BTreeMap;

use seat::{
    MatchView,
    shown::{EntryShown, LayoutShown, MenuShown},
};

/// A menu as it is listed: what stays the same while it is shown is worked out once.
#[derive(Default)]
pub(crate) struct Listing {
    /// The entries in the order of their numbers; an entry keeps its number.
    order: Vec<usize>,
    /// Whether each, in that order, is chosen on its card.
    on_card: Vec<bool>,
    /// The chapter of the rules that each comes from.
    chapters: Vec<Option<String>>,
}

impl Listing {
    /// A menu in its order.
    pub(crate) fn new(view: &MatchView, menu: &MenuShown, rules: &str) -> Self {
        let order = order(view, menu);
        let entries = || order.iter().map(|&i| &menu.entries[i]);
        let on_card = entries().map(|entry| is_on_card(view, menu, entry)).collect();
        let mut known: BTreeMap<&str, Option<&str>> = BTreeMap::new();
        let chapters = entries().map(|entry| {
            let found = known.entry(&entry.rule).or_insert_with(|| chapter(rules, &entry.rule));
            found.map(ToOwned::to_owned)
        });
        let chapters = chapters.collect();
        Self { on_card, chapters, order }
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.order.len()
    }

    /// The entry of the menu that has this place in the list.
    pub(crate) fn entry<'a>(&self, menu: &'a MenuShown, at: usize) -> Option<&'a EntryShown> {
        menu.entries.get(*self.order.get(at)?)
    }

    /// The entries in the order of their numbers.
    pub(crate) fn entries<'a>(
        &'a self,
        menu: &'a MenuShown,
    ) -> impl Iterator<Item = &'a EntryShown> {
        self.order.iter().filter_map(|&i| menu.entries.get(i))
    }

    /// Whether the entry at this place is chosen on its card.
    pub(crate) fn is_on_card(&self, at: usize) -> bool {
        self.on_card.get(at).copied().unwrap_or(false)
    }

    /// The rows of a list: refused entries are one row, unless one of them is selected or they are few;
    /// those chosen on their cards are left out if `on_cards`. Headings only if there is room for them.
    pub(crate) fn rows(
        &self,
        menu: &MenuShown,
        on_cards: bool,
        picked: usize,
        room: usize,
    ) -> Vec<Row> {
        let entries: Vec<Listed<'_>> = (self.entries(menu).enumerate())
            .filter(|(at, _)| !(on_cards && self.is_on_card(*at)))
            .map(|(at, entry)| (at, entry, self.chapters[at].as_deref()))
            .collect();
        rows(&entries, picked, room)
    }
}

/// An entry with its place in the list and its chapter.
type Listed<'a> = (usize, &'a EntryShown, Option<&'a str>);

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
fn is_on_card(view: &MatchView, menu: &MenuShown, entry: &EntryShown) -> bool {
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

fn rows(entries: &[Listed<'_>], picked: usize, room: usize) -> Vec<Row> {
    let is_closed = |(_, entry, _): &&Listed<'_>| !entry.allowed;
    let closed: Vec<usize> = entries.iter().filter(is_closed).map(|(at, ..)| *at).collect();
    let folds = closed.len() > FOLDED && entries.len() > room && !closed.contains(&picked);
    let open = || entries.iter().filter(|(_, entry, _)| !folds || entry.allowed);
    let folded = closed.first().filter(|_| folds).map(|first| Row::Folded(closed.len(), *first));
    let mut headed = Vec::new();
    let (mut last, mut headings) = (None, 0);
    for (at, _, chapter) in open() {
        if *chapter != last {
            headings += usize::from(chapter.is_some());
            headed.extend(chapter.map(|chapter| Row::Heading(chapter.to_owned())));
            last = *chapter;
        }
        headed.push(Row::Entry(*at));
    }
    headed.extend(folded.clone());
    if headings > 1 && headed.len() <= room {
        return headed;
    }
    open().map(|(at, ..)| Row::Entry(*at)).chain(folded).collect()
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
fn chapter<'a>(rules: &'a str, rule: &str) -> Option<&'a str> {
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
        let all: Vec<Listed<'_>> = all.iter().enumerate().map(|(at, e)| (at, e, None)).collect();
        rows(&all, picked, room)
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
