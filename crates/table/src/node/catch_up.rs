//! Statuses, which say how far a node has come, and what a node that is behind is sent.
//!
//! It is sent a bounded part of what it lacks, and then a status that says that there is more. On that
//! status it asks for the next part: the connection sets the pace, and the clock is needed only when a
//! message was lost.

use core::ops::Range;
use std::collections::BTreeMap;

use engine::Seat;
use proto::{Digest, Encoded, Message, Probe, Status, Told, codec, limits};

use super::{Dropped, Millis, Node, Output, repeats::name};
use crate::Seats;

/// How much has been sent back to whom.
#[derive(Default)]
pub(super) struct Replies {
    since: Millis,
    /// Bytes, less what time has made good since.
    bytes: BTreeMap<Option<Seat>, usize>,
    /// Up to which step each seat was sent the closed steps. Sending them for the first time is not
    /// limited.
    told: BTreeMap<Seat, u64>,
    /// The last part that each seat was sent, from which step to which, and when.
    parts: BTreeMap<Seat, (Range<u64>, Millis)>,
    /// When each seat was last told what it has said.
    own: BTreeMap<Seat, Millis>,
}

/// Whom this node has asked for more, and when; and how far it had come when it last asked anybody.
#[derive(Default)]
pub(super) struct Asked {
    step: u64,
    last: BTreeMap<Option<Seat>, Millis>,
}

impl Asked {
    /// Whether to ask a node that has more. Each part that arrives is followed by one request, whoever
    /// sent it; a repeated or early status causes none. A lost part is asked for again when the next
    /// status would be due.
    fn is_due(&mut self, from: Option<Seat>, step: u64, now: Millis, apart: Millis) -> bool {
        let last = self.last.get(&from);
        let due = step > self.step || last.is_none_or(|last| now.saturating_sub(*last) >= apart);
        if due {
            self.step = step;
            self.last.insert(from, now);
        }
        due
    }
}

impl Replies {
    /// Whether the closed steps before one are sent to a seat for the first time.
    fn is_news(&mut self, to: Option<Seat>, from_step: u64, before: u64) -> bool {
        let Some(told) = to.map(|seat| self.told.entry(seat).or_default()) else { return false };
        let news = from_step >= *told;
        *told = before.max(*told);
        news
    }

    /// Whether the part that a seat asks for was just sent. A seat that was told twice that there is more
    /// asks twice, and two answers would use up the budget for what it lacks. A lost part is sent again
    /// when the next status would be due.
    fn is_on_its_way(&self, to: Option<Seat>, first: u64, now: Millis, window: Millis) -> bool {
        let last = to.and_then(|seat| self.parts.get(&seat));
        last.is_some_and(|(part, at)| part.contains(&first) && now.saturating_sub(*at) < window)
    }

    /// Whether a seat may be told now what it has said: to collect that takes long, and it asks again.
    fn may_tell(&mut self, to: Seat, now: Millis, window: Millis) -> bool {
        let last = self.own.get(&to);
        let due = last.is_none_or(|at| now.saturating_sub(*at) >= window / 8);
        if due {
            self.own.insert(to, now);
        }
        due
    }

    /// Whether this many more bytes may be sent back. All spectators together have in the long run a smaller budget than one
    /// player, but a whole match at once.
    fn allow(&mut self, to: Option<Seat>, bytes: usize, now: Millis, window: Millis) -> bool {
        let (passed, half) = (now.saturating_sub(self.since), (window / 2).max(1));
        if passed >= half {
            self.since = now;
            let again = usize::try_from(passed / half).unwrap_or(usize::MAX);
            for (to, sent) in &mut self.bytes {
                let each = if to.is_some() { limits::REPLY } else { limits::REPLY_TO_SPECTATORS };
                *sent = sent.saturating_sub(each.saturating_mul(again));
            }
        }
        let most = if to.is_some() { limits::REPLY } else { limits::HISTORY_TO_SPECTATORS };
        let sent = self.bytes.entry(to).or_default();
        let room = *sent + bytes <= most;
        if room {
            *sent += bytes;
        }
        room
    }
}

