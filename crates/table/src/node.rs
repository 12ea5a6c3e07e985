//! A node's part in a match: it hears, checks, keeps, says, and knows what it misses.
//!
//! Bytes and time come in as arguments, [`Output`]s come out; the order of outputs matters: what is to
//! be kept must be on disk before what follows it is sent.

use std::collections::{BTreeMap, BTreeSet};

use ed25519_dalek::VerifyingKey;
use engine::{Game, Knowledge, Line, Menu, Seat, View};
use proto::{
    CharterError, Contribution, Digest, Evidence, Message, OnCheat, Record, Settled, Signed,
    SignedCharter, Statement, Status, Vote,
    codec::{self, DecodeError},
    file, limits,
};

use crate::{
    Blame, Checked, Effect, GameError, Misdeed, Play, Proven, Rejected, Seats,
    ballots::Ballots,
    journal::{self, Entry},
    me::{Me, Secrets},
    rounds::NotYet,
};

mod blame;
mod voting;

/// Milliseconds on any clock that does not run backwards by much.
pub type Millis = u64;

/// How long a node waits for what.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// Between two statuses while something is missing.
    pub status: Millis,
    /// Until a seat that is not heard of, or that owes what needs no thinking, may be voted away.
    pub grace: Millis,
    /// Until a seat that is heard of but does not choose may be voted away.
    pub patience: Millis,
}

impl Default for Timing {
    fn default() -> Self {
        Self { status: 500, grace: 30_000, patience: 300_000 }
    }
}

/// When a node votes to go on without somebody by itself, as a node without a person must.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autovote {
    /// Not at all: that is the person's to decide.
    Never,
    /// Without whoever is away. Somebody who is there and merely thinks for long is waited for, until
    /// somebody else votes to go on without them.
    Away,
    /// Without anybody, as soon as it may.
    Late,
}

/// What a node wants done, in this order.
#[derive(Clone, Debug)]
pub enum Output {
    /// Append to the journal. With `true`, it must have reached the disk before anything after this.
    Keep(Vec<u8>, bool),
    /// Send to all other nodes of the match.
    Broadcast(Vec<u8>),
    /// Send back to the node whose message is being handled.
    Reply(Vec<u8>),
    /// The match has come further.
    Effect(Effect),
    /// A seat is proven to have cheated; the bytes are an evidence file.
    Accused(Blame, Vec<u8>),
}

/// Why a message was dropped. Whoever delivered it may be a fool or a foe; the match goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Dropped {
    /// Not a message.
    #[error(transparent)]
    Malformed(#[from] DecodeError),
    /// Of another match, or from a seat that does not exist.
    #[error("the message is of another match")]
    Foreign,
    /// Not signed by the seat it names.
    #[error("the signature is not genuine")]
    Forged,
}

/// Why a person's choice was not taken. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotTaken {
    /// This seat is not asked now.
    #[error("you are not asked anything now")]
    NotAsked,
    /// There is no such entry.
    #[error("there is no such entry")]
    NoSuchEntry,
    /// The rules do not allow it.
    #[error("not allowed: {}", .0.render(&engine::Part::plain))]
    NotAllowed(Line),
}

/// One node of a match: a seat's, or a spectator's.
pub struct Node {
    play: Play,
    charter: SignedCharter,
    keys: Vec<VerifyingKey>,
    me: Option<Me>,
    timing: Timing,
    autovote: Autovote,

    history: Vec<Closed>,
    inbox: BTreeMap<Seat, (Signed<Contribution>, Checked)>,
    early: BTreeMap<(u64, Seat), Signed<Contribution>>,
    /// The votes on this step.
    ballots: Ballots,
    /// The seats that this node's player is ready to go on without in this step.
    consent: Seats,
    /// Votes on steps that are closed here.
    late: BTreeMap<u64, Ballots>,
    /// What this node has said about steps it has closed.
    settled: BTreeMap<u64, Signed<Settled>>,
    /// Contributions to this step that were signed over another history, and since when.
    forked: BTreeMap<Seat, (Signed<Contribution>, Millis)>,
    /// What this node said before a crash, by step.
    said: BTreeMap<u64, Signed<Contribution>>,
    /// What it voted.
    voted: BTreeMap<u64, Vec<Signed<Vote>>>,

