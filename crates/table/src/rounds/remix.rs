//! Owners re-mask and permute their hands.

use std::collections::BTreeMap;

use engine::{Audience, Change, Seat};
use proto::Body;

use super::{
    Next, NotYet, Opening, Proofs, Refused, Round,
    opening::{CardToOpen, Purpose},
};
use crate::{Bug, Effect, Misdeed, Public, Rejected, Seats, cards::Card, me::Me};

/// The hand of a seat that is gone stays as it is.
pub(crate) struct Remix {
    pub hands: Vec<(Seat, Change)>,
}

impl Remix {
    /// The cards of a seat's old hand.
    pub(crate) fn hand(&self, public: &Public, seat: Seat) -> Result<Vec<mental::Card>, Bug> {
        let hand = self.hands.iter().find(|(owner, _)| *owner == seat);
        public.masked(&hand.ok_or(Bug::NotAsked(seat))?.1.from)
    }
}

impl Round for Remix {
    type Accepted = Vec<mental::Card>;

    fn name(&self) -> &'static str {
        "remix"
    }

    fn owed(&self, public: &Public) -> Seats {
        let owners: Seats = self.hands.iter().map(|(seat, _)| *seat).collect();
        owners.without(public.gone)
    }

    fn contribute(&self, public: &Public, me: &mut Me) -> Result<Body, NotYet> {
        let mut rng = me.rng(public, "step");
        let hand = self.hand(public, me.seat)?;
        let (context, joint) = (public.context(me.seat), public.joint()?);
        let made = mental::Shuffle::make(&context, joint, &[hand], &mut rng);
        let (shuffle, shuffled) = made.map_err(Bug::Shuffle)?;
        me.made = Some(shuffled);
        Ok(Body::Shuffle(shuffle))
    }

    fn check(
        &self,
        public: &Public,
        by: Seat,
        body: &Body,
        proofs: Proofs<'_>,
    ) -> Result<Vec<mental::Card>, Refused> {
        let Body::Shuffle(shuffle) = body else { return Err(Misdeed::WrongBody.into()) };
        let hand = self.hand(public, by)?;
        let shuffled = match proofs {
            Proofs::Own(shuffled) => shuffled.clone(),
            _ => {
                let (context, joint, hand) = (public.context(by), public.shared_joint()?, [hand]);
                let (claimed, shuffle) = (shuffle.claimed(&hand), shuffle.clone());
                let verify = move || shuffle.verify(&context, &joint, &hand).map(drop);
                proofs.hold(claimed, verify)?
            }
        };
        Ok(shuffled.into_piles().into_iter().flatten().collect())
    }

    fn close(
        self,
        public: &mut Public,
        _: &mut Vec<Effect>,
        mut said: BTreeMap<Seat, Vec<mental::Card>>,
    ) -> Result<Next, Rejected> {
        let mut items = Vec::new();
        for (seat, change) in &self.hands {
            let to = Audience::Seat(*seat);
            if let Some(masked) = said.remove(seat) {
                let cards = change.into.iter().zip(masked);
                items.extend(
                    cards.map(|(&card, masked)| CardToOpen::new(Card::new(masked), to, card)),
                );
                continue;
            }
            // The hand of a seat that is gone is open to all and is not permuted.
            for (&from, &into) in change.from.iter().zip(&change.into) {
                match public.known(from) {
                    Some(face) => public.cards.open_to_all(into, face),
                    None => {
                        let card = public.cards.get(from).ok_or(Bug::NoCard(from))?;
                        items.push(CardToOpen::new(card.clone(), to, into));
                    }
                }
            }
        }
        Ok(Next::Round(Opening { items, purpose: Purpose::Remix(self.hands) }.into()))
    }

    fn remixes(&self) -> &[(Seat, Change)] {
        &self.hands
    }
}
