//! Files: header, frames, and what becomes of torn ones.
#![allow(clippy::unwrap_used, missing_docs)]

use std::io::{self, ErrorKind, Read};

use proto::{
    codec::DecodeError,
    file::{FileError, Kind, Reader, frame},
    limits,
};

fn file(entries: &[u64]) -> Vec<u8> {
    let mut bytes = Kind::Transcript.header().to_vec();
    entries.iter().for_each(|entry| bytes.extend(frame(entry)));
    bytes
}

fn read(bytes: &[u8]) -> Result<Vec<u64>, FileError> {
    let mut reader = Reader::new(bytes)?;
    let mut entries = Vec::new();
    while let Some(entry) = reader.entry()? {
        entries.push(entry);
    }
    Ok(entries)
}

#[test]
fn what_is_written_is_read() {
    assert_eq!(read(&file(&[])).unwrap(), []);
    assert_eq!(read(&file(&[1, 2, u64::MAX])).unwrap(), [1, 2, u64::MAX]);
    for kind in [Kind::Transcript, Kind::Evidence] {
        assert_eq!(Reader::new(&kind.header()[..]).unwrap().kind(), kind);
    }
}

#[test]
fn a_file_cut_anywhere_but_between_entries_is_torn() {
    let whole = file(&[1, 2, 3]);
    for length in 11..whole.len() {
        let found = read(&whole[..length]);
        if (length - 11) % 12 == 0 {
            assert_eq!(found.unwrap().len(), (length - 11) / 12);
        } else {
            assert!(matches!(found, Err(FileError::Torn)), "{length}");
        }
    }
    for length in 0..11 {
        assert!(matches!(read(&whole[..length]), Err(FileError::Foreign)));
    }
}

#[test]
fn a_file_of_something_else_or_of_another_version_is_refused() {
    for at in (0..8).chain([10]) {
        let mut other = file(&[1]);
        other[at] ^= 0x20;
        assert!(matches!(read(&other), Err(FileError::Foreign)), "{at}");
    }
    let mut other = file(&[1]);
    other[9] = 1;
    let refused = read(&other);
    let version = 256 + proto::VERSION;
    assert!(matches!(refused, Err(FileError::Version(found)) if found == version));
}

#[test]
fn a_frame_is_never_larger_than_a_message() {
    for length in [limits::MESSAGE as u32 + 1, u32::MAX] {
        let bytes = [&file(&[])[..], &length.to_le_bytes()].concat();
        assert!(matches!(read(&bytes), Err(FileError::Damaged(DecodeError::TooLarge))));
    }
}

#[test]
fn a_frame_holds_exactly_one_value() {
    for length in [0, 7, 9, 16] {
        let body = vec![0; length];
        let bytes = [&file(&[])[..], &(length as u32).to_le_bytes(), &body].concat();
        assert!(matches!(read(&bytes), Err(FileError::Damaged(DecodeError::Malformed))));
    }
}

/// One byte at a time, with interruptions.
struct Slow<'a>(&'a [u8], bool);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(ErrorKind::Interrupted.into());
        }
        let length = buffer.len().min(1);
        self.0.read(&mut buffer[..length])
    }
}

#[test]
fn a_slow_disk_changes_nothing() {
    let bytes = file(&[5, 6]);
    let mut reader = Reader::new(Slow(&bytes, false)).unwrap();
    assert_eq!(reader.entry::<u64>().unwrap(), Some(5));
    assert_eq!(reader.entry::<u64>().unwrap(), Some(6));
    assert_eq!(reader.entry::<u64>().unwrap(), None);
}
