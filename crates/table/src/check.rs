//! Checks contributions: every proof, every rule, as soon as it arrives.

use engine::{Duty, FaceSet, Handle, Menu, Request, Seat};
use mental::{Blame, NoneOf, PublicKey, Recovered, RecoveredShares, Share, Shares};
use proto::{Body, Contribution, Digest, Shown, digest};

use crate::{
    Checked, Fault, Play,
    play::Said,
    round::{Opening, Round},
};

type Verdict<T> = Result<T, String>;

impl Play {
    /// Checks a contribution to the current step whose signature is genuine.
    ///
    /// # Errors
    /// Says who has cheated, and how. That is the seat that said it, or, when it rightly complains
    /// about a dealing, the dealer.
    pub fn check(&self, contribution: &Contribution) -> Result<Checked, Fault> {
        self.check_with(contribution, self.chained)
    }

    /// Checks a contribution and leaves nothing for the end of a chain.
    pub(crate) fn check_fully(&self, contribution: &Contribution) -> Result<Checked, Fault> {
        self.check_with(contribution, false)
    }

    fn check_with(&self, contribution: &Contribution, chained: bool) -> Result<Checked, Fault> {
        let seat = Seat::new(contribution.seat);
        let fault = |reason: String| Fault { seat, step: self.step, reason };
        if contribution.match_id != self.id || contribution.step != self.step {
            return Err(fault("it spoke of another match or step".into()));
        }
        if contribution.head != self.head {
            return Err(fault("it signed a history that is not this one".into()));
        }
        if !self.owed().contains(seat) {
            return Err(fault("it spoke out of turn".into()));
        }
        if let (Round::Receipts, Body::Receipt(complaints)) = (&self.round, &contribution.body) {
            return self.check_receipt(seat, complaints);
        }
        self.check_body(seat, &contribution.body, chained).map(Checked).map_err(fault)
    }

    fn check_body(&self, seat: Seat, body: &Body, chained: bool) -> Verdict<Said> {
        let context = self.context(self.step, seat);
        match (&self.round, body) {
            (Round::Keys, Body::Key { key, blind, proof }) => {
                let commitment = &self.charter.seats[seat.index()].key;
                let key = PublicKey::verify(&context, commitment, key, blind, proof);
                Ok(Said::Key(key.map_err(|e| e.to_string())?))
            }
            (Round::Dealings, Body::Dealing(dealing)) => {
                let escrow = dealing.verify_shape(&context, self.joint()?, self.threshold());
                Ok(Said::Dealing(Box::new(escrow.map_err(|e| e.to_string())?)))
            }
            (Round::Shuffle(chain), Body::Shuffle(shuffle)) => {
                if chained {
                    if shuffle.piles.iter().map(Vec::len).ne(chain.piles.iter().map(Vec::len)) {
                        return Err("its shuffle has other piles".into());
                    }
                    return Ok(Said::Unproven(Box::new(shuffle.clone())));
                }
                let piles = self.shuffled(chain).map_err(|fault| fault.reason)?;
                let shuffled = shuffle.verify(&context, self.joint()?, &piles);
                Ok(Said::Shuffle(shuffled.map_err(|e| e.to_string())?.into_piles()))
            }
            (Round::Remix, Body::Shuffle(shuffle)) => {
                let shuffled =
                    shuffle.verify(&context, self.joint()?, &[self.hand_to_remix(seat)?]);
                let piles = shuffled.map_err(|e| e.to_string())?.into_piles();
                Ok(Said::Cards(piles.into_iter().flatten().collect()))
            }
            (Round::Remask, Body::Remask(remask)) => {
                let remasked = remask.verify(&context, self.joint()?, &self.cards_to_remask(seat)?);
                Ok(Said::Cards(remasked.map_err(|e| e.to_string())?.cards().to_vec()))
            }
            (Round::Opening(opening), Body::Shares { own, recovered }) => {
                self.check_shares(seat, opening, own.as_ref(), recovered)
            }
            (Round::Choose(_), Body::Choice { entry, shown }) => {
                self.check_choice(seat, *entry, shown.as_ref()).map(Said::Choice)
            }
            (Round::Seal, Body::Seal(seal)) => Ok(Said::Seal(*seal)),
            (Round::Open(sealed), Body::Open { entry, nonce, shown }) => {
                if sealed.seals.get(&seat) != Some(&self.seal(sealed.step, seat, *entry, nonce)) {
                    return Err("it opened another choice than it had sealed".into());
                }
                self.check_choice(seat, *entry, shown.as_ref()).map(Said::Choice)
            }
            (Round::Demand, Body::Answer { shown, none }) => {
                self.check_answer(seat, shown.as_ref(), none.as_ref())
            }
            (Round::Beacon, Body::Beacon(part)) => {
                Ok(Said::Beacon(part.verify(&context, self.joint()?).map_err(|e| e.to_string())?))
            }
            (Round::Attest, Body::Attest(result)) if Some(*result) == self.result_digest() => {
                Ok(Said::Attested)
            }
            (Round::Attest, Body::Attest(_)) => Err("it signed another result".into()),
            _ => Err("it said something else than it was asked".into()),
        }
    }

