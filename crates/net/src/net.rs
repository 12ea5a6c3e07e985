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
    lobby::{Line, LobbyEvent, Terms, Wish},
};

/// Who can reach a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Everybody on the networks this machine is in.
    Lan,
    /// Only this machine.
    Loopback,
}

/// How a node is started.
pub struct Config {
    /// Who it is.
    pub key: SigningKey,
    /// Who can reach it.
    pub reach: Reach,
    /// Where it listens; any free port if none is given.
    pub port: Option<u16>,
}

/// Why a node cannot be on the network.
#[derive(Debug, thiserror::Error)]
pub enum NetError {
    /// Somebody else listens there.
    #[error("port {0} is taken by another program; choose another, or none to take any")]
    PortTaken(u16),
    /// Anything else.
    #[error("the network cannot be used: {0}")]
    Start(String),
    /// Too much waits to be done.
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
    TableSeen(Identity, Box<Line>),
    /// A table is there no more.
    TableGone(Identity),
    /// Something happened at the table one sits at.
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
    /// The host of the table one sits at cannot be reached for some time.
    HostLost,
    /// Somebody answers at a typed address.
    Reached(Identity, Vec<Multiaddr>),
    /// Nobody answers at a typed address.
    NobodyAt(Vec<Multiaddr>),
    /// Another process is on the network with this node's key: its data folder was copied.
    Rival {
        /// Whether this node was there first and is heard. Otherwise it sits at no table any more, and is
        /// in no match.
        heard: bool,
    },
    /// Somebody has fetched the whole transcript of a match of theirs.
    Fetched(Identity, Digest),
}

impl Event {
    /// Whether it is told once, and nothing later makes up for it.
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
    /// What was agreed.
    pub charter: SignedCharter,
    /// This player's secrets; `None` for a spectator.
    pub secrets: Option<Secrets>,
    /// Whether others may watch.
    pub spectators: bool,
}

/// Something that reaches a match.
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
    /// Somebody says that the match is over, and that this is its transcript.
    Finished {
        /// Who.
        from: Identity,
        /// The transcript, unchecked.
        transcript: Vec<u8>,
    },
}

/// Takes what reaches a match; false if there is no room for it now.
pub type Sink = Box<dyn FnMut(Incoming) -> bool + Send>;

/// Somebody's presence.
#[derive(Clone, Copy, Debug)]
pub struct Presence {
    /// Whether they are connected.
    pub up: bool,
    /// Since when.
    pub since: Instant,
    /// When they were last heard.
    pub heard: Instant,
}

/// What can be asked of a node at any time.
#[derive(Default)]
pub(crate) struct Seen {
    pub addresses: Vec<Multiaddr>,
    pub tables: BTreeMap<Identity, Line>,
    pub people: BTreeMap<Identity, (Presence, Vec<Multiaddr>)>,
}

/// A node on the network. Its events must be taken: when too many wait, those are lost that later ones make up for. Clones are handles of the same node; it stops with the last of them.
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
            // Whoever waits for the end may want the port again, and tasks hold it until now.
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
    pub fn tables(&self) -> Vec<(Identity, Line)> {
        self.seen().tables.iter().map(|(host, line)| (*host, line.clone())).collect()
    }

    /// Whether somebody at the table is here, and since when.
    pub fn presence(&self, who: &Identity) -> Option<Presence> {
        self.seen().people.get(who).map(|(presence, _)| *presence)
    }

    /// Where the people at the table were last reached, to be kept for a resumption.
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
        player: &str,
        terms: Terms,
        invited: bool,
    ) -> Result<Code, NetError> {
        let id = crate::identity::random()?;
        let code =
            if invited { Code::invited(&id, crate::identity::random()?) } else { Code::open(&id) };
        let (table, player) = ((table.to_owned(), id), player.to_owned());
        self.command(Command::Open { table, player, terms, code: code.clone() })?;
        Ok(code)
    }

    /// What to write into a QR: the code and where this node can be reached.
    pub fn invitation(&self, code: &Code) -> Invitation {
        Invitation { code: Some(code.clone()), addresses: self.addresses() }
    }

    /// Changes the terms of one's own table; everybody has to be ready anew.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn change(&self, terms: Terms) -> Result<(), NetError> {
        self.command(Command::Change(terms))
    }

    /// Looks for a node at typed addresses; its table is then seen like any other.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn dial(&self, addresses: Vec<Multiaddr>) -> Result<(), NetError> {
        self.command(Command::Dial(addresses))
    }

    /// Notes where somebody may be reached.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn at(&self, who: Identity, addresses: Vec<Multiaddr>) -> Result<(), NetError> {
        self.command(Command::At(who, addresses))
    }

    /// Sits down at a table that was seen, or watches it.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn join(&self, host: Identity, code: Option<Code>, wish: Wish) -> Result<(), NetError> {
        self.command(Command::Join { host, code, wish })
    }

    /// Is ready to play on the terms of the room as it was last shown, or not any more.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn ready(&self, ready: bool) -> Result<(), NetError> {
        self.command(Command::Ready(ready))
    }

    /// After a match at one's own table: the same people may play again.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn rematch(&self) -> Result<(), NetError> {
        self.command(Command::Rematch)
    }

    /// Sends somebody away from one's own table, before the match.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn dismiss(&self, who: Identity) -> Result<(), NetError> {
        self.command(Command::Dismiss(who))
    }

    /// Gets up; the host's table is closed.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn leave(&self) -> Result<(), NetError> {
        self.command(Command::Leave)
    }

    /// Writes something to everybody at the table, or to one of them alone.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn chat(&self, to: Option<Identity>, text: &str) -> Result<(), NetError> {
        self.command(Command::Chat(to, text.to_owned()))
    }

    /// Takes part in the match of this id and these players: what they send goes into the sink. An earlier match is
    /// left.
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

    /// From now on gives the transcripts in these folders to the players of their matches, and to nobody else.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn answer_from(&self, folders: Vec<PathBuf>) -> Result<(), NetError> {
        self.command(Command::AnswerFrom(folders))
    }

    /// Asks a player for the transcript of the match, in case it is over for them.
    pub fn fetch(&self, who: Identity) {
        let _ = self.commands.try_send(Command::Fetch(who));
    }

    /// Asks somebody who is connected to knock at this machine.
    pub fn knock(&self, who: Identity, knock: Knock) {
        let _ = self.commands.try_send(Command::Knock(who, knock));
    }

    /// The match is over, and the people at the table wait for the next one: a host who is lost now
    /// takes the table along.
    ///
    /// # Errors
    /// If the node has stopped.
    pub fn over(&self) -> Result<(), NetError> {
        self.command(Command::Over)
    }

    /// Gets up, says goodbye and stops, whoever else holds a handle. Its port is free afterwards.
    pub fn stop(&self) {
        let (sender, done) = std::sync::mpsc::sync_channel(1);
        if self.command(Command::Stop(sender)).is_ok() {
            // Nothing is ever sent: the other end is dropped.
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

    /// Ends the connections with somebody who sent what is no message.
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
