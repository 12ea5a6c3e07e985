//! The contributions to the step that is being collected, and to those that come after it.

use std::collections::BTreeMap;

use engine::Seat;
use proto::{Contribution, Digest, Encoded, Signed, contributions_digest};

use crate::{Checked, Seats};

/// How many other contributions of a seat that has made several one node may show between two statuses: each is
/// checked. An honest node shows the one that it would close the step by, which a cheat can make it change. So the
/// count begins anew with each status.
const SHOWN: usize = 8;

/// Contributions that are not part of a closed step.
#[derive(Default)]
pub(super) struct Collecting {
    /// Those that were checked, one for each seat.
    pub inbox: BTreeMap<Seat, (Encoded, Checked)>,
    /// Other contributions of seats that have made several, by the node that has shown them: the last of
    /// each; by this node itself those that it has accepted. A node that has closed the step shows all contributions that it has closed it by, so that no
    /// equivocation can keep this node from getting them.
    others: BTreeMap<Option<Seat>, BTreeMap<Seat, (Encoded, Checked)>>,
    /// How many of these each node has shown.
    shown: BTreeMap<(Option<Seat>, Seat), usize>,
    /// Contributions signed over another history. They do not count for this step.
    pub forked: BTreeMap<Seat, Encoded>,
    /// Those to later steps, which are still to be checked.
    pub early: BTreeMap<(u64, Seat), (Signed<Contribution>, Encoded)>,
}

impl Collecting {
    /// The seats whose contributions are here.
    pub(super) fn seats(&self) -> Seats {
        self.inbox.keys().copied().collect()
    }

    /// All contributions of a seat to this step, over whatever history.
    pub(super) fn said(&self, seat: Seat) -> impl Iterator<Item = &Encoded> {
        let first = self.first_said(seat);
        let others = self.others.values().filter_map(move |shown| Some(&shown.get(&seat)?.0));
        first.into_iter().chain(others).chain(self.forked.get(&seat))
    }

    /// The first contribution of a seat that was here.
    pub(super) fn first_said(&self, seat: Seat) -> Option<&Encoded> {
        self.inbox.get(&seat).map(|(said, _)| said)
    }

    /// Stores a contribution of a seat other than its first, as shown by a node.
    pub(super) fn show(&mut self, by: Option<Seat>, seat: Seat, said: Encoded, checked: Checked) {
        self.others.entry(by).or_default().insert(seat, (said, checked));
    }

    /// This node's seat has accepted the set with this digest, and must be able to show it: whatever others show from now
    /// on, it is kept, in the place of one that was accepted before.
    pub(super) fn accept(&mut self, me: Seat, digest: &Digest) {
        let way = self.ways().find(|(_, other)| other == digest).and_then(|(by, _)| by);
        if way != Some(Some(me)) {
            let set = way.and_then(|by| self.others.remove(&by)).unwrap_or_default();
            self.others.insert(Some(me), set);
        }
    }

    /// A node shows a contribution of a seat other than its first.
    pub(super) fn count_shown(&mut self, by: Option<Seat>, seat: Seat) {
        *self.shown.entry((by, seat)).or_default() += 1;
    }

    /// Looks again at what nodes show.
    pub(super) fn forget_shown(&mut self) {
        self.shown.clear();
    }

    /// Whether a node has shown so many of a seat's that no more of them are looked at.
    pub(super) fn has_shown_enough(&self, by: Option<Seat>, seat: Seat) -> bool {
        self.shown.get(&(by, seat)).is_some_and(|shown| *shown >= SHOWN)
    }

    /// A node has shown the first contribution of a seat: forgets another that it had shown before.
    pub(super) fn show_again(&mut self, by: Option<Seat>, seat: Seat, message: &[u8]) {
        let first = self.inbox.get(&seat).is_some_and(|(said, _)| said.is_message(message));
        if let Some(shown) = self.others.get_mut(&by).filter(|_| first) {
            shown.remove(&seat);
        }
    }

    /// How many contributions are stored beside the first ones.
    pub(super) fn more(&self) -> usize {
        self.others.values().map(BTreeMap::len).sum()
    }

    /// The first contribution of each seat, or in its place the one that a node has shown.
    fn as_shown<'a>(
        &'a self,
        shown: Option<&'a BTreeMap<Seat, (Encoded, Checked)>>,
    ) -> impl Iterator<Item = &'a Encoded> {
        self.inbox.iter().map(move |(seat, (first, _))| {
            shown.and_then(|shown| shown.get(seat)).map_or(first, |(other, _)| other)
        })
    }

    /// The sets of contributions that the step can be closed by: the first of each seat, and the set of
    /// each node that has shown others. Each with its digest.
    fn ways(&self) -> impl Iterator<Item = (Option<Option<Seat>>, Digest)> {
        let shown = self.others.iter().map(|(by, shown)| (Some(*by), Some(shown)));
        [(None, None)].into_iter().chain(shown).map(|(by, shown)| {
            let digests: Vec<_> = self.as_shown(shown).map(Encoded::digest).collect();
            (by, contributions_digest(&digests))
        })
    }

    /// The digests of these sets; the first is that of the first contributions.
    pub(super) fn digests(&self) -> impl Iterator<Item = Digest> {
        self.ways().map(|(_, digest)| digest)
    }

    /// The set of contributions with this digest, or else the first of each seat.
    pub(super) fn arranged(&self, wanted: Option<Digest>) -> impl Iterator<Item = &Encoded> {
        let way = wanted.filter(|_| !self.others.is_empty()).and_then(|wanted| {
            self.ways().find(|(_, digest)| *digest == wanted).and_then(|(by, _)| by)
        });
        self.as_shown(way.and_then(|by| self.others.get(&by)))
    }

    /// Makes the set with this digest the one to close the step by, and returns the contributions that
    /// took the place of others. `None` if there is no such set; nothing has changed then.
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
        self.shown.clear();
        self.forked.clear();
        core::mem::take(&mut self.inbox)
    }
}