    fn check_receipt(
        &self,
        seat: Seat,
        complaints: &[(u8, mental::Complaint)],
    ) -> Result<Checked, Fault> {
        let blame = |seat, reason| Fault { seat, step: self.step, reason };
        let Some((dealer, complaint)) = complaints.first() else {
            return Ok(Checked(Said::Accepted));
        };
        let Some(escrow) = self.escrows.get(usize::from(*dealer)) else {
            return Err(blame(seat, "it complained about a seat that is not there".into()));
        };
        match complaint.verify(&self.context(self.step, seat), escrow) {
            Blame::Dealer => {
                Err(blame(Seat::new(*dealer), format!("its escrow dealing to {seat} is bad")))
            }
            Blame::Complainer(why) => Err(blame(seat, format!("its complaint is false: {why}"))),
        }
    }

    fn check_shares(
        &self,
        seat: Seat,
        opening: &Opening,
        own: Option<&Shares>,
        recovered: &[(u8, RecoveredShares)],
    ) -> Verdict<Said> {
        let context = self.context(self.step, seat);
        let masked = |items: Vec<usize>| {
            items.iter().map(|&i| opening.items[i].card.masked).collect::<Vec<_>>()
        };
        let cards = masked(self.lacking(opening, seat));
        let shares: Vec<Share> = match own {
            Some(shares) if !cards.is_empty() => {
                let shares = shares.verify(&context, self.key(seat)?, &cards);
                shares.map_err(|e| e.to_string())?
            }
            None if cards.is_empty() => Vec::new(),
            _ => return Err("it sent shares of the wrong cards".into()),
        };
        let lost = self.lost(opening);
        if lost
            .iter()
            .map(|(gone, _)| gone.index())
            .ne(recovered.iter().map(|(gone, _)| usize::from(*gone)))
        {
            return Err("it helped to recover the wrong seats' shares".into());
        }
        let mut parts: Vec<(Seat, Recovered)> = Vec::new();
        for ((gone, items), (_, message)) in lost.into_iter().zip(recovered) {
            let escrow = self.escrows.get(gone.index()).ok_or("there is no escrow")?;
            let part = message.verify(&context, escrow, &masked(items));
            parts.push((gone, part.map_err(|e| e.to_string())?));
        }
        Ok(Said::Shares(shares, parts))
    }

    /// The seats that are gone and whose shares an opening still needs, with the items that need them.
    pub(crate) fn lost(&self, opening: &Opening) -> Vec<(Seat, Vec<usize>)> {
        let gone = self.gone.iter().map(|seat| (seat, self.lacking(opening, seat)));
        gone.filter(|(_, items)| !items.is_empty()).collect()
    }

    fn check_choice(
        &self,
        seat: Seat,
        entry: u16,
        shown: Option<&Shown>,
    ) -> Verdict<engine::Choice> {
        let menu = self.driver.request().and_then(|request| request.menu_of(seat));
        let menu: &Menu = menu.ok_or("it was not asked")?;
        let entry = usize::from(entry);
        let chosen = menu.entries.get(entry).ok_or("it chose an entry that is not on the menu")?;
        let face = match (&chosen.shows, chosen.card, shown) {
            (Some(duty), Some(card), Some(shown)) => {
                let face = self.check_shown(seat, card, shown.share.as_ref())?;
                self.check_duty(seat, duty, face, shown.none.as_ref())?;
                Some(face)
            }
            (None, _, None) => None,
            _ => return Err("it did not show the card that it chose, or showed one unasked".into()),
        };
        let choice = engine::Choice { entry, face };
        self.driver.admits(menu, &choice).map_err(|e| e.to_string())?;
        Ok(choice)
    }

    /// The face of a card that its holder shows.
    fn check_shown(
        &self,
        seat: Seat,
        handle: Handle,
        share: Option<&Shares>,
    ) -> Verdict<engine::Face> {
        match (self.cards.known(&self.driver, handle), share) {
            (Some(face), None) => Ok(face),
            (Some(_), Some(_)) => Err("it opened a card that lies open".into()),
            (None, None) => Err("it did not open the card that it chose".into()),
            (None, Some(share)) => {
                let mut card = self.cards.get(handle).ok_or("that card is not there")?.clone();
                let context = self.context(self.step, seat);
                let shares = share.verify(&context, self.key(seat)?, &[card.masked]);
                card.shares.extend(shares.map_err(|e| e.to_string())?);
                let face = self.cards.open(&self.driver, handle, &card, self.joint()?);
                face.ok_or_else(|| "it showed a card that is not its own".into())
            }
        }
    }

