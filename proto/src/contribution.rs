//! Contributions: what seats say in the steps of a match.

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use mental::{
    BeaconPart, Complaint, Dealing, KeyProof, NoneOf, OpenedSeal, Point, RecoveredShares, Remask,
    Seal, Shares, Shuffle,
};
use serde::{Deserialize, Serialize};

use crate::{Decided, Digest, codec, digest, limits};

/// What one seat says in one step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contribution {
    /// The match.
    pub match_id: Digest,
    /// The step.
    pub step: u64,
    /// The seat.
    pub seat: u8,
    /// The digest of everything before this step.
    pub head: Digest,
    /// The decisions by which this seat, although it had consented to go on without somebody, has closed
    /// steps by contributions since it last contributed.
    pub decided: Vec<Decided>,
    /// Its content.
    pub body: Body,
}

/// What a contribution says; which kind is owed follows from the state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Body {
    /// Opens the commitment to the match key, with proof of possession.
    Key {
        /// `X_j`.
        key: Point,
        /// The blinding of the commitment.
        blind: [u8; 32],
        /// The proof of possession.
        proof: KeyProof,
    },
    /// Shares the match key among the others.
    Dealing(Dealing),
    /// Accepts all dealings, or complains about some.
    Receipt(Vec<(u8, Complaint)>),
    /// Masks and permutes piles.
    Shuffle(Shuffle),
    /// Removes layers: the seat's own, and its part of those of seats that are gone.
    Shares {
        /// The seat's own shares, if it owes any.
        own: Option<Shares>,
        /// Its part of the shares of each seat that is gone and whose share is missing.
        recovered: Vec<(u8, RecoveredShares)>,
    },
    /// Masks cards again in order to look at them.
    Remask(Remask),
    /// Picks a menu entry.
    Choice {
        /// The entry.
        entry: u16,
        /// The card it shows.
        shown: Option<Shown>,
    },
    /// Seals a choice.
    Seal(Seal),
    /// Opens a sealed choice.
    Open {
        /// The entry, and the mask that it was sealed with.
        opened: OpenedSeal,
        /// The card it shows.
        shown: Option<Shown>,
    },
    /// Answers a demand: shows the card at this place of the hand, or proves that there is none.
    Answer {
        /// The place in the hand, and the share that opens the card unless it is public.
        shown: Option<(u16, Option<Shares>)>,
        /// The proof that no hidden card of the hand has such a face.
        none: Option<NoneOf>,
    },
    /// A part of a joint random number.
    Beacon(BeaconPart),
    /// Signs the end: the digest of the result.
    Attest(Digest),
    /// Nothing beyond the header that every contribution has: everybody signs the head.
    CommonHead,
}

/// How a card from hand is shown: its last share, and what its duty asks to be proven.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// The owner's share; none if the card is public already.
    pub share: Option<Shares>,
    /// The proof that the hand could not follow.
    pub none: Option<NoneOf>,
}

impl Contribution {
    /// The contribution of a seat to a step in which everybody signs the head. All of it follows from the
    /// match, so that a transcript holds the signatures alone.
    pub fn common_head(match_id: Digest, step: u64, seat: u8, head: Digest) -> Self {
        Self { match_id, step, seat, head, decided: Vec::new(), body: Body::CommonHead }
    }

    /// Whether it is within the size limit, so that two of them fit into evidence.
    pub fn fits(&self) -> bool {
        codec::encode(self).len() <= limits::CONTRIBUTION
    }
}

/// Something that a seat signs and is bound to.
pub trait Statement: Serialize + Sized {
    /// The label under which it is hashed and signed.
    const LABEL: &'static str;
    /// The seat that makes it.
    fn seat(&self) -> u8;

    /// The digest that is signed, and that heads are made of.
    fn digest(&self) -> Digest {
        digest(Self::LABEL, &[&codec::encode(self)])
    }
}

impl Statement for Contribution {
    const LABEL: &'static str = "contribution";
    fn seat(&self) -> u8 {
        self.seat
    }
}

/// A statement with its seat's signature, not yet checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Signed<T> {
    /// The statement.
    pub statement: T,
    /// The signature of its digest.
    pub signature: Signature,
}

impl<T: Statement> Signed<T> {
    /// Signs a statement.
    pub fn new(statement: T, identity: &SigningKey) -> Self {
        let signature = identity.sign(&statement.digest());
        Self { statement, signature }
    }

    /// Whether the seat has signed it, given the keys of all seats.
    pub fn is_genuine(&self, keys: &[VerifyingKey]) -> bool {
        let key = keys.get(usize::from(self.statement.seat()));
        key.is_some_and(|key| key.verify_strict(&self.statement.digest(), &self.signature).is_ok())
    }
}
