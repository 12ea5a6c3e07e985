//! Runs one seat of a match, or a spectator, over the network.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{
            Receiver, RecvTimeoutError, Sender, SyncSender, TrySendError, channel, sync_channel,
        },
    },
    thread,
    time::{Duration, Instant},
};

use engine::{Menu, Outcome, Request, Seat, View};
use proto::Status;
use table::{
    Blame, Dropped, Effect, Ending, MatchKey, Millis, Node, NotTaken, Opened, Output, Seats,
    Timing, audit::Audited,
};

use crate::{bots::SeatBot, session::Standing};
use net::{Identity, Incoming, JournalFile, Net, NetError, Resumption, StorageError, limits};

/// What chooses menu entries.
pub enum Player {
    /// A person, through [`Live::choose`].
    Person,
    /// A bot.
    Bot(SeatBot),
}

/// The match as its person sees it now.
#[derive(Clone, Debug)]
pub struct LiveState {
    /// The person's seat; `None` for a spectator, and once the table went on without them.
    pub seat: Option<Seat>,
    /// The table as the person sees it.
    pub view: View,
    /// What the person is asked.
    pub menu: Option<Menu>,
    /// Whether that is a window: a sealed question to everybody who might react, opened up to the first who
    /// does.
    pub window: bool,
    /// Where the match stands.
    pub standing: Standing,
    /// Who was silent for longer than the grace period.
    pub away: Seats,
    /// The seats the person may consent to go on without.
    pub may_go_on_without: Seats,
    /// Whether the match goes on without them; otherwise it ends.
    pub goes_on: bool,
}

impl LiveState {
    /// The match as this node sees it.
    pub fn of(node: &Node) -> Self {
        Self {
            seat: node.seat(),
            view: node.view(),
            menu: node.menu().cloned(),
            window: node.play().driver().request().is_some_and(Request::is_window),
            standing: Standing::of(node),
            away: node.away(),
            may_go_on_without: node.may_go_on_without(),
            goes_on: node.play().goes_on_without(node.may_go_on_without()),
        }
    }
}

/// Something that happened in the match.
pub enum Update {
    /// The match has advanced, or what the person can do has changed. Cards in the effects have the handles
    /// of the views before and after.
    Progress(Vec<Effect>, Box<LiveState>),
    /// A player can be reached, or cannot.
    Presence {
        /// Who.
        seat: Seat,
        /// Whether they can be reached.
        here: bool,
    },
    /// A seat is proven to have cheated; the bytes are a file with the evidence.
    Accused(Blame, Vec<u8>),
    /// The journal was an old copy: others held contributions of this seat that it lacked. They were taken
    /// over.
    OldCopy,
    /// The journal's history was never played: this node only watches from now on.
    FalseJournal,
    /// The program that plays the seat has failed: how, in a sentence.
    ProgramFailed(String),
    /// Nothing more will happen.
    Over(Box<Over>),
    /// Every other player who can be reached has seen the end too, and so have spectators: nobody needs
    /// this node any more.
    Settled,
    /// The journal cannot be written: nothing more is sent.
    Failed(StorageError),
}

/// How a match ended.
pub struct Over {
    /// How; `None` if a cheat ended it.
    pub ending: Option<Ending>,
    /// The result of the game, if there is one.
    pub outcome: Option<Outcome>,
    /// The fingerprint that every player's screen shows, if the match was finished.
    pub fingerprint: Option<String>,
    /// The transcript.
    pub transcript: Vec<u8>,
    /// Who sent the transcript to this node, if the node missed the end.
    pub given_by: Option<Seat>,
    /// This seat's match key.
    pub key: Option<MatchKey>,
}

/// A match that runs on a thread of its own until this is dropped. After its end it still answers those who
/// have not seen it yet.
pub struct Live {
    inputs: SyncSender<Input>,
    updates: Receiver<Update>,
    stopped: Arc<AtomicBool>,
}

