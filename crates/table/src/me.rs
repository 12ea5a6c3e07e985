//! The secret state of one seat, and how it makes its contributions from it.
//!
//! All of a seat's randomness comes from one secret seed, bound to step and head: after a crash the same
//! situation gives the same bytes, and another situation gives other nonces. Two things are bound to the
//! step alone: seals, which are recomputed when they are opened, and shuffles prepared before their cards
//! are known.

use std::collections::BTreeMap;

use ed25519_dalek::SigningKey;
use engine::{Entry, Eyes, Knowledge, Line, Seat};
use mental::{
    Complaint, EscrowShare, PreparedShuffle, Received, SecretKey, Shuffled, key_commitment,
};
use proto::{Body, Digest, digest};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use zeroize::Zeroizing;

use crate::{
    Bug, Effect, MatchKey, MatchState, Public,
    hindsight::learn,
    rounds::{AnyRound, NotYet},
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

    /// The charter's nonce and the commitment to the match key. Neither gives a secret away.
    pub fn commitment(&self) -> ([u8; 32], Digest) {
        let commitment = key_commitment(&self.key().public(), &self.blind());
        (*self.derive("nonce"), commitment)
    }

    /// The match key. Publishing it after a match opens everything that this seat has masked.
    pub fn key(&self) -> SecretKey {
        self.match_key().secret()
    }

    /// The seed of the match key, to look back once the match is over.
    pub fn match_key(&self) -> MatchKey {
        MatchKey::new(*self.derive("key"))
    }

    /// The blinding of the commitment to the match key; secret until the commitment is opened.
    pub(crate) fn blind(&self) -> Zeroizing<[u8; 32]> {
        self.derive("blind")
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
    /// The step and the entry that the player has picked in it, until it is sent or opened.
    pub picked: Option<(u64, u16)>,
    /// The complaints about what this seat was dealt, once it has received all of it.
    received: Option<Vec<(u8, Complaint)>>,
    /// The output of the shuffle that this seat has just made.
    pub made: Option<Shuffled>,
    prepared: Prepared,
}

/// A shuffle prepared before its turn.
///
/// Prepared randomness cannot depend on the cards, and two decks shuffled with the same nonces give them
/// away. So it is drawn for one step of one run of a node: only a node that has begun this match and was
/// never resumed prepares anything (nothing is sent before the journal holds the start, so each seed has
/// one such run), it draws once for each step, under a label that nothing else uses, and it contributes
/// once to each step. A resumed node shuffles with randomness that is bound to head and cards.
#[derive(Default)]
struct Prepared {
    /// Whether this node has begun the match and was never resumed.
    never_resumed: bool,
    /// The last step for which randomness was drawn.
    drawn: u64,
    /// The step, the sizes of the piles, and the shuffle prepared for them.
    ready: Option<(u64, Vec<usize>, PreparedShuffle)>,
}

impl Me {
    pub(crate) fn new(seat: Seat, secrets: Secrets) -> Self {
        let key = secrets.key();
        Self {
            seat,
            secrets,
            knowledge: Knowledge::new(),
            key,
            escrow: BTreeMap::new(),
            picked: None,
            received: None,
            made: None,
            prepared: Prepared::default(),
        }
    }

    /// Marks that this seat begins its match now, with a seed that was never used before.
    pub(crate) fn begins(&mut self) {
        self.prepared.never_resumed = true;
    }

    /// Prepares this seat's next shuffle, if it has a turn to come. False if there is nothing to do.
    pub(crate) fn prepare(&mut self, play: &MatchState) -> Result<bool, Bug> {
        let AnyRound::Shuffle(shuffle) = &play.round else { return Ok(false) };
        let turn = shuffle.turn_of(play, self.seat).filter(|turn| *turn > play.step);
        let Some(turn) =
            turn.filter(|turn| self.prepared.never_resumed && *turn > self.prepared.drawn)
        else {
            return Ok(false);
        };
        self.prepared.drawn = turn;
        let seed = self.secrets.derive("prepared");
        let seed = Zeroizing::new(digest("secret", &[&*seed, &turn.to_le_bytes()]));
        let rng = &mut ChaCha20Rng::from_seed(*seed);
        let sizes = shuffle.sizes();
        let ready = PreparedShuffle::prepare(play.joint()?, &sizes, rng).map_err(Bug::Shuffle)?;
        self.prepared.ready = Some((turn, sizes, ready));
        Ok(true)
    }

    /// The shuffle prepared for a step and for piles of these sizes. It can be taken once.
    pub(crate) fn take_prepared(&mut self, step: u64, sizes: &[usize]) -> Option<PreparedShuffle> {
        let (turn, prepared_for, ready) = self.prepared.ready.take()?;
        (turn == step && prepared_for == sizes).then_some(ready)
    }

    /// Adds what an effect shows to this seat.
    pub(crate) fn notice(&mut self, public: &Public, effect: &Effect) {
        learn(&mut self.knowledge, (self.seat, &self.key), public, effect);
    }

    /// Keeps the escrow shares dealt to this seat. They are never stored: after a crash they are computed
    /// from the dealings again.
    pub(crate) fn keep_escrow(&mut self, play: &MatchState) -> Result<(), Bug> {
        match &play.round {
            AnyRound::Receipts(_) => self.receive(play).map(drop),
            _ => Ok(()),
        }
    }

    /// Receives what all others have dealt to this seat, once, and returns its complaints.
    pub(crate) fn receive(&mut self, public: &Public) -> Result<Vec<(u8, Complaint)>, Bug> {
        if let Some(complaints) = &self.received {
            return Ok(complaints.clone());
        }
        let (mut rng, context) = (self.rng(public, "step"), public.context(self.seat));
        let mut complaints = Vec::new();
        for dealer in self.seat.others(public.seats()) {
            let escrow = public.escrows.get(dealer.index()).ok_or(Bug::NotAsked(dealer))?;
            match escrow.receive(&context, &self.key, &mut rng).map_err(Bug::Escrow)? {
                Received::Share(share) => drop(self.escrow.insert(dealer, share)),
                Received::Bad(complaint) => complaints.push((dealer.index() as u8, complaint)),
            }
        }
        // One complaint is enough to end the setup, and keeps receipts small.
        complaints.truncate(1);
        Ok(self.received.insert(complaints).clone())
    }

    /// Whether this seat may choose an entry, and if not, why.
    pub(crate) fn allowed(&self, public: &Public, entry: &Entry) -> Result<(), Line> {
        entry.allowed(Eyes::new(public.driver.faces(), &self.knowledge))
    }

    /// What this seat owes to the current step.
    pub(crate) fn contribution(&mut self, play: &MatchState) -> Result<Body, NotYet> {
        play.round.contribute(play, self)
    }

    /// The match key.
    pub(crate) fn key(&self) -> &SecretKey {
        &self.key
    }

    /// The entry that was picked in a step.
    pub(crate) fn picked_in(&self, step: u64) -> Option<u16> {
        self.picked.filter(|(picked_in, _)| *picked_in == step).map(|(_, entry)| entry)
    }

    /// This seat's share of another seat's key.
    pub(crate) fn escrow_share(&self, dealer: Seat) -> Option<&EscrowShare> {
        self.escrow.get(&dealer)
    }

    /// Randomness for one purpose in the current step.
    pub(crate) fn rng(&self, public: &Public, what: &str) -> ChaCha20Rng {
        let seed = self.secrets.derive("rng");
        let parts: [&[u8]; 4] = [&*seed, &public.step.to_le_bytes(), &public.head, what.as_bytes()];
        ChaCha20Rng::from_seed(digest("secret", &parts))
    }

    /// Randomness for the choice that is sealed in a step.
    pub(crate) fn seal_rng(&self, step: u64) -> ChaCha20Rng {
        let seed = self.secrets.derive("seal");
        ChaCha20Rng::from_seed(digest("secret", &[&*seed, &step.to_le_bytes()]))
    }
}
