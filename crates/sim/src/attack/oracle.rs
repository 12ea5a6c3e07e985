//! What an attacker can know in the end, and which part of it nobody should have shown it.
//!
//! The attacker can open a masked card if it can remove all layers but its own: with shares that honest
//! seats have sent to anybody on any history, with parts of recovered shares, and with shares of another
//! masked card that was made from this one or that this one was made from by the attacker (who knows the
//! layers between them).
//!
//! It should know what the rules have shown to its seat or to all in safe steps: steps before which every
//! honest seat that was present had the same history. It should also know what the rules show on every
//! honest seat's history, since then it did not matter who was told what. Whatever it knows beyond that is
//! a [`Leak`].

use core::fmt;
use std::collections::{BTreeMap, BTreeSet};

use engine::{Deck, Face, Seat};
use mental::{Card, Context, Point, SecretKey, Shares, face_point};
use proto::{Body, Contribution};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng as _;

use super::{
    Parting,
    walk::{History, Step},
};
use crate::{charter::secrets, world::World};

/// Something that the attacker knows and should not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leak {
    /// The face of a card.
    Face {
        /// The card's deck.
        deck: Deck,
        /// Its face.
        face: Face,
        /// The seat it was dealt to, if there is one.
        dealt_to: Option<Seat>,
    },
    /// A random number before the table had agreed on its parts.
    Number,
    /// A sealed choice that was opened before the table had agreed on the seals.
    Choice {
        /// Whose.
        seat: Seat,
        /// In which step it was opened.
        step: u64,
    },
}

/// What an attacker knows.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// How many masked cards it can open.
    pub known: usize,
    /// What it knows and should not.
    pub leaks: Vec<Leak>,
}

impl fmt::Display for Leak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Face { deck, face, dealt_to: Some(seat) } => {
                write!(f, "face {} of deck {}, dealt to {seat}", face.0, deck.0)
            }
            Self::Face { deck, face, dealt_to: None } => {
                write!(f, "face {} of deck {}", face.0, deck.0)
            }
            Self::Number => f.write_str("a random number"),
            Self::Choice { seat, step } => write!(f, "what {seat} had sealed, in step {step}"),
        }
    }
}

/// Why it cannot be computed what an attacker knows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OracleError {
    /// No seat tells different stories in this match.
    #[error("nobody tells stories here")]
    NoAttacker,
    /// A node's transcript does not lead to the node's state.
    #[error("a transcript cannot be followed")]
    Transcript,
    /// One card would have several faces.
    #[error("cards made from each other have faces {0:?}")]
    Faces(BTreeSet<(Deck, Face)>),
}

impl World {
    /// What the attacker knows.
    ///
    /// # Errors
    /// If that cannot be computed.
    pub fn found(&self) -> Result<Found, OracleError> {
        let seat = self.equivocator.as_ref().ok_or(OracleError::NoAttacker)?.seat();
        self.found_by(seat)
    }

    /// What a seat knows that has everything the others have ever sent.
    ///
    /// # Errors
    /// If that cannot be computed.
    pub fn found_by(&self, attacker: Seat) -> Result<Found, OracleError> {
        let others = attacker.others(self.config.seats);
        let nodes = others.filter_map(|seat| Some((seat, self.node(seat)?)));
        let histories: Option<Vec<History>> =
            nodes.map(|(seat, node)| History::of(self, seat, node, attacker)).collect();
        let histories = histories.ok_or(OracleError::Transcript)?;
        let mut oracle = Oracle::new(self, attacker, &histories);
        oracle.pool(self.monitor.contributions());
        oracle.link(self);
        oracle.find()
    }
}

/// The two points `A` and `B` of a masked card.
type Pair = ([u8; 32], [u8; 32]);

/// A masked card, with what can be computed from everybody's secrets.
struct Seen {
    /// The share of each seat.
    shares: Vec<Point>,
    face: Option<(Deck, Face)>,
    /// The representative of all cards that the attacker has made from each other.
    root: Pair,
}

struct Oracle<'a> {
    attacker: Seat,
    seats: usize,
    /// How many parts it takes to recover a share.
    threshold: usize,
    histories: &'a [History],
    keys: Vec<SecretKey>,
    context: Context,
    faces: BTreeMap<Point, (Deck, Face)>,
    seen: BTreeMap<Pair, Seen>,
    /// All shares that the others have sent, by seat.
    sent: BTreeSet<(usize, Point)>,
    /// The shares with which a seat has shown a card in a safe step.
    shown: BTreeSet<(usize, Point)>,
    /// Who has helped to recover the share of which seat, by card.
    recovered: BTreeMap<(Pair, usize), BTreeSet<usize>>,
    leaks: Vec<Leak>,
}

