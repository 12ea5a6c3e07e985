//! What a screen of a seat shows, in sentences, without knowledge of any rules.

use seat::{
    LobbyView, MatchView, SitterShown, TableLine, TermsShown,
    shown::{CardShown, Catalogue, FactShown, PileShown, PlaceShown, SheetShown, Text, TokenShown},
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
    let names = Names { view, catalogue };
    let middle = PlaceShown {
        facts: board.facts.clone(),
        piles: board.piles.clone(),
        ..PlaceShown::default()
    };
    items.extend(names.place("Table", &middle, true));
    for mat in &board.mats {
        items.extend(names.place(&mat.title.plain(), &mat.place, true));
    }
    for sheet in &board.sheets {
        items.extend(sheet.rows.iter().map(|row| names.row(sheet, row)));
    }
    let seats = board.seats.len();
    let order: Vec<usize> = match view.me {
        Some(me) => (1..=seats).map(|step| (me + step) % seats.max(1)).collect(),
        None => (0..seats).collect(),
    };
    for seat in order {
        let Some(here) = board.seats.get(seat) else { continue };
        let mine = view.me == Some(seat);
        let name = if mine { "You".into() } else { names.player(seat) };
        items.extend(names.place(&name, here, !mine));
    }
    items.retain(|(_, _, words)| !words.is_empty());
    items
}

/// The names of players and cards.
struct Names<'a> {
    view: &'a MatchView,
    catalogue: &'a Catalogue,
}

impl Names<'_> {
    fn player(&self, seat: usize) -> String {
        self.view.players.get(seat).map_or_else(|| seat.to_string(), |p| p.name.clone())
    }

    fn place(&self, name: &str, place: &PlaceShown, others: bool) -> Vec<BoardLine> {
        let item = |what: &str, words: String| (name.to_owned(), what.to_owned(), words);
        let fact =
            |fact: &FactShown| item(&fact.name, format!("{} {}", fact.name, fact.value.plain()));
        let badges = place.badges.iter().map(|badge| item(&badge.text.plain(), badge.text.plain()));
        let tokens = place.tokens.iter().map(|token| item(&token.name, token.counted()));
        let lies = |pile: &&PileShown| pile.count > 0 || pile.cards.iter().any(is_there);
        let piles = place.piles.iter().filter(lies);
        let piles = piles.map(|pile| item(&pile.name, self.pile(pile, others)));
        badges.chain(place.facts.iter().map(fact)).chain(tokens).chain(piles).collect()
    }

    /// A row of a table of who gets what: "Ann: points 3, in all 13".
    fn row(&self, sheet: &SheetShown, row: &[Text]) -> BoardLine {
        let you = self.view.me;
        let name = row.first().map(|name| name.to(you)).unwrap_or_default();
        let values = sheet.columns.iter().zip(row).skip(1);
        let values: Vec<String> = values
            .map(|(column, value)| (column.plain(), value.to(you)))
            .filter(|(_, value)| !value.is_empty())
            .map(|(column, value)| format!("{column} {value}").trim().to_owned())
            .collect();
        let words = format!("{name}: {}", values.join(", "));
        (sheet.title.plain(), name, words)
    }

    /// A pile, with equal cards counted: "hand: Gun ×2, Money, 3 face down".
    fn pile(&self, pile: &PileShown, others: bool) -> String {
        if pile.cards.is_empty() {
            return format!("{}: {}", pile.name, count(pile.count, "card"));
        }
        let mut known: Vec<(String, usize)> = Vec::new();
        let mut hidden = 0;
        for card in pile.cards.iter().filter(|card| is_there(card)) {
            let Some(name) = self.card(card, others) else {
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

    /// A card whose face is known, with what is said of it and what lies on it or was sent there: "High Wall (stands, 1 of 2
    /// Stealth; Acrobat of Ann)".
    fn card(&self, card: &CardShown, others: bool) -> Option<String> {
        let name = &self.catalogue.faces.get(&card.face?)?.name;
        let label = card.label.plain();
        let badges = card.badges.iter().map(|badge| badge.text.plain());
        let tokens = card.tokens.iter().map(TokenShown::counted);
        let said = std::iter::once(label).filter(|label| !label.is_empty());
        let said: Vec<String> = said.chain(badges).chain(tokens).collect();
        let under = card.under.iter().filter_map(|under| {
            let what = self.card(under, others)?;
            Some(match under.seat {
                Some(seat) => format!("{what} of {}", self.player(seat)),
                None => format!("with {what}"),
            })
        });
        let parts = (!said.is_empty()).then(|| said.join(", ")).into_iter().chain(under);
        let parts: Vec<String> = parts.collect();
        let on = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) };
        let seen = if card.private && others { " (◉ seen)" } else { "" };
        Some(format!("{name}{on}{seen}"))
    }
}

