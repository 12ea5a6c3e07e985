//! A seat for tests of the page, and a way to ask the server without a browser.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub(crate) mod clear;
pub(crate) mod http;
pub(crate) mod page;
