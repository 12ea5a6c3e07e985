//! One node of a match: it checks and journals what it receives, makes its own contributions, and asks
//! for what it lacks.
//!
//! Bytes and time come in as arguments, [`Output`]s come out; the order of outputs matters: what must be
//! on disk is there before what follows it is sent.
//!
//! A node is made of the public [`MatchState`], the log of closed steps, the step that is being collected, the
//! closing of steps on which not everybody speaks, what it suspects and can prove, and who is there.

mod catch_up;
mod collecting;
mod consents;
mod files;
mod forks;
mod leaving;
mod log;
mod opened;
mod pace;
mod presence;
mod probe;
mod repeats;
mod resume;
mod standings;
mod steps;
mod suspicions;

pub use opened::{Opened, Opener};
pub use resume::StartError;

use ed25519_dalek::VerifyingKey;
use engine::{Game, Knowledge, Line, Menu, Seat, View};
use proto::{
    Digest, Message, OnCheat, Signed, SignedCharter, Statement,
    codec::{self, DecodeError},
};

use self::{
    catch_up::{Asked, Replies},
    collecting::Collecting,
    consents::Closings,
    log::Log,
    presence::Presence,
    repeats::Repeats,
    resume::Asking,
    standings::Standings,
    suspicions::Suspicions,
};
use crate::{
    Blame, Effect, MatchState, Seats,
    journal::{self, Entry},
    me::{Me, Secrets},
};

/// Milliseconds on any clock that does not run backwards by much.
pub type Millis = u64;

/// How long a node waits for what.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// Between two statuses while something is missing.
    pub status: Millis,
    /// Until the others may go on without a seat that is not heard of, or that owes what needs no
    /// thinking.
    pub grace: Millis,
    /// Until they may go on without a seat that is heard of but does not choose.
    pub patience: Millis,
}

impl Default for Timing {
    fn default() -> Self {
        Self { status: 500, grace: 30_000, patience: 300_000 }
    }
}

/// When a node consents by itself to go on without somebody, as a node without a person must.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoConsent {
    /// Not at all: that is the person's to decide.
    Never,
    /// Without seats that are away. A player who is there and merely thinks for long is waited for, until
    /// somebody else consents to go on without them.
    Away,
    /// Without anybody, as soon as it may.
    Late,
}

/// What a node wants done, in this order.
#[derive(Clone, Debug)]
pub enum Output {
    /// Append to the journal. With `true`, it must have reached the disk before anything after this is sent.
    Keep(Vec<u8>, bool),
    /// Send to all other nodes of the match.
    Broadcast(Vec<u8>),
    /// Send back to the node whose message is being handled.
    Reply(Vec<u8>),
    /// An effect of a closed step.
    Effect(Effect),
    /// A seat is proven to have cheated; the bytes are an evidence file.
    Accused(Blame, Vec<u8>),
    /// Others hold statements of this seat that its journal lacks: it is an old copy. They were adopted.
    OldCopy,
    /// The history in this node's journal is not one that was played: somebody has changed the file. Its seat says
    /// nothing more, and the node only watches.
    FalseJournal,
}

/// Why a message was dropped. It may be a mistake of whoever delivered it, or an attack; the match goes
/// on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Dropped {
    /// Not a message.
    #[error(transparent)]
    Malformed(#[from] DecodeError),
    /// Of another match, or from a seat that does not exist.
    #[error("the message is of another match")]
    Foreign,
    /// Not signed by the seat it names.
    #[error("the signature is not genuine")]
    Forged,
}

/// Why a person's choice was not taken. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotTaken {
    /// This seat is not asked now.
    #[error("you are not asked anything now")]
    NotAsked,
    /// There is no such entry.
    #[error("there is no such entry")]
    NoSuchEntry,
    /// The rules do not allow it.
    #[error("not allowed: {}", .0.render(&engine::Part::plain))]
    NotAllowed(Line),
}

/// One node of a match: a seat's, or a spectator's.
pub struct Node {
    play: MatchState,
    charter: SignedCharter,
    keys: Vec<VerifyingKey>,
    me: Option<Me>,
    log: Log,
    collecting: Collecting,
    closings: Closings,
    suspicions: Suspicions,
    repeats: Repeats,
    standings: Standings,
    presence: Presence,
    replies: Replies,
    asked: Asked,
    /// Set while a resumed node asks what others hold of its seat. Until then it signs nothing.
    asking: Option<Asking>,
    /// An honest seat has come to this step, so this seat contributed to all steps before it before it
    /// was resumed.
    reached: u64,
    /// Whether a journal is being read: nothing in it is sent or journaled again.
    replaying: bool,
    /// Whether the table went on without this node's seat.
    excluded: bool,
    out: Vec<Output>,
}

