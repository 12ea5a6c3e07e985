//! A table as its host runs it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ed25519_dalek::{Signature, SigningKey};
use proto::{Charter, Digest, SignedCharter};

use super::{
    Commitment, Introduction, LobbyEvent, Millis, Out, Refusal, Room, Say, Sitter, TableInfo,
    Terms, folded,
};
use crate::{
    Identity,
    code::Code,
    limits,
    pake::{self, Context, Half, Shared, Tag},
};

/// How long everybody has to sign the charter.
const SIGNING: Millis = 10_000;
const MINUTE: Millis = 60_000;

/// The state of a table's host.
pub struct Host {
    me: Identity,
    code: Code,
    room: Room,
    stage: Stage,
    /// PAKE runs of guests who have begun to prove that they know the code, kept only while the attempt
    /// counts.
    knocks: BTreeMap<Identity, Shared>,
    /// Attempts at the code that have not succeeded, with their times.
    tries: VecDeque<(Millis, Identity)>,
    /// Who has left during the match: they lose their seats before the next one.
    left: BTreeSet<Identity>,
    out: Vec<Out>,
}

enum Stage {
    Open,
    Signing { charter: Charter, signatures: BTreeMap<Identity, Signature>, since: Millis },
    Playing(Box<SignedCharter>),
}

impl Host {
    /// Opens a table. The host takes the first seat.
    pub fn open(
        me: Identity,
        who: Introduction,
        table: (String, [u8; 16]),
        terms: Terms,
        code: Code,
        addresses: Vec<Vec<u8>>,
    ) -> Self {
        let line = TableInfo {
            protocol: proto::VERSION,
            table: table.1,
            name: table.0,
            host: who.name.clone(),
            terms,
            taken: 1,
            invited: code.secret().is_some(),
            playing: false,
        };
        let sitters = vec![Sitter::new(me, who, addresses)];
        let room = Room { line, sitters };
        let (knocks, tries, left) = (BTreeMap::new(), VecDeque::new(), BTreeSet::new());
        Self { me, code, room, stage: Stage::Open, knocks, tries, left, out: Vec::new() }
    }

    /// What strangers may know of the table.
    pub fn line(&self) -> &TableInfo {
        &self.room.line
    }

    /// The room as everybody at the table sees it.
    pub fn room(&self) -> &Room {
        &self.room
    }

    /// The table's code.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// What has to be done since the last call.
    pub fn take(&mut self) -> Vec<Out> {
        core::mem::take(&mut self.out)
    }

    /// Handles a message; `entropy` is fresh randomness in case it is needed.
    pub fn hear(
        &mut self,
        from: Identity,
        say: Say,
        key: &SigningKey,
        entropy: [u8; 64],
        now: Millis,
    ) {
        match say {
            Say::Knock(point) => self.knock(from, point, entropy, now),
            Say::Sit { protocol, who, proof, addresses } => {
                let sitter = Sitter::new(from, who, addresses);
                if let Err(refusal) = self.sit(protocol, sitter, proof) {
                    self.refuse(from, refusal);
                }
            }
            Say::Watch { proof } => match self.watch(from, proof) {
                Ok((welcome, charter)) => {
                    self.welcome(from, welcome);
                    self.say(from, Say::Start(charter));
                }
                Err(refusal) => self.refuse(from, refusal),
            },
            Say::Ready(ready) => self.ready_of(from, ready, key, now),
            Say::Leave if self.is_playing() => drop(self.left.insert(from)),
            Say::Leave => self.gone(from),
            Say::Sign(id, signature) => self.sign_of(from, id, signature),
            // The other messages go to guests only.
            _ => {}
        }
    }

    /// Somebody has left or is lost. Once a match has begun, that is not the lobby's concern.
    pub fn gone(&mut self, who: Identity) {
        self.knocks.remove(&who);
        if who == self.me || self.room.sitter(&who).is_none() || self.is_playing() {
            return;
        }
        self.room.sitters.retain(|sitter| sitter.identity != who);
        self.reopen();
    }

    /// Removes somebody from the table, unless a match has begun.
    pub fn dismiss(&mut self, who: Identity) {
        if who != self.me && !self.is_playing() {
            self.refuse(who, Refusal::Dismissed);
            self.gone(who);
        }
    }

