//! What a screen of a seat shows, in sentences, without knowledge of any rules.

use seat::{
    LobbyView, MatchView, TableLine, TermsShown,
    shown::{CardShown, Catalogue, FactShown, PileShown, PlaceShown},
    words::count,
};

use super::printable;
use crate::qr;

/// One thing on the table: its place, its name there, and what to say about it.
pub(super) type BoardLine = (String, String, String);

/// Everything on the table: first what is happening, then the middle, then the other players from the left,
/// and the person's own place last.
pub(super) fn table(view: &MatchView, catalogue: &Catalogue) -> Vec<BoardLine> {
    let board = &view.board;
    let headline = board.headline.to(view.me);
    let now: Vec<&str> =
        [board.phase.as_str(), &headline].into_iter().filter(|text| !text.is_empty()).collect();
    let mut items = vec![("Now".into(), String::new(), now.join(": "))];
    let options = view.options.iter().map(|(key, value)| format!("{key} {value}"));
    let options: Vec<String> = options.collect();
    items.push(("Options".into(), String::new(), options.join(", ")));
    let middle = PlaceShown {
        facts: board.facts.clone(),
        piles: board.piles.clone(),
        ..PlaceShown::default()
    };
    items.extend(place("Table", &middle, catalogue, true));
    for mat in &board.mats {
        items.extend(place(&mat.title.plain(), &mat.place, catalogue, true));
    }
    let count = board.seats.len();
    let order: Vec<usize> = match view.me {
        Some(me) => (1..=count).map(|step| (me + step) % count.max(1)).collect(),
        None => (0..count).collect(),
    };
    for seat in order {
        let Some(here) = board.seats.get(seat) else { continue };
        let mine = view.me == Some(seat);
        let name = view.players.get(seat).map_or_else(|| seat.to_string(), |p| p.name.clone());
        let name = if mine { "You".into() } else { name };
        items.extend(place(&name, here, catalogue, !mine));
    }
    items.retain(|(_, _, words)| !words.is_empty());
    items
}

fn place(name: &str, place: &PlaceShown, catalogue: &Catalogue, others: bool) -> Vec<BoardLine> {
    let item = |what: &str, words: String| (name.to_owned(), what.to_owned(), words);
    let fact = |fact: &FactShown| item(&fact.name, format!("{} {}", fact.name, fact.value.plain()));
    let badges = place.badges.iter().map(|badge| item(&badge.text.plain(), badge.text.plain()));
    let tokens = place.tokens.iter().map(|token| item(&token.name, token.counted()));
    let piles = place.piles.iter().filter(|pile| pile.count > 0);
    let piles = piles.map(|shown| item(&shown.name, pile(shown, catalogue, others)));
    badges.chain(place.facts.iter().map(fact)).chain(tokens).chain(piles).collect()
}

/// A pile, with equal cards counted: "hand: Gun ×2, Money, 3 face down".
fn pile(pile: &PileShown, catalogue: &Catalogue, others: bool) -> String {
    if pile.cards.is_empty() {
        return format!("{}: {}", pile.name, count(pile.count, "card"));
    }
    let mut known: Vec<(String, usize)> = Vec::new();
    let mut hidden = 0;
    for card in pile.cards.iter().filter(|card| card.card.is_some() || card.face.is_some()) {
        let Some(name) = card_name(card, catalogue, others) else {
            hidden += 1;
            continue;
        };
        match known.iter_mut().find(|(other, _)| *other == name) {
            Some((_, times)) => *times += 1,
            None => known.push((name, 1)),
        }
    }
    let known = known.into_iter().map(|(name, times)| match times {
        1 => name,
        _ => format!("{name} ×{times}"),
    });
    let hidden = (hidden > 0).then(|| format!("{hidden} face down"));
    format!("{}: {}", pile.name, known.chain(hidden).collect::<Vec<_>>().join(", "))
}

fn card_name(card: &CardShown, catalogue: &Catalogue, others: bool) -> Option<String> {
    let name = &catalogue.faces.get(&card.face?)?.name;
    let label = card.label.plain();
    let label = if label.is_empty() { String::new() } else { format!(" ({label})") };
    let seen = if card.private && others { " (◉ seen)" } else { "" };
    Some(format!("{name}{label}{seen}"))
}

