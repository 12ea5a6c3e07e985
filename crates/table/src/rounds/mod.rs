//! Rounds: what a step waits for. The round follows from the rules' request; nobody ever sends it.
//!
//! Each kind of round has one file for everything about it: its data, who owes a contribution, how that
//! is made and checked, what closing it does, and what happens if seats go meanwhile.

mod attest;
mod beacon;
mod choose;
mod common_head;
mod dealings;
mod demand;
mod keys;
mod open;
mod opening;
mod receipts;
mod remask;
mod remix;
mod seal;
mod shown;
mod shuffle;

use std::collections::BTreeMap;

use engine::{Answer, Change, Menu, Request, Seat};
use mental::{
    BeaconError, EscrowError, KeyError, PartError, RemaskError, SealError, ShareError, ShuffleError,
};
use proto::Body;

pub(crate) use self::{
    attest::Attest, beacon::Beacon, choose::Choose, common_head::CommonHead, dealings::Dealings,
    demand::Demand, keys::Keys, open::Open, opening::Opening, receipts::Receipts, remask::Remask,
    remix::Remix, seal::Seal, shown::shown_by, shuffle::Shuffle,
};
use crate::{
    Blame, Bug, Effect, Ending, Misdeed, Public, Rejected, Seats, checking::Proofs, me::Me,
    misdeed::Proof,
};

/// One kind of round.
pub(crate) trait Round: Sized {
    /// What a contribution says once it is checked.
    type Accepted;

    /// The name of its steps, for tests of whole matches.
    fn name(&self) -> &'static str;

    /// The seats that owe a contribution. A round to which nobody owes one closes by itself.
    fn owed(&self, public: &Public) -> Seats;

    /// What a seat that owes a contribution says.
    fn contribute(&self, public: &Public, me: &mut Me) -> Result<Body, NotYet>;

    /// Checks the contribution of a seat that owes one.
    fn check(
        &self,
        public: &Public,
        by: Seat,
        body: &Body,
        proofs: Proofs<'_>,
    ) -> Result<Self::Accepted, Refused>;

    /// Closes the round with the contributions of all who owed one; seats that are gone have none. The
    /// step is still the one that is being closed.
    fn close(
        self,
        public: &mut Public,
        effects: &mut Vec<Effect>,
        said: BTreeMap<Seat, Self::Accepted>,
    ) -> Result<Next, Rejected>;

    /// Seats have gone before the round could be closed: what it waits for is asked again without them.
    fn interrupted(&mut self, _gone: Seats) {}

    /// The interrupted round goes on; the hands of leavers are now open to all.
    fn resumed(&mut self, _public: &Public) {}

    /// The menu that a seat has to answer, if people answer this round.
    fn menu(&self, _seat: Seat) -> Option<&Menu> {
        None
    }

    /// The hands that are being replaced by others.
    fn remixes(&self) -> &[(Seat, Change)] {
        &[]
    }
}

/// What comes after a round.
pub(crate) enum Next {
    Round(AnyRound),
    /// The rules get their answer.
    Answer(Answer),
    /// The rules are asked what they wait for.
    Rules,
    End(Ending),
}

/// Why a seat that owes a contribution does not make it.
pub(crate) enum NotYet {
    /// Its player has not chosen.
    Undecided,
    Bug(Bug),
}

/// Why a contribution is refused.
pub(crate) enum Refused {
    /// Its author has cheated.
    Cheat(Misdeed),
    /// It proves that somebody has cheated, perhaps another seat.
    Shows(Blame),
    Bug(Bug),
}