enum Input {
    Net(Incoming),
    Choose(usize, SyncSender<Result<(), NotTaken>>),
    Consent(Seats, SyncSender<bool>),
    Leave(SyncSender<()>),
}

/// A spectator silent for this long has seen the end.
const FOLLOWED: Duration = Duration::from_millis(1500);
/// A player who was unreachable for this long at the end is not waited for: others may reach them.
const LOST: Duration = Duration::from_secs(12);
/// The longest that leaving may take.
const LEAVING: Duration = Duration::from_millis(500);
/// The interval at which the node is given the time.
const TICK: Duration = Duration::from_millis(100);
/// The interval at which a thinking bot is polled.
const THINKING: Duration = Duration::from_millis(10);
/// Messages that are handled together, at most: they take some tens of milliseconds.
const TOGETHER: usize = proto::limits::CATCH_UP;
/// Messages for which a thread is started that opens them ahead: fewer are handled sooner than it runs.
const MANY: usize = 8;
/// So many opened messages are handed over together: to wait for each alone is to fall asleep thousands of times.
const HANDED: usize = 8;
/// Players who are connected and silent about the match for this long may have finished it.
const ELSEWHERE: Duration = Duration::from_secs(2);
/// The interval of requests for the finished match's transcript.
const ASK: Duration = Duration::from_secs(1);

impl Live {
    /// Runs a node over the network. A seat needs a journal; a spectator has none.
    ///
    /// # Errors
    /// If the network part has stopped, or no thread can be started.
    pub fn start(
        node: Node,
        net: &Net,
        journal: Option<JournalFile>,
        player: Player,
        spectators: bool,
    ) -> Result<Self, NetError> {
        let (inputs, inbox) = sync_channel(limits::INBOX);
        let (outbox, updates) = channel();
        let places = &node.play().charter().seats;
        let members: Vec<Identity> = places.iter().map(|place| Identity(place.identity)).collect();
        let sink = inputs.clone();
        let sink = move |incoming| match sink.try_send(Input::Net(incoming)) {
            Ok(()) => true,
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => false,
        };
        let id = node.play().charter().id();
        net.enter(id, members.clone(), spectators, Box::new(sink))?;
        // The others' addresses before a crash, since mDNS may not find them.
        let before = journal.as_ref().map(|journal| Resumption::read(journal.path()));
        for (who, at) in before.into_iter().flat_map(|before| before.known) {
            net.at(who, at)?;
        }
        let stopped = Arc::new(AtomicBool::new(false));
        let mut runner = Runner {
            stopped: stopped.clone(),
            node,
            net: net.clone(),
            journal,
            player,
            members,
            began: Instant::now(),
            updates: outbox,
            effects: Vec::new(),
            shown: None,
            over: false,
            done: Seats::NONE,
            here: Seats::NONE,
            down: BTreeMap::new(),
            spoke: BTreeMap::new(),
            asked: None,
            useless: Seats::NONE,
            spectators,
            followed: None,
            settled: false,
        };
        // On disk before anybody is shown the match: whoever is killed from now on can resume it.
        let begun = runner.settle(None);
        thread::Builder::new().name("match".into()).spawn(move || runner.run(begun, &inbox))?;
        Ok(Self { inputs, updates, stopped })
    }

    /// The next update; waits for it no longer than `timeout`.
    pub fn next(&self, timeout: Duration) -> Option<Update> {
        self.updates.recv_timeout(timeout).ok()
    }

    /// Chooses a menu entry. Nothing is sent before this.
    ///
    /// # Errors
    /// If it cannot be chosen; nothing has changed then.
    pub fn choose(&self, entry: usize) -> Result<(), NotTaken> {
        let (reply, answer) = sync_channel(1);
        let sent = self.inputs.send(Input::Choose(entry, reply));
        sent.ok().and_then(|()| answer.recv().ok()).unwrap_or(Err(NotTaken::NotAsked))
    }

