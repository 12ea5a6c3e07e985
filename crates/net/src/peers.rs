//! What is known of every peer, and when to dial whom.

use std::{
    collections::{BTreeMap, VecDeque},
    time::{Duration, Instant},
};

use libp2p::{Multiaddr, PeerId, request_response::OutboundRequestId};

use crate::{
    Identity, code, limits,
    lobby::{Say, TableInfo},
    processes::{Processes, Rival},
    queue::{MatchQueue, is_status},
    wire::Bucket,
};

/// The interval between two dials: of a peer at our table, and of any other.
const REDIAL: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(10));
/// Addresses kept for one peer: trusted ones, and unverified ones that anybody may have made up.
const ADDRESSES: (usize, usize) = (16, 8);
/// Trusted addresses that are tried before unverified ones: half of what is dialled at once.
const FIRST: usize = 4;

/// One peer.
#[derive(Debug)]
pub(crate) struct Peer {
    pub identity: Identity,
    /// Where it was reached, or says that it can be reached, or where the user says that it is; newest
    /// first.
    addresses: VecDeque<Multiaddr>,
    /// Where mDNS says that it is, which anybody can forge; newest first.
    unverified_addresses: VecDeque<Multiaddr>,
    /// Whether it sits at our table or plays in our match.
    pub ours: bool,
    pub connections: u32,
    /// When the first connection was made, or the last one lost.
    pub since: Instant,
    pub heard: Instant,
    dialled: Option<Instant>,
    shunned: Option<Instant>,
    pub table: ItsTable,
    pub mail: Mail,
    /// Match messages queued for it.
    pub queue: MatchQueue,
    pub processes: ItsProcesses,
    pub rates: Rates,
}

/// What a peer has told of its table, and when it was asked.
#[derive(Debug, Default)]
pub(crate) struct ItsTable {
    pub line: Option<TableInfo>,
    pub asked: Option<Instant>,
    pub request: Option<OutboundRequestId>,
}

/// Lobby messages queued for a peer. One is in flight at a time, so that they arrive in order.
#[derive(Debug, Default)]
pub(crate) struct Mail {
    pub waiting: VecDeque<(u64, Say)>,
    pub request: Option<OutboundRequestId>,
    /// When to resend the first message, after the peer answered "later".
    pub again: Option<Instant>,
    /// The last lobby message received from it: the run id of its process, and the message's number.
    pub heard: (u64, u64),
}

/// The processes that use a peer's key, and what the peer says of processes that use ours.
#[derive(Debug, Default)]
pub(crate) struct ItsProcesses {
    pub known: Processes,
    /// Another process with this node's key, as this peer reports it.
    pub rival: Option<Rival>,
    /// Whether it knows which process this node is. Match messages sent before that could be taken for
    /// another process's.
    pub introduced: bool,
}

/// Rate limits on what a peer sends.
#[derive(Debug)]
pub(crate) struct Rates {
    pub lobby: Bucket,
    pub messages: Bucket,
    pub bytes: Bucket,
    pub watching: Bucket,
    pub fetching: Bucket,
}

impl Peer {
    fn new(identity: Identity, now: Instant) -> Self {
        Self {
            identity,
            addresses: VecDeque::new(),
            unverified_addresses: VecDeque::new(),
            ours: false,
            connections: 0,
            since: now,
            heard: now,
            dialled: None,
            shunned: None,
            table: ItsTable::default(),
            mail: Mail::default(),
            queue: MatchQueue::default(),
            processes: ItsProcesses::default(),
            rates: Rates {
                lobby: Bucket::new(limits::LOBBY_RATE, now),
                messages: Bucket::new(limits::MATCH_RATE, now),
                bytes: Bucket::new(limits::MATCH_BYTES, now),
                watching: Bucket::new(limits::WATCH_RATE, now),
                fetching: Bucket::new(limits::FETCH_RATE, now),
            },
        }
    }

    pub(crate) fn is_up(&self) -> bool {
        self.connections > 0
    }

    /// Whether what it says is meant for this process rather than for another one with the same key.
    pub(crate) fn is_for_us(&self) -> bool {
        self.processes.rival.is_none_or(|rival| rival.heard)
    }

    /// The addresses to dial, in order.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = &Multiaddr> {
        let good = &self.addresses;
        good.iter().take(FIRST).chain(&self.unverified_addresses).chain(good.iter().skip(FIRST))
    }

    /// Addresses that are not merely rumoured.
    pub(crate) fn good(&self) -> impl Iterator<Item = &Multiaddr> {
        self.addresses.iter()
    }

    /// Refuses connections with the peer for a while.
    pub(crate) fn shun(&mut self, now: Instant) {
        self.shunned = Some(now + limits::SHUN);
    }

    /// Notes whether it is at our table or in our match. Becoming one of ours ends any shunning.
    pub(crate) fn own(&mut self, ours: bool) {
        if ours && !self.ours {
            self.shunned = None;
        }
        self.ours = ours;
    }

    pub(crate) fn is_shunned(&self, now: Instant) -> bool {
        self.shunned.is_some_and(|until| now < until)
    }

    /// Queues a lobby message; false if the queue is full.
    pub(crate) fn post(&mut self, number: u64, say: Say) -> bool {
        if self.mail.waiting.len() >= limits::LOBBY_QUEUE {
            return false;
        }
        self.mail.waiting.push_back((number, say));
        true
    }

    /// Resets what was in flight when the last connection is lost.
    pub(crate) fn lost(&mut self, now: Instant) {
        self.connections = 0;
        self.since = now;
        self.dialled = None;
        self.table.request = None;
        self.mail.request = None;
        (self.processes.rival, self.processes.introduced) = (None, false);
        self.queue = MatchQueue::default();
    }
}