macro_rules! rounds {
    ($($kind:ident,)+) => {
        /// A round of any kind.
        pub(crate) enum AnyRound {
            $($kind($kind),)+
            /// The match is over.
            Over,
        }

        /// What a checked contribution says, and to which kind of round.
        pub(crate) enum Said {
            $($kind(<$kind as Round>::Accepted),)+
        }

        $(impl From<$kind> for AnyRound {
            fn from(round: $kind) -> Self {
                Self::$kind(round)
            }
        })+

        impl AnyRound {
            pub(crate) fn name(&self) -> &'static str {
                match self {
                    $(Self::$kind(round) => round.name(),)+
                    Self::Over => "over",
                }
            }

            pub(crate) fn owed(&self, public: &Public) -> Seats {
                match self {
                    $(Self::$kind(round) => round.owed(public),)+
                    Self::Over => Seats::NONE,
                }
            }

            pub(crate) fn contribute(&self, public: &Public, me: &mut Me) -> Result<Body, NotYet> {
                match self {
                    $(Self::$kind(round) => round.contribute(public, me),)+
                    Self::Over => Err(NotYet::Bug(Bug::NotAsked(me.seat))),
                }
            }

            pub(crate) fn check(
                &self,
                public: &Public,
                by: Seat,
                body: &Body,
                proofs: Proofs<'_>,
            ) -> Result<Said, Refused> {
                match self {
                    $(Self::$kind(round) => {
                        round.check(public, by, body, proofs).map(Said::$kind)
                    })+
                    Self::Over => Err(Misdeed::OutOfTurn.into()),
                }
            }

            pub(crate) fn close(
                self,
                public: &mut Public,
                effects: &mut Vec<Effect>,
                said: BTreeMap<Seat, Said>,
            ) -> Result<Next, Rejected> {
                match self {
                    $(Self::$kind(round) => {
                        let accepted = |(seat, said)| match said {
                            Said::$kind(accepted) => Ok((seat, accepted)),
                            _ => Err(Bug::NotOfThisStep),
                        };
                        let said = said.into_iter().map(accepted).collect::<Result<_, _>>()?;
                        round.close(public, effects, said)
                    })+
                    Self::Over => Ok(Next::Round(Self::Over)),
                }
            }

            pub(crate) fn interrupted(&mut self, gone: Seats) {
                match self {
                    $(Self::$kind(round) => round.interrupted(gone),)+
                    Self::Over => {}
                }
            }

            pub(crate) fn resumed(&mut self, public: &Public) {
                match self {
                    $(Self::$kind(round) => round.resumed(public),)+
                    Self::Over => {}
                }
            }

            pub(crate) fn menu(&self, seat: Seat) -> Option<&Menu> {
                match self {
                    $(Self::$kind(round) => round.menu(seat),)+
                    Self::Over => None,
                }
            }

            pub(crate) fn remixes(&self) -> &[(Seat, Change)] {
                match self {
                    $(Self::$kind(round) => round.remixes(),)+
                    Self::Over => &[],
                }
            }
        }
    };
}

rounds! {
    Keys,
    Dealings,
    Receipts,
    CommonHead,
    Shuffle,
    Remix,
    Remask,
    Opening,
    Choose,
    Seal,
    Open,
    Demand,
    Beacon,
    Attest,
}

impl AnyRound {
    /// The first round of what the rules wait for.
    pub(crate) fn requested(public: &Public) -> Result<Self, Bug> {
        Ok(match public.driver.request().cloned() {
            Some(Request::Shuffle(changes)) => Shuffle::new(public, changes)?.into(),
            Some(Request::Show(cards)) => Opening::show(public, cards)?.into(),
            Some(Request::Remix(hands)) => Remix { hands }.into(),
            Some(Request::Peek(looks)) => Remask { looks }.into(),
            Some(Request::Choose(seat, menu)) => Choose { seat, menu }.into(),
            Some(Request::Ask(order, menus)) => Seal { order, menus }.into(),
            Some(Request::Demand(wanted, hands)) => Demand { wanted, hands }.into(),
            Some(Request::Roll(sides)) => Beacon { sides }.into(),
            None => Attest { result: public.result_digest().ok_or(Bug::NoResult)? }.into(),
        })
    }

    /// Whether keys are still being exchanged.
    pub(crate) fn is_setup(&self) -> bool {
        matches!(self, Self::Keys(_) | Self::Dealings(_) | Self::Receipts(_))
    }

    /// Whether a contribution to it reveals something for good: a share of a card, a sealed choice, a
    /// proof about a hand. Before such a round everybody signs the head.
    pub(crate) fn reveals_something(&self) -> bool {
        match self {
            Self::Opening(_) | Self::Open(_) | Self::Demand(_) => true,
            Self::Choose(choose) => choose.may_show(),
            Self::Keys(_) | Self::Dealings(_) | Self::Receipts(_) | Self::CommonHead(_) => false,
            Self::Shuffle(_) | Self::Remix(_) | Self::Remask(_) | Self::Seal(_) => false,
            Self::Beacon(_) | Self::Attest(_) | Self::Over => false,
        }
    }

