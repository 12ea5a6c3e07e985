//! Viewers re-mask the cards that they are to look at.

use std::collections::BTreeMap;

use engine::{Audience, Handle, Seat};
use proto::Body;

use super::{
    Next, NotYet, Opening, Proofs, Refused, Round,
    opening::{CardToOpen, Purpose},
};
use crate::{Bug, Effect, Misdeed, Public, Rejected, Seats, cards::Card, me::Me};

/// When seats go, their looks are dropped.
pub(crate) struct Remask {
    pub looks: Vec<(Seat, Handle)>,
}

impl Remask {
    /// The hidden cards that a seat is to look at.
    fn looks_by(&self, public: &Public, seat: Seat) -> Vec<Handle> {
        let by = self.looks.iter().filter(|(viewer, _)| *viewer == seat).map(|(_, card)| *card);
        by.filter(|card| public.known(*card).is_none()).collect()
    }

    /// These cards in their masked form.
    pub(crate) fn cards(&self, public: &Public, seat: Seat) -> Result<Vec<mental::Card>, Bug> {
        public.masked(&self.looks_by(public, seat))
    }
}

impl Round for Remask {
    type Accepted = Vec<mental::Card>;

    fn name(&self) -> &'static str {
        "remask"
    }

    fn owed(&self, public: &Public) -> Seats {
        let present = public.present().iter();
        present.filter(|seat| !self.looks_by(public, *seat).is_empty()).collect()
    }

    fn contribute(&self, public: &Public, me: &mut Me) -> Result<Body, NotYet> {
        let mut rng = me.rng(public, "step");
        let cards = self.cards(public, me.seat)?;
        let (context, joint) = (public.context(me.seat), public.joint()?);
        Ok(Body::Remask(mental::Remask::new(&context, joint, &cards, &mut rng)))
    }

    fn check(
        &self,
        public: &Public,
        by: Seat,
        body: &Body,
        proofs: Proofs<'_>,
    ) -> Result<Vec<mental::Card>, Refused> {
        let Body::Remask(remask) = body else { return Err(Misdeed::WrongBody.into()) };
        let (context, joint, cards) =
            (public.context(by), public.shared_joint()?, self.cards(public, by)?);
        let (claimed, remask) = (remask.claimed(&cards), remask.clone());
        let verify = move || remask.verify(&context, &joint, &cards).map(drop);
        Ok(proofs.hold(claimed, verify)?.cards().to_vec())
    }

    fn close(
        self,
        public: &mut Public,
        effects: &mut Vec<Effect>,
        said: BTreeMap<Seat, Vec<mental::Card>>,
    ) -> Result<Next, Rejected> {
        let mut items = Vec::new();
        for (seat, masked) in said {
            let cards = self.looks_by(public, seat).into_iter().zip(masked);
            let to = Audience::Seat(seat);
            items.extend(cards.map(|(card, masked)| CardToOpen::new(Card::new(masked), to, card)));
        }
        let known =
            |&(seat, card): &(Seat, Handle)| Some(Effect::Learn(seat, card, public.known(card)?));
        effects.extend(self.looks.iter().filter_map(known));
        Ok(Next::Round(Opening { items, purpose: Purpose::Peek }.into()))
    }
}
