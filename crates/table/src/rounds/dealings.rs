//! Everybody shares their match key among the others.

use std::collections::BTreeMap;

use engine::Seat;
use mental::{Dealing, Escrow};
use proto::Body;

use super::{Next, NotYet, Proofs, Receipts, Refused, Round};
use crate::{Bug, Effect, Misdeed, Public, Rejected, Seats, me::Me};

pub(crate) struct Dealings;

impl Round for Dealings {
    type Accepted = Escrow;

    fn name(&self) -> &'static str {
        "dealings"
    }

    fn owed(&self, public: &Public) -> Seats {
        public.present()
    }

    fn contribute(&self, public: &Public, me: &mut Me) -> Result<Body, NotYet> {
        let mut rng = me.rng(public, "step");
        let (context, joint) = (public.context(me.seat), public.joint()?);
        let dealing = Dealing::new(&context, me.key(), joint, public.threshold(), &mut rng);
        Ok(Body::Dealing(dealing.map_err(Bug::Escrow)?))
    }

    fn check(
        &self,
        public: &Public,
        by: Seat,
        body: &Body,
        _: Proofs<'_>,
    ) -> Result<Escrow, Refused> {
        let Body::Dealing(dealing) = body else { return Err(Misdeed::WrongBody.into()) };
        Ok(dealing.verify_shape(&public.context(by), public.joint()?, public.threshold())?)
    }

    fn close(
        self,
        public: &mut Public,
        _: &mut Vec<Effect>,
        said: BTreeMap<Seat, Escrow>,
    ) -> Result<Next, Rejected> {
        public.escrows = said.into_values().collect();
        Ok(Next::Round(Receipts.into()))
    }
}
