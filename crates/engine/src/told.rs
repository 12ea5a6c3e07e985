//! A board as text: for people who read lines instead of a drawing, and for golden playthroughs.

use crate::{Badge, Laid, Layout, Pile, Place, Seat, Token, View, What, Words};

/// One thing on the table, described.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Described {
    /// Where it is: in the middle, on a mat, or before a player.
    pub place: String,
    /// What it is called there.
    pub name: String,
    /// The description.
    pub words: String,
}

/// Everything on the table: first what is going on, then the middle, then the other players from the
/// left, and the reader's own place, called "You", last.
pub fn told(words: &Words<'_>, view: &View) -> Vec<Described> {
    let teller = Teller { words, view };
    let board = &view.board;
    let headline = words.line(&board.headline);
    let now = [board.phase, headline.as_str()].into_iter().filter(|part| !part.is_empty());
    let mut told = vec![one("Now", "phase", now.collect::<Vec<_>>().join(": "))];
    let middle = Place { facts: board.facts.clone(), ..Place::default() };
    teller.place(&mut told, "Table", &middle);
    told.extend(board.piles.iter().map(|pile| one("Table", pile.name, teller.pile(pile))));
    if let Some(lately) = &board.lately {
        let title = words.line(&lately.title);
        let cards = teller.cards(&lately.pile);
        let cards = if cards.is_empty() { cards } else { format!(" ({cards})") };
        told.push(one("Table", "lately", format!("lately: {title}{cards}")));
    }
    for mat in &board.mats {
        teller.place(&mut told, &words.line(&mat.title), &mat.place);
    }
    let seats = board.seats.len();
    let order: Vec<Seat> = match view.seat {
        Some(me) => me.others(seats).chain([me]).collect(),
        None => Seat::all(seats).collect(),
    };
    for seat in order {
        let Some(place) = board.seats.get(seat) else { continue };
        let name = if view.seat == Some(seat) { "You".into() } else { words.seat(seat) };
        teller.place(&mut told, &name, place);
    }
    for sheet in &board.sheets {
        let title = words.line(&sheet.title);
        let columns: Vec<String> = sheet.columns.iter().map(|line| words.line(line)).collect();
        told.extend(sheet.rows.iter().map(|row| {
            let name = row.first().map_or(String::new(), |line| words.line(line));
            let values = columns.iter().zip(row).skip(1).filter(|(_, value)| !value.is_empty());
            let values = values.map(|(column, value)| format!("{column} {}", words.line(value)));
            let values = values.collect::<Vec<_>>().join(", ");
            one(&title, &name, format!("{name}: {values}"))
        }));
    }
    told.retain(|told| !told.words.is_empty());
    told
}

fn one(place: &str, name: &str, words: String) -> Described {
    Described { place: place.to_owned(), name: name.to_owned(), words }
}

/// A count with its noun, such as "2 coins" or "1 of 3 wounds".
pub fn counted(Token { name, plural, count, limit, .. }: &Token) -> String {
    let (number, all) = match limit {
        Some(limit) => (format!("{count} of {limit}"), i64::from(*limit)),
        None => (count.to_string(), *count),
    };
    format!("{number} {}", if all == 1 { name } else { plural })
}

struct Teller<'a> {
    words: &'a Words<'a>,
    view: &'a View,
}

impl Teller<'_> {
    fn place(&self, told: &mut Vec<Described>, name: &str, place: &Place) {
        let badges = self.badges(&place.badges);
        if !badges.is_empty() {
            told.push(one(name, "state", badges));
        }
        told.extend(place.tokens.iter().map(|token| one(name, token.name, counted(token))));
        told.extend(place.facts.iter().map(|fact| {
            one(name, fact.name, format!("{} {}", fact.name, self.words.line(&fact.value)))
        }));
        told.extend(place.piles.iter().map(|pile| one(name, pile.name, self.pile(pile))));
    }

    fn badges(&self, badges: &[Badge]) -> String {
        badges.iter().map(|badge| self.words.line(&badge.text)).collect::<Vec<_>>().join(", ")
    }

    /// A pile with its name, such as "hand: Gun ×2, Money, 3 face down"; empty if nothing lies there.
    fn pile(&self, pile: &Pile) -> String {
        if pile.is_closed() {
            return match pile.size() {
                0 => String::new(),
                1 => format!("{}: 1 card", pile.name),
                more => format!("{}: {more} cards", pile.name),
            };
        }
        match self.cards(pile) {
            none if none.is_empty() => none,
            cards => format!("{}: {cards}", pile.name),
        }
    }

    /// The cards of a pile; equal ones are counted.
    fn cards(&self, pile: &Pile) -> String {
        let places = matches!(pile.layout, Layout::Slots | Layout::BySeat);
        let mut known: Vec<(String, usize)> = Vec::new();
        let mut hidden = 0;
        for laid in &pile.laid {
            match self.laid(laid, pile.layout) {
                None if laid.what != What::Empty => hidden += 1,
                None => {}
                Some(words) => match known.iter_mut().find(|(other, _)| *other == words) {
                    Some((_, times)) if !places => *times += 1,
                    _ => known.push((words, 1)),
                },
            }
        }
        let known = known.into_iter().map(|(words, times)| match times {
            1 => words,
            _ => format!("{words} ×{times}"),
        });
        let hidden = (hidden > 0).then(|| format!("{hidden} face down"));
        known.chain(hidden).collect::<Vec<_>>().join(if places { "; " } else { ", " })
    }

    /// A card and what lies on it; `None` if there is nothing to say about it.
    fn laid(&self, laid: &Laid, layout: Layout) -> Option<String> {
        let name = match laid.what {
            What::Card(card) => self.view.faces.get(&card).map(|face| {
                let name = self.words.game.face(*face).name;
                if self.view.peeked(card) { format!("{name} (◉ seen)") } else { name.into() }
            }),
            What::Printed(face) => Some(self.words.game.face(face).name.into()),
            What::Empty if layout == Layout::Slots => Some("nothing".into()),
            What::Empty => None,
        };
        let seat = laid.seat.map(|seat| self.words.seat(seat));
        let label = self.words.line(&laid.label);
        let on: Vec<String> = [label, self.badges(&laid.badges)]
            .into_iter()
            .chain(laid.tokens.iter().map(counted))
            .filter(|part| !part.is_empty())
            .collect();
        if name.is_none() && on.is_empty() && laid.under.is_empty() {
            return None;
        }
        let mut words = name.unwrap_or_else(|| "a hidden card".into());
        match (layout, seat) {
            (Layout::BySeat, Some(seat)) => words = format!("{seat} {words}"),
            (_, Some(seat)) => words = format!("{words} of {seat}"),
            (_, None) => {}
        }
        if !on.is_empty() {
            words = format!("{words} ({})", on.join(", "));
        }
        let under: Vec<String> =
            laid.under.iter().filter_map(|laid| self.laid(laid, Layout::Spread)).collect();
        if !under.is_empty() {
            words = format!("{words} with {}", under.join(" and "));
        }
        Some(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_something_is_told_as_one() {
        let coins = |count: i64| counted(&Token::new("coin", "", count).plural("coins"));
        assert_eq!([coins(0), coins(1), coins(2)], ["0 coins", "1 coin", "2 coins"]);
        let wounds = Token::new("wound", "", 1).plural("wounds").limit(3);
        assert_eq!(counted(&wounds), "1 of 3 wounds");
        assert_eq!(counted(&Token::new("Money", "", 2)), "2 Money");
    }
}
