//! Whole matches in one process: many nodes, fake time, faults and cheats, all from a seed.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod world;

pub use world::{Config, World};
