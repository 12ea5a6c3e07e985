//! How far everybody has come: statuses, and what whoever is behind is sent.

use std::collections::BTreeMap;

use engine::Seat;
use proto::{Message, Probe, Status, Told, codec, limits};

use super::{Dropped, Millis, Node, Output};
use crate::Seats;

/// How much has been sent back to whom, in the time between two statuses.
#[derive(Default)]
pub(super) struct Replies {
    since: Millis,
    bytes: BTreeMap<Option<Seat>, usize>,
}

impl Replies {
    /// Whether so many bytes more may be sent back. Somebody who only watches, and everybody who does,
    /// gets less than a player.
    fn allow(&mut self, to: Option<Seat>, bytes: usize, now: Millis, window: Millis) -> bool {
        if now.saturating_sub(self.since) >= window / 2 {
            *self = Self { since: now, bytes: BTreeMap::new() };
        }
        let most = if to.is_some() { limits::REPLY } else { limits::REPLY_TO_SPECTATORS };
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
            have: self.collecting.seats().mask(),
            proven: self.suspicions.seats().mask(),
            ask: self.asking.as_ref().map_or(0, |asking| asking.number),
        }
    }

    pub(super) fn on_status(&mut self, from: Option<Seat>, status: &Status) -> Result<(), Dropped> {
        if status.match_id != self.play.id {
            return Err(Dropped::Foreign);
        }
        if let Some(seat) = from {
            let known = Seats::from_mask(status.proven, self.play.seats());
            self.suspicions.acknowledged(seat, known.unwrap_or_default());
        }
        if status.step > self.play.step {
            let mine = self.status();
            self.reply_to(from, &Message::Status(mine));
        }
        match self.head_before(status.step) {
            Some(head) if head != status.head => {
                self.on_other_head(from);
                // From this the other one learns as much, and the search begins.
                let (match_id, step) = (self.play.id, status.step);
                let differ = step.saturating_add(1);
                let probe = Probe { match_id, agree: 1, differ, step, head };
                self.reply_to(from, &Message::Probe(probe));
            }
            _ => {
                self.send_what_is_missing(from, status);
                self.show_split(from, status.step);
            }
        }
        if let Some(seat) = from.filter(|_| status.ask != 0) {
            self.tell_own_words(seat, status);
        }
        Ok(())
    }

    fn send_what_is_missing(&mut self, from: Option<Seat>, status: &Status) {
        let closed = self.log.since(status.step).flat_map(|closed| closed.messages());
        let mut messages: Vec<Message> = closed.take(limits::CATCH_UP).collect();
        if status.step == self.play.step {
            let has = |seat: &Seat| status.have >> seat.index() & 1 == 1;
            let news = self.collecting.inbox.iter().filter(|(seat, _)| !has(seat));
            messages.extend(news.map(|(_, (signed, _))| Message::Contribution(signed.clone())));
        }
        // Whoever has consented in a step that is closed here needs promises and acceptances.
        let closing = self.closings.of(status.step).map(|closing| closing.again());
        messages.extend(closing.unwrap_or_default().into_iter().map(Message::Word));
        messages.iter().for_each(|message| self.reply_to(from, message));
    }

    /// Sends a seat that has resumed what it has said and may have lost.
    fn tell_own_words(&mut self, seat: Seat, status: &Status) {
        let early = self.collecting.early.range((status.step, Seat::new(0))..);
        let early = early.filter(|((_, by), _)| *by == seat).map(|(_, signed)| signed.clone());
        let said = self.collecting.said(seat).cloned();
        let mut messages: Vec<Message> = said.chain(early).map(Message::Contribution).collect();
        let words = self.closings.since(status.step).flat_map(|closing| closing.words_of(seat));
        messages.extend(words.map(Message::Word));
        let (match_id, ask, step) = (self.play.id, status.ask, self.play.step);
        messages.push(Message::Told(Told { match_id, ask, step }));
        messages.iter().for_each(|message| self.reply_to(Some(seat), message));
    }

    /// Sends something back to the node whose message is being handled, within bounds.
    pub(super) fn reply_to(&mut self, to: Option<Seat>, message: &Message) {
        let bytes = codec::encode(message);
        let (now, window) = (self.presence.now, self.presence.timing.status);
        if self.replies.allow(to, bytes.len(), now, window) {
            self.out.push(Output::Reply(bytes));
        }
    }
}
