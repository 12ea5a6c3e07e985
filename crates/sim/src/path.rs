//! The critical path of a table: how long everybody waits for whom if every node has a processor of its
//! own.
//!
//! All work is done in sequence here, and every piece is measured by the clock that is passed in. In the
//! table's simulated time, pieces of different nodes run in parallel, those of one node run in sequence,
//! and a message takes the same time between any two nodes. There are no faults, and players answer at
//! once.

use std::{collections::BTreeMap, rc::Rc};

use engine::{Bot, Seat, chance::Chance};
use table::{Node, Output, StartError};

use crate::{
    charter::{charter, secrets},
    world::{Config, picked},
};

/// Nanoseconds, of work or of a table's simulated time.
pub type Nanos = u64;

/// What was waited for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wait {
    /// How long.
    pub time: Nanos,
    /// The number of deliveries on the critical path.
    pub trips: u64,
    /// Bytes that all nodes sent during the wait.
    pub bytes: u64,
    /// Whether cards were shuffled during the wait.
    pub shuffled: bool,
}

/// A table of nodes that each have a processor of their own.
pub struct Path<'a> {
    clock: &'a dyn Fn() -> Nanos,
    delay: Nanos,
    nodes: Vec<TimedNode>,
    /// Messages in flight, by arrival time and a sequence number.
    queue: BTreeMap<(Nanos, u64), Parcel>,
    sent: u64,
    bytes: u64,
    /// The last moment at which somebody chose or sat down, in the step that is asked about.
    began: Moment,
    asked: u64,
    shuffled: bool,
}

struct TimedNode {
    node: Node,
    bot: Box<dyn Bot>,
    /// When its processor is free, and after how many deliveries in sequence.
    at: Moment,
}

#[derive(Clone, Copy, Default)]
struct Moment {
    time: Nanos,
    trips: u64,
    bytes: u64,
}

struct Parcel {
    to: Seat,
    from: Seat,
    trips: u64,
    bytes: Rc<[u8]>,
}

impl<'a> Path<'a> {
    /// Starts all nodes with a signed charter. The clock tells how much work this thread has done.
    ///
    /// # Errors
    /// If the game cannot be played with this configuration.
    pub fn new(
        config: &Config,
        delay: Nanos,
        clock: &'a dyn Fn() -> Nanos,
    ) -> Result<Self, StartError> {
        let (charter, mut chance) = (charter(config), Chance::new(config.seed));
        let mut path = Self {
            clock,
            delay,
            nodes: Vec::new(),
            queue: BTreeMap::new(),
            sent: 0,
            bytes: 0,
            began: Moment::default(),
            asked: 0,
            shuffled: false,
        };
        for seat in Seat::all(config.seats) {
            let me = Some((seat, secrets(config.seed, seat)));
            let began = clock();
            let node = Node::new(charter.clone(), config.game, me, 0)?;
            let at = Moment { time: clock() - began, ..Moment::default() };
            let bot = config.game.bot(config.bots, seat, chance.bits());
            path.nodes.push(TimedNode { node, bot, at });
        }
        for seat in Seat::all(config.seats) {
            path.carry_out(seat, None);
        }
        Ok(path)
    }

    /// Runs until somebody is asked something new, and returns what was waited for; `None` if the match is
    /// over.
    pub fn next_menu(&mut self) -> Option<Wait> {
        loop {
            if let Some(wait) = self.asked_now() {
                return Some(wait);
            }
            if self.let_choose() {
                continue;
            }
            let ((arrived, _), parcel) = self.queue.pop_first()?;
            self.deliver(arrived, &parcel);
            self.prepare(parcel.to);
        }
    }

    /// Lets a node that has sent everything compute in advance what it will need.
    fn prepare(&mut self, seat: Seat) {
        let place = &mut self.nodes[seat.index()];
        let began = (self.clock)();
        while place.node.prepare() {}
        place.at.time += (self.clock)() - began;
    }

    /// Whether the match is over for everybody.
    pub fn is_over(&self) -> bool {
        self.nodes.iter().all(|place| place.node.is_over())
    }

