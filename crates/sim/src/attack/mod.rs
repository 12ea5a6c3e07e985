//! A seat that tells different seats different histories ("stories").
//!
//! The attacker is not one node with altered messages but several honest [`Node`]s with the same secrets,
//! one for each group of victims. They are one until the stories part; from then on each receives only what
//! its listeners send and sends only to them, and in the step of the parting each says something else. So
//! every story is consistent in itself, with valid proofs: this is the strongest equivocator that one seat
//! can be.
//!
//! The attacker also controls the network between its victims ([`Attack::cut`]), and relays from one to
//! another whatever fits the story that the other is told ([`Attack::relay`]).
//!
//! What it learns in the end is computed by [`oracle`].

pub mod oracle;
mod stage;
mod story;
pub mod trial;
mod walk;

use std::collections::BTreeSet;

use engine::{Eyes, Menu, Part, Seat};
use mental::Card;
use proto::{Contribution, Digest};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng as _;
use table::{Millis, Node, Seats, audit::Auditor};

use self::story::Story;
use crate::world::Config;

/// A seat that tells different stories.
#[derive(Clone, Debug)]
pub struct Attack {
    /// Who.
    pub seat: Seat,
    /// The listeners of each story: every other seat is in exactly one group.
    pub groups: Vec<Seats>,
    /// Where the stories part.
    pub parting: Parting,
    /// For how long messages between seats that are told different stories are dropped.
    pub cut: Option<Millis>,
    /// Whether the attacker relays what fits the story of its receiver.
    pub relay: bool,
}

/// Where stories part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parting {
    /// In the attacker's own contribution to a step of this kind, after skipping this many.
    Round(&'static str, u32),
    /// In a choice whose menu lets the attacker look at a card of any group: to each group it says that it
    /// looks at theirs.
    Look(u32),
    /// From this step on, without different contributions: the attacker only separates its victims.
    Step(u64),
}

/// The attacker with all its stories.
pub(crate) struct Equivocator {
    pub attack: Attack,
    pub stories: Vec<Story>,
    /// The step in which the stories parted.
    pub parted: Option<u64>,
    /// Pairs of masked cards between which the attacker knows the masking layers: it made one from the
    /// other, so a share of one is a share of the other.
    pub made: Vec<(Card, Card)>,
    /// The victims' contributions, with step and head.
    pub heard: BTreeSet<(u64, Digest, Vec<u8>)>,
    /// The contribution that the attacker's single node was about to make in the step of the parting, and
    /// the match before it.
    pub differs: Option<(Contribution, Auditor)>,
    pub rng: ChaCha20Rng,
    /// The last step that was an opportunity, and how many there were.
    passed: (u64, u32),
}

impl Attack {
    /// An attacker with one story for every victim and full control of the network between them.
    pub fn each(seat: Seat, seats: usize, parting: Parting) -> Self {
        let groups = seat.others(seats).map(|other| [other].into_iter().collect()).collect();
        Self { seat, groups, parting, cut: Some(Millis::MAX), relay: true }
    }

    /// Sets the groups.
    #[must_use]
    pub fn among(self, groups: Vec<Seats>) -> Self {
        Self { groups, ..self }
    }

    /// Sets after which time links between groups are restored; `None` does not cut them.
    #[must_use]
    pub fn cut(self, cut: Option<Millis>) -> Self {
        Self { cut, ..self }
    }

    /// Makes the attacker relay nothing.
    #[must_use]
    pub fn without_relay(self) -> Self {
        Self { relay: false, ..self }
    }
}

impl Equivocator {
    pub(crate) fn new(attack: Attack, config: &Config) -> Self {
        Self {
            attack,
            stories: Vec::new(),
            parted: None,
            made: Vec::new(),
            heard: BTreeSet::new(),
            differs: None,
            rng: ChaCha20Rng::seed_from_u64(config.seed ^ 0x2face),
            passed: (0, 0),
        }
    }

    pub(crate) fn seat(&self) -> Seat {
        self.attack.seat
    }

    /// Whether the stories part in this step of its single node, which is an opportunity.
    pub(crate) fn takes(&mut self, step: u64) -> bool {
        let (last, seen) = self.passed;
        let (Parting::Round(_, skip) | Parting::Look(skip)) = self.attack.parting else {
            return true;
        };
        if step > last {
            self.passed = (step, seen + 1);
        }
        self.passed.1 > skip
    }

    /// Whether the stories may part in the choice that a node is asked for.
    pub(crate) fn may_part_in_choice(&self, node: &Node) -> bool {
        let Some(menu) = node.menu() else { return false };
        let allowed = allowed(node, menu);
        match self.attack.parting {
            Parting::Round(round, _) => node.play().round_name() == round && allowed.len() > 1,
            Parting::Look(_) => {
                let looks = |group: &Seats| look_at(menu, &allowed, *group).is_some();
                self.attack.groups.iter().all(looks)
            }
            Parting::Step(_) => false,
        }
    }

    /// The entry that a story chooses in the step of the parting.
    pub(crate) fn picks(&self, story: usize, node: &Node) -> Option<usize> {
        let menu = node.menu()?;
        let allowed = allowed(node, menu);
        let look = match self.attack.parting {
            Parting::Look(_) => look_at(menu, &allowed, self.stories.get(story)?.listeners),
            _ => None,
        };
        look.or_else(|| allowed.get(story % allowed.len().max(1)).copied())
    }
}

/// The entries that a node's seat may choose.
fn allowed(node: &Node, menu: &Menu) -> Vec<usize> {
    menu.allowed(Eyes::new(node.play().driver().faces(), &node.knowledge()))
}

/// The entry by which a seat looks at a card that lies before one of these seats.
fn look_at(menu: &Menu, allowed: &[usize], whose: Seats) -> Option<usize> {
    let names = |entry: usize| {
        let parts = &menu.entries[entry].label.parts();
        let looks = |part: &Part| matches!(part, Part::Text(text) if text.starts_with("Look at"));
        let theirs = |part: &Part| matches!(part, Part::Seat(seat) if whose.contains(*seat));
        parts.iter().any(looks) && parts.iter().any(theirs)
    };
    allowed.iter().copied().find(|entry| names(*entry))
}
