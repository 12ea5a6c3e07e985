//! One dishonest seat: an honest node whose messages are altered when they are sent.
//!
//! The cheat signs altered messages with its own key and uses its own secrets in forgeries, so that
//! everything is as consistent as a real cheat could make it.

use std::collections::BTreeMap;

use ed25519_dalek::SigningKey;
use engine::Seat;
use mental::SecretKey;
use proto::{
    Body, Consent, Contribution, Decided, Header, Message, Record, Signed, SignedCharter, Word,
    codec, file::Reader, limits,
};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng as _, SeedableRng as _};
use table::{Node, audit::Auditor};

use crate::{
    ballots, charter,
    forge::{self, Scene},
    monitor::Monitor,
    post::is_about_closing,
    world::Config,
};

/// A seat that cheats.
#[derive(Clone, Copy, Debug)]
pub struct Cheat {
    /// How.
    pub kind: Kind,
    /// Who.
    pub seat: Seat,
    /// How many opportunities it lets pass.
    pub skip: u32,
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident = $name:literal,)+) => {
        /// A way to cheat.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Kind {
            $($(#[doc = $doc])+ $kind,)+
        }

        impl Kind {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)+];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }

            /// What it is, in a sentence.
            pub fn about(self) -> &'static str {
                match self {
                    $(Self::$kind => concat!($($doc),+).trim_start(),)+
                }
            }
        }
    };
}

kinds! {
    /// A shuffle whose output is not the permutation that was proven.
    WrongPermutation = "wrong-permutation",
    /// A shuffle or look with a proof that is right for another card.
    ReplacedCard = "replaced-card",
    /// A shuffle in which a card is there twice.
    DuplicatedCard = "duplicated-card",
    /// A shuffle proven for another step.
    ShuffleFromAnotherStep = "shuffle-from-another-step",
    /// A share made with another key.
    WrongShare = "wrong-share",
    /// A right share of another card.
    ShareForAnotherCard = "share-for-another-card",
    /// A card that does not follow, and a proof made for another hand.
    ForgedCannotFollow = "forged-cannot-follow",
    /// A demanded card kept back, and a proof made for another hand.
    ForgedNotHeld = "forged-not-held",
    /// A choice that the rules forbid.
    IllegalMove = "illegal-move",
    /// A word when nobody asked.
    OutOfTurn = "out-of-turn",
    /// Somebody else's card in place of one's own.
    CardOfSomebodyElse = "card-of-somebody-else",
    /// A card that has been played before.
    CardAlreadyPlayed = "card-already-played",
    /// What was said before, said again in another step.
    ReplayedMessage = "replayed-message",
    /// A word that is signed over another history.
    WrongHead = "wrong-head",
    /// A word with a false signature.
    ForgedSignature = "forged-signature",
    /// One thing to one half of the table, and another to the other.
    Equivocation = "equivocation",
    /// An escrow dealing with false shares.
    BadDealing = "bad-dealing",
    /// A false part of a leaver's share.
    BadRecoveredShare = "bad-recovered-share",
    /// Another match key than was committed to, or one whose secret is not known.
    RogueKey = "rogue-key",
    /// A part of a random number made from somebody else's.
    BiasedBeacon = "biased-beacon",
    /// Nothing, from some moment on.
    Silence = "silence",
    /// Bytes that are no message.
    GarbageBytes = "garbage-bytes",
    /// More bytes than any message has.
    OversizedBytes = "oversized-bytes",
    /// Another choice at the opening than was sealed.
    SealedChanged = "sealed-changed",
    /// Somebody else's seal in place of one's own.
    CopiedSeal = "copied-seal",
    /// A seal that holds no entry of the menu, and then nothing.
    SealedGarbage = "sealed-garbage",
    /// A sealed choice that the rules forbid, and then nothing.
    SealedIllegal = "sealed-illegal",
    /// A consent to go on without somebody who is there, and then nothing.
    ConsentThenSilence = "consent-then-silence",
    /// A consent to go on without somebody who is there, and then a step closed with them all the same.
    BrokenConsent = "broken-consent",
    /// Two promises for one ballot.
    TwoPromises = "two-promises",
    /// Two acceptances in one ballot.
    TwoAccepts = "two-accepts",
    /// Two proposals in one ballot.
    TwoProposals = "two-proposals",
    /// A proposal of another value than its promises ask for.
    ForbiddenProposal = "forbidden-proposal",
    /// An acceptance, and a later promise that does not name it.
    HiddenAccept = "hidden-accept",
    /// A decision that nobody else has accepted.
    ForgedCertificate = "forged-certificate",
    /// A contribution that shows a decision that nobody else has accepted.
    FalseDecision = "false-decision",
    /// One head to one half of the table, and another to the other, when all sign the same.
    TwoFacedHead = "two-faced-head",
    /// One choice to one half of the table, and another to the other.
    TwoChoices = "two-choices",
    /// One re-masking to one half of the table, and another to the other.
    TwoRemasks = "two-remasks",
    /// One seal to one half of the table, and another to the other.
    TwoSeals = "two-seals",
    /// One part of a random number to one half of the table, and another to the other.
    TwoBeaconParts = "two-beacon-parts",
    /// One remix of a hand to one half of the table, and another to the other.
    TwoRemixes = "two-remixes",
}

