//! A finished match through the eyes of one seat: its match key and the transcript give all that it saw.

use engine::{Knowledge, Seat};
use mental::{SecretKey, open_private};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use zeroize::Zeroizing;

use crate::{Effect, Play, Public};

/// What a seat's match key is made from, and nothing else of its secrets. While a match is played it opens this
/// seat's hand to whoever has it; once everybody has it of everybody, the whole deck is open.
pub struct MatchKey(Zeroizing<[u8; 32]>);

impl MatchKey {
    /// The key of these bytes.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// The bytes, to be kept or published.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    pub(crate) fn secret(&self) -> SecretKey {
        SecretKey::generate(&mut ChaCha20Rng::from_seed(*self.0))
    }
}

/// What one seat knew, worked out afterwards.
pub struct Hindsight {
    seat: Seat,
    key: SecretKey,
    knowledge: Knowledge,
}

impl Hindsight {
    /// The eyes of a seat with this key. Whether it is its key shows once the keys are opened ([`Self::fits`]).
    pub fn new(seat: Seat, key: &MatchKey) -> Self {
        Self { seat, key: key.secret(), knowledge: Knowledge::new() }
    }

    /// Whose eyes.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Whether the key is the one that the seat has used; `None` before it has.
    pub fn fits(&self, play: &Play) -> Option<bool> {
        play.key(self.seat).ok().map(|key| *key.point() == self.key.public())
    }

    /// Takes in what has happened.
    pub fn notice(&mut self, play: &Play, effect: &Effect) {
        learn(&mut self.knowledge, (self.seat, &self.key), play, effect);
    }

    /// What the seat knows by now, beside what everybody does.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }
}

/// Takes in what reaches a seat.
pub(crate) fn learn(
    knowledge: &mut Knowledge,
    (me, key): (Seat, &SecretKey),
    public: &Public,
    effect: &Effect,
) {
    match effect {
        Effect::Deliver(seat, handle, card) if *seat == me => {
            let Some(joint) = &public.joint else { return };
            let Ok(point) = open_private(&card.masked, joint, &card.shares, key) else { return };
            let deck = public.driver.faces().deck(*handle);
            if let Some(face) = deck.and_then(|deck| public.cards.face_of(deck, &point)) {
                knowledge.insert(*handle, face);
            }
        }
        Effect::Learn(seat, handle, face) if *seat == me => {
            knowledge.insert(*handle, *face);
        }
        Effect::Retired(cards) => cards.iter().for_each(|card| {
            knowledge.remove(card);
        }),
        _ => {}
    }
}
