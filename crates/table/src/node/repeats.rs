//! Contributions that come again, as they do wherever messages get lost. They are known by their bytes: to
//! decode the points of a message costs more than anything else that is done with one that is known.

use std::collections::BTreeMap;

use proto::{Digest, digest, limits};

/// Messages with contributions that were heard, by step and seat: the last of each.
#[derive(Default)]
pub(super) struct Repeats(BTreeMap<(u64, u8), Digest>);

impl Repeats {
    /// Whether this very message was heard before.
    pub fn contains(&self, bytes: &[u8]) -> bool {
        let heard = place(bytes).and_then(|place| self.0.get(&place));
        heard.is_some_and(|heard| *heard == name(bytes))
    }

    /// A message was heard by a node that is in this step.
    pub fn note(&mut self, bytes: &[u8], step: u64) {
        let near = |of: u64| of.abs_diff(step) <= limits::AHEAD;
        let Some(place) = place(bytes).filter(|place| near(place.0)) else { return };
        self.0.insert(place, name(bytes));
        let begin = step.saturating_sub(limits::AHEAD);
        self.0 = self.0.split_off(&(begin, 0));
    }
}

fn name(bytes: &[u8]) -> Digest {
    digest("message", &[bytes])
}

/// Step and seat of the contribution that a message is, if it is one: match id, step and seat follow its
/// kind.
fn place(bytes: &[u8]) -> Option<(u64, u8)> {
    let statement = bytes.strip_prefix(&[0; 4])?;
    let step = statement.get(32..40)?.try_into().ok()?;
    Some((u64::from_le_bytes(step), *statement.get(40)?))
}
