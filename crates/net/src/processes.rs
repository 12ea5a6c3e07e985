//! Several processes that use the same key.
//!
//! There should be one at a time. Copying a data folder makes two, and each would interfere with the other:
//! take a seat twice, leave for both, sign two different contributions to one step. So only the process
//! that came first is listened to, and the other one is told of it, with a proof: a statement about the
//! newcomer that only a holder of the key can have signed while the newcomer was running. A process that
//! has ended makes room for the next one when its connections are closed, or after some time of silence.

use std::{collections::BTreeSet, time::Instant};

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use libp2p::swarm::ConnectionId;
use proto::{Digest, digest};
use serde::{Deserialize, Serialize};

use crate::limits;

/// Processes told apart per key; any further ones are ignored.
const MOST: usize = 4;

/// A statement by one process that another one uses its key. It is bound to both by their random run ids,
/// so that it cannot be kept and shown to a later process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Alive {
    /// The run id of the process it is about.
    pub about: u64,
    /// The signature, made by the other process with the same key.
    pub signature: Signature,
}

impl Alive {
    /// The statement of the process `run` about the process `about`.
    pub(crate) fn sign(key: &SigningKey, run: u64, about: u64) -> Self {
        Self { about, signature: key.sign(&statement(run, about)) }
    }

    /// Whether this is the statement of the process `run` about the process `about`.
    pub(crate) fn proves(&self, key: &VerifyingKey, run: u64, about: u64) -> bool {
        self.about == about && key.verify_strict(&statement(run, about), &self.signature).is_ok()
    }
}

fn statement(run: u64, about: u64) -> Digest {
    digest("alive", &[&run.to_le_bytes(), &about.to_le_bytes()])
}

/// What a process is told of another one with its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Rival {
    /// The other one's run id.
    pub run: u64,
    /// Whether the process that is told this is the one that is listened to.
    pub heard: bool,
    /// The other one's signed statement about the process that is told this.
    pub proof: Option<Alive>,
}

/// The processes that use the key of one peer, in order of arrival.
#[derive(Debug, Default)]
pub(crate) struct Processes(Vec<Process>);

#[derive(Debug)]
struct Process {
    run: u64,
    heard: Instant,
    connections: BTreeSet<ConnectionId>,
    proof: Option<Alive>,
}

impl Processes {
    /// A process has sent something over a connection.
    pub(crate) fn note(&mut self, run: u64, connection: ConnectionId, now: Instant) {
        let at = self.0.iter().position(|process| process.run == run);
        if at.is_none() && self.0.len() < MOST {
            let connections = BTreeSet::new();
            self.0.push(Process { run, heard: now, connections, proof: None });
        }
        if let Some(process) = self.0.iter_mut().find(|process| process.run == run) {
            process.heard = now;
            process.connections.insert(connection);
        }
    }

    /// A process has sent a signed statement about another one.
    pub(crate) fn prove(&mut self, run: u64, proof: Alive) {
        if let Some(process) = self.0.iter_mut().find(|process| process.run == run) {
            process.proof = Some(proof);
        }
    }

    /// Whether this process is the one that is listened to.
    pub(crate) fn is_heard(&self, run: u64) -> bool {
        self.0.first().is_some_and(|first| first.run == run)
    }

    /// Whether what comes over this connection is listened to. As long as there is one process, every
    /// connection is taken for its own.
    pub(crate) fn hears(&self, connection: ConnectionId) -> bool {
        match self.0.as_slice() {
            [] | [_] => true,
            [first, ..] => first.connections.contains(&connection),
        }
    }

    /// What to tell this process of another one.
    pub(crate) fn rival(&self, run: u64) -> Option<Rival> {
        let heard = self.is_heard(run);
        let other = self.0.iter().find(|process| process.run != run)?;
        let proof = other.proof.filter(|proof| proof.about == run);
        Some(Rival { run: other.run, heard, proof })
    }

    /// A connection is closed.
    pub(crate) fn closed(&mut self, connection: ConnectionId) {
        for process in &mut self.0 {
            process.connections.remove(&connection);
        }
        self.0.retain(|process| !process.connections.is_empty());
    }

    /// If there are several processes, forgets those that were silent for long and returns their
    /// connections, which are useless.
    pub(crate) fn fade(&mut self, now: Instant) -> Vec<ConnectionId> {
        let silent =
            |process: &mut Process| now.saturating_duration_since(process.heard) >= limits::SILENCE;
        if self.0.len() < 2 {
            return Vec::new();
        }
        self.0.extract_if(.., silent).flat_map(|process| process.connections).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connection(number: usize) -> ConnectionId {
        ConnectionId::new_unchecked(number)
    }

    #[test]
    fn the_first_is_heard_and_the_second_is_told_of_it() {
        let (mut processes, now) = (Processes::default(), Instant::now());
        processes.note(1, connection(1), now);
        assert!(processes.rival(1).is_none() && processes.hears(connection(9)));
        processes.note(2, connection(2), now);
        assert!(processes.hears(connection(1)) && !processes.hears(connection(2)));
        assert!(!processes.hears(connection(9)), "whoever has not said which of them it is");
        assert_eq!(processes.rival(2), Some(Rival { run: 1, heard: false, proof: None }));
        assert_eq!(processes.rival(1), Some(Rival { run: 2, heard: true, proof: None }));
    }

    #[test]
    fn one_that_has_ended_makes_room_for_the_next() {
        let (mut processes, now) = (Processes::default(), Instant::now());
        processes.note(1, connection(1), now);
        processes.note(2, connection(2), now);
        processes.closed(connection(1));
        assert!(processes.is_heard(2) && processes.rival(2).is_none());
    }

    #[test]
    fn one_that_was_not_heard_of_for_long_makes_room_and_its_connections_are_given_up() {
        let (mut processes, then) = (Processes::default(), Instant::now());
        processes.note(1, connection(1), then);
        let now = then + limits::SILENCE;
        assert!(processes.fade(now).is_empty(), "there is nobody else");
        processes.note(2, connection(2), now);
        assert_eq!(processes.fade(now), [connection(1)]);
        assert!(processes.is_heard(2));
    }

    #[test]
    fn two_connections_of_one_process_are_both_heard() {
        let (mut processes, now) = (Processes::default(), Instant::now());
        processes.note(1, connection(1), now);
        processes.note(1, connection(2), now);
        processes.note(2, connection(3), now);
        assert!(processes.hears(connection(1)) && processes.hears(connection(2)));
        processes.closed(connection(1));
        assert!(processes.is_heard(1));
    }

    #[test]
    fn only_a_word_about_the_very_same_two_processes_is_a_proof() {
        let key = SigningKey::from_bytes(&[1; 32]);
        let word = Alive::sign(&key, 1, 2);
        let other = SigningKey::from_bytes(&[2; 32]).verifying_key();
        assert!(word.proves(&key.verifying_key(), 1, 2));
        assert!(!word.proves(&other, 1, 2));
        assert!(!word.proves(&key.verifying_key(), 3, 2), "of an earlier process");
        assert!(!word.proves(&key.verifying_key(), 1, 3), "about an earlier process");
        let bent = Alive { about: 3, ..word };
        assert!(!bent.proves(&key.verifying_key(), 1, 3));
    }

    #[test]
    fn no_more_are_kept_apart_than_allowed() {
        let (mut processes, now) = (Processes::default(), Instant::now());
        (0..100).for_each(|run| processes.note(run, connection(run as usize), now));
        assert_eq!(processes.0.len(), MOST);
    }
}
