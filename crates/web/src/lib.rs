//! A seat as a page in its owner's own browser.
//!
//! [`Server::start`] listens on loopback and gives an [address](Server::address) to open once. The page
//! is one more screen of the seat: what it shows comes from [`seat::Snapshot`]s and [`seat::SeatEvent`]s
//! over a stream of server-sent events, what its reader wants goes back as [`seat::Intent`]s by POST. It
//! may be reloaded, closed and opened again, or opened twice, and the seat does not notice.
//!
//! Everything that can reach a port of this machine is hostile: other people's programs, and every web site
//! in the same browser. The module `guard` decides which requests are answered.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod assets;
mod guard;
mod rate;
mod routes;
mod screen;
mod server;
mod stream;

pub use screen::Screen;
pub use server::{Options, Server, StartError};
