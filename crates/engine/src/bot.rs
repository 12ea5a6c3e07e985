//! Bots: they see exactly what a person in their seat would see.

use core::{any::Any, marker::PhantomData};

use crate::{
    Deal, Driver, Eyes, Face, FaceSet, Handle, Knowledge, Log, Menu, Seat, chance::Chance,
};

/// A question put to one seat, with what that seat sees.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// The seat that is asked.
    pub seat: Seat,
    /// What it is asked.
    pub menu: &'a Menu,
    /// What it has seen.
    pub eyes: Eyes<'a>,
    /// The public history of the game.
    pub log: &'a Log,
}

/// Picks entries for a seat, whatever the game.
pub trait Bot: Send {
    /// Picks an allowed entry.
    fn pick(&mut self, ask: &Ask<'_>, state: &dyn Any) -> usize;
}

/// Picks entries in one game; its author writes one.
pub trait Player<S>: Send + 'static {
    /// Picks an allowed entry.
    fn pick(&mut self, ask: &Ask<'_>, state: &S) -> usize;

    /// Tells the player which entry was chosen in the end, which need not be its pick.
    fn note(&mut self, ask: &Ask<'_>, state: &S, entry: usize) {
        let _ = (ask, state, entry);
    }

    /// Switches to playing as well as it can, for a hard bot: without what a normal one does for the fun
    /// of the other players.
    fn sharpen(&mut self) {}

    /// A quick score for each entry of a menu; higher is better. Of a long menu a hard bot considers only
    /// the entries with the best scores. Without scores, it considers the first entries.
    fn glance(&self, ask: &Ask<'_>, state: &S) -> Vec<i64> {
        let _ = (ask, state);
        Vec::new()
    }

    /// How plausible a deal is in the light of what everybody has done, in percent. A hard bot, which
    /// keeps this player beside it, imagines deals; they always agree with everything that the seat has
    /// seen.
    fn likelihood(&self, state: &S, deal: &Deal) -> u32 {
        let _ = (state, deal);
        100
    }
}

impl<'a> Ask<'a> {
    /// The question to `seat` that this driver waits for, if it asks that seat.
    pub fn of(driver: &'a Driver, seat: Seat, knowledge: &'a Knowledge) -> Option<Self> {
        let menu = driver.request()?.menu_of(seat)?;
        Some(Self::new(driver, seat, menu, knowledge))
    }

    /// A menu of this driver, put to a seat with this knowledge.
    pub fn new(driver: &'a Driver, seat: Seat, menu: &'a Menu, knowledge: &'a Knowledge) -> Self {
        Self { seat, menu, eyes: Eyes::new(driver.faces(), knowledge), log: driver.log() }
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
        for entry in self.menu.allowed_entries(self.eyes) {
            let score = score(entry);
            if best.as_ref().is_none_or(|(_, least)| score > *least) {
                best = Some((entry, score));
            }
        }
        best.map_or(0, |(entry, _)| entry)
    }

    /// `picked` if it is allowed, and the first allowed entry otherwise.
    pub fn settle(&self, picked: Option<usize>) -> usize {
        let entries = &self.menu.entries;
        let fine = |entry: &usize| entries.get(*entry).is_some_and(|e| e.is_allowed(self.eyes));
        let first = || self.menu.allowed_entries(self.eyes).next();
        picked.filter(fine).or_else(first).unwrap_or(0)
    }
}

/// A question with everything that its seat sees, owned, so that it can be answered on another thread.
pub struct KeptAsk {
    seat: Seat,
    knowledge: Knowledge,
    log: Log,
}

impl Ask<'_> {
    /// An owned copy of this question.
    pub fn keep(&self) -> KeptAsk {
        KeptAsk { seat: self.seat, knowledge: self.eyes.private().clone(), log: self.log.clone() }
    }
}

