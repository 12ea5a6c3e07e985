//! A real match among nodes of this process: one may be a person's, bots play the others.
//!
//! Every node has its own secrets and checks every other one, as if they were on different machines;
//! only the messages travel through a queue in memory.

use std::{
    collections::VecDeque,
    thread,
    time::{Duration, Instant},
};

use ed25519_dalek::SigningKey;
use engine::{BySeat, Game, Menu, Options, Seat, View};
use proto::{Charter, SignedCharter, digest};
use table::{Blame, Effect, Millis, Node, Output, Play, Secrets};

use crate::{
    Failure,
    bots::{BotConfig, SeatBot},
    session::{self, Match, Record, Session, Standing, Update},
};

/// What is agreed before a match in this process.
pub struct Agreement<'a> {
    /// The game.
    pub game: &'static dyn Game,
    /// The players' names, one for each seat.
    pub names: BySeat<String>,
    /// The game's options.
    pub options: &'a Options,
    /// How many leavers the table survives.
    pub survive: u8,
    /// Where all secrets come from; the machine's own randomness if there is none.
    pub seed: Option<u64>,
}

/// Nodes, bots, and the messages between them.
pub struct LocalMatch {
    game: &'static dyn Game,
    names: BySeat<String>,
    nodes: BySeat<Node>,
    bots: BySeat<Option<SeatBot>>,
    /// Knows what a bot would do in the person's place, once somebody has asked.
    adviser: Option<SeatBot>,
    queue: VecDeque<(Seat, Seat, Vec<u8>)>,
    began: Instant,
    /// What the node that is watched has noticed, and not yet been asked for.
    happened: VecDeque<Update>,
    watched: Seat,
    person: Option<Seat>,
    asked: bool,
    over: bool,
    evidence: Option<(Blame, Vec<u8>)>,
}

impl LocalMatch {
    /// Seats everybody and signs the charter; bots play every seat but `person`'s.
    ///
    /// # Errors
    /// If the game cannot be played so, or the machine has no randomness to give.
    pub fn new(agreed: &Agreement<'_>, person: Option<Seat>) -> Result<Self, Failure> {
        Self::with_bots(agreed, person, &BotConfig::default())
    }

    /// The same with bots who play so.
    ///
    /// # Errors
    /// If the game cannot be played so, or the machine has no randomness to give.
    pub fn with_bots(
        agreed: &Agreement<'_>,
        person: Option<Seat>,
        bots: &BotConfig,
    ) -> Result<Self, Failure> {
        let seats = agreed.names.len();
        let mut secrets = Vec::new();
        for seat in Seat::all(seats) {
            let [identity, seed] =
                [b"identity".as_slice(), b"seed"].map(|what| fresh(agreed.seed, seat, what));
            secrets.push(Secrets::new(SigningKey::from_bytes(&identity?), seed?));
        }
        let charter = sign(agreed, &secrets);
        let began = Instant::now();
        let mut nodes = Vec::new();
        for (seat, secrets) in Seat::all(seats).zip(secrets) {
            let node = Node::new(charter.clone(), agreed.game, Some((seat, secrets)), 0);
            nodes.push(node.map_err(|e| Failure::Usage(format!("The match cannot begin: {e}.")))?);
        }
        let bot_seed = |seat| {
            fresh(agreed.seed, seat, b"bot")
                .map(|b| u64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]]))
        };
        let bots = BySeat::new(seats, |seat| {
            let plays = Some(seat) != person;
            plays.then(|| SeatBot::new(agreed.game, seat, bot_seed(seat).unwrap_or_default(), bots))
        });
        let mut local = Self {
            game: agreed.game,
            names: agreed.names.clone(),
            nodes: nodes.into_iter().collect(),
            bots,
            adviser: None,
            queue: VecDeque::new(),
            began,
            happened: VecDeque::new(),
            watched: person.unwrap_or(Seat::new(0)),
            person,
            asked: false,
            over: false,
            evidence: None,
        };
        for seat in Seat::all(seats) {
            local.carry_out(seat, None);
        }
        Ok(local)
    }

    /// The match as everybody can follow it.
    pub fn play(&self) -> &Play {
        self.nodes[self.watched].play()
    }

    /// The transcript so far.
    pub fn transcript(&self) -> Vec<u8> {
        self.nodes[self.watched].transcript()
    }

    fn now(&self) -> Millis {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(Millis::MAX)
    }

    /// Delivers one message, or lets one bot choose. False if nothing is left to do but wait.
    fn advance(&mut self) -> bool {
        if let Some((to, from, bytes)) = self.queue.pop_front() {
            let now = self.now();
            // Honest nodes of this process send nothing that is dropped.
            let _ = self.nodes[to].handle(Some(from), &bytes, now);
            self.carry_out(to, Some(from));
            return true;
        }
        Seat::all(self.nodes.len()).any(|seat| self.let_bot_choose(seat))
    }

    fn let_bot_choose(&mut self, seat: Seat) -> bool {
        let now = self.now();
        let (node, Some(bot)) = (&mut self.nodes[seat], &mut self.bots[seat]) else { return false };
        let chosen = bot.choose(node, now);
        if let Some(what) = bot.take_failure() {
            self.happened.push_back(Update::Notice(what));
        }
        if chosen {
            self.carry_out(seat, None);
        }
        chosen
    }

    /// Does what a node wants done. There is no disk to keep anything on: this process is the match.
    fn carry_out(&mut self, seat: Seat, from: Option<Seat>) {
        let before = (seat == self.watched).then(|| self.nodes[seat].view());
        for output in self.nodes[seat].take_outputs() {
            match output {
                Output::Keep(..) => {}
                Output::Broadcast(bytes) => {
                    let others = seat.others(self.nodes.len());
                    self.queue.extend(others.map(|to| (to, seat, bytes.clone())));
                }
                Output::Reply(bytes) => self.queue.extend(from.map(|to| (to, seat, bytes))),
                Output::Effect(effect) => {
                    if let Some(before) = &before {
                        self.notice(before, effect);
                    }
                }
                Output::Accused(fault, file) => {
                    self.evidence.get_or_insert((fault, file));
                }
                // Nobody puts an old copy of a journal back that is in memory.
                Output::OldCopy | Output::FalseJournal => {}
            }
        }
    }

    fn notice(&mut self, before: &View, effect: Effect) {
        let after = self.nodes[self.watched].view();
        self.happened.extend(session::told(effect, before, &after));
    }

    /// How the match ended, once.
    fn ended(&mut self) -> Option<Update> {
        if self.over {
            return None;
        }
        let fault = self.evidence.as_ref().map(|(fault, _)| fault);
        let play = self.nodes[self.watched].play();
        let update = session::ended(&self.names, fault, play.ending(), play.outcome())?;
        self.over = true;
        Some(update)
    }
}

