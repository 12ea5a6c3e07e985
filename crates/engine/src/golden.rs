//! Golden playthroughs: a game among bots as text, with everybody's view at every step, stored beside a
//! game and compared. A change of the rules, of a bot or of a board shows as a readable difference.

use std::{collections::BTreeMap, fmt::Write as _};

use crate::{
    Answer, Ask, Audience, Bot, BotKind, BySeat, Change, Event, Eyes, Face, Game, Knowledge, Line,
    OptionError, Options, Part, Request, Seat, View, Words,
    clear::{ClearGame, bots},
    told,
};

/// The seed of every playthrough.
const SEED: u64 = 1;
/// The longest file, so that files stay readable: the rest is cut, all but the result.
const LONGEST: usize = 120_000;

/// Writes down a game among normal bots with these options: the first `full` steps with every seat's
/// view, after them only the events.
///
/// # Errors
/// If the game does not take these options or seats.
pub fn tell(
    game: &dyn Game,
    seats: usize,
    options: &[(&str, &str)],
    full: usize,
) -> Result<String, OptionError> {
    Teller::tell(game, seats, options, full)
}

/// The first line that differs; `None` if nothing has changed.
pub fn difference(golden: &str, told: &str) -> Option<String> {
    if golden == told {
        return None;
    }
    let (mut was, mut is) = (golden.lines(), told.lines());
    (1..).find_map(|line| match (was.next(), is.next()) {
        (Some(was), Some(is)) if was == is => None,
        (was, is) => {
            Some(format!("line {line}:\n- {}\n+ {}", was.unwrap_or("(end)"), is.unwrap_or("(end)")))
        }
    })
}

struct Teller<'a> {
    game: &'a dyn Game,
    names: BySeat<String>,
    out: String,
    /// How many steps are written in full.
    full: usize,
    /// The last text that each viewer was shown of each thing; `None` is the public.
    told: BTreeMap<(Option<Seat>, String), String>,
}

impl<'a> Teller<'a> {
    fn tell(
        game: &'a dyn Game,
        seats: usize,
        set: &[(&str, &str)],
        full: usize,
    ) -> Result<String, OptionError> {
        let options = Options::parse(game.info().options, set.iter().copied())?;
        let names = BySeat::new(seats, |seat| char::from(b'A' + seat.index() as u8).to_string());
        let mut teller = Self { game, names, out: String::new(), full, told: BTreeMap::new() };
        let given: Vec<_> = options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        teller.line(&format!(
            "{} v{}, {seats} seats, seed {SEED}, {}",
            game.info().id,
            game.info().version,
            if given.is_empty() { "no options".into() } else { given.join(" ") }
        ));
        teller.line("* is what everybody sees, A what A sees beyond that; only changes are told.");
        teller.line("");

        let mut players = bots(game, BotKind::NORMAL, seats, SEED);
        let mut clear = ClearGame::new(game, seats, &options, SEED)?;
        teller.said(&mut clear);
        teller.views(&clear);
        while teller.step(&mut clear, &mut players) {}
        teller.outcome(&clear);
        Ok(teller.out)
    }

    /// Writes one step; false once the game is over or a bot picked an entry that is not allowed.
    fn step(&mut self, clear: &mut ClearGame, players: &mut BySeat<Box<dyn Bot>>) -> bool {
        let number = clear.answers().len() + 1;
        let full = number <= self.full;
        let Some(request) = clear.driver.request() else { return false };
        let asked = format!("{number}. {}", self.request(request));
        let mut picks = Vec::new();
        let went_on = clear.step(|ask, state| {
            let entry = players[ask.seat].pick(&ask, state);
            if full {
                picks.push(self.pick(&ask, entry));
            }
            entry
        });
        if full {
            self.line(&asked);
            picks.iter().for_each(|pick| self.line(&format!("   {pick}")));
            let answer =
                clear.answers().last().map(|answer| self.answer(answer)).unwrap_or_default();
            if !answer.is_empty() {
                self.line(&format!("   = {answer}"));
            }
        }
        if number == self.full + 1 {
            self.line("");
            self.line("From here on only what was said:");
        }
        self.said(clear);
        if full {
            self.views(clear);
        }
        went_on
    }

    fn request(&self, request: &Request) -> String {
        let each = |items: Vec<String>| items.join(", ");
        match request {
            Request::Shuffle(piles) => {
                let sizes = piles.iter().map(|pile| pile.from.len().to_string()).collect();
                format!("shuffle {}", each(sizes))
            }
            Request::Show(cards) => {
                let mut counts = BTreeMap::new();
                for (_, to) in cards {
                    let to = match to {
                        Audience::Seat(seat) => self.names[*seat].clone(),
                        Audience::All => "all".into(),
                    };
                    *counts.entry(to).or_insert(0) += 1;
                }
                let shown = counts.iter().map(|(to, count)| format!("{count} to {to}")).collect();
                format!("show {}", each(shown))
            }
            Request::Remix(hands) => {
                let hand =
                    |(seat, c): &(Seat, Change)| format!("{} {}", self.names[*seat], c.from.len());
                format!("remix {}", each(hands.iter().map(hand).collect()))
            }
            Request::Peek(looks) => {
                let seats = looks.iter().map(|(seat, _)| self.names[*seat].clone()).collect();
                format!("peek {}", each(seats))
            }
            Request::Choose(seat, menu) => {
                format!("choose {} [{}]", self.names[*seat], menu.rule)
            }
            Request::Ask(opening, menus) => {
                let seats = menus.iter().map(|(seat, _)| self.names[*seat].clone()).collect();
                format!("ask {opening:?} {}", each(seats))
            }
            Request::Demand(wanted, hands) => {
                let seats = hands.iter().map(|(seat, _)| self.names[*seat].clone()).collect();
                let faces = wanted.iter().map(|face| self.game.face(face).short.into()).collect();
                format!("demand {} of {}", each(faces), each(seats))
            }
            Request::Roll(sides) => format!("roll {sides:?}"),
        }
    }

