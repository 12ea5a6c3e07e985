//! Tests that look at nodealer from outside, with nothing of its code.
//!
//! `python/` is a verifier of transcripts and proofs, written from `proto/PROTOCOL.md` alone, in
//! plain Python with its own field, groups, hashes and codec. `tests/independent_verifier.rs` lets
//! it check all of `proto/vectors`: if page, vectors and code ever say different things, it fails.