    faults: Vec<Blame>,
    /// What proves them.
    proofs: Vec<(Seat, Evidence)>,
    /// Whether a cheat has told different nodes different things: no common history is left.
    split: bool,
    excluded: bool,
    /// Whether a journal is being read: what it holds has been decided already.
    replaying: bool,
    /// What the clock showed last; `now` is how long this node has been awake since it began.
    clock: Millis,
    now: Millis,
    step_began: Millis,
    last_status: Millis,
    heard: BTreeMap<Seat, Millis>,
    out: Vec<Output>,
}

/// A step that is closed here.
struct Closed {
    /// What closed it.
    records: Vec<Record>,
    /// The digest of everything before it.
    head: Digest,
    /// The ballot that closed it; 0 for contributions without a ballot.
    ballot: u32,
}

impl Closed {
    /// What a transcript holds of it.
    fn written(&self) -> Vec<Record> {
        let said = |record: &Record| match record {
            Record::Contribution(signed) => Some(signed.clone()),
            _ => None,
        };
        match self.records.iter().map(said).collect::<Option<Vec<_>>>() {
            Some(contributions) => Record::of_step(contributions),
            None => self.records.clone(),
        }
    }

    /// The seats that the table went on without then.
    fn without(&self, seats: usize) -> Seats {
        match self.records.first() {
            Some(Record::Vote(vote)) => Seats::from_mask(vote.statement.without, seats),
            _ => None,
        }
        .unwrap_or_default()
    }
}

impl Node {
    /// Begins a match in a seat, or as a spectator if there are no secrets.
    pub fn new(
        charter: SignedCharter,
        game: &'static dyn Game,
        me: Option<(Seat, Secrets)>,
        now: Millis,
    ) -> Result<Self, StartError> {
        let mut node = Self::silent(charter, game, me, now)?;
        if let Some(me) = &node.me {
            let entry = Entry::Start {
                charter: node.charter.clone(),
                seat: me.seat.index() as u8,
                seed: *me.secrets.seed(),
            };
            let mut first = journal::HEADER.to_vec();
            first.extend(journal::frame(&entry));
            node.out.push(Output::Keep(first, true));
        }
        node.run();
        Ok(node)
    }

    /// Takes up a match again from its journal. Everything is said again as it was said before.
    pub fn resume(
        entries: Vec<Entry>,
        game: &'static dyn Game,
        identity: ed25519_dalek::SigningKey,
        now: Millis,
    ) -> Result<Self, StartError> {
        let Some(Entry::Start { charter, seat, seed }) = entries.first() else {
            return Err(StartError::NoStart);
        };
        let me = Some((Seat::new(*seat), Secrets::new(identity, *seed)));
        let mut node = Self::silent(charter.clone(), game, me, now)?;
        node.replaying = true;
        let my_seat = *seat;
        for entry in &entries {
            match entry {
                Entry::Contribution(signed) if signed.statement.seat == my_seat => {
                    node.said.insert(signed.statement.step, signed.clone());
                }
                Entry::Vote(signed) if signed.statement.seat == my_seat => {
                    node.voted.entry(signed.statement.step).or_default().push(signed.clone());
                }
                Entry::Settled(signed) if signed.statement.seat == my_seat => {
                    node.settled.insert(signed.statement.step, signed.clone());
                }
                _ => {}
            }
        }
        node.run();
        for entry in &entries {
            match entry {
                Entry::Start { .. } => {}
                Entry::Picked(step, picked) => {
                    if let Some(me) = &mut node.me {
                        me.picked = Some((*step, *picked));
                    }
                }
                Entry::Contribution(signed) => drop(node.on_contribution(signed.clone())),
                Entry::Vote(signed) => drop(node.on_vote(signed.clone())),
                Entry::Settled(signed) => drop(node.on_settled(signed.clone())),
                Entry::Evidence(evidence) => drop(node.on_evidence(evidence.clone())),
            }
            // Step by step, as it was: a vote holds in one step only.
            node.run();
        }
        node.replaying = false;
        let kept: BTreeSet<Vec<u8>> = entries.iter().map(journal::frame).collect();
        node.out.retain(|output| !matches!(output, Output::Keep(bytes, _) if kept.contains(bytes)));
        Ok(node)
    }

