//! The plain screen outside of a match: at home, at a table, at the end of a match.

use seat::{HomeView, Intent, LobbyView, NO_TABLE, SeatState, Setup, Snapshot, TermsEdit};

use super::{End, Pick, Question, Screen, Until, words};
use crate::{Failure, games};

const HOME_HELP: &str = "\
Type one of these:
  play GAME           play here, with bots in the other seats
  host GAME           open a table on the network
  find TABLE          look for a table by name, code or address
  sit NUMBER          sit down at a table of the list; watch NUMBER to watch
  who                 what there is to see here
  q                   leave this screen";

const TABLE_HELP: &str = "\
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
  bot [LEVEL]         let a bot sit down: easy, normal or hard
  seats N             so many seats; everybody has to be ready anew
  survive K           so many leavers are survived; everybody has to be ready anew
  option KEY=VALUE    change an option; everybody has to be ready anew
  window SECONDS      how long answers are kept when everybody may react
  dismiss NAME        send somebody away";

impl Screen<'_> {
    /// Shows what has changed outside of a match; returns an end if the screen is to end there.
    pub(super) fn outside(&mut self, now: &Snapshot) -> Result<Option<End>, Failure> {
        self.outside.ready &= matches!(&now.state, SeatState::Lobby(lobby) if !lobby.ready);
        match &now.state {
            SeatState::Home(home) => self.at_home(home),
            SeatState::Lobby(lobby) => self.at_table(lobby).map(|()| None),
            SeatState::End(end) => match &end.table {
                Some(table) => self.caution(table).map(|()| None),
                None => Ok(None),
            },
            SeatState::Match(_) | SeatState::Replay(_) => Ok(None),
        }
    }

    /// What the screen is about to fail with, if what the person came for was not reached.
    pub(super) fn fails_with<'a>(&self, now: &'a Snapshot) -> Option<&'a String> {
        let SeatState::Home(home) = &now.state else { return None };
        let stays = self.options.until == Until::Left || self.outside.played;
        home.failed.as_ref().filter(|_| !stays).map(|failed| &failed.text)
    }

    fn at_home(&mut self, home: &HomeView) -> Result<Option<End>, Failure> {
        self.outside.table.clear();
        if self.options.until == Until::Left {
            return Ok(None);
        }
        if home.busy != self.outside.busy {
            self.outside.busy.clone_from(&home.busy);
            let waiting = home.busy.iter().filter(|what| what.starts_with("Waiting"));
            waiting.into_iter().try_for_each(|what| self.line(what))?;
        }
        if let Some(failed) = &home.failed {
            if self.outside.played {
                // The failure was shown when it happened.
                return Ok(Some(End::Left));
            }
            self.out.flush()?;
            return Err(failed.clone().into());
        }
        if home.asks_code.is_some() {
            if !std::mem::replace(&mut self.outside.asked_code, true) {
                self.line("The table is for invited people. Type its code, such as K7QD-3WX9PA.")?;
            }
            return Ok(None);
        }
        match self.options.until {
            _ if home.busy.is_some() => Ok(None),
            Until::Home(Some(pick)) if !self.outside.played => self.list(home, pick),
            _ => Ok(Some(End::Left)),
        }
    }

    /// Shows tables that have become visible.
    fn list(&mut self, home: &HomeView, pick: Pick) -> Result<Option<End>, Failure> {
        for table in &home.tables {
            if !self.outside.tables.contains(&table.id) {
                self.outside.tables.push(table.id.clone());
                let number = self.outside.tables.len();
                self.line(&format!("{number:>3}  {}", words::table_line(table)))?;
            }
        }
        if self.outside.tables.is_empty() && self.began.elapsed() >= pick.patience {
            return Err(Failure::Network(NO_TABLE.into()));
        }
        Ok(None)
    }

    /// Fails if the table needs a code that cannot be typed.
    pub(super) fn why_no_code(&self) -> Result<(), Failure> {
        match &self.client.snapshot().state {
            SeatState::Home(HomeView { asks_code: Some(_), .. }) => Err(Failure::Usage(
                "The table is for invited people, and no code was given. Write the code instead of the table's name, as in `nodealer join K7QD-3WX9PA`.".into(),
            )),
            _ => Ok(()),
        }
    }

    fn at_table(&mut self, lobby: &LobbyView) -> Result<(), Failure> {
        if !lobby.seated {
            return Ok(());
        }
        if self.outside.table != lobby.code {
            self.outside.table.clone_from(&lobby.code);
            if !lobby.again && self.options.until != Until::Left {
                self.welcome(lobby)?;
            }
        }
        self.caution(lobby)
    }

    fn welcome(&mut self, lobby: &LobbyView) -> Result<(), Failure> {
        let mut lines = match lobby.host {
            true => vec![format!("{} is open.", lobby.table)],
            false => vec![format!("You sit at {} ({}).", lobby.table, lobby.code)],
        };
        lines.extend(lobby.terms.lines.iter().cloned());
        if lobby.host {
            lines.extend(words::invitation(lobby));
        }
        lines.push("Type ready when you are, ? for help, q to leave.".into());
        lines.iter().try_for_each(|line| self.line(line))
    }

    /// Shows what to do about a key that has changed.
    fn caution(&mut self, lobby: &LobbyView) -> Result<(), Failure> {
        for sitter in lobby.people.iter().filter(|sitter| sitter.changed) {
            if self.outside.cautioned.insert((sitter.name.clone(), sitter.words.clone())) {
                let name = &sitter.name;
                self.line(&format!("Ask {name} for their words, then type trust {name}."))?;
            }
        }
        Ok(())
    }

    /// Whether a script's lines are read outside of a match: once it has a seat, and until it is ready.
    pub(super) fn reads_outside(&self) -> bool {
        match &self.client.snapshot().state {
            SeatState::Match(_) => false,
            _ if self.options.until == Until::Left => true,
            SeatState::Home(home) => home.asks_code.is_some() || !self.outside.tables.is_empty(),
            SeatState::Lobby(lobby) => lobby.seated && !lobby.ready && !self.outside.ready,
            SeatState::End(end) => end.rematch,
            SeatState::Replay(_) => true,
        }
    }

    pub(super) fn typed_outside(
        &mut self,
        line: &str,
        now: &Snapshot,
    ) -> Result<Option<End>, Failure> {
        match &now.state {
            SeatState::Home(home) => self.typed_at_home(line, home, now),
            SeatState::Lobby(lobby) => self.typed_at_table(line, lobby, now),
            SeatState::End(end) => match &end.table {
                Some(table) => self.typed_at_table(line, table, now),
                None => self.typed_elsewhere(line, now),
            },
            SeatState::Match(_) | SeatState::Replay(_) => self.typed_elsewhere(line, now),
        }
    }

    fn typed_at_home(
        &mut self,
        line: &str,
        home: &HomeView,
        now: &Snapshot,
    ) -> Result<Option<End>, Failure> {
        if line == "q" {
            return Ok(Some(End::Left));
        }
        let pick = match self.options.until {
            Until::Home(pick) => pick,
            _ => None,
        };
        let watch = pick.is_some_and(|pick| pick.watch);
        let go = |table: String, code: Option<String>| match watch {
            true => Intent::Watch { table, code },
            false => Intent::Sit { table, code },
        };
        if let Some(table) = &home.asks_code {
            return self.want(go(table.id.clone(), Some(line.into())));
        }
        if self.options.until != Until::Left {
            let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let id = number.and_then(|number| self.outside.tables.get(number)).cloned();
            let table = home.tables.iter().find(|table| Some(&table.id) == id.as_ref());
            return match table {
                None if line.is_empty() => Ok(None),
                None if line == "?" => self.reply(pick.map_or("Type q to leave.", Pick::how)),
                None => self.reply("There is no such table now."),
                Some(table) if table.invited => {
                    let wanted = table.code.clone();
                    self.want(Intent::Join { wanted, watch, patience_s: None })
                }
                Some(table) => self.want(go(table.id.clone(), None)),
            };
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        let setup = || Setup { game: game_called(rest), ..Setup::default() };
        match word {
            "play" => self.want(Intent::PlayHere(setup())),
            "host" => self.want(Intent::Host(setup())),
            "find" => self.want(Intent::Find { wanted: rest.into() }),
            "sit" | "watch" => {
                let (number, code) = rest.split_once(' ').unwrap_or((rest, ""));
                let code = Some(code.trim().to_owned()).filter(|code| !code.is_empty());
                match (numbered(home, number), word) {
                    (None, _) => self.reply("There is no such table now."),
                    (Some(table), "sit") => self.want(Intent::Sit { table, code }),
                    (Some(table), _) => self.want(Intent::Watch { table, code }),
                }
            }
            "?" => self.lines(HOME_HELP),
            _ => self.typed_elsewhere(line, now),
        }
    }

    fn typed_at_table(
        &mut self,
        line: &str,
        lobby: &LobbyView,
        now: &Snapshot,
    ) -> Result<Option<End>, Failure> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        let change = |edit| Intent::Change(edit);
        match word {
            // A script is not asked to confirm.
            "q" if self.input.live => self.sure(Intent::Leave, &lobby.leave_question),
            "ready" | "wait" => {
                // The host has yet to hear of it; what a script says next is for the match.
                self.outside.ready = word == "ready";
                self.want(Intent::Ready { ready: word == "ready" })
            }
            "r" | "rules" => {
                self.catalogue = self.client.catalogue(&lobby.terms.game);
                self.rules(None).map(|()| None)
            }
            "trust" => self.want(Intent::Trust { name: rest.into() }),
            "?" => {
                self.lines(TABLE_HELP)?;
                if lobby.host { self.lines(HOST_HELP) } else { Ok(None) }
            }
            "invite" if lobby.host => {
                words::invitation(lobby).iter().try_for_each(|line| self.line(line))?;
                Ok(None)
            }
            "bot" if lobby.host => {
                let level = (!rest.is_empty()).then(|| rest.to_owned());
                self.want(Intent::AddBot { level })
            }
            "dismiss" if lobby.host => self.want(Intent::Dismiss { name: rest.into() }),
            "seats" | "survive" | "window" if lobby.host => {
                let Ok(number) = rest.parse() else {
                    return self.reply(&format!("Write it as {word} and a number."));
                };
                let usual = TermsEdit::default();
                self.want(change(match word {
                    "seats" => TermsEdit { seats: Some(number), ..usual },
                    "window" => TermsEdit { window_s: Some(number), ..usual },
                    _ => TermsEdit { survive: Some(number), ..usual },
                }))
            }
            "option" if lobby.host => {
                let Some((key, value)) = rest.split_once('=') else {
                    let keys = lobby.terms.options.iter().map(|(key, _)| key.as_str());
                    let keys = keys.collect::<Vec<_>>().join(", ");
                    return self
                        .reply(&format!("Write it as option KEY=VALUE. The options are {keys}."));
                };
                let option = Some((key.trim().to_owned(), value.trim().to_owned()));
                self.want(change(TermsEdit { option, ..TermsEdit::default() }))
            }
            _ => self.typed_elsewhere(line, now),
        }
    }

    fn typed_elsewhere(&mut self, line: &str, now: &Snapshot) -> Result<Option<End>, Failure> {
        match line {
            "" => Ok(None),
            "q" => {
                self.question = Question::None;
                self.want(Intent::Leave)
            }
            "who" => self.look(now).map(|()| None),
            _ => self.reply("That cannot be done here; ? for help."),
        }
    }

    /// Shows everything there is outside of a match.
    pub(super) fn look(&mut self, now: &Snapshot) -> Result<(), Failure> {
        let lines = match &now.state {
            SeatState::Home(home) => {
                let mut lines = vec![format!("You are {}, at no table.", now.person.name)];
                let tables = (1..).zip(&home.tables);
                lines.extend(
                    tables.map(|(number, t)| format!("{number:>3}  {}", words::table_line(t))),
                );
                lines.extend(home.offline.clone());
                lines.extend(home.busy.clone());
                lines
            }
            SeatState::Lobby(lobby) => words::lobby(lobby),
            SeatState::End(end) => {
                let table = end.table.iter().flat_map(words::lobby);
                end.summary.lines().map(Into::into).chain(table).collect()
            }
            SeatState::Replay(replay) => {
                let (step, steps) = (replay.shown.step, replay.steps);
                vec![format!("A finished match is shown: step {step} of {steps}.")]
            }
            SeatState::Match(_) => Vec::new(),
        };
        lines.iter().try_for_each(|line| self.line(line))?;
        self.line("Type ? for help, q to leave.")
    }

    fn lines(&mut self, text: &str) -> Result<Option<End>, Failure> {
        text.lines().try_for_each(|line| self.line(line))?;
        Ok(None)
    }
}

/// A game's id, by the beginning of it.
fn game_called(prefix: &str) -> String {
    let mut ids = games::all().iter().map(|game| game.info().id);
    ids.find(|id| !prefix.is_empty() && id.starts_with(prefix)).unwrap_or(prefix).into()
}

/// The id of a table by its number in the list.
fn numbered(home: &HomeView, number: &str) -> Option<String> {
    let place = number.trim().parse::<usize>().ok()?.checked_sub(1)?;
    Some(home.tables.get(place)?.id.clone())
}
