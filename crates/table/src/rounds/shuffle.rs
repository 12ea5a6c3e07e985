//! One seat after the other re-masks and permutes piles.

use std::collections::BTreeMap;

use engine::{Answer, Change, Seat};
use mental::{ChainError, Context, JointKey, ShuffleError, Shuffled};
use proto::Body;

use super::{Next, NotYet, Proofs, Refused, Round};
use crate::{
    Bug, Effect, Misdeed, Public, Rejected, Seats, cards::Card, checking::Checking, me::Me,
};

/// A chain of shuffles: the output of each is the input of the next.
///
/// When seats go, the chain goes on from the last output, whoever made it.
pub(crate) struct Shuffle {
    changes: Vec<Change>,
    /// The output of the last shuffle whose proof was checked.
    piles: Vec<Vec<mental::Card>>,
    done: Seats,
    /// Later shuffles whose proofs are still to be checked, all together at the end of the chain.
    links: Vec<Link>,
}

/// A shuffle whose proof is still to be checked.
#[derive(Clone)]
pub(crate) struct Link {
    step: u64,
    seat: Seat,
    context: Context,
    shuffle: mental::Shuffle,
}

pub(crate) enum Accepted {
    /// The output of a shuffle whose proof holds.
    Piles(Vec<Vec<mental::Card>>),
    Unproven(Box<Link>),
}

impl Shuffle {
    pub(crate) fn new(public: &Public, changes: Vec<Change>) -> Result<Self, Bug> {
        let piles = changes.iter().map(|change| public.masked(&change.from));
        let piles = piles.collect::<Result<_, _>>()?;
        Ok(Self { changes, piles, done: Seats::NONE, links: Vec::new() })
    }

    /// The step in which a seat's turn comes, if nobody goes before; none if it has had it.
    pub(crate) fn turn_of(&self, public: &Public, seat: Seat) -> Option<u64> {
        let waiting = public.present().without(self.done);
        let before = waiting.iter().position(|next| next == seat)?;
        Some(public.step + before as u64)
    }

    /// How many cards there are in each pile.
    pub(crate) fn sizes(&self) -> Vec<usize> {
        self.piles.iter().map(Vec::len).collect()
    }

    /// The output of the chain so far, once the proofs of its links are checked.
    pub(crate) fn left(&self, public: &Public) -> Result<Vec<Vec<mental::Card>>, Rejected> {
        if self.links.is_empty() {
            return Ok(self.piles.clone());
        }
        if let Checking::Deferred(left) = &public.checking {
            let (joint, piles, links) =
                (public.shared_joint()?, self.piles.clone(), self.links.clone());
            left.borrow_mut().push(Box::new(move || verify(&joint, &piles, &links).is_ok()));
            let claimed = self.links.last().map(|link| link.shuffle.claimed(&self.piles));
            let claimed = claimed.transpose().map_err(Bug::Shuffle)?;
            return Ok(claimed.map_or_else(|| self.piles.clone(), Shuffled::into_piles));
        }
        match verify(public.joint()?, &self.piles, &self.links) {
            Ok(shuffled) => {
                let last = shuffled.into_iter().last();
                Ok(last.map_or_else(|| self.piles.clone(), Shuffled::into_piles))
            }
            Err(e) => match self.links.get(e.link) {
                Some(link) => Err(Refused::from(e.error).said_by(link.seat, link.step)),
                None => Err(Bug::Shuffle(e.error).into()),
            },
        }
    }
}

/// Checks the proofs of a chain.
fn verify(
    joint: &JointKey,
    piles: &[Vec<mental::Card>],
    links: &[Link],
) -> Result<Vec<Shuffled>, ChainError> {
    let links: Vec<_> = links.iter().map(|link| (link.context, &link.shuffle)).collect();
    mental::Shuffle::verify_chain(joint, piles, &links)
}

impl Round for Shuffle {
    type Accepted = Accepted;

    fn name(&self) -> &'static str {
        "shuffle"
    }

    fn owed(&self, public: &Public) -> Seats {
        public.present().without(self.done).iter().take(1).collect()
    }

    fn contribute(&self, public: &Public, me: &mut Me) -> Result<Body, NotYet> {
        let mut rng = me.rng(public, "step");
        // A live node checks every shuffle as it comes, so none of them can fail here.
        let left = self.left(public).map_err(|rejected| match rejected {
            Rejected::Bug(bug) => bug,
            Rejected::Cheat(_) => Bug::Shuffle(ShuffleError::Proof),
        })?;
        let (context, joint) = (public.context(me.seat), public.joint()?);
        let made = match me.take_prepared(public.step, &self.sizes()) {
            Some(prepared) => prepared.make(&context, &left),
            None => mental::Shuffle::make(&context, joint, &left, &mut rng),
        };
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
    ) -> Result<Accepted, Refused> {
        let Body::Shuffle(shuffle) = body else { return Err(Misdeed::WrongBody.into()) };
        let context = public.context(by);
        match proofs {
            Proofs::Now => {
                let shuffled = shuffle.verify(&context, public.joint()?, &self.left(public)?)?;
                Ok(Accepted::Piles(shuffled.into_piles()))
            }
            Proofs::Own(shuffled) => Ok(Accepted::Piles(shuffled.piles().to_vec())),
            Proofs::Before => Ok(Accepted::Piles(shuffle.claimed(&self.piles)?.into_piles())),
            Proofs::Chained | Proofs::Deferred(_) => {
                if shuffle.piles.iter().map(Vec::len).ne(self.piles.iter().map(Vec::len)) {
                    return Err(ShuffleError::Sizes.into());
                }
                let (step, shuffle) = (public.step, shuffle.clone());
                Ok(Accepted::Unproven(Box::new(Link { step, seat: by, context, shuffle })))
            }
        }
    }

    fn close(
        mut self,
        public: &mut Public,
        _: &mut Vec<Effect>,
        said: BTreeMap<Seat, Accepted>,
    ) -> Result<Next, Rejected> {
        for (seat, said) in said {
            self.done.insert(seat);
            match said {
                // Its proof was checked together with all before it.
                Accepted::Piles(piles) => (self.piles, self.links) = (piles, Vec::new()),
                Accepted::Unproven(link) => self.links.push(*link),
            }
        }
        if !self.owed(public).is_empty() {
            return Ok(Next::Round(self.into()));
        }
        for (change, pile) in self.changes.iter().zip(self.left(public)?) {
            let cards = change.into.iter().zip(pile);
            cards.for_each(|(&card, masked)| public.cards.insert(card, Card::new(masked)));
        }
        Ok(Next::Answer(Answer::Done))
    }
}
