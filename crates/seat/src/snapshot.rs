//! Everything a person may see now.

use std::time::Duration;

use engine::Game;
use serde::{Deserialize, Serialize};

use crate::{
    Cursor, Failure,
    asks::When,
    shown::{BoardShown, MenuShown, Text},
};

/// Everything a person may see now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The events up to this cursor are reflected in it.
    pub at: Cursor,
    /// The person.
    pub person: PersonShown,
    /// How they want things shown.
    pub settings: Settings,
    /// What they are doing.
    pub state: SeatState,
}

/// What a person is doing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "screen", rename_all = "kebab-case")]
pub enum SeatState {
    /// At home, at no table.
    Home(HomeView),
    /// At a table before or between matches.
    Lobby(LobbyView),
    /// In a match.
    Match(Box<MatchView>),
    /// At the end of a match.
    End(Box<EndView>),
    /// Looking at a transcript.
    Replay(Box<ReplayView>),
}

/// A person, as their own screens show them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PersonShown {
    /// Their name.
    pub name: String,
    /// The words of their key.
    pub words: String,
    /// A warning about their folder, such as a list of players that was damaged.
    pub caution: Option<String>,
    /// Whether they have never said what their name is: it is the machine's guess.
    #[serde(default)]
    pub unnamed: bool,
}

/// A person's settings, stored in their data folder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// How long a finished trick or a revealed stack stays, in milliseconds; 0: until a key is pressed.
    pub linger_ms: u32,
    /// Whether moves that everybody knows to be forced are made without asking.
    pub play_forced: bool,
    /// Whether a person who cannot react in a window is asked anyway.
    pub ask_all_windows: bool,
    /// Whether the person may answer a window after its time, which tells the others that they could react.
    pub wait_in_windows: bool,
    /// Whether there are sounds.
    pub sound: bool,
    /// Whether suits have four colours.
    pub four_colours: bool,
    /// The size of text, in percent.
    pub text_percent: u16,
    /// "auto", "light" or "dark".
    pub theme: String,
    /// Names of people whose chat is not shown.
    pub muted: Vec<String>,
    /// When the person is asked about windows.
    pub asks: When,
    /// Whether there are hints for the first games.
    pub hints: bool,
    /// Whether a terminal uses colour.
    pub colour: bool,
    /// How long to pause after each event.
    pub pace: Reading,
}

/// How much time somebody wants for reading each event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reading {
    /// Barely enough to follow.
    Quick,
    /// Enough for most people to follow.
    #[default]
    Calm,
    /// Enough to read everything aloud.
    Slow,
}

impl Reading {
    /// The pause after an event.
    pub fn time(self) -> Duration {
        Duration::from_millis(match self {
            Self::Quick => 60,
            Self::Calm => 250,
            Self::Slow => 1000,
        })
    }

    /// The setting in a word.
    pub fn words(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Calm => "calm",
            Self::Slow => "slow",
        }
    }

    /// The next setting, when a key cycles through them.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Quick => Self::Calm,
            Self::Calm => Self::Slow,
            Self::Slow => Self::Quick,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            linger_ms: 2500,
            play_forced: true,
            ask_all_windows: false,
            wait_in_windows: false,
            sound: true,
            four_colours: true,
            text_percent: 100,
            theme: "auto".into(),
            muted: Vec::new(),
            asks: When::default(),
            hints: true,
            colour: true,
            pace: Reading::default(),
        }
    }
}

