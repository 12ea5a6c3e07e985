//! A world of nodes with a clock of its own.

use std::{collections::BTreeMap, io::Cursor, rc::Rc};

use ed25519_dalek::SigningKey;
use engine::{Answer, Bot, BotKind, Game, Options, Seat, chance::Chance};
use proto::{Charter, OnCheat, Place, Record, SignedCharter, digest, file::Reader};
use table::{
    AutoConsent, Blame, Effect, Ending, Millis, Node, Output, Secrets, StartError, Timing,
    audit::{Audited, Verdict, audit},
    journal,
};

use crate::{
    cheats::{Cheat, Crook},
    faults::{Counts, Faults, Weather},
    leavers::{Leaver, Watch},
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

/// What goes wrong in a match.
#[derive(Clone, Default)]
pub struct Trouble {
    /// Faults of network and machines.
    pub faults: Faults,
    /// The one seat that cheats.
    pub cheat: Option<Cheat>,
    /// Seats that go silent.
    pub leavers: Vec<Leaver>,
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
    /// Somebody who only watches.
    pub spectator: Option<Node>,
    /// What the spectator's clock shows.
    watched: Millis,
    config: Config,
    charter: SignedCharter,
    weather: Weather,
    crook: Option<Crook>,
    leavers: Vec<Watch>,
    votes: Vec<(Seat, AutoConsent)>,
    thinking: Vec<Seat>,
    crash: Option<(Seat, usize)>,
    queue: BTreeMap<(Millis, u64), Event>,
    count: u64,
    /// Messages sent so far.
    pub messages: u64,
    /// Bytes sent so far.
    pub bytes: u64,
}

/// One seat's machine.
pub struct Peer {
    /// Its node; none while the machine is down.
    pub node: Option<Node>,
    /// Its disk.
    pub disk: Disk,
    /// Whom it has accused, with the evidence files.
    pub accusations: Vec<(Blame, Vec<u8>)>,
    /// What its node's rules were answered.
    pub answers: Vec<Answer>,
    /// Whether the seat has gone silent.
    pub away: bool,
    /// Whether it will be back.
    returns: bool,
    bot: Box<dyn Bot>,
    /// How far its clock is from the world's.
    skew: i64,
}

/// A journal as it is written: what is synced survives a crash, of the rest a part may.
#[derive(Clone, Default)]
pub struct Disk {
    /// All that was written.
    pub bytes: Vec<u8>,
    /// How much of it is synced.
    pub synced: usize,
}

enum Event {
    Deliver { to: Seat, from: Seat, bytes: Rc<[u8]> },
    Tick(Seat),
    Restart(Seat),
    Back(Seat),
    Weather,
}

/// What clocks show when a world begins: they may jump back from it a long way.
const EPOCH: i64 = 1_000_000_000;

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

/// The charter and the steps of a transcript. What follows them may differ from node to node.
fn steps_of(transcript: &[u8]) -> Option<Vec<Record>> {
    let mut reader = Reader::new(transcript).ok()?;
    let mut steps = Vec::new();
    while let Some(record) = reader.entry().ok()? {
        let follows = matches!(
            record,
            Record::Decided(_) | Record::Evidence(_) | Record::Leave(_) | Record::Unfinished(_)
        );
        if !follows {
            steps.push(record);
        }
    }
    Some(steps)
}

impl World {
    /// Everybody sits down, and nothing goes wrong.
    pub fn new(config: Config) -> Result<Self, StartError> {
        Self::troubled(config, Trouble::default())
    }

    /// Everybody sits down, and things go wrong.
    pub fn troubled(config: Config, trouble: Trouble) -> Result<Self, StartError> {
        let mut chance = Chance::new(config.seed);
        let bot = |seat| config.game.bot(config.bots, seat, chance.bits());
        let peer = |bot| Peer {
            node: None,
            disk: Disk::default(),
            accusations: Vec::new(),
            answers: Vec::new(),
            away: false,
            returns: false,
            bot,
            skew: EPOCH,
        };
        let crook = trouble.cheat.map(|cheat| Crook::new(cheat, &config));
        let mut world = Self {
            now: 0,
            peers: Seat::all(config.seats).map(bot).map(peer).collect(),
            monitor: Monitor::new(crook.as_ref().map(Crook::seat)),
            spectator: None,
            watched: 0,
            charter: charter(&config),
            weather: Weather::new(trouble.faults, config.seats, config.seed),
            crook,
            leavers: trouble.leavers.into_iter().map(Watch::new).collect(),
            votes: trouble.votes,
            thinking: trouble.thinking,
            crash: trouble.crash,
            config,
            queue: BTreeMap::new(),
            count: 0,
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

    /// Lets things happen until the match is over for every seat that is there, or until `deadline`.
    pub fn run(&mut self, deadline: Millis) -> bool {
        while !self.is_over() {
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
                let now = self.clock(to);
                if let Some(node) = self.awake(to) {
                    let _ = node.handle(Some(from), &bytes, now);
                    self.after(to, Some(from));
                }
                Some(to)
            }
            Event::Tick(seat) => {
                let now = self.clock(seat);
                if let Some(node) = self.awake(seat) {
                    node.tick(now);
                    self.after(seat, None);
                }
                self.at(self.now + self.config.timing.status, Event::Tick(seat));
                Some(seat)
            }
            Event::Restart(seat) => {
                if let Err(e) = self.start(seat) {
                    self.monitor.wrongs.push(format!("{seat} cannot start again: {e}"));
                }
                Some(seat)
            }
            Event::Back(seat) => {
                self.peers[seat.index()].away = false;
                Some(seat)
            }
            Event::Weather => {
                if let Some((seat, far)) = self.weather.change(self.now, self.config.timing.grace) {
                    let skew = &mut self.peers[seat.index()].skew;
                    *skew = (*skew + far).max(EPOCH / 2);
                }
                let next = self.weather.next_change(self.now);
                self.at(next, Event::Weather);
                None
            }
        })
    }

    /// A seat's node, unless its machine is down.
    pub fn node(&self, seat: Seat) -> Option<&Node> {
        self.peers.get(seat.index())?.node.as_ref()
    }

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
        let crook = self.crook.as_ref().map(Crook::seat);
        let seats = Seat::all(self.config.seats).zip(&self.peers);
        seats.filter(move |(seat, peer)| Some(*seat) != crook && !peer.away)
    }

    /// Whether all went as it must: everybody there came to the same end, its transcript is fair,
    /// and nobody honest did or was called anything wrong.
    ///
    /// # Errors
    /// Says what went wrong, with the seed.
    pub fn verdict(&self) -> Result<(), String> {
        let seed = self.config.seed;
        let at = |what: String| {
            let id = self.config.game.info().id;
            Err(format!("{id} with {} seats, seed {seed}: {what}", self.config.seats))
        };
        if let Some(wrong) = self.monitor.wrongs.first() {
            return at(wrong.clone());
        }
        let mut transcripts: Vec<(Seat, Vec<u8>)> = Vec::new();
        for (seat, peer) in self.honest() {
            let Some(node) = &peer.node else { return at(format!("{seat} is down")) };
            let play = node.play();
            let outage = self.weather.faults.outage;
            let given_up = outage && matches!(play.ending(), Some(Ending::Unfinished(_)));
            if play.ending() != Some(&Ending::Finished) && !given_up {
                let (round, step) = (play.round_name(), play.step());
                let missing = node.missing();
                return at(format!(
                    "{seat} is at step {step} ({round}), missing {missing:?}, gone {:?}, {:?}, {:?}",
                    play.gone(),
                    play.ending(),
                    node.blames()
                ));
            }
            transcripts.push((seat, node.transcript()));
        }
        let Some((_, first)) = transcripts.first() else { return at("nobody is there".into()) };
        let steps = steps_of(first);
        if let Some((seat, _)) = transcripts.iter().find(|(_, bytes)| steps_of(bytes) != steps) {
            return at(format!("the transcript of {seat} is another"));
        }
        let crook = self.crook.as_ref().map(Crook::seat);
        match audit(Cursor::new(first), games::find, |_, _| {}) {
            Ok(audited) if audited.verdict == Verdict::Fair => Ok(()),
            Ok(Audited { verdict: Verdict::Cheated(blame), .. }) if Some(blame.seat) == crook => {
                Ok(())
            }
            // Only an outage can make more seats leave than the table survives.
            Ok(audited) if matches!(audited.play.ending(), Some(Ending::Unfinished(_))) => Ok(()),
            Ok(audited) => at(format!("the audit says {:?}", audited.verdict)),
            Err(e) => at(format!("the transcript cannot be audited: {e}")),
        }
    }

    /// What a seat's clock shows.
    fn clock(&self, seat: Seat) -> Millis {
        let skew = self.peers[seat.index()].skew;
        self.now.saturating_add_signed(skew)
    }

    fn awake(&mut self, seat: Seat) -> Option<&mut Node> {
        let peer = &mut self.peers[seat.index()];
        if peer.away { None } else { peer.node.as_mut() }
    }

    /// Starts a seat's node, from what its disk holds.
    fn start(&mut self, seat: Seat) -> Result<(), StartError> {
        let (now, game) = (self.clock(seat), self.config.game);
        let disk = &mut self.peers[seat.index()].disk;
        let entries = if disk.bytes.len() < journal::HEADER.len() {
            Vec::new()
        } else {
            let (entries, good) = journal::read(&disk.bytes).map_err(|e| {
                self.monitor.wrongs.push(format!("{seat} cannot read its journal: {e}"));
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
        let node = node.with_timing(self.config.timing);
        let other = self.votes.iter().find(|(who, _)| *who == seat);
        let auto = other.map_or(AutoConsent::Late, |(_, auto)| *auto);
        self.peers[seat.index()].node = Some(node.with_auto_consent(auto));
        self.after(seat, None);
        Ok(())
    }

    /// Carries out what a node wants, and lets its player choose.
    fn after(&mut self, seat: Seat, from: Option<Seat>) {
        loop {
            if self.leaves(seat) {
                return;
            }
            let Some(node) = &mut self.peers[seat.index()].node else { return };
            let mut outputs = node.take_outputs();
            if let Some((actions, down)) =
                self.due_crash(seat, outputs.len()).or_else(|| self.weather.crash(outputs.len()))
            {
                let torn = outputs.split_off(actions);
                self.carry_out(seat, from, outputs);
                self.crash(seat, torn);
                self.at(self.now + down, Event::Restart(seat));
                return;
            }
            self.carry_out(seat, from, outputs);
            if !self.choose(seat) {
                return;
            }
        }
    }

    /// Whether a crash is due in the middle of so many actions of a seat, and for how long.
    fn due_crash(&mut self, seat: Seat, actions: usize) -> Option<(usize, Millis)> {
        let (_, left) = self.crash.as_mut().filter(|(crashes, _)| *crashes == seat)?;
        if *left >= actions {
            *left -= actions;
            return None;
        }
        Some((self.crash.take()?.1, self.config.timing.status))
    }

    /// Lets a seat's player choose. False if there is nothing to choose.
    fn choose(&mut self, seat: Seat) -> bool {
        if self.thinking.contains(&seat) {
            return false;
        }
        let now = self.clock(seat);
        let peer = &mut self.peers[seat.index()];
        let Some(node) = &mut peer.node else { return false };
        let Some(menu) = node.menu() else { return false };
        let knowledge = node.knowledge();
        let driver = node.play().driver();
        let ask = engine::Ask { seat, menu, eyes: engine::Eyes::new(driver.faces(), &knowledge) };
        let entry = peer.bot.pick(&ask, driver.state());
        node.choose(entry, now).is_ok()
    }

    fn carry_out(&mut self, seat: Seat, from: Option<Seat>, outputs: Vec<Output>) {
        for output in outputs {
            let peer = &mut self.peers[seat.index()];
            match output {
                Output::Keep(bytes, sync) => {
                    peer.disk.bytes.extend(bytes);
                    if sync {
                        peer.disk.synced = peer.disk.bytes.len();
                    }
                }
                Output::Accused(fault, file) => {
                    self.monitor.accused(seat, &fault);
                    peer.accusations.push((fault, file));
                }
                Output::OldCopy => {}
                Output::Effect(Effect::Answered(answer)) => peer.answers.push(answer),
                Output::Effect(_) => {}
                Output::Reply(bytes) => self.say(seat, from.as_slice(), bytes),
                Output::Broadcast(bytes) => {
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

    /// Sends a node's message, or what a crook makes of it.
    fn say(&mut self, from: Seat, to: &[Seat], bytes: Vec<u8>) {
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
            if let Some(bytes) = forged.to(*to) {
                self.send(from, *to, bytes.into());
            }
        }
    }

    fn send(&mut self, from: Seat, to: Seat, bytes: Rc<[u8]>) {
        self.messages += 1;
        self.bytes += bytes.len() as u64;
        for time in self.weather.arrivals(from, to, self.now) {
            self.at(time, Event::Deliver { to, from, bytes: bytes.clone() });
        }
    }

    /// Whether a seat goes silent now. What it was about to say may or may not get out.
    fn leaves(&mut self, seat: Seat) -> bool {
        let peer = &mut self.peers[seat.index()];
        let Some(node) = &mut peer.node else { return false };
        let due = self.leavers.iter_mut().find_map(|watch| {
            (watch.leaver.seat == seat && watch.due(node.play())).then(|| watch.leaver.clone())
        });
        let Some(leaver) = due else { return false };
        peer.away = true;
        let outputs = node.take_outputs();
        let kept = |output: &Output| matches!(output, Output::Keep(..));
        let last_words = self.weather.below(2) == 0;
        let outputs = outputs.into_iter().filter(|output| last_words || kept(output)).collect();
        self.carry_out(seat, None, outputs);
        if let Some(time) = leaver.back_after {
            self.peers[seat.index()].returns = true;
            self.at(self.now + time, Event::Back(seat));
        }
        true
    }

    /// A machine stops: what was not synced is lost, or a part of it is.
    fn crash(&mut self, seat: Seat, torn: Vec<Output>) {
        let peer = &mut self.peers[seat.index()];
        peer.node = None;
        peer.answers.clear();
        if let Some(Output::Keep(bytes, _)) = torn.into_iter().next() {
            peer.disk.bytes.extend(bytes);
        }
        let left = self.weather.below(peer.disk.bytes.len() - peer.disk.synced + 1);
        peer.disk.bytes.truncate(peer.disk.synced + left);
    }

    fn at(&mut self, time: Millis, event: Event) {
        self.count += 1;
        self.queue.insert((time, self.count), event);
    }
}
