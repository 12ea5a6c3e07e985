//! Nodes on a LAN: discovery, lobby, delivery, reconnection.
//!
//! This crate knows no rules and no cards; it moves bytes between identities. A [`Net`] is a node in a
//! thread of its own: it finds others by mDNS or at typed addresses, shows their tables, brings people
//! together at one ([`lobby`]), and carries the messages of a match. Journals lie on disk ([`storage`]).
//!
//! Strangers can ask for a table's public line and ask to sit down, at a bounded rate; everything else
//! is for the people at the table. What arrives is bounded in size, number, rate and time
//! ([`limits`]).
//!
//! ```
//! use ed25519_dalek::SigningKey;
//! use net::{Config, Event, Net, Reach, lobby::{Introduction, Terms}};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let node = |key| Net::start(Config {
//!     key: SigningKey::from_bytes(&[key; 32]),
//!     reach: Reach::Loopback,
//!     port: None,
//! });
//! let (ann, _events) = node(1)?;
//! let (bob, events) = node(2)?;
//! let terms = Terms {
//!     game: "suspicion".into(),
//!     rules: 1,
//!     description: [0; 32],
//!     options: vec![],
//!     seats: 3,
//!     survive: 1,
//!     on_cheat: proto::OnCheat::End,
//!     spectators: false,
//!     window: 4,
//! };
//! let code = ann.open("Ann's table", Introduction::person("Ann"), terms, false)?;
//! bob.dial(ann.addresses())?;
//! let line = loop {
//!     if let Event::TableSeen(host, line) = events.recv()? {
//!         assert_eq!(host, ann.identity());
//!         break line;
//!     }
//! };
//! assert_eq!(line.name, "Ann's table");
//! assert!(code.finds(&line.table));
//! # Ok(())
//! # }
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod actor;
pub mod code;
pub mod doctor;
mod door;
#[cfg(test)]
mod hostile;
mod identity;
pub mod limits;
pub mod lobby;
mod net;
pub mod pake;
mod peers;
mod processes;
mod queue;
pub mod storage;
mod swarm;
#[cfg(test)]
mod testing;
pub mod wire;

pub use actor::Knock;
pub use code::{Code, Invitation};
pub use identity::{Identity, load_or_create, random};
pub use libp2p::Multiaddr;
pub use net::{Config, Event, Incoming, Net, NetError, Presence, Reach, Sink, Started};
pub use storage::{Acquaintance, JournalFile, Players, Resumption, StorageError};
