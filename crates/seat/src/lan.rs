//! A match over the network as one person sees it, and the lobby that it came from and returns to.

use std::{
    collections::{BTreeMap, VecDeque},
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use engine::{BySeat, Game, Menu, Seat, View};
use net::{Identity, JournalFile, Multiaddr, Resumption, Started, StorageError};
use proto::{Charter, Digest};
use table::{AutoConsent, Blame, Effect, MatchKey, Node, Seats, Timing, journal::Entry};

use crate::{
    Failure, Refused,
    bots::{BotConfig, SeatBot},
    data, games,
    hand::Hand,
    live::{self, Live, LiveState, Over, Player},
    lobby::{self, Last, Lobby, News},
    session::{self, Match, Record, Session, Standing, Update},
    words,
};

/// A lost connection is not reported before this long: most come back at once.
const PRESENCE_DEBOUNCE: Duration = Duration::from_secs(3);
/// Connections come back one by one: until this long after the first, the others are not reported.
const COMING_BACK: Duration = Duration::from_secs(10);
/// A spectator who has reached nobody for this long has lost the table.
const NOBODY: Duration = Duration::from_secs(10);

/// Who plays a seat, and how long it waits for others.
#[derive(Clone, Debug)]
pub(crate) struct SeatConfig {
    /// Whether a bot plays.
    pub bot: bool,
    /// How the bot plays.
    pub bots: BotConfig,
    /// How long somebody has to be away before this seat may consent to go on without them.
    pub grace: Duration,
    /// How long somebody present may take to choose before this seat may consent to go on without them.
    pub patience: Duration,
}

impl SeatConfig {
    fn timing(&self, seated: bool) -> Timing {
        let usual = Timing::default();
        // Messages relayed by a third node arrive at the rate of statuses, so a seat sends them often.
        // Spectators are strangers, from whom only a few a second are accepted.
        let status = if seated { usual.status / 4 } else { usual.status };
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Timing { status, grace: millis(self.grace), patience: millis(self.patience) }
    }

    fn player(&self, game: &dyn Game, seat: Option<Seat>) -> Result<Player, Failure> {
        match seat {
            Some(seat) if self.bot => {
                let luck = u64::from_le_bytes(net::random()?);
                Ok(Player::Bot(SeatBot::new(game, seat, luck, &self.bots)))
            }
            _ => Ok(Player::Person),
        }
    }
}

/// One seat of a match over the network, or a spectator.
// More than 15 fields: a match and everything that belongs to it until it is handed back to the lobby;
// splitting it would only make parts that refer to each other.
pub(crate) struct LanMatch {
    lobby: Lobby,
    live: Live,
    game: &'static dyn Game,
    id: Digest,
    charter: Charter,
    members: Vec<Identity>,
    names: BySeat<String>,
    now: LiveState,
    happened: VecDeque<Update>,
    /// The step in which the person was last asked, and the one in which they last chose.
    asked: Option<u64>,
    chosen: Option<u64>,
    /// Who was lost a moment ago, and who is reported to be away.
    lost: BTreeMap<Seat, Instant>,
    away: Seats,
    /// Who is connected, and when somebody last was.
    up: Seats,
    reached: Instant,
    /// Whether the person was told that nobody can be reached.
    alone: bool,
    /// When that was last so; kept until all others have had time to come back.
    cut_off: Option<Instant>,
    fault: Option<Blame>,
    over: Option<Box<Over>>,
    settled: bool,
    journal: Option<PathBuf>,
    /// The file beside the journal, needed until all others have seen the end.
    beside: Option<PathBuf>,
}

impl LanMatch {
    /// Begins a match whose charter everybody in the lobby has signed, or watches it.
    ///
    /// # Errors
    /// If it cannot be played, or its journal cannot be created.
    pub(crate) fn begin(
        mut lobby: Lobby,
        started: Started,
        hands: SeatConfig,
    ) -> Result<Self, Failure> {
        let Started { charter, secrets, spectators } = started;
        let game = known(&charter.charter)?;
        let me = lobby.net().identity();
        let place = charter.charter.seats.iter().position(|place| place.identity == me.0);
        let seat = place.and_then(|place| u8::try_from(place).ok()).map(Seat::new);
        let node = Node::new(charter, game, seat.zip(secrets), 0).map_err(|e| cannot_begin(&e))?;
        let path = match node.seat() {
            Some(_) => lobby.person().journal(&node.play().id())?,
            None => None,
        };
        let journal = path.as_deref().map(JournalFile::create).transpose().map_err(no_journal)?;
        lobby.depart();
        Self::run(lobby, node, journal, spectators, hands)
    }

    /// Resumes a match from its journal.
    ///
    /// # Errors
    /// If the journal cannot be used, or belongs to another person.
    pub(crate) fn resume(lobby: Lobby, path: &Path, hands: SeatConfig) -> Result<Self, Failure> {
        let (journal, entries) = JournalFile::resume(path).map_err(no_journal)?;
        let charter = match entries.first() {
            Some(Entry::Start { charter, .. }) => &charter.charter,
            _ => return Err(Failure::Usage(format!("There is no match in {}.", path.display()))),
        };
        let game = known(charter)?;
        let key = lobby.person().key().clone();
        let node = Node::resume(entries, game, key, 0).map_err(|e| cannot_begin(&e))?;
        let spectators = Resumption::read(path).spectators;
        let mut begun = Self::run(lobby, node, Some(journal), spectators, hands)?;
        begun.happened.push_back(Update::Notice(begun.found_at()));
        Ok(begun)
    }

    fn run(
        lobby: Lobby,
        node: Node,
        journal: Option<JournalFile>,
        spectators: bool,
        hands: SeatConfig,
    ) -> Result<Self, Failure> {
        let seated = node.seat().is_some();
        let node = node.with_timing(hands.timing(seated));
        let node = if hands.bot { node.with_auto_consent(AutoConsent::Away) } else { node };
        let (play, seat) = (node.play(), node.seat());
        let (game, id, charter) = (play.game(), play.id(), play.charter().clone());
        let members = charter.seats.iter().map(|place| Identity(place.identity)).collect();
        let names = charter.seats.iter().map(|place| place.name.clone()).collect();
        let now = LiveState::of(&node);
        let path = journal.as_ref().map(|journal| journal.path().to_owned());
        let player = hands.player(game, seat)?;
        let live = Live::start(node, lobby.net(), journal, player, spectators)?;
        Ok(Self {
            lobby,
            live,
            game,
            id,
            charter,
            members,
            names,
            now,
            happened: VecDeque::new(),
            asked: None,
            chosen: None,
            lost: BTreeMap::new(),
            away: Seats::NONE,
            up: Seats::NONE,
            reached: Instant::now(),
            alone: false,
            cut_off: None,
            fault: None,
            over: None,
            settled: false,
            journal: path,
            beside: None,
        })
    }

    /// How others find this node if they have lost it.
    pub(crate) fn found_at(&self) -> String {
        let at = lobby::places(&self.lobby.net().addresses());
        let one = at.split(", ").next().unwrap_or_default();
        format!("You are at {at}. Whoever does not find you types `nodealer resume --at {one}`.")
    }

    /// Looks for the other players at these addresses too.
    ///
    /// # Errors
    /// If the network part has stopped.
    pub(crate) fn look_at(&self, addresses: &[Multiaddr]) -> Result<(), Failure> {
        Ok(self.lobby.net().dial(addresses.to_vec())?)
    }

    /// Returns to the lobby; the match still answers those who have not seen its end.
    pub(crate) fn into_lobby(mut self) -> Lobby {
        // Chat and notices that came after the end are passed on to the lobby.
        for update in std::mem::take(&mut self.happened) {
            match update {
                Update::Chat { from, whispered, text } => {
                    if let Some(from) = self.members.get(from.index()).copied() {
                        self.lobby.keep(News::Chat { from, whispered, text });
                    }
                }
                Update::Notice(what) => self.lobby.keep(News::Notice(what)),
                _ => {}
            }
        }
        self.lobby.come_back(Last { live: self.live, settled: self.settled, beside: self.beside });
        self.lobby
    }

    fn seat_of(&self, who: &Identity) -> Option<Seat> {
        let place = self.members.iter().position(|member| member == who)?;
        u8::try_from(place).ok().map(Seat::new)
    }

    /// Takes what is said at the table during the match. Other news of the lobby does not concern a running
    /// match.
    fn hear_lobby(&mut self) {
        loop {
            match self.lobby.next(Duration::ZERO) {
                News::Chat { from, whispered, text } => {
                    if let Some(from) = self.seat_of(&from) {
                        self.happened.push_back(Update::Chat { from, whispered, text });
                    }
                }
                News::Reached(who) if self.seat_of(&who).is_none() => {
                    let what =
                        "A nodealer answers at that address, but it has no seat in this match.";
                    self.happened.push_back(Update::Notice(what.into()));
                }
                News::Notice(what) => self.happened.push_back(Update::Notice(what)),
                News::Lost(_) => {
                    let failed = self.lobby.copied().map(Update::Failed);
                    self.happened.extend(failed);
                    return;
                }
                News::Idle => return,
                _ => {}
            }
        }
    }

    fn on_live(&mut self, update: live::Update) {
        match update {
            live::Update::Progress(effects, now) => self.on_progress(effects, *now),
            live::Update::Presence { seat, here: true } => {
                self.up.insert(seat);
                self.here(seat);
            }
            live::Update::Presence { seat, here: false } => {
                // A spectator may never have been connected to everybody: that says nothing of them.
                if self.up.contains(seat) || !self.only_watches() {
                    self.lost.entry(seat).or_insert_with(Instant::now);
                }
                self.up = self.up.without([seat].into_iter().collect());
            }
            live::Update::Accused(fault, file) => self.on_fault(fault, &file),
            live::Update::Over(over) => {
                if let Some(name) = over.given_by.and_then(|seat| self.names.get(seat)) {
                    let what = format!(
                        "The match ended while you were away. {name} has given you its transcript, and it is fair."
                    );
                    self.happened.push_back(Update::Notice(what));
                }
                let (ending, outcome) = (over.ending.as_ref(), over.outcome.as_ref());
                let end = session::ended(&self.names, self.fault.as_ref(), ending, outcome);
                self.happened.extend(end);
                self.over = Some(over);
            }
            live::Update::ProgramFailed(what) => {
                // Tells everybody whom they play with; it does not matter if the table is lost.
                let _ = self.lobby.say(None, &what);
                self.happened.push_back(Update::Notice(what));
            }
            live::Update::OldCopy => {
                let what = "Your journal was an old copy: the others still had what you did after it, and gave it back.";
                self.happened.push_back(Update::Notice(what.into()));
            }
            live::Update::FalseJournal => {
                let what = "Your journal does not hold the match that was played: the file was changed. You watch from now on; restore it from a copy to take your seat again.";
                self.happened.push_back(Update::Notice(what.into()));
            }
            live::Update::Settled => self.settled = true,
            live::Update::Failed(error) => {
                // It answers nobody any more, so there is nothing to wait for after it.
                self.settled = true;
                self.happened.push_back(Update::Failed(no_journal(error)));
            }
        }
    }

    fn on_progress(&mut self, effects: Vec<Effect>, now: LiveState) {
        let before = std::mem::replace(&mut self.now, now);
        if self.chosen == Some(self.now.standing.step) {
            // The node wrote this update before it received the choice.
            self.now.menu = None;
        }
        for effect in effects {
            if let Effect::Proven(seat, ..) = &effect {
                self.here(*seat);
            }
            if let Effect::Gone(seats) = &effect {
                let names = seats.iter().filter_map(|seat| self.names.get(seat)).cloned();
                let names: Vec<String> = names.collect();
                let what = format!(
                    "The table has gone on without {}: an autopilot plays in their place from now on.",
                    words::list(&names)
                );
                self.happened.push_back(Update::Notice(what));
            }
            self.happened.extend(session::visible_updates(effect, &before.view, &self.now.view));
        }
        if self.now.may_go_on_without != before.may_go_on_without {
            self.happened.push_back(Update::Waiting);
        }
        if self.now.standing.excluded && !before.standing.excluded {
            let what = "The table has gone on without you; you see the rest as a spectator.";
            self.happened.push_back(Update::Notice(what.into()));
        }
    }

    /// Somebody can be reached, directly or through others.
    fn here(&mut self, seat: Seat) {
        self.lost.remove(&seat);
        if self.away.contains(seat) {
            self.away = self.away.without([seat].into_iter().collect());
            self.happened.push_back(Update::Presence { seat, here: true });
        }
    }

    /// Whether the person never had a seat in this match.
    fn only_watches(&self) -> bool {
        self.now.seat.is_none() && !self.now.standing.excluded
    }

    /// Whether this node reaches nobody, though there are several to be reached.
    fn reaches_nobody(&self) -> bool {
        let me: Seats = self.now.seat.into_iter().collect();
        let all: Seats = Seat::all(self.members.len()).collect();
        let others = all.without(me).without(self.now.standing.gone);
        self.up.is_empty() && others.iter().count() > 1 && self.over.is_none()
    }

    /// Whether that has lasted long enough to be told.
    fn is_alone(&self) -> bool {
        self.reaches_nobody() && self.reached.elapsed() >= PRESENCE_DEBOUNCE
    }

    fn note_away(&mut self) {
        if self.now.seat.is_some() && !self.up.is_empty() {
            self.reached = Instant::now();
        }
        if self.only_watches() {
            self.note_alone();
        }
        let alone = self.is_alone();
        if alone != std::mem::replace(&mut self.alone, alone) {
            let what = if alone { words::OFFLINE } else { "You are connected to the table again." };
            self.happened.push_back(Update::Notice(what.into()));
        }
        if alone {
            self.cut_off = Some(Instant::now());
        } else if self.cut_off.is_some_and(|last| last.elapsed() >= COMING_BACK) {
            self.cut_off = None;
            self.happened.push_back(Update::Waiting);
        }
        // Whoever reaches nobody is away themselves: that says nothing of the others.
        if self.reaches_nobody() || self.cut_off.is_some() {
            return;
        }
        let away = self.lost.iter().filter(|(_, since)| since.elapsed() >= PRESENCE_DEBOUNCE);
        let away: Vec<Seat> = away.map(|(seat, _)| *seat).collect();
        for seat in away {
            self.lost.remove(&seat);
            if !self.away.contains(seat) {
                self.away.insert(seat);
                self.happened.push_back(Update::Presence { seat, here: false });
                self.tell_spectator_of(seat);
            }
        }
    }

    /// Tells a spectator that the table waits for somebody who is away; players are told when they may vote.
    fn tell_spectator_of(&mut self, seat: Seat) {
        let waits = self.now.seat.is_none() && self.now.standing.missing.contains(seat);
        if let Some(name) = self.names.get(seat).filter(|_| waits) {
            let what = format!("You are watching. The table waits for {name}.");
            self.happened.push_back(Update::Notice(what));
        }
    }

    /// Reports a spectator's lost table. One player is enough for a spectator, who knows of the others
    /// through that one.
    fn note_alone(&mut self) {
        // Players answer a limited number of spectators: one who is told nothing at all is beyond that
        // number.
        let told = self.now.standing.step > 0;
        if !self.up.is_empty() && told || self.over.is_some() {
            self.reached = Instant::now();
        } else if self.reached.elapsed() >= NOBODY {
            self.reached = Instant::now();
            let why = if self.up.is_empty() {
                "Nobody at the table can be reached any more, and the match was not over."
            } else {
                "None of the players shows you the match: it has not begun, or too many are watching it. Try again later."
            };
            self.happened.push_back(Update::Failed(Failure::Network(why.into())));
        }
    }

    fn on_fault(&mut self, fault: Blame, file: &[u8]) {
        if self.fault.is_none()
            && let Some(path) = self.lobby.person().evidence(&self.id)
        {
            let told = match data::write(&path, file) {
                Ok(()) => format!("`nodealer verify {}` shows the evidence.", path.display()),
                Err(failure) => failure.to_string(),
            };
            self.happened.push_back(Update::Notice(told));
        }
        self.fault.get_or_insert(fault);
    }

    /// The match key of the person's seat, even if the table went on without them.
    fn hand(&self, over: &Over) -> Option<Hand> {
        let seat = self.seat_of(&self.lobby.net().identity())?;
        let key = MatchKey::new(*over.key.as_ref()?.bytes());
        Some(Hand::new(self.id, seat, self.names.get(seat)?, key))
    }

    fn ask(&mut self) -> Option<Update> {
        let step = self.now.standing.step;
        if self.now.menu.is_none() || self.asked == Some(step) {
            return None;
        }
        self.asked = Some(step);
        Some(Update::Ask)
    }
}

impl Session for LanMatch {
    fn game(&self) -> &'static dyn Game {
        self.game
    }

    fn names(&self) -> &BySeat<String> {
        &self.names
    }

    fn seat(&self) -> Option<Seat> {
        self.now.seat
    }

    fn view(&self) -> View {
        self.now.view.clone()
    }

    fn menu(&self) -> Option<&Menu> {
        self.now.menu.as_ref()
    }

    fn is_window(&self) -> bool {
        self.now.window
    }

    fn choose(&mut self, entry: usize) -> Result<(), Refused> {
        if let Some(reason) = session::why_not(self, &self.now.view, entry) {
            return Err(reason);
        }
        self.live.choose(entry).map_err(|e| Refused::not_allowed(e.to_string()))?;
        self.chosen = Some(self.now.standing.step);
        self.now.menu = None;
        Ok(())
    }

    fn has_news(&self) -> bool {
        !self.happened.is_empty()
    }

    fn next(&mut self, timeout: Duration) -> Update {
        self.hear_lobby();
        self.note_away();
        let next = |this: &mut Self| this.happened.pop_front().or_else(|| this.ask());
        if let Some(update) = next(self) {
            return update;
        }
        if self.over.is_some() {
            thread::sleep(timeout);
        }
        match self.live.next(timeout) {
            Some(update) => {
                self.on_live(update);
                next(self).unwrap_or(Update::Idle)
            }
            None => Update::Idle,
        }
    }

    fn talks(&self) -> bool {
        // A person the table went on without still has a place there.
        self.seat_of(&self.lobby.net().identity()).is_some()
    }

    fn say(&mut self, to: Option<Seat>, text: &str) -> Result<(), Refused> {
        let to = to.map(|seat| {
            self.members
                .get(seat.index())
                .copied()
                .ok_or(Refused::Unknown { what: "such seat".into() })
        });
        self.lobby.say(to.transpose()?, text)
    }

    fn standing(&self) -> Standing {
        let alone = self.is_alone();
        let all: Seats = Seat::all(self.members.len()).collect();
        let me: Seats = self.now.seat.into_iter().collect();
        Standing { alone, unseen: all.without(self.up).without(me), ..self.now.standing }
    }

    fn charter(&self) -> Option<&Charter> {
        Some(&self.charter)
    }

    fn may_go_on_without(&self) -> Seats {
        match self.now.seat {
            // Whoever is cut off is away themselves, and would only leave.
            Some(_) if self.cut_off.is_none() => self.now.may_go_on_without,
            _ => Seats::NONE,
        }
    }

    fn goes_on(&self) -> bool {
        self.now.goes_on
    }

    fn go_on(&mut self, without: Seats) -> bool {
        if self.now.goes_on {
            return self.live.consent(without);
        }
        self.live.leave();
        true
    }
}

