//! A table before and between matches: who sits there, on what terms, and the charter they sign.
//!
//! The [`Host`] keeps the room and shows it to everybody at the table; each [`Guest`] makes the charter
//! from the room it was shown, and signs only that. Once everybody has signed, the host has no more
//! power than any other seat.
//!
//! Nothing here touches a network or a clock: messages and times come in as arguments, [`Out`]s come out.

mod guest;
mod host;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use ed25519_dalek::Signature;
use proto::{Charter, Digest, OnCheat, SeatEntry, SignedCharter, codec, digest};
use serde::{Deserialize, Serialize};

pub use guest::{Guest, Wish};
pub use host::Host;

use crate::{Identity, limits, pake::Tag};

/// Milliseconds on a monotonic clock.
pub type Millis = u64;

/// What is played at a table, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The game's id.
    pub game: String,
    /// The version of its rules.
    pub rules: u16,
    /// The digest of the game's description, as in the charter.
    pub description: Digest,
    /// All its options, sorted by key.
    pub options: Vec<(String, String)>,
    /// How many seats there are.
    pub seats: u8,
    /// How many leavers the table survives.
    pub survive: u8,
    /// What happens when somebody cheats.
    pub on_cheat: OnCheat,
    /// Whether others may watch.
    pub spectators: bool,
    /// How many seconds a reaction window lasts; answers are held back until then.
    pub window: u8,
}

impl Terms {
    /// The digest that being ready is bound to.
    pub fn digest(&self) -> Digest {
        digest("terms", &[&codec::encode(self)])
    }

    fn is_sound(&self) -> bool {
        let word = |text: &String| printable(text, proto::limits::WORD);
        (2..=proto::limits::SEATS).contains(&usize::from(self.seats))
            && word(&self.game)
            && self.options.len() <= proto::limits::OPTIONS
            && self.options.iter().all(|(key, value)| word(key) && word(value))
    }
}

/// What strangers may know of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableInfo {
    /// The version of the protocol the table speaks.
    pub protocol: u16,
    /// The table's id.
    pub table: [u8; 16],
    /// Its name.
    pub name: String,
    /// The host's name.
    pub host: String,
    /// What is played.
    pub terms: Terms,
    /// Seats taken.
    pub taken: u8,
    /// Whether its code is needed to sit down.
    pub invited: bool,
    /// Whether a match is being played.
    pub playing: bool,
}

impl TableInfo {
    /// Whether it is well-formed and can be shown to a person.
    pub fn is_sound(&self) -> bool {
        is_name(&self.name, limits::TABLE_NAME)
            && is_name(&self.host, proto::limits::NAME)
            && self.terms.is_sound()
            && self.taken <= self.terms.seats
    }
}

/// A seat's part in the next charter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commitment {
    /// Its part in making the match id unique.
    pub nonce: [u8; 32],
    /// The commitment to its match key.
    pub key: Digest,
}

/// What people say of themselves when they sit down. Nothing proves it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Introduction {
    /// Their name.
    pub name: String,
    /// Whether a bot plays.
    pub bot: bool,
}

impl Introduction {
    /// A person, not a bot, of that name.
    pub fn person(name: &str) -> Self {
        Self { name: name.into(), bot: false }
    }
}

/// Somebody at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sitter {
    /// Who.
    pub identity: Identity,
    /// Under which name.
    pub name: String,
    /// Whether a bot plays, as they said themselves.
    pub bot: bool,
    /// Whether they are ready, and with what.
    pub ready: Option<Commitment>,
    /// Where they can be reached, as encoded multiaddresses.
    pub addresses: Vec<Vec<u8>>,
}

impl Sitter {
    /// Somebody who has just sat down.
    fn new(identity: Identity, who: Introduction, addresses: Vec<Vec<u8>>) -> Self {
        let Introduction { name, bot } = who;
        Self { identity, name, bot, ready: None, addresses }
    }

    fn is_sound(&self) -> bool {
        is_name(&self.name, proto::limits::NAME)
            && self.identity.is_sound()
            && sound(&self.addresses)
    }
}

/// The addresses of a player of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Whereabouts {
    /// Who.
    pub who: Identity,
    /// Where, as encoded multiaddresses.
    pub at: Vec<Vec<u8>>,
}

/// The table as everybody at it sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    /// Its public line.
    pub line: TableInfo,
    /// Who sits there; the host is the first.
    pub sitters: Vec<Sitter>,
}

impl Room {
    /// The charter that this room agrees on; `None` until every seat is taken and ready.
    pub fn charter(&self) -> Option<Charter> {
        let terms = &self.line.terms;
        if self.sitters.len() != usize::from(terms.seats) {
            return None;
        }
        let place = |sitter: &Sitter| {
            let Commitment { nonce, key } = sitter.ready?;
            Some(SeatEntry { identity: sitter.identity.0, name: sitter.name.clone(), nonce, key })
        };
        let seats = self.sitters.iter().map(place).collect::<Option<_>>()?;
        let Terms { game, rules, description, options, survive, on_cheat, .. } = terms.clone();
        Some(Charter {
            protocol: proto::VERSION,
            game,
            rules,
            description,
            options,
            survive,
            on_cheat,
            seats,
        })
    }

    /// The person with this key.
    pub fn sitter(&self, identity: &Identity) -> Option<&Sitter> {
        self.sitters.iter().find(|sitter| sitter.identity == *identity)
    }

