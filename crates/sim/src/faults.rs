//! Faults of the network and the machines, without bad intent.

use engine::{Seat, chance::Chance};
use serde::Serialize;
use table::{Millis, Seats};

use crate::links::Links;

/// A fault that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no fault called `{0}`")]
pub struct UnknownFault(String);

/// Which faults occur.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Messages get lost.
    pub loss: bool,
    /// Messages arrive twice.
    pub dup: bool,
    /// Messages overtake each other.
    pub reorder: bool,
    /// Messages take long.
    pub delay: bool,
    /// The network is partitioned, and heals.
    pub partition: bool,
    /// Machines crash in the middle of their actions, and restart.
    pub crash: bool,
    /// One seat's link is slow throughout.
    pub slow: bool,
    /// Clocks jump, forwards and backwards.
    pub jump: bool,
    /// Partitions and crashes last longer than the grace period.
    pub outage: bool,
    /// A seat goes silent at some step, for good or for a while.
    pub leave: bool,
    /// A machine's disk is replaced by an old copy.
    pub restore: bool,
}

/// How often each fault has happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Messages lost.
    pub loss: u64,
    /// Messages doubled.
    pub dup: u64,
    /// Messages that may have overtaken others.
    pub reorder: u64,
    /// Messages delayed.
    pub delay: u64,
    /// Partitions of the network.
    pub partition: u64,
    /// Crashes.
    pub crash: u64,
    /// Messages over a slow link.
    pub slow: u64,
    /// Jumps of clocks.
    pub jump: u64,
}

/// The longest time that a fault separates a seat from the others: well below any grace period, or the
/// others would rightly go on without it.
const LONGEST: u32 = 4_000;
/// The longest time in an outage, when they may rightly go on.
const LONGEST_OUTAGE: u32 = 90_000;
/// The most crashes in one match: each costs the replay of a journal.
const CRASHES: u64 = 5;

impl Faults {
    /// None at all.
    pub const NONE: Self = Self {
        loss: false,
        dup: false,
        reorder: false,
        delay: false,
        partition: false,
        crash: false,
        slow: false,
        jump: false,
        outage: false,
        leave: false,
        restore: false,
    };
    /// All of them.
    pub const ALL: Self = Self {
        loss: true,
        dup: true,
        reorder: true,
        delay: true,
        partition: true,
        crash: true,
        slow: true,
        jump: true,
        outage: true,
        leave: true,
        restore: true,
    };
    /// All but outages, leavers and old disks: nobody is away long enough to be left behind.
    pub const SHORT: Self = Self { outage: false, leave: false, restore: false, ..Self::ALL };

    /// The names of all faults.
    pub const NAMES: [&'static str; 11] = [
        "loss",
        "dup",
        "reorder",
        "delay",
        "partition",
        "crash",
        "slow",
        "jump",
        "outage",
        "leave",
        "restore",
    ];

    /// The faults of a list such as `loss,crash`, or `all`.
    ///
    /// # Errors
    /// If a fault does not exist.
    pub fn parse(list: &str) -> Result<Self, UnknownFault> {
        let mut faults = Self::NONE;
        for name in list.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            match name {
                "all" => faults = Self::ALL,
                "loss" => faults.loss = true,
                "dup" => faults.dup = true,
                "reorder" => faults.reorder = true,
                "delay" => faults.delay = true,
                "partition" => faults.partition = true,
                "crash" => faults.crash = true,
                "slow" => faults.slow = true,
                "jump" => faults.jump = true,
                "outage" => faults.outage = true,
                "leave" => faults.leave = true,
                "restore" => faults.restore = true,
                _ => return Err(UnknownFault(name.to_owned())),
            }
        }
        Ok(faults)
    }
}

impl Counts {
    /// Adds the counts of another match.
    pub fn add(&mut self, other: &Self) {
        self.loss += other.loss;
        self.dup += other.dup;
        self.reorder += other.reorder;
        self.delay += other.delay;
        self.partition += other.partition;
        self.crash += other.crash;
        self.slow += other.slow;
        self.jump += other.jump;
    }
}

/// The network and the machines of a match, with their faults.
pub(crate) struct FaultInjector {
    pub faults: Faults,
    chance: Chance,
    slow: Option<Seat>,
    /// One side of a partition, by seat, and when it heals.
    apart: (Vec<bool>, Millis),
    /// Whether no new faults occur.
    pub calm: bool,
    /// Until when nobody is separated from the others.
    sheltered: Millis,
    pub counts: Counts,
}

