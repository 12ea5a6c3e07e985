//! Resuming a match from its journal. The journal holds what this seat has said; if it is an old copy,
//! the others hold more. So a node asks them before it signs anything new.
//!
//! This node checked everything before it was journaled, so the steps of a long match are not checked
//! again. That trusts a file which somebody may have changed. So nothing is signed before every other
//! seat has shown the same head, or the whole history has been checked again: a head is the digest of all
//! that was said, and what follows from it is the same for everybody.

use core::cmp::Reverse;
use std::{
    collections::{BTreeMap, VecDeque},
    io::Cursor,
};

use ed25519_dalek::SigningKey;
use engine::{Game, Seat};
use proto::{CharterError, Digest, Encoded, Status, Told, Word, digest, limits};

use super::{Dropped, Millis, Node, Output, Timing, presence::Presence, repeats::name};
use crate::{
    Ending, GameError, Seats, Secrets,
    audit::{Verdict, audit},
    closing::Scope,
    journal::Entry,
};

/// A journal with fewer steps is checked as it is read: that takes a moment.
const SHORT: u64 = 500;

/// What a resumed node waits for before it signs anything.
pub(super) struct Asking {
    /// The number that its statuses carry while it asks.
    pub number: u64,
    since: Millis,
    /// Who has answered, and how far they had come.
    told: BTreeMap<Seat, Answer>,
    /// The digests of the latest messages that each seat's node has delivered.
    heard: BTreeMap<Seat, VecDeque<Digest>>,
    /// Whether statements of its seat have come that its journal lacks.
    old_copy: bool,
    /// The steps before this one were not checked when the journal was read.
    trusted: u64,
    /// Who has shown the head of this node at that step, or of a later one.
    agreed: Seats,
}

/// The answer of another seat to a node that asks.
#[derive(Clone, Copy, Default)]
struct Answer {
    /// The step that they were in.
    step: u64,
    /// Whether this node had come as far as they by then, at least once.
    level: bool,
}

impl Asking {
    /// Whether asking is over: everybody has answered, and this node had then come as far as they; only
    /// then has it heard all that its seat has said. Seats that do not answer are waited for as long as
    /// any absent seat: whoever controls the network may have delayed the answer, and they alone may hold
    /// what this seat has said last. As long again is left to catch up with those who have answered, so
    /// that a seat that claims an impossible step delays this node no longer than that.
    fn is_over(&self, present: Seats, now: Millis, timing: Timing) -> bool {
        let certain = self.is_certain(present) || self.is_late(1, now, timing);
        let level = self.answers(present).all(|(_, answer)| answer.level);
        let level = level || self.is_late(2, now, timing);
        certain && level && !self.holds(present, now, timing)
    }

    /// The answers of seats that are present; those of seats that are gone do not count.
    fn answers(&self, present: Seats) -> impl Iterator<Item = (Seat, Answer)> {
        let told = self.told.iter().map(|(seat, answer)| (*seat, *answer));
        told.filter(move |(seat, _)| present.contains(*seat))
    }

    /// The step that at least one honest seat has come to, if no more seats lie than the step can be
    /// closed without.
    fn reached(&self, at: &Scope) -> u64 {
        let answers = self.answers(at.present);
        let mut steps: Vec<u64> = answers.map(|(_, answer)| answer.step).collect();
        steps.sort_unstable_by_key(|step| Reverse(*step));
        let may_lie = at.present.len().saturating_sub(at.quorum);
        steps.get(may_lie).copied().unwrap_or_default()
    }

    /// Whether steps must not be closed yet: this seat may have consented in one of them, and then contributions alone
    /// do not close it.
    fn holds(&self, present: Seats, now: Millis, timing: Timing) -> bool {
        let told: Seats = self.answers(present).map(|(seat, _)| seat).collect();
        told.is_empty() || !present.within(told) && !self.is_late(1, now, timing)
    }

    /// Whether it has been asked for this many grace periods.
    fn is_late(&self, times: u64, now: Millis, timing: Timing) -> bool {
        now.saturating_sub(self.since) >= times.saturating_mul(timing.grace)
    }

