//! A world of nodes with a clock of its own.

use std::collections::BTreeMap;

use ed25519_dalek::SigningKey;
use engine::{Bot, BotKind, Game, Options, Seat, chance::Chance};
use proto::{Charter, OnCheat, Place, SignedCharter, digest};
use table::{Millis, Node, Output, Secrets, StartError, Timing};

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

/// Nodes, their bots, the messages between them, and the time.
pub struct World {
    /// The time.
    pub now: Millis,
    /// The nodes, by seat.
    pub peers: Vec<Peer>,
    config: Config,
    chance: Chance,
    queue: BTreeMap<(Millis, u64), Event>,
    count: u64,
    /// Messages sent so far.
    pub messages: u64,
    /// Bytes sent so far.
    pub bytes: u64,
}

/// One seat's machine.
pub struct Peer {
    /// Its node.
    pub node: Node,
    /// Its player.
    bot: Box<dyn Bot>,
    /// Its disk.
    pub journal: Vec<u8>,
    /// Evidence files it has written.
    pub evidence: Vec<Vec<u8>>,
}

enum Event {
    Deliver { to: Seat, from: Seat, bytes: Vec<u8> },
    Tick(Seat),
}

/// The identity key of a seat in a world.
pub fn identity(seed: u64, seat: Seat) -> SigningKey {
    SigningKey::from_bytes(&digest("sim identity", &[&seed.to_le_bytes(), &[seat.index() as u8]]))
}

/// The secrets of a seat in a world.
pub fn secrets(seed: u64, seat: Seat) -> Secrets {
    let match_seed = digest("sim seed", &[&seed.to_le_bytes(), &[seat.index() as u8]]);
    Secrets::new(identity(seed, seat), match_seed)
}

/// A charter for these players, signed by all.
pub fn charter(config: &Config) -> SignedCharter {
    let info = config.game.info();
    let place = |seat: Seat| {
        let secrets = secrets(config.seed, seat);
        let (nonce, key) = secrets.commitment();
        let identity = secrets.identity().verifying_key().to_bytes();
        Place { identity, name: format!("P{}", seat.index() + 1), nonce, key }
    };
    let charter = Charter {
        protocol: proto::VERSION,
        game: info.id.into(),
        rules: info.version,
        options: config.options.iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
        survive: config.survive,
        on_cheat: config.on_cheat,
        seats: Seat::all(config.seats).map(place).collect(),
    };
    let signatures =
        Seat::all(config.seats).map(|seat| charter.sign(&identity(config.seed, seat))).collect();
    SignedCharter { charter, signatures }
}

impl World {
    /// Everybody sits down.
    pub fn new(config: Config) -> Result<Self, StartError> {
        let charter = charter(&config);
        let mut chance = Chance::new(config.seed);
        let mut peers = Vec::new();
        for seat in Seat::all(config.seats) {
            let me = Some((seat, secrets(config.seed, seat)));
            let node = Node::new(charter.clone(), config.game, me, 0)?
                .with_timing(config.timing)
                .with_autovote();
            let bot = config.game.bot(config.bots, seat, chance.bits());
            peers.push(Peer { node, bot, journal: Vec::new(), evidence: Vec::new() });
        }
        let mut world = Self {
            now: 0,
            peers,
            config,
            chance,
            queue: BTreeMap::new(),
            count: 0,
            messages: 0,
            bytes: 0,
        };
        for seat in Seat::all(world.config.seats) {
            world.after(seat, None);
            world.at(world.config.timing.status, Event::Tick(seat));
        }
        Ok(world)
    }

    /// Lets things happen until every node's match is over, or until `deadline`.
    pub fn run(&mut self, deadline: Millis) -> bool {
        while self.now < deadline {
            if self.peers.iter().all(|peer| peer.node.is_over()) {
                return true;
            }
            let Some((&(time, count), _)) = self.queue.first_key_value() else { return false };
            let Some(event) = self.queue.remove(&(time, count)) else { return false };
            self.now = time;
            match event {
                Event::Deliver { to, from, bytes } => {
                    let _ = self.peers[to.index()].node.handle(Some(from), &bytes, self.now);
                    self.after(to, Some(from));
                }
                Event::Tick(seat) => {
                    self.peers[seat.index()].node.tick(self.now);
                    self.after(seat, None);
                    self.at(self.now + self.config.timing.status, Event::Tick(seat));
                }
            }
        }
        false
    }

    /// Carries out what a node wants, and lets its player choose.
    fn after(&mut self, seat: Seat, from: Option<Seat>) {
        loop {
            let peer = &mut self.peers[seat.index()];
            for output in peer.node.take_outputs() {
                let peer = &mut self.peers[seat.index()];
                match output {
                    Output::Keep(bytes, _) => peer.journal.extend(bytes),
                    Output::Accused(_, file) => peer.evidence.push(file),
                    Output::Effect(_) => {}
                    Output::Reply(bytes) => {
                        if let Some(to) = from {
                            self.send(seat, to, bytes);
                        }
                    }
                    Output::Broadcast(bytes) => {
                        seat.others(self.config.seats)
                            .for_each(|to| self.send(seat, to, bytes.clone()));
                    }
                }
            }
            let peer = &mut self.peers[seat.index()];
            let Some(menu) = peer.node.menu() else { return };
            let knowledge = peer.node.knowledge();
            let driver = peer.node.play().driver();
            let ask =
                engine::Ask { seat, menu, eyes: engine::Eyes::new(driver.faces(), &knowledge) };
            let entry = peer.bot.pick(&ask, driver.state());
            if peer.node.choose(entry, self.now).is_err() {
                return;
            }
        }
    }

    fn send(&mut self, from: Seat, to: Seat, bytes: Vec<u8>) {
        self.messages += 1;
        self.bytes += bytes.len() as u64;
        let delay = 1 + u64::from(self.chance.below(2));
        self.at(self.now + delay, Event::Deliver { to, from, bytes });
    }

    fn at(&mut self, time: Millis, event: Event) {
        self.count += 1;
        self.queue.insert((time, self.count), event);
    }
}