    fn check_duty(
        &self,
        seat: Seat,
        duty: &Duty,
        face: engine::Face,
        none: Option<&NoneOf>,
    ) -> Verdict<()> {
        match (duty, none) {
            (Duty::Follow(faces, hand, _), _) if !faces.contains(face) => self
                .check_none(seat, hand, *faces, none)
                .map_err(|e| format!("it did not follow: {e}")),
            (_, None) => Ok(()),
            (_, Some(_)) => Err("it proved what nobody asked".into()),
        }
    }

    fn check_none(
        &self,
        seat: Seat,
        hand: &[Handle],
        faces: FaceSet,
        none: Option<&NoneOf>,
    ) -> Verdict<()> {
        let statement = self.cards.none_of(&self.driver, self.joint()?, seat, hand, faces);
        let (cards, points) = statement.ok_or("everybody can see that it has such a card")?;
        match none {
            None if cards.is_empty() || points.is_empty() => Ok(()),
            Some(proof) if !cards.is_empty() && !points.is_empty() => {
                let context = self.context(self.step, seat);
                proof.verify(&context, self.key(seat)?, &cards, &points).map_err(|e| e.to_string())
            }
            _ => Err("the proof that it has no such card is missing or misplaced".into()),
        }
    }

    fn check_answer(
        &self,
        seat: Seat,
        shown: Option<&(u16, Option<Shares>)>,
        none: Option<&NoneOf>,
    ) -> Verdict<Said> {
        let Some(Request::Demand(wanted, _)) = self.driver.request() else {
            return Err("nothing was demanded".into());
        };
        let hand = self.hands().find(|(asked, _)| *asked == seat).map(|(_, hand)| hand);
        let hand = hand.ok_or("it was not asked")?;
        match (shown, none) {
            (Some((place, share)), None) => {
                let card =
                    *hand.get(usize::from(*place)).ok_or("it showed a card beyond its hand")?;
                let face = self.check_shown(seat, card, share.as_ref())?;
                if !wanted.contains(face) {
                    return Err("it showed another card than was demanded".into());
                }
                Ok(Said::Shown(Some((card, face))))
            }
            (Some(_), Some(_)) => Err("it showed the card and denied it".into()),
            (None, none) => self.check_none(seat, hand, *wanted, none).map(|()| Said::Shown(None)),
        }
    }

    /// What a choice is sealed as: all seals look alike.
    pub(crate) fn seal(&self, step: u64, seat: Seat, entry: u16, nonce: &[u8; 32]) -> Digest {
        let seat = [seat.index() as u8];
        digest("seal", &[&self.id, &step.to_le_bytes(), &seat, &entry.to_le_bytes(), nonce])
    }

    /// How many seats it takes to stand in for a leaver.
    pub(crate) fn threshold(&self) -> usize {
        self.seats() - usize::from(self.charter.survive)
    }

    pub(crate) fn joint(&self) -> Verdict<&mental::JointKey> {
        self.joint.as_deref().ok_or_else(|| "there is no joint key yet".into())
    }

    fn key(&self, seat: Seat) -> Verdict<&PublicKey> {
        self.keys.get(seat.index()).ok_or_else(|| "it has no key".into())
    }

    pub(crate) fn hand_to_remix(&self, seat: Seat) -> Verdict<Vec<mental::Card>> {
        let change = self.remixes().find(|(owner, _)| *owner == seat).map(|(_, change)| change);
        let from = &change.ok_or("it has no hand to remix")?.from;
        self.masked(from)
    }

    pub(crate) fn cards_to_remask(&self, seat: Seat) -> Verdict<Vec<mental::Card>> {
        self.masked(&self.looks(seat))
    }

    fn masked(&self, handles: &[Handle]) -> Verdict<Vec<mental::Card>> {
        let masked =
            |&card: &Handle| self.cards.current(&self.driver, card).map(|card| card.masked);
        handles
            .iter()
            .map(masked)
            .collect::<Option<_>>()
            .ok_or_else(|| "a card is not there".into())
    }

    /// Whether the current step waits for people rather than for their nodes.
    pub(crate) fn waits_for_people(&self) -> bool {
        matches!(self.round, Round::Choose(_) | Round::Seal)
    }
}
