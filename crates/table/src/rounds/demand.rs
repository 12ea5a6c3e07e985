//! Hands answer a demand: each shows a card with such a face, or proves that it has none.

use std::collections::BTreeMap;

use engine::{Answer, Eyes, Face, FaceSet, Handle, Seat};
use proto::Body;

use super::{Next, NotYet, Proofs, Refused, Round, shown};
use crate::{Bug, Effect, Misdeed, Public, Rejected, Seats, me::Me};

/// The hand of a seat that goes is opened to all: everybody can see what it has to show.
pub(crate) struct Demand {
    pub wanted: FaceSet,
    pub hands: Vec<(Seat, Vec<Handle>)>,
}

impl Demand {
    fn hand(&self, seat: Seat) -> Result<&[Handle], Bug> {
        let hand = self.hands.iter().find(|(owner, _)| *owner == seat);
        hand.map(|(_, hand)| hand.as_slice()).ok_or(Bug::NotAsked(seat))
    }
}

impl Round for Demand {
    type Accepted = Option<(Handle, Face)>;

    fn name(&self) -> &'static str {
        "demand"
    }

    fn owed(&self, public: &Public) -> Seats {
        let asked: Seats = self.hands.iter().map(|(seat, _)| *seat).collect();
        asked.without(public.gone)
    }

    fn contribute(&self, public: &Public, me: &mut Me) -> Result<Body, NotYet> {
        let mut rng = me.rng(public, "step");
        let hand = self.hand(me.seat)?;
        let eyes = Eyes::new(public.driver.faces(), &me.knowledge);
        let wanted =
            |&card: &Handle| eyes.face(card).is_some_and(|face| self.wanted.contains(face));
        Ok(match hand.iter().position(wanted) {
            Some(place) => {
                let share = shown::last_share(public, me, hand[place], &mut rng)?;
                Body::Answer { shown: Some((place as u16, share)), none: None }
            }
            None => {
                let none = shown::prove_none(public, me, hand, self.wanted, &mut rng);
                // Nobody has to choose here: a node that knows its hand can answer.
                let none = none.map_err(|not_yet| match not_yet {
                    NotYet::Undecided => Bug::UnknownHand,
                    NotYet::Bug(bug) => bug,
                })?;
                Body::Answer { shown: None, none }
            }
        })
    }

    fn check(
        &self,
        public: &Public,
        by: Seat,
        body: &Body,
        proofs: Proofs<'_>,
    ) -> Result<Self::Accepted, Refused> {
        let Body::Answer { shown, none } = body else { return Err(Misdeed::WrongBody.into()) };
        let hand = self.hand(by)?;
        match (shown, none) {
            (Some((place, share)), None) => {
                let card = *hand.get(usize::from(*place)).ok_or(Misdeed::BeyondHand)?;
                let face = shown::check_shown(public, by, card, share.as_ref(), proofs)?;
                if !self.wanted.contains(face) {
                    return Err(Misdeed::NotDemanded.into());
                }
                Ok(Some((card, face)))
            }
            (Some(_), Some(_)) => Err(Misdeed::ShowedAndDenied.into()),
            (None, none) => {
                let none = none.as_ref();
                let denied = shown::check_none(public, by, hand, self.wanted, none, proofs)?;
                denied.map_err(Misdeed::FalselyDenied)?;
                Ok(None)
            }
        }
    }

    fn close(
        self,
        public: &mut Public,
        _: &mut Vec<Effect>,
        mut said: BTreeMap<Seat, Self::Accepted>,
    ) -> Result<Next, Rejected> {
        let seen = |hand: &[Handle]| {
            let mut known = hand.iter().filter_map(|&card| Some((card, public.known(card)?)));
            known.find(|(_, face)| self.wanted.contains(*face))
        };
        let hands = self.hands.iter();
        let shown = hands.map(|(seat, hand)| said.remove(seat).unwrap_or_else(|| seen(hand)));
        Ok(Next::Answer(Answer::Shown(shown.collect())))
    }
}
