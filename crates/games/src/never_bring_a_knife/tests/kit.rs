//! Fights whose stacks are planned: a test says which four cards everybody ends up with.

use engine::{
    Face, Game, Handle, Options, Request, Seat,
    rig::{Rig, Rigged},
};

use super::super::{Card, Fighter, GAME, Move, Role, STACK, State};

/// Seats by the names that rigs give them.
pub(super) const A: Seat = Seat::new(0);
pub(super) const B: Seat = Seat::new(1);
pub(super) const C: Seat = Seat::new(2);
pub(super) const D: Seat = Seat::new(3);

/// A stack that does nothing; there are cards for six of them.
pub(super) const F: &str = "GGAA";
/// Another one; six of them too, but together no more than twelve Armor.
pub(super) const Q: &str = "GGAC";

pub(super) fn options(mode: &str) -> Options {
    Options::parse(GAME.info().options, [("mode", mode)]).unwrap()
}

pub(super) fn card(letter: char) -> Card {
    match letter.to_ascii_uppercase() {
        'G' => Card::Gun,
        'A' => Card::Armor,
        'M' => Card::Money,
        'C' => Card::Crime,
        'I' => Card::Intel,
        'H' => Card::Hit,
        _ => Card::Mole,
    }
}

fn faces(letters: &str) -> Vec<Face> {
    letters.chars().map(|c| card(c).face()).collect()
}

fn roles(letters: &str) -> Vec<Face> {
    let role = |c| if c == 'C' { Role::Cop } else { Role::Criminal };
    letters.chars().map(|c| role(c).face()).collect()
}

/// A rigged game with planned rounds.
pub(super) struct Fight {
    pub rig: Rig,
    rounds: Vec<Vec<String>>,
}

/// In lap `lap` (from 0) everybody plays on the seat so much further on: never on themself first.
fn target(player: Seat, lap: usize, seats: usize) -> Seat {
    Seat::new(((player.index() + lap + 1) % seats) as u8)
}

/// The hand that lets a player do their part. Small letters are dealt last: they come from a reshuffle.
fn hand(stacks: &[String], player: Seat) -> Vec<char> {
    let letter = |lap| {
        let on = target(player, lap, stacks.len());
        stacks[on.index()].chars().nth(lap).unwrap()
    };
    let mut hand: Vec<char> = (0..STACK).map(letter).collect();
    hand.sort_by_key(|letter| letter.is_lowercase());
    hand
}

impl Fight {
    /// A normal game: `team` has the roles of the seats, the boss and the one left over (C or K),
    /// each round the stacks that the seats will have. The last seat deals first.
    pub(super) fn new(team: &str, rounds: &[&[&str]]) -> Self {
        Self::with_mode("normal", team, rounds)
    }

    pub(super) fn with_mode(mode: &str, team: &str, rounds: &[&[&str]]) -> Self {
        let seats = rounds[0].len();
        let rounds: Vec<Vec<String>> =
            rounds.iter().map(|r| r.iter().map(|s| (*s).to_owned()).collect()).collect();
        let mut dealt = String::new();
        for (round, stacks) in rounds.iter().enumerate() {
            let first = Seat::new((round % seats) as u8);
            for lap in 0..STACK {
                dealt.extend(first.lap(seats).map(|player| hand(stacks, player)[lap]));
            }
        }
        let dealt = faces(&dealt);
        let easy = mode.starts_with("easy");
        let deck: usize = Card::ALL.iter().map(|card| card.copies(seats, easy)).sum::<usize>() - 2;
        let (old, new) = dealt.split_at(deck.min(dealt.len()));
        let mut fate = Rigged::new(1).roll(seats as u32 - 1);
        fate = fate.stack(roles(team)).stack(old.to_vec());
        for _ in 0..deck / (STACK * seats) * seats {
            fate = fate.stack([]);
        }
        fate = fate.stack(new.to_vec());
        Self { rig: Rig::new(&GAME, seats, &[("mode", mode)], fate).unwrap(), rounds }
    }

    /// Eight players in their second round, in which this is the stack of B, the first to open. Hit and
    /// Mole have just come into the deck. The others' stacks only bring Money.
    pub(super) fn eight(mode: &str, team: &str, stack: &str) -> Self {
        Self::second_of_eight(mode, team, Q, "GMMM", stack)
    }

    /// The same, but B has banked one Money in the first round.
    pub(super) fn eight_saved(team: &str, stack: &str) -> Self {
        Self::second_of_eight("normal", team, "GGAM", "GMMC", stack)
    }

