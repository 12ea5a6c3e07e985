//! This person's place at a table: connects the lobby's state machines with the network.

use std::time::Instant;

use libp2p::Multiaddr;
use table::Secrets;

use super::{Actor, Side};
use crate::{
    Identity,
    code::Code,
    identity::random,
    limits,
    lobby::{
        Commitment, Guest, LobbyEvent, Millis, Out, Refusal, Room, Say, Wish, printable, visible,
    },
    net::{Event, Started},
};

impl Actor {
    pub(super) fn join(&mut self, host: Identity, code: Option<&Code>, wish: Wish) {
        self.leave();
        let line = host.peer().and_then(|peer| self.peers.get(&peer)?.table.line.clone());
        let refused = |refusal| Event::Lobby(LobbyEvent::Refused(refusal));
        let (Some(line), Ok(entropy)) = (line, random()) else {
            return self.outbox.emit(refused(Refusal::Closed));
        };
        match Guest::join(self.own.identity, host, &line, code, wish, self.reachable(), entropy) {
            Ok(guest) => self.table.side = Side::Guest(Box::new(guest)),
            Err(refusal) => self.outbox.emit(refused(refusal)),
        }
        self.note_ours();
    }

    pub(super) fn ready(&mut self, ready: bool) {
        // Saying it twice keeps the first secrets: the charter with their commitment may be signed by now.
        if ready && self.table.seed.is_some() {
            return;
        }
        let mut secrets = None;
        if ready {
            let Ok(seed) = random() else { return };
            secrets = Some(Secrets::new(self.own.key.clone(), seed));
        }
        let commitment = secrets.as_ref().map(|secrets| {
            let (nonce, key) = secrets.commitment();
            Commitment { nonce, key }
        });
        let now = self.now();
        let taken = match &mut self.table.side {
            Side::Host(host) => host.ready(commitment, &self.own.key, now),
            Side::Guest(guest) => guest.ready(commitment),
            Side::Nowhere => false,
        };
        // If the lobby no longer accepts a change, the earlier commitment stands, and its secrets are kept.
        if taken {
            self.table.seed = secrets;
        }
    }

    pub(super) fn leave(&mut self) {
        match &mut self.table.side {
            Side::Host(host) => host.close(),
            Side::Guest(guest) => guest.leave(),
            Side::Nowhere => {}
        }
        self.hear_lobby();
        self.table.side = Side::Nowhere;
        self.table.seed = None;
        self.note_ours();
    }

    pub(super) fn chat(&mut self, to: Option<Identity>, text: &str) {
        let text = visible(text);
        if !printable(&text, limits::CHAT) {
            return;
        }
        let whispered = to.is_some();
        let all: Vec<Identity> = self.ours().into_iter().collect();
        for who in all.into_iter().filter(|who| to.is_none_or(|to| to == *who)) {
            self.post(who, Say::Chat { whispered, text: text.clone() });
        }
    }

    pub(super) fn hear_lobby(&mut self) {
        let outs = match &mut self.table.side {
            Side::Host(host) => host.take(),
            Side::Guest(guest) => guest.take(),
            Side::Nowhere => return,
        };
        for out in outs {
            match out {
                Out::Say(to, say) => self.post(to, say),
                Out::Tell(event) => self.on_lobby(event),
            }
        }
    }

    fn on_lobby(&mut self, event: LobbyEvent) {
        match event {
            LobbyEvent::Room(room) => {
                self.table.playing &= room.line.playing;
                self.find(&room);
                self.note_ours();
                self.outbox.emit(Event::Lobby(LobbyEvent::Room(room)));
            }
            LobbyEvent::NotReady => {
                self.table.seed = None;
                self.outbox.emit(Event::Lobby(LobbyEvent::NotReady));
            }
            LobbyEvent::Refused(_) | LobbyEvent::Impostor => {
                self.table.side = Side::Nowhere;
                self.table.seed = None;
                self.note_ours();
                self.outbox.emit(Event::Lobby(event));
            }
            LobbyEvent::Started(charter) => {
                self.table.playing = true;
                let spectators = match &self.table.side {
                    Side::Host(host) => host.line().terms.spectators,
                    Side::Guest(guest) => guest.room().is_some_and(|r| r.line.terms.spectators),
                    Side::Nowhere => false,
                };
                let started =
                    Started { charter: *charter, secrets: self.table.seed.take(), spectators };
                self.outbox.emit(Event::Started(Box::new(started)));
            }
        }
    }

    /// Notes the addresses of the people in the room.
    fn find(&mut self, room: &Room) {
        for sitter in &room.sitters {
            let addresses = sitter.addresses.iter();
            let addresses = addresses.filter_map(|bytes| Multiaddr::try_from(bytes.clone()).ok());
            self.at(sitter.identity, addresses.collect());
        }
    }

    pub(super) fn tick_lobby(&mut self, now: Instant) {
        let lost = |who: &Identity| {
            let peer = who.peer().and_then(|id| self.peers.get(&id));
            peer.is_none_or(|p| !p.is_up() && now - p.since >= limits::LOBBY_GRACE)
        };
        let since = self.own.began.elapsed().as_millis() as Millis;
        match &mut self.table.side {
            Side::Host(host) => {
                let sitters = host.room().sitters.iter().map(|sitter| sitter.identity);
                let away: Vec<_> =
                    sitters.filter(|who| *who != self.own.identity && lost(who)).collect();
                away.into_iter().for_each(|who| host.gone(who));
                host.tick(since);
            }
            Side::Guest(guest) if !self.table.playing && lost(&guest.host()) => {
                self.table.side = Side::Nowhere;
                self.table.seed = None;
                self.note_ours();
                self.outbox.emit(Event::HostLost);
            }
            _ => {}
        }
    }

    pub(super) fn hear(&mut self, from: Identity, say: Say) {
        if let Say::Chat { whispered, text } = say {
            if self.ours().contains(&from) && printable(&text, limits::CHAT) {
                self.outbox.emit(Event::Chat { from, whispered, text });
            }
            return;
        }
        if let Say::Whereabouts { id, all, asks } = say {
            self.hear_whereabouts(from, &id, all);
            if asks {
                self.tell_whereabouts(from, false);
            }
            return;
        }
        let now = self.now();
        match &mut self.table.side {
            Side::Host(host) => {
                let Ok(entropy) = random() else { return };
                host.hear(from, say, &self.own.key, entropy, now);
            }
            Side::Guest(guest) => guest.hear(from, say, &self.own.key),
            Side::Nowhere => {}
        }
    }
}
