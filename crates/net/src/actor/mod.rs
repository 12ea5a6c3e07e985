//! The task that owns the swarm and all state of a node.

mod frames;
mod history;
mod knock;
mod outbox;
mod rival;
mod seat;
mod whereabouts;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    path::PathBuf,
    sync::{Arc, Mutex, mpsc::SyncSender},
    time::{Duration, Instant},
};

use ed25519_dalek::SigningKey;
use futures::StreamExt;
use libp2p::{
    Multiaddr, PeerId, Swarm, mdns,
    swarm::{
        ConnectionId, DialError, ListenError, SwarmEvent,
        dial_opts::{DialOpts, PeerCondition},
    },
};
use proto::{Digest, codec};
use table::Secrets;
use tokio::sync::mpsc;

pub(crate) use self::frames::Ask;
pub use self::knock::Knock;
#[cfg(test)]
pub(crate) use self::{frames::Answer, history::Want};
use self::{history::History, knock::Knocking, outbox::Outbox};
use crate::{
    Identity,
    code::{self, Code},
    identity::{keypair, random},
    limits,
    lobby::{Guest, Host, Introduction, Millis, Say, TableInfo, Terms, Wish},
    net::{Config, Event, Incoming, NetError, Presence, Reach, Seen, Sink},
    peers::{Peers, status_of},
    processes::Alive,
    storage::Archive,
    swarm::{self, Behaviour, BehaviourEvent, is_loopback},
};

/// A request from a handle to the node's task.
pub(crate) enum Command {
    Open {
        table: (String, [u8; 16]),
        player: Introduction,
        terms: Terms,
        code: Code,
    },
    Change(Terms),
    Dial(Vec<Multiaddr>),
    At(Identity, Vec<Multiaddr>),
    Join {
        host: Identity,
        code: Option<Code>,
        wish: Wish,
    },
    Ready(bool),
    Rematch,
    Dismiss(Identity),
    Leave,
    Chat(Option<Identity>, String),
    Enter {
        id: Digest,
        members: Vec<Identity>,
        spectators: bool,
        sink: Sink,
    },
    Send(Identity, Vec<Vec<u8>>),
    Broadcast(Vec<u8>),
    HangUp(Identity),
    /// Serves the transcripts in these folders, each to the players of its match.
    AnswerFrom(Vec<PathBuf>),
    /// Asks a player for the transcript of the match.
    Fetch(Identity),
    /// Asks a peer to knock.
    Knock(Identity, Knock),
    Over,
    /// Says goodbye and stops; the sender is dropped when that is done.
    Stop(SyncSender<()>),
}

/// This person's role at a table.
enum Side {
    Nowhere,
    Host(Box<Host>),
    Guest(Box<Guest>),
}

/// The match that this person plays in or watches.
struct Match {
    id: Digest,
    members: BTreeSet<Identity>,
    spectators: bool,
    /// The spectators, and when each last asked.
    watching: BTreeMap<Identity, Instant>,
    sink: Sink,
}

impl Match {
    /// Whether a message is accepted: everything from players, and from a limited number of spectators
    /// statuses that name this match.
    fn hears(&mut self, who: Identity, bytes: &[u8], now: Instant) -> bool {
        if self.members.contains(&who) {
            return true;
        }
        if !self.spectators || status_of(bytes) != Some(self.id) {
            return false;
        }
        self.watching.retain(|_, asked| now - *asked < limits::SPECTATOR_GONE);
        let room = self.watching.len() < limits::SPECTATORS || self.watching.contains_key(&who);
        if room {
            self.watching.insert(who, now);
        }
        room
    }
}

const TICK: Duration = Duration::from_millis(100);
/// How long a table is still shown after its host was lost.
const LINGER: Duration = Duration::from_secs(2);
/// How long to wait for listeners to start.
const LISTEN: Duration = Duration::from_secs(1);

