//! Going on without somebody: who may be left, who consents, and the ballots that decide.

use std::collections::{BTreeMap, BTreeSet};

use engine::Seat;
use proto::{
    Certificate, Contribution, Decided, Encoded, Evidence, Header, Message, Signed, Value, Word,
    limits,
};

use super::{AutoConsent, Dropped, Millis, Node, log::Closed, pace::Pace};
use crate::{
    Blame, Misdeed, Seats,
    closing::{Closing, Decisions, Heard, Scope},
    journal::Entry,
};

/// The closing of the current step, and of those before it that others may not have closed yet.
pub(super) struct Closings {
    pub current: Closing,
    /// The closings since the last step to which everybody contributed: seats that are still in one of
    /// them need promises and acceptances from those who have closed it. Also earlier closings in which
    /// this node has made a statement that binds it.
    late: BTreeMap<u64, Closing>,
    /// How many old steps were reopened for the statements of each seat.
    reopened: BTreeMap<Seat, usize>,
    pub auto: AutoConsent,
    /// The seats that this node's player is ready to go on without in this step.
    ready: Seats,
    pace: Pace,
    /// Decisions that the next contribution must show, because this seat had consented otherwise.
    pub to_show: Vec<Decided>,
    /// The steps in which this node has consented, by the journal that is being read or by what others
    /// hold. In the journal the consent may come after contributions that would close the step without
    /// it.
    pub consented: BTreeSet<u64>,
    /// The steps that were closed by a decision, by the journal that is being read. The decision comes
    /// after contributions that would close the step without it, and perhaps in another way.
    pub by_decision: BTreeSet<u64>,
}

impl Closings {
    pub(super) fn new(scope: Scope, me: Option<Seat>) -> Self {
        Self {
            current: Closing::new(scope, me),
            late: BTreeMap::new(),
            reopened: BTreeMap::new(),
            auto: AutoConsent::Never,
            ready: Seats::NONE,
            pace: Pace::default(),
            to_show: Vec::new(),
            consented: BTreeSet::new(),
            by_decision: BTreeSet::new(),
        }
    }

    /// Whether this node may close the current step by contributions alone.
    pub(super) fn may_use_fast_path(&self) -> bool {
        self.current.may_use_fast_path() && !self.consented.contains(&self.current.scope().step)
    }

    /// Goes on to the next step.
    pub(super) fn next(&mut self, closed: &Closed, scope: Scope, me: Option<Seat>) {
        let mut old = core::mem::replace(&mut self.current, Closing::new(scope, me));
        if let Value::Contributions(digest) = closed.value() {
            // Only that set: it must not accept another in a ballot.
            old.have(digest);
        }
        if closed.is_by_all() {
            self.late.retain(|_, closing| closing.is_bound());
        }
        self.late.insert(old.scope().step, old);
        self.ready = Seats::NONE;
        self.pace.next_step();
    }

    /// The closing of a step, if it still matters.
    pub(super) fn of(&mut self, step: u64) -> Option<&mut Closing> {
        if step == self.current.scope().step {
            Some(&mut self.current)
        } else {
            self.late.get_mut(&step)
        }
    }

    /// A moment has passed.
    pub(super) fn climb(&mut self) {
        self.late.values_mut().chain([&mut self.current]).for_each(Closing::climb);
    }

    /// The closings from a step on.
    pub(super) fn since(&self, step: u64) -> impl Iterator<Item = &Closing> {
        let current = (self.current.scope().step >= step).then_some(&self.current);
        self.late.range(step..).map(|(_, late)| late).chain(current)
    }

    /// Remembers a decision that the next contribution must show.
    pub(super) fn show(&mut self, decided: &Certificate) {
        let proposal = &decided.proposal.statement;
        if let Value::Contributions(contributions) = proposal.value {
            let Header { step, head, .. } = proposal.at;
            let (ballot, accepts) = (proposal.ballot(), decided.accepts.clone());
            self.to_show.push(Decided { step, head, ballot, contributions, accepts });
        }
    }
}

