//! A real match among nodes of this process: a person may play one, bots play the others.
//!
//! Every node has its own secrets and checks all others, as if they were on different machines; only the
//! messages travel through a queue in memory. A match with a person is kept on disk (`here.rs`), so that it
//! can be left and resumed.

use std::{
    collections::VecDeque,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use ed25519_dalek::SigningKey;
use engine::{BySeat, Game, Menu, Options, Seat, View};
use proto::{Charter, SignedCharter, digest};
use table::{Blame, Effect, MatchState, Millis, Node, Output, Secrets, Timing, journal::Entry};
use zeroize::Zeroizing;

use crate::{
    Failure, Refused, Setup,
    bots::{BotConfig, SeatBot},
    data, games,
    hand::Hand,
    here::{Kept, Left, Origin},
    session::{self, Match, Record, Session, Standing, Update},
};

/// The interval at which resumed nodes send statuses, in milliseconds: short, since they do not leave the
/// process.
const RESUMED_STATUS: u64 = 100;

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
    /// The seed of all secrets; the operating system's randomness if `None`.
    pub seed: Option<u64>,
}

/// Nodes, bots, and the messages between them.
pub struct LocalMatch {
    game: &'static dyn Game,
    names: BySeat<String>,
    nodes: BySeat<Node>,
    bots: BySeat<Option<SeatBot>>,
    /// The bot that is asked for advice, once the person has asked for some.
    adviser: Option<SeatBot>,
    queue: VecDeque<(Seat, Seat, Vec<u8>)>,
    began: Instant,
    /// What the watched node has noticed and nobody has asked for yet.
    happened: VecDeque<Update>,
    watched: Seat,
    person: Option<Seat>,
    asked: bool,
    over: bool,
    evidence: Option<(Blame, Vec<u8>)>,
    /// The files it is kept in, so that it can be resumed.
    kept: Option<Kept>,
    /// Whether it was resumed: its nodes then ask each other what they hold before they go on.
    resumed: bool,
}

impl LocalMatch {
    /// Creates the nodes and signs the charter; bots play every seat but `person`'s.
    ///
    /// # Errors
    /// If the game cannot be played with this setup, or the operating system gives no randomness.
    pub fn new(agreed: &Agreement<'_>, person: Option<Seat>) -> Result<Self, Failure> {
        Self::with_bots(agreed, person, &BotConfig::default())
    }

    /// As above, kept in a data folder so that it can be left and resumed.
    ///
    /// # Errors
    /// If the game cannot be played with this setup, or the files cannot be created.
    pub(crate) fn kept_in(
        folder: &Path,
        setup: &Setup,
        agreed: &Agreement<'_>,
        person: Option<Seat>,
        bots: &BotConfig,
    ) -> Result<Self, Failure> {
        let secret = Zeroizing::new(random()?);
        Self::begin(agreed, person, bots, &secret, |name| {
            Kept::create(folder, name, &Origin::new(setup, &secret), agreed.names.len()).map(Some)
        })
    }

    /// Resumes a match.
    ///
    /// # Errors
    /// If its files cannot be used.
    pub(crate) fn resume(left: Left, person: Seat, bots: &BotConfig) -> Result<Self, Failure> {
        let Left { origin, kept, entries } = left;
        let damaged = || Failure::Usage("The journals of that match are damaged.".into());
        let secret = origin.secret().ok_or_else(damaged)?;
        let timing = Timing { status: RESUMED_STATUS, ..Timing::default() };
        let mut nodes = Vec::new();
        for (seat, entries) in Seat::all(entries.len()).zip(entries) {
            let Some(Entry::Start { charter, .. }) = entries.first() else { return Err(damaged()) };
            let game = games::find(&charter.charter.game).ok_or_else(damaged)?;
            let key = identity(origin.setup.seed, &secret, seat);
            let node = Node::resume(entries, game, key, 0).map_err(|e| cannot_begin(&e))?;
            nodes.push(node.with_timing(timing));
        }
        let nodes: BySeat<Node> = nodes.into_iter().collect();
        let luck = u64::from_le_bytes(*random()?.first_chunk().unwrap_or(&[0; 8]));
        let bot_seed = |seat: Seat| luck ^ seat.index() as u64;
        Ok(Self { resumed: true, ..Self::of(nodes, Some(person), bots, bot_seed, Some(kept)) })
    }

    /// As [`new`](Self::new), with these bots.
    ///
    /// # Errors
    /// If the game cannot be played with this setup, or the operating system gives no randomness.
    pub fn with_bots(
        agreed: &Agreement<'_>,
        person: Option<Seat>,
        bots: &BotConfig,
    ) -> Result<Self, Failure> {
        Self::begin(agreed, person, bots, &Zeroizing::new(random()?), |_| Ok(None))
    }