impl Match for LanMatch {
    fn record(&self) -> Option<Record> {
        // Of a match that was ended by a cheat, there is the evidence instead.
        let over = self.over.as_ref().filter(|over| over.ending.is_some())?;
        Some(Record {
            name: proto::words(&self.id),
            fingerprint: over.fingerprint.clone(),
            transcript: over.transcript.clone(),
            hand: self.hand(over),
        })
    }

    fn kept(&mut self) {
        let Some(Record { name, transcript, fingerprint: Some(_), .. }) = self.record() else {
            return;
        };
        self.lobby.person().keep_finished(&name, &transcript);
        if let Some(journal) = self.journal.take() {
            // Best effort: a journal left behind does no harm.
            let _ = fs::remove_file(&journal);
            self.beside = Some(Resumption::file(&journal));
        }
    }

    fn way_back(&self) -> Option<String> {
        let open = self.over.is_none() && !self.now.standing.excluded;
        self.journal.as_ref().filter(|_| open)?;
        Some(self.lobby.way_back(&self.id))
    }

    fn lobby(self: Box<Self>) -> Option<Lobby> {
        Some(self.into_lobby())
    }
}

/// The game of a charter.
fn known(charter: &Charter) -> Result<&'static dyn Game, Failure> {
    games::find(&charter.game).ok_or_else(|| {
        Failure::Usage(format!(
            "The match is a game of {}, which this nodealer does not know.",
            charter.game
        ))
    })
}

fn cannot_begin(why: &dyn std::fmt::Display) -> Failure {
    Failure::Usage(format!("The match cannot be played here: {why}."))
}

fn no_journal(error: StorageError) -> Failure {
    Failure::Usage(match error {
        StorageError::Busy(_) => format!("{error}. End that one first."),
        StorageError::Journal(..) => format!("{error}. It is not the journal of a match."),
        StorageError::TooLarge(_) => format!("{error}. Move it away, or restore it from a copy."),
        StorageError::Io(..) => format!(
            "The journal cannot be used: {error}. Make room or name another folder with --data-dir; `nodealer resume` takes the seat again."
        ),
    })
}
