//! Detects another process with this node's key, from what peers report and prove or from dialling it.

use std::time::Instant;

use libp2p::PeerId;

use super::{Actor, Side};
use crate::{net::Event, processes::Rival};

impl Actor {
    /// A peer reports whether another process uses this node's key. The report counts only with that
    /// process's signed statement; without one, this node soon asks the peer again.
    pub(super) fn hear_of_rival(&mut self, from: PeerId, rival: Option<Rival>) {
        let Some(peer) = self.peers.get_mut(&from) else { return };
        let rival = rival.filter(|rival| rival.run != self.own.run);
        let new = rival.map(|rival| rival.run) != peer.processes.rival.map(|rival| rival.run);
        peer.processes.rival = rival;
        if new && rival.is_some() {
            // Asks this peer again at once, so that the other process is told of this one sooner.
            peer.table.asked = None;
        }
        let key = self.own.key.verifying_key();
        if let Some(Rival { run, heard, proof: Some(proof) }) = rival
            && proof.proves(&key, run, self.own.run)
        {
            self.meet_rival(heard);
        }
    }

    /// Another process has this node's key. If that one was first, this one leaves silently: a goodbye
    /// would be taken for the other's.
    pub(super) fn meet_rival(&mut self, heard: bool) {
        if self.rival == Some(heard) || self.rival == Some(false) {
            return;
        }
        tracing::warn!(heard, "another process has the same key");
        self.rival = Some(heard);
        if !heard {
            (self.table.side, self.table.seed, self.game) = (Side::Nowhere, None, None);
            for (_, peer) in self.peers.iter_mut() {
                peer.mail.waiting.clear();
                peer.mail.request = None;
            }
            self.note_ours();
        }
        self.outbox.emit(Event::Rival { heard });
    }

    /// Of several processes with one key, closes the connections of those that were silent for long: they
    /// have ended.
    pub(super) fn forget_silent_rivals(&mut self, now: Instant) {
        let silent = self.peers.iter_mut().flat_map(|(_, peer)| peer.processes.known.fade(now));
        for connection in silent.collect::<Vec<_>>() {
            self.swarm.close_connection(connection);
        }
    }
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::SigningKey;

    use super::*;
    use crate::{Identity, actor::tests::actor, processes::Alive};

    #[tokio::test]
    async fn whoever_only_says_that_the_key_is_used_elsewhere_is_not_believed() {
        let mut actor = actor();
        let mallory = SigningKey::from_bytes(&[2; 32]);
        let from = Identity::of(&mallory).peer().unwrap();
        actor.peers.meet(from, Instant::now());
        let (me, other) = (actor.own.run, actor.own.run.wrapping_add(1));
        let earlier = Alive::sign(&actor.own.key, other, actor.own.run.wrapping_add(2));
        for proof in [None, Some(Alive::sign(&mallory, other, me)), Some(earlier)] {
            actor.hear_of_rival(from, Some(Rival { run: other, heard: false, proof }));
            assert_eq!(actor.rival, None);
        }
        let mine = Some(Alive::sign(&actor.own.key, me, me));
        actor.hear_of_rival(from, Some(Rival { run: me, heard: false, proof: mine }));
        assert_eq!(actor.rival, None, "it is no other");
        let proof = Some(Alive::sign(&actor.own.key, other, me));
        actor.hear_of_rival(from, Some(Rival { run: other, heard: false, proof }));
        assert_eq!(actor.rival, Some(false));
    }
}
