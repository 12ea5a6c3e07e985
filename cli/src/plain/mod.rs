//! Plain mode: lines that are only ever added, and menus by number. It needs no terminal, suits
//! screen readers, and a script can play with it.

pub mod lobby;
pub mod screen;
mod words;

use std::{
    collections::{BTreeMap, VecDeque},
    io::{self, BufRead, IsTerminal, Write},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use engine::{Face, Handle, Outcome, Told};
use seat::slash::Slash;
use table::Seats;

use crate::{
    Failure,
    session::{self, Session, Update},
    tell,
};

const HELP: &str = "\
Type the number of an entry to choose it, or:
  v  the whole table
  c  what every card in sight does
  r  the rules of this phase
  w  whom the table waits for
  cards, rules  all cards of the game, and all its rules
  t  what was proven lately, and by whom
  a  be asked more or less often whether you react
  p  pay somebody or ask to be paid at the next chance, where the game allows it
  ?  this help, and what the cards before you do
  o  vote about whoever keeps the table waiting
  /say TEXT           write to everybody at the table
  /whisper NAME TEXT  write to one of them alone
  q  leave the table";

/// How many proofs are told when somebody asks.
const PROOFS: usize = 20;

/// How long to wait for one side before looking at the other.
const PATIENCE: Duration = Duration::from_millis(50);

/// What a person, or a script, types.
pub struct Input {
    lines: mpsc::Receiver<String>,
    /// Whether somebody types as they read; a script's lines wait until something is asked.
    live: bool,
}

impl Input {
    /// What is typed into this process.
    pub fn stdin() -> Self {
        Self::new(io::BufReader::new(io::stdin()), io::stdin().is_terminal())
    }

    /// Reads lines in the background, so that a game can go on meanwhile.
    pub fn new(mut source: impl BufRead + Send + 'static, live: bool) -> Self {
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut line = Vec::new();
            while source.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                if sender.send(text).is_err() {
                    break;
                }
                line.clear();
            }
        });
        Self { lines, live }
    }
}

/// How it came that a game is shown no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It is over.
    Over,
    /// The person has left, or the input has ended.
    Left,
}

/// Shows the session until the game is over, the person leaves, or the input ends.
///
/// # Errors
/// If the game cannot go on, or nobody reads the output any more.
pub fn run(
    session: &mut dyn Session,
    input: &mut Input,
    out: &mut dyn Write,
    verbose: bool,
) -> Result<End, Failure> {
    let screen = Plain {
        session,
        input,
        out,
        verbose,
        told: BTreeMap::new(),
        order: Vec::new(),
        question: Question::None,
        proofs: (0, VecDeque::new()),
        prompted: false,
    };
    screen.run()
}

struct Plain<'a> {
    session: &'a mut dyn Session,
    input: &'a mut Input,
    out: &'a mut dyn Write,
    verbose: bool,
    /// What the person has read about each thing on the table, by its place, its name, and how many
    /// of that name came before it.
    told: BTreeMap<(String, String, usize), String>,
    /// The entries of the menu in the order in which they were told: what the numbers mean.
    order: Vec<usize>,
    question: Question,
    /// How many proofs were checked, and the last of them.
    proofs: (usize, VecDeque<String>),
    /// Whether the cursor stands behind a prompt.
    prompted: bool,
}

/// What the next line answers.
#[derive(Clone, Copy, PartialEq)]
enum Question {
    None,
    Menu,
    /// Whether something is really wanted.
    Sure(Wish),
}

/// Something that is asked about once more.
#[derive(Clone, Copy, PartialEq)]
enum Wish {
    Choose(usize),
    GoOn(Seats),
    Leave,
}

enum Flow {
    On,
    Leave,
}