    fn silent(
        charter: SignedCharter,
        game: &'static dyn Game,
        me: Option<(Seat, Secrets)>,
        now: Millis,
    ) -> Result<Self, StartError> {
        let keys = charter.verify()?;
        let play = Play::new(charter.charter.clone(), game)?;
        if let Some((seat, secrets)) = &me
            && keys.get(seat.index()) != Some(&secrets.identity().verifying_key())
        {
            return Err(StartError::NotYours);
        }
        Ok(Self {
            play,
            charter,
            keys,
            me: me.map(|(seat, secrets)| Me::new(seat, secrets)),
            timing: Timing::default(),
            autovote: Autovote::Never,
            history: Vec::new(),
            inbox: BTreeMap::new(),
            early: BTreeMap::new(),
            ballots: Ballots::default(),
            consent: Seats::NONE,
            late: BTreeMap::new(),
            settled: BTreeMap::new(),
            forked: BTreeMap::new(),
            said: BTreeMap::new(),
            voted: BTreeMap::new(),
            faults: Vec::new(),
            proofs: Vec::new(),
            split: false,
            excluded: false,
            replaying: false,
            clock: now,
            now: 0,
            step_began: 0,
            last_status: 0,
            heard: BTreeMap::new(),
            out: Vec::new(),
        })
    }

    /// Sets how long to wait for what.
    #[must_use]
    pub fn with_timing(mut self, timing: Timing) -> Self {
        self.timing = timing;
        self
    }

    /// Sets when this node votes by itself.
    #[must_use]
    pub fn with_autovote(mut self, autovote: Autovote) -> Self {
        self.autovote = autovote;
        self
    }

    /// The public side of the match.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// This node's seat; `None` for a spectator, and once the table went on without it.
    pub fn seat(&self) -> Option<Seat> {
        self.me.as_ref().map(|me| me.seat)
    }

    /// What this node's seat has been shown.
    pub fn knowledge(&self) -> Knowledge {
        self.me.as_ref().map(|me| me.knowledge.clone()).unwrap_or_default()
    }

    /// The table as this node's seat sees it.
    pub fn view(&self) -> View {
        self.play.driver.view(self.seat(), &self.knowledge())
    }

    /// The menu that this node's player has to answer now.
    pub fn menu(&self) -> Option<&Menu> {
        let seat = self.seat()?;
        if self.inbox.contains_key(&seat) || self.halted() { None } else { self.play.menu(seat) }
    }

    /// Who has been proven to cheat.
    pub fn faults(&self) -> &[Blame] {
        &self.faults
    }

    /// Whether nothing more will happen: the match is over, or ended by cheating.
    pub fn is_over(&self) -> bool {
        self.play.ending().is_some() || self.halted()
    }

    /// Whether the table went on without this node's seat.
    pub fn is_excluded(&self) -> bool {
        self.excluded
    }

    /// The seats that owe something to this step and have not given it.
    pub fn missing(&self) -> Seats {
        self.play.owed().without(self.inbox.keys().copied().collect())
    }

    /// The seats not heard of for longer than the grace period.
    pub fn away(&self) -> Seats {
        let silent = |seat: &Seat| {
            let heard = self.heard.get(seat).copied().unwrap_or(self.step_began);
            self.now.saturating_sub(heard) >= self.timing.grace
        };
        self.play
            .present()
            .iter()
            .filter(|seat| self.seat() != Some(*seat))
            .filter(silent)
            .collect()
    }

    /// What this node wants done since this was last called.
    pub fn take_outputs(&mut self) -> Vec<Output> {
        core::mem::take(&mut self.out)
    }

    /// The transcript as far as it is closed; the same bytes on every node.
    pub fn transcript(&self) -> Vec<u8> {
        let mut bytes = file::Kind::Transcript.header().to_vec();
        bytes.extend(file::frame(&Record::Charter(self.charter.clone())));
        let written = self.history.iter().flat_map(Closed::written);
        written.for_each(|record| bytes.extend(file::frame(&record)));
        bytes
    }