impl FaultInjector {
    pub(crate) fn new(faults: Faults, seats: usize, seed: u64) -> Self {
        let mut chance = Chance::new(seed ^ 0x0bad);
        let slow = faults.slow.then(|| Seat::new(chance.below(seats as u32) as u8));
        Self {
            faults,
            chance,
            slow,
            apart: (vec![false; seats], 0),
            calm: faults == Faults::NONE,
            sheltered: 0,
            counts: Counts::default(),
        }
    }

    /// The arrival times of those copies of a message that are not lost.
    pub(crate) fn arrivals(&mut self, from: Seat, to: Seat, now: Millis) -> Vec<Millis> {
        if self.is_apart(from, to, now) {
            return Vec::new();
        }
        if self.strikes(self.faults.loss, 8) {
            self.counts.loss += 1;
            return Vec::new();
        }
        let copies = if self.strikes(self.faults.dup, 8) { 2 } else { 1 };
        self.counts.dup += copies - 1;
        (0..copies).map(|_| now + self.travel(from, to)).collect()
    }

    fn is_apart(&self, from: Seat, to: Seat, now: Millis) -> bool {
        let (side, heals) = &self.apart;
        now < *heals && side.get(from.index()) != side.get(to.index())
    }

    /// Lets no fault separate anybody from the others until then.
    pub(crate) fn shelter(&mut self, until: Millis) {
        self.sheltered = self.sheltered.max(until);
    }

    /// When the last partition heals, or healed.
    pub(crate) fn heals(&self) -> Millis {
        self.apart.1
    }

    /// The seats of a set that a seat can communicate with, over these links.
    pub(crate) fn reach(&self, links: &Links, from: Seat, among: Seats, now: Millis) -> Seats {
        let same_side = |seat: &Seat| !self.is_apart(from, *seat, now);
        links.reach(from, among.iter().filter(same_side).collect(), now)
    }

    fn travel(&mut self, from: Seat, to: Seat) -> Millis {
        let mut time = 1;
        if self.faults.reorder {
            let extra = self.chance.below(20);
            self.counts.reorder += u64::from(extra > 0);
            time += Millis::from(extra);
        }
        if self.strikes(self.faults.delay, 10) {
            self.counts.delay += 1;
            time += Millis::from(self.chance.below(700));
        }
        if self.slow.is_some_and(|slow| slow == from || slow == to) {
            self.counts.slow += 1;
            time += 150;
        }
        time
    }

    /// Lets a fault of the network or of a clock happen; returns a seat and how far its clock jumps.
    pub(crate) fn change(&mut self, now: Millis, grace: Millis) -> Option<(Seat, i64)> {
        let whole = now >= self.apart.1.max(self.sheltered);
        if self.strikes(self.faults.partition, 25) && whole {
            self.counts.partition += 1;
            self.apart.0.iter_mut().for_each(|side| *side = self.chance.below(2) == 0);
            self.apart.1 = now + self.how_long();
        }
        if !self.strikes(self.faults.jump, 25) {
            return None;
        }
        self.counts.jump += 1;
        let seat = Seat::new(self.chance.below(self.apart.0.len() as u32) as u8);
        let far = i64::from(self.chance.below(6 * grace as u32)) - 3 * grace as i64;
        Some((seat, far))
    }

    /// When the next change is due.
    pub(crate) fn next_change(&mut self, now: Millis) -> Millis {
        now + 20 + Millis::from(self.chance.below(400))
    }

    /// Whether a machine crashes now: after how many of these actions, and for how long.
    pub(crate) fn crash(&mut self, actions: usize, now: Millis) -> Option<(usize, Millis)> {
        let may = self.counts.crash < CRASHES && actions > 0 && now >= self.sheltered;
        if !may || !self.strikes(self.faults.crash, 3) {
            return None;
        }
        self.counts.crash += 1;
        let after = self.chance.below(actions as u32) as usize;
        Some((after, 1 + self.how_long()))
    }

    fn how_long(&mut self) -> Millis {
        let longest = if self.faults.outage { LONGEST_OUTAGE } else { LONGEST };
        Millis::from(self.chance.below(longest))
    }

    /// A random number below a bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.chance.below(bound as u32) as usize
    }

    fn strikes(&mut self, fault: bool, percent: u32) -> bool {
        fault && !self.calm && self.chance.below(100) < percent
    }
}