    fn is_sound(&self) -> bool {
        self.line.is_sound()
            && self.sitters.len() <= usize::from(self.line.terms.seats)
            && self.sitters.iter().all(Sitter::is_sound)
            && distinct(self.sitters.iter().map(|sitter| folded(&sitter.name)))
            && distinct(self.sitters.iter().map(|sitter| sitter.identity))
    }
}

fn distinct<T: Ord>(all: impl Iterator<Item = T> + Clone) -> bool {
    all.clone().count() == all.collect::<BTreeSet<T>>().len()
}

/// Whether a text can be shown as it is: not empty, not too long, and without invisible characters.
pub fn printable(text: &str, longest: usize) -> bool {
    !text.trim().is_empty() && text.len() <= longest && !text.chars().any(hidden)
}

/// Whether a text can be the name of a person or a table: printable, and with no spaces but single ones
/// between words, so that names that look the same are the same.
pub fn is_name(text: &str, longest: usize) -> bool {
    let single = text.split(' ').all(|word| !word.is_empty());
    printable(text, longest) && single && !text.chars().any(|c| c.is_whitespace() && c != ' ')
}

/// The form in which names are compared.
pub fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// A text without its invisible characters.
pub fn visible(text: &str) -> String {
    text.chars().filter(|c| !hidden(*c)).collect()
}

/// Characters that are invisible or change how others are shown: controls, format and direction marks,
/// joiners, fillers, variation selectors, line separators.
fn hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
            | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

pub(crate) fn sound(addresses: &[Vec<u8>]) -> bool {
    addresses.len() <= limits::ADDRESSES.0
        && addresses.iter().all(|a| a.len() <= limits::ADDRESSES.1)
}

/// Why somebody may not sit down or watch, or must leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Refusal {
    /// Every seat is taken.
    #[error("the table is full; ask its host for another, or open your own")]
    Full,
    /// Somebody at the table has this name.
    #[error("somebody at the table has that name already; choose another with --name")]
    NameTaken,
    /// The name cannot be shown.
    #[error(
        "that name is empty, too long, or has characters or spaces that cannot be seen; choose another with --name"
    )]
    BadName,
    /// Another version of nodealer.
    #[error("the table speaks version {0} of the protocol and this is version {this}; {who} must be updated", this = proto::VERSION, who = older(*.0, proto::VERSION))]
    Version(u16),
    /// A code is needed.
    #[error("the table is for invited people; ask its host for the code")]
    NeedsCode,
    /// The code is wrong.
    #[error("that is not this table's code; check it with the host")]
    WrongCode,
    /// Too many wrong codes.
    #[error("too many wrong codes; wait a minute and try again")]
    TooManyTries,
    /// A match is being played.
    #[error("the match has begun; watch it, or wait for the next one")]
    Playing,
    /// Nobody may watch.
    #[error("this table takes no spectators")]
    NoSpectators,
    /// There is nothing to watch yet.
    #[error("there is no match to watch yet")]
    NotPlaying,
    /// The host has removed the guest.
    #[error("the host has sent you away from the table")]
    Dismissed,
    /// The host has closed the table.
    #[error("the host has closed the table")]
    Closed,
}

/// Whose program is older: the one with the lower protocol version.
pub fn older(table: u16, here: u16) -> &'static str {
    if table > here { "the nodealer here" } else { "the host's nodealer" }
}

/// A message between people at a table, or on their way to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Say {
    /// To the host: the guest's point of the PAKE, with which it begins to prove that it knows the code.
    Knock([u8; 32]),
    /// From the host: its point of the PAKE.
    Point([u8; 32]),
    /// To the host: may I sit down?
    Sit {
        /// The guest's version of the protocol.
        protocol: u16,
        /// Who the guest is.
        who: Introduction,
        /// The proof that it knows the code.
        proof: Option<Tag>,
        /// Where it can be reached.
        addresses: Vec<Vec<u8>>,
    },
    /// To the host: may I watch?
    Watch {
        /// The proof that the spectator knows the code.
        proof: Option<Tag>,
    },
    /// From the host: you may not.
    Refused(Refusal),
    /// From the host: the proof that it knows the code too; the room or the charter follows.
    Welcome(Tag),
    /// From the host: the room.
    Room(Box<Room>),
    /// To the host: I am ready to play on the terms with this digest, or no longer ready.
    Ready(Option<(Digest, Commitment)>),
    /// To the host: I leave.
    Leave,
    /// From the host: sign the charter of the room as you see it, which has this digest.
    Propose(Digest),
    /// To the host: my signature.
    Sign(Digest, Signature),
    /// From the host: everybody has signed.
    Start(Box<SignedCharter>),
    /// Between any two people at the table: a chat message.
    Chat {
        /// Whether it was for the receiver alone.
        whispered: bool,
        /// What.
        text: String,
    },
    /// Between players of a match: their addresses, and those they know of other players.
    Whereabouts {
        /// The match id.
        id: Digest,
        /// The addresses that the sender knows.
        all: Vec<Whereabouts>,
        /// Whether the receiver is to answer with the addresses that it knows.
        asks: bool,
    },
}

/// What the lobby wants done; carried out in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Out {
    /// Send a message to somebody.
    Say(Identity, Say),
    /// Tell this person.
    Tell(LobbyEvent),
}

/// What a person is told of their table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LobbyEvent {
    /// The room was entered, or has changed.
    Room(Box<Room>),
    /// This person must say again that they are ready: the terms have changed, or somebody did not sign.
    NotReady,
    /// The host has refused or removed this person, or has closed the table.
    Refused(Refusal),
    /// The host claims to be the table of the code, but does not know the code.
    Impostor,
    /// Everybody has signed.
    Started(Box<SignedCharter>),
}
