//! Everybody signs the result.

use std::collections::BTreeMap;

use engine::Seat;
use proto::{Body, Digest};

use super::{Next, NotYet, Proofs, Refused, Round};
use crate::{Effect, Ending, Misdeed, Public, Rejected, Seats, me::Me};

/// If seats go, those who stay sign again.
pub(crate) struct Attest {
    pub result: Digest,
}

impl Round for Attest {
    type Accepted = ();

    fn name(&self) -> &'static str {
        "attest"
    }

    fn owed(&self, public: &Public) -> Seats {
        public.present()
    }

    fn contribute(&self, _: &Public, _: &mut Me) -> Result<Body, NotYet> {
        Ok(Body::Attest(self.result))
    }

    fn check(&self, _: &Public, _: Seat, body: &Body, _: Proofs<'_>) -> Result<(), Refused> {
        match body {
            Body::Attest(result) if *result == self.result => Ok(()),
            Body::Attest(_) => Err(Misdeed::WrongResult.into()),
            _ => Err(Misdeed::WrongBody.into()),
        }
    }

    fn close(
        self,
        _: &mut Public,
        _: &mut Vec<Effect>,
        _: BTreeMap<Seat, ()>,
    ) -> Result<Next, Rejected> {
        Ok(Next::End(Ending::Finished))
    }
}
