//! Everybody accepts the shares dealt to them, or proves one bad.

use std::collections::BTreeMap;

use engine::Seat;
use proto::Body;

use super::{Next, NotYet, Proofs, Refused, Round};
use crate::{Blame, Effect, Misdeed, Public, Rejected, Seats, me::Me};

pub(crate) struct Receipts;

impl Round for Receipts {
    type Accepted = ();

    fn name(&self) -> &'static str {
        "receipts"
    }

    fn owed(&self, public: &Public) -> Seats {
        public.present()
    }

    fn contribute(&self, public: &Public, me: &mut Me) -> Result<Body, NotYet> {
        Ok(Body::Receipt(me.receive(public)?))
    }

    /// A complaint always names a culprit: the dealer, or a seat that complains without cause.
    fn check(&self, public: &Public, by: Seat, body: &Body, _: Proofs<'_>) -> Result<(), Refused> {
        let Body::Receipt(complaints) = body else { return Err(Misdeed::WrongBody.into()) };
        let Some((dealer, complaint)) = complaints.first() else { return Ok(()) };
        let escrow = public.escrows.get(usize::from(*dealer));
        let escrow = escrow.ok_or(Misdeed::NoSuchDealer(*dealer))?;
        Err(match complaint.verify(&public.context(by), escrow) {
            mental::Blame::Complainer(why) => Misdeed::FalseComplaint(why).into(),
            mental::Blame::Dealer => Refused::Shows(Blame {
                seat: Seat::new(*dealer),
                step: public.step,
                misdeed: Misdeed::BadDealing { to: by },
            }),
        })
    }

    fn close(
        self,
        _: &mut Public,
        _: &mut Vec<Effect>,
        _: BTreeMap<Seat, ()>,
    ) -> Result<Next, Rejected> {
        Ok(Next::Rules)
    }
}
