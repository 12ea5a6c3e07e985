//! Tests of the rules, chapter by chapter.

mod board;
mod bot;
mod ending;
mod kit;
mod money_talks;
mod play;
mod reveal;
mod setup;
mod weights;
mod whole_games;