    /// Consents to go on without these seats. False if these are not the seats that may be left behind now.
    pub fn consent(&self, without: Seats) -> bool {
        let (reply, answer) = sync_channel(1);
        let sent = self.inputs.send(Input::Consent(without, reply));
        sent.ok().and_then(|()| answer.recv().ok()).unwrap_or(false)
    }

    /// Tells the others that the person leaves, so that they need not wait.
    pub fn leave(&self) {
        let (reply, answer) = sync_channel(1);
        if self.inputs.send(Input::Leave(reply)).is_ok() {
            let _ = answer.recv_timeout(LEAVING);
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

// More than 15 fields: the state of one match's thread from beginning to end.
struct Runner {
    stopped: Arc<AtomicBool>,
    node: Node,
    net: Net,
    journal: Option<JournalFile>,
    player: Player,
    members: Vec<Identity>,
    began: Instant,
    updates: Sender<Update>,
    /// Effects that the person has not been told of yet.
    effects: Vec<Effect>,
    /// What the person was last shown, of that which can change without an effect.
    shown: Option<(u64, Option<Menu>, Seats, Seats, Seats)>,
    over: bool,
    /// Who has seen the end too.
    done: Seats,
    /// Who is at the table.
    here: Seats,
    /// Who cannot be reached, and since when.
    down: BTreeMap<Seat, Instant>,
    /// When each player last sent something about the match.
    spoke: BTreeMap<Seat, Instant>,
    /// Who was last asked for the transcript, and when.
    asked: Option<(Seat, Instant)>,
    /// Who has sent something that is not a transcript of this match.
    useless: Seats,
    /// Whether anybody may watch.
    spectators: bool,
    /// When a spectator was last heard who had not seen the end.
    followed: Option<Instant>,
    settled: bool,
}

/// Why the runner ends.
enum Stop {
    /// The handle was dropped, or a transcript from another player has ended the match.
    Gone,
    /// The journal cannot be written.
    Failed(StorageError),
}

impl Runner {
    fn run(mut self, begun: Result<(), Stop>, inbox: &Receiver<Input>) {
        if let Err(Stop::Failed(error)) = begun.and_then(|()| self.follow(inbox)) {
            tracing::error!(%error, "the journal cannot be written");
            let _ = self.updates.send(Update::Failed(error));
        }
    }

    fn follow(&mut self, inbox: &Receiver<Input>) -> Result<(), Stop> {
        self.keep_resumption();
        let mut tick = Instant::now();
        while !self.stopped.load(Ordering::Relaxed) {
            if tick.elapsed() >= TICK {
                tick = Instant::now();
                self.node.tick(self.now());
                self.settle(None)?;
                self.show()?;
                self.ask_for_end();
            }
            let input = match inbox.try_recv() {
                Ok(input) => Ok(input),
                Err(_) => {
                    // Nothing waits: time for what can be done before it is needed.
                    self.show()?;
                    self.sync()?;
                    while self.node.prepare() {}
                    let wait = TICK.saturating_sub(tick.elapsed());
                    inbox.recv_timeout(if self.bot_thinks() { wait.min(THINKING) } else { wait })
                }
            };
            match input {
                Ok(Input::Net(Incoming::Received { from, bytes })) => {
                    let more = self.on_messages((from, bytes), inbox)?;
                    more.map_or(Ok(()), |input| self.on_input(input))?;
                }
                Ok(input) => self.on_input(input)?,
                Err(RecvTimeoutError::Timeout) if self.bot_thinks() => self.settle(None)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.sync()
    }

    fn now(&self) -> Millis {
        self.began.elapsed().as_millis() as Millis
    }

    fn seat_of(&self, who: &Identity) -> Option<Seat> {
        let at = self.members.iter().position(|member| member == who)?;
        u8::try_from(at).ok().map(Seat::new)
    }

    fn on_input(&mut self, input: Input) -> Result<(), Stop> {
        let now = self.now();
        match input {
            Input::Net(Incoming::Received { from, bytes }) => self.on_message(from, &bytes, None),
            Input::Net(Incoming::Up(who)) => self.up(&who),
            Input::Net(Incoming::Down(who)) => self.down(&who),
            Input::Net(Incoming::Finished { from, transcript }) => self.finished(&from, transcript),
            Input::Choose(entry, reply) => {
                let _ = reply.send(self.node.choose(entry, now));
                self.settle(None)
            }
            Input::Leave(reply) => {
                self.node.leave(now);
                let settled = self.settle(None);
                let _ = reply.send(());
                settled
            }
            Input::Consent(without, reply) => {
                let _ = reply.send(self.node.consent(without, now));
                self.settle(None)
            }
        }
    }

    /// Handles a message and those that wait behind it, in their order. If they are many, another thread opens them ahead.
    /// Returns what came after them and is no message.
    fn on_messages(
        &mut self,
        first: (Identity, Vec<u8>),
        inbox: &Receiver<Input>,
    ) -> Result<Option<Input>, Stop> {
        let (mut messages, mut other) = (vec![first], None);
        while messages.len() < TOGETHER && other.is_none() {
            match inbox.try_recv() {
                Ok(Input::Net(Incoming::Received { from, bytes })) => messages.push((from, bytes)),
                Ok(input) => other = Some(input),
                Err(_) => break,
            }
        }
        if messages.len() < MANY {
            for (from, bytes) in &messages {
                self.on_message(*from, bytes, None)?;
            }
            return Ok(other);
        }
        let opener = self.node.opener();
        thread::scope(|scope| {
            let (sender, opened) = channel();
            let messages = &messages;
            let open = move || {
                for some in messages.chunks(HANDED) {
                    let some: Vec<_> = some.iter().map(|(_, bytes)| opener.open(bytes)).collect();
                    // Whoever reads them has stopped: the match has.
                    if sender.send(some).is_err() {
                        return;
                    }
                }
            };
            // Without the thread nothing comes from it, and the node does all by itself.
            let _ = thread::Builder::new().name("opening".into()).spawn_scoped(scope, open);
            let mut opened = opened.into_iter().flatten();
            for (from, bytes) in messages {
                self.on_message(*from, bytes, opened.next().flatten())?;
            }
            Ok(other)
        })
    }

    fn on_message(
        &mut self,
        from: Identity,
        bytes: &[u8],
        opened: Option<Opened>,
    ) -> Result<(), Stop> {
        self.note_done(&from, bytes);
        match self.node.handle_opened(self.seat_of(&from), bytes, opened, self.now()) {
            Ok(()) => self.heard(&from)?,
            // Left over from another match.
            Err(Dropped::Foreign) => tracing::debug!(?from, "of another match"),
            Err(dropped @ (Dropped::Malformed(_) | Dropped::Forged)) => {
                tracing::warn!(?from, %dropped, "dropped a message");
                self.net.hang_up(from);
            }
        }
        self.settle(Some(from))
    }

    /// Notes from a status who has seen the end of the match, and whether a spectator still follows it.
    fn note_done(&mut self, from: &Identity, bytes: &[u8]) {
        let play = self.node.play();
        let Some(status) = Status::of_message(bytes) else { return };
        if status.match_id != play.id() {
            return;
        }
        let done = self.node.is_over() && status.step >= play.step();
        match (self.seat_of(from), done) {
            (Some(seat), true) => self.done.insert(seat),
            (Some(_), false) | (None, true) => {}
            (None, false) => self.followed = Some(Instant::now()),
        }
    }

    fn up(&mut self, who: &Identity) -> Result<(), Stop> {
        self.keep_resumption();
        // Spectators get messages from some players only, so being connected counts.
        if self.node.seat().is_none() { self.heard(who) } else { Ok(()) }
    }

    /// Writes beside the journal how the seat is played and the addresses of all players.
    fn keep_resumption(&self) {
        let Some(journal) = &self.journal else { return };
        let resumption = Resumption {
            port: Some(self.net.port()),
            bot: matches!(self.player, Player::Bot(_)),
            spectators: self.spectators,
            known: self.net.known(),
        };
        if let Err(error) = resumption.write(journal.path()) {
            tracing::debug!(%error, "where the others are could not be kept");
        }
    }

    /// A player has sent something about this match, so is at the table. One who is connected and does not
    /// has left it: they look at other tables, or play at one.
    fn heard(&mut self, who: &Identity) -> Result<(), Stop> {
        let Some(seat) = self.seat_of(who) else { return Ok(()) };
        self.spoke.insert(seat, Instant::now());
        self.down.remove(&seat);
        if self.here.contains(seat) {
            return Ok(());
        }
        self.here.insert(seat);
        self.tell(Update::Presence { seat, here: true })
    }

    fn down(&mut self, who: &Identity) -> Result<(), Stop> {
        let Some(seat) = self.seat_of(who) else { return Ok(()) };
        self.down.entry(seat).or_insert_with(Instant::now);
        self.here = self.here.without([seat].into_iter().collect());
        self.tell(Update::Presence { seat, here: false })
    }

    /// Asks the next player who is connected and silent about the match for its transcript, in case it is
    /// over for them.
    fn ask_for_end(&mut self) {
        let waited = self.asked.is_none_or(|(_, when)| when.elapsed() >= ASK);
        if self.over || self.journal.is_none() || !waited || self.began.elapsed() < ASK {
            return;
        }
        let elsewhere = |seat: &Seat| {
            let who = &self.members[seat.index()];
            let silent = self.spoke.get(seat).is_none_or(|when| when.elapsed() >= ELSEWHERE);
            let here = self.net.presence(who).is_some_and(|presence| presence.up);
            silent && here && !self.useless.contains(*seat)
        };
        let seats: Vec<Seat> = Seat::all(self.members.len()).filter(elsewhere).collect();
        let last = self.asked.map(|(seat, _)| seat);
        let next = seats.iter().find(|seat| Some(**seat) > last).or(seats.first());
        if let Some(&seat) = next {
            self.asked = Some((seat, Instant::now()));
            self.net.fetch(self.members[seat.index()]);
        }
    }

    /// Somebody has sent the transcript of the finished match. If it checks out, this node is done.
    fn finished(&mut self, from: &Identity, transcript: Vec<u8>) -> Result<(), Stop> {
        let Some(given_by) = self.seat_of(from).filter(|_| !self.over) else { return Ok(()) };
        let taken = self.node.take_transcript(&transcript, self.now());
        self.settle(None)?;
        let Some(Audited { play, .. }) = taken else {
            tracing::warn!(?from, "gave what is no transcript of this match as it was played here");
            self.useless.insert(given_by);
            return Ok(());
        };
        let (ending, outcome) = (play.ending().cloned(), play.outcome().cloned());
        let (fingerprint, given_by) = (play.fingerprint(), Some(given_by));
        let key = self.node.match_key();
        let over = Over { ending, outcome, fingerprint, transcript, given_by, key };
        self.tell(Update::Over(Box::new(over)))?;
        self.tell(Update::Settled)?;
        Err(Stop::Gone)
    }

    /// Puts on disk what must be there before anything is sent. One who catches up is told of thousands of its own
    /// words and says nothing meanwhile: to wait for the disk each time would take longer than all the rest.
    fn sync(&mut self) -> Result<(), Stop> {
        let synced = self.journal.as_mut().map(JournalFile::sync).transpose();
        synced.map(drop).map_err(Stop::Failed)
    }

    /// Carries out what the node wants, in its order, and lets a bot choose. Answers go out together. The person is shown at once
    /// what has changed in the game, so that cards are named as they were then; that a contribution has come is shown when
    /// nothing else waits: for one who catches up with thousands of them, views would take longer than proofs.
    fn settle(&mut self, from: Option<Identity>) -> Result<(), Stop> {
        let mut replies = Vec::new();
        loop {
            for output in self.node.take_outputs() {
                match output {
                    Output::Keep(bytes, must) => {
                        if let Some(journal) = &mut self.journal {
                            journal.append(&bytes, must).map_err(Stop::Failed)?;
                        }
                    }
                    Output::Broadcast(bytes) => {
                        self.sync()?;
                        self.net.broadcast(bytes);
                    }
                    Output::Reply(bytes) => replies.push(bytes),
                    Output::Effect(effect) => self.effects.push(effect),
                    Output::Accused(blame, file) => self.tell(Update::Accused(blame, file))?,
                    Output::OldCopy => self.tell(Update::OldCopy)?,
                    Output::FalseJournal => self.tell(Update::FalseJournal)?,
                }
            }
            if !self.let_bot_choose() {
                break;
            }
        }
        if let Some(from) = from.filter(|_| !replies.is_empty()) {
            self.sync()?;
            self.net.send(from, replies);
        }
        let quiet = |effect: &Effect| matches!(effect, Effect::Proven(..));
        if self.effects.iter().all(quiet) { Ok(()) } else { self.show() }
    }

    fn bot_thinks(&self) -> bool {
        matches!(&self.player, Player::Bot(bot) if bot.is_thinking())
    }

    fn let_bot_choose(&mut self) -> bool {
        let now = self.now();
        let Player::Bot(bot) = &mut self.player else { return false };
        let chosen = bot.choose(&mut self.node, now);
        if let Some(what) = bot.take_failure() {
            // If the receiver is gone, the runner ends with its next update.
            let _ = self.updates.send(Update::ProgramFailed(what));
        }
        chosen
    }

    /// Tells the person what has changed.
    fn show(&mut self) -> Result<(), Stop> {
        let (node, effects) = (&self.node, core::mem::take(&mut self.effects));
        let (menu, step) = (node.menu().cloned(), node.play().step());
        let (missing, away) = (node.missing(), node.away());
        let shown = Some((step, menu, missing, away, node.may_go_on_without()));
        if !effects.is_empty() || self.shown != shown {
            let now = LiveState::of(node);
            self.shown = shown;
            self.tell(Update::Progress(effects, Box::new(now)))?;
        }
        if self.node.is_over() && !self.over {
            self.over = true;
            // A spectator may not have been heard since the match began.
            self.followed = self.spectators.then(Instant::now);
            let play = self.node.play();
            let (ending, outcome) = (play.ending().cloned(), play.outcome().cloned());
            let (fingerprint, transcript) = (play.fingerprint(), self.node.transcript());
            let key = self.node.match_key();
            let over = Over { ending, outcome, fingerprint, transcript, given_by: None, key };
            self.tell(Update::Over(Box::new(over)))?;
            // Makes the node send its status now, so that all others learn at once that it has reached the
            // end.
            let soon = self.now() + Timing::default().status;
            self.node.tick(soon);
        }
        let me: Seats = self.node.seat().into_iter().collect();
        let others = self.node.play().present().without(me);
        let lost = self.down.iter().filter(|(_, since)| since.elapsed() >= LOST);
        let lost: Seats = lost.map(|(seat, _)| *seat).collect();
        let followed = self.followed.is_some_and(|when| when.elapsed() < FOLLOWED);
        if self.over && !self.settled && others.within(self.done.union(lost)) && !followed {
            self.settled = true;
            self.tell(Update::Settled)?;
        }
        Ok(())
    }

    fn tell(&self, update: Update) -> Result<(), Stop> {
        self.updates.send(update).map_err(|_| Stop::Gone)
    }
}
