//! One seat chooses.

use std::collections::BTreeMap;

use engine::{Answer, Choice, Menu, Seat};
use proto::Body;

use super::{Next, NotYet, Proofs, Refused, Round, shown};
use crate::{Effect, Misdeed, Public, Rejected, Seats, me::Me};

/// If the seat goes, the autopilot chooses.
pub(crate) struct Choose {
    pub seat: Seat,
    pub menu: Menu,
}

impl Choose {
    /// Whether an entry shows a card, and with it gives a share and perhaps a proof about a hand.
    pub(crate) fn may_show(&self) -> bool {
        self.menu.entries.iter().any(|entry| entry.shows.is_some())
    }
}

impl Round for Choose {
    type Accepted = Choice;

    fn name(&self) -> &'static str {
        "choose"
    }

    fn owed(&self, public: &Public) -> Seats {
        Seats::from_iter([self.seat]).without(public.gone)
    }

    fn contribute(&self, public: &Public, me: &mut Me) -> Result<Body, NotYet> {
        let entry = me.picked_in(public.step).ok_or(NotYet::Undecided)?;
        let shown = shown::show(public, me, &self.menu, entry)?;
        Ok(Body::Choice { entry, shown })
    }

    fn check(
        &self,
        public: &Public,
        by: Seat,
        body: &Body,
        proofs: Proofs<'_>,
    ) -> Result<Choice, Refused> {
        let Body::Choice { entry, shown } = body else { return Err(Misdeed::WrongBody.into()) };
        shown::check_choice(public, by, &self.menu, *entry, shown.as_ref(), proofs)
    }

    fn close(
        self,
        public: &mut Public,
        _: &mut Vec<Effect>,
        mut said: BTreeMap<Seat, Choice>,
    ) -> Result<Next, Rejected> {
        let said = said.remove(&self.seat);
        let choice = said.unwrap_or_else(|| public.autopilot(self.seat, &self.menu));
        Ok(Next::Answer(Answer::Choice(choice)))
    }

    fn menu(&self, seat: Seat) -> Option<&Menu> {
        (seat == self.seat).then_some(&self.menu)
    }
}
