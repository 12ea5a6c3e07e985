//! Plain lines as a screen of a seat: reads snapshots and events, and sends intents. The seat may run in
//! this process or in another.

mod outside;

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    io::{self, Write},
    sync::mpsc::RecvTimeoutError,
    time::{Duration, Instant},
};

use seat::{
    Answer, Cursor, EndView, Intent, MatchView, SeatClient, SeatEventKind, SeatState, Snapshot,
    shown::Catalogue, slash::Slash,
};

use super::{Input, printable, words};
use crate::{Failure, tell};

/// How long the answer to an intent may take: the cryptography of a whole deal may be running.
const ANSWERED: Duration = Duration::from_secs(60);
/// How many proofs are shown when the person asks.
const PROOFS: usize = 20;
/// How long to wait for input before looking at the seat again, and the other way round.
const PATIENCE: Duration = Duration::from_millis(50);

const HELP: &str = "\
Type the number of an entry to choose it, or:
  v  the whole table
  c  what every card in sight does
  r  the rules of this phase
  w  whom the table waits for
  cards, rules  all cards of the game, and all its rules
  t  what was proven lately, and by whom
  ?  this help, and what the cards before you do
  q  leave the table";

const PLAYERS_HELP: &str = "\
As a player also:
  a  be asked more or less often whether you react
  p  pay somebody or ask to be paid at the next chance, where the game allows it
  o  vote about whoever keeps the table waiting";

const CHAT_HELP: &str = "\
To write to the others:
  /say TEXT           write to everybody at the table
  /whisper NAME TEXT  write to one of them alone";

/// Shows a seat until the options say that it ends.
///
/// # Errors
/// If what the person came for failed, or the output is closed.
pub fn run(
    client: &SeatClient,
    input: &mut Input,
    out: &mut dyn Write,
    options: Options,
) -> Result<End, Failure> {
    let now = client.snapshot();
    let at = match &now.state {
        // A screen that comes late shows the match from its beginning.
        SeatState::Match(view) => Cursor(view.began.0 + 1),
        SeatState::End(end) if options.until != Until::Left => Cursor(end.last.began.0 + 1),
        _ => now.at,
    };
    let mut screen = Screen {
        client,
        input,
        out,
        options,
        at,
        catalogue: None,
        told: BTreeMap::new(),
        order: Vec::new(),
        question: Question::None,
        proofs: (0, VecDeque::new()),
        unread: None,
        prompted: false,
        began: Instant::now(),
        outside: Outside::default(),
    };
    screen.run()
}

/// Why a seat is no longer shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The match is over.
    Over,
    /// The person has left, or the input has ended.
    Left,
}

/// How the screen behaves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// When it ends.
    pub until: Until,
    /// Whether proofs are reported on standard error.
    pub verbose: bool,
    /// Lines are broken at words to this width; never if `None`.
    pub width: Option<usize>,
}

/// When a screen ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Until {
    /// When the person leaves it.
    #[default]
    Left,
    /// When one match is over, or was left.
    Over,
    /// When the person is at no table any more; if they are at none yet, they choose one first.
    Home(Option<Pick>),
}

/// How a table is chosen from the visible ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// Whether to watch there.
    pub watch: bool,
    /// How long to wait for one to appear.
    pub patience: Duration,
}

impl Pick {
    /// How the person chooses one.
    fn how(self) -> &'static str {
        match self.watch {
            true => "Type the number of one to watch there, q to leave.",
            false => "Type the number of one to sit down, q to leave.",
        }
    }
}

struct Screen<'a> {
    client: &'a SeatClient,
    input: &'a mut Input,
    out: &'a mut dyn Write,
    options: Options,
    /// The next event to be shown.
    at: Cursor,
    catalogue: Option<Catalogue>,
    /// What the person has read about each thing on the table, by its place, its name, and how many of that
    /// name came before it.
    told: BTreeMap<(String, String, usize), String>,
    /// What the numbers stand for: entries of the menu of a step.
    order: Vec<usize>,
    question: Question,
    /// How many proofs were verified, and the last of them.
    proofs: (usize, VecDeque<String>),
    /// A line of a script that was read before the question it answers was shown.
    unread: Option<String>,
    /// Whether the cursor is behind a prompt.
    prompted: bool,
    began: Instant,
    outside: Outside,
}

/// What the person was told outside of a match.
#[derive(Default)]
struct Outside {
    /// The table they sit at.
    table: String,
    /// What was in progress.
    busy: Option<String>,
    /// The visible tables, in the order of their numbers.
    tables: Vec<String>,
    /// Whether they were asked for a code.
    asked_code: bool,
    /// Whose key has changed.
    cautioned: BTreeSet<(String, String)>,
    /// Whether a match was played.
    played: bool,
    /// Whether they have said that they are ready, and the table does not show it yet.
    ready: bool,
}

