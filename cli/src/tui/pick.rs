//! Choosing from a numbered list.

use std::time::{Duration, Instant};

use super::keys::Act;

/// How long after a digit the next one still belongs to the same number.
const TYPING: Duration = Duration::from_secs(1);

/// The selection in a numbered list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pick {
    /// The selected entry.
    pub at: usize,
    /// The number that is being typed, 0 if none, and when its last digit was typed.
    typed: usize,
    when: Option<Instant>,
    /// Whether it was selected with the mouse.
    pointed: bool,
}

impl Pick {
    /// An entry is selected.
    pub(super) fn new(at: usize) -> Self {
        Self { at, ..Self::default() }
    }

    /// Nothing is selected until somebody moves.
    pub(super) fn nowhere() -> Self {
        Self::new(usize::MAX)
    }

    /// Selects an entry of a list of `len` with the mouse; true if it was selected that way already.
    pub(super) fn point(&mut self, entry: usize, len: usize) -> bool {
        let at = entry.min(len.saturating_sub(1));
        let again = self.pointed && self.at == at;
        *self = Self { pointed: true, ..Self::new(at) };
        again
    }

    /// Moves in a list of `len` entries; false if the act does not move.
    pub(super) fn act(&mut self, act: Act, len: usize) -> bool {
        self.pointed = false;
        let last = len.saturating_sub(1);
        let back = matches!(act, Act::Up | Act::Left | Act::PageUp);
        let on = matches!(act, Act::Down | Act::Right | Act::PageDown);
        if self.at > last && (back || on) {
            self.at = if on { 0 } else { last };
            return true;
        }
        if let Act::Digit(digit) = act {
            return self.digit(digit.into(), len, Instant::now());
        }
        self.at = match act {
            Act::Up | Act::Left => self.at.saturating_sub(1),
            Act::Down | Act::Right => (self.at + 1).min(last),
            Act::PageUp => self.at.saturating_sub(5),
            Act::PageDown => (self.at + 5).min(last),
            Act::First => 0,
            Act::Last => last,
            _ => return false,
        };
        self.typed = 0;
        true
    }

    /// Selects by number. A second digit makes a two-digit number if it follows soon and the list has such
    /// an entry; otherwise it begins a new number.
    fn digit(&mut self, digit: usize, len: usize, now: Instant) -> bool {
        let follows = self.when.is_some_and(|when| now.duration_since(when) < TYPING);
        self.when = Some(now);
        let longer = self.typed * 10 + digit;
        let number = if follows && self.typed > 0 && longer <= len { longer } else { digit };
        self.typed = if number <= len { number } else { 0 };
        if self.typed > 0 {
            self.at = self.typed - 1;
        }
        true
    }

    /// The first entry to show in `height` rows, so that the selected one is among them.
    pub(super) fn first_shown(&self, len: usize, height: usize) -> usize {
        let at = if self.at < len { self.at } else { 0 };
        let half = at.saturating_sub(height / 2);
        half.min(len.saturating_sub(height))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(digits: &[u8], len: usize) -> usize {
        let mut pick = Pick::default();
        for digit in digits {
            pick.act(Act::Digit(*digit), len);
        }
        pick.at + 1
    }

    #[test]
    fn a_digit_chooses_its_entry() {
        assert_eq!(typed(&[3], 5), 3);
    }

    #[test]
    fn two_digits_choose_an_entry_beyond_the_ninth() {
        assert_eq!(typed(&[1, 2], 20), 12);
        assert_eq!(typed(&[1, 0], 20), 10);
    }

    #[test]
    fn a_digit_that_makes_no_number_of_the_list_begins_anew() {
        assert_eq!(typed(&[1, 2], 9), 2);
        assert_eq!(typed(&[2, 5], 20), 5);
    }

    #[test]
    fn a_digit_typed_long_after_another_begins_anew() {
        let (mut pick, now) = (Pick::default(), Instant::now());
        pick.digit(1, 20, now);
        pick.digit(2, 20, now + Duration::from_secs(5));
        assert_eq!(pick.at + 1, 2);
    }

    #[test]
    fn a_digit_without_an_entry_changes_nothing() {
        assert_eq!(typed(&[2, 9], 5), 2);
        assert_eq!(typed(&[0], 5), 1);
    }

    #[test]
    fn an_entry_is_taken_by_pointing_at_it_twice_and_not_by_once() {
        let mut pick = Pick::new(2);
        assert!(!pick.point(2, 5), "that it was chosen by a key is no first click");
        assert!(pick.point(2, 5));
        pick.act(Act::Down, 5);
        assert!(!pick.point(3, 5));
        assert!(!pick.point(1, 5));
    }

    #[test]
    fn from_nowhere_one_comes_in_at_the_end_one_comes_from() {
        for (act, at) in [(Act::Down, 0), (Act::PageDown, 0), (Act::Up, 4), (Act::Last, 4)] {
            let mut pick = Pick::nowhere();
            assert_eq!(pick.first_shown(5, 2), 0);
            pick.act(act, 5);
            assert_eq!(pick.at, at, "{act:?}");
        }
    }

    #[test]
    fn the_chosen_entry_is_always_shown() {
        for len in 1..30 {
            for at in 0..len {
                for height in 1..12 {
                    let first = Pick::new(at).first_shown(len, height);
                    assert!(first <= at && at < first + height, "{at} of {len} in {height}");
                }
            }
        }
    }
}
