//! A menu as one person sees it.

use engine::{Menu, View, Words};
use serde::{Deserialize, Serialize};

use super::Text;

/// What a person is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MenuShown {
    /// The step that an answer is for.
    pub step: u64,
    /// What is asked.
    pub title: Text,
    /// The rule that asks; may be empty.
    pub rule: String,
    /// Whether it is a window: everybody who might react is asked, and the time of an answer could tell
    /// something.
    pub window: bool,
    /// The possible answers, in the order in which a screen lists them. An answer names
    /// [`EntryShown::entry`].
    pub entries: Vec<EntryShown>,
}

/// A possible answer.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct EntryShown {
    /// Its number in the menu, which is what an answer names.
    pub entry: usize,
    /// What choosing it means, without its cards.
    pub label: Text,
    /// The label with its cards named.
    pub words: String,
    /// The cards it is about.
    pub cards: Vec<u32>,
    /// Whether it may be chosen.
    pub allowed: bool,
    /// Why it may not be chosen.
    pub reason: Option<String>,
    /// The rule behind it; may be empty.
    pub rule: String,
    /// Whether it means doing nothing.
    pub pass: bool,
    /// Whether it is an aside, offered beside the question.
    pub aside: bool,
    /// Whether the person should confirm it.
    pub heavy: bool,
    /// Whether it takes back what the person chose just before.
    #[serde(default)]
    pub back: bool,
}

impl MenuShown {
    /// A menu for a step, in words for somebody with this view.
    pub fn of(words: Words<'_>, view: &View, menu: &Menu, step: u64, window: bool) -> Self {
        let entry = |at: usize| {
            let entry = &menu.entries[at];
            let reason = entry.allowed(words.eyes).err().map(|line| words.line(&line));
            EntryShown {
                entry: at,
                label: Text::of(&words, &entry.label),
                words: words.entry(entry),
                cards: entry.handles().map(|card| card.0).collect(),
                allowed: reason.is_none(),
                reason,
                rule: entry.rule.into(),
                pass: entry.pass,
                aside: entry.aside,
                heavy: menu.weighs(at, words.eyes),
                back: entry.back,
            }
        };
        Self {
            step,
            title: Text::of(&words, &menu.title),
            rule: menu.rule.into(),
            window,
            entries: view.order(menu).into_iter().map(entry).collect(),
        }
    }
}
