//! A spectator of a match in a world.

use engine::Seat;
use table::{Node, Output, StartError};

use crate::world::World;

impl World {
    /// Lets a spectator join, who learns from a seat's node what has happened so far.
    pub fn watch(&mut self, told_by: Seat) -> Result<(), StartError> {
        let spectator = Node::new(self.charter.clone(), self.config.game, None, self.watched)?;
        self.spectator = Some(spectator);
        self.tell_spectator(told_by);
        Ok(())
    }

    /// Lets the spectator exchange messages with a seat's node until it has caught up.
    pub fn tell_spectator(&mut self, told_by: Seat) {
        let Some(mut spectator) = self.spectator.take() else { return };
        loop {
            let before = spectator.play().head();
            self.watched += self.config.timing.status;
            spectator.tick(self.watched);
            // If their histories differ, the two nodes ask each other until they know from which step on.
            for _ in 0..MOST_ANSWERS {
                self.answer_spectator(told_by, &mut spectator);
            }
            if spectator.play().head() == before {
                break;
            }
        }
        self.spectator = Some(spectator);
    }

    /// Delivers the spectator's messages to a seat's node, and its answers to the spectator.
    fn answer_spectator(&mut self, told_by: Seat, spectator: &mut Node) {
        let now = self.clock(told_by);
        let Some(node) = &mut self.peers[told_by.index()].node else { return };
        for output in spectator.take_outputs() {
            if let Output::Broadcast(bytes) | Output::Reply(bytes) = output {
                let _ = node.handle(None, &bytes, now);
            }
        }
        let is_reply = |output: &Output| matches!(output, Output::Reply(_));
        let (answers, others): (Vec<_>, Vec<_>) =
            node.take_outputs().into_iter().partition(is_reply);
        self.carry_out(told_by, None, others);
        for answer in answers {
            if let Output::Reply(bytes) = answer {
                let _ = spectator.handle(None, &bytes, self.watched);
            }
        }
    }
}

/// How often two nodes answer each other at one moment.
const MOST_ANSWERS: usize = 16;