    fn answer(&self, answer: &Answer) -> String {
        let short = |face: &Face| self.game.face(*face).short;
        match answer {
            Answer::Faces(faces) => faces.iter().map(short).collect::<Vec<_>>().join(" "),
            Answer::Shown(shown) => {
                let one = |s: &Option<_>| s.map_or("none", |(_, face)| short(&face));
                shown.iter().map(one).collect::<Vec<_>>().join(" ")
            }
            Answer::Rolled(numbers) => format!("{numbers:?}"),
            Answer::Done | Answer::Choice(_) | Answer::Choices(_) => String::new(),
        }
    }

    /// The question as the seat reads it, and its pick.
    fn pick(&self, ask: &Ask<'_>, entry: usize) -> String {
        let words = Words { game: self.game, names: &self.names, eyes: ask.eyes };
        let entries = &ask.menu.entries;
        format!(
            "{} is asked: {} ({} of {} allowed) and picks {}: {}",
            self.names[ask.seat],
            words.line(&ask.menu.title),
            ask.allowed().len(),
            entries.len(),
            entry + 1,
            entries.get(entry).map(|entry| words.entry(entry)).unwrap_or_default()
        )
    }

    fn said(&mut self, clear: &mut ClearGame) {
        let events: Vec<Event> = clear.driver.take_events();
        let nothing = Knowledge::new();
        let eyes = Eyes::new(clear.driver.faces(), &nothing);
        for event in events {
            let words = Words { game: self.game, names: &self.names, eyes }.event(&event);
            self.line(&format!("   > {words}"));
        }
    }

    fn views(&mut self, clear: &ClearGame) {
        let nothing = Knowledge::new();
        let eyes = Eyes::new(clear.driver.faces(), &nothing);
        let public = self.things(&clear.driver.view(None, &nothing), eyes);
        for (thing, value) in &public {
            self.told_anew(None, thing, value);
        }
        let known = self.told.keys().filter(|(viewer, _)| viewer.is_none());
        let gone = known.filter(|(_, thing)| public.iter().all(|(here, _)| here != thing));
        for (_, thing) in gone.cloned().collect::<Vec<_>>() {
            self.told_anew(None, &thing, "gone");
        }
        for seat in Seat::all(self.names.len()) {
            let view = clear.driver.view(Some(seat), clear.dealer.knowledge(seat));
            let eyes = Eyes::new(clear.driver.faces(), clear.dealer.knowledge(seat));
            for (thing, value) in self.things(&view, eyes) {
                let thing = (thing, value);
                let beyond = if public.contains(&thing) { "" } else { &thing.1 };
                self.told_anew(Some(seat), &thing.0, beyond);
            }
        }
    }

    fn told_anew(&mut self, viewer: Option<Seat>, thing: &str, value: &str) {
        let before = self.told.insert((viewer, thing.into()), value.into()).unwrap_or_default();
        if before != value && (viewer.is_none() || !value.is_empty()) {
            let viewer = viewer.map_or("*".into(), |seat| self.names[seat].clone());
            self.line(&format!("     {viewer} {thing}: {value}"));
        }
    }

    /// Everything on a board by its place, as this view shows it.
    fn things(&self, view: &View, eyes: Eyes<'_>) -> Vec<(String, String)> {
        let words = Words { game: self.game, names: &self.names, eyes };
        let turn = view.board.turn.map_or("nobody".into(), |seat| self.names[seat].clone());
        let mut things: Vec<(String, String)> = vec![("turn".into(), turn)];
        for told in told(&words, view) {
            // Everybody is named, so that views can be compared.
            let own = view.seat.filter(|_| told.place == "You").map(|seat| &self.names[seat]);
            let thing = format!("{}'s {}", own.unwrap_or(&told.place), told.name);
            let named = things.iter().filter(|(other, _)| other.starts_with(&thing)).count();
            let thing = if named > 0 { format!("{thing} {}", named + 1) } else { thing };
            let words = told.words.strip_prefix(&told.name).unwrap_or(&told.words);
            things.push((thing, words.trim_start_matches([':', ' ']).to_owned()));
        }
        things
    }

    fn words(&self, line: &Line) -> String {
        line.render(&|part| match part {
            Part::Seat(seat) => self.names[*seat].clone(),
            Part::Face(face) => self.game.face(*face).short.into(),
            other => other.plain(),
        })
    }

    fn outcome(&mut self, clear: &ClearGame) {
        let Some(outcome) = clear.driver.outcome() else { return self.line("stuck") };
        let winners: Vec<_> = outcome.winners.iter().map(|&s| self.names[s].as_str()).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.out,
            "\nOver after {} steps. Won by {}; scores {:?}: {}",
            clear.answers().len(),
            winners.join(", "),
            outcome.scores.values().collect::<Vec<_>>(),
            self.words(&outcome.summary)
        );
    }

    fn line(&mut self, line: &str) {
        if self.out.len() < LONGEST {
            self.out.push_str(line.trim_end());
            self.out.push('\n');
            if self.out.len() >= LONGEST {
                self.out.push_str("… and so on\n");
            }
        }
    }
}
