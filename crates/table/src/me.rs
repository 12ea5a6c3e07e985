//! What one seat keeps to itself, and how it makes its contributions from it.
//!
//! All of a seat's randomness comes from one secret seed, bound to step and head: after a crash the
//! same situation gives the same bytes, and another situation gives other nonces.

use std::collections::BTreeMap;

use ed25519_dalek::SigningKey;
use engine::{Duty, Entry, Eyes, Handle, Knowledge, Line, Request, Seat};
use mental::{
    BeaconPart, Dealing, EscrowShare, NoneOf, Received, RecoveredShares, Remask, SecretKey, Shares,
    Shuffle, key_commitment, open_private,
};
use proto::{Body, Digest, Shown, digest};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use zeroize::Zeroizing;

use crate::{
    Effect, Play,
    round::{Opening, Round},
};

/// A seat's secrets: its identity, and the seed of everything it does in one match.
pub struct Secrets {
    identity: SigningKey,
    seed: Zeroizing<[u8; 32]>,
}

impl Secrets {
    /// The secrets of a player for one match; `seed` must be fresh and unpredictable.
    pub fn new(identity: SigningKey, seed: [u8; 32]) -> Self {
        Self { identity, seed: Zeroizing::new(seed) }
    }

    /// The key that signs.
    pub fn identity(&self) -> &SigningKey {
        &self.identity
    }

    /// The seed, to be kept in a journal.
    pub fn seed(&self) -> &[u8; 32] {
        &self.seed
    }

    /// The charter's nonce, the commitment to the match key, and nothing that gives either away.
    pub fn commitment(&self) -> ([u8; 32], Digest) {
        let commitment = key_commitment(&self.key().public(), &self.derive("blind"));
        (*self.derive("nonce"), commitment)
    }

    /// The match key. Publishing it after a match opens all that this seat helped to hide.
    pub fn key(&self) -> SecretKey {
        SecretKey::generate(&mut ChaCha20Rng::from_seed(*self.derive("key")))
    }

    fn derive(&self, what: &str) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(digest("secret", &[&*self.seed, what.as_bytes()]))
    }
}

/// One seat's own side of a match.
pub(crate) struct Me {
    pub seat: Seat,
    pub secrets: Secrets,
    pub knowledge: Knowledge,
    key: SecretKey,
    escrow: BTreeMap<Seat, EscrowShare>,
    /// The entry picked in the step that asked, until it is said or opened.
    pub picked: Option<(u64, u16)>,
}

impl Me {
    pub fn new(seat: Seat, secrets: Secrets) -> Self {
        let key = secrets.key();
        Self {
            seat,
            secrets,
            knowledge: Knowledge::new(),
            key,
            escrow: BTreeMap::new(),
            picked: None,
        }
    }

    /// Takes in what reaches this seat.
    pub fn notice(&mut self, play: &Play, effect: &Effect) {
        match effect {
            Effect::Deliver(seat, handle, card) if *seat == self.seat => {
                let Some(joint) = &play.joint else { return };
                let Ok(point) = open_private(&card.masked, joint, &card.shares, &self.key) else {
                    return;
                };
                let deck = play.driver.faces().deck(*handle);
                if let Some(face) = deck.and_then(|deck| play.cards.face_of(deck, &point)) {
                    self.knowledge.insert(*handle, face);
                }
            }
            Effect::Learn(seat, handle, face) if *seat == self.seat => {
                self.knowledge.insert(*handle, *face);
            }
            Effect::Retired(cards) => cards.iter().for_each(|card| {
                self.knowledge.remove(card);
            }),
            _ => {}
        }
    }

    /// Keeps the escrow shares dealt to this seat. They are never stored: after a crash they come
    /// from the dealings again.
    pub fn keep_escrow(&mut self, play: &Play) {
        if matches!(play.round, Round::Receipts) {
            let mut rng = self.rng(play, "step");
            self.receipt(play, &mut rng);
        }
    }

    /// Whether this seat may choose an entry, and if not, why.
    pub fn allowed(&self, play: &Play, entry: &Entry) -> Result<(), Line> {
        entry.allowed(Eyes::new(play.driver.faces(), &self.knowledge))
    }

    /// What this seat owes to the current step; `None` while a person has to choose.
    pub fn contribution(&mut self, play: &Play) -> Option<Body> {
        let context = play.context(play.step, self.seat);
        let mut rng = self.rng(play, "step");
        let rng = &mut rng;
        Some(match &play.round {
            Round::Keys => Body::Key {
                key: self.key.public(),
                blind: *self.secrets.derive("blind"),
                proof: self.key.prove(&context, rng),
            },
            Round::Dealings => Body::Dealing(
                Dealing::new(&context, &self.key, play.joint().ok()?, play.threshold(), rng)
                    .ok()?,
            ),
            Round::Receipts => self.receipt(play, rng),
            Round::Shuffle(chain) => {
                let piles = play.shuffled(chain).ok()?;
                Body::Shuffle(Shuffle::new(&context, play.joint().ok()?, &piles, rng).ok()?)
            }
            Round::Remix => {
                let hand = play.hand_to_remix(self.seat).ok()?;
                Body::Shuffle(Shuffle::new(&context, play.joint().ok()?, &[hand], rng).ok()?)
            }
            Round::Remask => {
                let cards = play.cards_to_remask(self.seat).ok()?;
                Body::Remask(Remask::new(&context, play.joint().ok()?, &cards, rng))
            }
            Round::Opening(opening) => self.shares(play, opening, rng),
            Round::Choose(_) => {
                let entry = self.picked.filter(|(step, _)| *step == play.step)?.1;
                Body::Choice { entry, shown: self.shown(play, entry)? }
            }
            Round::Seal => {
                let entry = self.picked.filter(|(step, _)| *step == play.step)?.1;
                Body::Seal(play.seal(play.step, self.seat, entry, &self.nonce(play.step)))
            }
            Round::Open(sealed) => {
                let entry = self.picked.filter(|(step, _)| *step == sealed.step)?.1;
                Body::Open {
                    entry,
                    nonce: self.nonce(sealed.step),
                    shown: self.shown(play, entry)?,
                }
            }
            Round::Demand => self.answer(play, rng)?,
            Round::Beacon => Body::Beacon(BeaconPart::new(&context, play.joint().ok()?, rng)),
            Round::Attest => Body::Attest(play.result_digest()?),
            Round::Over => return None,
        })
    }

