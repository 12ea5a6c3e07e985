//! Sees all that is ever sent, and notices when somebody contradicts itself.

use std::{
    collections::{BTreeMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use engine::Seat;
use proto::{Contribution, Digest, Message, Statement, codec};
use table::Fault;

/// Sees all that is ever sent.
#[derive(Default)]
pub struct Monitor {
    /// The seat that is allowed to cheat.
    crook: Option<Seat>,
    seen: HashSet<u64>,
    said: BTreeMap<(u64, u8), (Digest, Contribution)>,
    /// Sets by step, seat and ballot.
    votes: BTreeMap<(u64, u8, u32), u16>,
    /// The last ballot in which a seat says it has voted on a step that it closed.
    settled: BTreeMap<(u64, u8), u32>,
    /// Honest seats that were said to have cheated.
    pub named: Vec<String>,
    /// What nobody honest may ever do, and somebody did.
    pub wrongs: Vec<String>,
}

impl Monitor {
    /// A monitor of a match in which at most this seat cheats.
    pub fn new(crook: Option<Seat>) -> Self {
        Self { crook, ..Self::default() }
    }

    /// Sees a message that a node sends.
    pub fn see(&mut self, from: Seat, bytes: &[u8]) {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        if !self.seen.insert(hasher.finish()) {
            return;
        }
        match codec::decode(bytes) {
            Ok(Message::Contribution(signed)) => self.contribution(signed.statement),
            Ok(Message::Vote(signed)) => {
                let vote = signed.statement;
                let place = (vote.step, vote.seat, vote.ballot);
                if *self.votes.entry(place).or_insert(vote.without) != vote.without {
                    self.wrong(vote.seat, "voted twice in a ballot on", vote.step);
                }
                self.contradiction(vote.step, vote.seat);
            }
            Ok(Message::Settled(signed)) => {
                let settled = signed.statement;
                let place = (settled.step, settled.seat);
                if *self.settled.entry(place).or_insert(settled.last) != settled.last {
                    self.wrong(settled.seat, "closed twice", settled.step);
                }
                self.contradiction(settled.step, settled.seat);
            }
            Ok(Message::Status(_) | Message::Evidence(_)) => {}
            Err(e) if self.is_honest(from.index()) => {
                self.wrongs.push(format!("{from} sent what is no message: {e}"));
            }
            Err(_) => {}
        }
    }

    /// Hears an accusation by a node.
    pub fn accused(&mut self, by: Seat, fault: &Fault) {
        if self.is_honest(by.index()) && self.is_honest(fault.seat.index()) {
            self.named.push(format!("{by} names an honest seat: {fault}"));
        }
    }

    /// All that honest seats have ever said in steps. They say one thing in each.
    pub fn contributions(&self) -> impl Iterator<Item = &Contribution> {
        let honest = |(_, said): &&(Digest, Contribution)| self.is_honest(usize::from(said.seat));
        self.said.values().filter(honest).map(|(_, contribution)| contribution)
    }

    /// What a seat has said in a step.
    pub fn said(&self, step: u64, seat: Seat) -> Option<&Contribution> {
        self.said.get(&(step, seat.index() as u8)).map(|(_, contribution)| contribution)
    }

    fn is_honest(&self, seat: usize) -> bool {
        self.crook.is_none_or(|crook| crook.index() != seat)
    }

    fn contribution(&mut self, statement: Contribution) {
        let (step, seat, digest) = (statement.step, statement.seat, statement.digest());
        let (first, _) = self.said.entry((step, seat)).or_insert((digest, statement));
        if *first != digest && self.is_honest(usize::from(seat)) {
            self.wrongs.push(format!("seat {seat} said two things in step {step}"));
        }
    }

    fn contradiction(&mut self, step: u64, seat: u8) {
        let Some(&last) = self.settled.get(&(step, seat)) else { return };
        let mut votes = self.votes.range((step, seat, 0)..=(step, seat, u32::MAX));
        if votes.next_back().is_some_and(|((_, _, ballot), _)| *ballot > last) {
            self.wrong(seat, "voted after it had closed", step);
        }
    }

    fn wrong(&mut self, seat: u8, what: &str, step: u64) {
        if self.is_honest(usize::from(seat)) {
            self.wrongs.push(format!("seat {seat} {what} step {step}"));
        }
    }
}