    /// Says that the host is ready, or no longer ready. False once the charter is being signed or played.
    pub fn ready(&mut self, commitment: Option<Commitment>, key: &SigningKey, now: Millis) -> bool {
        let open = matches!(self.stage, Stage::Open);
        let ready = commitment.map(|commitment| (self.room.line.terms.digest(), commitment));
        self.ready_of(self.me, ready, key, now);
        open
    }

    /// Changes the terms; everybody has to say again that they are ready. False while a match is played, or
    /// if more people sit here than would have seats.
    pub fn change(&mut self, terms: Terms) -> bool {
        if self.is_playing() || usize::from(terms.seats) < self.room.sitters.len() {
            return false;
        }
        self.room.line.terms = terms;
        self.reopen();
        true
    }

    /// Updates the addresses at which the host can be reached.
    pub fn reachable(&mut self, addresses: Vec<Vec<u8>>) {
        if let Some(me) = self.room.sitters.first_mut()
            && me.addresses != addresses
        {
            me.addresses = addresses;
            self.show();
        }
    }

    /// After a match: opens the table for another one with the same people.
    pub fn rematch(&mut self) {
        if self.is_playing() {
            let left = core::mem::take(&mut self.left);
            self.room.sitters.retain(|sitter| !left.contains(&sitter.identity));
            self.reopen();
        }
    }

    /// Closes the table.
    pub fn close(&mut self) {
        for to in self.guests() {
            self.refuse(to, Refusal::Closed);
        }
    }

    /// Gives up on a charter that not everybody has signed in time.
    pub fn tick(&mut self, now: Millis) {
        if let Stage::Signing { since, .. } = self.stage
            && now.saturating_sub(since) >= SIGNING
        {
            self.reopen();
        }
    }

    fn is_playing(&self) -> bool {
        matches!(self.stage, Stage::Playing(_))
    }

    fn knock(&mut self, from: Identity, point: [u8; 32], entropy: [u8; 64], now: Millis) {
        let Some(secret) = self.code.secret() else { return };
        self.tries.retain(|(when, _)| now.saturating_sub(*when) < MINUTE);
        let by_them = self.tries.iter().filter(|(_, who)| *who == from).count();
        // A first attempt is always allowed: strangers must not lock out those who know the code.
        if by_them >= limits::TRIES.0 || by_them > 0 && self.tries.len() >= limits::TRIES.1 {
            return self.refuse(from, Refusal::TooManyTries);
        }
        self.tries.push_back((now, from));
        if self.tries.len() > limits::TRIES_KEPT {
            self.tries.pop_front();
        }
        let trying: BTreeSet<Identity> = self.tries.iter().map(|(_, who)| *who).collect();
        self.knocks.retain(|who, _| trying.contains(who));
        let table = self.room.line.table;
        let half = Half::new(secret, &Context { table, host: self.me.0, guest: from.0 }, entropy);
        let mine = half.point();
        match half.finish_as_host(point) {
            Some(shared) => {
                self.knocks.insert(from, shared);
                self.say(from, Say::Point(mine));
            }
            None => self.refuse(from, Refusal::WrongCode),
        }
    }

    /// Checks the proof that somebody knows the code, if one is needed. A proof can be used once.
    fn admit(&mut self, from: Identity, proof: Option<Tag>) -> Result<Option<Tag>, Refusal> {
        if self.code.secret().is_none() {
            return Ok(None);
        }
        let shared = self.knocks.remove(&from).ok_or(Refusal::NeedsCode)?;
        let proof = proof.ok_or(Refusal::NeedsCode)?;
        if !pake::same(&proof, &shared.guest_tag()) {
            return Err(Refusal::WrongCode);
        }
        self.tries.retain(|(_, who)| *who != from);
        Ok(Some(shared.host_tag()))
    }

    fn sit(&mut self, protocol: u16, new: Sitter, proof: Option<Tag>) -> Result<(), Refusal> {
        let from = new.identity;
        if protocol != proto::VERSION {
            return Err(Refusal::Version(proto::VERSION));
        }
        let seated = self.room.sitters.iter().position(|sitter| sitter.identity == from);
        if self.is_playing() && seated.is_none() {
            return Err(Refusal::Playing);
        }
        let welcome = if seated.is_none() { self.admit(from, proof)? } else { None };
        if !new.is_sound() {
            return Err(Refusal::BadName);
        }
        let same =
            |sitter: &Sitter| sitter.identity != from && folded(&sitter.name) == folded(&new.name);
        if self.room.sitters.iter().any(same) {
            return Err(Refusal::NameTaken);
        }
        match seated {
            Some(at) => {
                self.left.remove(&from);
                let sitter = &mut self.room.sitters[at];
                (sitter.addresses, sitter.bot) = (new.addresses, new.bot);
            }
            None if self.room.sitters.len() >= usize::from(self.room.line.terms.seats) => {
                return Err(Refusal::Full);
            }
            None => self.room.sitters.push(new),
        }
        self.welcome(from, welcome);
        self.show();
        Ok(())
    }