    /// Whether the head still counts as signed by everybody after a step of this round. Shares and sealed
    /// choices are fixed before they are given; only their proofs vary.
    pub(crate) fn head_stays_common(&self, common: bool) -> bool {
        match self {
            Self::CommonHead(_) => true,
            Self::Opening(_) | Self::Open(_) => common,
            Self::Keys(_) | Self::Dealings(_) | Self::Receipts(_) | Self::Shuffle(_) => false,
            Self::Remix(_) | Self::Remask(_) | Self::Choose(_) | Self::Seal(_) => false,
            Self::Demand(_) | Self::Beacon(_) | Self::Attest(_) | Self::Over => false,
        }
    }

    /// Whether the round waits for people rather than for their nodes.
    pub(crate) fn waits_for_people(&self) -> bool {
        matches!(self, Self::Choose(_) | Self::Seal(_))
    }
}

impl Refused {
    /// Turns the refusal of a contribution into who is to blame, if anybody is.
    pub(crate) fn said_by(self, seat: Seat, step: u64) -> Rejected {
        match self {
            Self::Cheat(misdeed) => Blame { seat, step, misdeed }.into(),
            Self::Shows(blame) => blame.into(),
            Self::Bug(bug) => bug.into(),
        }
    }
}

impl From<Bug> for NotYet {
    fn from(bug: Bug) -> Self {
        Self::Bug(bug)
    }
}

impl From<Misdeed> for Refused {
    fn from(misdeed: Misdeed) -> Self {
        Self::Cheat(misdeed)
    }
}

impl From<Bug> for Refused {
    fn from(bug: Bug) -> Self {
        Self::Bug(bug)
    }
}

impl From<Rejected> for Refused {
    fn from(rejected: Rejected) -> Self {
        match rejected {
            Rejected::Cheat(blame) => Self::Shows(blame),
            Rejected::Bug(bug) => Self::Bug(bug),
        }
    }
}

impl From<Proof> for Refused {
    fn from(proof: Proof) -> Self {
        Self::Cheat(Misdeed::BadProof(proof))
    }
}

// `mental` also refuses statements that no prover could satisfy. The statements are made by this crate,
// so such an error is no seat's misdeed.

impl From<KeyError> for Refused {
    fn from(error: KeyError) -> Self {
        match error {
            KeyError::Identity | KeyError::Commitment | KeyError::Proof => Proof::Key(error).into(),
            KeyError::Empty | KeyError::Seats | KeyError::Repeated => Bug::Keys(error).into(),
        }
    }
}

impl From<EscrowError> for Refused {
    fn from(error: EscrowError) -> Self {
        match error {
            EscrowError::Length | EscrowError::Key | EscrowError::Identity => {
                Proof::Dealing(error).into()
            }
            EscrowError::Threshold { .. } | EscrowError::Seat => Bug::Escrow(error).into(),
        }
    }
}

impl From<ShuffleError> for Refused {
    fn from(error: ShuffleError) -> Self {
        match error {
            ShuffleError::Cards => Bug::Shuffle(error).into(),
            ShuffleError::Sizes
            | ShuffleError::Length
            | ShuffleError::Unmasked
            | ShuffleError::Proof => Proof::Shuffle(error).into(),
        }
    }
}

impl From<RemaskError> for Refused {
    fn from(error: RemaskError) -> Self {
        Proof::Remask(error).into()
    }
}

impl From<SealError> for Refused {
    fn from(error: SealError) -> Self {
        match error {
            SealError::Identity | SealError::Proof => Proof::Seal(error).into(),
            SealError::Opening => Misdeed::SealMismatch.into(),
        }
    }
}

impl From<ShareError> for Refused {
    fn from(error: ShareError) -> Self {
        match error {
            ShareError::Seat => Bug::Shares(error).into(),
            ShareError::Length { .. } | ShareError::Proof => Proof::Shares(error).into(),
        }
    }
}

impl From<PartError> for Refused {
    fn from(error: PartError) -> Self {
        match error {
            PartError::Seat | PartError::Shares(ShareError::Seat) => Bug::Recovered(error).into(),
            PartError::Shares(_) => Proof::Recovered(error).into(),
        }
    }
}

impl From<BeaconError> for Refused {
    fn from(error: BeaconError) -> Self {
        match error {
            BeaconError::Identity | BeaconError::Proof => Proof::Beacon(error).into(),
            BeaconError::Empty
            | BeaconError::Foreign(_)
            | BeaconError::Repeated(_)
            | BeaconError::Missing(_) => Bug::Beacon(error).into(),
        }
    }
}
