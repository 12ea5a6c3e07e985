//! The match through real cryptography is the game that a dealer in the clear would have dealt: the
//! same cards, answers, boards and requests, and every seat knows exactly what it was shown.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::{
    cell::RefCell,
    collections::{BTreeMap, VecDeque},
    rc::Rc,
};

use curve25519_dalek::Scalar;
use engine::{
    Answer, BotKind, Face, Handle, Knowledge, Request, Seat,
    check::digest,
    clear::{ClearGame, Fate},
};
use mental::face_point;
use sim::{Config, World, charter::secrets, run::DEADLINE};
use support::{config, seat, with_options};
use table::{Ending, MatchState};

/// What was seen of a match while it was played.
#[derive(Default)]
struct Seen {
    /// The public state after so many answers.
    digests: BTreeMap<usize, u64>,
    /// What a seat knew after so many answers.
    knowledge: BTreeMap<(usize, Seat), Knowledge>,
    /// Every card that ever was, opened with everybody's keys.
    faces: BTreeMap<Handle, Face>,
    answers: Vec<Answer>,
}

/// Opens cards with the sum of all match keys.
struct Opener {
    key: Scalar,
    points: BTreeMap<[u8; 32], Face>,
}

impl Opener {
    fn new(config: &Config) -> Self {
        let key = |seat| secrets(config.seed, seat).key();
        let scalar = |seat| Scalar::from_canonical_bytes(*key(seat).expose()).unwrap();
        let info = config.game.info();
        let faces = info.decks.iter().flat_map(|(deck, faces)| faces.iter().map(|f| (deck.0, *f)));
        let point =
            |(deck, face): (u8, Face)| (*face_point(info.id, deck, face.0).as_bytes(), face);
        Self { key: Seat::all(config.seats).map(scalar).sum(), points: faces.map(point).collect() }
    }

    fn face(&self, play: &MatchState, card: Handle) -> Option<Face> {
        let masked = play.masked_card(card)?;
        let point = masked.b.point() - self.key * masked.a.point();
        Some(self.points[&point.compress().to_bytes()])
    }
}

fn watch(config: &Config) -> Seen {
    let opener = Opener::new(config);
    let mut world = World::new(config.clone()).unwrap();
    let mut seen = Seen::default();
    while !world.is_over() && world.now < DEADLINE {
        let Some(Some(seat)) = world.step() else { continue };
        let node = world.node(seat).unwrap();
        let play = node.play();
        let count = world.peers[seat.index()].answers.len();
        seen.digests.insert(count, digest(play.driver()));
        seen.knowledge.insert((count, seat), node.knowledge());
        for card in play.driver().faces().live() {
            if !seen.faces.contains_key(&card)
                && let Some(face) = opener.face(play, card)
            {
                seen.faces.insert(card, face);
            }
        }
    }
    let play = world.node(seat(0)).unwrap().play();
    assert_eq!(play.ending(), Some(&Ending::Finished));
    seen.answers.clone_from(&world.peers[0].answers);
    seen
}

/// Luck that was had before.
#[derive(Clone, Default)]
struct Script {
    /// The faces that each pile has after being shuffled; none for cards that left the game unseen.
    piles: Rc<RefCell<VecDeque<Vec<Option<Face>>>>>,
    numbers: Rc<RefCell<VecDeque<u32>>>,
}

impl Fate for Script {
    fn order(&mut self, faces: &[Option<Face>]) -> Vec<usize> {
        let target = self.piles.borrow_mut().pop_front().unwrap();
        let mut left: Vec<usize> = (0..faces.len()).collect();
        let mut take = |face: Option<Face>| {
            let place = left.iter().position(|&i| face.is_none() || faces[i] == face);
            left.remove(place.unwrap_or_else(|| panic!("a shuffle brought in {face:?}")))
        };
        // Cards that left the game unseen take what remains.
        let mut order: Vec<Option<usize>> =
            target.iter().map(|face| face.map(|face| take(Some(face)))).collect();
        order
            .iter_mut()
            .filter(|place| place.is_none())
            .for_each(|place| *place = Some(take(None)));
        order.into_iter().flatten().collect()
    }

