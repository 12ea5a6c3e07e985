//! What plays a bot's seat: a built-in bot, or a program in any language that reads questions and writes
//! answers, one line of JSON each (`docs/bots.md`).

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::Duration,
};

use engine::{Ask, Bot, BotKind, BySeat, Game, KeptAsk, Level, Menu, Seat, Words};
use serde::{Deserialize, Serialize};
use table::{Millis, Node};

use crate::{
    MatchView, PlayerShown,
    session::{self, Standing},
    shown::BoardShown,
};

/// The version of the line format.
const VERSION: u8 = 1;
/// How long a program may think about one answer.
const LIMIT: Duration = Duration::from_secs(5);
/// The longest answer read, in bytes; an answer is a number in a pair of braces.
const ANSWER: u64 = 4096;

/// A program that plays bots' seats, as the user typed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The command line, run by the shell.
    pub command: String,
    /// How long it may think about one answer.
    pub limit: Duration,
}

impl Program {
    /// A program with the usual limit.
    pub fn new(command: &str) -> Self {
        Self { command: command.into(), limit: LIMIT }
    }
}

/// How bots' seats are played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BotConfig {
    /// How well built-in bots play.
    pub level: Level,
    /// The program that plays in their place, if any.
    pub program: Option<Program>,
}

impl From<Level> for BotConfig {
    fn from(level: Level) -> Self {
        Self { level, program: None }
    }
}

/// Chooses the entries of one seat. A hard bot or a program may take long and thinks on a thread of its
/// own, while the match goes on.
pub struct SeatBot {
    /// `None` while it is on the thread.
    mind: Option<Mind>,
    /// Whether it may take long, and so needs a thread.
    slow: bool,
    thinking: Option<Receiver<Thought>>,
    thought: Option<Thought>,
    /// The bot that plays on if the thread panics.
    spare: Option<Box<dyn Bot>>,
    /// How the program failed, to be reported once.
    failed: Option<String>,
}

/// Chooses entries: the program until it fails, then the built-in bot.
struct Mind {
    built_in: Box<dyn Bot>,
    program: Option<Running>,
}

/// The result of thinking about the question of one step.
struct Thought {
    mind: Mind,
    step: u64,
    entry: Option<usize>,
    failed: Option<String>,
}

/// Why a program no longer plays.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("could not be started: {}", net::storage::reason(.0))]
    Start(std::io::Error),
    #[error("has ended")]
    Ended,
    #[error("took longer than {} s", .0.as_secs())]
    Late(Duration),
    #[error("gave an answer that cannot be read: {0}")]
    Nonsense(String),
    #[error("chose entry {0}, which may not be chosen")]
    Forbidden(usize),
}

impl From<Box<dyn Bot>> for SeatBot {
    fn from(built_in: Box<dyn Bot>) -> Self {
        let mind = Some(Mind { built_in, program: None });
        Self { mind, slow: false, thinking: None, thought: None, spare: None, failed: None }
    }
}

impl SeatBot {
    /// A bot for a seat of this game; its random choices come from the seed.
    pub fn new(game: &dyn Game, seat: Seat, seed: u64, config: &BotConfig) -> Self {
        let mut bot = Self::from(game.bot(BotKind::Level(config.level), seat, seed));
        bot.slow = config.level == Level::Hard || config.program.is_some();
        bot.spare = bot.slow.then(|| game.bot(BotKind::NORMAL, seat, seed));
        if let (Some(program), Some(mind)) = (&config.program, &mut bot.mind) {
            match Running::start(program) {
                Ok(running) => mind.program = Some(running),
                Err(fault) => bot.failed = Some(told(&program.command, &fault)),
            }
        }
        bot
    }

