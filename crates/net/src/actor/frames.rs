//! Handling of the frames that arrive from peers.

use std::{io, time::Instant};

use libp2p::{
    PeerId,
    request_response::{
        self, InboundFailure, Message, OutboundFailure, OutboundRequestId, ResponseChannel,
    },
    swarm::ConnectionId,
};
use proto::codec;
use serde::{Deserialize, Serialize};

use super::{Actor, Match};
use crate::{
    limits,
    lobby::{Say, TableInfo},
    net::{Event, Incoming},
    peers::Peer,
    processes::{Alive, Rival},
};

/// Match messages kept until the match has begun on this node too.
const EARLY: usize = 256;

/// A request of the lobby protocol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Ask {
    /// Is there a table? Also a heartbeat: carries the run id of the sender's process, and its signed
    /// statement about another process with its key if it was told of one.
    Look { run: u64, alive: Option<Alive> },
    /// My table has changed.
    Line(Option<Box<TableInfo>>),
    /// A lobby message, with the run id of the sender's process and a number by which repeated ones are
    /// ignored.
    Note { run: u64, number: u64, say: Say },
}

/// An answer of the lobby protocol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// The table's line, and another process with the asker's key if there is one.
    Line {
        line: Option<Box<TableInfo>>,
        rival: Option<Rival>,
    },
    Heard,
    /// The message was not accepted, because another process uses the same key; send it again.
    Later,
}

/// The events of one protocol.
pub(super) type Frame = request_response::Event<Vec<u8>, Vec<u8>>;

/// What happens to messages of a match.
pub(super) type Bundle = request_response::Event<Vec<Vec<u8>>, Vec<u8>>;

impl Actor {
    pub(super) fn on_lobby_frame(&mut self, event: Frame) {
        match event {
            Frame::Message { peer, connection_id, message } => match message {
                Message::Request { request, channel, .. } => {
                    if let Err(error) = self.on_ask(peer, connection_id, &request, channel) {
                        self.malformed(peer, connection_id, &error);
                    }
                }
                Message::Response { request_id, response } => {
                    if let Err(error) = self.on_answer(peer, request_id, &response) {
                        self.malformed(peer, connection_id, &error);
                    }
                }
            },
            Frame::OutboundFailure { peer, request_id, error, .. } => {
                let Some(known) = self.peers.get_mut(&peer) else { return };
                known.table.request.take_if(|id| *id == request_id);
                // The message stays queued, to be sent again.
                known.mail.request.take_if(|id| *id == request_id);
                if matches!(error, OutboundFailure::UnsupportedProtocols) {
                    tracing::debug!(%peer, "speaks other protocols; leaving it alone");
                    known.shun(Instant::now());
                    let _ = self.swarm.disconnect_peer_id(peer);
                }
            }
            Frame::InboundFailure { peer, connection_id, error, .. } => {
                self.on_inbound_failure(peer, connection_id, &error);
            }
            Frame::ResponseSent { .. } => {}
        }
    }

    fn on_answer(
        &mut self,
        from: PeerId,
        request: OutboundRequestId,
        bytes: &[u8],
    ) -> Result<(), codec::DecodeError> {
        let now = Instant::now();
        let Some(peer) = self.peers.get_mut(&from) else { return Ok(()) };
        peer.heard = now;
        peer.table.request.take_if(|id| *id == request);
        let mailed = peer.mail.request.take_if(|id| *id == request).is_some();
        match codec::decode(bytes)? {
            Answer::Line { line, rival } => {
                peer.processes.introduced = true;
                self.saw(from, line.map(|line| *line));
                self.hear_of_rival(from, rival);
            }
            Answer::Heard if mailed => drop(peer.mail.waiting.pop_front()),
            // The message stays queued.
            Answer::Later if mailed => peer.mail.again = Some(now + limits::AGAIN),
            Answer::Heard | Answer::Later => {}
        }
        Ok(())
    }