    /// Whether all these messages have come from somebody. If one was lost, all are asked for again.
    fn has_heard(&self, from: Seat, messages: &[Digest]) -> bool {
        let heard = self.heard.get(&from);
        messages.iter().all(|message| heard.is_some_and(|heard| heard.contains(message)))
    }

    /// Whether everybody has the history that was taken from the journal.
    fn is_certain(&self, present: Seats) -> bool {
        self.trusted == 0 || present.within(self.agreed)
    }
}

/// The last step in a journal: the steps before it were closed when it was written. `None` if it holds
/// evidence, a standing or an end without result: then everything is checked again.
fn trusted(entries: &[Entry]) -> Option<u64> {
    let mut last = None;
    for entry in entries {
        match entry {
            Entry::Contribution(said) => last = last.max(Some(said.step())),
            Entry::Start { .. } | Entry::Picked(..) | Entry::Word(_) => {}
            Entry::Leave(_) | Entry::Resumed => {}
            Entry::Evidence(_) | Entry::Unfinished(_) | Entry::Standing(_) => return None,
        }
    }
    last
}

impl Node {
    /// Resumes a match from its journal. What it holds is said again as it was said before; nothing new
    /// is signed before the others have said what they hold of this seat.
    pub fn resume(
        entries: Vec<Entry>,
        game: &'static dyn Game,
        identity: SigningKey,
        now: Millis,
    ) -> Result<Self, StartError> {
        Self::resume_trusting(entries, game, identity, now, SHORT)
    }

    /// As [`resume`](Self::resume), but signs at once, without having asked the others. Only a dishonest seat does
    /// so: in the simulator it is an attacker that goes on with one of its stories.
    #[doc(hidden)]
    pub fn resume_without_asking(
        entries: Vec<Entry>,
        game: &'static dyn Game,
        identity: SigningKey,
        now: Millis,
    ) -> Result<Self, StartError> {
        let mut node = Self::resume_trusting(entries, game, identity, now, u64::MAX)?;
        node.asking = None;
        node.repeat_own();
        node.run();
        Ok(node)
    }

    /// As [`resume`](Self::resume), with another number of steps that are always checked.
    #[doc(hidden)]
    pub fn resume_trusting(
        entries: Vec<Entry>,
        game: &'static dyn Game,
        identity: SigningKey,
        now: Millis,
        short: u64,
    ) -> Result<Self, StartError> {
        let mut trusted = trusted(&entries).filter(|steps| *steps > short).unwrap_or_default();
        let mut node = Self::replayed(&entries, game, identity.clone(), now, trusted)?;
        if trusted > 0 && !node.follows_from_a_journal(trusted) {
            // No honest node can have written that: everything is checked.
            trusted = 0;
            node = Self::replayed(&entries, game, identity, now, trusted)?;
        }
        let resumed = entries.iter().filter(|entry| matches!(entry, Entry::Resumed)).count();
        drop(entries);
        node.keep(&Entry::Resumed, true);
        if node.suspicions.own_elsewhere {
            node.stop_signing();
        }
        node.ask(resumed as u64 + 1, now, trusted);
        node.come_back(now);
        node.run();
        Ok(node)
    }

    /// A node that has read a journal, and has not checked the steps before one.
    fn replayed(
        entries: &[Entry],
        game: &'static dyn Game,
        identity: SigningKey,
        now: Millis,
        trusted: u64,
    ) -> Result<Self, StartError> {
        let Some(Entry::Start { charter, seat, seed }) = entries.first() else {
            return Err(StartError::NoStart);
        };
        let me = Some((Seat::new(*seat), Secrets::new(identity, *seed)));
        let mut node = Self::silent(charter.clone(), game, me, now)?;
        node.replaying = true;
        let consents = entries.iter().filter_map(|entry| match entry {
            Entry::Word(Word::Consent(signed)) => Some(signed.statement.at),
            _ => None,
        });
        node.closings.consented =
            consents.filter(|at| at.seat == *seat).map(|at| at.step).collect();
        let decisions = entries.iter().filter_map(|entry| match entry {
            Entry::Word(Word::Decided(decided)) => Some(decided.proposal.statement.at.step),
            _ => None,
        });
        node.closings.by_decision = decisions.collect();
        for entry in entries {
            node.replay(entry, trusted);
            // Step by step, as when it was written.
            node.run();
        }
        node.replaying = false;
        node.closings.consented.clear();
        Ok(node)
    }

