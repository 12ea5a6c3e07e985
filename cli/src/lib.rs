//! The `nodealer` command: its subcommands, and the ways to show a seat to a person.
//!
//! A screen reads the snapshots and events of a [`seat::SeatClient`] and sends intents, and knows nothing
//! else: not the rules, not the network, not where the seat runs. [`plain`] shows it in lines, [`tui`] on a
//! whole terminal.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod commands;
mod log;
pub mod plain;
mod progress;
pub mod qr;
mod tell;
pub mod tui;

pub use commands::main;
pub use seat::Failure;
use seat::games;
