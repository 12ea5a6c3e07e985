//! The `nodealer` command.
fn main() {}
