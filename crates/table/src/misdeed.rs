//! What a seat can do wrong, and the words for it. Why a proof does not hold is said by its error in
//! `mental`, why a choice is refused by `engine::Refusal`.

use core::fmt;

use engine::{Refusal, Seat};
use mental::{
    BeaconError, ComplaintError, EscrowError, KeyError, NoneOfError, PartError, RemaskError,
    SealError, ShareError, ShuffleError,
};

use crate::Bug;

/// Proof that a seat has broken the protocol or the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{seat} cheated in step {step}: {misdeed}")]
pub struct Blame {
    /// Who.
    pub seat: Seat,
    /// When.
    pub step: u64,
    /// How.
    pub misdeed: Misdeed,
}

/// Why a contribution, or the end of a step, is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Rejected {
    /// Somebody has cheated.
    #[error(transparent)]
    Cheat(#[from] Blame),
    /// This node cannot check it. No seat is to blame.
    #[error(transparent)]
    Bug(#[from] Bug),
}

/// What a seat did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misdeed {
    /// It spoke of another match or step.
    ForeignStep,
    /// It signed another history.
    ForeignHead,
    /// It owed nothing to the step.
    OutOfTurn,
    /// It owed another kind of contribution.
    WrongBody,
    /// A proof does not hold.
    BadProof(Proof),
    /// Its match key is that of a lower seat too.
    RepeatedKey,
    /// The sum of all match keys is the identity.
    KeysCancel,
    /// The share that it dealt to this seat is bad.
    BadDealing {
        /// Who was dealt it.
        to: Seat,
    },
    /// It complained about a seat that is not at the table.
    NoSuchDealer(u8),
    /// It complained without cause.
    FalseComplaint(ComplaintError),
    /// It gave shares of cards that it owed none of, or none at all.
    WrongShares,
    /// It helped to recover other seats' shares than it owed.
    WrongRecovered,
    /// It chose an entry that is not on the menu.
    NotOnMenu,
    /// It did not show the card of its entry, or its entry shows none.
    WrongShown,
    /// It gave a share of a card that everybody knows.
    AlreadyOpen,
    /// It gave no share of the hidden card that it shows.
    NotOpened,
    /// The card that it shows does not open with its share.
    NotItsCard,
    /// The rules refuse the choice.
    Refused(Refusal),
    /// It showed another card than its entry is for.
    WrongFace(Refusal),
    /// It neither followed nor proved that it could not.
    DidNotFollow(NotProven),
    /// It proved what nobody had asked.
    UnaskedProof,
    /// It showed a card beyond its hand.
    BeyondHand,
    /// It showed another card than was demanded.
    NotDemanded,
    /// It denied to have what was demanded, without proof.
    FalselyDenied(NotProven),
    /// It showed the demanded card and denied to have it.
    ShowedAndDenied,
    /// It opened another choice than it had sealed.
    SealMismatch,
    /// It signed another result.
    WrongResult,
    /// It made two different contributions to one step.
    TwoContributions,
    /// It shows a decision that did not close that step.
    FalseDecision,
    /// It promised two things for one ballot.
    TwoPromises,
    /// It accepted two proposals in one ballot.
    TwoAccepts,
    /// It proposed two values in one ballot.
    TwoProposals,
    /// It proposed another value than the promises for its ballot asked for.
    ForbiddenProposal,
    /// It promised and did not name what it had accepted.
    HiddenAccept,
    /// It signed two different standings on one step.
    TwoStandings,
    /// It consented to go on without somebody, and closed the step with them all the same.
    BrokenConsent,
}

/// Which proof does not hold, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// That it knows the secret of its match key.
    Key(KeyError),
    /// That its key can be recovered.
    Dealing(EscrowError),
    /// That cards were masked and permuted, none exchanged.
    Shuffle(ShuffleError),
    /// That cards are the same as before.
    Remask(RemaskError),
    /// That shares are right.
    Shares(ShareError),
    /// That parts of a leaver's shares are right.
    Recovered(PartError),
    /// That it knows what it has sealed.
    Seal(SealError),
    /// That it knows the plaintext of its part of a random number.
    Beacon(BeaconError),
}

/// Why it is not proven that a hand has none of some faces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotProven {
    /// A public card of the hand has one of these faces.
    Seen,
    /// The proof is missing, or is there though no hidden card needs one.
    Misplaced,
    /// The proof does not hold.
    Proof(NoneOfError),
}