    fn second_of_eight(mode: &str, team: &str, before: &str, last: &str, stack: &str) -> Self {
        let first = [Q, before, Q, Q, Q, Q, F, F];
        let mut second: Vec<Vec<char>> = ["GMMA", "", "GMMA", "GMMI", "GMMI", "GMMM", "GMMM", last]
            .map(|s| s.chars().collect())
            .to_vec();
        // Each of B's cards comes from a player whose last card is from the reshuffle. That is B's card
        // if the old deck has none to spare, or else it changes places with one for somebody else.
        second[1] = stack.chars().collect();
        for (lap, letter) in stack.chars().enumerate() {
            if !matches!(letter, 'M' | 'I') {
                second[1][lap] = letter.to_ascii_lowercase();
                continue;
            }
            let player = Seat::new(((9 - lap - 1) % 8) as u8);
            let spare = (0..STACK)
                .filter(|&other| other != lap)
                .map(|other| (target(player, other, 8).index(), other))
                .find(|&(on, other)| second[on][other] == letter)
                .unwrap();
            second[spare.0][spare.1] = 'a';
        }
        let second: Vec<String> = second.into_iter().map(|s| s.into_iter().collect()).collect();
        let second: Vec<&str> = second.iter().map(String::as_str).collect();
        let mut fight = Self::with_mode(mode, team, &[&first, &second]);
        fight.round();
        fight
    }

    pub(super) fn state(&self) -> &State {
        self.rig.state().unwrap()
    }

    pub(super) fn fighter(&self, seat: Seat) -> &Fighter {
        &self.state().fighters[seat]
    }

    pub(super) fn money(&self, seat: Seat) -> usize {
        self.fighter(seat).money.len()
    }

    pub(super) fn wounds(&self, seat: Seat) -> usize {
        self.fighter(seat).wounds
    }

    /// The role a seat knows somebody to have, or the boss.
    pub(super) fn knows(&self, seat: Seat, whose: Option<Seat>) -> Option<Role> {
        let role = self.state().role(whose).unwrap();
        self.rig.clear.dealer.knowledge(seat).get(&role).copied().and_then(Role::of)
    }

    /// Whose turn it is to choose.
    pub(super) fn asked(&self) -> Option<Seat> {
        self.rig.asked().first().map(|(seat, _)| *seat)
    }

    pub(super) fn pick(&mut self, seat: Seat, words: &str) {
        self.rig.pick(seat, words).unwrap();
    }

    /// Whoever is asked plays a card on somebody, face down where that is allowed.
    pub(super) fn play(&mut self, letter: char, on: Seat) {
        let seat = self.asked().unwrap();
        let name = GAME.face(card(letter).face()).name;
        self.take(name);
        let up = self.fighter(on).stack.is_empty();
        self.pick(seat, &format!("{}: {name}", place(seat, on, up)));
    }

    /// Whoever is asked takes this card to play, if that is a question of its own.
    pub(super) fn take(&mut self, name: &str) {
        let seat = self.asked().unwrap();
        if matches!(self.state().moves[0], Move::Pick(_)) {
            self.pick(seat, name);
        }
    }

    /// Plays the cards of the current round as planned; the game then stands at the next menu.
    pub(super) fn round(&mut self) {
        let round = self.state().round;
        let stacks = self.rounds[round - 1].clone();
        let order: Vec<Seat> = self.state().lap().collect();
        for &player in &order {
            let mut planned = faces(&hand(&stacks, player).iter().collect::<String>());
            let mut held = self.rig.faces(&self.fighter(player).hand);
            planned.sort();
            held.sort();
            assert_eq!(held, planned, "the deal went wrong for {player}");
        }
        for lap in 0..STACK {
            for &player in &order {
                let on = target(player, lap, order.len());
                self.play(stacks[on.index()].chars().nth(lap).unwrap(), on);
            }
        }
    }

    /// Everybody declines until somebody has to play a card, or the game is over.
    pub(super) fn decline(&mut self) {
        while self.asked().is_some() && self.state().phase != "Play" {
            self.rig.pick_all(&[]).unwrap();
        }
    }

    /// Everybody declines until this seat is asked in this phase.
    pub(super) fn decline_until(&mut self, seat: Seat, phase: &str) {
        while !(self.asked() == Some(seat) && self.state().phase == phase) {
            assert!(self.state().phase != "Play", "{seat} was not asked in {phase}");
            self.rig.pick_all(&[]).unwrap();
        }
    }

    pub(super) fn why_not(&self, seat: Seat, words: &str) -> Option<String> {
        self.rig.why_not(seat, words).unwrap()
    }

    /// The roles of the winners; empty while the game goes on.
    pub(super) fn winners(&self) -> Vec<Seat> {
        self.rig.clear.driver.outcome().map(|o| o.winners.clone()).unwrap_or_default()
    }

    pub(super) fn public(&self, card: Handle) -> Option<Face> {
        self.rig.clear.driver.faces().face(card)
    }
}

/// The words of the entry for playing a card there.
pub(super) fn place(seat: Seat, on: Seat, up: bool) -> String {
    let whom = char::from(b'A' + on.index() as u8).to_string();
    let whom = if on == seat { "yourself" } else { &whom };
    format!("On {whom}, face {}", if up { "up" } else { "down" })
}

/// Answers a game in the clear with first allowed entries, showing every request to `inspect`.
pub(super) fn watch(
    seats: usize,
    mode: &str,
    seed: u64,
    mut inspect: impl FnMut(&State, &Request, &engine::clear::ClearGame),
) {
    let random = engine::BotKind::Random;
    engine::check::play(&GAME, seats, &options(mode), seed, random, |clear| {
        let state: &dyn core::any::Any = clear.driver.state();
        if let Some(request) = clear.driver.request() {
            inspect(state.downcast_ref().unwrap(), request, clear);
        }
        Ok(())
    })
    .unwrap();
}
