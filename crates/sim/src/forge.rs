//! Forgeries: contributions that look as honest as a cheat with one seat's secrets can make them.

use engine::{Duty, Entry, Eyes, Handle, Knowledge, Menu, Request, Seat};
use mental::{
    Card, Context, NoneOf, OpenedSeal, Remask, Seal, SecretKey, Shares, Shuffle, face_point,
};
use proto::{Body, Contribution, Shown, codec};
use rand_chacha::ChaCha20Rng;
use table::MatchState;

use crate::{cheats::Kind, monitor::Monitor};

/// What a cheat knows when it forges.
pub(crate) struct Scene<'a> {
    /// The match before the step.
    pub play: &'a MatchState,
    pub seat: Seat,
    pub key: &'a SecretKey,
    pub knowledge: Knowledge,
    /// Its own earlier contributions.
    pub past: &'a [Contribution],
    /// A card that it has played before.
    pub played: Option<Card>,
    pub monitor: &'a Monitor,
}

/// The forged body; `None` if this kind of cheating is impossible now.
pub(crate) fn body(
    kind: Kind,
    scene: &Scene<'_>,
    honest: &Body,
    rng: &mut ChaCha20Rng,
) -> Option<Body> {
    let context = scene.context(scene.play.step());
    match (kind, honest) {
        (Kind::WrongPermutation, Body::Shuffle(shuffle)) => {
            let mut shuffle = shuffle.clone();
            shuffle.piles.iter_mut().find(|pile| pile.len() > 1)?.swap(0, 1);
            Some(Body::Shuffle(shuffle))
        }
        (Kind::ReplacedCard, Body::Shuffle(_)) => {
            let mut piles = scene.play.inputs(scene.seat);
            let card = piles.iter_mut().flatten().next()?;
            *card = scene.liked(card)?;
            scene.shuffle(&context, &piles, rng)
        }
        (Kind::ReplacedCard, Body::Remask(_)) => {
            let mut cards = scene.play.inputs(scene.seat).concat();
            *cards.first_mut()? = scene.liked(cards.first()?)?;
            Some(Body::Remask(Remask::new(&context, scene.play.joint_key()?, &cards, rng)))
        }
        (Kind::DuplicatedCard, Body::Shuffle(_)) => {
            let mut piles = scene.play.inputs(scene.seat);
            let pile = piles.iter_mut().find(|pile| pile.len() > 1)?;
            pile[0] = *pile.iter().find(|card| **card != pile[0])?;
            scene.shuffle(&context, &piles, rng)
        }
        (Kind::ShuffleFromAnotherStep, Body::Shuffle(_)) => {
            let before = scene.context(scene.play.step() - 1);
            scene.shuffle(&before, &scene.play.inputs(scene.seat), rng)
        }
        (Kind::WrongShare, _) => {
            let other = SecretKey::generate(rng);
            scene.reshare(honest, |cards| Some(Shares::new(&context, &other, cards, rng)))
        }
        (Kind::ShareForAnotherCard, _) => scene.reshare(honest, |cards| {
            let others: Option<Vec<_>> =
                cards.iter().map(|card| scene.hidden(|c, _| c != card)).collect();
            Some(Shares::new(&context, scene.key, &others?, rng))
        }),
        (Kind::CardOfSomebodyElse, _) => scene.reshare(honest, |_| {
            let other = scene.hidden(|_, handle| !scene.knowledge.contains_key(&handle))?;
            Some(Shares::new(&context, scene.key, &[other], rng))
        }),
        (Kind::CardAlreadyPlayed, _) => {
            scene.reshare(honest, |_| Some(Shares::new(&context, scene.key, &[scene.played?], rng)))
        }
        (Kind::ForgedCannotFollow, Body::Choice { .. }) => scene.cannot_follow(&context, rng),
        (Kind::ForgedNotHeld, Body::Answer { .. }) => scene.not_held(&context, rng),
        (Kind::IllegalMove, Body::Choice { .. }) => scene.illegal(&context, rng),
        (Kind::ReplayedMessage, _) => {
            let alike = |said: &&Contribution| {
                core::mem::discriminant(&said.body) == core::mem::discriminant(honest)
                    && carries_proof(&said.body)
            };
            scene.past.iter().rev().find(alike).map(|said| said.body.clone())
        }
        (Kind::TwoRemixes, _) if scene.play.round_name() != "remix" => None,
        (kind, _) if kind.is_two_faced() => scene.otherwise(&context, honest, rng),
        (Kind::BadDealing, Body::Dealing(dealing)) => {
            let mut dealing = dealing.clone();
            dealing.sealed.rotate_left(1);
            Some(Body::Dealing(dealing))
        }
        (Kind::BadRecoveredShare, Body::Shares { own, recovered }) => {
            let mut recovered = recovered.clone();
            *recovered.first_mut()?.1.shares.first_mut()? = scene.key.public();
            Some(Body::Shares { own: own.clone(), recovered })
        }
        (Kind::RogueKey, Body::Key { key, blind, .. }) => {
            let other = SecretKey::generate(rng);
            let proof = other.prove(&context, rng);
            let committed = scene.seat.index().is_multiple_of(2);
            let key = if committed { *key } else { other.public() };
            Some(Body::Key { key, blind: *blind, proof })
        }
        (Kind::BiasedBeacon, Body::Beacon(_)) | (Kind::CopiedSeal, Body::Seal(_)) => {
            let step = scene.play.step();
            let mut others = scene.seat.others(scene.play.seats());
            let part = others.find_map(|other| scene.monitor.said(step, other))?;
            Some(part.body.clone())
        }
        (Kind::SealedChanged, Body::Open { opened, .. }) => {
            let many = scene.menu()?.entries.len() as u16;
            let entry = sealed_entry(opened);
            let other = (entry + 1) % many;
            let opened = opened_as(opened, other)?;
            (other != entry).then_some(Body::Open { opened, shown: None })
        }
        (Kind::SealedGarbage, Body::Seal(_)) => {
            scene.seal(&context, scene.menu()?.entries.len(), rng)
        }
        (Kind::SealedIllegal, Body::Seal(_)) => {
            let eyes = Eyes::new(scene.play.driver().faces(), &scene.knowledge);
            let forbidden = |entry: &Entry| entry.allowed(eyes).is_err();
            scene.seal(&context, scene.menu()?.entries.iter().position(forbidden)?, rng)
        }
        _ => None,
    }
}

