//! Recognises contributions that come again and are stored nowhere: to a step that was closed without
//! their seat, or by a seat that is gone. A seat that was left behind sends them again and again, and
//! decoding the points of a message costs more than anything else that is done with it. So they are
//! remembered by digest.

use std::collections::{BTreeMap, VecDeque};

use proto::{Digest, Encoded, digest};

/// How many messages of each seat are remembered.
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

/// The digest that a message is recognised by.
pub(super) fn name(message: &[u8]) -> Digest {
    digest("message", &[message])
}
