//! Choosing from a numbered list.

use super::keys::Act;

/// Where somebody stands in a numbered list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pick {
    /// The chosen entry.
    pub at: usize,
    /// The number that is being typed; 0 if none.
    typed: usize,
}

impl Pick {
    /// At an entry.
    pub fn new(at: usize) -> Self {
        Self { at, typed: 0 }
    }

    /// Moves in a list of `len` entries, if the key is one for that.
    pub fn act(&mut self, act: Act, len: usize) -> bool {
        let last = len.saturating_sub(1);
        if let Act::Digit(digit) = act {
            return self.digit(digit.into(), len);
        }
        self.at = match act {
            Act::Up => self.at.saturating_sub(1),
            Act::Down => (self.at + 1).min(last),
            Act::PageUp => self.at.saturating_sub(5),
            Act::PageDown => (self.at + 5).min(last),
            Act::First => 0,
            Act::Last => last,
            _ => return false,
        };
        self.typed = 0;
        true
    }

    /// A second digit makes a number of two, if the list has such an entry, and begins anew otherwise.
    fn digit(&mut self, digit: usize, len: usize) -> bool {
        let longer = self.typed * 10 + digit;
        let number = if self.typed > 0 && longer <= len { longer } else { digit };
        self.typed = if number <= len { number } else { 0 };
        if self.typed > 0 {
            self.at = self.typed - 1;
        }
        true
    }

    /// The first entry to show in `height` rows, so that the chosen one is among them.
    pub fn first_shown(&self, len: usize, height: usize) -> usize {
        let half = self.at.saturating_sub(height / 2);
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
    fn a_digit_without_an_entry_changes_nothing() {
        assert_eq!(typed(&[2, 9], 5), 2);
        assert_eq!(typed(&[0], 5), 1);
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