    /// Lets the bot answer its node's menu; false if there is none, or the bot is still thinking.
    pub fn choose(&mut self, node: &mut Node, now: Millis) -> bool {
        self.wait(Duration::ZERO);
        let (Some(seat), Some(menu)) = (node.seat(), node.menu()) else { return false };
        let step = node.play().step();
        let entry = match self.thought.take() {
            Some(thought) => {
                self.mind = Some(thought.mind);
                self.failed = thought.failed.or(self.failed.take());
                thought.entry.filter(|_| thought.step == step)
            }
            None => None,
        };
        let entry = entry.or_else(|| self.ask(node, seat, menu));
        entry.is_some_and(|entry| node.choose(entry, now).is_ok())
    }

    /// Asks the bot; `None` while it is thinking.
    fn ask(&mut self, node: &Node, seat: Seat, menu: &Menu) -> Option<usize> {
        if self.mind.is_none() && !self.is_thinking() {
            self.slow = false;
            self.mind = self.spare.take().map(|built_in| Mind { built_in, program: None });
        }
        if !self.slow {
            return self.advise(node);
        }
        let mut mind = self.mind.take()?;
        let (driver, knowledge, step) =
            (node.play().driver(), node.knowledge(), node.play().step());
        let ask = Ask::new(driver, seat, menu, &knowledge);
        let question = mind.program.is_some().then(|| question(node, seat, menu));
        let (kept, allowed) = (ask.keep(), ask.allowed());
        let (sender, thinking) = sync_channel(1);
        let think = move || {
            let (entry, failed) = mind.think(question, &allowed, &kept);
            // Nobody receives this once the match is over.
            let _ = sender.send(Thought { mind, step, entry, failed });
        };
        match thread::Builder::new().name("bot".into()).spawn(think) {
            Ok(_) => self.thinking = Some(thinking),
            Err(error) => tracing::error!(%error, "no thread for a bot to think on"),
        }
        None
    }

    /// Whether the bot is thinking.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Waits for a thinking bot, no longer than `timeout`. True if it has finished.
    pub fn wait(&mut self, timeout: Duration) -> bool {
        let Some(thinking) = &self.thinking else { return false };
        match thinking.recv_timeout(timeout) {
            Ok(thought) => self.thought = Some(thought),
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => tracing::error!("a bot ended while it thought"),
        }
        self.thinking = None;
        true
    }

    /// What the bot would choose if it played this node's seat.
    pub fn advise(&mut self, node: &Node) -> Option<usize> {
        let (seat, menu) = (node.seat()?, node.menu()?);
        let (knowledge, driver) = (node.knowledge(), node.play().driver());
        let mind = self.mind.as_mut()?;
        Some(mind.built_in.pick(&Ask::new(driver, seat, menu, &knowledge), driver.state()))
    }

    /// How the program failed; given once.
    pub fn take_failure(&mut self) -> Option<String> {
        self.failed.take()
    }
}

impl Mind {
    /// The chosen entry, and how the program failed if it did.
    fn think(
        &mut self,
        question: Option<Question>,
        allowed: &[usize],
        ask: &KeptAsk,
    ) -> (Option<usize>, Option<String>) {
        let mut failed = None;
        if let (Some(running), Some(question)) = (&mut self.program, question) {
            match running.ask(&question, allowed) {
                Ok(entry) => return (Some(entry), None),
                Err(fault) => failed = Some(told(&running.program.command, &fault)),
            }
            self.program = None;
        }
        (ask.put_to(&mut *self.built_in), failed)
    }
}

fn told(command: &str, fault: &Fault) -> String {
    format!("The program `{command}` {fault}; the built-in bot plays on in its seat.")
}

/// A line to the program.
#[derive(Serialize)]
struct Question {
    v: u8,
    seat: usize,
    game: &'static str,
    snapshot: MatchView,
    menu: MenuAsked,
}

#[derive(Serialize)]
struct MenuAsked {
    step: u64,
    title: String,
    rule: String,
    window: bool,
    entries: Vec<EntryAsked>,
}

#[derive(Serialize)]
struct EntryAsked {
    entry: usize,
    label: String,
    cards: Vec<u32>,
    allowed: bool,
    reason: Option<String>,
    pass: bool,
}

/// A line from the program.
#[derive(Deserialize)]
struct Reply {
    entry: usize,
}