/// Whether something lies here, and not only a place for it.
fn is_there(card: &CardShown) -> bool {
    card.card.is_some() || card.face.is_some()
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
        let bot = if person.bot { " (bot)" } else { "" };
        let SitterShown { name, words, known, .. } = person;
        lines.push(format!("  {name}{bot}: {ready}{here}; {words}, {known}"));
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

    use seat::{
        PlayerShown,
        shown::{BadgeShown, BoardShown, MatShown, Span},
    };

    fn text(words: &str) -> Text {
        Text(vec![Span::Words(words.into())])
    }

    /// What is said of a mat with this card on it.
    fn said(card: impl Fn(&dyn Fn(&str) -> CardShown) -> CardShown) -> Vec<String> {
        let catalogue = Catalogue::of(games::find("no-honor").unwrap());
        let face = |name: &str| {
            let (&face, _) = catalogue.faces.iter().find(|(_, face)| face.name == name).unwrap();
            CardShown { face: Some(face), ..CardShown::default() }
        };
        let pile =
            PileShown { name: "Defenses".into(), cards: vec![card(&face)], ..PileShown::default() };
        let place = PlaceShown { piles: vec![pile], ..PlaceShown::default() };
        let mats = vec![MatShown { title: text("Jail"), place }];
        let board = BoardShown { mats, ..BoardShown::default() };
        let player = |name: &str| PlayerShown { name: name.into(), ..PlayerShown::default() };
        let players = vec![player("Ann"), player("Bruno")];
        let view = MatchView { me: Some(0), players, board, ..MatchView::default() };
        table(&view, &catalogue).into_iter().map(|(_, _, words)| words).collect()
    }

    #[test]
    fn it_is_said_how_a_defense_stands_and_who_was_sent_there() {
        let said = said(|face| {
            let badge = BadgeShown { text: text("stands, 1 of 2 Stealth"), importance: 1 };
            let sent = CardShown { seat: Some(1), ..face("Ghost") };
            CardShown { badges: vec![badge], under: vec![sent], ..face("High Wall") }
        });
        assert_eq!(said, ["Defenses: High Wall (stands, 1 of 2 Stealth; Ghost of Bruno)"]);
    }

    #[test]
    fn what_is_only_printed_on_a_mat_is_named_too() {
        assert_eq!(said(|face| face("Jailor")), ["Defenses: Jailor"]);
    }

    #[test]
    fn a_table_of_who_gets_what_is_read_out_in_rows() {
        let cells = |cells: [&str; 3]| cells.map(text).into();
        let sheet = SheetShown {
            title: text("Terms"),
            columns: cells(["", "Coins", "Treasures"]),
            rows: vec![cells(["Ann", "3", ""]), cells(["Bruno", "the rest", "1"])],
            importance: 1,
        };
        let board = BoardShown { sheets: vec![sheet], ..BoardShown::default() };
        let view = MatchView { board, ..MatchView::default() };
        let catalogue = Catalogue::of(games::find("no-honor").unwrap());
        let rows: Vec<String> = table(&view, &catalogue)
            .into_iter()
            .map(|(place, _, words)| format!("{place}: {words}"))
            .collect();
        assert_eq!(rows, ["Terms: Ann: Coins 3", "Terms: Bruno: Coins the rest, Treasures 1"]);
    }

    #[test]
    fn lines_break_at_words_and_keep_their_indentation() {
        assert_eq!(broken("one two three", 8), ["one two", "three"]);
        assert_eq!(broken("  one two three", 9), ["  one two", "  three"]);
        assert_eq!(broken("", 8), [""]);
        assert_eq!(broken("unbreakable", 4), ["unbreakable"]);
    }
}
