//! Carries out the outputs of nodes: what they store, what they send, and how it is delivered.

use std::rc::Rc;

use engine::Seat;
use proto::{Message, codec};
use table::{Effect, Output};

use crate::world::{Event, World};

impl World {
    pub(crate) fn carry_out(&mut self, seat: Seat, from: Option<Seat>, outputs: Vec<Output>) {
        for output in outputs {
            let peer = &mut self.peers[seat.index()];
            match output {
                Output::Keep(bytes, must) => peer.disk.keep(&bytes, must),
                Output::Accused(fault, file) => {
                    self.monitor.accused(seat, &fault);
                    peer.accusations.push((fault, file));
                }
                Output::Effect(Effect::Answered(answer)) => {
                    self.progress = self.now;
                    peer.answers.push(answer);
                }
                Output::Effect(_) | Output::OldCopy | Output::FalseJournal => {}
                Output::Reply(bytes) => {
                    peer.disk.sync();
                    self.say(seat, from.as_slice(), bytes);
                }
                Output::Broadcast(bytes) => {
                    peer.disk.sync();
                    let others: Vec<_> = seat.others(self.config.seats).collect();
                    self.say(seat, &others, bytes);
                }
            }
        }
        if let (Some(crook), Some(node)) = (&mut self.crook, &self.peers[seat.index()].node)
            && crook.seat() == seat
            && let Some(bytes) = crook.unasked(node)
        {
            for to in seat.others(self.config.seats) {
                self.send(seat, to, bytes.clone().into());
            }
        }
    }

    /// Sends a node's message, or what a cheat puts in its place.
    fn say(&mut self, from: Seat, to: &[Seat], bytes: Vec<u8>) {
        self.deciding += u64::from(is_about_closing(&bytes));
        let node = &self.peers[from.index()].node;
        let forged = match (&mut self.crook, node) {
            (Some(crook), Some(node)) if crook.seat() == from => {
                crook.disguise(node, &self.monitor, &bytes)
            }
            _ => None,
        };
        let Some(forged) = forged else {
            self.monitor.see(from, &bytes);
            let bytes: Rc<[u8]> = bytes.into();
            to.iter().for_each(|to| self.send(from, *to, bytes.clone()));
            return;
        };
        for to in to {
            for bytes in forged.to(*to) {
                self.send(from, *to, bytes.as_slice().into());
            }
        }
    }

    pub(crate) fn send(&mut self, from: Seat, to: Seat, bytes: Rc<[u8]>) {
        self.messages += 1;
        self.bytes += bytes.len() as u64;
        if !self.links.is_up(from, to, self.now) {
            return;
        }
        for time in self.weather.arrivals(from, to, self.now) {
            self.at(time, Event::Deliver { to, from, bytes: bytes.clone() });
        }
    }
}

/// Whether a message is a statement about closing a step other than by its contributions. The prefix is
/// checked first: decoding all other messages would take most of the time.
pub(crate) fn is_about_closing(bytes: &[u8]) -> bool {
    bytes.starts_with(&1u32.to_le_bytes()) && matches!(codec::decode(bytes), Ok(Message::Word(_)))
}