impl<'a> Oracle<'a> {
    fn new(world: &World, attacker: Seat, histories: &'a [History]) -> Self {
        let config = &world.config;
        let info = config.game.info();
        let faces = info.decks.iter().flat_map(|(deck, faces)| faces.iter().map(|f| (*deck, *f)));
        let point =
            |(deck, face): (Deck, Face)| (face_point(info.id, deck.0, face.0), (deck, face));
        Self {
            attacker,
            seats: config.seats,
            threshold: config.seats - usize::from(config.survive),
            histories,
            keys: Seat::all(config.seats).map(|seat| secrets(config.seed, seat).key()).collect(),
            context: Context::new([0; 32], 0, 0),
            faces: faces.map(point).collect(),
            seen: BTreeMap::new(),
            sent: BTreeSet::new(),
            shown: BTreeSet::new(),
            recovered: BTreeMap::new(),
            leaks: Vec::new(),
        }
    }

    /// Takes in everything that the others have ever sent.
    fn pool<'b>(&mut self, sent: impl Iterator<Item = &'b Contribution>) {
        let attacker = self.attacker.index();
        for said in sent.filter(|said| usize::from(said.seat) != attacker) {
            let seat = usize::from(said.seat);
            let safe = self.is_safe(said);
            let (given, shown) = shares(&said.body);
            self.sent.extend(given.iter().chain(&shown).map(|share| (seat, *share)));
            if safe {
                self.shown.extend(shown.iter().map(|share| (seat, *share)));
            } else if matches!(said.body, Body::Open { .. }) {
                self.leaks.push(Leak::Choice { seat: Seat::new(said.seat), step: said.step });
            }
            self.pool_recovered(said);
        }
    }

    fn pool_recovered(&mut self, said: &Contribution) {
        let Body::Shares { recovered, .. } = &said.body else { return };
        let Some((_, step)) = self.step_of(said) else { return };
        for (gone, _) in recovered {
            let lost = step.recovers.iter().filter(|(seat, _)| seat.index() == usize::from(*gone));
            for card in lost.flat_map(|(_, cards)| cards) {
                let helped = self.recovered.entry((pair(card), usize::from(*gone))).or_default();
                helped.extend([usize::from(said.seat), self.attacker.index()]);
            }
        }
    }

    /// The step of a contribution, on a history that contains it.
    fn step_of(&self, said: &Contribution) -> Option<(&'a History, &'a Step)> {
        let step = |history: &'a History| Some((history, history.step(said.step, &said.head)?));
        self.histories.iter().find_map(step)
    }

    fn is_safe(&self, said: &Contribution) -> bool {
        let step = self.step_of(said);
        step.is_some_and(|(history, step)| history.may_give(step, self.histories))
    }

    /// Takes in all masked cards, and links those that the attacker has made from each other.
    fn link(&mut self, world: &World) {
        let histories = self.histories;
        for card in histories.iter().flat_map(|history| &history.cards) {
            self.look(card);
        }
        let Some(equivocator) = &world.equivocator else { return };
        for (one, other) in &equivocator.made {
            self.look(one);
            self.look(other);
            self.join(pair(one), pair(other));
        }
        // The attacker knows the difference of two random numbers that differ only in its own part.
        if matches!(equivocator.attack.parting, Parting::Round("beacon", _)) {
            let parted = equivocator.parted.unwrap_or_default();
            let next = |history: &'a History| {
                history.numbers.iter().find(|(step, _)| *step > parted).map(|(_, card)| pair(card))
            };
            let numbers: Vec<Pair> = histories.iter().filter_map(next).collect();
            numbers.windows(2).for_each(|two| self.join(two[0], two[1]));
        }
    }

    fn look(&mut self, card: &Card) {
        let pair = pair(card);
        if self.seen.contains_key(&pair) {
            return;
        }
        let mut rng = ChaCha20Rng::seed_from_u64(0);
        let share = |key| Shares::new(&self.context, key, &[*card], &mut rng).shares;
        let shares: Vec<Point> = self.keys.iter().flat_map(share).collect();
        let open = shares.iter().fold(*card.b.point(), |point, share| point - share.point());
        let face = self.faces.get(&Point::new(open)).copied();
        self.seen.insert(pair, Seen { shares, face, root: pair });
    }

    fn root(&self, of: Pair) -> Pair {
        let mut at = of;
        while let Some(seen) = self.seen.get(&at).filter(|seen| seen.root != at) {
            at = seen.root;
        }
        at
    }

    fn join(&mut self, one: Pair, other: Pair) {
        let (one, other) = (self.root(one), self.root(other));
        if let Some(seen) = self.seen.get_mut(&one) {
            seen.root = other;
        }
    }

    /// What can be known, and which part of it should not be.
    fn find(mut self) -> Result<Found, OracleError> {
        let mut classes: BTreeMap<Pair, Vec<Pair>> = BTreeMap::new();
        self.seen.keys().for_each(|pair| classes.entry(self.root(*pair)).or_default().push(*pair));
        let allowed = self.allowed();
        let mut known = 0;
        for (root, class) in classes {
            let faces: BTreeSet<_> = class.iter().filter_map(|pair| self.seen[pair].face).collect();
            if faces.len() > 1 {
                return Err(OracleError::Faces(faces));
            }
            if !self.can_open(&class) {
                continue;
            }
            known += 1;
            if !allowed.contains(&root) {
                let leak = self.leak(faces.first().copied(), &class);
                self.leaks.push(leak);
            }
        }
        Ok(Found { known, leaks: self.leaks })
    }

    /// Whether every layer but the attacker's own can be removed from one of these cards.
    fn can_open(&self, class: &[Pair]) -> bool {
        let mut others = (0..self.seats).filter(|seat| *seat != self.attacker.index());
        others.all(|seat| {
            let sent = |pair: &Pair| self.sent.contains(&(seat, self.seen[pair].shares[seat]));
            let helpers: BTreeSet<usize> = class
                .iter()
                .filter_map(|pair| self.recovered.get(&(*pair, seat)))
                .flatten()
                .copied()
                .collect();
            class.iter().any(sent) || helpers.len() >= self.threshold
        })
    }

    /// The cards that the rules have shown to the attacker or to all, in safe steps or on everybody's
    /// history.
    fn allowed(&self) -> BTreeSet<Pair> {
        let mut allowed = BTreeSet::new();
        let mut everywhere: Option<BTreeSet<Pair>> = None;
        for history in self.histories {
            let shows = |step: &'a Step| step.shows.iter().map(|card| self.root(pair(card)));
            let safe = history.steps.iter().filter(|step| history.may_give(step, self.histories));
            allowed.extend(safe.flat_map(shows));
            let here: BTreeSet<Pair> = history.steps.iter().flat_map(shows).collect();
            everywhere = Some(everywhere.map_or(here.clone(), |all| &all & &here));
        }
        // Random numbers are excluded, since every story has its own.
        let is_card = |root: &Pair| self.seen.get(root).is_some_and(|seen| seen.face.is_some());
        allowed.extend(everywhere.into_iter().flatten().filter(is_card));
        for (pair, seen) in &self.seen {
            let shown = |seat: usize| self.shown.contains(&(seat, seen.shares[seat]));
            if (0..self.seats).any(shown) {
                allowed.insert(self.root(*pair));
            }
        }
        allowed
    }

    fn leak(&self, face: Option<(Deck, Face)>, class: &[Pair]) -> Leak {
        let mut dealt = self.histories.iter().flat_map(|history| &history.dealt);
        let to = dealt.find(|(card, to)| class.contains(&pair(card)) && *to != self.attacker);
        match face {
            Some((deck, face)) => Leak::Face { deck, face, dealt_to: to.map(|(_, to)| *to) },
            None => Leak::Number,
        }
    }
}

fn pair(card: &Card) -> Pair {
    (*card.a.as_bytes(), *card.b.as_bytes())
}

/// The shares in a contribution: those that were requested, and those that show a card from hand.
fn shares(body: &Body) -> (Vec<Point>, Vec<Point>) {
    let all = |shares: &Option<Shares>| shares.iter().flat_map(|s| s.shares.clone()).collect();
    match body {
        Body::Shares { own, .. } => (all(own), Vec::new()),
        Body::Choice { shown: Some(shown), .. } | Body::Open { shown: Some(shown), .. } => {
            (Vec::new(), all(&shown.share))
        }
        Body::Answer { shown: Some((_, share)), .. } => (Vec::new(), all(share)),
        _ => (Vec::new(), Vec::new()),
    }
}