impl Kind {
    /// The kind with this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// Whether it leaves proof of who did it. Messages without a genuine signature name nobody, and neither
    /// does a second history by itself.
    pub fn leaves_proof(self) -> bool {
        use Kind::{ForgedSignature, GarbageBytes, OversizedBytes, WrongHead};
        let nameless = matches!(self, ForgedSignature | GarbageBytes | OversizedBytes | WrongHead);
        !self.falls_silent() && !nameless && !self.is_idle()
    }

    /// Whether it has no effect: nobody believes it, and its seat also sends everything that it owes.
    pub fn is_idle(self) -> bool {
        self == Self::ForgedCertificate
    }

    /// Whether the seat falls silent afterwards.
    pub fn falls_silent(self) -> bool {
        use Kind::{ConsentThenSilence, SealedGarbage, SealedIllegal, Silence};
        matches!(self, Silence | ConsentThenSilence | SealedGarbage | SealedIllegal)
    }

    /// Whether it needs somebody else to have left before.
    pub fn needs_leaver(self) -> bool {
        self == Self::BadRecoveredShare || self.needs_decision()
    }

    /// Whether it is a false statement about how to close a step: that needs a step that is closed by a
    /// decision.
    pub fn needs_decision(self) -> bool {
        use Kind::{ForbiddenProposal, HiddenAccept, TwoAccepts, TwoPromises, TwoProposals};
        matches!(self, TwoPromises | TwoAccepts | TwoProposals | ForbiddenProposal | HiddenAccept)
    }

    /// Whether one half of the table is told something else than the other.
    pub fn is_two_faced(self) -> bool {
        use Kind::{TwoBeaconParts, TwoChoices, TwoFacedHead, TwoRemasks, TwoRemixes, TwoSeals};
        matches!(
            self,
            Self::Equivocation
                | TwoFacedHead
                | TwoChoices
                | TwoRemasks
                | TwoSeals
                | TwoBeaconParts
                | TwoRemixes
        )
    }

    /// Within how many steps it is noticed: a bad dealing is seen by its receivers only, who report it in
    /// the next step; a consent is broken by a later contribution.
    pub fn shows_after(self) -> u64 {
        match self {
            Self::BadDealing => 1,
            Self::BrokenConsent => u64::from(u32::MAX),
            _ => 0,
        }
    }

    /// Whether a table can go on after it: not before there are keys, and not with two histories.
    pub fn can_go_on(self) -> bool {
        !matches!(self, Self::RogueKey | Self::BadDealing) && !self.is_two_faced()
    }
}

/// What the cheat sends in place of an honest message.
#[derive(Clone)]
pub(crate) enum Forged {
    Nothing,
    Same(Vec<u8>),
    /// One message to seats with even numbers, another to those with odd ones.
    Halves([Vec<u8>; 2]),
    /// Both messages to everybody.
    Both([Vec<u8>; 2]),
}

