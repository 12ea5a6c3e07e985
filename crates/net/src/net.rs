//! The handle that an application holds.

use std::{
    collections::BTreeMap,
    io,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc::Receiver},
    thread,
    time::Instant,
};

use ed25519_dalek::SigningKey;
use libp2p::Multiaddr;
use proto::{Digest, SignedCharter};
use table::Secrets;
use tokio::sync::mpsc;

use crate::{
    Identity,
    actor::{Actor, Command, Knock},
    code::{Code, Invitation},
    limits,
    lobby::{Introduction, LobbyEvent, TableInfo, Terms, Wish},
};

/// From where a node can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// From all networks this machine is in.
    Lan,
    /// From this machine only.
    Loopback,
}

/// How a node is started.
pub struct Config {
    /// The key that is the node's identity.
    pub key: SigningKey,
    /// From where it can be reached.
    pub reach: Reach,
    /// The port it listens on; any free port if `None`.
    pub port: Option<u16>,
}

/// Why a node cannot start, or cannot do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum NetError {
    /// Another program listens on that port.
    #[error("port {0} is taken by another program; choose another, or none to take any")]
    PortTaken(u16),
    /// The network could not be used for another reason.
    #[error("the network cannot be used: {0}")]
    Start(String),
    /// The node's queue of commands is full.
    #[error("too much at once; try again in a moment")]
    Busy,
    /// The node has stopped.
    #[error("the network part of this program has stopped")]
    Stopped,
    /// The operating system gave no randomness or no thread.
    #[error("{}", crate::storage::reason(.0))]
    Io(#[from] io::Error),
}

/// Something that happened on the network.
pub enum Event {
    /// A table was opened, or has changed.
    TableSeen(Identity, Box<TableInfo>),
    /// A table is no longer there.
    TableGone(Identity),
    /// Something happened at the table this person sits at.
    Lobby(LobbyEvent),
    /// Everybody has signed: the match begins.
    Started(Box<Started>),
    /// Somebody at the table wrote something.
    Chat {
        /// Who.
        from: Identity,
        /// Whether to this person alone.
        whispered: bool,
        /// What.
        text: String,
    },
    /// Somebody at the table can be reached.
    Up(Identity),
    /// Somebody at the table cannot be reached.
    Down(Identity),
    /// The host of the table this person sits at has been unreachable for some time.
    HostLost,
    /// Somebody answers at a typed address.
    Reached(Identity, Vec<Multiaddr>),
    /// Nobody answers at a typed address.
    NobodyAt(Vec<Multiaddr>),
    /// Another process uses this node's key: its data folder was copied.
    Rival {
        /// Whether this process was first and is listened to. Otherwise it has left its table and its
        /// match.
        heard: bool,
    },
    /// A player has fetched the whole transcript of a match they took part in.
    Fetched(Identity, Digest),
}

impl Event {
    /// Whether the event must not be dropped, because no later event contains the same information.
    pub(crate) fn is_control(&self) -> bool {
        match self {
            Self::Started(_) | Self::HostLost | Self::Rival { .. } | Self::Fetched(..) => true,
            Self::Lobby(event) => !matches!(event, LobbyEvent::Room(_)),
            Self::TableSeen(..)
            | Self::TableGone(_)
            | Self::Chat { .. }
            | Self::Up(_)
            | Self::Down(_)
            | Self::Reached(..)
            | Self::NobodyAt(_) => false,
        }
    }
}

/// A match that begins.
pub struct Started {
    /// The charter, signed by everybody.
    pub charter: SignedCharter,
    /// This player's secrets; `None` for a spectator.
    pub secrets: Option<Secrets>,
    /// Whether others may watch.
    pub spectators: bool,
}

/// What the network delivers to a match.
#[derive(Debug)]
pub enum Incoming {
    /// A message.
    Received {
        /// Who delivered it.
        from: Identity,
        /// Its bytes.
        bytes: Vec<u8>,
    },
    /// Somebody can be reached.
    Up(Identity),
    /// Somebody cannot be reached.
    Down(Identity),
    /// Somebody says that the match is over and sends its transcript.
    Finished {
        /// Who.
        from: Identity,
        /// The transcript, unchecked.
        transcript: Vec<u8>,
    },
}

