//! The current step: receiving contributions to it, making this node's own, closing it.

use engine::Seat;
use proto::{
    Accept, Certificate, Contribution, Digest, Encoded, Evidence, Signed, Statement, Value,
    codec::DecodeError, limits,
};

use super::{
    Dropped, Node, Output,
    log::{Closed, ClosedBy},
};
use crate::{
    Blame, Effect, Proven, Rejected, Seats, journal::frame_contribution, play::Checked,
    rounds::NotYet,
};

impl Node {
    /// Does everything that can be done without another message.
    pub(super) fn run(&mut self) {
        loop {
            if !self.is_over() {
                self.speak();
                self.part_with_cheats();
            }
            // Nodes that are still in a step need this node's statements on it, also after the end.
            self.speak_on_closing();
            self.sign_standings_after_contradictions();
            self.stand_by_acceptance();
            if !self.close() {
                return;
            }
        }
    }

    /// Whether this node may sign anything new.
    pub(super) fn may_sign(&self) -> bool {
        !self.replaying && self.asking.is_none()
    }

    /// Whether this node may contribute or consent to a step. Those that an honest seat had come beyond when it was resumed
    /// are closed: its seat has contributed to them, and by what it said later has gone on as if it had not consented.
    pub(super) fn may_begin_on(&self, step: u64) -> bool {
        self.may_sign() && step >= self.reached
    }