/// The visible faces: all on the table, or the person's own and those of the menu.
pub(super) fn faces(view: &MatchView, all: bool) -> Vec<u8> {
    let board = &view.board;
    let own = view.me.and_then(|me| board.seats.get(me));
    let places: Vec<&PlaceShown> = match all {
        true => board.seats.iter().chain(board.mats.iter().map(|mat| &mat.place)).collect(),
        false => own.into_iter().collect(),
    };
    let middle = if all { board.piles.as_slice() } else { &[] };
    let piles = || places.iter().flat_map(|place| &place.piles).chain(middle);
    let cards = || piles().flat_map(|pile| &pile.cards);
    let asked: Vec<u32> = view
        .menu
        .iter()
        .flat_map(|menu| &menu.entries)
        .flat_map(|entry| entry.cards.iter().copied())
        .collect();
    let everywhere = board.seats.iter().flat_map(|place| &place.piles).chain(&board.piles);
    let named = everywhere
        .flat_map(|pile| &pile.cards)
        .filter(|card| card.card.is_some_and(|card| asked.contains(&card)));
    let mut faces = Vec::new();
    for face in cards().chain(named).filter_map(|card| card.face) {
        if !faces.contains(&face) {
            faces.push(face);
        }
    }
    faces
}

/// A table before a match, in lines.
pub(super) fn lobby(lobby: &LobbyView) -> Vec<String> {
    let mut lines = vec![format!("{} ({}):", lobby.table, lobby.code)];
    lines.extend(lobby.terms.lines.iter().cloned());
    for person in &lobby.people {
        let ready = if person.ready { "ready" } else { "not ready" };
        let here = if person.here { "" } else { ", away" };
        lines.push(format!("  {}: {ready}{here}; {}, {}", person.name, person.words, person.known));
    }
    lines.push(lobby.waiting.clone());
    lines
}

/// How others find a table: its code, its addresses, and a QR code of both.
pub(super) fn invitation(lobby: &LobbyView) -> Vec<String> {
    let mut lines = vec![format!("Code: {}", lobby.code)];
    if !lobby.addresses.is_empty() {
        lines.push(format!("Address: {}", lobby.addresses.join(", ")));
    }
    if lobby.alone {
        lines.push("This machine is on no network: only programs on it can join. `nodealer doctor` says more.".into());
    }
    if let Some(invitation) = &lobby.invitation {
        lines.extend(qr::lines(invitation));
        lines.push(invitation.clone());
    }
    lines
}

/// A table in a line: "Ann's table (K7QD): Knives, 2 of 5 seats taken, survives 1, by Ann".
pub fn table_line(table: &TableLine) -> String {
    let TermsShown { game_name, seats, survive, options, .. } = &table.terms;
    let state = match (table.playing, table.invited) {
        (true, _) => "; a match is being played",
        (false, true) => "; for invited people",
        (false, false) => "",
    };
    let options: String = options.iter().map(|(key, value)| format!(", {key}={value}")).collect();
    let TableLine { name, code, taken, by, .. } = table;
    printable(&format!(
        "{name} ({code}): {game_name}{options}, {taken} of {seats} seats taken, survives {survive}, by {by}{state}"
    ))
}

/// A line broken between words into pieces of at most `width` columns.
pub(super) fn broken(line: &str, width: usize) -> Vec<String> {
    let words = line.trim_start_matches(' ');
    let indent = &line[..line.len() - words.len()];
    let mut lines = Vec::new();
    let mut now = String::new();
    for word in words.split(' ') {
        let fits = now.chars().count() + 1 + word.chars().count() <= width;
        if now.is_empty() {
            now = format!("{indent}{word}");
        } else if fits {
            now = format!("{now} {word}");
        } else {
            lines.push(std::mem::replace(&mut now, format!("{indent}{word}")));
        }
    }
    lines.push(now);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_words_and_keep_their_indentation() {
        assert_eq!(broken("one two three", 8), ["one two", "three"]);
        assert_eq!(broken("  one two three", 9), ["  one two", "  three"]);
        assert_eq!(broken("", 8), [""]);
        assert_eq!(broken("unbreakable", 4), ["unbreakable"]);
    }
}