impl Session for LocalMatch {
    fn game(&self) -> &'static dyn Game {
        self.game
    }

    fn names(&self) -> &BySeat<String> {
        &self.names
    }

    fn seat(&self) -> Option<Seat> {
        self.person
    }

    fn view(&self) -> View {
        let node = &self.nodes[self.watched];
        match self.person {
            Some(_) => node.view(),
            None => node.play().driver().view(None, &engine::Knowledge::new()),
        }
    }

    fn menu(&self) -> Option<&Menu> {
        self.nodes[self.person?].menu()
    }

    fn is_window(&self) -> bool {
        session::is_window(self.play())
    }

    fn standing(&self) -> Standing {
        Standing::of(&self.nodes[self.watched])
    }

    fn charter(&self) -> Option<&Charter> {
        Some(self.play().charter())
    }

    fn advice(&mut self) -> Option<usize> {
        let seat = self.person?;
        let game = self.game;
        // It draws its luck from the clock: nothing that is sent depends on it.
        let seed = self.began.elapsed().subsec_nanos();
        let bot = || SeatBot::new(game, seat, u64::from(seed), &BotConfig::default());
        self.adviser.get_or_insert_with(bot).advise(&self.nodes[seat])
    }

    fn choose(&mut self, entry: usize) -> Result<(), String> {
        let seat = self.person.ok_or("you are watching")?;
        if let Some(reason) = session::why_not(self, &self.view(), entry) {
            return Err(reason);
        }
        let now = self.now();
        self.nodes[seat].choose(entry, now).map_err(|e| e.to_string())?;
        self.asked = false;
        self.carry_out(seat, None);
        Ok(())
    }

    fn next(&mut self, timeout: Duration) -> Update {
        loop {
            if let Some(update) = self.happened.pop_front() {
                return update;
            }
            if let Some(end) = self.ended() {
                return end;
            }
            if !self.asked && self.menu().is_some() {
                self.asked = true;
                return Update::Ask;
            }
            if self.over || !self.advance() {
                thread::sleep(timeout);
                return Update::Idle;
            }
        }
    }
}

impl Match for LocalMatch {
    fn record(&self) -> Option<Record> {
        let play = self.play();
        let fingerprint = Some(play.fingerprint()?);
        Some(Record { name: proto::words(&play.id()), fingerprint, transcript: self.transcript() })
    }
}

/// 32 bytes that nobody else knows; with a seed, that everybody can work out.
fn fresh(seed: Option<u64>, seat: Seat, what: &[u8]) -> Result<[u8; 32], Failure> {
    if let Some(seed) = seed {
        return Ok(digest("open seed", &[&seed.to_le_bytes(), &[seat.index() as u8], what]));
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|e| {
        Failure::Usage(format!("This machine gives no randomness ({e}), so nothing can be dealt."))
    })?;
    Ok(bytes)
}

fn sign(agreed: &Agreement<'_>, secrets: &[Secrets]) -> SignedCharter {
    let seats = agreed.names.values().zip(secrets).map(|(name, secrets)| secrets.place(name));
    let charter = table::charter(agreed.game, agreed.options, seats.collect());
    table::sign(Charter { survive: agreed.survive, ..charter }, secrets)
}
