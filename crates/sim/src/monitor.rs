//! Sees all that is ever sent, and notices when somebody contradicts itself.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
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
    votes: BTreeSet<(u64, u8, u16)>,
    objections: BTreeSet<(u64, u8, u8)>,
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
                self.votes.insert((vote.step, vote.seat, vote.without));
                self.contradiction(vote.step, vote.seat);
            }
            Ok(Message::Objection(signed)) => {
                let objection = signed.statement;
                self.objections.insert((objection.step, objection.seat, objection.present));
                self.contradiction(objection.step, objection.seat);
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
            self.wrongs.push(format!("{by} names an honest seat: {fault}"));
        }
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
        let denied = |present: u8| {
            let votes = self.votes.range((step, seat, 0)..=(step, seat, u16::MAX));
            votes.into_iter().any(|(_, _, without)| without >> present & 1 == 1)
        };
        let objections = self.objections.range((step, seat, 0)..=(step, seat, u8::MAX));
        if self.is_honest(usize::from(seat)) && objections.into_iter().any(|(_, _, p)| denied(*p)) {
            self.wrongs.push(format!("seat {seat} both missed and saw a seat in step {step}"));
        }
    }
}
