//! Everybody signs the head before the match reveals something that depends on it.
//!
//! A contribution signs the head before its step. A seat that contributed alone in the step before can
//! have told each of the others something else, and that would show only when their shares are out.

use std::collections::BTreeMap;

use engine::Seat;
use proto::Body;

use super::{AnyRound, Next, NotYet, Proofs, Refused, Round};
use crate::{Effect, Misdeed, Public, Rejected, Seats, me::Me};

/// When seats go, the round that waits behind this one is interrupted in its place, and whether a common
/// head must precede it is computed again.
pub(crate) struct CommonHead {
    /// The round in which something is revealed.
    pub before: Box<AnyRound>,
}

impl Round for CommonHead {
    type Accepted = ();

    fn name(&self) -> &'static str {
        "common-head"
    }

    fn owed(&self, public: &Public) -> Seats {
        public.present()
    }

    fn contribute(&self, _: &Public, _: &mut Me) -> Result<Body, NotYet> {
        Ok(Body::CommonHead)
    }

    /// The signature over the head was checked before, and there is nothing else in it.
    fn check(&self, _: &Public, _: Seat, body: &Body, _: Proofs<'_>) -> Result<(), Refused> {
        if *body == Body::CommonHead { Ok(()) } else { Err(Misdeed::WrongBody.into()) }
    }

    fn close(
        self,
        _: &mut Public,
        _: &mut Vec<Effect>,
        _: BTreeMap<Seat, ()>,
    ) -> Result<Next, Rejected> {
        Ok(Next::Round(*self.before))
    }
}
