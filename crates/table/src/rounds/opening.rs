//! Seats give their missing shares of cards.

use core::num::NonZeroU32;
use std::collections::BTreeMap;

use engine::{Answer, Audience, Change, Handle, Seat};
use mental::{
    BeaconCard, JointKey, Recovered, RecoveredShares, Share, Shares, VerifiedSeal, combine,
};
use proto::Body;

use super::{AnyRound, Next, NotYet, Open, Proofs, Refused, Round};
use crate::{Bug, Effect, Misdeed, Public, Rejected, Seats, cards::Card, me::Me};

/// Cards being opened to those who may see them.
pub(crate) struct Opening {
    pub items: Vec<CardToOpen>,
    pub purpose: Purpose,
}

/// A card being opened.
pub(crate) struct CardToOpen {
    pub card: Card,
    pub to: Audience,
    what: What,
}

/// What a masked card holds.
#[derive(Clone, Copy)]
enum What {
    /// The face of a card on the board.
    Face(Handle),
    /// A random number.
    Number,
    /// The choice that this seat has sealed.
    Sealed(Seat),
}

/// What happens once the cards are open.
pub(crate) enum Purpose {
    /// Shows these cards.
    Show(Vec<(Handle, Audience)>),
    /// Deals these hands again, permuted.
    Remix(Vec<(Seat, Change)>),
    Peek,
    /// Opens the sum of the beacon parts, from which numbers with these sides are drawn.
    Roll(BeaconCard, Vec<u32>),
    /// Opens seals of seats that have gone, or cards that they have chosen to show; then the sealed
    /// choices go on.
    Sealed(Box<Open>),
    /// Opens the hands of seats that have gone; then the interrupted round goes on.
    Leavers(Box<AnyRound>),
}

/// The shares of one seat: its own, and its parts of those of seats that are gone.
pub(crate) struct Given {
    own: Vec<Share>,
    recovered: Vec<(Seat, Recovered)>,
}

impl CardToOpen {
    /// The card on the board; none for a random number or a seal.
    pub(crate) fn handle(&self) -> Option<Handle> {
        match self.what {
            What::Face(handle) => Some(handle),
            What::Number | What::Sealed(_) => None,
        }
    }

    pub(crate) fn new(card: Card, to: Audience, handle: Handle) -> Self {
        Self { card, to, what: What::Face(handle) }
    }

    /// The seal of a seat that is gone.
    pub(crate) fn sealed(seat: Seat, seal: &VerifiedSeal) -> Self {
        Self { card: Card::new(*seal.card()), to: Audience::All, what: What::Sealed(seat) }
    }

    /// A card on the board, unless everybody knows it already.
    pub(crate) fn hidden(
        public: &Public,
        handle: Handle,
        to: Audience,
    ) -> Result<Option<Self>, Bug> {
        if public.known(handle).is_some() {
            return Ok(None);
        }
        let card = public.cards.get(handle).ok_or(Bug::NoCard(handle))?;
        Ok(Some(Self::new(card.clone(), to, handle)))
    }
}

impl Opening {
    /// Shows cards; those that everybody knows need no share.
    pub(crate) fn show(public: &Public, cards: Vec<(Handle, Audience)>) -> Result<Self, Bug> {
        let items = cards.iter().map(|(card, to)| CardToOpen::hidden(public, *card, *to));
        let items = items.filter_map(Result::transpose).collect::<Result<_, _>>()?;
        Ok(Self { items, purpose: Purpose::Show(cards) })
    }

    /// Opens a random number for each of these sides.
    pub(crate) fn roll(sum: BeaconCard, sides: Vec<u32>) -> Self {
        let item =
            CardToOpen { card: Card::new(*sum.card()), to: Audience::All, what: What::Number };
        Self { items: vec![item], purpose: Purpose::Roll(sum, sides) }
    }

    /// Opens the seals, or cards, that the choices of leavers depend on.
    pub(crate) fn sealed(items: Vec<CardToOpen>, open: Open) -> Self {
        Self { items, purpose: Purpose::Sealed(Box::new(open)) }
    }

    /// Opens the hands of seats that have just gone, in the middle of a round.
    ///
    /// A card that a leaver has given away face down is no longer its own: it goes into another hand, or
    /// lies before another seat.
    pub(crate) fn leavers(
        public: &Public,
        seats: Seats,
        interrupted: AnyRound,
    ) -> Result<Self, Bug> {
        let into_hands = interrupted.remixes().iter().filter(|(to, _)| !public.gone.contains(*to));
        let mut given: Vec<Handle> =
            into_hands.flat_map(|(_, change)| change.from.iter().copied()).collect();
        let board = public.driver.board();
        let places = Seat::all(public.seats()).zip(board.seats.values());
        let elsewhere = places.filter(|(seat, _)| !seats.contains(*seat));
        given.extend(elsewhere.flat_map(|(_, place)| place.piles.iter().flat_map(|p| p.cards())));
        let held = seats.iter().flat_map(|seat| public.cards.held_by(seat));
        let items = held
            .filter(|card| !given.contains(card))
            .filter_map(|card| CardToOpen::hidden(public, card, Audience::All).transpose());
        let items = items.collect::<Result<_, _>>()?;
        Ok(Self { items, purpose: Purpose::Leavers(Box::new(interrupted)) })
    }

