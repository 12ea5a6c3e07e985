//! Somebody who watches a match in a world.

use engine::Seat;
use table::{Node, Output, StartError};

use crate::world::World;

impl World {
    /// Somebody comes to watch, and is told by the node of a seat what has happened so far.
    pub fn watch(&mut self, told_by: Seat) -> Result<(), StartError> {
        let spectator = Node::new(self.charter.clone(), self.config.game, None, self.watched)?;
        self.spectator = Some(spectator);
        self.tell_spectator(told_by);
        Ok(())
    }

    /// Lets the spectator ask a seat's node until it has caught up.
    pub fn tell_spectator(&mut self, told_by: Seat) {
        let Some(mut spectator) = self.spectator.take() else { return };
        loop {
            let before = spectator.play().head();
            self.watched += self.config.timing.status;
            spectator.tick(self.watched);
            // Where their histories differ, the two ask each other until they know from which step on.
            for _ in 0..MOST_ANSWERS {
                self.answer_spectator(told_by, &mut spectator);
            }
            if spectator.play().head() == before {
                break;
            }
        }
        self.spectator = Some(spectator);
    }

    /// A seat's node hears what the spectator says, and the spectator hears the answers.
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

/// How often two nodes answer each other in a moment.
const MOST_ANSWERS: usize = 16;
