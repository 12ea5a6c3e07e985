//! A table as one of its guests runs it.

use ed25519_dalek::SigningKey;
use proto::{Charter, Digest};

use super::{Commitment, Introduction, LobbyEvent, Out, Refusal, Room, Say, TableInfo};
use crate::{
    Identity,
    code::Code,
    pake::{self, Context, Half, Tag},
};

/// What a guest wants at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To sit down.
    Sit(Introduction),
    /// To watch.
    Watch,
}

/// The state of a guest at a table.
pub struct Guest {
    me: Identity,
    host: Identity,
    wish: Wish,
    addresses: Vec<Vec<u8>>,
    room: Option<Room>,
    half: Option<Half>,
    /// The tag that proves that the host knows the table's code.
    welcome: Option<Tag>,
    /// Whether the host has proved that it knows the code, or the table has none.
    proven: bool,
    /// The commitment this guest is ready with, and the digest of the terms it is for.
    ready: Option<(Digest, Commitment)>,
    /// The charter it has signed with that commitment.
    signed: Option<Charter>,
    out: Vec<Out>,
}

impl Guest {
    /// Asks for a seat, or to watch, at the table of this line.
    ///
    /// # Errors
    /// If the line already shows that the host would refuse.
    pub fn join(
        me: Identity,
        host: Identity,
        line: &TableInfo,
        code: Option<&Code>,
        wish: Wish,
        addresses: Vec<Vec<u8>>,
        entropy: [u8; 64],
    ) -> Result<Self, Refusal> {
        if line.protocol != proto::VERSION {
            return Err(Refusal::Version(line.protocol));
        }
        let secret = code.and_then(Code::secret);
        let (room, half, welcome, ready, signed) = (None, None, None, None, None);
        let (proven, out) = (secret.is_none(), Vec::new());
        let mut guest =
            Self { me, host, wish, addresses, room, half, welcome, proven, ready, signed, out };
        match (secret, line.invited) {
            (Some(secret), true) => {
                let context = Context { table: line.table, host: host.0, guest: me.0 };
                let half = Half::new(secret, &context, entropy);
                guest.say(Say::Knock(half.point()));
                guest.half = Some(half);
            }
            // Anybody can announce such a line, but a table whose code has a secret would ask for it.
            (Some(_), false) => guest.tell(LobbyEvent::Impostor),
            (None, true) => return Err(Refusal::NeedsCode),
            (None, false) => guest.ask(None),
        }
        Ok(guest)
    }

    /// The host's identity.
    pub fn host(&self) -> Identity {
        self.host
    }

    /// The room as the host last showed it.
    pub fn room(&self) -> Option<&Room> {
        self.room.as_ref()
    }

    /// What has to be done since the last call.
    pub fn take(&mut self) -> Vec<Out> {
        core::mem::take(&mut self.out)
    }

    /// Handles a message; those that are not from the host are ignored.
    pub fn hear(&mut self, from: Identity, say: Say, key: &SigningKey) {
        if from != self.host {
            return;
        }
        match say {
            Say::Point(point) => {
                let Some(shared) = self.half.take().and_then(|half| half.finish_as_guest(point))
                else {
                    return;
                };
                self.welcome = Some(shared.host_tag());
                self.ask(Some(shared.guest_tag()));
            }
            Say::Welcome(tag) => {
                let Some(expected) = self.welcome.take() else { return };
                self.proven = pake::same(&expected, &tag);
                if !self.proven {
                    self.tell(LobbyEvent::Impostor);
                }
            }
            Say::Refused(refusal) => self.tell(LobbyEvent::Refused(refusal)),
            Say::Room(room) => self.enter(*room),
            Say::Propose(id) => self.propose(id, key),
            Say::Start(_) if !self.proven => self.tell(LobbyEvent::Impostor),
            Say::Start(charter) => {
                let agreed = match self.wish {
                    Wish::Sit(_) => self.signed.as_ref() == Some(&charter.charter),
                    Wish::Watch => true,
                };
                if agreed && charter.verify().is_ok() {
                    self.ready = None;
                    self.signed = None;
                    self.tell(LobbyEvent::Started(charter));
                }
            }
            // The other messages go to hosts only.
            _ => {}
        }
    }