/// The setup of a game on this machine, or of a table on the network.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The game's id.
    pub game: String,
    /// The number of seats; the game's default if `None`.
    pub seats: Option<u8>,
    /// Options by their keys.
    pub options: Vec<(String, String)>,
    /// How many leavers the table survives.
    pub survive: u8,
    /// How well bots play: "easy", "normal" or "hard".
    pub level: String,
    /// The seed of all randomness, which makes every secret predictable. Not for tables on the network.
    pub seed: Option<u64>,
    /// The table's name, on the network.
    pub name: Option<String>,
    /// How many bots join at once, on the network.
    pub bots: u8,
    /// Whether others may watch, on the network.
    pub spectators: bool,
    /// Whether a code is needed to sit down.
    pub invited: bool,
    /// Whether the match goes on without a proven cheat.
    pub go_on_without_cheats: bool,
    /// How many seconds a reaction window lasts; the default if `None`.
    pub window_s: Option<u8>,
    /// Whether bots play every seat, on this machine, while the person watches.
    pub watch: bool,
    /// Whether nodes of this machine use real connections rather than queues in memory.
    pub loopback: bool,
    /// Whether everything is explained as it happens. Not for tables on the network.
    pub guided: bool,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            game: String::new(),
            seats: None,
            options: Vec::new(),
            survive: 1,
            level: "normal".into(),
            seed: None,
            name: None,
            bots: 0,
            spectators: true,
            invited: false,
            go_on_without_cheats: false,
            window_s: None,
            watch: false,
            loopback: false,
            guided: false,
        }
    }
}

/// The home screen, at no table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct HomeView {
    /// The games there are: id, name, one sentence.
    pub games: Vec<GameLine>,
    /// The visible tables.
    pub tables: Vec<TableLine>,
    /// Matches that can be resumed.
    pub unfinished: Vec<MatchLine>,
    /// Matches that are over, newest first.
    pub finished: Vec<MatchLine>,
    /// What is in progress or being looked for, in a sentence.
    pub busy: Option<String>,
    /// Why the person is offline, if they are.
    pub offline: Option<String>,
    /// The table that was looked for and found, if it needs a code that was not typed yet.
    #[serde(default)]
    pub asks_code: Option<TableLine>,
    /// Why the last thing that was asked for failed.
    #[serde(default)]
    pub failed: Option<FailureShown>,
}

/// A failure.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FailureShown {
    /// Why, in a sentence that also says what to do.
    pub text: String,
    /// The exit status of a command that ends with it.
    pub status: u8,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GameLine {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// One sentence about it.
    pub blurb: String,
    /// The fewest seats, the most, and how many it usually has.
    pub seats: (usize, usize, usize),
    /// Whether there is a guided match of it.
    pub guided: bool,
}

impl GameLine {
    /// The line of a game.
    pub fn of(game: &dyn Game) -> Self {
        let info = game.info();
        Self {
            id: info.id.into(),
            name: info.name.into(),
            blurb: info.blurb.into(),
            seats: (info.seats.0, info.seats.1, info.usual_seats),
            guided: !game.lessons().is_empty(),
        }
    }
}

/// A visible table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TableLine {
    /// The id that [`Intent::Sit`](crate::Intent::Sit) takes.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its code.
    pub code: String,
    /// The words of its host's key.
    pub host: String,
    /// The host's name.
    #[serde(default)]
    pub by: String,
    /// What is played there, and on which terms.
    pub terms: TermsShown,
    /// How many seats are taken.
    pub taken: u8,
    /// Whether a code is needed to sit down.
    pub invited: bool,
    /// Whether a match is being played there.
    pub playing: bool,
    /// Why nobody can sit down there, if so.
    pub closed: Option<String>,
    /// The version of the protocol that its host speaks.
    #[serde(default)]
    pub protocol: u16,
}

/// What is played at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TermsShown {
    /// The game's id.
    pub game: String,
    /// Its name.
    pub game_name: String,
    /// The version of its rules.
    #[serde(default)]
    pub rules: u16,
    /// How many seats there are.
    pub seats: u8,
    /// The options by their keys.
    pub options: Vec<(String, String)>,
    /// How many leavers the table survives.
    pub survive: u8,
    /// What that means, in a sentence.
    pub survive_words: String,
    /// What happens when somebody cheats, in a sentence.
    pub on_cheat: String,
    /// Whether others may watch.
    pub spectators: bool,
    /// All terms, one sentence in each line.
    #[serde(default)]
    pub lines: Vec<String>,
}