impl Node {
    pub(super) fn status(&self) -> Status {
        Status {
            match_id: self.play.id,
            step: self.play.step,
            head: self.play.head,
            have: self.here().mask(),
            proven: self.suspicions.seats().mask(),
            ask: self.asking.as_ref().map_or(0, |asking| asking.number),
        }
    }

    /// The seats whose contributions need not be sent to this node. None, if the table may decide on
    /// other contributions than those that are here.
    fn here(&self) -> Seats {
        match self.closings.current.wanted().next() {
            Some(_) => Seats::NONE,
            None => self.collecting.seats(),
        }
    }

    pub(super) fn on_status(&mut self, from: Option<Seat>, status: &Status) -> Result<(), Dropped> {
        if status.match_id != self.play.id {
            return Err(Dropped::Foreign);
        }
        if let Some(seat) = from {
            self.presence.asks(seat, status.ask != 0);
        }
        self.show_evidence(from, status);
        if status.step > self.play.step {
            self.ask_for_more(from);
        }
        self.compare_heads(from, status);
        match self.head_before(status.step) {
            Some(head) if head != status.head => {
                // This probe tells the other node the same, and begins the search for the step where the
                // histories part.
                let (match_id, step) = (self.play.id, status.step);
                let differ = step.saturating_add(1);
                let probe = Probe { match_id, agree: 1, differ, step, head };
                self.reply_to(from, &Message::Probe(probe));
            }
            _ => {
                self.send_what_is_missing(from, status);
            }
        }
        self.show_split(from);
        if let Some(seat) = from.filter(|_| status.ask != 0) {
            self.tell_own_words(seat, status);
        }
        Ok(())
    }

    /// Asks a node that has come further for what is missing here.
    pub(super) fn ask_for_more(&mut self, of: Option<Seat>) {
        let (now, apart) = (self.presence.now, self.presence.timing.status);
        if self.asked.is_due(of, self.play.step, now, apart) {
            let mine = self.status();
            self.reply_to(of, &Message::Status(mine));
        }
    }

    fn send_what_is_missing(&mut self, from: Option<Seat>, status: &Status) {
        self.send_closed_steps(from, status.step);
        let mut messages = Vec::new();
        if status.step == self.play.step {
            let has = |seat: &Seat| status.have >> seat.index() & 1 == 1;
            let shown = self.collecting.arranged(self.closings.current.preferred_contributions());
            let news = shown.filter(|said| !has(&Seat::new(said.seat())));
            messages.extend(news.map(Encoded::message));
        }
        // A node that has consented in a step that is closed here needs promises and acceptances.
        let closing = self.closings.of(status.step).map(|closing| closing.statements_to_resend());
        let words = closing.unwrap_or_default().into_iter().map(Message::Word);
        messages.extend(words.map(|word| codec::encode(&word)));
        messages.into_iter().for_each(|message| self.reply_bytes(from, message));
    }

    /// Sends closed steps from one on, and then, if these were not all, a status.
    fn send_closed_steps(&mut self, to: Option<Seat>, first: u64) {
        let (now, window) = (self.presence.now, self.presence.timing.status);
        if self.replies.is_on_its_way(to, first, now, window) {
            return;
        }
        let (mut next, mut messages, mut bytes) = (first, Vec::new(), 0);
        for closed in self.log.since(first) {
            let many = messages.len() >= limits::CATCH_UP || next - first >= limits::AHEAD;
            if many || bytes >= limits::CATCH_UP_BYTES {
                break;
            }
            let step = closed.messages();
            bytes += step.iter().map(Vec::len).sum::<usize>();
            messages.extend(step);
            next += 1;
        }
        if messages.is_empty() {
            return;
        }
        if let Some(seat) = to {
            self.replies.parts.insert(seat, (first..next, now));
        }
        if self.replies.is_news(to, first, next) {
            self.out.extend(messages.into_iter().map(Output::Reply));
        } else {
            messages.into_iter().for_each(|message| self.reply_bytes(to, message));
        }
        if next < self.play.step {
            let mine = self.status();
            self.reply_to(to, &Message::Status(mine));
        }
    }

