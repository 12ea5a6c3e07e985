//! Transcripts of finished matches, served to players who missed the end.

use std::{
    io::{BufReader, Read as _, Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use proto::{
    Charter, Digest, Record,
    file::{Kind, Reader},
};
use serde::{Deserialize, Serialize};

use super::files::open;
use crate::{Identity, limits};

/// The folders with transcripts, in files named after their matches.
#[derive(Default)]
pub(crate) struct Archive(pub Vec<PathBuf>);

/// A part of a transcript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Piece {
    /// The length of the whole transcript.
    pub total: u64,
    pub bytes: Vec<u8>,
}

impl Archive {
    /// The part of a match's transcript that begins at byte `from`, if `asks` is one of its players.
    pub(crate) fn piece(&self, id: &Digest, from: u64, asks: &Identity) -> Option<Piece> {
        let name = format!("{}.nodealer", proto::words(id));
        self.0.iter().find_map(|folder| piece(&folder.join(&name), id, from, asks))
    }
}

fn piece(path: &Path, id: &Digest, from: u64, asks: &Identity) -> Option<Piece> {
    let mut file = open(path).ok()?;
    let total = file.metadata().ok()?.len();
    let charter = charter(&file)?;
    let plays = charter.seats.iter().any(|place| place.identity == asks.0);
    if charter.id() != *id || !plays || total > limits::TRANSCRIPT || from >= total {
        return None;
    }
    file.seek(SeekFrom::Start(from)).ok()?;
    let mut bytes = Vec::new();
    file.take((total - from).min(limits::PIECE)).read_to_end(&mut bytes).ok()?;
    Some(Piece { total, bytes })
}

/// The charter at the start of a transcript.
fn charter(file: &std::fs::File) -> Option<Charter> {
    let mut reader = Reader::new(BufReader::new(file)).ok()?;
    match reader.entry() {
        Ok(Some(Record::Charter(signed))) if reader.kind() == Kind::Transcript => {
            Some(signed.charter)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proto::{OnCheat, SeatEntry, SignedCharter};

    use super::*;
    use crate::testing::folder;

    const ANN: Identity = Identity([1; 32]);

    /// A folder with the transcript of a match that Ann and Bob have played.
    fn archive(test: &str, length: usize) -> (Archive, Digest, Vec<u8>) {
        let folder = folder(test);
        let place = |who: u8| SeatEntry {
            identity: [who; 32],
            name: who.to_string(),
            nonce: [who; 32],
            key: [who; 32],
        };
        let charter = Charter {
            protocol: proto::VERSION,
            game: "suspicion".into(),
            rules: 1,
            description: [0; 32],
            options: Vec::new(),
            survive: 0,
            on_cheat: OnCheat::End,
            seats: vec![place(1), place(2)],
        };
        let id = charter.id();
        let signed = SignedCharter { charter, signatures: Vec::new() };
        let mut bytes = Kind::Transcript.header().to_vec();
        bytes.extend(proto::file::frame(&Record::Charter(signed)));
        bytes.resize(length, 7);
        fs::write(folder.join(format!("{}.nodealer", proto::words(&id))), &bytes).unwrap();
        (Archive(vec![folder.join("none"), folder]), id, bytes)
    }

    #[test]
    fn a_player_gets_the_whole_transcript_piece_by_piece() {
        let (archive, id, whole) = archive("pieces", 2 * limits::PIECE as usize + 100);
        let mut got = Vec::new();
        while let Some(piece) = archive.piece(&id, got.len() as u64, &ANN) {
            assert_eq!(piece.total, whole.len() as u64);
            assert!(proto::codec::encode(&Some(&piece)).len() <= limits::MATCH_FRAME);
            got.extend(piece.bytes);
        }
        assert!(got == whole);
    }

    #[test]
    fn nobody_else_gets_anything() {
        let (archive, id, _) = archive("strangers", 1000);
        assert!(archive.piece(&id, 0, &ANN).is_some());
        assert!(archive.piece(&id, 0, &Identity([3; 32])).is_none());
        assert!(archive.piece(&[9; 32], 0, &ANN).is_none());
    }

    #[test]
    fn a_file_that_is_too_large_is_not_given() {
        let (archive, id, _) = archive("too-large", 1000);
        let path = archive.0[1].join(format!("{}.nodealer", proto::words(&id)));
        let file = fs::OpenOptions::new().write(true).open(path).unwrap();
        file.set_len(limits::TRANSCRIPT + 1).unwrap();
        assert!(archive.piece(&id, 0, &ANN).is_none());
    }
}