    /// Picks a menu entry. Nothing leaves the node before this.
    pub fn choose(&mut self, entry: usize, now: Millis) -> Result<(), NotTaken> {
        self.at(now);
        let chosen = self
            .menu()
            .ok_or(NotTaken::NotAsked)?
            .entries
            .get(entry)
            .ok_or(NotTaken::NoSuchEntry)?;
        let me = self.me.as_ref().ok_or(NotTaken::NotAsked)?;
        me.allowed(&self.play, chosen).map_err(NotTaken::NotAllowed)?;
        let picked = u16::try_from(entry).map_err(|_| NotTaken::NoSuchEntry)?;
        let step = self.play.step;
        if let Some(me) = &mut self.me {
            me.picked = Some((step, picked));
        }
        self.keep(&Entry::Picked(step, picked), false);
        self.run();
        Ok(())
    }

    /// Lets time pass.
    pub fn tick(&mut self, now: Millis) {
        self.at(now);
        if self.now.saturating_sub(self.last_status) >= self.timing.status {
            self.last_status = self.now;
            let status = self.status();
            self.broadcast(&Message::Status(status));
            self.insist();
        }
        self.blame_forks();
        self.agree_by_itself();
        self.revise(true);
        self.run();
    }

    /// Hears a message. `from` is the seat whose node delivered it, if that is known.
    pub fn handle(&mut self, from: Option<Seat>, bytes: &[u8], now: Millis) -> Result<(), Dropped> {
        self.at(now);
        if let Some(seat) = from {
            self.heard.insert(seat, self.now);
        }
        let result = match Message::decode(bytes)? {
            Message::Contribution(signed) => self.on_contribution(signed),
            Message::Vote(signed) => self.on_vote(signed),
            Message::Settled(signed) => self.on_settled(signed),
            Message::Status(status) => self.on_status(&status),
            Message::Evidence(evidence) => self.on_evidence(evidence),
        };
        self.run();
        result
    }

    /// Clocks jump, and a closed lid lets time pass: only time that this node was awake for counts
    /// against anybody.
    fn at(&mut self, clock: Millis) {
        let passed = clock.saturating_sub(self.clock);
        self.now += passed.min(4 * self.timing.status);
        self.clock = clock;
    }

    /// Whether the match was ended by cheating.
    fn halted(&self) -> bool {
        // Before everybody's key is there and can be recovered, a table cannot do without anybody.
        let needed = self.play.is_setup() || self.charter.charter.on_cheat == OnCheat::End;
        let present = |fault: &Blame| !self.play.gone.contains(fault.seat);
        self.split || needed && self.faults.iter().any(present)
    }

    fn on_contribution(&mut self, signed: Signed<Contribution>) -> Result<(), Dropped> {
        let seat = self.known_seat(&signed.statement.match_id, signed.statement.seat)?;
        if !signed.statement.fits() {
            return Err(Dropped::Malformed(DecodeError::TooLarge));
        }
        let step = signed.statement.step;
        if let Some(held) = self.held(step, seat) {
            if *held == signed {
                return Ok(());
            }
            let held = held.clone();
            self.genuine(&signed)?;
            if held.statement != signed.statement {
                let evidence = Evidence::Equivocation(Box::new(held), Box::new(signed));
                return self.accuse_of_contradiction(evidence);
            }
            return Ok(());
        }
        if step > self.play.step + limits::AHEAD {
            return Ok(());
        }
        self.genuine(&signed)?;
        if self.play.gone.contains(seat) {
            self.tell_who_left();
        } else if step < self.play.step {
            self.weigh_late(seat, signed);
        } else if step > self.play.step {
            self.early.insert((step, seat), signed);
        } else if !self.halted() {
            self.weigh(seat, signed);
        }
        Ok(())
    }

    /// Checks a genuine contribution to the current step, and accepts it or accuses its author.
    fn weigh(&mut self, seat: Seat, signed: Signed<Contribution>) {
        if signed.statement.head != self.play.head {
            // Either this seat lies, or somebody told it something else in the step before: showing
            // what was said here brings that out.
            if !self.forked.contains_key(&seat) {
                self.forked.insert(seat, (signed, self.now));
                self.show_last_step();
            }
            return;
        }
        let own = self.seat() == Some(seat);
        match self.play.check(&signed.statement) {
            Ok(checked) => {
                self.keep(&Entry::Contribution(signed.clone()), own);
                let proven = Proven::of(&signed.statement.body);
                let step = self.play.step;
                self.out.extend(
                    proven.map(|proven| Output::Effect(Effect::Proven(seat, step, proven))),
                );
                self.inbox.insert(seat, (signed, checked));
                self.heard.insert(seat, self.now);
            }
            Err(Rejected::Cheat(blame)) => {
                self.accuse(blame, Evidence::Invalid(Box::new(signed)));
            }
            Err(Rejected::Bug(bug)) => self.play.give_up(bug),
        }
    }