impl Node {
    /// The seats that this node may now consent to go on without: those that are late with what they
    /// owe, and then also those that are away or proven to cheat, since nothing will come of them.
    pub fn may_go_on_without(&self) -> Seats {
        if self.seat().is_none() || self.is_over() {
            return Seats::NONE;
        }
        let (thinking, away, proven) = (self.thinking(), self.away(), self.unwanted());
        let timing = self.presence.timing;
        let late = |seat: &Seat| {
            let grace = self.presence.grace_of(*seat);
            let patience = if thinking.contains(*seat) { timing.patience } else { grace };
            self.presence.left().contains(*seat) || self.presence.waited() >= patience
        };
        let late: Seats = self.missing().iter().filter(late).collect();
        let late = late.union(proven);
        // A seat that has consented needs a quorum, even when all contributions are there.
        let stuck = !self.closings.current.may_use_fast_path();
        let all = if late.is_empty() && !stuck { Seats::NONE } else { late.union(away) };
        all.without(self.seat().into_iter().collect())
    }

    /// The seats that are there and have not chosen yet.
    fn thinking(&self) -> Seats {
        match self.play.waits_for_people() {
            true => self.missing().without(self.away()),
            false => Seats::NONE,
        }
    }

    /// Consents to go on without exactly these seats. False if they are not those that may be left now,
    /// or if that was said before.
    pub fn consent(&mut self, without: Seats, now: Millis) -> bool {
        self.presence.at(now);
        if without.is_empty() || without != self.may_go_on_without() {
            return false;
        }
        self.closings.ready = self.closings.ready.union(without);
        let consented = self.consent_to(without);
        self.run();
        consented
    }

    /// Consents without asking a person to what this node is ready for: to its own set, and to those
    /// that others have named.
    pub(super) fn consent_by_itself(&mut self) {
        let may = self.may_go_on_without();
        let named: Vec<(Seat, Seats)> = self.closings.current.consented().collect();
        let by_others = named.iter().filter(|(seat, _)| self.seat() != Some(*seat));
        let unwanted = self.unwanted();
        let left_by_others = by_others.fold(unwanted, |all, (_, set)| all.union(*set));
        let ready = match self.closings.auto {
            AutoConsent::Never => self.closings.ready.union(unwanted),
            AutoConsent::Late => may,
            AutoConsent::Away => may.without(self.thinking().without(left_by_others)),
        };
        let ready = ready.intersection(may);
        self.consent_to(ready);
        // A cheat may name others. A set that keeps a proven cheat is not consented to.
        let right = |set: &Seats| set.within(ready) && unwanted.within(*set);
        for (_, set) in named.into_iter().filter(|(_, set)| right(set)) {
            self.consent_to(set);
        }
    }

    /// Consents to go on without proven cheats before this node closes the step with them: after that it
    /// cannot consent in this step any more, and no others could go on without them.
    pub(super) fn part_with_cheats(&mut self) {
        let unwanted = self.unwanted();
        self.closings.current.distrust(unwanted);
        if !unwanted.is_empty() {
            self.consent_by_itself();
        }
    }

    /// The proven cheats to go on without from this step on. A step to which a seat has made two
    /// contributions is closed with one of them, by everybody alike, or the match is split: consents in
    /// it would only keep those who hold the other one from finding out.
    fn unwanted(&self) -> Seats {
        let step = self.play.step;
        let over =
            |blame: &&Blame| blame.step != step || blame.misdeed != Misdeed::TwoContributions;
        let cheats: Seats = self.suspicions.blames().filter(over).map(|blame| blame.seat).collect();
        cheats.intersection(self.play.present())
    }

    fn consent_to(&mut self, without: Seats) -> bool {
        // A contribution has room for a limited number of decisions, and each consent may make one more
        // necessary.
        let room = self.closings.to_show.len() < limits::DECIDED;
        let may = room && self.may_begin_on(self.play.step);
        let Some(me) = self.me.as_ref().filter(|_| may) else { return false };
        let word = self.closings.current.consent(without, me.secrets.identity());
        word.is_some_and(|word| self.say(word))
    }

    /// Begins a ballot, if this node has consented and there is something to decide on. Seats begin one
    /// after the other, so that they do not get into each other's way.
    pub(super) fn begin_ballot(&mut self) {
        let closing = &self.closings.current;
        let open =
            !closing.may_use_fast_path() && closing.decided().is_none() && closing.is_eligible();
        let may = open && self.may_sign() && !self.is_over();
        let Some(me) = self.me.as_ref().filter(|_| may) else { return };
        let rank = self.play.present().iter().position(|seat| seat == me.seat).unwrap_or_default();
        let (now, status) = (self.presence.now, self.presence.timing.status);
        if !self.closings.pace.may_begin(status * rank as Millis, now, status) {
            return;
        }
        let word = self.closings.current.begin(me.secrets.identity());
        if let Some(word) = word {
            self.closings.pace.begun();
            self.say(word);
        }
    }

