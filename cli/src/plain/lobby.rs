//! The lobby in plain mode.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    io::Write,
    sync::mpsc::RecvTimeoutError,
    time::{Duration, Instant},
};

use engine::Options;
use net::{
    Acquaintance, Code, Identity, Started,
    lobby::{Line, Room, Terms},
};

use seat::slash::Slash;

use super::{Input, PATIENCE, printable};
use crate::{
    Failure, games,
    lobby::{self, Change, Lobby, News, Table},
    qr, session,
};

const HELP: &str = "\
Type one of these:
  ready               play as soon as everybody is here and ready
  wait                not ready any more
  who                 everybody at the table, with the words of their keys
  trust NAME          know somebody by the key they have now
  r                   the rules of the game
  /say TEXT           write to everybody at the table
  /whisper NAME TEXT  write to one of them alone
  ?                   this help
  q                   leave the table";

const HOST_HELP: &str = "\
As the host also:
  invite              code, addresses and QR again
  bot                 let a bot sit down
  seats N             so many seats; everybody has to be ready anew
  survive K           so many leavers are survived; everybody has to be ready anew
  option KEY=VALUE    change an option; everybody has to be ready anew
  dismiss NAME        send somebody away";

/// Lets a bot sit down at the person's own table.
pub type SendBot<'a> = &'a mut dyn FnMut(&Lobby) -> Result<(), Failure>;

/// Shows the lobby until a match begins; `None` if the person leaves, or the input ends.
///
/// # Errors
/// If the table is lost, or nobody reads the output any more.
pub fn run(
    lobby: &mut Lobby,
    input: &mut Input,
    out: &mut dyn Write,
    send_bot: SendBot<'_>,
) -> Result<Option<Box<Started>>, Failure> {
    let mut screen = Screen { lobby, input, out, leaving: false };
    if let Some(why) = screen.lobby.lost() {
        return Err(Failure::Network(why.into()));
    }
    screen.greet()?;
    loop {
        let news = screen.lobby.next(PATIENCE);
        match news {
            News::Begins(started) => return Ok(Some(started)),
            News::Lost(failure) => return Err(failure),
            News::Room(changes) => screen.changes(&changes)?,
            News::NotReady => screen.line("You are not ready any more: something has changed.")?,
            News::Chat { from, whispered, text } => {
                let name = screen.lobby.name_of(&from);
                screen.line(&session::chat(&name, whispered, &text))?;
            }
            News::Notice(what) => screen.line(&what)?,
            News::Tables | News::Reached(_) | News::Fetched(..) | News::Idle => {}
        }
        if !screen.listen(send_bot)? {
            screen.lobby.leave()?;
            return Ok(None);
        }
    }
}

/// Lists the tables that are seen and lets the person pick one; `None` if they leave, or the input
/// ends.
///
/// # Errors
/// If none is seen for `patience`, or nobody reads the output any more.
pub fn pick(
    lobby: &mut Lobby,
    input: &mut Input,
    out: &mut dyn Write,
    patience: Duration,
) -> Result<Option<Table>, Failure> {
    let (began, mut numbers) = (Instant::now(), BTreeMap::new());
    let mut screen = Screen { lobby, input, out, leaving: false };
    screen.line("Looking for tables. Type the number of one to sit down, q to leave.")?;
    loop {
        if let News::Lost(failure) = screen.lobby.next(PATIENCE) {
            return Err(failure);
        }
        for Table { host, line } in screen.lobby.tables() {
            let number = numbers.len() + 1;
            if let Entry::Vacant(new) = numbers.entry(host) {
                new.insert(number);
                screen.line(&format!("{number:>3}  {}", in_a_line(&line)))?;
            }
        }
        if numbers.is_empty() && began.elapsed() >= patience {
            let wanted = lobby::Wanted::Any;
            return screen.lobby.find(&wanted, Duration::ZERO).map(Some);
        }
        screen.out.flush()?;
        // What a script has written waits until there is something to choose from.
        if numbers.is_empty() && !screen.input.live {
            continue;
        }
        let typed = match screen.input.lines.recv_timeout(Duration::ZERO) {
            Ok(typed) => typed,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        };
        if typed == "q" {
            return Ok(None);
        }
        let chosen = typed.parse().ok();
        let host = numbers.iter().find(|(_, number)| Some(**number) == chosen);
        let tables = screen.lobby.tables();
        match host.and_then(|(host, _)| tables.into_iter().find(|table| table.host == *host)) {
            Some(table) => return Ok(Some(table)),
            None => screen.line("There is no such table now.")?,
        }
    }
}

