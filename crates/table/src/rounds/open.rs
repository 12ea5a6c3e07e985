//! Sealed choices are opened: all at once, or one after the other until one is not a pass.
//!
//! If a seat is gone when its turn comes, those who are present open its seal, so that nobody can take a
//! choice back by leaving. Seals whose turn never comes stay sealed, whoever made them.

use std::collections::BTreeMap;

use engine::{Answer, Audience, Choice, Entry, Menu, Seat};
use mental::{OpenedSeal, Share, VerifiedSeal};
use proto::Body;

use super::{
    Next, NotYet, Opening, Proofs, Refused, Round,
    opening::CardToOpen,
    seal::{menu_of, seal},
    shown, shown_by,
};
use crate::{Bug, Effect, Misdeed, Public, Rejected, Seats, me::Me};

/// When a seat goes, its seal is opened when its turn comes.
pub(crate) struct Open {
    order: engine::Opening,
    menus: Vec<(Seat, Menu)>,
    /// The step in which the choices were sealed.
    sealed_in: u64,
    /// The seals by seat. A seat that was gone by then has none.
    seals: BTreeMap<Seat, VerifiedSeal>,
    /// The entries found in the seals of seats that are gone; `None` if a seal held no entry of the menu.
    unsealed: BTreeMap<Seat, Option<u16>>,
    choices: BTreeMap<Seat, Choice>,
}

impl Open {
    pub(crate) fn new(
        order: engine::Opening,
        menus: Vec<(Seat, Menu)>,
        sealed_in: u64,
        seals: BTreeMap<Seat, VerifiedSeal>,
    ) -> Self {
        let (unsealed, choices) = (BTreeMap::new(), BTreeMap::new());
        Self { order, menus, sealed_in, seals, unsealed, choices }
    }

    /// The seats whose turn it is, in the order of the request; none once the choices are complete.
    fn turn(&self) -> impl Iterator<Item = Seat> {
        let many = match self.order {
            engine::Opening::All => usize::MAX,
            engine::Opening::UntilOne => usize::from(!self.has_acted()),
        };
        let asked = self.menus.iter().map(|(seat, _)| *seat);
        asked.filter(|seat| !self.choices.contains_key(seat)).take(many)
    }

    /// Whether somebody has chosen something else than to pass.
    fn has_acted(&self) -> bool {
        let acts = |(seat, menu): &(Seat, Menu)| {
            let chosen = self.choices.get(seat).and_then(|choice| menu.entries.get(choice.entry));
            chosen.is_some_and(|entry| !entry.pass)
        };
        self.menus.iter().any(acts)
    }

    /// Goes on to the next seats. The seals of leavers among them are opened by the others.
    pub(crate) fn go_on(mut self, public: &Public) -> Result<Next, Rejected> {
        loop {
            let turn: Vec<Seat> = self.turn().collect();
            if turn.is_empty() {
                return Ok(Next::Answer(Answer::Choices(self.in_order())));
            }
            if turn.iter().any(|seat| !public.gone.contains(*seat)) {
                return Ok(Next::Round(self.into()));
            }
            let items = self.left_to_open(public, &turn)?;
            if !items.is_empty() {
                return Ok(Next::Round(Opening::sealed(items, self).into()));
            }
            for seat in turn {
                let choice = self.choice_of_leaver(public, seat)?;
                self.choices.insert(seat, choice);
            }
        }
    }

    fn in_order(&self) -> Vec<Choice> {
        self.menus.iter().filter_map(|(seat, _)| self.choices.get(seat).copied()).collect()
    }

    /// What must be open before the choices of leavers are known: their seals, and then the cards that
    /// these show.
    fn left_to_open(&self, public: &Public, leavers: &[Seat]) -> Result<Vec<CardToOpen>, Bug> {
        let sealed = leavers.iter().filter(|seat| !self.unsealed.contains_key(seat));
        let seals =
            sealed.filter_map(|seat| Some(CardToOpen::sealed(*seat, self.seals.get(seat)?)));
        let seals: Vec<CardToOpen> = seals.collect();
        if !seals.is_empty() {
            return Ok(seals);
        }
        let cards = leavers.iter().map(|seat| self.card_to_show(public, *seat));
        cards.filter_map(Result::transpose).collect()
    }