impl Forged {
    pub(crate) fn to(&self, seat: Seat) -> &[Vec<u8>] {
        match self {
            Self::Nothing => &[],
            Self::Same(bytes) => core::slice::from_ref(bytes),
            Self::Halves(halves) => core::slice::from_ref(&halves[seat.index() % 2]),
            Self::Both(both) => both,
        }
    }
}

/// What the cheat has done.
struct CheatRecord {
    step: u64,
    /// The statement about closing the step that it altered; `None` if it altered a contribution.
    word: Option<Vec<u8>>,
    forged: Forged,
}

/// The dishonest seat.
pub(crate) struct Cheater {
    cheat: Cheat,
    charter: SignedCharter,
    game: &'static dyn engine::Game,
    identity: SigningKey,
    key: SecretKey,
    rng: ChaCha20Rng,
    /// Its honest contributions.
    past: Vec<Contribution>,
    deed: Option<CheatRecord>,
    /// Who holds the first and the second of two contradicting messages.
    heard: BTreeMap<Seat, [bool; 2]>,
    /// What machines that are down had received of them.
    lost: BTreeMap<Seat, [bool; 2]>,
    /// Whether somebody has received a message out of turn.
    heard_out_of_turn: bool,
}

impl Cheater {
    pub(crate) fn new(cheat: Cheat, config: &Config) -> Self {
        Self {
            cheat,
            charter: charter::charter(config),
            game: config.game,
            identity: charter::identity(config.seed, cheat.seat),
            key: charter::secrets(config.seed, cheat.seat).key(),
            rng: ChaCha20Rng::seed_from_u64(config.seed),
            past: Vec::new(),
            deed: None,
            heard: BTreeMap::new(),
            lost: BTreeMap::new(),
            heard_out_of_turn: false,
        }
    }

    pub(crate) fn seat(&self) -> Seat {
        self.cheat.seat
    }

    /// The step in which it has cheated, if somebody can have noticed.
    pub(crate) fn step(&self) -> Option<u64> {
        let one = |deed: &CheatRecord| matches!(deed.forged, Forged::Nothing | Forged::Same(_));
        // A message out of turn is sent once, and may get lost.
        let sure = |deed: &CheatRecord| one(deed) && self.cheat.kind != Kind::OutOfTurn;
        self.deed.as_ref().filter(|deed| sure(deed) || self.is_noticeable()).map(|deed| deed.step)
    }

    /// Notes that a seat in step `at` has received a message. Of two contradicting messages one may get
    /// lost; then nobody was told both. Nodes do not keep statements about closing a step that they have
    /// not reached.
    pub(crate) fn note_heard(&mut self, by: Seat, at: u64, bytes: &[u8]) {
        let Some(CheatRecord { forged, word, step }) = &self.deed else { return };
        if at < *step && is_about_closing(bytes) {
            return;
        }
        self.heard_out_of_turn |=
            self.cheat.kind == Kind::OutOfTurn && word.as_deref() == Some(bytes);
        let (Forged::Halves(two) | Forged::Both(two)) = forged else { return };
        let Some(which) = two.iter().position(|one| one == bytes) else { return };
        // No node keeps a promise that does not show the accept it names, so it convicts only beside the
        // other one.
        let unkept = self.cheat.kind == Kind::TwoPromises && which == 1;
        if unkept && !self.heard.get(&by).is_some_and(|heard| heard[0]) {
            return;
        }
        self.heard.entry(by).or_default()[which] = true;
    }

    /// Whether what honest machines hold contradicts itself.
    fn is_noticeable(&self) -> bool {
        let somebody = |i: usize| self.heard.values().any(|heard| heard[i]);
        match self.deed.as_ref().map(|deed| &deed.forged) {
            // Contributions are passed on, so it is enough that both were received by somebody; statements
            // about closing are not.
            Some(Forged::Halves(_)) => somebody(0) && somebody(1),
            Some(Forged::Both(_)) => self.heard.values().any(|heard| heard[0] && heard[1]),
            _ => self.heard_out_of_turn,
        }
    }

