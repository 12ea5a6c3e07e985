//! What tests of whole matches look at and no node ever needs.

use engine::{Audience, FaceSet, Handle, Seat};
use mental::{Card, JointKey, Point, StrippedCard};

use crate::{Play, round::Round};

impl Play {
    /// The kind of the current step.
    #[doc(hidden)]
    pub fn round_name(&self) -> &'static str {
        match &self.round {
            Round::Keys => "keys",
            Round::Dealings => "dealings",
            Round::Receipts => "receipts",
            Round::Shuffle(_) => "shuffle",
            Round::Remix => "remix",
            Round::Remask => "remask",
            Round::Opening(opening) if opening.items.iter().any(|i| i.handle.is_none()) => "roll",
            Round::Opening(opening) if opening.items.iter().any(|i| i.to == Audience::All) => {
                "reveal"
            }
            Round::Opening(_) => "deal",
            Round::Choose(_) => "choose",
            Round::Seal => "seal",
            Round::Open(_) => "open",
            Round::Demand => "demand",
            Round::Beacon => "beacon",
            Round::Attest => "attest",
            Round::Over => "over",
        }
    }

    /// The masked cards that a seat's contribution to the current step is about.
    #[doc(hidden)]
    pub fn inputs(&self, seat: Seat) -> Vec<Vec<Card>> {
        match &self.round {
            Round::Shuffle(chain) => self.shuffled(chain).unwrap_or_default(),
            Round::Remix => self.hand_to_remix(seat).into_iter().collect(),
            Round::Remask => self.cards_to_remask(seat).into_iter().collect(),
            Round::Opening(opening) => {
                let items = self.lacking(opening, seat).into_iter();
                vec![items.map(|i| opening.items[i].card.masked).collect()]
            }
            _ => Vec::new(),
        }
    }

    /// The masked cards that the current step opens, and to whom; without a handle, a random number.
    #[doc(hidden)]
    pub fn openings(&self) -> Vec<(Option<Handle>, Card, Audience)> {
        match &self.round {
            Round::Opening(opening) => {
                opening.items.iter().map(|item| (item.handle, item.card.masked, item.to)).collect()
            }
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

    /// What a proof that a hand has none of some faces is about.
    #[doc(hidden)]
    pub fn absence(
        &self,
        seat: Seat,
        hand: &[Handle],
        faces: FaceSet,
    ) -> Option<(Vec<StrippedCard>, Vec<Point>)> {
        self.cards.none_of(&self.driver, self.joint_key()?, seat, hand, faces)
    }
}