    /// Randomness for one purpose in the current situation.
    fn rng(&self, play: &Play, what: &str) -> ChaCha20Rng {
        let seed = self.secrets.derive("rng");
        let parts: [&[u8]; 4] = [&*seed, &play.step.to_le_bytes(), &play.head, what.as_bytes()];
        ChaCha20Rng::from_seed(digest("secret", &parts))
    }

    fn nonce(&self, step: u64) -> [u8; 32] {
        let seed = self.secrets.derive("seal");
        digest("secret", &[&*seed, &step.to_le_bytes()])
    }

    fn receipt(&mut self, play: &Play, rng: &mut ChaCha20Rng) -> Body {
        let context = play.context(play.step, self.seat);
        let mut complaints = Vec::new();
        for (dealer, escrow) in
            Seat::all(play.seats()).zip(&play.escrows).filter(|(dealer, _)| *dealer != self.seat)
        {
            match escrow.receive(&context, &self.key, rng) {
                Ok(Received::Share(share)) => {
                    self.escrow.insert(dealer, share);
                }
                Ok(Received::Bad(complaint)) => complaints.push((dealer.index() as u8, complaint)),
                Err(_) => {}
            }
        }
        // The first proof is enough to end the setup, and keeps receipts small.
        complaints.truncate(1);
        Body::Receipt(complaints)
    }

    fn shares(&self, play: &Play, opening: &Opening, rng: &mut ChaCha20Rng) -> Body {
        let context = play.context(play.step, self.seat);
        let masked = |items: &[usize]| {
            items.iter().map(|&i| opening.items[i].card.masked).collect::<Vec<_>>()
        };
        let mine = masked(&play.lacking(opening, self.seat));
        let own = (!mine.is_empty()).then(|| Shares::new(&context, &self.key, &mine, rng));
        let mut recovered = Vec::new();
        for (gone, items) in play.lost(opening) {
            if let Some(share) = self.escrow.get(&gone) {
                let part = RecoveredShares::new(&context, share, &masked(&items), rng);
                recovered.push((gone.index() as u8, part));
            }
        }
        Body::Shares { own, recovered }
    }

    /// How the card of an entry is shown; `Some(None)` if the entry shows none.
    fn shown(&self, play: &Play, entry: u16) -> Option<Option<Shown>> {
        let menu = play.driver.request()?.menu_of(self.seat)?;
        let entry_index = usize::from(entry);
        let entry = menu.entries.get(entry_index)?;
        let (Some(duty), Some(card)) = (&entry.shows, entry.card) else { return Some(None) };
        // Bound to the entry too: two entries never share a nonce.
        let mut rng = self.rng(play, &format!("show {entry_index}"));
        let share = self.last_share(play, card, &mut rng)?;
        let face = Eyes::new(play.driver.faces(), &self.knowledge).face(card)?;
        let none = match duty {
            Duty::Follow(faces, hand, _) if !faces.contains(face) => {
                self.none(play, hand, *faces, &mut rng)?
            }
            _ => None,
        };
        Some(Some(Shown { share, none }))
    }

    /// This seat's share of a card of its own, which opens it; `Some(None)` if it lies open.
    fn last_share(
        &self,
        play: &Play,
        card: Handle,
        rng: &mut ChaCha20Rng,
    ) -> Option<Option<Shares>> {
        if play.cards.known(&play.driver, card).is_some() {
            return Some(None);
        }
        let context = play.context(play.step, self.seat);
        let masked = play.cards.get(card)?.masked;
        Some(Some(Shares::new(&context, &self.key, &[masked], rng)))
    }

    fn none(
        &self,
        play: &Play,
        hand: &[Handle],
        faces: engine::FaceSet,
        rng: &mut ChaCha20Rng,
    ) -> Option<Option<NoneOf>> {
        let (cards, points) =
            play.cards.none_of(&play.driver, play.joint().ok()?, self.seat, hand, faces)?;
        if cards.is_empty() || points.is_empty() {
            return Some(None);
        }
        let context = play.context(play.step, self.seat);
        Some(Some(NoneOf::new(&context, &self.key, &cards, &points, rng)?))
    }

    fn answer(&self, play: &Play, rng: &mut ChaCha20Rng) -> Option<Body> {
        let Some(Request::Demand(wanted, _)) = play.driver.request() else { return None };
        let (_, hand) = play.hands().find(|(seat, _)| *seat == self.seat)?;
        let eyes = Eyes::new(play.driver.faces(), &self.knowledge);
        let held =
            hand.iter().position(|&card| eyes.face(card).is_some_and(|face| wanted.contains(face)));
        Some(match held {
            Some(place) => {
                let share = self.last_share(play, hand[place], rng)?;
                Body::Answer { shown: Some((place as u16, share)), none: None }
            }
            None => Body::Answer { shown: None, none: self.none(play, hand, *wanted, rng)? },
        })
    }
}