    pub(super) fn on_inbound_failure(
        &mut self,
        peer: PeerId,
        connection: ConnectionId,
        error: &InboundFailure,
    ) {
        if let InboundFailure::Io(io) = error
            && io.kind() == io::ErrorKind::InvalidData
        {
            self.malformed(peer, connection, io);
        }
    }

    /// A malformed frame closes its connection, and has no other effect.
    pub(super) fn malformed(
        &mut self,
        peer: PeerId,
        connection: ConnectionId,
        error: &dyn std::error::Error,
    ) {
        tracing::warn!(%peer, %error, "malformed frame; closing its connection");
        self.swarm.close_connection(connection);
    }

    fn on_ask(
        &mut self,
        from: PeerId,
        connection: ConnectionId,
        bytes: &[u8],
        channel: ResponseChannel<Vec<u8>>,
    ) -> Result<(), codec::DecodeError> {
        let now = Instant::now();
        let Some(peer) = self.peer_in_the_lobby(from, now) else { return Ok(()) };
        let ask: Ask = codec::decode(bytes)?;
        let answer = match &ask {
            Ask::Look { run, alive } => {
                peer.processes.known.note(*run, connection, now);
                alive.iter().for_each(|word| peer.processes.known.prove(*run, *word));
                let rival = peer.processes.known.rival(*run);
                Answer::Line { line: self.line().cloned().map(Box::new), rival }
            }
            Ask::Line(_) => Answer::Heard,
            Ask::Note { run, .. } => {
                peer.processes.known.note(*run, connection, now);
                // Accepted only from the process that is listened to, and only if it is not meant for
                // another process with this node's key.
                let heard = peer.processes.known.is_heard(*run) && peer.is_for_us();
                if heard { Answer::Heard } else { Answer::Later }
            }
        };
        let later = answer == Answer::Later;
        let _ = self.swarm.behaviour_mut().lobby.send_response(channel, codec::encode(&answer));
        match ask {
            Ask::Note { .. } if later => {}
            Ask::Look { .. } => {}
            Ask::Line(line) => self.saw(from, line.map(|line| *line)),
            Ask::Note { run, number, say } => {
                let Some(peer) = self.peers.get_mut(&from) else { return Ok(()) };
                let (last_run, last) = peer.mail.heard;
                if run != last_run || number > last {
                    peer.mail.heard = (run, number);
                    let who = peer.identity;
                    self.hear(who, say);
                }
            }
        }
        Ok(())
    }

    /// Who sends a frame of the lobby, or asks to knock; none if there is no room for them, or they send too much.
    pub(super) fn peer_in_the_lobby(&mut self, from: PeerId, now: Instant) -> Option<&mut Peer> {
        let peer = self.peers.meet(from, now)?;
        peer.heard = now;
        if !peer.rates.lobby.take(1.0, now) {
            self.flooded(from);
            return None;
        }
        self.peers.get_mut(&from)
    }

    /// More than anybody may send: strangers are left alone for a while, ours only lose the frame.
    pub(super) fn flooded(&mut self, from: PeerId) {
        let Some(peer) = self.peers.get_mut(&from) else { return };
        if peer.ours {
            tracing::warn!(peer = %from, "sends too much; dropping it");
        } else {
            tracing::warn!(peer = %from, "a stranger sends too much; hanging up");
            peer.shun(Instant::now());
            let _ = self.swarm.disconnect_peer_id(from);
        }
    }

    /// A peer has told its table's line, or that it has none.
    pub(super) fn saw(&mut self, from: PeerId, line: Option<TableInfo>) {
        let Some(peer) = self.peers.get_mut(&from) else { return };
        let line = line.filter(TableInfo::is_sound);
        if peer.table.line == line {
            return;
        }
        let host = peer.identity;
        peer.table.line.clone_from(&line);
        let mut seen = self.outbox.seen();
        match &line {
            Some(line) => drop(seen.tables.insert(host, line.clone())),
            None => drop(seen.tables.remove(&host)),
        }
        drop(seen);
        self.outbox.emit(match line {
            Some(line) => Event::TableSeen(host, Box::new(line)),
            None => Event::TableGone(host),
        });
    }

