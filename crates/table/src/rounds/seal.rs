//! The asked seats seal their choices.

use std::collections::BTreeMap;

use engine::{Menu, Seat};
use mental::{SealOpening, VerifiedSeal};
use proto::Body;

use super::{Next, NotYet, Open, Proofs, Refused, Round};
use crate::{Bug, Effect, Misdeed, Public, Rejected, Seats, me::Me};

/// If seats go, everybody who stays seals again. A seat that is gone has no seal: the autopilot chooses
/// when its turn to open comes.
pub(crate) struct Seal {
    pub order: engine::Opening,
    pub menus: Vec<(Seat, Menu)>,
}

impl Round for Seal {
    type Accepted = VerifiedSeal;

    fn name(&self) -> &'static str {
        "seal"
    }

    fn owed(&self, public: &Public) -> Seats {
        let asked: Seats = self.menus.iter().map(|(seat, _)| *seat).collect();
        asked.without(public.gone)
    }

    fn contribute(&self, public: &Public, me: &mut Me) -> Result<Body, NotYet> {
        let entry = me.picked_in(public.step).ok_or(NotYet::Undecided)?;
        Ok(Body::Seal(seal(public, me, public.step, entry)?.0))
    }

    fn check(
        &self,
        public: &Public,
        by: Seat,
        body: &Body,
        proofs: Proofs<'_>,
    ) -> Result<VerifiedSeal, Refused> {
        let Body::Seal(seal) = body else { return Err(Misdeed::WrongBody.into()) };
        let (context, joint, seal) = (public.context(by), public.shared_joint()?, seal.clone());
        Ok(proofs.hold(seal.claimed(&joint), move || seal.verify(&context, &joint).map(drop))?)
    }

    fn close(
        self,
        public: &mut Public,
        _: &mut Vec<Effect>,
        seals: BTreeMap<Seat, VerifiedSeal>,
    ) -> Result<Next, Rejected> {
        Ok(Next::Round(Open::new(self.order, self.menus, public.step, seals).into()))
    }

    fn menu(&self, seat: Seat) -> Option<&Menu> {
        menu_of(&self.menus, seat).ok()
    }
}

/// The seal of an entry in a step, and what opens it: the same each time it is computed.
pub(super) fn seal(
    public: &Public,
    me: &Me,
    step: u64,
    entry: u16,
) -> Result<(mental::Seal, SealOpening), Bug> {
    let context = public.context_in(step, me.seat);
    Ok(mental::Seal::new(&context, public.joint()?, entry, &mut me.seal_rng(step)))
}

/// The menu put to a seat.
pub(super) fn menu_of(menus: &[(Seat, Menu)], seat: Seat) -> Result<&Menu, Bug> {
    let menu = menus.iter().find(|(asked, _)| *asked == seat).map(|(_, menu)| menu);
    menu.ok_or(Bug::NotAsked(seat))
}
