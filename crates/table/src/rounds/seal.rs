//! The asked seats seal their choices.

use std::collections::BTreeMap;

use engine::{Menu, Seat};
use proto::{Body, Digest, digest};

use super::{Next, NotYet, Open, Proofs, Refused, Round};
use crate::{Bug, Effect, Misdeed, Public, Rejected, Seats, me::Me};

/// A seat that goes seals nothing: the autopilot chooses when its turn to open comes.
pub(crate) struct Seal {
    pub order: engine::Opening,
    pub menus: Vec<(Seat, Menu)>,
}

impl Round for Seal {
    type Accepted = Digest;

    fn name(&self) -> &'static str {
        "seal"
    }

    fn owed(&self, public: &Public) -> Seats {
        let asked: Seats = self.menus.iter().map(|(seat, _)| *seat).collect();
        asked.without(public.gone)
    }

    fn contribute(&self, public: &Public, me: &mut Me) -> Result<Body, NotYet> {
        let entry = me.picked_in(public.step).ok_or(NotYet::Undecided)?;
        Ok(Body::Seal(seal(&public.id, public.step, me.seat, entry, &me.nonce(public.step))))
    }

    fn check(&self, _: &Public, _: Seat, body: &Body, _: Proofs) -> Result<Digest, Refused> {
        let Body::Seal(seal) = body else { return Err(Misdeed::WrongBody.into()) };
        Ok(*seal)
    }

    fn close(
        self,
        public: &mut Public,
        _: &mut Vec<Effect>,
        seals: BTreeMap<Seat, Digest>,
    ) -> Result<Next, Rejected> {
        let Self { order, menus } = self;
        let open = Open { order, menus, sealed_in: public.step, seals, choices: Vec::new() };
        Ok(Next::Round(open.into()))
    }

    fn menu(&self, seat: Seat) -> Option<&Menu> {
        menu_of(&self.menus, seat).ok()
    }
}

/// What a choice is sealed as: all seals look alike.
pub(super) fn seal(id: &Digest, step: u64, seat: Seat, entry: u16, nonce: &[u8; 32]) -> Digest {
    let seat = [seat.index() as u8];
    digest("seal", &[id, &step.to_le_bytes(), &seat, &entry.to_le_bytes(), nonce])
}

/// The menu put to a seat.
pub(super) fn menu_of(menus: &[(Seat, Menu)], seat: Seat) -> Result<&Menu, Bug> {
    let menu = menus.iter().find(|(asked, _)| *asked == seat).map(|(_, menu)| menu);
    menu.ok_or(Bug::NotAsked(seat))
}