    /// The masked cards that still need a seat's share.
    pub(crate) fn cards(&self, public: &Public, seat: Seat) -> Vec<mental::Card> {
        self.masked(&self.lacking(public, seat))
    }

    /// The items that still need a seat's share; its own cards need none of its own.
    fn lacking(&self, public: &Public, seat: Seat) -> Vec<usize> {
        let Some(joint) = &public.joint else { return Vec::new() };
        let mine =
            |item: &CardToOpen| item.to == Audience::Seat(seat) && !public.gone.contains(seat);
        let items = self.items.iter().enumerate();
        items
            .filter(|(_, item)| !mine(item) && item.card.lacks(joint, seat))
            .map(|(i, _)| i)
            .collect()
    }

    /// The seats that are gone and whose shares are still needed, with the items that need them.
    fn lost(&self, public: &Public) -> Vec<(Seat, Vec<usize>)> {
        let gone = public.gone.iter().map(|seat| (seat, self.lacking(public, seat)));
        gone.filter(|(_, items)| !items.is_empty()).collect()
    }

    fn masked(&self, items: &[usize]) -> Vec<mental::Card> {
        items.iter().map(|&i| self.items[i].card.masked).collect()
    }

    fn add_shares(&mut self, public: &Public, said: BTreeMap<Seat, Given>) -> Result<(), Bug> {
        let mut parts: BTreeMap<Seat, Vec<Recovered>> = BTreeMap::new();
        let mut added: Vec<(usize, Share)> = Vec::new();
        for (seat, Given { own, recovered }) in said {
            added.extend(self.lacking(public, seat).into_iter().zip(own));
            for (gone, part) in recovered {
                parts.entry(gone).or_default().push(part);
            }
        }
        for (gone, parts) in parts {
            let items = self.lacking(public, gone);
            let shares = combine(public.escrow(gone)?, &self.masked(&items), &parts);
            added.extend(items.into_iter().zip(shares.map_err(Bug::Recover)?));
        }
        added.into_iter().for_each(|(i, share)| self.items[i].card.shares.push(share));
        Ok(())
    }
}

impl Round for Opening {
    type Accepted = Given;

