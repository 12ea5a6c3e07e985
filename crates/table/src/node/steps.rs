//! The current step: hearing contributions to it, making one's own, closing it.

use std::collections::BTreeMap;

use engine::Seat;
use proto::{
    Certificate, Contribution, Evidence, Message, Signed, Statement, Value, codec::DecodeError,
    limits,
};

use super::{
    Dropped, Node, Output,
    log::{Closed, ClosedBy},
};
use crate::{
    Blame, Effect, Proven, Rejected, Seats, journal::Entry, play::Checked, rounds::NotYet,
};

impl Node {
    /// Everything that can be done without hearing more.
    pub(super) fn run(&mut self) {
        loop {
            if !self.is_over() {
                self.speak();
                self.part_with_cheats();
            }
            // Whoever is still in a step needs this node's word on it, also after the end.
            self.speak_on_closing();
            if !self.close() {
                return;
            }
        }
    }

    /// Whether this node may sign anything new.
    pub(super) fn may_sign(&self) -> bool {
        !self.replaying && self.asking.is_none()
    }

    /// Says what this node owes.
    fn speak(&mut self) {
        let Some(me) = &mut self.me else { return };
        let seat = me.seat;
        if let Err(bug) = me.keep_escrow(&self.play) {
            return self.play.give_up(bug);
        }
        let owes = self.play.owed().contains(seat) && self.collecting.said(seat).next().is_none();
        if !owes || self.replaying || self.asking.is_some() {
            return;
        }
        let body = match me.contribution(&self.play) {
            Ok(body) => body,
            Err(NotYet::Undecided) => return,
            Err(NotYet::Bug(bug)) => return self.play.give_up(bug),
        };
        let statement = Contribution {
            match_id: self.play.id,
            step: self.play.step,
            seat: seat.index() as u8,
            head: self.play.head,
            decided: self.closings.to_show.clone(),
            body,
        };
        let signed = Signed::new(statement, me.secrets.identity());
        self.check_and_accept(seat, signed.clone());
        if self.collecting.inbox.contains_key(&seat) {
            self.broadcast(&Message::Contribution(signed));
        }
    }

    pub(super) fn on_contribution(&mut self, signed: Signed<Contribution>) -> Result<(), Dropped> {
        let seat = self.known_seat(&signed.statement.match_id, signed.statement.seat)?;
        if !signed.statement.fits() {
            return Err(Dropped::Malformed(DecodeError::TooLarge));
        }
        let step = signed.statement.step;
        let held: Vec<_> = self.held(step, seat).cloned().collect();
        if held.contains(&signed) || step > self.play.step.saturating_add(limits::AHEAD) {
            return Ok(());
        }
        self.genuine(&signed)?;
        let other = held.into_iter().find(|held| held.statement != signed.statement);
        if let Some(other) = other {
            self.accuse_of_two(other, signed.clone());
            if step == self.play.step && !self.is_over() {
                self.keep_second(seat, signed);
            }
        } else if step < self.play.step {
            self.on_late_contribution(seat, signed);
        } else if self.play.gone.contains(seat) {
            // It says nothing to those who went on without it.
        } else if step > self.play.step {
            self.collecting.early.insert((step, seat), signed);
        } else if !self.is_over() {
            self.notice_old_copy(seat);
            self.check_and_accept(seat, signed);
        }
        Ok(())
    }

    /// What a seat has said in a step, as far as this node has it.
    fn held(&self, step: u64, seat: Seat) -> impl Iterator<Item = &Signed<Contribution>> {
        let current = (step == self.play.step).then(|| self.collecting.said(seat));
        let early = self.collecting.early.get(&(step, seat));
        current.into_iter().flatten().chain(early).chain(self.log.said(step, seat))
    }

    /// Checks a genuine contribution to the current step, and accepts it or accuses its author.
    pub(super) fn check_and_accept(&mut self, seat: Seat, signed: Signed<Contribution>) {
        if signed.statement.head != self.play.head {
            return self.on_other_history(seat, signed);
        }
        match self.play.check(&signed.statement) {
            Ok(checked) => self.accept(seat, signed, checked),
            Err(Rejected::Cheat(blame)) => self.accuse(blame, Evidence::Invalid(Box::new(signed))),
            Err(Rejected::Bug(bug)) => self.play.give_up(bug),
        }
    }

