//! Taking up a match again. What a journal holds was said; what others hold of this seat beyond it was
//! said too, if the journal is an old copy. So a node asks before it signs anything new.

use std::collections::BTreeMap;

use engine::{Game, Seat};
use proto::{Told, Word, digest};

use super::{Dropped, Millis, Node, Output, StartError, Timing, presence::Presence};
use crate::{Seats, Secrets, journal::Entry};

/// What a resumed node waits for before it signs anything.
pub(super) struct Asking {
    /// What its statuses ask with.
    pub number: u64,
    since: Millis,
    /// Who has sent everything, and whether this node had come as far as they by then.
    told: BTreeMap<Seat, bool>,
    /// Whether words of its seat have come that its journal lacks.
    old_copy: bool,
}

impl Asking {
    /// Whether everybody has answered to a node that had come as far as they have: only then did it hear all that its
    /// seat has said. Who does not answer is not waited for longer than for anybody else; but as long: an answer may be
    /// late because of whoever has power over the network, and only those who do not answer may hold what this seat has
    /// said since.
    fn is_over(&self, present: Seats, now: Millis, timing: Timing) -> bool {
        self.waited_for(self.told.iter().filter(|(_, level)| **level), present, now, timing)
    }

    /// Whether steps must not be closed yet: this seat may have consented in one of them, and then contributions alone
    /// do not close it.
    fn holds(&self, present: Seats, now: Millis, timing: Timing) -> bool {
        !self.waited_for(self.told.iter(), present, now, timing)
    }

    fn waited_for<'a>(
        &self,
        told: impl Iterator<Item = (&'a Seat, &'a bool)>,
        present: Seats,
        now: Millis,
        timing: Timing,
    ) -> bool {
        let told: Seats = told.map(|(seat, _)| *seat).collect();
        let late = now.saturating_sub(self.since) >= timing.grace;
        !self.told.is_empty() && (present.within(told) || late)
    }
}

impl Node {
    /// Takes up a match again from its journal. What it holds is said again as it was said before;
    /// nothing new is signed before the others have said what they hold of this seat.
    pub fn resume(
        entries: Vec<Entry>,
        game: &'static dyn Game,
        identity: ed25519_dalek::SigningKey,
        now: Millis,
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
        for entry in &entries {
            node.replay(entry);
            // Step by step, as it was.
            node.run();
        }
        node.replaying = false;
        node.closings.consented.clear();
        let resumed = entries.iter().filter(|entry| matches!(entry, Entry::Resumed)).count();
        node.keep(&Entry::Resumed, true);
        node.ask(resumed as u64 + 1, now);
        node.come_back(now);
        node.run();
        Ok(node)
    }

    fn replay(&mut self, entry: &Entry) {
        match entry {
            Entry::Start { .. } | Entry::Resumed => {}
            Entry::Picked(step, picked) => {
                if let Some(me) = &mut self.me {
                    me.picked = Some((*step, *picked));
                }
            }
            Entry::Contribution(signed) => drop(self.on_contribution(signed.clone(), None)),
            Entry::Word(word) => drop(self.on_word(word.clone())),
            Entry::Evidence(evidence) => drop(self.on_evidence(evidence.clone())),
            Entry::Leave(signed) => drop(self.on_leave(*signed)),
            Entry::Unfinished(signed) => drop(self.on_unfinished(*signed)),
            Entry::Standing(signed) => drop(self.on_standing(*signed)),
        }
    }

    /// Asks the others what they hold of this seat.
    fn ask(&mut self, resumed: u64, now: Millis) {
        if self.me.is_none() || self.is_over() {
            return;
        }
        let number = digest("ask", &[&resumed.to_le_bytes(), &now.to_le_bytes()]);
        let number = number.first_chunk().map_or(1, |bytes| u64::from_le_bytes(*bytes)).max(1);
        self.asking = Some(Asking {
            number,
            since: self.presence.now,
            told: BTreeMap::new(),
            old_copy: false,
        });
        let status = self.status();
        self.broadcast(&proto::Message::Status(status));
    }

    pub(super) fn on_told(&mut self, from: Option<Seat>, told: &Told) -> Result<(), Dropped> {
        if told.match_id != self.play.id {
            return Err(Dropped::Foreign);
        }
        let Some(asking) = self.asking.as_mut().filter(|asking| asking.number == told.ask) else {
            return Ok(());
        };
        if let Some(seat) = from {
            *asking.told.entry(seat).or_default() |= told.step <= self.play.step;
        }
        if told.step > self.play.step {
            self.ask_for_more(from);
        }
        self.stop_asking();
        Ok(())
    }

    pub(super) fn stop_asking(&mut self) {
        let Some(asking) = &self.asking else { return };
        let Presence { now, timing, .. } = self.presence;
        if asking.is_over(self.others(), now, timing) || self.is_over() {
            self.asking = None;
            // What was said to this step before may never have been sent.
            let own = self.seat().and_then(|seat| self.collecting.inbox.get(&seat));
            if let Some(message) = own.map(|(said, _)| said.message()) {
                self.broadcast_bytes(message);
            }
        }
    }

    /// Whether steps must not be closed before the others have said what they hold of this seat.
    pub(super) fn holds(&self) -> bool {
        let Presence { now, timing, .. } = self.presence;
        let holds = |asking: &Asking| asking.holds(self.others(), now, timing);
        self.asking.as_ref().is_some_and(holds)
    }

    /// This seat has consented in a step that is still to come here.
    pub(super) fn remember_consent(&mut self, word: &Word) {
        if let Word::Consent(signed) = word
            && self.asking.is_some()
            && self.seat() == Some(Seat::new(signed.statement.at.seat))
            && signed.is_genuine(&self.keys)
        {
            self.closings.consented.insert(signed.statement.at.step);
        }
    }

    /// Somebody else holds a word of this seat that its journal lacks.
    pub(super) fn notice_old_copy(&mut self, seat: Seat) {
        if self.seat() != Some(seat) {
            return;
        }
        if let Some(asking) = self.asking.as_mut().filter(|asking| !asking.old_copy) {
            asking.old_copy = true;
            self.out.push(Output::OldCopy);
        }
    }

    /// Begins anew as somebody who watches: the table went on without this seat, by a decision on a step
    /// that is closed here in another way. What this node had is in its journal.
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
