//! What a test has scheduled for certain moments: leavers, partitions, blackouts, crashes, old disks.

use engine::Seat;
use table::{Millis, Output};

use crate::{
    machine::Peer,
    world::{Event, World},
};

impl World {
    /// A seat announces that it leaves; the message may be lost like any other.
    fn say_goodbye(&mut self, seat: Seat) {
        let now = self.clock(seat);
        if let Some(node) = &mut self.peers[seat.index()].node {
            node.leave(now);
            let outputs = node.take_outputs();
            self.carry_out(seat, None, outputs);
        }
    }

    /// Whether a seat goes silent now. Messages it was about to send may or may not be sent.
    pub(crate) fn leaves(&mut self, seat: Seat) -> bool {
        let peer = &mut self.peers[seat.index()];
        let Some(node) = &mut peer.node else { return false };
        let deciding = self.deciding;
        let due = self.leavers.iter_mut().find_map(|watch| {
            (watch.what.seat == seat && watch.due(node.play(), deciding))
                .then(|| watch.what.clone())
        });
        let Some(leaver) = due else { return false };
        peer.away = true;
        peer.said_so |= leaver.says_so;
        let outputs = node.take_outputs();
        let kept = |output: &Output| matches!(output, Output::Keep(..));
        let last_words = self.weather.below(2) == 0;
        let outputs = outputs.into_iter().filter(|output| last_words || kept(output)).collect();
        self.carry_out(seat, None, outputs);
        if leaver.says_so {
            self.say_goodbye(seat);
        }
        if let Some(time) = leaver.back_after {
            self.peers[seat.index()].returns = true;
            self.at(self.now + time, Event::Back(seat));
        }
        true
    }

    /// Carries out what is scheduled for this moment of a seat's node. True if its machine has stopped.
    pub(crate) fn strikes(&mut self, seat: Seat) -> bool {
        let all_there = self.all_there();
        let peer = &mut self.peers[seat.index()];
        let Some(node) = &peer.node else { return true };
        let (play, deciding) = (node.play(), self.deciding);
        for watch in &mut self.partitions {
            if watch.due(play, deciding) {
                self.links.cut_off(watch.what.side, self.now + watch.what.lasts);
            }
        }
        for watch in self.copies.iter_mut().filter(|watch| watch.what == seat) {
            if watch.due(play, deciding) {
                peer.copy = Some(peer.disk.clone());
            }
        }
        let mut own = self.restores.iter_mut().filter(|watch| all_there && watch.what.seat == seat);
        let set_back = own.find_map(|w| w.due(play, deciding).then_some(w.what.lasts));
        let mut dark = self.blackouts.iter_mut();
        let dark = dark.find_map(|w| w.due(play, deciding).then_some(w.what.lasts));
        if let Some(lasts) = set_back {
            self.set_back(seat, lasts);
        }
        if let Some(lasts) = dark {
            self.power_cut(lasts);
        }
        set_back.is_some() || dark.is_some()
    }

    /// Whether everybody who has not left for good can be reached. Otherwise nobody can help a node with an
    /// old disk, since those who hold its newer contributions are away.
    fn all_there(&self) -> bool {
        let there = |peer: &Peer| if peer.away { !peer.returns } else { peer.node.is_some() };
        self.now >= self.weather.heals() && self.peers.iter().all(there)
    }

    /// Whether a machine crashes during these actions: after how many of them, and for how long.
    pub(crate) fn crashes(&mut self, seat: Seat, actions: usize) -> Option<(usize, Millis)> {
        let now = self.now;
        self.due_crash(seat, actions).or_else(|| self.weather.crash(actions, now))
    }

    /// Whether a scheduled crash is due during these actions of a seat: after how many of them, and for how
    /// long.
    fn due_crash(&mut self, seat: Seat, actions: usize) -> Option<(usize, Millis)> {
        let (_, left) = self.crash.as_mut().filter(|(crashes, _)| *crashes == seat)?;
        if *left >= actions {
            *left -= actions;
            return None;
        }
        Some((self.crash.take()?.1, self.config.timing.status))
    }
}