    /// Makes the contribution that this node owes.
    fn speak(&mut self) {
        let may = self.may_begin_on(self.play.step);
        let Some(me) = &mut self.me else { return };
        let seat = me.seat;
        if let Err(bug) = me.keep_escrow(&self.play) {
            return self.play.give_up(bug);
        }
        let owes = self.play.owed().contains(seat) && self.collecting.said(seat).next().is_none();
        if !owes || !may {
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
        let (signed, made) = (Signed::new(statement, me.secrets.identity()), me.made.take());
        let said = Encoded::new(&signed);
        match made.map(|made| self.play.check_own(&signed.statement, &made)) {
            Some(Ok(checked)) => self.accept(seat, &signed, said.clone(), checked),
            _ => self.check_and_accept(seat, signed, said.clone()),
        }
        if self.collecting.inbox.contains_key(&seat) {
            self.broadcast_bytes(said.message());
        }
    }

    /// Handles a contribution that the node of `from` has shown.
    pub(super) fn on_contribution(
        &mut self,
        signed: Signed<Contribution>,
        from: Option<Seat>,
    ) -> Result<(), Dropped> {
        let said = Encoded::new(&signed);
        self.on_encoded(signed, said, from, false)
    }

    /// Handles a contribution whose bytes are there. One that was `checked_before` is known to be
    /// genuine.
    pub(super) fn on_encoded(
        &mut self,
        signed: Signed<Contribution>,
        said: Encoded,
        from: Option<Seat>,
        checked_before: bool,
    ) -> Result<(), Dropped> {
        let seat = self.known_seat(&signed.statement.match_id, signed.statement.seat)?;
        if !said.fits() {
            return Err(Dropped::Malformed(DecodeError::TooLarge));
        }
        let step = signed.statement.step;
        let known = self.held(step, seat).any(|held| *held == said);
        if known || step > self.play.step.saturating_add(limits::AHEAD) {
            return Ok(());
        }
        if !checked_before && !said.is_genuine(&self.keys) {
            return Err(Dropped::Forged);
        }
        // A statement may be signed more than once. The first signature is kept, since only statements
        // count.
        if self.held(step, seat).any(|held| held.digest() == said.digest()) {
            return Ok(());
        }
        let other = self.held(step, seat).next().cloned();
        if let Some(other) = other {
            // What is proven is not proven again: decoding costs more than all the rest.
            let news = !self.suspicions.seats().contains(seat);
            let other = news.then(|| other.decode()).and_then(Result::ok);
            other.into_iter().for_each(|other| self.accuse_of_two(other, signed.clone()));
            if step == self.play.step && !self.is_over() {
                self.keep_other(seat, signed, said, from);
            }
        } else if step < self.play.step {
            self.on_late_contribution(seat, signed);
        } else if self.play.gone.contains(seat) {
            // It says nothing to those who went on without it.
        } else if step > self.play.step {
            self.collecting.early.insert((step, seat), (signed, said));
        } else if !self.is_over() {
            self.notice_old_copy(seat);
            self.check_and_accept(seat, signed, said);
        }
        Ok(())
    }

    /// Handles a contribution that is known already.
    pub(super) fn show_again(&mut self, from: Option<Seat>, message: &[u8]) {
        if let Some(at) = Encoded::place(message).filter(|at| at.step == self.play.step) {
            self.collecting.show_again(from, Seat::new(at.seat), message);
        }
    }

    /// The contributions of a seat to a step that this node has.
    pub(super) fn held(&self, step: u64, seat: Seat) -> impl Iterator<Item = &Encoded> {
        let current = (step == self.play.step).then(|| self.collecting.said(seat));
        let early = self.collecting.early.get(&(step, seat)).map(|(_, said)| said);
        let closed = self.log.said(step, seat).or(self.suspicions.void.get(&(step, seat)));
        current.into_iter().flatten().chain(early).chain(closed)
    }

    /// Checks a genuine contribution to the current step, and accepts it or accuses its author.
    pub(super) fn check_and_accept(
        &mut self,
        seat: Seat,
        signed: Signed<Contribution>,
        said: Encoded,
    ) {
        if signed.statement.head != self.play.head {
            return self.on_other_history(seat, said);
        }
        match self.play.check(&signed.statement) {
            Ok(checked) => self.accept(seat, &signed, said, checked),
            Err(Rejected::Cheat(blame)) => self.accuse(blame, Evidence::Invalid(Box::new(signed))),
            Err(Rejected::Bug(bug)) => self.play.give_up(bug),
        }
    }

    fn accept(
        &mut self,
        seat: Seat,
        signed: &Signed<Contribution>,
        said: Encoded,
        checked: Checked,
    ) {
        let own = self.seat() == Some(seat);
        if !self.replaying {
            self.out.push(Output::Keep(frame_contribution(&said), own));
        }
        let proven = Proven::of(&signed.statement.body);
        let step = self.play.step;
        let proven = proven.map(|proven| Output::Effect(Effect::Proven(seat, step, proven)));
        self.out.extend(proven);
        self.blame_broken_consent(seat, signed);
        self.collecting.inbox.insert(seat, (said, checked));
    }

    /// Stores another contribution of a seat that has made several: the table may decide on it.
    fn keep_other(
        &mut self,
        seat: Seat,
        signed: Signed<Contribution>,
        said: Encoded,
        from: Option<Seat>,
    ) {
        self.collecting.count_shown(from, seat);
        if !self.collecting.inbox.contains_key(&seat) {
            return self.check_and_accept(seat, signed, said);
        }
        if let Ok(checked) = self.play.check(&signed.statement) {
            self.collecting.show(from, seat, said, checked);
        }
    }

    /// Tells the closing which sets of contributions are here to close the step by.
    pub(super) fn hold_contributions(&mut self) {
        let ways: Vec<Digest> = self.collecting.digests().collect();
        let preferred = self.closed_elsewhere().filter(|digest| ways.contains(digest));
        let preferred = preferred.or(ways.first().copied());
        self.closings.current.hold(ways.into_iter().collect(), preferred);
    }

    /// Whether the contributions can close the step without a decision. A node that has lost its journal
    /// keeps to its own standing on this step.
    fn may_close_at_once(&mut self) -> bool {
        let as_said = match self.stood() {
            None => true,
            Some(Value::Contributions(digest)) => self.arrange(&digest),
            Some(Value::Without(_)) => false,
        };
        let slow = self.closings.by_decision.contains(&self.play.step);
        as_said && !slow && self.closings.may_use_fast_path()
    }

    /// Journals the contributions that this node is about to accept and that are not the first of their
    /// seats: a node that has accepted contributions must be able to show them, also after a crash.
    pub(super) fn keep_accepted(&mut self, accept: &Accept) {
        let Value::Contributions(digest) = accept.value else { return };
        if accept.at.step != self.play.step {
            return;
        }
        self.collecting.accept(Seat::new(accept.at.seat), &digest);
        if self.replaying {
            return;
        }
        let accepted = self.collecting.arranged(Some(digest)).zip(self.collecting.inbox.values());
        let others = accepted.filter(|(said, (first, _))| *said != first);
        let frames = others.map(|(said, _)| Output::Keep(frame_contribution(said), false));
        self.out.extend(frames);
    }

    /// Makes the set with this digest the one to close the step by, and journals contributions in it that
    /// are not the first of their seats: the journal must tell by which the step was closed. False if
    /// there is no such set.
    fn arrange(&mut self, digest: &Digest) -> bool {
        let Some(others) = self.collecting.arrange(digest) else { return false };
        for other in others.iter().filter(|_| !self.replaying) {
            self.out.push(Output::Keep(frame_contribution(other), false));
        }
        true
    }

    /// Closes the step if it can be: by all contributions, or by the decision of a quorum.
    fn close(&mut self) -> bool {
        if self.is_over() || self.holds() {
            return false;
        }
        if self.missing().is_empty() {
            self.hold_contributions();
        }
        match self.closings.current.decided().cloned() {
            Some(decided) => self.close_by_decision(decided),
            None if self.missing().is_empty() && self.may_close_at_once() => {
                self.close_by_contributions(None);
                true
            }
            None => false,
        }
    }

    fn close_by_decision(&mut self, decided: Certificate) -> bool {
        match decided.proposal.statement.value {
            Value::Contributions(digest) => {
                let here = self.missing().is_empty() && self.arrange(&digest);
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
        let forked = core::mem::take(&mut self.collecting.forked);
        let all = self.collecting.take();
        for (seat, said) in forked.into_iter().filter(|(seat, _)| !all.contains_key(seat)) {
            self.suspicions.keep_strange(self.play.step, seat, said);
        }
        self.presence.spoke(all.keys().copied(), self.play.step);
        // Only contributions that closed a step are in the transcript: until then decisions are shown
        // again.
        if self.seat().is_some_and(|seat| all.contains_key(&seat)) {
            self.closings.to_show.clear();
        }
        if let Some(decided) = decided.as_deref().filter(|_| !self.closings.may_use_fast_path()) {
            self.closings.show(decided);
        }
        let kept = all.values().map(|(said, _)| said.clone()).collect();
        let said = all.into_iter().map(|(seat, (said, checked))| (seat, (said.digest(), checked)));
        let closed = self.closed_by(ClosedBy::Contributions(kept, decided));
        let result = self.play.close(said.collect());
        self.next_step(closed, result);
    }

    fn close_without(&mut self, without: Seats, decided: Certificate) {
        let step = self.play.step;
        let forked = core::mem::take(&mut self.collecting.forked);
        let void = self.collecting.take().into_iter().map(|(seat, (said, _))| (seat, said));
        let void = forked.into_iter().chain(void).map(|(seat, said)| ((step, seat), said));
        self.suspicions.void.extend(void);
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
        self.standings.forget_before(self.suspicions.common);
        self.log.push(closed);
        self.presence.step_began = self.presence.now;
        for effect in self.play.take_effects() {
            if let Some(me) = &mut self.me {
                me.notice(&self.play, &effect);
            }
            // Dealt cards are not reported: they concern only this node's own knowledge.
            if !matches!(effect, Effect::Deliver(..)) {
                self.out.push(Output::Effect(effect));
            }
        }
        if let Err(blame) = result {
            // Two seats have the same key, which the transcript itself shows.
            self.suspicions.split = true;
            self.suspicions.own(blame.clone());
            let transcript = self.transcript();
            self.out.push(Output::Accused(blame, transcript));
            return;
        }
        let step = self.play.step;
        for seat in self.play.present().iter() {
            if let Some((signed, said)) = self.collecting.early.remove(&(step, seat)) {
                self.notice_old_copy(seat);
                self.check_and_accept(seat, signed, said);
            }
        }
    }
}