    fn number(&mut self, _: u32) -> u32 {
        self.numbers.borrow_mut().pop_front().unwrap()
    }
}

impl Script {
    fn prepare(&self, request: &Request, answer: &Answer, faces: &BTreeMap<Handle, Face>) {
        let mut piles = self.piles.borrow_mut();
        let pile =
            |cards: &Vec<Handle>| cards.iter().map(|card| faces.get(card).copied()).collect();
        match (request, answer) {
            (Request::Shuffle(changes), _) => {
                piles.extend(changes.iter().map(|change| pile(&change.into)));
            }
            (Request::Remix(hands), _) => {
                piles.extend(hands.iter().map(|(_, change)| pile(&change.into)));
            }
            (_, Answer::Rolled(numbers)) => self.numbers.borrow_mut().extend(numbers),
            _ => {}
        }
    }
}

fn equals_the_clear_game(config: &Config) {
    let seen = watch(config);
    let at = |n: usize| {
        format!(
            "{}, {} seats, seed {}, answer {n}",
            config.game.info().id,
            config.seats,
            config.seed
        )
    };
    let script = Script::default();
    let mut clear =
        ClearGame::with_fate(config.game, config.seats, &config.options, script.clone()).unwrap();
    let mut compared = 0;
    for n in 0..=seen.answers.len() {
        if let Some(public) = seen.digests.get(&n) {
            assert_eq!(*public, digest(&clear.driver), "{}", at(n));
        }
        for seat in Seat::all(config.seats) {
            if let Some(knowledge) = seen.knowledge.get(&(n, seat)) {
                assert_eq!(knowledge, clear.dealer.knowledge(seat), "{} {seat}", at(n));
                compared += 1;
            }
        }
        let Some(answer) = seen.answers.get(n) else { break };
        script.prepare(clear.driver.request().unwrap(), answer, &seen.faces);
        let mut picks: VecDeque<usize> = match answer {
            Answer::Choice(choice) => [choice.entry].into(),
            Answer::Choices(choices) => choices.iter().map(|choice| choice.entry).collect(),
            _ => VecDeque::new(),
        };
        // Whoever was not opened has chosen something that nobody will ever know.
        assert!(clear.step(|_, _| picks.pop_front().unwrap_or(0)), "{}", at(n));
        assert_eq!(clear.answers().last(), Some(answer), "{}", at(n));
    }
    assert!(clear.driver.outcome().is_some() && compared > seen.answers.len());
}

fn all_seats(game: &str) {
    let (least, most) = games::find(game).unwrap().info().seats;
    for seats in least..=most {
        equals_the_clear_game(&config(game, seats, 11));
    }
}

#[test]
fn suspicion_is_the_game_that_was_dealt() {
    all_seats("suspicion");
    for seed in 0..6 {
        equals_the_clear_game(&config("suspicion", 3, seed));
    }
}

#[test]
fn never_bring_a_knife_is_the_game_that_was_dealt() {
    all_seats("never-bring-a-knife");
}

#[test]
fn knives_is_the_game_that_was_dealt() {
    let table = with_options("knives", 5, 3, &[("target", "10")]);
    equals_the_clear_game(&Config { bots: BotKind::NORMAL, ..table });
}

/// Sensible crews: random ones take five times as many steps to the same end.
fn thieves(seats: usize, seed: u64, agendas: &str) {
    let table = with_options("no-honor", seats, seed, &[("agendas", agendas)]);
    equals_the_clear_game(&Config { bots: BotKind::NORMAL, ..table });
}

#[test]
fn no_honor_is_the_game_that_was_dealt() {
    for seats in 3..=6 {
        thieves(seats, 11, "draft");
    }
}

#[test]
fn no_honor_for_beginners_is_the_game_that_was_dealt() {
    for seats in 3..=6 {
        thieves(seats, 12, "dealt");
    }
}

#[test]
fn no_honor_played_at_random_is_the_game_that_was_dealt() {
    equals_the_clear_game(&config("no-honor", 3, 2));
}
