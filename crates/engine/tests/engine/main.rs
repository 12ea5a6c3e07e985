//! What the engine promises, one fact a test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[macro_use]
mod common;

mod cards;
mod chance;
mod leaks;
mod levels;
mod menus;
mod options;
mod refusals;
mod rigged;
mod verbs;
