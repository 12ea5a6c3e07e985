//! What is kept on disk: the journal of a match and the files beside it, and the names and keys of known
//! players.
//!
//! A file may be damaged, or made by somebody else. So every file is opened by [`open`], which takes
//! regular files only and never blocks, and is read up to a limit. Every file that replaces another is
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
