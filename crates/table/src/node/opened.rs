//! Opening messages before a node handles them: to decode points and to check a signature takes half of the time of one who
//! catches up, and depends on nothing that comes before, so that another processor can do it.

use ed25519_dalek::VerifyingKey;
use proto::{Contribution, Digest, Encoded, Message, Signed, limits};

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