/// The match that a status message is about.
pub(crate) fn status_of(bytes: &[u8]) -> Option<proto::Digest> {
    match proto::codec::decode(bytes) {
        Ok(proto::Message::Status(status)) if is_status(bytes) => Some(status.match_id),
        _ => None,
    }
}

fn put_first(addresses: &mut VecDeque<Multiaddr>, address: Multiaddr, most: usize) {
    addresses.retain(|known| *known != address);
    addresses.push_front(address);
    addresses.truncate(most);
}

/// Every peer this node has heard of.
pub(crate) struct Peers {
    me: PeerId,
    peers: BTreeMap<PeerId, Peer>,
}

impl Peers {
    pub(crate) fn new(me: PeerId) -> Self {
        Self { me, peers: BTreeMap::new() }
    }

    pub(crate) fn get(&self, peer: &PeerId) -> Option<&Peer> {
        self.peers.get(peer)
    }

    pub(crate) fn get_mut(&mut self, peer: &PeerId) -> Option<&mut Peer> {
        self.peers.get_mut(peer)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&PeerId, &Peer)> {
        self.peers.iter()
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (&PeerId, &mut Peer)> {
        self.peers.iter_mut()
    }

    /// The peer, added if it was unknown. `None` for a key of another type, for this node itself, and if
    /// the list is full of peers that must be kept.
    pub(crate) fn meet(&mut self, peer: PeerId, now: Instant) -> Option<&mut Peer> {
        if peer == self.me {
            return None;
        }
        if !self.peers.contains_key(&peer) {
            let identity = Identity::from_peer(&peer)?;
            if self.peers.len() >= limits::PEERS {
                let idle = self.peers.iter().filter(|(_, p)| !p.is_up() && !p.ours);
                let oldest = idle.min_by_key(|(_, p)| p.heard).map(|(id, _)| *id)?;
                self.peers.remove(&oldest);
            }
            self.peers.insert(peer, Peer::new(identity, now));
        }
        self.peers.get_mut(&peer)
    }

    /// Adds a trusted address of a peer; false if it was known already or cannot be dialled.
    pub(crate) fn at(&mut self, peer: PeerId, address: Multiaddr, now: Instant) -> bool {
        let (address, _) = code::split(address);
        if !code::dialable(&address) {
            return false;
        }
        self.meet(peer, now).is_some_and(|peer| {
            let new = !peer.addresses.contains(&address);
            peer.unverified_addresses.retain(|known| *known != address);
            put_first(&mut peer.addresses, address, ADDRESSES.0);
            new
        })
    }

    /// Adds an unverified address of a peer, told by somebody else; false if it was known already or cannot
    /// be dialled.
    pub(crate) fn rumoured(&mut self, peer: PeerId, address: Multiaddr, now: Instant) -> bool {
        let (address, _) = code::split(address);
        if !code::dialable(&address) {
            return false;
        }
        let peer = self.meet(peer, now).filter(|peer| !peer.addresses.contains(&address));
        peer.is_some_and(|peer| {
            let new = !peer.unverified_addresses.contains(&address);
            put_first(&mut peer.unverified_addresses, address, ADDRESSES.1);
            new
        })
    }

    /// The peers to dial now, with addresses. Of two peers the one with the lower id dials first and the
    /// other one later, so that they do not dial each other at the same time; then both retry at intervals.
    pub(crate) fn due(&mut self, now: Instant) -> Vec<(PeerId, Vec<Multiaddr>)> {
        let me = self.me;
        let mut due = Vec::new();
        for (id, peer) in &mut self.peers {
            if peer.is_up() || peer.addresses().next().is_none() || peer.is_shunned(now) {
                continue;
            }
            let wait = match peer.dialled {
                None if me < *id => Duration::ZERO,
                None => limits::STAGGER,
                Some(_) if peer.ours => REDIAL.0,
                Some(_) => REDIAL.1,
            };
            let from = peer.dialled.unwrap_or(peer.since);
            if now.saturating_duration_since(from) >= wait {
                peer.dialled = Some(now);
                due.push((*id, peer.addresses().cloned().collect()));
            }
        }
        due
    }

    /// The stranger to disconnect if there are too many: the one connected longest.
    pub(crate) fn surplus(&self) -> Option<PeerId> {
        let strangers = self.peers.iter().filter(|(_, p)| p.is_up() && !p.ours);
        if strangers.clone().count() <= limits::STRANGERS {
            return None;
        }
        // Hosts of tables are disconnected last, since tables are what people look for.
        strangers.min_by_key(|(_, p)| (p.table.line.is_some(), p.since)).map(|(id, _)| *id)
    }
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::SigningKey;

    use super::*;

    fn peer(seed: u8) -> PeerId {
        Identity::of(&SigningKey::from_bytes(&[seed; 32])).peer().unwrap()
    }

    /// Two peers, the lower first.
    fn pair() -> (PeerId, PeerId) {
        let (a, b) = (peer(1), peer(2));
        (a.min(b), a.max(b))
    }

    fn address(port: u16) -> Multiaddr {
        format!("/ip4/10.0.0.1/tcp/{port}").parse().unwrap()
    }

    #[test]
    fn the_lower_peer_dials_at_once_and_the_higher_one_later() {
        let (low, high) = pair();
        let now = Instant::now();
        let mut lower = Peers::new(low);
        lower.at(high, address(1), now);
        assert_eq!(lower.due(now).len(), 1);
        let mut higher = Peers::new(high);
        higher.at(low, address(1), now);
        assert!(higher.due(now).is_empty());
        assert_eq!(higher.due(now + limits::STAGGER).len(), 1);
    }

    #[test]
    fn a_peer_at_our_table_is_dialled_again_soon() {
        let (low, high) = pair();
        let now = Instant::now();
        let mut peers = Peers::new(low);
        peers.at(high, address(1), now);
        peers.get_mut(&high).unwrap().ours = true;
        peers.due(now);
        assert!(peers.due(now + Duration::from_millis(100)).is_empty());
        assert_eq!(peers.due(now + REDIAL.0).len(), 1);
    }

    #[test]
    fn whoever_becomes_one_of_ours_is_shunned_no_longer() {
        let now = Instant::now();
        let mut peers = Peers::new(peer(1));
        let stranger = peers.meet(peer(2), now).unwrap();
        stranger.shun(now);
        stranger.own(false);
        assert!(stranger.is_shunned(now));
        stranger.own(true);
        assert!(!stranger.is_shunned(now));
        // And one of ours that is shunned stays so.
        stranger.shun(now);
        stranger.own(true);
        assert!(stranger.is_shunned(now));
    }

    #[test]
    fn a_shunned_peer_is_left_alone_for_a_while() {
        let (low, high) = pair();
        let now = Instant::now();
        let mut peers = Peers::new(low);
        peers.at(high, address(1), now);
        peers.get_mut(&high).unwrap().shun(now);
        assert!(peers.due(now + limits::SHUN / 2).is_empty());
        assert_eq!(peers.due(now + limits::SHUN).len(), 1);
    }

    #[test]
    fn no_more_peers_are_remembered_than_allowed_and_those_at_our_table_stay() {
        let now = Instant::now();
        let mut peers = Peers::new(peer(0));
        peers.at(peer(1), address(1), now);
        peers.get_mut(&peer(1)).unwrap().ours = true;
        for i in 0..limits::PEERS as u32 + 50 {
            let mut seed = [9; 32];
            seed[..4].copy_from_slice(&i.to_le_bytes());
            let id = Identity::of(&SigningKey::from_bytes(&seed)).peer().unwrap();
            peers.at(id, address(2), now + Duration::from_millis(u64::from(i)));
        }
        assert_eq!(peers.iter().count(), limits::PEERS);
        assert!(peers.get(&peer(1)).is_some());
    }

    #[test]
    fn no_more_addresses_are_kept_than_allowed_and_the_newest_comes_first() {
        let now = Instant::now();
        let mut peers = Peers::new(peer(0));
        for port in 1..100 {
            peers.at(peer(1), address(port), now);
        }
        let kept: Vec<_> = peers.get(&peer(1)).unwrap().addresses().cloned().collect();
        assert_eq!((kept.len(), &kept[0]), (ADDRESSES.0, &address(99)));
    }

    #[test]
    fn addresses_that_anybody_can_make_up_push_out_no_good_one() {
        let now = Instant::now();
        let mut peers = Peers::new(peer(0));
        for port in 1..=16 {
            peers.at(peer(1), address(port), now);
        }
        for port in 100..200 {
            peers.rumoured(peer(1), address(port), now);
        }
        let kept: Vec<_> = peers.get(&peer(1)).unwrap().addresses().cloned().collect();
        assert!((1..=16).all(|port| kept.contains(&address(port))));
        assert_eq!((kept.len(), &kept[0]), (ADDRESSES.0 + ADDRESSES.1, &address(16)));
        assert_eq!(kept[FIRST], address(199));
        assert_eq!(peers.get(&peer(1)).unwrap().good().count(), ADDRESSES.0);
    }

    #[test]
    fn beyond_the_limit_the_oldest_stranger_without_a_table_has_to_go() {
        let now = Instant::now();
        let mut peers = Peers::new(peer(200));
        for i in 0..=limits::STRANGERS as u8 {
            let p = peers.meet(peer(i), now + Duration::from_millis(u64::from(i))).unwrap();
            p.connections = 1;
        }
        assert_eq!(peers.surplus(), Some(peer(0)));
        peers.get_mut(&peer(0)).unwrap().ours = true;
        assert_eq!(peers.surplus(), None);
    }
}