/// A match in a list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MatchLine {
    /// Its name in words.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The game's name.
    pub game_name: String,
    /// Who played.
    pub players: Vec<String>,
    /// When it was last written, in seconds since 1970.
    pub when: u64,
    /// How it ended, in a sentence.
    pub result: Option<String>,
}

/// A table before or between matches.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LobbyView {
    /// The table's name.
    pub table: String,
    /// The code that finds it, or that an invited table asks for.
    pub code: String,
    /// Where it can be reached.
    pub addresses: Vec<String>,
    /// The text of the QR code.
    pub invitation: Option<String>,
    /// Whether it is this person's table.
    pub host: bool,
    /// What is played.
    pub terms: TermsShown,
    /// The people at it.
    pub people: Vec<SitterShown>,
    /// Whether this person is ready.
    pub ready: bool,
    /// Whether a match was played here and another one can begin.
    pub again: bool,
    /// Whom the table waits for, in a sentence.
    pub waiting: String,
    /// Whether the person has a seat.
    #[serde(default)]
    pub seated: bool,
    /// Whether the machine is on no network, so that nobody else can join.
    #[serde(default)]
    pub alone: bool,
    /// The question to ask before leaving, which says what leaving means.
    #[serde(default)]
    pub leave_question: String,
    /// The number of the first event since the person has opened the table or sat down at it.
    #[serde(default)]
    pub since: Cursor,
}

/// Somebody at a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SitterShown {
    /// Their name.
    pub name: String,
    /// The words of their key.
    pub words: String,
    /// Whether it is this person.
    pub me: bool,
    /// Whether they can be reached.
    pub here: bool,
    /// Whether they are ready.
    pub ready: bool,
    /// "you", "new here", "known", or a warning that the key has changed.
    pub known: String,
    /// Whether their key has changed.
    pub changed: bool,
    /// Whether a bot plays, as they say of themselves.
    #[serde(default)]
    pub bot: bool,
}

/// A match.
// More than 15 fields: the one object through which a screen, a page or a program sees a match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct MatchView {
    /// The game's id, which names its [`Catalogue`](crate::shown::Catalogue).
    pub game: String,
    /// The game's name.
    pub game_name: String,
    /// The match's name in words.
    pub id: String,
    /// The cursor of its first event: a screen that comes late reads the log from there.
    pub began: Cursor,
    /// The options that differ from their defaults.
    pub options: Vec<(String, String)>,
    /// The present step.
    pub step: u64,
    /// The person's seat; `None` for a spectator.
    pub me: Option<usize>,
    /// The players.
    pub players: Vec<PlayerShown>,
    /// The board.
    pub board: BoardShown,
    /// What the person is asked.
    pub menu: Option<MenuShown>,
    /// How long the open window stays open, in milliseconds.
    pub window_left_ms: Option<u64>,
    /// Whom the table waits for and why, in a sentence.
    pub waiting: String,
    /// The seats the person may consent to go on without.
    pub may_go_on_without: Vec<usize>,
    /// Whether the match goes on without them; otherwise it ends.
    pub goes_on: bool,
    /// The question to ask before consenting, which says what that means.
    pub consent_question: String,
    /// Whether the person wants the next aside; `None` if none has been offered.
    pub wants_aside: Option<bool>,
    /// Whether there are others to chat with.
    pub talks: bool,
    /// Whether this node can reach nobody.
    pub offline: bool,
    /// Whether the table went on without this person.
    pub left_behind: bool,
    /// The question to ask before leaving, which says what leaving now means.
    pub leave_question: String,
    /// Private notes by seat.
    pub notes: Vec<String>,
    /// Whether a window is open, for this person or for others.
    #[serde(default)]
    pub window: bool,
    /// Whom the table could go on without and what the person may do about it, in a sentence.
    #[serde(default)]
    pub late: String,
    /// How to resume the match if it is left now, in a sentence.
    #[serde(default)]
    pub way_back: Option<String>,
    /// What was explained since the person last chose, in a guided match.
    pub hints: Vec<String>,
}

