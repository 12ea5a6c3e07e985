//! Which misdeeds each kind of cheating may be reported as.

use table::Blame;

use crate::cheats::Kind;

/// Whether a seat is accused of what this kind of cheating does. A message replayed in another step may be
/// reported as any misdeed, depending on what it proved in its own step.
pub fn is_right(kind: Kind, blame: &Blame) -> bool {
    names(kind).contains(&blame.misdeed.name())
}

fn names(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::WrongPermutation | Kind::DuplicatedCard | Kind::ShuffleFromAnotherStep => {
            &["bad-shuffle"]
        }
        Kind::ReplacedCard => &["bad-shuffle", "bad-remask"],
        Kind::WrongShare
        | Kind::ShareForAnotherCard
        | Kind::CardOfSomebodyElse
        | Kind::CardAlreadyPlayed => &["bad-shares"],
        Kind::BadRecoveredShare => &["bad-recovered"],
        Kind::ForgedCannotFollow => &["did-not-follow"],
        Kind::ForgedNotHeld => &["falsely-denied"],
        Kind::IllegalMove => &["not-on-menu", "refused", "wrong-face"],
        Kind::OutOfTurn => &["out-of-turn"],
        Kind::ReplayedMessage => &[
            "bad-shuffle",
            "bad-remask",
            "bad-shares",
            "bad-beacon",
            "bad-seal",
            "wrong-shares",
            "not-on-menu",
            "refused",
        ],
        Kind::Equivocation
        | Kind::TwoFacedHead
        | Kind::TwoChoices
        | Kind::TwoRemasks
        | Kind::TwoSeals
        | Kind::TwoBeaconParts
        | Kind::TwoRemixes => &["two-contributions"],
        Kind::BrokenConsent => &["broken-consent"],
        // A second promise that names nothing also hides what the first one names.
        Kind::TwoPromises => &["two-promises", "hidden-accept"],
        // A promise in a later ballot names one of them at most, and hides the other.
        Kind::TwoAccepts => &["two-accepts", "hidden-accept"],
        // The promises of both may require the value of one of them.
        Kind::TwoProposals => &["two-proposals", "forbidden-proposal"],
        Kind::ForbiddenProposal => &["forbidden-proposal"],
        Kind::HiddenAccept => &["hidden-accept"],
        Kind::FalseDecision => &["false-decision"],
        Kind::BadDealing => &["bad-dealing"],
        Kind::RogueKey => &["bad-key"],
        Kind::BiasedBeacon => &["bad-beacon"],
        Kind::SealedChanged => &["seal-mismatch"],
        Kind::CopiedSeal => &["bad-seal"],
        // A wrong head names nobody.
        Kind::WrongHead
        | Kind::ForgedSignature
        | Kind::ForgedCertificate
        | Kind::Silence
        | Kind::GarbageBytes
        | Kind::OversizedBytes
        | Kind::SealedGarbage
        | Kind::SealedIllegal
        | Kind::ConsentThenSilence => &[],
    }
}