/// Receives what the network delivers to a match; returns false if it has no room for it now.
pub type Sink = Box<dyn FnMut(Incoming) -> bool + Send>;

/// Whether somebody is connected, and since when.
#[derive(Clone, Copy, Debug)]
pub struct Presence {
    /// Whether they are connected.
    pub up: bool,
    /// When that last changed.
    pub since: Instant,
    /// When something was last received from them.
    pub heard: Instant,
}

/// What handles can read at any time without waiting for the node's task.
#[derive(Default)]
pub(crate) struct Seen {
    pub addresses: Vec<Multiaddr>,
    pub tables: BTreeMap<Identity, TableInfo>,
    pub people: BTreeMap<Identity, (Presence, Vec<Multiaddr>)>,
}

/// A node on the network. Clones are handles of the same node, which stops when the last one is dropped.
/// Events have to be received: when too many are queued, those are dropped that a later event makes up for.
#[derive(Clone)]
pub struct Net {
    me: Identity,
    port: u16,
    commands: mpsc::Sender<Command>,
    seen: Arc<Mutex<Seen>>,
}

impl Net {
    /// Starts a node in a thread of its own.
    ///
    /// # Errors
    /// If the port is taken, or the network cannot be used.
    pub fn start(config: Config) -> Result<(Self, Receiver<Event>), NetError> {
        let (commands, inbox) = mpsc::channel(limits::INBOX);
        let (events, outbox) = std::sync::mpsc::sync_channel(limits::EVENTS);
        let (ready, started) = std::sync::mpsc::sync_channel(1);
        let seen = Arc::new(Mutex::new(Seen::default()));
        let (me, shared) = (Identity::of(&config.key), seen.clone());
        let run = move || {
            let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
                Ok(runtime) => runtime,
                Err(e) => return drop(ready.send(Err(e.into()))),
            };
            let stopped = runtime.block_on(async {
                match Actor::new(config, inbox, events, shared) {
                    Ok((mut actor, port)) => {
                        actor.listen().await;
                        let _ = ready.send(Ok(port));
                        actor.run().await
                    }
                    Err(e) => {
                        let _ = ready.send(Err(e));
                        None
                    }
                }
            });
            // Tasks of the runtime hold the port until here, and whoever waits for the node to stop may
            // want it again.
            drop(runtime);
            drop(stopped);
        };
        thread::Builder::new().name("net".into()).spawn(run)?;
        let port = started.recv().map_err(|_| NetError::Stopped)??;
        Ok((Self { me, port, commands, seen }, outbox))
    }

    /// Who this node is.
    pub fn identity(&self) -> Identity {
        self.me
    }

    /// The port it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Where others can reach it.
    pub fn addresses(&self) -> Vec<Multiaddr> {
        self.seen().addresses.clone()
    }

    /// The tables seen, by their hosts.
    pub fn tables(&self) -> Vec<(Identity, TableInfo)> {
        self.seen().tables.iter().map(|(host, line)| (*host, line.clone())).collect()
    }

    /// Whether somebody at the table is connected, and since when.
    pub fn presence(&self, who: &Identity) -> Option<Presence> {
        self.seen().people.get(who).map(|(presence, _)| *presence)
    }

    /// The last known addresses of the people at the table, to be stored for a resumption.
    pub fn known(&self) -> Vec<(Identity, Vec<Multiaddr>)> {
        self.seen().people.iter().map(|(who, (_, at))| (*who, at.clone())).collect()
    }

    /// Opens a table, takes its first seat, and returns its code. An earlier table is closed.
    ///
    /// # Errors
    /// If the node has stopped, or there is no randomness.
    pub fn open(
        &self,
        table: &str,
        player: Introduction,
        terms: Terms,
        invited: bool,
    ) -> Result<Code, NetError> {
        let id = crate::identity::random()?;
        let code =
            if invited { Code::invited(&id, crate::identity::random()?) } else { Code::open(&id) };
        let table = (table.to_owned(), id);
        self.command(Command::Open { table, player, terms, code: code.clone() })?;
        Ok(code)
    }

    /// The content of a QR code: the table's code and this node's addresses.
    pub fn invitation(&self, code: &Code) -> Invitation {
        Invitation { code: Some(code.clone()), addresses: self.addresses() }
    }

    /// Changes the terms of one's own table. Everybody has to say again that they are ready.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn change(&self, terms: Terms) -> Result<(), NetError> {
        self.command(Command::Change(terms))
    }

    /// Dials typed addresses; a table found there is then seen like any other.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn dial(&self, addresses: Vec<Multiaddr>) -> Result<(), NetError> {
        self.command(Command::Dial(addresses))
    }

    /// Adds addresses at which somebody may be reached.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn at(&self, who: Identity, addresses: Vec<Multiaddr>) -> Result<(), NetError> {
        self.command(Command::At(who, addresses))
    }

    /// Sits down at a table that was seen, or watches its match.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn join(&self, host: Identity, code: Option<Code>, wish: Wish) -> Result<(), NetError> {
        self.command(Command::Join { host, code, wish })
    }

    /// Says that this person is ready to play on the terms last shown, or is no longer ready.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn ready(&self, ready: bool) -> Result<(), NetError> {
        self.command(Command::Ready(ready))
    }

    /// After a match at one's own table: opens it for another match with the same people.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn rematch(&self) -> Result<(), NetError> {
        self.command(Command::Rematch)
    }

    /// Removes somebody from one's own table, before the match.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn dismiss(&self, who: Identity) -> Result<(), NetError> {
        self.command(Command::Dismiss(who))
    }

    /// Leaves the table; a host's table is closed.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn leave(&self) -> Result<(), NetError> {
        self.command(Command::Leave)
    }

    /// Sends a chat message to everybody at the table, or to one of them alone.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn chat(&self, to: Option<Identity>, text: &str) -> Result<(), NetError> {
        self.command(Command::Chat(to, text.to_owned()))
    }

    /// Takes part in the match with this id and these players: what they send goes to the sink. A match
    /// entered earlier is left.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn enter(
        &self,
        id: Digest,
        members: Vec<Identity>,
        spectators: bool,
        sink: Sink,
    ) -> Result<(), NetError> {
        self.command(Command::Enter { id, members, spectators, sink })
    }

    /// From now on serves the transcripts in these folders, each to the players of its match only.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn answer_from(&self, folders: Vec<PathBuf>) -> Result<(), NetError> {
        self.command(Command::AnswerFrom(folders))
    }

    /// Asks a player for the transcript of the match, in case the match is over for them.
    pub fn fetch(&self, who: Identity) {
        let _ = self.commands.try_send(Command::Fetch(who));
    }

    /// Asks a connected peer to knock, i.e. to try to connect to this machine.
    pub fn knock(&self, who: Identity, knock: Knock) {
        let _ = self.commands.try_send(Command::Knock(who, knock));
    }

    /// The match is over, and the people at the table wait for the next one. From now on the table is lost
    /// if its host is.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn over(&self) -> Result<(), NetError> {
        self.command(Command::Over)
    }

    /// Leaves the table, says goodbye and stops, even if other handles exist. The port is free afterwards.
    pub fn stop(&self) {
        let (sender, done) = std::sync::mpsc::sync_channel(1);
        if self.command(Command::Stop(sender)).is_ok() {
            // Nothing is ever sent here: the sender is dropped when the node has stopped.
            let _ = done.recv_timeout(2 * limits::GOODBYE);
        }
    }

    /// Sends match messages to one node, in this order. Messages may be lost; statuses bring out which.
    pub fn send(&self, to: Identity, messages: Vec<Vec<u8>>) {
        let _ = self.commands.try_send(Command::Send(to, messages));
    }

    /// Sends a match message to all other players.
    pub fn broadcast(&self, bytes: Vec<u8>) {
        let _ = self.commands.try_send(Command::Broadcast(bytes));
    }

    /// Closes the connections with somebody who sent a malformed message.
    pub fn hang_up(&self, who: Identity) {
        let _ = self.commands.try_send(Command::HangUp(who));
    }

    fn command(&self, command: Command) -> Result<(), NetError> {
        self.commands.try_send(command).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => NetError::Busy,
            mpsc::error::TrySendError::Closed(_) => NetError::Stopped,
        })
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