    /// A seat's machine has stopped, and may have lost what it had received.
    pub(crate) fn note_crash(&mut self, of: Seat) {
        if let Some(heard) = self.heard.remove(&of) {
            self.lost.insert(of, heard);
        }
    }

    /// A seat's machine has started again in step `at`. What it had received for a step that it has closed
    /// is in its journal.
    pub(crate) fn note_restart(&mut self, of: Seat, at: u64) {
        let closed = self.deed.as_ref().is_some_and(|deed| at > deed.step);
        if let Some(heard) = self.lost.remove(&of).filter(|_| closed) {
            self.heard.insert(of, heard);
        }
    }

    /// Whether a message is withheld from the cheat's node, which would believe its own false statements.
    pub(crate) fn ignores(&self, bytes: &[u8]) -> bool {
        if !is_about_closing(bytes) {
            return false;
        }
        let Ok(Message::Word(word)) = codec::decode(bytes) else { return false };
        let decided = matches!(word, Word::Decided(_));
        !decided && word.at().is_some_and(|at| usize::from(at.seat) == self.cheat.seat.index())
    }

    /// What is sent in place of a message of its node; `None` to send it unchanged.
    pub(crate) fn disguise(
        &mut self,
        node: &Node,
        monitor: &Monitor,
        bytes: &[u8],
    ) -> Option<Forged> {
        if self.cheat.kind.falls_silent() && self.deed.is_some() {
            return Some(Forged::Nothing);
        }
        let said = match codec::decode(bytes) {
            Ok(Message::Contribution(signed)) => signed.statement,
            Ok(Message::Word(word)) => return self.disguise_word(node, &word, bytes),
            // Its honest node would show everybody the evidence against itself.
            Ok(Message::Evidence(_)) => return Some(Forged::Nothing),
            _ => return None,
        };
        if usize::from(said.seat) != self.cheat.seat.index() {
            return None;
        }
        match &self.deed {
            Some(deed) => return self.after(deed, &said),
            None if self.past.last().is_some_and(|last| last.step >= said.step) => return None,
            None => {}
        }
        let forged = self.forge(node, monitor, &said);
        let step = said.step;
        self.past.push(said);
        let forged = forged?;
        self.deed = Some(CheatRecord { step, word: None, forged: forged.clone() });
        Some(forged)
    }

    /// What is sent in place of its node's contribution after it has cheated.
    fn after(&self, deed: &CheatRecord, said: &Contribution) -> Option<Forged> {
        if deed.step == said.step && deed.word.is_none() {
            return Some(deed.forged.clone());
        }
        // Its node may itself have consented later; its contributions then show that the table decided
        // otherwise.
        let broken = |decided: &&Decided| decided.step == deed.step;
        if self.cheat.kind != Kind::BrokenConsent || !said.decided.iter().any(|d| broken(&d)) {
            return None;
        }
        let decided = said.decided.iter().filter(|d| !broken(d)).cloned().collect();
        Some(Forged::Same(self.sign(Contribution { decided, ..said.clone() })))
    }

    /// What is sent in place of its node's statement about closing a step.
    fn disguise_word(&mut self, node: &Node, word: &Word, bytes: &[u8]) -> Option<Forged> {
        if let Some(deed) = &self.deed {
            return (deed.word.as_deref() == Some(bytes)).then(|| deed.forged.clone());
        }
        let at = word.at().filter(|at| usize::from(at.seat) == self.cheat.seat.index())?;
        let other = ballots::contradiction(self.cheat.kind, node.play(), word, &self.identity)?;
        if self.lets_pass() {
            return None;
        }
        let forged = Forged::Both([bytes.to_vec(), codec::encode(&Message::Word(other))]);
        self.deed =
            Some(CheatRecord { step: at.step, word: Some(bytes.to_vec()), forged: forged.clone() });
        Some(forged)
    }

