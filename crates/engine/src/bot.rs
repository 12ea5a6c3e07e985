//! Players without a person: they see exactly what a person in their seat would see.

use core::{any::Any, marker::PhantomData};

use crate::{Driver, Eyes, Face, FaceSet, Handle, Knowledge, Menu, Seat, chance::Chance};

/// A question put to one seat, with what that seat sees.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// The seat that is asked.
    pub seat: Seat,
    /// What it is asked.
    pub menu: &'a Menu,
    /// What it has seen.
    pub eyes: Eyes<'a>,
}

/// Somebody who picks entries, whatever the game.
pub trait Bot: Send {
    /// Picks an allowed entry.
    fn pick(&mut self, ask: &Ask<'_>, state: &dyn Any) -> usize;
}

/// Somebody who knows one game.
pub trait Player<S>: Send + 'static {
    /// Picks an allowed entry.
    fn pick(&mut self, ask: &Ask<'_>, state: &S) -> usize;
}

impl<'a> Ask<'a> {
    /// The question to `seat` that this driver waits with, if it asks that seat.
    pub fn of(driver: &'a Driver, seat: Seat, knowledge: &'a Knowledge) -> Option<Self> {
        let menu = driver.request()?.menu_of(seat)?;
        Some(Self { seat, menu, eyes: Eyes::new(driver.faces(), knowledge) })
    }

    /// The entries that may be chosen, in order.
    pub fn allowed(&self) -> Vec<usize> {
        self.menu.allowed(self.eyes)
    }

    /// The face of a card, if this seat has seen it.
    pub fn face(&self, card: Handle) -> Option<Face> {
        self.eyes.face(card)
    }

    /// The faces of the cards of a hand that this seat has seen.
    pub fn faces(&self, cards: &[Handle]) -> Vec<Face> {
        cards.iter().filter_map(|&card| self.face(card)).collect()
    }

    /// Whether one of the cards is known to have such a face.
    pub fn holds(&self, cards: &[Handle], faces: FaceSet) -> bool {
        self.faces(cards).iter().any(|&face| faces.contains(face))
    }

    /// The allowed entry with the best score; the first of several.
    pub fn best_by<K: PartialOrd>(&self, mut score: impl FnMut(usize) -> K) -> usize {
        let mut best: Option<(usize, K)> = None;
        for entry in self.allowed() {
            let score = score(entry);
            if best.as_ref().is_none_or(|(_, least)| score > *least) {
                best = Some((entry, score));
            }
        }
        best.map_or(0, |(entry, _)| entry)
    }

    /// `picked` if it is allowed, and the first allowed entry otherwise.
    pub fn settle(&self, picked: Option<usize>) -> usize {
        let allowed = self.allowed();
        picked.filter(|p| allowed.contains(p)).or(allowed.first().copied()).unwrap_or(0)
    }
}

/// Picks any allowed entry; what is offered by the way, seldom.
pub struct RandomBot(Chance);

/// Once in so many times it considers what is offered by the way: games would be about little else.
const SELDOM: u32 = 8;

impl RandomBot {
    /// A bot with its own luck.
    pub fn new(seed: u64) -> Self {
        Self(Chance::new(seed))
    }
}

impl Bot for RandomBot {
    fn pick(&mut self, ask: &Ask<'_>, _: &dyn Any) -> usize {
        let mut allowed = ask.allowed();
        if let Some(aside) = ask.menu.aside()
            && self.0.below(SELDOM) > 0
        {
            allowed.retain(|&entry| entry != aside);
        }
        if allowed.is_empty() { 0 } else { allowed[self.0.below(allowed.len() as u32) as usize] }
    }
}

/// Makes a [`Bot`] of a [`Player`].
pub(crate) struct Typed<P, S>(P, PhantomData<fn(S)>);

impl<P, S> Typed<P, S> {
    pub fn new(player: P) -> Self {
        Self(player, PhantomData)
    }
}

impl<P: Player<S>, S: 'static> Bot for Typed<P, S> {
    fn pick(&mut self, ask: &Ask<'_>, state: &dyn Any) -> usize {
        let picked = state.downcast_ref().map(|state| self.0.pick(ask, state));
        ask.settle(picked)
    }
}