/// Asks for the code of a table for invited people; `None` if the person leaves.
///
/// # Errors
/// If the input has ended, or nobody reads the output any more.
pub fn ask_code(input: &mut Input, out: &mut dyn Write) -> Result<Option<Code>, Failure> {
    writeln!(out, "The table is for invited people. Type its code, such as K7QD-3WX9PA.")?;
    loop {
        out.flush()?;
        let Ok(typed) = input.lines.recv() else {
            return Err(Failure::Usage(
                "The table is for invited people, and no code was given. Write the code instead of the table's name, as in `nodealer join K7QD-3WX9PA`.".into(),
            ));
        };
        match typed.parse::<Code>() {
            _ if typed == "q" => return Ok(None),
            Ok(code) if code.secret().is_some() => return Ok(Some(code)),
            Ok(_) => writeln!(out, "That is only the part that everybody sees; six letters more.")?,
            Err(e) => writeln!(out, "{}", printable(&e.to_string()))?,
        }
    }
}

/// A table in a line: "Ann's table (K7QD): Knives, 2 of 5 seats taken, by Ann".
pub fn in_a_line(line: &Line) -> String {
    let game = games::find(&line.terms.game).map_or(line.terms.game.as_str(), |g| g.info().name);
    let state = match (line.playing, line.invited) {
        (true, _) => "; a match is being played",
        (false, true) => "; for invited people",
        (false, false) => "",
    };
    let Terms { seats, survive, .. } = line.terms;
    let options: String =
        line.terms.options.iter().map(|(key, value)| format!(", {key}={value}")).collect();
    printable(&format!(
        "{} ({}): {game}{options}, {} of {seats} seats taken, survives {survive}, by {}{state}",
        line.name,
        Code::open(&line.table),
        line.taken,
        line.host
    ))
}

struct Screen<'a> {
    lobby: &'a mut Lobby,
    input: &'a mut Input,
    out: &'a mut dyn Write,
    /// Whether the person was asked if they really leave.
    leaving: bool,
}