impl KeptAsk {
    /// The pick of a bot; `None` if the question cannot be asked again.
    pub fn put_to(&self, bot: &mut dyn Bot) -> Option<usize> {
        let driver = self.log.replay()?;
        let asked = Ask::of(&driver, self.seat, &self.knowledge)?;
        Some(bot.pick(&Ask { log: &self.log, ..asked }, driver.state()))
    }
}

/// Picks any allowed entry; asides only seldom.
pub struct RandomBot {
    chance: Chance,
    /// The entries it picks from, in memory that is used again for each question.
    usual: Vec<usize>,
}

/// How seldom it considers an aside: one time in this many. Otherwise games would be about little else.
const SELDOM: u32 = 8;

impl RandomBot {
    /// A bot with this seed.
    pub fn new(seed: u64) -> Self {
        Self { chance: Chance::new(seed), usual: Vec::new() }
    }
}

impl Bot for RandomBot {
    fn pick(&mut self, ask: &Ask<'_>, _: &dyn Any) -> usize {
        self.usual.clear();
        self.usual.extend(usual(ask, &mut self.chance));
        any(&self.usual, &mut self.chance)
    }
}

/// The allowed entries, mostly without the aside.
fn usual(ask: &Ask<'_>, chance: &mut Chance) -> impl Iterator<Item = usize> {
    let aside = ask.menu.aside().filter(|_| chance.below(SELDOM) > 0);
    ask.menu.allowed_entries(ask.eyes).filter(move |&entry| Some(entry) != aside)
}

fn any(entries: &[usize], chance: &mut Chance) -> usize {
    entries.get(chance.below(entries.len() as u32) as usize).copied().unwrap_or(0)
}

/// The easy bot: a player that makes a mistake now and then, though never one that a person would be
/// asked to confirm.
pub(crate) struct SlippingBot<P, S> {
    player: Typed<P, S>,
    /// So many picks of a hundred are slips.
    slips: u32,
    chance: Chance,
}

impl<P, S> SlippingBot<P, S> {
    pub(crate) fn new(player: P, slips: u32, seed: u64) -> Self {
        Self { player: Typed::new(player), slips, chance: Chance::new(seed ^ 0x0511_b0b5) }
    }
}

impl<P: Player<S>, S: 'static> Bot for SlippingBot<P, S> {
    fn pick(&mut self, ask: &Ask<'_>, state: &dyn Any) -> usize {
        let picked = self.player.consider(ask, state);
        let slips = self.chance.below(100) < self.slips;
        let light: Vec<usize> = usual(ask, &mut self.chance)
            .filter(|&entry| entry != picked && !ask.menu.weighs(entry, ask.eyes))
            .collect();
        let entry = if slips && !light.is_empty() { any(&light, &mut self.chance) } else { picked };
        self.player.note(ask, state, entry);
        entry
    }
}

/// Makes a [`Bot`] of a [`Player`].
pub(crate) struct Typed<P, S>(P, PhantomData<fn(S)>);

impl<P, S> Typed<P, S> {
    pub(crate) fn new(player: P) -> Self {
        Self(player, PhantomData)
    }
}

impl<P: Player<S>, S: 'static> Typed<P, S> {
    /// What the player would pick.
    fn consider(&mut self, ask: &Ask<'_>, state: &dyn Any) -> usize {
        let picked = state.downcast_ref().map(|state| self.0.pick(ask, state));
        ask.settle(picked)
    }

    /// Tells the player which entry was chosen in the end.
    fn note(&mut self, ask: &Ask<'_>, state: &dyn Any, entry: usize) {
        if let Some(state) = state.downcast_ref() {
            self.0.note(ask, state, entry);
        }
    }
}

impl<P: Player<S>, S: 'static> Bot for Typed<P, S> {
    fn pick(&mut self, ask: &Ask<'_>, state: &dyn Any) -> usize {
        let entry = self.consider(ask, state);
        self.note(ask, state, entry);
        entry
    }
}