/// A player of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PlayerShown {
    /// Their name.
    pub name: String,
    /// The words of their key.
    pub words: String,
    /// For how many seconds they have been away.
    pub away_s: Option<u64>,
    /// Whether the table went on without them, with an autopilot playing the seat.
    pub gone: bool,
    /// Whether they owe a contribution to the present step.
    pub owes: bool,
}

/// The end of a match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct EndView {
    /// The last view of the match.
    pub last: MatchView,
    /// The result, if there is one.
    pub result: Option<ResultShown>,
    /// Why there is none, in a sentence.
    pub failure: Option<String>,
    /// Whether that is because of cheating.
    pub cheated: bool,
    /// Whether that is because of this machine, such as a full disk.
    #[serde(default)]
    pub is_ours: bool,
    /// The fingerprint that every player's screen shows.
    pub fingerprint: Option<String>,
    /// Where the transcript is.
    pub transcript: Option<String>,
    /// The result of auditing the transcript; `None` while the audit runs.
    pub audit: Option<AuditShown>,
    /// Whether there is a table to go back to for a rematch.
    pub rematch: bool,
    /// The end in a few lines, for copying.
    pub summary: String,
    /// The step at which the audit found something wrong.
    #[serde(default)]
    pub fault: Option<u64>,
    /// Whether the person had a seat, and could play another match.
    #[serde(default)]
    pub seated: bool,
    /// The setup, if the match was played on this machine alone.
    #[serde(default)]
    pub setup: Option<Setup>,
    /// The table, if there is one to go back to.
    #[serde(default)]
    pub table: Option<LobbyView>,
}

impl EndView {
    /// Why there is no result, with the exit status for it.
    pub fn failed(&self) -> Option<Failure> {
        let why = self.failure.clone()?;
        Some(match (self.cheated, self.is_ours) {
            (true, _) => Failure::Violation(why),
            (false, true) => Failure::Usage(why),
            (false, false) => Failure::Network(why),
        })
    }
}

/// A result.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ResultShown {
    /// The seats that won.
    pub winners: Vec<usize>,
    /// Points by seat.
    pub scores: Vec<i64>,
    /// The result in a sentence.
    pub summary: Text,
}

/// The result of an audit.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct AuditShown {
    /// "fair", "violation", "two-histories", "unfinished" or "damaged".
    pub verdict: String,
    /// The verdict in a sentence.
    pub text: String,
    /// The checklist.
    pub checks: Vec<CheckShown>,
}

/// A line of an audit's checklist.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CheckShown {
    /// What was checked.
    pub name: String,
    /// How many times.
    pub count: u64,
    /// Whether all of them passed.
    pub ok: bool,
}

/// A replay of a transcript.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ReplayView {
    /// The match at the step that is shown; nothing is asked.
    pub shown: MatchView,
    /// The last step.
    pub steps: u64,
    /// The seat whose view is shown; `None` for the public view.
    pub seat: Option<usize>,
    /// The seats whose views can be shown.
    pub open_seats: Vec<usize>,
    /// The log up to the step that is shown: step, text, rule.
    pub log: Vec<(u64, Text, String)>,
    /// What was proven in that step, in words.
    pub proven: Vec<String>,
    /// The result of the audit; `None` while it runs.
    pub audit: Option<AuditShown>,
    /// The steps at which something new can be seen.
    #[serde(default)]
    pub stops: Vec<u64>,
    /// The log after the step that is shown.
    #[serde(default)]
    pub ahead: Vec<(u64, Text, String)>,
    /// What was proven before that step, the latest last.
    #[serde(default)]
    pub proven_before: Vec<String>,
    /// The step at which the audit found something wrong.
    #[serde(default)]
    pub fault: Option<u64>,
    /// The fingerprint that every player's screen shows, if the match was fair.
    #[serde(default)]
    pub fingerprint: Option<String>,
}
