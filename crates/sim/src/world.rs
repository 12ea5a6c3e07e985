//! A simulated table: nodes with a clock of their own.

use std::{collections::BTreeMap, rc::Rc};

use engine::{Ask, Bot, BotKind, Game, Options, Seat, chance::Chance};
use proto::{OnCheat, SignedCharter};
use table::{AutoConsent, Millis, Node, StartError, Timing};

use crate::{
    attack::{Attack, Equivocator},
    charter::charter,
    cheats::{Cheat, Cheater},
    faults::{Counts, FaultInjector, Faults},
    leavers::Leaver,
    links::Links,
    machine::Peer,
    moments::{Blackout, Partition, Restore, Watch},
    monitor::Monitor,
};

/// What is played, and how.
#[derive(Clone)]
pub struct Config {
    /// The game.
    pub game: &'static dyn Game,
    /// How many seats.
    pub seats: usize,
    /// The game's options.
    pub options: Options,
    /// How many leavers the table survives.
    pub survive: u8,
    /// What happens when somebody cheats.
    pub on_cheat: OnCheat,
    /// Who plays.
    pub bots: BotKind,
    /// The seed of all randomness.
    pub seed: u64,
    /// How long nodes wait for what.
    pub timing: Timing,
}

impl Config {
    /// Finds the game for an auditor.
    pub(crate) fn finder(&self) -> impl Fn(&str) -> Option<&'static dyn Game> + use<> {
        let game = self.game;
        move |id| (game.info().id == id).then_some(game)
    }
}

/// What goes wrong in a match.
#[derive(Clone, Default)]
pub struct Scenario {
    /// Faults of network and machines.
    pub faults: Faults,
    /// The one seat that cheats by altering its messages.
    pub cheat: Option<Cheat>,
    /// The one seat that tells different victims different histories.
    pub attack: Option<Attack>,
    /// A seat in whose name the test itself sends what an honest node would not.
    pub dishonest: Option<Seat>,
    /// Seats that go silent.
    pub leavers: Vec<Leaver>,
    /// Partitions of the network at certain moments.
    pub partitions: Vec<Partition>,
    /// Moments at which all machines stop.
    pub blackouts: Vec<Blackout>,
    /// Machines whose disk is replaced by an earlier copy.
    pub restores: Vec<Restore>,
    /// Seats with another consent policy than to consent as soon as they may.
    pub votes: Vec<(Seat, AutoConsent)>,
    /// Seats that are present and never choose.
    pub thinking: Vec<Seat>,
    /// A seat whose machine crashes after this many actions.
    pub crash: Option<(Seat, usize)>,
}

/// Nodes, their bots, the messages between them, and the time.
pub struct World {
    /// The time.
    pub now: Millis,
    /// The seats' machines.
    pub peers: Vec<Peer>,
    /// Sees every message that is sent.
    pub monitor: Monitor,
    /// The links between machines; random faults of the network come on top.
    pub links: Links,
    /// A spectator.
    pub spectator: Option<Node>,
    /// The time on the spectator's clock.
    pub(crate) watched: Millis,
    pub(crate) config: Config,
    pub(crate) charter: SignedCharter,
    pub(crate) weather: FaultInjector,
    pub(crate) crook: Option<Cheater>,
    pub(crate) equivocator: Option<Equivocator>,
    /// The one seat that may cheat, in whatever way.
    dishonest: Option<Seat>,
    pub(crate) leavers: Vec<Watch<Leaver>>,
    pub(crate) partitions: Vec<Watch<Partition>>,
    pub(crate) blackouts: Vec<Watch<Blackout>>,
    /// Copies of disks to be made, and copies to be restored.
    pub(crate) copies: Vec<Watch<Seat>>,
    pub(crate) restores: Vec<Watch<Restore>>,
    pub(crate) votes: Vec<(Seat, AutoConsent)>,
    thinking: Vec<Seat>,
    pub(crate) crash: Option<(Seat, usize)>,
    queue: BTreeMap<(Millis, u64), Event>,
    count: u64,
    /// How many statements about closing steps were sent.
    pub(crate) deciding: u64,
    /// When a node last advanced.
    pub(crate) progress: Millis,
    /// Messages sent so far.
    pub messages: u64,
    /// Bytes sent so far.
    pub bytes: u64,
}

pub(crate) enum Event {
    Deliver { to: Seat, from: Seat, bytes: Rc<[u8]> },
    Tick(Seat),
    Restart(Seat),
    Back(Seat),
    FaultInjector,
}

/// A table at which no node advances for this long without new faults never will: everybody's patience is
/// over by then.
const HOPELESS: Millis = 600_000;

impl World {
    /// Starts all nodes, without faults.
    pub fn new(config: Config) -> Result<Self, StartError> {
        Self::troubled(config, Scenario::default())
    }

