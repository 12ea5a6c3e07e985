//! The end of a match, for a player who missed it: every node serves the transcripts it has, piece by
//! piece, whatever else it is doing.

use std::time::Instant;

use libp2p::{
    PeerId,
    request_response::{Message, OutboundRequestId, ResponseChannel},
};
use proto::{Digest, codec};
use serde::{Deserialize, Serialize};

use super::{Actor, frames::Frame};
use crate::{
    Identity, limits,
    net::{Event, Incoming},
    storage::{Archive, Piece},
};

/// Asks for a part of a match's transcript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Want {
    pub id: Digest,
    /// The offset of the first byte wanted.
    pub from: u64,
}

/// The transcripts that are served to others, and the one that is being fetched.
#[derive(Default)]
pub(super) struct History {
    pub(super) archive: Archive,
    fetching: Option<Fetching>,
}

/// A transcript that is being fetched.
struct Fetching {
    id: Digest,
    peer: PeerId,
    began: Instant,
    request: OutboundRequestId,
    bytes: Vec<u8>,
}

impl Actor {
    /// Asks a player for the transcript of the current match. One player is asked at a time.
    pub(super) fn fetch(&mut self, who: Identity) {
        let Some(game) = self.game.as_ref().filter(|game| game.members.contains(&who)) else {
            return;
        };
        let (id, now) = (game.id, Instant::now());
        let busy = |fetching: &Fetching| now - fetching.began < limits::FETCH;
        let Some(peer) = who.peer().filter(|_| !self.history.fetching.as_ref().is_some_and(busy))
        else {
            return;
        };
        let request = self.want(peer, id, 0);
        self.history.fetching = Some(Fetching { id, peer, began: now, request, bytes: Vec::new() });
    }

    fn want(&mut self, peer: PeerId, id: Digest, from: u64) -> OutboundRequestId {
        let want = codec::encode(&Want { id, from });
        self.swarm.behaviour_mut().history.send_request(&peer, want)
    }

    pub(super) fn on_history_frame(&mut self, event: Frame) {
        match event {
            Frame::Message { peer, connection_id, message } => {
                let read = match message {
                    Message::Request { request, channel, .. } => {
                        self.on_want(peer, &request, channel)
                    }
                    Message::Response { request_id, response } => {
                        self.on_piece(request_id, &response)
                    }
                };
                if let Err(error) = read {
                    self.malformed(peer, connection_id, &error);
                }
            }
            Frame::OutboundFailure { request_id, .. } => {
                self.history.fetching.take_if(|fetching| fetching.request == request_id);
            }
            Frame::InboundFailure { peer, connection_id, error, .. } => {
                self.on_inbound_failure(peer, connection_id, &error);
            }
            Frame::ResponseSent { .. } => {}
        }
    }

    fn on_want(
        &mut self,
        from: PeerId,
        bytes: &[u8],
        channel: ResponseChannel<Vec<u8>>,
    ) -> Result<(), codec::DecodeError> {
        let now = Instant::now();
        let Some(peer) = self.peers.meet(from, now) else { return Ok(()) };
        peer.heard = now;
        if !peer.rates.fetching.take(1.0, now) {
            self.flooded(from);
            return Ok(());
        }
        let (who, want): (_, Want) = (peer.identity, codec::decode(bytes)?);
        let piece = self.history.archive.piece(&want.id, want.from, &who);
        let answer = codec::encode(&piece);
        let _ = self.swarm.behaviour_mut().history.send_response(channel, answer);
        if piece.is_some_and(|piece| want.from + piece.bytes.len() as u64 == piece.total) {
            self.outbox.emit(Event::Fetched(who, want.id));
        }
        Ok(())
    }

    fn on_piece(
        &mut self,
        request: OutboundRequestId,
        bytes: &[u8],
    ) -> Result<(), codec::DecodeError> {
        let asked = self.history.fetching.take_if(|fetching| fetching.request == request);
        let Some(mut fetching) = asked else { return Ok(()) };
        let Some(Piece { total, bytes }) = codec::decode(bytes)? else { return Ok(()) };
        let have = (fetching.bytes.len() + bytes.len()) as u64;
        if bytes.is_empty() || total > limits::TRANSCRIPT || have > total {
            return Ok(());
        }
        fetching.bytes.extend(bytes);
        if have < total {
            fetching.request = self.want(fetching.peer, fetching.id, have);
            self.history.fetching = Some(fetching);
        } else if let (Some(game), Some(from)) =
            (&mut self.game, Identity::from_peer(&fetching.peer))
            && game.id == fetching.id
        {
            // If the match has no room for it now, it will ask again.
            (game.sink)(Incoming::Finished { from, transcript: fetching.bytes });
        }
        Ok(())
    }
}