    /// Whether reading a journal without checking it led to a plausible state: all its steps are closed,
    /// and nobody is to blame.
    fn follows_from_a_journal(&self, trusted: u64) -> bool {
        let stuck = matches!(self.play.ending(), Some(Ending::Stuck(_)));
        self.play.step >= trusted && !stuck && !self.suspicions.split && self.blames().is_empty()
    }

    /// Reads a contribution from a journal.
    fn read(&mut self, said: &Encoded, trusted: u64) {
        let checked_before = said.step() < trusted;
        let Ok(signed) = said.decode() else { return };
        self.play.trust(checked_before);
        let _ = self.on_encoded(signed, said.clone(), None, checked_before);
        self.play.trust(false);
    }

    fn replay(&mut self, entry: &Entry, trusted: u64) {
        match entry {
            Entry::Start { .. } | Entry::Resumed => {}
            Entry::Picked(step, picked) => {
                if let Some(me) = &mut self.me {
                    me.picked = Some((*step, *picked));
                }
            }
            Entry::Contribution(said) => self.read(said, trusted),
            Entry::Word(word) => drop(self.on_word(word.clone())),
            Entry::Evidence(evidence) => drop(self.on_evidence(evidence.clone())),
            Entry::Leave(signed) => drop(self.on_leave(*signed)),
            Entry::Unfinished(signed) => drop(self.on_unfinished(*signed)),
            Entry::Standing(signed) => drop(self.on_standing(*signed)),
        }
    }

    /// Asks the others what they hold of this seat.
    fn ask(&mut self, resumed: u64, now: Millis, trusted: u64) {
        if self.is_over() {
            // It may still have to answer those who have not come so far, and asks nothing any more.
            self.audit_history(trusted);
            return;
        }
        if self.me.is_none() {
            return;
        }
        let number = digest("ask", &[&resumed.to_le_bytes(), &now.to_le_bytes()]);
        let number = number.first_chunk().map_or(1, |bytes| u64::from_le_bytes(*bytes)).max(1);
        self.asking = Some(Asking {
            number,
            since: self.presence.now,
            told: BTreeMap::new(),
            heard: BTreeMap::new(),
            old_copy: false,
            trusted,
            agreed: Seats::NONE,
        });
        let status = self.status();
        self.broadcast(&proto::Message::Status(status));
    }

    /// Remembers what was delivered, to compare it with the list in `Told`.
    pub(super) fn hear_while_asking(&mut self, from: Option<Seat>, message: &[u8]) {
        let (Some(seat), Some(asking)) = (from, &mut self.asking) else { return };
        let heard = asking.heard.entry(seat).or_default();
        heard.push_back(name(message));
        if heard.len() > limits::TOLD {
            heard.pop_front();
        }
    }

    pub(super) fn on_told(&mut self, from: Option<Seat>, told: &Told) -> Result<(), Dropped> {
        if told.match_id != self.play.id {
            return Err(Dropped::Foreign);
        }
        let Some(asking) = self.asking.as_mut().filter(|asking| asking.number == told.ask) else {
            return Ok(());
        };
        if let Some(seat) = from.filter(|seat| asking.has_heard(*seat, &told.said)) {
            let answer = asking.told.entry(seat).or_default();
            answer.step = told.step;
            answer.level |= told.step <= self.play.step;
        }
        if told.step > self.play.step {
            self.ask_for_more(from);
        }
        self.stop_asking();
        Ok(())
    }

    /// Handles the step and head that another node has shown.
    pub(super) fn compare_heads(&mut self, from: Option<Seat>, status: &Status) {
        let same = self.head_before(status.step) == Some(status.head);
        if let (Some(seat), Some(asking), true) = (from, &mut self.asking, same)
            && status.step >= asking.trusted
        {
            asking.agreed.insert(seat);
            self.stop_asking();
        }
    }