    /// A contribution to a step that was closed without it: nobody had asked for it then, unless
    /// its author has another history or the step was closed by votes.
    fn weigh_late(&mut self, seat: Seat, signed: Signed<Contribution>) {
        let step = signed.statement.step;
        let Some(closed) = self.closed(step) else { return };
        let by_contributions = matches!(closed.records.first(), Some(Record::Contribution(_)));
        if by_contributions && closed.head == signed.statement.head {
            let fault = Blame { step, ..self.blame(seat, Misdeed::OutOfTurn) };
            self.accuse(fault, Evidence::Invalid(Box::new(signed)));
        }
    }

    /// A step that is closed here.
    fn closed(&self, step: u64) -> Option<&Closed> {
        self.history.get(usize::try_from(step.checked_sub(1)?).ok()?)
    }

    fn on_status(&mut self, status: &Status) -> Result<(), Dropped> {
        if status.match_id != self.play.id {
            return Err(Dropped::Foreign);
        }
        // Whoever has heard of votes follows nobody before somebody says that the step is closed.
        if status.votes != 0 && self.shares_head(status.step, &status.head) {
            self.say_settled(status.step);
        }
        if status.step > self.play.step {
            let mine = self.status();
            self.reply(&Message::Status(mine));
        }
        if status.step <= self.play.step && !self.shares_head(status.step, &status.head) {
            self.tell_who_left();
        }
        let behind = usize::try_from(status.step.saturating_sub(1)).unwrap_or(usize::MAX);
        let mut messages: Vec<Message> = Vec::new();
        let closed = self.history.iter().skip(behind).flat_map(|step| &step.records);
        messages.extend(closed.take(limits::CATCH_UP).filter_map(said_in));
        let votes = self.late.range(status.step..).flat_map(|(_, late)| late.news());
        messages.extend(votes.cloned().map(Message::Vote));
        let settled = self.settled.range(status.step..).map(|(_, settled)| settled);
        messages.extend(settled.take(limits::CATCH_UP).cloned().map(Message::Settled));
        if status.step == self.play.step {
            let has = |seat: &Seat| status.have >> seat.index() & 1 == 1;
            let news = self.inbox.iter().filter(|(seat, _)| !has(seat));
            messages.extend(news.map(|(_, (signed, _))| Message::Contribution(signed.clone())));
            messages.extend(self.ballots.news().cloned().map(Message::Vote));
            messages.extend(self.ballots.settled().cloned().map(Message::Settled));
        }
        messages.iter().for_each(|message| self.reply(message));
        Ok(())
    }

    /// Everything that can be done without hearing more.
    fn run(&mut self) {
        loop {
            if self.halted() || self.play.ending().is_some() {
                return;
            }
            self.recall_votes();
            self.speak();
            self.revise(false);
            if !self.close() && !self.close_by_votes() {
                return;
            }
        }
    }

    /// Says what this node owes, as it said it before if it did.
    fn speak(&mut self) {
        let step = self.play.step;
        let Some(me) = &mut self.me else { return };
        let seat = me.seat;
        if let Err(bug) = me.keep_escrow(&self.play) {
            return self.play.give_up(bug);
        }
        if self.inbox.contains_key(&seat) || !self.play.owed().contains(seat) {
            return;
        }
        let signed = match self.said.get(&step) {
            Some(signed) => signed.clone(),
            None => {
                let body = match me.contribution(&self.play) {
                    Ok(body) => body,
                    Err(NotYet::Undecided) => return,
                    Err(NotYet::Bug(bug)) => return self.play.give_up(bug),
                };
                let (match_id, head) = (self.play.id, self.play.head);
                let statement =
                    Contribution { match_id, step, seat: seat.index() as u8, head, body };
                Signed::new(statement, me.secrets.identity())
            }
        };
        self.weigh(seat, signed.clone());
        if self.inbox.contains_key(&seat) {
            self.broadcast(&Message::Contribution(signed));
        }
    }

