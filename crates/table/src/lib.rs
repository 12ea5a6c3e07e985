//! The state machine of a match: charter, signed steps, the cryptography behind them, journal and audit.
//!
//! It opens no socket and reads no clock: bytes and time come in as arguments, messages come out as
//! values. Live nodes, the simulator and the auditor run this same code.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod audit;
mod bug;
mod cards;
mod charter;
mod checking;
mod closing;
mod description;
mod effect;
mod hindsight;
pub mod journal;
mod me;
mod misdeed;
mod node;
mod play;
mod probe;
mod public;
mod recent;
mod rounds;
mod seats;

pub use bug::Bug;
pub use charter::{charter, sign};
pub use description::{Choices, Deck, Description, Setting};
pub use effect::{Effect, Proven};
pub use hindsight::{Hindsight, MatchKey};
pub use me::Secrets;
pub use misdeed::{Blame, Misdeed, NotProven, Proof, Rejected, VerifierDuty};
pub use node::{
    AutoConsent, Dropped, Millis, Node, NotTaken, Opened, Opener, Output, StartError, Timing,
};
pub use play::{Checked, Ending, MatchState};
pub use public::{GameError, Public};
pub use seats::Seats;