    fn begin(
        agreed: &Agreement<'_>,
        person: Option<Seat>,
        bots: &BotConfig,
        secret: &[u8; 32],
        keep: impl FnOnce(&str) -> Result<Option<Kept>, Failure>,
    ) -> Result<Self, Failure> {
        let fresh = |seat, what: &[u8]| fresh(agreed.seed, secret, seat, what);
        let secrets: Vec<Secrets> = Seat::all(agreed.names.len())
            .map(|seat| {
                let key = identity(agreed.seed, secret, seat);
                Secrets::new(key, fresh(seat, b"seed"))
            })
            .collect();
        let charter = sign(agreed, &secrets);
        let kept = keep(&proto::words(&charter.charter.id()))?;
        let mut nodes = Vec::new();
        for (seat, secrets) in Seat::all(agreed.names.len()).zip(secrets) {
            let node = Node::new(charter.clone(), agreed.game, Some((seat, secrets)), 0);
            nodes.push(node.map_err(|e| cannot_begin(&e))?);
        }
        let bot_seed = |seat| {
            let [a, b, c, d, e, f, g, h, ..] = fresh(seat, b"bot");
            u64::from_le_bytes([a, b, c, d, e, f, g, h])
        };
        Ok(Self::of(nodes.into_iter().collect(), person, bots, bot_seed, kept))
    }

    fn of(
        nodes: BySeat<Node>,
        person: Option<Seat>,
        bots: &BotConfig,
        bot_seed: impl Fn(Seat) -> u64,
        kept: Option<Kept>,
    ) -> Self {
        let watched = person.unwrap_or(Seat::new(0));
        let (seats, play) = (nodes.len(), nodes[watched].play());
        let game = play.game();
        let names = play.charter().seats.iter().map(|place| place.name.clone()).collect();
        let bots = BySeat::new(seats, |seat| {
            let plays = Some(seat) != person;
            plays.then(|| SeatBot::new(game, seat, bot_seed(seat), bots))
        });
        let mut local = Self {
            game,
            names,
            nodes,
            bots,
            adviser: None,
            queue: VecDeque::new(),
            began: Instant::now(),
            happened: VecDeque::new(),
            watched,
            person,
            asked: false,
            over: false,
            evidence: None,
            kept,
            resumed: false,
        };
        for seat in Seat::all(seats) {
            local.carry_out(seat, None);
        }
        local
    }

    /// The match as the watched node follows it.
    pub fn play(&self) -> &MatchState {
        self.nodes[self.watched].play()
    }

    /// The transcript so far.
    pub fn transcript(&self) -> Vec<u8> {
        self.nodes[self.watched].transcript()
    }

    fn now(&self) -> Millis {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(Millis::MAX)
    }

    /// Delivers one message, or lets one bot choose. False if there is nothing to do but wait.
    fn advance(&mut self) -> bool {
        if let Some((to, from, bytes)) = self.queue.pop_front() {
            let now = self.now();
            // It does not fail: nodes of this process send no invalid messages.
            let _ = self.nodes[to].handle(Some(from), &bytes, now);
            self.carry_out(to, Some(from));
            return true;
        }
        // Bots play one after another, even slow ones, so that a seed always gives the same match.
        for seat in Seat::all(self.nodes.len()) {
            let chosen = self.let_bot_choose(seat);
            if chosen || self.thinking() == Some(seat) {
                return chosen;
            }
        }
        false
    }

    /// The seat whose bot is thinking on a thread of its own.
    fn thinking(&self) -> Option<Seat> {
        let thinks = |bot: &Option<SeatBot>| bot.as_ref().is_some_and(SeatBot::is_thinking);
        self.bots.seats_where(thinks).first().copied()
    }

    /// Waits for a thinking bot, or otherwise for `timeout`. True if there may be something to do.
    fn wait(&mut self, timeout: Duration) -> bool {
        let thinking = self.thinking().and_then(|seat| self.bots[seat].as_mut());
        match thinking {
            Some(bot) => bot.wait(timeout),
            None => {
                thread::sleep(timeout);
                false
            }
        }
    }