/// Whether a contribution shows a hidden card.
pub(crate) fn shows(body: &Body) -> bool {
    match body {
        Body::Choice { shown: Some(shown), .. } | Body::Open { shown: Some(shown), .. } => {
            shown.share.is_some()
        }
        Body::Answer { shown: Some((_, share)), .. } => share.is_some(),
        _ => false,
    }
}

/// Whether a contribution carries a proof, which is valid in one step only.
pub(crate) fn carries_proof(body: &Body) -> bool {
    shows(body)
        || matches!(body, Body::Shuffle(_) | Body::Beacon(_) | Body::Remask(_) | Body::Seal(_))
        || matches!(body, Body::Shares { own: Some(_), .. })
}

/// The card that a contribution shows, masked.
pub(crate) fn shown_card(play: &MatchState, seat: Seat, body: &Body) -> Option<Card> {
    let request = play.driver().request()?;
    let chosen = |entry: u16| request.menu_of(seat)?.entries.get(usize::from(entry))?.card;
    let card = match body {
        Body::Choice { entry, .. } => chosen(*entry)?,
        Body::Open { opened, .. } => chosen(sealed_entry(opened))?,
        Body::Answer { shown: Some((place, _)), .. } => {
            let Request::Demand(_, hands) = request else { return None };
            let (_, hand) = hands.iter().find(|(asked, _)| *asked == seat)?;
            *hand.get(usize::from(*place))?
        }
        _ => return None,
    };
    play.masked_card(card)
}

/// The entry in an opened seal.
fn sealed_entry(opened: &OpenedSeal) -> u16 {
    codec::encode(opened).first_chunk().map_or(0, |bytes| u16::from_le_bytes(*bytes))
}