impl Misdeed {
    /// A short name that programs can rely on.
    pub fn name(&self) -> &'static str {
        match self {
            Self::ForeignStep => "foreign-step",
            Self::ForeignHead => "foreign-head",
            Self::OutOfTurn => "out-of-turn",
            Self::WrongBody => "wrong-body",
            Self::BadProof(proof) => proof.name(),
            Self::RepeatedKey => "repeated-key",
            Self::KeysCancel => "keys-cancel",
            Self::BadDealing { .. } => "bad-dealing",
            Self::NoSuchDealer(_) => "no-such-dealer",
            Self::FalseComplaint(_) => "false-complaint",
            Self::WrongShares => "wrong-shares",
            Self::WrongRecovered => "wrong-recovered",
            Self::NotOnMenu => "not-on-menu",
            Self::WrongShown => "wrong-shown",
            Self::AlreadyOpen => "already-open",
            Self::NotOpened => "not-opened",
            Self::NotItsCard => "not-its-card",
            Self::Refused(_) => "refused",
            Self::WrongFace(_) => "wrong-face",
            Self::DidNotFollow(_) => "did-not-follow",
            Self::UnaskedProof => "unasked-proof",
            Self::BeyondHand => "beyond-hand",
            Self::NotDemanded => "not-demanded",
            Self::FalselyDenied(_) => "falsely-denied",
            Self::ShowedAndDenied => "showed-and-denied",
            Self::SealMismatch => "seal-mismatch",
            Self::WrongResult => "wrong-result",
            Self::TwoContributions => "two-contributions",
            Self::FalseDecision => "false-decision",
            Self::TwoPromises => "two-promises",
            Self::TwoAccepts => "two-accepts",
            Self::TwoProposals => "two-proposals",
            Self::ForbiddenProposal => "forbidden-proposal",
            Self::HiddenAccept => "hidden-accept",
            Self::TwoStandings => "two-standings",
            Self::BrokenConsent => "broken-consent",
        }
    }
}

impl Misdeed {
    /// The verifier's duty that detects it: PROTOCOL.md, section 13.3.
    pub fn duty(&self) -> VerifierDuty {
        VerifierDuty(match self {
            Self::ForeignStep | Self::ForeignHead => 3,
            Self::OutOfTurn => 10,
            Self::WrongBody => 11,
            Self::FalseDecision => 12,
            Self::BadProof(Proof::Key(_)) => 13,
            Self::RepeatedKey | Self::KeysCancel => 14,
            Self::BadProof(Proof::Dealing(_)) => 15,
            Self::BadDealing { .. } | Self::NoSuchDealer(_) | Self::FalseComplaint(_) => 16,
            Self::BadProof(Proof::Shuffle(_)) => 17,
            Self::WrongShares | Self::WrongRecovered => 18,
            Self::BadProof(Proof::Shares(_)) => 19,
            Self::BadProof(Proof::Recovered(_)) => 20,
            Self::BadProof(Proof::Remask(_)) => 21,
            Self::NotOnMenu | Self::Refused(_) => 22,
            Self::WrongShown | Self::AlreadyOpen | Self::NotOpened => 23,
            Self::NotItsCard => 24,
            Self::WrongFace(_) => 25,
            Self::DidNotFollow(_) | Self::UnaskedProof => 26,
            Self::BeyondHand | Self::NotDemanded | Self::ShowedAndDenied => 27,
            Self::FalselyDenied(_) => 28,
            Self::BadProof(Proof::Seal(_)) => 29,
            Self::SealMismatch => 30,
            Self::BadProof(Proof::Beacon(_)) => 31,
            Self::WrongResult => 32,
            Self::TwoContributions => 33,
            Self::TwoPromises
            | Self::TwoAccepts
            | Self::TwoProposals
            | Self::ForbiddenProposal
            | Self::HiddenAccept
            | Self::TwoStandings => 34,
            Self::BrokenConsent => 35,
        })
    }
}

/// The number of a verifier's duty in PROTOCOL.md, section 13.3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VerifierDuty(pub u8);

impl fmt::Display for VerifierDuty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "V-{}", self.0)
    }
}

impl Proof {
    fn name(&self) -> &'static str {
        match self {
            Self::Key(_) => "bad-key",
            Self::Dealing(_) => "bad-dealing-proof",
            Self::Shuffle(_) => "bad-shuffle",
            Self::Remask(_) => "bad-remask",
            Self::Shares(_) => "bad-shares",
            Self::Recovered(_) => "bad-recovered",
            Self::Seal(_) => "bad-seal",
            Self::Beacon(_) => "bad-beacon",
        }
    }
}

