//! A match between nodes.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod audit;
mod ballots;
mod cards;
mod check;
#[allow(dead_code)] // The node takes it up next.
mod closing;
pub mod journal;
mod me;
mod node;
mod play;
mod probe;
mod round;
mod seats;

pub use me::Secrets;
pub use node::{Autovote, Dropped, Millis, Node, NotTaken, Output, StartError, Timing};
pub use play::{Checked, Effect, Ending, Fault, Play, Proven};
pub use seats::Seats;
