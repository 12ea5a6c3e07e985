//! Files: a header that says what kind of file it is, then framed entries.

use std::io::{self, ErrorKind, Read};

use serde::{Serialize, de::DeserializeOwned};

use crate::{codec, limits};

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A transcript: [`Record`](crate::Record)s.
    Transcript,
    /// Evidence: one [`Evidence`](crate::Evidence), then the transcript up to its step.
    Evidence,
}

const MAGIC: &[u8; 8] = b"nodealer";

impl Kind {
    fn byte(self) -> u8 {
        match self {
            Self::Transcript => b'T',
            Self::Evidence => b'E',
        }
    }

    /// The bytes that such a file begins with.
    pub fn header(self) -> [u8; 11] {
        let mut header = [0; 11];
        header[..8].copy_from_slice(MAGIC);
        header[8..10].copy_from_slice(&crate::VERSION.to_le_bytes());
        header[10] = self.byte();
        header
    }
}

/// The framed bytes of one entry: its length as a `u32`, then itself.
pub fn frame<T: Serialize>(entry: &T) -> Vec<u8> {
    frame_bytes(&codec::encode(entry))
}

/// The framed bytes of an entry that is already encoded.
pub fn frame_bytes(body: &[u8]) -> Vec<u8> {
    [&(body.len() as u32).to_le_bytes(), body].concat()
}

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read at all.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("it is not a nodealer transcript or piece of evidence")]
    Foreign,
    /// It was written by another version.
    #[error("it was written by version {0} of the protocol, this is version {this}", this = crate::VERSION)]
    Version(u16),
    /// It ends in the middle of an entry.
    #[error("it ends in the middle of an entry")]
    Torn,
    /// An entry does not decode.
    #[error("it is damaged: {0}")]
    Damaged(#[from] codec::DecodeError),
}

/// Reads a file entry by entry, never holding more than one.
pub struct Reader<R> {
    input: R,
    kind: Kind,
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    pub fn new(mut input: R) -> Result<Self, FileError> {
        let mut header = [0; 11];
        input.read_exact(&mut header).map_err(|e| match e.kind() {
            ErrorKind::UnexpectedEof => FileError::Foreign,
            _ => e.into(),
        })?;
        let kind = [Kind::Transcript, Kind::Evidence].into_iter().find(|k| k.byte() == header[10]);
        let version = u16::from_le_bytes([header[8], header[9]]);
        match kind {
            Some(_) if header[..8] == *MAGIC && version != crate::VERSION => {
                Err(FileError::Version(version))
            }
            Some(kind) if header[..8] == *MAGIC => Ok(Self { input, kind }),
            _ => Err(FileError::Foreign),
        }
    }

    /// The kind that the header names.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The next entry; `None` at the end.
    pub fn entry<T: Serialize + DeserializeOwned>(&mut self) -> Result<Option<T>, FileError> {
        Ok(self.bytes()?.map(|bytes| codec::decode(&bytes)).transpose()?)
    }

    /// The bytes of the next entry; `None` at the end.
    pub fn bytes(&mut self) -> Result<Option<Vec<u8>>, FileError> {
        let mut length = [0; 4];
        match read_full(&mut self.input, &mut length)? {
            0 => return Ok(None),
            4 => {}
            _ => return Err(FileError::Torn),
        }
        let length = u32::from_le_bytes(length) as usize;
        if length > limits::MESSAGE {
            return Err(codec::DecodeError::TooLarge.into());
        }
        let mut body = vec![0; length];
        if read_full(&mut self.input, &mut body)? < length {
            return Err(FileError::Torn);
        }
        Ok(Some(body))
    }
}

/// Reads until the buffer is full or the input ends.
fn read_full(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while let Some(rest) = buffer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match input.read(rest) {
            Ok(0) => break,
            Ok(n) => filled += n,
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(filled)
}
