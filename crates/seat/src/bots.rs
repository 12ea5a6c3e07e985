//! Who plays the seat of a bot: a bot that is built in, or a program in any language that reads questions
//! and writes answers, a line of JSON each (`docs/bots.md`).

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::Duration,
};

use engine::{Ask, Bot, BotKind, BySeat, Game, Level, Menu, Seat, Words};
use serde::{Deserialize, Serialize};
use table::{Millis, Node};

use crate::{
    MatchView, PlayerShown,
    session::{self, Standing},
    shown::BoardShown,
};

/// The version of the lines.
const VERSION: u8 = 1;
/// How long a program may think about one answer.
const LIMIT: Duration = Duration::from_secs(5);
/// The longest answer that is read, in bytes: it is a number in a pair of braces.
const ANSWER: u64 = 4096;

/// A program that plays seats of bots, as somebody typed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// What the shell is given.
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

/// How the seats of bots are played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BotConfig {
    /// How well the bots play that are built in.
    pub level: Level,
    /// What plays instead of them.
    pub program: Option<Program>,
}

impl From<Level> for BotConfig {
    fn from(level: Level) -> Self {
        Self { level, program: None }
    }
}

/// Who picks the entries of one seat.
pub struct SeatBot {
    built_in: Box<dyn Bot>,
    program: Option<Running>,
    /// What has become of the program, to be told once.
    failed: Option<String>,
}

/// Why a program does not play any more.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("could not be started: {0}")]
    Start(std::io::Error),
    #[error("has ended")]
    Ended,
    #[error("took longer than {} s", .0.as_secs())]
    Late(Duration),
    #[error("answered what is no answer: {0}")]
    Nonsense(String),
    #[error("chose entry {0}, which may not be chosen")]
    Forbidden(usize),
}

impl From<Box<dyn Bot>> for SeatBot {
    fn from(built_in: Box<dyn Bot>) -> Self {
        Self { built_in, program: None, failed: None }
    }
}

impl SeatBot {
    /// A bot for a seat of this game; its luck comes from the seed.
    pub fn new(game: &dyn Game, seat: Seat, seed: u64, config: &BotConfig) -> Self {
        let mut bot = Self::from(game.bot(BotKind::Level(config.level), seat, seed));
        if let Some(program) = &config.program {
            match Running::start(program) {
                Ok(running) => bot.program = Some(running),
                Err(fault) => bot.failed = Some(told(&program.command, &fault)),
            }
        }
        bot
    }

    /// Lets the bot answer what its node is asked; false if that is nothing.
    pub fn choose(&mut self, node: &mut Node, now: Millis) -> bool {
        let (Some(seat), Some(menu)) = (node.seat(), node.menu()) else { return false };
        let entry = self.asked(node, seat, menu).or_else(|| self.advise(node));
        entry.is_some_and(|entry| node.choose(entry, now).is_ok())
    }

    /// What the bot would answer, were it asked in the place of its node.
    pub fn advise(&mut self, node: &Node) -> Option<usize> {
        let (seat, menu) = (node.seat()?, node.menu()?);
        let (knowledge, driver) = (node.knowledge(), node.play().driver());
        Some(self.built_in.pick(&Ask::new(driver, seat, menu, &knowledge), driver.state()))
    }

    /// What has become of the program, once it has failed.
    pub fn take_failure(&mut self) -> Option<String> {
        self.failed.take()
    }

    /// What the program answers; `None` if there is none, or none any more.
    fn asked(&mut self, node: &Node, seat: Seat, menu: &Menu) -> Option<usize> {
        let running = self.program.as_mut()?;
        match running.ask(node, seat, menu) {
            Ok(entry) => Some(entry),
            Err(fault) => {
                self.failed = Some(told(&running.program.command, &fault));
                self.program = None;
                None
            }
        }
    }
}

fn told(command: &str, fault: &Fault) -> String {
    format!("The program `{command}` {fault}; the built-in bot plays on in its seat.")
}

/// A line out.
#[derive(Serialize)]
struct Question<'a> {
    v: u8,
    seat: usize,
    game: &'a str,
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

/// A line in.
#[derive(Deserialize)]
struct Reply {
    entry: usize,
}

/// A program that plays one seat. It ends with this value.
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
        // A program that does not read, or does not write, stops these threads and not the match.
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

    fn ask(&mut self, node: &Node, seat: Seat, menu: &Menu) -> Result<usize, Fault> {
        let mut line = serde_json::to_vec(&question(node, seat, menu))
            .map_err(|e| Fault::Nonsense(e.to_string()))?;
        line.push(b'\n');
        self.questions.try_send(line).map_err(|_| Fault::Ended)?;
        let line = match self.answers.recv_timeout(self.program.limit) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return Err(Fault::Late(self.program.limit)),
            Err(RecvTimeoutError::Disconnected) => return Err(Fault::Ended),
        };
        let reply: Reply =
            serde_json::from_slice(&line).map_err(|_| Fault::Nonsense(brief(&line)))?;
        let knowledge = node.knowledge();
        let ask = Ask::new(node.play().driver(), seat, menu, &knowledge);
        match ask.allowed().contains(&reply.entry) {
            true => Ok(reply.entry),
            false => Err(Fault::Forbidden(reply.entry)),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to be done.
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

/// The beginning of what a program wrote, fit to be shown.
fn brief(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.trim().chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
    text.take(60).collect()
}

fn question<'a>(node: &'a Node, seat: Seat, menu: &Menu) -> Question<'a> {
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