    /// What was waited for until the first of those who are asked in a new step was asked.
    fn asked_now(&mut self) -> Option<Wait> {
        let asked = |place: &&TimedNode| place.node.menu().is_some();
        let new = |place: &&TimedNode| place.node.play().step() > self.asked;
        let first =
            self.nodes.iter().filter(asked).filter(new).min_by_key(|place| place.at.time)?;
        let (at, step) = (first.at, first.node.play().step());
        let wait = Wait {
            time: at.time.saturating_sub(self.began.time),
            trips: at.trips.saturating_sub(self.began.trips),
            bytes: self.bytes - self.began.bytes,
            shuffled: self.shuffled,
        };
        self.asked = step;
        self.shuffled = false;
        Some(wait)
    }

    /// Lets somebody who is asked choose; that takes only the node's own time.
    fn let_choose(&mut self) -> bool {
        let asked = |place: &TimedNode| place.node.menu().is_some();
        let Some(index) = self.nodes.iter().position(asked) else { return false };
        let (seat, place) = (Seat::new(index as u8), &mut self.nodes[index]);
        let Some(entry) = picked(&place.node, seat, place.bot.as_mut()) else { return false };
        let chosen = Moment { bytes: self.bytes, ..place.at };
        if chosen.time >= self.began.time {
            self.began = chosen;
        }
        let began = (self.clock)();
        let taken = place.node.choose(entry, 0).is_ok();
        place.at.time += (self.clock)() - began;
        self.carry_out(seat, None);
        taken
    }

    fn deliver(&mut self, arrived: Nanos, parcel: &Parcel) {
        let place = &mut self.nodes[parcel.to.index()];
        place.at.time = place.at.time.max(arrived);
        place.at.trips = place.at.trips.max(parcel.trips);
        let began = (self.clock)();
        let _ = place.node.handle(Some(parcel.from), &parcel.bytes, 0);
        place.at.time += (self.clock)() - began;
        self.shuffled |= place.node.play().round_name() == "shuffle";
        self.carry_out(parcel.to, Some(parcel.from));
    }

    fn carry_out(&mut self, seat: Seat, from: Option<Seat>) {
        let place = &mut self.nodes[seat.index()];
        let (outputs, at) = (place.node.take_outputs(), place.at);
        let others: Vec<Seat> = seat.others(self.nodes.len()).collect();
        for output in outputs {
            let (to, bytes) = match output {
                Output::Broadcast(bytes) => (others.as_slice(), bytes),
                Output::Reply(bytes) => (from.as_slice(), bytes),
                Output::Keep(..) | Output::Effect(_) | Output::Accused(..) => continue,
                Output::OldCopy | Output::FalseJournal => continue,
            };
            let bytes: Rc<[u8]> = bytes.into();
            for to in to {
                self.sent += 1;
                self.bytes += bytes.len() as u64;
                let parcel =
                    Parcel { to: *to, from: seat, trips: at.trips + 1, bytes: bytes.clone() };
                self.queue.insert((at.time + self.delay, self.sent), parcel);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use engine::{BotKind, Options};
    use proto::OnCheat;
    use table::Timing;

    use super::*;

    fn config(game: &str, seats: usize) -> Config {
        let game = games::find(game).unwrap();
        Config {
            game,
            seats,
            options: Options::parse(game.info().options, []).unwrap(),
            survive: 1,
            on_cheat: OnCheat::End,
            bots: BotKind::NORMAL,
            seed: 1,
            timing: Timing::default(),
        }
    }

    #[test]
    fn without_the_cost_of_work_a_table_waits_for_its_trips_alone() {
        let mut path = Path::new(&config("suspicion", 3), 1_000, &|| 0).unwrap();
        let first = path.next_menu().unwrap();
        assert!(first.shuffled && first.bytes > 0);
        assert_eq!(first.time, first.trips * 1_000);
        let next = path.next_menu().unwrap();
        assert_eq!(next.time, next.trips * 1_000);
        assert!(next.trips < first.trips);
    }

    #[test]
    fn work_of_different_nodes_goes_on_at_the_same_moment() {
        // Every piece of work takes one nanosecond.
        let clock = Cell::new(0);
        let tick = || clock.replace(clock.get() + 1);
        let mut path = Path::new(&config("suspicion", 3), 1_000, &tick).unwrap();
        let first = path.next_menu().unwrap();
        let worked = first.time - first.trips * 1_000;
        assert!(worked > 0 && worked < clock.get() / 4, "{worked} of {}", clock.get());
    }
}
