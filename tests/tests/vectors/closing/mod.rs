//! Files about steps that were closed without somebody, or by a decision; about what follows the last
//! step; and evidence about all of that. Each is refused by one check alone, which is named beside it,
//! or by none.

mod broken;
mod consents;
mod history;
mod shown;
mod trailing;
mod words;

use engine::Seat;
use table::{Misdeed, audit::Verdict};

use self::history::History;
use crate::verdicts::audit;

/// A file, and what must be found.
struct Case {
    name: &'static str,
    of: &'static str,
    file: Vec<u8>,
    expected: Expected,
}

enum Expected {
    Fair,
    Unfinished,
    TwoHistories,
    Damaged(&'static str),
    Cheated(u8, u64, Misdeed),
}

/// All files, by name and match.
pub(crate) fn files() -> impl Iterator<Item = (String, &'static str, Vec<u8>)> {
    let all =
        [consents::cases(), shown::cases(), trailing::cases(), words::cases(), broken::cases()];
    all.into_iter().flatten().map(|case| {
        case.check();
        (case.name.to_owned(), case.of, case.file)
    })
}

impl Case {
    /// Whether this very check refuses it.
    fn check(&self) {
        let verdict = audit(&self.file).unwrap().verdict;
        let found = match (&verdict, &self.expected) {
            (Verdict::Fair, Expected::Fair)
            | (Verdict::Unfinished, Expected::Unfinished)
            | (Verdict::TwoHistories { .. }, Expected::TwoHistories) => true,
            (Verdict::Damaged { damage, .. }, Expected::Damaged(expected)) => {
                damage.to_string() == *expected
            }
            (Verdict::Cheated(blame), Expected::Cheated(seat, step, misdeed)) => {
                (blame.seat, blame.step, &blame.misdeed) == (Seat::new(*seat), *step, misdeed)
            }
            _ => false,
        };
        assert!(found, "{}: {verdict:?}", self.name);
    }
}
