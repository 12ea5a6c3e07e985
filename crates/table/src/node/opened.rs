//! Handling a message, and opening one before: to decode points and to check a signature takes half of the time of one who
//! catches up, and depends on nothing that comes before, so that another processor can do it.

use ed25519_dalek::VerifyingKey;
use engine::Seat;
use proto::{Contribution, Digest, Encoded, Message, Signed, limits};

use super::{Dropped, Millis, Node};

/// What messages are opened with: the match, its keys, and the step that the node was in.
pub struct Opener {
    pub(super) match_id: Digest,
    pub(super) keys: Vec<VerifyingKey>,
    pub(super) step: u64,
}

/// A contribution that is genuine: it was decoded, and its signature checked. Whether it is right is still to be seen.
pub struct Opened(pub(super) Signed<Contribution>, pub(super) Encoded);

impl Opener {
    /// Opens a message, if it is a genuine contribution that the node may need. Whatever is not opened is judged by the node itself.
    pub fn open(&self, message: &[u8]) -> Option<Opened> {
        let at = Encoded::place(message)?;
        let near = at.step >= self.step && at.step <= self.step.saturating_add(limits::AHEAD);
        if at.match_id != self.match_id || !near {
            return None;
        }
        let Message::Contribution(signed) = Message::decode(message).ok()? else { return None };
        // What was decoded has one encoding: these bytes.
        let said = message.get(4..).and_then(Encoded::read)?;
        said.is_genuine(&self.keys).then_some(Opened(signed, said))
    }
}

impl Node {
    /// What messages can be opened with before this node handles them, as it is now.
    pub fn opener(&self) -> Opener {
        Opener { match_id: self.play.id, keys: self.keys.clone(), step: self.play.step }
    }

    /// Handles a message. `from` is the seat whose node delivered it, if that is known.
    pub fn handle(&mut self, from: Option<Seat>, bytes: &[u8], now: Millis) -> Result<(), Dropped> {
        self.handle_opened(from, bytes, None, now)
    }

    /// Handles a message that may have been opened before.
    pub fn handle_opened(
        &mut self,
        from: Option<Seat>,
        bytes: &[u8],
        opened: Option<Opened>,
        now: Millis,
    ) -> Result<(), Dropped> {
        self.presence.at(now);
        self.hear_while_asking(from, bytes);
        self.repeats.count_evidence(from, bytes);
        let known = self.is_old_news(from, bytes)?;
        let opened = opened.filter(|Opened(_, said)| said.is_message(bytes));
        let message = match (known, opened) {
            (true, _) => None,
            (false, Some(Opened(signed, said))) => {
                Some((Message::Contribution(signed), Some(said)))
            }
            (false, None) => Some((Message::decode(bytes)?, None)),
        };
        if let Some(seat) = from {
            self.presence.heard(seat);
        }
        let Some((message, genuine)) = message else {
            self.show_again(from, bytes);
            return Ok(());
        };
        let result = match message {
            Message::Contribution(signed) => match genuine {
                Some(said) => self.on_encoded(signed, said, from, true),
                None => self.on_contribution(signed, from),
            },
            Message::Word(word) => self.on_word(word),
            Message::Status(status) => self.on_status(from, &status),
            Message::Evidence(evidence) => self.on_evidence(evidence),
            Message::Probe(probe) => self.on_probe(from, &probe),
            Message::Told(told) => self.on_told(from, &told),
            Message::Leave(signed) => self.on_leave(signed),
            Message::Unfinished(signed) => self.on_unfinished(signed),
            Message::Standing(signed) => self.on_standing(signed),
        };
        // Stored contributions are recognised by step and seat. A message that failed may have been
        // forged by somebody else than the seat that it names, whose memory it must not fill.
        if result.is_ok() && self.is_old_news(from, bytes) == Ok(false) {
            self.repeats.note(bytes);
        }
        self.run();
        result
    }
}
