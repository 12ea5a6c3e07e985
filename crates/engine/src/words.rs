//! Puts lines, entries and events into words for one reader.

use crate::{BySeat, Entry, Event, Eyes, Game, Handle, Line, Part, Seat};

/// What texts are rendered with: the game's names for faces, the players' names, and what the reader has
/// seen.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// The players' names.
    pub names: &'a BySeat<String>,
    /// What the reader has seen.
    pub eyes: Eyes<'a>,
}

impl Words<'_> {
    /// A line.
    pub fn line(&self, line: &Line) -> String {
        line.render(&|part| self.part(part))
    }

    /// A line for a player, who is called "you" in it.
    pub fn line_to(&self, you: Option<Seat>, line: &Line) -> String {
        let Some(you) = you else { return self.line(line) };
        let mut said = String::new();
        let mut yours = Yours::default();
        for part in line.parts() {
            let words = match part {
                Part::Seat(seat) if *seat == you => yours.you().into(),
                other => self.part(other),
            };
            said.push_str(&match part {
                Part::Text(_) => yours.words(&words),
                _ => words,
            });
            yours.passed(*part == Part::Seat(you));
        }
        match said.strip_prefix("you") {
            Some(rest) if line.parts().first() == Some(&Part::Seat(you)) => format!("You{rest}"),
            _ => said,
        }
    }

    /// A menu entry, with its card named after it, or its cards in the order of a sorted hand.
    pub fn entry(&self, entry: &Entry) -> String {
        let mut cards: Vec<Handle> = entry.handles().collect();
        cards.sort_by_key(|&card| (self.eyes.face(card).is_none(), self.eyes.face(card)));
        let cards: Vec<String> = cards.into_iter().map(|card| self.card(card)).collect();
        let parts = [self.line(&entry.label), cards.join(", ")];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// An event for a player, who is called "you" in it, with the rule behind it.
    pub fn event_to(&self, you: Option<Seat>, event: &Event) -> String {
        let text = self.line_to(you, &event.text);
        if event.rule.is_empty() { text } else { format!("{text} [{}]", event.rule) }
    }

    /// An event, with the rule behind it.
    pub fn event(&self, event: &Event) -> String {
        let text = self.line(&event.text);
        if event.rule.is_empty() { text } else { format!("{text} [{}]", event.rule) }
    }

    /// The name of a card's face, if the reader has seen it.
    pub fn card(&self, card: Handle) -> String {
        self.eyes
            .face(card)
            .map_or_else(|| "a hidden card".into(), |f| self.game.face(f).name.into())
    }

    /// A player's name.
    pub fn seat(&self, seat: Seat) -> String {
        self.names.get(seat).cloned().unwrap_or_else(|| seat.to_string())
    }

    fn part(&self, part: &Part) -> String {
        match part {
            Part::Seat(seat) => self.seat(*seat),
            Part::Face(face) => self.game.face(*face).name.into(),
            Part::Card(card) => self.card(*card),
            Part::Text(_) | Part::Number(_) => part.plain(),
        }
    }
}

/// Puts a line into the second person for its reader, part by part: the words after "you", and the verbs
/// further on if the line begins with "you".
#[derive(Default)]
pub struct Yours {
    begun: bool,
    just_named: bool,
    subject: bool,
    /// Whether the last words were "of", as between a card and its owner.
    after_of: bool,
}

impl Yours {
    /// What the reader is called next: "you", but "a card of yours".
    pub fn you(&self) -> &'static str {
        if self.after_of { "yours" } else { "you" }
    }

    /// Notes that a name, a card or words came next, and whether it was the reader.
    pub fn passed(&mut self, reader: bool) {
        self.subject |= reader && !self.begun;
        (self.begun, self.just_named) = (true, reader && !self.after_of);
        self.after_of &= !reader;
    }

    /// The next words, in the second person where they speak of the reader.
    pub fn words(&mut self, text: &str) -> String {
        // "Your card" is not "you".
        self.subject &= !(self.just_named && text.starts_with("'s"));
        self.after_of = text == " of ";
        let text = if self.just_named { to_you(text) } else { text.into() };
        if self.subject { all_verbs(&text.replace(" themself", " yourself")) } else { text }
    }
}

