//! The only key map: what keys do, and what the footer and the help say about them.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a person can do with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// The entry above.
    Up,
    /// The entry below.
    Down,
    /// Less, or back.
    Left,
    /// More, or on.
    Right,
    /// A screenful up.
    PageUp,
    /// A screenful down.
    PageDown,
    /// To the first.
    First,
    /// To the last.
    Last,
    /// A digit of an entry's number.
    Digit(u8),
    /// Carry out the selected entry.
    Go,
    /// Back.
    Back,
    /// Switch to the other part of the screen.
    Pane,
    /// What can I do?
    Help,
    /// What do the rules say?
    Rules,
    /// What do the cards do?
    Cards,
    /// Show everything on the table.
    Whole,
    /// What was proven?
    Trust,
    /// Jump to what went wrong.
    Fault,
    /// Change how often windows are asked about.
    Asks,
    /// Take the next aside, such as paying.
    Pay,
    /// Show another seat's place.
    Seat,
    /// Write to the others.
    Say,
    /// Show how others find the table.
    Invite,
    /// Consent to go on without somebody who is away.
    GoOn,
    /// Delete the last letter.
    Erase,
    /// Yes, do.
    Yes,
    /// No, do not.
    No,
    /// Leave.
    Quit,
    /// Leave at once.
    Interrupt,
}

impl Act {
    /// Whether it moves a selection or scrolls.
    pub fn moves(self) -> bool {
        matches!(
            self,
            Self::Up
                | Self::Down
                | Self::Left
                | Self::Right
                | Self::PageUp
                | Self::PageDown
                | Self::First
                | Self::Last
                | Self::Digit(_)
        )
    }
}

/// Something that can be done now.
#[derive(Clone, Copy, Debug)]
pub struct KeyHint {
    /// The acts that do it.
    pub acts: &'static [Act],
    /// What it does, in a word or two.
    pub does: &'static str,
}

/// Something that can be done now.
pub(super) const fn can(acts: &'static [Act], does: &'static str) -> KeyHint {
    KeyHint { acts, does }
}

/// Any digit.
pub(super) const DIGIT: Act = Act::Digit(0);

impl KeyHint {
    /// Whether this act is one of them.
    pub fn by(&self, act: Act) -> bool {
        let same = |a: &Act| *a == act || matches!((a, act), (Act::Digit(_), Act::Digit(_)));
        self.acts.iter().any(same)
    }

    /// Its keys, in short.
    pub fn brief(&self) -> String {
        let names: Vec<&str> = self.acts.iter().map(|act| name(*act).0).collect();
        let arrows = names.iter().all(|name| name.chars().count() == 1);
        names.join(if arrows { "" } else { "/" })
    }

    /// What it does, for the help.
    pub fn explained(&self) -> String {
        match self.acts.first().map_or("", |act| about(*act)) {
            "" => self.does.into(),
            about => format!("{}: {about}", self.does),
        }
    }

    /// All its keys.
    pub fn keys(&self) -> String {
        let all: Vec<&str> = self
            .acts
            .iter()
            .flat_map(|act| {
                let (brief, other) = name(*act);
                [brief, other]
            })
            .filter(|key| !key.is_empty())
            .collect();
        all.join(" ")
    }
}

/// The name of the key, and of another key that does the same.
fn name(act: Act) -> (&'static str, &'static str) {
    match act {
        Act::Up => ("↑", "k"),
        Act::Down => ("↓", "j"),
        Act::Left => ("←", "h"),
        Act::Right => ("→", "l"),
        Act::PageUp => ("PgUp", ""),
        Act::PageDown => ("PgDn", "Space"),
        Act::First => ("Home", "g"),
        Act::Last => ("End", "G"),
        Act::Digit(_) => ("1-9", ""),
        Act::Go => ("Enter", ""),
        Act::Back => ("Esc", ""),
        Act::Pane => ("Tab", ""),
        Act::Help => ("?", ""),
        Act::Rules => ("r", ""),
        Act::Cards => ("c", ""),
        Act::Whole => ("v", ""),
        Act::Trust => ("t", ""),
        Act::Fault => ("x", ""),
        Act::Asks => ("a", ""),
        Act::Pay => ("p", ""),
        Act::Seat => ("s", ""),
        Act::Say => ("m", "/"),
        Act::Invite => ("i", ""),
        Act::GoOn => ("o", ""),
        Act::Erase => ("Backspace", ""),
        Act::Yes => ("y", ""),
        Act::No => ("n", ""),
        Act::Quit => ("q", ""),
        Act::Interrupt => ("Ctrl-C", ""),
    }
}

/// What to add about an act in the help; empty if its name is enough.
fn about(act: Act) -> &'static str {
    match act {
        Act::Digit(_) => "type an entry's number",
        Act::Pane => "go there and back",
        Act::Help => "this page",
        Act::Rules => "of this game, what matters now first",
        Act::Cards => "what each card in sight does",
        Act::Whole => "all there is to know about it",
        Act::Trust => "what every player has proven, in words",
        Act::Asks => "about reactions like the last one",
        Act::Pay => "or ask to be paid; you are asked at the next chance",
        Act::Say => "to everybody or to one player",
        Act::Invite => "how others find this table",
        Act::GoOn => "a vote about whoever keeps the table waiting",
        _ => "",
    }
}

/// The letter that a key types.
pub(super) fn letter(key: KeyEvent) -> Option<char> {
    let plain = key.modifiers.difference(KeyModifiers::SHIFT).is_empty();
    match key.code {
        KeyCode::Char(letter) if plain => Some(letter),
        _ => None,
    }
}

/// What a key does.
pub(super) fn act(key: KeyEvent) -> Option<Act> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(key.code, KeyCode::Char('c' | 'C')).then_some(Act::Interrupt);
    }
    Some(match key.code {
        KeyCode::Up | KeyCode::Char('k') => Act::Up,
        KeyCode::Down | KeyCode::Char('j') => Act::Down,
        KeyCode::Left | KeyCode::Char('h') => Act::Left,
        KeyCode::Right | KeyCode::Char('l') => Act::Right,
        KeyCode::PageUp => Act::PageUp,
        KeyCode::PageDown | KeyCode::Char(' ') => Act::PageDown,
        KeyCode::Home | KeyCode::Char('g') => Act::First,
        KeyCode::End | KeyCode::Char('G') => Act::Last,
        KeyCode::Enter => Act::Go,
        KeyCode::Esc => Act::Back,
        KeyCode::Tab | KeyCode::BackTab => Act::Pane,
        KeyCode::Char('?') => Act::Help,
        KeyCode::Char('r') => Act::Rules,
        KeyCode::Char('c') => Act::Cards,
        KeyCode::Char('v') => Act::Whole,
        KeyCode::Char('t') => Act::Trust,
        KeyCode::Char('x') => Act::Fault,
        KeyCode::Char('a') => Act::Asks,
        KeyCode::Char('p') => Act::Pay,
        KeyCode::Char('s') => Act::Seat,
        KeyCode::Char('m') => Act::Say,
        KeyCode::Char('i') => Act::Invite,
        KeyCode::Char('o') => Act::GoOn,
        KeyCode::Backspace => Act::Erase,
        KeyCode::Char('y') => Act::Yes,
        KeyCode::Char('n') => Act::No,
        KeyCode::Char('q') => Act::Quit,
        KeyCode::Char(digit) => Act::Digit(digit.to_digit(10)? as u8),
        _ => return None,
    })
}
