//! Deals that are possible by everything that one seat knows.
//!
//! A bot that looks ahead has to imagine the cards it has not seen. A uniform choice among the remaining
//! cards would waste public knowledge: cards that were shown and then mixed into a hand are still in that
//! hand. So the whole history of mixing counts. Every shuffle and every remix replaces cards by as many
//! new ones with the same faces; a deal agrees with the history if that holds for each of them.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    Answer, Audience, BySeat, Change, Driver, Face, Handle, Knowledge, Log, Refusal, Request, Seat,
    chance::Chance,
};

/// A deal that agrees with everything that a seat has seen.
#[derive(Clone, Debug)]
pub struct Deal {
    pub(crate) faces: Vec<Option<Face>>,
}

impl Deal {
    /// The face that a card has in this deal.
    pub fn face(&self, card: Handle) -> Option<Face> {
        self.faces.get(card.0 as usize).copied().flatten()
    }
}

/// What everybody has seen happen to cards, including those that have left the game.
pub(crate) struct History {
    driver: Driver,
    /// The faces that cards had when everybody saw them.
    open: BTreeMap<Handle, Face>,
    /// How cards were mixed, the oldest first.
    changes: Vec<Change>,
    /// Which cards each seat has been shown. That they were shown is public, their faces are not.
    seen: BySeat<BTreeSet<Handle>>,
}

impl History {
    /// Before anything has happened.
    pub(crate) fn new(log: &Log) -> Option<Self> {
        Some(Self {
            driver: log.begin()?,
            open: BTreeMap::new(),
            changes: Vec::new(),
            seen: BySeat::new(log.seats(), |_| BTreeSet::new()),
        })
    }

    /// The history up to the end of the log, continued from this one, or begun anew if this one is of
    /// another game.
    pub(crate) fn follow(self, log: &Log) -> Option<Self> {
        let same = log.answers().starts_with(self.driver.log().answers());
        let mut history = if same { self } else { Self::new(log)? };
        let known = history.driver.log().answers().len();
        let new = log.answers().get(known..)?;
        new.iter().try_for_each(|answer| history.take(answer)).ok()?;
        Some(history)
    }

    /// What is asked at the end of the log.
    pub(crate) fn request(&self) -> Option<&Request> {
        self.driver.request()
    }

    fn take(&mut self, answer: &Answer) -> Result<(), Refusal> {
        if let Some(request) = self.driver.request().cloned() {
            self.open.extend(request.shown(answer));
            match request {
                Request::Shuffle(piles) => piles.into_iter().for_each(|c| self.mixed(c)),
                Request::Remix(hands) => {
                    for (seat, change) in hands {
                        self.seen[seat].extend(&change.into);
                        self.mixed(change);
                    }
                }
                Request::Peek(looks) => {
                    looks.into_iter().for_each(|(seat, card)| self.saw(seat, card));
                }
                Request::Show(cards) => {
                    for (card, to) in cards {
                        if let Audience::Seat(seat) = to {
                            self.saw(seat, card);
                        }
                    }
                }
                Request::Choose(..) | Request::Ask(..) | Request::Demand(..) | Request::Roll(_) => {
                }
            }
        }
        self.driver.answer(answer.clone())
    }

    fn saw(&mut self, seat: Seat, card: Handle) {
        self.seen[seat].insert(card);
    }

    /// Records a change. The old cards leave the game, so their public faces are recorded now.
    fn mixed(&mut self, change: Change) {
        let faces = self.driver.faces();
        self.open.extend(change.from.iter().filter_map(|&card| Some((card, faces.face(card)?))));
        self.changes.push(change);
    }
}

/// Makes deals for one seat at one moment.
pub(crate) struct Deals<'a> {
    history: &'a History,
    /// The changes that hidden cards depend on, the oldest first.
    changes: Vec<&'a Change>,
    /// What the seat knows.
    fixed: Vec<Option<Face>>,
}

/// How often a deal is tried again after a contradiction.
const ATTEMPTS: usize = 50;

impl<'a> Deals<'a> {
    /// The deals for a seat that knows the faces of these cards, some of which may be gone.
    pub(crate) fn new(history: &'a History, known: &Knowledge) -> Self {
        let public = history.driver.faces();
        let last = public.live().chain(history.changes.iter().flat_map(Change::cards)).max();
        let mut fixed = vec![None; last.map_or(0, |card| card.0 as usize + 1)];
        let live = public.live().filter_map(|card| Some((card, public.face(card)?)));
        let others = history.open.iter().chain(known.iter()).map(|(&card, &face)| (card, face));
        for (card, face) in live.chain(others) {
            if let Some(place) = fixed.get_mut(card.0 as usize) {
                *place = Some(face);
            }
        }
        let changes = related(history, &fixed);
        Self { history, changes, fixed }
    }

