//! Everybody gives a part of a random number.

use std::collections::BTreeMap;

use engine::Seat;
use mental::{BeaconCard, BeaconPart, VerifiedPart};
use proto::Body;

use super::{Next, NotYet, Opening, Proofs, Refused, Round};
use crate::{Bug, Effect, Misdeed, Public, Rejected, Seats, me::Me};

/// If seats go, everybody who stays gives a new part.
pub(crate) struct Beacon {
    /// How many sides each number has.
    pub sides: Vec<u32>,
}

impl Round for Beacon {
    type Accepted = VerifiedPart;

    fn name(&self) -> &'static str {
        "beacon"
    }

    fn owed(&self, public: &Public) -> Seats {
        public.present()
    }

    fn contribute(&self, public: &Public, me: &mut Me) -> Result<Body, NotYet> {
        let mut rng = me.rng(public, "step");
        Ok(Body::Beacon(BeaconPart::new(&public.context(me.seat), public.joint()?, &mut rng)))
    }

    fn check(
        &self,
        public: &Public,
        by: Seat,
        body: &Body,
        proofs: Proofs<'_>,
    ) -> Result<VerifiedPart, Refused> {
        let Body::Beacon(part) = body else { return Err(Misdeed::WrongBody.into()) };
        let (context, joint, part) = (public.context(by), public.shared_joint()?, part.clone());
        Ok(proofs.hold(part.claimed(&context), move || part.verify(&context, &joint).map(drop))?)
    }

    fn close(
        self,
        public: &mut Public,
        _: &mut Vec<Effect>,
        said: BTreeMap<Seat, VerifiedPart>,
    ) -> Result<Next, Rejected> {
        let seats: Vec<u16> = public.present().iter().map(|seat| seat.index() as u16).collect();
        let parts: Vec<VerifiedPart> = said.into_values().collect();
        // Each part was verified in this very step, so a failure here is no seat's fault.
        let sum = BeaconCard::new(&seats, &parts).map_err(Bug::Beacon)?;
        Ok(Next::Round(Opening::roll(sum, self.sides).into()))
    }
}