pub(crate) struct Actor {
    swarm: Swarm<Behaviour>,
    commands: mpsc::Receiver<Command>,
    outbox: Outbox,
    own: Own,
    /// The number of the last lobby message to anybody. It is shared by all peers so that it never goes
    /// back for a peer that was forgotten and met again.
    mail_number: u64,
    peers: Peers,
    listening: BTreeSet<Multiaddr>,
    mdns: MdnsRecords,
    typed: Typed,
    table: AtTable,
    game: Option<Match>,
    /// Match messages that came before this node entered the match.
    early: VecDeque<(Identity, Vec<u8>)>,
    history: History,
    knocking: Knocking,
    /// Whether another process uses this node's key; if so, whether this one is listened to.
    rival: Option<bool>,
}

/// Who this node is, and when its process began.
struct Own {
    key: SigningKey,
    identity: Identity,
    reach: Reach,
    /// A random id of this process, by which others tell it from another one with the same key.
    run: u64,
    began: Instant,
}

/// The state of mDNS discovery.
#[derive(Default)]
struct MdnsRecords {
    /// How many records are kept.
    records: usize,
    /// Since when mDNS is switched off.
    deaf_since: Option<Instant>,
}

/// This person's place at a table that is being set up.
struct AtTable {
    side: Side,
    /// The secrets behind the commitment that this person is ready with.
    seed: Option<Secrets>,
    /// Whether the people at the table are playing, as far as this node knows.
    playing: bool,
    /// The public line that others were last told.
    announced: Option<TableInfo>,
}

/// Typed addresses that are being dialled: a failure is reported once, when all addresses of an attempt
/// have failed.
#[derive(Default)]
struct Typed {
    count: usize,
    attempts: HashMap<ConnectionId, usize>,
    addresses: BTreeMap<usize, Vec<Multiaddr>>,
}

impl Actor {
    pub(crate) fn new(
        config: Config,
        commands: mpsc::Receiver<Command>,
        events: SyncSender<Event>,
        seen: Arc<Mutex<Seen>>,
    ) -> Result<(Self, u16), NetError> {
        let Config { key, reach, port } = config;
        let pair = keypair(&key).ok_or_else(|| NetError::Start("this key is unusable".into()))?;
        let peer = pair.public().to_peer_id();
        let mut swarm = swarm::build(pair, reach)?;
        let port = swarm::listen(&mut swarm, reach, port)?;
        let actor = Self {
            swarm,
            commands,
            outbox: Outbox::new(events, seen),
            own: Own {
                identity: Identity::of(&key),
                reach,
                key,
                run: u64::from_le_bytes(random()?),
                began: Instant::now(),
            },
            mail_number: 0,
            peers: Peers::new(peer),
            listening: BTreeSet::new(),
            mdns: MdnsRecords::default(),
            typed: Typed::default(),
            table: AtTable { side: Side::Nowhere, seed: None, playing: false, announced: None },
            game: None,
            early: VecDeque::new(),
            history: History::default(),
            knocking: Knocking::default(),
            rival: None,
        };
        Ok((actor, port))
    }

    /// Waits until this node listens over TCP and over QUIC, or a time limit has passed.
    pub(crate) async fn listen(&mut self) {
        let until = tokio::time::Instant::now() + LISTEN;
        // Loopback addresses come first, and are of no use to others.
        let outside = self.own.reach == Reach::Lan && swarm::has_network();
        let good = |address: &&Multiaddr| !outside || !is_loopback(address);
        while self.addresses().iter().filter(good).count() < 2 {
            let event = tokio::time::timeout_at(until, self.swarm.select_next_some()).await;
            let Ok(event) = event else { return };
            self.on_swarm(event);
        }
    }