    /// Makes the statements that are due on the closing of this step, and of those before that others are
    /// still in.
    pub(super) fn speak_on_closing(&mut self) {
        if self.missing().is_empty() && !self.is_over() {
            self.hold_contributions();
        }
        while let Some(word) = self.next_word() {
            if !self.say(word) {
                return;
            }
        }
    }

    fn next_word(&self) -> Option<Word> {
        let me = self.me.as_ref().filter(|_| self.may_sign())?;
        let identity = me.secrets.identity();
        self.closings.since(0).find_map(|closing| closing.due(identity))
    }

    /// Says a word of one's own: hears it, keeps it, sends it. One that binds nobody here is not said: it would be
    /// due again and again.
    fn say(&mut self, word: Word) -> bool {
        let Some(step) = word.at().map(|at| at.step) else { return false };
        let Some(closing) = self.closings.of(step) else { return false };
        if closing.hear(word.clone()) != Heard::New {
            return false;
        }
        let cause = closing.cause_of(&word);
        // What was accepted must be there when a later promise names it.
        if let Word::Accept(signed) = &word {
            let proposal = closing.proposal_of(signed.statement.ballot);
            if let Some(chain) = proposal.map(<[_]>::to_vec) {
                self.keep(&Entry::Word(Word::Proposal(chain)), false);
            }
            self.keep_accepted(&signed.statement);
        }
        if matches!(word, Word::Promise(..)) {
            self.closings.pace.promised(self.presence.now);
        }
        // Whoever hears how far this node has come must be able to follow, and at once.
        cause.iter().for_each(|begun| self.keep(&Entry::Word(begun.clone()), false));
        self.keep(&Entry::Word(word.clone()), true);
        self.broadcast(&Message::Word(word));
        cause.into_iter().for_each(|begun| self.broadcast(&Message::Word(begun)));
        true
    }

    /// Handles a statement on how to close a step.
    pub(super) fn on_word(&mut self, word: Word) -> Result<(), Dropped> {
        let at = *word.at().ok_or(Dropped::Foreign)?;
        let seat = self.known_seat(&at.match_id, at.seat)?;
        let present = match self.log.get(at.step) {
            Some(closed) if closed.head == at.head => closed.present,
            None if at.step == self.play.step && at.head == self.play.head => self.play.present(),
            // It is on a step still to come, or over another history, which other checks find.
            closed => {
                if closed.is_none() && at.step > self.play.step {
                    self.remember_consent(&word);
                } else if self.seat() == Some(seat) {
                    let present = closed.map_or(self.play.present(), |closed| closed.present);
                    if word.is_genuine(&self.keys, present.mask()) {
                        self.stop_signing_after(&Entry::Word(word));
                    }
                }
                return Ok(());
            }
        };
        self.stand_before(&word, &at, present);
        if self.is_known(&word) {
            return Ok(());
        }
        if !word.is_genuine(&self.keys, present.mask()) {
            return Err(Dropped::Forged);
        }
        self.reopen(at.step, seat);
        // After the signature is checked, and only for what is heard: nobody else may use up a seat's allowance.
        if self.is_too_soon(seat, &word) {
            return Ok(());
        }
        if self.log.get(at.step).is_some() {
            self.on_late_word(at.step, &word);
        }
        let Some(closing) = self.closings.of(at.step) else { return Ok(()) };
        let own = closing.is_of_seat(seat);
        let heard = closing.hear(word.clone());
        let decided = closing.decided().cloned();
        match heard {
            Heard::Contradiction(found) => self.accuse_of_contradiction(Evidence::Closing(*found)),
            Heard::New => {
                if let Word::Accept(signed) = &word
                    && own
                {
                    self.keep_accepted(&signed.statement);
                }
                if own && !self.replaying {
                    self.notice_old_copy(seat);
                    self.keep(&Entry::Word(word), true);
                }
                self.consent_by_itself();
            }
            Heard::Nothing => {}
        }
        if let Some(decided) = decided.filter(|_| self.log.get(at.step).is_some()) {
            self.on_late_decision(at.step, &decided);
        }
        Ok(())
    }

