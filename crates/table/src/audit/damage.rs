//! Why a file is not a match as it was played, and the words for it.

use core::fmt;

use proto::file::FileError;

use crate::VerifierDuty;

/// What shows that a file is damaged or forged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damage {
    /// A frame is torn, too long, or does not decode.
    Frame(String),
    /// There is a second charter.
    SecondCharter,
    /// A contribution is of another match or step.
    ForeignContribution,
    /// A contribution is out of order.
    ContributionOutOfOrder,
    /// A contribution is too large to be one.
    TooLarge,
    /// A contribution carries another head.
    OtherHistory,
    /// A signature is not that of the seat it names.
    Forged,
    /// A common head is written as contributions although none of them shows a decision.
    HeadsWrittenOut,
    /// There are signatures of a common head where none is due.
    NoCommonHead,
    /// A common head has another number of signatures than there are seats.
    NumberOfHeads,
    /// A consent is of another match or step.
    ForeignConsent,
    /// A consent names seats that the match cannot go on without.
    CannotGoOn,
    /// A consent is out of order.
    ConsentOutOfOrder,
    /// A record of a step follows the end of the match.
    AfterTheEnd,
    /// A record that belongs after the last step is within one.
    WithinStep,
    /// A decision is about a step that was not closed by consents.
    DecisionOfNoStep,
    /// A decision is not valid.
    NoDecision,
    /// Evidence proves nothing.
    Evidence(&'static str),
}

impl Damage {
    pub(super) fn of_file(error: &FileError) -> Self {
        Self::Frame(error.to_string())
    }

    /// The verifier's duty that detects it: PROTOCOL.md, section 13.3.
    pub fn duty(&self) -> VerifierDuty {
        VerifierDuty(match self {
            Self::Frame(_) => 1,
            Self::SecondCharter | Self::AfterTheEnd | Self::WithinStep => 7,
            Self::ForeignContribution
            | Self::ContributionOutOfOrder
            | Self::TooLarge
            | Self::OtherHistory => 3,
            Self::Forged => 4,
            Self::HeadsWrittenOut | Self::NoCommonHead | Self::NumberOfHeads => 5,
            Self::ForeignConsent | Self::CannotGoOn | Self::ConsentOutOfOrder => 6,
            Self::DecisionOfNoStep | Self::NoDecision => 8,
            Self::Evidence(_) => 9,
        })
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Frame(why) => why,
            Self::SecondCharter => "there is a second charter",
            Self::ForeignContribution => "a contribution belongs to another match or step",
            Self::ContributionOutOfOrder => "contributions are out of order",
            Self::TooLarge => "a contribution is too large",
            Self::OtherHistory => "a contribution was signed over another history",
            Self::Forged => "a signature is not genuine",
            Self::HeadsWrittenOut => "a common head is not written as its signatures alone",
            Self::NoCommonHead => "a common head is not due here",
            Self::NumberOfHeads => "a common head has another number of signatures than seats",
            Self::ForeignConsent => "a consent belongs to another match or step",
            Self::CannotGoOn => "the match cannot go on without these seats",
            Self::ConsentOutOfOrder => "consents are out of order",
            Self::AfterTheEnd => "something follows the end",
            Self::WithinStep => "a step is not complete",
            Self::DecisionOfNoStep => "a decision is about no step of this match",
            Self::NoDecision => "a decision is not one",
            Self::Evidence(why) => why,
        })
    }
}
