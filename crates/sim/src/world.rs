//! A world of nodes with a clock of its own.

use std::{collections::BTreeMap, rc::Rc};

use engine::{Ask, Bot, BotKind, Game, Options, Seat, chance::Chance};
use proto::{OnCheat, SignedCharter};
use table::{AutoConsent, Millis, Node, StartError, Timing};

use crate::{
    attack::{Attack, Equivocator},
    charter::charter,
    cheats::{Cheat, Crook},
    faults::{Counts, Faults, Weather},
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
    /// Where all luck comes from.
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
pub struct Trouble {
    /// Faults of network and machines.
    pub faults: Faults,
    /// The one seat that cheats with altered messages.
    pub cheat: Option<Cheat>,
    /// The one seat that tells different stories.
    pub attack: Option<Attack>,
    /// A seat in whose name the test itself says what it should not.
    pub dishonest: Option<Seat>,
    /// Seats that go silent.
    pub leavers: Vec<Leaver>,
    /// Networks that fall apart at certain moments.
    pub partitions: Vec<Partition>,
    /// Moments at which all machines stop.
    pub blackouts: Vec<Blackout>,
    /// Machines that are set back to a copy of their disk.
    pub restores: Vec<Restore>,
    /// Seats that vote by themselves otherwise than as soon as they may.
    pub votes: Vec<(Seat, AutoConsent)>,
    /// Seats that are there and never choose.
    pub thinking: Vec<Seat>,
    /// A seat whose machine crashes after so many actions.
    pub crash: Option<(Seat, usize)>,
}

/// Nodes, their bots, the messages between them, and the time.
pub struct World {
    /// The time.
    pub now: Millis,
    /// The seats' machines.
    pub peers: Vec<Peer>,
    /// Sees all that is sent.
    pub monitor: Monitor,
    /// The links between machines; faults of the network come on top.
    pub links: Links,
    /// Somebody who only watches.
    pub spectator: Option<Node>,
    /// What the spectator's clock shows.
    pub(crate) watched: Millis,
    pub(crate) config: Config,
    pub(crate) charter: SignedCharter,
    pub(crate) weather: Weather,
    pub(crate) crook: Option<Crook>,
    pub(crate) equivocator: Option<Equivocator>,
    /// The one seat that may cheat, in whatever way.
    dishonest: Option<Seat>,
    pub(crate) leavers: Vec<Watch<Leaver>>,
    pub(crate) partitions: Vec<Watch<Partition>>,
    pub(crate) blackouts: Vec<Watch<Blackout>>,
    /// Copies to be made, and copies to be put back.
    pub(crate) copies: Vec<Watch<Seat>>,
    pub(crate) restores: Vec<Watch<Restore>>,
    pub(crate) votes: Vec<(Seat, AutoConsent)>,
    thinking: Vec<Seat>,
    pub(crate) crash: Option<(Seat, usize)>,
    queue: BTreeMap<(Millis, u64), Event>,
    count: u64,
    /// How many statements about closing a step were sent.
    pub(crate) deciding: u64,
    /// When a node has last come further.
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
    Weather,
}

/// A table at which nobody comes further for so long in good weather never will: everybody's patience
/// is over by then.
const HOPELESS: Millis = 600_000;

impl World {
    /// Everybody sits down, and nothing goes wrong.
    pub fn new(config: Config) -> Result<Self, StartError> {
        Self::troubled(config, Trouble::default())
    }

    /// Everybody sits down, and things go wrong.
    pub fn troubled(config: Config, trouble: Trouble) -> Result<Self, StartError> {
        let mut chance = Chance::new(config.seed);
        let bot = |seat| config.game.bot(config.bots, seat, chance.bits());
        let crook = trouble.cheat.map(|cheat| Crook::new(cheat, &config));
        let equivocator = trouble.attack.map(|attack| Equivocator::new(attack, &config));
        let dishonest = crook
            .as_ref()
            .map(Crook::seat)
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
            weather: Weather::new(trouble.faults, config.seats, config.seed),
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
        world.at(1, Event::Weather);
        Ok(world)
    }

    /// Lets things happen until the match is over for every seat that is there, or until `deadline`. In
    /// the second half of that time nothing new goes wrong by chance: whoever is still not done then has
    /// no excuse.
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

    /// Lets what is known reach everybody: nothing new goes wrong, and what has fallen apart heals.
    pub fn settle(&mut self) {
        self.weather.calm = true;
        let whole = self.weather.heals().max(self.now);
        self.run_until(whole + 20 * self.config.timing.status);
    }

    /// Lets things happen until then, or until nothing is left to happen.
    pub fn run_until(&mut self, time: Millis) {
        while self.now < time && self.step().is_some() {}
    }

    /// Lets things happen until something is so; false if it is not by `deadline`.
    pub fn run_while(&mut self, deadline: Millis, goes_on: impl Fn(&Self) -> bool) -> bool {
        while goes_on(self) {
            if self.now >= deadline || self.step().is_none() {
                return false;
            }
        }
        true
    }

    /// Whether the match is over for every honest seat that is there or will be back.
    pub fn is_over(&self) -> bool {
        let over = |peer: &Peer| peer.node.as_ref().is_some_and(Node::is_over);
        let returned = self.peers.iter().all(|peer| !peer.away || !peer.returns);
        returned && self.honest().all(|(_, peer)| over(peer))
    }

    /// Lets the next thing happen, and says to which seat if to one.
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
            Event::Weather => {
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
        self.at(next, Event::Weather);
    }

    /// A seat's node, unless its machine is down.
    pub fn node(&self, seat: Seat) -> Option<&Node> {
        self.peers.get(seat.index())?.node.as_ref()
    }

    /// Hands bytes to a seat's node as if another had sent them, at once.
    pub fn inject(&mut self, from: Seat, to: Seat, bytes: &[u8]) {
        self.deliver(to, from, bytes);
    }

    /// Lets a seat that is `thinking` choose an entry. False if it may not.
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
        self.crook.as_ref().and_then(Crook::step)
    }

    /// The seats that are there and do not cheat.
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

    /// What a seat's clock shows.
    pub(crate) fn clock(&self, seat: Seat) -> Millis {
        self.peers[seat.index()].clock(self.now)
    }

    fn awake(&mut self, seat: Seat) -> Option<&mut Node> {
        let peer = &mut self.peers[seat.index()];
        if peer.away { None } else { peer.node.as_mut() }
    }

    /// Carries out what a node wants, and lets its player choose.
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

/// The entry that a bot picks for a node's seat, if the node asks.
pub(crate) fn picked(node: &Node, seat: Seat, bot: &mut dyn Bot) -> Option<usize> {
    let menu = node.menu()?;
    let knowledge = node.knowledge();
    let driver = node.play().driver();
    let ask = Ask::new(driver, seat, menu, &knowledge);
    Some(bot.pick(&ask, driver.state()))
}
