//! Why a command ends early: a sentence or two for the person, and an exit status for scripts.

use std::io;

use net::storage::reason;

use crate::{FailureShown, Refused};

/// Why the command cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Somebody broke the rules of the match.
    #[error("{0}")]
    Violation(String),
    /// The request cannot be carried out: an unknown game, a file of another kind, too many seats.
    #[error("{0}")]
    Usage(String),
    /// Nobody was reached, or the connection was refused or lost.
    #[error("{0}")]
    Network(String),
    /// Reading or writing failed.
    #[error("{}", reason(.0))]
    Io(#[from] io::Error),
}

impl Failure {
    /// The exit status.
    pub fn status(&self) -> u8 {
        match self {
            // Whoever read the output has closed it, as `head` does.
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Violation(_) => 1,
            Self::Usage(_) | Self::Io(_) => 2,
            Self::Network(_) => 3,
        }
    }
}

impl From<Refused> for Failure {
    fn from(why: Refused) -> Self {
        let mut text = why.to_string();
        if let Some(first) = text.get(..1).map(str::to_uppercase) {
            text.replace_range(..1, &first);
        }
        if !text.ends_with('.') {
            text.push('.');
        }
        match why {
            Refused::Unreachable { .. } | Refused::Busy | Refused::Closed => Self::Network(text),
            _ => Self::Usage(text),
        }
    }
}

impl From<FailureShown> for Failure {
    fn from(FailureShown { text, status }: FailureShown) -> Self {
        match status {
            1 => Self::Violation(text),
            3 => Self::Network(text),
            _ => Self::Usage(text),
        }
    }
}
