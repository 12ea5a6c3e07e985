//! A seat that tells different seats different stories.
//!
//! The attacker is not one node whose words are altered but several honest [`Node`]s with the
//! same secrets, one for each group of victims. They are one until the parting; from then on each hears
//! only what its listeners say and speaks only to them, and in the step of the parting each says
//! something else. So every story is consistent in itself, with all proofs in order: this is the
//! strongest equivocator there can be with one seat.
//!
//! The attacker also has power over the network between its victims ([`Attack::cut`]), and passes on from
//! one to another whatever fits the story that the other is told ([`Attack::relay`]).
//!
//! What it has learnt in the end is for [`oracle`] to say.

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
    /// Who is told which story: every other seat is in exactly one group.
    pub groups: Vec<Seats>,
    /// Where the stories part.
    pub parting: Parting,
    /// For how long nothing gets through between seats that are told different stories.
    pub cut: Option<Millis>,
    /// Whether the attacker passes on what fits the story of its receiver.
    pub relay: bool,
}

/// Where stories part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parting {
    /// In the attacker's own contribution to a step of this kind, after it has let some pass.
    Round(&'static str, u32),
    /// In a choice whose menu lets the attacker look at something of every group's: to each it says
    /// that it looks at theirs.
    Look(u32),
    /// From a step on, without a word that differs: the attacker only keeps its victims apart.
    Step(u64),
}

/// The attacker behind its stories.
pub(crate) struct Equivocator {
    pub attack: Attack,
    pub stories: Vec<Story>,
    /// The step in which the stories parted.
    pub parted: Option<u64>,
    /// Pairs of masked cards of which the attacker knows the layers between them: it made one from the
    /// other, so that a share of the one is a share of the other.
    pub made: Vec<(Card, Card)>,
    /// What victims have said, with step and head.
    pub heard: BTreeSet<(u64, Digest, Vec<u8>)>,
    /// What the attacker's one node was about to say in the step of the parting, and the match before it.
    pub differs: Option<(Contribution, Auditor)>,
    pub rng: ChaCha20Rng,
    /// The last step that was an opportunity, and how many there were.
    passed: (u64, u32),
}

impl Attack {
    /// An attacker with one story for every victim and all power over the network between them.
    pub fn each(seat: Seat, seats: usize, parting: Parting) -> Self {
        let groups = seat.others(seats).map(|other| [other].into_iter().collect()).collect();
        Self { seat, groups, parting, cut: Some(Millis::MAX), relay: true }
    }

    /// The same with these groups.
    #[must_use]
    pub fn among(self, groups: Vec<Seats>) -> Self {
        Self { groups, ..self }
    }

    /// The same, but links between groups are mended after this time; `None` leaves them alone.
    #[must_use]
    pub fn cut(self, cut: Option<Millis>) -> Self {
        Self { cut, ..self }
    }

    /// The same, but the attacker passes nothing on.
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

    /// Whether the stories part in a step of its only node that is an opportunity.
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

    /// Whether the choice that a node is asked for is one in which the stories may part.
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

    /// The entry that a story takes in the step of the parting.
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

/// The entry by which a seat looks at something that lies before one of these seats.
fn look_at(menu: &Menu, allowed: &[usize], whose: Seats) -> Option<usize> {
    let names = |entry: usize| {
        let parts = &menu.entries[entry].label.parts();
        let looks = |part: &Part| matches!(part, Part::Text(text) if text.starts_with("Look at"));
        let theirs = |part: &Part| matches!(part, Part::Seat(seat) if whose.contains(*seat));
        parts.iter().any(looks) && parts.iter().any(theirs)
    };
    allowed.iter().copied().find(|entry| names(*entry))
}
