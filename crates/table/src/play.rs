//! The public part of a match: what every node, spectator and auditor computes alike.
//!
//! A [`Play`] knows which seats owe a contribution to the current step ([`Play::owed`]), checks one
//! ([`Play::check`]) and, given all of them, closes the step ([`Play::close`]) and works out the next.
//! It holds no secret and does no IO.

use std::{collections::BTreeMap, sync::Arc};

use engine::{
    Answer, Ask, Audience, Board, BotKind, Choice, Driver, Event, Eyes, Face, Game, Handle, Menu,
    Options, Outcome, Request, Seat,
};
use mental::{
    BeaconCard, Context, Escrow, JointKey, PublicKey, Recovered, Share, Shuffle, Shuffled,
    VerifiedPart, combine,
};
use proto::{Body, Charter, Digest, digest, next_head};

use crate::{
    cards::{Card, Cards},
    round::{Chain, Item, Opening, Purpose, Round, Sealed},
    seats::Seats,
};

/// A match as everybody can follow it.
pub struct Play {
    pub(crate) charter: Charter,
    pub(crate) id: Digest,
    pub(crate) game: &'static dyn Game,
    pub(crate) driver: Driver,
    pub(crate) keys: Vec<PublicKey>,
    pub(crate) joint: Option<Arc<JointKey>>,
    pub(crate) escrows: Vec<Escrow>,
    pub(crate) cards: Cards,
    pub(crate) gone: Seats,
    pub(crate) step: u64,
    pub(crate) head: Digest,
    pub(crate) round: Round,
    /// Whether shuffles are checked together at the end of their chain.
    pub(crate) chained: bool,
    effects: Vec<Effect>,
    ending: Option<Ending>,
    /// The head that everybody has signed at the end.
    attested: Option<Digest>,
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules; the result is signed by everybody who was still there.
    Finished,
    /// More seats have gone than the table survives.
    Abandoned(Seats),
    /// The rules could not go on. This is a fault of the game's code, and the same on every node.
    Stuck(String),
}

/// Proof that a seat has broken the protocol or the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{seat} cheated in step {step}: {reason}")]
pub struct Fault {
    /// Who.
    pub seat: Seat,
    /// When.
    pub step: u64,
    /// How, in words.
    pub reason: String,
}

/// What closing steps has brought about, for whoever follows the match.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Something happened in the game.
    Said(Event),
    /// The rules were answered: all answers together are all that replaying the game needs.
    Answered(Answer),
    /// A card reaches one seat: with its own layer taken off, that seat reads it.
    Deliver(Seat, Handle, Card),
    /// A card that everybody at the table knows is shown to a seat.
    Learn(Seat, Handle, Face),
    /// Cards have left the game.
    Retired(Vec<Handle>),
    /// The table goes on without these seats.
    Gone(Seats),
    /// A proof was checked: who made it, in which step, and what it proves.
    Proven(Seat, u64, Proven),
}

/// What a proof proves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proven {
    /// The seat knows the secret of its match key.
    Key,
    /// The seat's key can be recovered if it leaves.
    Dealing,
    /// So many cards were masked and permuted, none exchanged.
    Shuffle(usize),
    /// So many shares are right.
    Shares(usize),
    /// So many cards are the same as before.
    Remask(usize),
    /// The choice is allowed, and the shown card is from the hand.
    Choice,
    /// The hand has no such card.
    NoneOf,
    /// The part of the random number was fixed by itself.
    Beacon,
}

impl Proven {
    /// What a checked contribution has proven; none if it needed no proof.
    pub(crate) fn of(body: &Body) -> Option<Self> {
        Some(match body {
            Body::Key { .. } => Self::Key,
            Body::Dealing(_) => Self::Dealing,
            Body::Shuffle(shuffle) => Self::Shuffle(shuffle.piles.iter().map(Vec::len).sum()),
            Body::Shares { own, .. } => {
                Self::Shares(own.as_ref().map_or(0, |shares| shares.shares.len()))
            }
            Body::Remask(remask) => Self::Remask(remask.cards.len()),
            Body::Choice { .. } | Body::Open { .. } => Self::Choice,
            Body::Answer { none: Some(_), .. } => Self::NoneOf,
            Body::Beacon(_) => Self::Beacon,
            Body::Receipt(_) | Body::Seal(_) | Body::Answer { .. } | Body::Attest(_) => {
                return None;
            }
        })
    }
}