    /// Sends a seat that has resumed its own statements, which it may have lost.
    fn tell_own_words(&mut self, seat: Seat, status: &Status) {
        let (now, window) = (self.presence.now, self.presence.timing.status);
        if !self.replies.may_tell(seat, now, window) {
            return;
        }
        let mut messages = self.words_of(seat, status.step);
        let said = messages.iter().map(|message| name(message)).collect();
        // The head in it shows the other node whether it has the same history.
        messages.push(codec::encode(&Message::Status(self.status())));
        let (match_id, ask, step) = (self.play.id, status.ask, self.play.step);
        messages.push(codec::encode(&Message::Told(Told { match_id, ask, step, said })));
        // All or nothing: `Told` says that everything was sent.
        let bytes = messages.iter().map(Vec::len).sum();
        if self.replies.allow(Some(seat), bytes, now, window) {
            self.out.extend(messages.into_iter().map(Output::Reply));
        }
    }

    /// What a seat has said that has come to a step, as messages: what it needs most first, and no more than one answer
    /// may hold. Somebody honest has said far less to steps that are still to come, and is bound in fewer old ones.
    fn words_of(&self, seat: Seat, step: u64) -> Vec<Vec<u8>> {
        let early = self.collecting.early.range((step, Seat::new(0))..);
        let early = early.filter(|((_, by), _)| *by == seat).map(|(_, (_, said))| said);
        let void = self.suspicions.void.range((step, Seat::new(0))..);
        let void = void.filter(|((_, by), _)| *by == seat).map(|(_, said)| said);
        let said = self.collecting.said(seat).chain(early).chain(void).map(Encoded::message);
        let stood = self.standings.since(step);
        let stood = stood.filter(|signed| usize::from(signed.statement.at.seat) == seat.index());
        let stood = stood.map(|signed| codec::encode(&Message::Standing(*signed)));
        // It counts these, and others do not hear a count for the second time.
        let left = self.presence.leaves.get(&seat);
        let left = left.map(|signed| codec::encode(&Message::Leave(*signed)));
        // Also of steps that it has closed meanwhile: it may have done so before it heard of them.
        let closings: Vec<_> = self.closings.since(0).collect();
        let words = closings.into_iter().rev().flat_map(|closing| closing.words_of(seat));
        let words = words.map(|word| codec::encode(&Message::Word(word)));
        let mut bytes = 0;
        let all = said.chain(stood).chain(left).chain(words).take(limits::TOLD);
        all.take_while(|message| {
            bytes += message.len() + size_of::<Digest>();
            bytes <= limits::REPLY / 2
        })
        .collect()
    }

    /// Sends something back to the node whose message is being handled, within bounds.
    pub(super) fn reply_to(&mut self, to: Option<Seat>, message: &Message) {
        self.reply_bytes(to, codec::encode(message));
    }

    pub(super) fn reply_bytes(&mut self, to: Option<Seat>, bytes: Vec<u8>) {
        let (now, window) = (self.presence.now, self.presence.timing.status);
        if self.replies.allow(to, bytes.len(), now, window) {
            self.out.push(Output::Reply(bytes));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Millis = 500;

    #[test]
    fn spectators_are_sent_a_long_match_at_once_and_then_what_time_allows() {
        let (mut replies, piece) = (Replies::default(), 64 * 1024);
        let mut sent = |now| {
            let allowed =
                core::iter::from_fn(|| replies.allow(None, piece, now, WINDOW).then_some(piece));
            allowed.sum::<usize>()
        };
        assert_eq!(sent(1000), limits::HISTORY_TO_SPECTATORS);
        assert_eq!(sent(1000 + WINDOW / 2 - 1), 0);
        assert_eq!(sent(1000 + WINDOW / 2), limits::REPLY_TO_SPECTATORS);
        assert_eq!(sent(1000 + 2 * WINDOW), 3 * limits::REPLY_TO_SPECTATORS);
    }

    #[test]
    fn a_player_is_sent_no_more_for_having_asked_for_nothing() {
        let (mut replies, seat) = (Replies::default(), Some(Seat::new(1)));
        assert!(replies.allow(seat, limits::REPLY, 0, WINDOW));
        assert!(!replies.allow(seat, 1, 0, WINDOW));
        assert!(replies.allow(seat, limits::REPLY, 100 * WINDOW, WINDOW));
        assert!(!replies.allow(seat, 1, 100 * WINDOW, WINDOW));
    }
}
