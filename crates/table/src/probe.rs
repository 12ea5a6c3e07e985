//! Accessors for tests of whole matches. No node uses them.

use engine::{Audience, FaceSet, Handle, Seat};
use mental::{Card, JointKey, Point, StrippedCard};

use crate::{MatchState, rounds::AnyRound};

impl MatchState {
    /// The kind of the current step.
    #[doc(hidden)]
    pub fn round_name(&self) -> &'static str {
        self.round.name()
    }

    /// The masked cards that a seat's contribution to the current step is about.
    #[doc(hidden)]
    pub fn inputs(&self, seat: Seat) -> Vec<Vec<Card>> {
        match &self.round {
            AnyRound::Shuffle(shuffle) => shuffle.left(self).unwrap_or_default(),
            AnyRound::Remix(remix) => remix.hand(self, seat).into_iter().collect(),
            AnyRound::Remask(remask) => remask.cards(self, seat).into_iter().collect(),
            AnyRound::Opening(opening) => vec![opening.cards(self, seat)],
            _ => Vec::new(),
        }
    }

    /// The masked cards that the current step opens, and to whom; without a handle, a random number.
    #[doc(hidden)]
    pub fn openings(&self) -> Vec<(Option<Handle>, Card, Audience)> {
        match &self.round {
            AnyRound::Opening(opening) => opening
                .items
                .iter()
                .map(|item| (item.handle(), item.card.masked, item.to))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// A card as it lies on the table, masked unless everybody knows it.
    #[doc(hidden)]
    pub fn masked_card(&self, card: Handle) -> Option<Card> {
        self.cards.current(&self.driver, card).map(|card| card.masked)
    }

    /// The sum of all match keys.
    #[doc(hidden)]
    pub fn joint_key(&self) -> Option<&JointKey> {
        self.joint.as_deref()
    }

    /// The statement of a proof that a hand has none of some faces.
    #[doc(hidden)]
    pub fn absence(
        &self,
        seat: Seat,
        hand: &[Handle],
        faces: FaceSet,
    ) -> Option<(Vec<StrippedCard>, Vec<Point>)> {
        self.cards.none_of(&self.driver, self.joint_key()?, seat, hand, faces).ok()?
    }
}
