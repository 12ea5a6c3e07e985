//! Contributions that come again and are kept nowhere: to a step that was closed without their seat, or by
//! a seat that is gone. Whoever was left behind says them again and again, and to decode the points of a
//! message costs more than anything else that is done with it. So they are known by their digests.

use std::collections::{BTreeMap, VecDeque};

use proto::{Digest, Encoded, digest};

/// How many of each seat are known again.
const OF_A_SEAT: usize = 16;

/// Messages with contributions that were heard and not kept: the last of each seat.
#[derive(Default)]
pub(super) struct Repeats(BTreeMap<u8, VecDeque<Digest>>);

impl Repeats {
    /// Whether this very message was heard before.
    pub(super) fn contains(&self, message: &[u8]) -> bool {
        let heard = Encoded::place(message).and_then(|(_, _, seat)| self.0.get(&seat));
        heard.is_some_and(|heard| heard.contains(&name(message)))
    }

    /// A message of a seat at this table was heard, and is not kept.
    pub(super) fn note(&mut self, message: &[u8]) {
        let Some((_, _, seat)) = Encoded::place(message) else { return };
        let heard = self.0.entry(seat).or_default();
        heard.push_back(name(message));
        if heard.len() > OF_A_SEAT {
            heard.pop_front();
        }
    }
}

/// What a message is known by.
pub(super) fn name(message: &[u8]) -> Digest {
    digest("message", &[message])
}