    fn name(&self) -> &'static str {
        match self.purpose {
            Purpose::Roll(..) => "roll",
            Purpose::Sealed(_) => "unseal",
            _ if self.items.iter().any(|item| item.to == Audience::All) => "reveal",
            _ => "deal",
        }
    }

    fn owed(&self, public: &Public) -> Seats {
        let lost = !self.lost(public).is_empty();
        let owes = |seat: &Seat| lost || !self.lacking(public, *seat).is_empty();
        public.present().iter().filter(owes).collect()
    }

    fn contribute(&self, public: &Public, me: &mut Me) -> Result<Body, NotYet> {
        let mut rng = me.rng(public, "step");
        let context = public.context(me.seat);
        let mine = self.cards(public, me.seat);
        let own = (!mine.is_empty()).then(|| Shares::new(&context, me.key(), &mine, &mut rng));
        let mut recovered = Vec::new();
        for (gone, items) in self.lost(public) {
            let share = me.escrow_share(gone).ok_or(Bug::NoEscrowShare(gone))?;
            let part = RecoveredShares::new(&context, share, &self.masked(&items), &mut rng);
            recovered.push((gone.index() as u8, part));
        }
        Ok(Body::Shares { own, recovered })
    }

    fn check(
        &self,
        public: &Public,
        by: Seat,
        body: &Body,
        proofs: Proofs<'_>,
    ) -> Result<Given, Refused> {
        let Body::Shares { own, recovered } = body else { return Err(Misdeed::WrongBody.into()) };
        let context = public.context(by);
        let cards = self.cards(public, by);
        let own = match own {
            Some(shares) if !cards.is_empty() => {
                let (key, shares) = (*public.key(by)?, shares.clone());
                let claimed = shares.claimed(&context, &key, &cards);
                proofs.hold(claimed, move || shares.verify(&context, &key, &cards).map(drop))?
            }
            None if cards.is_empty() => Vec::new(),
            _ => return Err(Misdeed::WrongShares.into()),
        };
        let lost = self.lost(public);
        let owed = lost.iter().map(|(gone, _)| gone.index());
        if owed.ne(recovered.iter().map(|(gone, _)| usize::from(*gone))) {
            return Err(Misdeed::WrongRecovered.into());
        }
        let mut parts = Vec::new();
        for ((gone, items), (_, message)) in lost.into_iter().zip(recovered) {
            let part = message.verify(&context, public.escrow(gone)?, &self.masked(&items))?;
            parts.push((gone, part));
        }
        Ok(Given { own, recovered: parts })
    }

    /// All shares are there now: opens the cards.
    fn close(
        mut self,
        public: &mut Public,
        effects: &mut Vec<Effect>,
        said: BTreeMap<Seat, Given>,
    ) -> Result<Next, Rejected> {
        let joint = public.joint.clone().ok_or(Bug::NoJointKey)?;
        self.add_shares(public, said)?;
        let looked_at = matches!(self.purpose, Purpose::Peek);
        let (mut number, mut seals) = (Vec::new(), Vec::new());
        for CardToOpen { card, to, what } in self.items {
            match (what, to) {
                (What::Number, _) => number = card.shares,
                (What::Sealed(seat), _) => seals.push((seat, card.shares)),
                (What::Face(handle), Audience::Seat(seat)) if looked_at => {
                    effects.push(Effect::Deliver(seat, handle, card));
                }
                (What::Face(handle), to) => arrive(public, effects, &joint, handle, card, to)?,
            }
        }
        Ok(match self.purpose {
            Purpose::Show(cards) => Next::Answer(shown(public, effects, &cards)),
            Purpose::Remix(_) | Purpose::Peek => Next::Answer(Answer::Done),
            Purpose::Roll(sum, sides) => {
                let mut beacon = sum.open(&joint, &number).map_err(Bug::from)?;
                let roll =
                    |&sides: &u32| NonZeroU32::new(sides).map_or(0, |sides| beacon.roll(sides));
                Next::Answer(Answer::Rolled(sides.iter().map(roll).collect()))
            }
            Purpose::Sealed(mut open) => {
                open.unseal(&seals)?;
                open.go_on(public)?
            }
            Purpose::Leavers(mut interrupted) => {
                interrupted.resumed(public);
                Next::Round(*interrupted)
            }
        })
    }

    /// Drops the looks of seats that are gone: otherwise everybody would see those cards.
    fn interrupted(&mut self, gone: Seats) {
        match &mut self.purpose {
            Purpose::Peek => {
                let by_leaver = |to| matches!(to, Audience::Seat(seat) if gone.contains(seat));
                self.items.retain(|item| !by_leaver(item.to));
            }
            Purpose::Leavers(interrupted) => interrupted.interrupted(gone),
            Purpose::Show(_) | Purpose::Remix(_) | Purpose::Roll(..) | Purpose::Sealed(_) => {}
        }
    }

    /// Does not show again what the leavers' hands have shown to all.
    fn resumed(&mut self, public: &Public) {
        if let Purpose::Show(_) = self.purpose {
            let known =
                |item: &CardToOpen| matches!(item.what, What::Face(c) if public.known(c).is_some());
            self.items.retain(|item| !known(item));
        }
    }

    fn remixes(&self) -> &[(Seat, Change)] {
        match &self.purpose {
            Purpose::Remix(hands) => hands,
            Purpose::Leavers(interrupted) => interrupted.remixes(),
            Purpose::Show(_) | Purpose::Peek | Purpose::Roll(..) | Purpose::Sealed(_) => &[],
        }
    }
}

/// Gives an opened card to the seat that will hold it, or to everybody. A card for a seat that is gone is
/// opened to all.
fn arrive(
    public: &mut Public,
    effects: &mut Vec<Effect>,
    joint: &JointKey,
    handle: Handle,
    mut card: Card,
    to: Audience,
) -> Result<(), Bug> {
    match to {
        Audience::Seat(seat) if !public.gone.contains(seat) => {
            card.holder = Some(seat);
            effects.push(Effect::Deliver(seat, handle, card.clone()));
            public.cards.insert(handle, card);
        }
        Audience::Seat(_) | Audience::All => {
            let face = public.cards.open(&public.driver, handle, &card, joint)?;
            public.cards.open_to_all(handle, face.ok_or(Bug::NoFace(handle))?);
        }
    }
    Ok(())
}

/// The answer to a request to show these cards.
fn shown(public: &Public, effects: &mut Vec<Effect>, cards: &[(Handle, Audience)]) -> Answer {
    let mut faces = Vec::new();
    for &(card, to) in cards {
        match (to, public.known(card)) {
            (Audience::All, Some(face)) => faces.push(face),
            (Audience::Seat(seat), Some(face)) => effects.push(Effect::Learn(seat, card, face)),
            (_, None) => {}
        }
    }
    Answer::Faces(faces)
}
