//! The machines that nodes run on: disks, crashes, clocks, and restored copies of disks.

use engine::{Answer, Bot, Seat};
use table::{AutoConsent, Blame, Millis, Node, Output, StartError, journal};

use crate::{
    charter::{identity, secrets},
    world::{Event, World},
};

/// One seat's machine.
pub struct Peer {
    /// Its node; `None` while the machine is down.
    pub node: Option<Node>,
    /// Its disk.
    pub disk: Disk,
    /// An earlier copy of its disk.
    pub copy: Option<Disk>,
    /// Its accusations, with the evidence files.
    pub accusations: Vec<(Blame, Vec<u8>)>,
    /// The answers that its node's rules received.
    pub answers: Vec<Answer>,
    /// Whether the seat has gone silent.
    pub away: bool,
    /// Whether it has announced that it leaves.
    pub said_so: bool,
    /// Whether it will be back.
    pub(crate) returns: bool,
    pub(crate) bot: Box<dyn Bot>,
    /// The difference between its clock and the world's.
    skew: i64,
}

/// A journal file: what is synced survives a crash, and of the rest a part may.
#[derive(Clone, Default)]
pub struct Disk {
    /// Everything that was written.
    pub bytes: Vec<u8>,
    /// How many bytes of it are synced.
    pub synced: usize,
    /// Whether something that is not must be before anything is sent.
    due: bool,
    /// How often it was synced.
    pub syncs: u64,
}

/// What clocks show when a world begins, so that they can jump back a long way.
const EPOCH: i64 = 1_000_000_000;

impl Peer {
    pub(crate) fn new(bot: Box<dyn Bot>) -> Self {
        Self {
            node: None,
            disk: Disk::default(),
            copy: None,
            accusations: Vec::new(),
            answers: Vec::new(),
            away: false,
            said_so: false,
            returns: false,
            bot,
            skew: EPOCH,
        }
    }

    /// The time on its clock.
    pub(crate) fn clock(&self, now: Millis) -> Millis {
        now.saturating_add_signed(self.skew)
    }

    /// Lets its clock jump.
    pub(crate) fn jump(&mut self, far: i64) {
        self.skew = (self.skew + far).max(EPOCH / 2);
    }
}

impl Disk {
    /// Appends to the journal. What must reach the disk does so when something is sent, and no sooner.
    pub(crate) fn keep(&mut self, bytes: &[u8], must: bool) {
        self.bytes.extend(bytes);
        self.due |= must;
    }

    /// Something is about to be sent.
    pub(crate) fn sync(&mut self) {
        if core::mem::take(&mut self.due) {
            self.synced = self.bytes.len();
            self.syncs += 1;
        }
    }
}

impl World {
    /// Stops a seat's machine: what was not synced is lost, in whole or in part.
    pub fn kill(&mut self, seat: Seat) {
        if self.peers[seat.index()].node.is_some() {
            self.crash(seat, Vec::new());
        }
    }

    /// Restarts a seat's machine from its disk.
    ///
    /// # Errors
    /// If the node refuses its journal.
    pub fn revive(&mut self, seat: Seat) -> Result<(), StartError> {
        self.start(seat)
    }

    /// Stops all machines at once, and restarts them one after another.
    pub fn power_cut(&mut self, lasts: Millis) {
        for seat in Seat::all(self.config.seats) {
            self.kill(seat);
            let back = self.now + lasts + seat.index() as Millis;
            self.at(back, Event::Restart(seat));
        }
    }

    /// Stops a machine, restores the copy of its disk, and restarts it later.
    pub fn set_back(&mut self, seat: Seat, lasts: Millis) {
        self.kill(seat);
        let peer = &mut self.peers[seat.index()];
        if let Some(copy) = peer.copy.take() {
            peer.disk = copy;
        }
        self.monitor.set_back(seat);
        // Everybody must be able to answer the restarted node.
        self.weather.shelter(self.now + lasts + 10 * self.config.timing.status);
        self.at(self.now + lasts, Event::Restart(seat));
    }

    /// Restarts a machine that is down.
    pub(crate) fn restart(&mut self, seat: Seat) {
        if self.peers[seat.index()].node.is_some() || self.tells_stories(seat) {
            return;
        }
        if let Err(e) = self.start(seat) {
            self.monitor.wrongs.push(format!("{seat} cannot start again: {e}"));
        }
    }

    /// Starts a seat's node from its disk.
    pub(crate) fn start(&mut self, seat: Seat) -> Result<(), StartError> {
        let (now, game) = (self.clock(seat), self.config.game);
        let disk = &mut self.peers[seat.index()].disk;
        let entries = if disk.bytes.len() < journal::HEADER.len() {
            Vec::new()
        } else {
            let (entries, good) = journal::read(&disk.bytes).map_err(|e| {
                let why = format!("{seat} cannot read its journal: {e}");
                self.monitor.wrongs.push(why);
                StartError::NoStart
            })?;
            disk.bytes.truncate(good);
            entries
        };
        let node = if entries.is_empty() {
            *disk = Disk::default();
            let me = Some((seat, secrets(self.config.seed, seat)));
            Node::new(self.charter.clone(), game, me, now)?
        } else {
            disk.synced = disk.bytes.len();
            Node::resume(entries, game, identity(self.config.seed, seat), now)?
        };
        let step = node.play().step();
        self.crook.iter_mut().for_each(|crook| crook.note_restart(seat, step));
        self.peers[seat.index()].node = Some(self.set_up(seat, node));
        self.after(seat, None);
        Ok(())
    }

    /// Gives a node the timing and the consent policy of its seat.
    pub(crate) fn set_up(&self, seat: Seat, node: Node) -> Node {
        let other = self.votes.iter().find(|(who, _)| *who == seat);
        let auto = other.map_or(AutoConsent::Late, |(_, auto)| *auto);
        node.with_timing(self.config.timing).with_auto_consent(auto)
    }

    /// Stops a machine: what was not synced is lost, in whole or in part.
    pub(crate) fn crash(&mut self, seat: Seat, torn: Vec<Output>) {
        self.crook.iter_mut().for_each(|crook| crook.note_crash(seat));
        let peer = &mut self.peers[seat.index()];
        peer.node = None;
        peer.answers.clear();
        if let Some(Output::Keep(bytes, _)) = torn.into_iter().next() {
            peer.disk.bytes.extend(bytes);
        }
        let left = self.weather.below(peer.disk.bytes.len() - peer.disk.synced + 1);
        peer.disk.bytes.truncate(peer.disk.synced + left);
        peer.disk.due = false;
    }
}