    fn accept(&mut self, seat: Seat, signed: Signed<Contribution>, checked: Checked) {
        let own = self.seat() == Some(seat);
        self.keep(&Entry::Contribution(signed.clone()), own);
        let proven = Proven::of(&signed.statement.body);
        let step = self.play.step;
        let proven = proven.map(|proven| Output::Effect(Effect::Proven(seat, step, proven)));
        self.out.extend(proven);
        self.blame_broken_consent(seat, &signed);
        self.collecting.inbox.insert(seat, (signed, checked));
    }

    /// Keeps a second, different contribution of a seat: the table may decide on it.
    fn keep_second(&mut self, seat: Seat, signed: Signed<Contribution>) {
        if !self.collecting.inbox.contains_key(&seat) {
            return self.check_and_accept(seat, signed);
        }
        if !self.collecting.second.contains_key(&seat)
            && let Ok(checked) = self.play.check(&signed.statement)
        {
            self.collecting.second.insert(seat, (signed, checked));
        }
    }

    /// Closes the step if it can be: by all contributions, or by the decision of a quorum.
    fn close(&mut self) -> bool {
        if self.is_over() {
            return false;
        }
        if self.missing().is_empty() {
            self.closings.current.have(self.collecting.digest());
        }
        match self.closings.current.decided().cloned() {
            Some(decided) => self.close_by_decision(decided),
            None if self.missing().is_empty() && self.closings.is_fast() => {
                self.close_by_contributions(None);
                true
            }
            None => false,
        }
    }

    fn close_by_decision(&mut self, decided: Certificate) -> bool {
        match decided.proposal.statement.value {
            Value::Contributions(digest) => {
                let here = self.missing().is_empty() && self.collecting.arrange(&digest);
                if here {
                    self.keep_decision(&decided);
                    self.close_by_contributions(Some(Box::new(decided)));
                }
                here
            }
            Value::Without(mask) => {
                let Some(without) = Seats::from_mask(mask, self.play.seats()) else { return false };
                self.keep_decision(&decided);
                self.close_without(without, decided);
                true
            }
        }
    }

    fn close_by_contributions(&mut self, decided: Option<Box<Certificate>>) {
        let all = self.collecting.take();
        // Only what closes a step is in the transcript: until then decisions are shown again.
        if self.seat().is_some_and(|seat| all.contains_key(&seat)) {
            self.closings.to_show.clear();
        }
        if let Some(decided) = decided.as_deref().filter(|_| !self.closings.current.is_fast()) {
            self.closings.show(decided);
        }
        let signed = all.values().map(|(signed, _)| signed.clone()).collect();
        let said = all
            .into_iter()
            .map(|(seat, (signed, checked))| (seat, (signed.statement.digest(), checked)));
        let said: BTreeMap<_, _> = said.collect();
        let closed = self.closed_by(ClosedBy::Contributions(signed, decided));
        let result = self.play.close(said);
        self.next_step(closed, result);
    }

    fn close_without(&mut self, without: Seats, decided: Certificate) {
        self.collecting.take();
        let present = self.play.present().mask();
        let consents = decided.proposal.statement.signed_consents(present);
        let digests: Vec<_> = consents.iter().map(|consent| consent.statement.digest()).collect();
        let closed = self.closed_by(ClosedBy::Decision(Box::new(decided)));
        let result = self.play.go_on_without(without, &digests);
        if self.seat().is_some_and(|seat| without.contains(seat)) {
            self.excluded = true;
            self.me = None;
        }
        self.next_step(closed, result);
    }

    fn closed_by(&self, by: ClosedBy) -> Closed {
        let scope = self.play.scope();
        Closed { head: self.play.head, present: scope.present, quorum: scope.quorum, by }
    }

    fn next_step(&mut self, closed: Closed, result: Result<(), Blame>) {
        self.closings.next(&closed, self.play.scope(), self.seat());
        self.suspicions.next_step(&closed, self.log.next_step());
        self.log.push(closed);
        self.presence.step_began = self.presence.now;
        for effect in self.play.take_effects() {
            if let Some(me) = &mut self.me {
                me.notice(&self.play, &effect);
            }
            self.out.push(Output::Effect(effect));
        }
        if let Err(blame) = result {
            // Two seats have one key. The transcript itself shows that.
            self.suspicions.split = true;
            self.suspicions.own(blame.clone());
            let transcript = self.transcript();
            self.out.push(Output::Accused(blame, transcript));
            return;
        }
        let step = self.play.step;
        for seat in self.play.present().iter() {
            if let Some(signed) = self.collecting.early.remove(&(step, seat)) {
                self.notice_old_copy(seat);
                self.check_and_accept(seat, signed);
            }
        }
    }
}