/// A running program that plays one seat; dropping this ends it.
struct Running {
    program: Program,
    child: Child,
    questions: SyncSender<Vec<u8>>,
    answers: Receiver<Vec<u8>>,
}

impl Running {
    fn start(program: &Program) -> Result<Self, Fault> {
        let mut child = shell(&program.command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(Fault::Start)?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Fault::Ended);
        };
        // A program that does not read or does not write blocks these threads, not the match.
        let (questions, asked) = sync_channel::<Vec<u8>>(1);
        let (sender, answers) = sync_channel(1);
        let write = move || {
            while let Ok(line) = asked.recv()
                && stdin.write_all(&line).and_then(|()| stdin.flush()).is_ok()
            {}
        };
        let read = move || {
            let mut stdout = BufReader::new(stdout);
            loop {
                let mut line = Vec::new();
                let read = stdout.by_ref().take(ANSWER).read_until(b'\n', &mut line);
                if !read.is_ok_and(|read| read > 0) || sender.send(line).is_err() {
                    return;
                }
            }
        };
        let name = || thread::Builder::new().name("program".into());
        name().spawn(write).map_err(Fault::Start)?;
        name().spawn(read).map_err(Fault::Start)?;
        Ok(Self { program: program.clone(), child, questions, answers })
    }

    fn ask(&mut self, question: &Question, allowed: &[usize]) -> Result<usize, Fault> {
        let mut line = serde_json::to_vec(question).map_err(|e| Fault::Nonsense(e.to_string()))?;
        line.push(b'\n');
        self.questions.try_send(line).map_err(|_| Fault::Ended)?;
        let line = match self.answers.recv_timeout(self.program.limit) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return Err(Fault::Late(self.program.limit)),
            Err(RecvTimeoutError::Disconnected) => return Err(Fault::Ended),
        };
        let reply: Reply =
            serde_json::from_slice(&line).map_err(|_| Fault::Nonsense(brief(&line)))?;
        match allowed.contains(&reply.entry) {
            true => Ok(reply.entry),
            false => Err(Fault::Forbidden(reply.entry)),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Fails if it has ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]);
    shell
}

#[cfg(not(unix))]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.args(["/C", command]);
    shell
}

/// The beginning of what a program wrote, made fit to be shown.
fn brief(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.trim().chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
    text.take(60).collect()
}

fn question(node: &Node, seat: Seat, menu: &Menu) -> Question {
    let (play, view) = (node.play(), node.view());
    let charter = play.charter();
    let names: BySeat<String> = charter.seats.iter().map(|place| place.name.clone()).collect();
    let words = Words { game: play.game(), names: &names, eyes: session::eyes(&view) };
    let standing = Standing::of(node);
    let player = |(seat, name): (Seat, &String)| PlayerShown {
        name: name.clone(),
        gone: standing.gone.contains(seat),
        owes: standing.missing.contains(seat),
        ..PlayerShown::default()
    };
    let entry = |(at, entry): (usize, &engine::Entry)| {
        let reason = entry.allowed(words.eyes).err().map(|line| words.line(&line));
        EntryAsked {
            entry: at,
            label: words.entry(entry),
            cards: entry.handles().map(|card| card.0).collect(),
            allowed: reason.is_none(),
            reason,
            pass: entry.pass,
        }
    };
    let info = play.game().info();
    Question {
        v: VERSION,
        seat: seat.index(),
        game: info.id,
        snapshot: MatchView {
            game: info.id.into(),
            game_name: info.name.into(),
            id: proto::words(&play.id()),
            options: charter.options.clone(),
            step: standing.step,
            me: Some(seat.index()),
            players: names.iter().map(player).collect(),
            board: BoardShown::of(words, &view),
            ..MatchView::default()
        },
        menu: MenuAsked {
            step: standing.step,
            title: words.line(&menu.title),
            rule: menu.rule.into(),
            window: session::is_window(play),
            entries: menu.entries.iter().enumerate().map(entry).collect(),
        },
    }
}