    pub(super) fn on_bundle(&mut self, event: Bundle) {
        match event {
            Bundle::Message {
                peer,
                connection_id,
                message: Message::Request { request, channel, .. },
            } => {
                let _ = self.swarm.behaviour_mut().game.send_response(channel, Vec::new());
                for message in request {
                    if !self.on_match_message(peer, connection_id, message) {
                        break;
                    }
                }
            }
            Bundle::Message { peer, message: Message::Response { .. }, .. } => {
                if let Some(peer) = self.peers.get_mut(&peer) {
                    peer.heard = Instant::now();
                    peer.queue.arrived();
                }
            }
            Bundle::OutboundFailure { peer, error, .. } => {
                if let Some(peer) = self.peers.get_mut(&peer) {
                    tracing::debug!(who = ?peer.identity, %error, "messages were lost");
                    peer.queue.arrived();
                }
            }
            Bundle::InboundFailure { peer, connection_id, error, .. } => {
                self.on_inbound_failure(peer, connection_id, &error);
            }
            Bundle::ResponseSent { .. } => {}
        }
    }

    /// Takes a message of a match; false if nothing more of its sender is heard now.
    fn on_match_message(&mut self, from: PeerId, connection: ConnectionId, bytes: Vec<u8>) -> bool {
        let now = Instant::now();
        let Some(peer) = self.peers.meet(from, now) else { return false };
        peer.heard = now;
        let heard = peer.processes.known.hears(connection);
        let who = peer.identity;
        let ours = peer.ours;
        // Players go on sending to a seat that has left, so without a match here match messages are no
        // abuse.
        let much = if ours || self.game.is_none() {
            let size = bytes.len() as f64;
            !peer.rates.messages.take(1.0, now) || !peer.rates.bytes.take(size, now)
        } else {
            !peer.rates.watching.take(1.0, now)
        };
        // Also what is not heard was read.
        if much {
            self.flooded(from);
            return false;
        }
        if !heard {
            return false;
        }
        let game = self.game.as_mut();
        let known =
            |game: &&mut Match| game.members.contains(&who) || game.watching.contains_key(&who);
        let known = game.as_ref().is_some_and(known);
        let game = game.and_then(|game| game.hears(who, &bytes, now).then_some(game));
        match game {
            Some(game) => {
                let taken = (game.sink)(Incoming::Received { from: who, bytes });
                if !taken {
                    tracing::debug!("the match is busy; a message was dropped");
                }
                // One who has begun to watch can then see for itself who is there, whoever leaves.
                if !known {
                    self.tell_whereabouts(who, false);
                }
            }
            // The match may have begun there and not here yet.
            None if ours && self.early.len() < EARLY => self.early.push_back((who, bytes)),
            None => {}
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::SigningKey;

    use super::{super::tests::actor, *};
    use crate::Identity;

    fn stranger() -> PeerId {
        Identity::of(&SigningKey::from_bytes(&[2; 32])).peer().unwrap()
    }

    fn is_left_alone(actor: &mut Actor) -> bool {
        actor.peers.get_mut(&stranger()).unwrap().is_shunned(Instant::now())
    }

    #[tokio::test]
    async fn a_stranger_who_floods_by_a_connection_that_is_not_heard_is_left_alone() {
        let (mut actor, now) = (actor(), Instant::now());
        let [first, second] = [1, 2].map(ConnectionId::new_unchecked);
        let peer = actor.peers.meet(stranger(), now).unwrap();
        peer.processes.known.note(1, first, now);
        peer.processes.known.note(2, second, now);
        let most = limits::MATCH_BYTES.burst as usize;
        for _ in 0..20 {
            actor.on_match_message(stranger(), second, vec![0; most / 10]);
        }
        assert!(is_left_alone(&mut actor));
    }

    #[tokio::test]
    async fn a_stranger_who_asks_for_knocks_all_the_time_is_left_alone() {
        let (mut actor, now) = (actor(), Instant::now());
        for _ in 0..100 {
            let _ = actor.may_knock_for(stranger(), now);
        }
        assert!(is_left_alone(&mut actor));
    }
}