    /// What it sends out of turn.
    pub(crate) fn unasked(&mut self, node: &Node) -> Option<Vec<u8>> {
        let play = node.play();
        let idle = play.joint_key().is_some() && !play.owed().contains(self.cheat.seat);
        if self.cheat.kind != Kind::OutOfTurn
            || self.deed.is_some()
            || !idle
            || play.ending().is_some()
        {
            return None;
        }
        let last = self.past.last()?.clone();
        if last.step >= play.step() || self.lets_pass() {
            return None;
        }
        let statement = Contribution { step: play.step(), head: play.head(), ..last };
        let bytes = self.sign(statement);
        let word = Some(bytes.clone());
        self.deed = Some(CheatRecord { step: play.step(), word, forged: Forged::Nothing });
        Some(bytes)
    }

    fn lets_pass(&mut self) -> bool {
        let passes = self.cheat.skip > 0;
        self.cheat.skip = self.cheat.skip.saturating_sub(1);
        passes
    }

    fn sign(&self, statement: Contribution) -> Vec<u8> {
        codec::encode(&Message::Contribution(Signed::new(statement, &self.identity)))
    }

    fn forge(&mut self, node: &Node, monitor: &Monitor, said: &Contribution) -> Option<Forged> {
        let kind = self.cheat.kind;
        // With a single other seat there is nobody to tell something else.
        let alone = kind.is_two_faced() && self.charter.charter.seats.len() < 3;
        if alone || !fits(kind, &said.body) || self.lets_pass() {
            return None;
        }
        Some(match kind {
            Kind::Silence => Forged::Nothing,
            Kind::ConsentThenSilence => Forged::Same(self.consent(node, said)?),
            Kind::BrokenConsent => {
                Forged::Both([self.consent(node, said)?, self.sign(said.clone())])
            }
            Kind::ForgedCertificate => {
                let forged = ballots::certificate(node.play(), said, &self.identity)?;
                let forged = codec::encode(&Message::Word(Word::Decided(Box::new(forged))));
                Forged::Both([forged, self.sign(said.clone())])
            }
            Kind::FalseDecision => {
                let decided = vec![ballots::decided(self.past.last()?, &self.identity)];
                Forged::Same(self.sign(Contribution { decided, ..said.clone() }))
            }
            Kind::TwoFacedHead => {
                let mut head = said.head;
                head[0] ^= 1;
                let other = Contribution { head, ..said.clone() };
                Forged::Halves([self.sign(said.clone()), self.sign(other)])
            }
            Kind::GarbageBytes => {
                let mut bytes = vec![0; 300];
                self.rng.fill_bytes(&mut bytes);
                Forged::Same(bytes)
            }
            Kind::OversizedBytes => Forged::Same(vec![0; limits::MESSAGE + 1]),
            Kind::ForgedSignature => {
                let stranger = SigningKey::from_bytes(&[7; 32]);
                let signed = Signed::new(said.clone(), &stranger);
                Forged::Same(codec::encode(&Message::Contribution(signed)))
            }
            Kind::WrongHead => {
                let mut head = said.head;
                head[0] ^= 1;
                Forged::Same(self.sign(Contribution { head, ..said.clone() }))
            }
            _ => {
                let now = self.follow(node, said.step)?;
                let played = self.played(node, kind);
                let scene = Scene {
                    play: now.play(),
                    seat: self.cheat.seat,
                    key: &self.key,
                    knowledge: node.knowledge(),
                    past: &self.past,
                    played,
                    monitor,
                };
                let body = forge::body(kind, &scene, &said.body, &mut self.rng)?;
                let forged = self.sign(Contribution { body, ..said.clone() });
                if kind.is_two_faced() {
                    Forged::Halves([self.sign(said.clone()), forged])
                } else {
                    Forged::Same(forged)
                }
            }
        })
    }

    /// A consent to go on without the next present seat, although that seat does nothing wrong.
    fn consent(&self, node: &Node, said: &Contribution) -> Option<Vec<u8>> {
        let without = ballots::victim(node.play(), said)?;
        let Contribution { match_id, step, seat, head, .. } = *said;
        let at = Header { match_id, step, seat, head };
        let consent = Signed::new(Consent { at, without }, &self.identity);
        Some(codec::encode(&Message::Word(Word::Consent(consent))))
    }