    /// Starts all nodes, with faults.
    pub fn troubled(config: Config, trouble: Scenario) -> Result<Self, StartError> {
        let mut chance = Chance::new(config.seed);
        let bot = |seat| config.game.bot(config.bots, seat, chance.bits());
        let crook = trouble.cheat.map(|cheat| Cheater::new(cheat, &config));
        let equivocator = trouble.attack.map(|attack| Equivocator::new(attack, &config));
        let dishonest = crook
            .as_ref()
            .map(Cheater::seat)
            .or(equivocator.as_ref().map(Equivocator::seat))
            .or(trouble.dishonest);
        let copies = trouble.restores.iter().map(|r| Watch::new(r.copied, r.seat)).collect();
        let mut world = Self {
            now: 0,
            peers: Seat::all(config.seats).map(bot).map(Peer::new).collect(),
            monitor: Monitor::new(dishonest),
            links: Links::new(config.seats),
            spectator: None,
            watched: 0,
            charter: charter(&config),
            weather: FaultInjector::new(trouble.faults, config.seats, config.seed),
            crook,
            equivocator,
            dishonest,
            leavers: trouble.leavers.into_iter().map(|l| Watch::new(l.moment, l)).collect(),
            partitions: trouble.partitions.into_iter().map(|p| Watch::new(p.moment, p)).collect(),
            blackouts: trouble.blackouts.into_iter().map(|b| Watch::new(b.moment, b)).collect(),
            copies,
            restores: trouble.restores.into_iter().map(|r| Watch::new(r.put_back, r)).collect(),
            votes: trouble.votes,
            thinking: trouble.thinking,
            crash: trouble.crash,
            config,
            queue: BTreeMap::new(),
            count: 0,
            deciding: 0,
            progress: 0,
            messages: 0,
            bytes: 0,
        };
        for seat in Seat::all(world.config.seats) {
            world.start(seat)?;
            world.at(world.config.timing.status, Event::Tick(seat));
        }
        world.at(1, Event::FaultInjector);
        Ok(world)
    }

    /// Runs until the match is over for every present seat, or until `deadline`. In the second half of that
    /// time no new random faults occur, so a node that is still not done then has no excuse.
    pub fn run(&mut self, deadline: Millis) -> bool {
        while !self.is_over() {
            self.weather.calm |= self.now >= deadline / 2;
            let hopeless = self.weather.calm && self.now >= self.progress + HOPELESS;
            if self.now >= deadline || hopeless || self.step().is_none() {
                return false;
            }
        }
        if self.cheated().is_some() {
            self.settle();
        }
        true
    }

    /// Lets everything reach everybody: no new faults occur, and partitions heal.
    pub fn settle(&mut self) {
        self.weather.calm = true;
        let whole = self.weather.heals().max(self.now);
        self.run_until(whole + 20 * self.config.timing.status);
    }

    /// Runs until then, or until there are no more events.
    pub fn run_until(&mut self, time: Millis) {
        while self.now < time && self.step().is_some() {}
    }

    /// Runs while `goes_on` holds; false if it still holds at `deadline`.
    pub fn run_while(&mut self, deadline: Millis, goes_on: impl Fn(&Self) -> bool) -> bool {
        while goes_on(self) {
            if self.now >= deadline || self.step().is_none() {
                return false;
            }
        }
        true
    }

    /// Whether the match is over for every honest seat that is present or will be back.
    pub fn is_over(&self) -> bool {
        let over = |peer: &Peer| peer.node.as_ref().is_some_and(Node::is_over);
        let returned = self.peers.iter().all(|peer| !peer.away || !peer.returns);
        returned && self.honest().all(|(_, peer)| over(peer))
    }

    /// Handles the next event, and returns the seat it concerns, if it concerns one.
    pub fn step(&mut self) -> Option<Option<Seat>> {
        let ((time, _), event) = self.queue.pop_first()?;
        self.now = time;
        Some(match event {
            Event::Deliver { to, from, bytes } => {
                self.deliver(to, from, &bytes);
                Some(to)
            }
            Event::Tick(seat) => {
                self.tick(seat);
                self.at(self.now + self.config.timing.status, Event::Tick(seat));
                Some(seat)
            }
            Event::Restart(seat) => {
                self.restart(seat);
                Some(seat)
            }
            Event::Back(seat) => {
                self.peers[seat.index()].away = false;
                let now = self.clock(seat);
                if let Some(node) = self.awake(seat) {
                    node.come_back(now);
                    self.after(seat, None);
                }
                Some(seat)
            }
            Event::FaultInjector => {
                self.change_weather();
                None
            }
        })
    }

    fn deliver(&mut self, to: Seat, from: Seat, bytes: &[u8]) {
        if self.tells_stories(to) {
            self.stories_hear(from, bytes);
            return;
        }
        if self.crook.as_ref().is_some_and(|crook| crook.seat() == to && crook.ignores(bytes)) {
            return;
        }
        let now = self.clock(to);
        if let Some(node) = self.awake(to) {
            let before = node.play().step();
            let _ = node.handle(Some(from), bytes, now);
            if node.play().step() != before {
                self.progress = self.now;
            }
            self.crook.iter_mut().for_each(|crook| crook.note_heard(to, before, bytes));
            self.after(to, Some(from));
        }
    }