impl Screen<'_> {
    fn greet(&mut self) -> Result<(), Failure> {
        if self.lobby.is_between() {
            return self.line(if self.lobby.is_host() {
                "Type ready to play again at this table, q to leave."
            } else {
                "Type ready to play again as soon as the host is, q to leave."
            });
        }
        if self.lobby.is_host() {
            self.invite()?;
        }
        self.line("Type ready when you are, ? for help, q to leave.")
    }

    /// Code, addresses, and a QR of both.
    fn invite(&mut self) -> Result<(), Failure> {
        let (Some(code), Some(invitation)) = (self.lobby.code(), self.lobby.invitation()) else {
            return Ok(());
        };
        let mut lines = vec![format!("Code: {code}")];
        let places = lobby::places(&invitation.addresses);
        if !places.is_empty() {
            lines.push(format!("Address: {places}"));
        }
        if self.lobby.is_alone() {
            lines.push("This machine is on no network: only programs on it can join. `nodealer doctor` says more.".into());
        }
        lines.extend(qr::lines(&invitation.to_string()));
        lines.push(invitation.to_string());
        lines.iter().try_for_each(|line| self.line(line))
    }

    fn changes(&mut self, changes: &[Change]) -> Result<(), Failure> {
        for change in changes {
            let told = self.lobby.tell(change);
            told.iter().try_for_each(|line| self.line(line))?;
            if let Change::Sat(who) = change {
                self.caution(who)?;
            }
        }
        Ok(())
    }

    /// What to do about a key that has changed.
    fn caution(&mut self, who: &Identity) -> Result<(), Failure> {
        let sitting = self.lobby.sitting().into_iter().find(|sitting| sitting.who == *who);
        let changed = sitting.filter(|s| matches!(s.known, Acquaintance::Changed(_)));
        match changed.map(|sitting| sitting.name.to_owned()) {
            Some(name) => {
                self.line(&format!("Ask {name} for their words, then type trust {name}."))
            }
            None => Ok(()),
        }
    }

    fn terms(&mut self) -> Result<(), Failure> {
        let Some(room) = self.lobby.room() else { return Ok(()) };
        let lines = lobby::describe(&room.line.terms);
        lines.iter().try_for_each(|line| self.line(line))
    }

    fn who(&mut self) -> Result<(), Failure> {
        self.terms()?;
        let lines: Vec<String> = self
            .lobby
            .sitting()
            .iter()
            .map(|sitting| {
                let ready = if sitting.ready { "ready" } else { "not ready" };
                let here = if sitting.here { "" } else { ", away" };
                format!("  {}: {ready}{here}; {}", sitting.name, sitting.of_whom())
            })
            .collect();
        lines.iter().try_for_each(|line| self.line(line))
    }

    /// Acts on what was typed; false if the person leaves.
    fn listen(&mut self, send_bot: SendBot<'_>) -> Result<bool, Failure> {
        self.out.flush()?;
        // What a script has written waits until it sits, and for the match once it is ready.
        if !self.input.live && (self.lobby.room().is_none() || self.lobby.is_ready()) {
            return Ok(true);
        }
        match self.input.lines.recv_timeout(Duration::ZERO) {
            Ok(line) => self.typed(&line, send_bot),
            Err(RecvTimeoutError::Timeout) => Ok(true),
            Err(RecvTimeoutError::Disconnected) => {
                self.line("The input has ended, so you leave the table.")?;
                Ok(false)
            }
        }
    }

    fn typed(&mut self, line: &str, send_bot: SendBot<'_>) -> Result<bool, Failure> {
        if !self.input.live {
            self.line(&format!("> {line}"))?;
        }
        if std::mem::take(&mut self.leaving) {
            let leaves = matches!(line, "y" | "Y" | "yes" | "q");
            if !leaves {
                self.line("Then not.")?;
            }
            return Ok(!leaves);
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            // A script that leaves means it.
            "q" if !self.input.live => return Ok(false),
            "q" => {
                self.leaving = true;
                let question = lobby::leaving(self.lobby.is_host());
                self.line(&format!("{question} (y/n)"))?;
            }
            "r" | "rules" => self.rules()?,
            "ready" => self.lobby.wish(true)?,
            "wait" => self.lobby.wish(false)?,
            "who" => self.who()?,
            "?" => self.help()?,
            "trust" => self.about(rest, Lobby::trust)?,
            "invite" if self.lobby.is_host() => self.invite()?,
            "bot" | "seats" | "survive" | "option" | "dismiss" if self.lobby.is_host() => {
                match word {
                    _ if self.lobby.is_between() => {
                        self.line("First type ready, so that the table is open again.")?;
                    }
                    "bot" => self.bot(send_bot)?,
                    "dismiss" => self.about(rest, Lobby::dismiss)?,
                    "option" => self.option(rest)?,
                    _ => self.number(word, rest)?,
                }
            }
            _ => match Slash::read(line) {
                Some(Ok(Slash::Say(text))) => self.say(None, text)?,
                Some(Ok(Slash::Whisper { name, text })) => self.say(Some(name), text)?,
                Some(Err(why)) => self.line(&why.to_string())?,
                None => self.line("That is nothing one can do here; ? for help.")?,
            },
        }
        Ok(true)
    }

    fn help(&mut self) -> Result<(), Failure> {
        HELP.lines().try_for_each(|line| self.line(line))?;
        if self.lobby.is_host() {
            HOST_HELP.lines().try_for_each(|line| self.line(line))?;
        }
        Ok(())
    }

    fn rules(&mut self) -> Result<(), Failure> {
        let Some(room) = self.lobby.room() else { return Ok(()) };
        let game = lobby::playable(&room.line.terms)?;
        game.info().rules.lines().try_for_each(|line| self.line(line))
    }

    fn bot(&mut self, send_bot: SendBot<'_>) -> Result<(), Failure> {
        let free = |room: &Room| room.sitters.len() < usize::from(room.line.terms.seats);
        if !self.lobby.room().is_some_and(free) {
            return self.line("No seat is free.");
        }
        send_bot(self.lobby).or_else(|failure| self.line(&failure.to_string()))
    }

    /// Another number of seats, or of leavers that are survived.
    fn number(&mut self, what: &str, number: &str) -> Result<(), Failure> {
        let Some(room) = self.lobby.room() else { return Ok(()) };
        let mut terms = room.line.terms.clone();
        let (least, most) = lobby::playable(&terms)?.info().seats;
        let (least, most) = match what {
            "seats" => (least.max(room.sitters.len()), most),
            _ => (0, usize::from(terms.seats).saturating_sub(2)),
        };
        let wanted = number.trim().parse::<u8>().ok();
        let Some(number) = wanted.filter(|n| (least..=most).contains(&usize::from(*n))) else {
            let range = match least == most {
                true => least.to_string(),
                false => format!("{least} to {most}"),
            };
            return self.line(&format!("Write it as {what} and a number; here it can be {range}."));
        };
        if what == "seats" {
            (terms.seats, terms.survive) = (number, terms.survive.min(number.saturating_sub(2)));
        } else {
            terms.survive = number;
        }
        self.lobby.change(terms)
    }

    /// Does something about somebody at the table.
    fn about(
        &mut self,
        name: &str,
        act: fn(&mut Lobby, Identity) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        match self.lobby.called(name) {
            Some(who) => act(self.lobby, who),
            None => self.line(&format!("Nobody here is called {name}.")),
        }
    }

    fn say(&mut self, to: Option<&str>, text: &str) -> Result<(), Failure> {
        let to = to.map(|name| self.lobby.called(name).ok_or(name));
        let said = match to.transpose() {
            Ok(to) => self.lobby.say(to, text),
            Err(name) => Err(format!("nobody here is called {name}")),
        };
        said.or_else(|reason| self.line(&format!("That was not sent: {reason}.")))
    }

    fn option(&mut self, pair: &str) -> Result<(), Failure> {
        let Some(room) = self.lobby.room() else { return Ok(()) };
        let mut terms = room.line.terms.clone();
        let changed = pair.split_once('=').and_then(|(key, value)| {
            let option = terms.options.iter_mut().find(|(other, _)| other == key.trim())?;
            value.trim().clone_into(&mut option.1);
            Some(())
        });
        let game = lobby::playable(&room.line.terms)?;
        let given = terms.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        match (changed, Options::parse(game.info().options, given)) {
            (Some(()), Ok(_)) => self.lobby.change(terms),
            (Some(()), Err(e)) => self.line(&format!("{e}.")),
            (None, _) => {
                let keys: Vec<&str> = terms.options.iter().map(|(key, _)| key.as_str()).collect();
                let keys = if keys.is_empty() { "none".into() } else { keys.join(", ") };
                self.line(&format!("Write it as option KEY=VALUE. The options are {keys}."))
            }
        }
    }

    fn line(&mut self, line: &str) -> Result<(), Failure> {
        Ok(writeln!(self.out, "{}", printable(line))?)
    }
}
