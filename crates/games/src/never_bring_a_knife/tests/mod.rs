//! Tests of the rules, chapter by chapter.

mod whole_games;