    /// The match as it was before a step.
    fn follow(&self, node: &Node, step: u64) -> Option<Auditor> {
        let transcript = node.transcript();
        let mut reader = Reader::new(transcript.as_slice()).ok()?;
        let mut auditor = Auditor::new(&self.charter, self.game).ok()?;
        reader.entry::<Record>().ok()?;
        while auditor.play().step() < step {
            auditor.follow(&reader.entry().ok()??);
        }
        Some(auditor)
    }

    /// A card that it has played, masked as it was then.
    fn played(&self, node: &Node, kind: Kind) -> Option<mental::Card> {
        if kind != Kind::CardAlreadyPlayed {
            return None;
        }
        let shows = |said: &&Contribution| {
            matches!(&said.body, Body::Choice { shown: Some(s), .. } if s.share.is_some())
                || matches!(&said.body, Body::Open { shown: Some(s), .. } if s.share.is_some())
        };
        let said = self.past.iter().find(shows)?;
        let then = self.follow(node, said.step)?;
        forge::shown_card(then.play(), self.cheat.seat, &said.body)
    }
}

/// Whether a kind of cheating is possible with such a contribution; its forgery may still find no way.
fn fits(kind: Kind, body: &Body) -> bool {
    match kind {
        Kind::WrongPermutation | Kind::DuplicatedCard | Kind::ShuffleFromAnotherStep => {
            matches!(body, Body::Shuffle(_))
        }
        Kind::ReplacedCard => matches!(body, Body::Shuffle(_) | Body::Remask(_)),
        Kind::WrongShare | Kind::ShareForAnotherCard => {
            matches!(body, Body::Shares { own: Some(_), .. }) || forge::shows(body)
        }
        Kind::CardOfSomebodyElse | Kind::CardAlreadyPlayed => forge::shows(body),
        Kind::ForgedCannotFollow | Kind::IllegalMove => matches!(body, Body::Choice { .. }),
        Kind::ForgedNotHeld => matches!(body, Body::Answer { shown: Some(_), .. }),
        Kind::SealedChanged => matches!(body, Body::Open { .. }),
        Kind::CopiedSeal | Kind::SealedGarbage | Kind::SealedIllegal => {
            matches!(body, Body::Seal(_))
        }
        Kind::BiasedBeacon => matches!(body, Body::Beacon(_)),
        Kind::BadDealing => matches!(body, Body::Dealing(_)),
        Kind::RogueKey => matches!(body, Body::Key { .. }),
        Kind::BadRecoveredShare => {
            matches!(body, Body::Shares { recovered, .. } if !recovered.is_empty())
        }
        Kind::ReplayedMessage => forge::carries_proof(body),
        Kind::Equivocation => {
            matches!(body, Body::Shuffle(_) | Body::Beacon(_) | Body::Seal(_))
                || matches!(body, Body::Shares { own: Some(_), .. })
        }
        Kind::TwoFacedHead => matches!(body, Body::CommonHead),
        Kind::TwoChoices => matches!(body, Body::Choice { .. }),
        Kind::TwoRemasks => matches!(body, Body::Remask(_)),
        Kind::TwoSeals => matches!(body, Body::Seal(_)),
        Kind::TwoBeaconParts => matches!(body, Body::Beacon(_)),
        Kind::TwoRemixes => matches!(body, Body::Shuffle(_)),
        Kind::WrongHead | Kind::ForgedSignature | Kind::GarbageBytes | Kind::OversizedBytes => true,
        // A seat that falls silent before there are keys only keeps the table from beginning.
        Kind::Silence | Kind::ConsentThenSilence => true,
        Kind::BrokenConsent | Kind::ForgedCertificate | Kind::FalseDecision => true,
        Kind::OutOfTurn => false,
        // These are not done with contributions.
        Kind::TwoPromises | Kind::TwoAccepts | Kind::TwoProposals => false,
        Kind::ForbiddenProposal | Kind::HiddenAccept => false,
    }
}
