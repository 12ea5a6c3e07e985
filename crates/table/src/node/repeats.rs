//! Recognises messages that change nothing before they are decoded: to decode and check the points of one
//! costs more than anything else that is done with it, and each seat can sign as many as it likes.
//!
//! Contributions that come again and are stored nowhere are remembered by digest: a seat that was left
//! behind sends its own again and again.

use std::collections::{BTreeMap, VecDeque};

use engine::Seat;
use proto::{Digest, Encoded, Header, Word, digest, limits};

use super::{Dropped, Node, log::Closed};

/// How many messages of each seat are remembered.
const OF_A_SEAT: usize = 16;

/// How much evidence of one node is looked at between two statuses.
const SHOWN: usize = 2 * limits::SEATS;

/// The first bytes of a message that is evidence.
const EVIDENCE: [u8; 4] = [3, 0, 0, 0];

/// What was heard, as far as it is needed to recognise messages that change nothing.
#[derive(Default)]
pub(super) struct Repeats {
    /// Messages with contributions that were heard and not kept: the last of each seat.
    heard: BTreeMap<u8, VecDeque<Digest>>,
    /// How much evidence each node has shown since the last status.
    evidence: BTreeMap<Option<Seat>, usize>,
}

impl Repeats {
    /// Whether this very message was heard before.
    pub(super) fn contains(&self, message: &[u8]) -> bool {
        let heard = Encoded::place(message).and_then(|at| self.heard.get(&at.seat));
        heard.is_some_and(|heard| heard.contains(&name(message)))
    }

    /// A message of a seat at this table was heard, and is not kept.
    pub(super) fn note(&mut self, message: &[u8]) {
        let Some(Header { seat, .. }) = Encoded::place(message) else { return };
        let heard = self.heard.entry(seat).or_default();
        heard.push_back(name(message));
        if heard.len() > OF_A_SEAT {
            heard.pop_front();
        }
    }

    /// A node has shown this message: counts it, if it is evidence.
    pub(super) fn count_evidence(&mut self, from: Option<Seat>, message: &[u8]) {
        if message.starts_with(&EVIDENCE) {
            let shown = self.evidence.entry(from).or_default();
            *shown = shown.saturating_add(1);
        }
    }

    /// Looks again at the evidence that nodes show.
    pub(super) fn forget_evidence(&mut self) {
        self.evidence.clear();
    }

    /// Whether a node has shown so much evidence that no more of it is looked at.
    fn has_shown_enough(&self, from: Option<Seat>) -> bool {
        self.evidence.get(&from).is_some_and(|shown| *shown > SHOWN)
    }
}

/// The digest that a message is recognised by.
pub(super) fn name(message: &[u8]) -> Digest {
    digest("message", &[message])
}

impl Node {
    /// Whether a message of this match is known already, or can change nothing here. A contribution to another match, alone
    /// or as evidence, is refused here: anybody can send as many as they like.
    pub(super) fn is_old_news(&self, from: Option<Seat>, message: &[u8]) -> Result<bool, Dropped> {
        if let Some(at) = Encoded::place(message) {
            self.known_seat(&at.match_id, at.seat)?;
            return Ok(self.is_useless(from, &at) || self.was_heard(&at, message));
        }
        // An honest node shows each piece of evidence once for each status that does not list it.
        if message.starts_with(&EVIDENCE) && self.repeats.has_shown_enough(from) {
            return Ok(true);
        }
        // Evidence of two contributions, or of an invalid one.
        let evidence = [0, 1].map(|kind| [3, 0, 0, 0, kind, 0, 0, 0]);
        let about = evidence.iter().find_map(|before| Encoded::place_after(before, message));
        let seat = about.map(|at| self.known_seat(&at.match_id, at.seat)).transpose()?;
        Ok(seat.is_some_and(|seat| self.suspicions.seats().contains(seat)))
    }

    /// Whether nothing can come of a contribution, whatever it says.
    fn is_useless(&self, from: Option<Seat>, at: &Header) -> bool {
        let seat = Seat::new(at.seat);
        let spoke = || self.held(at.step, seat).next().is_some();
        let proven = || self.suspicions.seats().contains(seat);
        if self.seat() == Some(seat) {
            // Perhaps its journal was an old copy.
            return at.step > self.play.step.saturating_add(limits::AHEAD);
        }
        if at.step < self.play.step {
            // Over another history, of a seat that was not asked.
            let closed = self.log.get(at.step).filter(|closed| closed.is_by_contributions());
            let elsewhere = closed.is_some_and(|closed: &Closed| closed.head != at.head);
            let enough = self.suspicions.has_enough_strange(seat);
            return proven() || elsewhere && enough && !spoke();
        }
        let far = at.step > self.play.step.saturating_add(limits::AHEAD);
        let again = || match at.step == self.play.step {
            true => self.collecting.has_shown_enough(from, seat),
            false => proven(),
        };
        far || if spoke() { again() } else { self.play.gone.contains(seat) }
    }

    /// Whether a contribution was heard before, perhaps with another signature.
    fn was_heard(&self, at: &Header, message: &[u8]) -> bool {
        let mut held = self.held(at.step, Seat::new(at.seat)).peekable();
        let said = held.peek().and_then(|_| Encoded::read(message.get(4..)?));
        let digest = said.map(|said| said.digest());
        held.any(|held| Some(held.digest()) == digest) || self.repeats.contains(message)
    }

    /// Whether nothing can come of a statement on closing a step, so that its signatures need not be
    /// checked: it is known already, or not made as its kind must be.
    pub(super) fn is_known(&mut self, word: &Word) -> bool {
        let Some(at) = word.at() else { return true };
        let proven = self.suspicions.seats();
        let closing = self.closings.of(at.step);
        closing.is_some_and(|closing| closing.knows(word) || closing.is_useless(word, proven))
    }
}
