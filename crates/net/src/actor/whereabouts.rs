//! The addresses of a match's players, which they tell each other: after a resumption no host shows a room,
//! and whoever was found may know where the others are.

use std::time::Instant;

use libp2p::{
    Multiaddr, PeerId,
    swarm::dial_opts::{DialOpts, PeerCondition},
};
use proto::Digest;

use super::Actor;
use crate::{
    Identity, limits,
    lobby::{Say, Whereabouts, sound},
    net::Reach,
    swarm::is_loopback,
};

impl Actor {
    /// Tells a player of the match, or a spectator, the addresses of this node and of the other players, and
    /// asks for theirs if `asks`.
    pub(super) fn tell_whereabouts(&mut self, to: Identity, asks: bool) {
        let Some(game) = &self.game else { return };
        if !game.members.contains(&to) && !game.watching.contains_key(&to) {
            return;
        }
        let (id, others) = (game.id, game.members.iter().filter(|who| **who != to));
        let others = others.map(|who| Whereabouts { who: *who, at: self.addresses_of(who) });
        let mine = Whereabouts { who: self.own.identity, at: self.reachable() };
        let all = [mine].into_iter().chain(others).filter(|one| !one.at.is_empty()).collect();
        self.post(to, Say::Whereabouts { id, all, asks });
    }

    /// Tells all players who are connected, and asks them.
    pub(super) fn share_whereabouts(&mut self) {
        let members = self.game.iter().flat_map(|game| game.members.clone());
        let here: Vec<Identity> = members.filter(|who| self.is_up(who)).collect();
        here.into_iter().for_each(|who| self.tell_whereabouts(who, true));
    }

    /// Receives addresses of players of the match. What players say of themselves is trusted; what they say
    /// of others is tried too, but replaces no known address.
    pub(super) fn hear_whereabouts(&mut self, from: Identity, id: &Digest, all: Vec<Whereabouts>) {
        let Some(game) = &self.game else { return };
        if game.id != *id || !game.members.contains(&from) || all.len() > proto::limits::SEATS {
            return;
        }
        let members = game.members.clone();
        for Whereabouts { who, at } in all {
            let Some(peer) = who.peer().filter(|_| members.contains(&who) && sound(&at)) else {
                continue;
            };
            let at = at.into_iter().filter_map(|bytes| Multiaddr::try_from(bytes).ok());
            let new: Vec<Multiaddr> =
                at.filter(|at| self.note_address(peer, at, who == from)).collect();
            if new.is_empty() {
                continue;
            }
            if who == from {
                // Tells the others, who may be dialling the old address.
                let others = members.iter().filter(|other| **other != from && self.is_up(other));
                let others: Vec<Identity> = others.copied().collect();
                others.into_iter().for_each(|other| self.tell_whereabouts(other, false));
            } else if !self.is_up(&who) {
                self.dial_at_once(peer, new);
            }
        }
    }

    /// Notes an address of a player; false if it was known.
    fn note_address(&mut self, peer: PeerId, at: &Multiaddr, by_itself: bool) -> bool {
        let now = Instant::now();
        match by_itself {
            true => self.peers.at(peer, at.clone(), now),
            false => self.peers.rumoured(peer, at.clone(), now),
        }
    }

    /// Dials somebody at an address that was just learned, without waiting for earlier dials to fail.
    pub(super) fn dial_at_once(&mut self, peer: PeerId, addresses: Vec<Multiaddr>) {
        let options = DialOpts::peer_id(peer)
            .condition(PeerCondition::Disconnected)
            .addresses(addresses)
            .allocate_new_port()
            .build();
        let _ = self.swarm.dial(options);
    }

    fn is_up(&self, who: &Identity) -> bool {
        who.peer().and_then(|peer| self.peers.get(&peer)).is_some_and(|peer| peer.is_up())
    }

    /// Somebody's addresses, as far as others could use them.
    fn addresses_of(&self, who: &Identity) -> Vec<Vec<u8>> {
        let peer = who.peer().and_then(|peer| self.peers.get(&peer));
        let good = peer.into_iter().flat_map(|peer| peer.good());
        let good = good.filter(|at| self.own.reach == Reach::Loopback || !is_loopback(at));
        encoded(good)
    }
}

/// Addresses as they are sent: at most so many, each at most so long.
pub(super) fn encoded<'a>(addresses: impl Iterator<Item = &'a Multiaddr>) -> Vec<Vec<u8>> {
    let (most, longest) = limits::ADDRESSES;
    addresses.map(Multiaddr::to_vec).filter(|bytes| bytes.len() <= longest).take(most).collect()
}