/// A contribution that has been checked. Only [`Play::check`] makes one.
pub struct Checked(pub(crate) Said);

/// What checked contributions say.
pub(crate) enum Said {
    Key(PublicKey),
    Dealing(Box<Escrow>),
    Accepted,
    Shuffle(Vec<Vec<mental::Card>>),
    Unproven(Box<Shuffle>),
    Shares(Vec<Share>, Vec<(Seat, Recovered)>),
    Cards(Vec<mental::Card>),
    Choice(Choice),
    Seal(Digest),
    Shown(Option<(Handle, Face)>),
    Beacon(VerifiedPart),
    Attested,
}

type Heard = BTreeMap<Seat, Said>;

impl Play {
    /// The beginning of a match under a charter that has been verified.
    pub fn new(charter: Charter, game: &'static dyn Game) -> Result<Self, String> {
        let info = game.info();
        if charter.game != info.id || charter.rules != info.version {
            return Err(format!(
                "the match is of {} rules version {}, this is {} version {}",
                charter.game, charter.rules, info.id, info.version
            ));
        }
        let given = charter.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let options = Options::parse(info.options, given).map_err(|e| e.to_string())?;
        if options.iter().count() != charter.options.len() {
            return Err("the charter leaves options open".into());
        }
        let driver = game.start(charter.seats.len(), &options).map_err(|e| e.to_string())?;
        let id = charter.id();
        Ok(Self {
            id,
            game,
            driver,
            keys: Vec::new(),
            joint: None,
            escrows: Vec::new(),
            cards: Cards::new(info),
            gone: Seats::NONE,
            step: 1,
            head: id,
            round: Round::Keys,
            chained: false,
            effects: Vec::new(),
            ending: None,
            attested: None,
            charter,
        })
    }

    /// Checks shuffles together at the end of their chain, which is faster, rather than one by one.
    #[must_use]
    pub fn chained(mut self) -> Self {
        self.chained = true;
        self
    }

    /// The match id.
    pub fn id(&self) -> Digest {
        self.id
    }

    /// The charter.
    pub fn charter(&self) -> &Charter {
        &self.charter
    }