impl fmt::Display for Misdeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ForeignStep => "it spoke of another match or step",
            Self::ForeignHead => "it signed a history that is not this one",
            Self::OutOfTurn => "it spoke out of turn",
            Self::WrongBody => "it said something else than it was asked",
            Self::BadProof(proof) => return proof.fmt(f),
            Self::RepeatedKey => "two seats have the same key",
            Self::KeysCancel => "all match keys cancel each other out and would hide nothing",
            Self::BadDealing { to } => return write!(f, "its escrow dealing to {to} is bad"),
            Self::NoSuchDealer(_) => "it complained about a seat that is not there",
            Self::FalseComplaint(why) => return write!(f, "its complaint is false: {why}"),
            Self::WrongShares => "it sent shares of the wrong cards",
            Self::WrongRecovered => "it helped to recover the wrong seats' shares",
            Self::NotOnMenu => "it chose an entry that is not on the menu",
            Self::WrongShown => "it did not show the card that it chose, or showed one unasked",
            Self::AlreadyOpen => "it opened a card that lies open",
            Self::NotOpened => "it did not open the card that it chose",
            Self::NotItsCard => "it showed a card that is not its own",
            Self::Refused(refusal) | Self::WrongFace(refusal) => return refusal.fmt(f),
            Self::DidNotFollow(why) => return write!(f, "it did not follow: {why}"),
            Self::UnaskedProof => "it proved what nobody asked",
            Self::BeyondHand => "it showed a card beyond its hand",
            Self::NotDemanded => "it showed another card than was demanded",
            Self::FalselyDenied(why) => return why.fmt(f),
            Self::ShowedAndDenied => "it showed the card and denied it",
            Self::SealMismatch => "it opened another choice than it had sealed",
            Self::WrongResult => "it signed another result",
            Self::TwoContributions => "it said two different things in one step",
            Self::FalseDecision => "it shows a decision that nobody has made",
            Self::TwoPromises => "it made two promises for one ballot",
            Self::TwoAccepts => "it accepted two proposals in one ballot",
            Self::TwoProposals => "it proposed two things in one ballot",
            Self::ForbiddenProposal => "it proposed something else than it was bound to",
            Self::HiddenAccept => "it hid what it had accepted",
            Self::TwoStandings => "it says that it closed one step in two ways",
            Self::BrokenConsent => "it agreed to go on without somebody and went on with them",
        })
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(why) => why.fmt(f),
            Self::Dealing(why) => why.fmt(f),
            Self::Shuffle(why) => write!(f, "its shuffle is false: {why}"),
            Self::Remask(why) => why.fmt(f),
            Self::Shares(why) => why.fmt(f),
            Self::Recovered(why) => write!(f, "its part of a leaver's shares is false: {why}"),
            Self::Seal(why) => why.fmt(f),
            Self::Beacon(why) => why.fmt(f),
        }
    }
}

impl fmt::Display for NotProven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seen => f.write_str("everybody can see that it has such a card"),
            Self::Misplaced => {
                f.write_str("the proof that it has no such card is missing or misplaced")
            }
            Self::Proof(why) => why.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of each kind. The exhaustive match below fails to compile when a kind is added.
    fn all() -> Vec<Misdeed> {
        use Misdeed::*;
        let all = vec![
            ForeignStep,
            ForeignHead,
            OutOfTurn,
            WrongBody,
            BadProof(Proof::Key(KeyError::Proof)),
            BadProof(Proof::Dealing(EscrowError::Key)),
            BadProof(Proof::Shuffle(ShuffleError::Proof)),
            BadProof(Proof::Remask(RemaskError::Proof)),
            BadProof(Proof::Shares(ShareError::Proof)),
            BadProof(Proof::Recovered(PartError::Shares(ShareError::Proof))),
            BadProof(Proof::Seal(SealError::Proof)),
            BadProof(Proof::Beacon(BeaconError::Proof)),
            RepeatedKey,
            KeysCancel,
            BadDealing { to: Seat::new(1) },
            NoSuchDealer(9),
            FalseComplaint(ComplaintError::GoodShare),
            WrongShares,
            WrongRecovered,
            NotOnMenu,
            WrongShown,
            AlreadyOpen,
            NotOpened,
            NotItsCard,
            Refused(Refusal::Stale),
            WrongFace(Refusal::NoSuchEntry),
            DidNotFollow(NotProven::Seen),
            UnaskedProof,
            BeyondHand,
            NotDemanded,
            FalselyDenied(NotProven::Misplaced),
            ShowedAndDenied,
            SealMismatch,
            WrongResult,
            TwoContributions,
            FalseDecision,
            TwoPromises,
            TwoAccepts,
            TwoProposals,
            ForbiddenProposal,
            HiddenAccept,
            TwoStandings,
            BrokenConsent,
        ];
        all.iter().for_each(|misdeed| match misdeed {
            ForeignStep | ForeignHead | OutOfTurn | WrongBody | BadProof(_) | RepeatedKey => {}
            KeysCancel | BadDealing { .. } | NoSuchDealer(_) | FalseComplaint(_) => {}
            WrongShares | WrongRecovered | NotOnMenu | WrongShown | AlreadyOpen | NotOpened => {}
            NotItsCard | Refused(_) | WrongFace(_) | DidNotFollow(_) | UnaskedProof
            | BeyondHand => {}
            NotDemanded | FalselyDenied(_) | ShowedAndDenied | SealMismatch | WrongResult => {}
            TwoContributions | FalseDecision | TwoPromises | TwoAccepts | TwoProposals => {}
            ForbiddenProposal | HiddenAccept | TwoStandings | BrokenConsent => {}
        });
        all
    }

    #[test]
    fn every_misdeed_has_a_name_of_its_own_in_kebab_case() {
        let names: Vec<_> = all().iter().map(Misdeed::name).collect();
        let kebab = |name: &&str| name.chars().all(|c| c == '-' || c.is_ascii_lowercase());
        assert!(names.iter().all(kebab));
        let different: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(different.len(), names.len());
    }

    #[test]
    fn every_misdeed_is_said_in_words_of_its_own() {
        let words: std::collections::BTreeSet<_> = all().iter().map(Misdeed::to_string).collect();
        assert_eq!(words.len(), all().len());
    }
}