    /// The hidden card that a leaver has chosen to show, if it could have shown it: all others have given
    /// their shares of it. The cards of its hand are open already.
    fn card_to_show(&self, public: &Public, seat: Seat) -> Result<Option<CardToOpen>, Bug> {
        let joint = public.joint()?;
        let entry = self.sealed_entry(seat)?.map(|(_, entry)| entry);
        let entry = entry.filter(|entry| entry.refused.is_none());
        let Some(card) = entry.and_then(shown_by) else { return Ok(None) };
        let mut others = seat.others(public.seats());
        let own = public.cards.get(card).is_some_and(|c| !others.any(|by| c.lacks(joint, by)));
        if own { CardToOpen::hidden(public, card, Audience::All) } else { Ok(None) }
    }

    /// The choice that a leaver has sealed, if that is allowed; otherwise that of the autopilot.
    fn choice_of_leaver(&self, public: &Public, seat: Seat) -> Result<Choice, Bug> {
        let menu = menu_of(&self.menus, seat)?;
        let sealed = self.sealed_entry(seat)?.filter(|(_, entry)| public.allows_leaver(entry));
        Ok(match sealed {
            Some((number, _)) => public.choice_of_leaver(menu, number),
            None => public.autopilot(seat, menu),
        })
    }

    /// The entry that was found in a leaver's seal, and its number.
    fn sealed_entry(&self, seat: Seat) -> Result<Option<(usize, &Entry)>, Bug> {
        let menu = menu_of(&self.menus, seat)?;
        let number = self.unsealed.get(&seat).copied().flatten().map(usize::from);
        Ok(number.and_then(|number| Some((number, menu.entries.get(number)?))))
    }

    /// Decodes the seals of leavers, now that all shares of them are there.
    pub(crate) fn unseal(&mut self, seals: &[(Seat, Vec<Share>)]) -> Result<(), Bug> {
        for (seat, shares) in seals {
            let entries = menu_of(&self.menus, *seat)?.entries.len();
            let entry = self.seal_of(*seat)?.open(shares, entries)?;
            self.unsealed.insert(*seat, entry);
        }
        Ok(())
    }

    fn seal_of(&self, seat: Seat) -> Result<&VerifiedSeal, Bug> {
        self.seals.get(&seat).ok_or(Bug::NotAsked(seat))
    }

    /// What opens a seat's own seal, and the entry in it.
    ///
    /// A node that was resumed from an old copy of its journal has its seal back from the others, but
    /// not what it picked, or has picked something else since: so every entry is tried.
    fn own(&self, public: &Public, me: &Me) -> Result<(OpenedSeal, u16), Bug> {
        let sealed = self.seal_of(me.seat)?;
        let picked = me.picked_in(self.sealed_in);
        let all = (0..=u16::MAX).take(menu_of(&self.menus, me.seat)?.entries.len());
        for entry in picked.into_iter().chain(all) {
            let (_, opening) = seal(public, me, self.sealed_in, entry)?;
            let opened = opening.publish();
            if opened.verify(sealed).is_ok() {
                return Ok((opened, entry));
            }
        }
        Err(Bug::ForeignSeal)
    }
}

impl Round for Open {
    type Accepted = Choice;

    fn name(&self) -> &'static str {
        "open"
    }

    fn owed(&self, public: &Public) -> Seats {
        self.turn().collect::<Seats>().without(public.gone)
    }

    fn contribute(&self, public: &Public, me: &mut Me) -> Result<Body, NotYet> {
        let (opened, entry) = self.own(public, me)?;
        let shown = shown::show(public, me, menu_of(&self.menus, me.seat)?, entry)?;
        Ok(Body::Open { opened, shown })
    }

    fn check(
        &self,
        public: &Public,
        by: Seat,
        body: &Body,
        proofs: Proofs<'_>,
    ) -> Result<Choice, Refused> {
        let Body::Open { opened, shown } = body else { return Err(Misdeed::WrongBody.into()) };
        let (opened, seal) = (opened.clone(), self.seal_of(by)?.clone());
        let entry = proofs.hold(Ok(opened.claimed()), move || opened.verify(&seal).map(drop))?;
        shown::check_choice(public, by, menu_of(&self.menus, by)?, entry, shown.as_ref(), proofs)
    }

    fn close(
        mut self,
        public: &mut Public,
        _: &mut Vec<Effect>,
        said: BTreeMap<Seat, Choice>,
    ) -> Result<Next, Rejected> {
        self.choices.extend(said);
        self.go_on(public)
    }
}
