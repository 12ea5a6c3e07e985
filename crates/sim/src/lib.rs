//! Whole matches in one process: many nodes, fake time, faults, cheats and attacks, all from a seed.
//!
//! A [`World`] plays one match. Its nodes are the same that play over a network; only the links, the disks,
//! the clocks and the players are simulated, and all of them are determined by one seed, so that every
//! failure can be reproduced.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod at_once;
pub mod attack;
mod ballots;
pub mod campaign;
pub mod charter;
pub mod cheats;
pub mod faults;
pub mod forge;
pub mod leavers;
pub mod links;
pub mod machine;
pub mod misdeeds;
pub mod moments;
pub mod monitor;
mod orders;
pub mod path;
mod post;
pub mod run;
mod spectator;
pub mod verdict;
pub mod world;

pub use attack::{Attack, Parting};
pub use cheats::{Cheat, Kind};
pub use faults::{Counts, Faults};
pub use leavers::Leaver;
pub use moments::{Blackout, Moment, Partition, Restore};
pub use run::{CheatReport, Report, run};
pub use verdict::{End, Failure, Problem};
pub use world::{Config, World};
