//! A node's part in a match: it hears, checks, keeps, says, and knows what it misses.
//!
//! Bytes and time come in as arguments, [`Output`]s come out; the order of outputs matters: what is to
//! be kept must be on disk before what follows it is sent.

use std::collections::{BTreeMap, BTreeSet};

use ed25519_dalek::VerifyingKey;
use engine::{Game, Knowledge, Line, Menu, Seat, View};
use proto::{
    CharterError, Contribution, Evidence, Message, Objection, OnCheat, Record, Signed,
    SignedCharter, Statement, Status, Vote,
    codec::{self, DecodeError},
    file, limits,
};

use crate::{
    Checked, Effect, Fault, Play, Proven, Seats,
    journal::{self, Entry},
    me::{Me, Secrets},
};

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
    Accused(Fault, Vec<u8>),
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
    /// Whether this node votes by itself as soon as it may.
    autovote: bool,

    history: Vec<Vec<Record>>,
    inbox: BTreeMap<Seat, (Signed<Contribution>, Checked)>,
    early: BTreeMap<(u64, Seat), Signed<Contribution>>,
    votes: BTreeMap<(Seats, Seat), Signed<Vote>>,
    objections: BTreeMap<(Seat, Seat), Signed<Objection>>,
    /// Contributions to this step that were signed over another history, and since when.
    forked: BTreeMap<Seat, (Signed<Contribution>, Millis)>,
    /// What this node said before a crash, by step.
    said: BTreeMap<u64, Signed<Contribution>>,
    /// Votes on steps that are closed here, by which others went on without this seat.
    late_votes: BTreeMap<(u64, Seats, Seat), Signed<Vote>>,

    faults: Vec<Fault>,
    /// What proves them.
    proofs: Vec<(Seat, Evidence)>,
    /// Whether a cheat has told different nodes different things: no common history is left.
    split: bool,
    excluded: bool,
    /// What the clock showed last; `now` is how long this node has been awake since it began.
    clock: Millis,
    now: Millis,
    step_began: Millis,
    last_status: Millis,
    heard: BTreeMap<Seat, Millis>,
    out: Vec<Output>,
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
        let my_seat = *seat;
        for entry in &entries {
            if let Entry::Contribution(signed) = entry
                && signed.statement.seat == my_seat
            {
                node.said.insert(signed.statement.step, signed.clone());
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
                Entry::Objection(signed) => drop(node.on_objection(signed.clone())),
            }
            // Step by step, as it was: votes and objections hold in one step only.
            node.run();
        }
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
        let play = Play::new(charter.charter.clone(), game).map_err(StartError::Game)?;
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
            autovote: false,
            history: Vec::new(),
            inbox: BTreeMap::new(),
            early: BTreeMap::new(),
            votes: BTreeMap::new(),
            objections: BTreeMap::new(),
            forked: BTreeMap::new(),
            said: BTreeMap::new(),
            late_votes: BTreeMap::new(),
            faults: Vec::new(),
            proofs: Vec::new(),
            split: false,
            excluded: false,
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

    /// Lets this node vote by itself as soon as it may, as bots do.
    #[must_use]
    pub fn with_autovote(mut self) -> Self {
        self.autovote = true;
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
    pub fn faults(&self) -> &[Fault] {
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

    /// The seats that this node may now vote to go on without: those that are late with what they
    /// owe, and then also those that are away, since their votes will not come.
    pub fn may_go_on_without(&self) -> Seats {
        let waited = self.now.saturating_sub(self.step_began);
        let thinking = self.play.waits_for_people();
        let away = self.away();
        let late = |seat: &Seat| {
            let patience = if thinking && !away.contains(*seat) {
                self.timing.patience
            } else {
                self.timing.grace
            };
            self.is_proven(*seat) || waited >= patience
        };
        let missing = self.missing().iter().filter(|seat| self.seat() != Some(*seat));
        let late: Seats = missing.filter(late).filter(|seat| !self.vouched(*seat)).collect();
        if late.is_empty() {
            return late;
        }
        late.union(away.iter().filter(|seat| !self.vouched(*seat)).collect())
    }

    /// What this node wants done since this was last called.
    pub fn take_outputs(&mut self) -> Vec<Output> {
        core::mem::take(&mut self.out)
    }

    /// The transcript as far as it is closed; the same bytes on every node.
    pub fn transcript(&self) -> Vec<u8> {
        let mut bytes = file::Kind::Transcript.header().to_vec();
        bytes.extend(file::frame(&Record::Charter(self.charter.clone())));
        self.history.iter().flatten().for_each(|record| bytes.extend(file::frame(record)));
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

    /// Votes to go on without the seats that may be voted away now. False if there are none.
    pub fn vote(&mut self, now: Millis) -> bool {
        self.at(now);
        let without = self.may_go_on_without();
        let voted = !without.is_empty() && self.cast(without);
        self.run();
        voted
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
        self.cast_by_itself(self.may_go_on_without());
        self.run();
    }

    /// Hears a message. `from` is the seat whose node delivered it, if that is known.
    pub fn handle(&mut self, from: Option<Seat>, bytes: &[u8], now: Millis) -> Result<(), Dropped> {
        self.at(now);
        if let Some(seat) = from {
            self.heard.insert(seat, self.now);
        }
        let result = match codec::decode(bytes)? {
            Message::Contribution(signed) => self.on_contribution(signed),
            Message::Vote(signed) => self.on_vote(signed),
            Message::Objection(signed) => self.on_objection(signed),
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
        self.split || needed && !self.faults.is_empty()
    }

    fn on_contribution(&mut self, signed: Signed<Contribution>) -> Result<(), Dropped> {
        let seat = self.known_seat(&signed.statement.match_id, signed.statement.seat)?;
        let step = signed.statement.step;
        if let Some(held) = self.held(step, seat) {
            if *held == signed {
                return Ok(());
            }
            let held = held.clone();
            self.genuine(&signed)?;
            if held.statement != signed.statement {
                self.accuse_of_equivocation(held, signed);
            }
            return Ok(());
        }
        if step > self.play.step + limits::AHEAD {
            return Ok(());
        }
        self.genuine(&signed)?;
        if self.play.gone.contains(seat) {
            self.tell_leaver(seat);
        } else if step < self.play.step {
            self.weigh_late(seat, signed);
        } else if step > self.play.step {
            self.early.insert((step, seat), signed);
        } else if !self.barred(seat) && !self.halted() {
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
                self.object();
            }
            Err(fault) => self.accuse(fault, Evidence::Invalid(Box::new(signed))),
        }
    }

    /// A contribution to a step that was closed without it: nobody had asked for it then, unless
    /// its author has another history or the step was closed by votes.
    fn weigh_late(&mut self, seat: Seat, signed: Signed<Contribution>) {
        let closed = usize::try_from(signed.statement.step.saturating_sub(1)).ok();
        let Some(Record::Contribution(one)) =
            closed.and_then(|i| self.history.get(i)).and_then(|step| step.first())
        else {
            return;
        };
        if one.statement.head == signed.statement.head {
            let step = signed.statement.step;
            let fault = Fault { step, ..self.fault(seat, "it spoke out of turn") };
            self.accuse(fault, Evidence::Invalid(Box::new(signed)));
        }
    }

    /// Shows a seat that the table went on without it.
    fn tell_leaver(&mut self, seat: Seat) {
        let left = |step: &&Vec<Record>| {
            step.iter().any(|record| {
                let Record::Vote(vote) = record else { return false };
                vote.statement.without >> seat.index() & 1 == 1
            })
        };
        for record in self.history.iter().find(left).cloned().unwrap_or_default() {
            if let Record::Vote(vote) = record {
                self.reply(&Message::Vote(vote));
            }
        }
    }

    fn on_vote(&mut self, signed: Signed<Vote>) -> Result<(), Dropped> {
        let Vote { match_id, step, seat, head, without } = signed.statement;
        let voter = self.known_seat(&match_id, seat)?;
        let set = Seats::from_mask(without, self.play.seats()).ok_or(Dropped::Foreign)?;
        if step < self.play.step && self.seat().is_some_and(|me| set.contains(me)) {
            self.genuine(&signed)?;
            self.late_votes.insert((step, set, voter), signed);
            self.leave_if_voted_out(step, set);
            return Ok(());
        }
        let sensible = !set.is_empty() && !set.contains(voter) && set.within(self.play.present());
        let current = step == self.play.step && head == self.play.head;
        if !current
            || !sensible
            || !self.play.present().contains(voter)
            || self.votes.contains_key(&(set, voter))
        {
            return Ok(());
        }
        self.genuine(&signed)?;
        if let Some((_, objection)) =
            self.objections.iter().find(|((by, for_), _)| *by == voter && set.contains(*for_))
        {
            let fault = self.fault(voter, "it voted a seat away that it had said was there");
            let evidence = Evidence::TwoFaced(signed, objection.clone());
            self.accuse(fault, evidence);
            return Ok(());
        }
        if self.barred(voter) {
            return Ok(());
        }
        self.keep(&Entry::Vote(signed.clone()), self.seat() == Some(voter));
        self.votes.insert((set, voter), signed);
        self.object();
        if set.within(self.may_go_on_without()) {
            self.cast_by_itself(set);
        }
        Ok(())
    }

    fn on_objection(&mut self, signed: Signed<Objection>) -> Result<(), Dropped> {
        let Objection { match_id, step, seat, head, present } = signed.statement;
        let by = self.known_seat(&match_id, seat)?;
        let present = self.known_seat(&match_id, present)?;
        // Only who could vote can object: nobody else's word says that a vote will stay incomplete.
        let seats = self.play.present();
        if !seats.contains(by) || !seats.contains(present) || by == present {
            return Ok(());
        }
        if step != self.play.step
            || head != self.play.head
            || self.objections.contains_key(&(by, present))
        {
            return Ok(());
        }
        self.genuine(&signed)?;
        if let Some((_, vote)) =
            self.votes.iter().find(|((set, voter), _)| *voter == by && set.contains(present))
        {
            let fault = self.fault(by, "it said that a seat was there that it had voted away");
            let evidence = Evidence::TwoFaced(vote.clone(), signed);
            self.accuse(fault, evidence);
            return Ok(());
        }
        self.keep(&Entry::Objection(signed.clone()), self.seat() == Some(by));
        self.objections.insert((by, present), signed);
        Ok(())
    }

    fn on_evidence(&mut self, evidence: Evidence) -> Result<(), Dropped> {
        match evidence {
            Evidence::Invalid(signed) => self.on_contribution(*signed),
            Evidence::Equivocation(one, two) => {
                let seat = self.known_seat(&one.statement.match_id, one.statement.seat)?;
                let (a, b) = (&one.statement, &two.statement);
                if a.match_id != b.match_id || a.step != b.step || a.seat != b.seat || a == b {
                    return Err(Dropped::Foreign);
                }
                self.genuine(&one)?;
                self.genuine(&two)?;
                if !self.faults.iter().any(|fault| fault.seat == seat) {
                    self.accuse_of_equivocation(*one, *two);
                }
                Ok(())
            }
            Evidence::TwoFaced(vote, objection) => {
                let (v, o) = (&vote.statement, &objection.statement);
                let seat = self.known_seat(&v.match_id, v.seat)?;
                let same = v.match_id == o.match_id
                    && v.step == o.step
                    && v.seat == o.seat
                    && v.head == o.head;
                let set = Seats::from_mask(v.without, self.play.seats()).ok_or(Dropped::Foreign)?;
                if !same || !set.contains(self.known_seat(&o.match_id, o.present)?) {
                    return Err(Dropped::Foreign);
                }
                self.genuine(&vote)?;
                self.genuine(&objection)?;
                let fault = Fault {
                    step: v.step,
                    ..self.fault(seat, "it voted a seat away that it had said was there")
                };
                self.accuse(fault, Evidence::TwoFaced(vote, objection));
                Ok(())
            }
        }
    }

    fn on_status(&mut self, status: &Status) -> Result<(), Dropped> {
        if status.match_id != self.play.id {
            return Err(Dropped::Foreign);
        }
        if status.step > self.play.step {
            let mine = self.status();
            self.reply(&Message::Status(mine));
        }
        let behind = usize::try_from(status.step.saturating_sub(1)).unwrap_or(usize::MAX);
        let mut messages: Vec<Message> = Vec::new();
        for record in self.history.iter().skip(behind).flatten().take(limits::CATCH_UP) {
            messages.push(match record {
                Record::Contribution(signed) => Message::Contribution(signed.clone()),
                Record::Vote(signed) => Message::Vote(signed.clone()),
                Record::Charter(_) => continue,
            });
        }
        if status.step == self.play.step {
            let has = |seat: &Seat| status.have >> seat.index() & 1 == 1;
            let news = self.inbox.iter().filter(|(seat, _)| !has(seat));
            messages.extend(news.map(|(_, (signed, _))| Message::Contribution(signed.clone())));
            messages.extend(self.votes.values().cloned().map(Message::Vote));
            messages.extend(self.objections.values().cloned().map(Message::Objection));
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
            self.speak();
            self.expel();
            if !self.close() && !self.close_by_votes() {
                return;
            }
        }
    }

    /// Votes away who is proven to have cheated as soon as it owes something.
    fn expel(&mut self) {
        let proven: Seats = self.faults.iter().map(|fault| fault.seat).collect();
        let others = self.may_go_on_without().without(proven);
        self.cast(self.may_go_on_without().without(others));
    }

    /// Says again what others may have missed and cannot ask for.
    fn insist(&mut self) {
        let present = self.play.present();
        let proofs: Vec<_> = self.proofs.iter().filter(|(s, _)| present.contains(*s)).collect();
        let messages: Vec<_> =
            proofs.into_iter().map(|(_, proof)| Message::Evidence(proof.clone())).collect();
        messages.iter().for_each(|message| self.broadcast(message));
        if !self.forked.is_empty() {
            self.show_last_step();
        }
    }

    /// Says what this node owes, as it said it before if it did.
    fn speak(&mut self) {
        let step = self.play.step;
        let Some(me) = &mut self.me else { return };
        let seat = me.seat;
        me.keep_escrow(&self.play);
        if self.inbox.contains_key(&seat) || !self.play.owed().contains(seat) {
            return;
        }
        let signed = match self.said.get(&step) {
            Some(signed) => signed.clone(),
            None => {
                let Some(body) = me.contribution(&self.play) else { return };
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

    /// Closes the step if everybody has said what they owe.
    fn close(&mut self) -> bool {
        if self.halted() || !self.missing().is_empty() {
            return false;
        }
        let inbox = core::mem::take(&mut self.inbox);
        let records =
            inbox.values().map(|(signed, _)| Record::Contribution(signed.clone())).collect();
        let said = inbox
            .into_iter()
            .map(|(seat, (signed, checked))| (seat, (signed.statement.digest(), checked)));
        let said = said.collect();
        let closed = self.play.close(said);
        self.next_step(records, closed);
        true
    }

    /// Closes the step if everybody outside some set has voted to go on without that set.
    fn close_by_votes(&mut self) -> bool {
        let sets: BTreeSet<Seats> = self.votes.keys().map(|(set, _)| *set).collect();
        let voters = |set: Seats| {
            self.votes.keys().filter(|(s, _)| *s == set).map(|(_, v)| *v).collect::<Seats>()
        };
        let agreed =
            sets.into_iter().find(|set| self.play.present().without(*set).within(voters(*set)));
        let Some(set) = agreed else { return false };
        let votes: Vec<_> =
            self.votes.iter().filter(|((s, _), _)| *s == set).map(|(_, v)| v.clone()).collect();
        self.inbox.clear();
        let digests: Vec<_> = votes.iter().map(|vote| vote.statement.digest()).collect();
        let closed = self.play.go_on_without(set, &digests);
        if self.seat().is_some_and(|seat| set.contains(seat)) {
            self.excluded = true;
            self.me = None;
        }
        self.next_step(votes.into_iter().map(Record::Vote).collect(), closed);
        true
    }

    fn next_step(&mut self, records: Vec<Record>, closed: Result<(), Fault>) {
        self.history.push(records);
        self.votes.clear();
        self.objections.clear();
        self.forked.clear();
        self.step_began = self.now;
        for effect in self.play.take_effects() {
            if let Some(me) = &mut self.me {
                me.notice(&self.play, &effect);
            }
            self.out.push(Output::Effect(effect));
        }
        if let Err(fault) = closed {
            // Cannot happen here: nodes check every shuffle by itself.
            self.faults.push(fault);
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

    /// Votes without asking a person, if this node is one that does.
    ///
    /// A node that hears nobody is more likely cut off itself: giving the match up takes a person, or
    /// two seats at least that are not fewer than those left behind.
    fn cast_by_itself(&mut self, without: Seats) {
        let left_behind = self.play.gone.union(without).len();
        let survivable = left_behind <= usize::from(self.charter.charter.survive);
        let agreeing = self.play.present().without(without).len();
        if self.autovote && (survivable || agreeing >= left_behind.max(2)) {
            self.cast(without);
        }
    }

    /// Signs a vote to go on without a set of seats, unless this node has vouched for one of them.
    fn cast(&mut self, without: Seats) -> bool {
        let Some(me) = &self.me else { return false };
        let seat = me.seat;
        // Only with somebody missing here can this node not close the step in another way.
        let pointless = self.missing().without(without) == self.missing();
        if pointless
            || without.contains(seat)
            || without.iter().any(|seat| self.vouched(seat))
            || self.votes.contains_key(&(without, seat))
        {
            return false;
        }
        let Play { id, step, head, .. } = &self.play;
        let vote = Vote {
            match_id: *id,
            step: *step,
            seat: seat.index() as u8,
            head: *head,
            without: without.mask(),
        };
        let signed = Signed::new(vote, me.secrets.identity());
        self.keep(&Entry::Vote(signed.clone()), true);
        self.votes.insert((without, seat), signed.clone());
        self.broadcast(&Message::Vote(signed));
        true
    }

    /// Whether a seat's vote on this step is here, or this node has said that the seat is there.
    fn vouched(&self, seat: Seat) -> bool {
        let objected = |me| self.objections.contains_key(&(me, seat));
        self.has_voted(seat) || self.seat().is_some_and(objected)
    }

    fn has_voted(&self, seat: Seat) -> bool {
        self.votes.keys().any(|(_, voter)| *voter == seat)
    }

    fn is_proven(&self, seat: Seat) -> bool {
        self.faults.iter().any(|fault| fault.seat == seat)
    }

    /// Whether this node has voted a seat away, and nobody has said that it is there.
    ///
    /// Whoever says so will never join that vote, so that it cannot take effect any more.
    fn barred(&self, seat: Seat) -> bool {
        let Some(me) = self.seat() else { return false };
        let mine = self.votes.keys().filter(|(set, voter)| *voter == me && set.contains(seat));
        let released = |set: Seats| {
            self.objections.keys().any(|(by, present)| *present == seat && !set.contains(*by))
        };
        mine.map(|(set, _)| *set).any(|set| !released(set))
    }

    /// Says that a seat is here, if somebody would go on without it. As long as another seat of the
    /// set is missing here too, this node may yet have to join that vote.
    fn object_for(&mut self, present: Seat) {
        let Some(me) = &self.me else { return };
        let seat = me.seat;
        let here = self.has_voted(present) || self.inbox.contains_key(&present);
        let whole = |set: &Seats| self.missing().without(*set) == self.missing();
        let voted_away = here
            && self
                .votes
                .keys()
                .any(|(set, _)| set.contains(present) && (self.has_voted(present) || whole(set)));
        let mine = self.votes.keys().any(|(set, voter)| *voter == seat && set.contains(present));
        if seat == present || !voted_away || mine || self.objections.contains_key(&(seat, present))
        {
            return;
        }
        let Play { id, step, head, .. } = &self.play;
        let (seat_number, present_number) = (seat.index() as u8, present.index() as u8);
        let objection = Objection {
            match_id: *id,
            step: *step,
            seat: seat_number,
            head: *head,
            present: present_number,
        };
        let signed = Signed::new(objection, me.secrets.identity());
        self.keep(&Entry::Objection(signed.clone()), true);
        self.objections.insert((seat, present), signed.clone());
        self.broadcast(&Message::Objection(signed));
    }

    fn object(&mut self) {
        self.play.present().iter().for_each(|seat| self.object_for(seat));
    }

    /// Others have gone on without this seat in a step that it had closed: it follows them, watching.
    fn leave_if_voted_out(&mut self, step: u64, set: Seats) {
        let Ok(closed_before) = usize::try_from(step.saturating_sub(1)) else { return };
        let votes: BTreeMap<_, _> = self
            .late_votes
            .iter()
            .filter(|((s, w, _), _)| (*s, *w) == (step, set))
            .map(|((_, _, v), vote)| (*v, vote.clone()))
            .collect();
        let Some(past) = self.history.get(..closed_before) else { return };
        let Ok(mut follower) = crate::audit::replay(&self.charter, self.play.game, past) else {
            return;
        };
        let genuine = votes.values().all(|vote| vote.statement.head == follower.head);
        let voters: Seats = votes.keys().copied().collect();
        if !genuine || !follower.present().without(set).within(voters) {
            return;
        }
        follower.chained = false;
        self.history.truncate(closed_before);
        self.play = follower;
        self.inbox.clear();
        self.votes = votes.into_iter().map(|(voter, vote)| ((set, voter), vote)).collect();
        self.late_votes.clear();
        self.close_by_votes();
    }

    /// A seat whose head nobody's words explain has lied about the history.
    fn blame_forks(&mut self) {
        let late = |since: Millis| self.now.saturating_sub(since) >= self.timing.grace;
        let liar = self
            .forked
            .iter()
            .find(|(_, (_, since))| late(*since))
            .map(|(seat, (signed, _))| (*seat, signed.clone()));
        if let Some((seat, signed)) = liar {
            let fault = self.fault(seat, "it signed a history that is not this one");
            self.forked.remove(&seat);
            self.accuse(fault, Evidence::Invalid(Box::new(signed)));
        }
    }

    fn show_last_step(&mut self) {
        for record in self.history.last().cloned().unwrap_or_default() {
            match record {
                Record::Contribution(signed) => self.broadcast(&Message::Contribution(signed)),
                Record::Vote(signed) => self.broadcast(&Message::Vote(signed)),
                Record::Charter(_) => {}
            }
        }
    }

    fn accuse_of_equivocation(&mut self, one: Signed<Contribution>, two: Signed<Contribution>) {
        let seat = Seat::new(one.statement.seat);
        let fault = Fault {
            seat,
            step: one.statement.step,
            reason: "it said two different things in one step".into(),
        };
        self.accuse(fault, Evidence::Equivocation(Box::new(one), Box::new(two)));
    }

    /// Names a cheat, tells everybody, and leaves the evidence.
    fn accuse(&mut self, fault: Fault, evidence: Evidence) {
        if self.faults.iter().any(|known| known.seat == fault.seat) {
            return;
        }
        self.split |= !matches!(evidence, Evidence::Invalid(_));
        self.faults.push(fault.clone());
        self.proofs.push((fault.seat, evidence.clone()));
        let mut bytes = file::Kind::Evidence.header().to_vec();
        bytes.extend(file::frame(&evidence));
        bytes.extend(file::frame(&Record::Charter(self.charter.clone())));
        let before = usize::try_from(fault.step.saturating_sub(1)).unwrap_or(usize::MAX);
        let past = self.history.iter().take(before).flatten();
        past.for_each(|record| bytes.extend(file::frame(record)));
        self.out.push(Output::Accused(fault, bytes));
        self.broadcast(&Message::Evidence(evidence));
    }

    fn fault(&self, seat: Seat, reason: &str) -> Fault {
        Fault { seat, step: self.play.step, reason: reason.into() }
    }

    /// What a seat said in a step, as far as this node has it.
    fn held(&self, step: u64, seat: Seat) -> Option<&Signed<Contribution>> {
        if step == self.play.step {
            return self.inbox.get(&seat).map(|(signed, _)| signed);
        }
        if step > self.play.step {
            return self.early.get(&(step, seat));
        }
        let records = self.history.get(usize::try_from(step.checked_sub(1)?).ok()?)?;
        records.iter().find_map(|record| match record {
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
            have: self.inbox.keys().copied().collect::<Seats>().mask(),
            votes: self.votes.keys().map(|(_, voter)| *voter).collect::<Seats>().mask(),
        }
    }

    fn known_seat(&self, match_id: &proto::Digest, seat: u8) -> Result<Seat, Dropped> {
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

/// Why a match cannot be begun or taken up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// The charter is not in order.
    #[error(transparent)]
    Charter(#[from] CharterError),
    /// The game does not fit.
    #[error("{0}")]
    Game(String),
    /// The seat belongs to another key.
    #[error("the seat belongs to another player's key")]
    NotYours,
    /// The journal has no beginning.
    #[error("the journal does not say which match it is of")]
    NoStart,
}