impl Node {
    /// Begins a match in a seat, or as a spectator if there are no secrets.
    pub fn new(
        charter: SignedCharter,
        game: &'static dyn Game,
        me: Option<(Seat, Secrets)>,
        now: Millis,
    ) -> Result<Self, StartError> {
        let mut node = Self::silent(charter, game, me, now)?;
        if let Some(me) = &mut node.me {
            me.begins();
            let entry = Entry::Start {
                charter: node.charter.clone(),
                seat: me.seat.index() as u8,
                seed: *me.secrets.seed(),
            };
            let mut first = journal::HEADER.to_vec();
            first.extend(journal::frame(&entry));
            node.out.push(Output::Keep(first, true));
        }
        node.run();
        Ok(node)
    }

    fn silent(
        charter: SignedCharter,
        game: &'static dyn Game,
        me: Option<(Seat, Secrets)>,
        now: Millis,
    ) -> Result<Self, StartError> {
        let keys = charter.verify()?;
        let play = MatchState::new(charter.charter.clone(), game)?;
        if let Some((seat, secrets)) = &me
            && keys.get(seat.index()) != Some(&secrets.identity().verifying_key())
        {
            return Err(StartError::NotYours);
        }
        let seat = me.as_ref().map(|(seat, _)| *seat);
        Ok(Self {
            closings: Closings::new(play.scope(), seat),
            play,
            charter,
            keys,
            me: me.map(|(seat, secrets)| Me::new(seat, secrets)),
            log: Log::default(),
            collecting: Collecting::default(),
            suspicions: Suspicions::default(),
            repeats: Repeats::default(),
            standings: Standings::default(),
            presence: Presence::new(now),
            replies: Replies::default(),
            asked: Asked::default(),
            asking: None,
            reached: 0,
            replaying: false,
            excluded: false,
            out: Vec::new(),
        })
    }

    /// Sets how long to wait for what.
    #[must_use]
    pub fn with_timing(mut self, timing: Timing) -> Self {
        self.presence.timing = timing;
        self
    }

    /// Sets when this node consents by itself to go on without somebody.
    #[must_use]
    pub fn with_auto_consent(mut self, auto: AutoConsent) -> Self {
        self.closings.auto = auto;
        self
    }

    /// The public side of the match.
    pub fn play(&self) -> &MatchState {
        &self.play
    }

    /// This node's seat; `None` for a spectator, and once the table went on without it.
    pub fn seat(&self) -> Option<Seat> {
        self.me.as_ref().map(|me| me.seat)
    }

    /// What this node's seat has been shown.
    pub fn knowledge(&self) -> Knowledge {
        self.me.as_ref().map(|me| me.knowledge.clone()).unwrap_or_default()
    }

    /// The table as this node's seat sees it.
    pub fn view(&self) -> View {
        self.play.driver.view(self.seat(), &self.knowledge())
    }

    /// The menu that this node's player has to answer now.
    pub fn menu(&self) -> Option<&Menu> {
        let seat = self.seat()?;
        let picked = self.me.as_ref().and_then(|me| me.picked_in(self.play.step)).is_some();
        let answered = picked || self.collecting.inbox.contains_key(&seat);
        if answered || self.halted() { None } else { self.play.menu(seat) }
    }

    /// Who has been proven to cheat.
    pub fn blames(&self) -> Vec<&Blame> {
        self.suspicions.blames().collect()
    }

    /// Whether nothing more will happen: the match is over, or ended by cheating.
    pub fn is_over(&self) -> bool {
        self.play.ending().is_some() || self.halted()
    }

    /// Whether the table went on without this node's seat.
    pub fn is_excluded(&self) -> bool {
        self.excluded
    }

    /// Whether this node was resumed and still asks the others what they hold of its seat.
    pub fn is_asking(&self) -> bool {
        self.asking.is_some()
    }

    /// The seats that owe something to this step and have not given it.
    pub fn missing(&self) -> Seats {
        self.play.owed().without(self.collecting.seats())
    }

    /// The seats not heard of for longer than the grace period, and those that have said that they leave.
    /// A spectator does not hear of everybody, and knows only the latter.
    pub fn away(&self) -> Seats {
        match self.me {
            Some(_) => self.presence.away(self.others()),
            None => self.presence.left().intersection(self.play.present()),
        }
    }

    /// What this node wants done since this was last called.
    pub fn take_outputs(&mut self) -> Vec<Output> {
        core::mem::take(&mut self.out)
    }

