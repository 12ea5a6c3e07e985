//! Sees every message that is sent, and notices when an honest seat contradicts itself.

use std::{
    collections::{BTreeMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use engine::Seat;
use proto::{Accept, Ballot, Contribution, Digest, Message, Promise, Statement, Word};
use table::{Blame, Seats};

/// Sees every message that is sent.
#[derive(Default)]
pub struct Monitor {
    /// The seat that is allowed to cheat.
    crook: Option<Seat>,
    seen: HashSet<u64>,
    said: BTreeMap<(u64, u8), (Digest, Contribution)>,
    promises: BTreeMap<(u64, u8, Ballot), Promise>,
    accepts: BTreeMap<(u64, u8, Ballot), Accept>,
    /// Seats whose disk was replaced by an old copy: they may say anew what nobody else holds of theirs.
    set_back: Seats,
    /// Accusations of honest seats.
    pub named: Vec<String>,
    /// What no honest seat may ever do, and one did.
    pub wrongs: Vec<String>,
}

impl Monitor {
    /// A monitor of a match in which at most this seat cheats.
    pub fn new(crook: Option<Seat>) -> Self {
        Self { crook, ..Self::default() }
    }

    /// Takes in a message that a node sends.
    pub fn see(&mut self, from: Seat, bytes: &[u8]) {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        if !self.seen.insert(hasher.finish()) {
            return;
        }
        // As every node does, which refuses what is too long for its kind.
        match Message::decode(bytes) {
            Ok(Message::Contribution(signed)) => self.contribution(signed.statement),
            Ok(Message::Word(Word::Promise(signed, _))) => {
                let Promise { at, ballot, .. } = signed.statement;
                let first =
                    self.promises.entry((at.step, at.seat, ballot)).or_insert(signed.statement);
                if *first != signed.statement {
                    self.wrong(at.seat, "promised twice in", at.step);
                }
            }
            Ok(Message::Word(Word::Accept(signed))) => {
                let Accept { at, ballot, .. } = signed.statement;
                let first =
                    self.accepts.entry((at.step, at.seat, ballot)).or_insert(signed.statement);
                if *first != signed.statement {
                    self.wrong(at.seat, "accepted twice in", at.step);
                }
            }
            Ok(_) => {}
            Err(e) if self.is_honest(from.index()) => {
                self.wrongs.push(format!("{from} sent what is no message: {e}"));
            }
            Err(_) => {}
        }
    }

    /// A seat's disk is replaced by an old copy.
    pub fn set_back(&mut self, seat: Seat) {
        self.set_back.insert(seat);
    }

    /// Takes in an accusation by a node.
    pub fn accused(&mut self, by: Seat, blame: &Blame) {
        if self.is_honest(by.index()) && self.is_honest(blame.seat.index()) {
            self.named.push(format!("{by} names an honest seat: {blame}"));
        }
    }

    /// All contributions of honest seats, who make one in each step.
    pub fn contributions(&self) -> impl Iterator<Item = &Contribution> {
        let honest = |(_, said): &&(Digest, Contribution)| self.is_honest(usize::from(said.seat));
        self.said.values().filter(honest).map(|(_, contribution)| contribution)
    }

    /// The contribution of a seat to a step.
    pub fn said(&self, step: u64, seat: Seat) -> Option<&Contribution> {
        self.said.get(&(step, seat.index() as u8)).map(|(_, contribution)| contribution)
    }

    fn is_honest(&self, seat: usize) -> bool {
        self.crook.is_none_or(|crook| crook.index() != seat)
    }

    fn contribution(&mut self, statement: Contribution) {
        let (step, seat, digest) = (statement.step, statement.seat, statement.digest());
        let (first, _) = self.said.entry((step, seat)).or_insert((digest, statement));
        if *first != digest {
            self.wrong(seat, "said two things in", step);
        }
    }

    fn wrong(&mut self, seat: u8, what: &str, step: u64) {
        if self.is_honest(usize::from(seat)) && !self.set_back.contains(Seat::new(seat)) {
            self.wrongs.push(format!("seat {seat} {what} step {step}"));
        }
    }
}
