//! What is kept on disk: the journal of a match and what belongs beside it, and who is known by which
//! name.
//!
//! A file may be broken, or put there by somebody: every file is opened by [`open`], which takes regular
//! files only and never waits, and is read up to a limit. Every file that takes the place of another is
//! written by [`replace`].

mod archive;
mod files;
mod journal;
mod players;
mod resumption;

pub(crate) use archive::{Archive, Piece};
pub(crate) use files::create_private;
pub use files::{lock, open, read, reason, replace, replace_private};
pub use journal::{JournalFile, StorageError};
pub use players::{Acquaintance, Broken, Players};
pub use resumption::Resumption;
