//! Two histories: finding the first step on which two nodes differ, and showing each other all of it.
//!
//! Different heads accuse nobody. Two contributions of one seat to the step at which the histories part
//! do, and both nodes see them once they have shown each other that step.

use engine::Seat;
use proto::{Contribution, Digest, Encoded, Evidence, Message, Probe, Signed};

use super::{Dropped, Node, log::Closed};
use crate::{Blame, Misdeed, journal::Entry};

impl Node {
    /// Handles a genuine contribution to the current step that was signed over another history. It does
    /// not count here.
    pub(super) fn on_other_history(&mut self, seat: Seat, said: Encoded) {
        if self.seat() == Some(seat) {
            return self.stop_signing_after(&Entry::Contribution(said));
        }
        // One of each seat is enough: nodes that relayed every one would never come to rest.
        if self.collecting.forked.contains_key(&seat) {
            return;
        }
        // Others may have heard something else from that seat.
        self.broadcast_bytes(said.message());
        self.collecting.forked.insert(seat, said);
    }

    /// Handles a contribution to a step that is closed here, by a seat that did not contribute to it: if
    /// it has the same history it spoke out of turn, or the table went on without it.
    pub(super) fn on_late_contribution(&mut self, seat: Seat, signed: Signed<Contribution>) {
        let step = signed.statement.step;
        let Some(closed) = self.log.get(step) else { return };
        if self.seat() == Some(seat) && closed.head != signed.statement.head {
            return self.stop_signing_after(&Entry::Contribution(Encoded::new(&signed)));
        }
        if !closed.is_by_contributions() {
            self.suspicions.void.insert((step, seat), Encoded::new(&signed));
        } else if closed.head != signed.statement.head {
            self.suspicions.keep_strange(step, seat, Encoded::new(&signed));
        } else {
            let blame = Blame { seat, step, misdeed: Misdeed::OutOfTurn };
            self.accuse(blame, Evidence::Invalid(Box::new(signed)));
        }
    }

    /// Shows others again the contributions signed over another history, and searches for where the
    /// histories part.
    pub(super) fn show_forks(&mut self) {
        let forked: Vec<_> = self.collecting.forked.values().map(Encoded::message).collect();
        forked.into_iter().for_each(|message| self.broadcast_bytes(message));
        if self.collecting.forked.is_empty() {
            return;
        }
        if let Some(probe) = self.probe(1, self.play.step) {
            self.broadcast(&Message::Probe(probe));
        }
        // With a single closed step there is nothing to search.
        if self.play.step == 2 {
            let shown = self.log.get(1).map(Closed::messages).unwrap_or_default();
            shown.into_iter().for_each(|message| self.broadcast_bytes(message));
        }
    }

    /// The head before a step that this node has come to.
    pub(super) fn head_before(&self, step: u64) -> Option<Digest> {
        match self.log.get(step) {
            Some(closed) => Some(closed.head),
            None => (step == self.play.step).then_some(self.play.head),
        }
    }

    /// The next probe of the binary search: halfway between a step before which both heads are equal and
    /// one before which they differ.
    pub(super) fn probe(&self, agree: u64, differ: u64) -> Option<Probe> {
        let step = agree + differ.checked_sub(agree)? / 2;
        let head = self.head_before(step)?;
        Some(Probe { match_id: self.play.id, agree, differ, step, head })
    }

    pub(super) fn on_probe(&mut self, from: Option<Seat>, probe: &Probe) -> Result<(), Dropped> {
        if probe.match_id != self.play.id {
            return Err(Dropped::Foreign);
        }
        let Probe { agree, differ, step, head, .. } = *probe;
        let Some(mine) = self.head_before(step).filter(|_| agree <= step && step < differ) else {
            return Ok(());
        };
        let (agree, differ) = if mine == head { (step, differ) } else { (agree, step) };
        let apart = differ.saturating_sub(agree);
        if apart <= 1 {
            // Both have the same head before this step, and went on from it in two ways.
            self.stand(agree);
            let shown = self.log.get(agree).map(Closed::messages).unwrap_or_default();
            shown.into_iter().for_each(|message| self.reply_bytes(from, message));
        }
        // This last probe makes the other node show that step too.
        let last = self.head_before(agree).map(|head| Probe {
            agree,
            differ,
            step: agree,
            head,
            ..*probe
        });
        let next = if apart <= 1 { last } else { self.probe(agree, differ) };
        if let Some(next) = next.filter(|next| next != probe) {
            self.reply_to(from, &Message::Probe(next));
        }
        Ok(())
    }
}