    /// Runs until the last handle is dropped or a handle stops it. A returned sender is to be dropped once
    /// the node has stopped completely.
    pub(crate) async fn run(mut self) -> Option<SyncSender<()>> {
        let mut stopped = None;
        let mut ticks = tokio::time::interval(TICK);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                event = self.swarm.select_next_some() => self.on_swarm(event),
                command = self.commands.recv() => match command {
                    Some(Command::Stop(done)) => {
                        stopped = Some(done);
                        break;
                    }
                    Some(command) => self.on_command(command),
                    None => break,
                },
                _ = ticks.tick() => self.tick(),
            }
            self.settle();
        }
        self.say_goodbye().await;
        stopped
    }

    async fn say_goodbye(&mut self) {
        self.leave();
        self.settle();
        let pending =
            |peers: &Peers| peers.iter().any(|(_, p)| p.is_up() && !p.mail.waiting.is_empty());
        let until = tokio::time::Instant::now() + limits::GOODBYE;
        while pending(&self.peers) {
            let event = tokio::time::timeout_at(until, self.swarm.select_next_some()).await;
            let Ok(event) = event else { return };
            self.on_swarm(event);
            self.settle();
        }
    }

    fn now(&self) -> Millis {
        self.own.began.elapsed().as_millis() as Millis
    }

    fn on_command(&mut self, command: Command) {
        match command {
            Command::Open { table, player, terms, code } => {
                self.leave();
                let host =
                    Host::open(self.own.identity, player, table, terms, code, self.reachable());
                self.table.side = Side::Host(Box::new(host));
            }
            Command::Change(terms) => {
                if let Side::Host(host) = &mut self.table.side {
                    host.change(terms);
                }
            }
            Command::Dial(addresses) => self.dial(addresses),
            Command::At(who, addresses) => self.at(who, addresses),
            Command::Join { host, code, wish } => self.join(host, code.as_ref(), wish),
            Command::Ready(ready) => self.ready(ready),
            Command::Rematch => {
                if let Side::Host(host) = &mut self.table.side {
                    host.rematch();
                }
            }
            Command::Dismiss(who) => {
                if let Side::Host(host) = &mut self.table.side {
                    host.dismiss(who);
                }
            }
            Command::Leave => self.leave(),
            Command::Chat(to, text) => self.chat(to, &text),
            Command::Enter { id, members, spectators, sink } => {
                self.enter(id, members, spectators, sink);
            }
            Command::Send(to, messages) => {
                messages.into_iter().for_each(|bytes| self.send(to, bytes));
            }
            Command::Broadcast(bytes) => {
                let members = self.game.as_ref().map(|game| game.members.clone());
                for to in members.unwrap_or_default() {
                    self.send(to, bytes.clone());
                }
            }
            Command::AnswerFrom(folders) => self.history.archive = Archive(folders),
            Command::Fetch(who) => self.fetch(who),
            Command::Knock(who, knock) => self.ask_to_knock(who, knock),
            Command::Over => self.table.playing = false,
            // `run` handles it and ends its loop.
            Command::Stop(_) => {}
            Command::HangUp(who) => {
                tracing::warn!(?who, "sent what is no message; hanging up");
                if let Some(peer) = who.peer() {
                    let _ = self.swarm.disconnect_peer_id(peer);
                }
            }
        }
    }

    fn dial(&mut self, addresses: Vec<Multiaddr>) {
        self.typed.count += 1;
        let mut tried = Vec::new();
        for address in addresses.into_iter().filter(code::dialable) {
            // From a new port, so that two nodes that dial each other at the same time do not collide.
            let (bare, peer) = code::split(address.clone());
            let options = match peer {
                Some(peer) => {
                    DialOpts::peer_id(peer).addresses(vec![bare]).allocate_new_port().build()
                }
                None => DialOpts::unknown_peer_id().address(bare).allocate_new_port().build(),
            };
            let id = options.connection_id();
            if self.swarm.dial(options).is_ok() {
                self.typed.attempts.insert(id, self.typed.count);
            }
            tried.push(address);
        }
        let started = self.typed.attempts.values().any(|attempt| *attempt == self.typed.count);
        if started {
            self.typed.addresses.insert(self.typed.count, tried);
        } else {
            self.outbox.emit(Event::NobodyAt(tried));
        }
    }

    /// A typed address was reached, or failed.
    fn tried(&mut self, id: ConnectionId, reached: Option<PeerId>) {
        let Some(attempt) = self.typed.attempts.remove(&id) else { return };
        let last = !self.typed.attempts.values().any(|other| *other == attempt);
        match reached.and_then(|peer| Identity::from_peer(&peer)) {
            Some(who) => {
                if let Some(addresses) = self.typed.addresses.remove(&attempt) {
                    self.outbox.emit(Event::Reached(who, addresses));
                }
            }
            None if last => {
                if let Some(addresses) = self.typed.addresses.remove(&attempt) {
                    self.outbox.emit(Event::NobodyAt(addresses));
                }
            }
            None => {}
        }
    }

    fn at(&mut self, who: Identity, addresses: Vec<Multiaddr>) {
        let Some(peer) = who.peer() else { return };
        for address in &addresses {
            self.peers.at(peer, address.clone(), Instant::now());
        }
        // Somebody who resumes a seat is waited for, so is dialled at once.
        let plays = self.game.as_ref().is_some_and(|game| game.members.contains(&who));
        if plays && !addresses.is_empty() {
            self.dial_at_once(peer, addresses);
        }
    }

    fn enter(&mut self, id: Digest, members: Vec<Identity>, spectators: bool, mut sink: Sink) {
        let members: BTreeSet<_> =
            members.into_iter().filter(|who| *who != self.own.identity).collect();
        for (from, bytes) in self.early.drain(..).filter(|(from, _)| members.contains(from)) {
            sink(Incoming::Received { from, bytes });
        }
        for who in &members {
            let up = who.peer().and_then(|p| self.peers.get(&p)).is_some_and(|p| p.is_up());
            sink(if up { Incoming::Up(*who) } else { Incoming::Down(*who) });
        }
        self.game = Some(Match { id, members, spectators, watching: BTreeMap::new(), sink });
        self.note_ours();
        self.share_whereabouts();
    }

    fn send(&mut self, to: Identity, bytes: Vec<u8>) {
        let Some(id) = to.peer() else { return };
        let Some(peer) = self.peers.get_mut(&id) else { return };
        if !peer.is_up() {
            if peer.ours {
                peer.queue.keep(bytes);
            }
        } else if !peer.queue.enqueue(bytes) {
            tracing::warn!(who = ?to, "cannot keep up; hanging up");
            let _ = self.swarm.disconnect_peer_id(id);
        }
    }

    fn post(&mut self, to: Identity, say: Say) {
        let Some(id) = to.peer() else { return };
        self.mail_number += 1;
        if let Some(peer) = self.peers.meet(id, Instant::now())
            && !peer.post(self.mail_number, say)
        {
            tracing::warn!(who = ?to, "does not take its mail; hanging up");
            peer.mail.waiting.clear();
            let _ = self.swarm.disconnect_peer_id(id);
        }
    }

    /// This node's addresses in the form that is sent to others.
    fn reachable(&self) -> Vec<Vec<u8>> {
        whereabouts::encoded(self.addresses().iter())
    }

    fn addresses(&self) -> Vec<Multiaddr> {
        let all = || self.listening.iter().filter(|a| code::dialable(a)).cloned();
        let outside: Vec<_> = all().filter(|address| !is_loopback(address)).collect();
        if outside.is_empty() { all().collect() } else { outside }
    }

    /// Everybody who sits at our table or plays in our match.
    fn ours(&self) -> BTreeSet<Identity> {
        let room = match &self.table.side {
            Side::Host(host) => Some(host.room()),
            Side::Guest(guest) => guest.room(),
            Side::Nowhere => None,
        };
        let sitters = room.into_iter().flat_map(|room| &room.sitters).map(|s| s.identity);
        let host = match &self.table.side {
            Side::Guest(guest) => Some(guest.host()),
            _ => None,
        };
        let members = self.game.iter().flat_map(|game| &game.members).copied();
        sitters.chain(host).chain(members).filter(|who| *who != self.own.identity).collect()
    }

    /// Marks the peers that are ours: they are redialled sooner and exempt from limits on strangers.
    fn note_ours(&mut self) {
        let ours: BTreeSet<PeerId> = self.ours().iter().filter_map(Identity::peer).collect();
        for peer in &ours {
            self.peers.meet(*peer, Instant::now());
        }
        let limits = &mut self.swarm.behaviour_mut().limits;
        for (id, peer) in self.peers.iter_mut() {
            match (peer.ours, ours.contains(id)) {
                (false, true) => limits.bypass_peer_id(id),
                (true, false) => limits.remove_peer_id(id),
                _ => {}
            }
            peer.own(ours.contains(id));
        }
        let ours = self.peers.iter().filter(|(_, peer)| peer.ours);
        let ours =
            ours.flat_map(|(_, peer)| peer.good()).filter_map(code::socket).map(|at| at.ip());
        self.swarm.behaviour_mut().door.ours = ours.collect();
        // Up to date before anybody learns of the room, since the application then asks at once who is
        // connected.
        self.show();
    }

    /// Carries out what the lobby asked for, announces the table, and sends what is queued.
    fn settle(&mut self) {
        self.hear_lobby();
        self.announce();
        self.pump();
    }

    fn line(&self) -> Option<&TableInfo> {
        match &self.table.side {
            Side::Host(host) => Some(host.line()),
            _ => None,
        }
    }

    /// Tells all connected peers if the table's public line has changed.
    fn announce(&mut self) {
        if self.table.announced.as_ref() == self.line() {
            return;
        }
        self.table.announced = self.line().cloned();
        let ask = codec::encode(&Ask::Line(self.table.announced.clone().map(Box::new)));
        let up: Vec<PeerId> =
            self.peers.iter().filter(|(_, p)| p.is_up()).map(|(id, _)| *id).collect();
        for peer in up {
            self.swarm.behaviour_mut().lobby.send_request(&peer, ask.clone());
        }
    }

    /// Sends what is queued, as far as windows allow.
    fn pump(&mut self) {
        let now = Instant::now();
        let Behaviour { lobby, game, .. } = self.swarm.behaviour_mut();
        for (id, peer) in self.peers.iter_mut().filter(|(_, peer)| peer.is_up()) {
            let due = peer.table.asked.is_none_or(|looked| now - looked >= limits::HEARTBEAT);
            if due && peer.table.request.is_none() {
                peer.table.asked = Some(now);
                let about = peer.processes.rival.map(|rival| rival.run);
                let alive = about.map(|about| Alive::sign(&self.own.key, self.own.run, about));
                let look = codec::encode(&Ask::Look { run: self.own.run, alive });
                peer.table.request = Some(lobby.send_request(id, look));
            }
            if peer.mail.request.is_none()
                && peer.mail.again.is_none_or(|again| now >= again)
                && let Some((number, say)) = peer.mail.waiting.front()
            {
                peer.mail.again = None;
                let note = Ask::Note { run: self.own.run, number: *number, say: say.clone() };
                peer.mail.request = Some(lobby.send_request(id, codec::encode(&note)));
            }
            while peer.processes.introduced
                && let Some(bundle) = peer.queue.dequeue()
            {
                game.send_request(id, bundle);
            }
        }
    }

    fn tick(&mut self) {
        self.outbox.hand_over();
        let now = Instant::now();
        for (peer, addresses) in self.peers.due(now) {
            let options = DialOpts::peer_id(peer)
                .condition(PeerCondition::DisconnectedAndNotDialing)
                .addresses(addresses)
                .allocate_new_port()
                .build();
            let _ = self.swarm.dial(options);
        }
        self.forget_silent_rivals(now);
        let silent = |p: &crate::peers::Peer| p.is_up() && now - p.heard >= limits::SILENCE;
        let silent: Vec<PeerId> =
            self.peers.iter().filter(|(_, p)| silent(p)).map(|(id, _)| *id).collect();
        for peer in silent.into_iter().chain(self.peers.surplus()) {
            let _ = self.swarm.disconnect_peer_id(peer);
        }
        let gone: Vec<PeerId> = self
            .peers
            .iter()
            .filter(|(_, p)| !p.is_up() && p.table.line.is_some() && now - p.since >= LINGER)
            .map(|(id, _)| *id)
            .collect();
        gone.into_iter().for_each(|peer| self.saw(peer, None));
        if self.mdns.deaf_since.take_if(|since| now - *since >= limits::DEAF).is_some() {
            let peer = *self.swarm.local_peer_id();
            swarm::undeafen(self.swarm.behaviour_mut(), peer, self.own.reach, &self.listening);
        }
        self.tick_lobby(now);
        self.show();
    }

    /// Updates what handles can read.
    fn show(&mut self) {
        let people = self.peers.iter().filter(|(_, peer)| peer.ours).map(|(_, peer)| {
            let presence = Presence { up: peer.is_up(), since: peer.since, heard: peer.heard };
            (peer.identity, (presence, peer.good().cloned().collect()))
        });
        let people = people.collect();
        let addresses = self.addresses();
        let mut seen = self.outbox.seen();
        (seen.people, seen.addresses) = (people, addresses);
    }

    fn on_swarm(&mut self, event: SwarmEvent<BehaviourEvent>) {
        match event {
            SwarmEvent::Behaviour(event) => self.on_behaviour(event),
            SwarmEvent::ConnectionEstablished {
                peer_id,
                connection_id,
                endpoint,
                num_established,
                ..
            } => {
                self.tried(connection_id, Some(peer_id));
                if let Some(from) = code::socket(endpoint.get_remote_address()) {
                    self.knocking.callers.insert(connection_id, from.ip());
                }
                let now = Instant::now();
                if endpoint.is_dialer() {
                    self.peers.at(peer_id, endpoint.get_remote_address().clone(), now);
                }
                let Some(peer) = self.peers.meet(peer_id, now).filter(|p| !p.is_shunned(now))
                else {
                    self.swarm.close_connection(connection_id);
                    return;
                };
                let first = !peer.is_up();
                peer.connections = num_established.get();
                peer.heard = now;
                if first {
                    (peer.since, peer.table.asked) = (now, None);
                    let (who, ours) = (peer.identity, peer.ours);
                    self.presence(who, ours, true);
                }
            }
            SwarmEvent::ConnectionClosed {
                peer_id, connection_id, num_established, cause, ..
            } => {
                self.knocking.callers.remove(&connection_id);
                let Some(peer) = self.peers.get_mut(&peer_id) else { return };
                peer.processes.known.closed(connection_id);
                let was_up = peer.is_up();
                peer.connections = num_established;
                if num_established == 0 && was_up {
                    peer.lost(Instant::now());
                    let (who, ours) = (peer.identity, peer.ours);
                    tracing::debug!(?who, ?cause, "lost");
                    self.presence(who, ours, false);
                }
            }
            SwarmEvent::OutgoingConnectionError { connection_id, peer_id, error } => {
                tracing::debug!(?peer_id, %error, "cannot be reached");
                // This node never dials itself, so another process with its key has answered.
                if matches!(error, DialError::LocalPeerId { .. }) {
                    self.meet_rival(false);
                }
                self.tried(connection_id, None);
            }
            SwarmEvent::IncomingConnectionError {
                error: ListenError::LocalPeerId { .. }, ..
            } => self.meet_rival(true),
            SwarmEvent::NewListenAddr { address, .. } => {
                self.listening.insert(address);
                self.moved();
            }
            SwarmEvent::ExpiredListenAddr { address, .. } => {
                self.listening.remove(&address);
                self.moved();
            }
            SwarmEvent::ListenerClosed { addresses, reason, .. } => {
                tracing::warn!(?reason, "a listener has closed");
                self.listening.retain(|address| !addresses.contains(address));
                self.moved();
            }
            _ => {}
        }
    }

    /// This machine's addresses have changed.
    fn moved(&mut self) {
        let addresses = self.reachable();
        match &mut self.table.side {
            Side::Host(host) => host.reachable(addresses),
            Side::Guest(guest) => guest.reachable(addresses),
            Side::Nowhere => {}
        }
        self.share_whereabouts();
        self.show();
    }

    fn presence(&mut self, who: Identity, ours: bool, up: bool) {
        if !ours {
            return;
        }
        // Up to date before the application learns of it and looks.
        self.show();
        self.outbox.emit(if up { Event::Up(who) } else { Event::Down(who) });
        if let Some(game) = &mut self.game
            && game.members.contains(&who)
        {
            (game.sink)(if up { Incoming::Up(who) } else { Incoming::Down(who) });
        }
        if up {
            self.tell_whereabouts(who, false);
        }
    }

    fn on_behaviour(&mut self, event: BehaviourEvent) {
        match event {
            BehaviourEvent::Mdns(event) | BehaviourEvent::Mdns6(event) => self.on_mdns(event),
            BehaviourEvent::Lobby(event) => self.on_lobby_frame(event),
            BehaviourEvent::Game(event) => self.on_bundle(event),
            BehaviourEvent::History(event) => self.on_history_frame(event),
            BehaviourEvent::Knock(event) => self.on_knock_frame(event),
            BehaviourEvent::Limits(never) | BehaviourEvent::Door(never) => match never {},
        }
    }

    fn on_mdns(&mut self, event: mdns::Event) {
        let found = match event {
            mdns::Event::Discovered(found) => found,
            mdns::Event::Expired(gone) => {
                // They may still be connected, and their addresses may still work.
                self.mdns.records = self.mdns.records.saturating_sub(gone.len());
                return;
            }
        };
        self.mdns.records += found.len();
        for (peer, address) in found.into_iter().take(limits::DISCOVERED) {
            if !is_loopback(&address) {
                self.peers.rumoured(peer, address, Instant::now());
            }
        }
        if self.mdns.records > limits::DISCOVERED {
            tracing::warn!("somebody floods mDNS; not listening to it for a while");
            swarm::deafen(self.swarm.behaviour_mut());
            (self.mdns.records, self.mdns.deaf_since) = (0, Some(Instant::now()));
        }
        self.tick();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn actor() -> Actor {
        let (_, commands) = mpsc::channel(1);
        let (events, _) = std::sync::mpsc::sync_channel(1);
        let config =
            Config { key: SigningKey::from_bytes(&[1; 32]), reach: Reach::Loopback, port: None };
        Actor::new(config, commands, events, Arc::default()).unwrap().0
    }

    #[tokio::test]
    async fn a_flood_of_mdns_records_is_forgotten_and_not_listened_to_for_a_while() {
        let mut actor = actor();
        let who = Identity::of(&SigningKey::from_bytes(&[2; 32])).peer().unwrap();
        let record = |port: u16| (who, format!("/ip4/10.0.0.1/tcp/{port}").parse().unwrap());
        let records = |ports: core::ops::Range<u16>| ports.map(record).collect::<Vec<_>>();
        actor.on_mdns(mdns::Event::Discovered(records(1..101)));
        actor.on_mdns(mdns::Event::Expired(records(1..101)));
        actor.on_mdns(mdns::Event::Discovered(records(1..limits::DISCOVERED as u16 + 1)));
        assert!(actor.mdns.deaf_since.is_none());
        actor.on_mdns(mdns::Event::Discovered(records(1000..1001)));
        assert!(actor.mdns.deaf_since.is_some() && actor.mdns.records == 0);
        actor.mdns.deaf_since = Instant::now().checked_sub(limits::DEAF);
        actor.tick();
        assert!(actor.mdns.deaf_since.is_none());
    }

    #[test]
    fn only_who_knows_the_match_takes_the_place_of_a_spectator() {
        let (members, watching) = (BTreeSet::new(), BTreeMap::new());
        let sink: Sink = Box::new(|_| true);
        let mut game = Match { id: [7; 32], members, spectators: true, watching, sink };
        let status = |match_id| {
            let status =
                proto::Status { match_id, step: 0, head: [0; 32], have: 0, proven: 0, ask: 0 };
            codec::encode(&proto::Message::Status(status))
        };
        let now = Instant::now();
        for i in 0..=limits::SPECTATORS as u8 {
            assert!(!game.hears(Identity([i; 32]), &status([8; 32]), now));
        }
        assert!(game.hears(Identity([99; 32]), &status([7; 32]), now));
    }
}