/// What the next line answers.
#[derive(Clone, PartialEq)]
enum Question {
    None,
    /// The menu of a step.
    Menu(u64),
    /// A confirmation of this intent, asked for in these words.
    Sure(Intent, String),
}

impl Screen<'_> {
    fn run(&mut self) -> Result<End, Failure> {
        self.greet()?;
        loop {
            let events = self.client.told_since(self.at);
            let snapshot = self.client.snapshot();
            for event in events {
                self.at = Cursor(event.at.0 + 1);
                if let Some(end) = self.tell(event.kind, &snapshot)? {
                    return Ok(end);
                }
            }
            self.withdraw(&snapshot)?;
            if let Some(end) = self.outside(&snapshot)? {
                self.out.flush()?;
                return Ok(end);
            }
            if self.client.is_closed() {
                self.line("The seat was closed.")?;
                return Ok(End::Left);
            }
            if let Some(end) = self.listen()? {
                return Ok(end);
            }
        }
    }

    fn greet(&mut self) -> Result<(), Failure> {
        let snapshot = self.client.snapshot();
        match &snapshot.state {
            SeatState::Match(view) => self.sit_down(view),
            SeatState::End(end) if self.options.until != Until::Left => self.sit_down(&end.last),
            _ if self.options.until == Until::Left => self.look(&snapshot),
            SeatState::Home(_) => match self.options.until {
                Until::Home(Some(pick)) => {
                    self.line(&format!("Looking for tables. {}", pick.how()))
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn sit_down(&mut self, view: &MatchView) -> Result<(), Failure> {
        self.catalogue = self.client.catalogue(&view.game);
        self.told.clear();
        self.outside.played = true;
        let others = view.players.iter().enumerate().filter(|(seat, _)| Some(*seat) != view.me);
        let others: Vec<&str> = others.map(|(_, player)| player.name.as_str()).collect();
        let who = match view.me.and_then(|me| view.players.get(me)) {
            Some(me) => format!("You are {}. With you: {}.", me.name, others.join(", ")),
            None => format!("You watch: {}.", others.join(", ")),
        };
        self.line(&format!("{}. {who}", view.game_name))?;
        self.line("Type a number to choose, ? for help, q to leave.")
    }

    fn tell(&mut self, kind: SeatEventKind, now: &Snapshot) -> Result<Option<End>, Failure> {
        match kind {
            SeatEventKind::Said { text, rule, .. } => {
                let rule = if rule.is_empty() { String::new() } else { format!(" [{rule}]") };
                self.line(&format!("{}{rule}", text.to(me(now))))?;
            }
            SeatEventKind::Learnt { text, .. } => self.line(&text.plain())?,
            SeatEventKind::Asked { step } => {
                if let SeatState::Match(view) = &now.state
                    && view.menu.as_ref().is_some_and(|menu| menu.step == step)
                {
                    self.table(view, false)?;
                    self.menu(view)?;
                    match &self.question {
                        // What was asked before is still to be answered.
                        Question::Sure(_, words) if !self.is_over(now) => {
                            self.line(&words.clone())?;
                        }
                        _ => self.question = Question::Menu(step),
                    }
                }
            }
            SeatEventKind::Proven { step, text, .. } => {
                let what = format!("Step {step}: {text}; the proof holds");
                if self.options.verbose {
                    // Standard error may be closed; the game matters more.
                    let _ = writeln!(io::stderr(), "{}", printable(&what));
                }
                let (count, last) = &mut self.proofs;
                *count += 1;
                last.push_back(what);
                if last.len() > PROOFS {
                    last.pop_front();
                }
            }
            // The screen ends with it.
            SeatEventKind::Notice { text } if self.fails_with(now) == Some(&text) => {}
            SeatEventKind::Presence { text, .. } | SeatEventKind::Notice { text } => {
                let votes = match &now.state {
                    SeatState::Match(view) if view.late == text => {
                        format!(" Type o: it {}.", seat::words::voting(view.goes_on))
                    }
                    _ => String::new(),
                };
                self.line(&format!("{text}{votes}"))?;
            }
            // The person's own lines are on the terminal already.
            SeatEventKind::Chat { from, seat, whispered, text, .. } => {
                if !is_me(now, seat, &from) {
                    self.line(&seat::words::chat(&from, whispered, &text))?;
                }
            }
            SeatEventKind::Began => {
                if let SeatState::Match(view) = &now.state {
                    self.sit_down(view)?;
                }
            }
            SeatEventKind::Over => return self.over(now),
            SeatEventKind::Changed => {}
        }
        Ok(None)
    }

    fn over(&mut self, now: &Snapshot) -> Result<Option<End>, Failure> {
        self.question = Question::None;
        let SeatState::End(end) = &now.state else { return Ok(None) };
        let EndView { last, summary, fingerprint, transcript, .. } = &**end;
        self.table(last, false)?;
        match end.failed() {
            Some(failure) if self.options.until != Until::Left => {
                self.out.flush()?;
                return Err(failure);
            }
            Some(failure) => self.line(&failure.to_string())?,
            None => summary.lines().try_for_each(|line| self.line(line))?,
        }
        if let Some(words) = fingerprint {
            self.line(&format!("Fingerprint: {words}"))?;
        }
        if let Some(path) = transcript {
            self.line(&format!("Transcript: {path}"))?;
        }
        self.out.flush()?;
        match self.options.until {
            Until::Over => return Ok(Some(End::Over)),
            Until::Home(_) if !end.rematch => return Ok(Some(End::Over)),
            Until::Home(_) => {
                let host = end.table.as_ref().is_some_and(|table| table.host);
                self.line(match host {
                    true => "Type ready to play again at this table, q to leave.",
                    false => "Type ready to play again as soon as the host is, q to leave.",
                })?;
            }
            Until::Left => {}
        }
        Ok(None)
    }

    /// Withdraws a question that is no longer asked.
    fn withdraw(&mut self, now: &Snapshot) -> Result<(), Failure> {
        if self.is_over(now) {
            self.question = Question::None;
            self.line("That is no longer asked.")?;
        }
        Ok(())
    }

    /// Whether the last question is no longer asked.
    fn is_over(&self, now: &Snapshot) -> bool {
        let asked = match &now.state {
            SeatState::Match(view) => view.menu.as_ref().map(|menu| menu.step),
            _ => None,
        };
        match &self.question {
            Question::Menu(step) | Question::Sure(Intent::Choose { step, .. }, _) => {
                Some(*step) != asked
            }
            _ => false,
        }
    }

    fn menu(&mut self, view: &MatchView) -> Result<(), Failure> {
        let Some(menu) = &view.menu else { return Ok(()) };
        let rule = if menu.rule.is_empty() { String::new() } else { format!(" [{}]", menu.rule) };
        let clock = view.window_left_ms.map_or(String::new(), |left| {
            format!(" Everybody may react; answers are sent in {} s.", left / 1000 + 1)
        });
        self.order = menu.entries.iter().map(|entry| entry.entry).collect();
        self.line(&format!("{}{rule}{clock}", menu.title.plain()))?;
        for (number, entry) in (1..).zip(&menu.entries) {
            let refused = entry.reason.as_ref().filter(|_| !entry.allowed);
            let refused = refused.map_or(String::new(), |why| format!(" (not now: {why})"));
            self.line(&format!("{number:>3}  {}{refused}", entry.words))?;
        }
        Ok(())
    }

    /// Shows everything on the table, a line for each place; only what is new unless `all`.
    fn table(&mut self, view: &MatchView, all: bool) -> Result<(), Failure> {
        let Some(catalogue) = &self.catalogue else { return Ok(()) };
        let items = words::table(view, catalogue);
        for place in items.chunk_by(|a, b| a.0 == b.0) {
            let mut told = Vec::new();
            for (i, (here, name, words)) in place.iter().enumerate() {
                let before = place[..i].iter().filter(|item| item.1 == *name).count();
                let key = (here.clone(), name.clone(), before);
                if self.told.insert(key, words.clone()).as_ref() != Some(words) || all {
                    told.push(words.as_str());
                }
            }
            if !told.is_empty() {
                self.line(&format!("  {}: {}", place[0].0, told.join("; ")))?;
            }
        }
        Ok(())
    }

    /// Waits a moment for a line from the person and acts on it.
    fn listen(&mut self) -> Result<Option<End>, Failure> {
        let reads = self.question != Question::None || self.reads_outside();
        if !reads && !self.input.live {
            self.out.flush()?;
            self.client.wait(self.at, PATIENCE);
            return Ok(None);
        }
        if self.input.live && !self.prompted && self.question != Question::None {
            write!(self.out, "> ")?;
            self.prompted = true;
        }
        self.out.flush()?;
        let unread = self.unread.take().map(Ok);
        match unread.unwrap_or_else(|| self.input.lines.recv_timeout(PATIENCE)) {
            // A script's line answers the next question, not one that is over.
            Ok(line) if !self.input.live && self.is_over(&self.client.snapshot()) => {
                self.unread = Some(line);
                Ok(None)
            }
            Ok(line) => self.typed(&line),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => self.input_ended(),
        }
    }

    fn input_ended(&mut self) -> Result<Option<End>, Failure> {
        self.why_no_code()?;
        self.line("The input has ended, so you leave the table.")?;
        self.out.flush()?;
        // An attached screen leaves the seat as it is.
        if self.options.until == Until::Left {
            return Ok(Some(End::Left));
        }
        self.question = Question::None;
        self.options.until = Until::Home(None);
        let in_match = matches!(self.client.snapshot().state, SeatState::Match(_));
        let left = self.client.send(Intent::Leave).wait(ANSWERED);
        // How to resume the match is still to be shown.
        let more = in_match && left.is_some_and(|answer| answer.is_taken());
        Ok((!more).then_some(End::Left))
    }

    fn typed(&mut self, line: &str) -> Result<Option<End>, Failure> {
        if self.input.live {
            // The terminal has already moved to the next line.
            self.prompted = false;
        } else {
            self.line(&format!("> {line}"))?;
        }
        let snapshot = self.client.snapshot();
        if let Question::Sure(intent, _) = self.question.clone() {
            self.question = match &snapshot.state {
                SeatState::Match(view) => {
                    view.menu.as_ref().map_or(Question::None, |menu| Question::Menu(menu.step))
                }
                _ => Question::None,
            };
            return match (line, &intent) {
                ("y" | "Y" | "yes" | "q", Intent::Leave) => self.leave(),
                ("y" | "Y" | "yes", _) => self.want(intent),
                ("q", _) => self.leave(),
                (_, Intent::Choose { .. }) => self.reply("Then choose again."),
                _ => self.reply("All right, nothing was done."),
            };
        }
        match (Slash::read(line), &snapshot.state) {
            (Some(Ok(Slash::Say(text))), _) => {
                self.want(Intent::Say { to: None, text: text.into() })
            }
            (Some(Ok(Slash::Whisper { name, text })), _) => {
                self.want(Intent::Say { to: Some(name.into()), text: text.into() })
            }
            (Some(Err(why)), _) => self.reply(&why.to_string()),
            (None, SeatState::Match(view)) => self.typed_in_match(line, view),
            (None, _) => self.typed_outside(line, &snapshot),
        }
    }

    fn typed_in_match(&mut self, line: &str, view: &MatchView) -> Result<Option<End>, Failure> {
        match line {
            "" => return Ok(None),
            // A script is not asked to confirm.
            "q" if !self.input.live => return self.leave(),
            "q" => return self.sure(Intent::Leave, &view.leave_question),
            "v" => self.table(view, true)?,
            "c" => self.explain(&words::faces(view, true))?,
            "cards" => {
                let all: Vec<u8> =
                    self.catalogue.iter().flat_map(|all| all.faces.keys().copied()).collect();
                self.explain(&all)?;
            }
            "r" => self.rules(Some(&view.board.phase))?,
            "rules" => self.rules(None)?,
            "w" => self.line(&view.waiting)?,
            "a" => return self.want(Intent::AskOtherwise),
            "p" | "pay" => {
                return match view.wants_aside {
                    Some(wants) => self.want(Intent::WantAside { wanted: !wants }),
                    None => self.reply("Nothing can be paid yet."),
                };
            }
            "?" => {
                let players = view.me.map(|_| PLAYERS_HELP);
                let chat = view.talks.then_some(CHAT_HELP);
                let parts = [Some(HELP), players, chat].into_iter().flatten();
                parts.flat_map(str::lines).try_for_each(|line| self.line(line))?;
                self.explain(&words::faces(view, false))?;
            }
            "t" => self.tell_proofs()?,
            "o" | "g" => {
                let without = view.may_go_on_without.clone();
                if without.is_empty() {
                    return self.reply(match view.me {
                        Some(_) => "There is nobody to go on without.",
                        None => "You are watching, and have no vote.",
                    });
                }
                let consent = Intent::Consent { step: view.step, without };
                return self.sure(consent, &view.consent_question);
            }
            _ => return self.number(line, view),
        }
        self.menu(view)?;
        Ok(None)
    }

    fn number(&mut self, line: &str, view: &MatchView) -> Result<Option<End>, Failure> {
        let Some(menu) = &view.menu else {
            return self.reply("Nothing is asked of you now; ? for help.");
        };
        // The numbers belong to the menu that was shown.
        if self.question != Question::Menu(menu.step) {
            return self.reply("That is no longer asked.");
        }
        let place = line.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let entry = place.and_then(|place| self.order.get(place));
        let found = entry.and_then(|at| menu.entries.iter().find(|entry| entry.entry == *at));
        let Some(entry) = found else {
            let count = self.order.len();
            return self.reply(&format!("Type a number from 1 to {count}, or ? for help."));
        };
        if let Some(reason) = entry.reason.as_ref().filter(|_| !entry.allowed) {
            return self.reply(&format!("You cannot choose that: {reason}."));
        }
        let choose = Intent::Choose { step: menu.step, entry: entry.entry };
        match entry.heavy {
            true => self.sure(choose, &format!("{}: are you sure?", entry.words)),
            false => self.want(choose),
        }
    }

    fn tell_proofs(&mut self) -> Result<(), Failure> {
        let (count, last) = &self.proofs;
        let mut lines = vec![format!("Proofs checked: {count}. The last of them:")];
        lines.extend(last.iter().map(|what| format!("  ✓ {what}")));
        lines.iter().try_for_each(|line| self.line(line))
    }

    /// The chapter of the rules about a phase, or all rules.
    fn rules(&mut self, phase: Option<&str>) -> Result<(), Failure> {
        let Some(catalogue) = &self.catalogue else { return Ok(()) };
        let rules = catalogue.rules.clone();
        match phase.map(|phase| tell::chapter(&rules, phase)) {
            None => rules.lines().try_for_each(|line| self.line(line)),
            Some(Some(chapter)) => chapter.lines().try_for_each(|line| self.line(line)),
            Some(None) => self.line("Type rules for all the rules."),
        }
    }

    fn explain(&mut self, faces: &[u8]) -> Result<(), Failure> {
        let Some(catalogue) = &self.catalogue else { return Ok(()) };
        let known = faces.iter().filter_map(|face| catalogue.faces.get(face));
        let mut lines: Vec<String> = Vec::new();
        for face in known {
            let line = format!("  {} ({}): {}", face.name, face.short, face.help);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        lines.iter().try_for_each(|line| self.line(line))
    }

    fn sure(&mut self, intent: Intent, question: &str) -> Result<Option<End>, Failure> {
        let words = format!("{question} (y/n)");
        self.question = Question::Sure(intent, words.clone());
        self.reply(&words)
    }

    fn leave(&mut self) -> Result<Option<End>, Failure> {
        self.line("You leave the table.")?;
        self.out.flush()?;
        self.question = Question::None;
        self.want(Intent::Leave)
    }

    /// Sends an intent, and shows why it was refused.
    fn want(&mut self, intent: Intent) -> Result<Option<End>, Failure> {
        let chooses = matches!(intent, Intent::Choose { .. });
        match self.client.send(intent).wait(ANSWERED) {
            Some(Answer::Taken { .. }) => {
                if chooses {
                    self.question = Question::None;
                }
                Ok(None)
            }
            Some(Answer::Refused { text, .. }) => {
                self.outside.ready = false;
                let text = text.trim_end_matches('.');
                self.reply(&format!("That was refused: {text}."))
            }
            None => self.reply("Your seat does not answer; try again."),
        }
    }

    fn reply(&mut self, sentence: &str) -> Result<Option<End>, Failure> {
        self.line(sentence)?;
        Ok(None)
    }

    fn line(&mut self, line: &str) -> Result<(), Failure> {
        if self.prompted {
            self.prompted = false;
            writeln!(self.out)?;
        }
        let line = printable(line);
        match self.options.width {
            Some(width) => words::broken(&line, width)
                .iter()
                .try_for_each(|line| Ok(writeln!(self.out, "{line}")?)),
            None => Ok(writeln!(self.out, "{line}")?),
        }
    }
}

/// The person's seat in the match.
fn me(now: &Snapshot) -> Option<usize> {
    match &now.state {
        SeatState::Match(view) => view.me,
        SeatState::End(end) => end.last.me,
        _ => None,
    }
}

/// Whether a chat message is the person's own.
fn is_me(now: &Snapshot, seat: Option<usize>, from: &str) -> bool {
    let table = match &now.state {
        SeatState::Lobby(lobby) => Some(lobby),
        SeatState::End(end) => end.table.as_ref(),
        _ => None,
    };
    let people = table.into_iter().flat_map(|table| &table.people);
    let called = people.filter(|sitter| sitter.me).any(|sitter| sitter.name == from);
    seat.is_some() && seat == me(now) || called
}
