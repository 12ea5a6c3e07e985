//! The contributions to the step that is being collected, and to those that come after it.

use std::collections::BTreeMap;

use engine::Seat;
use proto::{Contribution, Digest, Signed, Statement, contributions_digest};

use crate::{Checked, Seats};

/// Contributions that are here and belong to no closed step.
#[derive(Default)]
pub(super) struct Collecting {
    /// Those that were checked, one for each seat.
    pub inbox: BTreeMap<Seat, (Signed<Contribution>, Checked)>,
    /// A second one of a seat that has said two things. The table may have decided on it.
    pub second: BTreeMap<Seat, (Signed<Contribution>, Checked)>,
    /// Those that were signed over another history: their seats have not spoken to this one.
    pub forked: BTreeMap<Seat, Signed<Contribution>>,
    /// Those to later steps.
    pub early: BTreeMap<(u64, Seat), Signed<Contribution>>,
}

impl Collecting {
    /// The seats whose contributions are here.
    pub fn seats(&self) -> Seats {
        self.inbox.keys().copied().collect()
    }

    /// What a seat has said to this step, over whatever history.
    pub fn said(&self, seat: Seat) -> impl Iterator<Item = &Signed<Contribution>> {
        let forked = self.forked.get(&seat);
        self.inbox.get(&seat).map(|(signed, _)| signed).into_iter().chain(forked)
    }

    /// The digest that names the contributions that are here.
    pub fn digest(&self) -> Digest {
        let digests: Vec<_> =
            self.inbox.values().map(|(signed, _)| signed.statement.digest()).collect();
        contributions_digest(&digests)
    }

    /// Puts second contributions in the place of first ones until they are those of a digest. False if
    /// they cannot be; nothing has changed then.
    pub fn arrange(&mut self, wanted: &Digest) -> bool {
        let doubted: Vec<Seat> = self.second.keys().copied().collect();
        // Gray code: each way differs from the one before in one seat.
        for way in 0u32..1 << doubted.len() {
            if self.digest() == *wanted {
                return true;
            }
            let next = (way + 1).trailing_zeros() as usize;
            if let Some(seat) = doubted.get(next).or(doubted.last()) {
                self.exchange(*seat);
            }
        }
        false
    }

    fn exchange(&mut self, seat: Seat) {
        if let (Some(first), Some(second)) = (self.inbox.get_mut(&seat), self.second.get_mut(&seat))
        {
            core::mem::swap(first, second);
        }
    }

    /// All contributions to this step, which is closed now. Those to later ones stay.
    pub fn take(&mut self) -> BTreeMap<Seat, (Signed<Contribution>, Checked)> {
        self.second.clear();
        self.forked.clear();
        core::mem::take(&mut self.inbox)
    }
}