    /// Closes the step if everybody has said what they owe, and no vote stands against it.
    fn close(&mut self) -> bool {
        if self.halted() || !self.missing().is_empty() {
            return false;
        }
        let Some(ballot) = self.closing_by_contributions() else { return false };
        let head = self.play.head;
        let inbox = core::mem::take(&mut self.inbox);
        let records =
            inbox.values().map(|(signed, _)| Record::Contribution(signed.clone())).collect();
        let said = inbox
            .into_iter()
            .map(|(seat, (signed, checked))| (seat, (signed.statement.digest(), checked)));
        let said = said.collect();
        let result = self.play.close(said);
        self.next_step(Closed { records, head, ballot }, result);
        true
    }

    fn next_step(&mut self, closed: Closed, result: Result<(), Blame>) {
        self.history.push(closed);
        self.settle_votes();
        self.forked.clear();
        self.step_began = self.now;
        for effect in self.play.take_effects() {
            if let Some(me) = &mut self.me {
                me.notice(&self.play, &effect);
            }
            self.out.push(Output::Effect(effect));
        }
        if let Err(fault) = result {
            // Two seats have one key. The transcript itself shows that.
            self.split = true;
            self.faults.push(fault.clone());
            let transcript = self.transcript();
            self.out.push(Output::Accused(fault, transcript));
            return;
        }
        let step = self.play.step;
        for seat in Seat::all(self.play.seats()) {
            if let Some(signed) = self.early.remove(&(step, seat))
                && !self.play.gone.contains(seat)
                && !self.is_proven(seat)
            {
                self.weigh(seat, signed);
            }
        }
    }

    /// What a seat said in a step, as far as this node has it.
    fn held(&self, step: u64, seat: Seat) -> Option<&Signed<Contribution>> {
        if step == self.play.step {
            return self.inbox.get(&seat).map(|(signed, _)| signed);
        }
        if step > self.play.step {
            return self.early.get(&(step, seat));
        }
        self.closed(step)?.records.iter().find_map(|record| match record {
            Record::Contribution(signed) if signed.statement.seat as usize == seat.index() => {
                Some(signed)
            }
            _ => None,
        })
    }

    fn status(&self) -> Status {
        Status {
            match_id: self.play.id,
            step: self.play.step,
            head: self.play.head,
            have: self.inbox.keys().copied().collect::<Seats>().mask(),
            votes: self.ballots.voters().mask(),
        }
    }

    fn known_seat(&self, match_id: &Digest, seat: u8) -> Result<Seat, Dropped> {
        let known = *match_id == self.play.id && usize::from(seat) < self.play.seats();
        if known { Ok(Seat::new(seat)) } else { Err(Dropped::Foreign) }
    }

    fn genuine<T: Statement>(&self, signed: &Signed<T>) -> Result<(), Dropped> {
        if signed.is_genuine(&self.keys) { Ok(()) } else { Err(Dropped::Forged) }
    }

    fn keep(&mut self, entry: &Entry, sync: bool) {
        self.out.push(Output::Keep(journal::frame(entry), sync));
    }

    fn broadcast(&mut self, message: &Message) {
        self.out.push(Output::Broadcast(codec::encode(message)));
    }

    fn reply(&mut self, message: &Message) {
        self.out.push(Output::Reply(codec::encode(message)));
    }
}

/// The message that carries a record.
fn said_in(record: &Record) -> Option<Message> {
    match record {
        Record::Contribution(signed) => Some(Message::Contribution(signed.clone())),
        Record::Vote(signed) => Some(Message::Vote(signed.clone())),
        Record::Charter(_) | Record::Heads(_) => None,
    }
}

/// Why a match cannot be begun or taken up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// The charter is not in order.
    #[error(transparent)]
    Charter(#[from] CharterError),
    /// The game does not fit.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The seat belongs to another key.
    #[error("the seat belongs to another player's key")]
    NotYours,
    /// The journal has no beginning.
    #[error("the journal does not say which match it is of")]
    NoStart,
}