    /// A random deal; `None` if none was found.
    pub(crate) fn deal(&self, chance: &mut Chance) -> Option<Deal> {
        (0..ATTEMPTS).find_map(|_| {
            let mut faces = self.fixed.clone();
            let fits =
                self.look_back(&mut faces, chance).and_then(|()| self.go_on(&mut faces, chance));
            fits.map(|()| Deal { faces })
        })
    }

    /// The knowledge of each seat in a deal.
    pub(crate) fn knowledge(&self, deal: &Deal) -> BySeat<Knowledge> {
        let public = self.history.driver.faces();
        let hidden =
            |card: &&Handle| public.deck(**card).is_some() && public.face(**card).is_none();
        self.history.seen.map(|_, seen| {
            let seen = seen.iter().filter(hidden);
            seen.filter_map(|&card| Some((card, deal.face(card)?))).collect()
        })
    }

    /// From the last change to the first: known faces of new cards must have been among the old ones.
    fn look_back(&self, faces: &mut [Option<Face>], chance: &mut Chance) -> Option<()> {
        for change in self.changes.iter().rev() {
            let mut lacking = Tally::of(faces, &change.into);
            lacking.take_all(&Tally::of(faces, &change.from));
            let mut free = unknown(faces, &change.from);
            for face in lacking.faces() {
                let at = chance.below(free.len() as u32) as usize;
                let card = (at < free.len()).then(|| free.swap_remove(at))?;
                faces[card.0 as usize] = Some(face);
            }
        }
        Some(())
    }

    /// From the first change to the last: the new cards have the faces of the old ones.
    fn go_on(&self, faces: &mut [Option<Face>], chance: &mut Chance) -> Option<()> {
        for change in &self.changes {
            let (mut rest, placed) =
                (Tally::of(faces, &change.from), Tally::of(faces, &change.into));
            let free = unknown(faces, &change.into);
            rest.take_all(&placed);
            let rest: Vec<Face> = rest.faces().collect();
            // Too many or too few: a face was placed where it cannot be.
            if rest.len() != free.len() {
                return None;
            }
            for (card, at) in free.into_iter().zip(chance.permutation(rest.len())) {
                faces[card.0 as usize] = Some(rest[at]);
            }
        }
        Some(())
    }
}

/// The changes that hidden cards in play came from, and all changes that share unknown cards with these.
fn related<'a>(history: &'a History, fixed: &[Option<Face>]) -> Vec<&'a Change> {
    let unknown = |card: &Handle| fixed[card.0 as usize].is_none();
    let mut touched: BTreeSet<Handle> = history.driver.faces().live().filter(unknown).collect();
    let mut related = vec![false; history.changes.len()];
    loop {
        let before = touched.len();
        for (change, related) in history.changes.iter().zip(&mut related).rev() {
            if !*related && change.cards().any(|card| touched.contains(&card)) {
                *related = true;
                touched.extend(change.cards().filter(unknown));
            }
        }
        if touched.len() == before {
            break;
        }
    }
    let all = history.changes.iter().zip(related);
    all.filter(|(_, related)| *related).map(|(change, _)| change).collect()
}

fn unknown(faces: &[Option<Face>], cards: &[Handle]) -> Vec<Handle> {
    cards.iter().copied().filter(|card| faces[card.0 as usize].is_none()).collect()
}

/// How often each face occurs.
struct Tally {
    counts: [u16; 256],
    /// The greatest face: games have few, and deals are made by the thousand.
    last: u8,
}

impl Tally {
    fn of(faces: &[Option<Face>], cards: &[Handle]) -> Self {
        let mut tally = Self { counts: [0; 256], last: 0 };
        for face in cards.iter().filter_map(|card| faces[card.0 as usize]) {
            tally.counts[face.0 as usize] += 1;
            tally.last = tally.last.max(face.0);
        }
        tally
    }

    fn take_all(&mut self, other: &Self) {
        self.counts
            .iter_mut()
            .zip(other.counts)
            .for_each(|(count, less)| *count = count.saturating_sub(less));
    }

    fn faces(&self) -> impl Iterator<Item = Face> {
        (0..=self.last)
            .zip(&self.counts)
            .flat_map(|(face, &count)| (0..count).map(move |_| Face(face)))
    }
}