    /// Picks a menu entry. Nothing leaves the node before this.
    pub fn choose(&mut self, entry: usize, now: Millis) -> Result<(), NotTaken> {
        self.presence.at(now);
        let chosen = self
            .menu()
            .ok_or(NotTaken::NotAsked)?
            .entries
            .get(entry)
            .ok_or(NotTaken::NoSuchEntry)?;
        let me = self.me.as_ref().ok_or(NotTaken::NotAsked)?;
        me.allowed(&self.play, chosen).map_err(NotTaken::NotAllowed)?;
        let picked = u16::try_from(entry).map_err(|_| NotTaken::NoSuchEntry)?;
        let step = self.play.step;
        if let Some(me) = &mut self.me {
            me.picked = Some((step, picked));
        }
        self.keep(&Entry::Picked(step, picked), false);
        self.run();
        Ok(())
    }

    /// Does work ahead of time, such as the next shuffle, while nothing is owed. Whoever runs a node
    /// calls this when all outputs are handled; false if there is nothing to do.
    pub fn prepare(&mut self) -> bool {
        if self.replaying || self.asking.is_some() || self.is_over() {
            return false;
        }
        let prepared = self.me.as_mut().map(|me| me.prepare(&self.play));
        match prepared.unwrap_or(Ok(false)) {
            Ok(more) => more,
            Err(bug) => {
                self.play.give_up(bug);
                false
            }
        }
    }

    /// Tells the node the time.
    pub fn tick(&mut self, now: Millis) {
        self.presence.at(now);
        if self.presence.is_status_due() {
            let status = self.status();
            self.broadcast(&Message::Status(status));
            self.say_again();
            self.collecting.forget_shown();
            self.repeats.forget_evidence();
            self.closings.climb();
        }
        self.stop_asking();
        self.end_without_quorum();
        self.consent_by_itself();
        self.begin_ballot();
        self.run();
    }

    /// Whether the match was ended by cheating.
    fn halted(&self) -> bool {
        let proven = self.proven();
        let ends = self.charter.charter.on_cheat == OnCheat::End
            || self.play.present().without(proven).len() < self.play.quorum()
            || self.is_held_up_in_setup();
        self.suspicions.split || !proven.is_empty() && ends
    }

    /// Whether something has been missing in setup, in which nobody can be left, for the grace since somebody was proven to
    /// cheat. Until then it may come: others may have it, and may have closed the setup.
    fn is_held_up_in_setup(&self) -> bool {
        let Presence { now, timing, step_began, .. } = self.presence;
        let since = step_began.max(self.suspicions.last);
        self.play.is_setup()
            && !self.missing().is_empty()
            && now.saturating_sub(since) >= timing.grace
    }

    /// The seats that are still present though they are proven to cheat. A spectator hears of that before
    /// it has come to the step where it happened, and follows the match until there.
    fn proven(&self) -> Seats {
        let reached = |blame: &&Blame| self.me.is_some() || blame.step <= self.play.step;
        let proven: Seats = self.suspicions.blames().filter(reached).map(|b| b.seat).collect();
        proven.intersection(self.play.present())
    }

    /// The present seats but this node's own.
    fn others(&self) -> Seats {
        self.play.present().without(self.seat().into_iter().collect())
    }

    /// Sends again what others may have missed.
    fn say_again(&mut self) {
        self.show_forks();
        self.say_leaves_again();
        self.say_standings_again();
        self.look_for_split();
        if !self.is_over() || self.suspicions.split {
            let words = self.closings.current.statements_to_resend();
            words.into_iter().for_each(|word| self.broadcast(&Message::Word(word)));
        }
    }

    fn known_seat(&self, match_id: &Digest, seat: u8) -> Result<Seat, Dropped> {
        let known = *match_id == self.play.id && usize::from(seat) < self.play.seats();
        if known { Ok(Seat::new(seat)) } else { Err(Dropped::Foreign) }
    }

    fn genuine<T: Statement>(&self, signed: &Signed<T>) -> Result<(), Dropped> {
        if signed.is_genuine(&self.keys) { Ok(()) } else { Err(Dropped::Forged) }
    }

    fn keep(&mut self, entry: &Entry, sync: bool) {
        if !self.replaying {
            self.out.push(Output::Keep(journal::frame(entry), sync));
        }
    }

    fn broadcast(&mut self, message: &Message) {
        if !self.replaying {
            self.broadcast_bytes(codec::encode(message));
        }
    }

    fn broadcast_bytes(&mut self, message: Vec<u8>) {
        if !self.replaying {
            self.out.push(Output::Broadcast(message));
        }
    }
}