    /// The game.
    pub fn game(&self) -> &'static dyn Game {
        self.game
    }

    /// The rules, as far as they have come.
    pub fn driver(&self) -> &Driver {
        &self.driver
    }

    /// The table as everybody sees it.
    pub fn board(&self) -> Board {
        self.driver.board()
    }

    /// How many seats the table has.
    pub fn seats(&self) -> usize {
        self.charter.seats.len()
    }

    /// The first step that is not closed.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// The digest of everything before that step.
    pub fn head(&self) -> Digest {
        self.head
    }

    /// The seats that the table went on without.
    pub fn gone(&self) -> Seats {
        self.gone
    }

    /// How the match ended, once it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The result, once the rules have come to an end.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.driver.outcome()
    }

    /// The digest of the result, which everybody signs at the end.
    pub fn result_digest(&self) -> Option<Digest> {
        let outcome = self.driver.outcome()?;
        let winners: Vec<u8> = outcome.winners.iter().map(|seat| seat.index() as u8).collect();
        let scores: Vec<u8> =
            outcome.scores.values().flat_map(|score| score.to_le_bytes()).collect();
        Some(digest("result", &[&winners, &scores]))
    }

    /// The whole match and its result in four words, the same on every screen, to be compared aloud.
    pub fn fingerprint(&self) -> Option<String> {
        Some(proto::words(&digest("fingerprint", &[&self.attested?, &self.result_digest()?])))
    }

    /// What closing steps has brought about since this was last called.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        core::mem::take(&mut self.effects)
    }

    /// Adds what somebody who follows the match has found out to what has been brought about.
    pub(crate) fn note(&mut self, effect: Option<Effect>) {
        self.effects.extend(effect);
    }

    /// The seats that are still there.
    pub fn present(&self) -> Seats {
        Seats::all(self.seats()).without(self.gone)
    }

    /// Whether keys are still being exchanged.
    pub(crate) fn is_setup(&self) -> bool {
        matches!(self.round, Round::Keys | Round::Dealings | Round::Receipts)
    }

    /// The seats that owe a contribution to the current step.
    pub fn owed(&self) -> Seats {
        let present = self.present();
        let here = |seat: &Seat| present.contains(*seat);
        match &self.round {
            Round::Keys | Round::Dealings | Round::Receipts | Round::Beacon | Round::Attest => {
                present
            }
            Round::Shuffle(chain) => present.without(chain.done).iter().take(1).collect(),
            Round::Remix => self.remixes().map(|(seat, _)| *seat).filter(here).collect(),
            Round::Remask => {
                let viewers = Seat::all(self.seats()).filter(here);
                viewers.filter(|seat| !self.looks(*seat).is_empty()).collect()
            }
            Round::Opening(opening) => {
                let lost = self.gone.iter().any(|seat| !self.lacking(opening, seat).is_empty());
                present
                    .iter()
                    .filter(|seat| lost || !self.lacking(opening, *seat).is_empty())
                    .collect()
            }
            Round::Choose(seat) => [*seat].into_iter().filter(here).collect(),
            Round::Seal => self.menus().map(|(seat, _)| *seat).filter(here).collect(),
            Round::Open(sealed) => self.opening_now(sealed).filter(here).collect(),
            Round::Demand => self.hands().map(|(seat, _)| *seat).filter(here).collect(),
            Round::Over => Seats::NONE,
        }
    }

    /// The menu that a seat has to answer now, if a person has to.
    pub fn menu(&self, seat: Seat) -> Option<&Menu> {
        let asks = matches!(self.round, Round::Choose(_) | Round::Seal);
        if asks && self.owed().contains(seat) { self.driver.request()?.menu_of(seat) } else { None }
    }

    /// Closes the current step with the contributions of all who owe one.
    ///
    /// # Errors
    /// A chain of shuffles that was to be checked at its end may turn out false.
    pub fn close(&mut self, said: BTreeMap<Seat, (Digest, Checked)>) -> Result<(), Fault> {
        if matches!(self.round, Round::Attest) {
            self.attested = Some(self.head);
        }
        let digests: Vec<Digest> = said.values().map(|(digest, _)| *digest).collect();
        self.head = next_head(&self.head, self.step, "contributions", &digests);
        self.step += 1;
        self.run(said.into_iter().map(|(seat, (_, checked))| (seat, checked.0)).collect())
    }

    /// Closes the current step with everybody else's votes to go on without some seats.
    ///
    /// # Errors
    /// As with [`close`](Self::close).
    pub fn go_on_without(&mut self, seats: Seats, votes: &[Digest]) -> Result<(), Fault> {
        self.check_pending()?;
        let goes_on = self.goes_on_without(seats);
        self.head = next_head(&self.head, self.step, "votes", votes);
        self.step += 1;
        self.gone = self.gone.union(seats);
        self.effects.push(Effect::Gone(seats));
        if !goes_on {
            self.ending = Some(Ending::Abandoned(self.gone));
            self.round = Round::Over;
            return Ok(());
        }
        let mut interrupted = core::mem::replace(&mut self.round, Round::Over);
        strip_looks(&mut interrupted, seats);
        // What a leaver has given away face down is no longer its own: it goes into another hand, or
        // lies before somebody else.
        let board = self.driver.board();
        let places = Seat::all(self.seats()).zip(board.seats.values());
        let elsewhere = places.filter(|(seat, _)| !seats.contains(*seat));
        let mut given: Vec<Handle> = self
            .remixes()
            .filter(|(seat, _)| !self.gone.contains(*seat))
            .flat_map(|(_, change)| change.from.iter().copied())
            .collect();
        given.extend(elsewhere.flat_map(|(_, place)| place.piles.iter().flat_map(|p| &p.cards)));
        let held = seats.iter().flat_map(|seat| self.cards.held_by(seat));
        let held: Vec<_> = held.filter(|card| !given.contains(card)).collect();
        let items =
            held.into_iter().filter_map(|handle| self.item(handle, Audience::All)).collect();
        self.round =
            Round::Opening(Opening { items, purpose: Purpose::Leavers(Box::new(interrupted)) });
        self.settle()
    }

    /// Whether the match goes on when these seats are gone, or is given up: the table must survive
    /// so many leavers, and the others must be the greater part of who is still there, so that a
    /// table that fell apart never goes on twice.
    pub fn goes_on_without(&self, seats: Seats) -> bool {
        let gone = self.gone.union(seats).len();
        let survives = gone <= usize::from(self.charter.survive);
        !self.is_setup() && survives && self.present().is_majority_without(seats)
    }

    /// Applies what was said to the round, then everything that needs nobody's word.
    fn run(&mut self, said: Heard) -> Result<(), Fault> {
        let round = core::mem::replace(&mut self.round, Round::Over);
        self.round = self.apply(round, said)?;
        self.settle()
    }

    fn settle(&mut self) -> Result<(), Fault> {
        while self.owed().is_empty() && !matches!(self.round, Round::Over) {
            let round = core::mem::replace(&mut self.round, Round::Over);
            self.round = self.apply(round, Heard::new())?;
        }
        Ok(())
    }

    /// What comes after a round in which this was said. Seats that are gone say nothing: the
    /// autopilot chooses for them, from the opened hand.
    fn apply(&mut self, round: Round, mut said: Heard) -> Result<Round, Fault> {
        Ok(match round {
            Round::Keys => self.join_keys(said)?,
            Round::Dealings => {
                self.escrows = said
                    .into_values()
                    .filter_map(|s| if let Said::Dealing(e) = s { Some(*e) } else { None })
                    .collect();
                Round::Receipts
            }
            Round::Receipts => self.begin(),
            Round::Shuffle(chain) => self.link(chain, said)?,
            Round::Remix => self.deal_remixed(said),
            Round::Remask => self.deal_remasked(said),
            Round::Opening(opening) => self.open(opening, said),
            Round::Choose(seat) => {
                let choice = self.choice(seat, said.remove(&seat));
                self.answer(Answer::Choice(choice))
            }
            Round::Seal => {
                let seal =
                    |(seat, s)| if let Said::Seal(seal) = s { Some((seat, seal)) } else { None };
                let seals = said.into_iter().filter_map(seal).collect();
                Round::Open(Sealed { step: self.step - 1, seals, choices: Vec::new() })
            }
            Round::Open(sealed) => self.unseal(sealed, said),
            Round::Demand => {
                let hands: Vec<_> = self.hands().cloned().collect();
                let shown =
                    hands.iter().map(|(seat, hand)| self.shown(hand, said.remove(seat))).collect();
                self.answer(Answer::Shown(shown))
            }
            Round::Beacon => {
                let parts: Vec<_> = said
                    .into_values()
                    .filter_map(|s| if let Said::Beacon(p) = s { Some(p) } else { None })
                    .collect();
                let seats: Vec<u16> =
                    self.present().iter().map(|seat| seat.index() as u16).collect();
                let sum = BeaconCard::new(&seats, &parts).map_err(|e| Fault {
                    seat: e.seat().map_or(Seat::new(0), |seat| Seat::new(seat as u8)),
                    step: self.step - 1,
                    reason: e.to_string(),
                })?;
                let item = Item { card: Card::new(*sum.card()), to: Audience::All, handle: None };
                Round::Opening(Opening { items: vec![item], purpose: Purpose::Roll(sum) })
            }
            Round::Attest => {
                self.ending = Some(Ending::Finished);
                Round::Over
            }
            Round::Over => Round::Over,
        })
    }

    fn join_keys(&mut self, said: Heard) -> Result<Round, Fault> {
        self.keys = said
            .into_values()
            .filter_map(|s| if let Said::Key(key) = s { Some(key) } else { None })
            .collect();
        let repeated = |i: usize| self.keys[..i].iter().any(|k| k.point() == self.keys[i].point());
        let joint = JointKey::new(&self.keys).map_err(|e| Fault {
            seat: Seat::new((0..self.keys.len()).find(|&i| repeated(i)).unwrap_or_default() as u8),
            step: self.step - 1,
            reason: e.to_string(),
        })?;
        self.joint = Some(Arc::new(joint));
        Ok(if self.charter.survive > 0 { Round::Dealings } else { self.begin() })
    }

    /// The first round of what the rules wait for.
    fn begin(&mut self) -> Round {
        self.effects.extend(self.driver.take_events().into_iter().map(Effect::Said));
        match self.driver.request() {
            None => Round::Attest,
            Some(Request::Shuffle(changes)) => {
                let masked =
                    |&card: &Handle| self.cards.current(&self.driver, card).map(|c| c.masked);
                let pile = |from: &Vec<Handle>| from.iter().map(masked).collect::<Option<Vec<_>>>();
                match changes.iter().map(|change| pile(&change.from)).collect::<Option<Vec<_>>>() {
                    Some(piles) => {
                        Round::Shuffle(Chain { piles, done: Seats::NONE, links: Vec::new() })
                    }
                    None => self.stuck("a card to be shuffled is not there"),
                }
            }
            Some(Request::Show(cards)) => {
                let items = cards.iter().filter_map(|&(card, to)| self.item(card, to)).collect();
                Round::Opening(Opening { items, purpose: Purpose::Show })
            }
            Some(Request::Remix(_)) => Round::Remix,
            Some(Request::Peek(_)) => Round::Remask,
            Some(Request::Choose(seat, _)) => Round::Choose(*seat),
            Some(Request::Ask(..)) => Round::Seal,
            Some(Request::Demand(..)) => Round::Demand,
            Some(Request::Roll(_)) => Round::Beacon,
        }
    }

    /// Answers the rules and goes on with what they wait for next.
    fn answer(&mut self, answer: Answer) -> Round {
        if let Err(refusal) = self.driver.answer(answer.clone()) {
            return self.stuck(&refusal.to_string());
        }
        self.effects.push(Effect::Answered(answer));
        let retired = self.driver.take_retired();
        self.cards.forget(&self.driver, &retired);
        self.effects.push(Effect::Retired(retired));
        self.begin()
    }

    fn stuck(&mut self, why: &str) -> Round {
        self.ending = Some(Ending::Stuck(why.to_owned()));
        Round::Over
    }

    /// A card that is still hidden, on its way to an audience.
    fn item(&self, handle: Handle, to: Audience) -> Option<Item> {
        if self.cards.known(&self.driver, handle).is_some() {
            return None;
        }
        Some(Item { card: self.cards.get(handle)?.clone(), to, handle: Some(handle) })
    }

    fn link(&mut self, mut chain: Chain, said: Heard) -> Result<Round, Fault> {
        let step = self.step - 1;
        for (seat, said) in said {
            chain.done.insert(seat);
            match said {
                // It was checked with everything before it.
                Said::Shuffle(piles) => (chain.piles, chain.links) = (piles, Vec::new()),
                Said::Unproven(shuffle) => {
                    chain.links.push((step, seat, self.context(step, seat), *shuffle));
                }
                _ => {}
            }
        }
        if !self.present().without(chain.done).is_empty() {
            return Ok(Round::Shuffle(chain));
        }
        let piles = self.shuffled(&chain)?;
        let Some(Request::Shuffle(changes)) = self.driver.request() else { return Ok(Round::Over) };
        for (change, pile) in changes.iter().zip(piles) {
            change
                .into
                .iter()
                .zip(pile)
                .for_each(|(&card, masked)| self.cards.insert(card, Card::new(masked)));
        }
        Ok(self.answer(Answer::Done))
    }

    /// Checks what was left for the end of a chain that has not come to its end.
    pub(crate) fn check_pending(&self) -> Result<(), Fault> {
        if let Round::Shuffle(chain) = &self.round {
            self.shuffled(chain).map(drop)
        } else {
            Ok(())
        }
    }

    /// What the chain has left so far, once its links are checked.
    pub(crate) fn shuffled(&self, chain: &Chain) -> Result<Vec<Vec<mental::Card>>, Fault> {
        let Some(joint) = self.joint.as_ref().filter(|_| !chain.links.is_empty()) else {
            return Ok(chain.piles.clone());
        };
        let links: Vec<_> =
            chain.links.iter().map(|(_, _, context, shuffle)| (*context, shuffle)).collect();
        let shuffled = Shuffle::verify_chain(joint, &chain.piles, &links).map_err(|e| {
            let (step, seat) =
                chain.links.get(e.link).map_or((self.step, Seat::new(0)), |l| (l.0, l.1));
            Fault { seat, step, reason: format!("its shuffle is false: {}", e.error) }
        })?;
        Ok(shuffled.into_iter().last().map_or_else(|| chain.piles.clone(), Shuffled::into_piles))
    }

    fn deal_remixed(&mut self, mut said: Heard) -> Round {
        let mut items = Vec::new();
        for (seat, change) in self.remixes().cloned().collect::<Vec<_>>() {
            let cards: Vec<Option<Card>> = match said.remove(&seat) {
                Some(Said::Cards(masked)) => {
                    masked.into_iter().map(|m| Some(Card::new(m))).collect()
                }
                // The hand of a seat that is gone lies open and is not permuted.
                _ => {
                    change.from.iter().map(|&card| self.cards.current(&self.driver, card)).collect()
                }
            };
            for ((from, into), card) in change.from.into_iter().zip(change.into).zip(cards) {
                let Some(card) = card else { continue };
                match self.cards.known(&self.driver, from).filter(|_| self.gone.contains(seat)) {
                    Some(face) => self.cards.open_to_all(into, face),
                    None => items.push(Item { card, to: Audience::Seat(seat), handle: Some(into) }),
                }
            }
        }
        Round::Opening(Opening { items, purpose: Purpose::Remix })
    }

    fn deal_remasked(&mut self, mut said: Heard) -> Round {
        let mut items = Vec::new();
        for seat in self.present().iter() {
            if let Some(Said::Cards(masked)) = said.remove(&seat) {
                let cards = self.looks(seat).into_iter().zip(masked);
                items.extend(cards.map(|(handle, masked)| Item {
                    card: Card::new(masked),
                    to: Audience::Seat(seat),
                    handle: Some(handle),
                }));
            }
        }
        if let Some(Request::Peek(looks)) = self.driver.request() {
            let known = |&(seat, card): &(Seat, Handle)| {
                Some(Effect::Learn(seat, card, self.cards.known(&self.driver, card)?))
            };
            self.effects.extend(looks.iter().filter_map(known));
        }
        Round::Opening(Opening { items, purpose: Purpose::Peek })
    }

    /// Adds shares to cards on their way; they are complete now, so they arrive.
    fn open(&mut self, mut opening: Opening, said: Heard) -> Round {
        let Some(joint) = self.joint.clone() else { return self.stuck("there is no joint key") };
        self.add_shares(&mut opening, said);
        let mut shares = Vec::new();
        for Item { mut card, to, handle } in opening.items {
            let Some(handle) = handle else {
                shares = card.shares;
                continue;
            };
            match (to, &opening.purpose) {
                (Audience::Seat(seat), Purpose::Peek) => {
                    self.effects.push(Effect::Deliver(seat, handle, card))
                }
                (Audience::Seat(seat), _) if !self.gone.contains(seat) => {
                    card.holder = Some(seat);
                    self.effects.push(Effect::Deliver(seat, handle, card.clone()));
                    self.cards.insert(handle, card);
                }
                _ => match self.cards.open(&self.driver, handle, &card, &joint) {
                    Some(face) => self.cards.open_to_all(handle, face),
                    None => return self.stuck("an opened card has no face"),
                },
            }
        }
        match opening.purpose {
            Purpose::Leavers(interrupted) => self.resume(*interrupted),
            Purpose::Remix | Purpose::Peek => self.answer(Answer::Done),
            Purpose::Show => self.answer_shown(),
            Purpose::Roll(sum) => match (sum.open(&joint, &shares), self.driver.request()) {
                (Ok(mut beacon), Some(Request::Roll(sides))) => {
                    let roll = |&sides: &u32| {
                        core::num::NonZeroU32::new(sides).map_or(0, |sides| beacon.roll(sides))
                    };
                    let numbers = sides.iter().map(roll).collect();
                    self.answer(Answer::Rolled(numbers))
                }
                _ => self.stuck("a random number could not be opened"),
            },
        }
    }

    /// A round that votes have interrupted, as it goes on. What the leavers' hands have shown to all by
    /// now is not shown once more.
    fn resume(&self, mut round: Round) -> Round {
        if let Round::Opening(Opening { items, purpose: Purpose::Show }) = &mut round {
            let known = |card: Handle| self.cards.known(&self.driver, card).is_some();
            items.retain(|item| !item.handle.is_some_and(known));
        }
        round
    }

    fn answer_shown(&mut self) -> Round {
        let Some(Request::Show(cards)) = self.driver.request() else { return Round::Over };
        let mut faces = Vec::new();
        for &(card, to) in cards {
            match (to, self.cards.known(&self.driver, card)) {
                (Audience::All, Some(face)) => faces.push(face),
                (Audience::Seat(seat), Some(face)) => {
                    self.effects.push(Effect::Learn(seat, card, face))
                }
                (_, None) => {}
            }
        }
        self.answer(Answer::Faces(faces))
    }

    fn add_shares(&self, opening: &mut Opening, said: Heard) {
        let mut parts: BTreeMap<Seat, Vec<Recovered>> = BTreeMap::new();
        let mut added: Vec<(usize, Share)> = Vec::new();
        for (seat, said) in said {
            let Said::Shares(own, recovered) = said else { continue };
            added.extend(self.lacking(opening, seat).into_iter().zip(own));
            recovered
                .into_iter()
                .for_each(|(gone, part)| parts.entry(gone).or_default().push(part));
        }
        for (gone, parts) in parts {
            let items = self.lacking(opening, gone);
            let cards: Vec<_> = items.iter().map(|&i| opening.items[i].card.masked).collect();
            if let Some(shares) =
                self.escrows.get(gone.index()).and_then(|e| combine(e, &cards, &parts).ok())
            {
                added.extend(items.into_iter().zip(shares));
            }
        }
        added.into_iter().for_each(|(i, share)| opening.items[i].card.shares.push(share));
    }

    fn choice(&self, seat: Seat, said: Option<Said>) -> Choice {
        if let Some(Said::Choice(choice)) = said {
            return choice;
        }
        let Some(menu) = self.driver.request().and_then(|request| request.menu_of(seat)) else {
            return Choice { entry: 0, face: None };
        };
        let ask = Ask { seat, menu, eyes: Eyes::new(self.driver.faces(), self.cards.opened()) };
        let mut autopilot = self.game.bot(BotKind::Autopilot, seat, 0);
        let entry = autopilot.pick(&ask, self.driver.state());
        let shown = menu.entries.get(entry).filter(|e| e.shows.is_some()).and_then(|e| e.card);
        Choice { entry, face: shown.and_then(|card| self.cards.known(&self.driver, card)) }
    }

    fn unseal(&mut self, mut sealed: Sealed, mut said: Heard) -> Round {
        let menus: Vec<(Seat, Menu)> = self.menus().cloned().collect();
        let in_order =
            matches!(self.driver.request(), Some(Request::Ask(engine::Opening::UntilOne, _)));
        while let Some((seat, menu)) = menus.get(sealed.choices.len()) {
            let said = said.remove(seat);
            if in_order && said.is_none() && !self.gone.contains(*seat) {
                return Round::Open(sealed);
            }
            let choice = self.choice(*seat, said);
            sealed.choices.push(choice);
            let passed = menu.entries.get(choice.entry).is_some_and(|entry| entry.pass);
            if in_order && !passed {
                break;
            }
        }
        self.answer(Answer::Choices(sealed.choices))
    }

    fn shown(&self, hand: &[Handle], said: Option<Said>) -> Option<(Handle, Face)> {
        if let Some(Said::Shown(shown)) = said {
            return shown;
        }
        let Some(Request::Demand(wanted, _)) = self.driver.request() else { return None };
        let mut known =
            hand.iter().filter_map(|&card| Some((card, self.cards.known(&self.driver, card)?)));
        known.find(|(_, face)| wanted.contains(*face))
    }

    pub(crate) fn context(&self, step: u64, seat: Seat) -> Context {
        Context::new(self.id, step, seat.index() as u16)
    }

    /// The items of an opening that still need a seat's share; its own cards need none of its own.
    pub(crate) fn lacking(&self, opening: &Opening, seat: Seat) -> Vec<usize> {
        let Some(joint) = &self.joint else { return Vec::new() };
        let mine = |item: &Item| item.to == Audience::Seat(seat) && !self.gone.contains(seat);
        let items = opening.items.iter().enumerate();
        items
            .filter(|(_, item)| !mine(item) && item.card.lacks(joint, seat))
            .map(|(i, _)| i)
            .collect()
    }

    /// The hidden cards that a seat is to look at.
    pub(crate) fn looks(&self, seat: Seat) -> Vec<Handle> {
        let Some(Request::Peek(looks)) = self.driver.request() else { return Vec::new() };
        let hidden = |card: &Handle| self.cards.known(&self.driver, *card).is_none();
        looks
            .iter()
            .filter(|(viewer, _)| *viewer == seat)
            .map(|(_, card)| *card)
            .filter(hidden)
            .collect()
    }

    pub(crate) fn remixes(&self) -> impl Iterator<Item = &(Seat, engine::Change)> {
        match self.driver.request() {
            Some(Request::Remix(hands)) => hands.iter(),
            _ => [].iter(),
        }
    }

    pub(crate) fn menus(&self) -> impl Iterator<Item = &(Seat, Menu)> {
        match self.driver.request() {
            Some(Request::Ask(_, menus)) => menus.iter(),
            _ => [].iter(),
        }
    }

    pub(crate) fn hands(&self) -> impl Iterator<Item = &(Seat, Vec<Handle>)> {
        match self.driver.request() {
            Some(Request::Demand(_, hands)) => hands.iter(),
            _ => [].iter(),
        }
    }

    /// The seats whose sealed choice is opened in this step.
    fn opening_now(&self, sealed: &Sealed) -> impl Iterator<Item = Seat> {
        let in_order =
            matches!(self.driver.request(), Some(Request::Ask(engine::Opening::UntilOne, _)));
        let many = if in_order { 1 } else { usize::MAX };
        self.menus().map(|(seat, _)| *seat).skip(sealed.choices.len()).take(many)
    }
}

/// Takes the looks of seats that have gone out of an interrupted round, and of the rounds that it
/// interrupted in turn: a look by somebody who is gone would become a look by everybody.
fn strip_looks(round: &mut Round, gone: Seats) {
    match round {
        Round::Opening(Opening { items, purpose: Purpose::Peek }) => {
            items.retain(|item| !matches!(item.to, Audience::Seat(seat) if gone.contains(seat)));
        }
        Round::Opening(Opening { purpose: Purpose::Leavers(interrupted), .. }) => {
            strip_looks(interrupted, gone)
        }
        _ => {}
    }
}