    /// Checks the whole history, unless all of it was checked when the journal was read.
    fn audit_history(&mut self, trusted: u64) {
        if trusted > 0 && !self.is_history_right() {
            self.stop_signing();
        }
    }

    /// The history that is here is not the one that this seat has signed: its journal was an old copy, and somebody has
    /// told it something else since, or has changed it. Whatever it signed now would contradict what it has signed before.
    pub(super) fn stop_signing(&mut self) {
        if self.replaying {
            self.suspicions.own_elsewhere = true;
        } else {
            self.out.push(Output::FalseJournal);
            self.become_spectator();
        }
    }

    /// The same, because of this statement of its own seat. It is kept, so that a node that is started again is silent too,
    /// whoever answers it then.
    pub(super) fn stop_signing_after(&mut self, own: &Entry) {
        self.keep(own, true);
        self.stop_signing();
    }

    /// Whether an auditor finds this node's history in order.
    fn is_history_right(&self) -> bool {
        let (file, game) = (self.steps(), self.play.game);
        audit(Cursor::new(file), |_| Some(game), |_, _| {}).is_ok_and(|audited| {
            let (step, head): (u64, Digest) = (audited.play.step, audited.play.head);
            matches!(audited.verdict, Verdict::Fair | Verdict::Unfinished)
                && (step, head) == (self.play.step, self.play.head)
        })
    }

    pub(super) fn stop_asking(&mut self) {
        let Some(asking) = &self.asking else { return };
        let Presence { now, timing, .. } = self.presence;
        let present = self.others();
        if asking.is_over(present, now, timing) || self.is_over() {
            self.reached = asking.reached(&self.play.scope());
            let trusted = if asking.is_certain(present) { 0 } else { asking.trusted };
            self.asking = None;
            self.audit_history(trusted);
            self.repeat_own();
        }
    }

    /// Sends what this seat has said to the present step: it may never have been sent.
    fn repeat_own(&mut self) {
        let own = self.seat().and_then(|seat| self.collecting.inbox.get(&seat));
        if let Some(message) = own.map(|(said, _)| said.message()) {
            self.broadcast_bytes(message);
        }
    }

    /// Whether steps must not be closed before the others have said what they hold of this seat.
    pub(super) fn holds(&self) -> bool {
        let Presence { now, timing, .. } = self.presence;
        let holds = |asking: &Asking| asking.holds(self.others(), now, timing);
        self.asking.as_ref().is_some_and(holds)
    }

    /// Remembers that this seat has consented in a step that is still to come here.
    pub(super) fn remember_consent(&mut self, word: &Word) {
        if let Word::Consent(signed) = word
            && self.asking.is_some()
            && self.seat() == Some(Seat::new(signed.statement.at.seat))
            && signed.is_genuine(&self.keys)
        {
            self.closings.consented.insert(signed.statement.at.step);
        }
    }

    /// Notes that somebody else holds a statement of this seat that its journal lacks.
    pub(super) fn notice_old_copy(&mut self, seat: Seat) {
        if self.seat() != Some(seat) {
            return;
        }
        if let Some(asking) = self.asking.as_mut().filter(|asking| !asking.old_copy) {
            asking.old_copy = true;
            self.out.push(Output::OldCopy);
        }
    }

    /// Starts over as a spectator: the table went on without this seat, by a decision on a step that is
    /// closed here in another way. What this node had is in its journal.
    pub(super) fn become_spectator(&mut self) {
        let watching =
            Self::silent(self.charter.clone(), self.play.game, None, self.presence.clock);
        let Ok(watching) = watching else { return };
        let timing = self.presence.timing;
        let out = core::mem::take(&mut self.out);
        let excluded = self.excluded || self.me.is_some();
        *self = watching.with_timing(timing);
        (self.out, self.excluded) = (out, excluded);
    }
}

/// Why a match cannot be begun or resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// The charter is not in order.
    #[error(transparent)]
    Charter(#[from] CharterError),
    /// The game does not fit.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The seat belongs to another key.
    #[error("the seat belongs to another player's key")]
    NotYours,
    /// The journal has no beginning.
    #[error("the journal does not say which match it is of")]
    NoStart,
}
