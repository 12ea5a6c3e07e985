//! A finished match as one seat saw it, computed from its match key and the transcript.

use engine::{Knowledge, Seat};
use mental::{SecretKey, open_private};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use zeroize::Zeroizing;

use crate::{Effect, MatchState, Public};

/// The seed of a seat's match key, and nothing else of its secrets. Whoever has it during a match can
/// read this seat's hand; whoever has it of all seats can read the whole deck.
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

/// What one seat knew, computed afterwards.
pub struct Hindsight {
    seat: Seat,
    key: SecretKey,
    knowledge: Knowledge,
}

impl Hindsight {
    /// The view of a seat with this key. Whether the key is right shows once match keys are opened
    /// ([`Self::fits`]).
    pub fn new(seat: Seat, key: &MatchKey) -> Self {
        Self { seat, key: key.secret(), knowledge: Knowledge::new() }
    }

    /// The seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Whether the key is the one that the seat has used; `None` before it has.
    pub fn fits(&self, play: &MatchState) -> Option<bool> {
        play.key(self.seat).ok().map(|key| *key.point() == self.key.public())
    }

    /// Adds what an effect shows to this seat.
    pub fn notice(&mut self, play: &MatchState, effect: &Effect) {
        learn(&mut self.knowledge, (self.seat, &self.key), play, effect);
    }

    /// The cards that the seat knows by now, beside those that everybody knows.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }
}

/// Adds what an effect shows to a seat to its knowledge.
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
