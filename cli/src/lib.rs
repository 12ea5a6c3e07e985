//! The `nodealer` command: its subcommands, and the ways to show a game to a person.
//!
//! A game reaches a screen through a [`session::Session`], which says what one person may see and do
//! and nothing else. Where the game comes from (a match between nodes of this process, or of a whole LAN) is
//! the session's affair; how it is shown is the affair of [`plain`] and [`tui`].
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod commands;
mod log;
pub mod plain;
mod progress;
pub mod qr;
mod tell;
pub mod tui;

pub use commands::main;
pub use seat::{Failure, asks, autoplay, lan, lobby, local, person, session};
use seat::{about, data, games};
