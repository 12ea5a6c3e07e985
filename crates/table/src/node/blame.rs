//! Who cheated: finding it out, saying it, and leaving the evidence.

use engine::Seat;
use proto::{Evidence, Message, Record, file};

use super::{Closed, Dropped, Millis, Node, Output, said_in};
use crate::{Blame, Misdeed, audit::contradiction, journal::Entry};

impl Node {
    pub(super) fn on_evidence(&mut self, evidence: Evidence) -> Result<(), Dropped> {
        if let Evidence::Invalid(signed) = evidence {
            return self.on_contribution(*signed);
        }
        self.accuse_of_contradiction(evidence)
    }

    /// Accuses a seat whose two words contradict each other.
    pub(super) fn accuse_of_contradiction(&mut self, evidence: Evidence) -> Result<(), Dropped> {
        let fault = contradiction(&evidence, &self.play.id, &self.keys).ok_or(Dropped::Foreign)?;
        self.accuse(fault, evidence);
        Ok(())
    }

    /// A seat that is here, and whose head nobody's words explain, has lied about the history. That is
    /// this node's own judgement: others cannot tell it from the signature alone.
    pub(super) fn blame_forks(&mut self) {
        let away = self.away();
        let late = |since: Millis| self.now.saturating_sub(since) >= self.timing.grace;
        let liar = self
            .forked
            .iter()
            .find(|(seat, (_, since))| late(*since) && !away.contains(**seat))
            .map(|(seat, (signed, _))| (*seat, signed.clone()));
        if let Some((seat, signed)) = liar {
            let fault = self.blame(seat, Misdeed::ForeignHead);
            self.forked.remove(&seat);
            self.accuse(fault, Evidence::Invalid(Box::new(signed)));
        }
    }

    /// Says again what others may have missed and cannot ask for.
    pub(super) fn insist(&mut self) {
        let present = self.play.present();
        let proofs = self.proofs.iter().filter(|(seat, _)| present.contains(*seat));
        let messages: Vec<_> = proofs.map(|(_, proof)| Message::Evidence(proof.clone())).collect();
        messages.iter().for_each(|message| self.broadcast(message));
        if !self.forked.is_empty() {
            self.show_last_step();
        }
    }

    /// Shows what closed the last step here, and who said so: where that differs from what others
    /// have, somebody has said two things.
    pub(super) fn show_last_step(&mut self) {
        let last = self.history.len() as u64;
        let records = self.history.last().map(|closed| closed.records.as_slice());
        let mut messages: Vec<_> = records.unwrap_or_default().iter().filter_map(said_in).collect();
        if let Some(late) = self.late.get(&last) {
            messages.extend(late.news().cloned().map(Message::Vote));
            messages.extend(late.settled().cloned().map(Message::Settled));
        }
        messages.extend(self.settled.get(&last).cloned().map(Message::Settled));
        messages.iter().for_each(|message| self.broadcast(message));
    }

    /// Names a cheat, tells everybody, and leaves the evidence.
    pub(super) fn accuse(&mut self, fault: Blame, evidence: Evidence) {
        if self.is_proven(fault.seat) {
            return;
        }
        // What was told apart in this step or the last may have closed it in two ways. Before that,
        // everybody has signed one history since.
        let open = fault.step.saturating_add(1) >= self.play.step;
        let contradicts = !matches!(evidence, Evidence::Invalid(_));
        self.split |= contradicts && open && self.play.present().contains(fault.seat);
        self.faults.push(fault.clone());
        self.proofs.push((fault.seat, evidence.clone()));
        self.keep(&Entry::Evidence(evidence.clone()), true);
        let mut bytes = file::Kind::Evidence.header().to_vec();
        bytes.extend(file::frame(&evidence));
        bytes.extend(file::frame(&Record::Charter(self.charter.clone())));
        let before = usize::try_from(fault.step.saturating_sub(1)).unwrap_or(usize::MAX);
        let past = self.history.iter().take(before).flat_map(Closed::written);
        past.for_each(|record| bytes.extend(file::frame(&record)));
        self.out.push(Output::Accused(fault, bytes));
        self.broadcast(&Message::Evidence(evidence));
    }

    pub(super) fn blame(&self, seat: Seat, misdeed: Misdeed) -> Blame {
        Blame { seat, step: self.play.step, misdeed }
    }

    pub(super) fn is_proven(&self, seat: Seat) -> bool {
        self.faults.iter().any(|fault| fault.seat == seat)
    }
}
