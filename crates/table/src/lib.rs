//! A match between nodes.
