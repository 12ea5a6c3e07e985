//! The table in sentences.

use engine::{Fact, Outcome, Pile, Seat, View, Words};

use crate::session::{self, Session};

/// One thing on the table.
pub struct Item {
    /// Where it is: in the middle, or before a player.
    pub place: String,
    /// What it is called there.
    pub name: &'static str,
    /// What there is to say about it.
    pub words: String,
}

/// Everything on the table: first what is going on, then the middle, then the others from the left,
/// and the person's own place last.
pub fn table(session: &dyn Session, view: &View) -> Vec<Item> {
    let words = session::words(session, view);
    let board = &view.board;
    let headline = words.line(&board.headline);
    let phase = [board.phase, headline.as_str()].into_iter().filter(|s| !s.is_empty());
    let now = phase.collect::<Vec<_>>().join(": ");
    let mut items = vec![Item { place: "Now".into(), name: "", words: now }];
    items.extend(place(&words, view, "Table", &board.facts, &board.piles));
    let count = board.seats.len();
    let seats: Vec<Seat> = match view.seat {
        Some(me) => me.others(count).chain([me]).collect(),
        None => Seat::all(count).collect(),
    };
    for seat in seats {
        let Some(here) = board.seats.get(seat) else { continue };
        let name = if view.seat == Some(seat) { "You".into() } else { words.seat(seat) };
        items.extend(place(&words, view, &name, &here.facts, &here.piles));
    }
    items.retain(|item| !item.words.is_empty());
    items
}

/// The end of a game, in lines.
pub fn outcome(session: &dyn Session, outcome: &Outcome) -> Vec<String> {
    let view = session.view();
    let words = session::words(session, &view);
    let winners: Vec<String> = outcome.winners.iter().map(|&seat| words.seat(seat)).collect();
    let won = match winners.len() {
        0 => "Nobody wins.".into(),
        1 => format!("{} wins.", winners[0]),
        _ => format!("{} win.", session::list(&winners)),
    };
    let scores = outcome.scores.iter().map(|(s, score)| format!("{} {score}", words.seat(s)));
    vec![
        format!("The game is over: {}", words.line(&outcome.summary)),
        won,
        format!("Scores: {}", scores.collect::<Vec<_>>().join(", ")),
    ]
}

/// The chapter of the rules about a phase, with its heading.
pub fn chapter<'a>(rules: &'a str, phase: &str) -> Option<&'a str> {
    let heading = format!("## {phase}\n");
    let start =
        if rules.starts_with(&heading) { 0 } else { rules.find(&format!("\n{heading}"))? + 1 };
    let rest = &rules[start..];
    let end = rest[3..].find("\n## ").map_or(rest.len(), |at| at + 3);
    Some(rest[..end].trim_end())
}

fn place(words: &Words<'_>, view: &View, place: &str, facts: &[Fact], piles: &[Pile]) -> Vec<Item> {
    let item = |name, words| Item { place: place.to_owned(), name, words };
    let fact = |f: &Fact| item(f.name, format!("{} {}", f.name, words.line(&f.value)));
    let facts = facts.iter().map(fact);
    let piles = piles.iter().filter(|pile| !pile.is_empty());
    facts.chain(piles.map(|p| item(p.name, pile(words, view, p)))).collect()
}

/// A pile, with equal cards told once: "hand: Gun ×2, Money, 3 face down".
fn pile(words: &Words<'_>, view: &View, pile: &Pile) -> String {
    let count = pile.cards.len();
    if pile.closed {
        return format!("{}: {count} card{}", pile.name, if count == 1 { "" } else { "s" });
    }
    let mut known: Vec<(String, usize)> = Vec::new();
    for (card, face) in pile.cards.iter().filter_map(|card| Some((*card, view.faces.get(card)?))) {
        let name = words.game.face(*face).name;
        let name = if view.peeked(card) { format!("{name} (◉ seen)") } else { name.into() };
        match known.iter_mut().find(|(other, _)| *other == name) {
            Some((_, times)) => *times += 1,
            None => known.push((name, 1)),
        }
    }
    let hidden = count - known.iter().map(|(_, times)| times).sum::<usize>();
    let printed = pile.printed.iter().map(|face| words.game.face(*face).name.to_owned());
    let known = known.into_iter().map(|(name, times)| match times {
        1 => name,
        _ => format!("{name} ×{times}"),
    });
    let hidden = (hidden > 0).then(|| format!("{hidden} face down"));
    let all: Vec<_> = printed.chain(known).chain(hidden).collect();
    format!("{}: {}", pile.name, all.join(", "))
}

#[cfg(test)]
mod tests {
    use super::chapter;

    const RULES: &str = "# A game\n\n## Setup\nDeal.\n\n## Play\nPlay.\n";

    #[test]
    fn a_chapter_ends_where_the_next_begins() {
        assert_eq!(chapter(RULES, "Setup"), Some("## Setup\nDeal."));
    }

    #[test]
    fn the_last_chapter_ends_with_the_text() {
        assert_eq!(chapter(RULES, "Play"), Some("## Play\nPlay."));
    }

    #[test]
    fn a_phase_without_a_chapter_has_none() {
        assert_eq!(chapter(RULES, "Pla"), None);
        assert_eq!(chapter(RULES, ""), None);
    }

    #[test]
    fn a_chapter_may_open_the_text() {
        assert_eq!(chapter("## Play\nPlay.", "Play"), Some("## Play\nPlay."));
    }
}