    /// Proves to somebody who knows the code that this host knows it too.
    fn welcome(&mut self, who: Identity, tag: Option<Tag>) {
        if let Some(tag) = tag {
            self.say(who, Say::Welcome(tag));
        }
    }

    fn watch(
        &mut self,
        from: Identity,
        proof: Option<Tag>,
    ) -> Result<(Option<Tag>, Box<SignedCharter>), Refusal> {
        if !self.room.line.terms.spectators {
            return Err(Refusal::NoSpectators);
        }
        let welcome = self.admit(from, proof)?;
        match &self.stage {
            Stage::Playing(charter) => Ok((welcome, charter.clone())),
            _ => Err(Refusal::NotPlaying),
        }
    }

    fn ready_of(
        &mut self,
        who: Identity,
        ready: Option<(Digest, Commitment)>,
        key: &SigningKey,
        now: Millis,
    ) {
        if !matches!(self.stage, Stage::Open) {
            return;
        }
        let terms = self.room.line.terms.digest();
        let Some(sitter) = self.room.sitters.iter_mut().find(|s| s.identity == who) else { return };
        // A readiness for earlier terms does not count.
        sitter.ready = ready.filter(|(for_, _)| *for_ == terms).map(|(_, commitment)| commitment);
        self.show();
        let Some(charter) = self.room.charter() else { return };
        if charter.check().is_err() {
            return self.reopen();
        }
        let id = charter.id();
        let signatures = BTreeMap::from([(self.me, charter.sign(key))]);
        self.stage = Stage::Signing { charter, signatures, since: now };
        self.guests().into_iter().for_each(|to| self.say(to, Say::Propose(id)));
    }

    fn sign_of(&mut self, who: Identity, id: Digest, signature: Signature) {
        let Stage::Signing { charter, signatures, .. } = &mut self.stage else { return };
        if charter.id() != id {
            return;
        }
        signatures.insert(who, signature);
        let all: Option<Vec<Signature>> =
            charter.seats.iter().map(|p| signatures.get(&Identity(p.identity)).copied()).collect();
        let Some(signatures) = all else { return };
        let signed = Box::new(SignedCharter { charter: charter.clone(), signatures });
        if signed.verify().is_err() {
            return self.reopen();
        }
        self.room.line.playing = true;
        self.stage = Stage::Playing(signed.clone());
        for to in self.guests() {
            self.say(to, Say::Start(signed.clone()));
        }
        self.out.push(Out::Tell(LobbyEvent::Started(signed)));
    }

    /// Makes nobody ready: nobody may sign twice with the same commitment.
    fn reopen(&mut self) {
        self.stage = Stage::Open;
        self.room.line.playing = false;
        let was_ready = self.room.sitters.first().is_some_and(|me| me.ready.is_some());
        self.room.sitters.iter_mut().for_each(|sitter| sitter.ready = None);
        self.show();
        if was_ready {
            self.out.push(Out::Tell(LobbyEvent::NotReady));
        }
    }

    /// Sends the room to all guests.
    fn show(&mut self) {
        self.room.line.taken = self.room.sitters.len() as u8;
        let room = Box::new(self.room.clone());
        for to in self.guests() {
            self.say(to, Say::Room(room.clone()));
        }
        self.out.push(Out::Tell(LobbyEvent::Room(room)));
    }

    fn guests(&self) -> Vec<Identity> {
        self.room.sitters.iter().map(|s| s.identity).filter(|who| *who != self.me).collect()
    }

    fn refuse(&mut self, to: Identity, refusal: Refusal) {
        self.say(to, Say::Refused(refusal));
    }

    fn say(&mut self, to: Identity, say: Say) {
        self.out.push(Out::Say(to, say));
    }
}
