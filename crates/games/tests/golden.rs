//! Golden playthroughs: one game for each number of seats, as it was told when somebody last looked.
//!
//! `UPDATE_GOLDEN=1 cargo test -p games --test golden` writes them anew; read the difference.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]
#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "tests deal in the clear")]

use std::{collections::BTreeMap, fmt::Write as _, fs, path::Path};

use engine::{
    Answer, Ask, Audience, BotKind, BySeat, Event, Eyes, Face, Game, Knowledge, Options, Request,
    Seat, View, Words,
    clear::{ClearGame, bots},
};

mod support;

const SEED: u64 = 1;
/// So many steps are told in full, with every seat's view; after them only what was said.
const FULL: usize = 60;
/// The same for a game in another mode than the usual.
const BRIEF: usize = 25;
/// Options, as keys and values.
type Set = &'static [(&'static str, &'static str)];
/// Modes that have a shorter playthrough of their own.
const MODES: [(&str, usize, Set); 3] = [
    ("knives", 5, &[("rules", "simplified")]),
    ("never-bring-a-knife", 4, &[("mode", "easy")]),
    ("never-bring-a-knife", 5, &[("mode", "hard")]),
];
/// Files stay readable: whatever is beyond this is cut, all but the result.
const LONGEST: usize = 120_000;

#[test]
fn every_game_goes_as_it_went() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let mut changed = Vec::new();
    let mut compare = |name: String, told: String| {
        if update {
            fs::write(folder.join(&name), &told).unwrap();
        }
        let golden = fs::read_to_string(folder.join(&name)).unwrap_or_default();
        changed.extend(difference(&golden, &told).map(|what| format!("{name}, {what}")));
    };
    for game in games::GAMES {
        for seats in support::seats(*game) {
            let told = Teller::tell(*game, seats, &[], FULL);
            compare(format!("{}-{seats}.txt", game.info().id), told);
        }
    }
    for (id, seats, set) in MODES {
        let words: Vec<_> = set.iter().map(|(_, value)| *value).collect();
        let told = Teller::tell(games::find(id).unwrap(), seats, set, BRIEF);
        compare(format!("{id}-{seats}-{}.txt", words.join("-")), told);
    }
    assert!(changed.is_empty(), "{}\n(UPDATE_GOLDEN=1 accepts this)", changed.join("\n"));
}

/// The first line that is not as it was.
fn difference(golden: &str, told: &str) -> Option<String> {
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
    /// So many steps are told in full.
    full: usize,
    /// What each viewer was last told about each thing; the public is the viewer `None`.
    told: BTreeMap<(Option<Seat>, String), String>,
}

impl<'a> Teller<'a> {
    fn tell(game: &'a dyn Game, seats: usize, set: &[(&str, &str)], full: usize) -> String {
        let options = Options::parse(game.info().options, set.iter().copied()).unwrap();
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
        let mut clear = ClearGame::new(game, seats, &options, SEED).unwrap();
        teller.said(&mut clear);
        teller.views(&clear);
        while clear.driver.outcome().is_none() {
            teller.step(&mut clear, &mut players);
        }
        teller.outcome(&clear);
        teller.out
    }

    fn step(&mut self, clear: &mut ClearGame, players: &mut BySeat<Box<dyn engine::Bot>>) {
        let number = clear.answers.len() + 1;
        let full = number <= self.full;
        let request = clear.driver.request().unwrap();
        let asked = format!("{number}. {}", self.request(request));
        let mut picks = Vec::new();
        assert!(clear.step(|ask, state| {
            let entry = players[ask.seat].pick(&ask, state);
            if full {
                picks.push(self.pick(&ask, entry));
            }
            entry
        }));
        if full {
            self.line(&asked);
            picks.iter().for_each(|pick| self.line(&format!("   {pick}")));
            let answer = self.answer(clear.answers.last().unwrap());
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
                let hand = |(seat, c): &(Seat, engine::Change)| {
                    format!("{} {}", self.names[*seat], c.from.len())
                };
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

    /// The question as the seat reads it, and what it picks.
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
            words.entry(&entries[entry])
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
        for told in engine::told(&words, view) {
            // Everybody is called by name, so that views can be compared.
            let own = view.seat.filter(|_| told.place == "You").map(|seat| &self.names[seat]);
            let thing = format!("{}'s {}", own.unwrap_or(&told.place), told.name);
            let named = things.iter().filter(|(other, _)| other.starts_with(&thing)).count();
            let thing = if named > 0 { format!("{thing} {}", named + 1) } else { thing };
            let words = told.words.strip_prefix(&told.name).unwrap_or(&told.words);
            things.push((thing, words.trim_start_matches([':', ' ']).to_owned()));
        }
        things
    }

    fn words(&self, line: &engine::Line) -> String {
        line.render(&|part| match part {
            engine::Part::Seat(seat) => self.names[*seat].clone(),
            engine::Part::Face(face) => self.game.face(*face).short.into(),
            other => other.plain(),
        })
    }

    fn outcome(&mut self, clear: &ClearGame) {
        let outcome = clear.driver.outcome().unwrap().clone();
        let winners: Vec<_> = outcome.winners.iter().map(|&s| self.names[s].as_str()).collect();
        let _ = writeln!(
            self.out,
            "\nOver after {} steps. Won by {}; scores {:?}: {}",
            clear.answers.len(),
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