/// The same opening of a seal with another entry.
fn opened_as(opened: &OpenedSeal, entry: u16) -> Option<OpenedSeal> {
    let mut bytes = codec::encode(opened);
    bytes.splice(..2, entry.to_le_bytes());
    codec::decode(&bytes).ok()
}

impl Scene<'_> {
    fn context(&self, step: u64) -> Context {
        Context::new(self.play.id(), step, self.seat.index() as u16)
    }

    fn menu(&self) -> Option<&Menu> {
        self.play.driver().request()?.menu_of(self.seat)
    }

    fn shuffle(
        &self,
        context: &Context,
        piles: &[Vec<Card>],
        rng: &mut ChaCha20Rng,
    ) -> Option<Body> {
        Some(Body::Shuffle(Shuffle::new(context, self.play.joint_key()?, piles, rng).ok()?))
    }

    /// An open card to put in the place of another.
    fn liked(&self, instead_of: &Card) -> Option<Card> {
        let info = self.play.game().info();
        let faces = info.decks.iter().flat_map(|(deck, faces)| faces.iter().map(|f| (deck.0, f.0)));
        let mut open = faces.map(|(deck, face)| Card::open(face_point(info.id, deck, face)));
        open.find(|card| card != instead_of)
    }

    /// A hidden card on the table.
    fn hidden(&self, wanted: impl Fn(&Card, Handle) -> bool) -> Option<Card> {
        let faces = self.play.driver().faces();
        let hidden = faces.live().filter(|card| faces.face(*card).is_none());
        let mut masked = hidden.filter_map(|card| Some((self.play.masked_card(card)?, card)));
        masked.find(|(masked, card)| wanted(masked, *card)).map(|(masked, _)| masked)
    }

    /// The same contribution with other shares.
    fn reshare(&self, honest: &Body, make: impl FnOnce(&[Card]) -> Option<Shares>) -> Option<Body> {
        let mut body = honest.clone();
        match &mut body {
            Body::Shares { own: Some(own), .. } => {
                *own = make(&self.play.inputs(self.seat).concat())?;
            }
            Body::Choice { shown: Some(Shown { share: Some(share), .. }), .. }
            | Body::Open { shown: Some(Shown { share: Some(share), .. }), .. }
            | Body::Answer { shown: Some((_, Some(share))), .. } => {
                *share = make(&[shown_card(self.play, self.seat, honest)?])?;
            }
            _ => return None,
        }
        Some(body)
    }

    /// The share that shows a card of its own; without a share if the card lies open.
    fn show(&self, context: &Context, card: Handle, rng: &mut ChaCha20Rng) -> Option<Shown> {
        let masked = self.play.masked_card(card)?;
        let open = self.play.driver().faces().face(card).is_some();
        let share = (!open).then(|| Shares::new(context, self.key, &[masked], rng));
        Some(Shown { share, none: None })
    }

    /// Plays a card that does not follow although another one would, with a proof about a hand in which
    /// every card that follows is replaced by one that does not.
    fn cannot_follow(&self, context: &Context, rng: &mut ChaCha20Rng) -> Option<Body> {
        let menu = self.menu()?;
        for (index, entry) in menu.entries.iter().enumerate() {
            let (Some(Duty::Follow(follow)), Some(card)) = (&entry.shows, entry.card) else {
                continue;
            };
            let (faces, hand) = (follow.faces, &follow.hand);
            let follows =
                |card: &Handle| self.knowledge.get(card).is_some_and(|face| faces.contains(*face));
            if follows(&card) || !hand.iter().any(follows) || entry.refused.is_some() {
                continue;
            }
            let mut shown = self.show(context, card, rng)?;
            shown.none = Some(self.false_absence(context, hand, faces, rng)?);
            return Some(Body::Choice { entry: index as u16, shown: Some(shown) });
        }
        None
    }

    fn not_held(&self, context: &Context, rng: &mut ChaCha20Rng) -> Option<Body> {
        let Some(Request::Demand(wanted, hands)) = self.play.driver().request() else {
            return None;
        };
        let (_, hand) = hands.iter().find(|(asked, _)| *asked == self.seat)?;
        let none = self.false_absence(context, hand, *wanted, rng)?;
        Some(Body::Answer { shown: None, none: Some(none) })
    }

    /// A proof about a hand in which every card with one of these faces is replaced by one without.
    fn false_absence(
        &self,
        context: &Context,
        hand: &[Handle],
        faces: engine::FaceSet,
        rng: &mut ChaCha20Rng,
    ) -> Option<NoneOf> {
        let (mut cards, points) = self.play.absence(self.seat, hand, faces)?;
        let public = self.play.driver().faces();
        let hidden = hand.iter().filter(|card| public.face(**card).is_none());
        let has =
            |card: &Handle| self.knowledge.get(card).is_some_and(|face| faces.contains(*face));
        let has: Vec<bool> = hidden.map(has).collect();
        let innocent = *cards.get(has.iter().position(|has| !has)?)?;
        cards.iter_mut().zip(has).filter(|(_, has)| *has).for_each(|(card, _)| *card = innocent);
        NoneOf::new(context, self.key, &cards, &points, rng)
    }

    fn seal(&self, context: &Context, entry: usize, rng: &mut ChaCha20Rng) -> Option<Body> {
        let (seal, _) = Seal::new(context, self.play.joint_key()?, entry as u16, rng);
        Some(Body::Seal(seal))
    }

    /// A choice of a refused entry, of a card that is not allowed, or beyond the menu.
    fn illegal(&self, context: &Context, rng: &mut ChaCha20Rng) -> Option<Body> {
        let menu = self.menu()?;
        let forbidden = |entry: &Entry| match (&entry.shows, entry.card) {
            _ if entry.refused.is_some() => true,
            (Some(Duty::Only(faces, _)), Some(card)) => {
                self.knowledge.get(&card).is_some_and(|face| !faces.contains(*face))
            }
            _ => false,
        };
        let index = menu.entries.iter().position(forbidden).unwrap_or(menu.entries.len());
        let shown = match menu.entries.get(index) {
            Some(entry) if entry.shows.is_some() => Some(self.show(context, entry.card?, rng)?),
            _ => None,
        };
        Some(Body::Choice { entry: index as u16, shown })
    }

    /// Another valid contribution in place of this one.
    fn otherwise(&self, context: &Context, honest: &Body, rng: &mut ChaCha20Rng) -> Option<Body> {
        match honest {
            Body::Shuffle(_) => self.shuffle(context, &self.play.inputs(self.seat), rng),
            Body::Beacon(_) => {
                Some(Body::Beacon(mental::BeaconPart::new(context, self.play.joint_key()?, rng)))
            }
            Body::Seal(_) => self.seal(context, 0, rng),
            Body::Choice { entry, .. } => self.other_choice(context, *entry, rng),
            Body::Remask(_) => {
                let cards = self.play.inputs(self.seat).concat();
                let remask = Remask::new(context, self.play.joint_key()?, &cards, rng);
                Some(Body::Remask(remask))
            }
            Body::Shares { .. } => {
                self.reshare(honest, |cards| Some(Shares::new(context, self.key, cards, rng)))
            }
            _ => None,
        }
    }

    /// Another allowed choice, of those that need no proof about the hand.
    fn other_choice(&self, context: &Context, but: u16, rng: &mut ChaCha20Rng) -> Option<Body> {
        let menu = self.menu()?;
        let eyes = Eyes::new(self.play.driver().faces(), &self.knowledge);
        let unproven =
            |entry: &usize| !matches!(menu.entries[*entry].shows, Some(Duty::Follow(..)));
        let mut others = menu.allowed(eyes).into_iter().filter(unproven);
        let other = others.find(|entry| *entry != usize::from(but))?;
        let entry = &menu.entries[other];
        let shown = match entry.shows {
            Some(_) => Some(self.show(context, entry.card?, rng)?),
            None => None,
        };
        Some(Body::Choice { entry: other as u16, shown })
    }
}
