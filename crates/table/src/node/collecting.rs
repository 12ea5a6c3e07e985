//! The contributions to the step that is being collected, and to those that come after it.

use std::collections::BTreeMap;

use engine::Seat;
use proto::{Contribution, Digest, Encoded, Signed, contributions_digest};

use crate::{Checked, Seats};

/// Contributions that are here and belong to no closed step.
#[derive(Default)]
pub(super) struct Collecting {
    /// Those that were checked, one for each seat.
    pub inbox: BTreeMap<Seat, (Encoded, Checked)>,
    /// Other contributions of seats that have said several things, by who has shown them: of each the last. Whoever
    /// has closed the step shows all that it has closed it by, so that nobody can keep this node from it.
    others: BTreeMap<Option<Seat>, BTreeMap<Seat, (Encoded, Checked)>>,
    /// Those that were signed over another history: their seats have not spoken to this one.
    pub forked: BTreeMap<Seat, Encoded>,
    /// Those to later steps, which are still to be checked.
    pub early: BTreeMap<(u64, Seat), (Signed<Contribution>, Encoded)>,
}

impl Collecting {
    /// The seats whose contributions are here.
    pub(super) fn seats(&self) -> Seats {
        self.inbox.keys().copied().collect()
    }

    /// What a seat has said to this step, over whatever history.
    pub(super) fn said(&self, seat: Seat) -> impl Iterator<Item = &Encoded> {
        let first = self.first_said(seat);
        let others = self.others.values().filter_map(move |shown| Some(&shown.get(&seat)?.0));
        first.into_iter().chain(others).chain(self.forked.get(&seat))
    }

    /// The first contribution of a seat that was here.
    pub(super) fn first_said(&self, seat: Seat) -> Option<&Encoded> {
        self.inbox.get(&seat).map(|(said, _)| said)
    }

    /// Somebody has shown another contribution of a seat than the first that was here.
    pub(super) fn show(&mut self, by: Option<Seat>, seat: Seat, said: Encoded, checked: Checked) {
        self.others.entry(by).or_default().insert(seat, (said, checked));
    }

    /// Somebody has shown what a seat has said to this step, which is here already.
    pub(super) fn show_again(&mut self, by: Option<Seat>, seat: Seat, message: &[u8]) {
        let first = self.inbox.get(&seat).is_some_and(|(said, _)| said.is_message(message));
        if let Some(shown) = self.others.get_mut(&by).filter(|_| first) {
            shown.remove(&seat);
        }
    }

    /// How many contributions are here beside the first ones.
    pub(super) fn more(&self) -> usize {
        self.others.values().map(BTreeMap::len).sum()
    }

    /// The contributions as one who shows others has them.
    fn as_shown<'a>(
        &'a self,
        shown: Option<&'a BTreeMap<Seat, (Encoded, Checked)>>,
    ) -> impl Iterator<Item = &'a Encoded> {
        self.inbox.iter().map(move |(seat, (first, _))| {
            shown.and_then(|shown| shown.get(seat)).map_or(first, |(other, _)| other)
        })
    }

    /// The ways in which the contributions can be arranged: as they came here, and as each who shows others
    /// has them. Each with the digest that names it.
    fn ways(&self) -> impl Iterator<Item = (Option<Option<Seat>>, Digest)> {
        let shown = self.others.iter().map(|(by, shown)| (Some(*by), Some(shown)));
        [(None, None)].into_iter().chain(shown).map(|(by, shown)| {
            let digests: Vec<_> = self.as_shown(shown).map(Encoded::digest).collect();
            (by, contributions_digest(&digests))
        })
    }

    /// The digests that name the contributions in each way; the first is that in which they came here.
    pub(super) fn digests(&self) -> impl Iterator<Item = Digest> {
        self.ways().map(|(_, digest)| digest)
    }

    /// The contributions of a digest, or as they came here.
    pub(super) fn arranged(&self, wanted: Option<Digest>) -> impl Iterator<Item = &Encoded> {
        let way = wanted.filter(|_| !self.others.is_empty()).and_then(|wanted| {
            self.ways().find(|(_, digest)| *digest == wanted).and_then(|(by, _)| by)
        });
        self.as_shown(way.and_then(|by| self.others.get(&by)))
    }

    /// Makes the contributions those of a digest, to close the step by them, and says which have taken the place
    /// of others. `None` if they cannot be; nothing has changed then.
    pub(super) fn arrange(&mut self, wanted: &Digest) -> Option<Vec<Encoded>> {
        let (by, _) = self.ways().find(|(_, digest)| digest == wanted)?;
        let others = by.and_then(|by| self.others.remove(&by)).unwrap_or_default();
        let mut replaced = Vec::new();
        for (seat, other) in others {
            if let Some(first) = self.inbox.get_mut(&seat) {
                replaced.push(other.0.clone());
                *first = other;
            }
        }
        Some(replaced)
    }

    /// All contributions to this step, which is closed now. Those to later ones stay.
    pub(super) fn take(&mut self) -> BTreeMap<Seat, (Encoded, Checked)> {
        self.others.clear();
        self.forked.clear();
        core::mem::take(&mut self.inbox)
    }
}