impl Plain<'_> {
    fn run(mut self) -> Result<End, Failure> {
        self.greet()?;
        loop {
            let wait = if self.question == Question::None { PATIENCE } else { Duration::ZERO };
            match self.session.next(wait) {
                Update::Said(event) => {
                    let view = self.session.view();
                    let said = session::words(self.session, &view).event(&event);
                    self.line(&said)?;
                }
                Update::Ask => self.ask()?,
                Update::Trust(seat, step, proven) => {
                    let what = session::proof(self.session.names(), seat, step, proven);
                    if self.verbose {
                        // Nobody may be reading; the game matters more.
                        let _ = writeln!(io::stderr(), "{}", printable(&what));
                    }
                    let (count, last) = &mut self.proofs;
                    *count += 1;
                    last.push_back(what);
                    if last.len() > PROOFS {
                        last.pop_front();
                    }
                }
                Update::Presence { seat, here } => {
                    let name = self.name(seat);
                    self.line(&format!("{name} {}.", if here { "is back" } else { "is away" }))?;
                }
                Update::Chat { from, whispered, text } => {
                    let name = self.name(from);
                    self.line(&session::chat(&name, whispered, &text))?;
                }
                Update::Waiting => self.waiting()?,
                Update::Notice(what) => self.line(&what)?,
                Update::Over(outcome) => {
                    self.over(&outcome)?;
                    return Ok(End::Over);
                }
                Update::Failed(failure) => return Err(failure),
                Update::Idle => {
                    if let Flow::Leave = self.listen()? {
                        return Ok(End::Left);
                    }
                }
            }
        }
    }

    fn greet(&mut self) -> Result<(), Failure> {
        let names = self.session.names();
        let others: Vec<String> = names
            .iter()
            .filter(|(seat, _)| Some(*seat) != self.session.seat())
            .map(|(_, name)| name.clone())
            .collect();
        let who = match self.session.seat().and_then(|seat| names.get(seat)) {
            Some(name) => format!("You are {name}. With you: {}.", others.join(", ")),
            None => format!("You watch: {}.", others.join(", ")),
        };
        let game = self.session.game().info().name;
        self.line(&format!("{game}. {who}"))?;
        self.line("Type a number to choose, ? for help, q to leave.")
    }

    /// Tells whom the person may go on without.
    fn waiting(&mut self) -> Result<(), Failure> {
        let away = self.session.may_go_on_without().iter();
        let away: Vec<String> = away.map(|seat| self.name(seat)).collect();
        if away.is_empty() {
            return Ok(());
        }
        let goes_on = self.session.goes_on();
        let told = session::waiting(&away, goes_on);
        self.line(&format!("{told} Typing o {}.", session::voting(goes_on)))
    }

    /// Tells what has changed on the table, then the menu.
    fn ask(&mut self) -> Result<(), Failure> {
        self.table(false)?;
        self.menu()?;
        self.question = Question::Menu;
        Ok(())
    }

    fn menu(&mut self) -> Result<(), Failure> {
        let view = self.session.view();
        let Some(menu) = self.session.menu() else { return Ok(()) };
        let words = session::words(self.session, &view);
        let rule = if menu.rule.is_empty() { String::new() } else { format!(" [{}]", menu.rule) };
        let clock = self.session.window_left().map_or(String::new(), |left| {
            format!(" Everybody may react; answers leave in {} s.", left.as_secs() + 1)
        });
        let mut lines = vec![format!("{}{rule}{clock}", words.line(&menu.title))];
        let order = view.order(menu);
        for (number, &entry) in (1..).zip(&order) {
            let refused = session::why_not(self.session, &view, entry)
                .map_or(String::new(), |reason| format!(" (not now: {reason})"));
            lines.push(format!("{number:>3}  {}{refused}", words.entry(&menu.entries[entry])));
        }
        self.order = order;
        lines.iter().try_for_each(|line| self.line(line))
    }

    /// Tells everything on the table, a line for each place; only what is new unless `all`.
    fn table(&mut self, all: bool) -> Result<(), Failure> {
        let items = tell::table(self.session, &self.session.view().arranged());
        for place in items.chunk_by(|a, b| a.place == b.place) {
            let mut told = Vec::new();
            for (i, Told { place: here, name, words }) in place.iter().enumerate() {
                let before = place[..i].iter().filter(|item| item.name == *name).count();
                let key = (here.clone(), name.clone(), before);
                if self.told.insert(key, words.clone()).as_ref() != Some(words) || all {
                    told.push(words.as_str());
                }
            }
            if !told.is_empty() {
                self.line(&format!("  {}: {}", place[0].place, told.join("; ")))?;
            }
        }
        Ok(())
    }

    /// Waits a moment for a line from the person and acts on it.
    fn listen(&mut self) -> Result<Flow, Failure> {
        let about_menu = matches!(self.question, Question::Menu | Question::Sure(Wish::Choose(_)));
        if about_menu && self.session.menu().is_none() {
            self.question = Question::None;
            self.line("That is no longer asked.")?;
        }
        let asked = self.question != Question::None;
        if !asked && !self.input.live {
            self.out.flush()?;
            return Ok(Flow::On);
        }
        self.prompt()?;
        match self.input.lines.recv_timeout(if asked { PATIENCE } else { Duration::ZERO }) {
            Ok(line) => self.typed(&line),
            Err(RecvTimeoutError::Timeout) => Ok(Flow::On),
            Err(RecvTimeoutError::Disconnected) => {
                self.line("The input has ended, so you leave the table.")?;
                self.out.flush()?;
                Ok(Flow::Leave)
            }
        }
    }

    fn prompt(&mut self) -> Result<(), Failure> {
        if self.input.live && !self.prompted && self.question != Question::None {
            write!(self.out, "> ")?;
            self.prompted = true;
        }
        Ok(self.out.flush()?)
    }

    fn typed(&mut self, line: &str) -> Result<Flow, Failure> {
        if self.input.live {
            // The terminal has moved on to the next line by itself.
            self.prompted = false;
        } else {
            self.line(&format!("> {line}"))?;
        }
        if let Question::Sure(wish) = self.question {
            let asked = self.session.menu().is_some();
            self.question = if asked { Question::Menu } else { Question::None };
            return match (line, wish) {
                ("y" | "Y" | "yes", Wish::Choose(entry)) => self.choose(entry),
                ("y" | "Y" | "yes", Wish::GoOn(without)) => self.go_on(without),
                ("y" | "Y" | "yes", Wish::Leave) | ("q", _) => self.leave(),
                (_, Wish::Choose(_)) => self.reply("Then choose again."),
                (_, Wish::GoOn(_) | Wish::Leave) => self.reply("Then not."),
            };
        }
        match line {
            "" => Ok(Flow::On),
            // A script that leaves means it.
            "q" if !self.input.live => self.leave(),
            "q" => {
                let seated = self.session.seat().is_some();
                self.sure(Wish::Leave, session::leaving(seated, self.session.talks()))
            }
            "v" => {
                self.table(true)?;
                self.again()
            }
            "c" => {
                let view = self.session.view();
                self.explain(&view.board.cards().collect::<Vec<_>>(), view.board.printed())?;
                self.again()
            }
            "r" => self.rules(),
            "w" => self.waits_for(),
            "cards" => {
                let info = self.session.game().info();
                self.explain(&[], info.decks.iter().flat_map(|(_, faces)| faces.iter().copied()))?;
                self.again()
            }
            "rules" => {
                let rules = self.session.game().info().rules;
                rules.lines().try_for_each(|line| self.line(line))?;
                self.again()
            }
            "a" => {
                let now = self.session.ask_otherwise();
                self.reply(now.as_deref().unwrap_or("You have not been asked to react yet."))
            }
            "p" | "pay" => {
                let now = self.session.want_aside();
                self.reply(now.as_deref().unwrap_or("Nothing can be paid yet."))
            }
            "?" => self.help(),
            "t" => self.proofs(),
            "o" | "g" => self.vote(),
            _ => match Slash::read(line) {
                Some(Ok(Slash::Say(text))) => self.say(None, text),
                Some(Ok(Slash::Whisper { name, text })) => self.say(Some(name), text),
                Some(Err(why)) => self.reply(&why.to_string()),
                None => self.number(line),
            },
        }
    }

    /// Tells whom the table waits for.
    fn waits_for(&mut self) -> Result<Flow, Failure> {
        let missing = self.session.standing().missing.iter();
        let names: Vec<String> = missing.map(|seat| self.name(seat)).collect();
        match names.as_slice() {
            [] => self.reply("The table waits for nobody."),
            names => self.reply(&format!("The table waits for {}.", session::list(names))),
        }
    }

    fn sure(&mut self, wish: Wish, question: &str) -> Result<Flow, Failure> {
        self.question = Question::Sure(wish);
        self.reply(&format!("{question} (y/n)"))
    }

    fn vote(&mut self) -> Result<Flow, Failure> {
        let without = self.session.may_go_on_without();
        let away: Vec<String> = without.iter().map(|seat| self.name(seat)).collect();
        match away.as_slice() {
            [] => self.reply("There is nobody to go on without."),
            away => {
                let question = session::vote(away, self.session.goes_on());
                self.sure(Wish::GoOn(without), &question)
            }
        }
    }

    fn proofs(&mut self) -> Result<Flow, Failure> {
        let (count, last) = &self.proofs;
        let mut lines = vec![format!("Proofs checked: {count}. The last of them:")];
        lines.extend(last.iter().map(|what| format!("  ✓ {what}")));
        lines.iter().try_for_each(|line| self.line(line))?;
        self.again()
    }

    fn go_on(&mut self, named: Seats) -> Result<Flow, Failure> {
        // A yes is for those whom the question named.
        if self.session.may_go_on_without() != named {
            return self.vote();
        }
        if self.session.go_on(named) {
            return self.reply(&session::voted(self.session.goes_on()));
        }
        self.reply("You have not voted: who is away has changed.")
    }

    fn say(&mut self, to: Option<&str>, text: &str) -> Result<Flow, Failure> {
        let to = match to {
            None => None,
            Some(name) => match self.seat_called(name) {
                None => return self.reply(&format!("Nobody here is called {name}.")),
                seat => seat,
            },
        };
        match self.session.say(to, text) {
            Ok(()) => Ok(Flow::On),
            Err(reason) => self.reply(&format!("That was not sent: {reason}.")),
        }
    }

    /// A seat by the beginning of a name.
    fn seat_called(&self, name: &str) -> Option<engine::Seat> {
        let names = self.session.names().iter();
        seat::called(names.map(|(seat, name)| (seat, name.as_str())), name)
    }

    fn number(&mut self, line: &str) -> Result<Flow, Failure> {
        let Some(menu) = self.session.menu() else {
            return self.reply("Nothing is asked of you now; ? for help.");
        };
        let count = self.order.len();
        let place = line.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let Some(&entry) = place.and_then(|place| self.order.get(place)) else {
            return self.reply(&format!("Type a number from 1 to {count}, or ? for help."));
        };
        let view = self.session.view();
        if let Some(reason) = session::why_not(self.session, &view, entry) {
            return self.reply(&format!("You cannot choose that: {reason}."));
        }
        if menu.weighs(entry, session::eyes(&view)) {
            let what = session::words(self.session, &view).entry(&menu.entries[entry]);
            return self.sure(Wish::Choose(entry), &format!("{what}: are you sure?"));
        }
        self.choose(entry)
    }

    fn choose(&mut self, entry: usize) -> Result<Flow, Failure> {
        match self.session.choose(entry) {
            Ok(()) => {
                self.question = Question::None;
                Ok(Flow::On)
            }
            Err(reason) => self.reply(&format!("That was refused: {reason}.")),
        }
    }

    fn leave(&mut self) -> Result<Flow, Failure> {
        self.line("You leave the table.")?;
        self.out.flush()?;
        Ok(Flow::Leave)
    }

    fn rules(&mut self) -> Result<Flow, Failure> {
        let info = self.session.game().info();
        match tell::chapter(info.rules, self.session.view().board.phase) {
            Some(chapter) => chapter.lines().try_for_each(|line| self.line(line))?,
            None => self.line(&format!("`nodealer rules {}` tells all the rules.", info.id))?,
        }
        self.again()
    }

    /// The keys, and every card in the person's hands or in the menu.
    fn help(&mut self) -> Result<Flow, Failure> {
        HELP.lines().try_for_each(|line| self.line(line))?;
        let view = self.session.view().arranged();
        let mine = view.seat.and_then(|seat| view.board.seats.get(seat));
        let mine = mine.into_iter().flat_map(|place| &place.piles).flat_map(|pile| pile.cards());
        let asked = self.session.menu().into_iter().flat_map(|menu| &menu.entries);
        let cards: Vec<Handle> = mine.chain(asked.flat_map(|entry| entry.handles())).collect();
        self.explain(&cards, [])?;
        self.again()
    }

    /// What each of these cards does, if the person knows it, and what these faces do.
    fn explain(
        &mut self,
        cards: &[Handle],
        printed: impl IntoIterator<Item = Face>,
    ) -> Result<(), Failure> {
        let view = self.session.view();
        let mut helped = Vec::new();
        for face in cards.iter().filter_map(|card| view.faces.get(card).copied()).chain(printed) {
            let info = self.session.game().face(face);
            if !helped.contains(&info.name) {
                helped.push(info.name);
                self.line(&format!("  {} ({}): {}", info.name, info.short, info.help))?;
            }
        }
        Ok(())
    }

    /// Tells the menu once more, if there is one.
    fn again(&mut self) -> Result<Flow, Failure> {
        self.menu()?;
        Ok(Flow::On)
    }

    fn reply(&mut self, sentence: &str) -> Result<Flow, Failure> {
        self.line(sentence)?;
        Ok(Flow::On)
    }

    fn over(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        self.table(false)?;
        session::outcome(self.session, outcome).iter().try_for_each(|line| self.line(line))?;
        Ok(self.out.flush()?)
    }

    fn name(&self, seat: engine::Seat) -> String {
        self.session.names().get(seat).cloned().unwrap_or_else(|| seat.to_string())
    }

    fn line(&mut self, line: &str) -> Result<(), Failure> {
        if self.prompted {
            self.prompted = false;
            writeln!(self.out)?;
        }
        Ok(writeln!(self.out, "{}", printable(line))?)
    }
}

/// Without what could command a terminal: names, chat and files come from strangers.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
