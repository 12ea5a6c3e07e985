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
        let now = self.clock(told_by);
        let (Some(spectator), Some(node)) =
            (&mut self.spectator, &mut self.peers[told_by.index()].node)
        else {
            return;
        };
        loop {
            let before = spectator.play().head();
            self.watched += self.config.timing.status;
            spectator.tick(self.watched);
            for output in spectator.take_outputs() {
                if let Output::Broadcast(question) = output {
                    let _ = node.handle(None, &question, now);
                }
            }
            for output in node.take_outputs() {
                if let Output::Reply(answer) = output {
                    let _ = spectator.handle(None, &answer, self.watched);
                }
            }
            if spectator.play().head() == before {
                return;
            }
        }
    }
}