/// Words whose subject is "you": "take the bank and goes for broke".
fn all_verbs(text: &str) -> String {
    const AND: &str = " and ";
    let mut clauses = text.split(AND);
    let mut said = clauses.next().unwrap_or_default().to_owned();
    for clause in clauses {
        let (verb, rest) = first_word(clause);
        said.extend([AND, &second_person(verb), rest]);
    }
    said
}

/// What follows a name, as it follows "you": verbs and possessives are of the second person.
fn to_you(text: &str) -> String {
    if let Some(rest) = text.strip_prefix("'s") {
        return format!("r{rest}");
    }
    let Some(rest) = text.strip_prefix(' ') else { return text.into() };
    let (verb, rest) = first_word(rest);
    let verb = second_person(verb);
    let rest = rest.replace(" their ", " your ").replace(" they ", " you ");
    format!(" {verb}{rest}")
}

fn first_word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len()))
}

/// A verb of the third person in the second; any other word stays as it is.
fn second_person(verb: &str) -> String {
    let lower = verb.chars().all(char::is_lowercase);
    match verb {
        "is" => "are".into(),
        "was" => "were".into(),
        "has" => "have".into(),
        "does" | "goes" => verb.trim_end_matches("es").into(),
        _ if !lower || verb.ends_with("ss") => verb.into(),
        _ => match (verb.strip_suffix("ies"), verb.strip_suffix("es"), verb.strip_suffix('s')) {
            (Some(stem), ..) => format!("{stem}y"),
            (_, Some(stem), _) if HISSES.iter().any(|end| stem.ends_with(end)) => stem.into(),
            (.., Some(stem)) => stem.into(),
            _ => verb.into(),
        },
    }
}

/// After these a verb of the third person ends in "es".
const HISSES: [&str; 5] = ["ss", "x", "z", "sh", "ch"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_you_is_of_the_second_person() {
        for (third, second) in [
            (" plays the ", " play the "),
            (" passes", " pass"),
            (" is the shadow banker", " are the shadow banker"),
            (" has shown it", " have shown it"),
            ("'s stack is opened", "r stack is opened"),
            (" tries a jailbreak", " try a jailbreak"),
            (" watches", " watch"),
            (" uses the Intel", " use the Intel"),
            (" looks at their own role", " look at your own role"),
            (", ", ", "),
            (" 3", " 3"),
            (" does not use it", " do not use it"),
        ] {
            assert_eq!(to_you(third), second);
        }
    }
    #[test]
    fn every_verb_of_a_line_that_begins_with_you_is_of_the_second_person() {
        let said = |parts: &[Option<&str>]| {
            let mut yours = Yours::default();
            let mut said = String::new();
            for part in parts {
                said.push_str(&match part {
                    Some(text) => yours.words(text),
                    None => yours.you().to_owned(),
                });
                yours.passed(part.is_none());
            }
            said
        };
        let you = None;
        assert_eq!(
            said(&[you, Some(" shows a "), Some("card and keeps it")]),
            "you show a card and keep it"
        );
        assert_eq!(said(&[you, Some(" passes and declares Clubs")]), "you pass and declare Clubs");
        assert_eq!(
            said(&[you, Some("'s card is shown and stays")]),
            "your card is shown and stays"
        );
        assert_eq!(
            said(&[Some("the Ghost"), Some(" of "), you, Some(" is killed")]),
            "the Ghost of yours is killed"
        );
        assert_eq!(
            said(&[Some("Ann looks at "), you, Some(" and smiles")]),
            "Ann looks at you and smiles"
        );
    }
}