    fn tick(&mut self, seat: Seat) {
        if self.tells_stories(seat) {
            self.stories_tick();
            return;
        }
        let now = self.clock(seat);
        if let Some(node) = self.awake(seat) {
            node.tick(now);
            self.after(seat, None);
        }
    }

    fn change_weather(&mut self) {
        if let Some((seat, far)) = self.weather.change(self.now, self.config.timing.grace) {
            self.peers[seat.index()].jump(far);
        }
        let next = self.weather.next_change(self.now);
        self.at(next, Event::FaultInjector);
    }

    /// A seat's node, unless its machine is down.
    pub fn node(&self, seat: Seat) -> Option<&Node> {
        self.peers.get(seat.index())?.node.as_ref()
    }

    /// Delivers bytes to a seat's node at once, as if another seat had sent them.
    pub fn inject(&mut self, from: Seat, to: Seat, bytes: &[u8]) {
        self.deliver(to, from, bytes);
    }

    /// Lets a `thinking` seat choose an entry. False if it may not.
    pub fn choose_for(&mut self, seat: Seat, entry: usize) -> bool {
        let now = self.clock(seat);
        let chosen = self.awake(seat).is_some_and(|node| node.choose(entry, now).is_ok());
        if chosen {
            self.after(seat, None);
        }
        chosen
    }

    /// How often each fault has happened.
    pub fn counts(&self) -> Counts {
        self.weather.counts
    }

    /// The step in which the cheat happened, once it has.
    pub fn cheated(&self) -> Option<u64> {
        self.crook.as_ref().and_then(Cheater::step)
    }

    /// The seats that are present and do not cheat.
    pub fn honest(&self) -> impl Iterator<Item = (Seat, &Peer)> {
        let seats = Seat::all(self.config.seats).zip(&self.peers);
        seats.filter(|(seat, peer)| !self.is_dishonest(*seat) && !peer.away)
    }

    /// The seat that cheats, if one does.
    pub fn dishonest(&self) -> Option<Seat> {
        self.dishonest
    }

    /// Whether a seat is the one that cheats.
    pub fn is_dishonest(&self, seat: Seat) -> bool {
        self.dishonest == Some(seat)
    }

    /// What is played, and how.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The time on a seat's clock.
    pub(crate) fn clock(&self, seat: Seat) -> Millis {
        self.peers[seat.index()].clock(self.now)
    }

    fn awake(&mut self, seat: Seat) -> Option<&mut Node> {
        let peer = &mut self.peers[seat.index()];
        if peer.away { None } else { peer.node.as_mut() }
    }

    /// Carries out a node's outputs, and lets its player choose.
    pub(crate) fn after(&mut self, seat: Seat, from: Option<Seat>) {
        loop {
            if self.leaves(seat) || self.strikes(seat) {
                return;
            }
            let Some(node) = &mut self.peers[seat.index()].node else { return };
            let mut outputs = node.take_outputs();
            if let Some(speech) = self.parts_at(seat, &outputs) {
                outputs.truncate(speech);
                self.carry_out(seat, from, outputs);
                self.part();
                return;
            }
            if let Some((actions, down)) = self.crashes(seat, outputs.len()) {
                let torn = outputs.split_off(actions);
                self.carry_out(seat, from, outputs);
                self.crash(seat, torn);
                self.at(self.now + down, Event::Restart(seat));
                return;
            }
            self.carry_out(seat, from, outputs);
            if self.parts_in_choice(seat) {
                self.part();
                return;
            }
            if !self.choose(seat) {
                self.peers[seat.index()].node.iter_mut().for_each(|node| while node.prepare() {});
                return;
            }
        }
    }

    /// Lets a seat's player choose. False if there is nothing to choose.
    fn choose(&mut self, seat: Seat) -> bool {
        if self.thinking.contains(&seat) {
            return false;
        }
        let now = self.clock(seat);
        let peer = &mut self.peers[seat.index()];
        let Some(node) = &mut peer.node else { return false };
        let Some(entry) = picked(node, seat, peer.bot.as_mut()) else { return false };
        node.choose(entry, now).is_ok()
    }

    pub(crate) fn at(&mut self, time: Millis, event: Event) {
        self.count += 1;
        self.queue.insert((time, self.count), event);
    }
}

/// The entry that a bot chooses for a node's seat, if the node asks.
pub(crate) fn picked(node: &Node, seat: Seat, bot: &mut dyn Bot) -> Option<usize> {
    let menu = node.menu()?;
    let knowledge = node.knowledge();
    let driver = node.play().driver();
    let ask = Ask::new(driver, seat, menu, &knowledge);
    Some(bot.pick(&ask, driver.state()))
}