    /// Lets resumed nodes exchange statuses; true if one has something to send.
    fn ask_again(&mut self) -> bool {
        if !self.resumed {
            return false;
        }
        let now = self.now();
        for seat in Seat::all(self.nodes.len()) {
            self.nodes[seat].tick(now);
            self.carry_out(seat, None);
        }
        !self.queue.is_empty()
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

    /// Appends to a node's journal. If that fails, the match goes on but cannot be resumed.
    fn keep(&mut self, seat: Seat, bytes: &[u8]) {
        let Some(kept) = &mut self.kept else { return };
        if let Err(failure) = kept.append(seat, bytes) {
            self.kept = None;
            self.happened.push_back(Update::Notice(failure.to_string()));
        }
    }

    /// Carries out a node's outputs.
    fn carry_out(&mut self, seat: Seat, from: Option<Seat>) {
        let before = (seat == self.watched).then(|| self.nodes[seat].view());
        for output in self.nodes[seat].take_outputs() {
            match output {
                Output::Keep(bytes, _) => self.keep(seat, &bytes),
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
                // Cannot happen here: nobody replaces the journals of a running match.
                Output::OldCopy | Output::FalseJournal => {}
            }
        }
    }

    fn notice(&mut self, before: &View, effect: Effect) {
        let after = self.nodes[self.watched].view();
        self.happened.extend(session::visible_updates(effect, before, &after));
    }

    /// How the match ended; given once.
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
        // Seeded from the clock: nothing that is sent depends on advice.
        let seed = self.began.elapsed().subsec_nanos();
        let bot = || SeatBot::new(game, seat, u64::from(seed), &BotConfig::default());
        self.adviser.get_or_insert_with(bot).advise(&self.nodes[seat])
    }

    fn choose(&mut self, entry: usize) -> Result<(), Refused> {
        let seat = self.person.ok_or(Refused::not_allowed("you are watching"))?;
        if let Some(reason) = session::why_not(self, &self.view(), entry) {
            return Err(reason);
        }
        let now = self.now();
        self.nodes[seat].choose(entry, now).map_err(|e| Refused::not_allowed(e.to_string()))?;
        self.asked = false;
        self.carry_out(seat, None);
        Ok(())
    }

    fn has_news(&self) -> bool {
        !self.happened.is_empty()
    }

    fn rests(&self) -> bool {
        // Resumed nodes keep asking each other what they hold.
        let waits = self.happened.is_empty() && self.queue.is_empty() && !self.resumed;
        waits && self.asked && self.menu().is_some() && self.thinking().is_none()
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
            let waits = self.over || !self.advance() && !self.ask_again();
            if waits && !self.wait(timeout) {
                return Update::Idle;
            }
        }
    }
}

impl Match for LocalMatch {
    fn record(&self) -> Option<Record> {
        let play = self.play();
        let fingerprint = Some(play.fingerprint()?);
        let hand = self.person.and_then(|seat| {
            let key = self.nodes[seat].match_key()?;
            Some(Hand::new(play.id(), seat, self.names.get(seat)?, key))
        });
        let (name, transcript) = (proto::words(&play.id()), self.transcript());
        Some(Record { name, fingerprint, transcript, hand })
    }

    fn kept(&mut self) {
        self.kept.take().into_iter().for_each(Kept::remove);
    }

    fn way_back(&self) -> Option<String> {
        let data = self.kept.as_ref().filter(|_| !self.over)?.data()?;
        let name = proto::words(&self.play().id());
        Some(format!(
            "You have left the match. `nodealer resume {name}{}` takes your seat again.",
            data::option(data)
        ))
    }
}

/// A node's signing key.
fn identity(seed: Option<u64>, secret: &[u8; 32], seat: Seat) -> SigningKey {
    SigningKey::from_bytes(&fresh(seed, secret, seat, b"identity"))
}

/// 32 bytes derived from the secret, or from a seed that makes them predictable.
fn fresh(seed: Option<u64>, secret: &[u8; 32], seat: Seat, what: &[u8]) -> [u8; 32] {
    let seat = [seat.index() as u8];
    match seed {
        Some(seed) => digest("open seed", &[&seed.to_le_bytes(), &seat, what]),
        None => digest("here", &[secret, &seat, what]),
    }
}

/// 32 random bytes from the operating system.
fn random() -> Result<[u8; 32], Failure> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|e| {
        Failure::Usage(format!("This machine gives no randomness ({e}), so nothing can be dealt."))
    })?;
    Ok(bytes)
}

fn cannot_begin(why: &dyn std::fmt::Display) -> Failure {
    Failure::Usage(format!("The match cannot begin: {why}."))
}

fn sign(agreed: &Agreement<'_>, secrets: &[Secrets]) -> SignedCharter {
    let seats = agreed.names.values().zip(secrets).map(|(name, secrets)| secrets.place(name));
    let charter = table::charter(agreed.game, agreed.options, seats.collect());
    table::sign(Charter { survive: agreed.survive, ..charter }, secrets)
}
