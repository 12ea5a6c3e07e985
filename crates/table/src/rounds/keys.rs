//! Everybody opens the commitment to their match key.

use std::{collections::BTreeMap, sync::Arc};

use engine::Seat;
use mental::{JointKey, KeyError, PublicKey};
use proto::Body;

use super::{Dealings, Next, NotYet, Proofs, Refused, Round};
use crate::{Blame, Bug, Effect, Misdeed, Public, Rejected, Seats, me::Me};

pub(crate) struct Keys;

impl Round for Keys {
    type Accepted = PublicKey;

    fn name(&self) -> &'static str {
        "keys"
    }

    fn owed(&self, public: &Public) -> Seats {
        public.present()
    }

    fn contribute(&self, public: &Public, me: &mut Me) -> Result<Body, NotYet> {
        let mut rng = me.rng(public, "step");
        let proof = me.key().prove(&public.context(me.seat), &mut rng);
        Ok(Body::Key { key: me.key().public(), blind: *me.secrets.blind(), proof })
    }

    fn check(
        &self,
        public: &Public,
        by: Seat,
        body: &Body,
        _: Proofs<'_>,
    ) -> Result<PublicKey, Refused> {
        let Body::Key { key, blind, proof } = body else { return Err(Misdeed::WrongBody.into()) };
        let place = public.charter.seats.get(by.index()).ok_or(Bug::NotAsked(by))?;
        Ok(PublicKey::verify(&public.context(by), &place.key, key, blind, proof)?)
    }

    fn close(
        self,
        public: &mut Public,
        _: &mut Vec<Effect>,
        said: BTreeMap<Seat, PublicKey>,
    ) -> Result<Next, Rejected> {
        public.keys = said.into_values().collect();
        let joint = JointKey::new(&public.keys).map_err(|error| blame(public, error))?;
        public.joint = Some(Arc::new(joint));
        let escrow = public.charter.survive > 0;
        Ok(if escrow { Next::Round(Dealings.into()) } else { Next::Rules })
    }
}

/// Whom to blame for keys that are valid one by one but not together. Whoever has proven possession of
/// one key in two seats holds both seats; the lowest seat that repeats a lower one's key is named. Keys
/// can cancel out only if everybody takes part in it; then the first seat is named.
fn blame(public: &Public, error: KeyError) -> Rejected {
    let keys = &public.keys;
    let (seat, misdeed) = match error {
        KeyError::Repeated => {
            let repeated = |i: &usize| keys[..*i].iter().any(|key| key.point() == keys[*i].point());
            ((0..keys.len()).find(repeated), Misdeed::RepeatedKey)
        }
        KeyError::Identity => (Some(0), Misdeed::KeysCancel),
        KeyError::Commitment | KeyError::Proof | KeyError::Empty | KeyError::Seats => {
            return Bug::Keys(error).into();
        }
    };
    let Some(seat) = seat else { return Bug::Keys(error).into() };
    Blame { seat: Seat::new(seat as u8), step: public.step, misdeed }.into()
}
