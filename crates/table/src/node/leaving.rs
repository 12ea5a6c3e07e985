//! Leaving for good, and ending a match that nobody can go on with.

use engine::Seat;
use proto::{Leave, Message, Signed, Unfinished};

use super::{Dropped, Millis, Node};
use crate::{Seats, journal::Entry};

impl Node {
    /// Says that this node's player leaves. Until the others have gone on without them, they may come
    /// back.
    pub fn leave(&mut self, now: Millis) {
        self.presence.at(now);
        if self.is_over() || !self.say_leave(false) {
            return;
        }
        // Those who stay are no quorum: the match is over here too.
        let left = self.presence.left().intersection(self.play.present());
        if self.play.present().without(left).len() < self.play.scope().quorum {
            self.play.end_unfinished(left);
        }
    }

    /// Says that this node's player is back, if they had left.
    pub fn come_back(&mut self, now: Millis) {
        self.presence.at(now);
        let left = self.seat().is_some_and(|seat| self.presence.left().contains(seat));
        if left && !self.is_over() {
            self.say_leave(true);
        }
    }

    /// Signs and sends that this node's seat leaves or is back. False if it has used up its number of
    /// such statements.
    fn say_leave(&mut self, back: bool) -> bool {
        let Some(me) = &self.me else { return false };
        let (at, count) = (self.play.scope().header(me.seat), self.presence.said(me.seat) + 1);
        let signed = Signed::new(Leave { at, count, back }, me.secrets.identity());
        let room = self.presence.leaves(signed);
        if room {
            self.keep(&Entry::Leave(signed), false);
            self.broadcast(&Message::Leave(signed));
        }
        room
    }

    pub(super) fn on_leave(&mut self, signed: Signed<Leave>) -> Result<(), Dropped> {
        let at = signed.statement.at;
        let seat = self.known_seat(&at.match_id, at.seat)?;
        let known = signed.statement.count <= self.presence.said(seat);
        if known || !self.play.present().contains(seat) {
            return Ok(());
        }
        self.genuine(&signed)?;
        if self.presence.leaves(signed) {
            self.keep(&Entry::Leave(signed), false);
        }
        if self.seat() == Some(seat) {
            // Others hold its statement that it leaves, which its journal lacks; but it is here.
            if !self.replaying {
                self.come_back(self.presence.clock);
            }
            return Ok(());
        }
        self.end_without_quorum();
        Ok(())
    }

    pub(super) fn on_unfinished(&mut self, signed: Signed<Unfinished>) -> Result<(), Dropped> {
        let at = signed.statement.at;
        let seat = self.known_seat(&at.match_id, at.seat)?;
        let own = self.seat() == Some(seat);
        if !self.play.present().contains(seat) || own && !self.replaying {
            return Ok(());
        }
        self.genuine(&signed)?;
        if own {
            // By its journal this node has ended the match.
            self.presence.ends(signed);
            let left = Seats::from_mask(signed.statement.left, self.play.seats());
            self.play.end_unfinished(left.unwrap_or_default());
            return Ok(());
        }
        if self.presence.ends(signed) {
            self.keep(&Entry::Unfinished(signed), false);
        }
        self.end_without_quorum();
        Ok(())
    }

    /// Ends the match if so many have said that they leave that no quorum remains. Whoever is back says so with each
    /// status, and what was heard may be old: only if that stays so for some statuses is the match over.
    pub(super) fn end_without_quorum(&mut self) {
        let left = self.presence.left().intersection(self.play.present());
        let stay = self.play.present().without(left);
        let quorum = left.is_empty() || stay.len() >= self.play.scope().quorum;
        if quorum || self.is_over() || !self.may_sign() {
            self.presence.no_quorum = None;
            return;
        }
        let (now, status) = (self.presence.now, self.presence.timing.status);
        if now.saturating_sub(*self.presence.no_quorum.get_or_insert(now)) < 4 * status {
            return;
        }
        if let Some(me) = &self.me {
            let at = self.play.scope().header(me.seat);
            let word = Unfinished { at, left: left.mask() };
            let signed = Signed::new(word, me.secrets.identity());
            self.presence.ends(signed);
            self.keep(&Entry::Unfinished(signed), true);
            self.broadcast(&Message::Unfinished(signed));
        }
        self.play.end_unfinished(left);
    }

    /// Sends again who has left or is back. A seat that has contributed since then needs no statement
    /// that it is back.
    pub(super) fn say_leaves_again(&mut self) {
        let present: Seats = self.play.present();
        let matters = |(seat, signed): &(&Seat, &Signed<Leave>)| {
            present.contains(**seat) && !self.presence.spoke_since(&signed.statement.at)
        };
        let leaves = self.presence.leaves.iter().filter(matters);
        let leaves = leaves.map(|(_, signed)| Message::Leave(*signed));
        let ended = self.presence.ended.iter().filter(|(seat, _)| present.contains(**seat));
        let ended = ended.map(|(_, signed)| Message::Unfinished(*signed));
        let again: Vec<_> = leaves.chain(ended).collect();
        again.iter().for_each(|message| self.broadcast(message));
    }
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::SigningKey;
    use engine::Options;
    use proto::codec;

    use super::super::Output;
    use super::*;
    use crate::{Ending, Secrets};

    /// Two nodes of one match that have sent nothing yet.
    fn nodes() -> [Node; 2] {
        let game = games::find("suspicion").unwrap();
        let options = Options::parse(game.info().options, []).unwrap();
        let identity = |seat: u8| SigningKey::from_bytes(&[seat + 1; 32]);
        let secrets = |seat: u8| Secrets::new(identity(seat), [seat; 32]);
        let both = [secrets(0), secrets(1)];
        let seats = both.iter().zip(["P0", "P1"]).map(|(secrets, name)| secrets.place(name));
        let charter = crate::sign(crate::charter(game, &options, seats.collect()), &both);
        [0, 1].map(|seat| {
            Node::new(charter.clone(), game, Some((Seat::new(seat), secrets(seat))), 0).unwrap()
        })
    }

    fn said(node: &mut Node) -> Vec<Message> {
        let sent = node.take_outputs().into_iter().filter_map(|output| match output {
            Output::Broadcast(bytes) => Some(Message::decode(&bytes).unwrap()),
            _ => None,
        });
        sent.collect()
    }

    #[test]
    fn what_comes_after_a_match_was_ended_accuses_nobody() {
        let [mut stays, mut leaves] = nodes();
        let before = said(&mut leaves);
        assert!(matches!(before[..], [Message::Contribution(_)]));
        leaves.leave(0);
        let mut late = said(&mut leaves);
        late.extend(before);
        for message in late {
            assert_eq!(stays.handle(Some(Seat::new(1)), &codec::encode(&message), 0), Ok(()));
        }
        stays.tick(2_000);
        let left = [Seat::new(1)].into_iter().collect();
        assert_eq!(stays.play().ending(), Some(&Ending::Unfinished(left)));
        assert!(stays.blames().is_empty());
    }
}
