//! Match keys of finished matches. A seat's match key opens the cards that the seat saw, so with a
//! transcript it is enough to replay the match from that seat's view. One's own keys are kept for that,
//! readable by nobody else; `reveal` publishes one in a side file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use engine::Seat;
use net::{Identity, storage};
use proto::Digest;
use serde::{Deserialize, Serialize};
use table::{Hindsight, MatchKey};
use zeroize::{Zeroize, Zeroizing};

use crate::{Failure, data};

/// The version of the file format.
const VERSION: u8 = 1;
/// The largest file that is read.
const LARGEST: u64 = 4096;
/// How many keys are kept; beyond that the oldest is deleted.
const KEPT: usize = 512;

/// A seat's match key, once the match is over.
pub struct Hand {
    /// The match.
    pub match_id: Digest,
    /// The seat.
    pub seat: Seat,
    /// The player's name.
    pub name: String,
    key: MatchKey,
}

/// A hand as it is written to a file.
#[derive(Serialize, Deserialize)]
struct Written {
    hand: u8,
    r#match: String,
    seat: u8,
    name: String,
    key: String,
}

impl Hand {
    /// The hand of a seat in a match.
    pub fn new(match_id: Digest, seat: Seat, name: &str, key: MatchKey) -> Self {
        Self { match_id, seat, name: name.into(), key }
    }

    /// Reads a side file.
    ///
    /// # Errors
    /// If it cannot be read, or is not such a file.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let cannot = |why: &dyn std::fmt::Display| {
            Failure::Usage(format!("Cannot open the hand in {}: {why}.", path.display()))
        };
        let bytes = storage::read(path, LARGEST).map_err(|e| cannot(&data::reason(&e)))?;
        let foreign = || cannot(&"`nodealer reveal` did not write it");
        let written: Written = serde_json::from_slice(&bytes).map_err(|_| foreign())?;
        let bytes = |text: &str| Identity::from_hex(text).map(|bytes| bytes.0);
        match (bytes(&written.r#match), bytes(&written.key)) {
            (Some(match_id), Some(key)) if written.hand == VERSION => Ok(Self {
                match_id,
                seat: Seat::new(written.seat),
                name: written.name.clone(),
                key: MatchKey::new(key),
            }),
            _ => Err(foreign()),
        }
    }

    /// Publishes the key in a side file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn publish(&self, path: &Path) -> Result<(), Failure> {
        data::write(path, &self.written()?)
    }

    fn written(&self) -> Result<Zeroizing<Vec<u8>>, Failure> {
        let written = Written {
            hand: VERSION,
            r#match: proto::hex(&self.match_id),
            seat: u8::try_from(self.seat.index()).unwrap_or(u8::MAX),
            name: self.name.clone(),
            key: proto::hex(self.key.bytes()),
        };
        let bytes = serde_json::to_vec(&written).map_err(|e| Failure::Usage(e.to_string()))?;
        Ok(Zeroizing::new(bytes))
    }

    /// What this seat saw, to be computed along a transcript.
    pub(crate) fn hindsight(&self) -> Hindsight {
        Hindsight::new(self.seat, &self.key)
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        self.key.zeroize();
    }
}

fn folder(data: &Path) -> PathBuf {
    data.join("hands")
}

/// Stores a hand in a data folder.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn keep(data: &Path, hand: &Hand) -> Result<(), Failure> {
    let name = format!("{}-{}.hand", proto::words(&hand.match_id), hand.seat.index() + 1);
    data::write_private(&folder(data).join(name), &hand.written()?)?;
    for old in data::newest(&folder(data), "hand").into_iter().skip(KEPT) {
        // Best effort: an old file does no harm.
        let _ = fs::remove_file(old);
    }
    Ok(())
}

/// The hands stored in a data folder of matches whose name begins with `name`, newest first.
pub fn kept(data: &Path, name: &str) -> Vec<Hand> {
    let of = |path: &PathBuf| {
        path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(name))
    };
    let found = data::newest(&folder(data), "hand").into_iter().filter(of);
    found.filter_map(|path| Hand::read(&path).ok()).collect()
}