    /// Reopens a step for a seat that is still in it although all present seats have left it: the table
    /// went on without that seat later, and it does not know that yet.
    fn reopen(&mut self, step: u64, by: Seat) {
        let Some(closed) = self.log.get(step) else { return };
        if self.closings.of(step).is_some() {
            return;
        }
        // Each seat has its own part of the limit, so that nobody can use up that of another. What this node has said
        // itself binds it, however much that is.
        let own = self.seat() == Some(by);
        let reopened = self.closings.reopened.entry(by).or_default();
        if own || *reopened < limits::LATE_STEPS / limits::SEATS {
            *reopened += 1;
            let closing = closed.reopened(self.play.id, step, self.seat());
            self.closings.late.insert(step, closing);
        }
    }

    /// Whether a seat begins ballots faster than they are answered.
    fn is_too_soon(&mut self, seat: Seat, word: &Word) -> bool {
        let Word::Prepare(signed) = word else { return false };
        if self.replaying || self.seat() == Some(seat) {
            return false;
        }
        let (now, status) = (self.presence.now, self.presence.timing.status);
        let step = signed.statement.at.step;
        match self.closings.of(step).map(|closing| closing.is_answered(&signed.statement)) {
            None => true,
            Some(answered) => !answered && !self.closings.pace.allows(seat, step, now, status),
        }
    }

    /// Handles a statement on a step that is closed here: the table may have decided otherwise, or its
    /// seat may have consented and closed the step by contributions all the same.
    fn on_late_word(&mut self, step: u64, word: &Word) {
        let consents = match word {
            Word::Consent(signed) => vec![*signed],
            Word::Decided(decided) => {
                let present = self.log.get(step).map_or(0, |closed| closed.present.mask());
                decided.proposal.statement.signed_consents(present)
            }
            _ => Vec::new(),
        };
        for consent in consents {
            let seat = Seat::new(consent.statement.at.seat);
            let said = self.log.next_said(step, seat).or(self.collecting.first_said(seat));
            if let Some(Ok(said)) = said.map(Encoded::decode) {
                self.accuse_if_broken(consent, &said);
            }
        }
        if let Word::Decided(decided) = word {
            self.on_late_decision(step, decided);
        }
    }

    /// The table has decided on a step that is closed here in another way. Who was left behind, and who watches,
    /// begins anew as a spectator; but not whoever has closed it by a decision too: there is none that counts more.
    fn on_late_decision(&mut self, step: u64, decided: &Certificate) {
        let Some(closed) = self.log.get(step) else { return };
        let scope = closed.scope(self.play.id, step);
        let value = decided.proposal.statement.value;
        if closed.value() == value || !Closing::new(scope, None).is_decision(decided) {
            return;
        }
        // Some of those who made two decisions have lied, and perhaps to this node.
        let mut decisions = Decisions::default();
        closed.decision().into_iter().chain([decided]).for_each(|one| decisions.add(one));
        let stays = closed.decision().is_some();
        self.closings.of(step).into_iter().for_each(|heard| decisions.add_heard(heard));
        for found in decisions.contradictions() {
            self.accuse_of_contradiction(Evidence::Closing(found));
        }
        let Value::Without(mask) = value else { return };
        if !stays && !self.replaying && self.seat().is_none_or(|me| mask >> me.index() & 1 == 1) {
            self.become_spectator();
        }
    }

    /// Accuses a seat that has consented to go on without somebody and whose next contribution does not
    /// show the decision that let it close the step by contributions.
    pub(super) fn blame_broken_consent(&mut self, seat: Seat, said: &Signed<Contribution>) {
        let step = self.play.step;
        let consents: Vec<_> = self
            .closings
            .since(0)
            .filter(|closing| closing.scope().step < step)
            .filter(|closing| self.log.next_said(closing.scope().step, seat).is_none())
            .filter_map(|closing| closing.any_consent(seat))
            .collect();
        consents.into_iter().for_each(|consent| self.accuse_if_broken(consent, said));
    }

    pub(super) fn accuse_if_broken(
        &mut self,
        consent: Signed<proto::Consent>,
        said: &Signed<Contribution>,
    ) {
        let step = consent.statement.at.step;
        let by_all = matches!(self.log.get(step).map(Closed::value), Some(Value::Contributions(_)));
        let shown = said.statement.decided.iter().any(|decided| decided.step == step);
        if by_all && !shown {
            let seat = Seat::new(said.statement.seat);
            let blame = Blame { seat, step: said.statement.step, misdeed: Misdeed::BrokenConsent };
            self.accuse(blame, Evidence::BrokenConsent(consent, Box::new(said.clone())));
        }
    }

    pub(super) fn keep_decision(&mut self, decided: &Certificate) {
        self.keep(&Entry::Word(Word::Decided(Box::new(decided.clone()))), false);
    }
}