    /// Says that this guest is ready to play on the terms last shown, or is no longer ready. False before
    /// the room was shown, and once the charter is signed: then the match begins or the host gives it up.
    pub fn ready(&mut self, commitment: Option<Commitment>) -> bool {
        let Some(room) = self.room.as_ref().filter(|_| self.signed.is_none()) else { return false };
        self.ready = commitment.map(|commitment| (room.line.terms.digest(), commitment));
        self.say(Say::Ready(self.ready));
        true
    }

    /// Updates the addresses at which this guest can be reached.
    pub fn reachable(&mut self, addresses: Vec<Vec<u8>>) {
        if self.addresses != addresses {
            self.addresses = addresses;
            // A guest who has a seat needs no second proof; the host only updates the addresses.
            if self.room.is_some() {
                self.ask(None);
            }
        }
    }

    /// Leaves the table.
    pub fn leave(&mut self) {
        self.say(Say::Leave);
    }

    fn ask(&mut self, proof: Option<Tag>) {
        let addresses = self.addresses.clone();
        let say = match &self.wish {
            Wish::Sit(who) => {
                Say::Sit { protocol: proto::VERSION, who: who.clone(), proof, addresses }
            }
            Wish::Watch => Say::Watch { proof },
        };
        self.say(say);
    }

    fn enter(&mut self, room: Room) {
        // A table with a code is entered only after its host has proved that it knows the code.
        if !room.is_sound() || room.sitter(&self.me).is_none() {
            return;
        }
        if !self.proven {
            return self.tell(LobbyEvent::Impostor);
        }
        let terms = room.line.terms.digest();
        let mine = room.sitter(&self.me).and_then(|me| me.ready);
        let other_terms = self.ready.is_some_and(|(for_, _)| for_ != terms);
        let shown = |old: &Room| old.sitter(&self.me).is_some_and(|me| me.ready.is_some());
        let was_ready = self.signed.is_some() || self.room.as_ref().is_some_and(shown);
        let given_up = self.ready.is_some() && mine.is_none() && was_ready;
        self.room = Some(room.clone());
        self.tell(LobbyEvent::Room(Box::new(room)));
        if other_terms || given_up {
            self.ready = None;
            self.signed = None;
            self.tell(LobbyEvent::NotReady);
        }
    }

    /// Signs the charter of the room that was shown, if that is the one the host proposes and it contains
    /// this guest's own commitment. Never signs twice with one commitment.
    fn propose(&mut self, id: Digest, key: &SigningKey) {
        let Some((terms, commitment)) = self.ready else { return };
        let Some(room) = &self.room else { return };
        let mine = room.sitter(&self.me).and_then(|me| me.ready);
        let Some(charter) = room.charter() else { return };
        let same_name = match &self.wish {
            Wish::Sit(who) => room.sitter(&self.me).is_some_and(|me| me.name == who.name),
            Wish::Watch => false,
        };
        if self.signed.as_ref().is_some_and(|signed| *signed != charter)
            || room.line.terms.digest() != terms
            || mine != Some(commitment)
            || !same_name
            || charter.check().is_err()
            || charter.id() != id
        {
            tracing::warn!(host = ?self.host, "the host proposed a charter other than the lobby showed");
            return;
        }
        let signature = charter.sign(key);
        self.signed = Some(charter);
        self.say(Say::Sign(id, signature));
    }

    fn say(&mut self, say: Say) {
        self.out.push(Out::Say(self.host, say));
    }

    fn tell(&mut self, event: LobbyEvent) {
        self.out.push(Out::Tell(event));
    }
}
